// The import statement. The modules of the Runtime's table are found here; those that are files of
// the program are found and run by stdlib/python/_frozen_importlib.py (docs/decisions/025), which
// is asked for whatever is not loaded yet.

#include "vm/imports.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compile.h"
#include "lexer/unicode/utf8.h"
#include "vm/library_code.h"
#include "vm/native_frame.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/slow_paths.h"
#include "vm/snapshot/schema.h"
#include "vm/suggestions.h"
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

// Modules of the library are made when they are first imported. A fresh sandbox has few of them,
// and what a program does not import costs it nothing.
Value InstallModule(Vm& vm, const ModuleInfo& info, uint16_t table) {
  Dict* names = TRY(vm.NewDict(info.functions.size() + 8));
  Value module = TRY(vm.MakeModule(info.name, names));
  if (!info.doc.empty()) TRY(DictSetStr(vm, names, "__doc__", TRY(vm.NewStr(info.doc))));
  for (size_t i = 0; i < info.functions.size(); ++i) {
    TRY(DictSetStr(vm, names, info.functions[i].name,
                   Value::Native(table, static_cast<uint16_t>(i))));
  }
  if (table == kModuleTableBase) {
    for (int i = 0; i < static_cast<int>(TypeId::kCount); ++i) {
      TypeId type = static_cast<TypeId>(i);
      if (Vm::ModuleOf(type) == "builtins" && Vm::IsBuiltinName(type)) {
        TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
      }
    }
    TRY(DictSetStr(vm, names, "IOError", Value::Type(TypeId::kOSError)));
    TRY(DictSetStr(vm, names, "EnvironmentError", Value::Type(TypeId::kOSError)));
    TRY(DictSetStr(vm, names, "None", Value::None()));
    TRY(DictSetStr(vm, names, "True", Value::True()));
    TRY(DictSetStr(vm, names, "False", Value::False()));
    TRY(DictSetStr(vm, names, "NotImplemented", Value::NotImplemented()));
    TRY(DictSetStr(vm, names, "Ellipsis", Value::Ellipsis()));
    TRY(DictSetStr(vm, names, "__debug__", Value::True()));
    TRY(DictSetStr(vm, names, "EnvironmentError", Value::Type(TypeId::kOSError)));
    TRY(DictSetStr(vm, names, "IOError", Value::Type(TypeId::kOSError)));
  }
  if (info.init != nullptr) TRY(info.init(vm, names));
  module.AsObject()->set_flag(kFlagA, !info.source.empty());
  TRY(DictSetStr(vm, vm.modules().As<Dict>(), info.name, module));
  return module;
}

}  // namespace

Value ImportModule(Vm& vm, std::string_view name) {
  Value module = TRY(ImportValue(vm, name));
  if (IsObjectOf(module, TypeId::kModule)) return module;
  return NoModule(vm, TypeId::kImportError, name,
                  "sys.modules has no module '" + std::string(name) + "'");
}

// A module of the library. sys.modules has the last word: None in it stops an import, as in
// CPython.
Value ImportValue(Vm& vm, std::string_view name) {
  // One level for each dot, and the program writes the dots: __import__('a.' * 100000).
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (!vm.Tick(name.size() / 64)) return Value::Failed();
  Value loaded = DictGetStr(vm, vm.modules().As<Dict>(), name);
  if (!loaded.IsUndefined()) {
    if (loaded.IsNone()) {
      return NoModule(vm, TypeId::kModuleNotFoundError, name,
                      "import of " + std::string(name) + " halted; None in sys.modules");
    }
    return loaded;
  }
  size_t dot = name.rfind('.');
  if (dot == 0) return NotFound(vm, name, {});
  Value parent = Value::Undefined();
  if (dot != std::string_view::npos) parent = TRY(ImportValue(vm, name.substr(0, dot)));
  if (name == "os.path") return ImportValue(vm, "posixpath");
  for (size_t i = 0; i < vm.runtime().modules.size(); ++i) {
    const ModuleInfo* info = vm.runtime().modules[i];
    if (info == nullptr || info->name != name) continue;
    Value module = TRY(InstallModule(vm, *info, static_cast<uint16_t>(kModuleTableBase + i)));
    if (IsObjectOf(parent, TypeId::kModule)) {
      TRY(DictSetStr(vm, parent.As<Module>()->dict.As<Dict>(), name.substr(dot + 1), module));
    }
    // The one package that has its submodule from the beginning, as programs know: both are there
    // or none.
    if (name == "collections" && ImportValue(vm, "collections.abc").IsFailed()) {
      Heap::AlwaysAllocateScope name_is_there(vm.heap);
      static_cast<void>(DictDelete(vm, vm.modules().As<Dict>(), vm.Intern(name)));
      return Value::Failed();
    }
    return module;
  }
  if (dot != std::string_view::npos) return NotFound(vm, name, name.substr(0, dot));
  return NotFound(vm, name, {});
}

