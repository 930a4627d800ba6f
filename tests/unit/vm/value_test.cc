// What makes an inline int: only what fits, by its type or by an assertion.

#include "vm/value.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace pysub {
namespace {

constexpr int64_t kMost = (int64_t{1} << 47) - 1, kLeast = -kMost - 1;

template <typename T>
concept AlwaysFits = requires(T i) {
  Value::SmallInt(i);
};
static_assert(AlwaysFits<bool> && AlwaysFits<int32_t> && AlwaysFits<uint32_t> &&
              AlwaysFits<char32_t>);
static_assert(!AlwaysFits<int64_t> && !AlwaysFits<uint64_t> && !AlwaysFits<long long> &&
              !AlwaysFits<double>);
template <typename T>
concept IsKnownToFit = requires(T i) {
  Value::KnownSmallInt(i);
};
static_assert(IsKnownToFit<int64_t> && IsKnownToFit<uint64_t> && !IsKnownToFit<double> &&
              !IsKnownToFit<int>);

static_assert(Value::FitsSmallInt(kMost) && Value::FitsSmallInt(kLeast));
static_assert(!Value::FitsSmallInt(kMost + 1) && !Value::FitsSmallInt(kLeast - 1) &&
              !Value::FitsSmallInt(UINT64_MAX));

TEST(Value, KeepsTheEdges) {
  for (const int64_t i :
       {kLeast, kLeast + 1, int64_t{-1}, int64_t{0}, int64_t{1}, kMost - 1, kMost}) {
    const Value v = Value::KnownSmallInt(i);
    EXPECT_TRUE(v.IsSmallInt());
    EXPECT_EQ(v.AsSmallInt(), i);
  }
  EXPECT_EQ(Value::SmallInt(UINT32_MAX).AsSmallInt(), int64_t{UINT32_MAX});
  EXPECT_EQ(Value::SmallInt(INT32_MIN).AsSmallInt(), int64_t{INT32_MIN});
}

TEST(Value, CountsAndSumsWrapIntoTheInlineInts) {
  EXPECT_EQ(Value::SmallInt(6).CountedUp(), Value::SmallInt(7));
  EXPECT_EQ(Value::KnownSmallInt(kMost).CountedUp(), Value::KnownSmallInt(kLeast));
  EXPECT_EQ(Value::WrappedSum(Value::KnownSmallInt(kMost), Value::SmallInt(3)),
            Value::KnownSmallInt(kLeast + 2));
}

TEST(ValueDeathTest, AnIntThatDoesNotFitStopsABuildWithAssertions) {
#ifdef NDEBUG
  GTEST_SKIP() << "this build has no assertions";
#endif
  for (const int64_t i : {kMost + 1, kLeast - 1, INT64_MAX, INT64_MIN})
    EXPECT_DEATH(Value::KnownSmallInt(i), "FitsSmallInt");
  EXPECT_DEATH(Value::KnownSmallInt(UINT64_MAX), "FitsSmallInt");
}

}  // namespace
}  // namespace pysub
