// Calling anything: Python functions, natives, types, bound methods; native frames.

#include <algorithm>
#include <cassert>

#include "compiler/opcodes.h"
#include "vm/binder.h"
#include "vm/frame_access.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {

// The first word that no frame uses. Word 0 stays free, so that a window always has a word below
// it.
uint32_t Vm::StackTop() const {
  if (frame_ == frames_) return 1;
  return frame_->base + (frame_->code != nullptr ? frame_->code->register_count : 0);
}

// Else a snapshot that is made above it could not be restored.
static void AssertMayWait([[maybe_unused]] const Frame* frame) {
  assert(frame->code == nullptr || InfoOf(OpOf(*frame->pc)).effect == Effect::kRunsPython);
}

// Who calls or pushes a frame now has seen a failure and passed it by instead of returning it. (A
// native frame that catches may have the exception again that it took before it was repeated.)
static void AssertNoFailureIsPassedBy([[maybe_unused]] const Vm& vm,
                                      [[maybe_unused]] const Frame* frame) {
  assert(vm.FailureIsCatchable());
  assert(!vm.has_exception() || frame->code == nullptr);
}

// Null: MemoryError or RecursionError is pending, and nothing has changed. Frames and stack may
// have moved.
Frame* Vm::PushFrame(const Code* code, LinkedUnit* unit, uint32_t base, uint32_t registers) {
  AssertMayWait(frame_);
  AssertNoFailureIsPassedBy(*this, frame_);
  if (frame_ + 1 >= frames_limit_ && !GrowFrames().ok()) return nullptr;
  if (IsStackFull(uint64_t{base} + registers + kStackSlack) &&
      !GrowStack(base + registers + kStackSlack).ok()) {
    return nullptr;
  }
  Frame* frame = ++frame_;
  frame->pc = code != nullptr ? code->words.data() : nullptr;
  frame->code = code;
  frame->unit = unit;
  frame->handled = Value::Undefined();
  frame->owner = Value::Undefined();
  frame->base = base;
  frame->kind = code != nullptr ? FrameKind::kPython : FrameKind::kNative;
  frame->generator_above = false;
  return frame;
}

namespace {

void FillNativeFrame(NativeFrame* frame, ResumeId resume_id, std::span<const Value> slots,
                     uint8_t options) {
  frame->resume_id = static_cast<RawWord>(resume_id);
  frame->state = 0;
  frame->options = options;
  frame->slots[0] = Value::Undefined();
  CopyFew(slots.data(), static_cast<uint32_t>(slots.size()), frame->slots);
}

}  // namespace

Eventual Vm::PushNativeFrame(ResumeId resume_id, std::span<const Value> slots, uint8_t options) {
  AssertMayWait(frame_);
  const uint32_t count =
      NativeFrame::kFixedWords + std::max<uint32_t>(static_cast<uint32_t>(slots.size()), 1);
  const uint32_t top = StackTop();
  if (native_frames_ >= kNativeFramesPerFrame * uint64_t{budget_.recursion_limit()} ||
      frame_ + 1 >= frames_limit_ || uint64_t{top} + kStackSlack > stack_capacity_) [[unlikely]] {
    return PushNativeFrameSlowly(resume_id, slots, options);
  }
  Object* object =
      heap.NewAtOnce(TypeId::kNativeFrame, Layout::kValues, count, 8 + uint64_t{count} * 8);
  if (object == nullptr) [[unlikely]]
    return PushNativeFrameSlowly(resume_id, slots, options);
  FillNativeFrame(static_cast<NativeFrame*>(object), resume_id, slots, options);
  *++frame_ = {nullptr,           nullptr, nullptr,           Value::Undefined(),
               Value::Of(object), top,     FrameKind::kNative};
  ++native_frames_;
  if (frames_limit_ < frames_ + frame_capacity_) UpdateFramesLimit();
  return Value::CallPending();
}

