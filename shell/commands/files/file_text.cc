#include "shell/commands/files/file_text.h"

#include <algorithm>
#include <cstdint>

#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

constexpr size_t kLook = 4096;              // characters between two looks at the clock
constexpr size_t kBytesOfEncoding = 65536;  // that are looked at
constexpr size_t kLongLine = 300;

// A byte that texts have, also in bytes that are no ASCII.
bool IsTextByte(uint32_t c) {
  return (c >= 0x07 && c <= 0x0D) || c == 0x1B || (c >= ' ' && c < 0x7F);
}

// Lines, counted in characters.
class LineEnds {
 public:
  void Add(uint32_t c) {
    if (c == '\n') {
      ++(after_return_ ? crlf_ : lf_);
      End();
    } else if (after_return_) {
      ++cr_;
    }
    after_return_ = c == '\r';
    if (after_return_) End();
    if (c == 0x85) {
      ++nel_;
      End();
    }
    if (length_ > kLongLine) longest_ = std::max(longest_, length_);
    ++length_;
    escapes_ |= c == 0x1B;
    overstrikes_ |= c == '\b';
  }

  std::string Words(bool is_whole) {
    if (after_return_ && is_whole) ++cr_;
    std::string words;
    if (longest_ > 0) words += ", with very long lines (" + std::to_string(longest_) + ")";
    if (crlf_ + cr_ + nel_ + lf_ == 0) {
      words += ", with no line terminators";
    } else if (crlf_ + cr_ + nel_ > 0) {
      std::string ends;
      for (auto [count, name] : {std::pair(crlf_, "CRLF"), std::pair(cr_, "CR"),
                                 std::pair(lf_, "LF"), std::pair(nel_, "NEL")}) {
        if (count > 0) ends += (ends.empty() ? " " : ", ") + std::string(name);
      }
      words += ", with" + ends + " line terminators";
    }
    if (escapes_) words += ", with escape sequences";
    if (overstrikes_) words += ", with overstriking";
    return words;
  }

 private:
  // (The end itself counts as the line's first character.)
  void End() { length_ = 0; }

  uint64_t lf_ = 0, crlf_ = 0, cr_ = 0, nel_ = 0;
  size_t length_ = 1, longest_ = 0;
  bool after_return_ = false, escapes_ = false, overstrikes_ = false;
};

// Characters of two or four bytes.
bool AddWide(std::string_view bytes, size_t unit, bool big, LineEnds* ends, ParseAccount& account) {
  for (size_t at = unit; at + unit <= bytes.size(); at += unit) {
    if (at % kLook == 0 && !account.Tick(kLook)) return false;
    uint32_t c = 0;
    for (size_t i = 0; i < unit; ++i)
      c = c << 8 | static_cast<unsigned char>(bytes[at + (big ? i : unit - 1 - i)]);
    if (c == 0xFFFE || (c < 128 && !IsTextByte(c))) return false;
    ends->Add(c);
  }
  return true;
}

}  // namespace

std::optional<TextForm> FormOfText(std::string_view bytes, bool is_whole, ParseAccount& account) {
  is_whole &= bytes.size() <= kBytesOfEncoding;
  bytes = bytes.substr(0, kBytesOfEncoding);
  constexpr std::string_view kMark8 = "\xEF\xBB\xBF";
  struct Wide {
    std::string_view mark;
    size_t unit;
    bool big;
    TextForm form;
  };
  const Wide wide[] = {
      {{"\xFF\xFE\0\0", 4}, 4, false, {"Unicode text, UTF-32, little-endian", "utf-32le"}},
      {{"\0\0\xFE\xFF", 4}, 4, true, {"Unicode text, UTF-32, big-endian", "utf-32be"}},
      {"\xFF\xFE", 2, false, {"Unicode text, UTF-16, little-endian", "utf-16le"}},
      {"\xFE\xFF", 2, true, {"Unicode text, UTF-16, big-endian", "utf-16be"}},
  };
  for (const Wide& row : wide) {
    LineEnds ends;
    if (!bytes.starts_with(row.mark) || !AddWide(bytes, row.unit, row.big, &ends, account))
      continue;
    TextForm form = row.form;
    form.ends = ends.Words(is_whole);
    form.plain = false;
    return form;
  }
  const bool has_mark = bytes.starts_with(kMark8);
  if (has_mark) bytes.remove_prefix(kMark8.size());
  bool utf8 = true, ascii = true, iso = true;
  LineEnds characters, each_byte;
  size_t known = 0;  // up to here the characters are known
  for (size_t at = 0; at < bytes.size(); ++at) {
    if (at % kLook == 0 && !account.Tick(kLook)) return std::nullopt;
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (byte < 0x80 && !IsTextByte(byte)) return std::nullopt;
    ascii &= byte < 0x80;
    iso &= byte < 0x80 || byte >= 0xA0 || byte == 0x85;
    each_byte.Add(byte);
    if (!utf8 || at < known) continue;
    uint32_t c = 0;
    const size_t size = DecodeCharacter(bytes, at, &c);
    // The last character may be cut where the look ends.
    utf8 = c < kInvalidByte || (!is_whole && bytes.size() - at < 4);
    known = at + size;
    characters.Add(c);
  }
  if (ascii && !has_mark) return TextForm{"ASCII text", "us-ascii", each_byte.Words(is_whole)};
  if (utf8)
    return TextForm{has_mark ? "Unicode text, UTF-8 (with BOM) text" : "Unicode text, UTF-8 text",
                    "utf-8", characters.Words(is_whole)};
  if (has_mark) each_byte.Add(0xEF);
  if (iso) return TextForm{"ISO-8859 text", "iso-8859-1", each_byte.Words(is_whole)};
  return TextForm{"Non-ISO extended-ASCII text", "unknown-8bit", each_byte.Words(is_whole)};
}

