#include "shell/commands/files/copy_tree.h"

#include <cerrno>

#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

using Kind = TreeWalk::Visit::Kind;
constexpr uint64_t kChunkBytes = 64 << 10;

bool InCurrentDirectory(CommandIo& io, std::string_view path) {
  files::Result<files::Stat> here = io.files().StatPath(CallerOf(io), ".");
  files::Result<files::Stat> there = io.files().StatPath(CallerOf(io), DirectoryOf(path));
  return !here.ok() || !there.ok() || (here->dev == there->dev && here->ino == there->ino);
}

}  // namespace

void CopyTree::Fields(Archive& archive) {
  archive(options_, stage_, source_, destination_, walk_, visit_, target_, target_exists_,
          backup_name_, open_, copies_, made_, offset_, in_, out_, prompt_, failed_, last_failed_);
  StatFields(archive, target_stat_);
  if (stage_ > Stage::kStream) archive.Fail();
}

bool CopyTree::Fail(CommandIo& io, const std::string& text, int error) {
  if (error != 0)
    io.Error(text, error);
  else
    io.Error(text);
  failed_ = last_failed_ = true;
  return false;
}

void CopyTree::Start(CommandIo&, std::string source, std::string destination) {
  source_ = std::move(source);
  destination_ = std::move(destination);
  last_failed_ = false;
  using Links = CopyOptions::Links;
  Links links = options_.follow;
  if (links == Links::kDefault) {
    links = options_.recursive ? Links::kNever : Links::kAll;
    if (options_.make_links) links = Links::kNever;
  }
  uint32_t flags = links == Links::kAll        ? TreeWalk::kAllLinks
                   : links == Links::kOperands ? TreeWalk::kOperandLinks
                                               : 0u;
  if (!options_.recursive) flags |= TreeWalk::kFlat;
  if (options_.one_device) flags |= TreeWalk::kOneDevice;
  walk_.Start({source_}, flags);
  stage_ = Stage::kNext;
}

std::string CopyTree::Target(const TreeWalk::Visit& visit) const {
  std::string_view rest =
      std::string_view(visit.path).substr(std::min(visit.path.size(), source_.size()));
  while (rest.starts_with('/')) rest.remove_prefix(1);
  return rest.empty() ? destination_ : JoinPath(destination_, rest);
}

// A stage machine around TreeWalk: cp and mv share it. Each stage does a bounded piece of work, and
// a file is copied in chunks. A copy of a large tree can be stopped and saved anywhere in it.
//
//   kNext --> kVisit (is the target there: skip, ask, refuse?) --> kContents or kStream ---+
//     ^                                                                                    |
//     +------------------------------------------------------------------------------------+
CopyTree::Result CopyTree::Step(CommandIo& io) {
  while (true) {
    Result result = Result::kDone;
    switch (stage_) {
      case Stage::kIdle: return Result::kDone;
      case Stage::kNext: {
        std::optional<TreeWalk::Visit> visit = walk_.Next(io);
        if (!visit) {
          stage_ = Stage::kIdle;
          return Result::kDone;
        }
        visit_ = std::move(*visit);
        target_ = Target(visit_);
        stage_ = Stage::kVisit;
        break;
      }
      case Stage::kVisit: result = Visit(io); break;
      case Stage::kContents: result = CopyContents(io); break;
      case Stage::kStream: result = CopyStream(io); break;
    }
    if (result == Result::kWait) return result;
    if (io.Tick(target_.size() + 64)) return Result::kYield;
  }
}

