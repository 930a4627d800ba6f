// gzip, gunzip, zcat: one command, told apart by its name.

#include <algorithm>
#include <cerrno>
#include <cinttypes>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/archive/gzip_stream.h"
#include "shell/commands/archive/plain_copy.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

enum LongOptions { kFast = kFirstLongOption, kBest, kRsyncable, kSynchronous, kLicense };
constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    VersionRow('V'),
    {'a', "ascii"},
    {'c', "stdout"},
    LongRow('c', "to-stdout"),
    {'d', "decompress"},
    LongRow('d', "uncompress"),
    {'f', "force"},
    {'k', "keep"},
    {'l', "list"},
    {'L', "license"},
    {'n', "no-name"},
    {'N', "name"},
    {'q', "quiet"},
    LongRow('q', "silent"),
    {'r', "recursive"},
    {'S', "suffix", OptionArgument::kRequired},
    {'t', "test"},
    {'v', "verbose"},
    LongRow(kFast, "fast"),
    LongRow(kBest, "best"),
    LongRow(kRsyncable, "rsyncable"),
    LongRow(kSynchronous, "synchronous"),
    {'1', ""},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};

// gzip, gunzip and zcat: one command, told apart by its name. The original goes only when the new
// file is complete; otherwise the new one does.
class Gzip : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(phase_, started_, walk_, name_, target_, in_, out_, input_, rest_, plain_, reader_,
            writer_, begun_, in_bytes_, status_, header_printed_, mode_, mtime_ns_);
    if (phase_ > Phase::kUncompress) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { input_.Suspend(); }
  void WriteFailed(CommandIo& io) override {
    if (out_ > 1) Finish(io, false);
  }

 private:
  enum class Phase : uint8_t { kNext, kCompress, kUncompress };

  bool NextFile(CommandIo& io);
  bool OpenFile(CommandIo& io, const TreeWalk::Visit& visit);
  bool OpenTarget(CommandIo& io);
  std::string Uncompressed(std::string_view name) const;
  std::optional<Progress> Compress(CommandIo& io);
  std::optional<Progress> Uncompress(CommandIo& io);
  std::optional<Progress> Copy(CommandIo& io, bool ended);
  void Wrong(CommandIo& io, std::string_view text, int status);
  void Finish(CommandIo& io, bool fine);
  void List(CommandIo& io);
  void Tell(CommandIo& io, const std::string& target);
  uint64_t PackedData() const;
  std::string Shown() const { return name_.empty() ? "stdin" : name_; }
  // Under each of its names it calls itself so.
  static void Say(CommandIo& io, const std::string& text, int error = 0) {
    io.Write(2, "gzip: " + text + (error == 0 ? "" : ": " + std::string(ErrnoText(error))) + "\n");
  }
  // -N: the name and the time that the archive tells.
  void TakeStoredName(CommandIo& io);
  void Warn(CommandIo& io, const std::string& text) {
    if (!quiet_) Say(io, text);
    status_ = std::max(status_, status_ == 1 ? 1 : 2);
  }
  static std::string Ratio(uint64_t small, uint64_t large) {
    char text[32];
    double saved = large == 0 ? 0
                              : 100.0 * (static_cast<double>(large) - static_cast<double>(small)) /
                                    static_cast<double>(large);
    std::snprintf(text, sizeof(text), "%5.1f%%", saved);
    return text;
  }

  bool uncompress_ = false, to_stdout_ = false, keep_ = false, force_ = false, list_ = false,
       test_ = false, verbose_ = false;
  bool quiet_ = false, recursive_ = false, no_name_ = false, use_name_ = false;
  int level_ = 6;
  std::string suffix_ = ".gz";
  std::vector<std::string> names_;

  Phase phase_ = Phase::kNext;
  bool started_ = false;
  TreeWalk walk_;
  std::string name_, target_;  // name_ empty: standard input
  int in_ = -1, out_ = 1;
  LineReader input_;
  std::string rest_;  // read and not decoded yet
  PlainCopy plain_;
  GzipReader reader_;
  GzipWriter writer_;
  bool begun_ = false;
  uint64_t in_bytes_ = 0;
  int status_ = 0;
  bool header_printed_ = false;
  uint32_t mode_ = 0;
  int64_t mtime_ns_ = 0;
};

