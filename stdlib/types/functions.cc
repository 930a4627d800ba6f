// object, type, None and its like; functions, methods, modules. CPython 3.14 data model, 3.2.

#include <string>

#include "vm/objects/formatting.h"
#include "vm/vm.h"

namespace pysub {

Value MakeUnion(Vm& vm, Value left, Value right);  // stdlib/modules/typing.cc

namespace {

// ---- object: what every value has

Value GetClass(Vm& vm, Value self) { return Value::Type(vm.TypeOf(self)); }
Value GetObjectDoc(Vm& vm, Value self) {
  std::string_view doc = vm.InfoOf(self).doc;
  return doc.empty() ? Value::None() : vm.NewStr(doc);
}
constexpr AttributeInfo kObjectAttributes[] = {{"__class__", GetClass}, {"__doc__", GetObjectDoc}};

Value ObjectNew(Vm& vm, const Args& a) {
  if (a.rest_count > 0 || !a.keywords.IsUndefined()) return vm.TypeError("object() takes no arguments");
  Record* object = static_cast<Record*>(vm.heap.NewValues(TypeId::kObject, 1));
  if (object == nullptr) return vm.NoMemory(16);
  return Value::Of(object);
}
constexpr NativeInfo kObjectConstructor{"object(*args, **kwargs)", ObjectNew,
                                        "The base class of the class hierarchy."};

Value ObjectFormat(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("__format__() argument must be str, not ", vm.TypeName(a[1]));
  }
  return vm.Format(a[0], Vm::View(a[1]));
}
Value ObjectRepr(Vm& vm, const Args& a) { return vm.ReprValue(a[0]); }
Value ObjectStr(Vm& vm, const Args& a) { return vm.StrValue(a[0]); }
Value ObjectHash(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.Hash(a[0]))); }

constexpr NativeInfo kObjectMethods[] = {
    {"__format__(format_spec, /)", ObjectFormat, "Default object formatter."},
    {"__repr__()", ObjectRepr, "Return repr(self)."},
    {"__str__()", ObjectStr, "Return str(self)."},
    {"__hash__()", ObjectHash, "Return hash(self)."},
};

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

// The types of the constants are called for the constants themselves.
template <TypeId kType>
Value ConstantNew(Vm& vm, const Args& a) {
  if (a.rest_count > 0 || !a.keywords.IsUndefined()) {
    return vm.TypeError(kType == TypeId::kEllipsis ? "EllipsisType" : Vm::NameOf(kType),
                        " takes no arguments");
  }
  if (kType == TypeId::kEllipsis) return Value::Ellipsis();
  return kType == TypeId::kNoneType ? Value::None() : Value::NotImplemented();
}
constexpr NativeInfo kNoneConstructor{"NoneType(*args, **kwargs)", ConstantNew<TypeId::kNoneType>,
                                      "The type of the None singleton."};
constexpr NativeInfo kEllipsisConstructor{"ellipsis(*args, **kwargs)", ConstantNew<TypeId::kEllipsis>,
                                          "The type of the Ellipsis singleton."};
constexpr NativeInfo kNotImplementedConstructor{"NotImplementedType(*args, **kwargs)",
                                                ConstantNew<TypeId::kNotImplemented>,
                                                "The type of the NotImplemented singleton."};

// ---- type

Value TypeNew(Vm& vm, const Args& a) {
  if (a.rest_count == 1 && a.keywords.IsUndefined()) {
    Value v = a.rest[0];
    if (IsObjectOf(v, TypeId::kNamedTuple)) {
      Tuple* tuple = v.As<Tuple>();
      return tuple->items()[tuple->size()];
    }
    if (IsObjectOf(v, TypeId::kBoundMethod) && v.As<BoundMethod>()->function.IsNative()) {
      return Value::Type(TypeId::kBuiltinFunction);
    }
    return Value::Type(vm.TypeOf(v));
  }
  if (a.rest_count == 3) return vm.TypeError("type() cannot make classes: class definitions are not supported");
  return vm.TypeError("type() takes 1 or 3 arguments");
}
constexpr NativeInfo kTypeConstructor{"type(*args, **kwargs)", TypeNew, "The type of an object."};

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

