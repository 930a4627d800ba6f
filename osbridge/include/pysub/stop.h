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
  // As ProgramOptions::result says. Of a value that is too large to cross: a kObject
  // with a handle, and `error`.
  HostValue value;
  std::string error;  // empty, or why `value` did not cross: which of the ConversionLimits
};

// A line of a traceback. Texts are UTF-8.
struct TracebackFrame {
  std::string file_name;    // ProgramOptions::file_name, or that of a module
  std::string function;     // its name, "<module>", "<lambda>" ...
  uint32_t line = 0;        // from 1
  uint32_t column = 0;      // from 1, in bytes; 0: not known
  uint32_t end_line = 0;    // from 1; 0: not known
  uint32_t end_column = 0;  // from 1, behind the last byte; 0: not known
  std::string source_line;  // the whole line, without its newline
};

// An exception that nobody caught, a SyntaxError included.
struct Raised {
  HostValue exception;  // HostValue::Kind::kException
  std::string message;  // str(e)
  // What CPython prints on standard error, with a newline at the end. The same and exit_message: of
  // more than the output limit still allows (at least 16 KiB), the beginning and the end.
  std::string traceback;
  std::vector<TracebackFrame> frames;  // outermost first
  // SystemExit: the exit status that it asks for.
  std::optional<int> exit_status;
  // SystemExit with something that is no number: what CPython prints on standard error then.
  std::optional<std::string> exit_message;
};

// The program has called a function of the host: Answer() with a value, an exception, Later or
// NoSuchName.
struct FunctionCall {
  CallId id;                                              // for Sandbox::Answer()
  std::string name;                                       // of HostValue::HostFunction()
  std::vector<HostValue> args;                            // what was passed by position
  std::vector<std::pair<std::string, HostValue>> kwargs;  // what was passed by name, in that order
  // Of a function with a signature: the names of the first `args`. Then each parameter is there,
  // with its default if nobody gave it, in `args` or, if it goes by name only, in `kwargs`; the
  // rest of both is what *args and **kwargs took.
  std::vector<std::string> parameters;

  // What was passed at this place, or by this name, or as a parameter that has both; None if
  // nothing was. A program calls as it likes, so that args[0] may not exist. What the value refers
  // to (its text, its items) lives as long as this call.
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

// The program has used a global name that is bound nowhere. A value becomes the global of that
// name; NoSuchName raises NameError.
struct NameLookup {
  CallId id;         // for Sandbox::Answer()
  std::string name;  // the global that is wanted
};

// The program asks for something of the outside: Answer() with what the call's ToValue() makes.
struct OsRequest {
  CallId id;    // for Sandbox::Answer()
  OsCall call;  // what is wanted: std::visit it (Overloaded), or std::get_if
};

// All tasks of the program wait for calls that were answered with Later: Answer() at least one
// of them. If the program also waits for its clock, Run() without an answer says that
// `sleep_ns` have passed.
struct Waiting {
  std::vector<CallId> pending;  // in the order in which they were made
  std::optional<int64_t>
      sleep_ns;  // nanoseconds until the program's next timer; nothing: it has none
};

// RunFor()'s fuel is used up.
struct OutOfFuel {};

// Which limit ended a run: the members of SandboxLimits; kCancelled is Sandbox::Cancel() or
// SandboxOptions::is_cancelled.
enum class LimitKind : uint8_t { kMemory, kDuration, kAllocations, kSteps, kOutput, kCancelled };

// The run is over and cannot go on.
struct LimitReached {
  LimitKind limit = LimitKind::kMemory;  // which one
  std::string message;                   // "TimeoutError: time limit of 30 s exceeded"
  std::string traceback;                 // where the program was, and the message
  // The session is as it was before the feed, and can be fed again (SandboxOptions::after_limit),
  // within what is left of its own limits: where one of those was reached, after Renew().
  bool session_goes_on = false;
};

// Why Run() came back. Finished and Raised: the program has ended. FunctionCall,
// NameLookup, OsRequest and Waiting: it waits for Sandbox::Answer(). OutOfFuel: it can go
// on. LimitReached: it cannot.
//
// A Stop is plain data of the host's: it outlives the sandbox, and may go to another thread.
using Stop = std::variant<Finished, Raised, FunctionCall, NameLookup, OsRequest, Waiting, OutOfFuel,
                          LimitReached>;

// "memory", "duration", "allocations", "steps", "output", "cancelled": for logs and JSON.
PYSUB_API std::string_view LimitName(LimitKind limit);
// One line for a log, of some hundred bytes at most: "FunctionCall 3: search('x', limit=10)",
// "LimitReached: TimeoutError: time limit of 30 s exceeded". What a program wrote cannot break the
// line: control characters are escaped.
PYSUB_API std::string Describe(const Stop& stop);

// ---- What Answer() takes beside a HostValue

// An exception that is raised where the program waits: HostException("ValueError", "too large"). A
// type that does not exist makes Answer() fail.
struct HostException {
  std::string type = "RuntimeError";  // as in "ValueError", "json.JSONDecodeError"
  std::vector<HostValue> args;        // e.args

  // With a message (UTF-8), which is its one argument; or with any arguments.
  HostException(std::string type_name, std::string_view message)
      : type(std::move(type_name)), args{HostValue(message)} {}
  HostException(std::string type_name, std::vector<HostValue> arguments)
      : type(std::move(type_name)), args(std::move(arguments)) {}
};
// The answer to a FunctionCall comes later: the call gives the program a future to await.
// Only while asyncio runs.
struct Later {};
// There is no function or global of this name: NameError.
struct NoSuchName {};

// What Sandbox::Answer() takes: a value, an exception, a promise to answer later, or the word that
// there is no such thing.
using Reply = std::variant<HostValue, HostException, Later, NoSuchName>;

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_STOP_H_
