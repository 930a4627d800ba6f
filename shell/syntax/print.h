#ifndef PYSUB_SHELL_SYNTAX_PRINT_H_
#define PYSUB_SHELL_SYNTAX_PRINT_H_

#include <string>

#include "shell/syntax/ast.h"

namespace pysub::shell {

// Commands as bash writes them back: `declare -f`, `type`, `jobs`, BASH_COMMAND.
std::string PrintCommand(const Node* node);
std::string PrintFunction(const FunctionNode* node);
// "() {  body\n}", as exported functions stand in the environment.
std::string PrintFunctionValue(const FunctionNode* node);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_PRINT_H_
