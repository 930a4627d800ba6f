// Plays tests/golden_syntax and tests/golden_ast: what CPython 3.14 says of wrong programs and
// makes of right ones. tests/tools/update_syntax.py describes the files and wrote the expectations.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "lexer/unicode_names.h"
#include "parser/ast_dump.h"
#include "parser/parser.h"

namespace pysub {
namespace {

struct Case {
  std::string file;
  int line = 0;
  std::string program;
  std::string expectation;
};

std::vector<Case> ReadCases(const char* folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(PYSUB_TESTS_DIR) / folder)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Case> cases;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    std::string* into = nullptr;
    for (int number = 1; std::getline(file, line); ++number) {
      if (line == "# ---" || line.starts_with("# --- ")) {
        cases.push_back({path.filename().string(), number, "", ""});
        into = &cases.back().program;
      } else if (line == "# >>>") {
        into = &cases.back().expectation;
      } else if (into != nullptr) {
        *into += line + "\n";
      }
    }
  }
  return cases;
}

// Each program that CPython refuses is refused in its words, with its carets.
TEST(SyntaxGoldenTest, WrongProgramsAreExplainedAsByCPython) {
  const std::vector<Case> cases = ReadCases("golden_syntax");
  EXPECT_GE(cases.size(), 400u);
  for (const Case& c : cases) {
    Arena arena;
    const ParseResult result =
        Parse(c.program, "<string>", ParseMode::kExec, arena, {.unicode_names = &FindUnicodeName});
    const std::string said = result.error ? FormatSyntaxError(*result.error, "<string>", c.program,
                                                              SourceOrigin::kString)
                                          : "no error\n";
    EXPECT_EQ(said, c.expectation) << c.file << ":" << c.line << "\n" << c.program;
  }
}

// Each right program becomes CPython's tree, positions included.
TEST(SyntaxGoldenTest, RightProgramsBecomeCPythonsTree) {
  const std::vector<Case> cases = ReadCases("golden_ast");
  EXPECT_GE(cases.size(), 400u);
  for (const Case& c : cases) {
    Arena arena;
    const ParseResult result =
        Parse(c.program, "<string>", ParseMode::kExec, arena, {.unicode_names = &FindUnicodeName});
    ASSERT_TRUE(result.module != nullptr) << c.file << ":" << c.line << "\n"
                                          << c.program << result.error->message;
    EXPECT_EQ(DumpAst(*result.module, DumpPositions::kInclude) + "\n", c.expectation)
        << c.file << ":" << c.line << "\n"
        << c.program;
  }
}

// CPython takes every one of these programs' proper beginnings for incomplete, right or wrong; what
// matters here is that any piece of a program is answered, and with one answer.
TEST(SyntaxGoldenTest, EveryBeginningOfAProgramGetsOneAnswer) {
  for (const char* folder : {"golden_syntax", "golden_ast"}) {
    for (const Case& c : ReadCases(folder)) {
      for (size_t size = 0; size <= std::min<size_t>(c.program.size(), 200); ++size) {
        for (const ParseMode mode : {ParseMode::kExec, ParseMode::kEval, ParseMode::kSingle}) {
          Arena arena;
          const ParseResult result =
              Parse(std::string_view(c.program).substr(0, size), "<string>", mode, arena);
          EXPECT_NE(result.module != nullptr, result.error.has_value());
        }
      }
    }
  }
}

}  // namespace
}  // namespace pysub