// The stack, the frames or the heap have to grow, or there are too many of them.
Value Vm::PushNativeFrameSlowly(ResumeId resume_id, std::span<const Value> slots, uint8_t options) {
  if (native_frames_ >= kNativeFramesPerFrame * uint64_t{budget_.recursion_limit()}) {
    return Raise(TypeId::kRecursionError, "maximum recursion depth exceeded");
  }
  uint32_t count =
      NativeFrame::kFixedWords + std::max<uint32_t>(static_cast<uint32_t>(slots.size()), 1);
  Object* object =
      heap.NewUninitialized(TypeId::kNativeFrame, Layout::kValues, count, 8 + uint64_t{count} * 8);
  if (object == nullptr) return NoMemory(8 + uint64_t{count} * 8);
  FillNativeFrame(static_cast<NativeFrame*>(object), resume_id, slots, options);
  Frame* frame = PushFrame(nullptr, nullptr, StackTop(), 0);
  if (frame == nullptr) return Value::Failed();
  frame->owner = Value::Of(object);
  ++native_frames_;
  UpdateFramesLimit();
  return Value::CallPending();
}

// ---- calls from C++

// A function whose parameters are all positional is called with as many arguments, and there is
// room for its frame; else nothing has happened.
bool Vm::CallsPlainly(Value callee, std::span<const Value> args) {
  if (!IsObjectOf(callee, TypeId::kFunction)) return false;
  const Function* function = callee.As<Function>();
  const Code* code = function->code;
  if (code->positional_count != args.size() || !code->is_simple() || frame_ + 1 >= frames_limit_)
    return false;
  const uint32_t window = CallWindowIndex();
  if (uint64_t{window} + 1 + code->register_count + kStackSlack > stack_capacity_) return false;
  AwaitNoNext();
  Value* base = stack_ + window + 1;
  base[-1] = callee;
  CopyFew(args.data(), code->positional_count, base);
  SetFew(base + code->positional_count, base + code->local_count);
  *++frame_ = {code->words.data(), code,       function->unit,    Value::Undefined(),
               Value::Undefined(), window + 1, FrameKind::kPython};
  return true;
}

bool Vm::TryPushCall(NativeFrame& frame, Value function, Value item, uint16_t state) {
  if (!CallsPlainly(function, {&item, 1})) return false;
  frame.state = state;
  return true;
}

// Puts callee and arguments on top of the stack and calls that window.
Value Vm::CallAnything(Value callee, std::span<const Value> args) {
  uint32_t count = static_cast<uint32_t>(args.size());
  uint32_t window = CallWindowIndex();
  if (IsStackFull(uint64_t{window} + count + 2 + kBoundInPlace)) {
    TRY(GrowStack(window + count + 2 + kStackSlack));
  }
  // partial(partial(...)), operator.call(operator.call, ...): natives all the way
  DepthGuard guard(*this);
  if (!guard.ok()) return TooDeep(" while calling a Python object");
  stack_[window] = callee;
  std::copy(args.begin(), args.end(), stack_ + window + 1);
  // A native whose positional arguments need no more than their count checked is called at once.
  Value* self = stack_ + window + 1;
  Value* parameters = self;
  uint32_t given = count;
  const NativeInfo* info = nullptr;
  if (callee.IsNative()) {
    info = &NativeOf(callee);
    if (!IsModuleFunction(callee)) {
      if (given == 0 || TypeOf(*self) != NativeOwner(callee))
        return CallWindow(window, count, nullptr);
      ++parameters;
      --given;
    }
  } else if (callee.IsType()) {
    const TypeInfo* type = runtime_.types[static_cast<int>(callee.AsType())];
    if (type != nullptr) info = type->constructor;
    --self;
  }
  if (info == nullptr || !info->plain_function || given < info->required ||
      given > info->positional) {
    return CallWindow(window, count, nullptr);
  }
  AwaitNoNext();
  SetFew(parameters + given, parameters + info->slot_count());
  const uint32_t outer_top = native_top_;
  native_top_ = static_cast<uint32_t>(parameters - stack_) + info->slot_count();
  const Value answer = info->function(
      *this, Args{self}.WithSlots(static_cast<uint32_t>(parameters - self) + info->slot_count()));
  native_top_ = outer_top;
  return answer;
}

