#ifndef PYSUB_SHELL_COMMANDS_GIT_DIFF_SHOW_H_
#define PYSUB_SHELL_COMMANDS_GIT_DIFF_SHOW_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/git.h"

namespace pysub::shell::git {

constexpr std::string_view kReset = "\x1b[m", kBold = "\x1b[1m", kRed = "\x1b[31m",
                           kGreen = "\x1b[32m", kYellow = "\x1b[33m", kCyan = "\x1b[36m";
// The text in a colour, where --color wants it.
std::string Coloured(const Git& git, std::string_view colour, std::string_view text);

// All that stands before the patches: --raw, --name-only, --stat, --summary ...
// *said: something was printed.
// Each of them is about all pairs together (a --stat has to know the longest name), so this is one
// unit; patches are one unit a pair.
bool ShowLists(Git& git, const DiffOptions& options, std::vector<FilePair>& pairs, bool* said);
// The patch of one pair.
bool ShowPatch(Git& git, const DiffOptions& options, FilePair& pair);
// Both, for who has few pairs or no state to keep.
bool ShowPairs(Git& git, const DiffOptions& options, std::vector<FilePair>& pairs);
// " 2 files changed, 3 insertions(+)".
bool ShowTotals(Git& git, const DiffOptions& options, std::vector<FilePair>& pairs);
// " create mode 100644 a" and its kin.
void ShowSummary(Git& git, const std::vector<FilePair>& pairs);
// How much of a file changed, in lines, bytes or files.
struct Damage {
  std::string name;
  uint64_t size = 0;
};
// The words of --dirstat.
bool TakeDirstat(Git& git, std::string_view text, DiffOptions* options);
// In bytes, or in files.
bool MeasureDamage(Git& git, const DiffOptions& options, const std::vector<FilePair>& pairs,
                   std::vector<Damage>* damages);
bool ShowDirstat(Git& git, const DiffOptions& options, std::vector<Damage> damages);
// "dir/{a => b}/c".
std::string RenameText(Git& git, const std::string& a, const std::string& b);
// A function's head, as hunks show it.
std::string_view FunctionOf(std::string_view line);
// Octal, of six digits.
std::string ModeText(uint32_t mode);
// How wide a terminal shows it: not its bytes, so that columns of --stat line up.
size_t ColumnsOf(std::string_view text);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_DIFF_SHOW_H_
