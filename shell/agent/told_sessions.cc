#include "shell/agent/told_sessions.h"

#include "pysub/host_value_json.h"

namespace pysub::agent {

using namespace sessions;  // NOLINT: this file speaks of nothing else

namespace {

HostValue TimeOf(int64_t ms) { return ms == 0 ? HostValue() : HostValue(ms); }

}  // namespace

HostValue JsonOrText(const std::string& text) {
  if (text.empty()) return HostValue();
  const absl::StatusOr<HostValue> value = HostValueFromJson(text);
  return value.ok() ? *value : HostValue(CleanText(text));
}

Members Told(const SessionRow& row) {
  return {{"id", row.id},
          {"tenant", row.tenant},
          {"kind", row.kind},
          {"title", row.title},
          {"state", StateName(row.state)},
          {"parked_for", row.parked_for},
          {"reason", CleanText(row.reason)},
          {"result", JsonOrText(row.result)},
          {"seq", row.seq},
          {"fence", row.fence},
          {"crashes", row.crashes},
          {"due_at", TimeOf(row.due_at)},
          {"lease_owner", row.lease_owner},
          {"lease_until", TimeOf(row.lease_until)},
          {"format", row.format},
          {"parent", row.parent},
          {"idem_key", row.idem_key},
          {"created_at", row.created_at},
          {"updated_at", row.updated_at}};
}

HostValue Told(const CallRow& row) {
  return Object({{"call", row.call_id},
                 {"name", row.name},
                 {"arguments", JsonOrText(row.args)},
                 {"class", ClassName(row.call_class)},
                 {"state", StateName(row.state)},
                 {"key", row.idem_key},
                 {"attempts", row.attempts},
                 {"owner", row.owner},
                 {"reply", JsonOrText(row.reply)},
                 {"error", JsonOrText(row.error)},
                 {"seq", row.seq},
                 {"consumed_seq", row.consumed_seq}});
}

HostValue Told(const SignalRow& row) {
  return Object({{"number", row.number},
                 {"name", row.name},
                 {"payload", CleanText(row.payload)},
                 {"consumed_seq", row.consumed_seq}});
}

HostValue Told(const LogRow& row) {
  return Object({{"number", row.number},
                 {"seq", row.seq},
                 {"at", row.at},
                 {"event", row.event},
                 {"detail", CleanText(row.detail)}});
}

}  // namespace pysub::agent
