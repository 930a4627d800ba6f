// graphlib. CPython 3.14 library, "graphlib".

#include <vector>

#include "stdlib/modules/library_function.h"
#include "stdlib/modules/library_generator.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/tuple.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// Each node has a tuple (predecessors left, list of successors) in `nodes`.
struct Sorter : Object {
  Value nodes;     // Dict
  Value ready;     // List, or None before prepare()
  RawWord passed;  // nodes handed out
  RawWord finished;
};
Sorter* AsSorter(Value v) { return v.As<Sorter>(); }
Dict* Nodes(Value v) { return AsSorter(v)->nodes.As<Dict>(); }
List* Ready(Value v) { return AsSorter(v)->ready.As<List>(); }

constexpr int64_t kNodeOut = -1;
constexpr int64_t kNodeDone = -2;

// What `nodes` has of a node that must be there.
Value KnownNode(Vm& vm, Value self, Value node) {
  Value info = TRY(DictGet(vm, Nodes(self), node));
  return info.IsUndefined() ? Value(BadState(vm)) : info;
}
Value& CountOf(Value node) { return node.As<Tuple>()->items()[0]; }
List* SuccessorsOf(Value node) { return node.As<Tuple>()->items()[1].As<List>(); }

Value NodeInfo(Vm& vm, Value self, Value node) {
  Value info = TRY(DictGet(vm, Nodes(self), node));
  if (!info.IsUndefined()) return info;
  List* successors = TRY(vm.NewList());
  info = TRY(vm.NewTuple({Value::SmallInt(0), Value::Of(successors)}));
  TRY(DictSet(vm, Nodes(self), node, info));
  return info;
}

Status AddNode(Vm& vm, Value self, Value node, std::span<const Value> predecessors) {
  if (!AsSorter(self)->ready.IsNone()) {
    return vm.ValueError("Nodes cannot be added after a call to prepare()");
  }
  if (!vm.Tick(predecessors.size())) return Failure{};
  Value info = NodeInfo(vm, self, node);
  if (info.IsFailed()) return Failure{};
  // What may fail for lack of memory comes before what counts.
  std::vector<Value> infos;
  for (Value predecessor : predecessors) {
    Value before = NodeInfo(vm, self, predecessor);
    if (before.IsFailed()) return Failure{};
    TRY(ListReserve(vm, SuccessorsOf(before), SuccessorsOf(before)->size + predecessors.size()));
    infos.push_back(before);
  }
  CountOf(info) = Value::WrappedSum(CountOf(info), Value::KnownSmallInt(predecessors.size()));
  for (Value before : infos) TRY(ListAppend(vm, SuccessorsOf(before), node));
  return Done{};
}

Value New(Vm& vm, const Args& a) {
  Value graph = a[1];
  Dict* nodes = TRY(vm.NewDict());
  Sorter* sorter = TRY(vm.New<Sorter>(TypeId::kTopologicalSorter));
  sorter->nodes = Value::Of(nodes);
  sorter->ready = Value::None();
  sorter->passed = sorter->finished = 0;
  if (!a.has(1) || graph.IsNone()) return Value::Of(sorter);
  if (!IsDict(vm, graph)) return vm.RaiseAttributeError(graph, "items");
  List* entries = TRY(vm.NewList());
  for (uint32_t at = 0; DictEntry* entry = DictNext(graph.As<Dict>(), &at);) {
    const TypeInfo& info = vm.InfoOf(entry->value);
    if (info.iter == nullptr && info.next == nullptr) {
      return vm.TypeError("Value after * must be an iterable, not ", vm.TypeName(entry->value));
    }
    TRY(ListAppend(vm, entries, entry->key));
    TRY(ListAppend(vm, entries, entry->value));
    if (!vm.Tick(1)) return Value::Failed();
  }
  return vm.PushNativeFrame(ResumeId::kGraphAdd,
                            {Value::Of(sorter), Value::Of(entries), Value::SmallInt(0)});
}

Value Add(Vm& vm, const Args& a) {
  TRY(AddNode(vm, a[0], a[1], std::span<const Value>(a.rest, a.rest_count)));
  return Value::None();
}

