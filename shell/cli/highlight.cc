#include "shell/cli/highlight.h"

#include <algorithm>

#include "lexer/lexer.h"

namespace pysub {
namespace {

constexpr std::string_view kPlain = "";
constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kKeyword = "\x1b[1;34m";
constexpr std::string_view kBuiltin = "\x1b[36m";
constexpr std::string_view kComment = "\x1b[31m";
constexpr std::string_view kString = "\x1b[32m";
constexpr std::string_view kNumber = "\x1b[33m";
constexpr std::string_view kDefinition = "\x1b[1m";

class Highlighter {
 public:
  Highlighter(std::string_view before, std::string_view line,
              const std::function<bool(std::string_view)>& is_builtin)
      : text_(std::string(before) + std::string(line) + "\n"),
        at_(before.size()),
        end_(before.size() + line.size()),
        is_builtin_(is_builtin) {}

  std::string Run() {
    const TokenList list = Tokenize(text_);
    const Token* previous = nullptr;
    for (const Token& token : list.tokens) {
      if (token.kind == TokenKind::kError) break;
      // A newline begins where the comment before it does.
      if (token.kind != TokenKind::kNewline && token.end > at_ && token.start < end_) {
        Between(token.start);
        Put(token.end, ColorOf(token, previous));
      }
      previous = &token;
    }
    Between(end_);
    return std::move(out_);
  }

 private:
  std::string_view ColorOf(const Token& token, const Token* previous) const {
    switch (token.kind) {
      case TokenKind::kNumber: return kNumber;
      case TokenKind::kString:
      case TokenKind::kFStringStart:
      case TokenKind::kFStringMiddle:
      case TokenKind::kFStringEnd:
      case TokenKind::kTStringStart:
      case TokenKind::kTStringMiddle:
      case TokenKind::kTStringEnd: return kString;
      case TokenKind::kName:
        if (previous != nullptr && previous->kind == TokenKind::kKwDef) return kDefinition;
        if (previous != nullptr && previous->kind == TokenKind::kDot) return kPlain;
        return is_builtin_(std::string_view(text_).substr(token.start, token.end - token.start))
                   ? kBuiltin
                   : kPlain;
      default: return IsKeyword(token.kind) ? kKeyword : kPlain;
    }
  }

  // What is no token: space, a comment, a string that has no end yet.
  void Between(size_t end) {
    end = std::min(end, end_);
    const size_t special = std::min(text_.find_first_of("#'\"", at_), end);
    Put(special, kPlain);
    if (special < end) Put(end, text_[special] == '#' ? kComment : kString);
  }

  void Put(size_t end, std::string_view color) {
    end = std::min(end, end_);
    if (end <= at_) return;
    const std::string_view piece = std::string_view(text_).substr(at_, end - at_);
    at_ = end;
    out_ += color;
    out_ += piece;
    if (!color.empty()) out_ += kReset;
  }

  const std::string text_;
  size_t at_;
  const size_t end_;
  const std::function<bool(std::string_view)>& is_builtin_;
  std::string out_;
};

}  // namespace

std::string Highlighted(std::string_view before, std::string_view line,
                        const std::function<bool(std::string_view)>& is_builtin) {
  return Highlighter(before, line, is_builtin).Run();
}

}  // namespace pysub