Value TypeGetName(Vm& vm, Value self) { return vm.Intern(ShortName(self.AsType())); }
Value TypeGetModule(Vm& vm, Value self) { return vm.Intern(Vm::ModuleOf(self.AsType())); }
Value TypeGetDoc(Vm& vm, Value self) {
  std::string_view doc = vm.InfoOf(self.AsType()).doc;
  return doc.empty() ? Value::None() : vm.NewStr(doc);
}
Value TypeGetBase(Vm&, Value self) {
  if (self.AsType() == TypeId::kObject) return Value::None();
  return Value::Type(Vm::BaseOf(self.AsType()));
}
Value TypeGetBases(Vm& vm, Value self) {
  if (self.AsType() == TypeId::kObject) return vm.NewTuple(std::span<const Value>());
  return vm.NewTuple({Value::Type(Vm::BaseOf(self.AsType()))});
}
Value TypeGetClass(Vm&, Value) { return Value::Type(TypeId::kType); }
constexpr AttributeInfo kTypeAttributes[] = {
    {"__name__", TypeGetName},   {"__qualname__", TypeGetName}, {"__module__", TypeGetModule},
    {"__doc__", TypeGetDoc},     {"__base__", TypeGetBase},     {"__bases__", TypeGetBases},
    {"__class__", TypeGetClass},
};

// int.bit_length, dict.fromkeys: methods of the type that is `self`.
Value TypeGetAttribute(Vm& vm, Value self, Name name) {
  if (!self.IsType()) return Value::Undefined();  // types made at run time answer themselves
  for (TypeId id = self.AsType();; id = Vm::BaseOf(id)) {
    const TypeInfo* info = vm.runtime().types[static_cast<int>(id)];
    int row = info != nullptr ? FindMember(*info, name) : -1;
    if (row >= 0 && static_cast<size_t>(row) < info->methods.size()) {
      Value native = Value::Native(static_cast<uint16_t>(id), static_cast<uint16_t>(row));
      if (info->methods[row].kind == NativeKind::kClassMethod) return vm.NewBoundMethod(self, native);
      return native;
    }
    if (int slot = info != nullptr ? FindSlotMethod(id, *info, name) : -1; slot >= 0) {
      return Value::Native(static_cast<uint16_t>(id), static_cast<uint16_t>(kSlotMethodRow + slot));
    }
    if (id == TypeId::kObject) return Value::Undefined();
  }
}

// ---- functions

Function* F(Value v) { return v.As<Function>(); }
Value OrNone(Value v) { return v.IsUndefined() ? Value::None() : v; }

Value FunctionGetName(Vm&, Value self) { return F(self)->name; }
Value FunctionGetQualifiedName(Vm&, Value self) { return F(self)->qualified_name; }
Value FunctionGetDoc(Vm&, Value self) { return OrNone(F(self)->doc); }
Value FunctionGetDefaults(Vm&, Value self) { return OrNone(F(self)->defaults); }
Value FunctionGetKeywordDefaults(Vm&, Value self) { return OrNone(F(self)->keyword_defaults); }
Value FunctionGetModule(Vm& vm, Value self) {
  if (!F(self)->module.IsUndefined()) return F(self)->module;
  Value name = vm.DictGetStr(F(self)->globals.As<Dict>(), "__name__");
  return OrNone(name);
}
Value FunctionGetTypeParams(Vm& vm, Value self) {
  if (!F(self)->type_params.IsUndefined()) return F(self)->type_params;
  return vm.NewTuple(std::span<const Value>());
}
Value FunctionGetDict(Vm& vm, Value self) {
  if (F(self)->attributes.IsUndefined()) {
    Dict* dict = TRY(vm.NewDict());
    F(self)->attributes = Value::Of(dict);
  }
  return F(self)->attributes;
}
Value FunctionGetAnnotate(Vm&, Value self) { return OrNone(F(self)->annotate); }
Value FunctionGetAnnotations(Vm& vm, Value self) {
  if (F(self)->annotations.IsUndefined()) {
    if (!F(self)->annotate.IsUndefined() && !F(self)->annotate.IsNone()) {
      return vm.PushTask(StepId::kComputeAnnotations, {self});
    }
    Dict* dict = TRY(vm.NewDict());
    F(self)->annotations = Value::Of(dict);
  }
  return F(self)->annotations;
}

