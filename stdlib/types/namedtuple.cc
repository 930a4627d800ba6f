// collections.namedtuple: types made while the program runs, and their instances. CPython 3.14
// library, "namedtuple() Factory Function".

#include "stdlib/types/namedtuple.h"

#include <algorithm>
#include <string>
#include <vector>

#include "lexer/token.h"
#include "lexer/unicode/text_kernels.h"
#include "stdlib/modules/library_function.h"
#include "stdlib/modules/typing/generic_alias.h"
#include "stdlib/types/struct_sequence.h"
#include "vm/imports.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

DynamicType* AsDynamicType(Value v) { return v.As<DynamicType>(); }
Tuple* Fields(DynamicType* type) { return type->fields.As<Tuple>(); }
DynamicType* TypeOfTuple(Value v) { return AsDynamicType(NamedTupleType(v.As<Tuple>())); }

// -1: no such field.
int FieldIndex(DynamicType* type, std::string_view name) {
  Tuple* fields = Fields(type);
  for (uint32_t i = 0; i < fields->count; ++i) {
    if (Vm::View(fields->items()[i]) == name) return static_cast<int>(i);
  }
  return -1;
}

// What Point.x is: it knows its place and says so.
struct TupleGetterObject : Object {
  Value index, doc, type;
};
Value NewTupleGetter(Vm& vm, Value type, int index) {
  Value doc = Value::Undefined();
  if (!AsDynamicType(type)->field_docs.IsUndefined()) {
    doc = TRY(DictGet(vm, AsDynamicType(type)->field_docs.As<Dict>(), Value::SmallInt(index)));
  }
  if (doc.IsUndefined()) doc = TRY(vm.NewStr("Alias for field number " + std::to_string(index)));
  TupleGetterObject* getter = TRY(vm.New<TupleGetterObject>(TypeId::kTupleGetter));
  getter->index = Value::SmallInt(index);
  getter->doc = doc;
  getter->type = type;
  return Value::Of(getter);
}
Status TupleGetterRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("_tuplegetter(");
  out.AppendInt(self.As<TupleGetterObject>()->index.AsSmallInt());
  out.Append(", ");
  TRY(vm.Repr(self.As<TupleGetterObject>()->doc, out));
  out.Append(')');
  return out.status();
}
Value TupleGetterDoc(Vm&, Value self) { return self.As<TupleGetterObject>()->doc; }
// The type keeps it: Type.field makes an object anew each time.
Status SetTupleGetterDoc(Vm& vm, Value self, Value value) {
  TupleGetterObject* getter = self.As<TupleGetterObject>();
  DynamicType* type = AsDynamicType(getter->type);
  if (value.IsUndefined()) value = Value::None();
  if (type->field_docs.IsUndefined()) type->field_docs = Value::Of(TRY(vm.NewDict()));
  TRY(DictSet(vm, type->field_docs.As<Dict>(), getter->index, value));
  getter->doc = value;
  return Done{};
}
constexpr AttributeInfo kTupleGetterAttributes[] = {
    {"__doc__", TupleGetterDoc, SetTupleGetterDoc, AttributeKind::kMember}};
PYSUB_MEMBERS(TupleGetter, kNoMethods, kTupleGetterAttributes);

// ---- making the type

bool IsKeyword(std::string_view name) { return LookupKeyword(name) != TokenKind::kName; }

// The names in "x, y" or "x y".
Status SplitNames(Vm& vm, std::string_view text, List* names) {
  if (!vm.Tick(text.size())) return Failure{};
  StopCheck stop = TimeCheck(vm);
  WhitespaceSplitter words(text, -1, TextKind::kStr, &stop);
  for (std::string_view word; words.Next(&word);) {
    SeparatorSplitter splitter(word, ",", -1, &stop);
    for (std::string_view name; !stop.Over() && splitter.Next(&name);) {
      if (!name.empty()) TRY(ListAppend(vm, names, TRY(vm.NewStr(name))));
    }
  }
  if (stop.stopped()) return Failure{};
  return Done{};
}

Result<bool> IsIdentifier(Vm& vm, std::string_view name) {
  StopCheck stop = TimeCheck(vm);
  const bool is = StrIsIdentifier(name, &stop);
  if (stop.stopped()) return Failure{};
  return is;
}

