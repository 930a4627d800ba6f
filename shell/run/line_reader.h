#ifndef PYSUB_SHELL_RUN_LINE_READER_H_
#define PYSUB_SHELL_RUN_LINE_READER_H_

#include <memory>
#include <string>

#include "shell/run/process.h"

namespace pysub::shell {

// Scripts that are read line by line: LineState. From its next command on the script on top is one,
// or is none any more, as the option `history` says.
void FollowHistoryOption(Process& process, ScriptState* script);
// The next command, as NextFromInput() gives it.
Run NextByLines(Process& process, ScriptState& script, std::shared_ptr<Unit>* unit);
// Behind an error: what is left of the line is nothing any more.
void DropLine(Process& process, ScriptState* script);
// Runs what stands in a file when the editor above has ended well, and shows its lines: fc.
void PushEdited(Process& process, const std::string& path);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_LINE_READER_H_
