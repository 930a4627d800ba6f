// python3 as a command of the sandbox shell, stepped by a scheduler that is a test. PRODUCT.md,
// section 1.

#include "shell/python/python_command.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <string>

#include "pysub/files/file_system.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

// As much of a scheduler as one command needs.
class FakeIo : public CommandIo {
 public:
  FakeIo(files::FileSystem& tree, std::vector<std::string> args)
      : tree_(tree), args_(std::move(args)) {}

  std::string_view name() const override { return "python3"; }
  std::span<const std::string> args() const override { return args_; }
  std::optional<std::string_view> Env(std::string_view) const override { return std::nullopt; }
  std::vector<std::string> Environment() const override { return {"USER=me", "EMPTY="}; }
  const std::string& cwd() const override { return cwd_; }
  uint32_t umask() const override { return 022; }

  // Standard input comes in pieces: `wait` before each.
  ReadStatus ReadSome(int fd, std::string_view* bytes, size_t) override {
    if (fd == 0) {
      if (++asked_ % 2 == 1) return ReadStatus::kWait;
      if (next_piece_ == pieces.size()) return ReadStatus::kEnd;
      *bytes = pieces[next_piece_++];
      return ReadStatus::kData;
    }
    if (opened_.empty()) return ReadStatus::kEnd;
    given_ = std::exchange(opened_, "");
    *bytes = given_;
    return ReadStatus::kData;
  }
  ReadStatus ReadLine(int, char, Line*) override { return ReadStatus::kEnd; }
  ReadStatus Peek(int) override { return ReadStatus::kEnd; }
  void GiveBack(int) override {}
  void Write(int fd, std::string_view bytes) override { output[fd] += bytes; }
  bool write_failed() const override { return false; }
  void Error(std::string_view text) override {
    output[2] += "python3: " + std::string(text) + "\n";
  }
  void Error(std::string_view what, int) override { Error(what); }
  int error() const override { return error_; }
  int Open(std::string_view path, OpenMode) override {
    files::Result<std::string> text = tree_.ReadFile({.cwd = cwd_}, path);
    error_ = text.error();
    if (!text.ok()) return -1;
    opened_ = *text;
    return 1000;
  }
  void Close(int) override {}
  bool IsOpen(int) const override { return true; }
  bool IsTerminal(int) const override { return false; }
  std::optional<uint64_t> FileSize(int) const override { return std::nullopt; }
  void Pipe(int*, int*) override {}
  size_t staged() const override { return 0; }
  bool Lock(int, LockKind) override { return true; }
  bool HasStreamsOfShell() const override { return false; }
  files::FileSystem& files() override { return tree_; }
  std::string Absolute(std::string_view path) const override {
    return path.starts_with('/') ? std::string(path) : cwd_ + "/" + std::string(path);
  }
  int64_t RealTimeNs() const override { return MonotonicNs(); }
  int64_t MonotonicNs() const override {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  }
  void WakeAt(int64_t) override {}
  uint64_t Random() override { return 4; }
  void StopTime(bool) override {}
  bool Tick(uint64_t) override { return false; }
  ParseAccount& account() override { return nobody; }
  bool Reserve(int64_t bytes) override {
    reserved += bytes;
    return reserved <= most;
  }
  int Spawn(std::span<const std::string>, const ChildOptions&) override { return -1; }
  std::optional<int> WaitChild(int) override { return 127; }
  void KillChild(int, int) override {}

  std::vector<std::string> pieces;
  std::map<int, std::string> output;
  struct Nobody final : ParseAccount {
    bool Tick(uint64_t) override { return true; }
    bool ChargeMemory(int64_t) override { return true; }
  };
  Nobody nobody;
  int64_t reserved = 0;
  int64_t most = INT64_MAX;

 private:
  files::FileSystem& tree_;
  const std::vector<std::string> args_;
  const std::string cwd_ = "/home";
  int asked_ = 0;
  size_t next_piece_ = 0;
  std::string opened_, given_;
  int error_ = 0;
};