// namedtuple(rename=True): what cannot be a field gets its number as a name.
Status RenameFields(Vm& vm, List* names) {
  Pace pace(vm);
  for (uint32_t i = 0; i < names->size; ++i) {
    std::string_view name = Vm::View(names->items()[i]);
    if (!vm.Tick(i)) return Failure{};
    bool bad = !TRY(IsIdentifier(vm, name)) || IsKeyword(name) || name.starts_with('_');
    for (uint32_t k = 0; k < i && !bad; ++k) {
      if (!pace.IsTimeLeft()) return Failure{};
      bad = Vm::View(names->items()[k]) == name;
    }
    if (!bad) continue;
    Value renamed = vm.NewStr("_" + std::to_string(i));
    if (renamed.IsFailed()) return Failure{};
    names->items()[i] = renamed;
  }
  return Done{};
}

Failure BadName(Vm& vm, std::string_view text, Value name) {
  Value shown = vm.ReprValue(name);
  if (shown.IsFailed()) return Failure{};
  return vm.ValueError(text, shown);
}

Status CheckName(Vm& vm, Value name) {
  if (!TRY(IsIdentifier(vm, Vm::View(name)))) {
    return BadName(vm, "Type names and field names must be valid identifiers: ", name);
  }
  if (IsKeyword(Vm::View(name))) {
    return BadName(vm, "Type names and field names cannot be a keyword: ", name);
  }
  return Done{};
}

// The rules of collections.namedtuple(), with its order of complaints: identifiers, no keywords, no
// leading underscore, no duplicates.
Status CheckFields(Vm& vm, List* names, bool rename) {
  for (uint32_t i = 0; i < names->size; ++i) {
    if (!vm.Tick(1)) return Failure{};
    TRY(CheckName(vm, names->items()[i]));
  }
  Pace pace(vm);
  for (uint32_t i = 0; i < names->size; ++i) {
    Value name = names->items()[i];
    if (Vm::View(name).starts_with('_') && !rename) {
      return BadName(vm, "Field names cannot start with an underscore: ", name);
    }
    if (!vm.Tick(i)) return Failure{};
    for (uint32_t k = 0; k < i; ++k) {
      if (!pace.IsTimeLeft()) return Failure{};
      if (Vm::View(names->items()[k]) == Vm::View(name)) {
        return BadName(vm, "Encountered duplicate field name: ", name);
      }
    }
  }
  return Done{};
}

// The __name__ of the calling module.
Value CallerModule(Vm& vm) {
  Frame* frame = vm.CurrentPythonFrame();
  if (frame != nullptr && IsObjectOf(frame->unit->globals, TypeId::kDict)) {
    Value name = TRY(DictGetStr(vm, frame->unit->globals.As<Dict>(), "__name__"));
    if (Vm::IsStr(name)) return name;
  }
  return vm.Intern("__main__");
}

}  // namespace

// A type that a program makes: an object on the heap, which its instances refer to behind their
// items.
Value NewNamedTupleType(Vm& vm, Value name, Value module, Value fields,
                        std::span<const Value> defaults) {
  Tuple* names = fields.As<Tuple>();
  Dict* by_name = TRY(vm.NewDict());
  for (size_t i = 0; i < defaults.size(); ++i) {
    TRY(DictSet(vm, by_name, names->items()[names->count - defaults.size() + i], defaults[i]));
  }
  TextBuilder doc(vm);
  TRY(vm.ToStr(name, doc));
  doc.Append('(');
  for (uint32_t i = 0; i < names->count; ++i) {
    if (i > 0) doc.Append(", ");
    TRY(vm.ToStr(names->items()[i], doc));
  }
  doc.Append(')');
  Value doc_text = TRY(doc.Finish());
  DynamicType* type = TRY(vm.New<DynamicType>(TypeId::kDynamicType));
  type->name = name;
  type->module = module;
  type->fields = fields;
  type->defaults = Value::Of(by_name);
  type->doc = doc_text;
  return Value::Of(type);
}

