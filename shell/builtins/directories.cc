#include <algorithm>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/expand/text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/variable_access.h"
#include "shell/whole_number.h"

// cd, pwd and the stack of directories.

namespace pysub::shell {
namespace {

// `path` below `base` without `.`, `..` and double slashes, as a shell counts them
// (links are not looked at).
std::string Logical(std::string_view base, std::string_view path) {
  std::string whole =
      path.starts_with('/') ? std::string(path) : std::string(base) + "/" + std::string(path);
  std::vector<std::string_view> parts;
  std::string_view rest = whole;
  while (!rest.empty()) {
    size_t end = std::min(rest.find('/'), rest.size());
    std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (!parts.empty()) parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string out;
  out.reserve(whole.size() + 1);
  for (std::string_view part : parts) {
    out += '/';
    out += part;
  }
  return out.empty() ? "/" : out;
}

// 0, or an errno number.
int ChangeDirectory(Process& process, const std::string& path, bool physical) {
  if (path.empty()) return 0;
  std::string target = Logical(process.cwd, path);
  if (physical) {
    auto real = process.files().Realpath(process.caller(), path);
    if (!real.ok()) return real.error();
    target = *real;
  }
  auto stat = process.files().StatPath(process.caller(), physical ? target : path);
  // Out of a directory that has been removed (or renamed) `..` leads along its name.
  if (!stat.ok() && path.starts_with("..") &&
      !process.files().StatPath(process.caller(), process.cwd).ok()) {
    stat = process.files().StatPath(process.caller(), target);
  }
  if (!stat.ok()) return stat.error();
  if (!stat->IsDirectory()) return 20;  // ENOTDIR
  files::Status access = process.files().Access(process.caller(), target, files::kMayExecute);
  if (!access.ok()) return access.error();
  std::string old = process.cwd;
  process.cwd = target;
  AssignVariable(process, kSymOldPwd, old);
  AssignVariable(process, kSymPwd, target);
  return 0;
}

// True: a directory of CDPATH has it. What it is is printed then.
bool ChangeByCdpath(Process& process, const std::string& path, bool physical) {
  const std::string* cdpath = ValueOf(process, kSymCdpath);
  if (cdpath != nullptr && !cdpath->empty() && !path.empty() && path[0] != '/' && path[0] != '.') {
    std::string directories = *cdpath;
    for (size_t start = 0; start <= directories.size();) {
      if (!process.budget().Tick(16)) return false;
      size_t end = std::min(directories.find(':', start), directories.size());
      std::string directory = directories.substr(start, end - start);
      std::string candidate = directory.empty() ? "./" + path : directory + "/" + path;
      if (ChangeDirectory(process, candidate, physical) == 0) {
        if (!directory.empty()) process.Write(1, process.cwd + "\n");
        return true;
      }
      start = end + 1;
    }
  }
  return false;
}

// With cdable_vars what is no directory may name a variable that holds one, which is shown.
bool ChangeByVariable(Process& process, const std::string& name, bool physical) {
  if (!process.options.Has(Shopt::kCdableVars) || !IsName(name)) return false;
  const std::string* value = ValueOf(process, name);
  if (value == nullptr) return false;
  const ScopedMemoryCharge copies(&process.budget(), 6 * value->size());
  if (!copies.ok()) return false;
  const std::string path = value->empty() ? "." : *value;
  if (ChangeDirectory(process, path, physical) != 0) return false;
  process.Write(1, (value->empty() ? "" : path) + "\n");
  return true;
}

std::string WithTilde(Process& process, const std::string& path) {
  const std::string* home = ValueOf(process, kSymHome);
  if (home == nullptr || home->empty() || !path.starts_with(*home)) return path;
  if (path.size() > home->size() && path[home->size()] != '/') return path;
  return "~" + path.substr(home->size());
}

void PrintStack(Process& process, bool long_form, bool lines, bool numbered) {
  MemoryCharge held;
  if (!held.Add(&process.budget(), 2 * BytesOf(*process.directories))) return;
  std::vector<std::string> all{process.cwd};
  all.insert(all.end(), process.directories->begin(), process.directories->end());
  std::string out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!process.budget().Tick(all[i].size() / 8 + 4)) return;
    std::string shown = long_form ? all[i] : WithTilde(process, all[i]);
    if (numbered) out += (i < 10 ? " " : "") + std::to_string(i) + "  ";
    out += shown;
    out += lines || numbered ? "\n" : i + 1 < all.size() ? " " : "\n";
  }
  process.Write(1, out);
}

// +N or -N as an index into the stack with the current directory at 0; -1: not one, -2: out of
// range.
int64_t StackIndex(Process& process, const std::string& text) {
  if (text.size() < 2 || (text[0] != '+' && text[0] != '-')) return -1;
  int64_t number = 0;
  if (!ReadWhole(std::string_view(text).substr(1), &number) || number < 0) return -1;
  auto size = static_cast<int64_t>(process.directories->size()) + 1;
  if (number >= size) return -2;
  return text[0] == '+' ? number : size - 1 - number;
}

}  // namespace

