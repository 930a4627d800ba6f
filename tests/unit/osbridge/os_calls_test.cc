// Numbers of OsCalls: what a snapshot from anywhere asks for becomes something that a host can bear.

#include "osbridge/os_calls.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "stdlib/install.h"
#include "vm/host/entropy.h"
#include "vm/vm.h"

namespace pysub {
namespace {

class OsCallsTest : public testing::Test {
 protected:
  Vm vm_{StandardRuntime(), Limits{}, HostHooks{}};

  template <typename Call>
  Call Made(OsCallId id, std::vector<Value> arguments) {
    return std::get<Call>(MakeOsCall(id, arguments));
  }
  Value Power(int exponent, bool negative) {
    std::vector<uint64_t> limbs(static_cast<size_t>(exponent / 64 + 1), 0);
    limbs.back() = uint64_t{1} << exponent % 64;
    return vm_.NewIntFromLimbs(negative, limbs);
  }
};

TEST_F(OsCallsTest, ANumberThatIsTooWideIsTheNearestThatFits) {
  EXPECT_EQ(Made<os::Sleep>(OsCallId::kSleep, {vm_.NewInt(INT64_MAX)}).nanoseconds, INT64_MAX);
  EXPECT_EQ(Made<os::Sleep>(OsCallId::kSleep, {vm_.NewInt(INT64_MIN)}).nanoseconds, INT64_MIN);
  for (const int exponent : {63, 64, 65, 128, 640}) {
    EXPECT_EQ(Made<os::Sleep>(OsCallId::kSleep, {Power(exponent, false)}).nanoseconds, INT64_MAX) << exponent;
    EXPECT_EQ(Made<os::Sleep>(OsCallId::kSleep, {Power(exponent, true)}).nanoseconds, INT64_MIN) << exponent;
  }
}

TEST_F(OsCallsTest, NobodyAsksForMoreRandomBytesThanAreGivenAtOnce) {
  const auto bytes = [&](Value count) { return Made<os::Entropy>(OsCallId::kEntropy, {count}).bytes; };
  EXPECT_EQ(bytes(Value::SmallInt(7)), 7u);
  EXPECT_EQ(bytes(Value::SmallInt(-1)), 0u);
  for (const int exponent : {21, 46, 47, 63, 64, 200}) {
    EXPECT_EQ(bytes(Power(exponent, false)), uint64_t{kMostEntropy}) << exponent;
    EXPECT_EQ(bytes(Power(exponent, true)), 0u) << exponent;
  }
}

}  // namespace
}  // namespace pysub
