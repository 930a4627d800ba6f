// asyncio.Future and asyncio.Task. CPython 3.14 library, "Futures", "Task object".

#include <string>

#include "stdlib/modules/asyncio/asyncio.h"
#include "stdlib/modules/contextvars.h"
#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace asyncio {
namespace {

AsyncTask* AsAsyncTask(Value v) { return v.As<AsyncTask>(); }
bool IsTask(const Future* future) { return future->kind == Future::kTask; }

// What `await future` iterates: it yields the future once, and when it is resumed it gives the
// result.
struct FutureIterator : Object {
  Value future;
};

// Whether what is in Future::callbacks stands for a callback with a context.
bool InContext(Value callback) {
  return IsObjectOf(callback, TypeId::kAsyncCallback) &&
         callback.As<Callback>()->kind == Callback::kInContext;
}
Value Bare(Value callback) { return InContext(callback) ? callback.As<Callback>()->a : callback; }

// Pending future to its end: callbacks are called soon. All that may fail comes first.
Status ScheduleCallbacks(Vm& vm, Future* future) {
  if (future->callbacks.IsUndefined()) return Done{};
  List* callbacks = future->callbacks.As<List>();
  Loop* loop = LoopOf(future);
  TRY(ReserveReady(vm, loop, callbacks->size));
  Value arguments = TRY(vm.NewTuple({Value::Of(future)}));
  List* handles = TRY(vm.NewList(callbacks->size));
  for (uint64_t i = 0; i < callbacks->size; ++i) {
    Handle* handle = TRY(vm.New<Handle>(TypeId::kAsyncHandle));
    handle->callback = callbacks->items()[i];
    handle->context = Value::Undefined();
    if (InContext(handle->callback)) {
      const Callback* in_context = handle->callback.As<Callback>();
      handle->context = in_context->b;
      handle->callback = in_context->a;
    }
    handle->arguments = arguments;
    handle->loop = Value::Of(loop);
    handle->when = Value::None();
    handle->cancelled = 0;
    TRY(ListAppend(vm, handles, Value::Of(handle)));
  }
  for (uint64_t i = 0; i < handles->size; ++i) {
    TRY(ListAppend(vm, loop->ready.As<List>(), handles->items()[i]));
  }
  future->callbacks = Value::Undefined();
  return Done{};
}

Future* Init(Future* future, Value loop, Future::Kind kind) {
  future->state = Future::kPending;
  future->kind = kind;
  future->blocking = future->log_traceback = 0;
  future->return_exceptions = future->finished = future->total = future->cancel_requested = 0;
  future->loop = loop;
  return future;
}

Failure NotPending(Vm& vm) { return vm.Raise(TypeId::kInvalidStateError, "invalid state"); }

}  // namespace

bool IsFuture(Value v) {
  return IsObjectOf(v, TypeId::kAsyncFuture) || IsObjectOf(v, TypeId::kAsyncTask);
}

bool IsCoroutine(Vm&, Value v) {
  return IsObjectOf(v, TypeId::kCoroutine) || IsObjectOf(v, TypeId::kNativeCoroutine);
}

Value NewExceptionOf(Vm& vm, TypeId type, std::initializer_list<Value> args) {
  return vm.NewException(type, TRY(vm.NewTuple(args)));
}

Failure RaiseFrom(Vm& vm, TypeId type, Value cause) {
  Value exception = NewExceptionOf(vm, type, {});
  if (exception.IsFailed()) return Failure{};
  static_cast<void>(vm.RaiseException(exception));
  Exception* error = exception.As<Exception>();
  error->cause = error->context = cause;
  error->suppress_context = 1;
  return Failure{};
}

Value NewFuture(Vm& vm, Value loop) {
  return Value::Of(Init(TRY(vm.New<Future>(TypeId::kAsyncFuture)), loop, Future::kPlain));
}

