// A second sandbox in the same state: the memory of the first, copied as it is, with every pointer redirected. What
// is saved in snapshots and what is copied here must be the same: tests compare the snapshots of both.

#include <algorithm>
#include <utility>
#include <vector>

#include "vm/objects/dict.h"
#include "vm/snapshot.h"
#include "vm/vm.h"

namespace pysub {

class VmFork {
 public:
  VmFork(const Vm& from, Vm& to) : from_(from), to_(to) {}

  // False: memory.
  bool Copy() {
    if (!to_.heap.CopyFrom(from_.heap, &moved_) || !CopyUnits() || !CopyTables()) return false;
    to_.heap.ForEachObject([this](Object* object) { Redirect(object); });
    CopyState();
    if (from_.frames_ == nullptr) return true;
    if (!CopyFrames() || !CopyStack()) return false;
    to_.ReloadGlobals();
    return true;
  }

 private:
  UnitInstance* Moved(UnitInstance* unit) const {
    if (unit == last_unit_.first) return last_unit_.second;
    return std::lower_bound(units_.begin(), units_.end(), std::pair{unit, static_cast<UnitInstance*>(nullptr)})->second;
  }

  void Redirect(std::span<Value> values) const {
    for (Value& value : values) moved_(value);
  }

  void Redirect(Object* object) const {
    Value* words = object->words();
    switch (object->layout) {
      case Layout::kValues:
        Redirect({words, object->count});
        return;
      case Layout::kStrShared:
        moved_(static_cast<SharedStr*>(object)->buffer);
        return;
      case Layout::kFunction:
        static_cast<Function*>(object)->unit = Moved(static_cast<Function*>(object)->unit);
        Redirect({words + 2, object->count - 2});
        return;
      default:
        return;
    }
  }

