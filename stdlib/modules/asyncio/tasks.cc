// sleep, gather, wait, wait_for, as_completed, shield and their like. CPython 3.14
// asyncio/tasks.py.

#include <algorithm>
#include <cmath>

#include "stdlib/modules/asyncio/asyncio.h"
#include "stdlib/modules/contextvars.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/set.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace asyncio {

Value PopFirst(List* list) {
  if (list->size == 0) return Value::Undefined();
  Value* items = list->items();
  Value first = items[0];
  for (uint64_t i = 1; i < list->size; ++i) items[i - 1] = items[i];
  items[--list->size] = Value::Undefined();
  return first;
}

void RemoveItem(List* list, Value item) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->size; ++i) {
    Value other = list->items()[i];
    if (other != item) list->items()[kept++] = other;
  }
  for (uint64_t i = kept; i < list->size; ++i) list->items()[i] = Value::Undefined();
  list->size = kept;
}

namespace {

// as_completed(): what is done goes into a queue in the order in which it ends, and each step of
// the iterator takes one. None in the queue stands for a future that the timeout overtook.
struct AsCompletedIterator : Object {
  Value done;  // Queue
  Value todo;  // List of futures
  RawWord left;
  Value timeout;  // Handle or None
};

// A set or list of awaitables without repetitions, in order.
Value Distinct(Vm& vm, Value items) {
  Value iterator = TRY(vm.GetIter(items));
  Dict* seen = TRY(vm.NewDict());
  List* list = TRY(vm.NewList());
  while (true) {
    Value item = TRY(vm.Next(iterator));
    if (item.IsExhausted()) return Value::Of(list);
    if (!vm.Tick(1)) return Value::Failed();
    if (!TRY(DictGet(vm, seen, item)).IsUndefined()) continue;
    TRY(DictSet(vm, seen, item, Value::True()));
    TRY(ListAppend(vm, list, item));
  }
}

bool OneAwaitable(Vm& vm, Value v) { return IsFuture(v) || IsCoroutine(vm, v); }

}  // namespace

// ---- sleep

Value Sleep(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kSleep, "sleep", {a[0], a.has(1) ? a[1] : Value::None()});
}

// slots: delay, result, timer, future
Value SleepBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  switch (co->pc) {
    case 0: {
      Value none = TRY(vm.Compare(CompareOp::kLe, slots[0], Value::SmallInt(0)));
      if (TRY(vm.Truth(none))) return Yield(co, 1);
      double delay = TRY(vm.ToDouble(slots[0]));
      if (std::isnan(delay)) return vm.ValueError("Invalid delay: NaN (not a number)");
      Loop* loop = TRY(RunningLoop(vm)).As<Loop>();
      Value future = TRY(NewFuture(vm, Value::Of(loop)));
      Value set = TRY(NewCallback(vm, Callback::kSetResult, future, slots[1]));
      slots[2] = TRY(CallAt(vm, loop, Time(vm, loop) + delay, set, {}));
      return Await(vm, co, 2, future);
    }
    case 1:
      if (in.IsFailed()) return vm.Propagate(co->handled);
      return slots[1];
    default:
      CancelHandle(slots[2]);
      if (in.IsFailed()) return vm.Propagate(co->handled);
      return in;
  }
}

// ---- wait_for

Value WaitFor(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kWaitFor, "wait_for", {a[0], a[1]});
}

// slots: awaitable, timeout, Timeout or future, callback
Value WaitForBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  switch (co->pc) {
    case 0: {
      if (!slots[1].IsNone() &&
          TRY(vm.Truth(TRY(vm.Compare(CompareOp::kLe, slots[1], Value::SmallInt(0)))))) {
        slots[2] = TRY(EnsureFuture(vm, slots[0], Value::None()));
        slots[0] = slots[2];
        Future* future = AsFuture(slots[2]);
        if (future->done()) return FutureResult(vm, future);
        Value waiter = TRY(NewFuture(vm, TRY(RunningLoop(vm))));
        slots[3] = TRY(NewCallback(vm, Callback::kReleaseWaiter, waiter));
        TRY(AddDoneCallback(vm, future, slots[3]));
        TRY(Cancel(vm, future, Value::None()));
        return Await(vm, co, 1, waiter);
      }
      slots[2] = TRY(NewTimeoutAfter(vm, slots[1]));
      TRY(EnterTimeout(vm, slots[2]));
      co->pc = 2;
      [[fallthrough]];
    }
    case 2: {
      Value awaited = Await(vm, co, 3, slots[0]);
      if (!awaited.IsFailed() || !vm.FailureIsCatchable()) return awaited;
      Value error = vm.TakeException();
      TRY(ExitTimeout(vm, slots[2], error));
      return vm.Propagate(error);
    }
    case 1: {
      if (!IsFuture(slots[2])) return BadState(vm);
      Future* future = AsFuture(slots[2]);
      RemoveDoneCallback(future, slots[3]);
      if (in.IsFailed()) return vm.Propagate(co->handled);
      if (future->cancelled())
        return RaiseFrom(vm, TypeId::kTimeoutError, TRY(CancelledErrorOf(vm, future)));
      return FutureResult(vm, future);
    }
    default: {
      Value error = in.IsFailed() ? co->handled : Value::Undefined();
      TRY(ExitTimeout(vm, slots[2], error));
      if (!error.IsUndefined()) return vm.Propagate(error);
      return in;
    }
  }
}

