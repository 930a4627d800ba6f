// JSONEncoder and json.dumps. What needs no Python is written by one recursive walk into one
// builder. A `default` function makes it a native frame: the machine in json/chunks.cc.

#include "stdlib/modules/json/json.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/sort.h"
#include "vm/objects/str.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace json {

// ---- Options

namespace {

Status SetSeparator(Vm& vm, Value value, int argument, std::string_view* out) {
  if (!Vm::IsStr(value)) {
    return vm.TypeError("make_encoder() argument ", argument, " must be str, not ",
                        vm.TypeName(value));
  }
  *out = Vm::View(value);
  return Done{};
}

}  // namespace

Result<Options> OptionsOf(Vm& vm, EncoderObject* encoder) {
  Options options;
  options.skipkeys = TRY(vm.Truth(encoder->skipkeys));
  options.ensure_ascii = TRY(vm.Truth(encoder->ensure_ascii));
  options.check_circular = TRY(vm.Truth(encoder->check_circular));
  options.allow_nan = TRY(vm.Truth(encoder->allow_nan));
  options.sort_keys = TRY(vm.Truth(encoder->sort_keys));
  options.default_function = encoder->default_function;
  Value indent = encoder->indent;
  options.indented = !indent.IsNone();
  if (Vm::IsStr(indent)) {
    options.indent = Vm::View(indent);
  } else if (indent.IsSmallInt() || indent.IsBool() || Vm::IsInt(indent)) {
    int64_t spaces = TRY(RepeatCount(vm, indent));
    options.indent_spaces = spaces > 0 ? static_cast<uint64_t>(spaces) : 0;
  } else if (options.indented) {
    return vm.TypeError("can't multiply sequence by non-int of type '", vm.TypeName(indent), "'");
  }
  TRY(SetSeparator(vm, encoder->key_separator, 5, &options.key_separator));
  TRY(SetSeparator(vm, encoder->item_separator, 6, &options.item_separator));
  return options;
}

// ---- Notes

// "when serializing list item 1": notes at the exception, one per level, as CPython adds them. Only
// an exception that can be caught gets any. A limit that was reached must not allocate.
Status AddPendingNote(Vm& vm, std::string_view note) {
  if (!vm.FailureIsCatchable()) return Failure{};
  Value raised = vm.TakeException();
  if (raised.IsUndefined()) return Failure{};
  Exception* exception = raised.As<Exception>();
  if (exception->attributes.IsUndefined()) exception->attributes = Value::Of(TRY(vm.NewDict()));
  Dict* attributes = exception->attributes.As<Dict>();
  Value notes = DictGetStr(vm, attributes, "__notes__");
  if (notes.IsFailed()) return Failure{};
  if (!IsObjectOf(notes, TypeId::kList)) {
    notes = Value::Of(TRY(vm.NewList()));
    TRY(DictSetStr(vm, attributes, "__notes__", notes));
  }
  Value text = vm.NewStr(note);
  if (text.IsFailed()) return Failure{};
  TRY(ListAppend(vm, notes.As<List>(), text));
  return vm.Propagate(raised);
}

Status NoteItem(Vm& vm, Value container, uint64_t index) {
  if (!vm.FailureIsCatchable()) return Failure{};
  TextBuilder note(vm);
  note.Append("when serializing ");
  note.Append(vm.TypeName(container));
  note.Append(" item ");
  note.AppendInt(static_cast<int64_t>(index));
  return AddPendingNote(vm, note.view());
}

Status NoteKey(Vm& vm, Value container, Value key) {
  if (!vm.FailureIsCatchable()) return Failure{};
  Value raised = vm.TakeException();
  if (raised.IsUndefined()) return Failure{};
  TextBuilder note(vm);
  note.Append("when serializing ");
  note.Append(vm.TypeName(container));
  note.Append(" item ");
  TRY(vm.Repr(key, note));
  static_cast<void>(vm.Propagate(raised));
  return AddPendingNote(vm, note.view());
}

Status NoteObject(Vm& vm, Value object) {
  if (!vm.FailureIsCatchable()) return Failure{};
  TextBuilder note(vm);
  note.Append("when serializing ");
  note.Append(vm.TypeName(object));
  note.Append(" object");
  return AddPendingNote(vm, note.view());
}

// ---- Walking