// A list of nodes of which each is followed by a successor, the first once more at the end; None.
Value FindCycle(Vm& vm, Value self) {
  Dict* nodes = Nodes(self);
  Dict* place = TRY(vm.NewDict());  // on the stack: its place; left: -1
  List* stack = TRY(vm.NewList());
  std::vector<uint64_t> next;  // of each on the stack: the successor to look at
  ScratchCharge charge(vm, nodes->live * 16);
  if (!charge.ok()) return Value::Failed();
  for (uint32_t at = 0; DictEntry* entry = DictNext(nodes, &at);) {
    Value node = entry->key;
    Value seen = TRY(DictGet(vm, place, node));
    if (!seen.IsUndefined()) continue;
    while (true) {
      if (!vm.Tick(1)) return Value::Failed();
      seen = TRY(DictGet(vm, place, node));
      if (!seen.IsUndefined()) {
        if (seen.AsSmallInt() >= 0) {
          List* cycle = TRY(vm.NewList());
          for (uint64_t i = static_cast<uint64_t>(seen.AsSmallInt()); i < stack->size; ++i) {
            TRY(ListAppend(vm, cycle, stack->items()[i]));
          }
          TRY(ListAppend(vm, cycle, node));
          return Value::Of(cycle);
        }
      } else {
        TRY(DictSet(vm, place, node, Value::KnownSmallInt(stack->size)));
        TRY(ListAppend(vm, stack, node));
        next.push_back(0);
      }
      bool found = false;
      while (stack->size > 0 && !found) {
        Value info = TRY(KnownNode(vm, self, stack->items()[stack->size - 1]));
        if (next.back() < SuccessorsOf(info)->size) {
          node = SuccessorsOf(info)->items()[next.back()++];
          found = true;
        } else {
          TRY(DictSet(vm, place, stack->items()[stack->size - 1], Value::SmallInt(-1)));
          --stack->size;
          next.pop_back();
        }
      }
      if (!found) break;
    }
  }
  return Value::None();
}

// Kahn's algorithm (1962): nodes without predecessors are ready. A cycle is looked for here, so
// that it is told before any work is given out.
Status PrepareSorter(Vm& vm, Value self) {
  if (AsSorter(self)->passed > 0) return vm.ValueError("cannot prepare() after starting sort");
  if (AsSorter(self)->ready.IsNone()) {
    List* ready = TRY(vm.NewList());
    for (uint32_t at = 0; DictEntry* entry = DictNext(Nodes(self), &at);) {
      if (CountOf(entry->value) == Value::SmallInt(0)) TRY(ListAppend(vm, ready, entry->key));
      if (!vm.Tick(1)) return Failure{};
    }
    AsSorter(self)->ready = Value::Of(ready);
  }
  Value cycle = FindCycle(vm, self);
  if (cycle.IsFailed()) return Failure{};
  if (cycle.IsNone()) return Done{};
  Value text = vm.NewStr("nodes are in a cycle");
  if (text.IsFailed()) return Failure{};
  Value args = vm.NewTuple({text, cycle});
  if (args.IsFailed()) return Failure{};
  Value exception = vm.NewException(TypeId::kCycleError, args);
  if (exception.IsFailed()) return Failure{};
  return vm.RaiseException(exception);
}
Value Prepare(Vm& vm, const Args& a) {
  TRY(PrepareSorter(vm, a[0]));
  return Value::None();
}

Status CheckPrepared(Vm& vm, Value self) {
  if (AsSorter(self)->ready.IsNone()) return vm.ValueError("prepare() must be called first");
  return Done{};
}

Value TakeReady(Vm& vm, Value self) {
  List* ready = Ready(self);
  Value result = TRY(TupleOfList(vm, ready));
  if (!vm.Tick(ready->size)) return Value::Failed();
  for (uint64_t i = 0; i < ready->size; ++i) {
    Value info = TRY(KnownNode(vm, self, ready->items()[i]));
    CountOf(info) = Value::KnownSmallInt(kNodeOut);
  }
  AsSorter(self)->passed += ready->size;
  ListClear(ready);
  return result;
}
Value GetReady(Vm& vm, const Args& a) {
  TRY(CheckPrepared(vm, a[0]));
  return TakeReady(vm, a[0]);
}

