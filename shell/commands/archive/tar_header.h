#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_HEADER_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_HEADER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"

namespace pysub::shell {

constexpr size_t kTarBlock = 512;

// What a tar archive says of one member.
struct TarMember {
  std::string name, link;
  std::string user, group;  // names; may be empty
  uint32_t mode = 0, uid = 0, gid = 0;
  uint64_t size = 0;
  int64_t mtime = 0;
  // 0 file, 1 hard link, 2 symlink, 3 4 devices, 5 directory, 6 FIFO, L K x g: about the next
  // member
  char type = '0';
  void Fields(Archive& archive) {
    archive(name, link, user, group, mode, uid, gid, size, mtime, type);
  }
};

// How an archive is written; all are read.
enum class TarFormat : uint8_t { kGnu, kUstar, kPax };

// The blocks in front of a member's data. Names that are too long come in blocks of their own, or,
// in ustar, in two parts. Empty: they do not fit; *why tells it.
std::string TarHeaderBlocks(const TarMember& member, TarFormat format, std::string* why);

enum class TarBlock : uint8_t { kMember, kZeros, kWrong };
// Reads a block of 512 bytes.
TarBlock ReadTarHeader(std::string_view block, TarMember* member);
// "LENGTH KEY=VALUE\n" records of a pax header, which change the member behind it.
// False: they are wrong.
bool ReadPaxRecords(std::string_view records, TarMember* overrides, bool* has_size,
                    bool* has_mtime);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_HEADER_H_
