#ifndef PYSUB_PARSER_AST_H_
#define PYSUB_PARSER_AST_H_

#include <cassert>
#include <cstdint>
#include <string_view>

#include "lexer/source_text.h"
#include "parser/arena.h"

// The abstract syntax tree: CPython 3.14's Parser/Python.asdl, node for node, name for name (its
// documentation is the library reference, "ast - Abstract syntax trees").
//
// Nodes are plain structs in an Arena: no destructor, no virtual function, immutable once Parse()
// has returned. `kind` says which struct a node is; As<T>() casts and asserts, TryAs<T>() answers
// null for another kind. A pointer is null only where the ASDL has a `?`.
//
// A tree may be deep to the left (`a + a + a ...`, `a.b.c ...`) or along `orelse` (`elif`
// chains) up to ParseLimits::max_tree_height, so a walker has to loop along those spines or
// count depth. In all other directions it is at most ParseLimits::max_tree_depth deep, which
// fits into the stack of the thread.
namespace pysub {
struct Symbol;
}

namespace pysub::ast {

// Interned: within one parse two equal identifiers have the same data(). NFKC-normalised UTF-8.
// An absent `identifier?` is the empty view.
using Identifier = std::string_view;

template <typename T>
using List = ArenaList<T>;

enum class StmtKind : uint8_t {
  kFunctionDef,
  kAsyncFunctionDef,
  kReturn,
  kDelete,
  kAssign,
  kTypeAlias,
  kAugAssign,
  kAnnAssign,
  kFor,
  kAsyncFor,
  kWhile,
  kIf,
  kWith,
  kAsyncWith,
  kRaise,
  kTry,
  kTryStar,
  kAssert,
  kImport,
  kImportFrom,
  kGlobal,
  kNonlocal,
  kExpr,
  kPass,
  kBreak,
  kContinue,
};

enum class ExprKind : uint8_t {
  kBoolOp,
  kNamedExpr,
  kBinOp,
  kUnaryOp,
  kLambda,
  kIfExp,
  kDict,
  kSet,
  kListComp,
  kSetComp,
  kDictComp,
  kGeneratorExp,
  kAwait,
  kYield,
  kYieldFrom,
  kCompare,
  kCall,
  kFormattedValue,
  kInterpolation,
  kJoinedStr,
  kTemplateStr,
  kConstant,
  kAttribute,
  kSubscript,
  kStarred,
  kName,
  kList,
  kTuple,
  kSlice,
};

enum class Context : uint8_t { kLoad, kStore, kDel };
enum class BoolOperator : uint8_t { kAnd, kOr };
enum class Operator : uint8_t {
  kAdd,
  kSub,
  kMult,
  kMatMult,
  kDiv,
  kMod,
  kPow,
  kLShift,
  kRShift,
  kBitOr,
  kBitXor,
  kBitAnd,
  kFloorDiv,
};
enum class UnaryOperator : uint8_t { kInvert, kNot, kUAdd, kUSub };
enum class CompareOperator : uint8_t {
  kEq,
  kNotEq,
  kLt,
  kLtE,
  kGt,
  kGtE,
  kIs,
  kIsNot,
  kIn,
  kNotIn,
};

// ---- Expressions

// Nodes are plain structs in an arena: nobody owns them one by one, none has a destructor, and no
// pointer is null unless the comment says so. Names and fields are those of CPython's `ast` module,
// whose grammar (Python.asdl) is the reference. What stands for what:
//
//   a and b and c    BoolOp, one for the whole chain
//   (n := x)         NamedExpr
//   a + b, not a     BinOp, UnaryOp
//   x if t else y    IfExp, `test` comes first
//   a < b < c        Compare, with two ops
//   f(x, k=z, **w)   Call
//   a.b              Attribute
//   a[b:c]           Subscript of a Slice
//
// height and depth are kept while a tree is built. A program chooses how deep its text nests, and
// the passes behind the parser recurse; so trees that are too high are refused before one of them
// begins.
struct Expr {
  ExprKind kind;
  // Every path from here to a leaf is at most this long (saturates; see max_tree_height).
  uint16_t height = 1;
  // The same without the steps to what comes first in a `a + b`, `a.b`, `a[b]` or `a(b)`: as deep
  // recurses who loops along these (see max_tree_depth).
  uint16_t depth = 1;
  SourceSpan span;

