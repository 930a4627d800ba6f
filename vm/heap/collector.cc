#include <algorithm>
#include <bit>
#include <cstring>

#include "vm/heap/fresh_memory.h"
#include "vm/heap/heap.h"
#include "vm/linked_unit.h"

// The collector. What is reachable is copied into new blocks, and the old ones are freed. A
// copied object leaves its new address in its old header (Layout::kForwarded). Two kinds of
// objects are not copied:
//
//   - large ones: a reached one is marked in its header, the others are freed (SweepLarge);
//   - those in huge pages that are mostly alive: a reached one is marked by a bit of its page
//     (Place), the dead ones stay.
//
// An object that was reached must be scanned: its references have to be forwarded in turn. The new
// space is itself the list of copied objects that wait for that (Cheney's way); large and staying
// objects wait on stacks of their own.
namespace pysub {
namespace {

// A mark for each word where an object may begin.
constexpr size_t kMarkWords = kHugePage / sizeof(Value) / 64;

// From which share of its live bytes on a block is not worth moving.
bool IsMostly(uint64_t part, uint64_t whole) { return part >= whole / 4 * 3; }

}  // namespace

bool Heap::Collect(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over,
                   void* context, bool everything) {
  if (is_closed_) return false;
  ++collections_;
  if (CopyLive(visit_roots, update_weak, is_over, context, everything)) return true;
  Close();
  return false;
}

// One collection. False: it was given up in the middle, when half of what lives was copied; then
// all memory belongs to blocks_ and large_ again, and the caller closes the heap.
bool Heap::CopyLive(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over,
                    void* context, bool everything) {
  Block* old_blocks = blocks_;
  const uint64_t live_before = settled_bytes_ - dead_bytes_;
  const uint64_t fresh = space_bytes_ - std::min(space_bytes_, settled_bytes_);
  blocks_ = nullptr;
  top_ = limit_ = nullptr;
  space_bytes_ = copy_bytes_ = dead_bytes_ = 0;
  Visitor visitor(*this);
  if (!everything) visitor.ChooseStaying(old_blocks);
  collecting_ = &visitor;
  visit_roots(context, visitor);
  const bool done = visitor.Drain(is_over, context) && update_weak(context, is_over);
  collecting_ = nullptr;
  if (!done) {
    for (Block** last = &blocks_;; last = &(*last)->next) {
      if (*last == nullptr) {
        *last = old_blocks;
        return false;
      }
    }
  }
  const uint64_t not_needed = spare_bytes_;
  uint64_t staying = 0;
  Block** end = &blocks_;
  for (; *end != nullptr; end = &(*end)->next) (*end)->live = (*end)->bytes;
  while (old_blocks != nullptr) {
    Block* block = old_blocks;
    old_blocks = block->next;
    const Visitor::Place* place = visitor.PlaceOf(block);
    if (place == nullptr || place->live == 0) {
      if (place != nullptr) space_bytes_ -= block->bytes;
      FreeBlock(block);
      continue;
    }
    if (blocks_ == nullptr) top_ = limit_ = block->used;
    block->live = static_cast<uint32_t>(place->live);
    staying += block->live;
    dead_bytes_ += block->bytes - block->live;
    block->next = nullptr;
    *end = block;
    end = &block->next;
  }
  copy_bytes_ = CopyBytes(space_bytes_);
  settled_bytes_ = space_bytes_;
  SweepLarge();
  FreeSpares(std::max(kIdleSpareBytes, spare_bytes_ - not_needed / 2));
  Grown();
  const uint64_t live = space_bytes_ - dead_bytes_;
  fresh_stays_ = live > live_before && IsMostly(live - live_before, fresh);
  UpdateThreshold(staying);
  wants_collection_ = stress_;
  return true;
}

// Frees the large objects that were not reached.
void Heap::SweepLarge() {
  Large** link = &large_;
  while (*link != nullptr) {
    Large* large = *link;
    Object* object = large->object();
    if (object->flag(kFlagMarked)) {
      object->set_flag(kFlagMarked, false);
      link = &large->next;
    } else {
      *link = large->next;
      FreeLarge(large);
    }
  }
}

// The next collection comes when as much as lives has been allocated again, or earlier when the
// limit is near: the copy has to fit as well. Dead objects in blocks that stayed count as
// allocated, but the next collection does not come at once for them. `staying` bytes live in such
// blocks. They are never copied, so as much more garbage may come before the next collection, less
// what is dead in these blocks, where the limit has room for the blocks.
void Heap::UpdateThreshold(uint64_t staying) {
  const uint64_t held = space_bytes_ + large_bytes_;
  const uint64_t live = held - dead_bytes_;
  threshold_ = std::max({live * 2, held + live / 4, held + kFirstThreshold});
  if (limit_bytes_ / 4 * 3 < threshold_) {
    threshold_ =
        std::max(limit_bytes_ / 4 * 3, held + (limit_bytes_ - std::min(limit_bytes_, held)) / 2);
  }
  // See HasRoomForBlock, with a block to spare.
  const uint64_t others = (charged_ - space_bytes_) / 2 + kHugePage;
  const uint64_t room =
      limit_bytes_ / 8 * 5 - std::min(limit_bytes_ / 8 * 5, others) + large_bytes_;
  threshold_ =
      std::max(threshold_, std::min(threshold_ + staying - std::min(staying, dead_bytes_), room));
}

Heap::Visitor::~Visitor() {
  for (Block* list : {pending_, marks_}) {
    while (list != nullptr) {
      Block* next = list->next;
      heap_.FreeBlock(list);
      list = next;
    }
  }
}

// Blocks of huge pages stay where they are while most of what lies in them lives. How much of a new
// block lives nobody knows yet: it is taken to be as alive as new blocks were at the last
// collection. The current block always moves, since objects that are made in it from now on could
// not be told from those that were there.
void Heap::Visitor::ChooseStaying(Block* current) {
  auto stays = [this](const Block* block) {
    if (block->bytes != kHugePage || block == heap_.inline_block_) return false;
    return block->live == kFresh ? heap_.fresh_stays_ : IsMostly(block->live, block->bytes);
  };
  size_t count = 0;
  for (Block* block = current; block != nullptr; block = block->next)
    count += block != current && stays(block);
  if (count == 0) return;
  places_.resize(std::bit_ceil(count * 4));
  uint64_t* marks = nullptr;
  size_t left = 0;
  for (Block* block = current->next; block != nullptr; block = block->next) {
    if (!stays(block)) continue;
    if (left < kMarkWords) {
      Block* more = heap_.NewBlock(kMarkWords * sizeof(uint64_t), /*may_exceed_limit=*/true);
      more->next = marks_;
      marks_ = more;
      marks = reinterpret_cast<uint64_t*>(more->begin());
      left = static_cast<size_t>(more->end() - more->begin()) / sizeof(uint64_t);
    }
    std::fill_n(marks, kMarkWords, 0);
    *Find(block) = {reinterpret_cast<uintptr_t>(block) / kHugePage, marks, 0};
    marks += kMarkWords;
    left -= kMarkWords;
    heap_.space_bytes_ += block->bytes;
  }
  heap_.copy_bytes_ = heap_.CopyBytes(heap_.space_bytes_);
}

// The slot of places_ for the huge page around `at`: its Place, or the free slot where that would
// go. The number of a page is its hash, since huge pages most often lie side by side.
inline Heap::Visitor::Place* Heap::Visitor::Find(const void* at) {
  const uintptr_t number = reinterpret_cast<uintptr_t>(at) / kHugePage;
  const size_t mask = places_.size() - 1;
  size_t i = number & mask;
  while (places_[i].number != number && places_[i].number != 0) i = (i + 1) & mask;
  return &places_[i];
}

// Null: what lies at `at` does not stay.
inline Heap::Visitor::Place* Heap::Visitor::PlaceOf(const void* at) {
  if (places_.empty()) return nullptr;
  Place* place = Find(at);
  return place->number == 0 ? nullptr : place;
}

// The bit that belongs to the word at `at`.
struct Heap::Visitor::Mark {
  Mark(const Place& place, const void* at)
      : word(&place.marks[reinterpret_cast<uintptr_t>(at) % kHugePage / sizeof(Value) / 64]),
        bit(uint64_t{1} << reinterpret_cast<uintptr_t>(at) / sizeof(Value) % 64) {}
  bool is_set() const { return (*word & bit) != 0; }
  // Sets the mark. False: it was set already.
  bool Set() {
    if (is_set()) return false;
    *word |= bit;
    return true;
  }

