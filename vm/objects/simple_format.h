#ifndef PYSUB_VM_OBJECTS_SIMPLE_FORMAT_H_
#define PYSUB_VM_OBJECTS_SIMPLE_FORMAT_H_

#include <cstdint>
#include <string_view>

#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// What programs mostly format, without the general way by vm/numbers/format_spec.h: for format(),
// f-strings and the % operator.
namespace pysub {

// The specs that programs mostly write: [[fill]align][0][width][,][.precision][type], fill ASCII.
struct SimpleSpec {
  char fill = ' ';
  char align = 0;  // 0: not given
  bool zero = false;
  bool comma = false;
  char type = 0;
  uint32_t width = 0;
  int precision = -1;
};

// What format() of a plain value gives, for the types that programs mostly print.
Status AppendPlain(Vm& vm, Value value, TextBuilder& out);
// False: for ParseFormatSpec, which also knows what is wrong.
bool ParseSimpleSpec(std::string_view spec, SimpleSpec* out);
// Appends value as `spec` says if both are simple; otherwise false and nothing happened.
bool AppendSimple(Value value, const SimpleSpec& spec, TextBuilder& out);

inline bool IsSpecDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_SIMPLE_FORMAT_H_
