#ifndef PYSUB_SHELL_REGEX_PERL_SYNTAX_H_
#define PYSUB_SHELL_REGEX_PERL_SYNTAX_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pysub::shell {

// A pattern of Perl's syntax in that of RE2, which has no \K and no look-around. What is shown of a
// match may be less than RE2 matches: empty groups stand where it begins and ends. All groups of
// `text` are such; the pattern's own take no part, as there are no references to them.
struct PerlPattern {
  static constexpr int kMaxMarks = 16;
  std::string text;
  std::string later_text;  // where it is another one behind the first character of a line: what
                           // looks back finds one there
  int marks = 0;           // groups 1, 2 ...
  uint32_t end_marks = 0;  // bit n: group n + 1 is where what is shown ends; the others: where it
                           // begins, the last of them
  int look_behind = 0;     // so many characters before what is shown RE2's match begins
  bool has_look_around = false;
};

// Nothing: *error says what is not known. Takes time and memory in proportion to the pattern.
std::optional<PerlPattern> TranslatePerl(std::string_view pattern, std::string* error);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_PERL_SYNTAX_H_
