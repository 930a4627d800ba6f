// What the heap keeps of memory that a collection freed: bounds, and when it is given back.

#include "vm/heap/heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/compile.h"
#include "stdlib/install.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr uint64_t kMegabyte = 1 << 20;

class HeapTest : public testing::Test {
 protected:
  // Makes garbage of so many bytes, in objects of `words` words.
  void Waste(uint64_t bytes, uint32_t words = 62) {
    for (uint64_t made = 0; made < bytes; made += 8 + words * 8) {
      ASSERT_NE(heap.NewValues(TypeId::kArray, words), nullptr);
      Check();
    }
  }
  // Makes a chain of objects, which is all that lives.
  void Live(uint64_t bytes) {
    root_ = Value::None();
    for (uint64_t made = 0; made < bytes; made += 64) {
      Object* object = heap.NewValues(TypeId::kArray, 7);
      ASSERT_NE(object, nullptr);
      object->words()[0] = root_;
      root_ = Value::Of(object);
    }
  }
  void Collect() {
    ASSERT_TRUE(heap.Collect(
        [](void* root, Heap::Visitor& visitor) { visitor.Visit(*static_cast<Value*>(root)); },
        [](void*, Heap::IsOverFunction) { return true; }, [](void*) { return false; }, &root_));
    Check();
  }
  // What is held was charged at one time, so it is no more than the limit allows: a
  // quarter more while copying.
  void Check() {
    ASSERT_LE(heap.charged() + heap.spare_bytes(), heap.peak());
    ASSERT_LE(heap.peak(), heap.limit_bytes() / 4 * 5 + 2 * kMegabyte);
  }

  Heap heap{128 * kMegabyte};

 private:
  Value root_ = Value::None();
};

TEST_F(HeapTest, TheOldSpaceIsKeptForTheNextCopy) {
  Live(20 * kMegabyte);
  Waste(20 * kMegabyte);
  Collect();
  const uint64_t held = heap.charged() + heap.spare_bytes();
  EXPECT_GT(heap.spare_bytes(), 36 * kMegabyte);
  for (int i = 0; i < 5; ++i) {
    Waste(19 * kMegabyte);
    Collect();
    EXPECT_NEAR(heap.charged() + heap.spare_bytes(), held, 4 * kMegabyte);
  }
}

TEST_F(HeapTest, WhatIsChargedPushesOutWhatIsKept) {
  Live(20 * kMegabyte);
  Waste(20 * kMegabyte);
  Collect();
  const uint64_t peak = heap.peak();
  uint64_t more = 0;
  for (; heap.Charge(kMegabyte); more += kMegabyte) {
    Check();
    if (heap.spare_bytes() != 0) {
      EXPECT_EQ(heap.peak(), peak);
    }
  }
  EXPECT_EQ(heap.spare_bytes(), 0u);
  EXPECT_GT(heap.charged(), 120 * kMegabyte);
  heap.Release(more);
}

TEST_F(HeapTest, OneLargeObjectPushesOutWhatIsKept) {
  Live(20 * kMegabyte);
  Waste(20 * kMegabyte);
  Collect();
  ASSERT_NE(heap.NewValues(TypeId::kArray, 60 * kMegabyte / 8), nullptr);
  Check();
  EXPECT_EQ(heap.spare_bytes(), 0u);
}

TEST_F(HeapTest, LargeObjectsAreMadeOfOthersOfTheirSize) {
  constexpr uint32_t kWords = 9 * kMegabyte / 8;
  for (int round = 0; round < 3; ++round) {
    Waste(45 * kMegabyte, kWords);
    Collect();
    const uint64_t spare = heap.spare_bytes();
    EXPECT_GT(spare, 36 * kMegabyte);
    for (int i = 1; i <= 4; ++i) {
      Object* object = heap.NewValues(TypeId::kArray, kWords - 1000);
      ASSERT_NE(object, nullptr);
      EXPECT_EQ(object->words()[kWords - 1001], Value::Undefined());
      EXPECT_NEAR(heap.spare_bytes(), spare - i * 9 * kMegabyte, kMegabyte);
    }
    Waste(60 * kMegabyte, 15 * kMegabyte / 8);  // none is of this size
    EXPECT_EQ(heap.spare_bytes(), 0u);
    Collect();
  }
}

