// The raise statement, matching of except and except*, context managers.

#include <string>

#include "vm/slow_paths.h"

namespace pysub::slow {
namespace {

static constexpr std::string_view kNoException =
    "catching classes that do not inherit from BaseException is not allowed";

bool IsExceptionClass(Value v) { return v.IsType() && IsExceptionType(v.AsType()); }
bool IsException(Vm& vm, Value v) { return IsExceptionType(vm.TypeOf(v)); }

// An exception from what stands after `raise` or `from`: an instance, or a type to be called
// without arguments. Undefined: neither.
Value Instance(Vm& vm, Value v) {
  if (IsException(vm, v)) return v;
  if (IsExceptionClass(v)) return vm.Call(v, {});
  return Value::Undefined();
}

}  // namespace

// All items are checked before one is compared: `except (ValueError, 1)` is an error even if the
// first one matches.
Result<bool> ExceptionMatches(Vm& vm, Value exception, Value types) {
  if (IsObjectOf(types, TypeId::kTuple)) {
    Tuple* tuple = types.As<Tuple>();
    if (!vm.Tick(tuple->count / 8)) return Failure{};
    for (uint32_t i = 0; i < tuple->count; ++i) {
      if (!IsExceptionClass(tuple->items()[i])) return vm.TypeError(kNoException);
    }
    for (uint32_t i = 0; i < tuple->count; ++i) {
      if (vm.IsInstance(exception, tuple->items()[i].AsType())) return true;
    }
    return false;
  }
  if (!IsExceptionClass(types)) return vm.TypeError(kNoException);
  return vm.IsInstance(exception, types.AsType());
}

// raise E, raise E(), raise E from C: a class is called to make the exception.
Failure RaiseValue(Vm& vm, Value exception, Value cause) {
  Value instance = Instance(vm, exception);
  if (instance.IsFailed()) return Failure{};
  if (instance.IsUndefined() || instance.IsCallPending()) {
    return vm.TypeError("exceptions must derive from BaseException");
  }
  Exception* object = instance.As<Exception>();
  if (!cause.IsUndefined()) {
    Value reason = cause.IsNone() ? cause : Instance(vm, cause);
    if (reason.IsFailed()) return Failure{};
    if (reason.IsUndefined()) {
      return vm.TypeError("exception causes must derive from BaseException");
    }
    object->cause = reason;
    object->suppress_context = 1;
  }
  return vm.RaiseException(instance);
}

Failure RaiseAgain(Vm& vm) {
  Value handled = vm.HandledException();
  if (handled.IsNone()) {
    return vm.Raise(TypeId::kRuntimeError, "No active exception to reraise");
  }
  return vm.Reraise(handled);
}

// Both methods are looked up before the first is called. Otherwise a block could be entered that
// cannot be left. __exit__ comes first, as in CPython.
Status WithCheck(Vm& vm, Value manager, bool is_async) {
  static constexpr Name kNames[2][2] = {
      {{"__exit__", MemberHash("__exit__")}, {"__enter__", MemberHash("__enter__")}},
      {{"__aexit__", MemberHash("__aexit__")}, {"__aenter__", MemberHash("__aenter__")}}};
  const char* protocol = is_async ? "asynchronous context manager" : "context manager";
  std::string type(vm.TypeName(manager));
  if (std::string_view module = Vm::ModuleOf(vm.TypeOf(manager));
      module != "builtins" && type.find('.') == std::string::npos) {
    type = std::string(module) + "." + type;
  }
  for (const Name& name : kNames[is_async]) {
    Value found = vm.FindAttribute(manager, name);
    if (found.IsFailed()) return Failure{};
    if (!found.IsUndefined()) continue;
    // The other protocol may be what was meant.
    Value other = vm.FindAttribute(manager, kNames[!is_async][0]);
    if (other.IsFailed()) return Failure{};
    if (!other.IsUndefined()) {
      return vm.TypeError("'", type, "' object does not support the ", protocol,
                          " protocol (missed ", name.text, " method) but it supports the ",
                          is_async ? "context manager" : "asynchronous context manager",
                          " protocol. Did you mean to use '", is_async ? "with" : "async with",
                          "'?");
    }
    return vm.TypeError("'", type, "' object does not support the ", protocol, " protocol (missed ",
                        name.text, " method)");
  }
  return Done{};
}

}  // namespace pysub::slow
