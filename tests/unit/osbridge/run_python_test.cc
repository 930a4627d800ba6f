// The RunPython tool of an agent: its answers to the letter. PRODUCT.md, section 2.

#include "pysub/python/run_python.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "pysub/files/file_system.h"
#include "pysub/host_value_json.h"
#include "pysub/python/llm_hint.h"

namespace pysub {
namespace {

namespace fs = std::filesystem;

class RunPythonTest : public testing::TestWithParam<Isolation> {
 protected:
  RunPythonTest() : directory_(testing::TempDir() + "/run_python" + std::to_string(getpid())) {
    fs::remove_all(directory_);
    fs::create_directories(directory_ + "/sub");
    Write("hello.py", "import sys\nprint('hello', sys.argv)\nprint('warn', file=sys.stderr)\n");
    Write("sub/local.py", "print(open('data.txt').read())\n");
    Write("sub/data.txt", "some data");
    Write("notes.txt", "print(1)");
    fs::create_symlink("/etc/passwd", directory_ + "/outside.py");
    fs::create_symlink("hello.py", directory_ + "/inside.py");
    fs::create_symlink("/etc", directory_ + "/etc");
  }
  ~RunPythonTest() override { fs::remove_all(directory_); }

  void Write(const std::string& name, std::string_view text) {
    std::ofstream(directory_ + "/" + name) << text;
  }

  RunPython Tool(RunPython::Options options = {}) {
    options.host = {.isolation = GetParam(), .warm_workers = 0};
    absl::StatusOr<RunPython> tool = RunPython::ForDirectory(directory_, options);
    EXPECT_TRUE(tool.ok()) << tool.status();
    return *std::move(tool);
  }
  std::string Call(const RunPython::Request& request) { return Tool().Call(request).text; }
  std::string Code(std::string_view code) { return Call({.code = std::string(code)}); }
  std::string Script(std::string_view path) { return Call({.script_path = std::string(path)}); }

