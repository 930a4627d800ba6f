#include "vm/objects/iterators.h"

#include "vm/objects/dict_views.h"
#include "vm/objects/range.h"

namespace pysub {

// ---- Making them

Value NewSequenceIterator(Vm& vm, TypeId type, Value source, uint64_t index) {
  SequenceIterator* it = TRY(vm.New<SequenceIterator>(type));
  it->source = source;
  it->index = index;
  return Value::Of(it);
}

Value NewDictIterator(Vm& vm, TypeId type, Dict* dict) {
  DictIterator* it;
  if (dict->type == TypeId::kOrderedDict) {
    OrderedDictIterator* ordered = TRY(vm.New<OrderedDictIterator>(TypeId::kOrderedDictIterator));
    ordered->kind = static_cast<RawWord>(type);
    it = ordered;
  } else {
    it = TRY(vm.New<DictIterator>(type));
  }
  bool backwards = type == TypeId::kDictReverseKeyIterator ||
                   type == TypeId::kDictReverseValueIterator ||
                   type == TypeId::kDictReverseItemIterator;
  it->dict = Value::Of(dict);
  it->position = backwards ? dict->used : 0;
  it->size = DictLength(dict);
  it->remaining = it->size;
  return Value::Of(it);
}

Value NewSetIterator(Vm& vm, Set* set) {
  SetIterator* it = TRY(vm.New<SetIterator>(TypeId::kSetIterator));
  it->set = Value::Of(set);
  it->position = 0;
  it->size = set->live;
  it->remaining = set->live;
  return Value::Of(it);
}

namespace {

Value NewSmallRangeIterator(Vm& vm, int64_t start, int64_t step, int64_t count) {
  RangeIterator* it = TRY(vm.New<RangeIterator>(TypeId::kRangeIterator));
  it->next = Value::KnownSmallInt(start);
  it->step = Value::KnownSmallInt(step);
  it->remaining = static_cast<uint64_t>(count);
  return Value::Of(it);
}

Value NewLongRangeIterator(Vm& vm, Value start, Value step, Value count) {
  LongRangeIterator* it = TRY(vm.New<LongRangeIterator>(TypeId::kLongRangeIterator));
  it->next = start;
  it->step = step;
  it->remaining = count;
  return Value::Of(it);
}

}  // namespace

Value NewRangeIterator(Vm& vm, const Range* range) {
  if (IsSmallRange(range)) {
    return NewSmallRangeIterator(vm, range->start.AsSmallInt(), range->step.AsSmallInt(),
                                 range->length.AsSmallInt());
  }
  return NewLongRangeIterator(vm, range->start, range->step, range->length);
}

namespace {

Value NewReverseRangeIterator(Vm& vm, const Range* range) {
  if (IsSmallRange(range)) {
    int64_t length = range->length.AsSmallInt();
    int64_t step = range->step.AsSmallInt();
    int64_t last = range->start.AsSmallInt() + (length == 0 ? 0 : (length - 1) * step);
    if (Value::FitsSmallInt(-step)) return NewSmallRangeIterator(vm, last, -step, length);
  }
  Value before = TRY(vm.Binary(BinaryOp::kSub, range->length, Value::SmallInt(1)));
  Value last = TRY(RangeItem(vm, range, before));
  Value step = TRY(vm.Unary(UnaryOp::kNeg, range->step));
  return NewLongRangeIterator(vm, last, step, range->length);
}

}  // namespace

// reversed(): types with an order of their own have an iterator for it, others are indexed from the
// end.
Value NewReverseIterator(Vm& vm, Value container) {
  if (container.IsObject()) {
    Object* object = container.AsObject();
    switch (object->type) {
      case TypeId::kList:
        return NewSequenceIterator(vm, TypeId::kListReverseIterator, container,
                                   container.As<List>()->size);
      case TypeId::kRange: return NewReverseRangeIterator(vm, container.As<Range>());
      case TypeId::kDictKeys:
      case TypeId::kOrderedDictKeys:
        return NewDictIterator(vm, TypeId::kDictReverseKeyIterator,
                               container.As<DictView>()->dict.As<Dict>());
      case TypeId::kDictValues:
      case TypeId::kOrderedDictValues:
        return NewDictIterator(vm, TypeId::kDictReverseValueIterator,
                               container.As<DictView>()->dict.As<Dict>());
      case TypeId::kDictItems:
      case TypeId::kOrderedDictItems:
        return NewDictIterator(vm, TypeId::kDictReverseItemIterator,
                               container.As<DictView>()->dict.As<Dict>());
      case TypeId::kMappingProxy: {
        DepthGuard guard(vm);
        if (!guard.ok()) return vm.TooDeep("");
        // A proxy calls __reversed__, which is None of mappings that are no dicts.
        if (IsObjectOf(container.As<MappingProxy>()->mapping, TypeId::kChainMap)) {
          return vm.TypeError("'NoneType' object is not callable");
        }
        return NewReverseIterator(vm, container.As<MappingProxy>()->mapping);
      }
      default: break;
    }
    if (IsDict(vm, container)) {
      return NewDictIterator(vm, TypeId::kDictReverseKeyIterator, container.As<Dict>());
    }
    const TypeInfo& info = vm.InfoOf(container);
    const bool is_sequence = !IsAnySet(container) && object->type != TypeId::kChainMap;
    if (info.get_item != nullptr && info.length != nullptr && is_sequence) {
      int64_t length = TRY(vm.Length(container));
      return NewSequenceIterator(vm, TypeId::kReversed, container, static_cast<uint64_t>(length));
    }
  }
  return vm.TypeError("'", vm.TypeName(container), "' object is not reversible");
}

// ---- next()

Value ListReverseIteratorNext(Vm&, Value self) {
  SequenceIterator* it = self.As<SequenceIterator>();
  if (it->source.IsNone()) return Value::Exhausted();
  List* list = it->source.As<List>();
  if (it->index != 0 && it->index <= list->size) return list->items()[--it->index];
  it->source = Value::None();
  it->index = 0;
  return Value::Exhausted();
}

Value ReversedNext(Vm& vm, Value self) {
  SequenceIterator* it = self.As<SequenceIterator>();
  if (it->source.IsNone()) return Value::Exhausted();
  if (it->index != 0) {
    Value item = vm.GetItem(it->source, TRY(vm.NewInt(static_cast<int64_t>(it->index) - 1)));
    if (!item.IsFailed()) {
      --it->index;
      return item;
    }
    if (!vm.PendingIs(TypeId::kIndexError)) return item;  // it shrank: that is the end
    if (vm.TakeException().IsUndefined()) return Value::Failed();
  }
  it->source = Value::None();
  it->index = 0;
  return Value::Exhausted();
}

Value LongRangeIteratorNext(Vm& vm, Value self) {
  LongRangeIterator* it = self.As<LongRangeIterator>();
  if (it->remaining == Value::SmallInt(0)) return Value::Exhausted();
  Value item = it->next;
  Value next = TRY(vm.Binary(BinaryOp::kAdd, it->next, it->step));
  it->remaining = TRY(vm.Binary(BinaryOp::kSub, it->remaining, Value::SmallInt(1)));
  it->next = next;
  return item;
}

namespace {

// What both directions check first. False: at the end, or failed.
bool DictIteratorReady(Vm& vm, DictIterator* it, bool* failed) {
  if (it->dict.IsNone()) return false;
  if (it->size != DictLength(it->dict.As<Dict>())) [[unlikely]] {
    *failed = true;
    // One is at its end then, the other broken for good.
    if (it->type == TypeId::kOrderedDictIterator) {
      static_cast<void>(vm.Raise(TypeId::kRuntimeError, "OrderedDict mutated during iteration"));
      // (Not when the exception itself waits for a collection: this comes again then.)
      if (vm.FailureIsCatchable()) it->dict = Value::None();
    } else {
      it->size = DictIterator::kChanged;
      static_cast<void>(
          vm.Raise(TypeId::kRuntimeError, "dictionary changed size during iteration"));
    }
    return false;
  }
  return true;
}

bool CountEntry(Vm& vm, DictIterator* it, bool* failed) {
  if (it->remaining == 0) [[unlikely]] {
    it->dict = Value::None();
    *failed = true;
    Heap::AlwaysAllocateScope over_already(vm.heap);
    static_cast<void>(vm.Raise(TypeId::kRuntimeError, "dictionary keys changed during iteration"));
    return false;
  }
  --it->remaining;
  return true;
}

Value ItemOf(Vm& vm, const DictEntry* entry) { return vm.NewTuple({entry->key, entry->value}); }

}  // namespace

// Gaps in the table are skipped and charged. A dict that was large and is nearly empty may have
// millions of them, and a loop over it would be free otherwise.
DictEntry* DictIteratorAdvance(Vm& vm, DictIterator* it, bool* failed) {
  if (!DictIteratorReady(vm, it, failed)) return nullptr;
  uint32_t at = static_cast<uint32_t>(it->position);
  DictEntry* entry = DictNext(it->dict.As<Dict>(), &at);
  if (at > it->position + 1 && !vm.Tick((at - it->position) / 16)) {  // T-021: dead entries
    *failed = true;
    return nullptr;
  }
  if (entry == nullptr) {
    it->dict = Value::None();
    return nullptr;
  }
  if (!CountEntry(vm, it, failed)) return nullptr;
  it->position = at;
  return entry;
}

Value DictKeyIteratorNext(Vm& vm, Value self) {
  bool failed = false;
  DictEntry* entry = DictIteratorAdvance(vm, self.As<DictIterator>(), &failed);
  if (entry == nullptr) return failed ? Value::Failed() : Value::Exhausted();
  return entry->key;
}

Value DictValueIteratorNext(Vm& vm, Value self) {
  bool failed = false;
  DictEntry* entry = DictIteratorAdvance(vm, self.As<DictIterator>(), &failed);
  if (entry == nullptr) return failed ? Value::Failed() : Value::Exhausted();
  return entry->value;
}

Value DictItemIteratorNext(Vm& vm, Value self) {
  // The tuple comes first: without memory for it the iterator must not have moved.
  DictIterator* it = self.As<DictIterator>();
  if (it->dict.IsNone()) return Value::Exhausted();
  Tuple* item = TRY(vm.NewTuple(2));
  bool failed = false;
  DictEntry* entry = DictIteratorAdvance(vm, it, &failed);
  if (entry == nullptr) return failed ? Value::Failed() : Value::Exhausted();
  item->items()[0] = entry->key;
  item->items()[1] = entry->value;
  return Value::Of(item);
}

Value DictItemIteratorNextPair(Vm& vm, Value self, Value* out) {
  bool failed = false;
  const DictEntry* entry = DictIteratorAdvance(vm, self.As<DictIterator>(), &failed);
  if (entry == nullptr) return failed ? Value::Failed() : Value::Exhausted();
  out[0] = entry->key;
  out[1] = entry->value;
  return Value::Undefined();
}

namespace {

// What a dict's iterator of this kind is called.
TypeId KindOf(const DictIterator* it) {
  if (it->type != TypeId::kOrderedDictIterator) return it->type;
  return static_cast<TypeId>(static_cast<const OrderedDictIterator*>(it)->kind);
}

}  // namespace

Value OrderedDictIteratorNext(Vm& vm, Value self) {
  switch (KindOf(self.As<DictIterator>())) {
    case TypeId::kDictKeyIterator: return DictKeyIteratorNext(vm, self);
    case TypeId::kDictValueIterator: return DictValueIteratorNext(vm, self);
    case TypeId::kDictItemIterator: return DictItemIteratorNext(vm, self);
    default: return DictReverseIteratorNext(vm, self);
  }
}

Value DictReverseIteratorNext(Vm& vm, Value self) {
  DictIterator* it = self.As<DictIterator>();
  bool failed = false;
  if (!DictIteratorReady(vm, it, &failed)) return failed ? Value::Failed() : Value::Exhausted();
  Dict* dict = it->dict.As<Dict>();
  uint64_t at = it->position < dict->used ? it->position : dict->used;
  uint64_t start = at;
  DictEntry* table = dict->table();
  while (at != 0 && table[at - 1].value.IsUndefined()) --at;
  if (start != at && !vm.Tick((start - at) / 16)) return Value::Failed();
  if (at == 0) {
    it->dict = Value::None();
    return Value::Exhausted();
  }
  const DictEntry* entry = &table[at - 1];
  Value item = entry->key;
  if (KindOf(it) == TypeId::kDictReverseValueIterator) item = entry->value;
  if (KindOf(it) == TypeId::kDictReverseItemIterator) item = TRY(ItemOf(vm, entry));
  if (!CountEntry(vm, it, &failed)) return Value::Failed();
  it->position = at - 1;
  return item;
}

// A set that changed its size ends the loop with an error, as in CPython. It cannot notice an item
// that was removed and another one added; neither can CPython.
Value SetIteratorNext(Vm& vm, Value self) {
  SetIterator* it = self.As<SetIterator>();
  if (it->set.IsNone()) return Value::Exhausted();
  Set* set = it->set.As<Set>();
  if (it->size != set->live) [[unlikely]] {
    it->size = DictIterator::kChanged;
    return vm.Raise(TypeId::kRuntimeError, "Set changed size during iteration");
  }
  if (!set->table.IsUndefined()) {
    SetEntry* table = SetTable(set);
    uint64_t slots = SetMask(set) + 1;
    uint64_t at = it->position;
    while (at < slots && !IsLiveSlot(table[at])) ++at;
    if (at - it->position > 64 && !vm.Tick((at - it->position) / 16)) return Value::Failed();
    if (at < slots) {
      it->position = at + 1;
      if (it->remaining != 0) --it->remaining;
      return table[at].key;
    }
  }
  it->set = Value::None();
  return Value::Exhausted();
}

// ---- What they have in common

Value IteratorIdentity(Vm&, Value self) { return self; }

Value IteratorLengthHint(Vm& vm, const Args& args) {
  Object* object = args[0].AsObject();
  switch (object->type) {
    case TypeId::kRangeIterator: return vm.NewIntUnsigned(args[0].As<RangeIterator>()->remaining);
    case TypeId::kLongRangeIterator: return args[0].As<LongRangeIterator>()->remaining;
    case TypeId::kSetIterator: {
      SetIterator* it = args[0].As<SetIterator>();
      bool over = it->set.IsNone() || it->size != it->set.As<Set>()->live;
      return vm.NewInt(over ? 0 : static_cast<int64_t>(it->remaining));
    }
    case TypeId::kListReverseIterator: {
      SequenceIterator* it = args[0].As<SequenceIterator>();
      bool over = it->source.IsNone() || it->source.As<List>()->size < it->index;
      return vm.NewInt(over ? 0 : static_cast<int64_t>(it->index));
    }
    case TypeId::kReversed: {
      SequenceIterator* it = args[0].As<SequenceIterator>();
      if (it->source.IsNone()) return Value::SmallInt(0);
      int64_t length = TRY(vm.Length(it->source));
      int64_t left = static_cast<int64_t>(it->index);
      return vm.NewInt(length < left ? 0 : left);
    }
    case TypeId::kListIterator:
    case TypeId::kTupleIterator: {
      SequenceIterator* it = args[0].As<SequenceIterator>();
      if (it->source.IsNone()) return Value::SmallInt(0);
      uint64_t size = object->type == TypeId::kListIterator ? it->source.As<List>()->size
                                                            : it->source.As<Tuple>()->size();
      return vm.NewInt(size < it->index ? 0 : static_cast<int64_t>(size - it->index));
    }
    default: {
      DictIterator* it = args[0].As<DictIterator>();
      bool over = it->dict.IsNone() || it->size != DictLength(it->dict.As<Dict>());
      return vm.NewInt(over ? 0 : static_cast<int64_t>(it->remaining));
    }
  }
}

bool IsNativeContainer(const Vm& vm, Value v) {
  if (!v.IsObject()) return false;
  switch (v.AsObject()->type) {
    case TypeId::kList:
    case TypeId::kTuple:
    case TypeId::kDict:
    case TypeId::kSet:
    case TypeId::kFrozenSet:
    case TypeId::kRange:
    case TypeId::kStr:
    case TypeId::kBytes:
    case TypeId::kByteArray:
    case TypeId::kDictKeys:
    case TypeId::kDictValues:
    case TypeId::kDictItems:
    case TypeId::kOrderedDictKeys:
    case TypeId::kOrderedDictValues:
    case TypeId::kOrderedDictItems:
    case TypeId::kNamedTuple:
    case TypeId::kVersionInfo:
    case TypeId::kStructTime:
    case TypeId::kIsoCalendarDate:
    case TypeId::kFloatInfo:
    case TypeId::kIntInfo:
    case TypeId::kHashInfo: return true;
    case TypeId::kMappingProxy: return IsDict(vm, v.As<MappingProxy>()->mapping);
    default: return vm.IsInstance(v, TypeId::kDict);
  }
}

}  // namespace pysub
