// Loops and handles as programs see them: methods, functions and types. What they do is in loop.cc.

#include <algorithm>

#include "stdlib/modules/asyncio/asyncio.h"
#include "stdlib/modules/contextvars.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"
#include "vm/traceback.h"

namespace pysub {

namespace asyncio {
namespace {

Value ArgumentTuple(Vm& vm, const Args& a) {
  return vm.NewTuple(std::span<const Value>(a.rest, a.rest_count));
}

// As in CPython only in debug mode.
Status CheckCallback(Vm& vm, Loop* loop, Value callback, std::string_view method) {
  if (!loop->debug) return Done{};
  if (IsCoroutine(vm, callback)) {
    return vm.TypeError("coroutines cannot be used with ", method, "()");
  }
  if (vm.IsCallable(callback)) return Done{};
  Value repr = vm.ReprValue(callback);
  if (repr.IsFailed()) return Failure{};
  return vm.TypeError("a callable object was expected by ", method, "(), got ", repr);
}

Value LoopTime(Vm& vm, const Args& a) { return Value::Float(Time(vm, AsLoop(a[0]))); }
Value LoopCallSoon(Vm& vm, const Args& a) {
  TRY(CheckCallback(vm, AsLoop(a[0]), a[1], "call_soon"));
  Value arguments = TRY(ArgumentTuple(vm, a));
  return CallSoonIn(vm, AsLoop(a[0]), a[1], arguments, TRY(ContextArgument(vm, a[2])));
}
Value LoopCallLater(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return vm.TypeError("delay must not be None");
  double delay = TRY(vm.ToDouble(a[1]));
  TRY(CheckCallback(vm, AsLoop(a[0]), a[2], "call_at"));
  Value arguments = TRY(ArgumentTuple(vm, a));
  return CallAtIn(vm, AsLoop(a[0]), Time(vm, AsLoop(a[0])) + delay, a[2], arguments,
                  TRY(ContextArgument(vm, a[3])));
}
Value LoopCallAt(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return vm.TypeError("when cannot be None");
  double when = TRY(vm.ToDouble(a[1]));
  TRY(CheckCallback(vm, AsLoop(a[0]), a[2], "call_at"));
  Value arguments = TRY(ArgumentTuple(vm, a));
  return CallAtIn(vm, AsLoop(a[0]), when, a[2], arguments, TRY(ContextArgument(vm, a[3])));
}
Value LoopCreateTask(Vm& vm, const Args& a) {
  TRY(CheckClosed(vm, AsLoop(a[0])));
  return NewTaskWith(vm, a[0], a[1], a.keywords);
}
Value LoopCreateFuture(Vm& vm, const Args& a) { return NewFuture(vm, a[0]); }
Value LoopRunUntilComplete(Vm& vm, const Args& a) {
  return PushRunUntilComplete(vm, AsLoop(a[0]), a[1]);
}
Value LoopRunForever(Vm& vm, const Args& a) { return PushRunForever(vm, AsLoop(a[0])); }
Value LoopStop(Vm&, const Args& a) {
  AsLoop(a[0])->stopping = 1;
  return Value::None();
}
Value LoopIsRunning(Vm&, const Args& a) { return Value::Bool(AsLoop(a[0])->running != 0); }
Value LoopIsClosed(Vm&, const Args& a) { return Value::Bool(AsLoop(a[0])->closed != 0); }
Value LoopClose(Vm& vm, const Args& a) {
  Loop* loop = AsLoop(a[0]);
  if (loop->running) return vm.Raise(TypeId::kRuntimeError, "Cannot close a running event loop");
  if (loop->closed) return Value::None();
  TRY(ReportUnretrieved(vm, loop));
  loop->closed = 1;
  loop->ready.As<List>()->size = 0;
  loop->ready_head = 0;
  loop->timers.As<List>()->size = 0;
  return Value::None();
}
Value LoopGetDebug(Vm&, const Args& a) { return Value::Bool(AsLoop(a[0])->debug != 0); }
Value LoopSetDebug(Vm& vm, const Args& a) {
  AsLoop(a[0])->debug = TRY(vm.Truth(a[1]));
  return Value::None();
}
// The report of BaseEventLoop.default_exception_handler for `context`, a dict.
Value LoopDefaultReport(Vm& vm, const Args& a) {
  if (!vm.IsInstance(a[1], TypeId::kDict)) {
    return vm.TypeError("'", vm.TypeName(a[1]), "' object is not a mapping");
  }
  Dict* context = a[1].As<Dict>();
  Value message = TRY(DictGetStr(vm, context, "message"));
  Value exception = TRY(DictGetStr(vm, context, "exception"));
  TextBuilder out(vm);
  if (message.IsUndefined() || !TRY(vm.Truth(message))) {
    out.Append("Unhandled exception in event loop");
  } else {
    TRY(vm.ToStr(message, out));
  }
  out.Append('\n');
  std::vector<std::pair<std::string_view, Value>> others;
  for (uint32_t i = 0; i < context->used; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    const DictEntry& entry = context->table()[i];
    if (entry.value.IsUndefined() || !Vm::IsStr(entry.key)) continue;
    std::string_view key = Vm::View(entry.key);
    if (key != "message" && key != "exception") others.push_back({key, entry.value});
  }
  std::sort(others.begin(), others.end(),
            [](const auto& left, const auto& right) { return left.first < right.first; });
  for (const auto& [key, value] : others) {
    out.Append(key);
    out.Append(": ");
    TRY(vm.Repr(value, out));
    out.Append('\n');
  }
  if (exception.IsObject() && IsExceptionType(vm.TypeOf(exception))) {
    TRY(FormatException(vm, exception, out));
  }
  TRY(out.status());
  TRY(vm.host.Write(2, out.view()));
  return Value::None();
}

Value LoopCallHandler(Vm& vm, const Args& a) {
  Value handler = AsLoop(a[0])->exception_handler;
  return handler.IsNone() ? LoopDefaultReport(vm, a) : vm.Call(handler, {a[0], a[1]});
}

Value LoopGetHandler(Vm&, const Args& a) { return AsLoop(a[0])->exception_handler; }
Value LoopSetHandler(Vm& vm, const Args& a) {
  if (!a[1].IsNone()) {
    if (!vm.IsCallable(a[1])) {
      return vm.TypeError("A callable object or None is expected, got ", TRY(vm.ReprValue(a[1])));
    }
  }
  AsLoop(a[0])->exception_handler = a[1];
  return Value::None();
}
Value LoopShutdownGenerators(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kCloseGenerators, "BaseEventLoop.shutdown_asyncgens", {a[0]});
}
Value LoopShutdownExecutor(Vm& vm, const Args&) {
  return NewCoroutine(vm, BodyId::kReady, "BaseEventLoop.shutdown_default_executor",
                      {Value::None()});
}
Value LoopRunInExecutor(Vm& vm, const Args& a) {
  Value arguments = TRY(ArgumentTuple(vm, a));
  // A thread of a pool has an empty context.
  Value run = TRY(ContextRunMethod(vm, TRY(NewContext(vm))));
  Value co = TRY(NewCoroutine(vm, BodyId::kToThread, "run_in_executor",
                              {run, TRY(WithFirst(vm, a[2], arguments))}));
  return NewTask(vm, a[0], co, Value::None());
}

constexpr NativeInfo kLoopMethods[] = {
    {"@python time()", LoopTime, "Return the time according to the event loop's clock."},
    {"@python call_soon(callback, *args, context=None)", Surely<LoopCallSoon>,
     "Arrange for a callback to be called as soon as possible."},
    {"@python call_soon_threadsafe(callback, *args, context=None)", Surely<LoopCallSoon>,
     "Like call_soon()."},
    {"@python call_later(delay, callback, *args, context=None)", Surely<LoopCallLater>,
     "Arrange for a callback to be called at a given time."},
    {"@python call_at(when, callback, *args, context=None)", Surely<LoopCallAt>,
     "Like call_later(), but uses an absolute time."},
    {"@python create_task(coro, **kwargs)", Surely<LoopCreateTask>,
     "Schedule or begin executing a coroutine object."},
    {"@python create_future()", Surely<LoopCreateFuture>,
     "Create a Future object attached to the loop."},
    {"@python run_until_complete(future)", Surely<LoopRunUntilComplete>,
     "Run until the Future is done."},
    {"@python run_forever()", Surely<LoopRunForever>, "Run until stop() is called."},
    {"@python run_in_executor(executor, func, *args)", Surely<LoopRunInExecutor>,
     "Calls the function in the loop: there are no threads."},
    {"@python stop()", Surely<LoopStop>, "Stop running the event loop."},
    {"@python is_running()", LoopIsRunning, "Returns True if the event loop is running."},
    {"@python is_closed()", LoopIsClosed, "Returns True if the event loop was closed."},
    {"@python close()", Surely<LoopClose>, "Close the event loop."},
    {"@python get_debug()", LoopGetDebug, "Whether debug mode is on (it changes nothing)."},
    {"@python set_debug(enabled)", LoopSetDebug, "Sets what get_debug() answers."},
    {"@python call_exception_handler(context)", Surely<LoopCallHandler>,
     "Call the current event loop's exception handler."},
    {"@python default_exception_handler(context)", Surely<LoopDefaultReport>,
     "Default exception handler."},
    {"@python get_exception_handler()", LoopGetHandler,
     "Return an exception handler, or None if the default one is in use."},
    {"@python set_exception_handler(handler)", LoopSetHandler,
     "Set handler as the new event loop exception handler."},
    {"@python shutdown_asyncgens()", Surely<LoopShutdownGenerators>,
     "Shutdown all active asynchronous generators."},
    {"@python shutdown_default_executor(timeout=None)", Surely<LoopShutdownExecutor>,
     "Does nothing: there are no threads."},
};
PYSUB_MEMBERS(AsyncEventLoop, kLoopMethods, kNoAttributes);

Status LoopRepr(Vm&, Value self, TextBuilder& out) {
  Loop* loop = AsLoop(self);
  out.Append("<_UnixSelectorEventLoop running=");
  out.Append(loop->running ? "True" : "False");
  out.Append(" closed=");
  out.Append(loop->closed ? "True" : "False");
  out.Append(" debug=");
  out.Append(loop->debug ? "True>" : "False>");
  return out.status();
}

Value HandleCancel(Vm&, const Args& a) {
  CancelHandle(a[0]);
  return Value::None();
}
Value HandleCancelled(Vm&, const Args& a) { return Value::Bool(AsHandle(a[0])->cancelled != 0); }
Value HandleContext(Vm& vm, const Args& a) {
  if (AsHandle(a[0])->context.IsUndefined()) AsHandle(a[0])->context = TRY(NewContext(vm));
  return AsHandle(a[0])->context;
}
Value HandleWhen(Vm&, const Args& a) { return AsHandle(a[0])->when; }
constexpr NativeInfo kHandleMethods[] = {
    {"@python cancel()", Surely<HandleCancel>, "Cancels the callback."},
    {"@python cancelled()", Surely<HandleCancelled>, "Whether it was cancelled."},
    {"@python get_context()", Surely<HandleContext>,
     "Return the context that the callback is called in."},
};
constexpr NativeInfo kTimerMethods[] = {
    {"@python when()", Surely<HandleWhen>, "Return a scheduled callback time."},
};
PYSUB_MEMBERS(AsyncHandle, kHandleMethods, kNoAttributes);
PYSUB_MEMBERS(AsyncTimerHandle, kTimerMethods, kNoAttributes);

Status HandleRepr(Vm& vm, Value self, TextBuilder& out) {
  Handle* handle = AsHandle(self);
  out.Append(handle->when.IsNone() ? "<Handle" : "<TimerHandle");
  if (handle->cancelled) out.Append(" cancelled");
  if (!handle->when.IsNone()) {
    out.Append(" when=");
    TRY(vm.Repr(handle->when, out));
  }
  if (!handle->callback.IsNone()) {
    out.Append(' ');
    TRY(vm.Repr(handle->callback, out));
  }
  out.Append('>');
  return out.status();
}

}  // namespace

Value CloseGeneratorsBody(Vm& vm, Coroutine* co, Value in) {
  // slots: loop, what is left to close
  Loop* loop = AsLoop(co->registers[0]);
  if (co->pc == 0) {
    co->registers[1] = loop->generators;
    loop->generators = Value::Of(TRY(vm.NewList()));
    if (loop->running) vm.library_state(LibraryState::kAsyncGenerators) = loop->generators;
    co->pc = 1;
  } else if (in.IsFailed()) {
    TRY(Report(vm, loop, "an error occurred during closing of asynchronous generator", co->handled,
               "asyncgen", co->registers[2]));
  }
  if (!IsObjectOf(co->registers[1], TypeId::kList)) return BadState(vm);
  List* generators = co->registers[1].As<List>();
  while (generators->size > 0) {
    Value generator = generators->items()[0];
    if (!IsObjectOf(generator, TypeId::kAsyncGenerator)) return BadState(vm);
    if (generator.As<Generator>()->get_state() == GeneratorState::kClosed) {
      PopFirst(generators);
      continue;
    }
    Value closing = TRY(NewAsyncThrow(vm, generator.As<Generator>(), Value::Undefined()));
    PopFirst(generators);
    co->registers[2] = generator;
    return Await(vm, co, 2, closing);
  }
  return Value::None();
}

Value ReadyBody(Vm&, Coroutine* co, Value) { return co->registers[0]; }

Value CurrentLoop(Vm& vm) {
  State* state = TRY(GetState(vm));
  if (!state->running.IsNone()) return state->running;
  if (!state->current_loop.IsNone()) return state->current_loop;
  return vm.Raise(TypeId::kRuntimeError, "There is no current event loop in thread 'MainThread'.");
}

Value GetRunningLoop(Vm& vm, const Args&) { return RunningLoop(vm); }
Value GetRunningLoopOrNone(Vm& vm, const Args&) { return RunningLoopOrNone(vm); }
Value GetEventLoop(Vm& vm, const Args&) { return CurrentLoop(vm); }
Value NewEventLoop(Vm& vm, const Args&) { return NewLoop(vm); }
Value SetEventLoop(Vm& vm, const Args& a) {
  State* state = TRY(GetState(vm));
  if (!a[0].IsNone() && !IsObjectOf(a[0], TypeId::kAsyncEventLoop)) {
    return vm.TypeError("loop must be an instance of AbstractEventLoop or None, not '",
                        vm.TypeName(a[0]), "'");
  }
  state->current_loop = a[0];
  return Value::None();
}

}  // namespace asyncio

