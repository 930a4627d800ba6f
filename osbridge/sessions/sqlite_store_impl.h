#ifndef PYSUB_OSBRIDGE_SESSIONS_SQLITE_STORE_IMPL_H_
#define PYSUB_OSBRIDGE_SESSIONS_SQLITE_STORE_IMPL_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "osbridge/sessions/session_store.h"
#include "osbridge/sessions/sqlite_database.h"
#include "osbridge/sessions/store_rules.h"

namespace pysub::sessions {

// sqlite_store.cc: what people and hosts do; sqlite_claims.cc: workers; sqlite_calls.cc: calls.
class SqliteStore final : public SessionStore {
 public:
  explicit SqliteStore(std::unique_ptr<SqliteDatabase> database) : database_(std::move(database)) {}

  absl::StatusOr<int64_t> NowMs() override { return database_->NowMs(); }
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

  // A line of the log of `id`, at its seq of now.
  static void Note(SqliteWork& work, std::string_view id, std::string_view event,
                   std::string_view detail);
  // Null where there is none; then the work has failed with kNotFound.
  static std::optional<SessionRow> Row(SqliteWork& work, std::string_view id);
  static void MakeReady(SqliteWork& work, std::string_view id);
  static void ParkRow(SqliteWork& work, std::string_view id, std::string_view parked_for,
                      std::string_view reason);
  static std::vector<CallRow> OpenCalls(SqliteWork& work, std::string_view id);
  static std::vector<SignalRow> NewSignals(SqliteWork& work, std::string_view id);
  // Nobody will want the answers of calls that were not started.
  static void WithdrawCalls(SqliteWork& work, std::string_view id, int64_t seq);
  static bool HasUnknownCall(SqliteWork& work, std::string_view id);

 private:
  SqliteWork Writing() { return SqliteWork(*database_, SqliteWork::Kind::kWrite); }
  SqliteWork Reading() { return SqliteWork(*database_, SqliteWork::Kind::kRead); }

  std::unique_ptr<SqliteDatabase> database_;
};

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_SQLITE_STORE_IMPL_H_
