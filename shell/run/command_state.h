#ifndef PYSUB_SHELL_RUN_COMMAND_STATE_H_
#define PYSUB_SHELL_RUN_COMMAND_STATE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/run/budget.h"

// What a simple command has while it is expanded and runs. A process runs one at a time: a function
// has taken its arguments when the commands in it begin.
namespace pysub::shell {

class ExternalIo;
struct Process;

// An element of name=( ... ).
struct ArrayItem {
  bool has_key = false;  // [key]=value
  bool append = false;   // [key]+=value
  std::string key;
  std::string value;
  void Fields(Serialiser& serialiser);
};

// name=( ... ) or name[subscript]=value being expanded.
struct ArrayBuild {
  std::vector<ArrayItem> items;
  size_t next = 0;
  MemoryCharge held;
  // 0: begin the next element, 1: its subscript, 2: its value, 3: its fields, 4: all of it as a
  // text
  uint8_t stage = 0;
  void Fields(Serialiser& serialiser);
};

// Its words, and how far its expansion is.
struct CommandState {
  std::vector<std::string> args;
  MemoryCharge args_held;
  // declare's name=( ... ): by position in args
  std::vector<std::pair<size_t, std::vector<ArrayItem>>> arg_arrays;
  ArrayBuild array;  // the assignment that is being expanded
  // the word of a redirection, of a declaration or of a compound command is in the expander already
  bool word_begun = false;
  bool redirect_failed = false;
  int substitution_status = -1;  // of its last command substitution; -1: there was none
  void Fields(Serialiser& serialiser);
};

// What a builtin that waits keeps until it is called again. Each uses of it what it
// needs, in its own way.
struct BuiltinState {
  uint32_t stage = 0;  // 0: it is called for the first time
  std::string text;
  std::string name;
  uint64_t number = 0;
  int64_t deadline_ns = INT64_MAX;
  std::vector<std::string> list;
  MemoryCharge held;  // of list
  MemoryCharge text_held;
  bool misused = false;  // its step found an option that it does not have; looked at behind it
  void Clear() {
    BuiltinState fresh;
    std::swap(*this, fresh);
  }
  void Fields(Serialiser& serialiser);
};

// The command that is being run by itself (not by the shell): its state and its buffers.
struct External {
  External();
  ~External();
  void Clear();
  const CommandInfo* info = nullptr;
  std::unique_ptr<Command> command;
  std::unique_ptr<ExternalIo> io;
  bool stepping = false;  // a step of it runs
  int signal = 0;         // ends the command, not the process
  void Fields(Serialiser& serialiser, Process* process);
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_COMMAND_STATE_H_
