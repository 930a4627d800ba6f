// functools.singledispatch: by the built-in type of the first argument, by types that namedtuple
// made, by abstract types.

#include "stdlib/modules/abstract_types.h"
#include "stdlib/modules/builtins.h"
#include "stdlib/modules/functools.h"
#include "stdlib/modules/typing/typing.h"
#include "stdlib/types/namedtuple.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// The closures' `a` is the registry, a Dict from types to functions; `b` the generic function's
// name.

bool IsDispatchable(Value v) {
  return v.IsType() || IsObjectOf(v, TypeId::kDynamicType) || IsObjectOf(v, TypeId::kAbstractType);
}
bool IsUnionOfTypes(Value v) {
  if (!IsObjectOf(v, TypeId::kUnion)) return false;
  Tuple* parts = v.AsObject()->words()[0].As<Tuple>();
  for (uint32_t i = 0; i < parts->count; ++i) {
    if (!IsDispatchable(parts->items()[i])) return false;
  }
  return true;
}

// The implementation for objects of `type` (of `dynamic`, if that is a type made by namedtuple).
Value FindImplementation(Vm& vm, Dict* registry, TypeId type, Value dynamic) {
  if (!dynamic.IsUndefined()) {
    Value found = TRY(DictGet(vm, registry, dynamic));
    if (!found.IsUndefined()) return found;
  }
  for (TypeId id = type; id != TypeId::kObject; id = Vm::BaseOf(id)) {
    Value found = TRY(DictGet(vm, registry, Value::Type(id)));
    if (!found.IsUndefined()) return found;
  }
  // Of the abstract types that match the most special.
  Value best = Value::Undefined(), best_type = Value::Undefined();
  for (uint32_t at = 0; DictEntry* entry = DictNext(registry, &at);) {
    Value candidate = entry->key, implementation = entry->value;
    if (!IsObjectOf(candidate, TypeId::kAbstractType)) continue;
    if (!TRY(IsAbstractInstance(vm, candidate, type))) continue;
    if (!best.IsUndefined()) {
      const TypeInfo& info = vm.InfoOf(best_type);
      bool more_special = TRY(info.instance_check(vm, best_type, candidate, TypeId::kObject, true));
      bool less_special = TRY(info.instance_check(vm, candidate, best_type, TypeId::kObject, true));
      if (!more_special && !less_special) {
        TextBuilder text(vm);
        text.Append("Ambiguous dispatch: ");
        TRY(vm.Repr(best_type, text));
        text.Append(" or ");
        TRY(vm.Repr(candidate, text));
        return vm.Raise(TypeId::kRuntimeError, text.view());
      }
      if (!more_special) continue;
    }
    best = implementation;
    best_type = candidate;
  }
  if (!best.IsUndefined()) return best;
  return DictGet(vm, registry, Value::Type(TypeId::kObject));
}

Value ImplementationFor(Vm& vm, Dict* registry, Value object) {
  TypeId type = vm.TypeOf(object);
  Value dynamic =
      type == TypeId::kNamedTuple ? NamedTupleType(object.As<Tuple>()) : Value::Undefined();
  return FindImplementation(vm, registry, type, dynamic);
}

Value Register(Vm& vm, Dict* registry, Value type, Value function) {
  if (IsObjectOf(type, TypeId::kUnion)) {
    Tuple* parts = type.AsObject()->words()[0].As<Tuple>();
    for (uint32_t i = 0; i < parts->count; ++i) {
      TRY(DictSet(vm, registry, parts->items()[i], function));
    }
    return function;
  }
  TRY(DictSet(vm, registry, type, function));
  return function;
}

}  // namespace

Value SingleDispatchFunction(Vm& vm, const Args& a) {
  static constexpr Name kName{"__name__", MemberHash("__name__")};
  Dict* registry = TRY(vm.NewDict());
  Value function = a[0];
  TRY(DictSet(vm, registry, Value::Type(TypeId::kObject), function));
  Value name = TRY(vm.FindAttribute(function, kName));
  if (!Vm::IsStr(name)) name = TRY(vm.Intern("singledispatch function"));
  Value table = Value::Of(registry);
  Value wrapper = TRY(NewLibraryFunction(vm, ClosureId::kSingleDispatch, "functools",
                                         "singledispatch.<locals>.wrapper", table, name));
  Dict* attributes = TRY(vm.NewDict(8));
  TRY(DictSetStr(vm, attributes, "register",
                 TRY(NewLibraryFunction(vm, ClosureId::kSingleDispatchRegister, "functools",
                                        "singledispatch.<locals>.register", table, wrapper))));
  TRY(DictSetStr(vm, attributes, "dispatch",
                 TRY(NewLibraryFunction(vm, ClosureId::kSingleDispatchLookUp, "functools",
                                        "singledispatch.<locals>.dispatch", table))));
  TRY(DictSetStr(vm, attributes, "registry", TRY(NewMappingProxy(vm, table))));
  TRY(DictSetStr(vm, attributes, "_clear_cache",
                 TRY(NewLibraryFunction(vm, ClosureId::kSingleDispatchClearCache, "functools",
                                        "singledispatch.<locals>.clear_cache", table))));
  wrapper.As<LibraryFunction>()->attributes = Value::Of(attributes);
  return CopyFunctionAttributes(vm, wrapper, function);
}

Value SingleDispatchClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  if (a.rest_count == 0) {
    return vm.TypeError(Vm::View(self->b), " requires at least 1 positional argument");
  }
  Value function = TRY(ImplementationFor(vm, self->a.As<Dict>(), a.rest[0]));
  if (function.IsUndefined()) return Value::None();
  return vm.CallWithKeywords(function, std::span<const Value>(a.rest, a.rest_count), a.keywords);
}

