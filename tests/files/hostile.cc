#include "tests/files/hostile.h"

#include <cstdio>
#include <cstdlib>

#include "lexer/base/byte_stream.h"
#include "osbridge/files/devices.h"
#include "tests/files/invented_files.h"
#include "tests/files/subject.h"

namespace pysub::files {
namespace {

constexpr size_t kHeader = 4 + 1 + 8;
constexpr Limits kLimits{.max_bytes = 4 << 20,
                         .max_file_bytes = 1 << 20,
                         .max_files = 2000,
                         .max_depth = 40,
                         .max_open_files = 20};

// Counts what the filesystem says it uses.
class Account final : public Owner {
 public:
  bool Charge(int64_t bytes) override {
    total_ += bytes;
    return true;
  }
  int64_t total() const { return total_; }

 private:
  int64_t total_ = 0;
};

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

std::unique_ptr<FileSystem> Reload(const FileSystem& files, const std::string& bytes) {
  auto restored = FileSystem::Restore(bytes, kLimits, nullptr);
  Require(restored.ok(), restored.status().ToString().c_str());
  std::unique_ptr<FileSystem> again = *std::move(restored);
  Require(again->Snapshot() == bytes, "what was saved and loaded is saved as other bytes");
  Require(again->BytesUsed() == files.BytesUsed(),
          "what was saved and loaded is charged otherwise");
  return again;
}

}  // namespace

std::string RandomSavedTree(std::mt19937_64& random) {
  FileSystem files(kLimits);
  const Taste taste;
  if (random() % 2 == 0) (void)Show(files, std::make_shared<InventedFiles>());
  if (random() % 3 == 0) (void)AddDevices(files);
  if (random() % 2 == 0) {
    const MountMode modes[] = {MountMode::kReadOnly, MountMode::kReadWrite,
                               MountMode::kOverlayMemory};
    (void)files.Mount(random() % 2 == 0 ? "/" : "/a/b", "/usr/include",
                      {.mode = MountMode::kOverlayMemory});
    (void)files.Mount("/d", "/usr/include/linux", {.mode = modes[random() % 3]});
    (void)files.Open({}, "/d/types.h", kOpenRead);
  }
  VirtualSubject subject(&files, taste);
  for (uint64_t i = 0, count = random() % 60; i < count; ++i)
    (void)subject.Do(RandomOperation(random, taste));
  return files.Snapshot();
}

void CorrectChecksum(std::string& bytes) {
  if (bytes.size() < kHeader) return;
  const uint64_t checksum = SnapshotChecksum(std::string_view(bytes).substr(kHeader));
  for (int i = 0; i < 8; ++i)
    bytes[5 + static_cast<size_t>(i)] = static_cast<char>(checksum >> 8 * i);
}

void MutateSaved(std::string& bytes, std::string_view other, std::mt19937_64& random) {
  const uint64_t changes = 1 + random() % 4;
  for (uint64_t i = 0; i < changes && bytes.size() > kHeader; ++i) {
    const size_t at = kHeader + random() % (bytes.size() - kHeader);
    const uint64_t length = random() % 8;
    switch (random() % 7) {
      case 0: bytes[at] = static_cast<char>(random()); break;
      case 1: bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8); break;
      case 2: bytes[at] = static_cast<char>(random() % 8); break;
      case 3: bytes.erase(at, length); break;
      case 4:
        bytes.insert(at, length, static_cast<char>(random() % 4 == 0 ? 0xFF : random()));
        break;
      case 5: bytes.insert(at, other.substr(random() % other.size(), length * 8)); break;
      default:
        bytes.replace(at, length * 4,
                      bytes.substr(kHeader + random() % (bytes.size() - kHeader), length * 4));
    }
  }
}

bool PlaySaved(std::string_view bytes) {
  Account account;
  {
    auto restored = FileSystem::Restore(bytes, kLimits, &account);
    if (!restored.ok()) {
      Require(!restored.status().message().empty(), "refused without a message");
      Require(account.total() == 0, "what was refused is still charged");
      return false;
    }
    const std::unique_ptr<FileSystem> files = *std::move(restored);
    Require(static_cast<uint64_t>(account.total()) == files->BytesUsed(),
            "charged is not what is used");
    Require(files->BytesUsed() <= kLimits.max_bytes, "more bytes than max_bytes");
    Require(files->FilesUsed() <= kLimits.max_files, "more files than max_files");
    Reload(*files, files->Snapshot());
    Taste taste;
    VirtualSubject subject(files.get(), taste);
    (void)DescribeTree(subject);
    std::mt19937_64 random(bytes.size());
    for (int i = 0; i < 60; ++i) {
      (void)subject.Do(RandomOperation(random, taste));
      Require(static_cast<uint64_t>(account.total()) == files->BytesUsed(),
              "charged is not what is used");
    }
    for (uint32_t id = 1; id <= kLimits.max_open_files; ++id) {
      (void)files->ReadAt({id}, 0, 10);
      (void)files->Write({id}, "xyz");
      files->Release({id});
    }
    (void)DescribeTree(subject);
    Reload(*files, files->Snapshot());
  }
  Require(account.total() == 0, "what is gone is still charged");
  return true;
}

}  // namespace pysub::files
