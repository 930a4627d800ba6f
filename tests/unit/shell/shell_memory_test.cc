#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lexer/base/sanitizers.h"
#include "pysub/shell/shell.h"

// What a script makes the shell keep is counted when it grows, wherever it is kept: the script ends
// with the limit's message, and the process never holds much more than the limit.

namespace pysub {
namespace {

constexpr uint64_t kLimit = 24 << 20;
#if PYSUB_ASAN
constexpr int64_t kRoom = INT64_MAX / 2;
#else
constexpr int64_t kRoom = 3 * static_cast<int64_t>(kLimit);
#endif

int64_t PeakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

// In a process of its own, so that the peak is the script's. 0: as it must be.
int Outcome(const char* script) {
  pid_t pid = fork();
  if (pid == 0) {
    ShellLimits limits;
    limits.memory_bytes = kLimit;
    limits.wall_time = std::chrono::seconds(60);
    auto shell = Shell::Builder().Limits(limits).Seed(1).Build();
    int64_t before = PeakBytes();
    ExecResult result = shell->Exec(script);
    int64_t grown = PeakBytes() - before;
    if (result.limit != ShellLimit::kMemory || result.exit_code != 125) {
      fprintf(stderr, "%s\nended with %d: %.300s\n", script, result.exit_code,
              result.stderr_text.c_str());
      _exit(1);
    }
    if (result.stderr_text.find("the limit of 25165824 bytes of memory is reached") ==
        std::string::npos)
      _exit(2);
    if (grown > kRoom) {
      fprintf(stderr, "%s\ntook %lld bytes\n", script, static_cast<long long>(grown));
      _exit(3);
    }
    // It goes on behind it.
    shell->Reset();
    _exit(shell->Exec("echo ok").stdout_text == "ok\n" ? 0 : 4);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(ShellMemory, WordsThatWaitAreCounted) {
  EXPECT_EQ(Outcome("f() { local x=\"$1$1\"; echo \"$x$(f \"$x\")\"; }; f \"$(printf '%10000s' "
                    "a)\" > /dev/null"),
            0);
}

TEST(ShellMemory, FieldsAreCounted) {
  EXPECT_EQ(
      Outcome("x=$(printf '%300000s' | tr ' ' ,); IFS=,; g() { for i in $x; do g; done; }; g"), 0);
}

TEST(ShellMemory, ArgumentsOfCallsAreCounted) {
  EXPECT_EQ(Outcome("f() { f \"$@\"; }; f \"$(printf '%100000s' a)\""), 0);
}

TEST(ShellMemory, WordsOfLoopsAreCounted) {
  EXPECT_EQ(Outcome("g() { for i in {1..20000}; do g; done; }; g"), 0);
}

TEST(ShellMemory, NamesAreCounted) {
  EXPECT_EQ(Outcome("x=$(printf '%0500d' 0); for ((i = 0; i < 100000; i++)); do eval v$x$i=; unset "
                    "v$x$i; done"),
            0);
}

TEST(ShellMemory, RowsOfSubshellsAreCounted) {
  EXPECT_EQ(Outcome("for ((i = 0; i < 60000; i++)); do eval v$i=; done; unset ${!v@}; for i in "
                    "{1..200}; do (x=1; sleep 50) & done; wait"),
            0);
}

TEST(ShellMemory, TrapsAreCounted) {
  EXPECT_EQ(Outcome("x=$(printf '%2000000s' a); for s in {1..31} EXIT ERR DEBUG; do trap -- \"$x\" "
                    "$s 2>/dev/null; done"),
            0);
}

TEST(ShellMemory, AliasesAreCountedOnceEach) {
  EXPECT_EQ(Outcome("x=$(printf '%100000s' a); for i in {1..1000}; do alias a$i=\"$x\"; done"), 0);
}

TEST(ShellMemory, ReadsThatWaitAreCounted) {
  EXPECT_EQ(Outcome("for i in 1 2 3 4 5 6; do { { head -c 9000000 /dev/zero | tr '\\0' a; sleep "
                    "30; } | read x; } & done; wait"),
            0);
}

TEST(ShellMemory, LinesOfMapfileAreCounted) {
  EXPECT_EQ(Outcome("x=$(printf '%2000s' a); yes \"$x\" | mapfile -t lines"), 0);
}

TEST(ShellMemory, HereStringsAreCounted) {
  EXPECT_EQ(Outcome("x=$(printf '%1000000s' a); for i in {1..100}; do exec {fd}<<< \"$x\"; done"),
            0);
}

TEST(ShellMemory, JobsAreCounted) {
  EXPECT_EQ(Outcome("for ((i = 0; i < 200000; i++)); do : a job with a text of its own in the list "
                    "of jobs & done"),
            0);
}

TEST(ShellMemory, PositionalParametersAreCounted) {
  EXPECT_EQ(Outcome("set -- a; while :; do set -- \"$@\" \"$@\"; done"), 0);
}

// A command that a limit ends in the middle of a step gives back what it has when that step is
// over. (yq's values told the step of it, which was gone.)
TEST(ShellMemory, WhatALimitEndsIsGivenBack) {
  for (uint64_t steps = 1'000'000; steps < 8'000'000; steps += 250'000) {
    ShellLimits limits;
    limits.steps = steps;
    auto shell = Shell::Builder().Limits(limits).Seed(1).Build();
    const ExecResult result = shell->Exec(
        "for i in {1..14}; do x=$x$x\"x \"; done; for i in {1..20}; do echo \"- $x\"; done > f; "
        "yq -y . f | wc -c");
    EXPECT_TRUE(result.exit_code == 0 || result.limit == ShellLimit::kSteps) << steps;
  }
}

// What is given back is not counted any longer.
TEST(ShellMemory, WhatIsReplacedDoesNotAddUp) {
  ShellLimits limits;
  limits.memory_bytes = kLimit / 3;
  auto shell = Shell::Builder().Limits(limits).Seed(1).Build();
  ExecResult result = shell->Exec(
      "x=$(printf '%100000s' a); for i in {1..150}; do alias a=\"$x\"; trap \"$x\" USR1; set -- "
      "\"$x\" b; : \"$x$x\"; y=$(echo \"$x\");"
      " read z <<< \"$x\"; for w in \"$x\"; do :; done; case $x in *a) ;; esac; [[ $x == *a ]]; "
      "q=(\"$x\"); unalias a; done; echo done");
  EXPECT_EQ(result.stdout_text, "done\n") << result.stderr_text;
}

}  // namespace
}  // namespace pysub