CopyTree::Result CopyTree::Visit(CommandIo& io) {
  stage_ = Stage::kNext;
  switch (visit_.kind) {
    case Kind::kCannotStat:
      Fail(io, "cannot stat " + QuoteFile(visit_.path), visit_.error);
      return Result::kDone;
    case Kind::kCannotRead:
      Fail(io, "cannot access " + QuoteFile(visit_.path), visit_.error);
      return Result::kDone;
    case Kind::kLoop:
      Fail(io, "cannot copy cyclic symbolic link " + QuoteFile(visit_.path));
      return Result::kDone;
    case Kind::kLeave: LeaveDirectory(io); return Result::kDone;
    default: break;
  }
  if (visit_.stat.IsDirectory() && visit_.kind == Kind::kOther && !options_.recursive) {
    Fail(io, "-r not specified; omitting directory " + QuoteFile(visit_.path));
    return Result::kDone;
  }
  if (visit_.stat.IsSymlink() && (options_.follow == CopyOptions::Links::kAll ||
                                  (options_.follow == CopyOptions::Links::kDefault &&
                                   !options_.recursive && !options_.make_links))) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), visit_.path);
    Fail(io, "cannot stat " + QuoteFile(visit_.path), stat.error());
    return Result::kDone;
  }
  // A link in the place of the target is replaced by what is no plain file; files are written
  // through it.
  bool as_link = visit_.stat.IsSymlink() || options_.make_links || options_.make_symlinks ||
                 options_.remove_destination ||
                 (options_.backup.wanted() && !visit_.stat.IsDirectory());
  files::Result<files::Stat> there = io.files().StatPath(
      CallerOf(io), target_, as_link ? files::Follow::kNo : files::Follow::kYes);
  if (!there.ok() && !as_link && there.error() == ENOENT) {
    files::Result<files::Stat> link = io.files().Lstat(CallerOf(io), target_);
    if (link.ok() && link->IsSymlink() && visit_.stat.IsFile() && !options_.force) {
      Fail(io, "not writing through dangling symlink " + QuoteFile(target_));
      return Result::kDone;
    }
    if (link.ok()) there = link;
  }
  backup_name_.clear();
  target_exists_ = there.ok();
  target_stat_ = there.value();
  Result considered = Consider(io);
  if (considered == Result::kWait) {
    stage_ = Stage::kVisit;
    return considered;
  }
  if (considered == Result::kYield) {
    if (visit_.kind == Kind::kEnter) {
      walk_.Prune();
      open_.push_back({.failed = true});
    }
    return Result::kDone;
  }
  if (visit_.kind == Kind::kEnter) {
    EnterDirectory(io);
  } else if (visit_.stat.IsFile() && !options_.make_links && !options_.make_symlinks) {
    BeginFile(io);
  } else {
    CopyOther(io);
  }
  return Result::kDone;
}

// Something stands at the target's place already. The questions in their order: is it the same file
// (nothing would be left of it), may a directory replace it, does -u find it newer, does -n keep
// it, does -i ask.
CopyTree::Result CopyTree::Consider(CommandIo& io) {
  if (!target_exists_) return Result::kDone;
  bool directory = visit_.stat.IsDirectory();
  files::Stat own = target_stat_;
  bool same = own.dev == visit_.stat.dev && own.ino == visit_.stat.ino;
  if (!directory && same) return ConsiderSame(io);
  if (directory && !target_stat_.IsDirectory()) {
    Fail(io, "cannot overwrite non-directory " + QuoteFile(target_) + " with directory " +
                 QuoteFile(visit_.path));
    return Result::kYield;
  }
  if (directory) return Result::kDone;
  if (options_.update && target_stat_.mtime_ns >= visit_.stat.mtime_ns) return Result::kYield;
  if (options_.overwrite == CopyOptions::Overwrite::kNever) return Result::kYield;
  if (target_stat_.IsDirectory()) {
    Fail(io, "cannot overwrite directory " + QuoteFile(target_) + " with non-directory");
    return Result::kYield;
  }
  if (options_.overwrite == CopyOptions::Overwrite::kAsk) {
    std::optional<bool> answer = prompt_.Ask(io, "cp: overwrite " + QuoteFile(target_) + "? ");
    if (!answer) return Result::kWait;
    if (!*answer) return Result::kYield;
  }
  if (made_.contains({target_stat_.dev, target_stat_.ino}) && visit_.depth == 0) {
    Fail(io, "will not overwrite just-created " + QuoteFile(target_) + " with " +
                 QuoteFile(visit_.path));
    return Result::kYield;
  }
  return MakeWay(io);
}

