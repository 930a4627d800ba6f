#ifndef PYSUB_VM_LIBRARY_CODE_H_
#define PYSUB_VM_LIBRARY_CODE_H_

#include <memory>
#include <span>
#include <string>

#include "compiler/code.h"
#include "vm/native.h"

namespace pysub {

// The Python part of a module, compiled. The text is a constant of this program and what it
// compiles to depends on nothing but it and the names that the module's namespace has already
// (`existing`). So all sandboxes of the process share one result, made when the first of them
// imports the module.
//
// What a program is charged for it does not depend on who was first: a limit that held yesterday
// holds today. Any thread. `filename` is that of the module, always the same. Null: it does not
// compile, which is a mistake of ours; *error says where.
std::shared_ptr<const CompiledUnit> CompileLibrary(const ModuleInfo& info,
                                                   const std::string& filename,
                                                   std::span<const std::string> existing,
                                                   std::string* error);

// Whether code is the library's own: tracebacks show no lines of it, and what it imports is never
// the program's. A program may give what it compiles any file name, but that is dynamic code, which
// the library has none of.
inline bool IsOfLibrary(const CompiledUnit& unit) {
  return !unit.dynamic && unit.filename.starts_with(kLibrarySource);
}

}  // namespace pysub

#endif  // PYSUB_VM_LIBRARY_CODE_H_
