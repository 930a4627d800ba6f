// bzip2, bunzip2, bzcat: one command, told apart by its name.

#include <algorithm>
#include <cerrno>
#include <cinttypes>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/archive/bzip2_stream.h"
#include "shell/commands/archive/plain_copy.h"
#include "shell/commands/archive/replaced_file.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

enum LongOptions { kFast = kFirstLongOption, kBest, kLicense };
constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    {'c', "stdout"},
    {'d', "decompress"},
    {'f', "force"},
    {'k', "keep"},
    {'q', "quiet"},
    {'s', "small"},
    {'t', "test"},
    {'v', "verbose"},
    {'z', "compress"},
    {'L', "license"},
    {'V', ""},
    LongRow(kFast, "fast"),
    LongRow(kBest, "best"),
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
constexpr size_t kPiece = 65536;
constexpr size_t kLeastWidth = 7;  // of names in what -v tells: "(stdin)"

// The original goes only when the new file is complete; otherwise the new one does.
// Saved between any two steps: the reader and the writer know how far they are, and a file that is
// half written stays open.
class Bzip2 : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(next_, file_, input_, rest_, plain_, ended_, reader_, writer_, begun_, in_bytes_,
            status_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { input_.Suspend(); }
  void WriteFailed(CommandIo& io) override { Finish(io, false); }

 private:
  bool OpenNext(CommandIo& io);
  bool OpenFile(CommandIo& io);
  bool ChooseTarget(CommandIo& io, const files::Stat& stat);
  std::optional<Progress> Compress(CommandIo& io);
  std::optional<Progress> Uncompress(CommandIo& io);
  std::optional<Progress> Copy(CommandIo& io);
  bool Ended(CommandIo& io, Bzip2Reader::Outcome outcome);
  void Finish(CommandIo& io, bool fine);
  void Damaged(CommandIo& io, std::string_view text, std::string_view short_text);
  void TellSizes(CommandIo& io);
  std::string Shown() const { return file_.name.empty() ? "(stdin)" : file_.name; }
  std::string Padded() const {
    return "  " + Shown() + ": " + std::string(width_ - std::min(width_, Shown().size()), ' ');
  }
  void Fail(CommandIo& io, const std::string& text, int status = 1) {
    io.Error(text);
    status_ = std::max(status_, status);
  }

  bool uncompress_ = false, to_stdout_ = false, keep_ = false, force_ = false, test_ = false;
  bool verbose_ = false, quiet_ = false;
  int level_ = 9;
  size_t width_ = kLeastWidth;
  std::vector<std::string> names_;

  uint64_t next_ = 0;  // of names_
  ReplacedFile file_;
  LineReader input_;
  std::string rest_;  // read and not decoded yet
  PlainCopy plain_;
  bool ended_ = false;
  Bzip2Reader reader_;
  Bzip2Writer writer_;
  bool begun_ = false;
  uint64_t in_bytes_ = 0;
  int status_ = 0;
};

std::optional<int> Bzip2::Start(CommandIo& io) {
  const std::string command = ProgramName(io);
  uncompress_ = command == "bunzip2" || command == "bzcat";
  to_stdout_ = command == "bzcat";
  Options options(io, kOptions);
  while (options.Next()) {
    switch (options.id()) {
      case 'c': to_stdout_ = true; break;
      case 'd': uncompress_ = true; break;
      case 'f': force_ = true; break;
      case 'k': keep_ = true; break;
      case 'q': quiet_ = true; break;
      case 's': break;
      case 't': test_ = uncompress_ = true; break;
      case 'v': verbose_ = true; break;
      case 'z': uncompress_ = false; break;
      case kFast: level_ = 1; break;
      case kBest: level_ = 9; break;
      case 'L':
      case 'V': io.Out("bzip2 (pysub), as bzip2 1.0.8\n"); return 0;
      default: level_ = options.id() - '0'; break;
    }
  }
  if (options.status()) return options.status();
  names_ = options.operands();
  for (const std::string& name : names_) width_ = std::max(width_, name.size());
  return std::nullopt;
}

// ---- files

// False: there is none left.
bool Bzip2::OpenNext(CommandIo& io) {
  if (names_.empty() && next_ == 0) {
    next_ = 1;
    file_.UseInput();
    return true;
  }
  while (next_ < names_.size()) {
    file_.name = names_[next_++];
    if (OpenFile(io)) return true;
    (void)io.Tick(64);
  }
  return false;
}

