// Directories of the host: what a program may do in them, and that nothing leads out of them
// (T-032, T-034, T-035).
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "osbridge/files/devices.h"
#include "osbridge/files/same_look.h"
#include "pysub/files/file_system.h"

namespace pysub::files {
namespace {

namespace fs = std::filesystem;

const Caller kUser;
constexpr char kSecret[] = "the host's secret";

std::string Text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Put(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// outside/secret, and inside/ which is what a mount shows.
class MountsTest : public testing::TestWithParam<bool> {
 protected:
  MountsTest() {
    char name[] = "/tmp/pysub_mounts_XXXXXX";
    base_ = fs::canonical(mkdtemp(name));
    inside_ = base_ / "inside";
    fs::create_directories(base_ / "outside/folder");
    fs::create_directories(inside_ / "sub/deep");
    Put(base_ / "outside/secret", kSecret);
    Put(base_ / "outside/marker", "");
    Put(inside_ / "file", "content");
    Put(inside_ / "sub/file", "below");
  }
  ~MountsTest() override { fs::remove_all(base_); }

  MountOptions Options(MountMode mode) const {
    return {.mode = mode, .without_openat2 = GetParam()};
  }
  std::unique_ptr<FileSystem> Mounted(MountMode mode, std::string_view at = "/m") const {
    auto files = std::make_unique<FileSystem>();
    EXPECT_TRUE(files->Mount(at, inside_, Options(mode)).ok());
    return files;
  }
  // Nothing outside was changed.
  void ExpectOutsideUntouched() const {
    EXPECT_EQ(Text(base_ / "outside/secret"), kSecret);
    EXPECT_EQ(std::distance(fs::directory_iterator(base_ / "outside"), {}), 3);
    EXPECT_TRUE(fs::is_empty(base_ / "outside/folder"));
    EXPECT_EQ(std::distance(fs::directory_iterator(base_), {}), 2);
  }

  fs::path base_;
  fs::path inside_;
};

INSTANTIATE_TEST_SUITE_P(WithAndWithoutOpenat2, MountsTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "StepByStep" : "Openat2"; });

constexpr MountMode kAllModes[] = {MountMode::kReadOnly, MountMode::kReadWrite,
                                   MountMode::kOverlayMemory};

std::vector<std::string> Names(const FileSystem& files, std::string_view path) {
  std::vector<std::string> names;
  for (const DirectoryEntry& entry : files.List(kUser, path).value()) names.push_back(entry.name);
  return names;
}

TEST_P(MountsTest, AReadOnlyMountRefusesEveryChange) {
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kReadOnly);
  EXPECT_EQ(*files->ReadFile(kUser, "/m/file"), "content");
  EXPECT_EQ(files->WriteFile(kUser, "/m/file", "x").error(), EROFS);
  EXPECT_EQ(files->WriteFile(kUser, "/m/new", "x").error(), EROFS);
  EXPECT_EQ(files->Mkdir(kUser, "/m/new").error(), EROFS);
  EXPECT_EQ(files->Rmdir(kUser, "/m/sub").error(), EROFS);
  EXPECT_EQ(files->Unlink(kUser, "/m/file").error(), EROFS);
  EXPECT_EQ(files->Rename(kUser, "/m/file", "/m/other").error(), EROFS);
  EXPECT_EQ(files->Link(kUser, "/m/file", "/m/other").error(), EROFS);
  EXPECT_EQ(files->Symlink(kUser, "file", "/m/other").error(), EROFS);
  EXPECT_EQ(files->MakeFifo(kUser, "/m/other").error(), EROFS);
  EXPECT_EQ(files->Chmod(kUser, "/m/file", 0).error(), EROFS);
  EXPECT_EQ(files->SetTimes(kUser, "/m/file", 0, 0).error(), EROFS);
  EXPECT_EQ(files->Truncate(kUser, "/m/file", 0).error(), EROFS);
  EXPECT_EQ(files->Open(kUser, "/m/file", kOpenWrite).error(), EROFS);
  EXPECT_EQ(files->Open(kUser, "/m/file", kOpenRead | kOpenTruncate).error(), EROFS);
  EXPECT_EQ(files->CheckOpen(kUser, "/m/new", kOpenRead | kOpenCreate).error(), EROFS);
  EXPECT_EQ(files->Access(kUser, "/m/file", kMayWrite).error(), EROFS);
  EXPECT_EQ(Text(inside_ / "file"), "content");
}

TEST_P(MountsTest, AReadWriteMountIsTheDirectoryItself) {
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kReadWrite);
  ASSERT_TRUE(files->WriteFile(kUser, "/m/sub/new", "text").ok());
  EXPECT_EQ(Text(inside_ / "sub/new"), "text");
  Put(inside_ / "sub/new", "changed by the host");
  EXPECT_EQ(*files->ReadFile(kUser, "/m/sub/new"), "changed by the host");
  Result<OpenFile> file = files->Open(kUser, "/m/sub/new", kOpenRead | kOpenWrite | kOpenAppend);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*files->Read(*file, 7), "changed");
  EXPECT_TRUE(files->Write(*file, "!").ok());
  EXPECT_EQ(files->FStat(*file)->size, 20u);
  EXPECT_EQ(*files->Realpath(kUser, "/m/./sub/../sub/new"), "/m/sub/new");
}

