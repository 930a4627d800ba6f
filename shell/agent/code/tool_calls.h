#ifndef PYSUB_SHELL_AGENT_CODE_TOOL_CALLS_H_
#define PYSUB_SHELL_AGENT_CODE_TOOL_CALLS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/sandbox.h"
#include "shell/agent/code/tool_catalog.h"

// The calls that one run makes of the functions of a ToolCatalog.
namespace pysub::agent {

// Makes the calls: of MCP servers, or of the host itself. Thread-safe.
class ToolRunner {
 public:
  using Answer = std::function<void(Reply)>;
  virtual ~ToolRunner() = default;
  // Begins a call whose arguments follow the schema. `answer` is called once, from any thread, also
  // in here. The number is for Cancel(); 0: it cannot be cancelled.
  virtual uint64_t Start(const ToolFunction& function, const Json& arguments,
                         const std::string& trace, Answer answer) = 0;
  virtual void Cancel(const ToolFunction&, uint64_t) {}
};

// A call that a person has to approve.
struct ToolQuestion {
  std::string key;  // "call-3"
  uint64_t sequence = 0;
  CallId id;
  std::shared_ptr<const ToolFunction> function;
  Json arguments;
};

// What became of one call: a line of the log.
struct ToolCallNote {
  uint64_t sequence = 0;                         // of the run, from 1
  std::shared_ptr<const ToolFunction> function;  // null: there is none of that name
  std::string name;                              // as it was called
  Json arguments;
  std::string end;  // result, error, wrong (arguments), limit, declined, cancelled
  std::string message;
  bool was_asked = false;
  std::chrono::nanoseconds duration{0};
};

struct ToolLimits {
  uint64_t calls = 1'000;  // of one run
  std::string trace;       // a traceparent that goes along, or empty
};

// One run's. A program stops at a FunctionCall: Take() looks at it, and answers what can be
// answered at once. Tools are called only once, whatever happens: what was begun is never begun
// again.
//
//   case FunctionCall: calls.Take(sandbox, call); break;    // then RunFor() again, or wait
//   case Waiting: wait until descriptor() can be read; calls.Deliver(sandbox); break;
class ToolCalls {
 public:
  // `runner` outlives it. `log` hears of each call that is over.
  ToolCalls(std::shared_ptr<const ToolCatalog> catalog, ToolRunner& runner, ToolLimits limits,
            std::function<void(const ToolCallNote&)> log);
  ~ToolCalls();
  ToolCalls(const ToolCalls&) = delete;
  ToolCalls& operator=(const ToolCalls&) = delete;

  // The call that the program stands at. One that is known already is not looked at again. True:
  // the program can go on.
  bool Take(Sandbox& sandbox, const FunctionCall& call);
  // Gives the program the answers that have come. True: it waited for one of them.
  bool Deliver(Sandbox& sandbox);
  // Can be read when there is something for Deliver().
  int descriptor() const { return inbox_->descriptor; }

  // Calls that wait for somebody to approve them.
  const std::vector<ToolQuestion>& questions() const { return questions_; }
  // Whether one with this key waits.
  bool IsAsked(std::string_view key) const;
  // Yes: it goes out. No: PermissionError, with the reason. False: none with this key waits.
  bool Decide(Sandbox& sandbox, std::string_view key, bool is_approved, std::string_view why);
  // Calls whose answers have not come.
  size_t open_calls() const { return open_.size(); }
  uint64_t made() const { return made_; }

  // Nobody waits for any of them any more.
  void CancelAll();

  // Somebody else has something to say to the run: the descriptor can be read.
  std::function<void()> Waker() const;

 private:
  struct Came {
    uint64_t sequence;
    Reply reply;
  };
  // Shared with those who answer, later perhaps than this lives.
  struct Inbox {
    Inbox();
    ~Inbox();
    void Wake() const;
    const int descriptor;  // an eventfd
    std::mutex mutex;
    std::vector<Came> came;  // guarded by mutex
  };
  struct Open {
    uint64_t number = 0;  // of the runner
    CallId id;
    ToolCallNote note;
    std::chrono::steady_clock::time_point started;
  };

  void Begin(CallId id, ToolCallNote note);
  bool TakeTool(Sandbox& sandbox, const FunctionCall& call);
  HostValue AnswerAbout(const FunctionCall& call) const;
  bool End(Sandbox& sandbox, CallId id, ToolCallNote note, std::string_view end, Reply reply);
  static bool Answer(Sandbox& sandbox, CallId id, Reply reply);

  const std::shared_ptr<const ToolCatalog> catalog_;
  ToolRunner& runner_;
  const ToolLimits limits_;
  const std::function<void(const ToolCallNote&)> log_;
  const std::shared_ptr<Inbox> inbox_;
  uint64_t made_ = 0;
  std::vector<Open> open_;
  std::vector<ToolQuestion> questions_;
  std::vector<uint64_t> taken_;  // sequence numbers of calls that are open or asked
};

// What a tools/call of MCP answered, as a program sees it: structuredContent, or the text; an
// exception where isError is.
Reply ReplyOfToolResult(const ToolFunction& function, const Json& result);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CODE_TOOL_CALLS_H_
