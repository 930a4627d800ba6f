#include <algorithm>
#include <unordered_set>
#include <utility>

#include "compiler/check/facts.h"
#include "compiler/tree_walk.h"

namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

// One walk over the tree in the order in which things happen.
class FactCollector {
 public:
  FactCollector(ScopeTable& table, Arena& arena, StopCheck* stop)
      : facts_(table), table_(table), stop_(stop), spine_(arena) {}

  ProgramFacts Walk(const Module& module) {
    scope_ = &table_.module();
    VisitBody(module.body);
    return std::move(facts_);
  }

 private:
  // What belongs to the function whose body is walked.
  struct Frame {
    const Scope* scope;
    uint32_t loop;
    Caught caught;
    bool is_dead;
    bool loop_has_break;
    bool in_function;
    Answer answer;
    bool has_answer;
  };

  Frame Enter(const Scope* scope) {
    const Frame outer = {scope_,          loop_,        caught_, is_dead_,
                         loop_has_break_, in_function_, answer_, has_answer_};
    answer_ = {};
    has_answer_ = false;
    if (scope != nullptr) scope_ = scope;
    loop_ = 0;
    caught_ = {};
    in_function_ = true;
    return outer;
  }
  void Leave(const Frame& outer) {
    scope_ = outer.scope;
    loop_ = outer.loop;
    caught_ = outer.caught;
    is_dead_ = outer.is_dead;
    loop_has_break_ = outer.loop_has_break;
    in_function_ = outer.in_function;
    answer_ = outer.answer;
    has_answer_ = outer.has_answer;
  }
  // Of the outermost loop only: what is bound anywhere in it may be bound when it goes around.
  uint32_t EnterLoop() {
    const uint32_t outer = loop_;
    if (outer == 0) {
      facts_.loop_ends.push_back(kNever);
      loop_ = static_cast<uint32_t>(facts_.loop_ends.size());
    }
    return outer;
  }
  void LeaveLoop(uint32_t outer) {
    if (outer == 0) facts_.loop_ends[loop_ - 1] = now_;
    loop_ = outer;
  }

  bool LivesHere(const Symbol& symbol) const;
  void Bind(const Symbol* symbol, const Arguments* function = nullptr);
  void BindName(Identifier name, const Arguments* function = nullptr) {
    Bind(table_.Find(*scope_, name), function);
  }
  void BindParameters(const Scope& scope, const Arguments& args);
  void BindTypeParameters(const void* node, List<const TypeParam*> params);

  void UseValue(ValueUse::Kind kind, const Expr& expr, SourceSpan span,
                const Expr* other = nullptr);

  bool VisitBody(List<const Stmt*> body);
  bool VisitStmt(const Stmt& statement);
  void VisitFunctionDef(const FunctionDef& def);
  bool VisitIf(const If& statement);
  void VisitFor(const For& loop);
  bool VisitWhile(const While& loop);
  void VisitWith(const With& with);
  bool VisitTry(const Try& statement);
  void VisitReturn(const Return& statement);
  void VisitAssign(const Assign& assign);
  void VisitTypeAlias(const TypeAlias& alias);
  void VisitAugAssign(const AugAssign& assign);
  void VisitAnnAssign(const AnnAssign& assign);
  void VisitImport(const Alias& alias);
  void VisitImportFrom(const ImportFrom& statement, const Alias& alias);
  void VisitExprStmt(const Expr& value);
  void VisitExpr(const Expr* expr);
  void VisitOptional(const Expr* expr) {
    if (expr != nullptr) VisitExpr(expr);
  }
  void VisitAll(List<const Expr*> list) {
    for (const Expr* expr : list) VisitExpr(expr);
  }
  void VisitDefaults(const Arguments& args);
  void VisitLambda(const Lambda& lambda);
  void VisitLeaf(const Expr& expr);
  void VisitAfterLeft(const Expr& expr);
  void VisitCall(const Call& call);
  void VisitName(const Name& name);
  void Want(const Name& name);
  void WantMember(const Attribute& attribute);
  void WantImport(std::string_view name, std::string_view member, SourceSpan span);
  void VisitComprehension(const Expr& expr, List<const Comprehension*> generators,
                          const Expr* first, const Expr* second);
  static bool OnlyReads(const Expr& expr);
  void Unreachable(SourceSpan span) { facts_.unreachable.push_back(span); }
  Caught CaughtBy(const Expr* type);

