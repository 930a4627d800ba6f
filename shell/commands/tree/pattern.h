#ifndef PYSUB_SHELL_COMMANDS_TREE_PATTERN_H_
#define PYSUB_SHELL_COMMANDS_TREE_PATTERN_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pysub::shell::tree {

// A line of a file and the path of its directory. Longer ones fit nothing.
constexpr size_t kMostPattern = 8704;

enum class Fit : int8_t { kNo = 0, kYes = 1, kBroken = -1 };  // kBroken: it is no pattern

// The patterns of -P, -I and --gitignore as tree has them:
//
//   a*b       any bytes but slashes
//   a**b      any bytes up to slashes or the end; "a/**/b" is "a/b", too
//   a?b       one byte
//   [a-z]     one byte, [^a-z] one that is not; there are no names of classes
//   a|b       one or the other; nothing on one side of the bar is no pattern
//   a/        directories only
//   \*        as it is
//
// The real one tries all ways in which stars may share a text, which takes time without end for
// many of them. Here each star is asked once for each place of the text, the last one first.
Fit FitPattern(std::string_view pattern, std::string_view text, bool is_directory,
               bool ignore_case);

// So much work that is at most.
inline uint64_t PatternCost(std::string_view pattern, std::string_view text) {
  return 4 + pattern.size() / 4 + pattern.size() * text.size() / 32;
}

}  // namespace pysub::shell::tree

#endif  // PYSUB_SHELL_COMMANDS_TREE_PATTERN_H_
