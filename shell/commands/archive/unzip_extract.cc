#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/archive/unzip.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using Mode = UnzipOptions::Mode;

constexpr size_t kPiece = 65536, kTogether = 64, kMostLink = 4095;
constexpr int kUnsupported = 81;

// What the real one knows by name and can or cannot do; here it is all the same.
std::string_view UnsupportedMethod(uint16_t method) {
  switch (method) {
    case 1: return "shrink";
    case 2:
    case 3:
    case 4:
    case 5: return "reduce";
    case 6: return "implode";
    case 7: return "tokenize";
    case 9: return "deflate64";
    case 10: return "DCL implode";
    case 12: return "bzip2";
    case 14: return "LZMA";
    case 18: return "IBM/Terse";
    case 19: return "IBM LZ77";
    case 97: return "WavPack";
    case 98: return "PPMd";
    default: return "";
  }
}

// To a column, of bytes.
std::string Padded(std::string_view name) {
  constexpr size_t kColumn = 22;
  std::string shown = ShownZipName(name);
  shown.resize(std::max(shown.size(), kColumn), ' ');
  return shown;
}

}  // namespace

// ---- the next entries
// False: it is passed over, which has been said.
bool Unzip::CanExtract(CommandIo& io, const ZipEntry& entry) {
  constexpr int kUnzipVersion = 46;
  const int needed = entry.version_needed & 255;
  const uint16_t method = entry.method;
  std::string why;
  if (needed > kUnzipVersion) {
    why = fmt::format("need PK compat. v{}.{} (can do v4.6)", needed / 10, needed % 10);
  } else if (method != kZipStored && method != kZipDeflated) {
    const std::string_view name = UnsupportedMethod(method);
    why = name.empty() ? fmt::format("unsupported compression method {}", method)
                       : fmt::format("`{}' method not supported", name);
  }
  if (why.empty()) return true;
  const bool silent = options_.mode == Mode::kTest ? options_.quiet > 0 : options_.quiet > 1;
  if (!silent) Tell(io, "   skipping: " + Padded(entry.name) + "  " + why + "\n");
  ++skipped_;
  return false;
}

std::optional<Progress> Unzip::Collect(CommandIo& io) {
  if (!began_) {
    began_ = true;
    if (options_.writes_files() && options_.has_directory) {
      std::string& directory = options_.directory;
      directory = WithoutSlashes(directory);
      files::Result<files::Stat> there = io.files().StatPath(CallerOf(io), directory);
      files::Status made;
      if (!there.ok()) made = io.files().Mkdir(CallerOf(io), directory, 0777);
      if (!made.ok() || (there.ok() && !there->IsDirectory())) {
        Tell(io, "checkdir:  cannot create extraction directory: " + directory + "\n           " +
                     std::string(ErrnoText(made.ok() ? ENOTDIR : made.error())) + "\n");
        return Progress::Done(2);
      }
    }
  }
  while (waiting_.size() < kTogether) {
    Waiting waiting;
    if (!NextEntry(io, &waiting.entry)) break;
    if (!IsWanted(io, waiting.entry.name) || !CanExtract(io, waiting.entry)) {
      if (io.Tick(64)) return Progress::Yield();
      continue;
    }
    waiting.number = count_;
    ++chosen_;
    const size_t bytes = waiting.entry.name.size() + sizeof(Waiting) * 2;
    if (!io.Reserve(static_cast<int64_t>(bytes))) return Progress::Done(2);
    waiting_charged_ += bytes;
    waiting_.push_back(std::move(waiting));
    if (io.Tick(64)) return Progress::Yield();
  }
  phase_ = waiting_.empty() ? Phase::kUnmatched : Phase::kBegin;
  next_ = 0;
  return std::nullopt;
}

// The parts of an archive do not overlap, unless it is made to grow.
bool Unzip::IsCovered(uint64_t from, uint64_t to) const {
  const auto behind = covered_.lower_bound(from);
  if (behind != covered_.begin() && std::prev(behind)->second > from) return true;
  return behind != covered_.end() && behind->first < to;
}

