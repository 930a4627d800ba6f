// The functions of the builtins module.

#include "vm/native.h"
#include "vm/vm.h"

namespace pysub {
namespace {

Value Print(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    if (i > 0) out.Append(' ');
    TRY(vm.ToStr(a.rest[i], out));
  }
  out.Append('\n');
  TRY(out.status());
  TRY(vm.Write(1, out.view()));
  return Value::None();
}

Value Len(Vm& vm, const Args& a) { return Value::SmallInt(TRY(vm.Length(a[0]))); }

constexpr NativeInfo kFunctions[] = {
    {"print(*args, sep=' ', end='\\n', file=None, flush=False)", Print, "Prints the values."},
    {"len(obj, /)", Len, "Return the number of items in a container."},
};

}  // namespace

extern constexpr ModuleInfo kBuiltinsModule{
    .name = "builtins", .doc = "Built-in functions, types, exceptions, and other objects.",
    .functions = kFunctions};

}  // namespace pysub
