#ifndef PYSUB_SHELL_REGEX_REGEX_H_
#define PYSUB_SHELL_REGEX_REGEX_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shell/syntax/arena.h"

namespace pysub::shell {

// POSIX regular expressions with GNU's extensions (\+ \? \| \w \W \s \S \b \B \< \> \` \' and
// back-references): the one service for grep, sed, expr, find and [[ =~ ]]. The leftmost match is
// found, and of those the longest.
//
// Nothing here runs for long without asking the account. Patterns are translated to RE2, which
// nobody can stop: it searches only where the size of its program times that of the text bounds the
// search to about a millisecond. All else (longer texts, larger patterns, word boundaries beside
// letters outside ASCII) runs in a matcher of our own that takes as many steps at most, and counts
// them; back-references in another one, which counts and gives up after some millions. kPerl has
// RE2 only, up to some tens of milliseconds; longer texts are given up: perl_regex.h has more.

// What a character means; the names are those of glibc's RE_SYNTAX_...
enum class RegexSyntax : uint8_t {
  kGrep,           // grep
  kEgrep,          // grep -E
  kPosixBasic,     // sed, expr, csplit
  kPosixExtended,  // [[ =~ ]], awk
  kSedExtended,    // sed -E: as kPosixExtended, but a lone ) is an error
  kEmacs,          // find -regex
  kPerl,  // grep -P: what RE2 knows of it; the first match in the order of alternatives, not the
          // longest
  kRust,  // rg: see Regex::CompileRust()
};

// What is decided before a pattern is compiled.
struct RegexOptions {
  RegexSyntax syntax = RegexSyntax::kPosixExtended;
  bool ignore_case = false;
  bool multi_line = false;  // ^ and $ match at newlines as well (sed's M)
  bool first = false;       // the first match in the order of alternatives, not the longest
};

// A place in bytes. -1 is different from an empty place: a group that took no part matches nothing,
// even as a back-reference.
struct RegexSpan {
  int64_t begin = -1;  // -1: the group took no part
  int64_t end = -1;
};

// A text to search, looked at once: searching it again and again (s/x/y/g) costs no second look.
struct RegexSubject {
  explicit RegexSubject(std::string_view bytes);
  RegexSubject(std::string_view bytes, bool is_ascii) : text(bytes), ascii(is_ascii) {}
  std::string_view text;
  bool ascii;
};

enum class RegexOutcome : uint8_t {
  kMatch,
  kNone,
  kGaveUp,  // too many steps for a pattern with back-references, or too much text for one of Perl's
  kStopped,  // a limit of the account was reached
};

enum class RegexAnchor : uint8_t { kNone, kStart };

struct RustSyntaxOptions;  // rust_syntax.h
struct RustPattern;

// A compiled pattern with a choice of engines behind it, see regex.cc. It may be used by one thread
// at a time: engines keep what they learn.
class Regex {
 public:
  // Null: *error says why in GNU's words ("Unmatched ( or \\("). A pattern may be hostile: its
  // size, its depth and what it expands to are limited ("Regular expression too big").
  // `account` pays for the work, and for memory until the result goes, before which it must not
  // go itself (null: nobody pays).
  static std::unique_ptr<Regex> Compile(std::string_view pattern, const RegexOptions& options,
                                        ParseAccount* account, std::string* error);
  // A pattern in Rust's syntax (rust_syntax.h): the first match in the order of alternatives.
  static std::unique_ptr<Regex> CompileRust(std::string_view pattern,
                                            const RustSyntaxOptions& options, RustPattern* info,
                                            ParseAccount* account, std::string* error);
  ~Regex();

  // The first match that begins at `start` or behind it. Assertions see the whole text. spans[0] is
  // the match, spans[1] the first group ...; `count` may be 0, and more than there are groups.
  RegexOutcome Search(const RegexSubject& subject, size_t start, RegexSpan* spans, size_t count,
                      RegexAnchor anchor, ParseAccount* account) const;
  // For texts of many lines of which each is to be searched alone: where the first line begins that
  // may have a match; lines before it have none. npos: no line has one. False: this pattern cannot
  // say, or a limit was reached.
  bool FindLine(const RegexSubject& subject, ParseAccount* account, size_t* begin) const;

  int groups() const { return groups_; }
  bool has_back_references() const { return has_back_references_; }
  // "* at start of expression": what grep warns about.
  const std::vector<std::string>& warnings() const { return warnings_; }
  // [:space:] stands where [[:space:]] was meant; grep and sed refuse that.
  bool looks_like_class() const { return looks_like_class_; }

 private:
  struct Engines;
  Regex();
  bool Prepare(std::string* error);

  std::unique_ptr<Engines> engines_;
  std::vector<std::string> warnings_;
  int groups_ = 0;
  bool has_back_references_ = false;
  bool looks_like_class_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_REGEX_H_
