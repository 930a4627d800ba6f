// object, type, None and its like; functions, modules, tracebacks. CPython 3.14 data model, 3.2.

#include <algorithm>
#include <string>
#include <vector>

#include "stdlib/types/shown_type.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/formatting.h"
#include "vm/objects/list.h"
#include "vm/slot_methods.h"
#include "vm/vm.h"

namespace pysub {

Value MakeUnion(Vm& vm, Value left, Value right);  // stdlib/modules/typing/typing.cc

namespace {

// ---- object: what every value has

Value GetClass(Vm& vm, Value self) { return Value::Type(ShownType(vm.TypeOf(self))); }
Value GetObjectDoc(Vm& vm, Value self) {
  std::string_view doc = vm.InfoOf(self).doc;
  return doc.empty() ? Value::None() : vm.NewStr(doc);
}
Status SetClass(Vm& vm, Value, Value value) {
  if (value.IsUndefined()) return vm.TypeError("can't delete __class__ attribute");
  if (!value.IsType()) {
    return vm.TypeError("__class__ must be set to a class, not '", vm.TypeName(value), "' object");
  }
  return vm.TypeError(
      "__class__ assignment only supported for mutable types or ModuleType subclasses");
}
constexpr AttributeInfo kObjectAttributes[] = {{"__class__", GetClass, SetClass},
                                               {"__doc__", GetObjectDoc}};

Value ObjectNew(Vm& vm, const Args& a) {
  if (a.rest_count > 0 || !a.keywords.IsUndefined())
    return vm.TypeError("object() takes no arguments");
  Record* object = static_cast<Record*>(vm.heap.NewValues(TypeId::kObject, 1));
  if (object == nullptr) return vm.NoMemory(16);
  return Value::Of(object);
}
constexpr NativeInfo kObjectConstructor{"@raw object()", ObjectNew,
                                        "The base class of the class hierarchy."};

// What object itself does, also for values whose types do it in another way: object.__repr__(5).
Value ObjectFormat(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("__format__() argument must be str, not ",
                        a[1].IsNone() ? "None" : vm.TypeName(a[1]));
  }
  if (!Vm::View(a[1]).empty()) {
    return vm.TypeError("unsupported format string passed to ", vm.TypeName(a[0]), ".__format__");
  }
  return vm.StrValue(a[0]);
}
Value ObjectRepr(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  TRY(vm.ReprOfIdentity(a[0], out));
  return out.Finish();
}
Value ObjectStr(Vm& vm, const Args& a) { return vm.ReprValue(a[0]); }
Value ObjectHash(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.IdOf(a[0]))); }
Value ObjectEqual(Vm&, const Args& a) {
  return a[0] == a[1] ? Value::True() : Value::NotImplemented();
}
Value ObjectNotEqual(Vm& vm, const Args& a) {
  const TypeInfo& info = vm.InfoOf(a[0]);
  if (info.compare != nullptr) return info.compare(vm, CompareOp::kNe, a[0], a[1]);
  return a[0] == a[1] ? Value::False() : Value::NotImplemented();
}
Value ObjectOrder(Vm&, const Args&) { return Value::NotImplemented(); }

Value ObjectDir(Vm& vm, const Args& a) {
  std::vector<std::string> names = vm.AttributeNames(a[0]);
  if (!vm.Tick(names.size())) return Value::Failed();
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  List* list = TRY(vm.NewList(names.size()));
  for (const std::string& name : names) TRY(ListAppend(vm, list, TRY(vm.NewStr(name))));
  return Value::Of(list);
}
// The own attributes of the object, as pickle and copy would ask for them.
Value ObjectGetState(Vm& vm, const Args& a) {
  Value own = Value::Undefined();
  if (IsObjectOf(a[0], TypeId::kFunction)) own = a[0].As<Function>()->attributes;
  if (IsExceptionType(vm.TypeOf(a[0]))) own = a[0].As<Exception>()->attributes;
  if (own.IsUndefined() || own.As<Dict>()->live == 0) return Value::None();
  return vm.Call(Value::Type(TypeId::kDict), {own});
}
Value ObjectSizeOf(Vm&, const Args& a) {
  if (!a[0].IsObject()) return Value::KnownSmallInt(sizeof(Value));
  const Object* object = a[0].AsObject();
  bool raw = object->layout == Layout::kRaw || object->layout == Layout::kStr;
  return Value::KnownSmallInt(
      static_cast<int64_t>(sizeof(Object) + uint64_t{object->count} * (raw ? 1 : 8)));
}
// There is no pickle: what CPython says of objects that cannot be pickled.
Value ObjectReduce(Vm& vm, const Args& a) {
  return vm.TypeError("cannot pickle '", vm.TypeName(a[0]), "' object");
}
Value SubclassHook(Vm&, const Args&) { return Value::NotImplemented(); }
Value InitSubclass(Vm&, const Args&) { return Value::None(); }