template <Value Function::*kField>
Status SetText(Vm& vm, Value self, Value value) {
  if (!Vm::IsStr(value)) {
    return vm.TypeError(kField == &Function::name ? "__name__" : "__qualname__",
                        " must be set to a string object");
  }
  F(self)->*kField = value;
  return Done{};
}
template <Value Function::*kField>
Status SetAny(Vm&, Value self, Value value) {
  F(self)->*kField = value.IsUndefined() ? Value::None() : value;
  return Done{};
}
Status SetDefaults(Vm& vm, Value self, Value value) {
  if (value.IsUndefined() || value.IsNone()) {
    F(self)->defaults = Value::Undefined();
  } else if (IsObjectOf(value, TypeId::kTuple)) {
    F(self)->defaults = value;
  } else {
    return vm.TypeError("__defaults__ must be set to a tuple object");
  }
  return Done{};
}
Status SetKeywordDefaults(Vm& vm, Value self, Value value) {
  if (value.IsUndefined() || value.IsNone()) {
    F(self)->keyword_defaults = Value::Undefined();
  } else if (vm.IsInstance(value, TypeId::kDict)) {
    F(self)->keyword_defaults = value;
  } else {
    return vm.TypeError("__kwdefaults__ must be set to a dict object");
  }
  return Done{};
}
Status SetAnnotations(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) {
    F(self)->annotations = Value::Undefined();
    F(self)->annotate = Value::Undefined();
  } else if (vm.IsInstance(value, TypeId::kDict)) {
    F(self)->annotations = value;
    F(self)->annotate = Value::Undefined();
  } else {
    return vm.TypeError("__annotations__ must be set to a dict object");
  }
  return Done{};
}
Status SetAnnotate(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("__annotate__ cannot be deleted");
  F(self)->annotate = value.IsNone() ? Value::Undefined() : value;
  F(self)->annotations = Value::Undefined();
  return Done{};
}
Status SetTypeParams(Vm& vm, Value self, Value value) {
  if (!IsObjectOf(value, TypeId::kTuple)) {
    return vm.TypeError("__type_params__ must be set to a tuple");
  }
  F(self)->type_params = value;
  return Done{};
}
Status SetDict(Vm& vm, Value self, Value value) {
  if (!vm.IsInstance(value, TypeId::kDict)) {
    return vm.TypeError("__dict__ must be set to a dictionary, not a '", vm.TypeName(value), "'");
  }
  F(self)->attributes = value;
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
  if (F(self)->attributes.IsUndefined()) return Value::Undefined();
  return vm.DictGetStr(F(self)->attributes.As<Dict>(), name.text);
}
// What a function may never show or be given (T-024).
constexpr std::string_view kHidden[] = {"__globals__", "__code__", "__closure__", "__builtins__"};

Result<bool> FunctionSetAttribute(Vm& vm, Value self, Name name, Value value) {
  for (const AttributeInfo& attribute : kFunctionAttributes) {
    if (attribute.name == name.text) return false;
  }
  for (std::string_view hidden : kHidden) {
    if (hidden == name.text) return false;
  }
  Value dict = FunctionGetDict(vm, self);
  if (dict.IsFailed()) return Failure{};
  if (value.IsUndefined()) {
    Value key = vm.Intern(name.text);
    if (key.IsFailed()) return Failure{};
    return vm.DictDelete(dict.As<Dict>(), key);
  }
  TRY(vm.DictSetStr(dict.As<Dict>(), name.text, value));
  return true;
}

Status FunctionRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<function ");
  out.Append(Vm::View(F(self)->qualified_name));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

// Functions are made by def and lambda only: code objects are not for sale.
Value FunctionNew(Vm& vm, const Args&) { return vm.TypeError("cannot create 'function' instances"); }
constexpr NativeInfo kFunctionConstructor{
    "function(code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)", FunctionNew,
    "Create a function object."};

// ---- natives

