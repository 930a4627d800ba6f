#ifndef PYSUB_STDLIB_MODULES_PPRINT_LAYOUT_H_
#define PYSUB_STDLIB_MODULES_PPRINT_LAYOUT_H_

#include <cstdint>

#include "vm/object.h"
#include "vm/result.h"
#include "vm/text_builder.h"
#include "vm/vm.h"

// The texts that pprint makes of objects.
namespace pysub {

struct PrettyPrinter : Object {
  Value stream;
  RawWord indent, width, depth;  // kNoDepth: none; a negative width counts as 0
  RawWord compact, sort_dicts, underscores;

  static constexpr RawWord kNoDepth = (RawWord{1} << 47) - 1;
};

// What pformat() gives.
Status AppendPretty(Vm& vm, const PrettyPrinter& options, Value v, TextBuilder& out);

struct SafeReprFacts {
  bool readable, recursive;  // isreadable() wants the one and not the other
};
// repr() with sorted dicts, depth and recursion as the options say; `level`: how deep it is
// already.
Result<SafeReprFacts> AppendSafeRepr(Vm& vm, const PrettyPrinter& options, Value v, int64_t level,
                                     TextBuilder& out);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_PPRINT_LAYOUT_H_
