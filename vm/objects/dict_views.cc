#include "vm/objects/dict_views.h"

#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/recursion_mark.h"
#include "vm/objects/set.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

Dict* DictOf(Value view) { return view.As<DictView>()->dict.As<Dict>(); }

// The kind of a view of an OrderedDict is that of a dict's.
TypeId KindOf(Value view) {
  switch (view.AsObject()->type) {
    case TypeId::kOrderedDictKeys: return TypeId::kDictKeys;
    case TypeId::kOrderedDictValues: return TypeId::kDictValues;
    case TypeId::kOrderedDictItems: return TypeId::kDictItems;
    default: return view.AsObject()->type;
  }
}

bool IsSetLikeView(Value v) {
  if (!v.IsObject()) return false;
  TypeId kind = KindOf(v);
  return kind == TypeId::kDictKeys || kind == TypeId::kDictItems;
}

Result<int64_t> LengthOf(Value v) {
  if (IsAnySet(v)) return static_cast<int64_t>(v.As<Set>()->live);
  return int64_t{DictLength(DictOf(v))};
}

// Whether all items of `small`, a view or set, are in `large`, a view or set.
Result<bool> AllIn(Vm& vm, Value small, Value large) {
  bool all = true;
  Status status = ForEachItem(vm, small, [&](Value item) -> Status {
    if (!all) return Done{};
    Value found = vm.Contains(large, item);
    if (found.IsFailed()) return Failure{};
    all = found.IsTrue();
    return Done{};
  });
  if (!status.ok()) return Failure{};
  return all;
}

// set(value): of anything that is walked natively.
Set* NewNativeSet(Vm& vm, Value container) {
  Value set = NewSetFrom(vm, TypeId::kSet, container);
  return set.IsFailed() ? nullptr : set.As<Set>();
}

// view & other, where `view` is a set-like view and `other` a native container.
Value Intersection(Vm& vm, Value view, Value other) {
  int64_t view_length = TRY(LengthOf(view));
  // The result is a set, also of a frozenset.
  if (IsObjectOf(other, TypeId::kSet) &&
      view_length <= static_cast<int64_t>(other.As<Set>()->live)) {
    return SetOperation(vm, SetOp::kIntersection, other.As<Set>(), {&view, 1});
  }
  if (IsSetLikeView(other) && TRY(LengthOf(other)) > view_length) std::swap(view, other);
  Set* result = TRY(vm.NewSet());
  TRY(ForEachItem(vm, other, [&](Value item) -> Status {
    Value found = vm.Contains(view, item);
    if (found.IsFailed()) return Failure{};
    if (found.IsTrue()) TRY(SetAdd(vm, result, item));
    return Done{};
  }));
  return Value::Of(result);
}

// The items of one dict and not the other, or with another value there.
Value ItemsDifference(Vm& vm, Value left, Value right) {
  Set* result = TRY(vm.NewSet());
  auto add_missing = [&](Value from, Value in) -> Status {
    return ForEachItem(vm, from, [&](Value item) -> Status {
      Value found = vm.Contains(in, item);
      if (found.IsFailed()) return Failure{};
      if (!found.IsTrue()) TRY(SetAdd(vm, result, item));
      return Done{};
    });
  };
  TRY(add_missing(left, right));
  TRY(add_missing(right, left));
  return Value::Of(result);
}

// `set` made of the left operand, changed by the right one.
Value UpdateSet(Vm& vm, BinaryOp op, Set* set, Value right) {
  SetOp operation = op == BinaryOp::kOr    ? SetOp::kUpdate
                    : op == BinaryOp::kSub ? SetOp::kDifferenceUpdate
                                           : SetOp::kSymmetricDifferenceUpdate;
  TRY(SetOperation(vm, operation, set, {&right, 1}));
  return Value::Of(set);
}

Value NativeBinary(Vm& vm, BinaryOp op, Value left, Value right) {
  if (op == BinaryOp::kAnd) {
    return IsSetLikeView(left) ? Intersection(vm, left, right) : Intersection(vm, right, left);
  }
  if (op == BinaryOp::kXor && IsSetLikeView(left) && IsSetLikeView(right) &&
      KindOf(left) == TypeId::kDictItems && KindOf(right) == TypeId::kDictItems) {
    return ItemsDifference(vm, left, right);
  }
  return UpdateSet(vm, op, TRY(NewNativeSet(vm, left)), right);
}

bool IsIterable(Vm& vm, Value v) {
  const TypeInfo& info = vm.InfoOf(v);
  return info.iter != nullptr || info.next != nullptr;
}

}  // namespace

