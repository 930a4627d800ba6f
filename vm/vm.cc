#include "vm/vm.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "compiler/opcodes.h"
#include "vm/numbers/siphash.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/set.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

struct TypeRow {
  std::string_view name;
  std::string_view module;
  TypeId base;
};

// By TypeId.
constexpr TypeRow kTypeRows[] = {
#define PYSUB_TYPE(id, name, module, base) {name, module, TypeId::k##base},
#include "vm/types.def"
#undef PYSUB_TYPE
#define PYSUB_EXCEPTION(id, name, module, base) {name, module, TypeId::k##base},
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
};

constexpr uint64_t kMallocBytes = 16;  // what malloc adds to each piece
// What lies unused between the pieces of a small unit, because compiling took and gave
// back more (measured).
constexpr uint64_t kUnitSlackBytes = 1400;

template <typename T>
uint64_t BytesOf(const std::vector<T>& items) {
  return items.capacity() * sizeof(T) + kMallocBytes;
}

uint64_t BytesOf(const std::string& text) {
  return sizeof(text) + (text.capacity() > 15 ? text.capacity() + kMallocBytes : 0);
}

uint64_t BytesOf(const Code& code) {
  return sizeof(Code) + kMallocBytes + sizeof(void*) + BytesOf(code.name) +
         BytesOf(code.qualified_name) + BytesOf(code.words) + BytesOf(code.handlers) +
         BytesOf(code.spans) + BytesOf(code.captures) + BytesOf(code.local_names) +
         BytesOf(code.cell_registers);
}

// A unit and its instance, with what they hold outside of the heap.
uint64_t BytesOf(const CompiledUnit& unit) {
  uint64_t bytes = kUnitSlackBytes + sizeof(CompiledUnit) + sizeof(LinkedUnit) + 12 * kMallocBytes +
                   BytesOf(unit.filename) + BytesOf(unit.source) + BytesOf(unit.line_starts) +
                   unit.globals.capacity() * (sizeof(uint32_t) + sizeof(Value));
  for (const std::string& name : unit.names) {
    bytes += BytesOf(name) + sizeof(Value) + sizeof(Name) + sizeof(MemberCache);
  }
  for (const CodeConstant& constant : unit.constants) {
    bytes +=
        sizeof(CodeConstant) + sizeof(Value) + BytesOf(constant.text) + BytesOf(constant.items);
  }
  for (const auto& parts : unit.templates) {
    bytes += BytesOf(parts);
    for (const TemplatePart& part : parts) bytes += BytesOf(part.text);
  }
  for (const auto& code : unit.codes) bytes += BytesOf(*code);
  return bytes;
}

constexpr uint32_t kFirstFrames = 4;

}  // namespace

Vm::Vm(const Runtime& runtime, const Limits& limits, const HostHooks& hooks)
    : heap(std::min(limits.memory_bytes, kUnlimited)),
      host(*this, hooks),
      runtime_(runtime),
      budget_(limits),
      texts_(reinterpret_cast<uintptr_t>(this)) {
  heap.SetAllocationLimit(budget_.limits().allocations);
  budget_.ShowFuelTo(heap);
  heap.SetIsOver([](void* vm) { return !static_cast<Vm*>(vm)->TimeIsLeft(); }, this);
}

Vm::~Vm() {
  host.FlushOutput();
  FreeRetiredStacks();
  arena_.GiveBack(stack_);
  arena_.GiveBack(frames_);
  texts_.GiveBack(arena_);
}

// ---- the inline arena

std::unique_ptr<Vm> Vm::New(const Runtime& runtime, const Limits& limits, const HostHooks& hooks) {
  constexpr size_t kFirstBlock = 1024;
  constexpr size_t kSmallUnit = 512;
  return NewWithArena(runtime, limits, hooks,
                      kFirstFrames * sizeof(Frame) + kFirstStack * sizeof(Value) +
                          TextTables::kFirstInterned * sizeof(Value) + kSmallUnit + kFirstBlock,
                      kFirstBlock);
}

