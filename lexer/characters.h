#ifndef PYSUB_LEXER_CHARACTERS_H_
#define PYSUB_LEXER_CHARACTERS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// What a byte of program text can be part of, by table. Bytes of a non-ASCII character count as
// letters here; whether they are is looked up when the whole identifier is known.
namespace pysub::characters {

inline constexpr uint8_t kIdentifierStart = 1;
inline constexpr uint8_t kIdentifierPart = 2;
inline constexpr uint8_t kDigit = 4;
inline constexpr uint8_t kHexDigit = 8;
inline constexpr uint8_t kBlank = 16;
inline constexpr uint8_t kStopsString = 32;  // what a string's end is looked for among

inline constexpr std::array<uint8_t, 256> kTable = [] {
  std::array<uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 128;
    const bool digit = c >= '0' && c <= '9';
    const bool hex = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    const bool blank = c == ' ' || c == '\t' || c == '\f';
    const bool stops = c == '\'' || c == '"' || c == '\\' || c == '\n' || c == '\0';
    table[c] = (letter ? kIdentifierStart : 0) | (letter || digit ? kIdentifierPart : 0) |
               (digit ? kDigit : 0) | (hex ? kHexDigit : 0) | (blank ? kBlank : 0) |
               (stops ? kStopsString : 0);
  }
  return table;
}();

inline bool Is(char c, uint8_t what) { return (kTable[static_cast<uint8_t>(c)] & what) != 0; }
inline bool IsDigit(char c) { return Is(c, kDigit); }
inline bool IsIdentifierPart(char c) { return Is(c, kIdentifierPart); }

// Reads one character of valid UTF-8 at `*at` and moves past it. A surrogate is read as written.
inline uint32_t DecodeUtf8(std::string_view text, size_t* at) {
  const auto byte = [&](size_t i) -> uint32_t {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : 0;
  };
  const uint32_t first = byte(*at);
  if (first < 0x80) return *at += 1, first;
  if (first < 0xE0) return *at += 2, (first & 0x1F) << 6 | (byte(*at - 1) & 0x3F);
  if (first < 0xF0) {
    *at += 3;
    return (first & 0x0F) << 12 | (byte(*at - 2) & 0x3F) << 6 | (byte(*at - 1) & 0x3F);
  }
  *at += 4;
  return (first & 0x07) << 18 | (byte(*at - 3) & 0x3F) << 12 | (byte(*at - 2) & 0x3F) << 6 |
         (byte(*at - 1) & 0x3F);
}

// Writes `c` as UTF-8 (a surrogate like any other code point) and returns the end.
inline char* EncodeUtf8(uint32_t c, char* out) {
  if (c < 0x80) {
    *out++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *out++ = static_cast<char>(0xC0 | c >> 6);
    *out++ = static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *out++ = static_cast<char>(0xE0 | c >> 12);
    *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *out++ = static_cast<char>(0x80 | (c & 0x3F));
  } else {
    *out++ = static_cast<char>(0xF0 | c >> 18);
    *out++ = static_cast<char>(0x80 | (c >> 12 & 0x3F));
    *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *out++ = static_cast<char>(0x80 | (c & 0x3F));
  }
  return out;
}

}  // namespace pysub::characters

#endif  // PYSUB_LEXER_CHARACTERS_H_
