// The event loop: what is ready, timers, and the native frames that run it. CPython 3.14
// asyncio/base_events.py.

#include <algorithm>
#include <cmath>

#include "stdlib/modules/asyncio/asyncio.h"
#include "stdlib/modules/contextvars.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/traceback.h"

namespace pysub {
namespace asyncio {
namespace {

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
    if (host) return vm.host.WaitForHost(Value::None());
    return vm.Raise(TypeId::kRuntimeError,
                    "deadlock: all tasks wait, and nothing is left that could wake one");
  }
  double when = When(timers->items()[0]);
  double wait = WholeMilliseconds(when - Time(vm, loop));
  if (!(wait > 0)) return Value::None();  // NaN, too
  Value nanoseconds = TRY(vm.NewInt(static_cast<int64_t>(std::min(wait, 86400.0) * 1e9) + 1));
  if (host) return vm.host.WaitForHost(nanoseconds);
  Value slept = vm.host.CallOs(OsCallId::kSleep, {&nanoseconds, 1});
  // Without a clock time is what was slept; whoever runs the program may sleep for real.
  if (!slept.IsFailed() && vm.host.hooks().now_ns == nullptr) PassTime(loop, wait);
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
    TRY(ListAppend(vm, loop->ready.As<List>(), timers->items()[0]));
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
  const HostHooks& hooks = vm.host.hooks();
  if (hooks.now_ns != nullptr) return static_cast<double>(hooks.now_ns(hooks.context)) * 1e-9;
  loop->clock = Value::Float(loop->clock.AsFloat() + kVirtualTick);
  return loop->clock.AsFloat();
}

Status CheckClosed(Vm& vm, Loop* loop) {
  if (loop->closed) return vm.Raise(TypeId::kRuntimeError, "Event loop is closed");
  return Done{};
}

Status ReserveReady(Vm& vm, Loop* loop, uint64_t count) {
  List* ready = loop->ready.As<List>();
  return ListReserve(vm, ready, ready->size + count);
}

Value CallSoon(Vm& vm, Loop* loop, Value callback, std::initializer_list<Value> arguments) {
  return CallSoonIn(vm, loop, callback, TRY(vm.NewTuple(arguments)), Value::Undefined());
}

Value CallSoonIn(Vm& vm, Loop* loop, Value callback, Value arguments, Value context) {
  TRY(CheckClosed(vm, loop));
  Value handle =
      TRY(NewHandle(vm, TypeId::kAsyncHandle, loop, callback, arguments, Value::None(), context));
  TRY(ListAppend(vm, loop->ready.As<List>(), handle));
  return handle;
}

Value CallAtIn(Vm& vm, Loop* loop, double when, Value callback, Value arguments, Value context) {
  TRY(CheckClosed(vm, loop));
  Value handle = TRY(NewHandle(vm, TypeId::kAsyncTimerHandle, loop, callback, arguments,
                               Value::Float(when), context));
  List* timers = loop->timers.As<List>();
  TRY(ListAppend(vm, timers, handle));
  SiftDown(timers->items(), 0, timers->size - 1);
  return handle;
}

Value CallAt(Vm& vm, Loop* loop, double when, Value callback,
             std::initializer_list<Value> arguments) {
  return CallAtIn(vm, loop, when, callback, TRY(vm.NewTuple(arguments)), Value::Undefined());
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
    TRY(DictSetStr(vm, context, "message", text));
    if (!exception.IsUndefined()) TRY(DictSetStr(vm, context, "exception", exception));
    TRY(DictSetStr(vm, context, subject, object));
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
  return vm.host.Write(2, out.view());
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

}  // namespace pysub
