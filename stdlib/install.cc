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
#define PYSUB_RESUME(name, ...) Value name##Resume(Vm& vm, NativeFrame& frame, Value in);
#define PYSUB_RESUME_FAST_CONSUME(name, ...) \
  PYSUB_RESUME(name)                         \
  bool name##FastConsume(Vm& vm, NativeFrame& frame, Value iterator, Value item);
#define PYSUB_RESUME_FAST_APPLY(name, ...) \
  PYSUB_RESUME(name)                       \
  bool name##FastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item);
#include "vm/resume_functions.def"
#undef PYSUB_RESUME

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

constexpr ResumeFunction kResumeFunctions[] = {
#define PYSUB_RESUME(name, ...) &name##Resume,
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
};

constexpr FastConsumeFunction kFastConsume[] = {
#define PYSUB_RESUME(name, ...) nullptr,
#define PYSUB_RESUME_FAST_CONSUME(name, ...) &name##FastConsume,
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
};

constexpr FastApplyFunction kFastApply[] = {
#define PYSUB_RESUME(name, ...) nullptr,
#define PYSUB_RESUME_FAST_APPLY(name, ...) &name##FastApply,
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
};

constexpr bool kIsNext[] = {
#define PYSUB_RESUME(name, ...) false,
#define PYSUB_RESUME_NEXT(name, ...) true,
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
};

constexpr Runtime kRuntime{kTypes,
                           kModules,
                           kResumeFunctions,
                           kFastConsume,
                           kFastApply,
                           kIsNext,
                           {.subscript_type = SubscriptType,
                            .type_alias = MakeTypeAlias,
                            .type_variable = MakeTypeVariable,
                            .group_match = GroupMatch,
                            .group_reraise = GroupReraise}};

}  // namespace

const Runtime& StandardRuntime() { return kRuntime; }

}  // namespace pysub