  template <typename T>
  const T& As() const {
    assert(T::Is(kind));
    return static_cast<const T&>(*this);
  }
  template <typename T>
  const T* TryAs() const {
    return T::Is(kind) ? static_cast<const T*>(this) : nullptr;
  }
};

// Ties a struct to its kind, so that As<T>() can check.
template <ExprKind kThis>
struct ExprOf : Expr {
  static constexpr bool Is(ExprKind kind) { return kind == kThis; }
  constexpr ExprOf() : Expr{kThis, 1, {}} {}
};

// One `for ... in ... if ...` of a comprehension.
struct Comprehension {
  const Expr* target;
  const Expr* iter;
  List<const Expr*> ifs;
  bool is_async;
};

// A parameter of a function.
struct Arg {
  Identifier arg;
  const Expr* annotation;  // `*args: *Ts` has a Starred here
  SourceSpan span;
};

//   def f(a, /, b, *args, k, **kw)
//         |     |   |     |  +-- kwarg
//         |     |   |     +----- kwonlyargs
//         |     |   +----------- vararg, may be null, as kwarg may
//         |     +--------------- args
//         +--------------------- posonlyargs
struct Arguments {
  List<const Arg*> posonlyargs;
  List<const Arg*> args;
  const Arg* vararg;
  List<const Arg*> kwonlyargs;
  List<const Expr*> kw_defaults;  // one per kwonlyargs, null where there is no default
  const Arg* kwarg;
  List<const Expr*> defaults;  // of the last of posonlyargs + args
};

// `arg=value` in a call.
struct Keyword {
  Identifier arg;  // empty: `**value`
  const Expr* value;
  SourceSpan span;
};

struct BoolOp : ExprOf<ExprKind::kBoolOp> {
  BoolOperator op;
  List<const Expr*> values;
};

struct NamedExpr : ExprOf<ExprKind::kNamedExpr> {
  const Expr* target;  // a Name
  const Expr* value;
};

struct BinOp : ExprOf<ExprKind::kBinOp> {
  Operator op;
  const Expr* left;
  const Expr* right;
};

struct UnaryOp : ExprOf<ExprKind::kUnaryOp> {
  UnaryOperator op;
  const Expr* operand;
};

struct Lambda : ExprOf<ExprKind::kLambda> {
  const Arguments* args;
  const Expr* body;
};

struct IfExp : ExprOf<ExprKind::kIfExp> {
  const Expr* test;
  const Expr* body;
  const Expr* orelse;
};

struct Dict : ExprOf<ExprKind::kDict> {
  List<const Expr*> keys;  // null: `**value`
  List<const Expr*> values;
};

struct Set : ExprOf<ExprKind::kSet> {
  List<const Expr*> elts;
};

struct ListComp : ExprOf<ExprKind::kListComp> {
  const Expr* elt;
  List<const Comprehension*> generators;
};

struct SetComp : ExprOf<ExprKind::kSetComp> {
  const Expr* elt;
  List<const Comprehension*> generators;
};

struct DictComp : ExprOf<ExprKind::kDictComp> {
  const Expr* key;
  const Expr* value;
  List<const Comprehension*> generators;
};

struct GeneratorExp : ExprOf<ExprKind::kGeneratorExp> {
  const Expr* elt;
  List<const Comprehension*> generators;
};

struct Await : ExprOf<ExprKind::kAwait> {
  const Expr* value;
};

struct Yield : ExprOf<ExprKind::kYield> {
  const Expr* value;  // may be null
};

struct YieldFrom : ExprOf<ExprKind::kYieldFrom> {
  const Expr* value;
};

// A chain is one node, because its middle operands are evaluated once: a < b < c is not (a < b) <
// c.
struct Compare : ExprOf<ExprKind::kCompare> {
  const Expr* left;
  List<CompareOperator> ops;
  List<const Expr*> comparators;
};

struct Call : ExprOf<ExprKind::kCall> {
  const Expr* func;
  List<const Expr*> args;
  List<const Keyword*> keywords;
};

// '{value!conversion:format_spec}' of an f-string; conversion is 's', 'r', 'a' or 0.
struct FormattedValue : ExprOf<ExprKind::kFormattedValue> {
  const Expr* value;
  char conversion;
  const Expr* format_spec;  // a JoinedStr, or null
};

// The same in a t-string; `str` is the text of the expression.
struct Interpolation : ExprOf<ExprKind::kInterpolation> {
  const Expr* value;
  std::string_view str;
  char conversion;
  const Expr* format_spec;  // a JoinedStr, or null
};

struct JoinedStr : ExprOf<ExprKind::kJoinedStr> {
  List<const Expr*> values;  // Constants (str) and FormattedValues
};

struct TemplateStr : ExprOf<ExprKind::kTemplateStr> {
  List<const Expr*> values;  // Constants (str) and Interpolations
};

enum class ConstantKind : uint8_t {
  kNone,
  kTrue,
  kFalse,
  kEllipsis,
  kInt,
  kFloat,
  kComplex,
  kStr,
  kBytes,
};

// A literal. Numbers that fit are decoded here; larger ones stay text until the VM makes them,
// since the parser has no long arithmetic.
struct Constant : ExprOf<ExprKind::kConstant> {
  ConstantKind constant_kind;
  bool u_prefix = false;   // ASDL's `kind`: the literal was written u'...'
  uint8_t base = 10;       // kInt: 2, 8, 10 or 16
  bool fits_int64 = true;  // kInt: int_value is the value
  int64_t int_value = 0;
  double float_value = 0;  // kFloat; kComplex: the imaginary part
  // kInt: the digits in `base`, without prefix, underscores and leading zeros. kBytes: raw bytes.
  // kStr: UTF-8, where a lone surrogate is encoded like any other code point (WTF-8).
  std::string_view text;
};

struct Attribute : ExprOf<ExprKind::kAttribute> {
  const Expr* value;
  Identifier attr;
  Context ctx = Context::kLoad;
};

struct Subscript : ExprOf<ExprKind::kSubscript> {
  const Expr* value;
  const Expr* slice;
  Context ctx = Context::kLoad;
};

// `*value` in a display, a call or a target.
struct Starred : ExprOf<ExprKind::kStarred> {
  const Expr* value;
  Context ctx = Context::kLoad;
};

struct Name : ExprOf<ExprKind::kName> {
  Identifier id;
  Context ctx = Context::kLoad;
  // a note of the compiler's: what the name is in the scope where it stands
  mutable Symbol* symbol = nullptr;
};

struct ListExpr : ExprOf<ExprKind::kList> {  // ASDL: List
  List<const Expr*> elts;
  Context ctx = Context::kLoad;
};

struct Tuple : ExprOf<ExprKind::kTuple> {
  List<const Expr*> elts;
  Context ctx = Context::kLoad;
};

struct Slice : ExprOf<ExprKind::kSlice> {
  const Expr* lower;  // each may be null
  const Expr* upper;
  const Expr* step;
};

// ---- Statements

// Statements have no height: their nesting is bounded by the lexer, which allows 100 levels of
// indentation.
struct Stmt {
  StmtKind kind;
  SourceSpan span;

