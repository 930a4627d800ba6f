#include "pysub/shell/shell.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>

namespace pysub {
namespace {

absl::StatusOr<Shell> MakeShell(ShellLimits limits = {}) {
  return Shell::Builder().Limits(limits).Seed(1).Build();
}

TEST(Shell, StateStaysBetweenCalls) {
  auto shell = MakeShell();
  EXPECT_EQ(shell->Exec("x=5; f() { echo f$x; }; cd /tmp; set -u").exit_code, 0);
  ExecResult result = shell->Exec("f; pwd; echo $nope");
  EXPECT_EQ(result.stdout_text, "f5\n/tmp\n");
  EXPECT_EQ(result.exit_code, 127);
  shell->Reset();
  EXPECT_EQ(shell->Exec("echo [$x]").stdout_text, "[]\n");
}

TEST(Shell, ExitEndsTheScriptOnly) {
  auto shell = MakeShell();
  EXPECT_EQ(shell->Exec("echo a; exit 3; echo b").exit_code, 3);
  EXPECT_EQ(shell->Exec("echo $?").stdout_text, "3\n");
}

TEST(Shell, PipesStreamAndEnd) {
  auto shell = MakeShell();
  ExecResult result =
      shell->Exec("yes() { while :; do echo y; done; }; yes | head -n 3; echo ${PIPESTATUS[@]}");
  EXPECT_EQ(result.stdout_text, "y\ny\ny\n141 0\n");
  EXPECT_EQ(result.limit, ShellLimit::kNone);
}

// An operation on large numbers is one step of bc or dc, and would go on for minutes.
TEST(Shell, LongOperationsOfCalculatorsLetOthersRun) {
  auto shell = MakeShell();
  ExecResult result = shell->Exec(
      "timeout .2 bc <<< '2^1000000000'; echo $?; timeout .2 bc <<< 'sqrt(2^3000000)'; echo $?\n"
      "timeout .2 dc -e '3 1000000000 ^'; echo $?; bc <<< '7^1000000000' & sleep .1; kill $!\n"
      "wait $!; echo $?; (sleep .1; echo meanwhile >&2) & bc <<< '2^3000000 % 1000007'; wait");
  EXPECT_EQ(result.stdout_text, "124\n124\n124\n143\n368784\n");
  EXPECT_EQ(result.limit, ShellLimit::kNone);
}

// Where a group of a pattern ends is found once, and not again on each way through the groups
// around it. What is too deep to match ends the script: "it does not match" would be a guess.
TEST(Shell, GroupsOfPatternsInsideEachOtherAreNotSearchedAgainAndAgain) {
  ShellLimits limits;
  limits.steps = 20'000'000;
  auto shell = MakeShell(limits);
  EXPECT_EQ(
      shell->Exec("p=x; for i in {1..5000}; do p=\"@($p)\"; done; [[ x == $p ]]; echo $?").limit,
      ShellLimit::kPatternDepth);
  ExecResult result = shell->Exec("[[ x == @(@(@(x|y)|z)|a) ]] && echo inside");
  EXPECT_EQ(result.stdout_text, "inside\n");
  EXPECT_EQ(result.limit, ShellLimit::kNone);
}

// A back-reference that takes too many steps: whether it matches is not known, and nothing
// says that it does not.
TEST(Shell, WhatGivesUpOnAPatternSaysSo) {
  auto shell = MakeShell();
  shell->Exec(R"(l=$(printf 'a%.0s' {1..40}); e='(a*)(a*)(a*)(a*)(a*)(a*)(a*)\1\2\3\4\5\6\7b'
                 p=${e//\(/\\(} p=${p//)/\\)}; touch "$l")");
  const std::pair<const char*, int> kScripts[] = {
      {"[[ $l =~ $e ]]", 2},
      {"grep \"$p\" <<< $l", 2},
      {"grep -o \"x\\|$p\" <<< x$l", 2},
      {"grep --color=always \"x\\|$p\" <<< x$l", 2},
      {"nl -bp\"$p\" <<< $l", 1},
      {"find . -regex \".*$p\"", 1},
      {"sed -n \"/$p/p\" <<< $l", 4},
      {"sed \"s/$p//\" <<< $l", 4},
      {"expr $l : \"$p\"", 3},
  };
  for (const auto& [script, status] : kScripts) {
    ExecResult result = shell->Exec(script);
    EXPECT_EQ(result.exit_code, status) << script;
    EXPECT_NE(result.stderr_text, "") << script;
  }
}

// A backslash at the end of what was expanded so far, and nothing behind it.
TEST(Shell, WhatIsCountedInExpressionsNeverTurnsTheStepsBack) {
  ShellLimits limits;
  limits.steps = 1'000'000;
  limits.wall_time = std::chrono::seconds(20);
  auto shell = MakeShell(limits);
  ExecResult result =
      shell->Exec("v='\\' x=; for i in {1..20}; do (: $((1$v$x$x))) 2> /dev/null; done; echo $i");
  EXPECT_EQ(result.stdout_text, "20\n");
  EXPECT_EQ(shell->Exec("while :; do :; done").limit, ShellLimit::kSteps);
}

TEST(Shell, PipesTakeConstantMemory) {
  ShellLimits limits;
  limits.memory_bytes = 4 << 20;
  auto shell = MakeShell(limits);
  ExecResult result = shell->Exec("head -c 50000000 /dev/zero | cat | tail -c 3 | wc -c");
  EXPECT_EQ(result.stdout_text, "3\n") << result.stderr_text;
}

TEST(Shell, RecursionEnds) {
  auto shell = MakeShell();
  for (const char* script :
       {"f() { f; }; f", "f() { eval f; }; f", "f() { x=$(f); }; f", "f() { f | f; }; f",
        "f() { f & }; f; wait", "trap 'kill -USR1 $$' USR1; kill -USR1 $$; while :; do :; done"}) {
    ShellLimits limits;
    limits.wall_time = std::chrono::seconds(5);
    shell->SetLimits(limits);
    ExecResult result = shell->Exec(std::string("echo before; ") + script);
    EXPECT_NE(result.limit, ShellLimit::kNone) << script;
    EXPECT_NE(result.exit_code, 0) << script;
    EXPECT_EQ(result.stdout_text, "before\n") << script;
    EXPECT_FALSE(result.stderr_text.empty()) << script;
  }
  EXPECT_EQ(shell->Exec("echo still works").stdout_text, "still works\n");
  // Scripts that name each other as what runs them.
  shell->SetLimits({});
  const ExecResult ring = shell->Exec(
      "mkdir -p /d1 /d2; echo '#!/d2/bash' > /d1/bash; echo '#!/d1/bash' > /d2/bash; chmod +x "
      "/d?/bash; /d1/bash");
  EXPECT_EQ(ring.limit, ShellLimit::kNone);
  EXPECT_NE(ring.exit_code, 0);
}

TEST(Shell, LimitsEndScripts) {
  struct Row {
    const char* script;
    ShellLimit limit;
  };
  ShellLimits limits;
  limits.commands = 1000;
  limits.loop_iterations = 100;
  limits.output_bytes = 1000;
  limits.memory_bytes = 1 << 20;
  limits.wall_time = std::chrono::milliseconds(300);
  for (const Row& row :
       {Row{"while :; do :; done", ShellLimit::kLoopIterations},
        Row{"x=aaaaaaaaaa; for i in 1 2 3 4 5 6 7 8 9; do x=$x$x$x$x$x$x; done",
            ShellLimit::kMemory},
        Row{"echo {1..10000000}", ShellLimit::kMemory}, Row{"printf '%2000s'", ShellLimit::kOutput},
        Row{"sleep 10", ShellLimit::kTime}, Row{"read x < <(sleep 10)", ShellLimit::kTime}}) {
    auto shell = MakeShell(limits);
    ExecResult result = shell->Exec(row.script);
    EXPECT_EQ(result.limit, row.limit) << row.script << result.stderr_text;
    EXPECT_LT(result.duration, std::chrono::seconds(2)) << row.script;
  }
}

// One of its own each: for JSON and logs.
TEST(Shell, LimitsHaveNames) {
  EXPECT_EQ(ShellLimitName(ShellLimit::kNone), "");
  std::set<std::string_view> names;
  for (int i = 1; i <= static_cast<int>(ShellLimit::kPatternDepth); ++i) {
    const std::string_view name = ShellLimitName(static_cast<ShellLimit>(i));
    EXPECT_NE(name, "") << i;
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  // What LimitName() has as well.
  EXPECT_EQ(ShellLimitName(ShellLimit::kTime), "duration");
  EXPECT_EQ(ShellLimitName(ShellLimit::kMemory), "memory");
}

TEST(Shell, CancelFromAnotherThread) {
  auto shell = MakeShell();
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    shell->Cancel();
  });
  ExecResult result = shell->Exec("while :; do :; done");
  other.join();
  EXPECT_EQ(result.limit, ShellLimit::kCancelled);
  EXPECT_EQ(result.exit_code, 130);
}

// A host at whose standard input `arrives` is there at that time and nothing else; the clock moves
// only while somebody waits.
struct SlowInput {
  explicit SlowInput(std::string text, int64_t at = INT64_MAX)
      : arrives(std::move(text)), arrives_ns(at) {}
  Shell::Builder Builder() {
    Shell::Builder builder;
    builder.Clock([this] { return now_ns; }, [this] { return now_ns; },
                  [this](int64_t ns) { now_ns += ns; });
    return builder;
  }
  ExecOptions Options() {
    ExecOptions options;
    options.timeout = std::chrono::seconds(4);
    options.more_input = [this](std::string* bytes) {
      EXPECT_GE(now_ns, arrives_ns) << "it would have blocked";
      *bytes = std::exchange(arrives, "");
      return !bytes->empty();
    };
    options.wait_for_input = [this](std::chrono::nanoseconds longest) {
      if (longest.count() > 0) ++waits;
      now_ns = std::max(now_ns, std::min(now_ns + longest.count(), arrives_ns));
      return now_ns >= arrives_ns;
    };
    return options;
  }
  std::string arrives;
  int64_t arrives_ns;
  int64_t now_ns = 0;
  int waits = 0;
};

TEST(Shell, TimeGoesOnWhileItWaitsForInput) {
  const std::pair<const char*, const char*> kScripts[] = {
      {"read -t 0.5 x; echo $?", "142\n"},
      {"read -N 3 -t 0.5 x; echo $?", "142\n"},
      {"read -t 0; echo $?", "1\n"},
      {"timeout 0.5 cat; echo $?", "124\n"},
      {"timeout 0.5 bash -c 'mapfile x'; echo $?", "124\n"},
      {"timeout 0.5 bash -c 'select x in a; do :; done' 2> /dev/null; echo $?", "124\n"},
      {"timeout 0.5 bash -c '. /dev/stdin'; echo $?", "124\n"},
      {"timeout 0.5 head -n 1; echo $?", "124\n"},
      {"exec 3<&0; (sleep 0.1; echo slept) | cat & read -t 0.5 -u 3 x; echo $?", "slept\n142\n"},
      {"for i in 1 2; do sleep 0.1; echo $i; done > >(cat) & cat <&0 & wait %1", "1\n2\n"},
  };
  for (const auto& [script, printed] : kScripts) {
    SlowInput input("");
    auto shell = input.Builder().Build();
    const ExecResult result = shell->Exec(script, input.Options());
    EXPECT_EQ(result.stdout_text, printed) << script;
    EXPECT_EQ(result.limit, ShellLimit::kNone) << script;
    EXPECT_LE(input.now_ns, 600'000'000) << script;
  }
}

TEST(Shell, WhatGaveUpWaitingWaitsNoMore) {
  SlowInput input("");
  auto shell = input.Builder().Build();
  EXPECT_EQ(shell->Exec("read -t 0.2 x", input.Options()).exit_code, 142);
  EXPECT_EQ(shell->Exec("echo $?", input.Options()).stdout_text, "142\n");
  EXPECT_EQ(shell->Exec("coproc sleep 1; read -t 0.2 -u ${COPROC[0]} x", input.Options()).exit_code,
            142);
  EXPECT_EQ(shell->Exec("echo $?", input.Options()).stdout_text, "142\n");
  EXPECT_LE(input.now_ns, 2'000'000'000);
}

TEST(Shell, TheTimeLimitHoldsWhileItWaitsForInput) {
  for (const char* script :
       {"cat", "read x", "cat | cat", "while read x; do :; done", "mapfile", "x=$(cat)"}) {
    SlowInput input("");
    auto shell = input.Builder().Build();
    const ExecResult result = shell->Exec(script, input.Options());
    EXPECT_EQ(result.limit, ShellLimit::kTime) << script;
    EXPECT_EQ(result.exit_code, 124) << script;
    EXPECT_EQ(input.now_ns, 4'000'000'000) << script;
    EXPECT_LE(input.waits, 300) << script << " is busy while it waits";
  }
}

TEST(Shell, InputThatComesLateIsRead) {
  for (const char* script :
       {"cat", "read x; echo $x", "cat | cat", "while read x; do echo $x; done",
        "mapfile -t x; echo $x", "echo $(cat)"}) {
    SlowInput input("late\n", 1'000'000'000);
    auto shell = input.Builder().Build();
    const ExecResult result = shell->Exec(script, input.Options());
    EXPECT_EQ(result.stdout_text, "late\n") << script;
    EXPECT_EQ(result.exit_code, 0) << script;
    EXPECT_EQ(input.now_ns, 1'000'000'000) << script;
  }
}

TEST(Shell, AScriptThatWaitsForInputCanBeSavedAndCancelled) {
  SlowInput input("late\n", 3'000'000'000);
  Shell::Builder builder = input.Builder();
  auto shell = builder.Build();
  shell->Start("read x; echo $x; cat", input.Options());
  EXPECT_FALSE(shell->RunFor(1'000'000));  // a second
  auto moved = builder.Restore(*shell->Snapshot());
  ASSERT_TRUE(moved.ok()) << moved.status();
  moved->Connect(input.Options());
  EXPECT_FALSE(moved->RunFor(1'000'000));
  EXPECT_EQ(moved->Run().stdout_text, "late\n");
  EXPECT_EQ(input.now_ns, 3'000'000'000);
  shell->Cancel();
  EXPECT_EQ(shell->Run().limit, ShellLimit::kCancelled);
}

TEST(Shell, HooksRefuse) {
  auto shell = Shell::Builder()
                   .BeforeCommand([](std::span<const std::string> argv, std::string* refusal) {
                     *refusal = "not here";
                     return argv[0] != "rm";
                   })
                   .Build();
  ExecResult result = shell->Exec("rm -rf /; echo $?");
  EXPECT_EQ(result.stdout_text, "126\n");
  EXPECT_EQ(result.stderr_text, "bash: line 1: rm: not here\n");
}

TEST(Shell, LinksOfTheHostThatLeadOutOfAMountAreNotArchived) {
  namespace fs = std::filesystem;
  const fs::path host = fs::temp_directory_path() / ("shell_test." + std::to_string(getpid()));
  fs::create_directories(host);
  fs::create_symlink("/etc/hostname", host / "out");
  fs::create_symlink("here", host / "in");
  auto shell =
      Shell::Builder().Mount("/m", host.string(), {.mode = files::MountMode::kReadOnly}).Build();
  const ExecResult result = shell->Exec(
      "cd /m; tar cf /tmp/a.tar in out; echo $?; tar tvf /tmp/a.tar | sed 's/.* in/in/'");
  EXPECT_EQ(result.stdout_text, "2\nin -> here\n");
  EXPECT_EQ(result.stderr_text,
            "tar: out: Cannot readlink: Permission denied\ntar: Exiting with failure status due to "
            "previous errors\n");
  fs::remove_all(host);
}

// What is there by itself may be covered by what a host puts there, before there is any process.
TEST(Shell, FilesAndMountsMayCoverSystemFiles) {
  auto plain = MakeShell();
  const std::string listed =
      plain->Exec("find /proc /etc /usr /bin -not -path '/usr/bin/[b-z]*' 2>/dev/null").stdout_text;
  EXPECT_NE(listed.find("/proc/uptime\n"), std::string::npos);
  std::istringstream paths(listed);
  for (std::string path; std::getline(paths, path);) {
    auto with_file = Shell::Builder().Seed(1).File(path, "mine").Build();
    if (with_file.ok()) {
      EXPECT_EQ(with_file->Exec("cat '" + path + "'").stdout_text, "mine") << path;
      EXPECT_TRUE(Shell::Builder().Restore(*with_file->Snapshot()).ok()) << path;
    }
    auto mounted =
        Shell::Builder().Seed(1).Mount(path, std::filesystem::temp_directory_path(), {}).Build();
    if (mounted.ok()) {
      EXPECT_EQ(mounted->Exec("ls '" + path + "' >/dev/null").exit_code, 0) << path;
    }
  }
}

TEST(Shell, AnalyzeRunsNothing) {
  auto shell = MakeShell();
  ScriptAnalysis analysis =
      shell->Analyze("f() { grep x < in; }; f | sort > out; $cmd; for i in $(ls); do :; done");
  EXPECT_TRUE(analysis.valid);
  EXPECT_EQ(analysis.commands, (std::vector<std::string>{":", "f", "grep", "ls", "sort"}));
  EXPECT_EQ(analysis.files, (std::vector<std::string>{"in", "out"}));
  EXPECT_TRUE(analysis.has_dynamic_commands);
  EXPECT_FALSE(shell->Analyze("if").valid);
}

TEST(Shell, DeepNestingIsRefused) {
  auto shell = MakeShell();
  std::string open, close;
  for (int i = 0; i < 5000; ++i) {
    open += "$(echo ";
    close += ")";
  }
  EXPECT_EQ(shell->Exec("echo " + open + close).exit_code, 2);
  EXPECT_EQ(shell->Exec(std::string(100000, '(')).exit_code, 2);
  // (Arithmetic has a stack of its own: parentheses are only long.)
  EXPECT_EQ(
      shell->Exec("echo $((" + std::string(100000, '(') + "1" + std::string(100000, ')') + "))")
          .stdout_text,
      "1\n");
  EXPECT_EQ(shell->Exec("echo ok").stdout_text, "ok\n");
}

}  // namespace
}  // namespace pysub
