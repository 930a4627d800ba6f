#include "parser/parser_state.h"

// The match statement is refused, but it is read as CPython reads it: what is a match statement and
// what only uses `match` as a name is decided here, and errors inside it are still found.
namespace pysub {

// `match` begins a statement only if a whole header `match subject:` with a block of cases follows.
bool Parser::AtMatchStatement() {
  if (Text(*token_) != "match") return false;
  switch (Peek()) {
    // Cheap answers for the usual uses of the name.
    case Kind::kEqual:
    case Kind::kDot:
    case Kind::kComma:
    case Kind::kRightParen:
    case Kind::kNewline:
    case Kind::kColon:
    case Kind::kSemicolon: return false;
    default: break;
  }
  const State state = Save();
  Next();
  const ast::Expr* subject = ParseStarNamedExpression();
  bool is_tuple = false;
  while (Take(Kind::kComma)) {
    is_tuple = true;
    if (At(Kind::kColon)) break;
    ParseStarNamedExpression();
  }
  bool is_match = (is_tuple || subject->kind != ast::ExprKind::kStarred) && Take(Kind::kColon) &&
                  Take(Kind::kNewline) && Take(Kind::kIndent) && AtWord("case");
  Restore(state);
  return is_match && !failed();
}

const ast::Stmt* Parser::ParseMatch() {
  const Token* const start = Next();
  ParseStarNamedExpression();
  while (Take(Kind::kComma) && !At(Kind::kColon)) ParseStarNamedExpression();
  if (!failed()) unsupported_.push_back({"match statements are not supported", From(start)});
  Expect(Kind::kColon);
  Expect(Kind::kNewline);
  Expect(Kind::kIndent);
  while (!At(Kind::kDedent) && !failed()) ParseCase();
  Expect(Kind::kDedent);
  return New<ast::Pass>(From(start));
}

void Parser::ParseCase() {
  if (!AtWord("case")) return Fail();
  Next();
  ParsePatterns();
  if (Take(Kind::kKwIf)) ParseNamedExpression();
  Expect(Kind::kColon);
  ParseBlock();
}

// patterns: open_sequence_pattern | pattern
void Parser::ParsePatterns() {
  const bool star = At(Kind::kStar);
  bool is_sequence = false;
  for (;;) {
    if (Take(Kind::kStar)) {
      ExpectName();
    } else {
      ParseAsPattern();
    }
    if (!Take(Kind::kComma)) break;
    is_sequence = true;
    if (At(Kind::kColon) || At(Kind::kKwIf)) break;
  }
  if (star && !is_sequence) Fail();
}

// or_pattern ['as' NAME]
void Parser::ParseAsPattern() {
  const Nesting nesting(*this);
  do {
    ParseClosedPattern();
  } while (Take(Kind::kPipe));
  if (Take(Kind::kKwAs)) {
    if (AtWord("_")) Fail();
    ExpectName();
  }
}

void Parser::ParsePatternList(Kind close) {
  while (!At(close) && !failed()) {
    if (Take(Kind::kStar)) {
      ExpectName();
    } else {
      ParseAsPattern();
    }
    if (!Take(Kind::kComma)) break;
  }
  Expect(close);
}

void Parser::ParseClosedPattern() {
  switch (kind()) {
    case Kind::kMinus:
    case Kind::kNumber:
      Take(Kind::kMinus);
      if (!At(Kind::kNumber)) return Fail();
      if (const ast::Expr* real = ParseNumber(); At(Kind::kPlus) || At(Kind::kMinus)) {
        Next();
        if (!At(Kind::kNumber)) return Fail();
        const ast::Expr* imaginary = ParseNumber();
        if (real->As<ast::Constant>().constant_kind == ast::ConstantKind::kComplex ||
            imaginary->As<ast::Constant>().constant_kind != ast::ConstantKind::kComplex) {
          Fail();
        }
      }
      return;
    case Kind::kString:
    case Kind::kFStringStart:
    case Kind::kTStringStart: ParseStrings(); return;
    case Kind::kKwNone:
    case Kind::kKwTrue:
    case Kind::kKwFalse: Next(); return;
    case Kind::kLeftParen: Next(); return ParsePatternList(Kind::kRightParen);
    case Kind::kLeftBracket: Next(); return ParsePatternList(Kind::kRightBracket);
    case Kind::kLeftBrace: Next(); return ParseMappingPattern();
    case Kind::kName:
      ParseDottedName();
      if (Take(Kind::kLeftParen)) ParseClassPattern();
      return;
    default: return Fail();
  }
}

void Parser::ParseMappingPattern() {
  while (!At(Kind::kRightBrace) && !failed()) {
    if (Take(Kind::kStarStar)) {
      ExpectName();
      Take(Kind::kComma);
      break;
    }
    // A key is a literal or a dotted name.
    switch (kind()) {
      case Kind::kName:
        if (Peek() != Kind::kDot) return Fail();
        ParseDottedName();
        break;
      case Kind::kLeftParen:
      case Kind::kLeftBracket:
      case Kind::kLeftBrace: return Fail();
      default: ParseClosedPattern(); break;
    }
    Expect(Kind::kColon);
    ParseAsPattern();
    if (!Take(Kind::kComma)) break;
  }
  Expect(Kind::kRightBrace);
}

void Parser::ParseClassPattern() {
  bool saw_keyword = false;
  while (!At(Kind::kRightParen) && !failed()) {
    if (At(Kind::kName) && Peek() == Kind::kEqual) {
      token_ += 2;
      saw_keyword = true;
    } else if (saw_keyword) {
      Fail();
    }
    ParseAsPattern();
    if (!Take(Kind::kComma)) break;
  }
  Expect(Kind::kRightParen);
}

}  // namespace pysub
