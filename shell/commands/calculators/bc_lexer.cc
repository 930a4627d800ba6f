#include "shell/commands/calculators/bc_lexer.h"

#include <algorithm>
#include <utility>

namespace pysub::shell::calc {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNumeral(char c) { return IsDigit(c) || (c >= 'A' && c <= 'Z'); }
bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }

constexpr std::pair<std::string_view, Word> kWords[] = {
    {"auto", Word::kAuto},     {"break", Word::kBreak},       {"continue", Word::kContinue},
    {"define", Word::kDefine}, {"else", Word::kElse},         {"for", Word::kFor},
    {"halt", Word::kHalt},     {"history", Word::kHistory},   {"ibase", Word::kIbase},
    {"if", Word::kIf},         {"last", Word::kLast},         {"length", Word::kLength},
    {"limits", Word::kLimits}, {"obase", Word::kObase},       {"print", Word::kPrint},
    {"quit", Word::kQuit},     {"random", Word::kRandom},     {"read", Word::kRead},
    {"return", Word::kReturn}, {"scale", Word::kScale},       {"sqrt", Word::kSqrt},
    {"void", Word::kVoid},     {"warranty", Word::kWarranty}, {"while", Word::kWhile},
};

}  // namespace

bool BcLexer::Feed(Account& account, std::string_view text) {
  if (at_ > 65536 || at_ == text_.size()) {
    text_.erase(0, at_);
    at_ = 0;
  }
  if (!account.MakeRoom(&text_, text.size())) return false;
  text_ += text;
  return true;
}

void BcLexer::Fields(Archive& archive) {
  std::string rest = text_.substr(std::min<size_t>(at_, text_.size()));
  archive(rest, scanned_, line_, finished_, in_comment_);
  if (!archive.loading()) return;
  text_ = std::move(rest);
  at_ = 0;
  if (scanned_ > text_.size()) archive.Fail();
}

BcLexer::Scan BcLexer::Take(Token* token, TokenKind kind, char op, size_t size) {
  *token = {.kind = kind, .op = op};
  at_ += size;
  scanned_ = 0;
  return Scan::kToken;
}

BcLexer::Scan BcLexer::Illegal(Token* token) {
  return Take(token, TokenKind::kIllegal, text_[at_], 1);
}

// A comment is white space, and may be longer than what is there: what was looked at is gone.
BcLexer::Scan BcLexer::SkipComment(Token* token) {
  for (; Has(at_); ++at_) {
    if (text_[at_] == '*' && Waits(at_ + 1)) return Scan::kMore;
    if (text_[at_] == '*' && At(at_ + 1) == '/') {
      at_ += 2;
      in_comment_ = false;
      return Scan::kNone;
    }
    if (text_[at_] == '\n') ++line_;
  }
  if (!finished_) return Scan::kMore;
  in_comment_ = false;
  return Take(token, TokenKind::kOpenComment, 0, 0);
}

// Blanks, comments, and lines that go on behind a backslash.
BcLexer::Scan BcLexer::SkipBlanks(Token* token) {
  while (Has(at_)) {
    const char c = text_[at_];
    if (in_comment_) {
      const Scan scan = SkipComment(token);
      if (scan != Scan::kNone) return scan;
    } else if (c == ' ' || c == '\t') {
      ++at_;
    } else if (c == '#') {
      const size_t end = text_.find('\n', at_ + scanned_);
      if (end == std::string::npos && !finished_) {
        at_ = text_.size() - 1;
        text_[at_] = '#';  // the comment goes on
        return Scan::kMore;
      }
      at_ = std::min(end, text_.size());
    } else if ((c == '\\' || c == '/') && Waits(at_ + 1)) {
      return Scan::kMore;
    } else if (c == '\\' && At(at_ + 1) == '\n') {
      at_ += 2;
      ++line_;
    } else if (c == '/' && At(at_ + 1) == '*') {
      at_ += 2;
      in_comment_ = true;
      if (!Has(at_)) return finished_ ? SkipComment(token) : Scan::kMore;
    } else {
      return Scan::kNone;
    }
  }
  if (in_comment_ && finished_) return SkipComment(token);
  return Scan::kMore;
}

