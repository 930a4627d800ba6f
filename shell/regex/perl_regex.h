#ifndef PYSUB_SHELL_REGEX_PERL_REGEX_H_
#define PYSUB_SHELL_REGEX_PERL_REGEX_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/regex/perl_program.h"
#include "shell/regex/perl_syntax.h"
#include "shell/regex/regex.h"

namespace pysub::shell {

struct PerlRegexOptions {
  bool ignore_case = false;
  bool whole_words = false;
  bool whole_lines = false;
  bool multi_line = false;  // ^ and $ match at newlines as well
  bool dot_all = false;
  bool bytes = false;    // texts are no UTF-8
  bool unicode = false;  // \w, \d, \s and \b know all letters, not only those of ASCII
};

// A pattern as PCRE2 reads it, for grep -P and rg -P. RE2 searches where it can say the same
// (perl_syntax.h), because it is several times as fast; all else is for our own matcher
// (perl_program.h), also the texts that are too long for RE2.
class PerlRegex {
 public:
  // Null: *error says why, in PCRE2's words. As for Regex::Compile(), `account` pays for the work,
  // and for memory until the result goes.
  static std::unique_ptr<PerlRegex> Compile(std::string_view pattern,
                                            const PerlRegexOptions& options, ParseAccount* account,
                                            PerlError* error);

  // As Regex::Search(). kGaveUp: too many steps.
  RegexOutcome Search(const RegexSubject& subject, size_t start, RegexSpan* spans, size_t count,
                      ParseAccount* account) const;

  // What is known of it: names of groups, and where other syntaxes would differ.
  const PerlProgram& program() const { return program_; }

 private:
  PerlRegex() = default;
  void Translate(std::string_view pattern, ParseAccount* account);
  RegexOutcome SearchTranslated(const RegexSubject& subject, size_t start, RegexSpan* match,
                                ParseAccount* account) const;

  PerlRegexOptions options_;
  PerlOptions perl_options_;
  PerlProgram program_;
  std::unique_ptr<PerlMatcher> matcher_;
  // What RE2 is given, if it can do this pattern; the second regex for places behind the beginning.
  std::optional<PerlPattern> translated_;
  std::vector<std::unique_ptr<Regex>> regexes_;
  size_t group_ = 0;  // of the regexes: the match itself
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_PERL_REGEX_H_
