#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/archive/deflate_piece.h"
#include "shell/commands/archive/zip.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using Mode = ZipOptions::Mode;

constexpr size_t kPiece = 65536;
constexpr uint64_t kMost = 0xFFFFFFFE;  // what a header without zip64 can say

// As zip rounds it.
uint64_t Percent(uint64_t size, uint64_t compressed) {
  if (size <= compressed) return 0;
  return (1 + 200 * (size - compressed) / size) / 2;
}

// "1092" is "1.0K".
std::string Short(uint64_t number) {
  if (number < 1000) return std::to_string(number);
  size_t unit = 0;
  uint64_t tenths = number * 10 / 1024;
  for (; tenths >= 10000 && unit < 3; ++unit) tenths /= 1024;
  const char letter = "KMGT"[unit];
  return tenths < 100 ? fmt::format("{}.{}{}", tenths / 10, tenths % 10, letter)
                      : fmt::format("{}{}", tenths / 10, letter);
}

// Text, as zlib sees it too: no odd control characters, and something to read.
bool IsText(std::string_view bytes) {
  bool any = false;
  for (char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 6 || (byte >= 14 && byte <= 25) || (byte >= 28 && byte <= 31)) return false;
    any |= byte == 9 || byte == 10 || byte == 13 || byte >= 32;
  }
  return any;
}

bool HasStoredSuffix(std::string_view name, std::string_view suffixes) {
  while (!suffixes.empty()) {
    const size_t end = std::min(suffixes.find_first_of(":;"), suffixes.size());
    const std::string_view suffix = suffixes.substr(0, end);
    suffixes.remove_prefix(std::min(end + 1, suffixes.size()));
    if (!suffix.empty() && name.ends_with(suffix)) return true;
  }
  return false;
}

// Without numbers of zip64: what they say stands in the header.
std::string WithoutZip64(std::string_view extra) {
  constexpr uint64_t kZip64Extra = 1;
  std::string kept;
  while (extra.size() >= 4) {
    const size_t size = 4 + ZipNumber(extra, 2, 2);
    if (size > extra.size()) break;
    if (ZipNumber(extra, 0, 2) != kZip64Extra) kept += extra.substr(0, size);
    extra.remove_prefix(size);
  }
  return kept;
}

}  // namespace

// ---- bytes of the new archive
bool Zip::Put(CommandIo& io, std::string_view bytes) {
  if (to_output_) {
    io.Out(bytes);
    position_ += bytes.size();
    return true;
  }
  files::WriteOptions options;
  options.how = files::WriteOptions::kAt;
  options.create = false;
  options.offset = position_;
  files::Result<uint64_t> written = io.files().WriteFile(CallerOf(io), temporary_, bytes, options);
  if (!written.ok()) {
    io.Write(Messages(), "\nzip I/O error: " + std::string(ErrnoText(written.error())) + "\n");
    return false;
  }
  position_ += bytes.size();
  (void)io.Tick(bytes.size() / 8);
  return true;
}

Progress Zip::CannotWrite(CommandIo& io) {
  return Fatal(io, "Output file write failure (write error on zip file)", 14);
}

std::optional<Progress> Zip::CreateNew(CommandIo& io) {
  phase_ = Phase::kNext;
  const bool changes = !files_.empty() || any_removed_;
  const bool only_archive = has_old_ && options_.mode == Mode::kAdd && options_.names.empty() &&
                            !options_.names_from_input &&
                            (options_.comment || options_.test || options_.oldest);
  // (Where -i lets nothing through there is an archive nevertheless, without entries.)
  const bool is_empty = old_.empty() && !options_.included.empty() &&
                        (options_.mode == Mode::kAdd || options_.mode == Mode::kUpdate);
  if (!changes && !only_archive && !is_empty && options_.out == target_) return NothingToDo(io);
  if (to_output_) return std::nullopt;
  const std::string directory =
      options_.out.find('/') == std::string::npos ? "" : std::string(DirectoryOf(options_.out));
  int error = 0;
  // (A name that is there already is not used: that of another zip.)
  for (int i = 0; i < 100; ++i) {
    std::string name = "zi";
    uint64_t random = io.Random();
    for (int k = 0; k < 6; ++k, random /= 26) name += static_cast<char>('a' + random % 26);
    temporary_ = JoinPath(directory, name);
    files::WriteOptions options;
    options.exclusive = true;
    files::Result<uint64_t> made = io.files().WriteFile(CallerOf(io), temporary_, "", options);
    if (made.ok()) return std::nullopt;
    error = made.error();
    if (error != EEXIST || !io.account().Tick(64)) break;
  }
  temporary_.clear();
  io.Write(Messages(), "zip I/O error: " + std::string(ErrnoText(error)));
  return Fatal(io, "Could not create output file (" + options_.out + ")", 15);
}

