#ifndef PYSUB_STDLIB_MODULES_RE_MATCHER_H_
#define PYSUB_STDLIB_MODULES_RE_MATCHER_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "stdlib/modules/re/program.h"
#include "vm/vm.h"

// Runs programs: backtracking on an explicit stack, with the answers of CPython's matcher. Work is
// charged as fuel. Once a search has backtracked often, it remembers which instructions failed at
// which positions: then its time is linear in the text for everything but back-references,
// conditional groups, and what stands in look-around, atomic groups and large counted repetitions;
// those end by fuel (T-022).
//
// Why backtracking and no automaton: Python's answers depend on the order in which ways are tried
// (the first alternative that leads to a match, greedy before lazy), and its patterns have
// look-around and back-references. Why not RE2 for the rest: decision 006.
//
//    code    0 kSplit -> 3      position 0 1 2 3        choices, the newest last
//            1 kByte a                   a a b          +-------------------------+
//            2 kJump 0                                  | kResume  pc 3, at 0     |
//            3 kByte b                                  | kResume  pc 3, at 1     |
//            4 kMatch                                   | kResume  pc 3, at 2     |
//                                                       +-------------------------+
//
// At a failure the newest is taken back. `(a*)*b` on a text of n times "a" takes 2^n ways without a
// memory of what has failed, and n times the size of the program with it.
//
// After a bit of failure for (instruction, position) is set, coming there again fails at once. That
// is right only where what follows depends on nothing but the two: hence the exceptions above.
namespace pysub::re {

inline constexpr size_t kUnset = SIZE_MAX;

// What to try when the way taken fails, or what to undo before that. 24 bytes; the stack grows by
// doubling and is charged, so a pattern that keeps a choice for each character of a long text ends
// by the limit of memory.
struct Choice {
  enum Kind : uint32_t {
    kResume,     // go on at `pc`
    kGreedy,     // give back a character of the repetition at `pc`, down to `extra`
    kLazy,       // take one more, `extra` at most
    kLazyLoop,   // run the body of the loop at `pc` once more
    kBarrier,    // an assertion or atomic group began; `extra`: the barrier before
    kCapture,    // undo: slot `pc` was `position`, the last group was `extra`
    kLoopState,  // undo: loop `pc` had `position` as last position and count `extra`
  };
  Kind kind;
  uint32_t pc;
  size_t position;
  size_t extra;
};

// Memory that matches use one after the other: most matches are short, and would else spend their
// time in malloc. Belongs to the sandbox's cache of programs.
class Scratch {
 public:
  explicit Scratch(Heap& heap) : heap_(heap) {}
  ~Scratch() { Trim(0); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  struct LoopState {
    size_t count;
    size_t last;
  };

  Choice* stack = nullptr;
  size_t capacity = 0;
  std::vector<size_t> captures;
  std::vector<LoopState> loops;
  bool Grow();
  // Gives back all but `keep` choices.
  void Trim(size_t keep);

 private:
  Heap& heap_;
};

// Bits for (position, number) pairs, made in pages as they are set: most searches never get here,
// and those that do visit few positions.
class FailureMemory {
 public:
  // What an unbounded repetition of one character has gone through in the run of such
  // characters that it saw last. Entering that run again at another place then costs no walk
  // over it: matching stays linear.
  struct Run {
    // Greedy: the run, from where it was entered. Lazy: the lengths that were tried.
    size_t begin = 1, end = 0;
    size_t low = 0;  // greedy: from here to `end` all lengths were tried
    bool Has(size_t position) const { return begin <= position && position <= end; }
  };
  explicit FailureMemory(Heap& heap) : heap_(heap) {}
  ~FailureMemory() { Forget(); }

  bool active() const { return active_; }
  // Remembers `bits` numbers a position for `positions` positions from now on. Without memory it
  // stays off.
  void Start(size_t positions, uint32_t bits);
  void Forget();
  // That of the repetition with this number; nullptr: failures are not remembered.
  Run* RunOf(uint32_t number) {
    return active_ && number < runs_.size() ? &runs_[number] : nullptr;
  }
  // Whether the bit was set before; sets it.
  bool TestAndSet(size_t position, uint32_t number) {
    const size_t bit = position * bits_ + number;
    uint64_t* page = pages_[bit >> kPageShift].get();
    if (page == nullptr) {
      page = NewPage(bit >> kPageShift);
      if (page == nullptr) return false;
    }
    uint64_t& word = page[bit >> 6 & (kPageWords - 1)];
    const uint64_t mask = uint64_t{1} << (bit & 63);
    if (word & mask) return true;
    word |= mask;
    return false;
  }

