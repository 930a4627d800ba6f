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

class Dumper {
 public:
  explicit Dumper(DumpPositions positions) : positions_(positions) {}

  std::string DumpRoot(const ast::Module& module) {
    switch (module.kind) {
      case ast::RootKind::kModule:
      case ast::RootKind::kInteractive: {
        Node node(*this, module.kind == ast::RootKind::kModule ? "Module" : "Interactive");
        node.Items("body", module.body);
        return node.Finish().text;
      }
      case ast::RootKind::kExpression: {
        Node node(*this, "Expression");
        node.Field("body", module.expression);
        return node.Finish().text;
      }
    }
    return "";
  }

 private:
  // Collects the fields of one node and lays them out as ast.dump does.
  class Node {
   public:
    Node(Dumper& dumper, const char* name) : dumper_(dumper), name_(name) { ++dumper_.level_; }

    void Add(const char* field, Dumped value) {
      simple_ &= value.simple;
      fields_.push_back(std::string(field) + "=" + value.text);
    }
    template <typename T>
    void Field(const char* field, const T* value) {
      if (value != nullptr) Add(field, dumper_.Dump(*value));
    }
    void Symbol(const char* field, const char* name) { Add(field, {std::string(name) + "()"}); }
    void Text(const char* field, std::string_view text) { Add(field, {Quote(text, false)}); }
    void OptionalText(const char* field, std::string_view text) {
      if (!text.empty()) Text(field, text);
    }
    void Number(const char* field, int64_t value) { Add(field, {std::to_string(value)}); }
    void Ctx(ast::Context ctx) { Symbol("ctx", kContexts[static_cast<int>(ctx)]); }

    template <typename T>
    void Items(const char* field, const ast::List<T>& list) {
      if (list.empty()) return;
      ++dumper_.level_;
      std::vector<std::string> items;
      for (const T& item : list) items.push_back(dumper_.DumpItem(item));
      Add(field, {"[" + dumper_.Join(items) + "]", false});
      --dumper_.level_;
    }

    void Span(SourceSpan span) {
      if (dumper_.positions_ == DumpPositions::kLeaveOut) return;
      Number("lineno", span.line);
      Number("col_offset", span.col);
      Number("end_lineno", span.end_line);
      Number("end_col_offset", span.end_col);
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
    Node node(*this, "comprehension");
    node.Field("target", clause.target);
    node.Field("iter", clause.iter);
    node.Items("ifs", clause.ifs);
    node.Number("is_async", clause.is_async);
    return node.Finish();
  }
  Dumped Dump(const ast::Arg& arg) {
    Node node(*this, "arg");
    node.Text("arg", arg.arg);
    node.Field("annotation", arg.annotation);
    node.Span(arg.span);
    return node.Finish();
  }
  Dumped Dump(const ast::Arguments& args) {
    Node node(*this, "arguments");
    node.Items("posonlyargs", args.posonlyargs);
    node.Items("args", args.args);
    node.Field("vararg", args.vararg);
    node.Items("kwonlyargs", args.kwonlyargs);
    node.Items("kw_defaults", args.kw_defaults);
    node.Field("kwarg", args.kwarg);
    node.Items("defaults", args.defaults);
    return node.Finish();
  }
  Dumped Dump(const ast::Keyword& keyword) {
    Node node(*this, "keyword");
    node.OptionalText("arg", keyword.arg);
    node.Field("value", keyword.value);
    node.Span(keyword.span);
    return node.Finish();
  }
  Dumped Dump(const ast::TypeParam& param) {
    constexpr const char* kNames[] = {"TypeVar", "ParamSpec", "TypeVarTuple"};
    Node node(*this, kNames[static_cast<int>(param.kind)]);
    node.Text("name", param.name);
    node.Field("bound", param.bound);
    node.Field("default_value", param.default_value);
    node.Span(param.span);
    return node.Finish();
  }
  Dumped Dump(const ast::Alias& alias) {
    Node node(*this, "alias");
    node.Text("name", alias.name);
    node.OptionalText("asname", alias.asname);
    node.Span(alias.span);
    return node.Finish();
  }
  Dumped Dump(const ast::WithItem& item) {
    Node node(*this, "withitem");
    node.Field("context_expr", item.context_expr);
    node.Field("optional_vars", item.optional_vars);
    return node.Finish();
  }
  Dumped Dump(const ast::ExceptHandler& handler) {
    Node node(*this, "ExceptHandler");
    node.Field("type", handler.type);
    node.OptionalText("name", handler.name);
    node.Items("body", handler.body);
    node.Span(handler.span);
    return node.Finish();
  }

