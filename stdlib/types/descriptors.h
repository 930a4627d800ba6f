#ifndef PYSUB_STDLIB_TYPES_DESCRIPTORS_H_
#define PYSUB_STDLIB_TYPES_DESCRIPTORS_H_

#include "vm/vm.h"

namespace pysub {

// The functions are Undefined where there are none. So is the name, which then is the getter's.
struct Property : Object {
  Value get, set, remove;
  Value doc;
  Value name;
  RawWord has_doc;  // it was given, not taken from the getter
};

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_DESCRIPTORS_H_