Value NewTask(Vm& vm, Value loop, Value coroutine, Value name, Value context) {
  if (!IsCoroutine(vm, coroutine)) {
    return vm.TypeError("a coroutine was expected, got ", TRY(vm.ReprValue(coroutine)));
  }
  State* state = TRY(GetState(vm));
  if (name.IsNone()) {
    name = TRY(vm.NewStr("Task-" + std::to_string(state->task_number + 1)));
  } else if (!Vm::IsStr(name)) {
    name = TRY(vm.StrValue(name));
  }
  context = TRY(ContextArgument(vm, context));
  AsyncTask* task = TRY(vm.New<AsyncTask>(TypeId::kAsyncTask));
  task->context = context;
  Init(task, loop, Future::kTask);
  task->coroutine = coroutine;
  task->name = name;
  task->waits_for = Value::None();
  task->must_cancel = task->cancel_requests = 0;
  Value step = TRY(NewCallback(vm, Callback::kStep, Value::Of(task)));
  List* tasks = loop.As<Loop>()->tasks.As<List>();
  if (tasks->size >= 64 && (tasks->size & (tasks->size - 1)) == 0) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < tasks->size; ++i) {
      if (!AsFuture(tasks->items()[i])->done()) tasks->items()[kept++] = tasks->items()[i];
    }
    for (uint64_t i = kept; i < tasks->size; ++i) tasks->items()[i] = Value::Undefined();
    tasks->size = kept;
  }
  TRY(ListReserve(vm, tasks, tasks->size + 1));
  TRY(CallSoon(vm, loop.As<Loop>(), step, {}));
  TRY(ListAppend(vm, tasks, Value::Of(task)));
  ++state->task_number;
  return Value::Of(task);
}

Value NewTaskWith(Vm& vm, Value loop, Value coroutine, Value keywords) {
  Value name = Value::None(), context = Value::Undefined();
  if (!keywords.IsUndefined()) {
    const Value given = TRY(DictGetStr(vm, keywords.As<Dict>(), "name"));
    if (!given.IsUndefined()) name = given;
    context = TRY(DictGetStr(vm, keywords.As<Dict>(), "context"));
  }
  return NewTask(vm, loop, coroutine, name, context);
}

// A future as it is; a coroutine as a new task; any other awaitable inside a coroutine that awaits
// it.
Value EnsureFuture(Vm& vm, Value awaitable, Value loop) {
  if (IsFuture(awaitable)) {
    if (!loop.IsNone() && AsFuture(awaitable)->loop != loop) {
      return vm.ValueError(
          "The future belongs to a different loop than the one specified as the loop "
          "argument");
    }
    return awaitable;
  }
  if (!IsCoroutine(vm, awaitable)) {
    if (vm.InfoOf(awaitable).await == nullptr) {
      return vm.TypeError("An asyncio.Future, a coroutine or an awaitable is required");
    }
    awaitable = TRY(NewCoroutine(vm, BodyId::kWrapAwaitable, "_wrap_awaitable", {awaitable}));
  }
  if (loop.IsNone()) loop = TRY(CurrentLoop(vm));
  if (!IsLoop(loop)) return vm.RaiseAttributeError(loop, "create_task");
  return NewTask(vm, loop, awaitable, Value::None());
}

Value WrapAwaitableBody(Vm& vm, Coroutine* co, Value in) {
  if (co->pc == 0) return Await(vm, co, 1, co->registers[0]);
  return in.IsFailed() ? Value(vm.Propagate(co->handled)) : in;
}

// ---- ends of a future

Status SetResult(Vm& vm, Future* future, Value result) {
  if (future->done()) return NotPending(vm);
  TRY(ScheduleCallbacks(vm, future));
  future->result = result;
  future->state = Future::kFinished;
  return Done{};
}

// StopIteration cannot be the result of a future: raised inside a coroutine it would end that
// instead. CPython replaces it by a RuntimeError, too.
Status SetException(Vm& vm, Future* future, Value exception) {
  if (future->done()) return NotPending(vm);
  if (exception.IsType() && IsExceptionType(exception.AsType())) {
    exception = ExceptionAtOnce(vm, exception, {});
    if (exception.IsFailed()) return Failure{};
  }
  if (!IsExceptionType(vm.TypeOf(exception))) return vm.TypeError("invalid exception object");
  if (vm.IsInstance(exception, TypeId::kStopIteration)) {
    Value text = vm.NewStr(
        "StopIteration interacts badly with generators and cannot be raised into a Future");
    if (text.IsFailed()) return Failure{};
    Value error = NewExceptionOf(vm, TypeId::kRuntimeError, {text});
    if (error.IsFailed()) return Failure{};
    error.As<Exception>()->cause = error.As<Exception>()->context = exception;
    error.As<Exception>()->suppress_context = 1;
    exception = error;
  }
  List* failed = LoopOf(future)->failed.As<List>();
  if (failed->size >= 64 && (failed->size & (failed->size - 1)) == 0) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < failed->size; ++i) {
      if (AsFuture(failed->items()[i])->log_traceback) failed->items()[kept++] = failed->items()[i];
    }
    for (uint64_t i = kept; i < failed->size; ++i) failed->items()[i] = Value::Undefined();
    failed->size = kept;
  }
  TRY(ListReserve(vm, failed, failed->size + 1));
  TRY(ScheduleCallbacks(vm, future));
  TRY(ListAppend(vm, failed, Value::Of(future)));
  future->exception = exception;
  future->exception_traceback = exception.As<Exception>()->traceback;
  future->state = Future::kFinished;
  future->log_traceback = 1;
  return Done{};
}

