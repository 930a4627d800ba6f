#include <algorithm>

#include "shell/builtins/builtins.h"

namespace pysub::shell {
namespace {

constexpr BuiltinInfo kBuiltins[] = {
    {".", BuiltinSource, ". filename [arguments]"},
    {":", BuiltinColon, ": ", 0},
    {"[", BuiltinTest, "[ arg... ]", 0},
    {"alias", BuiltinAlias, "alias [-p] [name[=value] ... ]"},
    {"bg", BuiltinBg, "bg [job_spec ...]"},
    {"bind", BuiltinBind,
     "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x "
     "keyseq:shell-command] [keyseq:readline-function or readline-command]"},
    {"break", BuiltinBreak, "break [n]"},
    {"builtin", BuiltinBuiltin, "builtin [shell-builtin [arg ...]]"},
    {"caller", BuiltinCaller, "caller [expr]"},
    {"cd", BuiltinCd, "cd [-L|[-P [-e]] [-@]] [dir]", 1},
    {"command", BuiltinCommand, "command [-pVv] command [arg ...]"},
    {"compgen", BuiltinCompgen,
     "compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C "
     "command] [-X filterpat] [-P prefix] [-S suffix] [word]",
     6},
    {"complete", BuiltinComplete,
     "complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F "
     "function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]"},
    {"compopt", BuiltinCompopt, "compopt [-o|+o option] [-DEI] [name ...]"},
    {"continue", BuiltinContinue, "continue [n]"},
    {"declare", BuiltinDeclare,
     "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]"},
    {"dirs", BuiltinDirs, "dirs [-clpv] [+N] [-N]", 4},
    {"disown", BuiltinDisown, "disown [-h] [-ar] [jobspec ... | pid ...]"},
    {"echo", BuiltinEcho, "echo [-neE] [arg ...]", 0},
    {"enable", BuiltinEnable, "enable [-a] [-dnps] [-f filename] [name ...]"},
    {"eval", BuiltinEval, "eval [arg ...]", 1},
    {"exec", BuiltinExec, "exec [-cl] [-a name] [command [argument ...]] [redirection ...]"},
    {"exit", BuiltinExit, "exit [n]"},
    {"export", BuiltinExport, "export [-fn] [name[=value] ...] or export -p"},
    {"false", BuiltinFalse, "false", 0},
    {"fc", BuiltinFc, "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]"},
    {"fg", BuiltinFg, "fg [job_spec]"},
    {"getopts", BuiltinGetopts, "getopts optstring name [arg ...]"},
    {"hash", BuiltinHash, "hash [-lr] [-p pathname] [-dt] [name ...]"},
    {"help", BuiltinHelp, "help [-dms] [pattern ...]"},
    {"history", BuiltinHistory,
     "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]", 4},
    {"jobs", BuiltinJobs, "jobs [-lnprs] [jobspec ...] or jobs -x command [args]"},
    {"kill", BuiltinKill,
     "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]"},
    {"let", BuiltinLet, "let arg [arg ...]"},
    {"local", BuiltinLocal, "local [option] name[=value] ..."},
    {"logout", BuiltinLogout, "logout [n]"},
    {"mapfile", BuiltinMapfile,
     "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] "
     "[array]"},
    {"popd", BuiltinPopd, "popd [-n] [+N | -N]", 7},
    {"printf", BuiltinPrintf, "printf [-v var] format [arguments]", 0},
    {"pushd", BuiltinPushd, "pushd [-n] [+N | -N | dir]", 7},
    {"pwd", BuiltinPwd, "pwd [-LP]"},
    {"read", BuiltinRead,
     "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] "
     "[-u fd] [name ...]"},
    {"readarray", BuiltinMapfile,
     "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c "
     "quantum] [array]"},
    {"readonly", BuiltinReadonly, "readonly [-aAf] [name[=value] ...] or readonly -p"},
    {"return", BuiltinReturn, "return [n]"},
    {"set", BuiltinSet, "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]"},
    {"shift", BuiltinShift, "shift [n]"},
    {"shopt", BuiltinShopt, "shopt [-pqsu] [-o] [optname ...]"},
    {"source", BuiltinSource, "source filename [arguments]"},
    {"suspend", BuiltinSuspend, "suspend [-f]"},
    {"test", BuiltinTest, "test [expr]", 0},
    {"times", BuiltinTimes, "times"},
    {"trap", BuiltinTrap, "trap [-lp] [[arg] signal_spec ...]", 6},
    {"true", BuiltinColon, "true", 0},
    {"type", BuiltinType, "type [-afptP] name [name ...]"},
    {"typeset", BuiltinDeclare,
     "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]"},
    {"ulimit", BuiltinUlimit, "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]"},
    {"umask", BuiltinUmask, "umask [-p] [-S] [mode]"},
    {"unalias", BuiltinUnalias, "unalias [-a] name [name ...]"},
    {"unset", BuiltinUnset, "unset [-f] [-v] [-n] [name ...]"},
    {"wait", BuiltinWait, "wait [-fn] [-p var] [id ...]"},
};

}  // namespace

std::span<const BuiltinInfo> Builtins() { return kBuiltins; }

bool IsDisabled(const Process& process, std::string_view builtin) {
  return std::binary_search(process.disabled->begin(), process.disabled->end(), builtin,
                            std::less<>());
}

const BuiltinInfo* FindBuiltin(const Process& process, std::string_view name) {
  const BuiltinInfo* info = FindBuiltin(name);
  return info == nullptr || process.disabled->empty() || !IsDisabled(process, name) ? info
                                                                                    : nullptr;
}

const BuiltinInfo* FindBuiltin(std::string_view name) {
  auto found = std::lower_bound(
      std::begin(kBuiltins), std::end(kBuiltins), name,
      [](const BuiltinInfo& info, std::string_view wanted) { return info.name < wanted; });
  return found != std::end(kBuiltins) && found->name == name ? found : nullptr;
}

bool IsReservedWord(std::string_view word) {
  for (std::string_view reserved :
       {"if",     "then",  "else",  "elif", "fi",   "case",  "esac",     "for",
        "select", "while", "until", "do",   "done", "in",    "function", "time",
        "{",      "}",     "!",     "[[",   "]]",   "coproc"}) {
    if (word == reserved) return true;
  }
  return false;
}

int UsageError(Process& process, std::string_view name) {
  process.builtin.misused = true;
  const BuiltinInfo* info = FindBuiltin(name);
  process.WriteError(std::string(name) +
                     ": usage: " + std::string(info == nullptr ? name : info->usage) + "\n");
  return 2;
}

int ShowHelp(Process& process, std::string_view name) {
  const BuiltinInfo* info = FindBuiltin(name);
  if (info != nullptr) process.Write(1, std::string(name) + ": " + std::string(info->usage) + "\n");
  return 2;
}

bool WantsHelp(const std::vector<std::string>& args) {
  if (args.size() < 2 || args[1] != "--help") return false;
  for (std::string_view name : {":", "[", "echo", "false", "test", "true"})
    if (args[0] == name) return false;
  return true;
}

int InvalidOption(Process& process, std::string_view name, std::string_view option) {
  process.BuiltinError(option, ": invalid option");
  return UsageError(process, name);
}

int TooManyArguments(Process& process) {
  process.BuiltinError("too many arguments");
  process.DiscardAll();
  return 1;
}

size_t SkipNoOptions(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "");
  return options.Next() == 0 ? options.index() : 0;
}

