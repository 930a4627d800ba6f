// Loops over what is long take work in proportion to its length: four times the turns, about four
// times the fuel. Fuel is what hosts meter by, and it is the same on every machine, so this needs
// no clock; that the fuel stands for the time tests/tools/shell_growth.py sees.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/shell.h"

namespace pysub {
namespace {

// In thousands; what a script prints comes to *out.
uint64_t WorkOf(std::string script, int turns, std::string* out) {
  for (size_t at; (at = script.find("COUNT")) != std::string::npos;)
    script.replace(at, 5, std::to_string(turns));
  absl::StatusOr<Shell> shell = Shell::Builder().Build();
  shell->Start(script);
  out->clear();
  uint64_t work = 0;
  for (std::optional<ExecResult> ended; !ended && work < 1'000'000; ++work) {
    ended = shell->RunFor(1000);
    *out += ended ? ended->stdout_text + ended->stderr_text : shell->TakeStdout();
  }
  return work;
}

void ExpectLinear(std::string_view script, std::string_view wanted) {
  std::string out;
  const uint64_t once = WorkOf(std::string(script), 2500, &out);
  const uint64_t four_times = WorkOf(std::string(script), 10000, &out);
  EXPECT_EQ(out, wanted) << script;
  EXPECT_LT(four_times, 6 * once + 100) << script;
}

TEST(ShellWorkTest, Arrays) {
  constexpr std::string_view kArray = "a=({1..COUNT}); declare -A h; h[x]=1; ";
  const auto loop = [&](std::string_view body) {
    return std::string(kArray) + "for ((i = 0; i < COUNT; i++)); do " + std::string(body) +
           "; done; echo $y";
  };
  ExpectLinear(loop("y=${#a[@]}"), "10000\n");
  ExpectLinear(loop("y=${#a[*]}"), "10000\n");
  ExpectLinear(loop("y=${a[@]:i:1}"), "10000\n");
  ExpectLinear(loop("y=${a[@]: -1}"), "10000\n");
  ExpectLinear(loop("y=${a[i]}"), "10000\n");
  ExpectLinear(loop("[[ -v a[i] ]] && y=$i"), "9999\n");
  ExpectLinear(loop("a+=(x); y=${#a[@]}"), "20000\n");
  ExpectLinear(loop("unset 'a[i]'; y=${#a[@]}"), "0\n");
  ExpectLinear(loop("unset 'a[0]'; a[0]=x; y=${#a[@]}"), "10000\n");
  ExpectLinear(loop("h[$i]=x; y=${#h[@]}"), "10001\n");
}

TEST(ShellWorkTest, Parameters) {
  const std::string set = "set -- {1..COUNT}; ";
  ExpectLinear(set + "while (($#)); do y=$1; shift; done; echo $y", "10000\n");
  ExpectLinear(set + "while (($# > 1)); do shift 2; done; echo $# $1", "0\n");
  ExpectLinear(set + "for ((i = 1; i <= $#; i++)); do y=${@:i:1}; done; echo $y", "10000\n");
  ExpectLinear(set + "for i; do y=${#@}; done; echo $y", "10000\n");
}

TEST(ShellWorkTest, AwkTexts) {
  const auto loop = [](std::string_view text, std::string_view body) {
    return "awk 'BEGIN { for (i = 0; i < COUNT; i++) s = s " + std::string(text) +
           "; for (i = 1; i <= COUNT; i++) " + std::string(body) + "; print n }'";
  };
  for (const char* text : {"\"é\"", "\"x\""}) {
    ExpectLinear(loop(text, "n += length(substr(s, i, 1))"), "10000\n");
    ExpectLinear(loop(text, "n += length(substr(s, 7919 * i % COUNT + 1, 1))"), "10000\n");
    ExpectLinear(loop(text, "n = length(s)"), "10000\n");
    ExpectLinear(loop(text, "{ s = s \"ä\"; n = length(s) }"), "20000\n");
    ExpectLinear(loop(text, "n += index(s, substr(s, 1, 1))"), "10000\n");
  }
  // Of a record and its fields.
  const auto record = [](std::string_view body) {
    return "printf 'ü%.0s' {1..COUNT} | awk '{ for (i = 1; i <= length(); i++) " +
           std::string(body) + "; print n }'";
  };
  ExpectLinear(record("n += length(substr($0, i, 1))"), "10000\n");
  ExpectLinear(record("n += length(substr($1, i, 1))"), "10000\n");
  ExpectLinear(record("n += $0 != \"x\""), "10000\n");
}

}  // namespace
}  // namespace pysub
