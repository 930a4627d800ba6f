// What the str methods ask of a code point, in two loads. For the sources of this folder only:
// others use unicode_properties.h, whose functions are calls.
#ifndef PYSUB_LEXER_UNICODE_TEXT_RECORDS_H_
#define PYSUB_LEXER_UNICODE_TEXT_RECORDS_H_

#include <cstddef>
#include <cstdint>

namespace pysub::text_records {

// What str methods need to know about a character. There are few different records; two table
// look-ups lead from a code point to its own, which is the usual compression of Unicode's tables
// (two stages).
struct TextRecord {
  int32_t lower, title, upper, fold;  // to add to the code point
  uint16_t flags;
  int8_t decimal, digit;
  uint16_t special;  // index in kSpecialCases; 0: the four mappings are all there is
};

// The order is that of `flags` in tools/unicode/generate_tables.cc.
enum Flag : uint16_t {
  kAlpha = 1 << 0,
  kDecimal = 1 << 1,
  kDigit = 1 << 2,
  kNumeric = 1 << 3,
  kLower = 1 << 4,
  kUpper = 1 << 5,
  kTitle = 1 << 6,
  kSpace = 1 << 7,
  kLineBreak = 1 << 8,
  kPrintable = 1 << 9,
  kXidStart = 1 << 10,
  kXidContinue = 1 << 11,
  kCased = 1 << 12,
  kCaseIgnorable = 1 << 13,
};

#include "lexer/unicode/text_tables.inc"

inline const TextRecord& TextOf(char32_t c) {
  const size_t block = kTextStage1[c >> kTextShift];
  const size_t low = c & ((1u << kTextShift) - 1);
  return kTextRecords[kTextStage2[(block << kTextShift) + low]];
}

}  // namespace pysub::text_records

#endif  // PYSUB_LEXER_UNICODE_TEXT_RECORDS_H_