// It is the file itself. With -f and -b its copy is its backup.
CopyTree::Result CopyTree::ConsiderSame(CommandIo& io) {
  if (options_.make_links) return Result::kYield;
  if (options_.overwrite == CopyOptions::Overwrite::kNever) return Result::kYield;
  if (options_.backup.wanted() && options_.force && visit_.path == target_) {
    target_ = options_.backup.NameFor(io, target_);
    target_exists_ = io.files().StatPath(CallerOf(io), target_).ok();
    return Result::kDone;
  }
  Fail(io, QuoteFile(visit_.path) + " and " + QuoteFile(target_) + " are the same file");
  return Result::kYield;
}

// What cannot be written into is removed first, or gets another name.
CopyTree::Result CopyTree::MakeWay(CommandIo& io) {
  if (options_.backup.wanted()) {
    if (options_.backup.WouldDestroy(io, visit_.path, target_)) {
      Fail(io, "backing up " + QuoteFile(target_) + " might destroy source;  " +
                   QuoteFile(visit_.path) + " not copied");
      return Result::kYield;
    }
    std::optional<std::string> name = options_.backup.Rename(io, target_);
    if (!name) {
      failed_ = last_failed_ = true;
      return Result::kYield;
    }
    backup_name_ = std::move(*name);
    target_exists_ = false;
    return Result::kDone;
  }
  bool remove = options_.remove_destination || visit_.stat.IsSymlink() ||
                ((options_.make_links || options_.make_symlinks) && options_.force) ||
                (options_.preserve_links && visit_.stat.links > 1) ||
                (options_.force && target_stat_.IsSymlink());
  if (remove) {
    files::Status removed = io.files().Unlink(CallerOf(io), target_);
    if (!removed.ok()) {
      Fail(io, "cannot remove " + QuoteFile(target_), removed.error());
      return Result::kYield;
    }
    if (options_.verbose && !options_.remove_destination)
      io.Out("removed " + QuoteFile(target_) + "\n");
    if (options_.verbose && options_.remove_destination)
      io.Out("removed " + QuoteFile(target_) + "\n");
    target_exists_ = false;
  }
  return Result::kDone;
}

void CopyTree::Announce(CommandIo& io) {
  if (options_.verbose)
    io.Out(QuoteFile(visit_.path) + " -> " + QuoteFile(target_) + Backup::Shown(backup_name_) +
           "\n");
}

// A directory may not be copied into itself: each copy would be found by the walk, and copied
// again. So copies are remembered by device and inode, and the walk does not enter them.
void CopyTree::EnterDirectory(CommandIo& io) {
  open_.push_back({});
  FileId id{visit_.stat.dev, visit_.stat.ino};
  auto made = copies_.find(id);
  if (made != copies_.end() && made->second == target_ && visit_.depth == 0) {
    io.Error("warning: source directory " + QuoteFile(visit_.path) + " specified more than once");
    open_.back().failed = true;
    return walk_.Prune();
  }
  if (made_.contains(id)) {
    Fail(io, "cannot copy a directory, " + QuoteFile(source_) + ", into itself, " +
                 QuoteFile(destination_));
    open_.back().failed = true;
    return walk_.Prune();
  }
  if (target_exists_) return;
  // Its owner can fill it whatever mode it gets in the end.
  uint32_t mode = options_.no_preserve_mode ? 0777 : visit_.stat.mode & 0777;
  files::Status status = io.files().Mkdir(CallerOf(io), target_, mode | 0700);
  if (!status.ok()) {
    Fail(io, "cannot create directory " + QuoteFile(target_), status.error());
    open_.back().failed = true;
    return walk_.Prune();
  }
  Announce(io);
  open_.back().is_new = true;
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), target_);
  if (stat.ok() && io.Reserve(128)) made_[{stat->dev, stat->ino}] = true;
  if (visit_.depth == 0) copies_[id] = target_;
}