  ProgramFacts facts_;
  ScopeTable& table_;
  StopCheck* const stop_;
  ArenaVector<const Expr*> spine_;
  const Scope* scope_ = nullptr;
  uint32_t now_ = 0;
  uint32_t loop_ = 0;
  Caught caught_;
  bool is_dead_ = false;  // in code that never runs
  bool loop_has_break_ = false;
  bool in_function_ = false;
  std::unordered_set<const Expr*> read_only_;  // what these answer is only looked at
  Answer answer_;                              // of the function that is walked
  bool has_answer_ = false;                    // it returns some value
};

bool FactCollector::LivesHere(const Symbol& symbol) const {
  return symbol.place == Place::kLocal ||
         (symbol.place == Place::kGlobal && symbol.scope->frame == &table_.module());
}

void FactCollector::Bind(const Symbol* symbol, const Arguments* function) {
  if (symbol == nullptr) return;
  Variable& variable = facts_.variables[facts_.VariableOf(*symbol)];
  variable.first_bound = std::min(variable.first_bound, LivesHere(*symbol) ? ++now_ : 0);
  ++variable.bindings;
  variable.function = function;
  variable.module = variable.member = {};
  variable.value = nullptr;
}

void FactCollector::BindParameters(const Scope& scope, const Arguments& args) {
  const auto bind = [&](const Arg* arg) {
    if (arg != nullptr) Bind(table_.Find(scope, arg->arg));
  };
  for (const Arg* arg : args.posonlyargs) bind(arg);
  for (const Arg* arg : args.args) bind(arg);
  for (const Arg* arg : args.kwonlyargs) bind(arg);
  bind(args.vararg);
  bind(args.kwarg);
}

void FactCollector::BindTypeParameters(const void* node, List<const TypeParam*> params) {
  if (params.empty()) return;
  const Scope& scope = table_.ScopeOf(node, ScopeRole::kTypeParameters);
  for (const TypeParam* param : params) Bind(table_.Find(scope, param->name));
}

// ---- Statements. Each answers whether what follows it is never reached.

// The usual way to make a function a generator that yields nothing: `return` and then a `yield`.
bool IsYield(const Stmt& statement) {
  const ExprStmt* expression = statement.TryAs<ExprStmt>();
  return expression != nullptr && (expression->value->kind == ExprKind::kYield ||
                                   expression->value->kind == ExprKind::kYieldFrom);
}

bool FactCollector::VisitBody(List<const Stmt*> body) {
  bool ended = false;
  const bool outer = is_dead_;
  for (const Stmt* statement : body) {
    if (IsOver(stop_)) return false;
    if (ended && !is_dead_) {
      is_dead_ = true;
      if (!IsYield(*body.back()) && !IsYield(*statement)) Unreachable(statement->span);
    }
    if (VisitStmt(*statement)) ended = true;
  }
  is_dead_ = outer;
  return ended;
}

