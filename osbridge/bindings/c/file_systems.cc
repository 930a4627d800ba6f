// File systems of pysub.h.

#include "osbridge/bindings/c/call.h"

namespace pysub::c {
namespace {

using files::FileSystem;

// A file system and its clock, which has to outlive it.
struct Tree {
  Tree(int64_t (*now_ns)(void* context), void* context) {
    clock.now_ns = now_ns;
    clock.context = context;
  }

  Clock clock;
  std::unique_ptr<FileSystem> files;
};

std::shared_ptr<Tree> TreeOf(Call& call, const pysub_files_options* given) {
  const auto options = call.Options(given, "pysub_files_options");
  return std::make_shared<Tree>(options.now_ns, options.context);
}

pysub_files* HandleOf(std::shared_ptr<Tree> tree) {
  auto* handle = new pysub_files;
  handle->files = tree->files.get();
  handle->clock = &tree->clock;
  handle->busy = &tree->clock.busy;
  handle->own = std::shared_ptr<FileSystem>(std::move(tree), handle->files);
  handle->caller.cwd = handle->directory;
  return handle;
}

// One operation on a path, from its arguments to its end: `run` gives a files::Status.
template <typename Run>
pysub_status OnPath(pysub_files* files, const char* path, size_t path_size, pysub_error** error,
                    Run run) {
  Call call(error);
  const std::string_view text = call.Text(path, path_size, "the path");
  if (!call.Use(files)) return call.status();
  return call.End(run(*files->files, files->caller, text));
}

// The same of two texts.
template <typename Run>
pysub_status OnPaths(pysub_files* files, const char* from, size_t from_size, const char* to,
                     size_t to_size, pysub_error** error, Run run) {
  Call call(error);
  const std::string_view second = call.Text(to, to_size, "the second path");
  const std::string_view first = call.Text(from, from_size, "the first path");
  if (!call.Use(files)) return call.status();
  return call.End(run(*files->files, files->caller, first, second));
}

pysub_file_kind KindOf(files::FileKind kind) {
  switch (kind) {
    case files::FileKind::kFile: return PYSUB_FILE;
    case files::FileKind::kDirectory: return PYSUB_DIRECTORY;
    case files::FileKind::kSymlink: return PYSUB_SYMLINK;
    case files::FileKind::kFifo: return PYSUB_FIFO;
    case files::FileKind::kDevice: return PYSUB_DEVICE;
    case files::FileKind::kOther: return PYSUB_OTHER_FILE;
  }
  return PYSUB_OTHER_FILE;
}

pysub_mount_mode ModeOf(files::MountMode mode) {
  switch (mode) {
    case files::MountMode::kOverlayMemory: return PYSUB_MOUNT_OVERLAY;
    case files::MountMode::kReadOnly: return PYSUB_MOUNT_READ_ONLY;
    case files::MountMode::kReadWrite: return PYSUB_MOUNT_READ_WRITE;
  }
  return PYSUB_MOUNT_READ_ONLY;
}

}  // namespace

files::Limits FileLimitsOf(Call& call, const pysub_files_options* given) {
  const auto options = call.Options(given, "pysub_files_options");
  files::Limits limits;
  if (options.max_bytes != 0) limits.max_bytes = options.max_bytes;
  if (options.max_file_bytes != 0) limits.max_file_bytes = options.max_file_bytes;
  if (options.max_files != 0) limits.max_files = options.max_files;
  limits.max_depth = NumberOf(options.max_depth, limits.max_depth);
  call.Memory(limits.max_bytes, "max_bytes");
  call.Memory(limits.max_file_bytes, "max_file_bytes");
  return limits;
}

files::MountOptions MountOptionsOf(Call& call, const pysub_mount_options* given) {
  const auto options = call.Options(given, "pysub_mount_options");
  files::MountOptions result;
  constexpr files::MountMode kModes[] = {files::MountMode::kOverlayMemory,
                                         files::MountMode::kReadOnly, files::MountMode::kReadWrite};
  if (call.Among(options.mode, PYSUB_MOUNT_READ_WRITE, "mode")) result.mode = kModes[options.mode];
  if (options.write_bytes_limit != 0) result.write_bytes_limit = options.write_bytes_limit;
  if (options.any_links != 0) result.new_links = files::NewLinks::kAny;
  return result;
}

}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it
using pysub::HostValue;
using pysub::files::Caller;
using pysub::files::FileSystem;

pysub_status pysub_files_create(const pysub_files_options* options, pysub_files** result,
                                pysub_error** error) {
  Call call(error);
  call.Result(result);
  const pysub::files::Limits limits = FileLimitsOf(call, options);
  if (!call.ok()) return call.status();
  auto tree = TreeOf(call, options);
  tree->files = std::make_unique<FileSystem>(limits, &tree->clock);
  *result = HandleOf(std::move(tree));
  return call.status();
}

pysub_status pysub_files_free(pysub_files* files) {
  if (files == nullptr) return PYSUB_OK;
  if (files->own == nullptr) return PYSUB_FAILED_PRECONDITION;
  if (files->busy->exchange(true)) return PYSUB_IN_USE;
  delete files;
  return PYSUB_OK;
}

