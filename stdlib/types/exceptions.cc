// Exception types: construction, attributes, text. CPython 3.14 library, "Built-in Exceptions".
//
// One constructor serves all of them; what a type has beside args lies in Exception::fields, whose
// meaning per type is the table below.

#include <algorithm>
#include <optional>
#include <string>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_class.h"
#include "vm/native.h"
#include "vm/numbers/limbs.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/suggestions.h"
#include "vm/vm.h"

namespace pysub {
namespace {

Exception* Of(Value self) { return self.As<Exception>(); }

// ---- attributes of all exceptions

Value GetArgs(Vm&, Value self) { return Of(self)->args; }
Status SetArgs(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("args may not be deleted");
  Value items = vm.Materialise(value);
  if (items.IsCallPending()) return vm.TypeError("args must be a list or tuple");
  if (items.IsFailed()) return Failure{};
  if (IsObjectOf(items, TypeId::kList)) {
    List* list = items.As<List>();
    items =
        vm.NewTuple(std::span<const Value>(list->size > 0 ? list->items() : nullptr, list->size));
    if (items.IsFailed()) return Failure{};
  }
  Of(self)->args = items;
  return Done{};
}

Value OrNone(Value v) { return v.IsUndefined() ? Value::None() : v; }

Value GetCause(Vm&, Value self) { return OrNone(Of(self)->cause); }
Status SetCause(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("__cause__ may not be deleted");
  if (!value.IsNone() && !IsExceptionType(vm.TypeOf(value))) {
    return vm.TypeError("exception cause must be None or derive from BaseException");
  }
  Of(self)->cause = value;
  Of(self)->suppress_context = 1;
  return Done{};
}
Value GetContext(Vm&, Value self) { return OrNone(Of(self)->context); }
Status SetContext(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("__context__ may not be deleted");
  if (!value.IsNone() && !IsExceptionType(vm.TypeOf(value))) {
    return vm.TypeError("exception context must be None or derive from BaseException");
  }
  Of(self)->context = value;
  return Done{};
}
Value GetSuppress(Vm&, Value self) { return Value::Bool(Of(self)->suppress_context != 0); }
Status SetSuppress(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("can't delete numeric/char attribute");
  if (!value.IsBool()) return vm.TypeError("attribute value type must be bool");
  Of(self)->suppress_context = value.AsBool();
  return Done{};
}
Value GetTraceback(Vm&, Value self) { return OrNone(Of(self)->traceback); }
Status SetTraceback(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("__traceback__ may not be deleted");
  if (!value.IsNone() && !IsObjectOf(value, TypeId::kTraceback)) {
    return vm.TypeError("__traceback__ must be a traceback or None");
  }
  Of(self)->traceback = value;
  return Done{};
}
Value GetDict(Vm& vm, Value self) {
  if (Of(self)->attributes.IsUndefined()) {
    Dict* dict = TRY(vm.NewDict());
    Of(self)->attributes = Value::Of(dict);
  }
  return Of(self)->attributes;
}
Status SetDict(Vm& vm, Value self, Value value) {
  TRY(CheckNewDict(vm, value));
  Of(self)->attributes = value;
  return Done{};
}

constexpr AttributeInfo kAttributes[] = {
    {"args", GetArgs, SetArgs},
    {"__cause__", GetCause, SetCause},
    {"__context__", GetContext, SetContext},
    {"__suppress_context__", GetSuppress, SetSuppress, AttributeKind::kMember},
    {"__traceback__", GetTraceback, SetTraceback},
    {"__dict__", GetDict, SetDict},
};

// Whatever a program hung on the exception, __notes__ among it.
Value GetExtra(Vm& vm, Value self, Name name) {
  if (Of(self)->attributes.IsUndefined()) return Value::Undefined();
  return DictGetStr(vm, Of(self)->attributes.As<Dict>(), name.text);
}

Result<bool> SetExtra(Vm& vm, Value self, Name name, Value value) {
  // What the type computes is not kept in the dict; a method is hidden by what is. The
  // documentation of a type is a str.
  if (vm.FindInType(vm.TypeOf(self), name).IsAttribute() && name.text != "__doc__") return false;
  Value dict = GetDict(vm, self);
  if (dict.IsFailed()) return Failure{};
  return DictSetAttribute(vm, dict.As<Dict>(), name, value);
}

Value AddNote(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return BadArgument(vm, "add_note", "argument", "str", a[1]);
  }
  TRY(vm.AddNote(a[0], a[1]));
  return Value::None();
}

Value WithTraceback(Vm& vm, const Args& a) {
  TRY(SetTraceback(vm, a[0], a[1]));
  return a[0];
}

Value InitMethod(Vm& vm, const Args& a);
Value SetState(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return Value::None();
  if (!IsObjectOf(a[1], TypeId::kDict)) return vm.TypeError("state is not a dictionary");
  Value dict = TRY(GetDict(vm, a[0]));
  static constexpr Name kUpdate{"update", MemberHash("update")};
  return vm.Call(TRY(vm.GetAttribute(dict, kUpdate)), {a[1]});
}

constexpr NativeInfo kMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", InitMethod,
     "Initialize self.  See help(type(self)) for accurate signature."},
    {"__setstate__(object, /)", SetState, ""},
    {"add_note(note, /)", AddNote, "Add a note to the exception"},
    {"with_traceback(tb, /)", WithTraceback, "Set self.__traceback__ to tb and return self."},
};

