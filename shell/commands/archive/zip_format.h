#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_ZIP_FORMAT_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_ZIP_FORMAT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/time_zone.h"

namespace pysub::shell {

// The zip format (PKWARE's APPNOTE 6.3), as unzip reads it and zip writes it:
//
//   local header, data [, descriptor]     for each entry; what stands here, a reader may doubt
//   central header                        for each entry again, with its offset
//   [zip64 end, zip64 locator] end        how many there are and where they begin; last in the file
//
// All numbers are little-endian.

constexpr uint32_t kZipLocal = 0x04034b50, kZipCentral = 0x02014b50, kZipEnd = 0x06054b50,
                   kZip64End = 0x06064b50, kZip64Locator = 0x07064b50, kZipDescriptor = 0x08074b50;
constexpr size_t kZipLocalSize = 30, kZipCentralSize = 46, kZipEndSize = 22, kZip64EndSize = 56,
                 kZip64LocatorSize = 20;

uint64_t ZipNumber(std::string_view bytes, size_t at, size_t size);
void PutZipNumber(uint64_t value, size_t size, std::string* out);
uint32_t ZipCrc(uint32_t crc, std::string_view bytes);

enum ZipMethod : uint16_t { kZipStored = 0, kZipDeflated = 8 };

// What both headers of an entry say.
struct ZipEntry {
  enum Flags : uint16_t { kEncrypted = 1, kHasDescriptor = 8, kUtf8 = 0x800 };
  static constexpr uint8_t kUnix = 3;  // host()

  std::string name;
  uint16_t version_made = 0, version_needed = 0, flags = 0, method = 0, internal = 0;
  uint32_t dos_time = 0, crc = 0, external = 0;
  uint64_t compressed = 0, size = 0, offset = 0;
  std::optional<int64_t> mtime;  // of an extra field
  bool local_extra = false;      // zipinfo's fifth letter: the local header has extra fields

  uint8_t host() const { return static_cast<uint8_t>(version_made >> 8); }
  bool is_directory() const { return name.ends_with('/'); }
  // st_mode of a host that has one; 0: none.
  uint32_t unix_mode() const { return external >> 16; }
  bool is_symlink() const { return host() == kUnix && (unix_mode() & 0170000) == 0120000; }

  void Fields(Archive& archive) {
    archive(name, version_made, version_needed, flags, method, internal, dos_time, crc, external,
            compressed, size, offset, mtime, local_extra);
  }
};

// Takes what extra fields say: sizes of zip64, the time, a name in UTF-8.
void ReadZipExtra(std::string_view extra, ZipEntry* entry);

// A DOS date and time, and back; of local time.
int64_t ZipTimeToUtc(uint32_t dos_time, const TimeZone& zone);
uint32_t UtcToZipTime(int64_t seconds, const TimeZone& zone);
// When the entry was changed, in seconds since 1970.
int64_t ZipTimeOf(const ZipEntry& entry, const TimeZone& zone);

// An archive's bytes, from anywhere in it.
class ZipSource {
 public:
  void Open(std::string path, uint64_t size) {
    path_ = std::move(path);
    size_ = size;
    Suspend();
  }
  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }
  // `size` bytes (64 KiB at most) at `offset`, or fewer: there are no more. Until the next call.
  std::string_view At(CommandIo& io, uint64_t offset, size_t size);
  void Suspend() { window_ = std::string(); }
  void Fields(Archive& archive) { archive(path_, size_); }

 private:
  std::string path_;
  uint64_t size_ = 0;
  std::string window_;  // not saved
  uint64_t window_at_ = 0;
};

// Where the central headers are.
struct ZipDirectory {
  uint64_t end_at = 0;  // of the end record; with zip64, of its
  uint64_t entries = 0, size = 0, start = 0;
  uint32_t disk = 0;
  bool zip64 = false;
  std::string comment;
  // Bytes before the archive: a program that unpacks itself; < 0: some are missing.
  int64_t extra = 0;
  void Fields(Archive& archive) {
    archive(end_at, entries, size, start, disk, zip64, comment, extra);
  }
};
// False: there is no end record.
bool FindZipDirectory(CommandIo& io, ZipSource* source, ZipDirectory* directory);

// Reads the central header at *offset, which moves behind it. kNone: there is none; kCut: the file
// ends in it.
enum class ZipRead : uint8_t { kEntry, kNone, kCut };
ZipRead ReadZipCentral(CommandIo& io, ZipSource* source, uint64_t* offset, ZipEntry* entry,
                       std::string* extra = nullptr, std::string* comment = nullptr);

// A name with its control characters as ^X.
std::string ShownZipName(std::string_view name);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_ZIP_FORMAT_H_