// ---- one entry after the other: the old ones in their order, then new ones
std::optional<Progress> Zip::NextEntry(CommandIo& io) {
  if (next_ < old_.size()) {
    Old& old = old_[next_];
    if (old.removed) {
      Say(io, "deleting: " + ShownZipName(old.entry.name) + "\n");
      ++next_;
      return std::nullopt;
    }
    if (old.file != UINT64_MAX) return BeginPack(io, files_[old.file]);
    return BeginCopy(io, &old);
  }
  const uint64_t at = next_ - old_.size();
  if (at >= files_.size()) {
    phase_ = options_.comment ? Phase::kComment : Phase::kCentral;
    central_from_ = position_;
    began_ = false;
    return std::nullopt;
  }
  if (!files_[at].replaces) return BeginPack(io, files_[at]);
  ++next_;
  return std::nullopt;
}

// The header with the sizes that the central one has, and the data as it is.
std::optional<Progress> Zip::BeginCopy(CommandIo& io, Old* old) {
  entry_ = old->entry;
  extra_.clear();
  const uint64_t at = entry_.offset + static_cast<uint64_t>(directory_.extra);
  const std::string head(source_.At(io, at, kZipLocalSize));
  const size_t skipped = ZipNumber(head, 26, 2) + ZipNumber(head, 28, 2);
  const uint64_t data = at + kZipLocalSize + skipped;
  const bool wrong = head.size() < kZipLocalSize || ZipNumber(head, 0, 4) != kZipLocal ||
                     data > source_.size() || entry_.compressed > source_.size() - data;
  if (wrong) return Fatal(io, "Zip file structure invalid (" + target_ + ")", 3);
  const size_t name_size = ZipNumber(head, 26, 2);
  const std::string name(source_.At(io, at + kZipLocalSize, name_size));
  extra_ = WithoutZip64(source_.At(io, at + kZipLocalSize + name_size, skipped - name_size));
  entry_.flags &= static_cast<uint16_t>(~ZipEntry::kHasDescriptor);
  entry_.name = name;
  entry_.offset = position_;
  copy_at_ = data;
  copy_left_ = entry_.compressed;
  if (!old->entry.is_directory()) newest_ = std::max(newest_, ZipTimeOf(old->entry, ZoneOf(io)));
  if (!Put(io, LocalHeader())) return CannotWrite(io);
  phase_ = Phase::kCopy;
  return std::nullopt;
}

std::optional<Progress> Zip::Copy(CommandIo& io) {
  const std::string_view piece =
      source_.At(io, copy_at_, static_cast<size_t>(std::min<uint64_t>(copy_left_, kPiece)));
  if (copy_left_ > 0 && piece.empty())
    return Fatal(io, "Zip file structure invalid (" + target_ + ")", 3);
  if (!Put(io, piece)) return CannotWrite(io);
  copy_at_ += piece.size();
  copy_left_ -= piece.size();
  if (copy_left_ > 0) return std::nullopt;
  if (next_ >= old_.size()) return Progress::Done(2);  // (only of a snapshot that lies)
  const Old& old = old_[next_++];
  phase_ = Phase::kNext;
  return AddCentral(io, entry_, WithoutZip64(old.extra), old.comment);
}

