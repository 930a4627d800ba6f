#include "compiler/emitter.h"

// Displays, comprehensions and generator expressions.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

bool HasStar(List<const Expr*> elts) {
  for (const Expr* item : elts) {
    if (item->kind == ExprKind::kStarred) return true;
  }
  return false;
}

// Whether an assignment to `target` certainly evaluates nothing.
bool OnlyBindsNames(const Expr& target) {
  if (target.kind != ExprKind::kTuple) return target.kind == ExprKind::kName;
  for (const Expr* item : target.As<Tuple>().elts) {
    if (item->kind != ExprKind::kName) return false;
  }
  return true;
}

}  // namespace

// A short display is built from a window of registers, in one instruction. A long one, or one with
// *items, is built piece by piece. Registers are bounded to 256.
void Emitter::SequenceInto(List<const Expr*> elts, Op build, SourceSpan span, Reg target) {
  const uint32_t count = elts.size();
  if (count == 0 && build != Op::kBUILD_TUPLE) return At(span).Emit(build, target, 0, 0);
  if (ConstantSequenceInto(elts, build, span, target)) return;
  if (!HasStar(elts) && count <= kMaxDisplay) {
    const Reg window = WindowAt(target, count);
    for (uint32_t i = 0; i < count; ++i) Into(*elts[i], window + i);
    return At(span).Emit(build, target, window, count);
  }
  const Reg items = ScratchFor(target);
  if (build == Op::kBUILD_SET) {
    SetItems(elts, span, items);
  } else {
    ListItems(elts, span, items);
  }
  At(span);
  if (build == Op::kBUILD_TUPLE) return assembler_.Emit(Op::kLIST_TO_TUPLE, target, items);
  Move(target, items);
}

// A tuple of constants is one; three or more in a list or set come from one.
bool Emitter::ConstantSequenceInto(List<const Expr*> elts, Op build, SourceSpan span, Reg target) {
  if (build != Op::kBUILD_TUPLE && elts.size() < 3) return false;
  for (const Expr* item : elts) {
    if (!FoldScalar(*item, context_.arena) && !IsConstantTuple(*item, context_.arena)) return false;
  }
  const bool list = build == Op::kBUILD_LIST;
  const uint32_t index = AddConstantItems(
      elts, build == Op::kBUILD_SET ? ConstantTag::kFrozenSet : ConstantTag::kTuple,
      context_.builder, context_.arena);
  if (build == Op::kBUILD_TUPLE) {
    LoadConstantIndex(index, span, target);
    return true;
  }
  const Reg result = ScratchFor(target);
  const Reg items = NewTemp();
  MarkMany(elts);
  At(span).Emit(build, result, 0, 0);
  LoadConstantIndex(index, span, items);
  assembler_.Emit(list ? Op::kLIST_EXTEND : Op::kSET_UPDATE, result, items);
  Move(target, result);
  return true;
}

void Emitter::ListItems(List<const Expr*> elts, SourceSpan span, Reg list) {
  uint32_t i = 0;
  bool built = false;
  while (i < elts.size() && !failed()) {
    TempScope temps(*this);
    if (elts[i]->kind == ExprKind::kStarred) {
      if (!built) At(span).Emit(Op::kBUILD_LIST, list, 0, 0);
      built = true;
      const Reg value = Operand(*elts[i]->As<Starred>().value);
      At(span).Emit(Op::kLIST_EXTEND, list, value);  // CPython marks the whole display
      ++i;
      continue;
    }
    uint32_t count = 0;
    while (i + count < elts.size() && count < kMaxDisplay &&
           elts[i + count]->kind != ExprKind::kStarred) {
      ++count;
    }
    const Reg window = NewTemps(count);
    for (uint32_t k = 0; k < count; ++k) Into(*elts[i + k], window + k);
    At(span).Emit(built ? Op::kLIST_PUSH : Op::kBUILD_LIST, list, window, count);
    built = true;
    i += count;
  }
}

void Emitter::SetItems(List<const Expr*> elts, SourceSpan span, Reg set) {
  At(span).Emit(Op::kBUILD_SET, set, 0, 0);
  for (const Expr* item : elts) {
    TempScope temps(*this);
    const bool star = item->kind == ExprKind::kStarred;
    const Reg value = Operand(star ? *item->As<Starred>().value : *item);
    At(span).Emit(star ? Op::kSET_UPDATE : Op::kSET_ADD, set, value);
  }
}