// A file that is looked at again within one step of a command is not asked for again, but for what
// the step itself has changed; behind it the host's changes show at once.
TEST_P(MountsTest, OneLookServesAStepAndNoMore) {
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kReadWrite);
  const auto size = [&] {
    const Result<Stat> stat = files->StatPath(kUser, "/m/file");
    return stat.ok() ? static_cast<int64_t>(stat->size) : -stat.error();
  };
  {
    const SameLook look(*files);
    EXPECT_EQ(size(), 7);
    ASSERT_TRUE(files->WriteFile(kUser, "/m/file", "more", {.how = WriteOptions::kAppend}).ok());
    EXPECT_EQ(size(), 11);
    ASSERT_TRUE(files->Truncate(kUser, "/m/file", 2).ok());
    EXPECT_EQ(size(), 2);
    ASSERT_TRUE(files->Chmod(kUser, "/m/file", 0600).ok());
    EXPECT_EQ(files->StatPath(kUser, "/m/file")->mode & 0777, 0600u);
    ASSERT_TRUE(files->SetTimes(kUser, "/m/file", 0, 5'000'000'000).ok());
    EXPECT_EQ(files->StatPath(kUser, "/m/file")->mtime_ns, 5'000'000'000);
    ASSERT_TRUE(files->Rename(kUser, "/m/file", "/m/other").ok());
    EXPECT_EQ(size(), -ENOENT);
    ASSERT_TRUE(files->Link(kUser, "/m/other", "/m/file").ok());
    EXPECT_EQ(files->StatPath(kUser, "/m/file")->links, 2u);
    ASSERT_TRUE(files->Unlink(kUser, "/m/file").ok());
    EXPECT_EQ(size(), -ENOENT);
    ASSERT_TRUE(files->Symlink(kUser, "other", "/m/file").ok());
    EXPECT_TRUE(files->Lstat(kUser, "/m/file")->IsSymlink());
    ASSERT_TRUE(files->Unlink(kUser, "/m/file").ok());
    ASSERT_TRUE(files->Mkdir(kUser, "/m/file").ok());
    EXPECT_TRUE(files->StatPath(kUser, "/m/file")->IsDirectory());
    ASSERT_TRUE(files->Rmdir(kUser, "/m/file").ok());
    EXPECT_EQ(size(), -ENOENT);
    {
      const SameLook within(*files);
      EXPECT_EQ(size(), -ENOENT);
      Put(inside_ / "file", "by the host");
    }
    EXPECT_EQ(size(), 11);
    Put(inside_ / "file", "");
  }
  EXPECT_EQ(size(), 0);
  Put(inside_ / "file", "again");
  EXPECT_EQ(size(), 5);
}

// A directory that is read page by page is not read anew for each of them, and shows what it had
// when it was begun; whoever begins anew sees what is there.
TEST_P(MountsTest, ALongDirectoryIsReadOnceAndNotForEachPage) {
  constexpr int kNames = 17'000;  // (of which one reading keeps 16,384)
  std::filesystem::create_directory(inside_ / "long");
  const auto name = [](int i) { return std::to_string(100'000 + i); };
  for (int i = 0; i < kNames; ++i) Put(inside_ / "long" / name(i), "");
  for (const MountMode mode : {MountMode::kReadOnly, MountMode::kOverlayMemory}) {
    std::unique_ptr<FileSystem> files = Mounted(mode);
    std::vector<std::string> seen;
    for (bool more = true; more;) {
      const auto page =
          files->ListSome(kUser, "/m/long", seen.empty() ? "" : seen.back(), size_t{128});
      ASSERT_TRUE(page.ok());
      for (const DirectoryEntry& entry : *page) seen.push_back(entry.name);
      more = page->size() == 128;
      if (seen.size() == 128) std::filesystem::remove(inside_ / "long" / name(200));
    }
    EXPECT_EQ(seen.size(), static_cast<size_t>(kNames));
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(seen[200], name(200));
    EXPECT_EQ(files->ListSome(kUser, "/m/long", name(199), 1)->front().name, name(201));
    EXPECT_EQ(files->ListSome(kUser, "/m/long", "", SIZE_MAX)->size(), size_t{kNames - 1});
    Put(inside_ / "long" / name(200), "");
  }
}

TEST_P(MountsTest, AnOverlayKeepsChangesInMemory) {
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kOverlayMemory);
  ASSERT_TRUE(files->WriteFile(kUser, "/m/file", " more", {.how = WriteOptions::kAppend}).ok());
  ASSERT_TRUE(files->Rename(kUser, "/m/sub", "/m/moved").ok());
  ASSERT_TRUE(files->WriteFile(kUser, "/m/moved/deep/new", "new").ok());
  ASSERT_TRUE(files->Unlink(kUser, "/m/moved/file").ok());
  EXPECT_EQ(*files->ReadFile(kUser, "/m/file"), "content more");
  EXPECT_EQ(Names(*files, "/m"), (std::vector<std::string>{"file", "moved"}));
  EXPECT_EQ(Names(*files, "/m/moved"), std::vector<std::string>{"deep"});
  EXPECT_EQ(Text(inside_ / "file"), "content");
  EXPECT_EQ(Text(inside_ / "sub/file"), "below");
  EXPECT_TRUE(fs::is_empty(inside_ / "sub/deep"));
}

TEST_P(MountsTest, WhatAnOverlayPullsInCountsAsWritten) {
  FileSystem files;
  MountOptions options = Options(MountMode::kOverlayMemory);
  options.write_bytes_limit = 10;
  ASSERT_TRUE(files.Mount("/m", inside_, options).ok());
  EXPECT_EQ(files.WriteFile(kUser, "/m/file", "1234", {.how = WriteOptions::kAppend}).error(),
            EDQUOT);
  EXPECT_EQ(*files.ReadFile(kUser, "/m/file"), "content");
  EXPECT_TRUE(files.WriteFile(kUser, "/m/file", "123", {.how = WriteOptions::kAppend}).ok());
  EXPECT_EQ(files.WriteFile(kUser, "/m/new", "1").error(), EDQUOT);
  EXPECT_EQ(files.Mounts().front().bytes_written, 10u);
}

TEST_P(MountsTest, WritesToTheHostAreCounted) {
  FileSystem files;
  MountOptions options = Options(MountMode::kReadWrite);
  options.write_bytes_limit = 256 + 10;  // one name, and what is written
  ASSERT_TRUE(files.Mount("/m", inside_, options).ok());
  EXPECT_TRUE(files.WriteFile(kUser, "/m/new", "12345").ok());
  EXPECT_TRUE(files.WriteFile(kUser, "/m/new", "12345").ok());  // cumulative: overwriting counts
  EXPECT_EQ(files.WriteFile(kUser, "/m/new", "1").error(), EDQUOT);
  EXPECT_EQ(Text(inside_ / "new"), "12345");
  EXPECT_EQ(files.WriteFile(kUser, "/m/other", "1").error(), EDQUOT);
  EXPECT_FALSE(fs::exists(inside_ / "other"));
}

// Empty files, directories and links take inodes of the host.
TEST_P(MountsTest, NamesMadeOnTheHostAreCounted) {
  FileSystem files;
  MountOptions options = Options(MountMode::kReadWrite);
  options.write_bytes_limit = uint64_t{4} * 256;
  ASSERT_TRUE(files.Mount("/m", inside_, options).ok());
  EXPECT_TRUE(files.WriteFile(kUser, "/m/empty", "").ok());
  EXPECT_TRUE(files.Mkdir(kUser, "/m/made").ok());
  EXPECT_TRUE(files.Symlink(kUser, "empty", "/m/link").ok());
  // What fails counts for nothing.
  EXPECT_FALSE(files.Mkdir(kUser, "/m/made").ok());
  EXPECT_FALSE(files.WriteFile(kUser, "/m/too", "long for what is left").ok());
  EXPECT_TRUE(files.Link(kUser, "/m/empty", "/m/other").ok());
  EXPECT_EQ(files.Mounts().front().bytes_written, 1024u);
  EXPECT_EQ(files.WriteFile(kUser, "/m/more", "").error(), EDQUOT);
  EXPECT_EQ(files.Mkdir(kUser, "/m/deep").error(), EDQUOT);
  EXPECT_EQ(files.Symlink(kUser, "empty", "/m/second").error(), EDQUOT);
  EXPECT_FALSE(fs::exists(inside_ / "more"));
}

// A file of the host may be larger than all that a sandbox may hold.
TEST_P(MountsTest, LargeFilesAreReadInPieces) {
  fs::resize_file(inside_ / "file", uint64_t{1} << 40);
  FileSystem files({.max_file_bytes = 1000});
  for (MountMode mode : kAllModes) {
    ASSERT_TRUE(
        files.Mount("/m" + std::to_string(static_cast<int>(mode)), inside_, Options(mode)).ok());
    const std::string path = "/m" + std::to_string(static_cast<int>(mode)) + "/file";
    EXPECT_EQ(files.ReadFile(kUser, path).error(), EFBIG);
    EXPECT_EQ(files.ReadFile(kUser, path, 0, 1000)->size(), 1000u);
    if (mode == MountMode::kReadOnly) continue;
    EXPECT_EQ(files.WriteFile(kUser, path, "x", {.how = WriteOptions::kAppend}).error(), EFBIG);
    EXPECT_EQ(files.Truncate(kUser, path, 2000).error(), EFBIG);
  }
}

TEST_P(MountsTest, MountsCanBeInsideEachOther) {
  FileSystem files;
  ASSERT_TRUE(files.Mount("/", inside_, Options(MountMode::kReadOnly)).ok());
  ASSERT_TRUE(files.Mount("/sub/out", base_ / "outside", Options(MountMode::kOverlayMemory)).ok());
  EXPECT_EQ(Names(files, "/sub"), (std::vector<std::string>{"deep", "file", "out"}));
  EXPECT_EQ(*files.ReadFile(kUser, "/sub/out/secret"), kSecret);
  EXPECT_EQ(*files.Realpath(kUser, "/sub/out/folder/../.."), "/sub");
  ASSERT_TRUE(files.WriteFile(kUser, "/sub/out/new", "x").ok());
  EXPECT_EQ(files.Mount("/sub/out", inside_, {}).error(), EEXIST);
  EXPECT_EQ(files.Rename(kUser, "/sub/out/new", "/sub/new").error(), EXDEV);
  EXPECT_EQ(files.Rmdir(kUser, "/sub/out").error(), EROFS);
  EXPECT_FALSE(fs::exists(base_ / "outside/new"));

  FileSystem memory;
  ASSERT_TRUE(memory.Mount("/a/b", inside_, Options(MountMode::kReadWrite)).ok());
  ASSERT_TRUE(memory.Mount("/a/b/sub", base_ / "outside", Options(MountMode::kReadOnly)).ok());
  EXPECT_EQ(memory.Rmdir(kUser, "/a/b").error(), EBUSY);
  EXPECT_EQ(memory.Rename(kUser, "/a/b", "/a/c").error(), EBUSY);
  EXPECT_EQ(memory.Rename(kUser, "/a/b/sub", "/a/b/x").error(), EBUSY);
  ASSERT_TRUE(memory.Rename(kUser, "/a", "/z").ok());
  EXPECT_EQ(*memory.Realpath(kUser, "/z/b/sub/../sub/secret"), "/z/b/sub/secret");
}

TEST_P(MountsTest, ARestoredMountWaitsForItsDirectory) {
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kOverlayMemory);
  ASSERT_TRUE(files->WriteFile(kUser, "/m/new", "kept").ok());
  ASSERT_TRUE(files->Unlink(kUser, "/m/sub/file").ok());
  auto restored = FileSystem::Restore(files->Snapshot(), {}, nullptr);
  ASSERT_TRUE(restored.ok()) << restored.status();
  const std::unique_ptr<FileSystem> loaded = *std::move(restored);
  EXPECT_EQ(*loaded->ReadFile(kUser, "/m/new"), "kept");
  EXPECT_EQ(loaded->ReadFile(kUser, "/m/file").error(), EIO);
  EXPECT_EQ(loaded->List(kUser, "/m").error(), EIO);
  EXPECT_FALSE(loaded->Mounts().front().attached);
  EXPECT_EQ(loaded->Attach("/m", inside_, Options(MountMode::kReadWrite)).error(), EINVAL);
  ASSERT_TRUE(loaded->Attach("/m", inside_, Options(MountMode::kOverlayMemory)).ok());
  EXPECT_EQ(*loaded->ReadFile(kUser, "/m/file"), "content");
  EXPECT_EQ(loaded->ReadFile(kUser, "/m/sub/file").error(), ENOENT);
}

// Every operation, on every path that tries to leave, in every mode.
TEST_P(MountsTest, NoPathLeadsOut) {
  fs::create_symlink(base_ / "outside", inside_ / "absolute");
  fs::create_symlink(base_ / "outside/secret", inside_ / "absolute_file");
  fs::create_symlink("../outside", inside_ / "relative");
  fs::create_symlink("../outside/", inside_ / "relative_slash");
  fs::create_symlink("../outside/secret", inside_ / "relative_file");
  fs::create_symlink("../../outside", inside_ / "sub/up");
  fs::create_symlink("sub/up", inside_ / "chain");
  fs::create_symlink("chain/", inside_ / "chain_slash");
  fs::create_symlink("sub/deep/../../../outside", inside_ / "down_and_up");
  fs::create_symlink("/proc/self/root" + (base_ / "outside").string(), inside_ / "magic");
  fs::create_symlink("/proc/self/cwd", inside_ / "cwd");
  fs::create_symlink("/", inside_ / "root");
  fs::create_symlink(inside_.string() + "side",
                     inside_ / "prefix");  // .../insideside is not in .../inside
  fs::create_symlink(base_ / "inside/../outside", inside_ / "absolute_up");
  fs::create_directory(base_ / "insideside");
  const std::string ways[] = {
      "absolute",        "relative",    "relative_slash", "chain",  "chain_slash", "down_and_up",
      "magic",           "cwd",         "root",           "prefix", "absolute_up", "sub/up",
      "sub/../relative", "./relative/."};
  for (MountMode mode : kAllModes) {
    std::unique_ptr<FileSystem> files = Mounted(mode);
    for (const std::string& way : ways) {
      const std::string link = "/m/" + way;
      for (const std::string& path :
           {link + "/secret", link + "/new", link + "/folder/new", link + "/"}) {
        EXPECT_EQ(files->StatPath(kUser, path).error(), EACCES) << path;
        EXPECT_EQ(files->Lstat(kUser, path).error(), EACCES) << path;
        EXPECT_EQ(files->ReadFile(kUser, path).error(), EACCES) << path;
        EXPECT_EQ(files->List(kUser, path).error(), EACCES) << path;
        EXPECT_EQ(files->Realpath(kUser, path).error(), EACCES) << path;
        EXPECT_EQ(files->Open(kUser, path, kOpenRead).error(), EACCES) << path;
        EXPECT_FALSE(files->WriteFile(kUser, path, "hacked").ok()) << path;
        EXPECT_FALSE(files->Truncate(kUser, path, 0).ok()) << path;
        EXPECT_FALSE(files->Chmod(kUser, path, 0).ok()) << path;
        EXPECT_FALSE(files->SetTimes(kUser, path, 0, 0).ok()) << path;
        EXPECT_FALSE(files->Mkdir(kUser, path + "x").ok()) << path;
        if (path.back() == '/') continue;
        EXPECT_FALSE(files->Unlink(kUser, path).ok()) << path;
        EXPECT_FALSE(files->Rmdir(kUser, path).ok()) << path;
        EXPECT_FALSE(files->Rename(kUser, path, "/m/taken").ok()) << path;
        EXPECT_FALSE(files->Rename(kUser, "/m/file", path).ok()) << path;
        EXPECT_FALSE(files->Link(kUser, path, "/m/taken").ok()) << path;
        EXPECT_FALSE(files->Symlink(kUser, "x", path).ok()) << path;
      }
    }
    for (const char* path : {"/m/absolute_file", "/m/relative_file"}) {
      EXPECT_EQ(files->ReadFile(kUser, path).error(), EACCES);
      EXPECT_FALSE(files->WriteFile(kUser, path, "hacked").ok());
      EXPECT_FALSE(files->Truncate(kUser, path, 0).ok());
      EXPECT_FALSE(files->Chmod(kUser, path, 0).ok());
      EXPECT_EQ(files->Link(kUser, path, "/m/taken", Follow::kYes).error(), EACCES);
    }
    // The program's own `..` ends in the virtual tree, where nothing of the host is.
    EXPECT_EQ(files->ReadFile(kUser, "/m/../outside/secret").error(), ENOENT);
    EXPECT_EQ(
        files->ReadFile(kUser, "/m/../../../../" + (base_ / "outside/secret").string()).error(),
        ENOENT);
    EXPECT_EQ(files->ReadFile(kUser, (base_ / "outside/secret").string()).error(), ENOENT);
  }
  fs::remove(base_ / "insideside");
  ExpectOutsideUntouched();
}

TEST_P(MountsTest, LinksThatStayInsideAreFollowed) {
  fs::create_symlink("sub/file", inside_ / "link");
  fs::create_symlink("../file", inside_ / "sub/up");
  fs::create_symlink(inside_ / "sub", inside_ / "absolute");
  fs::create_symlink(inside_, inside_ / "self");
  for (MountMode mode : kAllModes) {
    std::unique_ptr<FileSystem> files = Mounted(mode);
    EXPECT_EQ(*files->ReadFile(kUser, "/m/link"), "below");
    EXPECT_EQ(*files->ReadFile(kUser, "/m/sub/up"), "content");
    EXPECT_EQ(*files->ReadFile(kUser, "/m/absolute/up"), "content");
    EXPECT_EQ(*files->ReadFile(kUser, "/m/self/self/absolute/file"), "below");
    EXPECT_EQ(*files->Realpath(kUser, "/m/self/absolute/file"), "/m/sub/file");
    EXPECT_EQ(*files->Readlink(kUser, "/m/link"), "sub/file");
    EXPECT_EQ(*files->Readlink(kUser, "/m/absolute"), "/m/sub");
    EXPECT_EQ(*files->Readlink(kUser, "/m/self"), "/m");
    EXPECT_EQ(files->Lstat(kUser, "/m/self")->size, 2u);
  }
}

// T-035: the host's directories have names that are nobody's business.
TEST_P(MountsTest, TargetsThatLeadOutAreNotShown) {
  fs::create_symlink(base_ / "outside", inside_ / "absolute");
  fs::create_symlink("../../" + base_.filename().string() + "/inside/file", inside_ / "around");
  for (MountMode mode : kAllModes) {
    std::unique_ptr<FileSystem> files = Mounted(mode);
    EXPECT_EQ(files->Readlink(kUser, "/m/absolute").error(), EACCES);
    EXPECT_EQ(files->Readlink(kUser, "/m/around").error(), EACCES);
    EXPECT_TRUE(files->Lstat(kUser, "/m/absolute")->IsSymlink());
  }
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kOverlayMemory);
  ASSERT_TRUE(files->Rename(kUser, "/m/absolute", "/m/sub/moved").ok());
  EXPECT_EQ(files->Readlink(kUser, "/m/sub/moved").error(), EACCES);
  EXPECT_EQ(files->List(kUser, "/m/sub/moved").error(), EACCES);
}

TEST_P(MountsTest, ProgramsMakeNoLinksThatLeadHostProgramsOut) {
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kReadWrite);
  EXPECT_EQ(files->Symlink(kUser, "/etc/passwd", "/m/link").error(), EPERM);
  EXPECT_EQ(files->Symlink(kUser, "../outside", "/m/link").error(), EPERM);
  EXPECT_EQ(files->Symlink(kUser, "sub/../../outside", "/m/link").error(), EPERM);
  EXPECT_EQ(files->Symlink(kUser, "..", "/m/link").error(), EPERM);
  EXPECT_TRUE(files->Symlink(kUser, "sub/file", "/m/link").ok());
  EXPECT_EQ(files->Chmod(kUser, "/m/file", 04755).error(), EPERM);
  ASSERT_TRUE(files->WriteFile(kUser, "/m/new", "x", {.mode = 06777}).ok());
  EXPECT_EQ(files->StatPath(kUser, "/m/new")->mode, 0755u);
}