bool FactCollector::VisitStmt(const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: VisitFunctionDef(statement.As<FunctionDef>()); return false;
    case StmtKind::kReturn: VisitReturn(statement.As<Return>()); return true;
    case StmtKind::kDelete: VisitAll(statement.As<Delete>().targets); return false;
    case StmtKind::kAssign: VisitAssign(statement.As<Assign>()); return false;
    case StmtKind::kTypeAlias: VisitTypeAlias(statement.As<TypeAlias>()); return false;
    case StmtKind::kAugAssign: VisitAugAssign(statement.As<AugAssign>()); return false;
    case StmtKind::kAnnAssign: VisitAnnAssign(statement.As<AnnAssign>()); return false;
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: VisitFor(statement.As<For>()); return false;
    case StmtKind::kWhile: return VisitWhile(statement.As<While>());
    case StmtKind::kIf: return VisitIf(statement.As<If>());
    case StmtKind::kWith:
    case StmtKind::kAsyncWith: VisitWith(statement.As<With>()); return false;
    case StmtKind::kRaise:
      VisitOptional(statement.As<Raise>().exc);
      VisitOptional(statement.As<Raise>().cause);
      return true;
    case StmtKind::kTry:
    case StmtKind::kTryStar: return VisitTry(statement.As<Try>());
    case StmtKind::kAssert:
      VisitExpr(statement.As<Assert>().test);
      VisitOptional(statement.As<Assert>().msg);
      return false;
    case StmtKind::kImport:
      for (const Alias* alias : statement.As<Import>().names) VisitImport(*alias);
      return false;
    case StmtKind::kImportFrom:
      for (const Alias* alias : statement.As<ImportFrom>().names)
        VisitImportFrom(statement.As<ImportFrom>(), *alias);
      return false;
    case StmtKind::kExpr: VisitExprStmt(*statement.As<ExprStmt>().value); return false;
    case StmtKind::kBreak: loop_has_break_ = true; return true;
    case StmtKind::kContinue: return true;
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal:
    case StmtKind::kPass: return false;
  }
  return false;
}

// What a function gives is known only as long as all its `return`s give tuples of one length.
void FactCollector::VisitReturn(const Return& statement) {
  if (statement.value == nullptr) return;
  VisitExpr(statement.value);
  const Tuple* tuple = statement.value->TryAs<Tuple>();
  const bool is_fixed = tuple != nullptr && LengthOfDisplay(*tuple) >= 0;
  const int64_t length = is_fixed ? LengthOfDisplay(*tuple) : -1;
  answer_.length = has_answer_ && answer_.length != length ? -1 : length;
  has_answer_ = true;
}

// The value of an alias is evaluated when somebody asks for it.
void FactCollector::VisitTypeAlias(const TypeAlias& alias) {
  BindTypeParameters(&alias, alias.type_params);
  VisitExpr(alias.name);
}

// `x += 1` binds nothing that was not bound.
void FactCollector::VisitAugAssign(const AugAssign& assign) {
  const Name* name = assign.target->TryAs<Name>();
  if (name == nullptr) {
    VisitExpr(assign.target);
  } else if (name->symbol != nullptr) {
    Want(*name);
    ++facts_.variables[facts_.VariableOf(*name->symbol)].bindings;
  }
  VisitExpr(assign.value);
}

// `x: int` alone binds nothing.
void FactCollector::VisitAnnAssign(const AnnAssign& assign) {
  VisitOptional(assign.value);
  const Name* name = assign.target->TryAs<Name>();
  if (name == nullptr) return VisitExpr(assign.target);
  if (assign.value == nullptr) return;
  BindName(name->id);
  if (name->symbol != nullptr)
    facts_.variables[facts_.VariableOf(*name->symbol)].value = assign.value;
}

void FactCollector::VisitImport(const Alias& alias) {
  if (alias.name == "builtins" || alias.name == "__main__") facts_.binds_dynamically = true;
  if (alias.name == "sys" && !alias.asname.empty()) facts_.looks_elsewhere = true;
  WantImport(alias.name, "", alias.span);
  const Identifier bound = !alias.asname.empty() ? alias.asname
                           : alias.top.empty()   ? alias.name
                                                 : alias.top;
  BindName(bound);
  const Symbol* symbol = table_.Find(*scope_, bound);
  if (symbol == nullptr) return;
  // `import a.b` binds a, `import a.b as c` binds a.b.
  facts_.variables[facts_.VariableOf(*symbol)].module =
      !alias.asname.empty() ? std::string_view(alias.name) : std::string_view(bound);
}

