#ifndef PYSUB_OSBRIDGE_PROGRAM_DATA_H_
#define PYSUB_OSBRIDGE_PROGRAM_DATA_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "pysub/program.h"
#include "vm/snapshot/snapshot.h"

// What a Program is made of. Not installed.
namespace pysub {

// What a Program is made of. Immutable but for the prototype, which is made once, by whichever
// thread comes first. Shared by all sandboxes that run it.
struct ProgramData {
  std::shared_ptr<const CompiledUnit> unit;  // null: there are errors
  std::vector<SyntaxErrorReport> errors;
  std::vector<SyntaxErrorInfo> error_infos;
  std::vector<SyntaxWarningInfo> warnings;
  std::string file_name;
  std::string source;     // only where there are errors: the unit has it otherwise
  std::string last_name;  // ResultOf::kLastName: the variable that the last statement assigns to

  // A Vm that has loaded the unit: sandboxes begin as copies of it, which is faster than
  // loading. Null for the first sandbox, since many programs run once, and where a copy would
  // not be the same: loading prints warnings, or sets among the constants are ordered by hashes
  // that `entropy_seed` keys.
  const VmImage* Prototype(uint64_t entropy_seed) const;

 private:
  mutable std::atomic<bool> was_used_ = false;
  mutable std::once_flag prototype_made_;
  mutable std::unique_ptr<const VmImage> prototype_;
  mutable bool prototype_has_sets_ = false;
};

// `globals`: the names that a session has already, in the order of their slots. `future_flags`:
// see Vm::future_flags.
std::shared_ptr<const ProgramData> CompileProgram(std::string_view source,
                                                  const ProgramOptions& options,
                                                  std::span<const std::string> globals,
                                                  uint32_t future_flags);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_PROGRAM_DATA_H_
