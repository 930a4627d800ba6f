// What the heap keeps of memory that a collection freed: bounds, and when it is given back.

#include "vm/heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

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
    ASSERT_TRUE(heap.Collect([](void* root, Heap::Visitor& visitor) { visitor.Visit(*static_cast<Value*>(root)); },
                             [](void*, Heap::IsOverFunction) { return true; }, [](void*) { return false; }, &root_));
    Check();
  }
  // What is held was charged at one time, so it is no more than the limit allows: a quarter more while copying.
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

// Stops of a program that keeps much alive while it makes garbage.
class HeapOfProgramTest : public testing::Test {
 protected:
  static constexpr const char* kWork = "for i in range(800000): [i, i]\n";

  void Load(const std::string& then) {
    CompileResult compiled = Compile("import time\na = [[i, i] for i in range(400000)]\n" + (kWork + then), "t.py", CompileOptions{});
    ASSERT_NE(compiled.unit, nullptr);
    ASSERT_TRUE(vm.Load(std::move(compiled.unit)).ok());
    for (OsCallId call : {OsCallId::kNow, OsCallId::kReadLine}) vm.SetOsPolicy(call, OsPolicy::kHost);
  }

  Vm vm{StandardRuntime(), Limits{}, HostHooks{}};
};

TEST_F(HeapOfProgramTest, AClockIsNoReasonToGiveMemoryBackButTwoWithoutACollectionAre) {
  Load("time.time_ns()\ntime.time_ns()\n");
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_GT(vm.heap.spare_bytes(), 8 * kMegabyte);
  ASSERT_TRUE(vm.Answer(Value::SmallInt(1)).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_LE(vm.heap.spare_bytes(), Heap::kIdleSpareBytes);
}

TEST_F(HeapOfProgramTest, ASandboxThatWaitsOrHasEndedHoldsLittle) {
  Load("input()\n" + std::string(kWork));
  ASSERT_EQ(vm.Run().kind, StopKind::kHost);
  EXPECT_LE(vm.heap.spare_bytes(), Heap::kIdleSpareBytes);
  ASSERT_TRUE(vm.Answer(vm.NewStr("line")).ok());
  ASSERT_EQ(vm.Run().kind, StopKind::kFinished);
  EXPECT_LE(vm.heap.spare_bytes(), Heap::kIdleSpareBytes);
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
