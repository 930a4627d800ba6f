// The golden files of tests/README.md: a .py file cut into cases, and what its .out file expects.
#ifndef PYSUB_TESTS_RUNNER_GOLDEN_FILE_H_
#define PYSUB_TESTS_RUNNER_GOLDEN_FILE_H_

#include <string>
#include <string_view>
#include <vector>

namespace pysub {

struct GoldenModule {
  std::string name;  // "package/x.py"
  std::string text;
};

struct GoldenCase {
  std::string heading;                // "=== 3: its title", as in the .out file
  std::string source;                 // its first line is the "# ---" line
  std::vector<GoldenModule> modules;  // further files, each behind a "# +++ name" line
  std::string stdin_text;
  std::vector<std::string> arguments;
  std::vector<std::string> limits;  // "recursion=50"
  bool differs_from_cpython = false;
};

// The cases of a .py file. `problem` receives a directive that cannot be read, else stays empty.
std::vector<GoldenCase> ReadGoldenCases(std::string_view text, std::string* problem);

// What a run printed, in the form of an .out file, without the heading.
std::string FormatOutcome(std::string_view stdout_text, std::string_view stderr_text,
                          int exit_code);

struct GoldenBlock {
  std::string heading;
  std::string text;
};

// The blocks of an .out file.
std::vector<GoldenBlock> ReadGoldenBlocks(std::string_view text);

}  // namespace pysub

#endif  // PYSUB_TESTS_RUNNER_GOLDEN_FILE_H_