// ---- wait

Value Wait(Vm& vm, const Args& a) {
  Value when = a.has(2) ? a[2] : TRY(vm.Intern("ALL_COMPLETED"));
  return NewCoroutine(vm, BodyId::kWait, "wait", {a[0], a.has(1) ? a[1] : Value::None(), when});
}

// slots: futures, timeout, return_when, completion callback, timeout handle
Value WaitBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  if (co->pc == 0) {
    if (OneAwaitable(vm, slots[0])) {
      return vm.TypeError("expect a list of futures, not ", vm.TypeName(slots[0]));
    }
    if (!TRY(vm.Truth(slots[0]))) return vm.ValueError("Set of Tasks/Futures is empty.");
    std::string_view when = Vm::IsStr(slots[2]) ? Vm::View(slots[2]) : "";
    if (when != "FIRST_COMPLETED" && when != "FIRST_EXCEPTION" && when != "ALL_COMPLETED") {
      return vm.ValueError("Invalid return_when value: ", TRY(vm.StrValue(slots[2])));
    }
    List* list = TRY(Distinct(vm, slots[0])).As<List>();
    for (uint64_t i = 0; i < list->size; ++i) {
      if (IsCoroutine(vm, list->items()[i])) {
        return vm.TypeError("Passing coroutines is forbidden, use tasks explicitly.");
      }
      if (!IsFuture(list->items()[i])) {
        return vm.TypeError("An asyncio.Future, a coroutine or an awaitable is required");
      }
    }
    Loop* loop = TRY(RunningLoop(vm)).As<Loop>();
    Value waiter = TRY(NewFuture(vm, Value::Of(loop)));
    Value handle = Value::None();
    if (!slots[1].IsNone()) {
      double delay = TRY(vm.ToDouble(slots[1]));
      Value release = TRY(NewCallback(vm, Callback::kReleaseWaiter, waiter));
      handle = TRY(CallAt(vm, loop, Time(vm, loop) + delay, release, {}));
    }
    Value callback = TRY(NewCallback(vm, Callback::kWait, waiter, slots[2], handle, list->size));
    for (uint64_t i = 0; i < list->size; ++i)
      TRY(AddDoneCallback(vm, AsFuture(list->items()[i]), callback));
    slots[0] = Value::Of(list);
    slots[3] = callback;
    slots[4] = handle;
    return Await(vm, co, 1, waiter);
  }
  CancelHandle(slots[4]);
  if (!IsObjectOf(slots[0], TypeId::kList) || !AreFutures(vm, slots[0])) return BadState(vm);
  List* list = slots[0].As<List>();
  for (uint64_t i = 0; i < list->size; ++i)
    RemoveDoneCallback(AsFuture(list->items()[i]), slots[3]);
  if (in.IsFailed()) return vm.Propagate(co->handled);
  Set* done = TRY(vm.NewSet());
  Set* pending = TRY(vm.NewSet());
  for (uint64_t i = 0; i < list->size; ++i) {
    TRY(SetAdd(vm, AsFuture(list->items()[i])->done() ? done : pending, list->items()[i]));
  }
  return vm.NewTuple({Value::Of(done), Value::Of(pending)});
}

// ---- gather