// ---- text

Status BaseStr(Vm& vm, Value self, TextBuilder& out) {
  Tuple* args = Of(self)->args.As<Tuple>();
  if (args->count == 0) return out.status();
  if (args->count == 1) return vm.ToStr(args->items()[0], out);
  return vm.Repr(Of(self)->args, out);
}

Status BaseRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append(vm.TypeName(self));
  Tuple* args = Of(self)->args.As<Tuple>();
  if (args->count == 1) {
    out.Append('(');
    TRY(vm.Repr(args->items()[0], out));
    out.Append(')');
    return out.status();
  }
  return vm.Repr(Of(self)->args, out);
}

Status KeyErrorStr(Vm& vm, Value self, TextBuilder& out) {
  Tuple* args = Of(self)->args.As<Tuple>();
  if (args->count == 1) return vm.Repr(args->items()[0], out);
  return BaseStr(vm, self, out);
}

Status OsErrorStr(Vm& vm, Value self, TextBuilder& out) {
  Exception* e = Of(self);
  const bool complete = !e->fields[0].IsUndefined() && !e->fields[1].IsUndefined();
  if (!complete && e->fields[2].IsUndefined()) return BaseStr(vm, self, out);
  out.Append("[Errno ");
  TRY(vm.ToStr(OrNone(e->fields[0]), out));
  out.Append("] ");
  TRY(vm.ToStr(OrNone(e->fields[1]), out));
  if (!e->fields[2].IsUndefined()) {
    out.Append(": ");
    TRY(vm.Repr(e->fields[2], out));
    if (!e->fields[3].IsUndefined()) {
      out.Append(" -> ");
      TRY(vm.Repr(e->fields[3], out));
    }
  }
  return out.status();
}

Status ImportErrorStr(Vm& vm, Value self, TextBuilder& out) {
  if (Vm::IsStr(Of(self)->fields[0])) return vm.ToStr(Of(self)->fields[0], out);
  return BaseStr(vm, self, out);
}

Status SyntaxErrorStr(Vm& vm, Value self, TextBuilder& out) {
  Exception* e = Of(self);
  TRY(vm.ToStr(OrNone(e->fields[0]), out));
  bool file = Vm::IsStr(e->fields[1]);
  bool line = Vm::IsInt(e->fields[2]);
  if (!file && !line) return out.status();
  out.Append(" (");
  if (file) {
    std::string_view name = Vm::View(e->fields[1]);
    out.Append(name.substr(name.rfind('/') + 1));
  }
  if (line) {
    out.Append(file ? ", line " : "line ");
    TRY(vm.ToStr(e->fields[2], out));
  }
  out.Append(')');
  return out.status();
}

// "character '\\u20ac'".
Status AppendEscapedCharacter(Vm& vm, Str* str, uint32_t index, TextBuilder& out) {
  char32_t c = DecodeUtf8(str->view(), vm.TextOffset(str, index)).code_point;
  int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
  out.Append(digits == 2 ? "character '\\x" : digits == 4 ? "character '\\u" : "character '\\U");
  for (int i = digits - 1; i >= 0; --i) out.Append("0123456789abcdef"[c >> (4 * i) & 15]);
  out.Append('\'');
  return out.status();
}

// What CPython's formats make of an attribute that was deleted.
Status AppendOrNull(Vm& vm, Value v, TextBuilder& out) {
  if (!v.IsUndefined()) return vm.ToStr(v, out);
  out.Append("<NULL>");
  return out.status();
}

