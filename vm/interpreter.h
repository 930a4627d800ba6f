#ifndef PYSUB_VM_INTERPRETER_H_
#define PYSUB_VM_INTERPRETER_H_

#include "vm/vm.h"

namespace pysub {

// The loop over instructions. Has access to the Vm's insides and no state of its own.
//
// It runs Python frames only. Calls between them push and pop frames and stay in the loop; it is
// left when a native frame has to be started, when somebody outside has to decide something, or
// when nothing is left. So the depth of the C++ stack never depends on the program.
class Interpreter {
 public:
  // Runs Python frames until something else has to happen.
  enum class Exit : uint8_t {
    // vm.control_ is for what is on top: the sentinel, or a frame after Vm::MustLeaveLoop.
    // Undefined: it goes on by itself.
    kReturned,
    kNative,     // a native frame is on top and has to be started; see Vm::AfterPush::kStop
    kStopped,    // Safepoint said stop, at an instruction that has not begun
    kUnhandled,  // the pending exception reached a native frame or the sentinel
  };
  static Exit Execute(Vm& vm);
  // What somebody who raises has pushed before: frames above `depth` (of Vm::frames_) never run.
  static void DropFramesAbove(Vm& vm, ptrdiff_t depth);

 private:
  struct Chain;
  // Whether the frame of a callee at `window` fits.
  static bool HasRoomFor(const Vm& vm, const Frame* frame, const Code* code, const Value* window);
  static Frame* EnterFunction(Vm& vm, Frame* frame, const Function* function, Value* window,
                              uint32_t count);
  static Frame* EnterWithRoom(Vm& vm, Frame* frame, const Function* function, Value* window,
                              uint32_t count);
  // The place of the frame whose instruction at `pc` has failed.
  static ptrdiff_t DepthOf(const Vm& vm, const Frame* frame, const uint32_t* pc);
  static void LeaveAtYield(Frame* frame, const uint32_t* pc, const Value* R);
};

}  // namespace pysub

#endif  // PYSUB_VM_INTERPRETER_H_
