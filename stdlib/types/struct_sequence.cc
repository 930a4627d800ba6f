#include "stdlib/types/struct_sequence.h"

#include "vm/vm.h"

namespace pysub {

Status FieldsRepr(Vm& vm, Value self, std::span<const AttributeInfo> names, uint32_t count,
                  TextBuilder& out) {
  out.Append(Vm::NameOf(vm.TypeOf(self)));
  for (uint32_t i = 0; i < count; ++i) {  // Tick: eleven at most
    out.Append(i == 0 ? "(" : ", ");
    out.Append(names[i].name);
    out.Append('=');
    TRY(vm.Repr(self.AsObject()->words()[i], out));
  }
  out.Append(')');
  return out.status();
}

}  // namespace pysub
