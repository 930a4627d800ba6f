#ifndef PYSUB_SHELL_COMMANDS_GIT_CHANGED_LINES_H_
#define PYSUB_SHELL_COMMANDS_GIT_CHANGED_LINES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// Numbers of lines, equal lines having equal numbers.
using LineIds = std::vector<uint32_t>;
// By line: it is in one of the texts only.
using LineMarks = std::vector<uint8_t>;

// Two texts have many differences that are as right; which one is shown depends on the way to find
// it, and so do the places of conflicts.
//
//   kMyers      few changed lines; gives up looking for the fewest where that takes long
//   kMinimal    the fewest
//   kPatience   lines that both texts have once stand firm, the rest is compared between them
//   kHistogram  the same with lines that are rare, though not alone
enum class LineAlgorithm : uint8_t { kMyers, kMinimal, kPatience, kHistogram };

// Marks the lines that differ; the marks are as long as the texts and zero.
// `count`: the numbers are all less.
bool MarkChanged(Git& git, LineAlgorithm algorithm, const LineIds& a, const LineIds& b,
                 uint32_t count, LineMarks* gone, LineMarks* come);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_CHANGED_LINES_H_
