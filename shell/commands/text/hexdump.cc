// hexdump: bytes shown as format strings say; -C and the like are such strings.

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "pysub/shell/command.h"
#include "shell/commands/text/byte_numbers.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    VersionRow('V'),
    {'b', "one-byte-octal"},
    {'c', "one-byte-char"},
    {'C', "canonical"},
    {'d', "two-bytes-decimal"},
    {'o', "two-bytes-octal"},
    {'x', "two-bytes-hex"},
    {'e', "format", kRequired},
    {'f', "format-file", kRequired},
    {'L', "color", OptionArgument::kOptional},
    {'n', "length", kRequired},
    {'s', "skip", kRequired},
    {'v', "no-squeezing"},
};

// A conversion, or (kind 't') plain text.
struct Piece {
  char kind = 't';     // t; a: address; c p u: characters; d o x X f g e ...: numbers; s: bytes
  std::string text;    // of t
  std::string format;  // flags, width and precision
  char base = 'x';     // of an address: d o x
  uint64_t size = 0;   // bytes it takes
};

// "8/2 \"%04x \"": pieces that are repeated.
struct Unit {
  uint64_t times = 1;
  bool times_given = false;
  uint64_t size = 0;  // bytes that all pieces take together; before, what was given
  std::vector<Piece> pieces;
  bool trims = false;      // the last blank is left out the last time
  bool ends_line = false;  // it is printed at the end, and what stands behind it in its line never
};

using FormatLine = std::vector<Unit>;

// The format language of hexdump(1): count/size "printf text", several of them for a block.
class FormatParser {
 public:
  FormatParser(std::string_view text, FormatLine* line, FormatLine* end)
      : text_(text), line_(*line), end_(*end) {}

  // Empty: fine; else what is wrong.
  std::string Run() {
    const auto bad = [this] { return "bad format {" + std::string(text_) + "}"; };
    while (SkipBlanks(), at_ < text_.size()) {
      Unit unit;
      if (IsDigit()) {
        unit.times_given = true;
        unit.times = Number();
        if (at_ >= text_.size() || (!IsBlank(text_[at_]) && text_[at_] != '/')) return bad();
        if (text_[at_] != '/') ++at_;
        SkipBlanks();
      }
      if (at_ < text_.size() && text_[at_] == '/') {
        ++at_;
        SkipBlanks();
      }
      if (IsDigit()) {
        unit.size = Number();
        if (at_ >= text_.size() || !IsBlank(text_[at_])) return bad();
        SkipBlanks();
      }
      if (at_ >= text_.size() || text_[at_] != '"') return bad();
      size_t close = text_.find('"', at_ + 1);
      if (close == std::string_view::npos) return bad();
      std::string body = Unescape(text_.substr(at_ + 1, close - at_ - 1));
      at_ = close + 1;
      bool at_end = false;
      if (std::string error = Pieces(body, &unit, &at_end); !error.empty()) return error;
      if (unit.times > kMost || unit.size > kMost || unit.times * unit.size > kMost) return bad();
      if (at_end) {
        end_ = {unit};
        unit.ends_line = true;
      }
      line_.push_back(std::move(unit));
    }
    return "";
  }

 private:
  static constexpr uint64_t kMost = 65536;  // bytes of a block

