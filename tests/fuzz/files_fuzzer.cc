// Bytes that somebody claims to be a saved filesystem: refused with a message, or a tree that works
// within its limits.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/files/hostile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  pysub::files::CorrectChecksum(bytes);
  pysub::files::PlaySaved(bytes);
  return 0;
}
