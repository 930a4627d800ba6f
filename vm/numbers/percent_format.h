#ifndef PYSUB_VM_NUMBERS_PERCENT_FORMAT_H_
#define PYSUB_VM_NUMBERS_PERCENT_FORMAT_H_

// printf-style formatting, '%5.2f' % x: parsing one conversion, and formatting a number with it.
// The walk over the arguments, the conversion of an argument to a number and %s %r %a texts are the
// caller's; PadPercentText finishes those. CPython 3.14 library reference, "printf-style String
// Formatting".

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "vm/numbers/format_spec.h"
#include "vm/numbers/kernel.h"
#include "vm/numbers/limbs.h"

namespace pysub {

// One conversion of a % format: %(key)-05.3d.
struct PercentSpec {
  // The (key) of a mapping conversion, without the outer parentheses; valid if has_key.
  std::string_view key;
  bool has_key = false;
  bool left = false;       // -
  bool plus = false;       // +
  bool space = false;      // space
  bool alternate = false;  // #
  bool zero = false;       // 0
  // -1: not given. The caller replaces them when the matching ..._from_argument is set; a negative
  // width argument then means left and its magnitude, a negative precision argument 0.
  int64_t width = -1;
  int64_t precision = -1;
  bool width_from_argument = false;      // *
  bool precision_from_argument = false;  // .*
  char32_t conversion = 0;               // d i u o x X e E f F g G c r s a b %, or anything else
  // Where the conversion character is, in code points of the whole format; for the ValueError
  // "unsupported format character 'y' (0x79) at index N", which shows '?' for anything outside
  // 31..125. A '%' here was not an immediate '%%' (that is the caller's) and is unsupported too.
  size_t conversion_index = 0;
};

enum class PercentFault : uint8_t {
  kNone,
  kStopped,
  kIncomplete,         // ValueError: incomplete format
  kIncompleteKey,      // ValueError: incomplete format key
  kWidthTooBig,        // ValueError: width too big
  kPrecisionTooBig,    // ValueError: precision too big
  kDigitLimit,         // ValueError; DigitLimitText() has the wording
  kPrecisionTooLarge,  // OverflowError: precision too large
};
const char* PercentFaultText(PercentFault fault);

// Parses one conversion. `*position` is the byte just after '%', `*index` the same in code points
// (counted from the start of the format); both are moved past the conversion. For kIncomplete `out`
// has what was read before the end, because CPython takes the arguments of `*` first.
// `unit` is what `index` counts and a conversion is one of: code points of str, bytes of bytes.
enum class PercentUnit : uint8_t { kCodePoint, kByte };
PercentFault ParsePercentSpec(std::string_view format, size_t* position, size_t* index,
                              PercentSpec* out, PercentUnit unit = PercentUnit::kCodePoint);

// d i u o x X of an integer.
size_t PercentIntBound(const PercentSpec& spec, IntView value);
size_t PercentIntScratch(const PercentSpec& spec, IntView value);
PercentFault PercentInt(const PercentSpec& spec, IntView value, int64_t max_digits,
                        std::span<char> out, LimbsOut scratch, Ticker ticker,
                        FormattedText* written);

// e E f F g G of a float.
size_t PercentFloatBound(const PercentSpec& spec, double value);
PercentFault PercentFloat(const PercentSpec& spec, double value, std::span<char> out,
                          FormattedText* written);

// s r a c: cuts to the precision (not for c), pads to the width.
size_t PercentTextBound(const PercentSpec& spec, std::string_view text, size_t code_points);
FormattedText PercentText(const PercentSpec& spec, std::string_view text, size_t code_points,
                          std::span<char> out);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_PERCENT_FORMAT_H_