// A copy of the items: to sort them, and because a `default` function may change the dict while it
// is being written.
List* DictItems(Vm& vm, Dict* dict, bool sorted) {
  uint32_t length = DictLength(dict);
  if (!vm.Tick(length / 4)) return nullptr;
  List* keys = TRY(vm.NewList(length));
  Pace pace(vm);
  for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
    if (!pace.IsTimeLeft()) return nullptr;
    keys->items()[keys->size++] = entry->key;
  }
  if (sorted && SortValues(vm, keys, Value::None(), false).IsControl()) return nullptr;
  List* items = TRY(vm.NewList(length * 2));
  for (uint64_t i = 0; i < keys->size; ++i) {
    Value value = DictGet(vm, dict, keys->items()[i]);
    if (value.IsFailed()) return nullptr;
    items->items()[items->size++] = keys->items()[i];
    items->items()[items->size++] = value;
  }
  return items;
}

namespace {

enum class Outcome : uint8_t { kWritten, kFailed, kNeedsDefault };

// The containers around the one being written.
struct Level {
  const Level* outer;
  Value container;
  uint64_t depth;
};

// The fast way: plain recursion for values that need no Python code. It is bounded in depth. When
// it meets an object for which `default` must be called, it gives up, and the machine in chunks.cc
// does the work, which can suspend.
class Walk {
 public:
  Walk(Vm& vm, const Options& options, TextBuilder& out) : vm_(vm), o_(options), out_(out) {}

  Outcome Write(Value value, const Level* outer) {
    Result<bool> scalar = AppendScalar(vm_, o_, value, out_);
    if (!scalar.ok()) return Outcome::kFailed;
    if (*scalar) return Outcome::kWritten;
    if (IsObjectOf(value, TypeId::kDict)) [[likely]]
      return WriteContainer(value, outer);
    if (IsObjectOf(value, TypeId::kList) || vm_.IsInstance(value, TypeId::kTuple) ||
        IsDict(vm_, value)) {
      return WriteContainer(value, outer);
    }
    if (!o_.default_function.IsUndefined()) return WriteOther(value, outer);
    static_cast<void>(
        vm_.TypeError("Object of type ", ShortTypeName(vm_, value), " is not JSON serializable"));
    return Outcome::kFailed;
  }

 private:
  // default=str is common, and needs no Python.
  Outcome WriteOther(Value value, const Level* outer) {
    if (o_.default_function != Value::Type(TypeId::kStr)) return Outcome::kNeedsDefault;
    static_cast<void>(outer);
    Value text = vm_.StrValue(value);
    if (text.IsFailed()) return Outcome::kFailed;
    AppendString(Vm::View(text), o_.ensure_ascii, out_);
    return out_.ok() ? Outcome::kWritten : Outcome::kFailed;
  }

  // A cycle is looked for along the levels that are open. That is linear in depth, but most
  // documents are flat, and a set would cost an allocation each.
  bool Enter(const Level& level) {
    if (level.depth > Vm::kMaxNativeDepth / 2) {
      static_cast<void>(vm_.TooDeep(" while encoding a JSON object"));
      return false;
    }
    if (!o_.check_circular) return true;
    for (const Level* at = level.outer; at != nullptr; at = at->outer) {
      if (at->container == level.container) {
        static_cast<void>(vm_.ValueError("Circular reference detected"));
        return false;
      }
    }
    return level.depth < 32 || vm_.Tick(level.depth / 16);
  }

  Outcome WriteContainer(Value value, const Level* outer) {
    bool is_dict = IsDict(vm_, value);
    bool is_list = IsObjectOf(value, TypeId::kList);
    uint64_t size = is_dict   ? DictLength(value.As<Dict>())
                    : is_list ? value.As<List>()->size
                              : value.As<Tuple>()->size();
    if (size == 0) {
      out_.Append(is_dict ? "{}" : "[]");
      return out_.ok() ? Outcome::kWritten : Outcome::kFailed;
    }
    DepthGuard guard(vm_);
    Level level{outer, value, outer == nullptr ? 1 : outer->depth + 1};
    if (!guard.ok()) {
      static_cast<void>(vm_.TooDeep(" while encoding a JSON object"));
      return Outcome::kFailed;
    }
    if (!Enter(level) || !vm_.Tick(size / 4)) return Outcome::kFailed;
    if (!is_dict) {
      return WriteItems(level, is_list ? value.As<List>()->items() : value.As<Tuple>()->items(),
                        size);
    }
    return o_.sort_keys ? WriteSorted(level) : WriteDict(level);
  }

