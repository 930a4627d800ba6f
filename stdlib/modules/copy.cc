// copy. CPython 3.14 library, "copy". Nothing in a program can define __copy__ or __deepcopy__, so
// copying never runs Python. Objects that are not listed here are immutable, or CPython says that
// they cannot be pickled.

#include <string>

#include "stdlib/modules/functools.h"
#include "stdlib/types/deque.h"
#include "stdlib/types/dict_subclasses.h"
#include "stdlib/types/namedtuple.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/set.h"
#include "vm/objects/tuple.h"

namespace pysub {
namespace {

Copying CopyingOf(Vm& vm, Value v) {
  return IsException(v) ? Copying::kWords : vm.InfoOf(v).copying;
}

Value CloneRecord(Vm& vm, Object* object) {
  Object* copy = vm.heap.NewValues(object->type, object->count);
  if (copy == nullptr) return vm.NoMemory(8 + uint64_t{object->count} * 8);
  copy->flags |= object->flags & (kFlagA | kFlagC);
  std::copy(object->words(), object->words() + object->count, copy->words());
  return Value::Of(copy);
}

Failure CannotPickle(Vm& vm, Value v) {
  const TypeId type = v.AsObject()->type;
  if (type == TypeId::kMemoryView) return vm.TypeError("cannot pickle memoryview objects");
  if (Vm::ModuleOf(type) == "_io") {
    const std::string_view name = vm.TypeName(v);
    return vm.TypeError("cannot pickle '", name.substr(name.rfind('.') + 1), "' instances");
  }
  return vm.TypeError("cannot pickle '", vm.TypeName(v), "' object");
}

// An io.BytesIO or io.StringIO, whose first word is the memory and whose last its attributes.
Value CloneStream(Vm& vm, Value v) {
  Value memory = v.AsObject()->words()[0];
  if (IsObjectOf(memory, TypeId::kByteArray))
    memory = TRY(NewBytesOf(vm, TypeId::kByteArray, memory.As<ByteArray>()->view()));
  Value attributes = v.AsObject()->words()[v.AsObject()->count - 1];
  if (IsObjectOf(attributes, TypeId::kDict))
    attributes = Value::Of(TRY(DictCopy(vm, attributes.As<Dict>())));
  Value copy = TRY(CloneRecord(vm, v.AsObject()));
  copy.AsObject()->words()[0] = memory;
  copy.AsObject()->words()[copy.AsObject()->count - 1] = attributes;
  return copy;
}

// A copy whose parts are the same objects.
Value Shallow(Vm& vm, Value v) {
  if (!v.IsObject()) return v;
  Object* object = v.AsObject();
  switch (object->type) {
    case TypeId::kList: return vm.NewList(std::span<const Value>(ListItems(v.As<List>())));
    case TypeId::kDict:
    case TypeId::kCounter:
    case TypeId::kDefaultDict: return Value::Of(TRY(DictCopySame(vm, v.As<Dict>())));
    case TypeId::kOrderedDict: {
      Dict* copy = TRY(DictCopySame(vm, v.As<Dict>()));
      const Value own = v.As<Dict>()->extra;  // what was set on it
      if (IsPlainDict(own)) copy->extra = Value::Of(TRY(DictCopy(vm, own.As<Dict>())));
      return Value::Of(copy);
    }
    case TypeId::kSet: return NewSetFrom(vm, TypeId::kSet, v);
    case TypeId::kByteArray: return CallMethod(vm, v, "copy", {});
    case TypeId::kArrayArray:
    case TypeId::kZlibCompress:
    case TypeId::kZlibDecompress: return CallMethod(vm, v, "__copy__", {});
    case TypeId::kDeque: return DequeCopy(vm, v);
    case TypeId::kNamedTuple:
      return NewNamedTuple(vm, NamedTupleType(v.As<Tuple>()),
                           std::span<const Value>(v.As<Tuple>()->items(), v.As<Tuple>()->size()));
    case TypeId::kChainMap: return CallMethod(vm, v, "copy", {});
    case TypeId::kBytesIO:
    case TypeId::kStringIO: return CloneStream(vm, v);
    default: break;
  }
  switch (CopyingOf(vm, v)) {
    case Copying::kItself: return v;
    case Copying::kWords: return CloneRecord(vm, object);
    case Copying::kRefused: break;
  }
  return CannotPickle(vm, v);
}

// ---- deepcopy

// copy.deepcopy() of native objects, without Python code. The memo maps each object to its copy, so
// what is shared stays shared and cycles end. An object that can contain itself is in the memo
// before its parts are copied.
class DeepCopier {
 public:
  DeepCopier(Vm& vm, Value memo) : vm_(vm), memo_(memo) {}

