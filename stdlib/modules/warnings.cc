// warnings: warn() and warn_explicit(), and what the VM itself warns of once the module was
// imported.

#include <string>

#include "stdlib/modules/library_class.h"
#include "stdlib/modules/library_function.h"
#include "vm/library_code.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"
#include "vm/warn.h"

namespace pysub {
namespace {

// A little more than registering and showing one takes.
constexpr uint64_t kBytesOfWarning = 8192;

// Where a warning belongs.
struct Place {
  Value filename, module;  // str; module: any value, a str as a rule
  Value registry;          // dict or None
  int64_t line = 0;
};

// A warning on its way through the filters.
struct Warned {
  Value category;  // type
  Value text;      // str, or what the program gave
  Value message;   // the Warning object
  Value source = Value::None();
};

// The namespace of the module, which a program may have changed in any way.
Dict* Namespace(Vm& vm) {
  Value module = DictGetStr(vm, vm.modules().As<Dict>(), "warnings");
  if (!IsObjectOf(module, TypeId::kModule)) return nullptr;
  Value dict = module.As<Module>()->dict;
  return IsObjectOf(dict, TypeId::kDict) ? dict.As<Dict>() : nullptr;
}

Value Global(Vm& vm, std::string_view name) {
  Dict* names = Namespace(vm);
  return names == nullptr ? Value::Undefined() : DictGetStr(vm, names, name);
}

// ---- filters

// Whether a filter's pattern (None, a str that must be the same, or something with
// match()) accepts `text`.
Result<bool> Matches(Vm& vm, Value pattern, Value text) {
  if (pattern.IsNone()) return true;
  if (Vm::IsStr(pattern)) return vm.Equal(pattern, text);
  if (!IsObjectOf(pattern, TypeId::kPattern)) {
    static_cast<void>(vm.RaiseAttributeError(pattern, "match"));
    return Failure{};
  }
  const Value match = CallMethod(vm, pattern, "match", {text});  // native, so it answers at once
  if (match.IsFailed()) return Failure{};
  return vm.Truth(match);
}

Result<bool> Applies(Vm& vm, Value filter, const Warned& warned, const Place& place) {
  const Value* items = filter.As<Tuple>()->items();
  if (!Vm::IsStr(items[0]))
    return vm.TypeError("action must be a string, not '", vm.TypeName(items[0]), "'");
  if (!TRY(Matches(vm, items[1], warned.text))) return false;
  if (!items[2].IsType())
    return vm.TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union");
  if (!Vm::IsSubtype(warned.category.AsType(), items[2].AsType())) return false;
  if (!TRY(Matches(vm, items[3], place.module))) return false;
  if (!Vm::IsInt(items[4]) && !items[4].IsBool()) return vm.TypeError("an integer is required");
  const int64_t line = TRY(vm.ToIndexClamped(items[4]));
  return line == 0 || line == place.line;
}

// What the filters say: a str. *filter: the one that applies, or None.
Value Action(Vm& vm, const Warned& warned, const Place& place, Value* filter) {
  const Value filters = TRY(Global(vm, "filters"));
  if (!IsObjectOf(filters, TypeId::kList)) return vm.ValueError("_warnings.filters must be a list");
  for (uint64_t i = 0; i < filters.As<List>()->size; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    *filter = filters.As<List>()->items()[i];
    if (!IsTupleOf(*filter, 5))
      return vm.ValueError("warnings.filters item ", i, " isn't a 5-tuple");
    if (TRY(Applies(vm, *filter, warned, place))) return filter->As<Tuple>()->items()[0];
  }
  *filter = Value::None();
  const Value action = TRY(Global(vm, "defaultaction"));
  return Vm::IsStr(action) ? action : vm.Intern("default");
}

// ---- registries

// Whether the registry has `key`. One that was begun with other filters is emptied.
Result<bool> WarnedAlready(Vm& vm, Value registry, Value key) {
  if (!IsObjectOf(registry, TypeId::kDict)) return false;
  Dict* dict = registry.As<Dict>();
  const Value version = TRY(Global(vm, "_filters_version"));
  const Value begun = TRY(DictGetStr(vm, dict, "version"));
  if (begun.IsUndefined() || version.IsUndefined() || !TRY(vm.Equal(begun, version))) {
    DictClear(dict);
    if (!version.IsUndefined()) TRY(DictSetStr(vm, dict, "version", version));
    return false;
  }
  const Value said = DictGet(vm, dict, key);
  if (said.IsFailed()) return Failure{};
  return !said.IsUndefined() && TRY(vm.Truth(said));
}

// The same, and from now on it has it.
Result<bool> Register(Vm& vm, Value registry, Value key) {
  if (!IsObjectOf(registry, TypeId::kDict)) return false;
  if (TRY(WarnedAlready(vm, registry, key))) return true;
  TRY(DictSet(vm, registry.As<Dict>(), key, Value::True()));
  return false;
}

// Whether the warning is to be shown; raises it when a filter says "error".
Result<bool> IsShown(Vm& vm, const Warned& warned, const Place& place) {
  Value registry = place.registry;
  const Value line = vm.NewInt(place.line);
  if (line.IsFailed()) return Failure{};
  const Value key = vm.NewTuple({warned.text, warned.category, line});
  if (key.IsFailed()) return Failure{};
  if (TRY(WarnedAlready(vm, registry, key))) return false;
  Value filter;
  const Value action = Action(vm, warned, place, &filter);
  if (action.IsFailed()) return Failure{};
  const std::string_view name = Vm::View(action);
  if (name == "error") return vm.RaiseException(warned.message);
  if (name == "ignore") return false;
  if (name == "always" || name == "all") return true;
  if (IsObjectOf(registry, TypeId::kDict))
    TRY(DictSet(vm, registry.As<Dict>(), key, Value::True()));
  Value less = Value::Undefined();  // what else must not be there yet
  if (name == "once") {
    if (registry.IsNone()) registry = Global(vm, "onceregistry");
    less = vm.NewTuple({warned.text, warned.category});
  } else if (name == "module") {
    less = vm.NewTuple({warned.text, warned.category, Value::SmallInt(0)});
  } else if (name != "default") {
    const Value shown_action = vm.ReprValue(action);
    if (shown_action.IsFailed()) return Failure{};
    const Value shown = vm.ReprValue(filter);
    if (shown.IsFailed()) return Failure{};
    return vm.Raise(TypeId::kRuntimeError, "Unrecognized action (", shown_action,
                    ") in warnings.filters:\n ", shown);
  }
  if (registry.IsFailed() || less.IsFailed()) return Failure{};
  return less.IsUndefined() || !TRY(Register(vm, registry, less));
}

Value NewMessage(Vm& vm, const Warned& warned, const Place& place) {
  Value attributes = Value::Of(TRY(vm.NewDict()));
  Dict* dict = attributes.As<Dict>();
  TRY(DictSetStr(vm, dict, "message", warned.message));
  TRY(DictSetStr(vm, dict, "category", warned.category));
  TRY(DictSetStr(vm, dict, "filename", place.filename));
  TRY(DictSetStr(vm, dict, "lineno", TRY(vm.NewInt(place.line))));
  TRY(DictSetStr(vm, dict, "file", Value::None()));
  TRY(DictSetStr(vm, dict, "line", Value::None()));
  TRY(DictSetStr(vm, dict, "source", warned.source));
  TRY(DictSetStr(vm, dict, "_category_name", TRY(vm.NewStr(Vm::NameOf(warned.category.AsType())))));
  Value arguments[] = {Value::Type(TypeId::kWarningMessage), attributes};
  return LibraryNew(vm, ArgsOf(arguments));
}

Value Show(Vm& vm, const Warned& warned, const Place& place) {
  const Value message = TRY(NewMessage(vm, warned, place));
  const Value show = TRY(Global(vm, "_showwarnmsg"));
  if (show.IsUndefined()) return Value::None();
  return vm.Call(show, {message});
}

// ---- arguments

// Sets category, text and message from the arguments of warn() and warn_explicit().
Status Prepare(Vm& vm, Value message, Value category, Warned* warned) {
  if (vm.IsInstance(message, TypeId::kWarning)) {
    warned->category = Value::Type(vm.TypeOf(message));
    warned->message = message;
    warned->text = vm.StrValue(message);
    return warned->text.IsFailed() ? Status(Failure{}) : Status(Done{});
  }
  warned->category = category;
  warned->text = message;
  const Value arguments = vm.NewTuple({message});
  if (arguments.IsFailed()) return Failure{};
  warned->message = vm.NewException(category.AsType(), arguments);
  return warned->message.IsFailed() ? Status(Failure{}) : Status(Done{});
}

Value RegistryOf(Vm& vm, Dict* globals) {
  static constexpr std::string_view kName = "__warningregistry__";
  const Value known = TRY(DictGetStr(vm, globals, kName));
  if (!known.IsUndefined()) return known;
  const Value made = Value::Of(TRY(vm.NewDict()));
  TRY(DictSetStr(vm, globals, kName, made));
  return made;
}

bool IsSkipped(Vm& vm, std::string_view filename, Value prefixes) {
  if (!IsObjectOf(prefixes, TypeId::kTuple)) return false;
  const Tuple* tuple = prefixes.As<Tuple>();
  vm.Spend(tuple->size());
  for (uint32_t i = 0; i < tuple->size(); ++i) {
    if (filename.starts_with(Vm::View(tuple->items()[i]))) return true;
  }
  return false;
}

// The frame that is `level` levels up, counted from 1; null: there are not so many. Frames of the
// library do not count.
const Frame* FrameAt(Vm& vm, int64_t level, Value prefixes) {
  const std::span<const Frame> frames = vm.frames();
  const Frame* last = nullptr;
  for (size_t i = frames.size(); i-- > 0;) {
    const Frame& frame = frames[i];
    vm.Spend(1);
    if (frame.code == nullptr) continue;
    const std::string_view filename = frame.unit->unit->filename;
    if (IsOfLibrary(*frame.unit->unit)) continue;
    if (last != nullptr && IsSkipped(vm, filename, prefixes)) continue;
    last = &frame;
    if (--level <= 0) return &frame;
  }
  return nullptr;
}

Status PlaceOfFrame(Vm& vm, const Frame* frame, Place* place) {
  Value globals;
  if (frame == nullptr) {
    place->filename = vm.Intern("<sys>");
    const Value sys = DictGetStr(vm, vm.modules().As<Dict>(), "sys");
    if (IsObjectOf(sys, TypeId::kModule)) globals = sys.As<Module>()->dict;
  } else {
    place->filename = vm.NewStr(frame->unit->unit->filename);
    place->line =
        frame->code->SpanAt(static_cast<uint32_t>(frame->pc - frame->code->words.data())).line;
    globals = frame->unit->globals;
  }
  if (place->filename.IsFailed()) return Failure{};
  place->registry = Value::None();
  place->module = Value::Undefined();
  if (IsObjectOf(globals, TypeId::kDict)) {
    place->registry = RegistryOf(vm, globals.As<Dict>());
    if (place->registry.IsFailed()) return Failure{};
    place->module = DictGetStr(vm, globals.As<Dict>(), "__name__");
  }
  if (!Vm::IsStr(place->module)) place->module = vm.Intern("<string>");
  return place->module.IsFailed() ? Status(Failure{}) : Status(Done{});
}

Value Conclude(Vm& vm, const Warned& warned, const Place& place) {
  if (!place.registry.IsNone() && !vm.IsInstance(place.registry, TypeId::kDict)) {
    return vm.TypeError("'registry' must be a dict or None");
  }
  // What was registered must also be shown, so it cannot begin again for want of memory.
  MemoryReservation reservation(vm, kBytesOfWarning);
  if (!reservation.ok()) return Value::Failed();
  if (!TRY(IsShown(vm, warned, place))) return Value::None();
  return Show(vm, warned, place);
}

// warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes)
Value WarnFunction(Vm& vm, const Args& a) {
  int64_t level = TRY(SizeArgument(vm, a[2], 1));
  const Value prefixes = a[4];
  if (a.has(4)) {
    if (!IsObjectOf(prefixes, TypeId::kTuple)) {
      return vm.TypeError("warn() argument 'skip_file_prefixes' must be tuple, not ",
                          vm.TypeName(prefixes));
    }
    const Tuple* tuple = prefixes.As<Tuple>();
    if (!vm.Tick(tuple->size())) return Value::Failed();
    for (uint32_t i = 0; i < tuple->size(); ++i) {
      if (!Vm::IsStr(tuple->items()[i])) {
        return vm.TypeError("Found non-str '", vm.TypeName(tuple->items()[i]),
                            "' in skip_file_prefixes.");
      }
    }
    if (tuple->size() > 0 && level < 2) level = 2;
  }
  Value category = a.has(1) && !a[1].IsNone() ? a[1] : Value::Type(TypeId::kUserWarning);
  if (vm.IsInstance(a[0], TypeId::kWarning)) category = Value::Type(vm.TypeOf(a[0]));
  if (!category.IsType() || !Vm::IsSubtype(category.AsType(), TypeId::kWarning)) {
    return vm.TypeError("category must be a Warning subclass, not '", vm.TypeName(category), "'");
  }
  Place place;
  TRY(PlaceOfFrame(vm, FrameAt(vm, level, prefixes), &place));
  Warned warned;
  TRY(Prepare(vm, a[0], category, &warned));
  if (a.has(3)) warned.source = a[3];
  return Conclude(vm, warned, place);
}

// The module that a file is taken for when nothing else is known of it.
Value ModuleOfFile(Vm& vm, std::string_view name) {
  if (name.ends_with(".py")) name.remove_suffix(3);
  return vm.NewStr(name.empty() ? "<unknown>" : name);
}

// warn_explicit(message, category, filename, lineno, module, registry=None,
// module_globals=None, source=None)
Value WarnExplicit(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[2])) return BadArgument(vm, "warn_explicit", "argument 'filename'", "str", a[2]);
  Place place;
  place.filename = a[2];
  place.line = TRY(CIntArgument(vm, a[3]));
  place.registry = a.has(5) ? a[5] : Value::None();
  if (a.has(6) && !a[6].IsNone() && !IsObjectOf(a[6], TypeId::kDict)) {
    return vm.TypeError("module_globals must be a dict, not '", vm.TypeName(a[6]), "'");
  }
  place.module = a[4];
  if (!a.has(4) || a[4].IsNone()) {
    place.module = TRY(ModuleOfFile(vm, Vm::View(a[2])));
  }
  const bool is_message = vm.IsInstance(a[0], TypeId::kWarning);
  if (!is_message && (!a[1].IsType() || !Vm::IsSubtype(a[1].AsType(), TypeId::kWarning))) {
    if (!a[1].IsType()) return vm.TypeError("'", vm.TypeName(a[1]), "' object is not callable");
    return vm.TypeError("category must be a Warning subclass, not '", Vm::NameOf(a[1].AsType()),
                        "'");
  }
  Warned warned;
  TRY(Prepare(vm, a[0], a[1], &warned));
  if (a.has(7)) warned.source = a[7];
  return Conclude(vm, warned, place);
}