Value NewNamedTupleType(Vm& vm, std::string_view name, std::string_view module,
                        std::initializer_list<std::string_view> fields) {
  Tuple* names = TRY(vm.NewTuple(fields.size()));
  uint32_t i = 0;
  for (std::string_view field : fields) names->items()[i++] = TRY(vm.Intern(field));
  return NewNamedTupleType(vm, TRY(vm.Intern(name)), TRY(vm.Intern(module)), Value::Of(names), {});
}

Value NamedTupleTypeOf(Vm& vm, std::string_view module, std::string_view name,
                       std::initializer_list<std::string_view> fields) {
  Value owner = TRY(ImportModule(vm, module));
  Dict* names = owner.As<Module>()->dict.As<Dict>();
  Value there = TRY(DictGetStr(vm, names, name));
  if (IsObjectOf(there, TypeId::kDynamicType) &&
      Fields(AsDynamicType(there))->count == fields.size()) {
    return there;
  }
  return NewNamedTupleType(vm, name, module, fields);
}

Value NewNamedTuple(Vm& vm, Value type, std::span<const Value> items) {
  uint32_t count = static_cast<uint32_t>(items.size()) + 1;
  Object* object = vm.heap.NewUninitialized(TypeId::kNamedTuple, Layout::kValues, count,
                                            8 + uint64_t{count} * 8);
  if (object == nullptr) return vm.NoMemory(8 + uint64_t{count} * 8);
  std::copy(items.begin(), items.end(), object->words());
  object->words()[count - 1] = type;
  return Value::Of(object);
}

// Field names that are no str come materialised into a list.
Value NamedTupleFunction(Vm& vm, const Args& a) {
  bool rename = a.has(2) && TRY(vm.Truth(a[2]));
  Value name = TRY(vm.StrValue(a[0]));
  name = TRY(vm.Intern(Vm::View(name)));
  List* names = TRY(vm.NewList());
  if (Vm::IsStr(a[1])) {
    TRY(SplitNames(vm, Vm::View(a[1]), names));
  } else {
    Value items = TRY(vm.Materialise(a[1]));
    uint64_t count =
        IsObjectOf(items, TypeId::kList) ? items.As<List>()->size : items.As<Tuple>()->size();
    for (uint64_t i = 0; i < count; ++i) {
      Value item = IsObjectOf(items, TypeId::kList) ? items.As<List>()->items()[i]
                                                    : items.As<Tuple>()->items()[i];
      TRY(ListAppend(vm, names, TRY(vm.StrValue(item))));
    }
  }
  if (rename) TRY(RenameFields(vm, names));
  TRY(CheckName(vm, name));
  TRY(CheckFields(vm, names, rename));
  Value defaults = Value::Undefined();
  if (a.has(3) && !a[3].IsNone()) {
    defaults = TRY(NewListFrom(vm, a[3]));
    if (defaults.As<List>()->size > names->size) {
      return vm.TypeError("Got more default values than field names");
    }
  }
  for (uint32_t i = 0; i < names->size; ++i) {
    names->items()[i] = TRY(vm.Intern(Vm::View(names->items()[i])));
  }
  Value module = a.has(4) && !a[4].IsNone() ? a[4] : TRY(CallerModule(vm));
  Value fields = TRY(TupleOfList(vm, names));
  return NewNamedTupleType(vm, name, module, fields,
                           defaults.IsUndefined()
                               ? std::span<const Value>()
                               : std::span<const Value>(ListItems(defaults.As<List>())));
}

