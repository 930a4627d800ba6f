// Functions and methods of the library as values, alone and bound; what a type shows of its
// attributes.
//
// A row is a Value without an object (len, str.upper, int.__add__, int.real); bound to an object it
// is a BoundMethod whose type is builtin_function_or_method, method-wrapper or, for functions,
// method.

#include <string>

#include "vm/imports.h"
#include "vm/vm.h"

namespace pysub {
namespace {

BoundMethod* AsBoundMethod(Value v) { return v.As<BoundMethod>(); }
bool IsBound(Value v) { return v.IsObject(); }
Value RowOf(Value v) { return IsBound(v) ? AsBoundMethod(v)->function : v; }

// ---- attributes

Value GetName(Vm& vm, Value self) { return vm.Intern(vm.NativeOf(RowOf(self)).name); }

Value GetQualifiedName(Vm& vm, Value self) {
  Value row = RowOf(self);
  if (Vm::IsModuleFunction(row)) return GetName(vm, self);
  // A bound method is called after its object's type, or after the type it is bound to.
  TypeId owner = Vm::NativeOwner(row);
  if (IsObjectOf(self, TypeId::kBuiltinFunction)) {
    owner = AsBoundMethod(self)->self.IsType() ? AsBoundMethod(self)->self.AsType()
                                               : vm.TypeOf(AsBoundMethod(self)->self);
  }
  return vm.NewStr(std::string(Vm::NameOf(owner)) + "." + std::string(vm.NativeOf(row).name));
}

Value GetDoc(Vm& vm, Value self) { return vm.NewStr(vm.NativeOf(RowOf(self)).doc); }

Value GetModule(Vm& vm, Value self) {
  Value row = RowOf(self);
  if (!Vm::IsModuleFunction(row)) return Value::None();
  return vm.Intern(vm.runtime().modules[row.NativeTable() - kModuleTableBase]->name);
}

Value GetSelf(Vm& vm, Value self) {
  if (IsBound(self)) return AsBoundMethod(self)->self;
  if (!Vm::IsModuleFunction(self)) return Value::None();
  return ImportModule(vm, vm.runtime().modules[self.NativeTable() - kModuleTableBase]->name);
}

// As CPython's clinic writes it: "($self, value, /)", "($module, /, *args)".
Value GetSignature(Vm& vm, Value self) {
  Value row = RowOf(self);
  const NativeInfo& info = vm.NativeOf(row);
  if (info.hidden) return Value::None();
  std::string text(info.signature.substr(info.name.size()));
  if (info.kind == NativeKind::kStatic) return vm.NewStr(text);
  std::string first = Vm::IsModuleFunction(row)               ? "$module"
                      : info.kind == NativeKind::kClassMethod ? "$type"
                                                              : "$self";
  if (text.find(", /") == std::string::npos && info.name != "__new__") first += ", /";
  if (text != "()") first += ", ";
  return vm.NewStr(text.insert(1, first));
}

Value GetOwner(Vm&, Value self) { return Value::Type(Vm::NativeOwner(RowOf(self))); }

constexpr auto kMember = AttributeKind::kMember;
constexpr AttributeInfo kFunctionAttributes[] = {
    {"__name__", GetName}, {"__qualname__", GetQualifiedName},
    {"__doc__", GetDoc},   {"__module__", GetModule, nullptr, kMember},
    {"__self__", GetSelf}, {"__text_signature__", GetSignature},
};
constexpr AttributeInfo kDescriptorAttributes[] = {
    {"__name__", GetName, nullptr, kMember},
    {"__qualname__", GetQualifiedName},
    {"__doc__", GetDoc},
    {"__text_signature__", GetSignature},
    {"__objclass__", GetOwner, nullptr, kMember},
};
constexpr AttributeInfo kWrapperAttributes[] = {
    {"__name__", GetName},      {"__qualname__", GetQualifiedName},
    {"__doc__", GetDoc},        {"__text_signature__", GetSignature},
    {"__objclass__", GetOwner}, {"__self__", GetSelf, nullptr, kMember},
};

// ---- text

Status AppendBound(Vm& vm, Value self, TextBuilder& out) {
  Value object = AsBoundMethod(self)->self;
  out.Append(" of ");
  out.Append(vm.TypeName(object));
  out.Append(" object at 0x");
  TRY(vm.AppendIdentity(object, out));
  out.Append('>');
  return out.status();
}

Status FunctionRepr(Vm& vm, Value self, TextBuilder& out) {
  Value row = RowOf(self);
  bool is_static = vm.NativeOf(row).kind == NativeKind::kStatic;
  if (Vm::IsModuleFunction(row) && vm.NativeOf(row).kind == NativeKind::kPython) {
    out.Append("<function ");
    out.Append(vm.NativeOf(row).name);
    out.Append(" at 0x");
    TRY(vm.AppendIdentity(self, out));
    out.Append('>');
    return out.status();
  }
  out.Append(IsBound(self) || is_static ? "<built-in method " : "<built-in function ");
  out.Append(vm.NativeOf(row).name);
  if (IsBound(self)) return AppendBound(vm, self, out);
  if (is_static) {
    out.Append(" of type object at 0x");
    TRY(vm.AppendIdentity(Value::Type(Vm::NativeOwner(row)), out));
  }
  out.Append('>');
  return out.status();
}

Status AppendDescriptor(std::string_view what, std::string_view name, TypeId owner,
                        TextBuilder& out) {
  out.Append('<');
  out.Append(what);
  out.Append(" '");
  out.Append(name);
  out.Append("' of '");
  out.Append(Vm::NameOf(owner));
  out.Append("' objects>");
  return out.status();
}

Status DescriptorRepr(Vm& vm, Value self, TextBuilder& out) {
  const NativeInfo& info = vm.NativeOf(self);
  return AppendDescriptor(info.kind == NativeKind::kWrapper ? "slot wrapper" : "method", info.name,
                          Vm::NativeOwner(self), out);
}

Status WrapperRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<method-wrapper '");
  out.Append(vm.NativeOf(RowOf(self)).name);
  out.Append('\'');
  return AppendBound(vm, self, out);
}

// ---- what int.real is

Value AttributeGetName(Vm& vm, Value self) { return vm.Intern(vm.AttributeOf(self).name); }
Value AttributeGetQualifiedName(Vm& vm, Value self) {
  return vm.NewStr(std::string(Vm::NameOf(self.AttributeOwner())) + "." +
                   std::string(vm.AttributeOf(self).name));
}
Value AttributeGetOwner(Vm&, Value self) { return Value::Type(self.AttributeOwner()); }
Value AttributeGetDoc(Vm&, Value) { return Value::None(); }

constexpr AttributeInfo kAttributeAttributes[] = {
    {"__name__", AttributeGetName, nullptr, kMember},
    {"__qualname__", AttributeGetQualifiedName},
    {"__doc__", AttributeGetDoc},
    {"__objclass__", AttributeGetOwner, nullptr, kMember},
};

Status AttributeRepr(Vm& vm, Value self, TextBuilder& out) {
  const AttributeInfo& info = vm.AttributeOf(self);
  return AppendDescriptor(info.kind == kMember ? "member" : "attribute", info.name,
                          self.AttributeOwner(), out);
}

// ---- bound methods of functions

// types.MethodType(function, instance).
Value MethodNew(Vm& vm, const Args& a) {
  if (!vm.IsCallable(a[1])) return vm.TypeError("first argument must be callable");
  if (a[2].IsNone()) return vm.TypeError("instance must not be None");
  BoundMethod* method = TRY(vm.New<BoundMethod>(TypeId::kBoundMethod));
  method->self = a[2];
  method->function = a[1];
  return Value::Of(method);
}
constexpr NativeInfo kMethodConstructor{"method(function, instance, /)", MethodNew,
                                        "Create a bound instance method object."};

Value MethodGetFunction(Vm&, Value self) { return AsBoundMethod(self)->function; }
Value MethodGetSelf(Vm&, Value self) { return AsBoundMethod(self)->self; }
Value MethodGetDoc(Vm& vm, Value self) {
  static constexpr Name kDoc{"__doc__", MemberHash("__doc__")};
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return vm.GetAttribute(AsBoundMethod(self)->function, kDoc);
}
constexpr AttributeInfo kMethodAttributes[] = {{"__self__", MethodGetSelf, nullptr, kMember},
                                               {"__func__", MethodGetFunction, nullptr, kMember},
                                               {"__doc__", MethodGetDoc}};

// Everything else is the function's, but what is done with it.
Value MethodGetAttribute(Vm& vm, Value self, Name name) {
  constexpr std::string_view kOwn[] = {
      "__call__", "__class__", "__eq__", "__ge__", "__get__",    "__getattribute__", "__gt__",
      "__hash__", "__le__",    "__lt__", "__ne__", "__reduce__", "__repr__"};
  for (std::string_view own : kOwn) {
    if (own == name.text) return Value::Undefined();
  }
  DepthGuard guard(vm);  // its function may be a method
  if (!guard.ok()) return vm.TooDeep("");
  return vm.FindAttribute(AsBoundMethod(self)->function, name);
}

Value Compare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (vm.TypeOf(left) != vm.TypeOf(right)) return Value::NotImplemented();
  if (IsBound(left) != IsBound(right)) return Value::Bool(op == CompareOp::kNe);
  if (!IsBound(left)) return Value::Bool((left == right) == (op == CompareOp::kEq));
  bool equal = AsBoundMethod(left)->self == AsBoundMethod(right)->self &&
               AsBoundMethod(left)->function == AsBoundMethod(right)->function;
  return Value::Bool(equal == (op == CompareOp::kEq));
}

