#include "compiler/scopes.h"

#include <utility>

#include "compiler/tree_walk.h"

namespace pysub {
namespace {

using namespace ast;  // NOLINT: this file is about nothing else

std::string Quoted(std::string_view before, std::string_view name, std::string_view after) {
  std::string text(before);
  text.append("'").append(name).append("'").append(after);
  return text;
}

// First half: what is done to each name in each scope. Visits in the order in which CPython's
// symtable.c does, since the first error is the one that is reported.
class SymbolVisitor {
 public:
  SymbolVisitor(ScopeTable& table, Arena& arena, bool future_annotations,
                std::vector<ScopeError>& warnings, StopCheck* stop)
      : table_(table),
        warnings_(warnings),
        future_annotations_(future_annotations),
        stop_(stop),
        spine_(arena) {}

  std::optional<ScopeError> Run(const Module& module);

  // The first `global` or `nonlocal` statement (or walrus) that speaks of `name` in `scope`.
  SourceSpan DirectiveFor(const Scope& scope, Identifier name) const;

 private:
  struct Directive {
    const Scope* scope;
    const char* name;
    SourceSpan span;
  };

  void Fail(SourceSpan span, std::string message) {
    if (!error_) error_ = ScopeError{span, std::move(message)};
  }

  Scope& Enter(ScopeKind kind, const void* node, Identifier name, SourceSpan span,
               ScopeRole role = ScopeRole::kBody) {
    current_ = &table_.Add(kind, current_, node, role, name, span);
    return *current_;
  }
  void Leave() { current_ = current_->parent; }
  void Define(Identifier name, uint16_t flags, SourceSpan span) {
    DefineIn(*current_, name, flags, span);
  }
  void DefineIn(Scope& scope, Identifier name, uint16_t flags, SourceSpan span) {
    DefineSymbol(table_.FindOrAdd(scope, name), flags, span);
  }
  void DefineSymbol(Symbol& symbol, uint16_t flags, SourceSpan span);
  bool CheckDebug(Identifier name, Context context, SourceSpan span);
  // Each loop over what a program may make wide asks; what is left may be skipped.
  bool GivenUp() const { return error_.has_value() || IsOver(stop_); }

  void VisitBody(List<const Stmt*> body) {
    for (const Stmt* statement : body) {
      if (GivenUp()) return;
      VisitStmt(*statement);
    }
  }
  void VisitLoopBody(List<const Stmt*> body);
  void VisitStmt(const Stmt& statement);
  void WarnIfLeavingFinally(const Stmt& statement, std::string_view message);
  void VisitFunctionDef(const FunctionDef& def);
  void VisitLambda(const Lambda& lambda);
  void VisitParameters(const Arguments& args);
  void VisitParameter(const Arg* arg);
  void VisitSignatureAnnotations(const FunctionDef& def);
  void VisitTypeParams(List<const TypeParam*> params);
  void VisitTypeVariable(const TypeParam& param, const Expr* value, ScopeRole role,
                         std::string_view what);
  void VisitTypeAlias(const TypeAlias& alias);
  void VisitAnnAssign(const AnnAssign& assign);
  void VisitIf(const If& statement);
  void VisitTry(const Try& statement);
  void VisitHandlerBody(const ExceptHandler& handler);
  void VisitWith(const With& with);
  void VisitFor(const For& loop);
  void VisitImport(const Stmt& statement, List<const Alias*> names);
  void VisitGlobal(const Global& statement);
  void VisitNonlocal(const Nonlocal& statement);
  void Redeclare(Identifier name, const Stmt& statement, uint16_t flag, std::string_view word);

  void VisitExpr(const Expr* expr);
  void VisitAll(List<const Expr*> list) {
    for (const Expr* expr : list) {
      if (GivenUp()) return;
      VisitExpr(expr);
    }
  }
  void VisitLeaf(const Expr& expr);
  void VisitAfterLeft(const Expr& expr);
  void VisitName(const Name& name);
  void VisitNamedExpr(const NamedExpr& named);
  void ExtendNamedExprScope(const Name& target);
  void VisitComprehension(const Expr& expr, ScopeKind kind, List<const Comprehension*> generators,
                          const Expr* first, const Expr* second);
  void VisitGenerator(const Comprehension& generator);
  void VisitYield(const Expr& expr, const Expr* value);
  void VisitAwait(const Await& await);
  bool AllowedHere(const Expr& expr, std::string_view what);
  void MarkModuleCoroutine() {
    if (current_->kind == ScopeKind::kModule) current_->is_coroutine = true;
  }

