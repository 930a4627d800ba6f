// dd: copies a part of a file to a part of another one, block by block.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

// What conv=, iflag= and oflag= say.
enum Setting : uint32_t {
  kLower = 1 << 0,
  kUpper = 1 << 1,
  kSwab = 1 << 2,
  kBlock = 1 << 3,
  kUnblock = 1 << 4,
  kSync = 1 << 5,
  kNoTruncate = 1 << 6,
  kNoCreate = 1 << 7,
  kExclusive = 1 << 8,
  kNoError = 1 << 9,
  kAppend = 1 << 10,
  kFullBlock = 1 << 11,
  kCountBytes = 1 << 12,
  kSkipBytes = 1 << 13,
  kSeekBytes = 1 << 14,
  kChanges = kLower | kUpper | kSwab | kBlock | kUnblock,  // bytes do not go on as they came
};

constexpr uint64_t kPiece = 65536;  // what is looked at in one go; no record is longer
struct Word {
  std::string_view name;
  uint32_t setting;
};
// (What has no meaning for files in memory is taken and does nothing.)
constexpr Word kConversions[] = {
    {"lcase", kLower},        {"ucase", kUpper},      {"swab", kSwab},
    {"block", kBlock},        {"unblock", kUnblock},  {"sync", kSync},
    {"notrunc", kNoTruncate}, {"nocreat", kNoCreate}, {"excl", kExclusive},
    {"noerror", kNoError},    {"sparse", 0},          {"fsync", 0},
    {"fdatasync", 0}};
constexpr Word kFlags[] = {{"append", kAppend},
                           {"fullblock", kFullBlock},
                           {"count_bytes", kCountBytes},
                           {"skip_bytes", kSkipBytes},
                           {"seek_bytes", kSeekBytes},
                           {"direct", 0},
                           {"dsync", 0},
                           {"sync", 0},
                           {"nonblock", 0},
                           {"noatime", 0},
                           {"nocache", 0},
                           {"noctty", 0},
                           {"nofollow", 0},
                           {"binary", 0},
                           {"text", 0}};

// False: one of the words, separated by commas, is none of them; *bad says which.
bool ReadWords(std::string_view text, std::span<const Word> words, uint32_t* to,
               std::string_view* bad) {
  while (true) {
    const size_t comma = std::min(text.find(','), text.size());
    const auto found = std::find_if(words.begin(), words.end(), [&](const Word& word) {
      return word.name == text.substr(0, comma);
    });
    if (found == words.end()) {
      *bad = text.substr(0, comma);
      return false;
    }
    *to |= found->setting;
    if (comma == text.size()) return true;
    text.remove_prefix(comma + 1);
  }
}

// "12", "4k", "2x512", "3B". *in_bytes: the suffix says that it counts bytes and no blocks.
std::optional<uint64_t> ReadNumber(std::string_view text, bool* in_bytes) {
  uint64_t product = 1;
  while (true) {
    const size_t x = std::min(text.find('x'), text.size());
    std::string_view factor = text.substr(0, x);
    if (factor.ends_with('B') && factor.find_first_of("kKMGTPEZYm") == std::string_view::npos) {
      *in_bytes = true;
      factor.remove_suffix(1);
    }
    std::optional<uint64_t> number = ParseCount(factor, "bcwKMGTPEZYkm");
    if (!number || __builtin_mul_overflow(product, *number, &product)) return std::nullopt;
    if (x == text.size()) return product;
    text.remove_prefix(x + 1);
  }
}

// "3.1 MB", "48.0 kB": at most three digits.
std::string Human(double number, unsigned base, bool decimal_below_100) {
  constexpr std::string_view kUnits = " kMGTPE";
  size_t unit = 0;
  while (number >= base && unit + 1 < kUnits.size()) number /= base, ++unit;
  if (decimal_below_100 && unit == 0) number /= base, ++unit;
  const std::string digits = fmt::format("{:.1f}", number);
  const bool decimal = digits.size() <= (decimal_below_100 ? 4u : 3u) && unit > 0;
  std::string text = decimal ? digits : fmt::format("{:.0f}", number);
  char letter = kUnits[unit];
  if (base == 1024 && letter == 'k') letter = 'K';
  return fmt::format("{} {}{}B", text, unit == 0 ? "" : std::string(1, letter),
                     base == 1024 && unit > 0 ? "i" : "");
}

