#include "shell/commands/jq/machine.h"

#include <algorithm>

#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"

namespace pysub::shell::jq {
namespace {

// Room for so many more; while it moves, both places are paid for. From a megabyte on it grows by a
// half.
template <typename T>
bool RoomFor(Heap& heap, std::vector<T>* list, size_t more) {
  const size_t need = list->size() + more;
  if (need <= list->capacity()) return true;
  const size_t room = need + need / (need * sizeof(T) > (1 << 20) ? 2 : 1) + 8;
  if (!heap.Charge(static_cast<int64_t>(room * sizeof(T)))) return false;
  const size_t old = list->capacity();
  const bool moved = heap.MoveItems(list, room);
  static_cast<void>(heap.Charge(-static_cast<int64_t>((moved ? old : room) * sizeof(T))));
  return moved;
}

// A break as an error: {"__jq": LABEL}.
constexpr std::string_view kBreakKey = "__jq";

bool IsBreakTo(Heap& heap, const Value& error, double label) {
  if (!error.is_object() || error.count() != 1) return false;
  const Value* broken = error.Find(heap.String(kBreakKey));
  return broken != nullptr && broken->is_number() && broken->number() == label;
}

}  // namespace

void Machine::Start(Value input) {
  data_.clear();
  forks_.clear();
  frames_.clear();
  locals_.clear();
  closures_.clear();
  top_ = -1;
  nest_ = 0;
  path_ = at_path_ = output_ = error_ = Value();
  Kept();
  const Function& main = program_.functions[0];
  frames_.push_back({});
  frame_ = 0;
  locals_.resize(main.variables, Value::Null());
  pc_ = main.begin;
  backtrack_ = waits_ = false;
  running_ = true;
  Push(std::move(input));
}

// ---- the stack
bool Machine::Has(int count) const {
  int32_t at = top_;
  for (; count > 0; --count) {
    if (at < 0) return false;
    at = data_[static_cast<size_t>(at)].below;
  }
  return true;
}

void Machine::Push(Value value) {
  if (data_.size() == data_.capacity() && !RoomFor(heap_, &data_, 1)) return;
  data_.push_back({std::move(value), top_});
  top_ = static_cast<int32_t>(data_.size()) - 1;
}

Value Machine::Pop() {
  if (top_ < 0) {
    heap_.Stop();
    return Value::Null();
  }
  Slot& slot = data_[static_cast<size_t>(top_)];
  if (Protected(top_)) {
    top_ = slot.below;
    return slot.value;
  }
  Value value = std::move(slot.value);
  const int32_t below = slot.below;
  data_.resize(static_cast<size_t>(top_));
  top_ = below;
  return value;
}

Value* Machine::Top() {
  if (Protected(top_)) {
    const int32_t below = data_[static_cast<size_t>(top_)].below;
    Value copy = data_[static_cast<size_t>(top_)].value;
    top_ = below;
    Push(std::move(copy));
  }
  return &data_[static_cast<size_t>(top_)].value;
}

// ---- frames
uint32_t Machine::FrameAt(uint32_t level) const {
  uint32_t frame = frame_;
  for (; level > 0; --level) frame = frames_[frame].outer;
  return frame;
}

Value* Machine::Local(const Instruction& in) {
  return &locals_[frames_[FrameAt(in.a)].locals + in.b];
}

void Machine::Enter(uint32_t function, uint32_t outer, uint32_t back, uint32_t caller) {
  const Function& entered = program_.functions[function];
  if (!RoomFor(heap_, &frames_, 1) || !RoomFor(heap_, &locals_, entered.variables) ||
      !RoomFor(heap_, &closures_, passed_.size())) {
    return;
  }
  frames_.push_back({.function = function,
                     .back = back,
                     .caller = caller,
                     .outer = outer,
                     .locals = static_cast<uint32_t>(locals_.size()),
                     .closures = static_cast<uint32_t>(closures_.size())});
  locals_.resize(locals_.size() + entered.variables, Value::Null());
  closures_.insert(closures_.end(), passed_.begin(), passed_.end());
  frame_ = static_cast<uint32_t>(frames_.size()) - 1;
  pc_ = entered.begin;
}

// Frees it, if no fork may come back to it.
void Machine::DropFrame(uint32_t frame) {
  if (frame < kept_frames_) return;
  locals_.resize(frames_[frame].locals);
  closures_.resize(frames_[frame].closures);
  frames_.resize(frame);
}

void Machine::Leave() {
  const Frame& left = frames_[frame_];
  const uint32_t frame = frame_;
  pc_ = left.back;
  frame_ = left.caller;
  DropFrame(frame);
}

Machine::Flow Machine::Call(const Instruction& in, bool tail) {
  passed_.clear();
  for (uint32_t i = 0; i < in.count; ++i) {
    const Instruction& argument = program_.code[pc_ + i];
    if (argument.op == Op::kClosure) {
      passed_.push_back({argument.a, FrameAt(argument.b)});
    } else {
      passed_.push_back(closures_[frames_[FrameAt(argument.a)].closures + argument.b]);
    }
  }
  const uint32_t outer = FrameAt(in.b);
  uint32_t back = pc_ + in.count, caller = frame_;
  if (tail) {
    back = frames_[frame_].back;
    caller = frames_[frame_].caller;
    DropFrame(frame_);
  }
  Enter(in.a, outer, back, caller);
  return Flow::kNext;
}

Machine::Flow Machine::CallParameter(const Instruction& in, bool tail) {
  const Closure closure = closures_[frames_[FrameAt(in.a)].closures + in.b];
  passed_.clear();
  uint32_t back = pc_, caller = frame_;
  if (tail) {
    back = frames_[frame_].back;
    caller = frames_[frame_].caller;
    DropFrame(frame_);
  }
  Enter(closure.function, closure.frame, back, caller);
  return Flow::kNext;
}

// ---- forks
void Machine::Kept() {
  kept_data_ = forks_.empty() ? 0 : forks_.back().data;
  kept_frames_ = forks_.empty() ? 0 : forks_.back().frames;
}

Machine::Fork& Machine::AddFork(ForkKind kind, uint32_t pc) {
  // (Where there is no room the machine stops behind this instruction.)
  Fork& fork = RoomFor(heap_, &forks_, 1) ? forks_.emplace_back() : unpaid_ = Fork();
  fork.kind = kind;
  fork.pc = pc;
  fork.top = top_;
  fork.data = static_cast<uint32_t>(data_.size());
  fork.frames = static_cast<uint32_t>(frames_.size());
  fork.locals = static_cast<uint32_t>(locals_.size());
  fork.closures = static_cast<uint32_t>(closures_.size());
  fork.frame = frame_;
  fork.nest = nest_;
  if (path_.is_array()) {
    fork.path = path_;
    fork.at_path = at_path_;
  }
  kept_data_ = fork.data;
  kept_frames_ = fork.frames;
  return fork;
}

void Machine::Restore(const Fork& fork) {
  if (data_.size() > fork.data) data_.resize(fork.data);
  if (frames_.size() > fork.frames) frames_.resize(fork.frames);
  if (locals_.size() > fork.locals) locals_.resize(fork.locals);
  if (closures_.size() > fork.closures) closures_.resize(fork.closures);
  top_ = fork.top;
  frame_ = fork.frame;
  nest_ = fork.nest;
  path_ = fork.path;
  at_path_ = fork.at_path;
  pc_ = fork.pc;
}

void Machine::PopFork() {
  forks_.pop_back();
  Kept();
}

// The next element of what the last fork iterates. False: there is none.
bool Machine::NextEach() {
  Fork& fork = forks_.back();
  const Value& container = fork.value;
  auto index = static_cast<size_t>(fork.index);
  Value key;
  const Value* value = nullptr;
  const bool tracked = nest_ == 0 && path_.is_array();
  if (container.is_array()) {
    if (index >= container.size()) return false;
    value = &container.at(index);
    if (tracked) key = Value::Number(static_cast<double>(index));
    ++index;
  } else {
    const size_t slots = container.slots();
    while (index < slots && container.entries()[index].key.is_none()) ++index;
    if (index >= slots) return false;
    const Entry& entry = container.entries()[index++];
    value = &entry.value;
    if (tracked) key = entry.key;
  }
  fork.index = static_cast<double>(index);
  Value element = *value;
  if (index >= container.slots()) PopFork();  // (slots() of an array is its size)
  if (tracked) AppendPath(std::move(key), element);
  Push(std::move(element));
  return true;
}

// False: there is nothing to come back to.
bool Machine::Backtrack() {
  while (!forks_.empty()) {
    Fork& fork = forks_.back();
    switch (fork.kind) {
      case ForkKind::kPlain:
        Restore(fork);
        PopFork();
        return true;
      case ForkKind::kEach:
        Restore(fork);
        if (NextEach()) return true;
        break;
      case ForkKind::kRange:
        Restore(fork);
        if (fork.index < fork.end) {
          const double index = fork.index++;
          if (!(fork.index < fork.end)) PopFork();
          Push(Value::Number(index));
          return true;
        }
        break;
      default: break;
    }
    PopFork();
    if (!heap_.Spend(1)) return true;
  }
  return false;
}

// With error_: to who catches it. False: nobody does.
bool Machine::Unwind() {
  // Of what has been left already.
  size_t left = 0;
  while (!forks_.empty() && heap_.Spend(1)) {
    const Fork& fork = forks_.back();
    if (fork.kind == ForkKind::kTryEnd) {
      ++left;
    } else if (fork.kind == ForkKind::kTry && left > 0) {
      --left;
    } else if (fork.kind == ForkKind::kLabel && IsBreakTo(heap_, error_, fork.index)) {
      error_ = Value();
      backtrack_ = true;
      PopFork();
      return true;
    } else if (fork.kind == ForkKind::kTry || fork.kind == ForkKind::kAlternative) {
      const bool is_try = fork.kind == ForkKind::kTry;
      Restore(fork);
      PopFork();
      if (is_try) *Top() = std::move(error_);
      error_ = Value();
      return true;
    }
    PopFork();
  }
  return false;
}

// What comes back behind the label, and the label, are forgotten.
bool Machine::DropTo(double label) {
  while (!forks_.empty() && heap_.Spend(1)) {
    const bool found = forks_.back().kind == ForkKind::kLabel && forks_.back().index == label;
    PopFork();
    if (found) return true;
  }
  return false;
}

// A break is an error that its label catches, if nobody does before: it becomes one then.
Machine::Flow Machine::BreakTo(double label) {
  size_t left = 0;
  for (; !forks_.empty() && heap_.Spend(1); PopFork()) {
    const Fork& fork = forks_.back();
    if (fork.kind == ForkKind::kLabel && fork.index == label) {
      PopFork();
      return Flow::kBacktrack;
    }
    if (fork.kind == ForkKind::kTryEnd) {
      ++left;
    } else if (fork.kind == ForkKind::kTry && left > 0) {
      --left;
    } else if (fork.kind == ForkKind::kTry || fork.kind == ForkKind::kAlternative) {
      error_ = heap_.Object(1);
      heap_.Set(&error_, heap_.String(kBreakKey), Value::Number(label));
      return Flow::kError;
    }
  }
  return Flow::kBreak;
}

// ---- paths
void Machine::AppendPath(Value key, const Value& value) {
  heap_.Push(&path_, std::move(key));
  at_path_ = value;
}

Machine::Flow Machine::PathBegin() {
  Value input = Pop();
  Push(std::move(path_));
  Push(std::move(at_path_));
  Push(Value::Number(nest_));
  path_ = Value::EmptyArray();
  at_path_ = input;
  nest_ = 0;
  Push(std::move(input));
  return Flow::kNext;
}

Machine::Flow Machine::PathEnd() {
  if (!Has(4)) return Flow::kBroken;
  const Value value = Pop();
  if (tracking() && !value.IsSame(at_path_)) {
    return Fail("Invalid path expression with result " + ShortJson(heap_, value));
  }
  const Value nest = Pop();
  Value at_path = Pop(), path = Pop();
  if (!nest.is_number() || !path_.is_array()) return Flow::kBroken;
  if (!(nest.number() >= 0 && nest.number() < 1e9)) return Flow::kBroken;
  Value result = std::move(path_);
  path_ = std::move(path);
  at_path_ = std::move(at_path);
  nest_ = static_cast<uint32_t>(nest.number());
  Push(std::move(result));
  return Flow::kNext;
}

Machine::Flow Machine::GetPath() {
  if (!Has(2)) return Flow::kBroken;
  const Value input = Pop();
  Value path = Pop();
  if (tracking() && !input.IsSame(at_path_)) {
    return Fail("Invalid path expression near attempt to access element " + ShortJson(heap_, path) +
                " of " + ShortJson(heap_, input));
  }
  std::string error;
  Value value = jq::GetPath(heap_, input, path, &error);
  if (value.is_none()) return Fail(std::move(error));
  if (tracking() && path.is_array()) {
    for (size_t i = 0; i < path.size() && heap_.Spend(1); ++i) heap_.Push(&path_, path.at(i));
    at_path_ = value;
  }
  Push(std::move(value));
  return Flow::kNext;
}

// ---- the loop
void Machine::Resume(Value input, Value error) {
  waits_ = false;
  if (top_ < 0) {  // saved by somebody else
    running_ = false;
    return;
  }
  if (!input.is_none()) {
    *Top() = std::move(input);
    return;
  }
  error_ = std::move(error);
  if (!Unwind()) {
    // Run() tells.
    running_ = false;
    return;
  }
}

Machine::Outcome Machine::Run(CommandIo& io) {
  if (!running_) return error_.is_none() ? Outcome::kDone : Outcome::kError;
  // From one instruction on: short steps are for tests.
  uint32_t batch = 1;
  while (true) {
    for (uint32_t left = batch; left > 0; --left) {
      if (backtrack_) {
        backtrack_ = false;
        if (!Backtrack()) {
          running_ = false;
          return Outcome::kDone;
        }
        if (heap_.stopped()) return Outcome::kStopped;
      }
      const Instruction& in = program_.code[pc_++];
      switch (Step(io, in)) {
        case Flow::kNext: break;
        case Flow::kBacktrack: backtrack_ = true; break;
        case Flow::kBreak:
          if (!heap_.stopped()) return Outcome::kBroken;
          return Outcome::kStopped;
        case Flow::kError:
          if (!Unwind()) {
            running_ = false;
            return heap_.stopped() ? Outcome::kStopped : Outcome::kError;
          }
          break;
        case Flow::kOutput:
          output_ = Pop();
          backtrack_ = true;
          return Outcome::kOutput;
        case Flow::kInput: waits_ = true; return Outcome::kInput;
        case Flow::kHalt: running_ = false; return Outcome::kHalt;
        case Flow::kBroken: return heap_.stopped() ? Outcome::kStopped : Outcome::kBroken;
      }
      if (heap_.stopped()) return Outcome::kStopped;
    }
    heap_.Drain(64);
    if (io.Tick(batch + heap_.TakeWork())) return Outcome::kYield;
    batch = std::min<uint32_t>(2 * batch, 512);
  }
}

Machine::Flow Machine::Fail(std::string message) {
  error_ = heap_.String(message);
  return Flow::kError;
}

}  // namespace pysub::shell::jq
