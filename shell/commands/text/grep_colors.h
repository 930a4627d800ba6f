#ifndef PYSUB_SHELL_COMMANDS_TEXT_GREP_COLORS_H_
#define PYSUB_SHELL_COMMANDS_TEXT_GREP_COLORS_H_

#include <string>
#include <string_view>

namespace pysub::shell {

// What --color paints in which colour: numbers of SGR sequences, as GREP_COLORS has them. An empty
// one is no colour.
struct GrepColors {
  std::string selected_match = "01;31", context_match = "01;31";  // ms, mc; mt is both
  std::string file = "35", line = "32", byte = "32", separator = "36";
  std::string selected_line, context_line;  // sl, cx
  bool reverses = false;                    // rv: with -v those two change places
  bool clears = true;                       // ne: not to the end of the line

  // "mt=1;34:ne": what comes before a mistake holds, as in GNU's.
  void Read(std::string_view text);

  void Start(std::string* out, std::string_view colour) const;
  void End(std::string* out, std::string_view colour) const;
  void Paint(std::string* out, std::string_view colour, std::string_view text) const {
    Start(out, colour);
    *out += text;
    End(out, colour);
  }
};

// Whether it may be a colour: only digits and semicolons, nothing that could upset a terminal.
bool IsColour(std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_GREP_COLORS_H_
