#ifndef PYSUB_SHELL_EXPAND_PROMPT_H_
#define PYSUB_SHELL_EXPAND_PROMPT_H_

#include <string>
#include <string_view>

namespace pysub::shell {

class GrowingText;
struct Process;

// The backslash escapes of a prompt (${x@P}, \u \w \t ...). What they stand for is escaped,
// so that a later expansion of parameters takes it literally. Bash reference manual,
// "Controlling the Prompt".
void DecodePrompt(Process& process, std::string_view text, GrowingText* out);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_PROMPT_H_