  ScopeTable& table_;
  std::vector<ScopeError>& warnings_;
  const bool future_annotations_;
  StopCheck* const stop_;
  Scope* current_ = nullptr;
  std::optional<ScopeError> error_;
  std::vector<Directive> directives_;
  ArenaVector<const Expr*> spine_;
  bool in_finally_ = false;    // and not in a loop in it, as CPython has it
  int conditional_depth_ = 0;  // inside an if, a loop, a try ... of the module
};

std::optional<ScopeError> SymbolVisitor::Run(const Module& module) {
  Enter(ScopeKind::kModule, &module, {}, {});
  if (module.kind == RootKind::kExpression) {
    VisitExpr(module.expression);
  } else {
    VisitBody(module.body);
  }
  return std::move(error_);
}

SourceSpan SymbolVisitor::DirectiveFor(const Scope& scope, Identifier name) const {
  for (const Directive& directive : directives_) {
    if (directive.scope == &scope && directive.name == name.data()) return directive.span;
  }
  return {};
}

void SymbolVisitor::DefineSymbol(Symbol& symbol, uint16_t flags, SourceSpan span) {
  if (IsOver(stop_)) return;
  if ((flags & symbol.flags & kSymbolParameter) != 0) {
    return Fail(span, Quoted("duplicate argument ", symbol.name, " in function definition"));
  }
  if ((flags & symbol.flags & kSymbolTypeParameter) != 0) {
    return Fail(span, Quoted("duplicate type parameter ", symbol.name, ""));
  }
  symbol.flags |= flags;
  if (!symbol.scope->in_iteration_target) return;
  if ((symbol.flags & (kSymbolGlobal | kSymbolNonlocal)) != 0) {
    return Fail(span, Quoted("comprehension inner loop cannot rebind assignment expression target ",
                             symbol.name, ""));
  }
  symbol.flags |= kSymbolIteration;
}

// Says whether `name` may be bound (or deleted) here.
bool SymbolVisitor::CheckDebug(Identifier name, Context context, SourceSpan span) {
  if (context == Context::kLoad || name != "__debug__") return true;
  Fail(span, context == Context::kStore ? "cannot assign to __debug__" : "cannot delete __debug__");
  return false;
}

// ---- Statements

void SymbolVisitor::VisitStmt(const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: return VisitFunctionDef(statement.As<FunctionDef>());
    case StmtKind::kReturn:
      WarnIfLeavingFinally(statement, "'return' in a 'finally' block");
      if (const Expr* value = statement.As<Return>().value) VisitExpr(value);
      return;
    case StmtKind::kDelete: return VisitAll(statement.As<Delete>().targets);
    case StmtKind::kAssign:
      VisitAll(statement.As<Assign>().targets);
      return VisitExpr(statement.As<Assign>().value);
    case StmtKind::kTypeAlias: return VisitTypeAlias(statement.As<TypeAlias>());
    case StmtKind::kAugAssign:
      VisitExpr(statement.As<AugAssign>().target);
      return VisitExpr(statement.As<AugAssign>().value);
    case StmtKind::kAnnAssign: return VisitAnnAssign(statement.As<AnnAssign>());
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: return VisitFor(statement.As<For>());
    case StmtKind::kWhile: {
      const While& loop = statement.As<While>();
      VisitExpr(loop.test);
      ++conditional_depth_;
      VisitLoopBody(loop.body);
      VisitBody(loop.orelse);
      --conditional_depth_;
      return;
    }
    case StmtKind::kIf: return VisitIf(statement.As<If>());
    case StmtKind::kWith:
    case StmtKind::kAsyncWith: return VisitWith(statement.As<With>());
    case StmtKind::kRaise:
      if (const Expr* exc = statement.As<Raise>().exc) VisitExpr(exc);
      if (const Expr* cause = statement.As<Raise>().cause) VisitExpr(cause);
      return;
    case StmtKind::kTry:
    case StmtKind::kTryStar: return VisitTry(statement.As<Try>());
    case StmtKind::kAssert:
      VisitExpr(statement.As<Assert>().test);
      if (const Expr* message = statement.As<Assert>().msg) VisitExpr(message);
      return;
    case StmtKind::kImport: return VisitImport(statement, statement.As<Import>().names);
    case StmtKind::kImportFrom: return VisitImport(statement, statement.As<ImportFrom>().names);
    case StmtKind::kGlobal: return VisitGlobal(statement.As<Global>());
    case StmtKind::kNonlocal: return VisitNonlocal(statement.As<Nonlocal>());
    case StmtKind::kExpr: return VisitExpr(statement.As<ExprStmt>().value);
    case StmtKind::kBreak: return WarnIfLeavingFinally(statement, "'break' in a 'finally' block");
    case StmtKind::kContinue:
      return WarnIfLeavingFinally(statement, "'continue' in a 'finally' block");
    case StmtKind::kPass: return;
  }
}

void SymbolVisitor::WarnIfLeavingFinally(const Stmt& statement, std::string_view message) {
  if (in_finally_) warnings_.push_back({statement.span, std::string(message)});
}

void SymbolVisitor::VisitLoopBody(List<const Stmt*> body) {
  const bool outer = std::exchange(in_finally_, false);
  VisitBody(body);
  in_finally_ = outer;
}

// The name, defaults and decorators belong to the scope around the function; annotations have one
// of their own, which runs when somebody asks for them (PEP 649).
void SymbolVisitor::VisitFunctionDef(const FunctionDef& def) {
  if (!CheckDebug(def.name, Context::kStore, def.span)) return;
  Define(def.name, kSymbolLocal, def.span);
  VisitAll(def.args->defaults);
  for (const Expr* value : def.args->kw_defaults) {
    if (value != nullptr) VisitExpr(value);
  }
  VisitAll(def.decorator_list);
  const bool generic = !def.type_params.empty();
  if (generic) {
    Enter(ScopeKind::kTypeParameters, &def, def.name, def.span, ScopeRole::kTypeParameters);
    // The defaults are evaluated outside and handed in.
    if (!def.args->defaults.empty()) Define(".defaults", kSymbolParameter | kSymbolLocal, def.span);
    for (const Expr* value : def.args->kw_defaults) {
      if (value == nullptr) continue;
      Define(".kwdefaults", kSymbolParameter | kSymbolLocal, def.span);
      break;
    }
    VisitTypeParams(def.type_params);
  }
  VisitSignatureAnnotations(def);
  Scope& scope = Enter(ScopeKind::kFunction, &def, def.name, def.span);
  scope.iterable_depth = 0;
  scope.is_coroutine = def.kind == StmtKind::kAsyncFunctionDef;
  VisitParameters(*def.args);
  const int depth = std::exchange(conditional_depth_, 0);
  const bool outer_finally = std::exchange(in_finally_, false);
  VisitBody(def.body);
  conditional_depth_ = depth;
  in_finally_ = outer_finally;
  Leave();
  if (generic) Leave();
}

void SymbolVisitor::VisitLambda(const Lambda& lambda) {
  VisitAll(lambda.args->defaults);
  for (const Expr* value : lambda.args->kw_defaults) {
    if (value != nullptr) VisitExpr(value);
  }
  Enter(ScopeKind::kLambda, &lambda, "<lambda>", lambda.span);
  VisitParameters(*lambda.args);
  VisitExpr(lambda.body);
  Leave();
}

void SymbolVisitor::VisitParameter(const Arg* arg) {
  if (arg == nullptr || !CheckDebug(arg->arg, Context::kStore, arg->span)) return;
  Define(arg->arg, kSymbolParameter | kSymbolLocal, arg->span);
}

void SymbolVisitor::VisitParameters(const Arguments& args) {
  for (const List<const Arg*> list : {args.posonlyargs, args.args, args.kwonlyargs}) {
    for (const Arg* arg : list) {
      if (GivenUp()) return;
      VisitParameter(arg);
    }
  }
  VisitParameter(args.vararg);
  VisitParameter(args.kwarg);
}

void SymbolVisitor::VisitSignatureAnnotations(const FunctionDef& def) {
  Enter(ScopeKind::kAnnotation, &def, def.name, def.span, ScopeRole::kAnnotations).is_discarded |=
      future_annotations_;
  Define(".format", kSymbolParameter | kSymbolLocal, def.span);
  auto visit = [&](const Arg* arg) {
    if (arg != nullptr && arg->annotation != nullptr) VisitExpr(arg->annotation);
  };
  for (const Arg* arg : def.args->posonlyargs) visit(arg);
  for (const Arg* arg : def.args->args) visit(arg);
  visit(def.args->vararg);
  visit(def.args->kwarg);
  for (const Arg* arg : def.args->kwonlyargs) visit(arg);
  if (def.returns != nullptr) VisitExpr(def.returns);
  Leave();
}

void SymbolVisitor::VisitTypeParams(List<const TypeParam*> params) {
  for (const TypeParam* param : params) {
    if (GivenUp()) return;
    if (!CheckDebug(param->name, Context::kStore, param->span)) return;
    Define(param->name, kSymbolTypeParameter | kSymbolLocal, param->span);
    if (param->bound != nullptr) {
      VisitTypeVariable(
          *param, param->bound, ScopeRole::kBody,
          param->bound->kind == ExprKind::kTuple ? "a TypeVar constraint" : "a TypeVar bound");
    }
    if (param->default_value == nullptr) continue;
    VisitTypeVariable(*param, param->default_value, ScopeRole::kDefault,
                      param->kind == TypeParamKind::kTypeVar     ? "a TypeVar default"
                      : param->kind == TypeParamKind::kParamSpec ? "a ParamSpec default"
                                                                 : "a TypeVarTuple default");
  }
}

void SymbolVisitor::VisitTypeVariable(const TypeParam& param, const Expr* value, ScopeRole role,
                                      std::string_view what) {
  Scope& scope = Enter(ScopeKind::kTypeVariable, &param, param.name, value->span, role);
  scope.type_variable = what;
  Define(".format", kSymbolParameter | kSymbolLocal, value->span);
  VisitExpr(value);
  Leave();
}

void SymbolVisitor::VisitTypeAlias(const TypeAlias& alias) {
  VisitExpr(alias.name);
  const Identifier name = alias.name->As<Name>().id;
  const bool generic = !alias.type_params.empty();
  if (generic) {
    Enter(ScopeKind::kTypeParameters, &alias, name, alias.span, ScopeRole::kTypeParameters);
    VisitTypeParams(alias.type_params);
  }
  Enter(ScopeKind::kTypeAlias, &alias, name, alias.span);
  Define(".format", kSymbolParameter | kSymbolLocal, alias.span);
  VisitExpr(alias.value);
  Leave();
  if (generic) Leave();
}

void SymbolVisitor::VisitAnnAssign(const AnnAssign& assign) {
  if (const Name* name = assign.target->TryAs<Name>()) {
    if (!CheckDebug(name->id, Context::kStore, name->span)) return;
    const Symbol* symbol = table_.Find(*current_, name->id);
    const uint16_t flags = symbol == nullptr ? 0 : symbol->flags;
    if ((flags & (kSymbolGlobal | kSymbolNonlocal)) != 0 && assign.simple &&
        current_->kind != ScopeKind::kModule) {
      return Fail(assign.span,
                  Quoted("annotated name ", name->id,
                         (flags & kSymbolGlobal) != 0 ? " can't be global" : " can't be nonlocal"));
    }
    if (assign.simple) {
      Define(name->id, kSymbolAnnotated | kSymbolLocal, name->span);
    } else if (assign.value != nullptr) {
      Define(name->id, kSymbolLocal, name->span);
    }
  } else {
    VisitExpr(assign.target);
  }
  if (current_->kind == ScopeKind::kModule && assign.simple && conditional_depth_ > 0) {
    current_->has_conditional_annotations = true;
  }
  const bool discard = future_annotations_ || current_->kind != ScopeKind::kModule;
  Enter(ScopeKind::kAnnotation, &assign, {}, assign.span, ScopeRole::kAnnotations).is_discarded |=
      discard;
  Define(".format", kSymbolParameter | kSymbolLocal, assign.span);
  VisitExpr(assign.annotation);
  Leave();
  if (assign.value != nullptr) VisitExpr(assign.value);
}

// `elif` chains may be long: they are followed in a loop.
void SymbolVisitor::VisitIf(const If& statement) {
  ++conditional_depth_;
  for (const If* branch = &statement; branch != nullptr && !error_;) {
    VisitExpr(branch->test);
    VisitBody(branch->body);
    const List<const Stmt*> orelse = branch->orelse;
    branch = orelse.size() == 1 ? orelse[0]->TryAs<If>() : nullptr;
    if (branch == nullptr) VisitBody(orelse);
  }
  --conditional_depth_;
}

void SymbolVisitor::VisitFor(const For& loop) {
  if (loop.kind == StmtKind::kAsyncFor) MarkModuleCoroutine();
  VisitExpr(loop.target);
  VisitExpr(loop.iter);
  ++conditional_depth_;
  VisitLoopBody(loop.body);
  VisitBody(loop.orelse);
  --conditional_depth_;
}

void SymbolVisitor::VisitWith(const With& with) {
  if (with.kind == StmtKind::kAsyncWith) MarkModuleCoroutine();
  for (const WithItem* item : with.items) {
    if (GivenUp()) break;
    VisitExpr(item->context_expr);
    if (item->optional_vars != nullptr) VisitExpr(item->optional_vars);
  }
  ++conditional_depth_;
  VisitBody(with.body);
  --conditional_depth_;
}

void SymbolVisitor::VisitTry(const Try& statement) {
  ++conditional_depth_;
  VisitBody(statement.body);
  for (const ExceptHandler* handler : statement.handlers) {
    if (GivenUp()) break;
    if (handler->type != nullptr) VisitExpr(handler->type);
    if (!handler->name.empty()) {
      if (!CheckDebug(handler->name, Context::kStore, handler->span)) return;
      Define(handler->name, kSymbolLocal | kSymbolUnbinds, handler->span);
    }
    VisitHandlerBody(*handler);
  }
  VisitBody(statement.orelse);
  const bool outer_finally = in_finally_;
  in_finally_ = true;
  VisitBody(statement.finalbody);
  in_finally_ = outer_finally;
  --conditional_depth_;
}

void SymbolVisitor::VisitHandlerBody(const ExceptHandler& handler) {
  if (handler.name.empty()) return VisitBody(handler.body);
  Symbol& symbol = table_.FindOrAdd(*current_, handler.name);
  // A handler inside of one unbinds the name that the outer one has bound.
  if (symbol.is_caught) symbol.flags |= kSymbolDeleted;
  const bool outer = std::exchange(symbol.is_caught, true);
  VisitBody(handler.body);
  symbol.is_caught = outer;
}

void SymbolVisitor::VisitImport(const Stmt& statement, List<const Alias*> names) {
  (void)statement;
  for (const Alias* alias : names) {
    if (GivenUp()) return;
    if (alias->name == "*") {
      if (current_->kind != ScopeKind::kModule) {
        return Fail(alias->span, "import * only allowed at module level");
      }
      continue;
    }
    Identifier bound = alias->asname;
    if (bound.empty()) bound = alias->top.empty() ? alias->name : alias->top;
    if (!CheckDebug(bound, Context::kStore, alias->span)) return;
    Define(bound, kSymbolImported, alias->span);
  }
}

// `global name` after the name was used otherwise; `word` is "global" or "nonlocal".
void SymbolVisitor::Redeclare(Identifier name, const Stmt& statement, uint16_t flag,
                              std::string_view word) {
  const Symbol* symbol = table_.Find(*current_, name);
  const uint16_t flags = symbol == nullptr ? 0 : symbol->flags;
  const std::string kind(word);
  if ((flags & kSymbolParameter) != 0) {
    return Fail(statement.span, Quoted("name ", name, " is parameter and " + kind));
  }
  if ((flags & kSymbolUsed) != 0) {
    return Fail(statement.span,
                Quoted("name ", name, " is used prior to " + kind + " declaration"));
  }
  if ((flags & kSymbolAnnotated) != 0) {
    return Fail(statement.span, Quoted("annotated name ", name, " can't be " + kind));
  }
  if ((flags & kSymbolLocal) != 0) {
    return Fail(statement.span,
                Quoted("name ", name, " is assigned to before " + kind + " declaration"));
  }
  Define(name, flag, statement.span);
  directives_.push_back({current_, name.data(), statement.span});
}

void SymbolVisitor::VisitGlobal(const Global& statement) {
  for (Identifier name : statement.names) {
    if (GivenUp()) return;
    Redeclare(name, statement, kSymbolGlobal, "global");
    // As in CPython, the name is a global one at the top level too: what exec() has as locals
    // does not hide it there.
    table_.FindOrAdd(table_.module(), name).flags |= kSymbolGlobal;
  }
}

void SymbolVisitor::VisitNonlocal(const Nonlocal& statement) {
  for (Identifier name : statement.names) {
    if (GivenUp()) return;
    Redeclare(name, statement, kSymbolNonlocal, "nonlocal");
  }
}

// ---- Expressions

// The left children are walked in a loop: `a + b + c + ...` is a tree as deep as the chain is long,
// and the parser bounds only other depths.
void SymbolVisitor::VisitExpr(const Expr* expr) {
  if (GivenUp()) return;
  if (expr->kind == ExprKind::kName) return VisitName(expr->As<Name>());
  if (expr->kind == ExprKind::kConstant) return;
  const size_t mark = spine_.size();
  while (const Expr* left = LeftChild(*expr)) {
    spine_.push_back(expr);
    expr = left;
  }
  VisitLeaf(*expr);
  while (spine_.size() > mark) {
    const Expr* parent = spine_.back();
    spine_.pop_back();
    VisitAfterLeft(*parent);
  }
}

// What follows the left child of an expression that has one.
void SymbolVisitor::VisitAfterLeft(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kBinOp: return VisitExpr(expr.As<BinOp>().right);
    case ExprKind::kAttribute:
      CheckDebug(expr.As<Attribute>().attr, expr.As<Attribute>().ctx, expr.span);
      return;
    case ExprKind::kSubscript: return VisitExpr(expr.As<Subscript>().slice);
    case ExprKind::kCall: {
      const Call& call = expr.As<Call>();
      for (const Keyword* keyword : call.keywords) {
        if (!CheckDebug(keyword->arg, Context::kStore, keyword->span)) return;
      }
      VisitAll(call.args);
      for (const Keyword* keyword : call.keywords) VisitExpr(keyword->value);
      return;
    }
    default: return;
  }
}

