#ifndef PYSUB_SHELL_COMMANDS_TEXT_GREP_MATCHER_H_
#define PYSUB_SHELL_COMMANDS_TEXT_GREP_MATCHER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shell/regex/perl_regex.h"
#include "shell/regex/regex.h"

namespace pysub::shell {

enum class GrepSyntax : uint8_t { kBasic, kExtended, kFixed, kPerl };

// What the options of grep say about matching, in contrast to printing.
struct GrepMatching {
  GrepSyntax syntax = GrepSyntax::kBasic;
  bool ignore_case = false;
  bool whole_words = false;
  bool whole_lines = false;
};

// All patterns of a grep together.
class GrepMatcher {
 public:
  // `patterns`: one per line. False: *error says why; warnings() may have something in both cases.
  bool Build(std::string_view patterns, const GrepMatching& matching, ParseAccount* account,
             std::string* error);
  const std::vector<std::string>& warnings() const { return warnings_; }

  // The leftmost and longest match that begins at `start` or behind it.
  RegexOutcome Find(const RegexSubject& line, size_t start, RegexSpan* match,
                    ParseAccount* account) const;
  // See Regex::FindLine().
  bool FindLine(const RegexSubject& subject, ParseAccount* account, size_t* begin) const;

 private:
  bool BuildPerl(std::string_view pattern, const GrepMatching& matching, ParseAccount* account,
                 std::string* error);
  bool Add(std::string_view pattern, RegexSyntax syntax, ParseAccount* account, std::string* error);

  bool ignore_case_ = false;
  size_t group_ = 0;  // of each regex: the match itself
  std::unique_ptr<PerlRegex> perl_;
  std::string literal_;  // the only pattern, when it is plain text
  std::vector<std::unique_ptr<Regex>> regexes_;
  std::vector<std::string> warnings_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_GREP_MATCHER_H_
