// The event loop: what is ready, timers, and the native frames that run it. CPython 3.14
// asyncio/base_events.py.

#include <algorithm>
#include <cmath>

#include "stdlib/modules/asyncio/asyncio.h"
#include "stdlib/modules/contextvars.h"
#include "vm/snapshot/schema.h"
#include "vm/traceback.h"

namespace pysub {
namespace asyncio {
namespace {

Loop* AsLoop(Value v) { return v.As<Loop>(); }
Handle* AsHandle(Value v) { return v.As<Handle>(); }
constexpr double kClockResolution = 1e-9;
// Each look at the virtual clock moves it, as time passes elsewhere: what starts first ends first.
constexpr double kVirtualTick = 1e-6;

double When(Value handle) { return AsHandle(handle)->when.AsFloat(); }

// heapq's own moves (Lib/heapq.py, _siftdown and _siftup): handles of the same time leave in its
// order, which is not the order of their making.
void SiftDown(Value* heap, uint64_t start, uint64_t at) {
  Value item = heap[at];
  while (at > start) {
    uint64_t parent = (at - 1) >> 1;
    if (!(When(item) < When(heap[parent]))) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = item;
}

void SiftUp(Value* heap, uint64_t size, uint64_t at) {
  uint64_t start = at;
  Value item = heap[at];
  for (uint64_t child = 2 * at + 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && !(When(heap[child]) < When(heap[child + 1]))) ++child;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = item;
  SiftDown(heap, start, at);
}

void PopTimer(List* timers) {
  uint64_t last = --timers->size;
  Value* heap = timers->items();
  if (last > 0) {
    heap[0] = heap[last];
    heap[last] = Value::Undefined();
    SiftUp(heap, last, 0);
  } else {
    heap[0] = Value::Undefined();
  }
}

// A round takes so many handles as are ready at its beginning.
uint64_t ReadyCount(Loop* loop) { return loop->ready.As<List>()->size - loop->ready_head; }

// The used part of the list is cut off when it is half: amortised constant.
Value TakeReady(Loop* loop) {
  List* ready = loop->ready.As<List>();
  Value handle = ready->items()[loop->ready_head];
  ready->items()[loop->ready_head++] = Value::Undefined();
  if (loop->ready_head == ready->size) {
    ready->size = 0;
    loop->ready_head = 0;
  } else if (loop->ready_head >= 256 && loop->ready_head * 2 >= ready->size) {
    std::copy(ready->items() + loop->ready_head, ready->items() + ready->size, ready->items());
    uint64_t left = ready->size - loop->ready_head;
    for (uint64_t i = left; i < ready->size; ++i) ready->items()[i] = Value::Undefined();
    ready->size = left;
    loop->ready_head = 0;
  }
  return handle;
}

Value NewHandle(Vm& vm, TypeId type, Loop* loop, Value callback, Value arguments, Value when,
                Value context) {
  Handle* handle = TRY(vm.New<Handle>(type));
  handle->callback = callback;
  handle->arguments = arguments;
  handle->loop = Value::Of(loop);
  handle->when = when;
  handle->cancelled = 0;
  handle->context = context;
  return Value::Of(handle);
}

Status CheckClosed(Vm& vm, Loop* loop) {
  if (loop->closed) return vm.Raise(TypeId::kRuntimeError, "Event loop is closed");
  return Done{};
}

Value CallSoonTuple(Vm& vm, Loop* loop, Value callback, Value arguments,
                    Value context = Value::Undefined()) {
  TRY(CheckClosed(vm, loop));
  Value handle =
      TRY(NewHandle(vm, TypeId::kAsyncHandle, loop, callback, arguments, Value::None(), context));
  TRY(vm.ListAppend(loop->ready.As<List>(), handle));
  return handle;
}

Value CallAtTuple(Vm& vm, Loop* loop, double when, Value callback, Value arguments,
                  Value context = Value::Undefined()) {
  TRY(CheckClosed(vm, loop));
  Value handle = TRY(NewHandle(vm, TypeId::kAsyncTimerHandle, loop, callback, arguments,
                               Value::Float(when), context));
  List* timers = loop->timers.As<List>();
  TRY(vm.ListAppend(timers, handle));
  SiftDown(timers->items(), 0, timers->size - 1);
  return handle;
}

// Calls whose answers the host will give later and which tasks of this loop may wait for.
Result<bool> WaitsForHost(Vm& vm, Loop* loop) {
  if (vm.host_futures.IsUndefined()) return false;
  Dict* futures = vm.host_futures.As<Dict>();
  if (!vm.Tick(futures->used / 16)) return Failure{};
  for (uint32_t at = 0; at < futures->used; ++at) {
    Value future = futures->table()[at].value;
    if (IsFuture(future) && !AsFuture(future)->done() && AsFuture(future)->loop == Value::Of(loop))
      return true;
  }
  return false;
}

// As long as CPython's loop sleeps: what is due within one millisecond is ready together. What
// rounding has added to seconds does not count.
double WholeMilliseconds(double wait) { return std::ceil(wait * 1e3 - 1e-6) * 1e-3; }

void PassTime(Loop* loop, double wait) {
  if (wait > 0) loop->clock = Value::Float(loop->clock.AsFloat() + wait);
}

// Nothing is ready: time has to pass, or the host to answer. None, or CallPending.
Value WaitForSomething(Vm& vm, Loop* loop) {
  List* timers = loop->timers.As<List>();
  bool host = TRY(WaitsForHost(vm, loop));
  if (timers->size == 0) {
    if (host) return vm.WaitForHost(Value::None());
    return vm.Raise(TypeId::kRuntimeError,
                    "deadlock: all tasks wait, and nothing is left that could wake one");
  }
  double when = When(timers->items()[0]);
  double wait = WholeMilliseconds(when - Time(vm, loop));
  if (!(wait > 0)) return Value::None();  // NaN, too
  Value nanoseconds = TRY(vm.NewInt(static_cast<int64_t>(std::min(wait, 86400.0) * 1e9) + 1));
  if (host) return vm.WaitForHost(nanoseconds);
  Value slept = vm.CallOs(OsCallId::kSleep, {&nanoseconds, 1});
  // Without a clock time is what was slept; whoever runs the program may sleep for real.
  if (!slept.IsFailed() && vm.hooks().now_ns == nullptr) PassTime(loop, wait);
  return slept;
}

// The beginning of _run_once: due timers become ready; waits when there is nothing else to
// do. None; or CallPending, and then it begins again: `in` True says that the time of the
// first timer has come.
Value CollectReady(Vm& vm, Loop* loop, Value in) {
  List* timers = loop->timers.As<List>();
  if (!vm.Tick(1)) return Value::Failed();
  if (timers->size > 100) {
    uint64_t cancelled = 0;
    for (uint64_t i = 0; i < timers->size; ++i)
      cancelled += AsHandle(timers->items()[i])->cancelled;
    if (cancelled * 2 > timers->size) {
      uint64_t kept = 0;
      for (uint64_t i = 0; i < timers->size; ++i) {
        Value handle = timers->items()[i];
        if (!AsHandle(handle)->cancelled) timers->items()[kept++] = handle;
      }
      for (uint64_t i = kept; i < timers->size; ++i) timers->items()[i] = Value::Undefined();
      timers->size = kept;
      for (uint64_t i = kept / 2; i-- > 0;) SiftUp(timers->items(), kept, i);
    }
    if (!vm.Tick(timers->size / 16)) return Value::Failed();
  }
  while (timers->size > 0 && AsHandle(timers->items()[0])->cancelled) PopTimer(timers);
  if (ReadyCount(loop) == 0 && !loop->stopping) {
    if (in.IsTrue() && timers->size > 0) {
      PassTime(loop, WholeMilliseconds(When(timers->items()[0]) - loop->clock.AsFloat()));
    }
    TRY(WaitForSomething(vm, loop));
  }
  double end = Time(vm, loop) + kClockResolution;
  while (timers->size > 0 && When(timers->items()[0]) < end) {
    TRY(vm.ListAppend(loop->ready.As<List>(), timers->items()[0]));
    PopTimer(timers);
  }
  return Value::None();
}

}  // namespace

Result<State*> GetState(Vm& vm) {
  Value state = vm.library_state(LibraryState::kAsyncio);
  if (!state.IsUndefined()) return state.As<State>();
  State* made = TRY(vm.New<State>(TypeId::kAsyncState));
  made->running = made->current_loop = Value::None();
  made->task_number = 0;
  vm.library_state(LibraryState::kAsyncio) = Value::Of(made);
  return made;
}

Value RunningLoopOrNone(Vm& vm) {
  Value state = vm.library_state(LibraryState::kAsyncio);
  return state.IsUndefined() ? Value::None() : state.As<State>()->running;
}

Value RunningLoop(Vm& vm) {
  Value loop = RunningLoopOrNone(vm);
  if (loop.IsNone()) return vm.Raise(TypeId::kRuntimeError, "no running event loop");
  return loop;
}

Value NewLoop(Vm& vm) {
  Loop* loop = TRY(vm.New<Loop>(TypeId::kAsyncEventLoop));
  loop->ready = Value::Of(TRY(vm.NewList(8)));
  loop->timers = Value::Of(TRY(vm.NewList()));
  loop->tasks = Value::Of(TRY(vm.NewList()));
  loop->generators = Value::Of(TRY(vm.NewList()));
  loop->failed = Value::Of(TRY(vm.NewList()));
  loop->ready_head = loop->running = loop->stopping = loop->closed = loop->debug = 0;
  loop->clock = Value::Float(0);
  loop->current = Value::None();
  loop->exception_handler = Value::None();
  return Value::Of(loop);
}

// Without a clock of the host time is virtual: it moves when the program looks at it or sleeps, so
// a run is the same each time and an hour of sleep takes nothing.
double Time(Vm& vm, Loop* loop) {
  const HostHooks& hooks = vm.hooks();
  if (hooks.now_ns != nullptr) return static_cast<double>(hooks.now_ns(hooks.context)) * 1e-9;
  loop->clock = Value::Float(loop->clock.AsFloat() + kVirtualTick);
  return loop->clock.AsFloat();
}

Status ReserveReady(Vm& vm, Loop* loop, uint64_t count) {
  List* ready = loop->ready.As<List>();
  return vm.ListReserve(ready, ready->size + count);
}

Value CallSoon(Vm& vm, Loop* loop, Value callback, std::initializer_list<Value> arguments) {
  return CallSoonTuple(vm, loop, callback, TRY(vm.NewTuple(arguments)));
}

Value CallSoonIn(Vm& vm, Loop* loop, Value callback, Value arguments, Value context) {
  return CallSoonTuple(vm, loop, callback, arguments, context);
}

Value CallAt(Vm& vm, Loop* loop, double when, Value callback,
             std::initializer_list<Value> arguments) {
  return CallAtTuple(vm, loop, when, callback, TRY(vm.NewTuple(arguments)));
}

void CancelHandle(Value handle) {
  if (!handle.IsObject() || !Vm::IsSubtype(handle.AsObject()->type, TypeId::kAsyncHandle)) return;
  AsHandle(handle)->cancelled = 1;
  AsHandle(handle)->callback = Value::None();
}

// ---- reports

Status Report(Vm& vm, Loop* loop, std::string_view message, Value exception,
              std::string_view subject, Value object) {
  if (!loop->exception_handler.IsNone()) {
    Dict* context = TRY(vm.NewDict());
    Value text = vm.NewStr(message);
    if (text.IsFailed()) return Failure{};
    TRY(vm.DictSetStr(context, "message", text));
    if (!exception.IsUndefined()) TRY(vm.DictSetStr(context, "exception", exception));
    TRY(vm.DictSetStr(context, subject, object));
    if (CallSoon(vm, loop, loop->exception_handler, {Value::Of(loop), Value::Of(context)})
            .IsFailed()) {
      return Failure{};
    }
    return Done{};
  }
  TextBuilder out(vm);
  out.Append(message);
  out.Append('\n');
  out.Append(subject);
  out.Append(": ");
  TRY(vm.Repr(object, out));
  out.Append('\n');
  if (!exception.IsUndefined()) TRY(FormatException(vm, exception, out));
  TRY(out.status());
  return vm.Write(2, out.view());
}

// CPython says it when such a future dies; here, when the loop is closed.
Status ReportUnretrieved(Vm& vm, Loop* loop) {
  List* failed = loop->failed.As<List>();
  for (uint64_t i = 0; i < failed->size; ++i) {
    Future* future = AsFuture(failed->items()[i]);
    if (!future->log_traceback) continue;
    bool task = future->kind == Future::kTask;
    TRY(Report(vm, loop,
               task ? "Task exception was never retrieved" : "Future exception was never retrieved",
               future->exception, "future", Value::Of(future)));
    future->log_traceback = 0;
  }
  failed->size = 0;
  return Done{};
}

// ---- running

namespace {

bool EndsLoop(Vm& vm, Value exception) {
  return vm.IsInstance(exception, TypeId::kKeyboardInterrupt) ||
         vm.IsInstance(exception, TypeId::kSystemExit);
}

Status StartRunning(Vm& vm, Loop* loop) {
  TRY(CheckClosed(vm, loop));
  State* state = TRY(GetState(vm));
  if (loop->running) return vm.Raise(TypeId::kRuntimeError, "This event loop is already running");
  if (!state->running.IsNone()) {
    return vm.Raise(TypeId::kRuntimeError,
                    "Cannot run the event loop while another loop is running");
  }
  return Done{};
}

void StopRunning(Vm& vm, Loop* loop) {
  loop->running = loop->stopping = 0;
  loop->current = Value::None();
  Value state = vm.library_state(LibraryState::kAsyncio);
  if (!state.IsUndefined()) state.As<State>()->running = Value::None();
  vm.library_state(LibraryState::kAsyncGenerators) = Value::Undefined();
}

}  // namespace

Value PushRunForever(Vm& vm, Loop* loop) {
  TRY(StartRunning(vm, loop));
  Value pushed = vm.PushNativeFrame(
      ResumeId::kAsyncioRunForever,
      {Value::Of(loop), Value::SmallInt(-1), Value::Undefined(), Value::Undefined(), Value::None()},
      kFrameCatches);
  if (!pushed.IsCallPending()) return pushed;
  loop->running = 1;
  vm.library_state(LibraryState::kAsyncio).As<State>()->running = Value::Of(loop);
  vm.library_state(LibraryState::kAsyncGenerators) = loop->generators;
  return pushed;
}

Value PushRunUntilComplete(Vm& vm, Loop* loop, Value future) {
  TRY(StartRunning(vm, loop));
  bool made = !IsFuture(future);
  future = TRY(EnsureFuture(vm, future, Value::Of(loop)));
  return vm.PushNativeFrame(ResumeId::kAsyncioRunUntilComplete,
                            {Value::Of(loop), future, Value::Bool(made)}, kFrameCatches);
}

}  // namespace asyncio

// What ran in a context of its own has ended: `before` is the context around it, or
// None when that is done.
static bool BackToContext(Vm& vm, Value& before, Value* own) {
  if (before.IsNone()) return true;
  if (!before.IsUndefined() && !IsObjectOf(before, TypeId::kContext)) return false;
  *own = LeaveContext(vm, before);
  before = Value::None();
  return true;
}

namespace asyncio {
namespace {

// What the loop's task goes through again and again: it takes a handle, and either runs one step of
// a task or calls the callback.
enum ForeverState { kBetween, kBegin, kStepped, kCall, kCalled };

enum ForeverSlot {
  kLoop,
  kLeft,     // how many handles are left of this round; -1: before the first
  kSubject,  // the task or handle under way
  kError,    // what it gets thrown in, or has raised
  kContext,  // the context around it; None: nothing runs
};

// A part of the step for one state. Undefined: the loop goes on with the state that is set now;
// else what the step answers. `in` is what the last call gave.
struct ForeverParts {
  Vm& vm;
  NativeFrame& frame;
  Loop* loop;
  Value& in;

