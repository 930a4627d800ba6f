#ifndef PYSUB_COMPILER_TREE_WALK_H_
#define PYSUB_COMPILER_TREE_WALK_H_

#include "parser/ast.h"

namespace pysub {

// The operand that comes first in the text and may be as deep as ParseLimits::max_tree_height
// (`a + a + ...`, `a.b[c](d).e ...`), or null. Walkers loop along it; everything else in a tree
// nests no deeper than ParseLimits::max_tree_depth, so there they may recurse.
inline const ast::Expr* LeftChild(const ast::Expr& expr) {
  switch (expr.kind) {
    case ast::ExprKind::kBinOp: return expr.As<ast::BinOp>().left;
    case ast::ExprKind::kAttribute: return expr.As<ast::Attribute>().value;
    case ast::ExprKind::kSubscript: return expr.As<ast::Subscript>().value;
    case ast::ExprKind::kCall: return expr.As<ast::Call>().func;
    default: return nullptr;
  }
}

// The operands of an expression that is only these: no name, no scope of its own, no left child. In
// the order of their evaluation.
template <typename Visit>
void VisitOperands(const ast::Expr& expr, Visit visit) {
  const auto all = [&](ast::List<const ast::Expr*> list) {
    for (const ast::Expr* operand : list) visit(operand);
  };
  const auto optional = [&](const ast::Expr* operand) {
    if (operand != nullptr) visit(operand);
  };
  switch (expr.kind) {
    case ast::ExprKind::kBoolOp: return all(expr.As<ast::BoolOp>().values);
    case ast::ExprKind::kUnaryOp: return visit(expr.As<ast::UnaryOp>().operand);
    case ast::ExprKind::kIfExp:
      visit(expr.As<ast::IfExp>().test);
      visit(expr.As<ast::IfExp>().body);
      return visit(expr.As<ast::IfExp>().orelse);
    case ast::ExprKind::kSet: return all(expr.As<ast::Set>().elts);
    case ast::ExprKind::kFormattedValue:
      visit(expr.As<ast::FormattedValue>().value);
      return optional(expr.As<ast::FormattedValue>().format_spec);
    case ast::ExprKind::kInterpolation:
      visit(expr.As<ast::Interpolation>().value);
      return optional(expr.As<ast::Interpolation>().format_spec);
    case ast::ExprKind::kJoinedStr: return all(expr.As<ast::JoinedStr>().values);
    case ast::ExprKind::kTemplateStr: return all(expr.As<ast::TemplateStr>().values);
    case ast::ExprKind::kStarred: return visit(expr.As<ast::Starred>().value);
    case ast::ExprKind::kList: return all(expr.As<ast::ListExpr>().elts);
    case ast::ExprKind::kTuple: return all(expr.As<ast::Tuple>().elts);
    case ast::ExprKind::kSlice:
      optional(expr.As<ast::Slice>().lower);
      optional(expr.As<ast::Slice>().upper);
      return optional(expr.As<ast::Slice>().step);
    default: return;
  }
}

}  // namespace pysub

#endif  // PYSUB_COMPILER_TREE_WALK_H_