void CopyTree::LeaveDirectory(CommandIo& io) {
  if (open_.empty()) return;
  Open open = open_.back();
  open_.pop_back();
  if (open.failed) return;
  if (options_.preserve_mode || options_.preserve_times) Preserve(io, target_, visit_.stat);
  if (open.is_new && !options_.preserve_mode && !options_.no_preserve_mode) {
    uint32_t mode = visit_.stat.mode & 0777 & ~io.umask();
    if ((mode & 0700) != 0700) (void)io.files().Chmod(CallerOf(io), target_, mode);
  }
}

void CopyTree::CopyOther(CommandIo& io) {
  if (options_.make_links) {
    Announce(io);
    files::Status made = io.files().Link(CallerOf(io), visit_.path, target_);
    if (!made.ok())
      Fail(io, "cannot create hard link " + QuoteFile(target_) + " to " + QuoteFile(visit_.path),
           made.error());
    return;
  }
  if (options_.make_symlinks) {
    if (!visit_.path.starts_with('/') && target_.find('/') != std::string::npos &&
        !InCurrentDirectory(io, target_)) {
      Fail(io, QuoteFileIfNeeded(target_) +
                   ": can make relative symbolic links only in current directory");
      return;
    }
    Announce(io);
    files::Status made = io.files().Symlink(CallerOf(io), visit_.path, target_);
    if (!made.ok())
      Fail(io,
           "cannot create symbolic link " + QuoteFile(target_) + " to " + QuoteFile(visit_.path),
           made.error());
    return;
  }
  if (visit_.stat.IsSymlink()) {
    files::Result<std::string> text = io.files().Readlink(CallerOf(io), visit_.path);
    if (!text.ok()) {
      Fail(io, "cannot read symbolic link " + QuoteFile(visit_.path), text.error());
      return;
    }
    Announce(io);
    files::Status made = io.files().Symlink(CallerOf(io), *text, target_);
    if (!made.ok()) {
      Fail(io, "cannot create symbolic link " + QuoteFile(target_), made.error());
    } else if (options_.preserve_times) {
      (void)io.files().SetTimes(CallerOf(io), target_, visit_.stat.atime_ns, visit_.stat.mtime_ns,
                                files::Follow::kNo);
    }
    return;
  }
  if (visit_.stat.kind == files::FileKind::kFifo && options_.recursive) {
    Announce(io);
    files::Status made = io.files().MakeFifo(CallerOf(io), target_, visit_.stat.mode & 0777);
    if (!made.ok()) Fail(io, "cannot create fifo " + QuoteFile(target_), made.error());
    return;
  }
  // A device or a FIFO as it flows.
  Announce(io);
  in_ = io.Open(visit_.path, OpenMode::kRead);
  if (in_ < 0) {
    Fail(io, "cannot open " + QuoteFile(visit_.path) + " for reading", io.error());
    return;
  }
  out_ = io.Open(target_, OpenMode::kWrite);
  if (out_ < 0) {
    Fail(io, "cannot create regular file " + QuoteFile(target_), io.error());
    io.Close(in_);
    return;
  }
  stage_ = Stage::kStream;
}

CopyTree::Result CopyTree::CopyStream(CommandIo& io) {
  std::string_view bytes;
  ReadStatus status = io.ReadSome(in_, &bytes, kChunkBytes);
  if (status == ReadStatus::kWait) return Result::kWait;
  if (status == ReadStatus::kData) {
    size_t size = bytes.size();
    io.Write(out_, bytes);
    io.Tick(size);
    return Result::kDone;
  }
  if (status == ReadStatus::kError) Fail(io, "error reading " + QuoteFile(visit_.path), io.error());
  io.Close(in_);
  io.Close(out_);
  stage_ = Stage::kNext;
  return Result::kDone;
}

