#include "vm/objects/memoryview.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "vm/numbers/limbs.h"
#include "vm/objects/array.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/bytes.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/memory_items.h"
#include "vm/objects/numbers.h"
#include "vm/objects/str.h"

namespace pysub {

namespace {

// Nothing for what is no int or a longer one.
std::optional<int64_t> StrideOf(Value stride) {
  if (!IsIntLike(stride)) return std::nullopt;
  return ToInt64(IntArgument(stride).view());
}

char FormatOf(const MemoryView* view) { return Vm::View(view->format).back(); }

std::string_view ObjectBytesOf(const MemoryView* view) { return BytesView(view->object); }

char* WritableBytes(const MemoryView* view) { return BytesOf(view->object.As<ByteArray>()); }

const char* ItemAt(const MemoryView* view, uint64_t index) {
  return ObjectBytesOf(view).data() + view->offset +
         static_cast<int64_t>(index) * view->first_stride();
}

Value OneTuple(Vm& vm, int64_t number) {
  Tuple* tuple = TRY(vm.NewTuple(1));
  tuple->items()[0] = Value::KnownSmallInt(number);
  return Value::Of(tuple);
}

// A view of the same object; all fields but `object` and `readonly` are the caller's.
MemoryView* NewViewLike(Vm& vm, Value object, bool readonly) {
  MemoryView* view = TRY(vm.New<MemoryView>(TypeId::kMemoryView));
  view->object = object;
  view->readonly = readonly;
  view->offset = view->item_size = view->length = 0;
  if (IsResizableMemory(object.AsObject()->type)) {
    ++object.As<ByteArray>()->exports;
    object.AsObject()->set_flag(kFlagA, false);
  }
  return view;
}

MemoryView* CopyView(Vm& vm, const MemoryView* from) {
  MemoryView* view = TRY(NewViewLike(vm, from->object, from->readonly != 0));
  view->format = from->format;
  view->shape = from->shape;
  view->strides = from->strides;
  view->offset = from->offset;
  view->item_size = from->item_size;
  view->length = from->length;
  view->stride = from->stride;
  return view;
}

bool HasOnlySlices(const Tuple* keys) {
  const auto is_slice = [](Value key) { return IsObjectOf(key, TypeId::kSlice); };
  return keys->size() > 0 && std::all_of(keys->items(), keys->items() + keys->size(), is_slice);
}

// The item that a tuple of indices selects.
Result<const char*> ItemOfTuple(Vm& vm, const MemoryView* view, const Tuple* indices) {
  const uint32_t dimensions = view->dimensions();
  uint32_t slices = 0;
  for (uint32_t i = 0; i < indices->size(); ++i) {
    const Value index = indices->items()[i];
    if (IsObjectOf(index, TypeId::kSlice)) {
      ++slices;
    } else if (!IsIndex(vm, index)) {
      return vm.TypeError("memoryview: invalid slice key");
    }
  }
  if (slices > 0) {
    if (slices == indices->size()) {
      return vm.Raise(TypeId::kNotImplementedError, "multi-dimensional slicing is not implemented");
    }
    return vm.TypeError("memoryview: invalid slice key");
  }
  if (indices->size() > dimensions) {
    return vm.TypeError("cannot index ", dimensions, "-dimension view with ", indices->size(),
                        "-element tuple");
  }
  if (indices->size() < dimensions) {
    return vm.Raise(TypeId::kNotImplementedError, "sub-views are not implemented");
  }
  int64_t offset = 0;
  for (uint32_t i = 0; i < dimensions; ++i) {
    const int64_t size = view->shape.As<Tuple>()->items()[i].AsSmallInt();
    const int64_t index = TRY(ResolveIndex(vm, indices->items()[i], size));
    if (index < 0) return vm.IndexError("index out of bounds on dimension ", i + 1);
    offset += index * view->stride_at(i);
  }
  return ObjectBytesOf(view).data() + view->offset + offset;
}

Result<const char*> ItemOfIndex(Vm& vm, const MemoryView* view, Value key) {
  const int64_t index = TRY(ResolveIndex(vm, key, static_cast<int64_t>(view->length)));
  if (view->dimensions() > 1) {
    return vm.Raise(TypeId::kNotImplementedError,
                    "multi-dimensional sub-views are not implemented");
  }
  if (index < 0) return vm.IndexError("index out of bounds on dimension 1");
  return ItemAt(view, static_cast<uint64_t>(index));
}

// A slice shares the memory. Only offset, length and stride are new:
//
//   object   [ 0  1  2  3  4  5  6  7 ]
//   m            offset 0, length 8, stride 1
//   m[6:1:-2]    offset 6, length 3, stride -2     -> 6 4 2
Value SliceView(Vm& vm, const MemoryView* view, const Slice* slice) {
  const SliceBounds bounds = TRY(ResolveSlice(vm, slice, static_cast<int64_t>(view->length)));
  MemoryView* part = TRY(CopyView(vm, view));
  // A view that failed half-made must not count: nothing refers to it.
  const auto fail = [&](Failure failure) {
    ReleaseView(part);
    return failure;
  };
  // Of a single item the product may be too large; CPython's wraps around.
  const uint64_t product =
      static_cast<uint64_t>(view->first_stride()) * static_cast<uint64_t>(bounds.step);
  const Value stride = vm.NewInt(static_cast<int64_t>(product));
  if (stride.IsFailed()) return fail(Failure{});
  if (bounds.length > 0) {
    part->offset = static_cast<uint64_t>(static_cast<int64_t>(view->offset) +
                                         bounds.start * view->first_stride());
  }
  part->length = static_cast<uint64_t>(bounds.length);
  part->stride = stride;
  const uint32_t dimensions = view->dimensions();
  Tuple* shape = vm.NewTuple(dimensions);
  if (shape == nullptr) return fail(Failure{});
  Tuple* strides = vm.NewTuple(dimensions);
  if (strides == nullptr) return fail(Failure{});
  for (uint32_t i = 0; i < dimensions; ++i) {
    shape->items()[i] = view->shape.As<Tuple>()->items()[i];
    strides->items()[i] = view->strides.As<Tuple>()->items()[i];
  }
  shape->items()[0] = Value::KnownSmallInt(bounds.length);
  strides->items()[0] = stride;
  part->shape = Value::Of(shape);
  part->strides = Value::Of(strides);
  return Value::Of(part);
}

// tolist() below `dimension`; `at` is the first byte.
Value ListOf(Vm& vm, const MemoryView* view, uint32_t dimension, const char* at) {
  const char format = FormatOf(view);
  if (dimension == view->dimensions()) return UnpackItem(vm, format, at);
  const int64_t size = view->shape.As<Tuple>()->items()[dimension].AsSmallInt();
  const int64_t stride = size > 1 ? view->stride_at(dimension) : 0;
  if (!vm.Tick(static_cast<uint64_t>(size))) return Failure{};
  if (size > INT32_MAX) return vm.NoMemory(static_cast<uint64_t>(size) * sizeof(Value));
  List* list = TRY(vm.NewList(size));
  Pace pace(vm);
  for (int64_t i = 0; i < size; ++i, at += stride) {
    if (!pace.IsTimeLeft()) return Failure{};
    TRY(ListAppend(vm, list, TRY(ListOf(vm, view, dimension + 1, at))));
  }
  return Value::Of(list);
}

// A memoryview, or one made of bytes or a bytearray for a while.
class TemporaryView {
 public:
  TemporaryView(Vm& vm, Value v) : given_(IsObjectOf(v, TypeId::kMemoryView)) {
    const Value view = given_ ? v : NewMemoryView(vm, v);
    view_ = view.IsFailed() ? nullptr : view.As<MemoryView>();
  }
  ~TemporaryView() {
    if (!given_ && view_ != nullptr) ReleaseView(view_);
  }
  TemporaryView(const TemporaryView&) = delete;
  TemporaryView& operator=(const TemporaryView&) = delete;
  MemoryView* get() const { return view_; }  // null: failed