  Value BeginRound();
  Value TakeHandle();
  Value TakeTaskStep(Handle* handle, Callback* callback);
  Value BeginTaskStep();
  Value EndTaskStep();
  Value CallHandle();
  Value EndHandle();
};

// A round is what is ready when it begins: what becomes ready meanwhile waits for the next.
Value ForeverParts::BeginRound() {
  if (frame.slots[kLeft].AsSmallInt() == 0 && loop->stopping) {
    StopRunning(vm, loop);
    return Value::None();
  }
  MemoryReservation sure(vm, kBytesOfAnOperation);
  if (!sure.ok()) return Value::Failed();
  Value ready = CollectReady(vm, loop, in);
  in = Value::Undefined();
  if (ready.IsCallPending()) return ready;
  if (ready.IsFailed()) {
    if (vm.FailureIsCatchable()) StopRunning(vm, loop);
    return Value::Failed();
  }
  frame.slots[kLeft] = Value::KnownSmallInt(static_cast<int64_t>(ReadyCount(loop)));
  return Value::Undefined();
}

Value ForeverParts::TakeHandle() {
  const int64_t left = frame.slots[kLeft].AsSmallInt();
  if (static_cast<uint64_t>(left) > ReadyCount(loop)) return BadState(vm);
  Handle* handle = AsHandle(TakeReady(loop));
  frame.slots[kLeft] = Value::KnownSmallInt(left - 1);
  if (handle->cancelled) return Value::Undefined();
  if (IsObjectOf(handle->callback, TypeId::kAsyncCallback)) {
    Callback* callback = handle->callback.As<Callback>();
    if (callback->kind == Callback::kStep || callback->kind == Callback::kWakeup)
      return TakeTaskStep(handle, callback);
  }
  frame.slots[kSubject] = Value::Of(handle);
  frame.slots[kError] = Value::Undefined();
  frame.slots[kContext] = EnterContext(vm, handle->context);
  frame.state = kCall;
  return Value::Undefined();
}

// A task's step is not called as a function: the loop resumes the coroutine itself.
Value ForeverParts::TakeTaskStep(Handle* handle, Callback* callback) {
  frame.slots[kSubject] = callback->a;
  frame.slots[kError] = callback->b;
  frame.slots[kContext] = EnterContext(vm, callback->a.As<AsyncTask>()->context);
  frame.state = kBegin;
  if (callback->kind == Callback::kWakeup) {
    if (!IsTupleOf(handle->arguments, 1) || !IsFuture(handle->arguments.As<Tuple>()->items()[0])) {
      return BadState(vm);
    }
    Future* future = AsFuture(handle->arguments.As<Tuple>()->items()[0]);
    frame.slots[kError] = future->cancelled() || future->exception.IsObject() ? Value::Of(future)
                                                                              : Value::Undefined();
  }
  return Value::Undefined();
}

Value ForeverParts::BeginTaskStep() {
  AsyncTask* running = frame.slots[kSubject].As<AsyncTask>();
  if (IsFuture(frame.slots[kError])) {
    // Woken by a failure: that is what the coroutine gets.
    Future* future = AsFuture(frame.slots[kError]);
    if (future->cancelled()) {
      frame.slots[kError] = TRY(CancelledErrorOf(vm, future));
    } else if (future->exception.IsUndefined()) {
      return BadState(vm);
    } else {
      future->log_traceback = 0;
      future->exception.As<Exception>()->traceback = future->exception_traceback;
      frame.slots[kError] = future->exception;
    }
  }
  if (!frame.slots[kError].IsUndefined() && !IsException(frame.slots[kError])) return BadState(vm);
  in = BeginStep(vm, running, frame.slots[kError]);
  if (in.IsFailed() && !vm.FailureIsCatchable()) return in;
  frame.slots[kError] = Value::Undefined();
  frame.state = kStepped;
  if (in.IsCallPending()) return in;
  if (vm.NativeFrameShouldYield(in)) return vm.YieldNativeFrame();
  return Value::Undefined();
}

Value ForeverParts::EndTaskStep() {
  if (!BackToContext(vm, frame.slots[kContext], &frame.slots[kSubject].As<AsyncTask>()->context))
    return BadState(vm);
  if (in.IsFailed() && frame.slots[kError].IsUndefined()) {
    frame.slots[kError] = vm.TakeException();
    if (frame.slots[kError].IsUndefined()) return in;
  }
  MemoryReservation sure(vm, kBytesOfAnOperation);
  if (!sure.ok()) return Value::Failed();
  Status done = FinishStep(vm, frame.slots[kSubject].As<AsyncTask>(), in, frame.slots[kError]);
  if (!done.ok()) {
    if (vm.FailureIsCatchable()) StopRunning(vm, loop);
    return Value::Failed();
  }
  loop->current = Value::None();
  frame.state = kBetween;
  return Value::Undefined();
}

Value ForeverParts::CallHandle() {
  Handle* handle = AsHandle(frame.slots[kSubject]);
  in = vm.CallSpread(vm.StackTop(), handle->callback, handle->arguments, Value::Undefined());
  if (in.IsFailed() && !vm.FailureIsCatchable()) return in;
  frame.state = kCalled;
  if (in.IsCallPending()) return in;
  if (vm.NativeFrameShouldYield(in)) return vm.YieldNativeFrame();
  return Value::Undefined();
}

// What a callback raises is reported and the loop goes on, except for what ends it.
Value ForeverParts::EndHandle() {
  if (!BackToContext(vm, frame.slots[kContext], &AsHandle(frame.slots[kSubject])->context))
    return BadState(vm);
  if (in.IsFailed()) {
    if (frame.slots[kError].IsUndefined()) frame.slots[kError] = vm.TakeException();
    if (frame.slots[kError].IsUndefined()) return in;
    if (EndsLoop(vm, frame.slots[kError])) {
      StopRunning(vm, loop);
      return vm.Propagate(frame.slots[kError]);
    }
    Handle* handle = AsHandle(frame.slots[kSubject]);
    TextBuilder message(vm);
    message.Append("Exception in callback ");
    TRY(vm.Repr(handle->callback, message));
    TRY(message.status());
    if (!IsException(frame.slots[kError])) return BadState(vm);
    MemoryReservation sure(vm, kBytesOfAnOperation);
    if (!sure.ok()) return Value::Failed();
    TRY(Report(vm, loop, message.view(), frame.slots[kError], "handle", frame.slots[kSubject]));
  }
  frame.state = kBetween;
  return Value::Undefined();
}

}  // namespace
}  // namespace asyncio

Value AsyncioRunForeverResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace asyncio;
  ForeverParts parts{vm, frame, AsLoop(frame.slots[kLoop]), in};
  bool steps = frame.state == kBegin || frame.state == kStepped;
  bool calls = frame.state == kCall || frame.state == kCalled;
  if ((steps && !IsObjectOf(frame.slots[kSubject], TypeId::kAsyncTask)) ||
      (calls && !vm.IsInstance(frame.slots[kSubject], TypeId::kAsyncHandle))) {
    return BadState(vm);
  }
  // Interrupted. (A step that is repeated gets once more what came in before its last state: a
  // failure that a task has by now.)
  if (frame.state == kBetween && in.IsFailed() && vm.has_exception() &&
      EndsLoop(vm, vm.pending_exception())) {
    if (vm.FailureIsCatchable()) StopRunning(vm, parts.loop);
    return in;
  }
  Value answer;
  do {
    switch (frame.state) {
      case kBetween:
        answer = frame.slots[kLeft].AsSmallInt() <= 0 ? parts.BeginRound() : parts.TakeHandle();
        break;
      case kBegin: answer = parts.BeginTaskStep(); break;
      case kStepped: answer = parts.EndTaskStep(); break;
      case kCall: answer = parts.CallHandle(); break;
      case kCalled: answer = parts.EndHandle(); break;
      default: return BadState(vm);
    }
  } while (answer.IsUndefined());
  return answer;
}

// slots: the loop, the future, whether it was made here, the callback that stops the
// loop, what was raised.
Value AsyncioRunUntilCompleteResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace asyncio;
  Loop* loop = AsLoop(frame.slots[0]);
  if (!IsFuture(frame.slots[1])) return BadState(vm);
  Future* future = AsFuture(frame.slots[1]);
  switch (frame.state) {
    case 0: {
      Value callback = TRY(NewCallback(vm, Callback::kStopLoop, frame.slots[0]));
      TRY(AddDoneCallback(vm, future, callback));
      frame.slots[2] = callback;
      frame.state = 1;
    }
      [[fallthrough]];
    case 1:
      PYSUB_SUSPEND_POINT(2, PushRunForever(vm, loop));
      RemoveDoneCallback(future, frame.slots[2]);
      if (in.IsFailed()) {
        if (future->done()) future->log_traceback = 0;
        return in;
      }
      if (!future->done()) {
        return vm.Raise(TypeId::kRuntimeError, "Event loop stopped before Future completed.");
      }
      return FutureResult(vm, future);
  }
  return Value::None();
}

// ---- loop objects, handles

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
  return CallSoonTuple(vm, AsLoop(a[0]), a[1], arguments, TRY(ContextArgument(vm, a[2])));
}
Value LoopCallLater(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return vm.TypeError("delay must not be None");
  double delay = TRY(vm.ToDouble(a[1]));
  TRY(CheckCallback(vm, AsLoop(a[0]), a[2], "call_at"));
  Value arguments = TRY(ArgumentTuple(vm, a));
  return CallAtTuple(vm, AsLoop(a[0]), Time(vm, AsLoop(a[0])) + delay, a[2], arguments,
                     TRY(ContextArgument(vm, a[3])));
}
Value LoopCallAt(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return vm.TypeError("when cannot be None");
  double when = TRY(vm.ToDouble(a[1]));
  TRY(CheckCallback(vm, AsLoop(a[0]), a[2], "call_at"));
  Value arguments = TRY(ArgumentTuple(vm, a));
  return CallAtTuple(vm, AsLoop(a[0]), when, a[2], arguments, TRY(ContextArgument(vm, a[3])));
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
  Value message = TRY(vm.DictGetStr(context, "message"));
  Value exception = TRY(vm.DictGetStr(context, "exception"));
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
  TRY(vm.Write(2, out.view()));
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