void SymbolVisitor::VisitLeaf(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kNamedExpr: return VisitNamedExpr(expr.As<NamedExpr>());
    case ExprKind::kLambda: return VisitLambda(expr.As<Lambda>());
    case ExprKind::kDict: {
      const Dict& dict = expr.As<Dict>();
      for (const Expr* key : dict.keys) {
        if (key != nullptr) VisitExpr(key);
      }
      return VisitAll(dict.values);
    }
    case ExprKind::kListComp: {
      const ListComp& comp = expr.As<ListComp>();
      return VisitComprehension(expr, ScopeKind::kListComp, comp.generators, comp.elt, nullptr);
    }
    case ExprKind::kSetComp: {
      const SetComp& comp = expr.As<SetComp>();
      return VisitComprehension(expr, ScopeKind::kSetComp, comp.generators, comp.elt, nullptr);
    }
    case ExprKind::kDictComp: {
      const DictComp& comp = expr.As<DictComp>();
      return VisitComprehension(expr, ScopeKind::kDictComp, comp.generators, comp.key, comp.value);
    }
    case ExprKind::kGeneratorExp: {
      const GeneratorExp& comp = expr.As<GeneratorExp>();
      return VisitComprehension(expr, ScopeKind::kGenerator, comp.generators, comp.elt, nullptr);
    }
    case ExprKind::kAwait: return VisitAwait(expr.As<Await>());
    case ExprKind::kYield: return VisitYield(expr, expr.As<Yield>().value);
    case ExprKind::kYieldFrom: return VisitYield(expr, expr.As<YieldFrom>().value);
    case ExprKind::kCompare:
      VisitExpr(expr.As<Compare>().left);
      return VisitAll(expr.As<Compare>().comparators);
    case ExprKind::kName: return VisitName(expr.As<Name>());
    default: return VisitOperands(expr, [this](const Expr* operand) { VisitExpr(operand); });
  }
}

