#include <algorithm>

#include "parser/parser_state.h"

// Expressions. Binary operators are parsed by binding power in ParseOperators(); chains that
// associate to the left, prefix operators, conditionals and calls are loops, so that only brackets,
// lambda and ** nest in C++.
namespace pysub {

using ast::Expr;

namespace {

// How tight an operator binds, by its token.
struct BinaryOperator {
  uint8_t power = 0;  // 0: not a binary operator that makes a BinOp
  ast::Operator op = ast::Operator::kAdd;
};

constexpr size_t kKindCount = static_cast<size_t>(TokenKind::kKwYield) + 1;

// By kind of token: one load tells whether an operator follows, which is asked after each operand.
struct OperatorTable {
  BinaryOperator binary[kKindCount];
  bool comparison[kKindCount] = {};
};

// The numbers are those of Parser::Power.
constexpr OperatorTable MakeOperatorTable() {
  using ast::Operator;
  OperatorTable table;
  const auto set = [&](TokenKind kind, uint8_t power, Operator op) {
    table.binary[static_cast<size_t>(kind)] = {power, op};
  };
  set(TokenKind::kPipe, 5, Operator::kBitOr);
  set(TokenKind::kCaret, 6, Operator::kBitXor);
  set(TokenKind::kAmpersand, 7, Operator::kBitAnd);
  set(TokenKind::kLeftShift, 8, Operator::kLShift);
  set(TokenKind::kRightShift, 8, Operator::kRShift);
  set(TokenKind::kPlus, 9, Operator::kAdd);
  set(TokenKind::kMinus, 9, Operator::kSub);
  set(TokenKind::kStar, 10, Operator::kMult);
  set(TokenKind::kSlash, 10, Operator::kDiv);
  set(TokenKind::kSlashSlash, 10, Operator::kFloorDiv);
  set(TokenKind::kPercent, 10, Operator::kMod);
  set(TokenKind::kAt, 10, Operator::kMatMult);
  for (const TokenKind kind : {TokenKind::kEqualEqual, TokenKind::kNotEqual, TokenKind::kLess,
                               TokenKind::kLessEqual, TokenKind::kGreater, TokenKind::kGreaterEqual,
                               TokenKind::kKwIn, TokenKind::kKwIs, TokenKind::kKwNot}) {
    table.comparison[static_cast<size_t>(kind)] = true;
  }
  return table;
}

constexpr OperatorTable kOperators = MakeOperatorTable();

}  // namespace

const Expr* Parser::Dummy() const {
  static constexpr ast::Constant kDummy{};
  return &kDummy;
}

// expression: disjunction ['if' disjunction 'else' expression] | lambdef
const Expr* Parser::ParseExpression() {
  const Nesting nesting(*this);
  if (At(Kind::kKwLambda)) return ParseLambda();
  const Token* start = token_;
  const Expr* body = ParseOperators(kOr);
  if (!At(Kind::kKwIf)) [[likely]] {
    return body;
  }
  // `a if b else c if d else e` nests to the right: the parts are kept until the last is known.
  ListBuilder<const void*> parts(*this);
  do {
    Next();
    const Expr* test = ParseOperators(kOr);
    Expect(Kind::kKwElse);
    parts.Add(start);
    parts.Add(body);
    parts.Add(test);
    start = token_;
    body = At(Kind::kKwLambda) ? ParseLambda() : ParseOperators(kOr);
  } while (At(Kind::kKwIf));
  const ast::List<const void*> list = parts.Finish();
  for (uint32_t i = list.size(); i > 0 && !failed(); i -= 3) {
    const auto* const value = static_cast<const Expr*>(list[i - 2]);
    const auto* const test = static_cast<const Expr*>(list[i - 1]);
    auto* node =
        NewOver<ast::IfExp>(From(static_cast<const Token*>(list[i - 3])), value, test, body);
    node->test = test;
    node->body = value;
    node->orelse = body;
    body = node;
  }
  return body;
}

const Expr* Parser::ParseLambda() {
  const Nesting nesting(*this);
  const Token* const start = Next();
  const ast::Arguments* args = ParseParameters(ParameterStyle::kLambda, Kind::kColon);
  Expect(Kind::kColon);
  const Expr* body = ParseExpression();
  auto* node = NewOver<ast::Lambda>(From(start), body);
  node->args = args;
  node->body = body;
  return node;
}

// named_expression: NAME ':=' expression | expression !':='
const Expr* Parser::ParseNamedExpression() {
  if (At(Kind::kName) && Peek() == Kind::kColonEqual) {
    const Nesting nesting(*this);
    const Token* const start = token_;
    auto* target = New<ast::Name>(SpanOf(*start));
    target->id = Identify(*start);
    target->ctx = ast::Context::kStore;
    if (failed()) return target;  // the name, or too deep: there is no token to step from
    token_ += 2;
    const Expr* value = ParseExpression();
    auto* node = NewOver<ast::NamedExpr>(From(start), value);
    node->target = target;
    node->value = value;
    return node;
  }
  const Expr* expr = ParseExpression();
  if (At(Kind::kColonEqual)) Fail();
  return expr;
}

// star_expression: '*' bitwise_or | expression
const Expr* Parser::ParseStarExpression() {
  if (!At(Kind::kStar)) return ParseExpression();
  const Token* const start = Next();
  const Expr* value = ParseOperators(kBitOr);
  auto* node = NewOver<ast::Starred>(From(start), value);
  node->value = value;
  return node;
}

const Expr* Parser::ParseStarNamedExpression() {
  return At(Kind::kStar) ? ParseStarExpression() : ParseNamedExpression();
}

// star_expressions: star_expression (',' star_expression)* [',']
const Expr* Parser::ParseStarExpressions() {
  const Token* const start = token_;
  const Expr* first = ParseStarExpression();
  if (!At(Kind::kComma)) return first;
  ListBuilder<const Expr*> elts(*this);
  elts.Add(first);
  while (Take(Kind::kComma)) {
    switch (kind()) {
      // What can follow a trailing comma; anything else must be another element.
      case Kind::kNewline:
      case Kind::kEqual:
      case Kind::kRightParen:
      case Kind::kRightBracket:
      case Kind::kRightBrace:
      case Kind::kColon:
      case Kind::kSemicolon:
      case Kind::kEndMarker:
      case Kind::kExclamation:
      case Kind::kPlusEqual:
      case Kind::kMinusEqual:
      case Kind::kStarEqual:
      case Kind::kSlashEqual:
      case Kind::kPercentEqual:
      case Kind::kAmpersandEqual:
      case Kind::kPipeEqual:
      case Kind::kCaretEqual:
      case Kind::kLeftShiftEqual:
      case Kind::kRightShiftEqual:
      case Kind::kStarStarEqual:
      case Kind::kSlashSlashEqual:
      case Kind::kAtEqual: break;
      default: elts.Add(ParseStarExpression()); continue;
    }
    break;
  }
  auto* tuple = New<ast::Tuple>(From(start));
  tuple->elts = elts.Finish();
  RaiseOver(tuple, tuple->elts);
  return tuple;
}

const Expr* Parser::ParseYieldOrStarExpressions() {
  return At(Kind::kKwYield) ? ParseYield() : ParseStarExpressions();
}

const Expr* Parser::ParseYield() {
  const Token* const start = Next();
  if (Take(Kind::kKwFrom)) {
    const Expr* value = ParseExpression();
    auto* node = NewOver<ast::YieldFrom>(From(start), value);
    node->value = value;
    return node;
  }
  const Expr* value = nullptr;
  switch (kind()) {
    case Kind::kNewline:
    case Kind::kRightParen:
    case Kind::kRightBrace:
    case Kind::kRightBracket:
    case Kind::kSemicolon:
    case Kind::kEqual:
    case Kind::kColon:
    case Kind::kExclamation:
    case Kind::kComma:
    case Kind::kEndMarker: break;
    default: value = ParseStarExpressions(); break;
  }
  auto* node = NewOver<ast::Yield>(From(start), value);
  node->value = value;
  return node;
}

// Parses operands and the operators between them as long as those bind at least as strongly as
// `power`; an operand on the right is parsed with the next power up, which makes operators of one
// power associate to the left. `a + b * c - d` with the power of a sum:
//
//   a            the operand
//   + (b * c)    the right side is parsed with the power of a term, and takes the `*`
//   - d          back in this loop: the power of `-` is not weaker
const Expr* Parser::ParseOperators(Power power) {
  const Token* const start = token_;
  const Expr* left = ParseUnary(power);
  for (;;) {
    const auto index = static_cast<size_t>(kind());
    const BinaryOperator binary = kOperators.binary[index];
    if (binary.power != 0) {
      if (binary.power < power) return left;
      Next();
      const Expr* right = ParseOperators(static_cast<Power>(binary.power + 1));
      auto* node = NewOver<ast::BinOp>(From(start), left, right);
      node->op = binary.op;
      node->left = left;
      node->right = right;
      left = node;
      continue;
    }
    if (kOperators.comparison[index]) {
      if (power > kComparison) return left;
      if (At(Kind::kKwNot) && Peek() != Kind::kKwIn) return left;
      left = ParseComparison(left, start);
      continue;
    }
    if (At(Kind::kKwAnd) && power <= kAnd) {
      left = ParseBoolOp(left, start, kAnd);
    } else if (At(Kind::kKwOr) && power <= kOr) {
      left = ParseBoolOp(left, start, kOr);
    } else {
      return left;
    }
  }
}

const Expr* Parser::ParseBoolOp(const Expr* left, const Token* start, Power power) {
  const Kind op = power == kAnd ? Kind::kKwAnd : Kind::kKwOr;
  ListBuilder<const Expr*> values(*this);
  values.Add(left);
  while (Take(op)) values.Add(ParseOperators(static_cast<Power>(power + 1)));
  auto* node = New<ast::BoolOp>(From(start));
  node->op = power == kAnd ? ast::BoolOperator::kAnd : ast::BoolOperator::kOr;
  node->values = values.Finish();
  RaiseOver(node, node->values);
  return node;
}

// All comparisons have one precedence and make a chain. `not in` and `is not` are two tokens each.
const Expr* Parser::ParseComparison(const Expr* left, const Token* start) {
  using ast::CompareOperator;
  ListBuilder<const Expr*> comparators(*this);
  ArenaVector<CompareOperator> ops(arena_);
  for (;;) {
    CompareOperator op;
    switch (kind()) {
      case Kind::kEqualEqual: op = CompareOperator::kEq; break;
      case Kind::kNotEqual:
        if (token_->special != barry_) Fail();
        op = CompareOperator::kNotEq;
        break;
      case Kind::kLess: op = CompareOperator::kLt; break;
      case Kind::kLessEqual: op = CompareOperator::kLtE; break;
      case Kind::kGreater: op = CompareOperator::kGt; break;
      case Kind::kGreaterEqual: op = CompareOperator::kGtE; break;
      case Kind::kKwIn: op = CompareOperator::kIn; break;
      case Kind::kKwIs:
        op = CompareOperator::kIs;
        if (Peek() == Kind::kKwNot) {
          op = CompareOperator::kIsNot;
          Next();
        }
        break;
      case Kind::kKwNot:
        op = CompareOperator::kNotIn;
        if (Peek() != Kind::kKwIn) goto done;
        Next();
        break;
      default: goto done;
    }
    if (failed()) break;
    Next();
    ops.push_back(op);
    comparators.Add(ParseOperators(kBitOr));
  }
done:
  auto* node = NewOver<ast::Compare>(From(start), left);
  node->left = left;
  node->ops = ops.Finish();
  node->comparators = comparators.Finish();
  RaiseOver(node, node->comparators);
  return node;
}

// Prefix operators, then an operand. `not` is allowed only where `power` is weak enough.
const Expr* Parser::ParseUnary(Power power) {
  switch (kind()) {
    case Kind::kKwNot:
    case Kind::kMinus:
    case Kind::kPlus:
    case Kind::kTilde: break;
    default: return ParsePowerOperand();
  }
  const Token* const first = token_;
  const Token* end;
  const Expr* operand;
  if (At(Kind::kKwNot)) {
    if (power > kNot) {
      Fail();
      return Dummy();
    }
    while (Take(Kind::kKwNot)) {
    }
    end = token_;
    operand = ParseOperators(kComparison);  // after `not` comes a whole comparison
  } else {
    while (At(Kind::kMinus) || At(Kind::kPlus) || At(Kind::kTilde)) Next();
    end = token_;
    operand = ParsePowerOperand();
  }
  for (const Token* op = end; op != first && !failed();) {
    --op;
    auto* node = NewOver<ast::UnaryOp>(From(op), operand);
    node->op = op->kind == Kind::kKwNot   ? ast::UnaryOperator::kNot
               : op->kind == Kind::kMinus ? ast::UnaryOperator::kUSub
               : op->kind == Kind::kPlus  ? ast::UnaryOperator::kUAdd
                                          : ast::UnaryOperator::kInvert;
    node->operand = operand;
    operand = node;
  }
  return operand;
}

// power: await_primary ['**' factor]
const Expr* Parser::ParsePowerOperand() {
  const Token* const start = token_;
  const Expr* left;
  if (Take(Kind::kKwAwait)) {
    const Expr* value = ParsePrimary();
    auto* node = NewOver<ast::Await>(From(start), value);
    node->value = value;
    left = node;
  } else {
    left = ParsePrimary();
  }
  if (!At(Kind::kStarStar)) [[likely]] {
    return left;
  }
  const Nesting nesting(*this);
  if (!Take(Kind::kStarStar)) return left;
  const Expr* right = ParseUnary(kUnary);
  auto* node = NewOver<ast::BinOp>(From(start), left, right);
  node->op = ast::Operator::kPow;
  node->left = left;
  node->right = right;
  return node;
}

// a.b(c)[d] is a loop and makes a tree that leans to the left. Long chains thus cost no stack here.
const Expr* Parser::ParsePrimary() {
  if (IsOver(limits_.stop)) Fail();
  const Token* const start = token_;
  const Expr* value = ParseAtom();
  for (;;) {
    switch (kind()) {
      case Kind::kDot: {
        Next();
        const ast::Identifier attr = ExpectName();
        auto* node = NewOver<ast::Attribute>(From(start), value);
        node->value = value;
        node->attr = attr;
        value = node;
        break;
      }
      case Kind::kLeftParen: value = ParseCall(value, start); break;
      case Kind::kLeftBracket: value = ParseSubscript(value, start); break;
      default: return value;
    }
  }
}

const Expr* Parser::NewConstant(ast::ConstantKind kind) {
  auto* node = New<ast::Constant>(SpanOf(*Next()));
  node->constant_kind = kind;
  return node;
}

// The token decides. What begins no expression ends the parse: there is no recovery in this parser,
// since the other one finds the message.
const Expr* Parser::ParseAtom() {
  switch (kind()) {
    case Kind::kName: {
      auto* node = New<ast::Name>(SpanOf(*token_));
      node->id = Identify(*token_);
      Next();
      return node;
    }
    case Kind::kNumber: return ParseNumber();
    case Kind::kString:
    case Kind::kFStringStart:
    case Kind::kTStringStart: return ParseStrings();
    case Kind::kLeftParen: return ParseParenthesized();
    case Kind::kLeftBracket: return ParseListDisplay();
    case Kind::kLeftBrace: return ParseBraceDisplay();
    case Kind::kKwNone: return NewConstant(ast::ConstantKind::kNone);
    case Kind::kKwTrue: return NewConstant(ast::ConstantKind::kTrue);
    case Kind::kKwFalse: return NewConstant(ast::ConstantKind::kFalse);
    case Kind::kEllipsis: return NewConstant(ast::ConstantKind::kEllipsis);
    default: Fail(); return Dummy();
  }
}

const Expr* Parser::ParseNumber() {
  auto* node = New<ast::Constant>(SpanOf(*token_));
  LiteralError error;
  if (!literals_.DecodeNumber(Text(*token_), node, &error)) {
    Fail();
    return node;
  }
  Next();
  return node;
}

// Everything that begins with "(": a group, a tuple, a generator expression.
const Expr* Parser::ParseParenthesized() {
  const Token* const start = Next();
  if (Take(Kind::kRightParen)) return New<ast::Tuple>(From(start));
  if (At(Kind::kKwYield)) {
    const Expr* expr = ParseYield();
    Expect(Kind::kRightParen);
    return expr;
  }
  const Expr* first = ParseStarNamedExpression();
  if (At(Kind::kRightParen)) {
    if (first->kind == ast::ExprKind::kStarred) Fail();
    Take(Kind::kRightParen);
    return first;
  }
  if (AtComprehension()) {
    if (first->kind == ast::ExprKind::kStarred) Fail();
    auto generators = ParseForIfClauses();
    Expect(Kind::kRightParen);
    auto* node = NewOver<ast::GeneratorExp>(From(start), first);
    node->elt = first;
    node->generators = generators;
    return node;
  }
  ListBuilder<const Expr*> elts(*this);
  elts.Add(first);
  Expect(Kind::kComma);
  while (!At(Kind::kRightParen) && !failed()) {
    elts.Add(ParseStarNamedExpression());
    if (!Take(Kind::kComma)) break;
  }
  Expect(Kind::kRightParen);
  auto* tuple = New<ast::Tuple>(From(start));
  tuple->elts = elts.Finish();
  RaiseOver(tuple, tuple->elts);
  return tuple;
}

// A list or a comprehension, which only the token behind the first element tells.
const Expr* Parser::ParseListDisplay() {
  const Token* const start = Next();
  ListBuilder<const Expr*> elts(*this);
  if (!At(Kind::kRightBracket)) {
    const Expr* first = ParseStarNamedExpression();
    if (AtComprehension()) {
      if (first->kind == ast::ExprKind::kStarred) Fail();
      auto generators = ParseForIfClauses();
      Expect(Kind::kRightBracket);
      auto* node = NewOver<ast::ListComp>(From(start), first);
      node->elt = first;
      node->generators = generators;
      return node;
    }
    elts.Add(first);
    while (Take(Kind::kComma) && !At(Kind::kRightBracket)) elts.Add(ParseStarNamedExpression());
  }
  Expect(Kind::kRightBracket);
  auto* list = New<ast::ListExpr>(From(start));
  list->elts = elts.Finish();
  RaiseOver(list, list->elts);
  return list;
}

// A set, a dict, or a comprehension of either: the first element and what stands behind it decide.
// {} is a dict.
const Expr* Parser::ParseBraceDisplay() {
  const Token* const start = Next();
  if (At(Kind::kRightBrace) || At(Kind::kStarStar)) return ParseDictDisplay(start, nullptr);
  const Expr* first = ParseStarNamedExpression();
  if (At(Kind::kColon) && first->kind != ast::ExprKind::kStarred) {
    // `{x := 1 : 2}`: a key is an expression without a walrus, and the walrus took it all.
    if (first->kind == ast::ExprKind::kNamedExpr && start[2].kind == Kind::kColonEqual) Fail();
    return ParseDictDisplay(start, first);
  }
  if (AtComprehension()) {
    if (first->kind == ast::ExprKind::kStarred) Fail();
    auto generators = ParseForIfClauses();
    Expect(Kind::kRightBrace);
    auto* node = NewOver<ast::SetComp>(From(start), first);
    node->elt = first;
    node->generators = generators;
    return node;
  }
  ListBuilder<const Expr*> elts(*this);
  elts.Add(first);
  while (Take(Kind::kComma) && !At(Kind::kRightBrace)) elts.Add(ParseStarNamedExpression());
  Expect(Kind::kRightBrace);
  auto* set = New<ast::Set>(From(start));
  set->elts = elts.Finish();
  RaiseOver(set, set->elts);
  return set;
}

// The rest of a dict whose first key, if any, was read already.
const Expr* Parser::ParseDictDisplay(const Token* start, const Expr* first_key) {
  // Keys and values alternate.
  ListBuilder<const Expr*> items(*this);
  while (first_key != nullptr || !At(Kind::kRightBrace)) {
    if (first_key == nullptr && Take(Kind::kStarStar)) {
      items.Add(nullptr);
      items.Add(ParseOperators(kBitOr));
    } else {
      const Expr* key = first_key != nullptr ? first_key : ParseExpression();
      Expect(Kind::kColon);
      const Expr* value = ParseExpression();
      if (first_key != nullptr && AtComprehension()) {
        auto generators = ParseForIfClauses();
        Expect(Kind::kRightBrace);
        auto* node = NewOver<ast::DictComp>(From(start), key, value);
        node->key = key;
        node->value = value;
        node->generators = generators;
        return node;
      }
      items.Add(key);
      items.Add(value);
    }
    first_key = nullptr;
    if (!Take(Kind::kComma)) break;
  }
  Expect(Kind::kRightBrace);
  auto* dict = New<ast::Dict>(From(start));
  const ast::List<const Expr*> all = items.Finish();
  RaiseOver(dict, all);
  const uint32_t size = all.size() / 2;
  if (size > 0) {
    auto** split = static_cast<const Expr**>(arena_.Allocate(all.size() * sizeof(Expr*)));
    for (uint32_t i = 0; i < size; ++i) {
      split[i] = all[2 * i];
      split[size + i] = all[2 * i + 1];
    }
    dict->keys = {split, size};
    dict->values = {split + size, size};
  }
  return dict;
}

ast::List<const ast::Comprehension*> Parser::ParseForIfClauses() {
  const Nesting nesting(*this);
  ListBuilder<const ast::Comprehension*> clauses(*this);
  while (AtComprehension()) {
    auto* clause = arena_.New<ast::Comprehension>();
    clause->is_async = Take(Kind::kKwAsync);
    Expect(Kind::kKwFor);
    clause->target = ParseStarTargets();
    Expect(Kind::kKwIn);
    clause->iter = ParseOperators(kOr);
    ListBuilder<const Expr*> ifs(*this);
    while (Take(Kind::kKwIf)) ifs.Add(ParseOperators(kOr));
    clause->ifs = ifs.Finish();
    clauses.Add(clause);
  }
  return clauses.Finish();
}

// Order matters: a positional argument may not follow a keyword, but *x may, until the first **y. A
// lone generator expression needs no parentheses of its own.
const Expr* Parser::ParseCall(const Expr* func, const Token* start) {
  const Token* const open = Next();
  ListBuilder<const Expr*> args(*this);
  // Arguments and keywords grow at the same time.
  ArenaVector<const ast::Keyword*> keywords(arena_);
  bool saw_double_star = false;
  while (!At(Kind::kRightParen) && !failed()) {
    const Token* const item = token_;
    if (Take(Kind::kStarStar)) {
      const Expr* value = ParseExpression();
      keywords.push_back(arena_.New<ast::Keyword>("", value, From(item)));
      saw_double_star = true;
    } else if (At(Kind::kStar)) {
      if (saw_double_star) Fail();
      Take(Kind::kStar);
      const Expr* value = ParseExpression();
      auto* starred = NewOver<ast::Starred>(From(item), value);
      starred->value = value;
      args.Add(starred);
    } else if (At(Kind::kName) && Peek() == Kind::kEqual) {
      const ast::Identifier name = Identify(*item);
      token_ += failed() ? 0 : 2;
      const Expr* value = ParseExpression();
      keywords.push_back(arena_.New<ast::Keyword>(name, value, From(item)));
    } else {
      if (!keywords.empty()) Fail();
      const Expr* value = ParseNamedExpression();
      if (AtComprehension()) {
        // Without its own brackets a generator must be the only argument.
        if (!args.empty()) Fail();
        auto generators = ParseForIfClauses();
        Expect(Kind::kRightParen);
        auto* node = NewOver<ast::GeneratorExp>(From(open), value);
        node->elt = value;
        node->generators = generators;
        args.Add(node);
        auto* call = NewOver<ast::Call>(From(start), func, node);
        call->func = func;
        call->args = args.Finish();
        return call;
      }
      args.Add(value);
    }
    if (!Take(Kind::kComma)) break;
  }
  Expect(Kind::kRightParen);
  auto* call = NewOver<ast::Call>(From(start), func);
  call->func = func;
  call->args = args.Finish();
  call->keywords = keywords.Finish();
  RaiseOver(call, call->args);
  for (const ast::Keyword* keyword : keywords) {
    RaiseBy(call, keyword->value, true);
  }
  CheckHeight(call);
  return call;
}

// a[1], a[1:2], a[1, 2]. With a comma or a star the slice is a tuple.
const Expr* Parser::ParseSubscript(const Expr* value, const Token* start) {
  Next();
  const Token* const first = token_;
  const Expr* slice = At(Kind::kStar) ? nullptr : ParseSliceItem();
  if (slice == nullptr || At(Kind::kComma)) {
    ListBuilder<const Expr*> elts(*this);
    elts.Add(slice != nullptr ? slice : ParseSliceItem());
    while (Take(Kind::kComma) && !At(Kind::kRightBracket)) elts.Add(ParseSliceItem());
    auto* tuple = New<ast::Tuple>(From(first));
    tuple->elts = elts.Finish();
    RaiseOver(tuple, tuple->elts);
    slice = tuple;
  }
  Expect(Kind::kRightBracket);
  auto* node = NewOver<ast::Subscript>(From(start), value, slice);
  node->value = value;
  node->slice = slice;
  return node;
}

// slice: [expression] ':' [expression] [':' [expression]] | named_expression | '*' expression
const Expr* Parser::ParseSliceItem() {
  const Token* const start = token_;
  if (Take(Kind::kStar)) {
    const Expr* value = ParseExpression();
    auto* node = NewOver<ast::Starred>(From(start), value);
    node->value = value;
    return node;
  }
  const Expr* lower = nullptr;
  if (!At(Kind::kColon)) {
    lower = ParseNamedExpression();
    if (!At(Kind::kColon)) return lower;
    if (lower->kind == ast::ExprKind::kNamedExpr && start[1].kind == Kind::kColonEqual) Fail();
  }
  Expect(Kind::kColon);
  const auto at_end = [&] {
    return At(Kind::kRightBracket) || At(Kind::kComma) || At(Kind::kColon);
  };
  const Expr* upper = at_end() ? nullptr : ParseExpression();
  const Expr* step = nullptr;
  if (Take(Kind::kColon) && !at_end()) step = ParseExpression();
  auto* node = NewOver<ast::Slice>(From(start), lower, upper, step);
  node->lower = lower;
  node->upper = upper;
  node->step = step;
  return node;
}

// ---- Targets

// An expression that turned out to be assigned to becomes a target in place. This is the only
// change that a node sees after it was made.
void Parser::MakeTarget(const Expr* expr, TargetKind target_kind) {
  const ast::Context ctx =
      target_kind == TargetKind::kDelete ? ast::Context::kDel : ast::Context::kStore;
  const auto set = [&](auto* node) {
    const_cast<std::remove_const_t<std::remove_pointer_t<decltype(node)>>*>(node)->ctx = ctx;
  };
  switch (expr->kind) {
    case ast::ExprKind::kName: return set(&expr->As<ast::Name>());
    case ast::ExprKind::kAttribute: return set(&expr->As<ast::Attribute>());
    case ast::ExprKind::kSubscript: return set(&expr->As<ast::Subscript>());
    case ast::ExprKind::kStarred: {
      if (target_kind != TargetKind::kStar) return Fail();
      const auto& starred = expr->As<ast::Starred>();
      if (starred.value->kind == ast::ExprKind::kStarred) return Fail();
      set(&starred);
      return MakeTarget(starred.value, target_kind);
    }
    case ast::ExprKind::kTuple:
    case ast::ExprKind::kList: {
      if (target_kind == TargetKind::kSingle) return Fail();
      const Nesting nesting(*this);
      if (failed()) return;
      const bool is_tuple = expr->kind == ast::ExprKind::kTuple;
      is_tuple ? set(&expr->As<ast::Tuple>()) : set(&expr->As<ast::ListExpr>());
      const auto& elts = is_tuple ? expr->As<ast::Tuple>().elts : expr->As<ast::ListExpr>().elts;
      for (const Expr* element : elts) MakeTarget(element, target_kind);
      return;
    }
    default: return Fail();
  }
}

const Expr* Parser::ParseStarTarget() {
  const Token* const start = token_;
  const Expr* target;
  if (Take(Kind::kStar)) {
    const Expr* value = ParsePrimary();
    auto* node = NewOver<ast::Starred>(From(start), value);
    node->value = value;
    target = node;
  } else {
    target = ParsePrimary();
  }
  if (!failed()) MakeTarget(target, TargetKind::kStar);
  return target;
}

// star_targets: star_target !',' | star_target (',' star_target)* [',']
const Expr* Parser::ParseStarTargets() {
  const Token* const start = token_;
  const Expr* first = ParseStarTarget();
  if (!At(Kind::kComma)) return first;
  ListBuilder<const Expr*> elts(*this);
  elts.Add(first);
  while (Take(Kind::kComma) && !At(Kind::kKwIn)) elts.Add(ParseStarTarget());
  auto* tuple = New<ast::Tuple>(From(start));
  tuple->elts = elts.Finish();
  tuple->ctx = ast::Context::kStore;
  RaiseOver(tuple, tuple->elts);
  return tuple;
}

}  // namespace pysub
