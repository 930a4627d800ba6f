#ifndef PYSUB_SHELL_COMMANDS_QUOTING_H_
#define PYSUB_SHELL_COMMANDS_QUOTING_H_

#include <string>
#include <string_view>

namespace pysub::shell {

class CommandIo;

// How coreutils shows names in messages.

// 'name' as a shell would read it back: "it's", 'a'$'\n''b'. For files ("cannot access ...").
std::string QuoteFile(std::string_view name);
// The same where a name that needs no quotes has none ("cat: FILE: ..."). `colon`: a
// colon needs them too.
std::string QuoteFileIfNeeded(std::string_view name, bool colon = true);
// \u2018name\u2019 with C escapes for what is not printable. For values and words.
std::string QuoteWord(std::string_view word);
// The same for what was read and not given as an argument, which may be of any size.
std::string QuoteWord(CommandIo& io, std::string_view word);
// With backslashes, as ls -b; "\"name\"" as ls -Q.
std::string EscapeName(std::string_view name);
std::string QuoteC(std::string_view name);

// The length of the UTF-8 sequence at the start of `text`; 0: it is none, or a control character.
size_t PrintableLength(std::string_view text);
// Columns that `text` takes on a terminal, bytes that are no UTF-8 counting as one.
size_t DisplayWidth(std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_QUOTING_H_