// Who says locals() or eval() may see all names of the function, so none of its variables may be
// left out.
void SymbolVisitor::VisitName(const Name& name) {
  if (!CheckDebug(name.id, name.ctx, name.span)) return;
  Symbol& symbol = table_.FindOrAdd(*current_, name.id);
  name.symbol = &symbol;
  if (name.ctx != Context::kLoad) {
    const uint16_t unbinds = name.ctx == Context::kDel ? kSymbolUnbinds | kSymbolDeleted : 0;
    return DefineSymbol(symbol, kSymbolLocal | unbinds, name.span);
  }
  if (current_->in_iteration_target) DefineSymbol(symbol, kSymbolUsed, name.span);
  if ((symbol.flags & kSymbolUsed) != 0) return;
  symbol.flags |= kSymbolUsed;
  if (name.id == "locals" || name.id == "vars" || name.id == "dir" || name.id == "eval" ||
      name.id == "exec") {
    for (Scope* scope = current_; scope != nullptr; scope = scope->parent) {
      scope->sees_locals = true;
      if (!scope->is_inlined()) break;
    }
  }
}

void SymbolVisitor::VisitNamedExpr(const NamedExpr& named) {
  if (!AllowedHere(named, "named expression")) return;
  if (current_->iterable_depth > 0) {
    return Fail(named.span,
                "assignment expression cannot be used in a comprehension iterable expression");
  }
  const Name& target = named.target->As<Name>();
  if (current_->is_comprehension()) ExtendNamedExprScope(target);
  VisitExpr(named.value);
  VisitExpr(named.target);
  if (error_) return;
  current_->frame->has_walrus = true;
  table_.FindOrAdd(*current_, target.id).flags |= kSymbolWalrus;
}

