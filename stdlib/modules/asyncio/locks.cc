// Lock, Event, Condition, Semaphore, Barrier. CPython 3.14 asyncio/locks.py.

#include <string>

#include "stdlib/modules/asyncio/asyncio.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace asyncio {
namespace {

// The primitives below follow asyncio/locks.py. They need no atomic operations: tasks change only
// at await. Who must wait adds a future to `waiters` and awaits it, and release() completes the
// first one. The woken task takes the lock when it runs, so `locked` is false in between. A
// newcomer must then look whether others wait, or it would overtake them.
//
//   task A          holds the lock            release() ----+
//   waiters  [ future of B, future of C ]     first is done <+
//   task B          runs soon, takes the lock, leaves the list
struct Lock : Object {
  RawWord locked;
  Value waiters;  // List of futures
};
// Whoever waits is woken by set(); later waits pass through until clear().
struct Event : Object {
  RawWord set;
  Value waiters;
};
// wait() gives the lock back while it waits, and has it again when it returns, even when it was
// cancelled.
struct Condition : Object {
  Value lock;
  Value waiters;
};
// A count instead of a flag. `bound` is that of BoundedSemaphore, which refuses to be released more
// often than acquired.
struct Semaphore : Object {
  RawWord value, bound;
  Value waiters;
};
// `inside` counts tasks that wait or leave. The barrier fills; the last to come lets all go; and
// before the next round all must have left. reset() and abort() break this order, and the phases
// say how.
struct Barrier : Object {
  enum Phase : uint8_t { kFilling, kDraining, kResetting, kBroken };
  Value condition;
  RawWord parties, phase, inside;
};

template <typename T>
T* As(Value v) {
  return v.As<T>();
}

// A new future at the end of `waiters`.
Value AddWaiter(Vm& vm, Value waiters) {
  Value future = TRY(NewFuture(vm, TRY(RunningLoop(vm))));
  TRY(ListAppend(vm, waiters.As<List>(), future));
  return future;
}

Value First(Value waiters) {
  List* list = waiters.As<List>();
  return list->size > 0 ? list->items()[0] : Value::None();
}

bool AllCancelled(Value waiters) {
  List* list = waiters.As<List>();
  for (uint64_t i = 0; i < list->size; ++i) {
    if (!AsFuture(list->items()[i])->cancelled()) return false;
  }
  return true;
}

// "<asyncio.locks.Lock object at 0x... [unlocked, waiters:2]>"
Status Describe(Vm& vm, Value self, std::string_view state, Value waiters, TextBuilder& out) {
  out.Append("<asyncio.locks.");
  out.Append(vm.TypeName(self));
  out.Append(" object at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append(" [");
  out.Append(state);
  if (!waiters.IsUndefined() && waiters.As<List>()->size > 0) {
    out.Append(", waiters:");
    out.AppendInt(static_cast<int64_t>(waiters.As<List>()->size));
  }
  out.Append("]>");
  return out.status();
}

// ---- Lock

Value NewLock(Vm& vm) {
  Lock* lock = TRY(vm.New<Lock>(TypeId::kAsyncLock));
  lock->locked = 0;
  lock->waiters = Value::Of(TRY(vm.NewList()));
  return Value::Of(lock);
}

Status WakeFirst(Vm& vm, Lock* lock) {
  Value first = First(lock->waiters);
  if (first.IsObject() && !AsFuture(first)->done())
    TRY(SetResult(vm, AsFuture(first), Value::True()));
  return Done{};
}

Status ReleaseLock(Vm& vm, Lock* lock) {
  if (!lock->locked) return vm.Raise(TypeId::kRuntimeError, "Lock is not acquired.");
  TRY(WakeFirst(vm, lock));
  lock->locked = 0;
  return Done{};
}

Value AcquireLock(Vm& vm, Value lock) {
  return NewCoroutine(vm, BodyId::kLockAcquire, "Lock.acquire", {lock});
}

Value Nothing(Vm& vm, std::string_view name) {
  return NewCoroutine(vm, BodyId::kNothing, name, {});
}

Value LockNew(Vm& vm, const Args&) { return NewLock(vm); }
Value LockAcquire(Vm& vm, const Args& a) { return AcquireLock(vm, a[0]); }
Value LockRelease(Vm& vm, const Args& a) {
  TRY(ReleaseLock(vm, As<Lock>(a[0])));
  return Value::None();
}
Value LockLocked(Vm&, const Args& a) { return Value::Bool(As<Lock>(a[0])->locked != 0); }
// Enters whatever acquire() of `self` acquires; the value is None.
Value Enter(Vm& vm, std::string_view name, Value acquiring) {
  return NewCoroutine(vm, BodyId::kLockEnter, name, {acquiring});
}
Value LockEnter(Vm& vm, const Args& a) {
  return Enter(vm, "_ContextManagerMixin.__aenter__", TRY(AcquireLock(vm, a[0])));
}
// CPython releases when the coroutine runs; it runs at once in `async with`, and only there.
Value LockExit(Vm& vm, const Args& a) {
  Value nothing = TRY(Nothing(vm, "_ContextManagerMixin.__aexit__"));
  TRY(ReleaseLock(vm, As<Lock>(a[0])));
  return nothing;
}

constexpr NativeInfo kLockConstructor{"@python Lock()", Surely<LockNew>, "Primitive lock objects."};
constexpr NativeInfo kLockMethods[] = {
    {"@python acquire()", Surely<LockAcquire>, "Acquire a lock."},
    {"@python release()", Surely<LockRelease>, "Release a lock."},
    {"@python locked()", LockLocked, "Return True if lock is acquired."},
    {"@python __aenter__()", Surely<LockEnter>, "Acquires."},
    {"@python __aexit__(exc_type, exc, tb)", Surely<LockExit>, "Releases."},
};
PYSUB_MEMBERS(AsyncLock, kLockMethods, kNoAttributes);

Status LockRepr(Vm& vm, Value self, TextBuilder& out) {
  Lock* lock = As<Lock>(self);
  return Describe(vm, self, lock->locked ? "locked" : "unlocked", lock->waiters, out);
}

// ---- Event

Value EventNew(Vm& vm, const Args&) { return NewEvent(vm); }
Value EventIsSet(Vm&, const Args& a) { return Value::Bool(As<Event>(a[0])->set != 0); }
Value EventSetMethod(Vm& vm, const Args& a) {
  TRY(EventSet(vm, a[0]));
  return Value::None();
}
Value EventClearMethod(Vm&, const Args& a) {
  EventClear(a[0]);
  return Value::None();
}
Value EventWaitMethod(Vm& vm, const Args& a) { return EventWait(vm, a[0]); }

constexpr NativeInfo kEventConstructor{"@python Event()", Surely<EventNew>,
                                       "Asynchronous equivalent to threading.Event."};
constexpr NativeInfo kEventMethods[] = {
    {"@python is_set()", EventIsSet, "Return True if and only if the internal flag is true."},
    {"@python set()", Surely<EventSetMethod>, "Set the internal flag to true."},
    {"@python clear()", Surely<EventClearMethod>, "Reset the internal flag to false."},
    {"@python wait()", Surely<EventWaitMethod>, "Block until the internal flag is true."},
};
PYSUB_MEMBERS(AsyncEvent, kEventMethods, kNoAttributes);

Status EventRepr(Vm& vm, Value self, TextBuilder& out) {
  Event* event = As<Event>(self);
  return Describe(vm, self, event->set ? "set" : "unset", event->waiters, out);
}

// ---- Condition

bool ConditionLocked(Condition* condition) { return As<Lock>(condition->lock)->locked != 0; }

Status Notify(Vm& vm, Condition* condition, int64_t count) {
  List* waiters = condition->waiters.As<List>();
  for (uint64_t i = 0; i < waiters->size && count > 0; ++i) {
    Future* future = AsFuture(waiters->items()[i]);
    if (future->done()) continue;
    --count;
    TRY(SetResult(vm, future, Value::False()));
  }
  return Done{};
}

Value NewCondition(Vm& vm, Value lock) {
  Condition* condition = TRY(vm.New<Condition>(TypeId::kAsyncCondition));
  condition->lock = lock.IsNone() ? TRY(NewLock(vm)) : lock;
  condition->waiters = Value::Of(TRY(vm.NewList()));
  return Value::Of(condition);
}

Value ConditionNew(Vm& vm, const Args& a) {
  Value lock = a.has(1) ? a[1] : Value::None();
  if (!lock.IsNone() && !IsObjectOf(lock, TypeId::kAsyncLock)) {
    return vm.TypeError("lock must be an asyncio.Lock or None");
  }
  return NewCondition(vm, lock);
}
Value ConditionAcquire(Vm& vm, const Args& a) { return AcquireLock(vm, As<Condition>(a[0])->lock); }
Value ConditionRelease(Vm& vm, const Args& a) {
  TRY(ReleaseLock(vm, As<Lock>(As<Condition>(a[0])->lock)));
  return Value::None();
}
Value ConditionIsLocked(Vm&, const Args& a) {
  return Value::Bool(ConditionLocked(As<Condition>(a[0])));
}
Value ConditionWaitOf(Vm& vm, Value self) {
  return NewCoroutine(vm, BodyId::kConditionWait, "Condition.wait", {self});
}
Value ConditionWait(Vm& vm, const Args& a) { return ConditionWaitOf(vm, a[0]); }
Value ConditionWaitFor(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kConditionWaitFor, "Condition.wait_for", {a[0], a[1]});
}
Value NotifyChecked(Vm& vm, Value self, int64_t count) {
  if (!ConditionLocked(As<Condition>(self))) {
    return vm.Raise(TypeId::kRuntimeError, "cannot notify on un-acquired lock");
  }
  TRY(Notify(vm, As<Condition>(self), count));
  return Value::None();
}
Value ConditionNotify(Vm& vm, const Args& a) {
  return NotifyChecked(vm, a[0], a.has(1) ? TRY(vm.ToIndexClamped(a[1])) : 1);
}
Value ConditionNotifyAll(Vm& vm, const Args& a) { return NotifyChecked(vm, a[0], INT64_MAX); }
Value ConditionEnter(Vm& vm, const Args& a) {
  return Enter(vm, "_ContextManagerMixin.__aenter__",
               TRY(AcquireLock(vm, As<Condition>(a[0])->lock)));
}
Value ConditionExit(Vm& vm, const Args& a) {
  Value nothing = TRY(Nothing(vm, "_ContextManagerMixin.__aexit__"));
  TRY(ReleaseLock(vm, As<Lock>(As<Condition>(a[0])->lock)));
  return nothing;
}

constexpr NativeInfo kConditionConstructor{"@python Condition(lock=None)", Surely<ConditionNew>,
                                           "Asynchronous equivalent to threading.Condition."};
constexpr NativeInfo kConditionMethods[] = {
    {"@python acquire()", Surely<ConditionAcquire>, "Acquire the lock."},
    {"@python release()", Surely<ConditionRelease>, "Release the lock."},
    {"@python locked()", ConditionIsLocked, "Return True if lock is acquired."},
    {"@python wait()", Surely<ConditionWait>, "Wait until notified."},
    {"@python wait_for(predicate)", Surely<ConditionWaitFor>,
     "Wait until a predicate becomes true."},
    {"@python notify(n=1)", Surely<ConditionNotify>,
     "Wake up n tasks that wait on this condition."},
    {"@python notify_all()", Surely<ConditionNotifyAll>,
     "Wake up all tasks that wait on this condition."},
    {"@python __aenter__()", Surely<ConditionEnter>, "Acquires the lock."},
    {"@python __aexit__(exc_type, exc, tb)", Surely<ConditionExit>, "Releases the lock."},
};
PYSUB_MEMBERS(AsyncCondition, kConditionMethods, kNoAttributes);

Status ConditionRepr(Vm& vm, Value self, TextBuilder& out) {
  Condition* condition = As<Condition>(self);
  return Describe(vm, self, ConditionLocked(condition) ? "locked" : "unlocked", condition->waiters,
                  out);
}

// ---- Semaphore

bool SemaphoreLocked(Semaphore* semaphore) {
  return semaphore->value == 0 || !AllCancelled(semaphore->waiters);
}

Result<bool> WakeNext(Vm& vm, Semaphore* semaphore) {
  List* waiters = semaphore->waiters.As<List>();
  for (uint64_t i = 0; i < waiters->size; ++i) {
    Future* future = AsFuture(waiters->items()[i]);
    if (future->done()) continue;
    TRY(SetResult(vm, future, Value::True()));
    --semaphore->value;
    return true;
  }
  return false;
}

template <TypeId kType>
Value SemaphoreNew(Vm& vm, const Args& a) {
  int64_t value = a.has(1) ? TRY(vm.ToIndexClamped(a[1])) : 1;
  if (value < 0) return vm.ValueError("Semaphore initial value must be >= 0");
  Semaphore* semaphore = TRY(vm.New<Semaphore>(kType));
  semaphore->value = semaphore->bound = static_cast<RawWord>(value) & 0xFFFFFFFFFFFF;
  semaphore->waiters = Value::Of(TRY(vm.NewList()));
  return Value::Of(semaphore);
}
Value AcquireSemaphore(Vm& vm, Value self) {
  return NewCoroutine(vm, BodyId::kSemaphoreAcquire, "Semaphore.acquire", {self});
}
Status ReleaseSemaphore(Vm& vm, Value self) {
  Semaphore* semaphore = As<Semaphore>(self);
  if (semaphore->type == TypeId::kAsyncBoundedSemaphore && semaphore->value >= semaphore->bound) {
    return vm.ValueError("BoundedSemaphore released too many times");
  }
  ++semaphore->value;
  TRY(WakeNext(vm, semaphore));
  return Done{};
}
Value SemaphoreAcquire(Vm& vm, const Args& a) { return AcquireSemaphore(vm, a[0]); }
Value SemaphoreRelease(Vm& vm, const Args& a) {
  TRY(ReleaseSemaphore(vm, a[0]));
  return Value::None();
}
Value SemaphoreIsLocked(Vm&, const Args& a) {
  return Value::Bool(SemaphoreLocked(As<Semaphore>(a[0])));
}
Value SemaphoreEnter(Vm& vm, const Args& a) {
  return Enter(vm, "_ContextManagerMixin.__aenter__", TRY(AcquireSemaphore(vm, a[0])));
}
Value SemaphoreExit(Vm& vm, const Args& a) {
  Value nothing = TRY(Nothing(vm, "_ContextManagerMixin.__aexit__"));
  TRY(ReleaseSemaphore(vm, a[0]));
  return nothing;
}

constexpr NativeInfo kSemaphoreConstructor{"@python Semaphore(value=1)",
                                           SemaphoreNew<TypeId::kAsyncSemaphore>,
                                           "A Semaphore implementation."};
constexpr NativeInfo kBoundedConstructor{"@python BoundedSemaphore(value=1)",
                                         SemaphoreNew<TypeId::kAsyncBoundedSemaphore>,
                                         "A bounded semaphore implementation."};
constexpr NativeInfo kSemaphoreMethods[] = {
    {"@python acquire()", Surely<SemaphoreAcquire>, "Acquire a semaphore."},
    {"@python release()", Surely<SemaphoreRelease>, "Release a semaphore."},
    {"@python locked()", SemaphoreIsLocked,
     "Returns True if semaphore cannot be acquired immediately."},
    {"@python __aenter__()", Surely<SemaphoreEnter>, "Acquires."},
    {"@python __aexit__(exc_type, exc, tb)", Surely<SemaphoreExit>, "Releases."},
};
PYSUB_MEMBERS(AsyncSemaphore, kSemaphoreMethods, kNoAttributes);

Status SemaphoreRepr(Vm& vm, Value self, TextBuilder& out) {
  Semaphore* semaphore = As<Semaphore>(self);
  std::string state =
      SemaphoreLocked(semaphore) ? "locked" : "unlocked, value:" + std::to_string(semaphore->value);
  return Describe(vm, self, state, semaphore->waiters, out);
}

// ---- Barrier

Value BarrierNew(Vm& vm, const Args& a) {
  int64_t parties = TRY(vm.ToIndexClamped(a[1]));
  if (parties < 1) return vm.ValueError("parties must be >= 1");
  Barrier* barrier = TRY(vm.New<Barrier>(TypeId::kAsyncBarrier));
  barrier->condition = TRY(NewCondition(vm, Value::None()));
  barrier->parties = static_cast<RawWord>(parties) & 0xFFFFFFFFFFFF;
  barrier->phase = Barrier::kFilling;
  barrier->inside = 0;
  return Value::Of(barrier);
}
Value BarrierWait(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kBarrierWait, "Barrier.wait", {a[0]});
}
Value BarrierEnter(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kBarrierWait, "Barrier.__aenter__", {a[0]});
}
Value BarrierExit(Vm& vm, const Args&) { return Nothing(vm, "Barrier.__aexit__"); }
Value BarrierReset(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kBarrierChange, "Barrier.reset", {a[0], Value::False()});
}
Value BarrierAbort(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kBarrierChange, "Barrier.abort", {a[0], Value::True()});
}
Value GetParties(Vm& vm, Value self) { return vm.NewIntUnsigned(As<Barrier>(self)->parties); }
Value GetWaiting(Vm& vm, Value self) {
  Barrier* barrier = As<Barrier>(self);
  return vm.NewIntUnsigned(barrier->phase == Barrier::kFilling ? barrier->inside : 0);
}
Value GetBroken(Vm&, Value self) {
  return Value::Bool(As<Barrier>(self)->phase == Barrier::kBroken);
}

