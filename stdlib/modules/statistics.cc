// statistics: written in Python.

#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr NativeInfo kFunctions[] = {kDefineRow, kClassMethodRow};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "NormalDist", Value::Type(TypeId::kNormalDist)));
  return DictSetStr(vm, names, "StatisticsError", Value::Type(TypeId::kStatisticsError));
}

constexpr NativeInfo kConstructor{"@raw NormalDist(mu=0.0, sigma=1.0)", LibraryClassNew,
                                  "Normal distribution of a random variable"};
constexpr TypeInfo NormalDistType() {
  TypeInfo info = LibraryClass(TypeId::kNormalDist, kConstructor);
  info.binary = LibraryBinary;
  info.unary = LibraryUnary;
  return info;
}

}  // namespace

extern constexpr TypeInfo kNormalDistType = NormalDistType();
extern constexpr ModuleInfo kStatisticsModule{.name = "statistics",
                                              .doc = "Basic statistics module.",
                                              .functions = kFunctions,
                                              .init = Init,
                                              .source =
#include "stdlib/python/statistics.inc"
};

}  // namespace pysub
