#include "compiler/unparse.h"

#include <charconv>
#include <string_view>
#include <vector>

namespace pysub {
namespace {

using namespace ast;  // NOLINT: this file is about nothing else

// From loose to tight, as in CPython's Python/ast_unparse.c.
enum Precedence {
  kPrTuple,
  kPrTest,
  kPrOr,
  kPrAnd,
  kPrNot,
  kPrCompare,
  kPrExpr,
  kPrBitOr = kPrExpr,
  kPrBitXor,
  kPrBitAnd,
  kPrShift,
  kPrArith,
  kPrTerm,
  kPrFactor,
  kPrPower,
  kPrAwait,
  kPrAtom,
};

struct OperatorText {
  std::string_view text;
  int precedence;
};

constexpr OperatorText kOperators[] = {
    {" + ", kPrArith},  {" - ", kPrArith}, {" * ", kPrTerm},   {" @ ", kPrTerm},
    {" / ", kPrTerm},   {" % ", kPrTerm},  {" ** ", kPrPower}, {" << ", kPrShift},
    {" >> ", kPrShift}, {" | ", kPrBitOr}, {" ^ ", kPrBitXor}, {" & ", kPrBitAnd},
    {" // ", kPrTerm},
};
constexpr std::string_view kComparisons[] = {" == ", " != ", " < ",      " <= ", " > ",
                                             " >= ", " is ", " is not ", " in ", " not in "};

// Expressions back into text: what `from __future__ import annotations` keeps as strings, and what
// the text of an interpolation shows where it is not the source's own. As CPython's ast_unparse.c
// writes them, which is not what was typed: blanks, quotes and brackets follow from the tree alone.
//
// `level` is how strongly what stands around binds. An operator that binds less gets brackets:
// Write(a + b, kPrTerm) is "(a + b)". The right side of an operator that associates to the left is
// written one level higher, so a - (b - c) keeps its brackets and (a - b) - c loses them.
class Unparser {
 public:
  std::string TakeText() { return std::move(out_); }
  void Write(const Expr& expr, int level);

 private:
  void Open(bool condition) {
    if (condition) out_ += '(';
  }
  void Close(bool condition) {
    if (condition) out_ += ')';
  }
  void Items(List<const Expr*> items) {
    for (uint32_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ += ", ";
      Write(*items[i], kPrTest);
    }
  }
  void Text(std::string_view text, bool bytes);
  void WriteConstant(const ast::Constant& constant);
  void Float(double value);
  void WriteBinary(const BinOp& op, int level);
  void WriteUnary(const UnaryOp& op, int level);
  void WriteBool(const BoolOp& op, int level);
  void WriteLambda(const Lambda& lambda, int level);
  void WriteArguments(const Arguments& args);
  void WriteNamed(const NamedExpr& named, int level);
  void WriteCondition(const IfExp& condition, int level);
  void WriteAwait(const Await& await, int level);
  void WriteYield(std::string_view words, const Expr* value);
  void WriteDisplay(List<const Expr*> items, std::string_view brackets);
  void WriteComprehension(const Expr& item, const Expr* value,
                          List<const Comprehension*> generators, std::string_view brackets);
  void WriteAttribute(const Attribute& attribute);
  void WriteDict(const Dict& dict);
  void WriteCompare(const Compare& compare, int level);
  void WriteCall(const Call& call);
  void WriteSlice(const Slice& slice);
  void WriteTuple(const Tuple& tuple, int level);
  void WriteSubscript(const Subscript& subscript);
  void WriteGenerators(List<const Comprehension*> generators);
  void WriteJoined(List<const Expr*> values, char prefix);
  void JoinedParts(List<const Expr*> values, bool spec, std::string* text);