void FactCollector::VisitImportFrom(const ImportFrom& statement, const Alias& alias) {
  if (alias.name == "*") {
    facts_.binds_dynamically = true;
    return;
  }
  const bool is_absolute = statement.level == 0;
  if (statement.module == "sys" && alias.name == "path") facts_.looks_elsewhere = true;
  if (is_absolute) WantImport(statement.module, alias.name, alias.span);
  const Identifier bound = !alias.asname.empty() ? alias.asname : alias.name;
  BindName(bound);
  const Symbol* symbol = table_.Find(*scope_, bound);
  if (symbol == nullptr || !is_absolute) return;
  Variable& variable = facts_.variables[facts_.VariableOf(*symbol)];
  variable.module = statement.module;
  variable.member = alias.name;
}

// Nobody takes the value of an expression that is a statement.
void FactCollector::VisitExprStmt(const Expr& value) {
  VisitExpr(&value);
  if (value.kind == ExprKind::kCall || value.kind == ExprKind::kName ||
      value.kind == ExprKind::kAttribute) {
    UseValue(ValueUse::Kind::kDrop, value, value.span);
  }
}

void FactCollector::VisitDefaults(const Arguments& args) {
  VisitAll(args.defaults);
  for (const Expr* value : args.kw_defaults) {
    VisitOptional(value);
  }
}

// Annotations are evaluated when somebody asks for them, so nothing is said of them.
void FactCollector::VisitFunctionDef(const FunctionDef& def) {
  VisitDefaults(*def.args);
  VisitAll(def.decorator_list);
  BindTypeParameters(&def, def.type_params);
  const Scope& scope = table_.ScopeOf(&def);
  const Frame outer = Enter(&scope);
  BindParameters(scope, *def.args);
  const bool ends = VisitBody(def.body);
  Answer answer = answer_;
  answer.is_async = def.kind == StmtKind::kAsyncFunctionDef;
  answer.is_generator = scope.is_generator;
  answer.is_nothing = !has_answer_ && !ends;
  if (!ends) answer.length = -1;
  facts_.answers[def.args] = answer;
  Leave(outer);
  BindName(def.name, def.decorator_list.empty() ? def.args : nullptr);
}

void FactCollector::VisitLambda(const Lambda& lambda) {
  VisitDefaults(*lambda.args);
  const Scope& scope = table_.ScopeOf(&lambda);
  const Frame outer = Enter(&scope);
  BindParameters(scope, *lambda.args);
  VisitExpr(lambda.body);
  Leave(outer);
}

void FactCollector::VisitAssign(const Assign& assign) {
  VisitExpr(assign.value);
  const Lambda* lambda = assign.value->TryAs<Lambda>();
  for (const Expr* target : assign.targets) {
    const Name* name = target->TryAs<Name>();
    if (name != nullptr && name->symbol != nullptr) {
      Bind(name->symbol, lambda != nullptr ? lambda->args : nullptr);
      facts_.variables[facts_.VariableOf(*name->symbol)].value = assign.value;
    } else {
      VisitExpr(target);
      UseValue(ValueUse::Kind::kUnpack, *assign.value, target->span, target);
    }
  }
}

enum class Truth : uint8_t { kUnknown, kTrue, kFalse };

Truth TruthOf(const Expr& expr) {
  const Constant* constant = expr.TryAs<Constant>();
  if (constant == nullptr) {
    const Name* name = expr.TryAs<Name>();
    return name != nullptr && name->id == "TYPE_CHECKING" ? Truth::kFalse : Truth::kUnknown;
  }
  switch (constant->constant_kind) {
    case ConstantKind::kTrue: return Truth::kTrue;
    case ConstantKind::kFalse:
    case ConstantKind::kNone: return Truth::kFalse;
    case ConstantKind::kInt:
      return constant->fits_int64 && constant->int_value == 0 ? Truth::kFalse : Truth::kTrue;
    case ConstantKind::kStr: return constant->text.empty() ? Truth::kFalse : Truth::kTrue;
    default: return Truth::kUnknown;
  }
}

