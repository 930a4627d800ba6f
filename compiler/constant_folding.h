#ifndef PYSUB_COMPILER_CONSTANT_FOLDING_H_
#define PYSUB_COMPILER_CONSTANT_FOLDING_H_

#include <optional>

#include "compiler/unit_builder.h"
#include "parser/arena.h"
#include "parser/ast.h"

namespace pysub {

// Folding never changes a result or an error: what would raise, or needs more than 64 bits, or
// makes more than kMaxFoldedText bytes is left to the program. Without that bound a line such as
// 'x' * 10**9 would take memory before any limit of the program is looked at.
inline constexpr size_t kMaxFoldedText = 4096;

ConstantValue ValueOf(const ast::Constant& constant, Arena& arena);

// The value of a literal, or of operators applied to literals; nothing for tuples.
std::optional<ConstantValue> FoldScalar(const ast::Expr& expr, Arena& arena);
std::optional<ConstantValue> FoldBinary(ast::Operator op, const ConstantValue& left,
                                        const ConstantValue& right, Arena& arena);

// Whether `expr` is a tuple of constants and of such tuples.
bool IsConstantTuple(const ast::Expr& expr, Arena& arena);
// Adds such a tuple, or the elements of any display of constants, as one constant.
uint32_t AddConstantItems(ast::List<const ast::Expr*> elts, ConstantTag tag, UnitBuilder& builder,
                          Arena& arena);

// Truth value of a constant expression; nothing if it is not constant.
std::optional<bool> FoldTruth(const ast::Expr& expr, Arena& arena);

}  // namespace pysub

#endif  // PYSUB_COMPILER_CONSTANT_FOLDING_H_
