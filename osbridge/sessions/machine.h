#ifndef PYSUB_OSBRIDGE_SESSIONS_MACHINE_H_
#define PYSUB_OSBRIDGE_SESSIONS_MACHINE_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/sessions/session_types.h"
#include "pysub/host_value.h"

namespace pysub::sessions {

// A function that programs of a session may call, and that somebody outside of it answers.
struct DeclaredFunction {
  std::string signature;  // "charge(order, amount)"
  std::string doc;
  CallClass call_class = CallClass::kOnce;
};

// What a session is told when it is made, beside its code. Stored as JSON; unknown keys are errors.
struct SessionSpec {
  std::vector<DeclaredFunction> functions;
  std::string file_name;  // of the program, in tracebacks; empty: it has none
  uint64_t memory_bytes = uint64_t{64} << 20;
  uint64_t file_bytes = uint64_t{32} << 20;   // of its files
  uint64_t run_ms = 60'000;                   // of running, of the program and of each feed
  uint64_t steps = 0;                         // of the program and of each feed; 0: no limit
  uint64_t output_bytes = uint64_t{4} << 20;  // of the program and of each feed

  std::string ToJson() const;
  // kInvalidArgument: what is wrong.
  static absl::StatusOr<SessionSpec> Parse(std::string_view json);
};

// What whoever runs a machine wants of it, asked about each ten milliseconds.
enum class Pulse : uint8_t {
  kGoOn,
  kStore,  // stop where it stands: what is done is to be stored
  kDrop,   // the lease is lost: stop, nothing of this counts
};

// What runs sessions of one kind: from the state that was stored last, with what came since, to the
// next stop. A machine keeps nothing of a session.
class Machine {
 public:
  virtual ~Machine() = default;
  virtual std::string_view kind() const = 0;
  // Of the states that it writes. It reads these and no others.
  virtual std::string_view format() const = 0;
  // The state of a session that is about to begin. kInvalidArgument: the code is refused.
  virtual absl::StatusOr<std::string> Begin(std::string_view code) const = 0;
  // Runs it; `state` becomes Transition::blob, unsealed. kAborted: `pulse` said kDrop. Any other
  // status: the state cannot be taken up here (kDataLoss: by nobody).
  virtual absl::StatusOr<Transition> Run(const Claim& claim, std::string_view state,
                                         const std::function<Pulse()>& pulse) const = 0;
};

// The reply to a call as it is told to a program; an error or a value that is none of JSON's
// raises there.
std::string ErrorJson(std::string_view type, std::string_view message);

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_MACHINE_H_
