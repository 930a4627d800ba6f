#include "stdlib/modules/library_class.h"

#include <string>

#include "stdlib/modules/library_function.h"
#include "stdlib/types/descriptors.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

LibraryObject* AsLibrary(Value v) { return v.As<LibraryObject>(); }

// An iterator over an object of a library class, whose __iter__ may need a call.
struct LibraryIterator : Object {
  Value source;    // the object; None when exhausted
  Value iterator;  // what its __iter__ gave, Undefined before
};

// The dict of all classes.
Value Classes(Vm& vm) {
  Value& state = vm.library_state(LibraryState::kClasses);
  if (!IsObjectOf(state, TypeId::kDict)) state = Value::Of(TRY(vm.NewDict()));
  return state;
}

LibraryObject* NewObject(Vm& vm, TypeId type, Value attributes) {
  if (attributes.IsUndefined()) attributes = Value::Of(TRY(vm.NewDict()));
  LibraryObject* object = TRY(vm.New<LibraryObject>(type));
  object->attributes = attributes;
  return object;
}

// A member as an attribute of `self`, an object or (for the type's own attributes) a type.
Value Bind(Vm& vm, Value self, TypeId type, Value member) {
  bool of_type = self.IsType();
  if (IsObjectOf(member, TypeId::kCell)) return member.As<Cell>()->value;
  if (IsObjectOf(member, TypeId::kBoundMethod) &&
      member.As<BoundMethod>()->self == Value::Ellipsis()) {
    return vm.NewBoundMethod(Value::Type(type), member.As<BoundMethod>()->function);
  }
  if (!of_type && (IsObjectOf(member, TypeId::kFunction) || member.IsNative())) {
    return vm.NewBoundMethod(self, member);
  }
  if (!of_type && IsObjectOf(member, TypeId::kProperty) &&
      !member.As<Property>()->get.IsUndefined()) {
    return vm.PushNativeFrame(ResumeId::kLibraryProperty, {member.As<Property>()->get, self});
  }
  return member;
}

// self.name bound; Undefined: there is no such method.
Value Method(Vm& vm, Value self, std::string_view name) {
  Value member = TRY(LibraryMember(vm, vm.TypeOf(self), name));
  return member.IsUndefined() ? member : Bind(vm, self, vm.TypeOf(self), member);
}

constexpr std::string_view kBinaryNames[] = {"add",      "sub", "mul", "matmul", "truediv",
                                             "floordiv", "mod", "pow", "lshift", "rshift",
                                             "and",      "xor", "or"};

}  // namespace

Value LibraryAttribute(Vm& vm, Value self, std::string_view name) {
  Value attributes = AsLibrary(self)->attributes;
  return IsObjectOf(attributes, TypeId::kDict) ? DictGetStr(vm, attributes.As<Dict>(), name)
                                               : Value::Undefined();
}

Failure NotFilled(Vm& vm, Value self, std::string_view name) {
  if (vm.has_exception() || !vm.FailureIsCatchable()) return Failure{};
  return vm.Raise(TypeId::kAttributeError, "'", vm.TypeName(self), "' object has no attribute '",
                  name, "'");
}

Value LibraryMember(Vm& vm, TypeId type, std::string_view name) {
  Value classes = TRY(Classes(vm));
  for (; type != TypeId::kObject; type = Vm::BaseOf(type)) {
    vm.Spend(1);
    Value members = TRY(DictGet(vm, classes.As<Dict>(), Value::SmallInt(static_cast<int>(type))));
    if (!IsObjectOf(members, TypeId::kDict)) continue;
    Value member = TRY(DictGetStr(vm, members.As<Dict>(), name));
    if (!member.IsUndefined()) return member;
  }
  return Value::Undefined();
}

Value LibraryDefine(Vm& vm, const Args& a) {
  if (!a[0].IsType() || !IsObjectOf(a[1], TypeId::kDict))
    return vm.TypeError("_define() takes a class and a dict");
  Dict* members = a[1].As<Dict>();
  const std::string own = std::string(Vm::NameOf(a[0].AsType())) + ".";
  const std::string inherited =
      a.has(2) && Vm::IsStr(a[2]) ? std::string(Vm::View(a[2])) + "." : own;
  const auto is_own = [&](std::string_view name) {
    return !a.has(3) || !Vm::IsStr(a[3]) ||
           (" " + std::string(Vm::View(a[3])) + " ").find(" " + std::string(name) + " ") !=
               std::string::npos;
  };
  for (uint32_t at = 0; DictEntry* entry = DictNext(members, &at);) {
    if (!vm.Tick(1)) return Value::Failed();
    Value function = entry->value;
    if (IsObjectOf(function, TypeId::kCell)) function = function.As<Cell>()->value;
    if (IsObjectOf(function, TypeId::kBoundMethod)) function = function.As<BoundMethod>()->function;
    if (!IsObjectOf(function, TypeId::kFunction) || !Vm::IsStr(entry->key)) continue;
    // Wrong calls of an exception's type speak of its __init__.
    const bool makes = Vm::View(entry->key) == "__make__" && IsExceptionType(a[0].AsType());
    const std::string name = makes ? "__init__" : std::string(Vm::View(entry->key));
    function.As<Function>()->qualified_name =
        TRY(vm.Intern((is_own(name) ? own : inherited) + name));
  }
  Value classes = TRY(Classes(vm));
  TRY(DictSet(vm, classes.As<Dict>(), Value::SmallInt(static_cast<int>(a[0].AsType())), a[1]));
  return Value::None();
}

