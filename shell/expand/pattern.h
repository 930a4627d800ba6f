#ifndef PYSUB_SHELL_EXPAND_PATTERN_H_
#define PYSUB_SHELL_EXPAND_PATTERN_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/run/budget.h"

namespace pysub::shell {

// Of shopt: nocasematch or nocaseglob, and extglob.
struct PatternOptions {
  bool ignore_case = false;
  bool extglob = false;
};

// Bash's patterns: * ? [...] and, with extglob, ?( *( +( @( !( ; a backslash quotes. (POSIX, Shell
// Command Language 2.14.) A star goes back only to the last star before it, which is enough: so
// patterns without groups take at most the product of both sizes. Groups try each way and are
// counted by the account.
class PatternMatcher {
 public:
  PatternMatcher(std::string_view pattern, const PatternOptions& options, Budget* budget)
      : pattern_(pattern), options_(options), budget_(budget), marks_charge_(budget) {}

  bool Matches(std::string_view text) { return Match(0, pattern_.size(), text); }

 private:
  static constexpr int kMaxDepth = 200;

  bool Match(size_t begin, size_t end, std::string_view text);
  bool MatchExtended(size_t at, size_t end, std::string_view text);
  bool MatchBracket(size_t* at, size_t end, std::string_view text, size_t* size, bool* valid);
  bool InNamed(std::string_view named, uint32_t c) const;
  // An end of a range, or a character alone, within brackets: *at is behind it then.
  uint32_t BracketCharacter(size_t* at, size_t end) const;
  bool MatchAny(size_t open, std::string_view text);
  // A parenthesis that opens, or a | within: where the next | of the same group is, or the
  // parenthesis that closes it.
  struct Mark {
    size_t at, next, close;
  };
  void FindGroups();
  const Mark* MarkAt(size_t at) const;
  size_t FindClose(size_t at, size_t end);
  bool SameCharacter(std::string_view a, std::string_view b) const;

  std::string_view pattern_;
  PatternOptions options_;
  Budget* budget_;
  int depth_ = 0;
  bool found_groups_ = false;
  // once for a pattern: with groups inside each other the search for each would cost its square
  std::vector<Mark> marks_;
  ScopedMemoryCharge marks_charge_;
};

bool MatchPattern(std::string_view pattern, std::string_view text, const PatternOptions& options,
                  Budget* budget);
// Behind [:class:], [.name.] or [=c=], which stand within a bracket expression; `at`: none is
// there.
size_t NamedCharacterEnd(std::string_view pattern, size_t at);
// An unquoted *, ? or [ (or, with extglob, a parenthesis behind one of ?*+@!).
bool HasPatternCharacters(std::string_view pattern, bool extglob);
// The text without the backslashes that quote.
std::string UnescapePattern(std::string_view pattern);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_PATTERN_H_
