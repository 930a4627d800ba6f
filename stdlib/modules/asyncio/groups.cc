// asyncio.Timeout and asyncio.TaskGroup. CPython 3.14 asyncio/timeouts.py, taskgroups.py.

#include "stdlib/modules/asyncio/asyncio.h"
#include "vm/generators.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace asyncio {
namespace {

// asyncio.timeout(): a timer that cancels the task, and at the end of the block turns that
// cancellation into TimeoutError. `cancelling` is how often the task had been cancelled before.
// With it a cancellation from outside, at the same time, is told apart and goes on.
struct Timeout : Object {
  enum Phase : uint8_t { kCreated, kEntered, kExpiring, kExpired, kExited };
  RawWord phase;
  Value when;  // float or None
  Value task;
  Value handle;
  RawWord cancelling;
};

Timeout* TO(Value v) { return v.As<Timeout>(); }

constexpr std::string_view kPhases[] = {"created", "active", "expiring", "expired", "finished"};

// A time that has passed goes to the ready queue and not to the timers. The task then still runs to
// its next await before it is cancelled, as in CPython.
Status Schedule(Vm& vm, Timeout* timeout, Value when) {
  CancelHandle(timeout->handle);
  timeout->handle = Value::None();
  timeout->when = when;
  if (when.IsNone()) return Done{};
  Value loop = RunningLoop(vm);
  if (loop.IsFailed()) return Failure{};
  Value callback = NewCallback(vm, Callback::kTimeout, Value::Of(timeout));
  if (callback.IsFailed()) return Failure{};
  double at = TRY(vm.ToDouble(when));
  Value handle = at <= Time(vm, loop.As<Loop>()) ? CallSoon(vm, loop.As<Loop>(), callback, {})
                                                 : CallAt(vm, loop.As<Loop>(), at, callback, {});
  if (handle.IsFailed()) return Failure{};
  timeout->handle = handle;
  return Done{};
}

Value CurrentTaskOrNone(Vm& vm) {
  Value loop = RunningLoopOrNone(vm);
  return loop.IsNone() ? loop : loop.As<Loop>()->current;
}

// The first CancelledError among the contexts of `exception` becomes the context of a TimeoutError.
Status InsertTimeoutError(Vm& vm, Value exception) {
  for (uint32_t steps = 0; steps < 1000; ++steps) {
    Exception* error = exception.As<Exception>();
    if (!error->context.IsObject()) return Done{};
    if (vm.IsInstance(error->context, TypeId::kCancelledError)) {
      Value made = NewExceptionOf(vm, TypeId::kTimeoutError, {});
      if (made.IsFailed()) return Failure{};
      made.As<Exception>()->context = made.As<Exception>()->cause = error->context;
      made.As<Exception>()->suppress_context = 1;
      error->context = made;
      return Done{};
    }
    exception = error->context;
  }
  return Done{};
}

}  // namespace

Value NewTimeout(Vm& vm, Value when) {
  Timeout* timeout = TRY(vm.New<Timeout>(TypeId::kAsyncTimeout));
  timeout->phase = Timeout::kCreated;
  timeout->when = when;
  timeout->task = timeout->handle = Value::None();
  timeout->cancelling = 0;
  return Value::Of(timeout);
}

Value NewTimeoutAfter(Vm& vm, Value delay) {
  if (delay.IsNone()) return NewTimeout(vm, delay);
  Value loop = TRY(RunningLoop(vm));
  double seconds = TRY(vm.ToDouble(delay));
  return NewTimeout(vm, Value::Float(Time(vm, loop.As<Loop>()) + seconds));
}

Status EnterTimeout(Vm& vm, Value self) {
  Timeout* timeout = TO(self);
  if (timeout->phase != Timeout::kCreated) {
    return vm.Raise(TypeId::kRuntimeError, "Timeout has already been entered");
  }
  Value task = CurrentTaskOrNone(vm);
  if (task.IsNone()) return vm.Raise(TypeId::kRuntimeError, "Timeout should be used inside a task");
  TRY(Schedule(vm, timeout, timeout->when));
  timeout->phase = Timeout::kEntered;
  timeout->task = task;
  timeout->cancelling = task.As<AsyncTask>()->cancel_requests;
  return Done{};
}

