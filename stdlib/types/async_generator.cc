// Async generators, the awaitables of their methods, anext() with a default, coroutine.__await__().
// CPython 3.14 language reference 6.2.9.4.

#include "vm/objects/async_generator.h"

#include "stdlib/types/awaitables.h"
#include "vm/vm.h"

namespace pysub {

namespace awaitable {

Value Self(Vm&, const Args& a) { return a[0]; }
Value NextSlot(Vm& vm, Value self) {
  return vm.InfoOf(self).resume(vm, self, Value::None(), Value::Undefined());
}
Value AwaitSlot(Vm&, Value self) { return self; }
Value Next(Vm& vm, const Args& a) { return StopIterationAtEnd(vm, NextSlot(vm, a[0])); }
Value Send(Vm& vm, const Args& a) {
  return StopIterationAtEnd(vm, vm.InfoOf(a[0]).resume(vm, a[0], a[1], Value::Undefined()));
}
Value Throw(Vm& vm, const Args& a) {
  Value self = a[0];
  Value exception = TRY(ThrownException(vm, a));
  return StopIterationAtEnd(vm, vm.InfoOf(self).resume(vm, self, Value::None(), exception));
}
Value Close(Vm& vm, const Args& a) {
  if (vm.IsInstance(a[0], TypeId::kAsyncGenASend) || vm.IsInstance(a[0], TypeId::kAsyncGenAThrow)) {
    AsyncGeneratorOperation* operation = a[0].As<AsyncGeneratorOperation>();
    if (operation->state == AsyncGeneratorOperation::kDone) return Value::None();
  }
  if (IsObjectOf(a[0], TypeId::kCoroutineWrapper)) {  // of a coroutine that may be over
    static constexpr Name kClose{"close", MemberHash("close")};
    return vm.Call(TRY(vm.GetAttribute(a[0].As<CoroutineWrapper>()->coroutine, kClose)), {});
  }
  return vm.PushNativeFrame(ResumeId::kAwaitableClose, {a[0]}, kFrameCatches);
}

}  // namespace awaitable

namespace {

Value ThrowExit(Vm& vm, Value self) {
  Value args = TRY(vm.NewTuple(std::span<const Value>()));
  Value exit = TRY(vm.NewException(TypeId::kGeneratorExit, args));
  return vm.Resume(self, Value::None(), exit);
}

}  // namespace

Value AwaitableCloseResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, ThrowExit(vm, frame.slots[0]));
      if (in.IsExhausted()) return Value::None();
      if (in.IsFailed()) {
        if (vm.PendingIs(TypeId::kGeneratorExit) || vm.PendingIs(TypeId::kStopIteration) ||
            vm.PendingIs(TypeId::kStopAsyncIteration)) {
          static_cast<void>(vm.TakeException());
          return Value::None();
        }
        return in;
      }
      return vm.Raise(TypeId::kRuntimeError, "coroutine ignored GeneratorExit");
  }
  return Value::None();
}

// ---- async generators