Result<int64_t> Hash(Vm& vm, Value self) {
  if (!IsBound(self)) return vm.IdOf(self);
  uint64_t object = static_cast<uint64_t>(TRY(vm.IdOf(AsBoundMethod(self)->self)));
  uint64_t function = static_cast<uint64_t>(TRY(vm.IdOf(AsBoundMethod(self)->function)));
  return static_cast<int64_t>((object * 1000003 ^ function) & INT64_MAX >> 16);
}

Status MethodRepr(Vm& vm, Value self, TextBuilder& out) {
  static constexpr Name kQualifiedName{"__qualname__", MemberHash("__qualname__")};
  out.Append("<bound method ");
  Value name = vm.FindAttribute(AsBoundMethod(self)->function, kQualifiedName);
  if (name.IsFailed()) return Failure{};
  out.Append(Vm::IsStr(name) ? Vm::View(name) : "?");
  out.Append(" of ");
  TRY(vm.Repr(AsBoundMethod(self)->self, out));
  out.Append('>');
  return out.status();
}

// (Calls find bound methods by themselves; this is for whoever asks a type whether it can be
// called.)
Value Call(Vm& vm, Value self, const Args& args) {
  return vm.CallWithKeywords(self, std::span<const Value>(args.rest, args.rest_count),
                             args.keywords);
}