  Outcome WriteItems(const Level& level, const Value* items, uint64_t size) {
    out_.Append('[');
    if (o_.indented) o_.AppendNewline(out_, level.depth);
    for (uint64_t i = 0; i < size; ++i) {
      if (i > 0) {
        out_.Append(o_.item_separator);
        if (o_.indented) o_.AppendNewline(out_, level.depth);
      }
      Outcome outcome = Write(items[i], &level);
      if (outcome == Outcome::kWritten) [[likely]]
        continue;
      if (outcome == Outcome::kFailed) static_cast<void>(NoteItem(vm_, level.container, i));
      return outcome;
    }
    return Close(level, ']', true);
  }

  Outcome WriteDict(const Level& level) {
    out_.Append('{');
    bool first = true;
    Dict* dict = level.container.As<Dict>();
    for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
      Outcome outcome = WriteEntry(level, entry->key, entry->value, &first);
      if (outcome != Outcome::kWritten) return outcome;
    }
    return Close(level, '}', !first);
  }

  Outcome WriteSorted(const Level& level) {
    List* items = DictItems(vm_, level.container.As<Dict>(), true);
    if (items == nullptr) return Outcome::kFailed;
    out_.Append('{');
    bool first = true;
    for (uint64_t i = 0; i < items->size; i += 2) {
      Outcome outcome = WriteEntry(level, items->items()[i], items->items()[i + 1], &first);
      if (outcome != Outcome::kWritten) return outcome;
    }
    return Close(level, '}', !first);
  }

  Outcome WriteEntry(const Level& level, Value key, Value value, bool* first) {
    const size_t before = out_.size();
    if (!*first) out_.Append(o_.item_separator);
    if (o_.indented) o_.AppendNewline(out_, level.depth);
    Result<bool> written = AppendKey(vm_, o_, key, out_);
    if (!written.ok()) return Outcome::kFailed;
    if (!*written) {
      out_.Truncate(before);
      return Outcome::kWritten;
    }
    *first = false;
    out_.Append(o_.key_separator);
    Outcome outcome = Write(value, &level);
    if (outcome == Outcome::kFailed) static_cast<void>(NoteKey(vm_, level.container, key));
    return outcome;
  }

  Outcome Close(const Level& level, char bracket, bool newline) {
    if (newline && o_.indented) o_.AppendNewline(out_, level.depth - 1);
    out_.Append(bracket);
    return out_.ok() ? Outcome::kWritten : Outcome::kFailed;
  }

  Vm& vm_;
  const Options& o_;
  TextBuilder& out_;
};

}  // namespace

// ---- Encoding

Value Encode(Vm& vm, const Options& options, Value encoder, Value value) {
  TextBuilder out(vm);
  switch (Walk(vm, options, out).Write(value, nullptr)) {
    case Outcome::kWritten: return out.Finish();
    case Outcome::kFailed: return Value::Failed();
    case Outcome::kNeedsDefault: break;
  }
  Value chunks = TRY(NewChunks(vm, encoder, value));
  return vm.PushNativeFrame(ResumeId::kJsonEncode, {chunks, Value::Undefined()}, kFrameCatches);
}

Value NewEncoder(Vm& vm, const Args& a, uint32_t first) {
  EncoderObject* encoder = TRY(vm.New<EncoderObject>(TypeId::kJsonEncoder));
  auto option = [&](uint32_t i, Value fallback) {
    return a.has(first + i) ? a[first + i] : fallback;
  };
  encoder->skipkeys = option(0, Value::False());
  encoder->ensure_ascii = option(1, Value::True());
  encoder->check_circular = option(2, Value::True());
  encoder->allow_nan = option(3, Value::True());
  encoder->sort_keys = option(4, Value::False());
  encoder->indent = option(5, Value::None());
  Value separators = option(6, Value::None());
  encoder->default_function = option(7, Value::Undefined());
  if (encoder->default_function.IsNone()) encoder->default_function = Value::Undefined();
  if (!separators.IsNone()) {
    const TypeInfo& info = vm.InfoOf(separators);
    if (info.iter == nullptr && info.next == nullptr) {
      return vm.TypeError("cannot unpack non-iterable ", vm.TypeName(separators), " object");
    }
    Value both = vm.Materialise(separators);
    if (both.IsCallPending()) {
      vm.DropPushedNativeFrame();
      return vm.TypeError("separators must be a tuple or a list");
    }
    if (both.IsFailed()) return both;
    bool list = IsObjectOf(both, TypeId::kList);
    uint64_t count = list ? both.As<List>()->size : both.As<Tuple>()->size();
    const Value* items = list ? both.As<List>()->items() : both.As<Tuple>()->items();
    if (count < 2)
      return vm.ValueError("not enough values to unpack (expected 2, got ", count, ")");
    if (count > 2 && both == separators) {
      return vm.ValueError("too many values to unpack (expected 2, got ", count, ")");
    }
    if (count > 2) return vm.ValueError("too many values to unpack (expected 2)");
    encoder->item_separator = items[0];
    encoder->key_separator = items[1];
    return Value::Of(encoder);
  }
  encoder->item_separator = TRY(vm.Intern(encoder->indent.IsNone() ? ", " : ","));
  encoder->key_separator = TRY(vm.Intern(": "));
  return Value::Of(encoder);
}

