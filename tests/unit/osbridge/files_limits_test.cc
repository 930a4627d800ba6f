// Budgets are charged before anything grows, and given back when it is gone (T-027).
#include <cerrno>
#include <string>

#include "gtest/gtest.h"
#include "osbridge/files/devices.h"
#include "pysub/files/file_system.h"

namespace pysub::files {
namespace {

const Caller kUser;

class Account final : public Owner {
 public:
  int64_t NowNs() override { return now_ns; }
  bool Charge(int64_t bytes) override {
    if (bytes > 0 && used + bytes > limit) return false;
    used += bytes;
    return true;
  }
  bool Spend(uint64_t wanted) override {
    if (wanted > ticks) return false;
    ticks -= wanted;
    return true;
  }

  int64_t now_ns = 1000;
  int64_t used = 0;
  int64_t limit = 1 << 20;
  uint64_t ticks = 1 << 20;
};

TEST(FilesLimitsTest, BytesFilesAndDepthEnd) {
  FileSystem files(
      {.max_bytes = 100'000, .max_file_bytes = 60'000, .max_files = 10, .max_depth = 3});
  EXPECT_EQ(files.WriteFile(kUser, "/big", std::string(60'001, 'x')).error(), EFBIG);
  EXPECT_EQ(files.Truncate(kUser, "/big", 60'001).error(), EFBIG);
  EXPECT_EQ(
      files.WriteFile(kUser, "/big", "x", {.how = WriteOptions::kAt, .offset = 60'000}).error(),
      EFBIG);
  EXPECT_EQ(files.WriteFile(kUser, "/big", "x", {.how = WriteOptions::kAt, .offset = ~uint64_t{0}})
                .error(),
            EFBIG);
  EXPECT_TRUE(files.WriteFile(kUser, "/big", std::string(60'000, 'x')).ok());
  EXPECT_EQ(files.WriteFile(kUser, "/second", std::string(60'000, 'x')).error(), ENOSPC);
  EXPECT_EQ(files.StatPath(kUser, "/second")->size, 0u);
  EXPECT_TRUE(files.Mkdir(kUser, "/a").ok());
  EXPECT_TRUE(files.Mkdir(kUser, "/a/b").ok());
  EXPECT_TRUE(files.Mkdir(kUser, "/a/b/c").ok());
  EXPECT_EQ(files.Mkdir(kUser, "/a/b/c/d").error(), ENAMETOOLONG);
  EXPECT_TRUE(files.Mkdir(kUser, "/x").ok());
  EXPECT_TRUE(files.Mkdir(kUser, "/x/y").ok());
  EXPECT_EQ(files.Rename(kUser, "/x", "/a/b/x").error(), ENAMETOOLONG);
  EXPECT_TRUE(files.Rename(kUser, "/x", "/a/x").ok());
  EXPECT_TRUE(files.Symlink(kUser, "x", "/link").ok());
  EXPECT_TRUE(files.MakeFifo(kUser, "/fifo").ok());
  EXPECT_EQ(files.FilesUsed(), 10u);
  EXPECT_EQ(files.Symlink(kUser, "x", "/link2").error(), ENOSPC);
  EXPECT_EQ(files.Mkdir(kUser, "/d").error(), ENOSPC);
  EXPECT_EQ(files.CheckOpen(kUser, "/d", kOpenCreate | kOpenRead).error(), ENOSPC);
  EXPECT_TRUE(files.Unlink(kUser, "/link").ok());
  EXPECT_TRUE(files.Mkdir(kUser, "/d").ok());
}

// Names cost as well: a million links to one file are not free.
TEST(FilesLimitsTest, NamesAreCharged) {
  FileSystem files({.max_bytes = 10'000});
  ASSERT_TRUE(files.WriteFile(kUser, "/f", "").ok());
  int links = 0;
  while (files.Link(kUser, "/f", '/' + std::string(200, 'n') + std::to_string(links)).ok()) ++links;
  EXPECT_LT(links, 40);
  EXPECT_GT(links, 20);
}

// A rename into the depth looks at all directories that it moves; that is work.
TEST(FilesLimitsTest, LookingHowDeepATreeIsCosts) {
  Account account;
  FileSystem files({.max_depth = 20}, &account);
  ASSERT_TRUE(files.Mkdir(kUser, "/a").ok());
  ASSERT_TRUE(files.Mkdir(kUser, "/b").ok());
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(files.Mkdir(kUser, "/a/" + std::to_string(i)).ok());
  account.ticks = 500;
  EXPECT_EQ(files.Rename(kUser, "/a", "/b/a").error(), ECANCELED);
  account.ticks = 2000;
  EXPECT_TRUE(files.Rename(kUser, "/a", "/b/a").ok());
  EXPECT_LT(account.ticks, 1000u);
}

TEST(FilesLimitsTest, OpenFilesCostTheirPaths) {
  FileSystem files({.max_bytes = 20'000});
  std::string path;
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(files.Mkdir(kUser, path += '/' + std::string(200, 'd')).ok());
  ASSERT_TRUE(files.WriteFile(kUser, "/f", "x").ok());
  const uint64_t before = files.BytesUsed();
  const OpenFile file = *files.Open(kUser, path, kOpenRead);
  EXPECT_GT(files.BytesUsed(), before + 2000);
  int opened = 0;
  while (files.Open(kUser, path, kOpenRead).ok()) ++opened;
  EXPECT_LT(opened, 10);
  EXPECT_EQ(files.Open(kUser, path, kOpenRead).error(), ENOMEM);
  files.Release(file);
  EXPECT_TRUE(files.Open(kUser, path, kOpenRead).ok());
}

TEST(FilesLimitsTest, HolesCostNearlyNothing) {
  FileSystem files;
  ASSERT_TRUE(
      files.WriteFile(kUser, "/sparse", "end", {.how = WriteOptions::kAt, .offset = 200'000'000})
          .ok());
  EXPECT_EQ(files.StatPath(kUser, "/sparse")->size, 200'000'003u);
  EXPECT_LT(files.BytesUsed(), 100'000u);
  EXPECT_EQ(files.StatPath(kUser, "/sparse")->blocks,
            8u * 13);  // up to the end of what its last chunk holds
  EXPECT_EQ(*files.ReadFile(kUser, "/sparse", 199'999'999, 10), std::string("\0end", 4));
}

TEST(FilesLimitsTest, TheOwnersAccountIsAskedAndPaidBack) {
  Account account;
  {
    FileSystem files({}, &account);
    ASSERT_TRUE(files.WriteFile(kUser, "/f", std::string(500'000, 'x')).ok());
    EXPECT_EQ(static_cast<uint64_t>(account.used), files.BytesUsed());
    EXPECT_EQ(files.WriteFile(kUser, "/g", std::string(600'000, 'x')).error(), ENOSPC);
    EXPECT_EQ(static_cast<uint64_t>(account.used), files.BytesUsed());
    EXPECT_EQ((*files.Fork(&account))->BytesUsed(), files.BytesUsed());
    EXPECT_EQ(static_cast<uint64_t>(account.used), files.BytesUsed());
    account.limit = account.used + 1000;
    EXPECT_TRUE(absl::IsResourceExhausted(files.Fork(&account).status()));
    Account other;
    EXPECT_TRUE(files.SetOwner(&other).ok());
    EXPECT_EQ(account.used, 0);
    EXPECT_TRUE(files.Unlink(kUser, "/f").ok());
    EXPECT_LT(other.used, 2000);
    EXPECT_TRUE(files.SetOwner(&account).ok());
    EXPECT_EQ(other.used, 0);
  }
  EXPECT_EQ(account.used, 0);
}

TEST(FilesLimitsTest, WorkIsCountedAndCanBeEnded) {
  Account account;
  FileSystem files({}, &account);
  const uint64_t before = account.ticks;
  ASSERT_TRUE(files.WriteFile(kUser, "/f", std::string(640'000, 'x')).ok());
  EXPECT_GT(before - account.ticks, 10'000u);
  EXPECT_LT(before - account.ticks, 11'000u);
  account.ticks = 5000;
  EXPECT_EQ(files.ReadFile(kUser, "/f").error(), ECANCELED);
  EXPECT_EQ(files.ReadFile(kUser, "/f", 0, 100)->size(), 100u);
  EXPECT_EQ(
      files.WriteFile(kUser, "/f", std::string(640'000, 'y'), {.how = WriteOptions::kAt}).error(),
      ECANCELED);
  EXPECT_EQ(*files.ReadFile(kUser, "/f", 0, 1), "x");
}

TEST(FilesLimitsTest, TimesComeFromTheOwner) {
  Account account;
  FileSystem files({}, &account);
  ASSERT_TRUE(files.WriteFile(kUser, "/f", "x").ok());
  account.now_ns = 2000;
  ASSERT_TRUE(files.Chmod(kUser, "/f", 0600).ok());
  EXPECT_EQ(files.StatPath(kUser, "/f")->mtime_ns, 1000);
  EXPECT_EQ(files.StatPath(kUser, "/f")->ctime_ns, 2000);
  account.now_ns = 3000;
  ASSERT_TRUE(files.SetTimes(kUser, "/f", 7, kTimeNow).ok());
  EXPECT_EQ(files.StatPath(kUser, "/f")->atime_ns, 7);
  EXPECT_EQ(files.StatPath(kUser, "/f")->mtime_ns, 3000);
}

TEST(FilesLimitsTest, OpenFilesAreCounted) {
  FileSystem files({.max_open_files = 2});
  ASSERT_TRUE(files.WriteFile(kUser, "/f", "x").ok());
  Result<OpenFile> first = files.Open(kUser, "/f", kOpenRead);
  EXPECT_TRUE(files.Open(kUser, "/f", kOpenRead).ok());
  EXPECT_EQ(files.Open(kUser, "/new", kOpenWrite | kOpenCreate).error(), ENFILE);
  EXPECT_EQ(files.StatPath(kUser, "/new").error(), ENOENT);
  files.Retain(*first);
  files.Release(*first);
  EXPECT_EQ(*files.Read(*first, 1), "x");
  files.Release(*first);
  EXPECT_EQ(files.Read(*first, 1).error(), EBADF);
  EXPECT_TRUE(files.Open(kUser, "/f", kOpenRead).ok());
}

TEST(FilesDevicesTest, DoWhatTheyDoOnLinux) {
  FileSystem files;
  ASSERT_TRUE(AddDevices(files).ok());
  ASSERT_TRUE(AddDevices(files).ok());
  EXPECT_EQ(*files.ReadFile(kUser, "/dev/null"), "");
  EXPECT_TRUE(files.WriteFile(kUser, "/dev/null", "x").ok());
  EXPECT_EQ(*files.ReadFile(kUser, "/dev/zero", 0, 3), std::string(3, '\0'));
  EXPECT_EQ(files.ReadFile(kUser, "/dev/zero")->size(), 65536u);
  EXPECT_EQ(files.WriteFile(kUser, "/dev/full", "x").error(), ENOSPC);
  files.SeedRandom(1);
  const std::string once = *files.ReadFile(kUser, "/dev/urandom", 0, 100);
  EXPECT_NE(*files.ReadFile(kUser, "/dev/urandom", 0, 100), once);
  files.SeedRandom(1);
  EXPECT_EQ(*files.ReadFile(kUser, "/dev/urandom", 0, 100), once);
  EXPECT_EQ(files.ReadFile(kUser, "/dev/tty").error(), ENXIO);
  EXPECT_EQ(files.Unlink(kUser, "/dev/null").error(), EACCES);
}

TEST(FilesDevicesTest, DescriptorsAreForTheShellToFind) {
  FileSystem files;
  ASSERT_TRUE(AddDevices(files).ok());
  for (const char* path : {"/dev/fd/63", "/proc/self/fd/63"}) {
    EXPECT_EQ(files.StatPath(kUser, path)->device, DeviceKind::kDescriptor);
    EXPECT_EQ(files.StatPath(kUser, path)->device_number, 63u);
  }
  EXPECT_EQ(files.StatPath(kUser, "/dev/stderr")->device_number, 2u);
  EXPECT_EQ(*files.Readlink(kUser, "/dev/stdout"), "/proc/self/fd/1");
  EXPECT_EQ(files.StatPath(kUser, "/dev/fd/063").error(), ENOENT);
  EXPECT_EQ(files.StatPath(kUser, "/dev/fd/x").error(), ENOENT);
  Result<OpenFile> file = files.Open(kUser, "/dev/stdin", kOpenRead);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(files.FStat(*file)->device_number, 0u);
  EXPECT_EQ(files.Read(*file, 1).error(), ENXIO);
  EXPECT_TRUE(files.List(kUser, "/dev/fd")->empty());
}

// What bash scripts run by an ordinary user see.
TEST(FilesPermissionsTest, BitsDecideForEverybodyButRoot) {
  FileSystem files;
  const Caller root{.uid = 0};
  const Caller other{.uid = 2000, .gid = 2000};
  ASSERT_TRUE(files.WriteFile(kUser, "/f", "x").ok());
  ASSERT_TRUE(files.Chmod(kUser, "/f", 0).ok());
  EXPECT_EQ(files.ReadFile(kUser, "/f").error(), EACCES);
  EXPECT_EQ(*files.ReadFile(root, "/f"), "x");
  EXPECT_EQ(files.Access(root, "/f", kMayExecute).error(), EACCES);
  EXPECT_EQ(files.Chmod(other, "/f", 0777).error(), EPERM);
  ASSERT_TRUE(files.Mkdir({.umask = 0}, "/tmp", 01777).ok());
  ASSERT_TRUE(files.WriteFile(kUser, "/tmp/mine", "x").ok());
  EXPECT_EQ(files.Unlink(other, "/tmp/mine").error(), EPERM);
  EXPECT_EQ(files.WriteFile(other, "/tmp/mine", "x").error(), EACCES);
  EXPECT_TRUE(files.WriteFile(other, "/tmp/his", "x").ok());
  EXPECT_EQ(files.StatPath(kUser, "/tmp/his")->uid, 2000u);
  EXPECT_TRUE(
      files.Rename(kUser, "/tmp/his", "/tmp/moved").ok());  // the owner of the directory may
}

}  // namespace
}  // namespace pysub::files
