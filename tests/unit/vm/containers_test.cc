// The C++ side of dicts, sets and lists: growth, deletion, order, identity across collections.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "stdlib/install.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/set.h"
#include "vm/objects/sort.h"
#include "vm/vm.h"

namespace pysub {
namespace {

class ContainersTest : public testing::Test {
 protected:
  Value Int(int64_t i) { return Value::KnownSmallInt(i); }
  Value Text(const std::string& s) { return vm.NewStr(s); }

  std::vector<std::pair<int64_t, int64_t>> Items(Dict* dict) {
    std::vector<std::pair<int64_t, int64_t>> items;
    for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
      items.emplace_back(entry->key.AsSmallInt(), entry->value.AsSmallInt());
    }
    return items;
  }

  Vm vm{StandardRuntime(), Limits{}, HostHooks{}};
};

// A dict keeps insertion order through any mixture of insertions, deletions and compactions.
TEST_F(ContainersTest, DictBehavesAsAnOrderedModel) {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    const int keys = 1 + static_cast<int>(random() % (round % 5 == 0 ? 1500 : 40));
    Dict* dict = vm.NewDict(random() % 3 == 0 ? random() % 50 : 0);
    std::vector<std::pair<int64_t, int64_t>> model;
    auto find = [&](int64_t key) {
      return std::find_if(model.begin(), model.end(),
                          [&](auto& item) { return item.first == key; });
    };
    for (int step = 0; step < keys * 6; ++step) {
      int64_t key = static_cast<int64_t>(random() % keys) - keys / 2;
      auto at = find(key);
      switch (random() % 5) {
        case 0:
        case 1:
        case 2:
          ASSERT_TRUE(DictSet(vm, dict, Int(key), Int(step)).ok());
          if (at == model.end()) {
            model.emplace_back(key, step);
          } else {
            at->second = step;
          }
          break;
        case 3: {
          Result<bool> removed = DictDelete(vm, dict, Int(key));
          ASSERT_TRUE(removed.ok());
          EXPECT_EQ(*removed, at != model.end());
          if (at != model.end()) model.erase(at);
          break;
        }
        default: {
          Value value = DictGetInline(vm, dict, Int(key));
          EXPECT_EQ(value.IsUndefined(), at == model.end());
          if (at != model.end()) {
            EXPECT_EQ(value.AsSmallInt(), at->second);
          }
          if (step % 7 == 0) {
            Value k, v;
            EXPECT_EQ(DictPopLast(dict, &k, &v), !model.empty());
            if (!model.empty()) {
              EXPECT_EQ(k.AsSmallInt(), model.back().first);
              EXPECT_EQ(v.AsSmallInt(), model.back().second);
              model.pop_back();
            }
          }
        }
      }
      ASSERT_EQ(DictLength(dict), model.size());
    }
    ASSERT_EQ(Items(dict), model);
    EXPECT_EQ(Items(DictCopy(vm, dict)), model);
  }
}

// Deleting from the front and asking for the first key does not walk over the dead again and again.
TEST_F(ContainersTest, DictAsAQueueIsLinear) {
  constexpr int kCount = 200000;
  Dict* dict = vm.NewDict();
  for (int i = 0; i < kCount; ++i) ASSERT_TRUE(DictSet(vm, dict, Int(i), Int(i)).ok());
  const uint64_t before = vm.budget().steps_used();
  for (int i = 0; i < kCount; ++i) {
    uint32_t at = 0;
    DictEntry* first = DictNext(dict, &at);
    ASSERT_NE(first, nullptr);
    ASSERT_EQ(first->key.AsSmallInt(), i);
    DictRemoveEntry(dict, first);
  }
  EXPECT_EQ(DictLength(dict), 0u);
  EXPECT_LT(vm.budget().steps_used() - before, uint64_t{kCount});
}

// Equal keys of different types are one key: 1, 1.0 and True; and text in different objects.
TEST_F(ContainersTest, EqualKeysAreOneKey) {
  for (uint32_t filler : {0u, 100u}) {  // with and without an index
    Dict* dict = vm.NewDict();
    for (uint32_t i = 0; i < filler; ++i) {
      ASSERT_TRUE(DictSet(vm, dict, Int(1000 + i), Int(0)).ok());
    }
    ASSERT_TRUE(DictSet(vm, dict, Int(1), Int(10)).ok());
    ASSERT_TRUE(DictSet(vm, dict, Value::Float(1.0), Int(11)).ok());
    ASSERT_TRUE(DictSet(vm, dict, Value::True(), Int(12)).ok());
    EXPECT_EQ(DictGet(vm, dict, Int(1)).AsSmallInt(), 12);
    ASSERT_TRUE(DictSet(vm, dict, Text("ab"), Int(1)).ok());
    ASSERT_TRUE(DictSet(vm, dict, Text("ab"), Int(2)).ok());
    EXPECT_EQ(DictGetStr(vm, dict, "ab").AsSmallInt(), 2);
    EXPECT_EQ(DictLength(dict), filler + 2);
    EXPECT_TRUE(DictGet(vm, dict, Value::Float(1.5)).IsUndefined());
  }
}

