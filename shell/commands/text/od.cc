// od: bytes as numbers. Blocks of bytes are printed once for each format.

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/text/byte_numbers.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

enum LongOptions { kEndian = kFirstLongOption, kTraditional };
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'j', "skip-bytes", kRequired},
    {'A', "address-radix", kRequired},
    {'N', "read-bytes", kRequired},
    {'t', "format", kRequired},
    {'v', "output-duplicates"},
    {'S', "", kRequired},
    LongRow('S', "strings", OptionArgument::kOptional),
    LongRow(kTraditional, "traditional"),
    {'w', "width", OptionArgument::kOptional},
    LongRow(kEndian, "endian", kRequired),
    {'a', ""},
    {'b', ""},
    {'c', ""},
    {'D', ""},
    {'d', ""},
    {'e', ""},
    {'F', ""},
    {'f', ""},
    {'H', ""},
    {'h', ""},
    {'I', ""},
    {'i', ""},
    {'L', ""},
    {'l', ""},
    {'O', ""},
    {'o', ""},
    {'B', ""},
    {'s', ""},
    {'X', ""},
    {'x', ""},
};

// One of -t.
struct Format {
  char kind = 'o';    // a c d f o u x
  uint64_t size = 2;  // bytes of a number
  uint64_t width = 6;
  uint64_t padding = 0;  // of a whole block, so that formats stand below each other
  bool trailer = false;  // z
};

// Bytes in blocks of width_, each printed once per format. A block that is not full waits for more
// input, however the reads cut it.
class Od : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, skipped_, offset_, block_, previous_, has_previous_, same_, text_,
            text_starts_, warned_);
    archive.Charged(charged_);
    if (block_.size() > kWidest || previous_.size() > kWidest) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  static constexpr uint64_t kWidest = 1 << 20;

  std::optional<int> TakeOption(CommandIo& io, Options& options);
  bool TakeTypes(CommandIo& io, const std::string& text);
  std::optional<int> TakeOldOffset(CommandIo& io, Options& options,
                                   std::vector<std::string>* names);
  std::optional<int> ChooseWidth(CommandIo& io);
  static bool OldOffset(std::string_view text, uint64_t* offset);
  // False: there is no room.
  bool AddFormat(CommandIo& io, char kind, uint64_t size, bool trailer = false);

  Got NextBytes(CommandIo& io, std::string_view* bytes);
  // A device without bytes can be skipped in as far as one likes.
  bool IsEmptyDevice(CommandIo& io) const;
  std::string Address(uint64_t offset) const;
  uint64_t AddressWidth() const { return radix_ == 'n' ? 0 : radix_ == 'x' ? 6 : 7; }
  void PrintBlock(CommandIo& io, std::string_view block);
  std::string Line(const Format& format, std::string_view block) const;
  std::string Field(const Format& format, std::string_view bytes) const;
  Progress Strings(CommandIo& io);
  uint64_t end_offset() const { return limit_ > UINT64_MAX - skip_ ? UINT64_MAX : skip_ + limit_; }

  char radix_ = 'o';
  uint64_t skip_ = 0, limit_ = UINT64_MAX;
  bool limited_ = false, all_ = false, swap_ = false, modern_ = false, traditional_ = false;
  std::optional<uint64_t> least_string_, wanted_width_;
  std::vector<Format> formats_;
  uint64_t formats_charged_ = 0;
  uint64_t width_ = 16;

  Inputs inputs_;
  uint64_t skipped_ = 0, offset_ = 0;
  std::string block_, previous_;
  bool has_previous_ = false, same_ = false;
  std::string text_;  // -S: printable so far
  uint64_t text_starts_ = 0;
  bool warned_ = false;
  uint64_t charged_ = 0;
};

