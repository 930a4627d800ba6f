#include "compiler/docstring.h"
#include "compiler/emitter.h"
#include "compiler/unparse.h"

// Functions and what is compiled as one: lambdas, annotations (PEP 649: a function that computes
// them when asked), type parameters (PEP 695: a scope that is a function called once), lazy type
// aliases.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

// CPython's rules for __qualname__. Type parameter scopes do not show.
void Emitter::SetName(std::string_view name) {
  code_.name = name;
  code_.qualified_name = name;
  const Emitter* outer = parent_;
  while (outer != nullptr && outer->frame_.kind == ScopeKind::kTypeParameters) {
    outer = outer->parent_;
  }
  if (outer == nullptr || outer->frame_.kind == ScopeKind::kModule) return;
  if (frame_.kind == ScopeKind::kFunction) {
    const Symbol* symbol = context_.scopes.Find(outer->frame_, frame_.name);
    if (symbol != nullptr && (symbol->flags & kSymbolGlobal) != 0) return;
  }
  code_.qualified_name = outer->code_.qualified_name + ".<locals>." + std::string(name);
}

// Tells a child, whose registers are laid out, where its captured cells are in this frame.
void Emitter::CaptureCells(Emitter& child) {
  for (Symbol* symbol = child.frame_.first; symbol != nullptr; symbol = symbol->next) {
    if (GivenUp()) return;
    if (symbol->place != Place::kFree || symbol->owner != symbol) continue;
    const Symbol* found = nullptr;
    for (const Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
      found = context_.scopes.Find(*scope, symbol->name);
      if (found != nullptr && found->place != Place::kGlobal) break;
      found = nullptr;
      if (scope == &frame_) break;
    }
    if (found == nullptr) return Fail(frame_.span, "internal error: captured name is lost");
    child.code_.captures.push_back({found->place == Place::kLocal,
                                    static_cast<uint16_t>(found->owner->index),
                                    Name(symbol->name)});
  }
}

void Emitter::SetSignature(const Arguments& args) {
  if (args.posonlyargs.size() + args.args.size() + args.kwonlyargs.size() > 50000) {
    return Fail(frame_.span, "too many parameters");
  }
  code_.positional_only_count = static_cast<uint16_t>(args.posonlyargs.size());
  code_.positional_count = static_cast<uint16_t>(args.posonlyargs.size() + args.args.size());
  code_.keyword_only_count = static_cast<uint16_t>(args.kwonlyargs.size());
  if (args.vararg != nullptr) code_.flags |= kCodeVarArgs;
  if (args.kwarg != nullptr) code_.flags |= kCodeVarKeywords;
}

// Takes the docstring off the body.
void Emitter::EmitDocstring(List<const Stmt*>* body) {
  if (body->empty()) return;
  const ExprStmt* first = body->front()->TryAs<ExprStmt>();
  const ast::Constant* text = first == nullptr ? nullptr : first->value->TryAs<ast::Constant>();
  if (text == nullptr || text->constant_kind != ConstantKind::kStr || first == last_statement_) {
    return;
  }
  if (context_.options.optimize > 1) {
    *body = List<const Stmt*>(body->begin() + 1, body->size() - 1);
    return;
  }
  const std::string doc = CleanDocstring(text->text);
  const ConstantValue value = ConstantValue::String(doc);
  code_.doc = static_cast<int32_t>(context_.builder.Constant(value));
  *body = List<const Stmt*>(body->begin() + 1, body->size() - 1);
  if (frame_.kind != ScopeKind::kModule) return;
  TempScope temps(*this);
  const Reg reg = NewTemp();
  LoadConstant(value, first->span, reg);
  if (context_.builder.unit().dynamic) {
    return assembler_.EmitWide(Op::kSTORE_NAME, reg, Name16(first->span, "__doc__"));
  }
  StoreGlobal("__doc__", first->span, reg);
}

// ---- def and lambda

// Decorators are evaluated from the top and applied from the bottom.
void Emitter::FunctionStatement(const FunctionDef& def) {
  TempScope temps(*this);
  const SourceSpan span = def.span;
  if (def.decorator_list.empty()) {
    const Symbol& symbol = SymbolOf(def.name);
    const bool direct = IsPlainLocal(symbol) && !IsFar(symbol);
    const Reg target = direct ? symbol.owner->index : NewTemp();
    FunctionInto(def, target);
    return StoreName(SymbolOf(def.name), span, target);
  }
  std::vector<Reg> windows;
  for (const Expr* decorator : def.decorator_list) {
    windows.push_back(NewTemp());
    Into(*decorator, windows.back());
  }
  const Reg function = NewTemp();
  FunctionInto(def, function);
  for (size_t i = windows.size(); i-- > 0;) {
    At(def.decorator_list[static_cast<uint32_t>(i)]->span)
        .Emit(Op::kCALL, windows[i], windows[i], 1);
  }
  StoreName(SymbolOf(def.name), span, windows[0]);
}