// clang-format off
constexpr NativeInfo kObjectMethods[] = {
    {"__format__(format_spec, /)", ObjectFormat, "Default object formatter."},
    {"@wrapper __repr__()", ObjectRepr, "Return repr(self)."},
    {"@wrapper __str__()", ObjectStr, "Return str(self)."},
    {"@wrapper __hash__()", ObjectHash, "Return hash(self)."},
    {"@wrapper __eq__(value, /)", ObjectEqual, "Return self==value."},
    {"@wrapper __ne__(value, /)", ObjectNotEqual, "Return self!=value."},
    {"@wrapper __lt__(value, /)", ObjectOrder, "Return self<value."},
    {"@wrapper __le__(value, /)", ObjectOrder, "Return self<=value."},
    {"@wrapper __gt__(value, /)", ObjectOrder, "Return self>value."},
    {"@wrapper __ge__(value, /)", ObjectOrder, "Return self>=value."},
    {"__dir__()", ObjectDir, "Default dir() implementation."},
    {"__getstate__()", ObjectGetState, "Helper for pickle."},
    {"__sizeof__()", ObjectSizeOf, "Size of object in memory, in bytes."},
    {"__reduce__()", ObjectReduce, "Helper for pickle."},
    {"__reduce_ex__(protocol, /)", ObjectReduce, "Helper for pickle."},
    {"@classmethod __init_subclass__()", InitSubclass, "This method is called when a class is subclassed."},
    {"@classmethod __subclasshook__(object, /)", SubclassHook,
     "Abstract classes can override this to customize issubclass()."},
};
// clang-format on

// ---- None, Ellipsis, NotImplemented

Status NoneRepr(Vm&, Value, TextBuilder& out) {
  out.Append("None");
  return out.status();
}
Status EllipsisRepr(Vm&, Value, TextBuilder& out) {
  out.Append("Ellipsis");
  return out.status();
}
Status NotImplementedRepr(Vm&, Value, TextBuilder& out) {
  out.Append("NotImplemented");
  return out.status();
}

// type(None)() and its like give the one object there is.
Value OnlyInstance(Vm& vm, const Args& a) {
  TypeId type = a[0].AsType();
  if (a.rest_count > 0 || !a.keywords.IsUndefined()) {
    return vm.TypeError(type == TypeId::kEllipsis ? "EllipsisType" : Vm::NameOf(type),
                        " takes no arguments");
  }
  return type == TypeId::kNoneType   ? Value::None()
         : type == TypeId::kEllipsis ? Value::Ellipsis()
                                     : Value::NotImplemented();
}
constexpr NativeInfo kOnlyInstance{"@raw NoneType()", OnlyInstance, "The only instance."};

Value NoneCompare(Vm&, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (left != right) return Value::NotImplemented();
  return Value::Bool(op == CompareOp::kEq);
}

// ---- type

// type(x). With three arguments it would make a class, and a program cannot make any.
Value TypeNew(Vm& vm, const Args& a) {
  if (a.rest_count == 1 && a.keywords.IsUndefined()) {
    Value v = a.rest[0];
    if (IsObjectOf(v, TypeId::kNamedTuple)) {
      Tuple* tuple = v.As<Tuple>();
      return tuple->items()[tuple->size()];
    }
    return Value::Type(ShownType(vm.TypeOf(v)));
  }
  if (a.rest_count == 3) {
    constexpr TypeId kWanted[] = {TypeId::kStr, TypeId::kTuple, TypeId::kDict};
    for (int i = 0; i < 3; ++i) {
      if (vm.IsInstance(a.rest[i], kWanted[i])) continue;
      return vm.TypeError("type.__new__() argument ", i + 1, " must be ", Vm::NameOf(kWanted[i]),
                          ", not ", a.rest[i].IsNone() ? "None" : vm.TypeName(a.rest[i]));
    }
    return vm.TypeError("type() cannot make classes: class definitions are not supported");
  }
  return vm.TypeError("type() takes 1 or 3 arguments");
}
constexpr NativeInfo kTypeConstructor{"@raw @hidden type(object)", TypeNew,
                                      "The type of an object."};