namespace {

// ---- calling the type: errors are worded as those of the Python function __new__

template <typename... Parts>
Failure NewError(Vm& vm, DynamicType* type, const Parts&... text) {
  std::string_view name = Vm::View(type->name);
  // those have a base with that method
  if (Vm::IsStr(type->module) && Vm::View(type->module) == "urllib.parse") {
    if (name.ends_with("Bytes")) name.remove_suffix(5);
    return vm.TypeError("_", name, "Base.__new__() ", text...);
  }
  return vm.TypeError(name, ".__new__() ", text...);
}

// How many of the last fields have one.
uint32_t DefaultCount(DynamicType* type) {
  const uint64_t count = type->new_defaults.IsUndefined() ? type->defaults.As<Dict>()->live
                                                          : type->new_defaults.As<Tuple>()->size();
  return static_cast<uint32_t>(std::min<uint64_t>(count, Fields(type)->count));
}
// Undefined: there is none.
Value DefaultOf(Vm& vm, DynamicType* type, uint32_t field) {
  if (type->new_defaults.IsUndefined())
    return DictGet(vm, type->defaults.As<Dict>(), Fields(type)->items()[field]);
  Tuple* defaults = type->new_defaults.As<Tuple>();
  const uint32_t from_end = Fields(type)->count - field;
  return from_end <= defaults->size() ? defaults->items()[defaults->size() - from_end]
                                      : Value::Undefined();
}

Failure TooMany(Vm& vm, DynamicType* type, uint32_t given) {
  uint32_t most = Fields(type)->count + 1;
  uint32_t least = most - DefaultCount(type);
  std::string text = "takes ";
  if (least != most) text += "from " + std::to_string(least) + " to ";
  text += std::to_string(most) + " positional argument" + (most == 1 && least == most ? "" : "s") +
          " but " + std::to_string(given + 1) + " were given";
  return NewError(vm, type, text);
}

Failure MissingFields(Vm& vm, DynamicType* type, const std::vector<Value>& items) {
  std::vector<std::string> missing;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].IsUndefined()) {
      missing.push_back("'" + std::string(Vm::View(Fields(type)->items()[i])) + "'");
    }
  }
  std::string text = "missing " + std::to_string(missing.size()) + " required positional argument" +
                     (missing.size() == 1 ? ": " : "s: ");
  for (size_t i = 0; i < missing.size(); ++i) {
    if (i > 0) {
      text += missing.size() == 2 ? " and " : i + 1 == missing.size() ? ", and " : ", ";
    }
    text += missing[i];
  }
  return NewError(vm, type, text);
}

// The usual call has all fields in order and binds nothing.
Value TypeCall(Vm& vm, Value self, const Args& a) {
  DynamicType* type = AsDynamicType(self);
  uint32_t wanted = Fields(type)->count;
  if (a.rest_count == wanted && a.keywords.IsUndefined()) {
    return NewNamedTuple(vm, self, std::span<const Value>(a.rest, a.rest_count));
  }
  if (a.rest_count > wanted) return TooMany(vm, type, a.rest_count);
  std::vector<Value> items(a.rest, a.rest + a.rest_count);
  items.resize(wanted);
  if (!a.keywords.IsUndefined()) {
    Dict* keywords = a.keywords.As<Dict>();
    for (uint32_t at = 0; DictEntry* entry = DictNext(keywords, &at);) {
      std::string_view name = Vm::View(entry->key);
      int index = FieldIndex(type, name);
      if (index < 0) {
        return NewError(vm, type, "got an unexpected keyword argument '", name, "'");
      }
      if (!items[index].IsUndefined()) {
        return NewError(vm, type, "got multiple values for argument '", name, "'");
      }
      items[index] = entry->value;
    }
  }
  for (uint32_t i = a.rest_count; i < wanted; ++i) {
    if (!items[i].IsUndefined()) continue;
    items[i] = TRY(DefaultOf(vm, type, i));
  }
  if (std::find(items.begin(), items.end(), Value::Undefined()) != items.end()) {
    return MissingFields(vm, type, items);
  }
  return NewNamedTuple(vm, self, items);
}

// Point._make(iterable); the iterable comes materialised.
Value Make(Vm& vm, const Args& a) {
  Value self = a[0];
  Value items = TRY(vm.Materialise(a[1]));
  std::span<const Value> values =
      IsObjectOf(items, TypeId::kList)
          ? std::span<const Value>(ListItems(items.As<List>()))
          : std::span<const Value>(items.As<Tuple>()->items(), items.As<Tuple>()->size());
  if (values.size() != Fields(AsDynamicType(self))->count) {
    return vm.TypeError("Expected ", Fields(AsDynamicType(self))->count, " arguments, got ",
                        static_cast<uint64_t>(values.size()));
  }
  return NewNamedTuple(vm, self, values);
}

