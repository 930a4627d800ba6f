#ifndef PYSUB_SHELL_EXPAND_PROMPT_H_
#define PYSUB_SHELL_EXPAND_PROMPT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pysub::shell {

class GrowingText;
struct Process;

// The backslash escapes of a prompt (${x@P}, \u \w \t ...). What they stand for is escaped,
// so that a later expansion of parameters takes it literally. Bash reference manual,
// "Controlling the Prompt".
// What a prompt is for: PS1 is there before its command is an entry of the history.
enum class PromptKind : uint8_t { kFirst, kNext, kOther };
void DecodePrompt(Process& process, std::string_view text, GrowingText* out,
                  PromptKind kind = PromptKind::kOther);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_PROMPT_H_
