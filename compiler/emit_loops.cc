#include <algorithm>
#include <vector>

#include "compiler/emitter.h"

// `for` and `while`, of statements and comprehensions. The test stands behind the body: one jump an
// iteration. What a jump back finds bound is at least what the loop's entry found, so that is what
// the body may rely on.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

bool Emitter::IsRangeCall(const Expr& iterable) {
  const Call* call = iterable.TryAs<Call>();
  if (call == nullptr || !call->keywords.empty() || call->args.empty() || call->args.size() > 3) {
    return false;
  }
  const ast::Name* name = call->func->TryAs<ast::Name>();
  if (name == nullptr || name->id != "range") return false;
  for (const Expr* arg : call->args) {
    if (arg->kind == ExprKind::kStarred) return false;
  }
  const Symbol& symbol = SymbolOf(*name);
  return IsPlainGlobal(symbol) && MayCallGlobalLate(*call, symbol);
}

void Emitter::PrepareLoop(const Expr& iterable, Reg state) {
  if (IsRangeCall(iterable)) return PrepareRange(iterable.As<Call>(), state);
  if (ConstantDisplayInto(iterable, state)) {
    return At(iterable.span).Emit(Op::kFOR_PREP, state, state);
  }
  if (IsConstantTuple(iterable, context_.arena)) MarkMany(iterable.As<Tuple>().elts);
  const Reg reg = Operand(iterable, state);
  At(iterable.span).Emit(Op::kFOR_PREP, state, reg);
}

// Counts without a range object, unless `range` is somebody else's or the bounds are unusual.
void Emitter::PrepareRange(const Call& range, Reg state) {
  TempScope temps(*this);
  const uint32_t count = range.args.size();
  const uint32_t slot = Global(range.func->span, "range");
  MarkLine(range.func->span);
  for (uint32_t i = 0; i < count; ++i) Into(*range.args[i], state + i);
  const Label slow = assembler_.NewLabel();
  const Label ready = assembler_.NewLabel();
  At(range.span).EmitJump(Op::kFOR_RANGE, state, count, 0, slot, slow);
  assembler_.Jump(ready);
  assembler_.Bind(slow);
  const Reg window = NewTemps(count + 1);
  for (uint32_t i = 0; i < count; ++i) Move(window + 1 + i, state + i);
  assembler_.Emit(Op::kCALL_GLOBAL, window, window, count, {slot});
  assembler_.Emit(Op::kFOR_PREP, state, window);
  assembler_.Bind(ready);
}

// The first of consecutive registers that are the locals `elts`, or kNoReg.
Reg Emitter::ConsecutiveLocals(List<const Expr*> elts) {
  const Reg first = NearLocal(*elts[0]);
  if (first == kNoReg) return kNoReg;
  for (uint32_t i = 1; i < elts.size(); ++i) {
    if (NearLocal(*elts[i]) != first + i) return kNoReg;
  }
  return first;
}

//       FOR_PREP state     R[state .. state + 2]
//       jump next
//   body:
//       ...                the item is in its variable already, if that is a plain local
//   next:
//       FOR_ITER state, item -> body
Emitter::Loop Emitter::BeginLoop(const Expr& target, SourceSpan iterable, Reg state, Target& next) {
  Loop loop{state, NearLocal(target), 0, iterable, target.span, assembler_.NewLabel()};
  List<const Expr*> elts;
  if (const Tuple* tuple = target.TryAs<Tuple>()) elts = tuple->elts;
  if (const ListExpr* list = target.TryAs<ListExpr>()) elts = list->elts;
  bool unpack = elts.size() >= 1 && elts.size() <= kMaxWindow;
  for (const Expr* item : elts) unpack = unpack && item->kind != ExprKind::kStarred;
  if (unpack) {
    loop.count = elts.size();
    loop.item = ConsecutiveLocals(elts);
  }
  const bool direct = loop.item != kNoReg;
  if (!direct) loop.item = NewTemps(unpack ? loop.count : 1);

  At(iterable);
  const bool reachable = assembler_.reachable();
  JumpTo(next);
  assembler_.Bind(loop.body, reachable);
  MarkLine(target.span);
  if (!unpack) {
    Store(target, loop.item);
  } else {
    for (uint32_t i = 0; i < loop.count; ++i) Store(*elts[i], loop.item + i);
  }
  return loop;
}

void Emitter::EndLoop(const Loop& loop) {
  At(loop.iterable);
  if (loop.count == 0) {
    return assembler_.EmitJump(Op::kFOR_ITER, loop.state, loop.item, 0, loop.body);
  }
  assembler_.EmitJump(Op::kFOR_ITER_N, loop.state, loop.item, loop.count, loop.body);
  assembler_.SpanOfLastWord(loop.target);
}