// Decides on a warning that comes from C++. Python cannot run here, so that of hooks only
// catch_warnings(record=True) is looked at. True: it has been dealt with; False: it is to be
// written.
Value Decide(Vm& vm, Value text, Value category, const Place& place) {
  Warned warned;
  TRY(Prepare(vm, text, category, &warned));
  MemoryReservation reservation(vm, kBytesOfWarning);
  if (!reservation.ok()) return Value::Failed();
  if (!TRY(IsShown(vm, warned, place))) return Value::True();
  const Value hook = TRY(Global(vm, "_showwarnmsg_impl"));
  const bool recorded =
      IsObjectOf(hook, TypeId::kBuiltinFunction) || IsObjectOf(hook, TypeId::kBoundMethod);
  if (!recorded || !IsObjectOf(hook.As<BoundMethod>()->self, TypeId::kList)) return Value::False();
  const Value message = TRY(NewMessage(vm, warned, place));
  TRY(ListAppend(vm, hook.As<BoundMethod>()->self.As<List>(), message));
  return Value::True();
}

// What the VM warns of: (text, category).
Value CoreWarning(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0]) || !a[1].IsType() || !Vm::IsSubtype(a[1].AsType(), TypeId::kWarning)) {
    return vm.TypeError("text and category of a warning are required");
  }
  Place place;
  TRY(PlaceOfFrame(vm, FrameAt(vm, 1, Value::Undefined()), &place));
  if (!vm.IsInstance(place.registry, TypeId::kDict)) place.registry = Value::None();
  return Decide(vm, a[0], a[1], place);
}

