// Queue, PriorityQueue, LifoQueue. CPython 3.14 asyncio/queues.py.

#include <cmath>
#include <string>

#include "stdlib/modules/asyncio/asyncio.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace asyncio {
namespace {

// asyncio.Queue and its kin, after asyncio/queues.py. Whoever must wait adds a future to getters or
// putters. `head` saves moving all items for each one that is taken; they are moved together now
// and then.
struct Queue : Object {
  Value maxsize;  // as given
  RawWord limit;  // 0: none
  Value items;    // List: a heap for PriorityQueue; from `head` for Queue
  RawWord head;
  Value getters, putters;  // Lists of futures
  RawWord unfinished, is_shutdown;
  Value finished;  // Event
};

Queue* AsQueue(Value v) { return v.As<Queue>(); }
uint64_t Size(Queue* queue) { return queue->items.As<List>()->size - queue->head; }
bool Full(Queue* queue) { return queue->limit > 0 && Size(queue) >= queue->limit; }

Status WakeNext(Vm& vm, Value waiters) {
  List* list = waiters.As<List>();
  while (list->size > 0) {
    Future* future = AsFuture(list->items()[0]);
    if (future->done()) {
      PopFirst(list);
      continue;
    }
    TRY(SetResult(vm, future, Value::None()));
    PopFirst(list);
    break;
  }
  return Done{};
}

Status WakeAll(Vm& vm, Value waiters) {
  List* list = waiters.As<List>();
  while (list->size > 0) {
    if (!AsFuture(list->items()[0])->done())
      TRY(SetResult(vm, AsFuture(list->items()[0]), Value::None()));
    PopFirst(list);
  }
  return Done{};
}

Result<bool> Less(Vm& vm, Value a, Value b) {
  const Value less = vm.Compare(CompareOp::kLt, a, b);
  if (less.IsCallPending())
    return vm.TypeError("items of a PriorityQueue cannot be compared by functions of the program");
  return vm.Truth(TRY(less));
}

// heapq's moves; nothing is changed when a comparison fails in the middle that heapq would not
// have.
Status SiftDown(Vm& vm, Value* heap, uint64_t start, uint64_t at) {
  Value item = heap[at];
  while (at > start) {
    uint64_t parent = (at - 1) >> 1;
    if (!TRY(Less(vm, item, heap[parent]))) break;
    heap[at] = heap[parent];
    heap[parent] = item;
    at = parent;
  }
  return Done{};
}

Status SiftUp(Vm& vm, Value* heap, uint64_t size) {
  uint64_t at = 0;
  Value item = heap[0];
  for (uint64_t child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && !TRY(Less(vm, heap[child], heap[child + 1]))) ++child;
    heap[at] = heap[child];
    heap[child] = item;
    at = child;
  }
  return SiftDown(vm, heap, 0, at);
}

Value TakeItem(Vm& vm, Queue* queue) {
  List* list = queue->items.As<List>();
  Value* items = list->items();
  if (queue->type == TypeId::kAsyncQueue) {
    Value item = items[queue->head];
    items[queue->head++] = Value::Undefined();
    if (queue->head == list->size) {
      queue->head = list->size = 0;
    } else if (queue->head >= 64 && queue->head * 2 >= list->size) {
      uint64_t left = list->size - queue->head;
      for (uint64_t i = 0; i < left; ++i) items[i] = items[queue->head + i];
      for (uint64_t i = left; i < list->size; ++i) items[i] = Value::Undefined();
      list->size = left;
      queue->head = 0;
    }
    return item;
  }
  Value last = items[list->size - 1];
  items[--list->size] = Value::Undefined();
  if (queue->type == TypeId::kAsyncLifoQueue || list->size == 0) return last;
  Value first = items[0];
  items[0] = last;
  TRY(SiftUp(vm, items, list->size));
  return first;
}