std::unique_ptr<Vm> Vm::NewWithArena(const Runtime& runtime, const Limits& limits,
                                     const HostHooks& hooks, size_t bytes, size_t block) {
  char* memory = static_cast<char*>(::operator new(sizeof(Vm) + bytes));
  std::unique_ptr<Vm> vm(::new (memory) Vm(runtime, limits, hooks));
  vm->arena_.SetMemory(memory + sizeof(Vm), bytes, block);
  if (block != 0) {
    vm->heap.SetInlineBlock(vm->arena_.end() - block, static_cast<uint32_t>(block));
  }
  return vm;
}

uint64_t Vm::MemoryOf(const CompiledUnit& unit) { return BytesOf(unit); }

void Vm::SetStress(bool collect_always, uint32_t initial_stack) {
  stress_ = collect_always;
  heap.SetStress(collect_always);
  hooked_ = collect_always || trace || observer != nullptr;
  if (initial_stack != 0) initial_stack_ = initial_stack;
  moves_stack_ = initial_stack != 0;
}

// ---- types

TypeId Vm::TypeOfImmediate(Value v) const {
  if (v.IsSmallInt()) return TypeId::kInt;
  if (v.IsFloat()) return TypeId::kFloat;
  if (v.IsBool()) return TypeId::kBool;
  if (v.IsNone()) return TypeId::kNoneType;
  if (v.IsType()) return TypeId::kType;
  if (v.IsNative()) {
    if (IsModuleFunction(v)) return TypeId::kBuiltinFunction;
    switch (NativeOf(v).kind) {
      case NativeKind::kWrapper: return TypeId::kWrapperDescriptor;
      case NativeKind::kClassMethod: return TypeId::kClassMethodDescriptor;
      case NativeKind::kStatic: return TypeId::kBuiltinFunction;
      default: return TypeId::kMethodDescriptor;
    }
  }
  if (v.IsAttribute()) {
    return AttributeOf(v).kind == AttributeKind::kMember ? TypeId::kMemberDescriptor
                                                         : TypeId::kGetSetDescriptor;
  }
  if (v == Value::Ellipsis()) return TypeId::kEllipsis;
  if (v == Value::NotImplemented()) return TypeId::kNotImplemented;
  return TypeId::kObject;
}

TypeId Vm::BaseOf(TypeId type) { return kTypeRows[static_cast<int>(type)].base; }
std::string_view Vm::NameOf(TypeId type) { return kTypeRows[static_cast<int>(type)].name; }
std::string_view Vm::ModuleOf(TypeId type) { return kTypeRows[static_cast<int>(type)].module; }

namespace {

// The types with more than one base: what is left out of the rows.
struct FurtherBase {
  TypeId type, base;
};
constexpr FurtherBase kFurtherBases[] = {
#define PYSUB_EXCEPTION(id, name, module, base)
#define PYSUB_FURTHER_BASE(id, base) {TypeId::k##id, TypeId::k##base},
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
};

// Most handlers ask about types that have none.
constexpr auto kHasFurtherBases = [] {
  std::array<bool, static_cast<size_t>(TypeId::kCount)> has{};
  for (const FurtherBase& further : kFurtherBases) has[static_cast<size_t>(further.type)] = true;
  return has;
}();

}  // namespace

#ifndef NDEBUG
void WrongClass() { std::abort(); }
bool IsOfType(const Object* object, TypeId base) { return Vm::IsSubtype(object->type, base); }
#endif

bool Vm::IsSubtype(TypeId type, TypeId base) {
  for (TypeId t = type; t != base; t = BaseOf(t)) {
    if (t != TypeId::kObject) continue;
    if (!kHasFurtherBases[static_cast<size_t>(type)] || !IsExceptionType(base)) return false;
    return std::ranges::any_of(kFurtherBases, [=](const FurtherBase& further) {
      return further.type == type && IsSubtype(further.base, base);
    });
  }
  return true;
}

const TypeInfo& Vm::InfoOfBase(TypeId type) const {
  static constexpr TypeInfo kNothing{.id = TypeId::kObject};
  while (type != TypeId::kObject) {
    type = BaseOf(type);
    if (runtime_.types[static_cast<int>(type)] != nullptr) {
      return *runtime_.types[static_cast<int>(type)];
    }
  }
  return kNothing;
}

std::string_view Vm::TypeName(Value v) const {
  TypeId type = TypeOf(v);
  if (type == TypeId::kNamedTuple) {
    Tuple* tuple = v.As<Tuple>();
    return View(tuple->items()[tuple->size()].As<Record>()->words()[0]);
  }
  return NameOf(type);
}

