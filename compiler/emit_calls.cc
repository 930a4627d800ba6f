#include <algorithm>

#include "compiler/emitter.h"
#include "compiler/tree_walk.h"

// Calls. CPython evaluates the callee before the arguments; the instructions that look it up by
// themselves (CALL_GLOBAL, CALL_METHOD) do so afterwards, which only a failing lookup can show.
// Where one may fail although arguments have had effects, the lookup is made beforehand.
namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

bool HasStars(const Call& call) {
  for (const Expr* arg : call.args) {
    if (arg->kind == ExprKind::kStarred) return true;
  }
  for (const Keyword* keyword : call.keywords) {
    if (keyword->arg.empty()) return true;
  }
  return false;
}

// So many named arguments of a call with stars are put into the dict together: calls may be nested
// deep, and each has two registers meanwhile.
constexpr uint32_t kMaxFirstKeywords = 3;

uint32_t ArgumentCount(const Call& call) { return call.args.size() + call.keywords.size(); }

// Fits a window; otherwise the arguments are collected in a tuple and a dict.
bool IsPlain(const Call& call) { return ArgumentCount(call) <= kMaxWindow && !HasStars(call); }

// Builtins that every sandbox has: as long as the program does not bind the name, looking it up
// succeeds, early or late.
constexpr std::string_view kBuiltins[] = {
    "abs",          "all",        "any",       "bool",       "bytes",     "callable", "chr",
    "dict",         "divmod",     "enumerate", "filter",     "float",     "format",   "frozenset",
    "getattr",      "hasattr",    "hash",      "hex",        "id",        "int",      "isinstance",
    "issubclass",   "iter",       "len",       "list",       "map",       "max",      "min",
    "next",         "oct",        "ord",       "pow",        "print",     "range",    "repr",
    "reversed",     "round",      "set",       "slice",      "sorted",    "str",      "sum",
    "tuple",        "type",       "zip",       "ValueError", "TypeError", "KeyError", "Exception",
    "RuntimeError", "IndexError", "bin",       "ascii",      "bytearray", "complex",  "setattr"};

bool IsBuiltin(std::string_view name) {
  if (name.size() > 12) return false;
  for (std::string_view builtin : kBuiltins) {
    if (builtin == name) return true;
  }
  return false;
}

}  // namespace

// A value that needs no instruction which could fail.
bool Emitter::IsHarmless(const Expr& expr) {
  if (expr.kind == ExprKind::kConstant) return true;
  if (const ast::Name* name = expr.TryAs<ast::Name>()) {
    const Symbol& symbol = SymbolOf(*name);
    return IsPlainLocal(symbol) && !NeedsCheck(symbol);
  }
  return FoldScalar(expr, context_.arena).has_value();
}

// Whether evaluating `expr` may do something that can be seen, other than raising.
bool Emitter::MayHaveEffects(const Expr& expr) {
  const Expr* at = &expr;
  auto any = [&](List<const Expr*> list) {
    for (const Expr* item : list) {
      if (item != nullptr && MayHaveEffects(*item)) return true;
    }
    return false;
  };
  for (;;) {
    switch (at->kind) {
      case ExprKind::kBinOp:
        if (MayHaveEffects(*at->As<BinOp>().right)) return true;
        break;
      case ExprKind::kSubscript:
        if (MayHaveEffects(*at->As<Subscript>().slice)) return true;
        break;
      case ExprKind::kAttribute: break;
      case ExprKind::kUnaryOp: return MayHaveEffects(*at->As<UnaryOp>().operand);
      case ExprKind::kBoolOp: return any(at->As<BoolOp>().values);
      case ExprKind::kIfExp:
        return MayHaveEffects(*at->As<IfExp>().test) || MayHaveEffects(*at->As<IfExp>().body) ||
               MayHaveEffects(*at->As<IfExp>().orelse);
      case ExprKind::kCompare:
        return MayHaveEffects(*at->As<Compare>().left) || any(at->As<Compare>().comparators);
      case ExprKind::kDict: return any(at->As<Dict>().keys) || any(at->As<Dict>().values);
      case ExprKind::kList: return any(at->As<ListExpr>().elts);
      case ExprKind::kTuple: return any(at->As<Tuple>().elts);
      case ExprKind::kSet: return any(at->As<ast::Set>().elts);
      case ExprKind::kJoinedStr: return any(at->As<JoinedStr>().values);
      case ExprKind::kFormattedValue: return MayHaveEffects(*at->As<FormattedValue>().value);
      case ExprKind::kSlice: {
        const Slice& slice = at->As<Slice>();
        return (slice.lower != nullptr && MayHaveEffects(*slice.lower)) ||
               (slice.upper != nullptr && MayHaveEffects(*slice.upper)) ||
               (slice.step != nullptr && MayHaveEffects(*slice.step));
      }
      case ExprKind::kName:
      case ExprKind::kConstant:
      case ExprKind::kLambda: return false;
      default: return true;
    }
    at = LeftChild(*at);
  }
}

