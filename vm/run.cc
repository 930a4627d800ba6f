// Running a program: the outer loop, write-backs, safepoints, and what follows a failure.

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "lexer/base/stack_left.h"
#include "vm/frame_access.h"
#include "vm/imports.h"
#include "vm/interpreter.h"
#include "vm/slow_paths.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// How deep natives are already, so that what is left until DepthGuard refuses fits into this
// thread's stack.
uint32_t NativeDepthOfThisStack() {
  constexpr size_t kRest = size_t{64} << 10;  // for what does not recurse
  constexpr size_t kBytesOfLevel = 2304;      // measured; half as much again
  const size_t left = StackLeft();
  const size_t levels = LevelsIn(left > kRest ? left - kRest : 0, kBytesOfLevel);
  return Vm::kMaxNativeDepth - static_cast<uint32_t>(std::min<size_t>(levels, Vm::kMaxNativeDepth));
}

}  // namespace

// After an allocation failed. False: it cannot succeed, the run ends; else what failed may be
// repeated.
bool Vm::CollectToRepeat(bool again) {
  repeat_ = Repeat::kNo;
  error_ = Value::Undefined();
  const bool refused = heap.TakeRefusal(again);
  CollectGarbage(/*everything=*/true);
  if (budget_.limit_hit() != LimitHit::kNone) return false;
  if (heap.allocation_limit_reached()) {
    static_cast<void>(HitLimit(LimitHit::kAllocations));
  } else if ((again && !refused) || !heap.HasRoomFor(wanted_bytes_)) {
    static_cast<void>(HitLimit(LimitHit::kMemory));
  }
  return budget_.limit_hit() == LimitHit::kNone;
}

// A result that came later goes where its instruction wants it. The frame on top stands at that
// instruction still; afterwards it stands behind it.
Value Vm::WriteBack(Value result) {
  Value written = WriteBackOnce(result);
  if (repeat_ == Repeat::kAfterAnswer) [[unlikely]] {  // what is written back here never asks
    DropFailure();
    request_ = HostRequest{};
    return BadState(*this);
  }
  return written.IsFailed() && WantsRepetition() ? RetryWriteBack(result) : written;
}

// Where a write-back failed for lack of memory: what made `result` cannot be repeated.
Value Vm::RetryWriteBack(Value result) {
  Value written;
  bool again = false;
  do {
    pinned_ = result;
    const bool repeat = CollectToRepeat(again);
    result = std::exchange(pinned_, Value::Undefined());
    if (!repeat) return Value::Failed();
    again = true;
    written = WriteBackOnce(result);
  } while (written.IsFailed() && WantsRepetition());
  return written;
}

// The item of a FOR_ITER_N, or the Array of one that had to be materialised, to its targets.
Value Vm::UnpackWrittenBack(Value* R, uint32_t word, Value item) {
  if (IsObjectOf(item, TypeId::kArray)) {
    TRY(slow::SpreadUnpacked(*this, R + BOf(word), item.As<Array>(), COf(word), false, 0));
    return Value::None();
  }
  return slow::Unpack(*this, R, BOf(word), item, COf(word), false, 0);
}

