#include "shell/cli/import_files.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "osbridge/direct_files.h"
#include "vm/imports.h"

namespace pysub {
namespace {

constexpr std::string_view kInside = "/host";  // where the directory lies in ImportFiles::files_

// Absolute, without `.`, `..` and empty parts, and without a slash at its end: the root is "".
std::string Normalized(std::string_view path, std::string_view working_directory) {
  std::string whole = path.starts_with('/')
                          ? std::string(path)
                          : std::string(working_directory) + "/" + std::string(path);
  std::string result;
  for (size_t at = 0; at < whole.size();) {
    const size_t end = std::min(whole.find('/', at), whole.size());
    const std::string_view part = std::string_view(whole).substr(at, end - at);
    if (part == "..") {
      result.resize(std::min(result.rfind('/'), result.size()));
    } else if (!part.empty() && part != ".") {
      result.append("/").append(part);
    }
    at = end + 1;
  }
  return result;
}

std::string_view WithoutLastPart(std::string_view path) {
  return path.substr(0, std::min(path.rfind('/'), path.size()));
}

bool IsIdentifier(std::string_view text) {
  const auto is_letter = [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; };
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || static_cast<uint8_t>(c) >= 0x80;
  });
}

// Whether an import statement can lead to "/package/module.py" or "/package".
bool CanBeImported(std::string_view path) {
  if (path.ends_with(".py")) path.remove_suffix(3);
  while (!path.empty()) {
    path.remove_prefix(1);
    const size_t end = std::min(path.find('/'), path.size());
    if (!IsIdentifier(path.substr(0, end))) return false;
    path.remove_prefix(end);
  }
  return true;
}

// The directories of a PYTHONPATH.
void AddDirectories(std::string_view text, std::vector<std::string>* path) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(':'), text.size());
    if (end > 0) path->emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string RealPath(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) != nullptr ? resolved : "";
}

}  // namespace

// "" is the directory that the program is in, as for `-c`.
std::string ImportFiles::ShownDirectory(const Vm& vm) const {
  const Value path = FirstModulePath(vm);  // of a run that goes on and has asked already
  if (IsObjectOf(path, TypeId::kList) && path.As<List>()->size > 0 &&
      Vm::IsStr(path.As<List>()->items()[0])) {
    return std::string(Vm::View(path.As<List>()->items()[0]));
  }
  const std::string_view name =
      vm.arguments.empty() ? std::string_view() : std::string_view(vm.arguments[0]);
  if (name.empty() || name.starts_with('-')) return "";
  // A program that is a directory is named without its __main__.py.
  const std::string whole = Normalized(name, vm.host.working_directory);
  const std::string_view directory =
      name.ends_with(".py") || !command_.text.ends_with("/__main__.py") ? WithoutLastPart(whole)
                                                                        : whole;
  return directory.empty() ? "/" : std::string(directory);
}

std::string ImportFiles::HostDirectory() const {
  if (!command_.imports) return "";
  if (!command_.imports_directory.empty()) return RealPath(command_.imports_directory);
  if (command_.source == ProgramSource::kModule && command_.working_directory == "/")
    return RealPath(".");
  if (command_.source != ProgramSource::kFile || command_.resumes) return "";
  const std::string program = RealPath(command_.text);
  return program.empty() ? "" : program.substr(0, std::max<size_t>(program.rfind('/'), 1));
}

std::string ImportFiles::Prepare() const {
  const std::string& directory = command_.imports_directory;
  struct stat status = {};
  if (directory.empty() || (stat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode)))
    return "";
  return "cannot import from '" + directory +
         "': " + std::strerror(S_ISREG(status.st_mode) ? ENOTDIR : errno);
}

std::vector<std::string> ImportFiles::ModulePath(const Vm& vm) const {
  std::vector<std::string> path;
  if (!command_.safe_path) path.push_back(ShownDirectory(vm));
  const auto more = command_.environment.find("PYTHONPATH");
  if (more != command_.environment.end() && !command_.ignores_environment)
    AddDirectories(more->second, &path);
  return path;
}

int ImportFiles::Answer(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
  // The calls of imports have an argument more than others.
  const size_t plain = call == OsCallId::kFileStat   ? 2
                       : call == OsCallId::kReadFile ? 3
                                                     : args.size();
  // (What is longer is the path of no file, and would be copied outside of the program's account.)
  if (args.size() == plain || !Vm::IsStr(args[0]) || Vm::View(args[0]).size() >= PATH_MAX)
    return ENOENT;
  if (!std::exchange(looked_, true)) {
    shown_ = Normalized(ShownDirectory(vm), vm.host.working_directory);
    const std::string host = HostDirectory();
    files::MountOptions options;
    options.mode = files::MountMode::kReadOnly;
    auto made = std::make_unique<files::FileSystem>(files::Limits(), owner_);
    if (!host.empty() && made->Mount(kInside, host, options).ok()) files_ = std::move(made);
  }
  const std::string path = Normalized(Vm::View(args[0]), vm.host.working_directory);
  if (files_ == nullptr || !path.starts_with(shown_)) return ENOENT;
  const std::string_view below = std::string_view(path).substr(shown_.size());
  if (!below.starts_with('/') || !CanBeImported(below)) return ENOENT;
  const std::string inside = std::string(kInside).append(below);
  const files::Result<files::Stat> stat = files_->StatPath({}, inside);
  if (!stat.ok()) return stat.error();
  if (!stat->IsDirectory() && !inside.ends_with(".py")) return ENOENT;
  std::vector<Value> asked(args.begin(), args.end());
  asked[0] = vm.NewStr(inside);
  if (asked[0].IsFailed()) {
    *answer = asked[0];
    return 0;
  }
  return AnswerFromFiles(*files_, vm, call, asked, answer);
}

}  // namespace pysub
