#include "compiler/emitter.h"
#include "compiler/tree_walk.h"

namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

Op BinaryOp(Operator op) {
  switch (op) {
    case Operator::kAdd: return Op::kADD;
    case Operator::kSub: return Op::kSUB;
    case Operator::kMult: return Op::kMUL;
    case Operator::kMatMult: return Op::kMATMUL;
    case Operator::kDiv: return Op::kTRUEDIV;
    case Operator::kMod: return Op::kMOD;
    case Operator::kPow: return Op::kPOW;
    case Operator::kLShift: return Op::kLSHIFT;
    case Operator::kRShift: return Op::kRSHIFT;
    case Operator::kBitOr: return Op::kOR;
    case Operator::kBitXor: return Op::kXOR;
    case Operator::kBitAnd: return Op::kAND;
    case Operator::kFloorDiv: return Op::kFLOORDIV;
  }
  return Op::kADD;
}

// The rows of PYSUB_BINARY stand together: NAME, NAME_K, INAME, INAME_K.
Op Variant(Op op, bool constant, bool in_place) {
  return static_cast<Op>(static_cast<int>(op) + (constant ? 1 : 0) + (in_place ? 2 : 0));
}
static_assert(static_cast<int>(Op::kADD_K) == static_cast<int>(Op::kADD) + 1);
static_assert(static_cast<int>(Op::kIADD) == static_cast<int>(Op::kADD) + 2);
static_assert(static_cast<int>(Op::kIADD_K) == static_cast<int>(Op::kADD) + 3);

Op CompareOp(CompareOperator op) {
  switch (op) {
    case CompareOperator::kEq: return Op::kEQ;
    case CompareOperator::kNotEq: return Op::kNE;
    case CompareOperator::kLt: return Op::kLT;
    case CompareOperator::kLtE: return Op::kLE;
    case CompareOperator::kGt: return Op::kGT;
    case CompareOperator::kGtE: return Op::kGE;
    case CompareOperator::kIs: return Op::kIS;
    case CompareOperator::kIsNot: return Op::kIS_NOT;
    case CompareOperator::kIn: return Op::kIN;
    case CompareOperator::kNotIn: return Op::kNOT_IN;
  }
  return Op::kEQ;
}

}  // namespace

// A local is read in place: `a + b` is one instruction.
Reg Emitter::Operand(const Expr& expr, Reg scratch) {
  if (const ast::Name* name = expr.TryAs<ast::Name>()) {
    const Symbol& symbol = SymbolOf(*name);
    if (IsPlainLocal(symbol)) {
      MarkLine(expr.span);
      return LoadLocal(symbol, expr.span, scratch);
    }
  }
  if (scratch == kNoReg) scratch = NewTemp();
  Into(expr, scratch);
  return scratch;
}

// A local that a walrus in `next` could change is copied first.
Reg Emitter::OperandBefore(const Expr& expr, const Expr& next, Reg scratch) {
  if (frame_.has_walrus && expr.kind == ExprKind::kName && next.kind != ExprKind::kName &&
      next.kind != ExprKind::kConstant) {
    const Symbol& symbol = SymbolOf(expr.As<ast::Name>());
    if (IsPlainLocal(symbol) && (symbol.owner->flags & kSymbolWalrus) != 0) {
      if (scratch == kNoReg) scratch = NewTemp();
      Into(expr, scratch);
      return scratch;
    }
  }
  return Operand(expr, scratch);
}

Reg Emitter::StableOperand(const Expr& expr) {
  if (!frame_.has_walrus) return Operand(expr);
  const Reg temp = NewTemp();
  Into(expr, temp);
  return temp;
}

void Emitter::Discard(const Expr& expr) {
  TempScope temps(*this);
  if (expr.kind == ExprKind::kConstant) return MarkLine(expr.span);
  Operand(expr);
}

