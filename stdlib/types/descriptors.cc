// property, staticmethod, classmethod, super. CPython 3.14 library, "Built-in Functions". There
// are no class statements, so nothing but the library's own classes
// (stdlib/modules/library_class.h) looks for them in a class; programs have them as values:
// what they wrap can be asked, called and bound by hand.

#include "stdlib/types/descriptors.h"

#include "stdlib/modules/functools.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr Name kDoc{"__doc__", MemberHash("__doc__")};
constexpr Name kName{"__name__", MemberHash("__name__")};

// ---- property

Property* AsProperty(Value v) { return v.As<Property>(); }
Value Given(Value v) { return v.IsNone() ? Value::Undefined() : v; }
Value OrNone(Value v) { return v.IsUndefined() ? Value::None() : v; }

// An attribute that C++ asks for: what would have to be computed is not there.
Value Plain(Vm& vm, Value object, Name name) {
  Value value = TRY(vm.FindAttribute(object, name));
  if (!value.IsCallPending()) return value;
  vm.DropPushedNativeFrame();
  return Value::Undefined();
}

Value NewProperty(Vm& vm, Value get, Value set, Value remove, Value doc) {
  const bool has_doc = !Given(doc).IsUndefined();
  if (!has_doc) doc = Given(get).IsUndefined() ? Value::Undefined() : TRY(Plain(vm, get, kDoc));
  Property* property = TRY(vm.New<Property>(TypeId::kProperty));
  property->get = Given(get);
  property->set = Given(set);
  property->remove = Given(remove);
  property->doc = OrNone(doc);
  property->name = Value::Undefined();
  property->has_doc = has_doc;
  return Value::Of(property);
}
Value PropertyNew(Vm& vm, const Args& a) {
  return NewProperty(vm, a[1], a[2], a[3], a.has(4) ? a[4] : Value::None());
}

// getter(), setter(), deleter(): a copy with one function for another.
template <Value Property::*kFunction>
Value With(Vm& vm, const Args& a) {
  Property* old = AsProperty(a[0]);
  Value parts[] = {old->get, old->set, old->remove};
  parts[kFunction == &Property::get ? 0 : kFunction == &Property::set ? 1 : 2] = a[1];
  // A text that came from the getter comes from the new getter.
  Value made =
      TRY(NewProperty(vm, parts[0], parts[1], parts[2], old->has_doc ? old->doc : Value::None()));
  AsProperty(made)->name = old->name;
  return made;
}

Value NameOf(Vm& vm, Property* property) {
  if (!property->name.IsUndefined() || property->get.IsUndefined()) return property->name;
  return Plain(vm, property->get, kName);
}

Value Lacks(Vm& vm, Value self, Value instance, std::string_view what) {
  Value name = TRY(NameOf(vm, AsProperty(self)));
  if (name.IsUndefined()) {
    return vm.Raise(TypeId::kAttributeError, "property of '", vm.TypeName(instance),
                    "' object has no ", what);
  }
  Value shown = TRY(vm.ReprValue(name));
  return vm.Raise(TypeId::kAttributeError, "property ", shown, " of '", vm.TypeName(instance),
                  "' object has no ", what);
}

Value PropertyGet(Vm& vm, const Args& a) {
  if (a[1].IsNone() && (!a.has(2) || a[2].IsNone()))
    return vm.TypeError("__get__(None, None) is invalid");
  if (a[1].IsNone()) return a[0];
  if (AsProperty(a[0])->get.IsUndefined()) return Lacks(vm, a[0], a[1], "getter");
  return vm.Call(AsProperty(a[0])->get, {a[1]});
}
Value PropertySet(Vm& vm, const Args& a) {
  if (AsProperty(a[0])->set.IsUndefined()) return Lacks(vm, a[0], a[1], "setter");
  return vm.PushNativeFrame(ResumeId::kCallForNothing, {AsProperty(a[0])->set, a[1], a[2]});
}
Value PropertyDelete(Vm& vm, const Args& a) {
  if (AsProperty(a[0])->remove.IsUndefined()) return Lacks(vm, a[0], a[1], "deleter");
  return vm.PushNativeFrame(ResumeId::kCallForNothing,
                            {AsProperty(a[0])->remove, a[1], Value::Undefined()});
}
Value SetName(Vm& vm, const Args& a) {
  if (a.rest_count != 2) {
    return vm.TypeError("__set_name__() takes 2 positional arguments but ", a.rest_count,
                        " were given");
  }
  AsProperty(a[0])->name = a.rest[1];
  return Value::None();
}

