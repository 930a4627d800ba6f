#ifndef PYSUB_OSBRIDGE_OS_CALLS_H_
#define PYSUB_OSBRIDGE_OS_CALLS_H_

#include <absl/status/status.h>

#include <span>
#include <string>

#include "pysub/os_call.h"
#include "vm/snapshot/format.h"
#include "vm/vm.h"

// OsCalls between the Vm, which has them as a number and values, and hosts, who get structs. Not installed.
namespace pysub {

// `arguments` may be anything a snapshot can hold: what is missing is empty or 0.
OsCall MakeOsCall(OsCallId call, std::span<const Value> arguments);
// Whether `value` is what the program waits for.
absl::Status CheckOsReply(const OsCall& call, const HostValue& value);
// All that a host can see of a call.
void WriteOsCall(const OsCall& call, ByteWriter& to);
// {"call":"ReadFile","path":"/a","offset":0,"size":-1,"outcome":"ok"}. Of bytes only how many there are.
std::string AuditLine(const OsCall& call, std::string_view outcome);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_OS_CALLS_H_
