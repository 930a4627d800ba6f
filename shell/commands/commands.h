#ifndef PYSUB_SHELL_COMMANDS_COMMANDS_H_
#define PYSUB_SHELL_COMMANDS_COMMANDS_H_

// What each file of this folder gives to table.cc.

#include "shell/command.h"

namespace pysub::shell {

std::unique_ptr<Command> MakeCat();
std::unique_ptr<Command> MakeCut();
std::unique_ptr<Command> MakeEcho();
std::unique_ptr<Command> MakeHead();
std::unique_ptr<Command> MakePrintf();
std::unique_ptr<Command> MakeSort();
std::unique_ptr<Command> MakeTail();
std::unique_ptr<Command> MakeTee();
std::unique_ptr<Command> MakeTr();
std::unique_ptr<Command> MakeUniq();
std::unique_ptr<Command> MakeWc();

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_COMMANDS_H_