std::string Zip::LocalHeader() const {
  std::string head;
  PutZipNumber(kZipLocal, 4, &head);
  PutZipNumber(entry_.version_needed, 2, &head);
  PutZipNumber(entry_.flags, 2, &head);
  PutZipNumber(entry_.method, 2, &head);
  PutZipNumber(entry_.dos_time, 4, &head);
  PutZipNumber(streamed_ ? 0 : entry_.crc, 4, &head);
  PutZipNumber(streamed_ ? 0 : entry_.compressed, 4, &head);
  PutZipNumber(streamed_ ? 0 : entry_.size, 4, &head);
  PutZipNumber(entry_.name.size(), 2, &head);
  PutZipNumber(extra_.size(), 2, &head);
  return head + entry_.name + extra_;
}

std::optional<Progress> Zip::AddCentral(CommandIo& io, const ZipEntry& entry,
                                        std::string_view extra, std::string_view comment) {
  if (entry.offset > kMost || position_ > kMost || entry.size > kMost)
    return Fatal(io, "Entry too big to split, read, or write (" + entry.name + ")", 6);
  std::string head;
  PutZipNumber(kZipCentral, 4, &head);
  PutZipNumber(entry.version_made, 2, &head);
  PutZipNumber(entry.version_needed, 2, &head);
  PutZipNumber(entry.flags, 2, &head);
  PutZipNumber(entry.method, 2, &head);
  PutZipNumber(entry.dos_time, 4, &head);
  PutZipNumber(entry.crc, 4, &head);
  PutZipNumber(entry.compressed, 4, &head);
  PutZipNumber(entry.size, 4, &head);
  PutZipNumber(entry.name.size(), 2, &head);
  PutZipNumber(extra.size(), 2, &head);
  PutZipNumber(comment.size(), 2, &head);
  PutZipNumber(0, 2, &head);
  PutZipNumber(entry.internal, 2, &head);
  PutZipNumber(entry.external, 4, &head);
  PutZipNumber(entry.offset, 4, &head);
  head += entry.name;
  head.append(extra).append(comment);
  if (!MakeRoom(io, &central_, head.size(), &central_charged_)) return Progress::Done(2);
  central_ += head;
  ++entries_;
  return std::nullopt;
}

// ---- packing
// False: it is not there any more, or may not be read.
bool Zip::Describe(CommandIo& io, const File& file) {
  entry_ = ZipEntry();
  entry_.name = file.name;
  entry_.version_made = 0x031E;
  entry_.version_needed = 10;
  extra_.clear();
  central_extra_.clear();
  link_.clear();
  path_ = file.path;
  int64_t mtime = io.RealTimeNs(), atime = mtime;
  uint32_t mode = 0010600, uid = 0, gid = 0;
  if (!path_.empty()) {
    files::Result<files::Stat> stat = io.files().StatPath(
        CallerOf(io), path_, options_.links ? files::Follow::kNo : files::Follow::kYes);
    if (!stat.ok()) return false;
    if (stat->IsSymlink()) {
      files::Result<std::string> target = io.files().Readlink(CallerOf(io), path_);
      if (!target.ok()) return false;
      link_ = *target;
    }
    entry_.size = stat->size;
    if (stat->IsFile() && !io.files().Access(CallerOf(io), path_, files::kMayRead).ok())
      return false;
    mtime = stat->mtime_ns;
    atime = stat->atime_ns;
    uid = stat->uid;
    gid = stat->gid;
    mode = (stat->IsDirectory() ? 0040000u
            : stat->IsSymlink() ? 0120000u
                                : 0100000u) |
           (stat->mode & 07777u);
  }
  const int64_t seconds = FloorSeconds(mtime);
  entry_.dos_time = UtcToZipTime(seconds, ZoneOf(io));
  entry_.mtime = seconds;
  entry_.external = mode << 16 | ((mode & 0200) == 0 ? 1 : 0);
  if (entry_.is_directory()) entry_.external |= 16;
  if (options_.no_extra || path_.empty()) return true;
  // When it was changed and read, and whose it is.
  std::string owner;
  PutZipNumber(0x7875, 2, &owner);
  PutZipNumber(11, 2, &owner);
  owner += "\x01\x04";
  PutZipNumber(uid, 4, &owner);
  owner += '\x04';
  PutZipNumber(gid, 4, &owner);
  for (std::string* extra : {&extra_, &central_extra_}) {
    const bool local = extra == &extra_;
    PutZipNumber(0x5455, 2, extra);
    PutZipNumber(local ? 9 : 5, 2, extra);
    *extra += '\x03';
    PutZipNumber(static_cast<uint64_t>(seconds), 4, extra);
    if (local) PutZipNumber(static_cast<uint64_t>(FloorSeconds(atime)), 4, extra);
    *extra += owner;
  }
  return true;
}