  uint64_t* word;
  uint64_t bit;
};

// Whether the object stays where it is. If so it has been reached now.
inline bool Heap::Visitor::Stays(Object* object) {
  const Place* place = Find(object);
  if (place->number == 0) return false;
  Reach(object, *place);
  return true;
}

// Puts the object on the stack of those to be scanned, unless it was there. It is not read here:
// the prefetch gives memory time to bring it until its turn comes.
inline void Heap::Visitor::Reach(Object* object, const Place& place) {
  if (!Mark(place, object).Set()) return;
  __builtin_prefetch(object);
  if (pending_top_ == pending_end_) [[unlikely]]
    MorePending();
  *pending_top_++ = object;
}

// Views are not counted down when they die, so a collection counts anew how many look at a piece of
// memory (ByteArray::exports). Memory that moves begins with 0 when it is copied; for memory that
// stays this sets it to 0, once: the mark of its second word says whether that was done.
void Heap::Visitor::ForgetExports(ByteArray* memory) {
  const Place* place = PlaceOf(memory);
  if (place == nullptr || !Mark(*place, memory->words()).Set()) return;
  memory->exports = 0;
  memory->set_flag(kFlagA, true);
}

Object* Heap::NewAddress(Object* object) const {
  if (object->layout == Layout::kForwarded) {
    uint64_t header;
    std::memcpy(&header, object, 8);
    return reinterpret_cast<Object*>(header >> 8);
  }
  if (object->flag(kFlagLarge)) return object->flag(kFlagMarked) ? object : nullptr;
  const Visitor::Place* place = collecting_->PlaceOf(object);
  return place != nullptr && Visitor::Mark(*place, object).is_set() ? object : nullptr;
}

// The block on top of the stack is empty: the one below is full.
[[gnu::noinline]] void Heap::Visitor::LessPending() {
  Block* empty = pending_;
  pending_ = empty->next;
  pending_top_ = pending_end_ =
      reinterpret_cast<Object**>(pending_->begin()) +
      static_cast<size_t>(pending_->end() - pending_->begin()) / sizeof(Object*);
  heap_.FreeBlock(empty);
}

// The block on top of the stack is full: begins another.
[[gnu::noinline]] void Heap::Visitor::MorePending() {
  constexpr size_t kAtLeast = 16 * 1024;
  Block* block = heap_.NewBlock(kAtLeast, /*may_exceed_limit=*/true);
  block->next = pending_;
  pending_ = block;
  pending_top_ = reinterpret_cast<Object**>(block->begin());
  pending_end_ =
      pending_top_ + static_cast<size_t>(block->end() - block->begin()) / sizeof(Object*);
}

// VisitRange, made quick for references into the same huge page as the one before. `place`: the
// page of the last reference; returned likewise.
inline Heap::Visitor::Place* Heap::Visitor::VisitRangeNear(Value* begin, Value* end, Place* place) {
  for (; begin < end; ++begin) {
    if (!begin->IsObject()) continue;
    Object* const object = begin->AsObject();
    if (reinterpret_cast<uintptr_t>(object) / kHugePage != place->number) [[unlikely]] {
      Place* other = Find(object);
      if (other->number == 0) {
        *begin = Value::Of(Forward(object));
        continue;
      }
      place = other;
    }
    Reach(object, *place);
  }
  return place;
}

// Scans all objects on the stack of those that stay, and what they reach in turn. False: given up.
bool Heap::Visitor::ScanStaying(IsOverFunction is_over, void* context) {
  constexpr int64_t kPiece = kLargestBlock / sizeof(Value);
  if (pending_ == nullptr) return true;
  Place* place = &places_[0];  // of the last object
  while (true) {
    for (int64_t left = kPiece; left > 0;) {
      if (pending_top_ == reinterpret_cast<Object**>(pending_->begin())) {
        if (pending_->next == nullptr) return true;
        LessPending();
      }
      Object* object = *--pending_top_;
      if (reinterpret_cast<uintptr_t>(object) / kHugePage != place->number) place = Find(object);
      const size_t bytes = ObjectBytes(object);
      place->live += bytes;
      left -= static_cast<int64_t>(1 + bytes / sizeof(Value));
      if (IsResizableMemory(object->type)) [[unlikely]]
        ForgetExports(static_cast<ByteArray*>(object));
      if (object->layout == Layout::kValues && object->type != TypeId::kMemoryView) [[likely]] {
        place = VisitRangeNear(object->words(), object->words() + object->count, place);
      } else {
        Scan(object);
      }
    }
    if (is_over(context)) return false;
  }
}

// Where the object is from now on. The first time it is reached it is copied, or marked
// where it does not move.
Object* Heap::Visitor::Forward(Object* object) {
  if (!places_.empty() && Stays(object)) return object;
  uint64_t header;
  std::memcpy(&header, object, 8);
  if (object->layout == Layout::kForwarded) return reinterpret_cast<Object*>(header >> 8);
  if (object->flag(kFlagLarge)) {
    if (!object->flag(kFlagMarked)) {
      object->set_flag(kFlagMarked, true);
      if (object->layout != Layout::kRaw && object->layout != Layout::kStr) {
        pending_large_.push_back(object);
      }
    }
    return object;
  }
  size_t bytes = ObjectBytes(object);
  if (bytes > static_cast<size_t>(heap_.limit_ - heap_.top_)) heap_.AddBlock(bytes, true);
  Object* copy = reinterpret_cast<Object*>(heap_.top_);
  heap_.top_ += bytes;
  std::memcpy(static_cast<void*>(copy), object, bytes);
  if (IsResizableMemory(copy->type)) [[unlikely]] {
    static_cast<ByteArray*>(copy)->exports = 0;  // Scan counts
    copy->set_flag(kFlagA, true);
  }
  header = reinterpret_cast<uint64_t>(copy) << 8 | static_cast<uint64_t>(Layout::kForwarded);
  std::memcpy(static_cast<void*>(object), &header, 8);
  return copy;
}

// Forwards all references in the object.
void Heap::Visitor::Scan(Object* object) {
  switch (object->layout) {
    case Layout::kValues:
      VisitRange(object->words(), object->words() + object->count);
      // The first word of a memoryview is what it looks at.
      if (object->type == TypeId::kMemoryView) [[unlikely]] {
        Value target = object->words()[0];
        if (target.IsObject() && IsResizableMemory(target.AsObject()->type)) {
          ForgetExports(target.As<ByteArray>());
          ++target.As<ByteArray>()->exports;
        }
      }
      break;
    case Layout::kStrShared: Visit(static_cast<SharedStr*>(object)->buffer); break;
    case Layout::kFunction: {
      VisitRange(object->words() + 2, object->words() + object->count);
      LinkedUnit* unit = static_cast<Function*>(object)->unit;
      if (unit->marked) break;
      unit->marked = true;
      unit->VisitValues([this](std::span<Value> values) {
        VisitRange(values.data(), values.data() + values.size());
      });
      break;
    }
    default: break;
  }
}

// Scans a large object in pieces, and looks at the clock in between. False: given up.
bool Heap::Visitor::ScanLarge(Object* object, IsOverFunction is_over, void* context) {
  constexpr uint32_t kPiece = 256 * 1024;
  // What stays is scanned while the caches still have it.
  constexpr uint32_t kFew = 64;
  if (object->layout != Layout::kValues || (places_.empty() && object->count <= kPiece)) {
    Scan(object);
    return true;
  }
  const uint32_t piece = places_.empty() ? kPiece : kFew;
  for (uint32_t at = 0; at < object->count; at += std::min(piece, object->count - at)) {
    if (at % kPiece == 0 && is_over(context)) return false;
    Value* const begin = object->words() + at;
    Value* const end = object->words() + std::min(object->count, at + piece);
    if (places_.empty()) {
      VisitRange(begin, end);
    } else {
      VisitRangeNear(begin, end, &places_[0]);
      if (!ScanStaying(is_over, context)) return false;
    }
  }
  return true;
}

// Scans until nothing is left to scan: the new space from front to back while it grows, whenever
// there is something what stays, and the large objects when the new space is done. False: given up.
bool Heap::Visitor::Drain(IsOverFunction is_over, void* context) {
  // Tests let it be given up anywhere.
  constexpr size_t kStressPiece = 256;
  const size_t piece_bytes = heap_.stress_ ? kStressPiece : kLargestBlock;
  size_t next_block = 0;
  char* at = nullptr;
  while (true) {
    if (!ScanStaying(is_over, context)) return false;
    while (next_block < blocks_.size()) {
      Block* block = blocks_[next_block];
      if (at == nullptr) at = block->begin();
      bool current = block == heap_.blocks_;
      char* end = current ? heap_.top_ : block->used;
      char* const piece = at + piece_bytes;
      while (at < end && at < piece) {
        Object* object = reinterpret_cast<Object*>(at);
        at += ObjectBytes(object);
        Scan(object);
        if (current) {
          current = block == heap_.blocks_;
          end = current ? heap_.top_ : block->used;
        }
      }
      if (pending_ != nullptr) {
        if (!ScanStaying(is_over, context)) return false;
        end = block == heap_.blocks_ ? heap_.top_ : block->used;
      }
      if (at < end) {
        if (is_over(context)) return false;
        continue;
      }
      if (block == heap_.blocks_) break;  // it may still grow
      ++next_block;
      at = nullptr;
      if (is_over(context)) return false;
    }
    if (pending_large_.empty()) return true;
    Object* object = pending_large_.back();
    pending_large_.pop_back();
    if (!ScanLarge(object, is_over, context)) return false;
  }
}

}  // namespace pysub
