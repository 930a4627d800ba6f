#include "osbridge/convert.h"

#include <absl/container/flat_hash_map.h>
#include <absl/strings/str_cat.h>
#if !defined(__wasm__)
#include <sys/auxv.h>
#endif

#include <chrono>
#include <cstring>

#include "lexer/base/entropy.h"
#include "lexer/unicode/utf8.h"
#include "osbridge/call_signature.h"
#include "osbridge/convert_typed.h"
#include "osbridge/host_node.h"
#include "stdlib/types/deque.h"
#include "stdlib/types/namedtuple.h"
#include "vm/numbers/hash.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/range.h"
#include "vm/objects/set.h"

namespace pysub {
namespace {

using internal::HostNode;
using Kind = HostValue::Kind;

absl::Status TooLarge(std::string_view what) {
  return absl::ResourceExhaustedError(absl::StrCat("the value is too large to cross: more ",
                                                   absl::string_view(what.data(), what.size()),
                                                   " than the option `conversion` allows"));
}

// ---- from the Vm to the host

// What crosses most: a value without parts or text. False: anything else.
bool ToHostAtOnce(Value v, HostValue* out) {
  if (v.IsSmallInt()) {
    *out = v.AsSmallInt();
  } else if (v.IsFloat()) {
    *out = v.AsFloat();
  } else if (v.IsBool()) {
    *out = v.AsBool();
  } else {
    return v.IsNone();
  }
  return true;
}

// Python values into host values. The program chose their shape: a million levels, cycles, one list
// in a thousand places. So there is no recursion but a stack; an object that was met before is
// shared, or is a Cycle() if it is still open; and all that is made is counted.
class Exporter {
 public:
  Exporter(Vm& vm, const ConversionLimits& limits) : vm_(vm), limits_(limits) {}

  absl::Status Run(Value value, HostValue* result) {
    absl::Status status = Convert(value, result);
    if (!status.ok()) return status;
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.next == top.parts.size()) {
        if (top.kind == Kind::kTyped) top.node->text = internal::TypedText(*top.node);
        finished_[top.object] = {top.kind, top.node};
        open_.pop_back();
        continue;
      }
      // `top` may move when a container is opened.
      Value part = top.parts[top.next++];
      HostNode* node = top.node;
      HostValue converted;
      status = Convert(part, &converted);
      if (!status.ok()) return status;
      node->items.push_back(std::move(converted));
    }
    return absl::OkStatus();
  }

 private:
  // A container whose parts are being converted; `node` is owned by the value it is part of.
  struct Open {
    Object* object;
    HostNode* node;
    Kind kind;
    std::vector<Value> parts;
    size_t next = 0;
  };
  struct Done {
    Kind kind;
    HostNode* node;  // null: it is open
  };

  absl::Status ChargeText(size_t bytes) {
    bytes_ += bytes;
    return bytes_ > limits_.max_bytes ? TooLarge("text") : absl::OkStatus();
  }

  absl::Status Convert(Value v, HostValue* out) {
    if (++values_ > limits_.max_values) return TooLarge("values");
    if (v.IsObject()) return ConvertObject(v, out);
    if (ToHostAtOnce(v, out)) return absl::OkStatus();
    if (v.IsType()) {
      *out = HostValue::Type(QualifiedTypeName(vm_, v));
    } else if (v.IsNative()) {
      return Handle(v, Kind::kFunction, vm_.NativeOf(v).name, out);
    } else if (v == Value::Ellipsis()) {
      *out = HostValue::Ellipsis();
    } else if (v == Value::NotImplemented()) {
      *out = HostValue::NotImplemented();
    } else {
      *out = HostValue();
    }
    return absl::OkStatus();
  }

