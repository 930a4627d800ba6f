#include "shell/cli/outcome.h"

#include <cstdio>

#include "vm/traceback.h"

namespace pysub {
namespace {

// The limit that kept a text from being complete, if one did.
void PrintLimit(Vm& vm, const Limits& limits, Streams& streams) {
  if (vm.limit_hit() != LimitHit::kNone) streams.WriteTraceback(LimitText(vm.limit_hit(), limits));
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
  streams.WriteTraceback(text.view());
  PrintLimit(vm, limits, streams);
}

void ShowException(Vm& vm, const Limits& limits, Streams& streams, Value exception) {
  vm.FlushOutput();
  TextBuilder text(vm);
  static_cast<void>(FormatException(vm, exception, text));
  streams.WriteTraceback(FittingReport(vm, text.view()));
  PrintLimit(vm, limits, streams);
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
  streams.Write(2, FittingReport(vm, text.view()));
  PrintLimit(vm, limits, streams);
  return 1;
}

}  // namespace pysub