namespace {

// kFlagA of a module: its Python part has not run.
bool WaitsForSource(Value module) {
  return IsObjectOf(module, TypeId::kModule) && module.AsObject()->flag(kFlagA);
}

// Runs the Python part of a module in its namespace. It is charged as if it had been compiled for
// this program, whoever was first.
Eventual PushModuleSource(Vm& vm, Value module) {
  if (!IsObjectOf(module, TypeId::kModule)) return BadState(vm);
  std::string_view name = Vm::View(module.As<Module>()->name);
  const ModuleInfo* info = nullptr;
  for (const ModuleInfo* candidate : vm.runtime().modules) {
    if (candidate != nullptr && candidate->name == name) info = candidate;
  }
  Value dict = module.As<Module>()->dict;
  if (info == nullptr || info->source.empty() || !IsObjectOf(dict, TypeId::kDict))
    return BadState(vm);
  if (!vm.Tick(info->source.size() / 4)) return Value::Failed();
  if (!vm.heap.HasRoomFor(info->source.size() * kLibraryCompileBytesPerByte)) {
    return vm.NoMemory(info->source.size() * kLibraryCompileBytesPerByte);
  }
  Dict* names = dict.As<Dict>();
  std::vector<std::string> existing;
  for (uint32_t i = 0; i < names->used; ++i) {
    if (!Vm::IsStr(names->table()[i].key)) return BadState(vm);
    existing.emplace_back(Vm::View(names->table()[i].key));
  }
  std::string filename = std::string(kLibrarySource) + std::string(name) + ">";
  std::string error;
  std::shared_ptr<const CompiledUnit> unit = CompileLibrary(*info, filename, existing, &error);
  if (unit == nullptr) return vm.Raise(TypeId::kSystemError, error);
  names->set_flag(kFlagA, true);
  TRY(vm.ReserveSlots(names, *unit));
  Value pushed = vm.PushUnit(std::move(unit), dict, dict);
  if (pushed.IsCallPending()) module.AsObject()->set_flag(kFlagA, false);
  return pushed;
}

}  // namespace

Eventual FinishImport(Vm& vm, std::string_view name, Value result) {
  Value first = Value::None();
  size_t dot = name.rfind('.');
  if (dot != std::string_view::npos)
    first = TRY(DictGetStr(vm, vm.modules().As<Dict>(), name.substr(0, dot)));
  Value second = TRY(DictGetStr(vm, vm.modules().As<Dict>(), name));
  if (!WaitsForSource(first) && !WaitsForSource(second)) return result;
  return vm.PushNativeFrame(ResumeId::kImportSource, {first, second, result, Value::SmallInt(0)},
                            kFrameCatches);
}

// Slots: two modules that may wait for their Python parts, the result, which one is next.
Value ImportSourceResume(Vm& vm, NativeFrame& frame, Value in) {
  if (static_cast<uint64_t>(frame.slots[3].AsSmallInt()) > 2) return BadState(vm);
  switch (frame.state) {
    case 0:
      while (frame.slots[3].AsSmallInt() < 2) {
        if (!WaitsForSource(frame.slots[frame.slots[3].AsSmallInt() & 1])) {
          frame.slots[3] = frame.slots[3].CountedUp();
          continue;
        }
        PYSUB_SUSPEND_POINT(1, PushModuleSource(vm, frame.slots[frame.slots[3].AsSmallInt() & 1]));
        if (in.IsFailed()) {
          Value exception = vm.TakeException();
          if (exception.IsUndefined()) return in;
          Value module = frame.slots[frame.slots[3].AsSmallInt() & 1];
          if (IsObjectOf(module, TypeId::kModule)) {
            static_cast<void>(DictDelete(vm, vm.modules().As<Dict>(), module.As<Module>()->name));
          }
          return vm.Propagate(exception);
        }
        frame.slots[3] = frame.slots[3].CountedUp();
        frame.state = 0;
      }
  }
  return frame.slots[2];
}