Value ExitTimeout(Vm& vm, Value self, Value exception) {
  if (!IsObjectOf(self, TypeId::kAsyncTimeout)) return BadState(vm);
  Timeout* timeout = TO(self);
  CancelHandle(timeout->handle);
  timeout->handle = Value::None();
  if (timeout->phase == Timeout::kEntered) timeout->phase = Timeout::kExited;
  if (timeout->phase != Timeout::kExpiring || timeout->task.IsNone()) return Value::None();
  timeout->phase = Timeout::kExpired;
  int64_t left = Uncancel(timeout->task.As<AsyncTask>());
  if (left > static_cast<int64_t>(timeout->cancelling) || !IsException(exception))
    return Value::None();
  if (vm.IsInstance(exception, TypeId::kCancelledError)) {
    return RaiseFrom(vm, TypeId::kTimeoutError, exception);
  }
  TRY(InsertTimeoutError(vm, exception));
  if (vm.IsInstance(exception, TypeId::kBaseExceptionGroup)) {
    Tuple* inner = exception.As<Exception>()->fields[1].As<Tuple>();
    for (uint32_t i = 0; i < inner->count; ++i) TRY(InsertTimeoutError(vm, inner->items()[i]));
  }
  return Value::None();
}

void TimeoutExpired(Vm& vm, Value self) {
  Timeout* timeout = TO(self);
  if (timeout->task.IsNone()) return;
  static_cast<void>(Cancel(vm, AsFuture(timeout->task), Value::None()));
  timeout->phase = Timeout::kExpiring;
  timeout->handle = Value::None();
}

Value TimeoutFunction(Vm& vm, const Args& a) { return NewTimeoutAfter(vm, a[0]); }
Value TimeoutAt(Vm& vm, const Args& a) { return NewTimeout(vm, a[0]); }

Value TimeoutEnterBody(Vm& vm, Coroutine* co, Value) {
  TRY(EnterTimeout(vm, co->registers[0]));
  return co->registers[0];
}

// slots: the timeout, the exception
Value TimeoutExitBody(Vm& vm, Coroutine* co, Value) {
  return ExitTimeout(vm, co->registers[0], co->registers[1]);
}

namespace {

Value TimeoutNew(Vm& vm, const Args& a) { return NewTimeout(vm, a[1]); }
constexpr NativeInfo kTimeoutConstructor{
    "@python Timeout(when: float | None)", Surely<TimeoutNew>,
    "Asynchronous context manager for cancelling overdue coroutines."};
Value TimeoutWhen(Vm&, const Args& a) { return TO(a[0])->when; }
Value TimeoutIsExpired(Vm&, const Args& a) {
  return Value::Bool(TO(a[0])->phase == Timeout::kExpiring || TO(a[0])->phase == Timeout::kExpired);
}
Value TimeoutReschedule(Vm& vm, const Args& a) {
  Timeout* timeout = TO(a[0]);
  if (timeout->phase == Timeout::kCreated) {
    return vm.Raise(TypeId::kRuntimeError, "Timeout has not been entered");
  }
  if (timeout->phase != Timeout::kEntered) {
    return vm.Raise(TypeId::kRuntimeError, "Cannot change state of ", kPhases[timeout->phase],
                    " Timeout");
  }
  TRY(Schedule(vm, timeout, a[1]));
  return Value::None();
}
Value TimeoutEnter(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kTimeoutEnter, "Timeout.__aenter__", {a[0]});
}
Value TimeoutExit(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kTimeoutExit, "Timeout.__aexit__", {a[0], a[2]});
}
constexpr NativeInfo kTimeoutMethods[] = {
    {"@python when()", TimeoutWhen, "Return the current deadline."},
    {"@python reschedule(when)", Surely<TimeoutReschedule>, "Reschedule the timeout."},
    {"@python expired()", TimeoutIsExpired, "Is timeout expired during execution?"},
    {"@python __aenter__()", Surely<TimeoutEnter>, "Starts the timeout."},
    {"@python __aexit__(exc_type, exc_val, exc_tb)", Surely<TimeoutExit>, "Ends the timeout."},
};
PYSUB_MEMBERS(AsyncTimeout, kTimeoutMethods, kNoAttributes);

