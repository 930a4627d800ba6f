// Shells that are stopped half-way, saved, restored and forked.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "pysub/shell/shell.h"
#include "shell/python/python_options.h"

namespace pysub {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

// A clock that moves only when somebody sleeps.
Shell::Builder& WithStillClock(Shell::Builder& builder) {
  auto now = std::make_shared<int64_t>(5 * kSecond);
  return builder.Clock([now] { return *now; }, [now] { return *now; },
                       [now](int64_t ns) { *now += ns; });
}

absl::StatusOr<Shell> Moved(Shell& shell, Shell::Builder& builder) {
  const absl::StatusOr<std::string> bytes = shell.Snapshot();
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<Shell> moved = builder.Restore(*bytes);
  EXPECT_TRUE(moved.ok()) << moved.status();
  return moved;
}

// The script, in a restored shell after each `fuel` of work.
ExecResult RunMoved(std::string_view script, Shell::Builder& builder, uint64_t fuel, int* moves) {
  auto shell = builder.Build();
  shell->Start(script);
  std::string out, err;
  *moves = 0;
  while (shell.ok()) {
    std::optional<ExecResult> result = shell->RunFor(fuel);
    if (result) {
      result->stdout_text = out + result->stdout_text;
      result->stderr_text = err + result->stderr_text;
      return *result;
    }
    ++*moves;
    out += shell->TakeStdout();
    err += shell->TakeStderr();
    shell = Moved(*shell, builder);
  }
  return {};
}

TEST(ShellSnapshot, AnIdleShellKeepsEverything) {
  Shell::Builder builder;
  builder.Seed(1);
  auto shell = builder.Build();
  shell->Exec(
      "x=5; a=(1 2 [9]=3); declare -A t=([k]=v); f() { echo f$x; }; cd /tmp; set -u; alias ll='ls "
      "-l'; shopt -s extglob\n"
      "exec 5>/tmp/open; echo first >&5; trap 'echo bye' USR1; echo hello > /tmp/file; readonly x; "
      "umask 077");
  auto moved = Moved(*shell, builder);
  constexpr char kAsk[] =
      "f; declare -p x a t; pwd; set -o | grep nounset; alias; shopt extglob; trap; umask; cat "
      "/tmp/file\n"
      "echo second >&5; cat /tmp/open; echo $RANDOM";
  ExecResult here = shell->Exec(kAsk), there = moved->Exec(kAsk);
  EXPECT_EQ(here.stdout_text, there.stdout_text);
  EXPECT_EQ(there.stderr_text, "");
  EXPECT_NE(there.stdout_text.find("first\nsecond\n"), std::string::npos) << there.stdout_text;
}

TEST(ShellSnapshot, APipelineWithPythonInItsMiddleGoesOn) {
  constexpr char kScript[] =
      "{ sleep 0.01; echo from the job > /tmp/job; } &\n"
      "seq 500 | python3 -c 'import sys\n"
      "total = 0\n"
      "for line in sys.stdin:\n"
      "    total += int(line)\n"
      "    if total % 7 == 0: print(total)\n"
      "' | sort -r | head -3; wait; cat /tmp/job";
  Shell::Builder builder;
  WithStillClock(builder).Seed(1).Python();
  ExecResult straight = builder.Build()->Exec(kScript);
  ASSERT_EQ(straight.exit_code, 0) << straight.stderr_text;
  for (uint64_t fuel : {100, 1000, 7777}) {
    int moves = 0;
    ExecResult moved = RunMoved(kScript, builder, fuel, &moves);
    EXPECT_EQ(moved.stdout_text, straight.stdout_text) << fuel;
    EXPECT_EQ(moved.stderr_text, "");
    EXPECT_GT(moves, 3);
  }
}

// A worker that a shell script makes of pysub-worker.
class WorkerScript {
 public:
  explicit WorkerScript(const std::string& command)
      : path_(std::filesystem::temp_directory_path() /
              ("worker_script." + std::to_string(getpid()))) {
    std::ofstream(path_) << "#!/bin/sh\n" << command << "\n";
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~WorkerScript() { std::filesystem::remove(path_); }

  Shell::Builder& Use(Shell::Builder& builder) const {
    PythonOptions options;
    options.host = {
        .isolation = Isolation::kSubprocess, .worker_path = path_.string(), .warm_workers = 0};
    return builder.Python(options);
  }

 private:
  const std::filesystem::path path_;
};

// Each restored shell starts a worker anew; pieces that are shorter than its start must get
// somewhere, too.
TEST(ShellSnapshot, PiecesThatAreShorterThanTheStartOfAWorkerMakeProgress) {
  const auto worker =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "pysub-worker";
  const WorkerScript slow("sleep 0.02; exec " + worker.string());
  constexpr char kScript[] =
      "seq 3 | python3 -c 'import time\n"
      "with open(\"/tmp/a\", \"w\") as f: f.write(input())\n"
      "start = time.monotonic()\n"
      "time.sleep(0.1)\n"
      "print(open(\"/tmp/a\").read(), time.monotonic() - start >= 0.1)\n"
      "for i in range(3_000_000): pass\n"
      "print(input(), input())' | cat; echo done";
  for (uint64_t fuel : {1, 1000}) {
    Shell::Builder builder;
    slow.Use(builder.Seed(1));
    auto shell = builder.Build();
    shell->Start(kScript);
    std::optional<ExecResult> result;
    std::string out;
    for (int i = 0; i < 1000 && !(result = shell->RunFor(fuel)); ++i) {
      out += shell->TakeStdout();
      shell = Moved(*shell, builder);
    }
    ASSERT_TRUE(result) << fuel << ": it does not end; so far: " << out;
    EXPECT_EQ(out + result->stdout_text, "1 True\n2 3\ndone\n") << fuel << result->stderr_text;
  }
}

TEST(ShellSnapshot, WaitingForAWorkerThatNeverAnswersHasTheLimitsOfTheScript) {
  const WorkerScript silent("exec sleep 1000");
  Shell::Builder builder;
  ShellLimits limits;
  limits.wall_time = std::chrono::milliseconds(50);
  auto timed = silent.Use(builder).Limits(limits).Build();
  timed->Start("python3 -c 1");
  std::optional<ExecResult> result = timed->RunFor(1000);
  while (!result) result = timed->RunFor(1000);
  EXPECT_EQ(result->limit, ShellLimit::kTime);

  auto cancelled = silent.Use(builder).Limits({}).Build();
  cancelled->Start("python3 -c 1");
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancelled->Cancel();
  });
  while (!(result = cancelled->RunFor(1000))) continue;
  other.join();
  EXPECT_EQ(result->limit, ShellLimit::kCancelled);
}

