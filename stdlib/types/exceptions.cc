// Exception types: construction, attributes, text. CPython 3.14 library, "Built-in Exceptions".
//
// One constructor serves all of them; what a type has beside args lies in Exception::fields, whose
// meaning per type is the table below.

#include <algorithm>
#include <string>

#include "vm/native.h"
#include "lexer/unicode/utf8.h"
#include "vm/vm.h"

namespace pysub {
namespace {

Exception* Of(Value self) { return self.As<Exception>(); }

// ---- attributes of all exceptions

Value GetArgs(Vm&, Value self) { return Of(self)->args; }
Status SetArgs(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("args may not be deleted");
  Value items = vm.Drain(value);
  if (items.IsPushed()) return vm.TypeError("args must be a list or tuple");
  if (items.IsFailed()) return Failure{};
  if (IsObjectOf(items, TypeId::kList)) {
    List* list = items.As<List>();
    items = vm.NewTuple(std::span<const Value>(list->size > 0 ? list->items() : nullptr, list->size));
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

constexpr AttributeInfo kAttributes[] = {
    {"args", GetArgs, SetArgs},
    {"__cause__", GetCause, SetCause},
    {"__context__", GetContext, SetContext},
    {"__suppress_context__", GetSuppress, SetSuppress},
    {"__traceback__", GetTraceback, SetTraceback},
    {"__dict__", GetDict},
};

// Whatever a program hung on the exception, __notes__ among it.
Value GetExtra(Vm& vm, Value self, Name name) {
  if (Of(self)->attributes.IsUndefined()) return Value::Undefined();
  return vm.DictGetStr(Of(self)->attributes.As<Dict>(), name.text);
}

// Names that a table of some base answers for are not kept in the dict.
bool HasMember(Vm& vm, TypeId type, Name name) {
  for (;; type = Vm::BaseOf(type)) {
    const TypeInfo* info = vm.runtime().types[static_cast<int>(type)];
    if (info != nullptr && FindMember(*info, name) >= 0) return true;
    if (type == TypeId::kObject) return false;
  }
}

Result<bool> SetExtra(Vm& vm, Value self, Name name, Value value) {
  if (HasMember(vm, vm.TypeOf(self), name) && !name.text.starts_with("add_note") &&
      !name.text.starts_with("with_traceback")) {
    return false;
  }
  Value dict = GetDict(vm, self);
  if (dict.IsFailed()) return Failure{};
  if (value.IsUndefined()) {
    Value key = vm.Intern(name.text);
    if (key.IsFailed()) return Failure{};
    return vm.DictDelete(dict.As<Dict>(), key);
  }
  TRY(vm.DictSetStr(dict.As<Dict>(), name.text, value));
  return true;
}

Value AddNote(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("add_note() argument must be str, not ", vm.TypeName(a[1]));
  }
  TRY(vm.AddNote(a[0], a[1]));
  return Value::None();
}

Value WithTraceback(Vm& vm, const Args& a) {
  TRY(SetTraceback(vm, a[0], a[1]));
  return a[0];
}

constexpr NativeInfo kMethods[] = {
    {"add_note(note, /)", AddNote, "Add a note to the exception"},
    {"with_traceback(object, /)", WithTraceback, "Set self.__traceback__ to tb and return self."},
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
  if (e->fields[0].IsUndefined() || e->fields[1].IsUndefined()) return BaseStr(vm, self, out);
  out.Append("[Errno ");
  TRY(vm.ToStr(e->fields[0], out));
  out.Append("] ");
  TRY(vm.ToStr(e->fields[1], out));
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

// fields: encoding, object, start, end, reason.
Status UnicodeErrorStr(Vm& vm, Value self, TextBuilder& out) {
  Exception* e = Of(self);
  if (e->fields[1].IsUndefined()) return out.status();
  bool translate = e->type == TypeId::kUnicodeTranslateError;
  bool decode = e->type == TypeId::kUnicodeDecodeError;
  int64_t start = e->fields[2].AsSmallInt();
  int64_t end = e->fields[3].AsSmallInt();
  if (translate) {
    out.Append("can't translate ");
  } else {
    out.Append('\'');
    TRY(vm.ToStr(e->fields[0], out));
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
  return vm.ToStr(e->fields[4], out);
}

// ---- construction

struct OsErrorKind {
  int number;
  TypeId type;
};
// CPython 3.14, "OS exceptions": which errno makes which type (Linux numbers).
constexpr OsErrorKind kOsErrors[] = {
    {1, TypeId::kPermissionError},     {2, TypeId::kFileNotFoundError},
    {3, TypeId::kProcessLookupError},  {4, TypeId::kInterruptedError},
    {10, TypeId::kChildProcessError},  {11, TypeId::kBlockingIOError},
    {13, TypeId::kPermissionError},    {17, TypeId::kFileExistsError},
    {20, TypeId::kNotADirectoryError}, {21, TypeId::kIsADirectoryError},
    {32, TypeId::kBrokenPipeError},    {103, TypeId::kConnectionAbortedError},
    {104, TypeId::kConnectionResetError}, {108, TypeId::kBrokenPipeError},
    {110, TypeId::kTimeoutError},      {111, TypeId::kConnectionRefusedError},
    {114, TypeId::kBlockingIOError},   {115, TypeId::kBlockingIOError},
};

TypeId OsErrorType(TypeId asked, Value number) {
  if (asked != TypeId::kOSError || !number.IsSmallInt()) return asked;
  for (const OsErrorKind& kind : kOsErrors) {
    if (kind.number == number.AsSmallInt()) return kind.type;
  }
  return asked;
}

// Takes the keyword arguments in `allowed`, in field order from `first`.
Status TakeKeywords(Vm& vm, Exception* e, const Args& a, std::span<const std::string_view> allowed,
                    uint32_t first) {
  if (a.keywords.IsUndefined()) return Done{};
  Dict* keywords = a.keywords.As<Dict>();
  for (uint32_t i = 0; i < keywords->used; ++i) {
    DictEntry& entry = keywords->table()[i];
    if (entry.value.IsUndefined()) continue;
    auto at = std::find(allowed.begin(), allowed.end(), Vm::View(entry.key));
    if (at == allowed.end()) {
      if (allowed.empty()) {
        return vm.TypeError(Vm::NameOf(e->type), "() takes no keyword arguments");
      }
      return vm.TypeError(Vm::NameOf(Vm::IsSubtype(e->type, TypeId::kImportError)
                                         ? TypeId::kImportError
                                         : e->type),
                          "() got an unexpected keyword argument '", Vm::View(entry.key), "'");
    }
    e->fields[first + static_cast<uint32_t>(at - allowed.begin())] = entry.value;
  }
  return Done{};
}

Status InitOsError(Exception* e, const Args& a) {
  if (a.rest_count < 2 || a.rest_count > 5) return Done{};
  e->fields[0] = a.rest[0];
  e->fields[1] = a.rest[1];
  if (a.rest_count >= 3 && !a.rest[2].IsNone()) e->fields[2] = a.rest[2];
  if (a.rest_count == 5 && !a.rest[4].IsNone()) e->fields[3] = a.rest[4];
  return Done{};
}

Status InitSyntaxError(Vm& vm, Exception* e, const Args& a) {
  if (a.rest_count >= 1) e->fields[0] = a.rest[0];
  if (a.rest_count != 2) return Done{};
  Value details = vm.Drain(a.rest[1]);
  if (details.IsFailed()) return Failure{};
  if (details.IsPushed() || !IsObjectOf(details, TypeId::kTuple)) {
    return vm.TypeError("function missing required argument 'filename' (pos 1)");
  }
  Tuple* tuple = details.As<Tuple>();
  if (tuple->size() < 4) {
    return vm.TypeError("function takes at least 4 arguments (", tuple->size(), " given)");
  }
  if (tuple->size() > 7) {
    return vm.TypeError("function takes at most 7 arguments (", tuple->size(), " given)");
  }
  if (tuple->size() == 5) {
    return vm.TypeError("end_offset must be provided when end_lineno is provided");
  }
  for (uint32_t i = 0; i < std::min<uint32_t>(tuple->size(), 6); ++i) {
    e->fields[i + 1] = tuple->items()[i];
  }
  return Done{};
}

Status InitUnicodeError(Vm& vm, Exception* e, const Args& a) {
  bool translate = e->type == TypeId::kUnicodeTranslateError;
  uint32_t wanted = translate ? 4 : 5;
  if (a.rest_count != wanted) {
    return vm.TypeError("function takes exactly ", wanted, " arguments (", a.rest_count, " given)");
  }
  uint32_t at = 0;
  auto expect = [&](bool ok, std::string_view what) -> Status {
    if (ok) return Done{};
    return vm.TypeError("argument ", at + 1, " must be ", what, ", not ", vm.TypeName(a.rest[at]));
  };
  if (!translate) {
    TRY(expect(Vm::IsStr(a.rest[at]), "str"));
    e->fields[0] = a.rest[at++];
  }
  if (e->type == TypeId::kUnicodeDecodeError) {
    if (!IsObjectOf(a.rest[at], TypeId::kBytes)) {
      return vm.TypeError("a bytes-like object is required, not '", vm.TypeName(a.rest[at]), "'");
    }
  } else {
    TRY(expect(Vm::IsStr(a.rest[at]), "str"));
  }
  e->fields[1] = a.rest[at++];
  for (int i = 2; i < 4; ++i, ++at) {
    int64_t number = TRY(vm.ToIndex(a.rest[at]));
    e->fields[i] = vm.NewInt(number);
  }
  TRY(expect(Vm::IsStr(a.rest[at]), "str"));
  e->fields[4] = a.rest[at];
  return Done{};
}

// BaseExceptionGroup(message, exceptions): becomes an ExceptionGroup if nothing in it forbids.
Status InitGroup(Vm& vm, Exception* e, const Args& a) {
  std::string_view name = Vm::NameOf(e->type);
  if (a.rest_count != 2) {
    return vm.TypeError("BaseExceptionGroup.__new__() takes exactly 2 arguments (", a.rest_count,
                        " given)");
  }
  if (!Vm::IsStr(a.rest[0])) {
    return vm.TypeError("BaseExceptionGroup.__new__() argument 1 must be str, not ",
                        vm.TypeName(a.rest[0]));
  }
  bool list = IsObjectOf(a.rest[1], TypeId::kList);
  if (!list && !IsObjectOf(a.rest[1], TypeId::kTuple)) {
    return vm.TypeError("second argument (exceptions) must be a sequence");
  }
  std::span<const Value> items =
      list ? std::span<const Value>(a.rest[1].As<List>()->size > 0 ? a.rest[1].As<List>()->items()
                                                                   : nullptr,
                                    a.rest[1].As<List>()->size)
           : std::span<const Value>(a.rest[1].As<Tuple>()->items(), a.rest[1].As<Tuple>()->count);
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
  static_cast<void>(name);
  e->fields[0] = a.rest[0];
  Value tuple = vm.NewTuple(items);
  if (tuple.IsFailed()) return Failure{};
  e->fields[1] = tuple;
  return Done{};
}

Value Construct(Vm& vm, const Args& a) {
  TypeId type = a[0].AsType();
  if (Vm::IsSubtype(type, TypeId::kOSError) && a.rest_count >= 2 && a.rest_count <= 5) {
    type = OsErrorType(type, a.rest[0]);
  }
  Exception* e = TRY(vm.New<Exception>(type));
  e->suppress_context = 0;
  // An OSError with a file name keeps only errno and strerror as its args.
  uint32_t arg_count = a.rest_count;
  if (Vm::IsSubtype(type, TypeId::kOSError) && arg_count >= 3 && arg_count <= 5) arg_count = 2;
  e->args = TRY(vm.NewTuple(std::span<const Value>(a.rest, arg_count)));
  static constexpr std::string_view kImport[] = {"name", "path", "name_from"};
  static constexpr std::string_view kName[] = {"name"};
  static constexpr std::string_view kAttribute[] = {"name", "obj"};
  if (Vm::IsSubtype(type, TypeId::kImportError)) {
    if (a.rest_count == 1) e->fields[0] = a.rest[0];
    TRY(TakeKeywords(vm, e, a, kImport, 1));
    return Value::Of(e);
  }
  if (Vm::IsSubtype(type, TypeId::kNameError)) {
    TRY(TakeKeywords(vm, e, a, kName, 0));
    return Value::Of(e);
  }
  if (type == TypeId::kAttributeError) {
    TRY(TakeKeywords(vm, e, a, kAttribute, 0));
    return Value::Of(e);
  }
  TRY(TakeKeywords(vm, e, a, {}, 0));
  if (type == TypeId::kStopIteration && a.rest_count > 0) e->fields[0] = a.rest[0];
  if (type == TypeId::kSystemExit) {
    if (a.rest_count == 1) e->fields[0] = a.rest[0];
    if (a.rest_count > 1) e->fields[0] = e->args;
  }
  if (Vm::IsSubtype(type, TypeId::kOSError)) TRY(InitOsError(e, a));
  if (Vm::IsSubtype(type, TypeId::kSyntaxError)) TRY(InitSyntaxError(vm, e, a));
  if (Vm::IsSubtype(type, TypeId::kUnicodeError) && type != TypeId::kUnicodeError) {
    TRY(InitUnicodeError(vm, e, a));
  }
  if (Vm::IsSubtype(type, TypeId::kBaseExceptionGroup)) TRY(InitGroup(vm, e, a));
  return Value::Of(e);
}

constexpr NativeInfo kConstructor{"BaseException(*args, **kwargs)", Construct,
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

PYSUB_MEMBERS(BaseException, kMethods, kAttributes);

constexpr AttributeInfo kStopIterationAttributes[] = {{"value", GetField<0>, SetField<0>}};
PYSUB_MEMBERS(StopIteration, kNoMethods, kStopIterationAttributes);
constexpr AttributeInfo kSystemExitAttributes[] = {{"code", GetField<0>, SetField<0>}};
PYSUB_MEMBERS(SystemExit, kNoMethods, kSystemExitAttributes);
constexpr AttributeInfo kNameErrorAttributes[] = {{"name", GetField<0>, SetField<0>}};
PYSUB_MEMBERS(NameError, kNoMethods, kNameErrorAttributes);
constexpr AttributeInfo kAttributeErrorAttributes[] = {{"name", GetField<0>, SetField<0>},
                                                       {"obj", GetField<1>, SetField<1>}};
PYSUB_MEMBERS(AttributeError, kNoMethods, kAttributeErrorAttributes);
constexpr AttributeInfo kImportErrorAttributes[] = {{"msg", GetField<0>, SetField<0>},
                                                    {"name", GetField<1>, SetField<1>},
                                                    {"path", GetField<2>, SetField<2>},
                                                    {"name_from", GetField<3>, SetField<3>}};
PYSUB_MEMBERS(ImportError, kNoMethods, kImportErrorAttributes);
constexpr AttributeInfo kOsErrorAttributes[] = {{"errno", GetField<0>, SetField<0>},
                                                {"strerror", GetField<1>, SetField<1>},
                                                {"filename", GetField<2>, SetField<2>},
                                                {"filename2", GetField<3>, SetField<3>},
                                                {"characters_written", GetField<4>, SetField<4>}};
PYSUB_MEMBERS(OSError, kNoMethods, kOsErrorAttributes);
constexpr AttributeInfo kSyntaxErrorAttributes[] = {
    {"msg", GetField<0>, SetField<0>},        {"filename", GetField<1>, SetField<1>},
    {"lineno", GetField<2>, SetField<2>},     {"offset", GetField<3>, SetField<3>},
    {"text", GetField<4>, SetField<4>},       {"end_lineno", GetField<5>, SetField<5>},
    {"end_offset", GetField<6>, SetField<6>}, {"print_file_and_line", GetField<7>, SetField<7>}};
PYSUB_MEMBERS(SyntaxError, kNoMethods, kSyntaxErrorAttributes);
constexpr AttributeInfo kUnicodeAttributes[] = {{"encoding", GetField<0>, SetField<0>},
                                                {"object", GetField<1>, SetField<1>},
                                                {"start", GetField<2>, SetField<2>},
                                                {"end", GetField<3>, SetField<3>},
                                                {"reason", GetField<4>, SetField<4>}};
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

constexpr TypeInfo Derived(TypeId id, Status (*str)(Vm&, Value, TextBuilder&),
                           std::span<const AttributeInfo> attributes, MemberIndex members) {
  TypeInfo info{.id = id};
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

constexpr TypeInfo WithConstructor(TypeInfo info, const NativeInfo* constructor) {
  info.constructor = constructor;
  info.doc = {};
  return info;
}

}  // namespace

// Defined by the modules json and re.
extern const NativeInfo kJSONDecodeErrorConstructor, kPatternErrorConstructor;

extern constexpr TypeInfo kBaseExceptionType{.id = TypeId::kBaseException,
                                             .constructor = &kConstructor,
                                             .methods = kMethods,
                                             .attributes = kAttributes,
                                             .members = kBaseExceptionMembers,
                                             .has_dict = true,
                                             .repr = BaseRepr,
                                             .str = BaseStr,
                                             .get_attribute = GetExtra,
                                             .set_attribute = SetExtra};
extern constexpr TypeInfo kStopIterationType =
    Derived(TypeId::kStopIteration, BaseStr, kStopIterationAttributes, kStopIterationMembers);
extern constexpr TypeInfo kSystemExitType =
    Derived(TypeId::kSystemExit, BaseStr, kSystemExitAttributes, kSystemExitMembers);
extern constexpr TypeInfo kNameErrorType =
    Derived(TypeId::kNameError, BaseStr, kNameErrorAttributes, kNameErrorMembers);
extern constexpr TypeInfo kAttributeErrorType =
    Derived(TypeId::kAttributeError, BaseStr, kAttributeErrorAttributes, kAttributeErrorMembers);
extern constexpr TypeInfo kImportErrorType =
    Derived(TypeId::kImportError, ImportErrorStr, kImportErrorAttributes, kImportErrorMembers);
extern constexpr TypeInfo kOSErrorType =
    Derived(TypeId::kOSError, OsErrorStr, kOsErrorAttributes, kOSErrorMembers);
extern constexpr TypeInfo kSyntaxErrorType =
    Derived(TypeId::kSyntaxError, SyntaxErrorStr, kSyntaxErrorAttributes, kSyntaxErrorMembers);
extern constexpr TypeInfo kKeyErrorType = Derived(TypeId::kKeyError, KeyErrorStr, {}, {});
extern constexpr TypeInfo kUnicodeDecodeErrorType =
    Derived(TypeId::kUnicodeDecodeError, UnicodeErrorStr, kUnicodeAttributes, kUnicodeMembers);
extern constexpr TypeInfo kUnicodeEncodeErrorType =
    Derived(TypeId::kUnicodeEncodeError, UnicodeErrorStr, kUnicodeAttributes, kUnicodeMembers);
extern constexpr TypeInfo kUnicodeTranslateErrorType =
    Derived(TypeId::kUnicodeTranslateError, UnicodeErrorStr, kUnicodeAttributes, kUnicodeMembers);
extern constexpr TypeInfo kJSONDecodeErrorType =
    WithConstructor(Derived(TypeId::kJSONDecodeError, BaseStr, kDecodeErrorAttributes,
                            kJSONDecodeErrorMembers),
                    &kJSONDecodeErrorConstructor);
extern constexpr TypeInfo kPatternErrorType = WithConstructor(
    Derived(TypeId::kPatternError, BaseStr, kPatternErrorAttributes, kPatternErrorMembers),
    &kPatternErrorConstructor);

}  // namespace pysub
