#include "tests/unit/numbers/play.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>

#include "vm/numbers/complex_math.h"
#include "vm/numbers/float_math.h"
#include "vm/numbers/float_text.h"
#include "vm/numbers/format_spec.h"
#include "vm/numbers/hash.h"
#include "vm/numbers/int_math.h"
#include "vm/numbers/limbs.h"
#include "vm/numbers/mersenne.h"
#include "vm/numbers/percent_format.h"

namespace pysub {
namespace {

using Fields = std::vector<std::string>;

// An integer with its own limbs.
struct OwnInt {
  std::vector<uint64_t> limbs;
  bool negative = false;

  IntView view() const { return {limbs, negative}; }
};

OwnInt ReadInt(const std::string& text) {
  OwnInt result;
  const bool negative = text[0] == '-';
  const std::string digits = text.substr(negative ? 3 : 2);
  for (size_t end = digits.size(); end > 0;) {
    const size_t begin = end > 16 ? end - 16 : 0;
    result.limbs.push_back(std::strtoull(digits.substr(begin, end - begin).c_str(), nullptr, 16));
    end = begin;
  }
  while (!result.limbs.empty() && result.limbs.back() == 0) result.limbs.pop_back();
  result.negative = negative && !result.limbs.empty();
  return result;
}

std::string Show(IntView a) {
  if (a.IsZero()) return a.negative ? "negative zero" : "0x0";
  if (a.limbs.back() == 0) return "not normalised";
  char text[24];
  std::snprintf(text, sizeof(text), "%s0x%lx", a.negative ? "-" : "", a.limbs.back());
  std::string result = text;
  for (size_t i = a.limbs.size() - 1; i-- > 0;) {
    std::snprintf(text, sizeof(text), "%016lx", a.limbs[i]);
    result += text;
  }
  return result;
}

std::string Show(double value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

std::string Show(Complex value) { return Show(value.real) + " " + Show(value.imag); }

std::string Show(NumberError error) {
  if (error.kind != NumberErrorKind::kDigitLimit) return std::string("!") + error.text;
  char text[200];
  return "!" + std::string(text, DigitLimitText(kDefaultMaxStrDigits, -1, text));
}

template <typename T>
std::string ShowOr(NumberError error, const T& value) {
  return error.ok() ? Show(value) : Show(error);
}

// An exact allocation.
template <typename T>
class Exactly {
 public:
  explicit Exactly(size_t size)
      : data_(static_cast<T*>(std::malloc(size * sizeof(T) + (size == 0)))), size_(size) {
    if (size > 0) std::memset(data_, 0xAB, size * sizeof(T));
  }
  ~Exactly() { std::free(data_); }
  Exactly(const Exactly&) = delete;

  operator std::span<T>() const { return {data_, size_}; }
  T* data() const { return data_; }
  std::string Text(size_t size) const { return {reinterpret_cast<const char*>(data_), size}; }

 private:
  T* data_;
  size_t size_;
};
using LimbBuffer = Exactly<uint64_t>;
using TextBuffer = Exactly<char>;

double ReadFloat(const std::string& text) { return std::strtod(text.c_str(), nullptr); }
int64_t ReadCount(const std::string& text) { return std::strtoll(text.c_str(), nullptr, 10); }
uint64_t ReadUnsigned(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

size_t CodePoints(const std::string& text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

// A ticker that never stops but makes every kernel take its ticking path.
bool GoOn(void*, uint64_t) { return true; }
constexpr Ticker kTicker{GoOn, nullptr};

std::string PlayDivMod(const Fields& f) {
  const OwnInt a = ReadInt(f[1]);
  const OwnInt b = ReadInt(f[2]);
  const size_t n = a.limbs.size();
  const size_t m = b.limbs.size();
  const LimbBuffer quotient(QuotientLimbs(n, m)), rest(RemainderLimbs(m)),
      scratch(DivModScratch(n, m));
  IntResult q, r, alone;
  NumberError error = DivMod(a.view(), b.view(), quotient, rest, scratch, kTicker, &q, &r);
  if (!error.ok()) return Show(error);
  const std::string result = Show(View(quotient, q)) + " " + Show(View(rest, r));
  const std::string quotient_text = Show(View(quotient, q));
  error = DivMod(a.view(), b.view(), quotient, {}, scratch, kTicker, &alone, nullptr);
  if (Show(View(quotient, alone)) != quotient_text) return "quotient alone differs";
  error = DivMod(a.view(), b.view(), {}, rest, scratch, kTicker, nullptr, &alone);
  if (Show(View(rest, alone)) != Show(View(rest, r))) return "remainder alone differs";
  return result;
}

std::string PlayLinear(const Fields& f, IntResult (*function)(IntView, IntView, LimbsOut)) {
  const OwnInt a = ReadInt(f[1]);
  const OwnInt b = ReadInt(f[2]);
  const LimbBuffer out(AddLimbs(a.limbs.size(), b.limbs.size()));
  const IntResult result = function(a.view(), b.view(), out);
  return Show(View(out, result));
}

using Stoppable = NumberError (*)(IntView, IntView, LimbsOut, LimbsOut, Ticker, IntResult*);
std::string PlayStoppable(const Fields& f, size_t (*limbs)(size_t, size_t),
                          size_t (*scratch_limbs)(size_t, size_t), Stoppable function) {
  const OwnInt a = ReadInt(f[1]);
  const OwnInt b = ReadInt(f[2]);
  const size_t n = a.limbs.size();
  const size_t m = b.limbs.size();
  const LimbBuffer out(limbs(n, m)), scratch(scratch_limbs(n, m));
  IntResult result;
  const NumberError error = function(a.view(), b.view(), out, scratch, kTicker, &result);
  return error.ok() ? Show(View(out, result)) : Show(error);
}

// int_math.h's functions of an integer and a count.
std::string PlayCounted(const Fields& f, size_t (*limbs)(IntView, uint64_t),
                        size_t (*scratch_limbs)(IntView, uint64_t),
                        NumberError (*function)(IntView, uint64_t, LimbsOut, LimbsOut, Ticker,
                                                IntResult*)) {
  const OwnInt a = ReadInt(f[1]);
  const uint64_t count = ReadUnsigned(f[2]);
  const LimbBuffer out(limbs(a.view(), count)), scratch(scratch_limbs(a.view(), count));
  IntResult result;
  const NumberError error = function(a.view(), count, out, scratch, kTicker, &result);
  return error.ok() ? Show(View(out, result)) : Show(error);
}

std::string PlayShift(const Fields& f, size_t (*limbs)(IntView, uint64_t),
                      IntResult (*function)(IntView, uint64_t, LimbsOut)) {
  const OwnInt a = ReadInt(f[1]);
  const uint64_t count = ReadUnsigned(f[2]);
  const LimbBuffer out(limbs(a.view(), count));
  const IntResult result = function(a.view(), count, out);
  return Show(View(out, result));
}

std::string PlayPowMod(const Fields& f) {
  const OwnInt a = ReadInt(f[1]);
  const OwnInt e = ReadInt(f[2]);
  const OwnInt m = ReadInt(f[3]);
  const LimbBuffer out(m.limbs.size()),
      scratch(PowModScratch(a.limbs.size(), e.limbs.size(), m.limbs.size()));
  IntResult result;
  const NumberError error = PowMod(a.view(), e.view(), m.view(), out, scratch, kTicker, &result);
  return error.ok() ? Show(View(out, result)) : Show(error);
}

std::string PlayStr(const Fields& f) {
  const OwnInt a = ReadInt(f[1]);
  const int base = static_cast<int>(ReadCount(f[2]));
  const TextBuffer out(ToStringChars(a.view(), base));
  const LimbBuffer scratch(ToStringScratch(a.view(), base));
  size_t size = 0;
  const NumberError error = ToString(a.view(), base, 0, out, scratch, kTicker, &size);
  return error.ok() ? out.Text(size) : Show(error);
}

std::string PlayInt(const Fields& f) {
  const std::optional<ParsedInt> parsed = ScanInt(f[1], static_cast<int>(ReadCount(f[2])));
  if (!parsed) return "!";
  const LimbBuffer out(ParseIntLimbs(*parsed)), scratch(ParseIntScratch(*parsed));
  IntResult result;
  const NumberError error = ParseInt(*parsed, 0, out, scratch, kTicker, &result);
  if (!error.ok()) return Show(error);
  if (SmallValue(*parsed) != ToInt64(View(out, result))) return "the small value differs";
  return Show(View(out, result));
}

std::string PlayBytes(const Fields& f) {
  const OwnInt a = ReadInt(f[1]);
  const ByteOrder order = f[3] == "big" ? ByteOrder::kBig : ByteOrder::kLittle;
  const bool is_signed = f[4] == "signed";
  const Exactly<uint8_t> bytes(static_cast<size_t>(ReadCount(f[2])));
  const NumberError error = ToBytes(a.view(), order, is_signed, bytes);
  if (!error.ok()) return Show(error);
  const std::span<uint8_t> written = bytes;
  const LimbBuffer out(FromBytesLimbs(written.size()));
  const IntResult back = FromBytes(written, order, is_signed, out);
  if (!Equal(View(out, back), a.view())) return "does not read back";
  std::string text;
  char digits[4];
  for (const uint8_t byte : written) {
    std::snprintf(digits, sizeof(digits), "%02x", byte);
    text += digits;
  }
  return text;
}

std::string PlayIntFormat(const Fields& f, FormatSpec* spec, FormatOutcome* outcome) {
  const OwnInt a = ReadInt(f[2]);
  const TextBuffer out(FormattedIntBound(*spec, a.view()));
  const LimbBuffer scratch(FormatIntScratch(*spec, a.view()));
  FormattedText written;
  *outcome = FormatInt(*spec, a.view(), kDefaultMaxStrDigits, out, scratch, kTicker, &written);
  return out.Text(written.bytes);
}

// format-TYPE spec value
std::string PlayFormat(const Fields& f, FormatKind kind, const char* type_name) {
  FormatSpec spec;
  FormatOutcome outcome = ParseFormatSpec(f[1], kind, &spec);
  std::string text;
  if (outcome.ok()) {
    FormattedText written;
    switch (kind) {
      case FormatKind::kStr: {
        const TextBuffer out(FormattedStrBound(spec, f[2], CodePoints(f[2])));
        outcome = FormatStr(spec, f[2], CodePoints(f[2]), out, &written);
        text = out.Text(written.bytes);
        if (CodePoints(text) != written.code_points) return "wrong count of code points";
        break;
      }
      case FormatKind::kInt: text = PlayIntFormat(f, &spec, &outcome); break;
      case FormatKind::kFloat: {
        const double value = ReadFloat(f[2]);
        const TextBuffer out(FormattedFloatBound(spec, value));
        outcome = FormatFloat(spec, value, out, &written);
        text = out.Text(written.bytes);
        break;
      }
      case FormatKind::kComplex: {
        const Complex value{ReadFloat(f[2]), ReadFloat(f[3])};
        const TextBuffer out(FormattedComplexBound(spec, value));
        outcome = FormatComplex(spec, value, out, &written);
        text = out.Text(written.bytes);
        break;
      }
    }
  }
  if (outcome.ok()) return text;
  const TextBuffer out(FormatFaultTextBound(f[1], type_name));
  return "!" + out.Text(FormatFaultText(outcome, f[1], type_name, out.data()));
}

// percent-TYPE format value
std::string PlayPercent(const Fields& f, FormatKind kind) {
  PercentSpec spec;
  size_t position = 1;
  size_t index = 1;
  PercentFault fault = ParsePercentSpec(f[1], &position, &index, &spec);
  if (fault == PercentFault::kNone && position != f[1].size()) return "text is left over";
  FormattedText written;
  std::string text;
  if (fault == PercentFault::kNone) {
    if (kind == FormatKind::kStr) {
      const TextBuffer out(PercentTextBound(spec, f[2], CodePoints(f[2])));
      written = PercentText(spec, f[2], CodePoints(f[2]), out);
      text = out.Text(written.bytes);
    } else if (kind == FormatKind::kInt) {
      const OwnInt a = ReadInt(f[2]);
      const TextBuffer out(PercentIntBound(spec, a.view()));
      const LimbBuffer scratch(PercentIntScratch(spec, a.view()));
      fault = PercentInt(spec, a.view(), kDefaultMaxStrDigits, out, scratch, kTicker, &written);
      text = out.Text(written.bytes);
    } else {
      const double value = ReadFloat(f[2]);
      const TextBuffer out(PercentFloatBound(spec, value));
      fault = PercentFloat(spec, value, out, &written);
      text = out.Text(written.bytes);
    }
  }
  if (fault == PercentFault::kDigitLimit) return Show({NumberErrorKind::kDigitLimit, ""});
  return fault == PercentFault::kNone ? text : std::string("!") + PercentFaultText(fault);
}

std::string PlayRandom(const Fields& f) {
  MersenneTwister twister;
  twister.SeedInt(ReadInt(f[1]).view());
  uint64_t limbs[4];
  const std::string first = Show(twister.Random());
  const IntResult bits = twister.GetRandBits(uint64_t{200}, limbs);
  const std::string below = std::to_string(twister.RandBelow(1000));
  const std::string few = std::to_string(twister.GetRandBits(uint32_t{45}));
  return first + " " + Show(View(limbs, bits)) + " " + below + " " + few;
}

using Operation = std::function<std::string(const Fields&)>;

std::string PlayUnary(const Fields& f, NumberError (*function)(double, double*)) {
  double out = 0;
  const NumberError error = function(ReadFloat(f[1]), &out);
  return ShowOr(error, out);
}

std::string PlayBinary(const Fields& f, NumberError (*function)(double, double, double*)) {
  double out = 0;
  const NumberError error = function(ReadFloat(f[1]), ReadFloat(f[2]), &out);
  return ShowOr(error, out);
}

Complex ComplexAt(const Fields& f, size_t i) { return {ReadFloat(f[i]), ReadFloat(f[i + 1])}; }

const std::map<std::string, Operation>& Operations() {
  static const auto* const kOperations = new std::map<std::string, Operation>{
      {"add", [](const Fields& f) { return PlayLinear(f, Add); }},
      {"sub", [](const Fields& f) { return PlayLinear(f, Sub); }},
      {"and", [](const Fields& f) { return PlayLinear(f, And); }},
      {"or", [](const Fields& f) { return PlayLinear(f, Or); }},
      {"xor", [](const Fields& f) { return PlayLinear(f, Xor); }},
      {"mul", [](const Fields& f) { return PlayStoppable(f, MulLimbs, MulScratch, Mul); }},
      {"gcd", [](const Fields& f) { return PlayStoppable(f, GcdLimbs, GcdScratch, Gcd); }},
      {"lcm", [](const Fields& f) { return PlayStoppable(f, LcmLimbs, LcmScratch, Lcm); }},
      {"divmod", PlayDivMod},
      {"pow", [](const Fields& f) { return PlayCounted(f, PowLimbs, PowScratch, Pow); }},
      {"perm", [](const Fields& f) { return PlayCounted(f, PermLimbs, PermScratch, Perm); }},
      {"comb", [](const Fields& f) { return PlayCounted(f, CombLimbs, CombScratch, Comb); }},
      {"powmod", PlayPowMod},
      {"shl", [](const Fields& f) { return PlayShift(f, ShiftLeftLimbs, ShiftLeft); }},
      {"shr", [](const Fields& f) { return PlayShift(f, ShiftRightLimbs, ShiftRight); }},
      {"invert",
       [](const Fields& f) {
         const OwnInt a = ReadInt(f[1]);
         const LimbBuffer out(BitwiseLimbs(a.limbs.size(), 0));
         const IntResult result = Invert(a.view(), out);
         return Show(View(out, result));
       }},
      {"isqrt",
       [](const Fields& f) {
         const OwnInt a = ReadInt(f[1]);
         const LimbBuffer out(IsqrtLimbs(a.limbs.size())), scratch(IsqrtScratch(a.limbs.size()));
         IntResult result;
         const NumberError error = Isqrt(a.view(), out, scratch, kTicker, &result);
         return error.ok() ? Show(View(out, result)) : Show(error);
       }},
      {"factorial",
       [](const Fields& f) {
         const uint64_t n = ReadUnsigned(f[1]);
         const LimbBuffer out(FactorialLimbs(n)), scratch(FactorialScratch(n));
         IntResult result;
         const NumberError error = Factorial(n, out, scratch, kTicker, &result);
         return error.ok() ? Show(View(out, result)) : Show(error);
       }},
      {"str", PlayStr},
      {"int", PlayInt},
      {"bytes", PlayBytes},
      {"bits",
       [](const Fields& f) {
         const OwnInt a = ReadInt(f[1]);
         return std::to_string(BitLength(a.view())) + " " + std::to_string(BitCount(a.view()));
       }},
      {"hash-int",
       [](const Fields& f) {
         const OwnInt a = ReadInt(f[1]);
         const std::optional<int64_t> small = ToInt64(a.view());
         if (small && HashInt64(*small) != HashInt(a.view())) return std::string("differs");
         return std::to_string(HashInt(a.view()));
       }},
      {"compare",
       [](const Fields& f) {
         const OwnInt a = ReadInt(f[1]);
         const OwnInt b = ReadInt(f[2]);
         const int order = Compare(a.view(), b.view());
         if (Equal(a.view(), b.view()) != (order == 0)) return std::string("Equal differs");
         return std::to_string((order > 0) - (order < 0));
       }},
      {"compare-float",
       [](const Fields& f) {
         return std::to_string(CompareWithDouble(ReadInt(f[1]).view(), ReadFloat(f[2])));
       }},
      {"pow-small",
       [](const Fields& f) {
         int64_t out = 0;
         const OwnInt a = ReadInt(f[1]);
         return PowInt64(*ToInt64(a.view()), ReadUnsigned(f[2]), &out) ? std::to_string(out)
                                                                       : "too large";
       }},
      {"true-divide",
       [](const Fields& f) {
         const OwnInt a = ReadInt(f[1]);
         const OwnInt b = ReadInt(f[2]);
         const LimbBuffer scratch(TrueDivideScratch(a.limbs.size(), b.limbs.size()));
         double out = 0;
         const NumberError error = TrueDivide(a.view(), b.view(), scratch, &out);
         return ShowOr(error, out);
       }},
      {"int-to-float",
       [](const Fields& f) {
         double out = 0;
         const OwnInt a = ReadInt(f[1]);
         const NumberError error = ToDouble(a.view(), &out);
         return ShowOr(error, out);
       }},
      {"float-to-int",
       [](const Fields& f) {
         const LimbBuffer out(kFromDoubleLimbs);
         IntResult result;
         const NumberError error = FromDouble(ReadFloat(f[1]), out, &result);
         return error.ok() ? Show(View(out, result)) : Show(error);
       }},
      {"log-int", [](const Fields& f) { return Show(LogInt(ReadInt(f[1]).view())); }},
      {"log2-int", [](const Fields& f) { return Show(Log2Int(ReadInt(f[1]).view())); }},
      {"log10-int", [](const Fields& f) { return Show(Log10Int(ReadInt(f[1]).view())); }},

      {"repr-float",
       [](const Fields& f) {
         const TextBuffer out(kFloatReprChars);
         return out.Text(FloatRepr(ReadFloat(f[1]), out.data()));
       }},
      {"repr-complex",
       [](const Fields& f) {
         const TextBuffer out(kComplexReprChars);
         return out.Text(ComplexRepr(ReadFloat(f[1]), ReadFloat(f[2]), out.data()));
       }},
      {"hex",
       [](const Fields& f) {
         const TextBuffer out(kFloatHexChars);
         return out.Text(FloatHex(ReadFloat(f[1]), out.data()));
       }},
      {"float",
       [](const Fields& f) {
         const std::optional<double> value = ParseFloat(f[1]);
         return value ? Show(*value) : "!";
       }},
      {"complex",
       [](const Fields& f) {
         Complex value;
         const NumberError error = ParseComplex(f[1], &value);
         return ShowOr(error, value);
       }},
      {"fromhex",
       [](const Fields& f) {
         double value = 0;
         const NumberError error = ParseFloatHex(f[1], &value);
         return ShowOr(error, value);
       }},
      {"ratio",
       [](const Fields& f) {
         const LimbBuffer numerator(kRatioLimbs), denominator(kRatioLimbs);
         IntResult n, d;
         const NumberError error = AsIntegerRatio(ReadFloat(f[1]), numerator, denominator, &n, &d);
         if (!error.ok()) return Show(error);
         return Show(View(numerator, n)) + " " + Show(View(denominator, d));
       }},
      {"round",
       [](const Fields& f) {
         double out = 0;
         const NumberError error = RoundFloat(ReadFloat(f[1]), ReadCount(f[2]), &out);
         return ShowOr(error, out);
       }},
      {"divide", [](const Fields& f) { return PlayBinary(f, FloatDivide); }},
      {"floordiv", [](const Fields& f) { return PlayBinary(f, FloatFloorDiv); }},
      {"mod", [](const Fields& f) { return PlayBinary(f, FloatMod); }},
      {"divmod-float",
       [](const Fields& f) {
         double quotient = 0;
         double rest = 0;
         const NumberError error = FloatDivMod(ReadFloat(f[1]), ReadFloat(f[2]), &quotient, &rest);
         return error.ok() ? Show(quotient) + " " + Show(rest) : Show(error);
       }},
      {"pow-float",
       [](const Fields& f) {
         double out = 0;
         bool needs_complex = false;
         const NumberError error = FloatPow(ReadFloat(f[1]), ReadFloat(f[2]), &out, &needs_complex);
         return error.ok() && needs_complex ? "complex" : ShowOr(error, out);
       }},
      {"hash-float",
       [](const Fields& f) { return std::to_string(HashDouble(ReadFloat(f[1]), 0)); }},
      {"hash-complex",
       [](const Fields& f) { return std::to_string(HashComplex(ComplexAt(f, 1), 0)); }},
      {"fsum",
       [](const Fields& f) {
         ExactSum sum;
         for (size_t i = 1; i < f.size(); ++i) {
           const NumberError error = sum.Add(ReadFloat(f[i]));
           if (!error.ok()) return Show(error);
         }
         double out = 0;
         const NumberError error = sum.Total(&out);
         return ShowOr(error, out);
       }},
      {"sum",
       [](const Fields& f) {
         CompensatedSum sum;
         for (size_t i = 1; i < f.size(); ++i) sum.Add(ReadFloat(f[i]));
         return Show(sum.Total());
       }},
      {"sumprod",
       [](const Fields& f) {
         ProductSum sum;
         for (size_t i = 1; i + 1 < f.size(); i += 2) {
           if (!sum.Add(ReadFloat(f[i]), ReadFloat(f[i + 1]))) return std::string("overflow");
         }
         return Show(sum.Total());
       }},
      {"hypot",
       [](const Fields& f) {
         std::vector<double> values;
         for (size_t i = 1; i < f.size(); ++i) values.push_back(ReadFloat(f[i]));
         return Show(Hypot(values));
       }},
      {"gamma", [](const Fields& f) { return PlayUnary(f, Gamma); }},
      {"lgamma", [](const Fields& f) { return PlayUnary(f, LogGamma); }},
      {"log", [](const Fields& f) { return PlayUnary(f, Log); }},
      {"log2", [](const Fields& f) { return PlayUnary(f, Log2); }},
      {"log10", [](const Fields& f) { return PlayUnary(f, Log10); }},
      {"log1p", [](const Fields& f) { return PlayUnary(f, Log1p); }},
      {"fmod", [](const Fields& f) { return PlayBinary(f, Fmod); }},
      {"remainder", [](const Fields& f) { return PlayBinary(f, Remainder); }},
      {"math-pow", [](const Fields& f) { return PlayBinary(f, MathPow); }},
      {"ulp", [](const Fields& f) { return Show(Ulp(ReadFloat(f[1]))); }},
      {"fma",
       [](const Fields& f) {
         double out = 0;
         const NumberError error = Fma(ReadFloat(f[1]), ReadFloat(f[2]), ReadFloat(f[3]), &out);
         return ShowOr(error, out);
       }},
      {"ldexp",
       [](const Fields& f) {
         double out = 0;
         const NumberError error = Ldexp(ReadFloat(f[1]), ReadCount(f[2]), &out);
         return ShowOr(error, out);
       }},
      {"nextafter",
       [](const Fields& f) {
         return Show(NextAfter(ReadFloat(f[1]), ReadFloat(f[2]), ReadUnsigned(f[3])));
       }},
      {"c*c", [](const Fields& f) { return Show(ComplexMul(ComplexAt(f, 1), ComplexAt(f, 3))); }},
      {"c*f", [](const Fields& f) { return Show(ComplexMul(ComplexAt(f, 1), ReadFloat(f[3]))); }},
      {"c+f", [](const Fields& f) { return Show(ComplexAdd(ComplexAt(f, 1), ReadFloat(f[3]))); }},
      {"c-f", [](const Fields& f) { return Show(ComplexSub(ComplexAt(f, 1), ReadFloat(f[3]))); }},
      {"f-c", [](const Fields& f) { return Show(ComplexSub(ReadFloat(f[1]), ComplexAt(f, 2))); }},
      {"c/c",
       [](const Fields& f) {
         Complex out;
         const NumberError error = ComplexDivide(ComplexAt(f, 1), ComplexAt(f, 3), &out);
         return ShowOr(error, out);
       }},
      {"c/f",
       [](const Fields& f) {
         Complex out;
         const NumberError error = ComplexDivide(ComplexAt(f, 1), ReadFloat(f[3]), &out);
         return ShowOr(error, out);
       }},
      {"f/c",
       [](const Fields& f) {
         Complex out;
         const NumberError error = ComplexDivide(ReadFloat(f[1]), ComplexAt(f, 2), &out);
         return ShowOr(error, out);
       }},
      {"c**c",
       [](const Fields& f) {
         Complex out;
         const NumberError error = ComplexPow(ComplexAt(f, 1), ComplexAt(f, 3), &out);
         return ShowOr(error, out);
       }},
      {"abs-complex",
       [](const Fields& f) {
         double out = 0;
         const NumberError error = ComplexAbs(ComplexAt(f, 1), &out);
         return ShowOr(error, out);
       }},

      {"format-str", [](const Fields& f) { return PlayFormat(f, FormatKind::kStr, "str"); }},
      {"format-int", [](const Fields& f) { return PlayFormat(f, FormatKind::kInt, "int"); }},
      {"format-float", [](const Fields& f) { return PlayFormat(f, FormatKind::kFloat, "float"); }},
      {"format-complex",
       [](const Fields& f) { return PlayFormat(f, FormatKind::kComplex, "complex"); }},
      {"percent-str", [](const Fields& f) { return PlayPercent(f, FormatKind::kStr); }},
      {"percent-int", [](const Fields& f) { return PlayPercent(f, FormatKind::kInt); }},
      {"percent-float", [](const Fields& f) { return PlayPercent(f, FormatKind::kFloat); }},

      {"random", PlayRandom},
      {"hash-bytes",
       [](const Fields& f) {
         return std::to_string(static_cast<int64_t>(SipHash13(HashKey{}, f[1])));
       }},
      {"hash-tuple",
       [](const Fields& f) {
         TupleHash hash;
         for (size_t i = 1; i < f.size(); ++i) hash.Add(HashInt(ReadInt(f[i]).view()));
         return std::to_string(hash.Finish());
       }},
      {"hash-frozenset",
       [](const Fields& f) {
         FrozenSetHash hash;
         for (size_t i = 1; i < f.size(); ++i) hash.Add(HashInt(ReadInt(f[i]).view()));
         return std::to_string(hash.Finish());
       }},
  };
  return *kOperations;
}

}  // namespace

Fields SplitLine(const std::string& line) {
  Fields fields;
  size_t begin = 0;
  for (size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', begin)) {
    fields.push_back(line.substr(begin, tab - begin));
    begin = tab + 1;
  }
  fields.push_back(line.substr(begin));
  return fields;
}

std::string Play(const Fields& fields) {
  const auto found = Operations().find(fields[0]);
  return found == Operations().end() ? "?" : found->second(fields);
}

bool SameResult(const std::string& expected, const std::string& actual) {
  if (expected == actual) return true;
  // One or two floats.
  const char* a = expected.c_str();
  const char* b = actual.c_str();
  while (*a != 0 && *b != 0) {
    char* a_end;
    char* b_end;
    const double x = std::strtod(a, &a_end);
    const double y = std::strtod(b, &b_end);
    if (a_end == a || b_end == b) return false;
    if (std::bit_cast<uint64_t>(x) != std::bit_cast<uint64_t>(y) &&
        !(std::isnan(x) && std::isnan(y))) {
      return false;
    }
    a = a_end;
    b = b_end;
  }
  return *a == 0 && *b == 0;
}

}  // namespace pysub