TEST(ShellSnapshot, BothSidesOfAForkGoTheirOwnWay) {
  Shell::Builder builder;
  auto shell = builder.Seed(1).Build();
  shell->Start(
      "f() { cat /tmp/which; }; echo one > /tmp/log; until [ -e /tmp/which ]; do :; done; f; echo "
      "$$ >> /tmp/log; cat /tmp/log");
  ASSERT_FALSE(shell->RunFor(5000));
  auto fork = shell->Fork();
  ASSERT_TRUE(fork.ok()) << fork.status();
  ASSERT_TRUE(shell->files().WriteFile({}, "/tmp/which", "original\n").ok());
  ASSERT_TRUE(fork->files().WriteFile({}, "/tmp/which", "fork\n").ok());
  ExecResult original = shell->Run();
  shell = absl::UnavailableError("gone");  // what they share stays
  ExecResult forked = fork->Run();
  EXPECT_TRUE(original.stdout_text.starts_with("original\none\n"))
      << original.stdout_text << original.stderr_text;
  EXPECT_TRUE(forked.stdout_text.starts_with("fork\none\n"))
      << forked.stdout_text << forked.stderr_text;
  EXPECT_EQ(fork->Exec("f").stdout_text, "fork\n");
}

TEST(ShellSnapshot, LimitsGoOnCounting) {
  struct Row {
    ShellLimits limits;
    std::string script;
    ShellLimit reached;
  };
  std::vector<Row> rows(5);
  rows[0] = {{.commands = 500}, "while :; do :; done", ShellLimit::kCommands};
  rows[1] = {{.loop_iterations = 500}, "while :; do :; done", ShellLimit::kLoopIterations};
  rows[2] = {{.output_bytes = 500}, "while :; do echo x; done", ShellLimit::kOutput};
  rows[3] = {{.steps = 3000}, "while :; do :; done", ShellLimit::kSteps};
  rows[4] = {
      {.wall_time = std::chrono::seconds(5)}, "while :; do sleep 0.5; done", ShellLimit::kTime};
  for (const Row& row : rows) {
    Shell::Builder first, others;
    WithStillClock(first).Limits(row.limits);
    WithStillClock(others);  // its limits are larger
    auto shell = first.Build();
    shell->Start(row.script);
    std::optional<ExecResult> result;
    size_t printed = 0;
    for (int i = 0; i < 2000 && !(result = shell->RunFor(100)); ++i) {
      printed += shell->TakeStdout().size();
      shell = Moved(*shell, others);
    }
    ASSERT_TRUE(result) << row.script;
    EXPECT_EQ(result->limit, row.reached) << row.script;
    if (row.reached == ShellLimit::kOutput) {
      // Standard error counts, too; there is none before the end.
      EXPECT_EQ(printed + result->stdout_text.size(), 500u);
    }
    // The next script has what the new host gives.
    EXPECT_EQ(shell->Exec("for i in {1..1000}; do :; done").limit, ShellLimit::kNone);
  }
}

