#ifndef PYSUB_VM_FRAME_H_
#define PYSUB_VM_FRAME_H_

#include <cstddef>
#include <cstdint>

#include "compiler/code.h"
#include "vm/linked_unit.h"
#include "vm/value.h"

namespace pysub {

enum class FrameKind : uint8_t { kPython, kGenerator, kNative };

// One activation. While it is not the top, `pc` is the instruction that waits for a result: how the
// result is written back follows from that instruction, so frames say nothing about returning.
struct Frame {
  const uint32_t* pc;
  const Code* code;  // null for a native frame
  LinkedUnit* unit;
  Value handled;  // the exception that an except or finally body of this frame handles
  Value owner;    // Generator or NativeFrame; Undefined for a plain call
  uint32_t base;  // index of R[0] in the stack; for native frames the first free register
  FrameKind kind;
  // A generator was entered from this frame or from one that ended below it in its place, and may
  // still be above it as it was left (Generators::IsStillAbove).
  bool generator_above = false;
};

// Native frames may nest deeper than Python functions, as C functions do in CPython, but not
// without end: so often the recursion limit.
inline constexpr uint32_t kNativeFramesPerFrame = 4;

// Is told of each instruction of Python code before it is executed. A Vm that has one when it
// begins runs every instruction by way of a second table of them; without one nothing is slower.
class InstructionObserver {
 public:
  virtual ~InstructionObserver() = default;
  // `depth`: how many frames there are. An instruction that has to be repeated, after a collection
  // or a safepoint, is told again.
  virtual void Before(const Frame& frame, size_t depth) = 0;
};

}  // namespace pysub

#endif  // PYSUB_VM_FRAME_H_