void Emitter::FunctionInto(const FunctionDef& def, Reg target) {
  if (!def.type_params.empty()) return GenericInto(def, def.type_params, target);
  TempScope temps(*this);
  const Reg window = NewTemps(4);
  uint32_t mask = DefaultsInto(*def.args, def.span, window);
  mask |= AnnotateInto(def, window + 2);
  MakeFunction(EmitFunctionBody(def), window, mask, def.span, target);
}

// Another Emitter for the function within. Both share the unit's constants and names; registers and
// labels are each one's own.
uint32_t Emitter::EmitFunctionBody(const FunctionDef& def) {
  Emitter child(context_, this, context_.scopes.ScopeOf(&def));
  child.SetName(def.name);
  child.SetSignature(*def.args);
  if (!def.decorator_list.empty()) {
    child.code_.first_line = def.decorator_list[0]->span.line;
  }
  child.EmitPrologue();
  List<const Stmt*> body = def.body;
  child.EmitDocstring(&body);
  child.EmitBody(body);
  child.Finish();
  CaptureCells(child);
  return child.code_index_;
}

void Emitter::LambdaInto(const Lambda& lambda, Reg target) {
  TempScope temps(*this);
  const Reg window = NewTemps(2);
  const uint32_t mask = DefaultsInto(*lambda.args, lambda.span, window);
  Emitter child(context_, this, context_.scopes.ScopeOf(&lambda));
  child.SetName("<lambda>");
  child.SetSignature(*lambda.args);
  child.code_.flags |= kCodeLambda;
  child.EmitPrologue();
  child.ReturnExpression(*lambda.body);
  child.Finish();
  CaptureCells(child);
  MakeFunction(child.code_index_, window, mask, lambda.span, target);
}

void Emitter::ReturnExpression(const Expr& value) {
  TempScope temps(*this);
  const Reg reg = Operand(value);
  At(value.span).Emit(Op::kRETURN, reg);
}

// R[window] = the tuple of defaults, R[window + 1] = the dict of keyword defaults; returns which.
uint32_t Emitter::DefaultsInto(const Arguments& args, SourceSpan span, Reg window) {
  uint32_t mask = 0;
  if (!args.defaults.empty()) {
    SequenceInto(args.defaults, Op::kBUILD_TUPLE, span, window);
    mask |= 1;
  }
  for (uint32_t i = 0; i < args.kw_defaults.size(); ++i) {
    if (GivenUp()) break;
    if (args.kw_defaults[i] == nullptr) continue;
    if ((mask & 2) == 0) At(span).Emit(Op::kBUILD_MAP, window + 1, 0, 0);
    mask |= 2;
    TempScope temps(*this);
    const Reg item = NewTemps(2);
    LoadConstant(ConstantValue::String(args.kwonlyargs[i]->arg), span, item);
    Into(*args.kw_defaults[i], item + 1);
    At(span).Emit(Op::kMAP_ADD, window + 1, item, item + 1);
  }
  return mask;
}

void Emitter::MakeFunction(uint32_t code, Reg window, uint32_t mask, SourceSpan span, Reg target) {
  At(span).Emit(Op::kMAKE_FUNCTION, target, mask == 0 ? 0 : window, mask, {code});
}

// ---- Annotations

namespace {

bool HasAnnotations(const FunctionDef& def) {
  auto annotated = [](const Arg* arg) { return arg != nullptr && arg->annotation != nullptr; };
  if (def.returns != nullptr || annotated(def.args->vararg) || annotated(def.args->kwarg)) {
    return true;
  }
  for (const Arg* arg : def.args->posonlyargs) {
    if (annotated(arg)) return true;
  }
  for (const Arg* arg : def.args->args) {
    if (annotated(arg)) return true;
  }
  for (const Arg* arg : def.args->kwonlyargs) {
    if (annotated(arg)) return true;
  }
  return false;
}

}  // namespace

