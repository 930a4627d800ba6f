#include <algorithm>
#include <cerrno>
#include <utility>

#include "shell/commands/archive/tar.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr size_t kPiece = 65536;
constexpr uint64_t kMostSpecial = 1 << 20;  // bytes of a long name, of pax records

bool HasDotDot(std::string_view path) {
  for (size_t at = 0; at <= path.size();) {
    size_t end = std::min(path.find('/', at), path.size());
    if (path.substr(at, end - at) == "..") return true;
    at = end + 1;
  }
  return false;
}

bool IsXz(std::string_view bytes) {
  return bytes.starts_with(
      "\xFD"
      "7zXZ");
}

bool IsTar(std::string_view bytes) {
  TarMember member;
  return ReadTarHeader(bytes.substr(0, kTarBlock), &member) == TarBlock::kMember;
}

}  // namespace

// ---- the archive's bytes

// What zstd says of a stream that is wrong; empty: nothing.
std::string Tar::UnpackZstd(CommandIo& io, std::string_view* in, std::string* out, bool* cut) {
  using Outcome = ZstdReader::Outcome;
  const std::string decoding = "/*stdin*\\ : Decoding error (36) : ";
  const Outcome outcome = zstd_reader_.Decode(io, in, out);
  *cut = outcome == Outcome::kMore && input_ended_ && in->empty() && out->empty();
  switch (outcome) {
    case Outcome::kMore: break;
    case Outcome::kNotZstd: return "zstd: /*stdin*\\: unsupported format";
    case Outcome::kBadSum: return decoding + "Restored data doesn't match checksum";
    case Outcome::kWindow: return decoding + "Frame requires too much memory for decoding";
    case Outcome::kDictionary: return decoding + "Dictionary mismatch";
    case Outcome::kReserved: return decoding + "Unsupported frame parameter";
    default: return decoding + "Data corruption detected";
  }
  if (!*cut || zstd_reader_.IsComplete()) return "";
  return zstd_reader_.IsFresh() ? "zstd: /*stdin*\\: unexpected end of file"
                                : "/*stdin*\\ : Read error (39) : premature end";
}

// Decompresses a piece. False: it is wrong, which was said. *cut: there is no more; *garbage:
// what follows does not belong to it.
bool Tar::Unpack(CommandIo& io, std::string_view* in, std::string* out, bool* cut, bool* garbage) {
  const auto fail = [&](std::string_view text, std::string_view status) {
    io.Write(2, text);
    io.Error("Child returned status " + std::string(status));
    return false;
  };
  if (is_bzip2_) {
    using Outcome = Bzip2Reader::Outcome;
    const Outcome outcome = bzip2_reader_.Decode(io, in, input_ended_, out, kPiece);
    *cut = outcome == Outcome::kMore && input_ended_ && in->empty() && out->empty();
    *garbage = outcome == Outcome::kGarbage;
    if (outcome == Outcome::kNotBzip2) return fail("bzip2: (stdin) is not a bzip2 file.\n", "2");
    if (*cut && !bzip2_reader_.IsComplete())
      return fail("\nbzip2: Compressed file ends unexpectedly.\n", "2");
    if (outcome != Outcome::kMore && !*garbage)
      return fail("\nbzip2: Data integrity error when decompressing.\n", "2");
    return true;
  }
  if (is_xz_) {
    using Outcome = XzReader::Outcome;
    const Outcome outcome = xz_reader_.Decode(io, in, input_ended_, out);
    *cut = outcome == Outcome::kMore && input_ended_ && in->empty() && out->empty();
    *garbage = outcome == Outcome::kGarbage;
    if (outcome == Outcome::kNotXz || (*cut && xz_reader_.IsFresh()))
      return fail("xz: (stdin): File format not recognized\n", "1");
    if (*cut && !xz_reader_.IsComplete())
      return fail("xz: (stdin): Unexpected end of input\n", "1");
    if (outcome != Outcome::kMore) return fail("xz: (stdin): Compressed data is corrupt\n", "1");
    return true;
  }
  if (is_zstd_) {
    const std::string wrong = UnpackZstd(io, in, out, cut);
    return wrong.empty() || fail(wrong + " \n", "1");
  }
  using Outcome = GzipReader::Outcome;
  const Outcome outcome = reader_.Decode(in, out, kPiece);
  *cut = outcome == Outcome::kMore && input_ended_ && in->empty() && out->empty();
  *garbage = outcome == Outcome::kGarbage;
  if (outcome == Outcome::kNotGzip) return fail("\ngzip: stdin: not in gzip format\n", "1");
  if (outcome != Outcome::kMore && !*garbage)
    return fail("\ngzip: stdin: invalid compressed data--format violated\n", "1");
  if (*cut && !reader_.IsComplete()) return fail("\ngzip: stdin: unexpected end of file\n", "1");
  return true;
}