  static bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  bool IsDigit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }
  uint64_t Number() {
    uint64_t value = 0;
    for (; IsDigit(); ++at_)
      value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(text_[at_] - '0'), kMost + 1);
    return value;
  }
  static std::string Unescape(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\' || i + 1 == text.size()) {
        if (text[i] != '\\') out += text[i];
        continue;
      }
      static constexpr std::string_view kLetters = "abfnrtv", kCodes = "\a\b\f\n\r\t\v";
      size_t letter = kLetters.find(text[++i]);
      out += letter == std::string_view::npos ? text[i] : kCodes[letter];
    }
    return out;
  }

  static std::string Pieces(std::string_view body, Unit* unit, bool* at_end) {
    uint64_t sum = 0;
    int conversions = 0;
    for (size_t at = 0; at < body.size();) {
      size_t percent = std::min(body.find('%', at), body.size());
      if (percent > at)
        unit->pieces.push_back({.kind = 't', .text = std::string(body.substr(at, percent - at))});
      if (percent == body.size()) break;
      size_t end = std::min(body.find_first_not_of(" -0+#123456789.", percent + 1), body.size());
      Piece piece;
      piece.format = body.substr(percent + 1, end - percent - 1);
      std::string letter(body.substr(end, 1));
      if (letter == "_") letter = body.substr(end, 2);
      at = end + letter.size();
      uint64_t given = unit->size;
      auto size = [&](std::initializer_list<uint64_t> sizes, uint64_t usual) {
        piece.size = given == 0 ? usual : given;
        return std::find(sizes.begin(), sizes.end(), piece.size) != sizes.end();
      };
      bool fine = false;
      char c = letter.empty() ? '\0' : letter.back();
      piece.kind = c;
      if (letter.size() == 2) {
        if (c == 'a' || c == 'A') {
          piece.kind = 'a';
          *at_end |= c == 'A';
          piece.base = at < body.size() ? body[at++] : '\0';
          fine = piece.base == 'd' || piece.base == 'o' || piece.base == 'x';
          if (!fine)
            return "bad conversion character %" + letter +
                   std::string(piece.base == 0 ? 0 : 1, piece.base);
        } else if (c == 'c' || c == 'p' || c == 'u') {
          fine = size({1}, 1);
          piece.kind = c == 'c' ? 'C' : c == 'p' ? 'P' : 'U';
        } else {
          return "bad conversion character %" + letter;
        }
      } else if (c == 'c') {
        fine = size({1}, 1);
      } else if (c == 's') {
        size_t dot = piece.format.find('.');
        if (dot == std::string::npos && given == 0)
          return "%s requires a precision or a byte count";
        uint64_t precision = dot == std::string::npos ? given : 0;
        for (char digit : dot == std::string::npos ? "" : piece.format.substr(dot + 1)) {
          precision =
              std::min<uint64_t>(precision * 10 + static_cast<uint64_t>(digit - '0'), kMost);
        }
        piece.size = given == 0 ? precision : given;
        fine = true;
      } else if (std::string_view("dioxXu").find(c) != std::string_view::npos && c != 0) {
        fine = size({1, 2, 4, 8}, 4);
      } else if (std::string_view("eEfgG").find(c) != std::string_view::npos && c != 0) {
        fine = size({4, 8, 16}, 8);
      } else {
        return "bad conversion character %" + letter;
      }
      if (!fine) return "bad byte count for conversion character " + letter;
      if (piece.format.size() > 8) return "bad format {" + std::string(body) + "}";
      conversions += piece.kind == 'a' ? 0 : 1;
      if (given != 0 && conversions > 1) return "byte count with multiple conversion characters";
      sum += piece.size;
      unit->pieces.push_back(std::move(piece));
    }
    unit->size = sum;
    return "";
  }

  std::string_view text_;
  FormatLine& line_;
  FormatLine& end_;
  size_t at_ = 0;
};

// A little language describes what a block of bytes is printed like (-e). The usual options are
// such formats, too.
class Hexdump : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, format_file_, format_reader_, format_fd_, format_line_, skipped_, offset_,
            block_, previous_, has_previous_, same_);
    if (block_.size() > kMostBlock || previous_.size() > kMostBlock) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override {
    inputs_.Suspend();
    format_reader_.Suspend();
  }

 private:
  static constexpr size_t kMostBlock = 1 << 20;

  static bool TakeSize(CommandIo& io, const std::string& text, const char* what, uint64_t* size) {
    if (!text.empty() && text[0] >= '0' && text[0] <= '9')
      return TakeByteNumber(io, text, what, size);
    io.Error(std::string("failed to parse ") + what + ": '" + text + "': Invalid argument");
    return false;
  }
  bool AddFormat(CommandIo& io, std::string_view text);
  void AddCanonical(CommandIo& io);  // what -C means
  bool SetBlockSize(CommandIo& io);
  std::optional<Progress> ReadFormats(CommandIo& io);
  void PrintBlock(CommandIo& io, uint64_t known);
  // False: a limit was reached.
  bool PrintUnit(CommandIo& io, const Unit& unit, uint64_t known, uint64_t* at,
                 std::string* out) const;
  void Print(const Piece& piece, std::string_view bytes, bool known, uint64_t address,
             std::string* out) const;
  void PrintEnd(CommandIo& io);

  std::vector<FormatLine> lines_;
  FormatLine end_;
  bool formats_made_ = false;  // with those of files
  uint64_t skip_ = 0, length_ = UINT64_MAX, block_size_ = 0;
  bool all_ = false;
  std::vector<std::string> format_files_;

  Inputs inputs_;
  uint64_t format_file_ = 0;
  LineReader format_reader_;
  int format_fd_ = -1;
  std::vector<std::string> format_line_;  // of the files of -f
  uint64_t skipped_ = 0, offset_ = 0;
  std::string block_, previous_;
  bool has_previous_ = false, same_ = false;
};

