// asyncio.run and Runner; the program itself when it awaits at its top level. CPython 3.14
// asyncio/runners.py.

#include "stdlib/modules/asyncio/asyncio.h"
#include "stdlib/modules/contextvars.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace asyncio {
namespace {

// asyncio.Runner: a loop that is used for several calls of run() and closed at the end.
struct Runner : Object {
  Value loop;  // None: not yet, or closed
  RawWord closed, sets_loop;
  Value factory;
  RawWord debug;
  Value context;  // in which it runs, from the first run on; or Undefined
};

Runner* AsRunner(Value v) { return v.As<Runner>(); }

// What a run does: a program, then the tidying.
enum Mode : int32_t {
  kRunOnly,      // Runner.run
  kCloseOnly,    // Runner.close, __exit__
  kRunAndClose,  // asyncio.run
};

Value NewRunner(Vm& vm, Value debug, Value factory) {
  Runner* runner = TRY(vm.New<Runner>(TypeId::kAsyncRunner));
  runner->loop = Value::None();
  runner->closed = runner->sets_loop = 0;
  runner->factory = factory;
  runner->debug = !debug.IsNone() && TRY(vm.Truth(debug));
  return Value::Of(runner);
}

Value Push(Vm& vm, Value runner, Value coroutine, Mode mode, Value context = Value::Undefined()) {
  return vm.PushNativeFrame(ResumeId::kAsyncioRunner,
                            {runner, coroutine, Value::SmallInt(mode), Value::Undefined(),
                             Value::Undefined(), Value::Undefined(), context},
                            kFrameCatches);
}

Status Initialize(Vm& vm, Runner* runner) {
  if (runner->closed) return vm.Raise(TypeId::kRuntimeError, "Runner is closed");
  if (!runner->loop.IsNone()) return Done{};
  Value loop = NewLoop(vm);
  if (loop.IsFailed()) return Failure{};
  loop.As<Loop>()->debug = runner->debug;
  State* state = TRY(GetState(vm));
  state->current_loop = loop;
  runner->loop = loop;
  return Done{};
}

// Cancels what is left; the gathering of it all, or None.
Value CancelAll(Vm& vm, Loop* loop) {
  List* tasks = loop->tasks.As<List>();
  List* left = TRY(vm.NewList());
  for (uint64_t i = 0; i < tasks->size; ++i) {
    if (!AsFuture(tasks->items()[i])->done()) TRY(ListAppend(vm, left, tasks->items()[i]));
  }
  if (left->size == 0) return Value::None();
  Future* outer = TRY(vm.New<Future>(TypeId::kAsyncFuture));
  outer->state = Future::kPending;
  outer->kind = Future::kGathering;
  outer->blocking = outer->log_traceback = outer->finished = outer->cancel_requested = 0;
  outer->return_exceptions = 1;
  outer->total = left->size;
  outer->loop = Value::Of(loop);
  outer->children = TRY(vm.NewTuple(std::span<const Value>(left->items(), left->size)));
  Value callback = TRY(NewCallback(vm, Callback::kGather, Value::Of(outer)));
  for (uint64_t i = 0; i < left->size; ++i)
    TRY(Cancel(vm, AsFuture(left->items()[i]), Value::None()));
  for (uint64_t i = 0; i < left->size; ++i)
    TRY(AddDoneCallback(vm, AsFuture(left->items()[i]), callback));
  return Value::Of(outer);
}

Value RunMethod(Vm& vm, const Args& a) {
  Runner* runner = AsRunner(a[0]);
  if (!RunningLoopOrNone(vm).IsNone()) {
    return vm.Raise(TypeId::kRuntimeError,
                    "Runner.run() cannot be called from a running event loop");
  }
  TRY(Initialize(vm, runner));
  Value context = a[2];
  if (context.IsUndefined() || context.IsNone()) {
    // One for all runs of the runner.
    if (runner->context.IsUndefined()) runner->context = TRY(CopyContext(vm));
    context = runner->context;
  }
  return Push(vm, a[0], a[1], kRunOnly, TRY(ContextArgument(vm, context)));
}
Value CloseMethod(Vm& vm, const Args& a) {
  if (AsRunner(a[0])->loop.IsNone()) {
    return Value::None();
  }
  return Push(vm, a[0], Value::None(), kCloseOnly);
}
Value EnterMethod(Vm& vm, const Args& a) {
  TRY(Initialize(vm, AsRunner(a[0])));
  return a[0];
}
Value GetLoopMethod(Vm& vm, const Args& a) {
  TRY(Initialize(vm, AsRunner(a[0])));
  return AsRunner(a[0])->loop;
}
Value New(Vm& vm, const Args& a) {
  return NewRunner(vm, a.has(1) ? a[1] : Value::None(), a.has(2) ? a[2] : Value::None());
}

constexpr NativeInfo kRunnerConstructor{"@python Runner(*, debug=None, loop_factory=None)",
                                        Surely<New>,
                                        "A context manager that controls event loop life cycle."};
constexpr NativeInfo kRunnerMethods[] = {
    {"@python run(coro, *, context=None)", Surely<RunMethod>,
     "Run code in the embedded event loop."},
    {"@python close()", Surely<CloseMethod>, "Shutdown and close event loop."},
    {"@python get_loop()", Surely<GetLoopMethod>, "Return embedded event loop."},
    {"@python __enter__()", Surely<EnterMethod>, "Makes the loop."},
    {"@python __exit__(exc_type, exc_val, exc_tb)", Surely<CloseMethod>, "Closes the loop."},
};
PYSUB_MEMBERS(AsyncRunner, kRunnerMethods, kNoAttributes);

}  // namespace