// Builds the window of a call from a native function: callee, positional arguments, values of
// keywords; their names stand beside it in a tuple. Room is made before anything is written.
// Growing moves the stack.
Eventual Vm::CallWithKeywords(Value callee, std::span<const Value> args, Value keywords) {
  uint32_t window = CallWindowIndex();
  uint32_t count = static_cast<uint32_t>(args.size());
  if (keywords.IsUndefined()) return Call(callee, args);
  if (!keywords.IsObject() || !IsSubtype(keywords.AsObject()->type, TypeId::kDict))
    return BadState(*this);
  Dict* dict = keywords.As<Dict>();
  const uint32_t length = DictLength(dict);
  const uint32_t total = count + length;
  if (IsStackFull(uint64_t{window} + total + 2 + kStackSlack)) {
    TRY(GrowStack(window + total + 2 + kStackSlack));
  }
  DepthGuard guard(*this);
  if (!guard.ok()) return TooDeep(" while calling a Python object");
  Tuple* names = TRY(NewTuple(length));
  stack_[window] = callee;
  std::copy(args.begin(), args.end(), stack_ + window + 1);
  uint32_t named = 0;
  for (uint32_t i = 0; i < dict->used; ++i) {
    const DictEntry& entry = dict->table()[i];
    if (entry.value.IsUndefined()) continue;
    if (!IsStr(entry.key)) return TypeError("keywords must be strings");
    names->items()[named] = entry.key;
    stack_[window + 1 + count + named++] = entry.value;
  }
  return CallWindow(window, total, names);
}

// f(*arguments, **keywords): the window is filled from the containers, then it is an ordinary call.
// A container may be as long as memory allows, so the stack is grown for it and its length charged.
Eventual Vm::CallSpread(uint32_t window, Value callee, Value arguments, Value keywords) {
  const Value* items;
  uint64_t count;
  frame_->generator_above = false;
  if (IsObjectOf(arguments, TypeId::kList)) {
    count = arguments.As<List>()->size;
    items = count > 0 ? arguments.As<List>()->items() : nullptr;
  } else if (IsObjectOf(arguments, TypeId::kTuple) || IsObjectOf(arguments, TypeId::kNamedTuple)) {
    count = arguments.As<Tuple>()->size();
    items = arguments.As<Tuple>()->items();
  } else {
    return BadState(*this);
  }
  if (!keywords.IsUndefined() &&
      !(keywords.IsObject() && IsSubtype(keywords.AsObject()->type, TypeId::kDict))) {
    return BadState(*this);
  }
  uint64_t named = keywords.IsUndefined() ? 0 : DictLength(keywords.As<Dict>());
  uint64_t needed = window + count + named + 2 + kStackSlack;
  if (!Tick(count + named)) return Value::Failed();
  if (IsStackFull(needed)) TRY(GrowStack(needed));
  Tuple* names = nullptr;
  if (named > 0) names = TRY(NewTuple(named));
  stack_[window] = callee;
  std::copy(items, items + count, stack_ + window + 1);
  if (names != nullptr) {
    Dict* dict = keywords.As<Dict>();
    uint32_t at = 0;
    for (uint32_t i = 0; i < dict->used; ++i) {
      const DictEntry& entry = dict->table()[i];
      if (entry.value.IsUndefined()) continue;
      if (!IsStr(entry.key)) return TypeError("keywords must be strings");
      names->items()[at] = entry.key;
      stack_[window + 1 + count + at++] = entry.value;
    }
  }
  return CallWindow(window, static_cast<uint32_t>(count + named), names);
}

// ---- the call of a window: stack[window] is the callee
// A call that fails for lack of memory leaves its window as it was: it will be repeated.

namespace {

// Whose function gets `self` as its first argument. (That of other method objects is a native's
// own.)
bool TakesSelf(Value callee) {
  if (!Vm::IsBoundMethod(callee)) return false;
  return callee.AsObject()->type == TypeId::kBoundMethod ||
         !callee.As<BoundMethod>()->function.IsNative();
}

}  // namespace