  absl::Status ConvertObject(Value v, HostValue* out) {
    switch (v.AsObject()->type) {
      case TypeId::kStr: *out = HostValue(Vm::View(v)); return ChargeText(out->size());
      case TypeId::kBytes:
        *out = HostValue::Bytes(v.As<Bytes>()->view());
        return ChargeText(out->size());
      case TypeId::kByteArray:
        *out = HostValue::ByteArray(v.As<ByteArray>()->view());
        return ChargeText(out->size());
      case TypeId::kRegexFlag:
      case TypeId::kCalendarDay:
      case TypeId::kCalendarMonth: *out = v.As<BigInt>()->small(); return absl::OkStatus();
      case TypeId::kInt: {
        if (absl::Status status = ChargeText(v.As<BigInt>()->count * 2); !status.ok())
          return status;
        *out = HostValue::BigInt(internal::HexText(v.As<BigInt>()));
        return absl::OkStatus();
      }
      case TypeId::kComplex:
        *out = HostValue::Complex(v.As<ComplexObject>()->real.AsFloat(),
                                  v.As<ComplexObject>()->imaginary.AsFloat());
        return absl::OkStatus();
      case TypeId::kFunction:
        return Handle(v, Kind::kFunction, Vm::View(v.As<Function>()->name), out);
      case TypeId::kBuiltinFunction:
      case TypeId::kMethodWrapper:
      case TypeId::kBoundMethod: {
        Value function = v.As<BoundMethod>()->function;
        std::string_view name = function.IsNative() ? vm_.NativeOf(function).name
                                : IsObjectOf(function, TypeId::kFunction)
                                    ? Vm::View(function.As<Function>()->name)
                                    : std::string_view("method");
        return Handle(v, Kind::kFunction, name, out);
      }
      case TypeId::kHostFunction: {
        const HostFunction* function = v.As<HostFunction>();
        const Value doc = function->doc;
        const bool has_signature = Vm::IsStr(function->signature);
        *out =
            HostValue::HostFunction(Vm::View(has_signature ? function->signature : function->name),
                                    Vm::IsStr(doc) ? Vm::View(doc) : std::string_view());
        return absl::OkStatus();
      }
      case TypeId::kDynamicType:
        *out = HostValue::Type(Vm::View(v.As<Record>()->words()[0]));
        return absl::OkStatus();
      default: return OpenContainer(v, out);
    }
  }

  // What has no parts of its own in the Vm, or is nothing that the host can look into.
  absl::Status ConvertTyped(Value v, HostValue* out) {
    const uint64_t size = internal::TypedSize(v);
    if (size > limits_.max_values - values_) return TooLarge("values");
    values_ += size;
    *out = internal::TypedToHost(vm_, v);
    if (out->is_none()) return Handle(v, Kind::kObject, vm_.TypeName(v), out);
    return ChargeText(internal::TypedCost(*out));
  }

  absl::Status Handle(Value v, Kind kind, std::string_view name, HostValue* out) {
    HostNode* node = new HostNode;
    *out = HostValueAccess::Make(kind, node);
    node->name = name;
    if (kind == Kind::kObject) node->text = absl::StrCat("<", node->name, " object>");
    if (HandleCount(vm_) >= limits_.max_handles) return TooLarge("handles");
    const ::pysub::Handle handle = NewHandle(vm_, v);
    node->handle = handle.number;
    node->handle_owner = handle.owner;
    return handle.number != 0
               ? absl::OkStatus()
               : absl::ResourceExhaustedError("the sandbox has no memory for a handle");
  }

