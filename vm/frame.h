#ifndef PYSUB_VM_FRAME_H_
#define PYSUB_VM_FRAME_H_

#include <cstddef>
#include <cstdint>

#include "compiler/code.h"
#include "vm/linked_unit.h"
#include "vm/value.h"

// Frames, and the stack that they have their registers in. The program below is in g(), which is
// called with two arguments:
//
//    def f(a): b = 1; return g(a, b) + 1
//
//   frames_   [0]          [1]               [2]                [3]
//            +--------+   +---------------+ +----------------+ +----------------+
//            |sentinel|   | <module>      | | f              | | g              |
//            |no code |   | pc: CALL f    | | pc: CALL g     | | pc: runs       |
//            +--------+   | base: 1       | | base: 4        | | base: 8        |
//                         +---------------+ +----------------+ +----------------+
//                           |                 |                  |
//   stack_   [0]        [1] v [2]   [3]   [4] v [5]  [6] [7] [8] v [9]
//            +---------+----------+------+-----+----+---+---+-----+-----+--------------
//            |<module> | R[0] ... | f    | a   | b  |...| g | a   | b   | temporaries
//            +---------+----------+------+-----+----+---+---+-----+-----+--------------
//              R[-1]                R[-1] R[0] R[1]       R[-1] R[0] R[1]
//                                   '- window -'          '-- window --'
//
// - A call copies no arguments. The caller has put callee and arguments side by side, its call
//   window, and the registers of the callee begin in it: R[0] is the first argument, R[-1] the
//   function itself, which so stays alive while it runs.
// - Registers are known by their index (`base`), never kept by address over a call: the stack moves
//   when it grows.
// - C++ is not below a Python frame. All frames of a program are in this array, so a program that
//   calls a million functions needs no C stack, and a snapshot is a walk over two arrays.
// - A frame that ends is gone by `--frame_`. Its registers are left as they are: what is above the
//   top frame's registers is nobody's (Vm::StackTop).
namespace pysub {

// A generator's frame has its registers copied to the stack while it runs; a native frame has none,
// its state is in the object `owner`.
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
