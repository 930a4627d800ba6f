#ifndef PYSUB_SHELL_PYTHON_PYTHON_COMMAND_H_
#define PYSUB_SHELL_PYTHON_PYTHON_COMMAND_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pysub/python/python_host.h"
#include "pysub/shell/command.h"
#include "shell/python/python_options.h"

// The commands `python` and `python3` of a sandbox shell. A shell has them only when
// its host asks for them.
namespace pysub::shell {

// What `python3 ARGS...` asks for.
struct PythonCommandLine {
  enum class Source : uint8_t { kStandardInput, kCode, kModule, kFile, kNothing };
  Source source = Source::kStandardInput;
  std::string text;                    // the code of -c, the path of a file
  std::vector<std::string> arguments;  // sys.argv
  bool is_interactive = false;         // -i
  bool safe_path = false;              // -P -I
  bool ignores_environment = false;    // -E -I
  // kNothing: what is printed instead, and the exit status (0: on standard output, else on standard
  // error).
  std::string message;
  int status = 0;

  // `name`: as the command was called. Options that change nothing here (-u -B -q -s -S ...) are
  // taken, those that would change what runs (-O -x) are refused.
  static PythonCommandLine Parse(std::string_view name, std::span<const std::string> args);
};

// One run. Programs run where `host` says; it has to be the same kind of host where a
// saved command goes on.
std::unique_ptr<Command> MakePython(std::shared_ptr<const PythonHost> host,
                                    const PythonOptions& options);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_PYTHON_PYTHON_COMMAND_H_
