#ifndef PYSUB_VM_OBJECTS_STEPWISE_SORT_H_
#define PYSUB_VM_OBJECTS_STEPWISE_SORT_H_

#include <cstdint>

#include "vm/value.h"

// A stable sort that asks for one comparison after the other, and may stand still for as long as
// one takes. It asks what CPython 3.14's list.sort() asks, in the same order: a program that counts
// or prints in its comparison, whose order is inconsistent (NaN, sets) or whose comparison fails in
// the middle sees and gets what it gets there.
//
// - Runs are found from left to right: items that rise, or that fall and are turned around. A run
//   shorter than a minimum is made longer by binary insertion.
// - Found runs lie on a stack. Where two of them meet is a node of a tree that halves the items
//   again and again: before a run is pushed, those that meet deeper in this tree than it meets the
//   last one are merged ("powersort").
// - A merge leaves what is in place at either end, copies the shorter run aside and takes one item
//   after the other. When one run wins again and again it gallops: it searches with growing steps
//   for how much of a run comes next.
namespace pysub {

class Vm;

class StepwiseSort {
 public:
  // A stretch that is in order already, or was put in order. `depth` is the power of Powersort
  // (Munro and Wild, 2018), which CPython uses since 3.11: it says which neighbours are merged
  // first.
  struct Run {
    uint32_t start;
    uint32_t depth;  // where it meets the next run; not yet known of the last one
  };
  // On the stack, where `depth` rises from 1 to at most 32.
  static constexpr uint32_t kMaxRuns = 40;

  // All there is beside the items: may be kept as bytes. Zeros: before Start().
  struct State {
    uint32_t question;
    // The runs on the stack cover the items before `covered`.
    uint32_t covered;
    // The run behind them: in order before `end`, the place of the next item; insertion
    // makes it end at `stop`.
    uint32_t start, end, stop;
    uint32_t equal;  // items before end - 1 that are equal to it, in a run that falls
    uint32_t depth;  // where it meets the last run of the stack
    // What is still to be searched, by halves.
    uint32_t low, high;
    // The two runs that are merged: the left one begins at `merge_begin`, the right one ends at
    // `merge_end`. Of each are `rest` items left; `aside` tells which one is in the scratch memory,
    // of `set_aside` items at first.
    uint32_t merge_begin, merge_end;
    uint32_t rest[2];
    uint32_t aside, set_aside;
    uint32_t search;  // what is galloped for
    uint32_t near,
        far;  // steps from where galloping began: to what it passed last, and to what it looks at
    uint32_t upwards;  // whether it goes to higher places
    uint32_t passed;   // items of the left run that came before an item of the right run
    uint32_t winner, wins;
    uint32_t enough_wins;  // for galloping
    uint32_t run_count;
    Run runs[kMaxRuns];
  };

  // What is sorted: `count` keys and, moved along with them, as many items; or items only (keys
  // null). Scratch memory is for half as many of both.
  struct Storage {
    Value* items;
    Value* keys;
    Value* scratch;
    Value* key_scratch;
    uint32_t count;
  };
  static uint32_t ScratchFor(uint32_t count);

  StepwiseSort() = default;  // sorts nothing yet
  StepwiseSort(Vm& vm, const Storage& storage, State* state) : vm_(&vm), at_(storage), s_(state) {}

  // The first question, if there are two items.
  void Start();
  // Whether there is a question: is the left value less than the right one?
  bool Asks() const { return s_->question != 0; }
  struct Question {
    Value left, right;
  };
  Question Asked() const {
    const Places places = Compared();
    return {*Key(places.left), *Key(places.right)};
  }
  void Answer(bool less);
  // Ends before the last answer: all items are back, in some order.
  void Abandon();
  void Reverse(uint32_t begin, uint32_t end);

  // Whether a state that comes from anywhere is one that this can go on with, with
  // scratch memory for so many.
  bool IsSound(uint32_t scratch) const;

 private:
  enum Side : uint32_t { kLeft, kRight, kNeither };
  enum Search : uint32_t { kTrimLeft, kTrimRight, kPassLeft, kPassRight };

  // Places are indices of items, and from `count` on of the scratch memory.
  struct Places {
    uint64_t left, right;
  };
  Places Compared() const;
  const Value* Key(uint64_t place) const {
    if (place < at_.count) return (at_.keys != nullptr ? at_.keys : at_.items) + place;
    return (at_.keys != nullptr ? at_.key_scratch : at_.scratch) + (place - at_.count);
  }

  void StartRun(uint32_t start);
  void NextInRun();
  void StartFall();
  void NextInFall();
  void TurnEqual();
  void TurnRun();
  void EndRun();
  void Insert(bool less);
  void PushRun();
  void Collapse();

  uint32_t RunEnd(uint32_t run) const;
  void StartMerge(uint32_t run);
  void Gallop(Search search);
  void Leap();
  void Narrow();
  void Halve();
  void Found(uint32_t count);
  void SetAside();
  void PassLeft(uint32_t count);
  void PassRight(uint32_t count);
  void TakeOne(bool less);
  void FinishMerge();

  Side searched() const { return static_cast<Side>(s_->search & 1); }
  bool upwards() const { return s_->upwards != 0; }
  bool IsBefore(bool less) const { return searched() == kLeft ? less : !less; }
  bool FromFront() const;
  bool MergeIsOver() const;
  uint64_t Begin(Side side) const;
  uint64_t Head(Side side) const;
  uint64_t SearchedPlace() const;
  uint64_t Room(uint32_t count) const;
  void Take(Side side, uint32_t count);
  void TakeHead(Side side);
  void Move(uint64_t to, uint64_t from, uint64_t count);
  bool MergeIsSound(uint32_t scratch) const;

  Vm* vm_ = nullptr;
  Storage at_{};
  State* s_ = nullptr;
};

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_STEPWISE_SORT_H_
