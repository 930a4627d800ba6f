// What CPython wrote in expectations/ holds for our kernels.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/unit/numbers/play.h"

namespace pysub {
namespace {

void PlayFile(const std::string& name) {
  std::ifstream file("tests/unit/numbers/expectations/" + name + ".txt");
  ASSERT_TRUE(file.is_open()) << "run from the root of the source tree";
  std::string line;
  int count = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields = SplitLine(line);
    const std::string expected = fields.back();
    fields.pop_back();
    const std::string actual = Play(fields);
    EXPECT_TRUE(SameResult(expected, actual)) << line << "\n  actual: " << actual;
    ++count;
  }
  EXPECT_GT(count, 100);
}

TEST(NumbersExpectationsTest, IntegersAreAsCPythonHasThem) { PlayFile("ints"); }
TEST(NumbersExpectationsTest, FactorialsAndBinomialsAreAsCPythonHasThem) { PlayFile("int_math"); }
TEST(NumbersExpectationsTest, FloatsAndComplexNumbersAreAsCPythonHasThem) { PlayFile("floats"); }
TEST(NumbersExpectationsTest, FormatsAndTheirErrorsAreAsCPythonHasThem) { PlayFile("formats"); }
TEST(NumbersExpectationsTest, HashesAndRandomNumbersAreAsCPythonHasThem) { PlayFile("hashes"); }

}  // namespace
}  // namespace pysub