Value NewDictView(Vm& vm, TypeId type, Value dict) {
  DictView* view = TRY(vm.New<DictView>(type));
  view->dict = dict;
  return Value::Of(view);
}

Value NewMappingProxy(Vm& vm, Value mapping) {
  MappingProxy* proxy = TRY(vm.New<MappingProxy>(TypeId::kMappingProxy));
  proxy->mapping = mapping;
  return Value::Of(proxy);
}

Value ViewIsDisjoint(Vm& vm, Value view, Value other) {
  if (!IsNativeContainer(vm, other)) {
    if (!IsIterable(vm, other)) return vm.GetIter(other);
    return vm.PushNativeFrame(ResumeId::kViewOperation, {Value::None(), view, other});
  }
  Value walked = other;
  Value asked = view;
  if ((IsAnySet(other) || IsSetLikeView(other)) && TRY(LengthOf(other)) > TRY(LengthOf(view))) {
    std::swap(walked, asked);
  }
  bool disjoint = true;
  TRY(ForEachItem(vm, walked, [&](Value item) -> Status {
    if (!disjoint) return Done{};
    Value found = vm.Contains(asked, item);
    if (found.IsFailed()) return Failure{};
    disjoint = !found.IsTrue();
    return Done{};
  }));
  return Value::Bool(disjoint);
}

// Slots: the operation (None: isdisjoint), the operands; those that have to be are read into lists.
Value ViewOperationResume(Vm& vm, NativeFrame& frame, Value in) {
  const Value operation = frame.slots[0];
  const BinaryOp op =
      operation.IsNone() ? BinaryOp::kAnd : static_cast<BinaryOp>(operation.AsSmallInt());
  switch (frame.state) {
    case 0:
      if (!IsNativeContainer(vm, frame.slots[1])) {
        PYSUB_SUSPEND_POINT(1, vm.Materialise(frame.slots[1]));
        frame.slots[1] = in;
      }
      // The left operand is hashed before anybody asks the right one.
      if (op != BinaryOp::kAnd) {
        frame.slots[1] = Value::Of(TRY(NewNativeSet(vm, frame.slots[1])));
      }
      if (!IsNativeContainer(vm, frame.slots[2])) {
        PYSUB_SUSPEND_POINT(2, vm.Materialise(frame.slots[2]));
        frame.slots[2] = in;
      }
  }
  // In a snapshot from anybody they may be anything.
  const bool has_view =
      IsSetLikeView(frame.slots[1]) || (op == BinaryOp::kAnd && IsSetLikeView(frame.slots[2]));
  if (!IsNativeContainer(vm, frame.slots[1]) || !IsNativeContainer(vm, frame.slots[2]) ||
      (op == BinaryOp::kAnd && !has_view)) {
    return BadState(vm);
  }
  if (operation.IsNone()) return ViewIsDisjoint(vm, frame.slots[1], frame.slots[2]);
  if (op == BinaryOp::kAnd) return NativeBinary(vm, op, frame.slots[1], frame.slots[2]);
  if (!IsObjectOf(frame.slots[1], TypeId::kSet)) return BadState(vm);
  return UpdateSet(vm, op, frame.slots[1].As<Set>(), frame.slots[2]);
}

Status ViewRepr(Vm& vm, Value self, TextBuilder& out) {
  RecursionMark mark(self.AsObject());
  if (mark.entered_before()) {
    out.Append("...");
    return out.status();
  }
  out.Append(Vm::NameOf(self.AsObject()->type));
  out.Append("([");
  bool first = true;
  uint32_t at = 0;
  while (DictEntry* entry = DictNext(DictOf(self), &at)) {
    if (!vm.Tick(1)) return Failure{};
    if (!first) out.Append(", ");
    first = false;
    TypeId type = KindOf(self);
    if (type == TypeId::kDictItems) out.Append('(');
    if (type != TypeId::kDictValues) TRY(vm.Repr(entry->key, out));
    if (type == TypeId::kDictItems) out.Append(", ");
    if (type != TypeId::kDictKeys) TRY(vm.Repr(entry->value, out));
    if (type == TypeId::kDictItems) out.Append(')');
  }
  out.Append("])");
  return out.status();
}

