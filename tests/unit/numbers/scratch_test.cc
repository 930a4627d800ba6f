// Every ...Limbs() and ...Scratch() is enough: each operation runs with exactly the room that it
// asks for, over many sizes of its operands, at the borders between its algorithms above all. Too
// little scratch traps (Scratch::Take), too little room for a result breaks a guard word behind it.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "vm/numbers/int_math.h"
#include "vm/numbers/limbs.h"

namespace pysub {
namespace {

constexpr uint64_t kGuard = 0x5eed5eed5eed5eed;
constexpr size_t kMostLimbs = 1 << 20;  // more than that no case wants
const Ticker kTicker([](void*, uint64_t) { return true; }, nullptr);

// As many limbs as asked for, and guards behind them.
class Room {
 public:
  explicit Room(size_t limbs) : limbs_(limbs), words_(limbs + 2, kGuard) {}
  ~Room() {
    EXPECT_EQ(words_[limbs_], kGuard);
    EXPECT_EQ(words_[limbs_ + 1], kGuard);
  }
  operator LimbsOut() { return LimbsOut(words_).first(limbs_); }

 private:
  size_t limbs_;
  std::vector<uint64_t> words_;
};

enum class Shape { kRandom, kOnes, kPower, kLowHalfOfZeros };

struct Number {
  Number(size_t size, Shape shape, uint64_t seed) : limbs(size) {
    std::mt19937_64 random(seed);
    for (uint64_t& limb : limbs) limb = shape == Shape::kOnes ? ~uint64_t{0} : random();
    if (size == 0) return;
    if (shape == Shape::kPower) std::fill(limbs.begin(), limbs.end(), 0);
    if (shape == Shape::kLowHalfOfZeros) std::fill_n(limbs.begin(), size / 2, 0);
    if (limbs.back() == 0) limbs.back() = 1;
  }
  IntView view() const { return {limbs, false}; }