Status SetCancelled(Vm& vm, Future* future, Value message) {
  TRY(ScheduleCallbacks(vm, future));
  future->log_traceback = 0;
  future->state = Future::kCancelled;
  future->cancel_message = message;
  return Done{};
}

// True: it is cancelled, or, of a task: that was asked for and has not happened yet. A task that
// waits passes it on to what it waits for, and may catch it. This recurses along the chain of
// waiting, which a program can make long, hence the guard of depth.
Result<bool> Cancel(Vm& vm, Future* future, Value message) {
  future->log_traceback = 0;
  if (future->done()) return false;
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (future->kind == Future::kGathering) {
    bool any = false;
    Tuple* children = future->children.As<Tuple>();
    for (uint32_t i = 0; i < children->count; ++i) {
      any |= TRY(Cancel(vm, AsFuture(children->items()[i]), message));
    }
    // A cancelled gather() waits for its children.
    if (any) future->cancel_requested = 1;
    return any;
  }
  if (IsTask(future)) {
    AsyncTask* task = static_cast<AsyncTask*>(future);
    if (task->waits_for.IsObject()) {
      if (TRY(Cancel(vm, AsFuture(task->waits_for), message))) {
        ++task->cancel_requests;
        return true;
      }
    }
    ++task->cancel_requests;
    task->must_cancel = 1;
    task->cancel_message = message;
    return true;
  }
  TRY(SetCancelled(vm, future, message));
  return true;
}

int64_t Uncancel(AsyncTask* task) {
  if (task->cancel_requests > 0) {
    --task->cancel_requests;
    if (task->cancel_requests == 0) task->must_cancel = 0;
  }
  return static_cast<int64_t>(task->cancel_requests);
}

Value CancelledErrorOf(Vm& vm, Future* future) {
  if (future->cancelled_error.IsObject()) {
    Value error = future->cancelled_error;
    future->cancelled_error = Value::Undefined();
    return error;
  }
  if (future->cancel_message.IsUndefined() || future->cancel_message.IsNone()) {
    return NewExceptionOf(vm, TypeId::kCancelledError, {});
  }
  return NewExceptionOf(vm, TypeId::kCancelledError, {future->cancel_message});
}

namespace {

Failure RaiseCancelled(Vm& vm, Future* future) {
  Value error = CancelledErrorOf(vm, future);
  if (error.IsFailed()) return Failure{};
  return vm.RaiseException(error);
}

}  // namespace

Value FutureResult(Vm& vm, Future* future) {
  if (future->cancelled()) return RaiseCancelled(vm, future);
  if (!future->done()) return vm.Raise(TypeId::kInvalidStateError, "Result is not set.");
  future->log_traceback = 0;
  if (future->exception.IsObject()) {
    future->exception.As<Exception>()->traceback = future->exception_traceback;
    return vm.RaiseException(future->exception);
  }
  return future->result;
}

Value FutureException(Vm& vm, Future* future) {
  if (future->cancelled()) return RaiseCancelled(vm, future);
  if (!future->done()) return vm.Raise(TypeId::kInvalidStateError, "Exception is not set.");
  future->log_traceback = 0;
  return future->exception.IsObject() ? future->exception : Value::None();
}

Status AddDoneCallback(Vm& vm, Future* future, Value callback) {
  if (future->done()) {
    Value handle = CallSoon(vm, LoopOf(future), callback, {Value::Of(future)});
    if (handle.IsFailed()) return Failure{};
    return Done{};
  }
  if (future->callbacks.IsUndefined()) future->callbacks = Value::Of(TRY(vm.NewList(1)));
  return ListAppend(vm, future->callbacks.As<List>(), callback);
}

void RemoveDoneCallback(Future* future, Value callback) {
  if (!future->callbacks.IsUndefined()) RemoveItem(future->callbacks.As<List>(), callback);
}