  // The kind of a container, its parts and name; false: it is none.
  bool PartsOf(Value v, Kind* kind, std::vector<Value>* parts, HostNode* node) {
    Object* object = v.AsObject();
    TypeId type = object->type;
    if (Vm::IsSubtype(type, TypeId::kDict)) {
      Dict* dict = static_cast<Dict*>(object);
      *kind = Kind::kDict;
      node->name = Vm::NameOf(type);  // "collections.OrderedDict"
      node->name.erase(0, node->name.rfind('.') + 1);
      parts->reserve(dict->live * 2);
      for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
        parts->push_back(entry->key);
        parts->push_back(entry->value);
      }
      return true;
    }
    if (Vm::IsSubtype(type, TypeId::kTuple)) {
      Tuple* tuple = static_cast<Tuple*>(object);
      *kind = type == TypeId::kTuple ? Kind::kTuple : Kind::kNamedTuple;
      if (type == TypeId::kNamedTuple) {
        NameFields(tuple, node);
      } else if (type != TypeId::kTuple) {
        node->name = Vm::NameOf(type);
        for (const AttributeInfo& field : vm_.InfoOf(type).attributes)
          node->fields.emplace_back(field.name);
      }
      parts->assign(tuple->items(), tuple->items() + tuple->size());
      return true;
    }
    if (IsExceptionType(type)) {
      Value args = static_cast<Exception*>(object)->args;
      *kind = Kind::kException;
      node->name = QualifiedTypeName(vm_, Value::Type(type));
      if (IsObjectOf(args, TypeId::kTuple)) {
        parts->assign(args.As<Tuple>()->items(),
                      args.As<Tuple>()->items() + args.As<Tuple>()->count);
      }
      if (parts->size() == 1 && Vm::IsStr(parts->front())) node->text = Vm::View(parts->front());
      return true;
    }
    switch (type) {
      case TypeId::kList: {
        List* list = static_cast<List*>(object);
        *kind = Kind::kList;
        if (list->size > 0) parts->assign(list->items(), list->items() + list->size);
        return true;
      }
      case TypeId::kSet:
      case TypeId::kFrozenSet:
        *kind = type == TypeId::kSet ? Kind::kSet : Kind::kFrozenSet;
        for (SetCursor at(static_cast<Set*>(object)); at.Next();) parts->push_back(at.key());
        return true;
      case TypeId::kDeque: {
        Deque* deque = static_cast<Deque*>(object);
        *kind = Kind::kDeque;
        parts->reserve(deque->size + 1);
        parts->push_back(deque->maxlen);
        for (uint64_t i = 0; i < deque->size; ++i) parts->push_back(deque->at(i));
        return true;
      }
      case TypeId::kRange: {
        Range* range = static_cast<Range*>(object);
        *kind = Kind::kRange;
        *parts = {range->start, range->stop, range->step};
        return true;
      }
      case TypeId::kSimpleNamespace:
      case TypeId::kDictKeys:
      case TypeId::kDictValues:
      case TypeId::kDictItems:
        *kind = Kind::kTyped;
        return internal::TypedParts(object, parts, node);
      case TypeId::kSlice: {
        Slice* slice = static_cast<Slice*>(object);
        *kind = Kind::kSlice;
        *parts = {slice->start, slice->stop, slice->step};
        return true;
      }
      default: return false;
    }
  }

  void NameFields(Tuple* tuple, HostNode* node) {
    DynamicType* type = NamedTupleType(tuple).As<DynamicType>();
    node->name = Vm::View(type->name);
    Tuple* fields = type->fields.As<Tuple>();
    for (uint32_t i = 0; i < fields->count; ++i)
      node->fields.emplace_back(Vm::View(fields->items()[i]));
  }

  absl::Status OpenContainer(Value v, HostValue* out) {
    Object* object = v.AsObject();
    auto known = finished_.find(object);
    if (known != finished_.end()) {
      *out = known->second.node == nullptr
                 ? HostValue::Cycle()
                 : HostValueAccess::Share(known->second.kind, known->second.node);
      return absl::OkStatus();
    }
    HostNode* node = new HostNode;
    Kind kind = Kind::kObject;
    std::vector<Value> parts;
    if (!PartsOf(v, &kind, &parts, node)) {
      delete node;
      return ConvertTyped(v, out);
    }
    *out = HostValueAccess::Make(kind, node);
    for (const std::string& field : node->fields) {
      if (absl::Status status = ChargeText(field.size()); !status.ok()) return status;
    }
    if (parts.empty()) return ChargeText(node->name.size());
    if (parts.size() > limits_.max_values - values_) return TooLarge("values");
    if (open_.size() >= limits_.max_depth) return TooLarge("nesting");
    node->items.reserve(parts.size());
    finished_[object] = {kind, nullptr};
    open_.push_back({object, node, kind, std::move(parts), 0});
    return ChargeText(node->name.size() + node->text.size());
  }

  Vm& vm_;
  const ConversionLimits& limits_;
  uint64_t values_ = 0;
  uint64_t bytes_ = 0;
  std::vector<Open> open_;
  absl::flat_hash_map<Object*, Done> finished_;
};

}  // namespace