Value LibraryStatic(Vm& vm, const Args& a) {
  Cell* cell = TRY(vm.New<Cell>(TypeId::kCell));
  cell->value = a[0];
  return Value::Of(cell);
}
Value LibraryClassMethod(Vm& vm, const Args& a) {
  return vm.NewBoundMethod(Value::Ellipsis(), a[0]);
}

Value LibraryNew(Vm& vm, const Args& a) {
  if (!a[0].IsType() || !IsObjectOf(a[1], TypeId::kDict) ||
      vm.InfoOf(a[0].AsType()).schema != &kLibraryObjectSchema) {
    return vm.TypeError("_new() takes a class of the library and a dict");
  }
  return Value::Of(TRY(NewObject(vm, a[0].AsType(), a[1])));
}

Value LibraryMakeException(Vm& vm, const Args& a) {
  if (!a[0].IsType() || !IsExceptionType(a[0].AsType()) || !IsObjectOf(a[1], TypeId::kTuple) ||
      !IsObjectOf(a[2], TypeId::kDict)) {
    return vm.TypeError("_new_exception() takes a class, a tuple and a dict");
  }
  // Others have fields of their own, which only their constructors fill in: a program can call
  // this.
  if (TRY(LibraryMember(vm, a[0].AsType(), "__make__")).IsUndefined())
    return vm.TypeError("_new_exception() takes a class that has __make__()");
  const Value made = TRY(vm.NewException(a[0].AsType(), a[1]));
  made.As<Exception>()->attributes = a[2];
  return made;
}

Value ExceptionAtOnce(Vm& vm, Value type, std::span<const Value> args) {
  if (Vm::ModuleOf(type.AsType()) != "builtins" &&
      !TRY(LibraryMember(vm, type.AsType(), "__make__")).IsUndefined()) {
    return vm.TypeError("an exception of class '", Vm::NameOf(type.AsType()),
                        "' must be made before it is given");
  }
  return TRY(vm.Call(type, args).AtOnce());
}

Value LibraryExceptionNew(Vm& vm, const Args& a) {
  const Value rest = TRY(RestTuple(vm, a));
  const Value make = TRY(LibraryMember(vm, a[0].AsType(), "__make__"));
  if (make.IsUndefined()) return vm.NewException(a[0].AsType(), rest);
  return vm.CallSpread(vm.StackTop(), TRY(vm.NewBoundMethod(a[0], make)), rest, a.keywords);
}

Value LibraryExceptionAttribute(Vm& vm, Value self, Name name) {
  const Value attributes = self.As<Exception>()->attributes;
  if (IsObjectOf(attributes, TypeId::kDict)) {
    const Value value = TRY(DictGetStr(vm, attributes.As<Dict>(), name.text));
    if (!value.IsUndefined()) return value;
  }
  return name.text == "__make__" ? Value::Undefined() : Method(vm, self, name.text);
}

Value LibraryClassNew(Vm& vm, const Args& a) {
  TypeId type = a[0].AsType();
  Value rest = TRY(RestTuple(vm, a));
  Value make = TRY(LibraryMember(vm, type, "__make__"));
  if (!make.IsUndefined()) {
    make = TRY(vm.NewBoundMethod(a[0], make));
    return vm.CallSpread(vm.StackTop(), make, rest, a.keywords);
  }
  Value self = Value::Of(TRY(NewObject(vm, type, Value::Undefined())));
  Value init = TRY(Method(vm, self, "__init__"));
  if (init.IsUndefined()) {
    if (a.rest_count == 0 && a.keywords.IsUndefined()) return self;
    return vm.TypeError(Vm::NameOf(type), "() takes no arguments");
  }
  return vm.PushNativeFrame(ResumeId::kLibraryConstruct, {self, init, rest, a.keywords});
}

// Slots: the object, its bound __init__, the arguments, the keywords.
Value LibraryConstructResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(
          1, vm.CallSpread(vm.StackTop(), frame.slots[1], frame.slots[2], frame.slots[3]));
  }
  return frame.slots[0];
}

