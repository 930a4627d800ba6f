#ifndef PYSUB_OSBRIDGE_WORKER_OS_CALL_WIRE_H_
#define PYSUB_OSBRIDGE_WORKER_OS_CALL_WIRE_H_

#include <absl/status/statusor.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/os_call.h"

// OsCalls as a name and arguments, for the frames of a worker. The answers are HostValues already.
// Not installed.
namespace pysub {

// A question to the operating system, by name and arguments.
struct OsCallOnWire {
  std::string function;
  std::vector<HostValue> args;
};

OsCallOnWire ToWire(const OsCall& call);
// kInvalidArgument: there is no such call, or not with these arguments.
absl::StatusOr<OsCall> FromWire(std::string_view function, std::span<const HostValue> args);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_OS_CALL_WIRE_H_
