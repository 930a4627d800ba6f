#include "vm/ending.h"

#include <cstdio>

#include "vm/traceback.h"

namespace pysub {

std::string LimitMessage(LimitHit hit, const Limits& limits) {
  switch (hit) {
    case LimitHit::kMemory:
      return "MemoryError: memory limit of " + std::to_string(limits.memory_bytes) +
             " bytes exceeded";
    case LimitHit::kDuration: {
      char text[64];
      std::snprintf(text, sizeof(text), "TimeoutError: time limit of %g s exceeded",
                    static_cast<double>(limits.duration_ns) * 1e-9);
      return text;
    }
    case LimitHit::kAllocations:
      return "MemoryError: allocation limit of " + std::to_string(limits.allocations) + " exceeded";
    case LimitHit::kSteps:
      return "TimeoutError: step limit of " + std::to_string(limits.steps) + " exceeded";
    case LimitHit::kOutput:
      return "OSError: output limit of " + std::to_string(limits.output_bytes) + " bytes exceeded";
    case LimitHit::kCancelled: return "KeyboardInterrupt: cancelled";
    case LimitHit::kNone: break;
  }
  return "";
}

std::string LimitTraceback(Vm& vm) {
  TextBuilder text(vm);
  static_cast<void>(FormatLimit(vm, text));
  return std::string(text.view());
}

std::string ExceptionReport(Vm& vm, Value exception) {
  TextBuilder text(vm);
  static_cast<void>(FormatException(vm, exception, text));
  return FittingReport(vm, text.view());
}

std::optional<int> ExitCodeOf(Value exception) {
  const Value code = exception.As<Exception>()->fields[0];
  if (code.IsUndefined() || code.IsNone()) return 0;
  if (code.IsBool()) return code.AsBool();
  if (code.IsSmallInt()) return static_cast<int>(code.AsSmallInt() & 0xFF);
  if (Vm::IsInt(code)) return 255;
  return std::nullopt;
}

}  // namespace pysub