class Dd : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(in_, out_, is_open_, begin_ns_, to_skip_, to_pass_, to_pad_, read_, whole_in_,
            partial_in_, written_, whole_out_, partial_out_, filled_, staged_, column_, blanks_,
            truncated_, odd_byte_, failed_, has_ended_);
    if (odd_byte_.size() > 1 || blanks_ > kPiece) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;

 private:
  bool Has(uint32_t setting) const { return (settings_ & setting) != 0; }
  std::optional<int> TakeOperand(CommandIo& io, const std::string& operand);
  bool TakeNumber(CommandIo& io, std::string_view name, std::string_view value,
                  std::optional<int>* status);
  bool TakeWords(CommandIo& io, std::string_view name, std::string_view value,
                 std::optional<int>* status);
  int Misuse(CommandIo& io, const std::string& text) {
    io.Error(text);
    shell::TryHelp(io);
    return 1;
  }

  bool OpenInput(CommandIo& io);
  bool OpenOutput(CommandIo& io);
  static bool FailOpen(CommandIo& io, const std::string& name) {
    io.Error("failed to open " + QuoteFile(name), io.error());
    return false;
  }
  std::optional<Progress> Skip(CommandIo& io);
  std::optional<Progress> PassOutput(CommandIo& io);
  std::optional<Progress> CopySome(CommandIo& io);
  void EndBlock();
  void Convert(CommandIo& io, std::string_view bytes);
  void MakeRecords(std::string_view bytes, std::string* out);
  void MakeLines(std::string_view bytes, std::string* out);
  void Swap(std::string* text);
  void Put(CommandIo& io, std::string_view bytes);
  Progress Finish(CommandIo& io);
  void PrintCounts(CommandIo& io);
  uint64_t BytesWanted() const;

  uint32_t settings_ = 0;
  std::string if_, of_;
  bool has_if_ = false, has_of_ = false;
  uint64_t input_block_ = 512, output_block_ = 512, record_ = 0, block_ = 0;
  uint64_t skip_ = 0, seek_ = 0, count_ = UINT64_MAX;
  std::string status_;

  int in_ = 0, out_ = 1;
  bool is_open_ = false;
  int64_t begin_ns_ = 0;
  uint64_t to_skip_ = 0;  // bytes of the input
  uint64_t to_pass_ = 0;  // bytes of the output, which stay
  uint64_t to_pad_ = 0;   // what is missing in a block
  uint64_t read_ = 0, whole_in_ = 0, partial_in_ = 0;
  uint64_t written_ = 0, whole_out_ = 0, partial_out_ = 0;
  uint64_t filled_ = 0;  // of the input's block
  uint64_t staged_ = 0;  // of the output's block
  uint64_t column_ = 0, blanks_ = 0, truncated_ = 0;
  std::string odd_byte_;  // of conv=swab
  bool failed_ = false, has_ended_ = false;
};

// ---- operands

// Whether `name` takes a number; a status: it is wrong.
bool Dd::TakeNumber(CommandIo& io, std::string_view name, std::string_view value,
                    std::optional<int>* status) {
  struct Row {
    std::string_view name;
    uint64_t Dd::*member;
    uint32_t in_bytes;  // what a suffix B says; it may be 0
  };
  static constexpr Row kRows[] = {{"bs", &Dd::block_, 0},
                                  {"ibs", &Dd::input_block_, 0},
                                  {"obs", &Dd::output_block_, 0},
                                  {"cbs", &Dd::record_, 0},
                                  {"count", &Dd::count_, kCountBytes},
                                  {"skip", &Dd::skip_, kSkipBytes},
                                  {"iseek", &Dd::skip_, kSkipBytes},
                                  {"seek", &Dd::seek_, kSeekBytes},
                                  {"oseek", &Dd::seek_, kSeekBytes}};
  for (const Row& row : kRows) {
    if (row.name != name) continue;
    bool in_bytes = false;
    const std::optional<uint64_t> number = ReadNumber(value, &in_bytes);
    if (!number || (*number == 0 && row.in_bytes == 0) || *number > INT64_MAX) {
      io.Error("invalid number: " + QuoteWord(value) +
               (number && *number != 0 ? ": Value too large for defined data type" : ""));
      *status = 1;
      return true;
    }
    this->*row.member = *number;
    if (in_bytes) settings_ |= row.in_bytes;
    return true;
  }
  return false;
}

