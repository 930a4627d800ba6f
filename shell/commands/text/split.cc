// split: a file in pieces, written to files xaa, xab ... or to commands.

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

enum LongOptions { kAdditionalSuffix = kFirstLongOption, kFilter, kVerbose, kNumeric, kHex };
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'a', "suffix-length", kRequired},
    LongRow(kAdditionalSuffix, "additional-suffix", kRequired),
    {'b', "bytes", kRequired},
    {'C', "line-bytes", kRequired},
    {'d', ""},
    LongRow(kNumeric, "numeric-suffixes", OptionArgument::kOptional),
    {'x', ""},
    LongRow(kHex, "hex-suffixes", OptionArgument::kOptional),
    {'e', "elide-empty-files"},
    LongRow(kFilter, "filter", kRequired),
    {'l', "lines", kRequired},
    {'n', "number", kRequired},
    {'t', "separator", kRequired},
    {'u', "unbuffered"},
    LongRow(kVerbose, "verbose"),
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

// Cuts by lines, bytes, or into a number of chunks. For chunks of a pipe the size must be known
// first, so all input is kept.
class Split : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(started_, input_, fd_, kept_, size_, piece_, piece_bytes_, piece_lines_, out_, is_open_,
            suffix_, suffix_length_, at_line_start_, total_, outputs_, current_, chunk_end_, child_,
            read_all_, has_piece_, status_);
    archive.Charged(charged_);
    if (current_ > outputs_.size() || suffix_length_ > kLongestSuffix ||
        suffix_.size() > kLongestSuffix)
      archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { input_.Suspend(); }

 private:
  // kChunks: -n N, kLineChunks: -n l/N, kRobin: -n r/N
  enum class Kind : uint8_t { kLines, kBytes, kLineBytes, kChunks, kLineChunks, kRobin };
  static constexpr uint64_t kLongestSuffix = 200;
  static constexpr uint64_t kMostRobins = 4096;

  // An output of r/N.
  struct Output {
    int fd = -1;
    int child = -1;
    void Fields(Archive& archive) { archive(fd, child); }
  };

  std::optional<int> TakeOption(CommandIo& io, Options& options);
  std::optional<int> TakeChunks(CommandIo& io, std::string text);
  std::optional<int> Numbering(Options& options, std::string_view digits);
  // A number was read, but not one that is allowed.
  static const char* OutOfRange(std::optional<uint64_t> number) {
    return number ? ": Numerical result out of range" : "";
  }
  std::optional<int> Choose(Options& options, Kind kind) {
    if (kind_chosen_) return options.Misuse("cannot split in more than one way");
    kind_ = kind;
    kind_chosen_ = true;
    return std::nullopt;
  }

  std::optional<Progress> Begin(CommandIo& io);
  std::optional<Progress> ReadWhole(CommandIo& io);
  std::string Name();
  bool NextSuffix();
  bool OpenPiece(CommandIo& io);
  // Nothing: the piece is closed; else wait for its command.
  std::optional<Progress> ClosePiece(CommandIo& io);
  std::optional<Progress> Collect(CommandIo& io, int* child);
  bool Put(CommandIo& io, std::string_view bytes);
  std::optional<Progress> Take(CommandIo& io, std::string_view* bytes);
  std::optional<Progress> TakeLineBytes(CommandIo& io, std::string_view* bytes);
  std::optional<Progress> TakeChunk(CommandIo& io, std::string_view* bytes);
  std::optional<Progress> TakeRobin(CommandIo& io, std::string_view* bytes);
  std::optional<Progress> Finish(CommandIo& io);
  bool NeedsSize() const { return kind_ == Kind::kChunks || kind_ == Kind::kLineChunks; }
  // The last one takes what is left.
  uint64_t ChunkEnd(uint64_t chunk) const {
    return chunk == parts_ ? size_ : std::max(size_, parts_) / parts_ * chunk;
  }

  Kind kind_ = Kind::kLines;
  bool kind_chosen_ = false, elide_ = false, verbose_ = false, suffix_given_ = false;
  uint64_t count_ = 1000, parts_ = 0, only_ = 0, length_ = 0;
  std::string alphabet_ = "abcdefghijklmnopqrstuvwxyz", first_, additional_, prefix_ = "x",
              name_ = "-";
  std::string digits_;      // of -5
  size_t digits_word_ = 0;  // the word behind theirs
  std::optional<std::string> filter_;
  int separator_ = -1;
  char end_ = '\n';

  bool started_ = false;
  LineReader input_;
  int fd_ = 0;
  std::string kept_;  // -C: a line that is not complete; or all of an input whose size is not known
  uint64_t size_ = 0;   // of the input, for -n
  uint64_t piece_ = 0;  // number of the piece, from 0
  uint64_t piece_bytes_ = 0, piece_lines_ = 0;
  int out_ = -1;
  bool is_open_ = false;
  std::string suffix_;
  uint64_t suffix_length_ = 0;
  bool at_line_start_ = true;
  uint64_t total_ = 0;  // bytes taken
  std::vector<Output> outputs_;
  uint64_t current_ = 0, chunk_end_ = 0;
  int child_ = -1;
  bool read_all_ = false, has_piece_ = false;
  int status_ = 0;
  uint64_t charged_ = 0;
};