  static std::string ConstantRepr(const ast::Constant& constant) {
    switch (constant.constant_kind) {
      case ast::ConstantKind::kNone:
        return "None";
      case ast::ConstantKind::kTrue:
        return "True";
      case ast::ConstantKind::kFalse:
        return "False";
      case ast::ConstantKind::kEllipsis:
        return "Ellipsis";
      case ast::ConstantKind::kInt:
        if (constant.fits_int64) return std::to_string(constant.int_value);
        if (constant.base == 10) return std::string(constant.text);
        return ToDecimal(constant.text, constant.base);
      case ast::ConstantKind::kFloat:
        return FloatRepr(constant.float_value, /*with_point=*/true);
      case ast::ConstantKind::kComplex:
        return FloatRepr(constant.float_value, /*with_point=*/false) + "j";
      case ast::ConstantKind::kStr:
        return Quote(constant.text, /*is_bytes=*/false);
      case ast::ConstantKind::kBytes:
        return Quote(constant.text, /*is_bytes=*/true);
    }
    return "";
  }

  template <typename T>
  Dumped DumpComprehension(const char* name, const T& comprehension) {
    Node node(*this, name);
    node.Field("elt", comprehension.elt);
    node.Items("generators", comprehension.generators);
    node.Span(comprehension.span);
    return node.Finish();
  }
  template <typename T>
  Dumped DumpValue(const char* name, const T& expr) {
    Node node(*this, name);
    node.Field("value", expr.value);
    node.Span(expr.span);
    return node.Finish();
  }
  template <typename T>
  Dumped DumpElements(const char* name, const T& expr) {
    Node node(*this, name);
    node.Items("elts", expr.elts);
    node.Ctx(expr.ctx);
    node.Span(expr.span);
    return node.Finish();
  }
  static int Conversion(char conversion) { return conversion == 0 ? -1 : conversion; }

