#ifndef PYSUB_SHELL_REGEX_ENGINES_H_
#define PYSUB_SHELL_REGEX_ENGINES_H_

#include <memory>
#include <string>
#include <vector>

#include "shell/regex/syntax_tree.h"

namespace pysub::shell {

enum class RegexLines : uint8_t {
  kOne,        // ^ and $ are the ends of the text
  kMultiLine,  // ... or of a line
  kEachAlone,  // ... and nothing matches a newline
};

// The tree in RE2's syntax. `ascii`: for texts of ASCII only, bytes as characters; classes stay small.
std::string ToRe2(const RegexTree& tree, bool ascii, RegexLines lines);

// The matcher of our own: a program for a backtracking machine. Without back-references a state
// (instruction, position) is tried once only, so that time is linear.
struct RegexProgram {
  enum class Op : uint8_t {
    kCharacter, kAny, kSet, kJump, kSplit, kSave, kAssert, kBackReference,
    kLoopBegin,  // a: slot that remembers the position
    kLoopEnd,    // fails when the position has not moved since kLoopBegin
    kMatch,
  };
  struct Instruction {
    Op op;
    int a = 0;  // kSplit: tried first
    int b = 0;  // kSplit: tried second
  };
  static constexpr size_t kMaxInstructions = 1 << 16;

  std::vector<Instruction> code;
  std::vector<RegexSet> sets;
  int groups = 0;
  int loops = 0;
  bool utf8 = true;
  bool ignore_case = false;
  bool multi_line = false;
  bool has_back_references = false;
};

// Null: too big.
std::unique_ptr<RegexProgram> BuildRegexProgram(const RegexTree& tree);

RegexOutcome RunRegexProgram(const RegexProgram& program, std::string_view text, size_t start, bool anchored,
                             RegexSpan* spans, size_t count, uint64_t* work);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_ENGINES_H_