int64_t Vm::NextId() { return ++next_id_; }

// ---- failing

Failure Vm::NoMemory(uint64_t bytes) {
  if (budget_.limit_hit() != LimitHit::kNone) return Failure{};  // nothing is repeated any more
  if (heap.always_allocates()) {
    return HitLimit(heap.allocation_limit_reached() ? LimitHit::kAllocations : LimitHit::kMemory);
  }
  if (repeat_ != Repeat::kAfterAnswer) repeat_ = Repeat::kAfterCollection;
  wanted_bytes_ = static_cast<size_t>(std::min<uint64_t>(bytes, SIZE_MAX));
  return Failure{};
}

Failure Vm::HitLimit(LimitHit limit) {
  budget_.Hit(limit);
  repeat_ = Repeat::kNo;
  return Failure{};
}

Failure Vm::TooDeep(std::string_view where) {
  // The guard was not deep: it came to a limit, or a KeyboardInterrupt is pending.
  if (native_depth <= kMaxNativeDepth &&
      (has_exception() || budget_.limit_hit() != LimitHit::kNone))
    return Failure{};
  return Raise(TypeId::kRecursionError, "maximum recursion depth exceeded", where);
}

Failure Vm::RaiseParts(TypeId type, std::span<const Part> parts) {
  TextBuilder text(*this);
  for (const Part& part : parts) {
    if (part.is_number) {
      text.AppendInt(part.number);
    } else {
      text.Append(part.text);
    }
  }
  Value args;
  if (parts.empty()) {
    args = NewTuple(std::span<const Value>());
  } else {
    Value message = TRY(text.Finish());
    args = NewTuple({message});
  }
  if (args.IsFailed()) return Failure{};
  Value exception = NewException(type, args);
  if (exception.IsFailed()) return Failure{};
  return RaiseException(exception);
}

Failure Vm::Reraise(Value exception) {
  error_ = exception;
  skip_traceback_ = true;
  return Failure{};
}

Failure Vm::Propagate(Value exception) {
  if (!IsException(exception)) return BadState(*this);
  error_ = exception;
  skip_traceback_ = false;
  return Failure{};
}

Failure Vm::RaiseException(Value exception) {
  if (!IsException(exception)) return BadState(*this);
  Exception* object = exception.As<Exception>();
  Value handled = HandledException();
  if (handled.IsObject() && handled != exception) {
    BreakContextCycle(handled, exception);
    object->context = handled;
  }
  error_ = exception;
  skip_traceback_ = false;
  return Failure{};
}

// Raising again what is already in the chain of contexts must not make a ring (CPython:
// _PyErr_SetObject).
void Vm::BreakContextCycle(Value handled, Value exception) {
  Value at = handled;
  Value behind = handled;  // at half the speed: meets `at` in a ring that the program made itself
  uint64_t links = 0;
  while (at.IsObject()) {
    Exception* link = at.As<Exception>();
    if (link->context == exception) {
      link->context = Value::None();
      break;
    }
    at = link->context;
    if (++links % 2 == 0) behind = behind.As<Exception>()->context;
    if (at == behind) break;
  }
  Spend(links / 8);
}

Value Vm::TakeException() {
  if (!FailureIsCatchable()) return Value::Undefined();
  Value exception = error_;
  error_ = Value::Undefined();
  return exception;
}

bool Vm::PendingIs(TypeId type) const {
  return FailureIsCatchable() && error_.IsObject() && IsSubtype(error_.AsObject()->type, type);
}

Value Vm::HandledException() const {
  for (const Frame* frame = frame_; frame > frames_; --frame) {
    if (!frame->handled.IsUndefined()) return frame->handled;
  }
  return Value::None();
}

Frame* Vm::CurrentPythonFrame() {
  for (Frame* frame = frame_; frame > frames_; --frame) {
    if (frame->code != nullptr) return frame;
  }
  return nullptr;
}

// ---- stack and frames