  template <typename T>
  const T& As() const {
    assert(T::Is(kind));
    return static_cast<const T&>(*this);
  }
  template <typename T>
  const T* TryAs() const {
    return T::Is(kind) ? static_cast<const T*>(this) : nullptr;
  }
};

// A struct may serve two kinds that have the same fields (For and AsyncFor).
template <StmtKind kThis, StmtKind kOther = kThis>
struct StmtOf : Stmt {
  static constexpr bool Is(StmtKind kind) { return kind == kThis || kind == kOther; }
  StmtOf() : Stmt{kThis, {}} {}
};

enum class TypeParamKind : uint8_t { kTypeVar, kParamSpec, kTypeVarTuple };

// Of `def f[T: bound = default]()`.
struct TypeParam {
  TypeParamKind kind;
  Identifier name;
  const Expr* bound;          // kTypeVar only; may be null
  const Expr* default_value;  // may be null
  SourceSpan span;
};

// `name as asname` of an import.
struct Alias {
  Identifier name;    // dotted, or "*"
  Identifier asname;  // may be empty
  SourceSpan span;
  // The part of `name` before its first dot, interned: what `import a.b` binds.
  Identifier top = {};
};

// `context_expr as optional_vars`.
struct WithItem {
  const Expr* context_expr;
  const Expr* optional_vars;  // may be null
};

struct ExceptHandler {
  const Expr* type;  // null: a bare `except:`
  Identifier name;   // may be empty
  List<const Stmt*> body;
  SourceSpan span;
};

struct FunctionDef : StmtOf<StmtKind::kFunctionDef, StmtKind::kAsyncFunctionDef> {
  Identifier name;
  const Arguments* args;
  List<const Stmt*> body;
  List<const Expr*> decorator_list;
  const Expr* returns;  // may be null
  List<const TypeParam*> type_params;
};

struct Return : StmtOf<StmtKind::kReturn> {
  const Expr* value;  // may be null
};

struct Delete : StmtOf<StmtKind::kDelete> {
  List<const Expr*> targets;
};

struct Assign : StmtOf<StmtKind::kAssign> {
  List<const Expr*> targets;
  const Expr* value;
};

struct TypeAlias : StmtOf<StmtKind::kTypeAlias> {
  const Expr* name;
  List<const TypeParam*> type_params;
  const Expr* value;
};

struct AugAssign : StmtOf<StmtKind::kAugAssign> {
  const Expr* target;
  Operator op;
  const Expr* value;
};

// `simple` matters: x: int declares a local name, (x): int does not.
struct AnnAssign : StmtOf<StmtKind::kAnnAssign> {
  const Expr* target;
  const Expr* annotation;
  const Expr* value;  // may be null
  bool simple;        // the target is a Name without parentheses
};

struct For : StmtOf<StmtKind::kFor, StmtKind::kAsyncFor> {
  const Expr* target;
  const Expr* iter;
  List<const Stmt*> body;
  List<const Stmt*> orelse;
};

struct While : StmtOf<StmtKind::kWhile> {
  const Expr* test;
  List<const Stmt*> body;
  List<const Stmt*> orelse;
};

// `elif` is an If that is the only statement of `orelse`, as in CPython.
struct If : StmtOf<StmtKind::kIf> {
  const Expr* test;
  List<const Stmt*> body;
  List<const Stmt*> orelse;
};

struct With : StmtOf<StmtKind::kWith, StmtKind::kAsyncWith> {
  List<const WithItem*> items;
  List<const Stmt*> body;
};

struct Raise : StmtOf<StmtKind::kRaise> {
  const Expr* exc;    // may be null
  const Expr* cause;  // may be null
};

// `else` runs if the body raised nothing, `finally` in any case. There is a handler or a finalbody
// at least.
struct Try : StmtOf<StmtKind::kTry, StmtKind::kTryStar> {
  List<const Stmt*> body;
  List<const ExceptHandler*> handlers;
  List<const Stmt*> orelse;
  List<const Stmt*> finalbody;
};

struct Assert : StmtOf<StmtKind::kAssert> {
  const Expr* test;
  const Expr* msg;  // may be null
};

struct Import : StmtOf<StmtKind::kImport> {
  List<const Alias*> names;
};

// `level` counts the dots in front.
struct ImportFrom : StmtOf<StmtKind::kImportFrom> {
  Identifier module;  // may be empty
  List<const Alias*> names;
  uint32_t level;
};

struct Global : StmtOf<StmtKind::kGlobal> {
  List<Identifier> names;
};

struct Nonlocal : StmtOf<StmtKind::kNonlocal> {
  List<Identifier> names;
};

struct ExprStmt : StmtOf<StmtKind::kExpr> {  // ASDL: Expr
  const Expr* value;
};

struct Pass : StmtOf<StmtKind::kPass> {};
struct Break : StmtOf<StmtKind::kBreak> {};
struct Continue : StmtOf<StmtKind::kContinue> {};

// ---- The root: ASDL's Module, Interactive and Expression in one.
enum class RootKind : uint8_t { kModule, kInteractive, kExpression };

struct Module {
  RootKind kind;
  List<const Stmt*> body;  // kModule, kInteractive
  const Expr* expression;  // kExpression
};

}  // namespace pysub::ast

#endif  // PYSUB_PARSER_AST_H_
