#include "stdlib/modules/library_generator.h"

#include "stdlib/types/awaitables.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

using Body = Value (*)(Vm& vm, LibraryGenerator* generator);
constexpr Body kBodies[] = {
#define PYSUB_GENERATOR_BODY(name) name##Body,
    PYSUB_GENERATOR_BODIES(PYSUB_GENERATOR_BODY)
#undef PYSUB_GENERATOR_BODY
};

LibraryGenerator* AsLibraryGenerator(Value v) { return v.As<LibraryGenerator>(); }

Value Next(Vm& vm, Value self) {
  if (AsLibraryGenerator(self)->state == LibraryGenerator::kClosed) {
    vm.stop_value = Value::None();
    return Value::Exhausted();
  }
  Value item = kBodies[AsLibraryGenerator(self)->body](vm, AsLibraryGenerator(self));
  if (item.IsFailed() && vm.FailureIsCatchable()) {
    AsLibraryGenerator(self)->state = LibraryGenerator::kClosed;
  }
  return item;
}

Value Send(Vm& vm, const Args& a) {
  if (AsLibraryGenerator(a[0])->state == 0 && !a[1].IsNone()) {
    return vm.TypeError("can't send non-None value to a just-started generator");
  }
  return StopIterationAtEnd(vm, Next(vm, a[0]));
}
Value Throw(Vm& vm, const Args& a) {
  Value exception = TRY(ThrownException(vm, a));
  AsLibraryGenerator(a[0])->state = LibraryGenerator::kClosed;
  return vm.RaiseException(exception);
}
Value Close(Vm& vm, const Args& a) {
  CloseLibraryGenerator(vm, AsLibraryGenerator(a[0]));
  return Value::None();
}

Value GetName(Vm&, Value self) { return AsLibraryGenerator(self)->name; }
Value GetFalse(Vm&, Value) { return Value::False(); }
Value GetSuspended(Vm&, Value self) {
  return Value::Bool(AsLibraryGenerator(self)->state != 0 &&
                     AsLibraryGenerator(self)->state != LibraryGenerator::kClosed);
}
Value GetNone(Vm&, Value) { return Value::None(); }

constexpr NativeInfo kMethods[] = {
    {"close()", Close, "close() -> raise GeneratorExit inside generator."},
    {"send(value, /)", Send,
     "send(value) -> send 'value' into generator,\nreturn next yielded value or raise "
     "StopIteration."},
    {"throw(value, val=None, tb=None, /)", Throw,
     "Raise exception in generator, return next yielded value or raise\nStopIteration."},
};
constexpr AttributeInfo kAttributes[] = {{"__name__", GetName},
                                         {"__qualname__", GetName},
                                         {"gi_running", GetFalse},
                                         {"gi_suspended", GetSuspended},
                                         {"gi_yieldfrom", GetNone}};
PYSUB_MEMBERS(LibraryGenerator, kMethods, kAttributes);

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<generator object ");
  TRY(vm.ToStr(AsLibraryGenerator(self)->name, out));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

}  // namespace

LibraryGenerator* NewLibraryGenerator(Vm& vm, GeneratorBodyId body, std::string_view name) {
  Value text = vm.Intern(name);
  if (text.IsFailed()) return nullptr;
  LibraryGenerator* generator = TRY(vm.New<LibraryGenerator>(TypeId::kLibraryGenerator));
  generator->body = static_cast<RawWord>(body);
  generator->state = 0;
  generator->name = text;
  return generator;
}

Value NewItemsGenerator(Vm& vm, std::string_view name, Value list) {
  LibraryGenerator* generator = TRY(NewLibraryGenerator(vm, GeneratorBodyId::kItems, name));
  generator->slots[0] = list;
  return Value::Of(generator);
}

Value CloseLibraryGenerator(Vm& vm, LibraryGenerator* generator) {
  generator->state = LibraryGenerator::kClosed;
  for (Value& slot : generator->slots) slot = Value::Undefined();
  vm.stop_value = Value::None();
  return Value::Exhausted();
}

// slots: the list, the number of the next item.
Value ItemsBody(Vm& vm, LibraryGenerator* generator) {
  if (!IsObjectOf(generator->slots[0], TypeId::kList)) return BadState(vm);
  List* list = generator->slots[0].As<List>();
  RawWord at = generator->slots[1].IsUndefined() ? 0 : generator->slots[1].AsSmallInt();
  if (at >= list->size) return CloseLibraryGenerator(vm, generator);
  generator->state = 1;
  generator->slots[1] = Value::KnownSmallInt(static_cast<int64_t>(at) + 1);
  return list->items()[at];
}

// Bodies look at their slots themselves: closing empties them, even while the body
// waits for what it called.
static bool CheckLibraryGenerator(Vm&, Object* object) {
  return static_cast<LibraryGenerator*>(object)->body < std::size(kBodies);
}
constexpr Schema kLibraryGeneratorSchema{"# # s v v v v v v v v", CheckLibraryGenerator};
extern constexpr TypeInfo kLibraryGeneratorType{.id = TypeId::kLibraryGenerator,
                                                .schema = &kLibraryGeneratorSchema,
                                                .methods = kMethods,
                                                .attributes = kAttributes,
                                                .members = kLibraryGeneratorMembers,
                                                .copying = Copying::kRefused,
                                                .repr = Repr,
                                                .next = Next};

}  // namespace pysub