// ---- slots of TypeInfo

Status LibraryRepr(Vm& vm, Value self, TextBuilder& out) {
  Value text = LibraryAttribute(vm, self, "_repr");
  if (text.IsUndefined()) text = LibraryMember(vm, vm.TypeOf(self), "_repr");
  if (text.IsFailed()) return Failure{};
  return Vm::IsStr(text) ? vm.ToStr(text, out) : vm.ReprOfIdentity(self, out);
}

Status LibraryStr(Vm& vm, Value self, TextBuilder& out) {
  Value text = LibraryAttribute(vm, self, "_str");
  if (text.IsFailed()) return Failure{};
  return Vm::IsStr(text) ? vm.ToStr(text, out) : LibraryRepr(vm, self, out);
}

Result<int64_t> LibraryHash(Vm& vm, Value self) {
  Value key = LibraryAttribute(vm, self, "_key");
  if (key.IsFailed()) return Failure{};
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return key.IsUndefined() ? vm.IdOf(self) : vm.Hash(key);
}

Value LibraryCompare(Vm& vm, CompareOp op, Value left, Value right) {
  bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  if (vm.TypeOf(left) != vm.TypeOf(right)) return Value::NotImplemented();
  Value a = TRY(LibraryAttribute(vm, left, "_key"));
  Value b = TRY(LibraryAttribute(vm, right, "_key"));
  if (a.IsUndefined() || b.IsUndefined()) return Value::NotImplemented();
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" in comparison");
  if (equality) return Value::Bool(TRY(vm.Equal(a, b)) == (op == CompareOp::kEq));
  Value first = TRY(LibraryAttribute(vm, left, "_order"));
  Value second = TRY(LibraryAttribute(vm, right, "_order"));
  if (!first.IsUndefined() && !second.IsUndefined()) {
    // Objects that differ in what has no order: < looks at the order alone, and the others
    // are made of < and ==.
    bool less = TRY(vm.Truth(TRY(vm.Compare(CompareOp::kLt, first, second))));
    if (op == CompareOp::kLt || op == CompareOp::kGe)
      return Value::Bool(less == (op == CompareOp::kLt));
    bool equal = TRY(vm.Equal(a, b));
    return Value::Bool(op == CompareOp::kLe ? less || equal : !less && !equal);
  }
  Value ordered = TRY(LibraryMember(vm, vm.TypeOf(left), "_ordered"));
  return ordered.IsUndefined() ? Value::NotImplemented() : vm.Compare(op, a, b);
}

Value LibraryBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  std::string_view name = kBinaryNames[static_cast<int>(op)];
  if (left.IsObject() && vm.InfoOf(left).schema == &kLibraryObjectSchema) {
    const Value method = TRY(Method(vm, left, (in_place ? "_i" : "_") + std::string(name)));
    if (!method.IsUndefined()) return vm.Call(method, {right});
  }
  if (in_place && left.IsObject() && vm.InfoOf(left).schema == &kLibraryObjectSchema) {
    const Value method = TRY(Method(vm, left, "__i" + std::string(name) + "__"));
    if (!method.IsUndefined()) return vm.Call(method, {right});
  }
  for (bool reflected : {false, true}) {
    Value self = reflected ? right : left;
    if (!self.IsObject() || vm.InfoOf(self).schema != &kLibraryObjectSchema) continue;
    std::string text = std::string(reflected ? "__r" : "__") + std::string(name) + "__";
    Value method = TRY(Method(vm, self, text));
    if (!method.IsUndefined()) return vm.Call(method, {reflected ? left : right});
  }
  return Value::NotImplemented();
}

Value LibraryUnary(Vm& vm, UnaryOp op, Value self) {
  Value method = TRY(Method(vm, self,
                            op == UnaryOp::kNeg   ? "__neg__"
                            : op == UnaryOp::kPos ? "__pos__"
                                                  : "__invert__"));
  return method.IsUndefined() ? Value::NotImplemented() : vm.Call(method, {});
}

Value LibraryGetItem(Vm& vm, Value self, Value key) {
  Value method = TRY(Method(vm, self, "__getitem__"));
  if (method.IsUndefined())
    return vm.TypeError("'", vm.TypeName(self), "' object is not subscriptable");
  return vm.Call(method, {key});
}

Value LibrarySetItem(Vm& vm, Value self, Value key, Value value) {
  const bool deletes = value.IsUndefined();
  Value method = TRY(Method(vm, self, deletes ? "__delitem__" : "__setitem__"));
  if (method.IsUndefined()) {
    return vm.TypeError("'", vm.TypeName(self),
                        deletes ? "' object doesn't support item deletion"
                                : "' object does not support item assignment");
  }
  return deletes ? vm.Call(method, {key}) : vm.Call(method, {key, value});
}

