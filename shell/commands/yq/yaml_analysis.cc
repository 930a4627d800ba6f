#include "shell/commands/yq/yaml_analysis.h"

#include <algorithm>

#include "lexer/unicode/utf8.h"

namespace pysub::shell::yq {
namespace {

constexpr char32_t kNextLine = 0x85, kByteOrderMark = 0xFEFF;

bool IsBreak(char32_t c) { return c == '\n' || c == kNextLine || c == 0x2028 || c == 0x2029; }
// What separates words, with the end of the text (0).
bool IsSeparator(char32_t c) { return c == 0 || c == ' ' || c == '\t' || c == '\r' || IsBreak(c); }

// What only double quotes can hold.
bool IsSpecial(char32_t c) {
  if (c == '\n' || (c >= 0x20 && c <= 0x7E)) return false;
  const bool printable = c == kNextLine || (c >= 0xA0 && c <= 0xD7FF) ||
                         (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c < 0x10FFFF);
  return !printable || c == kByteOrderMark;
}

bool IsIn(char32_t c, std::string_view set) {
  return c < 0x80 && c != 0 && set.find(static_cast<char>(c)) != std::string_view::npos;
}

// Whether the character says something to YAML where it stands.
bool IsIndicator(char32_t c, bool first, bool behind_separator, bool before_separator) {
  if (first && IsIn(c, "#,[]{}&*!|>'\"%@`")) return true;
  if (c == ':') return before_separator;
  if (c == '?' || c == '-') return first && before_separator;
  return c == '#' && behind_separator;
}

char32_t CodeAt(std::string_view text, size_t at) {
  return at < text.size() ? DecodeUtf8(text, at).code_point : 0;
}

}  // namespace

Analysis Analyze(jq::Heap& heap, std::string_view text) {
  Analysis analysis;
  analysis.allows_plain = analysis.allows_single = true;
  if (text.empty()) return analysis;
  bool plain = !text.starts_with("---") && !text.starts_with("..."), single = true;
  char32_t last = 0;
  for (size_t at = 0; at < text.size();) {
    if (at % 4096 < 4 && !heap.Spend(4096)) break;
    const char32_t c = CodeAt(text, at);
    const size_t next = at + CharacterSize(text, at);
    const char32_t following = CodeAt(text, next);
    plain &= !IsIndicator(c, at == 0, IsSeparator(last), IsSeparator(following));
    analysis.multiline |= IsBreak(c);
    if (IsSpecial(c)) plain = single = false;
    // Blanks at either end would be lost; beside a line break they are, in single quotes, too.
    if (c == ' ' && (at == 0 || next == text.size())) plain = false;
    if (c == ' ' && at > 0 && IsBreak(last)) single = false;
    if (IsBreak(c) && last == ' ') single = false;
    last = c;
    at = next;
  }
  analysis.allows_plain = plain && single && !analysis.multiline;
  analysis.allows_single = single;
  return analysis;
}

size_t CharacterSize(std::string_view text, size_t at) {
  return std::min(static_cast<size_t>(Utf8SizeFromLead(text[at])), text.size() - at);
}

size_t CharactersOf(std::string_view text) {
  size_t count = 0;
  for (char c : text) count += (c & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

size_t PieceEnd(std::string_view text, size_t begin, size_t end) {
  if (end - begin <= kPiece) return end;
  end = begin + kPiece;
  while (end < text.size() && IsContinuationByte(text[end])) ++end;
  return end;
}

size_t LineBreakAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t more) {
    return at + more < text.size() ? static_cast<uint8_t>(text[at + more]) : 0;
  };
  if (byte(0) == '\n') return 1;
  if (byte(0) == 0xC2 && byte(1) == 0x85) return 2;
  return byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) & 0xFE) == 0xA8 ? 3 : 0;
}

std::string EscapeOf(std::string_view text, size_t at) {
  const char32_t c = CodeAt(text, at);
  const bool stands =
      (c >= 0x20 && c <= 0x7E) || (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD);
  if (stands && c != '"' && c != '\\' && c != 0x2028 && c != 0x2029 && c != kByteOrderMark) {
    return "";
  }
  constexpr char32_t kCharacters[] = {0,    '\a', '\b', '\t', '\n', '\v',   '\f',  '\r',
                                      0x1B, '"',  '\\', 0x85, 0xA0, 0x2028, 0x2029};
  constexpr std::string_view kNames = "0abtnvfre\"\\N_LP";
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (c == kCharacters[i]) return std::string("\\") + kNames[i];
  }
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const int digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
  std::string escape = c <= 0xFF ? "\\x" : c <= 0xFFFF ? "\\u" : "\\U";
  for (int i = digits - 1; i >= 0; --i) escape += kDigits[c >> (4 * i) & 15];
  return escape;
}

}  // namespace pysub::shell::yq
