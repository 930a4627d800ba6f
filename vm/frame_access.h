#ifndef PYSUB_VM_FRAME_ACCESS_H_
#define PYSUB_VM_FRAME_ACCESS_H_

#include <algorithm>
#include <cassert>

#include "compiler/opcodes.h"
#include "vm/generators.h"
#include "vm/vm.h"

namespace pysub {

// The registers of a generator, between it and the stack. Mostly a handful, for which a call of
// memmove costs more than the copying; one by one, since what was just written one by one is slow
// to read in larger pieces.
inline void CopyRegisters(const Value* from, uint32_t count, Value* to) {
  while (count > 8) {
    --count;
    to[count] = from[count];
    __asm__ volatile("");  // else it becomes a memmove
  }
  switch (count) {
    case 8: to[7] = from[7]; [[fallthrough]];
    case 7: to[6] = from[6]; [[fallthrough]];
    case 6: to[5] = from[5]; [[fallthrough]];
    case 5: to[4] = from[4]; [[fallthrough]];
    case 4: to[3] = from[3]; [[fallthrough]];
    case 3: to[2] = from[2]; [[fallthrough]];
    case 2: to[1] = from[1]; [[fallthrough]];
    case 1: to[0] = from[0]; [[fallthrough]];
    default: break;
  }
}

// The items of what is unpacked, the slots of a native frame: mostly two or three, for which a
// vectorised loop would not pay.
inline void CopyFew(const Value* from, uint32_t count, Value* to) {
  for (uint32_t i = 0; i < count; ++i) {
    to[i] = from[i];
    __asm__ volatile("");
  }
}

// The locals of a function that are not set yet: few as well.
inline void SetFew(Value* from, const Value* end) {
  for (; from < end; ++from) {
    *from = Value::Undefined();
    __asm__ volatile("");
  }
}

// What a generator keeps while it waits is its frame's now.
inline void SetRunning(Generator* generator) {
  generator->handled = Value::Undefined();
  generator->awaiting = Value::Undefined();
  generator->state = static_cast<RawWord>(GeneratorState::kRunning);
}

// Whether the registers of `generator`, which waits at a yield, are still in the frame that it left
// above this one, whose window is `window`. Then a resumption copies nothing (docs/decisions/022):
//
//    the loop's frame                     the frame that the generator left
//   +----------+---------------------+   +-----------+--------------------+
//   | function | registers           |   | function  | registers          |
//   +----------+---------------------+   +-----------+--------------------+
//                                          ^ window   ^ as in Generator::registers
//
// If so that frame has it for owner, and the stack there was not written but
//  - by frames in the place of this one that end below it (EnterAgain); all others clear
//    generator_above when they begin;
//  - by who cleared it then;
//  - by native calls: they fill their window upward with Undefined, the generator's function, its
//    first word, before its registers.
inline bool Generators::IsStillAbove(Vm& vm, const Generator* generator, const Value* window) {
  const Frame* above = vm.frame_ + 1;
  return generator->get_state() == GeneratorState::kSuspended && vm.frame_->generator_above &&
         above < vm.frames_limit_ && above->owner == Value::Of(generator) &&
         above->base == static_cast<uint32_t>(window + 1 - vm.stack_) &&
         *window == generator->function;
}

// Only when IsStillAbove() says so. The answer goes where the yield wants it, and the frame is
// entered behind the yield.
inline Frame* Generators::EnterStillAbove(Vm& vm, Generator* generator, Value* window,
                                          Value answer) {
  Frame* frame = vm.frame_ + 1;
  assert(frame->kind == FrameKind::kGenerator);
  assert(frame->handled == generator->handled &&
         frame->unit == generator->function.As<Function>()->unit);
  assert(frame->pc == frame->code->words.data() + generator->pc);
  assert(std::equal(window + 1, window + 1 + frame->code->register_count, generator->registers));
  vm.frame_ = frame;
  window[1 + AOf(*frame->pc)] = answer;
  ++frame->pc;
  SetRunning(generator);
  return frame;
}

// A generator that waits at a yield goes on, its function at `window`: the yield is given `answer`,
// and frame->pc is behind it. Null, and nothing has changed: it is for Generators::Restore, which
// this is the common case of.
[[gnu::always_inline]] inline Frame* Generators::EnterAgain(Vm& vm, Generator* generator,
                                                            Value* window, Value answer) {
  if (generator->get_state() != GeneratorState::kSuspended || vm.frame_ + 1 >= vm.frames_limit_)
      [[unlikely]]
    return nullptr;
  const Function* function = generator->function.As<Function>();
  const Code* code = function->code;
  Frame* frame = vm.frame_ + 1;
  Value* base = window + 1;
  if (base + code->register_count + Vm::kStackSlack > vm.stack_ + vm.stack_capacity_) [[unlikely]]
    return nullptr;
  const bool stays_above = vm.frame_->generator_above && frame->generator_above &&
                           base + code->register_count < vm.stack_ + frame[1].base;
  vm.frame_->generator_above = true;
  vm.frame_ = frame;
  *window = generator->function;
  CopyRegisters(generator->registers, code->register_count, base);
  const uint32_t* pc = code->words.data() + generator->pc;
  base[AOf(*pc)] = answer;
  frame->pc = pc + 1;
  frame->code = code;
  frame->unit = function->unit;
  frame->handled = generator->handled;
  frame->owner = Value::Of(generator);
  frame->base = static_cast<uint32_t>(base - vm.stack_);
  frame->kind = FrameKind::kGenerator;
  frame->generator_above = stays_above;
  SetRunning(generator);
  return frame;
}

// The same, by the shorter way if there is one.
inline Frame* Generators::Enter(Vm& vm, Generator* generator, Value* window, Value answer) {
  return IsStillAbove(vm, generator, window) ? EnterStillAbove(vm, generator, window, answer)
                                             : EnterAgain(vm, generator, window, answer);
}

// While an exception is thrown into what a generator delegates to, nobody there sees what the
// generator itself handles: CPython enters the delegate without the frames in between. The
// generator keeps it until its SEND has an answer.
inline void HideHandled(Frame* frame) {
  frame->owner.As<Generator>()->handled = frame->handled;
  frame->handled = Value::Undefined();
}
// True when it was hidden.
inline bool ShowHandled(Frame* frame) {
  if (frame->kind != FrameKind::kGenerator) return false;
  Generator* generator = frame->owner.As<Generator>();
  if (generator->handled.IsUndefined()) return false;
  frame->handled = generator->handled;
  generator->handled = Value::Undefined();
  return true;
}

}  // namespace pysub

#endif  // PYSUB_VM_FRAME_ACCESS_H_
