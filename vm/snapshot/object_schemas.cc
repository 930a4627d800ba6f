// The schemas of the objects that vm/ itself knows: vm/object.h, vm/objects/*.h. Other types say
// theirs in their TypeInfo.

#include "vm/linked_unit.h"
#include "vm/native_frame.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/iterators.h"
#include "vm/objects/memoryview.h"
#include "vm/objects/range.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {

// `alone` means that nobody else refers to the object: its owner changes it freely, so a second
// owner would find it changed under its feet.
bool Field::Accepts(Value v) const {
  if (v.IsUndefined()) return or_undefined || kind == FieldKind::kAny;
  if (or_none && v.IsNone()) return true;
  // There is one empty tuple, which nobody changes.
  const bool is_empty_tuple = IsObjectOf(v, TypeId::kTuple) && v.AsObject()->count == 0;
  if (alone && !is_empty_tuple && !IsReferredOnce(v)) return false;
  switch (kind) {
    case FieldKind::kAny:
    case FieldKind::kValue: return !v.IsControl() && !v.IsExhausted() && !IsStorage(v);
    case FieldKind::kRaw: return v.bits() < uint64_t{1} << 48;
    case FieldKind::kSmallInt: return v.IsSmallInt();
    case FieldKind::kInt: return v.IsSmallInt() || IsIntObject(v);
    case FieldKind::kFloat: return v.IsFloat();
    case FieldKind::kBool: return v.IsBool();
    case FieldKind::kObjectOf:
      return v.IsObject() &&
             (alone ? v.AsObject()->type == type : Vm::IsSubtype(v.AsObject()->type, type));
    case FieldKind::kSet: return IsObjectOf(v, TypeId::kSet) || IsObjectOf(v, TypeId::kFrozenSet);
    case FieldKind::kGenerator:
      return IsObjectOf(v, TypeId::kGenerator) || IsObjectOf(v, TypeId::kCoroutine) ||
             IsObjectOf(v, TypeId::kAsyncGenerator);
    case FieldKind::kException: return IsException(v);
    case FieldKind::kCallable: return v.IsNative() || IsObjectOf(v, TypeId::kFunction);
    case FieldKind::kType: return v.IsType() || IsObjectOf(v, TypeId::kDynamicType);
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
  return top != 0 &&
         (number->limb_count() > 1 || top > kFirst || (top == kFirst && !number->negative()));
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
  if (object->count == 0 || !IsObjectOf(object->words()[object->count - 1], TypeId::kDynamicType))
    return false;
  Object* type = object->words()[object->count - 1].AsObject();
  return type->words()[2].AsObject()->count == object->count - 1;
}

bool CheckTemplate(Vm& vm, Object* object) {
  const Value strings = object->words()[0], interpolations = object->words()[1];
  return strings.AsObject()->count == uint64_t{interpolations.AsObject()->count} + 1 &&
         AllItems(vm, strings, [](Value item) { return Vm::IsStr(item); }) &&
         AllItems(vm, interpolations,
                  [](Value item) { return IsObjectOf(item, TypeId::kInterpolation); });
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
          !__builtin_mul_overflow(static_cast<int64_t>(it->remaining - 1), it->step.AsSmallInt(),
                                  &way) &&
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

constexpr Schema kObjectSchema{"v"};
constexpr Schema kIntSchema{Layout::kRaw, CheckBigInt};
constexpr Schema kNamedIntSchema{Layout::kRaw, CheckNamedInt};
constexpr Schema kComplexSchema{"f f"};
constexpr Schema kStrSchema{Layout::kStr, nullptr};
constexpr Schema kRawSchema{Layout::kRaw, nullptr};
constexpr Schema kByteArraySchema{"B? # #", CheckByteArray};
constexpr Schema kMemoryViewSchema{"V? s t t # # # i # i?", CheckMemoryView};
constexpr Schema kListSchema{"A? #", CheckList};
constexpr Schema kTupleSchema{"v*"};
constexpr Schema kNamedTupleSchema{"v*", CheckNamedTuple};
constexpr Schema kDictSchema{"D? B? # # v", CheckDict};
constexpr Schema kSetSchema{"T? # # k?"};
constexpr Schema kRangeSchema{"i i i i", CheckRange};
constexpr Schema kSliceSchema{"V V V"};
// Code and unit are checked when the function is made.
constexpr Schema kFunctionSchema{"# # s s v v t?~ d?~ v v t? d? d? C*", CheckFunction};
constexpr Schema kBoundMethodSchema{"V V"};
constexpr Schema kBoundNativeSchema{"V n", CheckBoundNative};
constexpr Schema kCellSchema{"v"};
constexpr Schema kGeneratorSchema{"# # F X? v s s v v*"};
constexpr Schema kModuleSchema{"s d"};
constexpr Schema kTracebackSchema{"R~ F #", CheckTraceback};
constexpr Schema kExceptionSchema{"t X?~ X?~ R?~ d? # v v v v v v v v", CheckException};
constexpr Schema kNativeFrameSchema{"# # # v*"};
constexpr Schema kDictViewSchema{"d"};
constexpr Schema kMappingProxySchema{"V"};
constexpr Schema kArraySchema{"v*"};
constexpr Schema kListIteratorSchema{"l~ #"};
constexpr Schema kTupleIteratorSchema{"t~ #"};
constexpr Schema kRangeIteratorSchema{"k k #", CheckRangeIterator};
constexpr Schema kLongRangeIteratorSchema{"i i i"};
constexpr Schema kStrIteratorSchema{"s~ #", CheckStrIterator};
constexpr Schema kBytesIteratorSchema{"<Bytes>~ #"};
constexpr Schema kByteArrayIteratorSchema{"<ByteArray>~ #"};
constexpr Schema kMemoryViewIteratorSchema{"<MemoryView>~ #"};
constexpr Schema kDictIteratorSchema{"d~ # # #"};
constexpr Schema kOrderedDictIteratorSchema{"<OrderedDict>~ # # # #"};
constexpr Schema kSetIteratorSchema{"S~ # # #"};
constexpr Schema kCallableIteratorSchema{"v v"};
constexpr Schema kMapSchema{"V t b"};
constexpr Schema kFilterSchema{"V V"};
constexpr Schema kReversedSchema{"V #"};
constexpr Schema kCoroutineWrapperSchema{"<Coroutine>"};
constexpr Schema kAsyncOperationSchema{"# <AsyncGenerator> v"};
constexpr Schema kAnextAwaitableSchema{"V V"};
constexpr Schema kTemplateSchema{"t t", CheckTemplate};
constexpr Schema kTemplateIteratorSchema{"<Template>~ #"};
constexpr Schema kInterpolationSchema{"V s s~ s"};

// no type of a program's
constexpr Schema kAsyncStateSchema{"<AsyncEventLoop>~ <AsyncEventLoop>~ #"};

const Schema* BaseSchema(TypeId type) {
  if (IsExceptionType(type)) return &kExceptionSchema;
  switch (type) {
    case TypeId::kInt: return &kIntSchema;
    case TypeId::kRegexFlag:
    case TypeId::kCalendarDay:
    case TypeId::kCalendarMonth: return &kNamedIntSchema;
    case TypeId::kComplex: return &kComplexSchema;
    case TypeId::kStr: return &kStrSchema;
    case TypeId::kBytes:
    case TypeId::kBuffer: return &kRawSchema;
    case TypeId::kByteArray: return &kByteArraySchema;
    case TypeId::kMemoryView: return &kMemoryViewSchema;
    case TypeId::kList: return &kListSchema;
    case TypeId::kTuple:
    case TypeId::kVersionInfo:
    case TypeId::kStructTime:
    case TypeId::kIsoCalendarDate:
    case TypeId::kFloatInfo:
    case TypeId::kIntInfo:
    case TypeId::kHashInfo: return &kTupleSchema;
    case TypeId::kNamedTuple: return &kNamedTupleSchema;
    case TypeId::kDict: return &kDictSchema;
    case TypeId::kSet:
    case TypeId::kFrozenSet: return &kSetSchema;
    case TypeId::kRange: return &kRangeSchema;
    case TypeId::kSlice: return &kSliceSchema;
    case TypeId::kFunction: return &kFunctionSchema;
    case TypeId::kBoundMethod: return &kBoundMethodSchema;
    case TypeId::kBuiltinFunction:
    case TypeId::kMethodWrapper: return &kBoundNativeSchema;
    case TypeId::kCell: return &kCellSchema;
    case TypeId::kGenerator:
    case TypeId::kCoroutine:
    case TypeId::kAsyncGenerator: return &kGeneratorSchema;
    case TypeId::kModule: return &kModuleSchema;
    case TypeId::kTraceback: return &kTracebackSchema;
    case TypeId::kNativeFrame: return &kNativeFrameSchema;
    case TypeId::kDictKeys:
    case TypeId::kDictValues:
    case TypeId::kDictItems: return &kDictViewSchema;
    case TypeId::kMappingProxy: return &kMappingProxySchema;
    case TypeId::kArray: return &kArraySchema;
    // Their owners know what is in them.
    case TypeId::kDictTable:
    case TypeId::kSetTable: return &kArraySchema;
    case TypeId::kListIterator:
    case TypeId::kListReverseIterator: return &kListIteratorSchema;
    case TypeId::kTupleIterator: return &kTupleIteratorSchema;
    case TypeId::kRangeIterator: return &kRangeIteratorSchema;
    case TypeId::kLongRangeIterator: return &kLongRangeIteratorSchema;
    case TypeId::kStrIterator:
    case TypeId::kStrAsciiIterator: return &kStrIteratorSchema;
    case TypeId::kBytesIterator: return &kBytesIteratorSchema;
    case TypeId::kByteArrayIterator: return &kByteArrayIteratorSchema;
    case TypeId::kMemoryViewIterator: return &kMemoryViewIteratorSchema;
    case TypeId::kDictKeyIterator:
    case TypeId::kDictValueIterator:
    case TypeId::kDictItemIterator:
    case TypeId::kDictReverseKeyIterator:
    case TypeId::kDictReverseValueIterator:
    case TypeId::kDictReverseItemIterator: return &kDictIteratorSchema;
    case TypeId::kOrderedDictIterator: return &kOrderedDictIteratorSchema;
    case TypeId::kSetIterator: return &kSetIteratorSchema;
    case TypeId::kCallableIterator: return &kCallableIteratorSchema;
    case TypeId::kMap: return &kMapSchema;
    case TypeId::kFilter: return &kFilterSchema;
    case TypeId::kReversed: return &kReversedSchema;
    case TypeId::kCoroutineWrapper: return &kCoroutineWrapperSchema;
    case TypeId::kAsyncGenASend:
    case TypeId::kAsyncGenAThrow: return &kAsyncOperationSchema;
    case TypeId::kAnextAwaitable: return &kAnextAwaitableSchema;
    case TypeId::kTemplate: return &kTemplateSchema;
    case TypeId::kTemplateIterator: return &kTemplateIteratorSchema;
    case TypeId::kInterpolation: return &kInterpolationSchema;
    case TypeId::kAsyncState: return &kAsyncStateSchema;
    default: return nullptr;
  }
}

}  // namespace

namespace {

// Per kind of native frame: what its slots hold, and how that depends on the state it is in.
struct ResumeSlots {
  Schema schema;
  StateRules rules;
};
consteval ResumeSlots Slots(std::string_view text, std::string_view rules = "") {
  return {Schema(text), StateRules(rules)};
}

constexpr ResumeSlots kSlots[] = {
#define PYSUB_RESUME(name, ...) Slots(__VA_ARGS__),
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
};

}  // namespace

const Schema* SlotsOf(uint64_t step) {
  return step < std::size(kSlots) ? &kSlots[step].schema : nullptr;
}

const StateRules& RulesOf(uint64_t step) { return kSlots[step].rules; }

bool StateRules::Accept(uint64_t state, const Value* slots, uint32_t slot_count) const {
  const uint64_t now = state & ~kRepeatPoint;
  for (uint32_t i = 0; i < count; ++i) {
    const Rule& rule = rules[i];
    if (now > 31 || !(rule.states >> now & 1)) continue;
    if (rule.slot >= slot_count || !rule.field.Accepts(slots[rule.slot])) return false;
  }
  return true;
}

const Schema* SchemaOf(const Runtime& runtime, TypeId type) {
  if (type == TypeId::kObject) return &kObjectSchema;
  // A type without a row is laid out as its base.
  for (; type != TypeId::kObject; type = Vm::BaseOf(type)) {
    if (const Schema* schema = BaseSchema(type)) return schema;
    const TypeInfo* info = runtime.types[static_cast<int>(type)];
    if (info != nullptr && info->schema != nullptr) return info->schema;
    if (info != nullptr && !Vm::IsSubtype(type, TypeId::kDict)) return nullptr;
  }
  return nullptr;
}

// A bound method of native code gets `self` without a further check. A forged one could bind
// list.append to an int.
bool IsSelfOf(const Vm& vm, Value self, Value native) {
  if (Vm::IsModuleFunction(native)) return self.IsUndefined();
  const TypeId owner = Vm::NativeOwner(native);
  const NativeInfo& info = vm.NativeOf(native);
  if (native.NativeRow() == kConstructorRow) {
    return self.IsType() && vm.InfoOf(self.AsType()).constructor == &info;
  }
  if (info.kind == NativeKind::kStatic) return self.IsUndefined();
  if (info.kind == NativeKind::kClassMethod)
    return self.IsType() && Vm::IsSubtype(self.AsType(), owner);
  return vm.IsInstance(self, owner);
}

Failure BadState(Vm& vm) {
  if (vm.has_exception() || vm.budget().limit_hit() != LimitHit::kNone) return Failure{};
  return vm.Raise(TypeId::kSystemError, "an operation is in a state that cannot be");
}

}  // namespace pysub
