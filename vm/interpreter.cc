// The instruction loop around what vm/instructions.inc says of each instruction.
//
// With clang 19 every instruction is a function that ends in a tail call of the next: what the loop
// works with stays in registers, each function's slow paths spill for themselves alone, and each
// ends in a jump of its own. Elsewhere the same texts are the parts of one function, with jumps to
// computed labels. docs/decisions/020 has the numbers.

#include "vm/interpreter.h"

#include <bit>
#include <cassert>
#include <cmath>

#include "compiler/opcodes.h"
#include "vm/binder.h"
#include "vm/frame_access.h"
#include "vm/generators.h"
#include "vm/objects/dict.h"
#include "vm/objects/formatting.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"
#include "vm/slow_paths.h"

#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#if __has_cpp_attribute(clang::musttail) && __has_attribute(preserve_none) && \
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) &&  \
    !__has_feature(undefined_behavior_sanitizer)
#define PYSUB_TAIL_CALLS
#endif
#endif

namespace pysub {
namespace {

// Python's floor division and modulo of inline ints, b != 0. The commonest divisors are powers of
// two (no other b has no bit in common with b - 1); a division takes ten times as long.
inline int64_t FloorDiv(int64_t a, int64_t b) {
  if ((b & (b - 1)) == 0) return a >> std::countr_zero(static_cast<uint64_t>(b));
  if (((a | b) >> 32) == 0) {
    return static_cast<uint32_t>(a) / static_cast<uint32_t>(b);
  }
  int64_t q = a / b;
  return q - ((a % b != 0) && ((a ^ b) < 0));
}
inline int64_t FloorMod(int64_t a, int64_t b) {
  if ((b & (b - 1)) == 0) return a & (b - 1);
  if (((a | b) >> 32) == 0) {
    return static_cast<uint32_t>(a) % static_cast<uint32_t>(b);
  }
  int64_t r = a % b;
  return r + ((r != 0 && (r ^ b) < 0) ? b : 0);
}

// One operand is shifted left by 16, so the product overflows 64 bits exactly when it leaves 48.
inline bool MulSmall(Value a, Value b, Value* out) {
  int64_t product;
  if (__builtin_mul_overflow(a.AsShiftedInt(), b.AsSmallInt(), &product)) return false;
  *out = Value::FromShiftedInt(product);
  return true;
}

// The calls, among the instructions that wait for what a function returns: all have R[A] for it.
constexpr bool WaitsInCall(Op op) { return op >= kFirstCall && op <= kLastCall; }

}  // namespace

inline bool Interpreter::HasRoomFor(const Vm& vm, const Frame* frame, const Code* code,
                                    const Value* window) {
  return frame + 1 < vm.frames_limit_ &&
         window + 1 + code->register_count + Vm::kStackSlack <= vm.stack_ + vm.stack_capacity_;
}

// The frame of a plain function whose arguments are in place above `window`. Null: there is no room
// for it yet; then the call goes the long way, which makes room or raises RecursionError.
inline Frame* Interpreter::EnterFunction(Vm& vm, Frame* frame, const Function* function,
                                         Value* window, uint32_t count) {
  if (!HasRoomFor(vm, frame, function->code, window)) [[unlikely]]
    return nullptr;
  return EnterWithRoom(vm, frame, function, window, count);
}

// Locals that are no parameters begin as Undefined: CHECK_LOCAL finds who reads them too early. The
// temporaries above keep what was there before. Nobody reads them first, as the verifier shows.
inline Frame* Interpreter::EnterWithRoom(Vm& vm, Frame* frame, const Function* function,
                                         Value* window, uint32_t count) {
  const Code* code = function->code;
  LinkedUnit* unit = function->unit;
  Frame* pushed = frame + 1;
  Value* base = window + 1;
  vm.frame_ = pushed;
  SetFew(base + count, base + code->local_count);
  pushed->code = code;
  pushed->unit = unit;
  pushed->handled = Value::Undefined();
  pushed->owner = Value::Undefined();
  pushed->base = static_cast<uint32_t>(base - vm.stack_);
  pushed->kind = FrameKind::kPython;
  pushed->generator_above = false;
  if (unit != frame->unit) [[unlikely]]
    vm.UseGlobals(unit);
  return pushed;
}

// A generator whose frame is dropped can never go on: its registers are gone. So it is closed.
void Interpreter::DropFramesAbove(Vm& vm, ptrdiff_t depth) {
  while (vm.frame_ - vm.frames_ > depth) {
    if (vm.frame_->code == nullptr) {
      vm.PopNativeFrame();
      continue;
    }
    Generator* generator =
        vm.frame_->kind == FrameKind::kGenerator ? vm.frame_->owner.As<Generator>() : nullptr;
    --vm.frame_;
    if (generator != nullptr) CloseGenerator(generator);
  }
}

// The frames may have moved when something was pushed on `frame`: then it is the last
// one that stands at `pc`.
ptrdiff_t Interpreter::DepthOf(const Vm& vm, const Frame* frame, const uint32_t* pc) {
  if (frame > vm.frames_ && frame <= vm.frame_) return frame - vm.frames_;
  const Frame* found = vm.frame_;
  while (found > vm.frames_ && (found->code == nullptr || found->pc != pc)) --found;
  return found > vm.frames_ ? found - vm.frames_ : vm.frame_ - vm.frames_;
}

// At a yield: what the frame of a generator has is kept there. The frame is to be popped.
inline void Interpreter::LeaveAtYield(Frame* frame, const uint32_t* pc, const Value* R) {
  Generator* generator = frame->owner.As<Generator>();
  generator->state = static_cast<RawWord>(GeneratorState::kSuspended);
  generator->pc = static_cast<RawWord>(pc - frame->code->words.data());
  generator->handled = frame->handled;
  frame->pc = pc;  // for Generators::EnterStillAbove
  CopyRegisters(R, frame->code->register_count, generator->registers);
}

#ifdef PYSUB_TAIL_CALLS

// The functions of the chain. Those that are no instruction (LABEL) go on where an instruction
// leaves its usual path.
struct Interpreter::Chain {
#define PARAMETERS                                                                              \
  [[maybe_unused]] Vm &vm, [[maybe_unused]] const uint32_t *pc, [[maybe_unused]] Value *R,      \
      [[maybe_unused]] Frame *frame, [[maybe_unused]] const Value *K, const Handlers *handlers, \
      [[maybe_unused]] uint32_t word
#define ARGUMENTS vm, pc, R, frame, K, handlers, word
  struct Handlers;
  using Handler = Exit(__attribute__((preserve_none)) *)(PARAMETERS);
  // Where each instruction's code is, for the threaded dispatch.
  struct Handlers {
    Handler of[kOpCount];
  };
  static const Handlers kHandlers, kHooked;

#define OP(name) LABEL(op_##name)
// Not inlined: what a slow path needs on the C++ stack would be made and unmade by every fast one.
#define LABEL(name) __attribute__((preserve_none, noinline)) static Exit name(PARAMETERS)
#define GO(name) [[clang::musttail]] return name(ARGUMENTS)
#define DISPATCH()                                                   \
  do {                                                               \
    assert(frame == vm.frame_ && R == vm.stack_ + frame->base);      \
    word = *pc;                                                      \
    [[clang::musttail]] return handlers->of[word & 0xFF](ARGUMENTS); \
  } while (false)
#define DISPATCH_UNHOOKED()                                          \
  do {                                                               \
    word = *pc;                                                      \
    [[clang::musttail]] return kHandlers.of[word & 0xFF](ARGUMENTS); \
  } while (false)
#include "vm/instructions.inc"
};

const Interpreter::Chain::Handlers Interpreter::Chain::kHandlers = {{
#define PYSUB_OP(name, ...) op_##name,
#include "compiler/opcodes.def"
#undef PYSUB_OP
}};
const Interpreter::Chain::Handlers Interpreter::Chain::kHooked = {{
#define PYSUB_OP(name, ...) hooked,
#include "compiler/opcodes.def"
#undef PYSUB_OP
}};

Interpreter::Exit Interpreter::Execute(Vm& vm) {
  const Chain::Handlers* handlers = vm.hooked_ ? &Chain::kHooked : &Chain::kHandlers;
  Frame* frame = vm.frame_;
  const uint32_t* pc = frame->pc;
  return handlers->of[*pc & 0xFF](vm, pc, vm.stack_ + frame->base, frame,
                                  frame->unit->constants.data(), handlers, *pc);
}

#else

Interpreter::Exit Interpreter::Execute(Vm& vm) {
  static const void* const kLabels[] = {
#define PYSUB_OP(name, ...) &&op_##name,
#include "compiler/opcodes.def"
#undef PYSUB_OP
  };
  static const void* const kHookedLabels[] = {
#define PYSUB_OP(name, ...) &&hooked,
#include "compiler/opcodes.def"
#undef PYSUB_OP
  };
  const void* const* labels = vm.hooked_ ? kHookedLabels : kLabels;
  uint32_t word;
  Frame* frame;
  const uint32_t* pc;
  Value* R;
  const Value* K;

#define OP(name) op_##name:
#define LABEL(name) \
  name:
#define GO(name) goto name
#define DISPATCH()                                              \
  do {                                                          \
    assert(frame == vm.frame_ && R == vm.stack_ + frame->base); \
    word = *pc;                                                 \
    goto* labels[word & 0xFF];                                  \
  } while (false)
#define DISPATCH_UNHOOKED()     \
  do {                          \
    word = *pc;                 \
    goto* kLabels[word & 0xFF]; \
  } while (false)
  goto begin;
#include "vm/instructions.inc"
begin:
  ENTER_FRAME();
  DISPATCH();
}

#endif

}  // namespace pysub