namespace {

Generator* AsGenerator(Value v) { return v.As<Generator>(); }

Value Anext(Vm& vm, const Args& a) { return NewAsyncSend(vm, AsGenerator(a[0]), Value::None()); }
Value ASend(Vm& vm, const Args& a) { return NewAsyncSend(vm, AsGenerator(a[0]), a[1]); }
Value AThrow(Vm& vm, const Args& a) {
  Generator* generator = AsGenerator(a[0]);
  Value exception = TRY(ThrownException(vm, a, "athrow"));
  return NewAsyncThrow(vm, generator, exception);
}
Value AClose(Vm& vm, const Args& a) {
  return NewAsyncThrow(vm, AsGenerator(a[0]), Value::Undefined());
}

constexpr NativeInfo kAsyncGeneratorMethods[] = {
    {"@wrapper __aiter__()", awaitable::Self,
     "Return an awaitable, that resolves in asynchronous iterator."},
    {"@wrapper __anext__()", Anext, "Return a value or raise StopAsyncIteration."},
    {"asend(object, /)", ASend, "asend(v) -> send 'v' in generator."},
    {"@hidden athrow(value, val=None, tb=None, /)", AThrow,
     "athrow(value) -> raise exception in generator."},
    {"aclose()", AClose, "aclose() -> raise GeneratorExit inside generator."},
};

Value GetName(Vm&, Value self) { return AsGenerator(self)->name; }
Value GetQualifiedName(Vm&, Value self) { return AsGenerator(self)->qualified_name; }
template <Value Generator::*kField>
Status SetText(Vm& vm, Value self, Value value) {
  if (!Vm::IsStr(value)) {
    return vm.TypeError(kField == &Generator::name ? "__name__" : "__qualname__",
                        " must be set to a string object");
  }
  AsGenerator(self)->*kField = value;
  return Done{};
}
Value GetRunning(Vm&, Value self) { return Value::Bool(AsGenerator(self)->origin.IsObject()); }
Value GetSuspended(Vm&, Value self) {
  return Value::Bool(AsGenerator(self)->get_state() == GeneratorState::kSuspended);
}
Value GetAwaiting(Vm&, Value self) {
  Value value = AsGenerator(self)->awaiting;
  return value.IsUndefined() ? Value::None() : value;
}

constexpr AttributeInfo kAsyncGeneratorAttributes[] = {
    {"__name__", GetName, SetText<&Generator::name>},
    {"__qualname__", GetQualifiedName, SetText<&Generator::qualified_name>},
    {"ag_running", GetRunning, nullptr, AttributeKind::kMember},
    {"ag_suspended", GetSuspended},
    {"ag_await", GetAwaiting},
};

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<async_generator object ");
  out.Append(Vm::View(AsGenerator(self)->qualified_name));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

PYSUB_MEMBERS(AsyncGenerator, kAsyncGeneratorMethods, kAsyncGeneratorAttributes);

// ---- awaitables

constexpr NativeInfo kAwaitableMethods[] = {PYSUB_AWAITABLE_METHODS};
// What __await__() of a coroutine gives is only iterated.
constexpr NativeInfo kAwaitedMethods[] = {PYSUB_AWAITED_METHODS};
PYSUB_MEMBERS(Awaited, kAwaitedMethods, kNoAttributes);
PYSUB_MEMBERS(Awaitable, kAwaitableMethods, kNoAttributes);

// anext(iterator, default): awaits the next item and gives the default at the end.
struct AnextAwaitable : Object {
  Value awaitable;
  Value when_exhausted;  // the default of anext()
};

Value ResumeAnext(Vm& vm, Value self, Value value, Value exception) {
  return vm.PushNativeFrame(ResumeId::kAnextDefault, {self, value, exception}, kFrameCatches);
}

Value ResumeWrapper(Vm& vm, Value self, Value value, Value exception) {
  return vm.Resume(self.As<CoroutineWrapper>()->coroutine, value, exception);
}

}  // namespace

Value AnextDefaultResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Resume(frame.slots[0].As<AnextAwaitable>()->awaitable,
                                       frame.slots[1], frame.slots[2]));
      if (in.IsFailed() && vm.PendingIs(TypeId::kStopAsyncIteration)) {
        static_cast<void>(vm.TakeException());
        vm.stop_value = frame.slots[0].As<AnextAwaitable>()->when_exhausted;
        return Value::Exhausted();
      }
      return in;
  }
  return Value::None();
}

extern constexpr TypeInfo kAsyncGeneratorType{.id = TypeId::kAsyncGenerator,
                                              .methods = kAsyncGeneratorMethods,
                                              .attributes = kAsyncGeneratorAttributes,
                                              .members = kAsyncGeneratorMembers,
                                              .copying = Copying::kRefused,
                                              .repr = Repr};

#define PYSUB_AWAITABLE_TYPE(name, rows, resume_function)                                 \
  extern constexpr TypeInfo k##name##Type {                                               \
    .id = TypeId::k##name, .methods = k##rows##Methods, .members = k##rows##Members,      \
    .next = awaitable::NextSlot, .await = awaitable::AwaitSlot, .resume = resume_function \
  }
PYSUB_AWAITABLE_TYPE(AsyncGenASend, Awaitable, ResumeAsyncSend);
PYSUB_AWAITABLE_TYPE(AsyncGenAThrow, Awaitable, ResumeAsyncThrow);
PYSUB_AWAITABLE_TYPE(AnextAwaitable, Awaitable, ResumeAnext);
PYSUB_AWAITABLE_TYPE(CoroutineWrapper, Awaited, ResumeWrapper);
#undef PYSUB_AWAITABLE_TYPE

}  // namespace pysub