// `elif` chains may be long: they are followed in a loop.
bool FactCollector::VisitIf(const If& statement) {
  const bool outer = is_dead_;
  bool all_end = true;
  for (const If* branch = &statement; branch != nullptr;) {
    VisitExpr(branch->test);
    const Truth truth = TruthOf(*branch->test);
    const bool was_dead = is_dead_;
    if (truth == Truth::kFalse) is_dead_ = true;
    const bool ends = VisitBody(branch->body);
    all_end = all_end && (ends || truth == Truth::kFalse);
    is_dead_ = was_dead || (truth == Truth::kTrue);
    const List<const Stmt*> orelse = branch->orelse;
    branch = orelse.size() == 1 ? orelse[0]->TryAs<If>() : nullptr;
    if (branch != nullptr) continue;
    const bool else_ends = VisitBody(orelse);
    all_end = all_end && (else_ends || truth == Truth::kTrue);
  }
  is_dead_ = outer;
  return all_end;
}

void FactCollector::VisitFor(const For& loop) {
  VisitExpr(loop.iter);
  if (loop.kind == StmtKind::kFor)
    UseValue(ValueUse::Kind::kIterate, *loop.iter, loop.iter->span, loop.target);
  const uint32_t outer = EnterLoop();
  const bool outer_break = loop_has_break_;
  VisitExpr(loop.target);
  VisitBody(loop.body);
  loop_has_break_ = outer_break;
  LeaveLoop(outer);
  VisitBody(loop.orelse);
}

bool FactCollector::VisitWhile(const While& loop) {
  const uint32_t outer = EnterLoop();
  const bool outer_break = std::exchange(loop_has_break_, false);
  VisitExpr(loop.test);
  const Truth truth = TruthOf(*loop.test);
  const bool was_dead = is_dead_;
  if (truth == Truth::kFalse) is_dead_ = true;
  VisitBody(loop.body);
  is_dead_ = was_dead;
  const bool has_break = std::exchange(loop_has_break_, outer_break);
  LeaveLoop(outer);
  VisitBody(loop.orelse);
  return truth == Truth::kTrue && !has_break;
}

// Whoever leaves a `with` may have been stopped by it (contextlib.suppress), so what
// follows may be reached.
void FactCollector::VisitWith(const With& with) {
  const Caught outer = caught_;
  for (const WithItem* item : with.items) {
    VisitExpr(item->context_expr);
    if (item->optional_vars != nullptr) VisitExpr(item->optional_vars);
    const Call* call = item->context_expr->TryAs<Call>();
    for (const Expr* argument : call != nullptr ? call->args : List<const Expr*>()) {
      const Name* name = argument->TryAs<Name>();
      if (name == nullptr || !(name->id.ends_with("Error") || name->id.ends_with("Exception")))
        continue;
      caught_ = Both(caught_, CaughtBy(name));
    }
  }
  VisitBody(with.body);
  caught_ = outer;
}

// What an `except` with this type is prepared for; null: with none.
Caught FactCollector::CaughtBy(const Expr* type) {
  Caught caught;
  const auto look = [&](const Expr* expr) {
    const Name* name = expr == nullptr ? nullptr : expr->TryAs<Name>();
    const std::string_view id = name == nullptr ? "" : name->id;
    const bool is_known = id.ends_with("Error") || id == "StopIteration" ||
                          id == "KeyboardInterrupt" || id == "SystemExit" ||
                          id == "GeneratorExit" || id == "StopAsyncIteration";
    const bool is_all = !is_known || id == "CancelledError";
    caught.names = caught.names || is_all || id == "NameError" || id == "UnboundLocalError";
    caught.calls = caught.calls || is_all || id == "TypeError";
    caught.values = caught.values || is_all || id == "ValueError" || id == "IndexError" ||
                    id == "KeyError" || id == "LookupError" || id == "TypeError";
    caught.members = caught.members || is_all || id == "AttributeError" || id == "ImportError" ||
                     id == "ModuleNotFoundError";
  };
  const Tuple* types = type == nullptr ? nullptr : type->TryAs<Tuple>();
  if (types == nullptr) {
    look(type);
  } else {
    for (const Expr* one : types->elts) look(one);
  }
  facts_.caught_anywhere = Both(facts_.caught_anywhere, caught);
  return caught;
}

