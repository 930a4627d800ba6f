#ifndef PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_MEMORY_STORE_H_
#define PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_MEMORY_STORE_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "osbridge/sessions/session_store.h"

namespace pysub::sessions {

// The rules of a store in as few words as they can be said, over maps: what real stores are
// compared with. Nothing of it lasts.
class MemoryStore final : public SessionStore {
 public:
  explicit MemoryStore(std::function<int64_t()> now) : now_(std::move(now)) {}

  absl::StatusOr<int64_t> NowMs() override { return now_(); }
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
  absl::StatusOr<std::vector<OutboxRow>> Outbox(const std::optional<std::string>& tenant,
                                                int64_t after, int64_t most) override;
  absl::Status RemoveFromOutbox(int64_t number) override;

 private:
  struct StoredSignal {
    SignalRow row;
    std::string idem_key;
  };
  struct Stored {
    SessionRow row;
    int64_t born = 0;  // the order in which they were made
    std::string blob;
    std::map<int64_t, CallRow> calls;
    std::map<int64_t, int64_t> call_order;
    std::vector<StoredSignal> signals;
    std::vector<LogRow> log;
  };

  Stored* Find(std::string_view id);
  Stored* Due(const ClaimRequest& request);
  bool Holds(const Stored* stored, const Lease& lease) const;
  std::string WithKey(std::string_view tenant, std::string_view key) const;
  Stored& Insert(SessionRow row, std::string_view blob);
  void Note(Stored& stored, std::string_view event, std::string_view detail);
  void MakeReady(Stored& stored);
  void ParkRow(Stored& stored, std::string_view parked_for, std::string_view reason);
  void EndLease(Stored& stored);
  void Withdraw(Stored& stored, int64_t seq);
  void Wake(Stored& stored);
  static bool HasUnknown(const Stored& stored);
  static bool HasAnswer(const Stored& stored);
  static bool HasSignal(const Stored& stored, std::string_view name);

  std::function<int64_t()> now_;
  std::map<std::string, Stored, std::less<>> sessions_;
  std::map<std::string, int64_t, std::less<>> served_;
  std::vector<OutboxRow> outbox_;
  int64_t born_ = 0, calls_ = 0, signals_ = 0, lines_ = 0, letters_ = 0;
};

}  // namespace pysub::sessions

#endif  // PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_MEMORY_STORE_H_