bool Od::AddFormat(CommandIo& io, char kind, uint64_t size, bool trailer) {
  static constexpr uint64_t kSigned[] = {0, 4, 6, 0, 11, 0, 0, 0, 20},
                            kUnsigned[] = {0, 3, 5, 0, 10, 0, 0, 0, 20};
  static constexpr uint64_t kOctal[] = {0, 3, 6, 0, 11, 0, 0, 0, 22};
  Format format{kind, size, 3, 0, trailer};
  switch (kind) {
    case 'd': format.width = kSigned[size]; break;
    case 'u': format.width = kUnsigned[size]; break;
    case 'o': format.width = kOctal[size]; break;
    case 'x': format.width = 2 * size; break;
    case 'f': format.width = size == 4 ? 15 : size == 8 ? 24 : 29; break;
    default: break;
  }
  if (!MakeRoom(io, &formats_, 1, &formats_charged_)) return false;
  formats_.push_back(format);
  return true;
}

bool Od::TakeTypes(CommandIo& io, const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    char kind = text[at++];
    uint64_t size = 1;
    if (kind == 'd' || kind == 'o' || kind == 'u' || kind == 'x' || kind == 'f') {
      size = kind == 'f' ? 8 : 4;
      static constexpr std::string_view kWhole = "CSIL", kFloat = "FDL";
      size_t letter = at < text.size() ? (kind == 'f' ? kFloat : kWhole).find(text[at])
                                       : std::string_view::npos;
      if (letter != std::string_view::npos) {
        static constexpr uint64_t kWholeSizes[] = {1, 2, 4, 8}, kFloatSizes[] = {4, 8, 16};
        size = kind == 'f' ? kFloatSizes[letter] : kWholeSizes[letter];
        ++at;
      } else if (at < text.size() && text[at] >= '0' && text[at] <= '9') {
        size = 0;
        for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
          size = std::min<uint64_t>(size * 10 + static_cast<uint64_t>(text[at] - '0'),
                                    1'000'000'000'000);
        }
        bool known = kind == 'f' ? size == 4 || size == 8 || size == 16
                                 : size == 1 || size == 2 || size == 4 || size == 8;
        if (!known) {
          io.Error("invalid type string " + QuoteWord(text) + ";\nthis system doesn't provide a " +
                   std::to_string(size) +
                   (kind == 'f' ? "-byte floating point type" : "-byte integral type"));
          return false;
        }
      }
    } else if (kind != 'a' && kind != 'c') {
      io.Error(std::string("invalid character '") + kind + "' in type string " + QuoteWord(text));
      return false;
    }
    bool trailer = at < text.size() && text[at] == 'z';
    at += trailer ? 1 : 0;
    if (!AddFormat(io, kind, size, trailer)) return false;
  }
  return true;
}

std::optional<int> Od::TakeOption(CommandIo& io, Options& options) {
  const std::string value(options.value());
  modern_ |=
      std::string_view("jANtvSw").find(static_cast<char>(options.id())) != std::string_view::npos &&
      options.id() < kFirstLongOption;
  bool fine = true;
  switch (options.id()) {
    case 'A':
      if (value.empty() || std::string_view("doxn").find(value[0]) == std::string_view::npos) {
        io.Error(std::string("invalid output address radix '") + (value.empty() ? '\0' : value[0]) +
                 "'; it must be one character from [doxn]");
        return 1;
      }
      radix_ = value[0];
      break;
    case 'j':
      if (!TakeByteNumber(io, value, "-j", &skip_)) return 1;
      break;
    case 'N':
      limited_ = true;
      if (!TakeByteNumber(io, value, "-N", &limit_)) return 1;
      break;
    case 'S': {
      uint64_t least = 3;
      if (options.has_value() && !TakeByteNumber(io, value, "-S", &least)) return 1;
      least_string_ = least;
      break;
    }
    case 't':
      if (!TakeTypes(io, value)) return 1;
      break;
    case 'v': all_ = true; break;
    case kTraditional: traditional_ = true; break;
    case 'w': {
      uint64_t width = 32;
      if (options.has_value() && !TakeByteNumber(io, value, "-w", &width)) return 1;
      wanted_width_ = width;
      break;
    }
    case kEndian:
      if (value.empty() || (!std::string_view("big").starts_with(value) &&
                            !std::string_view("little").starts_with(value))) {
        return options.Misuse(InvalidArgument(value, "--endian", {"‘little’", "‘big’"}));
      }
      swap_ = value[0] == 'b';
      break;
    case 'a': fine = AddFormat(io, 'a', 1); break;
    case 'b': fine = AddFormat(io, 'o', 1); break;
    case 'c': fine = AddFormat(io, 'c', 1); break;
    case 'D': fine = AddFormat(io, 'u', 4); break;
    case 'd': fine = AddFormat(io, 'u', 2); break;
    case 'e':
    case 'F': fine = AddFormat(io, 'f', 8); break;
    case 'f': fine = AddFormat(io, 'f', 4); break;
    case 'H':
    case 'X': fine = AddFormat(io, 'x', 4); break;
    case 'h':
    case 'x': fine = AddFormat(io, 'x', 2); break;
    case 'i': fine = AddFormat(io, 'd', 4); break;
    case 'I':
    case 'L':
    case 'l': fine = AddFormat(io, 'd', 8); break;
    case 'O': fine = AddFormat(io, 'o', 4); break;
    case 'o':
    case 'B': fine = AddFormat(io, 'o', 2); break;
    case 's': fine = AddFormat(io, 'd', 2); break;
    default: break;
  }
  return fine ? std::nullopt : std::optional(2);
}