bool Emitter::IsMethodCall(const Call& call) const {
  return call.func->kind == ExprKind::kAttribute && IsPlain(call);
}

// Of several repetitions that of the first repeated name is the error.
void Emitter::CheckKeywords(const Call& call) {
  if (call.keywords.size() < 2) return;
  std::vector<std::pair<const char*, uint32_t>> names;
  for (uint32_t i = 0; i < call.keywords.size(); ++i) {
    if (!call.keywords[i]->arg.empty()) names.emplace_back(call.keywords[i]->arg.data(), i);
  }
  std::sort(names.begin(), names.end());
  uint32_t first = kNoIndex;
  const Keyword* repeated = nullptr;
  for (size_t i = 1; i < names.size(); ++i) {
    if (names[i].first != names[i - 1].first || names[i - 1].second >= first) continue;
    first = names[i - 1].second;
    repeated = call.keywords[names[i].second];
  }
  if (repeated == nullptr) return;
  Fail(repeated->span, "keyword argument repeated: " + std::string(repeated->arg));
}

// The names are one constant tuple; the values stand in the window, behind the positional
// arguments.
uint32_t Emitter::KeywordNames(const Call& call) {
  std::vector<uint32_t> names;
  for (const Keyword* keyword : call.keywords) {
    names.push_back(context_.builder.Constant(ConstantValue::String(keyword->arg)));
  }
  ConstantValue tuple;
  tuple.tag = ConstantTag::kTuple;
  tuple.items = names.data();
  tuple.item_count = static_cast<uint32_t>(names.size());
  return context_.builder.Constant(tuple);
}

void Emitter::ArgumentsInto(const Call& call, Reg first) {
  for (const Expr* arg : call.args) Into(*arg, first++);
  for (const Keyword* keyword : call.keywords) Into(*keyword->value, first++);
}

// CPython 3.14 makes loops of these calls, beside the calls themselves, and a traceback marks only
// the name.
static bool IsLoopInCPython(const Call& call, std::string_view name) {
  return (name == "all" || name == "any" || name == "tuple") && call.args.size() == 1 &&
         call.keywords.empty() && call.args[0]->kind == ExprKind::kGeneratorExp;
}

// The call of a name.
void Emitter::CallInto(const Call& call, Reg target) {
  const size_t before = context_.warnings.size();
  CallNameInto(call, target);
  if (!IsLoopInCPython(call, call.func->As<ast::Name>().id)) return;
  // CPython compiles the generator expression twice and warns each time.
  const size_t after = context_.warnings.size();
  for (size_t i = before; after < kMaxWarnings && i < after; ++i) {
    context_.warnings.push_back(SyntaxWarningInfo(context_.warnings[i]));
  }
}

