#ifndef PYSUB_VM_TASK_H_
#define PYSUB_VM_TASK_H_

#include <cstdint>

#include "vm/object.h"
#include "vm/value.h"

// Native operations that run Python in their middle (sorted with a key, map, sum over a generator ...).
//
// Such an operation is a Task object and a step function. The native pushes the task and returns Pushed.
// The interpreter then calls the step function whenever the task is the top frame:
//
//   Value Step(Vm& vm, Task& task, Value in)
//
// `in` is Undefined the first time; later the result of the call or Next that the step asked for, or
// Exhausted when that iteration ended, or Failed when it raised and the task catches (otherwise the
// exception unwinds through the task). The step returns the result of the whole operation, or Exhausted
// (a task that is an iterator's next), Failed, or Pushed after Vm::Call, Vm::Next, Vm::Drain ... said
// Pushed. Between two steps the program may run, be collected, saved and resumed elsewhere: all state
// has to be in task.state and task.slots; containers may have changed.
//
// PYSUB_AWAIT hides the resumption. It stands inside `switch (task.state) { case 0: ...` :
//
//   PYSUB_AWAIT(1, vm.Next(task.slots[0]));   // here `in` is the item, or Exhausted
//
// makes the call, sets the state, leaves if it was Pushed or Failed, and goes on with `in` set either way.
// The number must be unique in the switch and below kRepeatAwait, and no variable lives across it (it may be left
// and entered again for a collection).
//
// When memory is short, whatever was refused it is repeated after a collection:
//  - the expression of an await alone, by itself: what stands before it is not done again. `in` is then what the
//    last completed await gave, so an expression must not use an `in` that was assigned since;
//  - anything else from the last completed await, with the same `in`, exception and stop_value.
// So between two awaits everything that can fail (Raise included) stands before the first lasting effect. Where that
// cannot be, PYSUB_DONE_SO_FAR(number) after an effect makes the repetition start there.
namespace pysub {

class Vm;

enum class StepId : uint16_t {
#define PYSUB_STEP(name, ...) k##name,
#include "vm/steps.def"
#undef PYSUB_STEP
  kCount,
};

using StepFunction = Value (*)(Vm& vm, Task& task, Value in);

// A step that reads an iterator to its end may also have this: true when it was waiting for an item of `iterator`, has
// taken `item` as its step would have, and would now ask for the next; false when something is not as usual, and then
// nothing has changed. It never fails. A generator that such a task reads goes on without leaving the loop
// (vm/instructions.inc). The step's own fuel is charged by the caller, what the step charges beyond by this.
using TakeFunction = bool (*)(Vm& vm, Task& task, Value iterator, Value item);

// A step that calls a function with each item may have this: true when it was waiting for an item of `iterator`, and
// Vm::PassesTo has pushed the call, all of it as its step would have done; else nothing has changed. It never fails.
using PassFunction = bool (*)(Vm& vm, Task& task, Value iterator, Value item);

// The task of an iterator's next() that may stay (PYSUB_NEXT_STEP): slots[0] is the iterator. When the task that reads
// it has taken its item (TakeFunction) it is not popped and pushed again but begins anew, in state 0, with no other slots
// set; so its step does all that the iterator's next() would.

enum TaskOptions : uint8_t {
  kTaskCatches = 1 << 0,       // exceptions come in as Failed: take them with Vm::TakeException
  kTaskAwaitsNext = 1 << 1,    // set by Vm::Next: a StopIteration means Exhausted
  kTaskIsIterator = 1 << 2,    // this task is some iterator's next: its Exhausted is no StopIteration
};

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

// Nothing before this is done again.
#define PYSUB_DONE_SO_FAR(number) \
  task.state = (number);          \
  [[fallthrough]];                \
  case (number):

}  // namespace pysub

#endif  // PYSUB_VM_TASK_H_
