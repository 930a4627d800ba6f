// Properties of code points, of Unicode 16.0, as CPython 3.14 answers them.
//
// Every function takes any value up to kMaxCodePoint, surrogates and unassigned ones included, and
// answers from read-only tables in two loads. All are pure, thread-safe, and allocate nothing.
// Names of characters are in unicode_names.h. Source: Unicode 16.0, CPython 3.14 `unicodedata` and
// "Text Sequence Type".
#ifndef PYSUB_LEXER_UNICODE_UNICODE_PROPERTIES_H_
#define PYSUB_LEXER_UNICODE_UNICODE_PROPERTIES_H_

#include <cstdint>
#include <string_view>

namespace pysub {

inline constexpr std::string_view kUnicodeVersion = "16.0.0";

// The order is the order of the names in unicode_properties.cc.
// clang-format off
enum class GeneralCategory : uint8_t {
  kCn, kLu, kLl, kLt, kMn, kMc, kMe, kNd, kNl, kNo, kZs, kZl, kZp, kCc, kCf,
  kCs, kCo, kLm, kLo, kPc, kPd, kPs, kPe, kPi, kPf, kPo, kSm, kSc, kSk, kSo,
};
// clang-format on

GeneralCategory CategoryOf(char32_t c);
std::string_view CategoryName(GeneralCategory category);  // "Lu"

// unicodedata.bidirectional(): "L", "AN" ...; empty for an unassigned code point.
std::string_view BidirectionalClass(char32_t c);
// unicodedata.combining(): canonical combining class, 0 to 254.
int CombiningClass(char32_t c);
// unicodedata.east_asian_width(): "N", "Na", "A", "W", "F", "H".
std::string_view EastAsianWidth(char32_t c);
// unicodedata.mirrored().
bool IsMirrored(char32_t c);

// Value 0..9 of a decimal digit, or -1. (What int() and float() accept.)
int DecimalValue(char32_t c);
// Value 0..9 of a digit in the wider sense (superscripts, circled digits), or -1.
int DigitValue(char32_t c);

// A number that a character stands for: numerator / denominator; denominator 0: none.
struct NumericValue {
  int64_t numerator = 0;
  int32_t denominator = 0;
  constexpr bool has_value() const { return denominator != 0; }
  constexpr double AsDouble() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
};
NumericValue NumericValueOf(char32_t c);

inline constexpr int kMaxDecomposition = 18;

// The character's own decomposition mapping, one step, as UnicodeData.txt has it; size 0: none.
// Hangul syllables have none here, as in unicodedata.decomposition().
struct Decomposition {
  std::string_view tag;  // "<compat>", "<font>" ...; empty: canonical
  int size = 0;
  char32_t code_points[kMaxDecomposition];
};
Decomposition DecompositionOf(char32_t c);

// Case. Simple mappings give one code point, `c` itself when it has none.
char32_t SimpleUpper(char32_t c);
char32_t SimpleLower(char32_t c);
char32_t SimpleTitle(char32_t c);

// Full mappings give one to three code points; no locale, no context (lower() of a final sigma is
// the business of AppendLower in text_kernels.h).
struct CaseMapping {
  int size;
  char32_t code_points[3];
};
CaseMapping FullUpper(char32_t c);
CaseMapping FullLower(char32_t c);
CaseMapping FullTitle(char32_t c);
CaseMapping FullFold(char32_t c);

// The predicates behind str.isX(), for one code point.
bool IsAlphaCodePoint(char32_t c);
bool IsAlnumCodePoint(char32_t c);
bool IsDecimalCodePoint(char32_t c);
bool IsDigitCodePoint(char32_t c);
bool IsNumericCodePoint(char32_t c);
bool IsLowerCodePoint(char32_t c);
bool IsUpperCodePoint(char32_t c);
bool IsTitleCodePoint(char32_t c);  // general category Lt
bool IsSpaceCodePoint(char32_t c);
bool IsPrintableCodePoint(char32_t c);
bool IsXidStart(char32_t c);  // as PEP 3131; '_' is not among them: see IsIdentifierStart
bool IsXidContinue(char32_t c);
bool IsCased(char32_t c);
bool IsCaseIgnorable(char32_t c);

// What may begin and continue a Python identifier (before NFKC).
inline bool IsIdentifierStart(char32_t c) {
  if (c < 0x80) return (c | 0x20) - 'a' < 26 || c == '_';
  return IsXidStart(c);
}
inline bool IsIdentifierContinue(char32_t c) {
  if (c < 0x80) return (c | 0x20) - 'a' < 26 || c == '_' || c - '0' < 10;
  return IsXidContinue(c);
}

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_UNICODE_PROPERTIES_H_