std::optional<Progress> Zip::BeginPack(CommandIo& io, const File& file) {
  const bool freshens = options_.mode == Mode::kFreshen;
  Say(io, (file.replaces ? freshens ? "freshening: " : "updating: " : "  adding: ") +
              ShownZipName(file.name));
  (void)io.Tick(1024);
  if (file.name.size() > 0xFFFF) return Fatal(io, "Out of memory (name too long)", 4);
  if (!Describe(io, file)) {
    Say(io, "\n");
    if (!options_.quiet) io.Write(2, "zip warning: Permission denied\n");
    Warn(io, "could not open for reading: " + file.path);
    ++unreadable_;
    unreadable_size_ += entry_.size;
    // What the archive has of it stays.
    if (next_ < old_.size()) {
      old_[next_].file = UINT64_MAX;
    } else {
      ++next_;
    }
    return std::nullopt;
  }
  phase_ = Phase::kPack;
  entry_.offset = position_;
  store_ = options_.level == 0 || entry_.is_directory() || !link_.empty() ||
           HasStoredSuffix(entry_.name, options_.stored_suffixes);
  began_ = false;
  data_at_ = 0;
  window_.clear();
  streamed_ = false;
  return std::nullopt;
}

// What of the file comes next; kEnd: nothing, with an empty piece.
Got Zip::NextPiece(CommandIo& io, std::string* piece, bool* last) {
  *last = true;
  if (entry_.is_directory()) return Got::kData;
  if (!link_.empty()) {
    *piece = link_;
    return Got::kData;
  }
  if (path_.empty()) {
    while (pending_.size() < kPiece && !input_ended_) {
      std::string_view bytes;
      const Got got = input_.Some(io, 0, &bytes);
      if (got != Got::kData && got != Got::kEnd) return got;
      input_ended_ = got == Got::kEnd;
      pending_ += bytes;
    }
    *piece = std::exchange(pending_, "");
    *last = input_ended_;
    return Got::kData;
  }
  files::Result<std::string> read = io.files().ReadFile(CallerOf(io), path_, data_at_, kPiece);
  if (!read.ok()) return Got::kError;
  *piece = *std::move(read);
  *last = piece->size() < kPiece;
  return Got::kData;
}

