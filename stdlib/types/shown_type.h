#ifndef PYSUB_STDLIB_TYPES_SHOWN_TYPE_H_
#define PYSUB_STDLIB_TYPES_SHOWN_TYPE_H_

#include "vm/object.h"

namespace pysub {

// What type(x), x.__class__ and isinstance() say of objects that are made in C++ where
// CPython's are of another type: what contextmanager(f) gives is a function there, what
// asyncio.sleep(1) gives a coroutine.
constexpr TypeId ShownType(TypeId type) {
  switch (type) {
    case TypeId::kLibraryFunction: return TypeId::kFunction;
    case TypeId::kNativeCoroutine: return TypeId::kCoroutine;
    case TypeId::kAsyncCallback:
    case TypeId::kHostFunction: return TypeId::kBuiltinFunction;
    case TypeId::kJsonChunks:
    case TypeId::kLibraryGenerator:
    case TypeId::kLibraryIterator: return TypeId::kGenerator;
    default: return type;
  }
}

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_SHOWN_TYPE_H_
