#ifndef PYSUB_STDLIB_MODULES_RE_TOKENS_H_
#define PYSUB_STDLIB_MODULES_RE_TOKENS_H_

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/modules/re/syntax.h"

namespace pysub::re {

// Reads a pattern or template by characters and escapes, one ahead, as CPython's tokenizer
// (Lib/re/_parser.py) does: so it complains of a backslash at the end as soon as it sees it. The
// characters are decoded once, since positions in errors count code points.
class Tokens {
 public:
  Tokens(Vm& vm, Value source);
  ~Tokens();
  Tokens(const Tokens&) = delete;
  Tokens& operator=(const Tokens&) = delete;

  // Decodes the source and reads the first token.
  Status Start();

  bool is_text() const { return is_text_; }
  bool at_end() const { return next_size_ == 0; }
  bool escape() const { return next_size_ == 2; }
  // The token ahead: its character (behind the backslash of an escape).
  char32_t next() const { return next_; }
  bool NextIs(char32_t c) const { return next_size_ == 1 && next_ == c; }
  size_t tell() const { return index_ - next_size_; }

  Status Advance();
  Status Seek(size_t index) {
    index_ = index;
    return Advance();
  }
  // Skips `c` if it comes next.
  Result<bool> Match(char32_t c);
  // Up to `count` digits of the given base.
  Status Digits(int count, int base, std::string* out);
  // The text up to `terminator`, which is skipped.
  Status Until(char32_t terminator, std::string_view name, std::string* out, size_t* length);

  // Raises PatternError at `offset` before the token ahead.
  Failure Error(std::string_view message, size_t offset = 0);
  // Group names: identifiers; in bytes patterns ASCII too.
  Status CheckGroupName(const std::string& name, size_t length, size_t offset);

  // As CPython writes it in messages: UTF-8.
  static void AppendChar(std::string* out, char32_t c);

 private:
  Vm& vm_;
  Value source_;
  bool is_text_;
  std::vector<char32_t> chars_;
  uint64_t charged_ = 0;
  uint32_t advanced_ = 0;  // so often
  size_t index_ = 0;       // behind the token ahead
  char32_t next_ = 0;
  size_t next_size_ = 0;  // 0: the end; 2: an escape
};

// An escape both in patterns and in sets: \x, \u, \U, \N and the simple ones. `*found` false: it is
// none. `escape` is what was read of it so far.
Status CommonEscape(Vm& vm, Tokens& tokens, char32_t letter, std::string* escape, bool* found,
                    char32_t* code);

constexpr bool IsDigitOf(char32_t c, int base) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0') < base;
  return base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}
constexpr bool IsAsciiLetter(char32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

}  // namespace pysub::re

#endif  // PYSUB_STDLIB_MODULES_RE_TOKENS_H_