// ---- the steps of tasks

Value BeginStep(Vm& vm, AsyncTask* task, Value exception) {
  if (task->must_cancel) {
    if (exception.IsUndefined() || !vm.IsInstance(exception, TypeId::kCancelledError)) {
      exception = TRY(CancelledErrorOf(vm, task));
    }
  }
  Value answer = vm.Resume(task->coroutine, Value::None(), exception);
  if (answer.IsFailed() && !vm.FailureIsCatchable()) return answer;
  task->must_cancel = 0;
  task->waits_for = Value::None();
  LoopOf(task)->current = Value::Of(task);
  return answer;
}

namespace {

Status StepLater(Vm& vm, AsyncTask* task, Value exception) {
  Value step = NewCallback(vm, Callback::kStep, Value::Of(task), exception);
  if (step.IsFailed()) return Failure{};
  if (CallSoon(vm, LoopOf(task), step, {}).IsFailed()) return Failure{};
  return Done{};
}

Status BadYield(Vm& vm, AsyncTask* task, std::string_view before, std::string_view after,
                Value what) {
  TextBuilder text(vm);
  text.Append(before);
  TRY(vm.Repr(Value::Of(task), text));
  text.Append(after);
  if (!what.IsUndefined()) TRY(vm.Repr(what, text));
  Value message = text.Finish();
  if (message.IsFailed()) return Failure{};
  Value error = NewExceptionOf(vm, TypeId::kRuntimeError, {message});
  if (error.IsFailed()) return Failure{};
  return StepLater(vm, task, error);
}

}  // namespace

// `in` is what the coroutine yielded; Exhausted: it returned; Failed: it raised `exception`.
Status FinishStep(Vm& vm, AsyncTask* task, Value in, Value exception) {
  if (in.IsExhausted()) {
    if (task->must_cancel) {
      TRY(SetCancelled(vm, task, task->cancel_message));
      task->must_cancel = 0;
      return Done{};
    }
    return SetResult(vm, task, vm.stop_value);
  }
  if (in.IsFailed()) {
    if (vm.IsInstance(exception, TypeId::kCancelledError)) {
      TRY(SetCancelled(vm, task, Value::None()));
      task->cancelled_error = exception;
      return Done{};
    }
    TRY(SetException(vm, task, exception));
    if (vm.IsInstance(exception, TypeId::kKeyboardInterrupt) ||
        vm.IsInstance(exception, TypeId::kSystemExit)) {
      return vm.Propagate(exception);
    }
    return Done{};
  }
  if (in == Value::Of(task))
    return BadYield(vm, task, "Task cannot await on itself: ", "", Value::Undefined());
  if (IsFuture(in)) {
    Future* future = AsFuture(in);
    if (future->loop != task->loop) {
      TextBuilder text(vm);
      text.Append(" got Future ");
      TRY(vm.Repr(in, text));
      text.Append(" attached to a different loop");
      TRY(text.status());
      return BadYield(vm, task, "Task ", text.view(), Value::Undefined());
    }
    if (!future->blocking)
      return BadYield(vm, task, "yield was used instead of yield from in task ", " with ", in);
    Value wakeup = NewCallback(vm, Callback::kWakeup, Value::Of(task));
    if (wakeup.IsFailed()) return Failure{};
    TRY(AddDoneCallback(vm, future, wakeup));
    future->blocking = 0;
    task->waits_for = in;
    if (task->must_cancel && TRY(Cancel(vm, future, task->cancel_message))) task->must_cancel = 0;
    return Done{};
  }
  if (in.IsNone()) return StepLater(vm, task, Value::Undefined());
  if (IsObjectOf(in, TypeId::kGenerator)) {
    return BadYield(vm, task, "yield was used instead of yield from for generator in task ",
                    " with ", in);
  }
  Value repr = vm.ReprValue(in);
  if (repr.IsFailed()) return Failure{};
  TextBuilder text(vm);
  text.Append("Task got bad yield: ");
  text.Append(Vm::View(repr));
  Value message = text.Finish();
  if (message.IsFailed()) return Failure{};
  Value error = NewExceptionOf(vm, TypeId::kRuntimeError, {message});
  if (error.IsFailed()) return Failure{};
  return StepLater(vm, task, error);
}

// ---- the iterator of `await future`

