// The sort that stands still for each comparison: its results, and that no state, however made up,
// leads out of its memory. Which comparisons it asks for is shown by tests/golden/sorting.

#include "vm/objects/stepwise_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

#include "stdlib/install.h"
#include "vm/vm.h"

namespace pysub {
namespace {

using State = StepwiseSort::State;

// Memory for a sort between words that nobody may change.
class Sorting {
 public:
  Sorting(Vm& vm, std::mt19937& random, uint32_t count, bool has_keys)
      : random_(random),
        count_(count),
        scratch_(StepwiseSort::ScratchFor(count)),
        has_keys_(has_keys),
        memory_(2 * (count + scratch_) + 5, kGuard),
        sort_(vm, Storage(), &state) {}

  uint32_t scratch() const { return scratch_; }
  StepwiseSort& sort() { return sort_; }
  Value* items() { return memory_.data() + 1; }

  // Numbers below `distinct`; with keys, the items are their places.
  void Fill(uint32_t distinct) {
    for (uint32_t i = 0; i < count_; ++i) {
      const Value key = Value::KnownSmallInt(random_() % distinct);
      items()[i] = has_keys_ ? Value::SmallInt(i) : key;
      if (has_keys_) keys()[i] = key;
    }
  }
  bool GuardsAreWhole() {
    for (size_t at : {size_t{0}, size_t{1} + count_, size_t{2} + count_ + scratch_,
                      size_t{3} + 2 * count_ + scratch_, memory_.size() - 1}) {
      if (memory_[at] != kGuard) return false;
    }
    return true;
  }
  bool IsSortedStably() {
    const Value* key = has_keys_ ? keys() : items();
    for (uint32_t i = 1; i < count_; ++i) {
      if (key[i].AsSmallInt() < key[i - 1].AsSmallInt()) return false;
      if (has_keys_ && key[i] == key[i - 1] &&
          items()[i].AsSmallInt() < items()[i - 1].AsSmallInt())
        return false;
    }
    return true;
  }
  // One time in `lies` at random.
  void Answer(uint32_t lies) {
    const StepwiseSort::Question asked = sort_.Asked();
    const bool less = asked.left.AsSmallInt() < asked.right.AsSmallInt();
    sort_.Answer(lies != 0 && random_() % lies == 0 ? !less : less);
  }

  State state{};

 private:
  static constexpr Value kGuard = Value::SmallInt(-77);

  Value* scratch_items() { return items() + count_ + 1; }
  Value* keys() { return scratch_items() + scratch_ + 1; }
  StepwiseSort::Storage Storage() {
    return {items(), has_keys_ ? keys() : nullptr, scratch_items(),
            has_keys_ ? keys() + count_ + 1 : nullptr, count_};
  }

  std::mt19937& random_;
  uint32_t count_, scratch_;
  bool has_keys_;
  std::vector<Value> memory_;
  StepwiseSort sort_;
};

class StepwiseSortTest : public testing::Test {
 protected:
  // Some words of a state become something else.
  void Change(State* state, uint32_t count) {
    uint32_t words[sizeof(State) / sizeof(uint32_t)];
    std::memcpy(words, state, sizeof(State));
    for (uint32_t changes = 1 + random() % 3; changes > 0; --changes) {
      uint32_t& word = words[random() % (random() % 3 == 0 ? std::size(words) : 30)];
      const uint32_t values[] = {word + 1, word - 1, static_cast<uint32_t>(random() % 4),
                                 static_cast<uint32_t>(random() % (count + 2)),
                                 static_cast<uint32_t>(random())};
      word = values[random() % std::size(values)];
    }
    std::memcpy(state, words, sizeof(State));
  }

  Vm vm{StandardRuntime(), Limits{}, HostHooks{}};
  std::mt19937 random{1};
};

TEST_F(StepwiseSortTest, SortsStably) {
  for (int round = 0; round < 600; ++round) {
    const uint32_t count = 1 + random() % (round % 4 == 0 ? 1500 : 150);
    Sorting sorting(vm, random, count, round % 2 == 0);
    sorting.Fill(round % 3 == 0 ? 5 : 1000);
    sorting.sort().Start();
    while (sorting.sort().Asks()) {
      ASSERT_TRUE(sorting.sort().IsSound(sorting.scratch()));
      sorting.Answer(/*lies=*/0);
    }
    ASSERT_TRUE(sorting.IsSortedStably()) << round;
    ASSERT_TRUE(sorting.GuardsAreWhole()) << round;
  }
}

TEST_F(StepwiseSortTest, KeepsAllItemsWhenAbandoned) {
  for (int round = 0; round < 600; ++round) {
    const uint32_t count = 2 + random() % 300;
    Sorting sorting(vm, random, count, /*has_keys=*/true);
    sorting.Fill(100);
    sorting.sort().Start();
    for (uint32_t left = random() % (count * 8); left > 0 && sorting.sort().Asks(); --left)
      sorting.Answer(/*lies=*/9);
    sorting.sort().Abandon();
    std::vector<bool> seen(count);
    for (uint32_t i = 0; i < count; ++i) seen[sorting.items()[i].AsSmallInt()] = true;
    ASSERT_EQ(std::count(seen.begin(), seen.end(), true), count) << round;
  }
}

TEST_F(StepwiseSortTest, StatesFromAnywhereStayInTheirMemory) {
  int sound = 0;
  for (int round = 0; round < 1000; ++round) {
    const uint32_t count = 2 + random() % (round % 3 == 0 ? 700 : 150);
    Sorting sorting(vm, random, count, round % 2 == 0);
    sorting.Fill(count);
    sorting.sort().Start();
    for (uint32_t left = random() % (count * 8); left > 0 && sorting.sort().Asks(); --left)
      sorting.Answer(/*lies=*/9);
    const State real = sorting.state;
    for (int change = 0; change < 20; ++change) {
      sorting.state = real;
      Change(&sorting.state, count);
      if (!sorting.sort().IsSound(sorting.scratch())) continue;
      ++sound;
      for (int step = 0; step < 200 && sorting.sort().Asks(); ++step) {
        sorting.Answer(/*lies=*/4);
        ASSERT_TRUE(sorting.sort().IsSound(sorting.scratch())) << round << " " << change;
      }
      sorting.sort().Abandon();
      ASSERT_TRUE(sorting.GuardsAreWhole()) << round << " " << change;
    }
  }
  EXPECT_GT(sound, 5000);
}

}  // namespace
}  // namespace pysub
