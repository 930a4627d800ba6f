#include "stdlib/modules/entropy.h"

#include <algorithm>

#include "vm/host/entropy.h"
#include "vm/snapshot/schema.h"
#include "vm/text_builder.h"

namespace pysub {

Value EntropyBytes(Vm& vm, int64_t size) {
  if (size > INT64_MAX / 8) return vm.Raise(TypeId::kMemoryError, "");
  if (size > int64_t{UINT32_MAX}) return vm.NoMemory(static_cast<uint64_t>(size));
  OsAnswers answers(vm);
  TextBuilder all(vm);
  for (int64_t left = size; left > 0; left -= kMostEntropy) {
    if (!vm.Tick(1)) return Value::Failed();
    Value bytes = TRY(
        vm.host.AskOs(OsCallId::kEntropy, {Value::KnownSmallInt(std::min(left, kMostEntropy))}));
    if (!IsObjectOf(bytes, TypeId::kBytes)) return BadState(vm);
    if (all.size() == 0 && left <= kMostEntropy) return bytes;
    all.Append(bytes.As<Bytes>()->view());
  }
  return all.FinishBytes();
}

}  // namespace pysub