TEST_P(MountsTest, LinksOfTheHostAreNotMovedToWhereTheyLeadOut) {
  fs::create_symlink("../../file", inside_ / "sub/deep/up");
  fs::create_symlink("../file", inside_ / "sub/near");
  fs::create_symlink("deep/nothing", inside_ / "sub/down");
  fs::create_symlink(base_ / "outside", inside_ / "sub/absolute");
  fs::create_symlink("../../outside/secret", inside_ / "sub/out");
  fs::create_symlink(".././sub/../file", inside_ / "sub/loop");
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kReadWrite);
  EXPECT_EQ(files->Rename(kUser, "/m/sub/deep/up", "/m/sub/up").error(), EPERM);
  EXPECT_EQ(files->Rename(kUser, "/m/sub/near", "/m/near").error(), EPERM);
  EXPECT_EQ(files->Link(kUser, "/m/sub/near", "/m/near").error(), EPERM);
  EXPECT_EQ(Names(*files, "/m"), (std::vector<std::string>{"file", "sub"}));
  EXPECT_TRUE(files->Rename(kUser, "/m/sub/near", "/m/sub/renamed").ok());
  EXPECT_TRUE(files->Link(kUser, "/m/sub/renamed", "/m/sub/deep/linked").ok());
  EXPECT_TRUE(files->Rename(kUser, "/m/sub/down", "/m/down").ok());
  // Nor do they get names that somebody could take for a file's.
  EXPECT_EQ(files->Rename(kUser, "/m/sub/absolute", "/m/sub/report").error(), EPERM);
  EXPECT_EQ(files->Link(kUser, "/m/sub/absolute", "/m/sub/report").error(), EPERM);
  EXPECT_EQ(files->Rename(kUser, "/m/sub/out", "/m/sub/report").error(), EPERM);
  EXPECT_EQ(files->Link(kUser, "/m/sub/out", "/m/sub/report").error(), EPERM);
  EXPECT_TRUE(files->Rename(kUser, "/m/sub/loop", "/m/sub/round").ok());
  EXPECT_EQ(files->ReadFile(kUser, "/m/sub/absolute/secret").error(), EACCES);
  EXPECT_TRUE(files->Unlink(kUser, "/m/sub/absolute").ok());
  files = std::make_unique<FileSystem>();
  MountOptions options = Options(MountMode::kReadWrite);
  options.new_links = NewLinks::kAny;
  ASSERT_TRUE(files->Mount("/m", inside_, options).ok());
  EXPECT_TRUE(files->Rename(kUser, "/m/sub/deep/up", "/m/up").ok());
  EXPECT_EQ(files->ReadFile(kUser, "/m/up").error(), EACCES);
}

