// What numbers cost: sums, products, quotients, texts and formats.

#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "vm/numbers/float_text.h"
#include "vm/numbers/format_spec.h"
#include "vm/numbers/int_math.h"
#include "vm/numbers/limbs.h"
#include "vm/numbers/percent_format.h"

namespace pysub {
namespace {

std::vector<uint64_t> RandomLimbs(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<uint64_t> limbs(size);
  for (uint64_t& limb : limbs) limb = random();
  limbs.back() |= uint64_t{1} << 63;
  return limbs;
}

void AddInts(benchmark::State& state) {
  const size_t n = static_cast<size_t>(state.range(0));
  const std::vector<uint64_t> a = RandomLimbs(n, 1), b = RandomLimbs(n, 2);
  std::vector<uint64_t> out(AddLimbs(n, n));
  for (auto _ : state) benchmark::DoNotOptimize(Add({a}, {b}, out));
}
BENCHMARK(AddInts)->Arg(1)->Arg(2)->Arg(1000);

void MulInts(benchmark::State& state) {
  const size_t n = static_cast<size_t>(state.range(0));
  const std::vector<uint64_t> a = RandomLimbs(n, 1), b = RandomLimbs(n, 2);
  std::vector<uint64_t> out(MulLimbs(n, n)), scratch(MulScratch(n, n));
  IntResult result;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Mul({a}, {b}, out, scratch, Ticker(), &result).ok());
  }
}
BENCHMARK(MulInts)->Arg(1)->Arg(2)->Arg(1000)->Arg(20000);

void DivModInts(benchmark::State& state) {
  const size_t n = static_cast<size_t>(state.range(0)), m = n / 2;
  const std::vector<uint64_t> a = RandomLimbs(n, 1), b = RandomLimbs(m, 2);
  std::vector<uint64_t> q(QuotientLimbs(n, m)), r(RemainderLimbs(m)), scratch(DivModScratch(n, m));
  IntResult quotient, rest;
  for (auto _ : state) {
    benchmark::DoNotOptimize(DivMod({a}, {b}, q, r, scratch, Ticker(), &quotient, &rest).ok());
  }
}
BENCHMARK(DivModInts)->Arg(2)->Arg(4)->Arg(2000)->Arg(40000);

void IntToDecimal(benchmark::State& state) {
  const std::vector<uint64_t> a = RandomLimbs(static_cast<size_t>(state.range(0)), 1);
  const IntView view{a};
  std::vector<char> text(ToStringChars(view, 10));
  std::vector<uint64_t> scratch(ToStringScratch(view, 10));
  size_t size = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ToString(view, 10, 0, text, scratch, Ticker(), &size).ok());
  }
}
BENCHMARK(IntToDecimal)->Arg(2)->Arg(519)->Arg(20000);  // 519 limbs are 10,000 digits

std::vector<double> RandomFloats(int places) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1000, 1000);
  std::vector<double> values(1024);
  for (double& value : values) {
    value = uniform(random);
    if (places >= 0 && !RoundFloat(value, places, &value).ok()) value = 0;
  }
  return values;
}

void ReprFloat(benchmark::State& state) {
  const std::vector<double> values = RandomFloats(static_cast<int>(state.range(0)));
  char text[kFloatReprChars];
  size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(FloatRepr(values[i++ % 1024], text));
}
BENCHMARK(ReprFloat)->Arg(-1)->Arg(2)->Arg(0);  // places after the point, -1 for all 17 digits

void ParseFloats(benchmark::State& state) {
  std::vector<std::string> texts;
  for (const double value : RandomFloats(-1)) {
    char text[kFloatReprChars];
    texts.emplace_back(text, FloatRepr(value, text));
  }
  size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(ParseFloat(texts[i++ % 1024]));
}
BENCHMARK(ParseFloats);

void FormatFloats(benchmark::State& state, const char* text) {
  const std::vector<double> values = RandomFloats(-1);
  FormatSpec spec;
  char out[64];
  FormattedText written;
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ParseFormatSpec(text, FormatKind::kFloat, &spec).ok());
    benchmark::DoNotOptimize(FormatFloat(spec, values[i++ % 1024], out, &written).ok());
  }
}
BENCHMARK_CAPTURE(FormatFloats, fixed, "10.2f");
BENCHMARK_CAPTURE(FormatFloats, scientific, ".3e");
BENCHMARK_CAPTURE(FormatFloats, general, "g");

void FormatInts(benchmark::State& state, const char* text) {
  FormatSpec spec;
  char out[64];
  FormattedText written;
  int64_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ParseFormatSpec(text, FormatKind::kInt, &spec).ok());
    benchmark::DoNotOptimize(
        FormatInt(spec, SmallInt(i++ & 0xFFFFF), 0, out, {}, Ticker(), &written).ok());
  }
}
BENCHMARK_CAPTURE(FormatInts, padded, "06d");
BENCHMARK_CAPTURE(FormatInts, grouped, ",");

}  // namespace
}  // namespace pysub

BENCHMARK_MAIN();