// A call that a frame waited for has ended, and its result goes to where the instruction would have
// put it. What that is depends on the instruction: a register, a jump (for), a comparison's truth.
Value Vm::WriteBackOnce(Value result) {
  Frame& frame = *frame_;
  Value* R = stack_ + frame.base;
  const uint32_t* pc = frame.pc;
  uint32_t word = *pc;
  if (result.IsControl()) return result;
  const uint32_t* next = pc + InstructionLength(OpOf(word));
  const OpKind kind = KindOf(OpOf(word));
  if (result.IsExhausted() && kind != OpKind::kFor && kind != OpKind::kForN &&
      kind != OpKind::kSend) {
    return RaiseStopIteration(stop_value);
  }
  switch (kind) {
    case OpKind::kPlain:
    case OpKind::kLeave:
    case OpKind::kCall:
      if (::pysub::InfoOf(OpOf(word)).a == OperandKind::kWrite) R[AOf(word)] = result;
      break;
    case OpKind::kTruth:
    case OpKind::kUntruth: {
      bool truth = TRY(Truth(result));
      R[AOf(word)] = Value::Bool(truth == (kind == OpKind::kTruth));
      break;
    }
    case OpKind::kBranch: {
      bool truth = TRY(Truth(result));
      if (truth == (COf(word) != 0)) next += static_cast<int32_t>(pc[1]);
      break;
    }
    case OpKind::kFor:
      if (result.IsExhausted()) break;
      R[BOf(word)] = result;
      next += static_cast<int32_t>(pc[1]);
      break;
    case OpKind::kForN:
      if (result.IsExhausted()) break;
      if (Value unpacked = UnpackWrittenBack(R, word, result); unpacked.IsControl()) {
        if (unpacked.IsFailed()) FailAtLastWord(&frame, pc);
        return unpacked;
      }
      next += static_cast<int32_t>(pc[1]);
      break;
    case OpKind::kUnpack:
      if (!IsObjectOf(result, TypeId::kArray)) return BadState(*this);
      TRY(slow::SpreadUnpacked(*this, R + AOf(word), result.As<Array>(), COf(word), false, 0));
      break;
    case OpKind::kUnpackEx:
      if (!IsObjectOf(result, TypeId::kArray)) return BadState(*this);
      TRY(slow::SpreadUnpacked(*this, R + AOf(word), result.As<Array>(), COf(word), true, pc[1]));
      break;
    case OpKind::kRaise:
      if (!IsException(result)) return BadState(*this);
      return RaiseException(result);
    case OpKind::kSend:
      ShowHandled(&frame);
      if (result.IsExhausted()) {
        R[AOf(word)] = stop_value;
        next += static_cast<int32_t>(pc[1]);
      } else {
        R[AOf(word)] = result;
      }
      break;
  }
  frame.pc = next;
  return Value::None();
}

// Time of the run and the host's wish to end it. One look at the clock costs some 20 ns, so it is
// called every few thousand units of work, not at each.
bool Vm::TimeIsLeft() {
  if (budget_.limit_hit() != LimitHit::kNone) return false;
  if (IsCancelled()) {
    static_cast<void>(HitLimit(LimitHit::kCancelled));
    return false;
  }
  if (budget_.LookAtClock()) return true;
  static_cast<void>(HitLimit(LimitHit::kDuration));
  return false;
}

// Also raises KeyboardInterrupt, which is an exception like any other: a program may catch it. The
// limits are none.
bool Vm::CheckLimits() {
  if (!TimeIsLeft()) return false;
  if (budget_.is_interrupted()) {
    static_cast<void>(Raise(TypeId::kKeyboardInterrupt));
    budget_.DropInterrupt();
    if (!has_exception()) static_cast<void>(HitLimit(LimitHit::kMemory));  // none for the exception
    return false;
  }
  if (budget_.IsOverSteps()) {
    budget_.RefuseSteps();
    static_cast<void>(HitLimit(LimitHit::kSteps));
    return false;
  }
  return true;
}

// At a call or a jump back, between two instructions, when the fuel is used up. Here objects may
// move and the run may stop; nowhere else in the loop. False: stop, or a limit.
bool Vm::Safepoint() {
  if (!retired_stacks_.empty()) FreeRetiredStacks();
  if (heap.wants_collection()) CollectGarbage();
  // The edge that led here was counted; it will be counted again when it is taken.
  budget_.CountAgain();
  budget_.Refill();
  return CheckLimits() && budget_.HasMoreThan(1);
}

// The quantum is used up. Fuel for the next one is taken from the slice. A native function cannot
// stop here; it overdraws the slice, and the instruction behind it pays.
bool Vm::TickSlow() {
  budget_.RefillForNative();
  if (heap.wants_collection()) heap.RequestCollection();  // as soon as the native is done
  return CheckLimits();
}

// Only with --trace, an observer, or in tests: the table of hooked handlers leads here.
void Vm::BeforeInstruction() {
  if (trace) TraceInstruction();
  if (observer != nullptr) observer->Before(*frame_, static_cast<size_t>(frame_ - frames_));
  if (stress_ && heap.wants_collection()) CollectGarbage();
}