// fields: encoding, object, start, end, reason.
Status UnicodeErrorStr(Vm& vm, Value self, TextBuilder& out) {
  Exception* e = Of(self);
  if (e->fields[1].IsUndefined()) return out.status();
  bool translate = e->type == TypeId::kUnicodeTranslateError;
  bool decode = e->type == TypeId::kUnicodeDecodeError;
  // A program may have set the object to anything; the numbers it may not, but a snapshot can.
  if (decode ? !IsObjectOf(e->fields[1], TypeId::kBytes) : !Vm::IsStr(e->fields[1])) {
    return vm.TypeError("UnicodeError 'object' attribute must be a ", decode ? "bytes" : "string");
  }
  const auto number = [](Value v) { return v.IsSmallInt() ? v.AsSmallInt() : 0; };
  int64_t start = number(e->fields[2]);
  int64_t end = number(e->fields[3]);
  if (translate) {
    out.Append("can't translate ");
  } else {
    out.Append('\'');
    TRY(AppendOrNull(vm, e->fields[0], out));
    out.Append(decode ? "' codec can't decode " : "' codec can't encode ");
  }
  int64_t size = decode ? e->fields[1].AsObject()->count : e->fields[1].As<Str>()->length;
  if (end == start + 1 && start >= 0 && start < size) {
    if (decode) {
      uint8_t byte = static_cast<uint8_t>(e->fields[1].As<Bytes>()->view()[start]);
      out.Append("byte 0x");
      out.Append("0123456789abcdef"[byte >> 4]);
      out.Append("0123456789abcdef"[byte & 15]);
    } else {
      TRY(AppendEscapedCharacter(vm, e->fields[1].As<Str>(), static_cast<uint32_t>(start), out));
    }
    out.Append(" in position ");
    out.AppendInt(start);
  } else {
    out.Append(decode ? "bytes in position " : "characters in position ");
    out.AppendInt(start);
    out.Append('-');
    out.AppendInt(end - 1);
  }
  out.Append(": ");
  return AppendOrNull(vm, e->fields[4], out);
}

// ---- construction

TypeId OsErrorType(TypeId asked, Value number) {
  return asked != TypeId::kOSError || !number.IsSmallInt()
             ? asked
             : HostLink::OsErrorType(number.AsSmallInt());
}

// Takes the keyword arguments in `allowed`, in field order from `first`.
Status TakeKeywords(Vm& vm, Exception* e, const Args& a, std::span<const std::string_view> allowed,
                    uint32_t first) {
  if (a.keywords.IsUndefined()) return Done{};
  Dict* keywords = a.keywords.As<Dict>();
  // CPython words it for the type that has the fields.
  std::string_view name =
      Vm::NameOf(Vm::IsSubtype(e->type, TypeId::kImportError) ? TypeId::kImportError
                 : Vm::IsSubtype(e->type, TypeId::kNameError) ? TypeId::kNameError
                                                              : e->type);
  if (!allowed.empty() && keywords->live > allowed.size()) {
    return vm.TypeError(name, "() takes at most ", static_cast<int64_t>(allowed.size()),
                        " keyword argument", allowed.size() == 1 ? "" : "s", " (", keywords->live,
                        " given)");
  }
  for (uint32_t i = 0; i < keywords->used; ++i) {
    DictEntry& entry = keywords->table()[i];
    if (entry.value.IsUndefined()) continue;
    auto at = std::find(allowed.begin(), allowed.end(), Vm::View(entry.key));
    if (at == allowed.end()) {
      if (allowed.empty()) {
        return vm.TypeError(Vm::NameOf(e->type), "() takes no keyword arguments");
      }
      std::string_view close = ClosestName(Vm::View(entry.key), allowed);
      return vm.TypeError(name, "() got an unexpected keyword argument '", Vm::View(entry.key), "'",
                          close.empty() ? "" : ". Did you mean '", close,
                          close.empty() ? "" : "'?");
    }
    e->fields[first + static_cast<uint32_t>(at - allowed.begin())] = entry.value;
  }
  return Done{};
}

bool IsNumber(Value v) { return IsIntLike(v) || v.IsFloat() || IsComplexObject(v); }

// What characters_written is to be; Undefined for -1, which CPython takes for "not known".
Value WrittenCount(Vm& vm, Value count) {
  int64_t number;
  if (IsObjectOf(count, TypeId::kInt)) {
    const std::optional<int64_t> fitting = ToInt64(IntArgument(count).view());
    if (!fitting) return vm.ValueError("cannot fit 'int' into an index-sized integer");
    number = *fitting;
  } else {
    number = TRY(vm.ToIndex(count));
  }
  return number == -1 ? Value::Undefined() : vm.NewInt(number);
}

Status InitOsError(Vm& vm, Exception* e, const Args& a) {
  if (a.rest_count < 2 || a.rest_count > 5) return Done{};
  e->fields[0] = a.rest[0];
  e->fields[1] = a.rest[1];
  if (a.rest_count == 2 || a.rest[2].IsNone()) return Done{};
  if (e->type == TypeId::kBlockingIOError && IsNumber(a.rest[2])) {
    e->fields[4] = TRY(WrittenCount(vm, a.rest[2]));
    return Done{};
  }
  e->fields[2] = a.rest[2];
  if (a.rest_count == 5 && !a.rest[4].IsNone()) e->fields[3] = a.rest[4];
  // File names are no longer among the args.
  Value args = vm.NewTuple(std::span<const Value>(a.rest, 2));
  if (args.IsFailed()) return Failure{};
  e->args = args;
  return Done{};
}