bool Dd::TakeWords(CommandIo& io, std::string_view name, std::string_view value,
                   std::optional<int>* status) {
  std::string_view bad;
  if (name == "conv") {
    if (!ReadWords(value, kConversions, &settings_, &bad))
      *status = Misuse(io, "invalid conversion: " + QuoteWord(bad));
    return true;
  }
  if (name != "iflag" && name != "oflag") return false;
  if (!ReadWords(value, kFlags, &settings_, &bad))
    *status = Misuse(io, std::string("invalid ") + (name == "iflag" ? "input" : "output") +
                             " flag: " + QuoteWord(bad));
  return true;
}

std::optional<int> Dd::TakeOperand(CommandIo& io, const std::string& operand) {
  const size_t equals = std::min(operand.find('='), operand.size());
  const std::string name = operand.substr(0, equals);
  const std::string value = equals == operand.size() ? "" : operand.substr(equals + 1);
  std::optional<int> status;
  if (equals == operand.size()) {
    status = Misuse(io, "unrecognized operand " + QuoteWord(operand));
  } else if (name == "if") {
    if_ = value;
    has_if_ = true;
  } else if (name == "of") {
    of_ = value;
    has_of_ = true;
  } else if (name == "status") {
    if (value != "none" && value != "noxfer" && value != "progress")
      return Misuse(io, "invalid status level: " + QuoteWord(value));
    status_ = value;
  } else if (!TakeWords(io, name, value, &status) && !TakeNumber(io, name, value, &status)) {
    status = Misuse(io, "unrecognized operand " + QuoteWord(operand));
  }
  return status;
}

std::optional<int> Dd::Start(CommandIo& io) {
  Options options(io, {});
  while (options.Next()) continue;
  if (options.status()) return options.status();
  for (const std::string& operand : options.operands()) {
    if (std::optional<int> status = TakeOperand(io, operand)) return status;
  }
  auto refuse = [&](std::string_view text) {
    io.Error(text);
    return 1;
  };
  if (Has(kLower) && Has(kUpper)) return refuse("cannot combine lcase and ucase");
  if (Has(kBlock) && Has(kUnblock)) return refuse("cannot combine block and unblock");
  if (Has(kExclusive) && Has(kNoCreate)) return refuse("cannot combine excl and nocreat");
  if (record_ == 0) settings_ &= ~static_cast<uint32_t>(kBlock | kUnblock);
  if (record_ > kPiece) return refuse("records of more than 65536 bytes are not supported");
  if (block_ != 0) input_block_ = output_block_ = block_;
  // Blocks of bs= go on as they came when nothing is changed in them.
  if (Has(kChanges)) block_ = 0;
  if (filled_ >= input_block_) return 1;  // saved by somebody else
  return std::nullopt;
}

// ---- files

bool Dd::OpenInput(CommandIo& io) {
  in_ = has_if_ ? io.Open(if_, OpenMode::kRead) : 0;
  if (in_ < 0) return FailOpen(io, if_);
  to_skip_ = skip_;
  if (!Has(kSkipBytes) && __builtin_mul_overflow(skip_, input_block_, &to_skip_))
    to_skip_ = UINT64_MAX;
  return true;
}

// The output is as long as what is to stay, and written from there on.
bool Dd::OpenOutput(CommandIo& io) {
  uint64_t begin = seek_;
  if (!Has(kSeekBytes) && __builtin_mul_overflow(seek_, output_block_, &begin)) begin = INT64_MAX;
  if (!has_of_) {
    if (begin == 0) return true;
    io.Error("'standard output': cannot seek", ESPIPE);
    return false;
  }
  const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), of_);
  if (Has(kExclusive)) {
    out_ = io.Open(of_, OpenMode::kCreateNew);
  } else if (Has(kNoCreate) && !stat.ok()) {
    io.Error("failed to open " + QuoteFile(of_), stat.error());
    return false;
  } else if (stat.ok() && !stat->IsFile()) {
    out_ = io.Open(of_, OpenMode::kWrite);
    return out_ >= 0 || FailOpen(io, of_);
  } else if (Has(kAppend) || (begin == 0 && !Has(kNoTruncate))) {
    out_ = io.Open(of_, Has(kAppend) && Has(kNoTruncate) ? OpenMode::kAppend : OpenMode::kWrite);
  } else {
    out_ = io.Open(of_, OpenMode::kReadWrite);
    to_pass_ = begin;
  }
  if (out_ < 0) return FailOpen(io, of_);
  if (begin == 0 || Has(kAppend)) return true;
  if (Has(kNoTruncate) && stat.ok() && stat->size >= begin) return true;
  const files::Status set = io.files().Truncate(CallerOf(io), of_, begin);
  if (set.ok()) return true;
  io.Error(fmt::format("failed to truncate to {} bytes in output file {}", begin, QuoteFile(of_)),
           set.error());
  return false;
}

