// Types of objects that no program ever holds: storage behind others, operations in progress.

#include "vm/native.h"

namespace pysub {

#define PYSUB_INTERNAL(name) extern constexpr TypeInfo k##name##Type{.id = TypeId::k##name};
extern constexpr TypeInfo kCellType{.id = TypeId::kCell, .copying = Copying::kRefused};
PYSUB_INTERNAL(NativeFrame)
PYSUB_INTERNAL(AsyncState)
PYSUB_INTERNAL(Array)
PYSUB_INTERNAL(DictTable)
PYSUB_INTERNAL(SetTable)
PYSUB_INTERNAL(Buffer)
#undef PYSUB_INTERNAL

}  // namespace pysub
