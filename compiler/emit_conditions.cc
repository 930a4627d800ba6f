#include "compiler/emitter.h"

// Conditions become jumps: `and`, `or`, `not` and chains of comparisons need no truth value in a
// register, and a comparison with its branch is one instruction.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

// Code that jumps if the truth of `expr` is `when`, and goes on otherwise. `and`, `or` and `not`
// become jumps alone: no truth value is ever made of them.
//
//   if a and not b:        jump if not a --> else
//       ...                jump if b     --> else
void Emitter::JumpIf(const Expr& expr, bool when, Target& target) {
  if (GivenUp()) return;
  if (const std::optional<bool> truth = FoldTruth(expr, context_.arena)) {
    MarkLine(expr.span);
    if (*truth == when) JumpTo(target);
    return;
  }
  TempScope temps(*this);
  switch (expr.kind) {
    case ExprKind::kBoolOp: return JumpIfBool(expr.As<BoolOp>(), when, target);
    case ExprKind::kCompare: return JumpIfCompare(expr.As<Compare>(), when, target);
    case ExprKind::kUnaryOp:
      if (expr.As<UnaryOp>().op == UnaryOperator::kNot) {
        return JumpIf(*expr.As<UnaryOp>().operand, !when, target);
      }
      break;
    default: break;
  }
  const Reg reg = Operand(expr);
  JumpIfTrueOrFalse(reg, when, expr.span, target);
}

void Emitter::JumpIfTrueOrFalse(Reg reg, bool when, SourceSpan span, Target& target) {
  NoteJump(target);
  At(span).EmitJump(when ? Op::kJTRUE : Op::kJFALSE, reg, 0, 0, target.label);
}

void Emitter::JumpIfBool(const BoolOp& op, bool when, Target& target) {
  // The truth value of an operand that decides the whole.
  const bool decisive = op.op == BoolOperator::kOr;
  if (when == decisive) {
    for (const Expr* value : op.values) JumpIf(*value, when, target);
    return;
  }
  Target skip = NewTarget();
  for (uint32_t i = 0; i + 1 < op.values.size(); ++i) JumpIf(*op.values[i], decisive, skip);
  JumpIf(*op.values.back(), when, target);
  Bind(skip);
}

// a < b < c evaluates b once. It is kept in a register for the next comparison, and the two
// registers take turns.
void Emitter::JumpIfCompare(const Compare& compare, bool when, Target& target) {
  CheckCompare(compare);
  Target skip = NewTarget();
  const uint32_t last = compare.ops.size() - 1;
  const Reg pair = NewTemps(last == 0 ? 1 : 2);  // the operands of one comparison take turns
  Reg left = OperandBefore(*compare.left, *compare.comparators[0], pair);
  for (uint32_t i = 0; i < last; ++i) {
    const Reg right =
        OperandBefore(*compare.comparators[i], *compare.comparators[i + 1], pair + (i + 1) % 2);
    JumpIfPair(compare.ops[i], left, right, false, compare.span, when ? skip : target);
    left = right;
  }
  const Expr& right = *compare.comparators[last];
  if (!JumpIfConstant(compare.ops[last], left, right, when, compare.span, target)) {
    const Reg reg = CompareOperand(compare.ops[last], right);
    JumpIfPair(compare.ops[last], left, reg, when, compare.span, target);
  }
  Bind(skip);
}

void Emitter::JumpIfPair(CompareOperator op, Reg left, Reg right, bool when, SourceSpan span,
                         Target& target) {
  static constexpr Op kOps[] = {Op::kJEQ, Op::kJNE, Op::kJLT, Op::kJLE, Op::kJGT,
                                Op::kJGE, Op::kJIS, Op::kJIS, Op::kJIN, Op::kJIN};
  const bool negated = op == CompareOperator::kIsNot || op == CompareOperator::kNotIn;
  NoteJump(target);
  At(span).EmitJump(kOps[static_cast<int>(op)], left, right, when != negated, target.label);
}

bool Emitter::JumpIfConstant(CompareOperator op, Reg left, const Expr& right, bool when,
                             SourceSpan span, Target& target) {
  const std::optional<ConstantValue> constant = FoldScalar(right, context_.arena);
  if (!constant) return false;
  if (op == CompareOperator::kIs || op == CompareOperator::kIsNot) {
    if (constant->tag != ConstantTag::kNone) return false;
    MarkLine(right.span);
    NoteJump(target);
    At(span).EmitJump(Op::kJNONE, left, when == (op == CompareOperator::kIs), 0, target.label);
    return true;
  }
  if (op > CompareOperator::kGtE) return false;
  const uint32_t index = context_.builder.Constant(*constant);
  if (index > 0xFF) return false;
  MarkLine(right.span);
  static constexpr Op kOps[] = {Op::kJEQ_K, Op::kJNE_K, Op::kJLT_K,
                                Op::kJLE_K, Op::kJGT_K, Op::kJGE_K};
  NoteJump(target);
  At(span).EmitJump(kOps[static_cast<int>(op)], left, index, when, target.label);
  return true;
}

// Marks what `test` has bound for certain when it came out true: the body of `while (x := f()):` is
// emitted before the test.
void Emitter::MarkWalrusesOf(const Expr& test) {
  if (!frame_.has_walrus) return;
  switch (test.kind) {
    case ExprKind::kNamedExpr:
      return MarkBound(SymbolOf(test.As<NamedExpr>().target->As<ast::Name>()));
    case ExprKind::kCompare:
      MarkWalrusesOf(*test.As<Compare>().left);
      return MarkWalrusesOf(*test.As<Compare>().comparators[0]);
    case ExprKind::kBoolOp:
      if (test.As<BoolOp>().op == BoolOperator::kOr) {
        return MarkWalrusesOf(*test.As<BoolOp>().values[0]);
      }
      for (const Expr* value : test.As<BoolOp>().values) MarkWalrusesOf(*value);
      return;
    default: return;
  }
}

}  // namespace pysub
