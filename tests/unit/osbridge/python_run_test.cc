// Running Python for somebody: exit codes, texts, limits, streams. All of it in this process and in
// a worker, which must not differ. PRODUCT.md, section 1.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "pysub/files/file_system.h"
#include "pysub/host.h"
#include "pysub/python/python_host.h"

namespace pysub {
namespace {

class PythonRunTest : public testing::TestWithParam<Isolation> {
 protected:
  static PythonHost& Host() {
    static PythonHost hosts[2] = {*PythonHost::Create({.isolation = Isolation::kInProcess}),
                                  *PythonHost::Create({.isolation = Isolation::kSubprocess})};
    return hosts[GetParam() == Isolation::kSubprocess];
  }
  static PythonResult Run(std::string_view code, PythonRequest request = {},
                          const PythonHost::Answer& answer = {}) {
    request.code = code;
    return Host().Run(request, answer);
  }
  static PythonRun Start(std::string_view code, PythonRequest request = {}) {
    request.code = code;
    return *Host().Start(request);
  }
};

INSTANTIATE_TEST_SUITE_P(, PythonRunTest,
                         testing::Values(Isolation::kInProcess, Isolation::kSubprocess),
                         [](const auto& info) {
                           return info.param == Isolation::kInProcess ? "InProcess" : "Worker";
                         });

TEST_P(PythonRunTest, ExitCodesAreThoseOfPython) {
  struct Row {
    const char* code;
    int exit_code;
    PythonEnd end;
    const char* out;
    const char* err;
  };
  const Row rows[] = {
      {"print(1)", 0, PythonEnd::kFinished, "1\n", ""},
      {"", 0, PythonEnd::kFinished, "", ""},
      {"raise SystemExit(3)", 3, PythonEnd::kExit, "", ""},
      {"raise SystemExit", 0, PythonEnd::kExit, "", ""},
      {"raise SystemExit(None)", 0, PythonEnd::kExit, "", ""},
      {"raise SystemExit(True)", 1, PythonEnd::kExit, "", ""},
      {"raise SystemExit(256 + 7)", 7, PythonEnd::kExit, "", ""},
      {"raise SystemExit(-1)", 255, PythonEnd::kExit, "", ""},
      {"raise SystemExit('bye')", 1, PythonEnd::kExit, "", "bye\n"},
      {"raise SystemExit(1, 2)", 1, PythonEnd::kExit, "", "(1, 2)\n"},
      {"raise SystemExit([])", 1, PythonEnd::kExit, "", "[]\n"},
      {"e = SystemExit(1)\ne.code = 'later'\nraise e", 1, PythonEnd::kExit, "", "later\n"},
      {"import sys\nprint('a')\nsys.exit(139)", 139, PythonEnd::kExit, "a\n", ""},
      {"print('kept')\n1 / 0", 1, PythonEnd::kRaised, "kept\n",
       "Traceback (most recent call last):\n  File \"<string>\", line 2, in <module>\n    1 / 0\n  "
       "  ~~^~~\n"
       "ZeroDivisionError: division by zero\n"},
      {"x = ", 1, PythonEnd::kSyntaxError, "",
       "  File \"<string>\", line 1\n    x = \n        ^\nSyntaxError: invalid syntax\n"},
      {"exec('x = ')", 1, PythonEnd::kRaised, "",
       "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n    exec('x "
       "= ')\n    ~~~~^^^^^^^^\n"
       "  File \"<string>\", line 1\n    x = \n        ^\nSyntaxError: invalid syntax\n"},
      {"class A: pass", 1, PythonEnd::kSyntaxError, "", nullptr},
      {"import subprocess", 1, PythonEnd::kRaised, "", nullptr},
      {"#!/usr/bin/python3\nprint(2)", 0, PythonEnd::kFinished, "2\n", ""},
  };
  for (const Row& row : rows) {
    const PythonResult result = Run(row.code);
    EXPECT_EQ(result.exit_code, row.exit_code) << row.code;
    EXPECT_EQ(result.end, row.end) << row.code;
    EXPECT_EQ(result.standard_output, row.out) << row.code;
    if (row.err != nullptr) {
      EXPECT_EQ(result.standard_error, row.err) << row.code;
    }
    EXPECT_GT(result.execution_time_ms, 0) << row.code;
  }
}

TEST_P(PythonRunTest, ModulesThatReachTheHostAreNotThere) {
  for (const char* name : {"subprocess", "socket", "ctypes", "urllib.request", "http.client",
                           "numpy", "multiprocessing", "signal"}) {
    const PythonResult result = Run(std::string("import ") + name);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.exception_type, "ModuleNotFoundError") << name;
  }
}

TEST_P(PythonRunTest, SyntaxErrorsMayHaveAnotherExitCode) {
  PythonRequest request;
  request.syntax_error_exit_code = 2;
  EXPECT_EQ(Run("x = ", request).exit_code, 2);
  EXPECT_EQ(Run("1/0", request).exit_code, 1);
  EXPECT_EQ(Run("\xFF", request).exit_code, 2);
}

TEST_P(PythonRunTest, TheLastExpressionIsEchoedWhenTheHostWantsIt) {
  PythonRequest request;
  EXPECT_EQ(Run("2 + 2", request).standard_output, "");
  request.echo = true;
  EXPECT_EQ(Run("2 + 2", request).standard_output, "4\n");
  EXPECT_EQ(Run("None", request).standard_output, "");
  EXPECT_EQ(Run("1\n'a'\n'b'", request).standard_output, "'b'\n");
  EXPECT_EQ(Run("x = 1", request).standard_output, "");
}

TEST_P(PythonRunTest, ArgumentsEnvironmentAndInputCross) {
  PythonRequest request;
  request.arguments = {"-c", "a b", "\xC3\xA9", "x\xFF"};
  request.standard_input = "one\ntwo\xFF\nthree";
  const PythonResult result =
      Run("import sys\nprint(ascii(sys.argv))\nprint(ascii(input()))\nfor line in sys.stdin: "
          "print(ascii(line))\n"
          "print(repr(sys.stdin.read()))\ntry: input()\nexcept EOFError as e: print(e)",
          request);
  EXPECT_EQ(result.standard_output,
            "['-c', 'a b', '\\xe9', 'x\\udcff']\n'one'\n'two\\udcff\\n'\n'three'\n''\nEOF when "
            "reading a line\n");
  EXPECT_EQ(result.standard_error, "");
}

TEST_P(PythonRunTest, WhatIsPrintedSurvivesByteByByte) {
  const PythonResult result =
      Run("import sys\nprint(''.join(map(chr, range(128))), end='')\n"
          "print('\\u20ac\\U0001f600')\nprint('err', file=sys.stderr)");
  std::string all;
  for (int i = 0; i < 128; ++i) all += static_cast<char>(i);
  EXPECT_EQ(result.standard_output, all + "€😀\n");
  EXPECT_EQ(result.standard_error, "err\n");
}

TEST_P(PythonRunTest, LimitsEndARunWithTheirMessage) {
  struct Row {
    const char* code;
    SandboxLimits limits;
    LimitKind limit;
    const char* last_line;
  };
  SandboxLimits memory, time, allocations, steps, output;
  memory.memory_bytes = 4 << 20;
  memory.allocations = std::nullopt;
  time.duration = std::chrono::milliseconds(50);
  allocations.allocations = 1000;
  steps.steps = 10'000;
  output.output_bytes = 1000;
  const Row rows[] = {
      {"x = []\nwhile True: x.append('a' * 1000 + str(len(x)))", memory, LimitKind::kMemory,
       "MemoryError: memory limit of 4194304 bytes exceeded\n"},
      {"while True: pass", time, LimitKind::kDuration,
       "TimeoutError: time limit of 0.05 s exceeded\n"},
      {"while True:\n  try:\n    while True: pass\n  except BaseException: pass", time,
       LimitKind::kDuration, "TimeoutError: time limit of 0.05 s exceeded\n"},
      {"while True: [1]", allocations, LimitKind::kAllocations,
       "MemoryError: allocation limit of 1000 exceeded\n"},
      {"while True: pass", steps, LimitKind::kSteps,
       "TimeoutError: step limit of 10000 exceeded\n"},
      {"while True: print('x' * 99)", output, LimitKind::kOutput,
       "OSError: output limit of 1000 bytes exceeded\n"},
  };
  for (const Row& row : rows) {
    PythonRequest request;
    request.limits = row.limits;
    const PythonResult result = Run(row.code, request);
    EXPECT_EQ(result.exit_code, 1) << row.code;
    EXPECT_EQ(result.end, PythonEnd::kLimit) << row.code;
    EXPECT_EQ(result.limit, row.limit) << row.code;
    EXPECT_TRUE(result.standard_error.starts_with("Traceback (most recent call last):\n"))
        << result.standard_error;
    EXPECT_TRUE(result.standard_error.ends_with(row.last_line)) << result.standard_error;
  }
  const PythonResult deep = Run("def f(): f()\nf()");
  EXPECT_EQ(deep.exception_type, "RecursionError");
  EXPECT_EQ(deep.exit_code, 1);
}

TEST_P(PythonRunTest, TheDefaultsAreTheProducts) {
  const SandboxLimits limits = PythonRequest().limits;
  EXPECT_EQ(limits.allocations, 1'000'000u);
  EXPECT_EQ(limits.duration, std::chrono::seconds(30));
  EXPECT_EQ(limits.memory_bytes, 64u << 20);
  EXPECT_EQ(limits.recursion_depth, 200u);
}

// Sleeping counts as running: nobody stays for a year by sleeping.
TEST_P(PythonRunTest, SleepingUsesTheTimeLimit) {
  PythonRequest request;
  request.limits.duration = std::chrono::milliseconds(50);
  const auto start = std::chrono::steady_clock::now();
  const PythonResult result =
      Run("import asyncio\nprint('before')\nasyncio.run(asyncio.sleep(1000))", request);
  EXPECT_EQ(result.limit, LimitKind::kDuration);
  EXPECT_EQ(result.standard_output, "before\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

// Once, however often it is saved meanwhile: also when a worker has not come as far as sleeping
// again.
TEST_P(PythonRunTest, ASleepThatIsSavedGoesOn) {
  PythonRequest request;
  request.limits.duration = std::chrono::milliseconds(800);
  std::optional<PythonRun> run = Start("import time\ntime.sleep(0.4)\nprint('slept')", request);
  while (run->Step() == PythonRun::State::kBusy) usleep(200);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 20 && run->state() != PythonRun::State::kEnded; ++i) {
    usleep(30'000);
    absl::StatusOr<std::string> saved = run->Snapshot();
    while (absl::IsUnavailable(saved.status())) usleep(200), saved = run->Snapshot();
    ASSERT_TRUE(saved.ok()) << saved.status();
    run = *Host().Restore(*saved, request);
    if (i % 2 == 0) run->Step();
  }
  const PythonResult result = PythonHost::RunToEnd(*run);
  EXPECT_EQ(result.standard_output, "slept\n") << result.standard_error;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_P(PythonRunTest, WhatTheHostTakesDoesNotCount) {
  PythonRequest request;
  request.limits.duration = std::chrono::milliseconds(60);
  request.functions = {{"slow", ""}};
  const PythonResult result = Run("slow()\nprint('done')", request, [](const FunctionCall&) {
    struct timespec wait = {0, 150'000'000};
    nanosleep(&wait, nullptr);
    return HostValue();
  });
  EXPECT_EQ(result.standard_output, "done\n") << result.standard_error;
  request.wall_time = std::chrono::milliseconds(100);
  EXPECT_EQ(Run("slow()\nslow()", request,
                [](const FunctionCall&) {
                  struct timespec wait = {0, 150'000'000};
                  nanosleep(&wait, nullptr);
                  return HostValue();
                })
                .limit,
            LimitKind::kDuration);
}

TEST_P(PythonRunTest, FunctionsOfTheHostAreAnswered) {
  PythonRequest request;
  request.functions = {{"add", "Adds."}, {"fail", ""}, {"odd", ""}, {"echo", ""}};
  const auto answer = [](const FunctionCall& call) -> Reply {
    if (call.name == "add")
      return HostValue(call.Arg(0).as_int().value_or(0) + *call.kwargs[0].second.as_int());
    if (call.name == "fail")
      return HostException("OSError", {HostValue(2), HostValue("nothing"), HostValue("/x")});
    if (call.name == "odd") return HostException("NoSuchError", "x");
    return call.Arg(0);
  };
  const PythonResult result =
      Run("print(add(1, y=2), add.__doc__)\n"
          "try: fail()\nexcept FileNotFoundError as e: print(e.errno, e)\n"
          "for x in [(1, [2]), {1: {2}}, 'a\\ud800', b'\\xff', 1.5, 10**40, range(3)]:\n  "
          "print(ascii(echo(x)), type(echo(x)) is type(x))\n"
          "try: odd()\nexcept Exception as e: print(type(e).__name__)\n"
          "try: echo()\nexcept Exception as e: print('?')\n" +
              std::string(),
          request, [&](const FunctionCall& call) -> Reply {
            if (call.args.empty() && call.name == "echo")
              return HostException("TypeError", "echo() wants an argument");
            return answer(call);
          });
  EXPECT_EQ(result.standard_output,
            "3 Adds.\n2 [Errno 2] nothing: '/x'\n(1, [2]) True\n{1: {2}} True\n'a\\ud800' "
            "True\nb'\\xff' True\n1.5 True\n"
            "10000000000000000000000000000000000000000 True\nrange(0, 3) True\nValueError\n?\n")
      << result.standard_error;
}

TEST_P(PythonRunTest, SignaturesBindWhatIsPassed) {
  pysub::Host host;
  host.Function("add(a, b=2)", "", [](int64_t a, int64_t b) { return a + b; });
  PythonRequest request;
  request.functions = {{"add(a, b=2)", "Adds."}, {"show(x, /, *rest, y=(), **others)", ""}};
  const PythonResult result = Run(
      "print(add(1), add(b=5, a=1), add.__doc__, add.__text_signature__)\n"
      "for wrong in (lambda: add(), lambda: add(1, 2, 3), lambda: add('x'), lambda: add(1, c=2)):\n"
      "    try: wrong()\n    except TypeError as e: print(e)\n"
      "print(show(1, 2, 3, z=4))\n",
      request, [&](const FunctionCall& call) -> Reply {
        if (call.name == "add") return host.Call(call);
        return HostValue::List(
            {call.Arg("x"), HostValue::List(call.args), call.Arg("y"), call.Arg("z")});
      });
  EXPECT_EQ(result.standard_output,
            "3 6 Adds. (a, b=2)\nadd() missing 1 required positional argument: 'a'\n"
            "add() takes from 1 to 2 positional arguments but 3 were given\nadd() argument 'a' "
            "must be int, not str\n"
            "add() got an unexpected keyword argument 'c'\n[1, [1, 2, 3], (), 4]\n")
      << result.standard_error;
}

TEST_P(PythonRunTest, AFunctionThatNobodyAnswersIsANameError) {
  PythonRequest request;
  request.functions = {{"f", ""}};
  EXPECT_EQ(Run("f()", request).exception_type, "NameError");
}

// A stage of a pipeline: input in pieces, output as it comes, a turn for everybody.
TEST_P(PythonRunTest, StepsTakeInputInPieces) {
  PythonRequest request;
  request.standard_input = std::nullopt;
  PythonRun run = Start("import sys\nfor line in sys.stdin: print(line.strip().upper())", request);
  std::string out;
  const auto until = [&](PythonRun::State state) {
    for (int i = 0; i < 20'000 && run.state() != state; ++i) {
      run.Step(1000);
      out += run.TakeOutput(OutputStream::kOut);
      if (run.state() == PythonRun::State::kBusy) usleep(200);
    }
    return run.state() == state;
  };
  ASSERT_TRUE(until(PythonRun::State::kWantsInput));
  run.GiveInput("on");
  run.Step();
  ASSERT_TRUE(until(PythonRun::State::kWantsInput));
  EXPECT_EQ(out, "");
  run.GiveInput("e\ntw");
  ASSERT_NE(run.state(), PythonRun::State::kWantsInput);
  run.Step();
  ASSERT_TRUE(until(PythonRun::State::kWantsInput));
  run.GiveInput("o");
  run.EndInput();
  ASSERT_TRUE(until(PythonRun::State::kEnded));
  EXPECT_EQ(out, "ONE\nTWO\n");
  EXPECT_EQ(run.result().exit_code, 0);
}

TEST_P(PythonRunTest, AProgramThatComputesGivesOthersTheirTurn) {
  PythonRun run = Start("while True: pass");
  for (int i = 0; i < 10; ++i) EXPECT_NE(run.Step(1000), PythonRun::State::kEnded);
  run.Cancel();
  EXPECT_EQ(run.Step(), PythonRun::State::kEnded);
  EXPECT_EQ(run.result().limit, LimitKind::kCancelled);
  EXPECT_EQ(run.result().exit_code, 1);
  EXPECT_TRUE(run.result().standard_error.ends_with("KeyboardInterrupt: cancelled\n"));
}

// Saved in the middle, and gone on with elsewhere, twice.
TEST_P(PythonRunTest, ARunIsSavedInTheMiddleOfItsInput) {
  PythonRequest request;
  request.standard_input = std::nullopt;
  request.functions = {{"ask", ""}};
  PythonRun run = Start(
      "import sys\nprint('start')\nlines = [sys.stdin.readline(), sys.stdin.readline()]\n"
      "print(lines, ask(len(lines)))\nprint(sys.stdin.readline())",
      request);
  run.GiveInput("a\nb\nhal");
  while (run.state() != PythonRun::State::kCalls && run.state() != PythonRun::State::kEnded)
    run.Step();
  ASSERT_EQ(run.state(), PythonRun::State::kCalls) << run.result().standard_error;
  absl::StatusOr<std::string> saved = run.Snapshot();
  for (int i = 0; i < 20'000 && absl::IsUnavailable(saved.status()); ++i) {
    usleep(200);
    saved = run.Snapshot();
  }
  ASSERT_TRUE(saved.ok()) << saved.status();
  for (int i = 0; i < 2; ++i) {
    absl::StatusOr<PythonRun> again = Host().Restore(*saved, request);
    ASSERT_TRUE(again.ok()) << again.status();
    again->GiveInput("f\n");
    const PythonResult result = PythonHost::RunToEnd(
        *again, [](const FunctionCall& call) { return HostValue(call.Arg(0)); });
    EXPECT_EQ(result.standard_output, "start\n['a\\n', 'b\\n'] 2\nhalf\n\n")
        << result.standard_error;
  }
  // And the first goes on as if nothing had been.
  EXPECT_TRUE(run.Answer(HostValue(7)).ok());
  EXPECT_EQ(PythonHost::RunToEnd(run).standard_output, "start\n['a\\n', 'b\\n'] 7\nhal\n");
  for (size_t size : {size_t{0}, size_t{5}, size_t{20}, saved->size() - 1}) {
    absl::StatusOr<PythonRun> damaged = Host().Restore(saved->substr(0, size), request);
    if (damaged.ok()) {  // a worker says so itself
      EXPECT_EQ(PythonHost::RunToEnd(*damaged).end, PythonEnd::kWorkerError);
    } else {
      EXPECT_EQ(damaged.status().code(), absl::StatusCode::kDataLoss);
    }
  }
}

// What the shell writes Python reads, and the other way round.
TEST_P(PythonRunTest, FilesAreThoseOfTheFileSystem) {
  files::FileSystem tree;
  ASSERT_TRUE(tree.Mkdir({}, "/home").ok() &&
              tree.WriteFile({}, "/home/in.txt", "one\ntwo\n").ok());
  ASSERT_TRUE(tree.WriteFile({}, "/bytes", std::string_view("\xFF\n\0", 3)).ok());
  PythonRequest request;
  request.files = &tree;
  request.working_directory = "/home";
  request.environment = {{"USER", "me"}};
  const PythonResult result =
      Run("import os, pathlib\n"
          "print(open('in.txt').readlines(), open('/bytes', 'rb').read())\n"
          "with open('out.txt', 'w') as f: print('written', file=f)\n"
          "p = pathlib.Path('d/e')\np.mkdir(parents=True, exist_ok=True)\n(p / "
          "'x').write_bytes(b'\\xfe')\n"
          "print(sorted(os.listdir()), (p / 'x').stat().st_size, p.is_dir(), os.getcwd(), "
          "os.getenv('USER'), os.environ['USER'])\n"
          "os.symlink('in.txt', 'link'); print(os.readlink('link'), "
          "pathlib.Path('link').resolve(), os.path.islink('link'))\n"
          "os.rename('in.txt', 'moved'); os.unlink('link'); os.chmod('moved', 0o600); "
          "os.utime('moved', (1, 2))\n"
          "print(oct(os.stat('moved').st_mode), os.stat('moved').st_mtime, os.access('moved', "
          "os.R_OK))\n"
          "os.chdir('d'); print(os.getcwd(), os.path.realpath('../x'), [e.name for e in "
          "os.scandir()])\n"
          "for path in ['nothing', '/home', '/etc/passwd', '../../../../etc/passwd', 'e/x/y']:\n"
          "    try: open(path)\n    except OSError as e: print(type(e).__name__, e)\n",
          request);
  EXPECT_EQ(result.standard_error, "");
  EXPECT_EQ(result.standard_output,
            "['one\\n', 'two\\n'] b'\\xff\\n\\x00'\n"
            "['d', 'in.txt', 'out.txt'] 1 True /home me me\n"
            "in.txt /home/in.txt True\n"
            "0o100600 2.0 True\n"
            "/home/d /home/x ['e']\n"
            "FileNotFoundError [Errno 2] No such file or directory: 'nothing'\n"
            "IsADirectoryError [Errno 21] Is a directory: '/home'\n"
            "FileNotFoundError [Errno 2] No such file or directory: '/etc/passwd'\n"
            "FileNotFoundError [Errno 2] No such file or directory: '../../../../etc/passwd'\n"
            "NotADirectoryError [Errno 20] Not a directory: 'e/x/y'\n");
  EXPECT_EQ(*tree.ReadFile({}, "/home/out.txt"), "written\n");
  EXPECT_EQ(*tree.ReadFile({}, "/home/d/e/x"), "\xFE");
  EXPECT_EQ(Run("open('/etc/passwd')").exception_type,
            "FileNotFoundError");  // without files there are none
}

TEST_P(PythonRunTest, ARequestThatMakesNoSenseIsAnError) {
  PythonRequest request;
  request.working_directory = "relative";
  EXPECT_EQ(Run("1", request).end, PythonEnd::kWorkerError);
  request.working_directory = "/";
  request.limits.memory_bytes = 0;
  EXPECT_EQ(Run("1", request).end, PythonEnd::kWorkerError);
}

TEST_P(PythonRunTest, ALongPipelineIsFast) {
  PythonRequest request;
  request.limits.allocations = std::nullopt;
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += std::to_string(i) + "\n";
  request.standard_input = lines;
  const PythonResult result =
      Run("import sys\nprint(sum(int(line) for line in sys.stdin))", request);
  EXPECT_EQ(result.standard_output, "4999950000\n") << result.standard_error;
  EXPECT_LT(result.execution_time_ms, 3000);
}

}  // namespace
}  // namespace pysub
