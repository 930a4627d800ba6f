#ifndef PYSUB_STDLIB_TYPES_AWAITABLES_H_
#define PYSUB_STDLIB_TYPES_AWAITABLES_H_

#include "vm/vm.h"

namespace pysub {

// The exception of throw(value), or of the old throw(type, value, traceback): a[1], a[2], a[3].
Value ThrownException(Vm& vm, const Args& a, std::string_view method = "throw");

// What a method answers: natives that end at once must raise, as the write-back of a later end
// does.
inline Value StopIterationAtEnd(Vm& vm, Value answer) {
  return answer.IsExhausted() ? vm.RaiseStopIteration(vm.stop_value) : answer;
}

// What coroutine.__await__() answers.
struct CoroutineWrapper : Object {
  Value coroutine;
};

// Methods of natives that have TypeInfo::resume.
namespace awaitable {
Value Self(Vm& vm, const Args& a);
Value Next(Vm& vm, const Args& a);
Value Send(Vm& vm, const Args& a);
Value Throw(Vm& vm, const Args& a);
// Throws GeneratorExit; RuntimeError if that is ignored.
Value Close(Vm& vm, const Args& a);
Value NextSlot(Vm& vm, Value self);
Value AwaitSlot(Vm& vm, Value self);
}  // namespace awaitable

// The rows of what is stepped like a generator, and of an awaitable that is its own iterator.
#define PYSUB_AWAITED_METHODS                                                                      \
  {"@wrapper __iter__()", awaitable::Self, "Implement iter(self)."},                               \
      {"@wrapper __next__()", awaitable::Next, "Implement next(self)."},                           \
      {"send(object, /)", awaitable::Send, "send(arg) -> send 'arg' inside."},                     \
      {"@hidden throw(value, val=None, tb=None, /)", awaitable::Throw, "Raise exception inside."}, \
  {                                                                                                \
    "close()", awaitable::Close, "close() -> raise GeneratorExit inside."                          \
  }
#define PYSUB_AWAITABLE_METHODS                                                                    \
  {"@wrapper __await__()", awaitable::Self, "Return an iterator to be used in await expression."}, \
      PYSUB_AWAITED_METHODS

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_AWAITABLES_H_
