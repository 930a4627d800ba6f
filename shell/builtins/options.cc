#include <fmt/format.h>

#include <algorithm>

#include "shell/builtins/builtins.h"
#include "shell/builtins/declarations.h"
#include "shell/run/history_file.h"
#include "shell/run/kernel.h"
#include "shell/run/posix.h"
#include "shell/syntax/print.h"

// set and shopt.

namespace pysub::shell {
namespace {

bool FindOption(std::string_view name, SetOption* option) {
  for (size_t i = 0; i < std::size(kSetOptions); ++i) {
    if (kSetOptions[i].name != name) continue;
    *option = static_cast<SetOption>(i);
    return true;
  }
  return false;
}

std::string OptionLine(std::string_view name, bool on, bool reusable, std::string_view command) {
  if (!reusable) return fmt::format("{:<15}\t{}\n", name, on ? "on" : "off");
  return fmt::format("{} {} {}\n", command,
                     on ? (command == "set" ? "-o" : "-s") : (command == "set" ? "+o" : "-u"),
                     name);
}

void PrintOptions(Process& process, bool reusable) {
  std::string out;
  for (size_t i = 0; i < std::size(kSetOptions); ++i) {
    out += OptionLine(kSetOptions[i].name, process.options.Has(static_cast<SetOption>(i)), reusable,
                      "set");
  }
  process.Write(1, out);
}

void SetOne(Process& process, Shopt option, bool on) {
  process.options.Set(option, on);
  if (option != Shopt::kExtdebug) return;
  // What a debugger wants beside.
  process.options.Set(SetOption::kErrTrace, on);
  process.options.Set(SetOption::kFuncTrace, on);
  if (on && process.call_counts.empty()) process.PushCallWords(*process.arguments);
}

void SetOne(Process& process, SetOption option, bool on) {
  if (option == SetOption::kPosix) return TurnPosixMode(process, on);
  process.options.Set(option, on);
  if (option == SetOption::kHistory && on) LoadHistory(process);
}

}  // namespace

BuiltinResult BuiltinSet(Process& process, const std::vector<std::string>& args) {
  if (args.size() == 1) {
    ListVariables(process);
    if (!process.options.Has(SetOption::kPosix)) {
      for (const auto& [name, function] : *process.functions) {
        if (!process.budget().Tick(16)) break;
        process.Write(1, PrintFunction(function->node, &process.budget()).items());
      }
    }
    return 0;
  }
  size_t at = 1;
  bool positional = false;
  for (; at < args.size(); ++at) {
    const std::string& arg = args[at];
    if (arg == "--") {
      positional = true;
      ++at;
      break;
    }
    if (arg == "-") {
      process.options.Set(SetOption::kXTrace, false);
      process.options.Set(SetOption::kVerbose, false);
      ++at;
      positional = at < args.size();
      break;
    }
    if (arg.size() < 2 || (arg[0] != '-' && arg[0] != '+')) break;
    bool on = arg[0] == '-';
    for (size_t k = 1; k < arg.size(); ++k) {
      if (arg[k] == 'o') {
        if (at + 1 >= args.size()) {
          PrintOptions(process, !on);
          return 0;
        }
        SetOption option;
        const std::string& name = args[++at];
        if (!FindOption(name, &option)) {
          process.BuiltinError(name, ": invalid option name");
          process.builtin.misused = true;
          return 2;
        }
        SetOne(process, option, on);
        break;
      }
      bool known = false;
      for (size_t i = 0; i < std::size(kSetOptions); ++i) {
        if (kSetOptions[i].letter != arg[k]) continue;
        process.options.Set(static_cast<SetOption>(i), on);
        known = true;
      }
      if (!known) return InvalidOption(process, "set", std::string(1, arg[0]) + arg[k]);
    }
  }
  if (positional || at < args.size()) {
    std::vector<std::string> rest(
        args.begin() + static_cast<std::ptrdiff_t>(std::min(at, args.size())), args.end());
    process.SetArguments(std::move(rest));
    // What a sourced file sets is not put back behind it.
    for (size_t i = process.frames.size(); i-- > 0 && process.frames[i].kind != FrameKind::kCall;) {
      if (process.frames[i].kind == FrameKind::kScript)
        process.frames[i].script->restores_arguments = false;
    }
  }
  return 0;
}

BuiltinResult BuiltinShopt(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "opqsu");
  bool set_options = false, reusable = false, quiet = false, sets = false, unsets = false;
  while (char option = options.Next()) {
    switch (option) {
      case '?': return 2;
      case 'o': set_options = true; break;
      case 'p': reusable = true; break;
      case 'q': quiet = true; break;
      case 's': sets = true; break;
      case 'u': unsets = true; break;
      default: break;
    }
  }
  if (sets && unsets) {
    process.BuiltinError("cannot set and unset shell options simultaneously");
    return 1;
  }
  size_t count = set_options ? std::size(kSetOptions) : std::size(kShopts);
  auto name_of = [&](size_t i) { return set_options ? kSetOptions[i].name : kShopts[i].name; };
  auto has = [&](size_t i) {
    return set_options ? process.options.Has(static_cast<SetOption>(i))
                       : process.options.Has(static_cast<Shopt>(i));
  };
  if (options.index() >= args.size()) {
    std::string out;
    for (size_t i = 0; i < count; ++i) {
      if ((sets && !has(i)) || (unsets && has(i)) || quiet) continue;
      out += reusable && set_options ? OptionLine(name_of(i), has(i), true, "set")
             : reusable              ? OptionLine(name_of(i), has(i), true, "shopt")
                                     : OptionLine(name_of(i), has(i), false, "");
    }
    process.Write(1, out);
    return 0;
  }
  int status = 0;
  for (size_t at = options.index(); at < args.size(); ++at) {
    size_t found = count;
    for (size_t i = 0; i < count; ++i) {
      if (name_of(i) == args[at]) found = i;
    }
    if (found == count) {
      process.BuiltinError(args[at],
                           (set_options ? ": invalid option name" : ": invalid shell option name"));
      status = 1;
      continue;
    }
    if (sets || unsets) {
      if (set_options) {
        SetOne(process, static_cast<SetOption>(found), sets);
      } else {
        SetOne(process, static_cast<Shopt>(found), sets);
      }
      continue;
    }
    if (!quiet)
      process.Write(
          1, OptionLine(name_of(found), has(found), reusable, set_options ? "set" : "shopt"));
    if (!has(found)) status = 1;
  }
  return status;
}

}  // namespace pysub::shell