template <Value Property::*kField>
Value PropertyPart(Vm&, Value self) {
  return OrNone(AsProperty(self)->*kField);
}
Status SetDoc(Vm&, Value self, Value value) {
  AsProperty(self)->doc = OrNone(value);
  return Done{};
}
Value GetName(Vm& vm, Value self) {
  Value name = TRY(NameOf(vm, AsProperty(self)));
  return name.IsUndefined() ? vm.RaiseAttributeError(self, "__name__") : name;
}
Status SetNameAttribute(Vm&, Value self, Value value) {
  AsProperty(self)->name = value;
  return Done{};
}
Value IsAbstract(Vm&, Value) { return Value::False(); }

constexpr NativeInfo kPropertyConstructor{"property(fget=None, fset=None, fdel=None, doc=None)",
                                          PropertyNew, "Property attribute."};
constexpr NativeInfo kPropertyMethods[] = {
    {"getter(object, /)", With<&Property::get>,
     "Descriptor to obtain a copy of the property with a different getter."},
    {"setter(object, /)", With<&Property::set>,
     "Descriptor to obtain a copy of the property with a different setter."},
    {"deleter(object, /)", With<&Property::remove>,
     "Descriptor to obtain a copy of the property with a different deleter."},
    {"@wrapper __get__(instance, owner=None, /)", PropertyGet,
     "Return an attribute of instance, which is of type owner."},
    {"@wrapper __set__(instance, value, /)", PropertySet, "Set an attribute of instance to value."},
    {"@wrapper __delete__(instance, /)", PropertyDelete, "Delete an attribute of instance."},
    {"__set_name__(*args)", SetName, "Method to set name of a property."},
};
constexpr AttributeInfo kPropertyAttributes[] = {
    {"fget", PropertyPart<&Property::get>, nullptr, AttributeKind::kMember},
    {"fset", PropertyPart<&Property::set>, nullptr, AttributeKind::kMember},
    {"fdel", PropertyPart<&Property::remove>, nullptr, AttributeKind::kMember},
    {"__doc__", PropertyPart<&Property::doc>, SetDoc, AttributeKind::kMember},
    {"__name__", GetName, SetNameAttribute},
    {"__isabstractmethod__", IsAbstract},
};
PYSUB_MEMBERS(Property, kPropertyMethods, kPropertyAttributes);

// ---- staticmethod and classmethod

// A function that a class binds to nothing, or to the type. It looks like the function within,
// hence the attributes.
struct Wrapper : Object {
  Value function;
  Value attributes;  // Dict: what was copied from the function, and what was set
};
Wrapper* AsWrapper(Value v) { return v.As<Wrapper>(); }