// T-034: nothing but files and directories is opened, and nothing waits.
TEST_P(MountsTest, SpecialFilesAreRefusedWithoutWaiting) {
  ASSERT_EQ(mkfifo((inside_ / "fifo").c_str(), 0666), 0);
  fs::create_symlink("/dev/zero", inside_ / "device_link");
  const bool has_device = mknod((inside_ / "device").c_str(), S_IFCHR | 0666, makedev(1, 5)) == 0;
  const int socket_fd = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  (inside_ / "socket").string().copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(bind(socket_fd, reinterpret_cast<struct sockaddr*>(&address), sizeof(address)), 0);
  close(socket_fd);
  for (MountMode mode : kAllModes) {
    std::unique_ptr<FileSystem> files = Mounted(mode);
    EXPECT_EQ(files->StatPath(kUser, "/m/fifo")->kind, FileKind::kFifo);
    EXPECT_EQ(files->ReadFile(kUser, "/m/fifo").error(), EACCES);
    EXPECT_EQ(files->Open(kUser, "/m/fifo", kOpenRead).error(), EACCES);
    EXPECT_FALSE(files->WriteFile(kUser, "/m/fifo", "x").ok());
    EXPECT_FALSE(files->Truncate(kUser, "/m/fifo", 0).ok());
    EXPECT_EQ(files->ReadFile(kUser, "/m/device_link").error(), EACCES);
    EXPECT_EQ(files->ReadFile(kUser, "/m/socket").error(), EACCES);
    EXPECT_EQ(files->StatPath(kUser, "/m/socket")->kind, FileKind::kOther);
    if (!has_device) continue;  // only root can make one
    EXPECT_EQ(files->ReadFile(kUser, "/m/device").error(), EACCES);
    EXPECT_EQ(files->StatPath(kUser, "/m/device")->kind, FileKind::kDevice);
    EXPECT_EQ(files->StatPath(kUser, "/m/device")->device, DeviceKind::kNone);
    EXPECT_FALSE(files->WriteFile(kUser, "/m/device", "x").ok());
  }
  std::unique_ptr<FileSystem> files = Mounted(MountMode::kOverlayMemory);
  ASSERT_TRUE(files->Rename(kUser, "/m/fifo", "/m/moved").ok());
  EXPECT_EQ(files->Open(kUser, "/m/moved", kOpenRead | kOpenWrite).error(), EACCES);
  EXPECT_EQ(files->ReadFile(kUser, "/m/moved").error(), EACCES);
  EXPECT_EQ(files->WriteFile(kUser, "/m/moved", "x").error(), EACCES);
}