// The value of `expr` is in `target` afterwards. The target may be read within the expression (x =
// x + 1). So it must be written last, by the instruction that makes the value.
void Emitter::Into(const Expr& expr, Reg target) {
  if (GivenUp()) return;
  TempScope temps(*this);
  switch (expr.kind) {
    case ExprKind::kBinOp:
    case ExprKind::kAttribute:
    case ExprKind::kSubscript:
    case ExprKind::kCall: return SpineInto(expr, target);
    case ExprKind::kBoolOp: return BoolInto(expr.As<BoolOp>(), target);
    case ExprKind::kNamedExpr: return NamedInto(expr.As<NamedExpr>(), target);
    case ExprKind::kUnaryOp: return UnaryInto(expr.As<UnaryOp>(), target);
    case ExprKind::kLambda: return LambdaInto(expr.As<Lambda>(), target);
    case ExprKind::kIfExp: return ConditionalInto(expr.As<IfExp>(), target);
    case ExprKind::kDict: return DictInto(expr.As<Dict>(), target);
    case ExprKind::kSet:
      return SequenceInto(expr.As<ast::Set>().elts, Op::kBUILD_SET, expr.span, target);
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp: return ComprehensionInto(expr, target);
    case ExprKind::kGeneratorExp: return GeneratorInto(expr.As<GeneratorExp>(), target);
    case ExprKind::kAwait: return AwaitInto(expr.As<Await>(), target);
    case ExprKind::kYield: return YieldInto(expr.As<Yield>(), target);
    case ExprKind::kYieldFrom: return YieldFromInto(expr.As<YieldFrom>(), target);
    case ExprKind::kCompare: return CompareInto(expr.As<Compare>(), target);
    case ExprKind::kFormattedValue: return FormattedInto(expr.As<FormattedValue>(), target);
    case ExprKind::kInterpolation: return InterpolationInto(expr.As<Interpolation>(), target);
    case ExprKind::kJoinedStr: return JoinedInto(expr.As<JoinedStr>(), target);
    case ExprKind::kTemplateStr: return TemplateInto(expr.As<TemplateStr>(), target);
    case ExprKind::kConstant:
      return LoadConstant(ValueOf(expr.As<ast::Constant>(), context_.arena), expr.span, target);
    case ExprKind::kStarred: return Fail(expr.span, "can't use starred expression here");
    case ExprKind::kName: return LoadName(SymbolOf(expr.As<ast::Name>()), expr.span, target);
    case ExprKind::kList:
      return SequenceInto(expr.As<ListExpr>().elts, Op::kBUILD_LIST, expr.span, target);
    case ExprKind::kTuple:
      return SequenceInto(expr.As<Tuple>().elts, Op::kBUILD_TUPLE, expr.span, target);
    case ExprKind::kSlice: return SliceInto(expr.As<Slice>(), target);
  }
}

// ---- Expressions that are deep to the left

// Evaluates the leftmost operand, then one step after the other into a temporary, the last one into
// `target`. A constant on the left stays one as long as folding succeeds.
void Emitter::SpineInto(const Expr& expr, Reg target) {
  const size_t mark = spine_.size();
  const Expr* at = &expr;
  while (const Expr* left = LeftChild(*at)) {
    if (const Call* call = at->TryAs<Call>()) {
      CheckCaller(*call);
      // The call of a name has no left operand; that of a method is one step.
      if (left->kind == ExprKind::kName) break;
      if (IsMethodCall(*call)) left = left->As<Attribute>().value;
    }
    spine_.push_back(at);
    at = left;
  }
  if (spine_.size() == mark) return CallInto(at->As<Call>(), target);

  // The window of a call has to be the newest temporary.
  const bool newest = CanScratch(target) && target + 1 == next_temp_;
  const Reg temp =
      newest || spine_.back()->kind != ExprKind::kCall ? ScratchFor(target) : NewTemp();
  Reg left = temp;
  std::optional<ConstantValue> constant = FoldScalar(*at, context_.arena);
  if (!constant) left = SpineBase(*at, *spine_.back(), temp);
  while (spine_.size() > mark && !failed()) {
    const Expr& step = *spine_.back();
    spine_.pop_back();
    if (constant) {
      if (FoldStep(step, &*constant)) continue;
      LoadConstant(*constant, at->span, temp);
      constant.reset();
    }
    const Reg to = spine_.size() > mark ? temp : target;
    SpineStep(step, left, to);
    left = to;
  }
  spine_.Truncate(mark);
  if (constant) LoadConstant(*constant, expr.span, target);
}

// `step` applied to a constant, if that is a constant again.
bool Emitter::FoldStep(const Expr& step, ConstantValue* constant) {
  const BinOp* op = step.TryAs<BinOp>();
  if (op == nullptr) return false;
  const std::optional<ConstantValue> right = FoldScalar(*op->right, context_.arena);
  if (!right) return false;
  const std::optional<ConstantValue> result = FoldBinary(op->op, *constant, *right, context_.arena);
  if (!result) return false;
  *constant = *result;
  return true;
}

// The leftmost operand; what the first `step` evaluates must not change it.
Reg Emitter::SpineBase(const Expr& base, const Expr& step, Reg scratch) {
  switch (step.kind) {
    case ExprKind::kBinOp: return OperandBefore(base, *step.As<BinOp>().right, scratch);
    case ExprKind::kSubscript: return OperandBefore(base, *step.As<Subscript>().slice, scratch);
    case ExprKind::kCall: return OperandBefore(base, step, scratch);
    default: return Operand(base, scratch);
  }
}

