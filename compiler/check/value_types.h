#ifndef PYSUB_COMPILER_CHECK_VALUE_TYPES_H_
#define PYSUB_COMPILER_CHECK_VALUE_TYPES_H_

#include <functional>
#include <string>
#include <string_view>

#include "parser/ast.h"

// What the check knows of values whose types the text tells. A type is its name, "str"; "" is
// one that nobody knows.
namespace pysub {

// Of what a builtin function answers, if it answers at all: "int" for len.
std::string_view TypeOfAnswer(std::string_view builtin);
// Whether it certainly raises a TypeError.
bool CannotBeCombined(ast::Operator op, std::string_view left, std::string_view right);
bool CannotBeOrdered(std::string_view left, std::string_view right);
bool CannotBeSubscripted(std::string_view type);
bool CannotBeChanged(std::string_view type);  // x[0] = 1
bool CannotBeIterated(std::string_view type);
bool CannotBeCalled(std::string_view type);
std::string_view Spelling(ast::Operator op);

using TypeOfFunction = std::function<std::string_view(const ast::Expr&)>;

// What is certainly wrong with `"..." % right`, "...".format(...) or f"{value:spec}"; "":
// nothing that is known.
std::string WrongPercent(std::string_view format, const ast::Expr& right,
                         const TypeOfFunction& type_of);
std::string WrongFormat(std::string_view format, const ast::Call& call);
std::string WrongFormatCode(const ast::FormattedValue& value, const TypeOfFunction& type_of);

}  // namespace pysub

#endif  // PYSUB_COMPILER_CHECK_VALUE_TYPES_H_
