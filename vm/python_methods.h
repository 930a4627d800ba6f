#ifndef PYSUB_VM_PYTHON_METHODS_H_
#define PYSUB_VM_PYTHON_METHODS_H_

#include <string>
#include <string_view>

#include "vm/native.h"
#include "vm/object.h"

namespace pysub {

// The name and the parameters of a native method that CPython has in Python, where its row does not
// say them: it comes from a slot, or CPython's is one of a base that is not here. Null: the row
// says all. Only calls that the row does not bind at once are looked up.
const NativeInfo* PythonWords(TypeId type, std::string_view name);

// "extend() takes exactly 1 positional argument" where a method's row would be counted in other
// words; empty: as usual.
std::string CountWords(TypeId type, std::string_view name);

// The base that a method is said to be one of; empty: the type that has it.
std::string_view OwnerWords(TypeId type, std::string_view name);

}  // namespace pysub

#endif  // PYSUB_VM_PYTHON_METHODS_H_
