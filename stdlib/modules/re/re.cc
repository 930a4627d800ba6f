// The module re: its functions and flags. CPython 3.14 library, "re". Left out: DEBUG prints
// nothing;
// the modules re._parser and friends.

#include <algorithm>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/re/objects.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/tuple.h"
#include "vm/snapshot/schema.h"
#include "vm/warn.h"

namespace pysub {
namespace re {

// ---- RegexFlag

namespace {

struct FlagName {
  int64_t value;
  std::string_view name, letter;
};
constexpr FlagName kFlags[] = {
    {kAscii, "ASCII", "A"},         {kIgnoreCase, "IGNORECASE", "I"},
    {kLocale, "LOCALE", "L"},       {kUnicode, "UNICODE", "U"},
    {kMultiLine, "MULTILINE", "M"}, {kDotAll, "DOTALL", "S"},
    {kVerbose, "VERBOSE", "X"},     {kDebug, "DEBUG", ""},
};
// All bits, with that of TEMPLATE, which is gone.
constexpr int64_t kAllFlags =
    1 | kAscii | kIgnoreCase | kLocale | kUnicode | kMultiLine | kDotAll | kVerbose | kDebug;

int64_t F(Value v) { return v.As<BigInt>()->small(); }
bool IsFlag(Value v) { return IsObjectOf(v, TypeId::kRegexFlag); }
Value Plain(Value v) { return PlainInt(v); }

// "IGNORECASE|MULTILINE|0x1000", each with `before`.
Status AppendNames(int64_t flags, std::string_view before, TextBuilder& out) {
  bool first = true;
  int64_t rest = flags;
  for (const FlagName& flag : kFlags) {
    if (!(flags & flag.value)) continue;
    rest &= ~flag.value;
    if (!first) out.Append('|');
    first = false;
    out.Append(before);
    out.Append(flag.name);
  }
  if (rest != 0 || first) {
    if (!first) out.Append('|');
    if (rest == 0) {
      out.Append(before);
      out.Append("NOFLAG");
      return out.status();
    }
    out.Append("0x");
    char digits[16];
    int size = 0;
    for (uint64_t left = static_cast<uint64_t>(rest); left != 0; left >>= 4) {
      digits[size++] = "0123456789abcdef"[left & 15];
    }
    while (size > 0) out.Append(digits[--size]);
  }
  return out.status();
}

}  // namespace

Status AppendFlags(Vm&, int64_t flags, TextBuilder& out) { return AppendNames(flags, "re.", out); }

Status AppendFlagsByValue(Vm& vm, int64_t flags, TextBuilder& out) {
  bool first = true;
  for (int64_t bit = 1; bit <= kAscii; bit <<= 1) {
    if (!(flags & bit)) continue;
    if (!first) out.Append('|');
    first = false;
    TRY(AppendFlags(vm, bit, out));
    flags &= ~bit;
  }
  if (flags == 0) return out.status();
  if (!first) out.Append('|');
  return AppendFlags(vm, flags, out);
}

Value NewFlag(Vm& vm, int64_t value) { return NewNamedInt(vm, TypeId::kRegexFlag, value); }

namespace {

// Whether no flag of the value has a name.
bool IsNameless(int64_t flags) { return flags != 0 && (flags & kAllFlags & ~1) == 0; }

Status FlagRepr(Vm& vm, Value self, TextBuilder& out) {
  if (!IsNameless(F(self))) return AppendFlags(vm, F(self), out);
  out.Append("re.RegexFlag(");
  out.AppendInt(F(self));
  out.Append(')');
  return out.status();
}

Value FlagBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  const Value a = Plain(left), b = Plain(right);
  const bool ints = (a.IsSmallInt() || a.IsBool()) && (b.IsSmallInt() || b.IsBool());
  if (ints && (op == BinaryOp::kOr || op == BinaryOp::kAnd || op == BinaryOp::kXor)) {
    const int64_t x = a.IsBool() ? a.AsBool() : a.AsSmallInt();
    const int64_t y = b.IsBool() ? b.AsBool() : b.AsSmallInt();
    return NewFlag(vm, op == BinaryOp::kOr ? x | y : op == BinaryOp::kAnd ? x & y : x ^ y);
  }
  return vm.Binary(op, a, b);
}

Value FlagUnary(Vm& vm, UnaryOp op, Value self) {
  if (op == UnaryOp::kInvert) return NewFlag(vm, kAllFlags & ~F(self));
  return vm.Unary(op, Plain(self));
}

Value FlagCompare(Vm& vm, CompareOp op, Value left, Value right) {
  return vm.Compare(op, Plain(left), Plain(right));
}
Result<int64_t> FlagHash(Vm& vm, Value self) { return vm.Hash(Plain(self)); }
Result<bool> FlagTruth(Vm&, Value self) { return F(self) != 0; }

Value FlagContains(Vm& vm, Value self, Value item) {
  if (!IsFlag(item)) return vm.TypeError("argument of type 'RegexFlag' is not iterable");
  return Value::Bool((F(self) & F(item)) == F(item));
}

Value FlagNew(Vm& vm, const Args& a) {
  if (!a.has(1))
    return vm.TypeError("EnumType.__call__() missing 1 required positional argument: 'value'");
  if (a.rest_count > 0) {
    Tuple* values = TRY(vm.NewTuple(a.rest_count + 1));
    values->items()[0] = a[1];
    std::copy_n(a.rest, a.rest_count, values->items() + 1);
    const Value shown = TRY(vm.ReprValue(Value::Of(values)));
    return vm.ValueError(Vm::View(shown), " is not a valid RegexFlag");
  }
  if (!IsFlag(a[1]) && !Vm::IsInt(a[1]) && !a[1].IsBool()) {
    const Value shown = TRY(vm.ReprValue(a[1]));
    return vm.ValueError(Vm::View(shown), " is not a valid RegexFlag");
  }
  if (IsObjectOf(a[1], TypeId::kInt))
    return vm.TypeError("unsupported operand type(s) for &: 'int' and 'int'");
  int64_t value = TRY(FlagsArgument(vm, a[1]));
  if (value < 0) value &= kAllFlags;
  return IsFlag(a[1]) ? a[1] : NewFlag(vm, value);
}

Value FlagNameAttribute(Vm& vm, Value self) {
  TextBuilder out(vm);
  if (F(self) == 0) return vm.NewAsciiStr("NOFLAG");
  if (IsNameless(F(self))) return Value::None();
  TRY(AppendNames(F(self), "", out));
  return out.Finish();
}

// The flags with names in `flags`, in the order of their values.
Value FlagsIn(Vm& vm, int64_t flags) {
  List* list = TRY(vm.NewList());
  for (const FlagName& flag : kFlags) {
    if (flags & flag.value) TRY(ListAppend(vm, list, TRY(NewFlag(vm, flag.value))));
  }
  return TupleOfList(vm, list);
}
Value FlagTypeMembers(Vm& vm, TypeId) { return FlagsIn(vm, kAllFlags); }
Value FlagIter(Vm& vm, Value self) { return vm.GetIter(TRY(FlagsIn(vm, F(self)))); }
Result<int64_t> FlagLength(Vm&, Value self) {
  return std::popcount(static_cast<uint64_t>(F(self) & kAllFlags & ~1));
}
// RegexFlag.IGNORECASE, RegexFlag.I
Value FlagTypeAttribute(Vm& vm, TypeId, Name name) {
  if (name.text == "NOFLAG") return NewFlag(vm, 0);
  for (const FlagName& flag : kFlags) {
    if (name.text == flag.name || name.text == flag.letter) return NewFlag(vm, flag.value);
  }
  return Value::Undefined();
}

constexpr NativeInfo kFlagConstructor{"@hidden RegexFlag(value=<unrepresentable>, *values)",
                                      FlagNew, "An enumeration."};
constexpr AttributeInfo kFlagAttributes[] = {
    {"value", [](Vm&, Value self) { return Plain(self); }},
    {"name", FlagNameAttribute},
    {"_value_", [](Vm&, Value self) { return Plain(self); }},
    {"_name_", FlagNameAttribute},
};
PYSUB_MEMBERS(RegexFlag, kNoMethods, kFlagAttributes);

// ---- Functions

Value Match(Vm& vm, const Args& a) {
  return DoMatch(vm, TRY(CompilePattern(vm, a[0], a[2])), MatchMode::kMatch, a[1], {}, {});
}
Value FullMatch(Vm& vm, const Args& a) {
  return DoMatch(vm, TRY(CompilePattern(vm, a[0], a[2])), MatchMode::kFullMatch, a[1], {}, {});
}
Value Search(Vm& vm, const Args& a) {
  return DoMatch(vm, TRY(CompilePattern(vm, a[0], a[2])), MatchMode::kSearch, a[1], {}, {});
}
Value FindAll(Vm& vm, const Args& a) {
  return DoFindAll(vm, TRY(CompilePattern(vm, a[0], a[2])), a[1], {}, {});
}
Value FindIter(Vm& vm, const Args& a) {
  return NewScanner(vm, TypeId::kMatchIterator, TRY(CompilePattern(vm, a[0], a[2])), a[1], {}, {});
}
Value CompileFunction(Vm& vm, const Args& a) { return CompilePattern(vm, a[0], a[1]); }

// What sub(), subn() and split() take behind their `first` parameters: two more by position, which
// is deprecated, or by name.
struct Extra {
  Value number, flags;
};
Status ExtraArguments(Vm& vm, const Args& a, std::string_view function, std::string_view number,
                      uint32_t first, Extra* out) {
  *out = {a[first], a[first + 1]};
  if (a.rest_count == 0) return Done{};
  if (a.has(first)) {
    return vm.TypeError(function, "() got multiple values for argument '", number, "'");
  }
  out->number = a.rest[0];
  if (a.rest_count > 1) {
    if (a.has(first + 1))
      return vm.TypeError(function, "() got multiple values for argument 'flags'");
    out->flags = a.rest[1];
  }
  if (a.rest_count > 2) {
    return vm.TypeError(function, "() takes from ", first, " to ", first + 2,
                        " positional arguments but ", first + a.rest_count, " were given");
  }
  return Warn(vm, TypeId::kDeprecationWarning,
              "'" + std::string(number) + "' is passed as positional argument");
}

Value Substitute(Vm& vm, const Args& a, std::string_view name, bool count_too) {
  Extra extra;
  TRY(ExtraArguments(vm, a, name, "count", 3, &extra));
  Value pattern = TRY(CompilePattern(vm, a[0], extra.flags));
  const int64_t most = TRY(SizeArgument(vm, Plain(extra.number), 0));
  return DoSub(vm, pattern, a[1], a[2], most, count_too);
}
Value Sub(Vm& vm, const Args& a) { return Substitute(vm, a, "sub", false); }
Value Subn(Vm& vm, const Args& a) { return Substitute(vm, a, "subn", true); }

Value Split(Vm& vm, const Args& a) {
  Extra extra;
  TRY(ExtraArguments(vm, a, "split", "maxsplit", 2, &extra));
  Value pattern = TRY(CompilePattern(vm, a[0], extra.flags));
  return DoSplit(vm, pattern, a[1], TRY(SizeArgument(vm, Plain(extra.number), 0)));
}

Value PurgeFunction(Vm& vm, const Args&) {
  Purge(vm);
  return Value::None();
}

Value Escape(Vm& vm, const Args& a) {
  static constexpr std::string_view kSpecial = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f";
  BytesArgument bytes(vm);
  const bool is_text = Vm::IsStr(a[0]);
  if (!is_text && !IsBytesLike(vm, a[0])) {
    return vm.TypeError("decoding to str: need a bytes-like object, ", vm.TypeName(a[0]), " found");
  }
  if (!is_text) TRY(bytes.Get(a[0]));
  const std::string_view text = is_text ? Vm::View(a[0]) : bytes.view();
  if (!vm.Tick(text.size() / 8)) return Value::Failed();
  TextBuilder out(vm);
  for (char c : text) {
    if (kSpecial.find(c) != kSpecial.npos) out.Append('\\');
    if (!out.Append(c)) break;
  }
  return is_text ? out.Finish() : out.FinishBytes();
}

constexpr NativeInfo kFunctions[] = {
    {"@python match(pattern, string, flags=0)", Match,
     "Try to apply the pattern at the start of the string, returning\na Match object, or None if "
     "no match was "
     "found."},
    {"@python fullmatch(pattern, string, flags=0)", FullMatch,
     "Try to apply the pattern to all of the string, returning\na Match object, or None if no "
     "match was "
     "found."},
    {"@python search(pattern, string, flags=0)", Search,
     "Scan through string looking for a match to the pattern, returning\na Match object, or None "
     "if no match "
     "was found."},
    {"@python sub(pattern, repl, string, *args, count=0, flags=0)", Sub,
     "Return the string obtained by replacing the leftmost\nnon-overlapping occurrences of the "
     "pattern in "
     "string by the\nreplacement repl."},
    {"@python subn(pattern, repl, string, *args, count=0, flags=0)", Subn,
     "Return a 2-tuple containing (new_string, number)."},
    {"@python split(pattern, string, *args, maxsplit=0, flags=0)", Split,
     "Split the source string by the occurrences of the pattern,\nreturning a list containing the "
     "resulting "
     "substrings."},
    {"@python findall(pattern, string, flags=0)", FindAll,
     "Return a list of all non-overlapping matches in the string."},
    {"@python finditer(pattern, string, flags=0)", FindIter,
     "Return an iterator over all non-overlapping matches in the\nstring."},
    {"@python compile(pattern, flags=0)", CompileFunction,
     "Compile a regular expression pattern, returning a Pattern object."},
    {"@python purge()", PurgeFunction, "Clear the regular expression caches"},
    {"@python escape(pattern)", Escape, "Escape special characters in a string."},
};

constexpr std::string_view kAll[] = {
    "match",    "fullmatch",  "search",      "sub",       "subn",   "split",   "findall",
    "finditer", "compile",    "purge",       "escape",    "error",  "Pattern", "Match",
    "A",        "I",          "L",           "M",         "S",      "X",       "U",
    "ASCII",    "IGNORECASE", "LOCALE",      "MULTILINE", "DOTALL", "VERBOSE", "UNICODE",
    "NOFLAG",   "RegexFlag",  "PatternError"};

Status AddNames(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "Pattern", Value::Type(TypeId::kPattern)));
  TRY(DictSetStr(vm, names, "Match", Value::Type(TypeId::kMatch)));
  TRY(DictSetStr(vm, names, "Scanner", Value::Type(TypeId::kRegexLexicon)));
  TRY(DictSetStr(vm, names, "RegexFlag", Value::Type(TypeId::kRegexFlag)));
  TRY(DictSetStr(vm, names, "PatternError", Value::Type(TypeId::kPatternError)));
  TRY(DictSetStr(vm, names, "error", Value::Type(TypeId::kPatternError)));
  for (const FlagName& flag : kFlags) {
    Value value = NewFlag(vm, flag.value);
    if (value.IsFailed()) return Failure{};
    TRY(DictSetStr(vm, names, flag.name, value));
    if (!flag.letter.empty()) TRY(DictSetStr(vm, names, flag.letter, value));
  }
  Value none = NewFlag(vm, 0);
  if (none.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "NOFLAG", none));
  List* all = TRY(vm.NewList());
  for (std::string_view name : kAll) {
    Value text = vm.Intern(name);
    if (text.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, text));
  }
  TRY(DictSetStr(vm, names, "__all__", Value::Of(all)));
  Value version = vm.NewAsciiStr("2.2.1");
  if (version.IsFailed()) return Failure{};
  return DictSetStr(vm, names, "__version__", version);
}

}  // namespace
}  // namespace re

extern constexpr TypeInfo kRegexFlagType{
    .id = TypeId::kRegexFlag,
    .constructor = &re::kFlagConstructor,
    .doc = "An enumeration.",
    .attributes = re::kFlagAttributes,
    .members = re::kRegexFlagMembers,
    .repr = re::FlagRepr,
    .hash = re::FlagHash,
    .compare = re::FlagCompare,
    .truth = re::FlagTruth,
    .length = re::FlagLength,
    .contains = re::FlagContains,
    .iter = re::FlagIter,
    .binary = re::FlagBinary,
    .unary = re::FlagUnary,
    .get_type_attribute = re::FlagTypeAttribute,
    .type_members = re::FlagTypeMembers,
    .type_names = "ASCII DEBUG DOTALL IGNORECASE LOCALE MULTILINE UNICODE VERBOSE"};

extern constexpr ModuleInfo kReModule{.name = "re",
                                      .doc = "Support for regular expressions (RE).",
                                      .functions = re::kFunctions,
                                      .init = re::AddNames};

}  // namespace pysub