  Dumped Dump(const Expr& expr) {
    if (level_ > kMaxDepth) return {"..."};
    switch (expr.kind) {
      case ast::ExprKind::kBoolOp: {
        const auto& e = expr.As<ast::BoolOp>();
        Node node(*this, "BoolOp");
        node.Symbol("op", e.op == ast::BoolOperator::kAnd ? "And" : "Or");
        node.Items("values", e.values);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kNamedExpr: {
        const auto& e = expr.As<ast::NamedExpr>();
        Node node(*this, "NamedExpr");
        node.Field("target", e.target);
        node.Field("value", e.value);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kBinOp: {
        const auto& e = expr.As<ast::BinOp>();
        Node node(*this, "BinOp");
        node.Field("left", e.left);
        node.Symbol("op", kOperators[static_cast<int>(e.op)]);
        node.Field("right", e.right);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kUnaryOp: {
        const auto& e = expr.As<ast::UnaryOp>();
        Node node(*this, "UnaryOp");
        node.Symbol("op", kUnaryOperators[static_cast<int>(e.op)]);
        node.Field("operand", e.operand);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kLambda: {
        const auto& e = expr.As<ast::Lambda>();
        Node node(*this, "Lambda");
        node.Field("args", e.args);
        node.Field("body", e.body);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kIfExp: {
        const auto& e = expr.As<ast::IfExp>();
        Node node(*this, "IfExp");
        node.Field("test", e.test);
        node.Field("body", e.body);
        node.Field("orelse", e.orelse);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kDict: {
        const auto& e = expr.As<ast::Dict>();
        Node node(*this, "Dict");
        node.Items("keys", e.keys);
        node.Items("values", e.values);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kSet: {
        const auto& e = expr.As<ast::Set>();
        Node node(*this, "Set");
        node.Items("elts", e.elts);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kListComp:
        return DumpComprehension("ListComp", expr.As<ast::ListComp>());
      case ast::ExprKind::kSetComp:
        return DumpComprehension("SetComp", expr.As<ast::SetComp>());
      case ast::ExprKind::kGeneratorExp:
        return DumpComprehension("GeneratorExp", expr.As<ast::GeneratorExp>());
      case ast::ExprKind::kDictComp: {
        const auto& e = expr.As<ast::DictComp>();
        Node node(*this, "DictComp");
        node.Field("key", e.key);
        node.Field("value", e.value);
        node.Items("generators", e.generators);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kAwait:
        return DumpValue("Await", expr.As<ast::Await>());
      case ast::ExprKind::kYield:
        return DumpValue("Yield", expr.As<ast::Yield>());
      case ast::ExprKind::kYieldFrom:
        return DumpValue("YieldFrom", expr.As<ast::YieldFrom>());
      case ast::ExprKind::kCompare: {
        const auto& e = expr.As<ast::Compare>();
        Node node(*this, "Compare");
        node.Field("left", e.left);
        node.Items("ops", e.ops);
        node.Items("comparators", e.comparators);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kCall: {
        const auto& e = expr.As<ast::Call>();
        Node node(*this, "Call");
        node.Field("func", e.func);
        node.Items("args", e.args);
        node.Items("keywords", e.keywords);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kFormattedValue: {
        const auto& e = expr.As<ast::FormattedValue>();
        Node node(*this, "FormattedValue");
        node.Field("value", e.value);
        node.Number("conversion", Conversion(e.conversion));
        node.Field("format_spec", e.format_spec);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kInterpolation: {
        const auto& e = expr.As<ast::Interpolation>();
        Node node(*this, "Interpolation");
        node.Field("value", e.value);
        node.Text("str", e.str);
        node.Number("conversion", Conversion(e.conversion));
        node.Field("format_spec", e.format_spec);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kJoinedStr: {
        Node node(*this, "JoinedStr");
        node.Items("values", expr.As<ast::JoinedStr>().values);
        node.Span(expr.span);
        return node.Finish();
      }
      case ast::ExprKind::kTemplateStr: {
        Node node(*this, "TemplateStr");
        node.Items("values", expr.As<ast::TemplateStr>().values);
        node.Span(expr.span);
        return node.Finish();
      }
      case ast::ExprKind::kConstant: {
        const auto& e = expr.As<ast::Constant>();
        Node node(*this, "Constant");
        node.Add("value", {ConstantRepr(e)});
        if (e.u_prefix) node.Text("kind", "u");
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kAttribute: {
        const auto& e = expr.As<ast::Attribute>();
        Node node(*this, "Attribute");
        node.Field("value", e.value);
        node.Text("attr", e.attr);
        node.Ctx(e.ctx);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kSubscript: {
        const auto& e = expr.As<ast::Subscript>();
        Node node(*this, "Subscript");
        node.Field("value", e.value);
        node.Field("slice", e.slice);
        node.Ctx(e.ctx);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kStarred: {
        const auto& e = expr.As<ast::Starred>();
        Node node(*this, "Starred");
        node.Field("value", e.value);
        node.Ctx(e.ctx);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kName: {
        const auto& e = expr.As<ast::Name>();
        Node node(*this, "Name");
        node.Text("id", e.id);
        node.Ctx(e.ctx);
        node.Span(e.span);
        return node.Finish();
      }
      case ast::ExprKind::kList:
        return DumpElements("List", expr.As<ast::ListExpr>());
      case ast::ExprKind::kTuple:
        return DumpElements("Tuple", expr.As<ast::Tuple>());
      case ast::ExprKind::kSlice: {
        const auto& e = expr.As<ast::Slice>();
        Node node(*this, "Slice");
        node.Field("lower", e.lower);
        node.Field("upper", e.upper);
        node.Field("step", e.step);
        node.Span(e.span);
        return node.Finish();
      }
    }
    return {};
  }

  template <typename T>
  Dumped DumpNames(const char* name, const T& statement) {
    Node node(*this, name);
    node.Items("names", statement.names);
    node.Span(statement.span);
    return node.Finish();
  }
  Dumped DumpEmpty(const char* name, const Stmt& statement) {
    Node node(*this, name);
    node.Span(statement.span);
    return node.Finish();
  }

  Dumped Dump(const Stmt& statement) {
    if (level_ > kMaxDepth) return {"..."};
    switch (statement.kind) {
      case ast::StmtKind::kFunctionDef:
      case ast::StmtKind::kAsyncFunctionDef: {
        const auto& s = statement.As<ast::FunctionDef>();
        Node node(*this,
                  s.kind == ast::StmtKind::kFunctionDef ? "FunctionDef" : "AsyncFunctionDef");
        node.Text("name", s.name);
        node.Field("args", s.args);
        node.Items("body", s.body);
        node.Items("decorator_list", s.decorator_list);
        node.Field("returns", s.returns);
        node.Items("type_params", s.type_params);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kReturn:
        return DumpValue("Return", statement.As<ast::Return>());
      case ast::StmtKind::kDelete: {
        Node node(*this, "Delete");
        node.Items("targets", statement.As<ast::Delete>().targets);
        node.Span(statement.span);
        return node.Finish();
      }
      case ast::StmtKind::kAssign: {
        const auto& s = statement.As<ast::Assign>();
        Node node(*this, "Assign");
        node.Items("targets", s.targets);
        node.Field("value", s.value);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kTypeAlias: {
        const auto& s = statement.As<ast::TypeAlias>();
        Node node(*this, "TypeAlias");
        node.Field("name", s.name);
        node.Items("type_params", s.type_params);
        node.Field("value", s.value);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kAugAssign: {
        const auto& s = statement.As<ast::AugAssign>();
        Node node(*this, "AugAssign");
        node.Field("target", s.target);
        node.Symbol("op", kOperators[static_cast<int>(s.op)]);
        node.Field("value", s.value);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kAnnAssign: {
        const auto& s = statement.As<ast::AnnAssign>();
        Node node(*this, "AnnAssign");
        node.Field("target", s.target);
        node.Field("annotation", s.annotation);
        node.Field("value", s.value);
        node.Number("simple", s.simple);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kFor:
      case ast::StmtKind::kAsyncFor: {
        const auto& s = statement.As<ast::For>();
        Node node(*this, s.kind == ast::StmtKind::kFor ? "For" : "AsyncFor");
        node.Field("target", s.target);
        node.Field("iter", s.iter);
        node.Items("body", s.body);
        node.Items("orelse", s.orelse);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kWhile: {
        const auto& s = statement.As<ast::While>();
        Node node(*this, "While");
        node.Field("test", s.test);
        node.Items("body", s.body);
        node.Items("orelse", s.orelse);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kIf: {
        const auto& s = statement.As<ast::If>();
        Node node(*this, "If");
        node.Field("test", s.test);
        node.Items("body", s.body);
        node.Items("orelse", s.orelse);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kWith:
      case ast::StmtKind::kAsyncWith: {
        const auto& s = statement.As<ast::With>();
        Node node(*this, s.kind == ast::StmtKind::kWith ? "With" : "AsyncWith");
        node.Items("items", s.items);
        node.Items("body", s.body);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kRaise: {
        const auto& s = statement.As<ast::Raise>();
        Node node(*this, "Raise");
        node.Field("exc", s.exc);
        node.Field("cause", s.cause);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kTry:
      case ast::StmtKind::kTryStar: {
        const auto& s = statement.As<ast::Try>();
        Node node(*this, s.kind == ast::StmtKind::kTry ? "Try" : "TryStar");
        node.Items("body", s.body);
        node.Items("handlers", s.handlers);
        node.Items("orelse", s.orelse);
        node.Items("finalbody", s.finalbody);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kAssert: {
        const auto& s = statement.As<ast::Assert>();
        Node node(*this, "Assert");
        node.Field("test", s.test);
        node.Field("msg", s.msg);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kImport:
        return DumpNames("Import", statement.As<ast::Import>());
      case ast::StmtKind::kImportFrom: {
        const auto& s = statement.As<ast::ImportFrom>();
        Node node(*this, "ImportFrom");
        node.OptionalText("module", s.module);
        node.Items("names", s.names);
        node.Number("level", s.level);
        node.Span(s.span);
        return node.Finish();
      }
      case ast::StmtKind::kGlobal:
        return DumpNames("Global", statement.As<ast::Global>());
      case ast::StmtKind::kNonlocal:
        return DumpNames("Nonlocal", statement.As<ast::Nonlocal>());
      case ast::StmtKind::kExpr:
        return DumpValue("Expr", statement.As<ast::ExprStmt>());
      case ast::StmtKind::kPass:
        return DumpEmpty("Pass", statement);
      case ast::StmtKind::kBreak:
        return DumpEmpty("Break", statement);
      case ast::StmtKind::kContinue:
        return DumpEmpty("Continue", statement);
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
