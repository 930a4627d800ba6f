// importlib: what finds and runs the modules that are files. What it decides is written in
// Python (stdlib/python/_frozen_importlib.py); here is what looks at files, compiles, and the
// classes that modules show.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/modules/builtins.h"
#include "stdlib/modules/io/objects.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/os_paths.h"
#include "stdlib/modules/source_argument.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/imports.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/scratch_charge.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// _look(base): what there is for a module whose files begin with `base`: a number of ModuleFiles.
Value Look(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  PathArgument path;
  if (!GetPath(vm, a[0], "import", "path", &path).ok()) {
    // (a UnicodeEncodeError is one)
    if (!vm.PendingIs(TypeId::kValueError)) return Value::Failed();
    static_cast<void>(vm.TakeException());
    return Value::SmallInt(0);
  }
  TRY(io::FlushAll(vm));
  return Value::SmallInt(static_cast<int>(TRY(LookForModule(vm, Vm::View(path.path)))));
}

// _read(path): all bytes of a file.
Value Read(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  PathArgument path;
  TRY(GetPath(vm, a[0], "open", "path", &path));
  TRY(io::FlushAll(vm));
  constexpr int64_t kAll = int64_t{1} << 40;
  const Value bytes = TRY(vm.host.AskOs(
      OsCallId::kReadFile,
      {path.path, Value::SmallInt(0), Value::KnownSmallInt(kAll), Value::True()}, path.shown));
  return IsObjectOf(bytes, TypeId::kBytes) ? bytes : Value(BadState(vm));
}

Value PushCode(Vm& vm, std::shared_ptr<const CompiledUnit> unit, Dict* names) {
  if (unit->dynamic) return vm.PushUnit(std::move(unit), Value::Of(names), Value::Of(names));
  return PushModule(vm, std::move(unit), names);
}

// _run(source, filename, module): compiles a file's text, unless that has been done in this
// sandbox, and runs it as the module's code.
Value Run(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1]) || !IsObjectOf(a[2], TypeId::kModule))
    return vm.TypeError("_run() takes a file's bytes and name, and a module");
  const std::string_view filename = Vm::View(a[1]);
  const Value source = TRY(SourceArgument(vm, a[0], filename));
  if (source.IsUndefined())
    return vm.TypeError("_run() takes a file's bytes and name, and a module");
  const std::string_view text = Vm::View(source);
  if (!TickForBytes(vm, text.size())) return Value::Failed();
  Dict* names = a[2].As<Module>()->dict.As<Dict>();
  if (!vm.Tick(names->used)) return Value::Failed();
  CompileOptions options;
  options.top_level_await = false;
  options.marks_lines = vm.observer != nullptr;
  // A dict with gaps, which the program made, has no slots.
  options.dynamic = !names->is_namespace() && names->used != names->live;
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < names->used; ++i) {
    const Value key = names->table()[i].key;
    bytes += sizeof(std::string) + (Vm::IsStr(key) ? Vm::View(key).size() : 0);
  }
  const ScratchCharge room(vm, 2 * bytes);
  if (!room.ok()) return Value::Failed();
  const std::vector<std::string> existing =
      options.dynamic ? std::vector<std::string>() : Vm::NamesOf(names);
  options.existing_globals = existing;
  std::vector<SyntaxWarningInfo> warnings;
  std::shared_ptr<const CompiledUnit> unit =
      options.dynamic ? nullptr : FindUnit(vm, filename, text, existing);
  if (unit == nullptr) unit = builtins::CompileText(vm, text, filename, options, &warnings);
  if (unit == nullptr) return Value::Failed();
  if (warnings.empty()) return PushCode(vm, std::move(unit), names);
  MemoryReservation told(vm, CostOfSyntaxWarnings(warnings) + 2 * text.size());
  if (!told.ok()) return Value::Failed();
  TRY(TellSyntaxWarnings(vm, warnings, filename, text));
  return PushCode(vm, std::move(unit), names);
}

// _text(source, filename): the bytes of a file as they are compiled.
Value Text(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return vm.TypeError("_text() takes a file's bytes and name");
  const Value text = TRY(SourceArgument(vm, a[0], Vm::View(a[1])));
  return text.IsUndefined() ? Value(vm.TypeError("_text() takes a file's bytes and name")) : text;
}

// _builtin(name): a module of the library; ModuleNotFoundError.
Value Builtin(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) return vm.TypeError("module name must be a string");
  const std::string_view name = Vm::View(a[0]);
  const Value module = TRY(ImportValue(vm, name));
  return FinishImport(vm, name, module);
}