bool FactCollector::VisitTry(const Try& statement) {
  const Caught outer = caught_;
  for (const ExceptHandler* handler : statement.handlers) {
    caught_ = Both(caught_, CaughtBy(handler->type));
  }
  bool ends = VisitBody(statement.body);
  caught_ = outer;
  bool handlers_end = true;
  for (const ExceptHandler* handler : statement.handlers) {
    if (handler->type != nullptr) VisitExpr(handler->type);
    if (!handler->name.empty()) BindName(handler->name);
    handlers_end = VisitBody(handler->body) && handlers_end;
  }
  const bool was_dead = is_dead_;
  if (ends && !statement.orelse.empty() && !is_dead_) {
    Unreachable(statement.orelse[0]->span);
    is_dead_ = true;
  }
  ends = VisitBody(statement.orelse) || ends;
  is_dead_ = was_dead;
  const bool final_ends = VisitBody(statement.finalbody);
  return final_ends || (ends && handlers_end);
}

// ---- Expressions

void FactCollector::VisitExpr(const Expr* expr) {
  if (IsOver(stop_)) return;
  if (expr->kind == ExprKind::kName) return VisitName(expr->As<Name>());
  if (expr->kind == ExprKind::kConstant) return;
  const size_t mark = spine_.size();
  while (const Expr* left = LeftChild(*expr)) {
    if (left->kind == ExprKind::kCall && OnlyReads(*expr)) read_only_.insert(left);
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

// globals()["x"], globals().get("x"): whatever is left of it is not changed here.
bool FactCollector::OnlyReads(const Expr& expr) {
  if (const Subscript* subscript = expr.TryAs<Subscript>()) return subscript->ctx == Context::kLoad;
  const Attribute* attribute = expr.TryAs<Attribute>();
  if (attribute == nullptr) return false;
  const std::string_view attr = attribute->attr;
  return attr == "get" || attr == "keys" || attr == "values" || attr == "items" || attr == "copy";
}

void FactCollector::VisitAfterLeft(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kBinOp: {
      const BinOp& binary = expr.As<BinOp>();
      VisitExpr(binary.right);
      const Constant* left = binary.op == Operator::kMod ? binary.left->TryAs<Constant>() : nullptr;
      const bool formats = left != nullptr && left->constant_kind == ConstantKind::kStr;
      return UseValue(formats ? ValueUse::Kind::kPercent : ValueUse::Kind::kCombine, expr,
                      expr.span);
    }
    case ExprKind::kAttribute: {
      const Attribute& attribute = expr.As<Attribute>();
      const std::string_view attr = attribute.attr;
      if (attr == "__dict__" || attr == "__globals__" || attr == "f_globals" || attr == "modules")
        facts_.binds_dynamically = true;
      const Name* name = attribute.value->TryAs<Name>();
      if (attr == "path" && name != nullptr && name->id == "sys") facts_.looks_elsewhere = true;
      if (attribute.ctx != Context::kLoad && name != nullptr && name->symbol != nullptr) {
        facts_.variables[facts_.VariableOf(*name->symbol)].is_changed = true;
      }
      if (attribute.ctx == Context::kLoad)
        UseValue(ValueUse::Kind::kAttribute, attribute, attribute.span);
      return WantMember(attribute);
    }
    case ExprKind::kSubscript: {
      const Subscript& subscript = expr.As<Subscript>();
      VisitExpr(subscript.slice);
      return UseValue(
          subscript.ctx == Context::kLoad ? ValueUse::Kind::kSubscript : ValueUse::Kind::kChange,
          *subscript.value, subscript.span);
    }
    case ExprKind::kCall: return VisitCall(expr.As<Call>());
    default: return;
  }
}

void FactCollector::VisitCall(const Call& call) {
  VisitAll(call.args);
  for (const Keyword* keyword : call.keywords) VisitExpr(keyword->value);
  const Attribute* attribute = call.func->TryAs<Attribute>();
  const Name* name = (attribute != nullptr ? attribute->value : call.func)->TryAs<Name>();
  if (attribute != nullptr) {
    const Constant* text =
        attribute->attr == "format" ? attribute->value->TryAs<Constant>() : nullptr;
    if (text != nullptr && text->constant_kind == ConstantKind::kStr)
      UseValue(ValueUse::Kind::kFormat, call, call.span);
    if (name == nullptr || name->symbol == nullptr || is_dead_ || caught_.calls) return;
    return facts_.calls.push_back({&call, facts_.VariableOf(*name->symbol), in_function_});
  }
  UseValue(ValueUse::Kind::kCall, *call.func, call.span);
  if (name == nullptr || name->symbol == nullptr) return;
  // vars(x) and eval("1 + 1") bind nothing.
  const std::string_view id = name->id;
  const Constant* text = call.args.size() == 1 ? call.args[0]->TryAs<Constant>() : nullptr;
  if (id == "eval" && !(text != nullptr && text->text.find(":=") == std::string_view::npos))
    facts_.binds_dynamically = true;
  // With a namespace of its own, exec() binds there; whose that is is asked for by name.
  if (id == "exec" && call.args.size() < 2 && call.keywords.empty())
    facts_.binds_dynamically = true;
  if (id == "hasattr") facts_.asks_for_attributes = true;
  const bool tests =
      id == "isinstance" || id == "hasattr" || id == "getattr" || id == "type" || id == "callable";
  const Name* tested = tests && !call.args.empty() ? call.args[0]->TryAs<Name>() : nullptr;
  if (tested != nullptr && tested->symbol != nullptr)
    facts_.variables[facts_.VariableOf(*tested->symbol)].is_tested = true;
  if (read_only_.contains(&call)) return;
  if (id == "globals" || id == "setattr" || id == "delattr" || id == "__import__")
    facts_.binds_dynamically = true;
  if ((id == "vars" || id == "locals") && call.args.empty()) facts_.binds_dynamically = true;
  if (is_dead_ || caught_.calls) return;
  facts_.calls.push_back({&call, facts_.VariableOf(*name->symbol), in_function_});
}

void FactCollector::VisitLeaf(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kNamedExpr:
      VisitExpr(expr.As<NamedExpr>().value);
      return VisitExpr(expr.As<NamedExpr>().target);
    case ExprKind::kLambda: return VisitLambda(expr.As<Lambda>());
    case ExprKind::kDict: {
      const Dict& dict = expr.As<Dict>();
      for (uint32_t i = 0; i < dict.keys.size(); ++i) {
        if (dict.keys[i] != nullptr) VisitExpr(dict.keys[i]);
        VisitExpr(dict.values[i]);
      }
      return;
    }
    case ExprKind::kListComp:
      return VisitComprehension(expr, expr.As<ListComp>().generators, expr.As<ListComp>().elt,
                                nullptr);
    case ExprKind::kSetComp:
      return VisitComprehension(expr, expr.As<SetComp>().generators, expr.As<SetComp>().elt,
                                nullptr);
    case ExprKind::kDictComp:
      return VisitComprehension(expr, expr.As<DictComp>().generators, expr.As<DictComp>().key,
                                expr.As<DictComp>().value);
    case ExprKind::kGeneratorExp:
      return VisitComprehension(expr, expr.As<GeneratorExp>().generators,
                                expr.As<GeneratorExp>().elt, nullptr);
    case ExprKind::kAwait: return VisitExpr(expr.As<Await>().value);
    case ExprKind::kYield:
      if (const Expr* value = expr.As<Yield>().value) VisitExpr(value);
      return;
    case ExprKind::kYieldFrom: return VisitExpr(expr.As<YieldFrom>().value);
    case ExprKind::kCompare:
      VisitExpr(expr.As<Compare>().left);
      for (const Expr* comparator : expr.As<Compare>().comparators) {
        if (comparator->kind == ExprKind::kCall) read_only_.insert(comparator);  // "x" in globals()
        VisitExpr(comparator);
      }
      if (expr.As<Compare>().ops.size() == 1) UseValue(ValueUse::Kind::kOrder, expr, expr.span);
      return;
    case ExprKind::kName: return VisitName(expr.As<Name>());
    case ExprKind::kFormattedValue:
      VisitOperands(expr, [this](const Expr* operand) { VisitExpr(operand); });
      return UseValue(ValueUse::Kind::kFormatCode, expr, expr.span);
    default: return VisitOperands(expr, [this](const Expr* operand) { VisitExpr(operand); });
  }
}