char OptionReader::Next() {
  while (true) {
    if (at_ == 0) {
      if (index_ >= args_.size()) return 0;
      const std::string& arg = args_[index_];
      bool option = arg.size() > 1 && (arg[0] == '-' || (plus_ && arg[0] == '+'));
      if (!option) return 0;
      if (arg == "--") {
        ++index_;
        return 0;
      }
      if (arg == "--help") {
        ShowHelp(process_, args_[0]);
        return '?';
      }
      is_plus_ = arg[0] == '+';
      at_ = 1;
    }
    const std::string& arg = args_[index_];
    if (at_ >= arg.size()) {
      ++index_;
      at_ = 0;
      continue;
    }
    char letter = arg[at_++];
    size_t found = letter == ':' ? std::string_view::npos : letters_.find(letter);
    if (found == std::string_view::npos) {
      InvalidOption(process_, args_[0], std::string(is_plus_ ? "+" : "-") + letter);
      return '?';
    }
    if (found + 1 < letters_.size() && letters_[found + 1] == ':') {
      if (at_ < arg.size()) {
        value_ = arg.substr(at_);
      } else if (index_ + 1 < args_.size()) {
        value_ = args_[++index_];
      } else {
        process_.BuiltinError("-", letter, ": option requires an argument");
        UsageError(process_, args_[0]);
        return '?';
      }
      ++index_;
      at_ = 0;
    }
    return letter;
  }
}

}  // namespace pysub::shell
