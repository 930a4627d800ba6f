#ifndef PYSUB_SHELL_SYNTAX_PRINT_H_
#define PYSUB_SHELL_SYNTAX_PRINT_H_

#include "shell/syntax/arena.h"
#include "shell/syntax/ast.h"

namespace pysub::shell {

// Commands as bash writes them back: `declare -f`, `type`, `jobs`, BASH_COMMAND. `account`, which
// must be there, pays for the text as long as it lives. Once it refuses, the rest is left out.
ParsedText PrintCommand(const Node* node, ParseAccount* account);
ParsedText PrintFunction(const FunctionNode* node, ParseAccount* account);
// "() {  body\n}", as exported functions stand in the environment.
ParsedText PrintFunctionValue(const FunctionNode* node, ParseAccount* account);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_PRINT_H_
