#include "osbridge/direct_files.h"

#include <algorithm>
#include <cerrno>

#include "vm/objects/text_codecs.h"
#include "vm/scratch_charge.h"

namespace pysub {
namespace {

using files::FileSystem;
using files::Follow;

std::string_view TextOf(Value v) {
  if (Vm::IsStr(v)) return Vm::View(v);
  return IsObjectOf(v, TypeId::kBytes) ? v.As<Bytes>()->view() : std::string_view();
}
Follow FollowOf(Value v) { return v.IsTrue() ? Follow::kYes : Follow::kNo; }

// One call: the natives of os and io make them, so kinds and counts of the arguments are right.
class Call {
 public:
  Call(FileSystem& files, Vm& vm, std::span<const Value> args, Value* answer)
      : files_(files), vm_(vm), args_(args), answer_(answer) {}

  int Do(OsCallId call) {
    *answer_ = Value::None();
    switch (call) {
      case OsCallId::kFileStat:
        return Stat();
      case OsCallId::kFileList:
        return List();
      case OsCallId::kFileRead:
        return Read();
      case OsCallId::kFileWrite:
        return Write();
      case OsCallId::kFileOpen:
        return Open();
      case OsCallId::kFileTruncate:
        if (Number(1) < 0) return EINVAL;
        return files_.Truncate(caller_, Path(), static_cast<uint64_t>(Number(1))).error();
      case OsCallId::kMakeDirectory:
        return files_.Mkdir(caller_, Path(), Mode(1)).error();
      case OsCallId::kRemoveDirectory:
        return files_.Rmdir(caller_, Path()).error();
      case OsCallId::kUnlink:
        return files_.Unlink(caller_, Path()).error();
      case OsCallId::kRename:
        return files_.Rename(caller_, Path(), TextOf(args_[1])).error();
      case OsCallId::kLink:
        return files_.Link(caller_, Path(), TextOf(args_[1]), FollowOf(args_[2])).error();
      case OsCallId::kSymlink:
        return files_.Symlink(caller_, Path(), TextOf(args_[1])).error();
      case OsCallId::kReadLink: {
        files::Result<std::string> target = files_.Readlink(caller_, Path());
        return target.ok() ? Text(*target) : target.error();
      }
      case OsCallId::kChangeMode:
        return files_.Chmod(caller_, Path(), Mode(1), FollowOf(args_[2])).error();
      case OsCallId::kSetTimes:
        return files_.SetTimes(caller_, Path(), Time(1), Time(2), FollowOf(args_[3])).error();
      case OsCallId::kRealPath: {
        files::Result<std::string> path =
            files_.Realpath(caller_, Path(), args_[1].IsTrue() ? files::RealpathMode::kAllMustExist
                                                               : files::RealpathMode::kNothingNeedsExist);
        return path.ok() ? Text(*path) : path.error();
      }
      case OsCallId::kEnterDirectory:
        return Enter();
      case OsCallId::kAccess: {
        int error = files_.Access(caller_, Path(), static_cast<uint32_t>(Number(1) & 7)).error();
        *answer_ = Value::Bool(error == 0);
        return error == ECANCELED ? error : 0;
      }
      default:
        return HostHooks::kNotHooked;
    }
  }

 private:
  std::string_view Path() const { return TextOf(args_[0]); }
  int64_t Number(size_t i) const {
    if (args_[i].IsSmallInt()) return args_[i].AsSmallInt();
    return IsObjectOf(args_[i], TypeId::kInt) && !args_[i].As<BigInt>()->negative() ? INT64_MAX : 0;
  }
  uint32_t Mode(size_t i) const { return static_cast<uint32_t>(Number(i) & 07777); }
  int64_t Time(size_t i) const {
    if (!Vm::IsInt(args_[i])) return files::kTimeNow;
    Result<int64_t> time = vm_.ToIndexClamped(args_[i]);
    return time.ok() ? std::max(*time, files::kTimeKeep + 1) : files::kTimeNow;
  }
  int Text(std::string_view text) {
    *answer_ = DecodeText(vm_, text, Value::Undefined(), {}, "surrogateescape");
    return 0;
  }

  int Stat() {
    files::Result<files::Stat> stat = files_.StatPath(caller_, Path(), FollowOf(args_[1]));
    if (!stat.ok()) return stat.error();
    const int64_t fields[] = {stat->StMode(),
                              static_cast<int64_t>(stat->ino),
                              stat->dev,
                              stat->links,
                              stat->uid,
                              stat->gid,
                              static_cast<int64_t>(stat->size),
                              stat->atime_ns,
                              stat->mtime_ns,
                              stat->ctime_ns};
    Value items[std::size(fields)];
    for (size_t i = 0; i < std::size(fields); ++i) {
      *answer_ = items[i] = vm_.NewInt(fields[i]);
      if (answer_->IsFailed()) return 0;
    }
    *answer_ = vm_.NewTuple(items);
    return 0;
  }

