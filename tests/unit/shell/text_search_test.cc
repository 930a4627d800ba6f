#include "shell/text_search.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace pysub::shell {
namespace {

const auto kAlways = [](uint64_t) { return true; };

std::string RandomText(std::mt19937* random, size_t size) {
  std::string text(size, 'a');
  for (char& c : text) c = static_cast<char>('a' + (*random)() % 2);
  return text;
}

// As the standard library finds it, in texts that are full of what nearly fits.
TEST(TextSearchTest, FindsWhatStringsFind) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = RandomText(&random, random() % 16);
    const std::string wanted = RandomText(&random, 1 + random() % 5);
    const size_t from = random() % 18;
    ASSERT_EQ(FindText(text, wanted, from, kAlways), text.find(wanted, from)) << text << wanted;
    ASSERT_EQ(LastPlaceFinder(wanted).Find(text, wanted, from, kAlways), text.rfind(wanted, from))
        << text << " " << wanted << " " << from;
  }
  EXPECT_EQ(FindText("ab", "", 2, kAlways), 2u);
  EXPECT_EQ(FindText("ab", "", 3, kAlways), std::string_view::npos);
}

// Texts are looked at in pieces: what lies across two of them is found.
TEST(TextSearchTest, FindsWhatLiesAcrossPieces) {
  std::string text(300000, 'x');
  for (size_t at : {65530u, 65535u, 65536u, 131070u, 200000u}) {
    std::string changed = text;
    changed.replace(at, 3, "abc");
    EXPECT_EQ(FindText(changed, "abc", 0, kAlways), at);
    EXPECT_EQ(LastPlaceFinder("abc").Find(changed, "abc", 299999, kAlways), at);
    EXPECT_EQ(LastPlaceFinder("c").Find(changed, "c", 299999, kAlways), at + 2);
  }
}

// std::string::find() would take hours; the work that is told is some bytes for each byte.
TEST(TextSearchTest, TakesTimeInProportion) {
  const std::string text(4000000, 'x'), middle(1000000, 'x');
  const std::string behind = middle + "y", before = "y" + middle;
  for (const std::string& wanted : {behind, before}) {
    uint64_t work = 0;
    const auto count = [&](uint64_t more) {
      work += more;
      return true;
    };
    EXPECT_EQ(FindText(text, wanted, 0, count), std::string_view::npos);
    EXPECT_EQ(LastPlaceFinder(wanted).Find(text, wanted, text.size(), count),
              std::string_view::npos);
    EXPECT_GT(work, text.size() / 4);
    EXPECT_LT(work, 4 * text.size());
  }
}

TEST(TextSearchTest, EndsWhenItIsTold) {
  const std::string text(4000000, 'x');
  int asked = 0;
  const auto twice = [&](uint64_t) { return ++asked < 2; };
  EXPECT_EQ(FindText(text, "xy", 0, twice), std::string_view::npos);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(LastPlaceFinder("xy").Find(text, "xy", text.size(), twice), std::string_view::npos);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace pysub::shell
