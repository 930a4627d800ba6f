#ifndef PYSUB_VM_GENERATORS_H_
#define PYSUB_VM_GENERATORS_H_

#include <cstdint>
#include <string_view>

#include "vm/frame.h"
#include "vm/object.h"
#include "vm/value.h"

namespace pysub {

class Vm;

// "coroutine"
std::string_view GeneratorNoun(const Generator* generator);
// Of a generator function: its generators can be awaited (types.coroutine).
inline constexpr ObjectFlags kFlagAwaitable = kFlagC;
inline bool IsAwaitableGenerator(Value v) {
  return IsObjectOf(v, TypeId::kGenerator) &&
         v.As<Generator>()->function.AsObject()->flag(kFlagAwaitable);
}
// Makes a generator finished without running it any more.
void CloseGenerator(Generator* generator);
// Whoever drives the async generator by an asend() or athrow() has what it waited for.
void EndAsyncOperation(Generator* generator);

// What the interpreter and Vm::ResumeGenerator do with the frames of generators. A generator that
// waits keeps its registers in its own object; while it runs they are on the stack, in a frame
// above that of who asked for the item. (docs/decisions/022: when they are still there.)
class Generators {
 public:
  // The RETURN_GENERATOR and RETURN of generator frames; YIELD is Interpreter::LeaveAtYield.
  static Value Make(Vm& vm, Frame& frame);
  static Value Finish(Vm& vm, Frame* frame, Value value);
  // vm/frame_access.h
  static Frame* Enter(Vm& vm, Generator* generator, Value* window, Value answer);
  static Frame* EnterStillAbove(Vm& vm, Generator* generator, Value* window, Value answer);
  static Frame* EnterAgain(Vm& vm, Generator* generator, Value* window, Value answer);
  static bool IsStillAbove(Vm& vm, const Generator* generator, const Value* window);
  // Where Enter() does not do.
  static Value ResumeSlowly(Vm& vm, Generator* generator, Value value, Value exception);
  static Value ThrowIntoIterator(Vm& vm, Value iterator, Value exception);

 private:
  static Frame* Restore(Vm& vm, Generator* generator);
  static Value ThrowIntoGenerator(Vm& vm, Generator* generator, Value exception);
  static Value ThrowIntoInnermost(Vm& vm, Generator* generator, Value exception);
  static Value AnswerOnResume(Vm& vm, Value answer);
  static Value RaiseOnResume(Vm& vm, Value exception);
};

}  // namespace pysub

#endif  // PYSUB_VM_GENERATORS_H_
