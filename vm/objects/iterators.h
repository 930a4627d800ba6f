#ifndef PYSUB_VM_OBJECTS_ITERATORS_H_
#define PYSUB_VM_OBJECTS_ITERATORS_H_

#include <cstdint>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/set.h"
#include "vm/objects/str.h"
#include "vm/result.h"
#include "vm/vm.h"

// Iterators over the built-in containers, and loops over containers in C++.
namespace pysub {

// ---- Iterator objects

// Over a dict or one of its views; forwards or backwards. It has a place and no pointer into the
// table, which may grow meanwhile. The dict's length tells whether keys came or went: RuntimeError,
// as in CPython.
struct DictIterator : Object {
  Value dict;         // None when exhausted
  RawWord position;   // the entry to look at next; backwards: one past it
  RawWord size;       // len() of the dict when the loop began; kChanged once it was found different
  RawWord remaining;  // items still to come

  static constexpr RawWord kChanged = (RawWord{1} << 48) - 1;
};

// Of an OrderedDict: one type for all of them.
struct OrderedDictIterator : DictIterator {
  RawWord kind;  // the TypeId of the iterator that a dict would have
};

struct SetIterator : Object {
  Value set;         // None when exhausted
  RawWord position;  // the table slot to look at next
  RawWord size;      // as in DictIterator
  RawWord remaining;
};

// Over a range whose numbers all fit in 47 bits.
struct RangeIterator : Object {
  Value next, step;  // small ints
  RawWord remaining;
};

struct LongRangeIterator : Object {
  Value next, step, remaining;  // ints of any size
};

Value NewSequenceIterator(Vm& vm, TypeId type, Value source, uint64_t index = 0);
Value NewDictIterator(Vm& vm, TypeId type, Dict* dict);
Value NewSetIterator(Vm& vm, Set* set);
Value NewRangeIterator(Vm& vm, const Range* range);
// What reversed() gives for a list, dict, view, range or mapping proxy, and for other sequences
// with length and subscripts; TypeError "'set' object is not reversible".
Value NewReverseIterator(Vm& vm, Value container);

// next() of each; the answer is Exhausted at the end. None of them runs Python.
inline Value ListIteratorNext(Vm&, Value self) {
  SequenceIterator* it = self.As<SequenceIterator>();
  if (it->source.IsNone()) return Value::Exhausted();
  List* list = it->source.As<List>();
  if (it->index < list->size) [[likely]]
    return list->items()[it->index++];
  it->source = Value::None();
  return Value::Exhausted();
}
inline Value TupleIteratorNext(Vm&, Value self) {
  SequenceIterator* it = self.As<SequenceIterator>();
  if (it->source.IsNone()) return Value::Exhausted();
  Tuple* tuple = it->source.As<Tuple>();
  if (it->index < tuple->size()) [[likely]]
    return tuple->items()[it->index++];
  it->source = Value::None();
  return Value::Exhausted();
}
inline Value RangeIteratorNext(Vm&, Value self) {
  RangeIterator* it = self.As<RangeIterator>();
  if (it->remaining == 0) return Value::Exhausted();
  Value item = it->next;
  if (--it->remaining != 0) {
    it->next = Value::KnownSmallInt(item.AsSmallInt() + it->step.AsSmallInt());
  }
  return item;
}
// next() of an iterator that iterates natively (Vm::IteratesNatively): it pushes nothing and
// raises no StopIteration.
inline Value NextNatively(Vm& vm, Value iterator) {
  const TypeId type = iterator.AsObject()->type;
  if (type == TypeId::kListIterator) return ListIteratorNext(vm, iterator);
  if (type == TypeId::kRangeIterator) return RangeIteratorNext(vm, iterator);
  if (type == TypeId::kStrAsciiIterator) return StrAsciiIteratorNext(vm, iterator);
  return vm.InfoOf(type).next(vm, iterator);
}
Value ListReverseIteratorNext(Vm& vm, Value self);
Value LongRangeIteratorNext(Vm& vm, Value self);
// Of a reversed object: over subscripts, from the last to the first.
Value ReversedNext(Vm& vm, Value self);

// The next live entry of a dict iterator that goes forwards. False at the end or when it failed:
// then *failed. For the interpreter's loops over items() that build no tuple.
DictEntry* DictIteratorAdvance(Vm& vm, DictIterator* it, bool* failed);
Value DictKeyIteratorNext(Vm& vm, Value self);
Value DictValueIteratorNext(Vm& vm, Value self);
Value DictItemIteratorNext(Vm& vm, Value self);
Value DictItemIteratorNextPair(Vm& vm, Value self, Value* out);
Value DictReverseIteratorNext(Vm& vm, Value self);
Value OrderedDictIteratorNext(Vm& vm, Value self);
Value SetIteratorNext(Vm& vm, Value self);

// __length_hint__ of any of them.
Value IteratorLengthHint(Vm& vm, const Args& args);
Value IteratorIdentity(Vm& vm, Value self);  // iter(iterator)

// ---- Loops in C++

// Whether `v` is a container (no iterator) that is walked without running Python, as often as one
// likes.
bool IsNativeContainer(const Vm& vm, Value v);

// Calls f(item), which returns a Status, for each item of a native container. What f does to the
// container is seen as a Python loop would see it. Ticks one unit for each item.
template <typename F>
Status ForEachItem(Vm& vm, Value container, F f) {
  switch (container.AsObject()->type) {
    case TypeId::kList: {
      List* list = container.As<List>();
      for (uint64_t i = 0; i < list->size; ++i) {
        if (!vm.Tick(1)) return Failure{};
        TRY(f(list->items()[i]));
      }
      return Done{};
    }
    case TypeId::kTuple:
    case TypeId::kNamedTuple: {
      Tuple* tuple = container.As<Tuple>();
      if (!vm.Tick(tuple->size())) return Failure{};
      Pace pace(vm);
      for (uint32_t i = 0; i < tuple->size(); ++i) {
        if (!pace.IsTimeLeft()) return Failure{};
        TRY(f(tuple->items()[i]));
      }
      return Done{};
    }
    case TypeId::kSet:
    case TypeId::kFrozenSet: {
      Set* set = container.As<Set>();
      if (!vm.Tick(set->fill)) return Failure{};
      Pace pace(vm);
      for (SetCursor at(set); at.Next();) {
        if (!pace.IsTimeLeft()) return Failure{};
        TRY(f(at.key()));
      }
      return Done{};
    }
    case TypeId::kStr: {
      Str* str = container.As<Str>();
      if (!str->ascii()) break;
      if (!vm.Tick(str->count)) return Failure{};
      Pace pace(vm);
      for (uint32_t i = 0; i < str->count; ++i) {
        if (!pace.IsTimeLeft()) return Failure{};
        TRY(f(TRY(vm.CharStr(static_cast<uint8_t>(str->view()[i])))));
      }
      return Done{};
    }
    default: break;
  }
  if (IsDict(vm, container)) {
    Dict* dict = container.As<Dict>();
    if (!vm.Tick(dict->used)) return Failure{};
    Pace pace(vm);
    for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
      if (!pace.IsTimeLeft()) return Failure{};
      TRY(f(entry->key));
    }
    return Done{};
  }
  Value iterator = TRY(vm.GetIter(container));
  while (true) {
    if (!vm.Tick(1)) return Failure{};
    Value item = TRY(vm.Next(iterator).AtOnce());
    if (item.IsExhausted()) return Done{};
    TRY(f(item));
  }
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_ITERATORS_H_
