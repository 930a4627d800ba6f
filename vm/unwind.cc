// From a pending exception to who handles it.

#include "compiler/opcodes.h"
#include "vm/frame_access.h"
#include "vm/generators.h"
#include "vm/library_code.h"
#include "vm/vm.h"

namespace pysub {

void Vm::AddTraceback(Value raised) { AddTraceback(*frame_, raised.As<Exception>()); }

// Puts the line of `frame` in front of the traceback.
void Vm::AddTraceback(const Frame& frame, Exception* exception) {
  // The library shows none of its own lines.
  if (IsOfLibrary(*frame.unit->unit)) return;
  Heap::AlwaysAllocateScope in_the_middle_of_unwinding(heap);
  Traceback* line = heap.New<Traceback>(TypeId::kTraceback);
  // Without memory for it the traceback is shorter: the exception matters more.
  if (line == nullptr) return;
  line->next = exception->traceback.IsUndefined() ? Value::None() : exception->traceback;
  line->function = stack_[frame.base - 1];
  line->pc = static_cast<RawWord>(frame.pc - frame.code->words.data());
  exception->traceback = Value::Of(line);
}

namespace {

// The first that matches: inner ranges stand before outer ones. Linear in the handlers of one
// function.
const ExceptionRange* FindHandler(const Code& code, uint32_t pc) {
  for (const ExceptionRange& range : code.handlers) {
    if (pc >= range.start && pc < range.end) return &range;
  }
  return nullptr;
}

// Instructions that ask an iterator for an item: a StopIteration that arrives there is its end.
bool AwaitsItem(Op op) { return op == Op::kFOR_ITER || op == Op::kFOR_ITER_N || op == Op::kSEND; }

}  // namespace

// StopIteration that leaves a generator would end somebody's loop by mistake (PEP 479).
void Vm::LeaveGenerator(Generator* generator) {
  CloseGenerator(generator);
  TypeId type = error_.AsObject()->type;
  bool stop = IsSubtype(type, TypeId::kStopIteration);
  bool async_stop =
      generator->type == TypeId::kAsyncGenerator && IsSubtype(type, TypeId::kStopAsyncIteration);
  if (!stop && !async_stop) return;
  Value cause = error_;
  std::string_view noun = GeneratorNoun(generator);
  Heap::AlwaysAllocateScope closed_already(heap);
  Value raised = Raise(TypeId::kRuntimeError, noun,
                       stop ? " raised StopIteration" : " raised StopAsyncIteration");
  static_cast<void>(raised);
  if (!FailureIsCatchable()) return;
  Exception* error = error_.As<Exception>();
  error->cause = cause;
  error->context = cause;
  error->suppress_context = 1;
}

// A FOR_ITER_N whose item cannot be unpacked is marked at its targets, not at its iterable.
void Vm::PopFailedNativeFrame() {
  const bool unpacking =
      frame_->owner.As<NativeFrame>()->resume_id == static_cast<RawWord>(ResumeId::kUnpack);
  PopNativeFrame();
  if (unpacking && frame_->code != nullptr && OpOf(*frame_->pc) == Op::kFOR_ITER_N) {
    FailAtLastWord(frame_, frame_->pc);
  }
}

// Goes down the frames until one goes on. On the way each frame of Python code gives the traceback
// its line, a generator is closed, and a native frame is dropped or, if it catches, gets the
// failure.
//
// True: a Python frame goes on, at a handler or behind a loop that has ended. False: a native frame
// or the sentinel is on top, and unwound_value_ is for it.
bool Vm::Unwind() {
  while (frame_ > frames_) {
    Frame& frame = *frame_;
    if (frame.code == nullptr) {
      NativeFrame* native = frame.owner.As<NativeFrame>();
      if ((native->options & kFrameAwaitsNext) && PendingIs(TypeId::kStopIteration)) {
        stop_value = StopIterationValue(error_);
        error_ = Value::Undefined();
        unwound_value_ = Value::Exhausted();
        return false;
      }
      if (native->options & kFrameCatches) {
        unwound_value_ = Value::Failed();
        return false;
      }
      skip_traceback_ = false;
      PopFailedNativeFrame();
      continue;
    }
    if (AwaitsItem(OpOf(*frame.pc)) && PendingIs(TypeId::kStopIteration) && !skip_traceback_) {
      stop_value = StopIterationValue(error_);
      error_ = Value::Undefined();
      return !WriteBack(Value::Exhausted()).IsFailed();
    }
    // What fails in the delegate is thrown on into the generator.
    if (ShowHandled(&frame) && frame.handled != error_) {
      BreakContextCycle(frame.handled, error_);
      error_.As<Exception>()->context = frame.handled;
    }
    if (!skip_traceback_) AddTraceback(frame, error_.As<Exception>());
    skip_traceback_ = false;
    uint32_t pc = static_cast<uint32_t>(frame.pc - frame.code->words.data());
    if (const ExceptionRange* handler = FindHandler(*frame.code, pc)) {
      Value* R = stack_ + frame.base;
      bool handling = handler->handled != kNoRegister && IsException(R[handler->handled]);
      frame.handled = handling ? R[handler->handled] : Value::Undefined();
      R[handler->exception] = error_;
      error_ = Value::Undefined();
      frame.pc = frame.code->words.data() + handler->target;
      return true;
    }
    if (frame.kind == FrameKind::kGenerator) {
      Generator* generator = frame.owner.As<Generator>();
      --frame_;
      // What is thrown into a generator that has not started goes through as it is.
      if (pc > 0) {
        LeaveGenerator(generator);
      } else {
        CloseGenerator(generator);
      }
      if (!FailureIsCatchable()) return false;
      continue;
    }
    --frame_;
  }
  unwound_value_ = Value::Failed();
  return false;
}

// What `return value` in a generator gave.
Value Vm::StopIterationValue(Value exception) {
  Value value = exception.As<Exception>()->fields[0];
  return value.IsUndefined() ? Value::None() : value;
}

}  // namespace pysub