// obj.method taken as a value puts its self in front of the arguments, as often as bound methods
// are bound again. The arguments move up for it; a call that has to be repeated finds its window as
// it was.
Value Vm::CallWindow(uint32_t window, uint32_t count, const Tuple* names) {
  frame_->generator_above = false;
  AwaitNoNext();
  const Value callee = stack_[window];
  if (!TakesSelf(callee)) return CallUnbound(window, count, names);
  uint32_t bound = 0;
  Value function = callee;
  for (; TakesSelf(function); function = function.As<BoundMethod>()->function) {
    if (!Tick(1)) return Value::Failed();
    ++bound;
  }
  if (!Tick(count / 16)) return Value::Failed();
  // Until here nothing has changed, whatever limit falls into it.
  const uint64_t top = uint64_t{window} + count + bound + 2 + kStackSlack;
  if (IsStackFull(top)) TRY(GrowStack(top));
  Value* args = stack_ + window + 1;
  std::copy_backward(args, args + count, args + count + bound);
  Value method = callee;
  for (uint32_t i = bound; i > 0; --i) {
    args[i - 1] = method.As<BoundMethod>()->self;
    method = method.As<BoundMethod>()->function;
  }
  stack_[window] = function;
  Value answer = WantsRepetition() ? Value::Failed() : CallUnbound(window, count + bound, names);
  if (answer.IsFailed() && WantsRepetition()) {
    args = stack_ + window + 1;
    std::copy(args + bound, args + bound + count, args);
    stack_[window] = callee;
  }
  return answer;
}

// Tells apart what can be called, the most frequent first: Python functions, bound methods, native
// functions, types, and objects with __call__.
Value Vm::CallUnbound(uint32_t window, uint32_t count, const Tuple* names) {
  Value callee = stack_[window];
  Value* args = stack_ + window + 1;
  if (callee.IsObject()) {
    Object* object = callee.AsObject();
    if (object->type == TypeId::kFunction) {
      return PushCall(static_cast<Function*>(object), window, count, names);
    }
    if (IsBoundMethod(callee)) {
      BoundMethod* method = static_cast<BoundMethod*>(object);
      Value self = method->self;
      const NativeInfo& native = NativeOf(method->function);
      TypeId named_by = self.IsType() ? self.AsType() : TypeOf(self);
      // The one method that is made from a slot here and not in CPython. Types that look attributes
      // up by themselves call it as a bound one.
      const bool bound = named_by == TypeId::kUnion || named_by == TypeId::kDecimalContext;
      if (native.name == "__format__" && !bound) named_by = NativeOwner(method->function);
      return CallNative(native, self, args, count, names, named_by);
    }
    const TypeInfo& info = InfoOf(object->type);
    if (info.call == nullptr) return TypeError("'", TypeName(callee), "' object is not callable");
    Args bound{args, args, count};
    uint32_t named = names != nullptr ? names->count : 0;
    bound.rest_count = count - named;
    if (named > 0) {
      Dict* dict = TRY(NewDict(named));
      for (uint32_t i = 0; i < named; ++i) {
        TRY(DictSet(*this, dict, names->items()[i], args[count - named + i]));
      }
      bound.keywords = Value::Of(dict);
    }
    return info.call(*this, callee, bound);
  }
  if (callee.IsNative()) {
    const NativeInfo& info = NativeOf(callee);
    if (IsModuleFunction(callee) || info.kind == NativeKind::kStatic) {
      return CallNative(info, Value::Undefined(), args, count, names);
    }
    TypeId owner = NativeOwner(callee);
    if (info.kind == NativeKind::kClassMethod) {
      return CallNative(info, Value::Type(owner), args, count, names);
    }
    return CallUnboundMethod(info, owner, args, count, names);
  }
  if (callee.IsType()) return CallType(callee, args, count, names);
  return TypeError("'", TypeName(callee), "' object is not callable");
}

