// Any bytes as a program, run within tight limits: it ends, no limit is exceeded, not even by
// memory that nobody charged, and it does the same however its run is cut up. The first byte
// chooses how the second run goes: in slices, with a tiny stack, or with a collection at every
// chance.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/compile.h"
#include "lexer/base/sanitizers.h"
#include "stdlib/install.h"
#include "vm/text_builder.h"
#include "vm/traceback.h"
#include "vm/vm.h"

#if PYSUB_ASAN
// Of sanitizer/allocator_interface.h, which g++ 12 leaves out.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void* pointer, size_t size),
    void (*on_free)(const volatile void* pointer));
extern "C" size_t __sanitizer_get_allocated_size(const volatile void* pointer);
#endif

namespace {

constexpr uint64_t kMemoryBytes = 32 << 20;
constexpr uint64_t kOutputBytes = 1 << 20;
constexpr uint64_t kSteps = 100000;
constexpr uint64_t kStepsCollecting = 2000;
// A collection copies what is live before it frees; beside that a few tables and the C++ library.
constexpr int64_t kRealBytes = 2 * kMemoryBytes + (16 << 20);
// A native notices the end of its steps at its next look at the clock.
constexpr uint64_t kStepsTooMany = 100000;

// Bytes that the process holds from malloc, counted while a program runs.
int64_t held_bytes = 0;
int64_t most_held_bytes = 0;
bool counting = false;

#if PYSUB_ASAN
void OnMalloc(const volatile void*, size_t size) {
  if (!counting) return;
  held_bytes += static_cast<int64_t>(size);
  if (held_bytes > most_held_bytes) most_held_bytes = held_bytes;
}

void OnFree(const volatile void* pointer) {
  if (!counting || pointer == nullptr) return;
  held_bytes -= static_cast<int64_t>(__sanitizer_get_allocated_size(pointer));
}
#endif

enum class Way { kStraight, kSlices, kTinyStack, kCollecting };

struct Outcome {
  pysub::StopKind stop = pysub::StopKind::kLimit;
  std::string output;  // of both streams, then the traceback
};

int TakeOutput(void* context, int, std::string_view bytes) {
  static_cast<std::string*>(context)->append(bytes);
  return 0;
}

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

pysub::VmStop RunToTheEnd(pysub::Vm& vm, Way way) {
  for (uint32_t slice = 1;; slice = slice * 5 % 17 + 1) {
    const pysub::VmStop stop = vm.Run(way == Way::kSlices ? slice : pysub::kUnlimited);
    if (stop.kind != pysub::StopKind::kOutOfFuel) return stop;
  }
}

void Run(const std::shared_ptr<const pysub::CompiledUnit>& unit, Way way, Outcome* outcome) {
  pysub::HostHooks hooks;
  hooks.context = &outcome->output;
  hooks.write = TakeOutput;
  pysub::Limits limits;
  limits.memory_bytes = kMemoryBytes;
  limits.steps = way == Way::kCollecting ? kStepsCollecting : kSteps;
  limits.output_bytes = kOutputBytes;
  limits.recursion_depth = 200;
  pysub::Vm vm(pysub::StandardRuntime(), limits, hooks);
  vm.SetStress(way == Way::kCollecting, way == Way::kTinyStack ? 4 : 0);
  if (!vm.Load(unit).ok()) return;
  const pysub::VmStop stop = RunToTheEnd(vm, way);
  vm.host.FlushOutput();
  outcome->stop = stop.kind;
  Require(outcome->output.size() <= kOutputBytes, "output");
  Require(vm.budget().steps_used() <= limits.steps + kStepsTooMany, "steps");
  Require(vm.heap.peak() <= 2 * kMemoryBytes, "memory charged");
  pysub::TextBuilder text(vm);
  if (stop.kind == pysub::StopKind::kRaised) {
    if (!pysub::FormatException(vm, stop.value, text).ok()) outcome->stop = pysub::StopKind::kLimit;
  } else {
    static_cast<void>(pysub::FormatLimit(vm, text));
  }
  outcome->output += text.view();
}

Outcome RunCounted(const std::shared_ptr<const pysub::CompiledUnit>& unit, Way way) {
  Outcome outcome;
  held_bytes = most_held_bytes = 0;
  counting = true;
  Run(unit, way, &outcome);
  counting = false;
  Require(most_held_bytes <= kRealBytes, "memory taken");
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
#if PYSUB_ASAN
  __sanitizer_install_malloc_and_free_hooks(OnMalloc, OnFree);
#endif
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  pysub::CompileResult compiled =
      pysub::Compile({reinterpret_cast<const char*>(data) + 1, size - 1}, "fuzz.py");
  if (compiled.unit == nullptr) return 0;
  const std::shared_ptr<const pysub::CompiledUnit> unit = std::move(compiled.unit);
  const Outcome straight = RunCounted(unit, Way::kStraight);
  const Outcome other = RunCounted(unit, static_cast<Way>(1 + data[0] % 3));
  const bool comparable =
      straight.stop != pysub::StopKind::kLimit && other.stop != pysub::StopKind::kLimit;
  if (comparable && (straight.stop != other.stop || straight.output != other.output)) {
    std::fprintf(stderr, "straight:\n%s\n\nway %d:\n%s\n", straight.output.c_str(), 1 + data[0] % 3,
                 other.output.c_str());
    Require(false, "the same result however it runs");
  }
  return 0;
}
