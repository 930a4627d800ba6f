// Python in scripts of the sandbox shell, in this process and in workers, which must not differ.

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "pysub/shell/shell.h"
#include "shell/python/python_options.h"

namespace pysub {
namespace {

class ShellPythonModesTest : public testing::TestWithParam<Isolation> {
 protected:
  static absl::StatusOr<Shell> MakeShell(PythonOptions options = {}) {
    options.host = {.isolation = GetParam(), .warm_workers = 1};
    absl::StatusOr<Shell> shell = Shell::Builder().Python(options).Build();
    EXPECT_TRUE(shell.ok()) << shell.status();
    return shell;
  }
  // Standard output and error, and "exit N" when that is not 0.
  static std::string Run(std::string_view script, PythonOptions options = {}) {
    const ExecResult result = MakeShell(options)->Exec(script);
    return result.stdout_text + result.stderr_text +
           (result.exit_code != 0 ? "exit " + std::to_string(result.exit_code) + "\n" : "");
  }
};

INSTANTIATE_TEST_SUITE_P(, ShellPythonModesTest,
                         testing::Values(Isolation::kInProcess, Isolation::kSubprocess),
                         [](const auto& info) {
                           return info.param == Isolation::kInProcess ? "InProcess" : "Worker";
                         });

TEST(ShellWithoutWorkerTest, AWorkerThatIsWantedAndMissingIsAnError) {
  setenv("PYSUB_WORKER", "/nowhere", 1);
  PythonOptions options;
  options.host.isolation = Isolation::kSubprocess;
  const absl::Status refused = Shell::Builder().Python(options).Build().status();
  EXPECT_TRUE(std::string(refused.message()).starts_with("pysub-worker was not found")) << refused;
  unsetenv("PYSUB_WORKER");
}

// Programs of several files, -m and PYTHONPATH: they import what the shell's files are.
TEST_P(ShellPythonModesTest, ProgramsImportTheirOwnFiles) {
  const std::string files =
      "mkdir -p /tmp/w/pkg; cd /tmp/w\n"
      "echo 'import sys; print(__name__, __package__, __file__, sys.argv[1:])' > pkg/__main__.py; "
      "touch pkg/__init__.py\n"
      "echo 'def f(n): return 1 // n' > helper.py\n"
      "printf 'import helper\nfrom pkg import __path__ as p\nprint(p, helper.f(1))\nhelper.f(0)\n' "
      "> main.py\n";
  EXPECT_EQ(Run(files + "python3 -m pkg a b; cd /; python3 tmp/w/pkg/../main.py 2>&1"),
            "__main__ pkg /tmp/w/pkg/__main__.py ['a', 'b']\n"
            "['/tmp/w/pkg/../pkg'] 1\n"
            "Traceback (most recent call last):\n"
            "  File \"tmp/w/pkg/../main.py\", line 4, in <module>\n"
            "    helper.f(0)\n"
            "    ~~~~~~~~^^^\n"
            "  File \"/tmp/w/pkg/../helper.py\", line 1, in f\n"
            "    def f(n): return 1 // n\n"
            "                     ~~^^~~\n"
            "ZeroDivisionError: division by zero\n"
            "exit 1\n");
  EXPECT_EQ(Run(files + "python3 -c 'import helper; helper.f(1)'; cd /; PYTHONPATH=/none:/tmp/w "
                        "python3 -c 'import helper; helper.f(1)'\n"
                        "python3 -m nope; python3 -c 'import helper' 2>&1 | tail -n 1; python3 -m "
                        "json.tool <<< [1]"),
            "1\n1\nModuleNotFoundError: No module named 'helper'\n[\n    1\n]\npython3: No module "
            "named nope\n");
  // -P: not beside the script or in the current directory; -E: not in PYTHONPATH; -I: neither.
  EXPECT_EQ(Run(files + "export PYTHONPATH=/tmp/w/pkg; echo 'x = 2' > pkg/other.py; cd /; echo "
                        "'import sys; print(sys.path)' > /tmp/w/path.py\n"
                        "for option in -B -P -E -I -EP; do python3 $option -c 'import sys; "
                        "print(sys.path)'; python3 $option /tmp/w/path.py; done\n"
                        "python3 -P -c 'import other'; python3 -E -c 'import other' 2>&1 | tail -n "
                        "1; python3 -I /tmp/w/main.py 2>&1 | tail -n 1"),
            "['', '/tmp/w/pkg']\n['/tmp/w', "
            "'/tmp/w/pkg']\n['/tmp/w/pkg']\n['/tmp/w/pkg']\n['']\n['/tmp/w']\n[]\n[]\n[]\n[]\n"
            "ModuleNotFoundError: No module named 'other'\nModuleNotFoundError: No module named "
            "'helper'\n");
  // A script may write what it imports, and a file may be closed to it.
  EXPECT_EQ(Run("cd /tmp; echo 'x = 1' > a.py; chmod 000 a.py; python3 -c '\nopen(\"b.py\", "
                "\"w\").write(\"y = 2\")\nimport b; print(b.y)\nimport a' 2>&1 | "
                "sed 's/.*PermissionError/PermissionError/' | grep -v '^Trace\\|^ '"),
            "2\nPermissionError: [Errno 13] Permission denied: '/tmp/a.py'\n");
}

// Programs in workers hold memory beside the shell's; it is taken out of the shell's
// account while they run.
TEST_P(ShellPythonModesTest, ProgramsThatRunTogetherShareTheMemoryOfTheShell) {
  ShellLimits limits;
  limits.memory_bytes = 96 << 20;
  PythonOptions options;
  options.host.isolation = GetParam();
  absl::StatusOr<Shell> shell = Shell::Builder().Python(options).Limits(limits).Build();
  // Each takes 2 MB at a time as long as it can, says how much it has, and keeps it
  // until all have said so.
  const ExecResult result = shell->Exec(
      "mkfifo p; exec 3<> p\n"
      "for i in 1 2 3 4 5 6; do python3 -c 'x = []\n"
      "try:\n"
      "    while len(x) < 20: x.append(bytearray(2000000))\n"
      "except MemoryError: pass\n"
      "print(len(x), flush=True)\n"
      "input()' <&3 & done; sleep 3; for i in 1 2 3 4 5 6; do echo >&3; done; wait");
  int megabytes = 0;
  std::istringstream lines(result.stdout_text);
  for (int count = 0; lines >> count;) megabytes += 2 * count;
  EXPECT_LE(megabytes, 96) << result.stdout_text << result.stderr_text;
}

TEST(ShellWorkersTest, ProgramsWaitForTheMemoryOfThoseThatRun) {
  PythonOptions options;
  options.host.isolation = Isolation::kSubprocess;
  ShellLimits limits;
  limits.memory_bytes = 24 << 20;
  absl::StatusOr<Shell> shell = Shell::Builder().Python(options).Limits(limits).Build();
  EXPECT_EQ(
      shell->Exec("for i in {1..25}; do python3 -c 'print(1)' & done | wc -l; wait").stdout_text,
      "25\n");
}

TEST_P(ShellPythonModesTest, IsAStageOfAPipeline) {
  EXPECT_EQ(Run("printf 'b\\na\\n' | python3 -c 'import sys\nfor line in sys.stdin: "
                "print(line.strip() + \"!\")' | sort"),
            "a!\nb!\n");
  EXPECT_EQ(Run("python3 -c 'for i in range(10**9): print(i)' | head -n 2"), "0\n1\n");
  EXPECT_EQ(Run("python3 -c 'print(1)' | python -c 'print(int(input()) + 1)' | python3 -c "
                "'print(int(input()) + 1)'"),
            "3\n");
  EXPECT_EQ(Run("python3 -c 'raise SystemExit(3)' | cat; echo ${PIPESTATUS[*]}"), "3 0\n");
}

TEST_P(ShellPythonModesTest, WorksWhereverACommandDoes) {
  EXPECT_EQ(Run("x=$(python3 -c 'print(6 * 7)'); echo \"<$x>\""), "<42>\n");
  EXPECT_EQ(Run("if python3 -c 'raise SystemExit(1)'; then echo yes; else echo no; fi"), "no\n");
  EXPECT_EQ(Run("python3 -c 'pass' && echo and; python3 -c '1/0' 2>/dev/null || echo or"),
            "and\nor\n");
  EXPECT_EQ(Run("for i in 1 2 3; do python3 -c \"print($i * 2)\"; done"), "2\n4\n6\n");
  EXPECT_EQ(
      Run("double() { python3 -c 'import sys; print(int(sys.argv[1]) * 2)' \"$1\"; }; double 21"),
      "42\n");
  EXPECT_EQ(
      Run("python3 -c 'import sys; print(1); print(2, file=sys.stderr)' > out 2> err; cat err out"),
      "2\n1\n");
  EXPECT_EQ(Run("x=$(python3 -c 'print(\"bg\")' & echo fg); echo $x | tr ' ' '\\n' | sort"),
            "bg\nfg\n");
  EXPECT_EQ(Run("python3 <<'E'\nprint('here')\nE\npython3 <<< 'print(\"string\")'\necho "
                "'print(\"-\")' | python3 -"),
            "here\nstring\n-\n");
  EXPECT_EQ(Run("echo 'import sys; print(sys.argv)' > s.py; python3 s.py a 'b c'"),
            "['s.py', 'a', 'b c']\n");
  EXPECT_EQ(Run("echo 'print(input())' > s.py; echo data | python3 s.py"), "data\n");
}

TEST_P(ShellPythonModesTest, ItsExitCodeIsTheShells) {
  EXPECT_EQ(Run("python3 -c 'import sys; sys.exit(139)'"), "exit 139\n");
  EXPECT_EQ(Run("python3 nothing.py"),
            "python3: can't open file '/home/user/nothing.py': [Errno 2] No such file or "
            "directory\nexit 2\n");
  EXPECT_EQ(Run("python3 -c 'x = = 1' 2>/dev/null"), "exit 1\n");
  PythonOptions options;
  options.syntax_error_exit_code = 2;
  EXPECT_EQ(Run("python3 -c 'x = = 1' 2>/dev/null", options), "exit 2\n");
}

// Bash expands "..." before Python sees it, '...' not.
TEST_P(ShellPythonModesTest, CodeIsData) {
  EXPECT_EQ(Run("x=5; python3 -c \"print($x)\"; python3 -c 'print(\"$x\")'"), "5\n$x\n");
  EXPECT_EQ(Run("python3 -c 'print(\"$(echo pwned) `echo pwned`\")'"),
            "$(echo pwned) `echo pwned`\n");
}

TEST_P(ShellPythonModesTest, LimitsEndTheProgramAndNotTheShell) {
  PythonOptions options;
  options.limits.duration = std::chrono::milliseconds(50);
  const std::string text = Run("python3 -c 'while True: pass'; echo $?", options);
  EXPECT_TRUE(text.starts_with("1\nTraceback")) << text;
  EXPECT_TRUE(text.ends_with("TimeoutError: time limit of 0.05 s exceeded\n")) << text;
}

TEST_P(ShellPythonModesTest, TheShellsOwnLimitEndsIt) {
  absl::StatusOr<Shell> shell = MakeShell();
  ExecOptions options;
  options.timeout = std::chrono::milliseconds(100);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(shell->Exec("python3 -c 'while True: pass'", options).exit_code, 124);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(shell->Exec("python3 -c 'print(1)'").stdout_text, "1\n");  // it goes on
}

TEST_P(ShellPythonModesTest, NothingIsKeptFromOneProgramToTheNext) {
  EXPECT_EQ(Run("python3 -c 'import json; json.x = 1; y = 2'; python3 -c 'import json; "
                "print(hasattr(json, \"x\"), \"y\" in globals())'"),
            "False False\n");
}

}  // namespace
}  // namespace pysub
