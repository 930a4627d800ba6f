// The shapes of the objects that vm/ itself knows: vm/object.h, vm/objects/*.h. Other types say theirs in
// their TypeInfo.

#include "vm/snapshot/shape.h"

#include "vm/objects/dict_views.h"
#include "vm/objects/iterators.h"
#include "vm/objects/memoryview.h"
#include "vm/objects/range.h"
#include "vm/task.h"
#include "vm/unit.h"
#include "vm/vm.h"

namespace pysub {

bool Field::Accepts(Value v) const {
  if (v.IsUndefined()) return or_undefined || kind == FieldKind::kAny;
  if (or_none && v.IsNone()) return true;
  // There is one empty tuple, which nobody changes.
  const bool is_empty_tuple = IsObjectOf(v, TypeId::kTuple) && v.AsObject()->count == 0;
  if (alone && !is_empty_tuple && !IsReferredOnce(v)) return false;
  switch (kind) {
    case FieldKind::kAny:
    case FieldKind::kValue:
      return !v.IsControl() && !v.IsExhausted() && !IsStorage(v);
    case FieldKind::kRaw:
      return v.bits() < uint64_t{1} << 48;
    case FieldKind::kSmallInt:
      return v.IsSmallInt();
    case FieldKind::kInt:
      return v.IsSmallInt() || IsIntObject(v);
    case FieldKind::kFloat:
      return v.IsFloat();
    case FieldKind::kBool:
      return v.IsBool();
    case FieldKind::kObjectOf:
      return v.IsObject() && (alone ? v.AsObject()->type == type : Vm::IsSubtype(v.AsObject()->type, type));
    case FieldKind::kSet:
      return IsObjectOf(v, TypeId::kSet) || IsObjectOf(v, TypeId::kFrozenSet);
    case FieldKind::kGenerator:
      return IsObjectOf(v, TypeId::kGenerator) || IsObjectOf(v, TypeId::kCoroutine) ||
             IsObjectOf(v, TypeId::kAsyncGenerator);
    case FieldKind::kException:
      return IsException(v);
    case FieldKind::kCallable:
      return v.IsNative() || IsObjectOf(v, TypeId::kFunction);
    case FieldKind::kType:
      return v.IsType() || IsObjectOf(v, TypeId::kDynamicType);
  }
  return false;
}

namespace {

bool CheckBigInt(Vm&, Object* object) {
  const BigInt* number = static_cast<BigInt*>(object);
  if (number->count == 0 || number->count % 8 != 0) return false;
  uint64_t top = number->limbs()[number->limb_count() - 1];
  // Those that fit are inline.
  constexpr uint64_t kFirst = uint64_t{1} << 47;
  return top != 0 && (number->limb_count() > 1 || top > kFirst || (top == kFirst && !number->negative()));
}

bool CheckNamedInt(Vm&, Object* object) {
  return object->count == 8 && static_cast<BigInt*>(object)->limbs()[0] < uint64_t{1} << 47;
}

bool CheckList(Vm&, Object* object) {
  List* list = static_cast<List*>(object);
  return list->size <= list->capacity();
}

bool CheckByteArray(Vm&, Object* object) {
  ByteArray* array = static_cast<ByteArray*>(object);
  return array->size <= (array->buffer.IsUndefined() ? 0 : array->buffer.AsObject()->count);
}

// As many items as its type has fields (the third word of a DynamicType).
bool CheckNamedTuple(Vm&, Object* object) {
  if (object->count == 0 || !IsObjectOf(object->words()[object->count - 1], TypeId::kDynamicType)) return false;
  Object* type = object->words()[object->count - 1].AsObject();
  return type->words()[2].AsObject()->count == object->count - 1;
}

bool CheckTemplate(Vm& vm, Object* object) {
  const Value strings = object->words()[0], interpolations = object->words()[1];
  return strings.AsObject()->count == uint64_t{interpolations.AsObject()->count} + 1 &&
         AllItems(vm, strings, [](Value item) { return Vm::IsStr(item); }) &&
         AllItems(vm, interpolations, [](Value item) { return IsObjectOf(item, TypeId::kInterpolation); });
}

// Only plain dicts are namespaces, whose entries stay where they are.
bool CheckDict(Vm&, Object* object) {
  return object->type == TypeId::kDict || !static_cast<Dict*>(object)->is_namespace();
}

bool CheckRange(Vm& vm, Object* object) {
  Range* range = static_cast<Range*>(object);
  if (range->step == Value::SmallInt(0)) return false;
  Value again = NewRange(vm, range->start, range->stop, range->step);
  if (again.IsFailed()) return false;
  Result<bool> same = vm.Equal(again.As<Range>()->length, range->length);
  return same.ok() && *same;
}

bool CheckFunction(Vm&, Object* object) {
  Function* function = static_cast<Function*>(object);
  return function->cell_count() == function->code->captures.size() &&
         function->globals == function->unit->globals;
}

bool CheckBoundNative(Vm& vm, Object* object) {
  BoundMethod* method = static_cast<BoundMethod*>(object);
  if (!method->function.IsNative() || Vm::IsModuleFunction(method->function)) return false;
  NativeKind kind = vm.NativeOf(method->function).kind;
  if ((kind == NativeKind::kWrapper) != (object->type == TypeId::kMethodWrapper)) return false;
  return IsSelfOf(vm, method->self, method->function);
}

bool CheckTraceback(Vm&, Object* object) {
  Traceback* line = static_cast<Traceback*>(object);
  return line->pc < line->function.As<Function>()->code->words.size();
}

bool CheckGroup(Vm& vm, Object* object) {
  Exception* group = static_cast<Exception*>(object);
  if (!Vm::IsStr(group->fields[0]) || !IsObjectOf(group->fields[1], TypeId::kTuple)) return false;
  Tuple* members = group->fields[1].As<Tuple>();
  return members->size() > 0 && AllItems(vm, group->fields[1], IsException);
}

bool CheckException(Vm& vm, Object* object) {
  if (Vm::IsSubtype(object->type, TypeId::kBaseExceptionGroup)) return CheckGroup(vm, object);
  return true;
}

bool CheckRangeIterator(Vm&, Object* object) {
  const RangeIterator* it = static_cast<RangeIterator*>(object);
  // The last of its numbers is an inline int, as the first is.
  int64_t way, last;
  return it->remaining == 0 ||
         (Value::FitsSmallInt(it->remaining) &&
          !__builtin_mul_overflow(static_cast<int64_t>(it->remaining - 1), it->step.AsSmallInt(), &way) &&
          !__builtin_add_overflow(it->next.AsSmallInt(), way, &last) && Value::FitsSmallInt(last));
}

// An index into the UTF-8 of a str: at the start of a character.
bool CheckStrIterator(Vm&, Object* object) {
  SequenceIterator* it = static_cast<SequenceIterator*>(object);
  if (it->source.IsNone()) return true;
  std::string_view text = Vm::View(it->source);
  return it->index <= text.size() &&
         (it->index == text.size() || (static_cast<uint8_t>(text[it->index]) & 0xC0) != 0x80);
}

constexpr Shape kObjectShape{"v"};
constexpr Shape kIntShape{Layout::kRaw, CheckBigInt};
constexpr Shape kNamedIntShape{Layout::kRaw, CheckNamedInt};
constexpr Shape kComplexShape{"f f"};
constexpr Shape kStrShape{Layout::kStr, nullptr};
constexpr Shape kRawShape{Layout::kRaw, nullptr};
constexpr Shape kByteArrayShape{"B? # #", CheckByteArray};
constexpr Shape kMemoryViewShape{"V? s t t # # # i # i?", CheckMemoryView};
constexpr Shape kListShape{"A? #", CheckList};
constexpr Shape kTupleShape{"v*"};
constexpr Shape kNamedTupleShape{"v*", CheckNamedTuple};
constexpr Shape kDictShape{"D? B? # # v", CheckDict};
constexpr Shape kSetShape{"T? # # k?"};
constexpr Shape kRangeShape{"i i i i", CheckRange};
constexpr Shape kSliceShape{"V V V"};
// Code and unit are checked when the function is made.
constexpr Shape kFunctionShape{"# # s s v v t?~ d?~ v v t? d? d? C*", CheckFunction};
constexpr Shape kBoundMethodShape{"V V"};
constexpr Shape kBoundNativeShape{"V n", CheckBoundNative};
constexpr Shape kCellShape{"v"};
constexpr Shape kGeneratorShape{"# # F X? v s s v v*"};
constexpr Shape kModuleShape{"s d"};
constexpr Shape kTracebackShape{"R~ F #", CheckTraceback};
constexpr Shape kExceptionShape{"t X?~ X?~ R?~ d? # v v v v v v v v", CheckException};
constexpr Shape kTaskShape{"# # # v*"};
constexpr Shape kDictViewShape{"d"};
constexpr Shape kMappingProxyShape{"V"};
constexpr Shape kArrayShape{"v*"};
constexpr Shape kListIteratorShape{"l~ #"};
constexpr Shape kTupleIteratorShape{"t~ #"};
constexpr Shape kRangeIteratorShape{"k k #", CheckRangeIterator};
constexpr Shape kLongRangeIteratorShape{"i i i"};
constexpr Shape kStrIteratorShape{"s~ #", CheckStrIterator};
constexpr Shape kBytesIteratorShape{"<Bytes>~ #"};
constexpr Shape kByteArrayIteratorShape{"<ByteArray>~ #"};
constexpr Shape kMemoryViewIteratorShape{"<MemoryView>~ #"};
constexpr Shape kDictIteratorShape{"d~ # # #"};
constexpr Shape kOrderedDictIteratorShape{"<OrderedDict>~ # # # #"};
constexpr Shape kSetIteratorShape{"S~ # # #"};
constexpr Shape kCallableIteratorShape{"v v"};
constexpr Shape kMapShape{"V t b"};
constexpr Shape kFilterShape{"V V"};
constexpr Shape kReversedShape{"V #"};
constexpr Shape kCoroutineWrapperShape{"<Coroutine>"};
constexpr Shape kAsyncOperationShape{"# <AsyncGenerator> v"};
constexpr Shape kAnextAwaitableShape{"V V"};
constexpr Shape kTemplateShape{"t t", CheckTemplate};
constexpr Shape kTemplateIteratorShape{"<Template>~ #"};
constexpr Shape kInterpolationShape{"V s s~ s"};

constexpr Shape kAsyncStateShape{"<AsyncEventLoop>~ <AsyncEventLoop>~ #"};  // no type of a program's

const Shape* BaseShape(TypeId type) {
  if (IsExceptionType(type)) return &kExceptionShape;
  switch (type) {
    case TypeId::kInt: return &kIntShape;
    case TypeId::kRegexFlag:
    case TypeId::kCalendarDay:
    case TypeId::kCalendarMonth: return &kNamedIntShape;
    case TypeId::kComplex: return &kComplexShape;
    case TypeId::kStr: return &kStrShape;
    case TypeId::kBytes:
    case TypeId::kBuffer: return &kRawShape;
    case TypeId::kByteArray: return &kByteArrayShape;
    case TypeId::kMemoryView: return &kMemoryViewShape;
    case TypeId::kList: return &kListShape;
    case TypeId::kTuple:
    case TypeId::kVersionInfo:
    case TypeId::kStructTime:
    case TypeId::kIsoCalendarDate:
    case TypeId::kFloatInfo:
    case TypeId::kIntInfo:
    case TypeId::kHashInfo: return &kTupleShape;
    case TypeId::kNamedTuple: return &kNamedTupleShape;
    case TypeId::kDict: return &kDictShape;
    case TypeId::kSet:
    case TypeId::kFrozenSet: return &kSetShape;
    case TypeId::kRange: return &kRangeShape;
    case TypeId::kSlice: return &kSliceShape;
    case TypeId::kFunction: return &kFunctionShape;
    case TypeId::kBoundMethod: return &kBoundMethodShape;
    case TypeId::kBuiltinFunction:
    case TypeId::kMethodWrapper: return &kBoundNativeShape;
    case TypeId::kCell: return &kCellShape;
    case TypeId::kGenerator:
    case TypeId::kCoroutine:
    case TypeId::kAsyncGenerator: return &kGeneratorShape;
    case TypeId::kModule: return &kModuleShape;
    case TypeId::kTraceback: return &kTracebackShape;
    case TypeId::kTask: return &kTaskShape;
    case TypeId::kDictKeys:
    case TypeId::kDictValues:
    case TypeId::kDictItems: return &kDictViewShape;
    case TypeId::kMappingProxy: return &kMappingProxyShape;
    case TypeId::kArray: return &kArrayShape;
    // Their owners know what is in them.
    case TypeId::kDictTable:
    case TypeId::kSetTable: return &kArrayShape;
    case TypeId::kListIterator:
    case TypeId::kListReverseIterator: return &kListIteratorShape;
    case TypeId::kTupleIterator: return &kTupleIteratorShape;
    case TypeId::kRangeIterator: return &kRangeIteratorShape;
    case TypeId::kLongRangeIterator: return &kLongRangeIteratorShape;
    case TypeId::kStrIterator:
    case TypeId::kStrAsciiIterator: return &kStrIteratorShape;
    case TypeId::kBytesIterator: return &kBytesIteratorShape;
    case TypeId::kByteArrayIterator: return &kByteArrayIteratorShape;
    case TypeId::kMemoryViewIterator: return &kMemoryViewIteratorShape;
    case TypeId::kDictKeyIterator:
    case TypeId::kDictValueIterator:
    case TypeId::kDictItemIterator:
    case TypeId::kDictReverseKeyIterator:
    case TypeId::kDictReverseValueIterator:
    case TypeId::kDictReverseItemIterator: return &kDictIteratorShape;
    case TypeId::kOrderedDictIterator: return &kOrderedDictIteratorShape;
    case TypeId::kSetIterator: return &kSetIteratorShape;
    case TypeId::kCallableIterator: return &kCallableIteratorShape;
    case TypeId::kMap: return &kMapShape;
    case TypeId::kFilter: return &kFilterShape;
    case TypeId::kReversed: return &kReversedShape;
    case TypeId::kCoroutineWrapper: return &kCoroutineWrapperShape;
    case TypeId::kAsyncGenASend:
    case TypeId::kAsyncGenAThrow: return &kAsyncOperationShape;
    case TypeId::kAnextAwaitable: return &kAnextAwaitableShape;
    case TypeId::kTemplate: return &kTemplateShape;
    case TypeId::kTemplateIterator: return &kTemplateIteratorShape;
    case TypeId::kInterpolation: return &kInterpolationShape;
    case TypeId::kAsyncState: return &kAsyncStateShape;
    default: return nullptr;
  }
}

}  // namespace

namespace {

struct StepSlots {
  Shape shape;
  StateRules rules;
};
consteval StepSlots Slots(std::string_view text, std::string_view rules = "") {
  return {Shape(text), StateRules(rules)};
}

constexpr StepSlots kSlots[] = {
#define PYSUB_STEP(name, ...) Slots(__VA_ARGS__),
#include "vm/steps.def"
#undef PYSUB_STEP
};

}  // namespace

const Shape* SlotsOf(uint64_t step) { return step < std::size(kSlots) ? &kSlots[step].shape : nullptr; }

const StateRules& RulesOf(uint64_t step) { return kSlots[step].rules; }

bool StateRules::Accept(uint64_t state, const Value* slots, uint32_t slot_count) const {
  const uint64_t now = state & ~kRepeatAwait;
  for (uint32_t i = 0; i < count; ++i) {
    const Rule& rule = rules[i];
    if (now > 31 || !(rule.states >> now & 1)) continue;
    if (rule.slot >= slot_count || !rule.field.Accepts(slots[rule.slot])) return false;
  }
  return true;
}

const Shape* ShapeOf(const Runtime& runtime, TypeId type) {
  if (type == TypeId::kObject) return &kObjectShape;
  // A type without a row is laid out as its base.
  for (; type != TypeId::kObject; type = Vm::BaseOf(type)) {
    if (const Shape* shape = BaseShape(type)) return shape;
    const TypeInfo* info = runtime.types[static_cast<int>(type)];
    if (info != nullptr && info->shape != nullptr) return info->shape;
    if (info != nullptr && !Vm::IsSubtype(type, TypeId::kDict)) return nullptr;
  }
  return nullptr;
}

bool IsSelfOf(const Vm& vm, Value self, Value native) {
  if (Vm::IsModuleFunction(native)) return self.IsUndefined();
  const TypeId owner = Vm::NativeOwner(native);
  const NativeInfo& info = vm.NativeOf(native);
  if (native.NativeRow() == kConstructorRow) {
    return self.IsType() && vm.InfoOf(self.AsType()).constructor == &info;
  }
  if (info.kind == NativeKind::kStatic) return self.IsUndefined();
  if (info.kind == NativeKind::kClassMethod) return self.IsType() && Vm::IsSubtype(self.AsType(), owner);
  return vm.IsInstance(self, owner);
}

Failure BadState(Vm& vm) {
  if (vm.has_exception() || vm.limit_hit() != LimitHit::kNone) return Failure{};
  return vm.Raise(TypeId::kSystemError, "an operation is in a state that cannot be");
}

}  // namespace pysub
