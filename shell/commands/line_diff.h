#ifndef PYSUB_SHELL_COMMANDS_LINE_DIFF_H_
#define PYSUB_SHELL_COMMANDS_LINE_DIFF_H_

#include <cstdint>
#include <vector>

#include "shell/archive.h"

namespace pysub::shell {

// Lines [a_begin, a_end) of the first text became [b_begin, b_end) of the second.
struct DiffHunk {
  uint64_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
  void Fields(Archive& archive) { archive(a_begin, a_end, b_begin, b_end); }
};

// The longest common subsequence by Myers' divide and conquer, with an explicit stack. Work is bounded: where a
// piece needs more than `kMaxCost` edits it is split at the furthest point reached, as diff does without --minimal.
// `a` and `b`: numbers of lines, equal lines having equal numbers.
std::vector<DiffHunk> DiffLines(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, uint64_t* work);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_LINE_DIFF_H_
