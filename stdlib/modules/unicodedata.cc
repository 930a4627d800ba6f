// unicodedata, of Unicode 16.0. CPython 3.14 library, "unicodedata". The tables are
// those of lexer/unicode.

#include <cstdio>

#include "lexer/unicode/normalize.h"
#include "lexer/unicode/unicode_names.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/objects/text_codecs.h"

namespace pysub {
namespace {

Result<char32_t> Character(Vm& vm, std::string_view function, Value v, bool only = true) {
  std::string_view what = only ? "argument" : "argument 1";
  if (!Vm::IsStr(v)) return BadArgument(vm, function, what, "a unicode character", v);
  if (v.As<Str>()->length != 1) {
    return vm.TypeError(function, "(): ", what,
                        " must be a unicode character, not a string of length ",
                        v.As<Str>()->length);
  }
  char32_t result = 0;
  for (char32_t c : CodePoints(Vm::View(v))) result = c;
  return result;
}

Value Category(Vm& vm, const Args& a) {
  return vm.Intern(CategoryName(CategoryOf(TRY(Character(vm, "category", a[0])))));
}
Value Bidirectional(Vm& vm, const Args& a) {
  return vm.Intern(BidirectionalClass(TRY(Character(vm, "bidirectional", a[0]))));
}
Value Combining(Vm& vm, const Args& a) {
  return Value::SmallInt(CombiningClass(TRY(Character(vm, "combining", a[0]))));
}
Value Width(Vm& vm, const Args& a) {
  return vm.Intern(EastAsianWidth(TRY(Character(vm, "east_asian_width", a[0]))));
}
Value Mirrored(Vm& vm, const Args& a) {
  return Value::SmallInt(IsMirrored(TRY(Character(vm, "mirrored", a[0]))));
}

Value OrDefault(Vm& vm, const Args& a, std::string_view complaint) {
  return a.has(1) ? a[1] : Value(vm.ValueError(complaint));
}
Value Decimal(Vm& vm, const Args& a) {
  int value = DecimalValue(TRY(Character(vm, "decimal", a[0], false)));
  return value < 0 ? OrDefault(vm, a, "not a decimal") : Value::SmallInt(value);
}
Value Digit(Vm& vm, const Args& a) {
  int value = DigitValue(TRY(Character(vm, "digit", a[0], false)));
  return value < 0 ? OrDefault(vm, a, "not a digit") : Value::SmallInt(value);
}
Value Numeric(Vm& vm, const Args& a) {
  char32_t c = TRY(Character(vm, "numeric", a[0], false));
  if (!IsNumericCodePoint(c)) return OrDefault(vm, a, "not a numeric character");
  NumericValue value = NumericValueOf(c);
  return Value::Float(value.AsDouble());
}

Value NameFunction(Vm& vm, const Args& a) {
  char buffer[kMaxNameSize];
  std::string_view name = NameOf(TRY(Character(vm, "name", a[0], false)), buffer);
  return name.empty() ? OrDefault(vm, a, "no such name") : vm.NewStr(name);
}
Value Lookup(Vm& vm, const Args& a) {
  if (IsObjectOf(a[0], TypeId::kByteArray)) {
    return vm.TypeError("lookup() argument must be read-only bytes-like object, not bytearray");
  }
  if (!Vm::IsStr(a[0]) && !IsObjectOf(a[0], TypeId::kBytes)) {
    return vm.TypeError("a bytes-like object is required, not '", vm.TypeName(a[0]), "'");
  }
  const std::string_view name = Vm::IsStr(a[0]) ? Vm::View(a[0]) : a[0].As<Bytes>()->view();
  if (name.size() > kMaxNameSize) return vm.Raise(TypeId::kKeyError, "name too long");
  NamedCharacters found = LookupName(name);
  if (found.size == 0) {
    const Value shown =
        Vm::IsStr(a[0]) ? a[0] : TRY(DecodeText(vm, name, a[0], "utf-8", "replace"));
    return vm.Raise(TypeId::kKeyError, "undefined character name '", shown, "'");
  }
  TextBuilder out(vm);
  for (int i = 0; i < found.size; ++i) out.Append(found.code_points[i]);
  return out.Finish();
}

Value DecompositionFunction(Vm& vm, const Args& a) {
  Decomposition found = DecompositionOf(TRY(Character(vm, "decomposition", a[0])));
  TextBuilder out(vm);
  out.Append(found.tag);
  for (int i = 0; i < found.size; ++i) {
    char text[16];
    int size = snprintf(text, sizeof(text), "%s%04X", out.size() > 0 ? " " : "",
                        static_cast<unsigned>(found.code_points[i]));
    out.Append(std::string_view(text, static_cast<size_t>(size)));
  }
  return out.Finish();
}

Result<NormalizationForm> FormOf(Vm& vm, std::string_view function, const Args& a) {
  for (uint32_t i = 0; i < 2; ++i) {
    if (!Vm::IsStr(a[i]))
      return BadArgument(vm, function, i == 0 ? "argument 1" : "argument 2", "str", a[i]);
  }
  std::optional<NormalizationForm> form = FindNormalizationForm(Vm::View(a[0]));
  if (!form && Vm::View(a[1]).empty()) return NormalizationForm{};  // the same in every form
  if (!form) return vm.ValueError("invalid normalization form");
  return *form;
}
Value Normalize(Vm& vm, const Args& a) {
  NormalizationForm form = TRY(FormOf(vm, "normalize", a));
  if (a[1].As<Str>()->ascii()) return a[1];
  if (!vm.Tick(Vm::View(a[1]).size() / 4)) return Value::Failed();
  TextBuilder out(vm);
  struct Sink {
    TextBuilder& to;
    bool Append(std::string_view piece) { return to.Append(piece); }
  } target{out};
  StopCheck stop = TimeCheck(vm);
  AppendNormalizedUntil(Vm::View(a[1]), form, target, &stop);
  return stop.stopped() ? Value::Failed() : out.Finish();
}
Value IsNormalizedFunction(Vm& vm, const Args& a) {
  NormalizationForm form = TRY(FormOf(vm, "is_normalized", a));
  if (!vm.Tick(Vm::View(a[1]).size() / 4)) return Value::Failed();
  StopCheck stop = TimeCheck(vm);
  const bool normalized = IsNormalized(Vm::View(a[1]), form, &stop);
  return stop.stopped() ? Value::Failed() : Value::Bool(normalized);
}

constexpr NativeInfo kFunctions[] = {
    {"bidirectional(chr, /)", Bidirectional,
     "Returns the bidirectional class assigned to the character chr as string."},
    {"category(chr, /)", Category,
     "Returns the general category assigned to the character chr as string."},
    {"combining(chr, /)", Combining,
     "Returns the canonical combining class assigned to the character chr as integer."},
    {"@hidden decimal(chr, default=<unrepresentable>, /)", Decimal,
     "Converts a Unicode character into its equivalent decimal value."},
    {"decomposition(chr, /)", DecompositionFunction,
     "Returns the character decomposition mapping assigned to the character chr as string."},
    {"@hidden digit(chr, default=<unrepresentable>, /)", Digit,
     "Converts a Unicode character into its equivalent digit value."},
    {"east_asian_width(chr, /)", Width,
     "Returns the east asian width assigned to the character chr as string."},
    {"is_normalized(form, unistr, /)", IsNormalizedFunction,
     "Return whether the Unicode string unistr is in the normal form 'form'."},
    {"lookup(name, /)", Lookup, "Look up character by name."},
    {"mirrored(chr, /)", Mirrored,
     "Returns the mirrored property assigned to the character chr as integer."},
    {"@hidden name(chr, default=<unrepresentable>, /)", NameFunction,
     "Returns the name assigned to the character chr as a string."},
    {"normalize(form, unistr, /)", Normalize,
     "Return the normal form 'form' for the Unicode string unistr."},
    {"@hidden numeric(chr, default=<unrepresentable>, /)", Numeric,
     "Converts a Unicode character into its equivalent numeric value."},
};

Status Init(Vm& vm, Dict* names) {
  Value version = vm.Intern(kUnicodeVersion);
  if (version.IsFailed()) return Failure{};
  return DictSetStr(vm, names, "unidata_version", version);
}

}  // namespace

extern constexpr ModuleInfo kUnicodedataModule{
    .name = "unicodedata",
    .doc =
        "This module provides access to the Unicode Character Database which\ndefines character "
        "properties for all "
        "Unicode characters.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
