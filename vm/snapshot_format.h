#ifndef PYSUB_VM_SNAPSHOT_FORMAT_H_
#define PYSUB_VM_SNAPSHOT_FORMAT_H_

#include <cstdint>
#include <string_view>

#include "lexer/byte_stream.h"

// The bytes of a snapshot: what both its writer and its reader have to know.
//
//   header    magic "PYSN", version, flags, fingerprint of the build, length and checksum of the rest
//   limits    what the sandbox may use and has used
//   codes     each compiled text: how it was compiled, name, text (or nothing when the host brings it)
//   units     each use of a code in the sandbox
//   objects   a directory (type, flags, number of words or bytes), then their contents
//   state     globals of the units, stack, frames, roots, identities
//
// Numbers are LEB128 varints. A word (a Value or a raw number) is one varint whose two lowest bits tell:
//   0 reference  how many objects before the next one never referred to; 0: that one
//   1 int        zigzag
//   2 raw        a number below 2^48 (also the float 0.0 and the smallest denormals)
//   3 other      one of WordCode, whose operands follow
// Objects are numbered in the order in which they are first referred to, so most references are one
// byte.
namespace pysub {

inline constexpr std::string_view kSnapshotMagic = "PYSN";
inline constexpr uint8_t kSnapshotVersion = 1;
inline constexpr size_t kSnapshotHeaderBytes = 4 + 1 + 1 + 8 + 8 + 8;

enum SnapshotFlags : uint8_t {
  kSnapshotHasSources = 1 << 0,  // holds the text of its codes
};

enum WordTag : uint8_t { kWordReference, kWordInt, kWordRaw, kWordOther };

enum class WordCode : uint8_t {
  // 0..31: the special value with that payload
  kFloat = 32,      // 8 bytes, little-endian
  kConstant,        // unit, index
  kName,            // unit, index
  kCharacter,       // code point below 128; 128: the empty string
  kType,            // TypeId
  kNative,          // table, row
  kUndefinedRun,    // how many words of Undefined
  kAttribute,       // TypeId, index
};

// Of the tables whose row numbers stand in a snapshot.
uint64_t SnapshotFingerprint();

}  // namespace pysub

#endif  // PYSUB_VM_SNAPSHOT_FORMAT_H_