Status TypeRepr(Vm&, Value self, TextBuilder& out) {
  TypeId type = self.AsType();
  out.Append("<class '");
  if (Vm::ModuleOf(type) != "builtins" && Vm::NameOf(type).find('.') == std::string_view::npos) {
    out.Append(Vm::ModuleOf(type));
    out.Append('.');
  }
  out.Append(Vm::NameOf(type));
  out.Append("'>");
  return out.status();
}

Value TypeBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

// The part of a name behind its last dot: "sys.version_info" is called version_info.
std::string_view ShortName(TypeId type) {
  std::string_view name = Vm::NameOf(type);
  return name.substr(name.rfind('.') + 1);
}

// (A type that was made at run time answers for itself; this is for what it leaves out.)
TypeId TypeIdOf(Value type) { return type.IsType() ? type.AsType() : TypeId::kObject; }

Value TypeGetName(Vm& vm, Value self) { return vm.Intern(ShortName(TypeIdOf(self))); }
Value TypeGetModule(Vm& vm, Value self) { return vm.Intern(Vm::ModuleOf(TypeIdOf(self))); }
Value TypeGetDoc(Vm& vm, Value self) {
  std::string_view doc = vm.InfoOf(TypeIdOf(self)).doc;
  return doc.empty() ? Value::None() : vm.NewStr(doc);
}
Value TypeGetBase(Vm&, Value self) {
  if (TypeIdOf(self) == TypeId::kObject) return Value::None();
  return Value::Type(Vm::BaseOf(TypeIdOf(self)));
}
Value TypeGetBases(Vm& vm, Value self) {
  if (TypeIdOf(self) == TypeId::kObject) return vm.NewTuple(std::span<const Value>());
  return vm.NewTuple({Value::Type(Vm::BaseOf(TypeIdOf(self)))});
}
Value TypeGetClass(Vm&, Value) { return Value::Type(TypeId::kType); }

// __text_signature__ of a type is that of its constructor.
Value TypeGetSignature(Vm& vm, Value self) {
  const TypeInfo* info = vm.runtime().types[static_cast<int>(TypeIdOf(self))];
  if (TypeIdOf(self) == TypeId::kObject) return vm.NewStr("()");
  if (info == nullptr || info->constructor == nullptr || info->constructor->hidden)
    return Value::None();
  return vm.NewStr(info->constructor->signature.substr(info->constructor->name.size()));
}

// No builtin type has annotations, but asking is another error than asking for an unknown name.
Value TypeGetAnnotations(Vm& vm, Value self) {
  return vm.Raise(TypeId::kAttributeError, "type object '", ShortName(TypeIdOf(self)),
                  "' has no attribute '__annotations__'");
}
Value TypeGetAnnotate(Vm& vm, Value self) {
  return vm.Raise(TypeId::kAttributeError, "type object '", ShortName(TypeIdOf(self)),
                  "' has no attribute '__annotate__'");
}
Value TypeGetParameters(Vm& vm, Value self) {
  static constexpr Name kName{"__type_params__", MemberHash("__type_params__")};
  if (self == Value::Type(TypeId::kType)) return vm.NewTuple(std::span<const Value>());
  Value own = vm.FindInType(TypeIdOf(self), kName);  // type(f) has it for its instances
  return own.IsUndefined() ? vm.NewTuple(std::span<const Value>()) : own;
}