void Emitter::CallNameInto(const Call& call, Reg target) {
  Symbol& symbol = SymbolOf(call.func->As<ast::Name>());
  if (IsPlainGlobal(symbol) && call.keywords.empty() && IsPlain(call) &&
      MayCallGlobalLate(call, symbol)) {
    return CallGlobalInto(call, symbol, target);
  }
  CallOnto(call, kNoReg, target);
}

// Whether the callee may be looked up after the arguments were evaluated: then its lookup cannot
// fail, as far as one can tell, or the arguments cannot.
bool Emitter::MayCallGlobalLate(const Call& call, const Symbol& symbol) {
  if ((symbol.flags & kSymbolWalrus) != 0) return false;
  const Symbol* global = context_.scopes.Find(context_.scopes.module(), symbol.name);
  const bool assigned = global != nullptr && (global->flags & kSymbolBound) != 0;
  if (assigned ? global->is_assigned : IsBuiltin(symbol.name)) return true;
  // A function may be called before the top level has come to defining its callee: rarely, so
  // arguments that can merely fail are no reason to hesitate.
  const bool likely = assigned && frame_.kind != ScopeKind::kModule;
  for (const Expr* arg : call.args) {
    if (likely ? MayHaveEffects(*arg) : !IsHarmless(*arg)) return false;
  }
  return true;
}

// A call of a name that is global or a builtin, the most frequent kind. One instruction looks the
// name up and calls it. The name may be bound to anything by then, so even `len` has a way back to
// an ordinary call.
void Emitter::CallGlobalInto(const Call& call, Symbol& callee, Reg target) {
  const Identifier name = callee.name;
  const uint32_t count = call.args.size();
  MarkLine(call.func->span);
  if (name == "len" && count == 1) {
    const Reg object = Operand(*call.args[0]);
    const Reg window = NewTemps(2);
    return At(call.span).Emit(Op::kLEN, target, object, window, {Slot(callee, call.span)});
  }
  const Reg window = WindowAt(target, count + 1);
  ArgumentsInto(call, window + 1);
  const SourceSpan span = IsLoopInCPython(call, name) ? call.func->span : call.span;
  At(span).Emit(Op::kCALL_GLOBAL, target, window, count, {Slot(callee, call.func->span)});
  assembler_.SpanOfLastWord(call.func->span);
}

// Calls R[callee]; kNoReg: call.func is still to be evaluated.
void Emitter::CallOnto(const Call& call, Reg callee, Reg target) {
  CheckKeywords(call);
  const bool plain = IsPlain(call);
  const uint32_t size = plain ? ArgumentCount(call) + 1 : 3;
  // The callee may already lie where its window can start.
  const bool in_place = callee != kNoReg && CanScratch(callee) && callee + 1 == next_temp_;
  const Reg window = in_place ? WindowAt(callee, size) : WindowAt(target, size);
  At(call.func->span);
  if (callee == kNoReg) {
    Into(*call.func, window);
  } else {
    Move(window, callee);
  }
  if (plain) {
    ArgumentsInto(call, window + 1);
    return CallPlain(call, window, target);
  }
  CallExpanded(call, window, call.span, target);
}

SourceSpan Emitter::CallSpan(const Call& call) const {
  const Attribute* attribute = call.func->TryAs<Attribute>();
  return attribute == nullptr || !IsPlain(call) ? call.span : AttributeSpan(call.span, *attribute);
}

void Emitter::CallPlain(const Call& call, Reg window, Reg target) {
  At(CallSpan(call));
  if (call.keywords.empty()) {
    assembler_.Emit(Op::kCALL, target, window, call.args.size());
  } else {
    assembler_.Emit(Op::kCALL_KW, target, window, ArgumentCount(call), {KeywordNames(call)});
  }
}