// What __annotate__ and lazily evaluated types begin with: a format that they do not know.
void Emitter::BeginThunk(SourceSpan span) {
  code_.flags |= kCodeLambda;
  code_.positional_count = 1;
  code_.positional_only_count = 1;
  EmitPrologue();
  TempScope temps(*this);
  Target known = NewTarget();
  const uint32_t two = context_.builder.Constant(ConstantValue::Int(2));
  const Reg reg = NewTemp();
  At(span);
  if (two <= 0xFF) {
    assembler_.EmitJump(Op::kJGT_K, 0, two, 0, known.label);
  } else {
    LoadConstant(ConstantValue::Int(2), span, reg);
    assembler_.EmitJump(Op::kJGT, 0, reg, 0, known.label);
  }
  NoteJump(known);
  LoadGlobal("NotImplementedError", span, reg);
  assembler_.Emit(Op::kRAISE, reg);
  Bind(known);
}

// With `from __future__ import annotations` an annotation is its text and is never evaluated. The
// text is made from the tree, as CPython unparses it.
void Emitter::AnnotationItem(std::string_view name, const Expr& annotation, Reg dict) {
  if (GivenUp()) return;
  TempScope temps(*this);
  const Reg item = NewTemps(2);
  LoadConstant(ConstantValue::String(name), annotation.span, item);
  if (context_.future_annotations) {
    const std::string text = Unparse(annotation);
    LoadConstant(ConstantValue::String(text), annotation.span, item + 1);
  } else if (const Starred* star = annotation.TryAs<Starred>()) {
    Into(*star->value, item + 1);
    At(annotation.span).Emit(Op::kUNPACK, item + 1, item + 1, 1);
  } else {
    Into(annotation, item + 1);
  }
  At(annotation.span).Emit(Op::kMAP_ADD, dict, item, item + 1);
}

// The annotate function of `def` into R[target]; returns its bit for MAKE_FUNCTION, 0 if there are
// no annotations.
uint32_t Emitter::AnnotateInto(const FunctionDef& def, Reg target) {
  if (!HasAnnotations(def)) return 0;
  Emitter child(context_, this, context_.scopes.ScopeOf(&def, ScopeRole::kAnnotations));
  child.SetName("__annotate__");
  child.BeginThunk(def.span);
  const Reg dict = child.NewTemp();
  child.At(def.span).Emit(Op::kBUILD_MAP, dict, 0, 0);
  auto item = [&](const Arg* arg) {
    if (arg != nullptr && arg->annotation != nullptr) {
      child.AnnotationItem(arg->arg, *arg->annotation, dict);
    }
  };
  for (const Arg* arg : def.args->args) item(arg);
  for (const Arg* arg : def.args->posonlyargs) item(arg);
  item(def.args->vararg);
  for (const Arg* arg : def.args->kwonlyargs) item(arg);
  item(def.args->kwarg);
  if (def.returns != nullptr) child.AnnotationItem("return", *def.returns, dict);
  child.At(def.span).Emit(Op::kRETURN, dict);
  child.Finish();
  CaptureCells(child);
  MakeFunction(child.code_index_, 0, 0, def.span, target);
  return 4;
}

namespace {

constexpr std::string_view kConditional = "__conditional_annotations__";

// An annotated name of a module. If it stands under an `if` it counts only when that branch has
// run, so a set of those that ran is kept.
struct ModuleAnnotation {
  const AnnAssign* statement;
  bool conditional;
};

void CollectAnnotations(List<const Stmt*> body, bool conditional,
                        std::vector<ModuleAnnotation>* found) {
  for (const Stmt* statement : body) {
    if (const AnnAssign* assign = statement->TryAs<AnnAssign>()) {
      if (assign->simple) found->push_back({assign, conditional});
    } else if (const If* branch = statement->TryAs<If>()) {
      while (branch != nullptr) {
        CollectAnnotations(branch->body, true, found);
        const List<const Stmt*> orelse = branch->orelse;
        branch = orelse.size() == 1 ? orelse[0]->TryAs<If>() : nullptr;
        if (branch == nullptr) CollectAnnotations(orelse, true, found);
      }
    } else if (const For* loop = statement->TryAs<For>()) {
      CollectAnnotations(loop->body, true, found);
      CollectAnnotations(loop->orelse, true, found);
    } else if (const While* again = statement->TryAs<While>()) {
      CollectAnnotations(again->body, true, found);
      CollectAnnotations(again->orelse, true, found);
    } else if (const With* with = statement->TryAs<With>()) {
      CollectAnnotations(with->body, true, found);
    } else if (const Try* attempt = statement->TryAs<Try>()) {
      CollectAnnotations(attempt->body, true, found);
      for (const ExceptHandler* handler : attempt->handlers) {
        CollectAnnotations(handler->body, true, found);
      }
      CollectAnnotations(attempt->orelse, true, found);
      CollectAnnotations(attempt->finalbody, true, found);
    }
  }
}

}  // namespace

