#include "vm/heap.h"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "vm/unit.h"

namespace pysub {
namespace {

constexpr size_t kFirstBlock = 1024;
constexpr size_t kLargestBlock = 256 * 1024;
// Large objects that are kept for others of about their size; malloc does well with smaller ones.
constexpr size_t kSpareLarge = 8 << 20;
constexpr int kSpareLargeLooks = 64;
// Spares stay this far below what was charged at one time: malloc's memory has gaps that nobody is charged for.
constexpr uint64_t kGaps = 4 << 20;

// Scattered access to much memory is slow with small pages, and so is touching it for the first time.
constexpr size_t kHugePage = 2 << 20;
// From this size of the space on its blocks are huge pages.
constexpr size_t kHugeSpace = 32 << 20;
// What stands in a closed home: no layout.
constexpr int kClosedByte = 0xDD;
// A mark for each word where an object may begin.
constexpr size_t kMarkWords = kHugePage / sizeof(Value) / 64;

// Where a huge page takes longer to come than so many ordinary ones (a virtual machine whose host took back what was free for
// some seconds, which are whole huge pages first), the next so many bytes do without: what is left of them is `without`
// (Heap::without_huge_pages_).
constexpr uint64_t kSlowHugePageNs = 1'500'000;
constexpr uint32_t kWithoutHugePages = 64 << 20;

uint64_t ThreadNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

bool WantsHugePages(size_t bytes, uint32_t& without) {
  if (without == 0) return true;
  without -= static_cast<uint32_t>(std::min<size_t>(without, bytes));
  return false;
}

// A huge page was touched since `start`.
bool WasSlow(uint64_t start, uint32_t& without) {
  if (ThreadNanoseconds() - start <= kSlowHugePageNs) return false;
  without = kWithoutHugePages;
  return true;
}

// Only for what lies in `memory` with all its bytes: nothing is taken that was not charged.
void AdviseHugePages(void* memory, size_t bytes, int advice = MADV_HUGEPAGE) {
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + kHugePage - 1) & ~(kHugePage - 1);
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + bytes) & ~(kHugePage - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, advice);
}

// From which share of its live bytes on a block is not worth moving.
bool IsMostly(uint64_t part, uint64_t whole) { return part >= whole / 4 * 3; }

bool IsAligned(const void* memory) { return (reinterpret_cast<uintptr_t>(memory) & (kHugePage - 1)) == 0; }

void* Map(size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// Null: there is none.
void* MapHugePage(uint32_t& without) {
  void* memory = Map(kHugePage);  // most often it lies beside the one before
  if (memory == nullptr) return nullptr;
  if (!IsAligned(memory)) {
    munmap(memory, kHugePage);
    char* room = static_cast<char*>(Map(2 * kHugePage));
    if (room == nullptr) return nullptr;
    const size_t before = -reinterpret_cast<uintptr_t>(room) & (kHugePage - 1);
    if (before != 0) munmap(room, before);
    munmap(room + before + kHugePage, kHugePage - before);
    memory = room + before;
  }
  if (WantsHugePages(kHugePage, without)) {
    madvise(memory, kHugePage, MADV_HUGEPAGE);
    const uint64_t start = ThreadNanoseconds();
    *static_cast<volatile char*>(memory) = 0;
    WasSlow(start, without);
  }
  return memory;
}

// Blocks of one size are huge pages, all others malloc's.
void* TakeMemory(size_t bytes, uint32_t& without) {
  return bytes == kHugePage ? MapHugePage(without) : std::malloc(bytes);
}
void GiveBack(void* memory, size_t bytes) {
  if (bytes == kHugePage) {
    munmap(memory, bytes);
  } else {
    std::free(memory);
  }
}

}  // namespace

size_t ObjectBytes(const Object* object) {
  switch (object->layout) {
    case Layout::kRaw:
      return (8 + size_t{object->count} + 7) & ~size_t{7};
    case Layout::kStr:
      return (16 + size_t{object->count} + 7) & ~size_t{7};
    case Layout::kStrShared:
      return sizeof(SharedStr);
    default:
      return 8 + size_t{object->count} * 8;
  }
}

Heap::Heap(uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}

