#include "tests/unit/osbridge/sessions/memory_store.h"

#include <algorithm>

namespace pysub::sessions {
namespace {

absl::Status Missing() { return absl::NotFoundError("missing"); }
absl::Status Lost() { return absl::AbortedError("lost"); }
absl::Status Wrong() { return absl::FailedPreconditionError("not in this state"); }

bool Ended(SessionState state) {
  return state == SessionState::kDone || state == SessionState::kFailed;
}

bool Wants(const SessionRow& row, std::string_view name) {
  const std::vector<std::string_view> wanted = SignalNames(row.wants_signal);
  return std::count(wanted.begin(), wanted.end(), name) != 0;
}

}  // namespace

MemoryStore::Stored* MemoryStore::Find(std::string_view id) {
  const auto at = sessions_.find(id);
  return at == sessions_.end() ? nullptr : &at->second;
}

std::string MemoryStore::WithKey(std::string_view tenant, std::string_view key) const {
  for (const auto& [id, stored] : sessions_) {
    if (!key.empty() && stored.row.tenant == tenant && stored.row.idem_key == key) return id;
  }
  return "";
}

void MemoryStore::Note(Stored& stored, std::string_view event, std::string_view detail) {
  stored.log.push_back({++lines_, stored.row.seq, now_(), std::string(event), std::string(detail)});
}

MemoryStore::Stored& MemoryStore::Insert(SessionRow row, std::string_view blob) {
  served_.try_emplace(row.tenant, 0);
  row.created_at = row.updated_at = now_();
  row.fence = row.crashes = 0;
  row.lease_owner.clear();
  row.lease_until = 0;
  Stored& stored = sessions_[row.id];
  stored.row = std::move(row);
  stored.born = ++born_;
  stored.blob = blob;
  return stored;
}

absl::StatusOr<std::string> MemoryStore::Create(const NewSession& session) {
  if (std::string id = WithKey(session.tenant, session.idem_key); !id.empty()) return id;
  if (Find(session.id) != nullptr) return session.id;
  SessionRow row;
  row.id = session.id, row.tenant = session.tenant, row.kind = session.kind;
  row.title = session.title, row.spec = session.spec, row.idem_key = session.idem_key;
  row.due_at = now_();
  Note(Insert(row, session.blob), "created", "");
  return session.id;
}

absl::StatusOr<std::string> MemoryStore::Fork(const ForkRequest& request) {
  if (Find(request.id) != nullptr) return request.id;
  Stored* from = Find(request.from);
  if (from == nullptr) return Missing();
  if (std::string id = WithKey(from->row.tenant, request.idem_key); !id.empty()) return id;
  if (from->row.seq != request.from_seq) return Lost();
  SessionRow row = from->row;
  row.id = request.id, row.parent = request.from, row.idem_key = request.idem_key;
  if (!request.title.empty()) row.title = request.title;
  const bool parked = row.state == SessionState::kParked && row.parked_for != kParkedForUnknown;
  if (!Ended(row.state) && !parked) {
    row.state = SessionState::kReady;
    row.parked_for = row.reason = "";
    row.due_at = now_();
  }
  Stored& made = Insert(row, request.blob);
  for (auto [id, call] : from->calls) {
    if (call.consumed_seq != 0) continue;
    if (call.state != CallState::kAnswered) call.state = CallState::kAnnounced;
    call.session = request.id, call.idem_key = CallKey(request.id, id);
    call.attempts = 0, call.owner = "", call.lease_until = 0, call.seq = row.seq;
    made.calls[id] = call;
    made.call_order[id] = ++calls_;
  }
  for (StoredSignal signal : from->signals) {
    if (signal.row.consumed_seq != 0) continue;
    signal.row.number = ++signals_;
    made.signals.push_back(signal);
  }
  Note(made, "created", "a fork of " + request.from);
  Note(*from, "forked", request.id);
  return request.id;
}

absl::StatusOr<SessionRow> MemoryStore::Get(std::string_view id) {
  const Stored* stored = Find(id);
  if (stored == nullptr) return Missing();
  return stored->row;
}

absl::StatusOr<SnapshotRow> MemoryStore::Snapshot(std::string_view id) {
  const Stored* stored = Find(id);
  if (stored == nullptr) return Missing();
  return SnapshotRow{stored->row.seq, "", stored->blob};
}

absl::StatusOr<std::vector<SessionRow>> MemoryStore::List(const ListRequest& request) {
  std::vector<SessionRow> all;
  for (const auto& [id, stored] : sessions_) {
    const SessionRow& row = stored.row;
    if (id <= request.after || (request.tenant && row.tenant != *request.tenant)) continue;
    if (request.state && row.state != *request.state) continue;
    if (static_cast<int64_t>(all.size()) < request.most) all.push_back(row);
  }
  return all;
}

absl::StatusOr<int64_t> MemoryStore::Count(std::string_view tenant, int64_t most) {
  const auto count = std::count_if(sessions_.begin(), sessions_.end(), [tenant](const auto& one) {
    return one.second.row.tenant == tenant;
  });
  return std::min<int64_t>(count, most);
}

absl::StatusOr<std::vector<CallRow>> MemoryStore::Calls(std::string_view id) {
  std::vector<CallRow> all;
  if (const Stored* stored = Find(id)) {
    for (const auto& [number, call] : stored->calls) all.push_back(call);
  }
  return all;
}

absl::StatusOr<std::vector<SignalRow>> MemoryStore::Signals(std::string_view id) {
  std::vector<SignalRow> all;
  if (const Stored* stored = Find(id)) {
    for (const StoredSignal& signal : stored->signals) all.push_back(signal.row);
  }
  return all;
}

absl::StatusOr<std::vector<LogRow>> MemoryStore::Log(std::string_view id, int64_t after,
                                                     int64_t most) {
  std::vector<LogRow> all;
  if (const Stored* stored = Find(id)) {
    for (const LogRow& line : stored->log) {
      if (line.number > after && static_cast<int64_t>(all.size()) < most) all.push_back(line);
    }
  }
  return all;
}

void MemoryStore::MakeReady(Stored& stored) {
  stored.row.state = SessionState::kReady;
  stored.row.parked_for = stored.row.reason = "";
  stored.row.due_at = stored.row.updated_at = now_();
}

void MemoryStore::EndLease(Stored& stored) {
  stored.row.lease_owner.clear();
  stored.row.lease_until = 0;
  stored.row.updated_at = now_();
}

void MemoryStore::ParkRow(Stored& stored, std::string_view parked_for, std::string_view reason) {
  EndLease(stored);
  stored.row.state = SessionState::kParked;
  stored.row.parked_for = parked_for, stored.row.reason = reason;
  stored.row.due_at = 0;
  Note(stored, "parked", reason);
}

bool MemoryStore::HasUnknown(const Stored& stored) {
  return std::any_of(stored.calls.begin(), stored.calls.end(),
                     [](const auto& call) { return call.second.state == CallState::kUnknown; });
}

bool MemoryStore::HasAnswer(const Stored& stored) {
  return std::any_of(stored.calls.begin(), stored.calls.end(), [](const auto& call) {
    return call.second.state == CallState::kAnswered && call.second.consumed_seq == 0;
  });
}

bool MemoryStore::HasSignal(const Stored& stored, std::string_view name) {
  return std::any_of(stored.signals.begin(), stored.signals.end(), [name](const auto& signal) {
    return signal.row.name == name && signal.row.consumed_seq == 0;
  });
}

void MemoryStore::Withdraw(Stored& stored, int64_t seq) {
  for (auto& [id, call] : stored.calls) {
    if (call.state != CallState::kAnnounced) continue;
    call.state = CallState::kAnswered;
    call.error = "withdrawn";
    call.consumed_seq = seq;
  }
}

absl::Status MemoryStore::Signal(std::string_view id, std::string_view name,
                                 std::string_view payload, std::string_view idem_key) {
  if (name != kFeedSignal && !IsSignalName(name)) return absl::InvalidArgumentError("name");
  Stored* stored = Find(id);
  if (stored == nullptr) return Missing();
  const SessionState state = stored->row.state;
  const bool is_feed = name == kFeedSignal;
  if (state == SessionState::kCancelled || (Ended(state) && !is_feed)) return Wrong();
  for (const StoredSignal& signal : stored->signals) {
    if (!idem_key.empty() && signal.idem_key == idem_key) return absl::OkStatus();
  }
  stored->signals.push_back(
      {{++signals_, std::string(name), std::string(payload), 0}, std::string(idem_key)});
  Note(*stored, "signal", name);
  if (is_feed ? Ended(state) : state == SessionState::kWaiting && Wants(stored->row, name))
    MakeReady(*stored);
  return absl::OkStatus();
}

absl::Status MemoryStore::Resume(std::string_view id) {
  Stored* stored = Find(id);
  if (stored == nullptr) return Missing();
  if (stored->row.state != SessionState::kParked || HasUnknown(*stored)) return Wrong();
  stored->row.crashes = 0;
  MakeReady(*stored);
  Note(*stored, "resumed", "");
  return absl::OkStatus();
}

absl::Status MemoryStore::Cancel(std::string_view id, std::string_view reason) {
  Stored* stored = Find(id);
  if (stored == nullptr) return Missing();
  if (stored->row.state == SessionState::kCancelled) return absl::OkStatus();
  EndLease(*stored);
  ++stored->row.fence;
  stored->row.state = SessionState::kCancelled;
  stored->row.reason = reason, stored->row.parked_for = "";
  stored->row.due_at = stored->row.timer_at = 0;
  Withdraw(*stored, stored->row.seq);
  Note(*stored, "cancelled", reason);
  return absl::OkStatus();
}

absl::Status MemoryStore::Reseal(std::string_view id, int64_t seq, std::string_view blob) {
  Stored* stored = Find(id);
  if (stored == nullptr) return Missing();
  if (stored->row.seq != seq) return Lost();
  stored->blob = blob;
  return absl::OkStatus();
}

absl::StatusOr<int64_t> MemoryStore::Gc(const GcRequest& request) {
  std::vector<std::pair<int64_t, std::string>> old;
  for (const auto& [id, stored] : sessions_) {
    const SessionRow& row = stored.row;
    const bool ended = Ended(row.state) || row.state == SessionState::kCancelled;
    const bool has_mail = std::any_of(outbox_.begin(), outbox_.end(),
                                      [&](const OutboxRow& mail) { return mail.session == id; });
    if (ended && !has_mail && row.updated_at <= now_() - request.older_than_ms &&
        (!request.tenant || row.tenant == *request.tenant))
      old.push_back({row.updated_at, id});
  }
  std::sort(old.begin(), old.end());
  for (const auto& [at, id] : old) sessions_.erase(id);
  std::erase_if(served_, [this](const auto& tenant) {
    return std::none_of(sessions_.begin(), sessions_.end(), [&](const auto& session) {
      return session.second.row.tenant == tenant.first;
    });
  });
  return static_cast<int64_t>(old.size());
}

MemoryStore::Stored* MemoryStore::Due(const ClaimRequest& request) {
  Stored* best = nullptr;
  const auto order = [this](const Stored& stored) {
    const SessionRow& row = stored.row;
    return std::make_tuple(served_[row.tenant], row.tenant, row.due_at, stored.born);
  };
  for (auto& [id, stored] : sessions_) {
    const SessionRow& row = stored.row;
    const bool can_run = std::count(request.kinds.begin(), request.kinds.end(), row.kind) != 0 &&
                         (row.format.empty() || row.format == request.format);
    if (!can_run || row.due_at == 0 || row.due_at > now_()) continue;
    if (request.tenant && row.tenant != *request.tenant) continue;
    if (best == nullptr || order(stored) < order(*best)) best = &stored;
  }
  return best;
}

absl::StatusOr<std::optional<Claim>> MemoryStore::ClaimNext(const ClaimRequest& request) {
  while (Stored* stored = Due(request)) {
    SessionRow& row = stored->row;
    if (row.state == SessionState::kRunning) {
      row.state = SessionState::kReady;
      Note(*stored, "lapsed", row.lease_owner);
      if (++row.crashes >= request.most_crashes) {
        ParkRow(*stored, kParkedForCrashes, "crashes");
        continue;
      }
      if (row.crashes > 1) {
        int64_t delay = request.crash_delay_ms;
        for (int64_t i = 2; i < row.crashes; ++i) delay *= 2;
        row.due_at = now_() + std::min<int64_t>(delay, 300'000);
        row.lease_owner.clear();
        row.lease_until = 0;
        continue;
      }
    }
    row.state = SessionState::kRunning;
    ++row.fence;
    row.lease_owner = request.owner;
    row.lease_until = row.due_at = now_() + request.lease_ms;
    int64_t most = 0;
    for (const auto& [name, served] : served_) most = std::max(most, served);
    served_[row.tenant] = most + 1;
    Note(*stored, "claimed", request.owner);
    Claim claim{{row.id, request.owner, row.fence, row.seq},
                row,
                {row.seq, "", stored->blob},
                {},
                {},
                now_()};
    for (const auto& [id, call] : stored->calls) {
      if (call.state == CallState::kAnswered && call.consumed_seq == 0)
        claim.answered.push_back(call);
    }
    for (const StoredSignal& signal : stored->signals) {
      if (signal.row.consumed_seq == 0) claim.signals.push_back(signal.row);
    }
    return std::optional<Claim>(std::move(claim));
  }
  return std::optional<Claim>();
}

bool MemoryStore::Holds(const Stored* stored, const Lease& lease) const {
  return stored != nullptr && stored->row.state == SessionState::kRunning &&
         stored->row.fence == lease.fence && stored->row.seq == lease.seq &&
         stored->row.lease_owner == lease.owner;
}

absl::Status MemoryStore::Heartbeat(const Lease& lease, int64_t lease_ms) {
  Stored* stored = Find(lease.session);
  if (!Holds(stored, lease)) return Lost();
  stored->row.lease_until = stored->row.due_at = now_() + lease_ms;
  return absl::OkStatus();
}

absl::Status MemoryStore::Commit(Lease* lease, const Transition& transition) {
  Stored* stored = Find(lease->session);
  if (!Holds(stored, *lease)) return Lost();
  EndLease(*stored);
  SessionRow& row = stored->row;
  row.seq = ++lease->seq;
  row.crashes = 0;
  row.timer_at = transition.timer_at, row.wants_signal = transition.wants_signal;
  row.parked_for = transition.parked_for, row.reason = transition.reason;
  row.result = transition.result, row.format = transition.format;
  stored->blob = transition.blob;
  for (const NewCall& call : transition.calls) {
    CallRow& made = stored->calls[call.call_id];
    made.session = row.id, made.tenant = row.tenant, made.call_id = call.call_id;
    made.name = call.name, made.args = call.args, made.call_class = call.call_class;
    made.idem_key = CallKey(row.id, call.call_id), made.seq = row.seq;
    stored->call_order[call.call_id] = ++calls_;
  }
  for (const int64_t id : transition.delivered_calls) stored->calls[id].consumed_seq = row.seq;
  for (StoredSignal& signal : stored->signals) {
    const std::vector<int64_t>& consumed = transition.consumed_signals;
    if (std::count(consumed.begin(), consumed.end(), signal.row.number) != 0)
      signal.row.consumed_seq = row.seq;
  }
  row.state = transition.next;
  if (Ended(row.state) && HasSignal(*stored, kFeedSignal)) row.state = SessionState::kReady;
  if (row.state == SessionState::kWaiting &&
      (HasAnswer(*stored) ||
       std::any_of(stored->signals.begin(), stored->signals.end(), [&](const auto& signal) {
         return signal.row.consumed_seq == 0 && Wants(row, signal.row.name);
       })))
    row.state = SessionState::kReady;
  const bool waits = row.state == SessionState::kWaiting || row.state == SessionState::kSleeping;
  row.due_at = row.state == SessionState::kReady ? now_() : waits ? row.timer_at : 0;
  for (const auto& [topic, body] : transition.outbox)
    outbox_.push_back({++letters_, row.id, row.tenant, row.seq, topic, body});
  for (const auto& [event, detail] : transition.log) Note(*stored, event, detail);
  Note(*stored, "committed", StateName(row.state));
  if (Ended(row.state)) Withdraw(*stored, row.seq);
  if (row.state == SessionState::kWaiting && HasUnknown(*stored))
    ParkRow(*stored, kParkedForUnknown, "unknown");
  return absl::OkStatus();
}

absl::Status MemoryStore::Release(const Lease& lease, int64_t delay_ms) {
  Stored* stored = Find(lease.session);
  if (!Holds(stored, lease)) return Lost();
  EndLease(*stored);
  stored->row.state = SessionState::kReady;
  stored->row.due_at = now_() + delay_ms;
  Note(*stored, "released", lease.owner);
  return absl::OkStatus();
}

absl::Status MemoryStore::Park(const Lease& lease, std::string_view parked_for,
                               std::string_view reason) {
  Stored* stored = Find(lease.session);
  if (!Holds(stored, lease)) return Lost();
  ParkRow(*stored, parked_for, reason);
  return absl::OkStatus();
}

void MemoryStore::Wake(Stored& stored) {
  const bool parked = stored.row.state == SessionState::kParked &&
                      stored.row.parked_for == kParkedForUnknown && !HasUnknown(stored);
  if (stored.row.state == SessionState::kWaiting || parked) MakeReady(stored);
}

absl::StatusOr<std::optional<CallRow>> MemoryStore::TakeCall(const CallTake& take) {
  CallRow* best = nullptr;
  int64_t order = 0;
  for (auto& [id, stored] : sessions_) {
    if (Ended(stored.row.state) || stored.row.state == SessionState::kCancelled) continue;
    if (take.tenant && stored.row.tenant != *take.tenant) continue;
    for (auto& [number, call] : stored.calls) {
      const bool wanted =
          take.names.empty() || std::count(take.names.begin(), take.names.end(), call.name) != 0;
      if (!wanted || call.state != CallState::kAnnounced) continue;
      if (best != nullptr && order < stored.call_order[number]) continue;
      best = &call;
      order = stored.call_order[number];
    }
  }
  if (best == nullptr) return std::optional<CallRow>();
  best->state = CallState::kStarted;
  ++best->attempts;
  best->owner = take.owner;
  best->lease_until = now_() + take.lease_ms;
  Note(*Find(best->session), "started", best->name);
  return std::optional<CallRow>(*best);
}

absl::StatusOr<bool> MemoryStore::Answer(std::string_view id, int64_t call_id,
                                         const CallReply& reply) {
  Stored* stored = Find(id);
  if (stored == nullptr || stored->calls.count(call_id) == 0) return Missing();
  CallRow& call = stored->calls[call_id];
  if (call.state == CallState::kAnswered) return false;
  call.state = CallState::kAnswered;
  call.reply = reply.value, call.error = reply.error;
  call.lease_until = 0;
  Note(*stored, "answered", call.name);
  Wake(*stored);
  return true;
}

absl::Status MemoryStore::Reannounce(std::string_view id, int64_t call_id) {
  Stored* stored = Find(id);
  if (stored == nullptr || stored->calls.count(call_id) == 0) return Missing();
  CallRow& call = stored->calls[call_id];
  if (call.state != CallState::kUnknown && call.state != CallState::kStarted) return Wrong();
  call.state = CallState::kAnnounced;
  call.owner = "", call.lease_until = 0;
  Note(*stored, "announced", call.name);
  Wake(*stored);
  return absl::OkStatus();
}

absl::StatusOr<int64_t> MemoryStore::RecoverCalls() {
  std::map<int64_t, std::pair<Stored*, CallRow*>> lapsed;  // in the order in which they were made
  for (auto& [id, stored] : sessions_) {
    for (auto& [number, call] : stored.calls) {
      if (call.state == CallState::kStarted && call.lease_until <= now_())
        lapsed[stored.call_order[number]] = {&stored, &call};
    }
  }
  for (const auto& [order, found] : lapsed) {
    const auto [stored, call] = found;
    const bool again = call->call_class == CallClass::kIdempotent;
    call->lease_until = 0;
    call->state = again ? CallState::kAnnounced : CallState::kUnknown;
    if (again) call->owner = "";
    Note(*stored, again ? "announced" : "unknown", call->name);
    const SessionState state = stored->row.state;
    if (!again && (state == SessionState::kWaiting || state == SessionState::kSleeping))
      ParkRow(*stored, kParkedForUnknown, "unknown");
  }
  return static_cast<int64_t>(lapsed.size());
}

absl::StatusOr<std::vector<OutboxRow>> MemoryStore::Outbox(const std::optional<std::string>& tenant,
                                                           int64_t after, int64_t most) {
  std::vector<OutboxRow> all;
  for (const OutboxRow& mail : outbox_) {
    if (mail.number <= after || (tenant && mail.tenant != *tenant)) continue;
    if (static_cast<int64_t>(all.size()) < most) all.push_back(mail);
  }
  return all;
}

absl::Status MemoryStore::RemoveFromOutbox(int64_t number) {
  std::erase_if(outbox_, [number](const OutboxRow& mail) { return mail.number == number; });
  return absl::OkStatus();
}

}  // namespace pysub::sessions
