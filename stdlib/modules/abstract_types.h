#ifndef PYSUB_STDLIB_MODULES_ABSTRACT_TYPES_H_
#define PYSUB_STDLIB_MODULES_ABSTRACT_TYPES_H_

#include <span>
#include <string_view>

#include "vm/vm.h"

// Abstract base classes: they are asked by isinstance() and issubclass(), and stand in annotations.
// Without class statements nothing else can be done with them.
namespace pysub {

// One row of a table in read-only data (abstract_types.cc).
struct AbstractTypeInfo {
  std::string_view module, name;
  // Whoever has all of these methods is an instance (up to an empty one) ...
  std::string_view methods[6] = {};
  // ... and so are the instances of these types (up to kObject).
  TypeId types[14] = {};
  bool hashable = false;  // Hashable: who can be hashed
  // For issubclass() of two of them: what else its classes have, and its bases.
  std::string_view provides[4] = {};
  std::string_view bases[4] = {};
  bool unhashable = false;
  std::string_view doc = {};
};

struct AbstractType : Object {
  RawWord row;
};

const AbstractTypeInfo& AbstractInfo(Value abstract_type);
Result<bool> IsAbstractInstance(Vm& vm, Value abstract_type, TypeId type);

// The abstract types of `module` become names of its namespace.
Status AddAbstractTypes(Vm& vm, Dict* names, std::string_view module);

// Whether objects of `type` have an attribute or method `name`.
bool TypeHasMember(Vm& vm, TypeId type, std::string_view name);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_ABSTRACT_TYPES_H_
