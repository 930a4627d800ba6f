#ifndef PYSUB_SHELL_EXPAND_ARITHMETIC_H_
#define PYSUB_SHELL_EXPAND_ARITHMETIC_H_

#include <cstdint>
#include <string_view>

namespace pysub::shell {

struct Process;

// Evaluates an arithmetic text (already expanded) as bash does: 64 bits that wrap, C's operators,
// ** and bases. A variable's value is evaluated in turn, as deep as bash allows, so a=b b=a ends
// with a message. False: a message was printed; `what` ("((: ", "let: ") stands before it.
bool EvaluateArithmetic(Process& process, std::string_view text, std::string_view what,
                        int64_t* result);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_ARITHMETIC_H_
