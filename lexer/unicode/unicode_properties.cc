// Properties out of two-stage tables: stage 1 gives the block of a code point's upper bits, stage 2
// a record number for the lower bits. Two sets of records, because code points that are alike to
// the str methods (TextRecord) differ in what only unicodedata tells (GeneralRecord), and the other
// way round; one set would have three times the size.
#include "lexer/unicode/unicode_properties.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "lexer/unicode/text_records.h"
#include "lexer/unicode/utf8.h"

namespace pysub {

using namespace text_records;  // NOLINT(google-build-using-namespace): its only other half

namespace {

struct GeneralRecord {
  uint8_t category;
  uint8_t bidirectional;
  uint8_t combining;
  uint8_t width_and_mirrored;  // bit 3: mirrored
};

// A run of code points with the values numerator, numerator + step, ... over denominator.
struct NumericRun {
  int64_t numerator;
  uint32_t first;
  uint32_t count;
  uint16_t denominator;
  uint8_t step;
};

#include "lexer/unicode/general_tables.inc"

// The orders of these are those of the lists in tools/unicode/generate_tables.cc.
constexpr std::string_view kCategoryNames[] = {
    "Cn", "Lu", "Ll", "Lt", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Zs", "Zl", "Zp", "Cc", "Cf",
    "Cs", "Co", "Lm", "Lo", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So"};
constexpr std::string_view kBidirectionalNames[] = {
    "",   "L",  "LRE", "LRO", "R", "AL", "RLE", "RLO", "PDF", "EN",  "ES",  "ET",
    "AN", "CS", "NSM", "BN",  "B", "S",  "WS",  "ON",  "LRI", "RLI", "FSI", "PDI"};
constexpr std::string_view kWidthNames[] = {"N", "Na", "A", "W", "F", "H"};

const GeneralRecord& GeneralOf(char32_t c) {
  const size_t block = kGeneralStage1[c >> kGeneralShift];
  const size_t low = c & ((1u << kGeneralShift) - 1);
  return kGeneralRecords[kGeneralStage2[(block << kGeneralShift) + low]];
}

bool Has(char32_t c, int flags) { return (TextOf(c).flags & flags) != 0; }

// A special case is one number with the four sizes (lower, title, upper, fold, from the low bits),
// then the code points of the four mappings in that order; all are in the basic plane.
enum SpecialMapping { kSpecialLower, kSpecialTitle, kSpecialUpper, kSpecialFold };

CaseMapping Special(const TextRecord& record, SpecialMapping which) {
  const uint16_t* at = &kSpecialCases[record.special];
  const unsigned sizes = *at++;
  for (int i = 0; i < which; ++i) at += (sizes >> (4 * i)) & 15;
  CaseMapping mapping = {static_cast<int>((sizes >> (4 * which)) & 15), {}};
  for (int i = 0; i < mapping.size; ++i) mapping.code_points[i] = at[i];
  return mapping;
}

CaseMapping Full(char32_t c, int32_t TextRecord::*delta, SpecialMapping which) {
  const TextRecord& record = TextOf(c);
  if (record.special != 0) return Special(record, which);
  return {1, {c + static_cast<char32_t>(record.*delta)}};
}

}  // namespace

GeneralCategory CategoryOf(char32_t c) {
  return static_cast<GeneralCategory>(GeneralOf(c).category);
}

std::string_view CategoryName(GeneralCategory category) {
  return kCategoryNames[static_cast<size_t>(category)];
}

std::string_view BidirectionalClass(char32_t c) {
  return kBidirectionalNames[GeneralOf(c).bidirectional];
}

int CombiningClass(char32_t c) { return GeneralOf(c).combining; }

std::string_view EastAsianWidth(char32_t c) {
  return kWidthNames[GeneralOf(c).width_and_mirrored & 7];
}

bool IsMirrored(char32_t c) { return (GeneralOf(c).width_and_mirrored & 8) != 0; }

int DecimalValue(char32_t c) { return TextOf(c).decimal; }
int DigitValue(char32_t c) { return TextOf(c).digit; }

NumericValue NumericValueOf(char32_t c) {
  if (!Has(c, kNumeric)) return {};
  const NumericRun* run =
      std::upper_bound(std::begin(kNumericRuns), std::end(kNumericRuns), c,
                       [](char32_t value, const NumericRun& r) { return value < r.first; }) -
      1;
  return {run->numerator + static_cast<int64_t>(c - run->first) * run->step, run->denominator};
}

char32_t SimpleUpper(char32_t c) { return c + static_cast<char32_t>(TextOf(c).upper); }
char32_t SimpleLower(char32_t c) { return c + static_cast<char32_t>(TextOf(c).lower); }
char32_t SimpleTitle(char32_t c) { return c + static_cast<char32_t>(TextOf(c).title); }

CaseMapping FullUpper(char32_t c) { return Full(c, &TextRecord::upper, kSpecialUpper); }
CaseMapping FullLower(char32_t c) { return Full(c, &TextRecord::lower, kSpecialLower); }
CaseMapping FullTitle(char32_t c) { return Full(c, &TextRecord::title, kSpecialTitle); }
CaseMapping FullFold(char32_t c) { return Full(c, &TextRecord::fold, kSpecialFold); }

bool IsAlphaCodePoint(char32_t c) { return Has(c, kAlpha); }
bool IsAlnumCodePoint(char32_t c) { return Has(c, kAlpha | kDecimal | kDigit | kNumeric); }
bool IsDecimalCodePoint(char32_t c) { return Has(c, kDecimal); }
bool IsDigitCodePoint(char32_t c) { return Has(c, kDigit); }
bool IsNumericCodePoint(char32_t c) { return Has(c, kNumeric); }
bool IsLowerCodePoint(char32_t c) { return Has(c, kLower); }
bool IsUpperCodePoint(char32_t c) { return Has(c, kUpper); }
bool IsTitleCodePoint(char32_t c) { return Has(c, kTitle); }
bool IsSpaceCodePoint(char32_t c) { return Has(c, kSpace); }
bool IsPrintableCodePoint(char32_t c) { return Has(c, kPrintable); }
bool IsXidStart(char32_t c) { return Has(c, kXidStart); }
bool IsXidContinue(char32_t c) { return Has(c, kXidContinue); }
bool IsCased(char32_t c) { return Has(c, kCased); }
bool IsCaseIgnorable(char32_t c) { return Has(c, kCaseIgnorable); }

}  // namespace pysub
