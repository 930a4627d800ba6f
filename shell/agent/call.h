#ifndef PYSUB_SHELL_AGENT_CALL_H_
#define PYSUB_SHELL_AGENT_CALL_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "shell/agent/json.h"

namespace pysub::agent {

using SteadyTime = std::chrono::steady_clock::time_point;

// What came of a tool.
struct CallResult {
  Json structured;            // None: only content
  std::vector<Json> content;  // blocks of MCP
  bool is_error = false;
  // Instead of all that: what the client has to bring before it goes on (2026-07-28).
  Json input_requests;
  std::string request_state;
};

// Text alone that says what went wrong.
CallResult FailedCall(std::string_view message);
// A value, and the same as text.
CallResult PlainResult(Json structured);

// What may pass before a call has anything to do again.
struct CallWait {
  std::chrono::nanoseconds time{0};  // 0: there is something to do now
  int descriptor = -1;               // or until this can be read
};

// Who asked, as far as a call has to know.
struct CallContext {
  // How a person can be asked for an approval.
  enum class Asking : uint8_t {
    kNobody,     // the client has no way to
    kByResult,   // the call ends with input_requests, and another one goes on (2026-07-28)
    kByRequest,  // ask() while the call goes on
  };
  Asking asking = Asking::kNobody;
  // Sends elicitation/create; `answer` gets its result, or None where it failed, from any thread.
  std::function<void(Json params, std::function<void(Json result)> answer)> ask;
  std::string digest;  // of what was asked for: its tool and arguments
  std::string trace;   // traceparent, or empty
};

// A tool at work, in pieces of some milliseconds, so that one thread serves many and hears that one
// is cancelled.
class Call {
 public:
  virtual ~Call() = default;
  // True: it is done, and result() is there.
  virtual bool Step() = 0;
  // Before the first Step().
  virtual void SetContext(const CallContext&) {}
  // Step() is true soon, and what the call worked on can be used.
  virtual void Cancel() {}
  // The same from another thread, also while Step() runs, which then ends soon. Cancel() follows.
  virtual void Interrupt() {}
  // What it has used: never less than before.
  virtual uint64_t progress() const { return 0; }
  virtual CallWait wait() const { return {}; }
  CallResult& result() { return result_; }

 protected:
  CallResult result_;
};

// What is done at once.
class ImmediateCall : public Call {
 public:
  explicit ImmediateCall(std::function<CallResult()> work) : work_(std::move(work)) {}
  bool Step() override {
    result_ = work_();
    return true;
  }

 private:
  std::function<CallResult()> work_;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CALL_H_
