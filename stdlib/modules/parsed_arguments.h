#ifndef PYSUB_STDLIB_MODULES_PARSED_ARGUMENTS_H_
#define PYSUB_STDLIB_MODULES_PARSED_ARGUMENTS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "vm/vm.h"

// Arguments of functions that CPython parses with PyArg_ParseTupleAndKeywords: other words for
// wrong calls than those of Argument Clinic. Their rows are "@raw".
namespace pysub {

struct ParsedSignature {
  std::string_view name;  // "replace"; empty: errors say "function"
  std::span<const std::string_view> parameters;
  uint32_t required = 0;
  uint32_t positional = UINT32_MAX;  // more may be given by name only
  uint32_t ints = 0;  // so many of the first are C ints, which is found out as they are read
};

// Fills `out`, one value for each parameter (Undefined: not given), from a.rest and a.keywords.
Status ParseArguments(Vm& vm, const Args& a, const ParsedSignature& signature, Value* out);

// An argument for a C int; Undefined: `fallback`. TypeError "'str' object cannot be
// interpreted as an integer".
Result<int64_t> ParsedCInt(Vm& vm, Value v, int64_t fallback);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_PARSED_ARGUMENTS_H_
