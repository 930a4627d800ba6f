#ifndef PYSUB_PYSUB_PROGRAM_H_
#define PYSUB_PYSUB_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"

namespace pysub PYSUB_API {

struct ProgramData;

// What Finished::value is.
enum class ResultOf : uint8_t {
  kNothing,         // None
  kLastExpression,  // the value of the last statement if that is an expression, else None
  kLastName,        // the same; and of an assignment to a name, the value of that name
};

struct ProgramOptions {
  std::string file_name = "<string>";  // only what tracebacks show; nothing is opened
  ResultOf result = ResultOf::kLastExpression;
  // The value of the last statement, if that is an expression, is printed as at a prompt; `result` then is kNothing.
  bool echo = false;
  // A script and not text given by hand: CPython looks elsewhere for what might have been meant in SyntaxErrors.
  bool from_file = false;
};

struct SyntaxErrorReport {
  std::string type;     // "SyntaxError", "IndentationError" ...
  std::string message;  // "invalid syntax"
  uint32_t line = 0;    // from 1; 0: not known, and so are the others
  int32_t column = 0;   // from 1, in characters
  uint32_t end_line = 0;
  int32_t end_column = 0;
  std::string text;     // what CPython prints, with source line and carets
};

// A program's text, compiled. It never changes and is cheap to copy; any number of threads may use it at once.
class Program {
 public:
  // `source`: UTF-8. A program with errors can be run like any other and raises SyntaxError. Time is linear in
  // the source; nothing is run.
  static Program Compile(std::string_view source, const ProgramOptions& options = {});

  bool ok() const { return errors().empty(); }
  // The first is what CPython would report.
  const std::vector<SyntaxErrorReport>& errors() const;
  const std::string& file_name() const;

 private:
  friend struct SandboxImpl;
  explicit Program(std::shared_ptr<const ProgramData> data) : data_(std::move(data)) {}

  std::shared_ptr<const ProgramData> data_;
};

}  // namespace pysub

#endif  // PYSUB_PYSUB_PROGRAM_H_
