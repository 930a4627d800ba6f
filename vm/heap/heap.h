#ifndef PYSUB_VM_HEAP_HEAP_H_
#define PYSUB_VM_HEAP_HEAP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lexer/base/most_memory.h"
#include "vm/object.h"

// One sandbox's memory: a copying collector over blocks, large objects apart (docs/decisions/015).
//
//             the current block                       older blocks, which are full
//             +------+--------+--------+- - - - -+    +------+--------+-----+--------+- -+
//   blocks_ ->| Block| object | object |  free   | -> | Block| object | ... | object |   | -> ...
//             +------+--------+--------+- - - - -+    +------+--------+-----+--------+- -+
//                                      ^         ^                                   ^
//                                     top_     limit_                            Block::used
//
//             +------+--------------+    +------+-------------------+
//   large_  ->| Large| large object | -> | Large|   large object    | -> ... -> null
//             +------+--------------+    +------+-------------------+
//
// - A new object is made at top_, and top_ moves behind it. What is left of a block when a larger
//   object is wanted stays unused. All blocks together are called the space.
// - An object of kLargeBytes and more is a piece of malloc's of its own, which never moves.
// - Nothing is collected while C++ code runs. When the space fills up, blocks are added and
//   wants_collection() becomes true; the interpreter collects before its next instruction.
// - A collection copies what is reachable into new blocks and frees the old ones. In a large heap,
//   blocks that are mostly alive stay where they are, and what is reached in them is only marked.
// - All memory of a sandbox is charged here before it is taken (Charge), also what the Vm keeps
//   outside of the space. When the limit is reached the New... functions return null. The Vm then
//   collects and repeats the instruction; if that does not help, the run ends with a memory limit.
//
// There are no lists of free places and no size classes for objects: a size is only rounded up to
// 8. Sizes matter for blocks, of which there are four kinds:
//
//    bytes                        whose memory          after a collection
//   +----------------------------+---------------------+----------------------------------+
//   | of the inline arena        | the Vm's own piece  | is used again first              |
//   | 1 KiB, then as much as the | malloc              | freed at once                    |
//   |   space has already        |                     |                                  |
//   | 256 KiB, the most of these | malloc              | kept as a spare                  |
//   | 2 MiB, from a space of     | mmap, aligned: one  | kept as a spare, or stays where  |
//   |   32 MiB on                |   huge page         |   it is when 3/4 of it live      |
//   +----------------------------+---------------------+----------------------------------+
//
// So a sandbox that computes 1+1 takes nothing from malloc for its objects, a small one takes
// little more than it uses, and a large one has few entries in the processor's table of pages.
//
// heap.cc makes objects and blocks, collector.cc collects, spares.cc keeps freed memory for later,
// copy.cc makes a fork's copy, fresh_memory.cc asks the system, refusals.cc is for tests.
namespace pysub {

class Heap {
 public:
  // From here on an object costs more to copy than its own piece of malloc costs.
  static constexpr size_t kLargeBytes = 4096;
  // NewValues fills up to so many words in a loop of its own.
  static constexpr uint32_t kFewWords = 8;
  // No collection before the space has this size: what fits into the second-level cache. Most
  // programs end before it.
  static constexpr size_t kFirstThreshold = 1 << 20;

