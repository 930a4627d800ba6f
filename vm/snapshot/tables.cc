#include "vm/snapshot/tables.h"

#include <iterator>
#include <unordered_map>

#include "lexer/base/threads.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/format.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// Eight bytes at a time; two texts are never the same as one, since each length is mixed in. It is
// no cryptographic hash: it finds builds that differ, and nobody gains by a forged one, as every
// field is checked in any case.
class Hash {
 public:
  void Mix(uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9E3779B97F4A7C15u;
    hash_ ^= hash_ >> 29;
  }
  void Mix(std::string_view text) {
    Mix(text.size());
    for (; text.size() >= 8; text.remove_prefix(8)) {
      uint64_t word = 0;
      for (size_t i = 0; i < 8; ++i) word |= uint64_t{static_cast<uint8_t>(text[i])} << 8 * i;
      Mix(word);
    }
    uint64_t word = 0;
    for (char c : text) word = word << 8 | static_cast<uint8_t>(c);
    Mix(word);
  }
  void Mix(std::span<const std::string_view> texts) {
    Mix(texts.size());
    for (std::string_view text : texts) Mix(text);
  }
  // A row's parameters are what waits in the slots of a call that was saved.
  void Mix(const NativeInfo& row) {
    Mix(row.signature);
    Mix(row.materialise);
  }
  void Mix(const Schema& schema) {
    Mix(static_cast<uint64_t>(schema.layout) << 16 | uint64_t{schema.field_count} << 8 |
        uint64_t{schema.repeats});
    for (uint32_t i = 0; i < schema.field_count; ++i) {
      const Field& field = schema.fields[i];
      Mix(static_cast<uint64_t>(field.kind) << 40 | uint64_t{field.or_undefined} << 34 |
          uint64_t{field.or_none} << 33 | uint64_t{field.alone} << 32 |
          static_cast<uint64_t>(field.type));
    }
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = kSnapshotVersion;
};

constexpr std::string_view kTypeRows[] = {
#define PYSUB_TYPE(id, name, module, base) #id " " name " " module " " #base,
#include "vm/types.def"
#undef PYSUB_TYPE
};
constexpr std::string_view kExceptionRows[] = {
#define PYSUB_EXCEPTION(id, name, module, base) #id " " name " " module " " #base,
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
};
constexpr std::string_view kResumeRows[] = {
#define PYSUB_RESUME(...) #__VA_ARGS__,
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
};
constexpr std::string_view kInstructionRows[] = {
#define PYSUB_OP(name, a, b, c, ext, effect, kind, meaning) #name " " #a " " #b " " #c " " #ext,
#include "compiler/opcodes.def"
#undef PYSUB_OP
};
constexpr std::string_view kOsCallRows[] = {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) #Name,
#include "vm/host/os_calls.def"
};
constexpr SnapshotRows kRows = {kTypeRows, kExceptionRows, kResumeRows, kInstructionRows,
                                kOsCallRows};

constexpr std::string_view kTableNames[] = {
    "types",   "exceptions", "steps",        "instructions", "calls of the host",
    "natives", "modules",    "library code",
};
static_assert(std::size(kTableNames) == kSnapshotTables);

}  // namespace

const SnapshotRows& TheSnapshotRows() { return kRows; }

std::string SnapshotFingerprint::DifferenceFrom(const SnapshotFingerprint& other) const {
  std::string names;
  for (size_t i = 0; i < kSnapshotTables; ++i) {
    if (tables[i] == other.tables[i]) continue;
    if (!names.empty()) names += ", ";
    names += kTableNames[i];
  }
  return names;
}

// Types, natives and instructions stand in a snapshot by number. A build that numbers them
// otherwise has another fingerprint and refuses the snapshot, instead of taking one type for
// another.
SnapshotFingerprint FingerprintOf(const Runtime& runtime, const SnapshotRows& rows) {
  Hash hashes[kSnapshotTables];
  auto of = [&](SnapshotTable table) -> Hash& { return hashes[static_cast<size_t>(table)]; };
  of(SnapshotTable::kTypes).Mix(rows.types);
  of(SnapshotTable::kExceptions).Mix(rows.exceptions);
  of(SnapshotTable::kSteps).Mix(rows.steps);
  of(SnapshotTable::kInstructions).Mix(rows.instructions);
  of(SnapshotTable::kOsCalls).Mix(rows.os_calls);
  Hash& natives = of(SnapshotTable::kNatives);
  natives.Mix(kCommonNames);
  for (uint32_t i = 0; i < SlotMethodCount(); ++i) natives.Mix(SlotMethod(i));
  for (size_t i = 0; i < rows.types.size() + rows.exceptions.size(); ++i) {
    const TypeInfo* info = runtime.types[i];
    natives.Mix(uint64_t{info != nullptr});
    if (info == nullptr) continue;
    of(SnapshotTable::kTypes).Mix(i);
    if (info->schema != nullptr) of(SnapshotTable::kTypes).Mix(*info->schema);
    natives.Mix(uint64_t{info->constructor != nullptr});
    if (info->constructor != nullptr) natives.Mix(*info->constructor);
    natives.Mix(info->methods.size());
    for (const NativeInfo& row : info->methods) natives.Mix(row);
    natives.Mix(info->attributes.size());
    for (const AttributeInfo& row : info->attributes) natives.Mix(row.name);
  }
  for (const ModuleInfo* info : runtime.modules) {
    Hash& modules = of(SnapshotTable::kModules);
    modules.Mix(uint64_t{info != nullptr});
    if (info == nullptr) continue;
    modules.Mix(info->name);
    modules.Mix(info->functions.size());
    for (const NativeInfo& row : info->functions) modules.Mix(row);
    of(SnapshotTable::kLibrary).Mix(info->source);
  }
  Hash all;
  SnapshotFingerprint fingerprint;
  for (size_t i = 0; i < kSnapshotTables; ++i) {
    all.Mix(hashes[i].value());
    fingerprint.tables[i] = static_cast<uint16_t>(hashes[i].value() >> 48);
  }
  fingerprint.all = static_cast<uint32_t>(all.value() >> 32);
  return fingerprint;
}

namespace {

// A memory of a pure function of constants, made when the first snapshot of the process is written
// or read. Never destroyed, because a thread may save while the process ends.
struct Memory {
  Mutex mutex;
  std::unordered_map<const Runtime*, SnapshotFingerprint> fingerprints;
};
Memory& TheFingerprints() {
  static Memory* const memory = new Memory;
  return *memory;
}

}  // namespace

SnapshotFingerprint FingerprintOf(const Runtime& runtime) {
  Memory& memory = TheFingerprints();
  LockGuard lock(memory.mutex);
  auto [place, is_new] = memory.fingerprints.try_emplace(&runtime);
  if (is_new) place->second = FingerprintOf(runtime, kRows);
  return place->second;
}

}  // namespace pysub
