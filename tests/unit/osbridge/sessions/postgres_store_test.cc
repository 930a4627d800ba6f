// The suite with PostgreSQL, and what only a server can do. The server is the one that
// PYSUB_TEST_POSTGRES names (tests/tools/postgres_server.py starts one); without it all is skipped.

#include "osbridge/sessions/postgres_store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "osbridge/sessions/postgres_database.h"
#include "tests/unit/osbridge/sessions/store_suite.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

namespace pysub::sessions {
namespace {

std::string Url() {
  const char* const url = getenv("PYSUB_TEST_POSTGRES");
  return url == nullptr ? "" : url;
}

// One that nothing else uses: all tests have one database.
std::string NewSchema() {
  static std::atomic<int> made = 0;
  return fmt::format("s\"{}_{}", getpid(), ++made);
}

std::unique_ptr<SessionStore> MakePostgres() {
  if (Url().empty()) return nullptr;
  absl::StatusOr<std::unique_ptr<SessionStore>> store = OpenPostgresStore(
      Url(), {.schema = NewSchema(), .now = [] { return TestVfs::Get().now_ms; }});
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

INSTANTIATE_TEST_SUITE_P(All, StoreTest, testing::Values(Backend{"postgres", MakePostgres}),
                         NameOf);

class PostgresTest : public testing::Test {
 protected:
  void SetUp() override {
    if (Url().empty()) GTEST_SKIP() << "no server: PYSUB_TEST_POSTGRES is not set";
    schema_ = fmt::format("t{}_{}", getpid(), NewSchema().substr(2));
  }
  std::unique_ptr<SessionStore> Open(std::string url = Url()) {
    auto store = OpenPostgresStore(url, {.schema = schema_});
    EXPECT_TRUE(store.ok()) << store.status();
    return store.ok() ? *std::move(store) : nullptr;
  }
  // What a person does with psql: texts of the first column.
  std::vector<std::string> Ask(const std::string& sql) {
    std::vector<std::string> texts;
    PGconn* const connection = PQconnectdb(Url().c_str());
    PQclear(PQexec(connection, fmt::format("SET search_path = \"{}\"", schema_).c_str()));
    PGresult* const result = PQexec(connection, sql.c_str());
    EXPECT_EQ(PQresultErrorMessage(result), std::string());
    for (int i = 0; i < PQntuples(result); ++i) texts.emplace_back(PQgetvalue(result, i, 0));
    PQclear(result);
    PQfinish(connection);
    return texts;
  }

  std::string schema_;
};

// Several at once make the tables, and none of what they do with sessions is lost or done twice.
TEST_F(PostgresTest, ManyProcessesOpenAndUseItAtOnce) {
  constexpr int kProcesses = 6, kEach = 15;
  for (int i = 0; i < kProcesses; ++i) {
    if (fork() != 0) continue;
    const auto store = OpenPostgresStore(Url(), {.schema = schema_});
    bool good = store.ok();
    for (int n = 0; n < kEach && good; ++n) {
      good = (*store)->Create({.id = SessionId(), .tenant = "t", .kind = "k"}).ok();
      auto claim = (*store)->ClaimNext({.owner = std::to_string(i), .kinds = {"k"}});
      good = good && claim.ok();
      if (good && *claim)
        good = (*store)->Commit(&(*claim)->lease, {.next = SessionState::kDone}).ok();
    }
    _exit(good ? 0 : 1);
  }
  for (int i = 0; i < kProcesses; ++i) {
    int status = 0;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  const auto store = Open();
  while (auto claim = *store->ClaimNext({.owner = "last", .kinds = {"k"}}))
    EXPECT_TRUE(store->Commit(&claim->lease, {.next = SessionState::kDone}).ok());
  const std::vector<SessionRow> all = *store->List({.most = 1'000});
  EXPECT_EQ(all.size(), static_cast<size_t>(kProcesses * kEach));
  for (const SessionRow& row : all) {
    EXPECT_EQ(row.state, SessionState::kDone);
    EXPECT_EQ(row.seq, 1);
    EXPECT_EQ(row.fence, 1);  // each was claimed once
  }
}

TEST_F(PostgresTest, OneKeyIsOneSessionHoweverManyAskAtOnce) {
  constexpr int kThreads = 8;
  std::vector<std::string> ids(kThreads);
  std::vector<std::thread> threads;
  Open();
  for (std::string& id : ids) {
    threads.emplace_back([&] {
      const auto store = Open();
      for (int n = 0; n < 20; ++n)
        id += *store->Create(
            {.id = SessionId(), .tenant = "t", .kind = "k", .idem_key = std::to_string(n)});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& id : ids) EXPECT_EQ(id, ids[0]);
  EXPECT_EQ(Open()->List({.most = 1'000})->size(), 20U);
}

// Another one may take a call between a look at it and the lock of its session.
TEST_F(PostgresTest, ACallIsTakenByOne) {
  constexpr int kSessions = 40, kCalls = 30, kTakers = 6;
  const auto store = Open();
  for (int i = 0; i < kSessions; ++i) {
    ASSERT_TRUE(store->Create({.id = std::to_string(i), .tenant = "t", .kind = "k"}).ok());
    auto claim = *store->ClaimNext({.owner = "w", .kinds = {"k"}});
    Transition waits = {.next = SessionState::kWaiting};
    for (int call = 1; call <= kCalls; ++call)
      waits.calls.push_back({call, "f", "{}", CallClass::kOnce});
    ASSERT_TRUE(store->Commit(&claim->lease, waits).ok());
  }
  std::atomic<int> taken = 0;
  std::vector<std::set<std::string>> keys(kTakers);
  std::vector<std::thread> takers;
  for (int i = 0; i < kTakers; ++i) {
    takers.emplace_back([&, i] {
      const auto mine = Open();
      while (taken < kSessions * kCalls) {
        const auto call = *mine->TakeCall({.owner = std::to_string(i), .names = {"f", "g"}});
        if (!call) continue;
        keys[i].insert(call->idem_key);
        ++taken;
      }
    });
  }
  for (std::thread& taker : takers) taker.join();
  std::set<std::string> all;
  for (const std::set<std::string>& some : keys) {
    for (const std::string& key : some) EXPECT_TRUE(all.insert(key).second) << key;
  }
  EXPECT_EQ(all.size(), static_cast<size_t>(kSessions * kCalls));
}

TEST_F(PostgresTest, TenantsGoAndComeWithoutLosingSessions) {
  Open();
  std::atomic<bool> over = false;
  std::thread collector([&] {
    const auto store = Open();
    while (!over) EXPECT_TRUE(store->Gc({.older_than_ms = -1'000}).ok());
  });
  const auto store = Open();
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(store->Create({.id = SessionId(), .tenant = "t", .kind = "k"}).ok());
    std::optional<Claim> claim;
    for (int tries = 0; tries < 100 && !claim; ++tries)
      claim = *store->ClaimNext({.owner = "w", .kinds = {"k"}});
    ASSERT_TRUE(claim) << i;
    ASSERT_TRUE(store->Commit(&claim->lease, {.next = SessionState::kDone}).ok());
  }
  over = true;
  collector.join();
}

TEST_F(PostgresTest, AReaderOfTheOutboxMissesNothing) {
  constexpr int kWriters = 3, kEach = 40;
  Open();
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([this, i] {
      const auto store = Open();
      const std::string tenant = std::to_string(i);
      EXPECT_TRUE(store->Create({.id = SessionId(), .tenant = tenant, .kind = "k"}).ok());
      for (int n = 0; n < kEach; ++n) {
        auto claim = *store->ClaimNext({.owner = tenant, .kinds = {"k"}, .tenant = tenant});
        Transition says = {.next = SessionState::kReady};
        says.outbox = {{"topic", std::to_string(n)}, {"topic", "again"}};
        EXPECT_TRUE(store->Commit(&claim->lease, says).ok());
      }
    });
  }
  const auto store = Open();
  int64_t after = 0, count = 0;
  while (count < 2 * kWriters * kEach) {
    const std::vector<OutboxRow> mail = *store->Outbox({}, after, 7);
    for (const OutboxRow& row : mail) {
      EXPECT_GT(row.number, after);
      after = row.number;
      ++count;
    }
    if (HasFailure()) break;
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(count, 2 * kWriters * kEach);
}

TEST_F(PostgresTest, AStoreOfANewerVersionIsRefused) {
  Open();
  Ask("UPDATE store_version SET version = 99");
  EXPECT_TRUE(absl::IsFailedPrecondition(OpenPostgresStore(Url(), {.schema = schema_}).status()));
}

// A store that an older pysub has made gets what was added since, and keeps its sessions.
TEST_F(PostgresTest, AStoreOfAnOlderVersionIsMadeNewer) {
  ASSERT_TRUE(Open()->Create({.id = "a", .tenant = "t", .kind = "k"}).ok());
  Ask("DROP INDEX session_tenant");
  Ask("UPDATE store_version SET version = 1");
  EXPECT_EQ(Open()->List({.tenant = "t"})->size(), 1U);
  Ask("DROP INDEX session_tenant");  // it is there again
}

// What waits for a server that does not answer is given up, by another thread, and stays so.
TEST_F(PostgresTest, AStoreThatIsGivenUpEndsWhatWaits) {
  const auto store = Open();
  ASSERT_TRUE(store->Create({.id = "a", .tenant = "t", .kind = "k"}).ok());
  // A lock that nobody takes away: the method would wait for it as long as lock_timeout says.
  const auto other = Open();
  auto holder = std::thread([&] { Ask("BEGIN; LOCK TABLE session; SELECT pg_sleep(3); COMMIT"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  auto giver = std::thread([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    store->GiveUp();
  });
  const int64_t began = MonotonicMs();
  EXPECT_TRUE(absl::IsUnavailable(store->Cancel("a", "")));
  EXPECT_LT(MonotonicMs() - began, 2'000);
  EXPECT_TRUE(absl::IsUnavailable(store->Get("a").status()));
  giver.join();
  holder.join();
  EXPECT_TRUE(other->Get("a").ok());
}

TEST_F(PostgresTest, WhoMayNotMakeTablesCanUseThem) {
  Open();
  const std::string role = "r" + schema_.substr(1);
  Ask(fmt::format("CREATE ROLE \"{}\" LOGIN", role));
  Ask(fmt::format("GRANT USAGE ON SCHEMA \"{}\" TO \"{}\"", schema_, role));
  Ask(fmt::format("GRANT ALL ON ALL TABLES IN SCHEMA \"{}\" TO \"{}\"", schema_, role));
  Ask(fmt::format("GRANT ALL ON ALL SEQUENCES IN SCHEMA \"{}\" TO \"{}\"", schema_, role));
  std::string url = Url();
  const size_t at = url.find("user=");
  ASSERT_NE(at, std::string::npos);
  url.replace(at, std::string("user=pysub").size(), "user=" + role);
  const auto store = Open(url);
  EXPECT_TRUE(store->Create({.id = "a", .tenant = "t", .kind = "k"}).ok());
  EXPECT_TRUE(*store->ClaimNext({.owner = "w", .kinds = {"k"}}));
  EXPECT_TRUE(absl::IsPermissionDenied(OpenPostgresStore(url, {.schema = "new"}).status()));
}

TEST_F(PostgresTest, ADamagedSnapshotParksItsSession) {
  const auto store = Open();
  ASSERT_TRUE(store->Create({.id = "a", .tenant = "t", .kind = "k", .blob = "whole"}).ok());
  Ask("UPDATE snapshot SET blob = 'holed'");
  EXPECT_EQ(*store->ClaimNext({.owner = "w", .kinds = {"k"}}), std::nullopt);
  EXPECT_EQ(store->Get("a")->parked_for, kParkedForState);
}

TEST_F(PostgresTest, TheDatabasesClockCounts) {
  const auto store = Open();
  const int64_t now = *store->NowMs();
  const int64_t theirs = atoll(
      Ask("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text")[0].c_str());
  EXPECT_LE(now, theirs);
  EXPECT_GT(now, theirs - 60'000);
  ASSERT_TRUE(store->Create({.id = "a", .tenant = "t", .kind = "k"}).ok());
  auto claim = *store->ClaimNext({.owner = "w", .lease_ms = 50, .kinds = {"k"}});
  ASSERT_TRUE(claim);
  EXPECT_GE(claim->session.lease_until, now + 50);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_TRUE(*store->ClaimNext({.owner = "v", .kinds = {"k"}}));
  EXPECT_TRUE(absl::IsAborted(store->Heartbeat(claim->lease, 50)));
}

TEST_F(PostgresTest, ASessionThatOthersHaveLockedIsPassedOver) {
  const auto store = Open();
  ASSERT_TRUE(store->Create({.id = "a", .tenant = "t", .kind = "k"}).ok());
  ASSERT_TRUE(store->Create({.id = "b", .tenant = "t", .kind = "k"}).ok());
  PGconn* const other = PQconnectdb(Url().c_str());
  const std::string lock =
      fmt::format("BEGIN; SELECT 1 FROM \"{}\".session WHERE id = 'a' FOR UPDATE", schema_);
  PQclear(PQexec(other, lock.c_str()));
  EXPECT_EQ((*store->ClaimNext({.owner = "w", .kinds = {"k"}}))->lease.session, "b");
  EXPECT_EQ(*store->ClaimNext({.owner = "w", .kinds = {"k"}}), std::nullopt);
  PQfinish(other);
  std::optional<Claim> claim;
  for (int i = 0; i < 200 && !claim; ++i) {  // until the server has seen that it went
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    claim = *store->ClaimNext({.owner = "w", .kinds = {"k"}});
  }
  EXPECT_EQ(claim->lease.session, "a");
}

TEST_F(PostgresTest, AHintComesBeforeTheWaitIsOver) {
  const auto store = Open();
  const auto other = Open();
  while (store->AwaitHint(0)) {
  }
  EXPECT_FALSE(store->AwaitHint(1));
  ASSERT_TRUE(other->Create({.id = "a", .tenant = "t", .kind = "k"}).ok());
  EXPECT_TRUE(store->AwaitHint(30'000));
  EXPECT_FALSE(store->AwaitHint(1));
}

TEST_F(PostgresTest, AConnectionThatIsGoneIsMadeAgain) {
  const auto store = Open();
  for (int i = 0; i < 3; ++i) {
    Ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
        "AND application_name = 'pysub'");
    EXPECT_TRUE(store->Create({.id = std::to_string(i), .tenant = "t", .kind = "k"}).ok());
    EXPECT_TRUE(store->Get(std::to_string(i)).ok());
  }
}

TEST_F(PostgresTest, WhatTheURLSaysIsKept) {
  const auto ask = [this](const std::string& url, const std::string& name) {
    const auto store = Open(url);
    store->Get("nobody").IgnoreError();
    return Ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = '" + name + "'")[0];
  };
  EXPECT_EQ(ask(Url() + "&application_name=mine", "mine"), "1");
}

TEST_F(PostgresTest, NoErrorHasAPassword) {
  for (const char* const url :
       {"postgres://me:s3cret@127.0.0.1:1/base", "postgresql://me:s3cret@[::1/base",
        "postgresql://me:s3cret@127.0.0.1:port/base", "postgresql://me:s3cret@h/b?colour=s3cret",
        "postgresql://me:s3cret%@h/b", "postgresql://127.0.0.1:1/b?password=s3cret&user=me"}) {
    const absl::Status status = OpenPostgresStore(url).status();
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(std::string(status.message()).find("s3cret"), std::string::npos) << status;
  }
  EXPECT_TRUE(absl::IsUnavailable(OpenPostgresStore("postgresql://127.0.0.1:1/base").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(OpenPostgresStore("postgresql://[::1/base").status()));
}

}  // namespace
}  // namespace pysub::sessions
