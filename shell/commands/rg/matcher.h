#ifndef PYSUB_SHELL_COMMANDS_RG_MATCHER_H_
#define PYSUB_SHELL_COMMANDS_RG_MATCHER_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/rg/options.h"
#include "shell/commands/text/grep_matcher.h"
#include "shell/regex/perl_regex.h"
#include "shell/regex/regex.h"
#include "shell/regex/rust_syntax.h"

namespace pysub::shell::rg {

// All patterns of an rg together: in Rust's syntax, or with -P in Perl's (patterns that mean the
// same in both are searched as the former, which is faster).
// All patterns are one regular expression, joined by |: so the leftmost match of all is found at
// once, and in the order in which the patterns were given.
class Matcher {
 public:
  // False: *error says why, without the newline.
  bool Build(const std::vector<std::string>& patterns, const Options& options,
             ParseAccount* account, std::string* error);

  // The first match at `start` or behind it; *spans: it, and the groups where somebody asks for
  // them.
  RegexOutcome Find(const RegexSubject& subject, size_t start, std::vector<RegexSpan>* spans,
                    bool with_groups, ParseAccount* account) const;
  // See Regex::FindLine().
  bool FindLine(const RegexSubject& subject, ParseAccount* account, size_t* begin) const {
    if (ascii_only_ && !subject.ascii) return false;
    if (literal_) return by_lines_ && literal_->FindLine(subject, account, begin);
    return regex_ != nullptr && by_lines_ && regex_->FindLine(subject, account, begin);
  }
  // The number of the group: "1" or a name. -1: there is none.
  int GroupOf(std::string_view name) const;
  bool has_groups() const { return regex_ != nullptr || perl_ != nullptr; }
  bool may_newline() const { return info_.may_newline; }

 private:
  bool BuildPerl(const std::string& pattern, const Options& options, bool ignores_case,
                 ParseAccount* account, std::string* error);

  void KnowPerl(const Options& options);

  std::unique_ptr<Regex> regex_;
  RustPattern info_;
  std::unique_ptr<PerlRegex> perl_;
  std::optional<GrepMatcher> literal_;  // one pattern that stands for itself: no engine is needed
  bool differs_ = false;                // the pattern means something else in Rust's syntax
  bool ascii_only_ = false;             // ... or may do so for texts that are not ASCII
  bool by_lines_ = true;                // lines end with newlines
};

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_MATCHER_H_
