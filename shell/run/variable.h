#ifndef PYSUB_SHELL_RUN_VARIABLE_H_
#define PYSUB_SHELL_RUN_VARIABLE_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/budget.h"
#include "shell/run/ref.h"
#include "shell/syntax/symbols.h"

namespace pysub::shell {

class Serialiser;  // shell/snapshot: visits what a snapshot holds

enum VariableAttribute : uint16_t {
  kExported = 1 << 0,
  kReadonly = 1 << 1,
  kInteger = 1 << 2,
  kLower = 1 << 3,
  kUpper = 1 << 4,
  kCapital = 1 << 5,
  kNameref = 1 << 6,
  kIndexed = 1 << 7,
  kAssociative = 1 << 8,
  kTraced = 1 << 9,
  kLocal = 1 << 10,
  kDynamic = 1 << 11,  // RANDOM, LINENO ...: the value is made when it is asked for
};

// Behind the largest index bash goes on with the smallest.
inline int64_t Wrapping(int64_t index, int64_t more) {
  return static_cast<int64_t>(static_cast<uint64_t>(index) + static_cast<uint64_t>(more));
}

// An indexed array: 0..n-1 in a vector, what lies behind it in a map. With negative indices
// everything is in the map.
class IndexedArray {
 public:
  // What an element is counted as, beside its text: the list moves to grow, and has room to spare
  // then.
  static constexpr int64_t kElementBytes = 72;

  IndexedArray() = default;
  // From index 0 on.
  explicit IndexedArray(std::vector<std::string> values) : dense_(std::move(values)) {}

  const std::string* Get(int64_t index) const;
  void Set(int64_t index, std::string value);
  void Unset(int64_t index);
  // How many elements that moves: those behind it, once.
  size_t MovedByUnset(int64_t index) const {
    const auto at = static_cast<uint64_t>(index);
    return at < dense_.size() ? dense_.size() - at : 0;
  }
  size_t size() const { return dense_.size() + sparse_.size(); }
  int64_t MaxIndex() const;  // -1 when empty
  int64_t EndIndex() const { return Wrapping(MaxIndex(), 1); }
  void Clear() { dense_.clear(), sparse_.clear(); }
  std::vector<int64_t> Keys() const;
  std::vector<std::string> Values() const;
  // Calls use(text) from this index on, until it says no.
  template <typename Use>
  void ForEachFrom(int64_t index, const Use& use) const {
    for (auto at = static_cast<size_t>(std::max<int64_t>(index, 0)); at < dense_.size(); ++at) {
      if (!use(dense_[at])) return;
    }
    for (auto at = sparse_.lower_bound(index); at != sparse_.end(); ++at) {
      if (!use(at->second)) return;
    }
  }
  // About what it takes, as assignments count it.
  int64_t Bytes() const;
  void Fields(Serialiser& serialiser);

 private:
  bool HasNegative() const { return !sparse_.empty() && sparse_.begin()->first < 0; }

  std::vector<std::string> dense_;
  std::map<int64_t, std::string> sparse_;
};

// An associative array that lists its keys in bash's order: by FNV hash in a table that grows
// fourfold.
class AssociativeArray {
 public:
  // What an entry is counted as, beside its texts: with its part of the buckets, their
  // spare room and malloc's.
  static constexpr int64_t kEntryBytes = 160;

  const std::string* Get(std::string_view key) const;
  void Set(std::string_view key, std::string value);
  void Unset(std::string_view key);
  size_t size() const { return size_; }
  // bash's, by which it sorts what it lists
  static uint32_t Hash(std::string_view key);
  // How many entries a look-up of `key` passes: bash's order of keys needs bash's hash, which
  // everybody can compute.
  size_t Collisions(std::string_view key) const {
    return buckets_.empty() ? 0 : buckets_[Hash(key) & (buckets_.size() - 1)].size();
  }
  void Clear();
  std::vector<std::string> Keys() const;
  std::vector<std::string> Values() const;
  int64_t Bytes() const;
  void Fields(Serialiser& serialiser);

 private:
  struct Entry {
    uint32_t hash = 0;
    std::string key;
    std::string value;
  };
  void Grow();

  static constexpr size_t kFirstBuckets = 1024;
  // A bucket's last entry was added last; bash lists that one first.
  std::vector<std::vector<Entry>> buckets_;
  size_t size_ = 0;
};

struct Variable : RefCounted {
  explicit Variable(Budget* account) : budget(account) {}
  Variable(const Variable& other);
  ~Variable();

  bool IsArray() const { return (attributes & (kIndexed | kAssociative)) != 0; }
  bool Has(uint16_t attribute) const { return (attributes & attribute) != 0; }
  // What ${name} gives: for arrays element 0.
  const std::string* Scalar() const;
  // As declare -p and ${name@a} show the attributes: "aix".
  std::string AttributeLetters() const;
  // Counts `delta` bytes more; false when there are none.
  bool Charge(int64_t delta);
  void Fields(Serialiser& serialiser);

  Budget* budget;
  int64_t charged = 0;
  uint16_t attributes = 0;
  bool is_set = false;
  std::string value;
  std::unique_ptr<IndexedArray> indexed;
  std::unique_ptr<AssociativeArray> associative;
};

struct VariableRows : RefCounted {
  MemoryCharge held;                 // of the rows alone
  std::vector<Ref<Variable>> items;  // by symbol; null: there is none
  void Fields(Serialiser& serialiser);
};

// The variables that a process sees, by symbol. Copies share everything until one side changes it.
class VariableTable {
 public:
  explicit VariableTable(Budget* budget) : rows_(MakeRef<VariableRows>()), budget_(budget) {}

  const Variable* Find(Symbol symbol) const {
    return symbol < rows_->items.size() ? rows_->items[symbol].get() : nullptr;
  }
  // For changing; made when it is not there.
  Variable* Mutable(Symbol symbol);
  Ref<Variable> Get(Symbol symbol) const {
    return symbol < rows_->items.size() ? rows_->items[symbol] : Ref<Variable>();
  }
  // Puts another variable (or none) in its place.
  void Replace(Symbol symbol, Ref<Variable> variable);
  size_t size() const { return rows_->items.size(); }
  Budget* budget() const { return budget_; }
  void Fields(Serialiser& serialiser);

 private:
  VariableRows* MutableRows();
  Ref<Variable>& Row(Symbol symbol);

  Ref<VariableRows> rows_;
  Budget* budget_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_VARIABLE_H_
