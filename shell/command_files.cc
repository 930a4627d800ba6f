#include "shell/command_files.h"

#include <limits.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "osbridge/direct_files.h"
#include "shell/machine_clock.h"

namespace pysub {

namespace {

// The directories of a PYTHONPATH.
void AddDirectories(std::string_view text, std::vector<std::string>* path) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(':'), text.size());
    if (end > 0) path->emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

int64_t CommandFiles::NowNs() { return command_.virtual_clock.value_or(false) && vm_ != nullptr ? vm_->virtual_clock_ns : MachineTime(); }

std::string CommandFiles::Make() {
  files::Limits limits;
  limits.max_bytes = limits.max_file_bytes = std::min(limits.max_bytes, command_.limits.memory_bytes);
  files_ = std::make_unique<files::FileSystem>(limits, this);
  const files::Caller root{.uid = 0, .gid = 0};
  if (files_->Mkdir(root, "/tmp").ok()) static_cast<void>(files_->Chmod(root, "/tmp", 01777));
  static_cast<void>(files_->Chmod(root, "/", 0777));
  for (const usage::Mount& mount : command_.mounts) {
    files::MountOptions options;
    options.mode = mount.mode == usage::Mount::Mode::kReadWrite ? files::MountMode::kReadWrite
                   : mount.mode == usage::Mount::Mode::kOverlay ? files::MountMode::kOverlayMemory
                                                                : files::MountMode::kReadOnly;
    if (mount.write_bytes_limit) options.write_bytes_limit = *mount.write_bytes_limit;
    files::Status done = files_->Mount(mount.virtual_path, mount.host_directory, options);
    if (!done.ok()) {
      return "cannot mount '" + mount.host_directory + "' at '" + mount.virtual_path + "': " + std::strerror(done.error());
    }
  }
  return "";
}

std::string CommandFiles::Prepare() {
  if (command_.mounts.empty() && command_.working_directory == "/") return "";
  std::string error = Make();
  if (!error.empty()) return error;
  files::Result<files::Stat> stat = files_->StatPath({}, command_.working_directory);
  if (stat.ok() && stat->IsDirectory()) return "";
  return "cannot begin in '" + command_.working_directory + "': " + std::strerror(stat.ok() ? ENOTDIR : stat.error());
}

std::vector<std::string> CommandFiles::ModulePath() {
  std::vector<std::string> path = {""};
  const bool module = command_.source == ProgramSource::kModule && command_.working_directory == "/";
  if (command_.source == ProgramSource::kFile || module) {
    char resolved[PATH_MAX];
    if (realpath(module ? "." : command_.text.c_str(), resolved) != nullptr) {
      path[0] = resolved;
      if (!module) path[0].resize(std::max<size_t>(path[0].rfind('/'), 1));
      module_directory_ = path[0];
    }
  }
  const auto more = command_.environment.find("PYTHONPATH");
  if (more != command_.environment.end()) AddDirectories(more->second, &path);
  return path;
}

// Of what imports look at (their calls have an argument more than others), what lies below the program's own directory.
int CommandFiles::AnswerImport(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
  const size_t plain = call == OsCallId::kFileStat ? 2 : call == OsCallId::kFileRead ? 3 : args.size();
  if (args.size() == plain || module_directory_.empty() || !Vm::IsStr(args[0])) return ENOENT;
  const std::string_view path = Vm::View(args[0]);
  if (!path.starts_with(module_directory_)) return ENOENT;
  if (module_files_ == nullptr) {
    module_files_ = std::make_unique<files::FileSystem>(files::Limits(), this);
    files::MountOptions options;
    options.mode = files::MountMode::kReadOnly;
    if (!module_files_->Mount(module_directory_, module_directory_, options).ok()) return ENOENT;
  }
  const files::Result<files::Stat> stat = module_files_->StatPath({}, path);
  if (!stat.ok()) return stat.error();
  if (!stat->IsDirectory() && !path.ends_with(".py")) return ENOENT;
  return AnswerFromFiles(*module_files_, vm, call, args, answer);
}

int CommandFiles::Answer(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
  if (call == OsCallId::kAllEnvironment) return AnswerEnvironment(command_.environment, vm, answer);
  vm_ = &vm;
  if (const int error = AnswerImport(vm, call, args, answer); error != ENOENT) {
    vm_ = nullptr;
    return error;
  }
  if (files_ == nullptr) static_cast<void>(Make());
  const int error = AnswerFromFiles(*files_, vm, call, args, answer);
  vm_ = nullptr;
  return error;
}

}  // namespace pysub
