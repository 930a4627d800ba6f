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
