// Any bytes as a snapshot of a shell: they are refused with a message, or run within their limits.
// An input that does not begin as one is a script, whose snapshots are played; the mutator makes
// one of them out of it.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tests/shell/shell_mutants.h"

namespace {

bool IsSnapshot(std::string_view bytes) { return bytes.starts_with("pysubsh\n"); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (IsSnapshot(input)) {
    pysub::PlayShellSnapshot(input);
    return 0;
  }
  std::mt19937_64 random(size);
  const std::vector<std::string> snapshots = pysub::ShellSnapshotsOf(input, 4, random);
  for (const std::string& snapshot : snapshots) {
    for (int i = 0; i < 8; ++i) {
      std::string bytes = snapshot;
      if (i > 0) pysub::MutateShell(bytes, snapshots[0], random);
      pysub::PlayShellSnapshot(bytes);
    }
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  std::mt19937_64 random(seed);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!IsSnapshot(bytes)) {
    const std::vector<std::string> snapshots = pysub::ShellSnapshotsOf(bytes, 4, random);
    bytes = snapshots[random() % snapshots.size()];
  }
  pysub::MutateShell(bytes, {}, random);
  if (bytes.size() > max_size) return size;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
