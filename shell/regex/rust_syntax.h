#ifndef PYSUB_SHELL_REGEX_RUST_SYNTAX_H_
#define PYSUB_SHELL_REGEX_RUST_SYNTAX_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/regex/syntax_tree.h"

namespace pysub::shell {

// How a pattern in the syntax of Rust's regex crate is to be read, before its own flags.
struct RustSyntaxOptions {
  bool ignore_case = false;
  bool smart_case = false;  // ignores case when the pattern has letters, none of them large
  bool dot_all = false;     // . matches newlines
  bool unicode = true;      // \w \d \s and classes know more than ASCII
  bool crlf = false;        // $ stands before \r\n, too
  bool word = false;        // what matches stands between no letters; see RustPattern::shown
  int never = -1;  // a byte that nothing matches: of sets it is taken, as a character it is
                   // refused
};

// What else there is to know of a pattern.
struct RustPattern {
  std::vector<std::pair<std::string, int>> names;  // of groups
  int groups = 0;                                  // of the pattern
  int before_groups = 0;                           // groups that come before its first one
  int shown = 0;                                   // the group that is the match: 0 is all
  bool may_newline = false;  // it can match a newline, or looks for ends of lines or of the text
};

// A pattern as a tree; the first match in the order of alternatives is wanted (kRepeat may be
// lazy), ^ and $ match at lines. False: *error says why, in the words of regex-syntax, with the
// pattern and a mark below the place.
bool ParseRust(std::string_view pattern, const RustSyntaxOptions& options, ParseAccount* account,
               RegexTree* tree, RustPattern* info, std::string* error);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_RUST_SYNTAX_H_
