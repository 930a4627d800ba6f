#include "compiler/emitter.h"
#include "compiler/literal_type.h"

// CPython's SyntaxWarnings about expressions that can only be mistakes.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

bool IsSubscriptable(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kSet:
    case ExprKind::kSetComp:
    case ExprKind::kGeneratorExp:
    case ExprKind::kLambda:
    case ExprKind::kTemplateStr: return false;
    case ExprKind::kConstant: {
      const ConstantKind kind = expr.As<ast::Constant>().constant_kind;
      return kind == ConstantKind::kStr || kind == ConstantKind::kBytes;
    }
    default: return true;
  }
}

bool HasIntegerIndices(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kListComp:
    case ExprKind::kJoinedStr: return true;
    case ExprKind::kConstant: {
      const ConstantKind kind = expr.As<ast::Constant>().constant_kind;
      return kind == ConstantKind::kStr || kind == ConstantKind::kBytes;
    }
    default: return false;
  }
}

// Literals have no identity worth asking for.
bool IsLiteral(const Expr& expr) {
  if (const Tuple* tuple = expr.TryAs<Tuple>()) {
    for (const Expr* item : tuple->elts) {
      if (item->kind != ExprKind::kConstant) return false;
    }
    return true;
  }
  const ast::Constant* constant = expr.TryAs<ast::Constant>();
  return constant != nullptr && constant->constant_kind > ConstantKind::kEllipsis;
}

}  // namespace

void Emitter::CheckCaller(const Call& call) {
  const std::string_view type = TypeOfLiteral(*call.func);
  if (type.empty() || call.func->kind == ExprKind::kLambda) return;
  Warn(call.func->span,
       "'" + std::string(type) + "' object is not callable; perhaps you missed a comma?");
}

void Emitter::CheckSubscript(const Subscript& subscript) {
  const std::string value(TypeOfLiteral(*subscript.value));
  if (!IsSubscriptable(*subscript.value)) {
    return Warn(subscript.value->span,
                "'" + value + "' object is not subscriptable; perhaps you missed a comma?");
  }
  if (!HasIntegerIndices(*subscript.value)) return;
  const std::string index(TypeOfLiteral(*subscript.slice));
  if (index.empty() || index == "int" || index == "bool") return;
  Warn(subscript.slice->span, value + " indices must be integers or slices, not " + index +
                                  "; perhaps you missed a comma?");
}

void Emitter::CheckCompare(const Compare& compare) {
  const Expr* left = compare.left;
  for (uint32_t i = 0; i < compare.ops.size(); ++i) {
    const Expr* right = compare.comparators[i];
    const CompareOperator op = compare.ops[i];
    const bool is = op == CompareOperator::kIs;
    if ((is || op == CompareOperator::kIsNot) && (IsLiteral(*left) || IsLiteral(*right))) {
      const std::string type(TypeOfLiteral(IsLiteral(*left) ? *left : *right));
      return Warn(compare.span,
                  is ? "\"is\" with '" + type + "' literal. Did you mean \"==\"?"
                     : "\"is not\" with '" + type + "' literal. Did you mean \"!=\"?");
    }
    left = right;
  }
}

void Emitter::CheckAssert(const Assert& statement) {
  const Tuple* tuple = statement.test->TryAs<Tuple>();
  if (tuple == nullptr || tuple->elts.empty()) return;
  Warn(statement.span, "assertion is always true, perhaps remove parentheses?");
}

}  // namespace pysub
