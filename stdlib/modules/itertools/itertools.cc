// itertools: the module, and the marks of iterators that iterate natively.

#include "stdlib/modules/itertools/itertools.h"

#include <algorithm>

#include "stdlib/modules/types_of_module.h"

namespace pysub {
namespace itertools {

namespace {

constexpr int kLevelShift = 4;  // kFlagA, kFlagB: how deep native iterators are nested
constexpr int kMaxLevel = 3;

int LevelOf(const Vm& vm, Value source) {
  if (!vm.IteratesNatively(source)) return kMaxLevel;
  if (vm.InfoOf(source).iteration != Iteration::kNativeIfMarked) return 0;
  return source.AsObject()->flags >> kLevelShift & 3;
}

}  // namespace

void MarkNative(const Vm& vm, Object* iterator, std::span<const Value> sources) {
  int level = 0;
  for (Value source : sources) level = std::max(level, LevelOf(vm, source));
  if (level < kMaxLevel) iterator->flags |= static_cast<uint8_t>((level + 1) << kLevelShift);
}

bool CheckNativeMark(const Vm& vm, const Object* iterator, std::span<const Value> sources) {
  int level = iterator->flags >> kLevelShift & 3;
  if (level == 0) return true;
  for (Value source : sources) {
    // One that has ended is not asked any more.
    if (!source.IsUndefined() && LevelOf(vm, source) >= level) return false;
  }
  return true;
}

namespace {

constexpr NativeInfo kFunctions[] = {
    {"tee(iterable, n=2, /)", TeeFunction, "Returns a tuple of n independent iterators."},
};

Status Init(Vm& vm, Dict* names) { return AddTypesOf(vm, "itertools", names); }

}  // namespace
}  // namespace itertools

extern constexpr ModuleInfo kItertoolsModule{
    .name = "itertools",
    .doc = "Functional tools for creating and using iterators.",
    .functions = itertools::kFunctions,
    .init = itertools::Init};

}  // namespace pysub