  static bool IsAtomic(TypeId type) {
    switch (type) {
      case TypeId::kInt:
      case TypeId::kStr:
      case TypeId::kBytes:
      case TypeId::kComplex:
      case TypeId::kFunction:
      case TypeId::kLibraryFunction:
      case TypeId::kRange:
      case TypeId::kTimeDelta:
      case TypeId::kTzInfo:
      case TypeId::kTimeZone:
      case TypeId::kZoneInfo:
      case TypeId::kDate:
      case TypeId::kDateTime:
      case TypeId::kTimeOfDay:
      case TypeId::kFraction:
      case TypeId::kDecimal:
      case TypeId::kUuid:
      case TypeId::kCode:
      case TypeId::kDynamicType:
      case TypeId::kAbstractType:
      case TypeId::kCacheWrapper: return true;
      default: return false;
    }
  }

  Value Copy(Value v) {
    if (!v.IsObject() || IsAtomic(v.AsObject()->type)) return v;
    Value known = TRY(Find(v));
    if (!known.IsUndefined()) return known;
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    if (!vm_.Tick(1)) return Value::Failed();
    return CopyObject(v);
  }

 private:
  Value CopyObject(Value v) {
    Object* object = v.AsObject();
    switch (object->type) {
      case TypeId::kList: return CopyList(v);
      case TypeId::kTuple:
      case TypeId::kNamedTuple: return CopyTuple(v);
      case TypeId::kDict:
      case TypeId::kCounter:
      case TypeId::kDefaultDict:
      case TypeId::kOrderedDict: return CopyDict(v);
      case TypeId::kSet:
      case TypeId::kFrozenSet: return CopySet(v);
      case TypeId::kDeque: return CopyDeque(v);
      case TypeId::kBytesIO:
      case TypeId::kStringIO:
      case TypeId::kArrayArray:
      case TypeId::kZlibCompress:
      case TypeId::kZlibDecompress:
      case TypeId::kByteArray: {
        Value copy = TRY(Shallow(vm_, v));
        TRY(Remember(v, copy));
        return copy;
      }
      case TypeId::kBoundMethod: {
        BoundMethod* method = v.As<BoundMethod>();
        if (method->function.IsNative() && method->self.IsType()) return v;
        Value self = TRY(Copy(method->self));
        return vm_.NewBoundMethod(self, method->function);
      }
      case TypeId::kSlice: {
        Slice* slice = v.As<Slice>();
        Value start = TRY(Copy(slice->start)), stop = TRY(Copy(slice->stop));
        Value step = TRY(Copy(slice->step));
        return vm_.NewSlice(start, stop, step);
      }
      default: break;
    }
    switch (CopyingOf(vm_, v)) {
      case Copying::kItself: return v;
      case Copying::kWords: return CopyRecord(v);
      case Copying::kRefused: break;
    }
    return CannotPickle(vm_, v);
  }

  Value CopyList(Value v) {
    List* from = v.As<List>();
    List* to = TRY(vm_.NewList(from->size));
    TRY(Remember(v, Value::Of(to)));
    for (uint64_t i = 0; i < from->size; ++i) TRY(ListAppend(vm_, to, TRY(Copy(from->items()[i]))));
    return Value::Of(to);
  }

  // A tuple of the same objects is itself; a named one is made anew.
  Value CopyTuple(Value v) {
    Tuple* from = v.As<Tuple>();
    Value copied = TRY(vm_.NewList(std::span<const Value>()));
    List* items = copied.As<List>();
    TRY(ListReserve(vm_, items, from->size()));
    bool same = true;
    for (uint32_t i = 0; i < from->size(); ++i) {
      Value item = TRY(Copy(from->items()[i]));
      same &= item == from->items()[i];
      TRY(ListAppend(vm_, items, item));
    }
    Value known = TRY(Find(v));  // when it is part of itself
    if (!known.IsUndefined()) return known;
    if (from->type == TypeId::kTuple && same) return v;
    Value result = from->type == TypeId::kTuple
                       ? TRY(TupleOfList(vm_, items))
                       : TRY(NewNamedTuple(vm_, NamedTupleType(from),
                                           std::span<const Value>(ListItems(items))));
    TRY(Remember(v, result));
    return result;
  }

  Value CopyDict(Value v) {
    Dict* from = v.As<Dict>();
    Dict* to = TRY(vm_.NewDict());
    to->type = from->type;
    if (from->type == TypeId::kDefaultDict) to->extra = from->extra;
    TRY(Remember(v, Value::Of(to)));
    if (from->type == TypeId::kOrderedDict && IsPlainDict(from->extra))
      to->extra = TRY(Copy(from->extra));
    for (uint32_t at = 0; DictEntry* entry = DictNext(from, &at);) {
      Value key = TRY(Copy(entry->key));
      Value value = TRY(Copy(entry->value));
      TRY(DictSet(vm_, to, key, value));
    }
    return Value::Of(to);
  }

