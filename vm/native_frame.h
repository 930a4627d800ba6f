#ifndef PYSUB_VM_NATIVE_FRAME_H_
#define PYSUB_VM_NATIVE_FRAME_H_

#include <cstdint>

#include "vm/object.h"
#include "vm/value.h"

// Native operations that run Python in their middle: sorted with a key, map, sum over a
// generator ...
//
// C++ never calls Python, since a program must be able to stop, and to be saved, anywhere in Python
// code. So such an operation is cut into steps. It is a NativeFrame object, which keeps all of its
// state, and a resume function. (Elsewhere this is called a continuation, or a coroutine without a
// stack.) sorted(words, key=f), seen as frames:
//
//   the program calls sorted
//     -> native frame of sorted: a step calls f(w0)
//       -> f runs
//     -> native frame of sorted: a step gets f's result, calls f(w1)
//       -> ...
//   the program has the list
//
// The native pushes the native frame (Vm::PushNativeFrame) and returns CallPending. From then on
// the interpreter calls the resume function whenever the native frame is the top frame:
//
//   Value Resume(Vm& vm, NativeFrame& frame, Value in)
//
// `in` is what the step waited for:
//  - Undefined, the first time;
//  - the result of the call or Vm::Next that it asked for;
//  - Exhausted, when that iteration has ended;
//  - Failed, when that raised, and the native frame catches (kFrameCatches). Otherwise the
//    exception unwinds through the native frame.
//
// The resume function returns
//  - CallPending, when Vm::Call, Vm::Next, Vm::Materialise ... said CallPending: it
//    waits for the result;
//  - the result of the whole operation; then the native frame is gone. The next of an iterator may
//    also answer Exhausted;
//  - Failed, after a Raise.
//
// Between two resumptions the program may run, be collected, be saved and go on elsewhere. So all
// state has to be in frame.state and frame.slots, and containers may have changed meanwhile.
//
// PYSUB_SUSPEND_POINT hides that a step is left and entered again. It stands inside `switch
// (frame.state) { case 0: ...` :
//
//   PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));   // here `in` is the item, or Exhausted
//
// It makes the call and sets the state. When the answer is CallPending it leaves the step, which
// will be entered again at this place; when the answer is there it goes on at once. Either way `in`
// is the result behind it. A failure leaves the step for good, unless the native frame catches. The
// number must be unique in the switch and below kRepeatPoint. No C++ variable lives across it.
//
// When memory is short, what was refused is repeated after a collection:
//  - The expression of an await is repeated alone; what stands before it is not done again. `in` is
//    then what the last completed suspension point gave, so an expression must not use an `in` that
//    was assigned since.
//  - Anything else is repeated from the last completed suspension point on, with the same `in`,
//    exception and stop_value.
// So between two suspension points everything that can fail, Raise included, stands before the
// first lasting effect. Where that cannot be, PYSUB_CHECKPOINT(number) behind an effect makes the
// repetition start there.
namespace pysub {

class Vm;

// Every resume function has a number, which is what a native frame has in it: a pointer could not
// be saved.
enum class ResumeId : uint16_t {
#define PYSUB_RESUME(name, ...) k##name,
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
  kCount,
};

using ResumeFunction = Value (*)(Vm& vm, NativeFrame& frame, Value in);

// Two fast paths for native frames that read a generator. A resume function that reads an iterator
// to its end may have a FastConsumeFunction beside it. True: it was waiting for an item of
// `iterator`, has taken `item` as its resume function would have, and would now ask for the next.
// False: something is not as usual, and nothing has changed. It never fails. A generator that such
// a native frame reads goes on without leaving the loop (vm/instructions.inc). The caller charges
// the resume function's own fuel, this what the resume function charges beyond.
using FastConsumeFunction = bool (*)(Vm& vm, NativeFrame& frame, Value iterator, Value item);

// A resume function that calls a function with each item may have this. True: it was waiting for an
// item of `iterator`, and Vm::TryPushCall has pushed the call, just as the resume function would
// have done. False: nothing has changed. It never fails.
using FastApplyFunction = bool (*)(Vm& vm, NativeFrame& frame, Value iterator, Value item);

// The native frame of an iterator's next() may stay after it has given an item (PYSUB_RESUME_NEXT),
// where the native frame that reads it has a FastConsumeFunction: it is not popped and pushed again
// but begins anew. It is then in state 0 and only slots[0], the iterator, is set; so its resume
// function does all that the iterator's next() would.

enum NativeFrameOptions : uint8_t {
  kFrameCatches = 1 << 0,     // exceptions come in as Failed: take them with Vm::TakeException
  kFrameAwaitsNext = 1 << 1,  // set by Vm::Next: a StopIteration means Exhausted
  // This native frame is some iterator's next: its Exhausted is no StopIteration.
  kFrameIsIterator = 1 << 2,
};

// Added to the number of an await while its expression is to be repeated.
inline constexpr RawWord kRepeatPoint = 1 << 12;

#define PYSUB_SUSPEND_POINT(number, expression)                                              \
  do {                                                                                       \
    [[fallthrough]];                                                                         \
    case (number) + kRepeatPoint:                                                            \
      in = (expression);                                                                     \
      if (in.IsFailed() && (!(frame.options & kFrameCatches) || !vm.FailureIsCatchable())) { \
        frame.state = (number) + kRepeatPoint;                                               \
        return in;                                                                           \
      }                                                                                      \
      frame.state = (number);                                                                \
      if (in.IsCallPending()) return in;                                                     \
      if (vm.NativeFrameShouldYield(in)) return vm.YieldNativeFrame();                       \
  } while (false);                                                                           \
  [[fallthrough]];                                                                           \
  case (number):

// What stands before this is not done again when what follows is repeated.
#define PYSUB_CHECKPOINT(number) \
  frame.state = (number);        \
  [[fallthrough]];               \
  case (number):

}  // namespace pysub

#endif  // PYSUB_VM_NATIVE_FRAME_H_