// ---- Asynchronous loops: R[iterator] is the asynchronous iterator.

Emitter::AsyncLoop Emitter::BeginAsyncLoop(Reg iterator, const Expr& target, SourceSpan span) {
  AsyncLoop loop{iterator, NewTemp(), span, assembler_.NewLabel(), assembler_.NewLabel()};
  const Reg value = NewTemp();
  assembler_.Bind(loop.top);
  const uint32_t start = assembler_.Mark();
  At(span).Emit(Op::kGET_ANEXT, loop.exception, iterator);
  LoadNone(value);
  DelegateTo(loop.exception, value, span);
  if (assembler_.reachable()) {
    assembler_.AddHandler(start, assembler_.Mark(), loop.handler, loop.exception, handled_);
  }
  Store(target, value);
  return loop;
}

void Emitter::EndAsyncLoop(const AsyncLoop& loop) {
  At(loop.span);
  assembler_.Jump(loop.top);
  const Label end = assembler_.NewLabel();
  assembler_.Bind(loop.handler);
  At(loop.span).EmitJump(Op::kEND_ASYNC_FOR, loop.exception, 0, 0, end);
  assembler_.SetUnreachable();
  assembler_.Bind(end);
}

// ---- Statements

//         jump test
//   body: ...                  `continue` jumps to the test,
//   test: jump if true body    `break` behind `else`
//         else ...
//   end:
//
// The test stands at the end, so a round has one jump. A test that is constant is not made at all.
void Emitter::EmitWhile(const While& loop) {
  const std::optional<bool> truth = FoldTruth(*loop.test, context_.arena);
  Target test = NewTarget();
  Target end = NewTarget();
  const Label body = assembler_.NewLabel();
  const bool reachable = assembler_.reachable() && truth != false;
  // (Whoever jumps here would be led on to the test.)
  MarkLine(loop.test->span);
  At(loop.test->span);
  if (truth != true) JumpTo(test);
  if (truth == true) NoteJump(test);
  assembler_.Bind(body, reachable);
  MarkWalrusesOf(*loop.test);
  if (truth == false) assembler_.SetUnreachable();
  PushBlock({BlockKind::kLoop, loop.span, &end, &test});
  const size_t warned_before = context_.warnings.size();
  EmitBody(loop.body);
  const size_t warned_of_body = context_.warnings.size();
  PopBlock();
  At(loop.test->span);
  if (truth == true) {
    Bind(test);
    assembler_.Jump(body);
  } else {
    Bind(test);
    if (!truth) {
      Target again{body};
      JumpIf(*loop.test, true, again);
    }
  }
  // The test comes first in the source, and so do the warnings about it.
  std::vector<SyntaxWarningInfo>& warnings = context_.warnings;
  std::rotate(warnings.begin() + static_cast<ptrdiff_t>(warned_before),
              warnings.begin() + static_cast<ptrdiff_t>(warned_of_body), warnings.end());
  EmitBody(loop.orelse);
  Bind(end);
}

// The state of a loop takes three registers: the iterator or the sequence itself, a position, a
// bound. For ranges and lists the loop's instruction works on these and makes no iterator object.
void Emitter::EmitFor(const For& loop) {
  if (loop.kind == StmtKind::kAsyncFor) return EmitAsyncFor(loop);
  TempScope temps(*this);
  const Reg state = NewTemps(3);
  PrepareLoop(*loop.iter, state);
  Target next = NewTarget();
  Target end = NewTarget();
  PushBlock({BlockKind::kLoop, loop.span, &end, &next});
  const Loop head = BeginLoop(*loop.target, loop.iter->span, state, next);
  EmitBody(loop.body);
  PopBlock();
  Bind(next);
  EndLoop(head);
  EmitBody(loop.orelse);
  Bind(end);
}

void Emitter::EmitAsyncFor(const For& loop) {
  if ((code_.flags & kCodeCoroutine) == 0) {
    return FailInTable(loop.span, "'async for' outside async function");
  }
  TempScope temps(*this);
  const Reg iterator = NewTemp();
  const Reg iterable = Operand(*loop.iter, iterator);
  At(loop.iter->span).Emit(Op::kGET_AITER, iterator, iterable);
  Target next = NewTarget();
  Target end = NewTarget();
  const BoundSet entry = bound_;
  PushBlock({BlockKind::kLoop, loop.span, &end, &next});
  const AsyncLoop head = BeginAsyncLoop(iterator, *loop.target, loop.span);
  EmitBody(loop.body);
  PopBlock();
  Bind(next);
  bound_ = entry;
  EndAsyncLoop(head);
  EmitBody(loop.orelse);
  Bind(end);
}

}  // namespace pysub
