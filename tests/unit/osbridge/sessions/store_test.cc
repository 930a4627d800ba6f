// The suite with the model and with SQLite; what only a file can do is at the end.

#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "osbridge/sessions/sqlite_store.h"
#include "tests/unit/osbridge/sessions/memory_store.h"
#include "tests/unit/osbridge/sessions/store_suite.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

namespace pysub::sessions {
namespace {

std::unique_ptr<SessionStore> MakeModel() {
  return std::make_unique<MemoryStore>([] { return TestVfs::Get().now_ms; });
}
std::unique_ptr<SessionStore> MakeSqlite() {
  return *OpenSqliteStore(":memory:", {.vfs = TestVfs::kName});
}

INSTANTIATE_TEST_SUITE_P(All, StoreTest,
                         testing::Values(Backend{"model", MakeModel},
                                         Backend{"sqlite", MakeSqlite}),
                         NameOf);

// ---- a file

class SqliteFileTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/pysub_store_test.XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  std::string path() const { return directory_ + "/store"; }

  std::string directory_;
};

TEST_F(SqliteFileTest, ManyProcessesOpenAndUseItAtOnce) {
  constexpr int kProcesses = 6, kEach = 15;
  for (int i = 0; i < kProcesses; ++i) {
    if (fork() != 0) continue;
    const auto store = OpenStore("sqlite:" + path());
    bool good = store.ok();
    for (int n = 0; n < kEach && good; ++n) {
      good = (*store)->Create({.id = SessionId(), .tenant = std::to_string(i), .kind = "k"}).ok();
      auto claim = (*store)->ClaimNext({.owner = std::to_string(i), .kinds = {"k"}});
      good = good && claim.ok() && *claim;
      good = good && (*store)->Commit(&(*claim)->lease, {.next = SessionState::kDone}).ok();
    }
    _exit(good ? 0 : 1);
  }
  for (int i = 0; i < kProcesses; ++i) {
    int status = 0;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  const auto store = OpenStore(path());
  const std::vector<SessionRow> all = *(*store)->List({.most = 1'000});
  EXPECT_EQ(all.size(), static_cast<size_t>(kProcesses * kEach));
  for (const SessionRow& row : all) {
    EXPECT_EQ(row.state, SessionState::kDone);
    EXPECT_EQ(row.seq, 1);
  }
}

TEST_F(SqliteFileTest, AStoreOfANewerVersionIsRefused) {
  ASSERT_TRUE(OpenStore(path()).ok());
  sqlite3* raw = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &raw), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(raw, "PRAGMA user_version = 99", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(raw);
  const auto store = OpenStore(path());
  EXPECT_TRUE(absl::IsFailedPrecondition(store.status())) << store.status();
}

// A store that an older pysub has made gets what was added since, and keeps its sessions.
TEST_F(SqliteFileTest, AStoreOfAnOlderVersionIsMadeNewer) {
  ASSERT_TRUE((*OpenStore(path()))->Create({.id = "a", .tenant = "t", .kind = "k"}).ok());
  sqlite3* raw = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &raw), SQLITE_OK);
  const char* const to_one = "DROP INDEX session_tenant; PRAGMA user_version = 1";
  ASSERT_EQ(sqlite3_exec(raw, to_one, nullptr, nullptr, nullptr), SQLITE_OK);
  const auto store = OpenStore(path());
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ((*store)->List({.tenant = "t"})->size(), 1U);
  EXPECT_EQ(sqlite3_exec(raw, to_one, nullptr, nullptr, nullptr), SQLITE_OK) << "it has no index";
  sqlite3_close(raw);
}

TEST_F(SqliteFileTest, WhatIsNoStoreIsRefused) {
  FILE* const file = fopen(path().c_str(), "w");
  fputs(std::string(9'000, 'x').c_str(), file);
  fclose(file);
  EXPECT_TRUE(absl::IsDataLoss(OpenStore(path()).status()));
  EXPECT_TRUE(absl::IsPermissionDenied(OpenStore(directory_ + "/no/store").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(OpenStore("postgres://host/base").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(OpenStore("sqlite:").status()));
}

TEST_F(SqliteFileTest, ADamagedSnapshotParksItsSession) {
  const auto store = OpenStore(path());
  ASSERT_TRUE((*store)->Create({.id = "a", .tenant = "t", .kind = "k", .blob = "whole"}).ok());
  sqlite3* raw = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &raw), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(raw, "UPDATE snapshot SET blob = 'holed'", nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(raw);
  EXPECT_EQ(*(*store)->ClaimNext({.owner = "w", .kinds = {"k"}}), std::nullopt);
  EXPECT_EQ((*store)->Get("a")->parked_for, kParkedForState);
}

}  // namespace
}  // namespace pysub::sessions