bool IsActiveSorter(Value self) {
  return AsSorter(self)->finished < AsSorter(self)->passed || Ready(self)->size > 0;
}
Result<bool> Truth(Vm& vm, Value self) {
  TRY(CheckPrepared(vm, self));
  return IsActiveSorter(self);
}
Value IsActive(Vm& vm, const Args& a) { return Value::Bool(TRY(Truth(vm, a[0]))); }

Failure WrongNode(Vm& vm, Value node, std::string_view what) {
  Value shown = vm.ReprValue(node);
  if (shown.IsFailed()) return Failure{};
  return vm.ValueError("node ", shown, what);
}

// The counts of the successors go down; those that reach 0 are ready. Room is made first, so that a
// failure changes nothing.
Status MarkDone(Vm& vm, Value self, Value node) {
  Value info = DictGet(vm, Nodes(self), node);
  if (info.IsFailed()) return Failure{};
  if (info.IsUndefined()) return WrongNode(vm, node, " was not added using add()");
  int64_t count = CountOf(info).AsSmallInt();
  if (count == kNodeDone) return WrongNode(vm, node, " was already marked done");
  if (count != kNodeOut) return WrongNode(vm, node, " was not passed out (still not ready)");
  List* successors = SuccessorsOf(info);
  if (!vm.Tick(successors->size)) return Failure{};
  TRY(ListReserve(vm, Ready(self), Ready(self)->size + successors->size));
  CountOf(info) = Value::KnownSmallInt(kNodeDone);
  for (uint64_t i = 0; i < successors->size; ++i) {
    Value successor = KnownNode(vm, self, successors->items()[i]);
    if (successor.IsFailed()) return Failure{};
    CountOf(successor) = Value::WrappedSum(CountOf(successor), Value::SmallInt(-1));
    if (CountOf(successor) == Value::SmallInt(0))
      TRY(ListAppend(vm, Ready(self), successors->items()[i]));
  }
  ++AsSorter(self)->finished;
  return Done{};
}
Value MarkNodesDone(Vm& vm, const Args& a) {
  TRY(CheckPrepared(vm, a[0]));
  for (uint32_t i = 0; i < a.rest_count; ++i) TRY(MarkDone(vm, a[0], a.rest[i]));
  return Value::None();
}

Value StaticOrder(Vm& vm, const Args& a) {
  LibraryGenerator* generator =
      TRY(NewLibraryGenerator(vm, GeneratorBodyId::kStaticOrder, "TopologicalSorter.static_order"));
  generator->slots[0] = a[0];
  return Value::Of(generator);
}

constexpr NativeInfo kConstructor{
    "@python TopologicalSorter(graph=None)", New,
    "Provides functionality to topologically sort a graph of hashable nodes"};
constexpr NativeInfo kMethods[] = {
    kInitAnewRow,
    {"@python add(node, *predecessors)", Add, "Add a new node and its predecessors to the graph."},
    {"@python prepare()", Prepare, "Mark the graph as finished and check for cycles in the graph."},
    {"@python get_ready()", GetReady, "Return a tuple of all the nodes that are ready."},
    {"@python is_active()", IsActive,
     "Return ``True`` if more progress can be made and ``False`` otherwise."},
    {"@python done(*nodes)", MarkNodesDone,
     "Marks a set of nodes returned by \"get_ready\" as processed."},
    {"@python static_order()", StaticOrder, "Returns an iterable of nodes in a topological order."},
};
PYSUB_MEMBERS(TopologicalSorter, kMethods, kNoAttributes);

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "CycleError", Value::Type(TypeId::kCycleError)));
  return DictSetStr(vm, names, "TopologicalSorter", Value::Type(TypeId::kTopologicalSorter));
}

}  // namespace