// `:=` inside a comprehension binds in the function (or module) around it.
void SymbolVisitor::ExtendNamedExprScope(const Name& target) {
  auto bind = [&](Scope& scope, uint16_t own, uint16_t outer) {
    Define(target.id, own, target.span);
    directives_.push_back({current_, target.id.data(), target.span});
    DefineIn(scope, target.id, outer | kSymbolWalrus, target.span);
  };
  constexpr std::string_view kWithin =
      "assignment expression within a comprehension cannot be used ";
  for (Scope* scope = current_; scope != nullptr && !error_; scope = scope->parent) {
    const Symbol* symbol = table_.Find(*scope, target.id);
    const uint16_t flags = symbol == nullptr ? 0 : symbol->flags;
    if (scope->is_comprehension()) {
      if ((flags & kSymbolIteration) != 0 && (flags & kSymbolLocal) != 0) {
        Fail(target.span,
             Quoted("assignment expression cannot rebind comprehension iteration variable ",
                    target.id, ""));
      }
      continue;
    }
    scope->has_walrus = true;
    switch (scope->kind) {
      case ScopeKind::kModule: return bind(*scope, kSymbolGlobal, kSymbolGlobal);
      case ScopeKind::kTypeParameters:
        return Fail(target.span, std::string(kWithin) + "within the definition of a generic");
      case ScopeKind::kTypeAlias:
        return Fail(target.span, std::string(kWithin) + "in a type alias");
      case ScopeKind::kTypeVariable:
        return Fail(target.span, std::string(kWithin) + "in " + std::string(scope->type_variable));
      case ScopeKind::kAnnotation: continue;
      default:
        return bind(*scope, (flags & kSymbolGlobal) != 0 ? kSymbolGlobal : kSymbolNonlocal,
                    kSymbolLocal);
    }
  }
}

