#include <cstring>

#include "lexer/characters.h"
#include "lexer/lexer_state.h"

namespace pysub {

using characters::Is;
using characters::IsDigit;
using characters::IsIdentifierPart;

namespace {

bool StartsWithWord(const char* at, std::string_view word) {
  // The text ends in a NUL, which no word contains, so this never reads past it.
  return std::strncmp(at, word.data(), word.size()) == 0 && !IsIdentifierPart(at[word.size()]);
}

// A keyword may stand right after a number, as in `1if x else 2`; CPython warns about it.
bool KeywordMayFollow(const char* at) {
  switch (*at) {
    case 'a': return StartsWithWord(at, "and");
    case 'e': return StartsWithWord(at, "else");
    case 'f': return StartsWithWord(at, "for");
    case 'i': return at[1] == 'f' || at[1] == 'n' || at[1] == 's';
    case 'n': return StartsWithWord(at, "not");
    case 'o': return StartsWithWord(at, "or");
    default: return false;
  }
}

}  // namespace

bool Lexer::EndNumber(const char* name) {
  if (IsIdentifierPart(*cur_) && static_cast<uint8_t>(*cur_) < 128) {
    const std::string message = std::string("invalid ") + name + " literal";
    if (!KeywordMayFollow(cur_)) return Fail(message);
    Warn(message);
  }
  Emit(TokenKind::kNumber);
  return true;
}

// The rest of a run of decimal digits with single underscores between them.
bool Lexer::ReadDigits() {
  for (;;) {
    while (IsDigit(*cur_)) ++cur_;
    if (*cur_ != '_') return true;
    ++cur_;
    if (!IsDigit(*cur_)) return Fail("invalid decimal literal");
  }
}

bool Lexer::ReadNumber() {
  if (*cur_ == '.') {
    ++cur_;
    return ReadFraction();
  }
  if (*cur_ == '0') return ReadZeroNumber();
  if (!ReadDigits()) return false;
  if (*cur_ == '.') {
    ++cur_;
    return ReadFraction();
  }
  return ReadExponent(*cur_);
}

bool Lexer::ReadFraction() {
  if (IsDigit(*cur_) && !ReadDigits()) return false;
  return ReadExponent(*cur_);
}

bool Lexer::ReadExponent(char letter) {
  if (letter == 'e' || letter == 'E') {
    const char* const at = cur_;
    ++cur_;
    if (*cur_ == '+' || *cur_ == '-') {
      ++cur_;
      if (!IsDigit(*cur_)) return Fail("invalid decimal literal");
    } else if (!IsDigit(*cur_)) {
      cur_ = at;  // `1else`: the number ends before the letter
      return EndNumber("decimal");
    }
    if (!ReadDigits()) return false;
  }
  if (*cur_ == 'j' || *cur_ == 'J') return ReadImaginary();
  return EndNumber("decimal");
}

bool Lexer::ReadImaginary() {
  ++cur_;
  return EndNumber("imaginary");
}

bool Lexer::ReadRadixDigits(const char* name, char max_digit) {
  const auto fail_digit = [&] {
    const std::string digit(1, *cur_);
    ++cur_;
    return Fail("invalid digit '" + digit + "' in " + name + " literal");
  };
  const auto is_digit = [&](char c) {
    return max_digit == 'f' ? Is(c, characters::kHexDigit) : c >= '0' && c <= max_digit;
  };
  do {
    if (*cur_ == '_') ++cur_;
    if (!is_digit(*cur_)) {
      if (IsDigit(*cur_)) return fail_digit();
      return Fail(std::string("invalid ") + name + " literal");
    }
    while (is_digit(*cur_)) ++cur_;
  } while (*cur_ == '_');
  if (IsDigit(*cur_)) return fail_digit();
  return EndNumber(name);
}

// A number that begins with "0": perhaps a radix, perhaps zeros before a fraction.
bool Lexer::ReadZeroNumber() {
  ++cur_;
  switch (*cur_) {
    case 'x':
    case 'X': ++cur_; return ReadRadixDigits("hexadecimal", 'f');
    case 'o':
    case 'O': ++cur_; return ReadRadixDigits("octal", '7');
    case 'b':
    case 'B': ++cur_; return ReadRadixDigits("binary", '1');
    default: break;
  }
  for (;;) {
    if (*cur_ == '_') {
      ++cur_;
      if (!IsDigit(*cur_)) return Fail("invalid decimal literal");
    }
    if (*cur_ != '0') break;
    ++cur_;
  }
  const char* const zeros_end = cur_ + 1;
  const bool nonzero = IsDigit(*cur_);
  if (nonzero && !ReadDigits()) return false;
  switch (*cur_) {
    case '.': ++cur_; return ReadFraction();
    case 'e':
    case 'E': return ReadExponent(*cur_);
    case 'j':
    case 'J': return ReadImaginary();
    default: break;
  }
  if (nonzero) {
    return FailRange(token_start_, zeros_end,
                     "leading zeros in decimal integer literals are not permitted; use an 0o "
                     "prefix for octal integers");
  }
  return EndNumber("decimal");
}

}  // namespace pysub
