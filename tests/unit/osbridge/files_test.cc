// The files of the memory tree, through the interface that the shell and Python's files use.
#include <cerrno>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "pysub/files/file_system.h"

namespace pysub::files {
namespace {

const Caller kUser;

std::vector<std::string> Names(const FileSystem& files, std::string_view path) {
  std::vector<std::string> names;
  for (const DirectoryEntry& entry : files.List(kUser, path).value()) names.push_back(entry.name);
  return names;
}

TEST(FilesTest, WhatIsWrittenIsRead) {
  FileSystem files;
  EXPECT_EQ(*files.WriteFile(kUser, "/a.txt", "hello"), 5u);
  EXPECT_EQ(*files.ReadFile(kUser, "/a.txt"), "hello");
  EXPECT_EQ(*files.ReadFile(kUser, "/a.txt", 1, 3), "ell");
  EXPECT_EQ(*files.WriteFile(kUser, "a.txt", " you", {.how = WriteOptions::kAppend}), 9u);
  EXPECT_EQ(*files.WriteFile(kUser, "a.txt", "J", {.how = WriteOptions::kAt}), 1u);
  EXPECT_EQ(*files.ReadFile(kUser, "/a.txt"), "Jello you");
  EXPECT_EQ(files.WriteFile(kUser, "/a.txt", "", {.exclusive = true}).error(), EEXIST);
  EXPECT_EQ(files.WriteFile(kUser, "/b.txt", "", {.create = false}).error(), ENOENT);
  EXPECT_EQ(files.StatPath(kUser, "/a.txt")->size, 9u);
  EXPECT_EQ(files.StatPath(kUser, "/a.txt")->StMode(), 0100644u);
}

TEST(FilesTest, ListsAreSorted) {
  FileSystem files;
  for (const char* name : {"/b", "/a", "/B", "/a.b"}) ASSERT_TRUE(files.Mkdir(kUser, name).ok());
  EXPECT_EQ(Names(files, "/"), (std::vector<std::string>{"B", "a", "a.b", "b"}));
  EXPECT_EQ(files.ListSome(kUser, "/", "a", 1)->front().name, "a.b");
  EXPECT_EQ(files.StatPath(kUser, "/")->links, 6u);
}

TEST(FilesTest, OpenFilesOutliveTheirNames) {
  FileSystem files;
  ASSERT_TRUE(files.WriteFile(kUser, "/a", "12345").ok());
  const uint64_t empty = files.BytesUsed();
  Result<OpenFile> file = files.Open(kUser, "/a", kOpenRead | kOpenWrite);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(files.Unlink(kUser, "/a").ok());
  EXPECT_EQ(files.StatPath(kUser, "/a").error(), ENOENT);
  EXPECT_EQ(*files.Read(*file, 3), "123");
  EXPECT_TRUE(files.Write(*file, "xy").ok());
  EXPECT_EQ(*files.ReadAt(*file, 0, 100), "123xy");
  EXPECT_EQ(files.FStat(*file)->links, 0u);
  files.Release(*file);
  EXPECT_LT(files.BytesUsed(), empty);
  EXPECT_EQ(files.FilesUsed(), 1u);
}

TEST(FilesTest, ForksChangeAlone) {
  FileSystem files;
  ASSERT_TRUE(files.WriteFile(kUser, "/a", "one").ok());
  std::unique_ptr<FileSystem> fork = *files.Fork(nullptr);
  ASSERT_TRUE(fork->WriteFile(kUser, "/a", "two").ok());
  ASSERT_TRUE(files.WriteFile(kUser, "/b", "three").ok());
  EXPECT_EQ(*files.ReadFile(kUser, "/a"), "one");
  EXPECT_EQ(*fork->ReadFile(kUser, "/a"), "two");
  EXPECT_EQ(Names(*fork, "/"), std::vector<std::string>{"a"});
}

// Contents, names and nodes are shared by forks; who changes them first makes a copy.
TEST(FilesTest, ForksMayGoToOtherThreads) {
  FileSystem files;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(files.WriteFile(kUser, "/f" + std::to_string(i), std::string(1000, 'x')).ok());
  }
  const std::string before = files.Snapshot();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t, fork = std::shared_ptr<FileSystem>(*files.Fork(nullptr))] {
      for (int i = 0; i < 300; ++i) {
        const std::string path = "/f" + std::to_string((i * 7 + t) % 300);
        EXPECT_TRUE(
            fork->WriteFile(kUser, path, std::to_string(t), {.how = WriteOptions::kAppend}).ok());
        const bool removed = i % 3 == 0 && fork->Unlink(kUser, path).ok();
        EXPECT_EQ(removed, i % 3 == 0);
        EXPECT_EQ((*fork->Fork(nullptr))->BytesUsed(), fork->BytesUsed());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(files.Snapshot(), before);
}

TEST(FilesTest, RealpathKnowsWhatRealpathDoes) {
  FileSystem files;
  ASSERT_TRUE(files.Mkdir(kUser, "/a").ok());
  ASSERT_TRUE(files.Symlink(kUser, "a/missing", "/dangling").ok());
  ASSERT_TRUE(files.Symlink(kUser, "loop", "/loop").ok());
  ASSERT_TRUE(files.Symlink(kUser, "/a", "/a/self").ok());
  const Caller in_a{.cwd = "/a"};
  EXPECT_EQ(files.Realpath(in_a, "x").error(), ENOENT);
  EXPECT_EQ(*files.Realpath(in_a, "x", RealpathMode::kAllButLastExist), "/a/x");
  EXPECT_EQ(*files.Realpath(in_a, "self/self/x", RealpathMode::kAllButLastExist), "/a/x");
  EXPECT_EQ(*files.Realpath(in_a, "/dangling", RealpathMode::kAllButLastExist), "/a/missing");
  EXPECT_EQ(files.Realpath(in_a, "x/y", RealpathMode::kAllButLastExist).error(), ENOENT);
  EXPECT_EQ(*files.Realpath(in_a, "x/y/../z", RealpathMode::kNothingNeedsExist), "/a/x/z");
  EXPECT_EQ(*files.Realpath(in_a, "self/../a/x/.././", RealpathMode::kNothingNeedsExist), "/a");
  EXPECT_EQ(files.Realpath(in_a, "/loop/x").error(), ELOOP);
  EXPECT_EQ(*files.Realpath(in_a, "/loop/x", RealpathMode::kNothingNeedsExist), "/loop/x");
}

}  // namespace
}  // namespace pysub::files