// With --preserve=links the second name of a file becomes a hard link to the copy of the first.
void CopyTree::BeginFile(CommandIo& io) {
  files::Caller caller = CallerOf(io);
  FileId id{visit_.stat.dev, visit_.stat.ino};
  if (options_.preserve_links && visit_.stat.links > 1) {
    auto copy = copies_.find(id);
    if (copy != copies_.end()) {
      Announce(io);
      files::Status made = io.files().Link(caller, copy->second, target_);
      if (!made.ok())
        Fail(io, "cannot create hard link " + QuoteFile(target_) + " to " + QuoteFile(copy->second),
             made.error());
      return;
    }
    if (io.Reserve(static_cast<int64_t>(target_.size() + 128))) copies_[id] = target_;
  }
  Announce(io);
  if (files::Status may = io.files().Access(caller, visit_.path, files::kMayRead); !may.ok()) {
    Fail(io, "cannot open " + QuoteFile(visit_.path) + " for reading", may.error());
    return;
  }
  if (target_exists_ && !target_stat_.IsFile()) {  // into a device or a FIFO
    in_ = io.Open(visit_.path, OpenMode::kRead);
    out_ = in_ < 0 ? -1 : io.Open(target_, OpenMode::kWrite);
    if (out_ < 0)
      Fail(io, "cannot create regular file " + QuoteFile(target_), io.error());
    else
      stage_ = Stage::kStream;
    return;
  }
  uint32_t mode = options_.no_preserve_mode ? 0666 : visit_.stat.mode & 0777;
  uint32_t flags = files::kOpenWrite | files::kOpenCreate |
                   (options_.attributes_only ? 0u : files::kOpenTruncate);
  files::Result<files::Stat> made = io.files().CheckOpen(caller, target_, flags, mode | 0200);
  if (!made.ok() && options_.force && target_exists_ && io.files().Unlink(caller, target_).ok()) {
    if (options_.verbose) io.Out("removed " + QuoteFile(target_) + "\n");
    target_exists_ = false;
    made = io.files().CheckOpen(caller, target_, flags, mode | 0200);
  }
  if (!made.ok()) {
    int error = made.error();
    if (error == EISDIR && target_.ends_with('/')) error = ENOTDIR;
    Fail(io, "cannot create regular file " + QuoteFile(target_), error);
    return;
  }
  if (io.Reserve(128)) made_[{made->dev, made->ino}] = true;
  offset_ = 0;
  if (options_.attributes_only) return EndFile(io);
  stage_ = Stage::kContents;
}

CopyTree::Result CopyTree::CopyContents(CommandIo& io) {
  files::Caller caller = CallerOf(io);
  files::Result<std::string> bytes = io.files().ReadFile(caller, visit_.path, offset_, kChunkBytes);
  if (!bytes.ok()) {
    Fail(io, "error reading " + QuoteFile(visit_.path), bytes.error());
    stage_ = Stage::kNext;
    return Result::kDone;
  }
  io.Tick(bytes->size());
  if (bytes->empty()) {
    EndFile(io);
    return Result::kDone;
  }
  files::WriteOptions how{.how = files::WriteOptions::kAt, .create = false, .offset = offset_};
  files::Result<uint64_t> written = io.files().WriteFile(caller, target_, *bytes, how);
  if (!written.ok()) {
    Fail(io, "error writing " + QuoteFile(target_), written.error());
    stage_ = Stage::kNext;
    return Result::kDone;
  }
  offset_ += bytes->size();
  return Result::kDone;
}

void CopyTree::EndFile(CommandIo& io) {
  stage_ = Stage::kNext;
  uint32_t mode = visit_.stat.mode & 0777 & ~io.umask();
  if (!target_exists_ && !options_.preserve_mode && !options_.no_preserve_mode &&
      (mode & 0200) == 0) {
    (void)io.files().Chmod(CallerOf(io), target_, mode);
  }
  Preserve(io, target_, visit_.stat);
}

void CopyTree::Preserve(CommandIo& io, const std::string& path, const files::Stat& stat) {
  if (options_.preserve_times) {
    files::Status set = io.files().SetTimes(CallerOf(io), path, stat.atime_ns, stat.mtime_ns);
    if (!set.ok()) Fail(io, "preserving times for " + QuoteFile(path), set.error());
  }
  if (options_.preserve_mode) {
    files::Status set = io.files().Chmod(CallerOf(io), path, stat.mode);
    if (!set.ok()) Fail(io, "preserving permissions for " + QuoteFile(path), set.error());
  }
}

}  // namespace pysub::shell
