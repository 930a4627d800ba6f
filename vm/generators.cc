// Making, entering, leaving and ending generators, coroutines and async generators.

#include "vm/generators.h"

#include <algorithm>

#include "compiler/opcodes.h"
#include "vm/frame_access.h"
#include "vm/native_frame.h"
#include "vm/objects/async_generator.h"
#include "vm/vm.h"

namespace pysub {

// The arguments are bound already and move from the stack into the object. It begins at word 1,
// behind RETURN_GENERATOR.
Value Generators::Make(Vm& vm, Frame& frame) {
  const Code* code = frame.code;
  TypeId type = TypeId::kGenerator;
  if (code->flags & kCodeCoroutine) {
    type = code->flags & kCodeGenerator ? TypeId::kAsyncGenerator : TypeId::kCoroutine;
  }
  uint32_t registers = std::max<uint32_t>(code->register_count, 1);
  Object* object = vm.heap.NewValues(type, Generator::kFixedWords + registers);
  if (object == nullptr) return vm.NoMemory(8 * uint64_t{registers});
  Generator* generator = static_cast<Generator*>(object);
  Value* R = vm.stack_ + frame.base;
  generator->state = static_cast<RawWord>(GeneratorState::kCreated);
  generator->pc = 1;
  generator->function = R[-1];
  generator->name = R[-1].As<Function>()->name;
  generator->qualified_name = R[-1].As<Function>()->qualified_name;
  std::copy(R, R + code->local_count, generator->registers);
  return Value::Of(generator);
}

// Closed before anybody learns of the end, so whoever asks again gets the end again.
Value Generators::Finish(Vm& vm, Frame* frame, Value value) {
  Generator* generator = frame->owner.As<Generator>();
  CloseGenerator(generator);
  if (generator->type == TypeId::kAsyncGenerator) {
    --vm.frame_;  // raised where the consumer awaits
    Heap::AlwaysAllocateScope closed_already(vm.heap);
    Value failed = vm.Raise(TypeId::kStopAsyncIteration);
    ++vm.frame_;
    return failed;
  }
  vm.stop_value = value;
  return Value::Exhausted();
}

void EndAsyncOperation(Generator* generator) {
  if (!generator->origin.IsObject()) return;
  generator->origin.As<AsyncGeneratorOperation>()->state = AsyncGeneratorOperation::kDone;
  generator->origin = Value::Undefined();
}

// Its registers are let go: what only they referred to can be collected, although the generator may
// be kept for long.
void CloseGenerator(Generator* generator) {
  if (generator->type == TypeId::kAsyncGenerator) {
    EndAsyncOperation(generator);
    generator->set_flag(AsyncGeneratorOperation::kFlagFinished, true);
  }
  generator->state = static_cast<RawWord>(GeneratorState::kClosed);
  generator->handled = Value::Undefined();
  generator->awaiting = Value::Undefined();
  for (uint32_t i = Generator::kFixedWords; i < generator->count; ++i) {
    generator->words()[i] = Value::Undefined();
  }
}

// Pushes the frame of a suspended or fresh generator with its registers as they were.
Frame* Generators::Restore(Vm& vm, Generator* generator) {
  Function* function = generator->function.As<Function>();
  const Code* code = function->code;
  uint32_t window = vm.StackTop();
  Frame* frame = vm.PushFrame(code, function->unit, window + 1, code->register_count);
  if (frame == nullptr) return nullptr;
  Value* R = vm.stack_ + frame->base;
  R[-1] = generator->function;
  CopyRegisters(generator->registers, code->register_count, R);
  frame->pc = code->words.data() + generator->pc;
  frame->kind = FrameKind::kGenerator;
  frame->owner = Value::Of(generator);
  frame->handled = generator->handled;
  SetRunning(generator);
  return frame;
}

Eventual Vm::ResumeGenerator(Generator* generator, Value value, Value exception) {
  if (exception.IsUndefined() &&
      Generators::Enter(*this, generator, stack_ + StackTop(), value) != nullptr) {
    return Value::CallPending();
  }
  return Generators::ResumeSlowly(*this, generator, value, exception);
}

[[gnu::noinline]] Value Generators::ResumeSlowly(Vm& vm, Generator* generator, Value value,
                                                 Value exception) {
  if (!exception.IsUndefined()) return ThrowIntoGenerator(vm, generator, exception);
  switch (generator->get_state()) {
    case GeneratorState::kRunning:
      return vm.ValueError(GeneratorNoun(generator), " already executing");
    case GeneratorState::kClosed:
      if (generator->type == TypeId::kCoroutine) {
        return vm.Raise(TypeId::kRuntimeError, "cannot reuse already awaited coroutine");
      }
      if (generator->type == TypeId::kAsyncGenerator) return vm.Raise(TypeId::kStopAsyncIteration);
      vm.stop_value = Value::None();
      return Value::Exhausted();
    case GeneratorState::kCreated:
      if (!value.IsNone()) {
        return vm.TypeError("can't send non-None value to a just-started ",
                            GeneratorNoun(generator));
      }
      return Restore(vm, generator) == nullptr ? Value::Failed() : Value::CallPending();
    case GeneratorState::kSuspended: break;
  }
  Frame* frame = Restore(vm, generator);
  if (frame == nullptr) return Value::Failed();
  // The yield has its value and is done.
  vm.stack_[frame->base + AOf(*frame->pc)] = value;
  ++frame->pc;
  return Value::CallPending();
}

std::string_view GeneratorNoun(const Generator* generator) {
  switch (generator->type) {
    case TypeId::kCoroutine: return "coroutine";
    case TypeId::kAsyncGenerator: return "async generator";
    default: return "generator";
  }
}

// Raises `exception` at the yield where `generator` waits, or in what it delegates to (PEP 380).
Value Generators::ThrowIntoGenerator(Vm& vm, Generator* generator, Value exception) {
  const int64_t depth = vm.frame_ - vm.frames_;
  Value answer = ThrowIntoInnermost(vm, generator, exception);
  if (answer.IsFailed() && vm.WantsRepetition()) {
    // To be repeated: all of them wait again. Their registers and their pc are still those they
    // had.
    for (; vm.frame_ - vm.frames_ > depth; --vm.frame_) {
      vm.frame_[-1].generator_above = false;
      Generator* resumed = vm.frame_->owner.As<Generator>();
      if (resumed->pc == 0) {
        resumed->state = static_cast<RawWord>(GeneratorState::kCreated);
        continue;
      }
      const uint32_t waiting = vm.frame_->code->words[resumed->pc];
      resumed->state = static_cast<RawWord>(GeneratorState::kSuspended);
      if (resumed->handled.IsUndefined()) resumed->handled = vm.frame_->handled;
      if (OpOf(waiting) == Op::kYIELD_DELEGATE)
        resumed->awaiting = resumed->registers[BOf(waiting)];
    }
  }
  // What the generator handles becomes the context, what its caller handles does not (CPython:
  // _PyErr_ChainStackItem).
  if (vm.after_push_ == Vm::AfterPush::kRaise && vm.error_ == exception &&
      !vm.frame_->handled.IsUndefined()) {
    static_cast<void>(vm.RaiseException(exception));
  }
  return answer;
}

// Down the chain of `yield from` and `await`, frame by frame, without recursion: a program may make
// such a chain as long as it likes.
Value Generators::ThrowIntoInnermost(Vm& vm, Generator* generator, Value exception) {
  while (true) {
    if (generator->get_state() == GeneratorState::kRunning) {
      return vm.ValueError(GeneratorNoun(generator), " already executing");
    }
    if (generator->get_state() == GeneratorState::kClosed) {
      if (generator->type == TypeId::kCoroutine) {
        return vm.Raise(TypeId::kRuntimeError, "cannot reuse already awaited coroutine");
      }
      return vm.Propagate(exception);
    }
    if (generator->get_state() == GeneratorState::kCreated) {
      // The exception comes from the def line: nothing of the body runs.
      generator->pc = 0;
      if (Restore(vm, generator) == nullptr) return Value::Failed();
      return RaiseOnResume(vm, exception);
    }
    Value awaiting = generator->awaiting;
    Frame* frame = Restore(vm, generator);
    if (frame == nullptr) return Value::Failed();
    if (awaiting.IsUndefined()) return RaiseOnResume(vm, exception);
    HideHandled(frame);
    // What the delegate answers is written back to the SEND before this YIELD_DELEGATE.
    frame->pc -= ::pysub::InfoOf(Op::kSEND).extension_count() + 1;
    TypeId type = vm.TypeOf(awaiting);
    // A delegate is closed with close(), whatever it answers to GeneratorExit; others throw deeper.
    if ((type == TypeId::kGenerator || type == TypeId::kCoroutine) &&
        !vm.IsInstance(exception, TypeId::kGeneratorExit)) {
      generator = awaiting.As<Generator>();
      continue;
    }
    return AnswerOnResume(vm, ThrowIntoIterator(vm, awaiting, exception));
  }
}

// throw() of an awaitable that is no generator, or the exception itself at the waiting frame.
Value Generators::ThrowIntoIterator(Vm& vm, Value iterator, Value exception) {
  static constexpr Name kThrow{"throw", MemberHash("throw")};
  static constexpr Name kClose{"close", MemberHash("close")};
  bool closing = vm.IsInstance(exception, TypeId::kGeneratorExit);
  Value method = TRY(vm.FindAttribute(iterator, closing ? kClose : kThrow));
  if (closing) {
    if (method.IsUndefined()) return RaiseOnResume(vm, exception);
    return vm.PushNativeFrame(ResumeId::kCloseThenRaise, {method, exception});
  }
  const TypeInfo& info = vm.InfoOf(iterator);
  if (info.resume != nullptr) return info.resume(vm, iterator, Value::None(), exception);
  if (method.IsUndefined()) return RaiseOnResume(vm, exception);
  return vm.Call(method, {exception});
}

// The frame on top was just pushed: it goes on by raising.
Value Generators::RaiseOnResume(Vm& vm, Value exception) {
  static_cast<void>(vm.Propagate(exception));
  vm.after_push_ = Vm::AfterPush::kRaise;
  return Value::CallPending();
}

// The frame on top was just pushed and waits for `answer` in a SEND, which may have come at once.
Value Generators::AnswerOnResume(Vm& vm, Value answer) {
  if (answer.IsCallPending() || (answer.IsFailed() && !vm.FailureIsCatchable())) return answer;
  if (!answer.IsFailed() && !vm.WriteBackOnce(answer).IsFailed()) return Value::CallPending();
  vm.after_push_ = Vm::AfterPush::kRaise;
  return Value::CallPending();
}

// One step of an awaitable: send `value`, or throw `exception` unless it is Undefined. Generators
// have a frame to go on with, native awaitables a function for it, and plain iterators can only be
// asked for the next value.
Eventual Vm::Resume(Value awaitable, Value value, Value exception) {
  TypeId type = TypeOf(awaitable);
  if (type == TypeId::kGenerator || type == TypeId::kCoroutine) {
    return ResumeGenerator(awaitable.As<Generator>(), value, exception);
  }
  const TypeInfo& info = InfoOf(type);
  if (info.resume != nullptr) return info.resume(*this, awaitable, value, exception);
  if (!exception.IsUndefined()) return Generators::ThrowIntoIterator(*this, awaitable, exception);
  if (value.IsNone()) {
    stop_value = Value::None();
    return Next(awaitable);
  }
  static constexpr Name kSend{"send", MemberHash("send")};
  Value method = TRY(GetAttribute(awaitable, kSend));
  return Call(method, {value});
}

Value CloseThenRaiseResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[0], {}));
      return vm.Propagate(frame.slots[1]);
  }
  return Value::None();
}

}  // namespace pysub