template <TypeId kType>
Value WrapperNew(Vm& vm, const Args& a) {
  Dict* attributes = TRY(vm.NewDict());
  for (const std::string_view name : {"__module__", "__name__", "__qualname__", "__doc__"}) {
    const Value value = TRY(Plain(vm, a[1], {name, MemberHash(name)}));
    if (!value.IsUndefined()) TRY(DictSetStr(vm, attributes, name, value));
  }
  Wrapper* wrapper = TRY(vm.New<Wrapper>(kType));
  wrapper->function = a[1];
  wrapper->attributes = Value::Of(attributes);
  return Value::Of(wrapper);
}
Status WrapperRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append('<');
  out.Append(vm.TypeName(self));
  out.Append('(');
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  TRY(vm.Repr(AsWrapper(self)->function, out));
  out.Append(")>");
  return out.status();
}
Value StaticCall(Vm& vm, Value self, const Args& a) {
  // As many around each other as a program likes: they are taken off here, not by calls within
  // calls.
  Value function = AsWrapper(self)->function;
  for (; IsObjectOf(function, TypeId::kStaticMethod); function = AsWrapper(function)->function) {
    if (!vm.Tick(1)) return Value::Failed();
  }
  DepthGuard guard(vm);  // (What is between them may be a __call__ of one.)
  if (!guard.ok()) return vm.TooDeep(" while calling a Python object");
  Value rest = TRY(RestTuple(vm, a));
  return vm.CallSpread(vm.StackTop(), function, rest, a.keywords);
}
Value StaticGet(Vm& vm, const Args& a) {
  if (a[1].IsNone() && (!a.has(2) || a[2].IsNone()))
    return vm.TypeError("__get__(None, None) is invalid");
  return AsWrapper(a[0])->function;
}
Value ClassGet(Vm& vm, const Args& a) {
  const bool has_owner = a.has(2) && !a[2].IsNone();
  if (a[1].IsNone() && !has_owner) return vm.TypeError("__get__(None, None) is invalid");
  return vm.NewBoundMethod(has_owner ? a[2] : Value::Type(vm.TypeOf(a[1])),
                           AsWrapper(a[0])->function);
}
Value Wrapped(Vm&, Value self) { return AsWrapper(self)->function; }
Value WrapperDict(Vm&, Value self) { return AsWrapper(self)->attributes; }
// Of what it wraps, once somebody asks.
Value WrapperAnnotations(Vm& vm, Value self) {
  constexpr std::string_view kText = "__annotations__";
  Value own = TRY(DictGetStr(vm, AsWrapper(self)->attributes.As<Dict>(), kText));
  return own.IsUndefined() ? vm.GetAttribute(AsWrapper(self)->function, {kText, MemberHash(kText)})
                           : own;
}
Value WrapperGetAttribute(Vm& vm, Value self, Name name) {
  return DictGetStr(vm, AsWrapper(self)->attributes.As<Dict>(), name.text);
}
Result<bool> WrapperSetAttribute(Vm& vm, Value self, Name name, Value value) {
  for (const std::string_view fixed :
       {"__func__", "__wrapped__", "__dict__", "__isabstractmethod__"}) {
    if (name.text == fixed) return false;
  }
  return DictSetAttribute(vm, AsWrapper(self)->attributes.As<Dict>(), name, value);
}
void WrapperNames(Vm& vm, TypeId owner, Value v, std::vector<std::string>* names) {
  if (!v.IsObject() || v.AsObject()->type != owner) return;
  DictListAttributes(vm, AsWrapper(v)->attributes.As<Dict>(), names);
}

constexpr NativeInfo kStaticConstructor{"staticmethod(function, /)",
                                        WrapperNew<TypeId::kStaticMethod>,
                                        "Convert a function to be a static method."};
constexpr NativeInfo kClassConstructor{"classmethod(function, /)", WrapperNew<TypeId::kClassMethod>,
                                       "Convert a function to be a class method."};
constexpr std::string_view kGetDoc = "Return an attribute of instance, which is of type owner.";
constexpr NativeInfo kStaticMethods[] = {
    {"@wrapper __get__(instance, owner=None, /)", StaticGet, kGetDoc}};
constexpr NativeInfo kClassMethods[] = {
    {"@wrapper __get__(instance, owner=None, /)", ClassGet, kGetDoc}};
constexpr AttributeInfo kWrapperAttributes[] = {
    {"__func__", Wrapped, nullptr, AttributeKind::kMember},
    {"__wrapped__", Wrapped, nullptr, AttributeKind::kMember},
    {"__isabstractmethod__", IsAbstract},
    {"__dict__", WrapperDict},
    {"__annotations__", WrapperAnnotations},
};
PYSUB_MEMBERS(Static, kStaticMethods, kWrapperAttributes);
PYSUB_MEMBERS(Class, kClassMethods, kWrapperAttributes);