// The items of a list or tuple.
std::span<const Value> ItemsOf(Value items) {
  if (IsObjectOf(items, TypeId::kList)) {
    List* list = items.As<List>();
    if (list->size == 0) return {};
    return {list->items(), list->size};
  }
  return {items.As<Tuple>()->items(), items.As<Tuple>()->size()};
}

// SyntaxError(msg, (filename, lineno, offset, text, ...)): programs make them by hand, too.
Status InitSyntaxError(Vm& vm, Exception* e, const Args& a) {
  if (a.rest_count >= 1) e->fields[0] = a.rest[0];
  if (a.rest_count != 2) return Done{};
  Value details = vm.Materialise(a.rest[1]);
  if (details.IsFailed()) return Failure{};
  // An iterator that runs Python: its items cannot be had here.
  if (details.IsCallPending()) return vm.TypeError("function takes at least 4 arguments (0 given)");
  std::span<const Value> items = ItemsOf(details);
  if (items.size() < 4) {
    return vm.TypeError("function takes at least 4 arguments (", items.size(), " given)");
  }
  if (items.size() > 7) {
    return vm.TypeError("function takes at most 7 arguments (", items.size(), " given)");
  }
  if (items.size() == 5) {
    return vm.TypeError("end_offset must be provided when end_lineno is provided");
  }
  for (size_t i = 0; i < std::min<size_t>(items.size(), 6); ++i) e->fields[i + 1] = items[i];
  return Done{};
}

Status InitUnicodeError(Vm& vm, Exception* e, const Args& a) {
  bool translate = e->type == TypeId::kUnicodeTranslateError;
  uint32_t wanted = translate ? 4 : 5;
  if (a.rest_count != wanted) {
    return vm.TypeError("function takes exactly ", wanted, " arguments (", a.rest_count, " given)");
  }
  uint32_t at = 0;
  Value fields[5];
  auto expect = [&](bool ok, std::string_view what) -> Status {
    if (ok) return Done{};
    return vm.TypeError("argument ", at + 1, " must be ", what, ", not ", vm.TypeName(a.rest[at]));
  };
  if (!translate) {
    TRY(expect(Vm::IsStr(a.rest[at]), "str"));
    fields[0] = a.rest[at++];
  }
  if (e->type == TypeId::kUnicodeDecodeError) {
    if (!IsObjectOf(a.rest[at], TypeId::kBytes)) {
      return vm.TypeError("a bytes-like object is required, not '", vm.TypeName(a.rest[at]), "'");
    }
  } else {
    TRY(expect(Vm::IsStr(a.rest[at]), "str"));
  }
  fields[1] = a.rest[at++];
  for (int i = 2; i < 4; ++i, ++at) {
    int64_t number = TRY(vm.ToIndex(a.rest[at]));
    fields[i] = vm.NewInt(number);
  }
  TRY(expect(Vm::IsStr(a.rest[at]), "str"));
  fields[4] = a.rest[at];
  std::copy_n(fields, std::size(fields), e->fields);
  return Done{};
}

// BaseExceptionGroup(message, exceptions): becomes an ExceptionGroup if nothing in it forbids.
Status InitGroup(Vm& vm, Exception* e, const Args& a) {
  if (a.rest_count != 2) {
    return vm.TypeError("BaseExceptionGroup.__new__() takes exactly 2 arguments (", a.rest_count,
                        " given)");
  }
  if (!Vm::IsStr(a.rest[0])) {
    return BadArgument(vm, "BaseExceptionGroup.__new__", "argument 1", "str", a.rest[0]);
  }
  const TypeInfo& info = vm.InfoOf(a.rest[1]);
  bool mapping =
      vm.IsInstance(a.rest[1], TypeId::kDict) || IsObjectOf(a.rest[1], TypeId::kMappingProxy);
  if (info.get_item == nullptr || info.iter == nullptr || mapping) {
    return vm.TypeError("second argument (exceptions) must be a sequence");
  }
  Value materialised = vm.Materialise(a.rest[1]);
  if (materialised.IsFailed()) return Failure{};
  if (materialised.IsCallPending())
    return vm.TypeError("second argument (exceptions) must be a sequence");
  std::span<const Value> items = ItemsOf(materialised);
  if (items.empty()) {
    return vm.ValueError("second argument (exceptions) must be a non-empty sequence");
  }
  bool only_exceptions = true;
  if (!vm.Tick(items.size() / 8)) return Failure{};
  for (size_t i = 0; i < items.size(); ++i) {
    if (!IsExceptionType(vm.TypeOf(items[i]))) {
      return vm.ValueError("Item ", static_cast<int64_t>(i),
                           " of second argument (exceptions) is not an exception");
    }
    only_exceptions &= vm.IsInstance(items[i], TypeId::kException);
  }
  if (e->type == TypeId::kExceptionGroup && !only_exceptions) {
    return vm.TypeError("Cannot nest BaseExceptions in an ExceptionGroup");
  }
  if (e->type == TypeId::kBaseExceptionGroup && only_exceptions) e->type = TypeId::kExceptionGroup;
  e->fields[0] = a.rest[0];
  Value tuple = vm.NewTuple(items);
  if (tuple.IsFailed()) return Failure{};
  e->fields[1] = tuple;
  return Done{};
}

