// A filesystem as bytes: what is restored is what was saved, and lies are found (T-029).
#include <random>
#include <string>

#include "gtest/gtest.h"
#include "pysub/files/file_system.h"
#include "tests/files/hostile.h"

namespace pysub::files {
namespace {

const Caller kUser;

// What is wrong with `bytes`.
std::string Problem(std::string_view bytes, const Limits& limits = {}) {
  const absl::Status status = FileSystem::Restore(bytes, limits, nullptr).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  return std::string(status.message());
}

TEST(FilesSavingTest, EverythingIsKept) {
  FileSystem files;
  ASSERT_TRUE(files.Mkdir(kUser, "/d", 0700).ok());
  ASSERT_TRUE(files.WriteFile(kUser, "/d/f", std::string(100'000, 'x')).ok());
  ASSERT_TRUE(files.Truncate(kUser, "/d/f", 300'000).ok());
  ASSERT_TRUE(files.Link(kUser, "/d/f", "/g").ok());
  ASSERT_TRUE(files.Symlink(kUser, "d/f", "/l").ok());
  ASSERT_TRUE(files.SetTimes(kUser, "/g", -5, 1'700'000'000'123'456'789).ok());
  Result<OpenFile> file = files.Open(kUser, "/gone", kOpenRead | kOpenWrite | kOpenCreate);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(files.Write(*file, "unseen").ok());
  ASSERT_TRUE(files.Unlink(kUser, "/gone").ok());

  const std::string bytes = files.Snapshot();
  const auto restored = FileSystem::Restore(bytes, {}, nullptr);
  ASSERT_TRUE(restored.ok()) << restored.status();
  FileSystem* const again = restored->get();
  EXPECT_EQ(again->Snapshot(), bytes);
  EXPECT_EQ(again->BytesUsed(), files.BytesUsed());
  EXPECT_EQ(again->StatPath(kUser, "/l")->links, 2u);
  EXPECT_EQ(again->StatPath(kUser, "/l")->mtime_ns, 1'700'000'000'123'456'789);
  EXPECT_EQ(again->StatPath(kUser, "/l")->atime_ns, -5);
  EXPECT_EQ(*again->ReadFile(kUser, "/g", 99'999, 3), std::string("x\0\0", 3));
  EXPECT_EQ(*again->ReadAt(*file, 0, 10), "unseen");
  EXPECT_EQ(*again->Seek(*file, 0, Whence::kCurrent), 6u);
  again->Release(*file);
  EXPECT_EQ(again->FilesUsed(), files.FilesUsed() - 1);
}

TEST(FilesSavingTest, TheHostsLimitsHoldForWhatIsRestored) {
  FileSystem files;
  ASSERT_TRUE(files.WriteFile(kUser, "/f", std::string(100'000, 'x')).ok());
  const std::string bytes = files.Snapshot();
  EXPECT_EQ(Problem(bytes, {.max_bytes = 50'000}), "the files exceed max_bytes");
  EXPECT_EQ(Problem(bytes, {.max_file_bytes = 50'000}), "a file exceeds max_file_bytes");
  EXPECT_EQ(Problem(bytes, {.max_files = 1}), "the nodes exceed max_files");
}

TEST(FilesSavingTest, DamageIsFound) {
  FileSystem files;
  std::string bytes = files.Snapshot();
  bytes.back() ^= 1;
  EXPECT_EQ(Problem(bytes), "the bytes are damaged");
  EXPECT_EQ(Problem(""), "these are not the bytes of a filesystem");
}

// Bytes of which some were changed by somebody who corrects the checksum.
TEST(FilesSavingTest, LiesAreRefusedOrHarmless) {
  std::mt19937_64 random(20'251'121);
  int accepted = 0;
  for (int tree = 0; tree < 60; ++tree) {
    const std::string bytes = RandomSavedTree(random);
    const std::string other = RandomSavedTree(random);
    ASSERT_TRUE(PlaySaved(bytes));
    for (int i = 0; i < 100; ++i) {
      std::string changed = bytes;
      MutateSaved(changed, other, random);
      CorrectChecksum(changed);
      accepted += PlaySaved(changed);
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace pysub::files
