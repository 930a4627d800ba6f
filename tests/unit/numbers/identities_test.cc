// Laws that need no reference: sums, products, shifts and texts agree with each other; and the
// promises of the headers that Python cannot show.

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "vm/numbers/complex_math.h"
#include "vm/numbers/float_math.h"
#include "vm/numbers/float_text.h"
#include "vm/numbers/format_spec.h"
#include "vm/numbers/hash.h"
#include "vm/numbers/int_math.h"
#include "vm/numbers/limbs.h"
#include "vm/numbers/percent_format.h"

namespace pysub {
namespace {

struct Number {
  std::vector<uint64_t> limbs;
  bool negative = false;

  Number() = default;
  Number(LimbsOut out, IntResult result)
      : limbs(out.begin(), out.begin() + static_cast<ptrdiff_t>(result.size)),
        negative(result.negative) {}
  IntView view() const { return {limbs, negative}; }
};

Number ANumber(std::mt19937_64& random) {
  Number number;
  number.limbs.resize(random() % 30);
  for (uint64_t& limb : number.limbs) limb = random() % 3 == 0 ? ~uint64_t{0} : random();
  if (!number.limbs.empty()) number.limbs.back() |= 1;
  number.negative = !number.limbs.empty() && random() % 2 == 0;
  return number;
}

Number Sum(const Number& a, const Number& b) {
  std::vector<uint64_t> out(AddLimbs(a.limbs.size(), b.limbs.size()));
  return {out, Add(a.view(), b.view(), out)};
}

Number Product(const Number& a, const Number& b) {
  std::vector<uint64_t> out(MulLimbs(a.limbs.size(), b.limbs.size()));
  std::vector<uint64_t> scratch(MulScratch(a.limbs.size(), b.limbs.size()));
  IntResult result;
  EXPECT_TRUE(Mul(a.view(), b.view(), out, scratch, Ticker(), &result).ok());
  return {out, result};
}

TEST(NumbersIdentitiesTest, QuotientTimesDivisorPlusRestIsTheNumber) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 5000; ++i) {
    const Number a = ANumber(random);
    const Number b = ANumber(random);
    if (b.limbs.empty()) continue;
    std::vector<uint64_t> q(QuotientLimbs(a.limbs.size(), b.limbs.size()));
    std::vector<uint64_t> r(RemainderLimbs(b.limbs.size()));
    std::vector<uint64_t> scratch(DivModScratch(a.limbs.size(), b.limbs.size()));
    IntResult quotient;
    IntResult rest;
    ASSERT_TRUE(DivMod(a.view(), b.view(), q, r, scratch, Ticker(), &quotient, &rest).ok());
    const Number back = Sum(Product(Number(q, quotient), b), Number(r, rest));
    EXPECT_TRUE(Equal(back.view(), a.view()));
    if (rest.size != 0) {
      EXPECT_EQ(rest.negative, b.negative);
    }
  }
}

TEST(NumbersIdentitiesTest, ShiftsAreProductsAndFloorQuotientsByPowersOfTwo) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 5000; ++i) {
    const Number a = ANumber(random);
    const uint64_t count = random() % 300;
    std::vector<uint64_t> two(PowLimbs(SmallInt(2), count)),
        scratch(PowScratch(SmallInt(2), count));
    IntResult result;
    ASSERT_TRUE(Pow(SmallInt(2), count, two, scratch, Ticker(), &result).ok());
    const Number power(two, result);
    std::vector<uint64_t> left(ShiftLeftLimbs(a.view(), count) + 1);
    const Number shifted(left, ShiftLeft(a.view(), count, left));
    EXPECT_TRUE(Equal(shifted.view(), Product(a, power).view()));
    std::vector<uint64_t> right(ShiftRightLimbs(shifted.view(), count));
    const Number back(right, ShiftRight(shifted.view(), count, right));
    EXPECT_TRUE(Equal(back.view(), a.view()));
  }
}

TEST(NumbersIdentitiesTest, TextInEveryBaseReadsBack) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; ++i) {
    const Number a = ANumber(random);
    const int base = 2 + static_cast<int>(random() % 35);
    std::vector<char> text(ToStringChars(a.view(), base));
    std::vector<uint64_t> scratch(ToStringScratch(a.view(), base));
    size_t size = 0;
    ASSERT_TRUE(ToString(a.view(), base, 0, text, scratch, Ticker(), &size).ok());
    const std::optional<ParsedInt> parsed = ScanInt({text.data(), size}, base);
    ASSERT_TRUE(parsed.has_value());
    std::vector<uint64_t> out(ParseIntLimbs(*parsed)), space(ParseIntScratch(*parsed));
    IntResult result;
    ASSERT_TRUE(ParseInt(*parsed, 0, out, space, Ticker(), &result).ok());
    EXPECT_TRUE(Equal(View(out, result), a.view()));
  }
}

