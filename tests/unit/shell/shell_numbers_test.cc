// Every number that a host can give a shell, over the edges of numbers: see
// tests/unit/osbridge/numeric_options_test.cc.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "pysub/shell/shell.h"
#include "shell/python/python_options.h"

namespace pysub {
namespace {

constexpr uint64_t kHuge = uint64_t{1} << 31;

std::vector<uint64_t> Edges() {
  std::vector<uint64_t> edges;
  for (uint64_t n = 0; n < 12; ++n) edges.push_back(n);
  for (uint64_t n = 12; n < 1000; n += 37) edges.push_back(n);
  for (int bits : {16, 20, 24, 31, 32, 47, 62, 63}) {
    for (uint64_t n : {(uint64_t{1} << bits) - 1, uint64_t{1} << bits, (uint64_t{1} << bits) + 1})
      edges.push_back(n);
  }
  edges.push_back(UINT64_MAX);
  return edges;
}

bool Set32(uint32_t& field, uint64_t n) {
  if (n <= UINT32_MAX) field = static_cast<uint32_t>(n);
  return n <= UINT32_MAX;
}

struct Row {
  const char* name;
  bool (*set)(ShellLimits& limits, uint64_t n);
};

constexpr Row kRows[] = {
    {"commands", [](ShellLimits& l, uint64_t n) { return l.commands = n, true; }},
    {"loop_iterations", [](ShellLimits& l, uint64_t n) { return l.loop_iterations = n, true; }},
    {"function_depth", [](ShellLimits& l, uint64_t n) { return Set32(l.function_depth, n); }},
    {"substitution_depth",
     [](ShellLimits& l, uint64_t n) { return Set32(l.substitution_depth, n); }},
    {"processes", [](ShellLimits& l, uint64_t n) { return Set32(l.processes, n); }},
    {"input_bytes", [](ShellLimits& l, uint64_t n) { return l.input_bytes = n, true; }},
    {"output_bytes", [](ShellLimits& l, uint64_t n) { return l.output_bytes = n, true; }},
    {"memory_bytes", [](ShellLimits& l, uint64_t n) { return l.memory_bytes = n, true; }},
    {"steps", [](ShellLimits& l, uint64_t n) { return l.steps = n, true; }},
    {"wall_time",
     [](ShellLimits& l, uint64_t n) {
       return l.wall_time = std::chrono::nanoseconds(static_cast<int64_t>(n)), true;
     }},
};

constexpr char kScript[] =
    "f() { echo $1; }; for i in 1 2 3; do f $(echo $i | cat); done; (f 4); python3 -c 'print(5)'";

// In one go, or saved, restored and forked on the way.
void Play(const Row& row, uint64_t n, bool moves) {
  SCOPED_TRACE(std::string(row.name) + " = " + std::to_string(n) + (moves ? ", moving" : ""));
  ShellLimits limits;
  if (!row.set(limits, n)) return;
  Shell::Builder builder;
  builder.Limits(limits).Python();
  absl::StatusOr<Shell> shell = builder.Build();
  if (!shell.ok()) {
    EXPECT_LT(n, kHuge);
    return;
  }
  shell->Start(kScript);
  std::string out, err;
  std::optional<ExecResult> ended;
  for (bool fork = false; !(ended = shell->RunFor(moves ? 700 : UINT64_MAX)); fork = !fork) {
    out += shell->TakeStdout();
    err += shell->TakeStderr();
    const absl::StatusOr<std::string> bytes = shell->Snapshot();
    absl::StatusOr<Shell> moved = fork          ? shell->Fork()
                                  : !bytes.ok() ? bytes.status()
                                                : builder.Restore(*bytes);
    if (!moved.ok()) {
      EXPECT_FALSE(moved.status().message().empty());
      EXPECT_LT(n, kHuge) << moved.status();
      return;
    }
    shell = std::move(moved);
  }
  out += ended->stdout_text;
  err += ended->stderr_text;
  const bool is_time = row.name == std::string_view("wall_time");
  const bool enough = is_time ? n >= uint64_t{60'000'000'000} && n <= INT64_MAX : n >= kHuge;
  if (enough) {
    EXPECT_EQ(ended->limit, ShellLimit::kNone) << ended->stderr_text;
  }
  if (ended->limit == ShellLimit::kNone && ended->exit_code == 0 && err.empty()) {
    EXPECT_EQ(out, "1\n2\n3\n4\n5\n");
  } else {
    EXPECT_FALSE(err.empty());
  }
}

TEST(ShellNumbersTest, Limits) {
  for (const Row& row : kRows) {
    for (uint64_t n : Edges()) {
      Play(row, n, false);
      Play(row, n, true);
    }
  }
}

TEST(ShellNumbersTest, TimeoutsOfOneScript) {
  using std::chrono::nanoseconds;
  Shell::Builder builder;
  for (nanoseconds timeout : {nanoseconds::min(), nanoseconds(-1), nanoseconds(0), nanoseconds(1),
                              nanoseconds::max() - nanoseconds(1), nanoseconds::max()}) {
    const ExecResult result = builder.Build()->Exec("echo 1", {.timeout = timeout});
    EXPECT_TRUE(result.stdout_text == "1\n" || timeout.count() == 1)
        << timeout.count() << result.stderr_text;
  }
}

TEST(ShellNumbersTest, FuelOfEachSize) {
  for (uint64_t fuel : Edges()) {
    absl::StatusOr<Shell> shell = Shell::Builder().Build();
    shell->Start("echo $((1 + 1))");
    std::optional<ExecResult> ended;
    std::string out;
    for (int rounds = 0; !ended && rounds < 100'000; ++rounds) {
      ended = shell->RunFor(fuel);
      out += ended ? ended->stdout_text : shell->TakeStdout();
    }
    EXPECT_EQ(out, "2\n") << fuel;
  }
}

// What a host gives each python3.
TEST(ShellNumbersTest, PythonOptions) {
  for (int field = 0; field < 6; ++field) {
    for (uint64_t n : Edges()) {
      PythonOptions options;
      if (field == 0) options.limits.memory_bytes = n;
      if (field == 1) options.limits.allocations = n;
      if (field == 2) options.limits.steps = n;
      if (field == 3) options.limits.output_bytes = n;
      if (field == 4) options.limits.duration = std::chrono::nanoseconds(static_cast<int64_t>(n));
      if (field == 5 && !Set32(options.limits.recursion_depth, n)) continue;
      absl::StatusOr<Shell> shell = Shell::Builder().Python(options).Build();
      ASSERT_TRUE(shell.ok()) << shell.status();
      const ExecResult result = shell->Exec("python3 -c 'print(sum(range(10)))'");
      const bool enough = field == 4 ? n >= uint64_t{60'000'000'000} && n <= INT64_MAX : n >= kHuge;
      if (enough && field != 5) {
        EXPECT_EQ(result.stdout_text, "45\n") << field << " " << n << " " << result.stderr_text;
      }
      EXPECT_TRUE(result.exit_code == 0 ? result.stdout_text == "45\n"
                                        : !result.stderr_text.empty())
          << field << " " << n;
    }
  }
}

}  // namespace
}  // namespace pysub