PYSUB_MEMBERS(BuiltinFunction, kNoMethods, kFunctionAttributes);
PYSUB_MEMBERS(Descriptor, kNoMethods, kDescriptorAttributes);
PYSUB_MEMBERS(Wrapper, kNoMethods, kWrapperAttributes);
PYSUB_MEMBERS(Attribute, kNoMethods, kAttributeAttributes);
PYSUB_MEMBERS(BoundMethod, kNoMethods, kMethodAttributes);

constexpr TypeInfo DescriptorType(TypeId id) {
  TypeInfo info{.id = id};
  info.attributes = kDescriptorAttributes;
  info.members = kDescriptorMembers;
  info.repr = DescriptorRepr;
  return info;
}

constexpr TypeInfo AttributeType(TypeId id) {
  TypeInfo info{.id = id};
  info.attributes = kAttributeAttributes;
  info.members = kAttributeMembers;
  info.repr = AttributeRepr;
  return info;
}

}  // namespace

extern constexpr TypeInfo kBuiltinFunctionType{.id = TypeId::kBuiltinFunction,
                                               .attributes = kFunctionAttributes,
                                               .members = kBuiltinFunctionMembers,
                                               .repr = FunctionRepr,
                                               .hash = Hash,
                                               .compare = Compare,
                                               .call = Call};
extern constexpr TypeInfo kMethodWrapperType{.id = TypeId::kMethodWrapper,
                                             .attributes = kWrapperAttributes,
                                             .members = kWrapperMembers,
                                             .repr = WrapperRepr,
                                             .hash = Hash,
                                             .compare = Compare,
                                             .call = Call};
extern constexpr TypeInfo kMethodDescriptorType = DescriptorType(TypeId::kMethodDescriptor);
extern constexpr TypeInfo kWrapperDescriptorType = DescriptorType(TypeId::kWrapperDescriptor);
extern constexpr TypeInfo kClassMethodDescriptorType =
    DescriptorType(TypeId::kClassMethodDescriptor);
extern constexpr TypeInfo kGetSetDescriptorType = AttributeType(TypeId::kGetSetDescriptor);
extern constexpr TypeInfo kMemberDescriptorType = AttributeType(TypeId::kMemberDescriptor);
extern constexpr TypeInfo kBoundMethodType{.id = TypeId::kBoundMethod,
                                           .constructor = &kMethodConstructor,
                                           .doc = "Create a bound instance method object.",
                                           .attributes = kMethodAttributes,
                                           .members = kBoundMethodMembers,
                                           .repr = MethodRepr,
                                           .hash = Hash,
                                           .compare = Compare,
                                           .get_attribute = MethodGetAttribute};

}  // namespace pysub
