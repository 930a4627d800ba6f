#ifndef PYSUB_SHELL_RUN_EXPORTED_FUNCTIONS_H_
#define PYSUB_SHELL_RUN_EXPORTED_FUNCTIONS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/process.h"

// `export -f`: to other programs a function is a variable BASH_FUNC_name%%, whose value is "() {"
// and the text of its body. So it goes from shell to shell also through programs that only hand
// their environment on, and `env -i` leaves it out.
namespace pysub::shell {

// `_` of a command that the shell itself has started: its file.
std::optional<std::string> ToldFile(const Process& process);
// What a program that this process becomes has for its environment: NAME=value.
std::vector<std::string> EnvironmentOf(const Process& process);
// `each` gets the NAME=value of one exported function after the other. False: it said false, or a
// limit was reached.
bool EachExportedFunction(const Process& process,
                          const std::function<bool(std::string&& entry)>& each);
// The value of such a variable, when the process exports the function.
std::optional<std::string> ExportedFunction(const Process& process, std::string_view variable);
// A variable of the environment of a new shell. True: it is of that form, and the function is
// defined now, or a message says why not.
bool ImportFunction(Process& process, std::string_view variable, std::string_view value);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_EXPORTED_FUNCTIONS_H_