// ---- options
std::optional<int> Split::Numbering(Options& options, std::string_view digits) {
  alphabet_ = digits;
  if (!options.has_value()) return std::nullopt;
  first_ = options.value();
  size_t zeros = std::min(first_.find_first_not_of('0'), first_.empty() ? 0 : first_.size() - 1);
  first_.erase(0, zeros);
  size_t bad = first_.find_first_not_of(digits);
  if (bad == std::string::npos) return std::nullopt;
  return options.Misuse(QuoteWord(options.value()) + ": invalid start value for " +
                        (digits.size() == 10 ? "numerical" : "hexadecimal") + " suffix");
}

std::optional<int> Split::TakeChunks(CommandIo& io, std::string text) {
  std::string whole = text;
  bool lines = text.starts_with("l/"), robin = text.starts_with("r/");
  kind_ = lines ? Kind::kLineChunks : robin ? Kind::kRobin : Kind::kChunks;
  if (lines || robin) text.erase(0, 2);
  size_t slash = text.find('/');
  std::string parts = slash == std::string::npos ? text : text.substr(slash + 1);
  std::optional<uint64_t> number = ParseCount(parts);
  if (!number || *number == 0) {
    io.Error("invalid number of chunks: " + QuoteWord(parts) + OutOfRange(number));
    return 1;
  }
  parts_ = *number;
  if (slash != std::string::npos) {
    std::optional<uint64_t> only = ParseCount(text.substr(0, slash));
    if (!only || *only == 0 || *only > parts_) {
      io.Error("invalid chunk number: " + QuoteWord(text.substr(0, slash)) + OutOfRange(only));
      return 1;
    }
    only_ = *only;
  }
  return std::nullopt;
}

std::optional<int> Split::TakeOption(CommandIo& io, Options& options) {
  const std::string value(options.value());
  auto size = [&](const char* what) -> std::optional<int> {
    std::optional<uint64_t> number = ParseCount(value, "bKMGTPEZYkm");
    if (number && *number > 0) {
      count_ = *number;
      return std::nullopt;
    }
    io.Error(std::string("invalid number of ") + what + ": " + QuoteWord(value) +
             OutOfRange(number));
    return 1;
  };
  std::optional<int> status;
  switch (options.id()) {
    case 'a': {
      std::optional<uint64_t> length = ParseCount(value);
      if (!length || *length > kLongestSuffix) {
        io.Error("invalid suffix length: " + QuoteWord(value));
        return 1;
      }
      length_ = *length;
      suffix_given_ = length_ > 0;
      break;
    }
    case kAdditionalSuffix:
      if (value.find('/') != std::string::npos)
        return options.Misuse("invalid suffix " + QuoteWord(value) +
                              ", contains directory separator");
      additional_ = value;
      break;
    case 'b':
    case 'C':
    case 'l':
      status = Choose(options, options.id() == 'b'   ? Kind::kBytes
                               : options.id() == 'C' ? Kind::kLineBytes
                                                     : Kind::kLines);
      if (!status) status = size(options.id() == 'l' ? "lines" : "bytes");
      return status;
    case 'n':
      status = Choose(options, Kind::kChunks);
      return status ? status : TakeChunks(io, value);
    case 'd': alphabet_ = "0123456789"; break;
    case kNumeric: return Numbering(options, "0123456789");
    case 'x': alphabet_ = "0123456789abcdef"; break;
    case kHex: return Numbering(options, "0123456789abcdef");
    case 'e': elide_ = true; break;
    case kFilter: filter_ = value; break;
    case kVerbose: verbose_ = true; break;
    case 't': {
      if (value.empty()) {
        io.Error("empty record separator");
        return 1;
      }
      int separator = value == "\\0" ? 0 : static_cast<unsigned char>(value[0]);
      if (value.size() > 1 && value != "\\0") {
        io.Error("multi-character separator " + QuoteWord(value));
        return 1;
      }
      if (separator_ >= 0 && separator_ != separator) {
        io.Error("multiple separator characters specified");
        return 1;
      }
      separator_ = separator;
      break;
    }
    case 'u': break;
    default:  // -5
      if (options.position() != digits_word_) digits_.clear();
      if (kind_chosen_ && digits_word_ == 0)
        return options.Misuse("cannot split in more than one way");
      kind_chosen_ = true;
      digits_word_ = options.position();
      digits_ += static_cast<char>(options.id());
      count_ = ParseCount(digits_).value_or(0);
      break;
  }
  return std::nullopt;
}