namespace {

// `blocking` is the handshake between a future and its task. The future sets it just before it is
// yielded, and the task clears it when it takes the future. A future that a coroutine yields by
// itself, without await, lacks it, and that is an error.
Value ResumeIterator(Vm& vm, Value self, Value, Value exception) {
  FutureIterator* iterator = self.As<FutureIterator>();
  if (!exception.IsUndefined()) {
    iterator->future = Value::None();
    return vm.Propagate(exception);
  }
  if (iterator->future.IsNone()) {
    vm.stop_value = Value::None();
    return Value::Exhausted();
  }
  Future* future = AsFuture(iterator->future);
  if (!future->done()) {
    if (future->blocking) return vm.Raise(TypeId::kRuntimeError, "await wasn't used with future");
    future->blocking = 1;
    return Value::Of(future);
  }
  Value result = TRY(FutureResult(vm, future));
  iterator->future = Value::None();
  vm.stop_value = result;
  return Value::Exhausted();
}

Value AwaitFuture(Vm& vm, Value self) {
  FutureIterator* iterator = TRY(vm.New<FutureIterator>(TypeId::kAsyncFutureIterator));
  iterator->future = self;
  return Value::Of(iterator);
}

// ---- methods

Value FutureNew(Vm& vm, const Args& a) {
  Value loop = a.has(1) && !a[1].IsNone() ? a[1] : TRY(CurrentLoop(vm));
  if (!IsLoop(loop)) return vm.RaiseAttributeError(loop, "get_debug");
  return NewFuture(vm, loop);
}
Value TaskNew(Vm& vm, const Args& a) {
  Value coroutine = a[1], name = a.has(3) ? a[3] : Value::None();
  Value loop = a.has(2) && !a[2].IsNone() ? a[2] : TRY(CurrentLoop(vm));
  if (!IsLoop(loop)) return vm.RaiseAttributeError(loop, "get_debug");
  return NewTask(vm, loop, coroutine, name, a[4]);
}
constexpr NativeInfo kFutureConstructor{"Future(*, loop=None)", Surely<FutureNew>,
                                        "A result that is not there yet."};
constexpr NativeInfo kTaskConstructor{
    "Task(coro, *, loop=None, name=None, context=None, eager_start=False)", TaskNew,
    "A coroutine wrapped in a Future."};

Value MethodAwait(Vm& vm, const Args& a) { return AwaitFuture(vm, a[0]); }
Value MethodDone(Vm&, const Args& a) { return Value::Bool(AsFuture(a[0])->done()); }
Value MethodCancelled(Vm&, const Args& a) { return Value::Bool(AsFuture(a[0])->cancelled()); }
Value MethodResult(Vm& vm, const Args& a) { return FutureResult(vm, AsFuture(a[0])); }
Value MethodException(Vm& vm, const Args& a) { return FutureException(vm, AsFuture(a[0])); }
Value MethodCancel(Vm& vm, const Args& a) {
  return Value::Bool(TRY(Cancel(vm, AsFuture(a[0]), a.has(1) ? a[1] : Value::None())));
}
Value MethodSetResult(Vm& vm, const Args& a) {
  TRY(SetResult(vm, AsFuture(a[0]), a[1]));
  return Value::None();
}
Value MethodSetException(Vm& vm, const Args& a) {
  Future* future = AsFuture(a[0]);
  TRY(SetException(vm, future, a[1]));
  return Value::None();
}
Value MethodAddCallback(Vm& vm, const Args& a) {
  const Value context = TRY(ContextArgument(vm, a[2]));
  Future* future = AsFuture(a[0]);
  if (context.IsUndefined()) {
    TRY(AddDoneCallback(vm, future, a[1]));
  } else if (future->done()) {
    TRY(CallSoonIn(vm, LoopOf(future), a[1], TRY(vm.NewTuple({a[0]})), context));
  } else {
    TRY(AddDoneCallback(vm, future, TRY(NewCallback(vm, Callback::kInContext, a[1], context))));
  }
  return Value::None();
}
Value MethodRemoveCallback(Vm& vm, const Args& a) {
  Future* future = AsFuture(a[0]);
  if (future->callbacks.IsUndefined()) return Value::SmallInt(0);
  List* list = future->callbacks.As<List>();
  int64_t removed = 0;
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->size; ++i) {
    Value item = list->items()[i];
    if (TRY(vm.Equal(Bare(item), a[1]))) {
      ++removed;
    } else {
      list->items()[kept++] = item;
    }
  }
  list->size = kept;
  return Value::KnownSmallInt(removed);
}
Value MethodGetLoop(Vm&, const Args& a) { return AsFuture(a[0])->loop; }
Value MethodGetName(Vm&, const Args& a) { return AsAsyncTask(a[0])->name; }
Value MethodSetName(Vm& vm, const Args& a) {
  AsAsyncTask(a[0])->name = Vm::IsStr(a[1]) ? a[1] : TRY(vm.StrValue(a[1]));
  return Value::None();
}
Value MethodGetCoroutine(Vm&, const Args& a) { return AsAsyncTask(a[0])->coroutine; }
Value MethodGetContext(Vm& vm, const Args& a) {
  AsyncTask* task = AsAsyncTask(a[0]);
  if (!task->context.IsUndefined()) return task->context;
  // Of the task that runs, the current one is its own.
  task->context = LoopOf(task)->current == a[0] ? TRY(CurrentContext(vm)) : TRY(NewContext(vm));
  return task->context;
}
Value MethodUncancel(Vm& vm, const Args& a) { return vm.NewInt(Uncancel(AsAsyncTask(a[0]))); }
Value MethodCancelling(Vm& vm, const Args& a) {
  return vm.NewInt(static_cast<int64_t>(AsAsyncTask(a[0])->cancel_requests));
}
Value TaskSetResult(Vm& vm, const Args&) {
  return vm.Raise(TypeId::kRuntimeError, "Task does not support set_result operation");
}
Value TaskSetException(Vm& vm, const Args&) {
  return vm.Raise(TypeId::kRuntimeError, "Task does not support set_exception operation");
}

