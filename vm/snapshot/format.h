#ifndef PYSUB_VM_SNAPSHOT_FORMAT_H_
#define PYSUB_VM_SNAPSHOT_FORMAT_H_

#include <cstdint>
#include <string_view>

#include "lexer/base/byte_stream.h"

// The bytes of a snapshot: what both its writer and its reader have to know.
//
//   +--------------------------------------------------------------------------------+
//   | header   fixed size: kSnapshotHeaderBytes                                      |
//   |  "PYSN" | format | version | flags | fingerprint        | length | checksum    |
//   |   4     |   1    |    3    |   1   | 4 + 2 for a table  |   4    |    8        |
//   +--------------------------------------------------------------------------------+
//   | limits   what the sandbox may use and has used                                 |
//   +--------------------------------------------------------------------------------+
//   | codes    each compiled text: how it was compiled, name, text (or nothing when  |
//   |          the host brings it)                                                   |
//   | units    each use of a code in the sandbox                                     |
//   +--------------------------------------------------------------------------------+
//   | objects  length of all contents | how many the roots refer to | the contents   |
//   |          | directory: how many there are, and for each its type and size       |
//   +--------------------------------------------------------------------------------+
//   | state    stack size, frames (kind, base, unit, code, pc), roots, identities    |
//   +--------------------------------------------------------------------------------+
//
// - Magic, format and version stay in their places in all formats to come: so any pysub can say who
//   made a snapshot that it cannot read.
// - The fingerprint is of the build's tables (vm/snapshot/tables.h).
// - Length and checksum are of the rest. They find accidents. They protect from nobody who wants to
//   harm: every field behind them is checked as if it were forged.
// - The contents come before the directory because the writer learns of objects while it writes
//   contents. The reader has all the bytes, so the order costs it nothing.
//
// Numbers are LEB128 varints. A word (a Value or a raw number) is one varint whose two lowest bits
// tell:
//   0 reference  how many objects before the next one never referred to; 0: that one
//   1 int        zigzag
//   2 raw        a number below 2^48 (also the float 0.0 and the smallest denormals)
//   3 other      one of WordCode, whose operands follow
// Objects are numbered in the order in which they are first referred to, so most references are one
// byte. For example the items ["ab", "ab", 7], where both texts are one object that the program has
// made:
//
//   00            the next new object: "ab"
//   04            1 << 2: one object back, "ab" again
//   39            7 as zigzag is 14; 14 << 2 | 1
//
// The items of lists and tuples may also be blocks: see WordCode.
//
// A row of the directory begins with type << 2 | flags follow << 1 | it is a run. Then the flags,
// the size, and for a run how many such objects there are. Empty objects are no runs, so that there
// are never more objects than bytes: a few bytes cannot ask for a billion objects.
namespace pysub {

inline constexpr std::string_view kSnapshotMagic = "PYSN";
inline constexpr uint8_t kSnapshotVersion = 7;
inline constexpr size_t kSnapshotHeaderBytes = 4 + 1 + 3 + 1 + 4 + 16 + 4 + 8;
// Formats before it do not say which pysub made them.
inline constexpr uint8_t kFirstFormatWithVersion = 5;
// The length of the contents is a varint of as many bytes.
inline constexpr size_t kContentsLengthBytes = 6;

enum SnapshotFlags : uint8_t {
  kSnapshotHasSources = 1 << 0,  // holds the text of its codes
};

// The two lowest bits of a word: see above.
enum WordTag : uint8_t { kWordReference, kWordInt, kWordRaw, kWordOther };

// What a word is whose tag is kWordOther. All are below 32, so that tag and code are one byte.
enum class WordCode : uint8_t {
  // 0..17: the special value with that payload
  kFloat = 18,    // 8 bytes, little-endian
  kConstant,      // unit, index
  kName,          // unit, index
  kKnownText,     // code point below 128; 128: the empty string; from 129 on: one of kCommonNames
  kType,          // TypeId
  kNative,        // table, row
  kAttribute,     // TypeId, index
  kUndefinedRun,  // how many words of Undefined
  // Only among items:
  kNextRun,  // how many references to the next object never referred to
  kInts,  // how many (a byte, at most kBlock), bytes of each (1 to 6), then the ints, little-endian
  kFloats,  // how many (a byte, at most kBlock), then 8 bytes of each
};
inline constexpr size_t kBlock = 64;

// Interned strings that nearly every program has: they are made again and not saved.
inline constexpr std::string_view kCommonNames[] = {
    "__name__", "__doc__", "__package__", "__loader__", "__spec__", "__main__", "<module>",
};
inline constexpr uint64_t kFirstCommonName = 129;

}  // namespace pysub

#endif  // PYSUB_VM_SNAPSHOT_FORMAT_H_
