// Ten thousand snapshots and states of sessions that were damaged, stolen or are too old, given to
// the C++ API: each is refused, and the good one still goes on. tests/agent/stolen_test.py does the
// same from outside, over the protocol and in the store.
//
// Each kind of damage is a function, so that each check has a kind that finds it missing: a seal
// that is not compared lets flipped bits in, a session that is not compared lets those of others
// in.

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <stdio.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "osbridge/sessions/python_machine.h"
#include "osbridge/sessions/session_keys.h"
#include "osbridge/sessions/sqlite_store.h"
#include "osbridge/sessions/worker.h"
#include "pysub/sandbox.h"

namespace pysub::sessions {
namespace {

constexpr int kTries = 10'000;
constexpr size_t kSealBytes = 37;  // in front of a snapshot: snapshot_seal.h
constexpr std::string_view kKey = "a key of more than sixteen bytes";
constexpr std::string_view kOtherKey = "a key of somebody else, as long";

// What anybody can do to bytes that he has two good ones of.
class Thief {
 public:
  explicit Thief(uint64_t seed) : random_(seed) {}

  size_t Below(size_t most) { return random_() % most; }
  std::string Flipped(std::string bytes) {
    for (size_t bits = Below(4) + 1; bits > 0; --bits)
      bytes[Below(bytes.size())] ^= static_cast<char>(1 << Below(8));
    return bytes;
  }
  std::string Cut(const std::string& bytes) {
    const size_t size = Below(bytes.size());
    return Below(2) == 0 ? bytes.substr(0, size) : bytes.substr(bytes.size() - size);
  }
  // The beginning of one, the end of the other, of which half the time the seam is where the seal
  // ends.
  std::string Joined(const std::string& one, const std::string& other) {
    const size_t at = Below(2) == 0 ? kSealBytes : Below(std::min(one.size(), other.size()));
    return one.substr(0, at) + other.substr(at);
  }
  std::string Longer(const std::string& bytes) {
    return bytes + std::string(Below(100) + 1, static_cast<char>(Below(256)));
  }
  // One kind after the other.
  std::string Damaged(int number, const std::string& one, const std::string& other) {
    switch (number % 4) {
      case 0: return Flipped(one);
      case 1: return Cut(one);
      case 2: return Joined(one, other);
      default: return Longer(one);
    }
  }