void SymbolVisitor::VisitComprehension(const Expr& expr, ScopeKind kind,
                                       List<const Comprehension*> generators, const Expr* first,
                                       const Expr* second) {
  static constexpr std::string_view kNames[] = {"<listcomp>", "<setcomp>", "<dictcomp>",
                                                "<genexpr>"};
  const Comprehension& outermost = *generators[0];
  ++current_->iterable_depth;
  VisitExpr(outermost.iter);
  --current_->iterable_depth;
  Scope& scope =
      Enter(kind, &expr, kNames[static_cast<int>(kind) - static_cast<int>(ScopeKind::kListComp)],
            expr.span);
  if (kind == ScopeKind::kGenerator) Define(".0", kSymbolParameter | kSymbolLocal, expr.span);
  scope.is_coroutine = outermost.is_async;
  scope.in_iteration_target = true;
  VisitExpr(outermost.target);
  scope.in_iteration_target = false;
  VisitAll(outermost.ifs);
  for (uint32_t i = 1; i < generators.size(); ++i) VisitGenerator(*generators[i]);
  if (second != nullptr) VisitExpr(second);
  VisitExpr(first);
  scope.is_generator = kind == ScopeKind::kGenerator;
  const bool is_async = scope.is_coroutine && kind != ScopeKind::kGenerator;
  Leave();
  // A function with such a comprehension must be async, which the emitter checks.
  if (is_async && (current_->is_comprehension() || current_->kind == ScopeKind::kModule)) {
    current_->is_coroutine = true;
  }
}