// From now on names are looked up in the module's dict, also by code that is loaded already.
void Vm::BuiltinsChanged() {
  builtins_changed_ = true;
  for (auto& unit : units_) {
    for (Value& builtin : unit->builtins) builtin = Value::Undefined();
  }
}

// ---- modules that are files

namespace {

constexpr std::string_view kImporterModule = "_frozen_importlib";

// Why a module lacks a name, as far as its file and the moment tell.
struct Suspicion {
  Value origin = Value::Undefined();  // a str: the file
  bool initializing = false;
  bool beside_the_program = false;  // the file is in the first directory of sys.path
  bool hides_library = false;       // and has the name of a module of CPython's library
};

// Where the program itself lies, as far as it is known.
std::string_view FirstDirectory(Vm& vm) {
  const Value path = FirstModulePath(vm);
  if (!IsObjectOf(path, TypeId::kList) || path.As<List>()->size == 0) return {};
  const Value first = path.As<List>()->items()[0];
  if (!Vm::IsStr(first)) return {};
  return Vm::View(first).empty() ? std::string_view(vm.host.working_directory) : Vm::View(first);
}

std::string_view WithoutLastPart(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return path.substr(0, std::max<size_t>(slash, 1));
}

Suspicion SuspicionOf(Vm& vm, Value module, Value name) {
  Suspicion result;
  Dict* spec = SpecOf(vm, module);
  if (spec == nullptr) return result;
  result.initializing = DictGetStr(vm, spec, "_initializing").IsTrue();
  const Value origin = DictGetStr(vm, spec, "origin");
  if (!Vm::IsStr(origin)) return result;
  result.origin = origin;
  std::string_view directory = WithoutLastPart(Vm::View(origin));
  if (Vm::View(origin).ends_with("/__init__.py")) directory = WithoutLastPart(directory);
  result.beside_the_program = !directory.empty() && directory == FirstDirectory(vm);
  result.hides_library =
      result.beside_the_program && Vm::IsStr(name) && IsModuleOfCPython(Vm::View(name));
  return result;
}

// What a program would have to do about a file that hides a module.
Value Advice(Vm& vm, const Suspicion& suspicion, Value name) {
  const Value file = TRY(vm.ReprValue(suspicion.origin));
  TextBuilder text(vm);
  text.Append(" (consider renaming ");
  text.Append(Vm::View(file));
  if (suspicion.hides_library) {
    text.Append(" since it has the same name as the standard library module named '");
    text.Append(Vm::View(name));
    text.Append("' and prevents importing that standard library module)");
  } else {
    text.Append(" if it has the same name as a library you intended to import)");
  }
  return text.Finish();
}

// The answer of Import() when all of it is loaded already; Undefined: there is more to do.
Value Loaded(Vm& vm, std::string_view name, Value from_list, int32_t level) {
  Dict* modules = vm.modules().As<Dict>();
  Value module = TRY(DictGetStr(vm, modules, name));
  if (module.IsUndefined() || module.IsNone()) return Value::Undefined();
  if (from_list.IsNone()) {
    const size_t dot = name.find('.');
    if (dot == std::string_view::npos) return module;
    const Value top = TRY(DictGetStr(vm, modules, name.substr(0, dot)));
    if (top.IsNone()) return Value::Undefined();
    if (level == 0) return top;
    // `import a.b as c` takes the attribute that a has, which is the program's.
    return IsObjectOf(top, TypeId::kModule) && SpecOf(vm, top) == nullptr ? module
                                                                          : Value::Undefined();
  }
  if (!IsObjectOf(from_list, TypeId::kTuple) || !IsObjectOf(module, TypeId::kModule))
    return Value::Undefined();
  Dict* names = module.As<Module>()->dict.As<Dict>();
  if (TRY(DictGetStr(vm, names, "__path__")).IsUndefined()) return module;
  const Tuple* wanted = from_list.As<Tuple>();
  if (!vm.Tick(wanted->count)) return Value::Failed();
  for (uint32_t i = 0; i < wanted->count; ++i) {
    const Value one = from_list.As<Tuple>()->items()[i];
    if (!Vm::IsStr(one) || TRY(DictGetStr(vm, names, Vm::View(one))).IsUndefined())
      return Value::Undefined();
  }
  return module;
}

// The function that SetImporter() was given; None: it has not run yet.
Value Importer(Vm& vm) {
  const Value state = vm.library_state(LibraryState::kImports);
  return IsObjectOf(state, TypeId::kList) && state.As<List>()->size == 2
             ? state.As<List>()->items()[1]
             : Value::None();
}

Value RunImporterModule(Vm& vm) {
  const Value module = TRY(ImportValue(vm, kImporterModule));
  return FinishImport(vm, kImporterModule, module);
}

Value CallImporter(Vm& vm, const NativeFrame& frame) {
  const Value importer = Importer(vm);
  if (importer.IsNone()) {
    return vm.Raise(TypeId::kImportError, "sys.modules has no module '", kImporterModule, "'");
  }
  return vm.Call(importer, {frame.slots[0], frame.slots[1], frame.slots[2], frame.slots[3]});
}

// CPython's built-in and frozen modules, as far as they are here: no file stands before them.
constexpr std::string_view kBeforeFiles[] = {"sys",
                                             "builtins",
                                             "errno",
                                             "itertools",
                                             "time",
                                             "abc",
                                             "io",
                                             "os",
                                             "stat",
                                             "posixpath",
                                             "os.path",
                                             "importlib",
                                             "importlib.machinery",
                                             "importlib.util",
                                             "_frozen_importlib"};

// sys.path as it is now: a List; Undefined: the program made something else of it.
Value ModulePath(Vm& vm) {
  const Value sys = TRY(DictGetStr(vm, vm.modules().As<Dict>(), "sys"));
  if (sys.IsUndefined()) return FirstModulePath(vm);
  if (!IsObjectOf(sys, TypeId::kModule)) return Value::Undefined();
  const Value path = TRY(DictGetStr(vm, sys.As<Module>()->dict.As<Dict>(), "path"));
  return IsObjectOf(path, TypeId::kList) ? path : Value::Undefined();
}

// Whether the module of the library of this name is to be taken without asking the importer: it
// stands before files, or there is none of its name. (For everything else that program's are asked
// of first, the importer is there, which takes time to start.)
Result<bool> IsPlainlyOfLibrary(Vm& vm, std::string_view name) {
  const std::string_view top = name.substr(0, name.find('.'));
  if (!IsLibraryModule(vm, name)) return false;
  if (StandsBeforeFiles(name)) return true;
  // what is written to files is not there yet
  if (!vm.library_state(LibraryState::kOpenFiles).IsUndefined()) return false;
  const Value loaded = DictGetStr(vm, vm.modules().As<Dict>(), top);
  if (loaded.IsFailed()) return Failure{};
  if (!loaded.IsUndefined())
    return IsObjectOf(loaded, TypeId::kModule) && SpecOf(vm, loaded) == nullptr;
  if (StandsBeforeFiles(top)) return true;
  const Value path = ModulePath(vm);
  if (path.IsFailed()) return Failure{};
  if (path.IsUndefined()) return false;
  OsAnswers answers(vm);
  for (uint32_t i = 0; i < path.As<List>()->size; ++i) {
    if (!vm.Tick(1)) return Failure{};
    const Value entry = path.As<List>()->items()[i];
    if (!Vm::IsStr(entry)) continue;
    if (!TickForBytes(vm, Vm::View(entry).size())) return Failure{};
    std::string base(Vm::View(entry));
    if (!base.starts_with('/')) {
      base = base.empty() ? vm.host.working_directory : vm.host.working_directory + "/" + base;
    }
    if (!base.ends_with('/')) base += '/';
    base += top;
    if (base.find('\0') != std::string::npos || HasSurrogates(base)) continue;
    if (TRY(LookForModule(vm, base)) != ModuleFiles::kNothing) return false;
  }
  return true;
}

// What the import statement of the running code calls, a function of the program; None:
// __import__ as it always was.
Value OwnImportFunction(Vm& vm) {
  const Frame* frame = vm.CurrentPythonFrame();
  const LinkedUnit* unit = frame->unit;
  if (IsOfLibrary(*unit->unit) || (!unit->unit->dynamic && !vm.builtins_changed()))
    return Value::None();
  Value builtins = unit->unit->dynamic
                       ? TRY(DictGetStr(vm, unit->globals.As<Dict>(), "__builtins__"))
                       : Value::Undefined();
  if (builtins.IsUndefined() && !vm.builtins_changed()) return Value::None();
  if (builtins.IsUndefined()) builtins = TRY(ImportModule(vm, "builtins"));
  if (IsObjectOf(builtins, TypeId::kModule)) builtins = builtins.As<Module>()->dict;
  if (!vm.IsInstance(builtins, TypeId::kDict)) return Value::None();
  const Value function = TRY(DictGetStr(vm, builtins.As<Dict>(), "__import__"));
  if (function.IsUndefined()) return vm.Raise(TypeId::kImportError, "__import__ not found");
  // (importlib's of that name is written in Python.)
  return function.IsNative() && vm.NativeOf(function).name == "__import__" ? Value::None()
                                                                           : function;
}

}  // namespace