void Emitter::SpineStep(const Expr& expr, Reg left, Reg target) {
  TempScope temps(*this);
  switch (expr.kind) {
    case ExprKind::kBinOp: {
      const BinOp& op = expr.As<BinOp>();
      return BinaryRegisters(op.op, false, op.span, left, *op.right, target);
    }
    case ExprKind::kAttribute: return AttributeInto(expr.As<Attribute>(), left, target);
    case ExprKind::kSubscript: return SubscriptInto(expr.As<Subscript>(), left, target);
    default: break;
  }
  const Call& call = expr.As<Call>();
  if (IsMethodCall(call)) return MethodInto(call, left, target);
  CallOnto(call, left, target);
}

// A small int stands in the instruction, another constant in the first 256 of the pool: no register
// and no load.
void Emitter::BinaryRegisters(Operator op, bool in_place, SourceSpan span, Reg left,
                              const Expr& right, Reg target) {
  TempScope temps(*this);
  const Op base = BinaryOp(op);
  if (const std::optional<ConstantValue> constant = FoldScalar(right, context_.arena)) {
    MarkLine(right.span);
    const bool additive = op == Operator::kAdd || op == Operator::kSub;
    if (additive && constant->tag == ConstantTag::kInt && constant->integer >= -128 &&
        constant->integer <= 127) {
      Op small = op == Operator::kAdd ? Op::kADDI : Op::kSUBI;
      if (in_place) small = op == Operator::kAdd ? Op::kIADDI : Op::kISUBI;
      return At(span).Emit(small, target, left, static_cast<uint8_t>(constant->integer));
    }
    const uint32_t index = context_.builder.Constant(*constant);
    if (index <= 0xFF) return At(span).Emit(Variant(base, true, in_place), target, left, index);
  }
  const Reg operand = Operand(right);
  At(span).Emit(Variant(base, false, in_place), target, left, operand);
}

// CPython blames the line of the attribute's name when an expression covers several lines.
SourceSpan Emitter::AttributeSpan(SourceSpan span, const Attribute& attribute) const {
  if (span.line == attribute.span.end_line) return span;
  const uint32_t size = static_cast<uint32_t>(attribute.attr.size());
  const uint32_t end = attribute.span.end_col;
  if (size > end) return span;
  span.line = attribute.span.end_line;
  span.col = end - size;
  return span;
}

void Emitter::AttributeInto(const Attribute& attribute, Reg value, Reg target) {
  At(AttributeSpan(attribute.span, attribute))
      .Emit(Op::kGETATTR, target, value, 0, {Name(attribute.attr)});
}

void Emitter::SubscriptInto(const Subscript& subscript, Reg value, Reg target) {
  CheckSubscript(subscript);
  const Slice* slice = subscript.slice->TryAs<Slice>();
  if (slice != nullptr && slice->step == nullptr) {
    const Reg window = NewTemps(2);
    SliceBound(slice->lower, slice->span, window);
    SliceBound(slice->upper, slice->span, window + 1);
    return At(subscript.span).Emit(Op::kGETSLICE, target, value, window);
  }
  const uint32_t constant = ConstantIndex(*subscript.slice);
  if (constant <= 0xFF) {
    MarkLine(subscript.slice->span);
    return At(subscript.span).Emit(Op::kGETITEM_K, target, value, constant);
  }
  const Reg index = Operand(*subscript.slice);
  At(subscript.span).Emit(Op::kGETITEM, target, value, index);
}

// The pool index of a constant scalar or tuple, or kNoIndex.
uint32_t Emitter::ConstantIndex(const Expr& expr) {
  if (const std::optional<ConstantValue> value = FoldScalar(expr, context_.arena)) {
    return context_.builder.Constant(*value);
  }
  if (!IsConstantTuple(expr, context_.arena)) return kNoIndex;
  return AddConstantItems(expr.As<Tuple>().elts, ConstantTag::kTuple, context_.builder,
                          context_.arena);
}

void Emitter::SliceBound(const Expr* bound, SourceSpan span, Reg target) {
  if (bound != nullptr) return Into(*bound, target);
  At(span);
  LoadNone(target);
}

void Emitter::SliceInto(const Slice& slice, Reg target) {
  const Reg window = NewTemps(3);
  SliceBound(slice.lower, slice.span, window);
  SliceBound(slice.upper, slice.span, window + 1);
  SliceBound(slice.step, slice.span, window + 2);
  At(slice.span).Emit(Op::kBUILD_SLICE, target, window);
}

