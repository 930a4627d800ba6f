// xxd: bytes as hexadecimal digits, and back.

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cinttypes>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kUsage =
    "Usage:\n       xxd [options] [infile [outfile]]\n    or\n       xxd -r [-s [-]offset] [-c "
    "cols] [-ps] [infile [outfile]]\n"
    "Options:\n    -a          toggle autoskip: A single '*' replaces nul-lines. Default off.\n"
    "    -b          binary digit dump (incompatible with -ps,-i,-r). Default hex.\n"
    "    -C          capitalize variable names in C include file style (-i).\n"
    "    -c cols     format <cols> octets per line. Default 16 (-i: 12, -ps: 30).\n"
    "    -E          show characters in EBCDIC. Default ASCII.\n"
    "    -e          little-endian dump (incompatible with -ps,-i,-r).\n"
    "    -g bytes    number of octets per group in normal output. Default 2 (-e: 4).\n"
    "    -h          print this summary.\n    -i          output in C include file style.\n"
    "    -l len      stop after <len> octets.\n    -n name     set the variable name used in C "
    "include output (-i).\n"
    "    -o off      add <off> to the displayed file position.\n    -ps         output in "
    "postscript plain hexdump style.\n"
    "    -r          reverse operation: convert (or patch) hexdump into binary.\n"
    "    -r -s off   revert with <off> added to file positions found in hexdump.\n"
    "    -d          show offset in decimal instead of hex.\n"
    "    -s [+][-]seek  start at <seek> bytes abs. (or +: rel.) infile offset.\n    -u          "
    "use upper case hex letters.\n"
    "    -v          show version: \"xxd 2022-01-14 by Juergen Weigert et al.\".\n";

// EBCDIC characters from 64 on, as ASCII.
constexpr std::string_view kEbcdic =
    " ...........<(+|&.........!$*);~-/"
    ".........,%_>?.........`:#@'=\".abcdefghi.......jklmnopqr^....."
    "..stuvwxyz...[...............]..{ABCDEFGHI......}JKLMNOPQR......\\.STUVWXYZ......0123456789..."
    "...";

int HexDigit(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// As strtol with base 0: what can be read of it.
int64_t Number(std::string_view text) {
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.starts_with('0')) {
    base = 8;
  }
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error == std::errc::result_out_of_range) value = INT64_MAX;
  return negative ? -value : value;
}

// A hex dump and the way back (-r). Reading back is forgiving, since people edit dumps.
class Xxd : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(reader_, opened_, in_, out_, start_, skip_left_, count_, line_, nonzero_, zero_lines_,
            kept_line_, last_line_, begun_, column_, digits_, ignoring_, skipping_line_, offset_,
            wanted_, zeros_);
    bool digits = std::all_of(digits_.begin(), digits_.end(),
                              [](int digit) { return digit >= -1 && digit < 16; });
    if (digits_.size() != 2 || !digits || line_.size() > kMostColumns || zero_lines_ > 4)
      archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { reader_.Suspend(); }

 private:
  enum class Kind : uint8_t { kHex, kBits, kLittleEndian, kPlain, kInclude };
  static constexpr int64_t kMostColumns = 256;

  static int Usage(CommandIo& io) {
    io.Write(2, kUsage);
    return 1;
  }
  std::optional<int> TakeOption(CommandIo& io, std::span<const std::string> args, size_t* at);
  std::optional<int> CheckOptions(CommandIo& io);
  std::optional<Progress> Open(CommandIo& io);
  std::optional<Progress> Skip(CommandIo& io);

  void Dump(CommandIo& io, std::string_view bytes);
  void DumpPlain(CommandIo& io, std::string_view bytes);
  void DumpInclude(CommandIo& io, std::string_view bytes);
  void EndDump(CommandIo& io);
  std::string LineText() const;
  void PutLine(std::string text, bool nonzero, std::string* out);
  std::string VariableName() const;
  bool has_variable() const { return !variable_.empty() || (!in_name_.empty() && in_name_ != "-"); }

  std::optional<Progress> Revert(CommandIo& io, std::string_view* bytes);
  std::optional<Progress> MoveTo(CommandIo& io);
  bool Put(CommandIo& io, std::string_view bytes);
  void EndLine() {
    wanted_ = 0;
    column_ = columns_;
    ignoring_ = true;
  }

  Kind kind_ = Kind::kHex;
  bool autoskip_ = false, upper_ = false, capitalize_ = false, decimal_ = false, revert_ = false,
       ebcdic_ = false;
  bool columns_given_ = false, from_end_ = false, seeks_ = false;
  int64_t columns_ = -1, group_ = -1, seek_ = 0, length_ = -1, display_offset_ = 0;
  std::string variable_, in_name_, out_name_;

  LineReader reader_;
  bool opened_ = false;
  int in_ = 0, out_ = 1;
  uint64_t start_ = 0, skip_left_ = 0;  // where what is shown begins
  uint64_t count_ = 0;                  // bytes shown
  std::string line_;                    // bytes of the line
  bool nonzero_ = false;                // in the line
  uint64_t zero_lines_ = 0;
  std::string kept_line_, last_line_;  // the second one of them, and the last
  bool begun_ = false;                 // -i: the first line was printed
  // -r
  int64_t column_ = 0;
  std::vector<int> digits_ = {-1, -1};  // the one before, and the one before that
  bool ignoring_ = true, skipping_line_ = false;
  int64_t offset_ = 0, wanted_ = 0;
  uint64_t zeros_ = 0;  // to be put out before anything else
};

