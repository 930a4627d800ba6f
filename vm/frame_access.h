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

}  // namespace pysub

#endif  // PYSUB_VM_FRAME_ACCESS_H_
