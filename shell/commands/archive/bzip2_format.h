#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_FORMAT_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_FORMAT_H_

#include <array>
#include <cstdint>

namespace pysub::shell {

// Numbers of the format of bzip2.

constexpr uint64_t kBlockMagic = 0x314159265359, kEndMagic = 0x177245385090;
constexpr uint32_t kBlockUnit = 100'000;  // bytes of a block, times the level
constexpr uint32_t kMostSymbols = 258;    // 256 bytes, two for runs, less one, and the end
constexpr uint32_t kMostCodeBits = 20;
constexpr uint32_t kMostTables = 6;
constexpr uint32_t kGroup = 50;  // symbols that are coded by one table
// Of 900,000 symbols with 20 bits each, and the tables.
constexpr uint64_t kMostPackedBlock = 2'400'000;

constexpr std::array<uint32_t, 256> kBzip2CrcTable = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t value = i << 24;
    for (int bit = 0; bit < 8; ++bit) value = value << 1 ^ (value >> 31 != 0 ? 0x04c11db7 : 0);
    table[i] = value;
  }
  return table;
}();

inline uint32_t Bzip2Crc(uint32_t crc, uint8_t byte) {
  return crc << 8 ^ kBzip2CrcTable[(crc >> 24 ^ byte) & 255];
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_FORMAT_H_
