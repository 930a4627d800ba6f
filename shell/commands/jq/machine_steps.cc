// What each instruction does.

#include <algorithm>
#include <cmath>

#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/machine.h"
#include "shell/commands/jq/natives.h"

namespace pysub::shell::jq {

Machine::Flow Machine::Step(CommandIo& io, const Instruction& in) {
  if (top_ < 0 && in.op != Op::kBacktrack && in.op != Op::kBreak && in.op != Op::kReturn &&
      in.op != Op::kJump && in.op != Op::kFork && in.op != Op::kCut) {
    return Flow::kBroken;
  }
  switch (in.op) {
    case Op::kConst: *Top() = program_.constants[in.a]; return Flow::kNext;
    case Op::kDup: Push(Peek()); return Flow::kNext;
    case Op::kPop: Pop(); return Flow::kNext;
    case Op::kSubBegin:
      Push(Peek());
      ++nest_;
      return Flow::kNext;
    case Op::kSubEnd:
    case Op::kSwap: {
      if (!Has(2)) return Flow::kBroken;
      if (in.op == Op::kSubEnd) {
        if (nest_ == 0) return Flow::kBroken;
        --nest_;
      }
      Value a = Pop(), b = Pop();
      Push(std::move(a));
      Push(std::move(b));
      return Flow::kNext;
    }
    case Op::kLoad: *Top() = *Local(in); return Flow::kNext;
    case Op::kTake: {
      Value* local = Local(in);
      Value* top = Top();
      *top = std::move(*local);
      *local = Value::Null();
      return Flow::kNext;
    }
    case Op::kStore: {
      Value value = Pop();
      *Local(in) = std::move(value);
      return Flow::kNext;
    }
    case Op::kAppend: {
      Value value = Pop();
      Value* list = Local(in);
      if (!list->is_array()) return Flow::kBroken;
      heap_.Push(list, std::move(value));
      return Flow::kNext;
    }
    case Op::kIndexConst: return IndexBy(program_.constants[in.a], in.flags);
    case Op::kEach: return Each(in.flags);
    case Op::kFork: AddFork(ForkKind::kPlain, in.a); return Flow::kNext;
    case Op::kJump: pc_ = in.a; return Flow::kNext;
    case Op::kJumpFalse: {
      if (!Has(2)) return Flow::kBroken;
      Value top = Pop();
      const Value decides = Pop();
      Push(std::move(top));
      if (!decides.is_true()) pc_ = in.a;
      return Flow::kNext;
    }
    case Op::kBacktrack: return Flow::kBacktrack;
    case Op::kNative: return Native(io, in);
    case Op::kCall: return Call(in, false);
    case Op::kTailCall: return Call(in, true);
    case Op::kCallParameter: return CallParameter(in, false);
    case Op::kTailParameter: return CallParameter(in, true);
    case Op::kReturn:
      if (frame_ == 0) return Flow::kBroken;
      Leave();
      return Flow::kNext;
    case Op::kInsert: return Insert(in.flags);
    case Op::kRange: return Range();
    case Op::kEnd: return Flow::kOutput;
    default: return StepCold(io, in);
  }
}

Machine::Flow Machine::StepCold(CommandIo& io, const Instruction& in) {
  switch (in.op) {
    case Op::kIndex: {
      if (!Has(2)) return Flow::kBroken;
      Value input = Pop();
      const Value key = Pop();
      Push(std::move(input));
      return IndexBy(key, in.flags);
    }
    case Op::kSlice: return Slice(in.flags);
    case Op::kTryBegin: AddFork(ForkKind::kTry, in.a); return Flow::kNext;
    case Op::kTryEnd: AddFork(ForkKind::kTryEnd, 0); return Flow::kNext;
    case Op::kAlternative: AddFork(ForkKind::kAlternative, in.a); return Flow::kNext;
    case Op::kPathBegin: return PathBegin();
    case Op::kPathEnd: return PathEnd();
    case Op::kGetPath: return GetPath();
    case Op::kLabel:
      *Local(in) = Value::Number(labels_);
      AddFork(ForkKind::kLabel, 0).index = labels_++;
      return Flow::kNext;
    case Op::kBreak: {
      const Value label = *Local(in);
      return label.is_number() ? BreakTo(label.number()) : Flow::kBreak;
    }
    case Op::kCut: return Cut(in);
    case Op::kConcat: return Concat(in.count);
    case Op::kError: error_ = Pop(); return Flow::kError;
    case Op::kInput: return Flow::kInput;
    case Op::kDebug: return Debug(io, in.a == 1);
    case Op::kHalt: return Halt(in);
    default: return Flow::kBroken;
  }
}

// ---- access
Machine::Flow Machine::IndexBy(const Value& key, uint8_t flags) {
  const bool tracked = tracking();
  Value* top = Top();
  if (!tracked && top->is_object() && key.is_string()) {
    const Value* found = top->Find(key);
    Value value = found == nullptr ? Value::Null() : *found;
    *top = std::move(value);
    return Flow::kNext;
  }
  if (tracked && !top->IsSame(at_path_)) {
    return Fail("Invalid path expression near attempt to access element " + ShortJson(heap_, key) +
                " of " + ShortJson(heap_, *top));
  }
  std::string error;
  Value value = GetIndex(heap_, *top, key, &error);
  if (value.is_none()) {
    return (flags & 1) != 0 ? Flow::kBacktrack : Fail(std::move(error));
  }
  if (tracked) AppendPath(key, value);
  *top = std::move(value);
  return Flow::kNext;
}

Machine::Flow Machine::Slice(uint8_t flags) {
  if (!Has(3)) return Flow::kBroken;
  const Value input = Pop();
  const Value end = Pop(), begin = Pop();
  const bool tracked = tracking();
  if (tracked && !input.IsSame(at_path_)) {
    return Fail("Invalid path expression near attempt to access element " +
                ShortJson(heap_, SliceKey(heap_, begin, end)) + " of " + ShortJson(heap_, input));
  }
  std::string error;
  Value value = GetSlice(heap_, input, begin, end, &error);
  if (value.is_none()) {
    return (flags & 1) != 0 ? Flow::kBacktrack : Fail(std::move(error));
  }
  if (tracked) AppendPath(SliceKey(heap_, begin, end), value);
  Push(std::move(value));
  return Flow::kNext;
}

Machine::Flow Machine::Each(uint8_t flags) {
  Value container = Pop();
  if (tracking() && !container.IsSame(at_path_)) {
    return Fail("Invalid path expression near attempt to iterate through " +
                ShortJson(heap_, container));
  }
  if (!container.is_array() && !container.is_object()) {
    if ((flags & 1) != 0) return Flow::kBacktrack;
    return Fail("Cannot iterate over " + Describe(heap_, container));
  }
  AddFork(ForkKind::kEach, pc_).value = std::move(container);
  if (NextEach()) return Flow::kNext;
  PopFork();
  return Flow::kBacktrack;
}

// Below the top: value, key, object.
Machine::Flow Machine::Insert(uint8_t flags) {
  const bool same = (flags & 1) != 0;
  if (!Has(same ? 3 : 4)) return Flow::kBroken;
  Value input = Pop();
  Value value = same ? Value() : Pop();
  Value key = Pop();
  if (!key.is_string()) {
    return Fail("Cannot use " + Describe(heap_, key) + " as object key");
  }
  if (same) {
    std::string error;
    value = GetIndex(heap_, input, key, &error);
    if (value.is_none()) return Fail(std::move(error));
  }
  Value* object = Top();
  if (!object->is_object()) return Flow::kBroken;
  heap_.Set(object, std::move(key), std::move(value));
  Push(std::move(input));
  return Flow::kNext;
}

// Strings below the input, the first one highest.
Machine::Flow Machine::Concat(uint32_t count) {
  if (!Has(static_cast<int>(count) + 1)) return Flow::kBroken;
  Pop();
  Value text = heap_.String("");
  for (uint32_t i = 0; i < count; ++i) {
    const Value part = Pop();
    if (!part.is_string()) return Flow::kBroken;
    heap_.Append(&text, part.text());
  }
  Push(std::move(text));
  return Flow::kNext;
}

Machine::Flow Machine::Native(CommandIo& io, const Instruction& in) {
  const NativeRow& row = NativeAt(in.a);
  if (!Has(row.arity + 1)) return Flow::kBroken;
  Value args[8];
  for (int i = 0; i <= row.arity; ++i) args[i] = Pop();
  NativeContext context{.heap = heap_, .io = io, .place = place_};
  Value result = row.function(context, args);
  if (!result.is_none()) {
    Push(std::move(result));
    return Flow::kNext;
  }
  if (context.error.is_none()) return Flow::kBacktrack;
  error_ = std::move(context.error);
  return Flow::kError;
}

Machine::Flow Machine::Range() {
  if (!Has(3)) return Flow::kBroken;
  Pop();
  const Value end = Pop(), begin = Pop();
  if (!begin.is_number() || !end.is_number()) return Fail("Range bounds must be numeric");
  double from = begin.number();
  const double upto = end.number();
  if (!(from < upto)) return Flow::kBacktrack;
  if (++from < upto) {
    Fork& fork = AddFork(ForkKind::kRange, pc_);
    fork.index = from;
    fork.end = upto;
  }
  Push(begin);  // as it was written
  return Flow::kNext;
}

// ---- control
// The first output is enough: what could give more is forgotten.
Machine::Flow Machine::Cut(const Instruction& in) {
  const Value label = *Local(in);
  if (!label.is_number()) return Flow::kBroken;
  return DropTo(label.number()) ? Flow::kNext : Flow::kBroken;
}

Machine::Flow Machine::Debug(CommandIo& io, bool raw) {
  const Value& value = Peek();
  std::string text;
  if (!raw) {
    text = "[\"DEBUG:\",";
    AppendJson(heap_, value, &text);
    text += "]\n";
  } else if (value.is_string()) {
    text = value.text();
  } else {
    AppendJson(heap_, value, &text);
  }
  io.Write(2, text);
  return Flow::kNext;
}

Machine::Flow Machine::Halt(const Instruction& in) {
  output_ = Pop();
  status_ = 0;
  if (in.a == 0) {
    output_ = Value();
    return Flow::kHalt;
  }
  if (!Has(1)) return Flow::kBroken;
  const Value status = Pop();
  if (!status.is_number()) {
    return Fail(Describe(heap_, output_) + " halt_error/1: number required");
  }
  const double number = status.number();
  status_ =
      std::isfinite(number) ? static_cast<int>(static_cast<int64_t>(std::fmod(number, 256))) : 0;
  return Flow::kHalt;
}

}  // namespace pysub::shell::jq
