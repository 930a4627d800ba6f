#ifndef PYSUB_PYSUB_STOP_H_
#define PYSUB_PYSUB_STOP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pysub/export.h"
#include "pysub/host_value.h"
#include "pysub/os_call.h"

namespace pysub PYSUB_API {

// Names a request of a program. It stays the same when the program is saved and goes on elsewhere.
struct CallId {
  uint64_t session = 0;   // SandboxOptions::session_id
  uint64_t sequence = 0;  // counts the session's requests from 1
  friend bool operator==(const CallId&, const CallId&) = default;
};

// The program, the code fed last, or the function called by Sandbox::Call() has ended.
struct Finished {
  // As ProgramOptions::result says. Of a value that is too large to cross: a kObject with a handle, and `error`.
  HostValue value;
  std::string error;
};

struct TracebackFrame {
  std::string file_name;
  std::string function;
  uint32_t line = 0;    // from 1
  uint32_t column = 0;  // from 1, in bytes; 0: not known
  uint32_t end_line = 0;
  uint32_t end_column = 0;
  std::string source_line;
};

// An exception that nobody caught, a SyntaxError included.
struct Raised {
  HostValue exception;    // HostValue::Kind::kException
  std::string message;    // str(e)
  // What CPython prints on standard error, with a newline at the end. The same and exit_message: of more than the output limit
  // still allows (at least 16 KiB), the beginning and the end.
  std::string traceback;
  std::vector<TracebackFrame> frames;  // outermost first
  // SystemExit: the exit status that it asks for.
  std::optional<int> exit_status;
  // SystemExit with something that is no number: what CPython prints on standard error then.
  std::optional<std::string> exit_message;
};

// The program has called a function of the host: Answer() with a value, an exception, Later or NoSuchName.
struct FunctionCall {
  CallId id;
  std::string name;
  std::vector<HostValue> args;
  std::vector<std::pair<std::string, HostValue>> kwargs;
  // Of a function with a signature: the names of the first `args`. Then each parameter is there, with its default if nobody gave
  // it, in `args` or, if it goes by name only, in `kwargs`; the rest of both is what *args and **kwargs took.
  std::vector<std::string> parameters;

  // What was passed at this place, or by this name, or as a parameter that has both; None if nothing was. A program calls
  // as it likes, so that args[0] may not exist. What the value refers to (its text, its items) lives as long as this call.
  HostValue Arg(size_t index) const { return index < args.size() ? args[index] : HostValue(); }
  HostValue Arg(std::string_view parameter) const {
    for (const auto& [key, value] : kwargs) {
      if (key == parameter) return value;
    }
    for (size_t i = 0; i < parameters.size() && i < args.size(); ++i) {
      if (parameters[i] == parameter) return args[i];
    }
    return HostValue();
  }
  HostValue Arg(size_t index, std::string_view parameter) const {
    return index < args.size() ? args[index] : Arg(parameter);
  }
};

// The program has used a global name that is bound nowhere. A value becomes the global of that name; NoSuchName
// raises NameError.
struct NameLookup {
  CallId id;
  std::string name;
};

// The program asks for something of the outside: Answer() with what the call's ToValue() makes.
struct OsRequest {
  CallId id;
  OsCall call;
};

// All tasks of the program wait for calls that were answered with Later: Answer() at least one of them. If the
// program also waits for its clock, Run() without an answer says that `sleep_ns` have passed.
struct Waiting {
  std::vector<CallId> pending;
  std::optional<int64_t> sleep_ns;
};

// RunFor()'s fuel is used up.
struct OutOfFuel {};

enum class LimitKind : uint8_t { kMemory, kDuration, kAllocations, kSteps, kOutput, kCancelled };

// The run is over and cannot go on.
struct LimitReached {
  LimitKind limit = LimitKind::kMemory;
  std::string message;    // "TimeoutError: time limit of 30 s exceeded"
  std::string traceback;  // where the program was, and the message
  // The session is as it was before the feed, and can be fed again (SandboxOptions::after_limit), within what is left of its own limits: where
  // one of those was reached, after Renew().
  bool session_goes_on = false;
};

// Why Run() came back.
using Stop = std::variant<Finished, Raised, FunctionCall, NameLookup, OsRequest, Waiting, OutOfFuel,
                          LimitReached>;

// "memory", "duration", "allocations", "steps", "output", "cancelled".
std::string_view LimitName(LimitKind limit);
// One line for a log, of some hundred bytes at most: "FunctionCall 3: search('x', limit=10)", "LimitReached: TimeoutError: time limit of 30 s exceeded". What a
// program wrote cannot break the line: control characters are escaped.
std::string Describe(const Stop& stop);

// ---- What Answer() takes beside a HostValue

// Raised where the program waits. `type` as in "ValueError", "json.JSONDecodeError".
struct HostException {
  std::string type = "RuntimeError";
  std::vector<HostValue> args;

  HostException(std::string type_name, std::string_view message)
      : type(std::move(type_name)), args{HostValue(message)} {}
  HostException(std::string type_name, std::vector<HostValue> arguments)
      : type(std::move(type_name)), args(std::move(arguments)) {}
};
// The answer to a FunctionCall comes later: the call gives the program a future to await. Only while asyncio runs.
struct Later {};
// There is no function or global of this name: NameError.
struct NoSuchName {};

using Reply = std::variant<HostValue, HostException, Later, NoSuchName>;

}  // namespace pysub

#endif  // PYSUB_PYSUB_STOP_H_
