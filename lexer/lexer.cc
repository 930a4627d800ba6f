#include "lexer/lexer.h"

#include <cstdio>
#include <cstring>
#include <utility>

#include "lexer/characters.h"
#include "lexer/lexer_state.h"

namespace pysub {

using characters::Is;
using characters::IsDigit;
using characters::IsIdentifierPart;

// The text ends in a NUL behind its last byte, which no token contains: so loops over characters
// look for their end only where they find one.
Lexer::Lexer(std::string_view text)
    : begin_(text.data()),
      end_(text.data() + text.size()),
      cur_(begin_),
      line_start_(begin_),
      joined_start_(begin_),
      token_start_(begin_),
      token_line_start_(begin_) {
  indents_[0] = alternative_indents_[0] = 0;
  // Three bytes a token is on the low side for Python, so the array is seldom moved.
  tokens_.reserve(text.size() / 3 + 16);
}

TokenList Lexer::Run(StopCheck* stop) {
  bool more = true;
  while (more && !IsOver(stop)) {
    more = InStringMode() && modes_.back().in_literal ? ReadStringModeToken() : ReadNormalToken();
  }
  if (list_.error) list_.error->in_string = InStringMode();
  if (bracket_count_ > 0) list_.innermost_open = brackets_[bracket_count_ - 1];
  list_.tokens = std::move(tokens_);
  return std::move(list_);
}

TokenList Tokenize(std::string_view text, StopCheck* stop) { return Lexer(text).Run(stop); }

bool Lexer::Fail(std::string message) {
  const auto offset =
      static_cast<int32_t>(CountCharacters({line_start_, static_cast<size_t>(cur_ - line_start_)}));
  list_.error =
      LexError{LexErrorKind::kSyntaxError, std::move(message), line_, offset, offset, true};
  StartToken();
  Emit(TokenKind::kError);
  return false;
}

bool Lexer::FailRange(const char* from, const char* to, std::string message) {
  // Bytes, not characters: so does CPython.
  list_.error = LexError{LexErrorKind::kSyntaxError,
                         std::move(message),
                         line_,
                         static_cast<int32_t>(from + 1 - line_start_),
                         static_cast<int32_t>(to - line_start_),
                         true};
  StartToken();
  Emit(TokenKind::kError);
  return false;
}

bool Lexer::FailLater(LexErrorKind kind, std::string message, int32_t offset, int32_t end_offset) {
  list_.error = LexError{kind, std::move(message), line_, offset, end_offset, false};
  StartToken();
  Emit(TokenKind::kError);
  return false;
}

// An open bracket at the end is told where it was opened, because the end says nothing about the
// mistake.
bool Lexer::FinishAtEnd() {
  StartToken();
  if (bracket_count_ > 0) {
    const OpenBracket& open = brackets_[bracket_count_ - 1];
    line_ = open.line;
    std::string message = "'?' was never closed";
    message[1] = open.bracket;
    const char* line = begin_;
    for (uint32_t i = 1; i < open.line; ++i) {
      line = static_cast<const char*>(std::memchr(line, '\n', end_ - line)) + 1;
    }
    const auto offset = static_cast<int32_t>(CountCharacters({line, open.col})) + 1;
    return FailLater(LexErrorKind::kSyntaxError, std::move(message), offset, 0);
  }
  while (indent_ > 0) {
    --indent_;
    Emit(TokenKind::kDedent);
  }
  Emit(TokenKind::kEndMarker);
  return false;
}

// A backslash was read: what follows must be a newline, and the text must go on after it.
bool Lexer::ReadContinuationLine() {
  if (*cur_ != '\n') {
    if (!AtEnd()) ++cur_;
    auto offset = static_cast<int32_t>(
        CountCharacters({joined_start_, static_cast<size_t>(cur_ - joined_start_)}));
    if (joined_start_ != line_start_) {
      const auto* newline = static_cast<const char*>(std::memchr(cur_, '\n', end_ - cur_));
      const char* const line_end = newline == nullptr ? end_ : newline + 1;
      const auto most = static_cast<int32_t>(
          CountCharacters({line_start_, static_cast<size_t>(line_end - line_start_)}));
      if (offset > most + 1) offset = most + 1;
    }
    return FailLater(LexErrorKind::kSyntaxError,
                     "unexpected character after line continuation character", offset, 0);
  }
  ++cur_;
  if (AtEnd()) {
    if (bracket_count_ > 0) return FinishAtEnd();
    const auto offset = static_cast<int32_t>(
        CountCharacters({line_start_, static_cast<size_t>(cur_ - line_start_)}));
    return FailLater(LexErrorKind::kSyntaxError, "unexpected EOF while parsing", offset, -1);
  }
  EnterLine();
  return true;
}

// One token, by its first character. Comments are no tokens, and neither are line ends within
// brackets.
bool Lexer::ReadNormalToken() {
  if (at_line_start_ && !NextLine()) return false;
  for (;;) {
    while (Is(*cur_, characters::kBlank)) ++cur_;
    StartToken();
    char c = *cur_;
    if (c == '#') {
      cur_ = static_cast<const char*>(std::memchr(cur_, '\n', end_ - cur_));
      if (cur_ == nullptr) cur_ = end_;
      c = *cur_;
    }
    if (Is(c, characters::kIdentifierStart)) return ReadName();
    if (c == '\n') {
      if (bracket_count_ > 0) {
        ++cur_;
        EnterLine();
        joined_start_ = line_start_;
        continue;
      }
      Emit(TokenKind::kNewline);
      ++cur_;
      at_line_start_ = true;
      return true;
    }
    if (c == '\\') {
      ++cur_;
      if (!ReadContinuationLine()) return false;
      continue;
    }
    if (IsDigit(c) || (c == '.' && IsDigit(cur_[1]))) return ReadNumber();
    if (c == '"' || c == '\'') return ReadString(c);
    if (AtEnd()) return FinishAtEnd();
    return ReadOperator();
  }
}

// Letters may be the prefix of a string, a keyword or a name. A name that is not ASCII is checked
// here and normalised (NFKC, PEP 3131) by the parser.
bool Lexer::ReadName() {
  const char* at = token_start_;
  uint8_t all = 0;
  while (IsIdentifierPart(*at)) all |= static_cast<uint8_t>(*at++);
  if (*at == '"' || *at == '\'') {
    bool is_string = false;
    if (!ReadPrefixedString(&is_string)) return false;
    if (is_string) return true;
  }
  cur_ = at;
  if (all >= 128) {
    if (!CheckIdentifier()) return false;
    Emit(TokenKind::kName, /*special=*/true);
    return true;
  }
  Emit(LookupKeyword({token_start_, static_cast<size_t>(cur_ - token_start_)}));
  return true;
}

// The longest operator that fits. In the expression of an f-string some characters end it: a colon,
// a closing brace, `!` before a conversion. But only outside of brackets, and `!=` remains an
// operator.
bool Lexer::ReadOperator() {
  using enum TokenKind;
  const char c = *cur_;
  const char c2 = cur_[1];
  const char c3 = c2 == '\0' ? '\0' : cur_[2];

  if (InStringMode()) {
    StringMode& mode = modes_.back();
    // The colon that ends the expression of a field starts its format specification, whatever
    // follows it (`:=` is no operator there).
    if (c == ':' && mode.field_depth >= 0 && mode.depth - 1 == mode.field_depth) {
      mode.in_literal = true;
      mode.in_format_spec = true;
      EmitPunctuation(kColon, 1);
      return true;
    }
  }

  const auto one = [&](TokenKind kind) { return EmitPunctuation(kind, 1), true; };
  const auto or_equal = [&](TokenKind kind, TokenKind with_equal) {
    return c2 == '=' ? EmitPunctuation(with_equal, 2) : EmitPunctuation(kind, 1), true;
  };
  // c, cc, c= and cc=
  const auto doubled = [&](TokenKind kind, TokenKind twice, TokenKind with_equal,
                           TokenKind twice_with_equal) {
    if (c2 == c && c3 == '=') return EmitPunctuation(twice_with_equal, 3), true;
    if (c2 == c) return EmitPunctuation(twice, 2), true;
    return or_equal(kind, with_equal);
  };
  switch (c) {
    case '(':
    case '[':
    case '{': return OpenBracketToken(c);
    case ')':
    case ']':
    case '}': return CloseBracketToken(c);
    case ',': return one(kComma);
    case ';': return one(kSemicolon);
    case '~': return one(kTilde);
    case ':': return or_equal(kColon, kColonEqual);
    case '=': return or_equal(kEqual, kEqualEqual);
    case '!': return or_equal(kExclamation, kNotEqual);
    case '+': return or_equal(kPlus, kPlusEqual);
    case '%': return or_equal(kPercent, kPercentEqual);
    case '&': return or_equal(kAmpersand, kAmpersandEqual);
    case '|': return or_equal(kPipe, kPipeEqual);
    case '^': return or_equal(kCaret, kCaretEqual);
    case '@': return or_equal(kAt, kAtEqual);
    case '-':
      if (c2 == '>') return EmitPunctuation(kArrow, 2), true;
      return or_equal(kMinus, kMinusEqual);
    case '*': return doubled(kStar, kStarStar, kStarEqual, kStarStarEqual);
    case '/': return doubled(kSlash, kSlashSlash, kSlashEqual, kSlashSlashEqual);
    case '>': return doubled(kGreater, kRightShift, kGreaterEqual, kRightShiftEqual);
    case '<':
      if (c2 == '>') {
        cur_ += 2;
        Emit(kNotEqual, /*special=*/true);
        return true;
      }
      return doubled(kLess, kLeftShift, kLessEqual, kLeftShiftEqual);
    case '.':
      if (c2 == '.' && c3 == '.') return EmitPunctuation(kEllipsis, 3), true;
      return one(kDot);
    default: break;
  }
  ++cur_;
  if (c < ' ' || c == 0x7F) {
    char message[48];
    std::snprintf(message, sizeof(message), "invalid non-printable character U+%04X",
                  static_cast<unsigned>(static_cast<uint8_t>(c)));
    return Fail(message);
  }
  Emit(kStrayCharacter);
  return true;
}

// As many as CPython allows (MAXLEVEL of its lexer): the message names the limit that a program
// meets.
bool Lexer::OpenBracketToken(char c) {
  ++cur_;
  if (bracket_count_ >= kMaxBrackets) return Fail("too many nested parentheses");
  brackets_[bracket_count_++] = {c, line_, static_cast<uint32_t>(token_start_ - line_start_)};
  if (InStringMode()) ++modes_.back().depth;
  Emit(c == '('   ? TokenKind::kLeftParen
       : c == '[' ? TokenKind::kLeftBracket
                  : TokenKind::kLeftBrace);
  return true;
}

// Brackets are matched here and not in the parser, since newlines inside them are no tokens. A
// wrong one is found at once, and the message names both.
bool Lexer::CloseBracketToken(char c) {
  ++cur_;
  StringMode* mode = InStringMode() ? &modes_.back() : nullptr;
  if (mode != nullptr && mode->depth == 0 && c == '}') {
    return Fail(std::string(1, mode->prefix) + "-string: single '}' is not allowed");
  }
  if (bracket_count_ == 0) return Fail(std::string("unmatched '") + c + "'");
  const OpenBracket& open = brackets_[--bracket_count_];
  const char wanted = open.bracket == '(' ? ')' : open.bracket == '[' ? ']' : '}';
  if (c != wanted) [[unlikely]] {
    return FailMismatch(open, c);
  }
  if (mode != nullptr) {
    if (--mode->depth < 0) {
      return Fail(std::string(1, mode->prefix) + "-string: unmatched '" + c + "'");
    }
    if (c == '}' && mode->depth == mode->field_depth) {
      --mode->field_depth;
      mode->in_literal = true;
      mode->in_format_spec = false;
    }
  }
  Emit(c == ')'   ? TokenKind::kRightParen
       : c == ']' ? TokenKind::kRightBracket
                  : TokenKind::kRightBrace);
  return true;
}

bool Lexer::FailMismatch(const OpenBracket& open, char c) {
  if (InStringMode() && open.bracket == '{' &&
      modes_.back().depth - 1 == modes_.back().field_depth) {
    return Fail(std::string(1, modes_.back().prefix) + "-string: unmatched '" + c + "'");
  }
  std::string message = std::string("closing parenthesis '") + c +
                        "' does not match opening parenthesis '" + open.bracket + "'";
  if (open.line != line_) message += " on line " + std::to_string(open.line);
  return Fail(std::move(message));
}

}  // namespace pysub