// The top level's annotate function stands before everything else. An annotation inside an `if` or
// the like counts when its statement was executed, which __conditional_annotations__ remembers.
void Emitter::EmitModuleAnnotations(List<const Stmt*> body) {
  std::vector<ModuleAnnotation> found;
  CollectAnnotations(body, false, &found);
  if (found.empty()) return;
  TempScope temps(*this);
  const SourceSpan span = found[0].statement->span;
  const Reg reg = NewTemp();
  if (frame_.has_conditional_annotations) {
    At(span).Emit(Op::kBUILD_SET, reg, 0, 0);
    StoreGlobal(kConditional, span, reg);
  }
  Scope& scope = context_.scopes.ScopeOf(found[0].statement, ScopeRole::kAnnotations);
  Emitter child(context_, this, scope);
  child.SetName("__annotate__");
  child.BeginThunk(span);
  const Reg dict = child.NewTemp();
  child.At(span).Emit(Op::kBUILD_MAP, dict, 0, 0);
  for (const ModuleAnnotation& item : found) {
    if (GivenUp()) break;
    Target skip = child.NewTarget();
    const ast::Name& name = item.statement->target->As<ast::Name>();
    if (item.conditional) {
      const uint32_t index = static_cast<uint32_t>(conditional_annotations_.size());
      conditional_annotations_.push_back(item.statement);
      child.SkipUnlessExecuted(index, item.statement->span, skip);
    }
    child.scope_ = &context_.scopes.ScopeOf(item.statement, ScopeRole::kAnnotations);
    child.AnnotationItem(name.id, *item.statement->annotation, dict);
    child.Bind(skip);
  }
  child.At(span).Emit(Op::kRETURN, dict);
  child.Finish();
  MakeFunction(child.code_index_, 0, 0, span, reg);
  assembler_.Emit(Op::kSET_ANNOTATE, reg);
  if (context_.builder.unit().dynamic) {
    return assembler_.EmitWide(Op::kSTORE_NAME, reg, Name16(span, "__annotate__"));
  }
  StoreGlobal("__annotate__", span, reg);
}

void Emitter::SkipUnlessExecuted(uint32_t index, SourceSpan span, Target& skip) {
  TempScope temps(*this);
  const Reg item = NewTemp();
  const Reg set = NewTemp();
  LoadConstant(ConstantValue::Int(index), span, item);
  LoadGlobal(kConditional, span, set);
  JumpIfPair(CompareOperator::kIn, item, set, false, span, skip);
}

void Emitter::NoteConditionalAnnotation(const AnnAssign& statement) {
  // They come in the order in which they were collected, but `finally` bodies come again.
  const uint32_t count = static_cast<uint32_t>(conditional_annotations_.size());
  for (uint32_t k = 0; k < count; ++k) {
    const uint32_t i = (next_conditional_ + k) % count;
    if (conditional_annotations_[i] != &statement) continue;
    next_conditional_ = i + 1;
    TempScope temps(*this);
    const Reg item = NewTemp();
    const Reg set = NewTemp();
    LoadConstant(ConstantValue::Int(i), statement.span, item);
    LoadGlobal(kConditional, statement.span, set);
    return assembler_.Emit(Op::kSET_ADD, set, item);
  }
}

// ---- Type parameters and aliases

// `def f[T](x=1): ...` is: a function of the defaults that makes T, then f, and returns f.
void Emitter::GenericInto(const Stmt& statement, List<const TypeParam*> params, Reg target) {
  TempScope temps(*this);
  const FunctionDef* def = statement.TryAs<FunctionDef>();
  const Reg window = WindowAt(target, 3);
  uint32_t mask = def == nullptr ? 0 : DefaultsInto(*def->args, def->span, window + 1);
  // Absent defaults leave no gap among the arguments.
  if (mask == 2) Move(window + 1, window + 2);
  const uint32_t arguments = (mask & 1) + (mask >> 1 & 1);

  Emitter child(context_, this, context_.scopes.ScopeOf(&statement, ScopeRole::kTypeParameters));
  child.code_.flags |= kCodeLambda;
  child.code_.positional_count = static_cast<uint16_t>(arguments);
  child.EmitPrologue();
  const Reg inner = child.NewTemps(4);
  child.TypeParamsInto(params, inner + 3);
  if (def != nullptr) {
    child.SetName("<generic parameters of " + std::string(def->name) + ">");
    if ((mask & 1) != 0) child.Move(inner, 0);
    if ((mask & 2) != 0) child.Move(inner + 1, arguments - 1);
    mask |= child.AnnotateInto(*def, inner + 2) | 8;
    child.MakeFunction(child.EmitFunctionBody(*def), inner, mask, def->span, inner);
  } else {
    const TypeAlias& alias = statement.As<TypeAlias>();
    child.SetName("<generic parameters of " + std::string(alias.name->As<ast::Name>().id) + ">");
    child.TypeAliasInto(alias, inner + 3, inner);
  }
  child.At(statement.span).Emit(Op::kRETURN, inner);
  child.Finish();
  CaptureCells(child);

  MakeFunction(child.code_index_, 0, 0, statement.span, window);
  At(statement.span).Emit(Op::kCALL, target, window, arguments);
}

