#include "parser/ast_dump.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "lexer/characters.h"

namespace pysub {
namespace {

using ast::Expr;
using ast::Stmt;

// Text of a node, and whether it is short enough to stand on its parent's line.
struct Dumped {
  std::string text;
  bool simple = true;
};

constexpr const char* kOperators[] = {"Add",    "Sub",    "Mult",    "MatMult", "Div",
                                      "Mod",    "Pow",    "LShift",  "RShift",  "BitOr",
                                      "BitXor", "BitAnd", "FloorDiv"};
constexpr const char* kUnaryOperators[] = {"Invert", "Not", "UAdd", "USub"};
constexpr const char* kCompareOperators[] = {"Eq",  "NotEq", "Lt",    "LtE", "Gt",
                                             "GtE", "Is",    "IsNot", "In",  "NotIn"};
constexpr const char* kContexts[] = {"Load", "Store", "Del"};
// Deeper trees than this are cut off: the dump recurses, and is only for tests and for looking.
constexpr int kMaxDepth = 1000;

void AppendEscape(const char* format, unsigned value, std::string* out) {
  char text[16];
  std::snprintf(text, sizeof(text), format, value);
  *out += text;
}

// repr() of a str or bytes. Characters are told printable by range only, which is enough here.
std::string Quote(std::string_view text, bool is_bytes) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string out = is_bytes ? "b" : "";
  out += quote;
  for (size_t i = 0; i < text.size();) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte == '\\' || byte == static_cast<uint8_t>(quote)) {
      out += '\\';
      out += text[i++];
    } else if (byte == '\n' || byte == '\r' || byte == '\t') {
      out += byte == '\n' ? "\\n" : byte == '\r' ? "\\r" : "\\t";
      ++i;
    } else if (byte < ' ' || byte == 0x7F || (is_bytes && byte >= 0x80)) {
      AppendEscape("\\x%02x", byte, &out);
      ++i;
    } else if (byte < 0x80) {
      out += text[i++];
    } else {
      const size_t start = i;
      const uint32_t c = characters::DecodeUtf8(text, &i);
      if (c < 0xA1 || c == 0xAD) {
        AppendEscape("\\x%02x", c, &out);
      } else if ((c >= 0xD800 && c < 0xF900) || (c >= 0x2028 && c <= 0x2029) || c == 0xFEFF) {
        AppendEscape("\\u%04x", c, &out);
      } else if (c >= 0xE0000) {
        AppendEscape("\\U%08x", c, &out);
      } else {
        out += text.substr(start, i - start);
      }
    }
  }
  out += quote;
  return out;
}

// repr() of a float: the shortest digits that give it back.
std::string FloatRepr(double value, bool with_point) {
  if (std::isinf(value)) return "inf";
  char digits[40];
  auto end =
      std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::scientific).ptr;
  const std::string_view written(digits, static_cast<size_t>(end - digits));
  const size_t e = written.find('e');
  int exponent = 0;
  const char* from = written.data() + e + 1;
  if (*from == '+') ++from;
  std::from_chars(from, end, exponent);
  if (exponent < -4 || exponent >= 16) return std::string(written);
  end = std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::fixed).ptr;
  std::string out(digits, end);
  if (with_point && out.find('.') == std::string::npos) out += ".0";
  return out;
}