// What is pending is handled by a Python frame, which goes on (true); or not: then unwound_value_
// is what the top frame, a native frame or the sentinel, receives.
bool Vm::HandleFailure() {
  if (WantsRepetition()) {
    assert(repeat_ != Repeat::kAfterYield);
    const uint32_t* pc = frame_->pc;
    // The repetition is charged again (calls: see the interpreter); otherwise `edges` would grow
    // with each and the run never end.
    if (frame_->code != nullptr && (OpOf(*pc) == Op::kFOR_ITER || OpOf(*pc) == Op::kFOR_ITER_N)) {
      budget_.CountAgain();
    }
    if (repeat_ == Repeat::kAfterAnswer) {
      // The run stops, and begins with the same instruction.
      repeat_ = Repeat::kNo;
      unwound_value_ = Value::Undefined();
      after_push_ = AfterPush::kStop;
      return false;
    }
    uint64_t edges = budget_.edges();
    bool again = frame_->code != nullptr && pc == retry_pc_ && edges == retry_edges_;
    if (!CollectToRepeat(again)) {
      unwound_value_ = Value::Failed();
      return false;
    }
    retry_pc_ = pc;
    retry_edges_ = edges;
    return true;  // repeats the instruction
  }
  unwound_value_ = Value::Failed();
  if (budget_.limit_hit() != LimitHit::kNone) return false;
  assert(has_exception());  // nobody fails without a reason
  // A KeyboardInterrupt comes in front of the instruction that would have been repeated with the
  // host's answers: without this the next one that asks for the same would take them for its own.
  if (!os_answers_.IsUndefined()) OsAnswers::Forget(*this);
  return Unwind();
}

// Whether a program that stopped so most likely waits for nobody.
bool Vm::GoesOnSoon(const VmStop& stop) const {
  if (stop.kind == StopKind::kOutOfFuel) return true;
  if (stop.kind != StopKind::kHost || request_.kind != HostRequestKind::kOs) return false;
  switch (request_.os_call) {
    case OsCallId::kReadLine:
    case OsCallId::kReadInput:
    case OsCallId::kSleep:
    case OsCallId::kRunCommand: return false;
    default: return true;
  }
}

VmStop Vm::Run(uint64_t fuel) {
  const VmStop stop = RunUntilStop(fuel);
  if (stop.kind == StopKind::kLimit) EndAtLimit();
  return stop;
}

// Everything but the end at a limit. What the host was asked for waits until it has answered:
// running such a Vm again answers the same request.
VmStop Vm::RunUntilStop(uint64_t fuel) {
  // A run of many short pieces is checked as well as a long one.
  if (IsCancelled()) {
    static_cast<void>(HitLimit(LimitHit::kCancelled));
  } else if (budget_.IsOverSteps()) {
    static_cast<void>(HitLimit(LimitHit::kSteps));
  } else if (budget_.IsOverTime()) {
    static_cast<void>(HitLimit(LimitHit::kDuration));
  }
  if (budget_.limit_hit() != LimitHit::kNone) return {StopKind::kLimit, Value::None()};
  if (request_.kind != HostRequestKind::kNone) return {StopKind::kHost, Value::None()};
  native_depth = NativeDepthOfThisStack();
  budget_.StartClock();
  budget_.BeginSlice(fuel);
  if (budget_.is_interrupted()) budget_.LookSoon();  // since it stood
  // Wished for in a piece that was too short for it.
  if (heap.wants_collection()) heap.RequestCollection();
  if (resume_value_.IsFailed()) error_ = std::exchange(resume_error_, Value::Undefined());
  VmStop stop = RunFrames();
  if (heap.spare_bytes() > Heap::kIdleSpareBytes) heap.FreeSparesAtStop(GoesOnSoon(stop));
  budget_.StopClock();
  if (resume_value_.IsFailed()) resume_error_ = std::exchange(error_, Value::Undefined());
  return stop;
}

// What follows a frame that stopped the run: a request, or the end of a call for the host.
VmStop Vm::StopAfterPush(Value result) {
  AfterPush after = after_push_;
  after_push_ = AfterPush::kGoOn;
  switch (after) {
    case AfterPush::kCallbackFinished:
      resume_value_ = std::exchange(callback_resumes_, Value::Undefined());
      return {StopKind::kCallbackFinished, result};
    case AfterPush::kCallbackRaised:
      resume_value_ = std::exchange(callback_resumes_, Value::Undefined());
      return {StopKind::kCallbackRaised, result};
    default: return {StopKind::kHost, Value::None()};
  }
}