// By the options, by how a file begins, or by its name, when it begins like no archive: of a pipe
// only an option tells. False: it cannot be read, which was said.
bool Tar::FindCompression(CommandIo& io, std::string_view bytes) {
  struct Kind {
    bool TarOptions::*chosen;
    bool found;
    std::string_view option;
  };
  const Kind kinds[] = {{&TarOptions::gzip, bytes.starts_with("\x1f\x8b"), "-z"},
                        {&TarOptions::bzip2, bytes.starts_with("BZh"), "-j"},
                        {&TarOptions::xz, IsXz(bytes), "-J"},
                        {&TarOptions::zstd, ZstdHead::IsMagic(bytes), "--zstd"}};
  const bool looks = archive_fd_ > 0 && !options_.IsPacked();
  const bool is_clear = IsTar(bytes) || std::any_of(std::begin(kinds), std::end(kinds),
                                                    [](const Kind& kind) { return kind.found; });
  bool TarOptions::*by_name = looks && !is_clear ? TarOptions::PackedBy(options_.archive) : nullptr;
  if (by_name != nullptr && bytes.size() < kTarBlock)
    io.Error("This does not look like a tar archive");
  bool is[std::size(kinds)] = {};
  for (size_t i = 0; i < std::size(kinds); ++i) {
    const bool found = looks && (kinds[i].found || kinds[i].chosen == by_name);
    is[i] = options_.*kinds[i].chosen || found;
    compressed_ |= is[i];
  }
  is_bzip2_ = is[1];
  is_xz_ = is[2];
  is_zstd_ = is[3];
  if ((Appends() || options_.mode == 'D') && compressed_) {
    io.Error("Cannot update compressed archives");
    return false;
  }
  for (const Kind& kind : kinds) {
    if (compressed_ || !kind.found) continue;
    io.Error("Archive is compressed. Use " + std::string(kind.option) + " option");
    return false;
  }
  return true;
}

Got Tar::Need(CommandIo& io, size_t size) {
  while (buffer_.size() < size) {
    if (packed_.empty() && !input_ended_ && !unpacks_more_) {
      std::string_view bytes;
      Got got = input_.Some(io, archive_fd_, &bytes);
      if (got == Got::kWait || got == Got::kYield) return got;
      if (got == Got::kError) {
        io.Error(options_.archive + ": Cannot read", io.error());
        if (!looked_) io.Error("At beginning of tape, quitting now");
        return Got::kError;
      }
      input_ended_ = got == Got::kEnd;
      (void)io.Tick(bytes.size());
      if (!std::exchange(looked_, true) && !FindCompression(io, bytes)) return Got::kError;
      if (!compressed_) {
        buffer_ += bytes;
        if (input_ended_ && buffer_.size() < size) return Got::kEnd;
        continue;
      }
      packed_ = bytes;
    }
    if (!compressed_) return Got::kEnd;
    std::string_view in = packed_;
    std::string out;
    bool cut = false, garbage = false;
    const bool fine = Unpack(io, &in, &out, &cut, &garbage);
    packed_.erase(0, packed_.size() - in.size());
    buffer_ += out;
    if (!fine) return Got::kError;
    // (blocks give more without more input)
    unpacks_more_ = (is_bzip2_ || is_xz_ || is_zstd_) && !out.empty();
    if (cut || garbage) return buffer_.size() >= size ? Got::kData : Got::kEnd;
    if (io.Tick(out.size() * 2 + 64) && buffer_.size() < size) return Got::kYield;
  }
  return Got::kData;
}

