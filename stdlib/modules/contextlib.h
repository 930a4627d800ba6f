#ifndef PYSUB_STDLIB_MODULES_CONTEXTLIB_H_
#define PYSUB_STDLIB_MODULES_CONTEXTLIB_H_

#include "stdlib/modules/library_function.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

// contextlib: what the plain and the asynchronous half share. CPython 3.14 contextlib.py.
namespace pysub::contextlib {

// _GeneratorContextManager and its asynchronous sister.
struct GeneratorContext : Object {
  Value generator;
  Value function, arguments, keywords;  // to make it anew; Undefined once it was entered
  Value doc;
};

// closing, aclosing, nullcontext, suppress (a tuple of exception types).
struct SimpleContext : Object {
  Value value;
};

struct Redirect : Object {
  Value target;
  Value old_targets;  // List
};

// Each callback is a tuple (is synchronous, callee, positional arguments, keyword arguments);
// without arguments (None) it is an __exit__, which is told the exception and may suppress it.
struct ExitStack : Object {
  Value callbacks;  // List

  enum Part { kIsSync, kCallee, kArguments, kKeywords, kParts };
};

// A forged snapshot may have anything among the callbacks.
inline bool IsCallback(Value v) { return IsTupleOf(v, ExitStack::kParts); }

// The exception of __exit__(type, value, traceback) and __aexit__: None, or an instance.
Value ExitException(Vm& vm, Value type, Value value);

inline GeneratorContext* Context(Value v) { return v.As<GeneratorContext>(); }

// The next callback of an unwinding stack, taken from it; Undefined: none is left.
Value PopCallback(ExitStack* stack);
// Calls it with the exception (or None).
Value RunCallback(Vm& vm, Value callback, Value exception);
// `raised` came up while `before` (or None) was being handled: its chain of contexts shall lead
// there and not to `outer`, the exception that was handled when the unwinding began.
void FixExceptionContext(Value raised, Value before, Value outer);

// What the context managers of generators think of the exception that came back from `throw`.
enum class ThrowOutcome : uint8_t { kSuppressed, kSame, kOther };
ThrowOutcome OutcomeOfThrow(Vm& vm, Value thrown, Value traceback, bool is_async);

// "AttributeError: '_GeneratorContextManager' object has no attribute 'args'" when entered twice.
Status CheckEnteredOnce(Vm& vm, Value self);
Failure RaiseFromNone(Vm& vm, TypeId type, std::string_view text);

// Methods of asynchronous managers, in contextlib_async.cc.
#define PYSUB_F(name) Value name(Vm& vm, const Args& a);
// clang-format off
PYSUB_F(AsyncGeneratorEnter) PYSUB_F(AsyncGeneratorExit)
PYSUB_F(AsyncClosingEnter) PYSUB_F(AsyncClosingExit)
PYSUB_F(AsyncNullEnter) PYSUB_F(AsyncNullExit)
PYSUB_F(AsyncStackEnter) PYSUB_F(AsyncStackExit) PYSUB_F(AsyncStackClose)
PYSUB_F(EnterAsyncContext)
// clang-format on
#undef PYSUB_F

}  // namespace pysub::contextlib

#endif  // PYSUB_STDLIB_MODULES_CONTEXTLIB_H_
