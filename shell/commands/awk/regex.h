#ifndef PYSUB_SHELL_COMMANDS_AWK_REGEX_H_
#define PYSUB_SHELL_COMMANDS_AWK_REGEX_H_

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shell/commands/awk/value.h"
#include "shell/regex/regex.h"

namespace pysub::shell::awk {

// awk's way to write a regular expression in that of POSIX: its escapes, also in brackets, become
// characters; what is no operator where it stands becomes one. *warnings: the escapes that are not
// known.
std::string ToPosix(std::string_view pattern, std::string* warnings);
// What is said about one.
std::string UnknownPatternEscape(char c);
// As much of a pattern gawk shows in a message: as many bytes as it has without its escapes.
size_t GawkSize(std::string_view pattern);

// A regular expression. Those that are a mere text are searched as such.
// A pattern has no IGNORECASE of its own: another one is compiled.
class Pattern {
 public:
  // Null: *error says why, or there is no memory.
  static std::unique_ptr<Pattern> Compile(std::string_view source, bool ignore_case, Heap* heap,
                                          std::string* error);

  // Not for a pattern of the program when IGNORECASE is set.
  bool Search(std::string_view text, size_t start, RegexSpan* spans, size_t count, Heap* heap,
              bool ascii_known = false, bool ascii = false) const;
  bool Matches(std::string_view text, Heap* heap) const {
    return Search(text, 0, nullptr, 0, heap);
  }
  int groups() const { return regex_ == nullptr ? 0 : regex_->groups(); }
  const std::string& source() const { return source_; }
  const std::string& unknown_escapes() const { return unknown_escapes_; }
  bool is_literal() const { return is_literal_; }
  // gawk splits what is left as if nothing stood before it: \< and its like find a border there.
  bool SearchRest(std::string_view text, size_t start, RegexSpan* span, Heap* heap,
                  bool ascii) const;

 private:
  Pattern() = default;
  bool SearchLiteral(std::string_view text, size_t start, RegexSpan* spans, size_t count,
                     Heap* heap) const;

  std::string source_;
  std::unique_ptr<Regex> regex_;
  bool is_literal_ = false;
  bool looks_back_ = false;                 // \< and others that ask what stands before
  bool at_begin_ = false, at_end_ = false;  // of a literal: ^ and $ around it
  std::string literal_;
  std::string unknown_escapes_;
};

// Patterns that texts were made to: the last ones stay.
// A program that makes its patterns anew for each line ("^" $1) would compile all day: 64 stay, and
// of others the one that was not used for the longest time goes.
class PatternCache {
 public:
  // Null: *error says why.
  Pattern* Get(std::string_view source, bool ignore_case, Heap* heap, std::string* error);

 private:
  static constexpr size_t kMost = 64;
  struct Entry {
    std::unique_ptr<Pattern> pattern;
    std::list<std::string>::iterator place;
  };
  std::list<std::string> order_;  // the one used last is the first
  std::unordered_map<std::string_view, Entry> patterns_;
  Pattern* last_ = nullptr;
  std::string last_key_;
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_REGEX_H_