// ---- Other operators

// `not` of a comparison becomes the opposite comparison where that is the same: for `in` and `is`.
// Not for <, since types may define it as they like.
void Emitter::UnaryInto(const UnaryOp& op, Reg target) {
  if (const std::optional<ConstantValue> value = FoldScalar(op, context_.arena)) {
    return LoadConstant(*value, op.span, target);
  }
  if (op.op == UnaryOperator::kNot) {
    // CPython's comparison takes the place of the `not`, and `in` and `is` that of the outermost.
    const Expr* innermost = op.operand;
    bool negated = true;
    while (const UnaryOp* inner = innermost->TryAs<UnaryOp>()) {
      if (inner->op != UnaryOperator::kNot) break;
      innermost = inner->operand;
      negated = !negated;
    }
    const Compare* compare = innermost->TryAs<Compare>();
    if (compare != nullptr && compare->ops.size() == 1 && compare->ops[0] >= CompareOperator::kIs) {
      return ComparePairInto(*compare, negated, op.span, target);
    }
    if (compare != nullptr && compare->ops.size() == 1 && innermost == op.operand) {
      const Reg result = ScratchFor(target);
      ComparePairInto(*compare, false, op.span, result);
      return At(op.span).Emit(Op::kNOT, target, result);
    }
  }
  const Reg operand = Operand(*op.operand, CanScratch(target) ? target : kNoReg);
  static constexpr Op kOps[] = {Op::kINVERT, Op::kNOT, Op::kPOS, Op::kNEG};
  At(op.span).Emit(kOps[static_cast<int>(op.op)], target, operand);
}

void Emitter::BoolInto(const BoolOp& op, Reg target) {
  const Reg temp = ScratchFor(target);
  const bool stop_when = op.op == BoolOperator::kOr;
  Target end = NewTarget();
  for (uint32_t i = 0; i < op.values.size(); ++i) {
    Into(*op.values[i], temp);
    if (i + 1 < op.values.size()) {
      JumpIfTrueOrFalse(temp, stop_when, op.span, end);
    }
  }
  Bind(end);
  At(op.span);
  Move(target, temp);
}

void Emitter::ConditionalInto(const IfExp& expr, Reg target) {
  Target orelse = NewTarget();
  Target end = NewTarget();
  JumpIf(*expr.test, false, orelse);
  Into(*expr.body, target);
  JumpTo(end);
  Bind(orelse);
  Into(*expr.orelse, target);
  Bind(end);
}

// A chain as a value: the result of the last comparison that was made. Each that is false jumps to
// the end.
void Emitter::CompareInto(const Compare& compare, Reg target) {
  CheckCompare(compare);
  if (compare.ops.size() == 1) return ComparePairInto(compare, false, compare.span, target);
  const Reg result = ScratchFor(target);
  Target end = NewTarget();
  const Reg pair = NewTemps(2);  // the operands of one comparison take turns
  Reg left = OperandBefore(*compare.left, *compare.comparators[0], pair);
  for (uint32_t i = 0; i < compare.ops.size(); ++i) {
    TempScope temps(*this);
    const bool last = i + 1 == compare.ops.size();
    const Expr& right_expr = *compare.comparators[i];
    const Reg right =
        last ? CompareOperand(compare.ops[i], right_expr)
             : OperandBefore(right_expr, *compare.comparators[i + 1], pair + (i + 1) % 2);
    At(compare.span).Emit(CompareOp(compare.ops[i]), result, left, right);
    if (!last) JumpIfTrueOrFalse(result, false, compare.span, end);
    left = right;
  }
  Bind(end);
  At(compare.span);
  Move(target, result);
}

// A comparison of two; `negated` only for the last four operators, whose result is a bool.
void Emitter::ComparePairInto(const Compare& compare, bool negated, SourceSpan span, Reg target) {
  CheckCompare(compare);
  CompareOperator op = compare.ops[0];
  if (negated) op = static_cast<CompareOperator>(static_cast<int>(op) ^ 1);
  const Reg scratch = CanScratch(target) ? target : kNoReg;
  const Reg left = OperandBefore(*compare.left, *compare.comparators[0], scratch);
  const Reg right = CompareOperand(op, *compare.comparators[0]);
  At(span).Emit(CompareOp(op), target, left, right);
}
static_assert((static_cast<int>(CompareOperator::kIs) ^ 1) ==
              static_cast<int>(CompareOperator::kIsNot));
static_assert((static_cast<int>(CompareOperator::kIn) ^ 1) ==
              static_cast<int>(CompareOperator::kNotIn));

