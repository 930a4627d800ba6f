// eval, exec, compile, globals, locals, vars, dir, __import__: what works on code and namespaces.

#include <algorithm>
#include <string>

#include "compiler/compile.h"
#include "stdlib/modules/builtins.h"
#include "stdlib/modules/library_function.h"
#include "stdlib/modules/source_argument.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/imports.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/sort.h"
#include "vm/snapshot/schema.h"
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

// What compile() takes as flags (CPython 3.14, Include/cpython/compile.h): those of the future
// features, and others that change nothing here.
constexpr int64_t kAllowTopLevelAwait = 0x2000;
constexpr int64_t kKnownFlags = 0xD210 | kAllowTopLevelAwait | kFutureFlags;

// How to compile beside the mode.
struct HowToCompile {
  uint32_t future_flags = 0;
  uint8_t optimize = 0;
  bool top_level_await = false;
};

// What the code that runs was compiled with; code that it compiles begins with that.
uint32_t InheritedFlags(Vm& vm) {
  const Frame* frame = vm.CurrentPythonFrame();
  return frame == nullptr ? 0 : frame->unit->unit->future_flags;
}

}  // namespace

// compile(), exec() and eval(). Compiling happens outside of the heap that counts, so its memory is
// estimated and charged in advance.
std::shared_ptr<const CompiledUnit> CompileText(Vm& vm, std::string_view source,
                                                std::string_view filename, CompileOptions options,
                                                std::vector<SyntaxWarningInfo>* warnings) {
  // Compiling is charged before it is done.
  if (!vm.Tick(source.size() / 4 + 16)) return nullptr;
  if (source.find('\0') != std::string_view::npos) {
    static_cast<void>(RaisePlainSyntaxError(vm, "source code string cannot contain null bytes"));
    return nullptr;
  }
  if (source.empty() && options.mode != ParseMode::kExec) {
    static_cast<void>(RaiseSyntaxErrorAt(vm, "invalid syntax", filename, 0, 0, "", 0));
    return nullptr;
  }
  StopCheck stop = TimeCheck(vm);
  options.parse_limits.stop = &stop;
  const size_t digits =
      vm.max_str_digits == 0 ? kMostIntDigits : static_cast<size_t>(vm.max_str_digits);
  options.parse_limits.max_int_digits = std::min(digits, kMostIntDigits);
  CompileResult result;
  {
    const ScratchCharge room(vm, CompileMemory(source, options.marks_lines));
    if (!room.ok()) return nullptr;
    result = pysub::Compile(source, filename, options);
  }
  if (stop.stopped()) return nullptr;
  if (result.unit == nullptr) {
    if (result.warnings.empty()) {
      static_cast<void>(RaiseSyntaxError(vm, result.errors[0], filename));
      return nullptr;
    }
    MemoryReservation told(vm, CostOfSyntaxWarnings(result.warnings) + 2 * source.size());
    if (told.ok() && TellSyntaxWarnings(vm, result.warnings, filename, source).ok()) {
      static_cast<void>(RaiseSyntaxError(vm, result.errors[0], filename));
    }
    return nullptr;
  }
  *warnings = std::move(result.warnings);
  return std::move(result.unit);
}