Heap::~Heap() {
  while (blocks_ != nullptr) {
    Block* next = blocks_->next;
    if (blocks_ != home_) GiveBack(blocks_, blocks_->bytes);
    blocks_ = next;
  }
  FreeSpares(0);
  while (large_ != nullptr) {
    Large* next = large_->next;
    std::free(large_);
    large_ = next;
  }
}

void Heap::SetAllocationLimit(uint64_t limit) {
  allocation_limit_ = limit;
  allocations_left_ = static_cast<int64_t>(std::min<uint64_t>(limit, INT64_MAX));
}

void Heap::RefuseSometimes(uint32_t seed) {
  refuses_ = true;
  refusal_seed_ = refusals_ = seed;
  allocations_left_ = seed == 0 ? 0 : 16;
}

bool Heap::TakeRefusal(bool again) {
  if (!refused_) return false;
  refused_ = false;
  patience_ = again ? std::min<uint32_t>(patience_ + 1, 60) : 0;
  if (refusal_seed_ == 0) {
    // What needs many allocations is not refused at each of them: that would take the square of the time.
    constexpr uint32_t kInTurn = 24;
    allocations_left_ = patience_ < kInTurn ? patience_ : int64_t{kInTurn} << (patience_ - kInTurn) / 2;
    return true;
  }
  refusals_ = refusals_ * 1103515245 + 12345;
  allocations_left_ = int64_t{1 + (refusals_ >> 16) % 16} << patience_ / 2;
  return true;
}

// Counts something that is no object as one (tests).
bool Heap::RefusesNow() {
  if (--allocations_left_ >= 0 || overdrafts_ > 0) return false;
  refused_ = true;
  allocations_left_ = INT64_MAX / 2;  // what handles the failure may allocate
  RequestCollection();
  return true;
}

// Not inlined where objects are made: most have few words.
[[gnu::noinline]] void Heap::FillManyWords(Value* words, uint32_t count) { std::fill_n(words, count, Value::Undefined()); }

// Nobody who goes on after a limit may want an object: builds with assertions find who does.
Object* Heap::Closed() {
#ifndef NDEBUG
  std::abort();
#endif
  return nullptr;
}

Object* Heap::NewSlow(TypeId type, Layout layout, uint32_t count, size_t bytes) {
  if (is_closed_) return Closed();
  // The fast path has already counted this object, or found the room too small.
  const bool fits = bytes <= static_cast<size_t>(limit_ - top_) && bytes < kLargeBytes;
  if (!fits) --allocations_left_;
  if (allocations_left_ < 0) {
    if (!refuses_) return nullptr;
    ++allocations_left_;
    if (RefusesNow()) return nullptr;
  }
  if (bytes >= kLargeBytes) return NewLarge(type, layout, count, bytes);
  if (!fits && !AddBlock(bytes, /*may_exceed_limit=*/false)) {
    ++allocations_left_;
    return nullptr;
  }
  Object* object = reinterpret_cast<Object*>(top_);
  top_ += bytes;
  *object = {layout, 0, type, count};
  return object;
}

Object* Heap::NewLarge(TypeId type, Layout layout, uint32_t count, size_t bytes) {
  size_t total = bytes + sizeof(Large);
  Large* large = TakeSpareLarge(total);
  if (large != nullptr) total = large->bytes;
  if (!Charge(total)) {
    std::free(large);
    RequestCollection();
    ++allocations_left_;
    return nullptr;
  }
  if (large == nullptr) {
    large = static_cast<Large*>(std::malloc(total));
    if (large == nullptr) {
      Release(total);
      RequestCollection();
      ++allocations_left_;
      return nullptr;
    }
    if (!Touch(large, total)) {
      std::free(large);
      Release(total);
      ++allocations_left_;
      return nullptr;
    }
  }
  large->next = large_;
  large->bytes = total;
  large_ = large;
  large_bytes_ += total;
  if (space_bytes_ + large_bytes_ >= threshold_) RequestCollection();
  Object* object = large->object();
  *object = {layout, kFlagLarge, type, count};
  return object;
}