  explicit Heap(uint64_t limit_bytes);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // A values object with `count` words, all Undefined. Null: there is no memory (see above).
  Object* NewValues(TypeId type, uint32_t count) {
    Object* object = NewUninitialized(type, Layout::kValues, count, 8 + uint64_t{count} * 8);
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

  // An object of `bytes` with its header, whose words are not set: the caller sets all of them
  // before it allocates anything else, since a collection reads them.
  // Sizes have 64 bits until they are charged: where size_t has 32, a count times 8 would wrap
  // (T-013).
  Object* NewUninitialized(TypeId type, Layout layout, uint32_t count, uint64_t bytes) {
    bytes = (bytes + 7) & ~uint64_t{7};
    if (bytes <= static_cast<size_t>(limit_ - top_) && bytes < kLargeBytes &&
        --allocations_left_ >= 0) [[likely]] {
      Object* object = reinterpret_cast<Object*>(top_);
      top_ += static_cast<size_t>(bytes);
      *object = {layout, 0, type, count};
      return object;
    }
    return NewSlow(type, layout, count, bytes);
  }

  // The same, but only where the current block has room and no test refuses it; else null, and
  // nothing has happened. `bytes` is a multiple of 8.
  Object* NewAtOnce(TypeId type, Layout layout, uint32_t count, uint64_t bytes) {
    if (bytes > static_cast<size_t>(limit_ - top_) || bytes >= kLargeBytes ||
        allocations_left_ <= 0)
      return nullptr;
    --allocations_left_;
    Object* object = reinterpret_cast<Object*>(top_);
    top_ += static_cast<size_t>(bytes);
    *object = {layout, 0, type, count};
    return object;
  }

  // A raw object of `count` bytes, not set.
  Object* NewRaw(TypeId type, uint32_t count) {
    return NewUninitialized(type, Layout::kRaw, count, 8 + uint64_t{count});
  }

  // A T, which is a struct of object.h, or a Record with names for its words. All words are
  // Undefined.
  template <typename T>
  T* New(TypeId type) {
    return static_cast<T*>(NewValues(type, (sizeof(T) - sizeof(Object)) / 8));
  }

  // Charges `bytes` for memory outside of the space: false when the limit has no room for it, and
  // then the memory must not be taken. Release() gives the charge back when the memory is freed.
  bool Charge(uint64_t bytes) {
    CountCharge();
    if (!HasRoomFor(bytes) || (refuses_ && RefusesNow())) return false;
    GrowBy(bytes);
    return true;
  }
  void Release(uint64_t bytes) { charged_ -= bytes; }
#ifndef NDEBUG
  // Tests: when memory is wanted for the k-th time from now on, the limit becomes what is held by
  // then.
  void LimitAtCharge(uint64_t k) { charges_left_ = k; }
  uint64_t charges() const { return charges_; }
#endif
  // Whether `bytes` more could be had without collecting.
  bool HasRoomFor(uint64_t bytes) const {
    const uint64_t limit = limit_bytes_ + (always_allocate_scopes_ > 0 ? kAlwaysAllocateBytes : 0);
    return bytes <= limit && charged_ + copy_bytes_ <= limit - bytes;
  }

  // While one lives, memory may exceed the limit by kAlwaysAllocateBytes. It is for the few small
  // objects that are made after something which cannot be done again: a frame is gone, an iterator
  // has moved on. There the instruction cannot be repeated, so nothing may be refused. What does
  // not even fit into the overdraft ends the run (Vm::NoMemory).
  class AlwaysAllocateScope {
   public:
    explicit AlwaysAllocateScope(Heap& heap) : heap_(heap) { ++heap_.always_allocate_scopes_; }
    ~AlwaysAllocateScope() { --heap_.always_allocate_scopes_; }
    AlwaysAllocateScope(const AlwaysAllocateScope&) = delete;
    AlwaysAllocateScope& operator=(const AlwaysAllocateScope&) = delete;

   private:
    Heap& heap_;
  };
  static constexpr uint64_t kAlwaysAllocateBytes = 16 << 10;
  bool always_allocates() const { return always_allocate_scopes_ > 0; }

  bool wants_collection() const { return wants_collection_; }
  // The interpreter looks whether a collection is wanted when its fuel is used up, at a back
  // edge or a call. So that it looks at the next of them, all fuel is moved from the Vm's
  // counter into its reserve.
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

  // A collection. `visit_roots` calls visitor.Visit on each root; all that can be reached from
  // there is kept. The units of reached functions are marked (LinkedUnit::marked). While it copies,
  // the old objects and their copies are there at once: memory may exceed the limit by a quarter,
  // and room for the rest of the copy is kept free all the time (CopyBytes).
  class Visitor;
  using RootsFunction = void (*)(void* context, Visitor& visitor);
  // `update_weak` runs when everything alive was copied and before the rest is freed. It may
  // ask for NewAddress, and may answer false to give the collection up. `is_over` is asked
  // every few 100 KiB whether the run is over; when it says so, the collection is given up,
  // too. Then half of what lived was copied, nothing can be read any more, the heap is closed
  // and Collect() answers false.
  using IsOverFunction = bool (*)(void* context);
  using WeakFunction = bool (*)(void* context, IsOverFunction is_over);
  // Dead objects in blocks that stay where they are stay, too, and their references point at what
  // is gone. With `everything` all objects move, so that nothing dead is left.
  bool Collect(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over,
               void* context, bool everything = false);
  // Frees all objects at once. From now on there are none, and none can be made; Charge() and
  // Release() still work.
  void Close();
  bool is_closed() const { return is_closed_; }
  // For `update_weak`: where an object from before the collection is now. Null: it died.
  Object* NewAddress(Object* object) const;

  // Where the objects of another heap lie in its copy.
  class Relocation;
  // Makes this heap, which is new and empty, a copy of `other`. The words of the copied objects
  // still point into `other`: the caller redirects them by ForEachObject() and `relocation`. False:
  // it does not fit into the limit. `other` is not changed.
  bool CopyFrom(const Heap& other, Relocation* relocation);
  // How large the inline arena of a copy has to be, so that the current block fits into it.
  size_t BytesOfCopy() const;
  // Whether all objects lie in the inline arena. Then a fork is one memcpy: the caller copies the
  // inline arena's bytes up to arena_used() to the home of a new heap, which is of the same size,
  // and TakeOver() makes that heap the copy.
  bool IsAllInArena() const {
    return blocks_ != nullptr && blocks_ == inline_block_ && blocks_->next == nullptr &&
           large_ == nullptr;
  }
  const char* arena_used() const { return top_; }
  size_t inline_block_bytes() const { return inline_block_ == nullptr ? 0 : inline_block_->bytes; }
  bool TakeOver(const Heap& other, Relocation* relocation);
  // Only after a collection of everything: else dead objects may be among them.
  template <typename F>
  void ForEachObject(F f);

  // Blocks that a collection freed are kept for the next collection: spares (docs/decisions/015).
  // What is charged and the spares are together never more than was charged at one time already.
  // Half of the spares that one collection did not need are given back at the next. This is called
  // when the program stops. A program that goes on `soon`, and has collected since its last stop,
  // keeps its spares; any other keeps kIdleSpareBytes of them at most.
  static constexpr uint64_t kIdleSpareBytes = 2 << 20;
  void FreeSparesAtStop(bool soon);
  uint64_t spare_bytes() const { return spare_bytes_; }

  // Fresh memory costs most when it is first touched, and nothing can stop the kernel then. So this
  // touches `bytes` of it page by page and asks the SetIsOver function in between. False: the run
  // is over, and the memory should not be used. Small memory is left alone. `will_grow`: realloc
  // will be called on it, which moves the pages of a mapping cheaply only while they are all of one
  // kind; so no huge pages.
  bool Touch(void* fresh, size_t bytes, bool will_grow = false);
  void SetIsOver(IsOverFunction is_over, void* context) {
    is_over_ = is_over;
    is_over_context_ = context;
  }

  // Gives the heap `memory` for a block, the inline arena: small programs then need no other. It
  // belongs to whoever owns the heap, and is used again whenever it was freed.
  void SetInlineBlock(void* memory, uint32_t bytes) {
    inline_block_ = static_cast<Block*>(memory);
    inline_block_->bytes = bytes;
    inline_block_is_free_ = true;
  }

  // Statistics. What is unused in blocks counts as used, as it does for the limit.
  uint64_t charged() const { return charged_; }
  uint64_t peak() const { return peak_; }
  uint64_t limit_bytes() const { return limit_bytes_; }
  uint64_t allocations() const { return allocation_limit_ - allocations_left_; }
  uint64_t collections() const { return collections_; }
  void SetLimit(uint64_t bytes) { limit_bytes_ = BoundedMemory(bytes); }
  void SetAllocationLimit(uint64_t limit);
  // For a sandbox that was saved and goes on: `used` allocations of the limit are gone already.
  void SetAllocations(uint64_t limit, uint64_t used) {
    allocation_limit_ = limit;
    allocations_left_ = used < limit ? static_cast<int64_t>(limit - used) : 0;
  }
  bool allocation_limit_reached() const { return allocations_left_ < 0 && !refuses_; }
  // Collect as often as possible (tests).
  void SetStress(bool stress) { stress_ = stress; }
  // Tests: refuses an allocation now and then as if memory were short, so that whatever was doing
  // it has to be repeated. There is no limit of allocations meanwhile. `seed` 0: refuses the first
  // allocation of a piece of work, the second one when it is repeated, and so on. Other seeds: at
  // distances that follow from the seed.
  void RefuseSometimes(uint32_t seed);
  void StopRefusing() {
    if (refuses_) allocations_left_ = INT64_MAX / 2;
    refuses_ = false;
  }
  // Whether the last failure was such a refusal; if so, when the next one comes is decided.
  // `again`: the repetition of the refused work failed, too, so it is left alone for longer.
  bool TakeRefusal(bool again);

 private:
  friend class Visitor;
  static constexpr size_t kLargestBlock = 256 * 1024;  // of those that are no huge page
  // What a block begins with.
  // Objects follow it, whose words have 64 bits.
  struct alignas(8) Block {
    Block* next;
    uint32_t bytes;  // with this header
    uint32_t live;   // bytes that were alive at the last collection; kFresh: there was none yet
    char* used;      // end of its objects; set when another block becomes the current one
    char* begin() { return reinterpret_cast<char*>(this + 1); }
    char* end() { return reinterpret_cast<char*>(this) + bytes; }
  };
  static constexpr uint32_t kFresh = UINT32_MAX;
  // What stands before a large object.
  struct alignas(8) Large {
    Large* next;
    size_t bytes;  // with this header
    Object* object() { return reinterpret_cast<Object*>(this + 1); }
  };

  Object* NewSlow(TypeId type, Layout layout, uint32_t count, uint64_t bytes);
  bool CopyLive(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over,
                void* context, bool everything);
  static void FillManyWords(Value* words, uint32_t count);
  bool RefusesNow();
  static Object* Closed();
  Object* NewLarge(TypeId type, Layout layout, uint32_t count, uint64_t bytes);
  bool AddBlock(size_t at_least, bool may_exceed_limit);
  void FreeBlock(Block* block);
  Block* NewBlock(size_t at_least, bool may_exceed_limit);
  Large* TakeSpareLarge(uint64_t bytes);
  void FreeLarge(Large* large);
  void FreeSpares(uint64_t but);
  // Charges, before the memory is taken.
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
  Block* blocks_ = nullptr;        // the current one first
  Block* inline_block_ = nullptr;  // see SetInlineBlock
  Block* spare_ = nullptr;         // spares of kLargestBlock bytes; see FreeSparesAtStop
  Block* spare_huge_ = nullptr;    // spares of kHugePage bytes
  Visitor* collecting_ = nullptr;  // null: no collection is under way
  Large* large_ = nullptr;
  Large* spare_large_ = nullptr;  // those freed first come first
  Large** spare_large_end_ = &spare_large_;
  uint64_t space_bytes_ = 0;    // capacity of blocks_
  uint64_t large_bytes_ = 0;    // of large_
  uint64_t settled_bytes_ = 0;  // space_bytes_ after the last collection
  uint64_t dead_bytes_ = 0;     // of these: what had died in blocks that stayed where they were
  uint64_t spare_bytes_ = 0;    // not charged; charged_ + spare_bytes_ <= peak_
  // A collection is wanted when space_bytes_ + large_bytes_ reach this.
  uint64_t threshold_ = kFirstThreshold;
  uint64_t charged_ = 0;
  uint64_t copy_bytes_ = 0;  // kept free of the limit for the next collection: see CopyBytes
  uint64_t peak_ = 0;        // the most that was ever charged
  // While charged_ + spare_bytes_ are below this, Grown() has nothing to do.
  uint64_t calm_bytes_ = 0;
  uint64_t limit_bytes_;
  uint64_t allocation_limit_ = INT64_MAX;
  uint64_t collections_ = 0;
  uint64_t collections_at_stop_ = 0;
  int64_t* fuel_ = nullptr;  // see RequestCollection
  int64_t* fuel_left_ = nullptr;
  IsOverFunction is_over_ = nullptr;
  void* is_over_context_ = nullptr;
  bool inline_block_is_free_ = false;
  bool wants_collection_ = false;
  bool is_closed_ = false;
  bool fresh_stays_ = false;  // most of what was new at the last collection lived
  bool stress_ = false;
  // bytes that are still to be taken without them, since they came slowly
  uint32_t without_huge_pages_ = 0;
  uint32_t always_allocate_scopes_ = 0;
  bool refuses_ = false;  // allocations_left_ counts down to the next refusal
  bool refused_ = false;
#ifndef NDEBUG
  uint64_t charges_ = 0, charges_left_ = 0;
#endif
  uint32_t refusal_seed_ = 0;
  uint32_t refusals_ = 0;  // random state of the distances between them
  uint32_t patience_ = 0;  // how often the same work was refused in a row
};

// One collection under way: turns references to old objects into references to where
// these are from now on.
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
  // What is known of a block that stays where it is. Such a block is a huge page, so its number
  // follows from any address in it.
  struct Place {
    uintptr_t number = 0;       // address / kHugePage; 0: this slot of places_ is free
    uint64_t* marks = nullptr;  // a bit for each word of the block: whether the object that begins
                                // there was reached
    uint64_t live = 0;          // bytes of what was reached and scanned in it
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
  std::vector<Object*> pending_large_;  // reached, still to be scanned
  std::vector<Block*> blocks_;          // of the new space, oldest first
  std::vector<Place> places_;           // a hash table: see Find. Empty: everything moves
  Block* marks_ = nullptr;              // memory for the marks of places
  // Objects that stay and are still to be scanned: a stack in blocks, which grows to as
  // much as stays at worst.
  Block* pending_ = nullptr;
  Object** pending_top_ = nullptr;
  Object** pending_end_ = nullptr;
};

// The size of an object with this header, rounded up to 8. There may be none yet, and none of it
// can be where size_t has 32 bits: a stranger's snapshot says what it likes (T-013).
inline uint64_t BytesFor(const Object& header) {
  switch (header.layout) {
    case Layout::kRaw: return (8 + uint64_t{header.count} + 7) & ~uint64_t{7};
    case Layout::kStr: return (16 + uint64_t{header.count} + 7) & ~uint64_t{7};
    case Layout::kStrShared: return sizeof(SharedStr);
    default: return 8 + uint64_t{header.count} * 8;
  }
}
inline size_t ObjectBytes(const Object* object) { return static_cast<size_t>(BytesFor(*object)); }

// Turns references into one heap into references into its copy. The blocks and large objects of
// both are pieces that lie at a fixed distance from each other.
class Heap::Relocation {
 public:
  Object* operator()(Object* object) const {
    const uintptr_t at = reinterpret_cast<uintptr_t>(object);
    if (at - last_->begin >= last_->bytes) [[unlikely]]
      Find(at);
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
  // Where the last reference pointed: most often the next does, too.
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

#endif  // PYSUB_VM_HEAP_HEAP_H_
