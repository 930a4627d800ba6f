#ifndef PYSUB_SHELL_COMMANDS_COMMANDS_H_
#define PYSUB_SHELL_COMMANDS_COMMANDS_H_

// What each file of this folder gives to table.cc.

#include "shell/command.h"

namespace pysub::shell {

std::unique_ptr<Command> MakeCat();
std::unique_ptr<Command> MakeHead();

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_COMMANDS_H_
