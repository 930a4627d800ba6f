#ifndef PYSUB_PYSUB_PYTHON_LLM_HINT_H_
#define PYSUB_PYSUB_PYTHON_LLM_HINT_H_

#include <string>
#include <string_view>
#include <vector>

#include "pysub/export.h"
#include "pysub/sandbox_options.h"

namespace pysub PYSUB_API {

// What a language model has to know of this Python to write programs that run, in a few lines: the
// last one tells the limits, so give those that programs will have.
PYSUB_API std::string PythonLlmHint(const SandboxLimits& limits);
// The same of the limits that hold where a host sets none.
PYSUB_API std::string_view PythonLlmHint();

// The hints of all that a host offers, each once, in the order of Add(): lines that are there
// already are left out.
class LlmHints {
 public:
  // A hint of one or more lines.
  void Add(std::string_view hint);
  // All of them, each line once.
  std::string Text() const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_PYTHON_LLM_HINT_H_