// _is_builtin(name): whether the library has such a module.
Value IsBuiltin(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) return vm.TypeError("module name must be a string");
  if (!vm.Tick(1)) return Value::Failed();
  return Value::Bool(IsLibraryModule(vm, Vm::View(a[0])));
}

// _is_first(name): whether no file stands before that module of the library.
Value IsFirst(Vm&, const Args& a) {
  return Value::Bool(Vm::IsStr(a[0]) && StandsBeforeFiles(Vm::View(a[0])));
}

// _start(importer): what the import statement calls from now on.
Value Start(Vm& vm, const Args& a) {
  TRY(SetImporter(vm, a[0]));
  return Value::None();
}

Value UsesFiles(Vm& vm, const Args&) { return Value::Bool(TRY(ImportsFiles(vm))); }
Value CurrentDirectory(Vm& vm, const Args&) { return vm.NewStr(vm.host.working_directory); }

// ---- classes

// Name(attribute=value, ...) of what the object has of them.
Status ReprOf(Vm& vm, Value self, TextBuilder& out, std::span<const std::string_view> names) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  out.Append(vm.TypeName(self));
  out.Append('(');
  bool first = true;
  for (const std::string_view name : names) {
    const Value value = LibraryAttribute(vm, self, name);
    if (value.IsFailed()) return Failure{};
    const bool always = name == "name" || name == "loader";
    if (value.IsUndefined() || (value.IsNone() && !always)) continue;
    if (!first) out.Append(", ");
    first = false;
    out.Append(name);
    out.Append('=');
    TRY(vm.Repr(value, out));
  }
  out.Append(')');
  return out.status();
}

constexpr std::string_view kOfSpecs[] = {"name", "loader", "origin", "submodule_search_locations"};
Status SpecRepr(Vm& vm, Value self, TextBuilder& out) { return ReprOf(vm, self, out, kOfSpecs); }

constexpr NativeInfo kSpecNew{
    "@raw ModuleSpec(name, loader, *, origin=None, loader_state=None, is_package=None)",
    LibraryClassNew, "The specification for a module, used for loading."};
constexpr TypeInfo SpecClass() {
  TypeInfo info = LibraryClass(TypeId::kModuleSpec, kSpecNew);
  info.repr = SpecRepr;
  info.str = nullptr;
  return info;
}

constexpr NativeInfo kFunctions[] = {
    kDefineRow,
    kNewRow,
    {"_look(base, /)", Look, ""},
    {"_read(path, /)", Read, ""},
    {"_run(source, filename, module, /)", Run, ""},
    {"_text(source, filename, /)", Text, ""},
    {"_builtin(name, /)", Builtin, ""},
    {"_is_builtin(name, /)", IsBuiltin, ""},
    {"_is_first(name, /)", IsFirst, ""},
    {"_start(importer, /)", Start, ""},
    {"_uses_files()", UsesFiles, ""},
    {"_current_directory()", CurrentDirectory, ""},
};

Status Init(Vm& vm, Dict* names) {
  for (TypeId type : {TypeId::kModuleSpec, TypeId::kSourceFileLoader, TypeId::kNamespaceLoader}) {
    TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  }
  return DictSetStr(vm, names, "_Module", Value::Type(TypeId::kModule));
}

}  // namespace

extern constexpr TypeInfo kModuleSpecType = SpecClass();
PYSUB_LIBRARY_CLASS(SourceFileLoader, "SourceFileLoader(fullname, path)",
                    "Concrete implementation of SourceLoader using the file system.");
PYSUB_LIBRARY_CLASS(NamespaceLoader, "NamespaceLoader(name, path, path_finder)", "");

extern constexpr ModuleInfo kFrozenImportlibModule{.name = "_frozen_importlib",
                                                   .doc = "Core implementation of import.",
                                                   .functions = kFunctions,
                                                   .init = Init,
                                                   .source =
#include "stdlib/python/_frozen_importlib.inc"
};
extern constexpr ModuleInfo kImportlibModule{
    .name = "importlib", .doc = "A pure Python implementation of import.", .source =
#include "stdlib/python/importlib.inc"
};
extern constexpr ModuleInfo kImportlibMachineryModule{
    .name = "importlib.machinery",
    .doc = "The machinery of importlib: finders, loaders, hooks, etc.",
    .source =
#include "stdlib/python/importlib_machinery.inc"
};
extern constexpr ModuleInfo kRunpyModule{
    .name = "runpy",
    .doc = "runpy.py - locating and running Python code using the module namespace",
    .source =
#include "stdlib/python/runpy.inc"
};
extern constexpr ModuleInfo kImportlibUtilModule{
    .name = "importlib.util", .doc = "Utility code for constructing importers, etc.", .source =
#include "stdlib/python/importlib_util.inc"
};

}  // namespace pysub