// Bytes of the input that do not count.
std::optional<Progress> Dd::Skip(CommandIo& io) {
  while (to_skip_ > 0) {
    std::string_view bytes;
    const ReadStatus status = io.ReadSome(in_, &bytes, std::min<uint64_t>(to_skip_, 65536));
    if (status == ReadStatus::kWait) return Progress::Wait();
    if (status != ReadStatus::kData) {
      io.Error(QuoteFileIfNeeded(has_if_ ? if_ : "standard input") +
               ": cannot skip to specified offset");
      break;
    }
    to_skip_ -= bytes.size();
    if (io.Tick(bytes.size())) return Progress::Yield();
  }
  to_skip_ = 0;
  return std::nullopt;
}

// To get to its place an output is read: a descriptor here has no other way.
std::optional<Progress> Dd::PassOutput(CommandIo& io) {
  while (to_pass_ > 0) {
    std::string_view bytes;
    if (io.ReadSome(out_, &bytes, std::min<uint64_t>(to_pass_, 65536)) != ReadStatus::kData) break;
    to_pass_ -= bytes.size();
    io.GiveBack(out_);
    if (io.Tick(bytes.size())) return Progress::Yield();
  }
  to_pass_ = 0;
  return std::nullopt;
}

// ---- blocks

// What is still wanted of the input in one go; 0: there is enough.
uint64_t Dd::BytesWanted() const {
  uint64_t wanted = input_block_ - filled_;
  if (Has(kCountBytes))
    wanted = std::min(wanted, count_ - read_);
  else if (whole_in_ + partial_in_ >= count_)
    return 0;
  // (A newline may make a whole record of blanks.)
  return std::min(wanted, Has(kBlock) ? std::max<uint64_t>(kPiece / record_, 1) : kPiece);
}

void Dd::Put(CommandIo& io, std::string_view bytes) {
  if (bytes.empty()) return;
  io.Write(out_, bytes);
  written_ += bytes.size();
  if (block_ != 0) return;
  staged_ += bytes.size();
  whole_out_ += staged_ / output_block_;
  staged_ %= output_block_;
}

// Lines become records of one length, filled up with blanks.
void Dd::MakeRecords(std::string_view bytes, std::string* out) {
  for (char c : bytes) {
    if (c == '\n') {
      out->append(record_ - std::min(column_, record_), ' ');
      column_ = 0;
      continue;
    }
    if (column_ == record_) ++truncated_;
    if (column_ < record_) *out += c;
    ++column_;
  }
}

// Records become lines, without the blanks at their ends.
void Dd::MakeLines(std::string_view bytes, std::string* out) {
  for (char c : bytes) {
    if (column_ >= record_) {
      column_ = blanks_ = 0;
      *out += '\n';
    }
    ++column_;
    if (c == ' ') {
      ++blanks_;
      continue;
    }
    out->append(std::exchange(blanks_, 0), ' ');
    *out += c;
  }
}

// Swaps bytes in pairs; one that is left over waits.
void Dd::Swap(std::string* text) {
  text->insert(0, std::exchange(odd_byte_, ""));
  if (text->size() % 2 == 1) {
    odd_byte_ = text->substr(text->size() - 1);
    text->pop_back();
  }
  for (size_t i = 0; i + 1 < text->size(); i += 2) std::swap((*text)[i], (*text)[i + 1]);
}