std::optional<int> Gzip::Start(CommandIo& io) {
  std::string command = ProgramName(io);
  if (command == "gunzip" || command == "zcat") uncompress_ = true;
  if (command == "zcat") to_stdout_ = true;
  Options options(io, kOptions);
  options.set_old_quotes();
  while (options.Next()) {
    switch (options.id()) {
      case 'c': to_stdout_ = true; break;
      case 'd': uncompress_ = true; break;
      case 'f': force_ = true; break;
      case 'k': keep_ = true; break;
      case 'l': list_ = uncompress_ = to_stdout_ = true; break;
      case 'L': io.Out("gzip (pysub)\n"); return 0;
      case 'n': no_name_ = true; break;
      case 'N': use_name_ = true; break;
      case 'q': quiet_ = true; break;
      case 'r': recursive_ = true; break;
      case 'S':
        suffix_ = options.value();
        if (suffix_.empty() || suffix_.size() > 30 || suffix_.find('/') != std::string::npos) {
          Say(io, "invalid suffix '" + suffix_ + "'");
          return 1;
        }
        break;
      case 't': test_ = uncompress_ = to_stdout_ = true; break;
      case 'v': verbose_ = true; break;
      case kFast: level_ = 1; break;
      case kBest: level_ = 9; break;
      default:
        if (options.id() >= '1' && options.id() <= '9') level_ = options.id() - '0';
        break;
    }
  }
  if (options.status()) return options.status();
  names_ = options.operands();
  return std::nullopt;
}

std::string Gzip::Uncompressed(std::string_view name) const {
  if (name.size() > suffix_.size() && name.ends_with(suffix_))
    return std::string(name.substr(0, name.size() - suffix_.size()));
  for (std::string_view suffix : {".gz", ".z", "-gz", "-z", "_z", ".Z", ".tgz", ".taz"}) {
    if (name.size() <= suffix.size() || !name.ends_with(suffix) ||
        name[name.size() - suffix.size() - 1] == '/')
      continue;
    std::string plain(name.substr(0, name.size() - suffix.size()));
    return suffix.size() == 4 ? plain + ".tar" : plain;
  }
  return "";
}

// ---- files
bool Gzip::NextFile(CommandIo& io) {
  if (!started_) {
    started_ = true;
    walk_.Start(names_, TreeWalk::kOperandLinks);
    if (names_.empty()) {
      in_ = 0;
      return true;
    }
  }
  while (std::optional<TreeWalk::Visit> visit = walk_.Next(io)) {
    if (OpenFile(io, *visit)) return true;
    if (io.Tick(64)) return true;
  }
  return false;
}

bool Gzip::OpenFile(CommandIo& io, const TreeWalk::Visit& visit) {
  using Kind = TreeWalk::Visit::Kind;
  name_ = visit.path;
  if (visit.kind == Kind::kLeave || visit.kind == Kind::kLoop) return false;
  if (visit.depth == 0 && name_ == "-") {
    name_.clear();
    in_ = 0;
    return true;
  }
  files::Stat stat = visit.stat;
  if (visit.kind == Kind::kCannotStat) {
    // "gzip -d a" means a.gz when there is no a.
    std::string with_suffix = name_ + suffix_;
    files::Result<files::Stat> other = io.files().StatPath(CallerOf(io), with_suffix);
    if (uncompress_ && visit.error == ENOENT && Uncompressed(name_).empty()) name_ = with_suffix;
    if (!uncompress_ || !other.ok() || name_ != with_suffix) {
      Say(io, name_, visit.error);
      status_ = 1;
      return false;
    }
    stat = *other;
  }
  if (stat.IsDirectory()) {
    if (!recursive_) {
      if (visit.kind == Kind::kEnter) walk_.Prune();
      Warn(io, name_ + " is a directory -- ignored");
    } else if (visit.kind == Kind::kCannotRead) {
      Say(io, name_, visit.error);
      status_ = 1;
    }
    return false;
  }
  if (!stat.IsFile() && !to_stdout_ && !force_) {
    Warn(io, name_ + " is not a directory or a regular file - ignored");
    return false;
  }
  bool replaces = !to_stdout_;
  if (uncompress_) {
    target_ = Uncompressed(name_);
    if (replaces && target_.empty()) {
      if (visit.depth == 0) Warn(io, name_ + ": unknown suffix -- ignored");
      return false;
    }
  } else {
    target_ = name_ + suffix_;
    if (replaces && !force_ && !Uncompressed(name_).empty()) {
      if (visit.depth == 0) {  // (not a warning: the status stays)
        if (!quiet_)
          Say(io, name_ + " already has " +
                      name_.substr(name_.rfind('.') == std::string::npos ? 0 : name_.rfind('.')) +
                      " suffix -- unchanged");
      }
      return false;
    }
  }
  mode_ = stat.mode;
  mtime_ns_ = stat.mtime_ns;
  if (uncompress_ && use_name_) TakeStoredName(io);
  in_ = io.Open(name_, OpenMode::kRead);
  if (in_ < 0) {
    Say(io, name_, io.error());
    status_ = 1;
    return false;
  }
  if (replaces && !OpenTarget(io)) {
    io.Close(in_);
    in_ = -1;
    return false;
  }
  return true;
}

