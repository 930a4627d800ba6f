#ifndef PYSUB_SHELL_COMMANDS_COMMANDS_H_
#define PYSUB_SHELL_COMMANDS_COMMANDS_H_

// What the files of the rooms give to table.cc, which alone includes this: a new row of
// commands.def compiles no other command anew.

#include <memory>

#include "pysub/shell/command.h"

namespace pysub::shell {

#define PYSUB_COMMAND(Name, name, usage, hint) std::unique_ptr<Command> Make##Name();
#define PYSUB_SIMPLE_COMMAND(Name, name, usage, hint) Progress Run##Name(CommandIo& io);
#include "shell/commands/commands.def"

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_COMMANDS_H_