Status TypeRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<class '");
  TRY(vm.ToStr(AsDynamicType(self)->module, out));
  out.Append('.');
  TRY(vm.ToStr(AsDynamicType(self)->name, out));
  out.Append("'>");
  return out.status();
}

Result<bool> TypeInstanceCheck(Vm&, Value self, Value object, TypeId type, bool subclass) {
  if (subclass) return object == self;
  return type == TypeId::kNamedTuple && NamedTupleType(object.As<Tuple>()) == self;
}

Value TypeBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}
Value TypeGetItem(Vm& vm, Value self, Value key) { return NewGenericAlias(vm, self, key); }

template <Value DynamicType::*kField>
Value Get(Vm&, Value self) {
  return AsDynamicType(self)->*kField;
}
Value GetClass(Vm&, Value) { return Value::Type(TypeId::kType); }
Value GetBase(Vm&, Value) { return Value::Type(TypeId::kTuple); }
Value GetBases(Vm& vm, Value) { return vm.NewTuple({Value::Type(TypeId::kTuple)}); }
Value GetSlots(Vm& vm, Value) { return vm.NewTuple(std::span<const Value>()); }

constexpr AttributeInfo kTypeAttributes[] = {
    {"__name__", Get<&DynamicType::name>},
    {"__qualname__", Get<&DynamicType::name>},
    {"__module__", Get<&DynamicType::module>},
    {"_fields", Get<&DynamicType::fields>},
    {"__match_args__", Get<&DynamicType::fields>},
    {"_field_defaults", Get<&DynamicType::defaults>},
    {"__class__", GetClass},
    {"__base__", GetBase},
    {"__bases__", GetBases},
    {"__slots__", GetSlots},
};
constexpr NativeInfo kTypeMethods[] = {
    {"@python _make(iterable)", Make, "Make a new object from a sequence or iterable", 1},
};
PYSUB_MEMBERS(DynamicType, kTypeMethods, kTypeAttributes);

// The function that CPython makes for each type.
Value NewFunction(Vm& vm, Value self) {
  const std::string name(Vm::View(AsDynamicType(self)->name));
  TextBuilder doc(vm);
  doc.Append("Create new instance of ");
  TRY(vm.ToStr(AsDynamicType(self)->doc, doc));
  const Value text = TRY(doc.Finish());
  const Value made = TRY(NewLibraryFunction(vm, ClosureId::kNamedTupleNew, "namedtuple_" + name,
                                            name + ".__new__", self));
  made.As<LibraryFunction>()->doc = text;
  return made;
}

// What the program set; the methods of tuples.
Value TypeGetAttribute(Vm& vm, Value self, Name name) {
  DynamicType* type = AsDynamicType(self);
  if (!type->attributes.IsUndefined()) {
    Value value = TRY(DictGetStr(vm, type->attributes.As<Dict>(), name.text));
    if (!value.IsUndefined()) return value;
  }
  if (name.text == "__doc__") return type->doc;
  if (name.text == "__new__") return NewFunction(vm, self);
  const int index = FieldIndex(type, name.text);
  if (index >= 0) return NewTupleGetter(vm, self, index);
  return vm.FindAttribute(Value::Type(TypeId::kNamedTuple), name);
}
Result<bool> TypeSetAttribute(Vm& vm, Value self, Name name, Value value) {
  DynamicType* type = AsDynamicType(self);
  if (type->attributes.IsUndefined()) {
    Dict* dict = TRY(vm.NewDict());
    type->attributes = Value::Of(dict);
  }
  return DictSetAttribute(vm, type->attributes.As<Dict>(), name, value);
}

// ---- instances

Status TupleReprNamed(Vm& vm, Value self, TextBuilder& out) {
  Tuple* tuple = self.As<Tuple>();
  DynamicType* type = TypeOfTuple(self);
  TRY(vm.ToStr(type->name, out));
  out.Append('(');
  for (uint32_t i = 0; i < tuple->size(); ++i) {
    if (i > 0) out.Append(", ");
    TRY(vm.ToStr(Fields(type)->items()[i], out));
    out.Append('=');
    TRY(vm.Repr(tuple->items()[i], out));
  }
  out.Append(')');
  return out.status();
}

