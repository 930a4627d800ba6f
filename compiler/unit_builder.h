#ifndef PYSUB_COMPILER_UNIT_BUILDER_H_
#define PYSUB_COMPILER_UNIT_BUILDER_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
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

// A set of the indices 0, 1, 2 ... of something; what that is and when two are equal is the
// caller's. Few are compared one by one: most sources have less than eight names, and a table would
// cost more than it saves.
class IndexSet {
 public:
  static constexpr uint32_t kAbsent = 0xFFFFFFFF;

  // The index for which equal(index) holds among those whose hash is hash(), or kAbsent.
  template <typename Hash, typename Equal>
  uint32_t Find(const Hash& hash, const Equal& equal) const {
    if (slots_.empty()) {
      for (uint32_t i = 0; i < count_; ++i) {
        if (equal(i)) return i;
      }
      return kAbsent;
    }
    const uint64_t wanted = hash();
    const size_t mask = slots_.size() - 1;
    for (size_t at = wanted & mask; slots_[at].index != kAbsent; at = (at + 1) & mask) {
      if (slots_[at].hash == static_cast<uint32_t>(wanted >> 32) && equal(slots_[at].index)) {
        return slots_[at].index;
      }
    }
    return kAbsent;
  }
  // The next index, which must be absent. `hash_of(index)` gives the hash of one added before.
  template <typename Hash, typename HashOf>
  void Add(const Hash& hash, const HashOf& hash_of) {
    const uint32_t index = count_++;
    if (slots_.empty() && index < kFew) return;
    if (count_ * 2 > slots_.size()) {
      slots_.assign(slots_.empty() ? 32 : slots_.size() * 2, Slot{});
      for (uint32_t i = 0; i < index; ++i) Put(hash_of(i), i);
    }
    Put(hash(), index);
  }

 private:
  // Without a table: they are compared one by one.
  static constexpr uint32_t kFew = 8;

  // A table with open addressing.
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

  std::vector<Slot> slots_;
  uint32_t count_ = 0;
};

// Fills the pools of a unit, each entry once. Indices never change.
class UnitBuilder {
 public:
  explicit UnitBuilder(CompiledUnit& unit) : unit_(unit) {
    unit_.names.reserve(std::min<size_t>(32, unit.source.size() / 8));
    unit_.constants.reserve(std::min<size_t>(16, unit.source.size() / 8));
  }
  UnitBuilder(const UnitBuilder&) = delete;
  UnitBuilder& operator=(const UnitBuilder&) = delete;

  CompiledUnit& unit() { return unit_; }
  // `name` stays where it is as long as the builder lives: an identifier of the tree (which has the
  // same data() wherever it stands), a literal.
  uint32_t Name(std::string_view name) {
    Recent& recent = recent_[(reinterpret_cast<uintptr_t>(name.data()) >> 3) % std::size(recent_)];
    if (recent.data != name.data() || recent.size != name.size()) {
      recent = {name.data(), static_cast<uint32_t>(name.size()), FindOrAdd(name)};
    }
    return recent.index;
  }
  // Equal means equal type and value: 1, True, 1.0, 0.0 and -0.0 are five constants.
  uint32_t Constant(const ConstantValue& value);
  uint32_t Global(std::string_view name);

 private:
  uint32_t FindOrAdd(std::string_view name);
  uint64_t HashText(std::string_view text) const;
  uint64_t HashValue(const ConstantValue& value) const;

  CompiledUnit& unit_;
  // A name that was looked up lately: the same ones are asked for again and again.
  struct Recent {
    const char* data = nullptr;
    uint32_t size = UINT32_MAX;  // of no name: the empty one (`from . import x`) has no data either
    uint32_t index = 0;
  };

  Recent recent_[64];
  IndexSet names_;
  IndexSet constants_;
  std::vector<uint32_t> slot_of_name_;  // global slot + 1, or 0
};

}  // namespace pysub

#endif  // PYSUB_COMPILER_UNIT_BUILDER_H_