constexpr NativeInfo kBarrierConstructor{"@python Barrier(parties)", Surely<BarrierNew>,
                                         "Asyncio equivalent to threading.Barrier"};
constexpr NativeInfo kBarrierMethods[] = {
    {"@python wait()", Surely<BarrierWait>, "Wait for the barrier."},
    {"@python reset()", Surely<BarrierReset>, "Reset the barrier to the initial state."},
    {"@python abort()", Surely<BarrierAbort>, "Place the barrier into a 'broken' state."},
    {"@python __aenter__()", Surely<BarrierEnter>, "Waits."},
    {"@python __aexit__(*args)", Surely<BarrierExit>, "Does nothing."},
};
constexpr AttributeInfo kBarrierAttributes[] = {
    {"parties", GetParties}, {"n_waiting", GetWaiting}, {"broken", GetBroken}};
PYSUB_MEMBERS(AsyncBarrier, kBarrierMethods, kBarrierAttributes);

Status BarrierRepr(Vm& vm, Value self, TextBuilder& out) {
  static constexpr std::string_view kNames[] = {"filling", "draining", "resetting", "broken"};
  Barrier* barrier = As<Barrier>(self);
  std::string state(kNames[barrier->phase]);
  if (barrier->phase != Barrier::kBroken) {
    state += ", waiters:" + std::to_string(GetWaiting(vm, self).AsSmallInt()) + "/" +
             std::to_string(barrier->parties);
  }
  return Describe(vm, self, state, Value::Undefined(), out);
}

}  // namespace

