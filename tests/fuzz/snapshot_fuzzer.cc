// Any bytes as a snapshot: they are refused with a message, or run within their limits. An
// input that does not begin as one is a program, whose snapshots are played; the mutator makes
// one of them out of it. What it changes gets a right checksum nearly always, or no input would
// come further than that.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include "tests/snapshots/mutants.h"
#include "vm/snapshot/format.h"

namespace {

constexpr int kSnapshotsOfAProgram = 4;
constexpr int kMutantsOfASnapshot = 8;

bool IsSnapshot(std::string_view bytes) { return bytes.starts_with(pysub::kSnapshotMagic); }

pysub::SnapshotSeries SeriesOf(std::string_view source, std::mt19937_64& random) {
  // Other targets take the first byte as a choice.
  if (source.starts_with('0')) source.remove_prefix(1);
  return pysub::SnapshotsOf(source, kSnapshotsOfAProgram, random, pysub::Sources::kAlways);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (IsSnapshot(input)) {
    pysub::PlaySnapshot(input, {});
    return 0;
  }
  std::mt19937_64 random(size);
  const pysub::SnapshotSeries series = SeriesOf(input, random);
  for (const std::string& snapshot : series.snapshots) {
    for (int i = 0; i < kMutantsOfASnapshot; ++i) {
      std::string bytes = snapshot;
      if (i > 0) pysub::Mutate(bytes, series.snapshots[0], random);
      pysub::PlaySnapshot(bytes, series.units);
    }
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  std::mt19937_64 random(seed);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!IsSnapshot(bytes)) {
    const pysub::SnapshotSeries series = SeriesOf(bytes, random);
    if (series.snapshots.empty()) return size;
    bytes = series.snapshots[random() % series.snapshots.size()];
  }
  pysub::Mutate(bytes, {}, random);
  if (bytes.size() > max_size) return size;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