Progress Unzip::Overlaps(CommandIo& io) {
  Tell(io, "error: invalid zip file with overlapped components (possible zip bomb)\n");
  return Progress::Done(12);
}

std::optional<Progress> Unzip::Cover(CommandIo& io, uint64_t from, uint64_t to) {
  if (IsCovered(from, to)) return Overlaps(io);
  auto behind = covered_.lower_bound(from);
  // Neighbours become one: of an archive as zip makes it a single part is known.
  if (behind != covered_.end() && behind->first == to) {
    to = behind->second;
    behind = covered_.erase(behind);
  }
  if (behind != covered_.begin() && std::prev(behind)->second == from) {
    std::prev(behind)->second = to;
    return std::nullopt;
  }
  if (!Keep(io, 64)) return Progress::Done(2);
  covered_.emplace(from, to);
  return std::nullopt;
}

// The local header says where the data is and, other than the central one, how long.
// False: the entry is passed over.
bool Unzip::ReadLocal(CommandIo& io, Waiting* next) {
  ZipEntry& entry = next->entry;
  uint64_t at = entry.offset + static_cast<uint64_t>(directory_.extra);
  if (at >= source_.size()) {
    Tell(io, fmt::format("file #{}:  bad zipfile offset (lseek):  {}\n", next->number,
                         static_cast<int64_t>(at / 8192 * 8192)));
    Raise(3);
    return false;
  }
  std::string head(source_.At(io, at, kZipLocalSize));
  if (ZipNumber(head, 0, 4) != kZipLocal) {
    Tell(io,
         fmt::format("file #{}:  bad zipfile offset (local header sig):  {}\n", next->number, at));
    Raise(2);
    head = directory_.extra > 0 ? source_.At(io, entry.offset, kZipLocalSize) : "";
    if (ZipNumber(head, 0, 4) != kZipLocal) return false;
    Tell(io, "  (attempting to re-compensate)\n");
    directory_.extra = 0;
    at = entry.offset;
  }
  if (head.size() < kZipLocalSize) {
    Tell(io, fmt::format("file #{}:  bad local header\n", next->number));
    Raise(51);
    return false;
  }
  const size_t name_size = ZipNumber(head, 26, 2), extra_size = ZipNumber(head, 28, 2);
  std::string name(source_.At(io, at + kZipLocalSize, name_size));
  name.resize(std::min(name.find('\0'), name.size()));
  ZipEntry local;
  local.name = name;
  local.compressed = ZipNumber(head, 18, 4);
  local.size = ZipNumber(head, 22, 4);
  ReadZipExtra(source_.At(io, at + kZipLocalSize + name_size, extra_size), &local);
  if (local.name != entry.name) {
    Tell(io, ShownZipName(entry.name) + ":  mismatching \"local\" filename (" +
                 ShownZipName(local.name) +
                 "),\n         continuing with \"central\" filename version\n");
    Raise(1);
  }
  if ((ZipNumber(head, 6, 2) & ZipEntry::kHasDescriptor) == 0) {
    entry.crc = static_cast<uint32_t>(ZipNumber(head, 14, 4));
    entry.compressed = local.compressed;
    entry.size = local.size;
  }
  if (local.mtime) entry.mtime = local.mtime;
  data_at_ = at + kZipLocalSize + name_size + extra_size;
  entry.offset = at;
  return true;
}