TEST_P(MountsTest, DevicesAreMadeInMemoryOnly) {
  for (MountMode mode : kAllModes) {
    std::unique_ptr<FileSystem> files = Mounted(mode, "/");
    EXPECT_EQ(AddDevices(*files).ok(), mode == MountMode::kOverlayMemory);
    EXPECT_EQ(files->ReadFile(kUser, "/dev/null").ok(), mode == MountMode::kOverlayMemory);
    EXPECT_FALSE(fs::exists(inside_ / "dev"));
  }
}

TEST_P(MountsTest, OddPathsAreRefused) {
  for (MountMode mode : kAllModes) {
    std::unique_ptr<FileSystem> files = Mounted(mode);
    using namespace std::string_view_literals;
    EXPECT_EQ(files->ReadFile(kUser, "/m/file\0/../../outside/secret"sv).error(), EINVAL);
    EXPECT_EQ(files->ReadFile(kUser, "/m/" + std::string(256, 'x')).error(), ENAMETOOLONG);
    EXPECT_EQ(files->ReadFile(kUser, "/m/" + std::string(5000, 'x')).error(), ENAMETOOLONG);
    EXPECT_EQ(files->ReadFile(kUser, "").error(), ENOENT);
    EXPECT_EQ(files->ReadFile(kUser, "/m/C:\\outside\\secret").error(), ENOENT);
    EXPECT_EQ(files->ReadFile(kUser, "/m/file/").error(), ENOTDIR);
    EXPECT_EQ(files->ReadFile({.cwd = "/m/sub/../.."}, "m/file").value(), "content");
  }
}

