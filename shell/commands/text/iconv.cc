// iconv: each input is decoded to code points and written in the other encoding.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/text/transliterations.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {
namespace {

enum { kVerbose = kFirstLongOption, kUsage };
constexpr CommandOption kOptions[] = {
    HelpRow('?'),
    VersionRow('V'),
    {'f', "from-code", OptionArgument::kRequired},
    {'t', "to-code", OptionArgument::kRequired},
    {'l', "list"},
    {'c', ""},
    {'o', "output", OptionArgument::kRequired},
    {'s', "silent"},
    LongRow(kVerbose, "verbose"),
    LongRow(kUsage, "usage"),
};

enum class Encoding : uint8_t { kAscii, kLatin1, kLatin9, kWindows1252, kUtf8, kUtf16, kUtf32 };
enum class ByteOrder : uint8_t { kLittle, kBig, kMarked };  // kMarked: the text begins with a mark

struct EncodingName {
  std::string_view name;
  Encoding encoding;
  ByteOrder order = ByteOrder::kLittle;
};
// All names by which glibc knows them, sorted as `iconv -l` shows them.
constexpr EncodingName kNames[] = {
    {"ANSI_X3.4-1968", Encoding::kAscii},
    {"ANSI_X3.4-1986", Encoding::kAscii},
    {"ANSI_X3.4", Encoding::kAscii},
    {"ASCII", Encoding::kAscii},
    {"CP367", Encoding::kAscii},
    {"CP819", Encoding::kLatin1},
    {"CP1252", Encoding::kWindows1252},
    {"IBM367", Encoding::kAscii},
    {"IBM819", Encoding::kLatin1},
    {"ISO-8859-1", Encoding::kLatin1},
    {"ISO-8859-15", Encoding::kLatin9},
    {"ISO-IR-6", Encoding::kAscii},
    {"ISO-IR-100", Encoding::kLatin1},
    {"ISO-IR-203", Encoding::kLatin9},
    {"ISO646-US", Encoding::kAscii},
    {"ISO8859-1", Encoding::kLatin1},
    {"ISO8859-15", Encoding::kLatin9},
    {"ISO88591", Encoding::kLatin1},
    {"ISO885915", Encoding::kLatin9},
    {"ISO_646.IRV:1991", Encoding::kAscii},
    {"ISO_8859-1", Encoding::kLatin1},
    {"ISO_8859-1:1987", Encoding::kLatin1},
    {"ISO_8859-15", Encoding::kLatin9},
    {"ISO_8859-15:1998", Encoding::kLatin9},
    {"L1", Encoding::kLatin1},
    {"LATIN-9", Encoding::kLatin9},
    {"LATIN1", Encoding::kLatin1},
    {"LATIN9", Encoding::kLatin9},
    {"MS-ANSI", Encoding::kWindows1252},
    {"US", Encoding::kAscii},
    {"US-ASCII", Encoding::kAscii},
    {"UTF-8", Encoding::kUtf8},
    {"UTF-16", Encoding::kUtf16, ByteOrder::kMarked},
    {"UTF-16BE", Encoding::kUtf16, ByteOrder::kBig},
    {"UTF-16LE", Encoding::kUtf16},
    {"UTF-32", Encoding::kUtf32, ByteOrder::kMarked},
    {"UTF-32BE", Encoding::kUtf32, ByteOrder::kBig},
    {"UTF-32LE", Encoding::kUtf32},
    {"UTF8", Encoding::kUtf8},
    {"UTF16", Encoding::kUtf16, ByteOrder::kMarked},
    {"UTF16BE", Encoding::kUtf16, ByteOrder::kBig},
    {"UTF16LE", Encoding::kUtf16},
    {"UTF32", Encoding::kUtf32, ByteOrder::kMarked},
    {"UTF32BE", Encoding::kUtf32, ByteOrder::kBig},
    {"UTF32LE", Encoding::kUtf32},
    {"WINDOWS-1252", Encoding::kWindows1252},
};

// 0x80 to 0x9F; 0: nothing.
constexpr char16_t kWindowsUpper[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// Where ISO-8859-15 is not ISO-8859-1.
constexpr std::pair<uint8_t, char16_t> kLatin9Own[] = {
    {0xA4, 0x20AC}, {0xA6, 0x0160}, {0xA8, 0x0161}, {0xB4, 0x017D},
    {0xB8, 0x017E}, {0xBC, 0x0152}, {0xBD, 0x0153}, {0xBE, 0x0178}};

constexpr uint32_t kMark = 0xFEFF;
bool IsSurrogate(uint32_t c) { return c >= 0xD800 && c < 0xE000; }

// A character that was read. kCut: its end is missing; kIllegal: `size` bytes that are none.
struct Decoded {
  enum class Kind : uint8_t { kCharacter, kCut, kIllegal } kind = Kind::kIllegal;
  uint32_t code = 0;
  size_t size = 1;
};
constexpr Decoded Character(uint32_t code, size_t size) {
  return {Decoded::Kind::kCharacter, code, size};
}
constexpr Decoded kCut = {Decoded::Kind::kCut};

Decoded DecodeUtf8(std::string_view bytes) {
  auto byte = [&](size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return Character(lead, 1);
  const size_t size = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
  uint32_t code = lead & (0x7F >> size);
  size_t read = 1;
  while (read < size && read < bytes.size() && (byte(read) & 0xC0) == 0x80)
    code = code << 6 | (byte(read++) & 0x3F);
  if (read < size && read == bytes.size()) return kCut;
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_good =
      size > 1 && read == size && code >= kLeast[size] && code <= 0x10FFFF && !IsSurrogate(code);
  if (is_good) return Character(code, size);
  return {Decoded::Kind::kIllegal, 0, read};
}

uint32_t Unit(std::string_view bytes, size_t at, size_t size, bool big) {
  uint32_t unit = 0;
  for (size_t i = 0; i < size; ++i)
    unit = unit << 8 | static_cast<unsigned char>(bytes[at + (big ? i : size - 1 - i)]);
  return unit;
}

Decoded DecodeUtf16(std::string_view bytes, bool big) {
  if (bytes.size() < 2) return kCut;
  const uint32_t first = Unit(bytes, 0, 2, big);
  if (!IsSurrogate(first)) return Character(first, 2);
  if (first >= 0xDC00) return {Decoded::Kind::kIllegal, 0, 2};
  if (bytes.size() < 4) return kCut;
  const uint32_t second = Unit(bytes, 2, 2, big);
  if (second < 0xDC00 || second >= 0xE000) return {Decoded::Kind::kIllegal, 0, 2};
  return Character(0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF), 4);
}

Decoded DecodeUtf32(std::string_view bytes, bool big) {
  if (bytes.size() < 4) return kCut;
  const uint32_t code = Unit(bytes, 0, 4, big);
  if (code > 0x10FFFF || IsSurrogate(code)) return {Decoded::Kind::kIllegal, 0, 4};
  return Character(code, 4);
}

Decoded DecodeByte(Encoding encoding, unsigned char byte) {
  if (byte < 0x80) return Character(byte, 1);
  if (encoding == Encoding::kAscii) return {};
  if (encoding == Encoding::kWindows1252 && byte < 0xA0) {
    const uint32_t code = kWindowsUpper[byte - 0x80];
    return code == 0 ? Decoded() : Character(code, 1);
  }
  if (encoding == Encoding::kLatin9) {
    for (auto [own, code] : kLatin9Own) {
      if (own == byte) return Character(code, 1);
    }
  }
  return Character(byte, 1);
}

Decoded Decode(Encoding encoding, bool big, std::string_view bytes) {
  switch (encoding) {
    case Encoding::kUtf8: return DecodeUtf8(bytes);
    case Encoding::kUtf16: return DecodeUtf16(bytes, big);
    case Encoding::kUtf32: return DecodeUtf32(bytes, big);
    default: return DecodeByte(encoding, static_cast<unsigned char>(bytes[0]));
  }
}

void PutUnit(std::string* out, uint32_t unit, size_t size, bool big) {
  for (size_t i = 0; i < size; ++i) *out += static_cast<char>(unit >> 8 * (big ? size - 1 - i : i));
}

// The byte of a character in an encoding of single bytes; nullopt: it has none.
std::optional<unsigned char> ByteOf(Encoding encoding, uint32_t code) {
  if (code < 0x80) return static_cast<unsigned char>(code);
  if (encoding == Encoding::kAscii) return std::nullopt;
  if (encoding == Encoding::kWindows1252) {
    const auto* found = std::find(std::begin(kWindowsUpper), std::end(kWindowsUpper), code);
    if (found != std::end(kWindowsUpper))
      return static_cast<unsigned char>(0x80 + (found - std::begin(kWindowsUpper)));
    if (code < 0xA0) return std::nullopt;
  }
  if (encoding == Encoding::kLatin9) {
    for (auto [own, other] : kLatin9Own) {
      if (other == code) return own;
      if (own == code) return std::nullopt;
    }
  }
  if (code > 0xFF) return std::nullopt;
  return static_cast<unsigned char>(code);
}

// False: the encoding has no such character.
bool Encode(Encoding encoding, bool big, uint32_t code, std::string* out) {
  switch (encoding) {
    case Encoding::kUtf8: AppendUtf8(out, code); return true;
    case Encoding::kUtf32: PutUnit(out, code, 4, big); return true;
    case Encoding::kUtf16:
      if (code < 0x10000) {
        PutUnit(out, code, 2, big);
      } else {
        PutUnit(out, 0xD800 + ((code - 0x10000) >> 10), 2, big);
        PutUnit(out, 0xDC00 + ((code - 0x10000) & 0x3FF), 2, big);
      }
      return true;
    default: break;
  }
  const std::optional<unsigned char> byte = ByteOf(encoding, code);
  if (byte) *out += static_cast<char>(*byte);
  return byte.has_value();
}

// What takes the place of a character that the encoding has not got.
std::string_view Transliterate(uint32_t code) {
  const auto* row =
      std::upper_bound(std::begin(kTransliterations), std::end(kTransliterations), code,
                       [](uint32_t value, const Transliterations& r) { return value < r.first; });
  if (row == std::begin(kTransliterations)) return "?";
  std::string_view texts = (--row)->texts;
  for (uint32_t left = code - row->first; left > 0; --left) {
    const size_t tab = texts.find('\t');
    if (tab == std::string_view::npos) return "?";
    texts.remove_prefix(tab + 1);
  }
  return texts.substr(0, texts.find('\t'));
}

struct Code {
  Encoding encoding = Encoding::kUtf8;
  ByteOrder order = ByteOrder::kLittle;
  bool transliterate = false, ignore = false;
};

// "NAME//TRANSLIT//IGNORE"; an empty name is the locale's.
std::optional<Code> ParseCode(std::string_view text) {
  std::string upper;
  for (char c : text) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  Code code;
  const size_t end = upper.find('/');
  const std::string_view name = std::string_view(upper).substr(0, end);
  if (end != std::string::npos) {
    const std::string_view suffix = std::string_view(upper).substr(end);
    code.transliterate = suffix.find("TRANSLIT") != std::string_view::npos;
    code.ignore = suffix.find("IGNORE") != std::string_view::npos;
  }
  if (name.empty()) return code;
  for (const EncodingName& row : kNames) {
    if (row.name != name) continue;
    code.encoding = row.encoding;
    code.order = row.order;
    return code;
  }
  return std::nullopt;
}

class Iconv : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(next_, fd_, begun_, big_, marked_, done_, cut_, ignored_, kept_, out_fd_, status_);
    archive.Charged(charged_);
    if (cut_.size() > kLongestCharacter) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions, Options::kPermute, 64);
    options.set_usage_only("Try `" + ProgramName(io) + " --help' or `" + ProgramName(io) +
                           " --usage' for more information.");
    std::string_view from, to;
    bool list = false;
    while (options.Next()) {
      switch (options.id()) {
        case 'f': from = options.value(); break;
        case 't': to = options.value(); break;
        case 'l': list = true; break;
        case 'c': skip_ = true; break;
        case 'o': output_ = options.value(); break;
        case kVerbose: verbose_ = true; break;
        case kUsage: io.Out(UsageOf(io)); return 0;
      }
    }
    if (options.status()) return options.status();
    if (list) {
      for (const EncodingName& row : kNames) io.Out(std::string(row.name) + "//\n");
      return 0;
    }
    const std::optional<Code> from_code = ParseCode(from), to_code = ParseCode(to);
    if (!from_code || !to_code) {
      io.Error("failed to start conversion processing", ENOENT);
      return 1;
    }
    from_ = *from_code;
    to_ = *to_code;
    names_ = options.operands();
    if (names_.empty()) names_.push_back("-");
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      const Got opened = OpenNext(io);
      if (opened == Got::kEnd) return Progress::Done(status_);
      if (opened == Got::kError) continue;
      std::string_view bytes;
      const Got got = GotOf(io.ReadSome(fd_, &bytes));
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kError) {
        io.Error("error while reading the input", io.error());
        status_ = 1;
        Close(io);
        continue;
      }
      if (std::optional<Progress> stop = Convert(io, bytes, got == Got::kEnd)) return *stop;
      if (got == Got::kEnd) Close(io);
      if (io.Tick(2 * bytes.size() + 16)) return Progress::Yield();
    }
  }

 private:
  static constexpr size_t kLongestCharacter = 4;

  // kError: it cannot be opened, which has been said.
  Got OpenNext(CommandIo& io) {
    if (fd_ >= 0) return Got::kData;
    if (next_ >= names_.size()) return Got::kEnd;
    const std::string& name = names_[next_++];
    fd_ = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
    if (fd_ < 0) {
      io.Error("cannot open input file `" + name + "'", io.error());
      status_ = 1;
      return Got::kError;
    }
    if (verbose_) io.Write(2, name + ":\n");
    begun_ = marked_ = false;
    big_ = from_.order == ByteOrder::kBig;
    done_ = ignored_ = 0;
    cut_.clear();
    return Got::kData;
  }
  void Close(CommandIo& io) {
    if (fd_ > 0) io.Close(fd_);
    fd_ = -1;
  }

  // All of `bytes`; what is left of a character waits for its end in cut_.
  std::optional<Progress> Convert(CommandIo& io, std::string_view bytes, bool is_end) {
    std::string joined;
    if (!cut_.empty()) {
      joined = cut_.append(bytes);
      bytes = joined;
      cut_.clear();
    }
    std::string out;
    std::string_view complaint;
    while (!bytes.empty() && complaint.empty()) {
      const size_t left = bytes.size();
      if (!TakeMark(&bytes, is_end)) break;
      done_ += left - bytes.size();
      if (bytes.empty()) break;
      const Decoded next = Decode(from_.encoding, big_, bytes);
      if (next.kind == Decoded::Kind::kCut) break;
      const bool is_good = next.kind == Decoded::Kind::kCharacter && Put(next.code, &out);
      if (!is_good && !skip_ && !to_.ignore) {
        complaint = "illegal input sequence at position ";
        break;
      }
      ignored_ += is_good ? 0 : 1;
      bytes.remove_prefix(next.size);
      done_ += next.size;
    }
    if (complaint.empty() && is_end && !bytes.empty())
      complaint = "incomplete character or shift sequence at end of buffer";
    // (//IGNORE tells at the end that it did; -c does not.)
    if (complaint.empty() && is_end && ignored_ > 0 && !skip_)
      complaint = "illegal input sequence at position ";
    if (complaint.empty()) cut_ = bytes;
    if (!Keep(io, out)) return Progress::Done(2);
    if ((is_end || !complaint.empty()) && !Flush(io)) return Progress::Done(1);
    if (complaint.empty()) return std::nullopt;
    io.Error(std::string(complaint) + (complaint.ends_with(' ') ? std::to_string(done_) : ""));
    return Progress::Done(1);
  }

  // UTF-16 and UTF-32 may begin with a mark that tells their order. False: too few bytes to say.
  bool TakeMark(std::string_view* bytes, bool is_end) {
    if (begun_) return true;
    const size_t size = from_.encoding == Encoding::kUtf16 ? 2 : 4;
    const bool may_be = from_.order == ByteOrder::kMarked;
    if (may_be && bytes->size() < size && !is_end) return false;
    begun_ = true;
    if (!may_be || bytes->size() < size) return true;
    for (bool big : {false, true}) {
      if (Unit(*bytes, 0, size, big) != kMark) continue;
      big_ = big;
      bytes->remove_prefix(size);
      break;
    }
    return true;
  }

  // False: it cannot be written.
  bool Put(uint32_t code, std::string* out) {
    const bool big = to_.order == ByteOrder::kBig;
    if (to_.order == ByteOrder::kMarked && !marked_) Encode(to_.encoding, big, kMark, out);
    marked_ = true;
    if (Encode(to_.encoding, big, code, out)) return true;
    if (!to_.transliterate) return false;
    for (char c : Transliterate(code)) Encode(to_.encoding, big, static_cast<uint32_t>(c), out);
    return true;
  }

  // The file of -o may be the input: it is opened when all of that is read.
  bool Keep(CommandIo& io, const std::string& out) {
    if (output_.empty()) {
      io.Out(out);
      return true;
    }
    if (!MakeRoom(io, &kept_, out.size(), &charged_)) return false;
    kept_ += out;
    return true;
  }
  bool Flush(CommandIo& io) {
    if (output_.empty()) return true;
    if (out_fd_ < 0) out_fd_ = io.Open(output_, OpenMode::kWrite);
    if (out_fd_ < 0) {
      io.Error("cannot open output file", io.error());
      return false;
    }
    io.Write(out_fd_, kept_);
    kept_.clear();
    return true;
  }

  Code from_, to_;
  bool skip_ = false, verbose_ = false;
  std::string output_;
  std::vector<std::string> names_;

  uint64_t next_ = 0;  // of names_
  int fd_ = -1;
  bool begun_ = false;   // the input's mark has been looked for
  bool big_ = false;     // the order of the input's bytes
  bool marked_ = false;  // the output has its mark
  uint64_t done_ = 0;    // bytes of the input
  uint64_t ignored_ = 0;
  std::string cut_;   // the beginning of a character
  std::string kept_;  // for -o
  uint64_t charged_ = 0;
  int out_fd_ = -1;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeIconv() { return Make<Iconv>(); }

}  // namespace pysub::shell