std::optional<Progress> Unzip::Begin(CommandIo& io) {
  if (next_ >= waiting_.size()) {
    waiting_.clear();
    next_ = 0;
    if (!io.Reserve(-static_cast<int64_t>(waiting_charged_))) return Progress::Done(2);
    waiting_charged_ = 0;
    phase_ = Phase::kCollect;
    return std::nullopt;
  }
  Waiting& next = waiting_[next_];
  const uint64_t at = next.entry.offset + static_cast<uint64_t>(directory_.extra);
  const bool before_all =
      directory_.extra < 0 && next.entry.offset < static_cast<uint64_t>(-directory_.extra);
  if (before_all || (at < source_.size() && IsCovered(at, at + 1))) return Overlaps(io);
  renamed_ = false;
  fd_ = -1;
  (void)io.Tick(256);
  if (!ReadLocal(io, &next)) {
    NextOne();
    return std::nullopt;
  }
  ZipEntry& entry = next.entry;
  const uint64_t room = data_at_ < source_.size() ? source_.size() - data_at_ : 0;
  if (data_at_ > source_.size() || entry.compressed > UINT64_MAX - data_at_) {
    Tell(io, fmt::format("file #{}:  bad zipfile offset (EOF):  {}\n", next.number, data_at_));
    Raise(51);
    NextOne();
    return std::nullopt;
  }
  if ((entry.flags & ZipEntry::kEncrypted) != 0) {
    if (options_.mode != Mode::kTest || options_.quiet == 0)
      Tell(io, "   skipping: " + Padded(entry.name) + "  unable to get password\n");
    Raise(5);
    ++done_;
    NextOne();
    return std::nullopt;
  }
  if (entry.method == kZipStored && entry.size != entry.compressed) {
    Tell(io, fmt::format("{}:  ucsize {} <> csize {} for STORED entry\n"
                         "         continuing with \"compressed\" size value\n",
                         ShownZipName(entry.name), entry.size, entry.compressed));
    Raise(1);
  }
  data_left_ = std::min(entry.compressed, room);
  if (!options_.writes_files()) {
    if (options_.mode != Mode::kTest && entry.is_directory()) {
      NextOne();
      return std::nullopt;
    }
    path_ = entry.name;
    BeginData(io);
    return std::nullopt;
  }
  path_ = MapName(io, entry);
  return Place(io);
}

