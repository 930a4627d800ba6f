#ifndef PYSUB_SHELL_CLI_SHELL_STREAMS_H_
#define PYSUB_SHELL_CLI_SHELL_STREAMS_H_

#include <string_view>

#include "pysub/shell/shell.h"
#include "shell/cli/terminal_output.h"

namespace pysub {

// To be called before anything is opened: where a standard stream is closed, no other file may come
// in its place and be taken for it. It stays one that cannot be read or written (EBADF).
void KeepClosedStreams();

// Standard input of this process is that of the scripts. Time limits hold while they wait for it.
void ReadStandardInput(ExecOptions* options);

// Standard output and standard error of this process.
class ShellStreams {
 public:
  ShellStreams();
  ShellStreams(const ShellStreams&) = delete;
  ShellStreams& operator=(const ShellStreams&) = delete;

  // From now on control characters reach a terminal as they are; else they are shown as \x1b
  // (T-039).
  void LeaveControls();
  void Write(int stream, std::string_view bytes);
  // What scripts print goes there; this object has to outlive them.
  void Connect(ExecOptions* options);
  // The exit status of this process: 1 for 0, and a message, where standard output has not taken
  // everything. Of a pipe that nobody reads nothing is said.
  int Finish(int status);

 private:
  bool escape_[3];  // by descriptor
  ControlEscaper escaper_;
  int error_ = 0;  // of the first piece of standard output that was lost
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_SHELL_STREAMS_H_