// ---- options
std::optional<int> Xxd::TakeOption(CommandIo& io, std::span<const std::string> args, size_t* at) {
  std::string_view word = args[*at];
  if (word.starts_with("--") && word.size() > 2) word.remove_prefix(1);
  char letter = word[1];
  std::string_view rest = word.substr(2);
  // "-c8", "-c 8", "-cols 8": no value when there is none.
  auto value =
      [&](std::initializer_list<std::string_view> names) -> std::optional<std::string_view> {
    bool named = rest.empty();
    for (std::string_view name : names) named |= rest.starts_with(name);
    if (!named) return rest;
    if (*at + 1 >= args.size()) return std::nullopt;
    return std::string_view(args[++*at]);
  };
  std::optional<std::string_view> text;
  switch (letter) {
    case 'a': autoskip_ = !autoskip_; break;
    case 'b': kind_ = Kind::kBits; break;
    case 'e': kind_ = Kind::kLittleEndian; break;
    case 'u': upper_ = true; break;
    case 'p': kind_ = Kind::kPlain; break;
    case 'i': kind_ = Kind::kInclude; break;
    case 'C': capitalize_ = true; break;
    case 'd': decimal_ = true; break;
    case 'r': revert_ = true; break;
    case 'E': ebcdic_ = true; break;
    case 'v': io.Write(2, "xxd 2022-01-14 by Juergen Weigert et al.\n"); return 0;
    case 'c':
      if (!rest.empty() && std::string_view("apitalize").starts_with(rest.substr(0, 9)) &&
          rest.starts_with('a')) {
        capitalize_ = true;
        break;
      }
      if (!(text = value({"ols"}))) return Usage(io);
      columns_given_ = true;
      columns_ = std::clamp<int64_t>(Number(*text), INT32_MIN, INT32_MAX);
      break;
    case 'g':
      if (!(text = value({"group"}))) return Usage(io);
      group_ = std::clamp<int64_t>(Number(*text), INT32_MIN, INT32_MAX);
      break;
    case 'o':
      if (!(text = value({"ffset"}))) return Usage(io);
      display_offset_ = Number(*text);
      break;
    case 's': {
      if (!(text = value({"kip", "eek"}))) return Usage(io);
      if (text->starts_with('+')) text->remove_prefix(1);
      from_end_ = text->starts_with('-');
      seek_ = Number(from_end_ ? text->substr(1) : *text);
      seeks_ = true;
      break;
    }
    case 'l':
      if (!(text = value({"en"}))) return Usage(io);
      length_ = Number(*text);
      break;
    case 'n':
      if (!(text = value({"ame"}))) return Usage(io);
      variable_ = *text;
      break;
    default: return Usage(io);
  }
  return std::nullopt;
}

std::optional<int> Xxd::Start(CommandIo& io) {
  std::span<const std::string> args = io.args();
  size_t at = 0;
  for (; at < args.size() && args[at].size() > 1 && args[at][0] == '-'; ++at) {
    if (args[at] == "--") {
      ++at;
      break;
    }
    if (std::optional<int> status = TakeOption(io, args, &at)) return status;
  }
  if (args.size() - at > 2) return Usage(io);
  if (at < args.size()) in_name_ = args[at];
  if (at + 1 < args.size()) out_name_ = args[at + 1];
  if (!columns_given_ || (columns_ == 0 && kind_ != Kind::kPlain)) {
    columns_ = kind_ == Kind::kPlain     ? 30
               : kind_ == Kind::kInclude ? 12
               : kind_ == Kind::kBits    ? 6
                                         : 16;
  }
  if (group_ < 0) {
    group_ = kind_ == Kind::kBits           ? 1
             : kind_ == Kind::kHex          ? 2
             : kind_ == Kind::kLittleEndian ? 4
                                            : 0;
  }
  return CheckOptions(io);
}