// ---- headers
void Tar::Apply(TarMember* member) {
  if (!next_.name.empty()) member->name = next_.name;
  if (!next_.link.empty()) member->link = next_.link;
  if (!next_.user.empty()) member->user = next_.user;
  if (!next_.group.empty()) member->group = next_.group;
  if (next_size_ && member->type == '0') member->size = next_.size;
  if (next_mtime_) member->mtime = next_.mtime;
  constexpr int64_t kEndOfTime = 9'000'000'000;  // in nanoseconds it fits 64 bits
  member->mtime = std::clamp(member->mtime, -kEndOfTime, kEndOfTime);
  next_ = TarMember();
  next_size_ = next_mtime_ = false;
}

bool Tar::IsWanted(CommandIo& io, const std::string& name) {
  directory_ = options_.directory;
  if (IsExcluded(WithoutSlashes(name))) return false;
  if (options_.operands.empty()) return options_.mode != 'D';
  bool wanted = false;
  std::string_view plain = WithoutSlashes(name);
  constexpr size_t kLook = 1024;  // names that are compared before the clock is looked at
  for (size_t i = 0; i < wanted_.size() && i < found_.size(); ++i) {
    if (i % kLook == kLook - 1 && !io.account().Tick(kLook * 16)) return false;
    std::string_view operand = WithoutSlashes(wanted_[i].name);
    bool matches =
        plain == operand || (plain.starts_with(operand) && plain.size() > operand.size() &&
                             plain[operand.size()] == '/');
    for (size_t end = 0; options_.wildcards && !matches && end < plain.size();) {
      end = std::min(plain.find('/', end + 1), plain.size());
      matches = MatchName(operand, plain.substr(0, end));
    }
    if (matches) ++found_[i];
    if (options_.occurrence > 0) matches = matches && found_[i] == options_.occurrence;
    if (matches && !wanted) directory_ = wanted_[i].directory;
    wanted = wanted || matches;
  }
  return wanted;
}

// The data of L, K and x members.
std::optional<Progress> Tar::Special(CommandIo& io) {
  while (left_ > 0) {
    Got got = Need(io, std::min<uint64_t>(left_, kTarBlock));
    if (auto end = StepEnd(got)) return end;
    if (got != Got::kData) {
      if (got == Got::kEnd) io.Error("Unexpected EOF in archive");
      io.Error("Error is not recoverable: exiting now");
      return Progress::Done(2);
    }
    size_t size = std::min<uint64_t>(left_, buffer_.size());
    total_ += size;
    special_.append(buffer_, 0, size);
    KeepRaw(io, std::string_view(buffer_).substr(0, size));
    buffer_.erase(0, size);
    left_ -= size;
  }
  std::string text = special_.substr(0, special_.find('\0'));
  if (member_.type == 'L') next_.name = text;
  if (member_.type == 'K') next_.link = text;
  if (member_.type == 'x' && !ReadPaxRecords(special_, &next_, &next_size_, &next_mtime_))
    Fail(io, "Malformed extended header: bad record");
  special_.clear();
  phase_ = Phase::kPadding;
  return std::nullopt;
}

// There is no further block.
std::optional<Progress> Tar::AtEnd(CommandIo& io) {
  phase_ = Phase::kEnd;
  if (any_member_ && !buffer_.empty()) {
    io.Error("Unexpected EOF in archive");
    io.Error("Error is not recoverable: exiting now");
    return Progress::Done(2);
  }
  if (any_member_ && zeros_seen_ && !options_.ignore_zeros)
    io.Error("A lone zero block at " + std::to_string(total_ / kTarBlock));
  if (!any_member_ && !zeros_seen_ && !looked_wrong_ && !Appends())
    Fail(io, "This does not look like a tar archive");
  return std::nullopt;
}

