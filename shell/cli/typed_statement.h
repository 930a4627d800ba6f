#ifndef PYSUB_SHELL_CLI_TYPED_STATEMENT_H_
#define PYSUB_SHELL_CLI_TYPED_STATEMENT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "parser/parser.h"

namespace pysub {

inline bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\f\r\n") == std::string_view::npos;
}

// A statement that comes line by line, as somebody types or pastes it: says whether it wants
// another line.
// All of it is looked at anew only when it may be whole, and each time when it has grown by a
// sixteenth, in order that a mistake is told soon; other lines are looked at alone. So a block of
// many lines takes time as it is long, not as its square.
class TypedStatement {
 public:
  void Clear() { *this = TypedStatement(); }

  // `text` is all lines so far, `line` what was added last: a line, or a block from the history,
  // which no empty line needs to end.
  bool WantsMore(const std::string& text, std::string_view line, const ParseLimits& limits);

  // What says in what the next line begins: brackets that are open, the lines of a
  // string without an end.
  std::string Context() const { return brackets_ + tail_; }

 private:
  enum class Inside : uint8_t { kNothing, kBrackets, kString, kJoinedLine, kUnknown };

  void Look(std::string_view line);

  size_t lines_ = 0;
  size_t whole_look_at_ = 0;  // lines
  bool in_block_ = false;     // of a compound statement: only an empty line ends it
  Inside inside_ = Inside::kNothing;
  std::string brackets_;  // those open before tail_, outermost first
  std::string tail_;      // the lines since `inside_` was kNothing or kBrackets
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_TYPED_STATEMENT_H_
