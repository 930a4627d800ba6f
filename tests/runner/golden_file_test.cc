#include "tests/runner/golden_file.h"

#include <gtest/gtest.h>

#include "tests/runner/child_process.h"
#include "tests/runner/unified_diff.h"

namespace pysub {
namespace {

// Adding a case must not move the lines of another: each starts with its own "# ---" line.
TEST(GoldenFileTest, CutsAFileIntoCasesThatStartWithTheirTitle) {
  std::string problem;
  const std::vector<GoldenCase> cases = ReadGoldenCases(
      "# A comment.\n\n# --- first\nprint(1)\n\n# ---\n# stdin: \"a\\n\\u00e9\"\n# argv: [\"x\", "
      "\"y z\"]\nx\n",
      &problem);
  EXPECT_EQ(problem, "");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].heading, "=== 1: first");
  EXPECT_EQ(cases[0].source, "# --- first\nprint(1)\n");
  EXPECT_EQ(cases[1].heading, "=== 2");
  EXPECT_EQ(cases[1].stdin_text, "a\né");
  EXPECT_EQ(cases[1].arguments, (std::vector<std::string>{"x", "y z"}));
}

// A directive with a mistake must not be a comment that nobody reads.
TEST(GoldenFileTest, ReportsADirectiveItCannotRead) {
  std::string problem;
  ReadGoldenCases("# stdin: 'a'\nprint(1)\n", &problem);
  EXPECT_EQ(problem, "=== 1: cannot read: # stdin: 'a'");
}

TEST(GoldenFileTest, FurtherFilesStandBehindTheProgram) {
  std::string problem;
  const std::vector<GoldenCase> cases = ReadGoldenCases(
      "import a\n# +++ a/__init__.py\n# +++ a/b.py\n\nx = 1\n\n\n# --- next\nprint(1)\n", &problem);
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].source, "import a\n");
  ASSERT_EQ(cases[0].modules.size(), 2u);
  EXPECT_EQ(cases[0].modules[0].name + cases[0].modules[0].text, "a/__init__.py");
  EXPECT_EQ(cases[0].modules[1].text, "\nx = 1\n");
  EXPECT_TRUE(cases[1].modules.empty());
}

TEST(GoldenFileTest, ShowsEmptyLinesAndAMissingNewline) {
  EXPECT_EQ(FormatOutcome("a\n\nb", "", 0), "| a\n|\n| b\n\\ no newline\n");
  EXPECT_EQ(FormatOutcome("", "no\n", 2), "! no\nexit 2\n");
}

TEST(UnifiedDiffTest, ShowsChangedLinesWithThreeLinesAround) {
  EXPECT_EQ(UnifiedDiff("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\nfive\n6\n", 60),
            "    @@\n     2\n     3\n     4\n    -5\n    +five\n     6\n");
  EXPECT_EQ(UnifiedDiff("a\n", "a\n", 60), "");
}

TEST(ChildProcessTest, ReportsOutputExitCodeAndTimeOut) {
  const ChildResult result =
      RunChild({"/bin/sh", "-c", "cat; printf '\\377' >&2; exit 3"}, "/", "in", 10000);
  EXPECT_EQ(result.stdout_text, "in");
  EXPECT_EQ(result.stderr_text, "\\xff");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(RunChild({"/bin/sh", "-c", "sleep 20"}, "/", "", 50).timed_out);
}

}  // namespace
}  // namespace pysub
