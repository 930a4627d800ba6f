// The runner of a shell: functions of the host in the program. PRODUCT.md, section 4.

#include "pysub/python/python_runner.h"

#include <gtest/gtest.h>

#include <string>

#include "pysub/files/file_system.h"

namespace pysub {
namespace {

class PythonRunnerTest : public testing::TestWithParam<Isolation> {
 protected:
  PythonRunnerTest() : host_(*PythonHost::Create({.isolation = GetParam(), .warm_workers = 0})) {
    static_cast<void>(files_.Mkdir({}, "/work"));
    static_cast<void>(files_.WriteFile({}, "/work/a.txt", "caf\xC3\xA9\n"));
    static_cast<void>(files_.WriteFile({}, "/work/b.bin", "\xFF"));
  }
  PythonRunner::Result Run(std::string_view code, std::string input = "") {
    PythonRunner::Options options;
    options.working_directory = "/work";
    options.standard_input = std::move(input);
    const PythonRunner runner(host_, files_,
                              [](std::string_view command) -> absl::StatusOr<std::string> {
                                if (command == "false")
                                  return absl::UnknownError("false: exit status 1");
                                return "ran " + std::string(command) + "\n";
                              });
    return runner.Run(code, options);
  }
  std::string Out(std::string_view code, std::string input = "") {
    PythonRunner::Result result = Run(code, std::move(input));
    EXPECT_EQ(result.exit_code, 0) << result.standard_error;
    return result.standard_output;
  }

  PythonHost host_;
  files::FileSystem files_;
};

INSTANTIATE_TEST_SUITE_P(, PythonRunnerTest,
                         testing::Values(Isolation::kInProcess, Isolation::kSubprocess),
                         [](const auto& info) {
                           return info.param == Isolation::kInProcess ? "InProcess" : "Worker";
                         });

TEST_P(PythonRunnerTest, ReadsAndWritesFiles) {
  EXPECT_EQ(Out("print(ascii(read_file('a.txt')), read_file(path='/work/a.txt') == "
                "read_file('../work/a.txt'))"),
            "'caf\\xe9\\n' True\n");
  EXPECT_EQ(Out("print(write_file('c.txt', 'one\\n'), write_file('/d.bin', b'\\xff'), "
                "file_exists('c.txt'), "
                "file_exists('nothing'), file_exists('.'))"),
            "None None True False True\n");
  EXPECT_EQ(*files_.ReadFile({}, "/work/c.txt"), "one\n");
  EXPECT_EQ(*files_.ReadFile({}, "/d.bin"), "\xFF");
  EXPECT_EQ(Out("print(list_dir(), list_dir('/'))"),
            "['a.txt', 'b.bin', 'c.txt'] ['d.bin', 'work']\n");
}

TEST_P(PythonRunnerTest, WhatFailsIsTheRightOSErrorWithTheVirtualPath) {
  const std::pair<const char*, const char*> rows[] = {
      {"read_file('nothing')", "FileNotFoundError: [Errno 2] No such file or directory: 'nothing'"},
      {"read_file('/work')", "IsADirectoryError: [Errno 21] Is a directory: '/work'"},
      {"read_file('a.txt/b')", "NotADirectoryError: [Errno 20] Not a directory: 'a.txt/b'"},
      {"read_file('b.bin')", "OSError: read_file(): 'b.bin' is not UTF-8 text"},
      {"read_file('a\\0')", "ValueError: embedded null byte"},
      {"read_file()", "TypeError: read_file(): expected a str as path"},
      {"read_file(1)", "TypeError: read_file(): expected a str as path"},
      {"read_file('a', 'b')", "TypeError: read_file(): too many arguments"},
      {"read_file(file='a')", "TypeError: read_file(): got an unexpected keyword argument 'file'"},
      {"read_file('a', path='b')",
       "TypeError: read_file(): got multiple values for argument 'path'"},
      {"write_file('/no/where', '')",
       "FileNotFoundError: [Errno 2] No such file or directory: '/no/where'"},
      {"write_file('x', 1)", "TypeError: write_file(): expected a str or bytes as content"},
      {"write_file('x', '\\ud800')", "TypeError: write_file(): content cannot be encoded as UTF-8"},
      {"list_dir('a.txt')", "NotADirectoryError: [Errno 20] Not a directory: 'a.txt'"},
      {"run_command('false')", "OSError: false: exit status 1"},
      {"read_stdin(1)", "TypeError: read_stdin() takes no arguments"},
  };
  for (const auto& [code, message] : rows) {
    const PythonRunner::Result result = Run(code);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(result.standard_error.ends_with("\n" + std::string(message) + "\n"))
        << result.standard_error;
  }
}

TEST_P(PythonRunnerTest, InputIsOneStreamForAllWhoReadIt) {
  EXPECT_EQ(Out("print(repr(read_stdin()), repr(read_stdin()))", "a\nb"), "'a\\nb' ''\n");
  EXPECT_EQ(Out("import sys\nprint(repr(input()), repr(sys.stdin.readline()), repr(read_stdin()), "
                "repr(sys.stdin.read()))",
                "a\nb\nc\nd\n"),
            "'a' 'b\\n' 'c\\nd\\n' ''\n");
  EXPECT_EQ(Out("import sys\nprint(repr(sys.stdin.read()))", "a\nb"), "'a\\nb'\n");
}

TEST_P(PythonRunnerTest, RunsCommandsOfTheShell) {
  EXPECT_EQ(Out("print(run_command('ls -l'), end='')\ntry: run_command('false')\nexcept OSError as "
                "e: print(e)"),
            "ran ls -l\nfalse: exit status 1\n");
  const PythonRunner lonely(host_, files_);
  EXPECT_TRUE(lonely.Run("run_command('ls')")
                  .standard_error.ends_with("OSError: run_command(): there is no shell here\n"));
}

TEST_P(PythonRunnerTest, AnInfiniteLoopEndsWithALimit) {
  PythonRunner::Options options;
  options.limits.duration = std::chrono::milliseconds(50);
  options.limits.allocations = std::nullopt;  // a million come about as soon
  const PythonRunner::Result result =
      PythonRunner(host_, files_).Run("print('a')\nwhile True: file_exists('/')", options);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.standard_output, "a\n");
  EXPECT_TRUE(result.standard_error.ends_with("TimeoutError: time limit of 0.05 s exceeded\n"))
      << result.standard_error;
  EXPECT_GE(result.execution_time_ms, 50);
}

}  // namespace
}  // namespace pysub