TEST(NumbersIdentitiesTest, FloatsReadBackFromTheirRepr) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 200000; ++i) {
    double value;
    const uint64_t bits = random();
    std::memcpy(&value, &bits, sizeof(value));
    if (i % 2 == 0) value = static_cast<double>(static_cast<int64_t>(bits) >> 30) / 1000.0;
    if (std::isnan(value)) continue;
    char text[kFloatReprChars];
    const size_t size = FloatRepr(value, text);
    const std::optional<double> back = ParseFloat({text, size});
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(std::signbit(*back), std::signbit(value));
    EXPECT_EQ(*back, value) << std::string(text, size);
  }
}

// The fast path of repr finds the same shortest digits as the general one.
TEST(NumbersIdentitiesTest, ReprIsShortest) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200000; ++i) {
    const double value = static_cast<double>(static_cast<int64_t>(random() >> 24)) /
                         std::pow(10.0, static_cast<double>(random() % 12));
    char text[kFloatReprChars];
    const size_t size = FloatRepr(value, text);
    char shortest[64];
    const std::to_chars_result plain =
        std::to_chars(shortest, shortest + sizeof(shortest), value, std::chars_format::fixed);
    std::string expected(shortest, plain.ptr);
    if (expected.find('.') == std::string::npos) expected += ".0";
    const bool has_exponent = std::string_view(text, size).find('e') != std::string_view::npos;
    if (!has_exponent) {
      EXPECT_EQ(std::string(text, size), expected);
    }
  }
}

// The fast ways to round to places and to digits agree with the library's, most of all near powers
// of ten and halves.
TEST(NumbersIdentitiesTest, FastRoundingAgreesWithToChars) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 300000; ++i) {
    double value = std::pow(10.0, static_cast<double>(random() % 22) - 6);
    switch (random() % 3) {
      case 0:
        for (uint64_t step = random() % 4; step > 0; --step) value = std::nextafter(value, 0.0);
        break;
      case 1: value *= 1.0 + static_cast<double>(random() % 2000) / 128.0; break;
      default: value *= static_cast<double>(random() >> 11) * 0x1p-53; break;
    }
    const int places = static_cast<int>(random() % 19);
    for (const char type : {'e', 'f'}) {
      FormatSpec spec;
      spec.align = '>';
      spec.precision = places;
      spec.type = static_cast<char32_t>(type);
      char text[80];
      char expected[80];
      FormattedText written;
      ASSERT_TRUE(FormatFloat(spec, value, text, &written).ok());
      const char* end =
          std::to_chars(expected, expected + sizeof(expected), value,
                        type == 'e' ? std::chars_format::scientific : std::chars_format::fixed,
                        places)
              .ptr;
      ASSERT_EQ(std::string(text, written.bytes),
                std::string(expected, static_cast<size_t>(end - expected)));
    }
  }
}

// A width that memory could not hold is seen in the bound, before anything is written.
TEST(NumbersIdentitiesTest, SizeBoundsNameHugeResults) {
  FormatSpec spec;
  ASSERT_TRUE(ParseFormatSpec("1000000000000d", FormatKind::kInt, &spec).ok());
  EXPECT_GE(FormattedIntBound(spec, SmallInt(1)), 1000000000000u);
  for (const char* huge : {"😀>4611686018427387904d", "9223372036854775807d"}) {
    ASSERT_TRUE(ParseFormatSpec(huge, FormatKind::kInt, &spec).ok());
    EXPECT_GE(FormattedIntBound(spec, SmallInt(1)), kTooManyBytes);
  }
  ASSERT_TRUE(ParseFormatSpec(".2147483647f", FormatKind::kFloat, &spec).ok());
  EXPECT_GE(FormattedFloatBound(spec, 1.0), 2147483647u);
  EXPECT_EQ(PowLimbs(SmallInt(3), ~uint64_t{0}), kTooManyLimbs);
  EXPECT_EQ(PowScratch(SmallInt(3), ~uint64_t{0}), kTooManyLimbs);
  EXPECT_EQ(ShiftLeftLimbs(SmallInt(1), ~uint64_t{0}), size_t{1} + (~uint64_t{0} >> 6) + 1);
  EXPECT_EQ(FactorialLimbs(~uint64_t{0}), kTooManyLimbs);
  EXPECT_EQ(PermLimbs(SmallInt(INT64_MAX), uint64_t{1} << 62), kTooManyLimbs);
  EXPECT_EQ(PowLimbs(SmallInt(1), ~uint64_t{0}), 3u);
}

