#include "shell/cli/typed_statement.h"

#include <algorithm>

#include "lexer/lexer.h"
#include "parser/arena.h"
#include "parser/diagnosis.h"

namespace pysub {
namespace {

bool IsCompound(ast::StmtKind kind) {
  switch (kind) {
    case ast::StmtKind::kIf:
    case ast::StmtKind::kFor:
    case ast::StmtKind::kWhile:
    case ast::StmtKind::kWith:
    case ast::StmtKind::kTry:
    case ast::StmtKind::kFunctionDef: return true;
    default: return false;
  }
}

// Whether `text`, which ends with a whole line, wants another one: brackets or a block are open, or
// it is a compound statement, which an empty line ends (`is_last`).
bool TextWantsMore(const std::string& text, bool is_last, const ParseLimits& limits) {
  const TokenList tokens = Tokenize(text);
  const Completeness completeness = CheckCompleteness(text, tokens, ParseMode::kSingle, limits);
  if (completeness != Completeness::kComplete) return completeness == Completeness::kIncomplete;
  if (is_last) return false;
  Arena arena;
  const ParseResult parsed = Parse(text, "<stdin>", ParseMode::kSingle, arena, limits);
  return parsed.module != nullptr && !parsed.module->body.empty() &&
         IsCompound(parsed.module->body[0]->kind);
}

}  // namespace

bool TypedStatement::WantsMore(const std::string& text, std::string_view line,
                               const ParseLimits& limits) {
  const bool is_last = IsBlank(line) || line.find('\n') + 1 < line.size();
  ++lines_;
  Look(line);
  const bool is_open =
      inside_ == Inside::kBrackets || inside_ == Inside::kString || inside_ == Inside::kJoinedLine;
  const bool goes_on = is_open || (inside_ == Inside::kNothing && in_block_ && !is_last);
  if (goes_on && lines_ < whole_look_at_) return true;
  whole_look_at_ = lines_ + std::max<size_t>(1, lines_ / 16);
  const bool wants_more = TextWantsMore(text, is_last, limits);
  // What is unfinished although no bracket is open is a block.
  if (inside_ == Inside::kNothing) in_block_ = wants_more;
  return wants_more;
}

void TypedStatement::Look(std::string_view line) {
  tail_ += line;
  const bool may_end =
      line.find("'''") != std::string_view::npos || line.find("\"\"\"") != std::string_view::npos;
  if (inside_ == Inside::kString && !may_end) return;
  const std::string text = Context();
  const TokenList list = Tokenize(text);
  std::string open;
  int strings = 0;  // f-strings and t-strings without an end
  for (const Token& token : list.tokens) {
    if (token.kind == TokenKind::kFStringStart || token.kind == TokenKind::kTStringStart) ++strings;
    if (token.kind == TokenKind::kFStringEnd || token.kind == TokenKind::kTStringEnd) --strings;
    if (token.kind == TokenKind::kError || token.end - token.start != 1) continue;
    const char c = text[token.start];
    if (c == '(' || c == '[' || c == '{') open += c;
    if ((c == ')' || c == ']' || c == '}') && !open.empty()) open.pop_back();
  }
  const std::string_view error = list.error ? std::string_view(list.error->message) : "";
  if (!list.error) {
    inside_ = Inside::kNothing;
  } else if (error.ends_with(" was never closed") && strings == 0) {
    inside_ = Inside::kBrackets;
  } else if (error.starts_with("unterminated triple-quoted ")) {
    inside_ = Inside::kString;
  } else {
    inside_ = error == "unexpected EOF while parsing" ? Inside::kJoinedLine : Inside::kUnknown;
  }
  if (inside_ != Inside::kNothing && inside_ != Inside::kBrackets) return;
  brackets_ = open;
  tail_.clear();
}

}  // namespace pysub
