#include <algorithm>
#include <cerrno>
#include <utility>

#include "shell/commands/archive/tar.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr size_t kPiece = 65536;

}  // namespace

void Tar::Put(CommandIo& io, std::string_view bytes) {
  total_ += bytes.size();
  if (!options_.gzip && !options_.bzip2 && !options_.xz) return io.Write(archive_fd_, bytes);
  pending_ += bytes;
  if (pending_.size() < kPiece) return;
  PutPacked(io, false);
}

// Compresses what is pending. (Without memory all ends, and nobody reads the archive.)
void Tar::PutPacked(CommandIo& io, bool at_end) {
  std::string out;
  if (options_.bzip2) {
    if (bzip2_writer_.Write(io, pending_, &out) && at_end) (void)bzip2_writer_.End(io, &out);
  } else if (options_.xz) {
    if (xz_writer_.Write(io, pending_, &out) && at_end) (void)xz_writer_.End(io, &out);
  } else {
    writer_.Write(pending_, &out);
    if (at_end) writer_.End(&out);
  }
  (void)io.Tick(pending_.size() * 8);
  pending_.clear();
  io.Write(archive_fd_, out);
}

void Tar::EndArchive(CommandIo& io) {
  Put(io, std::string(2 * kTarBlock, '\0'));
  Put(io, std::string((options_.record - total_ % options_.record) % options_.record, '\0'));
  if (options_.gzip || options_.bzip2 || options_.xz) PutPacked(io, true);
}

// Mode, owner and time of the member.
void Tar::Describe(const files::Stat& stat) {
  member_.mode = options_.permissions.value_or(stat.mode & 07777);
  member_.uid = options_.owner.value_or(stat.uid);
  member_.gid = options_.group.value_or(stat.gid);
  auto known = [](std::string name) {
    return name.find_first_not_of("0123456789") == std::string::npos ? "" : name;
  };
  member_.user = options_.numeric_owner ? ""
                 : options_.owner       ? options_.owner_name
                                        : known(UserName(stat.uid));
  member_.group = options_.numeric_owner ? ""
                  : options_.group       ? options_.group_name
                                         : known(GroupName(stat.gid));
  const int64_t own = stat.mtime_ns / 1'000'000'000;
  member_.mtime = options_.mtime.value_or(own);
  if (options_.clamp_mtime) member_.mtime = std::min(member_.mtime, own);
}

// What follows the member's header: nothing, the name that a link leads to, or the file at path_.
bool Tar::FindData(CommandIo& io, const std::string& shown, const files::Stat& stat) {
  std::pair<uint32_t, uint64_t> id(stat.dev, stat.ino);
  if (stat.IsDirectory()) {
    member_.type = '5';
    if (!member_.name.ends_with('/')) member_.name += '/';
  } else if (stat.IsSymlink()) {
    member_.type = '2';
    files::Result<std::string> target = io.files().Readlink(CallerOf(io), path_);
    if (!target.ok()) {  // one of the host that leads out of its mount
      Fail(io, shown + ": Cannot readlink", target.error());
      return false;
    }
    member_.link = *target;
    Transform(io, TarTransforms::kSymlink, &member_.link);
  } else if (!stat.IsFile()) {
    io.Error(shown + ": " + (stat.kind == files::FileKind::kFifo ? "FIFO" : "special file") +
             " ignored");
    return false;
  } else if (names_.contains(id)) {
    member_.type = '1';
    member_.link = names_[id];
    Transform(io, TarTransforms::kHardLink, &member_.link);
  } else {
    files::Result<files::Stat> own = io.files().StatPath(CallerOf(io), options_.archive);
    if (options_.archive != "-" && own.ok() && own->dev == stat.dev && own->ino == stat.ino) {
      io.Error(shown + ": file is the archive; not dumped");
      return false;
    }
    member_.size = stat.size;
    fd_ = io.Open(path_, OpenMode::kRead);
    if (fd_ < 0) {
      Fail(io, shown + ": Cannot open", io.error());
      return false;
    }
    if (stat.links > 1 && !options_.dereference_hard_links &&
        io.Reserve(static_cast<int64_t>(member_.name.size() + 128))) {
      names_[id] = Relative(io, shown, "hard link targets");
    }
  }
  return true;
}

// -v shows the name that was asked for.
void Tar::ListCreated(CommandIo& io, const std::string& shown) {
  TarMember listed = member_;
  if (!options_.show_transformed && !options_.transforms.empty())
    listed.name = shown + (member_.type == '5' && !shown.ends_with('/') ? "/" : "");
  List(io, listed, archive_fd_ == 1 ? 2 : 1);
}