bool TakesKeywords(TypeId type) {
  return Vm::IsSubtype(type, TypeId::kImportError) || Vm::IsSubtype(type, TypeId::kNameError) ||
         type == TypeId::kAttributeError;
}

// What __init__ makes of the arguments, of which `e` has the args already.
Status InitFields(Vm& vm, Exception* e, const Args& a) {
  static constexpr std::string_view kImport[] = {"name", "path", "name_from"};
  static constexpr std::string_view kName[] = {"name"};
  static constexpr std::string_view kAttribute[] = {"name", "obj"};
  const TypeId type = e->type;
  if (TakesKeywords(type)) {
    std::fill(std::begin(e->fields), std::end(e->fields), Value::Undefined());
    if (Vm::IsSubtype(type, TypeId::kImportError)) {
      if (a.rest_count == 1) e->fields[0] = a.rest[0];
      return TakeKeywords(vm, e, a, kImport, 1);
    }
    if (type == TypeId::kAttributeError) return TakeKeywords(vm, e, a, kAttribute, 0);
    return TakeKeywords(vm, e, a, kName, 0);
  }
  TRY(TakeKeywords(vm, e, a, {}, 0));
  if (type == TypeId::kStopIteration) e->fields[0] = a.rest_count > 0 ? a.rest[0] : Value::None();
  if (type == TypeId::kSystemExit) {
    if (a.rest_count == 1) e->fields[0] = a.rest[0];
    if (a.rest_count > 1) e->fields[0] = e->args;
  }
  if (Vm::IsSubtype(type, TypeId::kSyntaxError)) return InitSyntaxError(vm, e, a);
  if (Vm::IsSubtype(type, TypeId::kUnicodeError) && type != TypeId::kUnicodeError) {
    return InitUnicodeError(vm, e, a);
  }
  return Done{};
}

// OSError(2, "...") becomes a FileNotFoundError: the errno chooses the type (PEP 3151).
Value Construct(Vm& vm, const Args& a) {
  TypeId type = a[0].AsType();
  // Keywords are refused in the name of the type that was called.
  const bool plain = a.keywords.IsUndefined() || a.keywords.As<Dict>()->live == 0;
  if (plain && Vm::IsSubtype(type, TypeId::kOSError) && a.rest_count >= 2 && a.rest_count <= 5) {
    type = OsErrorType(type, a.rest[0]);
  }
  Exception* e = TRY(vm.New<Exception>(type));
  e->suppress_context = 0;
  e->args = TRY(vm.NewTuple(std::span<const Value>(a.rest, a.rest_count)));
  // Of a group, __new__ complains before __init__ does.
  if (Vm::IsSubtype(type, TypeId::kBaseExceptionGroup)) TRY(InitGroup(vm, e, a));
  TRY(InitFields(vm, e, a));
  if (Vm::IsSubtype(type, TypeId::kOSError)) TRY(InitOsError(vm, e, a));
  return Value::Of(e);
}

// Anew with other arguments. All that an OSError or a group is made of it is made of in __new__.
Value InitMethod(Vm& vm, const Args& a) {
  Exception* e = Of(a[0]);
  if (Vm::IsSubtype(e->type, TypeId::kOSError)) return Value::None();
  Value args = TRY(vm.NewTuple(std::span<const Value>(a.rest, a.rest_count)));
  if (!TakesKeywords(e->type)) TRY(TakeKeywords(vm, e, a, {}, 0));
  e->args = args;
  TRY(InitFields(vm, e, a));
  return Value::None();
}

constexpr NativeInfo kConstructor{"@hidden BaseException(*args, **kwargs)", Construct,
                                  "Common base class for all exceptions"};

// ---- fields as attributes

template <int kField>
Value GetField(Vm&, Value self) {
  return OrNone(Of(self)->fields[kField]);
}
template <int kField>
Status SetField(Vm&, Value self, Value value) {
  Of(self)->fields[kField] = value;
  return Done{};
}

template <int kField>
constexpr AttributeInfo Field(std::string_view name) {
  return {name, GetField<kField>, SetField<kField>, AttributeKind::kMember};
}
Value GetNone(Vm&, Value) { return Value::None(); }

