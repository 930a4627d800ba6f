#include "pysub/python/llm_hint.h"

#include <algorithm>

namespace pysub {

// tests/unit/osbridge/run_python_test.cc shows each of these sentences to be true.
std::string_view PythonLlmHint() {
  return "python3 is a sandboxed Python 3.14 subset: no class statements, no match statements; "
         "functions, generators, async, "
         "comprehensions, decorators, exceptions, f-strings and type hints work as usual.\n"
         "Use dict, collections.namedtuple or types.SimpleNamespace instead of classes.\n"
         "Only standard library modules without network or processes: no pip packages, no "
         "subprocess, no socket, no os.system.\n"
         "Files (open, pathlib, os.path) are those of the sandbox; nothing else of the machine can "
         "be seen.\n"
         "Limits by default: 30 s, 64 MB, 1,000,000 allocations, 200 nested calls, 16 MB of "
         "output.\n";
}

void LlmHints::Add(std::string_view hint) {
  while (!hint.empty()) {
    const size_t newline = hint.find('\n');
    const std::string_view line = hint.substr(0, newline);
    hint = newline == std::string_view::npos ? "" : hint.substr(newline + 1);
    if (line.empty() || std::find(lines_.begin(), lines_.end(), line) != lines_.end()) continue;
    lines_.emplace_back(line);
  }
}

std::string LlmHints::Text() const {
  std::string text;
  for (const std::string& line : lines_) text += line + "\n";
  return text;
}

}  // namespace pysub
