#ifndef PYSUB_SHELL_RUN_SHEBANG_H_
#define PYSUB_SHELL_RUN_SHEBANG_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace pysub::shell {

struct FoundCommand;
struct Process;

// The first line of a script, which names the program that runs it: #!PROGRAM ARGUMENT. As Linux
// reads it: the argument is one word, blanks and a carriage return in it included.
struct Shebang {
  std::string program;  // nothing: there is no such line, and the shell runs it
  std::string argument;
};

constexpr size_t kShebangBytes = 256;
Shebang ReadShebang(std::string_view head);

// What runs a script that begins so. `env NAME` is what NAME is, as execvp(3) makes it, where there
// is one; *line says that then.
FoundCommand FindInterpreter(Process& process, Shebang* line);

// Says why what the first line of the script at `path` names cannot run it; `shown` is how the
// script was called. The status.
int ReportRefused(Process& process, std::string_view shown, const std::string& path, int error);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_SHEBANG_H_