void SymbolVisitor::VisitGenerator(const Comprehension& generator) {
  current_->in_iteration_target = true;
  VisitExpr(generator.target);
  current_->in_iteration_target = false;
  ++current_->iterable_depth;
  VisitExpr(generator.iter);
  --current_->iterable_depth;
  VisitAll(generator.ifs);
  if (generator.is_async) current_->is_coroutine = true;
}

void SymbolVisitor::VisitYield(const Expr& expr, const Expr* value) {
  if (!AllowedHere(expr, "yield expression")) return;
  if (value != nullptr) VisitExpr(value);
  current_->is_generator = true;
  switch (current_->kind) {
    case ScopeKind::kListComp: return Fail(expr.span, "'yield' inside list comprehension");
    case ScopeKind::kSetComp: return Fail(expr.span, "'yield' inside set comprehension");
    case ScopeKind::kDictComp: return Fail(expr.span, "'yield' inside dict comprehension");
    case ScopeKind::kGenerator: return Fail(expr.span, "'yield' inside generator expression");
    default: return;
  }
}

void SymbolVisitor::VisitAwait(const Await& await) {
  if (!AllowedHere(await, "await expression")) return;
  VisitExpr(await.value);
  // In a comprehension it makes the comprehension asynchronous; elsewhere the emitter checks.
  if (current_->is_comprehension() || current_->kind == ScopeKind::kModule) {
    current_->is_coroutine = true;
  }
}

// `what` cannot be used in annotations and type expressions.
bool SymbolVisitor::AllowedHere(const Expr& expr, std::string_view what) {
  std::string message(what);
  message += " cannot be used within ";
  switch (current_->kind) {
    case ScopeKind::kAnnotation: message += "an annotation"; break;
    case ScopeKind::kTypeVariable: message += current_->type_variable; break;
    case ScopeKind::kTypeAlias: message += "a type alias"; break;
    case ScopeKind::kTypeParameters: message += "the definition of a generic"; break;
    default: return true;
  }
  Fail(expr.span, std::move(message));
  return false;
}

// Second half: who owns the names that are not bound where they are used. A name goes outwards from
// function to function; each function on the way captures it, so that every cell is at most one
// step away at run time.
class Resolver {
 public:
  Resolver(ScopeTable& table, const SymbolVisitor& visitor, StopCheck* stop)
      : table_(table), visitor_(visitor), stop_(stop) {}

