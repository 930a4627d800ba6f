// Any bytes as a program, run within tight limits: it ends, and no limit is exceeded.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "compiler/compile.h"
#include "stdlib/install.h"
#include "vm/vm.h"

namespace {

constexpr uint64_t kOutputBytes = 1 << 20;

bool CountOutput(void* context, int, std::string_view bytes) {
  *static_cast<uint64_t*>(context) += bytes.size();
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  pysub::CompileResult compiled =
      pysub::Compile({reinterpret_cast<const char*>(data) + 1, size - 1}, "fuzz.py");
  if (compiled.unit == nullptr) return 0;
  uint64_t written = 0;
  pysub::HostHooks hooks;
  hooks.context = &written;
  hooks.write = CountOutput;
  pysub::Limits limits;
  limits.memory_bytes = 32 << 20;
  limits.steps = 200000;
  limits.output_bytes = kOutputBytes;
  limits.recursion_depth = 200;
  pysub::Vm vm(pysub::StandardRuntime(), limits, hooks);
  if (!vm.Load(std::move(compiled.unit)).ok()) return 0;
  vm.Run();
  vm.FlushOutput();
  if (written > kOutputBytes) std::abort();
  return 0;
}