// Alternates between Python frames, run by the interpreter, and native frames: those that the
// interpreter does not resume itself (vm/instructions.inc, resume_native_frame), the first ones and
// the unusual. `result` is what the top frame waits for; Undefined: it starts or goes on by itself.
VmStop Vm::RunFrames() {
  Value result = resume_value_;
  resume_value_ = Value::Undefined();
  while (true) {
    if (budget_.limit_hit() != LimitHit::kNone) return {StopKind::kLimit, Value::None()};
    if (stop_in_native_frame_) [[unlikely]] {
      stop_in_native_frame_ = false;
      resume_value_ = result;
      const bool asks = request_.kind != HostRequestKind::kNone;
      return {asks ? StopKind::kHost : StopKind::kOutOfFuel, Value::None()};
    }
    if (after_push_ != AfterPush::kGoOn) [[unlikely]]
      return StopAfterPush(result);
    if (frame_ == frames_) {
      if (!awaits_at_top_ || !IsObjectOf(result, TypeId::kCoroutine)) {
        if (library_state(LibraryState::kOpenFiles).IsUndefined()) return Finish(result);
        PushCloseFiles(result);
        result = Value::Undefined();
        continue;
      }
      result = RunProgramCoroutine(result);
      continue;
    }
    if (frame_->code == nullptr) {
      result = ResumeNativeFrame(result);
      continue;
    }
    if (!result.IsUndefined()) {
      if (WriteBack(result).IsFailed() && !HandleFailure()) {
        result = unwound_value_;
        continue;
      }
      result = Value::Undefined();
      continue;
    }
    UseGlobals(frame_->unit);
    switch (Interpreter::Execute(*this)) {
      case Interpreter::Exit::kReturned: result = control_; break;
      case Interpreter::Exit::kNative: result = Value::Undefined(); break;
      case Interpreter::Exit::kStopped:
        if (budget_.limit_hit() != LimitHit::kNone) return {StopKind::kLimit, Value::None()};
        if (has_exception()) {  // interrupted
          result = HandleFailure() ? Value::Undefined() : unwound_value_;
          break;
        }
        return {StopKind::kOutOfFuel, Value::None()};
      case Interpreter::Exit::kUnhandled: result = unwound_value_; break;
    }
  }
}

// A program that awaits at its top level is a coroutine, which runs as if by asyncio.run.
// Undefined: that is on top now; Failed.
Value Vm::RunProgramCoroutine(Value coroutine) {
  static constexpr Name kRun{"run", MemberHash("run")};
  awaits_at_top_ = false;
  Value module = TRY(ImportModule(*this, "asyncio"));
  Value run = TRY(FindAttribute(module, kRun));
  Value answer = Call(run, {coroutine});
  return answer.IsCallPending() ? Value::Undefined() : answer;
}

// What files of the program still hold is written when it has ended, however it did: a native frame
// (stdlib/modules/io/io.cc) that ends as the program did.
void Vm::PushCloseFiles(Value result) {
  Heap::AlwaysAllocateScope the_program_has_ended(heap);
  const bool raised = result.IsFailed();
  Value slots[] = {Value::Undefined(), Value::Undefined()};
  if (!raised) slots[0] = result.IsExhausted() ? stop_value : result;
  if (raised) slots[1] = std::exchange(error_, Value::Undefined());
  if (!PushNativeFrame(ResumeId::kCloseFiles, slots).IsCallPending())
    static_cast<void>(HitLimit(LimitHit::kMemory));
}

// The sentinel frame alone is left: `result` is the program's.
VmStop Vm::Finish(Value result) {
  if (result.IsFailed()) {
    Value exception = error_;
    error_ = Value::Undefined();
    return {StopKind::kRaised, exception};
  }
  return {StopKind::kFinished, result.IsExhausted() ? stop_value : result};
}

// Whether the native frame below takes `item`, which the native frame on top answers, and would ask
// it for the next item at once: then that stays and begins again.
[[gnu::noinline]] bool Vm::ConsumedBelow(Value item) {
  NativeFrame* frame = frame_->owner.As<NativeFrame>();
  // Fuel for both, and for what the one below charges itself.
  if (!runtime_.is_next[frame->resume_id] || frame_[-1].kind != FrameKind::kNative ||
      item.IsExhausted() || !budget_.HasMoreThan(2)) {
    return false;
  }
  NativeFrame* below = frame_[-1].owner.As<NativeFrame>();
  const FastConsumeFunction fast_consume = runtime_.fast_consume[below->resume_id];
  if (fast_consume == nullptr || !fast_consume(*this, *below, frame->slots[0], item)) return false;
  budget_.CountSeen();
  frame->state = 0;
  SetFew(frame->slots + 1, frame->words() + frame->count);
  return true;
}

