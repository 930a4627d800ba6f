#ifndef PYSUB_OSBRIDGE_PROGRAM_DATA_H_
#define PYSUB_OSBRIDGE_PROGRAM_DATA_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "osbridge/program.h"

// What a Program is made of. Not installed.
namespace pysub {

struct ProgramData {
  std::shared_ptr<const CodeUnit> unit;  // null: there are errors
  std::vector<SyntaxErrorReport> errors;
  std::vector<SyntaxErrorInfo> error_infos;
  std::vector<SyntaxWarningInfo> warnings;
  std::string file_name;
  std::string source;     // only where there are errors: the unit has it otherwise
  std::string last_name;  // ResultOf::kLastName: the variable that the last statement assigns to
};

// `globals`: the names that a session has already, in the order of their slots.
std::shared_ptr<const ProgramData> CompileProgram(std::string_view source, const ProgramOptions& options,
                                                  std::span<const std::string> globals);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_PROGRAM_DATA_H_
