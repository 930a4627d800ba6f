// The scalars of YAML: plain, quoted, and the two block styles.
//
// All of them fold lines: one line break becomes a blank, more of them lose their first. So what
// separates two words is kept apart until the next word shows that it was no end.

#include <algorithm>

#include "lexer/unicode/utf8.h"
#include "shell/commands/yq/yaml_scanner.h"

namespace pysub::shell::yq {
namespace {

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

}  // namespace

void ScalarScanner::Emit(const Mark& start, const Mark& end, bool plain) {
  Token* token = s_.Add(TokenKind::kScalar, start);
  token->end = end;
  token->plain = plain;
  token->text = text_.Take();
}

// What stands between two words, in front of the second.
void ScalarScanner::Join() {
  if (!behind_break_) {
    text_.Put(blanks_.text());
  } else if (first_break_.text() == "\n") {
    text_.Put(breaks_.empty() ? std::string_view(" ") : std::string_view(breaks_.text()));
  } else {
    text_.Put(first_break_.text());
    text_.Put(breaks_.text());
  }
  behind_break_ = false;
  blanks_.Clear();
  first_break_.Clear();
  breaks_.Clear();
}

// Takes blanks and line breaks. `plain`: a tab may not stand where the scalar is indented.
bool ScalarScanner::Blanks(int64_t indent, bool plain, const Mark& start) {
  while (s_.IsBlankOrBreak()) {
    if (s_.BreakAt() > 0) {
      if (!behind_break_) {
        blanks_.Clear();
        s_.ReadBreak(&first_break_);
        behind_break_ = true;
      } else {
        s_.ReadBreak(&breaks_);
      }
      continue;
    }
    if (plain && behind_break_ && static_cast<int64_t>(s_.mark_.column) < indent &&
        s_.At() == '\t') {
      return s_.ScanFail("while scanning a plain scalar", start,
                         "found a tab character that violates indentation");
    }
    if (behind_break_) {
      s_.Next();
    } else {
      s_.Read(&blanks_);
    }
  }
  return true;
}

bool ScalarScanner::Plain() {
  if (!s_.SaveKey()) return false;
  s_.key_allowed_ = false;
  constexpr std::string_view kFlow = ",?[]{}";
  const Mark start = s_.mark_;
  Mark end = start;
  const bool flow = s_.flow_level_ > 0;
  const int64_t indent = s_.indent_ + 1;
  while (!s_.IsDocumentIndicator() && s_.At() != '#') {
    while (!s_.IsBlankOrEnd()) {
      const char c = s_.At();
      const char next = s_.At(1);
      const bool before_flow = next != '\0' && kFlow.find(next) != std::string_view::npos;
      if (flow && c == ':' && before_flow) {
        return s_.ScanFail("while scanning a plain scalar", start, "found unexpected ':'");
      }
      if (c == ':' && s_.IsBlankOrEnd(1)) break;
      if (flow && c != '?' && kFlow.find(c) != std::string_view::npos) break;
      if (behind_break_ || !blanks_.empty()) Join();
      s_.Read(&text_);
      end = s_.mark_;
    }
    if (!s_.IsBlankOrBreak()) break;
    if (!Blanks(indent, true, start)) return false;
    if (!flow && static_cast<int64_t>(s_.mark_.column) < indent) break;
  }
  Emit(start, end, true);
  // (A line has begun.)
  if (behind_break_) s_.key_allowed_ = true;
  return true;
}

// ---- quoted
bool ScalarScanner::Escape(const Mark& start) {
  constexpr std::string_view kContext = "while parsing a quoted scalar";
  constexpr std::string_view kNames = "0abt\tnvfre \"/\\N_LP";
  constexpr std::string_view kTexts[] = {
      {"\0", 1}, "\a", "\b", "\t", "\t", "\n",       "\v",       "\f",           "\r",
      "\x1B",    " ",  "\"", "/",  "\\", "\xC2\x85", "\xC2\xA0", "\xE2\x80\xA8", "\xE2\x80\xA9"};
  const char name = s_.At(1);
  size_t digits = name == 'x' ? 2 : name == 'u' ? 4 : name == 'U' ? 8 : 0;
  if (digits == 0) {
    const size_t found = name == '\0' ? std::string_view::npos : kNames.find(name);
    if (found == std::string_view::npos) {
      return s_.ScanFail(kContext, start, "found unknown escape character");
    }
    text_.Put(kTexts[found]);
    s_.Next();
    s_.Next();
    return true;
  }
  s_.Next();
  s_.Next();
  uint64_t code = 0;
  for (size_t i = 0; i < digits; ++i) {
    const int digit = HexValue(s_.At(i));
    if (digit < 0) {
      return s_.ScanFail(kContext, start, "did not find expected hexdecimal number");
    }
    code = code * 16 + static_cast<uint64_t>(digit);
  }
  if (code > kMaxCodePoint || IsSurrogate(static_cast<char32_t>(code))) {
    return s_.ScanFail(kContext, start, "found invalid Unicode character escape code");
  }
  char bytes[4];
  const int size = EncodeUtf8(static_cast<char32_t>(code), bytes);
  text_.Put({bytes, static_cast<size_t>(size)});
  for (; digits > 0; --digits) s_.Next();
  return true;
}

// Up to blanks or behind the closing quote.
bool ScalarScanner::QuotedWord(bool single, const Mark& start, bool* ends) {
  const char quote = single ? '\'' : '"';
  while (!s_.IsBlankOrEnd()) {
    const char c = s_.At();
    if (c == quote && !(single && s_.At(1) == quote)) {
      s_.Next();
      *ends = true;
      return true;
    }
    if (c == quote) {
      text_.Put("'");
      s_.Next();
      s_.Next();
    } else if (!single && c == '\\' && s_.BreakAt(1) > 0) {
      // The line goes on in the next, without a blank.
      s_.Next();
      s_.NextLine();
      behind_break_ = true;
      return true;
    } else if (!single && c == '\\') {
      if (!Escape(start)) return false;
    } else {
      s_.Read(&text_);
    }
  }
  return true;
}

bool ScalarScanner::Quoted(bool single) {
  constexpr std::string_view kContext = "while scanning a quoted scalar";
  if (!s_.SaveKey()) return false;
  s_.key_allowed_ = false;
  const Mark start = s_.mark_;
  s_.Next();
  while (true) {
    if (s_.IsDocumentIndicator()) {
      return s_.ScanFail(kContext, start, "found unexpected document indicator");
    }
    if (s_.IsEnd()) return s_.ScanFail(kContext, start, "found unexpected end of stream");
    bool ends = false;
    if (!QuotedWord(single, start, &ends)) return false;
    if (ends) break;
    if (!Blanks(0, false, start)) return false;
    Join();
  }
  Emit(start, s_.mark_, false);
  return true;
}

// ---- block scalars
// '|' or '>', then "-" or "+" and a digit in either order.
bool ScalarScanner::BlockHeader(const Mark& start, int* chomping, int64_t* increment) {
  constexpr std::string_view kContext = "while scanning a block scalar";
  const auto sign = [&] {
    if (s_.At() != '+' && s_.At() != '-') return false;
    *chomping = s_.At() == '+' ? 1 : -1;
    s_.Next();
    return true;
  };
  bool signed_already = sign();
  if (s_.At() >= '0' && s_.At() <= '9') {
    if (s_.At() == '0') {
      return s_.ScanFail(kContext, start, "found an indentation indicator equal to 0");
    }
    *increment = s_.At() - '0';
    s_.Next();
    if (!signed_already) sign();
  }
  return s_.ToLineEnd(kContext, start);
}

// Empty lines and the indentation of the next. *indent of 0 is found out: that of the first line
// with text, or of a longer empty one.
bool ScalarScanner::BlockBreaks(int64_t* indent, const Mark& start, Mark* end) {
  int64_t most = 0;
  *end = s_.mark_;
  const auto column = [&] { return static_cast<int64_t>(s_.mark_.column); };
  while (true) {
    while ((*indent == 0 || column() < *indent) && s_.At() == ' ') s_.Next();
    most = std::max(most, column());
    if ((*indent == 0 || column() < *indent) && s_.At() == '\t') {
      return s_.ScanFail("while scanning a block scalar", start,
                         "found a tab character where an indentation space is expected");
    }
    if (s_.BreakAt() == 0) break;
    s_.ReadBreak(&breaks_);
    *end = s_.mark_;
  }
  if (*indent == 0) *indent = std::max<int64_t>({most, s_.indent_ + 1, 1});
  return true;
}

// In front of a line: the break behind the last one. A folded one becomes a blank where neither
// line begins with one.
void ScalarScanner::Fold(bool literal, bool between_blanks) {
  if (!literal && !between_blanks && first_break_.text() == "\n") {
    if (breaks_.empty()) text_.Put(" ");
  } else {
    text_.Put(first_break_.text());
  }
  text_.Put(breaks_.text());
  first_break_.Clear();
  breaks_.Clear();
}

bool ScalarScanner::Block(bool literal) {
  if (!s_.RemoveKey()) return false;
  s_.key_allowed_ = true;
  const Mark start = s_.mark_;
  s_.Next();
  int chomping = 0;
  int64_t indent = 0;
  if (!BlockHeader(start, &chomping, &indent)) return false;
  if (indent > 0) indent += std::max<int64_t>(s_.indent_, 0);
  Mark end = s_.mark_;
  if (!BlockBreaks(&indent, start, &end)) return false;
  bool last_blank = false;
  while (static_cast<int64_t>(s_.mark_.column) == indent && !s_.IsEnd()) {
    const bool blank = s_.IsBlank();
    Fold(literal, last_blank || blank);
    last_blank = blank;
    while (!s_.IsEnd() && s_.BreakAt() == 0) s_.Read(&text_);
    s_.ReadBreak(&first_break_);
    if (!BlockBreaks(&indent, start, &end)) return false;
  }
  if (chomping >= 0) text_.Put(first_break_.text());
  if (chomping > 0) text_.Put(breaks_.text());
  Emit(start, end, false);
  return true;
}

}  // namespace pysub::shell::yq