bool Hexdump::AddFormat(CommandIo& io, std::string_view text) {
  // What a byte of a format may become: a third of a Piece or a Unit, in lists that grow.
  constexpr size_t kFactor = sizeof(Piece) + sizeof(Unit);
  if (!io.account().Tick(64 * text.size()) ||
      !io.Reserve(static_cast<int64_t>(kFactor * text.size())))
    return false;
  FormatLine line;
  std::string error = FormatParser(text, &line, &end_).Run();
  if (!error.empty()) io.Error(error);
  if (!line.empty()) lines_.push_back(std::move(line));
  return error.empty();
}

void Hexdump::AddCanonical(CommandIo& io) {
  AddFormat(io, "\"%08.8_Ax\n\"");
  AddFormat(io, "\"%08.8_ax  \" 8/1 \"%02x \" \"  \" 8/1 \"%02x \" ");
  AddFormat(io, "\"  |\" 16/1 \"%_p\" \"|\\n\"");
}

std::optional<int> Hexdump::Start(CommandIo& io) {
  Options options(io, kOptions);
  constexpr std::string_view kEnd = "\"%07.7_Ax\n\"";
  bool fine = true;
  if (ProgramName(io) == "hd") AddCanonical(io);  // whatever else is asked for
  while (options.Next()) {
    const std::string value(options.value());
    auto add = [&](std::string_view format) {
      fine = AddFormat(io, kEnd) && AddFormat(io, format);
    };
    switch (options.id()) {
      case 'b': add("\"%07.7_ax \" 16/1 \"%03o \" \"\\n\""); break;
      case 'c': add("\"%07.7_ax \" 16/1 \"%3_c \" \"\\n\""); break;
      case 'C': AddCanonical(io); break;
      case 'd': add("\"%07.7_ax \" 8/2 \"  %05u \" \"\\n\""); break;
      case 'o': add("\"%07.7_ax \" 8/2 \" %06o \" \"\\n\""); break;
      case 'x': add("\"%07.7_ax \" 8/2 \"   %04x \" \"\\n\""); break;
      case 'e': fine = AddFormat(io, value); break;
      case 'f': format_files_.push_back(value); break;
      case 'n':
        if (!TakeSize(io, value, "length", &length_)) return 1;
        break;
      case 's':
        if (!TakeSize(io, value, "offset", &skip_)) return 1;
        break;
      case 'v': all_ = true; break;
      default: break;
    }
    if (!fine) return 1;
  }
  if (options.status()) return options.status();
  if (lines_.empty() && end_.empty() && format_files_.empty()) {
    AddFormat(io, kEnd);
    AddFormat(io, "\"%07.7_ax \" 8/2 \"%04x \" \"\\n\"");
  }
  inputs_.Start(options.operands());
  return std::nullopt;
}

// The lines of -f, one format each; "#" begins a comment.
std::optional<Progress> Hexdump::ReadFormats(CommandIo& io) {
  while (format_file_ < format_files_.size()) {
    const std::string& name = format_files_[format_file_];
    if (format_fd_ < 0) format_fd_ = io.Open(name, OpenMode::kRead);
    if (format_fd_ < 0) {
      io.Error("can't read " + name, io.error());
      return Progress::Done(1);
    }
    Line line;
    Got got = format_reader_.Next(io, format_fd_, '\n', &line);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kData) {
      size_t begin = line.text.find_first_not_of(" \t");
      if (begin != std::string_view::npos && line.text[begin] != '#') {
        if (!io.Reserve(static_cast<int64_t>(line.text.size() + 64))) return Progress::Done(2);
        format_line_.emplace_back(line.text);
      }
      continue;
    }
    io.Close(format_fd_);
    format_fd_ = -1;
    ++format_file_;
  }
  return std::nullopt;
}