namespace {

// The same in dynamic mode, as compile() is asked.
std::shared_ptr<const CompiledUnit> CompileSource(Vm& vm, std::string_view source,
                                                  std::string_view filename, ParseMode mode,
                                                  HowToCompile how,
                                                  std::vector<SyntaxWarningInfo>* warnings) {
  CompileOptions options;
  options.mode = mode;
  options.dynamic = true;
  options.top_level_await = how.top_level_await;
  options.future_flags = how.future_flags;
  options.optimize = how.optimize;
  options.echo_expressions = mode == ParseMode::kSingle;
  return CompileText(vm, source, filename, options, warnings);
}

// The variables of the running function as a new dict; at top level the namespace itself, but in a
// comprehension there its own variables.
Value LocalsOf(Vm& vm, const Frame& frame) {
  const Code& code = *frame.code;
  const CompiledUnit& unit = *frame.unit->unit;
  if (code.flags & kCodeModule) {
    bool hidden = false;
    for (uint32_t i = 0; i < code.local_names.size() && !hidden; ++i) {
      Value value = vm.Registers(frame)[i];
      if (IsObjectOf(value, TypeId::kCell)) value = value.As<Cell>()->value;
      hidden = code.local_names[i] != kNoName && !value.IsUndefined();
    }
    if (!hidden) return frame.unit->locals.IsUndefined() ? frame.unit->globals : frame.unit->locals;
  }
  Dict* dict = TRY(vm.NewDict());
  Value* R = vm.Registers(frame);
  auto add = [&](uint32_t name, Value value) -> Status {
    if (value.IsUndefined() || unit.names[name].starts_with('.')) return Done{};
    return DictSet(vm, dict, frame.unit->names[name], value);
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

bool IsMapping(Vm& vm, Value v) { return vm.InfoOf(v).get_item != nullptr; }

Status CheckNamespaces(Vm& vm, bool eval, Value globals, Value locals) {
  if (!locals.IsNone() && !IsMapping(vm, locals)) {
    if (eval) return vm.TypeError("locals must be a mapping");
    return vm.TypeError("locals must be a mapping or None, not ", vm.TypeName(locals));
  }
  if (globals.IsNone() || vm.IsInstance(globals, TypeId::kDict)) return Done{};
  if (!eval) return vm.TypeError("exec() globals must be a dict, not ", vm.TypeName(globals));
  if (!IsMapping(vm, globals)) return vm.TypeError("globals must be a dict");
  return vm.TypeError("globals must be a real dict; try eval(expr, {}, mapping)");
}

// The globals and locals arguments of eval and exec, or those of the caller.
Status Namespaces(Vm& vm, bool eval, const Args& a, Value* globals, Value* locals) {
  *globals = a.has(1) ? a[1] : Value::None();
  *locals = a.has(2) ? a[2] : Value::None();
  TRY(CheckNamespaces(vm, eval, *globals, *locals));
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

std::string_view WithoutIndent(std::string_view source) {
  source.remove_prefix(std::min(source.find_first_not_of(" \t"), source.size()));
  return source;
}

// The unit that eval or exec is to run: of a code object, or compiled from source.
std::shared_ptr<const CompiledUnit> UnitToRun(Vm& vm, Value code, bool eval,
                                              std::vector<SyntaxWarningInfo>* warnings,
                                              std::string_view* text) {
  if (IsObjectOf(code, TypeId::kCode)) {
    return code.As<CodeObject>()->function.As<Function>()->unit->unit;
  }
  Value source = SourceArgument(vm, code, "<string>");
  if (source.IsUndefined()) {
    static_cast<void>(
        vm.TypeError(eval ? "eval" : "exec", "() arg 1 must be a string, bytes or code object"));
    return nullptr;
  }
  if (source.IsFailed()) return nullptr;
  *text = Vm::View(source);
  if (!TickForBytes(vm, text->size())) return nullptr;
  if (eval) *text = WithoutIndent(*text);
  return CompileSource(vm, *text, "<string>", eval ? ParseMode::kEval : ParseMode::kExec,
                       {.future_flags = InheritedFlags(vm)}, warnings);
}

// Pushes a frame for what eval or exec is to run.
Value PushUnitToRun(Vm& vm, Value code, bool eval, Value globals, Value locals) {
  std::vector<SyntaxWarningInfo> warnings;
  std::string_view text;
  std::shared_ptr<const CompiledUnit> unit = UnitToRun(vm, code, eval, &warnings, &text);
  if (unit == nullptr) return Value::Failed();
  if (warnings.empty()) return vm.PushUnit(std::move(unit), globals, locals);
  MemoryReservation told(vm, CostOfSyntaxWarnings(warnings) + 2 * text.size());
  if (!told.ok()) return Value::Failed();
  TRY(TellSyntaxWarnings(vm, warnings, "<string>", text));
  return vm.PushUnit(std::move(unit), globals, locals);
}

// The texts among the arguments of compile(): the file name and the name of the mode.
Status CompileNames(Vm& vm, const Args& a, std::string_view* filename, std::string_view* mode) {
  if (Vm::IsStr(a[1])) {
    *filename = Vm::View(a[1]);
  } else if (IsObjectOf(a[1], TypeId::kBytes)) {
    *filename = a[1].As<Bytes>()->view();
  } else {
    return vm.TypeError("expected str, bytes or os.PathLike object, not ", vm.TypeName(a[1]));
  }
  if (!Vm::IsStr(a[2])) {
    return vm.TypeError("compile() argument 'mode' must be str, not ",
                        a[2].IsNone() ? "None" : vm.TypeName(a[2]));
  }
  *mode = Vm::View(a[2]);
  for (std::string_view text : {*filename, *mode}) {
    if (text.find('\0') != std::string_view::npos) return vm.ValueError("embedded null character");
  }
  return Done{};
}

Result<ParseMode> ModeOf(Vm& vm, std::string_view name) {
  if (name == "exec") return ParseMode::kExec;
  if (name == "eval") return ParseMode::kEval;
  if (name == "single") return ParseMode::kSingle;
  if (name == "func_type")
    return vm.ValueError("compile() mode 'func_type' requires flag PyCF_ONLY_AST");
  return vm.ValueError("compile() mode must be 'exec', 'eval' or 'single'");
}

Result<int64_t> ToCInt(Vm& vm, Value v) {
  const int64_t number = TRY(vm.ToIndexClamped(v));
  if (number > INT32_MAX || number < INT32_MIN) {
    return vm.OverflowError("Python int too large to convert to C int");
  }
  return number;
}

Result<HowToCompile> CompileFlags(Vm& vm, const Args& a) {
  const int64_t flags = a.has(3) ? TRY(ToCInt(vm, a[3])) : 0;
  const bool inherits = !a.has(4) || !TRY(vm.Truth(a[4]));
  const int64_t optimize = a.has(5) ? TRY(ToCInt(vm, a[5])) : -1;
  if ((flags & ~kKnownFlags) != 0) return vm.ValueError("compile(): unrecognised flags");
  if (optimize < -1 || optimize > 2) return vm.ValueError("compile(): invalid optimize value");
  HowToCompile how;
  how.future_flags = static_cast<uint32_t>(flags) & kFutureFlags;
  if (inherits) how.future_flags |= InheritedFlags(vm);
  how.optimize = static_cast<uint8_t>(std::max<int64_t>(optimize, 0));
  how.top_level_await = (flags & kAllowTopLevelAwait) != 0;
  return how;
}

}  // namespace

Value Eval(Vm& vm, const Args& a) {
  Value globals, locals;
  TRY(Namespaces(vm, true, a, &globals, &locals));
  return PushUnitToRun(vm, a[0], true, globals, locals);
}

Value Exec(Vm& vm, const Args& a) {
  Value globals, locals;
  TRY(Namespaces(vm, false, a, &globals, &locals));
  if (a.has(3) && !a[3].IsNone()) {
    if (IsObjectOf(a[0], TypeId::kCode)) {
      return vm.TypeError("cannot use a closure with this code object");
    }
    return vm.TypeError("closure can only be used when source is a code object");
  }
  // Only code that was made to be evaluated has a result, which exec does not pass on.
  if (IsObjectOf(a[0], TypeId::kCode) && Vm::View(a[0].As<CodeObject>()->mode) == "eval") {
    return vm.PushNativeFrame(ResumeId::kExec, {a[0], globals, locals});
  }
  return PushUnitToRun(vm, a[0], false, globals, locals);
}

Value Compile(Vm& vm, const Args& a) {
  std::string_view filename;
  std::string_view mode_name;
  TRY(CompileNames(vm, a, &filename, &mode_name));
  const HowToCompile how = TRY(CompileFlags(vm, a));
  const ParseMode mode = TRY(ModeOf(vm, mode_name));
  if (IsObjectOf(a[0], TypeId::kCode)) return a[0];
  Value source = SourceArgument(vm, a[0], filename);
  if (source.IsUndefined()) {
    return vm.TypeError("compile() arg 1 must be a string, bytes or AST object");
  }
  if (source.IsFailed()) return source;
  std::vector<SyntaxWarningInfo> warnings;
  std::shared_ptr<const CompiledUnit> unit =
      CompileSource(vm, Vm::View(source), filename, mode, how, &warnings);
  if (unit == nullptr) return Value::Failed();
  Value function = TRY(vm.NewUnitFunction(std::move(unit)));
  CodeObject* code = TRY(vm.New<CodeObject>(TypeId::kCode));
  code->function = function;
  code->mode = TRY(vm.Intern(ModeName(mode)));
  if (warnings.empty()) return Value::Of(code);
  MemoryReservation told(vm, CostOfSyntaxWarnings(warnings) + 2 * Vm::View(source).size());
  if (!told.ok()) return Value::Failed();
  TRY(TellSyntaxWarnings(vm, warnings, filename, Vm::View(source)));
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

// The keys of locals(), which may be anything.
Value DirOfLocals(Vm& vm) {
  const Value locals = TRY(LocalsOf(vm, *vm.CurrentPythonFrame()));
  if (!IsDict(vm, locals)) {  // exec() was given another mapping
    if (TRY(vm.FindAttribute(locals, Name{"keys", MemberHash("keys")})).IsUndefined())
      return vm.RaiseAttributeError(locals, "keys");
    return vm.PushNativeFrame(ResumeId::kSortedMaterialised,
                              {TRY(vm.GetIter(locals)), Value::None(), Value::False()});
  }
  Dict* dict = locals.As<Dict>();
  List* names = TRY(vm.NewList(DictLength(dict)));
  if (!vm.Tick(DictLength(dict) / 4)) return Value::Failed();
  Pace pace(vm);
  for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    TRY(ListAppend(vm, names, entry->key));
  }
  return SortValues(vm, names, Value::None(), /*reverse=*/false, Value::Of(names));
}

Value Dir(Vm& vm, const Args& a) {
  if (!a.has(0)) return DirOfLocals(vm);
  std::vector<std::string> names = vm.AttributeNames(a[0]);
  if (!vm.Tick(names.size())) return Value::Failed();
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  List* list = TRY(vm.NewList(names.size()));
  for (const std::string& name : names) TRY(ListAppend(vm, list, TRY(vm.Intern(name))));
  return Value::Of(list);
}

Value Import(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) return vm.TypeError("module name must be a string");
  const std::string_view name = Vm::View(a[0]);
  const int64_t level = a.has(4) ? TRY(vm.ToIndex(a[4])) : 0;
  if (level < 0) return vm.ValueError("level must be >= 0");
  if (name.empty() && level == 0) return vm.ValueError("Empty module name");
  if (level > 0 && !a.has(1) && TRY(ImportsFiles(vm)))
    return vm.RaiseKeyError(TRY(vm.NewStr("'__name__' not in globals")));
  const bool from = a.has(3) && TRY(vm.Truth(a[3]));
  constexpr int64_t kMostDots = 1 << 20;  // more than any name has
  return Import(vm, a[0], a.has(1) ? a[1] : Value::None(), from ? a[3] : Value::None(),
                static_cast<int32_t>(std::min(level, kMostDots)));
}

}  // namespace pysub::builtins

namespace pysub {
namespace {

const CompiledUnit& UnitOf(Value code) {
  return *code.AsObject()->words()[0].As<Function>()->unit->unit;
}

Status CodeRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<code object <module> at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append(", file \"");
  out.Append(UnitOf(self).filename);
  out.Append("\", line 1>");
  return out.status();
}

// Equal source makes equal code.
Value CodeCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsObjectOf(left, TypeId::kCode) || !IsObjectOf(right, TypeId::kCode)) {
    return Value::NotImplemented();
  }
  const CompiledUnit& a = UnitOf(left);
  const CompiledUnit& b = UnitOf(right);
  if (!vm.Tick(a.source.size() / 64)) return Value::Failed();
  const bool equal = left.AsObject()->words()[1] == right.AsObject()->words()[1] &&
                     a.source == b.source && a.future_flags == b.future_flags &&
                     a.recipe.optimize == b.recipe.optimize;
  return Value::Bool(equal == (op == CompareOp::kEq));
}