// characters_written of an OSError: there only when it was given.
Value GetCharacters(Vm& vm, Value self) {
  Value written = Of(self)->fields[4];
  if (written.IsUndefined()) return vm.Raise(TypeId::kAttributeError, "characters_written");
  return written;
}
Status SetCharacters(Vm& vm, Value self, Value value) {
  if (!value.IsUndefined()) {
    value = TRY(WrittenCount(vm, value));
  } else if (Of(self)->fields[4].IsUndefined()) {
    return vm.Raise(TypeId::kAttributeError, "characters_written");
  }
  Of(self)->fields[4] = value;
  return Done{};
}

PYSUB_MEMBERS(BaseException, kMethods, kAttributes);

constexpr AttributeInfo kStopIterationAttributes[] = {Field<0>("value")};
PYSUB_MEMBERS(StopIteration, kNoMethods, kStopIterationAttributes);
constexpr AttributeInfo kSystemExitAttributes[] = {Field<0>("code")};
PYSUB_MEMBERS(SystemExit, kNoMethods, kSystemExitAttributes);
constexpr AttributeInfo kNameErrorAttributes[] = {Field<0>("name")};
PYSUB_MEMBERS(NameError, kNoMethods, kNameErrorAttributes);
constexpr AttributeInfo kAttributeErrorAttributes[] = {Field<0>("name"), Field<1>("obj")};
PYSUB_MEMBERS(AttributeError, kNoMethods, kAttributeErrorAttributes);
constexpr AttributeInfo kImportErrorAttributes[] = {Field<0>("msg"), Field<1>("name"),
                                                    Field<2>("path"), Field<3>("name_from")};
PYSUB_MEMBERS(ImportError, kNoMethods, kImportErrorAttributes);
constexpr AttributeInfo kOsErrorAttributes[] = {
    Field<0>("errno"),
    Field<1>("strerror"),
    Field<2>("filename"),
    Field<3>("filename2"),
    {"characters_written", GetCharacters, SetCharacters}};
PYSUB_MEMBERS(OSError, kNoMethods, kOsErrorAttributes);
constexpr AttributeInfo kSyntaxErrorAttributes[] = {
    Field<0>("msg"),
    Field<1>("filename"),
    Field<2>("lineno"),
    Field<3>("offset"),
    Field<4>("text"),
    Field<5>("end_lineno"),
    Field<6>("end_offset"),
    Field<7>("print_file_and_line"),
    {"_metadata", GetNone, nullptr, AttributeKind::kMember}};
PYSUB_MEMBERS(SyntaxError, kNoMethods, kSyntaxErrorAttributes);
// `start` and `end` are numbers in CPython's struct.
template <int kField>
Status SetNumberField(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("can't delete numeric/char attribute");
  if (!IsIntLike(value)) return vm.TypeError("an integer is required");
  Of(self)->fields[kField] = vm.NewInt(TRY(SizeArgument(vm, value)));
  return Done{};
}
constexpr AttributeInfo kUnicodeAttributes[] = {
    Field<0>("encoding"),
    Field<1>("object"),
    {"start", GetField<2>, SetNumberField<2>, AttributeKind::kMember},
    {"end", GetField<3>, SetNumberField<3>, AttributeKind::kMember},
    Field<4>("reason")};
PYSUB_MEMBERS(Unicode, kNoMethods, kUnicodeAttributes);

constexpr AttributeInfo kDecodeErrorAttributes[] = {{"msg", GetField<0>, SetField<0>},
                                                    {"doc", GetField<1>, SetField<1>},
                                                    {"pos", GetField<2>, SetField<2>},
                                                    {"lineno", GetField<3>, SetField<3>},
                                                    {"colno", GetField<4>, SetField<4>}};
PYSUB_MEMBERS(JSONDecodeError, kNoMethods, kDecodeErrorAttributes);
constexpr AttributeInfo kPatternErrorAttributes[] = {{"msg", GetField<0>, SetField<0>},
                                                     {"pattern", GetField<1>, SetField<1>},
                                                     {"pos", GetField<2>, SetField<2>},
                                                     {"lineno", GetField<3>, SetField<3>},
                                                     {"colno", GetField<4>, SetField<4>}};
PYSUB_MEMBERS(PatternError, kNoMethods, kPatternErrorAttributes);

constexpr TypeInfo Derived(TypeId id, std::string_view doc, Status (*str)(Vm&, Value, TextBuilder&),
                           std::span<const AttributeInfo> attributes, MemberIndex members) {
  TypeInfo info{.id = id};
  info.doc = doc;
  info.constructor = &kConstructor;
  info.attributes = attributes;
  info.members = members;
  info.repr = BaseRepr;
  info.str = str;
  info.get_attribute = GetExtra;
  info.set_attribute = SetExtra;
  info.has_dict = true;
  return info;
}

