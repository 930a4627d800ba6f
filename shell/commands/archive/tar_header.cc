#include "shell/commands/archive/tar_header.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace pysub::shell {
namespace {

// As it lies in the archive.
struct Raw {
  char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100],
      magic[8], user[32], group[32], major[8], minor[8], prefix[155], padding[12];
};
static_assert(sizeof(Raw) == kTarBlock);

constexpr std::string_view kPosixMagic("ustar\00000", 8);

template <size_t size>
void PutText(char (&field)[size], std::string_view text) {
  std::memcpy(field, text.data(), std::min(size, text.size()));
}

// Octal digits and a zero byte; what does not fit is written in base 256.
template <size_t size>
void PutNumber(char (&field)[size], uint64_t value) {
  bool fits = size - 1 >= 22 || value < uint64_t{1} << (3 * (size - 1));
  for (size_t i = size - 1; i-- > 0; value >>= fits ? 3 : 8) {
    size_t at = fits ? i : i + 1;
    field[at] = fits ? static_cast<char>('0' + (value & 7)) : static_cast<char>(value);
  }
  if (!fits) field[0] = static_cast<char>(0x80);
}

template <size_t size>
std::string_view Text(const char (&field)[size]) {
  return std::string_view(field, strnlen(field, size));
}

template <size_t size>
bool Number(const char (&field)[size], uint64_t* value) {
  *value = 0;
  if ((static_cast<unsigned char>(field[0]) & 0x80) != 0) {
    for (size_t i = 1; i < size; ++i) *value = *value << 8 | static_cast<unsigned char>(field[i]);
    return *value <= INT64_MAX;
  }
  size_t at = 0;
  while (at < size && field[at] == ' ') ++at;
  for (; at < size && field[at] >= '0' && field[at] <= '7'; ++at)
    *value = *value << 3 | static_cast<uint64_t>(field[at] - '0');
  return (at == size || field[at] == '\0' || field[at] == ' ') && *value <= INT64_MAX;
}

uint64_t Checksum(const Raw& raw) {
  uint64_t sum = 8 * ' ';
  const auto* bytes = reinterpret_cast<const unsigned char*>(&raw);
  for (size_t i = 0; i < kTarBlock; ++i) sum += bytes[i];
  for (char c : raw.checksum) sum -= static_cast<unsigned char>(c);
  return sum;
}

// Numbers are octal text. The checksum is a sum over the block in which its own field counts as
// blanks. GNU's header has a version of its own, "ustar  " with two blanks, and no prefix.
std::string OneBlock(const TarMember& member, TarFormat format, std::string_view prefix = "") {
  Raw raw;
  std::memset(&raw, 0, sizeof(raw));
  PutText(raw.name, member.name);
  PutNumber(raw.mode, member.mode);
  PutNumber(raw.uid, member.uid);
  PutNumber(raw.gid, member.gid);
  PutNumber(raw.size, member.size);
  PutNumber(raw.mtime, static_cast<uint64_t>(std::max<int64_t>(member.mtime, 0)));
  raw.type = member.type;
  PutText(raw.link, member.link);
  if (format == TarFormat::kGnu) {
    std::memcpy(raw.magic, "ustar  ", 8);
  } else {
    std::memcpy(raw.magic, kPosixMagic.data(), kPosixMagic.size());
    if (member.type != 'x') PutNumber(raw.major, 0);
    if (member.type != 'x') PutNumber(raw.minor, 0);
    PutText(raw.prefix, prefix);
  }
  PutText(raw.user, std::string_view(member.user).substr(0, 31));
  PutText(raw.group, std::string_view(member.group).substr(0, 31));
  std::snprintf(raw.checksum, sizeof(raw.checksum), "%06" PRIo64, Checksum(raw));
  raw.checksum[7] = ' ';
  return std::string(reinterpret_cast<const char*>(&raw), sizeof(raw));
}

std::string LongText(char type, const std::string& text) {
  TarMember member;
  member.name = "././@LongLink";
  member.type = type;
  member.mode = 0644;
  member.user = member.group = "root";
  member.size = text.size() + 1;
  std::string blocks = OneBlock(member, TarFormat::kGnu) + text;
  blocks.append(kTarBlock - text.size() % kTarBlock, '\0');
  return blocks;
}

bool IsLongName(const TarMember& member) { return member.name.size() > sizeof(Raw::name); }
bool IsLongLink(const TarMember& member) { return member.link.size() > sizeof(Raw::link); }

std::string GnuBlocks(const TarMember& member) {
  std::string blocks;
  if (IsLongLink(member)) blocks += LongText('K', member.link);
  if (IsLongName(member)) blocks += LongText('L', member.name);
  return blocks + OneBlock(member, TarFormat::kGnu);
}

// "LENGTH KEY=VALUE\n", where the length counts its own digits.
std::string PaxRecord(std::string_view key, const std::string& value) {
  const std::string text = " " + std::string(key) + "=" + value + "\n";
  size_t digits = 1;
  while (std::to_string(text.size() + digits).size() != digits) ++digits;
  return std::to_string(text.size() + digits) + text;
}