Status TimeoutRepr(Vm& vm, Value self, TextBuilder& out) {
  Timeout* timeout = TO(self);
  out.Append("<Timeout [");
  out.Append(kPhases[timeout->phase]);
  out.Append(']');
  if (timeout->phase == Timeout::kEntered) {
    out.Append(" when=");
    TRY(vm.Repr(timeout->when, out));
  }
  out.Append('>');
  return out.status();
}

// ---- TaskGroup

// asyncio.TaskGroup: leaving the block waits for all its tasks. The first that fails cancels the
// others and the parent's body (`aborting`). Errors of all are raised together as a group.
// `completed` is what the parent waits for at the end of the block.
struct TaskGroup : Object {
  RawWord entered, exiting, aborting, parent_cancel_requested;
  Value loop, parent;
  Value tasks;       // List
  Value errors;      // List
  Value base_error;  // KeyboardInterrupt or SystemExit, or None
  Value completed;   // Future or None
};

TaskGroup* TG(Value v) { return v.As<TaskGroup>(); }

bool IsBaseError(Vm& vm, Value exception) {
  return vm.IsInstance(exception, TypeId::kSystemExit) ||
         vm.IsInstance(exception, TypeId::kKeyboardInterrupt);
}

Status Abort(Vm& vm, TaskGroup* group) {
  group->aborting = 1;
  List* tasks = group->tasks.As<List>();
  for (uint64_t i = 0; i < tasks->size; ++i) {
    if (!AsFuture(tasks->items()[i])->done())
      TRY(Cancel(vm, AsFuture(tasks->items()[i]), Value::None()));
  }
  return Done{};
}

Value GroupNew(Vm& vm, const Args&) {
  TaskGroup* group = TRY(vm.New<TaskGroup>(TypeId::kAsyncTaskGroup));
  group->tasks = Value::Of(TRY(vm.NewList()));
  group->errors = Value::Of(TRY(vm.NewList()));
  group->entered = group->exiting = group->aborting = group->parent_cancel_requested = 0;
  group->loop = group->parent = group->base_error = group->completed = Value::None();
  return Value::Of(group);
}

Failure GroupError(Vm& vm, Value group, std::string_view text) {
  Value repr = vm.ReprValue(group);
  if (repr.IsFailed()) return Failure{};
  return vm.Raise(TypeId::kRuntimeError, "TaskGroup ", repr, text);
}

// A coroutine that no task will run is closed, so that nobody can await it either.
Status CloseRefused(Vm& vm, Value coroutine) {
  if (IsObjectOf(coroutine, TypeId::kNativeCoroutine)) {
    CloseUnstarted(coroutine.As<Coroutine>());
  } else if (IsCoroutine(vm, coroutine)) {
    Generator* generator = coroutine.As<Generator>();
    if (generator->get_state() == GeneratorState::kCreated) CloseGenerator(generator);
  } else {
    return vm.RaiseAttributeError(coroutine, "close");
  }
  return Done{};
}

Value GroupCreateTask(Vm& vm, const Args& a) {
  TaskGroup* group = TG(a[0]);
  std::string_view problem;
  if (!group->entered) {
    problem = " has not been entered";
  } else if (group->exiting && group->tasks.As<List>()->size == 0) {
    problem = " is finished";
  } else if (group->aborting) {
    problem = " is shutting down";
  }
  if (!problem.empty()) {
    TRY(CloseRefused(vm, a[1]));
    return GroupError(vm, a[0], problem);
  }
  Value callback = TRY(NewCallback(vm, Callback::kTaskGroup, a[0]));
  Value task = TRY(NewTaskWith(vm, group->loop, a[1], a.keywords));
  TRY(ListAppend(vm, group->tasks.As<List>(), task));
  TRY(AddDoneCallback(vm, AsFuture(task), callback));
  return task;
}