  std::optional<ScopeError> Run() {
    // Children stand behind their parents, and symbols added on the way are resolved at once.
    for (Scope* scope : table_.scopes()) {
      if (IsOver(stop_)) break;
      for (Symbol* symbol = scope->first; symbol != nullptr; symbol = symbol->next) {
        if (IsOver(stop_)) break;
        if (scope->is_discarded && (symbol->flags & kSymbolParameter) == 0) continue;
        if (symbol->place == Place::kUnresolved) Resolve(*symbol);
        if (error_) return std::move(error_);
      }
    }
    return std::nullopt;
  }

 private:
  void FailAtDirective(const Symbol& symbol, std::string message) {
    error_ = ScopeError{visitor_.DirectiveFor(*symbol.scope, symbol.name), std::move(message)};
  }
  void Resolve(Symbol& symbol);
  void ResolveNonlocal(Symbol& symbol);
  Symbol* FindOwner(const Symbol& symbol) const;
  void Connect(Symbol& symbol, Symbol& owner);
  Symbol& FreeIn(Scope& frame, Identifier name);

  ScopeTable& table_;
  const SymbolVisitor& visitor_;
  StopCheck* const stop_;
  std::optional<ScopeError> error_;
};

void Resolver::Resolve(Symbol& symbol) {
  if ((symbol.flags & kSymbolGlobal) != 0) {
    if ((symbol.flags & kSymbolNonlocal) != 0) {
      return FailAtDirective(symbol, Quoted("name ", symbol.name, " is nonlocal and global"));
    }
    symbol.place = Place::kGlobal;
    return;
  }
  if ((symbol.flags & kSymbolNonlocal) != 0) return ResolveNonlocal(symbol);
  if (symbol.scope->kind == ScopeKind::kModule) {
    symbol.place = Place::kGlobal;
    return;
  }
  if ((symbol.flags & kSymbolBound) != 0) {
    symbol.place = Place::kLocal;
    symbol.owner = &symbol;
    return;
  }
  Symbol* owner = FindOwner(symbol);
  if (owner == nullptr) {
    symbol.place = Place::kGlobal;
  } else {
    Connect(symbol, *owner);
  }
}

void Resolver::ResolveNonlocal(Symbol& symbol) {
  if (symbol.scope->kind == ScopeKind::kModule) {
    return FailAtDirective(symbol, "nonlocal declaration not allowed at module level");
  }
  Symbol* owner = FindOwner(symbol);
  if (owner == nullptr) {
    return FailAtDirective(symbol, Quoted("no binding for nonlocal ", symbol.name, " found"));
  }
  if ((owner->flags & kSymbolTypeParameter) != 0) {
    return FailAtDirective(
        symbol, Quoted("nonlocal binding not allowed for type parameter ", symbol.name, ""));
  }
  Connect(symbol, *owner);
}

// The binding of `symbol` in a function around its scope; null if it is global there.
Symbol* Resolver::FindOwner(const Symbol& symbol) const {
  for (Scope* scope = symbol.scope->parent; scope != nullptr; scope = scope->parent) {
    if (scope->kind == ScopeKind::kModule) return nullptr;
    Symbol* found = table_.Find(*scope, symbol.name);
    if (found == nullptr) continue;
    if ((found->flags & kSymbolGlobal) != 0) return nullptr;
    if ((found->flags & kSymbolNonlocal) != 0) continue;
    if ((found->flags & kSymbolBound) != 0) return found;
  }
  return nullptr;
}

void Resolver::Connect(Symbol& symbol, Symbol& owner) {
  Scope* frame = symbol.scope->frame;
  if (frame == owner.scope->frame) {
    symbol.place = Place::kLocal;
    symbol.owner = &owner;
    return;
  }
  owner.flags |= kSymbolCaptured;
  Symbol* own = nullptr;
  for (Scope* at = frame; at != owner.scope->frame; at = at->parent->frame) {
    Symbol& hop = FreeIn(*at, symbol.name);
    if (own == nullptr) own = &hop;
  }
  symbol.place = Place::kFree;
  symbol.owner = own;
}

// Marks `name` as passing through `frame` on its way inwards. A frame on the way does not bind the
// name itself, but a comprehension that is inlined in it may, so the symbol gets its own mark.
Symbol& Resolver::FreeIn(Scope& frame, Identifier name) {
  Symbol& symbol = table_.FindOrAdd(frame, name);
  symbol.place = Place::kFree;
  symbol.owner = &symbol;
  return symbol;
}

}  // namespace

std::optional<ScopeError> ScopeTable::Build(const Module& module, bool future_annotations,
                                            StopCheck* stop) {
  SymbolVisitor visitor(*this, arena_, future_annotations, warnings_, stop);
  if (std::optional<ScopeError> error = visitor.Run(module)) return error;
  return Resolver(*this, visitor, stop).Run();
}

}  // namespace pysub
