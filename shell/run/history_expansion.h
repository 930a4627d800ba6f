#ifndef PYSUB_SHELL_RUN_HISTORY_EXPANSION_H_
#define PYSUB_SHELL_RUN_HISTORY_EXPANSION_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pysub::shell {

struct Process;

enum class HistoryExpanded : uint8_t {
  kUnchanged,
  kChanged,
  kPrinted,  // :p, it is shown and not run
  kFailed,   // the text is what is wrong
  kStopped,  // a limit was reached
};

// What bash does with a line before it is parsed: !! !n !-n !text !?text? !# ^a^b^, word
// designators and modifiers. `quote`: the quote that is open in front of the line; `hidden`: so
// many entries at the end are of the command that is read. Readline's manual, "History Expansion".
HistoryExpanded ExpandHistory(Process& process, std::string_view line, char quote, size_t hidden,
                              std::string* text);
// A line without any of its characters need not be looked at.
bool MayExpandHistory(Process& process, std::string_view line);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_HISTORY_EXPANSION_H_