  std::string directory_;
};

INSTANTIATE_TEST_SUITE_P(, RunPythonTest,
                         testing::Values(Isolation::kInProcess, Isolation::kSubprocess),
                         [](const auto& info) {
                           return info.param == Isolation::kInProcess ? "InProcess" : "Worker";
                         });

constexpr char kOutside[] = "Error: path must be under the run directory.";
constexpr char kNoScript[] = "Error: script file not found or not a .py file.";

TEST_P(RunPythonTest, ScriptsImportWhatLiesBesideThem) {
  Write("sub/helper.py", "def f(n):\n    return 1 // n\n");
  Write("sub/main.py", "import helper, sys\nprint(helper.f(1), helper.__file__, sys.path)\n");
  Write("sub/bad.py", "import helper\nhelper.f(0)\n");
  EXPECT_EQ(Script("sub/main.py"),
            "Stdout:\n1 /workspace/sub/helper.py ['/workspace/sub']\n\nStderr:\n");
  const std::string bad = Script("sub/bad.py");
  EXPECT_NE(bad.find("File \"/workspace/sub/helper.py\", line 2, in f\n    return 1 // n\n"),
            std::string::npos)
      << bad;
  EXPECT_EQ(Call({.code = "import helper; print(helper.f(1))", .working_directory = "sub"}),
            "Stdout:\n1\n\nStderr:\n");
  // a link that leads out
  EXPECT_NE(Code("import outside").find("No module named 'outside'"), std::string::npos);
}

TEST_P(RunPythonTest, SuccessIsWhatWasPrinted) {
  EXPECT_EQ(Code("print(1)"), "Stdout:\n1\n\nStderr:\n");
  EXPECT_EQ(Code("import sys\nsys.stderr.write('e')\nsys.stdout.write('o')"),
            "Stdout:\no\nStderr:\ne");
  EXPECT_EQ(Code("1 + 1"), "Stdout:\n\nStderr:\n");
  EXPECT_EQ(Code("raise SystemExit(0)"), "Stdout:\n\nStderr:\n");
  EXPECT_EQ(Script("hello.py"), "Stdout:\nhello ['/workspace/hello.py']\n\nStderr:\nwarn\n");
}

TEST_P(RunPythonTest, SomethingHasToBeRun) {
  EXPECT_EQ(Call({}), "Error: provide either code or scriptPath.");
  EXPECT_EQ(Call({.code = "", .script_path = ""}), "Error: provide either code or scriptPath.");
}

TEST_P(RunPythonTest, IfBothAreThereTheScriptWins) {
  EXPECT_EQ(Call({.code = "print('code')", .script_path = "sub/../hello.py"}),
            "Stdout:\nhello ['/workspace/hello.py']\n\nStderr:\nwarn\n");
}

TEST_P(RunPythonTest, PathsStayUnderTheRunDirectory) {
  for (const char* path : {"../x.py", "sub/../../x.py", "/etc/passwd", "/x.py", "outside.py",
                           "etc/x.py", "../run_pythonX/x.py", ".."}) {
    EXPECT_EQ(Script(path), kOutside) << path;
  }
  EXPECT_EQ(Script(directory_ + "X/hello.py"), kOutside);
  EXPECT_EQ(Call({.code = "1", .working_directory = ".."}), kOutside);
  EXPECT_EQ(Call({.code = "1", .working_directory = "/etc"}), kOutside);
  EXPECT_EQ(Call({.code = "1", .working_directory = "etc"}), kOutside);
  // As the host calls it, as programs call it, through a link that stays inside.
  for (const std::string& path : {directory_ + "/hello.py", std::string("/workspace/hello.py"),
                                  std::string("inside.py"), std::string("./sub//../hello.py")}) {
    EXPECT_TRUE(Script(path).starts_with("Stdout:\nhello")) << path << Script(path);
  }
}

TEST_P(RunPythonTest, OnlyPyFilesThatAreThere) {
  for (const char* path :
       {"nothing.py", "notes.txt", "sub", "sub/", "hello.py/x.py", "nothing/x.py", "hello"}) {
    EXPECT_EQ(Script(path), kNoScript) << path;
  }
  EXPECT_EQ(Script(std::string("a\0.py", 5)), kNoScript);
  fs::create_directory(directory_ + "/dir.py");
  EXPECT_EQ(Script("dir.py"), kNoScript);
  ASSERT_EQ(mkfifo((directory_ + "/fifo.py").c_str(), 0600),
            0);  // nobody writes to it: reading would not end
  EXPECT_EQ(Script("fifo.py"), kNoScript);
}

TEST_P(RunPythonTest, ATimeoutStopsTheRun) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Call({.code = "while True: pass", .timeout = std::chrono::seconds(1)}),
            "Error: Script timed out after 1 seconds.");
  EXPECT_EQ(
      Call({.code = "import time\ntime.sleep(100)", .timeout = std::chrono::milliseconds(100)}),
      "Error: Script timed out after 0.1 seconds.");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

// The host's time is a ceiling; a request may only ask for less.
TEST_P(RunPythonTest, ARequestGetsNoMoreTimeThanItsHostAllows) {
  RunPython::Options options;
  options.limits.duration = std::chrono::milliseconds(100);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(
      Tool(options).Call({.code = "while True: pass", .timeout = std::chrono::seconds(30)}).text,
      "Error: Script timed out after 0.1 seconds.");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

// What a program prints is twice in an answer, and each byte may become an escape of six.
TEST_P(RunPythonTest, AnAnswerIsNotManyTimesTheOutputLimit) {
  RunPython::Options options;
  options.limits.output_bytes = 200'000;
  const RunPython tool = Tool(options);
  const std::string line = tool.CallJson(R"-({"code": "print('\\0' * 199000, end='')"})-");
  EXPECT_LT(line.size(), 3 * (200'000 + 65'536));
  absl::StatusOr<HostValue> answer = HostValueFromJson(line);
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_NE(answer->Find("truncated"), nullptr);
  EXPECT_EQ(answer->Find("stdout")->text(), std::string((200'000 + 65'536) / 6, '\0'));
  // As text it is what it is.
  const std::string whole = tool.CallJson(R"-({"code": "print('\u00e9' * 99000, end='')"})-");
  EXPECT_EQ(whole.find("truncated"), std::string::npos);
  EXPECT_EQ(HostValueFromJson(whole)->Find("stdout")->text().size(), 198'000u);
}

TEST_P(RunPythonTest, AnExceptionIsItsMessageAndTheTraceback) {
  EXPECT_EQ(Code("print('lost')\n1 / 0"),
            "Error: division by zero\nTraceback (most recent call last):\n  File \"<string>\", "
            "line 2, in <module>\n    1 / 0\n    ~~^~~\n"
            "ZeroDivisionError: division by zero\n");
  EXPECT_EQ(Code("x ="),
            "Error: invalid syntax\n  File \"<string>\", line 1\n    x =\n       ^\nSyntaxError: "
            "invalid syntax\n");
  EXPECT_EQ(Code("raise SystemExit(3)"), "Error: SystemExit: 3");
  EXPECT_EQ(Code("raise SystemExit('no')"), "Error: SystemExit: no");
  EXPECT_TRUE(
      Code("x = [0] * 10**9")
          .starts_with("Error: MemoryError: memory limit of 67108864 bytes exceeded\nTraceback"));
}

TEST_P(RunPythonTest, ProgramsSeeTheDirectoryAndNothingElse) {
  EXPECT_EQ(Call({.script_path = "sub/local.py", .working_directory = "sub"}),
            "Stdout:\nsome data\n\nStderr:\n");
  EXPECT_EQ(Call({.code = "import os\nprint(os.getcwd(), sorted(os.listdir('/')), "
                          "os.path.exists('/etc'), dict(os.environ))"}),
            "Stdout:\n/workspace ['workspace'] False {'HOME': '/'}\n\nStderr:\n");
  EXPECT_TRUE(Code("open('outside.py').read()")
                  .starts_with("Error: [Errno 13] Permission denied: 'outside.py'\n"))
      << Code("open('outside.py').read()");
  EXPECT_EQ(Call({.code = "1", .working_directory = "nothing"}),
            "Error: working directory not found.");
}

TEST_P(RunPythonTest, NothingIsLeftFromOneCallToTheNext) {
  const RunPython tool = Tool();
  EXPECT_EQ(tool.Call({.code = "import json\nx = 1\njson.x = 2\nopen('new.txt', "
                               "'w').write('x')\nprint(open('new.txt').read())"})
                .text,
            "Stdout:\nx\n\nStderr:\n");
  EXPECT_EQ(tool.Call({.code = "import json, os\nprint('x' in globals(), hasattr(json, 'x'), "
                               "os.path.exists('new.txt'))"})
                .text,
            "Stdout:\nFalse False False\n\nStderr:\n");
  EXPECT_FALSE(fs::exists(directory_ + "/new.txt"));
}

TEST_P(RunPythonTest, WritingIsForTheHostToAllow) {
  RunPython::Options options;
  options.files = RunPython::Options::Files::kReadOnly;
  EXPECT_TRUE(Tool(options)
                  .Call({.code = "open('new.txt', 'w')"})
                  .text.starts_with("Error: [Errno 30] Read-only file system: 'new.txt'\n"))
      << Tool(options).Call({.code = "open('new.txt', 'w')"}).text;
  options.files = RunPython::Options::Files::kReadWrite;
  EXPECT_EQ(Tool(options).Call({.code = "open('new.txt', 'w').write('x')"}).text,
            "Stdout:\n\nStderr:\n");
  EXPECT_TRUE(fs::exists(directory_ + "/new.txt"));
}

TEST_P(RunPythonTest, WorksInAFileSystemOfTheHost) {
  files::FileSystem tree;
  ASSERT_TRUE(tree.Mkdir({}, "/run").ok() && tree.Mkdir({}, "/secret").ok());
  ASSERT_TRUE(tree.WriteFile({}, "/run/a.py", "print(__name__, open('/secret/x').read())").ok());
  ASSERT_TRUE(tree.WriteFile({}, "/secret/x", "the host shares its whole tree").ok());
  ASSERT_TRUE(tree.WriteFile({}, "/secret/b.py", "print(2)").ok());
  ASSERT_TRUE(tree.Symlink({}, "/secret/b.py", "/run/b.py").ok());
  RunPython::Options options;
  options.host = {.isolation = GetParam(), .warm_workers = 0};
  absl::StatusOr<RunPython> tool = RunPython::ForFiles(tree, "/run", options);
  ASSERT_TRUE(tool.ok());
  EXPECT_EQ(tool->Call({.script_path = "a.py"}).text,
            "Stdout:\n__main__ the host shares its whole tree\n\nStderr:\n");
  EXPECT_EQ(tool->Call({.script_path = "b.py"}).text, kOutside);
  EXPECT_EQ(tool->Call({.script_path = "../secret/b.py"}).text, kOutside);
  EXPECT_EQ(RunPython::ForFiles(tree, "/nothing", options).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(RunPython::ForDirectory("/nowhere/at/all", options).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_P(RunPythonTest, SpeaksJson) {
  const RunPython tool = Tool();
  const auto call = [&](std::string_view request) {
    std::string line = tool.CallJson(request);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    absl::StatusOr<HostValue> answer = HostValueFromJson(line);
    EXPECT_TRUE(answer.ok()) << line;
    return *answer;
  };
  const HostValue good = call(R"-({"code": "print('\u00e9')", "timeout": 5})-");
  EXPECT_EQ(good.Find("text")->text(), "Stdout:\né\n\nStderr:\n");
  EXPECT_EQ(good.Find("isError")->as_bool(), false);
  EXPECT_EQ(good.Find("exitCode")->as_int(), 0);
  EXPECT_EQ(good.Find("stdout")->text(), "é\n");
  EXPECT_EQ(good.Find("end")->text(), "finished");
  EXPECT_TRUE(good.Find("limit")->is_none());
  const HostValue limit = call(R"({"code": "while True: pass", "timeout": 0.05})");
  EXPECT_EQ(limit.Find("text")->text(), "Error: Script timed out after 0.05 seconds.");
  EXPECT_EQ(limit.Find("limit")->text(), "duration");
  EXPECT_EQ(limit.Find("exitCode")->as_int(), 1);
  EXPECT_EQ(
      call(R"({"script_path": "hello.py", "working_directory": "sub"})").Find("isError")->as_bool(),
      false);
  EXPECT_EQ(call(R"({"scriptPath": "../x.py"})").Find("text")->text(), kOutside);
  const std::pair<const char*, const char*> rows[] = {
      {"", "Error: JSON, byte 0: the text ends too early"},
      {"[]", "Error: a request is a JSON object"},
      {"{}", "Error: provide either code or scriptPath."},
      {R"({"code": 1})", "Error: code is a string"},
      {R"({"cod": ""})", "Error: unknown field 'cod'"},
      {R"({"code": "1", "timeout": "1"})", "Error: timeout is a positive number of seconds"},
      {R"({"code": "1", "timeout": -1})", "Error: timeout is a positive number of seconds"},
      {R"({"code": "1", "timeout": true})", "Error: timeout is a positive number of seconds"},
      {R"({"code": "1", "timeout": 1e300})", "Error: timeout is a positive number of seconds"},
      {R"({"code": null, "scriptPath": null})", "Error: provide either code or scriptPath."},
  };
  for (const auto& [request, text] : rows) {
    const HostValue answer = call(request);
    EXPECT_EQ(answer.Find("text")->text(), text);
    EXPECT_EQ(answer.Find("isError")->as_bool(), true);
  }
}

TEST(RunPythonToolTest, DescribesItself) {
  absl::StatusOr<HostValue> description = HostValueFromJson(RunPython::Describe());
  ASSERT_TRUE(description.ok());
  EXPECT_EQ(description->Find("name")->text(), "RunPython");
  const HostValue* properties = description->Find("inputSchema")->Find("properties");
  for (const char* name : {"code", "scriptPath", "workingDirectory", "timeout"})
    EXPECT_NE(properties->Find(name), nullptr);
}

// What a model is told has to be true.
TEST(LlmHintTest, EachSentenceIsTrue) {
  const std::string_view hint = PythonLlmHint();
  const PythonHost host = *PythonHost::Create({.isolation = Isolation::kInProcess});
  const auto fails = [&](std::string_view code) {
    PythonRequest request;
    request.code = code;
    return host.Run(request).exception_type;
  };
  EXPECT_NE(hint.find("no class statements, no match statements"), std::string_view::npos);
  EXPECT_EQ(fails("class A: pass"), "SyntaxError");
  EXPECT_EQ(fails("match 1:\n  case 1: pass"), "SyntaxError");
  EXPECT_EQ(fails("import collections, types\nprint(collections.namedtuple('P', 'x')(1), "
                  "types.SimpleNamespace(a=1))\n"
                  "async def f(): return [x async for x in g()]\nasync def g(): yield 1\n@(lambda "
                  "f: f)\ndef h(x: int) -> str: return f'{x}'"),
            "");
  for (const char* name : {"subprocess", "socket", "requests", "numpy", "http"}) {
    EXPECT_EQ(fails(std::string("import ") + name), "ModuleNotFoundError") << name;
  }
  EXPECT_EQ(fails("import os\nos.system('ls')"), "AttributeError");
  EXPECT_EQ(fails("open('/etc/passwd')"), "FileNotFoundError");
  EXPECT_NE(hint.find("30 s, 64 MB, 1,000,000 allocations, 200 nested calls, 16 MB of output"),
            std::string_view::npos);
  const SandboxLimits limits;
  EXPECT_EQ(limits.output_bytes, 16u << 20);
  EXPECT_EQ(hint, PythonLlmHint(limits));
  const std::string own = PythonLlmHint({.memory_bytes = 1'000'000,
                                         .duration = std::chrono::milliseconds(1'500),
                                         .allocations = std::nullopt,
                                         .steps = 2'000,
                                         .output_bytes = 100 << 10,
                                         .recursion_depth = 1'000});
  EXPECT_TRUE(own.ends_with(
      "\nLimits: 1,500 ms, 1,000,000 bytes, 2,000 steps, 1,000 nested calls, 100 KB of output.\n"))
      << own;
}

TEST(LlmHintTest, HintsAreCollectedWithoutDuplicates) {
  LlmHints hints;
  hints.Add("python3 is Python.\nFiles are virtual.\n");
  hints.Add("");
  hints.Add("jq is jq.\nFiles are virtual.");
  hints.Add("python3 is Python.\nFiles are virtual.\n");
  EXPECT_EQ(hints.Text(), "python3 is Python.\nFiles are virtual.\njq is jq.\n");
}

}  // namespace
}  // namespace pysub
