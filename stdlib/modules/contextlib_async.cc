// The asynchronous half of contextlib: coroutines with bodies in C++ (asyncio.h).

#include "stdlib/modules/asyncio/asyncio.h"
#include "stdlib/modules/contextlib.h"
#include "vm/objects/list.h"

namespace pysub {
namespace contextlib {
namespace {

using asyncio::BodyId;
using asyncio::NewCoroutine;

}  // namespace

Value AsyncGeneratorEnter(Vm& vm, const Args& a) {
  TRY(CheckEnteredOnce(vm, a[0]));
  return NewCoroutine(vm, BodyId::kContextEnter, "_AsyncGeneratorContextManager.__aenter__",
                      {a[0]});
}
Value AsyncGeneratorExit(Vm& vm, const Args& a) {
  Value self = a[0], traceback = a[3];
  Value exception = TRY(ExitException(vm, a[1], a[2]));
  return NewCoroutine(vm, BodyId::kContextExit, "_AsyncGeneratorContextManager.__aexit__",
                      {Context(self)->generator, exception, traceback});
}
Value AsyncClosingEnter(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kReady, "aclosing.__aenter__", {a[0].As<SimpleContext>()->value});
}
Value AsyncClosingExit(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kContextClose, "aclosing.__aexit__",
                      {a[0].As<SimpleContext>()->value});
}
Value AsyncNullEnter(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kReady, "nullcontext.__aenter__",
                      {a[0].As<SimpleContext>()->value});
}
Value AsyncNullExit(Vm& vm, const Args&) {
  return NewCoroutine(vm, BodyId::kNothing, "nullcontext.__aexit__", {});
}
Value AsyncStackEnter(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kReady, "AsyncExitStack.__aenter__", {a[0]});
}
Value AsyncStackExit(Vm& vm, const Args& a) {
  if (a.rest_count < 2) return vm.IndexError("tuple index out of range");
  if (!a.rest[1].IsNone() && !IsException(a.rest[1]))
    return vm.RaiseAttributeError(a.rest[1], "__traceback__");
  return NewCoroutine(vm, BodyId::kStackUnwind, "AsyncExitStack.__aexit__",
                      {a[0], a.rest[1], Value::False(), Value::False(),
                       Value::Bool(!a.rest[1].IsNone()), Value::Undefined()});
}
Value AsyncStackClose(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kStackClose, "AsyncExitStack.aclose", {a[0]});
}
Value EnterAsyncContext(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kStackEnter, "AsyncExitStack.enter_async_context", {a[0], a[1]});
}

}  // namespace contextlib

using contextlib::ExitStack;

Value AsyncContextDecoratedClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  Value function = self->a, manager = self->b, keywords = a.keywords;
  Value arguments = TRY(RestTuple(vm, a));
  return asyncio::NewCoroutine(vm, asyncio::BodyId::kContextDecorated,
                               "AsyncContextDecorator.__call__.<locals>.inner",
                               {manager, function, arguments, keywords});
}