void FactCollector::VisitName(const Name& name) {
  if (name.symbol == nullptr) return;
  if (name.ctx == Context::kStore) return Bind(name.symbol);
  // Behind it there may be a builtin of that name again.
  if (name.ctx == Context::kDel)
    facts_.variables[facts_.VariableOf(*name.symbol)].is_changed = true;
  Want(name);
}

// The name must be bound now: to be read, deleted, or the target of `x += 1`.
void FactCollector::Want(const Name& name) {
  if (is_dead_ || caught_.names) return;
  const Symbol& symbol = *name.symbol;
  facts_.uses.push_back(
      {&name, facts_.VariableOf(symbol), ++now_, loop_, LivesHere(symbol), in_function_});
}

void FactCollector::WantMember(const Attribute& attribute) {
  if (is_dead_ || caught_.members || attribute.ctx != Context::kLoad) return;
  const Attribute* middle = attribute.value->TryAs<Attribute>();
  const Name* base = (middle != nullptr ? middle->value : attribute.value)->TryAs<Name>();
  if (base == nullptr || base->symbol == nullptr) return;
  facts_.members.push_back({&attribute, middle, facts_.VariableOf(*base->symbol), in_function_});
}

void FactCollector::WantImport(std::string_view name, std::string_view member, SourceSpan span) {
  if (!is_dead_ && !caught_.members) facts_.imports.push_back({name, member, span, in_function_});
}