bool Heap::Touch(void* fresh, size_t bytes, bool will_grow) {
  constexpr size_t kPage = 4096;
  constexpr size_t kPiece = 1 << 20;
  bool huge = !will_grow && bytes >= kHugePage && WantsHugePages(bytes, without_huge_pages_);
  if (huge) AdviseHugePages(fresh, bytes);
  if (bytes < 2 * kPiece || is_over_ == nullptr) return true;
  char* const memory = static_cast<char*>(fresh);
  uint64_t start = huge ? ThreadNanoseconds() : 0;
  for (size_t at = 0; at < bytes; at += kPage) {
    const_cast<volatile char*>(memory)[at] = 0;
    if (at % kPiece != 0) continue;
    if (is_over_(is_over_context_)) return false;
    if (!huge || at % kHugePage != 0 || at == 0) continue;
    if (WasSlow(start, without_huge_pages_)) {
      huge = false;
      AdviseHugePages(memory + at, bytes - at, MADV_NOHUGEPAGE);
    } else {
      start = ThreadNanoseconds();
    }
  }
  return true;
}

// Charged. Null: there is no room for it.
Heap::Block* Heap::NewBlock(size_t at_least, bool may_exceed_limit) {
  auto has_room = [=, this](size_t bytes) { return may_exceed_limit || HasRoomForBlock(bytes); };
  at_least += sizeof(Block);
  if (home_is_free_ && home_->bytes >= at_least && has_room(home_->bytes)) {
    home_is_free_ = false;
    GrowBy(home_->bytes);
    return home_;
  }
  const bool huge = space_bytes_ >= kHugeSpace && has_room(kHugePage);
  Block*& spares = huge ? spare_huge_ : spare_;
  if (spares != nullptr && spares->bytes >= at_least && has_room(spares->bytes)) {
    Block* block = spares;
    spares = block->next;
    spare_bytes_ -= block->bytes;
    GrowBy(block->bytes);
    return block;
  }
  size_t bytes = huge ? kHugePage : std::clamp<size_t>(space_bytes_, kFirstBlock, kLargestBlock);
  bytes = std::max(bytes, at_least);
  if (!has_room(bytes)) bytes = at_least;
  if (!has_room(bytes)) return nullptr;
  GrowBy(bytes);
  Block* block = static_cast<Block*>(TakeMemory(bytes, without_huge_pages_));
  if (block == nullptr && spare_bytes_ != 0) {
    FreeSpares(0);
    block = static_cast<Block*>(TakeMemory(bytes, without_huge_pages_));
  }
  if (block != nullptr) {
    block->bytes = static_cast<uint32_t>(bytes);
  } else {
    if (may_exceed_limit) std::abort();  // in the middle of a collection: nothing can be kept
    charged_ -= bytes;
  }
  return block;
}

// Makes a new current block. What is left of the old one stays unused.
bool Heap::AddBlock(size_t at_least, bool may_exceed_limit) {
  if (blocks_ != nullptr) blocks_->used = top_;
  if (stress_) RequestCollection();
  if (!may_exceed_limit) CountCharge();
  Block* block = NewBlock(at_least, may_exceed_limit);
  if (block == nullptr) {
    RequestCollection();
    return false;
  }
  space_bytes_ += block->bytes;
  copy_bytes_ = CopyBytes(space_bytes_);
  if (space_bytes_ + large_bytes_ >= threshold_) RequestCollection();
  block->next = blocks_;
  block->live = kFresh;
  blocks_ = block;
  top_ = block->begin();
  limit_ = block->end();
  if (collecting_ != nullptr) collecting_->blocks_.push_back(block);
  return true;
}

// How much of the limit must stay free so that copying a space of this size exceeds it by a quarter at most.
uint64_t Heap::CopyBytes(uint64_t space_bytes) const {
  return space_bytes - std::min(space_bytes, limit_bytes_ / 4);
}

bool Heap::HasRoomForBlock(uint64_t bytes) const {
  return HasRoomFor(bytes + CopyBytes(space_bytes_ + bytes) - copy_bytes_);
}

void Heap::FreeBlock(Block* block) {
  charged_ -= block->bytes;
  if (block == home_) {
    home_is_free_ = true;
  } else if (block->bytes == kLargestBlock || block->bytes == kHugePage) {
    Block*& spare = block->bytes == kHugePage ? spare_huge_ : spare_;
    block->next = spare;
    spare = block;
    spare_bytes_ += block->bytes;
  } else {
    GiveBack(block, block->bytes);
  }
}

void Heap::FreeLarge(Large* large) {
  large_bytes_ -= large->bytes;
  charged_ -= large->bytes;
  if (large->bytes >= kSpareLarge) {
    large->next = nullptr;
    *spare_large_end_ = large;
    spare_large_end_ = &large->next;
    spare_bytes_ += large->bytes;
  } else {
    std::free(large);
  }
}

