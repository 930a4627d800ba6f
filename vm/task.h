#ifndef PYSUB_VM_TASK_H_
#define PYSUB_VM_TASK_H_

#include <cstdint>

#include "vm/object.h"
#include "vm/value.h"

// Native operations that run Python in their middle: sorted with a key, map, sum over a generator ...
//
// C++ never calls Python, since a program must be able to stop, and to be saved, anywhere in Python code. So such an operation
// is cut into steps. It is a Task object, which keeps all of its state, and a step function. (Elsewhere this is called a
// continuation, or a coroutine without a stack.) sorted(words, key=f), seen as frames:
//
//     the program            the program            the program           the program
//     calls sorted   ->      task of sorted   ->    task of sorted   ->   task of sorted   -> ... ->  the program has the list
//                            step: calls f(w0)      f runs                step: gets f's result,
//                                                                         calls f(w1)
//
// The native pushes the task (Vm::PushTask) and returns Pushed. From then on the interpreter calls the step function whenever
// the task is the top frame:
//
//   Value Step(Vm& vm, Task& task, Value in)
//
// `in` is what the step waited for:
//  - Undefined, the first time;
//  - the result of the call or Vm::Next that it asked for;
//  - Exhausted, when that iteration has ended;
//  - Failed, when that raised, and the task catches (kTaskCatches). Otherwise the exception unwinds through the task.
//
// The step returns
//  - Pushed, when Vm::Call, Vm::Next, Vm::Drain ... said Pushed: it waits for the result;
//  - the result of the whole operation; then the task is gone. The next of an iterator may also answer Exhausted;
//  - Failed, after a Raise.
//
// Between two steps the program may run, be collected, be saved and go on elsewhere. So all state has to be in task.state and
// task.slots, and containers may have changed meanwhile.
//
// PYSUB_AWAIT hides that a step is left and entered again. It stands inside `switch (task.state) { case 0: ...` :
//
//   PYSUB_AWAIT(1, vm.Next(task.slots[0]));   // here `in` is the item, or Exhausted
//
// It makes the call and sets the state. When the answer is Pushed it leaves the step, which will be entered again at this
// place; when the answer is there it goes on at once. Either way `in` is the result behind it. A failure leaves the step for
// good, unless the task catches. The number must be unique in the switch and below kRepeatAwait. No C++ variable lives across
// it.
//
// When memory is short, what was refused is repeated after a collection:
//  - The expression of an await is repeated alone; what stands before it is not done again. `in` is then what the last
//    completed await gave, so an expression must not use an `in` that was assigned since.
//  - Anything else is repeated from the last completed await on, with the same `in`, exception and stop_value.
// So between two awaits everything that can fail, Raise included, stands before the first lasting effect. Where that cannot be,
// PYSUB_DONE_SO_FAR(number) behind an effect makes the repetition start there.
namespace pysub {

class Vm;

// Every step function has a number, which is what a task has in it: a pointer could not be saved.
enum class StepId : uint16_t {
#define PYSUB_STEP(name, ...) k##name,
#include "vm/steps.def"
#undef PYSUB_STEP
  kCount,
};

using StepFunction = Value (*)(Vm& vm, Task& task, Value in);

// Two fast paths for tasks that read a generator. A step that reads an iterator to its end may have a TakeFunction beside it.
// True: it was waiting for an item of `iterator`, has taken `item` as its step would have, and would now ask for the next.
// False: something is not as usual, and nothing has changed. It never fails. A generator that such a task reads goes on without
// leaving the loop (vm/instructions.inc). The caller charges the step's own fuel, this what the step charges beyond.
using TakeFunction = bool (*)(Vm& vm, Task& task, Value iterator, Value item);

// A step that calls a function with each item may have this. True: it was waiting for an item of `iterator`, and Vm::PassesTo
// has pushed the call, just as the step would have done. False: nothing has changed. It never fails.
using PassFunction = bool (*)(Vm& vm, Task& task, Value iterator, Value item);

// The task of an iterator's next() may stay after it has given an item (PYSUB_NEXT_STEP), where the task that reads it has a
// TakeFunction: it is not popped and pushed again but begins anew. It is then in state 0 and only slots[0], the iterator, is
// set; so its step does all that the iterator's next() would.

enum TaskOptions : uint8_t {
  kTaskCatches = 1 << 0,       // exceptions come in as Failed: take them with Vm::TakeException
  kTaskAwaitsNext = 1 << 1,    // set by Vm::Next: a StopIteration means Exhausted
  kTaskIsIterator = 1 << 2,    // this task is some iterator's next: its Exhausted is no StopIteration
};

// Added to the number of an await while its expression is to be repeated.
inline constexpr RawWord kRepeatAwait = 1 << 12;

#define PYSUB_AWAIT(number, expression)                                                      \
  do {                                                                                       \
    [[fallthrough]];                                                                         \
    case (number) + kRepeatAwait:                                                            \
    in = (expression);                                                                       \
    if (in.IsFailed() && (!(task.options & kTaskCatches) || !vm.FailureIsCatchable())) {     \
      task.state = (number) + kRepeatAwait;                                                  \
      return in;                                                                             \
    }                                                                                        \
    task.state = (number);                                                                   \
    if (in.IsPushed()) return in;                                                            \
    if (vm.TaskShouldYield(in)) return vm.YieldTask();                                       \
  } while (false);                                                                           \
  [[fallthrough]];                                                                           \
  case (number):

// What stands before this is not done again when what follows is repeated.
#define PYSUB_DONE_SO_FAR(number) \
  task.state = (number);          \
  [[fallthrough]];                \
  case (number):

}  // namespace pysub

#endif  // PYSUB_VM_TASK_H_
