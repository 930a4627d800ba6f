#include "shell/commands/jq/lexer.h"

#include <algorithm>
#include <array>

namespace pysub::shell::jq {
namespace {

constexpr std::array<std::string_view, 19> kKeywords = {
    "def", "as",  "reduce", "foreach", "if",    "then",   "elif",    "else",   "end",    "and",
    "or",  "try", "catch",  "label",   "break", "import", "include", "module", "__loc__"};

constexpr std::array<std::string_view, 14> kLongOperators = {
    "?//", "//=", "|=", "+=", "-=", "*=", "/=", "%=", "//", "==", "!=", "<=", ">=", ".."};

bool IsLetter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return IsLetter(c) || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

// Where the name ends that begins at text[at]; npos: there is none.
size_t NameEnd(std::string_view text, size_t at, bool modules) {
  if (at >= text.size() || !IsNameStart(text[at])) return std::string_view::npos;
  while (true) {
    while (at < text.size() && IsNamePart(text[at])) ++at;
    const bool more = modules && at + 2 < text.size() && text.substr(at).starts_with("::") &&
                      IsNameStart(text[at + 2]);
    if (!more) return at;
    at += 2;
  }
}

}  // namespace

bool IsKeyword(std::string_view word) {
  return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

void Lexer::Take(Token kind, size_t size, size_t skip) {
  kind_ = kind;
  value_ = text_.substr(at_ + skip, size - skip);
  end_ = at_ += size;
}

// Blanks and comments; a backslash at the end of a comment's line, if not escaped, makes it go on.
void Lexer::Skip() {
  bool in_blanks = false;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (!in_blanks) skipped_ = at_;
      in_blanks = true;
      ++at_;
    } else if (c == '#') {
      in_blanks = false;
      skipped_ = at_;
      bool escaped = false;
      for (; at_ < text_.size(); ++at_) {
        if (text_[at_] == '\n' && !escaped) break;
        if (text_[at_] == '\r' && escaped) continue;
        escaped = text_[at_] == '\\' && !escaped;
      }
    } else {
      return;
    }
  }
}

void Lexer::NextInString() {
  if (at_ >= text_.size()) {
    kind_ = Token::kEnd;
    begin_ = last_begin_;
    end_ = last_end_;
    return;
  }
  if (text_[at_] == '"') {
    open_.pop_back();
    return Take(Token::kStringEnd, 1);
  }
  if (text_.substr(at_).starts_with("\\(")) {
    open_ += 'i';
    return Take(Token::kInterpolation, 2);
  }
  size_t end = at_;
  while (end < text_.size() && text_[end] != '"') {
    if (text_[end] == '\\') {
      if (end + 1 < text_.size() && text_[end + 1] == '(') break;
      ++end;
    }
    ++end;
  }
  Take(Token::kStringText, std::min(end, text_.size()) - at_);
}

void Lexer::Word(size_t from) {
  const size_t end = NameEnd(text_, at_ + from, true);
  const std::string_view word = text_.substr(at_ + from, end - at_ - from);
  if (from == 0) return Take(IsKeyword(word) ? Token::kKeyword : Token::kIdentifier, end - at_);
  Take(Token::kBinding, end - at_, from);
}

void Lexer::Number() {
  size_t end = at_;
  const auto digits = [&] {
    while (end < text_.size() && IsDigit(text_[end])) ++end;
  };
  digits();
  if (end < text_.size() && text_[end] == '.') {
    ++end;
    digits();
  }
  if (end < text_.size() && (text_[end] | 32) == 'e') {
    const size_t before = end++;
    if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
    const size_t first = end;
    digits();
    if (end == first) end = before;
  }
  Take(Token::kNumber, end - at_);
}

// False: it closes what is not open.
bool Lexer::Bracket(char c) {
  if (c == '(' || c == '[' || c == '{') {
    open_ += c;
    return true;
  }
  if (c != ')' && c != ']' && c != '}') return true;
  if (open_.empty()) return false;
  const char want = open_.back();
  const bool right = c == ']' ? want == '[' : c == '}' ? want == '{' : want == '(' || want == 'i';
  if (right) open_.pop_back();
  return right;
}

void Lexer::Operator() {
  const std::string_view rest = text_.substr(at_);
  for (std::string_view name : kLongOperators) {
    if (rest.starts_with(name)) return Take(Token::kOperator, name.size());
  }
  const char c = rest[0];
  if (std::string_view(".[]{}():;,|=<>+-*/%?$").find(c) == std::string_view::npos || !Bracket(c)) {
    return Take(Token::kInvalid, 1);
  }
  Take(Token::kOperator, 1);
}

void Lexer::Next() {
  last_begin_ = begin_;
  last_end_ = end_;
  if (!open_.empty() && open_.back() == '"') {
    begin_ = at_;
    return NextInString();
  }
  Skip();
  begin_ = at_;
  if (at_ >= text_.size()) {
    // (A message shows what was last: blanks as well.)
    kind_ = Token::kEnd;
    value_ = {};
    begin_ = at_ > last_end_ ? skipped_ : last_begin_;
    end_ = at_;
    return;
  }
  const char c = text_[at_];
  const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (c == '"') {
    open_ += '"';
    return Take(Token::kStringStart, 1);
  }
  if (c == ')' && !open_.empty() && open_.back() == 'i') {
    open_.pop_back();
    return Take(Token::kInterpolationEnd, 1);
  }
  if (IsDigit(c) || (c == '.' && IsDigit(next))) return Number();
  if (IsNameStart(c)) return Word(0);
  if (c == '.' && IsNameStart(next))
    return Take(Token::kField, NameEnd(text_, at_ + 1, false) - at_, 1);
  if (c == '$' && IsNameStart(next)) return Word(1);
  if (c == '@' && IsNamePart(next)) {
    size_t end = at_ + 1;
    while (end < text_.size() && IsNamePart(text_[end])) ++end;
    return Take(Token::kFormat, end - at_, 1);
  }
  Operator();
}

std::string Lexer::Name() const {
  switch (kind_) {
    case Token::kEnd: return "end of file";
    case Token::kInvalid: return "INVALID_CHARACTER";
    case Token::kIdentifier: return "IDENT";
    case Token::kField: return "FIELD";
    case Token::kBinding: return "BINDING";
    case Token::kNumber: return "LITERAL";
    case Token::kFormat: return "FORMAT";
    case Token::kStringStart: return "QQSTRING_START";
    case Token::kStringText: return "QQSTRING_TEXT";
    case Token::kInterpolation: return "QQSTRING_INTERP_START";
    case Token::kInterpolationEnd: return "QQSTRING_INTERP_END";
    case Token::kStringEnd: return "QQSTRING_END";
    case Token::kKeyword: return std::string(value_);
    case Token::kOperator: break;
  }
  return value_.size() == 1 ? "'" + std::string(value_) + "'" : std::string(value_);
}

}  // namespace pysub::shell::jq
