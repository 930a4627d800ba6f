#ifndef PYSUB_SHELL_COMMANDS_GIT_WORD_DIFF_H_
#define PYSUB_SHELL_COMMANDS_GIT_WORD_DIFF_H_

#include <vector>

#include "shell/commands/git/diff_pairs.h"

namespace pysub::shell::git {

// A hunk of --word-diff: "[-old-]{+new+}". Changes `first` ... `last` and what is around them.
bool ShowWords(Git& git, const DiffOptions& options, const Lines& a, const Lines& b,
               const std::vector<DiffHunk>& hunks, size_t first, size_t last, const DiffHunk& span);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_WORD_DIFF_H_
