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

// How a text is compiled; the defaults are those of a text that is given by hand.
struct ProgramOptions {
  std::string file_name = "<string>";  // only what tracebacks show; nothing is opened
  // What Finished::value is when the program has ended.
  ResultOf result = ResultOf::kLastExpression;
  // The value of the last statement, if that is an expression, is printed as at a prompt;
  // `result` then is kNothing.
  bool echo = false;
  // A script and not text given by hand: CPython looks elsewhere for what might have been
  // meant in SyntaxErrors.
  bool from_file = false;
};

// One mistake in a text, as CPython would report it. Texts are UTF-8.
struct SyntaxErrorReport {
  std::string type;        // "SyntaxError", "IndentationError" ...
  std::string message;     // "invalid syntax"
  uint32_t line = 0;       // from 1; 0: not known, and so are the others
  int32_t column = 0;      // from 1, in characters
  uint32_t end_line = 0;   // from 1, inclusive
  int32_t end_column = 0;  // from 1, behind the last character
  std::string text;        // what CPython prints, with source line and carets
};

// A program's text, compiled: compile it once, run it in any number of sandboxes.
//
// It never changes, and is cheap to copy: copies share the code, which lives as long as one of them
// or a sandbox that runs it. Any number of threads may use one at once. A second Sandbox::Create()
// of the same Program costs less than the first (docs/benchmarks.md).
class Program {
 public:
  // Compiles `source`, which is UTF-8 and is copied. Nothing is run, and there is no failure: a
  // program with errors can be run like any other and raises SyntaxError. Time is linear in the
  // source, some 20 µs a kilobyte; no limit of a sandbox holds here, so bound the size of a text
  // that strangers send. Thread-safe.
  static Program Compile(std::string_view source, const ProgramOptions& options = {});

  // Whether there are no errors().
  bool ok() const { return errors().empty(); }
  // What is wrong with the text; the first is what CPython would report. Valid as long as a
  // copy of this Program.
  const std::vector<SyntaxErrorReport>& errors() const;
  // ProgramOptions::file_name.
  const std::string& file_name() const;

 private:
  friend struct SandboxImpl;
  explicit Program(std::shared_ptr<const ProgramData> data) : data_(std::move(data)) {}

  std::shared_ptr<const ProgramData> data_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_PROGRAM_H_