Value AsDict(Vm& vm, const Args& a) {
  Tuple* tuple = a[0].As<Tuple>();
  Tuple* fields = Fields(TypeOfTuple(a[0]));
  Dict* dict = TRY(vm.NewDict(fields->count));
  for (uint32_t i = 0; i < fields->count; ++i) {
    TRY(DictSet(vm, dict, fields->items()[i], tuple->items()[i]));
  }
  return Value::Of(dict);
}

Value AsTuple(Vm& vm, const Args& a) {
  Tuple* tuple = a[0].As<Tuple>();
  return vm.NewTuple(std::span<const Value>(tuple->items(), tuple->size()));
}

constexpr NativeInfo kTupleMethods[] = {
    {"@python _replace(**kwds)", NamedTupleReplace,
     "Return a new object replacing specified fields with new values"},
    {"@python __replace__(**kwds)", NamedTupleReplace,
     "Return a new object replacing specified fields with new values"},
    {"@python _asdict()", AsDict, "Return a new dict which maps field names to their values."},
    {"@python __getnewargs__()", AsTuple,
     "Return self as a plain tuple.  Used by copy and pickle."},
};
Value TupleGetClass(Vm&, Value self) { return NamedTupleType(self.As<Tuple>()); }
constexpr AttributeInfo kTupleAttributes[] = {{"__class__", TupleGetClass}};
PYSUB_MEMBERS(NamedTuple, kTupleMethods, kTupleAttributes);

Value TupleGetAttribute(Vm& vm, Value self, Name name) {
  DynamicType* type = TypeOfTuple(self);
  int index = FieldIndex(type, name.text);
  if (index >= 0) return self.As<Tuple>()->items()[index];
  static constexpr std::string_view kOfType[] = {"_fields",  "_field_defaults", "__match_args__",
                                                 "_make",    "__doc__",         "__module__",
                                                 "__slots__"};
  for (std::string_view text : kOfType) {
    if (name.text == text) return vm.FindAttribute(Value::Of(type), name);
  }
  if (type->attributes.IsUndefined()) return Value::Undefined();
  Value found = TRY(DictGetStr(vm, type->attributes.As<Dict>(), name.text));
  // Functions become methods. The library's own types have attributes that a native function finds.
  if (IsObjectOf(found, TypeId::kFunction)) return vm.NewBoundMethod(self, found);
  if (IsObjectOf(found, TypeId::kCell) && found.As<Cell>()->value.IsNative()) {
    return vm.NativeOf(found.As<Cell>()->value).function(vm, Args{&self}.WithSlots(1));
  }
  return found;
}

// Of a tuple or of its type.
void TupleNames(Vm& vm, TypeId, Value v, std::vector<std::string>* names) {
  DynamicType* type = IsObjectOf(v, TypeId::kDynamicType)  ? AsDynamicType(v)
                      : IsObjectOf(v, TypeId::kNamedTuple) ? TypeOfTuple(v)
                                                           : nullptr;
  if (type == nullptr) return;
  for (std::string_view name :
       {"__match_args__", "__slots__", "_field_defaults", "_fields", "_make"})
    names->emplace_back(name);
  vm.Spend(Fields(type)->count);
  for (uint32_t i = 0; i < Fields(type)->count; ++i)
    names->emplace_back(Vm::View(Fields(type)->items()[i]));
  if (IsObjectOf(type->attributes, TypeId::kDict))
    DictListAttributes(vm, type->attributes.As<Dict>(), names);
}

Result<bool> TupleSetAttribute(Vm& vm, Value self, Name name, Value value) {
  if (FieldIndex(TypeOfTuple(self), name.text) < 0) return false;
  return vm.Raise(TypeId::kAttributeError,
                  value.IsUndefined() ? "can't delete attribute" : "can't set attribute");
}

}  // namespace

