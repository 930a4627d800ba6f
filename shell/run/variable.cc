#include "shell/run/variable.h"

#include <algorithm>
#include <utility>

namespace pysub::shell {

const std::string* IndexedArray::Get(int64_t index) const {
  if (index >= 0 && static_cast<uint64_t>(index) < dense_.size())
    return &dense_[static_cast<size_t>(index)];
  if (sparse_.empty()) return nullptr;
  auto found = sparse_.find(index);
  return found == sparse_.end() ? nullptr : &found->second;
}

void IndexedArray::Set(int64_t index, std::string value) {
  if (index < 0 && !HasNegative()) {
    for (size_t i = 0; i < dense_.size(); ++i)
      sparse_.emplace_hint(sparse_.end(), static_cast<int64_t>(i), std::move(dense_[i]));
    dense_.clear();
  }
  auto at = static_cast<uint64_t>(index);
  if (index < 0 || HasNegative()) {
    sparse_[index] = std::move(value);
  } else if (at < dense_.size()) {
    dense_[at] = std::move(value);
  } else if (at == dense_.size()) {
    constexpr size_t kMany = 4096;
    if (dense_.size() == dense_.capacity() && dense_.size() > kMany)
      dense_.reserve(dense_.size() + dense_.size() / 4);
    dense_.push_back(std::move(value));
    const auto is_next = [this] {
      return !sparse_.empty() && static_cast<uint64_t>(sparse_.begin()->first) == dense_.size();
    };
    if (!sparse_.empty() && sparse_.begin()->first == index) sparse_.erase(sparse_.begin());
    // What Unset() has moved into the map comes back a few at a time: `unset 'a[0]'; a[0]=x` in a
    // loop would move all of it in each turn.
    for (int moved = 0; moved < 2 && is_next(); ++moved) {
      dense_.push_back(std::move(sparse_.begin()->second));
      sparse_.erase(sparse_.begin());
    }
  } else {
    sparse_[index] = std::move(value);
  }
}

void IndexedArray::Unset(int64_t index) {
  auto at = static_cast<uint64_t>(index);
  if (at >= dense_.size()) {
    sparse_.erase(index);
    return;
  }
  while (dense_.size() > at + 1) {
    sparse_[static_cast<int64_t>(dense_.size()) - 1] = std::move(dense_.back());
    dense_.pop_back();
  }
  dense_.pop_back();
}

int64_t IndexedArray::MaxIndex() const {
  if (!sparse_.empty()) return sparse_.rbegin()->first;
  return static_cast<int64_t>(dense_.size()) - 1;
}

std::vector<int64_t> IndexedArray::Keys() const {
  std::vector<int64_t> keys;
  keys.reserve(size());
  for (size_t i = 0; i < dense_.size(); ++i) keys.push_back(static_cast<int64_t>(i));
  for (const auto& [key, value] : sparse_) keys.push_back(key);
  return keys;
}

std::vector<std::string> IndexedArray::Values() const {
  std::vector<std::string> values(dense_);
  for (const auto& [key, value] : sparse_) values.push_back(value);
  return values;
}

uint32_t AssociativeArray::Hash(std::string_view key) {
  uint32_t hash = 2166136261u;
  for (char c : key) {
    hash *= 16777619u;
    hash ^= static_cast<uint32_t>(static_cast<int>(c));
  }
  return hash;
}

const std::string* AssociativeArray::Get(std::string_view key) const {
  if (buckets_.empty()) return nullptr;
  for (const Entry& entry : buckets_[Hash(key) & (buckets_.size() - 1)]) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

void AssociativeArray::Set(std::string_view key, std::string value) {
  if (buckets_.empty()) buckets_.resize(kFirstBuckets);
  uint32_t hash = Hash(key);
  for (Entry& entry : buckets_[hash & (buckets_.size() - 1)]) {
    if (entry.key == key) {
      entry.value = std::move(value);
      return;
    }
  }
  if (size_ >= buckets_.size() * 2) Grow();
  buckets_[hash & (buckets_.size() - 1)].push_back({hash, std::string(key), std::move(value)});
  ++size_;
}

void AssociativeArray::Grow() {
  std::vector<std::vector<Entry>> old = std::move(buckets_);
  buckets_.assign(old.size() * 4, {});
  for (auto& bucket : old) {
    for (auto entry = bucket.rbegin(); entry != bucket.rend(); ++entry) {
      size_t at = entry->hash & (buckets_.size() - 1);
      buckets_[at].push_back(std::move(*entry));
    }
    std::vector<Entry>().swap(bucket);  // both tables need not fit (`= {}` would keep the memory)
  }
}

void AssociativeArray::Unset(std::string_view key) {
  if (buckets_.empty()) return;
  auto& bucket = buckets_[Hash(key) & (buckets_.size() - 1)];
  size_ -= std::erase_if(bucket, [&](const Entry& entry) { return entry.key == key; });
}

void AssociativeArray::Clear() {
  buckets_.clear();
  size_ = 0;
}

std::vector<std::string> AssociativeArray::Keys() const {
  std::vector<std::string> keys;
  keys.reserve(size_);
  for (const auto& bucket : buckets_) {
    for (auto entry = bucket.rbegin(); entry != bucket.rend(); ++entry) keys.push_back(entry->key);
  }
  return keys;
}

std::vector<std::string> AssociativeArray::Values() const {
  std::vector<std::string> values;
  values.reserve(size_);
  for (const auto& bucket : buckets_) {
    for (auto entry = bucket.rbegin(); entry != bucket.rend(); ++entry)
      values.push_back(entry->value);
  }
  return values;
}

Variable::Variable(const Variable& other)
    : RefCounted(other), budget(other.budget), attributes(other.attributes), is_set(other.is_set) {
  // What does not fit ends the script; the copy is valid all the same.
  if (Charge(other.charged)) budget->Tick(static_cast<uint64_t>(charged) / 16);
  value = other.value;
  if (other.indexed) indexed = std::make_unique<IndexedArray>(*other.indexed);
  if (other.associative) associative = std::make_unique<AssociativeArray>(*other.associative);
}

Variable::~Variable() { budget->ChargeMemory(-charged); }

bool Variable::Charge(int64_t delta) {
  if (!budget->ChargeMemory(delta)) return false;
  charged += delta;
  return true;
}

std::string Variable::AttributeLetters() const {
  // In the order in which bash writes them.
  static constexpr std::pair<uint16_t, char> kLetters[] = {
      {kIndexed, 'a'}, {kAssociative, 'A'}, {kInteger, 'i'}, {kNameref, 'n'}, {kReadonly, 'r'},
      {kTraced, 't'},  {kExported, 'x'},    {kCapital, 'c'}, {kLower, 'l'},   {kUpper, 'u'},
  };
  std::string letters;
  for (auto [attribute, letter] : kLetters) {
    if (Has(attribute)) letters += letter;
  }
  return letters;
}

const std::string* Variable::Scalar() const {
  if (indexed) return indexed->Get(0);
  if (associative) return associative->Get("0");
  return is_set ? &value : nullptr;
}

VariableRows* VariableTable::MutableRows() {
  if (!rows_.unique()) rows_ = MakeRef<VariableRows>(*rows_);
  return rows_.get();
}

// The row of a symbol; rows are made by the quarter.
Ref<Variable>& VariableTable::Row(Symbol symbol) {
  VariableRows* rows = MutableRows();
  if (symbol >= rows->items.capacity()) {
    size_t size = symbol + 1 + symbol / 4;
    rows->held.Set(budget_, static_cast<int64_t>(size * sizeof(rows->items[0])));
    rows->items.reserve(size);
  }
  if (symbol >= rows->items.size()) rows->items.resize(symbol + 1);
  return rows->items[symbol];
}

Variable* VariableTable::Mutable(Symbol symbol) {
  if (symbol < rows_->items.size() && rows_.unique()) {
    const Ref<Variable>& own = rows_->items[symbol];
    if (own && own.unique()) return own.get();
  }
  Ref<Variable>& variable = Row(symbol);
  if (!variable) {
    variable = MakeRef<Variable>(budget_);
    variable->Charge(128);
  } else if (!variable.unique()) {
    variable = MakeRef<Variable>(*variable);
  }
  return variable.get();
}

void VariableTable::Replace(Symbol symbol, Ref<Variable> variable) {
  Row(symbol) = std::move(variable);
}

}  // namespace pysub::shell
