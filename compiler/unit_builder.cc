#include "compiler/unit_builder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "lexer/base/text_hash.h"

namespace pysub {
namespace {

ConstantValue ViewOf(const CodeConstant& constant) {
  return {constant.tag,
          constant.integer,
          constant.real,
          constant.imaginary,
          constant.text,
          constant.items.data(),
          static_cast<uint32_t>(constant.items.size())};
}

// 0.0 and -0.0 are two constants, a NaN is one.
bool SameBits(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

// Sets with the same items are one constant, in the order of the first: that shows when they are
// walked.
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

// Seeded by the builder's address, so a program cannot prepare names that collide and make
// compiling quadratic. The order of names does not depend on it.
uint64_t UnitBuilder::HashText(std::string_view text) const {
  return SeededTextHash(text, reinterpret_cast<uintptr_t>(this));
}

uint64_t UnitBuilder::HashValue(const ConstantValue& value) const {
  uint64_t hash = MixHash(reinterpret_cast<uintptr_t>(this), static_cast<uint64_t>(value.tag));
  if (value.tag == ConstantTag::kString) return MixHash(hash, HashText(value.text));
  hash = MixHash(hash, static_cast<uint64_t>(value.integer));
  if (value.tag == ConstantTag::kInt) return MixHash(hash, hash >> 32);
  hash = MixHash(hash, HashText(value.text));
  hash = MixHash(hash, std::bit_cast<uint64_t>(value.real));
  hash = MixHash(hash, std::bit_cast<uint64_t>(value.imaginary));
  if (value.tag == ConstantTag::kFrozenSet) {
    const uint64_t seed = hash;
    for (uint32_t i = 0; i < value.item_count; ++i) hash += MixHash(seed, value.items[i]);
    return MixHash(hash, hash >> 32);
  }
  for (uint32_t i = 0; i < value.item_count; ++i) hash = MixHash(hash, value.items[i]);
  return MixHash(hash, hash >> 32);
}

uint32_t UnitBuilder::FindOrAdd(std::string_view name) {
  const auto hash = [&] { return HashText(name); };
  std::vector<std::string>& names = unit_.names;
  const uint32_t found = names_.Find(hash, [&](uint32_t i) { return SameText(names[i], name); });
  if (found != IndexSet::kAbsent) return found;
  const uint32_t index = static_cast<uint32_t>(names.size());
  names_.Add(hash, [&](uint32_t i) { return HashText(names[i]); });
  names.emplace_back(name);
  return index;
}

uint32_t UnitBuilder::Constant(const ConstantValue& value) {
  const auto hash = [&] { return HashValue(value); };
  std::vector<CodeConstant>& constants = unit_.constants;
  const uint32_t found =
      constants_.Find(hash, [&](uint32_t i) { return Same(ViewOf(constants[i]), value); });
  if (found != IndexSet::kAbsent) return found;
  const uint32_t index = static_cast<uint32_t>(constants.size());
  constants_.Add(hash, [&](uint32_t i) { return HashValue(ViewOf(constants[i])); });
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
