#ifndef PYSUB_SHELL_EXPAND_LOCALE_H_
#define PYSUB_SHELL_EXPAND_LOCALE_H_

#include <cstddef>
#include <string_view>

namespace pysub::shell {

struct Process;

// LC_ALL=C and its like: each byte is a character.
bool CountsBytes(Process& process);
// In characters, or bytes.
size_t LengthOf(Process& process, std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_LOCALE_H_