// int.__dict__: what the type itself has, its bases left out.
Value TypeGetDict(Vm& vm, Value self) {
  const TypeId id = TypeIdOf(self);
  const TypeInfo* row = vm.runtime().types[static_cast<int>(id)];
  static constexpr TypeInfo kNothing{};
  // (A type without a row of its own has what its base has, but that is the base's: no native
  // of `id` stands for it.)
  const TypeInfo& info = row != nullptr ? *row : kNothing;
  Dict* dict = TRY(vm.NewDict());
  if (!vm.Tick(info.methods.size() + info.attributes.size() + SlotMethodCount() / 4))
    return Value::Failed();
  for (size_t i = 0; i < info.methods.size(); ++i) {
    TRY(DictSetStr(vm, dict, info.methods[i].name,
                   Value::Native(static_cast<uint16_t>(id), static_cast<uint16_t>(i))));
  }
  for (size_t i = 0; i < info.attributes.size(); ++i) {
    TRY(DictSetStr(vm, dict, info.attributes[i].name,
                   Value::Attribute(id, static_cast<uint16_t>(i))));
  }
  for (uint32_t i = 0; i < SlotMethodCount(); ++i) {
    const std::string_view name = SlotMethod(i).name;
    if (FindSlotMethod(id, info, {name, MemberHash(name)}) != static_cast<int>(i)) continue;
    if (!TRY(DictGetStr(vm, dict, name)).IsUndefined()) continue;
    TRY(DictSetStr(
        vm, dict, name,
        Value::Native(static_cast<uint16_t>(id), static_cast<uint16_t>(kSlotMethodRow + i))));
  }
  if (!info.may_be_hashed) TRY(DictSetStr(vm, dict, "__hash__", Value::None()));
  TRY(DictSetStr(vm, dict, "__doc__", TRY(TypeGetDoc(vm, self))));
  return NewMappingProxy(vm, Value::Of(dict));
}

constexpr AttributeInfo kTypeAttributes[] = {
    {"__dict__", TypeGetDict},         {"__annotations__", TypeGetAnnotations},
    {"__annotate__", TypeGetAnnotate}, {"__type_params__", TypeGetParameters},
    {"__name__", TypeGetName},         {"__qualname__", TypeGetName},
    {"__module__", TypeGetModule},     {"__doc__", TypeGetDoc},
    {"__base__", TypeGetBase},         {"__bases__", TypeGetBases},
    {"__class__", TypeGetClass},       {"__text_signature__", TypeGetSignature},
};

// int.bit_length, dict.fromkeys, int.real: what the instances have.
Value TypeGetAttribute(Vm& vm, Value self, Name name) {
  if (!self.IsType()) return Value::Undefined();  // types made at run time answer themselves
  return vm.FindTypeAttribute(self, name);
}

// ---- functions

Function* AsFunction(Value v) { return v.As<Function>(); }
Value OrNone(Value v) { return v.IsUndefined() ? Value::None() : v; }

Value FunctionGetName(Vm&, Value self) { return AsFunction(self)->name; }
Value FunctionGetQualifiedName(Vm&, Value self) { return AsFunction(self)->qualified_name; }
Value FunctionGetDoc(Vm&, Value self) { return OrNone(AsFunction(self)->doc); }
Value FunctionGetDefaults(Vm&, Value self) { return OrNone(AsFunction(self)->defaults); }
Value FunctionGetKeywordDefaults(Vm&, Value self) {
  return OrNone(AsFunction(self)->keyword_defaults);
}
Value FunctionGetModule(Vm& vm, Value self) {
  if (!AsFunction(self)->module.IsUndefined()) return AsFunction(self)->module;
  Value name = DictGetStr(vm, AsFunction(self)->globals.As<Dict>(), "__name__");
  return OrNone(name);
}
Value FunctionGetTypeParams(Vm& vm, Value self) {
  if (!AsFunction(self)->type_params.IsUndefined()) return AsFunction(self)->type_params;
  return vm.NewTuple(std::span<const Value>());
}
Value FunctionGetDict(Vm& vm, Value self) {
  if (AsFunction(self)->attributes.IsUndefined()) {
    Dict* dict = TRY(vm.NewDict());
    AsFunction(self)->attributes = Value::Of(dict);
  }
  return AsFunction(self)->attributes;
}
Value FunctionGetAnnotate(Vm&, Value self) { return OrNone(AsFunction(self)->annotate); }
Value FunctionGetAnnotations(Vm& vm, Value self) {
  if (AsFunction(self)->annotations.IsUndefined()) {
    if (!AsFunction(self)->annotate.IsUndefined() && !AsFunction(self)->annotate.IsNone()) {
      return vm.PushNativeFrame(ResumeId::kComputeAnnotations, {self});
    }
    Dict* dict = TRY(vm.NewDict());
    AsFunction(self)->annotations = Value::Of(dict);
  }
  return AsFunction(self)->annotations;
}

