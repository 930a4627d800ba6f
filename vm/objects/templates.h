#ifndef PYSUB_VM_OBJECTS_TEMPLATES_H_
#define PYSUB_VM_OBJECTS_TEMPLATES_H_

#include "vm/object.h"
#include "vm/result.h"
#include "vm/text_builder.h"
#include "vm/vm.h"

// What t-strings make: CPython 3.14 library, "string.templatelib".
namespace pysub {

// Invariant: one more string than interpolations.
struct Template : Object {
  Value strings;         // tuple of str
  Value interpolations;  // tuple of Interpolation
};

// A field of a t-string (PEP 750): the value, and how it was written.
struct Interpolation : Object {
  Value value;
  Value expression;   // str
  Value conversion;   // "s", "r", "a" or None
  Value format_spec;  // str
};

// Iterates over the strings that are not empty and the interpolations between them.
struct TemplateIterator : Object {
  Value source;   // Template; None when exhausted
  RawWord index;  // 2 * i: string i; 2 * i + 1: interpolation i
};

Value NewInterpolation(Vm& vm, Value value, Value expression, Value conversion, Value spec);

Status TemplateRepr(Vm& vm, Value self, TextBuilder& out);
Status InterpolationRepr(Vm& vm, Value self, TextBuilder& out);
Value TemplateBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);
Value TemplateIter(Vm& vm, Value self);
Value TemplateIteratorNext(Vm& vm, Value self);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_TEMPLATES_H_