Status Vm::GrowStack(uint64_t needed) {
  uint64_t capacity = std::max<uint64_t>(needed, stack_capacity_);
  if (needed > stack_capacity_)
    capacity = std::max<uint64_t>({needed, stack_capacity_ * uint64_t{2}, initial_stack_});
  if (capacity > UINT32_MAX) return NoMemory(capacity * 8);
  const bool moves_out = stack_ != nullptr && arena_.Holds(stack_);
  uint64_t more = (capacity - (moves_out ? 0 : stack_capacity_)) * sizeof(Value);
  if (!heap.Charge(more)) return NoMemory(more);
  Value* stack = static_cast<Value*>(arena_.Take(capacity * sizeof(Value)));
  if (stack == nullptr) {
    heap.Release(more);
    return NoMemory(more);
  }
  const bool in_time =
      CopyInTime(*this, stack, stack_, stack_capacity_) &&
      InTime(*this, (capacity - stack_capacity_) * sizeof(Value), [&](size_t begin, size_t end) {
        Value* const fresh = stack + stack_capacity_;
        std::fill(fresh + begin / sizeof(Value), fresh + end / sizeof(Value), Value::Undefined());
      });
  if (!in_time) {
    if (!arena_.Holds(stack)) std::free(static_cast<void*>(stack));
    heap.Release(more);
    return Failure{};
  }
  if (stack_ != nullptr && !moves_out) retired_stacks_.push_back(stack_);
  stack_ = stack;
  stack_capacity_ = static_cast<uint32_t>(capacity);
  return Done{};
}

void Vm::FreeRetiredStacks() {
  for (Value* stack : retired_stacks_) std::free(static_cast<void*>(stack));
  retired_stacks_.clear();
}

Status Vm::GrowFrames() {
  uint32_t depth = static_cast<uint32_t>(frame_ - frames_);
  if (depth - native_frames_ >= budget_.recursion_limit()) {
    return Raise(TypeId::kRecursionError, "maximum recursion depth exceeded");
  }
  if (depth + 2 > frame_capacity_) {
    TRY(ReserveFrames(std::max(kFirstFrames, frame_capacity_ * 2)));
  } else if (IsStackFull(0)) {
    TRY(ReserveFrames(frame_capacity_));  // a test: they move
  }
  UpdateFramesLimit();
  return Done{};
}

Status Vm::ReserveFrames(uint32_t capacity) {
  const uint64_t bytes = uint64_t{capacity} * sizeof(Frame);
  if (!heap.Charge(bytes)) return NoMemory(bytes);
  Frame* frames = static_cast<Frame*>(arena_.Take(bytes));
  if (frames == nullptr) {
    heap.Release(bytes);
    return NoMemory(bytes);
  }
  const ptrdiff_t depth = frame_ - frames_;
  if (frames_ == nullptr) {
    *frames = Frame{nullptr, nullptr,           nullptr, Value::Undefined(), Value::Undefined(),
                    0,       FrameKind::kNative};
  } else {
    std::copy(frames_, frames_ + frame_capacity_, frames);
  }
  if (!arena_.Holds(frames_)) {
    std::free(static_cast<void*>(frames_));
    heap.Release(uint64_t{frame_capacity_} * sizeof(Frame));
  }
  frames_ = frames;
  frame_ = frames_ + depth;
  frame_capacity_ = capacity;
  return Done{};
}

// The recursion limit and the capacity in one comparison.
void Vm::UpdateFramesLimit() {
  uint64_t usable =
      std::min<uint64_t>(frame_capacity_, uint64_t{budget_.recursion_limit()} + native_frames_ + 1);
  frames_limit_ = IsStackFull(0) ? frame_ + 1 : frames_ + usable;
}

void Vm::set_recursion_limit(uint32_t limit) {
  budget_.set_recursion_limit(limit);
  UpdateFramesLimit();
}

void Vm::ReloadGlobals() {
  Frame* frame = CurrentPythonFrame();
  if (frame != nullptr) UseGlobals(frame->unit);
}

// ---- collecting

void Vm::VisitRoots(void* context, Heap::Visitor& visitor) {
  Vm& vm = *static_cast<Vm*>(context);
  uint32_t top = vm.StackTop();
  const auto visit = [&](std::span<Value> values) {
    visitor.VisitRange(values.data(), values.data() + values.size());
  };
  vm.PersistentRoots(visit);
  vm.TransientRoots(visit);
  vm.TextRoots(visit);
  // What lies above is left over from frames that are gone; new frames must not find old addresses.
  for (uint32_t i = top; i < vm.stack_capacity_; ++i) vm.stack_[i] = Value::Undefined();
  for (Frame* frame = vm.frames_; frame != nullptr && frame <= vm.frame_; ++frame)
    frame->generator_above = false;
}