pysub_status pysub_files_set_caller(pysub_files* files, const char* directory,
                                    size_t directory_size, uint32_t umask, uint32_t uid,
                                    uint32_t gid, pysub_error** error) {
  Call call(error);
  std::string_view text = "/";
  if (directory != nullptr) text = call.Text(directory, directory_size, "the directory");
  if (call.ok() && !text.starts_with('/')) {
    call.Fail(PYSUB_INVALID_ARGUMENT, "the directory is not absolute");
  }
  if (!call.Use(files)) return call.status();
  files->directory = std::string(text);
  files->caller = {.cwd = files->directory, .umask = umask, .uid = uid, .gid = gid};
  return call.status();
}

pysub_status pysub_files_read(pysub_files* files, const char* path, size_t path_size,
                              uint64_t offset, uint64_t max_bytes, pysub_buffer** result,
                              pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(path, path_size, "the path");
  if (!call.Use(files)) return call.status();
  return call.Give(files->files->ReadFile(files->caller, text, offset, max_bytes), result);
}

pysub_status pysub_files_write(pysub_files* files, const char* path, size_t path_size,
                               const char* bytes, size_t size, pysub_write_mode mode,
                               uint32_t permissions, pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(path, path_size, "the path");
  const std::string_view contents = call.Text(bytes, size, "the bytes");
  call.Among(mode, PYSUB_WRITE_NEW, "the mode");
  pysub::files::WriteOptions options;
  if (mode == PYSUB_WRITE_APPEND) options.how = pysub::files::WriteOptions::kAppend;
  options.exclusive = mode == PYSUB_WRITE_NEW;
  if (permissions != 0) options.mode = permissions;
  if (!call.Use(files)) return call.status();
  return call.End(files->files->WriteFile(files->caller, text, contents, options).status());
}

pysub_status pysub_files_status(pysub_files* files, const char* path, size_t path_size, int follow,
                                pysub_file_status* result, pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(path, path_size, "the path");
  if (!call.Use(files)) return call.status();
  const auto stat = files->files->StatPath(
      files->caller, text, follow != 0 ? pysub::files::Follow::kYes : pysub::files::Follow::kNo);
  if (!stat.ok()) return call.End(stat.status());
  pysub_file_status answer = PYSUB_FILE_STATUS_INIT;
  answer.kind = KindOf(stat->kind);
  answer.mode = stat->StMode();
  answer.links = stat->links;
  answer.device = stat->dev;
  answer.uid = stat->uid;
  answer.gid = stat->gid;
  answer.inode = stat->ino;
  answer.size = stat->size;
  answer.atime_ns = stat->atime_ns;
  answer.mtime_ns = stat->mtime_ns;
  answer.ctime_ns = stat->ctime_ns;
  return call.Fill(answer, result);
}

pysub_status pysub_files_list(pysub_files* files, const char* path, size_t path_size,
                              pysub_value** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(path, path_size, "the path");
  if (!call.Use(files)) return call.status();
  const auto entries = files->files->List(files->caller, text);
  if (!entries.ok()) return call.End(entries.status());
  std::vector<HostValue> items;
  for (const pysub::files::DirectoryEntry& entry : *entries) {
    items.push_back(
        HostValue::Tuple({HostValue::Bytes(entry.name), HostValue(KindOf(entry.kind))}));
  }
  return call.Give(HostValue::List(std::move(items)), result);
}

pysub_status pysub_files_make_directory(pysub_files* files, const char* path, size_t path_size,
                                        uint32_t permissions, pysub_error** error) {
  return OnPath(files, path, path_size, error,
                [&](FileSystem& system, const Caller& caller, std::string_view text) {
                  return system.Mkdir(caller, text, permissions == 0 ? 0777 : permissions);
                });
}

pysub_status pysub_files_remove_directory(pysub_files* files, const char* path, size_t path_size,
                                          pysub_error** error) {
  return OnPath(files, path, path_size, error,
                [](FileSystem& system, const Caller& caller, std::string_view text) {
                  return system.Rmdir(caller, text);
                });
}

pysub_status pysub_files_remove(pysub_files* files, const char* path, size_t path_size,
                                pysub_error** error) {
  return OnPath(files, path, path_size, error,
                [](FileSystem& system, const Caller& caller, std::string_view text) {
                  return system.Unlink(caller, text);
                });
}

pysub_status pysub_files_rename(pysub_files* files, const char* from, size_t from_size,
                                const char* to, size_t to_size, pysub_error** error) {
  return OnPaths(
      files, from, from_size, to, to_size, error,
      [](FileSystem& system, const Caller& caller, std::string_view old_name,
         std::string_view new_name) { return system.Rename(caller, old_name, new_name); });
}

pysub_status pysub_files_link(pysub_files* files, const char* from, size_t from_size,
                              const char* to, size_t to_size, pysub_error** error) {
  return OnPaths(files, from, from_size, to, to_size, error,
                 [](FileSystem& system, const Caller& caller, std::string_view old_name,
                    std::string_view new_name) { return system.Link(caller, old_name, new_name); });
}