std::optional<int> Split::Start(CommandIo& io) {
  Options options(io, kOptions);
  while (options.Next()) {
    if (std::optional<int> status = TakeOption(io, options)) return status;
  }
  if (options.status()) return options.status();
  if (only_ != 0 && filter_)
    return options.Misuse("--filter does not process a chunk extracted to stdout");
  if (kind_ == Kind::kLines && count_ == 0)
    return options.Misuse("invalid number of lines: " + QuoteWord("0"));
  const std::vector<std::string>& names = options.operands();
  if (names.size() > 2) return options.Misuse("extra operand " + QuoteWord(names[2]));
  if (!names.empty()) name_ = names[0];
  if (names.size() > 1) prefix_ = names[1];
  end_ = separator_ < 0 ? '\n' : static_cast<char>(separator_);
  // As many letters as the pieces need, 2 at least.
  uint64_t needed = 1, pieces = parts_ == 0 ? 0 : parts_ - 1;
  uint64_t first = 0;
  for (char c : first_)
    first = std::min<uint64_t>(first * alphabet_.size() + alphabet_.find(c), uint64_t{1} << 60);
  if (parts_ > 0 && first < parts_) pieces += first;
  while (pieces /= alphabet_.size()) ++needed;
  if (suffix_given_ && (length_ < needed && parts_ > 0)) {
    io.Error("the suffix length needs to be at least " + std::to_string(needed));
    return 1;
  }
  if (!suffix_given_)
    length_ = std::max<uint64_t>(parts_ > 0 ? needed : 2, std::max<uint64_t>(2, first_.size()));
  if (parts_ > kMostRobins && kind_ == Kind::kRobin) {
    io.Error("more than " + std::to_string(kMostRobins) +
             " outputs at once are not supported in this sandbox");
    return 1;
  }
  return std::nullopt;
}

// ---- outputs
std::string Split::Name() {
  if (suffix_.empty()) {
    suffix_.assign(length_, alphabet_[0]);
    if (first_.size() > suffix_.size()) return "";
    suffix_.replace(suffix_.size() - first_.size(), first_.size(), first_);
    suffix_length_ = length_;
  }
  return prefix_ + suffix_ + additional_;
}

// False: there are no names left.
bool Split::NextSuffix() {
  // Without -a names grow: behind "yz" comes "zaaa", so that they sort.
  bool widens = !suffix_given_ && parts_ == 0 && first_.empty();
  for (size_t i = suffix_.size(); i-- > 0;) {
    size_t digit = alphabet_.find(suffix_[i]);
    if (digit == std::string::npos) return false;
    if (digit + 1 < alphabet_.size()) {
      suffix_[i] = alphabet_[digit + 1];
      // The leading letters are the last one of the alphabet, one more each time the names grow.
      size_t lead = suffix_.size() - std::min<size_t>(suffix_length_, suffix_.size());
      if (widens && i == lead && suffix_[lead] == alphabet_.back() &&
          suffix_.size() + 2 <= kLongestSuffix) {
        suffix_.assign(lead + 1, alphabet_.back());
        suffix_.append(++suffix_length_, alphabet_[0]);
      }
      return true;
    }
    suffix_[i] = alphabet_[0];
  }
  return false;
}

