#ifndef PYSUB_VM_HEAP_H_
#define PYSUB_VM_HEAP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vm/object.h"

// One sandbox's memory: a copying collector over blocks, large objects apart. Of a large heap, what mostly lives is marked
// where it is (docs/decisions/015).
//
// - Allocation is a pointer bump in the current block; objects of kLargeBytes and more are single
//   malloc'ed pieces that never move.
// - Nothing is collected while C++ code runs: when the space fills up, more blocks are added and
//   wants_collection() becomes true; the interpreter collects before its next instruction.
// - All memory of a sandbox is charged here before it is taken (Charge), what the Vm keeps outside of
//   the space included. When the limit is reached Allocate returns null; the Vm then collects and
//   repeats the instruction, and if that does not help the run ends with a memory limit.
namespace pysub {

class Heap {
 public:
  static constexpr size_t kLargeBytes = 4096;
  static constexpr uint32_t kFewWords = 8;
  // No collection before the space has this size: what fits into the second-level cache.
  static constexpr size_t kFirstThreshold = 1 << 20;

  explicit Heap(uint64_t limit_bytes);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // A values object with `count` words, all Undefined. Null: see above.
  Object* NewValues(TypeId type, uint32_t count) {
    Object* object = NewUninitialized(type, Layout::kValues, count, 8 + size_t{count} * 8);
    if (object != nullptr) {
      Value* words = object->words();
      if (count > kFewWords) {
        FillManyWords(words, count);
      } else {
        for (uint32_t i = 0; i < count; ++i) {
          words[i] = Value::Undefined();
          __asm__ volatile("");  // what a vectorised loop needs to begin costs more
        }
      }
    }
    return object;
  }

  // The words are not set: the caller sets all of them before anything else is allocated.
  Object* NewUninitialized(TypeId type, Layout layout, uint32_t count, size_t bytes) {
    bytes = (bytes + 7) & ~size_t{7};
    if (bytes <= static_cast<size_t>(limit_ - top_) && bytes < kLargeBytes &&
        --allocations_left_ >= 0) [[likely]] {
      Object* object = reinterpret_cast<Object*>(top_);
      top_ += bytes;
      *object = {layout, 0, type, count};
      return object;
    }
    return NewSlow(type, layout, count, bytes);
  }

  // The same where that takes neither a new block nor a refusal; else null, and nothing has happened. `bytes` is a
  // multiple of 8.
  Object* NewAtOnce(TypeId type, Layout layout, uint32_t count, size_t bytes) {
    if (bytes > static_cast<size_t>(limit_ - top_) || bytes >= kLargeBytes || allocations_left_ <= 0) return nullptr;
    --allocations_left_;
    Object* object = reinterpret_cast<Object*>(top_);
    top_ += bytes;
    *object = {layout, 0, type, count};
    return object;
  }

  // A raw object of `count` bytes, not set.
  Object* NewRaw(TypeId type, uint32_t count) {
    return NewUninitialized(type, Layout::kRaw, count, 8 + size_t{count});
  }

  // T is a struct of object.h or a Record overlay; its words are Undefined.
  template <typename T>
  T* New(TypeId type) {
    return static_cast<T*>(NewValues(type, (sizeof(T) - sizeof(Object)) / 8));
  }

  // Takes `bytes` of the limit for memory outside of the space, or refuses. Give back with Release.
  bool Charge(uint64_t bytes) {
    CountCharge();
    if (!HasRoomFor(bytes) || (refuses_ && RefusesNow())) return false;
    GrowBy(bytes);
    return true;
  }
  void Release(uint64_t bytes) { charged_ -= bytes; }
#ifndef NDEBUG
  // Tests: when memory is wanted for the k-th time from now on, the limit is what is held by then.
  void LimitAtCharge(uint64_t k) { charges_left_ = k; }
  uint64_t charges() const { return charges_; }
#endif
  // Whether `bytes` more could be had without collecting.
  bool HasRoomFor(uint64_t bytes) const {
    const uint64_t limit = limit_bytes_ + (overdrafts_ > 0 ? kOverdraftBytes : 0);
    return bytes <= limit && charged_ + copy_bytes_ <= limit - bytes;
  }

  // While one lives, memory may exceed the limit a little. For the few small objects that are made after something
  // which cannot be done again (a frame is gone, an iterator has moved on): there nothing may be repeated, so
  // nothing may be refused. What does not even fit then ends the run (Vm::NoMemory).
  class Overdraft {
   public:
    explicit Overdraft(Heap& heap) : heap_(heap) { ++heap_.overdrafts_; }
    ~Overdraft() { --heap_.overdrafts_; }
    Overdraft(const Overdraft&) = delete;
    Overdraft& operator=(const Overdraft&) = delete;