void FactCollector::VisitComprehension(const Expr& expr, List<const Comprehension*> generators,
                                       const Expr* first, const Expr* second) {
  VisitExpr(generators[0]->iter);
  if (!generators[0]->is_async)
    UseValue(ValueUse::Kind::kIterate, *generators[0]->iter, generators[0]->iter->span,
             generators[0]->target);
  // A generator runs later, when somebody asks it.
  const bool is_later = expr.kind == ExprKind::kGeneratorExp;
  const Frame outer = is_later ? Enter(nullptr) : Frame{};
  const uint32_t outer_loop = EnterLoop();
  for (uint32_t i = 0; i < generators.size(); ++i) {
    if (i > 0) VisitExpr(generators[i]->iter);
    VisitExpr(generators[i]->target);
    VisitAll(generators[i]->ifs);
  }
  VisitExpr(first);
  if (second != nullptr) VisitExpr(second);
  LeaveLoop(outer_loop);
  if (is_later) Leave(outer);
}

void FactCollector::UseValue(ValueUse::Kind kind, const Expr& expr, SourceSpan span,
                             const Expr* other) {
  using Kind = ValueUse::Kind;
  if (is_dead_) return;
  const bool is_value = kind >= Kind::kUnpack && kind <= Kind::kFormatCode;
  const bool is_caught = kind == Kind::kAttribute ? caught_.members
                         : is_value               ? caught_.values
                                                  : caught_.calls;
  // (What is not bound yet has no type.)
  if (!is_caught && !caught_.names)
    facts_.values.push_back({kind, &expr, other, span, in_function_});
}

}  // namespace

const void* ProgramFacts::VariableOf(const Symbol& symbol) const {
  if (symbol.place == Place::kGlobal) return symbol.name.data();
  if (symbol.place == Place::kLocal) return symbol.owner;
  for (const Scope* scope = symbol.scope->parent; scope != nullptr; scope = scope->parent) {
    const Symbol* found = table.Find(*scope, symbol.name);
    if (found == nullptr || (found->flags & kSymbolNonlocal) != 0) continue;
    if ((found->flags & kSymbolBound) != 0) return found;
  }
  return &symbol;
}

ProgramFacts CollectFacts(const Module& module, ScopeTable& table, Arena& arena, StopCheck* stop) {
  return FactCollector(table, arena, stop).Walk(module);
}

}  // namespace pysub
