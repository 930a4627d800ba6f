#ifndef PYSUB_SHELL_EXPAND_BRACES_H_
#define PYSUB_SHELL_EXPAND_BRACES_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/run/budget.h"

namespace pysub::shell {

// a{b,c}d and {1..9..2} in the text of a word, quotes and expansions untouched. False: a limit was
// reached. *held: what the results take.
bool ExpandBraces(std::string_view word, Budget* budget, std::vector<std::string>* results,
                  MemoryCharge* held);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_BRACES_H_
