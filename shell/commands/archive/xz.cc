// xz, unxz, xzcat, lzma, unlzma, lzcat: one command, told apart by its name.
//
// A step moves one piece of input to the output. Of the file at hand everything is saved; options
// are read from the arguments again after a load.

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/archive/plain_copy.h"
#include "shell/commands/archive/replaced_file.h"
#include "shell/commands/archive/xz_stream.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    {'c', "stdout"},
    LongRow('c', "to-stdout"),
    {'d', "decompress"},
    LongRow('d', "uncompress"),
    {'e', "extreme"},
    {'f', "force"},
    {'F', "format", kRequired},
    {'C', "check", kRequired},
    {'k', "keep"},
    {'l', "list"},
    {'q', "quiet"},
    {'t', "test"},
    {'T', "threads", kRequired},
    {'v', "verbose"},
    {'z', "compress"},
    {'V', ""},
    {'H', "long-help"},
    {'0', ""},
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

std::optional<XzCheck> CheckOf(std::string_view word) {
  if (word == "none") return XzCheck::kNone;
  if (word == "crc32") return XzCheck::kCrc32;
  if (word == "crc64") return XzCheck::kCrc64;
  if (word == "sha256") return XzCheck::kSha256;
  return std::nullopt;
}

// The original goes only when the new file is complete; otherwise the new one does.
class Xz : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(next_, file_, input_, rest_, plain_, hungry_, ended_, reader_, writer_, begun_,
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
  bool LooksPacked(CommandIo& io) const;
  bool ChooseTarget(CommandIo& io, const files::Stat& stat);
  std::optional<Progress> Compress(CommandIo& io);
  std::optional<Progress> Uncompress(CommandIo& io);
  bool IsOther(XzReader::Outcome outcome) const;
  std::optional<Progress> Copy(CommandIo& io);
  void Ended(CommandIo& io, XzReader::Outcome outcome);
  void Finish(CommandIo& io, bool fine);
  std::string Shown() const { return file_.name.empty() ? "(stdin)" : file_.name; }
  static int Refuse(CommandIo& io, std::string_view value, std::string_view why) {
    io.Error(std::string(value) + ": " + std::string(why));
    return 1;
  }
  void Warn(CommandIo& io, const std::string& text) {
    if (!quiet_) io.Error(text);
    if (status_ == 0) status_ = 2;
  }
  void Fail(CommandIo& io, const std::string& text, int status = 1) {
    io.Error(text);
    status_ = status;
  }

  bool uncompress_ = false, to_stdout_ = false, keep_ = false, force_ = false, test_ = false;
  bool verbose_ = false, quiet_ = false;
  bool is_lzma_ = false;  // what is written
  std::vector<std::string> names_;

  uint64_t next_ = 0;  // of names_
  ReplacedFile file_;
  LineReader input_;
  std::string rest_;  // read and not decoded yet
  PlainCopy plain_;
  // The reader has used up what it got: only then there is more.
  bool hungry_ = true, ended_ = false;
  XzReader reader_;
  XzWriter writer_;
  bool begun_ = false;
  int status_ = 0;
};

std::optional<int> Xz::Start(CommandIo& io) {
  const std::string command = ProgramName(io);
  uncompress_ = command != "xz" && command != "lzma";
  to_stdout_ = command.ends_with("cat");
  is_lzma_ = command == "lzma";
  int level = 6;
  XzCheck check = XzCheck::kCrc64;
  Options options(io, kOptions);
  while (options.Next()) {
    switch (options.id()) {
      case 'c': to_stdout_ = true; break;
      case 'd': uncompress_ = true; break;
      case 'f': force_ = true; break;
      case 'F':
        is_lzma_ = options.value() == "lzma" || options.value() == "alone";
        if (is_lzma_ || options.value() == "auto" || options.value() == "xz") break;
        return Refuse(io, options.value(), "Unknown file format type");
      case 'C':
        if (const std::optional<XzCheck> known = CheckOf(options.value())) {
          check = *known;
          break;
        }
        return Refuse(io, options.value(), "Unsupported integrity check type");
      case 'T':
        if (ParseCount(options.value())) break;  // (one thread does it all)
        return Refuse(io, options.value(), "Value is not a non-negative decimal integer");
      case 'k': keep_ = true; break;
      case 'l': io.Error("--list is not supported in this sandbox"); return 1;
      case 'q': quiet_ = true; break;
      case 't': test_ = uncompress_ = true; break;
      case 'v': verbose_ = true; break;
      case 'z': uncompress_ = false; break;
      case 'V': io.Out("xz (pysub)\n"); return 0;
      case 'H': io.Out(UsageOf(io)); return 0;
      default:
        if (options.id() >= '0' && options.id() <= '9') level = options.id() - '0';
        break;
    }
  }
  if (options.status()) return options.status();
  writer_.Choose(level, check, is_lzma_);
  names_ = options.operands();
  return std::nullopt;
}