bool Split::OpenPiece(CommandIo& io) {
  if (has_piece_ && !NextSuffix()) {
    io.Error("output file suffixes exhausted");
    return false;
  }
  has_piece_ = true;
  std::string name = Name();
  if (name.empty()) {
    io.Error("output file suffixes exhausted");
    return false;
  }
  if (filter_) {
    if (verbose_) io.Out("executing with FILE=" + QuoteFile(name) + "\n");
    int read_end = -1;
    io.Pipe(&read_end, &out_);
    ChildOptions options;
    options.in = read_end;
    std::vector<std::string> environment = io.Environment();
    std::erase_if(environment, [](const std::string& entry) { return entry.starts_with("FILE="); });
    environment.push_back("FILE=" + name);
    options.environment = std::move(environment);
    const std::string argv[] = {"sh", "-c", *filter_};
    child_ = io.Spawn(argv, options);
    io.Close(read_end);
    if (child_ < 0) {
      io.Error("failed to run command: \"sh -c " + *filter_ + "\"", io.error());
      return false;
    }
  } else {
    if (verbose_) io.Out("creating file " + QuoteFile(name) + "\n");
    files::Result<files::Stat> in = io.files().StatPath(CallerOf(io), name_),
                               target = io.files().StatPath(CallerOf(io), name);
    if (name_ != "-" && in.ok() && target.ok() && in->dev == target->dev &&
        in->ino == target->ino) {
      io.Error(QuoteFile(name) + " would overwrite input; aborting");
      return false;
    }
    out_ = io.Open(name, OpenMode::kWrite);
    if (out_ < 0) {
      io.Error(QuoteFileIfNeeded(name), io.error());
      return false;
    }
  }
  is_open_ = true;
  piece_bytes_ = piece_lines_ = 0;
  return true;
}

std::optional<Progress> Split::Collect(CommandIo& io, int* child) {
  if (*child < 0) return std::nullopt;
  std::optional<int> status = io.WaitChild(*child);
  if (!status) return Progress::Wait();
  *child = -1;
  if (*status != 0 && *status != 141) {
    io.Error("with FILE=" + prefix_ + suffix_ + additional_ + ", exit " + std::to_string(*status) +
             " from command: " + *filter_);
    return Progress::Done(*status);
  }
  return std::nullopt;
}

std::optional<Progress> Split::ClosePiece(CommandIo& io) {
  if (is_open_ && out_ > 2) io.Close(out_);
  is_open_ = false;
  out_ = -1;
  return Collect(io, &child_);
}

bool Split::Put(CommandIo& io, std::string_view bytes) {
  if (!is_open_ && !OpenPiece(io)) return false;
  io.Write(out_, bytes);
  piece_bytes_ += bytes.size();
  return true;
}

// ---- input
std::optional<Progress> Split::Begin(CommandIo& io) {
  started_ = true;
  fd_ = name_ == "-" ? 0 : io.Open(name_, OpenMode::kRead);
  if (fd_ < 0) {
    io.Error("cannot open " + QuoteFile(name_) + " for reading", io.error());
    return Progress::Done(1);
  }
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name_);
  if (fd_ > 0 && stat.ok() && stat->IsFile()) {
    size_ = stat->size;
    read_all_ = true;
  }
  return std::nullopt;
}

// An input without a size is kept until its end.
std::optional<Progress> Split::ReadWhole(CommandIo& io) {
  while (!read_all_) {
    std::string_view bytes;
    Got got = input_.Some(io, fd_, &bytes);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) {
      io.Error(QuoteFileIfNeeded(name_), io.error());
      return Progress::Done(1);
    }
    if (got == Got::kEnd) {
      size_ = kept_.size();
      read_all_ = true;
      break;
    }
    if (!MakeRoom(io, &kept_, bytes.size(), &charged_)) return Progress::Done(2);
    kept_ += bytes;
    if (io.Tick(bytes.size())) return Progress::Yield();
  }
  return std::nullopt;
}