 private:
  std::mt19937_64 random_;
};

std::string SnapshotOf(const std::string& source, std::string_view key) {
  SandboxOptions options;
  options.inputs.emplace_back("ask", HostValue::HostFunction("ask"));
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  EXPECT_TRUE(std::holds_alternative<FunctionCall>(sandbox->Run()));
  return *sandbox->Snapshot({.key = std::string(key)});
}

TEST(StolenStates, SnapshotsAreRefused) {
  SandboxOptions mine;
  mine.snapshot_key = kKey;
  const std::string good = SnapshotOf("ask(list(range(100)))", kKey),
                    other = SnapshotOf("ask(list(range(200)))", kKey);
  Thief thief(1);
  for (int i = 0; i < kTries; ++i) {
    const std::string bytes = thief.Damaged(i, good, other);
    if (bytes == good || bytes == other) continue;
    const absl::Status status = Sandbox::Restore(bytes, mine).status();
    ASSERT_TRUE(absl::IsPermissionDenied(status)) << i << ": " << status;
  }
  for (const std::string& bytes : {SnapshotOf("ask(1)", kOtherKey), SnapshotOf("ask(1)", "")})
    EXPECT_TRUE(absl::IsPermissionDenied(Sandbox::Restore(bytes, mine).status()));
  EXPECT_TRUE(absl::IsPermissionDenied(Sandbox::Restore(good, {}).status()));
  EXPECT_TRUE(std::holds_alternative<FunctionCall>(Sandbox::Restore(good, mine)->Run()));
}

// Without a key only what is damaged can be told: cut off, or joined of two.
TEST(StolenStates, UnsealedOnesThatAreNotWholeAreRefused) {
  const std::string good = SnapshotOf("ask(list(range(100)))", ""),
                    other = SnapshotOf("ask('x' * 1000)", "");
  Thief thief(2);
  for (int i = 0; i < kTries / 10; ++i) {
    const std::string bytes = i % 2 == 0 ? thief.Cut(good) : thief.Longer(good);
    ASSERT_TRUE(absl::IsDataLoss(Sandbox::Restore(bytes).status())) << i;
    // (Bits that were flipped may mean another program that is whole: snapshot_mutations.)
    static_cast<void>(Sandbox::Restore(thief.Joined(good, other)).status());
  }
  EXPECT_TRUE(std::holds_alternative<FunctionCall>(Sandbox::Restore(good)->Run()));
}

SessionKeys Keys(const std::string& json) { return *SessionKeys::Parse(json); }

TEST(StolenStates, StatesOpenForTheirOwnAlone) {
  const SessionKeys keys = Keys(
      R"({"tenants": {"alice": ["a newer key of alice", "the key before it."]}, "others": ["of all the others"]})");
  const SessionKeys before =
      Keys(R"({"tenants": {"alice": ["the key before it."]}, "others": ["of all the others"]})");
  const SessionKeys after = Keys(R"({"tenants": {"alice": ["a newer key of alice"]}})");
  const std::string state = std::string(5'000, 's') + "a secret of alice";
  const std::string good = keys.Seal("alice", "one", 7, state),
                    other = keys.Seal("alice", "two", 7, state + "2");
  const std::string older = before.Seal("alice", "one", 7, state);
  const auto refuses = [](const SessionKeys& whose, std::string_view tenant, std::string_view id,
                          int64_t seq, std::string_view bytes) {
    const absl::StatusOr<std::string_view> opened = whose.Open(tenant, id, seq, bytes);
    const std::string said(opened.status().message());
    EXPECT_EQ(said.find("secret"), std::string::npos);
    EXPECT_EQ(said.find("two"), std::string::npos) << "it names another session";
    return absl::IsPermissionDenied(opened.status());
  };
  Thief thief(3);
  for (int i = 0; i < kTries; ++i) {
    const std::string bytes = thief.Damaged(i, good, other);
    if (bytes == good || bytes == other) continue;
    ASSERT_TRUE(refuses(keys, "alice", "one", 7, bytes)) << i;
  }
  EXPECT_TRUE(refuses(keys, "alice", "one", 7, other));  // another session's
  EXPECT_TRUE(refuses(keys, "alice", "one", 8, good));   // an older transition's
  EXPECT_TRUE(refuses(keys, "alice", "one", 6, good));
  EXPECT_TRUE(refuses(keys, "bob", "one", 7, good));  // another tenant's
  // Two tenants with the same key: the name of the tenant is in the seal.
  EXPECT_TRUE(refuses(keys, "carol", "one", 7, keys.Seal("bob", "one", 7, state)));
  EXPECT_TRUE(refuses(after, "alice", "one", 7, older));  // of a key that was taken away
  EXPECT_TRUE(refuses(SessionKeys(), "alice", "one", 7, good));
  EXPECT_TRUE(refuses(keys, "alice", "one", 7, SessionKeys().Seal("alice", "one", 7, state)));
  EXPECT_EQ(*keys.Open("alice", "one", 7, older), state);
  EXPECT_EQ(*keys.Open("alice", "one", 7, good), state);
}

// A state that was damaged where it lies (a bit of a disk) is not made good by a copy with a digest
// of its own: it is neither forked nor sealed anew.
TEST(StolenStates, WhatIsDamagedIsNotCopied) {
  const std::string path = testing::TempDir() + "pysub_stolen_" + SessionId();
  const std::unique_ptr<SessionStore> store = *OpenSqliteStore(path);
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &file), SQLITE_OK);
  const auto change = [file](const char* sql) {
    ASSERT_EQ(sqlite3_exec(file, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  };
  const PythonMachine machine;
  for (const SessionKeys& keys : {SessionKeys(), Keys(R"({"others": ["0123456789abcdef"]})")}) {
    const std::string id = *CreateSession(
        *store, keys, machine, {.tenant = "t", .kind = "python", .spec = {}, .code = "1111"});
    change("UPDATE snapshot SET blob = replace(blob, '1111', '1112')");
    EXPECT_TRUE(absl::IsDataLoss(ForkSession(*store, keys, id, "", "").status()));
    EXPECT_TRUE(absl::IsDataLoss(ResealSession(*store, keys, id)));
    change("UPDATE snapshot SET blob = replace(blob, '1112', '1111')");
    EXPECT_TRUE(ForkSession(*store, keys, id, "", "").ok());
    EXPECT_TRUE(ResealSession(*store, keys, id).ok());
  }
  sqlite3_close(file);
  for (const char* more : {"", "-wal", "-shm"}) remove((path + more).c_str());
}

}  // namespace
}  // namespace pysub::sessions
