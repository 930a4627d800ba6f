#ifndef PYSUB_OSBRIDGE_SESSIONS_POSTGRES_STORE_IMPL_H_
#define PYSUB_OSBRIDGE_SESSIONS_POSTGRES_STORE_IMPL_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "osbridge/sessions/postgres_database.h"
#include "osbridge/sessions/session_store.h"
#include "osbridge/sessions/store_rules.h"

namespace pysub::sessions {

// postgres_store.cc: what people and hosts do; postgres_claims.cc: workers; postgres_calls.cc:
// calls.
//
// Whoever writes anything of a session has its row locked (Row(), SKIP LOCKED for whoever takes any
// one): so what happens to a session happens one after the other, its log and its seq in one order,
// and transactions that wait for each other are few. READ COMMITTED is enough: behind the lock each
// statement sees what those before have committed.
class PostgresStore final : public SessionStore {
 public:
  explicit PostgresStore(std::unique_ptr<PostgresDatabase> database)
      : database_(std::move(database)) {}

  absl::StatusOr<int64_t> NowMs() override;
  absl::StatusOr<std::string> Create(const NewSession& session) override;
  absl::StatusOr<std::string> Fork(const ForkRequest& request) override;
  absl::StatusOr<SessionRow> Get(std::string_view id) override;
  absl::StatusOr<SnapshotRow> Snapshot(std::string_view id) override;
  absl::StatusOr<std::vector<SessionRow>> List(const ListRequest& request) override;
  absl::StatusOr<int64_t> Count(std::string_view tenant, int64_t most) override;
  absl::StatusOr<std::vector<CallRow>> Calls(std::string_view id) override;
  absl::StatusOr<std::vector<SignalRow>> Signals(std::string_view id) override;
  absl::StatusOr<std::vector<LogRow>> Log(std::string_view id, int64_t after,
                                          int64_t most) override;
  absl::Status Signal(std::string_view id, std::string_view name, std::string_view payload,
                      std::string_view idem_key) override;
  absl::Status Resume(std::string_view id) override;
  absl::Status Cancel(std::string_view id, std::string_view reason) override;
  absl::Status Reseal(std::string_view id, int64_t seq, std::string_view blob) override;
  absl::StatusOr<int64_t> Gc(const GcRequest& request) override;
  absl::StatusOr<std::vector<OutboxRow>> Outbox(const std::optional<std::string>& tenant,
                                                int64_t after, int64_t most) override;
  absl::Status RemoveFromOutbox(int64_t number) override;
  bool AwaitHint(int64_t ms) override { return database_->AwaitHint(ms); }
  void GiveUp() override { database_->GiveUp(); }

  absl::StatusOr<std::optional<Claim>> ClaimNext(const ClaimRequest& request) override;
  absl::Status Heartbeat(const Lease& lease, int64_t lease_ms) override;
  absl::Status Commit(Lease* lease, const Transition& transition) override;
  absl::Status Release(const Lease& lease, int64_t delay_ms) override;
  absl::Status Park(const Lease& lease, std::string_view parked_for,
                    std::string_view reason) override;

  absl::StatusOr<std::optional<CallRow>> TakeCall(const CallTake& take) override;
  absl::StatusOr<bool> Answer(std::string_view id, int64_t call_id,
                              const CallReply& reply) override;
  absl::Status Reannounce(std::string_view id, int64_t call_id) override;
  absl::StatusOr<int64_t> RecoverCalls() override;

  // ---- parts of transactions

  static void Note(PostgresWork& work, std::string_view id, std::string_view event,
                   std::string_view detail);
  // Locks it. Null where there is none; then the work has failed with kNotFound.
  static std::optional<SessionRow> Row(PostgresWork& work, std::string_view id);
  static void MakeReady(PostgresWork& work, std::string_view id);
  static void ParkRow(PostgresWork& work, std::string_view id, std::string_view parked_for,
                      std::string_view reason);
  static size_t QueueNewSignals(PostgresWork& work, std::string_view id);
  static std::vector<SignalRow> NewSignals(PostgresRows rows);
  static size_t QueueOpenCalls(PostgresWork& work, std::string_view id);
  static void WithdrawCalls(PostgresWork& work, std::string_view id, int64_t seq);
  static bool HasUnknownCall(PostgresWork& work, std::string_view id);

 private:
  // Runs the body as one transaction, and again where it clashed with another one or the connection
  // went before anything was stored: so it must begin with nothing each time. What it returned is
  // what this returns, once it is stored.
  template <typename T>
  absl::StatusOr<T> Transact(PostgresWork::Kind kind,
                             const std::function<absl::StatusOr<T>(PostgresWork&)>& body) {
    absl::StatusOr<T> result = absl::UnavailableError("");
    const absl::Status status = Repeat(kind, [&](PostgresWork& work) {
      result = body(work);
      return result.status();
    });
    if (!status.ok()) return status;
    return result;
  }
  absl::Status Writing(const std::function<absl::Status(PostgresWork&)>& body) {
    return Repeat(PostgresWork::Kind::kWrite, body);
  }
  absl::Status Repeat(PostgresWork::Kind kind,
                      const std::function<absl::Status(PostgresWork&)>& body);
  // Connects, until the patience ends.
  absl::Status ConnectUntil(int64_t deadline_ms);
  // Whether a transaction was stored whose answer was lost. Nothing: it cannot be known.
  std::optional<bool> WasStored(const std::string& session, int64_t mark, int64_t deadline_ms);

  std::unique_ptr<PostgresDatabase> database_;
};

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_POSTGRES_STORE_IMPL_H_
