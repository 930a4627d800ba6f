#ifndef PYSUB_SHELL_COMMANDS_TEXT_DIFF_LINE_KEY_H_
#define PYSUB_SHELL_COMMANDS_TEXT_DIFF_LINE_KEY_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pysub::shell {

// What of a line counts when diff compares it. Equal keys are equal lines.
//
//   -w  "a  b" and "ab"              -E  a tab and the blanks that it shows
//   -b  "a  b" and "a b", "a " too   -i  letters of ASCII
//   -Z  "a  " and "a"
struct LineKey {
  bool ignore_space = false, ignore_space_change = false, ignore_trailing = false;
  bool ignore_case = false, ignore_tabs = false;

  // Everything counts: a line is its own key.
  bool is_whole() const {
    return !ignore_space && !ignore_space_change && !ignore_trailing && !ignore_case &&
           !ignore_tabs;
  }
  // `is_open`: the last line, which has no newline. It differs from others, unless blanks do not
  // count: "\n" can be in no key but this.
  std::string Of(std::string_view line, bool is_open, uint64_t tab_size) const;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_DIFF_LINE_KEY_H_
