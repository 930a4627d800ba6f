// Files that are there without being stored: Show().
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "pysub/files/file_system.h"
#include "tests/files/invented_files.h"

namespace pysub::files {
namespace {

const Caller kUser;
const Caller kAdmin{.uid = 0, .gid = 0};

std::unique_ptr<FileSystem> Shown() {
  auto files = std::make_unique<FileSystem>();
  EXPECT_TRUE(Show(*files, std::make_shared<InventedFiles>()).ok());
  return files;
}

std::string Names(const FileSystem& files, std::string_view path) {
  std::string names;
  Result<std::vector<DirectoryEntry>> entries = files.List(kUser, path);
  for (const DirectoryEntry& entry : *entries) names += entry.name + " ";
  return names;
}

TEST(PseudoFilesTest, AreThereAndCostNothing) {
  FileSystem empty;
  const auto files = Shown();
  EXPECT_EQ(Names(*files, "/"), "bin etc proc usr ");
  EXPECT_EQ(*files->ReadFile(kUser, "/usr/bin/sed"), "#!sed\n");
  EXPECT_EQ(*files->ReadFile(kUser, "/bin/sed", 2, 3), "sed");
  EXPECT_EQ(*files->Readlink(kUser, "/bin"), "usr/bin");
  EXPECT_EQ(*files->Realpath(kUser, "/bin/../../etc/passwd"), "/etc/passwd");
  EXPECT_EQ(files->StatPath(kUser, "/usr/bin/awk").error(), ENOENT);
  EXPECT_EQ(files->StatPath(kUser, "/etc/passwd")->uid, 0u);
  EXPECT_EQ(files->StatPath(kUser, "/etc/passwd")->dev, 0u);
  EXPECT_EQ(files->BytesUsed(), empty.BytesUsed());
  EXPECT_EQ(files->FilesUsed(), empty.FilesUsed());
  EXPECT_TRUE(files->Mounts().empty());
}

// Somebody reads one, and nothing of it stays.
TEST(PseudoFilesTest, OpenOnesLeaveNoNodeBehind) {
  const auto files = Shown();
  const std::string before = files->Snapshot();
  Result<OpenFile> file = files->Open(kUser, "/bin/sed", kOpenRead);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(files->PathOf(*file), "/usr/bin/sed");
  EXPECT_EQ(*files->Read(*file, 4), "#!se");
  EXPECT_EQ(files->FStat(*file)->size, 6u);
  const std::string open = files->Snapshot();
  auto restored = FileSystem::Restore(open, {}, nullptr);
  ASSERT_TRUE(restored.ok()) << restored.status();
  ASSERT_TRUE(Show(**restored, std::make_shared<InventedFiles>()).ok());
  EXPECT_EQ(*(*restored)->Read(*file, 10), "d\n");
  files->Release(*file);
  EXPECT_EQ(files->FilesUsed(), 1u);
  EXPECT_EQ(files->Snapshot(), before);
}

TEST(PseudoFilesTest, GiveWayToWhatIsMade) {
  const auto files = Shown();
  EXPECT_EQ(files->WriteFile(kUser, "/etc/passwd", "x").error(), EACCES);
  EXPECT_TRUE(files->WriteFile(kUser, "/etc/mine", "mine").ok());
  EXPECT_TRUE(files->Mkdir(kUser, "/usr/local").ok());
  EXPECT_EQ(files->Mkdir(kUser, "/usr/bin").error(), EEXIST);
  EXPECT_EQ(Names(*files, "/etc"), "mine passwd ");
  EXPECT_EQ(Names(*files, "/usr"), "bin local ");
  EXPECT_TRUE(
      files->WriteFile(kAdmin, "/etc/passwd", "user\n", {.how = WriteOptions::kAppend}).ok());
  EXPECT_EQ(*files->ReadFile(kUser, "/etc/passwd"), "root\nuser\n");
  EXPECT_TRUE(files->Unlink(kUser, "/usr/bin/sed").ok());
  EXPECT_EQ(files->StatPath(kUser, "/usr/bin/sed").error(), ENOENT);
  EXPECT_TRUE(files->WriteFile(kUser, "/usr/bin/sed", "own").ok());
  EXPECT_EQ(*files->ReadFile(kUser, "/bin/sed"), "own");
  EXPECT_TRUE(files->Rename(kUser, "/etc", "/usr/config").ok());
  EXPECT_EQ(Names(*files, "/"), "bin proc usr ");
  EXPECT_EQ(Names(*files, "/usr/config"), "mine passwd ");
  EXPECT_EQ(files->Link(kUser, "/usr/bin/sed", "/proc/link").error(), 0);
}

// A snapshot has what was changed, and a fork or what was loaded shows what it is shown.
TEST(PseudoFilesTest, AreNotSaved) {
  const auto files = Shown();
  ASSERT_TRUE(files->Unlink(kUser, "/usr/bin/sed").ok());
  const std::string bytes = files->Snapshot();
  EXPECT_EQ(bytes.find("passwd"), std::string::npos);
  auto restored = FileSystem::Restore(bytes, {}, nullptr);
  ASSERT_TRUE(restored.ok()) << restored.status();
  EXPECT_EQ((*restored)->Snapshot(), bytes);
  EXPECT_EQ((*restored)->BytesUsed(), files->BytesUsed());
  EXPECT_EQ((*restored)->StatPath(kUser, "/etc/passwd").error(), ENOENT);
  EXPECT_EQ(Names(**restored, "/"), "usr ");
  ASSERT_TRUE(Show(**restored, std::make_shared<InventedFiles>()).ok());
  EXPECT_EQ(*(*restored)->ReadFile(kUser, "/etc/passwd"), "root\n");
  EXPECT_EQ(Names(**restored, "/usr/bin"), "");
  auto fork = files->Fork(nullptr);
  ASSERT_TRUE(fork.ok());
  EXPECT_EQ(*(*fork)->ReadFile(kUser, "/etc/passwd"), "root\n");
  EXPECT_EQ((*fork)->Snapshot(), bytes);
}

TEST(PseudoFilesTest, AreShownFromTheBeginningOrNever) {
  FileSystem files;
  ASSERT_TRUE(files.Mkdir(kUser, "/home").ok());
  EXPECT_EQ(Show(files, std::make_shared<InventedFiles>()).error(), EBUSY);
  const auto shown = Shown();
  ASSERT_TRUE(shown->Mkdir(kUser, "/home").ok());
  EXPECT_TRUE(Show(*shown, std::make_shared<InventedFiles>()).ok());
}

TEST(PseudoFilesTest, MountsCoverThem) {
  char path[] = "/tmp/pysub_pseudo_XXXXXX";
  ASSERT_NE(mkdtemp(path), nullptr);
  const auto files = Shown();
  ASSERT_TRUE(files->Mount("/bin", path).ok());  // a link: to /usr/bin
  EXPECT_EQ(Names(*files, "/usr/bin"), "");
  EXPECT_EQ(files->StatPath(kUser, "/bin/sed").error(), ENOENT);
  EXPECT_EQ(files->StatPath(kUser, "/usr/bin")->dev, 1u);
  ASSERT_EQ(files->Mounts().size(), 1u);
  EXPECT_EQ(files->Mounts()[0].path, "/bin");
  ASSERT_TRUE(files->Mount("/work/deep", path).ok());
  EXPECT_EQ(files->Rename(kUser, "/etc", "/work/deep/etc").error(), EXDEV);
  auto restored = FileSystem::Restore(files->Snapshot(), {}, nullptr);
  ASSERT_TRUE(restored.ok()) << restored.status();
  ASSERT_TRUE(Show(**restored, std::make_shared<InventedFiles>()).ok());
  EXPECT_TRUE((*restored)->Attach("/work/deep", path, {}).ok());
  EXPECT_TRUE((*restored)->WriteFile(kUser, "/work/deep/x", "x").ok());
  ASSERT_TRUE(files->Mount("/", path).ok());
  EXPECT_EQ(Names(*files, "/"), "");
  EXPECT_EQ(rmdir(path), 0);
}

}  // namespace
}  // namespace pysub::files