// No bound method is made: the object stands in the window's first register, and CALL_METHOD finds
// the function by the object's type. That the method exists must be checked before arguments that
// can be seen to happen; for others a late check does, which costs nothing unless one of them
// raises.
void Emitter::MethodInto(const Call& call, Reg object, Reg target) {
  CheckKeywords(call);
  const Attribute& method = call.func->As<Attribute>();
  const uint32_t count = ArgumentCount(call);
  const bool in_place = CanScratch(object) && object + 1 == next_temp_;
  const Reg window = in_place ? WindowAt(object, count + 1) : WindowAt(target, count + 1);
  At(method.value->span);
  Move(window, object);
  bool effects = false;
  for (const Expr* arg : call.args) effects = effects || MayHaveEffects(*arg);
  for (const Keyword* keyword : call.keywords) effects = effects || MayHaveEffects(*keyword->value);
  const uint32_t name = Name(method.attr);
  if (effects) {
    At(AttributeSpan(method.span, method)).Emit(Op::kCHECK_METHOD, window, 0, 0, {name});
  }
  const uint32_t start = assembler_.Mark();
  const size_t inner = late_checks_.size();
  ArgumentsInto(call, window + 1);
  if (!effects && MayFail(call)) {
    CheckLate(start, inner, {.window = window, .exception = window + 1, .method = &method});
  }
  At(CallSpan(call));
  if (call.keywords.empty()) {
    assembler_.Emit(Op::kCALL_METHOD, target, window, count, {name});
  } else {
    assembler_.Emit(Op::kCALL_METHOD_KW, target, window, count, {name, KeywordNames(call)});
  }
  assembler_.SpanOfLastWord(AttributeSpan(method.span, method));
}

// ---- What CPython checks before the arguments and we, to save an instruction, only when one of
// them has failed: none of them has effects.

bool Emitter::MayFail(const Expr& expr) {
  if (expr.kind == ExprKind::kConstant || expr.kind == ExprKind::kLambda) return false;
  if (expr.kind != ExprKind::kName) return true;
  const Symbol& symbol = SymbolOf(expr.As<ast::Name>());
  return !IsPlainLocal(symbol) || NeedsCheck(symbol);
}

bool Emitter::MayFail(const Call& call) {
  for (const Expr* arg : call.args) {
    if (MayFail(*arg)) return true;
  }
  for (const Keyword* keyword : call.keywords) {
    if (MayFail(*keyword->value)) return true;
  }
  return false;
}

// What is raised from `start` on to here comes to `check`, after the late checks from number
// `inner` on, which belong to the same code.
void Emitter::CheckLate(uint32_t start, size_t inner, LateCheck check) {
  check.handler = assembler_.NewLabel();
  assembler_.AddHandler(start, assembler_.Mark(), check.handler, check.exception, handled_);
  for (size_t i = inner; i < late_checks_.size(); ++i) {
    LateCheck& earlier = late_checks_[i];
    if (earlier.is_inner) continue;
    earlier.is_inner = true;
    earlier.outer = check.handler;
    earlier.outer_exception = check.exception;
    earlier.outer_handled = handled_;
  }
  for (size_t i = blocks_.size(); i-- > 0;) {
    if (!blocks_[i].is_protected) continue;
    check.outer = blocks_[i].handler;
    check.outer_exception = blocks_[i].exception;
    check.outer_handled = blocks_[i].outer_handled;
    break;
  }
  late_checks_.push_back(check);
}

// Behind the code of the function, where nobody comes who does not raise.
void Emitter::EmitLateChecks() {
  for (const LateCheck& check : late_checks_) {
    assembler_.Bind(check.handler);
    const uint32_t start = assembler_.Mark();
    if (check.method != nullptr) {
      At(AttributeSpan(check.method->span, *check.method))
          .Emit(Op::kCHECK_METHOD, check.window, 0, 0, {Name(check.method->attr)});
    } else {
      FormatAgain(check);
    }
    assembler_.Emit(Op::kRERAISE, check.exception);
    if (check.outer_exception == kNoReg) continue;
    assembler_.AddHandler(start, assembler_.Mark(), check.outer, check.outer_exception,
                          check.outer_handled);
  }
}