static bool CheckLoop(Vm& vm, Object* object) {
  asyncio::Loop* loop = static_cast<asyncio::Loop*>(object);
  List* ready = loop->ready.As<List>();
  if (loop->ready_head > ready->size) return false;
  for (uint64_t i = loop->ready_head; i < ready->size; ++i) {
    if (!vm.IsInstance(ready->items()[i], TypeId::kAsyncHandle)) return false;
  }
  return AllItems(vm, loop->timers,
                  [](Value v) { return IsObjectOf(v, TypeId::kAsyncTimerHandle); }) &&
         AllItems(vm, loop->tasks, [](Value v) { return IsObjectOf(v, TypeId::kAsyncTask); }) &&
         asyncio::AreFutures(vm, loop->failed);
}
constexpr Schema kAsyncEventLoopSchema{"l! # l! # # # # f <AsyncTask>~ l! l v l!", CheckLoop};
extern constexpr TypeInfo kAsyncEventLoopType{.id = TypeId::kAsyncEventLoop,
                                              .schema = &kAsyncEventLoopSchema,
                                              .methods = asyncio::kLoopMethods,
                                              .members = asyncio::kAsyncEventLoopMembers,
                                              .repr = asyncio::LoopRepr};
constexpr Schema kAsyncHandleSchema{"v t <AsyncEventLoop> f~ # <Context>?"};
extern constexpr TypeInfo kAsyncHandleType{.id = TypeId::kAsyncHandle,
                                           .schema = &kAsyncHandleSchema,
                                           .methods = asyncio::kHandleMethods,
                                           .members = asyncio::kAsyncHandleMembers,
                                           .repr = asyncio::HandleRepr};
constexpr Schema kAsyncTimerHandleSchema{"v t <AsyncEventLoop> f # <Context>?"};
extern constexpr TypeInfo kAsyncTimerHandleType{.id = TypeId::kAsyncTimerHandle,
                                                .schema = &kAsyncTimerHandleSchema,
                                                .methods = asyncio::kTimerMethods,
                                                .members = asyncio::kAsyncTimerHandleMembers,
                                                .repr = asyncio::HandleRepr};

}  // namespace pysub
