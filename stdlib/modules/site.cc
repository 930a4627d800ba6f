// What CPython's site module adds to the builtins: exit and quit.

#include "stdlib/modules/builtins.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

struct QuitterObject : Object {
  Value name;
};

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("Use ");
  TRY(vm.ToStr(self.As<QuitterObject>()->name, out));
  out.Append("() or Ctrl-D (i.e. EOF) to exit");
  return out.status();
}

Value Call(Vm& vm, Value, const Args& a) {
  Value code = Value::None();
  uint32_t given = a.rest_count;
  if (given > 0) code = a.rest[0];
  if (!a.keywords.IsUndefined()) {
    Dict* keywords = a.keywords.As<Dict>();
    if (!vm.Tick(keywords->used)) return Value::Failed();
    for (uint32_t i = 0; i < keywords->used; ++i) {
      std::string_view name = Vm::View(keywords->table()[i].key);
      if (name != "code") {
        return vm.TypeError("Quitter.__call__() got an unexpected keyword argument '", name, "'");
      }
      if (given > 0)
        return vm.TypeError("Quitter.__call__() got multiple values for argument 'code'");
      code = keywords->table()[i].value;
    }
  }
  if (given > 1) {
    return vm.TypeError("Quitter.__call__() takes from 1 to 2 positional arguments but ", given + 1,
                        " were given");
  }
  Value args = TRY(vm.NewTuple({code}));
  Value exception = TRY(vm.NewException(TypeId::kSystemExit, args));
  exception.As<Exception>()->fields[0] = code;
  return vm.RaiseException(exception);
}

}  // namespace

Status builtins::AddSiteNames(Vm& vm, Dict* names) {
  for (std::string_view name : {"exit", "quit"}) {
    Value text = vm.Intern(name);
    if (text.IsFailed()) return Failure{};
    QuitterObject* quitter = TRY(vm.New<QuitterObject>(TypeId::kQuitter));
    quitter->name = text;
    TRY(DictSet(vm, names, text, Value::Of(quitter)));
  }
  return Done{};
}

constexpr Schema kQuitterSchema{"s"};
extern constexpr TypeInfo kQuitterType{
    .id = TypeId::kQuitter, .schema = &kQuitterSchema, .repr = Repr, .call = Call};

}  // namespace pysub