// slots: the lock, its waiter
Value LockAcquireBody(Vm& vm, Coroutine* co, Value in) {
  Lock* lock = As<Lock>(co->registers[0]);
  if (co->pc == 0) {
    if (!lock->locked && AllCancelled(lock->waiters)) {
      lock->locked = 1;
      return Value::True();
    }
    co->registers[1] = TRY(AddWaiter(vm, lock->waiters));
    return Await(vm, co, 1, co->registers[1]);
  }
  RemoveItem(lock->waiters.As<List>(), co->registers[1]);
  if (in.IsFailed()) {
    if (!lock->locked && vm.IsInstance(co->handled, TypeId::kCancelledError))
      TRY(WakeFirst(vm, lock));
    return vm.Propagate(co->handled);
  }
  lock->locked = 1;
  return Value::True();
}

// slots: the coroutine that acquires
Value LockEnterBody(Vm& vm, Coroutine* co, Value in) {
  if (co->pc == 0) return Await(vm, co, 1, co->registers[0]);
  return in.IsFailed() ? Value(vm.Propagate(co->handled)) : Value::None();
}

Value NewEvent(Vm& vm) {
  Event* event = TRY(vm.New<Event>(TypeId::kAsyncEvent));
  event->set = 0;
  event->waiters = Value::Of(TRY(vm.NewList()));
  return Value::Of(event);
}

