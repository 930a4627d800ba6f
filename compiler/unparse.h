#ifndef PYSUB_COMPILER_UNPARSE_H_
#define PYSUB_COMPILER_UNPARSE_H_

#include <string>

#include "parser/ast.h"

namespace pysub {

// The text of an expression as ast.unparse() writes it: what `from __future__ import annotations`
// makes of annotations.
std::string Unparse(const ast::Expr& expr);

}  // namespace pysub

#endif  // PYSUB_COMPILER_UNPARSE_H_
