// The import statement. Modules are those of the Runtime's table; there is no search path, no file.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compile.h"
#include "vm/library_code.h"
#include "vm/shape.h"
#include "vm/slow_paths.h"
#include "vm/task.h"
#include "vm/vm.h"

namespace pysub {
namespace {

Failure NoModule(Vm& vm, TypeId type, std::string_view name, std::string text) {
  static_cast<void>(vm.Raise(type, text));
  if (!vm.PendingIs(type)) return Failure{};
  Value str = vm.Intern(name);
  if (str.IsFailed()) return Failure{};
  Exception* error = vm.pending_exception().As<Exception>();
  error->fields[0] = error->args.As<Tuple>()->items()[0];
  error->fields[1] = str;
  return Failure{};
}

Failure NotFound(Vm& vm, std::string_view name, std::string_view parent) {
  std::string text = "No module named '" + std::string(name) + "'";
  if (!parent.empty()) text += "; '" + std::string(parent) + "' is not a package";
  return NoModule(vm, TypeId::kModuleNotFoundError, name, text);
}

// exec() with builtins of its own may have left out what import needs.
Status CheckImportAllowed(Vm& vm) {
  Value builtins =
      vm.DictGetStr(vm.CurrentPythonFrame()->unit->globals.As<Dict>(), "__builtins__");
  if (builtins.IsFailed()) return Failure{};
  if (!vm.IsInstance(builtins, TypeId::kDict)) return Done{};
  Value importer = vm.DictGetStr(builtins.As<Dict>(), "__import__");
  if (importer.IsFailed()) return Failure{};
  if (!importer.IsUndefined()) return Done{};
  return vm.Raise(TypeId::kImportError, "__import__ not found");
}

std::string_view CurrentName(Vm& vm, uint32_t index) {
  return vm.CurrentPythonFrame()->unit->name_views[index].text;
}

}  // namespace

// Imports `name` and, for "a.b", first "a", of which "b" becomes an attribute.
Value Vm::ImportModule(std::string_view name) {
  Value module = TRY(ImportValue(name));
  if (IsObjectOf(module, TypeId::kModule)) return module;
  return NoModule(*this, TypeId::kImportError, name, "sys.modules has no module '" + std::string(name) + "'");
}

Value Vm::ImportValue(std::string_view name) {
  // One level for each dot, and the program writes the dots: __import__('a.' * 100000).
  DepthGuard guard(*this);
  if (!guard.ok()) return TooDeep("");
  if (!Tick(name.size() / 64)) return Value::Failed();
  Value loaded = DictGetStr(modules_.As<Dict>(), name);
  if (!loaded.IsUndefined()) {
    if (loaded.IsNone()) {
      return NoModule(*this, TypeId::kModuleNotFoundError, name,
                      "import of " + std::string(name) + " halted; None in sys.modules");
    }
    return loaded;
  }
  size_t dot = name.rfind('.');
  Value parent = Value::Undefined();
  if (dot != std::string_view::npos) parent = TRY(ImportValue(name.substr(0, dot)));
  if (name == "os.path") return ImportValue("posixpath");
  for (size_t i = 0; i < runtime_.modules.size(); ++i) {
    const ModuleInfo* info = runtime_.modules[i];
    if (info == nullptr || info->name != name) continue;
    Value module = TRY(InstallModule(*info, static_cast<uint16_t>(kModuleTableBase + i)));
    if (IsObjectOf(parent, TypeId::kModule)) {
      TRY(DictSetStr(parent.As<Module>()->dict.As<Dict>(), name.substr(dot + 1), module));
    }
    // The one package that has its submodule from the beginning, as programs know: both are there or none.
    if (name == "collections" && ImportValue("collections.abc").IsFailed()) {
      Heap::Overdraft name_is_there(heap);
      static_cast<void>(DictDelete(modules_.As<Dict>(), Intern(name)));
      return Value::Failed();
    }
    return module;
  }
  if (dot != std::string_view::npos) return NotFound(*this, name, name.substr(0, dot));
  return NotFound(*this, name, {});
}

Value Vm::InstallModule(const ModuleInfo& info, uint16_t table) {
  Dict* names = TRY(NewDict(info.functions.size() + 8));
  Value module = TRY(MakeModule(info.name, names));
  if (!info.doc.empty()) TRY(DictSetStr(names, "__doc__", TRY(NewStr(info.doc))));
  for (size_t i = 0; i < info.functions.size(); ++i) {
    TRY(DictSetStr(names, info.functions[i].name, Value::Native(table, static_cast<uint16_t>(i))));
  }
  if (table == kModuleTableBase) {
    for (int i = 0; i < static_cast<int>(TypeId::kCount); ++i) {
      TypeId type = static_cast<TypeId>(i);
      if (ModuleOf(type) == "builtins" && IsBuiltinName(type)) {
        TRY(DictSetStr(names, NameOf(type), Value::Type(type)));
      }
    }
    TRY(DictSetStr(names, "IOError", Value::Type(TypeId::kOSError)));
    TRY(DictSetStr(names, "EnvironmentError", Value::Type(TypeId::kOSError)));
    TRY(DictSetStr(names, "None", Value::None()));
    TRY(DictSetStr(names, "True", Value::True()));
    TRY(DictSetStr(names, "False", Value::False()));
    TRY(DictSetStr(names, "NotImplemented", Value::NotImplemented()));
    TRY(DictSetStr(names, "Ellipsis", Value::Ellipsis()));
    TRY(DictSetStr(names, "__debug__", Value::True()));
    TRY(DictSetStr(names, "EnvironmentError", Value::Type(TypeId::kOSError)));
    TRY(DictSetStr(names, "IOError", Value::Type(TypeId::kOSError)));
  }
  if (info.init != nullptr) TRY(info.init(*this, names));
  module.AsObject()->set_flag(kFlagA, !info.source.empty());
  TRY(DictSetStr(modules_.As<Dict>(), info.name, module));
  return module;
}

namespace {

// kFlagA of a module: its Python part has not run.
bool WaitsForSource(Value module) {
  return IsObjectOf(module, TypeId::kModule) && module.AsObject()->flag(kFlagA);
}

}  // namespace

Value Vm::FinishImport(std::string_view name, Value result) {
  Value first = Value::None();
  size_t dot = name.rfind('.');
  if (dot != std::string_view::npos) first = TRY(DictGetStr(modules_.As<Dict>(), name.substr(0, dot)));
  Value second = TRY(DictGetStr(modules_.As<Dict>(), name));
  if (!WaitsForSource(first) && !WaitsForSource(second)) return result;
  return PushTask(StepId::kImportSource, {first, second, result, Value::SmallInt(0)}, kTaskCatches);
}

Value Vm::PushModuleSource(Value module) {
  if (!IsObjectOf(module, TypeId::kModule)) return BadState(*this);
  std::string_view name = View(module.As<Module>()->name);
  const ModuleInfo* info = nullptr;
  for (const ModuleInfo* candidate : runtime_.modules) {
    if (candidate != nullptr && candidate->name == name) info = candidate;
  }
  Value dict = module.As<Module>()->dict;
  if (info == nullptr || info->source.empty() || !IsObjectOf(dict, TypeId::kDict)) return BadState(*this);
  if (!Tick(info->source.size() / 4)) return Value::Failed();
  if (!heap.HasRoomFor(info->source.size() * kLibraryCompileBytesPerByte)) {
    return NoMemory(info->source.size() * kLibraryCompileBytesPerByte);
  }
  Dict* names = dict.As<Dict>();
  std::vector<std::string> existing;
  for (uint32_t i = 0; i < names->used; ++i) {
    if (!IsStr(names->table()[i].key)) return BadState(*this);
    existing.emplace_back(View(names->table()[i].key));
  }
  std::string filename = std::string(kLibrarySource) + std::string(name) + ">";
  std::string error;
  std::shared_ptr<const CodeUnit> unit = CompileLibrary(*info, filename, existing, &error);
  if (unit == nullptr) return Raise(TypeId::kSystemError, error);
  names->set_flag(kFlagA, true);
  TRY(ReserveSlots(names, *unit));
  Value pushed = PushUnit(std::move(unit), dict, dict);
  if (pushed.IsPushed()) module.AsObject()->set_flag(kFlagA, false);
  return pushed;
}

// Slots: two modules that may wait for their Python parts, the result, which one is next.
Value ImportSourceStep(Vm& vm, Task& task, Value in) {
  if (static_cast<uint64_t>(task.slots[3].AsSmallInt()) > 2) return BadState(vm);
  switch (task.state) {
    case 0:
      while (task.slots[3].AsSmallInt() < 2) {
        if (!WaitsForSource(task.slots[task.slots[3].AsSmallInt() & 1])) {
          task.slots[3] = task.slots[3].CountedUp();
          continue;
        }
        PYSUB_AWAIT(1, vm.PushModuleSource(task.slots[task.slots[3].AsSmallInt() & 1]));
        if (in.IsFailed()) {
          Value exception = vm.TakeException();
          if (exception.IsUndefined()) return in;
          Value module = task.slots[task.slots[3].AsSmallInt() & 1];
          if (IsObjectOf(module, TypeId::kModule)) {
            static_cast<void>(vm.DictDelete(vm.modules().As<Dict>(), module.As<Module>()->name));
          }
          return vm.Propagate(exception);
        }
        task.slots[3] = task.slots[3].CountedUp();
        task.state = 0;
      }
  }
  return task.slots[2];
}

// From now on names are looked up in the module's dict, also by code that is loaded already.
void Vm::BuiltinsChanged() {
  builtins_changed_ = true;
  for (auto& unit : units_) {
    for (Value& builtin : unit->builtins) builtin = Value::Undefined();
  }
}

namespace slow {

Value Import(Vm& vm, uint32_t name_index, uint32_t level, Value from_list) {
  std::string_view name = CurrentName(vm, name_index);
  if (level > 0) {
    return NoModule(vm, TypeId::kImportError, name,
                    "attempted relative import with no known parent package");
  }
  if (vm.CurrentPythonFrame()->unit->unit->dynamic) TRY(CheckImportAllowed(vm));
  Value module = TRY(vm.ImportValue(name));
  size_t dot = name.find('.');
  if (from_list.IsNone() && dot != std::string_view::npos) {
    module = TRY(vm.ImportValue(name.substr(0, dot)));
  }
  return vm.FinishImport(name, module);
}

Value ImportAs(Vm& vm, uint32_t name_index) {
  if (vm.CurrentPythonFrame()->unit->unit->dynamic) TRY(CheckImportAllowed(vm));
  std::string_view name = CurrentName(vm, name_index);
  Value module = TRY(vm.ImportValue(name));
  return vm.FinishImport(name, module);
}

Value ImportFrom(Vm& vm, Value module, uint32_t name_index) {
  UnitInstance* unit = vm.CurrentPythonFrame()->unit;
  Name name = unit->name_views[name_index];
  Value value = TRY(vm.FindAttribute(module, name));
  if (!value.IsUndefined()) return value;
  std::string module_name = "<unknown module name>";
  if (IsObjectOf(module, TypeId::kModule)) {
    module_name = Vm::View(module.As<Module>()->name);
    // `from a import b` may name the submodule a.b.
    Value submodule = vm.ImportValue(module_name + "." + std::string(name.text));
    if (!submodule.IsFailed()) return vm.FinishImport(module_name + "." + std::string(name.text), submodule);
    if (!vm.PendingIs(TypeId::kModuleNotFoundError)) return Value::Failed();
    static_cast<void>(vm.TakeException());
  }
  std::string text = "cannot import name '" + std::string(name.text) + "' from '" + module_name +
                     "' (unknown location)";
  static_cast<void>(NoModule(vm, TypeId::kImportError, module_name, text));
  if (vm.PendingIs(TypeId::kImportError)) {
    vm.pending_exception().As<Exception>()->fields[3] = unit->names[name_index];
  }
  return Value::Failed();
}

Value ImportStar(Vm& vm, Value module) {
  if (!IsObjectOf(module, TypeId::kModule)) {
    return vm.Raise(TypeId::kImportError, "from-import-* object has no __dict__ and no __all__");
  }
  Dict* from = module.As<Module>()->dict.As<Dict>();
  UnitInstance* unit = vm.CurrentPythonFrame()->unit;
  Value to = unit->unit->dynamic ? unit->locals : unit->globals;
  Value all = vm.DictGetStr(from, "__all__");
  if (all.IsFailed()) return all;
  for (uint32_t i = 0; i < from->used; ++i) {
    DictEntry entry = from->table()[i];
    if (entry.value.IsUndefined() || !Vm::IsStr(entry.key)) continue;
    if (all.IsUndefined() && Vm::View(entry.key).starts_with('_')) continue;
    if (!all.IsUndefined()) {
      Value listed = TRY(vm.Contains(all, entry.key));
      if (!listed.IsTrue()) continue;
    }
    if (IsObjectOf(to, TypeId::kDict)) {
      TRY(vm.DictSet(to.As<Dict>(), entry.key, entry.value));
    } else {  // exec() with a mapping of another kind
      TRY(vm.SetItem(to, entry.key, entry.value));
    }
  }
  return Value::None();
}

}  // namespace slow
}  // namespace pysub
