#ifndef PYSUB_SHELL_COMMANDS_SYSTEM_PROCESSES_H_
#define PYSUB_SHELL_COMMANDS_SYSTEM_PROCESSES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell {

// A process of the shell, as its /proc shows it: ps, pgrep and their kin know no others.
struct ProcessInfo {
  int pid = 0, parent = 0, group = 0, session = 0;
  char state = 'S';
  uint64_t memory_bytes = 0;
  std::string name;                // at most 15 bytes of it
  std::vector<std::string> words;  // of its command line

  std::string CommandLine() const;
};

// The numbers in /proc, rising.
std::vector<int> ListProcesses(CommandIo& io);
// Nothing: it has ended.
std::optional<ProcessInfo> LookAtProcess(CommandIo& io, int pid);
// The process in which this command runs.
int OwnProcess(CommandIo& io);
// Control characters as "?", as ps shows them.
std::string ShownCommand(std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_SYSTEM_PROCESSES_H_
