#ifndef PYSUB_SHELL_AGENT_CODE_PLAIN_VALUE_H_
#define PYSUB_SHELL_AGENT_CODE_PLAIN_VALUE_H_

#include <absl/status/statusor.h>

#include "shell/agent/json.h"

namespace pysub::agent {

// What a program passes as JSON: None, bools, ints, floats that are numbers, texts, lists, tuples
// (which become lists), and dicts whose keys are texts. kInvalidArgument: something else, which the
// message names ("a set is no JSON").
absl::StatusOr<Json> ToPlainJson(const HostValue& value);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CODE_PLAIN_VALUE_H_
