// The raise statement, matching of except and except*, context managers.

#include <string>

#include "vm/native_frame.h"
#include "vm/slow_paths.h"

namespace pysub::slow {
namespace {

static constexpr std::string_view kNoException =
    "catching classes that do not inherit from BaseException is not allowed";

bool IsExceptionClass(Value v) { return v.IsType() && IsExceptionType(v.AsType()); }
bool IsException(Vm& vm, Value v) { return IsExceptionType(vm.TypeOf(v)); }

// Of a class of the library, whose constructor may be Python code.
bool MayRunPython(Value v) { return IsExceptionClass(v) && Vm::ModuleOf(v.AsType()) != "builtins"; }

// An exception from what stands after `raise` or `from`: an instance, or a type to be called
// without arguments. Undefined: neither.
Value Instance(Vm& vm, Value v) {
  if (IsException(vm, v)) return v;
  if (IsExceptionClass(v)) return TRY(vm.Call(v, {}).AtOnce());
  return Value::Undefined();
}

// The exception of `raise` and `from`, which were made.
Value WithCause(Vm& vm, Value exception, Value cause) {
  if (exception.IsUndefined() || !IsException(vm, exception))
    return vm.TypeError("exceptions must derive from BaseException");
  if (cause.IsUndefined()) return exception;
  if (!cause.IsNone() && !IsException(vm, cause))
    return vm.TypeError("exception causes must derive from BaseException");
  exception.As<Exception>()->cause = cause;
  exception.As<Exception>()->suppress_context = 1;
  return exception;
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
Value RaiseValue(Vm& vm, Value exception, Value cause) {
  if (MayRunPython(exception) || MayRunPython(cause))
    return vm.PushNativeFrame(ResumeId::kMakeRaised, {exception, cause});
  const Value instance = TRY(Instance(vm, exception));
  if (IsExceptionClass(cause)) cause = TRY(Instance(vm, cause));
  return vm.RaiseException(TRY(WithCause(vm, instance, cause)));
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

namespace pysub {

// Slots: what stands after `raise`, and after `from` (Undefined: nothing does). The answer is
// raised by the instruction that waits for it.
Value MakeRaisedResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      if (slow::IsExceptionClass(slots[0])) {
        PYSUB_SUSPEND_POINT(1, vm.Call(slots[0], {}));
        slots[0] = in;
        PYSUB_CHECKPOINT(2);
      }
      if (slow::IsExceptionClass(slots[1])) {
        PYSUB_SUSPEND_POINT(3, vm.Call(slots[1], {}));
        slots[1] = in;
        PYSUB_CHECKPOINT(4);
      }
  }
  return slow::WithCause(vm, slots[0], slots[1]);
}

}  // namespace pysub
