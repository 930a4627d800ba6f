// Jobs of a shell that lives on behind its scripts: ExecOptions::at_prompt.

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "pysub/shell/shell.h"

namespace pysub {
namespace {

// A clock that moves only while a shell sleeps, or when the test says so.
class ShellJobs : public ::testing::Test {
 protected:
  ShellJobs() { options_.at_prompt = true; }

  Shell::Builder Builder(ShellLimits limits = {}) {
    Shell::Builder builder;
    builder.Limits(limits).Seed(1).Clock([this] { return now_ns_; }, [this] { return now_ns_; },
                                         [this](int64_t ns) { now_ns_ += ns; });
    return builder;
  }
  // What a host does between two scripts, for some seconds.
  void Wait(Shell& shell, int seconds) {
    const int64_t until = now_ns_ + seconds * int64_t{1'000'000'000};
    while (now_ns_ < until) {
      const std::chrono::nanoseconds idle = shell.RunJobsFor(1 << 16);
      now_ns_ += std::min(idle.count(), until - now_ns_);
    }
    shell.RunJobsFor(1 << 16);
  }
  ExecResult Exec(Shell& shell, std::string_view script) { return shell.Exec(script, options_); }
  static std::string Told(Shell& shell) {
    std::string text;
    for (const ShellJob& job : shell.Jobs())
      text += "[" + std::to_string(job.number) + "] " + job.state + " " + job.command + "\n";
    return text;
  }

  int64_t now_ns_ = 1'000'000'000'000;
  ExecOptions options_;
};

TEST_F(ShellJobs, AScriptDoesNotWaitForThem) {
  auto shell = Builder().Build();
  EXPECT_EQ(Exec(*shell, "(sleep 5; echo done >f; exit 3) & echo begun").stdout_text, "begun\n");
  EXPECT_EQ(now_ns_, 1'000'000'000'000);
  EXPECT_EQ(Told(*shell), "[1] Running ( sleep 5; echo done > f; exit 3 )\n");
  EXPECT_EQ(Exec(*shell, "ls").stdout_text, "");
  Wait(*shell, 6);
  EXPECT_EQ(Exec(*shell, "cat f").stdout_text, "done\n");
  EXPECT_EQ(Told(*shell), "[1] Exit 3 ( sleep 5; echo done > f; exit 3 )\n");
  EXPECT_EQ(Told(*shell), "");
  EXPECT_EQ(shell->RunJobsFor(1000), std::chrono::nanoseconds::max());
}

TEST_F(ShellJobs, TheyRunWhileLaterScriptsRun) {
  auto shell = Builder().Build();
  Exec(*shell, "{ sleep 1; echo a; } >f & sleep 2 & (exit 4) &");
  EXPECT_EQ(Exec(*shell, "sleep 1.5; cat f; jobs").stdout_text,
            "a\n[1]   Done                    { sleep 1; echo a; } > f\n"
            "[2]-  Running                 sleep 2 &\n"
            "[3]+  Exit 4                  ( exit 4 )\n");
  EXPECT_EQ(Exec(*shell, "wait %2; echo $?; wait; echo $?").stdout_text, "0\n0\n");
}

TEST_F(ShellJobs, OneIsBroughtToTheForeground) {
  auto shell = Builder().Build();
  Exec(*shell, "(sleep 3; echo in; exit 7) & sleep 100 &");
  EXPECT_EQ(Exec(*shell, "fg %1; echo $?").stdout_text, "( sleep 3; echo in; exit 7 )\nin\n7\n");
  EXPECT_EQ(now_ns_, 1'003'000'000'000);
  EXPECT_EQ(Exec(*shell, "bg; fg %7").stderr_text,
            "bash: line 1: bg: job 2 already in background\nbash: line 1: fg: %7: no such job\n");
  EXPECT_EQ(Exec(*shell, "kill %2; wait %2; echo $?").stdout_text, "143\n");
  EXPECT_EQ(Exec(*shell, "fg").stderr_text, "bash: line 1: fg: current: no such job\n");
}

TEST_F(ShellJobs, WhatIsNoJobIsWaitedFor) {
  auto shell = Builder().Build();
  EXPECT_EQ(Exec(*shell, "echo x > >(sleep 1; cat)").stdout_text, "x\n");
  EXPECT_EQ(Told(*shell), "");
}

TEST_F(ShellJobs, WithoutAPromptAScriptWaitsAsBefore) {
  auto shell = Builder().Build();
  Exec(*shell, "sleep 100 &");
  const ExecResult result = shell->Exec("(sleep 1; echo late) & echo early");
  EXPECT_EQ(result.stdout_text, "early\nlate\n");
  EXPECT_EQ(now_ns_, 1'001'000'000'000) << "what a prompt had left is ended first";
}

TEST_F(ShellJobs, ExitRunsTheTrapAndSaysSo) {
  auto shell = Builder().Build();
  const ExecResult set = Exec(*shell, "trap 'echo bye' EXIT");
  EXPECT_EQ(set.stdout_text, "");
  EXPECT_FALSE(set.exited);
  EXPECT_FALSE(Exec(*shell, "(exit 3); echo ${x?none}").exited);
  const ExecResult result = Exec(*shell, "if true; then exit 5; fi; echo on");
  EXPECT_EQ(result.stdout_text, "bye\n");
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_TRUE(result.exited);
  EXPECT_TRUE(Exec(*shell, "set -e; false; echo on").exited);
  EXPECT_TRUE(Exec(*shell, "exec echo").exited);
}

TEST_F(ShellJobs, CancelLeavesThem) {
  auto shell = Builder().Build();
  Exec(*shell, "(sleep 2; echo lives >f) &");
  shell->Start("sleep 1000 | cat; echo not here", options_);
  EXPECT_FALSE(shell->RunFor(1000));
  shell->Cancel();
  const ExecResult result = shell->Run();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.stdout_text, "");
  Wait(*shell, 3);
  EXPECT_EQ(Exec(*shell, "cat f").stdout_text, "lives\n");
  Exec(*shell, "sleep 1000 &");
  shell->Start("fg", options_);
  EXPECT_FALSE(shell->RunFor(1000));
  shell->Cancel();
  EXPECT_EQ(shell->Run().exit_code, 130);
  Told(*shell);
  EXPECT_EQ(Exec(*shell, "jobs").stdout_text, "") << "in the foreground it was no job";
}

TEST_F(ShellJobs, CancelRunsATrapOfInt) {
  auto shell = Builder().Build();
  Exec(*shell, "trap 'echo trapped $?' INT");
  shell->Start("sleep 1000; echo not here", options_);
  EXPECT_FALSE(shell->RunFor(1000));
  shell->Cancel();
  ExecResult result = shell->Run();
  EXPECT_EQ(result.stdout_text, "trapped 130\n");
  EXPECT_EQ(result.limit, ShellLimit::kNone);
  Exec(*shell, "trap 'sleep 1000' INT");
  shell->Start("sleep 1000", options_);
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(shell->RunFor(1000));
    shell->Cancel();
    if (i == 0) {
      EXPECT_FALSE(shell->RunFor(1));
    }
  }
  EXPECT_EQ(shell->Run().limit, ShellLimit::kCancelled) << "a trap that is interrupted itself";
}

TEST_F(ShellJobs, LimitsEndThem) {
  ShellLimits limits;
  limits.steps = 1'000'000;
  auto shell = Builder(limits).Build();
  Exec(*shell, "while :; do :; done & sleep 9 &");
  while (shell->RunJobsFor(100'000).count() == 0) {
  }
  EXPECT_EQ(Told(*shell), "[1] Exit 125 while :; do\n    :;\ndone\n[2] Exit 125 sleep 9\n");
  EXPECT_NE(shell->TakeStderr().find("limit"), std::string::npos);
  EXPECT_EQ(Exec(*shell, "echo on").stdout_text, "on\n");
  Exec(*shell, "sleep 9 &");
  EXPECT_EQ(Exec(*shell, "while :; do :; done").exit_code, 125);
  EXPECT_EQ(Told(*shell), "[1] Exit 125 sleep 9\n");
}

TEST_F(ShellJobs, ThatWaitForEachOtherAreNotWaitedFor) {
  auto shell = Builder().Build();
  Exec(*shell, "mkfifo a; cat a >/dev/null &");
  EXPECT_EQ(shell->RunJobsFor(1'000'000), std::chrono::nanoseconds::max());
  EXPECT_EQ(Exec(*shell, "echo x >a; wait; echo $?").stdout_text, "0\n");
}

TEST_F(ShellJobs, AreThemselvesInProc) {
  auto shell = Builder().Build();
  Exec(*shell, "(read -r pid rest </proc/self/stat; echo $pid >f) & echo $! >g");
  Wait(*shell, 1);
  EXPECT_EQ(Exec(*shell, "cmp f g && echo same").stdout_text, "same\n");
}

TEST_F(ShellJobs, ThatHaveEndedLeaveNothing) {
  auto shell = Builder().Build();
  size_t before = 0;
  for (int i = 0; i < 2000; ++i) {
    Exec(*shell, "true & false &");
    Wait(*shell, 1);
    shell->Jobs();
    if (i == 600) before = shell->Snapshot()->size();  // (so many statuses are kept for wait)
  }
  EXPECT_LE(shell->Snapshot()->size(), before + 100);
  EXPECT_EQ(Exec(*shell, "wait $!; echo $?").stdout_text, "1\n") << "the last are still known";
}

TEST_F(ShellJobs, AreSavedAndForkedWithTheShell) {
  auto shell = Builder().Build();
  Exec(*shell, "(sleep 5; echo done >f) & x=1");
  Wait(*shell, 2);
  auto moved = Builder().Restore(*shell->Snapshot());
  ASSERT_TRUE(moved.ok()) << moved.status();
  auto fork = shell->Fork();
  ASSERT_TRUE(fork.ok()) << fork.status();
  for (Shell* one : {&*shell, &*moved, &*fork}) {
    const int64_t before = now_ns_;
    EXPECT_EQ(Exec(*one, "wait; cat f; jobs").stdout_text, "done\n");
    EXPECT_LE(now_ns_ - before, 3'100'000'000);
  }
}

}  // namespace
}  // namespace pysub
