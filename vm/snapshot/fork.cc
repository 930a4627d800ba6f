// A second sandbox in the same state: the memory of the first, copied as it is, with every pointer
// redirected. What is saved in snapshots and what is copied here must be the same: tests compare
// the snapshots of both.
//
// Where all that a Vm has lies in its inline arena (vm/inline_arena.h), that is one piece with a
// list of the words to redirect.

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "vm/objects/dict.h"
#include "vm/snapshot/snapshot.h"
#include "vm/vm.h"

namespace pysub {

// One copying of `from` into `to`, which is new. `from` is only read: so any number of threads may
// copy one Vm at once.
class VmFork {
 public:
  VmFork(const Vm& from, Vm& to) : from_(from), to_(to) {}

  // The general way. Units first, since functions point at them; then each word of each object is
  // moved by the distance of the piece that it points into. False: no memory.
  bool Copy() {
    if (!to_.heap.CopyFrom(from_.heap, &moved_) || !CopyUnits() || !CopyTables()) return false;
    to_.heap.ForEachObject([this](Object* object) { Redirect(object); });
    CopyState();
    if (from_.frames_ != nullptr && (!CopyFrames() || !CopyStack())) return false;
    to_.PersistentRoots([this](std::span<Value> values) { Redirect(values); });
    to_.ReloadGlobals();
    return true;
  }

  // What a copy needs is taken in one piece, but for what is large: that may be outgrown, and
  // is then not given back.
  static std::unique_ptr<Vm> NewFor(const Vm& from, const Limits& limits, const HostHooks& hooks) {
    constexpr size_t kLarge = 4096;
    auto small = [](size_t bytes) { return bytes <= kLarge ? bytes : 0; };
    const size_t block = small(from.heap.BytesOfCopy());
    size_t bytes = block + small(from.texts_.interned_bytes()) + from.texts_.chars_bytes();
    if (!from.units_.empty()) bytes += small(LinkedUnit::BytesFor(*from.units_[0]->unit));
    if (from.frames_ != nullptr) {
      bytes += small(FramesOf(from) * sizeof(Frame)) + small(from.stack_capacity_ * sizeof(Value));
    }
    return Vm::NewWithArena(from.runtime(), limits, hooks, bytes, block);
  }

  // Whether nothing that a copy needs lies outside of the inline arena. Identities do: their table
  // is malloc's.
  static bool IsAllInArena(const Vm& vm) {
    return vm.heap.IsAllInArena() && vm.units_.size() == 1 && vm.units_[0]->in_arena &&
           vm.texts_.IsIn(vm.arena_) && vm.arena_.Holds(vm.frames_) && vm.arena_.Holds(vm.stack_) &&
           vm.identities_.size() == 0;
  }

  // Where in the inline arena of a Vm that is all in the arena are words that point into it, in
  // bytes from its beginning.
  static std::vector<uint32_t> PointersOf(Vm& vm) {
    std::vector<uint32_t> pointers;
    auto add = [&](void* word) {
      pointers.push_back(static_cast<uint32_t>(static_cast<char*>(word) - vm.arena_.begin()));
    };
    auto values = [&](std::span<Value> values) {
      for (Value& value : values) {
        if (value.IsObject()) add(&value);
      }
    };
    vm.TextRoots(values);
    vm.units_[0]->VisitValues(values);
    vm.PersistentRoots([&](std::span<Value> roots) {
      // the members of a Vm lie before its inline arena
      if (vm.arena_.Holds(roots.data())) values(roots);
    });
    for (Frame* frame = vm.frames_; frame <= vm.frame_; ++frame) {
      if (frame->unit != nullptr) add(&frame->unit);
      frame->generator_above = false;  // what lies above the stack's top is not moved
    }
    vm.heap.ForEachObject([&](Object* object) {
      switch (object->layout) {
        case Layout::kValues: return values({object->words(), object->count});
        case Layout::kStrShared: return values({&static_cast<SharedStr*>(object)->buffer, 1});
        case Layout::kFunction:
          add(&static_cast<Function*>(object)->unit);
          return values({object->words() + 2, object->count - 2});
        default: return;
      }
    });
    return pointers;
  }

  // Null: memory. `pointers`: PointersOf(from).
  static std::unique_ptr<Vm> CopyOfArena(const Vm& from, std::span<const uint32_t> pointers,
                                         const Limits& limits, const HostHooks& hooks) {
    auto copy = Vm::NewWithArena(from.runtime(), limits, hooks, from.arena_.size(),
                                 from.heap.inline_block_bytes());
    return VmFork(from, *copy).CopyArena(pointers) ? std::move(copy) : nullptr;
  }

