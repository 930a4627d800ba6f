#ifndef PYSUB_SHELL_AGENT_CODE_TYPE_TEXT_H_
#define PYSUB_SHELL_AGENT_CODE_TYPE_TEXT_H_

#include <string>
#include <string_view>

#include "shell/agent/json.h"

namespace pysub::agent {

// A schema as a type of Python: "str", "list[int]", "Literal['a', 'b']", "{'name': str, 'age'?:
// int}" of an object whose members are known. What is deep or long is "dict", "Any".
std::string TypeText(const Json& root, const Json& schema);

// Whether Python can write it as a keyword argument.
bool IsPythonName(std::string_view name);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CODE_TYPE_TEXT_H_