TEST(ShellSnapshot, WhatIsLoadedIsChargedToTheLimitOfMemory) {
  Shell::Builder builder;
  auto shell = builder.Build();
  shell->Exec("x=$(head -c 3000000 /dev/zero | tr '\\0' x)");
  std::string bytes = *shell->Snapshot();
  Shell::Builder small;
  ShellLimits limits;
  limits.memory_bytes = 2 << 20;
  const absl::Status refused = small.Limits(limits).Restore(bytes).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(refused.message().find("memory"), std::string::npos) << refused;
  limits.memory_bytes = 8 << 20;
  auto fits = Shell::Builder().Limits(limits).Restore(bytes);
  ASSERT_TRUE(fits.ok()) << fits.status();
  EXPECT_EQ(fits->Exec("y=$x$x; z=$y").limit, ShellLimit::kMemory);
}

TEST(ShellSnapshot, FilesOfMountsAreOpenedAgain) {
  namespace fs = std::filesystem;
  fs::path host = fs::temp_directory_path() / ("shell_snapshot_test." + std::to_string(getpid()));
  fs::create_directories(host);
  std::ofstream(host / "lines") << "one\ntwo\nthree\n";
  Shell::Builder builder;
  builder.Mount("/data", host.string(), {.mode = files::MountMode::kReadOnly});
  auto shell = builder.Build();
  shell->Start(
      "exec 3</data/lines; read a <&3; i=0; while [ $((i++)) -lt 200 ]; do :; done; read b <&3; "
      "echo $a $b");
  while (!shell->GetVariable("a")) ASSERT_FALSE(shell->RunFor(10));
  std::string bytes = *shell->Snapshot();
  EXPECT_EQ(Moved(*shell, builder)->Run().stdout_text, "one two\n");
  Shell::Builder without;
  EXPECT_EQ(
      without.Restore(bytes).status(),
      absl::FailedPreconditionError("a directory is mounted at /data in it, and here is none"));
  fs::remove(host / "lines");
  EXPECT_EQ(
      builder.Restore(bytes).status(),
      absl::DataLossError(
          "the snapshot cannot be used: the open file /data/lines: No such file or directory"));
  fs::remove_all(host);
}

TEST(ShellSnapshot, StandardInputGoesOnWhereItWas) {
  Shell::Builder builder;
  auto shell = builder.Build();
  ExecOptions options;
  options.input = "a\nb\nc\n";
  shell->Start(
      "read x; i=0; while [ $((i++)) -lt 200 ]; do :; done; read y; read z; read w; echo $x $y $z "
      "$w",
      options);
  while (!shell->GetVariable("x")) ASSERT_FALSE(shell->RunFor(10));
  auto moved = Moved(*shell, builder);
  std::string printed;
  ExecOptions connected;
  bool more = true;
  connected.more_input = [&](std::string* bytes) {
    *bytes = "from the new host\n";
    return std::exchange(more, false);
  };
  connected.on_stdout = [&](std::string_view bytes) { printed += bytes; };
  moved->Connect(connected);
  moved->Run();
  EXPECT_EQ(printed, "a b c from the new host\n");
}

TEST(ShellSnapshot, AScriptThatStandsHalfWayCanBeCancelledAndGivenUp) {
  auto shell = Shell::Builder().Build();
  shell->Start("f() { while :; do :; done; }; x=1; f");
  ASSERT_FALSE(shell->RunFor(2000));
  EXPECT_TRUE(shell->Running());
  shell->Cancel();
  EXPECT_EQ(shell->Run().limit, ShellLimit::kCancelled);
  EXPECT_FALSE(shell->Running());
  shell->Start("x=2; while :; do :; done");
  ASSERT_FALSE(shell->RunFor(2000));
  EXPECT_EQ(shell->Exec("echo $x").stdout_text, "2\n");
  EXPECT_EQ(shell->RunFor(1)->exit_code, 0);  // nothing runs
}

TEST(ShellSnapshot, OtherBytesAreRefused) {
  Shell::Builder builder;
  WithStillClock(builder);
  auto shell = builder.Build();
  shell->Exec(":");
  const std::string bytes = *shell->Snapshot();
  for (size_t size : {size_t{0}, size_t{8}, size_t{31}, size_t{32}, bytes.size() - 1}) {
    const absl::Status refused = builder.Restore(bytes.substr(0, size)).status();
    EXPECT_EQ(refused.code(), absl::StatusCode::kDataLoss) << refused;
    EXPECT_FALSE(refused.message().empty());
  }
  EXPECT_EQ(builder.Restore(bytes + "x").status().code(), absl::StatusCode::kDataLoss);
  EXPECT_TRUE(*builder.Restore(bytes)->Snapshot() == bytes);
}

}  // namespace
}  // namespace pysub