// What is left of a % conversion when it ends, and where, in the units of its text.
TEST(NumbersIdentitiesTest, ConversionsAreFoundInTextAndInBytes) {
  PercentSpec spec;
  size_t position = 4;
  size_t index = 2;
  const std::string_view text = "日%(k(é))-*.3€!";
  ASSERT_EQ(ParsePercentSpec(text, &position, &index, &spec), PercentFault::kNone);
  EXPECT_EQ(spec.key, "k(é)");
  EXPECT_TRUE(spec.left && spec.width_from_argument && !spec.precision_from_argument);
  EXPECT_EQ(spec.precision, 3);
  EXPECT_EQ(spec.conversion, U'€');
  EXPECT_EQ(spec.conversion_index, 12u);
  EXPECT_EQ(index, 13u);
  EXPECT_EQ(text.substr(position), "!");

  position = index = 1;
  ASSERT_EQ(ParsePercentSpec("%\xC3\xA9", &position, &index, &spec, PercentUnit::kByte),
            PercentFault::kNone);
  EXPECT_EQ(spec.conversion, char32_t{0xC3});
  EXPECT_EQ(position, 2u);

  position = index = 1;
  ASSERT_EQ(ParsePercentSpec("%(a)*", &position, &index, &spec), PercentFault::kIncomplete);
  EXPECT_TRUE(spec.has_key && spec.width_from_argument);
}

TEST(NumbersIdentitiesTest, SmallIntegersDivideTowardsMinusInfinity) {
  for (int64_t a = -20; a <= 20; ++a) {
    for (int64_t b = -7; b <= 7; ++b) {
      if (b == 0) continue;
      const int64_t quotient = FloorDivInt64(a, b);
      const int64_t rest = FloorModInt64(a, b);
      EXPECT_EQ(quotient * b + rest, a);
      EXPECT_TRUE(rest == 0 || (rest < 0) == (b < 0));
      EXPECT_LT(std::abs(rest), std::abs(b));
    }
  }
  int64_t out = 0;
  EXPECT_FALSE(ShiftLeftInt64(1, 63, &out));
  EXPECT_TRUE(ShiftLeftInt64(0, 1000, &out));
  EXPECT_TRUE(ShiftLeftInt64(-1, 62, &out));
  EXPECT_EQ(ShiftRightInt64(-1, 1000), -1);
}

TEST(NumbersIdentitiesTest, EqualNumbersHashEqual) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 10000; ++i) {
    const double value = std::ldexp(static_cast<double>(static_cast<int64_t>(random()) >> 11),
                                    static_cast<int>(random() % 900));
    uint64_t limbs[kFromDoubleLimbs];
    IntResult result;
    ASSERT_TRUE(FromDouble(value, limbs, &result).ok());
    EXPECT_EQ(HashInt(View(limbs, result)), HashDouble(value, 0));
    EXPECT_EQ(HashComplex({value, 0.0}, 0), HashDouble(value, 0));
    EXPECT_EQ(CompareWithDouble(View(limbs, result), value), 0);
  }
}

// The exact sum does not depend on the order, and its state stays within its bounds.
TEST(NumbersIdentitiesTest, ExactSumsDoNotDependOnOrder) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    std::vector<double> values(500);
    for (double& value : values) {
      value = std::ldexp(random() % 2 == 0 ? 1.0 : -1.0, static_cast<int>(random() % 2000) - 1060);
    }
    double totals[2];
    for (double& total : totals) {
      ExactSum sum;
      for (const double value : values) ASSERT_TRUE(sum.Add(value).ok());
      ASSERT_LE(sum.size, ExactSum::kMaxPartials);
      ASSERT_TRUE(sum.Total(&total).ok());
      std::shuffle(values.begin(), values.end(), random);
    }
    EXPECT_EQ(totals[0], totals[1]);
  }
}

TEST(NumbersIdentitiesTest, TheIntegerMixerLosesNothing) {
  const HashKey key{0x0123456789ABCDEF, 0xFEDCBA9876543210};
  EXPECT_NE(MixInteger(key, 1), MixInteger(key, 2));
  EXPECT_NE(MixInteger(key, 1), MixInteger(HashKey{1, 2}, 1));
}

}  // namespace
}  // namespace pysub