Dict* SpecOf(Vm& vm, Value module) {
  const Value spec = DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "__spec__");
  if (!IsObjectOf(spec, TypeId::kModuleSpec)) return nullptr;
  const Value attributes = spec.AsObject()->words()[0];
  return IsObjectOf(attributes, TypeId::kDict) ? attributes.As<Dict>() : nullptr;
}

bool IsLibraryModule(const Vm& vm, std::string_view name) {
  const auto& modules = vm.runtime().modules;
  return name == "os.path" ||
         std::any_of(modules.begin(), modules.end(),
                     [&](const ModuleInfo* info) { return info != nullptr && info->name == name; });
}

bool StandsBeforeFiles(std::string_view name) {
  return std::find(std::begin(kBeforeFiles), std::end(kBeforeFiles), name) !=
         std::end(kBeforeFiles);
}

Status SetModulePath(Vm& vm, std::span<const std::string> path) {
  List* directories = TRY(vm.NewList(path.size()));
  for (const std::string& directory : path) {
    TRY(ListAppend(vm, directories,
                   TRY(DecodeText(vm, directory, Value::Undefined(), {}, "surrogateescape"))));
  }
  vm.library_state(LibraryState::kImports) =
      TRY(vm.NewList(std::array{Value::Of(directories), Value::None()}));
  return Done{};
}