// Lines or bytes: as many as a piece has room for.
std::optional<Progress> Split::Take(CommandIo& io, std::string_view* bytes) {
  bool lines = kind_ == Kind::kLines;
  if (is_open_ && (lines ? piece_lines_ : piece_bytes_) >= count_) {
    if (auto stop = ClosePiece(io)) return stop;
  }
  if (child_ >= 0 && !is_open_) {
    if (auto stop = Collect(io, &child_)) return stop;
  }
  if (!is_open_ && !OpenPiece(io)) return Progress::Done(1);
  size_t size = 0;
  if (lines) {
    while (size < bytes->size() && piece_lines_ < count_) {
      size_t found = bytes->find(end_, size);
      piece_lines_ += found != std::string_view::npos ? 1 : 0;
      size = found == std::string_view::npos ? bytes->size() : found + 1;
    }
  } else {
    size = std::min<uint64_t>(bytes->size(), count_ - piece_bytes_);
  }
  if (!Put(io, bytes->substr(0, size))) return Progress::Done(1);
  bytes->remove_prefix(size);
  return std::nullopt;
}

// -C: whole lines as long as they fit, else their bytes.
std::optional<Progress> Split::TakeLineBytes(CommandIo& io, std::string_view* bytes) {
  uint64_t room = count_ - std::min(piece_bytes_, count_);
  // kept_ is a line that began before; it is written when it is known to fit.
  size_t found = bytes->find(end_);
  size_t line = kept_.size() + (found == std::string_view::npos ? bytes->size() : found + 1);
  bool complete = found != std::string_view::npos;
  if (line <= room) {
    if (!complete) {
      if (!MakeRoom(io, &kept_, bytes->size(), &charged_)) return Progress::Done(2);
      kept_ += *bytes;
      *bytes = {};
      return std::nullopt;
    }
    if (!Put(io, kept_) || !Put(io, bytes->substr(0, found + 1))) return Progress::Done(1);
    kept_.clear();
    bytes->remove_prefix(found + 1);
    return std::nullopt;
  }
  if (piece_bytes_ > 0) {  // the line begins the next piece
    if (auto stop = ClosePiece(io)) return stop;
    piece_bytes_ = 0;
    return std::nullopt;
  }
  // It is longer than a piece.
  size_t size =
      std::min<uint64_t>(count_ - std::min<uint64_t>(count_, kept_.size()), bytes->size());
  if (!Put(io, kept_) || !Put(io, bytes->substr(0, size))) return Progress::Done(1);
  kept_.clear();
  bytes->remove_prefix(size);
  if (auto stop = ClosePiece(io)) return stop;
  piece_bytes_ = 0;
  return std::nullopt;
}

// -n N and l/N: pieces end at equal distances, or at the first line's end behind them.
std::optional<Progress> Split::TakeChunk(CommandIo& io, std::string_view* bytes) {
  if (current_ == 0 && chunk_end_ == 0) chunk_end_ = ChunkEnd(1);
  bool lines = kind_ == Kind::kLineChunks;
  bool moves = lines ? total_ >= chunk_end_ && at_line_start_ : total_ >= chunk_end_;
  while (moves && piece_ + 1 < parts_) {
    if (only_ == 0) {
      if (!is_open_ && !elide_ && piece_bytes_ == 0 && child_ < 0 && !OpenPiece(io))
        return Progress::Done(1);
      if (auto stop = ClosePiece(io)) return stop;
    }
    ++piece_;
    piece_bytes_ = 0;
    chunk_end_ = ChunkEnd(piece_ + 1);
    moves = total_ >= chunk_end_;
    if (io.Tick(16)) return Progress::Yield();
  }
  size_t size = bytes->size();
  if (piece_ + 1 < parts_) {
    if (!lines) {
      size = std::min<uint64_t>(size, chunk_end_ - total_);
    } else {
      // The line that holds the last byte of the chunk belongs to it.
      uint64_t inside = chunk_end_ > total_ ? chunk_end_ - total_ - 1 : 0;
      size_t found = inside < size ? bytes->find(end_, inside) : std::string_view::npos;
      if (found != std::string_view::npos) size = found + 1;
    }
  }
  if (size == 0) return std::nullopt;
  at_line_start_ = (*bytes)[size - 1] == end_;
  if (only_ == 0) {
    if (!Put(io, bytes->substr(0, size))) return Progress::Done(1);
  } else if (piece_ + 1 == only_) {
    io.Out(bytes->substr(0, size));
  }
  total_ += size;
  bytes->remove_prefix(size);
  return std::nullopt;
}