// ---- files

// False: there is none left.
bool Xz::OpenNext(CommandIo& io) {
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

// By how it begins: .xz, or the usual properties of .lzma.
bool Xz::LooksPacked(CommandIo& io) const {
  constexpr std::string_view kXz =
                                 "\xFD"
                                 "7zXZ",
                             kLzma = "\x5D";
  const files::Result<std::string> head =
      io.files().ReadFile(CallerOf(io), file_.name, 0, kXz.size());
  return !head.ok() || head->starts_with(kXz) || head->starts_with(kLzma);
}

// Where the output goes, and whether it may.
bool Xz::ChooseTarget(CommandIo& io, const files::Stat& stat) {
  static constexpr std::pair<std::string_view, std::string_view> kSuffixes[] = {
      {".xz", ""}, {".txz", ".tar"}, {".lzma", ""}, {".tlz", ".tar"}};
  file_.target.clear();
  if (to_stdout_ || test_) return true;
  if (!stat.IsFile() && !force_) {
    Warn(io, file_.name + ": Not a regular file, skipping");
    return false;
  }
  if (stat.links > 1 && !force_ && !keep_) {
    Warn(io, file_.name + ": Input file has more than one hard link, skipping");
    return false;
  }
  for (const auto& [suffix, plain] : kSuffixes) {
    if (!file_.name.ends_with(suffix) || file_.name.size() == suffix.size()) continue;
    if (!uncompress_) {
      Warn(io, file_.name + ": File already has `" + std::string(suffix) + "' suffix, skipping");
      return false;
    }
    file_.target = file_.name.substr(0, file_.name.size() - suffix.size()) + std::string(plain);
    break;
  }
  if (file_.target.empty() && uncompress_ && !LooksPacked(io)) {
    Fail(io, file_.name + ": File format not recognized");
    return false;
  }
  if (file_.target.empty() && uncompress_) {
    Warn(io, file_.name + ": Filename has an unknown suffix, skipping");
    return false;
  }
  if (!uncompress_) file_.target = file_.name + (is_lzma_ ? ".lzma" : ".xz");
  const bool exists = io.files().Lstat(CallerOf(io), file_.target).ok();
  if (exists && !force_) {
    Fail(io, file_.target + ": File exists");
    return false;
  }
  // (a link in its place would lead the output elsewhere)
  if (exists) (void)io.files().Unlink(CallerOf(io), file_.target);
  return true;
}

bool Xz::OpenFile(CommandIo& io) {
  if (file_.name == "-") {
    file_.UseInput();
    return true;
  }
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), file_.name);
  if (!stat.ok()) {
    Fail(io, file_.name + ": " + std::string(ErrnoText(stat.error())));
    return false;
  }
  if (stat->IsDirectory()) {
    Warn(io, file_.name + ": Is a directory, skipping");
    return false;
  }
  if (!ChooseTarget(io, *stat)) return false;
  file_.mode = stat->mode;
  file_.mtime_ns = stat->mtime_ns;
  std::string failed;
  if (file_.Open(io, !to_stdout_ && !test_, &failed)) return true;
  Fail(io, failed + ": " + std::string(ErrnoText(io.error())));
  return false;
}