Value NativeGetName(Vm& vm, Value self) { return vm.Intern(vm.NativeOf(self).name); }
Value NativeGetQualifiedName(Vm& vm, Value self) {
  TypeId owner = Vm::NativeOwner(self);
  if (owner == TypeId::kObject && self.NativeTable() >= kModuleTableBase) return NativeGetName(vm, self);
  return vm.NewStr(std::string(Vm::NameOf(owner)) + "." + std::string(vm.NativeOf(self).name));
}
Value NativeGetDoc(Vm& vm, Value self) { return vm.NewStr(vm.NativeOf(self).doc); }
Value NativeGetModule(Vm& vm, Value self) {
  if (self.NativeTable() < kModuleTableBase) return Value::None();
  return vm.Intern(vm.runtime().modules[self.NativeTable() - kModuleTableBase]->name);
}
Value NativeGetSelf(Vm& vm, Value self) {
  if (self.NativeTable() < kModuleTableBase) return Value::None();
  return vm.ImportModule(vm.runtime().modules[self.NativeTable() - kModuleTableBase]->name);
}
Value NativeGetSignature(Vm& vm, Value self) {
  const NativeInfo& info = vm.NativeOf(self);
  std::string text(info.signature.substr(info.name.size()));
  if (Vm::NativeOwner(self) != TypeId::kObject || self.NativeTable() < kModuleTableBase) {
    text.insert(1, info.signature.ends_with("()") ? "$self, /" : "$self, ");
  } else if (self.NativeTable() >= kModuleTableBase) {
    text.insert(1, info.signature.ends_with("()") ? "$module" : "$module, ");
  }
  return vm.NewStr(text);
}
Value NativeGetOwner(Vm&, Value self) { return Value::Type(Vm::NativeOwner(self)); }
constexpr AttributeInfo kNativeAttributes[] = {
    {"__name__", NativeGetName},     {"__qualname__", NativeGetQualifiedName},
    {"__doc__", NativeGetDoc},       {"__module__", NativeGetModule},
    {"__self__", NativeGetSelf},     {"__text_signature__", NativeGetSignature},
};
constexpr AttributeInfo kDescriptorAttributes[] = {
    {"__name__", NativeGetName},      {"__qualname__", NativeGetQualifiedName},
    {"__doc__", NativeGetDoc},        {"__text_signature__", NativeGetSignature},
    {"__objclass__", NativeGetOwner},
};

Status NativeRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<built-in function ");
  out.Append(vm.NativeOf(self).name);
  out.Append('>');
  return out.status();
}
Status DescriptorRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<method '");
  out.Append(vm.NativeOf(self).name);
  out.Append("' of '");
  out.Append(Vm::NameOf(Vm::NativeOwner(self)));
  out.Append("' objects>");
  return out.status();
}

// ---- bound methods

BoundMethod* M(Value v) { return v.As<BoundMethod>(); }

Value MethodGetSelf(Vm&, Value self) { return M(self)->self; }
Value MethodGetFunction(Vm& vm, Value self) {
  if (M(self)->function.IsNative()) return vm.RaiseAttributeError(self, "__func__");
  return M(self)->function;
}
Value MethodGetClass(Vm&, Value self) {
  return Value::Type(M(self)->function.IsNative() ? TypeId::kBuiltinFunction : TypeId::kBoundMethod);
}
constexpr AttributeInfo kMethodAttributes[] = {
    {"__self__", MethodGetSelf}, {"__func__", MethodGetFunction}, {"__class__", MethodGetClass}};
PYSUB_MEMBERS(BoundMethod, kNoMethods, kMethodAttributes);

// Everything else is the function's.
Value MethodGetAttribute(Vm& vm, Value self, Name name) {
  if (name.text == "__objclass__") return Value::Undefined();
  return vm.FindAttribute(M(self)->function, name);
}

Value MethodCompare(Vm&, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsObjectOf(left, TypeId::kBoundMethod) || !IsObjectOf(right, TypeId::kBoundMethod)) {
    return Value::NotImplemented();
  }
  bool equal = M(left)->self == M(right)->self && M(left)->function == M(right)->function;
  return Value::Bool(equal == (op == CompareOp::kEq));
}

Status MethodRepr(Vm& vm, Value self, TextBuilder& out) {
  BoundMethod* method = M(self);
  if (method->function.IsNative()) {
    out.Append("<built-in method ");
    out.Append(vm.NativeOf(method->function).name);
    out.Append(" of ");
    out.Append(vm.TypeName(method->self));
    out.Append(" object at 0x");
    TRY(vm.AppendIdentity(method->self, out));
  } else {
    out.Append("<bound method ");
    out.Append(Vm::View(method->function.As<Function>()->qualified_name));
    out.Append(" of ");
    TRY(vm.Repr(method->self, out));
  }
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
  if (a.has(2)) TRY(vm.DictSetStr(names, "__doc__", a[2]));
  return module;
}
constexpr NativeInfo kModuleConstructor{"module(name, doc=None)", ModuleNew, "Create a module object."};
constexpr AttributeInfo kModuleAttributes[] = {{"__dict__", ModuleGetDict}};
PYSUB_MEMBERS(Module, kNoMethods, kModuleAttributes);