void Vm::ForgetUnmoved() {
  control_ = Value::Undefined();
  texts_.ForgetUnmoved(heap);
  last_found = {};
}

void Vm::CollectForHost() {
  Collect([](void*) { return false; }, /*everything=*/true);
  heap.FreeSparesAtStop(false);
}

// While the program runs its time counts: a large heap takes longer to copy than a
// limit may be missed by.
void Vm::CollectGarbage(bool everything) {
  Collect([](void* vm) { return !static_cast<Vm*>(vm)->TimeIsLeft(); }, everything);
}

void Vm::Collect(Heap::IsOverFunction is_over, bool everything) {
  for (auto& unit : units_) unit->marked = false;
  const bool done = heap.Collect(
      VisitRoots,
      [](void* vm, Heap::IsOverFunction over) {
        return static_cast<Vm*>(vm)->identities_.Update(over, vm);
      },
      is_over, this, everything);
  ForgetUnmoved();
  // Nothing is there any more: Budget::limit_hit() leads everybody out of Run(), which calls
  // EndAtLimit().
  if (!done) return;
  // Units without a function are gone, unless they are being loaded.
  auto dead = std::remove_if(units_.begin(), units_.end(), [this](const auto& unit) {
    if (unit->marked) return false;
    heap.Release(unit->charged_bytes);
    return true;
  });
  units_.erase(dead, units_.end());
  ReloadGlobals();
}

void Vm::SetWorkLimits(const Limits& limits) {
  budget_.SetWorkLimits(limits);
  heap.SetAllocations(limits.allocations, heap.allocations());
}

void Vm::SetMemoryLimit(uint64_t bytes) {
  budget_.set_memory_limit(bytes);
  heap.SetLimit(bytes);
}

void Vm::ContinueCountsOf(const Vm& other) {
  budget_.ContinueCountsOf(other.budget_);
  heap.SetAllocations(budget_.limits().allocations, other.heap.allocations());
  host.ContinueCountsOf(other.host);
}

LimitReport Vm::EndAtLimit() {
  const auto forget = [](std::span<Value> values) {
    std::fill(values.begin(), values.end(), Value::Undefined());
  };
  PersistentRoots(forget);
  TransientRoots(forget);
  if (frames_ != nullptr && frame_ != frames_) {
    last_frames_ = static_cast<uint32_t>(frame_ - frames_);
    frame_ = frames_;
    native_frames_ = 0;
  }
  FreeRetiredStacks();
  if (stack_ != nullptr && !arena_.Holds(stack_)) {
    std::free(static_cast<void*>(stack_));
    heap.Release(uint64_t{stack_capacity_} * sizeof(Value));
  }
  stack_ = nullptr;
  stack_capacity_ = 0;
  texts_.Close(heap, arena_);
  request_ = HostRequest{};
  for (auto& cache : library_caches_) cache = nullptr;
  identities_.Forget();
  for (auto& unit : units_) {
    unit->VisitValues(forget);
    forget(unit->builtins);
  }
  ForgetUnmoved();
  globals_ = nullptr;
  heap.Close();
  return LimitReport(budget_.limit_hit(), {frames_ + (frames_ != nullptr), last_frames_});
}

// ---- units

size_t LinkedUnit::BytesFor(const CompiledUnit& unit) {
  const size_t names = unit.names.size();
  return sizeof(LinkedUnit) +
         (unit.constants.size() + names + unit.globals.size()) * sizeof(Value) +
         names * (sizeof(Name) + sizeof(MemberCache));
}

void LinkedUnit::operator delete(LinkedUnit* instance, std::destroying_delete_t) {
  const bool in_arena = instance->in_arena;
  instance->~LinkedUnit();
  if (!in_arena) std::free(instance);
}