Value GroupEnter(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kTaskGroupEnter, "TaskGroup.__aenter__", {a[0]});
}
Value GroupExit(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kTaskGroupExit, "TaskGroup.__aexit__", {a[0], a[2]});
}

constexpr NativeInfo kGroupConstructor{
    "@python TaskGroup()", Surely<GroupNew>,
    "Asynchronous context manager for managing groups of tasks."};
constexpr NativeInfo kGroupMethods[] = {
    {"@python create_task(coro, **kwargs)", Surely<GroupCreateTask>,
     "Create a new task in this group and return it."},
    {"@python __aenter__()", Surely<GroupEnter>, "Enters the group."},
    {"@python __aexit__(et, exc, tb)", Surely<GroupExit>, "Waits for all tasks."},
};
PYSUB_MEMBERS(AsyncTaskGroup, kGroupMethods, kNoAttributes);

Status GroupRepr(Vm&, Value self, TextBuilder& out) {
  TaskGroup* group = TG(self);
  out.Append("<TaskGroup");
  if (group->tasks.As<List>()->size > 0) {
    out.Append(" tasks=");
    out.AppendInt(static_cast<int64_t>(group->tasks.As<List>()->size));
  }
  if (group->errors.As<List>()->size > 0) {
    out.Append(" errors=");
    out.AppendInt(static_cast<int64_t>(group->errors.As<List>()->size));
  }
  out.Append(group->aborting ? " cancelling" : group->entered ? " entered" : "");
  out.Append('>');
  return out.status();
}

// What is raised at the end, or None.
Value GroupEnd(Vm& vm, TaskGroup* group, Value exception, Value cancellation) {
  List* errors = group->errors.As<List>();
  group->errors = Value::Of(TRY(vm.NewList()));  // they are over, whatever is raised
  if (group->base_error.IsObject()) return vm.Propagate(group->base_error);
  AsyncTask* parent = group->parent.IsObject() ? group->parent.As<AsyncTask>() : nullptr;
  if (parent != nullptr && group->parent_cancel_requested && Uncancel(parent) == 0)
    cancellation = Value::None();
  group->parent_cancel_requested = 0;
  if (cancellation.IsObject() && errors->size == 0) return vm.Propagate(cancellation);
  if (exception.IsObject() && !vm.IsInstance(exception, TypeId::kCancelledError)) {
    TRY(ListAppend(vm, errors, exception));
  }
  if (errors->size == 0) return Value::None();
  if (parent != nullptr && parent->cancel_requests > 0) {
    Uncancel(parent);
    TRY(Cancel(vm, parent, Value::None()));
  }
  Value message = TRY(vm.NewStr("unhandled errors in a TaskGroup"));
  Value raised =
      TRY(vm.Call(Value::Type(TypeId::kBaseExceptionGroup), {message, Value::Of(errors)}));
  return vm.RaiseException(raised);
}

}  // namespace

Value TaskGroupEnterBody(Vm& vm, Coroutine* co, Value) {
  Value self = co->registers[0];
  TaskGroup* group = TG(self);
  if (group->entered) return GroupError(vm, self, " has already been entered");
  Value loop = TRY(RunningLoop(vm));
  Value parent = CurrentTaskOrNone(vm);
  if (parent.IsNone()) return GroupError(vm, self, " cannot determine the parent task");
  group->loop = loop;
  group->parent = parent;
  group->entered = 1;
  return self;
}

