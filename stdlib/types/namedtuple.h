#ifndef PYSUB_STDLIB_TYPES_NAMEDTUPLE_H_
#define PYSUB_STDLIB_TYPES_NAMEDTUPLE_H_

#include <initializer_list>
#include <span>
#include <string_view>

#include "vm/vm.h"

namespace pysub {

// A type made by collections.namedtuple. Instances are Tuples of TypeId::kNamedTuple that
// end with this object.
struct DynamicType : Object {
  Value name;  // first: Vm::TypeName reads it
  Value module;
  Value fields;    // tuple of interned strs
  Value defaults;  // dict, from field names; in the order of the fields
  Value doc;
  Value attributes;  // Dict or Undefined: what the program set
  // tuple: what a program has set as __new__.__defaults__; Undefined: those of `defaults`
  Value new_defaults;
  // dict, from numbers of fields: what a program has set as Type.field.__doc__; or Undefined
  Value field_docs;
};

// Type.__new__.__defaults__
Value NamedTupleDefaults(Vm& vm, Value type);
Status SetNamedTupleDefaults(Vm& vm, Value type, Value value);

// `fields` and `defaults` (for the last fields) are valid already. Failed: no memory.
Value NewNamedTupleType(Vm& vm, Value name, Value module, Value fields,
                        std::span<const Value> defaults);
Value NewNamedTupleType(Vm& vm, std::string_view name, std::string_view module,
                        std::initializer_list<std::string_view> fields);
// Type of the library that is made once and found under `name` in `module` afterwards.
Value NamedTupleTypeOf(Vm& vm, std::string_view module, std::string_view name,
                       std::initializer_list<std::string_view> fields);
Value NewNamedTuple(Vm& vm, Value type, std::span<const Value> items);
inline Value NewNamedTuple(Vm& vm, Value type, std::initializer_list<Value> items) {
  return NewNamedTuple(vm, type, std::span<const Value>(items.begin(), items.size()));
}
inline Value NamedTupleType(Tuple* tuple) { return tuple->items()[tuple->size()]; }

// collections.namedtuple(typename, field_names, *, rename, defaults, module)
Value NamedTupleFunction(Vm& vm, const Args& a);
// namedtuple._replace and __replace__.
Value NamedTupleReplace(Vm& vm, const Args& a);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_NAMEDTUPLE_H_