  std::string out_;
};

// The repr() of a str or bytes; non-ASCII characters stay.
void Unparser::Text(std::string_view text, bool bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  const bool single = text.find('\'') != std::string_view::npos;
  const char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  if (bytes) out_ += 'b';
  out_ += quote;
  for (char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (c == '\n') {
      out_ += "\\n";
    } else if (c == '\r') {
      out_ += "\\r";
    } else if (c == '\t') {
      out_ += "\\t";
    } else if (byte < 32 || byte == 127 || (bytes && byte > 127)) {
      out_ += "\\x";
      out_ += kHex[byte >> 4];
      out_ += kHex[byte & 15];
    } else {
      out_ += c;
    }
  }
  out_ += quote;
}

// repr() of a float; infinity is written as a literal that overflows.
void Unparser::Float(double value) {
  if (value > 1.7976931348623157e308) {
    out_ += "1e309";
    return;
  }
  char buffer[40];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  if (value >= 1e16) {
    end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
    text = {buffer, static_cast<size_t>(end - buffer)};
  } else if (value >= 1e-4 || value == 0) {
    end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
    text = {buffer, static_cast<size_t>(end - buffer)};
  }
  out_ += text;
  if (text.find_first_of(".e") == std::string_view::npos) out_ += ".0";
}

void Unparser::WriteConstant(const ast::Constant& constant) {
  switch (constant.constant_kind) {
    case ConstantKind::kNone: out_ += "None"; return;
    case ConstantKind::kTrue: out_ += "True"; return;
    case ConstantKind::kFalse: out_ += "False"; return;
    case ConstantKind::kEllipsis: out_ += "..."; return;
    case ConstantKind::kInt:
      // Beyond 64 bits a number stays in the base it was written in.
      if (constant.fits_int64) {
        out_ += std::to_string(constant.int_value);
      } else {
        if (constant.base != 10)
          out_ += constant.base == 16 ? "0x" : constant.base == 8 ? "0o" : "0b";
        out_ += constant.text;
      }
      return;
    case ConstantKind::kFloat: return Float(constant.float_value);
    case ConstantKind::kComplex: {
      const size_t start = out_.size();
      Float(constant.float_value);
      if (out_.size() - start > 2 && out_.ends_with(".0")) out_.resize(out_.size() - 2);
      out_ += 'j';
      return;
    }
    case ConstantKind::kStr:
      if (constant.u_prefix) out_ += 'u';
      return Text(constant.text, false);
    case ConstantKind::kBytes: return Text(constant.text, true);
  }
}

// Long chains to the left are written in a loop.
void Unparser::WriteBinary(const BinOp& op, int level) {
  std::vector<const BinOp*> spine = {&op};
  std::vector<bool> parens = {level > kOperators[static_cast<int>(op.op)].precedence};
  for (;;) {
    const BinOp& top = *spine.back();
    const OperatorText& text = kOperators[static_cast<int>(top.op)];
    const BinOp* left = top.left->TryAs<BinOp>();
    if (left == nullptr) break;
    const int wanted = text.precedence + (top.op == Operator::kPow ? 1 : 0);
    parens.push_back(wanted > kOperators[static_cast<int>(left->op)].precedence);
    spine.push_back(left);
  }
  for (bool paren : parens) Open(paren);
  const BinOp& first = *spine.back();
  Write(*first.left,
        kOperators[static_cast<int>(first.op)].precedence + (first.op == Operator::kPow ? 1 : 0));
  for (size_t i = spine.size(); i-- > 0;) {
    const BinOp& at = *spine[i];
    const OperatorText& text = kOperators[static_cast<int>(at.op)];
    out_ += text.text;
    Write(*at.right, text.precedence + (at.op == Operator::kPow ? 0 : 1));
    Close(parens[i]);
  }
}

void Unparser::WriteUnary(const UnaryOp& op, int level) {
  static constexpr std::string_view kTexts[] = {"~", "not ", "+", "-"};
  const int precedence = op.op == UnaryOperator::kNot ? kPrNot : kPrFactor;
  Open(level > precedence);
  out_ += kTexts[static_cast<int>(op.op)];
  Write(*op.operand, precedence);
  Close(level > precedence);
}

void Unparser::WriteBool(const BoolOp& op, int level) {
  const bool is_and = op.op == BoolOperator::kAnd;
  const int precedence = is_and ? kPrAnd : kPrOr;
  Open(level > precedence);
  for (uint32_t i = 0; i < op.values.size(); ++i) {
    if (i > 0) out_ += is_and ? " and " : " or ";
    Write(*op.values[i], precedence + 1);
  }
  Close(level > precedence);
}

void Unparser::WriteArguments(const Arguments& args) {
  bool first = true;
  auto comma = [&] {
    if (!first) out_ += ", ";
    first = false;
  };
  const uint32_t positional = args.posonlyargs.size() + args.args.size();
  for (uint32_t i = 0; i < positional; ++i) {
    const bool only = i < args.posonlyargs.size();
    const Arg& arg = only ? *args.posonlyargs[i] : *args.args[i - args.posonlyargs.size()];
    comma();
    out_ += arg.arg;
    const uint32_t required = positional - args.defaults.size();
    if (i >= required) {
      out_ += '=';
      Write(*args.defaults[i - required], kPrTest);
    }
    if (i + 1 == args.posonlyargs.size()) out_ += ", /";
  }
  if (args.vararg != nullptr || !args.kwonlyargs.empty()) {
    comma();
    out_ += '*';
    if (args.vararg != nullptr) out_ += args.vararg->arg;
  }
  for (uint32_t i = 0; i < args.kwonlyargs.size(); ++i) {
    comma();
    out_ += args.kwonlyargs[i]->arg;
    if (args.kw_defaults[i] == nullptr) continue;
    out_ += '=';
    Write(*args.kw_defaults[i], kPrTest);
  }
  if (args.kwarg != nullptr) {
    comma();
    out_ += "**";
    out_ += args.kwarg->arg;
  }
}

void Unparser::WriteLambda(const Lambda& lambda, int level) {
  Open(level > kPrTest);
  const size_t start = out_.size();
  WriteArguments(*lambda.args);
  out_.insert(start, out_.size() > start ? "lambda " : "lambda");
  out_ += ": ";
  Write(*lambda.body, kPrTest);
  Close(level > kPrTest);
}

void Unparser::WriteDict(const Dict& dict) {
  out_ += '{';
  for (uint32_t i = 0; i < dict.values.size(); ++i) {
    if (i > 0) out_ += ", ";
    if (dict.keys[i] == nullptr) {
      out_ += "**";
      Write(*dict.values[i], kPrExpr);
      continue;
    }
    Write(*dict.keys[i], kPrTest);
    out_ += ": ";
    Write(*dict.values[i], kPrTest);
  }
  out_ += '}';
}

void Unparser::WriteCompare(const Compare& compare, int level) {
  Open(level > kPrCompare);
  Write(*compare.left, kPrCompare + 1);
  for (uint32_t i = 0; i < compare.ops.size(); ++i) {
    out_ += kComparisons[static_cast<int>(compare.ops[i])];
    Write(*compare.comparators[i], kPrCompare + 1);
  }
  Close(level > kPrCompare);
}

void Unparser::WriteCall(const Call& call) {
  Write(*call.func, kPrAtom);
  if (call.args.size() == 1 && call.keywords.empty() &&
      call.args[0]->kind == ExprKind::kGeneratorExp) {
    return Write(*call.args[0], kPrAtom);
  }
  out_ += '(';
  Items(call.args);
  bool first = call.args.empty();
  for (const Keyword* keyword : call.keywords) {
    if (!first) out_ += ", ";
    first = false;
    if (keyword->arg.empty()) {
      out_ += "**";
    } else {
      out_ += keyword->arg;
      out_ += '=';
    }
    Write(*keyword->value, kPrTest);
  }
  out_ += ')';
}

void Unparser::WriteSlice(const Slice& slice) {
  if (slice.lower != nullptr) Write(*slice.lower, kPrTest);
  out_ += ':';
  if (slice.upper != nullptr) Write(*slice.upper, kPrTest);
  if (slice.step == nullptr) return;
  out_ += ':';
  Write(*slice.step, kPrTest);
}

void Unparser::WriteTuple(const Tuple& tuple, int level) {
  if (tuple.elts.empty()) {
    out_ += "()";
    return;
  }
  Open(level > kPrTuple);
  Items(tuple.elts);
  if (tuple.elts.size() == 1) out_ += ',';
  Close(level > kPrTuple);
}

void Unparser::WriteSubscript(const Subscript& subscript) {
  Write(*subscript.value, kPrAtom);
  out_ += '[';
  Write(*subscript.slice, kPrTuple);
  out_ += ']';
}

void Unparser::WriteGenerators(List<const Comprehension*> generators) {
  for (const Comprehension* generator : generators) {
    out_ += generator->is_async ? " async for " : " for ";
    Write(*generator->target, kPrTuple);
    out_ += " in ";
    Write(*generator->iter, kPrTest + 1);
    for (const Expr* condition : generator->ifs) {
      out_ += " if ";
      Write(*condition, kPrTest + 1);
    }
  }
}

void Unparser::JoinedParts(List<const Expr*> values, bool spec, std::string* text) {
  for (const Expr* part : values) {
    if (const ast::Constant* constant = part->TryAs<ast::Constant>()) {
      for (char c : constant->text) {
        *text += c;
        if (!spec && (c == '{' || c == '}')) *text += c;
      }
      continue;
    }
    const FormattedValue* value = part->TryAs<FormattedValue>();
    const Interpolation* interpolation = part->TryAs<Interpolation>();
    if (value == nullptr && interpolation == nullptr) continue;
    const char conversion = value != nullptr ? value->conversion : interpolation->conversion;
    const Expr* format = value != nullptr ? value->format_spec : interpolation->format_spec;
    Unparser inner;
    inner.Write(value != nullptr ? *value->value : *interpolation->value, kPrTest + 1);
    const std::string inside = inner.TakeText();
    *text += inside.starts_with('{') ? "{ " : "{";
    *text += inside;
    if (conversion != 0) {
      *text += '!';
      *text += conversion;
    }
    if (format != nullptr) {
      *text += ':';
      JoinedParts(format->As<JoinedStr>().values, true, text);
    }
    *text += '}';
  }
}

void Unparser::WriteJoined(List<const Expr*> values, char prefix) {
  std::string text;
  JoinedParts(values, false, &text);
  out_ += prefix;
  Text(text, false);
}

void Unparser::WriteNamed(const NamedExpr& named, int level) {
  Open(level > kPrTuple);
  Write(*named.target, kPrAtom);
  out_ += " := ";
  Write(*named.value, kPrAtom);
  Close(level > kPrTuple);
}

void Unparser::WriteCondition(const IfExp& condition, int level) {
  Open(level > kPrTest);
  Write(*condition.body, kPrTest + 1);
  out_ += " if ";
  Write(*condition.test, kPrTest + 1);
  out_ += " else ";
  Write(*condition.orelse, kPrTest);
  Close(level > kPrTest);
}

void Unparser::WriteDisplay(List<const Expr*> items, std::string_view brackets) {
  out_ += brackets[0];
  Items(items);
  out_ += brackets[1];
}

// `value`: of a dict; else null.
void Unparser::WriteComprehension(const Expr& item, const Expr* value,
                                  List<const Comprehension*> generators,
                                  std::string_view brackets) {
  out_ += brackets[0];
  Write(item, kPrTest);
  if (value != nullptr) {
    out_ += ": ";
    Write(*value, kPrTest);
  }
  WriteGenerators(generators);
  out_ += brackets[1];
}

void Unparser::WriteAwait(const Await& await, int level) {
  Open(level > kPrAwait);
  out_ += "await ";
  Write(*await.value, kPrAtom);
  Close(level > kPrAwait);
}

void Unparser::WriteYield(std::string_view words, const Expr* value) {
  out_ += '(';
  out_ += words;
  if (value != nullptr) {
    out_ += ' ';
    Write(*value, kPrTest);
  }
  out_ += ')';
}

void Unparser::WriteAttribute(const Attribute& attribute) {
  Write(*attribute.value, kPrAtom);
  const ast::Constant* number = attribute.value->TryAs<ast::Constant>();
  // `1.real` would be a float.
  if (number != nullptr && number->constant_kind == ConstantKind::kInt) out_ += ' ';
  out_ += '.';
  out_ += attribute.attr;
}

// `level`: how tight an operator stands around it, which decides about parentheses.
void Unparser::Write(const Expr& expr, int level) {
  switch (expr.kind) {
    case ExprKind::kBoolOp: return WriteBool(expr.As<BoolOp>(), level);
    case ExprKind::kNamedExpr: return WriteNamed(expr.As<NamedExpr>(), level);
    case ExprKind::kBinOp: return WriteBinary(expr.As<BinOp>(), level);
    case ExprKind::kUnaryOp: return WriteUnary(expr.As<UnaryOp>(), level);
    case ExprKind::kLambda: return WriteLambda(expr.As<Lambda>(), level);
    case ExprKind::kIfExp: return WriteCondition(expr.As<IfExp>(), level);
    case ExprKind::kDict: return WriteDict(expr.As<Dict>());
    case ExprKind::kSet: return WriteDisplay(expr.As<ast::Set>().elts, "{}");
    case ExprKind::kListComp:
      return WriteComprehension(*expr.As<ListComp>().elt, nullptr, expr.As<ListComp>().generators,
                                "[]");
    case ExprKind::kSetComp:
      return WriteComprehension(*expr.As<SetComp>().elt, nullptr, expr.As<SetComp>().generators,
                                "{}");
    case ExprKind::kDictComp:
      return WriteComprehension(*expr.As<DictComp>().key, expr.As<DictComp>().value,
                                expr.As<DictComp>().generators, "{}");
    case ExprKind::kGeneratorExp:
      return WriteComprehension(*expr.As<GeneratorExp>().elt, nullptr,
                                expr.As<GeneratorExp>().generators, "()");
    case ExprKind::kAwait: return WriteAwait(expr.As<Await>(), level);
    case ExprKind::kYield: return WriteYield("yield", expr.As<Yield>().value);
    case ExprKind::kYieldFrom: return WriteYield("yield from", expr.As<YieldFrom>().value);
    case ExprKind::kCompare: return WriteCompare(expr.As<Compare>(), level);
    case ExprKind::kCall: return WriteCall(expr.As<Call>());
    case ExprKind::kFormattedValue:
    case ExprKind::kInterpolation: return;
    case ExprKind::kJoinedStr: return WriteJoined(expr.As<JoinedStr>().values, 'f');
    case ExprKind::kTemplateStr: return WriteJoined(expr.As<TemplateStr>().values, 't');
    case ExprKind::kConstant: return WriteConstant(expr.As<ast::Constant>());
    case ExprKind::kAttribute: return WriteAttribute(expr.As<Attribute>());
    case ExprKind::kSubscript: return WriteSubscript(expr.As<Subscript>());
    case ExprKind::kStarred: out_ += '*'; return Write(*expr.As<Starred>().value, kPrExpr);
    case ExprKind::kName: out_ += expr.As<ast::Name>().id; return;
    case ExprKind::kList: return WriteDisplay(expr.As<ListExpr>().elts, "[]");
    case ExprKind::kTuple: return WriteTuple(expr.As<Tuple>(), level);
    case ExprKind::kSlice: return WriteSlice(expr.As<Slice>());
  }
}

}  // namespace

std::string Unparse(const Expr& expr) {
  Unparser unparser;
  unparser.Write(expr, kPrTest);
  return unparser.TakeText();
}

}  // namespace pysub