absl::Status ToHost(Vm& vm, std::span<const Value> values, const ConversionLimits& limits,
                    std::vector<HostValue>* out) {
  out->reserve(values.size());
  if (values.size() <= limits.max_values) {
    size_t crossed = 0;
    while (crossed < values.size() && ToHostAtOnce(values[crossed], &out->emplace_back()))
      ++crossed;
    if (crossed == values.size()) return absl::OkStatus();
    out->clear();
  }
  Exporter exporter(vm, limits);
  for (Value value : values) {
    absl::Status status = exporter.Run(value, &out->emplace_back());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<HostValue> ToHost(Vm& vm, Value value, const ConversionLimits& limits) {
  HostValue result;
  if (limits.max_values > 0 && ToHostAtOnce(value, &result)) return result;
  absl::Status status = Exporter(vm, limits).Run(value, &result);
  if (!status.ok()) return status;
  return result;
}

HostValue ToHostHandle(Vm& vm, Value value) {
  HostNode* node = new HostNode;
  node->name = vm.TypeName(value);
  node->text = absl::StrCat("<", node->name, " object>");
  const Handle handle = NewHandle(vm, value);
  node->handle = handle.number;
  node->handle_owner = handle.owner;
  return HostValueAccess::Make(Kind::kObject, node);
}

// ---- from the host to the Vm

namespace {

// Host values into Python ones. What is shared in the host's value is one object afterwards, too.
// Python objects may wait in `parts`, where no collector sees them: when memory is short nothing is
// collected here, but all of it is given up (kAborted) and asked for again.
class Importer {
 public:
  Importer(Vm& vm, const ConversionLimits& limits) : vm_(vm), limits_(limits) {}

  absl::StatusOr<Value> Run(const HostValue& value) {
    absl::StatusOr<Value> result = Convert(value);
    while (result.ok() && !open_.empty()) {
      Open& top = open_.back();
      if (top.next == top.value->items().size()) {
        result = Build(top);
        if (!result.ok()) break;
        built_[HostValueAccess::Node(*top.value)] = *result;
        open_.pop_back();
        if (!open_.empty()) open_.back().parts.push_back(*result);
        continue;
      }
      size_t depth = open_.size();
      const HostValue& part = top.value->items()[top.next++];
      result = Convert(part);
      if (result.ok() && open_.size() == depth) open_.back().parts.push_back(*result);
    }
    return result;
  }

 private:
  struct Open {
    const HostValue* value;
    std::vector<Value> parts;
    size_t next = 0;
  };

  // A Value of the Vm, which has failed when it ran out of memory.
  absl::StatusOr<Value> Checked(Value value) {
    if (!value.IsFailed()) return value;
    bool memory = !vm_.FailureIsCatchable();
    vm_.DropFailure();
    return memory ? absl::AbortedError("the sandbox has no memory for this value")
                  : absl::InvalidArgumentError("the sandbox refuses this value");
  }
  absl::StatusOr<Value> CheckedStatus(Status status, Value value) {
    return Checked(status.ok() ? value : Value::Failed());
  }

  // The value; of a container that was opened: nothing yet.
  absl::StatusOr<Value> Convert(const HostValue& v) {
    if (++values_ > limits_.max_values) return TooLarge("values");
    bytes_ += v.text().size() + v.name().size();
    for (const std::string& field : v.fields()) bytes_ += field.size();
    if (bytes_ > limits_.max_bytes) return TooLarge("text");
    switch (v.kind()) {
      case Kind::kNone: return Value::None();
      case Kind::kBool: return Value::Bool(*v.as_bool());
      case Kind::kInt: return Checked(vm_.NewInt(*v.as_int()));
      case Kind::kFloat: return Value::ForeignFloat(*v.as_double());
      case Kind::kEllipsis: return Value::Ellipsis();
      case Kind::kNotImplemented: return Value::NotImplemented();
      case Kind::kCycle: return absl::InvalidArgumentError("a cycle cannot be given to a sandbox");
      case Kind::kBigInt: return Checked(vm_.NewIntFromText(v.text()));
      case Kind::kComplex: return Checked(vm_.NewComplex(v.real(), v.imaginary()));
      case Kind::kStr:
        if (!IsValidUtf8(v.text(), Surrogates::kAllow)) {
          return absl::InvalidArgumentError("a str is not valid UTF-8");
        }
        return Checked(vm_.NewStr(v.text()));
      case Kind::kBytes: return Checked(vm_.NewBytes(v.text()));
      case Kind::kByteArray: return NewByteArray(v.text());
      case Kind::kType: {
        TypeId type = TypeOfName(v.name());
        if (type == TypeId::kObject && v.name() != "object") {
          return absl::InvalidArgumentError(
              absl::StrCat("there is no type '", std::string(v.name()), "'"));
        }
        return Value::Type(type);
      }
      case Kind::kHostFunction: return NewHostFunction(v);
      case Kind::kFunction:
      case Kind::kObject: {
        Value value = HandleValue(vm_, {v.handle(), v.handle_owner()});
        if (value.IsUndefined()) return absl::InvalidArgumentError("a handle of another sandbox");
        return value;
      }
      default: return OpenContainer(v);
    }
  }

  absl::StatusOr<Value> OpenContainer(const HostValue& v) {
    auto known = built_.find(HostValueAccess::Node(v));
    if (known != built_.end()) return known->second;
    if (open_.size() >= limits_.max_depth) return TooLarge("nesting");
    open_.push_back({&v, {}, 0});
    open_.back().parts.reserve(v.items().size());
    return Value::None();
  }

  absl::StatusOr<Value> NewByteArray(std::string_view bytes) {
    ByteArray* array = vm_.New<ByteArray>(TypeId::kByteArray);
    Buffer* buffer = array != nullptr && !bytes.empty() ? vm_.NewBuffer(bytes.size()) : nullptr;
    if (array == nullptr || (buffer == nullptr && !bytes.empty())) return Checked(Value::Failed());
    array->size = bytes.size();
    array->exports = 0;
    if (buffer != nullptr) {
      std::copy(bytes.begin(), bytes.end(), buffer->bytes());
      array->buffer = Value::Of(buffer);
    }
    return Value::Of(array);
  }

  absl::StatusOr<Value> NewHostFunction(const HostValue& v) {
    if (!IsValidUtf8(v.name(), Surrogates::kRefuse) ||
        !IsValidUtf8(v.text(), Surrogates::kRefuse)) {
      return absl::InvalidArgumentError("the name of a host function is not valid UTF-8");
    }
    const std::string_view signature = v.signature();
    if (!signature.empty()) {
      if (absl::Status status = CallSignature::Read(signature).status(); !status.ok())
        return status;
    }
    HostFunction* function = vm_.New<HostFunction>(TypeId::kHostFunction);
    const Value name = vm_.NewStr(v.name());
    const Value doc = v.text().empty() ? Value::None() : vm_.NewStr(v.text());
    const Value parameters = signature.empty() ? Value::Undefined() : vm_.NewStr(signature);
    if (function == nullptr || name.IsFailed() || doc.IsFailed() || parameters.IsFailed())
      return Checked(Value::Failed());
    function->name = name;
    function->doc = doc;
    function->signature = parameters;
    return Value::Of(function);
  }

  absl::StatusOr<Value> Build(Open& open) {
    const HostValue& v = *open.value;
    std::vector<Value>& parts = open.parts;
    switch (v.kind()) {
      case Kind::kList: return Checked(vm_.NewList(parts));
      case Kind::kTuple: return Checked(vm_.NewTuple(parts));
      case Kind::kNamedTuple: return BuildNamedTuple(v, parts);
      case Kind::kDeque: {
        if (parts.empty() ||
            !(parts[0].IsNone() || (parts[0].IsSmallInt() && parts[0].AsSmallInt() >= 0))) {
          return absl::InvalidArgumentError(
              "the first item of a deque is its maxlen, an int or None");
        }
        Deque* deque = NewDeque(vm_, parts[0]);
        if (deque == nullptr) return Checked(Value::Failed());
        for (size_t i = 1; i < parts.size(); ++i) {
          if (!DequeAppend(vm_, deque, parts[i]).ok()) return Checked(Value::Failed());
        }
        return Value::Of(deque);
      }
      case Kind::kDict: {
        Dict* dict = vm_.NewDict(parts.size() / 2);
        if (dict == nullptr) return Checked(Value::Failed());
        for (size_t i = 0; i + 1 < parts.size(); i += 2) {
          if (!DictSet(vm_, dict, parts[i], parts[i + 1]).ok()) return Checked(Value::Failed());
        }
        // The dicts of collections are laid out alike.
        if (v.name() == "Counter") dict->type = TypeId::kCounter;
        if (v.name() == "OrderedDict") dict->type = TypeId::kOrderedDict;
        if (v.name() == "defaultdict") {
          dict->type = TypeId::kDefaultDict;
          dict->extra = Value::None();
        }
        return Value::Of(dict);
      }
      case Kind::kSet:
      case Kind::kFrozenSet: {
        Set* set = vm_.NewSet(v.kind() == Kind::kSet ? TypeId::kSet : TypeId::kFrozenSet);
        if (set == nullptr) return Checked(Value::Failed());
        for (Value part : parts) {
          if (!SetAdd(vm_, set, part).ok()) return Checked(Value::Failed());
        }
        return Value::Of(set);
      }
      case Kind::kRange:
        for (Value part : parts) {
          if (!Vm::IsInt(part)) return absl::InvalidArgumentError("a range is made of ints");
        }
        return Checked(NewRange(vm_, parts[0], parts[1], parts[2]));
      case Kind::kSlice: return Checked(vm_.NewSlice(parts[0], parts[1], parts[2]));
      case Kind::kTyped: return BuildTyped(v, parts);
      case Kind::kException: {
        TypeId type = TypeOfName(v.name());
        if (!IsExceptionType(type)) {
          return absl::InvalidArgumentError(
              absl::StrCat("there is no exception '", std::string(v.name()), "'"));
        }
        // The constructor sets the fields that come from args (OSError's errno ...); it runs no
        // Python.
        return Checked(vm_.Call(Value::Type(type), parts));
      }
      default: return absl::InternalError("a container of an unknown kind");
    }
  }

  absl::StatusOr<Value> BuildTyped(const HostValue& v, const std::vector<Value>& parts) {
    if (absl::Status status = internal::CanEnter(vm_, v); !status.ok()) return status;
    return Checked(internal::TypedFromHost(vm_, v, parts));
  }

  // Of a type of its own, which has the name and fields.
  absl::StatusOr<Value> BuildNamedTuple(const HostValue& v, const std::vector<Value>& parts) {
    if (v.fields().size() != parts.size()) {
      return absl::InvalidArgumentError("a named tuple has as many fields as items");
    }
    Tuple* fields = vm_.NewTuple(parts.size());
    if (fields == nullptr) return Checked(Value::Failed());
    for (size_t i = 0; i < parts.size(); ++i) {
      if (v.fields()[i].empty() || !IsValidUtf8(v.fields()[i], Surrogates::kRefuse)) {
        return absl::InvalidArgumentError("a field name of a named tuple is not valid UTF-8");
      }
      Value field = vm_.Intern(v.fields()[i]);
      if (field.IsFailed()) return Checked(field);
      fields->items()[i] = field;
    }
    if (!IsValidUtf8(v.name(), Surrogates::kRefuse)) {
      return absl::InvalidArgumentError("the name of a named tuple is not valid UTF-8");
    }
    Value name = vm_.Intern(v.name());
    Value module = vm_.Intern("host");
    if (name.IsFailed() || module.IsFailed()) return Checked(Value::Failed());
    Value type = NewNamedTupleType(vm_, name, module, Value::Of(fields), {});
    if (type.IsFailed()) return Checked(type);
    return Checked(NewNamedTuple(vm_, type, parts));
  }

  Vm& vm_;
  const ConversionLimits& limits_;
  uint64_t values_ = 0;
  uint64_t bytes_ = 0;
  std::vector<Open> open_;
  absl::flat_hash_map<const HostNode*, Value> built_;
};

}  // namespace

absl::StatusOr<Value> FromHost(Vm& vm, const HostValue& value, const ConversionLimits& limits) {
  if (limits.max_values > 0) {
    if (value.is_none()) return Value::None();
    if (value.kind() == Kind::kBool) return Value::Bool(*value.as_bool());
    if (value.kind() == Kind::kInt && Value::FitsSmallInt(*value.as_int()))
      return Value::KnownSmallInt(*value.as_int());
  }
  return Importer(vm, limits).Run(value);
}

// ---- handles and names of types

namespace {

// Vm::host_handles: the owner of handles that are given out now (0: not drawn yet), then for each
// handle its value and its owner. All of it may be from a snapshot of a stranger.
constexpr uint64_t kOwners = uint64_t{1} << 46;

List* HandlesOf(const Vm& vm) {
  return vm.host_handles.IsUndefined() ? nullptr : vm.host_handles.As<List>();
}

uint64_t OwnerAt(List* list, size_t at) {
  return at < list->size && list->items()[at].IsSmallInt()
             ? static_cast<uint64_t>(list->items()[at].AsSmallInt())
             : 0;
}

Value OwnerValue(uint64_t mixed) {
  return Value::KnownSmallInt(static_cast<int64_t>(mixed % (kOwners - 1) + 1));
}

// No system call: a worker may make none. The process has random bytes, no two sandboxes in it are
// in one place at one time.
uint64_t DrawOwner(const Vm& vm) {
  HashKey key{};
#if defined(__wasm__)
  static_cast<void>(FillWithEntropy(&key, sizeof(key)));
#else
  if (const unsigned long random = getauxval(AT_RANDOM)) {
    std::memcpy(&key, reinterpret_cast<const void*>(random), sizeof(key));
  }
#endif
  const uint64_t own[2] = {
      reinterpret_cast<uintptr_t>(&vm),
      static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())};
  return SipHash13(key, {reinterpret_cast<const char*>(own), sizeof(own)});
}

}  // namespace

bool DrawHandleOwner(Vm& vm) {
  List* list = HandlesOf(vm);
  if (list == nullptr) {
    list = vm.NewList();
    if (list == nullptr) return vm.DropFailure(), false;
    vm.host_handles = Value::Of(list);
  }
  if (list->size == 0 && !ListAppend(vm, list, Value::SmallInt(0)).ok())
    return vm.DropFailure(), false;
  if (OwnerAt(list, 0) == 0) list->items()[0] = OwnerValue(DrawOwner(vm));
  return true;
}

void ForgetHandleOwner(Vm& vm) {
  if (List* list = HandlesOf(vm); list != nullptr && list->size > 0)
    list->items()[0] = Value::SmallInt(0);
}

// The numbers begin anew, so their owner is another.
void ReleaseHandles(Vm& vm) {
  List* list = HandlesOf(vm);
  if (list == nullptr || list->size == 0) return;
  list->size = 1;
  if (const uint64_t owner = OwnerAt(list, 0)) list->items()[0] = OwnerValue(owner + 1);
}

size_t HandleCount(const Vm& vm) {
  const List* list = HandlesOf(vm);
  return list == nullptr ? 0 : list->size / 2;
}

Handle NewHandle(Vm& vm, Value value) {
  if (!DrawHandleOwner(vm)) return {};
  List* list = HandlesOf(vm);
  // Both or none: a list of an odd size holds whole pairs.
  if (!ListAppend(vm, list, value).ok()) return vm.DropFailure(), Handle{};
  if (!ListAppend(vm, list, list->items()[0]).ok()) {
    --list->size;
    return vm.DropFailure(), Handle{};
  }
  return {list->size / 2, OwnerAt(list, 0)};
}

Value HandleValue(const Vm& vm, Handle handle) {
  List* list = HandlesOf(vm);
  if (list == nullptr || handle.number == 0 || handle.owner == 0 || handle.number > list->size / 2)
    return Value::Undefined();
  const size_t at = handle.number * 2 - 1;
  return OwnerAt(list, at + 1) == handle.owner ? list->items()[at] : Value::Undefined();
}

namespace {

// Names under which programs import what another module defines.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"json.JSONDecodeError", "json.decoder.JSONDecodeError"},
    {"asyncio.CancelledError", "asyncio.exceptions.CancelledError"},
    {"asyncio.TimeoutError", "TimeoutError"},
};

}  // namespace

// The type that a host means by a name; object: there is none of that name.
TypeId TypeOfName(std::string_view name) {
  for (const auto& [other, known] : kOtherNames) {
    if (name == other) name = known;
  }
  size_t dot = name.rfind('.');
  std::string_view module = dot == std::string_view::npos ? "builtins" : name.substr(0, dot);
  std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
  for (int i = 0; i < static_cast<int>(TypeId::kCount); ++i) {
    TypeId type = static_cast<TypeId>(i);
    if (Vm::NameOf(type) == last && Vm::ModuleOf(type) == module) {
      if (module != "builtins" || Vm::IsBuiltinName(type) || IsExceptionType(type)) return type;
    }
  }
  return TypeId::kObject;
}

std::string QualifiedTypeName(Vm&, Value type) {
  std::string_view module = Vm::ModuleOf(type.AsType());
  std::string name(Vm::NameOf(type.AsType()));
  return module == "builtins" ? name : std::string(module) + "." + name;
}

}  // namespace pysub
