#include <algorithm>
#include <iterator>
#include <string>

#include "vm/binder.h"
#include "vm/objects/dict.h"
#include "vm/python_methods.h"
#include "vm/suggestions.h"

// Binding for natives. How a wrong call is worded depends on how CPython has the function: as a
// method made from a slot (NativeKind::kWrapper), as a def (kPython), or in C, and there on the
// form of its parameters.
namespace pysub {
namespace {

bool Defines(const TypeInfo* type, const NativeInfo& info) {
  return type != nullptr && !type->methods.empty() && &info >= type->methods.data() &&
         &info <= &type->methods.back();
}

// The type in whose tables `info` stands: `type` or the first of its bases.
TypeId DefiningType(Vm& vm, const NativeInfo& info, TypeId type) {
  while (type != TypeId::kObject && !Defines(vm.runtime().types[static_cast<int>(type)], info)) {
    type = Vm::BaseOf(type);
  }
  return type;
}

// Modules of CPython that take their functions from one written in C, whose name the functions
// have.
constexpr std::string_view kWithCModule[] = {"bisect",   "csv",  "functools", "heapq",
                                             "operator", "stat", "struct"};

// "list.append" for methods, "len" for builtin functions, "math.sin" for those of other modules.
std::string DottedName(Vm& vm, const NativeInfo& info, Value self, TypeId named_by) {
  if (self.IsUndefined()) {
    for (const ModuleInfo* module : vm.runtime().modules.subspan(1)) {
      if (module == nullptr || module->functions.empty()) continue;
      if (&info >= module->functions.data() && &info <= &module->functions.back()) {
        const bool in_c = std::ranges::find(kWithCModule, module->name) != std::end(kWithCModule);
        return (in_c ? "_" : "") + std::string(module->name) + "." + std::string(info.name);
      }
    }
    if (info.kind == NativeKind::kStatic) {
      for (int id = 0; id < static_cast<int>(TypeId::kCount); ++id) {
        if (!Defines(vm.runtime().types[id], info)) continue;
        return std::string(Vm::NameOf(static_cast<TypeId>(id))) + "." + std::string(info.name);
      }
    }
    return std::string(info.name);
  }
  if (self.IsType() && info.kind != NativeKind::kClassMethod) {
    return (info.name == "__format__" ? "object." : "") + std::string(info.name);
  }
  if (IsObjectOf(self, TypeId::kDynamicType)) {
    return std::string(Vm::View(self.AsObject()->words()[0])) + "." + std::string(info.name);
  }
  if (const std::string_view base = OwnerWords(vm.TypeOf(self), info.name); !base.empty()) {
    return std::string(base) + "." + std::string(info.name);
  }
  TypeId owner = named_by != TypeId::kCount              ? named_by
                 : info.kind == NativeKind::kClassMethod ? self.AsType()
                                                         : DefiningType(vm, info, vm.TypeOf(self));
  std::string_view type = Vm::NameOf(owner);
  return std::string(type.substr(type.rfind('.') + 1)) + "." + std::string(info.name);
}

bool IsConstructor(const NativeInfo& info, Value self) {
  return self.IsType() && info.kind != NativeKind::kClassMethod &&
         Vm::NameOf(self.AsType()).ends_with(info.name);
}

// What a def of this name would call itself.
std::string PythonName(Vm& vm, const NativeInfo& info, Value self) {
  if (self.IsUndefined() || info.kind != NativeKind::kPython || info.function == nullptr)
    return std::string(info.name);
  if (IsConstructor(info, self)) return std::string(info.name) + ".__init__";
  return DottedName(vm, info, self, TypeId::kCount);
}

Failure NoKeywords(Vm& vm, const NativeInfo& info, Value self, TypeId named_by) {
  const bool of_mapping = info.name == "__getitem__" || info.name == "__contains__";
  if (of_mapping && self.IsObject() && vm.IsInstance(self, TypeId::kDict)) {
    return vm.TypeError("dict.", info.name, "() takes no keyword arguments");
  }
  if (info.kind == NativeKind::kWrapper) {
    return vm.TypeError("wrapper ", info.name, "() takes no keyword arguments");
  }
  return vm.TypeError(DottedName(vm, info, self, named_by), "() takes no keyword arguments");
}

// The methods that CPython makes from slots have their own words (Objects/typeobject.c).
Failure WrongCountOfWrapper(Vm& vm, const NativeInfo& info, Value self, uint32_t given) {
  const bool of_mapping = info.name == "__getitem__" || info.name == "__contains__";
  if (of_mapping && !self.IsUndefined() && vm.IsInstance(self, TypeId::kDict)) {
    return vm.TypeError("dict.", info.name, "() takes exactly one argument (", given, " given)");
  }
  if (info.slot_count() < 2) {
    if (info.name.ends_with("_buffer__") || info.name == "__buffer__")
      return vm.TypeError(info.name, " expected 1 argument, got ", given);
    return vm.TypeError("expected ", info.slot_count(), " argument", Plural(info.slot_count()),
                        ", got ", given);
  }
  if (info.required == info.positional) {
    return vm.TypeError(info.name, " expected ", uint32_t{info.required}, " arguments, got ",
                        given);
  }
  if (info.name == "__pow__" || info.name == "__rpow__") {
    return vm.TypeError("expected 1 or 2 arguments, got ", given);
  }
  bool few = given < info.required;
  uint32_t bound = few ? info.required : info.positional;
  return vm.TypeError(info.name, " expected at ", few ? "least " : "most ", bound, " argument",
                      Plural(bound), ", got ", given);
}

// `given` positional arguments, `total` with those by name.
Failure WrongCount(Vm& vm, const NativeInfo& info, Value self, uint32_t given, uint32_t total,
                   TypeId named_by, uint32_t keyword_only = 0) {
  bool only_positional = info.positional_only == info.positional && info.keyword_only == 0;
  std::string name(info.name);
  if (info.kind == NativeKind::kWrapper) return WrongCountOfWrapper(vm, info, self, given);
  if (info.kind == NativeKind::kPython) {
    const uint32_t bound = self.IsUndefined() ? 0 : 1;  // CPython counts self
    const uint32_t most = info.positional + bound;
    given += bound;
    bool from_to = info.required != info.positional;
    std::string takes =
        from_to ? "from " + std::to_string(info.required + bound) + " to " + std::to_string(most)
                : std::to_string(most);
    std::string were = std::to_string(given);
    if (keyword_only > 0) {
      were += " positional argument" + std::string(Plural(given)) + " (and " +
              std::to_string(keyword_only) + " keyword-only argument" + Plural(keyword_only) + ")";
    }
    return vm.TypeError(PythonName(vm, info, self), "() takes ", takes, " positional argument",
                        from_to || most != 1 ? "s" : "", " but ", were,
                        given == 1 && keyword_only == 0 ? " was" : " were", " given");
  }
  if (self.IsObject() || self.IsType()) {
    const std::string words =
        CountWords(self.IsType() ? self.AsType() : vm.TypeOf(self), info.name);
    if (!words.empty()) return vm.TypeError(words, " (", given, " given)");
  }
  if (only_positional && !IsConstructor(info, self)) {
    if (info.positional == 0) {
      return vm.TypeError(DottedName(vm, info, self, named_by), "() takes no arguments (", given,
                          " given)");
    }
    if (info.positional == 1 && info.required == 1) {
      return vm.TypeError(DottedName(vm, info, self, named_by), "() takes exactly one argument (",
                          given, " given)");
    }
  }
  if (only_positional) {
    const char* bound = info.required == info.positional ? ""
                        : given < info.required          ? "at least "
                                                         : "at most ";
    uint32_t wanted = given < info.required ? info.required : info.positional;
    return vm.TypeError(name, " expected ", bound, wanted, " argument", Plural(wanted), ", got ",
                        given);
  }
  if (total > info.slot_count()) {
    if (given == total && IsConstructor(info, self) &&
        (self.AsType() == TypeId::kStr || self.AsType() == TypeId::kInt)) {
      return vm.TypeError(name, " expected at most ", info.slot_count(), " arguments, got ", given);
    }
    return vm.TypeError(name, "() takes at most ", info.slot_count(), given == 0 ? " keyword" : "",
                        " argument", Plural(info.slot_count()), " (", total, " given)");
  }
  if (info.positional == 0) return vm.TypeError(name, "() takes no positional arguments");
  bool exact = info.required == info.positional;
  return vm.TypeError(name, "() takes ", exact ? "exactly " : "at most ", uint32_t{info.positional},
                      " positional argument", Plural(info.positional), " (", given, " given)");
}

Status Missing(Vm& vm, const NativeInfo& info, Value self, uint32_t given, const Value* slots,
               TypeId named_by) {
  bool only_positional = info.positional_only == info.positional && info.keyword_only == 0;
  if (info.kind == NativeKind::kPython) {
    std::vector<std::string_view> missing;
    for (uint32_t i = 0; i < info.required; ++i) {
      if (slots[i].IsUndefined()) missing.push_back(info.Parameter(i));
    }
    return MissingArguments(vm, PythonName(vm, info, self), "positional", missing);
  }
  if (only_positional) return WrongCount(vm, info, self, given, given, named_by);
  if (info.has_rest && info.positional_only >= info.required) {
    return vm.TypeError(info.name, " expected at least ", uint32_t{info.required}, " argument",
                        Plural(info.required), ", got ", given);
  }
  for (uint32_t i = 0; i < info.required; ++i) {
    if (!slots[i].IsUndefined()) continue;
    if (i < info.positional_only) {
      uint32_t needed = std::min(info.positional_only, info.required);
      return vm.TypeError(info.name, "() takes ",
                          needed < info.positional ? "at least " : "exactly ", needed,
                          " positional argument", Plural(needed), " (", given, " given)");
    }
    return vm.TypeError(info.name, "() missing required argument '", info.Parameter(i), "' (pos ",
                        i + 1, ")");
  }
  return Done{};
}

// The slot that an argument given by name goes to, -1 if there is none or it has its value already.
int SlotForName(const NativeInfo& info, std::string_view name, uint32_t positional) {
  for (uint32_t i = std::max<uint32_t>(info.positional_only, positional); i < info.slot_count();
       ++i) {
    if (info.Parameter(i) == name) return static_cast<int>(i);
  }
  return -1;
}

// Whether `name` is a parameter that has its value by position.
bool IsFilled(const NativeInfo& info, std::string_view name, uint32_t positional) {
  for (uint32_t i = info.positional_only; i < std::min(positional, info.slot_count()); ++i) {
    if (info.Parameter(i) == name) return true;
  }
  return false;
}

// "a, b": the positional-only parameters that are among `names`.
std::string PositionalOnlyAmong(const NativeInfo& info, const Tuple* names) {
  std::string passed;
  for (uint32_t i = 0; i < info.positional_only; ++i) {
    for (uint32_t k = 0; k < names->count; ++k) {
      if (Vm::View(names->items()[k]) == info.Parameter(i))
        passed += (passed.empty() ? "" : ", ") + std::string(info.Parameter(i));
    }
  }
  return passed;
}

// zip(), max(), min(), product(): any number of positional arguments, and CPython counts the
// keywords before it looks at them. print() and typevar() are bound by other code, which does not.
bool ParsesKeywordsByFormat(const NativeInfo& info) {
  return info.has_rest && info.keyword_only > 0 && !info.has_keywords &&
         info.kind != NativeKind::kPython && info.name != "print" && info.name != "typevar";
}

// Why SlotForName had no slot for `name`, one of `names`.
Failure WrongName(Vm& vm, const NativeInfo& info, Value self, std::string_view name,
                  const Tuple* names, uint32_t positional) {
  const std::string function = PythonName(vm, info, self);
  for (uint32_t i = info.positional_only; i < std::min(positional, info.slot_count()); ++i) {
    if (info.Parameter(i) != name) continue;
    if (info.kind == NativeKind::kPython) {
      return vm.TypeError(function, "() got multiple values for argument '", name, "'");
    }
    return vm.TypeError("argument for ", info.name, "() given by name ('", name,
                        "') and position (", i + 1, ")");
  }
  if (info.kind == NativeKind::kPython) {
    const std::string passed = PositionalOnlyAmong(info, names);
    if (!passed.empty()) {
      return vm.TypeError(function,
                          "() got some positional-only arguments passed as keyword arguments: '",
                          passed, "'");
    }
  }
  std::vector<std::string_view> candidates;
  for (uint32_t i = info.positional_only; i < info.slot_count(); ++i) {
    candidates.push_back(info.Parameter(i));
  }
  std::string_view close = ClosestName(name, candidates);
  if (!close.empty()) {
    return vm.TypeError(function, "() got an unexpected keyword argument '", name,
                        "'. Did you mean '", close, "'?");
  }
  return vm.TypeError(function, "() got an unexpected keyword argument '", name, "'");
}

// The words of PythonWords for a call that `info` does not bind; null: its own.
const NativeInfo* OtherWords(Vm& vm, const NativeInfo& info, Value self) {
  if ((!self.IsObject() && !self.IsType()) || info.function == nullptr) return nullptr;
  const NativeInfo* words = PythonWords(self.IsType() ? self.AsType() : vm.TypeOf(self), info.name);
  if (words == nullptr || words->slot_count() != info.slot_count() ||
      words->has_rest != info.has_rest || words->has_keywords != info.has_keywords) {
    return nullptr;
  }
  return words;
}

}  // namespace

Failure TooManyKeywords(Vm& vm, std::string_view function, uint32_t most, uint64_t given) {
  return vm.TypeError(function, "() takes at most ", most, " keyword argument", Plural(most), " (",
                      given, " given)");
}

// Arguments of native code, by the signature in its row. CPython has several calling conventions
// with messages of their own; the row says which one, so that a wrong call fails in the same words.
Status BindNative(Vm& vm, const NativeInfo& info, Value self, Value* args, uint32_t count,
                  const Tuple* names, Value* slots, Args* out, TypeId named_by) {
  uint32_t named = names != nullptr ? names->count : 0;
  uint32_t given = count - named;
  uint32_t direct = std::min<uint32_t>(given, info.positional);
  bool takes_names =
      info.positional_only < info.positional || info.keyword_only > 0 || info.has_keywords;
  bool python = info.kind == NativeKind::kPython;
  const auto in_other_words = [&](const NativeInfo& words) {
    return BindNative(vm, words, self, args, count, names, slots, out, named_by);
  };
  if (named > 0 && !takes_names && !python) {
    if (const NativeInfo* words = OtherWords(vm, info, self)) return in_other_words(*words);
    return NoKeywords(vm, info, self, named_by);
  }
  if (python && !info.has_keywords) {
    for (uint32_t i = 0; i < named; ++i) {
      const std::string_view name = Vm::View(names->items()[i]);
      if (SlotForName(info, name, direct) >= 0) continue;
      if (const NativeInfo* words = OtherWords(vm, info, self)) return in_other_words(*words);
      return WrongName(vm, info, self, name, names, direct);
    }
  }
  if (!info.has_rest &&
      (given > info.positional || (count > info.slot_count() && !info.has_keywords && !python))) {
    if (const NativeInfo* words = OtherWords(vm, info, self)) return in_other_words(*words);
    uint32_t keyword_only = 0;
    for (uint32_t i = 0; python && i < named; ++i) {
      const int slot = SlotForName(info, Vm::View(names->items()[i]), direct);
      keyword_only += slot >= 0 && static_cast<uint32_t>(slot) >= info.positional;
    }
    return WrongCount(vm, info, self, given, count, named_by, keyword_only);
  }
  if (named > info.keyword_only && ParsesKeywordsByFormat(info) && given >= info.required) {
    return TooManyKeywords(vm, info.name, info.keyword_only, named);
  }
  if (given > info.positional) {
    out->rest = args + info.positional;
    out->rest_count = given - info.positional;
  }
  std::copy(args, args + direct, slots);
  for (uint32_t i = direct; i < info.slot_count(); ++i) slots[i] = Value::Undefined();
  if (info.has_keywords && named > 0) {
    out->keywords = Value::Of(TRY(vm.NewDict(named)));
  }
  // As in CPython, an argument that is missing is complained of before a name that is unknown.
  std::string_view wrong_name;
  bool wrong = false;
  for (uint32_t i = 0; i < named; ++i) {
    std::string_view name = Vm::View(names->items()[i]);
    int slot = SlotForName(info, name, direct);
    if (slot >= 0) {
      slots[slot] = args[given + i];
    } else if (info.has_keywords && !IsFilled(info, name, direct)) {
      TRY(DictSet(vm, out->keywords.As<Dict>(), names->items()[i], args[given + i]));
    } else if (!wrong) {
      wrong = true;
      wrong_name = name;
    }
  }
  for (uint32_t i = 0; i < info.required; ++i) {
    if (!slots[i].IsUndefined()) continue;
    if (const NativeInfo* words = OtherWords(vm, info, self)) return in_other_words(*words);
    return Missing(vm, info, self, given, slots, named_by);
  }
  if (wrong) return WrongName(vm, info, self, wrong_name, names, direct);
  return Done{};
}

}  // namespace pysub