// A child of gather() has ended. The first exception ends the whole, the others run on. With
// return_exceptions all ends are results. `finished` counts in any case, since the results are
// collected when the last child ends, in the order of the arguments.
Status GatherDone(Vm& vm, Future* outer, Future* child) {
  if (outer->done()) {
    ++outer->finished;
    child->log_traceback = 0;
    return Done{};
  }
  if (!outer->return_exceptions) {
    if (child->cancelled()) {
      Value error = CancelledErrorOf(vm, child);
      if (error.IsFailed()) return Failure{};
      TRY(SetException(vm, outer, error));
      ++outer->finished;
      return Done{};
    }
    if (child->exception.IsObject()) {
      child->log_traceback = 0;
      TRY(SetException(vm, outer, child->exception));
      ++outer->finished;
      return Done{};
    }
  }
  if (outer->finished + 1 < outer->total) {
    ++outer->finished;
    return Done{};
  }
  Tuple* children = outer->children.As<Tuple>();
  List* results = TRY(vm.NewList(children->count));
  for (uint32_t i = 0; i < children->count; ++i) {
    Future* future = AsFuture(children->items()[i]);
    Value result = future->result;
    if (future->cancelled()) {
      Value message = future->cancel_message;
      bool plain = message.IsUndefined() || message.IsNone();
      if (plain) message = vm.NewStr("");
      if (message.IsFailed()) return Failure{};
      result = NewExceptionOf(vm, TypeId::kCancelledError, {message});
      if (result.IsFailed()) return Failure{};
    } else if (future->exception.IsObject()) {
      future->log_traceback = 0;
      result = future->exception;
    }
    TRY(ListAppend(vm, results, result));
  }
  if (outer->cancel_requested) {
    Value error = CancelledErrorOf(vm, child);
    if (error.IsFailed()) return Failure{};
    TRY(SetException(vm, outer, error));
  } else {
    TRY(SetResult(vm, outer, Value::Of(results)));
  }
  ++outer->finished;
  return Done{};
}

// The same awaitable given twice is run once and stands twice in the result. Callbacks are added at
// the very end: EnsureFuture() may refuse any of the arguments.
Value Gather(Vm& vm, const Args& a) {
  bool return_exceptions = a.has(0) && TRY(vm.Truth(a[0]));
  if (a.rest_count == 0) {
    Value loop = TRY(CurrentLoop(vm));
    Value outer = TRY(NewFuture(vm, loop));
    List* nothing = TRY(vm.NewList());
    TRY(SetResult(vm, AsFuture(outer), Value::Of(nothing)));
    return outer;
  }
  Tuple* children = TRY(vm.NewTuple(a.rest_count));
  Dict* seen = TRY(vm.NewDict());
  Value loop = Value::None();
  Future* outer = TRY(vm.New<Future>(TypeId::kAsyncFuture));
  outer->state = Future::kPending;
  outer->kind = Future::kGathering;
  outer->blocking = outer->log_traceback = outer->finished = outer->total =
      outer->cancel_requested = 0;
  outer->return_exceptions = return_exceptions;
  Value callback = TRY(NewCallback(vm, Callback::kGather, Value::Of(outer)));
  List* finished = TRY(vm.NewList());
  List* pending = TRY(vm.NewList());
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    Value known = TRY(DictGet(vm, seen, a.rest[i]));
    if (known.IsUndefined()) {
      known = TRY(EnsureFuture(vm, a.rest[i], loop));
      loop = AsFuture(known)->loop;
      TRY(DictSet(vm, seen, a.rest[i], known));
      ++outer->total;
      TRY(ListAppend(vm, AsFuture(known)->done() ? finished : pending, known));
    }
    children->items()[i] = known;
  }
  outer->children = Value::Of(children);
  outer->loop = loop;
  // Only now: a callback of a future that was refused above must not find half of one.
  for (uint64_t i = 0; i < pending->size; ++i)
    TRY(AddDoneCallback(vm, AsFuture(pending->items()[i]), callback));
  for (uint64_t i = 0; i < finished->size; ++i)
    TRY(GatherDone(vm, outer, AsFuture(finished->items()[i])));
  return Value::Of(outer);
}

// ---- shield

Value Shield(Vm& vm, const Args& a) {
  Value inner = TRY(EnsureFuture(vm, a[0], Value::None()));
  if (AsFuture(inner)->done()) return inner;
  Value outer = TRY(NewFuture(vm, AsFuture(inner)->loop));
  Value when_inner = TRY(NewCallback(vm, Callback::kShieldInner, outer));
  Value when_outer = TRY(NewCallback(vm, Callback::kShieldOuter, inner, when_inner));
  TRY(AddDoneCallback(vm, AsFuture(outer), when_outer));
  TRY(AddDoneCallback(vm, AsFuture(inner), when_inner));
  return outer;
}