// Beside a tag, in the directory of which only the tag is archived.
bool Tar::IsBesideTag(const std::string& path) {
  if (tagged_.empty()) return false;
  const bool is_below = path.size() > tagged_.size() && path.starts_with(tagged_) &&
                        (tagged_.ends_with('/') || path[tagged_.size()] == '/');
  if (!is_below) tagged_.clear();
  return is_below && path != JoinPath(tagged_, tag_);
}

bool Tar::HasTag(CommandIo& io, const std::string& path, const TarOptions::Tag& tag) const {
  constexpr std::string_view kSignature = "Signature: 8a477f597d28d172789f06886806bc55";
  const std::string name = JoinPath(path, tag.name);
  (void)io.Tick(name.size() + 64);
  if (!tag.is_cache) return io.files().Lstat(CallerOf(io), name).ok();
  const files::Result<std::string> text =
      io.files().ReadFile(CallerOf(io), name, 0, kSignature.size());
  return text.ok() && *text == kSignature;
}

// Of a directory with a tag not everything is archived. False: not even the directory.
bool Tar::ObeyTags(CommandIo& io, const TreeWalk::Visit& visit, const std::string& shown) {
  using Keeps = TarOptions::Keeps;
  for (const TarOptions::Tag& tag : options_.tags) {
    if (!HasTag(io, visit.path, tag)) continue;
    if (options_.verbose > 0)
      io.Error(shown + (shown.ends_with('/') ? "" : "/") + ": contains a cache directory tag " +
               tag.name +
               (tag.keeps == Keeps::kNothing ? "; directory not dumped" : "; contents not dumped"));
    if (tag.keeps == Keeps::kNothing) return false;
    if (tag.keeps == Keeps::kDirectory) {
      walk_.Prune();
    } else {
      tagged_ = visit.path;
      tag_ = tag.name;
    }
    return true;
  }
  return true;
}

// As it was asked for: without the directory of -C.
std::string Tar::Shown(const std::string& path) const {
  const std::string& directory =
      operand_ - 1 < wanted_.size() ? wanted_[operand_ - 1].directory : options_.directory;
  std::string shown = path;
  if (directory.empty() || !shown.starts_with(directory)) return shown;
  shown.erase(0, directory.size());
  if (!directory.ends_with('/') && !shown.empty()) shown.erase(0, 1);
  return shown;
}

// --remove-files: not before the archive is written, to its last byte.
void Tar::RemoveLater(CommandIo& io, std::string path) {
  if (!options_.remove_files) return;
  if (io.Reserve(static_cast<int64_t>(path.size() + 2 * sizeof(path))))
    to_remove_.push_back(std::move(path));
}

// False: that was enough for one step.
bool Tar::RemoveFiles(CommandIo& io) {
  while (removed_ < to_remove_.size()) {
    const std::string& path = to_remove_[removed_++];
    if (!path.ends_with('/')) {
      (void)io.files().Unlink(CallerOf(io), path);
    } else {
      const std::string directory(WithoutSlashes(path));
      const files::Status gone = io.files().Rmdir(CallerOf(io), directory);
      if (!gone.ok()) Fail(io, Shown(directory) + ": Cannot rmdir", gone.error());
    }
    if (io.Tick(512)) return false;
  }
  return true;
}

// False: this one is left out.
bool Tar::Begin(CommandIo& io, const TreeWalk::Visit& visit) {
  using Kind = TreeWalk::Visit::Kind;
  if (visit.kind == Kind::kLeave) {
    if (!IsExcluded(WithoutSlashes(Shown(visit.path)))) RemoveLater(io, visit.path + "/");
    return false;
  }
  // (as it is shown, stored and found, and in a message)
  ParseCharge copies(&io.account());
  if (!copies.Charge(6 * visit.path.size())) return false;
  const std::string shown = Shown(visit.path);
  if (visit.kind == Kind::kCannotStat || visit.kind == Kind::kCannotRead) {
    Fail(io, shown + (visit.kind == Kind::kCannotStat ? ": Cannot stat" : ": Cannot open"),
         visit.error);
    return false;
  }
  if (visit.kind == Kind::kLoop) return false;
  if (IsExcluded(WithoutSlashes(shown))) {
    if (visit.kind == Kind::kEnter) walk_.Prune();
    return false;
  }
  if (IsBesideTag(visit.path) ||
      (visit.kind == Kind::kEnter && !options_.tags.empty() && !ObeyTags(io, visit, shown))) {
    if (visit.kind == Kind::kEnter) walk_.Prune();
    return false;
  }
  if (visit.kind == Kind::kEnter && !options_.recursive) walk_.Prune();
  if (options_.newer_ns && !visit.stat.IsDirectory() && visit.stat.mtime_ns < *options_.newer_ns &&
      (!options_.newer_status || visit.stat.ctime_ns < *options_.newer_ns)) {
    return false;
  }
  if (options_.mode == 'u' && IsUpToDate(shown, visit.stat)) return false;
  member_ = TarMember();
  member_.name = Relative(io, shown, "member names");
  Transform(io, TarTransforms::kName, &member_.name);
  Describe(visit.stat);
  path_ = visit.path;
  if (!FindData(io, shown, visit.stat)) return false;
  std::string why;
  const std::string blocks = TarHeaderBlocks(member_, options_.format, &why);
  if (blocks.empty()) {
    Fail(io, why + "; not dumped");
    if (fd_ >= 0) io.Close(std::exchange(fd_, -1));
    if (visit.kind == Kind::kEnter) walk_.Prune();
    return false;
  }
  if (options_.verbose > 0) ListCreated(io, shown);
  Put(io, blocks);
  left_ = member_.size;
  padding_ = (kTarBlock - left_ % kTarBlock) % kTarBlock;
  if (fd_ < 0 && !visit.stat.IsDirectory()) RemoveLater(io, path_);
  return true;
}

