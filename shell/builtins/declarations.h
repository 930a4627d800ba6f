#ifndef PYSUB_SHELL_BUILTINS_DECLARATIONS_H_
#define PYSUB_SHELL_BUILTINS_DECLARATIONS_H_

#include <string>

#include "shell/run/process.h"

namespace pysub::shell {

class GrowingText;

// `set` and `declare` without arguments: name=value for each variable.
void ListVariables(Process& process);
// "declare -x name="value"" as declare -p writes it.
void DeclareText(const std::string& name, const Variable& variable, GrowingText* text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_BUILTINS_DECLARATIONS_H_