Result<bool> ImportsFiles(Vm& vm) {
  if (vm.library_state(LibraryState::kImports).IsUndefined() &&
      vm.host.hooks().module_path != nullptr) {
    TRY(SetModulePath(vm, vm.host.hooks().module_path(vm.host.hooks().context, vm)));
  }
  return IsObjectOf(vm.library_state(LibraryState::kImports), TypeId::kList);
}

Value FirstModulePath(const Vm& vm) {
  const Value state = vm.library_state(LibraryState::kImports);
  if (!IsObjectOf(state, TypeId::kList) || state.As<List>()->size != 2) return Value::Undefined();
  const Value path = state.As<List>()->items()[0];
  return IsObjectOf(path, TypeId::kList) ? path : Value::Undefined();
}

Status SetImporter(Vm& vm, Value function) {
  const Value state = vm.library_state(LibraryState::kImports);
  if (IsObjectOf(state, TypeId::kList) && state.As<List>()->size == 2)
    state.As<List>()->items()[1] = function;
  return Done{};
}

// Slots: the arguments of the importer.
Value ImportFileResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, RunImporterModule(vm));
      PYSUB_SUSPEND_POINT(2, CallImporter(vm, frame));
  }
  return in;
}

namespace {

Value ImportOfLibrary(Vm& vm, std::string_view name, Value from_list, int32_t level) {
  Value module = TRY(ImportValue(vm, name));
  const size_t dot = name.find('.');
  if (level == 0 && from_list.IsNone() && dot != std::string_view::npos)
    module = TRY(ImportValue(vm, name.substr(0, dot)));
  return FinishImport(vm, name, module);
}

}  // namespace