// What exceptions of modules in Python say: ArgumentError names the argument,
// configparser's have a message.
Status ArgumentErrorStr(Vm& vm, Value self, TextBuilder& out) {
  static constexpr Name kArgument{"argument_name", MemberHash("argument_name")},
      kMessage{"message", MemberHash("message")};
  const Value name = GetExtra(vm, self, kArgument), message = GetExtra(vm, self, kMessage);
  if (name.IsFailed() || message.IsFailed()) return Failure{};
  if (message.IsUndefined()) return BaseStr(vm, self, out);
  if (!name.IsNone() && !name.IsUndefined()) {
    out.Append("argument ");
    TRY(vm.ToStr(name, out));
    out.Append(": ");
  }
  return vm.ToStr(message, out);
}
Status ConfigErrorStr(Vm& vm, Value self, TextBuilder& out) {
  static constexpr Name kMessage{"message", MemberHash("message")};
  const Value message = GetExtra(vm, self, kMessage);
  if (message.IsFailed()) return Failure{};
  return message.IsUndefined() ? BaseStr(vm, self, out) : vm.ToStr(message, out);
}

// calendar's have what was wrong, and say what would be right.
template <bool month>
Status CalendarErrorStr(Vm& vm, Value self, TextBuilder& out) {
  static constexpr std::string_view kName = month ? "month" : "weekday";
  const Value wrong = GetExtra(vm, self, Name{kName, MemberHash(kName)});
  if (wrong.IsFailed()) return Failure{};
  if (wrong.IsUndefined()) return BaseStr(vm, self, out);
  out.Append("bad ");
  out.Append(kName);
  out.Append(" number ");
  TRY(vm.Repr(wrong, out));
  out.Append(month ? "; must be 1-12" : "; must be 0 (Monday) to 6 (Sunday)");
  return out.status();
}

constexpr NativeInfo kLibraryConstructor{"@raw BaseException(*args, **kwargs)", LibraryExceptionNew,
                                         "Common base class for all exceptions"};
constexpr TypeInfo FromLibrary(TypeId id, std::string_view doc,
                               Status (*str)(Vm&, Value, TextBuilder&),
                               Status (*repr)(Vm&, Value, TextBuilder&)) {
  TypeInfo info = Derived(id, doc, str, {}, {});
  info.constructor = &kLibraryConstructor;
  info.repr = repr;
  info.get_attribute = LibraryExceptionAttribute;
  info.get_type_attribute = LibraryGetTypeAttribute;
  info.list_names = LibraryNames;
  return info;
}

constexpr TypeInfo WithConstructor(TypeInfo info, const NativeInfo* constructor) {
  info.constructor = constructor;
  return info;
}

// All that `like` can do; its own attributes are found in its tables.
constexpr TypeInfo Like(const TypeInfo& like, TypeId id, std::string_view doc) {
  TypeInfo info = like;
  info.id = id;
  info.doc = doc;
  info.methods = {};
  info.attributes = {};
  info.members = {};
  info.get_attribute = nullptr;
  info.set_attribute = nullptr;
  return info;
}

}  // namespace

// Defined by the modules json and re.
extern const NativeInfo kJSONDecodeErrorConstructor, kPatternErrorConstructor;

extern constexpr TypeInfo kBaseExceptionType{.id = TypeId::kBaseException,
                                             .constructor = &kConstructor,
                                             .doc = "Common base class for all exceptions",
                                             .methods = kMethods,
                                             .attributes = kAttributes,
                                             .members = kBaseExceptionMembers,
                                             .has_dict = true,
                                             .repr = BaseRepr,
                                             .str = BaseStr,
                                             .get_attribute = GetExtra,
                                             .set_attribute = SetExtra};
extern constexpr TypeInfo kStopIterationType =
    Derived(TypeId::kStopIteration, "Signal the end from iterator.__next__().", BaseStr,
            kStopIterationAttributes, kStopIterationMembers);
extern constexpr TypeInfo kSystemExitType =
    Derived(TypeId::kSystemExit, "Request to exit from the interpreter.", BaseStr,
            kSystemExitAttributes, kSystemExitMembers);
extern constexpr TypeInfo kNameErrorType =
    Derived(TypeId::kNameError, "Name not found globally.", BaseStr, kNameErrorAttributes,
            kNameErrorMembers);
extern constexpr TypeInfo kAttributeErrorType =
    Derived(TypeId::kAttributeError, "Attribute not found.", BaseStr, kAttributeErrorAttributes,
            kAttributeErrorMembers);