// Resumes the native frame on top. Returns what the top frame waits for afterwards
// (Undefined: it starts).
Value Vm::ResumeNativeFrame(Value in) {
  if (in.IsFailed() && !(frame_->owner.As<NativeFrame>()->options & kFrameCatches)) [[unlikely]] {
    PopFailedNativeFrame();
    return GoOnAfterFailure();
  }
  SetResumeInput(in);
  frame_->owner.As<NativeFrame>()->options &= ~RawWord{kFrameAwaitsNext};
  if (!budget_.Count()) [[unlikely]] {
    if (!Safepoint() && !InterruptsResume()) return StoppedResume();
    budget_.CountSeen();
  }
  NativeFrame* frame = frame_->owner.As<NativeFrame>();
  const ptrdiff_t depth = frame_ - frames_;
  Value answer = runtime_.resume_functions[frame->resume_id](*this, *frame, resume_input_);
  if (answer.IsCallPending() && after_push_ == AfterPush::kRaise) {
    after_push_ = AfterPush::kGoOn;
    return GoOnAfterFailure();
  }
  if (answer.IsFailed()) {
    // A resume function that cannot wait for what it pushed, and raises instead.
    Interpreter::DropFramesAbove(*this, depth);
    return FailedResume();
  }
  // The exception that came in was taken. It is there again where a step was repeated that had
  // passed a checkpoint since, and where a snapshot made up the state.
  error_ = Value::Undefined();
  if (answer.IsCallPending()) return Value::Undefined();
  if (ConsumedBelow(answer)) return Value::Undefined();  // and is on top still
  PopNativeFrame();
  return answer;
}

// Whether the resume function on top runs although the program was interrupted: one that catches
// gets the KeyboardInterrupt as if what it awaits had raised it. One that only begins has nothing
// to tidy up yet, but may have been counted on: it begins, and is interrupted when it goes on.
[[gnu::noinline]] bool Vm::InterruptsResume() {
  if (!has_exception() || resume_input_.IsFailed()) return false;
  if (!(frame_->owner.As<NativeFrame>()->options & kFrameCatches)) return false;
  if (resume_input_.IsUndefined()) {
    DropFailure();
    budget_.Interrupt();
    budget_.LookSoon();
  } else {
    SetResumeInput(Value::Failed());
  }
  return true;
}

// What the top frame waits for when a resume function may not begin.
[[gnu::noinline]] Value Vm::StoppedResume() {
  if (has_exception() && !resume_input_.IsFailed()) {  // interrupted
    PopNativeFrame();
    return GoOnAfterFailure();
  }
  stop_in_native_frame_ = true;
  return resume_input_;
}

// What the top frame waits for after the resume function on top has failed.
[[gnu::noinline]] Value Vm::FailedResume() {
  if (WantsRepetition()) return RepeatResume();
  PopFailedNativeFrame();
  skip_traceback_ = false;  // of the native frame, not of the frame below
  return GoOnAfterFailure();
}

// What the top frame waits for when an exception has been raised where it goes on.
[[gnu::noinline]] Value Vm::GoOnAfterFailure() {
  return HandleFailure() ? Value::Undefined() : unwound_value_;
}

// The resume function on top wants to be repeated from its last completed suspension point,
// with what came in there.
Value Vm::RepeatResume() {
  budget_.CountAgain();  // the repetition is charged again, a suspension point that was counted too
  switch (std::exchange(repeat_, Repeat::kNo)) {
    case Repeat::kNo: break;
    case Repeat::kAfterAnswer: stop_in_native_frame_ = true; break;
    case Repeat::kAfterYield:
      if (heap.wants_collection()) CollectGarbage();
      if (budget_.limit_hit() != LimitHit::kNone) return Value::Failed();
      if (heap.allocation_limit_reached()) return HitLimit(LimitHit::kAllocations);
      break;
    case Repeat::kAfterCollection: {
      const uint64_t edges = budget_.edges();
      const bool again = retry_edges_ == edges && retry_pc_ == nullptr;
      if (!CollectToRepeat(again)) return Value::Failed();
      retry_pc_ = nullptr;
      retry_edges_ = edges;
      break;
    }
  }
  if (resume_input_.IsFailed()) error_ = resume_input_error_;
  if (resume_input_.IsExhausted()) stop_value = resume_input_stop_value_;
  return resume_input_;
}

void Vm::KeepResumeInput() {
  resume_input_error_ = error_;
  resume_input_stop_value_ = stop_value;
}

Value Vm::YieldNativeFrame() {
  repeat_ = Repeat::kAfterYield;
  return Value::Failed();
}

}  // namespace pysub