// A thread swaps a directory of the mount for a link that leads out, again and again, while the
// program works.
TEST_P(MountsTest, SwappedDirectoriesNeverLeadOut) {
  fs::create_directory(inside_ / "swap");
  Put(inside_ / "swap/secret", "harmless");
  fs::create_directory(inside_ / "swap/folder");
  fs::create_symlink("../outside", inside_ / "trap");
  std::atomic<bool> stop = false;
  std::atomic<uint64_t> swaps = 0;
  std::thread swapper([&] {
    const std::string a = inside_ / "swap", b = inside_ / "trap";
    while (!stop) {
      if (syscall(SYS_renameat2, AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(),
                  2 /* RENAME_EXCHANGE */) == 0)
        ++swaps;
    }
  });
  const char* seconds = std::getenv("PYSUB_SWAP_SECONDS");
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::milliseconds(seconds == nullptr ? 700 : 1000 * std::atoi(seconds));
  uint64_t reads = 0, rounds = 0;
  while (std::chrono::steady_clock::now() < end) {
    for (MountMode mode : kAllModes) {
      std::unique_ptr<FileSystem> files = Mounted(mode);
      for (int i = 0; i < 50; ++i, ++rounds) {
        Result<std::string> text = files->ReadFile(kUser, "/m/swap/secret");
        reads += text.ok();
        EXPECT_TRUE(std::string_view("harmless").starts_with(*text)) << *text;
        if (Result<std::vector<DirectoryEntry>> list = files->List(kUser, "/m/swap"); list.ok()) {
          for (const DirectoryEntry& entry : *list) EXPECT_NE(entry.name, "marker");
        }
        if (mode == MountMode::kReadOnly) continue;
        (void)files->WriteFile(kUser, "/m/swap/secret", "harmless");
        (void)files->WriteFile(kUser, "/m/swap/folder/new", "hacked");
        (void)files->Chmod(kUser, "/m/swap/secret", 0600);
        (void)files->Mkdir(kUser, "/m/swap/folder/dir");
        (void)files->Symlink(kUser, "x", "/m/swap/folder/link");
        (void)files->Truncate(kUser, "/m/swap/secret", 3);
        (void)files->WriteFile(kUser, "/m/swap/secret", "harmless");
        (void)files->Rename(kUser, "/m/swap/folder/new", "/m/swap/folder/newer");
        (void)files->Link(kUser, "/m/swap/folder/newer", "/m/swap/folder/newest");
        (void)files->Unlink(kUser, "/m/swap/folder/newer");
        (void)files->Rmdir(kUser, "/m/swap/folder/dir");
      }
    }
  }
  stop = true;
  swapper.join();
  EXPECT_GT(swaps, 100u);
  EXPECT_GT(reads, 0u);
  ExpectOutsideUntouched();
  struct stat stat;
  ASSERT_EQ(lstat((base_ / "outside/secret").c_str(), &stat), 0);
  EXPECT_NE(stat.st_mode & 0777u, 0600u);
  EXPECT_EQ(stat.st_nlink, 1u);
  RecordProperty("swaps", static_cast<int>(swaps));
  RecordProperty("rounds", static_cast<int>(rounds));
}

}  // namespace
}  // namespace pysub::files