void Dd::Convert(CommandIo& io, std::string_view bytes) {
  if (!Has(kChanges)) return Put(io, bytes);
  std::string text(bytes), out;
  for (char& c : text) {
    if (Has(kLower) && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    if (Has(kUpper) && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  }
  if (Has(kSwab)) Swap(&text);
  if (Has(kBlock)) {
    MakeRecords(text, &out);
  } else if (Has(kUnblock)) {
    MakeLines(text, &out);
  } else {
    out.swap(text);
  }
  Put(io, out);
}

// The input's block is full, or as full as it gets.
void Dd::EndBlock() {
  if (filled_ == 0) return;
  const bool is_whole = filled_ == input_block_;
  ++(is_whole ? whole_in_ : partial_in_);
  if (!is_whole && Has(kSync)) to_pad_ = input_block_ - filled_;
  if (block_ != 0) ++(is_whole || Has(kSync) ? whole_out_ : partial_out_);
  filled_ = 0;
}

// A piece of the input, or of what fills up a block of it.
std::optional<Progress> Dd::CopySome(CommandIo& io) {
  if (to_pad_ > 0) {
    const uint64_t size = std::min(to_pad_, Has(kBlock) ? kPiece / record_ + 1 : kPiece);
    to_pad_ -= size;
    Convert(io, std::string(size, Has(kBlock | kUnblock) ? ' ' : '\0'));
    return io.Tick(size) ? std::optional(Progress::Yield()) : std::nullopt;
  }
  const uint64_t wanted = BytesWanted();
  std::string_view bytes;
  const ReadStatus status =
      wanted == 0 ? ReadStatus::kEnd : io.ReadSome(in_, &bytes, static_cast<size_t>(wanted));
  if (status == ReadStatus::kWait) {
    // A read gives what is there: a block that is not full.
    if (!Has(kFullBlock)) EndBlock();
    return to_pad_ > 0 ? std::nullopt : std::optional(Progress::Wait());
  }
  if (status != ReadStatus::kData) {
    if (status == ReadStatus::kError) {
      io.Error("error reading " + QuoteFile(has_if_ ? if_ : "standard input"), io.error());
      failed_ = true;
    }
    EndBlock();
    has_ended_ = true;
    return std::nullopt;
  }
  filled_ += bytes.size();
  read_ += bytes.size();
  const size_t size = bytes.size();
  Convert(io, bytes);
  if (filled_ == input_block_) EndBlock();
  return io.Tick(size) ? std::optional(Progress::Yield()) : std::nullopt;
}

Progress Dd::Run(CommandIo& io) {
  if (!is_open_) {
    begin_ns_ = io.MonotonicNs();
    if (!OpenInput(io) || !OpenOutput(io)) return Progress::Done(1);
    is_open_ = true;
  }
  if (std::optional<Progress> stop = PassOutput(io)) return *stop;
  if (std::optional<Progress> stop = Skip(io)) return *stop;
  while (!has_ended_ || to_pad_ > 0) {
    if (std::optional<Progress> stop = CopySome(io)) return *stop;
  }
  return Finish(io);
}

// ---- the end

Progress Dd::Finish(CommandIo& io) {
  Put(io, odd_byte_);
  if (Has(kBlock) && column_ > 0) Put(io, std::string(record_ - std::min(column_, record_), ' '));
  if (Has(kUnblock) && column_ > 0) Put(io, "\n");
  if (block_ == 0 && staged_ > 0) ++partial_out_;
  if (in_ == 0) io.GiveBack(0);
  if (status_ != "none") PrintCounts(io);
  return Progress::Done(failed_ ? 1 : 0);
}

void Dd::PrintCounts(CommandIo& io) {
  std::string text = fmt::format("{}+{} records in\n{}+{} records out\n", whole_in_, partial_in_,
                                 whole_out_, partial_out_);
  if (truncated_ > 0)
    text += fmt::format("{} truncated record{}\n", truncated_, truncated_ == 1 ? "" : "s");
  if (status_ != "noxfer") {
    const double bytes = static_cast<double>(written_);
    text += fmt::format("{} byte{}", written_, written_ == 1 ? "" : "s");
    if (written_ >= 1024)
      text += fmt::format(" ({}, {})", Human(bytes, 1000, false), Human(bytes, 1024, false));
    else if (written_ >= 1000)
      text += fmt::format(" ({})", Human(bytes, 1000, false));
    const double seconds = static_cast<double>(io.MonotonicNs() - begin_ns_) / 1e9;
    text += fmt::format(" copied, {:g} s, {}/s\n", seconds,
                        seconds > 0 ? Human(bytes / seconds, 1000, true) : "Infinity B");
  }
  io.Write(2, text);
}

}  // namespace

std::unique_ptr<Command> MakeDd() { return Make<Dd>(); }

}  // namespace pysub::shell