// ---- where it goes
// The name in the file system; empty: there is none.
std::string Unzip::MapName(CommandIo& io, const ZipEntry& entry) {
  std::string name = entry.name;
  constexpr uint8_t kDos = 0;
  if (entry.host() == kDos && name.find('/') == std::string::npos &&
      name.find('\\') != std::string::npos) {
    if (!std::exchange(told_backslashes_, true))
      Tell(io, "warning:  " + archive_ + " appears to use backslashes as path separators\n");
    Raise(1);
    std::replace(name.begin(), name.end(), '\\', '/');
  }
  const bool directory = name.ends_with('/');
  if (options_.junk) {
    name = directory ? "" : name.substr(name.rfind('/') + 1);
  } else if (name.starts_with('/')) {
    Tell(io, "warning:  stripped absolute path spec from " + ShownZipName(entry.name) + "\n");
    Raise(1);
  }
  std::string mapped;
  bool climbs = false;
  for (size_t at = 0; at < name.size();) {
    const size_t end = std::min(name.find('/', at), name.size());
    std::string part = name.substr(at, end - at);
    at = end + 1;
    climbs |= part == "..";
    if (part.empty() || part == "." || part == "..") continue;
    std::erase_if(part, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
    if (part.empty() || part == "." || part == "..") continue;
    if (!mapped.empty()) mapped += '/';
    mapped += part;
  }
  if (climbs) {
    io.Out("warning:  skipped \"../\" path component(s) in " + ShownZipName(entry.name) + "\n");
    Raise(1);
  }
  const size_t version = mapped.rfind(';');
  if (!options_.keep_versions && version != std::string::npos && version > 0 &&
      version + 1 < mapped.size() &&
      mapped.find_first_not_of("0123456789", version + 1) == std::string::npos)
    mapped.resize(version);
  const bool lower = options_.lower > 1 || (options_.lower == 1 && entry.host() == kDos);
  if (lower) {
    for (char& c : mapped) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  if (mapped.empty()) return "";
  if (!options_.directory.empty()) mapped = JoinPath(options_.directory, mapped);
  return directory ? mapped + "/" : mapped;
}

bool Unzip::MakeParents(CommandIo& io, const std::string& path) {
  size_t at = renamed_ || options_.directory.empty() ? 1 : options_.directory.size() + 1;
  for (at = path.find('/', at); at < path.size() - 1; at = path.find('/', at + 1)) {
    const std::string parent = path.substr(0, at);
    files::Result<files::Stat> there = io.files().StatPath(CallerOf(io), parent);
    if (!io.account().Tick(64)) return false;
    if (there.ok() && there->IsDirectory()) continue;
    std::string why;
    if (there.ok()) {
      why = "checkdir error:  " + ShownZipName(parent) + " exists but is not directory\n";
    } else {
      files::Status made = io.files().Mkdir(CallerOf(io), parent, 0777);
      if (made.ok()) continue;
      why = "checkdir error:  cannot create " + ShownZipName(parent) + "\n                 " +
            std::string(ErrnoText(made.error())) + "\n";
    }
    Tell(io, why + "                 unable to process " + ShownZipName(entry().name) + ".\n");
    Raise(2);
    return false;
  }
  return true;
}

// st_mode of the new file; DOS knows whether it may be written.
uint32_t Unzip::ModeOf(CommandIo& io, const ZipEntry& entry) const {
  const uint32_t bits = options_.keep_set_id ? 07777 : 0777;
  if (entry.host() == ZipEntry::kUnix && entry.unix_mode() != 0) return entry.unix_mode() & bits;
  const uint32_t writable = (entry.external & 1) == 0 ? 0222 : 0;
  const uint32_t entered = entry.is_directory() || (entry.external & 16) != 0 ? 0111 : 0;
  return (0444 | writable | entered) & ~io.umask();
}

// A directory gets its final mode and time at the very end: it must be writable until then.
void Unzip::MakeDirectory(CommandIo& io) {
  const std::string path(WithoutSlashes(path_));
  files::Result<files::Stat> there = io.files().StatPath(CallerOf(io), path);
  if (there.ok() && there->IsDirectory()) return;
  std::string why;
  if (there.ok()) {
    why = "checkdir error:  " + ShownZipName(path) + " exists but is not directory\n";
  } else {
    files::Status made = io.files().Mkdir(CallerOf(io), path, 0777);
    if (!made.ok())
      why = "checkdir error:  cannot create " + ShownZipName(path) + "\n                 " +
            std::string(ErrnoText(made.error())) + "\n";
  }
  if (!why.empty()) {
    Tell(io, why + "                 unable to process " + ShownZipName(entry().name) + ".\n");
    return Raise(2);
  }
  if (options_.quiet == 0) io.Out("   creating: " + ShownZipName(path_) + "\n");
  if (Keep(io, path.size() + sizeof(LateDirectory) * 2))
    late_directories_.push_back({path, ModeOf(io, entry()), ZipTimeOf(entry(), ZoneOf(io))});
}

// Whether the file that is there gives way. *ask: somebody has to say so.
bool Unzip::MayReplace(CommandIo& io, const files::Stat& there, bool* ask) {
  *ask = false;
  if (options_.update && FloorSeconds(there.mtime_ns) >= ZipTimeOf(entry(), ZoneOf(io)))
    return false;
  if (there.IsSymlink() && !options_.always && !replace_all_) {
    const bool leads = io.files().StatPath(CallerOf(io), path_).ok();
    io.Out(ShownZipName(path_) + " exists and is a symbolic link" +
           (leads ? "" : " with no real file") + ".\n");
  }
  if (options_.never || replace_none_) return false;
  *ask = !options_.always && !replace_all_;
  return !*ask;
}

std::optional<Progress> Unzip::Place(CommandIo& io) {
  if (path_.empty()) {
    NextOne();
    return std::nullopt;
  }
  files::Result<files::Stat> there = io.files().Lstat(CallerOf(io), WithoutSlashes(path_));
  if (!there.ok() && options_.freshen) {
    NextOne();
    return std::nullopt;
  }
  if (!MakeParents(io, path_)) {
    NextOne();
    return std::nullopt;
  }
  if (path_.ends_with('/')) {
    MakeDirectory(io);
    ++done_;
    NextOne();
    return std::nullopt;
  }
  if (there.ok()) {
    bool ask = false;
    if (!MayReplace(io, *there, &ask)) {
      if (!ask) {
        NextOne();
        return std::nullopt;
      }
      Tell(io, "replace " + ShownZipName(path_) + "? [y]es, [n]o, [A]ll, [N]one, [r]ename: ");
      phase_ = Phase::kAsk;
      return std::nullopt;
    }
  }
  return OpenFile(io);
}

std::optional<Progress> Unzip::Ask(CommandIo& io) {
  Line line;
  Got got = answers_.Next(io, 0, '\n', &line);
  if (auto end = StepEnd(got)) return end;
  if (got != Got::kData) {
    Tell(io, " NULL\n(EOF or read error, treating as \"[N]one\" ...)\n");
    Raise(1);
  }
  switch (got != Got::kData || line.text.empty() ? 'N' * (got != Got::kData) : line.text[0]) {
    case 'A': replace_all_ = true; return OpenFile(io);
    case 'y':
    case 'Y': return OpenFile(io);
    case 'N':
      replace_none_ = true;
      NextOne();
      return std::nullopt;
    case 'n': NextOne(); return std::nullopt;
    case 'r':
    case 'R':
      Tell(io, "new name: ");
      phase_ = Phase::kRename;
      return std::nullopt;
    default: break;
  }
  Tell(io, "error:  invalid response [" +
               ShownZipName(line.text.empty() ? "{ENTER}" : line.text.substr(0, 8)) + "]\n");
  Tell(io, "replace " + ShownZipName(path_) + "? [y]es, [n]o, [A]ll, [N]one, [r]ename: ");
  return std::nullopt;
}

std::optional<Progress> Unzip::TakeNewName(CommandIo& io) {
  constexpr size_t kMostName = 4096;
  Line line;
  Got got = answers_.Next(io, 0, '\n', &line);
  if (auto end = StepEnd(got)) return end;
  if (got != Got::kData || line.text.empty() || line.text.size() > kMostName ||
      line.text.ends_with('/')) {
    Raise(1);
    NextOne();
    return std::nullopt;
  }
  path_ = line.text;
  renamed_ = true;
  return Place(io);
}

std::optional<Progress> Unzip::OpenFile(CommandIo& io) {
  files::Result<files::Stat> there = io.files().Lstat(CallerOf(io), path_);
  if (there.ok()) {
    int error = EISDIR;
    if (!there->IsDirectory()) {
      files::Status removed = io.files().Unlink(CallerOf(io), path_);
      error = removed.ok() ? 0 : removed.error();
    }
    if (error != 0) {
      Tell(io, "error:  cannot delete old " + ShownZipName(path_) + "\n        " +
                   std::string(ErrnoText(error)) + "\n");
      Raise(50);
      NextOne();
      return std::nullopt;
    }
  }
  if (!entry().is_symlink()) {
    fd_ = io.Open(path_, OpenMode::kCreateNew);
    if (fd_ < 0) {
      Tell(io, "error:  cannot create " + ShownZipName(path_) + "\n        " +
                   std::string(ErrnoText(io.error())) + "\n");
      Raise(50);
      NextOne();
      return std::nullopt;
    }
  }
  BeginData(io);
  return std::nullopt;
}

// ---- data
void Unzip::BeginData(CommandIo& io) {
  inflater_ = Inflater();
  crc_ = 0;
  link_.clear();
  phase_ = Phase::kData;
  if (!options_.writes_files() && options_.mode != Mode::kTest) fd_ = 1;
  const bool link = options_.writes_files() && entry().is_symlink();
  if (options_.quiet > 0 || link) return;
  const std::string_view doing = options_.mode == Mode::kTest   ? "    test"
                                 : entry().method == kZipStored ? " extract"
                                                                : "  inflat";
  io.Out(std::string(doing) + "ing: " + Padded(path_) + "  ");
  if (options_.mode == Mode::kCat) io.Out("\n");
}

// The next piece of plain data.
bool Unzip::Decode(CommandIo& io, std::string* out, bool* ended, bool* wrong) {
  const std::string_view in =
      source_.At(io, data_at_, static_cast<size_t>(std::min<uint64_t>(data_left_, kPiece)));
  std::string_view rest = in;
  if (entry().method == kZipStored) {
    *out = in;
    rest = {};
    *ended = in.size() == data_left_ || in.empty();
  } else {
    switch (inflater_.Decode(&rest, out, kPiece)) {
      case Inflater::Outcome::kEnd: *ended = true; break;
      case Inflater::Outcome::kWrong: *wrong = true; break;
      case Inflater::Outcome::kMore: *wrong = in.empty() && out->empty(); break;
    }
  }
  const size_t used = in.size() - rest.size();
  data_at_ += used;
  data_left_ -= std::min<uint64_t>(used, data_left_);
  return used > 0 || !out->empty();
}

std::optional<Progress> Unzip::CopyData(CommandIo& io) {
  std::string out;
  bool ended = false, wrong = false;
  Decode(io, &out, &ended, &wrong);
  if (wrong) out.clear();
  crc_ = ZipCrc(crc_, out);
  if (options_.writes_files() && entry().is_symlink()) {
    link_ += out.substr(0, kMostLink + 1 - std::min(link_.size(), kMostLink + 1));
  } else if (fd_ >= 0) {
    io.Write(fd_, out);
  }
  const bool yields = io.Tick(out.size() * 2 + 64);
  if (ended || wrong) {
    if (auto stop = EndData(io, wrong)) return stop;
  }
  if (yields) return Progress::Yield();
  return std::nullopt;
}

std::optional<Progress> Unzip::EndData(CommandIo& io, bool wrong) {
  const bool loud = options_.quiet == 0, test = options_.mode == Mode::kTest;
  const bool link = options_.writes_files() && entry().is_symlink();
  ++done_;
  if (fd_ > 2) {
    io.Close(fd_);
    (void)io.files().Chmod(CallerOf(io), path_, ModeOf(io, entry()));
    if (options_.no_times < 2)
      (void)io.files().SetTimes(CallerOf(io), path_, files::kTimeNow,
                                ZipTimeOf(entry(), ZoneOf(io)) * kNsPerSecond);
  }
  fd_ = -1;
  const bool bad_crc = !wrong && crc_ != entry().crc;
  if (wrong) {
    Tell(io, loud ? "\n  error:  invalid compressed data to inflate\n"
                  : "  error:  invalid compressed data to inflate " + ShownZipName(path_) + "\n");
    Raise(2);
  } else if (bad_crc) {
    if (!loud) Tell(io, Padded(path_) + " ");
    Tell(io, fmt::format(" bad CRC {:08x}  (should be {:08x})\n", crc_, entry().crc));
    Raise(2);
  } else if (link) {
    EndLink(io);
  } else if (loud) {
    io.Out(test ? " OK\n" : "\n");
  }
  // What was read belongs to this entry alone. (The decoder took some bytes too early.)
  const uint64_t from = entry().offset, to = data_at_ - inflater_.TakeAhead().size();
  NextOne();
  return Cover(io, from, std::max(from + 1, to));
}

// A link that leads out of the directory is the classic attack: a later entry is then written
// through it. Until the end an empty file holds its place, which nothing goes through.
void Unzip::EndLink(CommandIo& io) {
  if (options_.quiet == 0)
    io.Out("    linking: " + Padded(path_) + "  -> " + ShownZipName(link_) + " \n");
  files::WriteOptions options;
  options.exclusive = true;
  options.mode = 0;
  int error = ENAMETOOLONG;
  if (!link_.empty() && link_.size() <= kMostLink && link_.find('\0') == std::string::npos) {
    files::Result<uint64_t> placed = io.files().WriteFile(CallerOf(io), path_, "", options);
    error = placed.ok() ? 0 : placed.error();
  }
  if (error != 0) {
    Tell(io, "error:  cannot create " + ShownZipName(path_) + "\n        " +
                 std::string(ErrnoText(error)) + "\n");
    return Raise(50);
  }
  if (Keep(io, path_.size() + link_.size() + sizeof(LateLink) * 2))
    late_links_.push_back({path_, link_});
}

// ---- the end
std::optional<Progress> Unzip::Unmatched(CommandIo& io) {
  for (size_t i = 0; i < options_.names.size() && io.account().Tick(64); ++i) {
    if (i < found_.size() && found_[i]) continue;
    if (status_ <= 1) status_ = 11;
    Tell(io, "caution: filename not matched:  " + options_.names[i] + "\n");
  }
  if (chosen_ == 0 && skipped_ == 0 && status_ <= 1) status_ = 11;
  for (size_t i = 0; i < options_.excluded.size() && io.account().Tick(64); ++i) {
    if (i >= found_excluded_.size() || !found_excluded_[i])
      Tell(io, "caution: excluded filename not matched:  " + options_.excluded[i] + "\n");
  }
  phase_ = Phase::kLinks;
  return std::nullopt;
}

// If the link's place still has the empty file.
std::optional<Progress> Unzip::MakeLinks(CommandIo& io) {
  if (late_link_ >= late_links_.size()) {
    phase_ = Phase::kDirectories;
    return std::nullopt;
  }
  if (late_link_ == 0 && options_.quiet == 0) io.Out("finishing deferred symbolic links:\n");
  const LateLink& link = late_links_[late_link_++];
  (void)io.Tick(512);
  files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), link.path);
  if (!stat.ok() || !stat->IsFile() || stat->size != 0 || (stat->mode & 0777) != 0)
    return std::nullopt;
  if (options_.quiet == 0)
    io.Out("  " + Padded(link.path) + " -> " + ShownZipName(link.target) + "\n");
  (void)io.files().Unlink(CallerOf(io), link.path);
  files::Status made = io.files().Symlink(CallerOf(io), link.target, link.path);
  if (!made.ok()) {
    Tell(io, "symlink error: " + std::string(ErrnoText(made.error())) + "\n");
    Raise(1);
  }
  return std::nullopt;
}