TEST_F(HeapTest, MemoryThatIsNotNeededAnyMoreIsGivenBack) {
  Live(30 * kMegabyte);
  Waste(10 * kMegabyte);
  Collect();
  EXPECT_GT(heap.spare_bytes(), 36 * kMegabyte);
  Live(0);
  for (int i = 0; i < 8; ++i) {
    Waste(kMegabyte);
    Collect();
  }
  EXPECT_LE(heap.spare_bytes(), 4 * kMegabyte);
}

TEST_F(HeapTest, AStopLeavesLittle) {
  Live(20 * kMegabyte);
  Waste(20 * kMegabyte);
  Collect();
  heap.FreeSparesAtStop(/*soon=*/true);  // it collected, and will again
  EXPECT_GT(heap.spare_bytes(), 36 * kMegabyte);
  heap.FreeSparesAtStop(/*soon=*/true);
  EXPECT_LE(heap.spare_bytes(), Heap::kIdleSpareBytes);
  Collect();
  heap.FreeSparesAtStop(/*soon=*/false);
  EXPECT_LE(heap.spare_bytes(), Heap::kIdleSpareBytes);
}

// A large heap that changes at random, beside a model of it. The root is an array of many objects;
// an object's words are its number, then references to others that were in the array when it was
// made, then its number again.
class LargeHeapTest : public testing::Test {
 protected:
  struct Node {
    uint32_t number;
    uint32_t words;
    std::vector<std::shared_ptr<Node>> others;
  };

  LargeHeapTest() {
    root_ = Value::Of(heap.NewValues(TypeId::kArray, kSlots));
    slots_.resize(kSlots);
  }
  // Nothing of the model may be a long chain when it ends.
  ~LargeHeapTest() override {
    for (auto& slot : slots_) Unlink(std::move(slot));
  }

  uint32_t Random(uint32_t below) {
    random_ = random_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<uint32_t>(random_ >> 33) % below;
  }
  Value* slots() { return root_.AsObject()->words(); }
  void Replace(uint32_t slot) {
    auto node =
        std::make_shared<Node>(Node{++last_number_, 4 + Random(Random(50) == 0 ? 2000 : 200), {}});
    Object* object = heap.NewValues(TypeId::kArray, node->words);
    ASSERT_NE(object, nullptr);
    for (uint32_t i = 0; i < node->words; ++i) object->words()[i] = Value::SmallInt(node->number);
    for (uint32_t refers = Random(3); refers > 1; --refers) {
      const uint32_t other = Random(kSlots);
      if (slots_[other] == nullptr) continue;
      node->others.push_back(slots_[other]);
      object->words()[node->others.size()] = slots()[other];
    }
    slots()[slot] = Value::Of(object);
    if (slots_[slot] != nullptr) Unlink(std::move(slots_[slot]));
    slots_[slot] = std::move(node);
    Check();
  }
  bool Collect(bool everything = false, int looks = INT32_MAX) {
    looks_ = looks;
    return heap.Collect(
        [](void* test, Heap::Visitor& visitor) {
          visitor.Visit(static_cast<LargeHeapTest*>(test)->root_);
        },
        [](void*, Heap::IsOverFunction) { return true; },
        [](void* test) { return --static_cast<LargeHeapTest*>(test)->looks_ < 0; }, this,
        everything);
  }
  // Collects, and looks at all that lives. Answers which part of the objects stayed
  // where it was, in percent.
  int CollectAndCompare(bool everything = false) {
    std::vector<Object*> before(kSlots);
    for (uint32_t i = 0; i < kSlots; ++i)
      before[i] = slots_[i] == nullptr ? nullptr : slots()[i].AsObject();
    EXPECT_TRUE(Collect(everything));
    Check();
    std::unordered_map<const Node*, Object*> seen;
    std::vector<std::pair<const Node*, Value>> left;
    int stayed = 0;
    for (uint32_t i = 0; i < kSlots; ++i) {
      if (slots_[i] == nullptr) continue;
      left.emplace_back(slots_[i].get(), slots()[i]);
      stayed += slots()[i].AsObject() == before[i];
    }
    while (!left.empty()) {
      auto [node, value] = left.back();
      left.pop_back();
      Object* object = value.AsObject();
      auto [entry, is_new] = seen.emplace(node, object);
      EXPECT_EQ(entry->second, object);
      if (!is_new) continue;
      if (object->count != node->words) {
        ADD_FAILURE() << "size of " << node->number;
        return -1;
      }
      for (uint32_t i = 0; i < node->words; ++i) {
        if (i >= 1 && i <= node->others.size()) {
          left.emplace_back(node->others[i - 1].get(), object->words()[i]);
        } else if (object->words()[i] != Value::SmallInt(node->number)) {
          ADD_FAILURE() << "word " << i << " of " << node->number;
          return -1;
        }
      }
    }
    return stayed * 100 / static_cast<int>(kSlots);
  }
  void Check() {
    ASSERT_LE(heap.charged() + heap.spare_bytes(), heap.peak());
    ASSERT_LE(heap.peak(), heap.limit_bytes() / 4 * 5 + 2 * kMegabyte);
  }