// Calls a method whose object and arguments are in the window already.
void Emitter::CallMethod(std::string_view name, Reg window, uint32_t count, SourceSpan span,
                         Reg target) {
  At(span).Emit(Op::kCALL_METHOD, target, window, count, {Name(name)});
}

// ---- Calls with stars, or with more arguments than a window takes

// With *args or **kwargs: positional values are collected into a tuple and named ones into a dict.
// The order in which parts are evaluated is that of CPython, which shows if they have side effects.
void Emitter::CallExpanded(const Call& call, Reg window, SourceSpan span, Reg target) {
  const bool only_star = call.args.size() == 1 && call.args[0]->kind == ExprKind::kStarred;
  if (only_star && !call.keywords.empty()) {
    // A lone *iterable is read when the keywords are there.
    TempScope temps(*this);
    const Reg iterable = NewTemp();
    Into(*call.args[0]->As<Starred>().value, iterable);
    KeywordsInto(call, window, window + 2);
    At(span).Emit(Op::kSTAR_ARGS, window + 1, iterable, 1);
    return At(span).Emit(Op::kCALL_EX, target, window);
  }
  PositionalInto(call.args, span, window + 1);  // after the callee
  if (call.keywords.empty()) {
    At(span).Emit(Op::kLOADP, window + 2, 4);
  } else {
    KeywordsInto(call, window, window + 2);
  }
  At(span).Emit(Op::kCALL_EX, target, window);
}

void Emitter::PositionalInto(List<const Expr*> args, SourceSpan span, Reg target) {
  if (args.size() == 1 && args[0]->kind == ExprKind::kStarred) {
    TempScope temps(*this);
    const Reg value = Operand(*args[0]->As<Starred>().value);
    return At(span).Emit(Op::kSTAR_ARGS, target, value, 0);
  }
  At(span);
  if (args.empty()) return assembler_.Emit(Op::kBUILD_TUPLE, target, 0, 0);
  ListItems(args, span, target);
}

void Emitter::KeywordsInto(const Call& call, Reg callee, Reg target) {
  if (call.keywords.size() == 1 && call.keywords[0]->arg.empty()) {
    TempScope temps(*this);
    const Reg value = Operand(*call.keywords[0]->value);
    return At(call.span).Emit(Op::kSTAR_KEYWORDS, target, value, callee);
  }
  // Of the names that stand first none can be there already.
  uint32_t first = 0;
  while (first < call.keywords.size() && first < kMaxFirstKeywords &&
         !call.keywords[first]->arg.empty())
    ++first;
  {
    TempScope temps(*this);
    const Reg pairs = first == 0 ? 0 : NewTemps(2 * first);
    for (uint32_t i = 0; i < first; ++i) {
      const Keyword* keyword = call.keywords[i];
      LoadConstant(ConstantValue::String(keyword->arg), call.span, pairs + 2 * i);
      Into(*keyword->value, pairs + 2 * i + 1);
    }
    At(call.span).Emit(Op::kBUILD_MAP, target, pairs, first);
  }
  for (uint32_t i = first; i < call.keywords.size(); ++i) {
    const Keyword* keyword = call.keywords[i];
    TempScope temps(*this);
    if (keyword->arg.empty()) {
      const Reg value = Operand(*keyword->value);
      At(call.span).Emit(Op::kMAP_MERGE, target, value, callee);
      continue;
    }
    const Reg map = NewTemps(3);
    LoadConstant(ConstantValue::String(keyword->arg), call.span, map + 1);
    Into(*keyword->value, map + 2);
    At(call.span).Emit(Op::kBUILD_MAP, map, map + 1, 1);
    assembler_.Emit(Op::kMAP_MERGE, target, map, callee);
  }
}

}  // namespace pysub