// Code objects are out of a program's reach, so no call is right.
Value FunctionNew(Vm& vm, const Args& a) {
  if (!IsObjectOf(a[1], TypeId::kCode)) {
    return vm.TypeError("function() argument 'code' must be code, not ", vm.TypeName(a[1]));
  }
  return vm.TypeError("function() cannot make functions of code objects here");
}
constexpr NativeInfo kFunctionConstructor{
    "function(code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)", FunctionNew,
    "Create a function object."};

template <Value Function::*kField>
Status SetText(Vm& vm, Value self, Value value) {
  if (!Vm::IsStr(value)) {
    return vm.TypeError(kField == &Function::name ? "__name__" : "__qualname__",
                        " must be set to a string object");
  }
  AsFunction(self)->*kField = value;
  return Done{};
}
template <Value Function::*kField>
Status SetAny(Vm&, Value self, Value value) {
  AsFunction(self)->*kField = value.IsUndefined() ? Value::None() : value;
  return Done{};
}
Status SetDefaults(Vm& vm, Value self, Value value) {
  if (value.IsUndefined() || value.IsNone()) {
    AsFunction(self)->defaults = Value::Undefined();
  } else if (IsObjectOf(value, TypeId::kTuple)) {
    AsFunction(self)->defaults = value;
  } else {
    return vm.TypeError("__defaults__ must be set to a tuple object");
  }
  return Done{};
}
Status SetKeywordDefaults(Vm& vm, Value self, Value value) {
  if (value.IsUndefined() || value.IsNone()) {
    AsFunction(self)->keyword_defaults = Value::Undefined();
  } else if (vm.IsInstance(value, TypeId::kDict)) {
    AsFunction(self)->keyword_defaults = value;
  } else {
    return vm.TypeError("__kwdefaults__ must be set to a dict object");
  }
  return Done{};
}
Status SetAnnotations(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) {
    AsFunction(self)->annotations = Value::Undefined();
    AsFunction(self)->annotate = Value::Undefined();
  } else if (vm.IsInstance(value, TypeId::kDict)) {
    AsFunction(self)->annotations = value;
    AsFunction(self)->annotate = Value::Undefined();
  } else {
    return vm.TypeError("__annotations__ must be set to a dict object");
  }
  return Done{};
}
Status SetAnnotate(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("__annotate__ cannot be deleted");
  if (!value.IsNone() && !vm.IsCallable(value)) {
    return vm.TypeError("__annotate__ must be callable or None");
  }
  AsFunction(self)->annotate = value.IsNone() ? Value::Undefined() : value;
  AsFunction(self)->annotations = Value::Undefined();
  return Done{};
}
Status SetTypeParams(Vm& vm, Value self, Value value) {
  if (!IsObjectOf(value, TypeId::kTuple)) {
    return vm.TypeError("__type_params__ must be set to a tuple");
  }
  AsFunction(self)->type_params = value;
  return Done{};
}
Status SetDict(Vm& vm, Value self, Value value) {
  TRY(CheckNewDict(vm, value));
  AsFunction(self)->attributes = value;
  return Done{};
}

constexpr AttributeInfo kFunctionAttributes[] = {
    {"__name__", FunctionGetName, SetText<&Function::name>},
    {"__qualname__", FunctionGetQualifiedName, SetText<&Function::qualified_name>},
    {"__doc__", FunctionGetDoc, SetAny<&Function::doc>},
    {"__module__", FunctionGetModule, SetAny<&Function::module>},
    {"__defaults__", FunctionGetDefaults, SetDefaults},
    {"__kwdefaults__", FunctionGetKeywordDefaults, SetKeywordDefaults},
    {"__annotations__", FunctionGetAnnotations, SetAnnotations},
    {"__annotate__", FunctionGetAnnotate, SetAnnotate},
    {"__type_params__", FunctionGetTypeParams, SetTypeParams},
    {"__dict__", FunctionGetDict, SetDict},
};
PYSUB_MEMBERS(Function, kNoMethods, kFunctionAttributes);