// ---- as_completed

namespace {

AsCompletedIterator* AsAsCompletedIterator(Value v) { return v.As<AsCompletedIterator>(); }

Value OneCompleted(Vm& vm, Value iterator, bool resolve) {
  return NewCoroutine(vm, BodyId::kAsCompletedOne, "_AsCompletedIterator._wait_for_one",
                      {iterator, Value::Bool(resolve)});
}

Value NextCompleted(Vm& vm, Value self) {
  if (AsAsCompletedIterator(self)->left == 0) return Value::Exhausted();
  Value one = TRY(OneCompleted(vm, self, true));
  --AsAsCompletedIterator(self)->left;
  return one;
}

Value NextMethod(Vm& vm, const Args& a) {
  vm.stop_value = Value::None();
  return StopIterationAtEnd(vm, NextCompleted(vm, a[0]));
}

Value AnextMethod(Vm& vm, const Args& a) {
  if (AsAsCompletedIterator(a[0])->left == 0) {
    return NewCoroutine(vm, BodyId::kAsCompletedOne, "_AsCompletedIterator.__anext__",
                        {Value::None()});
  }
  Value one = TRY(OneCompleted(vm, a[0], false));
  --AsAsCompletedIterator(a[0])->left;
  return one;
}

constexpr NativeInfo kAsCompletedMethods[] = {
    {"__aiter__()", awaitable::Self, "The iterator itself."},
    {"__anext__()", Surely<AnextMethod>, "The next future that is done."},
    {"__iter__()", awaitable::Self, "The iterator itself."},
    {"__next__()", Surely<NextMethod>, "A coroutine that waits for the next result."},
};
PYSUB_MEMBERS(AsCompleted, kAsCompletedMethods, kNoAttributes);

}  // namespace

// slots: iterator (None: it is exhausted), whether to give the result
Value AsCompletedOneBody(Vm& vm, Coroutine* co, Value in) {
  if (co->registers[0].IsNone()) return vm.Raise(TypeId::kStopAsyncIteration);
  if (co->pc == 0)
    return Await(vm, co, 1, TRY(QueueGet(vm, AsAsCompletedIterator(co->registers[0])->done)));
  if (in.IsFailed()) return vm.Propagate(co->handled);
  if (in.IsNone()) return vm.Raise(TypeId::kTimeoutError);
  if (!IsFuture(in)) return BadState(vm);
  return co->registers[1].IsTrue() ? FutureResult(vm, AsFuture(in)) : in;
}

Value AsCompletedDone(Vm& vm, Value self, Value future) {
  AsCompletedIterator* iterator = AsAsCompletedIterator(self);
  List* todo = iterator->todo.As<List>();
  if (future.IsNone()) {  // the timeout
    while (todo->size > 0) {
      TRY(QueuePut(vm, iterator->done, Value::None()));
      PopFirst(todo);
    }
    return Value::None();
  }
  if (todo->size == 0) return Value::None();
  TRY(QueuePut(vm, iterator->done, future));
  RemoveItem(todo, future);
  if (todo->size == 0) CancelHandle(iterator->timeout);
  return Value::None();
}

Value AsCompleted(Vm& vm, const Args& a) {
  if (OneAwaitable(vm, a[0])) {
    return vm.TypeError("expects an iterable of awaitables, not ", vm.TypeName(a[0]));
  }
  Loop* loop = TRY(CurrentLoop(vm)).As<Loop>();
  AsCompletedIterator* iterator = TRY(vm.New<AsCompletedIterator>(TypeId::kAsyncAsCompleted));
  iterator->done = TRY(NewQueue(vm, TypeId::kAsyncQueue, 0));
  iterator->timeout = Value::None();
  Value callback = TRY(NewCallback(vm, Callback::kAsCompleted, Value::Of(iterator)));
  List* list = TRY(Distinct(vm, a[0])).As<List>();
  List* todo = TRY(vm.NewList(list->size));
  iterator->todo = Value::Of(todo);
  iterator->left = list->size;
  if (list->size > 0 && a.has(1) && !a[1].IsNone()) {
    double delay = TRY(vm.ToDouble(a[1]));
    Value timeout = TRY(NewCallback(vm, Callback::kAsCompletedTimeout, Value::Of(iterator)));
    iterator->timeout = TRY(CallAt(vm, loop, Time(vm, loop) + delay, timeout, {}));
  }
  for (uint64_t i = 0; i < list->size; ++i) {
    Value future = TRY(EnsureFuture(vm, list->items()[i], Value::Of(loop)));
    TRY(ListAppend(vm, todo, future));
    TRY(AddDoneCallback(vm, AsFuture(future), callback));
  }
  return Value::Of(iterator);
}

