// tar -d, -r, -u and -A: what an archive has, against the files that are there, and more of it.

#include <algorithm>
#include <cerrno>

#include "shell/commands/archive/tar.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// ---- d
void Tar::Differ(CommandIo& io, std::string_view how) {
  if (!how.empty()) io.Out(member_.name + ": " + std::string(how) + "\n");
  status_ = std::max(status_, 1);
}

bool Tar::FindStat(CommandIo& io, const std::string& path, files::Stat* stat) {
  files::Result<files::Stat> found = options_.dereference
                                         ? io.files().StatPath(CallerOf(io), In(directory_, path))
                                         : io.files().Lstat(CallerOf(io), In(directory_, path));
  *stat = found.value();
  if (found.ok()) return true;
  if (found.error() == ENOENT) {
    io.Error(path + ": Warning: Cannot stat", ENOENT);
  } else {
    Fail(io, path + ": Cannot stat", found.error());
  }
  Differ(io, "");
  return false;
}

// The member's head against the file; what is in it follows, CompareData().
void Tar::Compare(CommandIo& io) {
  if (options_.verbose > 0) ListStored(io, 1);
  FindTarget(io);
  (void)io.Tick(1024);
  const std::string path(WithoutSlashes(member_.name));
  files::Stat stat;
  if (member_.type == '2') {
    files::Result<std::string> link = io.files().Readlink(CallerOf(io), In(directory_, path));
    if (!link.ok() && link.error() == ENOENT) {
      io.Error(path + ": Warning: Cannot readlink", ENOENT);
      Differ(io, "");
    } else if (!link.ok()) {
      Fail(io, path + ": Cannot readlink", link.error());
    } else if (*link != member_.link) {
      Differ(io, "Symlink differs");
    }
    return;
  }
  member_.name = path;
  if (!FindStat(io, path, &stat)) return;
  if (member_.type == '1') {
    files::Stat target;
    if (FindStat(io, member_.link, &target) && (target.dev != stat.dev || target.ino != stat.ino))
      Differ(io, "Not linked to " + member_.link);
    return;
  }
  const bool is_directory = member_.type == '5', is_fifo = member_.type == '6';
  const bool same_type = is_directory ? stat.IsDirectory()
                         : is_fifo    ? stat.kind == files::FileKind::kFifo
                                      : stat.IsFile();
  if (!same_type) return Differ(io, "File type differs");
  if ((stat.mode & 07777) != member_.mode) Differ(io, "Mode differs");
  if (is_directory || is_fifo) return;
  if (stat.uid != member_.uid) Differ(io, "Uid differs");
  if (stat.gid != member_.gid) Differ(io, "Gid differs");
  if (stat.mtime_ns / 1'000'000'000 != member_.mtime) Differ(io, "Mod time differs");
  if (stat.size != member_.size) return Differ(io, "Size differs");
  fd_ = io.Open(In(directory_, path), OpenMode::kRead);
  if (fd_ >= 0) return;
  Fail(io, path + ": Cannot open", io.error());
}

// Until the end of the data, or of what is equal: fd_ is closed then, and the rest is passed over.
std::optional<Progress> Tar::CompareData(CommandIo& io) {
  while (left_ > 0) {
    if (auto end = StepEnd(Need(io, 1)); end || buffer_.empty()) return end;
    std::string_view bytes;
    const size_t size = std::min<uint64_t>(left_, buffer_.size());
    const ReadStatus status = io.ReadSome(fd_, &bytes, size);
    if (status == ReadStatus::kWait) return Progress::Wait();
    if (status != ReadStatus::kData || !std::string_view(buffer_).starts_with(bytes)) {
      Differ(io, "Contents differ");
      break;
    }
    total_ += bytes.size();
    left_ -= bytes.size();
    buffer_.erase(0, bytes.size());
    if (io.Tick(2 * size)) return Progress::Yield();
  }
  io.Close(fd_);
  fd_ = -1;
  return std::nullopt;
}

// ---- r and u
void Tar::NoteArchived(CommandIo& io) {
  if (options_.mode != 'u') return;
  std::string name(WithoutSlashes(member_.name));
  constexpr size_t kEntry = 160;
  if (!io.Reserve(static_cast<int64_t>(name.size() + kEntry))) return;
  auto [entry, is_new] = archived_.try_emplace(std::move(name), member_.mtime);
  if (!is_new) entry->second = std::max(entry->second, member_.mtime);
}

// A directory that the archive has is gone through and not written again.
bool Tar::IsUpToDate(const std::string& name, const files::Stat& stat) const {
  auto entry = archived_.find(std::string(WithoutSlashes(name)));
  if (entry == archived_.end()) return false;
  return stat.IsDirectory() || stat.mtime_ns / 1'000'000'000 <= entry->second;
}

// The zeros at the archive's end make way for what is added; without an archive one is begun.
std::optional<Progress> Tar::BeginAppending(CommandIo& io) {
  appending_ = true;
  if (archive_fd_ < 0) {
    if (!OpenForCreation(io)) return Progress::Done(2);
    return std::nullopt;
  }
  buffer_.clear();
  if (zeros_seen_) total_ -= std::min<uint64_t>(total_, kTarBlock);
  total_ = std::min(total_, io.FileSize(archive_fd_).value_or(0));
  io.Close(archive_fd_);
  files::Status cut = io.files().Truncate(CallerOf(io), options_.archive, total_);
  archive_fd_ = cut.ok() ? io.Open(options_.archive, OpenMode::kAppend) : -1;
  if (archive_fd_ < 0) {
    io.Error(options_.archive + ": Cannot open", cut.ok() ? io.error() : cut.error());
    io.Error("Error is not recoverable: exiting now");
    return Progress::Done(2);
  }
  left_ = padding_ = 0;
  member_ = TarMember();
  phase_ = Phase::kNext;
  return std::nullopt;
}

// ---- A
// The next archive. False: there is none.
bool Tar::OpenArchive(CommandIo& io) {
  packed_.clear();
  left_ = 0;
  while (operand_ < wanted_.size()) {
    const Name& next = wanted_[operand_++];
    fd_ = io.Open(In(next.directory, next.name), OpenMode::kRead);
    if (fd_ >= 0) return true;
    fd_ = -1;
    Fail(io, next.name + ": Cannot open", io.error());
    (void)io.Tick(64);
  }
  phase_ = Phase::kEnd;
  return false;
}

// Members go over as they are, up to the zeros at the end: heads are only looked at for the sizes
// of what follows them.
std::optional<Progress> Tar::CopyArchive(CommandIo& io) {
  constexpr size_t kPiece = 65536;
  while (true) {
    if (fd_ < 0 && !OpenArchive(io)) return std::nullopt;
    std::string_view bytes;
    const size_t wanted =
        left_ > 0 ? std::min<uint64_t>(left_, kPiece) : kTarBlock - packed_.size();
    const ReadStatus status = io.ReadSome(fd_, &bytes, wanted);
    if (status == ReadStatus::kWait) return Progress::Wait();
    bool ends = status != ReadStatus::kData;
    if (ends && (left_ > 0 || !packed_.empty() || status == ReadStatus::kError)) {
      const bool is_known = operand_ - 1 < wanted_.size();
      Fail(io, (is_known ? wanted_[operand_ - 1].name : "") + ": Unexpected EOF in archive");
    }
    if (!ends && left_ > 0) {
      Put(io, bytes);
      left_ -= bytes.size();
    } else if (!ends) {
      packed_ += bytes;
    }
    if (packed_.size() == kTarBlock) {
      TarMember member;
      const TarBlock kind = ReadTarHeader(packed_, &member);
      ends = kind != TarBlock::kMember;
      if (kind == TarBlock::kWrong) Fail(io, "This does not look like a tar archive");
      if (!ends) {
        Put(io, packed_);
        left_ = (member.size + kTarBlock - 1) / kTarBlock * kTarBlock;
      }
      packed_.clear();
    }
    if (ends) {
      io.Close(fd_);
      fd_ = -1;
      packed_.clear();
      left_ = 0;
    }
    if (io.Tick(bytes.size() + 64)) return Progress::Yield();
  }
}

}  // namespace pysub::shell