// "[+]OFFSET[b]": octal, or hexadecimal behind 0x.
bool Od::OldOffset(std::string_view text, uint64_t* offset) {
  if (text.empty()) return false;
  if (text[0] == '+') text.remove_prefix(1);
  bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  uint64_t blocks = 1;
  if (!hex && (text.ends_with('b') || text.ends_with('B'))) {
    blocks = text.back() == 'b' ? 512 : 1024;
    text.remove_suffix(1);
  }
  if (text.empty() || text.size() > 20) return false;
  uint64_t value = 0;
  for (char c : text) {
    int digit = c >= '0' && c <= '9'                        ? c - '0'
                : hex && (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                            : 99;
    if (digit >= (hex ? 16 : 8)) return false;
    value = value * (hex ? 16 : 8) + static_cast<uint64_t>(digit);
  }
  *offset = value * blocks;
  return true;
}

// "od file +10.b": the syntax from before there were options. It is taken only when no new option
// was given.
std::optional<int> Od::TakeOldOffset(CommandIo& io, Options& options,
                                     std::vector<std::string>* names) {
  if (modern_ && !traditional_) return std::nullopt;
  if (!names->empty() && names->size() <= 2) {
    const std::string& last = names->back();
    bool looks = traditional_ || last.starts_with('+') ||
                 (names->size() == 2 && !last.empty() && last[0] >= '0' && last[0] <= '9');
    if (looks && OldOffset(last, &skip_)) names->pop_back();
  }
  if (traditional_ && names->size() > 1) {
    options.set_usage_line(ProgramName(io) + ": compatibility mode supports at most one file");
    return options.Misuse("extra operand " + QuoteWord((*names)[1]));
  }
  return std::nullopt;
}

// A multiple of all formats' sizes, so that no number is cut by the end of a line.
std::optional<int> Od::ChooseWidth(CommandIo& io) {
  uint64_t common = 1;
  for (const Format& format : formats_) common = std::lcm(common, format.size);
  width_ = common < 16 ? common * (16 / common) : common;
  if (wanted_width_) {
    width_ = *wanted_width_;
    if (width_ == 0 || width_ % common != 0) {
      if (!warned_)
        io.Error("warning: invalid width " + std::to_string(width_) + "; using " +
                 std::to_string(common) + " instead");
      warned_ = true;
      width_ = common;
    }
    if (width_ > kWidest) {
      io.Error("width " + std::to_string(width_) + " is more than this sandbox prints");
      return 1;
    }
  }
  uint64_t widest = 0;
  for (const Format& format : formats_)
    widest = std::max(widest, (format.width + 1) * (width_ / format.size));
  for (Format& format : formats_) format.padding = widest - format.width * (width_ / format.size);
  return std::nullopt;
}

std::optional<int> Od::Start(CommandIo& io) {
  Options options(io, kOptions);
  while (options.Next()) {
    if (std::optional<int> status = TakeOption(io, options)) return status;
  }
  if (options.status()) return options.status();
  if (least_string_ && !formats_.empty()) {
    io.Error("no type may be specified when dumping strings");
    return 1;
  }
  std::vector<std::string> names = options.operands();
  if (std::optional<int> status = TakeOldOffset(io, options, &names)) return status;
  if (limited_ && skip_ > UINT64_MAX - limit_) {
    io.Error("skip-bytes + read-bytes is too large");
    return 1;
  }
  if (formats_.empty() && !AddFormat(io, 'o', 2)) return 2;
  inputs_.Start(std::move(names));
  return ChooseWidth(io);
}

// ---- output
bool Od::IsEmptyDevice(CommandIo& io) const {
  if (skipped_ > 0 || inputs_.count() != 1) return false;
  files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, inputs_.name());
  return inputs_.name() == "-" || (stat.ok() && stat->kind == files::FileKind::kDevice);
}