namespace {

// A JSON value after the other, without a stack of values: only what is open.
class JsonScanner {
 public:
  JsonScanner(std::string_view bytes, ParseAccount& account) : bytes_(bytes), account_(account) {}

  // False: it is not whole.
  bool TakeValue() {
    open_.clear();
    do {
      if (++work_ % kLook == 0 && !account_.Tick(kLook)) return false;
      Blanks();
      if (at_ >= bytes_.size()) return false;
      const char c = bytes_[at_];
      if (c == '{' || c == '[') {
        if (open_.size() == kMostOpen) return false;
        open_ += c;
        any_ = true;
        ++at_;
        Blanks();
        if (at_ < bytes_.size() && bytes_[at_] == (c == '{' ? '}' : ']')) {
          if (!CloseAll()) return false;
        } else if (c == '{' && !Key()) {
          return false;
        }
        continue;
      }
      if (!Scalar() || !CloseAll()) return false;
    } while (!open_.empty());
    return true;
  }
  void Blanks() {
    while (at_ < bytes_.size() &&
           std::string_view(" \t\r\n").find(bytes_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool AtEnd() const { return at_ >= bytes_.size(); }
  size_t at() const { return at_; }
  bool has_containers() const { return any_; }

 private:
  static constexpr size_t kMostOpen = 500;

  // Behind a value: a comma and the next one's key, or the end of what is open.
  bool CloseAll() {
    while (!open_.empty()) {
      Blanks();
      if (at_ >= bytes_.size()) return false;
      const char closing = open_.back() == '{' ? '}' : ']';
      if (bytes_[at_] == ',') {
        ++at_;
        Blanks();
        // (file lets a comma stand before the end.)
        if (at_ < bytes_.size() && bytes_[at_] == closing) continue;
        return open_.back() == '[' || Key();
      }
      if (bytes_[at_] != closing) return false;
      ++at_;
      open_.pop_back();
    }
    return true;
  }
  bool Key() {
    Blanks();
    if (!Text()) return false;
    Blanks();
    return Take(":");
  }
  bool Take(std::string_view word) {
    if (bytes_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  bool Text() {
    if (!Take("\"")) return false;
    for (; at_ < bytes_.size(); ++at_) {
      if (++work_ % kLook == 0 && !account_.Tick(kLook)) return false;
      if (bytes_[at_] == '\\') {
        ++at_;
      } else if (bytes_[at_] == '"') {
        ++at_;
        return true;
      }
    }
    return false;
  }
  bool Scalar() {
    if (bytes_[at_] == '"') return Text();
    if (Take("true") || Take("false") || Take("null")) return true;
    const size_t begin = at_;
    bool digits = false;
    while (at_ < bytes_.size() &&
           std::string_view("+-.0123456789eE").find(bytes_[at_]) != std::string_view::npos) {
      digits |= bytes_[at_] >= '0' && bytes_[at_] <= '9';
      ++at_;
    }
    return at_ > begin && digits;
  }

  std::string_view bytes_;
  ParseAccount& account_;
  size_t at_ = 0;
  uint64_t work_ = 0;
  std::string open_;  // brackets
  bool any_ = false;
};

}  // namespace

JsonKind KindOfJson(std::string_view bytes, ParseAccount& account) {
  JsonScanner scanner(bytes, account);
  scanner.Blanks();
  if (scanner.AtEnd() || (bytes[scanner.at()] != '{' && bytes[scanner.at()] != '['))
    return JsonKind::kNone;
  if (!scanner.TakeValue() || !scanner.has_containers()) return JsonKind::kNone;
  scanner.Blanks();
  if (scanner.AtEnd()) return JsonKind::kOne;
  while (!scanner.AtEnd()) {
    const char c = bytes[scanner.at()];
    if ((c != '{' && c != '[') || !scanner.TakeValue()) return JsonKind::kNone;
    scanner.Blanks();
  }
  return JsonKind::kLines;
}

bool IsCsv(std::string_view bytes, ParseAccount& account) {
  constexpr size_t kLines = 10;
  size_t commas = 0, expected = 0, lines = 0;
  bool quoted = false;
  for (size_t at = 0; at < bytes.size(); ++at) {
    if (at % kLook == 0 && !account.Tick(kLook)) return false;
    const char c = bytes[at];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ',') ++commas;
    if (c != '\n') continue;
    if (++lines == kLines) return expected != 0 && expected == commas;
    if (expected == 0) {
      if (commas == 0) return false;
      expected = commas;
    } else if (expected != commas) {
      return false;
    }
    commas = 0;
  }
  return expected != 0 && lines > 2;
}

}  // namespace pysub::shell