#define PYSUB_FUTURE_METHODS                                                                   \
  {"__await__()", MethodAwait, "Return an iterator to be used in await expression."},          \
      {"__iter__()", MethodAwait, "Implement iter(self)."},                                    \
      {"done()", MethodDone, "Return True if the future is done."},                            \
      {"cancelled()", MethodCancelled, "Return True if the future was cancelled."},            \
      {"result()", Surely<MethodResult>, "Return the result this future represents."},         \
      {"exception()", Surely<MethodException>,                                                 \
       "Return the exception that was set on this future."},                                   \
      {"cancel(msg=None)", Surely<MethodCancel>, "Cancel the future and schedule callbacks."}, \
      {"add_done_callback(fn, /, *, context=None)", Surely<MethodAddCallback>,                 \
       "Add a callback to be run when the future becomes done."},                              \
      {"remove_done_callback(fn, /)", Surely<MethodRemoveCallback>,                            \
       "Remove all instances of a callback from the \"call when done\" list."},                \
  {                                                                                            \
    "get_loop()", MethodGetLoop, "Return the event loop the Future is bound to."               \
  }

constexpr NativeInfo kFutureMethods[] = {
    PYSUB_FUTURE_METHODS,
    {"set_result(result, /)", Surely<MethodSetResult>, "Mark the future done and set its result."},
    {"set_exception(exception, /)", Surely<MethodSetException>,
     "Mark the future done and set an exception."},
};
constexpr NativeInfo kTaskMethods[] = {
    PYSUB_FUTURE_METHODS,
    {"set_result(result, /)", TaskSetResult, "Tasks get their result from their coroutine."},
    {"set_exception(exception, /)", TaskSetException, "Tasks get it from their coroutine."},
    {"get_name()", MethodGetName, "The task's name."},
    {"set_name(value, /)", MethodSetName, "Change the task's name."},
    {"get_coro()", MethodGetCoroutine, "The coroutine that the task runs."},
    {"get_context()", MethodGetContext, "Return the context that the task runs in."},
    {"uncancel()", MethodUncancel, "Decrement the task's count of cancellation requests."},
    {"cancelling()", MethodCancelling, "Return the count of the task's cancellation requests."},
};

Value GetLoopAttribute(Vm&, Value self) { return AsFuture(self)->loop; }
constexpr AttributeInfo kFutureAttributes[] = {{"_loop", GetLoopAttribute}};

PYSUB_MEMBERS(AsyncFuture, kFutureMethods, kFutureAttributes);
PYSUB_MEMBERS(AsyncTask, kTaskMethods, kFutureAttributes);

