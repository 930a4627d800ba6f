#include <algorithm>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/read_integer.h"
#include "shell/run/variable_access.h"

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

bool IsReadonly(Process& process, Symbol symbol) {
  const Variable* variable = process.variables.Find(symbol);
  return variable != nullptr && variable->Has(kReadonly);
}

std::string WithTilde(Process& process, const std::string& path) {
  const std::string* home = ValueOf(process, kSymHome);
  if (home == nullptr || home->empty() || !path.starts_with(*home)) return path;
  if (path.size() > home->size() && path[home->size()] != '/') return path;
  return "~" + path.substr(home->size());
}

std::string Numbered(size_t index) {
  return (index < 10 ? " " : "") + std::to_string(index) + "  ";
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
    if (numbered) out += Numbered(i);
    out += shown;
    out += lines || numbered ? "\n" : i + 1 < all.size() ? " " : "\n";
  }
  process.Write(1, out);
}

int FailToChange(Process& process, std::string_view path, int error) {
  GrowingText shown(&process.budget());
  QuoteControls(path, &shown);
  process.BuiltinError(shown.text(), ": ", ErrnoText(error));
  return 1;
}

bool IsSigned(std::string_view text) { return text.starts_with('+') || text.starts_with('-'); }

// +N or -N as an index into the stack with the current directory at 0, which is behind the end when
// there is none. False: it is no number, and that is told.
bool ReadIndex(Process& process, const std::string& text, size_t* index) {
  int64_t number = 0;
  if (!ReadInteger(std::string_view(text).substr(1), &number)) {
    process.BuiltinError(text, ": invalid number");
    UsageError(process, process.error_prefix);
    return false;
  }
  const size_t size = process.directories->size() + 1;
  *index = number < 0 ? size : static_cast<size_t>(number);
  if (text[0] == '-') *index = *index < size ? size - 1 - *index : size;
  return true;
}

int OutsideStack(Process& process, std::string_view index) {
  process.directories->empty()
      ? process.BuiltinError("directory stack empty")
      : process.BuiltinError(index, ": directory stack index out of range");
  return 1;
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
  const auto changed = [&] {
    return IsReadonly(process, kSymPwd) || IsReadonly(process, kSymOldPwd) ? 1 : 0;
  };
  if (ChangeByCdpath(process, path, physical)) return changed();
  int error = ChangeDirectory(process, path, physical);
  if (error != 0 && ChangeByVariable(process, path, physical)) return changed();
  if (error != 0) return FailToChange(process, path, error);
  if (prints) process.Write(1, (path.empty() ? "" : process.cwd) + "\n");
  return changed();
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

namespace {

// The two on top change places.
int Swap(Process& process) {
  auto& stack = process.directories.Mutable();
  if (stack.empty()) {
    process.BuiltinError("no other directory");
    return 1;
  }
  const std::string from = process.cwd, to = stack[0];
  if (int error = ChangeDirectory(process, to, false)) return FailToChange(process, to, error);
  stack[0] = from;
  PrintStack(process, false, false, false);
  return 0;
}

int Rotate(Process& process, size_t index, bool changes) {
  auto& stack = process.directories.Mutable();
  if (!process.budget().Tick(stack.size() / 4 + 1)) return 1;
  std::vector<std::string> all{process.cwd};
  all.insert(all.end(), stack.begin(), stack.end());
  std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(index), all.end());
  const int error = changes ? ChangeDirectory(process, all[0], false) : 0;
  if (error != 0) return FailToChange(process, all[0], error);
  stack.assign(all.begin() + 1, all.end());
  process.directories.Hold(&process.budget(), BytesOf(stack));
  if (changes) PrintStack(process, false, false, false);
  return 0;
}

void Push(Process& process, std::string path) {
  process.directories.HoldMore(&process.budget(), static_cast<int64_t>(path.size()) + 40);
  auto& stack = process.directories.Mutable();
  stack.insert(stack.begin(), std::move(path));
  PrintStack(process, false, false, false);
}

// `-` is the directory before, and shown.
int PushChanging(Process& process, const std::string& path) {
  const std::string* old = path == "-" ? ValueOf(process, kSymOldPwd) : nullptr;
  if (path == "-" && old == nullptr) {
    process.BuiltinError("OLDPWD not set");
    return 1;
  }
  const std::string to = old == nullptr ? path : *old;
  std::string from = process.cwd;
  if (!ChangeByCdpath(process, to, false)) {
    const int error = ChangeDirectory(process, to, false);
    if (error != 0 && !ChangeByVariable(process, to, false))
      return FailToChange(process, to, error);
  }
  if (path == "-") process.Write(1, process.cwd + "\n");
  Push(process, std::move(from));
  return 0;
}

}  // namespace