namespace {

Value EncoderConstruct(Vm& vm, const Args& a) { return NewEncoder(vm, a, 1); }

Value EncoderEncode(Vm& vm, const Args& a) {
  Options options = TRY(OptionsOf(vm, a[0].As<EncoderObject>()));
  return Encode(vm, options, a[0], a[1]);
}

Value EncoderIterencode(Vm& vm, const Args& a) { return NewChunks(vm, a[0], a[1]); }

Value EncoderDefault(Vm& vm, const Args& a) {
  Value function = a[0].As<EncoderObject>()->default_function;
  if (!function.IsUndefined()) return vm.Call(function, {a[1]});
  return vm.TypeError("Object of type ", ShortTypeName(vm, a[1]), " is not JSON serializable");
}

template <Value EncoderObject::*kField>
Value Get(Vm&, Value self) {
  return self.As<EncoderObject>()->*kField;
}
template <Value EncoderObject::*kField>
Status Set(Vm& vm, Value self, Value value) {
  if (value.IsUndefined()) return vm.TypeError("cannot delete attributes of JSONEncoder");
  self.As<EncoderObject>()->*kField = value;
  return Done{};
}

constexpr NativeInfo kEncoderConstructor{
    "@python JSONEncoder(*, skipkeys=False, ensure_ascii=True, check_circular=True, "
    "allow_nan=True, "
    "sort_keys=False, indent=None, separators=None, default=None)",
    EncoderConstruct, "Extensible JSON <https://json.org> encoder for Python data structures."};
constexpr NativeInfo kEncoderMethods[] = {
    kInitAnewRow,
    {"@python encode(o)", EncoderEncode,
     "Return a JSON string representation of a Python data structure."},
    {"@python iterencode(o, _one_shot=False)", EncoderIterencode,
     "Encode the given object and yield each string\nrepresentation as available."},
    {"@python default(o)", EncoderDefault,
     "Implement this method in a subclass such that it returns\na serializable object for ``o``, "
     "or calls "
     "the base implementation\n(to raise a ``TypeError``)."},
};
constexpr AttributeInfo kEncoderAttributes[] = {
    {"skipkeys", Get<&EncoderObject::skipkeys>, Set<&EncoderObject::skipkeys>},
    {"ensure_ascii", Get<&EncoderObject::ensure_ascii>, Set<&EncoderObject::ensure_ascii>},
    {"check_circular", Get<&EncoderObject::check_circular>, Set<&EncoderObject::check_circular>},
    {"allow_nan", Get<&EncoderObject::allow_nan>, Set<&EncoderObject::allow_nan>},
    {"sort_keys", Get<&EncoderObject::sort_keys>, Set<&EncoderObject::sort_keys>},
    {"indent", Get<&EncoderObject::indent>, Set<&EncoderObject::indent>},
    {"item_separator", Get<&EncoderObject::item_separator>, Set<&EncoderObject::item_separator>},
    {"key_separator", Get<&EncoderObject::key_separator>, Set<&EncoderObject::key_separator>},
};
PYSUB_MEMBERS(JsonEncoder, kEncoderMethods, kEncoderAttributes);

}  // namespace
}  // namespace json

constexpr Schema kJsonEncoderSchema{"v v v v v v v v v"};
extern constexpr TypeInfo kJsonEncoderType{
    .id = TypeId::kJsonEncoder,
    .schema = &kJsonEncoderSchema,
    .constructor = &json::kEncoderConstructor,
    .doc = "Extensible JSON <https://json.org> encoder for Python data structures.",
    .methods = json::kEncoderMethods,
    .attributes = json::kEncoderAttributes,
    .members = json::kJsonEncoderMembers};

}  // namespace pysub