Value Run(Vm& vm, const Args& a) {
  if (!RunningLoopOrNone(vm).IsNone()) {
    return vm.Raise(TypeId::kRuntimeError,
                    "asyncio.run() cannot be called from a running event loop");
  }
  Value coroutine = a[0];
  Value runner = TRY(NewRunner(vm, a.has(1) ? a[1] : Value::None(), Value::None()));
  TRY(Initialize(vm, AsRunner(runner)));
  return Push(vm, runner, coroutine, kRunAndClose);
}

}  // namespace asyncio

namespace asyncio {
namespace {

// slots: the runner, what to run, Mode, the result, the exception, what is being awaited
enum RunnerSlot { kResult = 3, kError = 4, kFuture = 5 };

// The task of what is to be run, in its slot; or the error, when that is nothing to await.
Status MakeMainTask(Vm& vm, NativeFrame& frame, Runner* runner) {
  Value program = frame.slots[1];
  if (!IsCoroutine(vm, program)) {
    if (vm.InfoOf(program).await == nullptr) {
      Value message = TRY(vm.NewStr("An asyncio.Future, a coroutine or an awaitable is required"));
      frame.slots[kError] = TRY(NewExceptionOf(vm, TypeId::kTypeError, {message}));
      return Done{};
    }
    program = TRY(NewCoroutine(vm, BodyId::kWrapAwaitable, "_wrap_awaitable", {program}));
  }
  MemoryReservation sure(vm, kBytesOfAnOperation);
  if (!sure.ok()) return Failure{};
  frame.slots[kFuture] = TRY(NewTask(vm, runner->loop, program, Value::None(), frame.slots[6]));
  return Done{};
}

// Of the tasks that were cancelled at the end: what they raised instead of ending quietly.
Status ReportChildren(Vm& vm, Loop* loop, Tuple* children) {
  MemoryReservation sure(vm, kBytesOfAnOperation + children->count * uint64_t{512});
  if (!sure.ok()) return Failure{};
  for (uint32_t i = 0; i < children->count; ++i) {
    Future* future = AsFuture(children->items()[i]);
    if (future->cancelled() || !future->exception.IsObject()) continue;
    TRY(Report(vm, loop, "unhandled exception during asyncio.run() shutdown", future->exception,
               "task", Value::Of(future)));
  }
  return Done{};
}

}  // namespace
}  // namespace asyncio