// Two blocks of zeros are the end. One alone is told, as GNU tar does it; none at all is not.
std::optional<Progress> Tar::NextHeader(CommandIo& io) {
  Got got = Need(io, kTarBlock);
  if (auto end = StepEnd(got)) return end;
  if (got == Got::kError) {
    io.Error("Error is not recoverable: exiting now");
    return Progress::Done(2);
  }
  if (got == Got::kEnd) return AtEnd(io);
  TarMember member;
  TarBlock kind = ReadTarHeader(std::string_view(buffer_).substr(0, kTarBlock), &member);
  KeepRaw(io, kind == TarBlock::kMember ? std::string_view(buffer_).substr(0, kTarBlock) : "");
  buffer_.erase(0, kTarBlock);
  total_ += kTarBlock;
  (void)io.Tick(kTarBlock);
  if (kind == TarBlock::kZeros) {
    if ((zeros_seen_ && !options_.ignore_zeros) || Appends()) phase_ = Phase::kEnd;
    if (const std::string block = BlockText(); !zeros_seen_ && !block.empty())
      io.Out(block + "** Block of NULs **\n");
    zeros_seen_ = true;
    return std::nullopt;
  }
  if (kind == TarBlock::kWrong) {
    if (!any_member_ && !looked_wrong_) io.Error("This does not look like a tar archive");
    if (!looked_wrong_) io.Error("Skipping to next header");
    looked_wrong_ = true;
    status_ = 2;
    return std::nullopt;
  }
  zeros_seen_ = looked_wrong_ = false;
  bool about_next =
      member.type == 'L' || member.type == 'K' || member.type == 'x' || member.type == 'g';
  if (!about_next) Apply(&member);
  member_ = std::move(member);
  left_ = member_.size;
  padding_ = (kTarBlock - left_ % kTarBlock) % kTarBlock;
  if (about_next) {
    if (left_ > kMostSpecial) {
      io.Error("Error is not recoverable: exiting now");
      return Progress::Done(2);
    }
    special_.clear();
    return Special(io);
  }
  any_member_ = true;
  phase_ = Phase::kData;
  fd_ = -1;
  path_.clear();
  if (Appends() || options_.mode == 'D') {
    if (options_.mode == 'D')
      ChooseRaw(io);
    else
      NoteArchived(io);
    return std::nullopt;
  }
  if (!IsWanted(io, member_.name)) return std::nullopt;
  switch (options_.mode) {
    case 't': ListStored(io, 1); return std::nullopt;
    case 'd': Compare(io); return std::nullopt;
    default: return BeginExtract(io);
  }
}

// ---- files
files::Status Tar::MakeParents(CommandIo& io, const std::string& path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    std::string parent = path.substr(0, at);
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), parent);
    (void)io.Tick(16);
    if (stat.ok()) continue;
    if (auto made = io.files().Mkdir(CallerOf(io), parent, 0777); !made.ok()) return made;
  }
  return {};
}

// What stands in the way of a member. False: it stays, and the member is left out.
bool Tar::ClearWay(CommandIo& io, const std::string& path, bool directory) {
  files::Result<files::Stat> there = io.files().Lstat(CallerOf(io), path);
  if (!there.ok()) return true;
  if (directory && there->IsDirectory()) return true;
  if (directory) {
    files::Result<files::Stat> behind = io.files().StatPath(CallerOf(io), path);
    if (behind.ok() && behind->IsDirectory()) return true;
  }
  if (options_.skip_old) return false;
  if (options_.keep_newer && there->mtime_ns / 1'000'000'000 >= member_.mtime) {
    io.Error("Current " + QuoteWord(path) + " is newer or same age");
    return false;
  }
  if (options_.keep_old) {
    Fail(io, member_.name + ": Cannot open", EEXIST);
    return false;
  }
  files::Status removed = there->IsDirectory() ? io.files().Rmdir(CallerOf(io), path)
                                               : io.files().Unlink(CallerOf(io), path);
  if (removed.ok()) return true;
  Fail(io, member_.name + ": Cannot open", there->IsDirectory() ? EISDIR : removed.error());
  return false;
}