Status EventSet(Vm& vm, Value self) {
  Event* event = As<Event>(self);
  if (event->set) return Done{};
  List* waiters = event->waiters.As<List>();
  for (uint64_t i = 0; i < waiters->size; ++i) {
    if (!AsFuture(waiters->items()[i])->done())
      TRY(SetResult(vm, AsFuture(waiters->items()[i]), Value::True()));
  }
  event->set = 1;
  return Done{};
}

void EventClear(Value self) { As<Event>(self)->set = 0; }

Value EventWait(Vm& vm, Value self) {
  return NewCoroutine(vm, BodyId::kEventWait, "Event.wait", {self});
}

// slots: the event, its waiter
Value EventWaitBody(Vm& vm, Coroutine* co, Value in) {
  Event* event = As<Event>(co->registers[0]);
  if (co->pc == 0) {
    if (event->set) return Value::True();
    co->registers[1] = TRY(AddWaiter(vm, event->waiters));
    return Await(vm, co, 1, co->registers[1]);
  }
  RemoveItem(event->waiters.As<List>(), co->registers[1]);
  return in.IsFailed() ? Value(vm.Propagate(co->handled)) : Value::True();
}

// slots: the condition, its waiter, what ended the wait, the cancellation while it acquires again
Value ConditionWaitBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  Condition* condition = As<Condition>(slots[0]);
  switch (co->pc) {
    case 0:
      if (!ConditionLocked(condition)) {
        return vm.Raise(TypeId::kRuntimeError, "cannot wait on un-acquired lock");
      }
      slots[1] = TRY(AddWaiter(vm, condition->waiters));
      TRY(ReleaseLock(vm, As<Lock>(condition->lock)));
      return Await(vm, co, 1, slots[1]);
    case 1:
      RemoveItem(condition->waiters.As<List>(), slots[1]);
      slots[2] = in.IsFailed() ? co->handled : Value::None();
      break;
    default:
      if (!in.IsFailed()) {
        Value error = slots[3].IsObject() ? slots[3] : slots[2];
        if (!error.IsObject()) return Value::True();
        TRY(Notify(vm, condition, 1));
        return vm.Propagate(error);
      }
      if (!vm.IsInstance(co->handled, TypeId::kCancelledError)) {
        TRY(Notify(vm, condition, 1));
        return vm.Propagate(co->handled);
      }
      slots[3] = co->handled;
  }
  // The lock is needed again even if the wait was cancelled.
  return Await(vm, co, 2, TRY(AcquireLock(vm, condition->lock)));
}