// What the compiler warns of: (text, filename, line).
Value SyntaxWarning(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0]) || !Vm::IsStr(a[1]) || !a[2].IsSmallInt()) {
    return vm.TypeError("text, file and line of a warning are required");
  }
  Place place;
  place.filename = a[1];
  place.line = a[2].AsSmallInt();
  place.registry = Value::None();
  place.module = TRY(ModuleOfFile(vm, Vm::View(a[1])));
  return Decide(vm, a[0], Value::Type(TypeId::kSyntaxWarning), place);
}

// The line of a file that runs, or None.
Value SourceLine(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0]) || !a[1].IsSmallInt() || a[1].AsSmallInt() <= 0) return Value::None();
  for (const Frame& frame : vm.frames()) {
    vm.Spend(1);
    if (frame.code == nullptr) continue;
    const CompiledUnit& unit = *frame.unit->unit;
    if (unit.dynamic || unit.filename != Vm::View(a[0])) continue;
    if (!vm.Tick(unit.source.size() / 64)) return Value::Failed();
    return vm.NewStr(unit.SourceLine(static_cast<uint32_t>(a[1].AsSmallInt())));
  }
  return Value::None();
}

Status MessageText(Vm& vm, Value self, TextBuilder& out) {
  constexpr std::string_view kShown[] = {"message", "_category_name", "filename", "lineno", "line"};
  constexpr std::string_view kNames[] = {
      "{message : ", ", category : ", ", filename : ", ", lineno : ", ", line : "};
  for (int i = 0; i < 5; ++i) {
    Value value = LibraryAttribute(vm, self, kShown[i]);
    if (value.IsFailed()) return Failure{};
    if (value.IsUndefined()) value = Value::None();
    out.Append(kNames[i]);
    TRY(i == 3 ? vm.ToStr(value, out) : vm.Repr(value, out));
  }
  out.Append('}');
  return out.status();
}
Status MessageRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<WarningMessage ");
  TRY(MessageText(vm, self, out));
  out.Append('>');
  return out.status();
}