// A link that leads out of the directory is the classic attack: a later member is then written
// through it. Until the end an empty file holds its place, which nothing goes through.
void Tar::MakeLink(CommandIo& io, const std::string& path) {
  bool leads_out = member_.link.starts_with('/') || HasDotDot(member_.link);
  if (!leads_out || options_.absolute) {
    files::Status made = io.files().Symlink(CallerOf(io), member_.link, path);
    if (!made.ok())
      Fail(io, member_.name + ": Cannot create symlink to " + QuoteWord(member_.link),
           made.error());
    return;
  }
  files::WriteOptions options;
  options.exclusive = true;
  options.mode = 0;
  files::Result<uint64_t> placed = io.files().WriteFile(CallerOf(io), path, "", options);
  if (!placed.ok()) return Fail(io, member_.name + ": Cannot open", placed.error());
  if (io.Reserve(static_cast<int64_t>(path.size() + member_.link.size() + 128)))
    late_links_.push_back({path, member_.link});
}

std::string Tar::Stripped(std::string name) const {
  for (uint64_t i = 0; i < options_.strip && !name.empty(); ++i) {
    size_t slash = name.find('/');
    size_t next = slash == std::string::npos ? slash : name.find_first_not_of('/', slash);
    name = next == std::string::npos ? "" : name.substr(next);
  }
  return name;
}

// The name that the member has outside of the archive, and what it links to; empty: none.
void Tar::FindTarget(CommandIo& io) {
  Transform(io, TarTransforms::kName, &member_.name);
  member_.name = Stripped(Relative(io, member_.name, "member names"));
  if (member_.type == '2') Transform(io, TarTransforms::kSymlink, &member_.link);
  if (member_.type == '1') {
    Transform(io, TarTransforms::kHardLink, &member_.link);
    member_.link = Stripped(Relative(io, member_.link, "hard link targets"));
  }
  if (options_.top_level.empty() || member_.name.empty()) return;
  const std::string& top = options_.top_level;
  const std::string_view name =
      std::string_view(member_.name)
          .substr(std::min(member_.name.find_first_not_of("/."), member_.name.size()));
  const bool is_below =
      name.starts_with(top) && (name.size() == top.size() || name[top.size()] == '/');
  if (is_below) return;
  const std::string itself = member_.type == '5' ? top + "/" : top;
  member_.name = name.empty() ? itself : JoinPath(top, name);
}

// -t, and -v of others.
void Tar::ListStored(CommandIo& io, int fd) {
  if (!options_.show_transformed) return List(io, member_, fd);
  const TarMember stored = member_;
  FindTarget(io);
  if (!member_.name.empty()) List(io, member_, fd);
  member_ = stored;
}

// The name decides where the member goes. It loses a leading slash, and one with ".." is refused,
// unless -P asks for it.
std::optional<Progress> Tar::BeginExtract(CommandIo& io) {
  const TarMember stored = member_;
  FindTarget(io);
  const bool transformed = !options_.transforms.empty() || !options_.top_level.empty();
  if (!options_.absolute && HasDotDot(transformed ? member_.name : stored.name)) {
    Fail(io, (transformed ? member_ : stored).name + ": Member name contains '..'");
    return std::nullopt;
  }
  const std::string name = member_.name;
  if (name.empty()) return std::nullopt;
  if (options_.verbose > 0)
    List(io, options_.show_transformed ? member_ : stored, options_.to_stdout ? 2 : 1);
  if (options_.to_stdout) {
    if (member_.type == '0') fd_ = 1;
    return std::nullopt;
  }
  if (!directory_.empty() && !io.files().StatPath(CallerOf(io), directory_).ok()) {
    io.Error(directory_ + ": Cannot open", ENOENT);
    io.Error("Error is not recoverable: exiting now");
    return Progress::Done(2);
  }
  ExtractTo(io, std::string(WithoutSlashes(In(directory_, name))));
  return std::nullopt;
}

