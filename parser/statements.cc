#include <string>

#include "parser/parser_state.h"

namespace pysub {

using ast::Expr;
using ast::Stmt;

namespace {

// The operator of `+=` and its kin.
bool AugmentedOperator(TokenKind kind, ast::Operator* op) {
  using ast::Operator;
  switch (kind) {
    case TokenKind::kPlusEqual: return *op = Operator::kAdd, true;
    case TokenKind::kMinusEqual: return *op = Operator::kSub, true;
    case TokenKind::kStarEqual: return *op = Operator::kMult, true;
    case TokenKind::kAtEqual: return *op = Operator::kMatMult, true;
    case TokenKind::kSlashEqual: return *op = Operator::kDiv, true;
    case TokenKind::kPercentEqual: return *op = Operator::kMod, true;
    case TokenKind::kAmpersandEqual: return *op = Operator::kBitAnd, true;
    case TokenKind::kPipeEqual: return *op = Operator::kBitOr, true;
    case TokenKind::kCaretEqual: return *op = Operator::kBitXor, true;
    case TokenKind::kLeftShiftEqual: return *op = Operator::kLShift, true;
    case TokenKind::kRightShiftEqual: return *op = Operator::kRShift, true;
    case TokenKind::kStarStarEqual: return *op = Operator::kPow, true;
    case TokenKind::kSlashSlashEqual: return *op = Operator::kFloorDiv, true;
    default: return false;
  }
}

}  // namespace

// Adds the statement or, of a line with semicolons, the statements that begin here.
const Stmt* Parser::ParseStatement(ListBuilder<const Stmt*>& statements) {
  const Nesting nesting(*this);
  if (arena_.exhausted() || IsOver(limits_.stop)) Fail();
  const Token* const start = token_;
  const Stmt* statement;
  switch (kind()) {
    case Kind::kKwIf: statement = ParseIf(); break;
    case Kind::kKwWhile: statement = ParseWhile(); break;
    case Kind::kKwFor: statement = ParseFor(start, /*is_async=*/false); break;
    case Kind::kKwWith: statement = ParseWith(start, /*is_async=*/false); break;
    case Kind::kKwTry: statement = ParseTry(); break;
    case Kind::kKwDef: statement = ParseFunction(start, /*is_async=*/false, {}); break;
    case Kind::kKwAsync: statement = ParseAsync(start, {}); break;
    case Kind::kAt: statement = ParseDecorated(); break;
    case Kind::kKwClass: statement = ParseClass(start); break;
    case Kind::kName:
      if (AtMatchStatement()) {
        statement = ParseMatch();
        break;
      }
      [[fallthrough]];
    default: ParseSimpleStatements(statements); return nullptr;
  }
  statements.Add(statement);
  return statement;
}

// simple_stmts: simple_stmt (';' simple_stmt)* [';'] NEWLINE
void Parser::ParseSimpleStatements(ListBuilder<const Stmt*>& statements) {
  do {
    statements.Add(ParseSimpleStatement());
  } while (Take(Kind::kSemicolon) && !At(Kind::kNewline));
  Expect(Kind::kNewline);
}

// The first token decides. `type` is a keyword only before a name, so `type = 1` stays what it was.
const Stmt* Parser::ParseSimpleStatement() {
  switch (kind()) {
    case Kind::kName:
      if (Peek() == Kind::kName && AtWord("type")) return ParseTypeAlias();
      return ParseExpressionStatement();
    case Kind::kKwReturn: return ParseReturn();
    case Kind::kKwImport: return ParseImport();
    case Kind::kKwFrom: return ParseImportFrom();
    case Kind::kKwRaise: return ParseRaise();
    case Kind::kKwPass: return New<ast::Pass>(SpanOf(*Next()));
    case Kind::kKwBreak: return New<ast::Break>(SpanOf(*Next()));
    case Kind::kKwContinue: return New<ast::Continue>(SpanOf(*Next()));
    case Kind::kKwDel: return ParseDelete();
    case Kind::kKwAssert: return ParseAssert();
    case Kind::kKwGlobal: return ParseNames(ast::StmtKind::kGlobal);
    case Kind::kKwNonlocal: return ParseNames(ast::StmtKind::kNonlocal);
    default: return ParseExpressionStatement();
  }
}

// What begins with an expression: an assignment of any kind, or an expression for its effect.
const Stmt* Parser::ParseExpressionStatement() {
  const Token* const start = token_;
  const bool is_yield = At(Kind::kKwYield);
  const Expr* first = ParseYieldOrStarExpressions();
  ast::Operator op;
  switch (kind()) {
    case Kind::kNewline:
    case Kind::kSemicolon: break;
    case Kind::kEqual:
      if (is_yield) Fail();
      return ParseAssignment(start, first);
    case Kind::kColon:
      if (is_yield) Fail();
      return ParseAnnotated(start, first);
    default:
      if (!AugmentedOperator(kind(), &op)) break;
      if (is_yield) Fail();
      if (!failed()) MakeTarget(first, TargetKind::kSingle);
      Next();
      const Expr* value = ParseYieldOrStarExpressions();
      auto* node = New<ast::AugAssign>(From(start));
      node->target = first;
      node->op = op;
      node->value = value;
      return node;
  }
  auto* node = New<ast::ExprStmt>(From(start));
  node->value = first;
  return node;
}

// (star_targets '=')+ (yield_expr | star_expressions)
const Stmt* Parser::ParseAssignment(const Token* start, const Expr* first) {
  ListBuilder<const Expr*> targets(*this);
  const Expr* value = first;
  while (At(Kind::kEqual)) {
    MakeTarget(value, TargetKind::kStar);
    targets.Add(value);
    if (!Take(Kind::kEqual)) break;
    const bool is_yield = At(Kind::kKwYield);
    value = ParseYieldOrStarExpressions();
    if (is_yield) break;
  }
  auto* node = New<ast::Assign>(From(start));
  node->targets = targets.Finish();
  node->value = value;
  return node;
}

// `target: annotation = value`. The target was read as an expression; now it is checked and marked
// as one.
const Stmt* Parser::ParseAnnotated(const Token* start, const Expr* target) {
  MakeTarget(target, TargetKind::kSingle);
  Expect(Kind::kColon);
  const Expr* annotation = ParseExpression();
  const Expr* value = Take(Kind::kEqual) ? ParseYieldOrStarExpressions() : nullptr;
  auto* node = New<ast::AnnAssign>(From(start));
  node->target = target;
  node->annotation = annotation;
  node->value = value;
  node->simple = start->kind == Kind::kName && target->kind == ast::ExprKind::kName;
  return node;
}

const Stmt* Parser::ParseTypeAlias() {
  const Token* const start = Next();
  auto* name = New<ast::Name>(SpanOf(*token_));
  name->id = ExpectName();
  name->ctx = ast::Context::kStore;
  const auto type_params = ParseTypeParams();
  Expect(Kind::kEqual);
  const Expr* value = ParseExpression();
  auto* node = New<ast::TypeAlias>(From(start));
  node->name = name;
  node->type_params = type_params;
  node->value = value;
  return node;
}

const Stmt* Parser::ParseReturn() {
  const Token* const start = Next();
  const Expr* value = At(Kind::kNewline) || At(Kind::kSemicolon) ? nullptr : ParseStarExpressions();
  auto* node = New<ast::Return>(From(start));
  node->value = value;
  return node;
}

const Stmt* Parser::ParseRaise() {
  const Token* const start = Next();
  const Expr* exc = nullptr;
  const Expr* cause = nullptr;
  if (!At(Kind::kNewline) && !At(Kind::kSemicolon)) {
    exc = ParseExpression();
    if (Take(Kind::kKwFrom)) cause = ParseExpression();
  }
  auto* node = New<ast::Raise>(From(start));
  node->exc = exc;
  node->cause = cause;
  return node;
}

// Only what can be a target may be deleted.
const Stmt* Parser::ParseDelete() {
  const Token* const start = Next();
  ListBuilder<const Expr*> targets(*this);
  do {
    const Expr* target = ParsePrimary();
    if (!failed()) MakeTarget(target, TargetKind::kDelete);
    targets.Add(target);
  } while (Take(Kind::kComma) && !At(Kind::kNewline) && !At(Kind::kSemicolon));
  if (!At(Kind::kNewline) && !At(Kind::kSemicolon)) Fail();
  auto* node = New<ast::Delete>(From(start));
  node->targets = targets.Finish();
  return node;
}

const Stmt* Parser::ParseAssert() {
  const Token* const start = Next();
  const Expr* test = ParseExpression();
  const Expr* msg = Take(Kind::kComma) ? ParseExpression() : nullptr;
  auto* node = New<ast::Assert>(From(start));
  node->test = test;
  node->msg = msg;
  return node;
}

// global and nonlocal. That a name was used before is for the compiler's symbol table to find.
const Stmt* Parser::ParseNames(ast::StmtKind kind) {
  const Token* const start = Next();
  ArenaVector<ast::Identifier> names(arena_);
  do {
    names.push_back(ExpectName());
  } while (Take(Kind::kComma));
  const auto list = names.Finish();
  if (kind == ast::StmtKind::kGlobal) {
    auto* node = New<ast::Global>(From(start));
    node->names = list;
    return node;
  }
  auto* node = New<ast::Nonlocal>(From(start));
  node->names = list;
  return node;
}

ast::Identifier Parser::ParseDottedName() {
  ast::Identifier name = ExpectName();
  if (!At(Kind::kDot)) return name;
  std::string dotted(name);
  while (Take(Kind::kDot)) {
    dotted += '.';
    dotted += ExpectName();
  }
  return interner_.Intern(arena_.Copy(dotted));
}

const Stmt* Parser::ParseImport() {
  const Token* const start = Next();
  ListBuilder<const ast::Alias*> names(*this);
  do {
    const Token* const first = token_;
    auto* alias = arena_.New<ast::Alias>();
    alias->name = ParseDottedName();
    alias->top = interner_.Intern(alias->name.substr(0, alias->name.find('.')));
    if (Take(Kind::kKwAs)) alias->asname = ExpectName();
    alias->span = From(first);
    names.Add(alias);
  } while (Take(Kind::kComma));
  auto* node = New<ast::Import>(From(start));
  node->names = names.Finish();
  return node;
}

// Dots come as single ones or as an ellipsis token, which counts three. Parentheses allow a comma
// at the end.
const Stmt* Parser::ParseImportFrom() {
  const Token* const start = Next();
  uint32_t level = 0;
  for (;;) {
    if (Take(Kind::kDot)) {
      ++level;
    } else if (Take(Kind::kEllipsis)) {
      level += 3;
    } else {
      break;
    }
  }
  ast::Identifier module;
  if (level == 0 || !At(Kind::kKwImport)) module = ParseDottedName();
  Expect(Kind::kKwImport);
  ListBuilder<const ast::Alias*> names(*this);
  if (At(Kind::kStar)) {
    auto* alias = arena_.New<ast::Alias>();
    alias->name = interner_.Intern("*");
    alias->span = SpanOf(*Next());
    names.Add(alias);
  } else {
    const bool parenthesized = Take(Kind::kLeftParen);
    do {
      if (parenthesized && !names.empty() && At(Kind::kRightParen)) break;
      const Token* const first = token_;
      auto* alias = arena_.New<ast::Alias>();
      alias->name = ExpectName();
      if (Take(Kind::kKwAs)) alias->asname = ExpectName();
      alias->span = From(first);
      names.Add(alias);
      barry_ |= level == 0 && module == "__future__" && alias->name == "barry_as_FLUFL";
    } while (Take(Kind::kComma));
    if (parenthesized) Expect(Kind::kRightParen);
  }
  auto* node = New<ast::ImportFrom>(From(start));
  node->module = module;
  node->names = names.Finish();
  node->level = level;
  return node;
}

// block: NEWLINE INDENT statements DEDENT | simple_stmts
ast::List<const Stmt*> Parser::ParseBlock() {
  ListBuilder<const Stmt*> body(*this);
  if (Take(Kind::kNewline)) {
    Expect(Kind::kIndent);
    while (!At(Kind::kDedent) && !failed()) {
      if (At(Kind::kEndMarker)) Fail();
      ParseStatement(body);
    }
    Expect(Kind::kDedent);
  } else {
    ParseSimpleStatements(body);
  }
  return body.Finish();
}

// `elif` nests an If in the `orelse` of the one before it; the chain is built from its end, so that
// its length costs no C++ stack.
const Stmt* Parser::ParseIf() {
  struct Branch {
    const Token* start;
    const Expr* test;
    ast::List<const Stmt*> body;
  };
  ArenaVector<Branch> branches(arena_);
  do {
    const Token* const start = Next();
    const Expr* test = ParseNamedExpression();
    Expect(Kind::kColon);
    branches.push_back({start, test, ParseBlock()});
    if (branches.size() > limits_.max_tree_height) FailTooDeep();
  } while (At(Kind::kKwElif));
  ast::List<const Stmt*> orelse;
  if (Take(Kind::kKwElse)) {
    Expect(Kind::kColon);
    orelse = ParseBlock();
  }
  const SourceSpan end = failed() ? SourceSpan() : From(branches[0].start);
  for (size_t i = branches.size();; --i) {
    const Branch& branch = branches[i - 1];
    auto* node = New<ast::If>({branch.start->line, branch.start->col(), end.end_line, end.end_col});
    node->test = branch.test;
    node->body = branch.body;
    node->orelse = orelse;
    if (i == 1) return node;
    const Stmt* const only = node;
    orelse = arena_.Copy(&only, 1);
  }
}

const Stmt* Parser::ParseWhile() {
  const Token* const start = Next();
  const Expr* test = ParseNamedExpression();
  Expect(Kind::kColon);
  const auto body = ParseBlock();
  ast::List<const Stmt*> orelse;
  if (Take(Kind::kKwElse)) {
    Expect(Kind::kColon);
    orelse = ParseBlock();
  }
  auto* node = New<ast::While>(From(start));
  node->test = test;
  node->body = body;
  node->orelse = orelse;
  return node;
}

const Stmt* Parser::ParseFor(const Token* start, bool is_async) {
  Next();
  const Expr* target = ParseStarTargets();
  Expect(Kind::kKwIn);
  const Expr* iter = ParseStarExpressions();
  Expect(Kind::kColon);
  const auto body = ParseBlock();
  ast::List<const Stmt*> orelse;
  if (Take(Kind::kKwElse)) {
    Expect(Kind::kColon);
    orelse = ParseBlock();
  }
  auto* node = New<ast::For>(From(start));
  if (is_async) node->kind = ast::StmtKind::kAsyncFor;
  node->target = target;
  node->iter = iter;
  node->body = body;
  node->orelse = orelse;
  return node;
}

// with_item: expression ['as' star_target]
const ast::WithItem* Parser::ParseWithItem() {
  const Expr* context = ParseExpression();
  const Expr* vars = Take(Kind::kKwAs) ? ParseStarTarget() : nullptr;
  return arena_.New<ast::WithItem>(context, vars);
}

const Stmt* Parser::ParseWith(const Token* start, bool is_async) {
  Next();
  ListBuilder<const ast::WithItem*> items(*this);
  bool parenthesized = false;
  if (At(Kind::kLeftParen)) {
    // Brackets around the items, or an expression that begins with a bracket: the colon decides.
    const State state = Save();
    Next();
    do {
      if (!items.empty() && At(Kind::kRightParen)) break;
      items.Add(ParseWithItem());
    } while (Take(Kind::kComma));
    Expect(Kind::kRightParen);
    parenthesized = At(Kind::kColon);
    if (!parenthesized) Restore(state);
  }
  if (!parenthesized) {
    do {
      items.Add(ParseWithItem());
    } while (Take(Kind::kComma));
  }
  const auto list = items.Finish();
  Expect(Kind::kColon);
  const auto body = ParseBlock();
  auto* node = New<ast::With>(From(start));
  if (is_async) node->kind = ast::StmtKind::kAsyncWith;
  node->items = list;
  node->body = body;
  return node;
}

// except and except* may not be mixed in one try; ParseTry() checks that.
const ast::ExceptHandler* Parser::ParseHandler(bool* is_star) {
  const Token* const start = Next();
  auto* handler = arena_.New<ast::ExceptHandler>();
  *is_star = Take(Kind::kStar);
  if (!At(Kind::kColon)) {
    const Token* const type_start = token_;
    handler->type = ParseExpression();
    if (At(Kind::kComma)) {
      // PEP 758: several types without brackets, if no name is bound.
      ListBuilder<const Expr*> elts(*this);
      elts.Add(handler->type);
      while (Take(Kind::kComma) && !At(Kind::kColon)) elts.Add(ParseExpression());
      auto* tuple = New<ast::Tuple>(From(type_start));
      tuple->elts = elts.Finish();
      RaiseOver(tuple, tuple->elts);
      handler->type = tuple;
    } else if (Take(Kind::kKwAs)) {
      handler->name = ExpectName();
    }
  } else if (*is_star) {
    Fail();
  }
  Expect(Kind::kColon);
  handler->body = ParseBlock();
  handler->span = From(start);
  return handler;
}

const Stmt* Parser::ParseTry() {
  const Token* const start = Next();
  Expect(Kind::kColon);
  const auto body = ParseBlock();
  ListBuilder<const ast::ExceptHandler*> handlers(*this);
  bool is_star = false;
  while (At(Kind::kKwExcept)) {
    bool this_is_star = false;
    const ast::ExceptHandler* handler = ParseHandler(&this_is_star);
    // A bare `except:` may stand before others here; that it must be last is the compiler's rule.
    if (!handlers.empty() && this_is_star != is_star) Fail();
    is_star = this_is_star;
    handlers.Add(handler);
  }
  const bool has_handlers = !handlers.empty();
  const auto handler_list = handlers.Finish();
  ast::List<const Stmt*> orelse;
  ast::List<const Stmt*> finalbody;
  if (has_handlers && Take(Kind::kKwElse)) {
    Expect(Kind::kColon);
    orelse = ParseBlock();
  }
  bool has_finally = false;
  if (Take(Kind::kKwFinally)) {
    has_finally = true;
    Expect(Kind::kColon);
    finalbody = ParseBlock();
  }
  if (!has_handlers && !has_finally) Fail();
  auto* node = New<ast::Try>(From(start));
  if (is_star) node->kind = ast::StmtKind::kTryStar;
  node->body = body;
  node->handlers = handler_list;
  node->orelse = orelse;
  node->finalbody = finalbody;
  return node;
}

// Any expression may decorate (PEP 614).
const Stmt* Parser::ParseDecorated() {
  ListBuilder<const Expr*> decorators(*this);
  while (Take(Kind::kAt)) {
    decorators.Add(ParseNamedExpression());
    Expect(Kind::kNewline);
  }
  const auto list = decorators.Finish();
  const Token* const start = token_;
  switch (kind()) {
    case Kind::kKwDef: return ParseFunction(start, /*is_async=*/false, list);
    case Kind::kKwAsync:
      if (Peek() != Kind::kKwDef) Fail();
      return ParseAsync(start, list);
    case Kind::kKwClass: return ParseClass(start);
    default: Fail(); return New<ast::Pass>({});
  }
}

const Stmt* Parser::ParseAsync(const Token* start, ast::List<const Expr*> decorators) {
  if (!At(Kind::kKwAsync)) return New<ast::Pass>({});
  Next();
  switch (kind()) {
    case Kind::kKwDef: return ParseFunction(start, /*is_async=*/true, decorators);
    case Kind::kKwFor: return ParseFor(start, /*is_async=*/true);
    case Kind::kKwWith: return ParseWith(start, /*is_async=*/true);
    default: Fail(); return New<ast::Pass>({});
  }
}

const Stmt* Parser::ParseFunction(const Token* start, bool is_async,
                                  ast::List<const Expr*> decorators) {
  Next();
  const ast::Identifier name = ExpectName();
  const auto type_params = ParseTypeParams();
  Expect(Kind::kLeftParen);
  const ast::Arguments* args = ParseParameters(ParameterStyle::kFunction, Kind::kRightParen);
  Expect(Kind::kRightParen);
  const Expr* returns = Take(Kind::kArrow) ? ParseExpression() : nullptr;
  Expect(Kind::kColon);
  const auto body = ParseBlock();
  auto* node = New<ast::FunctionDef>(From(start));
  if (is_async) node->kind = ast::StmtKind::kAsyncFunctionDef;
  node->name = name;
  node->args = args;
  node->body = body;
  node->decorator_list = decorators;
  node->returns = returns;
  node->type_params = type_params;
  return node;
}

// A class is read to its end, so that what else is wrong in the file is found, and then dropped.
const Stmt* Parser::ParseClass(const Token* start) {
  Next();
  const Token* const name = token_;
  ExpectName();
  if (!failed()) {
    unsupported_.push_back(
        {"class definitions are not supported", Join(SpanOf(*start), SpanOf(*name))});
  }
  ParseTypeParams();
  if (At(Kind::kLeftParen)) ParseCall(Dummy(), token_);
  Expect(Kind::kColon);
  ParseBlock();
  return New<ast::Pass>(From(start));
}

// '[' type_param (',' type_param)* [','] ']'
ast::List<const ast::TypeParam*> Parser::ParseTypeParams() {
  if (!Take(Kind::kLeftBracket)) return {};
  ListBuilder<const ast::TypeParam*> params(*this);
  do {
    if (!params.empty() && At(Kind::kRightBracket)) break;
    const Token* const start = token_;
    if (IsOver(limits_.stop)) Fail();
    auto* param = arena_.New<ast::TypeParam>();
    param->kind = Take(Kind::kStar)       ? ast::TypeParamKind::kTypeVarTuple
                  : Take(Kind::kStarStar) ? ast::TypeParamKind::kParamSpec
                                          : ast::TypeParamKind::kTypeVar;
    param->name = ExpectName();
    if (param->kind == ast::TypeParamKind::kTypeVar && Take(Kind::kColon)) {
      param->bound = ParseExpression();
    }
    if (Take(Kind::kEqual)) {
      param->default_value = param->kind == ast::TypeParamKind::kTypeVarTuple
                                 ? ParseStarExpression()
                                 : ParseExpression();
    }
    param->span = From(start);
    params.Add(param);
  } while (Take(Kind::kComma));
  Expect(Kind::kRightBracket);
  return params.Finish();
}

const ast::Arg* Parser::ParseParameter(ParameterStyle style, bool starred) {
  const Token* const start = token_;
  auto* arg = arena_.New<ast::Arg>();
  arg->arg = ExpectName();
  if (style == ParameterStyle::kFunction && Take(Kind::kColon)) {
    arg->annotation = starred ? ParseStarExpression() : ParseExpression();
  }
  arg->span = From(start);
  return arg;
}

// The parameters of a function or a lambda, up to but without `end`.
const ast::Arguments* Parser::ParseParameters(ParameterStyle style, Kind end) {
  auto* args = arena_.New<ast::Arguments>();
  ListBuilder<const ast::Arg*> positional(*this);
  ArenaVector<const ast::Arg*> keyword_only(arena_);
  ArenaVector<const Expr*> defaults(arena_);
  ArenaVector<const Expr*> keyword_defaults(arena_);
  bool saw_slash = false;
  bool saw_star = false;
  bool bare_star = false;
  bool saw_any = false;
  while (!At(end) && !failed()) {
    if (args->kwarg != nullptr) {  // nothing may follow **kwargs
      Fail();
    } else if (Take(Kind::kSlash)) {
      if (saw_slash || saw_star || !saw_any) Fail();
      saw_slash = true;
      args->posonlyargs = positional.Finish();
    } else if (Take(Kind::kStarStar)) {
      if (bare_star && keyword_only.empty()) Fail();
      args->kwarg = ParseParameter(style, /*starred=*/false);
    } else if (Take(Kind::kStar)) {
      if (saw_star) Fail();
      saw_star = true;
      if (At(Kind::kComma)) {
        bare_star = true;
      } else {
        args->vararg = ParseParameter(style, /*starred=*/true);
      }
    } else {
      const ast::Arg* arg = ParseParameter(style, /*starred=*/false);
      const Expr* value = Take(Kind::kEqual) ? ParseExpression() : nullptr;
      if (saw_star) {
        keyword_only.push_back(arg);
        keyword_defaults.push_back(value);
      } else {
        positional.Add(arg);
        if (value != nullptr) {
          defaults.push_back(value);
        } else if (!defaults.empty()) {
          Fail();
        }
      }
    }
    saw_any = true;
    if (!Take(Kind::kComma)) break;
  }
  if (bare_star && keyword_only.empty()) Fail();
  args->args = positional.Finish();
  args->kwonlyargs = keyword_only.Finish();
  args->defaults = defaults.Finish();
  args->kw_defaults = keyword_defaults.Finish();
  return args;
}

}  // namespace pysub
