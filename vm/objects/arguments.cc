#include "vm/objects/arguments.h"

#include <optional>

#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"

namespace pysub {

namespace {

Result<int64_t> ToC(Vm& vm, Value v, int64_t limit, std::string_view c_type) {
  if (v.IsSmallInt() && v.AsSmallInt() <= limit && v.AsSmallInt() >= -limit - 1) [[likely]] {
    return v.AsSmallInt();
  }
  if (!IsIndex(vm, v)) {
    return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
  }
  const std::optional<int64_t> number = ToInt64(IntArgument(v).view());
  if (!number.has_value() || *number > limit || *number < -limit - 1) {
    return vm.OverflowError("Python int too large to convert to C ", c_type);
  }
  return *number;
}

}  // namespace

Failure BadArgument(Vm& vm, std::string_view function, std::string_view what,
                    std::string_view expected, Value given) {
  return vm.TypeError(function, "() ", what, " must be ", expected, ", not ",
                      given.IsNone() ? std::string_view("None") : vm.TypeName(given));
}

Result<int64_t> SizeArgument(Vm& vm, Value v) { return ToC(vm, v, INT64_MAX, "ssize_t"); }

Result<int64_t> CIntArgument(Vm& vm, Value v) { return ToC(vm, v, INT32_MAX, "int"); }

}  // namespace pysub
