#ifndef PYSUB_COMPILER_LITERAL_TYPE_H_
#define PYSUB_COMPILER_LITERAL_TYPE_H_

#include <string_view>

#include "parser/ast.h"

namespace pysub {

// The name of the type of a literal, a display, a comprehension or a lambda, as CPython's warnings
// write it: "int", "list", "generator"; "": the syntax does not tell.
std::string_view TypeOfLiteral(const ast::Expr& expr);

}  // namespace pysub

#endif  // PYSUB_COMPILER_LITERAL_TYPE_H_