// From the last to the first, so that one inside another is done before it.
std::optional<Progress> Unzip::FinishDirectories(CommandIo& io) {
  if (late_directories_.empty()) {
    phase_ = Phase::kEnd;
    return std::nullopt;
  }
  const LateDirectory directory = late_directories_.back();
  late_directories_.pop_back();
  (void)io.Tick(512);
  files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), directory.path);
  if (!stat.ok() || !stat->IsDirectory()) return std::nullopt;
  if (options_.no_times == 0)
    (void)io.files().SetTimes(CallerOf(io), directory.path, files::kTimeNow,
                              directory.mtime * kNsPerSecond);
  (void)io.files().Chmod(CallerOf(io), directory.path, directory.mode);
  return std::nullopt;
}

Progress Unzip::Finished(CommandIo& io) {
  const auto files = [](uint64_t count) {
    return std::to_string(count) + (count == 1 ? " file" : " files");
  };
  if (options_.mode == Mode::kTest && options_.quiet < 2) {
    const bool all = options_.names.empty() && options_.excluded.empty() && skipped_ == 0;
    if (status_ != 0) {
      io.Out(std::string("At least one ") + (status_ == 1 ? "warning-" : "") +
             "error was detected in " + archive_ + ".\n");
    } else if (done_ == 0) {
      io.Out("Caution:  zero files tested in " + archive_ + ".\n");
    } else if (all) {
      io.Out("No errors detected in compressed data of " + archive_ + ".\n");
    } else {
      io.Out("No errors detected in " + archive_ + " for the " + files(done_) + " tested.\n");
    }
    if (skipped_ > 0)
      io.Out(files(skipped_) + " skipped because of unsupported compression or encoding.\n");
  }
  if (skipped_ > 0 && (status_ == 0 || (status_ == 1 && done_ == 0))) status_ = kUnsupported;
  return Progress::Done(std::max(status_, opened_status_));
}

}  // namespace pysub::shell
