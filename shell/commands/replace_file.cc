#include "shell/commands/replace_file.h"

#include <cerrno>

#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

// "dir/sedXXXXXX", as mkstemp() makes it.
std::string NameBeside(CommandIo& io, const std::string& path, std::string_view prefix) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string name = path.substr(0, path.rfind('/') + 1) + std::string(prefix);
  uint64_t random = io.Random();
  for (int i = 0; i < 6; ++i, random /= kLetters.size()) name += kLetters[random % kLetters.size()];
  return name;
}

// Under both names at once, so that there is always a file by the first.
files::Status KeepAs(CommandIo& io, const std::string& path, const std::string& backup) {
  files::FileSystem& files = io.files();
  const files::Caller caller = CallerOf(io);
  (void)files.Unlink(caller, backup);
  const files::Status linked = files.Link(caller, path, backup);
  // (There are file systems without links.)
  return linked.error() == EPERM ? files.Rename(caller, path, backup) : linked;
}

}  // namespace

Replaced ReplaceFile(CommandIo& io, const std::string& path, std::string_view bytes, uint32_t mode,
                     std::string_view prefix, const std::string& backup) {
  files::FileSystem& files = io.files();
  const files::Caller caller = CallerOf(io);
  std::string made;
  files::Result<uint64_t> written(files::Status(EEXIST));
  for (int attempt = 0; attempt < 8 && written.status().error() == EEXIST; ++attempt) {
    made = NameBeside(io, path, prefix);
    written = files.WriteFile(caller, made, bytes, {.exclusive = true, .mode = mode});
  }
  using Call = Replaced::Call;
  const auto failed = [&](Call call, files::Status status, const std::string& name) {
    if (status.error() != EEXIST || call != Call::kWrite) (void)files.Unlink(caller, made);
    return Replaced{call, status, name};
  };
  if (!written.ok()) return failed(Call::kWrite, written.status(), made);
  if (*written != bytes.size()) return failed(Call::kWrite, ENOSPC, made);
  (void)files.Chmod(caller, made, mode);
  if (!backup.empty()) {
    if (const files::Status kept = KeepAs(io, path, backup); !kept.ok())
      return failed(Call::kLink, kept, backup);
  }
  const files::Status renamed = files.Rename(caller, made, path);
  return renamed.ok() ? Replaced() : failed(Call::kRename, renamed, made);
}

}  // namespace pysub::shell