// ---- super

// super(type, object): attributes are looked for in the bases behind `type`.
struct Super : Object {
  Value type;    // behind which attributes are looked for
  Value object;  // an instance or a subtype of it; Undefined
};
Super* AsSuper(Value v) { return v.As<Super>(); }

// The type whose bases are looked through.
TypeId TypeOfObject(Vm& vm, Value self) {
  const Value object = AsSuper(self)->object;
  return object.IsType() && Vm::IsSubtype(object.AsType(), AsSuper(self)->type.AsType())
             ? object.AsType()
             : vm.TypeOf(object);
}

Value Bind(Vm& vm, Value type, Value object) {
  const bool of_type = object.IsType() && Vm::IsSubtype(object.AsType(), type.AsType());
  if (!object.IsUndefined() && !of_type && !vm.IsInstance(object, type.AsType())) {
    const bool is_type = object.IsType();
    return vm.TypeError("super(type, obj): obj (", is_type ? "type " : "instance of ",
                        is_type ? Vm::NameOf(object.AsType()) : vm.TypeName(object),
                        ") is not an instance or subtype of type (", Vm::NameOf(type.AsType()),
                        ").");
  }
  Super* made = TRY(vm.New<Super>(TypeId::kSuper));
  made->type = type;
  made->object = object;
  return Value::Of(made);
}
bool TakesArguments(const Frame& frame) { return frame.code->positional_count != 0; }
Value SuperNew(Vm& vm, const Args& a) {
  if (!a.keywords.IsUndefined()) return vm.TypeError("super() takes no keyword arguments");
  if (a.rest_count > 2)
    return vm.TypeError("super() expected at most 2 arguments, got ", a.rest_count);
  // There is no class around any function.
  if (a.rest_count == 0) {
    return vm.Raise(TypeId::kRuntimeError, TakesArguments(*vm.CurrentPythonFrame())
                                               ? "super(): __class__ cell not found"
                                               : "super(): no arguments");
  }
  if (!a.rest[0].IsType())
    return vm.TypeError("super() argument 1 must be a type, not ", vm.TypeName(a.rest[0]));
  const bool bound = a.rest_count == 2 && !a.rest[1].IsNone();
  return Bind(vm, a.rest[0], bound ? a.rest[1] : Value::Undefined());
}
Value SuperGet(Vm& vm, const Args& a) {
  if (a[1].IsNone() || !AsSuper(a[0])->object.IsUndefined()) return a[0];
  return Bind(vm, AsSuper(a[0])->type, a[1]);
}
Status SuperRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<super: ");
  TRY(vm.Repr(AsSuper(self)->type, out));
  out.Append(", ");
  if (AsSuper(self)->object.IsUndefined()) {
    out.Append("NULL>");
  } else {
    out.Append('<');
    out.Append(Vm::NameOf(TypeOfObject(vm, self)));
    out.Append(" object>>");
  }
  return out.status();
}
Value SuperAttribute(Vm& vm, Value self, Name name) {
  const Value object = AsSuper(self)->object;
  const TypeId type = AsSuper(self)->type.AsType();
  if (object.IsUndefined() || type == TypeId::kObject || name.text == "__class__")
    return Value::Undefined();
  const TypeId base = Vm::BaseOf(type);
  const Value found = vm.FindInType(base, name);
  if (object.IsType() && (!found.IsNative() || vm.NativeOf(found).kind != NativeKind::kClassMethod))
    return found;
  if (found.IsAttribute()) return vm.AttributeOf(found).get(vm, object);
  if (!found.IsNative() || vm.NativeOf(found).kind == NativeKind::kStatic) return found;
  const bool of_class = vm.NativeOf(found).kind == NativeKind::kClassMethod;
  return vm.NewBoundMethod(of_class ? Value::Type(TypeOfObject(vm, self)) : object, found);
}

