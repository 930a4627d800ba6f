#include <errno.h>
#include <fmt/format.h>

#include <algorithm>

#include "shell/builtins/builtins.h"
#include "shell/expand/pattern.h"
#include "shell/expand/text.h"
#include "shell/run/kernel.h"
#include "shell/run/posix.h"
#include "shell/run/steps.h"
#include "shell/syntax/print.h"

// What names mean: alias, type, command, builtin, hash, help, enable.

namespace pysub::shell {
namespace {

// One line of `type` (long), `command -v` (short) or `type -t` (kind).
enum class Form : uint8_t { kLong, kShort, kKind, kPath };

bool Describe(Process& process, const std::string& name, Form form, bool all, bool skip_functions,
              bool force_path, bool standard_path = false) {
  bool found = false;
  auto say = [&](const std::string& long_text, const std::string& short_text,
                 const std::string& kind) {
    found = true;
    if (form == Form::kLong) process.Write(1, long_text + "\n");
    if (form == Form::kShort) process.Write(1, short_text + "\n");
    if (form == Form::kKind) process.Write(1, kind + "\n");
  };
  if (!force_path) {
    const std::string* alias = process.aliases.Find(name);
    if (alias != nullptr && process.options.Has(Shopt::kExpandAliases)) {
      say(name + " is aliased to `" + *alias + "'", "alias " + name + "=" + QuoteAlways(*alias),
          "alias");
      if (!all) return true;
    }
    if (IsReservedWord(name)) {
      say(name + " is a shell keyword", name, "keyword");
      if (!all) return true;
    }
    auto function = process.functions->find(name);
    if (function != process.functions->end() && !skip_functions) {
      if (form == Form::kLong) {
        found = true;
        process.Write(1, name + " is a function\n");
        process.Write(1, PrintFunction(function->second->node, &process.budget()).items());
      } else {
        say("", name, "function");
      }
      if (!all) return true;
    }
    if (FindBuiltin(process, name) != nullptr) {
      say(name + " is a shell builtin", name, "builtin");
      if (!all) return true;
    }
  }
  auto say_path = [&](const std::string& path, bool hashed) {
    say(name + " is " + (hashed ? "hashed (" + path + ")" : path), path, "file");
    if (form == Form::kPath) process.Write(1, path + "\n");
  };
  if (all && name.find('/') == std::string::npos) {
    process.kernel->FindAllOnPath(process, name,
                                  [&](const std::string& path) { say_path(path, false); });
    return found;
  }
  const FoundCommand file = process.kernel->FindCommand(
      process, name, standard_path ? Kernel::Seeker::kStandard : Kernel::Seeker::kShell);
  if (file.kind != FoundCommand::Kind::kNothing || file.hashed) say_path(file.path, file.hashed);
  return found;
}

// The words from `at` on are the command that runs, as a builtin or as a program, whatever
// functions there are. Nothing is called from here: a script chooses how many `command`s
// stand before each other.
BuiltinResult Become(Process& process, size_t at, bool standard_path = false) {
  if (!process.budget().Tick(process.command.args.size() / 8)) return 1;
  process.command.args.erase(process.command.args.begin(),
                             process.command.args.begin() + static_cast<std::ptrdiff_t>(at));
  process.error_prefix.clear();
  process.top().flag = true;  // see IsByCommand()
  if (FindBuiltin(process, process.command.args[0]) != nullptr) return BuiltinResult::Kind::kAgain;
  ExecuteExternal(process, standard_path);
  return BuiltinResult::Kind::kReplaced;
}

}  // namespace

BuiltinResult BuiltinAlias(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "p");
  bool lists = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    lists = true;
  }
  size_t at = options.index();
  const std::string before = !lists && InPosixMode(process) ? "" : "alias ";
  auto print = [&](const std::string& name, const std::string& text) {
    process.Write(1, before + name + "=" + QuoteAlways(text) + "\n");
  };
  if (at >= args.size()) {
    for (const auto& [name, text] : process.aliases.table()) print(name, text);
    return 0;
  }
  int status = 0;
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(4)) return 1;
    size_t equals = args[at].find('=');
    std::string name = args[at].substr(0, equals);
    if (equals == std::string::npos || equals == 0) {
      const std::string* found = process.aliases.Find(args[at]);
      if (found == nullptr) {
        process.BuiltinError(args[at], ": not found");
        status = 1;
      } else {
        print(args[at], *found);
      }
    } else if (name.find_first_of("/$`=|&;()<> \t\n'\"\\") != std::string::npos) {
      process.BuiltinError("`", name, "': invalid alias name");
      status = 1;
    } else {
      if (!process.aliases.Set(&process.budget(), name, args[at].substr(equals + 1))) return 1;
    }
  }
  return status;
}

