#include <algorithm>
#include <string>
#include <vector>

#include "shell/builtins/builtins.h"
#include "shell/run/kernel.h"
#include "shell/run/posix.h"

// enable: which builtins there are.

namespace pysub::shell {
namespace {

struct EnableOptions {
  bool all = false;       // -a
  bool disables = false;  // -n
  bool special = false;   // -s
};

void List(Process& process, const EnableOptions& options) {
  for (const BuiltinInfo& info : Builtins()) {
    if (options.special && !IsSpecialBuiltin(info.name)) continue;
    const bool disabled = IsDisabled(process, info.name);
    if (!options.all && disabled != options.disables) continue;
    process.Write(1,
                  std::string(disabled ? "enable -n " : "enable ") + std::string(info.name) + "\n");
  }
}

void Change(Process& process, const std::string& name, bool disables) {
  if (IsDisabled(process, name) == disables) return;
  std::vector<std::string>& list = process.disabled.Mutable();  // (there are few builtins)
  const auto at = std::lower_bound(list.begin(), list.end(), name);
  if (disables)
    list.insert(at, name);
  else
    list.erase(at);
}

}  // namespace

BuiltinResult BuiltinEnable(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "adf:nps");
  EnableOptions read;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    read.all = read.all || option == 'a';
    read.disables = read.disables || option == 'n';
    read.special = read.special || option == 's';
    if (option == 'f' || option == 'd') {
      process.BuiltinError("-", option, ": this shell loads no builtins");
      return 2;
    }
  }
  if (options.index() >= args.size()) {
    List(process, read);
    return 0;
  }
  int status = 0;
  for (size_t i = options.index(); i < args.size(); ++i) {
    if (!process.budget().Tick(16)) return 1;
    const bool known =
        FindBuiltin(args[i]) != nullptr && (!read.special || IsSpecialBuiltin(args[i]));
    if (known) {
      Change(process, args[i], read.disables);
    } else {
      process.BuiltinError(args[i], ": not a shell builtin");
      status = 1;
    }
  }
  return status;
}

}  // namespace pysub::shell