namespace asyncio {
namespace {

Value CallAsyncMethod(Vm& vm, Value object, std::string_view name,
                      std::initializer_list<Value> args) {
  return pysub::CallMethod(vm, object, name, args);
}

// Awaits what a call answered at once, or asks to be called with it at `place`.
Value AwaitCall(Vm& vm, Coroutine* co, uint32_t called, uint32_t awaited, Value answer) {
  if (answer.IsFailed()) return answer;
  if (answer.IsCallPending()) {
    co->pc = called;
    return answer;
  }
  return Await(vm, co, awaited, answer);
}

}  // namespace

// slots: the manager. Places: 1 __anext__ has answered, 2 its awaitable has.
Value ContextEnterBody(Vm& vm, Coroutine* co, Value in) {
  contextlib::GeneratorContext* context = contextlib::Context(co->registers[0]);
  switch (co->pc) {
    case 0:
      return AwaitCall(vm, co, 1, 2, CallAsyncMethod(vm, context->generator, "__anext__", {}));
    case 1:
      if (in.IsFailed()) return vm.Propagate(co->handled);
      return Await(vm, co, 2, in);
    default: break;
  }
  context->function = context->arguments = context->keywords = Value::Undefined();
  if (!in.IsFailed()) return in;
  if (vm.IsInstance(co->handled, TypeId::kStopAsyncIteration)) {
    return contextlib::RaiseFromNone(vm, TypeId::kRuntimeError, "generator didn't yield");
  }
  return vm.Propagate(co->handled);
}

// slots: the generator, the exception or None, its traceback.
// Places: 1 and 2 as above, 3 and 4 for aclose().
Value ContextExitBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  bool plain = slots[1].IsNone();
  switch (co->pc) {
    case 0:
      return AwaitCall(vm, co, 1, 2,
                       plain ? CallAsyncMethod(vm, slots[0], "__anext__", {})
                             : CallAsyncMethod(vm, slots[0], "athrow", {slots[1]}));
    case 1:
      if (!in.IsFailed()) return Await(vm, co, 2, in);
      [[fallthrough]];
    case 2:
      if (!in.IsFailed()) break;
      if (plain) {
        if (vm.IsInstance(co->handled, TypeId::kStopAsyncIteration)) return Value::False();
        return vm.Propagate(co->handled);
      }
      static_cast<void>(vm.Propagate(co->handled));
      switch (contextlib::OutcomeOfThrow(vm, slots[1], slots[2], true)) {
        case contextlib::ThrowOutcome::kOther: return Value::Failed();
        case contextlib::ThrowOutcome::kSame:
          static_cast<void>(vm.TakeException());
          return Value::False();
        case contextlib::ThrowOutcome::kSuppressed:
          static_cast<void>(vm.TakeException());
          return Value::True();
      }
      break;
    case 3:
      if (in.IsFailed()) return vm.Propagate(co->handled);
      return Await(vm, co, 4, in);
    default:
      if (in.IsFailed()) return vm.Propagate(co->handled);
      return vm.Raise(TypeId::kRuntimeError,
                      plain ? "generator didn't stop" : "generator didn't stop after athrow()");
  }
  return AwaitCall(vm, co, 3, 4, CallAsyncMethod(vm, slots[0], "aclose", {}));
}

// slots: the thing
Value ContextCloseBody(Vm& vm, Coroutine* co, Value in) {
  if (co->pc == 0) {
    return AwaitCall(vm, co, 1, 2, CallAsyncMethod(vm, co->registers[0], "aclose", {}));
  }
  if (in.IsFailed()) return vm.Propagate(co->handled);
  return co->pc == 1 ? Await(vm, co, 2, in) : Value::None();
}

// slots: the manager, the function, its arguments, its keywords, its result or exception, which of
// the two. Places: 1-2 __aenter__, 3-4 the function, 5-6 __aexit__, 7 the manager was made anew.
Value ContextDecoratedBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  while (true) {
    switch (co->pc) {
      case 0:
        if (IsObjectOf(slots[0], TypeId::kAsyncGeneratorContext)) {
          contextlib::GeneratorContext* context = contextlib::Context(slots[0]);
          TRY(contextlib::CheckEnteredOnce(vm, slots[0]));
          contextlib::GeneratorContext* fresh =
              TRY(vm.New<contextlib::GeneratorContext>(TypeId::kAsyncGeneratorContext));
          fresh->function = context->function;
          fresh->arguments = context->arguments;
          fresh->keywords = context->keywords;
          fresh->doc = context->doc;
          Value pushed = vm.PushNativeFrame(ResumeId::kContextStart, {Value::Of(fresh)});
          if (pushed.IsCallPending()) co->pc = 7;
          return pushed;
        }
        co->pc = 8;
        continue;
      case 7:
        if (in.IsFailed()) return vm.Propagate(co->handled);
        slots[0] = in;
        co->pc = 8;
        continue;
      case 8: return AwaitCall(vm, co, 1, 2, CallAsyncMethod(vm, slots[0], "__aenter__", {}));
      case 1:
        if (in.IsFailed()) return vm.Propagate(co->handled);
        return Await(vm, co, 2, in);
      case 2: {
        if (in.IsFailed()) return vm.Propagate(co->handled);
        return AwaitCall(vm, co, 3, 4, vm.CallSpread(vm.StackTop(), slots[1], slots[2], slots[3]));
      }
      case 3:
        if (!in.IsFailed()) return Await(vm, co, 4, in);
        [[fallthrough]];
      case 4: {
        slots[5] = Value::Bool(in.IsFailed());
        slots[4] = in.IsFailed() ? co->handled : in;
        Value none = Value::None();
        return AwaitCall(vm, co, 5, 6,
                         slots[5].IsTrue()
                             ? CallAsyncMethod(vm, slots[0], "__aexit__",
                                               {Value::Type(vm.TypeOf(slots[4])), slots[4],
                                                slots[4].As<Exception>()->traceback})
                             : CallAsyncMethod(vm, slots[0], "__aexit__", {none, none, none}));
      }
      case 5:
        if (in.IsFailed()) return vm.Propagate(co->handled);
        return Await(vm, co, 6, in);
      default:
        if (in.IsFailed()) return vm.Propagate(co->handled);
        if (slots[5].IsFalse()) return slots[4];
        if (TRY(vm.Truth(in))) return Value::None();
        return vm.Propagate(slots[4]);
    }
  }
}