// slots: the sorter, the group that is being yielded, the number of its next node.
// States: 0 fresh, 1 running.
Value StaticOrderBody(Vm& vm, LibraryGenerator* generator) {
  Value* slots = generator->slots;
  if (!IsObjectOf(slots[0], TypeId::kTopologicalSorter)) return BadState(vm);
  if (generator->state == 0) {
    TRY(PrepareSorter(vm, slots[0]));
    generator->state = 1;
  }
  if (AsSorter(slots[0])->ready.IsNone()) return BadState(vm);
  while (true) {
    if (!slots[1].IsUndefined()) {
      if (!IsObjectOf(slots[1], TypeId::kTuple) || slots[2].AsSmallInt() < 0) return BadState(vm);
      Tuple* group = slots[1].As<Tuple>();
      int64_t at = slots[2].AsSmallInt();
      if (at < group->count) {
        slots[2] = Value::KnownSmallInt(at + 1);
        return group->items()[at];
      }
      // Those of the group that are done already are left out when this is repeated.
      for (uint32_t i = 0; i < group->count; ++i) {
        Value info = TRY(KnownNode(vm, slots[0], group->items()[i]));
        if (CountOf(info).AsSmallInt() == kNodeOut) TRY(MarkDone(vm, slots[0], group->items()[i]));
      }
      slots[1] = Value::Undefined();
    }
    if (!IsActiveSorter(slots[0])) return CloseLibraryGenerator(vm, generator);
    slots[1] = TRY(TakeReady(vm, slots[0]));
    slots[2] = Value::SmallInt(0);
  }
}

// Slots: the sorter, nodes and their predecessors in turn, the place of the next node.
Value GraphAddResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  // The list holds pairs.
  const List* pairs = slots[1].As<List>();
  if (pairs->size % 2 != 0 || slots[2].AsSmallInt() % 2 != 0 ||
      !IsPlaceIn(frame, slots[2], pairs->size))
    return BadState(vm);
  switch (frame.state) {
    case 0:
      while (slots[2].AsSmallInt() + 1 < static_cast<int64_t>(slots[1].As<List>()->size)) {
        PYSUB_SUSPEND_POINT(
            1, NewListFrom(vm, slots[1].As<List>()->items()[slots[2].AsSmallInt() + 1]));
        if (!IsObjectOf(in, TypeId::kList) ||
            slots[2].AsSmallInt() >= static_cast<int64_t>(slots[1].As<List>()->size)) {
          return BadState(vm);
        }
        TRY(AddNode(vm, slots[0], slots[1].As<List>()->items()[slots[2].AsSmallInt()],
                    std::span<const Value>(ListItems(in.As<List>()))));
        slots[2] = Value::KnownSmallInt(slots[2].AsSmallInt() + 2);
        frame.state = 0;
      }
  }
  return slots[0];
}

// Each node has a tuple as NodeInfo makes it.
static bool CheckSorter(Vm& vm, Object* object) {
  // Its table is made whole later.
  Dict* nodes = Nodes(Value::Of(object));
  if (nodes->used > nodes->capacity() || !vm.Tick(nodes->used)) return false;
  for (uint32_t at = 0; DictEntry* entry = DictNext(Nodes(Value::Of(object)), &at);) {
    if (!IsTupleOf(entry->value, 2) || !CountOf(entry->value).IsSmallInt() ||
        !IsObjectOf(entry->value.As<Tuple>()->items()[1], TypeId::kList)) {
      return false;
    }
  }
  return true;
}
constexpr Schema kTopologicalSorterSchema{"d! l~ # #", CheckSorter};

extern constexpr TypeInfo kTopologicalSorterType{
    .id = TypeId::kTopologicalSorter,
    .schema = &kTopologicalSorterSchema,
    .constructor = &kConstructor,
    .doc =
        "Provides functionality to topologically sort a "
        "graph of hashable nodes",
    .methods = kMethods,
    .members = kTopologicalSorterMembers,
    .truth = Truth};
extern constexpr ModuleInfo kGraphlibModule{.name = "graphlib", .doc = {}, .init = Init};

}  // namespace pysub