BuiltinResult BuiltinCd(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "LPe@");
  bool physical = process.options.Has(SetOption::kPhysical);
  while (char option = options.Next()) {
    if (option == '?') return 2;
    if (option == 'P') physical = true;
    if (option == 'L') physical = false;
  }
  size_t at = options.index();
  if (at + 1 < args.size()) {
    process.BuiltinError("too many arguments");
    return 1;
  }
  // Of the path and of the places where it is looked for.
  ScopedMemoryCharge copies(&process.budget());
  std::string path;
  bool prints = false;
  if (at >= args.size()) {
    const std::string* home = ValueOf(process, kSymHome);
    if (home == nullptr) {
      process.BuiltinError("HOME not set");
      return 1;
    }
    if (!copies.Add(static_cast<int64_t>(6 * home->size()))) return 1;
    path = *home;
  } else if (args[at] == "-") {
    const std::string* old = ValueOf(process, kSymOldPwd);
    if (old == nullptr) {
      process.BuiltinError("OLDPWD not set");
      return 1;
    }
    if (!copies.Add(static_cast<int64_t>(6 * old->size()))) return 1;
    path = *old;
    prints = true;
  } else {
    if (!copies.Add(static_cast<int64_t>(6 * args[at].size()))) return 1;
    path = args[at];
  }
  const std::string* cdpath = ValueOf(process, kSymCdpath);
  if (cdpath != nullptr && !copies.Add(static_cast<int64_t>(8 * cdpath->size()))) return 1;
  if (ChangeByCdpath(process, path, physical)) return 0;
  int error = ChangeDirectory(process, path, physical);
  if (error != 0 && ChangeByVariable(process, path, physical)) return 0;
  if (error != 0) {
    process.BuiltinError(path, ": ", ErrnoText(error));
    return 1;
  }
  if (prints) process.Write(1, process.cwd + "\n");
  return 0;
}

BuiltinResult BuiltinPwd(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "LP");
  bool physical = process.options.Has(SetOption::kPhysical);
  while (char option = options.Next()) {
    if (option == '?') return 2;
    physical = option == 'P';
  }
  std::string path = process.cwd;
  if (physical) {
    auto real = process.files().Realpath(process.caller(), path);
    if (real.ok()) path = *real;
  }
  process.Write(1, path + "\n");
  return 0;
}

