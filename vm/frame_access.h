#ifndef PYSUB_VM_FRAME_ACCESS_H_
#define PYSUB_VM_FRAME_ACCESS_H_

#include "compiler/opcodes.h"
#include "vm/vm.h"

namespace pysub {

// The registers of a generator, between it and the stack. Mostly a handful, for which a call of memmove costs more
// than the copying; one by one, since what was just written one by one is slow to read in larger pieces.
inline void CopyRegisters(const Value* from, uint32_t count, Value* to) {
  while (count > 8) {
    --count;
    to[count] = from[count];
    __asm__ volatile("");  // else it becomes a memmove
  }
  switch (count) {
    case 8: to[7] = from[7]; [[fallthrough]];
    case 7: to[6] = from[6]; [[fallthrough]];
    case 6: to[5] = from[5]; [[fallthrough]];
    case 5: to[4] = from[4]; [[fallthrough]];
    case 4: to[3] = from[3]; [[fallthrough]];
    case 3: to[2] = from[2]; [[fallthrough]];
    case 2: to[1] = from[1]; [[fallthrough]];
    case 1: to[0] = from[0]; [[fallthrough]];
    default: break;
  }
}

// The items of what is unpacked, the slots of a task: mostly two or three, for which a vectorised loop would not pay.
inline void CopyFew(const Value* from, uint32_t count, Value* to) {
  for (uint32_t i = 0; i < count; ++i) {
    to[i] = from[i];
    __asm__ volatile("");
  }
}

// The locals of a function that are not set yet: few as well.
inline void SetFew(Value* from, const Value* end) {
  for (; from < end; ++from) {
    *from = Value::Undefined();
    __asm__ volatile("");
  }
}

// A generator that waits at a yield goes on, its function at `window`; the yield is still to be given its value. False,
// and nothing has changed: it is for Vm::RestoreGenerator, which this is the common case of.
inline bool Vm::EnterGenerator(Generator* generator, Value* window) {
  if (generator->get_state() != GeneratorState::kSuspended) return false;
  const Function* function = generator->function.As<Function>();
  const Code* code = function->code;
  Frame* frame = frame_ + 1;
  Value* base = window + 1;
  if (frame >= frames_limit_ || base + code->register_count + kStackSlack > stack_ + stack_capacity_) [[unlikely]] {
    return false;
  }
  frame_ = frame;
  *window = generator->function;
  CopyRegisters(generator->registers, code->register_count, base);
  frame->pc = code->words.data() + generator->pc;
  frame->code = code;
  frame->unit = function->unit;
  frame->handled = generator->handled;
  frame->owner = Value::Of(generator);
  frame->base = static_cast<uint32_t>(base - stack_);
  frame->kind = FrameKind::kGenerator;
  generator->handled = Value::Undefined();
  generator->awaiting = Value::Undefined();
  generator->state = static_cast<RawWord>(GeneratorState::kRunning);
  return true;
}

// How the result of a frame is delivered to the instruction that waits for it.
enum class Delivery : uint8_t {
  kRegister,   // R[A] = result
  kDiscard,
  kTruth,      // R[A] = bool of it
  kNotTruth,
  kJump,       // jump if its truth is C
  kForIter,
  kForIterN,
  kUnpack,
  kUnpackEx,
  kSend,
};
Delivery DeliveryOf(Op op);

// While an exception is thrown into what a generator delegates to, nobody there sees what the generator
// itself handles: CPython enters the delegate without the frames in between. The generator keeps it until
// its SEND has an answer.
inline void HideHandled(Frame* frame) {
  frame->owner.As<Generator>()->handled = frame->handled;
  frame->handled = Value::Undefined();
}
// True when it was hidden.
inline bool ShowHandled(Frame* frame) {
  if (frame->kind != FrameKind::kGenerator) return false;
  Generator* generator = frame->owner.As<Generator>();
  if (generator->handled.IsUndefined()) return false;
  frame->handled = generator->handled;
  generator->handled = Value::Undefined();
  return true;
}

}  // namespace pysub

#endif  // PYSUB_VM_FRAME_ACCESS_H_