// ---- what the loop calls

namespace {

// run_until_complete: its future is done. SystemExit and KeyboardInterrupt have stopped the loop
// already.
void StopLoopOf(Vm& vm, Future* future) {
  if (!future->cancelled()) {
    Value error = future->exception;
    future->log_traceback = 0;
    if (error.IsObject() && (vm.IsInstance(error, TypeId::kSystemExit) ||
                             vm.IsInstance(error, TypeId::kKeyboardInterrupt))) {
      return;
    }
  }
  LoopOf(future)->stopping = 1;
}

// shield(): the outer future becomes what the inner one is.
Status ShieldedDone(Vm& vm, Future* outer, Future* inner) {
  if (outer->done()) return Done{};
  if (inner->cancelled()) {
    TRY(Cancel(vm, outer, Value::None()));
  } else if (inner->exception.IsObject()) {
    inner->log_traceback = 0;
    TRY(SetException(vm, outer, inner->exception));
  } else {
    TRY(SetResult(vm, outer, inner->result));
  }
  return Done{};
}

// wait(): one of its futures is done, which may be enough for who waits.
Status WaitedDone(Vm& vm, Callback* callback, Future* future) {
  Future* waiter = AsFuture(callback->a);
  const char when = Vm::View(callback->b)[6];  // FIRST_C, FIRST_E, ALL_COM
  const bool first = Vm::View(callback->b)[0] == 'F';
  const bool failed = !future->cancelled() && future->exception.IsObject();
  const bool enough = callback->count <= 1 || (first && (when == 'C' || (when == 'E' && failed)));
  if (failed && first && when == 'E') future->log_traceback = 0;
  if (enough) {
    CancelHandle(callback->c);
    if (!waiter->done()) TRY(SetResult(vm, waiter, Value::None()));
  }
  if (callback->count > 0) --callback->count;
  return Done{};
}

}  // namespace

// The memory for the whole operation is made sure of first. A callback changes several objects;
// running out of memory between them would leave, say, a group that waits for a task which is gone.
Value RunCallback(Vm& vm, Callback* callback, Value argument) {
  MemoryReservation sure(vm, kBytesOfAnOperation);
  if (!sure.ok()) return Value::Failed();
  // The loop calls them with the future that is done; timers without.
  switch (callback->kind) {
    case Callback::kStopLoop:
    case Callback::kGather:
    case Callback::kShieldInner:
    case Callback::kWait:
    case Callback::kAsCompleted:
    case Callback::kTaskGroup:
      if (!IsFuture(argument)) return BadState(vm);
      break;
    default: break;
  }
  switch (callback->kind) {
    case Callback::kStep:
    case Callback::kWakeup: return Value::None();  // the loop's own
    case Callback::kStopLoop: StopLoopOf(vm, AsFuture(argument)); return Value::None();
    case Callback::kSetResult:
      if (!AsFuture(callback->a)->done()) TRY(SetResult(vm, AsFuture(callback->a), callback->b));
      return Value::None();
    case Callback::kReleaseWaiter:
      if (!AsFuture(callback->a)->done()) TRY(SetResult(vm, AsFuture(callback->a), Value::None()));
      return Value::None();
    case Callback::kGather:
      TRY(GatherDone(vm, AsFuture(callback->a), AsFuture(argument)));
      return Value::None();
    case Callback::kShieldInner:
      TRY(ShieldedDone(vm, AsFuture(callback->a), AsFuture(argument)));
      return Value::None();
    case Callback::kShieldOuter:
      if (!AsFuture(callback->a)->done()) RemoveDoneCallback(AsFuture(callback->a), callback->b);
      return Value::None();
    case Callback::kWait: TRY(WaitedDone(vm, callback, AsFuture(argument))); return Value::None();
    case Callback::kAsCompleted: return AsCompletedDone(vm, callback->a, argument);
    case Callback::kAsCompletedTimeout: return AsCompletedDone(vm, callback->a, Value::None());
    case Callback::kTimeout: TimeoutExpired(vm, callback->a); return Value::None();
    case Callback::kTaskGroup:
      TRY(TaskGroupDone(vm, callback->a, AsFuture(argument)));
      return Value::None();
  }
  return Value::None();
}

