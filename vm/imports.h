#ifndef PYSUB_VM_IMPORTS_H_
#define PYSUB_VM_IMPORTS_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "vm/native_frame.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/value.h"

// Modules: those of the library's table, and those that are files of the program
// (docs/decisions/025).
namespace pysub {

struct CompiledUnit;
class Vm;

// The module `name`; for "a.b" also "a", of which "b" becomes an attribute. ModuleNotFoundError.
Value ImportModule(Vm& vm, std::string_view name);
// What sys.modules has: a program may put anything there.
Value ImportValue(Vm& vm, std::string_view name);
// What the import statement and __import__ do; may push. `from_list`: None or what names are wanted
// of the module; `globals`: those of who imports; `level`: how many dots stand before `name`, -1:
// `name` alone is wanted, and not its first part.
Eventual Import(Vm& vm, Value name, Value globals, Value from_list, int32_t level);
// `result`, after what ImportValue(name) installed and is written in Python has run; may push.
Eventual FinishImport(Vm& vm, std::string_view name, Value result);
// Whether there is a module of the library of this name, imported or not.
bool IsLibraryModule(const Vm& vm, std::string_view name);

// ---- Modules that are files

// The host's: modules may be files, looked for first in the directories of `path` (sys.path). Once,
// before the program starts.
Status SetModulePath(Vm& vm, std::span<const std::string> path);
Result<bool> ImportsFiles(Vm& vm);
// What sys.path begins as: a List; Undefined: no modules are files, or nobody has asked for one.
Value FirstModulePath(const Vm& vm);
// What a module knows of where it comes from: the attributes of its __spec__; null: that is no
// ModuleSpec, it is no file.
Dict* SpecOf(Vm& vm, Value module);
// Whether CPython has the module built in or frozen: then no file is looked for.
bool StandsBeforeFiles(std::string_view name);

// What a path may lead to that is to be a module: nothing, a directory with or without
// an __init__.py, a file.
enum class ModuleFiles : uint8_t { kNothing, kPackage, kModule, kDirectory };
// What there is for a module whose files' absolute paths begin with `base`. Only inside of an
// OsAnswers.
Result<ModuleFiles> LookForModule(Vm& vm, std::string_view base);
// By the Python part of importlib: what Import() calls.
Status SetImporter(Vm& vm, Value function);
// Pushes the frame of a module's own code, which was compiled for the names that `names` had
// (Vm::NamesOf).
Eventual PushModule(Vm& vm, std::shared_ptr<const CompiledUnit> unit, Dict* names);
// One that is there already and comes from the same text, file name and names; or null.
std::shared_ptr<const CompiledUnit> FindUnit(Vm& vm, std::string_view filename,
                                             std::string_view source,
                                             std::span<const std::string> existing);

}  // namespace pysub

#endif  // PYSUB_VM_IMPORTS_H_