std::string Od::Address(uint64_t offset) const {
  char buffer[32];
  switch (radix_) {
    case 'n': return "";
    case 'd': std::snprintf(buffer, sizeof(buffer), "%07" PRIu64, offset); break;
    case 'x': std::snprintf(buffer, sizeof(buffer), "%06" PRIx64, offset); break;
    default: std::snprintf(buffer, sizeof(buffer), "%07" PRIo64, offset); break;
  }
  return buffer;
}

std::string Od::Field(const Format& format, std::string_view bytes) const {
  static constexpr std::string_view kNames[] = {
      "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs",  "ht",  "nl",
      "vt",  "ff",  "cr",  "so",  "si",  "dle", "dc1", "dc2", "dc3", "dc4", "nak",
      "syn", "etb", "can", "em",  "sub", "esc", "fs",  "gs",  "rs",  "us",  "sp"};
  unsigned char byte = static_cast<unsigned char>(bytes[0]);
  char buffer[32];
  switch (format.kind) {
    case 'a':
      byte &= 127;
      return byte == 127  ? "del"
             : byte <= 32 ? std::string(kNames[byte])
                          : std::string(1, static_cast<char>(byte));
    case 'c': {
      static constexpr std::string_view kCodes{"\0\a\b\t\n\v\f\r", 8}, kLetters = "0abtnvfr";
      size_t code = kCodes.find(static_cast<char>(byte));
      if (code != std::string_view::npos) return {'\\', kLetters[code]};
      if (byte >= ' ' && byte < 127) return std::string(1, static_cast<char>(byte));
      std::snprintf(buffer, sizeof(buffer), "%03o", byte);
      return buffer;
    }
    case 'f': return ShortestFloat(bytes, swap_);
    default: break;
  }
  uint64_t value = WholeNumber(bytes, swap_);
  switch (format.kind) {
    case 'd': return std::to_string(SignExtended(value, format.size));
    case 'u': return std::to_string(value);
    case 'x':
      std::snprintf(buffer, sizeof(buffer), "%0*" PRIx64, static_cast<int>(format.width), value);
      break;
    default:
      std::snprintf(buffer, sizeof(buffer), "%0*" PRIo64, static_cast<int>(format.width), value);
      break;
  }
  return buffer;
}

// Fields share out the padding of the block.
std::string Od::Line(const Format& format, std::string_view block) const {
  uint64_t fields = width_ / format.size, blank = (width_ - block.size()) / format.size;
  uint64_t left = format.padding;
  std::string out;
  std::string padded(block);
  padded.append(format.size, '\0');  // a last number that lacks bytes
  for (uint64_t i = fields; i > blank; --i) {
    uint64_t next = format.padding * (i - 1) / fields;
    uint64_t width = left - next + format.width;
    std::string field =
        Field(format, std::string_view(padded).substr((fields - i) * format.size, format.size));
    if (field.size() < width) out.append(width - field.size(), ' ');
    out += field;
    left = next;
  }
  if (!format.trailer) return out;
  out.append(blank * format.width + format.padding * blank / fields, ' ');
  out += "  >";
  for (char c : block) out += c >= ' ' && c < 127 ? c : '.';
  return out + "<";
}