// ---- small functions

Value CreateTask(Vm& vm, const Args& a) {
  return NewTaskWith(vm, TRY(RunningLoop(vm)), a[0], a.keywords);
}

Value EnsureFutureFunction(Vm& vm, const Args& a) {
  return EnsureFuture(vm, a[0], a.has(1) ? a[1] : Value::None());
}

Value CurrentTask(Vm& vm, const Args& a) {
  Value loop = a.has(0) && !a[0].IsNone() ? a[0] : TRY(RunningLoop(vm));
  return IsLoop(loop) ? loop.As<Loop>()->current : Value::None();
}

Value AllTasks(Vm& vm, const Args& a) {
  Value loop = a.has(0) && !a[0].IsNone() ? a[0] : TRY(RunningLoop(vm));
  Set* set = TRY(vm.NewSet());
  if (!IsLoop(loop)) return Value::Of(set);
  List* tasks = loop.As<Loop>()->tasks.As<List>();
  for (uint64_t i = 0; i < tasks->size; ++i) {
    if (!AsFuture(tasks->items()[i])->done()) TRY(SetAdd(vm, set, tasks->items()[i]));
  }
  return Value::Of(set);
}

Value WithFirst(Vm& vm, Value first, Value tuple) {
  Tuple* rest = tuple.As<Tuple>();
  Tuple* all = TRY(vm.NewTuple(rest->count + 1));
  vm.Spend(rest->count);
  all->items()[0] = first;
  std::copy(rest->items(), rest->items() + rest->count, all->items() + 1);
  return Value::Of(all);
}

Value ToThread(Vm& vm, const Args& a) {
  Value arguments = TRY(vm.NewTuple(std::span<const Value>(a.rest, a.rest_count)));
  // The thread's changes of context variables stay there.
  Value run = TRY(ContextRunMethod(vm, TRY(CopyContext(vm))));
  return NewCoroutine(vm, BodyId::kToThread, "to_thread",
                      {run, TRY(WithFirst(vm, a[0], arguments)), a.keywords});
}

// slots: function, arguments, keywords, result. The call is made by the coroutine itself, after
// the loop had its turn.
Value ToThreadBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  switch (co->pc) {
    case 0: return Yield(co, 1);
    case 1:
      if (in.IsFailed()) return vm.Propagate(co->handled);
      co->pc = 2;
      in = vm.CallSpread(vm.StackTop(), slots[0], slots[1], slots[2]);
      if (in.IsFailed() && !vm.FailureIsCatchable()) co->pc = 1;
      if (in.IsControl()) return in;
      return in;
    default: return in.IsFailed() ? Value(vm.Propagate(co->handled)) : in;
  }
}

Value NothingBody(Vm&, Coroutine*, Value) { return Value::None(); }

Value IsFutureFunction(Vm&, const Args& a) { return Value::Bool(IsFuture(a[0])); }
Value IsCoroutineFunction(Vm& vm, const Args& a) { return Value::Bool(IsCoroutine(vm, a[0])); }
Value IsCoroutineFunction_(Vm&, const Args& a) {
  Value f = a[0];
  if (IsObjectOf(f, TypeId::kBoundMethod)) f = f.As<BoundMethod>()->function;
  if (!IsObjectOf(f, TypeId::kFunction)) return Value::False();
  uint32_t flags = f.As<Function>()->code->flags;
  return Value::Bool((flags & kCodeCoroutine) && !(flags & kCodeGenerator));
}

}  // namespace asyncio

static bool CheckAsCompleted(Vm& vm, Object* object) {
  return asyncio::AreFutures(vm, object->words()[1]);
}
constexpr Schema kAsyncAsCompletedSchema{"<AsyncQueue> l! # <AsyncHandle>~", CheckAsCompleted};
extern constexpr TypeInfo kAsyncAsCompletedType{.id = TypeId::kAsyncAsCompleted,
                                                .schema = &kAsyncAsCompletedSchema,
                                                .methods = asyncio::kAsCompletedMethods,
                                                .members = asyncio::kAsCompletedMembers,
                                                .next = asyncio::NextCompleted};

}  // namespace pysub
