// Numbers of OsCalls: what a snapshot from anywhere asks for becomes something that a host can
// bear.

#include "osbridge/os_calls.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "osbridge/file_calls.h"
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
    EXPECT_EQ(Made<os::Sleep>(OsCallId::kSleep, {Power(exponent, false)}).nanoseconds, INT64_MAX)
        << exponent;
    EXPECT_EQ(Made<os::Sleep>(OsCallId::kSleep, {Power(exponent, true)}).nanoseconds, INT64_MIN)
        << exponent;
  }
}

TEST_F(OsCallsTest, NobodyAsksForMoreRandomBytesThanAreGivenAtOnce) {
  const auto bytes = [&](Value count) {
    return Made<os::Entropy>(OsCallId::kEntropy, {count}).bytes;
  };
  EXPECT_EQ(bytes(Value::SmallInt(7)), 7u);
  EXPECT_EQ(bytes(Value::SmallInt(-1)), 0u);
  for (const int exponent : {21, 46, 47, 63, 64, 200}) {
    EXPECT_EQ(bytes(Power(exponent, false)), uint64_t{kMostEntropy}) << exponent;
    EXPECT_EQ(bytes(Power(exponent, true)), 0u) << exponent;
  }
}

// Measures where the fields of a call lie that Fields() shows.
struct FieldMeter {
  const char* begin;
  size_t end = 0;
  size_t count = 0;
  bool has_gap = false;

  template <typename Field>
  void operator()(std::string_view, const Field& field) {
    const size_t at = static_cast<size_t>(reinterpret_cast<const char*>(&field) - begin);
    has_gap = has_gap || at < end || at - end >= alignof(Field);
    end = at + sizeof(Field);
    ++count;
  }
  void Bytes(std::string_view name, const std::string& bytes) { (*this)(name, bytes); }
};

TEST(OsCallFieldsTest, NoneIsForgotten) {
  for (size_t i = 0; i < std::variant_size_v<OsCall>; ++i) {
    const auto id = static_cast<OsCallId>(i);
    const OsCall call = MakeOsCall(id, {});
    EXPECT_EQ(IdOf(call), id) << kOsCallNames[i];
    std::visit(
        [&](const auto& made) {
          using Call = std::remove_cvref_t<decltype(made)>;
          FieldMeter meter{reinterpret_cast<const char*>(&made)};
          Call::Fields(made, meter);
          EXPECT_TRUE(std::is_empty_v<Call> ||
                      (!meter.has_gap && sizeof(Call) - meter.end < alignof(Call)))
              << kOsCallNames[i];
          EXPECT_TRUE(!IsFileCall(id) || meter.count <= std::tuple_size_v<FileArguments>)
              << kOsCallNames[i];
        },
        call);
  }
}

}  // namespace
}  // namespace pysub