BuiltinResult BuiltinUnalias(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "a");
  bool all = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    all = true;
  }
  if (all) {
    process.aliases.RemoveAll();
    return 0;
  }
  if (options.index() >= args.size()) return UsageError(process, "unalias");
  int status = 0;
  for (size_t i = options.index(); i < args.size(); ++i) {
    if (process.aliases.Find(args[i]) == nullptr) {
      process.BuiltinError(args[i], ": not found");
      status = 1;
    } else {
      process.aliases.Remove(&process.budget(), args[i]);
    }
  }
  return status;
}

BuiltinResult BuiltinType(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "afptP");
  bool all = false, skip_functions = false, force_path = false;
  Form form = Form::kLong;
  while (char option = options.Next()) {
    switch (option) {
      case '?': return 2;
      case 'a': all = true; break;
      case 'f': skip_functions = true; break;
      case 't': form = Form::kKind; break;
      case 'p': form = Form::kPath; break;
      case 'P':
        form = Form::kPath;
        force_path = true;
        break;
      default: break;
    }
  }
  int status = 0;
  for (size_t i = options.index(); i < args.size(); ++i) {
    if (!process.budget().Tick(16)) return 1;
    if (Describe(process, args[i], form, all, skip_functions, force_path)) continue;
    status = 1;
    if (form == Form::kLong) process.BuiltinError(args[i], ": not found");
  }
  return status;
}

BuiltinResult BuiltinCommand(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "pvV");
  bool describes = false, verbose = false, standard_path = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    standard_path = standard_path || option == 'p';
    describes = describes || option == 'v' || option == 'V';
    verbose = option == 'V';
  }
  size_t at = options.index();
  if (describes) {
    int status = 1;
    for (; at < args.size(); ++at) {
      if (Describe(process, args[at], verbose ? Form::kLong : Form::kShort, false, false, false,
                   standard_path)) {
        status = 0;
        continue;
      }
      if (verbose) process.BuiltinError(args[at], ": not found");
    }
    return status;
  }
  if (at >= args.size()) return 0;
  while (at + 1 < args.size() && args[at] == "command" && !args[at + 1].starts_with('-')) ++at;
  return Become(process, at, standard_path);
}

BuiltinResult BuiltinBuiltin(Process& process, const std::vector<std::string>& args) {
  size_t at = SkipNoOptions(process, args);
  if (at == 0) return 2;
  if (at >= args.size()) return 0;
  while (at + 1 < args.size() && args[at] == "builtin" && !args[at + 1].starts_with('-')) ++at;
  if (FindBuiltin(process, args[at]) == nullptr) {
    process.BuiltinError(args[at], ": not a shell builtin");
    return 1;
  }
  return Become(process, at);
}

BuiltinResult BuiltinHelp(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "dms");  // (There is one line to show, whatever is asked.)
  while (char option = options.Next()) {
    if (option == '?') return 2;
  }
  std::string out;
  if (options.index() >= args.size()) {
    out =
        "These shell commands are defined internally.  Type `help name' to find out more about the "
        "function `name'.\n\n";
    for (const BuiltinInfo& info : Builtins()) out += " " + std::string(info.usage) + "\n";
    process.Write(1, out);
    return 0;
  }
  int status = 1;
  for (size_t i = options.index(); i < args.size(); ++i) {
    for (const BuiltinInfo& info : Builtins()) {
      if (!MatchPattern(args[i], info.name, {}, &process.budget())) continue;
      out += std::string(info.name) + ": " + std::string(info.usage) + "\n";
      status = 0;
    }
    if (status != 0)
      process.BuiltinError("no help topics match `", args[i], "'.  Try `help help' or `man -k ",
                           args[i], "' or `info ", args[i], "'.");
  }
  process.Write(1, out);
  return status;
}

}  // namespace pysub::shell