// One that is larger by an eighth at most. Null: there is none.
Heap::Large* Heap::TakeSpareLarge(size_t bytes) {
  if (bytes < kSpareLarge) return nullptr;
  Large** link = &spare_large_;
  for (int looks = 0; *link != nullptr && looks < kSpareLargeLooks; ++looks, link = &(*link)->next) {
    Large* large = *link;
    if (large->bytes < bytes || large->bytes - bytes > bytes / 8 || !HasRoomFor(large->bytes)) continue;
    *link = large->next;
    if (large->next == nullptr) spare_large_end_ = link;
    spare_bytes_ -= large->bytes;
    return large;
  }
  return nullptr;
}

// Spares go before there is more memory than there was at one time.
void Heap::Grown() {
  peak_ = std::max(peak_, charged_);
  calm_bytes_ = std::max(std::min(peak_, kIdleSpareBytes), peak_ - std::min(peak_ / 8, kGaps));
  if (spare_bytes_ != 0) FreeSpares(calm_bytes_ - std::min(charged_, calm_bytes_));
}

// All spares `but` so many bytes.
void Heap::FreeSpares(uint64_t but) {
  while (spare_large_ != nullptr && spare_bytes_ > but) {
    Large* large = spare_large_;
    spare_large_ = large->next;
    spare_bytes_ -= large->bytes;
    std::free(large);
  }
  if (spare_large_ == nullptr) spare_large_end_ = &spare_large_;
  for (Block** spares : {&spare_huge_, &spare_}) {
    while (*spares != nullptr && spare_bytes_ > but) {
      Block* block = *spares;
      *spares = block->next;
      spare_bytes_ -= block->bytes;
      GiveBack(block, block->bytes);
    }
  }
}

void Heap::FreeSparesAtStop(bool soon) {
  if (!soon || collections_ == collections_at_stop_) FreeSpares(kIdleSpareBytes);
  collections_at_stop_ = collections_;
}

bool Heap::Collect(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over, void* context,
                   bool everything) {
  if (is_closed_) return false;
  ++collections_;
  if (CopyLive(visit_roots, update_weak, is_over, context, everything)) return true;
  Close();
  return false;
}

void Heap::Close() {
  is_closed_ = true;
  wants_collection_ = false;
  top_ = limit_ = nullptr;
  space_bytes_ = copy_bytes_ = settled_bytes_ = dead_bytes_ = 0;
  while (blocks_ != nullptr) {
    Block* block = blocks_;
    blocks_ = block->next;
    charged_ -= block->bytes;
    if (block == home_) {
      std::memset(block->begin(), kClosedByte, static_cast<size_t>(block->end() - block->begin()));
    } else {
      GiveBack(block, block->bytes);
    }
  }
  while (large_ != nullptr) {
    Large* large = large_;
    large_ = large->next;
    charged_ -= large->bytes;
    large_bytes_ -= large->bytes;
    std::free(large);
  }
  FreeSpares(0);
}