Value FunctionGetAttribute(Vm& vm, Value self, Name name) {
  if (AsFunction(self)->attributes.IsUndefined()) return Value::Undefined();
  return DictGetStr(vm, AsFunction(self)->attributes.As<Dict>(), name.text);
}
// What a function may never show or be given (T-024).
constexpr std::string_view kHidden[] = {"__globals__", "__code__", "__closure__", "__builtins__"};

Result<bool> FunctionSetAttribute(Vm& vm, Value self, Name name, Value value) {
  if (name.text == "__class__") return false;  // object's
  for (const AttributeInfo& attribute : kFunctionAttributes) {
    if (attribute.name == name.text) return false;
  }
  for (std::string_view hidden : kHidden) {
    if (hidden == name.text) return false;
  }
  Value dict = FunctionGetDict(vm, self);
  if (dict.IsFailed()) return Failure{};
  return DictSetAttribute(vm, dict.As<Dict>(), name, value);
}

Status FunctionRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<function ");
  out.Append(Vm::View(AsFunction(self)->qualified_name));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

// ---- modules

Value ModuleGetDict(Vm&, Value self) { return self.As<Module>()->dict; }
Value ModuleNew(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("module() argument 'name' must be str, not ", vm.TypeName(a[1]));
  }
  Dict* names = TRY(vm.NewDict());
  Value module = TRY(vm.MakeModule(Vm::View(a[1]), names));
  if (a.has(2)) TRY(DictSetStr(vm, names, "__doc__", a[2]));
  return module;
}
constexpr NativeInfo kModuleConstructor{"module(name, doc=None)", ModuleNew,
                                        "Create a module object."};
constexpr AttributeInfo kModuleAttributes[] = {{"__dict__", ModuleGetDict}};
PYSUB_MEMBERS(Module, kNoMethods, kModuleAttributes);

Value ModuleGetAttribute(Vm& vm, Value self, Name name) {
  return DictGetStr(vm, self.As<Module>()->dict.As<Dict>(), name.text);
}
Result<bool> ModuleSetAttribute(Vm& vm, Value self, Name name, Value value) {
  Dict* dict = self.As<Module>()->dict.As<Dict>();
  if (Vm::View(self.As<Module>()->name) == "builtins") vm.BuiltinsChanged();
  return DictSetAttribute(vm, dict, name, value);
}
// What a module that is a file, or a directory, shows.
Status SpecifiedModuleRepr(Vm& vm, Dict* spec, TextBuilder& out) {
  const Value name = TRY(DictGetStr(vm, spec, "name"));
  const Value origin = TRY(DictGetStr(vm, spec, "origin"));
  const Value search = TRY(DictGetStr(vm, spec, "submodule_search_locations"));
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  out.Append("<module ");
  TRY(vm.Repr(name.IsUndefined() ? Value::None() : name, out));
  const bool is_file = !origin.IsUndefined() && !origin.IsNone();
  if (is_file || IsObjectOf(search, TypeId::kList)) {
    out.Append(is_file ? " from " : " (namespace) from ");
    TRY(vm.Repr(is_file ? origin : search, out));
  }
  out.Append('>');
  return out.status();
}
Status ModuleRepr(Vm& vm, Value self, TextBuilder& out) {
  if (Dict* spec = SpecOf(vm, self)) return SpecifiedModuleRepr(vm, spec, out);
  // What the program made of it, or took away, counts.
  Dict* names = self.As<Module>()->dict.As<Dict>();
  Value name = TRY(DictGetStr(vm, names, "__name__"));
  Value file = TRY(DictGetStr(vm, names, "__file__"));
  out.Append("<module ");
  if (name.IsUndefined()) {
    out.Append("'?'");
  } else {
    TRY(vm.Repr(name, out));
  }
  if (!file.IsUndefined()) {
    out.Append(" from ");
    TRY(vm.Repr(file, out));
    out.Append('>');
    return out.status();
  }
  bool built_in = false;
  for (const ModuleInfo* module : vm.runtime().modules) {
    built_in |= module != nullptr && module->name == Vm::View(self.As<Module>()->name);
  }
  out.Append(built_in ? " (built-in)>" : ">");
  return out.status();
}

// ---- tracebacks