  int List() {
    files::Result<std::vector<files::DirectoryEntry>> entries = files_.List(caller_, Path());
    if (!entries.ok()) return entries.error();
    *answer_ = ListOf(*entries);
    return 0;
  }
  Value ListOf(const std::vector<files::DirectoryEntry>& entries) {
    pysub::List* list = TRY(vm_.NewList(entries.size()));
    for (const files::DirectoryEntry& entry : entries) {
      if (!vm_.Tick(1)) return Value::Failed();
      files::Stat kind;
      kind.kind = entry.kind;
      Value name = TRY(DecodeText(vm_, entry.name, Value::Undefined(), {}, "surrogateescape"));
      Value inode = TRY(vm_.NewInt(static_cast<int64_t>(entry.ino)));
      Value mode = Value::SmallInt(kind.StMode() & 0170000);
      TRY(vm_.ListAppend(list, TRY(vm_.NewTuple({name, mode, inode}))));
    }
    return Value::Of(list);
  }

  int Read() {
    const uint64_t offset = static_cast<uint64_t>(std::max<int64_t>(Number(1), 0));
    uint64_t size = Number(2) < 0 ? files::kToTheEnd : static_cast<uint64_t>(Number(2));
    // Room for it first: a file may be larger than all the memory of the program.
    files::Result<files::Stat> stat = files_.StatPath(caller_, Path());
    if (!stat.ok()) return stat.error();
    uint64_t expected = stat->size > offset ? stat->size - offset : 0;
    expected = std::min(expected, size);
    const ScratchCharge room(vm_, expected);
    if (!room.ok()) {
      *answer_ = Value::Failed();
      return 0;
    }
    if (!vm_.Tick(expected / 64)) {
      *answer_ = Value::Failed();
      return 0;
    }
    files::Result<std::string> bytes = files_.ReadFile(caller_, Path(), offset, size);
    if (!bytes.ok()) return bytes.error();
    *answer_ = vm_.NewBytes(*bytes);
    return 0;
  }

  int Write() {
    std::string_view bytes = TextOf(args_[2]);
    files::WriteOptions options;
    options.how = Number(1) < 0 || Negative(1) ? files::WriteOptions::kAppend : files::WriteOptions::kAt;
    options.create = false;
    options.offset = static_cast<uint64_t>(std::max<int64_t>(Number(1), 0));
    if (!vm_.Tick(bytes.size() / 64)) {
      *answer_ = Value::Failed();
      return 0;
    }
    files::Result<uint64_t> end = files_.WriteFile(caller_, Path(), bytes, options);
    if (!end.ok()) return end.error();
    Heap::Overdraft written(vm_.heap);
    *answer_ = vm_.NewInt(static_cast<int64_t>(*end));
    return 0;
  }
  bool Negative(size_t i) const { return args_[i].IsSmallInt() && args_[i].AsSmallInt() < 0; }

  // os::OpenFile's flags are those of files::OpenFlags.
  int Open() {
    files::Result<files::Stat> stat = files_.CheckOpen(caller_, Path(), static_cast<uint32_t>(Number(1)), Mode(2));
    if (!stat.ok()) return stat.error();
    if (stat->IsDirectory()) return EISDIR;
    Heap::Overdraft opened(vm_.heap);
    *answer_ = vm_.NewInt(static_cast<int64_t>(stat->size));
    return 0;
  }

  int Enter() {
    files::Result<std::string> path = files_.Realpath(caller_, Path());
    if (!path.ok()) return path.error();
    files::Result<files::Stat> stat = files_.StatPath(caller_, *path);
    if (!stat.ok()) return stat.error();
    if (!stat->IsDirectory()) return ENOTDIR;
    files::Status access = files_.Access(caller_, *path, files::kMayExecute);
    return access.ok() ? Text(*path) : access.error();
  }

  FileSystem& files_;
  Vm& vm_;
  std::span<const Value> args_;
  Value* answer_;
  const files::Caller caller_;  // paths are absolute
};

Value Variables(const std::map<std::string, std::string>& variables, Vm& vm) {
  Dict* dict = TRY(vm.NewDict(variables.size()));
  for (const auto& [name, value] : variables) {
    if (!vm.Tick(1)) return Value::Failed();
    Value key = TRY(DecodeText(vm, name, Value::Undefined(), {}, "surrogateescape"));
    Value text = TRY(DecodeText(vm, value, Value::Undefined(), {}, "surrogateescape"));
    TRY(vm.DictSet(dict, key, text));
  }
  return Value::Of(dict);
}

}  // namespace

int AnswerFromFiles(FileSystem& files, Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
  return Call(files, vm, args, answer).Do(call);
}

int AnswerEnvironment(const std::map<std::string, std::string>& variables, Vm& vm, Value* answer) {
  *answer = Variables(variables, vm);
  return 0;
}

}  // namespace pysub
