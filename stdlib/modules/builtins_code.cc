// eval, exec, compile, globals, locals, vars, dir, __import__: what works on code and namespaces.

#include <algorithm>
#include <string>

#include "compiler/compile.h"
#include "stdlib/modules/builtins.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/vm.h"

namespace pysub::builtins {
namespace {

// A code object is a record of the top-level function of its unit, which has no globals of its own.
struct CodeObject : Object {
  Value function;
  Value mode;  // "exec", "eval" or "single"
};

std::string_view ModeName(ParseMode mode) {
  return mode == ParseMode::kEval ? "eval" : mode == ParseMode::kSingle ? "single" : "exec";
}

// The text of source given as str, bytes or bytearray; false: something else.
bool SourceOf(Value v, std::string_view* text) {
  if (Vm::IsStr(v)) {
    *text = Vm::View(v);
  } else if (IsObjectOf(v, TypeId::kBytes)) {
    *text = v.As<Bytes>()->view();
  } else if (IsObjectOf(v, TypeId::kByteArray)) {
    *text = v.As<ByteArray>()->view();
  } else {
    return false;
  }
  if (!Vm::IsStr(v) && text->starts_with("\xEF\xBB\xBF")) text->remove_prefix(3);
  return true;
}

// A SyntaxError without a place.
Failure RaisePlainSyntaxError(Vm& vm, std::string_view message) {
  Value text = TRY(vm.NewStr(message));
  Value args = TRY(vm.NewTuple({text}));
  Value exception = TRY(vm.NewException(TypeId::kSyntaxError, args));
  exception.As<Exception>()->fields[0] = text;
  return vm.RaiseException(exception);
}

// Compiles in dynamic mode; null: a SyntaxError (or limit) is pending.
std::shared_ptr<const CodeUnit> CompileSource(Vm& vm, std::string_view source, std::string_view filename,
                                              ParseMode mode) {
  // Compiling is charged before it is done: about 40 bytes of tree and code for each of source.
  if (!vm.Tick(source.size() / 4 + 16)) return nullptr;
  if (!vm.heap.HasRoomFor(source.size() * 40)) {
    static_cast<void>(vm.NoMemory(source.size() * 40));
    return nullptr;
  }
  if (source.find('\0') != std::string_view::npos) {
    static_cast<void>(RaisePlainSyntaxError(vm, "source code string cannot contain null bytes"));
    return nullptr;
  }
  CompileOptions options;
  options.mode = mode;
  options.dynamic = true;
  options.top_level_await = false;
  options.echo_expressions = mode == ParseMode::kSingle;
  CompileResult result = pysub::Compile(source, filename, options);
  if (!WriteSyntaxWarnings(vm, result.warnings, filename, source).ok()) return nullptr;
  if (result.unit == nullptr) {
    static_cast<void>(RaiseSyntaxError(vm, result.errors[0], filename));
    return nullptr;
  }
  return std::move(result.unit);
}

// The variables of the running function as a new dict; at top level the namespace itself.
Value LocalsOf(Vm& vm, const Frame& frame) {
  const Code& code = *frame.code;
  const CodeUnit& unit = *frame.unit->unit;
  if (code.flags & kCodeModule) {
    return frame.unit->locals.IsUndefined() ? frame.unit->globals : frame.unit->locals;
  }
  Dict* dict = TRY(vm.NewDict());
  Value* R = vm.Registers(frame);
  auto add = [&](uint32_t name, Value value) -> Status {
    if (value.IsUndefined() || unit.names[name].starts_with('.')) return Done{};
    return vm.DictSet(dict, frame.unit->names[name], value);
  };
  for (uint32_t i = 0; i < code.local_names.size(); ++i) {
    if (code.local_names[i] == kNoName) continue;
    Value value = R[i];
    bool cell = std::find(code.cell_registers.begin(), code.cell_registers.end(), i) !=
                code.cell_registers.end();
    if (cell && IsObjectOf(value, TypeId::kCell)) value = value.As<Cell>()->value;
    TRY(add(code.local_names[i], value));
  }
  Function* function = R[-1].As<Function>();
  for (size_t i = 0; i < code.captures.size(); ++i) {
    TRY(add(code.captures[i].name, function->cells[i].As<Cell>()->value));
  }
  return Value::Of(dict);
}

// The globals and locals arguments of eval and exec, or those of the caller.
Status Namespaces(Vm& vm, std::string_view function, const Args& a, Value* globals, Value* locals) {
  *globals = a.has(1) ? a[1] : Value::None();
  *locals = a.has(2) ? a[2] : Value::None();
  if (!locals->IsNone() && !vm.IsInstance(*locals, TypeId::kDict)) {
    if (vm.InfoOf(*locals).get_item == nullptr) {
      if (function == "eval") return vm.TypeError("locals must be a mapping");
      return vm.TypeError("locals must be a mapping or None, not ", vm.TypeName(*locals));
    }
    return vm.TypeError(function, "() locals must be a dict, not ", vm.TypeName(*locals));
  }
  if (!globals->IsNone() && !vm.IsInstance(*globals, TypeId::kDict)) {
    if (function == "eval") {
      return vm.TypeError("globals must be a real dict; try eval(code, {}, mapping)");
    }
    return vm.TypeError("exec() globals must be a dict, not ", vm.TypeName(*globals));
  }
  if (globals->IsNone()) {
    Frame* frame = vm.CurrentPythonFrame();
    *globals = frame->unit->globals;
    if (locals->IsNone()) {
      *locals = LocalsOf(vm, *frame);
      if (locals->IsFailed()) return Failure{};
    }
  }
  if (locals->IsNone()) *locals = *globals;
  return Done{};
}

Value Run(Vm& vm, std::string_view function, const Args& a, ParseMode mode) {
  Value globals, locals;
  TRY(Namespaces(vm, function, a, &globals, &locals));
  if (IsObjectOf(a[0], TypeId::kCode)) {
    Function* code = a[0].As<CodeObject>()->function.As<Function>();
    if (!code->code->captures.empty()) {
      return vm.TypeError("code object passed to ", function, "() may not contain free variables");
    }
    return vm.PushUnit(code->unit->unit, globals, locals);
  }
  std::string_view source;
  if (!SourceOf(a[0], &source)) {
    return vm.TypeError(function, "() arg 1 must be a string, bytes or code object");
  }
  if (mode == ParseMode::kEval) {
    source.remove_prefix(std::min(source.find_first_not_of(" \t"), source.size()));
  }
  std::shared_ptr<const CodeUnit> unit = CompileSource(vm, source, "<string>", mode);
  if (unit == nullptr) return Value::Failed();
  return vm.PushUnit(std::move(unit), globals, locals);
}

}  // namespace

Value Eval(Vm& vm, const Args& a) { return Run(vm, "eval", a, ParseMode::kEval); }

Value Exec(Vm& vm, const Args& a) {
  if (a.has(3) && !a[3].IsNone()) {
    return vm.TypeError("cannot use a closure with this code object");
  }
  return Run(vm, "exec", a, ParseMode::kExec);
}

Value Compile(Vm& vm, const Args& a) {
  std::string_view filename, source;
  if (!SourceOf(a[1], &filename)) {
    return vm.TypeError("expected str, bytes or os.PathLike object, not ", vm.TypeName(a[1]));
  }
  if (!Vm::IsStr(a[2])) {
    return vm.TypeError("compile() argument 'mode' must be str, not ", vm.TypeName(a[2]));
  }
  std::string_view mode_name = Vm::View(a[2]);
  ParseMode mode = ParseMode::kExec;
  if (mode_name == "eval") {
    mode = ParseMode::kEval;
  } else if (mode_name == "single") {
    mode = ParseMode::kSingle;
  } else if (mode_name != "exec") {
    return vm.ValueError("compile() mode must be 'exec', 'eval' or 'single'");
  }
  int64_t flags = a.has(3) ? TRY(vm.ToIndex(a[3])) : 0;
  if (flags != 0) return vm.ValueError("compile(): unrecognised flags");
  if (a.has(5)) {
    int64_t optimize = TRY(vm.ToIndex(a[5]));
    if (optimize < -1 || optimize > 2) return vm.ValueError("compile(): invalid optimize value");
  }
  if (IsObjectOf(a[0], TypeId::kCode)) return a[0];
  if (!SourceOf(a[0], &source)) {
    return vm.TypeError("compile() arg 1 must be a string, bytes or AST object");
  }
  if (mode == ParseMode::kEval) {
    source.remove_prefix(std::min(source.find_first_not_of(" \t"), source.size()));
  }
  std::shared_ptr<const CodeUnit> unit = CompileSource(vm, source, filename, mode);
  if (unit == nullptr) return Value::Failed();
  Value function = TRY(vm.NewUnitFunction(std::move(unit)));
  CodeObject* code = TRY(vm.New<CodeObject>(TypeId::kCode));
  code->function = function;
  code->mode = TRY(vm.Intern(ModeName(mode)));
  return Value::Of(code);
}

Value Globals(Vm& vm, const Args&) { return vm.CurrentPythonFrame()->unit->globals; }
Value Locals(Vm& vm, const Args&) { return LocalsOf(vm, *vm.CurrentPythonFrame()); }

Value Vars(Vm& vm, const Args& a) {
  if (!a.has(0)) return Locals(vm, a);
  static constexpr Name kDict{"__dict__", MemberHash("__dict__")};
  Value dict = TRY(vm.FindAttribute(a[0], kDict));
  if (dict.IsUndefined()) return vm.TypeError("vars() argument must have __dict__ attribute");
  return dict;
}

Value Dir(Vm& vm, const Args& a) {
  std::vector<std::string> names;
  if (a.has(0)) {
    names = vm.AttributeNames(a[0]);
  } else {
    Value locals = TRY(LocalsOf(vm, *vm.CurrentPythonFrame()));
    Dict* dict = locals.As<Dict>();
    for (uint32_t i = 0; i < dict->used; ++i) {
      const DictEntry& entry = dict->table()[i];
      if (!entry.value.IsUndefined() && Vm::IsStr(entry.key)) names.emplace_back(Vm::View(entry.key));
    }
  }
  if (!vm.Tick(names.size())) return Value::Failed();
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  List* list = TRY(vm.NewList(static_cast<uint32_t>(names.size())));
  for (const std::string& name : names) TRY(vm.ListAppend(list, TRY(vm.Intern(name))));
  return Value::Of(list);
}

Value Import(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) return vm.TypeError("__import__() argument 1 must be str, not ", vm.TypeName(a[0]));
  std::string name(Vm::View(a[0]));
  if (name.empty()) return vm.ValueError("Empty module name");
  if (a.has(4) && TRY(vm.ToIndex(a[4])) > 0) {
    return vm.Raise(TypeId::kImportError, "attempted relative import with no known parent package");
  }
  Value module = TRY(vm.ImportModule(name));
  bool from = a.has(3) && TRY(vm.Truth(a[3]));
  size_t dot = name.find('.');
  return from || dot == std::string::npos ? module : vm.ImportModule(name.substr(0, dot));
}

}  // namespace pysub::builtins

namespace pysub {
namespace {

Status CodeRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<code object <module> at 0x");
  TRY(vm.AppendIdentity(self, out));
  Function* function = self.AsObject()->words()[0].As<Function>();
  out.Append(", file \"");
  out.Append(function->unit->unit->filename);
  out.Append("\", line 1>");
  return out.status();
}

}  // namespace

extern constexpr TypeInfo kCodeType{.id = TypeId::kCode, .repr = CodeRepr};

}  // namespace pysub
