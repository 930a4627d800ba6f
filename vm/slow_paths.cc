#include "vm/slow_paths.h"

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/opcodes.h"
#include "vm/generators.h"
#include "vm/imports.h"
#include "vm/native_frame.h"
#include "vm/objects/async_generator.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/set.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"
#include "vm/suggestions.h"

namespace pysub {

namespace slow {

Value Add(Vm& vm, Value left, Value right, bool in_place) {
  if (Vm::IsStr(left) && Vm::IsStr(right)) {
    return ConcatStr(vm, left.As<Str>(), right.As<Str>(),
                     in_place ? ConcatMode::kInPlace : ConcatMode::kPlain);
  }
  return vm.Binary(BinaryOp::kAdd, left, right, in_place);
}

// ---- variables

namespace {

LinkedUnit* CurrentUnit(Vm& vm) { return vm.CurrentPythonFrame()->unit; }

// The bound local variable whose name is nearest to `wrong`: what a traceback may suggest has to be
// known while the frame is there.
Value NearestLocal(Vm& vm, Value wrong) {
  const Frame& frame = *vm.CurrentPythonFrame();
  const Code& code = *frame.code;
  if (code.flags & kCodeModule) return Value::Undefined();
  const std::vector<std::string>& names = frame.unit->unit->names;
  const Value* R = vm.Registers(frame);
  const Function* function = R[-1].As<Function>();
  std::vector<std::string_view> bound;
  std::vector<uint32_t> indices;
  const auto add = [&](uint32_t name, Value value) {
    if (IsObjectOf(value, TypeId::kCell)) value = value.As<Cell>()->value;
    if (value.IsUndefined() || names[name].starts_with('.')) return;
    bound.push_back(names[name]);
    indices.push_back(name);
  };
  if (!vm.Tick(code.local_names.size() + code.captures.size())) return Value::Undefined();
  for (size_t i = 0; i < code.local_names.size(); ++i) {
    if (code.local_names[i] == kNoName) break;  // the rest are comprehensions' own
    add(code.local_names[i], R[i]);
  }
  for (size_t i = 0; i < code.captures.size(); ++i) add(code.captures[i].name, function->cells[i]);
  const std::string_view best = ClosestName(Vm::View(wrong), bound);
  const auto at = std::find(bound.begin(), bound.end(), best);
  return best.empty() ? Value::Undefined() : frame.unit->names[indices[at - bound.begin()]];
}

Failure NameError(Vm& vm, TypeId type, std::string_view text, Value name) {
  static_cast<void>(vm.Raise(type, text));
  if (!vm.PendingIs(type)) return Failure{};
  Exception* error = vm.pending_exception().As<Exception>();
  error->fields[0] = name;
  error->fields[1] = NearestLocal(vm, name);
  return Failure{};
}

}  // namespace

Failure UndefinedName(Vm& vm, Value name) {
  std::string text = "name '" + std::string(Vm::View(name)) + "' is not defined";
  return NameError(vm, TypeId::kNameError, text, name);
}

namespace {

// What exec() and eval() were told to use as builtins; Undefined: nothing.
Value OwnBuiltins(Vm& vm, LinkedUnit* unit) {
  if (!unit->unit->dynamic) return Value::Undefined();
  return DictGetStr(vm, unit->globals.As<Dict>(), "__builtins__");
}

// mapping[name]; Undefined when it is missing. May be CallPending.
Value FindItem(Vm& vm, Value mapping, Value name) {
  if (IsObjectOf(mapping, TypeId::kDict)) return DictGet(vm, mapping.As<Dict>(), name);
  Value value = vm.GetItem(mapping, name);
  if (!value.IsFailed() || !vm.PendingIs(TypeId::kKeyError)) return value;
  static_cast<void>(vm.TakeException());
  return Value::Undefined();
}

}  // namespace

Value LoadGlobal(Vm& vm, uint32_t slot) {
  LinkedUnit* unit = CurrentUnit(vm);
  return LookUpBuiltin(vm, unit->names[unit->unit->globals[slot]], unit->globals);
}

// The builtins module's own dict, which programs may change.
Value LookUpBuiltin(Vm& vm, Value name, Value globals) {
  Value builtins = TRY(ImportModule(vm, "builtins"));
  Value value = TRY(DictGet(vm, builtins.As<Module>()->dict.As<Dict>(), name));
  if (!value.IsUndefined()) return value;
  return vm.host.resolves_names ? vm.host.ResolveName(name, globals) : UndefinedName(vm, name);
}

Value DeleteGlobal(Vm& vm, uint32_t slot) {
  LinkedUnit* unit = CurrentUnit(vm);
  Value name = unit->names[unit->unit->globals[slot]];
  if (!TRY(DictDelete(vm, unit->globals.As<Dict>(), name))) return UndefinedName(vm, name);
  return Value::None();
}

Value LoadName(Vm& vm, uint32_t name_index) {
  LinkedUnit* unit = CurrentUnit(vm);
  Value name = unit->names[name_index];
  if (unit->locals != unit->globals) {
    Value value = TRY(FindItem(vm, unit->locals, name));
    if (!value.IsUndefined()) return value;
  }
  return LoadGlobalName(vm, name_index);
}

// In code of exec(): locals are a mapping that the program gave, and may be any object with
// __setitem__.
Value StoreName(Vm& vm, uint32_t name_index, Value value) {
  LinkedUnit* unit = CurrentUnit(vm);
  Value name = unit->names[name_index];
  if (!vm.IsInstance(unit->locals, TypeId::kDict)) {
    Value stored = vm.SetItem(unit->locals, name, value);
    if (!stored.IsFailed() || !value.IsUndefined() || !vm.PendingIs(TypeId::kKeyError))
      return stored;
    static_cast<void>(vm.TakeException());
    return UndefinedName(vm, name);
  }
  Dict* locals = unit->locals.As<Dict>();
  if (!value.IsUndefined()) {
    TRY(DictSet(vm, locals, name, value));
  } else if (!TRY(DictDelete(vm, locals, name))) {
    return UndefinedName(vm, name);
  }
  return Value::None();
}

Value LoadGlobalName(Vm& vm, uint32_t name_index) {
  LinkedUnit* unit = CurrentUnit(vm);
  Value name = unit->names[name_index];
  Value value = TRY(FindItem(vm, unit->globals, name));
  if (!value.IsUndefined()) return value;
  Value builtins = TRY(OwnBuiltins(vm, unit));
  if (builtins.IsUndefined()) return LookUpBuiltin(vm, name, unit->globals);
  if (IsObjectOf(builtins, TypeId::kModule)) builtins = builtins.As<Module>()->dict;
  value = TRY(FindItem(vm, builtins, name));
  if (value.IsUndefined()) return UndefinedName(vm, name);
  return value;
}

Value StoreGlobalName(Vm& vm, uint32_t name_index, Value value) {
  LinkedUnit* unit = CurrentUnit(vm);
  Value name = unit->names[name_index];
  if (!value.IsUndefined()) {
    TRY(DictSet(vm, unit->globals.As<Dict>(), name, value));
  } else if (!TRY(DictDelete(vm, unit->globals.As<Dict>(), name))) {
    return UndefinedName(vm, name);
  }
  return Value::None();
}

// sys.displayhook. The end of a -c program leaves no `_` behind: nobody could look at it.
Value Echo(Vm& vm, Value value) {
  if (value.IsNone()) return Value::None();
  TextBuilder text(vm);
  TRY(vm.Repr(value, text));
  text.Append('\n');
  TRY(text.status());
  if ((vm.CurrentPythonFrame()->code->flags & kCodeEcho) == 0) {
    Value builtins = TRY(ImportModule(vm, "builtins"));
    TRY(DictSetStr(vm, builtins.As<Module>()->dict.As<Dict>(), "_", value));
    vm.BuiltinsChanged();
  }
  TRY(vm.host.Write(1, text.view()));
  return Value::None();
}

Failure UnboundLocal(Vm& vm, uint32_t name_index) {
  Value name = CurrentUnit(vm)->names[name_index];
  std::string text = "cannot access local variable '" + std::string(Vm::View(name)) +
                     "' where it is not associated with a value";
  // CPython leaves its name empty, so nothing is suggested.
  return vm.Raise(TypeId::kUnboundLocalError, text);
}

Failure UnboundFree(Vm& vm, const Function* function, uint32_t index) {
  Value name = function->unit->names[function->code->captures[index].name];
  std::string text = "cannot access free variable '" + std::string(Vm::View(name)) +
                     "' where it is not associated with a value in enclosing scope";
  return NameError(vm, TypeId::kNameError, text, name);
}

// ---- functions

// `def` runs: defaults lie in the window, and the cells of captured variables come from the
// registers of this frame or from its own cells.
Value MakeFunction(Vm& vm, Value* R, uint32_t word, uint32_t code_index) {
  LinkedUnit* unit = CurrentUnit(vm);
  const Code* code = unit->unit->codes[code_index].get();
  Function* function = TRY(vm.NewFunction(unit, code));
  TRY(vm.NameFunction(function));
  Function* creator = R[-1].As<Function>();
  for (size_t i = 0; i < code->captures.size(); ++i) {
    const Capture& capture = code->captures[i];
    function->cells[i] = capture.from_register ? R[capture.index] : creator->cells[capture.index];
  }
  const Value* window = R + BOf(word);
  uint32_t given = COf(word);
  if (((given & 1) && !IsObjectOf(window[0], TypeId::kTuple)) ||
      ((given & 8) && !IsObjectOf(window[3], TypeId::kTuple))) {
    return vm.Raise(TypeId::kSystemError, "bad register");
  }
  if (given & 1) function->defaults = window[0];
  if (given & 2) function->keyword_defaults = window[1];
  if (given & 4) function->annotate = window[2];
  if (given & 8) function->type_params = window[3];
  return Value::Of(function);
}

Value CallEx(Vm& vm, uint32_t window) {
  Value* at = vm.StackAt(window);
  Value callee = at[0], arguments = at[1], keywords = at[2];
  // The window is overwritten by the call: what it held is needed again if the call is repeated, so
  // the arguments are spread above it.
  return vm.CallSpread(vm.StackTop(), callee, arguments, keywords);
}

// The namespace keeps the function that computes __annotations__ (PEP 649).
Value SetAnnotate(Vm& vm, Value function) {
  LinkedUnit* unit = CurrentUnit(vm);
  TRY(DictSetStr(vm, unit->globals.As<Dict>(), "__annotate__", function));
  return Value::None();
}

// ---- displays

Value BuildSet(Vm& vm, const Value* items, uint32_t count) {
  Set* set = TRY(vm.NewSet());
  for (uint32_t i = 0; i < count; ++i) TRY(SetAdd(vm, set, items[i]));
  return Value::Of(set);
}

Value BuildMap(Vm& vm, const Value* items, uint32_t pairs) {
  Dict* dict = TRY(vm.NewDict(pairs));
  for (uint32_t i = 0; i < pairs; ++i) TRY(DictSet(vm, dict, items[2 * i], items[2 * i + 1]));
  return Value::Of(dict);
}

Value ListExtend(Vm& vm, Value list, Value iterable, Value callee) {
  const TypeInfo& info = vm.InfoOf(iterable);
  if (vm.IsEnumeration(iterable)) return ListExtend(vm, list.As<List>(), TRY(vm.GetIter(iterable)));
  if (info.iter == nullptr && info.next == nullptr) {
    if (!callee.IsUndefined()) {
      TextBuilder name(vm);
      TRY(DescribeCallee(vm, callee, name));
      return vm.TypeError(name.view(), " argument after * must be an iterable, not ",
                          vm.TypeName(iterable));
    }
    return vm.TypeError("Value after * must be an iterable, not ", vm.TypeName(iterable));
  }
  return ListExtend(vm, list.As<List>(), iterable);
}

Value StarArguments(Vm& vm, Value* to, Value iterable, bool has_keywords) {
  List* list = TRY(vm.NewList());
  if (has_keywords && !IsObjectOf(to[1], TypeId::kDict)) return BadState(vm);
  if (has_keywords) to[1] = Value::Of(TRY(DictCopy(vm, to[1].As<Dict>())));
  to[0] = Value::Of(list);
  return ListExtend(vm, to[0], iterable, to[-1]);
}

namespace {

// Adds the items of `from`. `callee`: of f(**from), where no key may be there before; or Undefined.
Value MergeInto(Vm& vm, Dict* to, Dict* from, Value callee);
Failure NotAMapping(Vm& vm, Value object, Value callee);

}  // namespace

Value StarKeywords(Vm& vm, Value* to, Value mapping, Value callee) {
  Dict* dict = TRY(vm.NewDict());
  to[0] = Value::Of(dict);
  return MapUpdate(vm, to[0], mapping, callee);
}

Value MapUpdate(Vm& vm, Value map, Value other, Value callee) {
  Value dict = IsObjectOf(other, TypeId::kMappingProxy) ? other.As<MappingProxy>()->mapping : other;
  if (IsDict(vm, dict)) return MergeInto(vm, map.As<Dict>(), dict.As<Dict>(), callee);
  static constexpr Name kKeys{"keys", MemberHash("keys")};
  if (TRY(vm.FindAttribute(other, kKeys)).IsUndefined()) return NotAMapping(vm, other, callee);
  Dict* items = TRY(vm.NewDict());
  return vm.PushNativeFrame(ResumeId::kMapUpdate, {map, Value::Of(items), other, callee},
                            kFrameCatches);
}

namespace {

Value MergeInto(Vm& vm, Dict* to, Dict* from, Value callee) {
  const bool call = !callee.IsUndefined();
  uint32_t count = static_cast<uint32_t>(from->used);
  if (!vm.Tick(count)) return Value::Failed();
  for (uint32_t i = 0; i < count; ++i) {
    DictEntry entry = from->table()[i];
    if (entry.value.IsUndefined()) continue;
    if ((!call || CheckKeyword(vm, to, entry.key, callee).ok()) &&
        DictSet(vm, to, entry.key, entry.value).ok()) {
      continue;
    }
    // A repetition must not find these keys: they would be there twice.
    if (call && vm.WantsRepetition()) {
      for (uint32_t k = 0; k < i; ++k) {
        if (!from->table()[k].value.IsUndefined()) TRY(DictDelete(vm, to, from->table()[k].key));
      }
    }
    return Value::Failed();
  }
  return Value::None();
}

Failure NotAMapping(Vm& vm, Value object, Value callee) {
  if (callee.IsUndefined())
    return vm.TypeError("'", vm.TypeName(object), "' object is not a mapping");
  TextBuilder name(vm);
  TRY(DescribeCallee(vm, callee, name));
  return vm.TypeError(name.view(), " argument after ** must be a mapping, not ",
                      vm.TypeName(object));
}

}  // namespace

// What error texts call a callee: "__main__.f()", "print()".
Status DescribeCallee(Vm& vm, Value callee, TextBuilder& out) {
  // Methods of methods of methods, as many as a program has made with types.MethodType.
  for (; Vm::IsBoundMethod(callee) && !callee.As<BoundMethod>()->function.IsNative();
       callee = callee.As<BoundMethod>()->function) {
    if (!vm.Tick(1)) return Failure();
  }
  if (IsObjectOf(callee, TypeId::kFunction)) {
    Function* function = callee.As<Function>();
    if (!IsObjectOf(function->globals, TypeId::kDict)) return BadState(vm);
    Value module = DictGetStr(vm, function->globals.As<Dict>(), "__name__");
    if (Vm::IsStr(module) && Vm::View(module) != "builtins") {
      out.Append(Vm::View(module));
      out.Append('.');
    }
    out.Append(Vm::View(function->qualified_name));
    out.Append("()");
  } else if (callee.IsType()) {
    std::string_view module = Vm::ModuleOf(callee.AsType());
    if (module != "builtins") {
      out.Append(module);
      out.Append('.');
    }
    out.Append(Vm::NameOf(callee.AsType()));
    out.Append("()");
  } else if (callee.IsNative()) {
    if (!Vm::IsModuleFunction(callee)) {
      out.Append(Vm::NameOf(Vm::NativeOwner(callee)));
      out.Append('.');
    }
    out.Append(vm.NativeOf(callee).name);
    out.Append("()");
  } else if (Vm::IsBoundMethod(callee)) {
    BoundMethod* method = callee.As<BoundMethod>();
    out.Append(method->self.IsType() ? Vm::NameOf(method->self.AsType())
                                     : vm.TypeName(method->self));
    out.Append('.');
    out.Append(vm.NativeOf(method->function).name);
    out.Append("()");
  } else {
    return vm.ToStr(callee, out);
  }
  return out.status();
}

Status CheckKeyword(Vm& vm, Dict* collected, Value key, Value callee) {
  // A key that is no str is found out when the call is made.
  Value there = DictGet(vm, collected, key);
  if (there.IsFailed()) return Failure{};
  if (there.IsUndefined()) return Done{};
  TextBuilder name(vm);
  TRY(DescribeCallee(vm, callee, name));
  name.Append(" got multiple values for keyword argument '");
  TRY(vm.ToStr(key, name));
  return vm.TypeError(name.view(), "'");
}

Value ListToTuple(Vm& vm, Value list) {
  List* from = list.As<List>();
  return vm.NewTuple(std::span<const Value>(from->size > 0 ? from->items() : nullptr, from->size));
}

// ---- generators and awaitables

Value YieldFromIterator(Vm& vm, Value value) {
  TypeId type = vm.TypeOf(value);
  if (type == TypeId::kGenerator) return value;
  if (type == TypeId::kCoroutine) {
    Function* function = (vm.CurrentPythonFrame() != nullptr)
                             ? vm.Registers(*vm.CurrentPythonFrame())[-1].As<Function>()
                             : nullptr;
    if (function != nullptr && function->flag(kFlagAwaitable)) return value;
    return vm.TypeError("cannot 'yield from' a coroutine object in a non-coroutine generator");
  }
  return vm.GetIter(value);
}

Value Send(Vm& vm, Value receiver, Value value) { return vm.Resume(receiver, value); }

// A coroutine that is being awaited already is refused: two awaiting it would resume each other's
// frame.
Value GetAwaitable(Vm& vm, Value value, uint32_t context) {
  TypeId type = vm.TypeOf(value);
  if (type == TypeId::kCoroutine) {
    Generator* coroutine = value.As<Generator>();
    if (coroutine->get_state() == GeneratorState::kSuspended &&
        !coroutine->awaiting.IsUndefined()) {
      return vm.Raise(TypeId::kRuntimeError, "coroutine is being awaited already");
    }
    return value;
  }
  if (IsAwaitableGenerator(value)) return value;
  const TypeInfo& info = vm.InfoOf(value);
  if (info.await != nullptr) return info.await(vm, value);
  static constexpr std::string_view kAfter[] = {"", "__aenter__", "__aexit__", "__anext__"};
  if (context == 1 || context == 2) {
    return vm.TypeError("'async with' received an object from ", kAfter[context],
                        " that does not implement __await__: ", vm.TypeName(value));
  }
  if (context == 3) {
    return vm.TypeError("'async for' received an invalid object from __anext__: ",
                        vm.TypeName(value));
  }
  return vm.TypeError("'", vm.TypeName(value), "' object can't be awaited");
}

Value GetAiter(Vm& vm, Value value) {
  if (IsObjectOf(value, TypeId::kAsyncGenerator)) return value;
  static constexpr Name kName{"__aiter__", MemberHash("__aiter__")};
  Value method = TRY(vm.FindAttribute(value, kName));
  if (method.IsUndefined()) {
    return vm.TypeError("'async for' requires an object with __aiter__ method, got ",
                        vm.TypeName(value));
  }
  return vm.Call(method, {});
}

Value GetAnext(Vm& vm, Value value) {
  if (IsObjectOf(value, TypeId::kAsyncGenerator)) {
    return NewAsyncSend(vm, value.As<Generator>(), Value::None());
  }
  static constexpr Name kName{"__anext__", MemberHash("__anext__")};
  Value method = TRY(vm.FindAttribute(value, kName));
  if (method.IsUndefined()) {
    return vm.TypeError("'async for' requires an iterator with __anext__ method, got ",
                        vm.TypeName(value));
  }
  return vm.Call(method, {});
}

// ---- text

Value FormatConverted(Vm& vm, Value value, uint32_t conversion, Value spec) {
  return FormatValue(vm, value, static_cast<Conversion>(conversion), spec);
}

// The pieces of an f-string, whose sizes are known: one allocation, one copy.
Value BuildString(Vm& vm, const Value* parts, uint32_t count) {
  size_t bytes = 0;
  uint64_t length = 0;
  for (uint32_t i = 0; i < count; ++i) {
    bytes += parts[i].As<Str>()->count;
    length += parts[i].As<Str>()->length;
  }
  if (!vm.Tick(bytes / 64)) return Value::Failed();
  Str* result = TRY(vm.NewStrUninitialized(bytes, static_cast<uint32_t>(length)));
  char* to = reinterpret_cast<char*>(result + 1);
  for (uint32_t i = 0; i < count; ++i) {
    std::string_view text = Vm::View(parts[i]);
    to = std::copy(text.begin(), text.end(), to);
  }
  return Value::Of(result);
}

Value FString(Vm& vm, const Value* values, uint32_t template_index) {
  return FormatTemplate(vm, CurrentUnit(vm)->unit->templates[template_index], values);
}

}  // namespace slow

// Slots: the map, the items of the mapping, the mapping, the callee as of MapUpdate.
Value MapUpdateResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, DictUpdateFrom(vm, slots[1].As<Dict>(), slots[2]));
      if (in.IsFailed()) {
        if (!vm.PendingIs(TypeId::kAttributeError)) return in;
        static_cast<void>(vm.TakeException());
        return slow::NotAMapping(vm, slots[2], slots[3]);
      }
  }
  return slow::MergeInto(vm, slots[0].As<Dict>(), slots[1].As<Dict>(), slots[3]);
}

Eventual Vm::GetSlice(Value object, Value start, Value stop) {
  if (IsStr(object)) {
    Str* str = object.As<Str>();
    int64_t size = str->length;
    int64_t from = start.IsNone() ? 0 : TRY(SliceIndex(*this, start));
    int64_t to = stop.IsNone() ? size : TRY(SliceIndex(*this, stop));
    if (from < 0) from = from + size < 0 ? 0 : from + size;
    if (to < 0) to = to + size < 0 ? 0 : to + size;
    if (from > size) from = size;
    if (to > size) to = size;
    if (to < from) to = from;
    return StrPart(*this, str, static_cast<uint32_t>(from), static_cast<uint32_t>(to));
  }
  Value slice = TRY(NewSlice(start, stop, Value::None()));
  return GetItem(object, slice);
}

}  // namespace pysub