   private:
    Heap& heap_;
  };
  static constexpr uint64_t kOverdraftBytes = 16 << 10;
  bool in_overdraft() const { return overdrafts_ > 0; }

  bool wants_collection() const { return wants_collection_; }
  // Also makes the interpreter look at its next back edge or call: the fuel counters are the Vm's.
  void RequestCollection() {
    wants_collection_ = true;
    if (fuel_ != nullptr && *fuel_ > 0) {
      *fuel_left_ += *fuel_;
      *fuel_ = 0;
    }
  }
  void SetFuelCounters(int64_t* fuel, int64_t* fuel_left) {
    fuel_ = fuel;
    fuel_left_ = fuel_left;
  }

  // Copies everything reachable; `visit_roots` calls visitor.Visit on each root. The units of reached
  // functions are marked (UnitInstance::marked). While it copies, memory may exceed the limit by a quarter: room for
  // the rest of the copy is kept free.
  class Visitor;
  using RootsFunction = void (*)(void* context, Visitor& visitor);
  // `update_weak` runs when everything alive was copied and before the rest is freed: it may ask for
  // NewAddress, and say that the collection is given up (false). `is_over` is asked every few 100 KiB; once it says so the
  // collection is given up (false): half of what lived was copied, so that nothing can be read any more, and the heap is closed.
  using IsOverFunction = bool (*)(void* context);
  using WeakFunction = bool (*)(void* context, IsOverFunction is_over);
  // Of a large heap, blocks that are mostly alive stay where they are (docs/decisions/015): what died in them stays, too, and
  // refers to what is gone. `everything`: all moves and nothing dead is left.
  bool Collect(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over, void* context,
               bool everything = false);
  // Frees all objects at once; from now on there are none, and none can be made. Charge() goes on.
  void Close();
  bool is_closed() const { return is_closed_; }
  // For `update_weak`: where an object from before the collection is now; null: it died.
  Object* NewAddress(Object* object) const;

  // Where the objects of another heap lie in its copy.
  class Relocation;
  // Makes this heap, which is new and empty, a copy of `other`: same objects, whose words still point into `other`.
  // Then ForEachObject(), to redirect them. False: it does not fit into the limit. Changes nothing of `other`.
  bool CopyFrom(const Heap& other, Relocation* relocation);
  // How large a home has to be for a copy of what this heap makes objects in now.
  size_t BytesOfCopy() const;
  // Whether all objects lie in the home; then its bytes up to home_used() may be copied to the home of a new heap, which
  // is of the same size, and TakeOver() makes that heap the copy.
  bool IsAllAtHome() const {
    return blocks_ != nullptr && blocks_ == home_ && blocks_->next == nullptr && large_ == nullptr;
  }
  const char* home_used() const { return top_; }
  size_t home_bytes() const { return home_ == nullptr ? 0 : home_->bytes; }
  bool TakeOver(const Heap& other, Relocation* relocation);
  // Only after a collection of everything: else what is dead may be among them.
  template <typename F>
  void ForEachObject(F f);

  // What a collection frees is kept for the next ones (docs/decisions/015): together with what is charged never more than
  // was charged at one time already, and half of what one collection did not need is given back at the next. This is for when
  // the program stops: an idle one keeps kIdleSpareBytes at most, one that goes on `soon` all if it has collected since the
  // last stop.
  static constexpr uint64_t kIdleSpareBytes = 2 << 20;
  void FreeSparesAtStop(bool soon);
  uint64_t spare_bytes() const { return spare_bytes_; }

  // Fresh memory costs most when it is first touched. Touches `bytes` of it page by page, asking the SetIsOver function
  // in between. False: that says the run is over, and nothing should be done with the memory. Small memory is left.
  // `will_grow`: by realloc, which moves the pages of a mapping only as long as they are all of one kind.
  bool Touch(void* fresh, size_t bytes, bool will_grow = false);
  void SetIsOver(IsOverFunction is_over, void* context) {
    is_over_ = is_over;
    is_over_context_ = context;
  }

  // `memory` is for a block, now and again: it belongs to whoever this heap belongs to.
  void SetHome(void* memory, uint32_t bytes) {
    home_ = static_cast<Block*>(memory);
    home_->bytes = bytes;
    home_is_free_ = true;
  }

