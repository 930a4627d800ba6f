#ifndef PYSUB_VM_NUMBERS_NUMBER_LAYOUT_H_
#define PYSUB_VM_NUMBERS_NUMBER_LAYOUT_H_

// Internal to vm/numbers: a formatted number as pieces, and putting the pieces together with
// separators and padding. Header-only because it is on the path of every f"{x:10.2f}".

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "vm/numbers/decimal_text.h"

namespace pysub {

// A number before it is put together, with width and separators still to come.
struct NumberPieces {
  char sign = 0;            // 0: none
  const char* prefix = "";  // 0x and the like
  size_t prefix_size = 0;
  FloatPieces digits;  // for integers only `integer` is used
  char suffix = 0;     // % or j
  size_t group = 0;    // digits between separators before the point; 0: none
  char separator = 0;
  char fraction_separator = 0;  // between groups of three behind the point
};

// Sizes that follow from the pieces; `zeros` are put before the integer digits.
struct NumberLayout {
  size_t zeros = 0;
  size_t integer_size = 0;   // with zeros and separators
  size_t fraction_size = 0;  // with separators
  size_t size = 0;           // all
};

inline size_t WithSeparators(size_t digits, size_t group) {
  return digits == 0 || group == 0 ? digits : digits + (digits - 1) / group;
}

// `zero_width` is the size that leading zeros shall bring the number to; 0 for none. A separator is
// never put first, so one more may come out.
inline NumberLayout LayOut(const NumberPieces& pieces, size_t zero_width) {
  NumberLayout layout;
  const FloatPieces& digits = pieces.digits;
  layout.fraction_size = WithSeparators(digits.fraction_size + digits.fraction_zeros,
                                        pieces.fraction_separator != 0 ? 3 : 0);
  const size_t others = (pieces.sign != 0 ? 1 : 0) + pieces.prefix_size + (digits.point ? 1 : 0) +
                        layout.fraction_size + digits.exponent_size + (pieces.suffix != 0 ? 1 : 0);
  size_t count = digits.integer_size;
  if (count != 0 && zero_width > others) {
    const size_t room = zero_width - others;
    size_t wanted = room;
    if (pieces.group != 0) {
      // The fewest digits that fill the room with their separators.
      wanted = room - (room - 1) / (pieces.group + 1);
    }
    if (wanted > count) {
      layout.zeros = wanted - count;
      count = wanted;
    }
  }
  layout.integer_size = WithSeparators(count, pieces.group);
  layout.size = others + layout.integer_size;
  return layout;
}

// Sign and prefix, before which or after which the padding goes.
inline char* PutHead(const NumberPieces& pieces, char* at) {
  if (pieces.sign != 0) *at++ = pieces.sign;
  for (size_t i = 0; i < pieces.prefix_size; ++i) *at++ = pieces.prefix[i];
  return at;
}

// All the rest; returns the end.
char* PutGrouped(const NumberPieces& pieces, const NumberLayout& layout, char* at);

inline char* PutBody(const NumberPieces& pieces, const NumberLayout& layout, char* at) {
  if (pieces.group != 0 || pieces.fraction_separator != 0) return PutGrouped(pieces, layout, at);
  const FloatPieces& digits = pieces.digits;
  std::memset(at, '0', layout.zeros);
  at += layout.zeros;
  std::memcpy(at, digits.integer, digits.integer_size);
  at += digits.integer_size;
  if (digits.point) *at++ = '.';
  std::memcpy(at, digits.fraction, digits.fraction_size);
  at += digits.fraction_size;
  std::memset(at, '0', digits.fraction_zeros);
  at += digits.fraction_zeros;
  std::memcpy(at, digits.exponent, digits.exponent_size);
  at += digits.exponent_size;
  if (pieces.suffix != 0) *at++ = pieces.suffix;
  return at;
}

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_NUMBER_LAYOUT_H_