// Equal lines are shown as one "*". Only full ones are left out: what is left at the end is shown
// in any case.
void Od::PrintBlock(CommandIo& io, std::string_view block) {
  if (!all_ && has_previous_ && block.size() == width_ && block == previous_) {
    if (!same_) io.Out("*\n");
    same_ = true;
    return;
  }
  same_ = false;
  // A line, which grows to twice its size: fields of one byte are the longest, five characters.
  const auto held = static_cast<int64_t>(block.size() > 4096 ? 20 * width_ : 0);
  if (!io.Reserve(held)) return;
  std::string out;
  for (size_t i = 0; i < formats_.size(); ++i) {
    out += i == 0 ? Address(offset_) : std::string(AddressWidth(), ' ');
    if (!AddOutput(io, 1, &out, Line(formats_[i], block)) ||
        !io.account().Tick(64 + 4 * block.size()))
      return;  // (the script ends with the step)
    out += '\n';
  }
  io.Out(out);
  (void)io.Tick(out.size() * 2);
  (void)io.Reserve(-held);
}

// ---- input
// What is behind the skipped bytes and before the limit. kEnd: no more, kError: skipped too much.
Got Od::NextBytes(CommandIo& io, std::string_view* bytes) {
  while (true) {
    uint64_t begin = offset_ + block_.size();
    if (skipped_ >= skip_ && begin >= end_offset()) return Got::kEnd;
    Got got = inputs_.NextBytes(io, bytes);
    if (got == Got::kEnd && !inputs_.opened_any()) return Got::kError;
    if (got == Got::kEnd && skipped_ < skip_ && !IsEmptyDevice(io)) {
      io.Error("cannot skip past end of combined input");
      return Got::kError;
    }
    if (got != Got::kData) return got;
    uint64_t skip = std::min<uint64_t>(skip_ - std::min(skip_, skipped_), bytes->size());
    skipped_ += skip;
    bytes->remove_prefix(skip);
    if (io.Tick(skip)) {
      inputs_.reader().Keep(*bytes);
      return Got::kYield;
    }
    if (bytes->empty()) continue;
    *bytes = bytes->substr(0, std::min<uint64_t>(end_offset() - begin, bytes->size()));
    return Got::kData;
  }
}

Progress Od::Run(CommandIo& io) {
  if (offset_ < skip_) offset_ = skip_;
  if (block_.size() >= width_) return Progress::Done(1);  // saved by somebody else
  if (least_string_) return Strings(io);
  while (true) {
    std::string_view bytes;
    Got got = NextBytes(io, &bytes);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kError) return Progress::Done(1);
    if (got == Got::kEnd) break;
    // A block at a time, so that much output leaves a step in pieces.
    size_t size = std::min<size_t>(width_ - block_.size(), bytes.size());
    block_ += bytes.substr(0, size);
    if (size < bytes.size()) inputs_.reader().Keep(bytes.substr(size));
    if (block_.size() == width_) {
      PrintBlock(io, block_);
      offset_ += width_;
      previous_.swap(block_);
      has_previous_ = true;
      block_.clear();
    }
    if (io.Tick(size)) return Progress::Yield();
  }
  if (!block_.empty()) {
    PrintBlock(io, block_);
    offset_ += block_.size();
  }
  if (radix_ != 'n') io.Out(Address(offset_) + "\n");
  return Progress::Done(inputs_.failed() ? 1 : 0);
}

// Runs of printable characters that a zero byte ends.
Progress Od::Strings(CommandIo& io) {
  while (true) {
    std::string_view bytes;
    Got got = NextBytes(io, &bytes);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kError) return Progress::Done(1);
    if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
    for (char c : bytes) {
      if (c >= ' ' && c < 127) {
        if (text_.empty()) text_starts_ = offset_;
        text_ += c;
      } else {
        if (c == '\0' && text_.size() >= *least_string_) {
          std::string address = Address(text_.empty() ? offset_ : text_starts_);
          io.Out((address.empty() ? "" : address + " ") + text_ + "\n");
        }
        text_.clear();
      }
      ++offset_;
    }
    if (text_.size() > charged_ + 65536) {
      if (!io.Reserve(static_cast<int64_t>(2 * text_.size() - charged_))) return Progress::Done(2);
      charged_ = 2 * text_.size();
    }
    if (io.Tick(bytes.size())) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeOd() { return Make<Od>(); }

}  // namespace pysub::shell