void Emitter::DictInto(const Dict& dict, Reg target) {
  const uint32_t count = dict.values.size();
  if (count == 0) return At(dict.span).Emit(Op::kBUILD_MAP, target, 0, 0);
  bool spread = false;
  for (const Expr* key : dict.keys) spread = spread || key == nullptr;
  if (!spread && count * 2 <= kMaxDisplay) {
    const Reg window = WindowAt(target, count * 2);
    for (uint32_t i = 0; i < count; ++i) {
      Into(*dict.keys[i], window + 2 * i);
      Into(*dict.values[i], window + 2 * i + 1);
    }
    return At(dict.span).Emit(Op::kBUILD_MAP, target, window, count);
  }
  const Reg map = ScratchFor(target);
  At(dict.span).Emit(Op::kBUILD_MAP, map, 0, 0);
  for (uint32_t i = 0; i < count && !failed(); ++i) {
    TempScope temps(*this);
    if (dict.keys[i] == nullptr) {
      const Reg value = Operand(*dict.values[i]);
      At(dict.span).Emit(Op::kMAP_UPDATE, map, value);
      continue;
    }
    const Reg key = OperandBefore(*dict.keys[i], *dict.values[i]);
    const Reg value = Operand(*dict.values[i]);
    At(dict.span).Emit(Op::kMAP_ADD, map, key, value);
  }
  Move(target, map);
}

// ---- Comprehensions

// List, set and dict comprehensions and generator expressions differ in what is done with an
// element. These are the parts that they have in common.
struct Emitter::ComprehensionParts {
  ScopeKind kind;
  const Expr* element;
  const Expr* value;  // of a dict
  List<const Comprehension*> generators;
  Reg result;
  SourceSpan span;
};

// Inlined into the function around it, as CPython does since 3.12 (PEP 709): the loop variables get
// registers of their own, and no function is made and called.
void Emitter::ComprehensionInto(const Expr& expr, Reg target) {
  ComprehensionParts parts{};
  Op build = Op::kBUILD_LIST;
  if (const ListComp* list = expr.TryAs<ListComp>()) {
    parts = {ScopeKind::kListComp, list->elt, nullptr, list->generators, 0};
  } else if (const SetComp* set = expr.TryAs<SetComp>()) {
    parts = {ScopeKind::kSetComp, set->elt, nullptr, set->generators, 0};
    build = Op::kBUILD_SET;
  } else {
    const DictComp& dict = expr.As<DictComp>();
    parts = {ScopeKind::kDictComp, dict.key, dict.value, dict.generators, 0};
    build = Op::kBUILD_MAP;
  }
  Scope& scope = context_.scopes.ScopeOf(&expr);
  if (scope.is_coroutine && (code_.flags & kCodeCoroutine) == 0) {
    return FailInTable(expr.span, "asynchronous comprehension outside of an asynchronous function");
  }
  // The result is moved at the end: until then `target` may still be looked at.
  parts.result = ScratchFor(target);
  parts.span = expr.span;
  const Comprehension& outermost = *parts.generators[0];
  const Reg state = NewTemps(3);
  if (outermost.is_async) {
    const Reg iterable = Operand(*outermost.iter, state);
    At(outermost.iter->span).Emit(Op::kGET_AITER, state, iterable);
  } else {
    PrepareLoop(*outermost.iter, state);
  }
  At(expr.span).Emit(build, parts.result, 0, 0);
  Scope* const outer = scope_;
  EnterComprehensionScope(scope, parts);
  EmitGenerators(parts, 0, state);
  LeaveComprehensionScope(scope, outer);
  At(expr.span);
  Move(target, parts.result);
}

// The variables of the scope get temporaries, unless the function looks at its locals(): then they
// are locals since LayOutRegisters.
void Emitter::EnterComprehensionScope(Scope& scope, const ComprehensionParts& parts) {
  scope_ = &scope;
  const bool simple = OnlyBindsNames(*parts.generators[0]->target);
  for (Symbol* symbol = scope.first; symbol != nullptr; symbol = symbol->next) {
    if (symbol->place != Place::kLocal || symbol->owner != symbol) continue;
    // A far one would not be found by locals() in any case.
    if (!frame_.sees_locals || symbol->index >= kFarBase) {
      symbol->index = NewTemp();
    }
    symbol->bit = next_bit_++;
    const bool captured = (symbol->flags & kSymbolCaptured) != 0;
    // With several `for`, a later iterable may be evaluated before its variable is bound; with
    // another target than names, the target itself.
    if (captured || parts.generators.size() > 1 || !simple)
      assembler_.Emit(Op::kLOADP, symbol->index, 4);
    if (captured) assembler_.Emit(Op::kMAKE_CELL, symbol->index);
  }
}