std::unique_ptr<LinkedUnit> LinkedUnit::New(std::shared_ptr<const CompiledUnit> unit, void* memory,
                                            bool in_arena) {
  const size_t names = unit->names.size();
  char* at = static_cast<char*>(memory);
  std::unique_ptr<LinkedUnit> instance(::new (at) LinkedUnit);
  instance->in_arena = in_arena;
  at += sizeof(LinkedUnit);
  auto take = [&at]<typename T>(std::span<T>& array, size_t count) {
    array = {reinterpret_cast<T*>(at), count};
    std::uninitialized_value_construct(array.begin(), array.end());
    at += count * sizeof(T);
  };
  take(instance->constants, unit->constants.size());
  take(instance->names, names);
  take(instance->builtins, unit->globals.size());
  take(instance->name_views, names);
  take(instance->caches, names);
  instance->unit = std::move(unit);
  return instance;
}

// Null: there is no memory. It is charged by the caller.
std::unique_ptr<LinkedUnit> Vm::NewLinkedUnit(std::shared_ptr<const CompiledUnit> unit) {
  void* memory = arena_.Take(LinkedUnit::BytesFor(*unit));
  if (memory == nullptr) return nullptr;
  return LinkedUnit::New(std::move(unit), memory, arena_.Holds(memory));
}

LinkedUnit* Vm::NewUnit(std::shared_ptr<const CompiledUnit> unit, Value globals, Value locals) {
  const uint64_t bytes = BytesOf(*unit);
  if (!heap.Charge(bytes)) {
    static_cast<void>(NoMemory(bytes));
    return nullptr;
  }
  auto instance = NewLinkedUnit(std::move(unit));
  if (instance == nullptr) {
    heap.Release(bytes);
    static_cast<void>(NoMemory(bytes));
    return nullptr;
  }
  LinkedUnit* result = instance.get();
  result->globals = globals;
  result->locals = locals;
  result->charged_bytes = bytes;
  if (!MakeConstants(result).ok()) {
    heap.Release(bytes);
    return nullptr;
  }
  units_.push_back(std::move(instance));
  return result;
}

Status Vm::MakeConstants(LinkedUnit* instance) {
  const CompiledUnit& unit = *instance->unit;
  for (size_t i = 0; i < unit.names.size(); ++i) {
    instance->names[i] = TRY(Intern(unit.names[i]));
    instance->name_views[i] = {unit.names[i], MemberHash(unit.names[i])};
  }
  for (size_t i = 0; i < unit.constants.size(); ++i) {
    instance->constants[i] = TRY(MakeConstant(unit.constants[i], instance->constants));
  }
  for (size_t i = 0; i < unit.globals.size(); ++i) {
    instance->builtins[i] = FindBuiltin(unit.names[unit.globals[i]]);
  }
  return Done{};
}

Value Vm::MakeConstant(const CodeConstant& constant, std::span<const Value> earlier) {
  switch (constant.tag) {
    case ConstantTag::kNone: return Value::None();
    case ConstantTag::kFalse: return Value::False();
    case ConstantTag::kTrue: return Value::True();
    case ConstantTag::kEllipsis: return Value::Ellipsis();
    case ConstantTag::kInt: return NewInt(constant.integer);
    case ConstantTag::kBigInt: return NewIntFromText(constant.text);
    case ConstantTag::kFloat: return Value::ForeignFloat(constant.real);
    case ConstantTag::kComplex: return NewComplex(constant.real, constant.imaginary);
    case ConstantTag::kString:
      return constant.text.size() <= 64 ? Intern(constant.text) : NewStr(constant.text);
    case ConstantTag::kBytes: return NewBytes(constant.text);
    case ConstantTag::kTuple: {
      Tuple* tuple = TRY(NewTuple(constant.items.size()));
      for (size_t i = 0; i < constant.items.size(); ++i) {
        tuple->items()[i] = earlier[constant.items[i]];
      }
      return Value::Of(tuple);
    }
    case ConstantTag::kFrozenSet: {
      Set* set = TRY(NewSet(TypeId::kFrozenSet));
      for (uint32_t item : constant.items) TRY(SetAdd(*this, set, earlier[item]));
      return Value::Of(set);
    }
  }
  return Value::None();
}

// The builtin of this name as it is in read-only data; Undefined: there is none, or builtins'
// dict has to be asked.
Value Vm::FindBuiltin(std::string_view name) {
  if (builtins_changed_) return Value::Undefined();
  const ModuleInfo& builtins = *runtime_.modules[0];
  for (size_t i = 0; i < builtins.functions.size(); ++i) {
    if (builtins.functions[i].name == name) {
      return Value::Native(kModuleTableBase, static_cast<uint16_t>(i));
    }
  }
  for (int i = 0; i < static_cast<int>(TypeId::kCount); ++i) {
    if (kTypeRows[i].module == "builtins" && kTypeRows[i].name == name &&
        IsBuiltinName(TypeId(i))) {
      return Value::Type(static_cast<TypeId>(i));
    }
  }
  if (name == "IOError" || name == "EnvironmentError") return Value::Type(TypeId::kOSError);
  return Value::Undefined();
}