Result<int64_t> CodeHash(Vm& vm, Value self) {
  Value source = TRY(vm.NewStr(UnitOf(self).source));
  return vm.Hash(source);
}

// What inspect calls the flags of a function that is one, as the top level is with `await`.
constexpr int kCoroutineFlag = 0x80;

Value CodeFilename(Vm& vm, Value self) { return vm.NewStr(UnitOf(self).filename); }
Value CodeFirstLine(Vm&, Value) { return Value::SmallInt(1); }
Value CodeName(Vm& vm, Value) { return vm.Intern("<module>"); }
Value CodeFlagsOf(Vm&, Value self) {
  const CompiledUnit& unit = UnitOf(self);
  const bool coroutine = unit.codes[0]->flags & kCodeCoroutine;
  return Value::SmallInt(unit.future_flags | (coroutine ? kCoroutineFlag : 0));
}
constexpr AttributeInfo kCodeAttributes[] = {{"co_filename", CodeFilename},
                                             {"co_firstlineno", CodeFirstLine},
                                             {"co_flags", CodeFlagsOf},
                                             {"co_name", CodeName},
                                             {"co_qualname", CodeName}};
PYSUB_MEMBERS(Code, kNoMethods, kCodeAttributes);

}  // namespace

// exec() of code whose result is not its own. Slots: the code object, globals, locals.
Value ExecResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(
          1, vm.PushUnit(frame.slots[0].AsObject()->words()[0].As<Function>()->unit->unit,
                         frame.slots[1], frame.slots[2]));
  }
  return Value::None();
}

constexpr Schema kCodeSchema{"F s"};
extern constexpr TypeInfo kCodeType{.id = TypeId::kCode,
                                    .schema = &kCodeSchema,
                                    .attributes = kCodeAttributes,
                                    .members = kCodeMembers,
                                    .repr = CodeRepr,
                                    .hash = CodeHash,
                                    .compare = CodeCompare};

}  // namespace pysub
