#include "shell/run/initial_state.h"

#include <utility>

#include "shell/machine.h"
#include "shell/run/exported_functions.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {
namespace {

void SetAttributes(Process& process, std::string_view name, std::string_view value,
                   uint16_t attributes) {
  Symbol symbol = process.symbols().Intern(name);
  Variable* variable = process.variables.Mutable(symbol);
  variable->value = value;
  variable->is_set = true;
  variable->attributes |= attributes;
}

}  // namespace

void InitialState(Process& process, const std::vector<std::string>& environment,
                  std::string_view name) {
  process.name = name;
  process.options = ShellOptions();
  for (SetOption option :
       {SetOption::kBraceExpand, SetOption::kHashAll, SetOption::kInteractiveComments})
    process.options.Set(option, true);
  for (size_t i = 0; i < std::size(kShopts); ++i)
    process.options.Set(static_cast<Shopt>(i), kShopts[i].initial);
  process.shell_pid = process.pid;
  process.reads_input = false;
  process.variables.SetSecondsBase(process.budget().clock().monotonic_ns());
  process.variables.SeedRandom(process.kernel->Random() & 0x7fffffff);
  process.line = 1;
  process.status = 0;
  process.pipe_status = {0};
  process.call = MakeRef<CallRecord>();
  process.call->function = "main";
  process.call->source = "";
  process.function_depth = 0;
  process.subshell = 0;
  process.trace_level = 1;
  for (const std::string& entry : environment) {
    size_t equals = entry.find('=');
    if (equals == std::string::npos ||
        ImportFunction(process, std::string_view(entry).substr(0, equals),
                       std::string_view(entry).substr(equals + 1)))
      continue;
    if (!IsName(std::string_view(entry).substr(0, equals))) continue;
    if (process.symbols().Intern(entry.substr(0, equals)) <= kLastDynamic) continue;
    SetAttributes(process, entry.substr(0, equals), entry.substr(equals + 1), kExported);
  }
  auto value_of = [&](Symbol symbol) { return process.variables.Find(symbol); };
  SetAttributes(process, "IFS", " \t\n", 0);
  process.variables.Mutable(kSymIfs)->attributes = 0;
  if (value_of(kSymPath) == nullptr)
    SetAttributes(process, "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                  0);
  if (value_of(process.symbols().Intern("SHELL")) == nullptr)
    SetAttributes(process, "SHELL", "/bin/bash", 0);
  if (value_of(process.symbols().Intern("TERM")) == nullptr)
    SetAttributes(process, "TERM", "dumb", 0);
  SetAttributes(process, "PWD", process.cwd, kExported);
  if (value_of(kSymOldPwd) == nullptr)
    process.variables.Mutable(kSymOldPwd)->attributes |= kExported;
  SetAttributes(process, "OPTIND", "1", 0);
  SetAttributes(process, "OPTERR", "1", 0);
  SetAttributes(process, "PS4", "+ ", 0);
  SetAttributes(process, "BASH", "/bin/bash", 0);
  SetAttributes(process, "BASH_VERSION", "5.2.15(1)-release", 0);
  SetAttributes(process, "HOSTNAME", kHostName, 0);
  SetAttributes(process, "HOSTTYPE", kMachineName, 0);
  SetAttributes(process, "MACHTYPE", "x86_64-pc-linux-gnu", 0);
  SetAttributes(process, "OSTYPE", "linux-gnu", 0);
  SetAttributes(process, "PPID", std::to_string(std::max(process.parent, 1)), kReadonly | kInteger);
  SetAttributes(process, "UID", "1000", kReadonly | kInteger);
  SetAttributes(process, "EUID", "1000", kReadonly | kInteger);
  int level = 0;
  if (const std::string* shlvl = ValueOf(process, "SHLVL")) level = std::atoi(shlvl->c_str());
  SetAttributes(process, "SHLVL", std::to_string(level + 1), kExported);
  AssignArray(process, process.symbols().Intern("BASH_VERSINFO"),
              {"5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"});
  process.variables.Mutable(process.symbols().Intern("BASH_VERSINFO"))->attributes |= kReadonly;
  if (value_of(process.symbols().Intern(kPosixVariable)) != nullptr) SetPosixMode(process, true);
  // Listed by `declare` and `set`, made when they are asked for.
  for (Symbol symbol : {kSymPipeStatus, kSymDirStack, kSymShellOpts, kSymBashOpts})
    MakeDynamic(process, symbol);
  process.variables.Mutable(kSymShellOpts)->attributes |= kReadonly;
  process.variables.Mutable(kSymBashOpts)->attributes |= kReadonly;
}

void ResetShell(Process& process, std::string_view name) {
  std::vector<std::string> environment = process.variables.Environment();
  std::map<std::string, Ref<Function>, std::less<>> exported;
  for (const auto& [function_name, function] : *process.functions) {
    if (!function->exported) continue;
    // As if it had been read from the environment.
    Ref<Function> own = MakeRef<Function>(*function);
    own->source = "environment";
    exported[function_name] = own;
  }
  process.variables.Clear();
  process.functions = {};
  const auto functions = static_cast<int64_t>(exported.size());
  if (process.functions.HoldMore(&process.budget(), functions * Function::kBytes))
    process.functions.Mutable() = std::move(exported);
  process.aliases.RemoveAll();
  process.traps.FixIgnored(&process.budget());
  process.directories = {};
  process.hashed = {};
  process.disabled = {};
  process.completions = {};
  process.history = History();
  process.call_words = {};
  process.call_counts.clear();
  process.ignores_interrupts = false;
  process.interactive = false;
  process.arguments = {};
  process.last_background = 0;
  process.input_given = false;
  process.getopts_at = 0;
  InitialState(process, environment, name);
}

}  // namespace pysub::shell