bool Vm::IsBuiltinName(TypeId type) {
  if (IsExceptionType(type)) return true;
  switch (type) {
    case TypeId::kObject:
    case TypeId::kType:
    case TypeId::kInt:
    case TypeId::kBool:
    case TypeId::kFloat:
    case TypeId::kComplex:
    case TypeId::kStr:
    case TypeId::kBytes:
    case TypeId::kByteArray:
    case TypeId::kMemoryView:
    case TypeId::kList:
    case TypeId::kTuple:
    case TypeId::kDict:
    case TypeId::kSet:
    case TypeId::kFrozenSet:
    case TypeId::kRange:
    case TypeId::kSlice:
    case TypeId::kEnumerate:
    case TypeId::kZip:
    case TypeId::kMap:
    case TypeId::kFilter:
    case TypeId::kReversed:
    case TypeId::kProperty:
    case TypeId::kStaticMethod:
    case TypeId::kClassMethod:
    case TypeId::kSuper: return true;
    default: return false;
  }
}

Function* Vm::NewModuleFunction(LinkedUnit* unit) {
  return NewFunction(unit, unit->unit->codes[0].get());
}

Function* Vm::NewFunction(LinkedUnit* unit, const Code* code) {
  uint32_t cells = static_cast<uint32_t>(code->captures.size());
  size_t bytes = 8 + 8 * size_t{Function::kFixedWords + cells};
  Function* function = static_cast<Function*>(heap.NewUninitialized(
      TypeId::kFunction, Layout::kFunction, Function::kFixedWords + cells, bytes));
  if (function == nullptr) {
    static_cast<void>(NoMemory(bytes));
    return nullptr;
  }
  for (uint32_t i = 2; i < function->count; ++i) function->words()[i] = Value::Undefined();
  function->code = code;
  function->unit = unit;
  function->globals = unit->globals;
  return function;
}

Status Vm::NameFunction(Function* function) {
  const Code* code = function->code;
  const TextTables::FunctionNames* names = TRY(texts_.NamesOf(*this, code));
  function->name = names->name;
  function->qualified_name = names->qualified_name;
  function->doc = code->doc >= 0 ? function->unit->constants[code->doc] : Value::None();
  return Done{};
}

Value Vm::NewUnitFunction(std::shared_ptr<const CompiledUnit> unit) {
  LinkedUnit* instance = TRY(NewUnit(std::move(unit), Value::Undefined(), Value::Undefined()));
  Function* function = TRY(NewModuleFunction(instance));
  TRY(NameFunction(function));
  return Value::Of(function);
}

Eventual Vm::PushUnit(std::shared_ptr<const CompiledUnit> unit, Value globals, Value locals) {
  LinkedUnit* instance = TRY(NewUnit(std::move(unit), globals, locals));
  Function* function = TRY(NewModuleFunction(instance));
  TRY(NameFunction(function));
  uint32_t window = StackTop();
  Frame* frame =
      TRY(PushFrame(function->code, instance, window + 1, function->code->register_count));
  stack_[window] = Value::Of(function);
  for (uint32_t i = 0; i < function->code->local_count; ++i) {
    stack_[frame->base + i] = Value::Undefined();
  }
  return Value::CallPending();
}

Status Vm::Start() {
  // (A second attempt may find what the first could have.)
  if (frames_ == nullptr) TRY(GrowFrames());
  return stack_ == nullptr ? GrowStack(initial_stack_) : Status(Done{});
}