// Where the output goes, and whether it may.
// As bzip2 has it: what exists, is no file or has other names is left alone, unless -f says
// otherwise.
bool Bzip2::ChooseTarget(CommandIo& io, const files::Stat& stat) {
  static constexpr std::pair<std::string_view, std::string_view> kSuffixes[] = {
      {".bz2", ""}, {".bz", ""}, {".tbz2", ".tar"}, {".tbz", ".tar"}};
  file_.target.clear();
  if (uncompress_) {
    for (const auto& [suffix, plain] : kSuffixes) {
      if (!file_.target.empty() || !file_.name.ends_with(suffix)) continue;
      file_.target = file_.name.substr(0, file_.name.size() - suffix.size()) + std::string(plain);
    }
    if (file_.target.empty()) {
      file_.target = file_.name + ".out";
      if (!to_stdout_ && !test_ && !quiet_)
        io.Error("Can't guess original name for " + file_.name + " -- using " + file_.target);
    }
  } else {
    for (const auto& [suffix, plain] : kSuffixes) {
      if (!file_.name.ends_with(suffix)) continue;
      Fail(io, "Input file " + file_.name + " already has " + std::string(suffix) + " suffix.");
      return false;
    }
    file_.target = file_.name + ".bz2";
  }
  if (to_stdout_ || test_) return true;
  if (!stat.IsFile() && !force_) {
    Fail(io, "Input file " + file_.name + " is not a normal file.");
    return false;
  }
  const bool exists = io.files().Lstat(CallerOf(io), file_.target).ok();
  if (exists && !force_) {
    Fail(io, "Output file " + file_.target + " already exists.");
    return false;
  }
  if (stat.links > 1 && !force_ && !keep_) {
    const uint32_t more = stat.links - 1;
    Fail(io, "Input file " + file_.name + " has " + std::to_string(more) + " other link" +
                 (more > 1 ? "s" : "") + ".");
    return false;
  }
  // (a link in its place would lead the output elsewhere)
  if (exists) (void)io.files().Unlink(CallerOf(io), file_.target);
  return true;
}

bool Bzip2::OpenFile(CommandIo& io) {
  if (file_.name == "-") {
    file_.UseInput();
    return true;
  }
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), file_.name);
  if (!stat.ok()) {
    Fail(io,
         "Can't open input file " + file_.name + ": " + std::string(ErrnoText(stat.error())) + ".");
    return false;
  }
  if (stat->IsDirectory()) {
    Fail(io, "Input file " + file_.name + " is a directory.");
    return false;
  }
  if (!ChooseTarget(io, *stat)) return false;
  file_.mode = stat->mode;
  file_.mtime_ns = stat->mtime_ns;
  std::string failed;
  if (file_.Open(io, !to_stdout_ && !test_, &failed)) return true;
  Fail(io, (failed == file_.name ? "Can't open input file " : "Can't create output file ") +
               failed + ": " + std::string(ErrnoText(io.error())) + ".");
  return false;
}

void Bzip2::TellSizes(CommandIo& io) {
  const uint64_t out = writer_.size();
  char text[160];
  if (in_bytes_ == 0) {
    std::snprintf(text, sizeof(text), " no data compressed.\n");
  } else {
    const auto in = static_cast<double>(in_bytes_), small = static_cast<double>(out);
    std::snprintf(text, sizeof(text),
                  "%6.3f:1, %6.3f bits/byte, %5.2f%% saved, %" PRIu64 " in, %" PRIu64 " out.\n",
                  in / small, small * 8 / in, 100 * (1 - small / in), in_bytes_, out);
  }
  io.Write(2, Padded() + text);
}

void Bzip2::Finish(CommandIo& io, bool fine) {
  file_.Finish(io, fine, keep_);
  if (verbose_ && fine) {
    if (uncompress_) {
      io.Write(2, Padded() + (test_ ? "ok\n" : "done\n"));
    } else {
      TellSizes(io);
    }
  }
  input_.Clear();
  rest_.clear();
  reader_.Release(io);
  writer_.Release(io);
  reader_ = Bzip2Reader();
  plain_ = PlainCopy();
  writer_ = Bzip2Writer(level_);
  begun_ = ended_ = false;
  in_bytes_ = 0;
}

// ---- contents

