#include "compiler/unit_builder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

namespace pysub {
namespace {

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

ConstantValue ViewOf(const CodeConstant& constant) {
  return {constant.tag,
          constant.integer,
          constant.real,
          constant.imaginary,
          constant.text,
          constant.items.data(),
          static_cast<uint32_t>(constant.items.size())};
}

bool SameBits(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

// Sets with the same items are one constant, in the order of the first: that shows when they are walked.
bool SameItems(const ConstantValue& a, const ConstantValue& b) {
  std::vector<uint32_t> left(a.items, a.items + a.item_count);
  std::vector<uint32_t> right(b.items, b.items + b.item_count);
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  return left == right;
}

bool Same(const ConstantValue& a, const ConstantValue& b) {
  if (a.tag == ConstantTag::kFrozenSet && b.tag == ConstantTag::kFrozenSet) return SameItems(a, b);
  return a.tag == b.tag && a.integer == b.integer && SameBits(a.real, b.real) &&
         SameBits(a.imaginary, b.imaginary) && a.text == b.text && a.item_count == b.item_count &&
         (a.item_count == 0 || std::memcmp(a.items, b.items, a.item_count * sizeof(uint32_t)) == 0);
}

}  // namespace

// Seeded by the builder's address, so a program cannot prepare names that collide.
uint64_t UnitBuilder::HashText(std::string_view text) const {
  uint64_t hash = Mix(reinterpret_cast<uintptr_t>(this), text.size());
  while (text.size() >= 8) {
    uint64_t word;
    std::memcpy(&word, text.data(), 8);
    hash = Mix(hash, word);
    text.remove_prefix(8);
  }
  uint64_t rest = 0;
  if (!text.empty()) std::memcpy(&rest, text.data(), text.size());
  hash = Mix(hash, rest);
  return Mix(hash, hash >> 32);
}

uint64_t UnitBuilder::HashValue(const ConstantValue& value) const {
  uint64_t hash = Mix(reinterpret_cast<uintptr_t>(this), static_cast<uint64_t>(value.tag));
  if (value.tag == ConstantTag::kString) return Mix(hash, HashText(value.text));
  hash = Mix(hash, static_cast<uint64_t>(value.integer));
  if (value.tag == ConstantTag::kInt) return Mix(hash, hash >> 32);
  hash = Mix(hash, HashText(value.text));
  hash = Mix(hash, std::bit_cast<uint64_t>(value.real));
  hash = Mix(hash, std::bit_cast<uint64_t>(value.imaginary));
  if (value.tag == ConstantTag::kFrozenSet) {
    const uint64_t seed = hash;
    for (uint32_t i = 0; i < value.item_count; ++i) hash += Mix(seed, value.items[i]);
    return Mix(hash, hash >> 32);
  }
  for (uint32_t i = 0; i < value.item_count; ++i) hash = Mix(hash, value.items[i]);
  return Mix(hash, hash >> 32);
}

uint32_t UnitBuilder::Name(std::string_view name) {
  const uint64_t hash = HashText(name);
  std::vector<std::string>& names = unit_.names;
  const uint32_t found = names_.Find(hash, [&](uint32_t i) { return names[i] == name; });
  if (found != IndexSet::kAbsent) return found;
  const uint32_t index = static_cast<uint32_t>(names.size());
  names_.Add(hash, index, [&](uint32_t i) { return HashText(names[i]); });
  names.emplace_back(name);
  return index;
}

uint32_t UnitBuilder::NameOf(std::string_view identifier) {
  const size_t at = (reinterpret_cast<uintptr_t>(identifier.data()) >> 3) % std::size(recent_);
  Recent& recent = recent_[at];
  if (recent.data != identifier.data()) recent = {identifier.data(), Name(identifier)};
  return recent.index;
}

uint32_t UnitBuilder::Constant(const ConstantValue& value) {
  const uint64_t hash = HashValue(value);
  std::vector<CodeConstant>& constants = unit_.constants;
  const uint32_t found =
      constants_.Find(hash, [&](uint32_t i) { return Same(ViewOf(constants[i]), value); });
  if (found != IndexSet::kAbsent) return found;
  const uint32_t index = static_cast<uint32_t>(constants.size());
  constants_.Add(hash, index, [&](uint32_t i) { return HashValue(ViewOf(constants[i])); });
  CodeConstant& constant = constants.emplace_back();
  constant.tag = value.tag;
  constant.integer = value.integer;
  constant.real = value.real;
  constant.imaginary = value.imaginary;
  constant.text = value.text;
  constant.items.assign(value.items, value.items + value.item_count);
  return index;
}

uint32_t UnitBuilder::Global(std::string_view name) {
  const uint32_t index = Name(name);
  if (index >= slot_of_name_.size()) slot_of_name_.resize(unit_.names.size() * 2 + 16);
  uint32_t& slot = slot_of_name_[index];
  if (slot == 0) {
    unit_.globals.push_back(index);
    slot = static_cast<uint32_t>(unit_.globals.size());
  }
  return slot - 1;
}

}  // namespace pysub