void Gzip::TakeStoredName(CommandIo& io) {
  constexpr size_t kHeader = 4096;
  files::Result<std::string> head = io.files().ReadFile(CallerOf(io), name_, 0, kHeader);
  if (!head.ok()) return;
  GzipReader reader;
  std::string_view in = *head;
  std::string out;
  (void)reader.Decode(&in, &out, 1);
  std::string name = reader.name().substr(reader.name().rfind('/') + 1);
  if (!name.empty() && name != "." && name != "..")
    target_ = name_.substr(0, name_.rfind('/') + 1) + name;
  if (reader.time() != 0) mtime_ns_ = int64_t{reader.time()} * 1'000'000'000;
}

// The new file must not exist when it is opened: a link in its place would lead the output
// elsewhere.
bool Gzip::OpenTarget(CommandIo& io) {
  files::Result<files::Stat> there = io.files().Lstat(CallerOf(io), target_);
  if (there.ok() && !force_) {
    io.Write(2, "gzip: " + target_ + " already exists;\tnot overwritten\n");
    status_ = status_ == 1 ? 1 : 2;
    return false;
  }
  if (there.ok()) (void)io.files().Unlink(CallerOf(io), target_);
  out_ = io.Open(target_, OpenMode::kCreateNew);
  if (out_ >= 0) return true;
  Say(io, target_, io.error());
  status_ = 1;
  return false;
}

// The file is done with. What failed leaves nothing behind.
void Gzip::Finish(CommandIo& io, bool fine) {
  fine = fine && !io.write_failed();
  if (in_ > 0) io.Close(in_);
  in_ = -1;
  bool replaces = !to_stdout_ && !name_.empty();
  if (replaces) {
    io.Close(out_);
    out_ = 1;
    if (fine) {
      (void)io.files().Chmod(CallerOf(io), target_, mode_ & 07777);
      (void)io.files().SetTimes(CallerOf(io), target_, mtime_ns_, mtime_ns_);
      if (!keep_) (void)io.files().Unlink(CallerOf(io), name_);
    } else {
      (void)io.files().Unlink(CallerOf(io), target_);
    }
  }
  if (verbose_ && fine && !list_) Tell(io, replaces ? target_ : "stdout");
  input_.Clear();
  rest_.clear();
  plain_ = PlainCopy();
  reader_ = GzipReader();
  writer_ = GzipWriter(level_);
  begun_ = false;
  in_bytes_ = 0;
  phase_ = Phase::kNext;
}

// -v: what it came to. Of standard input only how well it was packed.
void Gzip::Tell(CommandIo& io, const std::string& target) {
  const std::string ratio =
      uncompress_ ? Ratio(PackedData(), reader_.total()) : Ratio(writer_.packed(), in_bytes_);
  std::string text = test_ ? " OK" : ratio;
  if (name_.empty() && uncompress_ && !test_) return;
  if (!name_.empty() && !test_) text += (keep_ ? " -- created " : " -- replaced with ") + target;
  io.Write(2, (name_.empty() ? "" : name_ + ":\t") + text + "\n");
}

void Gzip::Wrong(CommandIo& io, std::string_view text, int status) {
  io.Write(2, "\ngzip: " + Shown() + ": " + std::string(text) + "\n");
  status_ = status_ == 1 ? 1 : status;
}

