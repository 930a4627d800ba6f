#ifndef PYSUB_VM_NUMBERS_FORMAT_SPEC_H_
#define PYSUB_VM_NUMBERS_FORMAT_SPEC_H_

// The format mini-language: format(value, spec), f"{value:spec}".
//
// Use: ParseFormatSpec, once for a spec that is a constant; then for each value a size bound in
// bytes of UTF-8 (Formatted...Bound), charge it, and Format... into a buffer of that size.
// An empty spec is not special here: FormatInt with it equals str(int), and so on.
// CPython 3.14 library reference, "Format Specification Mini-Language".

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "vm/numbers/float_text.h"
#include "vm/numbers/kernel.h"
#include "vm/numbers/limbs.h"

namespace pysub {

// Whose format a spec is; decides defaults, the errors and the type's name in them.
// kInt also serves bool (whose type name in errors is "bool": give it as type_name).
enum class FormatKind : uint8_t { kStr, kInt, kFloat, kComplex };

// A parsed format specification. Defaults depend on the type that is formatted, see
// ParseFormatSpec().
struct FormatSpec {
  int64_t width = -1;      // -1: not given
  int64_t precision = -1;  // -1: not given
  char32_t fill = U' ';
  char32_t type = 0;              // 0: not given; never so for kStr (s) and kInt (d)
  char align = 0;                 // one of < > = ^, after parsing never 0
  char sign = 0;                  // one of + - space, or 0
  char thousands = 0;             // , or _ or 0: between integer digits
  char fraction_thousands = 0;    // , or _ or 0: between fraction digits (3.14)
  bool alternate = false;         // #
  bool no_negative_zero = false;  // z
};

enum class FormatFault : uint8_t {
  kNone,
  kStopped,
  kDigitLimit,            // Exceeds the limit (4300 digits) for integer string conversion; ...
  kInvalidSpecifier,      // Invalid format specifier '...' for object of type '...'
  kUnknownCode,           // Unknown format code 'x' for object of type '...'
  kTooManyDigits,         // Too many decimal digits in format string
  kMissingPrecision,      // Format specifier missing precision
  kCommaAndUnderscore,    // Cannot specify both ',' and '_'.
  kSeparatorWithCode,     // Cannot specify ',' with 's'.
  kSignInStr,             // Sign not allowed in string format specifier
  kSpaceInStr,            // Space not allowed in string format specifier
  kNegativeZeroInStr,     // Negative zero coercion (z) not allowed in string format specifier
  kAlternateInStr,        // Alternate form (#) not allowed in string format specifier
  kEqualsInStr,           // '=' alignment not allowed in string format specifier
  kPrecisionInInt,        // Precision not allowed in integer format specifier
  kNegativeZeroInInt,     // Negative zero coercion (z) not allowed in integer format specifier
  kSignWithC,             // Sign not allowed with integer format specifier 'c'
  kAlternateWithC,        // Alternate form (#) not allowed with integer format specifier 'c'
  kPrecisionTooBig,       // precision too big
  kZeroPaddingInComplex,  // Zero padding is not allowed in complex format specifier
  kEqualsInComplex,       // '=' alignment flag is not allowed in complex format specifier
  kCharRange,             // OverflowError: %c arg not in range(0x110000)
  kIntTooLargeForC,       // OverflowError: Python int too large to convert to C long
  kIntTooLargeForFloat,   // OverflowError: int too large to convert to float
};

// What went wrong, if anything, and all that its message needs. The text is made only when somebody
// raises it.
struct [[nodiscard]] FormatOutcome {
  FormatFault fault = FormatFault::kNone;
  char32_t code = 0;       // the offending type code, for wordings that show it
  char separator = 0;      // the offending separator
  int64_t max_digits = 0;  // for kDigitLimit
  bool ok() const { return fault == FormatFault::kNone; }
};

// All are ValueError but the last three.
constexpr NumberErrorKind FormatFaultKind(FormatFault fault) {
  return fault >= FormatFault::kCharRange ? NumberErrorKind::kOverflowError
                                          : NumberErrorKind::kValueError;
}
// The wording. `spec` is the whole spec, `type_name` that of the object. Bound first, then the
// text; returns how many bytes were written.
size_t FormatFaultTextBound(std::string_view spec, std::string_view type_name);
size_t FormatFaultText(FormatOutcome outcome, std::string_view spec, std::string_view type_name,
                       char* out);

// `spec` is UTF-8. Digits of width and precision are ASCII's only.
FormatOutcome ParseFormatSpec(std::string_view spec, FormatKind kind, FormatSpec* out);

// What Format... wrote.
struct FormattedText {
  size_t bytes = 0;
  size_t code_points = 0;
};

// What bounds say for results that no memory could hold (a width near 2**63).
inline constexpr size_t kTooManyBytes = std::numeric_limits<size_t>::max() / 4;

// Text. `code_points` is the length of `text`.
size_t FormattedStrBound(const FormatSpec& spec, std::string_view text, size_t code_points);
FormatOutcome FormatStr(const FormatSpec& spec, std::string_view text, size_t code_points,
                        std::span<char> out, FormattedText* written);

// Integers. The float codes (e f g % ...) are served too; for those and for values of one limb the
// scratch is empty.
size_t FormattedIntBound(const FormatSpec& spec, IntView value);
size_t FormatIntScratch(const FormatSpec& spec, IntView value);
FormatOutcome FormatInt(const FormatSpec& spec, IntView value, int64_t max_digits,
                        std::span<char> out, LimbsOut scratch, Ticker ticker,
                        FormattedText* written);

// Floats and complex numbers.
size_t FormattedFloatBound(const FormatSpec& spec, double value);
FormatOutcome FormatFloat(const FormatSpec& spec, double value, std::span<char> out,
                          FormattedText* written);
size_t FormattedComplexBound(const FormatSpec& spec, Complex value);
FormatOutcome FormatComplex(const FormatSpec& spec, Complex value, std::span<char> out,
                            FormattedText* written);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_FORMAT_SPEC_H_
