#ifndef PYSUB_SHELL_RUN_LINE_STATE_H_
#define PYSUB_SHELL_RUN_LINE_STATE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "shell/run/budget.h"
#include "shell/run/line_scanner.h"

namespace pysub::shell {

// Of a script that is read a line at a time: at prompts, and where lines are remembered (`set -o
// history`), which may change them before they are parsed. line_reader.cc steps it.
struct LineState {
  enum class Stage : uint8_t {
    kCommand,        // the next command begins
    kPromptCommand,  // PROMPT_COMMAND runs
    kPrompt,         // PS1 or PS2 is to be written
    kPrompting,      // `child` writes it
    kLine,
    kParse,
    kShowing,  // `child` writes PS0, and then the command runs that was read
    kEditor,   // of fc: the commands are what it leaves in `edited`
  };
  Stage stage = Stage::kCommand;
  bool prompts = false;   // an interactive shell
  bool loaded = false;    // its history was read
  bool first = true;      // the line that comes is the first one of a command
  bool prompted = false;  // its prompt was written
  bool ended = false;     // there is none
  bool echoes = false;    // lines are shown, as with set -v
  uint32_t index = 0;     // of PROMPT_COMMAND's elements
  int saved_status = 0;   // $? in front of it
  std::vector<int> saved_pipe_status;
  int child = 0;
  // Where lines come from: the rest of a text, or (null) what the script is read from.
  std::shared_ptr<const std::string> rest;
  uint64_t rest_at = 0;
  std::string text;  // the lines of the command that has begun
  MemoryCharge text_held;
  uint32_t line = 1;      // the number of its first one
  uint32_t newlines = 0;  // in it
  std::string partial;    // the beginning of a line
  MemoryCharge partial_held;
  LineScanner scanner;  // over `text`
  std::string edited;
  void Fields(Serialiser& serialiser);
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_LINE_STATE_H_