  static constexpr uint32_t kSlots = 100'000;
  Heap heap{512 * kMegabyte};

 private:
  static void Unlink(std::shared_ptr<Node> node) {
    std::vector<std::shared_ptr<Node>> left;
    left.push_back(std::move(node));
    while (!left.empty()) {
      std::shared_ptr<Node> last = std::move(left.back());
      left.pop_back();
      if (last == nullptr || last.use_count() > 1) continue;
      for (auto& other : last->others) left.push_back(std::move(other));
    }
  }

  Value root_ = Value::None();
  std::vector<std::shared_ptr<Node>> slots_;
  uint64_t random_ = 1;
  uint32_t last_number_ = 0;
  int looks_ = 0;
};

TEST_F(LargeHeapTest, WhatIsMostlyAliveStaysWhereItIs) {
  for (uint32_t i = 0; i < kSlots; ++i) Replace(i);
  EXPECT_LE(CollectAndCompare(), 10);  // large objects
  const uint64_t live = heap.charged();
  EXPECT_GT(live, 80 * kMegabyte);
  for (int round = 0; round < 4; ++round) {  // a little changes: what was copied once stays
    for (uint32_t i = 0; i < kSlots / 20; ++i) Replace(Random(kSlots));
    EXPECT_GT(CollectAndCompare(), 50);
  }
  EXPECT_LE(CollectAndCompare(/*everything=*/true), 10);
  EXPECT_LT(heap.charged(), live * 5 / 4);
}

TEST_F(LargeHeapTest, WhatIsThinMoves) {
  for (uint32_t i = 0; i < kSlots; ++i) Replace(i);
  CollectAndCompare();
  for (int round = 0; round < 6; ++round) {
    for (uint32_t i = 0; i < kSlots / 2; ++i) Replace(Random(kSlots));
    CollectAndCompare();
  }
  CollectAndCompare();  // by now all knows how thin it is
  CollectAndCompare();
  const uint64_t held = heap.charged();
  EXPECT_TRUE(Collect(/*everything=*/true));
  EXPECT_LT(held, heap.charged() * 3 / 2);
}

TEST_F(LargeHeapTest, BlocksInWhichNothingLivesAreFreed) {
  for (uint32_t i = 0; i < kSlots; ++i) Replace(i);
  CollectAndCompare();
  const uint64_t held = heap.charged();
  // New blocks stay like those before did; nothing of most of these lives.
  for (uint32_t i = 0; i < kSlots; ++i) Replace(i < kSlots / 10 ? Random(kSlots) : 7);
  CollectAndCompare();
  EXPECT_LT(heap.charged(), held * 3 / 2);
  for (uint32_t i = 1; i < kSlots; ++i) slots()[i] = slots()[0];
  EXPECT_TRUE(Collect());
  EXPECT_LT(heap.charged(), 8 * kMegabyte);
}

TEST_F(LargeHeapTest, ACollectionIsGivenUpAtAnyTime) {
  for (uint32_t i = 0; i < kSlots; ++i) Replace(i);
  EXPECT_TRUE(Collect());
  for (uint32_t i = 0; i < kSlots / 3; ++i) Replace(Random(kSlots));
  EXPECT_FALSE(Collect(/*everything=*/false, /*looks=*/50));
}

