// string.Template, as far as it makes sense without subclasses. CPython 3.14 library, "string".

#include <string>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// string.Template (PEP 292): $name and ${name}.
struct StringTemplate : Object {
  Value text;
};
StringTemplate* AsStringTemplate(Value v) { return v.As<StringTemplate>(); }

// What stands at a '$'.
struct Placeholder {
  enum Kind : uint8_t { kEscaped, kName, kInvalid } kind;
  std::string_view name;
  size_t end;  // behind it
};

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || (c >= '0' && c <= '9'); }

// The name at `at`; empty: there is none.
std::string_view NameAt(std::string_view text, size_t at) {
  size_t end = at;
  if (end < text.size() && IsNameStart(text[end])) {
    while (end < text.size() && IsNamePart(text[end])) ++end;
  }
  return text.substr(at, end - at);
}

// `at` is behind the '$'.
Placeholder Parse(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '$') return {Placeholder::kEscaped, {}, at + 1};
  bool braced = at < text.size() && text[at] == '{';
  std::string_view name = NameAt(text, at + braced);
  size_t end = at + braced + name.size();
  if (name.empty() || (braced && (end >= text.size() || text[end] != '}'))) {
    return {Placeholder::kInvalid, {}, at};
  }
  return {Placeholder::kName, name, end + braced};
}

// `at` is where the '$' stands.
Failure Invalid(Vm& vm, std::string_view text, size_t at) {
  // Line and column as splitlines() counts them.
  if (!vm.Tick(at / 8)) return Failure{};
  size_t line = 1, start = 0;
  for (size_t i = 0; i < at; ++i) {
    if (text[i] != '\n' && (text[i] != '\r' || text[i + 1] == '\n')) continue;
    ++line;
    start = i + 1;
  }
  int64_t column = 1;
  for (char c : text.substr(start, at - start)) column += (c & 0xC0) != 0x80;
  return vm.ValueError("Invalid placeholder in string: line ", static_cast<uint64_t>(line),
                       ", col ", column);
}

Value New(Vm& vm, const Args& a) {
  StringTemplate* made = TRY(vm.New<StringTemplate>(TypeId::kStringTemplate));
  made->text = a[1];
  return Value::Of(made);
}

// Slots of the native frame: the text, the mapping (or Undefined), the keywords (or
// Undefined), whether it is safe, the pieces so far, where to go on, the name that is
// looked up, where its placeholder starts.
enum Slot { kText, kMapping, kKeywords, kSafe, kPieces, kPosition, kName, kStart };

// What CPython's pattern says of other things.
Status CheckText(Vm& vm, Value self) {
  const Value text = AsStringTemplate(self)->text;
  if (Vm::IsStr(text)) return Done{};
  if (IsBytesLike(vm, text))
    return vm.TypeError("cannot use a string pattern on a bytes-like object");
  return vm.TypeError("expected string or bytes-like object, got '", vm.TypeName(text), "'");
}

Value Substitute(Vm& vm, const Args& a, bool safe) {
  TRY(CheckText(vm, a[0]));
  Value mapping = a[1], keywords = a.keywords;
  if (!a.has(1) && keywords.IsUndefined()) keywords = Value::Of(TRY(vm.NewDict()));
  List* pieces = TRY(vm.NewList());
  return vm.PushNativeFrame(
      ResumeId::kTemplateSubstitute,
      {AsStringTemplate(a[0])->text, mapping, keywords, Value::Bool(safe), Value::Of(pieces),
       Value::SmallInt(0), Value::Undefined(), Value::SmallInt(0)},
      kFrameCatches);
}
Value SubstituteMethod(Vm& vm, const Args& a) { return Substitute(vm, a, false); }
Value SafeSubstitute(Vm& vm, const Args& a) { return Substitute(vm, a, true); }

Value IsValid(Vm& vm, const Args& a) {
  TRY(CheckText(vm, a[0]));
  std::string_view text = Vm::View(AsStringTemplate(a[0])->text);
  if (!vm.Tick(text.size() / 8)) return Value::Failed();
  for (size_t at = text.find('$'); at != std::string_view::npos;) {
    Placeholder found = Parse(text, at + 1);
    if (found.kind == Placeholder::kInvalid) return Value::False();
    at = text.find('$', found.end);
  }
  return Value::True();
}
Value GetIdentifiers(Vm& vm, const Args& a) {
  TRY(CheckText(vm, a[0]));
  std::string_view text = Vm::View(AsStringTemplate(a[0])->text);
  if (!vm.Tick(text.size() / 8)) return Value::Failed();
  Dict* names = TRY(vm.NewDict());
  for (size_t at = text.find('$'); at != std::string_view::npos;) {
    Placeholder found = Parse(text, at + 1);
    if (found.kind == Placeholder::kName) TRY(DictSetStr(vm, names, found.name, Value::None()));
    at = text.find('$', found.end);
  }
  return NewListFrom(vm, Value::Of(names));
}