Value GetNoWait(Vm& vm, Queue* queue) {
  if (Size(queue) == 0) {
    return vm.Raise(queue->is_shutdown ? TypeId::kQueueShutDown : TypeId::kQueueEmpty);
  }
  TRY(WakeNext(vm, queue->putters));
  return TakeItem(vm, queue);
}

Status PutNoWait(Vm& vm, Queue* queue, Value item) {
  if (queue->is_shutdown) return vm.Raise(TypeId::kQueueShutDown);
  if (Full(queue)) return vm.Raise(TypeId::kQueueFull);
  List* list = queue->items.As<List>();
  TRY(ListReserve(vm, list, list->size + 1));
  TRY(ListAppend(vm, list, item));
  if (queue->type == TypeId::kAsyncPriorityQueue)
    TRY(SiftDown(vm, list->items(), 0, list->size - 1));
  ++queue->unfinished;
  EventClear(queue->finished);
  return WakeNext(vm, queue->getters);
}

template <TypeId kType>
Value New(Vm& vm, const Args& a) {
  Value maxsize = a.has(1) ? a[1] : Value::SmallInt(0);
  int64_t limit;
  if (maxsize.IsFloat()) {  // full with the first size that is not smaller
    const double size = std::ceil(maxsize.AsFloat());
    limit = size > 0 && size < 0x1p47 ? static_cast<int64_t>(size) : 0;
  } else {
    limit = TRY(vm.ToIndexClamped(maxsize));
  }
  Value queue = TRY(NewQueue(vm, kType, limit));
  AsQueue(queue)->maxsize = maxsize;
  return queue;
}

Value QSize(Vm& vm, const Args& a) { return vm.NewIntUnsigned(Size(AsQueue(a[0]))); }
Value IsEmpty(Vm&, const Args& a) { return Value::Bool(Size(AsQueue(a[0])) == 0); }
Value IsFull(Vm&, const Args& a) { return Value::Bool(Full(AsQueue(a[0]))); }
Value Get(Vm& vm, const Args& a) { return QueueGet(vm, a[0]); }
Value Put(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kQueuePut, "Queue.put", {a[0], a[1]});
}
Value GetNoWaitMethod(Vm& vm, const Args& a) { return GetNoWait(vm, AsQueue(a[0])); }
Value PutNoWaitMethod(Vm& vm, const Args& a) {
  TRY(PutNoWait(vm, AsQueue(a[0]), a[1]));
  return Value::None();
}
Value Join(Vm& vm, const Args& a) {
  return NewCoroutine(vm, BodyId::kQueueJoin, "Queue.join", {a[0]});
}
Value TaskDone(Vm& vm, const Args& a) {
  Queue* queue = AsQueue(a[0]);
  if (queue->unfinished == 0) return vm.ValueError("task_done() called too many times");
  if (queue->unfinished == 1) TRY(EventSet(vm, queue->finished));
  --queue->unfinished;
  return Value::None();
}
Value Shutdown(Vm& vm, const Args& a) {
  Queue* queue = AsQueue(a[0]);
  bool immediate = a.has(1) && TRY(vm.Truth(a[1]));
  queue->is_shutdown = 1;
  if (immediate) {
    uint64_t left = Size(queue);
    if (queue->unfinished > 0 && queue->unfinished <= left) TRY(EventSet(vm, queue->finished));
    queue->unfinished -= queue->unfinished < left ? queue->unfinished : left;
    List* list = queue->items.As<List>();
    for (uint64_t i = 0; i < list->size; ++i) list->items()[i] = Value::Undefined();
    list->size = queue->head = 0;
  }
  TRY(WakeAll(vm, queue->getters));
  TRY(WakeAll(vm, queue->putters));
  return Value::None();
}

constexpr NativeInfo kQueueConstructor{
    "@python Queue(maxsize=0)", New<TypeId::kAsyncQueue>,
    "A queue, useful for coordinating producer and consumer coroutines."};
constexpr NativeInfo kPriorityConstructor{"@python PriorityQueue(maxsize=0)",
                                          New<TypeId::kAsyncPriorityQueue>,
                                          "Retrieves entries in priority order (lowest first)."};