Status Vm::Load(std::shared_ptr<const CompiledUnit> unit, Value globals) {
  TRY(Start());
  if (globals.IsUndefined()) {
    if (main_globals_.IsUndefined()) {
      TRY(MakeMainModule(*unit));
    } else if (!unit->dynamic) {
      TRY(ReserveSlots(main_globals_.As<Dict>(), *unit));
    }
    globals = main_globals_;
    const Code& code = *unit->codes[0];
    if (code.doc >= 0) {
      TRY(DictSetStr(*this, globals.As<Dict>(), "__doc__",
                     TRY(NewStr(unit->constants[code.doc].text))));
    }
  }
  awaits_at_top_ = (unit->codes[0]->flags & kCodeCoroutine) != 0;
  const uint32_t asked = unit->future_flags;
  Value pushed = PushUnit(std::move(unit), globals, globals);
  if (pushed.IsFailed()) return Failure{};
  future_flags |= asked;
  return Done{};
}

Status Vm::ReserveSlots(Dict* names, const CompiledUnit& unit) {
  for (size_t i = 0; i < unit.globals.size(); ++i) {
    const std::string_view name = unit.names[unit.globals[i]];
    if (i < names->used && IsSlotOf(names->table()[i].key, name)) continue;
    Value key = TRY(Intern(name));
    if (names->used != i) return Raise(TypeId::kSystemError, "global slots out of step");
    TRY(DictSet(*this, names, key, Value::None()));
    names->table()[i].value = Value::Undefined();
  }
  return Done{};
}

namespace {

// A name that each sandbox has, with the hash that it has where nothing keys the hashes.
struct KnownName {
  std::string_view text;
  uint32_t hash;

  constexpr KnownName(const char* text)
      : text(text), hash(static_cast<uint32_t>(internal::SipHash13({0, 0}, this->text))) {}
};
constexpr KnownName kMain = "__main__";
// What each module has, its name first.
constexpr KnownName kNamesOfModules[] = {"__name__", "__doc__", "__package__", "__loader__",
                                         "__spec__"};

Status SetKnown(Vm& vm, Dict* dict, const KnownName& name, Value value) {
  Value key = TRY(vm.Intern(name.text));
  Str* str = key.As<Str>();
  if (str->hash == 0 && vm.hash_key(0) == 0 && vm.hash_key(1) == 0) str->hash = name.hash;
  return DictSet(vm, dict, key, value);
}

}  // namespace

Value Vm::MakeModule(std::string_view name, Dict* names) {
  Module* module = TRY(New<Module>(TypeId::kModule));
  module->name = TRY(Intern(name));
  module->dict = Value::Of(names);
  Value value = module->name;
  for (const KnownName& known : kNamesOfModules)
    TRY(SetKnown(*this, names, known, std::exchange(value, Value::None())));
  return Value::Of(module);
}

Status Vm::MakeMainModule(const CompiledUnit& unit) {
  Dict* names = TRY(NewDict(unit.globals.size() + std::size(kNamesOfModules)));
  names->set_flag(kFlagA, true);
  if (!unit.dynamic) TRY(ReserveSlots(names, unit));
  Value module = TRY(MakeModule(kMain.text, names));
  modules_ = Value::Of(TRY(NewDict(1)));
  TRY(SetKnown(*this, modules_.As<Dict>(), kMain, module));
  // A program that is a file knows its name, as CPython's do.
  if (!unit.filename.empty() && unit.filename.front() != '<') {
    TRY(DictSetStr(*this, names, "__file__", TRY(NewStr(unit.filename))));
  }
  main_globals_ = Value::Of(names);
  return Done{};
}

std::vector<std::string> Vm::GlobalNames() {
  return main_globals_.IsUndefined() ? std::vector<std::string>()
                                     : NamesOf(main_globals_.As<Dict>());
}

std::vector<std::string> Vm::NamesOf(Dict* dict) {
  std::vector<std::string> names;
  // After globals()[5] = 1 a slot gets a name that no program can write and no key is: "\x01" and a
  // number above those of all keys of that form.
  uint64_t next = 0;
  for (uint32_t i = 0; i < dict->used; ++i) {
    const Value key = dict->table()[i].key;
    constexpr size_t kMostDigits = 18;
    if (!IsStr(key) || !View(key).starts_with('\x01') || View(key).size() > 1 + kMostDigits)
      continue;
    const std::string_view digits = View(key).substr(1);
    uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    next = std::max(next, number + 1);
  }
  for (uint32_t i = 0; i < dict->used; ++i) {
    const Value key = dict->table()[i].key;
    names.push_back(IsStr(key) ? std::string(View(key)) : "\x01" + std::to_string(next++));
  }
  return names;
}

}  // namespace pysub