Value GetText(Vm&, Value self) { return AsStringTemplate(self)->text; }
Status SetText(Vm&, Value self, Value value) {
  AsStringTemplate(self)->text = value.IsUndefined() ? Value::None() : value;
  return Done{};
}
Value GetDelimiter(Vm& vm, Value) { return vm.NewStr("$"); }
Value GetIdPattern(Vm& vm, Value) { return vm.NewStr("(?a:[_a-z][_a-z0-9]*)"); }
Value GetNone(Vm&, Value) { return Value::None(); }

constexpr NativeInfo kTemplateConstructor{"@python Template(template)", New,
                                          "A string class for supporting $-substitutions."};
constexpr NativeInfo kTemplateMethods[] = {
    kInitAnewRow,
    {"@python substitute(mapping=<unrepresentable>, /, **kws)", SubstituteMethod, ""},
    {"@python safe_substitute(mapping=<unrepresentable>, /, **kws)", SafeSubstitute, ""},
    {"@python is_valid()", IsValid, ""},
    {"@python get_identifiers()", GetIdentifiers, ""},
};
constexpr AttributeInfo kTemplateAttributes[] = {
    {"template", GetText, SetText}, {"delimiter", GetDelimiter}, {"idpattern", GetIdPattern},
    {"braceidpattern", GetNone},    {"flags", GetNone},
};
PYSUB_MEMBERS(StringTemplate, kTemplateMethods, kTemplateAttributes);

}  // namespace

// Each look-up of a name may run Python code, so the pieces of the result and the place in the text
// live in the frame.
Value TemplateSubstituteResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  std::string_view text = Vm::View(slots[kText]);
  List* pieces = slots[kPieces].As<List>();
  // Both places are between characters.
  for (Slot slot : {kPosition, kStart}) {
    size_t at = static_cast<size_t>(slots[slot].AsSmallInt());
    if (at > text.size() || (at < text.size() && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80)) {
      return BadState(vm);
    }
  }
  // Adds text[from, to) and goes on at `next`.
  auto add = [&](Value piece, size_t next) -> Status {
    TRY(ListAppend(vm, pieces, piece));
    slots[kPosition] = Value::KnownSmallInt(next);
    return Done{};
  };
  switch (frame.state) {
    case 0:
      while (static_cast<size_t>(slots[kPosition].AsSmallInt()) < text.size()) {
        {
          size_t at = static_cast<size_t>(slots[kPosition].AsSmallInt());
          size_t dollar = std::min(text.find('$', at), text.size());
          if (!vm.Tick(1 + (dollar - at) / 64)) return Value::Failed();
          if (dollar > at) {
            TRY(add(TRY(vm.NewStr(text.substr(at, dollar - at))), dollar));
            continue;
          }
          Placeholder found = Parse(text, at + 1);
          if (found.kind == Placeholder::kInvalid && slots[kSafe].IsFalse())
            return Invalid(vm, text, at);
          if (found.kind != Placeholder::kName) {
            TRY(add(TRY(vm.NewStr("$")), found.end));
            continue;
          }
          slots[kName] = TRY(vm.NewStr(found.name));
          slots[kStart] = slots[kPosition];
        }
        in = Value::Undefined();
        if (!slots[kKeywords].IsUndefined()) {
          in = TRY(DictGet(vm, slots[kKeywords].As<Dict>(), slots[kName]));
        }
        if (in.IsUndefined() && slots[kMapping].IsUndefined()) {
          if (slots[kSafe].IsFalse()) return vm.RaiseKeyError(slots[kName]);
        } else if (in.IsUndefined()) {
          PYSUB_SUSPEND_POINT(1, vm.GetItem(slots[kMapping], slots[kName]));
          if (in.IsFailed()) {
            if (slots[kSafe].IsFalse() || !vm.PendingIs(TypeId::kKeyError)) return in;
            static_cast<void>(vm.TakeException());
            in = Value::Undefined();
            slots[kName] = Value::Undefined();  // a repetition knows that there is nothing
            frame.state = 2;
          }
        }
        [[fallthrough]];
        case 2: {
          size_t start = static_cast<size_t>(slots[kStart].AsSmallInt());
          Placeholder found = Parse(text, start + 1);
          if (found.kind != Placeholder::kName) return BadState(vm);
          if (frame.state == 2) in = Value::Undefined();
          Value piece = in.IsUndefined() ? TRY(vm.NewStr(text.substr(start, found.end - start)))
                                         : TRY(vm.StrValue(in));
          TRY(add(piece, found.end));
          frame.state = 0;
        }
      }
  }
  TextBuilder out(vm);
  for (uint64_t i = 0; i < pieces->size; ++i) {
    if (!Vm::IsStr(pieces->items()[i])) return BadState(vm);
    out.Append(Vm::View(pieces->items()[i]));
  }
  return out.Finish();
}

constexpr Schema kOneValueSchema{"v"};
extern constexpr TypeInfo kStringTemplateType{
    .id = TypeId::kStringTemplate,
    .schema = &kOneValueSchema,
    .constructor = &kTemplateConstructor,
    .doc = "A string class for supporting $-substitutions.",
    .methods = kTemplateMethods,
    .attributes = kTemplateAttributes,
    .members = kStringTemplateMembers};

}  // namespace pysub