// The whole of a block is sorted within one step; the work is counted there.
std::optional<Progress> Bzip2::Compress(CommandIo& io) {
  std::string_view bytes;
  const Got got = input_.Some(io, file_.in, &bytes);
  if (auto end = StepEnd(got)) return end;
  std::string out;
  if (!begun_) {
    writer_.set_level(level_);
    writer_.Begin(&out);
    begun_ = true;
  }
  if (got == Got::kError) {
    io.Write(2, "\n");
    io.Error("I/O or other error, bailing out.  Possible reason follows.");
    io.Error(std::string(ErrnoText(io.error())));
    io.Write(2, "\tInput file = " + Shown() +
                    ", output file = " + (file_.replaces() ? file_.target : "(stdout)") + "\n");
    status_ = 1;
    Finish(io, false);
    return Progress::Done(1);
  }
  in_bytes_ += bytes.size();
  const bool fine = got == Got::kData ? writer_.Write(io, bytes, &out) : writer_.End(io, &out);
  if (!fine) return Progress::Done(2);
  io.Write(file_.out, out);
  (void)io.Tick(bytes.size() * 4);
  if (got != Got::kData) Finish(io, true);
  return std::nullopt;
}

// What is wrong with the input; the output that there is goes.
void Bzip2::Damaged(CommandIo& io, std::string_view text, std::string_view short_text) {
  status_ = 2;
  if (test_) {
    if (!verbose_) {
      io.Error(Shown() + ": " + std::string(short_text));
    } else {
      io.Write(2, Padded() + std::string(short_text) + "\n");
    }
    return;
  }
  io.Write(2, "\n");
  io.Error(text);
  io.Write(2, "\tInput file = " + Shown() +
                  ", output file = " + (file_.replaces() ? file_.target : "(stdout)") + "\n");
  if (file_.replaces()) io.Error("Deleting output file " + file_.target + ", if it exists.");
}

// True: the file is done with.
bool Bzip2::Ended(CommandIo& io, Bzip2Reader::Outcome outcome) {
  using Outcome = Bzip2Reader::Outcome;
  switch (outcome) {
    case Outcome::kMore:
      if (reader_.IsComplete()) break;
      Damaged(io, "Compressed file ends unexpectedly.", "file ends unexpectedly");
      Finish(io, false);
      return true;
    case Outcome::kGarbage:
      if (!quiet_) io.Write(2, "\n");
      if (!quiet_) io.Error(Shown() + ": trailing garbage after EOF ignored");
      break;
    case Outcome::kWrong:
    case Outcome::kBadCrc:
      Damaged(io, "Data integrity error when decompressing.", "data integrity (CRC) error in data");
      Finish(io, false);
      return true;
    default: break;
  }
  if (outcome != Outcome::kNotBzip2) {
    Finish(io, true);
    return true;
  }
  if (test_) {
    Damaged(io, "", "bad magic number (file not created by bzip2)");
  } else {
    Fail(io, Shown() + " is not a bzip2 file.", 2);
  }
  Finish(io, false);
  return true;
}

std::optional<Progress> Bzip2::Uncompress(CommandIo& io) {
  if (rest_.empty() && !ended_) {
    std::string_view bytes;
    const Got got = input_.Some(io, file_.in, &bytes);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) {
      Fail(io, "Can't read " + Shown() + ": " + std::string(ErrnoText(io.error())) + ".");
      Finish(io, false);
      return std::nullopt;
    }
    rest_ = bytes;
    ended_ = got == Got::kEnd;
  }
  if (plain_.is_on()) return Copy(io);
  std::string out;
  std::string_view in = rest_;
  const Bzip2Reader::Outcome outcome = reader_.Decode(io, &in, ended_, &out, kPiece);
  const bool copies = force_ && to_stdout_ && !test_;
  if (copies && outcome == Bzip2Reader::Outcome::kNotBzip2 && plain_.Begin(&rest_)) return Copy(io);
  const size_t taken = rest_.size() - in.size();
  if (copies) plain_.Took(std::string_view(rest_).substr(0, taken));
  rest_.erase(0, taken);
  if (outcome == Bzip2Reader::Outcome::kNoMemory) return Progress::Done(2);
  if (!test_) io.Write(file_.out, out);
  (void)io.Tick(out.size() + 64);
  // More output may be waiting though the input has ended.
  if (outcome == Bzip2Reader::Outcome::kMore && (!ended_ || !rest_.empty() || !out.empty()))
    return std::nullopt;
  (void)Ended(io, outcome);
  return std::nullopt;
}

// -f with -c, of a file that bzip2 has not packed.
std::optional<Progress> Bzip2::Copy(CommandIo& io) {
  io.Write(file_.out, rest_);
  (void)io.Tick(rest_.size());
  rest_.clear();
  if (ended_) Finish(io, true);
  return std::nullopt;
}

Progress Bzip2::Run(CommandIo& io) {
  while (true) {
    if (file_.in < 0) {
      if (!OpenNext(io)) return Progress::Done(status_);
    } else if (auto stop = uncompress_ ? Uncompress(io) : Compress(io)) {
      return *stop;
    }
    if (io.Tick(64)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeBzip2() { return Make<Bzip2>(); }

}  // namespace pysub::shell
