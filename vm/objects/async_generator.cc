#include "vm/objects/async_generator.h"

#include "vm/generators.h"
#include "vm/objects/list.h"

namespace pysub {
namespace {

using Operation = AsyncGeneratorOperation;

// The running loop has to know which generators it must close in the end; those that are finished
// are dropped from its list now and then.
Status MakeKnown(Vm& vm, Generator* generator) {
  if (generator->flag(Operation::kFlagKnown)) return Done{};
  Value known = vm.library_state(LibraryState::kAsyncGenerators);
  if (known.IsUndefined()) return Done{};
  List* list = known.As<List>();
  if (list->size >= 64 && (list->size & (list->size - 1)) == 0) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < list->size; ++i) {
      Value other = list->items()[i];
      if (other.As<Generator>()->get_state() != GeneratorState::kClosed)
        list->items()[kept++] = other;
    }
    if (!vm.Tick(list->size)) return Failure{};
    for (uint64_t i = kept; i < list->size; ++i) list->items()[i] = Value::Undefined();
    list->size = kept;
  }
  TRY(ListAppend(vm, list, Value::Of(generator)));
  generator->set_flag(Operation::kFlagKnown, true);
  return Done{};
}

Value NewOperation(Vm& vm, TypeId type, Generator* generator, Value value) {
  Operation* operation = TRY(vm.New<Operation>(type));
  TRY(MakeKnown(vm, generator));
  operation->state = Operation::kFresh;
  operation->generator = Value::Of(generator);
  operation->value = value;
  return Value::Of(operation);
}

Failure AlreadyRunning(Vm& vm, Operation* operation, std::string_view what) {
  operation->state = Operation::kDone;
  return vm.Raise(TypeId::kRuntimeError, what, ": asynchronous generator is already running");
}

}  // namespace

Value NewAsyncSend(Vm& vm, Generator* generator, Value value) {
  return NewOperation(vm, TypeId::kAsyncGenASend, generator, value);
}

Value NewAsyncThrow(Vm& vm, Generator* generator, Value exception) {
  return NewOperation(vm, TypeId::kAsyncGenAThrow, generator, exception);
}

// No frame stands between the consumer and the generator: what ends the operation is the
// generator's own yield or end (EndAsyncOperation).
Value ResumeAsyncSend(Vm& vm, Value self, Value value, Value exception) {
  Operation* operation = self.As<Operation>();
  Generator* generator = operation->generator.As<Generator>();
  if (operation->state == Operation::kDone) {
    return vm.Raise(TypeId::kRuntimeError, "cannot reuse already awaited __anext__()/asend()");
  }
  if (operation->state == Operation::kFresh) {
    if (generator->origin.IsObject()) return AlreadyRunning(vm, operation, "anext()");
    if (exception.IsUndefined() && value.IsNone()) value = operation->value;
  }
  Value answer = vm.ResumeGenerator(generator, value, exception);
  if (answer.IsCallPending()) {
    operation->state = Operation::kUnderWay;
    generator->origin = self;
  } else if (vm.FailureIsCatchable()) {
    operation->state = Operation::kDone;
    EndAsyncOperation(generator);
  }
  return answer;
}

// athrow() and aclose() are awaitables of one use: they throw when they are first resumed, not when
// they are made. aclose() is the one without a value to throw.
Value ResumeAsyncThrow(Vm& vm, Value self, Value value, Value exception) {
  Operation* operation = self.As<Operation>();
  Generator* generator = operation->generator.As<Generator>();
  bool closing = operation->value.IsUndefined();
  if (operation->state == Operation::kDone) {
    return vm.Raise(TypeId::kRuntimeError, "cannot reuse already awaited aclose()/athrow()");
  }
  if (exception.IsUndefined() && generator->get_state() == GeneratorState::kClosed) {
    operation->state = Operation::kDone;
    vm.stop_value = Value::None();
    return Value::Exhausted();
  }
  if (operation->state == Operation::kFresh) {
    if (generator->origin.IsObject()) {
      return AlreadyRunning(vm, operation, closing ? "aclose()" : "athrow()");
    }
    if (exception.IsUndefined()) {
      if (generator->flag(Operation::kFlagFinished)) {
        operation->state = Operation::kDone;
        return vm.Raise(TypeId::kStopAsyncIteration);
      }
      if (!value.IsNone()) {
        return vm.Raise(TypeId::kRuntimeError,
                        "can't send non-None value to a just-started coroutine");
      }
      exception = operation->value;
      if (closing) {
        Value args = TRY(vm.NewTuple(std::span<const Value>()));
        exception = TRY(vm.NewException(TypeId::kGeneratorExit, args));
      }
    }
  }
  Value pushed = vm.PushNativeFrame(ResumeId::kAsyncThrow, {self, value, exception}, kFrameCatches);
  if (!pushed.IsCallPending()) return pushed;
  operation->state = Operation::kUnderWay;
  generator->origin = self;
  if (closing) generator->set_flag(Operation::kFlagFinished, true);
  return pushed;
}

Value AsyncThrowResume(Vm& vm, NativeFrame& frame, Value in) {
  Operation* operation = frame.slots[0].As<Operation>();
  Generator* generator = operation->generator.As<Generator>();
  bool closing = operation->value.IsUndefined();
  if (frame.state == 0) {
    in = vm.ResumeGenerator(generator, frame.slots[1], frame.slots[2]);
    if (in.IsFailed() && !vm.FailureIsCatchable()) return in;
    frame.state = 1;
    if (in.IsCallPending()) return in;
  }
  if (!in.IsFailed() && !in.IsExhausted()) return in;  // it awaits something
  if (in.IsFailed()) {
    bool ended = vm.PendingIs(TypeId::kStopAsyncIteration) || vm.PendingIs(TypeId::kGeneratorExit);
    operation->state = Operation::kDone;
    EndAsyncOperation(generator);
    if (!ended) return in;
    generator->set_flag(Operation::kFlagFinished, true);
    if (!closing) return in;
    static_cast<void>(vm.TakeException());
    vm.stop_value = Value::None();
    return Value::Exhausted();
  }
  operation->state = Operation::kDone;
  EndAsyncOperation(generator);
  if (closing) return vm.Raise(TypeId::kRuntimeError, "async generator ignored GeneratorExit");
  return Value::Exhausted();
}

}  // namespace pysub