std::optional<int> Xxd::CheckOptions(CommandIo& io) {
  bool lines = kind_ != Kind::kPlain && kind_ != Kind::kInclude;
  if ((kind_ == Kind::kPlain && columns_ < 0) || (kind_ != Kind::kPlain && columns_ < 1) ||
      (lines && columns_ > kMostColumns)) {
    io.Error("invalid number of columns (max. 256).");
    return 1;
  }
  if (group_ < 1 || group_ > columns_) {
    group_ = columns_;
  } else if (kind_ == Kind::kLittleEndian && (group_ & (group_ - 1)) != 0) {
    io.Error("number of octets per group must be a power of 2 with -e.");
    return 1;
  }
  if (revert_ && kind_ != Kind::kHex && kind_ != Kind::kPlain) {
    io.Error("Sorry, cannot revert this type of hexdump");
    return 255;
  }
  return std::nullopt;
}

// ---- input
std::optional<Progress> Xxd::Open(CommandIo& io) {
  opened_ = true;
  if (!in_name_.empty() && in_name_ != "-") in_ = io.Open(in_name_, OpenMode::kRead);
  if (in_ < 0) {
    io.Error(in_name_, io.error());
    return Progress::Done(2);
  }
  if (!out_name_.empty() && out_name_ != "-") {
    // What is reverted patches a file that is there.
    out_ = io.Open(out_name_, revert_ ? OpenMode::kReadWrite : OpenMode::kWrite);
    if (out_ < 0) {
      io.Error(out_name_, io.error());
      return Progress::Done(3);
    }
  }
  column_ = revert_ ? columns_ : 0;
  if (revert_ || !seeks_) return std::nullopt;
  if (!from_end_) {
    skip_left_ = start_ = static_cast<uint64_t>(std::max<int64_t>(seek_, 0));
    return std::nullopt;
  }
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), in_name_);
  if (in_ == 0 || !stat.ok() || !stat->IsFile() || static_cast<uint64_t>(seek_) > stat->size) {
    io.Error("Sorry, cannot seek.");
    return Progress::Done(4);
  }
  skip_left_ = start_ = stat->size - static_cast<uint64_t>(seek_);
  return std::nullopt;
}

Progress Xxd::Run(CommandIo& io) {
  if (!opened_) {
    if (std::optional<Progress> stop = Open(io)) return *stop;
  }
  // saved by somebody else
  if (line_.size() >= static_cast<size_t>(columns_) && columns_ > 0) return Progress::Done(1);
  while (true) {
    while (zeros_ > 0) {
      uint64_t some = std::min<uint64_t>(zeros_, 65536);
      io.Write(out_, std::string(some, '\0'));
      zeros_ -= some;
      if (io.Tick(some)) return Progress::Yield();
    }
    bool enough =
        !revert_ && skip_left_ == 0 && length_ >= 0 && count_ >= static_cast<uint64_t>(length_);
    std::string_view bytes;
    Got got = enough ? Got::kEnd : reader_.Some(io, in_, &bytes);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kError) {
      io.Error(in_name_, io.error());
      return Progress::Done(2);
    }
    if (got == Got::kEnd) {
      if (skip_left_ > 0 && in_ == 0) {
        io.Error("Sorry, cannot seek.");
        return Progress::Done(4);
      }
      if (!revert_) EndDump(io);
      return Progress::Done(0);
    }
    uint64_t work = bytes.size();
    uint64_t skip = std::min<uint64_t>(skip_left_, bytes.size());
    skip_left_ -= skip;
    bytes.remove_prefix(skip);
    if (revert_) {
      std::optional<Progress> stop = Revert(io, &bytes);
      if (!bytes.empty()) reader_.Keep(bytes);
      if (stop) return *stop;
    } else {
      if (length_ >= 0) {
        bytes = bytes.substr(
            0, std::min<uint64_t>(static_cast<uint64_t>(length_) - count_, bytes.size()));
      }
      if (kind_ == Kind::kPlain)
        DumpPlain(io, bytes);
      else if (kind_ == Kind::kInclude)
        DumpInclude(io, bytes);
      else
        Dump(io, bytes);
    }
    if (io.Tick(work * 4 + 1)) return Progress::Yield();
  }
}

