#ifndef PYSUB_OSBRIDGE_CONVERT_H_
#define PYSUB_OSBRIDGE_CONVERT_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "pysub/host_value.h"
#include "pysub/sandbox_options.h"
#include "vm/vm.h"

// Values between a Vm and its host. Nothing here runs Python, collects, or recurses over the value.
namespace pysub {

// A copy of `value` for the host. kResourceExhausted: larger than `limits`; the message says which.
// Functions and other objects that only the sandbox has become handles. What was shared is shared
// in the copy.
absl::StatusOr<HostValue> ToHost(Vm& vm, Value value, const ConversionLimits& limits);
// What stands for a value that is too large: its type's name and a handle (if there is memory for
// one).
HostValue ToHostHandle(Vm& vm, Value value);
// ToHost() for several, which share one budget.
absl::Status ToHost(Vm& vm, std::span<const Value> values, const ConversionLimits& limits,
                    std::vector<HostValue>* out);

// A copy of `value` in the Vm.
// kInvalidArgument: text that is no UTF-8, an unhashable key, a handle of another sandbox, kCycle,
// an unknown type. kResourceExhausted: larger than `limits`, or than the memory that is left;
// kAborted: the Vm must collect first, then ask again.
absl::StatusOr<Value> FromHost(Vm& vm, const HostValue& value, const ConversionLimits& limits);

// Handles: what a sandbox keeps for its host, by number, each with who gave the number out. An
// owner is a number that no other sandbox has, whatever its options; copies of a sandbox know the
// handles from before they were made and draw an owner for their own.
struct Handle {
  uint64_t number = 0;  // 0: no memory
  uint64_t owner = 0;
};
// Keeps `value` for the host.
Handle NewHandle(Vm& vm, Value value);
// What NewHandle() was given; Undefined: there is no such handle.
Value HandleValue(const Vm& vm, Handle handle);
size_t HandleCount(const Vm& vm);
// Before a recording begins: what does it again shall give the same owner. False: no memory.
bool DrawHandleOwner(Vm& vm);
// For a copy of a sandbox.
void ForgetHandleOwner(Vm& vm);
void ReleaseHandles(Vm& vm);

// "ValueError", "json.decoder.JSONDecodeError"; kObject: there is no such type.
TypeId TypeOfName(std::string_view name);
std::string QualifiedTypeName(Vm& vm, Value type);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_CONVERT_H_