std::optional<Progress> Zip::Pack(CommandIo& io) {
  std::string piece;
  bool last = false;
  const Got got = NextPiece(io, &piece, &last);
  if (auto end = StepEnd(got)) return end;
  if (got == Got::kError) last = true;
  std::string packed;
  if (!store_) {
    DeflatePiece(piece, options_.level, last, &window_, &packed);
    (void)io.Tick(piece.size() * 8);
    // What is small is known as a whole before anything is written.
    // (Into a pipe all is deflated, as the real one does.)
    const bool may_store = !to_output_ || io.FileSize(1).has_value();
    if (!began_ && last && may_store && packed.size() >= piece.size()) store_ = true;
  }
  if (!began_) {
    began_ = true;
    entry_.internal = link_.empty() && IsText(piece) ? 1 : 0;
    entry_.crc = 0;
    entry_.compressed = entry_.size = 0;
    entry_.method = store_ ? kZipStored : kZipDeflated;
    entry_.version_needed = store_ ? (streamed_ ? 20 : 10) : 20;
    entry_.flags = 0;
    if (!store_) entry_.flags = options_.level <= 2 ? 4 : options_.level >= 8 ? 2 : 0;
    streamed_ = to_output_ && !(last && store_);
    if (to_output_ && !streamed_) {
      entry_.crc = ZipCrc(0, piece);
      entry_.compressed = entry_.size = piece.size();
    }
    if (streamed_) entry_.flags |= ZipEntry::kHasDescriptor;
    if (!Put(io, LocalHeader())) return CannotWrite(io);
    data_from_ = position_;
    entry_.crc = 0;
    entry_.compressed = entry_.size = 0;
  }
  const std::string& out = store_ ? piece : packed;
  entry_.crc = ZipCrc(entry_.crc, piece);
  entry_.size += piece.size();
  entry_.compressed += out.size();
  data_at_ += piece.size();
  if (!Put(io, out)) return CannotWrite(io);
  if (!last) return std::nullopt;
  return EndPack(io);
}

// Sizes and sum go into the header, or behind the data where nobody can go back.
std::optional<Progress> Zip::EndPack(CommandIo& io) {
  const bool again = !store_ && !to_output_ && entry_.compressed >= entry_.size && !path_.empty();
  if (again) {
    position_ = entry_.offset;
    store_ = true;
    began_ = false;
    data_at_ = 0;
    return std::nullopt;
  }
  if (streamed_) {
    std::string descriptor;
    PutZipNumber(kZipDescriptor, 4, &descriptor);
    PutZipNumber(entry_.crc, 4, &descriptor);
    PutZipNumber(entry_.compressed, 4, &descriptor);
    PutZipNumber(entry_.size, 4, &descriptor);
    if (!Put(io, descriptor)) return CannotWrite(io);
  } else if (!to_output_) {
    const uint64_t end = std::exchange(position_, entry_.offset);
    if (!Put(io, LocalHeader())) return CannotWrite(io);
    position_ = end;
  }
  const std::string how = fmt::format("({} {}%)", store_ ? "stored" : "deflated",
                                      store_ ? 0 : Percent(entry_.size, entry_.compressed));
  const std::string_view space = options_.level == 0 ? " " : "";
  Say(io, options_.verbose
              ? fmt::format("{}\t(in={}) (out={}) {}\n", space, entry_.size, entry_.compressed, how)
              : " " + how + "\n");
  ++packed_;
  packed_size_ += entry_.size;
  packed_compressed_ += entry_.compressed;
  if (!entry_.is_directory()) newest_ = std::max(newest_, ZipTimeOf(entry_, ZoneOf(io)));
  ++next_;
  phase_ = Phase::kNext;
  streamed_ = false;
  return AddCentral(io, entry_, central_extra_, "");
}

// ---- the end
std::optional<Progress> Zip::WriteCentral(CommandIo& io) {
  const std::string_view piece = std::string_view(central_).substr(central_at_, kPiece);
  if (!Put(io, piece)) return CannotWrite(io);
  central_at_ += piece.size();
  if (central_at_ < central_.size()) return std::nullopt;
  const uint64_t size = position_ - central_from_, end_at = position_;
  std::string end;
  const bool large = entries_ > 0xFFFE;
  if (large) {
    PutZipNumber(kZip64End, 4, &end);
    PutZipNumber(kZip64EndSize - 12, 8, &end);
    PutZipNumber(0x031E, 2, &end);
    PutZipNumber(45, 2, &end);
    PutZipNumber(0, 8, &end);
    PutZipNumber(entries_, 8, &end);
    PutZipNumber(entries_, 8, &end);
    PutZipNumber(size, 8, &end);
    PutZipNumber(central_from_, 8, &end);
    PutZipNumber(kZip64Locator, 4, &end);
    PutZipNumber(0, 4, &end);
    PutZipNumber(end_at, 8, &end);
    PutZipNumber(1, 4, &end);
  }
  PutZipNumber(kZipEnd, 4, &end);
  PutZipNumber(0, 4, &end);
  PutZipNumber(large ? 0xFFFF : entries_, 2, &end);
  PutZipNumber(large ? 0xFFFF : entries_, 2, &end);
  PutZipNumber(size, 4, &end);
  PutZipNumber(central_from_, 4, &end);
  PutZipNumber(comment_.size(), 2, &end);
  if (!Put(io, end + comment_)) return CannotWrite(io);
  if (to_output_) {
    phase_ = Phase::kRemove;
    next_ = 0;
    return std::nullopt;
  }
  // (What was deflated in vain may have been longer.)
  files::Status cut = io.files().Truncate(CallerOf(io), temporary_, position_);
  if (!cut.ok()) return CannotWrite(io);
  if (options_.test && entries_ > 0) {
    phase_ = Phase::kTest;
    return std::nullopt;
  }
  return Replace(io);
}