bool Hexdump::SetBlockSize(CommandIo& io) {
  for (const std::string& line : format_line_) {
    if (!AddFormat(io, line)) return false;
  }
  auto size_of = [](const FormatLine& line) {
    uint64_t size = 0;
    for (const Unit& unit : line) size += unit.times * unit.size;
    return size;
  };
  for (const FormatLine& line : lines_) block_size_ = std::max(block_size_, size_of(line));
  if (block_size_ > kMostBlock) {
    io.Error("the formats take more bytes than this sandbox shows at once");
    return false;
  }
  for (FormatLine& line : lines_) {
    uint64_t size = size_of(line);
    Unit& last = line.back();
    if (size < block_size_ && !last.times_given && last.size > 0)
      last.times += (block_size_ - size) / last.size;
    for (Unit& unit : line) {
      unit.trims = unit.times > 1 && !unit.pieces.empty() && unit.pieces.back().kind == 't' &&
                   std::isspace(static_cast<unsigned char>(unit.pieces.back().text.back())) != 0;
    }
  }
  return true;
}

void Hexdump::Print(const Piece& piece, std::string_view bytes, bool known, uint64_t address,
                    std::string* out) const {
  auto print = [&](const std::string& conversion, auto value) {
    char buffer[256];
    std::string format = "%" + piece.format + conversion;
    int size = std::snprintf(buffer, sizeof(buffer), format.c_str(), value);
    if (size > 0 && static_cast<size_t>(size) < sizeof(buffer)) {
      *out += buffer;
    } else if (size > 0) {
      std::string large(static_cast<size_t>(size) + 1, '\0');
      std::snprintf(large.data(), large.size(), format.c_str(), value);
      out->append(large, 0, static_cast<size_t>(size));
    }
  };
  auto text = [&](std::string_view value, bool blanks_only) {
    // Flags are for numbers; "-" alone is for texts.
    size_t flags = std::min(piece.format.find_first_not_of(" -0+#"), piece.format.size());
    bool left = piece.format.substr(0, flags).find('-') != std::string::npos && !blanks_only;
    size_t width = 0;
    for (size_t i = flags; i < piece.format.size() && piece.format[i] != '.'; ++i) {
      width = width * 10 + static_cast<size_t>(piece.format[i] - '0');
    }
    width = std::min<size_t>(width, 100000);
    std::string blanks(value.size() < width ? width - value.size() : 0, ' ');
    *out += left ? std::string(value) + blanks : blanks + std::string(value);
  };
  if (!known) return text("", true);
  unsigned char byte = bytes.empty() ? 0 : static_cast<unsigned char>(bytes[0]);
  bool printable = byte >= ' ' && byte < 127;
  switch (piece.kind) {
    case 'a': return print(std::string("l") + piece.base, address);
    case 'c': return print("c", static_cast<int>(byte));
    case 'P': return text(std::string(1, printable ? static_cast<char>(byte) : '.'), false);
    case 'C': {
      static constexpr std::string_view kCodes{"\0\a\b\f\n\r\t\v", 8}, kLetters = "0abfnrtv";
      size_t code = kCodes.find(static_cast<char>(byte));
      char octal[8];
      std::snprintf(octal, sizeof(octal), "%03o", byte);
      if (code != std::string_view::npos) return text(std::string{'\\', kLetters[code]}, false);
      return text(printable ? std::string(1, static_cast<char>(byte)) : octal, false);
    }
    case 'U': {
      static constexpr std::string_view kNames[] = {
          "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs",  "ht",  "lf",
          "vt",  "ff",  "cr",  "so",  "si",  "dle", "dcl", "dc2", "dc3", "dc4", "nak",
          "syn", "etb", "can", "em",  "sub", "esc", "fs",  "gs",  "rs",  "us"};
      char hex[8];
      std::snprintf(hex, sizeof(hex), "%02x", byte);
      if (byte < 32) return text(kNames[byte], false);
      return text(byte == 127 ? "del"
                  : printable ? std::string(1, static_cast<char>(byte))
                              : hex,
                  false);
    }
    case 's': return text(bytes.substr(0, bytes.find('\0')), false);
    case 'd':
    case 'i':
      return print(std::string("l") + piece.kind,
                   SignExtended(WholeNumber(bytes, false), piece.size));
    case 'o':
    case 'x':
    case 'X':
    case 'u': return print(std::string("l") + piece.kind, WholeNumber(bytes, false));
    default: break;
  }
  if (piece.size == 4) {
    float value = 0;
    bytes.copy(reinterpret_cast<char*>(&value), 4);
    print(std::string(1, piece.kind), static_cast<double>(value));
  } else if (piece.size == 8) {
    double value = 0;
    bytes.copy(reinterpret_cast<char*>(&value), 8);
    print(std::string(1, piece.kind), value);
  } else {
    long double value = 0;
    bytes.copy(reinterpret_cast<char*>(&value), std::min(sizeof(value), bytes.size()));
    print(std::string("L") + piece.kind, value);
  }
}