std::optional<Progress> Tar::NextMember(CommandIo& io) {
  while (true) {
    if (!walking_) {
      if (operand_ >= wanted_.size()) {
        phase_ = Phase::kEnd;
        return std::nullopt;
      }
      const Name& next = wanted_[operand_++];
      walk_.Start({In(next.directory, next.name)}, options_.dereference ? TreeWalk::kAllLinks : 0u);
      walking_ = true;
    }
    std::optional<TreeWalk::Visit> visit = walk_.Next(io);
    if (!visit) {
      walking_ = false;
    } else if (Begin(io, *visit)) {
      if (fd_ >= 0) phase_ = Phase::kData;
    }
    if (fd_ >= 0) return std::nullopt;
    if (io.Tick(512)) return Progress::Yield();
  }
}

// The header has told a size already. If the file became shorter meanwhile, zeros take the place of
// what is missing, since the next header must come where the reader expects it.
std::optional<Progress> Tar::CopyIn(CommandIo& io) {
  std::string_view bytes;
  ReadStatus status =
      left_ == 0 ? ReadStatus::kEnd : io.ReadSome(fd_, &bytes, std::min<uint64_t>(left_, kPiece));
  if (status == ReadStatus::kWait) return Progress::Wait();
  if (status == ReadStatus::kData) {
    Put(io, bytes);
    left_ -= bytes.size();
    return std::nullopt;
  }
  if (status == ReadStatus::kError) Fail(io, member_.name + ": Read error", io.error());
  if (left_ > 0) {
    // What is missing is filled up, some at a time.
    if (!shrank_) {
      shrank_ = true;
      io.Error(member_.name + ": File shrank by " + std::to_string(left_) +
               " bytes; padding with zeros");
      status_ = std::max(status_, 1);
    }
    uint64_t some = std::min<uint64_t>(left_, kPiece);
    Put(io, std::string(some, '\0'));
    left_ -= some;
    if (left_ > 0) return std::nullopt;
  }
  Put(io, std::string(padding_, '\0'));
  padding_ = 0;
  shrank_ = false;
  io.Close(fd_);
  fd_ = -1;
  RemoveLater(io, path_);
  phase_ = Phase::kNext;
  return std::nullopt;
}

// False: it cannot be opened, which has been said.
bool Tar::OpenForCreation(CommandIo& io) {
  archive_fd_ = options_.archive == "-" ? 1 : io.Open(options_.archive, OpenMode::kWrite);
  if (archive_fd_ < 0) {
    CannotOpen(io);
    return false;
  }
  if (options_.gzip || options_.bzip2 || options_.xz) {
    std::string out;
    if (options_.bzip2) {
      bzip2_writer_.Begin(&out);
    } else if (options_.xz) {
      xz_writer_.Begin(&out);
    } else {
      writer_.Begin("", 0, &out);
    }
    io.Write(archive_fd_, out);
  }
  phase_ = Phase::kNext;
  return true;
}

Progress Tar::Create(CommandIo& io) {
  if (phase_ == Phase::kOpen && !OpenForCreation(io)) return Progress::Done(2);
  while (true) {
    std::optional<Progress> stop;
    if (phase_ == Phase::kNext) {
      stop = options_.mode == 'A' ? CopyArchive(io) : NextMember(io);
    } else if (phase_ == Phase::kData) {
      stop = CopyIn(io);
    } else if (phase_ == Phase::kEnd) {
      EndArchive(io);
      phase_ = Phase::kRemove;
      return Progress::Yield();  // only a step after which the archive is whole goes on
    } else {
      return RemoveFiles(io) ? Finished(io) : Progress::Yield();
    }
    if (stop) return *stop;
    if (io.Tick(512)) return Progress::Yield();
  }
}

}  // namespace pysub::shell