std::string PaxBlocks(const TarMember& member) {
  std::string records;
  if (IsLongName(member)) records += PaxRecord("path", member.name);
  if (IsLongLink(member)) records += PaxRecord("linkpath", member.link);
  std::string blocks;
  if (!records.empty()) {
    const size_t slash = member.name.rfind('/') + 1;
    TarMember header;
    header.name = member.name.substr(0, slash) + "PaxHeaders/" + member.name.substr(slash);
    header.type = 'x';
    header.mode = 0644;
    header.mtime = member.mtime;
    header.size = records.size();
    blocks = OneBlock(header, TarFormat::kPax) + records;
    blocks.append((kTarBlock - records.size() % kTarBlock) % kTarBlock, '\0');
  }
  return blocks + OneBlock(member, TarFormat::kPax);
}

// A name that is too long is cut at its last slash that leaves a prefix which fits.
std::string UstarBlocks(const TarMember& member, std::string* why) {
  if (IsLongLink(member)) {
    *why = member.link + ": link name is too long";
    return "";
  }
  if (!IsLongName(member)) return OneBlock(member, TarFormat::kUstar);
  constexpr size_t kMostName = sizeof(Raw::name) + sizeof(Raw::prefix) + 1;
  if (member.name.size() > kMostName) {
    *why = member.name + ": file name is too long (max " + std::to_string(kMostName) + ")";
    return "";
  }
  const size_t slash =
      member.name.rfind('/', std::min(member.name.size() - 2, sizeof(Raw::prefix)));
  if (slash == std::string::npos || slash == 0 ||
      member.name.size() - slash - 1 > sizeof(Raw::name)) {
    *why = member.name + ": file name is too long (cannot be split)";
    return "";
  }
  TarMember rest = member;
  rest.name = member.name.substr(slash + 1);
  return OneBlock(rest, TarFormat::kUstar, std::string_view(member.name).substr(0, slash));
}

}  // namespace

std::string TarHeaderBlocks(const TarMember& member, TarFormat format, std::string* why) {
  switch (format) {
    case TarFormat::kGnu: return GnuBlocks(member);
    case TarFormat::kPax: return PaxBlocks(member);
    case TarFormat::kUstar: return UstarBlocks(member, why);
  }
  return "";
}

// The checksum is the only sign that this is a header at all.
TarBlock ReadTarHeader(std::string_view block, TarMember* member) {
  Raw raw;
  if (block.size() != sizeof(raw)) return TarBlock::kWrong;
  std::memcpy(&raw, block.data(), sizeof(raw));
  if (block.find_first_not_of('\0') == std::string_view::npos) return TarBlock::kZeros;
  uint64_t checksum = 0, mode = 0, uid = 0, gid = 0, mtime = 0;
  if (!Number(raw.checksum, &checksum) || checksum != Checksum(raw)) return TarBlock::kWrong;
  bool fine = Number(raw.mode, &mode) && Number(raw.uid, &uid) && Number(raw.gid, &gid) &&
              Number(raw.size, &member->size) && Number(raw.mtime, &mtime);
  if (!fine) return TarBlock::kWrong;
  member->mode = static_cast<uint32_t>(mode & 07777);
  member->uid = static_cast<uint32_t>(uid);
  member->gid = static_cast<uint32_t>(gid);
  member->mtime = static_cast<int64_t>(mtime);
  member->type = raw.type == '\0' || raw.type == '7' ? '0' : raw.type;
  member->name = Text(raw.name);
  member->link = Text(raw.link);
  const bool posix = std::memcmp(raw.magic, kPosixMagic.data(), kPosixMagic.size()) == 0;
  if (posix && raw.prefix[0] != '\0')
    member->name = std::string(Text(raw.prefix)) + "/" + member->name;
  if (std::memcmp(raw.magic, "ustar", 5) == 0) {
    member->user = Text(raw.user);
    member->group = Text(raw.group);
  }
  if (member->type == '0' && member->name.ends_with('/')) member->type = '5';
  if (member->type == '1' || member->type == '2' || member->type == '5') member->size = 0;
  return TarBlock::kMember;
}

// POSIX pax: each record begins with its own length, which counts itself. It is checked against
// what is left before it is used.
bool ReadPaxRecords(std::string_view records, TarMember* overrides, bool* has_size,
                    bool* has_mtime) {
  while (!records.empty() && records[0] != '\0') {
    uint64_t length = 0;
    auto [end, error] = std::from_chars(records.data(), records.data() + records.size(), length);
    size_t digits = static_cast<size_t>(end - records.data());
    if (error != std::errc() || length > records.size() || length < digits + 4 ||
        records[digits] != ' ')
      return false;
    std::string_view record = records.substr(digits + 1, length - digits - 1);
    records.remove_prefix(length);
    size_t equals = record.find('=');
    if (!record.ends_with('\n') || equals == std::string_view::npos) return false;
    std::string_view key = record.substr(0, equals),
                     value = record.substr(equals + 1, record.size() - equals - 2);
    auto number = [&](auto* target) {
      return std::from_chars(value.data(), value.data() + value.size(), *target).ec == std::errc();
    };
    if (key == "path") overrides->name = value;
    if (key == "linkpath") overrides->link = value;
    if (key == "uname") overrides->user = value;
    if (key == "gname") overrides->group = value;
    if (key == "size") {
      *has_size = number(&overrides->size);
      if (!*has_size || overrides->size > INT64_MAX) return false;
    }
    if (key == "mtime") *has_mtime = number(&overrides->mtime);
  }
  return true;
}

}  // namespace pysub::shell
