#include <algorithm>
#include <array>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/names_from_file.h"
#include "shell/commands/text_command.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'c', "bytes"},           {'m', "chars"},
    {'l', "lines"},           {'w', "words"},
    {'L', "max-line-length"}, LongRow(kFirstLongOption, "files0-from", OptionArgument::kRequired)};

struct Counts {
  uint64_t lines = 0, words = 0, characters = 0, bytes = 0, longest = 0;
  void Fields(Archive& archive) { archive(lines, words, characters, bytes, longest); }
};

// Columns that a character takes on a terminal: 2 for East Asian wide ones.
int WidthOf(uint32_t c) {
  if (!IsInClass(RegexClass::kPrint, c)) return 0;
  bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF && c != 0x303F) ||
              (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
              (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
              (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1F64F) ||
              (c >= 0x1F900 && c <= 0x1F9FF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

// Counts in one pass. A character of UTF-8 may be cut by the end of a read; its first bytes wait in
// partial_.
class Wc : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, names_, names_failed_, now_, total_, in_word_, column_, width_, least_width_,
            sizes_, partial_);
    if (archive.loading() &&
        (width_ > kWidestNumber || least_width_ > kWidestNumber || partial_.size() > 3))
      archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'c': bytes_ = true; break;
        case 'm': characters_ = true; break;
        case 'l': lines_ = true; break;
        case 'w': words_ = true; break;
        case 'L': longest_ = true; break;
        default: names_.Start(options.value());
      }
    }
    if (options.status()) return options.status();
    if (!bytes_ && !characters_ && !lines_ && !words_ && !longest_) bytes_ = lines_ = words_ = true;
    if (names_.is_given()) {
      if (!options.operands().empty())
        return RefuseOperands(io, QuoteFile(options.operands()[0]), 1);
      inputs_.Start({std::string(names_.current())});
      return std::nullopt;
    }
    inputs_.Start(options.operands());
    stdin_only_ = options.operands().empty();
    if (width_ == 0) width_ = NumberWidth(io, options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (names_.is_given() && width_ == 0) {
      if (std::optional<Progress> stop = ReadNames(io)) return *stop;
    }
    while (true) {
      bool was_open = inputs_.is_open();
      Got got = names_.is_given() && !was_open ? OpenNamed(io) : inputs_.Open(io);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) break;
      if (got == Got::kError) continue;
      if (!was_open) {
        now_ = {};
        in_word_ = false;
        column_ = 0;
        partial_.clear();
      }
      std::string_view bytes;
      got = inputs_.BytesOfFile(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got != Got::kData) {
        EndFile(io);
        continue;
      }
      Count(bytes);
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
    if ((names_.is_given() ? names_.count() : inputs_.count()) > 1) Print(io, total_, "total");
    return Progress::Done(inputs_.failed() || names_failed_ ? 1 : 0);
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  // Columns are as wide as the sizes of all files together need, 7 at least when one is no file.
  uint64_t NumberWidth(CommandIo& io, const std::vector<std::string>& names) {
    if (names.size() <= 1 && Columns() == 1) return 1;
    if (names.empty()) AddSize(io, "-");
    for (const std::string& name : names) AddSize(io, name);
    return WidthOfSizes();
  }
  int Columns() const { return bytes_ + characters_ + lines_ + words_ + longest_; }
  uint64_t WidthOfSizes() const {
    return std::max<uint64_t>(least_width_, std::to_string(sizes_).size());
  }
  void AddSize(CommandIo& io, std::string_view name) {
    std::optional<uint64_t> size = io.FileSize(0);
    if (name != "-") {
      files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, name);
      if (!stat.ok()) return;
      size = stat->IsFile() ? std::optional(stat->size) : std::nullopt;
    }
    if (size) {
      sizes_ += *size;
    } else {
      least_width_ = 7;
    }
  }

  // ---- --files0-from
  // The names, then how wide the numbers are: names from a pipe are not known beforehand, as wc
  // sees it, and nothing is wide then.
  std::optional<Progress> ReadNames(CommandIo& io) {
    if (std::optional<Progress> end = names_.Read(io)) return end;
    Got got = Got::kEnd;
    const bool is_file =
        names_.file() == "-"
            ? io.FileSize(0).has_value()
            : io.files().StatPath({.cwd = io.cwd()}, names_.file()).value().IsFile();
    while (is_file && (got = names_.Next(io)) == Got::kData) {
      AddSize(io, names_.current());
      if (io.Tick(256)) return Progress::Yield();
    }
    if (auto end = StepEnd(got)) return *end;
    width_ = !is_file || (names_.count() == 1 && Columns() == 1) ? 1 : WidthOfSizes();
    names_.Rewind();
    return std::nullopt;
  }

  Got OpenNamed(CommandIo& io) {
    const Got got = names_.Next(io);
    if (got != Got::kData) return got;
    if (names_.Refuse(io)) {
      names_failed_ = true;
      return io.Tick(64) ? Got::kYield : Got::kError;
    }
    names_failed_ |= inputs_.failed();
    inputs_ = Inputs();
    inputs_.Start({std::string(names_.current())});
    return inputs_.Open(io);
  }

  void EndFile(CommandIo& io) {
    now_.longest = std::max(now_.longest, column_);
    Print(io, now_, stdin_only_ ? "" : inputs_.name());
    total_.lines += now_.lines;
    total_.words += now_.words;
    total_.characters += now_.characters;
    total_.bytes += now_.bytes;
    total_.longest = std::max(total_.longest, now_.longest);
    inputs_.Close(io);
  }

  void Print(CommandIo& io, const Counts& counts, std::string_view name) {
    std::string out;
    auto number = [&](bool wanted, uint64_t value) {
      if (!wanted) return;
      std::string digits = std::to_string(value);
      if (!out.empty()) out += ' ';
      if (digits.size() < width_) out.append(width_ - digits.size(), ' ');
      out += digits;
    };
    number(lines_, counts.lines);
    number(words_, counts.words);
    number(characters_, counts.characters);
    number(bytes_, counts.bytes);
    number(longest_, counts.longest);
    if (!name.empty())
      out += " " + (name.find('\n') == std::string_view::npos ? std::string(name)
                                                              : QuoteFileIfNeeded(name));
    OutLine(io, out);
  }

  void Count(std::string_view bytes) {
    now_.bytes += bytes.size();
    if (!words_ && !characters_ && !longest_) {
      if (lines_) now_.lines += static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
      return;
    }
    if (!partial_.empty()) {
      // The rest of a character whose first bytes came before.
      size_t taken = 0;
      uint32_t c = 0;
      while (taken < bytes.size() && partial_.size() < 4 && !IsComplete(partial_))
        partial_ += bytes[taken++];
      if (!IsComplete(partial_) && partial_.size() < 4) return;
      size_t had = partial_.size() - taken;
      size_t size = DecodeCharacter(partial_, 0, &c);
      Character(c);
      std::string behind = size < had ? partial_.substr(size, had - size) : "";
      bytes.remove_prefix(size > had ? size - had : 0);
      partial_.clear();
      for (char b : behind) Character(kInvalidByte + static_cast<unsigned char>(b));
    }
    for (size_t at = 0; at < bytes.size();) {
      unsigned char byte = static_cast<unsigned char>(bytes[at]);
      if (byte < 0x80) {
        Ascii(byte);
        ++at;
        continue;
      }
      if (bytes.size() - at < 4 && !IsComplete(bytes.substr(at))) {
        partial_ = bytes.substr(at);
        return;
      }
      uint32_t c = 0;
      at += DecodeCharacter(bytes, at, &c);
      Character(c);
    }
  }
  // Could more bytes make another character of this?
  static bool IsComplete(std::string_view bytes) {
    unsigned char lead = static_cast<unsigned char>(bytes[0]);
    size_t size = lead >= 0xF0 && lead < 0xF5   ? 4
                  : lead >= 0xE0 && lead < 0xF0 ? 3
                  : lead >= 0xC2 && lead < 0xE0 ? 2
                                                : 1;
    if (bytes.size() >= size) return true;
    for (size_t i = 1; i < bytes.size(); ++i) {
      if ((static_cast<unsigned char>(bytes[i]) & 0xC0) != 0x80) return true;
    }
    return false;
  }

  void Ascii(unsigned char c) {
    ++now_.characters;
    switch (c) {
      case '\n': ++now_.lines; [[fallthrough]];
      case '\r':
      case '\f':
        now_.longest = std::max(now_.longest, column_);
        column_ = 0;
        in_word_ = false;
        return;
      case '\t':
        column_ += 8 - column_ % 8;
        in_word_ = false;
        return;
      case ' ':
        ++column_;
        in_word_ = false;
        return;
      case '\v': in_word_ = false; return;
      default:
        if (c <= ' ' || c >= 0x7F) return;
        ++column_;
        now_.words += in_word_ ? 0 : 1;
        in_word_ = true;
    }
  }
  void Character(uint32_t c) {
    if (c < 0x80) return Ascii(static_cast<unsigned char>(c));
    if (c >= kInvalidByte) return;
    ++now_.characters;
    if (!IsInClass(RegexClass::kPrint, c)) return;
    if (longest_) column_ += static_cast<uint64_t>(WidthOf(c));
    bool space =
        IsInClass(RegexClass::kSpace, c) || c == 0xA0 || c == 0x2007 || c == 0x202F || c == 0x2060;
    if (space) {
      in_word_ = false;
      return;
    }
    now_.words += in_word_ ? 0 : 1;
    in_word_ = true;
  }

  bool bytes_ = false, characters_ = false, lines_ = false, words_ = false, longest_ = false;
  bool stdin_only_ = false;

  Inputs inputs_;
  NamesFromFile names_;
  bool names_failed_ = false;
  Counts now_, total_;
  bool in_word_ = false;
  uint64_t column_ = 0;
  static constexpr uint64_t kWidestNumber = 20;
  uint64_t width_ = 0;
  uint64_t least_width_ = 1, sizes_ = 0;  // of all files, from which width_ follows
  std::string partial_;                   // the first bytes of a character
};

}  // namespace

std::unique_ptr<Command> MakeWc() { return Make<Wc>(); }

}  // namespace pysub::shell
