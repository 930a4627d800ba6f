#include "shell/run/posix.h"

#include "shell/builtins/builtins.h"
#include "shell/run/interactive.h"
#include "shell/run/kernel.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {

bool IsSpecialBuiltin(std::string_view name) {
  for (std::string_view special :
       {".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return",
        "set", "shift", "source", "times", "trap", "unset"}) {
    if (name == special) return true;
  }
  return false;
}

bool IsSpecialHere(const Process& process, std::string_view name) {
  return InPosixMode(process) && IsSpecialBuiltin(name) && FindBuiltin(process, name) != nullptr;
}

bool PosixErrorEnds(const Process& process) { return InPosixMode(process) && !HasPrompts(process); }

void SetPosixMode(Process& process, bool on) {
  ShellOptions& options = process.options;
  options.Set(SetOption::kPosix, on);
  // (Leaving it, bash puts back only these two.)
  options.Set(Shopt::kExpandAliases, on || process.interactive);
  options.Set(Shopt::kShiftVerbose, on);
  if (!on) return;
  options.Set(SetOption::kInteractiveComments, true);
  options.Set(Shopt::kInteractiveComments, true);
  options.Set(Shopt::kInheritErrexit, true);
  options.Set(Shopt::kSourcepath, true);
}

void TurnPosixMode(Process& process, bool on) {
  if (InPosixMode(process) == on) return;
  const Symbol symbol = process.symbols().Intern(kPosixVariable);
  // (Both lead to SetPosixMode(); a variable that is read-only does not.)
  on ? AssignVariable(process, symbol, "y") : UnsetVariable(process, symbol);
  SetPosixMode(process, on);
}

}  // namespace pysub::shell
