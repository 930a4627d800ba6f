// Commands of files against hostile trees and arguments: they end, in bounded steps, with bounded
// memory.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/shell/command_harness.h"

namespace pysub::shell {
namespace {

using Argv = std::vector<std::string>;

constexpr uint64_t kStepLimit = 2 << 20;

// Every name below /w/deep is "d"; longer than any path may be, so it is put together from pieces.
void MakeDeepTree(CommandHarness& harness, int pieces, int depth_of_piece) {
  std::string inner;
  for (int i = 0; i < depth_of_piece; ++i) inner += "/d";
  std::string path = "/w/piece";
  ASSERT_TRUE(harness.files().Mkdir({}, path).ok());
  for (int piece = 0; piece < pieces; ++piece) {
    std::string next = "/w/next";
    ASSERT_TRUE(harness.files().Mkdir({}, next).ok());
    for (int i = 0; i < depth_of_piece; ++i)
      ASSERT_TRUE(harness.files().Mkdir({}, next += "/d").ok());
    ASSERT_TRUE(harness.files().Rename({}, "/w/piece", next + "/d").ok());
    ASSERT_TRUE(harness.files().Rename({}, "/w/next", "/w/piece").ok());
  }
  ASSERT_TRUE(harness.files().Rename({}, "/w/piece", "/w/deep").ok());
}

// T-010 (docs/security.md): no recursion over trees. Where paths end, the commands say so.
TEST(FileCommandsTest, TreesOfTenThousandDirectories) {
  CommandHarness::Options options;
  options.limits.max_depth = 20000;
  options.limits.max_files = 1000000;
  for (const Argv& argv : std::vector<Argv>{{"ls", "-R", "deep"},
                                            {"find", "deep"},
                                            {"find", "-L", "deep", "-depth"},
                                            {"du", "deep"},
                                            {"chmod", "-R", "u+x", "deep"},
                                            {"cp", "-r", "deep", "copy"},
                                            {"tree", "deep"},
                                            {"rm", "-rf", "deep"},
                                            {"find", "deep", "-delete"},
                                            {"mv", "deep", "moved"}}) {
    CommandHarness harness(options);
    MakeDeepTree(harness, 10, 1000);
    CommandHarness::Outcome outcome = harness.RunArgv(argv);
    EXPECT_LT(harness.longest_step(), kStepLimit) << argv[0];
    if (argv[0] != "mv" && argv[0] != "tree") {
      EXPECT_NE(outcome.err.find("File name too long"), std::string::npos)
          << argv[0] << outcome.err;
    }
    EXPECT_EQ(outcome.err.find("do not end"), std::string::npos) << argv[0];
  }
}

TEST(FileCommandsTest, DirectoriesOfManyNamesAreChargedAndDoneInSteps) {
  CommandHarness::Options options;
  options.limits.max_files = 1000000;
  CommandHarness harness(options);
  constexpr int kNames = 50000;
  ASSERT_TRUE(harness.files().Mkdir({}, "/w/big").ok());
  for (int i = 0; i < kNames; ++i) {
    ASSERT_TRUE(harness.files().WriteFile({}, "/w/big/name" + std::to_string(i), "").ok());
  }
  for (const Argv& argv : std::vector<Argv>{{"ls", "-l", "big"},
                                            {"ls", "-C", "big"},
                                            {"find", "big", "-name", "*7"},
                                            {"du", "-a", "big"},
                                            {"cp", "-r", "big", "copy"},
                                            {"rm", "-r", "copy"}}) {
    uint64_t before = harness.steps();
    CommandHarness::Outcome outcome = harness.RunArgv(argv);
    EXPECT_EQ(outcome.status, 0) << argv[0] << outcome.err;
    EXPECT_GT(harness.steps() - before, 10u) << argv[0];
    EXPECT_LT(harness.longest_step(), kStepLimit) << argv[0];
  }
  EXPECT_FALSE(harness.files().StatPath({}, "/w/copy").ok());

  // Without the memory for all names ls ends instead of taking it.
  options.memory_bytes = 1 << 20;
  CommandHarness poor(options);
  ASSERT_TRUE(poor.files().Mkdir({}, "/w/big").ok());
  for (int i = 0; i < kNames; ++i) {
    ASSERT_TRUE(poor.files().WriteFile({}, "/w/big/name" + std::to_string(i), "").ok());
  }
  EXPECT_EQ(poor.RunArgv({"ls", "-l", "big"}).status, 2);
  EXPECT_LE(poor.most_memory(), 1 << 20);
}

TEST(FileCommandsTest, LongAndStrangeArgumentsAreRefusedWithMessages) {
  std::string long_name(300, 'n');
  std::string long_path;
  for (int i = 0; i < 3000; ++i) long_path += "a/";
  std::string up;
  for (int i = 0; i < 2000; ++i) up += "../";
  CommandHarness harness({});
  ASSERT_TRUE(harness.files().Symlink({}, "loop", "/w/loop").ok());
  ASSERT_TRUE(harness.files().Symlink({}, "b/c", "/w/a").ok());
  ASSERT_TRUE(harness.files().Symlink({}, "a/c", "/w/b").ok());
  for (const std::string& argument :
       {long_name, long_path, up, std::string("loop/x"), std::string("a/b"),
        std::string("new\nline"), std::string("\xff\xfe"), std::string(""), std::string("-"),
        std::string("--"), std::string(100000, '(')}) {
    for (const char* name :
         {"[",      "basename", "chmod",  "cp",       "date",    "df",       "dirname",  "du",
          "env",    "expr",     "factor", "find",     "id",      "ln",       "ls",       "mkdir",
          "mktemp", "mv",       "nice",   "printenv", "pwd",     "readlink", "realpath", "rm",
          "rmdir",  "sleep",    "stat",   "test",     "timeout", "touch",    "tree",     "truncate",
          "tty",    "uname",    "which",  "xargs"}) {
      for (const Argv& argv : std::vector<Argv>{
               {name, argument}, {name, argument, argument}, {name, "-r", argument, "x"}}) {
        CommandHarness::Outcome outcome = harness.RunArgv(argv);
        EXPECT_EQ(outcome.err.find("do not end"), std::string::npos) << name;
        EXPECT_NE(outcome.status, 99) << name;
      }
    }
  }
}

TEST(FileCommandsTest, DeeplyNestedExpressionsDoNotUseTheStack) {
  CommandHarness harness({});
  for (std::string_view name : {"test", "expr", "find"}) {
    Argv argv = {std::string(name)};
    if (name == "find") argv.push_back("/w");
    for (int i = 0; i < 100000; ++i) argv.push_back("(");
    argv.push_back(name == "find" ? "-true" : "1");
    for (int i = 0; i < 100000; ++i) argv.push_back(")");
    CommandHarness::Outcome outcome = harness.RunArgv(argv);
    EXPECT_EQ(outcome.status, name == "expr" ? 3 : 0) << name << outcome.err.substr(0, 200);
    for (std::string& word : argv) word = word == "(" || word == ")" ? "!" : word;
    harness.RunArgv(argv);
  }
}

TEST(FileCommandsTest, ChildrenThatDoNotEndAreKilledInTime) {
  CommandHarness harness({});
  EXPECT_EQ(harness.RunArgv({"timeout", "1", "sleep", "infinity"}).status, 124);
  EXPECT_EQ(harness.RunArgv({"timeout", "1", "cat"}, "x").status, 0);
  EXPECT_EQ(harness.RunArgv({"timeout", "-s", "KILL", "1", "sleep", "9999d"}).status, 137);
}

}  // namespace
}  // namespace pysub::shell
