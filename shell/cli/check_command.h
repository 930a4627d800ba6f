#ifndef PYSUB_SHELL_CLI_CHECK_COMMAND_H_
#define PYSUB_SHELL_CLI_CHECK_COMMAND_H_

#include "shell/cli/usage/parse.h"

namespace pysub {

// `pysub check FILE...`: what is wrong with programs, without running them. 0: nothing; 1:
// something; 2: one could not be read.
int CheckCommand(const usage::Given& given);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_CHECK_COMMAND_H_
