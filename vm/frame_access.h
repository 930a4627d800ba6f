#ifndef PYSUB_VM_FRAME_ACCESS_H_
#define PYSUB_VM_FRAME_ACCESS_H_

#include "compiler/opcodes.h"
#include "vm/vm.h"

namespace pysub {

// Words of each instruction with its extensions.
inline int InstructionLength(Op op) { return 1 + InfoOf(op).extension_count(); }

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