 private:
  bool given_;
  MemoryView* view_;
};

// So many are looked at before the clock is.
constexpr uint64_t kItemsOfAPiece = 1024;

// Walks the items of a view in order.
class ItemWalk {
 public:
  explicit ItemWalk(const MemoryView* view)
      : contiguous_(IsContiguous(view)),
        at_(ObjectBytesOf(view).data() + view->offset),
        stride_(contiguous_        ? static_cast<int64_t>(view->item_size)
                : view->length > 1 ? view->first_stride()
                                   : 0) {}
  const char* Next() {
    const char* item = at_;
    at_ += stride_;
    return item;
  }

 private:
  bool contiguous_;
  const char* at_;
  int64_t stride_;
};

}  // namespace

bool WritableMemory(Value v, char** data, uint64_t* size) {
  if (v.IsObject() && IsResizableMemory(v.AsObject()->type)) {
    *size = v.As<ByteArray>()->size;
    *data = *size == 0 ? nullptr : BytesOf(v.As<ByteArray>());
    return true;
  }
  if (!IsObjectOf(v, TypeId::kMemoryView) || IsReleased(v)) return false;
  const auto* view = v.As<MemoryView>();
  if (view->readonly != 0 || !IsContiguous(view)) return false;
  const std::string_view bytes = ContiguousBytes(view);
  *size = bytes.size();
  *data = const_cast<char*>(bytes.data());
  return true;
}

Status CheckNotReleased(Vm& vm, const MemoryView* view) {
  if (!view->object.IsUndefined()) [[likely]]
    return Done{};
  return vm.ValueError("operation forbidden on released memoryview object");
}

// A view registers with the object, which must not change its size as long as the view is there.
// Bytes would move or end under it.
Value NewMemoryView(Vm& vm, Value object) {
  if (IsObjectOf(object, TypeId::kMemoryView)) {
    TRY(CheckNotReleased(vm, object.As<MemoryView>()));
    return Value::Of(TRY(CopyView(vm, object.As<MemoryView>())));
  }
  if (!IsBytesLike(vm, object)) {
    return vm.TypeError("memoryview: a bytes-like object is required, not '", vm.TypeName(object),
                        "'");
  }
  const char letter =
      IsObjectOf(object, TypeId::kArrayArray) ? ArrayFormat(object.As<ArrayArray>()) : 'B';
  const uint32_t item_size = ViewedItemSize(letter);
  const size_t size = BytesView(object).size() / item_size;
  const Value format = TRY(vm.CharStr(static_cast<char32_t>(letter)));
  const Value shape = TRY(OneTuple(vm, static_cast<int64_t>(size)));
  const Value strides = TRY(OneTuple(vm, item_size));
  MemoryView* view = TRY(NewViewLike(vm, object, IsObjectOf(object, TypeId::kBytes)));
  view->format = format;
  view->shape = shape;
  view->strides = strides;
  view->item_size = item_size;
  view->length = size;
  view->stride = Value::SmallInt(item_size);
  return Value::Of(view);
}

Value ReadOnlyView(Vm& vm, const MemoryView* view) {
  MemoryView* copy = TRY(CopyView(vm, view));
  copy->readonly = 1;
  return Value::Of(copy);
}

namespace {

// Of a list or tuple.
std::span<const Value> ItemsOfShape(Value shape) {
  if (IsObjectOf(shape, TypeId::kTuple))
    return {shape.As<Tuple>()->items(), shape.As<Tuple>()->size()};
  List* list = shape.As<List>();
  return list->size == 0 ? std::span<const Value>()
                         : std::span<const Value>(list->items(), list->size);
}

// Whether the view may be cast at all, apart from what is in the shape. `shape`:
// Undefined if there is none.
Status CheckCast(Vm& vm, const MemoryView* view, std::string_view code, Value shape) {
  if (!IsContiguous(view)) {
    return vm.TypeError("memoryview: casts are restricted to C-contiguous views");
  }
  const bool reshapes = !shape.IsUndefined();
  if ((reshapes || view->dimensions() != 1) && MemoryBytes(view) == 0) {
    return vm.TypeError("memoryview: cannot cast view with zeros in shape or strides");
  }
  if (reshapes) {
    if (!IsObjectOf(shape, TypeId::kList) && !IsObjectOf(shape, TypeId::kTuple)) {
      return vm.TypeError("shape must be a list or a tuple");
    }
    const size_t count = ItemsOfShape(shape).size();
    if (count > 64) {
      return vm.ValueError("memoryview: number of dimensions must not exceed 64");
    }
    if (view->dimensions() != 1 && count != 1) {
      return vm.TypeError("memoryview: cast must be 1D -> ND or ND -> 1D");
    }
  }
  const uint32_t item_size = code.size() == 1 ? ItemSize(code[0]) : 0;
  if (item_size == 0) {
    return vm.ValueError(
        "memoryview: destination format must be a native single character format prefixed with an "
        "optional '@'");
  }
  if (!IsByteFormat(FormatOf(view)) && !IsByteFormat(code[0])) {
    return vm.TypeError("memoryview: cannot cast between two non-byte formats");
  }
  if (MemoryBytes(view) % item_size != 0) {
    return vm.TypeError("memoryview: length is not a multiple of itemsize");
  }
  return Done{};
}

// The dimensions of a view: what its members of these names are.
struct Dimensions {
  Value shape, strides;  // tuples
  uint64_t length;       // of the first dimension
  int64_t stride;
};

// The dimensions that a cast's shape asks for. Each but the last steps over all that the later ones
// hold.
Status ReadShape(Vm& vm, std::span<const Value> items, uint64_t item_count, uint32_t item_size,
                 Dimensions* result) {
  const auto count = static_cast<uint32_t>(items.size());
  Tuple* sizes = TRY(vm.NewTuple(count));
  Tuple* steps = TRY(vm.NewTuple(count));
  uint64_t product = 1;
  bool overflow = false;
  for (uint32_t i = 0; i < count; ++i) {
    if (!vm.IsInt(items[i]) && !items[i].IsBool()) {
      return vm.TypeError("memoryview.cast(): elements of shape must be integers");
    }
    const std::optional<int64_t> size = ToInt64(IntArgument(items[i]).view());
    if (!size.has_value() || *size <= 0 || !Value::FitsSmallInt(*size)) {
      return vm.ValueError("memoryview.cast(): elements of shape must be integers > 0");
    }
    overflow |= __builtin_mul_overflow(product, static_cast<uint64_t>(*size), &product);
    sizes->items()[i] = Value::KnownSmallInt(*size);
  }
  if (overflow) return vm.ValueError("memoryview.cast(): product(shape) > SSIZE_MAX");
  if (product != item_count) {
    return vm.TypeError("memoryview: product(shape) * itemsize != buffer size");
  }
  int64_t step = item_size;
  for (uint32_t i = count; i-- > 0;) {
    steps->items()[i] = Value::KnownSmallInt(step);
    step *= sizes->items()[i].AsSmallInt();
  }
  *result = {Value::Of(sizes), Value::Of(steps), item_count, item_size};
  if (count > 0) {
    result->length = static_cast<uint64_t>(sizes->items()[0].AsSmallInt());
    result->stride = steps->items()[0].AsSmallInt();
  }
  return Done{};
}

}  // namespace

Value CastView(Vm& vm, const MemoryView* view, Value format, Value shape) {
  const std::string_view text = Vm::View(format);
  const std::string_view code = text.starts_with('@') ? text.substr(1) : text;
  TRY(CheckCast(vm, view, code, shape));
  const uint32_t item_size = ItemSize(code[0]);
  const uint64_t item_count = MemoryBytes(view) / item_size;
  Dimensions dimensions{{}, {}, item_count, item_size};
  if (shape.IsUndefined()) {
    dimensions.shape = TRY(OneTuple(vm, static_cast<int64_t>(item_count)));
    dimensions.strides = TRY(OneTuple(vm, item_size));
  } else {
    TRY(ReadShape(vm, ItemsOfShape(shape), item_count, item_size, &dimensions));
  }
  MemoryView* cast = TRY(CopyView(vm, view));
  cast->format = format;
  cast->shape = dimensions.shape;
  cast->strides = dimensions.strides;
  cast->item_size = item_size;
  cast->length = dimensions.length;
  cast->stride = Value::KnownSmallInt(dimensions.stride);
  return Value::Of(cast);
}

void ReleaseView(MemoryView* view) {
  if (view->object.IsObject() && IsResizableMemory(view->object.AsObject()->type)) {
    --view->object.As<ByteArray>()->exports;
  }
  view->object = Value::Undefined();
}

// Whether the bytes lie one behind the other in the order of the items. Strides of dimensions with
// one item do not matter.
bool IsContiguous(const MemoryView* view) {
  if (view->dimensions() != 1) {
    // Only the first dimension can have been sliced.
    const Tuple* shape = view->shape.As<Tuple>();
    if (shape->size() == 0) return true;
    int64_t step = static_cast<int64_t>(view->item_size);
    for (uint32_t i = shape->size(); i-- > 0;) {
      if (shape->items()[i].AsSmallInt() > 1 && view->stride_at(i) != step) return false;
      step *= shape->items()[i].AsSmallInt();
    }
    return true;
  }
  // As in CPython, an empty slice with a step is not contiguous.
  return view->length == 1 || view->first_stride() == static_cast<int64_t>(view->item_size);
}

uint64_t MemoryBytes(const MemoryView* view) {
  uint64_t bytes = view->item_size;
  const Tuple* shape = view->shape.As<Tuple>();
  for (uint32_t i = 0; i < shape->size(); ++i) {
    bytes *= static_cast<uint64_t>(shape->items()[i].AsSmallInt());
  }
  return bytes;
}

std::string_view ContiguousBytes(const MemoryView* view) {
  return ObjectBytesOf(view).substr(view->offset, MemoryBytes(view));
}

Status AppendMemory(Vm& vm, const MemoryView* view, TextBuilder& out) {
  if (IsContiguous(view)) {
    out.Append(ContiguousBytes(view));
    return out.status();
  }
  // Slicing touches the first dimension only, so what lies below it is contiguous.
  const uint64_t size = view->length;
  const size_t piece = size == 0 ? 0 : MemoryBytes(view) / size;
  if (!vm.Tick(size / 8)) return Failure{};
  char* to = out.Extend(size * piece);
  if (to == nullptr) return Failure{};
  Pace pace(vm);
  for (uint64_t i = 0; i < size; ++i, to += piece) {
    if (!pace.IsTimeLeft()) return Failure{};
    std::memcpy(to, ItemAt(view, i), piece);
  }
  return out.status();
}

Value MemoryItem(Vm& vm, const MemoryView* view, uint64_t index) {
  return UnpackItem(vm, FormatOf(view), ItemAt(view, index));
}

Value MemoryList(Vm& vm, const MemoryView* view) {
  return ListOf(vm, view, 0, ObjectBytesOf(view).data() + view->offset);
}

// ---- Slots

Status MemoryViewRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append(IsReleased(self) ? "<released memory at 0x" : "<memory at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

Result<int64_t> MemoryViewHash(Vm& vm, Value self) {
  auto* view = self.As<MemoryView>();
  if (!view->hash.IsUndefined()) return vm.ToIndex(view->hash);
  TRY(CheckNotReleased(vm, view));
  if (view->readonly == 0) return vm.ValueError("cannot hash writable memoryview object");
  if (!IsByteFormat(FormatOf(view))) {
    return vm.ValueError("memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
  }
  BytesArgument bytes(vm);
  TRY(bytes.GetWithGaps(self));
  const int64_t hash = TRY(vm.Hash(TRY(vm.NewBytes(bytes.view()))));
  view->hash = TRY(vm.NewInt(hash));
  return hash;
}

// Views are equal if shape and items are, whatever their formats: an item is unpacked and compared
// as a value. If both formats are the same, and no floats, the bytes are compared at once.
Value MemoryViewCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) {
    if (IsObjectOf(left, TypeId::kByteArray) || IsObjectOf(right, TypeId::kByteArray)) {
      return BytesCompare(vm, op, left, right);
    }
    return Value::NotImplemented();
  }
  if (!IsBytesLike(vm, left) || !IsBytesLike(vm, right)) return Value::NotImplemented();
  const auto answer = [op](bool equal) { return Value::Bool(equal == (op == CompareOp::kEq)); };
  if (IsReleased(left) || IsReleased(right)) return answer(left == right);
  const TemporaryView left_view(vm, left), right_view(vm, right);
  const MemoryView* a = TRY(left_view.get());
  const MemoryView* b = TRY(right_view.get());
  const Tuple* a_shape = a->shape.As<Tuple>();
  const Tuple* b_shape = b->shape.As<Tuple>();
  bool equal = a_shape->size() == b_shape->size();
  for (uint32_t i = 0; equal && i < a_shape->size(); ++i) {
    equal = a_shape->items()[i] == b_shape->items()[i];
  }
  if (equal) {
    const uint64_t items = MemoryBytes(a) / a->item_size;
    const char format_a = FormatOf(a);
    const char format_b = FormatOf(b);
    if (format_a == format_b && format_a != 'f' && format_a != 'd' && format_a != 'e' &&
        IsContiguous(a) && IsContiguous(b)) {
      if (!TickForBytes(vm, MemoryBytes(a))) return Failure{};
      equal = ContiguousBytes(a) == ContiguousBytes(b);
    } else {
      ItemWalk walk_a(a), walk_b(b);
      for (uint64_t i = 0; equal && i < items; ++i) {
        if (i % kItemsOfAPiece == 0 && !vm.Tick(kItemsOfAPiece / 2)) return Failure{};
        const Value x = TRY(UnpackItem(vm, format_a, walk_a.Next()));
        const Value y = TRY(UnpackItem(vm, format_b, walk_b.Next()));
        // Not identity first: NaN differs from itself here.
        equal = (x.IsFloat() && y.IsFloat()) ? x.AsFloat() == y.AsFloat() : TRY(vm.Equal(x, y));
      }
    }
  }
  return answer(equal);
}

Result<int64_t> MemoryViewLength(Vm& vm, Value self) {
  const auto* view = self.As<MemoryView>();
  TRY(CheckNotReleased(vm, view));
  if (view->dimensions() == 0) return vm.TypeError("0-dim memory has no length");
  return static_cast<int64_t>(view->length);
}

Value MemoryViewGetItem(Vm& vm, Value self, Value key) {
  const auto* view = self.As<MemoryView>();
  TRY(CheckNotReleased(vm, view));
  if (view->dimensions() == 0) {
    if (IsObjectOf(key, TypeId::kTuple) && key.As<Tuple>()->size() == 0) {
      return UnpackItem(vm, FormatOf(view), ItemAt(view, 0));
    }
    if (key == Value::Ellipsis()) return self;
    return vm.TypeError("invalid indexing of 0-dim memory");
  }
  if (IsIndex(vm, key)) [[likely]] {
    return UnpackItem(vm, FormatOf(view), TRY(ItemOfIndex(vm, view, key)));
  }
  if (IsObjectOf(key, TypeId::kSlice)) return SliceView(vm, view, key.As<Slice>());
  if (IsObjectOf(key, TypeId::kTuple)) {
    return UnpackItem(vm, FormatOf(view), TRY(ItemOfTuple(vm, view, key.As<Tuple>())));
  }
  return vm.TypeError("memoryview: invalid slice key");
}

Value MemoryViewSetItem(Vm& vm, Value self, Value key, Value value) {
  const auto* view = self.As<MemoryView>();
  TRY(CheckNotReleased(vm, view));
  if (view->readonly != 0) return vm.TypeError("cannot modify read-only memory");
  if (value.IsUndefined()) return vm.TypeError("cannot delete memory");
  char item[8];
  const auto write = [&](const char* at) {
    std::memcpy(WritableBytes(view) + (at - ObjectBytesOf(view).data()), item, view->item_size);
    return Value::None();
  };
  if (view->dimensions() == 0) {
    if (key != Value::Ellipsis() &&
        !(IsObjectOf(key, TypeId::kTuple) && key.As<Tuple>()->size() == 0)) {
      return vm.TypeError("invalid indexing of 0-dim memory");
    }
    TRY(PackItem(vm, FormatOf(view), value, item));
    return write(ItemAt(view, 0));
  }
  if (IsIndex(vm, key)) [[likely]] {
    if (view->dimensions() > 1) {
      return vm.Raise(TypeId::kNotImplementedError, "sub-views are not implemented");
    }
    const char* at = TRY(ItemOfIndex(vm, view, key));
    TRY(PackItem(vm, FormatOf(view), value, item));
    return write(at);
  }
  const bool several = IsObjectOf(key, TypeId::kTuple);
  if (several && !vm.Tick(key.As<Tuple>()->size() / 16)) return Failure{};
  const bool slices = several && HasOnlySlices(key.As<Tuple>());
  if (several && !slices) {
    const char* at = TRY(ItemOfTuple(vm, view, key.As<Tuple>()));
    TRY(PackItem(vm, FormatOf(view), value, item));
    return write(at);
  }
  if (!slices && !IsObjectOf(key, TypeId::kSlice)) {
    return vm.TypeError("memoryview: invalid slice key");
  }
  if (slices || view->dimensions() > 1) {
    return vm.Raise(TypeId::kNotImplementedError,
                    "memoryview slice assignments are currently restricted to ndim = 1");
  }
  BytesArgument bytes(vm);
  TRY(bytes.GetWithGaps(value));
  const SliceBounds bounds =
      TRY(ResolveSlice(vm, key.As<Slice>(), static_cast<int64_t>(view->length)));
  char format = 'B';
  uint64_t length = bytes.view().size();
  uint32_t dimensions = 1;
  if (IsObjectOf(value, TypeId::kMemoryView)) {
    format = FormatOf(value.As<MemoryView>());
    length = value.As<MemoryView>()->length;
    dimensions = value.As<MemoryView>()->dimensions();
  } else if (IsObjectOf(value, TypeId::kArrayArray)) {
    format = ArrayFormat(value.As<ArrayArray>());
    length /= ViewedItemSize(format);
  }
  if (dimensions != 1 || format != FormatOf(view) ||
      length != static_cast<uint64_t>(bounds.length)) {
    return vm.ValueError("memoryview assignment: lvalue and rvalue have different structures");
  }
  // The source may be the same memory.
  TextBuilder copy(vm);
  if (!copy.Append(bytes.view())) return Failure{};
  if (!vm.Tick(length / 8)) return Failure{};
  char* data = WritableBytes(view);
  for (uint64_t i = 0; i < length; ++i) {
    const int64_t index = bounds.start + static_cast<int64_t>(i) * bounds.step;
    std::memcpy(data + (ItemAt(view, static_cast<uint64_t>(index)) - data),
                copy.view().data() + i * view->item_size, view->item_size);
  }
  return Value::None();
}

Value MemoryViewContains(Vm& vm, Value self, Value item) {
  const auto* view = self.As<MemoryView>();
  TRY(CheckNotReleased(vm, view));
  if (view->dimensions() == 0) {
    return vm.TypeError("argument of type 'memoryview' is not a container or iterable");
  }
  if (view->dimensions() > 1) {
    return vm.Raise(TypeId::kNotImplementedError,
                    "multi-dimensional sub-views are not implemented");
  }
  for (uint64_t i = 0; i < view->length; ++i) {
    if (!vm.Tick(1)) return Failure{};
    if (TRY(vm.Equal(TRY(MemoryItem(vm, view, i)), item))) return Value::True();
  }
  return Value::False();
}

Value MemoryViewIter(Vm& vm, Value self) {
  const auto* view = self.As<MemoryView>();
  TRY(CheckNotReleased(vm, view));
  if (view->dimensions() == 0) return vm.TypeError("invalid indexing of 0-dim memory");
  if (view->dimensions() > 1) {
    return vm.Raise(TypeId::kNotImplementedError,
                    "multi-dimensional sub-views are not implemented");
  }
  auto* iterator = TRY(vm.New<SequenceIterator>(TypeId::kMemoryViewIterator));
  iterator->source = self;
  iterator->index = 0;
  return Value::Of(iterator);
}

Value MemoryViewIteratorNext(Vm& vm, Value self) {
  auto* iterator = self.As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::Exhausted();
  const auto* view = iterator->source.As<MemoryView>();
  if (iterator->index >= view->length) {
    iterator->source = Value::None();
    return Value::Exhausted();
  }
  TRY(CheckNotReleased(vm, view));
  const Value item = TRY(MemoryItem(vm, view, iterator->index));
  ++iterator->index;
  return item;
}

int64_t MemoryView::stride_at(uint32_t dimension) const {
  const Value at = strides.As<Tuple>()->items()[dimension];
  return at.IsSmallInt() ? at.AsSmallInt() : LongStride(at);
}

int64_t MemoryView::LongStride(Value stride) { return StrideOf(stride).value_or(0); }

// For a view from a snapshot: the first and the last byte that offset, shape and strides can reach
// must lie inside the object. The sums are made in 128 bits, since a forger chooses numbers that
// overflow.
bool CheckMemoryView(Vm& vm, Object* object) {
  static_cast<void>(vm);
  const MemoryView* view = static_cast<MemoryView*>(object);
  const std::string_view format = Vm::View(view->format);
  if (format.empty() || format.size() > 2 || (format.size() == 2 && format[0] != '@')) return false;
  if (view->item_size != ViewedItemSize(format.back()) || view->item_size == 0) return false;
  const Tuple* shape = view->shape.As<Tuple>();
  const Tuple* strides = view->strides.As<Tuple>();
  if (shape->size() != strides->size() || shape->size() > 64) return false;
  __int128 first = view->offset;
  __int128 last = view->offset;
  bool empty = false;
  for (uint32_t i = 0; i < shape->size(); ++i) {
    const std::optional<int64_t> stride = StrideOf(strides->items()[i]);
    if (!shape->items()[i].IsSmallInt() || !stride) return false;
    const int64_t items = shape->items()[i].AsSmallInt();
    if (items < 0) return false;
    empty |= items == 0;
    (*stride < 0 ? first : last) += static_cast<__int128>(*stride) * (items - 1);
  }
  if (shape->size() > 0 && (shape->items()[0] != Value::KnownSmallInt(view->length) ||
                            strides->items()[0] != view->stride)) {
    return false;
  }
  if (view->object.IsUndefined()) return true;
  if (!view->object.IsObject()) return false;
  const bool resizable = IsResizableMemory(view->object.AsObject()->type);
  if (!resizable && (!view->readonly || !IsObjectOf(view->object, TypeId::kBytes))) return false;
  const size_t size = ObjectBytesOf(view).size();
  return empty ? view->offset <= size : first >= 0 && last + view->item_size <= size;
}

}  // namespace pysub