// Binds the parameters and leaves the tuple of them in R[target].
void Emitter::TypeParamsInto(List<const TypeParam*> params, Reg target) {
  TempScope temps(*this);
  const Reg list = NewTemp();
  const Reg item = NewTemp();
  const Reg window = NewTemps(3);
  bool default_seen = false;
  for (const TypeParam* param : params) {
    if (GivenUp()) return;
    At(param->span);
    assembler_.Emit(Op::kLOADP, window, 4);
    assembler_.Emit(Op::kLOADP, window + 1, 4);
    const bool constraints = param->bound != nullptr && param->bound->kind == ExprKind::kTuple;
    assembler_.Emit(Op::kLOADP, window + 2, constraints ? 2 : 1);
    if (param->bound != nullptr) {
      ThunkInto(*param->bound, context_.scopes.ScopeOf(param), param->name, window);
    }
    if (param->default_value != nullptr) {
      default_seen = true;
      ThunkInto(*param->default_value, context_.scopes.ScopeOf(param, ScopeRole::kDefault),
                param->name, window + 1);
    } else if (default_seen) {
      return Fail(param->span, "non-default type parameter '" + std::string(param->name) +
                                   "' follows default type parameter");
    }
    const uint32_t kind = param->kind == TypeParamKind::kTypeVar        ? 0
                          : param->kind == TypeParamKind::kTypeVarTuple ? 1
                                                                        : 2;
    At(param->span).Emit(Op::kTYPE_VAR, item, window, kind, {Name(param->name)});
    assembler_.Emit(param == params[0] ? Op::kBUILD_LIST : Op::kLIST_PUSH, list, item, 1);
    StoreName(SymbolOf(param->name), param->span, item);
  }
  assembler_.Emit(Op::kLIST_TO_TUPLE, target, list);
}

// A function that computes `value` when asked.
void Emitter::ThunkInto(const Expr& value, Scope& scope, std::string_view name, Reg target) {
  Emitter child(context_, this, scope);
  child.SetName(name);
  child.BeginThunk(value.span);
  if (const Starred* star = value.TryAs<Starred>()) {
    const Reg reg = child.NewTemp();
    child.Into(*star->value, reg);
    child.At(value.span).Emit(Op::kUNPACK, reg, reg, 1);
    child.At(value.span).Emit(Op::kRETURN, reg);
  } else {
    child.ReturnExpression(value);
  }
  child.Finish();
  CaptureCells(child);
  TempScope temps(*this);
  const Reg defaults = NewTemp();
  const uint32_t one = context_.builder.Constant(ConstantValue::Int(1));
  ConstantValue tuple;
  tuple.tag = ConstantTag::kTuple;
  tuple.items = &one;
  tuple.item_count = 1;
  LoadConstantIndex(context_.builder.Constant(tuple), value.span, defaults);
  MakeFunction(child.code_index_, defaults, 1, value.span, target);
}

void Emitter::TypeAliasStatement(const TypeAlias& alias) {
  TempScope temps(*this);
  const Reg reg = NewTemp();
  if (alias.type_params.empty()) {
    TypeAliasInto(alias, kNoReg, reg);
  } else {
    GenericInto(alias, alias.type_params, reg);
  }
  StoreName(SymbolOf(alias.name->As<ast::Name>()), alias.name->span, reg);
}

void Emitter::TypeAliasInto(const TypeAlias& alias, Reg parameters, Reg target) {
  TempScope temps(*this);
  const Reg window = NewTemps(2);
  const Identifier name = alias.name->As<ast::Name>().id;
  At(alias.span);
  if (parameters == kNoReg) {
    assembler_.Emit(Op::kLOADP, window, 4);
  } else {
    Move(window, parameters);
  }
  ThunkInto(*alias.value, context_.scopes.ScopeOf(&alias), name, window + 1);
  At(alias.span).Emit(Op::kTYPE_ALIAS, target, window, 0, {Name(name)});
}

}  // namespace pysub
