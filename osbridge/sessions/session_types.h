#ifndef PYSUB_OSBRIDGE_SESSIONS_SESSION_TYPES_H_
#define PYSUB_OSBRIDGE_SESSIONS_SESSION_TYPES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a store of durable sessions holds, as plain data: docs/sessions.md tells the rules. Times
// are milliseconds since 1970 by the store's own clock, 0 where there is none; texts are UTF-8.
namespace pysub::sessions {

enum class SessionState : uint8_t {
  kReady,      // a worker may go on with it
  kRunning,    // a worker has it, until its lease ends
  kWaiting,    // for an answer or a signal
  kSleeping,   // for a time
  kParked,     // for a person: SessionRow::parked_for
  kDone,       // the program has ended; it can be fed more code
  kFailed,     // by an exception, or at a limit
  kCancelled,  // by a person
};
inline constexpr SessionState kSessionStates[] = {SessionState::kReady,   SessionState::kRunning,
                                                  SessionState::kWaiting, SessionState::kSleeping,
                                                  SessionState::kParked,  SessionState::kDone,
                                                  SessionState::kFailed,  SessionState::kCancelled};

enum class CallState : uint8_t {
  kAnnounced,  // wanted, and stored: from here on it may be run
  kStarted,    // somebody runs it
  kAnswered,
  kUnknown,  // whoever ran it is gone, and nobody knows whether it happened
};
inline constexpr CallState kCallStates[] = {CallState::kAnnounced, CallState::kStarted,
                                            CallState::kAnswered, CallState::kUnknown};

// What may be done when it is unknown whether a call happened.
enum class CallClass : uint8_t {
  kOnce,        // nothing, before a person has looked
  kIdempotent,  // run it again: its receiver knows it by its key, or it changes nothing
};

// "ready", "announced", "once" ...: what is stored and shown. FromText: nothing for another text.
std::string_view StateName(SessionState state);
std::string_view StateName(CallState state);
std::string_view ClassName(CallClass call_class);
std::optional<SessionState> SessionStateOf(std::string_view name);
std::optional<CallState> CallStateOf(std::string_view name);
std::optional<CallClass> CallClassOf(std::string_view name);

// Why a session is parked.
inline constexpr std::string_view kParkedForUnknown = "unknown";  // a call that may have happened
inline constexpr std::string_view kParkedForCrashes = "crashes";  // its workers died too often
inline constexpr std::string_view kParkedForState =
    "state";  // its snapshot cannot be taken up here

// What others may call a signal: 1 to 200 bytes, no control characters, no $ at the beginning.
bool IsSignalName(std::string_view name);
// The names in a SessionRow::wants_signal.
std::vector<std::string_view> SignalNames(std::string_view wants);

// Signals of this name are more code for a session that has ended.
inline constexpr std::string_view kFeedSignal = "$feed";

struct NewSession {
  std::string id;  // SessionId(), of whoever makes it: its snapshot is bound to it
  std::string tenant;
  std::string kind;  // "python", "shell": which machine runs it
  std::string title;
  std::string spec;      // JSON: what the machine was told; the store does not look into it
  std::string idem_key;  // not empty: two of one tenant with the same key are one session
  std::string blob;      // its first snapshot
};

struct SessionRow {
  std::string id, tenant, kind, title, spec, idem_key, parent;
  SessionState state = SessionState::kReady;
  std::string parked_for;    // kParkedFor...
  std::string reason;        // of kParked, kFailed, kCancelled: for people
  std::string result;        // of kDone and kFailed: JSON
  std::string format;        // of the snapshot: which builds can read it; "": any
  std::string wants_signal;  // names of signals, each with a newline
  int64_t due_at = 0;        // when a worker may take it
  int64_t timer_at = 0;      // what the program itself waits for
  std::string lease_owner;
  int64_t lease_until = 0;
  int64_t fence = 0;    // counts claims
  int64_t seq = 0;      // counts transitions
  int64_t crashes = 0;  // leases that ended by themselves since the last transition
  int64_t created_at = 0, updated_at = 0;
};

// A call that a program has made, and what came of it.
struct CallRow {
  std::string session, tenant;
  int64_t call_id = 0;  // of this session
  std::string name;
  std::string args;      // JSON: {"args": [...], "kwargs": {...}}, values as ToExactJson() has them
  std::string idem_key;  // the same in all attempts, and of no other call: send it along
  CallClass call_class = CallClass::kOnce;
  CallState state = CallState::kAnnounced;
  int64_t attempts = 0;
  std::string owner;  // who runs it
  int64_t lease_until = 0;
  std::string reply;         // JSON of a value
  std::string error;         // JSON {"type", "message"}: the call raises it
  int64_t seq = 0;           // of the transition that announced it
  int64_t consumed_seq = 0;  // of the transition in which the program got the answer; 0: not yet
};

struct SignalRow {
  int64_t number = 0;  // in the order in which they came
  std::string name;
  std::string payload;  // JSON; of kFeedSignal the code
  int64_t consumed_seq = 0;
};

struct SnapshotRow {
  int64_t seq = 0;
  std::string digest;  // SHA-256 of the blob, in hexadecimal
  std::string blob;
};

struct LogRow {
  int64_t number = 0;
  int64_t seq = 0;
  int64_t at = 0;
  std::string event;   // "created", "claimed", "committed", "answered", "stdout" ...
  std::string detail;  // for people; of "stdout" and "stderr" the text
};

struct OutboxRow {
  int64_t number = 0;
  std::string session, tenant;
  int64_t seq = 0;
  std::string topic, body;
};

// Who has claimed a session. What is committed with it counts only while nobody else has claimed
// it.
struct Lease {
  std::string session;
  std::string owner;
  int64_t fence = 0;
  int64_t seq = 0;
};

// A claimed session with all that came for it.
struct Claim {
  Lease lease;
  SessionRow session;
  SnapshotRow snapshot;
  std::vector<CallRow> answered;   // not consumed yet
  std::vector<SignalRow> signals;  // not consumed yet
  int64_t now = 0;
};

struct ClaimRequest {
  std::string owner;  // a name of this worker that no other one has
  int64_t lease_ms = 30'000;
  std::string format;                 // sessions of other formats are left to others
  std::vector<std::string> kinds;     // what this worker can run
  std::optional<std::string> tenant;  // of this one alone
  int64_t most_crashes = 5;           // then it is parked
  int64_t crash_delay_ms = 1'000;     // from the second crash on; doubles with each
};

struct NewCall {
  int64_t call_id = 0;
  std::string name, args;
  CallClass call_class = CallClass::kOnce;
};

// What a run of a session came to: all of it is stored, or nothing.
struct Transition {
  SessionState next = SessionState::kReady;  // not kRunning, kCancelled
  int64_t timer_at = 0;                      // of kWaiting and kSleeping
  std::string wants_signal;                  // of kWaiting: names, each with a newline
  std::string parked_for, reason;            // reason: of kParked and kFailed
  std::string result;                        // of kDone and kFailed
  std::string format;
  std::string blob;
  std::vector<NewCall> calls;
  std::vector<int64_t> delivered_calls;  // whose answer the program has
  std::vector<int64_t> consumed_signals;
  std::vector<std::pair<std::string, std::string>> outbox;  // topic, body
  std::vector<std::pair<std::string, std::string>> log;     // event, detail
};

// A reply to a call: a value, or an exception.
struct CallReply {
  std::string value;  // JSON as HostValueFromJson() reads it
  std::string error;  // not empty: JSON {"type", "message"}
};

struct CallTake {
  std::string owner;
  int64_t lease_ms = 60'000;
  std::vector<std::string> names;  // empty: all
  std::optional<std::string> tenant;
};

struct ForkRequest {
  std::string from;
  int64_t from_seq = 0;  // of the snapshot that `blob` was made of
  std::string id;        // of the new one
  std::string title;     // empty: the other's
  std::string idem_key;
  std::string blob;
};

struct ListRequest {
  std::optional<std::string> tenant;
  std::optional<SessionState> state;
  std::string after;  // an id: those behind it
  int64_t most = 100;
};

struct GcRequest {
  int64_t older_than_ms = int64_t{7} * 24 * 3600 * 1000;  // since the last change
  std::optional<std::string> tenant;
  int64_t most = 1'000;  // sessions in one go
};

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_SESSION_TYPES_H_