class PythonCommandTest : public testing::TestWithParam<Isolation> {
 protected:
  struct Ended {
    int status = -1;
    std::string out, err;
  };

  PythonCommandTest()
      : host_(std::make_shared<PythonHost>(
            *PythonHost::Create({.isolation = GetParam(), .warm_workers = 0}))) {
    static_cast<void>(tree_.Mkdir({}, "/home"));
    static_cast<void>(
        tree_.WriteFile({}, "/home/a.py",
                        "#!/usr/bin/env python3\nimport sys\nprint(sys.argv, __name__)\n1 + 1\n"));
    static_cast<void>(tree_.WriteFile({}, "/home/bad.py", "print('not run')\nx = = 1\n"));
    static_cast<void>(
        tree_.WriteFile({}, "/home/latin.py", "# coding: latin-1\nprint(ascii('\xE9'))\n"));
  }

  // Steps to the end; every `save_each` steps the command is saved and another one goes on.
  Ended Run(std::vector<std::string> args, std::vector<std::string> pieces = {},
            PythonOptions options = {}, int save_each = 0) {
    FakeIo io(tree_, std::move(args));
    io.pieces = std::move(pieces);
    io.most = most_;
    std::unique_ptr<Command> command = MakePython(host_, options);
    for (int step = 1; step < 100'000; ++step) {
      const Progress progress = command->Step(io);
      if (progress.kind() == Progress::Kind::kDone)
        return {progress.status(), io.output[1], io.output[2]};
      if (progress.kind() == Progress::Kind::kWait) usleep(50);
      if (save_each == 0 || step % save_each != 0 || command->JustBegun()) continue;
      Archive save;
      command->Fields(save);
      EXPECT_TRUE(save.ok());
      const std::string bytes = save.TakeBytes();
      command = MakePython(host_, options);
      Archive load(bytes);
      command->Fields(load);
      EXPECT_TRUE(load.ok() && load.AtEnd());
    }
    return {};
  }
  void Expect(const Ended& ended, int status, std::string_view out, std::string_view err = "") {
    EXPECT_EQ(ended.status, status);
    EXPECT_EQ(ended.out, out);
    EXPECT_EQ(ended.err, err);
  }

  files::FileSystem tree_;
  int64_t most_ = INT64_MAX;
  std::shared_ptr<const PythonHost> host_;
};

INSTANTIATE_TEST_SUITE_P(, PythonCommandTest,
                         testing::Values(Isolation::kInProcess, Isolation::kSubprocess),
                         [](const auto& info) {
                           return info.param == Isolation::kInProcess ? "InProcess" : "Worker";
                         });

TEST_P(PythonCommandTest, RunsCodeFilesAndStandardInput) {
  Expect(Run({"-c", "2 + 2"}), 0, "4\n");
  Expect(Run({"-c", "None"}), 0, "");
  Expect(Run({"-c2 + 2"}), 0, "4\n");
  Expect(Run({"-uc", "import sys; print(sys.argv)", "-x", "y"}), 0, "['-c', '-x', 'y']\n");
  Expect(Run({"a.py", "-c", "b"}), 0, "['a.py', '-c', 'b'] __main__\n");
  Expect(Run({"-B", "-I", "/home/a.py"}), 0, "['/home/a.py'] __main__\n");
  Expect(Run({"latin.py"}), 0, "'\\xe9'\n");
  Expect(Run({}, {"import sys\nprint(sys.ar", "gv)\n1 + 1\nprint(repr(sys.stdin.read()))"}), 0,
         "['']\n''\n");
  Expect(Run({"-", "a"}, {"import sys; print(sys.argv)"}), 0, "['-', 'a']\n");
  Expect(Run({}), 0, "");
}

TEST_P(PythonCommandTest, WithCodeOrAFileStandardInputIsTheProgramsData) {
  Expect(
      Run({"-c", "import sys\nfor l in sys.stdin: print(l.strip() + '!')"}, {"a\nb", "c\n", "d"}),
      0, "a!\nbc!\nd!\n");
  Expect(Run({"-c", "print(input(), input())"}, {"a\nb\n"}), 0, "a b\n");
}

