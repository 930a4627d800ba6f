#include "shell/agent/file_tools.h"

#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "lexer/unicode/utf8.h"
#include "pysub/shell/command.h"

namespace pysub::agent {
namespace {

std::string_view KindName(files::FileKind kind) {
  switch (kind) {
    case files::FileKind::kFile: return "file";
    case files::FileKind::kDirectory: return "directory";
    case files::FileKind::kSymlink: return "symlink";
    case files::FileKind::kFifo: return "fifo";
    case files::FileKind::kDevice: return "device";
    case files::FileKind::kOther: return "other";
  }
  return "other";
}

}  // namespace

std::string AbsolutePath(const Session& session, std::string_view path) {
  if (path.starts_with('/')) return std::string(path);
  const std::string& base = session.cwd();
  if (path.empty() || path == ".") return base;
  return fmt::format("{}{}{}", base, base.ends_with('/') ? "" : "/", path);
}

files::Status MakeDirectories(files::FileSystem& files, const files::Caller& caller,
                              std::string_view path) {
  for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string_view part = path.substr(0, end);
    if (!part.empty() && !files.StatPath(caller, part).ok()) {
      if (files::Status made = files.Mkdir(caller, part); !made.ok()) return made;
    }
    if (end == std::string_view::npos) return {};
  }
}

files::Status FillFiles(files::FileSystem& files, const Config& config) {
  const files::Caller root{.uid = 0, .gid = 0};
  for (const std::string& path :
       {std::string("/tmp"), std::string("/home/user"), config.directory()}) {
    if (files::Status made = MakeDirectories(files, root, path); !made.ok()) return made;
    if (files::Status open = files.Chmod(root, path, 0777); !open.ok()) return open;
  }
  for (const MountConfig& mount : config.mounts) {
    files::Status mounted = files.Mount(mount.path, mount.host, mount.options);
    if (!mounted.ok()) return mounted;
  }
  return {};
}

std::string FileError(int error, std::string_view path) {
  return fmt::format("{}: {}", shell::ErrnoText(error), path);
}

CallResult ReadSessionFile(const Service& service, Session& session,
                           const ReadFileRequest& request) {
  session.OpenAccount();
  const std::string path = AbsolutePath(session, request.path);
  const files::Result<files::Stat> stat = session.files().StatPath({}, path);
  if (!stat.ok()) return FailedCall(FileError(stat.error(), path));
  if (!stat->IsFile()) {
    return FailedCall(stat->IsDirectory() ? FileError(EISDIR, path)
                                          : fmt::format("no regular file: {}", path));
  }
  const uint64_t most = std::min(request.most, service.config.limits.result_bytes);
  const files::Result<std::string> bytes = session.files().ReadFile({}, path, request.offset, most);
  if (!bytes.ok()) return FailedCall(FileError(bytes.error(), path));
  const uint64_t end = request.offset + bytes->size();
  // Where the piece ends in a character, that belongs to the next one.
  std::string_view text = *bytes;
  uint64_t next = end;
  size_t valid = ValidUtf8Prefix(text, Surrogates::kRefuse);
  constexpr size_t kLongestCharacter = 4;
  const bool is_cut = end < stat->size && valid > 0 && text.size() - valid < kLongestCharacter;
  if (is_cut) {
    next -= text.size() - valid;
    text = text.substr(0, valid);
  }
  const bool is_text = valid == text.size();
  return PlainResult(
      Object({{"path", CleanText(path)},
              {"content", is_text ? Json(text) : Json(Base64(text))},
              {"encoding", is_text ? "utf-8" : "base64"},
              {"size", static_cast<int64_t>(stat->size)},
              {"offset", static_cast<int64_t>(request.offset)},
              {"next_offset", next < stat->size ? Json(static_cast<int64_t>(next)) : Json()}}));
}

CallResult WriteSessionFile(Session& session, const WriteFileRequest& request) {
  session.OpenAccount();
  const std::string path = AbsolutePath(session, request.path);
  std::string bytes = request.content;
  if (request.is_base64) {
    std::optional<std::string> decoded = FromBase64(bytes);
    if (!decoded) return FailedCall("content is no base64");
    bytes = *std::move(decoded);
  }
  const std::string_view parent = std::string_view(path).substr(0, path.rfind('/'));
  if (files::Status made = MakeDirectories(session.files(), {}, parent); !made.ok())
    return FailedCall(FileError(made.error(), path));
  files::WriteOptions options;
  options.how = request.append ? files::WriteOptions::kAppend : files::WriteOptions::kReplace;
  options.exclusive = request.create_only;
  const files::Result<uint64_t> written = session.files().WriteFile({}, path, bytes, options);
  if (!written.ok()) return FailedCall(FileError(written.error(), path));
  return PlainResult(Object({{"path", CleanText(path)},
                             {"written", static_cast<int64_t>(bytes.size())},
                             {"size", static_cast<int64_t>(*written)}}));
}

files::Result<bool> WalkFiles(
    files::FileSystem& files, const std::string& path, bool recursive, uint64_t most,
    const std::function<bool(const std::string& path, const files::Stat& stat)>& visit) {
  uint64_t seen = 0;
  std::vector<std::string> waiting = {path};  // at most the directories among `most`
  bool is_first = true;
  while (!waiting.empty()) {
    const std::string directory = std::move(waiting.back());
    waiting.pop_back();
    const files::Result<std::vector<files::DirectoryEntry>> entries =
        files.ListSome({}, directory, "", most - seen + 1);
    if (!entries.ok() && is_first) return entries.status();
    is_first = false;
    std::vector<std::string> below;
    for (const files::DirectoryEntry& entry : *entries) {
      if (seen == most) return false;
      ++seen;
      std::string name = directory + (directory.ends_with('/') ? "" : "/") + entry.name;
      const files::Result<files::Stat> stat = files.Lstat({}, name);
      if (!stat.ok()) continue;
      if (!visit(name, *stat)) return false;
      if (recursive && stat->IsDirectory()) below.push_back(std::move(name));
    }
    waiting.insert(waiting.end(), std::make_move_iterator(below.rbegin()),
                   std::make_move_iterator(below.rend()));
  }
  return true;
}

CallResult ListSessionFiles(const Service& service, Session& session,
                            const ListFilesRequest& request) {
  session.OpenAccount();
  const std::string path = AbsolutePath(session, request.path);
  std::vector<HostValue> entries;
  uint64_t bytes = 0;
  const auto add = [&](const std::string& name, const files::Stat& stat) {
    bytes += name.size();
    if (bytes > service.config.limits.result_bytes) return false;
    constexpr int64_t kNsPerMs = 1'000'000;
    entries.push_back(Object({{"path", CleanText(name)},
                              {"kind", KindName(stat.kind)},
                              {"size", static_cast<int64_t>(stat.size)},
                              {"modified_ms", stat.mtime_ns / kNsPerMs}}));
    return true;
  };
  const files::Result<bool> all =
      WalkFiles(session.files(), path, request.recursive, request.most, add);
  if (!all.ok()) return FailedCall(FileError(all.error(), path));
  return PlainResult(Object({{"path", CleanText(path)},
                             {"entries", HostValue::List(std::move(entries))},
                             {"truncated", !*all}}));
}

}  // namespace pysub::agent