// str.upper("a"): the first argument is self.
Value Vm::CallUnboundMethod(const NativeInfo& info, TypeId owner, Value* args, uint32_t count,
                            const Tuple* names) {
  uint32_t positional = count - (names != nullptr ? names->count : 0);
  bool wrapper = info.kind == NativeKind::kWrapper;
  if (positional == 0) {
    if (wrapper) {
      return TypeError("descriptor '", info.name, "' of '", NameOf(owner),
                       "' object needs an argument");
    }
    return TypeError("unbound method ", NameOf(owner), ".", info.name, "() needs an argument");
  }
  if (!IsInstance(args[0], owner)) {
    if (wrapper) {
      return TypeError("descriptor '", info.name, "' requires a '", NameOf(owner),
                       "' object but received a '", TypeName(args[0]), "'");
    }
    return TypeError("descriptor '", info.name, "' for '", NameOf(owner),
                     "' objects doesn't apply to a '", TypeName(args[0]), "' object");
  }
  return CallNative(info, args[0], args + 1, count - 1, names);
}

bool Vm::IsCallable(Value v) const {
  if (v.IsNative() || v.IsType() || IsBoundMethod(v)) return true;
  return IsObjectOf(v, TypeId::kFunction) || InfoOf(v).call != nullptr;
}

// An exception type without a constructor of its own has that of its base. Others without one
// cannot be made by a program, in CPython's words.
Value Vm::CallType(Value type, Value* args, uint32_t count, const Tuple* names) {
  const NativeInfo* constructor = nullptr;
  for (TypeId id = type.AsType();; id = BaseOf(id)) {
    const TypeInfo* info = runtime_.types[static_cast<int>(id)];
    if (info != nullptr && info->constructor != nullptr) {
      if (id != TypeId::kObject || type.AsType() == TypeId::kObject) {
        constructor = info->constructor;
      }
      break;
    }
    if (id == TypeId::kObject || !IsExceptionType(id)) break;
  }
  if (constructor == nullptr) {
    const std::string_view module = ModuleOf(type.AsType()), name = NameOf(type.AsType());
    if (module == "builtins" || name.find('.') != std::string_view::npos) {
      return TypeError("cannot create '", name, "' instances");
    }
    return TypeError("cannot create '", module, ".", name, "' instances");
  }
  return CallNative(*constructor, type, args, count, names);
}

// The arguments lie where the parameters will be. Binding sorts them in place, so the frame is
// taken back when a call is wrong: the traceback ends in the caller.
Value Vm::PushCall(Function* function, uint32_t window, uint32_t count, const Tuple* names) {
  const Code* code = function->code;
  Frame* frame =
      PushFrame(code, function->unit, window + 1, std::max<uint32_t>(code->register_count, count));
  if (frame == nullptr) return Value::Failed();
  Value* base = stack_ + frame->base;
  uint32_t bound = count;
  if (names != nullptr || count != code->positional_count || !code->is_simple()) {
    if (!BindFunction(function, base, count, names).ok()) {
      --frame_;
      return Value::Failed();
    }
    bound = code->parameter_count();
  }
  for (uint32_t i = bound; i < code->local_count; ++i) base[i] = Value::Undefined();
  return Value::CallPending();
}

// ---- natives

Value Vm::CallNative(const NativeInfo& info, Value self, Value* args, uint32_t count,
                     const Tuple* names, TypeId named_by) {
  // The bound slots are built in the scratch above the window, so that the window stays as it is
  // for a repetition after a collection.
  AssertNoFailureIsPassedBy(*this, frame_);
  frame_->generator_above = false;
  bool has_self = !self.IsUndefined();
  uint32_t slots = info.slot_count() + has_self;
  uint32_t scratch = static_cast<uint32_t>(args - stack_) + count;
  if (IsStackFull(uint64_t{scratch} + slots + 8)) {
    uint32_t offset = static_cast<uint32_t>(args - stack_);
    TRY(GrowStack(scratch + slots + 8 + kStackSlack));
    args = stack_ + offset;
  }
  Value* v = stack_ + scratch;
  if (has_self) v[0] = self;
  Args bound = Args{v}.WithSlots(slots);
  TRY(BindNative(*this, info, self, args, count, names, v + has_self, &bound, named_by));
  if (info.materialise != 0) {
    Value materialised = MaterialiseArguments(info, bound, has_self);
    if (!materialised.IsNone()) return materialised;
  }
  uint32_t outer_top = native_top_;
  native_top_ = static_cast<uint32_t>(v - stack_) + slots;
  Value answer = info.function(*this, bound);
  native_top_ = outer_top;
  return answer;
}

