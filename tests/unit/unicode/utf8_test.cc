#include "lexer/unicode/utf8.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace pysub {
namespace {

std::string Encoded(char32_t c) {
  char bytes[4];
  return std::string(bytes, static_cast<size_t>(EncodeUtf8(c, bytes)));
}

TEST(Utf8Test, EveryCodePointSurvivesEncodingAndDecodingInBothDirections) {
  for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
    const std::string text = "x" + Encoded(c);
    ASSERT_EQ(text.size(), 1u + static_cast<size_t>(Utf8Size(c)));
    ASSERT_EQ(DecodeUtf8(text, 1).code_point, c);
    ASSERT_EQ(DecodeUtf8Before(text, text.size()).code_point, c);
    ASSERT_EQ(Utf8SizeFromLead(text[1]), Utf8Size(c));
    ASSERT_TRUE(IsValidUtf8(text, Surrogates::kAllow));
    ASSERT_EQ(IsValidUtf8(text, Surrogates::kRefuse), !IsSurrogate(c));
    ASSERT_EQ(HasSurrogates(text), IsSurrogate(c));
    ASSERT_EQ(CountCodePoints(text), 2u);
  }
}

// The definition: exactly the encodings of code points are well-formed.
TEST(Utf8Test, AllShortByteStringsAreValidWhenTheyAreEncodings) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const int third : {0x00, 0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xFF}) {
        for (const int fourth : {0x00, 0x80, 0xBF, 0xC0}) {
          const std::string bytes = {static_cast<char>(first), static_cast<char>(second),
                                     static_cast<char>(third), static_cast<char>(fourth)};
          size_t expected = 0;
          while (expected < bytes.size()) {
            const int size = Utf8SizeFromLead(bytes[expected]);
            if (expected + static_cast<size_t>(size) > bytes.size()) break;
            const char32_t c = DecodeUtf8(bytes, expected).code_point;
            if (c > kMaxCodePoint || Encoded(c) != bytes.substr(expected, size)) break;
            expected += static_cast<size_t>(size);
          }
          ASSERT_EQ(ValidUtf8Prefix(bytes, Surrogates::kAllow), expected)
              << first << " " << second << " " << third << " " << fourth;
        }
      }
    }
  }
}

TEST(Utf8Test, SurrogateHalvesNeverJoin) {
  const std::string joined = Encoded(0xD83D) + Encoded(0xDE00);
  EXPECT_EQ(CountCodePoints(joined), 2u);
  EXPECT_NE(joined, Encoded(0x1F600));
  EXPECT_EQ(FindBytes(joined, Encoded(0x1F600)), kNotFound);
  EXPECT_LT(joined, Encoded(0x1F600));  // bytes order like code points
}

TEST(Utf8Test, OffsetsOfCodePointsAgreeWithCounting) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += Encoded(i % 7 == 0 ? 0x1F600 : i % 3 == 0 ? 0xE9 : 'a');
  std::vector<size_t> starts;
  for (size_t at = 0; at < text.size(); at += static_cast<size_t>(DecodeUtf8(text, at).size)) {
    starts.push_back(at);
  }
  ASSERT_EQ(CountCodePoints(text), starts.size());
  for (size_t i = 0; i < starts.size(); ++i) {
    ASSERT_EQ(OffsetOfCodePoint(text, i), starts[i]);
    ASSERT_EQ(OffsetFromEnd(text, starts.size() - i), starts[i]);
  }
  EXPECT_EQ(OffsetOfCodePoint(text, starts.size()), text.size());
  EXPECT_EQ(OffsetOfCodePoint(text, 100000), text.size());
  EXPECT_EQ(OffsetFromEnd(text, 0), text.size());
  EXPECT_EQ(OffsetFromEnd(text, 100000), 0u);
  EXPECT_EQ(OffsetOfCodePoint("", 0), 0u);
}

TEST(Utf8Test, AsciiAndBytesAreCountedAtAllAlignments) {
  std::string bytes(5000, 'a');
  for (size_t size = 0; size < 100; ++size) {
    EXPECT_TRUE(IsAscii(std::string_view(bytes).substr(3, size)));
    for (size_t at = 0; at < size; ++at) {
      bytes[3 + at] = '\x80';
      const std::string_view view = std::string_view(bytes).substr(3, size);
      ASSERT_EQ(AsciiPrefix(view), at);
      ASSERT_EQ(CountByte(view, '\x80'), 1u);
      ASSERT_EQ(CountByte(view, 'a'), size - 1);
      ASSERT_EQ(CountCodePoints(view), size - 1);
      bytes[3 + at] = 'a';
    }
  }
  EXPECT_EQ(CountByte(bytes, 'a'), 5000u);
  EXPECT_EQ(CountBytes(bytes, "aa"), 2500u);
  EXPECT_EQ(CountBytes(bytes, "aa", 7), 7u);
  EXPECT_EQ(CountBytes(bytes, "a", 7), 7u);
}

TEST(Utf8Test, AsciiCaseChangesLettersOnly) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  all += all;
  std::string lower(all.size(), 0), upper(all.size(), 0);
  AsciiLower(all, lower.data());
  AsciiUpper(all, upper.data());
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(lower[i], AsciiLower(all[i]));
    EXPECT_EQ(upper[i], AsciiUpper(all[i]));
  }
}

TEST(Utf8Test, EmptyNeedlesAreFoundAtTheBorders) {
  EXPECT_EQ(FindBytes("abc", ""), 0u);
  EXPECT_EQ(FindBytes("abc", "", 3), 3u);
  EXPECT_EQ(FindBytes("abc", "", 4), kNotFound);
  EXPECT_EQ(FindLastBytes("abc", ""), 3u);
  EXPECT_EQ(FindBytes("", ""), 0u);
  EXPECT_EQ(FindBytes("abc", "abcd"), kNotFound);
  EXPECT_EQ(FindLastBytes("abc", "abcd"), kNotFound);
}

// Searching must not be quadratic: no program may hang its host with it.
TEST(Utf8Test, SearchingIsLinearInTheWorstCases) {
  const size_t n = 4'000'000, m = 1'000'000;
  const std::string a(n, 'a');
  const std::string needles[] = {std::string(m, 'a') + "b", "b" + std::string(m, 'a'),
                                 std::string(m / 2, 'a') + "b" + std::string(m / 2, 'a'),
                                 "ab" + std::string(m, 'a')};
  const auto start = std::chrono::steady_clock::now();
  for (const std::string& needle : needles) {
    EXPECT_EQ(FindBytes(a, needle), kNotFound);
    EXPECT_EQ(FindLastBytes(a, needle), kNotFound);
    EXPECT_EQ(CountBytes(a, needle), 0u);
    const std::string with = a + needle + a;
    const size_t first = FindBytes(with, needle);
    ASSERT_NE(first, kNotFound);
    EXPECT_EQ(with.compare(first, needle.size(), needle), 0);
    EXPECT_EQ(FindLastBytes(with, needle), first);
  }
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration_cast<std::chrono::seconds>(took).count(), 20);
}

}  // namespace
}  // namespace pysub
