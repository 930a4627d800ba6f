#ifndef PYSUB_SHELL_CLI_TERMINAL_OUTPUT_H_
#define PYSUB_SHELL_CLI_TERMINAL_OUTPUT_H_

#include <string>
#include <string_view>

namespace pysub {

// What programs write, as a terminal may get it: control characters, which could rewrite what is on
// it, are shown as \x1b (T-039). One of these serves all streams that lead to the same terminal: a
// character may begin in one piece and end in another.
class ControlEscaper {
 public:
  std::string Escape(std::string_view bytes);

 private:
  // UTF-8 has U+0080 to U+009F, which are controls too, as C2 and the number
  bool after_c2_ = false;
};

// The same for a text that stands for itself.
std::string EscapeControls(std::string_view text);

// Writes all of `bytes`. 0 or an errno.
int WriteAll(int descriptor, std::string_view bytes);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_TERMINAL_OUTPUT_H_