// Views of keys and items compare as sets do: < is "a proper subset". Sizes are asked first,
// because that costs nothing.
Value ViewCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsSetLikeView(left) && !IsAnySet(left)) return Value::NotImplemented();
  if (!IsSetLikeView(right) && !IsAnySet(right)) return Value::NotImplemented();
  int64_t a = TRY(LengthOf(left));
  int64_t b = TRY(LengthOf(right));
  switch (op) {
    case CompareOp::kEq: return Value::Bool(a == b && TRY(AllIn(vm, left, right)));
    case CompareOp::kNe: return Value::Bool(!(a == b && TRY(AllIn(vm, left, right))));
    case CompareOp::kLt: return Value::Bool(a < b && TRY(AllIn(vm, left, right)));
    case CompareOp::kLe: return Value::Bool(a <= b && TRY(AllIn(vm, left, right)));
    case CompareOp::kGt: return Value::Bool(a > b && TRY(AllIn(vm, right, left)));
    case CompareOp::kGe: return Value::Bool(a >= b && TRY(AllIn(vm, right, left)));
  }
  return Value::NotImplemented();
}

Result<int64_t> ViewLength(Vm&, Value self) { return int64_t{DictLength(DictOf(self))}; }

Value ViewContains(Vm& vm, Value self, Value item) {
  Dict* dict = DictOf(self);
  if (KindOf(self) == TypeId::kDictKeys) return DictContains(vm, Value::Of(dict), item);
  if (!vm.IsInstance(item, TypeId::kTuple) || item.As<Tuple>()->size() != 2) return Value::False();
  Value value = TRY(DictGetInline(vm, dict, item.As<Tuple>()->items()[0]));
  if (value.IsUndefined()) return Value::False();
  return Value::Bool(TRY(vm.Equal(value, item.As<Tuple>()->items()[1])));
}

Value ViewIter(Vm& vm, Value self) {
  TypeId type = KindOf(self);
  return NewDictIterator(vm,
                         type == TypeId::kDictKeys     ? TypeId::kDictKeyIterator
                         : type == TypeId::kDictValues ? TypeId::kDictValueIterator
                                                       : TypeId::kDictItemIterator,
                         DictOf(self));
}

Value ViewBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  if (op != BinaryOp::kOr && op != BinaryOp::kAnd && op != BinaryOp::kSub && op != BinaryOp::kXor) {
    return Value::NotImplemented();
  }
  for (Value operand : {left, right}) {
    if (!IsNativeContainer(vm, operand) && !IsIterable(vm, operand)) {
      // It may be that the left one cannot be hashed; that would have been found before.
      if (operand == right && op != BinaryOp::kAnd && IsNativeContainer(vm, left)) {
        TRY(NewNativeSet(vm, left));
      }
      return vm.GetIter(operand);  // raises: not iterable
    }
  }
  if (IsNativeContainer(vm, left) && IsNativeContainer(vm, right)) {
    return NativeBinary(vm, op, left, right);
  }
  return vm.PushNativeFrame(ResumeId::kViewOperation,
                            {Value::SmallInt(static_cast<int>(op)), left, right});
}

// ---- mappingproxy

namespace {

Value MappingOf(Value proxy) { return proxy.As<MappingProxy>()->mapping; }
Value Unwrapped(Value v) { return IsObjectOf(v, TypeId::kMappingProxy) ? MappingOf(v) : v; }

}  // namespace

Status ProxyRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("mappingproxy(");
  TRY(vm.Repr(MappingOf(self), out));
  out.Append(')');
  return out.status();
}

Status ProxyStr(Vm& vm, Value self, TextBuilder& out) { return vm.ToStr(MappingOf(self), out); }

Result<int64_t> ProxyHash(Vm& vm, Value self) { return vm.Hash(MappingOf(self)); }

Value ProxyCompare(Vm& vm, CompareOp op, Value left, Value right) {
  return vm.Compare(op, Unwrapped(left), Unwrapped(right));
}

// A proxy of a proxy of ... may be as deep as memory allows.
Result<int64_t> ProxyLength(Vm& vm, Value self) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return vm.Length(MappingOf(self));
}

Value ProxyGetItem(Vm& vm, Value self, Value key) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return vm.GetItem(MappingOf(self), key);
}

Value ProxyContains(Vm& vm, Value self, Value key) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return vm.Contains(MappingOf(self), key);
}

Value ProxyIter(Vm& vm, Value self) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return vm.GetIter(MappingOf(self));
}

Value ProxyBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  if (op != BinaryOp::kOr) return Value::NotImplemented();
  if (in_place) {
    return vm.TypeError("'|=' is not supported by mappingproxy; use '|' instead");
  }
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return vm.Binary(op, Unwrapped(left), Unwrapped(right));
}

}  // namespace pysub