// slots: the condition, the predicate
Value ConditionWaitForBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  while (true) {
    switch (co->pc) {
      case 2:  // the predicate has answered
        if (in.IsFailed()) return vm.Propagate(co->handled);
        if (TRY(vm.Truth(in))) return in;
        return Await(vm, co, 1, TRY(ConditionWaitOf(vm, slots[0])));
      case 1:
        if (in.IsFailed()) return vm.Propagate(co->handled);
        [[fallthrough]];
      default: {
        in = vm.Call(slots[1], {});
        if (in.IsFailed()) return in;
        co->pc = 2;
        if (in.IsCallPending()) return in;
        co->origin = in;  // what is repeated
      }
    }
  }
}

// slots: the semaphore, its waiter
Value SemaphoreAcquireBody(Vm& vm, Coroutine* co, Value in) {
  Semaphore* semaphore = As<Semaphore>(co->registers[0]);
  if (co->pc == 0) {
    if (!SemaphoreLocked(semaphore)) {
      --semaphore->value;
      return Value::True();
    }
    co->registers[1] = TRY(AddWaiter(vm, semaphore->waiters));
    return Await(vm, co, 1, co->registers[1]);
  }
  if (!IsFuture(co->registers[1])) return BadState(vm);
  Future* future = AsFuture(co->registers[1]);
  bool first_time = co->pc == 1;
  RemoveItem(semaphore->waiters.As<List>(), co->registers[1]);
  bool cancelled = in.IsFailed() && vm.IsInstance(co->handled, TypeId::kCancelledError);
  // Woken, but cancelled before it ran: the place is free again.
  if (cancelled && first_time && future->done() && !future->cancelled()) ++semaphore->value;
  co->pc = 2;
  while (semaphore->value > 0) {
    if (!TRY(WakeNext(vm, semaphore))) break;
  }
  return in.IsFailed() ? Value(vm.Propagate(co->handled)) : Value::True();
}