// Decimal digits of a number written in another base, by schoolbook conversion.
std::string ToDecimal(std::string_view digits, int base) {
  std::vector<uint32_t> limbs = {0};  // base 10^9, least first
  for (const char c : digits) {
    uint64_t carry = static_cast<uint64_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    for (uint32_t& limb : limbs) {
      carry += static_cast<uint64_t>(limb) * static_cast<uint64_t>(base);
      limb = static_cast<uint32_t>(carry % 1'000'000'000);
      carry /= 1'000'000'000;
    }
    if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string out = std::to_string(limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) {
    AppendEscape("%09u", limbs[i], &out);
  }
  return out;
}

// The text of ast.dump(), for tests: trees are compared with CPython's as text.
class Dumper {
 public:
  explicit Dumper(DumpPositions positions) : positions_(positions) {}

  std::string DumpRoot(const ast::Module& module) {
    switch (module.kind) {
      case ast::RootKind::kModule:
      case ast::RootKind::kInteractive: {
        const char* name = module.kind == ast::RootKind::kModule ? "Module" : "Interactive";
        return Node(*this, name).Items("body", module.body).Finish().text;
      }
      case ast::RootKind::kExpression:
        return Node(*this, "Expression").Field("body", module.expression).Finish().text;
    }
    return "";
  }

 private:
  // Collects the fields of one node, in the order in which they are named, and lays them out as
  // ast.dump does: all on one line where they are few and simple, else one a line, indented. An
  // absent field is not written.
  class Node {
   public:
    Node(Dumper& dumper, const char* name) : dumper_(dumper), name_(name) { ++dumper_.level_; }

    Node& Add(const char* field, Dumped value) {
      simple_ &= value.simple;
      fields_.push_back(std::string(field) + "=" + value.text);
      return *this;
    }
    template <typename T>
    Node& Field(const char* field, const T* value) {
      return value == nullptr ? *this : Add(field, dumper_.Dump(*value));
    }
    Node& Symbol(const char* field, const char* name) {
      return Add(field, {std::string(name) + "()"});
    }
    Node& Text(const char* field, std::string_view text) {
      return Add(field, {Quote(text, false)});
    }
    Node& OptionalText(const char* field, std::string_view text) {
      return text.empty() ? *this : Text(field, text);
    }
    Node& Number(const char* field, int64_t value) { return Add(field, {std::to_string(value)}); }
    Node& Ctx(ast::Context ctx) { return Symbol("ctx", kContexts[static_cast<int>(ctx)]); }

    template <typename T>
    Node& Items(const char* field, const ast::List<T>& list) {
      if (list.empty()) return *this;
      ++dumper_.level_;
      std::vector<std::string> items;
      for (const T& item : list) items.push_back(dumper_.DumpItem(item));
      Add(field, {"[" + dumper_.Join(items) + "]", false});
      --dumper_.level_;
      return *this;
    }

    // With where the node stands, which ast.dump writes behind all other fields.
    Dumped Finish(SourceSpan span) {
      if (dumper_.positions_ == DumpPositions::kInclude) {
        Number("lineno", span.line);
        Number("col_offset", span.col);
        Number("end_lineno", span.end_line);
        Number("end_col_offset", span.end_col);
      }
      return Finish();
    }

    Dumped Finish() {
      Dumped result;
      if (simple_ && fields_.size() <= 3) {
        result.simple = fields_.empty();
        std::string inside;
        for (const std::string& field : fields_) {
          if (!inside.empty()) inside += ", ";
          inside += field;
        }
        result.text = std::string(name_) + "(" + inside + ")";
      } else {
        result.simple = false;
        result.text = std::string(name_) + "(" + dumper_.Join(fields_) + ")";
      }
      --dumper_.level_;
      return result;
    }

   private:
    Dumper& dumper_;
    const char* name_;
    bool simple_ = true;
    std::vector<std::string> fields_;
  };

  std::string Join(const std::vector<std::string>& items) const {
    std::string out;
    const bool lines = positions_ == DumpPositions::kLeaveOut;
    for (const std::string& item : items) {
      if (!out.empty()) out += lines ? "," : ", ";
      if (lines) {
        out += '\n';
        out.append(static_cast<size_t>(level_) * 2, ' ');
      }
      out += item;
    }
    return out;
  }

  template <typename T>
  std::string DumpItem(const T* item) {
    return item == nullptr ? "None" : Dump(*item).text;
  }
  std::string DumpItem(std::string_view name) { return Quote(name, false); }
  std::string DumpItem(ast::CompareOperator op) {
    return std::string(kCompareOperators[static_cast<int>(op)]) + "()";
  }

  Dumped Dump(const ast::Comprehension& clause) {
    return Node(*this, "comprehension")
        .Field("target", clause.target)
        .Field("iter", clause.iter)
        .Items("ifs", clause.ifs)
        .Number("is_async", clause.is_async)
        .Finish();
  }
  Dumped Dump(const ast::Arg& arg) {
    return Node(*this, "arg")
        .Text("arg", arg.arg)
        .Field("annotation", arg.annotation)
        .Finish(arg.span);
  }
  Dumped Dump(const ast::Arguments& args) {
    return Node(*this, "arguments")
        .Items("posonlyargs", args.posonlyargs)
        .Items("args", args.args)
        .Field("vararg", args.vararg)
        .Items("kwonlyargs", args.kwonlyargs)
        .Items("kw_defaults", args.kw_defaults)
        .Field("kwarg", args.kwarg)
        .Items("defaults", args.defaults)
        .Finish();
  }
  Dumped Dump(const ast::Keyword& keyword) {
    return Node(*this, "keyword")
        .OptionalText("arg", keyword.arg)
        .Field("value", keyword.value)
        .Finish(keyword.span);
  }
  Dumped Dump(const ast::TypeParam& param) {
    constexpr const char* kNames[] = {"TypeVar", "ParamSpec", "TypeVarTuple"};
    return Node(*this, kNames[static_cast<int>(param.kind)])
        .Text("name", param.name)
        .Field("bound", param.bound)
        .Field("default_value", param.default_value)
        .Finish(param.span);
  }
  Dumped Dump(const ast::Alias& alias) {
    return Node(*this, "alias")
        .Text("name", alias.name)
        .OptionalText("asname", alias.asname)
        .Finish(alias.span);
  }
  Dumped Dump(const ast::WithItem& item) {
    return Node(*this, "withitem")
        .Field("context_expr", item.context_expr)
        .Field("optional_vars", item.optional_vars)
        .Finish();
  }
  Dumped Dump(const ast::ExceptHandler& handler) {
    return Node(*this, "ExceptHandler")
        .Field("type", handler.type)
        .OptionalText("name", handler.name)
        .Items("body", handler.body)
        .Finish(handler.span);
  }

  static std::string ConstantRepr(const ast::Constant& constant) {
    switch (constant.constant_kind) {
      case ast::ConstantKind::kNone: return "None";
      case ast::ConstantKind::kTrue: return "True";
      case ast::ConstantKind::kFalse: return "False";
      case ast::ConstantKind::kEllipsis: return "Ellipsis";
      case ast::ConstantKind::kInt:
        if (constant.fits_int64) return std::to_string(constant.int_value);
        if (constant.base == 10) return std::string(constant.text);
        return ToDecimal(constant.text, constant.base);
      case ast::ConstantKind::kFloat: return FloatRepr(constant.float_value, /*with_point=*/true);
      case ast::ConstantKind::kComplex:
        return FloatRepr(constant.float_value, /*with_point=*/false) + "j";
      case ast::ConstantKind::kStr: return Quote(constant.text, /*is_bytes=*/false);
      case ast::ConstantKind::kBytes: return Quote(constant.text, /*is_bytes=*/true);
    }
    return "";
  }

  // ---- Expressions: a function for each kind, or for kinds with the same fields

  template <typename T>
  Dumped DumpComprehension(const char* name, const T& comprehension) {
    return Node(*this, name)
        .Field("elt", comprehension.elt)
        .Items("generators", comprehension.generators)
        .Finish(comprehension.span);
  }
  template <typename T>
  Dumped DumpValue(const char* name, const T& expr) {
    return Node(*this, name).Field("value", expr.value).Finish(expr.span);
  }
  template <typename T>
  Dumped DumpElements(const char* name, const T& expr) {
    return Node(*this, name).Items("elts", expr.elts).Ctx(expr.ctx).Finish(expr.span);
  }
  static int Conversion(char conversion) { return conversion == 0 ? -1 : conversion; }

  Dumped DumpKind(const ast::BoolOp& e) {
    return Node(*this, "BoolOp")
        .Symbol("op", e.op == ast::BoolOperator::kAnd ? "And" : "Or")
        .Items("values", e.values)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::NamedExpr& e) {
    return Node(*this, "NamedExpr")
        .Field("target", e.target)
        .Field("value", e.value)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::BinOp& e) {
    return Node(*this, "BinOp")
        .Field("left", e.left)
        .Symbol("op", kOperators[static_cast<int>(e.op)])
        .Field("right", e.right)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::UnaryOp& e) {
    return Node(*this, "UnaryOp")
        .Symbol("op", kUnaryOperators[static_cast<int>(e.op)])
        .Field("operand", e.operand)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Lambda& e) {
    return Node(*this, "Lambda").Field("args", e.args).Field("body", e.body).Finish(e.span);
  }
  Dumped DumpKind(const ast::IfExp& e) {
    return Node(*this, "IfExp")
        .Field("test", e.test)
        .Field("body", e.body)
        .Field("orelse", e.orelse)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Dict& e) {
    return Node(*this, "Dict").Items("keys", e.keys).Items("values", e.values).Finish(e.span);
  }
  Dumped DumpKind(const ast::Set& e) {
    return Node(*this, "Set").Items("elts", e.elts).Finish(e.span);
  }
  Dumped DumpKind(const ast::DictComp& e) {
    return Node(*this, "DictComp")
        .Field("key", e.key)
        .Field("value", e.value)
        .Items("generators", e.generators)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Compare& e) {
    return Node(*this, "Compare")
        .Field("left", e.left)
        .Items("ops", e.ops)
        .Items("comparators", e.comparators)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Call& e) {
    return Node(*this, "Call")
        .Field("func", e.func)
        .Items("args", e.args)
        .Items("keywords", e.keywords)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::FormattedValue& e) {
    return Node(*this, "FormattedValue")
        .Field("value", e.value)
        .Number("conversion", Conversion(e.conversion))
        .Field("format_spec", e.format_spec)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Interpolation& e) {
    return Node(*this, "Interpolation")
        .Field("value", e.value)
        .Text("str", e.str)
        .Number("conversion", Conversion(e.conversion))
        .Field("format_spec", e.format_spec)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::JoinedStr& e) {
    return Node(*this, "JoinedStr").Items("values", e.values).Finish(e.span);
  }
  Dumped DumpKind(const ast::TemplateStr& e) {
    return Node(*this, "TemplateStr").Items("values", e.values).Finish(e.span);
  }
  Dumped DumpKind(const ast::Constant& e) {
    return Node(*this, "Constant")
        .Add("value", {ConstantRepr(e)})
        .OptionalText("kind", e.u_prefix ? "u" : "")
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Attribute& e) {
    return Node(*this, "Attribute")
        .Field("value", e.value)
        .Text("attr", e.attr)
        .Ctx(e.ctx)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Subscript& e) {
    return Node(*this, "Subscript")
        .Field("value", e.value)
        .Field("slice", e.slice)
        .Ctx(e.ctx)
        .Finish(e.span);
  }
  Dumped DumpKind(const ast::Starred& e) {
    return Node(*this, "Starred").Field("value", e.value).Ctx(e.ctx).Finish(e.span);
  }
  Dumped DumpKind(const ast::Name& e) {
    return Node(*this, "Name").Text("id", e.id).Ctx(e.ctx).Finish(e.span);
  }
  Dumped DumpKind(const ast::Slice& e) {
    return Node(*this, "Slice")
        .Field("lower", e.lower)
        .Field("upper", e.upper)
        .Field("step", e.step)
        .Finish(e.span);
  }

  Dumped Dump(const Expr& expr) {
    if (level_ > kMaxDepth) return {"..."};
    switch (expr.kind) {
      case ast::ExprKind::kBoolOp: return DumpKind(expr.As<ast::BoolOp>());
      case ast::ExprKind::kNamedExpr: return DumpKind(expr.As<ast::NamedExpr>());
      case ast::ExprKind::kBinOp: return DumpKind(expr.As<ast::BinOp>());
      case ast::ExprKind::kUnaryOp: return DumpKind(expr.As<ast::UnaryOp>());
      case ast::ExprKind::kLambda: return DumpKind(expr.As<ast::Lambda>());
      case ast::ExprKind::kIfExp: return DumpKind(expr.As<ast::IfExp>());
      case ast::ExprKind::kDict: return DumpKind(expr.As<ast::Dict>());
      case ast::ExprKind::kSet: return DumpKind(expr.As<ast::Set>());
      case ast::ExprKind::kListComp: return DumpComprehension("ListComp", expr.As<ast::ListComp>());
      case ast::ExprKind::kSetComp: return DumpComprehension("SetComp", expr.As<ast::SetComp>());
      case ast::ExprKind::kGeneratorExp:
        return DumpComprehension("GeneratorExp", expr.As<ast::GeneratorExp>());
      case ast::ExprKind::kDictComp: return DumpKind(expr.As<ast::DictComp>());
      case ast::ExprKind::kAwait: return DumpValue("Await", expr.As<ast::Await>());
      case ast::ExprKind::kYield: return DumpValue("Yield", expr.As<ast::Yield>());
      case ast::ExprKind::kYieldFrom: return DumpValue("YieldFrom", expr.As<ast::YieldFrom>());
      case ast::ExprKind::kCompare: return DumpKind(expr.As<ast::Compare>());
      case ast::ExprKind::kCall: return DumpKind(expr.As<ast::Call>());
      case ast::ExprKind::kFormattedValue: return DumpKind(expr.As<ast::FormattedValue>());
      case ast::ExprKind::kInterpolation: return DumpKind(expr.As<ast::Interpolation>());
      case ast::ExprKind::kJoinedStr: return DumpKind(expr.As<ast::JoinedStr>());
      case ast::ExprKind::kTemplateStr: return DumpKind(expr.As<ast::TemplateStr>());
      case ast::ExprKind::kConstant: return DumpKind(expr.As<ast::Constant>());
      case ast::ExprKind::kAttribute: return DumpKind(expr.As<ast::Attribute>());
      case ast::ExprKind::kSubscript: return DumpKind(expr.As<ast::Subscript>());
      case ast::ExprKind::kStarred: return DumpKind(expr.As<ast::Starred>());
      case ast::ExprKind::kName: return DumpKind(expr.As<ast::Name>());
      case ast::ExprKind::kList: return DumpElements("List", expr.As<ast::ListExpr>());
      case ast::ExprKind::kTuple: return DumpElements("Tuple", expr.As<ast::Tuple>());
      case ast::ExprKind::kSlice: return DumpKind(expr.As<ast::Slice>());
    }
    return {};
  }

  // ---- Statements, likewise

  template <typename T>
  Dumped DumpNames(const char* name, const T& statement) {
    return Node(*this, name).Items("names", statement.names).Finish(statement.span);
  }
  Dumped DumpEmpty(const char* name, const Stmt& statement) {
    return Node(*this, name).Finish(statement.span);
  }

  Dumped DumpKind(const ast::FunctionDef& s) {
    return Node(*this, s.kind == ast::StmtKind::kFunctionDef ? "FunctionDef" : "AsyncFunctionDef")
        .Text("name", s.name)
        .Field("args", s.args)
        .Items("body", s.body)
        .Items("decorator_list", s.decorator_list)
        .Field("returns", s.returns)
        .Items("type_params", s.type_params)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::Delete& s) {
    return Node(*this, "Delete").Items("targets", s.targets).Finish(s.span);
  }
  Dumped DumpKind(const ast::Assign& s) {
    return Node(*this, "Assign").Items("targets", s.targets).Field("value", s.value).Finish(s.span);
  }
  Dumped DumpKind(const ast::TypeAlias& s) {
    return Node(*this, "TypeAlias")
        .Field("name", s.name)
        .Items("type_params", s.type_params)
        .Field("value", s.value)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::AugAssign& s) {
    return Node(*this, "AugAssign")
        .Field("target", s.target)
        .Symbol("op", kOperators[static_cast<int>(s.op)])
        .Field("value", s.value)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::AnnAssign& s) {
    return Node(*this, "AnnAssign")
        .Field("target", s.target)
        .Field("annotation", s.annotation)
        .Field("value", s.value)
        .Number("simple", s.simple)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::For& s) {
    return Node(*this, s.kind == ast::StmtKind::kFor ? "For" : "AsyncFor")
        .Field("target", s.target)
        .Field("iter", s.iter)
        .Items("body", s.body)
        .Items("orelse", s.orelse)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::While& s) {
    return Node(*this, "While")
        .Field("test", s.test)
        .Items("body", s.body)
        .Items("orelse", s.orelse)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::If& s) {
    return Node(*this, "If")
        .Field("test", s.test)
        .Items("body", s.body)
        .Items("orelse", s.orelse)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::With& s) {
    return Node(*this, s.kind == ast::StmtKind::kWith ? "With" : "AsyncWith")
        .Items("items", s.items)
        .Items("body", s.body)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::Raise& s) {
    return Node(*this, "Raise").Field("exc", s.exc).Field("cause", s.cause).Finish(s.span);
  }
  Dumped DumpKind(const ast::Try& s) {
    return Node(*this, s.kind == ast::StmtKind::kTry ? "Try" : "TryStar")
        .Items("body", s.body)
        .Items("handlers", s.handlers)
        .Items("orelse", s.orelse)
        .Items("finalbody", s.finalbody)
        .Finish(s.span);
  }
  Dumped DumpKind(const ast::Assert& s) {
    return Node(*this, "Assert").Field("test", s.test).Field("msg", s.msg).Finish(s.span);
  }
  Dumped DumpKind(const ast::ImportFrom& s) {
    return Node(*this, "ImportFrom")
        .OptionalText("module", s.module)
        .Items("names", s.names)
        .Number("level", s.level)
        .Finish(s.span);
  }

  Dumped Dump(const Stmt& statement) {
    if (level_ > kMaxDepth) return {"..."};
    switch (statement.kind) {
      case ast::StmtKind::kFunctionDef:
      case ast::StmtKind::kAsyncFunctionDef: return DumpKind(statement.As<ast::FunctionDef>());
      case ast::StmtKind::kReturn: return DumpValue("Return", statement.As<ast::Return>());
      case ast::StmtKind::kDelete: return DumpKind(statement.As<ast::Delete>());
      case ast::StmtKind::kAssign: return DumpKind(statement.As<ast::Assign>());
      case ast::StmtKind::kTypeAlias: return DumpKind(statement.As<ast::TypeAlias>());
      case ast::StmtKind::kAugAssign: return DumpKind(statement.As<ast::AugAssign>());
      case ast::StmtKind::kAnnAssign: return DumpKind(statement.As<ast::AnnAssign>());
      case ast::StmtKind::kFor:
      case ast::StmtKind::kAsyncFor: return DumpKind(statement.As<ast::For>());
      case ast::StmtKind::kWhile: return DumpKind(statement.As<ast::While>());
      case ast::StmtKind::kIf: return DumpKind(statement.As<ast::If>());
      case ast::StmtKind::kWith:
      case ast::StmtKind::kAsyncWith: return DumpKind(statement.As<ast::With>());
      case ast::StmtKind::kRaise: return DumpKind(statement.As<ast::Raise>());
      case ast::StmtKind::kTry:
      case ast::StmtKind::kTryStar: return DumpKind(statement.As<ast::Try>());
      case ast::StmtKind::kAssert: return DumpKind(statement.As<ast::Assert>());
      case ast::StmtKind::kImport: return DumpNames("Import", statement.As<ast::Import>());
      case ast::StmtKind::kImportFrom: return DumpKind(statement.As<ast::ImportFrom>());
      case ast::StmtKind::kGlobal: return DumpNames("Global", statement.As<ast::Global>());
      case ast::StmtKind::kNonlocal: return DumpNames("Nonlocal", statement.As<ast::Nonlocal>());
      case ast::StmtKind::kExpr: return DumpValue("Expr", statement.As<ast::ExprStmt>());
      case ast::StmtKind::kPass: return DumpEmpty("Pass", statement);
      case ast::StmtKind::kBreak: return DumpEmpty("Break", statement);
      case ast::StmtKind::kContinue: return DumpEmpty("Continue", statement);
    }
    return {};
  }

  const DumpPositions positions_;
  int level_ = 0;
};

}  // namespace

std::string DumpAst(const ast::Module& module, DumpPositions positions) {
  return Dumper(positions).DumpRoot(module);
}

}  // namespace pysub