  // Statistics. Bytes include block slack, as the limit does.
  uint64_t charged() const { return charged_; }
  uint64_t peak() const { return peak_; }
  uint64_t limit_bytes() const { return limit_bytes_; }
  uint64_t allocations() const { return allocation_limit_ - allocations_left_; }
  uint64_t collections() const { return collections_; }
  void SetLimit(uint64_t bytes) { limit_bytes_ = bytes; }
  void SetAllocationLimit(uint64_t limit);
  // For a sandbox that goes on: `used` of the limit are gone already.
  void SetAllocations(uint64_t limit, uint64_t used) {
    allocation_limit_ = limit;
    allocations_left_ = used < limit ? static_cast<int64_t>(limit - used) : 0;
  }
  bool allocation_limit_reached() const { return allocations_left_ < 0 && !refuses_; }
  // Collect as often as possible (tests).
  void SetStress(bool stress) { stress_ = stress; }
  // Refuse an allocation now and then as if memory were short, so that whatever was doing it has to be repeated
  // (tests). There is no limit of allocations then. `seed` 0: refuse the first allocation of whatever it is, then the
  // second of its repetition, and so on; others: at distances that follow from the seed.
  void RefuseSometimes(uint32_t seed);
  void StopRefusing() {
    if (refuses_) allocations_left_ = INT64_MAX / 2;
    refuses_ = false;
  }
  // Whether the last failure was such a refusal. `again`: the repetition failed as well, and gets more room.
  bool TakeRefusal(bool again);

 private:
  friend class Visitor;
  struct Block {
    Block* next;
    uint32_t bytes;  // with this header
    uint32_t live;   // of them, when last collected; kFresh: not collected yet
    char* used;      // end of its objects; set when another block becomes the current one
    char* begin() { return reinterpret_cast<char*>(this + 1); }
    char* end() { return reinterpret_cast<char*>(this) + bytes; }
  };
  static constexpr uint32_t kFresh = UINT32_MAX;
  struct Large {
    Large* next;
    size_t bytes;  // with this header
    Object* object() { return reinterpret_cast<Object*>(this + 1); }
  };

  Object* NewSlow(TypeId type, Layout layout, uint32_t count, size_t bytes);
  bool CopyLive(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over, void* context,
                bool everything);
  static void FillManyWords(Value* words, uint32_t count);
  bool RefusesNow();
  static Object* Closed();
  Object* NewLarge(TypeId type, Layout layout, uint32_t count, size_t bytes);
  bool AddBlock(size_t at_least, bool may_exceed_limit);
  void FreeBlock(Block* block);
  Block* NewBlock(size_t at_least, bool may_exceed_limit);
  Large* TakeSpareLarge(size_t bytes);
  void FreeLarge(Large* large);
  void FreeSpares(uint64_t but);
  // Before the memory is taken.
  void GrowBy(uint64_t bytes) {
    charged_ += bytes;
    if (charged_ + spare_bytes_ > calm_bytes_) Grown();
  }
  void Grown();
  void SweepLarge();
  void UpdateThreshold(uint64_t staying);
  void CountCharge() {
#ifndef NDEBUG
    ++charges_;
    if (charges_left_ != 0 && --charges_left_ == 0) limit_bytes_ = charged_ + copy_bytes_;
#endif
  }
  uint64_t CopyBytes(uint64_t space_bytes) const;
  bool HasRoomForBlock(uint64_t bytes) const;