// False: given up. All memory belongs to blocks_ and large_ again.
bool Heap::CopyLive(RootsFunction visit_roots, WeakFunction update_weak, IsOverFunction is_over, void* context,
                    bool everything) {
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

// The next collection comes when as much as lives has been allocated again, or earlier when the limit is near: the copy has
// to fit as well. What is dead and still there counts as allocated, but the next collection does not come at once. Of what
// stays where it is, `staying` bytes, no copy is made: where there is room for blocks, there may be as much more garbage, less
// what is dead.
void Heap::UpdateThreshold(uint64_t staying) {
  const uint64_t held = space_bytes_ + large_bytes_;
  const uint64_t live = held - dead_bytes_;
  threshold_ = std::max({live * 2, held + live / 4, held + kFirstThreshold});
  if (limit_bytes_ / 4 * 3 < threshold_) {
    threshold_ = std::max(limit_bytes_ / 4 * 3, held + (limit_bytes_ - std::min(limit_bytes_, held)) / 2);
  }
  // See HasRoomForBlock, with a block to spare.
  const uint64_t others = (charged_ - space_bytes_) / 2 + kHugePage;
  const uint64_t room = limit_bytes_ / 8 * 5 - std::min(limit_bytes_ / 8 * 5, others) + large_bytes_;
  threshold_ = std::max(threshold_, std::min(threshold_ + staying - std::min(staying, dead_bytes_), room));
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

// Blocks of huge pages stay where they are while most of what lies in them lives. Of new ones nobody knows: they do as those
// of the collection before did. The current block does not stay, since what it gets from now on would not be told apart.
void Heap::Visitor::ChooseStaying(Block* current) {
  auto stays = [this](const Block* block) {
    if (block->bytes != kHugePage || block == heap_.home_) return false;
    return block->live == kFresh ? heap_.fresh_stays_ : IsMostly(block->live, block->bytes);
  };
  size_t count = 0;
  for (Block* block = current; block != nullptr; block = block->next) count += block != current && stays(block);
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

// Where the place of what lies at `at` is in places_, or would be: huge pages most often lie side by side.
inline Heap::Visitor::Place* Heap::Visitor::Find(const void* at) {
  const uintptr_t number = reinterpret_cast<uintptr_t>(at) / kHugePage;
  const size_t mask = places_.size() - 1;
  size_t i = number & mask;
  while (places_[i].number != number && places_[i].number != 0) i = (i + 1) & mask;
  return &places_[i];
}

// Null: it does not stay.
inline Heap::Visitor::Place* Heap::Visitor::PlaceOf(const void* at) {
  if (places_.empty()) return nullptr;
  Place* place = Find(at);
  return place->number == 0 ? nullptr : place;
}

// The mark of a word.
struct Heap::Visitor::Mark {
  Mark(const Place& place, const void* at)
      : word(&place.marks[reinterpret_cast<uintptr_t>(at) % kHugePage / sizeof(Value) / 64]),
        bit(uint64_t{1} << reinterpret_cast<uintptr_t>(at) / sizeof(Value) % 64) {}
  bool is_set() const { return (*word & bit) != 0; }
  // Whether it was not.
  bool Set() {
    if (is_set()) return false;
    *word |= bit;
    return true;
  }

  uint64_t* word;
  uint64_t bit;
};

// Reaches an object if it stays where it is.
inline bool Heap::Visitor::Stays(Object* object) {
  const Place* place = Find(object);
  if (place->number == 0) return false;
  Reach(object, *place);
  return true;
}

// What the object is, is looked at when memory has had time to answer.
inline void Heap::Visitor::Reach(Object* object, const Place& place) {
  if (!Mark(place, object).Set()) return;
  __builtin_prefetch(object);
  if (pending_top_ == pending_end_) [[unlikely]] MorePending();
  *pending_top_++ = object;
}

// Before the exports of memory are counted, by Scan; of memory that moves they are 0 by then. The mark of its second word
// says whether this was done.
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

[[gnu::noinline]] void Heap::Visitor::LessPending() {
  Block* empty = pending_;
  pending_ = empty->next;
  pending_top_ = pending_end_ =
      reinterpret_cast<Object**>(pending_->begin()) + static_cast<size_t>(pending_->end() - pending_->begin()) / sizeof(Object*);
  heap_.FreeBlock(empty);
}

[[gnu::noinline]] void Heap::Visitor::MorePending() {
  constexpr size_t kAtLeast = 16 * 1024;
  Block* block = heap_.NewBlock(kAtLeast, /*may_exceed_limit=*/true);
  block->next = pending_;
  pending_ = block;
  pending_top_ = reinterpret_cast<Object**>(block->begin());
  pending_end_ = pending_top_ + static_cast<size_t>(block->end() - block->begin()) / sizeof(Object*);
}

// VisitRange where most of what is referred to stays, and lies near what was reached before.
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

// Scans what stays and is pending, and what that reaches. False: given up.
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
      if (IsResizableMemory(object->type)) [[unlikely]] ForgetExports(static_cast<ByteArray*>(object));
      if (object->layout == Layout::kValues && object->type != TypeId::kMemoryView) [[likely]] {
        place = VisitRangeNear(object->words(), object->words() + object->count, place);
      } else {
        Scan(object);
      }
    }
    if (is_over(context)) return false;
  }
}

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
    case Layout::kStrShared:
      Visit(static_cast<SharedStr*>(object)->buffer);
      break;
    case Layout::kFunction: {
      VisitRange(object->words() + 2, object->words() + object->count);
      UnitInstance* unit = static_cast<Function*>(object)->unit;
      if (unit->marked) break;
      unit->marked = true;
      VisitRange(unit->constants.data(), unit->constants.data() + unit->constants.size());
      VisitRange(unit->names.data(), unit->names.data() + unit->names.size());
      Visit(unit->globals);
      Visit(unit->locals);
      break;
    }
    default:
      break;
  }
}

