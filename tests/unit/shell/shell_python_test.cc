// python and python3 as commands of a shell, from the host's side.

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "pysub/shell/shell.h"
#include "shell/python/python_options.h"

namespace pysub {
namespace {

absl::StatusOr<Shell> With(const PythonOptions& options) {
  absl::StatusOr<Shell> shell = Shell::Builder().Python(options).Build();
  EXPECT_TRUE(shell.ok()) << shell.status();
  return shell;
}

TEST(ShellPythonTest, IsThereOnlyWhenAskedFor) {
  absl::StatusOr<Shell> without = Shell::Builder().Build();
  for (const char* name : {"python", "python3"}) {
    const ExecResult refused = without->Exec(std::string(name) + " -c 'print(1)'");
    EXPECT_EQ(refused.exit_code, 127);
    EXPECT_EQ(
        refused.stderr_text,
        std::string("bash: line 1: ") + name + ": command not found\n(" + name +
            " is no part of this sandbox; near: awk, jq and bc; this host gave no python3)\n");
  }
  absl::StatusOr<Shell> with = Shell::Builder().Python().Build();
  for (const char* name : {"python", "python3"}) {
    EXPECT_EQ(with->Exec(std::string(name) + " -c 'print(1)'").stdout_text, "1\n");
  }
}

TEST(ShellPythonTest, TheEchoCanBeSwitchedForEveryWayOfRunning) {
  constexpr char kScript[] = "echo 5 > f.py; python3 -c 6; python3 f.py; echo 7 | python3";
  EXPECT_EQ(With({})->Exec(kScript).stdout_text, "6\n");
  EXPECT_EQ(With({.echo = true})->Exec(kScript).stdout_text, "6\n5\n7\n");
  EXPECT_EQ(With({.echo = false})->Exec(kScript).stdout_text, "");
}

TEST(ShellPythonTest, SyntaxErrorsMayHaveAnotherExitCode) {
  EXPECT_EQ(With({})->Exec("python3 -c 'x ='").exit_code, 1);
  PythonOptions options;
  options.syntax_error_exit_code = 2;
  EXPECT_EQ(With(options)->Exec("python3 -c 'x ='").exit_code, 2);
}

// A native of Python that computes for long looks at the shell's clock and at its Cancel(), too.
TEST(ShellPythonTest, TheShellsTimeHoldsInsideOfNatives) {
  constexpr char kScript[] =
      "python3 -c 'import hashlib; hashlib.pbkdf2_hmac(\"sha256\", b\"a\", b\"b\", 10**9)'; echo "
      "after";
  ExecOptions options;
  options.timeout = std::chrono::milliseconds(200);
  const auto start = std::chrono::steady_clock::now();
  const ExecResult late = With({})->Exec(kScript, options);
  EXPECT_EQ(late.limit, ShellLimit::kTime);
  EXPECT_EQ(late.exit_code, 124);
  EXPECT_EQ(late.stdout_text, "");
  // alone: the 30 s that a program has
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));

  absl::StatusOr<Shell> shell = With({});
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    shell->Cancel();
  });
  const ExecResult cancelled = shell->Exec(kScript);
  other.join();
  EXPECT_EQ(cancelled.limit, ShellLimit::kCancelled);
  EXPECT_EQ(cancelled.stdout_text, "");
  EXPECT_EQ(shell->Exec("python3 -c 'print(1)'").stdout_text, "1\n");
}

TEST(ShellPythonTest, ItsLimitsAreItsOwn) {
  PythonOptions options;
  options.limits.duration = std::chrono::milliseconds(50);
  const ExecResult timed = With(options)->Exec("python3 -c 'while True: pass'; echo $?");
  EXPECT_EQ(timed.stdout_text, "1\n");
  EXPECT_NE(timed.stderr_text.find("TimeoutError: time limit of 0.05 s exceeded"),
            std::string::npos);
  EXPECT_EQ(timed.limit, ShellLimit::kNone);
  PythonOptions few;
  few.limits.allocations = 1000;
  EXPECT_EQ(With(few)->Exec("python3 -c 'x = [[i] for i in range(5000)]'").exit_code, 1);
}

// Also when its own limit would give it more.
TEST(ShellPythonTest, ItGetsNoMoreMemoryThanTheShellHasLeft) {
  ShellLimits limits;
  limits.memory_bytes = 16 << 20;
  absl::StatusOr<Shell> shell = Shell::Builder().Python().Limits(limits).Build();
  const ExecResult result = shell->Exec("python3 -c 'bytearray(40 << 20)'; echo $?");
  EXPECT_EQ(result.stdout_text, "1\n");
  EXPECT_NE(result.stderr_text.find("MemoryError: memory limit of "), std::string::npos);
  EXPECT_EQ(result.limit, ShellLimit::kNone);
  EXPECT_EQ(shell->Exec("python3 -c 'print(len(bytearray(4 << 20)))'").stdout_text, "4194304\n");
}

TEST(ShellPythonTest, TheShellsTimeLimitEndsPythonToo) {
  ShellLimits limits;
  limits.wall_time = std::chrono::milliseconds(100);
  absl::StatusOr<Shell> shell = Shell::Builder().Python().Limits(limits).Build();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(shell->Exec("python3 -c 'while True: pass'").exit_code, 124);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

// The host named it, so it is believed until it is wanted.
TEST(ShellPythonTest, AWorkerThatIsMissingIsAnError) {
  PythonOptions options;
  options.host.isolation = Isolation::kSubprocess;
  options.host.worker_path = "/nowhere/pysub-worker";
  const ExecResult result = With(options)->Exec("python3 -c 1; echo goes on");
  EXPECT_EQ(result.stdout_text, "goes on\n");
  EXPECT_TRUE(result.stderr_text.starts_with("python3: ")) << result.stderr_text;
}

TEST(ShellPythonTest, NothingIsLeftFromOneRunToTheNext) {
  absl::StatusOr<Shell> shell = With({});
  EXPECT_EQ(shell->Exec("python3 -c 'x = 1; import math; math.pi2 = 3'").exit_code, 0);
  EXPECT_EQ(shell->Exec("python3 -c 'x'").exit_code, 1);
  EXPECT_EQ(shell->Exec("python3 -c 'import math; print(hasattr(math, \"pi2\"))'").stdout_text,
            "False\n");
}

}  // namespace
}  // namespace pysub