 private:
  // The quick way: one memcpy, then one addition for each word of the list. Members of the Vm
  // itself lie before the arena and are set one by one, because some of them (limits, hooks) are
  // the copy's own.
  bool CopyArena(std::span<const uint32_t> pointers) {
    if (!to_.heap.TakeOver(from_.heap, &moved_)) return false;
    char* const arena = to_.arena_.begin();
    const char* const from = from_.arena_.begin();
    std::memcpy(arena, from, static_cast<size_t>(from_.heap.arena_used() - from));
    const uintptr_t offset = reinterpret_cast<uintptr_t>(arena) - reinterpret_cast<uintptr_t>(from);
    static_assert(std::endian::native == std::endian::little);
    for (uint32_t at : pointers) {
      uintptr_t word;  // an address; of a Value these bytes come first, and no sum reaches its tag
      std::memcpy(&word, arena + at, sizeof(word));
      word += offset;
      std::memcpy(arena + at, &word, sizeof(word));
    }
    auto moved = [&]<typename T>(T* pointer) {
      return pointer == nullptr
                 ? nullptr
                 : reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(pointer) + offset);
    };
    auto moved_span = [&](auto span) { return decltype(span)(moved(span.data()), span.size()); };
    const LinkedUnit& from_unit = *from_.units_[0];
    LinkedUnit* unit = moved(from_.units_[0].get());
    ::new (&unit->unit) std::shared_ptr<const CompiledUnit>(from_unit.unit);
    unit->constants = moved_span(from_unit.constants);
    unit->names = moved_span(from_unit.names);
    unit->builtins = moved_span(from_unit.builtins);
    unit->name_views = moved_span(from_unit.name_views);
    unit->caches = moved_span(from_unit.caches);
    to_.units_.emplace_back(unit);
    to_.texts_.MoveFrom(from_.texts_, offset);
    to_.stack_ = moved(from_.stack_);
    to_.stack_capacity_ = from_.stack_capacity_;
    to_.frames_ = moved(from_.frames_);
    to_.frame_ = moved(from_.frame_);
    to_.frame_capacity_ = from_.frame_capacity_;
    to_.native_frames_ = from_.native_frames_;
    to_.arena_.TakeAsMuchAs(from_.arena_);
    to_.UpdateFramesLimit();
    CopyState();
    to_.VisitPersistent([this](std::span<Value> values) { Redirect(values); });
    to_.ReloadGlobals();
    return true;
  }

  static size_t FramesOf(const Vm& vm) { return static_cast<size_t>(vm.frame_ - vm.frames_) + 2; }

  // The copy of a unit. Most programs have one, so it is remembered.
  LinkedUnit* Moved(LinkedUnit* unit) const {
    if (unit == last_unit_.first) return last_unit_.second;
    return std::lower_bound(units_.begin(), units_.end(),
                            std::pair{unit, static_cast<LinkedUnit*>(nullptr)})
        ->second;
  }

  void Redirect(std::span<Value> values) const {
    for (Value& value : values) moved_(value);
  }

  // The same cases as the collector's Scan: where a layout has references.
  void Redirect(Object* object) const {
    Value* words = object->words();
    switch (object->layout) {
      case Layout::kValues: Redirect({words, object->count}); return;
      case Layout::kStrShared: moved_(static_cast<SharedStr*>(object)->buffer); return;
      case Layout::kFunction:
        static_cast<Function*>(object)->unit = Moved(static_cast<Function*>(object)->unit);
        Redirect({words + 2, object->count - 2});
        return;
      default: return;
    }
  }

  // Compiled code is shared with the original, since nobody changes it. What a VM writes into a
  // unit (caches, counters, its globals) is its own.
  bool CopyUnits() {
    to_.units_.reserve(from_.units_.size());
    for (const auto& unit : from_.units_) {
      if (!to_.heap.Charge(unit->charged_bytes)) return false;
      auto copy = to_.NewLinkedUnit(unit->unit);
      if (copy == nullptr) return false;
      auto copy_array = [](const auto& from, const auto& to) {
        std::copy(from.begin(), from.end(), to.begin());
      };
      copy_array(unit->constants, copy->constants);
      copy_array(unit->names, copy->names);
      copy_array(unit->builtins, copy->builtins);
      copy_array(unit->name_views, copy->name_views);
      copy->globals = unit->globals;
      copy->locals = unit->locals;
      copy->charged_bytes = unit->charged_bytes;
      copy->VisitValues([this](std::span<Value> values) { Redirect(values); });
      last_unit_ = {unit.get(), copy.get()};
      if (from_.units_.size() > 1) units_.push_back(last_unit_);
      to_.units_.push_back(std::move(copy));
    }
    std::sort(units_.begin(), units_.end());
    return true;
  }

  bool CopyTables() {
    if (!to_.texts_.CopyFrom(to_, from_.texts_)) return false;
    to_.TextRoots([this](std::span<Value> texts) { Redirect(texts); });
    return to_.identities_.CopyFrom(from_.identities_, moved_);
  }