// Python hashes that all are 0 do not collide in a dict (T-020).
TEST_F(ContainersTest, DictHashesAreKeyed) {
  constexpr int64_t kStep = (int64_t{1} << 44);
  std::map<uint32_t, int> low_bits;
  for (int64_t i = 0; i < 8; ++i) {
    Result<uint32_t> hash = vm.KeyHash(Int(i * kStep));
    ASSERT_TRUE(hash.ok());
    ++low_bits[*hash & 1023];
  }
  EXPECT_GT(low_bits.size(), 4u);
}

// A key that cannot be hashed is named, and so is what it was wanted for.
TEST_F(ContainersTest, UnhashableKeysAreErrors) {
  Dict* dict = vm.NewDict();
  EXPECT_FALSE(DictSet(vm, dict, vm.NewList(std::span<const Value>()), Int(1)).ok());
  EXPECT_TRUE(vm.PendingIs(TypeId::kTypeError));
  static_cast<void>(vm.TakeException());
  EXPECT_EQ(DictLength(dict), 0u);
}

// A set holds what a model holds, whatever happened to it; no walk meets a removed slot.
TEST_F(ContainersTest, SetBehavesAsAModel) {
  std::mt19937 random(2);
  Set* set = vm.NewSet();
  std::map<int64_t, bool> model;
  for (int step = 0; step < 200000; ++step) {
    int64_t key = static_cast<int64_t>(random() % 3000) * (random() % 2 ? 1 : 65536);
    if (random() % 3 != 0) {
      ASSERT_TRUE(SetAdd(vm, set, Int(key)).ok());
      model[key] = true;
    } else {
      Result<bool> removed = SetDiscard(vm, set, Int(key));
      ASSERT_TRUE(removed.ok());
      EXPECT_EQ(*removed, model.erase(key) == 1);
    }
    ASSERT_EQ(set->live, model.size());
  }
  size_t walked = 0;
  for (SetCursor at(set); at.Next(); ++walked) EXPECT_TRUE(model.contains(at.key().AsSmallInt()));
  EXPECT_EQ(walked, model.size());
}

// Sets of ints iterate in CPython's order (checked against python3: {10, 20, 30, 40, 50} from a
// list).
TEST_F(ContainersTest, SetOrderIsCPythons) {
  Set* set = vm.NewSet();
  for (int i : {10, 20, 30, 40, 50}) ASSERT_TRUE(SetAdd(vm, set, Int(i)).ok());
  std::vector<int64_t> order;
  for (SetCursor at(set); at.Next();) order.push_back(at.key().AsSmallInt());
  EXPECT_EQ(order, (std::vector<int64_t>{40, 10, 50, 20, 30}));
  Set* display = SetCopy(vm, set, TypeId::kSet);
  order.clear();
  for (SetCursor at(display); at.Next();) order.push_back(at.key().AsSmallInt());
  EXPECT_EQ(order, (std::vector<int64_t>{50, 20, 40, 10, 30}));
}

// Every kind of key that has its own way of being sorted gives a stable order, in both directions.
TEST_F(ContainersTest, SortIsStableForAllKindsOfKeys) {
  std::mt19937 random(3);
  for (int kind = 0; kind < 5; ++kind) {
    for (size_t count : {2u, 5u, 63u, 64u, 65u, 99u, 100u, 101u, 1000u, 5000u}) {
      for (bool reverse : {false, true}) {
        // Tuples (key, number) where the key has duplicates; numbers tell whether it was stable.
        std::vector<Value> items;
        for (size_t i = 0; i < count; ++i) {
          int64_t n =
              static_cast<int64_t>(random() % (count / 2 + 1)) - static_cast<int64_t>(count) / 4;
          Value key;
          switch (kind) {
            case 0: key = Int(n << 20); break;
            case 1: key = n % 2 == 0 ? Int(n) : Value::Float(static_cast<double>(n)); break;
            case 2: key = Text("common prefix " + std::to_string(n)); break;
            case 3: key = vm.NewTuple({Text(std::to_string(n % 7)), Int(n)}); break;
            default: key = vm.NewList(std::vector<Value>{Int(n)}); break;
          }
          items.push_back(key);
        }
        std::vector<size_t> expected(count);
        for (size_t i = 0; i < count; ++i) expected[i] = i;
        std::stable_sort(expected.begin(), expected.end(), [&](size_t a, size_t b) {
          return vm.Compare(CompareOp::kLt, items[reverse ? b : a], items[reverse ? a : b])
              .IsTrue();
        });
        List* list = vm.NewList(items).As<List>();
        ASSERT_TRUE(SortValues(vm, list, Value::None(), reverse).IsNone());
        for (size_t i = 0; i < count; ++i) {
          ASSERT_EQ(list->items()[i], items[expected[i]]) << kind << " " << count << " " << i;
        }
      }
    }
  }
}

// An id stays with its object, and two live objects never share one.
TEST_F(ContainersTest, IdentitiesAreNumbers) {
  Value a = vm.NewList(std::span<const Value>());
  Value b = vm.NewList(std::span<const Value>());
  Result<int64_t> first = vm.IdOf(a);
  ASSERT_TRUE(first.ok());
  Result<int64_t> second = vm.IdOf(b);
  ASSERT_TRUE(second.ok());
  EXPECT_NE(*first, *second);
  EXPECT_EQ(*vm.IdOf(a), *first);
}

}  // namespace
}  // namespace pysub
