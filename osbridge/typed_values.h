#ifndef PYSUB_OSBRIDGE_TYPED_VALUES_H_
#define PYSUB_OSBRIDGE_TYPED_VALUES_H_

#include <string>
#include <string_view>

#include "osbridge/host_node.h"
#include "pysub/host_value.h"

// Values of the standard library outside of a sandbox (HostValue::Kind::kTyped): which types
// there are, what their items have to be, what str() and repr() say of them. One table; nothing
// here asks a Vm. Not installed.
namespace pysub::internal {

// "datetime.date", "array.array"; false: no such type.
bool IsTypedName(std::string_view name);
// Whether items and fields are what `node->name` has, so that everybody may rely on it.
bool IsSoundTyped(const HostNode& node);
// str() of it, from its items; empty where that is longer than anybody reads (numbers of more than
// kMostDigits digits), or nothing.
std::string TypedText(const HostNode& node);
// repr() of one without parts that may be nested; empty: it has such parts.
std::string TypedRepr(const HostValue& value);
// A node of `kTyped` that is sound, with its text; None: it is not.
HostValue MakeTyped(std::string_view name, std::vector<HostValue> items,
                    std::vector<std::string> fields = {});
// Whether ParseTyped() makes the value again of its text, but for names of zones and fold.
bool SaysItsText(const HostValue& value);
// What TypedText() writes, read again: dates and times in ISO 8601, numbers, paths, UUIDs.
// None: it is none of these.
HostValue ParseTyped(std::string_view name, std::string_view text);

// Digits of numbers, which Python too refuses to write beyond this many.
inline constexpr size_t kMostDigits = 4300;
// Decimal digits of "0x..." or "-0x..."; empty: more than kMostDigits.
std::string DecimalDigits(std::string_view hex);

}  // namespace pysub::internal

#endif  // PYSUB_OSBRIDGE_TYPED_VALUES_H_
