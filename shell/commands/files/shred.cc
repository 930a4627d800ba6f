#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'f', "force"},
    {'n', "iterations", OptionArgument::kRequired},
    {'s', "size", OptionArgument::kRequired},
    {'u', ""},
    {'v', "verbose"},
    {'x', "exact"},
    {'z', "zero"},
    LongRow('r', "remove", OptionArgument::kOptional),
    LongRow('R', "random-source", OptionArgument::kRequired),
};

constexpr uint64_t kBlock = 4096, kPiece = 65536;

// Overwrites files with random bytes and, at last, zeros, and removes them. In a file system of
// memory the old bytes are gone with the first pass; the others are there for those who count them.
class Shred : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(next_, pass_, offset_, size_, open_, name_, status_);
    if (size_ > kMostBytes || offset_ > size_ || next_ > kMostWords) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;

 private:
  enum class Removal : uint8_t { kNone, kUnlink, kWipe };
  static constexpr uint64_t kMostBytes = uint64_t{1} << 48, kMostWords = uint64_t{1} << 32,
                            kMostPasses = uint64_t{1} << 32;

  void Fail(CommandIo& io, const std::string& text, int error);
  bool OpenFile(CommandIo& io, const std::string& name);
  bool WritePiece(CommandIo& io);
  void Remove(CommandIo& io);
  uint64_t Passes() const { return passes_ + (zero_ ? 1 : 0); }
  char PatternOf() const;
  std::string PassName() const;

  uint64_t passes_ = 3;
  bool force_ = false, verbose_ = false, exact_ = false, zero_ = false;
  Removal removal_ = Removal::kNone;
  std::optional<uint64_t> asked_size_;
  std::vector<std::string> names_;

  uint64_t next_ = 0, pass_ = 0, offset_ = 0, size_ = 0;
  bool open_ = false;
  std::string name_;
  int status_ = 0;
};

// At most `most`, or a complaint.
std::optional<uint64_t> TakeNumber(CommandIo& io, std::string_view complaint, std::string_view text,
                                   std::string_view suffixes, uint64_t most) {
  const std::optional<uint64_t> count = TakeCount(io, complaint, text, suffixes);
  if (!count || *count <= most) return count;
  io.Error(std::string(complaint) + ": " + QuoteWord(text), EOVERFLOW);
  return std::nullopt;
}

std::optional<int> Shred::Start(CommandIo& io) {
  Options options(io, kOptions);
  while (options.Next()) {
    switch (options.id()) {
      case 'f': force_ = true; break;
      case 'v': verbose_ = true; break;
      case 'x': exact_ = true; break;
      case 'z': zero_ = true; break;
      case 'u': removal_ = Removal::kWipe; break;
      case 'r':
        if (options.has_value() && options.value() == "unlink") {
          removal_ = Removal::kUnlink;
        } else if (!options.has_value() || options.value() == "wipe" ||
                   options.value() == "wipesync") {
          removal_ = Removal::kWipe;
        } else {
          io.Error("invalid argument " + QuoteWord(options.value()) + " for " +
                   QuoteWord("--remove"));
          io.Write(2,
                   "Valid arguments are:\n  - \u2018unlink\u2019\n  - \u2018wipe\u2019\n"
                   "  - \u2018wipesync\u2019\n");
          return options.TryHelp();
        }
        break;
      case 'R': io.Error("--random-source is not supported in this sandbox"); return 1;
      case 'n': {
        const std::optional<uint64_t> count =
            TakeNumber(io, "invalid number of passes", options.value(), "", UINT64_MAX / 4);
        if (!count) return 1;
        if (*count > kMostPasses) {  // the real one keeps a number for each
          io.Error("memory exhausted");
          return 1;
        }
        passes_ = *count;
        break;
      }
      case 's': {
        asked_size_ =
            TakeNumber(io, "invalid file size", options.value(), "bcKMGTPEZYkm0", INT64_MAX);
        if (!asked_size_) return 1;
        asked_size_ = std::min(*asked_size_, kMostBytes);
        break;
      }
    }
  }
  if (options.status()) return options.status();
  names_ = options.operands();
  if (names_.empty()) {
    io.Error("missing file operand");
    TryHelp(io);
    return 1;
  }
  return std::nullopt;
}

void Shred::Fail(CommandIo& io, const std::string& text, int error) {
  io.Error(text, error);
  status_ = 1;
}

