#ifndef PYSUB_VM_OBJECTS_ARRAY_H_
#define PYSUB_VM_OBJECTS_ARRAY_H_

#include <string_view>

#include "vm/object.h"

// array.array: what the VM itself has to know of it (stdlib/types/array.cc has the rest).
namespace pysub {

struct ArrayArray : ByteArray {
  RawWord typecode;

  char code() const { return static_cast<char>(typecode); }
};

inline constexpr std::string_view kArrayTypeCodes = "bBuwhHiIlLqQfd";

// Bytes of an item; 0: no type code.
constexpr uint32_t ArrayItemSize(char code) {
  switch (code) {
    case 'b':
    case 'B': return 1;
    case 'h':
    case 'H': return 2;
    case 'u':
    case 'w':
    case 'i':
    case 'I':
    case 'f': return 4;
    case 'l':
    case 'L':
    case 'q':
    case 'Q':
    case 'd': return 8;
    default: return 0;
  }
}
// The items in the terms of struct and memoryview.
inline char ArrayFormat(const ArrayArray* array) {
  return array->code() == 'u' ? 'w' : array->code();
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_ARRAY_H_
