#include "compiler/literal_type.h"

namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

std::string_view ConstantTypeName(ConstantKind kind) {
  switch (kind) {
    case ConstantKind::kNone: return "NoneType";
    case ConstantKind::kTrue:
    case ConstantKind::kFalse: return "bool";
    case ConstantKind::kEllipsis: return "ellipsis";
    case ConstantKind::kInt: return "int";
    case ConstantKind::kFloat: return "float";
    case ConstantKind::kComplex: return "complex";
    case ConstantKind::kStr: return "str";
    case ConstantKind::kBytes: return "bytes";
  }
  return "";
}

}  // namespace

std::string_view TypeOfLiteral(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kTuple: return "tuple";
    case ExprKind::kList:
    case ExprKind::kListComp: return "list";
    case ExprKind::kDict:
    case ExprKind::kDictComp: return "dict";
    case ExprKind::kSet:
    case ExprKind::kSetComp: return "set";
    case ExprKind::kGeneratorExp: return "generator";
    case ExprKind::kLambda: return "function";
    case ExprKind::kJoinedStr:
    case ExprKind::kFormattedValue: return "str";
    case ExprKind::kTemplateStr: return "string.templatelib.Template";
    case ExprKind::kConstant: return ConstantTypeName(expr.As<Constant>().constant_kind);
    default: return "";
  }
}

}  // namespace pysub