// The import statement. Files come before the library, but not for the library's own imports: a
// file json.py beside the program must not replace the json that another module of the library
// needs.
Eventual Import(Vm& vm, Value name, Value globals, Value from_list, int32_t level) {
  const std::string_view text = Vm::View(name);
  // What the library needs is never a file of the program.
  const Frame* frame = vm.CurrentPythonFrame();
  if (!(frame != nullptr && IsOfLibrary(*frame->unit->unit)) && TRY(ImportsFiles(vm))) {
    const Value loaded = level <= 0 ? TRY(Loaded(vm, text, from_list, level)) : Value::Undefined();
    if (!loaded.IsUndefined()) return FinishImport(vm, text, loaded);
    const Value importer = Importer(vm);
    if (importer.IsNone() && level <= 0 && TRY(IsPlainlyOfLibrary(vm, text)))
      return ImportOfLibrary(vm, text, from_list, level);
    if (!importer.IsNone())
      return vm.Call(importer, {name, globals, from_list, Value::SmallInt(level)});
    return vm.PushNativeFrame(ResumeId::kImportFile,
                              {name, globals, from_list, Value::SmallInt(level)});
  }
  if (level > 0) {
    return NoModule(vm, TypeId::kImportError, text,
                    "attempted relative import with no known parent package");
  }
  return ImportOfLibrary(vm, text, from_list, level);
}

namespace {

constexpr int64_t kKindBits = 0170000, kDirectory = 0040000, kRegular = 0100000;

// The kind's bits of what is at `path`; 0: nothing that may be looked at. (A call for imports has
// one argument more than others, by which hooks know it.)
Result<int64_t> KindAt(Vm& vm, std::string_view path) {
  const Value text = vm.NewStr(path);
  if (text.IsFailed()) return Failure{};
  const Value reply = vm.host.AskOs(OsCallId::kFileStat, {text, Value::True(), Value::True()});
  if (!reply.IsFailed()) {
    const bool good = IsObjectOf(reply, TypeId::kTuple) && reply.AsObject()->count == 10;
    if (!good || !reply.As<Tuple>()->items()[0].IsSmallInt()) return BadState(vm);
    return reply.As<Tuple>()->items()[0].AsSmallInt() & kKindBits;
  }
  if (!vm.PendingIs(TypeId::kOSError)) return Failure{};
  static_cast<void>(vm.TakeException());
  return 0;
}

}  // namespace

Result<ModuleFiles> LookForModule(Vm& vm, std::string_view base) {
  const std::string path(base);  // (of an object, which may be moved)
  const int64_t kind = TRY(KindAt(vm, path));
  if (kind == kDirectory && TRY(KindAt(vm, path + "/__init__.py")) == kRegular)
    return ModuleFiles::kPackage;
  if (TRY(KindAt(vm, path + ".py")) == kRegular) return ModuleFiles::kModule;
  return kind == kDirectory ? ModuleFiles::kDirectory : ModuleFiles::kNothing;
}

// Compiled code is used again if nothing differs on which compiling depends: the text, its name,
// and which globals existed.
std::shared_ptr<const CompiledUnit> FindUnit(Vm& vm, std::string_view filename,
                                             std::string_view source,
                                             std::span<const std::string> existing) {
  vm.Spend(vm.units().size() / 8);
  for (const auto& instance : vm.units()) {
    const CompiledUnit& unit = *instance->unit;
    if (unit.dynamic || unit.recipe.top_level_await ||
        unit.recipe.existing_globals != existing.size() || unit.filename != filename ||
        unit.source != source) {
      continue;
    }
    bool same = true;
    for (size_t i = 0; same && i < existing.size(); ++i)
      same = unit.names[unit.globals[i]] == existing[i];
    if (same) return instance->unit;
  }
  return nullptr;
}

Eventual PushModule(Vm& vm, std::shared_ptr<const CompiledUnit> unit, Dict* names) {
  names->set_flag(kFlagA, true);
  TRY(vm.ReserveSlots(names, *unit));
  if (const Code& code = *unit->codes[0]; code.doc >= 0) {
    TRY(DictSetStr(vm, names, "__doc__", TRY(vm.NewStr(unit->constants[code.doc].text))));
  }
  return vm.PushUnit(std::move(unit), Value::Of(names), Value::Of(names));
}