Value TracebackNext(Vm&, Value self) { return self.As<Traceback>()->next; }
Value TracebackLine(Vm&, Value self) {
  Traceback* line = self.As<Traceback>();
  return Value::SmallInt(
      line->function.As<Function>()->code->SpanAt(static_cast<uint32_t>(line->pc)).line);
}
Value TracebackLasti(Vm&, Value self) {
  return Value::KnownSmallInt(static_cast<int64_t>(self.As<Traceback>()->pc) * 2);
}
constexpr AttributeInfo kTracebackAttributes[] = {
    {"tb_next", TracebackNext},
    {"tb_lineno", TracebackLine},
    {"tb_lasti", TracebackLasti, nullptr, AttributeKind::kMember}};

// Frames are out of a program's reach, so no call is right.
Value TracebackNew(Vm& vm, const Args& a) {
  return vm.TypeError("traceback() argument 'tb_frame' must be frame, not ", vm.TypeName(a[2]));
}
constexpr NativeInfo kTracebackConstructor{"traceback(tb_next, tb_frame, tb_lasti, tb_lineno)",
                                           TracebackNew, "Create a new traceback object."};
PYSUB_MEMBERS(Traceback, kNoMethods, kTracebackAttributes);

PYSUB_MEMBERS(Object, kObjectMethods, kObjectAttributes);
PYSUB_MEMBERS(Type, kNoMethods, kTypeAttributes);

}  // namespace

// __annotations__ of a function: its annotate function is called once.
Value ComputeAnnotationsResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1,
                          vm.Call(frame.slots[0].As<Function>()->annotate, {Value::SmallInt(1)}));
      if (!vm.IsInstance(in, TypeId::kDict)) {
        return vm.TypeError("__annotate__() must return a dict, not ", vm.TypeName(in));
      }
      frame.slots[0].As<Function>()->annotations = in;
      return in;
  }
  return Value::None();
}

extern constexpr TypeInfo kObjectType{.id = TypeId::kObject,
                                      .constructor = &kObjectConstructor,
                                      .doc = "The base class of the class hierarchy.",
                                      .methods = kObjectMethods,
                                      .attributes = kObjectAttributes,
                                      .members = kObjectMembers};
extern constexpr TypeInfo kNoneTypeType{.id = TypeId::kNoneType,
                                        .constructor = &kOnlyInstance,
                                        .doc = "The type of the None singleton.",
                                        .repr = NoneRepr,
                                        .compare = NoneCompare};
extern constexpr TypeInfo kEllipsisType{.id = TypeId::kEllipsis,
                                        .constructor = &kOnlyInstance,
                                        .doc = "The type of the Ellipsis singleton.",
                                        .repr = EllipsisRepr};
extern constexpr TypeInfo kNotImplementedType{.id = TypeId::kNotImplemented,
                                              .constructor = &kOnlyInstance,
                                              .doc = "The type of the NotImplemented singleton.",
                                              .repr = NotImplementedRepr};
extern constexpr TypeInfo kTypeType{.id = TypeId::kType,
                                    .constructor = &kTypeConstructor,
                                    .doc = "The type of an object.",
                                    .attributes = kTypeAttributes,
                                    .members = kTypeMembers,
                                    .operators = OperatorSet("or ror"),
                                    .repr = TypeRepr,
                                    .binary = TypeBinary,
                                    .get_attribute = TypeGetAttribute};
extern constexpr TypeInfo kFunctionType{.id = TypeId::kFunction,
                                        .constructor = &kFunctionConstructor,
                                        .doc = "Create a function object.",
                                        .attributes = kFunctionAttributes,
                                        .members = kFunctionMembers,
                                        .has_dict = true,
                                        .repr = FunctionRepr,
                                        .get_attribute = FunctionGetAttribute,
                                        .set_attribute = FunctionSetAttribute};
extern constexpr TypeInfo kModuleType{.id = TypeId::kModule,
                                      .constructor = &kModuleConstructor,
                                      .doc = "Create a module object.",
                                      .attributes = kModuleAttributes,
                                      .members = kModuleMembers,
                                      .has_dict = true,
                                      .copying = Copying::kRefused,
                                      .repr = ModuleRepr,
                                      .get_attribute = ModuleGetAttribute,
                                      .set_attribute = ModuleSetAttribute};
extern constexpr TypeInfo kTracebackType{.id = TypeId::kTraceback,
                                         .constructor = &kTracebackConstructor,
                                         .attributes = kTracebackAttributes,
                                         .members = kTracebackMembers,
                                         .copying = Copying::kRefused};

}  // namespace pysub