Status AppendCoroutine(Generator* co, TextBuilder& out) {
  out.Append(Vm::View(co->qualified_name));
  out.Append("()");
  if (co->type == TypeId::kNativeCoroutine) return out.status();
  const Function* function = co->function.IsObject() ? co->function.As<Function>() : nullptr;
  bool over = co->get_state() == GeneratorState::kClosed;
  out.Append(over ? " done" : " running");
  if (function != nullptr) {
    uint32_t pc = over ? 0 : static_cast<uint32_t>(co->pc);
    out.Append(over ? ", defined at " : " at ");
    out.Append(function->unit->unit->filename);
    out.Append(':');
    out.AppendInt(
        static_cast<int64_t>(over ? function->code->first_line : function->code->SpanAt(pc).line));
  }
  return out.status();
}

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  Future* future = AsFuture(self);
  out.Append(IsTask(future)                       ? "<Task "
             : future->kind == Future::kGathering ? "<_GatheringFuture "
                                                  : "<Future ");
  TRY(AppendFutureInfo(vm, future, out));
  out.Append('>');
  return out.status();
}

}  // namespace

Status AppendFutureInfo(Vm& vm, Future* future, TextBuilder& out) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  if (IsTask(future) && static_cast<AsyncTask*>(future)->must_cancel) {
    out.Append("cancelling");
  } else {
    out.Append(future->state == Future::kPending     ? "pending"
               : future->state == Future::kCancelled ? "cancelled"
                                                     : "finished");
  }
  if (IsTask(future)) {
    AsyncTask* task = static_cast<AsyncTask*>(future);
    out.Append(" name=");
    TRY(vm.Repr(task->name, out));
    out.Append(" coro=<");
    TRY(AppendCoroutine(task->coroutine.As<Generator>(), out));
    out.Append('>');
    if (task->waits_for.IsObject()) {
      out.Append(" wait_for=");
      TRY(vm.Repr(task->waits_for, out));
    }
  }
  if (future->state == Future::kFinished) {
    bool failed = future->exception.IsObject();
    out.Append(failed ? " exception=" : " result=");
    TRY(vm.Repr(failed ? future->exception : future->result, out));
  }
  if (!future->callbacks.IsUndefined() && future->callbacks.As<List>()->size > 0) {
    List* callbacks = future->callbacks.As<List>();
    out.Append(" cb=[");
    for (uint64_t i = 0; i < callbacks->size && i < 2; ++i) {
      if (i > 0) out.Append(", ");
      TRY(vm.Repr(Bare(callbacks->items()[i]), out));
    }
    out.Append(']');
  }
  return out.status();
}

// ---- callbacks

Value NewCallback(Vm& vm, Callback::Kind kind, Value a, Value b, Value c, uint64_t count) {
  Callback* callback = TRY(vm.New<Callback>(TypeId::kAsyncCallback));
  callback->kind = kind;
  callback->count = count;
  callback->a = a;
  callback->b = b;
  callback->c = c;
  return Value::Of(callback);
}

namespace {

Value CallCallback(Vm& vm, Value self, const Args& a) {
  return RunCallback(vm, self.As<Callback>(), a.rest_count > 0 ? a.rest[0] : Value::None());
}

Status CallbackRepr(Vm&, Value self, TextBuilder& out) {
  switch (self.As<Callback>()->kind) {
    case Callback::kStep: out.Append("<TaskStepMethWrapper>"); break;
    case Callback::kWakeup: out.Append("Task.task_wakeup()"); break;
    case Callback::kStopLoop: out.Append("_run_until_complete_cb()"); break;
    case Callback::kGather: out.Append("gather.<locals>._done_callback()"); break;
    case Callback::kShieldInner: out.Append("shield.<locals>._inner_done_callback()"); break;
    case Callback::kShieldOuter: out.Append("shield.<locals>._outer_done_callback()"); break;
    case Callback::kWait: out.Append("_wait.<locals>._on_completion()"); break;
    case Callback::kTaskGroup: out.Append("TaskGroup._on_task_done()"); break;
    default: out.Append("<built-in callback>");
  }
  return out.status();
}

constexpr NativeInfo kIteratorMethods[] = {PYSUB_AWAITABLE_METHODS};
PYSUB_MEMBERS(FutureIterator, kIteratorMethods, kNoAttributes);

}  // namespace
}  // namespace asyncio