Value ModuleGetAttribute(Vm& vm, Value self, Name name) {
  return vm.DictGetStr(self.As<Module>()->dict.As<Dict>(), name.text);
}
Result<bool> ModuleSetAttribute(Vm& vm, Value self, Name name, Value value) {
  Dict* dict = self.As<Module>()->dict.As<Dict>();
  if (Vm::View(self.As<Module>()->name) == "builtins") vm.BuiltinsChanged();
  Value key = vm.Intern(name.text);
  if (key.IsFailed()) return Failure{};
  if (value.IsUndefined()) return vm.DictDelete(dict, key);
  TRY(vm.DictSet(dict, key, value));
  return true;
}
Status ModuleRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<module '");
  TRY(vm.ToStr(self.As<Module>()->name, out));
  bool built_in = false;
  for (const ModuleInfo* module : vm.runtime().modules) {
    built_in |= module != nullptr && module->name == Vm::View(self.As<Module>()->name);
  }
  out.Append(built_in ? "' (built-in)>" : "'>");
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
  return Value::SmallInt(static_cast<int64_t>(self.As<Traceback>()->pc) * 2);
}
constexpr AttributeInfo kTracebackAttributes[] = {
    {"tb_next", TracebackNext}, {"tb_lineno", TracebackLine}, {"tb_lasti", TracebackLasti}};
PYSUB_MEMBERS(Traceback, kNoMethods, kTracebackAttributes);

PYSUB_MEMBERS(Object, kObjectMethods, kObjectAttributes);
PYSUB_MEMBERS(Type, kNoMethods, kTypeAttributes);
PYSUB_MEMBERS(BuiltinFunction, kNoMethods, kNativeAttributes);
PYSUB_MEMBERS(MethodDescriptor, kNoMethods, kDescriptorAttributes);

}  // namespace

// __annotations__ of a function: its annotate function is called once.
Value ComputeAnnotationsStep(Vm& vm, Task& task, Value in) {
  switch (task.state) {
    case 0:
      PYSUB_AWAIT(1, vm.Call(task.slots[0].As<Function>()->annotate, {Value::SmallInt(1)}));
      if (!vm.IsInstance(in, TypeId::kDict)) {
        return vm.TypeError("__annotate__() must return a dict, not ", vm.TypeName(in));
      }
      task.slots[0].As<Function>()->annotations = in;
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
                                        .constructor = &kNoneConstructor,
                                        .doc = "The type of the None singleton.",
                                        .repr = NoneRepr};
extern constexpr TypeInfo kEllipsisType{.id = TypeId::kEllipsis,
                                        .constructor = &kEllipsisConstructor,
                                        .doc = "The type of the Ellipsis singleton.",
                                        .repr = EllipsisRepr};
extern constexpr TypeInfo kNotImplementedType{.id = TypeId::kNotImplemented,
                                              .constructor = &kNotImplementedConstructor,
                                              .doc = "The type of the NotImplemented singleton.",
                                              .repr = NotImplementedRepr};
extern constexpr TypeInfo kTypeType{.id = TypeId::kType,
                                    .constructor = &kTypeConstructor,
                                    .doc = "The type of an object.",
                                    .attributes = kTypeAttributes,
                                    .members = kTypeMembers,
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
extern constexpr TypeInfo kBuiltinFunctionType{.id = TypeId::kBuiltinFunction,
                                               .attributes = kNativeAttributes,
                                               .members = kBuiltinFunctionMembers,
                                               .repr = NativeRepr};
extern constexpr TypeInfo kMethodDescriptorType{.id = TypeId::kMethodDescriptor,
                                                .attributes = kDescriptorAttributes,
                                                .members = kMethodDescriptorMembers,
                                                .repr = DescriptorRepr};
extern constexpr TypeInfo kBoundMethodType{.id = TypeId::kBoundMethod,
                                           .attributes = kMethodAttributes,
                                           .members = kBoundMethodMembers,
                                           .repr = MethodRepr,
                                           .compare = MethodCompare,
                                           .get_attribute = MethodGetAttribute};
extern constexpr TypeInfo kModuleType{.id = TypeId::kModule,
                                      .constructor = &kModuleConstructor,
                                      .doc = "Create a module object.",
                                      .attributes = kModuleAttributes,
                                      .members = kModuleMembers,
                                      .has_dict = true,
                                      .repr = ModuleRepr,
                                      .get_attribute = ModuleGetAttribute,
                                      .set_attribute = ModuleSetAttribute};
extern constexpr TypeInfo kTracebackType{.id = TypeId::kTraceback,
                                         .attributes = kTracebackAttributes,
                                         .members = kTracebackMembers};

}  // namespace pysub
