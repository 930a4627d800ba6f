#ifndef PYSUB_SHELL_AGENT_JSON_H_
#define PYSUB_SHELL_AGENT_JSON_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/host_value.h"

// Values of JSON, which are HostValues, and texts that may stand in them.
namespace pysub::agent {

using Json = HostValue;
using Members = std::vector<std::pair<HostValue, HostValue>>;

inline Json Object(Members members = {}) { return HostValue::Dict(std::move(members)); }
inline bool IsObject(const Json& value) { return value.kind() == HostValue::Kind::kDict; }
inline bool IsText(const Json& value) { return value.kind() == HostValue::Kind::kStr; }
// A member that is a text; empty: there is none, or it is something else.
std::string_view TextAt(const Json& object, std::string_view name);
// 3 and 3.0, which are one number in JSON, but not True. Nothing: neither, or beyond 64 bits.
std::optional<int64_t> WholeNumber(const Json& value);

// One line, with its newline. A lone surrogate, which strict readers refuse, becomes U+FFFD.
std::string ToLine(const Json& value);

// The same of a value that came from JSON, or from ToPlainJson(): a key that begins with '$' is one
// like any other.
std::string ToPlainLine(const Json& value);
// The same for values that differ in the order of their members alone.
std::string ToSortedLine(const Json& value);

// UTF-8 of any bytes: what is none becomes U+FFFD.
std::string CleanText(std::string_view bytes);
// The longest beginning of at most `most` bytes that cuts no character of UTF-8.
std::string_view CutText(std::string_view text, size_t most);

std::string Base64(std::string_view bytes);
// Nothing: it is no base64, with its padding.
std::optional<std::string> FromBase64(std::string_view text);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_JSON_H_