// ---- to text
std::string Xxd::LineText() const {
  std::string_view hex = upper_ ? "0123456789ABCDEF" : "0123456789abcdef";
  uint64_t shown = count_ - line_.size() + start_ + static_cast<uint64_t>(display_offset_);
  char address[32];
  std::snprintf(address, sizeof(address), decimal_ ? "%08" PRId64 ":" : "%08" PRIx64 ":", shown);
  std::string text = address;
  size_t start = text.size(), group = static_cast<size_t>(group_),
         columns = static_cast<size_t>(columns_);
  size_t group_width = (kind_ == Kind::kBits ? 8 : 2) * group + 1;
  size_t ascii = start + 3 + (group_width * columns - 1) / group;
  text.resize(ascii + line_.size(), ' ');
  for (size_t i = 0; i < line_.size(); ++i) {
    unsigned char byte = static_cast<unsigned char>(line_[i]);
    size_t place = kind_ == Kind::kLittleEndian ? i ^ (group - 1) : i;
    size_t at = start + 1 + group_width * place / group;
    if (at + 8 > text.size()) text.resize(at + 8, ' ');
    if (kind_ == Kind::kBits) {
      for (int bit = 7; bit >= 0; --bit) text[at++] = (byte >> bit & 1) != 0 ? '1' : '0';
    } else {
      text[at] = hex[byte >> 4];
      text[at + 1] = hex[byte & 15];
    }
  }
  text.resize(ascii + line_.size(), ' ');
  for (size_t i = 0; i < line_.size(); ++i) {
    unsigned char byte = static_cast<unsigned char>(line_[i]);
    if (ebcdic_)
      byte = byte < 64 || byte - 64u >= kEbcdic.size()
                 ? '.'
                 : static_cast<unsigned char>(kEbcdic[byte - 64u]);
    text[ascii + i] = byte > 31 && byte < 127 ? static_cast<char>(byte) : '.';
  }
  return text + "\n";
}

// Of three and more lines of zeros all but the first are a star.
void Xxd::PutLine(std::string text, bool nonzero, std::string* out) {
  if (!nonzero && zero_lines_ == 1) kept_line_ = text;
  if (!nonzero) {
    if (zero_lines_ == 0) *out += text;
    zero_lines_ = std::min<uint64_t>(zero_lines_ + 1, 4);
    last_line_ = std::move(text);
    return;
  }
  uint64_t zeros = zero_lines_;
  if (zeros == 2) *out += kept_line_;
  if (zeros > 2) *out += "*\n";
  *out += text;
  zero_lines_ = 0;
}

void Xxd::Dump(CommandIo& io, std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    size_t some = std::min<size_t>(bytes.size(), static_cast<size_t>(columns_) - line_.size());
    line_ += bytes.substr(0, some);
    bytes.remove_prefix(some);
    count_ += some;
    if (line_.size() < static_cast<size_t>(columns_)) break;
    bool nonzero = line_.find_first_not_of('\0') != std::string::npos;
    std::string text = LineText();
    line_.clear();
    PutLine(std::move(text), !autoskip_ || nonzero, &out);
  }
  io.Write(out_, out);
}

void Xxd::DumpPlain(CommandIo& io, std::string_view bytes) {
  std::string_view hex = upper_ ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string out;
  for (char c : bytes) {
    unsigned char byte = static_cast<unsigned char>(c);
    out += hex[byte >> 4];
    out += hex[byte & 15];
    ++count_;
    if (columns_ > 0 && count_ % static_cast<uint64_t>(columns_) == 0) out += '\n';
  }
  io.Write(out_, out);
}

std::string Xxd::VariableName() const {
  const std::string& source = variable_.empty() ? in_name_ : variable_;
  std::string name = !source.empty() && source[0] >= '0' && source[0] <= '9' ? "__" : "";
  for (char c : source) {
    bool lower = c >= 'a' && c <= 'z';
    bool letter = lower || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += !letter ? '_' : lower && capitalize_ ? static_cast<char>(c - 32) : c;
  }
  return name;
}

void Xxd::DumpInclude(CommandIo& io, std::string_view bytes) {
  std::string out;
  if (!begun_ && has_variable()) out += "unsigned char " + VariableName() + "[] = {\n";
  begun_ = true;
  for (char c : bytes) {
    char text[16];
    std::snprintf(text, sizeof(text), upper_ ? "0X%02X" : "0x%02x", static_cast<unsigned char>(c));
    out += count_ == 0 ? "  " : count_ % static_cast<uint64_t>(columns_) == 0 ? ",\n  " : ", ";
    out += text;
    ++count_;
  }
  io.Write(out_, out);
}