BuiltinResult BuiltinPushd(Process& process, const std::vector<std::string>& args) {
  bool changes = true, rotates = false;
  size_t index = 0, at = 1;
  for (; at < args.size() && IsSigned(args[at]) && args[at] != "-"; ++at) {
    if (args[at] == "--") {
      ++at;
      break;
    }
    if (args[at] == "-n") {
      changes = false;
      continue;
    }
    if (!ReadIndex(process, args[at], &index)) return 2;
    if (index > process.directories->size()) return OutsideStack(process, args[at]);
    rotates = true;
  }
  if (at + 1 < args.size()) {
    process.BuiltinError("too many arguments");
    return 1;
  }
  if (rotates) return Rotate(process, index, changes);
  if (at >= args.size()) return changes ? Swap(process) : 0;
  if (changes) return PushChanging(process, args[at]);
  Push(process, args[at]);
  return 0;
}

BuiltinResult BuiltinPopd(Process& process, const std::vector<std::string>& args) {
  bool changes = true;
  size_t index = 0;
  std::string_view given;
  for (size_t at = 1; at < args.size() && args[at] != "--"; ++at) {
    if (args[at] == "-n") {
      changes = false;
    } else if (IsSigned(args[at])) {
      if (!ReadIndex(process, args[at], &index)) return 2;
      given = args[at];
    } else {
      process.BuiltinError(args[at], ": invalid argument");
      return UsageError(process, "popd");
    }
  }
  auto& stack = process.directories.Mutable();
  if (stack.empty() || index > stack.size()) return OutsideStack(process, given);
  if (index == 0 && changes) {
    const std::string to = stack[0];
    if (int error = ChangeDirectory(process, to, false)) return FailToChange(process, to, error);
  }
  stack.erase(stack.begin() + (index == 0 ? 0 : static_cast<std::ptrdiff_t>(index) - 1));
  process.directories.Hold(&process.budget(), BytesOf(*process.directories));
  PrintStack(process, false, false, false);
  return 0;
}

BuiltinResult BuiltinDirs(Process& process, const std::vector<std::string>& args) {
  bool clears = false, long_form = false, lines = false, numbered = false;
  std::string_view given;  // +N or -N
  size_t index = 0;
  for (size_t i = 1; i < args.size() && args[i] != "--"; ++i) {
    if (args[i] == "-c") {
      clears = true;
    } else if (args[i] == "-l") {
      long_form = true;
    } else if (args[i] == "-p") {
      lines = true;
    } else if (args[i] == "-v") {
      numbered = true;
    } else if (!IsSigned(args[i])) {
      return InvalidOption(process, "dirs", args[i]);
    } else {
      if (!ReadIndex(process, args[i], &index)) return 2;
      given = args[i];
    }
  }
  if (clears) {
    process.directories = {};
  } else if (given.empty()) {
    PrintStack(process, long_form, lines, numbered);
  } else if (index > process.directories->size()) {
    return OutsideStack(process, given.substr(1));
  } else {
    const std::string& path = index == 0 ? process.cwd : (*process.directories)[index - 1];
    process.Write(1, (numbered ? Numbered(index) : "") +
                         (long_form ? path : WithTilde(process, path)) + "\n");
  }
  return 0;
}

}  // namespace pysub::shell
