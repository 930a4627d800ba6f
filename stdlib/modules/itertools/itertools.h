#ifndef PYSUB_STDLIB_MODULES_ITERTOOLS_ITERTOOLS_H_
#define PYSUB_STDLIB_MODULES_ITERTOOLS_ITERTOOLS_H_

#include <initializer_list>
#include <span>

#include "vm/objects/iterators.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

// itertools. CPython 3.14 library, "itertools". Each type's next() is one state machine, compiled
// twice: as the resume function of a native frame, for sources that may run Python, and as a plain
// function for sources that never do (Vm::IteratesNatively). What has been fetched stands in the
// iterator object before anything can fail, so both bear repetition.
namespace pysub {

Value NewStarmap(Vm& vm, Value function, Value iterator);
Value NewChainFromIterable(Vm& vm, Value iterable);
// repeat(object), or `times` times when it is not negative.
Value NewRepeat(Vm& vm, Value object, int64_t times);

namespace itertools {

// Marks a new iterator whose sources all iterate natively: then it does, too. Nesting is limited to
// three, since native next() calls nest in C++.
void MarkNative(const Vm& vm, Object* iterator, std::span<const Value> sources);
inline void MarkNative(const Vm& vm, Object* iterator, std::initializer_list<Value> sources) {
  MarkNative(vm, iterator, std::span<const Value>(sources.begin(), sources.size()));
}

// Whether the mark that a snapshot says can be true.
bool CheckNativeMark(const Vm& vm, const Object* iterator, std::span<const Value> sources);
inline bool CheckNativeMark(const Vm& vm, const Object* iterator,
                            std::initializer_list<Value> sources) {
  return CheckNativeMark(vm, iterator, std::span<const Value>(sources.begin(), sources.size()));
}
// Whether MarkNative has marked it: its sources iterate natively, too.
inline bool IsMarked(const Object* iterator) {
  return iterator->flag(kFlagA) || iterator->flag(kFlagB);
}
// Of iterators that are never marked.
inline bool CheckUnmarked(Vm&, Object* iterator) { return !IsMarked(iterator); }

// Whether a snapshot's mark of a T can be true, whose sources are these members.
template <typename T, Value T::*... kSources>
bool CheckMark(Vm& vm, Object* object) {
  return CheckNativeMark(vm, object, {static_cast<T*>(object)->*kSources...});
}

// The largest number that is used for a count of items: more than there can be.
inline constexpr RawWord kNoStop = (RawWord{1} << 47) - 1;

// tee(), which makes several iterators at once.
Value TeeFunction(Vm& vm, const Args& a);

// The end of an iteration.
inline Value End(Vm& vm) {
  vm.stop_value = Value::None();
  return Value::Exhausted();
}

// TypeInfo::next_pair of a source that iterates natively.
inline Value NextPairOf(Vm& vm, Value source, Value* out) {
  const TypeInfo& info = vm.InfoOf(source.AsObject()->type);
  return info.next_pair != nullptr ? info.next_pair(vm, source, out) : NextNatively(vm, source);
}

// In a template <bool kInFrame> state machine.
template <bool kInFrame>
Value NextOf(Vm& vm, Value source) {
  if constexpr (kInFrame) return vm.Next(source);
  return NextNatively(vm, source);
}

// `leaves`: whether a failure is not for the machine, which then is left, to be
// repeated or for good.
#define PYSUB_ITER_ROUND(number, expression, leaves)                     \
  do {                                                                   \
    [[fallthrough]];                                                     \
    case (number) + kRepeatPoint:                                        \
      in = (expression);                                                 \
      if (in.IsFailed() && (leaves)) {                                   \
        frame.state = (number) + kRepeatPoint;                           \
        return in;                                                       \
      }                                                                  \
      if constexpr (kInFrame) {                                          \
        frame.state = (number);                                          \
        if (in.IsCallPending()) return in;                               \
        if (vm.NativeFrameShouldYield(in)) return vm.YieldNativeFrame(); \
      } else if (!in.IsFailed() && !vm.Tick(1)) {                        \
        return Value::Failed();                                          \
      }                                                                  \
  } while (false);                                                       \
  [[fallthrough]];                                                       \
  case (number):

// PYSUB_SUSPEND_POINT in a template <bool kInFrame> state machine.
#define PYSUB_ITER_SUSPEND_POINT(number, expression) PYSUB_ITER_ROUND(number, expression, true)
// The same, but what the program may catch comes in as Failed; the native frame has kFrameCatches.
#define PYSUB_ITER_TRY(number, expression) \
  PYSUB_ITER_ROUND(number, expression, !vm.FailureIsCatchable())

// Runs the state machine at once.
template <Value (*kMachine)(Vm& vm, NativeFrame& frame, Value in)>
Value RunNatively(Vm& vm, Value self) {
  NativeFrame frame;
  frame.state = 0;
  frame.slots[0] = self;
  return kMachine(vm, frame, Value::Undefined());
}

}  // namespace itertools
}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_ITERTOOLS_ITERTOOLS_H_
