#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_FORMAT_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_FORMAT_H_

#include <array>
#include <cstdint>

namespace pysub::shell {

// Numbers of the format of bzip2.
//
//   "BZh", a digit   the level: blocks of level * 100,000 bytes at most
//   block   48 bits  kBlockMagic (the digits of pi)
//           32 bits  CRC of the block's bytes
//            1 bit   0 (blocks were once shuffled)
//           24 bits  origin: which sorted rotation is the block itself
//           16 bits  which rows of 16 bytes are there; then 16 bits for each row that is
//            3 bits  how many tables
//           15 bits  how many groups; then the table of each, as a place in a list in which each
//                    moves to the front, in unary
//           tables   lengths of codes: 5 bits, then differences
//           symbols  in groups of 50, the last of them the end of the block
//   block ...        the next one begins at the next bit
//   end     48 bits  kEndMagic (the digits of the root of pi)
//           32 bits  CRC of the CRCs of all blocks; then zeros up to a byte

constexpr uint64_t kBlockMagic = 0x314159265359, kEndMagic = 0x177245385090;
constexpr uint32_t kBlockUnit = 100'000;  // bytes of a block, times the level
constexpr uint32_t kMostSymbols = 258;    // 256 bytes, two for runs, less one, and the end
constexpr uint32_t kMostCodeBits = 20;
constexpr uint32_t kMostTables = 6;
constexpr uint32_t kGroup = 50;  // symbols that are coded by one table
// Of 900,000 symbols with 20 bits each, and the tables.
// Input that goes on for longer without an end of the block is wrong, so no more is ever kept.
constexpr uint64_t kMostPackedBlock = 2'400'000;

// The polynomial of zlib's CRC-32, but the highest bit comes first: they are not interchangeable.
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