static bool CheckFuture(Vm& vm, Object* object) {
  using asyncio::Future;
  Future* future = static_cast<Future*>(object);
  if (future->state > Future::kFinished || future->kind > Future::kGathering) return false;
  if ((future->kind == Future::kTask) != (future->type == TypeId::kAsyncTask)) return false;
  return future->kind == Future::kGathering
             ? !future->children.IsUndefined() && asyncio::AreFutures(vm, future->children)
             : future->children.IsUndefined();
}
static bool CheckTask(Vm& vm, Object* object) {
  Value waits_for = static_cast<asyncio::AsyncTask*>(object)->waits_for;
  return CheckFuture(vm, object) && (waits_for.IsNone() || asyncio::IsFuture(waits_for));
}
// The fields of a callback depend on its kind, so a schema cannot describe them. In a forged
// snapshot a kind could have the fields of another one; then a string would be used as a task.
static bool CheckCallback(Vm&, Object* object) {
  using asyncio::Callback;
  Callback* callback = static_cast<Callback*>(object);
  Value a = callback->a;
  switch (callback->kind) {
    case Callback::kStep:
      return IsObjectOf(a, TypeId::kAsyncTask) &&
             (callback->b.IsUndefined() || IsException(callback->b));
    case Callback::kWakeup: return IsObjectOf(a, TypeId::kAsyncTask);
    case Callback::kStopLoop: return true;
    case Callback::kSetResult:
    case Callback::kReleaseWaiter:
    case Callback::kShieldInner:
    case Callback::kShieldOuter: return asyncio::IsFuture(a);
    case Callback::kGather:
      return asyncio::IsFuture(a) && asyncio::AsFuture(a)->kind == asyncio::Future::kGathering;
    case Callback::kWait:
      return asyncio::IsFuture(a) && Vm::IsStr(callback->b) && Vm::View(callback->b).size() > 6;
    case Callback::kAsCompleted:
    case Callback::kAsCompletedTimeout: return IsObjectOf(a, TypeId::kAsyncAsCompleted);
    case Callback::kTimeout: return IsObjectOf(a, TypeId::kAsyncTimeout);
    case Callback::kTaskGroup: return IsObjectOf(a, TypeId::kAsyncTaskGroup);
    case Callback::kInContext: return IsObjectOf(callback->b, TypeId::kContext);
    default: return false;
  }
}

constexpr Schema kAsyncFutureSchema{"# # # # <AsyncEventLoop> v X? R?~ l!? v X? t? # # # #",
                                    CheckFuture};
extern constexpr TypeInfo kAsyncFutureType{.id = TypeId::kAsyncFuture,
                                           .schema = &kAsyncFutureSchema,
                                           .constructor = &asyncio::kFutureConstructor,
                                           .methods = asyncio::kFutureMethods,
                                           .attributes = asyncio::kFutureAttributes,
                                           .members = asyncio::kAsyncFutureMembers,
                                           .repr = asyncio::Repr,
                                           .await = asyncio::AwaitFuture};
constexpr Schema kAsyncTaskSchema{
    "# # # # <AsyncEventLoop> v X? R?~ l!? v X? t? # # # # <Coroutine> s v # # <Context>?",
    CheckTask};
extern constexpr TypeInfo kAsyncTaskType{.id = TypeId::kAsyncTask,
                                         .schema = &kAsyncTaskSchema,
                                         .constructor = &asyncio::kTaskConstructor,
                                         .methods = asyncio::kTaskMethods,
                                         .attributes = asyncio::kFutureAttributes,
                                         .members = asyncio::kAsyncTaskMembers,
                                         .repr = asyncio::Repr,
                                         .await = asyncio::AwaitFuture};
static bool CheckFutureIterator(Vm&, Object* object) {
  Value future = static_cast<Record*>(object)->words()[0];
  return future.IsNone() || IsObjectOf(future, TypeId::kAsyncFuture) ||
         IsObjectOf(future, TypeId::kAsyncTask);
}
constexpr Schema kAsyncFutureIteratorSchema{"v", CheckFutureIterator};
extern constexpr TypeInfo kAsyncFutureIteratorType{.id = TypeId::kAsyncFutureIterator,
                                                   .schema = &kAsyncFutureIteratorSchema,
                                                   .methods = asyncio::kIteratorMethods,
                                                   .members = asyncio::kFutureIteratorMembers,
                                                   .next = awaitable::NextSlot,
                                                   .resume = asyncio::ResumeIterator};
constexpr Schema kAsyncCallbackSchema{"# # v v v", CheckCallback};
extern constexpr TypeInfo kAsyncCallbackType{.id = TypeId::kAsyncCallback,
                                             .schema = &kAsyncCallbackSchema,
                                             .repr = asyncio::CallbackRepr,
                                             .call = asyncio::CallCallback};

}  // namespace pysub