Value LibraryContains(Vm& vm, Value self, Value item) {
  Value method = TRY(Method(vm, self, "__contains__"));
  if (method.IsUndefined()) {
    return vm.TypeError("argument of type '", vm.TypeName(self),
                        "' is not a container or iterable");
  }
  return vm.Call(method, {item});
}

Value LibraryIter(Vm& vm, Value self) {
  Value next = TRY(LibraryMember(vm, vm.TypeOf(self), "__next__"));
  if (!next.IsUndefined()) return self;
  LibraryIterator* iterator = TRY(vm.New<LibraryIterator>(TypeId::kLibraryIterator));
  iterator->source = self;
  iterator->iterator = Value::Undefined();
  return Value::Of(iterator);
}

Value LibraryNext(Vm& vm, Value self) {
  Value method = TRY(Method(vm, self, "__next__"));
  if (method.IsUndefined())
    return vm.TypeError("'", vm.TypeName(self), "' object is not an iterator");
  return vm.Call(method, {});
}

Value LibraryCall(Vm& vm, Value self, const Args& a) {
  Value method = TRY(Method(vm, self, "__call__"));
  if (method.IsUndefined()) return vm.TypeError("'", vm.TypeName(self), "' object is not callable");
  Value rest = TRY(RestTuple(vm, a));
  return vm.CallSpread(vm.StackTop(), method, rest, a.keywords);
}

Value LibraryGetAttribute(Vm& vm, Value self, Name name) {
  if (name.text == "__dict__") return AsLibrary(self)->attributes;
  Value value = TRY(LibraryAttribute(vm, self, name.text));
  return value.IsUndefined() ? Method(vm, self, name.text) : value;
}

Value LibraryGetTypeAttribute(Vm& vm, TypeId type, Name name) {
  Value member = TRY(LibraryMember(vm, type, name.text));
  return member.IsUndefined() ? member : Bind(vm, Value::Type(type), type, member);
}

// What programs may know of the members of `owner`, and of the object's own attributes.
void LibraryNames(Vm& vm, TypeId owner, Value v, std::vector<std::string>* names) {
  auto add = [&](Value dict) {
    if (!IsObjectOf(dict, TypeId::kDict)) return;
    vm.Spend(dict.As<Dict>()->used);
    for (uint32_t at = 0; DictEntry* entry = DictNext(dict.As<Dict>(), &at);) {
      if (!Vm::IsStr(entry->key)) continue;
      const std::string_view name = Vm::View(entry->key);
      if (name != "__make__" && (!name.starts_with('_') || name.starts_with("__")))
        names->emplace_back(name);
    }
  };
  const Value& classes = vm.library_state(LibraryState::kClasses);
  if (IsObjectOf(classes, TypeId::kDict))
    add(DictGet(vm, classes.As<Dict>(), Value::SmallInt(static_cast<int>(owner))));
  if (v.IsObject() && v.AsObject()->type == owner &&
      vm.InfoOf(owner).schema == &kLibraryObjectSchema)
    add(AsLibrary(v)->attributes);
}

Result<bool> LibrarySetAttribute(Vm& vm, Value self, Name name, Value value) {
  if (!IsObjectOf(AsLibrary(self)->attributes, TypeId::kDict)) return false;
  return DictSetAttribute(vm, AsLibrary(self)->attributes.As<Dict>(), name, value);
}

// ---- iteration over what __iter__ gives

// Slots: the LibraryIterator.
Value LibraryIteratorNextResume(Vm& vm, NativeFrame& frame, Value in) {
  LibraryIterator* self = frame.slots[0].As<LibraryIterator>();
  auto call = [&] { return CallMethod(vm, self->source, "__iter__", {}); };
  switch (frame.state) {
    case 0:
      if (self->iterator.IsUndefined()) {
        if (self->source.IsNone()) return Value::Exhausted();
        PYSUB_SUSPEND_POINT(1, call());
        self->iterator = TRY(vm.GetIter(in));
        PYSUB_CHECKPOINT(2);
      }
      PYSUB_SUSPEND_POINT(3, vm.Next(self->iterator));
  }
  if (in.IsExhausted()) self->source = Value::None();
  return in;
}

namespace {

Value IteratorNext(Vm& vm, Value self) {
  return vm.PushNativeFrame(ResumeId::kLibraryIteratorNext, {self}, kFrameIsIterator);
}
constexpr Schema kLibraryIteratorSchema{"V v"};

}  // namespace

extern constexpr Schema kLibraryObjectSchema{"d"};
extern constexpr TypeInfo kLibraryIteratorType{
    .id = TypeId::kLibraryIterator, .schema = &kLibraryIteratorSchema, .next = IteratorNext};

}  // namespace pysub