void Xz::Finish(CommandIo& io, bool fine) {
  file_.Finish(io, fine, keep_);
  input_.Clear();
  rest_.clear();
  reader_.Release(io);
  reader_ = XzReader();
  plain_ = PlainCopy();
  writer_.Release(io);
  hungry_ = true;
  begun_ = ended_ = false;
}

// ---- contents

std::optional<Progress> Xz::Compress(CommandIo& io) {
  std::string_view bytes;
  const Got got = input_.Some(io, file_.in, &bytes);
  if (auto end = StepEnd(got)) return end;
  std::string out;
  if (!begun_) writer_.Begin(&out);
  begun_ = true;
  if (got == Got::kError) {
    Fail(io, Shown() + ": Read error: " + std::string(ErrnoText(io.error())));
    Finish(io, false);
    return std::nullopt;
  }
  const bool fine = got == Got::kData ? writer_.Write(io, bytes, &out) : writer_.End(io, &out);
  if (!fine) return Progress::Done(2);
  io.Write(file_.out, out);
  (void)io.Tick(bytes.size() * 2);
  if (got != Got::kData) Finish(io, true);
  return std::nullopt;
}

// The file is done with.
void Xz::Ended(CommandIo& io, XzReader::Outcome outcome) {
  using Outcome = XzReader::Outcome;
  std::string_view wrong;
  switch (outcome) {
    case Outcome::kMore:
      if (!reader_.IsComplete())
        wrong = reader_.IsFresh() ? "File format not recognized" : "Unexpected end of input";
      break;
    case Outcome::kNotXz: wrong = "File format not recognized"; break;
    case Outcome::kUnsupported: wrong = "Unsupported options"; break;
    default: wrong = "Compressed data is corrupt"; break;
  }
  if (!wrong.empty()) Fail(io, Shown() + ": " + std::string(wrong));
  Finish(io, wrong.empty());
}

std::optional<Progress> Xz::Uncompress(CommandIo& io) {
  if (hungry_ && rest_.empty() && !ended_) {
    std::string_view bytes;
    const Got got = input_.Some(io, file_.in, &bytes);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) {
      Fail(io, Shown() + ": Read error: " + std::string(ErrnoText(io.error())));
      Finish(io, false);
      return std::nullopt;
    }
    rest_ = bytes;
    ended_ = got == Got::kEnd;
  }
  if (plain_.is_on()) return Copy(io);
  std::string out;
  std::string_view in = rest_;
  const XzReader::Outcome outcome = reader_.Decode(io, &in, ended_, &out);
  const bool copies = force_ && to_stdout_ && !test_;
  if (copies && IsOther(outcome) && plain_.Begin(&rest_)) return Copy(io);
  const size_t taken = rest_.size() - in.size();
  if (copies) plain_.Took(std::string_view(rest_).substr(0, taken));
  rest_.erase(0, taken);
  hungry_ = out.empty();
  if (outcome == XzReader::Outcome::kNoMemory) return Progress::Done(2);
  if (!test_) io.Write(file_.out, out);
  (void)io.Tick(out.size() + 64);
  if (outcome == XzReader::Outcome::kMore && (!ended_ || !rest_.empty() || !out.empty()))
    return std::nullopt;
  Ended(io, outcome);
  return std::nullopt;
}

// The file is none of xz's.
bool Xz::IsOther(XzReader::Outcome outcome) const {
  constexpr uint64_t kMagic = 6;
  return outcome == XzReader::Outcome::kNotXz ||
         (outcome == XzReader::Outcome::kMore && ended_ && plain_.taken() < kMagic);
}

// -f with -c, of such a file.
std::optional<Progress> Xz::Copy(CommandIo& io) {
  io.Write(file_.out, rest_);
  (void)io.Tick(rest_.size());
  rest_.clear();
  hungry_ = true;
  if (ended_) Finish(io, true);
  return std::nullopt;
}

Progress Xz::Run(CommandIo& io) {
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

std::unique_ptr<Command> MakeXz() { return Make<Xz>(); }

}  // namespace pysub::shell
