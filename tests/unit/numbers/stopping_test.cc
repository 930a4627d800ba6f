// Every long kernel asks its ticker, and stops when it is told to, wherever that happens (T-019 in
// docs/security.md: quadratic conversions, huge powers, factorials, common divisors, inverses).

#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "vm/numbers/int_math.h"
#include "vm/numbers/limbs.h"

namespace pysub {
namespace {

using Kernel = std::function<NumberError(Ticker)>;

struct Long {
  std::vector<uint64_t> limbs;
  Long(size_t size, uint64_t seed) : limbs(size) {
    std::mt19937_64 random(seed);
    for (uint64_t& limb : limbs) limb = random();
    limbs.back() |= 1;
    limbs[0] |= 1;
  }
  IntView view() const { return {limbs, false}; }
};

double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Watch {
  uint64_t ticks = 0;
  uint64_t stop_at = ~uint64_t{0};
  double last = CpuSeconds();
  double longest_gap = 0;

  static bool Tick(void* state, uint64_t) {
    auto* watch = static_cast<Watch*>(state);
    watch->Look();
    return ++watch->ticks < watch->stop_at;
  }
  void Look() {
    const double now = CpuSeconds();
    longest_gap = std::max(longest_gap, now - last);
    last = now;
  }
};

struct Named {
  const char* name;
  Kernel kernel;
};

std::vector<Named> Kernels() {
  static std::vector<uint64_t> out(400000), out2(400000), scratch(4000000);
  static std::vector<char> text(400000);
  static IntResult r, r2;
  static const Long a(12000, 1), b(12000, 2), half(6000, 3), small(1000, 4), e(60, 5), m(60, 6);
  return {
      {"mul", [](Ticker t) { return Mul(a.view(), b.view(), out, scratch, t, &r); }},
      {"square", [](Ticker t) { return Mul(a.view(), a.view(), out, scratch, t, &r); }},
      {"uneven mul", [](Ticker t) { return Mul(a.view(), small.view(), out, scratch, t, &r); }},
      {"divmod",
       [](Ticker t) { return DivMod(a.view(), half.view(), out, out2, scratch, t, &r, &r2); }},
      {"short divisor",
       [](Ticker t) { return DivMod(a.view(), e.view(), out, out2, scratch, t, &r, &r2); }},
      {"pow", [](Ticker t) { return Pow(m.view(), 400, out, scratch, t, &r); }},
      {"pow mod",
       [](Ticker t) { return PowMod(a.view(), e.view(), m.view(), out, scratch, t, &r); }},
      {"inverse",
       [](Ticker t) { return PowMod(a.view(), SmallInt(-1), small.view(), out, scratch, t, &r); }},
      {"gcd", [](Ticker t) { return Gcd(a.view(), b.view(), out, scratch, t, &r); }},
      {"lcm", [](Ticker t) { return Lcm(half.view(), small.view(), out, scratch, t, &r); }},
      {"isqrt", [](Ticker t) { return Isqrt(a.view(), out, scratch, t, &r); }},
      {"str",
       [](Ticker t) {
         size_t size = 0;
         return ToString(a.view(), 10, 0, text, scratch, t, &size);
       }},
      {"int",
       [](Ticker t) {
         std::fill(text.begin(), text.end(), '7');
         const std::optional<ParsedInt> parsed = ScanInt({text.data(), 200000}, 10);
         return ParseInt(*parsed, 0, out, scratch, t, &r);
       }},
      {"factorial", [](Ticker t) { return Factorial(20000, out, scratch, t, &r); }},
      {"perm", [](Ticker t) { return Perm(m.view(), 300, out, scratch, t, &r); }},
      {"comb", [](Ticker t) { return Comb(e.view(), 300, out, scratch, t, &r); }},
  };
}

TEST(NumbersStoppingTest, NoKernelGoesLongWithoutATick) {
  for (const Named& named : Kernels()) {
    Watch watch;
    ASSERT_TRUE(named.kernel({Watch::Tick, &watch}).ok()) << named.name;
    watch.Look();
    EXPECT_GT(watch.ticks, 3u) << named.name;
    // A millisecond is meant; sanitizers and other load on the machine are allowed for.
    EXPECT_LT(watch.longest_gap, 0.02) << named.name;
  }
}

TEST(NumbersStoppingTest, StopsAtEveryTickThatSaysSo) {
  for (const Named& named : Kernels()) {
    Watch whole;
    ASSERT_TRUE(named.kernel({Watch::Tick, &whole}).ok()) << named.name;
    const uint64_t step = whole.ticks / 4 + 1;
    for (uint64_t at = 1; at <= whole.ticks; at += step) {
      Watch watch;
      watch.stop_at = at;
      EXPECT_TRUE(named.kernel({Watch::Tick, &watch}).stopped()) << named.name << " " << at;
      EXPECT_EQ(watch.ticks, at) << named.name;
    }
  }
}

}  // namespace
}  // namespace pysub