// slots: the barrier, my number, the exception to be raised at the end. Places: 0 start, 1 the lock
// is mine, 2 waited until it fills again, 3 waited for the others, 9 leave.
Value BarrierWaitBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  Barrier* barrier = As<Barrier>(slots[0]);
  Condition* condition = As<Condition>(barrier->condition);
  Lock* lock = As<Lock>(condition->lock);
  auto leave = [&](bool counted) -> Value {
    if (counted) {
      if (barrier->inside == 1 &&
          (barrier->phase == Barrier::kResetting || barrier->phase == Barrier::kDraining)) {
        TRY(Notify(vm, condition, INT64_MAX));
        barrier->phase = Barrier::kFilling;
      }
      if (barrier->inside > 0) --barrier->inside;
    }
    TRY(ReleaseLock(vm, lock));
    return Value::None();
  };
  switch (co->pc) {
    case 0: return Await(vm, co, 1, TRY(AcquireLock(vm, condition->lock)));
    case 1:
    case 2:
      if (in.IsFailed()) {
        if (co->pc == 2) TRY(leave(false));
        return vm.Propagate(co->handled);
      }
      if (barrier->phase == Barrier::kDraining || barrier->phase == Barrier::kResetting) {
        return Await(vm, co, 2, TRY(ConditionWaitOf(vm, barrier->condition)));
      }
      if (barrier->phase == Barrier::kBroken) {
        TRY(leave(false));
        return vm.Raise(TypeId::kBrokenBarrierError, "Barrier aborted");
      }
      slots[1] = TRY(vm.NewIntUnsigned(barrier->inside));
      if (barrier->inside + 1 == barrier->parties) {
        TRY(Notify(vm, condition, INT64_MAX));
        barrier->phase = Barrier::kDraining;
        ++barrier->inside;
        co->pc = 9;
        TRY(leave(true));
        return slots[1];
      }
      ++barrier->inside;
      co->pc = 4;
      [[fallthrough]];
    case 4: return Await(vm, co, 3, TRY(ConditionWaitOf(vm, barrier->condition)));
    case 3:
      if (in.IsFailed()) {
        TRY(leave(true));
        return vm.Propagate(co->handled);
      }
      if (barrier->phase == Barrier::kFilling) {
        return Await(vm, co, 3, TRY(ConditionWaitOf(vm, barrier->condition)));
      }
      if (barrier->phase == Barrier::kBroken || barrier->phase == Barrier::kResetting) {
        TRY(leave(true));
        return vm.Raise(TypeId::kBrokenBarrierError, "Abort or reset of barrier");
      }
      [[fallthrough]];
    default: TRY(leave(true)); return slots[1];
  }
}