// Runs the program, cancels what is left of its tasks, closes its asynchronous
// generators, closes the loop.
Value AsyncioRunnerResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace asyncio;
  Runner* runner = AsRunner(frame.slots[0]);
  if (runner->loop.IsNone()) return vm.Raise(TypeId::kRuntimeError, "Event loop is closed");
  Loop* loop = runner->loop.As<Loop>();
  Mode mode = static_cast<Mode>(frame.slots[2].AsSmallInt());
  switch (frame.state) {
    case 0: {
      if (mode == kCloseOnly) {
        frame.slots[kResult] = Value::None();
        frame.state = 2;
        goto close;
      }
      TRY(MakeMainTask(vm, frame, runner));
      if (!frame.slots[kError].IsUndefined()) {
        frame.state = 2;
        goto finished;
      }
      frame.state = 1;
    }
      [[fallthrough]];
    case 1:
      PYSUB_SUSPEND_POINT(3, PushRunUntilComplete(vm, loop, frame.slots[kFuture]));
      if (in.IsFailed()) {
        if (frame.slots[kError].IsUndefined()) frame.slots[kError] = vm.TakeException();
        if (frame.slots[kError].IsUndefined()) return in;
      } else {
        frame.slots[kResult] = in;
      }
      frame.state = 2;
      [[fallthrough]];
    case 2:
    finished:
      if (mode == kRunOnly) break;
    close : {
      MemoryReservation sure(vm, kBytesOfAnOperation + loop->tasks.As<List>()->size * 512);
      if (!sure.ok()) return Value::Failed();
      frame.slots[kFuture] = TRY(CancelAll(vm, loop));
      frame.state = 4;
    }
      [[fallthrough]];
    case 4:
      if (frame.slots[kFuture].IsObject()) {
        if (!IsFuture(frame.slots[kFuture])) return BadState(vm);
        frame.slots[1] = AsFuture(frame.slots[kFuture])->children;
        PYSUB_SUSPEND_POINT(5, PushRunUntilComplete(vm, loop, frame.slots[kFuture]));
        if (in.IsFailed()) {
          if (vm.has_exception()) frame.slots[kError] = vm.TakeException();
        } else {
          if (!IsObjectOf(frame.slots[1], TypeId::kTuple) || !AreFutures(vm, frame.slots[1]))
            return BadState(vm);
          TRY(ReportChildren(vm, loop, frame.slots[1].As<Tuple>()));
        }
      }
      frame.state = 6;
      [[fallthrough]];
    case 6:
      if (loop->generators.As<List>()->size > 0) {
        PYSUB_SUSPEND_POINT(
            7, PushRunUntilComplete(
                   vm, loop,
                   TRY(NewCoroutine(vm, BodyId::kCloseGenerators,
                                    "BaseEventLoop.shutdown_asyncgens", {runner->loop}))));
        if (in.IsFailed() && vm.has_exception()) frame.slots[kError] = vm.TakeException();
      }
      frame.state = 8;
      [[fallthrough]];
    case 8:
      MemoryReservation sure(vm, kBytesOfAnOperation + loop->tasks.As<List>()->size * 512);
      if (!sure.ok()) return Value::Failed();
      TRY(ReportUnretrieved(vm, loop));
      loop->closed = 1;
      runner->closed = 1;
      runner->loop = Value::None();
      TRY(GetState(vm))->current_loop = Value::None();
  }
  if (!frame.slots[kError].IsUndefined()) return vm.Propagate(frame.slots[kError]);
  return frame.slots[kResult];
}

constexpr Schema kAsyncRunnerSchema{"<AsyncEventLoop>~ # # v # <Context>?"};
extern constexpr TypeInfo kAsyncRunnerType{.id = TypeId::kAsyncRunner,
                                           .schema = &kAsyncRunnerSchema,
                                           .constructor = &asyncio::kRunnerConstructor,
                                           .methods = asyncio::kRunnerMethods,
                                           .members = asyncio::kAsyncRunnerMembers};

}  // namespace pysub
