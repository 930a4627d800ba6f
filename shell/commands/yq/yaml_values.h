#ifndef PYSUB_SHELL_COMMANDS_YQ_YAML_VALUES_H_
#define PYSUB_SHELL_COMMANDS_YQ_YAML_VALUES_H_

#include <string>
#include <string_view>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::yq {

// What a scalar without quotes and without a tag is.
enum class ScalarKind : uint8_t { kText, kNull, kBool, kInt, kFloat, kMerge, kOther };

// As YAML 1.2's core schema says, with "<<": what yq reads.
ScalarKind ResolveCore(std::string_view text);
// As YAML 1.1 says, where "on", "1:30" and "2001-01-01" are no text either: what yq writes for.
ScalarKind ResolveOld(std::string_view text);

// The value of a scalar of this kind, numbers as Python prints them. None: *error says why not, as
// Python would.
jq::Value ScalarValue(jq::Heap& heap, ScalarKind kind, std::string_view text, std::string* error);

// A double as Python's repr() has it.
void AppendPythonFloat(std::string* out, double number);

}  // namespace pysub::shell::yq

#endif  // PYSUB_SHELL_COMMANDS_YQ_YAML_VALUES_H_
