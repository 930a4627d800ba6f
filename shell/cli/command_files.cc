#include "shell/cli/command_files.h"

#include <cerrno>
#include <cstring>

#include "osbridge/direct_files.h"
#include "shell/cli/machine_clock.h"

namespace pysub {

int64_t CommandFiles::NowNs() {
  return command_.virtual_clock.value_or(false) && vm_ != nullptr ? vm_->host.virtual_clock_ns
                                                                  : MachineTime();
}

std::string CommandFiles::Make() {
  files::Limits limits;
  limits.max_bytes = limits.max_file_bytes =
      std::min(limits.max_bytes, command_.limits.memory_bytes);
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
      return "cannot mount '" + mount.host_directory + "' at '" + mount.virtual_path +
             "': " + std::strerror(done.error());
    }
  }
  return "";
}

std::string CommandFiles::Prepare() {
  if (std::string error = imports_.Prepare(); !error.empty()) return error;
  if (command_.mounts.empty() && command_.working_directory == "/") return "";
  std::string error = Make();
  if (!error.empty()) return error;
  files::Result<files::Stat> stat = files_->StatPath({}, command_.working_directory);
  if (stat.ok() && stat->IsDirectory()) return "";
  return "cannot begin in '" + command_.working_directory +
         "': " + std::strerror(stat.ok() ? ENOTDIR : stat.error());
}

int CommandFiles::Answer(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
  if (call == OsCallId::kEnvironment) return AnswerEnvironment(command_.environment, vm, answer);
  vm_ = &vm;
  if (const int error = imports_.Answer(vm, call, args, answer); error != ENOENT) {
    vm_ = nullptr;
    return error;
  }
  if (given_ == nullptr && files_ == nullptr) static_cast<void>(Make());
  const int error = AnswerFromFiles(given_ != nullptr ? *given_ : *files_, vm, call, args, answer);
  vm_ = nullptr;
  return error;
}

}  // namespace pysub