// slots: the group, the exception of the body (or None), the cancellation to be passed on
Value TaskGroupExitBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  TaskGroup* group = TG(slots[0]);
  if (co->pc == 0) {
    group->exiting = 1;
    slots[2] = Value::None();
    if (slots[1].IsObject()) {
      if (IsBaseError(vm, slots[1]) && group->base_error.IsNone()) group->base_error = slots[1];
      if (vm.IsInstance(slots[1], TypeId::kCancelledError)) slots[2] = slots[1];
      if (!group->aborting) TRY(Abort(vm, group));
    }
    co->pc = 2;
  } else if (co->pc == 1) {
    if (in.IsFailed()) {
      if (!vm.IsInstance(co->handled, TypeId::kCancelledError)) return vm.Propagate(co->handled);
      if (!group->aborting) {
        slots[2] = co->handled;
        TRY(Abort(vm, group));
      }
    }
    group->completed = Value::None();
    co->pc = 2;
  }
  if (group->tasks.As<List>()->size > 0) {
    if (!IsLoop(group->loop)) return BadState(vm);
    if (group->completed.IsNone()) group->completed = TRY(NewFuture(vm, group->loop));
    return Await(vm, co, 1, group->completed);
  }
  return GroupEnd(vm, group, slots[1], slots[2]);
}

// A task of the group has ended. The order is that of CPython's _on_task_done(): the parent may be
// waiting and is woken first; then an error is kept, and only the first one starts to cancel.
Status TaskGroupDone(Vm& vm, Value self, Future* task) {
  TaskGroup* group = TG(self);
  if (group->parent.IsNone()) return BadState(vm);
  RemoveItem(group->tasks.As<List>(), Value::Of(task));
  if (group->completed.IsObject() && group->tasks.As<List>()->size == 0 &&
      !AsFuture(group->completed)->done()) {
    TRY(SetResult(vm, AsFuture(group->completed), Value::True()));
  }
  if (task->cancelled() || !task->exception.IsObject()) return Done{};
  task->log_traceback = 0;
  TRY(ListAppend(vm, group->errors.As<List>(), task->exception));
  if (IsBaseError(vm, task->exception) && group->base_error.IsNone())
    group->base_error = task->exception;
  if (AsFuture(group->parent)->done()) {
    return Report(vm, group->loop.As<Loop>(),
                  "Task has errored out but its parent task is already completed", task->exception,
                  "task", Value::Of(task));
  }
  if (!group->aborting && !group->parent_cancel_requested) {
    TRY(Abort(vm, group));
    group->parent_cancel_requested = 1;
    TRY(Cancel(vm, AsFuture(group->parent), Value::None()));
  }
  return Done{};
}

}  // namespace asyncio

static bool CheckTimeout(Vm&, Object* object) {
  return static_cast<asyncio::Timeout*>(object)->phase <= asyncio::Timeout::kExited;
}
static bool CheckTaskGroup(Vm& vm, Object* object) {
  asyncio::TaskGroup* group = static_cast<asyncio::TaskGroup*>(object);
  if (!AllItems(vm, group->tasks, [](Value v) { return IsObjectOf(v, TypeId::kAsyncTask); }))
    return false;
  return group->loop.IsNone() == group->parent.IsNone() &&
         group->loop.IsNone() == (group->entered == 0);
}
constexpr Schema kAsyncTimeoutSchema{"# v <AsyncTask>~ <AsyncHandle>~ #", CheckTimeout};
extern constexpr TypeInfo kAsyncTimeoutType{.id = TypeId::kAsyncTimeout,
                                            .schema = &kAsyncTimeoutSchema,
                                            .constructor = &asyncio::kTimeoutConstructor,
                                            .methods = asyncio::kTimeoutMethods,
                                            .members = asyncio::kAsyncTimeoutMembers,
                                            .repr = asyncio::TimeoutRepr};
constexpr Schema kAsyncTaskGroupSchema{
    "# # # # <AsyncEventLoop>~ <AsyncTask>~ l! l X~ <AsyncFuture>~", CheckTaskGroup};
extern constexpr TypeInfo kAsyncTaskGroupType{.id = TypeId::kAsyncTaskGroup,
                                              .schema = &kAsyncTaskGroupSchema,
                                              .constructor = &asyncio::kGroupConstructor,
                                              .methods = asyncio::kGroupMethods,
                                              .members = asyncio::kAsyncTaskGroupMembers,
                                              .repr = asyncio::GroupRepr};

}  // namespace pysub