Value NamedTupleReplace(Vm& vm, const Args& a) {
  Tuple* tuple = a[0].As<Tuple>();
  DynamicType* type = TypeOfTuple(a[0]);
  std::vector<Value> items(tuple->items(), tuple->items() + tuple->size());
  if (a.keywords.IsUndefined()) return NewNamedTuple(vm, Value::Of(type), items);
  List* unknown = TRY(vm.NewList());
  for (uint32_t at = 0; DictEntry* entry = DictNext(a.keywords.As<Dict>(), &at);) {
    int index = FieldIndex(type, Vm::View(entry->key));
    if (index >= 0) {
      items[index] = entry->value;
    } else {
      TRY(ListAppend(vm, unknown, entry->key));
    }
  }
  if (unknown->size == 0) return NewNamedTuple(vm, Value::Of(type), items);
  Value names = TRY(vm.ReprValue(Value::Of(unknown)));
  return vm.TypeError("Got unexpected field names: ", names);
}

Value NamedTupleDefaults(Vm& vm, Value type) {
  const Value set = AsDynamicType(type)->new_defaults;
  if (!set.IsUndefined()) return set.As<Tuple>()->size() == 0 ? Value::None() : set;
  std::vector<Value> defaults;
  vm.Spend(AsDynamicType(type)->defaults.As<Dict>()->used);
  for (uint32_t at = 0; DictEntry* entry = DictNext(AsDynamicType(type)->defaults.As<Dict>(), &at);)
    defaults.push_back(entry->value);
  return defaults.empty() ? Value::None() : vm.NewTuple(std::span<const Value>(defaults));
}
Status SetNamedTupleDefaults(Vm& vm, Value type, Value value) {
  if (value.IsUndefined() || value.IsNone()) {
    value = vm.NewTuple(std::span<const Value>());
    if (value.IsFailed()) return Failure{};
  }
  if (!IsObjectOf(value, TypeId::kTuple))
    return vm.TypeError("__defaults__ must be set to a tuple object");
  AsDynamicType(type)->new_defaults = value;
  return Done{};
}

// Type.__new__(cls, ...)
Value NamedTupleNewClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  if (a.rest_count == 0)
    return NewError(vm, AsDynamicType(self->a), "missing 1 required positional argument: '_cls'");
  const bool plain = a.rest[0] == Value::Type(TypeId::kTuple);
  if (!plain && a.rest[0] != self->a)
    return vm.TypeError("tuple.__new__(X): X is not ", Vm::View(AsDynamicType(self->a)->name));
  Args rest = a;
  ++rest.rest;
  --rest.rest_count;
  const Value made = TRY(TypeCall(vm, self->a, rest));
  Tuple* tuple = made.As<Tuple>();
  return plain ? vm.NewTuple(std::span<const Value>(tuple->items(), tuple->size())) : made;
}

static bool CheckDynamicType(Vm& vm, Object* object) {
  return AllItems(vm, static_cast<DynamicType*>(object)->fields, Vm::IsStr);
}
constexpr Schema kDynamicTypeSchema{"s v t d v d? t? d?", CheckDynamicType};

extern constexpr TypeInfo kDynamicTypeType{.id = TypeId::kDynamicType,
                                           .schema = &kDynamicTypeSchema,
                                           .methods = kTypeMethods,
                                           .attributes = kTypeAttributes,
                                           .members = kDynamicTypeMembers,
                                           .has_dict = true,
                                           .repr = TypeRepr,
                                           .get_item = TypeGetItem,
                                           .binary = TypeBinary,
                                           .call = TypeCall,
                                           .instance_check = TypeInstanceCheck,
                                           .get_attribute = TypeGetAttribute,
                                           .set_attribute = TypeSetAttribute};
extern constexpr TypeInfo kNamedTupleType = TupleLike({.id = TypeId::kNamedTuple,
                                                       .methods = kTupleMethods,
                                                       .attributes = kTupleAttributes,
                                                       .members = kNamedTupleMembers,
                                                       .repr = TupleReprNamed,
                                                       .get_attribute = TupleGetAttribute,
                                                       .list_names = TupleNames,
                                                       .set_attribute = TupleSetAttribute});
constexpr Schema kTupleGetterSchema{"k V <DynamicType>"};
extern constexpr TypeInfo kTupleGetterType{.id = TypeId::kTupleGetter,
                                           .schema = &kTupleGetterSchema,
                                           .attributes = kTupleGetterAttributes,
                                           .members = kTupleGetterMembers,
                                           .repr = TupleGetterRepr};

}  // namespace pysub