Failure Vm::RaiseNoSuchName(Value module, std::string_view name) {
  Value own = TRY(DictGetStr(*this, module.As<Module>()->dict.As<Dict>(), "__name__"));
  if (!IsStr(own)) return Raise(TypeId::kAttributeError, "module has no attribute '", name, "'");
  const Suspicion suspicion = SuspicionOf(*this, module, own);
  if (suspicion.hides_library || (suspicion.initializing && suspicion.beside_the_program)) {
    const Value advice = TRY(Advice(*this, suspicion, own));
    return Raise(TypeId::kAttributeError, "module '", Part(own), "' has no attribute '", name, "'",
                 Part(advice));
  }
  constexpr std::string_view kCircular = " (most likely due to a circular import)";
  if (suspicion.initializing) {
    const Value file = suspicion.origin.IsUndefined() ? NewStr("") : ReprValue(suspicion.origin);
    if (file.IsFailed()) return Failure{};
    return Raise(TypeId::kAttributeError, "partially initialized module '", Part(own),
                 View(file).empty() ? "'" : "' from ", Part(file), " has no attribute '", name, "'",
                 kCircular);
  }
  if (Dict* spec = SpecOf(*this, module); spec != nullptr) {
    const Value waiting = TRY(DictGetStr(*this, spec, "_uninitialized_submodules"));
    if (IsObjectOf(waiting, TypeId::kList)) {
      for (uint32_t i = 0; i < waiting.As<List>()->size; ++i) {
        const Value one = waiting.As<List>()->items()[i];
        if (!Tick(1)) return Failure{};
        if (!IsStr(one) || View(one) != name) continue;
        return Raise(TypeId::kAttributeError, "cannot access submodule '", name, "' of module '",
                     Part(own), "'", kCircular);
      }
    }
  }
  return Raise(TypeId::kAttributeError, "module '", Part(own), "' has no attribute '", name, "'");
}

namespace {

// ImportError: cannot import name ...
Failure NoNameToImport(Vm& vm, Value module, Value name) {
  Value own = Value::Undefined();
  Suspicion suspicion;
  if (IsObjectOf(module, TypeId::kModule)) {
    own = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "__name__"));
    suspicion = SuspicionOf(vm, module, own);
  }
  if (!Vm::IsStr(own)) own = TRY(vm.NewStr("<unknown module name>"));
  const Value shown = TRY(vm.ReprValue(name)), from = TRY(vm.ReprValue(own));
  std::string text = "cannot import name " + std::string(Vm::View(shown)) + " from ";
  if (suspicion.hides_library || (suspicion.initializing && suspicion.beside_the_program)) {
    const Value advice = TRY(Advice(vm, suspicion, own));
    text += std::string(Vm::View(from)) + std::string(Vm::View(advice));
  } else {
    if (suspicion.initializing) text += "partially initialized module ";
    text += Vm::View(from);
    if (suspicion.initializing) text += " (most likely due to a circular import)";
    text += suspicion.origin.IsUndefined() ? " (unknown location)"
                                           : " (" + std::string(Vm::View(suspicion.origin)) + ")";
  }
  static_cast<void>(NoModule(vm, TypeId::kImportError, Vm::View(own), text));
  if (vm.PendingIs(TypeId::kImportError)) {
    Exception* error = vm.pending_exception().As<Exception>();
    if (!suspicion.origin.IsUndefined()) error->fields[2] = suspicion.origin;
    error->fields[3] = name;
  }
  return Failure{};
}

// `from module import *` where __all__ is a list or tuple: those names, in its order.
Value ImportAll(Vm& vm, Value module, Value all, Value to) {
  const bool list = IsObjectOf(all, TypeId::kList);
  for (uint32_t i = 0; i < (list ? all.As<List>()->size : all.As<Tuple>()->count); ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    const Value name = list ? all.As<List>()->items()[i] : all.As<Tuple>()->items()[i];
    if (!Vm::IsStr(name)) {
      const Value own = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "__name__"));
      return vm.TypeError("Item in ", Vm::IsStr(own) ? Vm::View(own) : "?",
                          ".__all__ must be str, not ", vm.TypeName(name));
    }
    const std::string_view text = Vm::View(name);
    const Value value = TRY(vm.GetAttribute(module, Name{text, MemberHash(text)}));
    if (IsObjectOf(to, TypeId::kDict)) {
      TRY(DictSet(vm, to.As<Dict>(), name, value));
    } else {
      TRY(vm.SetItem(to, name, value));
    }
  }
  return Value::None();
}

}  // namespace

