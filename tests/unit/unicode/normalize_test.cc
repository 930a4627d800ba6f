#include "lexer/unicode/normalize.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace pysub {
namespace {

std::string Normalized(std::string_view text, NormalizationForm form) {
  std::string result;
  StringSink sink(result);
  AppendNormalized(text, form, sink);
  return result;
}

constexpr NormalizationForm kForms[] = {NormalizationForm::kNfc, NormalizationForm::kNfd,
                                        NormalizationForm::kNfkc, NormalizationForm::kNfkd};

TEST(NormalizeTest, FormsAreFoundByTheirNames) {
  EXPECT_EQ(FindNormalizationForm("NFKC"), NormalizationForm::kNfkc);
  EXPECT_EQ(FindNormalizationForm("nfc"), std::nullopt);
  EXPECT_EQ(FindNormalizationForm(""), std::nullopt);
}

std::string FromHex(std::string_view points) {
  std::string text;
  while (!points.empty()) {
    const size_t end = std::min(points.find(' '), points.size());
    char bytes[4];
    const auto c = strtoul(std::string(points.substr(0, end)).c_str(), nullptr, 16);
    text.append(bytes, static_cast<size_t>(EncodeUtf8(static_cast<char32_t>(c), bytes)));
    points.remove_prefix(std::min(end + 1, points.size()));
  }
  return text;
}

// The consortium's own conformance test: columns source; NFC; NFD; NFKC; NFKD.
TEST(NormalizeTest, ConformanceTestOfTheConsortiumPasses) {
  std::ifstream file(PYSUB_NORMALIZATION_TEST);
  if (!file.is_open()) GTEST_SKIP() << "no NormalizationTest.txt: bzip2 was not there to unpack it";
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line[0] == '@') continue;
    std::vector<std::string> columns;
    for (size_t start = 0; columns.size() < 5;) {
      const size_t end = line.find(';', start);
      ASSERT_NE(end, std::string::npos);
      columns.push_back(FromHex(line.substr(start, end - start)));
      start = end + 1;
    }
    for (int column = 0; column < 5; ++column) {
      for (int form = 0; form < 4; ++form) {
        // NFC and NFD of a compatibility form are those of that form.
        const bool compatible = form >= 2 || column >= 3;
        const int expected = compatible ? (form % 2 == 0 ? 3 : 4) : (form % 2 == 0 ? 1 : 2);
        ASSERT_EQ(Normalized(columns[column], kForms[form]), columns[expected]) << line;
      }
    }
    ++lines;
  }
  EXPECT_GT(lines, 18000);
}

// A run of marks longer than the array that sorts them: must be stable, right, and fast.
TEST(NormalizeTest, EndlessRunsOfMarksTakeLinearTime) {
  std::string marks, sorted;
  const size_t count = 200'000;
  for (size_t i = 0; i < count; ++i) marks += i % 2 == 0 ? "\xCC\x81" : "\xCC\xA3";  // 301, 323
  for (size_t i = 0; i < count; ++i) sorted += i < count / 2 ? "\xCC\xA3" : "\xCC\x81";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Normalized("a" + marks, NormalizationForm::kNfd), "a" + sorted);
  // Dot below and then acute: the first of each composes, here only the dot has a composite.
  EXPECT_EQ(Normalized("a" + marks, NormalizationForm::kNfc), "\xE1\xBA\xA1" + sorted.substr(2));
  EXPECT_EQ(Normalized(marks, NormalizationForm::kNfkc), sorted);
  EXPECT_FALSE(IsNormalized("a" + marks, NormalizationForm::kNfc));
  EXPECT_TRUE(IsNormalized("a" + sorted, NormalizationForm::kNfd));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration_cast<std::chrono::seconds>(took).count(), 5);
}

TEST(NormalizeTest, LongAndShortRunsGiveTheSame) {
  // e + circumflex + dot below, 40 times: past the array. Each class keeps its order.
  std::string marks, expected = "\xE1\xBB\x87";  // U+1EC7
  for (int i = 0; i < 40; ++i) marks += "\xCC\x82\xCC\xA3";
  for (int i = 1; i < 40; ++i) expected += "\xCC\xA3";
  for (int i = 1; i < 40; ++i) expected += "\xCC\x82";
  EXPECT_EQ(Normalized("xe" + marks + "y", NormalizationForm::kNfc), "x" + expected + "y");
}

}  // namespace
}  // namespace pysub
