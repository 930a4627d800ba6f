#ifndef PYSUB_SHELL_COMMANDS_GIT_LINE_HUNKS_H_
#define PYSUB_SHELL_COMMANDS_GIT_LINE_HUNKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "shell/commands/git/changed_lines.h"
#include "shell/commands/git/git.h"
#include "shell/commands/text/line_diff.h"

namespace pysub::shell::git {

// What counts when lines are compared, and which of the differences is chosen.
struct LineRules {
  bool all = false;     // -w
  bool amount = false;  // -b
  bool at_end = false;  // --ignore-space-at-eol
  bool cr_at_end = false;
  bool blank_lines = false;
  LineAlgorithm algorithm = LineAlgorithm::kMyers;
  bool indents = true;  // runs slide to where a reader expects them, or else as far as they can
  bool IgnoresSpace() const { return all || amount || at_end || cr_at_end; }
};

// A text and where its lines begin; each line has its newline.
// The text has to outlive it. starts_ has one place more than there are lines: the end.
class Lines {
 public:
  // Only the last line may lack its newline.
  bool Split(Git& git, std::string_view text);
  size_t size() const { return starts_.empty() ? 0 : starts_.size() - 1; }
  std::string_view operator[](size_t at) const {
    return text_.substr(starts_[at], starts_[at + 1] - starts_[at]);
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  std::vector<uint64_t> starts_;
};

// Which lines became which, as git shows it.
bool DiffLines(Git& git, const Lines& a, const Lines& b, const LineRules& rules,
               std::vector<DiffHunk>* hunks);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_LINE_HUNKS_H_