// The right operand: `in [1, 2]` and `in {1, 2}` look into constants, as CPython's do.
Reg Emitter::CompareOperand(CompareOperator op, const Expr& expr) {
  if (op == CompareOperator::kIn || op == CompareOperator::kNotIn) {
    const Reg temp = NewTemp();
    if (ConstantDisplayInto(expr, temp)) return temp;
    return Operand(expr, temp);
  }
  return Operand(expr);
}

// A list or set display of constants that nobody can change: a tuple or frozenset does.
bool Emitter::ConstantDisplayInto(const Expr& expr, Reg target) {
  const ListExpr* list = expr.TryAs<ListExpr>();
  const ast::Set* set = expr.TryAs<ast::Set>();
  if (list == nullptr && set == nullptr) return false;
  const List<const Expr*> elts = list != nullptr ? list->elts : set->elts;
  for (const Expr* item : elts) {
    if (!FoldScalar(*item, context_.arena) && !IsConstantTuple(*item, context_.arena)) return false;
  }
  const uint32_t index =
      AddConstantItems(elts, list != nullptr ? ConstantTag::kTuple : ConstantTag::kFrozenSet,
                       context_.builder, context_.arena);
  MarkMany(elts);
  LoadConstantIndex(index, expr.span, target);
  return true;
}

void Emitter::NamedInto(const NamedExpr& named, Reg target) {
  const ast::Name& name = named.target->As<ast::Name>();
  const Reg local = NearLocal(name);
  if (local != kNoReg) {
    Into(*named.value, local);
    MarkBound(SymbolOf(name));
    At(named.span);
    return Move(target, local);
  }
  const Reg temp = ScratchFor(target);
  Into(*named.value, temp);
  StoreName(SymbolOf(name), name.span, temp);
  At(named.span);
  Move(target, temp);
}

// ---- Generators and coroutines

bool Emitter::InFunction() const {
  return frame_.kind == ScopeKind::kFunction || frame_.kind == ScopeKind::kLambda ||
         frame_.kind == ScopeKind::kGenerator;
}

void Emitter::YieldInto(const Yield& yield, Reg target) {
  if (!InFunction()) return Fail(yield.span, "'yield' outside function");
  const Reg scratch = ScratchFor(target);
  Reg value = scratch;
  if (yield.value != nullptr) {
    value = Operand(*yield.value, scratch);
    At(yield.span);
  } else {
    At(yield.span);
    LoadNone(scratch);
  }
  const bool async_generator = (code_.flags & kCodeCoroutine) != 0;
  assembler_.Emit(async_generator ? Op::kASYNC_YIELD : Op::kYIELD, target, value);
}

void Emitter::YieldFromInto(const YieldFrom& yield, Reg target) {
  if (!InFunction()) return Fail(yield.span, "'yield from' outside function");
  if ((code_.flags & kCodeCoroutine) != 0) {
    return Fail(yield.span, "'yield from' inside async function");
  }
  const Reg iterator = NewTemp();
  const Reg value = Operand(*yield.value, iterator);
  At(yield.span).Emit(Op::kGET_YIELD_FROM, iterator, value);
  const Reg sent = NewTemp();
  LoadNone(sent);
  DelegateTo(iterator, sent, yield.span);
  Move(target, sent);
}

// Sends R[value] (None) into the iterator until it is done; R[value] becomes its result.
void Emitter::DelegateTo(Reg iterator, Reg value, SourceSpan span) {
  At(span);
  const Label loop = assembler_.NewLabel();
  const Label done = assembler_.NewLabel();
  assembler_.Bind(loop);
  assembler_.EmitJump(Op::kSEND, value, iterator, 0, done);
  assembler_.Emit(Op::kYIELD_DELEGATE, value, iterator);
  assembler_.Jump(loop);
  assembler_.Bind(done);
}

void Emitter::AwaitInto(const Await& await, Reg target) {
  if (frame_.kind == ScopeKind::kModule) {
    if (!context_.options.top_level_await)
      return FailInTable(await.span, "'await' outside function");
  } else if ((code_.flags & kCodeCoroutine) == 0) {
    return FailInTable(await.span, "'await' outside async function");
  }
  const Reg temp = NewTemp();
  Into(*await.value, temp);
  AwaitRegister(temp, 0, await.span);
  Move(target, temp);
}

void Emitter::AwaitRegister(Reg reg, uint32_t context, SourceSpan span) {
  TempScope temps(*this);
  At(span).Emit(Op::kGET_AWAITABLE, reg, reg, context);
  const Reg value = NewTemp();
  LoadNone(value);
  DelegateTo(reg, value, span);
  Move(reg, value);
}

}  // namespace pysub
