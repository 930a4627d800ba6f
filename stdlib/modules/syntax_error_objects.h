#ifndef PYSUB_STDLIB_MODULES_SYNTAX_ERROR_OBJECTS_H_
#define PYSUB_STDLIB_MODULES_SYNTAX_ERROR_OBJECTS_H_

#include <string_view>
#include <vector>

#include "parser/syntax_errors.h"
#include "vm/vm.h"

namespace pysub {

// Raises what the parser or compiler found in `filename` as a SyntaxError object (or
// IndentationError ...).
Failure RaiseSyntaxError(Vm& vm, const SyntaxErrorInfo& error, std::string_view filename);

// Writes warnings to standard error as CPython's warnings module shows them:
// "<string>:1: SyntaxWarning: ...\n  source line\n".
Status WriteSyntaxWarnings(Vm& vm, const std::vector<SyntaxWarningInfo>& warnings,
                           std::string_view filename, std::string_view source);

// The same of what a running program compiles: once it has imported warnings, that module's filters
// and records have the word, and one that they make an error is raised as a SyntaxError. `text` is
// what was compiled. To be called under a MemoryReservation for CostOfSyntaxWarnings(warnings).
Status TellSyntaxWarnings(Vm& vm, const std::vector<SyntaxWarningInfo>& warnings,
                          std::string_view filename, std::string_view text);
uint64_t CostOfSyntaxWarnings(const std::vector<SyntaxWarningInfo>& warnings);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_SYNTAX_ERROR_OBJECTS_H_