// The stack of what stays and is still to be scanned grows as large as that: here each object
// refers to the next, first.
TEST_F(LargeHeapTest, AsMuchAsLivesMayBePending) {
  slots()[0] = Value::None();
  for (uint32_t made = 0; made < 2'000'000; ++made) {
    Object* leaf = heap.NewValues(TypeId::kArray, 1);
    Object* object = heap.NewValues(TypeId::kArray, 3);
    ASSERT_NE(object, nullptr);
    leaf->words()[0] = object->words()[0] = Value::Of(leaf);
    object->words()[1] = Value::SmallInt(made);
    object->words()[2] = slots()[0];
    slots()[0] = Value::Of(object);
  }
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(Collect());
    Check();
    Value at = slots()[0];
    for (uint32_t left = 2'000'000; left-- > 0;) {
      ASSERT_EQ(at.AsObject()->words()[1], Value::SmallInt(left));
      ASSERT_EQ(at.AsObject()->words()[0], at.AsObject()->words()[0].AsObject()->words()[0]);
      at = at.AsObject()->words()[2];
    }
  }
}

// Stops of a program that keeps much alive while it makes garbage.
class HeapOfProgramTest : public testing::Test {
 protected:
  static constexpr const char* kWork = "for i in range(800000): [i, i]\n";

  void Load(const std::string& then) {
    CompileResult compiled =
        Compile("import time\na = [[i, i] for i in range(400000)]\n" + (kWork + then), "t.py",
                CompileOptions{});
    ASSERT_NE(compiled.unit, nullptr);
    ASSERT_TRUE(vm.Load(std::move(compiled.unit)).ok());
    for (OsCallId call : {OsCallId::kNow, OsCallId::kReadLine})
      vm.host.SetOsPolicy(call, OsPolicy::kHost);
  }

  Vm vm{StandardRuntime(), Limits{}, HostHooks{}};
};

TEST_F(HeapOfProgramTest, AClockIsNoReasonToGiveMemoryBackButTwoWithoutACollectionAre) {
  Load("time.time_ns()\ntime.time_ns()\n");
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_GT(vm.heap.spare_bytes(), 8 * kMegabyte);
  ASSERT_TRUE(vm.host.Answer(Value::SmallInt(1)).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_LE(vm.heap.spare_bytes(), Heap::kIdleSpareBytes);
}

TEST_F(HeapOfProgramTest, ASandboxThatWaitsOrHasEndedHoldsLittle) {
  Load("input()\n" + std::string(kWork));
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_LE(vm.heap.spare_bytes(), Heap::kIdleSpareBytes);
  ASSERT_TRUE(vm.host.Answer(vm.NewStr("line")).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kFinished);
  EXPECT_LE(vm.heap.spare_bytes(), Heap::kIdleSpareBytes);
}

// Views of memory that stays are counted, identities are kept.
TEST_F(HeapOfProgramTest, WhatStaysIsTheSame) {
  Load(R"(
b = [bytearray(b'x') for i in range(300)]
v = [memoryview(x) for x in b[::2]]
ids = [id(x) for x in b]
a += [[i, i] for i in range(1200000)]
c = [bytearray(b'y') for i in range(300)]
w = [memoryview(x) for x in c[::2]]
def refused(memory):
    count = 0
    for m in memory:
        try:
            m.append(1)
        except BufferError:
            count += 1
    return count
for k in range(5):
    for i in range(1500000): [i, i]
    assert refused(b) == refused(c) == 150
    assert ids == [id(x) for x in b]
del v, w
for k in range(2):
    for i in range(1500000): [i, i]
assert refused(b) == refused(c) == 0
assert all(x[0] == x[1] for x in a) and len(a) == 1600000
)");
  const uint64_t collections = vm.heap.collections();
  EXPECT_EQ(vm.Run().kind, StopKind::kFinished);
  EXPECT_GT(vm.heap.collections(), collections + 8);
}

TEST_F(HeapOfProgramTest, SlicesThatCollectKeepIt) {
  Load(kWork);
  uint64_t most = 0;
  while (true) {
    const uint64_t collections = vm.heap.collections();
    const VmStop stop = vm.Run(100'000);
    if (stop.kind == StopKind::kFinished) break;
    ASSERT_EQ(stop.kind, StopKind::kOutOfFuel);
    if (vm.heap.collections() == collections) {
      EXPECT_LE(vm.heap.spare_bytes(), Heap::kIdleSpareBytes);
    }
    most = std::max(most, vm.heap.spare_bytes());
  }
  EXPECT_GT(most, 8 * kMegabyte);
}

}  // namespace
}  // namespace pysub