// slots: the barrier, whether it is aborted (else reset)
Value BarrierChangeBody(Vm& vm, Coroutine* co, Value in) {
  Barrier* barrier = As<Barrier>(co->registers[0]);
  Condition* condition = As<Condition>(barrier->condition);
  if (co->pc == 0) return Await(vm, co, 1, TRY(AcquireLock(vm, condition->lock)));
  if (in.IsFailed()) return vm.Propagate(co->handled);
  TRY(Notify(vm, condition, INT64_MAX));
  if (co->registers[1].IsTrue()) {
    barrier->phase = Barrier::kBroken;
  } else {
    barrier->phase = barrier->inside > 0 ? Barrier::kResetting : Barrier::kFilling;
  }
  TRY(ReleaseLock(vm, As<Lock>(condition->lock)));
  return Value::None();
}

}  // namespace asyncio

// The waiters are the last word of each.
static bool CheckWaiters(Vm& vm, Object* object) {
  return asyncio::AreFutures(vm, object->words()[object->count - 1]);
}
static bool CheckBarrier(Vm&, Object* object) {
  return static_cast<asyncio::Barrier*>(object)->phase <= asyncio::Barrier::kBroken;
}
constexpr Schema kLockSchema{"# l!", CheckWaiters};
constexpr Schema kEventSchema{"# l!", CheckWaiters};
constexpr Schema kConditionSchema{"<AsyncLock> l!", CheckWaiters};
constexpr Schema kSemaphoreSchema{"# # l!", CheckWaiters};

