#ifndef PYSUB_OSBRIDGE_OS_CALLS_H_
#define PYSUB_OSBRIDGE_OS_CALLS_H_

#include <absl/status/status.h>

#include <span>
#include <string>
#include <variant>

#include "pysub/os_call.h"
#include "vm/snapshot/format.h"
#include "vm/vm.h"

// OsCalls between the Vm, which has them as a number and values, and hosts, who get
// structs. Not installed.
namespace pysub {

inline OsCallId IdOf(const OsCall& call) { return static_cast<OsCallId>(call.index()); }

// The call of that id, below kCount, with its fields as `visit` sets them (os_call.h: Fields).
template <typename Visit>
OsCall FillOsCall(OsCallId id, Visit&& visit) {
  OsCall made;
  switch (id) {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone)  \
  case OsCallId::k##Name:                              \
    os::Name::Fields(made.emplace<os::Name>(), visit); \
    break;
#include "vm/host/os_calls.def"
    case OsCallId::kCount: break;
  }
  return made;
}
// Shows the fields of a call to `visit`.
template <typename Visit>
void VisitFields(const OsCall& call, Visit&& visit) {
  std::visit([&](const auto& made) { made.Fields(made, visit); }, call);
}

// `arguments` may be anything a snapshot can hold: what is missing is empty or 0.
OsCall MakeOsCall(OsCallId call, std::span<const Value> arguments);
// Whether `value` is what the program waits for.
absl::Status CheckOsReply(const OsCall& call, const HostValue& value);
// All that a host can see of a call.
void WriteOsCall(const OsCall& call, ByteWriter& to);
// {"call":"ReadFile","path":"/a","offset":0,"size":-1,"outcome":"ok"}. Of bytes only how many there
// are.
std::string AuditLine(const OsCall& call, std::string_view outcome);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_OS_CALLS_H_
