#ifndef PYSUB_VM_LIBRARY_CACHE_H_
#define PYSUB_VM_LIBRARY_CACHE_H_

#include <cstdint>

namespace pysub {

// What a library module keeps outside of the heap to be faster and can make again at any time:
// compiled patterns. It charges what it keeps to the heap and is no part of a snapshot.
class LibraryCache {
 public:
  virtual ~LibraryCache() = default;
};
enum class LibraryCacheId : uint8_t { kPatterns, kZlib, kCount };

}  // namespace pysub

#endif  // PYSUB_VM_LIBRARY_CACHE_H_
