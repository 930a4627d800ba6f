#ifndef PYSUB_SHELL_CLI_HIGHLIGHT_H_
#define PYSUB_SHELL_CLI_HIGHLIGHT_H_

#include <functional>
#include <string>
#include <string_view>

namespace pysub {

// `line`, which follows the lines `before` of a statement, with terminal colours for what it
// consists of: those of CPython 3.14's default theme (_colorize.Syntax). The line may be unfinished
// or wrong. Linear in both.
std::string Highlighted(std::string_view before, std::string_view line,
                        const std::function<bool(std::string_view)>& is_builtin);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_HIGHLIGHT_H_