// -T: unzip looks at the new archive.
std::optional<Progress> Zip::Test(CommandIo& io) {
  if (child_ < 0) {
    const std::string words[] = {"unzip", "-tqq", temporary_};
    child_ = io.Spawn(words, {});
    if (child_ < 0)
      return Fatal(
          io, "Zip file invalid, could not spawn unzip, or wrong unzip (original files unmodified)",
          8);
  }
  const std::optional<int> status = io.WaitChild(child_);
  if (!status) return Progress::Wait();
  child_ = -1;
  if (*status != 0) {
    io.Out("test of " + options_.out + " FAILED\n");
    return Fatal(
        io, "Zip file invalid, could not spawn unzip, or wrong unzip (original files unmodified)",
        8);
  }
  Say(io, "test of " + options_.out + " OK\n");
  return Replace(io);
}

std::optional<Progress> Zip::Replace(CommandIo& io) {
  phase_ = Phase::kRemove;
  next_ = 0;
  if (entries_ == 0) Warn(io, "zip file empty");
  files::Result<files::Stat> there = io.files().StatPath(CallerOf(io), options_.out);
  files::Status moved = io.files().Rename(CallerOf(io), temporary_, options_.out);
  if (!moved.ok()) {
    io.Write(Messages(), "zip I/O error: " + std::string(ErrnoText(moved.error())));
    return Fatal(io, "Could not create output file (was replacing the original zip file)", 15);
  }
  temporary_.clear();
  if (there.ok()) (void)io.files().Chmod(CallerOf(io), options_.out, there->mode & 07777);
  if (options_.oldest && newest_ != INT64_MIN)
    (void)io.files().SetTimes(CallerOf(io), options_.out, newest_ * kNsPerSecond,
                              newest_ * kNsPerSecond);
  return std::nullopt;
}

// -m: files go, then directories, from the last to the first.
Progress Zip::RemoveFiles(CommandIo& io) {
  if (!options_.move || unreadable_ > 0) return Finished(io);
  while (next_ < files_.size()) {
    const File& file = files_[files_.size() - 1 - next_];
    ++next_;
    if (file.path.empty()) continue;
    (void)(file.name.ends_with('/') ? io.files().Rmdir(CallerOf(io), file.path)
                                    : io.files().Unlink(CallerOf(io), file.path));
    if (io.Tick(512)) return Progress::Yield();
  }
  return Finished(io);
}

Progress Zip::Finished(CommandIo& io) {
  if (options_.verbose && options_.mode != Mode::kDelete) {
    Say(io, fmt::format("total bytes={}, compressed={} -> {}% savings\n", packed_size_,
                        packed_compressed_, Percent(packed_size_, packed_compressed_)));
  }
  if (unreadable_ == 0) return Progress::Done(0);
  Say(io, fmt::format("\nzip warning: Not all files were readable\n"
                      "  files/entries read:  {} ({} bytes)  skipped:  {} ({} bytes)\n",
                      packed_, Short(packed_size_), unreadable_, Short(unreadable_size_)));
  return Progress::Done(18);
}

}  // namespace pysub::shell
