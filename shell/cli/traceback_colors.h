#ifndef PYSUB_SHELL_CLI_TRACEBACK_COLORS_H_
#define PYSUB_SHELL_CLI_TRACEBACK_COLORS_H_

#include <string>
#include <string_view>

namespace pysub {

// Whether what is written there is to have colours: a terminal that knows them, and nobody who
// wants none. As CPython decides: PYTHON_COLORS, NO_COLOR, FORCE_COLOR, TERM.
bool WantsColors(int descriptor);

// A traceback or a syntax error with the colours of CPython 3.14's default theme
// (_colorize.Traceback). Linear in the text.
std::string ColoredTraceback(std::string_view text);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_TRACEBACK_COLORS_H_
