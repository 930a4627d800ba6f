#ifndef PYSUB_STDLIB_MODULES_ASYNCIO_ASYNCIO_H_
#define PYSUB_STDLIB_MODULES_ASYNCIO_ASYNCIO_H_

#include <initializer_list>

#include "stdlib/types/awaitables.h"
#include "vm/objects/async_generator.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

// asyncio: an event loop without sockets and threads, all of it data in the heap. The order in
// which things happen is CPython 3.14's (asyncio/base_events.py, tasks.py and the C module
// _asyncio), since programs show it. What CPython does when an object dies (warnings about
// coroutines that were never awaited, pending tasks that were destroyed) is not done: nothing dies
// visibly here.
//
//    native frame of run_forever (loop.cc)
//      takes a Handle from Loop::ready, first in first out
//        a task's step: resumes its coroutine until it yields a Future
//                       the task waits: its wake-up is one of that future's callbacks
//        any other:     calls the callback
//      nothing is ready: the first of Loop::timers, or the host's answer, has to come
//          sleep, or a stop: the program can be saved here, and go on tomorrow
//
// So a program with a thousand tasks is one stack of frames at a time and a thousand generator
// objects. Futures of calls to the host lie in Vm::host_futures by their number: the host may
// answer them in any order.
namespace pysub::asyncio {

// What an operation on tasks and futures may need while it schedules callbacks and wakes others: in
// its middle it can neither fail nor be repeated (MemoryReservation).
inline constexpr uint64_t kBytesOfAnOperation = 4096;

// A row's function as such an operation; each argument may become a native frame.
template <Value (*kFunction)(Vm&, const Args&)>
Value Surely(Vm& vm, const Args& a) {
  MemoryReservation sure(vm, kBytesOfAnOperation + a.rest_count * uint64_t{1024});
  return sure.ok() ? kFunction(vm, a) : Value::Failed();
}
// The same for a first argument that lists them.
template <Value (*kFunction)(Vm&, const Args&)>
Value SurelyForEach(Vm& vm, const Args& a) {
  const uint64_t count = IsObjectOf(a[0], TypeId::kList) ? a[0].As<List>()->size : 0;
  MemoryReservation sure(vm, kBytesOfAnOperation + count * 1024);
  return sure.ok() ? kFunction(vm, a) : Value::Failed();
}

// ---- objects

// What the module keeps for the program as a whole.
struct State : Object {  // vm.library_state(LibraryState::kAsyncio)
  Value running;         // the running Loop, or None
  Value current_loop;    // set_event_loop
  RawWord task_number;   // of the last task named by us
};

// An event loop. `ready` is a queue in a list: taken from ready_head, moved down when half of it is
// used up, so that moving costs no more than what was taken.
struct Loop : Object {
  Value ready;  // List of Handles, from `ready_head`
  RawWord ready_head;
  Value timers;  // List of Handles: a heap by `when`, as heapq's
  RawWord running, stopping, closed, debug;
  Value clock;       // float: the virtual time
  Value current;     // the Task whose step runs, or None
  Value tasks;       // List of tasks, those that are done dropped now and then
  Value generators;  // List of async generators that were started here
  Value exception_handler;
  Value failed;  // List of futures whose exception nobody has asked for
};

// A call that the loop will make. Cancelling only marks it: it is skipped when its turn comes.
struct Handle : Object {
  Value callback;
  Value arguments;  // tuple
  Value loop;
  Value when;  // float for timers
  RawWord cancelled;
  Value context;  // a Context, or Undefined (contextvars.h)
};

inline Loop* AsLoop(Value v) { return v.As<Loop>(); }
inline Handle* AsHandle(Value v) { return v.As<Handle>(); }

struct Future : Object {
  enum State : uint8_t { kPending, kCancelled, kFinished };
  enum Kind : uint8_t { kPlain, kTask, kGathering };
  RawWord state;
  RawWord kind;
  RawWord blocking;       // yielded by an await, not yet taken over by the task
  RawWord log_traceback;  // the exception was not asked for
  Value loop;
  Value result, exception, exception_traceback;
  Value callbacks;  // List
  Value cancel_message;
  Value cancelled_error;  // the CancelledError that ended a task
  // Gathering futures: the children (a tuple), what to do with exceptions, how many are done.
  Value children;
  RawWord return_exceptions, finished, total, cancel_requested;

