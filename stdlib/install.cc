// The tables that connect the VM with the library. A row without its definition does not link.

#include "stdlib/install.h"

#include "stdlib/operations.h"

namespace pysub {

#define PYSUB_TYPE(id, name, module, base) extern const TypeInfo k##id##Type;
#include "vm/types.def"
#undef PYSUB_TYPE
#define PYSUB_EXCEPTION(id, name, module, base) extern const TypeInfo k##id##Type;
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
#define PYSUB_MODULE(id) extern const ModuleInfo k##id##Module;
#include "stdlib/modules.def"
#undef PYSUB_MODULE
#define PYSUB_STEP(name, ...) Value name##Step(Vm& vm, Task& task, Value in);
#define PYSUB_TAKING_STEP(name, ...) \
  PYSUB_STEP(name)                   \
  bool name##Takes(Vm& vm, Task& task, Value iterator, Value item);
#define PYSUB_PASSING_STEP(name, ...) \
  PYSUB_STEP(name)                    \
  bool name##Passes(Vm& vm, Task& task, Value iterator, Value item);
#include "vm/steps.def"
#undef PYSUB_STEP

// (Weak: the linker puts null for what nobody defines.)
#define PYSUB_TYPE_LIKE_ITS_BASE(id) extern __attribute__((weak)) const TypeInfo k##id##Type;
#include "stdlib/types_like_their_base.def"
#undef PYSUB_TYPE_LIKE_ITS_BASE

namespace {

constexpr const TypeInfo* kTypes[] = {
#define PYSUB_TYPE(id, name, module, base) &k##id##Type,
#include "vm/types.def"
#undef PYSUB_TYPE
#define PYSUB_EXCEPTION(id, name, module, base) &k##id##Type,
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
};

constexpr const ModuleInfo* kModules[] = {
#define PYSUB_MODULE(id) &k##id##Module,
#include "stdlib/modules.def"
#undef PYSUB_MODULE
};

constexpr StepFunction kSteps[] = {
#define PYSUB_STEP(name, ...) &name##Step,
#include "vm/steps.def"
#undef PYSUB_STEP
};

constexpr TakeFunction kTakes[] = {
#define PYSUB_STEP(name, ...) nullptr,
#define PYSUB_TAKING_STEP(name, ...) &name##Takes,
#include "vm/steps.def"
#undef PYSUB_STEP
};

constexpr PassFunction kPasses[] = {
#define PYSUB_STEP(name, ...) nullptr,
#define PYSUB_PASSING_STEP(name, ...) &name##Passes,
#include "vm/steps.def"
#undef PYSUB_STEP
};

constexpr bool kIterates[] = {
#define PYSUB_STEP(name, ...) false,
#define PYSUB_NEXT_STEP(name, ...) true,
#include "vm/steps.def"
#undef PYSUB_STEP
};

constexpr Runtime kRuntime{kTypes,
                           kModules,
                           kSteps,
                           kTakes,
                           kPasses,
                           kIterates,
                           {.subscript_type = SubscriptType,
                            .type_alias = MakeTypeAlias,
                            .type_variable = MakeTypeVariable,
                            .group_match = GroupMatch,
                            .group_reraise = GroupReraise}};

}  // namespace

const Runtime& StandardRuntime() { return kRuntime; }

}  // namespace pysub
