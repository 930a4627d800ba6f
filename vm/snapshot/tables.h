#ifndef PYSUB_VM_SNAPSHOT_TABLES_H_
#define PYSUB_VM_SNAPSHOT_TABLES_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vm/native.h"

// What the numbers in a snapshot stand for. Types, resume functions, natives, attributes ... are
// saved as rows of tables, so a snapshot means something only to a build whose tables have the same
// rows in the same order. The tables' texts are put into one number, which the header has;
// docs/security.md has the rule for versions.
namespace pysub {

struct Runtime;

enum class SnapshotTable : uint8_t {
  kTypes,  // and what their objects consist of
  kExceptions,
  kSteps,         // with what lies in their slots
  kInstructions,  // what is saved of a frame is a place in code
  kOsCalls,
  kNatives,  // methods, constructors and attributes of types
  kModules,  // and their functions
  kLibrary,  // what of modules is written in Python
  kCount,
};
inline constexpr size_t kSnapshotTables = static_cast<size_t>(SnapshotTable::kCount);

// The rows of those tables that are not part of a Runtime, as texts.
struct SnapshotRows {
  std::span<const std::string_view> types, exceptions, steps, instructions, os_calls;
};
// Those of this build.
const SnapshotRows& TheSnapshotRows();

// One number decides whether this build can read the snapshot. The others are only for the message:
// they say which tables differ.
struct SnapshotFingerprint {
  uint32_t all = 0;                                // decides
  std::array<uint16_t, kSnapshotTables> tables{};  // so that it can be said which differ

  // "types, natives": what `other` has otherwise.
  std::string DifferenceFrom(const SnapshotFingerprint& other) const;
};

// Of these tables. Reads all their texts, some hundred kilobytes.
SnapshotFingerprint FingerprintOf(const Runtime& runtime, const SnapshotRows& rows);

// The same of this build; remembered. Any thread.
SnapshotFingerprint FingerprintOf(const Runtime& runtime);

}  // namespace pysub

#endif  // PYSUB_VM_SNAPSHOT_TABLES_H_