  bool done() const { return state != kPending; }
  bool cancelled() const { return state == kCancelled; }
};

// A coroutine that the loop drives. `waits_for` is the future it has yielded; cancel() is passed on
// to that one, and arrives as an exception in the coroutine.
struct AsyncTask : Future {
  Value coroutine;
  Value name;
  Value waits_for;  // Future or None
  RawWord must_cancel;
  RawWord cancel_requests;
  Value context;  // a Context, or Undefined (contextvars.h)
};

// A native that is called by the loop, with what a closure would hold.
struct Callback : Object {
  enum Kind : uint8_t {
    kStep,           // a: task, b: exception or Undefined
    kWakeup,         // a: task
    kStopLoop,       // run_until_complete
    kSetResult,      // a: future, b: result; unless it is cancelled
    kReleaseWaiter,  // a: future
    kGather,         // a: outer future
    kShieldInner,    // a: outer
    kShieldOuter,    // a: inner, b: its callback
    kWait,           // a: waiter, b: return_when, c: timeout handle; count: those left
    kAsCompleted,    // a: iterator
    kAsCompletedTimeout,
    kTimeout,    // a: Timeout
    kTaskGroup,  // a: TaskGroup
    kInContext,  // a: a callback of the program's, b: its context; only in Future::callbacks
  };
  RawWord kind;
  RawWord count;
  Value a, b, c;
};

// ---- coroutines written in C++

// A coroutine whose body is a C++ function: laid out as a Generator, of which `pc` is the place
// where the body goes on, `function` the number of the body, `handled` the exception that the await
// before raised, `origin` what it gave.
//
// Body(vm, co, in): `in` is what the last await or call gave, or Failed when it raised co->handled.
// It returns the coroutine's result, Failed, or what Await, Yield or a pushed Vm::Call returned.
// What it does between two of those must bear repetition until its last failing operation.
using Coroutine = Generator;
using Body = Value (*)(Vm& vm, Coroutine* co, Value in);

enum class BodyId : uint8_t {
#define PYSUB_ASYNCIO_BODY(name) k##name,
#include "stdlib/modules/asyncio/bodies.def"
#undef PYSUB_ASYNCIO_BODY
  kCount,
};

Value NewCoroutine(Vm& vm, BodyId body, std::string_view name, std::initializer_list<Value> slots);
// Goes on in the body at `place` when `awaitable` is done.
Value Await(Vm& vm, Coroutine* co, uint32_t place, Value awaitable);
// Lets the loop run once.
Value Yield(Coroutine* co, uint32_t place);
Value ResumeCoroutine(Vm& vm, Value self, Value value, Value exception);
// What `await` takes: the iterator of `value`; Failed: TypeError.
Value AwaitableIterator(Vm& vm, Value value);

// ---- shared pieces

Result<State*> GetState(Vm& vm);
Value RunningLoop(Vm& vm);  // RuntimeError "no running event loop"
Value RunningLoopOrNone(Vm& vm);
// or the one that was set; RuntimeError "There is no current event loop ..."
Value CurrentLoop(Vm& vm);
Value NewLoop(Vm& vm);
// The time of loop.time().
double Time(Vm& vm, Loop* loop);
Value CallSoon(Vm& vm, Loop* loop, Value callback, std::initializer_list<Value> arguments);
Value CallAt(Vm& vm, Loop* loop, double when, Value callback,
             std::initializer_list<Value> arguments);
// The same with the context in which it is called: a Context, or Undefined.
Value CallSoonIn(Vm& vm, Loop* loop, Value callback, Value arguments, Value context);
Value CallAtIn(Vm& vm, Loop* loop, double when, Value callback, Value arguments, Value context);
Status CheckClosed(Vm& vm, Loop* loop);  // RuntimeError "Event loop is closed"
Status ReserveReady(Vm& vm, Loop* loop, uint64_t count);
void CancelHandle(Value handle);  // of anything else: nothing
Value NewCallback(Vm& vm, Callback::Kind kind, Value a, Value b = Value::Undefined(),
                  Value c = Value::Undefined(), uint64_t count = 0);
// CallPending: the native frames that run the loop.
Value PushRunForever(Vm& vm, Loop* loop);
Value PushRunUntilComplete(Vm& vm, Loop* loop, Value future);
// The loop's exception handler, or its text on standard error. `subject`: "future", "handle".
Status Report(Vm& vm, Loop* loop, std::string_view message, Value exception,
              std::string_view subject, Value object);
Status ReportUnretrieved(Vm& vm, Loop* loop);

bool IsFuture(Value v);
bool IsCoroutine(Vm& vm, Value v);
// Closes a coroutine that has not begun. False: it has.
bool CloseUnstarted(Coroutine* co);
// Whether the items of a list are futures.
inline bool AreFutures(Vm& vm, Value list) { return AllItems(vm, list, IsFuture); }
inline bool IsLoop(Value v) { return IsObjectOf(v, TypeId::kAsyncEventLoop); }
inline Future* AsFuture(Value v) { return v.As<Future>(); }
inline Loop* LoopOf(Future* future) { return future->loop.As<Loop>(); }
Value NewFuture(Vm& vm, Value loop);
// context: or Undefined for what ContextForLater gives.
Value NewTask(Vm& vm, Value loop, Value coroutine, Value name, Value context = Value::Undefined());
// create_task(coro, **kwargs).
Value NewTaskWith(Vm& vm, Value loop, Value coroutine, Value keywords);
Value WithFirst(Vm& vm, Value first, Value tuple);        // (first, *tuple)
Value EnsureFuture(Vm& vm, Value awaitable, Value loop);  // loop: or None
Status SetResult(Vm& vm, Future* future, Value result);
Status SetException(Vm& vm, Future* future, Value exception);
Status SetCancelled(Vm& vm, Future* future, Value message);
Result<bool> Cancel(Vm& vm, Future* future, Value message);  // cancel()
// The result; or raises.
Value FutureResult(Vm& vm, Future* future);
// exception(): None or an exception; raises if cancelled or not done.
Value FutureException(Vm& vm, Future* future);
Value CancelledErrorOf(Vm& vm, Future* future);  // _make_cancelled_error
Status AddDoneCallback(Vm& vm, Future* future, Value callback);
void RemoveDoneCallback(Future* future, Value callback);
Status GatherDone(Vm& vm, Future* outer, Future* child);
// Future.cancel() etc. by callbacks: what a Callback does when it is called with `argument`.
Value RunCallback(Vm& vm, Callback* callback, Value argument);
Status AppendFutureInfo(Vm& vm, Future* future, TextBuilder& out);

// A task's step: resumes its coroutine, and takes what that answers.
Value BeginStep(Vm& vm, AsyncTask* task, Value exception);
Status FinishStep(Vm& vm, AsyncTask* task, Value in, Value exception);
int64_t Uncancel(AsyncTask* task);

// Timeouts, for wait_for.
Value NewTimeout(Vm& vm, Value when);
Value NewTimeoutAfter(Vm& vm, Value delay);  // from now; None: never
Status EnterTimeout(Vm& vm, Value timeout);
// What __aexit__ does when `exception` leaves (or Undefined): Failed with TimeoutError, or None.
Value ExitTimeout(Vm& vm, Value timeout, Value exception);
void TimeoutExpired(Vm& vm, Value timeout);
Status TaskGroupDone(Vm& vm, Value group, Future* task);
Value AsCompletedDone(Vm& vm, Value iterator, Value future);

// Lists as queues of waiters.
Value PopFirst(List* list);
void RemoveItem(List* list, Value item);

Value NewExceptionOf(Vm& vm, TypeId type, std::initializer_list<Value> args);
Failure RaiseFrom(Vm& vm, TypeId type, Value cause);
Value NewEvent(Vm& vm);
Status EventSet(Vm& vm, Value event);
void EventClear(Value event);
Value EventWait(Vm& vm, Value event);  // a coroutine
Value NewQueue(Vm& vm, TypeId type, int64_t maxsize);
Status QueuePut(Vm& vm, Value queue, Value item);  // put_nowait
Value QueueGet(Vm& vm, Value queue);               // the coroutine of get()

#define PYSUB_ASYNCIO_BODY(name) Value name##Body(Vm& vm, Coroutine* co, Value in);
#include "stdlib/modules/asyncio/bodies.def"
#undef PYSUB_ASYNCIO_BODY

// Functions of the module, by their file.
#define PYSUB_F(name) Value name(Vm& vm, const Args& a);
// clang-format off
PYSUB_F(Run)
PYSUB_F(Sleep) PYSUB_F(Gather) PYSUB_F(CreateTask) PYSUB_F(WaitFor) PYSUB_F(Wait) PYSUB_F(AsCompleted)
PYSUB_F(Shield) PYSUB_F(CurrentTask) PYSUB_F(AllTasks) PYSUB_F(EnsureFutureFunction) PYSUB_F(ToThread)
PYSUB_F(IsCoroutineFunction_) PYSUB_F(IsFutureFunction) PYSUB_F(IsCoroutineFunction)
PYSUB_F(TimeoutFunction) PYSUB_F(TimeoutAt)
PYSUB_F(GetRunningLoop) PYSUB_F(GetEventLoop) PYSUB_F(NewEventLoop) PYSUB_F(SetEventLoop)
PYSUB_F(GetRunningLoopOrNone)
// clang-format on
#undef PYSUB_F

}  // namespace pysub::asyncio

#endif  // PYSUB_STDLIB_MODULES_ASYNCIO_ASYNCIO_H_
