#ifndef PYSUB_SHELL_CLI_COMPLETION_H_
#define PYSUB_SHELL_CLI_COMPLETION_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/cli/line_editor.h"
#include "vm/vm.h"

namespace pysub {

// Names and attributes that could end `before_cursor`. Nothing of the program runs for it.
Completions CompleteName(Vm& vm, std::string_view before_cursor);
// What a module of the library has; none: it is none.
std::vector<std::string> NamesInModule(Vm& vm, std::string_view module);
// Whether the builtins module has it.
bool IsBuiltinName(Vm& vm, std::string_view name);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_COMPLETION_H_