constexpr NativeInfo kLifoConstructor{"@python LifoQueue(maxsize=0)", New<TypeId::kAsyncLifoQueue>,
                                      "Retrieves most recently added entries first."};
constexpr NativeInfo kQueueMethods[] = {
    {"@python qsize()", Surely<QSize>, "Number of items in the queue."},
    {"@python empty()", Surely<IsEmpty>, "Return True if the queue is empty, False otherwise."},
    {"@python full()", Surely<IsFull>, "Return True if there are maxsize items in the queue."},
    {"@python get()", Surely<Get>, "Remove and return an item from the queue."},
    {"@python put(item)", Surely<Put>, "Put an item into the queue."},
    {"@python get_nowait()", Surely<GetNoWaitMethod>, "Remove and return an item if one is there."},
    {"@python put_nowait(item)", Surely<PutNoWaitMethod>,
     "Put an item into the queue without blocking."},
    {"@python join()", Surely<Join>, "Block until all items have been gotten and processed."},
    {"@python task_done()", Surely<TaskDone>,
     "Indicate that a formerly enqueued task is complete."},
    {"@python shutdown(immediate=False)", Surely<Shutdown>, "Shut-down the queue."},
};
Value GetMaxSize(Vm&, Value self) { return AsQueue(self)->maxsize; }
constexpr AttributeInfo kQueueAttributes[] = {{"maxsize", GetMaxSize}};
PYSUB_MEMBERS(AsyncQueue, kQueueMethods, kQueueAttributes);

// str() shows all but where the object is.
Status Show(Vm& vm, Value self, TextBuilder& out, bool place) {
  Queue* queue = AsQueue(self);
  out.Append('<');
  out.Append(vm.TypeName(self));
  if (place) {
    out.Append(" at 0x");
    TRY(vm.AppendIdentity(self, out));
  }
  out.Append(" maxsize=");
  TRY(vm.Repr(queue->maxsize, out));
  List* items = queue->items.As<List>();
  if (Size(queue) > 0) {
    DepthGuard guard(vm);
    if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
    out.Append(" _queue=[");
    for (uint64_t i = queue->head; i < items->size; ++i) {
      if (i > queue->head) out.Append(", ");
      TRY(vm.Repr(items->items()[i], out));
    }
    out.Append(']');
  }
  for (auto [name, waiters] :
       {std::pair{" _getters[", queue->getters}, {" _putters[", queue->putters}}) {
    if (waiters.As<List>()->size == 0) continue;
    out.Append(name);
    out.AppendInt(static_cast<int64_t>(waiters.As<List>()->size));
    out.Append(']');
  }
  if (queue->unfinished > 0) {
    out.Append(" tasks=");
    out.AppendInt(static_cast<int64_t>(queue->unfinished));
  }
  if (queue->is_shutdown) out.Append(" shutdown");
  out.Append('>');
  return out.status();
}

Status Repr(Vm& vm, Value self, TextBuilder& out) { return Show(vm, self, out, true); }
Status Str(Vm& vm, Value self, TextBuilder& out) { return Show(vm, self, out, false); }

// What a get() or put() that was cancelled while it waited leaves behind.
Value GiveUp(Vm& vm, Coroutine* co, Value waiters, Value waiter, bool possible) {
  if (!IsFuture(waiter)) return BadState(vm);
  bool was_woken = AsFuture(waiter)->done() && !AsFuture(waiter)->cancelled();
  TRY(Cancel(vm, AsFuture(waiter), Value::None()));
  RemoveItem(waiters.As<List>(), waiter);
  if (possible && was_woken) TRY(WakeNext(vm, waiters));
  return vm.Propagate(co->handled);
}

Value NewWaiter(Vm& vm, Value waiters) {
  Value future = TRY(NewFuture(vm, TRY(RunningLoop(vm))));
  TRY(ListAppend(vm, waiters.As<List>(), future));
  return future;
}

}  // namespace

