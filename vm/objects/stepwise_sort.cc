#include "vm/objects/stepwise_sort.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vm/vm.h"

namespace pysub {
namespace {

enum Kind : uint32_t {
  kNothing,
  // Is the item at the end of the run less than the one before it?
  kRises,
  kFalls,
  kExtends,   // of a run that was turned
  kAllEqual,  // is the first item of a run that rose less than its last?
  kTurns,     // is the last item of a run that falls less than the next?
  kInserts,   // is the item to insert less than the one in the middle?
  // Is an item of the right run less than one of the left run?
  kGallops,
  kLeaps,
  kHalves,
  kTakesOne,
  kQuestions,
};

constexpr uint32_t kManyWins = 7;
constexpr uint32_t kShort = 64;

// Runs are at least this long: 32 to 64, so that there are a power of two of them or a little less.
uint32_t MinimumRun(uint32_t count) {
  uint32_t odd = 0;
  for (; count >= kShort; count >>= 1) odd |= count & 1;
  return count + odd;
}

// How deep in the tree that halves `count` items two runs meet: the first binary digit in which
// their middles, as fractions of all, differ.
uint32_t MeetingDepth(uint64_t start, uint64_t border, uint64_t end, uint64_t count) {
  constexpr int kDigits = 31;
  const uint64_t left = ((start + border) << (kDigits - 1)) / count;
  const uint64_t right = ((border + end) << (kDigits - 1)) / count;
  return static_cast<uint32_t>(kDigits + 1 - std::bit_width(left ^ right));
}

}  // namespace

uint32_t StepwiseSort::ScratchFor(uint32_t count) { return count < kShort ? 0 : count / 2; }

// Which two items the question is about. The sort asks, somebody else compares (it may be Python
// code that suspends), and Answer() goes on from there. All state is numbers in an object of the
// heap.
StepwiseSort::Places StepwiseSort::Compared() const {
  switch (s_->question) {
    case kRises:
    case kFalls:
    case kExtends: return {s_->end, uint64_t{s_->end} - 1};
    case kAllEqual: return {s_->start, uint64_t{s_->end} - 1};
    case kTurns: return {uint64_t{s_->end} - 1, s_->end};
    case kInserts: return {s_->end, (uint64_t{s_->low} + s_->high) / 2};
    case kTakesOne: return {Head(kRight), Head(kLeft)};
    default:
      if (searched() == kLeft) return {Head(kRight), SearchedPlace()};
      return {SearchedPlace(), Head(kLeft)};
  }
}

void StepwiseSort::Answer(bool less) {
  switch (s_->question) {
    case kRises:
      if (!less) return NextInRun();
      if (s_->end - s_->start == 1) return StartFall();
      s_->question = kAllEqual;
      return;
    case kAllEqual:
      if (less) return EndRun();
      Reverse(s_->start, s_->end);
      return StartFall();
    case kFalls:
      if (!less) {
        s_->question = kTurns;
        return;
      }
      TurnEqual();
      return NextInFall();
    case kTurns:
      if (less) return TurnRun();
      ++s_->equal;
      return NextInFall();
    case kExtends: return less ? EndRun() : NextInRun();
    case kInserts: return Insert(less);
    case kGallops:
      s_->upwards = !IsBefore(less);
      s_->near = 0;
      s_->far = 1;
      return Leap();
    case kLeaps:
      if (IsBefore(less) != upwards()) {
        s_->near = s_->far;
        s_->far = static_cast<uint32_t>(std::min<uint64_t>(2 * uint64_t{s_->far} + 1, at_.count));
        return Leap();
      }
      return Narrow();
    case kHalves: {
      const uint32_t middle = static_cast<uint32_t>((uint64_t{s_->low} + s_->high) / 2);
      (IsBefore(less) ? s_->high : s_->low) = IsBefore(less) ? middle : middle + 1;
      return Halve();
    }
    case kTakesOne: return TakeOne(less);
    default: return;
  }
}

// ---- Runs

void StepwiseSort::Start() {
  *s_ = State{};
  s_->aside = kNeither;
  s_->enough_wins = kManyWins;
  if (at_.count > 1) StartRun(0);
}

void StepwiseSort::StartRun(uint32_t start) {
  s_->start = s_->end = start;
  s_->question = kRises;
  NextInRun();
}

void StepwiseSort::NextInRun() {
  if (++s_->end == at_.count) EndRun();
}

// What is known to be less than the one before it belongs to the run.
void StepwiseSort::StartFall() {
  s_->equal = 0;
  NextInFall();
}

void StepwiseSort::NextInFall() {
  s_->question = kFalls;
  if (++s_->end == at_.count) TurnRun();
}

// Equal items are turned on their own, so that turning the whole run puts them in the old order.
void StepwiseSort::TurnEqual() {
  if (s_->equal > 0) Reverse(s_->end - s_->equal - 1, s_->end);
  s_->equal = 0;
}

void StepwiseSort::TurnRun() {
  TurnEqual();
  Reverse(s_->start, s_->end);
  s_->question = kExtends;
  if (s_->end == at_.count) EndRun();
}

void StepwiseSort::EndRun() {
  s_->stop = s_->start + std::min(MinimumRun(at_.count), at_.count - s_->start);
  if (s_->end >= s_->stop) return PushRun();
  s_->question = kInserts;
  s_->low = s_->start;
  s_->high = s_->end;
}

void StepwiseSort::Insert(bool less) {
  const uint32_t middle = static_cast<uint32_t>((uint64_t{s_->low} + s_->high) / 2);
  (less ? s_->high : s_->low) = less ? middle : middle + 1;
  if (s_->low < s_->high) return;
  auto insert = [&](Value* values) {
    const Value inserted = values[s_->end];
    std::memmove(values + s_->low + 1, values + s_->low, (s_->end - s_->low) * sizeof(Value));
    values[s_->low] = inserted;
  };
  insert(at_.items);
  if (at_.keys != nullptr) insert(at_.keys);
  if (++s_->end == s_->stop) return PushRun();
  s_->low = s_->start;
  s_->high = s_->end;
}

void StepwiseSort::PushRun() {
  if (s_->run_count > 0) {
    s_->depth = MeetingDepth(s_->runs[s_->run_count - 1].start, s_->start, s_->end, at_.count);
  }
  Collapse();
}

// Merges what has to be merged before the run that was found is pushed, or after the last one was.
void StepwiseSort::Collapse() {
  const bool all = s_->covered == at_.count;
  if (s_->run_count > 1) {
    uint32_t run = s_->run_count - 2;
    auto length = [&](uint32_t i) { return RunEnd(i) - s_->runs[i].start; };
    if (all && run > 0 && length(run - 1) < length(run + 1)) --run;
    if (all || s_->runs[run].depth > s_->depth || s_->run_count == kMaxRuns) return StartMerge(run);
  }
  s_->question = kNothing;
  if (all) return;
  if (s_->run_count > 0) s_->runs[s_->run_count - 1].depth = s_->depth;
  s_->runs[s_->run_count++] = {s_->start, 0};
  s_->covered = s_->end;
  if (s_->covered == at_.count) return Collapse();
  StartRun(s_->end);
}

uint32_t StepwiseSort::RunEnd(uint32_t run) const {
  return run + 1 < s_->run_count ? s_->runs[run + 1].start : s_->covered;
}

// ---- Merging

// Two neighbouring runs. First the items at both ends that are in place already are left out
// (trimmed), which in nearly sorted input is most of them.
void StepwiseSort::StartMerge(uint32_t run) {
  const uint32_t border = s_->runs[run + 1].start;
  s_->merge_begin = s_->runs[run].start;
  s_->merge_end = RunEnd(run + 1);
  // Otherwise the state lies (see IsSound), and this is the end of it.
  const bool are_runs =
      s_->merge_begin < border && border < s_->merge_end && s_->merge_end <= s_->covered;
  if (!are_runs) {
    s_->question = kNothing;
    return;
  }
  s_->rest[kLeft] = border - s_->merge_begin;
  s_->rest[kRight] = s_->merge_end - border;
  s_->aside = kNeither;
  --s_->run_count;
  std::copy(s_->runs + run + 2, s_->runs + s_->run_count + 1, s_->runs + run + 1);
  Gallop(kTrimLeft);
}

// Which end of both runs is looked at and taken from.
bool StepwiseSort::FromFront() const {
  return s_->aside == kNeither ? s_->search == kTrimLeft : s_->aside == kLeft;
}

uint64_t StepwiseSort::Begin(Side side) const {
  if (s_->aside == side)
    return uint64_t{at_.count} + (side == kLeft ? s_->set_aside - s_->rest[kLeft] : 0);
  return side == kLeft ? s_->merge_begin : s_->merge_end - s_->rest[kRight];
}

uint64_t StepwiseSort::Head(Side side) const {
  return Begin(side) + (FromFront() ? 0 : s_->rest[side] - 1);
}

// Looks for how many items of one run come before the head of the other one: of the left run those
// that are not greater, of the right run those that are less. Begins at its head.
void StepwiseSort::Gallop(Search search) {
  s_->search = search;
  s_->question = kGallops;
}

uint64_t StepwiseSort::SearchedPlace() const {
  const uint64_t head = Head(searched());
  switch (s_->question) {
    case kGallops: return head;
    case kLeaps: return upwards() ? head + s_->far : head - s_->far;
    default: return Begin(searched()) + (uint64_t{s_->low} + s_->high) / 2;
  }
}

// Looks at the item `far` steps away, if the run is that long.
void StepwiseSort::Leap() {
  const uint32_t size = s_->rest[searched()];
  const uint32_t limit = upwards() == FromFront() ? size : 1;
  if (s_->far < limit) {
    s_->question = kLeaps;
  } else {
    s_->far = limit;
    Narrow();
  }
}

// Between what was passed last and what was not passed.
void StepwiseSort::Narrow() {
  const uint32_t from = FromFront() ? 0 : s_->rest[searched()] - 1;
  s_->low = upwards() ? from + s_->near + 1 : from + 1 - s_->far;
  s_->high = upwards() ? from + s_->far : from - s_->near;
  s_->question = kHalves;
  Halve();
}

void StepwiseSort::Halve() {
  if (s_->low >= s_->high) Found(s_->high);
}

// So many items of the searched run come before the other's head.
void StepwiseSort::Found(uint32_t count) {
  switch (s_->search) {
    case kTrimLeft:
      s_->merge_begin += count;
      s_->rest[kLeft] -= count;
      return s_->rest[kLeft] == 0 ? Collapse() : Gallop(kTrimRight);
    case kTrimRight:
      s_->merge_end -= s_->rest[kRight] - count;
      s_->rest[kRight] = count;
      return count == 0 ? Collapse() : SetAside();
    case kPassLeft: return PassLeft(FromFront() ? count : s_->rest[kLeft] - count);
    default: return PassRight(FromFront() ? count : s_->rest[kRight] - count);
  }
}

// The longer run's head comes first: that is known from trimming.
void StepwiseSort::SetAside() {
  const Side shorter = s_->rest[kLeft] <= s_->rest[kRight] ? kLeft : kRight;
  s_->set_aside = s_->rest[shorter];
  const uint64_t from = Begin(shorter);
  std::memcpy(at_.scratch, at_.items + from, s_->set_aside * sizeof(Value));
  if (at_.keys != nullptr)
    std::memcpy(at_.key_scratch, at_.keys + from, s_->set_aside * sizeof(Value));
  vm_->Spend(s_->set_aside / 4);
  s_->aside = shorter;
  TakeHead(shorter == kLeft ? kRight : kLeft);
  s_->wins = 0;
  s_->question = kTakesOne;
  if (MergeIsOver()) FinishMerge();
}

// The last item of the run that is aside is known to come last.
bool StepwiseSort::MergeIsOver() const {
  return s_->rest[s_->aside] <= 1 || s_->rest[1 - s_->aside] == 0;
}

void StepwiseSort::TakeOne(bool less) {
  const Side side = less == FromFront() ? kRight : kLeft;
  s_->wins = side == s_->winner ? s_->wins + 1 : 1;
  s_->winner = side;
  TakeHead(side);
  if (MergeIsOver()) return FinishMerge();
  if (s_->wins >= s_->enough_wins) Gallop(kPassLeft);
}

void StepwiseSort::PassLeft(uint32_t count) {
  s_->passed = count;
  Take(kLeft, count);
  if (MergeIsOver()) return FinishMerge();
  TakeHead(kRight);
  return MergeIsOver() ? FinishMerge() : Gallop(kPassRight);
}

void StepwiseSort::PassRight(uint32_t count) {
  Take(kRight, count);
  if (MergeIsOver()) return FinishMerge();
  TakeHead(kLeft);
  if (MergeIsOver()) return FinishMerge();
  // Galloping that goes on gets easier to begin, galloping that ends harder.
  if (s_->passed >= kManyWins || count >= kManyWins) {
    if (s_->enough_wins > 1) --s_->enough_wins;
    return Gallop(kPassLeft);
  }
  ++s_->enough_wins;
  s_->wins = 0;
  s_->question = kTakesOne;
}

void StepwiseSort::FinishMerge() {
  const Side aside = static_cast<Side>(s_->aside), other = aside == kLeft ? kRight : kLeft;
  if (s_->rest[aside] == 1) Take(other, s_->rest[other]);
  Take(aside, s_->rest[aside]);
  s_->aside = kNeither;
  Collapse();
}

void StepwiseSort::Abandon() {
  if (s_->aside != kNeither) Take(static_cast<Side>(s_->aside), s_->rest[s_->aside]);
  s_->aside = kNeither;
  s_->question = kNothing;
}

// Between what is merged and what is left of the run that stayed there is room for all that is
// aside: where the next `count` items go.
uint64_t StepwiseSort::Room(uint32_t count) const {
  const uint64_t rest = uint64_t{s_->rest[kLeft]} + s_->rest[kRight];
  return FromFront() ? s_->merge_end - rest : s_->merge_begin + rest - count;
}

void StepwiseSort::Take(Side side, uint32_t count) {
  Move(Room(count), Begin(side) + (FromFront() ? 0 : s_->rest[side] - count), count);
  s_->rest[side] -= count;
}

void StepwiseSort::TakeHead(Side side) {
  const uint64_t to = Room(1), from = Head(side);
  const bool stays = from < at_.count;
  at_.items[to] = stays ? at_.items[from] : at_.scratch[from - at_.count];
  if (at_.keys != nullptr)
    at_.keys[to] = stays ? at_.keys[from] : at_.key_scratch[from - at_.count];
  --s_->rest[side];
}

void StepwiseSort::Move(uint64_t to, uint64_t from, uint64_t count) {
  auto move = [&](Value* values, const Value* scratch) {
    const Value* source = from < at_.count ? values + from : scratch + (from - at_.count);
    std::memmove(values + to, source, count * sizeof(Value));
  };
  if (count == 0) return;
  move(at_.items, at_.scratch);
  if (at_.keys != nullptr) move(at_.keys, at_.key_scratch);
  vm_->Spend(count / 8);
}

void StepwiseSort::Reverse(uint32_t begin, uint32_t end) {
  std::reverse(at_.items + begin, at_.items + end);
  if (at_.keys != nullptr) std::reverse(at_.keys + begin, at_.keys + end);
  vm_->Spend((end - begin) / 8);
}

// ---- States from anywhere

// Where the runs of the stack begin is looked at when they are merged.
bool StepwiseSort::IsSound(uint32_t scratch) const {
  if (s_->question >= kQuestions || s_->aside > kNeither) return false;
  if (s_->covered > at_.count || s_->run_count > kMaxRuns) return false;
  if (s_->question == kNothing) return s_->aside == kNeither;
  // Few items are one run.
  const bool merges = at_.count >= kShort;
  if (merges ? scratch < at_.count / 2 : s_->covered > 0 || s_->question >= kGallops) return false;
  // The run that is not on the stack yet.
  const bool is_open = s_->covered < at_.count;
  if (is_open && (s_->start != s_->covered || s_->end <= s_->start || s_->end > at_.count))
    return false;
  if (s_->question >= kGallops) return MergeIsSound(scratch);
  if (!is_open || s_->aside != kNeither || s_->end == at_.count) return false;
  if (s_->question == kFalls || s_->question == kTurns) return s_->equal < s_->end - s_->start;
  if (s_->question != kInserts) return true;
  if (s_->stop > at_.count || (!merges && s_->stop < at_.count)) return false;
  return s_->start <= s_->low && s_->low < s_->high && s_->high <= s_->end && s_->end < s_->stop;
}

// The state may come from a snapshot that somebody forged, and its numbers are used as indexes.
// These are the bounds within which the code above stays inside the list and the scratch.
bool StepwiseSort::MergeIsSound(uint32_t scratch) const {
  const uint32_t left = s_->rest[kLeft], right = s_->rest[kRight];
  if (s_->merge_end > s_->covered || s_->run_count == 0 || s_->search > kPassRight) return false;
  if (left == 0 || right == 0) return false;
  const uint64_t room = uint64_t{s_->merge_begin} + left + right;
  if (s_->aside == kNeither ? room != s_->merge_end : room > s_->merge_end) return false;
  if (s_->aside == kLeft && (left > s_->set_aside || s_->set_aside > scratch)) return false;
  if (s_->aside == kRight && right > scratch) return false;
  const bool trims = s_->search <= kTrimRight;
  if (s_->question == kTakesOne) return s_->aside != kNeither;
  if (trims != (s_->aside == kNeither)) return false;
  const uint32_t size = s_->rest[searched()];
  if (s_->question == kLeaps)
    return s_->near < s_->far && s_->far < (upwards() == FromFront() ? size : 1);
  return s_->question == kGallops || (s_->low < s_->high && s_->high <= size);
}

}  // namespace pysub