namespace slow {

// `level` < 0: what `name` itself names, not its first part.
Value Import(Vm& vm, uint32_t name_index, int32_t level, Value from_list) {
  LinkedUnit* unit = vm.CurrentPythonFrame()->unit;
  const Value own = TRY(OwnImportFunction(vm));
  if (!own.IsNone()) {
    // (CPython gets `import a.b as c` out of what `import a.b` gives; here __import__ is asked for
    // a.b itself, as `from a.b` does.)
    if (level < 0 && Vm::View(unit->names[name_index]).find('.') != std::string_view::npos)
      from_list = TRY(vm.NewTuple(std::array{TRY(vm.Intern("__name__"))}));
    const Value locals = unit->unit->dynamic ? unit->locals : Value::None();
    return vm.Call(own, {unit->names[name_index], unit->globals, locals, from_list,
                         Value::SmallInt(std::max(level, 0))});
  }
  return Import(vm, unit->names[name_index], unit->globals, from_list, level);
}

Value ImportAs(Vm& vm, uint32_t name_index) { return Import(vm, name_index, -1, Value::None()); }

// An attribute first, then a submodule of that name in sys.modules. This order lets packages that
// import each other work.
Value ImportFrom(Vm& vm, Value module, uint32_t name_index) {
  LinkedUnit* unit = vm.CurrentPythonFrame()->unit;
  Name name = unit->name_views[name_index];
  Value value = TRY(vm.FindAttribute(module, name));
  if (!value.IsUndefined()) return value;
  if (IsObjectOf(module, TypeId::kModule)) {
    // `from a import b` may name the submodule a.b.
    Value own = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "__name__"));
    const std::string full = (Vm::IsStr(own) ? std::string(Vm::View(own)) : std::string()) + "." +
                             std::string(name.text);
    if (SpecOf(vm, module) != nullptr) {
      value = TRY(DictGetStr(vm, vm.modules().As<Dict>(), full));
      return value.IsUndefined() ? Value(NoNameToImport(vm, module, unit->names[name_index]))
                                 : value;
    }
    Value submodule = ImportValue(vm, full);
    if (!submodule.IsFailed()) return FinishImport(vm, full, submodule);
    if (!vm.PendingIs(TypeId::kModuleNotFoundError)) return Value::Failed();
    static_cast<void>(vm.TakeException());
  }
  return NoNameToImport(vm, module, unit->names[name_index]);
}

// The names in __all__, or without it all that do not begin with an underscore.
Value ImportStar(Vm& vm, Value module) {
  if (!IsObjectOf(module, TypeId::kModule)) {
    return vm.Raise(TypeId::kImportError, "from-import-* object has no __dict__ and no __all__");
  }
  Dict* from = module.As<Module>()->dict.As<Dict>();
  LinkedUnit* unit = vm.CurrentPythonFrame()->unit;
  Value to = unit->unit->dynamic ? unit->locals : unit->globals;
  Value all = DictGetStr(vm, from, "__all__");
  if (all.IsFailed()) return all;
  if (IsObjectOf(all, TypeId::kList) || IsObjectOf(all, TypeId::kTuple))
    return ImportAll(vm, module, all, to);
  for (uint32_t i = 0; i < from->used; ++i) {
    DictEntry entry = from->table()[i];
    if (entry.value.IsUndefined()) continue;
    if (!Vm::IsStr(entry.key)) {
      if (!all.IsUndefined()) continue;
      const Value own = TRY(DictGetStr(vm, from, "__name__"));
      return vm.TypeError("Key in ", Vm::IsStr(own) ? Vm::View(own) : "?",
                          ".__dict__ must be str, not ", vm.TypeName(entry.key));
    }
    if (all.IsUndefined() && Vm::View(entry.key).starts_with('_')) continue;
    if (!all.IsUndefined()) {
      Value listed = TRY(vm.Contains(all, entry.key));
      if (!listed.IsTrue()) continue;
    }
    if (IsObjectOf(to, TypeId::kDict)) {
      TRY(DictSet(vm, to.As<Dict>(), entry.key, entry.value));
    } else {  // exec() with a mapping of another kind
      TRY(vm.SetItem(to, entry.key, entry.value));
    }
  }
  return Value::None();
}

}  // namespace slow
}  // namespace pysub
