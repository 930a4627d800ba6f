#ifndef PYSUB_LEXER_UNICODE_ASCII_CLASSES_H_
#define PYSUB_LEXER_UNICODE_ASCII_CLASSES_H_

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "lexer/unicode/text_kernels.h"

// For the kernels of text alone: what they ask of bytes.
namespace pysub {

// What the ASCII half of the tables says, as constants, so that plain text needs no table look-up.
enum AsciiClass : uint8_t {
  kAlphaClass = 1,
  kDigitClass = 2,
  kLowerClass = 4,
  kUpperClass = 8,
  kStrSpaceClass = 16,
  kBytesSpaceClass = 32,
  kLineBreakClass = 64,
  kEscapedClass = 128,  // repr() writes it as an escape, or may: a quote
};

inline constexpr std::array<uint8_t, 128> kAscii = [] {
  std::array<uint8_t, 128> table{};
  for (int i = 0; i < 128; ++i) {
    const char c = static_cast<char>(i);
    uint8_t& to = table[static_cast<size_t>(i)];
    if (c >= 'a' && c <= 'z') to |= kAlphaClass | kLowerClass;
    if (c >= 'A' && c <= 'Z') to |= kAlphaClass | kUpperClass;
    if (c >= '0' && c <= '9') to |= kDigitClass;
    if (IsStrAsciiSpace(c)) to |= kStrSpaceClass;
    if (IsBytesSpace(c)) to |= kBytesSpaceClass;
    if ((c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E)) to |= kLineBreakClass;
    if (c < ' ' || c == 0x7F || c == '\\' || c == '\'' || c == '"') to |= kEscapedClass;
  }
  return table;
}();

inline bool IsAsciiByte(char c) { return static_cast<uint8_t>(c) < 0x80; }
inline bool HasClass(char c, int classes) {
  return IsAsciiByte(c) && (kAscii[static_cast<uint8_t>(c)] & classes) != 0;
}

// Number of the first byte that is not 0 among the 16 of a vector; 16: all are.
inline size_t FirstSet(const void* vector) {
  uint64_t halves[2];
  memcpy(halves, vector, sizeof halves);
  if constexpr (std::endian::native == std::endian::big) {
    for (uint64_t& half : halves) half = __builtin_bswap64(half);
  }
  if (halves[0] != 0) return static_cast<size_t>(std::countr_zero(halves[0])) / 8;
  return 8 + static_cast<size_t>(std::countr_zero(halves[1])) / 8;
}

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_ASCII_CLASSES_H_
