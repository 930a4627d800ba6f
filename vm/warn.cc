#include "vm/warn.h"

#include "vm/objects/dict.h"

namespace pysub {
namespace {

// The dict of what was said already, in the module's namespace under CPython's name for it.
Value Registry(Vm& vm, Dict* globals) {
  static constexpr std::string_view kName = "__warningregistry__";
  Value registry = TRY(DictGetStr(vm, globals, kName));
  if (vm.IsInstance(registry, TypeId::kDict)) return registry;
  Value made = Value::Of(TRY(vm.NewDict()));
  // of the filters, which nobody has changed
  TRY(DictSetStr(vm, made.As<Dict>(), "version", Value::SmallInt(0)));
  TRY(DictSetStr(vm, globals, kName, made));
  return made;
}

// Once the program has imported warnings, that module has filters and may be recording:
// True when it has dealt with the warning, False when it is to be written, Undefined when
// the module does not say.
Value AskModule(Vm& vm, Value text, TypeId category) {
  Value module = TRY(DictGetStr(vm, vm.modules().As<Dict>(), "warnings"));
  if (!IsObjectOf(module, TypeId::kModule) ||
      !IsObjectOf(module.As<Module>()->dict, TypeId::kDict)) {
    return Value::Undefined();
  }
  Value judge = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "_core_warning"));
  if (!judge.IsNative() || vm.NativeOf(judge).name != "_core_warning") return Value::Undefined();
  return vm.Call(judge, {text, Value::Type(category)});
}

}  // namespace

// A warning from native code. It must happen once, although the operation around it may be repeated
// after a collection, so memory is made sure of first.
Status Warn(Vm& vm, TypeId category, std::string_view text) {
  Frame* frame = vm.CurrentPythonFrame();
  if (frame == nullptr) return Done{};
  const CompiledUnit& unit = *frame->unit->unit;
  uint32_t line =
      frame->code->SpanAt(static_cast<uint32_t>(frame->pc - frame->code->words.data())).line;
  // What was registered must also be written, so it cannot begin again for want of memory.
  MemoryReservation reservation(vm, 4096 + uint64_t{4} * text.size());
  if (!reservation.ok()) return Failure{};
  Value message = TRY(vm.NewStr(text));
  const Value answer = AskModule(vm, message, category);
  if (answer.IsFailed()) return Failure{};
  if (answer == Value::True()) return Done{};
  Value key = TRY(vm.NewTuple({message, Value::Type(category), Value::SmallInt(line)}));
  Dict* registry = TRY(Registry(vm, frame->unit->globals.As<Dict>())).As<Dict>();
  Value said = DictGet(vm, registry, key);
  if (said.IsFailed()) return Failure{};
  if (!said.IsUndefined() && answer.IsUndefined()) return Done{};

  TextBuilder out(vm);
  out.Append(unit.filename);
  out.Append(':');
  out.AppendInt(line);
  out.Append(": ");
  out.Append(Vm::NameOf(category));
  out.Append(": ");
  out.Append(text);
  out.Append('\n');
  std::string_view source = unit.dynamic ? std::string_view() : unit.SourceLine(line);
  size_t first = source.find_first_not_of(" \t\f");
  if (first != std::string_view::npos) {
    out.Append("  ");
    out.Append(source.substr(first, source.find_last_not_of(" \t\r") - first + 1));
    out.Append('\n');
  }
  TRY(out.status());
  if (answer.IsUndefined()) TRY(DictSet(vm, registry, key, Value::True()));
  return vm.host.Write(2, out.view());
}

}  // namespace pysub