  bool CopyUnits() {
    to_.units_.reserve(from_.units_.size());
    for (const auto& unit : from_.units_) {
      if (!to_.heap.Charge(unit->charged_bytes)) return false;
      auto copy = UnitInstance::New(unit->unit);
      auto copy_array = [](const auto& from, const auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
      copy_array(unit->constants, copy->constants);
      copy_array(unit->names, copy->names);
      copy_array(unit->builtins, copy->builtins);
      copy_array(unit->name_views, copy->name_views);
      copy->globals = unit->globals;
      copy->locals = unit->locals;
      copy->charged_bytes = unit->charged_bytes;
      Redirect(copy->constants);
      Redirect(copy->names);
      moved_(copy->globals);
      moved_(copy->locals);
      last_unit_ = {unit.get(), copy.get()};
      if (from_.units_.size() > 1) units_.push_back(last_unit_);
      to_.units_.push_back(std::move(copy));
    }
    std::sort(units_.begin(), units_.end());
    return true;
  }

  bool CopyTables() {
    const auto& interned = from_.interned_;
    if (!to_.heap.Charge(interned.slots.size() * sizeof(Value))) return false;
    to_.interned_ = interned;
    Redirect(to_.interned_.slots);
    if (from_.chars_ != nullptr) {
      Value* chars = to_.CharSlot(0);
      if (chars == nullptr) return false;
      std::copy(from_.chars_.get(), from_.chars_.get() + Vm::kChars, chars);
      Redirect({chars, Vm::kChars});
    }
    return to_.identities_.CopyFrom(from_.identities_, moved_);
  }

  void CopyState() {
    to_.heap.SetAllocations(to_.limits_.allocations, from_.heap.allocations());
    to_.running_ns_ = from_.running_ns_;
    to_.steps_ = from_.steps_used();
    to_.output_bytes_ = from_.output_bytes_;
    to_.next_id_ = from_.next_id_;
    to_.max_str_digits = from_.max_str_digits;
    to_.awaits_at_top_ = from_.awaits_at_top_;
    to_.builtins_changed_ = from_.builtins_changed_;
    to_.skip_traceback_ = from_.skip_traceback_;
    to_.resolves_names = from_.resolves_names;
    std::copy(std::begin(from_.os_policies_), std::end(from_.os_policies_), to_.os_policies_);
    std::copy(std::begin(from_.hash_key_), std::end(from_.hash_key_), to_.hash_key_);
    to_.session_id = from_.session_id;
    to_.requests_ = from_.requests_;
    to_.request_ = from_.request_;
    to_.virtual_clock_ns = from_.virtual_clock_ns;
    to_.entropy_seed = from_.entropy_seed;
    to_.arguments = from_.arguments;
    to_.host_note = from_.host_note;
    to_.working_directory = from_.working_directory;
    to_.resume_error_ = from_.resume_error_;
    to_.stop_value = from_.stop_value;
    to_.modules_ = from_.modules_;
    to_.main_globals_ = from_.main_globals_;
    to_.resume_value_ = from_.resume_value_;
    to_.host_futures = from_.host_futures;
    to_.host_handles = from_.host_handles;
    to_.os_answers_ = from_.os_answers_;
    for (Value* value : {&to_.resume_error_, &to_.stop_value, &to_.modules_, &to_.main_globals_, &to_.resume_value_,
                         &to_.request_.target, &to_.request_.arguments, &to_.request_.keywords,
                         &to_.host_futures, &to_.host_handles, &to_.os_answers_}) {
      moved_(*value);
    }
    std::copy(std::begin(from_.library_state), std::end(from_.library_state), to_.library_state);
    Redirect(to_.library_state);
  }

  bool CopyFrames() {
    const size_t count = static_cast<size_t>(from_.frame_ - from_.frames_) + 1;
    to_.tasks_ = from_.tasks_;
    if (!to_.ReserveFrames(static_cast<uint32_t>(count) + 1).ok()) return false;
    to_.frame_ = to_.frames_ + count - 1;
    for (size_t i = 0; i < count; ++i) {
      Frame frame = from_.frames_[i];
      if (frame.unit != nullptr) frame.unit = Moved(frame.unit);
      moved_(frame.handled);
      moved_(frame.owner);
      to_.frames_[i] = frame;
    }
    to_.UpdateFramesLimit();
    return true;
  }

  bool CopyStack() {
    const uint32_t top = from_.StackTop();
    if (!to_.GrowStack(from_.stack_capacity_).ok()) return false;
    std::copy(from_.stack_, from_.stack_ + top, to_.stack_);
    Redirect({to_.stack_, top});
    return true;
  }

  const Vm& from_;
  Vm& to_;
  Heap::Relocation moved_;
  std::pair<UnitInstance*, UnitInstance*> last_unit_;           // of the first Vm, of the second
  std::vector<std::pair<UnitInstance*, UnitInstance*>> units_;  // sorted; all, if there are several
};

std::unique_ptr<Vm> CopyVm(const Vm& vm, const Limits& limits, const HostHooks& hooks) {
  auto copy = std::make_unique<Vm>(vm.runtime(), limits, hooks);
  return VmFork(vm, *copy).Copy() ? std::move(copy) : nullptr;
}

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
  vm.heap.SetAllocations(vm.limits().allocations, allocations);  // the program's own count
  return ok;
}

std::unique_ptr<Vm> ForkSandbox(Vm& vm, const HostHooks& hooks, std::string* error) {
  if (vm.limit_hit() != LimitHit::kNone) {
    *error = "the sandbox has reached a limit";
    return nullptr;
  }
  vm.FlushOutput();
  vm.CollectForHost();
  Limits limits = vm.limits();
  limits.recursion_ceiling = vm.recursion_ceiling();
  std::unique_ptr<Vm> fork = CopyVm(vm, limits, hooks);
  if (fork == nullptr) *error = "the copy does not fit into the memory limit";
  return fork;
}

}  // namespace pysub