Status CatchRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("catch_warnings(");
  const Value record = LibraryAttribute(vm, self, "_record");
  const Value module = LibraryAttribute(vm, self, "_module");
  const Value usual = DictGetStr(vm, vm.modules().As<Dict>(), "warnings");
  if (record.IsFailed() || module.IsFailed() || usual.IsFailed()) return Failure{};
  const bool records = !record.IsUndefined() && TRY(vm.Truth(record));
  if (records) out.Append("record=True");
  if (!module.IsUndefined() && module != usual) {
    out.Append(records ? ", module=" : "module=");
    TRY(vm.Repr(module, out));
  }
  out.Append(')');
  return out.status();
}

constexpr NativeInfo kFunctions[] = {
    {"_core_warning(text, category, /)", CoreWarning, ""},
    kDefineRow,
    {"_syntax_warning(text, filename, line, /)", SyntaxWarning, ""},
    {"_source_line(filename, lineno, /)", SourceLine, ""},
    {"warn(message, category=None, stacklevel=1, source=None, *, "
     "skip_file_prefixes=<unrepresentable>)",
     WarnFunction, "Issue a warning, or maybe ignore it or raise an exception."},
    {"warn_explicit(message, category, filename, lineno, module=<unrepresentable>, registry=None, "
     "module_globals=None, "
     "source=None)",
     WarnExplicit, "Issue a warning, or maybe ignore it or raise an exception."},
};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "WarningMessage", Value::Type(TypeId::kWarningMessage)));
  TRY(DictSetStr(vm, names, "catch_warnings", Value::Type(TypeId::kCatchWarnings)));
  return DictSetStr(vm, names, "deprecated", Value::Type(TypeId::kDeprecatedDecorator));
}