bool Shred::OpenFile(CommandIo& io, const std::string& name) {
  name_ = name;
  const std::string shown = QuoteFileIfNeeded(name);
  if (name == "-") {
    io.Error("-: invalid file type");
    status_ = 1;
    return false;
  }
  files::Result<files::Stat> opened = io.files().CheckOpen(CallerOf(io), name, files::kOpenWrite);
  if (!opened.ok() && opened.error() == EACCES && force_) {
    (void)io.files().Chmod(CallerOf(io), name, 0200);
    opened = io.files().CheckOpen(CallerOf(io), name, files::kOpenWrite);
  }
  if (!opened.ok()) {
    Fail(io, shown + ": failed to open for writing", opened.error());
    return false;
  }
  if (!opened->IsFile()) {
    io.Error(shown + ": invalid file type");
    status_ = 1;
    return false;
  }
  size_ = asked_size_.value_or(opened->size);
  if (!exact_ && !asked_size_) size_ = (size_ + kBlock - 1) / kBlock * kBlock;
  size_ = std::min(size_, kMostBytes);
  pass_ = offset_ = 0;
  return true;
}

// The first and the last pass are random, those between patterns; the very last may be zeros.
char Shred::PatternOf() const {
  if (pass_ >= passes_) return 'z';
  if (passes_ < 4 || pass_ == 0 || pass_ + 1 == passes_) return 'r';
  return pass_ % 2 == 1 ? '0' : 'f';
}

std::string Shred::PassName() const {
  switch (PatternOf()) {
    case 'r': return "random";
    case 'f': return "ffffff";
    default: return "000000";
  }
}

bool Shred::WritePiece(CommandIo& io) {
  if (offset_ == 0 && verbose_) {
    io.Error(QuoteFileIfNeeded(name_) + ": pass " + std::to_string(pass_ + 1) + "/" +
             std::to_string(Passes()) + " (" + PassName() + ")...");
  }
  const auto size = static_cast<size_t>(std::min(size_ - offset_, kPiece));
  const char pattern = PatternOf();
  std::string bytes(size, pattern == 'f' ? '\xff' : '\0');
  for (size_t i = 0; pattern == 'r' && i < size; i += 8) {
    uint64_t random = io.Random();
    for (size_t k = i; k < std::min(i + 8, size); ++k, random >>= 8)
      bytes[k] = static_cast<char>(random);
  }
  files::WriteOptions options;
  options.how = files::WriteOptions::kAt;
  options.create = false;
  options.offset = offset_;
  if (size > 0) {
    files::Result<uint64_t> written = io.files().WriteFile(CallerOf(io), name_, bytes, options);
    if (!written.ok()) {
      Fail(io, QuoteFileIfNeeded(name_) + ": error writing at offset " + std::to_string(offset_),
           written.error());
      return false;
    }
  }
  offset_ += size;
  (void)io.Tick(size + 64);
  return true;
}

// The name is made shorter and shorter, so that it is gone, too.
void Shred::Remove(CommandIo& io) {
  const std::string shown = QuoteFileIfNeeded(name_);
  if (verbose_) io.Error(shown + ": removing");
  std::string path = name_;
  const size_t slash = name_.rfind('/');
  const std::string directory = slash == std::string::npos ? "" : name_.substr(0, slash + 1);
  for (size_t size = name_.size() - directory.size(); removal_ == Removal::kWipe && size > 0;
       --size) {
    // Names that are there are passed over.
    constexpr std::string_view kLetters =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.";
    std::string shorter = directory + std::string(size, '0');
    bool moved = false;
    for (size_t i = 0; i < kLetters.size() && !moved; ++i) {
      shorter.back() = kLetters[i];
      const files::Status status =
          io.files().Rename(CallerOf(io), path, shorter, files::RenameMode::kNoReplace);
      moved = status.ok();
      (void)io.Tick(256);
      if (!moved && status.error() != EEXIST) break;
    }
    if (!moved) continue;
    if (verbose_) io.Error(QuoteFileIfNeeded(path) + ": renamed to " + shorter);
    path = shorter;
    (void)io.Tick(256);
  }
  files::Status removed = io.files().Unlink(CallerOf(io), path);
  if (!removed.ok()) return Fail(io, shown + ": failed to remove", removed.error());
  if (verbose_) io.Error(shown + ": removed");
}

Progress Shred::Run(CommandIo& io) {
  while (true) {
    if (!open_) {
      if (next_ >= names_.size()) return Progress::Done(status_);
      open_ = OpenFile(io, names_[next_++]);
    } else if (pass_ >= Passes()) {
      open_ = false;
      if (removal_ != Removal::kNone) Remove(io);
    } else if (!WritePiece(io)) {
      open_ = false;
    } else if (offset_ >= size_) {
      offset_ = 0;
      ++pass_;
    }
    if (io.Tick(64)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeShred() { return Make<Shred>(); }

}  // namespace pysub::shell
