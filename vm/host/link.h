#ifndef PYSUB_VM_HOST_LINK_H_
#define PYSUB_VM_HOST_LINK_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "vm/host/request.h"
#include "vm/native_frame.h"
#include "vm/result.h"
#include "vm/value.h"

namespace pysub {

class Vm;

// What joins a Vm to its host: what the program asks and may ask, the answers, what it writes, and
// what the host calls in it. The values that stand in requests and answers are among the roots of
// the Vm (vm/roots.h).
class HostLink {
 public:
  HostLink(Vm& vm, const HostHooks& hooks) : vm_(vm), hooks_(hooks) {}
  HostLink(const HostLink&) = delete;
  HostLink& operator=(const HostLink&) = delete;

  const HostHooks& hooks() const { return hooks_; }

  // ---- For natives and instructions: asking. CallPending (the answer is written back like the
  // result of a pushed frame, but it is always an ordinary value), Failed (no memory), or for
  // OsCalls the answer at once.
  Eventual CallHostFunction(Value function, std::span<const Value> args, Value keywords);
  Eventual CallOs(OsCallId call, std::span<const Value> args);
  // The same for natives that go on with the answer, also several times: Failed when the run has to
  // stop, and the native is called again when the answer is there, as after a collection. Only
  // inside of an OsAnswers. `shown`: what an OSError without a file name gets as that; a tuple of
  // two for calls with two paths.
  Value AskOs(OsCallId call, std::initializer_list<Value> args, Value shown = Value::Undefined());
  // "OS exceptions": which errno makes which type.
  static TypeId OsErrorType(int64_t number);
  // OSError, or the type under it that belongs to the number, with the text of the system.
  Failure RaiseOsError(int number, Value shown = Value::Undefined());
  // For the event loop of asyncio when all tasks wait: for answers that the host gives later, or
  // for the next timer. Writes back True when the host lets that time pass, else None.
  Eventual WaitForHost(Value nanoseconds);
  // Not a builtin nor a global: NameError, or the host is asked and the instruction repeated.
  Eventual ResolveName(Value name, Value globals);

  // ---- Standard output (1) and standard error (2)
  Status Write(int stream, std::string_view bytes);  // buffered; charged to the output limit
  // What the host refuses is lost; the next Write() to standard output raises its OSError.
  void FlushOutput();
  uint64_t output_bytes() const { return output_bytes_; }
  // What the program may still write.
  uint64_t output_left() const;

  // ---- For the host: requests
  // What the run stopped for (StopKind::kHost), until it is answered.
  const HostRequest& request() const;
  // The answer. For a name the value becomes the global of that name. Failed: no memory;
  // Vm::DropFailure(), Vm::CollectForHost(), and once again.
  Status Answer(Value value);
  void AnswerException(Value exception);
  Status AnswerNoSuchName();  // NameError
  // kWaiting: futures have their results, or (`timeout`) the time of the next timer has come.
  void AnswerWaiting(bool timeout);
  // Calls something for the host, while the program stands still at a request or has ended:
  // Vm::Run() then ends with kCallbackFinished or kCallbackRaised, and what stood still before does
  // so again. Failed: as for Answer().
  Status CallForHost(Value callee, Value arguments_tuple, Value keywords);
  // For HostCallbackResume: what stood still before such a call stands so again. False: a native
  // frame that nobody made.
  bool EndCallForHost(const NativeFrame& frame, bool raised);

  // ---- For the host: settings
  void SetOsPolicy(OsCallId call, OsPolicy policy) {
    os_policies_[static_cast<int>(call)] = policy;
  }
  OsPolicy os_policy(OsCallId call) const { return os_policies_[static_cast<int>(call)]; }
  // Whether names that are bound nowhere become requests.
  bool resolves_names = false;
  // Part of each request's id: who this run is, wherever it is resumed.
  uint64_t session_id = 0;
  // The clock of OsPolicy::kVirtual: nanoseconds since the epoch. Looking at it moves it.
  int64_t virtual_clock_ns = 0;
  uint64_t entropy_seed = 0;  // of OsPolicy::kVirtual; moved by use
  // os.getcwd(): absolute. Relative paths of the program begin here.
  std::string working_directory = "/";
  // Text that the host wants to find again in a snapshot. The Vm does not look at it.
  std::string host_note;

  // ---- For snapshots and copies
  uint64_t requests() const { return requests_; }  // made so far
  void SetCounts(uint64_t requests, uint64_t output_bytes) {
    requests_ = requests;
    output_bytes_ = output_bytes;
  }
  // Counts on from what `other` has written, and numbers requests behind its.
  void ContinueCountsOf(const HostLink& other) {
    SetCounts(std::max(requests_, other.requests_), other.output_bytes_);
  }
  // Settings and counts.
  void CopyFrom(const HostLink& other);

 private:
  friend class OsAnswers;
  void BeginAnswers() {
    if (answers_depth_++ == 0) answers_read_ = 0;
  }
  void EndAnswers();
  void ForgetAnswers();

  Value AskHost(HostRequestKind kind, Value target, Value arguments, Value keywords);
  Value OsDirectly(OsCallId call, std::span<const Value> args);
  Value OsNow(OsCallId call, std::span<const Value> args, Value shown);
  void Audit(OsCallId call, std::span<const Value> args, std::string_view outcome);
  Status KeepAnswer(Value answer);
  Value GivenAnswer(Value answer, Value shown);
  void WriteNow(int stream, std::string_view bytes);
  Failure RaiseWriteError();

  Vm& vm_;
  const HostHooks hooks_;
  OsPolicy os_policies_[static_cast<int>(OsCallId::kCount)] = {};
  uint64_t requests_ = 0;
  uint32_t answers_read_ = 0;   // of Vm::os_answers_, by the running native
  uint32_t answers_depth_ = 0;  // how many OsAnswers there are
  std::string output_[2];       // not yet written
  uint64_t output_bytes_ = 0;
  int write_error_ = 0;  // what the host said about standard output, not raised yet
};

// Stands at the beginning of a native that calls HostLink::AskOs(): keeps the answers until the
// native has ended, so that when it is called again (an answer has come, a collection was made)
// each is there at once and nothing is asked or done a second time. What the native changes itself
// it changes after its last AskOs(), or in a way that bears repeating.
class OsAnswers {
 public:
  explicit OsAnswers(Vm& vm);
  ~OsAnswers();
  // What was asked so far has had its effect: none of it is asked again when the native is
  // repeated.
  static void Forget(Vm& vm);
  OsAnswers(const OsAnswers&) = delete;
  OsAnswers& operator=(const OsAnswers&) = delete;

 private:
  HostLink& host_;
};

}  // namespace pysub

#endif  // PYSUB_VM_HOST_LINK_H_