constexpr NativeInfo kNewMessage{
    "@raw WarningMessage(message, category, filename, lineno, file=None, line=None, source=None)",
    LibraryClassNew, ""};
constexpr NativeInfo kNewCatch{
    "@raw catch_warnings(*, record=False, module=None, action=None, category=Warning, lineno=0, "
    "append=False)",
    LibraryClassNew,
    "A context manager that copies and restores the warnings filter upon exiting the context."};
constexpr NativeInfo kNewDeprecated{
    "@raw deprecated(message, /, *, category=DeprecationWarning, stacklevel=1)", LibraryClassNew,
    "Indicate that a class, function or overload is deprecated."};

constexpr TypeInfo MessageType() {
  TypeInfo info = LibraryClass(TypeId::kWarningMessage, kNewMessage);
  info.repr = MessageRepr;
  info.str = MessageText;
  return info;
}
constexpr TypeInfo CatchType() {
  TypeInfo info = LibraryClass(TypeId::kCatchWarnings, kNewCatch);
  info.repr = CatchRepr;
  info.str = nullptr;
  return info;
}
constexpr TypeInfo DeprecatedType() {
  TypeInfo info = LibraryClass(TypeId::kDeprecatedDecorator, kNewDeprecated);
  info.call = LibraryCall;
  return info;
}

}  // namespace

extern constexpr TypeInfo kWarningMessageType = MessageType();
extern constexpr TypeInfo kCatchWarningsType = CatchType();
extern constexpr TypeInfo kDeprecatedDecoratorType = DeprecatedType();

extern constexpr ModuleInfo kWarningsModule{.name = "warnings",
                                            .doc = "Python part of the warnings subsystem.",
                                            .functions = kFunctions,
                                            .init = Init,
                                            .source =
#include "stdlib/python/warnings.inc"
};

}  // namespace pysub