// slots: the stack, the manager, its __aexit__.
Value StackEnterBody(Vm& vm, Coroutine* co, Value in) {
  static constexpr Name kEnter{"__aenter__", MemberHash("__aenter__")};
  static constexpr Name kExit{"__aexit__", MemberHash("__aexit__")};
  Value* slots = co->registers;
  switch (co->pc) {
    case 0: {
      Value enter = TRY(vm.FindAttribute(slots[1], kEnter));
      slots[2] = TRY(vm.FindAttribute(slots[1], kExit));
      if (enter.IsUndefined() || slots[2].IsUndefined()) {
        return contextlib::RaiseFromNone(
            vm, TypeId::kTypeError,
            "'" + std::string(Vm::ModuleOf(vm.TypeOf(slots[1]))) + "." +
                std::string(vm.TypeName(slots[1])) +
                "' object does not support the asynchronous context manager protocol");
      }
      return AwaitCall(vm, co, 1, 2, vm.Call(enter, {}));
    }
    case 1:
      if (in.IsFailed()) return vm.Propagate(co->handled);
      return Await(vm, co, 2, in);
    default: break;
  }
  if (in.IsFailed()) return vm.Propagate(co->handled);
  Value entry = TRY(vm.NewTuple({Value::False(), slots[2], Value::None(), Value::None()}));
  TRY(ListAppend(vm, slots[0].As<ExitStack>()->callbacks.As<List>(), entry));
  return in;
}

// slots: the stack, the exception or None, whether it was suppressed, whether one is to be raised,
// whether there was one, the callback that runs. Places: 1 it was called, 2 it was awaited.
Value StackUnwindBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  if (!slots[1].IsNone() && !IsException(slots[1])) return BadState(vm);
  while (true) {
    if (co->pc != 0 && !contextlib::IsCallback(slots[5])) return BadState(vm);
    if (co->pc == 1 && !in.IsFailed() &&
        slots[5].As<Tuple>()->items()[ExitStack::kIsSync].IsFalse()) {
      return Await(vm, co, 2, in);
    }
    if (co->pc != 0) {
      if (in.IsFailed()) {
        contextlib::FixExceptionContext(co->handled, slots[1], Value::Undefined());
        slots[3] = Value::True();
        slots[1] = co->handled;
      } else if (slots[5].As<Tuple>()->items()[ExitStack::kArguments].IsNone() &&
                 TRY(vm.Truth(in))) {
        slots[2] = Value::True();
        slots[3] = Value::False();
        slots[1] = Value::None();
      }
      slots[5] = Value::Undefined();
      co->pc = 0;
    }
    if (slots[5].IsUndefined()) {
      slots[5] = contextlib::PopCallback(slots[0].As<ExitStack>());
    }
    if (slots[5].IsUndefined()) break;
    in = contextlib::RunCallback(vm, slots[5], slots[1]);
    if (in.IsFailed()) {
      if (!vm.FailureIsCatchable()) return in;
      co->handled = vm.TakeException();
    }
    co->pc = 1;
    if (in.IsCallPending()) return in;
  }
  if (slots[3].IsTrue()) return vm.Propagate(slots[1]);
  return Value::Bool(slots[4].IsTrue() && slots[2].IsTrue());
}

// slots: the stack
Value StackCloseBody(Vm& vm, Coroutine* co, Value in) {
  if (co->pc == 0) {
    Value none = Value::None();
    return AwaitCall(vm, co, 1, 2,
                     CallAsyncMethod(vm, co->registers[0], "__aexit__", {none, none, none}));
  }
  if (in.IsFailed()) return vm.Propagate(co->handled);
  return co->pc == 1 ? Await(vm, co, 2, in) : Value::None();
}

}  // namespace asyncio
}  // namespace pysub
