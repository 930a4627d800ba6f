// sqlite3 as hosts add it, and shells that are saved while it runs.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "pysub/shell/shell.h"
#include "shell/sqlite/sqlite.h"

namespace pysub {
namespace {

constexpr char kEndless[] =
    "sqlite3 x.db 'PRAGMA cache_size=10; BEGIN; DELETE FROM t; WITH RECURSIVE c(x) AS (SELECT 1 "
    "UNION ALL SELECT x+1 FROM c) INSERT INTO t SELECT hex(x) FROM c'";

absl::StatusOr<Shell> WithSqlite(const ShellLimits& limits = {}) {
  Shell::Builder builder;
  builder.Limits(limits);
  return shell::AddSqlite(builder).Build();
}

TEST(ShellSqliteTest, IsThereOnlyWhenAskedFor) {
  absl::StatusOr<Shell> without = Shell::Builder().Build();
  const ExecResult refused = without->Exec("sqlite3 :memory: 'select 1'");
  EXPECT_EQ(refused.exit_code, 127);
  EXPECT_EQ(refused.stderr_text, "bash: line 1: sqlite3: command not found\n");
  absl::StatusOr<Shell> with = WithSqlite();
  ASSERT_TRUE(with.ok());
  EXPECT_EQ(with->Exec("sqlite3 :memory: 'select 1'").stdout_text, "1\n");
}

// A process of its own, in which SQLite is used first.
TEST(ShellSqliteTest, IsRefusedWhereNobodyCouldCountItsMemory) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        sqlite3_initialize();
        _exit(WithSqlite().status().code() == absl::StatusCode::kFailedPrecondition ? 7 : 8);
      },
      testing::ExitedWithCode(7), "");
}

// What is charged for a run is given back behind it, and what others have of SQLite is not charged.
TEST(ShellSqliteTest, RunsSideBySideOnTheirOwnAccounts) {
  sqlite3* of_host = nullptr;
  ASSERT_TRUE(shell::CountSqliteMemory());
  ASSERT_EQ(sqlite3_open(":memory:", &of_host), SQLITE_OK);
  ShellLimits limits;
  limits.memory_bytes = 16 << 20;
  std::atomic<int> faults = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&limits, &faults] {
      absl::StatusOr<Shell> shell = WithSqlite(limits);
      for (int round = 0; round < 5; ++round) {
        const ExecResult sum = shell->Exec(
            "sqlite3 :memory: 'select sum(length(a)) from (select randomblob(100) a from "
            "generate_series(1,20000) order by 1)'");
        if (sum.stdout_text != "2000000\n") ++faults;
        const ExecResult full = shell->Exec(
            "sqlite3 :memory: 'create table t(a); insert into t select zeroblob(10000) from "
            "generate_series(1,100000)'");
        if (full.limit != ShellLimit::kMemory) ++faults;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(faults, 0);
  EXPECT_EQ(sqlite3_exec(of_host, "create table t(a)", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_EQ(sqlite3_close(of_host), SQLITE_OK);
}

// A job in the background that is saved in the middle of a transaction: the copy finds what a loss
// of power leaves.
TEST(ShellSqliteTest, ACopyMadeMeanwhileRollsBack) {
  absl::StatusOr<Shell> shell = WithSqlite();
  ASSERT_TRUE(shell.ok());
  EXPECT_EQ(shell->Exec("sqlite3 x.db 'create table t(a); insert into t values(1)'").exit_code, 0);
  ExecOptions options;
  options.at_prompt = true;
  const ExecResult begun =
      shell->Exec(std::string(kEndless) + " & while ! [ -e x.db-journal ]; do :; done", options);
  ASSERT_EQ(begun.limit, ShellLimit::kNone);
  absl::StatusOr<std::string> bytes = shell->Snapshot();
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  Shell::Builder builder;
  absl::StatusOr<Shell> copy = shell::AddSqlite(builder).Restore(*bytes);
  ASSERT_TRUE(copy.ok()) << copy.status();
  EXPECT_EQ(
      copy->Exec("ls x.db-journal; wait; sqlite3 x.db 'select * from t; pragma integrity_check'",
                 options)
          .stdout_text,
      "x.db-journal\n1\nok\n");
}

}  // namespace
}  // namespace pysub
