#include "parser/parser.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "lexer/base/text_hash.h"
#include "parser/parser_state.h"

namespace pysub {

// Open addressing with linear probing. From here on, names are equal if their pointers are, which
// scopes and folding rely on.
std::string_view Interner::Intern(std::string_view text) {
  if (count_ * 2 >= capacity_) Grow();
  // The seed is an address, so that nobody can prepare names that collide.
  const uint64_t hash = SeededTextHash(text, reinterpret_cast<uintptr_t>(&arena_));
  for (uint32_t i = static_cast<uint32_t>(hash >> 40);; ++i) {
    std::string_view& slot = slots_[i & (capacity_ - 1)];
    if (slot.data() == nullptr) {
      slot = text;
      ++count_;
      return text;
    }
    if (SameText(slot, text)) return slot;
  }
}

void Interner::Grow() {
  const std::string_view* const old = slots_;
  const uint32_t old_capacity = capacity_;
  capacity_ = capacity_ == 0 ? 64 : capacity_ * 4;
  slots_ = static_cast<std::string_view*>(arena_.Allocate(capacity_ * sizeof(std::string_view)));
  std::uninitialized_fill_n(slots_, capacity_, std::string_view());
  count_ = 0;
  for (uint32_t i = 0; i < old_capacity; ++i) {
    if (old[i].data() != nullptr) Intern(old[i]);
  }
}

const Token Parser::kPoison[2] = {{TokenKind::kName, false, 0, 0, 1, 0},
                                  {TokenKind::kError, false, 0, 0, 1, 0}};

Parser::Parser(std::string_view text, const TokenList& list, Arena& arena,
               const ParseLimits& limits)
    : text_(text),
      token_(list.tokens.data()),
      arena_(arena),
      limits_(limits),
      interner_(arena),
      literals_(arena, limits.unicode_names, limits.max_int_digits),
      scratch_(arena) {}

void Parser::Fail() { token_ = &kPoison[1]; }

void Parser::FailTooDeep() {
  too_deep_ = true;
  Fail();
}

void Parser::Restore(const State& state) {
  if (too_deep_ || HasStopped(limits_.stop)) return;
  token_ = state.token;
  scratch_.Truncate(state.scratch);
  warnings_.resize(state.warnings);
  unsupported_.resize(state.unsupported);
}

ast::Identifier Parser::Identify(const Token& token) {
  if (!token.special) return interner_.Intern(Text(token));
  std::string normalized;
  if (!NormalizeIdentifier(Text(token), &normalized)) {
    Fail();
    return "_";
  }
  return interner_.Intern(arena_.Copy(normalized));
}

ast::Identifier Parser::ExpectName() {
  if (!At(Kind::kName)) {
    Fail();
    return "_";
  }
  return Identify(*Next());
}

SourceSpan Parser::SpanOfString(const Token& token) const {
  SourceSpan span{token.line, token.col(), token.line, token.end - token.line_start};
  const char* const end = text_.data() + token.end;
  const char* at = text_.data() + token.start;
  while ((at = static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at)))) !=
         nullptr) {
    ++at;
    ++span.end_line;
    span.end_col = static_cast<uint32_t>(end - at);
  }
  // A doubled brace ends its token after the first brace, but both belong to its place.
  if (token.kind != Kind::kString) span.end_col += (&token)[1].start - token.end;
  return span;
}

SourceSpan Parser::FromPosition(uint32_t line, uint32_t col) const {
  const Token* last = token_ - 1;
  while (last->kind == Kind::kNewline || last->kind == Kind::kIndent ||
         last->kind == Kind::kDedent) {
    --last;
  }
  const SourceSpan end = SpanOf(*last);
  return {line, col, end.end_line, end.end_col};
}

// A file, an expression for eval(), or one statement of a prompt.
const ast::Module* Parser::ParseRoot(ParseMode mode) {
  auto* module = arena_.New<ast::Module>();
  if (mode == ParseMode::kEval) {
    module->kind = ast::RootKind::kExpression;
    // `eval` takes `expressions`: a tuple, but nothing starred.
    const Token* const start = token_;
    const ast::Expr* expr = ParseExpression();
    if (At(Kind::kComma)) {
      ListBuilder<const ast::Expr*> elts(*this);
      elts.Add(expr);
      while (Take(Kind::kComma)) {
        if (At(Kind::kNewline) || At(Kind::kEndMarker)) break;
        elts.Add(ParseExpression());
      }
      auto* tuple = New<ast::Tuple>(From(start));
      tuple->elts = elts.Finish();
      RaiseOver(tuple, tuple->elts);
      expr = tuple;
    }
    module->expression = expr;
    while (Take(Kind::kNewline)) {
    }
    Expect(Kind::kEndMarker);
    return failed() ? nullptr : module;
  }
  ListBuilder<const ast::Stmt*> body(*this);
  if (mode == ParseMode::kExec) {
    module->kind = ast::RootKind::kModule;
    while (!At(Kind::kEndMarker) && !failed()) {
      if (At(Kind::kError)) Fail();
      ParseStatement(body);
    }
  } else {
    module->kind = ast::RootKind::kInteractive;
    if (!Take(Kind::kNewline) && !At(Kind::kEndMarker)) {
      const bool is_compound = ParseStatement(body) != nullptr;
      if (!failed() && !At(Kind::kEndMarker)) {
        if (!is_compound) extra_statement_ = token_ - 1;
        Fail();
      }
    }
  }
  module->body = body.Finish();
  return failed() ? nullptr : module;
}

}  // namespace pysub
