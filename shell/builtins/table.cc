#include <algorithm>

#include "shell/builtins/builtins.h"

namespace pysub::shell {
namespace {

constexpr BuiltinInfo kBuiltins[] = {
    {".", BuiltinSource, ". filename [arguments]", true},
    {":", BuiltinColon, ": ", true},
    {"[", BuiltinTest, "[ arg... ]"},
    {"break", BuiltinBreak, "break [n]", true},
    {"caller", BuiltinCaller, "caller [expr]"},
    {"continue", BuiltinContinue, "continue [n]", true},
    {"echo", BuiltinEcho, "echo [-neE] [arg ...]"},
    {"eval", BuiltinEval, "eval [arg ...]", true},
    {"exec", BuiltinExec, "exec [-cl] [-a name] [command [argument ...]] [redirection ...]", true},
    {"exit", BuiltinExit, "exit [n]", true},
    {"false", BuiltinFalse, "false"},
    {"let", BuiltinLet, "let arg [arg ...]"},
    {"return", BuiltinReturn, "return [n]", true},
    {"shift", BuiltinShift, "shift [n]", true},
    {"source", BuiltinSource, "source filename [arguments]", true},
    {"test", BuiltinTest, "test [expr]"},
    {"trap", BuiltinTrap, "trap [-lp] [[arg] signal_spec ...]", true},
    {"true", BuiltinColon, "true"},
};

}  // namespace

std::span<const BuiltinInfo> Builtins() { return kBuiltins; }

const BuiltinInfo* FindBuiltin(std::string_view name) {
  auto found = std::lower_bound(std::begin(kBuiltins), std::end(kBuiltins), name,
                                [](const BuiltinInfo& info, std::string_view wanted) { return info.name < wanted; });
  return found != std::end(kBuiltins) && found->name == name ? found : nullptr;
}

bool IsReservedWord(std::string_view word) {
  for (std::string_view reserved : {"if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until",
                                    "do", "done", "in", "function", "time", "{", "}", "!", "[[", "]]", "coproc"}) {
    if (word == reserved) return true;
  }
  return false;
}

int UsageError(Process& process, std::string_view name) {
  const BuiltinInfo* info = FindBuiltin(name);
  process.WriteError(std::string(name) + ": usage: " + std::string(info == nullptr ? name : info->usage) + "\n");
  return 2;
}

int InvalidOption(Process& process, std::string_view name, std::string_view option) {
  process.BuiltinError(std::string(option) + ": invalid option");
  return UsageError(process, name);
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
        process_.BuiltinError(std::string("-") + letter + ": option requires an argument");
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
