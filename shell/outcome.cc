#include "shell/outcome.h"

#include <cstdio>

#include "vm/traceback.h"

namespace pysub {
namespace {

// What could be built of `text`; the limit that kept it from being complete.
void Print(Vm& vm, const Limits& limits, Streams& streams, const TextBuilder& text) {
  streams.Write(2, text.view());
  if (vm.limit_hit() != LimitHit::kNone) streams.Write(2, LimitText(vm.limit_hit(), limits));
}

}  // namespace

std::string LimitText(LimitHit hit, const Limits& limits) {
  switch (hit) {
    case LimitHit::kMemory:
      return "MemoryError: memory limit of " + std::to_string(limits.memory_bytes) +
             " bytes exceeded\n";
    case LimitHit::kDuration: {
      char text[64];
      std::snprintf(text, sizeof(text), "TimeoutError: time limit of %g s exceeded\n",
                    static_cast<double>(limits.duration_ns) * 1e-9);
      return text;
    }
    case LimitHit::kAllocations:
      return "MemoryError: allocation limit of " + std::to_string(limits.allocations) +
             " exceeded\n";
    case LimitHit::kSteps:
      return "TimeoutError: step limit of " + std::to_string(limits.steps) + " exceeded\n";
    case LimitHit::kOutput:
      return "OSError: output limit of " + std::to_string(limits.output_bytes) +
             " bytes exceeded\n";
    case LimitHit::kCancelled:
      return "KeyboardInterrupt\n";
    case LimitHit::kNone:
      break;
  }
  return "";
}

void ShowLimit(Vm& vm, const Limits& limits, Streams& streams) {
  vm.FlushOutput();
  if (vm.limit_hit() == LimitHit::kNone) {  // it could not even be loaded
    static_cast<void>(vm.HitLimit(vm.heap.allocation_limit_reached() ? LimitHit::kAllocations
                                                                     : LimitHit::kMemory));
  }
  TextBuilder text(vm);
  static_cast<void>(FormatLimit(vm, text));
  Print(vm, limits, streams, text);
}

void ShowException(Vm& vm, const Limits& limits, Streams& streams, Value exception) {
  vm.FlushOutput();
  TextBuilder text(vm);
  static_cast<void>(FormatException(vm, exception, text));
  Print(vm, limits, streams, text);
}

int ExitStatus(Vm& vm, const Limits& limits, Streams& streams, Value exception) {
  vm.FlushOutput();
  Value code = exception.As<Exception>()->fields[0];
  if (code.IsUndefined() || code.IsNone()) return 0;
  if (code.IsBool()) return code.AsBool();
  if (code.IsSmallInt()) return static_cast<int>(code.AsSmallInt() & 0xFF);
  if (Vm::IsInt(code)) return 255;
  TextBuilder text(vm);
  if (vm.ToStr(code, text).ok()) text.Append('\n');
  Print(vm, limits, streams, text);
  return 1;
}

}  // namespace pysub