void Emitter::LeaveComprehensionScope(Scope& scope, Scope* outer) {
  scope_ = outer;
  if (!frame_.sees_locals) return;
  for (Symbol* symbol = scope.first; symbol != nullptr; symbol = symbol->next) {
    if (symbol->place != Place::kLocal || symbol->owner != symbol) continue;
    if (symbol->index < first_temp_) assembler_.Emit(Op::kLOADP, symbol->index, 4);
  }
}

// The loops from generator `index` inwards. `state`: of the outermost loop, prepared already (its
// iterable belongs to the scope outside); otherwise kNoReg.
void Emitter::EmitGenerators(const ComprehensionParts& parts, uint32_t index, Reg state) {
  TempScope temps(*this);
  const Comprehension& generator = *parts.generators[index];
  // Each is a block in the one before: this recursion is bounded as that of the parser is.
  if (index >= context_.options.parse_limits.max_nesting) {
    return Fail(generator.target->span, "too many statically nested blocks");
  }
  if (state == kNoReg) {
    state = NewTemps(3);
    if (generator.is_async) {
      const Reg iterable = Operand(*generator.iter, state);
      At(generator.iter->span).Emit(Op::kGET_AITER, state, iterable);
    } else {
      PrepareLoop(*generator.iter, state);
    }
  }
  Target next = NewTarget();
  if (generator.is_async) {
    AsyncLoop loop = BeginAsyncLoop(state, *generator.target, parts.span);
    EmitGeneratorBody(parts, index, next);
    Bind(next);
    EndAsyncLoop(loop);
    return;
  }
  Loop loop = BeginLoop(*generator.target, generator.iter->span, state, next);
  EmitGeneratorBody(parts, index, next);
  Bind(next);
  EndLoop(loop);
}

void Emitter::EmitGeneratorBody(const ComprehensionParts& parts, uint32_t index, Target& next) {
  for (const Expr* condition : parts.generators[index]->ifs) JumpIf(*condition, false, next);
  if (index + 1 < parts.generators.size()) return EmitGenerators(parts, index + 1, kNoReg);
  TempScope temps(*this);
  const Expr& element = *parts.element;
  if (parts.kind == ScopeKind::kDictComp) {
    const Reg key = OperandBefore(element, *parts.value);
    const Reg value = Operand(*parts.value);
    return At(Join(element.span, parts.value->span)).Emit(Op::kMAP_ADD, parts.result, key, value);
  }
  if (parts.kind == ScopeKind::kGenerator) {
    const Reg temp = NewTemp();
    const Reg value = Operand(element, temp);
    const bool async_generator = (code_.flags & kCodeCoroutine) != 0;
    return At(element.span).Emit(async_generator ? Op::kASYNC_YIELD : Op::kYIELD, temp, value);
  }
  const Reg value = Operand(element);
  At(element.span)
      .Emit(parts.kind == ScopeKind::kListComp ? Op::kLIST_APPEND : Op::kSET_ADD, parts.result,
            value);
}

// A generator expression is a function of its outermost iterator.
void Emitter::GeneratorInto(const GeneratorExp& generator, Reg target) {
  Scope& scope = context_.scopes.ScopeOf(&generator);
  Emitter child(context_, this, scope);
  child.SetName("<genexpr>");
  child.code_.flags |= kCodeGenerator | kCodeLambda;
  child.code_.positional_count = 1;
  child.code_.positional_only_count = 1;
  child.EmitPrologue();
  ComprehensionParts parts{ScopeKind::kGenerator, generator.elt, nullptr, generator.generators, 0,
                           generator.span};
  const Comprehension& outermost = *generator.generators[0];
  const Reg state = child.NewTemps(3);
  child.At(outermost.iter->span);
  if (outermost.is_async) {
    child.Move(state, 0);
  } else {
    child.assembler_.Emit(Op::kFOR_PREP, state, 0);
  }
  child.EmitGenerators(parts, 0, state);
  child.Finish();
  CaptureCells(child);

  const Reg window = WindowAt(target, 2);
  MakeFunction(child.code_index_, 0, 0, generator.span, window);
  Into(*outermost.iter, window + 1);
  At(outermost.iter->span)
      .Emit(outermost.is_async ? Op::kGET_AITER : Op::kGET_ITER, window + 1, window + 1);
  At(generator.span).Emit(Op::kCALL, target, window, 1);
}

}  // namespace pysub