Value SingleDispatchLookUpClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  if (a.rest_count != 1) {
    return vm.TypeError("dispatch() missing 1 required positional argument: 'cls'");
  }
  Value type = a.rest[0];
  if (IsObjectOf(type, TypeId::kDynamicType)) {
    return FindImplementation(vm, self->a.As<Dict>(), TypeId::kNamedTuple, type);
  }
  if (!type.IsType()) {
    return vm.Raise(TypeId::kAttributeError, "'", vm.TypeName(type),
                    "' object has no attribute '__mro__'");
  }
  return FindImplementation(vm, self->a.As<Dict>(), type.AsType(), Value::Undefined());
}

Value SingleDispatchClearCacheClosure(Vm&, LibraryFunction*, const Args&) { return Value::None(); }

// register(type) as a decorator: holds the type.
Value SingleDispatchDecoratorClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  if (a.rest_count != 1)
    return vm.TypeError("<lambda>() missing 1 required positional argument: 'f'");
  return Register(vm, self->a.As<Dict>(), self->b, a.rest[0]);
}

// register(type), register(type, function), or register(function) with an annotation.
Value SingleDispatchRegisterClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  Value type = a.rest_count > 0 ? a.rest[0] : Value::Undefined();
  Value function = a.rest_count > 1 ? a.rest[1] : Value::Undefined();
  if (!a.keywords.IsUndefined()) {
    if (type.IsUndefined()) type = TRY(DictGetStr(vm, a.keywords.As<Dict>(), "cls"));
    if (function.IsUndefined()) function = TRY(DictGetStr(vm, a.keywords.As<Dict>(), "func"));
  }
  if (type.IsUndefined()) {
    return vm.TypeError("register() missing 1 required positional argument: 'cls'");
  }
  if (function.IsNone()) function = Value::Undefined();
  if (IsDispatchable(type) || IsUnionOfTypes(type)) {
    if (!function.IsUndefined()) return Register(vm, self->a.As<Dict>(), type, function);
    return NewLibraryFunction(vm, ClosureId::kSingleDispatchDecorator, "functools",
                              "singledispatch.<locals>.register.<locals>.<lambda>", self->a, type);
  }
  Value shown = TRY(vm.ReprValue(type));
  if (!function.IsUndefined()) {
    return vm.TypeError("Invalid first argument to `register()`. ", shown,
                        " is not a class or union type.");
  }
  if (!IsObjectOf(type, TypeId::kFunction) || (type.As<Function>()->annotate.IsUndefined() &&
                                               type.As<Function>()->annotations.IsUndefined())) {
    return vm.TypeError("Invalid first argument to `register()`: ", shown,
                        ". Use either `@register(some_class)` or plain `@register` on an annotated "
                        "function.");
  }
  return vm.PushNativeFrame(ResumeId::kSingleDispatch, {self->a, type});
}

namespace {

// The name and the annotation of its first parameter, once the annotations were
// computed; null: there is none.
DictEntry* FirstAnnotation(Value function) {
  if (!IsObjectOf(function, TypeId::kFunction)) return nullptr;
  const Value annotations = function.As<Function>()->annotations;
  uint32_t at = 0;
  return IsObjectOf(annotations, TypeId::kDict) ? DictNext(annotations.As<Dict>(), &at) : nullptr;
}

// A text is evaluated where the function stands. `first` may be null: a snapshot may say that this
// is to be repeated for a function without annotations.
Value Evaluate(Vm& vm, Value function, const DictEntry* first) {
  if (first == nullptr) return BadState(vm);
  if (!Vm::IsStr(first->value)) return first->value;
  Value arguments[] = {first->value, function.As<Function>()->globals, Value::None()};
  return builtins::Eval(vm, ArgsOf(arguments));
}

Value RegisterFor(Vm& vm, const Value* slots, Value name, Value type) {
  if (type.IsNone()) type = Value::Type(TypeId::kNoneType);
  if (IsDispatchable(type) || IsUnionOfTypes(type))
    return Register(vm, slots[0].As<Dict>(), type, slots[1]);
  TextBuilder text(vm);
  text.Append("Invalid annotation for ");
  TRY(vm.Repr(name, text));
  text.Append(". ");
  if (Vm::IsStr(type)) text.Append("ForwardRef(");
  TRY(vm.Repr(type, text));
  text.Append(Vm::IsStr(type)                    ? ") is an unresolved forward reference."
              : IsObjectOf(type, TypeId::kUnion) ? " not all arguments are classes."
                                                 : " is not a class.");
  return vm.TypeError(text.view());
}

}  // namespace

// Slots: the registry, the function, whose first annotation is the type or its name.
Value SingleDispatchResume(Vm& vm, NativeFrame& frame, Value in) {
  static constexpr Name kAnnotations{"__annotations__", MemberHash("__annotations__")};
  Value* slots = frame.slots;
  DictEntry* first = FirstAnnotation(slots[1]);
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.GetAttribute(slots[1], kAnnotations));
      first = FirstAnnotation(slots[1]);
      if (first == nullptr) return vm.TypeError("Invalid first argument to `register()`");
      frame.options |= kFrameCatches;
      PYSUB_SUSPEND_POINT(2, Evaluate(vm, slots[1], first));
  }
  if (first == nullptr) return BadState(vm);
  if (!in.IsFailed()) return RegisterFor(vm, slots, first->key, in);
  const Value error = TRY(vm.TakeException());
  if (vm.IsInstance(error, TypeId::kSyntaxError)) {
    return RaiseNoExpression(vm, first->value);
  }
  return vm.IsInstance(error, TypeId::kNameError) ? RegisterFor(vm, slots, first->key, first->value)
                                                  : vm.Reraise(error);
}

}  // namespace pysub