extern constexpr TypeInfo kImportErrorType =
    Derived(TypeId::kImportError, "Import can't find module, or can't find name in module.",
            ImportErrorStr, kImportErrorAttributes, kImportErrorMembers);
extern constexpr TypeInfo kOSErrorType =
    Derived(TypeId::kOSError, "Base class for I/O related errors.", OsErrorStr, kOsErrorAttributes,
            kOSErrorMembers);
extern constexpr TypeInfo kSyntaxErrorType =
    Derived(TypeId::kSyntaxError, "Invalid syntax.", SyntaxErrorStr, kSyntaxErrorAttributes,
            kSyntaxErrorMembers);
extern constexpr TypeInfo kKeyErrorType =
    Derived(TypeId::kKeyError, "Mapping key not found.", KeyErrorStr, {}, {});
extern constexpr TypeInfo kUnicodeDecodeErrorType =
    Derived(TypeId::kUnicodeDecodeError, "Unicode decoding error.", UnicodeErrorStr,
            kUnicodeAttributes, kUnicodeMembers);
extern constexpr TypeInfo kUnicodeEncodeErrorType =
    Derived(TypeId::kUnicodeEncodeError, "Unicode encoding error.", UnicodeErrorStr,
            kUnicodeAttributes, kUnicodeMembers);
extern constexpr TypeInfo kUnicodeTranslateErrorType =
    Derived(TypeId::kUnicodeTranslateError, "Unicode translation error.", UnicodeErrorStr,
            kUnicodeAttributes, kUnicodeMembers);
extern constexpr TypeInfo kJSONDecodeErrorType = WithConstructor(
    Derived(TypeId::kJSONDecodeError, {}, BaseStr, kDecodeErrorAttributes, kJSONDecodeErrorMembers),
    &kJSONDecodeErrorConstructor);
extern constexpr TypeInfo kPatternErrorType = WithConstructor(
    Derived(TypeId::kPatternError, {}, BaseStr, kPatternErrorAttributes, kPatternErrorMembers),
    &kPatternErrorConstructor);

extern constexpr TypeInfo kArgumentErrorType = FromLibrary(
    TypeId::kArgumentError, "An error from creating or using an argument (optional or positional).",
    ArgumentErrorStr, BaseRepr);
extern constexpr TypeInfo kIllegalMonthErrorType =
    FromLibrary(TypeId::kIllegalMonthError, {}, CalendarErrorStr<true>, BaseRepr);
extern constexpr TypeInfo kIllegalWeekdayErrorType =
    FromLibrary(TypeId::kIllegalWeekdayError, {}, CalendarErrorStr<false>, BaseRepr);
#define PYSUB_CONFIG_ERROR(id, doc)       \
  extern constexpr TypeInfo k##id##Type = \
      FromLibrary(TypeId::k##id, doc, ConfigErrorStr, ConfigErrorStr);
PYSUB_CONFIG_ERROR(ConfigError, "Base class for ConfigParser exceptions.")
PYSUB_CONFIG_ERROR(NoSectionError, "Raised when no section matches a requested option.")
PYSUB_CONFIG_ERROR(DuplicateSectionError, "Raised when a section is repeated in an input source.")
PYSUB_CONFIG_ERROR(DuplicateOptionError,
                   "Raised by strict parsers when an option is repeated in an input source.")
PYSUB_CONFIG_ERROR(NoOptionError, "A requested option was not found.")
PYSUB_CONFIG_ERROR(InterpolationError, "Base class for interpolation-related exceptions.")
PYSUB_CONFIG_ERROR(InterpolationMissingOptionError,
                   "A string substitution required a setting which was not available.")
PYSUB_CONFIG_ERROR(InterpolationSyntaxError, "Raised when the source text contains invalid syntax.")
PYSUB_CONFIG_ERROR(InterpolationDepthError, "Raised when substitutions are nested too deeply.")
PYSUB_CONFIG_ERROR(ConfigParsingError,
                   "Raised when a configuration file does not follow legal syntax.")
PYSUB_CONFIG_ERROR(MissingSectionHeaderError,
                   "Raised when a key-value pair is found before any section header.")
PYSUB_CONFIG_ERROR(MultilineContinuationError,
                   "Raised when a key without value is followed by continuation line")
PYSUB_CONFIG_ERROR(UnnamedSectionDisabledError,
                   "Raised when an attempt to use UNNAMED_SECTION is made without it.")
PYSUB_CONFIG_ERROR(InvalidWriteError,
                   "Raised when writing data that the parser would read back differently.")
#undef PYSUB_CONFIG_ERROR

#define PYSUB_LIKE(id, like, doc) \
  extern constexpr TypeInfo k##id##Type = Like(k##like##Type, TypeId::k##id, doc);
#include "stdlib/types/exception_docs.def"
#undef PYSUB_LIKE

}  // namespace pysub