  char* top_ = nullptr;    // next free byte of the current block
  char* limit_ = nullptr;  // its end
  int64_t allocations_left_ = INT64_MAX;
  Block* blocks_ = nullptr;  // the current one first
  Block* home_ = nullptr;    // see SetHome
  Block* spare_ = nullptr;   // of kLargestBlock; see FreeSparesAtStop
  Block* spare_huge_ = nullptr;
  Visitor* collecting_ = nullptr;
  Large* large_ = nullptr;
  Large* spare_large_ = nullptr;  // those freed first come first
  Large** spare_large_end_ = &spare_large_;
  uint64_t space_bytes_ = 0;  // capacity of blocks_
  uint64_t large_bytes_ = 0;
  uint64_t settled_bytes_ = 0;  // space_bytes_ after the last collection
  uint64_t dead_bytes_ = 0;     // of them: what had died in blocks that stayed where they were
  uint64_t spare_bytes_ = 0;  // not charged; charged_ + spare_bytes_ <= peak_
  uint64_t threshold_ = kFirstThreshold;  // wants_collection_ when space + large reach this
  uint64_t charged_ = 0;
  uint64_t copy_bytes_ = 0;  // kept free for the next collection: see CopyBytes
  uint64_t peak_ = 0;
  uint64_t calm_bytes_ = 0;  // up to which charged_ and spare_bytes_ together may grow without Grown()
  uint64_t limit_bytes_;
  uint64_t allocation_limit_ = INT64_MAX;
  uint64_t collections_ = 0;
  uint64_t collections_at_stop_ = 0;
  int64_t* fuel_ = nullptr;
  int64_t* fuel_left_ = nullptr;
  IsOverFunction is_over_ = nullptr;
  void* is_over_context_ = nullptr;
  bool home_is_free_ = false;
  bool wants_collection_ = false;
  bool is_closed_ = false;
  bool fresh_stays_ = false;  // most of what was new at the last collection lived
  bool stress_ = false;
  uint32_t without_huge_pages_ = 0;  // bytes that are still to be taken without them, since they came slowly
  uint32_t overdrafts_ = 0;
  bool refuses_ = false;     // allocations_left_ counts down to the next refusal
  bool refused_ = false;
#ifndef NDEBUG
  uint64_t charges_ = 0, charges_left_ = 0;
#endif
  uint32_t refusal_seed_ = 0;
  uint32_t refusals_ = 0;    // random state of the distances between them
  uint32_t patience_ = 0;    // how often the same work was refused in a row
};

// Forwards references while collecting.
class Heap::Visitor {
 public:
  void Visit(Value& value) {
    if (value.IsObject()) value = Value::Of(Forward(value.AsObject()));
  }
  void VisitRange(Value* begin, Value* end) {
    for (; begin < end; ++begin) Visit(*begin);
  }

 private:
  friend class Heap;
  // A block that stays where it is, which is a huge page.
  struct Place {
    uintptr_t number = 0;       // its address / its size; 0: none
    uint64_t* marks = nullptr;  // a bit for each word: whether the object that begins there was reached
    uint64_t live = 0;          // bytes of what was reached in it
  };

  struct Mark;  // the bit of a word

  explicit Visitor(Heap& heap) : heap_(heap) {}
  ~Visitor();
  void ChooseStaying(Block* current);
  Place* Find(const void* at);
  Place* PlaceOf(const void* at);
  bool Stays(Object* object);
  void Reach(Object* object, const Place& place);
  Place* VisitRangeNear(Value* begin, Value* end, Place* place);
  void ForgetExports(ByteArray* memory);
  void MorePending();
  void LessPending();
  Object* Forward(Object* object);
  void Scan(Object* object);
  bool ScanLarge(Object* object, IsOverFunction is_over, void* context);
  bool ScanStaying(IsOverFunction is_over, void* context);
  bool Drain(IsOverFunction is_over, void* context);

  Heap& heap_;
  std::vector<Object*> pending_large_;
  std::vector<Block*> blocks_;  // of the new space, oldest first
  std::vector<Place> places_;   // a hash table: see Find. Empty: everything moves
  Block* marks_ = nullptr;      // memory for the marks of places
  // Objects that stay and are still to be scanned: a stack in blocks, which grows to as much as stays at worst.
  Block* pending_ = nullptr;
  Object** pending_top_ = nullptr;
  Object** pending_end_ = nullptr;
};

// The size of an object with its header, rounded to 8.
size_t ObjectBytes(const Object* object);

class Heap::Relocation {
 public:
  Object* operator()(Object* object) const {
    const uintptr_t at = reinterpret_cast<uintptr_t>(object);
    if (at - last_->begin >= last_->bytes) [[unlikely]] Find(at);
    return reinterpret_cast<Object*>(at + last_->offset);
  }
  void operator()(Value& value) const {
    if (value.IsObject()) value = Value::Of((*this)(value.AsObject()));
  }

 private:
  friend class Heap;
  struct Piece {
    uintptr_t begin, bytes, offset;  // what lay at begin + n lies at begin + n + offset
  };
  void Add(const void* from, size_t bytes, const void* to);
  void Sort();
  void Find(uintptr_t at) const;

  Piece only_{};               // most heaps are one piece
  std::vector<Piece> pieces_;  // all, if there are several
  mutable const Piece* last_ = &only_;
};

template <typename F>
void Heap::ForEachObject(F f) {
  for (Block* block = blocks_; block != nullptr; block = block->next) {
    char* end = block == blocks_ ? top_ : block->used;
    for (char* at = block->begin(); at < end;) {
      Object* object = reinterpret_cast<Object*>(at);
      at += ObjectBytes(object);
      f(object);
    }
  }
  for (Large* large = large_; large != nullptr; large = large->next) f(large->object());
}

}  // namespace pysub

#endif  // PYSUB_VM_HEAP_H_
