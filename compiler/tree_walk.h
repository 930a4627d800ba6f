#ifndef PYSUB_COMPILER_TREE_WALK_H_
#define PYSUB_COMPILER_TREE_WALK_H_

#include "parser/ast.h"

namespace pysub {

// The operand that comes first in the text and may be as deep as ParseLimits::max_tree_height
// (`a + a + ...`, `a.b[c](d).e ...`), or null. Walkers loop along it; everything else in a tree
// nests no deeper than ParseLimits::max_tree_depth, so there they may recurse.
inline const ast::Expr* LeftChild(const ast::Expr& expr) {
  switch (expr.kind) {
    case ast::ExprKind::kBinOp:
      return expr.As<ast::BinOp>().left;
    case ast::ExprKind::kAttribute:
      return expr.As<ast::Attribute>().value;
    case ast::ExprKind::kSubscript:
      return expr.As<ast::Subscript>().value;
    case ast::ExprKind::kCall:
      return expr.As<ast::Call>().func;
    default:
      return nullptr;
  }
}

}  // namespace pysub

#endif  // PYSUB_COMPILER_TREE_WALK_H_
