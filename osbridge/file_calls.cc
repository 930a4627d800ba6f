#include "osbridge/file_calls.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace pysub {
namespace {

using files::Follow;

using Answer = files::Result<FileAnswer>;

Answer Done(files::Status status) {
  if (!status.ok()) return status;
  return FileAnswer();
}
Answer Text(files::Result<std::string> text) {
  if (!text.ok()) return text.status();
  return FileAnswer(FileText{*std::move(text)});
}
Answer Number(uint64_t number) { return FileAnswer(static_cast<int64_t>(number)); }

// One call; each method answers the row of its name in vm/host/os_calls.def. Paths are absolute, so
// the caller has no directory.
class FileCalls {
 public:
  FileCalls(files::FileSystem& files, const FileArguments& args) : files_(files), args_(args) {}

  Answer FileStat() {
    files::Result<files::Stat> stat = files_.StatPath(caller_, Path(), FollowIf(1));
    if (!stat.ok()) return stat.status();
    return FileAnswer(StatNumbers{stat->StMode(), static_cast<int64_t>(stat->ino), stat->dev,
                                  stat->links, stat->uid, stat->gid,
                                  static_cast<int64_t>(stat->size), stat->atime_ns, stat->mtime_ns,
                                  stat->ctime_ns});
  }
  Answer ListDirectory() {
    files::Result<std::vector<files::DirectoryEntry>> entries = files_.List(caller_, Path());
    if (!entries.ok()) return entries.status();
    return FileAnswer(*std::move(entries));
  }
  Answer ReadFile() {
    const uint64_t size = Int(2) < 0 ? files::kToTheEnd : static_cast<uint64_t>(Int(2));
    files::Result<std::string> bytes = files_.ReadFile(caller_, Path(), Offset(1), size);
    if (!bytes.ok()) return bytes.status();
    return FileAnswer(*std::move(bytes));
  }
  Answer WriteFile() {
    files::WriteOptions options;
    options.how = Int(1) < 0 ? files::WriteOptions::kAppend : files::WriteOptions::kAt;
    options.create = false;
    options.offset = Offset(1);
    files::Result<uint64_t> end = files_.WriteFile(caller_, Path(), args_[2].text, options);
    return end.ok() ? Number(*end) : end.status();
  }
  // os::OpenFile's flags are those of files::OpenFlags.
  Answer OpenFile() {
    files::Result<files::Stat> stat =
        files_.CheckOpen(caller_, Path(), static_cast<uint32_t>(Int(1) & 63), Mode(2));
    if (!stat.ok()) return stat.status();
    if (stat->IsDirectory()) return files::Status(EISDIR);
    return Number(stat->size);
  }
  Answer TruncateFile() {
    if (Int(1) < 0) return files::Status(EINVAL);
    return Done(files_.Truncate(caller_, Path(), Offset(1)));
  }
  Answer MakeDirectory() { return Done(files_.Mkdir(caller_, Path(), Mode(1))); }
  Answer RemoveDirectory() { return Done(files_.Rmdir(caller_, Path())); }
  Answer Unlink() { return Done(files_.Unlink(caller_, Path())); }
  Answer Rename() { return Done(files_.Rename(caller_, Path(), args_[1].text)); }
  Answer Link() { return Done(files_.Link(caller_, Path(), args_[1].text, FollowIf(2))); }
  Answer Symlink() { return Done(files_.Symlink(caller_, args_[0].text, args_[1].text)); }
  Answer ReadLink() { return Text(files_.Readlink(caller_, Path())); }
  Answer ChangeMode() { return Done(files_.Chmod(caller_, Path(), Mode(1), FollowIf(2))); }
  Answer SetTimes() {
    return Done(files_.SetTimes(caller_, Path(), Time(1), Time(2), FollowIf(3)));
  }
  Answer RealPath() {
    return Text(files_.Realpath(caller_, Path(),
                                args_[1].flag ? files::RealpathMode::kAllMustExist
                                              : files::RealpathMode::kNothingNeedsExist));
  }
  Answer EnterDirectory() {
    files::Result<std::string> path = files_.Realpath(caller_, Path());
    if (!path.ok()) return path.status();
    files::Result<files::Stat> stat = files_.StatPath(caller_, *path);
    if (!stat.ok()) return stat.status();
    if (!stat->IsDirectory()) return files::Status(ENOTDIR);
    files::Status access = files_.Access(caller_, *path, files::kMayExecute);
    return access.ok() ? Text(std::move(path)) : access;
  }
  Answer Access() {
    files::Status access = files_.Access(caller_, Path(), static_cast<uint32_t>(Int(1) & 7));
    if (access.error() == ECANCELED) return access;
    return FileAnswer(access.ok());
  }

 private:
  std::string_view Path() const { return args_[0].text; }
  int64_t Int(size_t i) const { return args_[i].number.value_or(0); }
  uint64_t Offset(size_t i) const { return static_cast<uint64_t>(std::max<int64_t>(Int(i), 0)); }
  uint32_t Mode(size_t i) const { return static_cast<uint32_t>(Int(i) & 07777); }
  Follow FollowIf(size_t i) const { return args_[i].flag ? Follow::kYes : Follow::kNo; }
  int64_t Time(size_t i) const {
    return args_[i].number ? std::max(*args_[i].number, files::kTimeKeep + 1) : files::kTimeNow;
  }

  files::FileSystem& files_;
  const FileArguments& args_;
  const files::Caller caller_;
};

}  // namespace

files::Result<FileAnswer> AnswerFileCall(files::FileSystem& files, OsCallId call,
                                         const FileArguments& args) {
  switch (call) {
// clang-format off
#define PYSUB_OS_CALL(Name, permission, Reply, Alone)
#define PYSUB_FILE_CALL(Name, permission, Reply) \
    case OsCallId::k##Name: return FileCalls(files, args).Name();
#include "vm/host/os_calls.def"
    // clang-format on
    default: return files::Status(ENOSYS);
  }
}

int KindBits(const files::DirectoryEntry& entry) {
  files::Stat stat;
  stat.kind = entry.kind;
  return static_cast<int>(stat.StMode() & 0170000);
}

}  // namespace pysub