// In pieces. False: given up.
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

// Scans the new space from front to back while it grows, and the large objects in between. False: given up.
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

// ---- copying a heap

void Heap::Relocation::Add(const void* from, size_t bytes, const void* to) {
  const Piece piece{reinterpret_cast<uintptr_t>(from), bytes,
                    reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from)};
  if (only_.begin == 0) {
    only_ = piece;
    return;
  }
  if (pieces_.empty()) pieces_.push_back(only_);
  pieces_.push_back(piece);
}

void Heap::Relocation::Sort() {
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
}

void Heap::Relocation::Find(uintptr_t at) const {
  auto after = std::upper_bound(pieces_.begin(), pieces_.end(), at,
                                [](uintptr_t address, const Piece& piece) { return address < piece.begin; });
  last_ = &*(after - 1);
}

namespace {

constexpr size_t kRoomInCopy = 512;

}  // namespace

size_t Heap::BytesOfCopy() const {
  return blocks_ == nullptr ? 0 : sizeof(Block) + static_cast<size_t>(top_ - blocks_->begin()) + kRoomInCopy;
}

bool Heap::TakeOver(const Heap& other, Relocation* relocation) {
  if (!HasRoomFor(other.charged_ + CopyBytes(other.space_bytes_))) return false;
  home_is_free_ = false;
  blocks_ = home_;
  const size_t used = static_cast<size_t>(other.top_ - other.blocks_->begin());
  relocation->Add(other.blocks_->begin(), used, blocks_->begin());
  top_ = blocks_->begin() + used;
  limit_ = blocks_->end();
  space_bytes_ = other.space_bytes_;
  copy_bytes_ = CopyBytes(space_bytes_);
  charged_ = peak_ = other.charged_;
  UpdateThreshold(0);
  return true;
}

// Blocks keep their order. They are as large as what lies in them, and the current one has some room.
bool Heap::CopyFrom(const Heap& other, Relocation* relocation) {
  Block** end = &blocks_;
  for (const Block* from = other.blocks_; from != nullptr; from = from->next) {
    const bool current = from == other.blocks_;
    const char* begin = reinterpret_cast<const char*>(from + 1);
    const size_t used = static_cast<size_t>((current ? other.top_ : from->used) - begin);
    const size_t wanted = sizeof(Block) + used + (current ? kRoomInCopy : 0);
    const bool at_home = current && home_is_free_ && wanted <= home_->bytes;
    const size_t bytes = at_home ? home_->bytes : wanted;
    if (!HasRoomForBlock(bytes)) return false;
    Block* block = at_home ? home_ : static_cast<Block*>(TakeMemory(bytes, without_huge_pages_));
    if (block == nullptr) return false;
    if (at_home) home_is_free_ = false;
    block->next = nullptr;
    block->bytes = static_cast<uint32_t>(bytes);
    block->live = kFresh;
    block->used = block->begin() + used;
    std::memcpy(block->begin(), begin, used);
    relocation->Add(begin, used, block->begin());
    *end = block;
    end = &block->next;
    charged_ += bytes;
    space_bytes_ += bytes;
    copy_bytes_ = CopyBytes(space_bytes_);
  }
  if (blocks_ != nullptr) {
    top_ = blocks_->used;
    limit_ = blocks_->end();
  }
  for (Large* from = other.large_; from != nullptr; from = from->next) {
    if (!HasRoomFor(from->bytes)) return false;
    Large* large = static_cast<Large*>(std::malloc(from->bytes));
    if (large == nullptr) return false;
    std::memcpy(static_cast<void*>(large), from, from->bytes);
    relocation->Add(from->object(), from->bytes - sizeof(Large), large->object());
    large->next = large_;
    large_ = large;
    charged_ += large->bytes;
    large_bytes_ += large->bytes;
  }
  peak_ = std::max(peak_, charged_);
  relocation->Sort();
  UpdateThreshold(0);
  return true;
}

}  // namespace pysub