Value NewQueue(Vm& vm, TypeId type, int64_t maxsize) {
  Queue* queue = TRY(vm.New<Queue>(type));
  queue->maxsize = TRY(vm.NewInt(maxsize));
  queue->limit = maxsize > 0 ? static_cast<RawWord>(maxsize) & 0xFFFFFFFFFFFF : 0;
  queue->items = Value::Of(TRY(vm.NewList()));
  queue->getters = Value::Of(TRY(vm.NewList()));
  queue->putters = Value::Of(TRY(vm.NewList()));
  queue->head = queue->unfinished = queue->is_shutdown = 0;
  queue->finished = TRY(NewEvent(vm));
  TRY(EventSet(vm, queue->finished));
  return Value::Of(queue);
}

Status QueuePut(Vm& vm, Value queue, Value item) { return PutNoWait(vm, AsQueue(queue), item); }

Value QueueGet(Vm& vm, Value queue) {
  return NewCoroutine(vm, BodyId::kQueueGet, "Queue.get", {queue});
}

// slots: the queue, the waiter
Value QueueGetBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  Queue* queue = AsQueue(slots[0]);
  if (co->pc == 1 && in.IsFailed()) {
    return GiveUp(vm, co, queue->getters, slots[1], Size(queue) > 0);
  }
  if (Size(queue) > 0) return GetNoWait(vm, queue);
  if (queue->is_shutdown) return vm.Raise(TypeId::kQueueShutDown);
  slots[1] = TRY(NewWaiter(vm, queue->getters));
  return Await(vm, co, 1, slots[1]);
}

// slots: the queue, the item, the waiter
Value QueuePutBody(Vm& vm, Coroutine* co, Value in) {
  Value* slots = co->registers;
  Queue* queue = AsQueue(slots[0]);
  if (co->pc == 1 && in.IsFailed()) return GiveUp(vm, co, queue->putters, slots[2], !Full(queue));
  if (!Full(queue)) {
    TRY(PutNoWait(vm, queue, slots[1]));
    return Value::None();
  }
  if (queue->is_shutdown) return vm.Raise(TypeId::kQueueShutDown);
  slots[2] = TRY(NewWaiter(vm, queue->putters));
  return Await(vm, co, 1, slots[2]);
}

// slots: the queue
Value QueueJoinBody(Vm& vm, Coroutine* co, Value in) {
  Queue* queue = AsQueue(co->registers[0]);
  if (co->pc == 0) {
    if (queue->unfinished == 0) return Value::None();
    return Await(vm, co, 1, TRY(EventWait(vm, queue->finished)));
  }
  return in.IsFailed() ? Value(vm.Propagate(co->handled)) : Value::None();
}

}  // namespace asyncio

static bool CheckQueue(Vm& vm, Object* object) {
  asyncio::Queue* queue = static_cast<asyncio::Queue*>(object);
  if (queue->head > queue->items.As<List>()->size) return false;
  if (queue->head != 0 && queue->type != TypeId::kAsyncQueue) return false;
  return asyncio::AreFutures(vm, queue->getters) && asyncio::AreFutures(vm, queue->putters);
}
constexpr Schema kQueueSchema{"v # l! # l! l! # # <AsyncEvent>", CheckQueue};

#define PYSUB_QUEUE_TYPE(type, constructor_row)                                                    \
  extern constexpr TypeInfo kAsync##type##Type {                                                   \
    .id = TypeId::kAsync##type, .schema = &kQueueSchema, .constructor = &asyncio::constructor_row, \
    .methods = asyncio::kQueueMethods, .attributes = asyncio::kQueueAttributes,                    \
    .members = asyncio::kAsyncQueueMembers, .repr = asyncio::Repr, .str = asyncio::Str             \
  }
PYSUB_QUEUE_TYPE(Queue, kQueueConstructor);
PYSUB_QUEUE_TYPE(PriorityQueue, kPriorityConstructor);
PYSUB_QUEUE_TYPE(LifoQueue, kLifoConstructor);
#undef PYSUB_QUEUE_TYPE

}  // namespace pysub