BcLexer::Scan BcLexer::Number(Account& account, Token* token) {
  size_t at = at_ + scanned_;
  bool point = text_.substr(at_, scanned_).find('.') != std::string::npos;
  while (true) {
    if (Waits(at) || (At(at) == '\\' && Waits(at + 1))) {
      scanned_ = at - at_;
      return Scan::kMore;
    }
    if (!Has(at)) break;
    if (At(at) == '\\' && At(at + 1) == '\n') {
      at += 2;
    } else if (IsNumeral(At(at))) {
      ++at;
    } else if (At(at) == '.' && !point) {
      point = true;
      ++at;
    } else {
      break;
    }
  }
  made_.clear();
  if (!account.MakeRoom(&made_, at - at_)) return Scan::kMore;
  for (size_t i = at_; i < at; ++i) {
    if (text_[i] == '\n') ++line_;
    if (text_[i] != '\n' && text_[i] != '\\') made_ += text_[i];
  }
  Take(token, TokenKind::kNumber, 0, at - at_);
  token->text = made_;
  return Scan::kToken;
}

BcLexer::Scan BcLexer::NameOrWord(Token* token) {
  size_t at = at_ + scanned_;
  while (Has(at) && (IsLetter(text_[at]) || IsDigit(text_[at]) || text_[at] == '_')) ++at;
  if (Waits(at)) {
    scanned_ = at - at_;
    return Scan::kMore;
  }
  const size_t start = at_;
  Take(token, TokenKind::kName, 0, at - at_);
  token->text = std::string_view(text_).substr(start, at - start);
  for (const auto& [text, word] : kWords) {
    if (token->text != text) continue;
    token->kind = TokenKind::kKeyword;
    token->word = word;
  }
  return Scan::kToken;
}

BcLexer::Scan BcLexer::String(Token* token) {
  const size_t end = text_.find('"', at_ + std::max<uint64_t>(scanned_, 1));
  if (end == std::string::npos) {
    if (finished_) return Illegal(token);
    scanned_ = text_.size() - at_;
    return Scan::kMore;
  }
  const size_t start = at_ + 1;
  Take(token, TokenKind::kString, 0, end + 1 - at_);
  token->text = std::string_view(text_).substr(start, end - start);
  line_ += static_cast<uint64_t>(std::count(token->text.begin(), token->text.end(), '\n'));
  return Scan::kToken;
}

BcLexer::Scan BcLexer::Sign(Token* token) {
  const char c = text_[at_];
  if (std::string_view(";(){}[],").find(c) != std::string_view::npos)
    return Take(token, TokenKind::kMark, c, 1);
  if (std::string_view("+-*/%^!=<>&|.").find(c) == std::string_view::npos) return Illegal(token);
  if (Waits(at_ + 1)) return Scan::kMore;
  const char next = At(at_ + 1);
  switch (c) {
    case '.': *token = {.kind = TokenKind::kKeyword, .word = Word::kLast}, ++at_; break;
    case '&':
      return next == '&' ? Take(token, TokenKind::kAnd, c, 2) : Take(token, TokenKind::kMark, c, 1);
    case '|': return next == '|' ? Take(token, TokenKind::kOr, c, 2) : Illegal(token);
    case '=':
      return next == '=' ? Take(token, TokenKind::kRelation, '=', 2)
                         : Take(token, TokenKind::kAssign, '=', 1);
    case '<':
    case '>':
      if (next != '=') return Take(token, TokenKind::kRelation, c, 1);
      return Take(token, TokenKind::kRelation, c == '<' ? 'l' : 'g', 2);
    case '!':
      return next == '=' ? Take(token, TokenKind::kRelation, '!', 2)
                         : Take(token, TokenKind::kOperator, '!', 1);
    default:
      if (next == '=') return Take(token, TokenKind::kAssign, c, 2);
      if (next == c && (c == '+' || c == '-')) return Take(token, TokenKind::kStep, c, 2);
      return Take(token, TokenKind::kOperator, c, 1);
  }
  return Scan::kToken;
}

bool BcLexer::Next(Account& account, Token* token) {
  const size_t before = at_;
  Scan scan = SkipBlanks(token);
  if (scan == Scan::kNone && Has(at_)) {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_;
      scan = Take(token, TokenKind::kNewline, 0, 1);
    } else if (IsLetter(c)) {
      scan = NameOrWord(token);
    } else if (c == '"') {
      scan = String(token);
    } else if (c == '.' && Waits(at_ + 1)) {
      scan = Scan::kMore;
    } else if (IsNumeral(c) || (c == '.' && IsNumeral(At(at_ + 1)))) {
      scan = Number(account, token);
    } else {
      scan = Sign(token);
    }
  }
  if (!account.Spend((at_ - before) / 2 + 8)) return false;
  return scan == Scan::kToken;
}

}  // namespace pysub::shell::calc