  Value CopySet(Value v) {
    Set* to = TRY(vm_.NewSet(TypeId::kSet));
    TRY(ForEachItem(vm_, v, [&](Value item) -> Status {
      Value copy = Copy(item);
      if (copy.IsFailed()) return Failure{};
      return SetAdd(vm_, to, copy);
    }));
    to->type = v.AsObject()->type;
    TRY(Remember(v, Value::Of(to)));
    return Value::Of(to);
  }

  Value CopyDeque(Value v) {
    Deque* from = v.As<Deque>();
    Deque* to = TRY(NewDeque(vm_, from->maxlen));
    TRY(Remember(v, Value::Of(to)));
    for (uint64_t i = 0; i < from->size; ++i) TRY(DequeAppend(vm_, to, TRY(Copy(from->at(i)))));
    return Value::Of(to);
  }

  // Every word is a part.
  Value CopyRecord(Value v) {
    Value copy = TRY(CloneRecord(vm_, v.AsObject()));
    TRY(Remember(v, copy));
    bool exception = IsExceptionType(v.AsObject()->type);
    for (uint32_t i = 0; i < copy.AsObject()->count; ++i) {
      Value& word = copy.AsObject()->words()[i];
      // CPython copies no cause, context, traceback
      if (exception && (i == 1 || i == 2 || i == 3)) {
        word = i == 1 ? Value::Undefined() : Value::None();
        continue;
      }
      if (word.IsObject() && word.AsObject()->type != TypeId::kObject) word = TRY(Copy(word));
    }
    return copy;
  }

  // ---- what was copied already: by address, since nothing moves meanwhile; the
  // program's own memo by id()

  Value Find(Value v) {
    if (memo_.IsUndefined()) return DictGet(vm_, TRY(OwnMemo()), KeyOf(v));
    Result<int64_t> id = vm_.IdOf(v);
    if (!id.ok()) return Value::Failed();
    return DictGet(vm_, memo_.As<Dict>(), vm_.NewInt(*id));
  }
  Status Remember(Value v, Value copy) {
    if (memo_.IsUndefined()) return DictSet(vm_, own_, KeyOf(v), copy);
    int64_t id = TRY(vm_.IdOf(v));
    return DictSet(vm_, memo_.As<Dict>(), vm_.NewInt(id), copy);
  }
  static Value KeyOf(Value v) {
    return Value::KnownSmallInt(reinterpret_cast<uintptr_t>(v.AsObject()) >> 3);
  }
  Dict* OwnMemo() {
    if (own_ == nullptr) own_ = vm_.NewDict();
    return own_;
  }

  Vm& vm_;
  Value memo_;
  Dict* own_ = nullptr;
};

Value CopyFunction(Vm& vm, const Args& a) {
  Value v = a[0];
  return Shallow(vm, v);
}

Value DeepCopy(Vm& vm, const Args& a) {
  Value memo = a.has(1) && !a[1].IsNone() ? a[1] : Value::Undefined();
  if (!a[0].IsObject() || DeepCopier::IsAtomic(a[0].AsObject()->type)) return a[0];
  if (!memo.IsUndefined() && !IsDict(vm, memo)) return vm.RaiseAttributeError(memo, "get");
  return DeepCopier(vm, memo).Copy(a[0]);
}

// replace(obj, /, **changes)
Value Replace(Vm& vm, const Args& a) {
  static constexpr Name kReplace{"__replace__", MemberHash("__replace__")};
  Value object = a[0], keywords = a.keywords;
  Value method = TRY(vm.FindAttribute(object, kReplace));
  if (method.IsUndefined()) {
    std::string_view name = vm.TypeName(object);
    if (const size_t dot = name.rfind('.'); dot != std::string_view::npos)
      name.remove_prefix(dot + 1);
    return vm.TypeError("replace() does not support ", name, " objects");
  }
  return vm.CallWithKeywords(method, {}, keywords);
}

constexpr NativeInfo kFunctions[] = {
    {"@python copy(x)", CopyFunction, "Shallow copy operation on arbitrary Python objects."},
    {"@python deepcopy(x, memo=None, _nil=[])", DeepCopy,
     "Deep copy operation on arbitrary Python objects."},
    {"@python replace(obj, /, **changes)", Replace,
     "Return a new object replacing specified fields with new values."},
};

Status Init(Vm& vm, Dict* names) {
  List* all = TRY(vm.NewList(4));
  for (std::string_view name : {"Error", "copy", "deepcopy", "replace"}) {
    Value text = vm.Intern(name);
    if (text.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, text));
  }
  TRY(DictSetStr(vm, names, "__all__", Value::Of(all)));
  TRY(DictSetStr(vm, names, "Error", Value::Type(TypeId::kCopyError)));
  return DictSetStr(vm, names, "error", Value::Type(TypeId::kCopyError));
}

}  // namespace

extern constexpr ModuleInfo kCopyModule{.name = "copy",
                                        .doc = "Generic (shallow and deep) copying operations.",
                                        .functions = kFunctions,
                                        .init = Init};

}  // namespace pysub
