#ifndef PYSUB_STDLIB_TYPES_STR_FORMAT_H_
#define PYSUB_STDLIB_TYPES_STR_FORMAT_H_

#include "vm/native.h"

namespace pysub {

// str.format(*args, **kwargs) and str.format_map(mapping, /).
Value StrFormatMethod(Vm& vm, const Args& args);
Value StrFormatMapMethod(Vm& vm, const Args& args);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_STR_FORMAT_H_
