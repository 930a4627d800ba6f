#include "osbridge/worker/file_answers.h"

#include <errno.h>
#include <string.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "osbridge/worker/text_of.h"

namespace pysub {
namespace {

using files::Follow;

Reply Done(files::Status status) {
  return status.ok() ? Reply(HostValue()) : Reply(OsErrorOf(status.error()));
}

template <typename T, typename Make>
Reply Made(const files::Result<T>& result, Make make) {
  return result.ok() ? Reply(make(*result)) : Reply(OsErrorOf(result.error()));
}
Reply Text(const files::Result<std::string>& result) {
  return Made(result, [](const std::string& text) { return TextOf(text); });
}

Follow FollowIf(bool follow) { return follow ? Follow::kYes : Follow::kNo; }
uint32_t Mode(int64_t mode) { return static_cast<uint32_t>(mode & 07777); }
int64_t Time(const std::optional<int64_t>& time) {
  return time ? std::max(*time, files::kTimeKeep + 1) : files::kTimeNow;
}

struct Answerer {
  files::FileSystem& files;
  const files::Caller caller = {};  // paths are absolute

  using Answer = std::optional<Reply>;

  // What has nothing to do with files.
  Answer operator()(const os::ReadLine&) { return std::nullopt; }
  Answer operator()(const os::Now&) { return std::nullopt; }
  Answer operator()(const os::Sleep&) { return std::nullopt; }
  Answer operator()(const os::Entropy&) { return std::nullopt; }
  Answer operator()(const os::GetEnvironment&) { return std::nullopt; }
  Answer operator()(const os::Environment&) { return std::nullopt; }
  Answer operator()(const os::RunCommand&) { return std::nullopt; }
  Answer operator()(const os::ReadInput&) { return std::nullopt; }

  Answer operator()(const os::FileStat& call) {
    return Made(files.StatPath(caller, call.path, FollowIf(call.follow)),
                [](const files::Stat& stat) {
                  os::FileStat::Reply reply;
                  reply.mode = stat.StMode();
                  reply.inode = static_cast<int64_t>(stat.ino);
                  reply.device = stat.dev;
                  reply.links = stat.links;
                  reply.uid = stat.uid;
                  reply.gid = stat.gid;
                  reply.size = static_cast<int64_t>(stat.size);
                  reply.atime_ns = stat.atime_ns;
                  reply.mtime_ns = stat.mtime_ns;
                  reply.ctime_ns = stat.ctime_ns;
                  return os::FileStat::ToValue(reply);
                });
  }
  Answer operator()(const os::ListDirectory& call) {
    return Made(
        files.List(caller, call.path), [](const std::vector<files::DirectoryEntry>& entries) {
          std::vector<HostValue> items;
          for (const files::DirectoryEntry& entry : entries) {
            files::Stat kind;
            kind.kind = entry.kind;
            items.push_back(HostValue::Tuple(
                {TextOf(entry.name), HostValue(kind.StMode() & 0170000), HostValue(entry.ino)}));
          }
          return HostValue::List(std::move(items));
        });
  }
  Answer operator()(const os::ReadFile& call) {
    const uint64_t offset = static_cast<uint64_t>(std::max<int64_t>(call.offset, 0));
    const uint64_t size = call.size < 0 ? files::kToTheEnd : static_cast<uint64_t>(call.size);
    return Made(files.ReadFile(caller, call.path, offset, size),
                [](const std::string& bytes) { return HostValue::Bytes(bytes); });
  }
  Answer operator()(const os::WriteFile& call) {
    files::WriteOptions options;
    options.how = call.offset < 0 ? files::WriteOptions::kAppend : files::WriteOptions::kAt;
    options.create = false;
    options.offset = static_cast<uint64_t>(std::max<int64_t>(call.offset, 0));
    return Made(files.WriteFile(caller, call.path, call.bytes, options),
                [](uint64_t end) { return HostValue(end); });
  }
  Answer operator()(const os::OpenFile& call) {
    files::Result<files::Stat> stat =
        files.CheckOpen(caller, call.path, static_cast<uint32_t>(call.flags & 63), Mode(call.mode));
    if (stat.ok() && stat->IsDirectory()) return OsErrorOf(EISDIR);
    return Made(stat, [](const files::Stat& opened) { return HostValue(opened.size); });
  }
  Answer operator()(const os::TruncateFile& call) {
    if (call.size < 0) return OsErrorOf(EINVAL);
    return Done(files.Truncate(caller, call.path, static_cast<uint64_t>(call.size)));
  }
  Answer operator()(const os::MakeDirectory& call) {
    return Done(files.Mkdir(caller, call.path, Mode(call.mode)));
  }
  Answer operator()(const os::RemoveDirectory& call) {
    return Done(files.Rmdir(caller, call.path));
  }
  Answer operator()(const os::Unlink& call) { return Done(files.Unlink(caller, call.path)); }
  Answer operator()(const os::Rename& call) {
    return Done(files.Rename(caller, call.from, call.to));
  }
  Answer operator()(const os::Link& call) {
    return Done(files.Link(caller, call.from, call.to, FollowIf(call.follow)));
  }
  Answer operator()(const os::Symlink& call) {
    return Done(files.Symlink(caller, call.target, call.path));
  }
  Answer operator()(const os::ReadLink& call) { return Text(files.Readlink(caller, call.path)); }
  Answer operator()(const os::ChangeMode& call) {
    return Done(files.Chmod(caller, call.path, Mode(call.mode), FollowIf(call.follow)));
  }
  Answer operator()(const os::SetTimes& call) {
    return Done(files.SetTimes(caller, call.path, Time(call.atime_ns), Time(call.mtime_ns),
                               FollowIf(call.follow)));
  }
  Answer operator()(const os::RealPath& call) {
    return Text(files.Realpath(caller, call.path,
                               call.strict ? files::RealpathMode::kAllMustExist
                                           : files::RealpathMode::kNothingNeedsExist));
  }
  Answer operator()(const os::EnterDirectory& call) {
    files::Result<std::string> path = files.Realpath(caller, call.path);
    if (!path.ok()) return OsErrorOf(path.error());
    files::Result<files::Stat> stat = files.StatPath(caller, *path);
    if (!stat.ok()) return OsErrorOf(stat.error());
    if (!stat->IsDirectory()) return OsErrorOf(ENOTDIR);
    files::Status access = files.Access(caller, *path, files::kMayExecute);
    return access.ok() ? Text(path) : Reply(OsErrorOf(access.error()));
  }
  Answer operator()(const os::Access& call) {
    return Reply(
        HostValue(files.Access(caller, call.path, static_cast<uint32_t>(call.mode & 7)).ok()));
  }
};

}  // namespace

HostException OsErrorOf(int number, std::optional<std::string_view> path) {
  const char* text = strerrordesc_np(number);
  std::vector<HostValue> args = {number, text != nullptr ? text : "Unknown error"};
  if (path) args.emplace_back(*path);
  // OSError itself becomes the type that belongs to the number; a file system that cannot be
  // written is the exception.
  return HostException(number == EROFS ? "PermissionError" : "OSError", std::move(args));
}

std::optional<Reply> AnswerFromFiles(files::FileSystem& files, const OsCall& call) {
  return std::visit(Answerer{files}, call);
}

}  // namespace pysub