#define PYSUB_LOCK_TYPE(type, constructor_row, name)                                \
  extern constexpr TypeInfo kAsync##type##Type {                                    \
    .id = TypeId::kAsync##type, .schema = &k##name##Schema,                         \
    .constructor = &asyncio::constructor_row, .methods = asyncio::k##name##Methods, \
    .members = asyncio::kAsync##name##Members, .repr = asyncio::name##Repr          \
  }
PYSUB_LOCK_TYPE(Lock, kLockConstructor, Lock);
PYSUB_LOCK_TYPE(Event, kEventConstructor, Event);
PYSUB_LOCK_TYPE(Condition, kConditionConstructor, Condition);
PYSUB_LOCK_TYPE(Semaphore, kSemaphoreConstructor, Semaphore);
PYSUB_LOCK_TYPE(BoundedSemaphore, kBoundedConstructor, Semaphore);
#undef PYSUB_LOCK_TYPE
constexpr Schema kAsyncBarrierSchema{"<AsyncCondition> # # #", CheckBarrier};
extern constexpr TypeInfo kAsyncBarrierType{.id = TypeId::kAsyncBarrier,
                                            .schema = &kAsyncBarrierSchema,
                                            .constructor = &asyncio::kBarrierConstructor,
                                            .methods = asyncio::kBarrierMethods,
                                            .attributes = asyncio::kBarrierAttributes,
                                            .members = asyncio::kAsyncBarrierMembers,
                                            .repr = asyncio::BarrierRepr};

}  // namespace pysub
