// Trees of files.

#include <chrono>

#include "bridge.h"

namespace pysub_node {
namespace {

int64_t NowNs(void*) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

FilesOptions::FilesOptions(Reader& in) : options(PYSUB_FILES_OPTIONS_INIT), given(in.U8() != 0) {
  options.now_ns = NowNs;
  if (!given) return;
  options.max_bytes = in.U64();
  options.max_file_bytes = in.U64();
  options.max_files = in.U64();
  options.max_depth = in.U64();
}

pysub_mount_options ReadMountOptions(Reader& in) {
  pysub_mount_options options = PYSUB_MOUNT_OPTIONS_INIT;
  options.mode = in.U8();
  options.any_links = in.U8();
  options.write_bytes_limit = in.U64();
  return options;
}

namespace {

// One path, and what goes with it.
struct AtPath {
  explicit AtPath(Request& request) : files(request.Files()), path(request.in.Text()) {}
  pysub_files* files;
  std::string_view path;
};

void FilesCreate(Request& request) {
  const FilesOptions made(request.in);
  pysub_files* files = nullptr;
  if (request.Check(pysub_files_create(&made.options, &files, request.error()))) {
    request.Made(Kind::kFiles, files);
  }
}

void FilesRestore(Request& request) {
  const std::string_view bytes = request.in.Text();
  const FilesOptions made(request.in);
  pysub_files* files = nullptr;
  if (request.Check(pysub_files_restore(bytes.data(), bytes.size(), &made.options, &files,
                                        request.error()))) {
    request.Made(Kind::kFiles, files);
  }
}

void FilesFork(Request& request) {
  pysub_files* files = nullptr;
  if (request.Check(pysub_files_fork(request.Files(), &files, request.error()))) {
    request.Made(Kind::kFiles, files);
  }
}

void FilesSnapshot(Request& request) {
  pysub_buffer* bytes = nullptr;
  if (request.Check(pysub_files_snapshot(request.Files(), &bytes, request.error()))) {
    request.Write(bytes);
  }
}

void FilesSetCaller(Request& request) {
  const AtPath at(request);
  const uint32_t umask = request.in.U32(), uid = request.in.U32(), gid = request.in.U32();
  request.Check(pysub_files_set_caller(at.files, at.path.data(), at.path.size(), umask, uid, gid,
                                       request.error()));
}

void FilesRead(Request& request) {
  const AtPath at(request);
  const uint64_t offset = request.in.U64(), most = request.in.U64();
  pysub_buffer* bytes = nullptr;
  if (request.Check(pysub_files_read(at.files, at.path.data(), at.path.size(), offset, most, &bytes,
                                     request.error()))) {
    request.Write(bytes);
  }
}

void FilesWrite(Request& request) {
  const AtPath at(request);
  const std::string_view bytes = request.in.Text();
  const uint8_t mode = request.in.U8();
  request.Check(pysub_files_write(at.files, at.path.data(), at.path.size(), bytes.data(),
                                  bytes.size(), mode, request.in.U32(), request.error()));
}

void FilesStatus(Request& request) {
  const AtPath at(request);
  pysub_file_status status = PYSUB_FILE_STATUS_INIT;
  if (!request.Check(pysub_files_status(at.files, at.path.data(), at.path.size(), request.in.U8(),
                                        &status, request.error()))) {
    return;
  }
  Writer& out = request.out;
  out.U8(static_cast<uint8_t>(status.kind));
  for (const uint32_t number : {status.mode, status.links, status.device, status.uid, status.gid}) {
    out.U32(number);
  }
  out.U64(status.inode);
  out.U64(status.size);
  for (const int64_t time : {status.atime_ns, status.mtime_ns, status.ctime_ns}) out.I64(time);
}

void FilesList(Request& request) {
  const AtPath at(request);
  pysub_value* list = nullptr;
  if (request.Check(
          pysub_files_list(at.files, at.path.data(), at.path.size(), &list, request.error()))) {
    request.Write(ValueHandle(list).get());
  }
}

void FilesMounts(Request& request) {
  pysub_value* list = nullptr;
  if (request.Check(pysub_files_mounts(request.Files(), &list, request.error()))) {
    request.Write(ValueHandle(list).get());
  }
}

void FilesMakeDirectory(Request& request) {
  const AtPath at(request);
  request.Check(pysub_files_make_directory(at.files, at.path.data(), at.path.size(),
                                           request.in.U32(), request.error()));
}

void FilesSetPermissions(Request& request) {
  const AtPath at(request);
  request.Check(pysub_files_set_permissions(at.files, at.path.data(), at.path.size(),
                                            request.in.U32(), request.error()));
}

void FilesTruncate(Request& request) {
  const AtPath at(request);
  request.Check(pysub_files_truncate(at.files, at.path.data(), at.path.size(), request.in.U64(),
                                     request.error()));
}

void FilesSetTimes(Request& request) {
  const AtPath at(request);
  const int64_t atime = request.in.I64(), mtime = request.in.I64();
  request.Check(pysub_files_set_times(at.files, at.path.data(), at.path.size(), atime, mtime,
                                      request.error()));
}

template <auto kFunction>
void OnPath(Request& request) {
  const AtPath at(request);
  request.Check(kFunction(at.files, at.path.data(), at.path.size(), request.error()));
}

template <auto kFunction>
void OnTwoPaths(Request& request) {
  const AtPath at(request);
  const std::string_view to = request.in.Text();
  request.Check(
      kFunction(at.files, at.path.data(), at.path.size(), to.data(), to.size(), request.error()));
}

template <auto kFunction>
void TextOfPath(Request& request) {
  const AtPath at(request);
  pysub_buffer* text = nullptr;
  if (request.Check(kFunction(at.files, at.path.data(), at.path.size(), &text, request.error()))) {
    request.Write(text);
  }
}

template <auto kFunction>
void Mount(Request& request) {
  const AtPath at(request);
  const std::string_view directory = request.in.Text();
  const pysub_mount_options options = ReadMountOptions(request.in);
  request.Check(kFunction(at.files, at.path.data(), at.path.size(), directory.data(),
                          directory.size(), &options, request.error()));
}

void FilesUsage(Request& request) {
  uint64_t bytes = 0, count = 0;
  if (!request.Check(pysub_files_usage(request.Files(), &bytes, &count, request.error()))) return;
  request.out.U64(bytes);
  request.out.U64(count);
}

constexpr Operation kOperations[] = {
    {"files.create", FilesCreate},
    {"files.restore", FilesRestore},
    {"files.fork", FilesFork},
    {"files.snapshot", FilesSnapshot},
    {"files.setCaller", FilesSetCaller},
    {"files.read", FilesRead},
    {"files.write", FilesWrite},
    {"files.status", FilesStatus},
    {"files.list", FilesList},
    {"files.mounts", FilesMounts},
    {"files.makeDirectory", FilesMakeDirectory},
    {"files.setPermissions", FilesSetPermissions},
    {"files.truncate", FilesTruncate},
    {"files.setTimes", FilesSetTimes},
    {"files.removeDirectory", OnPath<pysub_files_remove_directory>},
    {"files.remove", OnPath<pysub_files_remove>},
    {"files.rename", OnTwoPaths<pysub_files_rename>},
    {"files.link", OnTwoPaths<pysub_files_link>},
    {"files.symlink", OnTwoPaths<pysub_files_symlink>},
    {"files.readLink", TextOfPath<pysub_files_read_link>},
    {"files.realPath", TextOfPath<pysub_files_real_path>},
    {"files.mount", Mount<pysub_files_mount>},
    {"files.attach", Mount<pysub_files_attach>},
    {"files.usage", FilesUsage},
};

}  // namespace

std::span<const Operation> FilesOperations() { return kOperations; }

}  // namespace pysub_node
