#include <cstring>

#include "lexer/characters.h"
#include "lexer/lexer_state.h"

namespace pysub {

// Reads the letters before a quote. When they are not all letters of a prefix, it is a name:
// `*is_string` stays false.
bool Lexer::ReadPrefixedString(bool* is_string) {
  bool b = false, f = false, r = false, t = false, u = false;
  const char* at = cur_;
  for (;; ++at) {
    const char letter = static_cast<char>(*at | 0x20);
    if (letter == 'b' && !b) {
      b = true;
    } else if (letter == 'u' && !u) {
      u = true;
    } else if (letter == 'r' && !r) {
      r = true;
    } else if (letter == 'f' && !f) {
      f = true;
    } else if (letter == 't' && !t) {
      t = true;
    } else {
      break;
    }
  }
  const char quote = *at;
  if ((quote != '"' && quote != '\'') || at == cur_) return true;
  *is_string = true;
  const auto incompatible = [&](const char* one, const char* two) {
    return FailRange(token_start_, at + 1,
                     std::string("'") + one + "' and '" + two + "' prefixes are incompatible");
  };
  if (u && b) return incompatible("u", "b");
  if (u && r) return incompatible("u", "r");
  if (u && f) return incompatible("u", "f");
  if (u && t) return incompatible("u", "t");
  if (b && f) return incompatible("b", "f");
  if (b && t) return incompatible("b", "t");
  if (f && t) return incompatible("f", "t");
  cur_ = at;
  if (f || t) return StartStringMode(quote, t ? 't' : 'f', r);
  return ReadString(quote);
}

// The token only; escapes are decoded when its value is needed. An unterminated string is told at
// its beginning, and a quote with a backslash before it gives a hint of its own.
bool Lexer::ReadString(char quote) {
  const uint32_t first_line = line_;
  const char* const first_line_start = line_start_;
  bool has_backslash = false;
  bool has_escaped_quote = false;

  ++cur_;
  int quote_size = 1;
  if (*cur_ == quote) {
    if (cur_[1] != quote) {
      ++cur_;
      Emit(TokenKind::kString);
      return true;
    }
    quote_size = 3;
    cur_ += 2;
  }

  int closing = 0;
  while (closing != quote_size) {
    const char c = *cur_;
    if (!characters::Is(c, characters::kStopsString)) {
      do {
        ++cur_;
      } while (!characters::Is(*cur_, characters::kStopsString));
      closing = 0;
      continue;
    }
    if (c == quote) {
      ++closing;
      ++cur_;
      continue;
    }
    closing = 0;
    if (c == '\\') {
      has_backslash = true;
      ++cur_;
      if (*cur_ == quote) has_escaped_quote = true;
      if (AtEnd()) continue;
      const bool newline = *cur_ == '\n';
      ++cur_;
      if (newline) EnterLine();
    } else if ((c == '\n' && quote_size == 1) || (c == '\0' && AtEnd())) {
      const std::string detected = " (detected at line " + std::to_string(line_) + ")";
      cur_ = token_start_ + 1;
      line_start_ = first_line_start;
      line_ = first_line;
      if (InStringMode() && modes_.back().quote == quote &&
          modes_.back().quote_size == quote_size) {
        return Fail(std::string(1, modes_.back().prefix) + "-string: expecting '}'");
      }
      if (quote_size == 3) return Fail("unterminated triple-quoted string literal" + detected);
      return Fail("unterminated string literal" + detected +
                  (has_escaped_quote ? "; perhaps you escaped the end quote?" : ""));
    } else {
      ++cur_;
      if (c == '\n') EnterLine();
    }
  }
  Emit(TokenKind::kString, has_backslash);
  return true;
}

// f"..." and t"..." are several tokens (PEP 701). A mode is a stack entry that says in which string
// the lexer is, since an expression may hold another string with the same quotes.
//
//   f"a{x!r:>{w}}b"
//   START  MIDDLE a  {  x  !  r  :  MIDDLE >  {  w  }  }  MIDDLE b  END
bool Lexer::StartStringMode(char quote, char prefix, bool raw) {
  uint8_t quote_size = 1;
  if (cur_[1] == quote && cur_[2] == quote) quote_size = 3;
  cur_ += quote_size;
  if (modes_.size() + 1 >= kMaxStringModes) {
    return Fail("too many nested f-strings or t-strings");
  }
  modes_.push_back({.in_literal = true,
                    .raw = raw,
                    .in_format_spec = false,
                    .prefix = prefix,
                    .quote = quote,
                    .quote_size = quote_size,
                    .depth = 0,
                    .field_depth = -1,
                    .start = token_start_,
                    .line_start = line_start_,
                    .line = line_});
  Emit(prefix == 'f' ? TokenKind::kFStringStart : TokenKind::kTStringStart);
  return true;
}

bool Lexer::FailUnterminatedMode(const StringMode& mode) {
  const std::string detected = " (detected at line " + std::to_string(line_) + ")";
  cur_ = mode.start + 1;
  line_start_ = mode.line_start;
  line_ = mode.line;
  const std::string name = std::string(1, mode.prefix) + "-string literal";
  if (mode.quote_size == 3) return Fail("unterminated triple-quoted " + name + detected);
  return Fail("unterminated " + name + detected);
}

bool Lexer::ReadStringModeToken() {
  StringMode& mode = modes_.back();
  StartToken();
  if (*cur_ == '{' && cur_[1] != '{') {
    if (++mode.field_depth >= kMaxFieldNesting) {
      return Fail(std::string(1, mode.prefix) + "-string: expressions nested too deeply");
    }
    mode.in_literal = false;
    return ReadNormalToken();
  }
  bool at_quotes = true;
  for (int i = 0; i < mode.quote_size && at_quotes; ++i) at_quotes = cur_[i] == mode.quote;
  if (at_quotes) {
    cur_ += mode.quote_size;
    Emit(mode.prefix == 'f' ? TokenKind::kFStringEnd : TokenKind::kTStringEnd);
    modes_.pop_back();
    return true;
  }
  return ReadStringModeText(mode);
}

// Text up to the next field, the end of the string, or the first half of a doubled brace.
bool Lexer::ReadStringModeText(StringMode& mode) {
  const TokenKind kind = mode.prefix == 'f' ? TokenKind::kFStringMiddle : TokenKind::kTStringMiddle;
  bool has_backslash = false;
  bool in_name_escape = false;  // between `\N{` and its `}`
  int closing = 0;
  while (closing != mode.quote_size) {
    const char c = *cur_;
    const bool in_format_spec = mode.in_format_spec && mode.field_depth >= 0;
    if ((c == '\0' && AtEnd()) || (c == '\n' && mode.quote_size == 1)) {
      if (in_format_spec && c == '\n') {
        ++cur_;
        const std::string prefix(1, mode.prefix);
        return Fail(prefix +
                    "-string: newlines are not allowed in format specifiers for single quoted " +
                    prefix + "-strings");
      }
      return FailUnterminatedMode(mode);
    }
    if (c == mode.quote) {
      ++closing;
      ++cur_;
      continue;
    }
    closing = 0;
    if (c == '{') {
      if (cur_[1] == '{' && !in_format_spec) {
        ++cur_;
        Emit(kind, has_backslash);
        ++cur_;
        return true;
      }
      if (++mode.field_depth >= kMaxFieldNesting) {
        return Fail(std::string(1, mode.prefix) + "-string: expressions nested too deeply");
      }
      mode.in_literal = false;
      Emit(kind, has_backslash);
      return true;
    }
    if (c == '}') {
      if (in_name_escape) {
        ++cur_;
        Emit(kind, has_backslash);
        return true;
      }
      if (cur_[1] == '}' && !in_format_spec && mode.depth == 0) {
        ++cur_;
        Emit(kind, has_backslash);
        ++cur_;
        return true;
      }
      mode.in_literal = false;
      Emit(kind, has_backslash);
      return true;
    }
    ++cur_;
    if (c == '\n') {
      EnterLine();
    } else if (c == '\\') {
      has_backslash = true;
      if (*cur_ == '{' || *cur_ == '}') continue;  // a brace is never escaped
      if (AtEnd()) continue;
      const char escaped = *cur_++;
      if (escaped == '\n') EnterLine();
      if (escaped == 'N' && !mode.raw && *cur_ == '{') {
        ++cur_;
        in_name_escape = true;
      }
    }
  }
  cur_ -= mode.quote_size;
  Emit(kind, has_backslash);
  return true;
}

}  // namespace pysub