Value ThisClass(Vm&, Value self) { return AsSuper(self)->type; }
Value SelfOf(Vm&, Value self) { return OrNone(AsSuper(self)->object); }
Value SelfClass(Vm& vm, Value self) {
  return AsSuper(self)->object.IsUndefined() ? Value::None() : Value::Type(TypeOfObject(vm, self));
}

constexpr NativeInfo kSuperConstructor{"@hidden super(*args, **kwargs)", SuperNew,
                                       "super() -> same as super(__class__, <first argument>)"};
constexpr NativeInfo kSuperMethods[] = {
    {"@wrapper __get__(instance, owner=None, /)", SuperGet, kGetDoc}};
constexpr AttributeInfo kSuperAttributes[] = {
    {"__thisclass__", ThisClass, nullptr, AttributeKind::kMember},
    {"__self__", SelfOf, nullptr, AttributeKind::kMember},
    {"__self_class__", SelfClass, nullptr, AttributeKind::kMember},
};
PYSUB_MEMBERS(Super, kSuperMethods, kSuperAttributes);

constexpr Schema kPropertySchema{"v v v v v #"};
constexpr Schema kWrapperSchema{"V d"};
// What it binds is taken for an instance.
bool CheckSuper(Vm& vm, Object* object) {
  Super* super = static_cast<Super*>(object);
  const TypeId type = super->type.AsType();
  return super->object.IsUndefined() || vm.IsInstance(super->object, type) ||
         (super->object.IsType() && Vm::IsSubtype(super->object.AsType(), type));
}
constexpr Schema kSuperSchema{"o v", CheckSuper};

}  // namespace

// Slots: the function and its arguments, the last perhaps Undefined.
Value CallForNothingResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, slots[2].IsUndefined() ? vm.Call(slots[0], {slots[1]})
                                                    : vm.Call(slots[0], {slots[1], slots[2]}));
  }
  return Value::None();
}

// Slots: the function of a property of the library, the object.
Value LibraryPropertyResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0: PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[0], {frame.slots[1]}));
  }
  return in;
}

extern constexpr TypeInfo kPropertyType{.id = TypeId::kProperty,
                                        .schema = &kPropertySchema,
                                        .constructor = &kPropertyConstructor,
                                        .doc = "Property attribute.",
                                        .methods = kPropertyMethods,
                                        .attributes = kPropertyAttributes,
                                        .members = kPropertyMembers};
extern constexpr TypeInfo kStaticMethodType{.id = TypeId::kStaticMethod,
                                            .schema = &kWrapperSchema,
                                            .constructor = &kStaticConstructor,
                                            .doc = "Convert a function to be a static method.",
                                            .methods = kStaticMethods,
                                            .attributes = kWrapperAttributes,
                                            .members = kStaticMembers,
                                            .has_dict = true,
                                            .repr = WrapperRepr,
                                            .call = StaticCall,
                                            .get_attribute = WrapperGetAttribute,
                                            .list_names = WrapperNames,
                                            .set_attribute = WrapperSetAttribute};
extern constexpr TypeInfo kClassMethodType{.id = TypeId::kClassMethod,
                                           .schema = &kWrapperSchema,
                                           .constructor = &kClassConstructor,
                                           .doc = "Convert a function to be a class method.",
                                           .methods = kClassMethods,
                                           .attributes = kWrapperAttributes,
                                           .members = kClassMembers,
                                           .has_dict = true,
                                           .repr = WrapperRepr,
                                           .get_attribute = WrapperGetAttribute,
                                           .list_names = WrapperNames,
                                           .set_attribute = WrapperSetAttribute};
extern constexpr TypeInfo kSuperType{.id = TypeId::kSuper,
                                     .schema = &kSuperSchema,
                                     .constructor = &kSuperConstructor,
                                     .doc = "super() -> same as super(__class__, <first argument>)",
                                     .methods = kSuperMethods,
                                     .attributes = kSuperAttributes,
                                     .members = kSuperMembers,
                                     .repr = SuperRepr,
                                     .get_attribute = SuperAttribute};

}  // namespace pysub