// ---- contents
std::optional<Progress> Gzip::Compress(CommandIo& io) {
  std::string_view bytes;
  Got got = input_.Some(io, in_, &bytes);
  if (auto end = StepEnd(got)) return end;
  std::string out;
  if (!begun_) {
    bool named = !no_name_ && !name_.empty();
    writer_.set_level(level_);
    writer_.Begin(named ? name_.substr(name_.rfind('/') + 1) : "",
                  named ? static_cast<uint32_t>(mtime_ns_ / 1'000'000'000) : 0, &out);
    begun_ = true;
  }
  if (got == Got::kData) {
    in_bytes_ += bytes.size();
    writer_.Write(bytes, &out);
    io.Write(out_, out);
    (void)io.Tick(bytes.size() * 8);
    return std::nullopt;
  }
  if (got == Got::kError) {
    Say(io, Shown(), io.error());
    status_ = 1;
  } else {
    writer_.End(&out);
    io.Write(out_, out);
  }
  Finish(io, got == Got::kEnd);
  return std::nullopt;
}

// What was read, without the header and the trailer.
uint64_t Gzip::PackedData() const {
  const uint64_t name = reader_.name().empty() ? 0 : reader_.name().size() + 1;
  return in_bytes_ - std::min<uint64_t>(in_bytes_, 18 + name);
}

void Gzip::List(CommandIo& io) {
  char text[128];
  if (!header_printed_) {
    if (verbose_) io.Out("method  crc     date  time  ");
    io.Out("         compressed        uncompressed  ratio uncompressed_name\n");
  }
  header_printed_ = true;
  if (verbose_) {
    int64_t rest = 0, seconds = FloorSeconds(mtime_ns_, &rest);
    std::snprintf(text, sizeof(text), "defla %08x ", reader_.crc());
    io.Out(text + FormatTime("%b %e %H:%M ", seconds, rest, ZoneOf(io)));
  }
  std::snprintf(text, sizeof(text), "%19" PRIu64 " %19" PRIu64 " ", in_bytes_, reader_.total());
  io.Out(text + Ratio(PackedData(), reader_.total()) + " " +
         (name_.empty()                 ? "stdout"
          : Uncompressed(name_).empty() ? name_
                                        : Uncompressed(name_)) +
         "\n");
}

std::optional<Progress> Gzip::Uncompress(CommandIo& io) {
  bool ended = false;
  if (rest_.empty()) {
    std::string_view bytes;
    Got got = input_.Some(io, in_, &bytes);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) {
      Say(io, Shown(), io.error());
      status_ = 1;
      Finish(io, false);
      return std::nullopt;
    }
    in_bytes_ += bytes.size();
    rest_ = bytes;
    ended = got == Got::kEnd;
  }
  if (plain_.is_on()) return Copy(io, ended);
  std::string out;
  std::string_view in = rest_;
  const bool copies = force_ && (to_stdout_ || test_) && !list_;
  GzipReader::Outcome outcome = reader_.Decode(&in, &out, 65536, !copies);
  // (The first byte of two may stand alone.)
  const bool is_other = outcome == GzipReader::Outcome::kNotGzip ||
                        (ended && outcome == GzipReader::Outcome::kMore && plain_.taken() < 2);
  if (is_other && copies && plain_.Begin(&rest_)) return Copy(io, ended);
  const size_t taken = rest_.size() - in.size();
  if (copies) plain_.Took(std::string_view(rest_).substr(0, taken));
  rest_.erase(0, taken);
  if (!test_ && !list_) io.Write(out_, out);
  (void)io.Tick(out.size() * 2 + 64);
  if (outcome == GzipReader::Outcome::kGarbage && copies) {
    rest_.insert(0, reader_.TakeHead());
    plain_.BeginBehind();
    return Copy(io, ended);
  }
  bool fine = true;
  switch (outcome) {
    case GzipReader::Outcome::kMore:
      if (!ended || !out.empty()) return std::nullopt;
      fine = reader_.IsComplete();
      if (!fine) Wrong(io, "unexpected end of file", 1);
      break;
    case GzipReader::Outcome::kNotGzip:
      Wrong(io, "not in gzip format", 1);
      fine = false;
      break;
    case GzipReader::Outcome::kGarbage:
      if (!quiet_) Wrong(io, "decompression OK, trailing garbage ignored", 2);
      break;
    case GzipReader::Outcome::kWrong:
      Wrong(io, "invalid compressed data--format violated", 1);
      fine = false;
      break;
    case GzipReader::Outcome::kBadCrc:
      Wrong(io, "invalid compressed data--crc error", 1);
      fine = false;
      break;
    case GzipReader::Outcome::kBadLength:
      Wrong(io, "invalid compressed data--length error", 1);
      fine = false;
      break;
  }
  if (list_ && fine) List(io);
  Finish(io, fine);
  return std::nullopt;
}

// -f with -c, of a file that gzip has not packed.
std::optional<Progress> Gzip::Copy(CommandIo& io, bool ended) {
  if (!test_) io.Write(out_, rest_);
  (void)io.Tick(rest_.size());
  rest_.clear();
  if (ended) Finish(io, true);
  return std::nullopt;
}

Progress Gzip::Run(CommandIo& io) {
  while (true) {
    if (phase_ == Phase::kNext) {
      if (in_ < 0 && !NextFile(io)) return Progress::Done(status_);
      if (in_ >= 0) phase_ = uncompress_ ? Phase::kUncompress : Phase::kCompress;
    } else if (auto stop = phase_ == Phase::kCompress ? Compress(io) : Uncompress(io)) {
      return *stop;
    }
    if (phase_ == Phase::kNext && name_.empty() && in_ < 0 && names_.empty())
      return Progress::Done(status_);
    if (io.Tick(64)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeGzip() { return Make<Gzip>(); }

}  // namespace pysub::shell