// From *at on, which moves behind what it shows.
bool Hexdump::PrintUnit(CommandIo& io, const Unit& unit, uint64_t known, uint64_t* at,
                        std::string* out) const {
  const std::string_view block = block_;
  for (uint64_t time = 1; time <= unit.times; ++time) {
    if (!io.account().Tick(8)) return false;
    for (const Piece& piece : unit.pieces) {
      if (piece.kind == 't') {
        const bool trims = unit.trims && time == unit.times && &piece == &unit.pieces.back();
        const std::string_view text = piece.text;
        if (!AddOutput(io, 1, out, text.substr(0, text.size() - (trims ? 1 : 0)))) return false;
      } else {
        Print(piece, block.substr(std::min<uint64_t>(*at, block_size_), piece.size), *at < known,
              offset_ + *at, out);
        if (!PutOutIfLong(io, 1, out)) return false;
      }
      *at += piece.size;
    }
  }
  return true;
}

// The block has `known` bytes; conversions behind them are blank.
void Hexdump::PrintBlock(CommandIo& io, uint64_t known) {
  if (!all_ && has_previous_ && known == block_size_ && block_ == previous_) {
    if (!same_) io.Out("*\n");
    same_ = true;
    return;
  }
  same_ = false;
  std::string out;
  block_.resize(block_size_, '\0');
  for (const FormatLine& line : lines_) {
    uint64_t at = 0;
    for (const Unit& unit : line) {
      if (unit.ends_line) break;
      if (!PrintUnit(io, unit, known, &at, &out)) return;  // (the script ends with the step)
    }
  }
  io.Out(out);
  (void)io.Tick(out.size() * 2);
}

void Hexdump::PrintEnd(CommandIo& io) {
  if (offset_ == 0) return;
  std::string out;
  for (const Unit& unit : end_) {
    for (const Piece& piece : unit.pieces) {
      if (piece.kind == 't') out += piece.text;
      if (piece.kind == 'a') Print(piece, "", true, offset_, &out);
    }
  }
  io.Out(out);
}

Progress Hexdump::Run(CommandIo& io) {
  if (auto stop = ReadFormats(io)) return *stop;
  if (!formats_made_) {
    formats_made_ = true;
    if (!SetBlockSize(io)) return Progress::Done(1);
  }
  // saved by somebody else
  if (block_size_ > 0 && block_.size() >= block_size_) return Progress::Done(1);
  offset_ = std::max(offset_, skip_);
  while (true) {
    uint64_t shown = offset_ - skip_ + block_.size();
    if (shown >= length_ || block_size_ == 0) break;
    std::string_view bytes;
    Got got = inputs_.NextBytes(io, &bytes);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kEnd) break;
    uint64_t skipped = std::min<uint64_t>(skip_ - std::min(skip_, skipped_), bytes.size());
    skipped_ += skipped;
    bytes.remove_prefix(skipped);
    size_t size = std::min<uint64_t>({block_size_ - block_.size(), bytes.size(), length_ - shown});
    block_ += bytes.substr(0, size);
    if (size < bytes.size()) inputs_.reader().Keep(bytes.substr(size));
    if (block_.size() == block_size_) {
      PrintBlock(io, block_size_);
      offset_ += block_size_;
      previous_.swap(block_);
      has_previous_ = true;
      block_.clear();
    }
    if (io.Tick(size + skipped + 1)) return Progress::Yield();
  }
  if (!inputs_.opened_any() && length_ > 0) {
    io.Error("all input file arguments failed");
    return Progress::Done(1);
  }
  if (skipped_ < skip_) offset_ = skipped_;
  if (!block_.empty()) {
    uint64_t known = block_.size();
    PrintBlock(io, known);
    offset_ += known;
  }
  PrintEnd(io);
  return Progress::Done(inputs_.failed() ? 1 : 0);
}

}  // namespace

std::unique_ptr<Command> MakeHexdump() { return Make<Hexdump>(); }

}  // namespace pysub::shell