  // The values still refer to objects of the other.
  void CopyState() {
    static_cast<PersistentValues&>(to_) = from_;
    to_.heap.SetAllocations(to_.budget_.limits().allocations, from_.heap.allocations());
    to_.budget_.set_running_ns(from_.budget_.running_ns());
    to_.budget_.BeginAt(from_.budget_.steps_used());
    to_.next_id_ = from_.next_id_;
    to_.max_str_digits = from_.max_str_digits;
    to_.future_flags = from_.future_flags;
    to_.awaits_at_top_ = from_.awaits_at_top_;
    to_.hides_methods_ = from_.hides_methods_;
    to_.builtins_changed_ = from_.builtins_changed_;
    to_.skip_traceback_ = from_.skip_traceback_;
    std::copy(std::begin(from_.hash_key_), std::end(from_.hash_key_), to_.hash_key_);
    to_.host.CopyFrom(from_.host);
    if (!from_.arguments.empty()) to_.arguments = from_.arguments;
  }

  // Frames lie outside of the heap. Of each only the unit has to be redirected: the code that it
  // points into is shared.
  bool CopyFrames() {
    const size_t count = FramesOf(from_) - 1;
    to_.native_frames_ = from_.native_frames_;
    if (!to_.ReserveFrames(static_cast<uint32_t>(FramesOf(from_))).ok()) return false;
    to_.frame_ = to_.frames_ + count - 1;
    for (size_t i = 0; i < count; ++i) {
      Frame frame = from_.frames_[i];
      if (frame.unit != nullptr) frame.unit = Moved(frame.unit);
      frame.generator_above = false;
      to_.frames_[i] = frame;
    }
    to_.UpdateFramesLimit();
    return true;
  }

  // Only up to its top. The stack's capacity is kept, so that charges are those of the original.
  bool CopyStack() {
    const uint32_t top = from_.StackTop();
    if (!to_.GrowStack(from_.stack_capacity_).ok()) return false;
    std::copy(from_.stack_, from_.stack_ + top, to_.stack_);
    return true;
  }

  const Vm& from_;
  Vm& to_;
  Heap::Relocation moved_;
  std::pair<LinkedUnit*, LinkedUnit*> last_unit_;           // of the first Vm, of the second
  std::vector<std::pair<LinkedUnit*, LinkedUnit*>> units_;  // sorted; all, if there are several
};

std::unique_ptr<Vm> CopyVm(const Vm& vm, const Limits& limits, const HostHooks& hooks) {
  auto copy = VmFork::NewFor(vm, limits, hooks);
  return VmFork(vm, *copy).Copy() ? std::move(copy) : nullptr;
}

std::unique_ptr<const VmImage> VmImage::Of(const Vm& vm) {
  std::unique_ptr<Vm> copy = CopyVm(vm, vm.budget().limits(), {});
  if (copy == nullptr) return nullptr;
  const bool in_one_piece = VmFork::IsAllInArena(*copy);
  std::vector<uint32_t> pointers;
  if (in_one_piece) pointers = VmFork::PointersOf(*copy);
  return std::unique_ptr<const VmImage>(
      new VmImage(std::move(copy), in_one_piece, std::move(pointers)));
}

std::unique_ptr<Vm> VmImage::Copy(const Limits& limits, const HostHooks& hooks) const {
  return in_one_piece_ ? VmFork::CopyOfArena(*vm_, pointers_, limits, hooks)
                       : CopyVm(*vm_, limits, hooks);
}

// Texts forget their hashes, and the tables of dicts are made anew. Sets are empty.
bool Rekey(Vm& vm, uint64_t seed) {
  const uint64_t allocations = vm.heap.allocations();
  vm.SeedHashes(seed);
  vm.heap.ForEachObject([](Object* object) {
    if (object->type == TypeId::kStr) static_cast<Str*>(object)->hash = 0;
  });
  bool ok = true;
  vm.heap.ForEachObject([&](Object* object) {
    if (object->type == TypeId::kDict) ok = ok && DictRestore(vm, static_cast<Dict*>(object));
  });
  vm.heap.SetAllocations(vm.budget().limits().allocations, allocations);  // the program's own count
  return ok;
}

// A collection comes first: garbage would be copied as well, and copying costs more.
std::unique_ptr<Vm> ForkSandbox(Vm& vm, const HostHooks& hooks, std::string* error) {
  if (vm.budget().limit_hit() != LimitHit::kNone) {
    *error = "the sandbox has reached a limit";
    return nullptr;
  }
  vm.host.FlushOutput();
  vm.CollectForHost();
  Limits limits = vm.budget().limits();
  limits.recursion_ceiling = vm.budget().recursion_ceiling();
  std::unique_ptr<Vm> fork = CopyVm(vm, limits, hooks);
  if (fork == nullptr) *error = "the copy does not fit into the memory limit";
  return fork;
}

}  // namespace pysub