namespace {

// All of its arguments are in Args::rest, or it has none.
bool TakesRestOnly(const NativeInfo& method) {
  return method.has_rest && method.slot_count() == 0 && method.materialise == 0 &&
         method.kind == NativeKind::kPlain;
}

}  // namespace

// The method of a type is found in tables, is remembered in the cache of the name, and is called
// without a bound method in between. Where an attribute of the object may hide it, the attribute is
// read as any other and then called.
Value Vm::CallMethodWindow(uint32_t window, uint32_t count, const Tuple* names, uint32_t name,
                           LinkedUnit* unit) {
  Value self = stack_[window];
  AwaitNoNext();
  // What a type is asked for is in its own tables, not in those of `type`.
  for (TypeId id = TypeOf(self); id != TypeId::kType && id != TypeId::kGenericAlias;
       id = BaseOf(id)) {
    const TypeInfo* info = runtime_.types[static_cast<int>(id)];
    if (info != nullptr) {
      if (hides_methods_ && info->has_dict) break;
      int row = FindMember(*info, unit->name_views[name]);
      if (row < 0 && FindSlotMethod(id, *info, unit->name_views[name]) >= 0) break;
      if (row >= 0 && static_cast<size_t>(row) < info->methods.size()) {
        const NativeInfo& method = info->methods[row];
        if (method.kind == NativeKind::kClassMethod || method.kind == NativeKind::kStatic) break;
        if (method.plain_function || TakesRestOnly(method))
          unit->caches[name] = {TypeOf(self), &method};
        const bool bound = (id == TypeId::kObject && TypeOf(self) == TypeId::kUnion) ||
                           TypeOf(self) == TypeId::kDecimalContext;
        return CallNative(method, self, stack_ + window + 1, count, names,
                          bound ? TypeOf(self) : TypeId::kCount);
      }
      // A class of the library may have a method of its own where its base has a native one.
      if (row >= 0 || info->get_type_attribute != nullptr) break;
    }
    if (id == TypeId::kObject) break;
  }
  Value attribute = GetAttribute(self, unit->name_views[name]);
  if (attribute.IsFailed()) {
    if (frame_->code != nullptr) FailAtLastWord(frame_, frame_->pc);
    return attribute;
  }
  stack_[window] = attribute;
  Value answer = CallWindow(window, count, names);
  if (answer.IsFailed() && WantsRepetition()) stack_[window] = self;
  return answer;
}

Value Vm::CheckMethod(Value self, uint32_t name, LinkedUnit* unit) {
  for (TypeId id = TypeOf(self); id != TypeId::kType && id != TypeId::kGenericAlias;
       id = BaseOf(id)) {
    const TypeInfo* info = runtime_.types[static_cast<int>(id)];
    if (info != nullptr && FindMember(*info, unit->name_views[name]) >= 0) return Value::None();
    if (id == TypeId::kObject) break;
  }
  TRY(GetAttribute(self, unit->name_views[name]));
  return Value::None();
}

// The second thing that an instruction does has failed: its last word has the span of that. What is
// to be repeated after a collection starts at the first.
void Vm::FailAtLastWord(Frame* frame, const uint32_t* pc) {
  frame->pc = pc;
  if (FailureIsCatchable()) frame->pc += ::pysub::InfoOf(OpOf(*pc)).extension_count();
}

}  // namespace pysub