std::optional<Progress> Split::TakeRobin(CommandIo& io, std::string_view* bytes) {
  if (only_ == 0 && outputs_.empty()) {
    for (uint64_t i = 0; i < parts_ && !elide_; ++i) {
      if (!OpenPiece(io)) return Progress::Done(1);
      outputs_.push_back({out_, child_});
      child_ = -1;
    }
    if (elide_) outputs_.resize(parts_);
  }
  size_t found = bytes->find(end_);
  size_t size = found == std::string_view::npos ? bytes->size() : found + 1;
  if (only_ != 0) {
    if (current_ == 0 && total_ % parts_ + 1 == only_) io.Out(bytes->substr(0, size));
    if (found != std::string_view::npos) ++total_;
  } else {
    if (current_ >= outputs_.size()) return Progress::Done(1);
    Output& output = outputs_[current_];
    if (output.fd < 0 && size > 0) {
      if (!OpenPiece(io)) return Progress::Done(1);
      output = {out_, child_};
      child_ = -1;
    }
    io.Write(output.fd, bytes->substr(0, size));
    if (found != std::string_view::npos && ++current_ == outputs_.size()) current_ = 0;
  }
  bytes->remove_prefix(size);
  return std::nullopt;
}

std::optional<Progress> Split::Finish(CommandIo& io) {
  if (kind_ == Kind::kLineBytes && !kept_.empty()) {
    // What fills a piece to the brim without ending a line goes to the next one.
    if (piece_bytes_ > 0 && piece_bytes_ + kept_.size() >= count_) {
      if (auto stop = ClosePiece(io)) return stop;
      piece_bytes_ = 0;
    }
    if (!Put(io, kept_)) return Progress::Done(1);
    kept_.clear();
  }
  if (NeedsSize()) {
    // Pieces for which nothing was left.
    while (only_ == 0 && !elide_ && piece_ < parts_) {
      if (!is_open_ && piece_bytes_ == 0 && child_ < 0 && !OpenPiece(io)) return Progress::Done(1);
      piece_bytes_ = 1;
      if (auto stop = ClosePiece(io)) return stop;
      piece_bytes_ = 0;
      ++piece_;
      if (io.Tick(64)) return Progress::Yield();
    }
  }
  if (kind_ == Kind::kRobin && only_ == 0 && outputs_.empty()) {
    std::string_view nothing;
    if (auto stop = TakeRobin(io, &nothing)) return stop;
  }
  for (Output& output : outputs_) {
    if (output.fd > 2) io.Close(output.fd);
    output.fd = -1;
  }
  for (Output& output : outputs_) {
    if (auto stop = Collect(io, &output.child)) return stop;
  }
  if (auto stop = ClosePiece(io)) return stop;
  return Progress::Done(0);
}

Progress Split::Run(CommandIo& io) {
  if (!started_) {
    if (auto stop = Begin(io)) return *stop;
  }
  if (NeedsSize()) {
    if (auto stop = ReadWhole(io)) return *stop;
  }
  while (true) {
    std::string_view bytes;
    Got got = Got::kData;
    if (NeedsSize() && !kept_.empty()) {
      bytes = std::string_view(kept_).substr(std::min<uint64_t>(total_, kept_.size()), 65536);
      if (bytes.empty()) got = Got::kEnd;
    } else {
      got = input_.Some(io, fd_, &bytes);
    }
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kError) {
      io.Error(QuoteFileIfNeeded(name_), io.error());
      return Progress::Done(1);
    }
    if (got == Got::kEnd) return *Finish(io);
    size_t before = bytes.size();
    std::optional<Progress> stop;
    switch (kind_) {
      case Kind::kLines:
      case Kind::kBytes: stop = Take(io, &bytes); break;
      case Kind::kLineBytes: stop = TakeLineBytes(io, &bytes); break;
      case Kind::kChunks:
      case Kind::kLineChunks: stop = TakeChunk(io, &bytes); break;
      case Kind::kRobin: stop = TakeRobin(io, &bytes); break;
    }
    if (!bytes.empty() && !(NeedsSize() && !kept_.empty())) input_.Keep(bytes);
    if (stop) return *stop;
    if (io.Tick(before - bytes.size() + 8)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeSplit() { return Make<Split>(); }

}  // namespace pysub::shell