// A directory gets its final mode and time at the very end: it must be writable until then, and
// each file put into it changes its time.
void Tar::ExtractTo(CommandIo& io, const std::string& path) {
  (void)io.Tick(1024);
  bool directory = member_.type == '5';
  if (!ClearWay(io, path, directory)) return;
  if (auto made = MakeParents(io, path); !made.ok()) {
    Fail(io, member_.name + ": Cannot " + (directory ? "mkdir" : "open"), made.error());
    return;
  }
  uint32_t mode = options_.keep_permissions ? member_.mode : member_.mode & ~io.umask();
  switch (member_.type) {
    case '5': {
      files::Status made = io.files().Mkdir(CallerOf(io), path, 0700 | mode);
      if (!made.ok() && made.error() != EEXIST)
        return Fail(io, member_.name + ": Cannot mkdir", made.error());
      if (io.Reserve(static_cast<int64_t>(path.size() + 64)))
        late_directories_.push_back({path, mode, member_.mtime});
      return;
    }
    case '2': return MakeLink(io, path);
    case '1': {
      files::Status made = io.files().Link(CallerOf(io), In(directory_, member_.link), path);
      if (!made.ok())
        Fail(io, member_.name + ": Cannot hard link to " + QuoteWord(member_.link), made.error());
      return;
    }
    case '0': break;
    case '3':
    case '4':
    case '6': return Fail(io, member_.name + ": Cannot mknod", EPERM);
    default:
      io.Error(member_.name + ": Unknown file type '" + std::string(1, member_.type) +
               "', extracted as normal file");
      break;
  }
  fd_ = io.Open(path, OpenMode::kCreateNew);
  if (fd_ < 0) return Fail(io, member_.name + ": Cannot open", io.error());
  path_ = path;
  (void)io.files().Chmod(CallerOf(io), path, mode);
}

void Tar::EndMember(CommandIo& io) {
  if (fd_ > 2) io.Close(fd_);
  if (fd_ > 2 && !options_.touch)
    (void)io.files().SetTimes(CallerOf(io), path_, files::kTimeNow, member_.mtime * 1'000'000'000);
  fd_ = -1;
  phase_ = Phase::kPadding;
}

std::optional<Progress> Tar::CopyOut(CommandIo& io) {
  if (options_.mode == 'd' && fd_ >= 0) {
    if (auto stop = CompareData(io)) return stop;
  }
  while (left_ > 0) {
    Got got = Need(io, 1);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kEnd && options_.mode == 'd' && fd_ >= 0) {
      Fail(io, "Unexpected EOF in archive");
      return Finished(io);
    }
    if (got != Got::kData) {
      for (int i = 0; got == Got::kEnd && i < (fd_ >= 0 ? 2 : 1); ++i)
        io.Error("Unexpected EOF in archive");
      io.Error("Error is not recoverable: exiting now");
      return Progress::Done(2);
    }
    size_t size = std::min<uint64_t>(left_, buffer_.size());
    total_ += size;
    if (fd_ >= 0) io.Write(fd_, std::string_view(buffer_).substr(0, size));
    if (options_.mode == 'D' && keeps_) Emit(io, std::string_view(buffer_).substr(0, size));
    buffer_.erase(0, size);
    left_ -= size;
    if (io.Tick(size)) return Progress::Yield();
  }
  EndMember(io);
  return std::nullopt;
}

// If the link's place still has the empty file.
void Tar::MakeLateLink(CommandIo& io, const LateLink& link) {
  files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), link.path);
  // something else came there
  if (!stat.ok() || !stat->IsFile() || stat->size != 0 || (stat->mode & 0777) != 0) return;
  (void)io.files().Unlink(CallerOf(io), link.path);
  files::Status made = io.files().Symlink(CallerOf(io), link.target, link.path);
  if (!made.ok())
    Fail(io, link.path + ": Cannot create symlink to " + QuoteWord(link.target), made.error());
}

