#include "vm/objects/memoryview.h"

#include <algorithm>

#include "stdlib/types/bytes_methods.h"
#include "vm/native.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bytes.h"
#include "vm/objects/indexing.h"
#include "vm/vm.h"

// The methods and attributes of memoryview. CPython 3.14 library, "Memory Views".
namespace pysub {

namespace {

MemoryView* Self(const Args& a) { return a[0].As<MemoryView>(); }

Value MakeMemoryView(Vm& vm, const Args& a) { return NewMemoryView(vm, a[1]); }

Value Cast(Vm& vm, const Args& a) {
  if (!vm.IsStr(a[1])) return BadArgument(vm, "cast", "argument 'format'", "str", a[1]);
  TRY(CheckNotReleased(vm, Self(a)));
  return CastView(vm, Self(a), a[1], a[2]);
}

// Items are compared as ==, after identity.
Value Count(Vm& vm, const Args& a) {
  TRY(CheckNotReleased(vm, Self(a)));
  if (Self(a)->dimensions() > 1) {
    return vm.Raise(TypeId::kNotImplementedError,
                    "multi-dimensional sub-views are not implemented");
  }
  if (Self(a)->dimensions() == 0) return vm.TypeError("invalid indexing of 0-dim memory");
  int64_t count = 0;
  for (uint64_t i = 0; i < Self(a)->length; ++i) {
    if (!vm.Tick(1)) return Failure{};
    count += TRY(vm.Equal(TRY(MemoryItem(vm, Self(a), i)), a[1]));
  }
  return Value::KnownSmallInt(count);
}

Value Index(Vm& vm, const Args& a) {
  const MemoryView* view = Self(a);
  const auto bound = [&](Value v, int64_t fallback) -> Result<int64_t> {
    if (v.IsUndefined()) return fallback;
    if (!IsIndex(vm, v)) {
      return vm.TypeError("slice indices must be integers or have an __index__ method");
    }
    return vm.ToIndexClamped(v);
  };
  int64_t start = TRY(bound(a[2], 0));
  int64_t stop = TRY(bound(a[3], INT64_MAX));
  TRY(CheckNotReleased(vm, view));
  if (view->dimensions() == 0) return vm.TypeError("invalid lookup on 0-dim memory");
  if (view->dimensions() > 1) {
    return vm.Raise(TypeId::kNotImplementedError, "multi-dimensional lookup is not implemented");
  }
  const auto size = static_cast<int64_t>(view->length);
  if (start < 0) start = std::max<int64_t>(start + size, 0);
  if (stop < 0) stop = std::max<int64_t>(stop + size, 0);
  stop = std::min(stop, size);
  for (int64_t i = start; i < stop; ++i) {
    if (!vm.Tick(1)) return Failure{};
    const Value item = TRY(MemoryItem(vm, view, static_cast<uint64_t>(i)));
    if (TRY(vm.Equal(item, a[1]))) return Value::KnownSmallInt(i);
  }
  return vm.ValueError("memoryview.index(x): x not found");
}

Value Hex(Vm& vm, const Args& a) {
  BytesArgument bytes(vm);
  TRY(bytes.GetWithGaps(a[0]));
  return HexOf(vm, bytes.view(), a[1], a[2]);
}

Value Release(Vm&, const Args& a) {
  if (!IsReleased(a[0])) ReleaseView(Self(a));
  return Value::None();
}

Value ToBytes(Vm& vm, const Args& a) {
  if (a.has(1) && !a[1].IsNone()) {
    if (!vm.IsStr(a[1])) {
      return BadArgument(vm, "tobytes", "argument 'order'", "str or None", a[1]);
    }
    TRY(CheckNotReleased(vm, Self(a)));
    const std::string_view order = Vm::View(a[1]);
    if (order != "C" && order != "F" && order != "A") {
      return vm.ValueError("order must be 'C', 'F' or 'A'");
    }
    TRY(CheckNotReleased(vm, Self(a)));
    if (order == "F" && Self(a)->dimensions() > 1) {
      const MemoryView* view = Self(a);
      TextBuilder in_order(vm);
      TRY(AppendMemory(vm, view, in_order));
      const Tuple* shape = view->shape.As<Tuple>();
      const uint64_t items = MemoryBytes(view) / view->item_size;
      if (!vm.Tick(items)) return Failure{};
      TextBuilder out(vm);
      // Item number n in F order has the first index running fastest.
      for (uint64_t n = 0; n < items; ++n) {
        uint64_t rest = n, at = 0, block = items;
        for (uint32_t i = 0; i < shape->size(); ++i) {
          const auto size = static_cast<uint64_t>(shape->items()[i].AsSmallInt());
          block /= size;
          at += rest % size * block;
          rest /= size;
        }
        if (!out.Append(in_order.view().substr(at * view->item_size, view->item_size))) break;
      }
      return out.FinishBytes();
    }
  }
  BytesArgument bytes(vm);
  TRY(bytes.GetWithGaps(a[0]));
  return vm.NewBytes(bytes.view());
}

Value ToList(Vm& vm, const Args& a) {
  TRY(CheckNotReleased(vm, Self(a)));
  return MemoryList(vm, Self(a));
}

Value ToReadOnly(Vm& vm, const Args& a) {
  TRY(CheckNotReleased(vm, Self(a)));
  return ReadOnlyView(vm, Self(a));
}

Value Enter(Vm& vm, const Args& a) {
  TRY(CheckNotReleased(vm, Self(a)));
  return a[0];
}

// Reads an attribute of a view that is not released.
template <Value (*kRead)(Vm& vm, const MemoryView* view)>
Value Get(Vm& vm, Value self) {
  TRY(CheckNotReleased(vm, self.As<MemoryView>()));
  return kRead(vm, self.As<MemoryView>());
}

bool IsFortranContiguous(const MemoryView* view) {
  if (view->dimensions() <= 1) return IsContiguous(view);
  if (MemoryBytes(view) == 0) return true;
  const Tuple* shape = view->shape.As<Tuple>();
  auto step = static_cast<int64_t>(view->item_size);
  for (uint32_t i = 0; i < shape->size(); ++i) {
    const int64_t size = shape->items()[i].AsSmallInt();
    if (size > 1 && view->stride_at(i) != step) return false;
    step *= size;
  }
  return true;
}

Value GetObject(Vm&, const MemoryView* view) { return view->object; }
Value GetBytes(Vm& vm, const MemoryView* view) {
  return vm.NewInt(static_cast<int64_t>(MemoryBytes(view)));
}
Value GetReadOnly(Vm&, const MemoryView* view) { return Value::Bool(view->readonly != 0); }
Value GetItemSize(Vm&, const MemoryView* view) { return Value::KnownSmallInt(view->item_size); }
Value GetFormat(Vm&, const MemoryView* view) { return view->format; }
Value GetDimensions(Vm&, const MemoryView* view) { return Value::SmallInt(view->dimensions()); }
Value GetShape(Vm&, const MemoryView* view) { return view->shape; }
Value GetStrides(Vm&, const MemoryView* view) { return view->strides; }
Value GetSuboffsets(Vm& vm, const MemoryView*) { return vm.NewTuple({}); }
Value GetCContiguous(Vm&, const MemoryView* view) { return Value::Bool(IsContiguous(view)); }
Value GetFContiguous(Vm&, const MemoryView* view) { return Value::Bool(IsFortranContiguous(view)); }
Value GetContiguous(Vm&, const MemoryView* view) {
  return Value::Bool(IsContiguous(view) || IsFortranContiguous(view));
}

// clang-format off
constexpr NativeInfo kConstructor = {"memoryview(object)", MakeMemoryView, "Create a new memoryview object which references the given object."};

constexpr NativeInfo kMethods[] = {
    {"__enter__()", Enter, ""},
    {"__exit__(*exc_info)", Release, "Release the underlying buffer exposed by the memoryview object."},
    {"cast(format, shape=<unrepresentable>)", Cast, "Cast a memoryview to a new format or shape."},
    {"@classmethod _from_flags(object, flags)", MakeMemoryView,
     "Create a new memoryview object which references the given object."},
    {"count(value, /)", Count, "Count the number of occurrences of a value."},
    {"hex(sep=<unrepresentable>, bytes_per_sep=1)", Hex, "Return the data in the buffer as a str of hexadecimal numbers."},
    {"index(value, start=0, stop=sys.maxsize, /)", Index, "Return the index of the first occurrence of a value."},
    {"release()", Release, "Release the underlying buffer exposed by the memoryview object."},
    {"tobytes(order='C')", ToBytes, "Return the data in the buffer as a byte string."},
    {"tolist()", ToList, "Return the data in the buffer as a list of elements."},
    {"toreadonly()", ToReadOnly, "Return a readonly version of the memoryview."},
};

constexpr AttributeInfo kAttributes[] = {
    {"c_contiguous", Get<GetCContiguous>},
    {"contiguous", Get<GetContiguous>},
    {"f_contiguous", Get<GetFContiguous>},
    {"format", Get<GetFormat>},
    {"itemsize", Get<GetItemSize>},
    {"nbytes", Get<GetBytes>},
    {"ndim", Get<GetDimensions>},
    {"obj", Get<GetObject>},
    {"readonly", Get<GetReadOnly>},
    {"shape", Get<GetShape>},
    {"strides", Get<GetStrides>},
    {"suboffsets", Get<GetSuboffsets>},
};
// clang-format on

PYSUB_MEMBERS(MemoryView, kMethods, kAttributes);

Value IterSelf(Vm&, Value self) { return self; }

}  // namespace

extern constexpr TypeInfo kMemoryViewType = {
    .id = TypeId::kMemoryView,
    .constructor = &kConstructor,
    .doc = "Create a new memoryview object which references the given object.",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kMemoryViewMembers,
    .iteration = Iteration::kContainer,
    .copying = Copying::kRefused,
    .repr = MemoryViewRepr,
    .hash = MemoryViewHash,
    .compare = MemoryViewCompare,
    .length = MemoryViewLength,
    .get_item = MemoryViewGetItem,
    .set_item = MemoryViewSetItem,
    .contains = MemoryViewContains,
    .iter = MemoryViewIter,
};

extern constexpr TypeInfo kMemoryViewIteratorType = {
    .id = TypeId::kMemoryViewIterator,
    .iteration = Iteration::kNative,
    .copying = Copying::kWords,
    .iter = IterSelf,
    .next = MemoryViewIteratorNext,
};

}  // namespace pysub
