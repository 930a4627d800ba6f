#ifndef PYSUB_COMPILER_UNIT_BUILDER_H_
#define PYSUB_COMPILER_UNIT_BUILDER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/code.h"

namespace pysub {

// A constant before it is in a unit's pool. `text` and `items` are owned by whoever made it.
struct ConstantValue {
  ConstantTag tag = ConstantTag::kNone;
  int64_t integer = 0;
  double real = 0;
  double imaginary = 0;
  std::string_view text = {};
  const uint32_t* items = nullptr;
  uint32_t item_count = 0;

  static ConstantValue None() { return {}; }
  static ConstantValue Bool(bool value) {
    return {value ? ConstantTag::kTrue : ConstantTag::kFalse};
  }
  static ConstantValue Int(int64_t value) { return {ConstantTag::kInt, value}; }
  static ConstantValue Float(double value) { return {ConstantTag::kFloat, 0, value}; }
  static ConstantValue String(std::string_view text) {
    return {ConstantTag::kString, 0, 0, 0, text};
  }
};

// An open-addressing set of indices; what they index and when two are equal is the caller's.
class IndexSet {
 public:
  static constexpr uint32_t kAbsent = 0xFFFFFFFF;

  // The index for which equal(index) holds among those with this hash, or kAbsent.
  template <typename Equal>
  uint32_t Find(uint64_t hash, const Equal& equal) const {
    if (slots_.empty()) return kAbsent;
    const size_t mask = slots_.size() - 1;
    for (size_t at = hash & mask; slots_[at].index != kAbsent; at = (at + 1) & mask) {
      if (slots_[at].hash == static_cast<uint32_t>(hash >> 32) && equal(slots_[at].index)) {
        return slots_[at].index;
      }
    }
    return kAbsent;
  }
  // `index` must be absent. `hash_of(index)` gives the hash of one added before.
  template <typename HashOf>
  void Add(uint64_t hash, uint32_t index, const HashOf& hash_of) {
    if ((count_ + 1) * 2 > slots_.size()) Grow(hash_of);
    Put(hash, index);
    ++count_;
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t index = kAbsent;
  };

  void Put(uint64_t hash, uint32_t index) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    while (slots_[at].index != kAbsent) at = (at + 1) & mask;
    slots_[at] = {static_cast<uint32_t>(hash >> 32), index};
  }
  template <typename HashOf>
  void Grow(const HashOf& hash_of) {
    std::vector<Slot> old;
    old.swap(slots_);
    slots_.resize(old.empty() ? 32 : old.size() * 2);
    for (const Slot& slot : old) {
      if (slot.index != kAbsent) Put(hash_of(slot.index), slot.index);
    }
  }

  std::vector<Slot> slots_;
  size_t count_ = 0;
};

// Fills the pools of a unit, each entry once. Indices never change.
class UnitBuilder {
 public:
  explicit UnitBuilder(CodeUnit& unit) : unit_(unit) {
    unit_.names.reserve(32);
    unit_.constants.reserve(16);
  }
  UnitBuilder(const UnitBuilder&) = delete;
  UnitBuilder& operator=(const UnitBuilder&) = delete;

  CodeUnit& unit() { return unit_; }
  uint32_t Name(std::string_view name);
  // The same for one of the tree's identifiers: equal ones have the same data().
  uint32_t NameOf(std::string_view identifier);
  // Equal means equal type and value: 1, True, 1.0, 0.0 and -0.0 are five constants.
  uint32_t Constant(const ConstantValue& value);
  uint32_t Global(std::string_view name);

 private:
  uint64_t HashText(std::string_view text) const;
  uint64_t HashValue(const ConstantValue& value) const;

  CodeUnit& unit_;
  struct Recent {
    const char* data = nullptr;
    uint32_t index = 0;
  };

  Recent recent_[64];
  IndexSet names_;
  IndexSet constants_;
  std::vector<uint32_t> slot_of_name_;  // global slot + 1, or 0
};

}  // namespace pysub

#endif  // PYSUB_COMPILER_UNIT_BUILDER_H_