void Xxd::EndDump(CommandIo& io) {
  std::string out;
  switch (kind_) {
    case Kind::kPlain:
      if (columns_ == 0 || count_ % static_cast<uint64_t>(columns_) != 0) out += "\n";
      break;
    case Kind::kInclude:
      if (!begun_) DumpInclude(io, "");
      if (count_ > 0) out += "\n";
      if (has_variable()) {
        out += "};\nunsigned int " + VariableName() + (capitalize_ ? "_LEN = " : "_len = ") +
               std::to_string(count_) + ";\n";
      }
      break;
    default:
      if (!line_.empty()) {
        PutLine(LineText(), true, &out);
        line_.clear();
      } else if (autoskip_ && zero_lines_ > 0) {
        // The last line of zeros is shown.
        if (zero_lines_ == 3) out += kept_line_;
        if (zero_lines_ > 3) out += "*\n";
        if (zero_lines_ > 1) out += last_line_;
      }
      break;
  }
  io.Write(out_, out);
}

// ---- back
bool Xxd::Put(CommandIo& io, std::string_view bytes) {
  if (out_ == 1) {
    io.Out(bytes);
    return true;
  }
  files::WriteOptions options;
  options.how = files::WriteOptions::kAt;
  options.offset = static_cast<uint64_t>(offset_);
  files::Result<uint64_t> written = io.files().WriteFile(CallerOf(io), out_name_, bytes, options);
  if (!written.ok()) io.Error(out_name_, written.error());
  return written.ok();
}

// Brings the output to where the digits belong.
std::optional<Progress> Xxd::MoveTo(CommandIo& io) {
  int64_t target = 0;
  bool overflow = __builtin_add_overflow(from_end_ ? -seek_ : seek_, wanted_, &target);
  if (!overflow && target == offset_) return std::nullopt;
  if (overflow || target < 0 || (out_ == 1 && target < offset_)) {
    io.Error("Sorry, cannot seek backwards.");
    return Progress::Done(5);
  }
  if (out_ == 1) zeros_ += static_cast<uint64_t>(target - offset_);
  offset_ = target;
  return std::nullopt;
}

std::optional<Progress> Xxd::Revert(CommandIo& io, std::string_view* bytes) {
  std::string out;
  bool plain = kind_ == Kind::kPlain, failed = false;
  auto flush = [&] {
    if (!out.empty()) {
      offset_ -= static_cast<int64_t>(out.size());
      failed |= !Put(io, out);
      offset_ += static_cast<int64_t>(out.size());
    }
    out.clear();
  };
  while (!bytes->empty()) {
    char c = bytes->front();
    bytes->remove_prefix(1);
    bool line_ends = c == '\n' && !plain;
    if (skipping_line_) {
      skipping_line_ = c != '\n';
      if (line_ends) EndLine();
      continue;
    }
    if (c == '\r' || (plain && (c == ' ' || c == '\n' || c == '\t'))) continue;
    int before = digits_[0], earlier = digits_[1], digit = HexDigit(static_cast<unsigned char>(c));
    digits_ = {digit, before};
    if (digit < 0 && ignoring_) continue;
    ignoring_ = false;
    if (line_ends && column_ < columns_) {
      EndLine();
      continue;
    }
    if (!plain && column_ >= columns_) {  // the address
      if (digit < 0)
        column_ = 0;
      else
        wanted_ = static_cast<int64_t>(static_cast<uint64_t>(wanted_) << 4 |
                                       static_cast<uint64_t>(digit));
      continue;
    }
    if (int64_t target = 0;
        __builtin_add_overflow(from_end_ ? -seek_ : seek_, wanted_, &target) || target != offset_) {
      flush();
      if (auto stop = MoveTo(io)) return stop;
    }
    if (before >= 0 && digit >= 0) {
      if (zeros_ > 0) {  // they come first: this byte is written as soon as they are
        digits_ = {before, earlier};
        *bytes = std::string_view(bytes->data() - 1, bytes->size() + 1);
        return std::nullopt;
      }
      out += static_cast<char>(before << 4 | digit);
      ++offset_;
      ++wanted_;
      digits_[0] = -1;
      if (++column_ >= columns_ && !plain) {
        wanted_ = 0;
        skipping_line_ = ignoring_ = true;
      }
    } else if (digit < 0 && before < 0 && earlier < 0) {
      if (!plain) wanted_ = 0;
      skipping_line_ = c != '\n';
      ignoring_ = true;
    }
  }
  flush();
  return failed ? std::optional(Progress::Done(3)) : std::nullopt;
}

}  // namespace

std::unique_ptr<Command> MakeXxd() { return Make<Xxd>(); }

}  // namespace pysub::shell