pysub_status pysub_files_symlink(pysub_files* files, const char* target, size_t target_size,
                                 const char* path, size_t path_size, pysub_error** error) {
  return OnPaths(files, target, target_size, path, path_size, error,
                 [](FileSystem& system, const Caller& caller, std::string_view said,
                    std::string_view name) { return system.Symlink(caller, said, name); });
}

pysub_status pysub_files_set_permissions(pysub_files* files, const char* path, size_t path_size,
                                         uint32_t permissions, pysub_error** error) {
  return OnPath(files, path, path_size, error,
                [&](FileSystem& system, const Caller& caller, std::string_view text) {
                  return system.Chmod(caller, text, permissions);
                });
}

pysub_status pysub_files_truncate(pysub_files* files, const char* path, size_t path_size,
                                  uint64_t size, pysub_error** error) {
  return OnPath(files, path, path_size, error,
                [&](FileSystem& system, const Caller& caller, std::string_view text) {
                  return system.Truncate(caller, text, size);
                });
}

pysub_status pysub_files_set_times(pysub_files* files, const char* path, size_t path_size,
                                   int64_t atime_ns, int64_t mtime_ns, pysub_error** error) {
  return OnPath(files, path, path_size, error,
                [&](FileSystem& system, const Caller& caller, std::string_view text) {
                  return system.SetTimes(caller, text, atime_ns, mtime_ns);
                });
}

pysub_status pysub_files_read_link(pysub_files* files, const char* path, size_t path_size,
                                   pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(path, path_size, "the path");
  if (!call.Use(files)) return call.status();
  return call.Give(files->files->Readlink(files->caller, text), result);
}

pysub_status pysub_files_real_path(pysub_files* files, const char* path, size_t path_size,
                                   pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(path, path_size, "the path");
  if (!call.Use(files)) return call.status();
  return call.Give(files->files->Realpath(files->caller, text), result);
}

pysub_status pysub_files_mount(pysub_files* files, const char* path, size_t path_size,
                               const char* host_directory, size_t host_directory_size,
                               const pysub_mount_options* options, pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(path, path_size, "the path");
  const std::string_view directory =
      call.Text(host_directory, host_directory_size, "the directory");
  const pysub::files::MountOptions settings = MountOptionsOf(call, options);
  if (!call.Use(files)) return call.status();
  return call.End(files->files->Mount(text, std::string(directory), settings));
}
pysub_status pysub_files_attach(pysub_files* files, const char* path, size_t path_size,
                                const char* host_directory, size_t host_directory_size,
                                const pysub_mount_options* options, pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(path, path_size, "the path");
  const std::string_view directory =
      call.Text(host_directory, host_directory_size, "the directory");
  const pysub::files::MountOptions settings = MountOptionsOf(call, options);
  if (!call.Use(files)) return call.status();
  return call.End(files->files->Attach(text, std::string(directory), settings));
}

pysub_status pysub_files_mounts(pysub_files* files, pysub_value** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(files)) return call.status();
  std::vector<HostValue> items;
  for (const pysub::files::MountInfo& mount : files->files->Mounts()) {
    items.push_back(HostValue::Tuple({HostValue::Bytes(mount.path), HostValue(ModeOf(mount.mode)),
                                      HostValue(mount.attached), HostValue(mount.bytes_written)}));
  }
  return call.Give(HostValue::List(std::move(items)), result);
}

pysub_status pysub_files_usage(pysub_files* files, uint64_t* bytes, uint64_t* count,
                               pysub_error** error) {
  Call call(error);
  const bool may = call.Use(files);
  if (bytes != nullptr) *bytes = may ? files->files->BytesUsed() : 0;
  if (count != nullptr) *count = may ? files->files->FilesUsed() : 0;
  return call.status();
}

pysub_status pysub_files_fork(pysub_files* files, pysub_files** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(files)) return call.status();
  if (files->own == nullptr) {
    return call.Fail(PYSUB_FAILED_PRECONDITION, "files of a shell are forked with the shell");
  }
  auto tree = std::make_shared<Tree>(files->clock->now_ns, files->clock->context);
  absl::StatusOr<std::unique_ptr<FileSystem>> forked = files->files->Fork(&tree->clock);
  if (!forked.ok()) return call.End(forked.status());
  tree->files = *std::move(forked);
  *result = HandleOf(std::move(tree));
  return call.status();
}

pysub_status pysub_files_snapshot(pysub_files* files, pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(files)) return call.status();
  return call.Give(files->files->Snapshot(), result);
}

pysub_status pysub_files_restore(const char* bytes, size_t size, const pysub_files_options* options,
                                 pysub_files** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(bytes, size, "the bytes");
  const pysub::files::Limits limits = FileLimitsOf(call, options);
  if (!call.ok()) return call.status();
  auto tree = TreeOf(call, options);
  auto restored = FileSystem::Restore(text, limits, &tree->clock);
  if (!restored.ok()) return call.End(restored.status());
  tree->files = *std::move(restored);
  *result = HandleOf(std::move(tree));
  return call.status();
}
