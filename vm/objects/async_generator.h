#ifndef PYSUB_VM_OBJECTS_ASYNC_GENERATOR_H_
#define PYSUB_VM_OBJECTS_ASYNC_GENERATOR_H_

#include "vm/vm.h"

// What drives an async generator: the awaitables of asend() and __anext__(), athrow() and aclose().
// The one under way stands in Generator::origin of the generator, which is also "ag_running".
// CPython 3.14 language reference 6.2.9.4, "Asynchronous generator-iterator methods".
namespace pysub {

// The object that `await` works with. Only one of a generator may be under way: a second one gets
// RuntimeError, as two tasks would else step through the same frame.
struct AsyncGeneratorOperation : Object {
  enum State : uint8_t { kFresh, kUnderWay, kDone };
  // Flags of the generator.
  // Nothing more comes: further ones end at once.
  static constexpr ObjectFlags kFlagFinished = kFlagA;
  static constexpr ObjectFlags kFlagKnown = kFlagB;  // is in the list of the running loop

  RawWord state;
  Value generator;
  Value value;  // asend: what is sent; athrow: the exception; aclose: Undefined
};

// The awaitable of generator.asend(value), and of __anext__() if it is None.
Value NewAsyncSend(Vm& vm, Generator* generator, Value value);
// The awaitable of generator.athrow(exception), and of aclose() if it is Undefined.
Value NewAsyncThrow(Vm& vm, Generator* generator, Value exception);
// TypeInfo::resume of the two types.
Value ResumeAsyncSend(Vm& vm, Value self, Value value, Value exception);
Value ResumeAsyncThrow(Vm& vm, Value self, Value value, Value exception);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_ASYNC_GENERATOR_H_