 private:
  static constexpr size_t kPageShift = 15;
  static constexpr size_t kPageWords = (size_t{1} << kPageShift) / 64;
  uint64_t* NewPage(size_t index);

  Heap& heap_;
  bool active_ = false;
  uint32_t bits_ = 0;
  std::vector<std::unique_ptr<uint64_t[]>> pages_;
  std::vector<Run> runs_;
  uint64_t charged_ = 0;
};

enum class MatchMode : uint8_t { kMatch, kFullMatch, kSearch };

// One call of match(), search() ... on a text whose `end` is where the program sees it end. Works
// on bytes of UTF-8 and steps by code points only where a set asks for it. Lives no longer than the
// call: nothing here has to be saved.
class Matcher {
 public:
  Matcher(Vm& vm, Scratch& scratch, const Program& program, std::string_view text);

  // Looks from byte `start` on. `must_advance`: an empty match at `start` does not
  // count. Failed: a limit.
  Result<bool> Run(MatchMode mode, size_t start, bool must_advance);

  // Two positions for each group, kUnset where it took no part.
  const std::vector<size_t>& captures() const { return captures_; }
  uint32_t last_group() const { return last_group_; }

 private:
  using LoopState = Scratch::LoopState;
  enum class Outcome : uint8_t { kNo, kYes, kStopped };

  Outcome Try(size_t start);
  Result<bool> Search(size_t start);
  size_t NextCandidate(size_t from);
  bool Backtrack(size_t* position, uint32_t* pc);
  bool Push(Choice::Kind kind, uint32_t pc, size_t position, size_t extra) {
    if (size_ == scratch_.capacity && !scratch_.Grow()) {
      static_cast<void>(vm_.NoMemory(size_ * sizeof(Choice) * 2));
      stopped_ = true;
      return false;
    }
    scratch_.stack[size_++] = {kind, pc, position, extra};
    return true;
  }
  bool Charge(size_t work) {
    work_ += work;
    return work_ < kWorkPerTick || ChargeSlow();
  }
  bool ChargeSlow();
  bool Failed(uint32_t memo, size_t position) {
    return memo != kNone && memory_.active() && memory_.TestAndSet(position - memory_base_, memo);
  }
  bool SetOne(const CharSet& set, size_t* position) const;
  size_t RunOf(const CharSet& set, size_t from, uint64_t most) const;
  size_t OneBack(size_t position) const;
  bool AtPlace(const Instruction& i, size_t position) const;
  bool WordAt(size_t position, bool ascii) const;
  bool WordBefore(size_t position, bool ascii) const;
  bool Repeat(const Instruction& i, uint32_t pc, size_t* position);
  bool LazyRepeat(const Instruction& i, uint32_t pc, size_t* position);
  bool GiveBack(Choice& choice, size_t* position);
  bool TakeMore(Choice& choice, size_t* position);
  bool Loop(const Instruction& i, uint32_t* pc, size_t position);
  bool SetLoop(uint32_t loop, size_t count, size_t last);
  bool BeginAssertion(const Instruction& i, uint32_t* pc, size_t* position);
  void DropChoices();
  void Undo(const Choice& choice);
  bool SameAsGroup(const Instruction& i, size_t* position);
  bool GroupIsSet(uint32_t group) const {
    return captures_[2 * group] != kUnset && captures_[2 * group + 1] != kUnset &&
           captures_[2 * group] <= captures_[2 * group + 1];
  }

  static constexpr size_t kWorkPerTick = 256;
  static constexpr size_t kNoBarrier = SIZE_MAX;

  Vm& vm_;
  Scratch& scratch_;
  const Program& p_;
  const char* text_;
  size_t end_;
  size_t size_ = 0;  // choices on the stack
  size_t barrier_ = kNoBarrier;
  std::vector<size_t>& captures_;
  std::vector<LoopState>& loops_;
  uint32_t last_group_ = 0;
  size_t start_ = 0;
  bool full_ = false, must_advance_ = false, stopped_ = false;
  size_t work_ = 0;
  size_t backtracks_ = 0;
  size_t required_at_ = 0;  // where the required text was found
  bool required_known_ = false;
  size_t memory_base_ = 0;
  FailureMemory memory_;
};

}  // namespace pysub::re

#endif  // PYSUB_STDLIB_MODULES_RE_MATCHER_H_
