// What the digests of CPython's answers (digest_test.cc) do not reach: limits, huge sizes, sinks.
#include "lexer/unicode/text_kernels.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace pysub {
namespace {

constexpr int64_t kHuge = INT64_MAX;

TEST(TextKernelsTest, SizesThatOverflowAreRefused) {
  EXPECT_EQ(RepeatedSize(SIZE_MAX / 2, 3), std::nullopt);
  EXPECT_EQ(RepeatedSize(0, SIZE_MAX), 0u);
  EXPECT_EQ(JoinedSize(10, SIZE_MAX, 2), std::nullopt);
  EXPECT_EQ(JoinedSize(10, 0, 5), 0u);
  EXPECT_EQ(JoinedSize(10, 3, 5), 20u);
  EXPECT_EQ(ExpandedTabsSize("\t\t\t", kHuge, TextKind::kStr), std::nullopt);
  EXPECT_EQ(ExpandedTabsSize("a\t", kHuge, TextKind::kStr), static_cast<size_t>(kHuge));
  EXPECT_EQ(PaddedSize(3, RightJustify(3, kHuge), 4), std::nullopt);
  EXPECT_EQ(PaddedSize(3, RightJustify(3, kHuge), 1), static_cast<size_t>(kHuge));
  EXPECT_EQ(ReplacedSize("aaaa", "a", std::string_view("x", SIZE_MAX / 2), 4), std::nullopt);
  EXPECT_EQ(ReplacedSize("aXa", "X", "yy", 1), 4u);
}

TEST(TextKernelsTest, PaddingIsNeverNegative) {
  for (const int64_t width : {INT64_MIN, int64_t{-1}, int64_t{0}, int64_t{3}}) {
    EXPECT_EQ(LeftJustify(3, width).right, 0u);
    EXPECT_EQ(RightJustify(3, width).left, 0u);
    EXPECT_EQ(Center(3, width).left, 0u);
    EXPECT_EQ(Center(3, width).right, 0u);
  }
}

TEST(TextKernelsTest, EmptyTextGivesEmptyResults) {
  std::string result;
  StringSink sink(result);
  AppendStrUpper("", sink);
  AppendStrCapitalize("", sink);
  AppendStrTitle("", sink);
  AppendExpandedTabs("", 8, TextKind::kStr, sink);
  AppendRepeated("", SIZE_MAX, sink);
  AppendRepeated("abc", 0, sink);
  EXPECT_EQ(AppendReplaced("", "a", "b", 0, 0, TextKind::kStr, sink), 0u);
  EXPECT_EQ(result, "");
  BytesCapitalize("", result.data());
  std::string_view field;
  EXPECT_FALSE(WhitespaceSplitter("", -1, TextKind::kStr).Next(&field));
  EXPECT_FALSE(LineSplitter("", LineEnds::kDrop, TextKind::kStr).Next(&field));
  EXPECT_TRUE(SeparatorSplitter("", ",", -1).Next(&field));
  EXPECT_EQ(field, "");
}

TEST(TextKernelsTest, LongOutputsReachTheSinkWhole) {
  for (const size_t size : {1u, 7u, 255u, 256u, 511u, 512u, 513u, 5000u}) {
    std::string text(size, 'a'), result;
    for (size_t i = 0; i < size; i += 100) text[i] = '\'';
    StringSink sink(result);
    AppendStrUpper(text, sink);
    AppendRepeated(text, 3, sink);
    AppendStrRepr(text, sink);
    std::string upper = text;
    AsciiUpper(text, upper.data());
    EXPECT_EQ(result, upper + text + text + text + "\"" + text + "\"");
  }
}

TEST(TextKernelsTest, ALargeSetOfCharactersStripsQuickly) {
  std::string chars, text;
  for (char32_t c = 0x4E00; c < 0x4E00 + 20000; ++c) {
    char bytes[4];
    chars.append(bytes, static_cast<size_t>(EncodeUtf8(c, bytes)));
  }
  for (int i = 0; i < 20; ++i) text += chars;
  std::vector<char32_t> scratch(CharSet::ScratchSize(chars, TextKind::kStr));
  EXPECT_LE(scratch.size(), 0x110000 / 32);  // a bit for each code point
  const auto start = std::chrono::steady_clock::now();
  const CharSet set(chars, TextKind::kStr, scratch);
  EXPECT_EQ(StripChars(text + "x" + text, set, Side::kBoth), "x");
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration_cast<std::chrono::seconds>(took).count(), 5);
}

TEST(TextKernelsTest, CaseMappingIsLinearWhereSigmasAndIgnorablesAlternate) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "'''''\xCE\xA3";
  std::string result;
  StringSink sink(result);
  const auto start = std::chrono::steady_clock::now();
  AppendStrLower(text, sink);
  EXPECT_EQ(result.size(), text.size());
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration_cast<std::chrono::seconds>(took).count(), 5);
}

}  // namespace
}  // namespace pysub