BuiltinResult BuiltinPushd(Process& process, const std::vector<std::string>& args) {
  bool changes = true;
  size_t at = 1;
  if (at < args.size() && args[at] == "-n") changes = false, ++at;
  if (at < args.size() && args[at] == "--") ++at;
  auto& stack = process.directories.Mutable();
  std::string from = process.cwd;
  if (at >= args.size()) {
    if (stack.empty()) {
      process.BuiltinError("no other directory");
      return 1;
    }
    std::string to = stack[0];
    if (int error = ChangeDirectory(process, to, false)) {
      process.BuiltinError(to, ": ", ErrnoText(error));
      return 1;
    }
    stack[0] = from;
  } else if (int64_t index = StackIndex(process, args[at]); index != -1) {
    if (index == -2) {
      stack.empty() ? process.BuiltinError("directory stack empty")
                    : process.BuiltinError(args[at], ": directory stack index out of range");
      return 1;
    }
    std::vector<std::string> all{from};
    all.insert(all.end(), stack.begin(), stack.end());
    std::rotate(all.begin(), all.begin() + index, all.end());
    if (int error = ChangeDirectory(process, all[0], false)) {
      process.BuiltinError(all[0], ": ", ErrnoText(error));
      return 1;
    }
    process.directories.Mutable().assign(all.begin() + 1, all.end());
  } else if (!changes) {
    stack.insert(stack.begin(), args[at]);
    process.directories.HoldMore(&process.budget(), static_cast<int64_t>(args[at].size()) + 40);
  } else {
    std::string to = args[at] == "-" ? std::string(ValueOr(process, "OLDPWD", "")) : args[at];
    if (ChangeByCdpath(process, to, false)) {
      // It is there by now.
    } else if (int error = ChangeDirectory(process, to, false);
               error != 0 && !ChangeByVariable(process, to, false)) {
      process.BuiltinError(to, ": ", ErrnoText(error));
      return 1;
    }
    stack.insert(stack.begin(), from);
    process.directories.HoldMore(&process.budget(), static_cast<int64_t>(from.size()) + 40);
  }
  PrintStack(process, false, false, false);
  return 0;
}

BuiltinResult BuiltinPopd(Process& process, const std::vector<std::string>& args) {
  bool changes = true;
  size_t at = 1;
  if (at < args.size() && args[at] == "-n") changes = false, ++at;
  auto& stack = process.directories.Mutable();
  if (stack.empty()) {
    process.BuiltinError("directory stack empty");
    return 1;
  }
  int64_t index = at < args.size() ? StackIndex(process, args[at]) : 0;
  if (index == -1) {
    process.BuiltinError(args[at], ": invalid argument");
    return UsageError(process, "popd");
  }
  if (index == -2) {
    process.BuiltinError(args[at], ": directory stack index out of range");
    return 1;
  }
  if (index == 0 && changes) {
    std::string to = stack[0];
    if (int error = ChangeDirectory(process, to, false)) {
      process.BuiltinError(to, ": ", ErrnoText(error));
      return 1;
    }
    stack.erase(stack.begin());
  } else {
    stack.erase(stack.begin() + std::max<int64_t>(0, index - 1));
  }
  process.directories.Hold(&process.budget(), BytesOf(*process.directories));
  PrintStack(process, false, false, false);
  return 0;
}

BuiltinResult BuiltinDirs(Process& process, const std::vector<std::string>& args) {
  bool long_form = false, lines = false, numbered = false;
  for (size_t i = 1; i < args.size(); ++i) {
    if (args[i] == "-c") {
      process.directories = {};
      return 0;
    }
    if (args[i] == "-l") {
      long_form = true;
    } else if (args[i] == "-p") {
      lines = true;
    } else if (args[i] == "-v") {
      numbered = true;
    } else if (int64_t index = StackIndex(process, args[i]); index >= 0) {
      std::string path =
          index == 0 ? process.cwd : (*process.directories)[static_cast<size_t>(index) - 1];
      process.Write(1, (long_form ? path : WithTilde(process, path)) + "\n");
      return 0;
    } else {
      if (index == -2) {
        process.directories->empty()
            ? process.BuiltinError("directory stack empty")
            : process.BuiltinError(args[i], ": directory stack index out of range");
        return 1;
      }
      process.BuiltinError(args[i], ": invalid number");
      return UsageError(process, "dirs");
    }
  }
  PrintStack(process, long_form, lines, numbered);
  return 0;
}

}  // namespace pysub::shell