void Tar::FinishDirectory(CommandIo& io, const LateDirectory& directory) {
  files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), directory.path);
  if (!stat.ok() || !stat->IsDirectory()) return;
  (void)io.files().Chmod(CallerOf(io), directory.path, directory.mode);
  if (options_.touch) return;
  (void)io.files().SetTimes(CallerOf(io), directory.path, files::kTimeNow,
                            directory.mtime * 1'000'000'000);
}

// Links that had to wait are made now, and directories follow; both from the last to the first, so
// that one inside another is done before it, and what is left is all that a snapshot has to know.
Progress Tar::EndExtract(CommandIo& io) {
  while (!late_links_.empty()) {
    MakeLateLink(io, late_links_.back());
    late_links_.pop_back();
    if (io.Tick(512)) return Progress::Yield();
  }
  while (!late_directories_.empty()) {
    FinishDirectory(io, late_directories_.back());
    late_directories_.pop_back();
    if (io.Tick(512)) return Progress::Yield();
  }
  bool patterns = false;
  // (At a limit nobody sees the rest.)
  const auto goes_on = [&](size_t i) {
    return i < found_.size() && i < wanted_.size() && io.account().Tick(64);
  };
  for (size_t i = 0; goes_on(i); ++i) {
    patterns |= !IsFound(i) && !options_.wildcards &&
                wanted_[i].name.find_first_of("*?[") != std::string::npos;
  }
  if (patterns) {
    io.Error("Pattern matching characters used in file names");
    io.Error(
        "Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning");
  }
  for (size_t i = 0; goes_on(i); ++i) {
    if (!IsFound(i))
      Fail(io,
           wanted_[i].name + (options_.occurrence > 0 ? ": Required occurrence not found in archive"
                                                      : ": Not found in archive"));
  }
  return Finished(io);
}

// False: it cannot be opened, which has been said.
bool Tar::OpenForReading(CommandIo& io) {
  archive_fd_ = options_.archive == "-" ? 0 : io.Open(options_.archive, OpenMode::kRead);
  phase_ = archive_fd_ >= 0 ? Phase::kNext : Phase::kEnd;
  if (archive_fd_ >= 0 || (Appends() && io.error() == ENOENT)) return true;
  CannotOpen(io);
  return false;
}

Progress Tar::Read(CommandIo& io) {
  if (phase_ == Phase::kOpen && !OpenForReading(io)) return Progress::Done(2);
  while (true) {
    std::optional<Progress> stop;
    bool special =
        member_.type == 'L' || member_.type == 'K' || member_.type == 'x' || member_.type == 'g';
    switch (phase_) {
      case Phase::kOpen:
      case Phase::kNext: stop = special && left_ > 0 ? Special(io) : NextHeader(io); break;
      case Phase::kData: stop = CopyOut(io); break;
      case Phase::kPadding: {
        Got got = Need(io, padding_);
        if (auto end = StepEnd(got)) return *end;
        if (got != Got::kData) {
          for (int i = 0; got == Got::kEnd && i < (options_.mode == 'x' ? 2 : 1); ++i)
            io.Error("Unexpected EOF in archive");
          io.Error("Error is not recoverable: exiting now");
          return Progress::Done(2);
        }
        // (the padding of a long name belongs to its member's heads)
        if (special) KeepRaw(io, std::string_view(buffer_).substr(0, padding_));
        if (!special && options_.mode == 'D' && keeps_)
          Emit(io, std::string_view(buffer_).substr(0, padding_));
        buffer_.erase(0, padding_);
        total_ += padding_;
        padding_ = left_ = 0;
        phase_ = Phase::kNext;
        break;
      }
      case Phase::kEnd:
        if (options_.mode == 'D' && !keeps_end_) {
          if (std::optional<Progress> end = EndDelete(io)) return *end;
        }
        if (!Appends()) return EndExtract(io);
        stop = BeginAppending(io);
        return stop ? *stop : Create(io);
      case Phase::kRemove: return Progress::Done(2);  // (only Create() gets there)
    }
    if (stop) return *stop;
    if (io.Tick(64)) return Progress::Yield();
  }
}

}  // namespace pysub::shell
