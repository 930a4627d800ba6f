#include "shell/cli/outcome.h"

#include "vm/ending.h"
#include "vm/traceback.h"

namespace pysub {
namespace {

// The limit that kept a text from being complete, if one did.
void PrintLimit(Vm& vm, const Limits& limits, Streams& streams) {
  if (vm.budget().limit_hit() != LimitHit::kNone)
    streams.WriteTraceback(LimitMessage(vm.budget().limit_hit(), limits) + "\n");
}

}  // namespace

void ShowLimit(Vm& vm, const Limits& limits, Streams& streams) {
  vm.host.FlushOutput();
  if (vm.budget().limit_hit() == LimitHit::kNone) {  // it could not even be loaded
    static_cast<void>(vm.HitLimit(vm.heap.allocation_limit_reached() ? LimitHit::kAllocations
                                                                     : LimitHit::kMemory));
  }
  streams.WriteTraceback(LimitTraceback(vm));
  PrintLimit(vm, limits, streams);
}

void ShowException(Vm& vm, const Limits& limits, Streams& streams, Value exception) {
  vm.host.FlushOutput();
  streams.WriteTraceback(ExceptionReport(vm, exception));
  PrintLimit(vm, limits, streams);
}

int ExitStatus(Vm& vm, const Limits& limits, Streams& streams, Value exception) {
  vm.host.FlushOutput();
  if (const std::optional<int> code = ExitCodeOf(exception)) return *code;
  TextBuilder text(vm);
  if (vm.ToStr(exception.As<Exception>()->fields[0], text).ok()) text.Append('\n');
  streams.Write(2, FittingReport(vm, text.view()));
  PrintLimit(vm, limits, streams);
  return kFailedExitCode;
}

int Conclude(Vm& vm, const Limits& limits, Streams& streams, const VmStop& stop) {
  if (stop.kind == StopKind::kFinished) return 0;
  if (stop.kind != StopKind::kRaised) {
    ShowLimit(vm, limits, streams);
  } else if (vm.IsInstance(stop.value, TypeId::kSystemExit)) {
    return ExitStatus(vm, limits, streams, stop.value);
  } else {
    ShowException(vm, limits, streams, stop.value);
  }
  return kFailedExitCode;
}

}  // namespace pysub