TEST_P(PythonCommandTest, SaysItsVersionAndUsage) {
  Expect(Run({"--version"}), 0, "Python 3.14.0\n");
  Expect(Run({"-V"}), 0, "Python 3.14.0\n");
  EXPECT_TRUE(Run({"-h"}).out.starts_with("usage: python3 [option] ... [-c cmd"));
}

TEST_P(PythonCommandTest, ExitCodesOfWhatCannotBeRun) {
  Expect(Run({"nothing.py"}), 2, "",
         "python3: can't open file '/home/nothing.py': [Errno 2] No such file or directory\n");
  Expect(Run({"/home"}), 1, "", "python3: can't find '__main__' module in '/home'\n");
  const std::string usage =
      "\nusage: python3 [option] ... [-c cmd | -m mod | file | -] [arg] ...\nTry `python -h' for "
      "more information.\n";
  Expect(Run({"-c"}), 2, "", "Argument expected for the -c option" + usage);
  Expect(Run({"-z"}), 2, "", "Unknown option: -z" + usage);
  Expect(Run({"--what"}), 2, "", "unknown option --what" + usage);
  Expect(Run({"-m", "http.server"}), 1, "",
         "python3: Error while finding module specification for 'http.server' "
         "(ModuleNotFoundError: No module named 'http')\n");
}

TEST_P(PythonCommandTest, ExitCodesOfPrograms) {
  Expect(Run({"-c", "print('kept')\nraise SystemExit(7)"}), 7, "kept\n");
  Expect(Run({"-c", "import sys; sys.exit('no')"}), 1, "", "no\n");
  const std::string syntax =
      "  File \"bad.py\", line 2\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n";
  Expect(Run({"bad.py"}), 1, "", syntax);
  PythonOptions options;
  options.syntax_error_exit_code = 2;
  Expect(Run({"bad.py"}, {}, options), 2, "", syntax);
  Expect(Run({"-c", "print(1)\n1/0"}, {}, options), 1, "1\n",
         "Traceback (most recent call last):\n  File \"<string>\", line 2, in <module>\n    1/0\n  "
         "  ~^~\nZeroDivisionError: division by zero\n");
}

TEST_P(PythonCommandTest, EchoIsTheHostsToDecide) {
  PythonOptions options;
  options.echo = false;
  Expect(Run({"-c", "2 + 2"}, {}, options), 0, "");
  options.echo = true;
  Expect(Run({}, {"2 + 2"}, options), 0, "4\n");
}

TEST_P(PythonCommandTest, LimitsAreItsOwnAndTheShells) {
  PythonOptions options;
  options.limits.duration = std::chrono::milliseconds(30);
  const Ended ended = Run({"-c", "print('before')\nwhile True: pass"}, {}, options);
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "before\n");
  EXPECT_TRUE(ended.err.ends_with("TimeoutError: time limit of 0.03 s exceeded\n")) << ended.err;
  most_ = 1000;  // of the shell's memory
  EXPECT_EQ(Run({}, {std::string(2000, '#')}).status, 2);
}

TEST_P(PythonCommandTest, IsSavedAtAnyStepAndGoesOn) {
  const std::string code =
      "import sys\nt = 0\nfor line in sys.stdin:\n  for i in range(20_000): t += i\n  "
      "print(line.strip(), t)\nsys.exit(5)";
  const Ended straight = Run({"-c", code}, {"a\nb", "c\n", "d"});
  EXPECT_EQ(straight.status, 5);
  for (int each : {1, 3}) {
    const Ended saved = Run({"-c", code}, {"a\nb", "c\n", "d"}, {}, each);
    Expect(saved, 5, straight.out);
  }
  Expect(Run({}, {"print(1)\npri", "nt(2)"}, {}, 1), 0, "1\n2\n");
}

}  // namespace
}  // namespace pysub::shell