  std::vector<uint64_t> limbs;
};

// Small sizes densely, larger ones around powers of two and in between.
std::vector<size_t> Sizes(size_t largest) {
  std::vector<size_t> sizes{1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17};
  for (size_t size = 20; size <= largest; size += std::max<size_t>(3, size / 9))
    sizes.push_back(size);
  for (size_t size = 32; size <= largest; size *= 2) {
    sizes.insert(sizes.end(), {size - 1, size, size + 1});
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

constexpr Shape kShapes[] = {Shape::kRandom, Shape::kOnes, Shape::kPower, Shape::kLowHalfOfZeros};

template <typename Run>
void ForPairs(size_t largest, Run run) {
  size_t count = 0;
  for (size_t n : Sizes(largest)) {
    for (size_t m : Sizes(largest)) {
      SCOPED_TRACE(std::to_string(n) + " limbs and " + std::to_string(m));
      const Shape shape = kShapes[count++ % std::size(kShapes)];
      run(Number(n, shape, count), Number(m, kShapes[count / 3 % std::size(kShapes)], count + 1));
    }
  }
}

template <typename Run>
void ForEach(size_t largest, Run run) {
  for (size_t n : Sizes(largest)) {
    for (Shape shape : kShapes) {
      SCOPED_TRACE(std::to_string(n) + " limbs, shape " + std::to_string(static_cast<int>(shape)));
      run(Number(n, shape, n));
    }
  }
}

TEST(ScratchTest, Products) {
  ForPairs(1200, [](const Number& a, const Number& b) {
    Room out(MulLimbs(a.limbs.size(), b.limbs.size()));
    Room scratch(MulScratch(a.limbs.size(), b.limbs.size()));
    IntResult result;
    EXPECT_TRUE(Mul(a.view(), b.view(), out, scratch, kTicker, &result).ok());
  });
}

TEST(ScratchTest, Quotients) {
  ForPairs(900, [](const Number& a, const Number& b) {
    const size_t n = a.limbs.size(), m = b.limbs.size();
    Room quotient(QuotientLimbs(n, m)), remainder(RemainderLimbs(m)), scratch(DivModScratch(n, m));
    IntResult of_quotient, of_remainder;
    EXPECT_TRUE(DivMod({a.limbs, true}, b.view(), quotient, remainder, scratch, kTicker,
                       &of_quotient, &of_remainder)
                    .ok());
    Room division(TrueDivideScratch(n, m));
    double value = 0;
    (void)TrueDivide(a.view(), b.view(), division, &value);
  });
}

TEST(ScratchTest, CommonDivisors) {
  ForPairs(300, [](const Number& a, const Number& b) {
    const size_t n = a.limbs.size(), m = b.limbs.size();
    IntResult result;
    Room gcd(GcdLimbs(n, m)), gcd_scratch(GcdScratch(n, m));
    EXPECT_TRUE(Gcd(a.view(), b.view(), gcd, gcd_scratch, kTicker, &result).ok());
    Room lcm(LcmLimbs(n, m)), lcm_scratch(LcmScratch(n, m));
    EXPECT_TRUE(Lcm(a.view(), b.view(), lcm, lcm_scratch, kTicker, &result).ok());
  });
}

TEST(ScratchTest, PowersByAModulus) {
  ForPairs(120, [](const Number& a, const Number& modulus) {
    const Number exponent(1 + a.limbs.size() % 3, Shape::kRandom, a.limbs.size());
    const SmallInt minus_one(-1);
    for (IntView power : {exponent.view(), IntView(minus_one)}) {
      Room out(modulus.limbs.size());
      Room scratch(PowModScratch(a.limbs.size(), power.limbs.size(), modulus.limbs.size()));
      IntResult result;
      // (Not every number has an inverse.)
      (void)PowMod(a.view(), power, modulus.view(), out, scratch, kTicker, &result);
    }
  });
}

TEST(ScratchTest, RootsAndTexts) {
  ForEach(1500, [](const Number& a) {
    IntResult result;
    Room root(IsqrtLimbs(a.limbs.size())), root_scratch(IsqrtScratch(a.limbs.size()));
    EXPECT_TRUE(Isqrt(a.view(), root, root_scratch, kTicker, &result).ok());
    for (int base : {2, 3, 8, 10, 16, 32, 36}) {
      std::string text(ToStringChars(a.view(), base), '\0');
      Room scratch(ToStringScratch(a.view(), base));
      size_t written = 0;
      ASSERT_TRUE(ToString(a.view(), base, 0, text, scratch, kTicker, &written).ok());
      const std::optional<ParsedInt> parsed = ScanInt({text.data(), written}, base);
      ASSERT_TRUE(parsed);
      Room out(ParseIntLimbs(*parsed)), parse_scratch(ParseIntScratch(*parsed));
      ASSERT_TRUE(ParseInt(*parsed, 0, out, parse_scratch, kTicker, &result).ok());
      EXPECT_TRUE(Equal(View(out, result), a.view()));
    }
  });
}

// Functions that take a number and a count.
template <typename LimbsOf, typename ScratchOf, typename Function>
void Counted(const Number& a, uint64_t count, LimbsOf limbs, ScratchOf scratch_of,
             Function function) {
  SCOPED_TRACE("count " + std::to_string(count));
  const size_t size = limbs(a.view(), count), scratch_size = scratch_of(a.view(), count);
  if (std::max(size, scratch_size) > kMostLimbs) return;
  Room out(size), scratch(scratch_size);
  IntResult result;
  EXPECT_TRUE(function(a.view(), count, out, scratch, kTicker, &result).ok());
}

TEST(ScratchTest, PowersAndProductsOfFactors) {
  ForEach(700, [](const Number& a) {
    for (uint64_t count :
         {1, 2, 3, 4, 5, 7, 8, 13, 23, 24, 25, 26, 31, 48, 49, 50, 97, 200, 1000}) {
      if (count * a.limbs.size() > 6000) break;
      Counted(a, count, PowLimbs, PowScratch, Pow);
      Counted(a, count, PermLimbs, PermScratch, Perm);
      Counted(a, count, CombLimbs, CombScratch, Comb);
    }
  });
  for (size_t limbs : {5000, 12000, 40000}) {
    const Number a(limbs, Shape::kRandom, limbs);
    for (uint64_t count : {2, 3, 5}) {
      Counted(a, count, PowLimbs, PowScratch, Pow);
      Counted(a, count, PermLimbs, PermScratch, Perm);
      Counted(a, count, CombLimbs, CombScratch, Comb);
    }
  }
}

TEST(ScratchTest, Factorials) {
  for (uint64_t n = 0; n < 40000; n += 1 + n / 12) {
    SCOPED_TRACE(n);
    Room out(FactorialLimbs(n)), scratch(FactorialScratch(n));
    IntResult result;
    EXPECT_TRUE(Factorial(n, out, scratch, kTicker, &result).ok());
  }
}

}  // namespace
}  // namespace pysub
