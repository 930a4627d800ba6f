#ifndef PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_STORE_SUITE_H_
#define PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_STORE_SUITE_H_

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "osbridge/sessions/session_store.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

// What every store of durable sessions does, whatever it is made of: store_suite.cc has the cases,
// a test program of each kind of store says INSTANTIATE_TEST_SUITE_P(All, StoreTest, ...).
namespace pysub::sessions {

inline constexpr int64_t kStart = 1'800'000'000'000;

// A kind of store. Its clock is TestVfs::Get().now_ms.
struct Backend {
  const char* name;
  std::unique_ptr<SessionStore> (*make)();  // an empty one; null: there is none here
};
inline std::string NameOf(const testing::TestParamInfo<Backend>& info) { return info.param.name; }

class StoreTest : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    TestVfs::Get() = {.now_ms = kStart};
    store_ = GetParam().make();
    if (store_ == nullptr) GTEST_SKIP() << "no server: " << GetParam().name;
  }
  void TearDown() override { TestVfs::Get() = {}; }

  static void Pass(int64_t ms) { TestVfs::Get().now_ms += ms; }
  void Create(const std::string& id, const std::string& tenant = "t", const std::string& key = "") {
    ASSERT_TRUE(
        store_
            ->Create(
                {.id = id, .tenant = tenant, .kind = "python", .idem_key = key, .blob = "first"})
            .ok());
  }
  std::optional<Claim> TakeOne(const std::string& owner = "w", ClaimRequest request = {}) {
    request.owner = owner;
    request.lease_ms = 1'000;
    request.format = "f";
    request.kinds = {"python"};
    absl::StatusOr<std::optional<Claim>> claim = store_->ClaimNext(request);
    EXPECT_TRUE(claim.ok()) << claim.status();
    return claim.ok() ? *std::move(claim) : std::nullopt;
  }
  static Transition Waits(std::vector<NewCall> calls) {
    return {
        .next = SessionState::kWaiting, .format = "f", .blob = "second", .calls = std::move(calls)};
  }
  // A session that stands at call 1.
  void CreateThatWaits(const std::string& id, CallClass call_class) {
    Create(id);
    std::optional<Claim> claim = TakeOne();
    ASSERT_TRUE(claim);
    ASSERT_TRUE(store_->Commit(&claim->lease, Waits({{1, "pay", "{}", call_class}})).ok());
  }
  CallRow CallOne(const std::string& id) { return store_->Calls(id)->front(); }
  SessionState StateOf(const std::string& id) { return store_->Get(id)->state; }
  std::optional<CallRow> TakeCall() { return *store_->TakeCall({.owner = "x", .lease_ms = 1'000}); }

  std::unique_ptr<SessionStore> store_;
};

}  // namespace pysub::sessions

#endif  // PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_STORE_SUITE_H_
