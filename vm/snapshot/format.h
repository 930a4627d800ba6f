#ifndef PYSUB_VM_SNAPSHOT_FORMAT_H_
#define PYSUB_VM_SNAPSHOT_FORMAT_H_

#include <cstdint>
#include <string_view>

#include "lexer/base/byte_stream.h"

// The bytes of a snapshot: what both its writer and its reader have to know.
//
//   header    magic "PYSN", format, the version of pysub in 3 bytes (these stay in their places in
//   all formats to come), flags,
//             fingerprint of the build's tables (snapshot/tables.h), length and checksum of the
//             rest
//   limits    what the sandbox may use and has used
//   codes     each compiled text: how it was compiled, name, text (or nothing when the host brings
//   it) units     each use of a code in the sandbox objects   the length of all their contents, how
//   many of them the roots refer to, the contents, then a
//             directory: how many there are, and for each its type and size. The contents come
//             first because the writer learns of objects while it writes contents
//   state     stack, frames, roots, identities
//
// Numbers are LEB128 varints. A word (a Value or a raw number) is one varint whose two lowest bits
// tell:
//   0 reference  how many objects before the next one never referred to; 0: that one
//   1 int        zigzag
//   2 raw        a number below 2^48 (also the float 0.0 and the smallest denormals)
//   3 other      one of WordCode, whose operands follow
// Objects are numbered in the order in which they are first referred to, so most references are one
// byte. The items of lists and tuples may also be blocks: see WordCode.
//
// The directory: type << 2 | flags follow << 1 | it is a run. Then the flags, the size,
// and for a run how many such objects there are. Empty objects are no runs: there are
// fewer objects than bytes.
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

enum WordTag : uint8_t { kWordReference, kWordInt, kWordRaw, kWordOther };

// Below 32, so that each is one byte.
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
