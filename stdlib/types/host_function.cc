// Functions that the host offers: to the program, builtins whose body happens to be elsewhere.

#include <algorithm>

#include "vm/host/request.h"
#include "vm/host/signature.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

HostFunction* AsHostFunction(Value v) { return v.As<HostFunction>(); }

Value Call(Vm& vm, Value self, const Args& a) {
  const Value signature = AsHostFunction(self)->signature;
  if (Vm::IsStr(signature)) TRY(CheckHostCall(vm, Vm::View(signature), a));
  return vm.host.CallHostFunction(self, {a.rest, a.rest_count}, a.keywords);
}

Status Repr(Vm&, Value self, TextBuilder& out) {
  out.Append("<built-in function ");
  out.Append(Vm::View(AsHostFunction(self)->name));
  out.Append('>');
  return out.status();
}

Value Name(Vm&, Value self) { return AsHostFunction(self)->name; }
Value Doc(Vm&, Value self) { return AsHostFunction(self)->doc; }
Value Module(Vm& vm, Value) { return vm.Intern("host"); }
Value Signature(Vm& vm, Value self) {
  const Value signature = AsHostFunction(self)->signature;
  if (!Vm::IsStr(signature)) return Value::None();
  const std::string_view text = Vm::View(signature);
  return vm.NewStr(text.substr(std::min(text.find('('), text.size())));
}
constexpr AttributeInfo kAttributes[] = {{"__name__", Name},
                                         {"__qualname__", Name},
                                         {"__doc__", Doc},
                                         {"__module__", Module},
                                         {"__text_signature__", Signature}};
PYSUB_MEMBERS(HostFunction, kNoMethods, kAttributes);

}  // namespace

constexpr Schema kHostFunctionSchema{"s s~ s?"};
extern constexpr TypeInfo kHostFunctionType{.id = TypeId::kHostFunction,
                                            .schema = &kHostFunctionSchema,
                                            .attributes = kAttributes,
                                            .members = kHostFunctionMembers,
                                            .repr = Repr,
                                            .call = Call};

}  // namespace pysub
