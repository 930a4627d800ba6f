// struct. CPython 3.14 library, "struct".

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "stdlib/modules/library_function.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/hashing.h"
#include "vm/objects/memoryview.h"
#include "vm/objects/numbers.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

Failure Error(Vm& vm, std::string_view text) { return vm.Raise(TypeId::kStructError, text); }

enum class Class : uint8_t {
  kPad,
  kInt,
  kUnsigned,
  kBool,
  kFloat,
  kComplex,
  kChar,
  kString,
  kPascal
};

struct Code {
  char letter;
  Class kind;
  uint8_t native_size, standard_size;  // 0: not in this mode
};
constexpr Code kCodes[] = {
    {'x', Class::kPad, 1, 1},      {'b', Class::kInt, 1, 1},       {'B', Class::kUnsigned, 1, 1},
    {'?', Class::kBool, 1, 1},     {'h', Class::kInt, 2, 2},       {'H', Class::kUnsigned, 2, 2},
    {'i', Class::kInt, 4, 4},      {'I', Class::kUnsigned, 4, 4},  {'l', Class::kInt, 8, 4},
    {'L', Class::kUnsigned, 8, 4}, {'q', Class::kInt, 8, 8},       {'Q', Class::kUnsigned, 8, 8},
    {'n', Class::kInt, 8, 0},      {'N', Class::kUnsigned, 8, 0},  {'P', Class::kUnsigned, 8, 0},
    {'e', Class::kFloat, 2, 2},    {'f', Class::kFloat, 4, 4},     {'d', Class::kFloat, 8, 8},
    {'F', Class::kComplex, 8, 8},  {'D', Class::kComplex, 16, 16}, {'c', Class::kChar, 1, 1},
    {'s', Class::kString, 1, 1},   {'p', Class::kPascal, 1, 1}};

// One code with its count: `repeat` items of `size` bytes, or one string of `repeat` bytes.
struct Part {
  const Code* code;
  uint64_t repeat, offset;
  uint32_t size;
};

struct Layout {
  explicit Layout(Vm& vm) : room(vm) {}
  std::vector<Part> parts;
  uint64_t size = 0, items = 0;
  bool big_endian = false;
  ScratchCharge room;  // of parts
};

// Reads a format.
Status ReadFormat(Vm& vm, std::string_view format, Layout* out) {
  if (!vm.Tick(format.size())) return Failure{};
  // (a list that grows is there twice, and letters have repeats or blanks)
  TRY(out->room.Add(format.size() * uint64_t{sizeof(Part)} * 2));
  bool native = true, aligned = true;
  if (!format.empty() && std::string_view("@=<>!").find(format[0]) != std::string_view::npos) {
    native = aligned = format[0] == '@';
    out->big_endian = format[0] == '>' || format[0] == '!';
    format.remove_prefix(1);
  }
  constexpr uint64_t kMost = INT64_MAX;
  Pace pace(vm);
  for (size_t i = 0; i < format.size(); ++i) {
    if (!pace.IsTimeLeft()) return Failure{};
    char c = format[i];
    if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
    uint64_t repeat = 1;
    if (c >= '0' && c <= '9') {
      repeat = 0;
      for (; i < format.size() && format[i] >= '0' && format[i] <= '9'; ++i) {
        if (!pace.IsTimeLeft()) return Failure{};  // of zeros
        uint64_t digit = static_cast<uint64_t>(format[i] - '0');
        if (repeat > (kMost - digit) / 10) return Error(vm, "total struct size too long");
        repeat = repeat * 10 + digit;
      }
      if (i == format.size()) return Error(vm, "repeat count given without format specifier");
      c = format[i];
    }
    if (c == '\0') return Error(vm, "embedded null character");
    const Code* code = nullptr;
    for (const Code& row : kCodes) {
      if (row.letter == c && (native ? row.native_size : row.standard_size) != 0) code = &row;
    }
    if (code == nullptr) return Error(vm, "bad char in struct format");
    uint32_t size = native ? code->native_size : code->standard_size;
    uint64_t alignment = aligned ? (code->kind == Class::kComplex ? size / 2 : size) : 1;
    out->size = (out->size + alignment - 1) / alignment * alignment;
    if (repeat > (kMost - out->size) / size) return Error(vm, "total struct size too long");
    bool one = code->kind == Class::kString || code->kind == Class::kPascal;
    if (code->kind != Class::kPad && (one || repeat > 0)) {
      out->parts.push_back({code, repeat, out->size, size});
      out->items += one ? 1 : repeat;
    }
    out->size += repeat * size;
  }
  return Done{};
}

// The text of a format argument; bytes are taken as they are.
Status FormatText(Vm& vm, Value v, std::string_view* text) {
  if (IsObjectOf(v, TypeId::kBytes)) {
    *text = v.As<Bytes>()->view();
    return Done{};
  }
  if (!Vm::IsStr(v)) {
    const std::string_view name = vm.TypeName(v);
    return vm.TypeError("Struct() argument 1 must be a str or bytes object, not ",
                        name.substr(name.rfind('.') + 1));
  }
  *text = Vm::View(v);
  if (!v.As<Str>()->ascii()) {
    static constexpr Name kEncode{"encode", MemberHash("encode")};
    Value method = vm.FindAttribute(v, kEncode);
    if (method.IsFailed()) return Failure{};
    Value ascii = vm.Intern("ascii");
    if (ascii.IsFailed()) return Failure{};
    if (vm.Call(method, {ascii}).IsFailed()) return Failure{};  // UnicodeEncodeError
  }
  return Done{};
}

// ---- numbers as bytes

void Store(char* to, uint64_t bits, uint32_t size, bool big_endian) {
  for (uint32_t i = 0; i < size; ++i) {
    to[big_endian ? size - 1 - i : i] = static_cast<char>(bits >> (8 * i));
  }
}
uint64_t Load(const char* from, uint32_t size, bool big_endian) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < size; ++i) {
    bits |= uint64_t{static_cast<uint8_t>(from[big_endian ? size - 1 - i : i])} << (8 * i);
  }
  return bits;
}

// IEEE 754 binary16, rounded to even. False: too large.
bool PackHalf(double x, uint16_t* out) {
  uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (x == 0) return *out = sign, true;
  if (std::isinf(x)) return *out = sign | 0x7C00, true;
  if (std::isnan(x)) return *out = sign | 0x7E00, true;
  int exponent;
  double fraction = std::frexp(std::fabs(x), &exponent) * 2;  // [1, 2)
  --exponent;
  if (exponent >= 16) return false;
  double scaled;
  int biased;
  if (exponent < -14) {  // subnormal
    scaled = std::ldexp(fraction, 10 + exponent + 14);
    biased = 0;
  } else {
    scaled = std::ldexp(fraction - 1, 10);
    biased = exponent + 15;
  }
  uint32_t bits = static_cast<uint32_t>(std::nearbyint(scaled));
  uint32_t result = (static_cast<uint32_t>(biased) << 10) + bits;
  if (result >= 0x7C00) return false;
  *out = static_cast<uint16_t>(sign | result);
  return true;
}
double UnpackHalf(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 0x3FF;
  double value = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                 : exponent == 0 ? std::ldexp(fraction, -24)
                                 : std::ldexp(fraction + 1024, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

Status PackFloat(Vm& vm, double x, char* to, uint32_t size, bool big_endian) {
  if (size == 8) {
    Store(to, std::bit_cast<uint64_t>(x), 8, big_endian);
  } else if (size == 4) {
    float narrow = static_cast<float>(x);
    if (std::isinf(narrow) && !std::isinf(x))
      return vm.OverflowError("float too large to pack with f format");
    Store(to, std::bit_cast<uint32_t>(narrow), 4, big_endian);
  } else {
    uint16_t half;
    if (!PackHalf(x, &half)) return vm.OverflowError("float too large to pack with e format");
    Store(to, half, 2, big_endian);
  }
  return Done{};
}
double UnpackFloat(const char* from, uint32_t size, bool big_endian) {
  uint64_t bits = Load(from, size, big_endian);
  if (size == 8) return std::bit_cast<double>(bits);
  if (size == 4) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  return UnpackHalf(static_cast<uint16_t>(bits));
}

Failure OutOfRange(Vm& vm, const Part& part) {
  std::string text = std::string("'") + part.code->letter + "' format requires ";
  if (part.code->kind == Class::kUnsigned) {
    uint64_t most = part.size == 8 ? UINT64_MAX : (uint64_t{1} << part.size * 8) - 1;
    text += "0 <= number <= " + std::to_string(most);
  } else {
    int64_t most = part.size == 8 ? INT64_MAX : (int64_t{1} << (part.size * 8 - 1)) - 1;
    text += std::to_string(-most - 1) + " <= number <= " + std::to_string(most);
  }
  return Error(vm, text);
}

Status PackInt(Vm& vm, const Part& part, Value v, char* to, bool big_endian) {
  if (!IsIntLike(v)) return Error(vm, "required argument is not an integer");
  v = PlainInt(v);
  bool negative, fits = true;
  uint64_t magnitude;
  if (IsObjectOf(v, TypeId::kInt)) {
    BigInt* big = v.As<BigInt>();
    negative = big->negative();
    magnitude = big->limbs()[0];
    fits = big->limb_count() == 1;
  } else {
    int64_t number = v.AsSmallInt();
    negative = number < 0;
    magnitude = negative ? -static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  }
  uint32_t bits = part.size * 8;
  if (part.code->letter == 'P') {
    if (!fits) return vm.OverflowError("int too large to convert");
  } else if (part.code->kind == Class::kUnsigned) {
    if (!fits || (negative && magnitude != 0) || (bits < 64 && magnitude >> bits != 0))
      return OutOfRange(vm, part);
  } else {
    uint64_t limit = uint64_t{1} << (bits - 1);
    if (!fits || magnitude > limit || (magnitude == limit && !negative))
      return OutOfRange(vm, part);
  }
  Store(to, negative ? -magnitude : magnitude, part.size, big_endian);
  return Done{};
}

Status PackItem(Vm& vm, const Part& part, Value v, char* to, bool big_endian) {
  switch (part.code->kind) {
    case Class::kInt:
    case Class::kUnsigned: return PackInt(vm, part, v, to, big_endian);
    case Class::kBool: {
      bool truth = TRY(vm.Truth(v));
      *to = truth;
      return Done{};
    }
    case Class::kFloat: {
      Result<double> number = vm.ToDouble(v);
      if (!number.ok()) {
        if (!vm.FailureIsCatchable()) return Failure{};
        static_cast<void>(vm.TakeException());
        return Error(vm, "required argument is not a float");
      }
      const Status packed = PackFloat(vm, *number, to, part.size, big_endian);
      if (packed.ok() || !IsIntLike(v) || !vm.FailureIsCatchable()) return packed;
      static_cast<void>(vm.TakeException());
      return Error(vm, "int too large to convert");
    }
    case Class::kComplex: {
      double real, imaginary = 0;
      if (IsComplexObject(v)) {
        real = v.As<ComplexObject>()->real.AsFloat();
        imaginary = v.As<ComplexObject>()->imaginary.AsFloat();
      } else {
        Result<double> number = vm.ToDouble(v);
        if (!number.ok()) {
          if (!vm.FailureIsCatchable()) return Failure{};
          static_cast<void>(vm.TakeException());
          return Error(vm, "required argument is not a complex");
        }
        real = *number;
      }
      TRY(PackFloat(vm, real, to, part.size / 2, big_endian));
      return PackFloat(vm, imaginary, to + part.size / 2, part.size / 2, big_endian);
    }
    case Class::kChar:
      if (!IsObjectOf(v, TypeId::kBytes) || v.As<Bytes>()->count != 1) {
        return Error(vm, "char format requires a bytes object of length 1");
      }
      *to = v.As<Bytes>()->view()[0];
      return Done{};
    case Class::kString:
    case Class::kPascal: {
      bool pascal = part.code->kind == Class::kPascal;
      if (!IsBytesOrByteArray(v)) {
        return Error(vm, pascal ? "argument for 'p' must be a bytes object"
                                : "argument for 's' must be a bytes object");
      }
      if (part.repeat == 0) return Done{};
      if (!vm.Tick(part.repeat / 64)) return Failure{};
      std::string_view text = BytesView(v).substr(0, part.repeat - pascal);
      if (pascal) *to++ = static_cast<char>(text.size() > 255 ? 255 : text.size());
      std::memcpy(to, text.data(), text.size());
      return Done{};
    }
    case Class::kPad: break;
  }
  return Done{};
}

// The items into `to`, which is zeroed.
Status Pack(Vm& vm, const Layout& layout, const Value* items, char* to) {
  if (!vm.Tick(layout.items + layout.size / 64)) return Failure{};
  Pace pace(vm);
  for (const Part& part : layout.parts) {
    bool one = part.code->kind == Class::kString || part.code->kind == Class::kPascal;
    for (uint64_t i = 0; i < (one ? 1 : part.repeat); ++i) {
      if (!pace.IsTimeLeft()) return Failure{};
      TRY(PackItem(vm, part, *items++, to + part.offset + i * part.size, layout.big_endian));
    }
  }
  return Done{};
}

Value UnpackItem(Vm& vm, const Part& part, const char* from, bool big_endian) {
  switch (part.code->kind) {
    case Class::kInt: {
      uint32_t shift = 64 - part.size * 8;
      return vm.NewInt(static_cast<int64_t>(Load(from, part.size, big_endian) << shift) >> shift);
    }
    case Class::kUnsigned: return vm.NewIntUnsigned(Load(from, part.size, big_endian));
    case Class::kBool: return Value::Bool(*from != 0);
    case Class::kFloat: return Value::ForeignFloat(UnpackFloat(from, part.size, big_endian));
    case Class::kComplex: {
      double real = UnpackFloat(from, part.size / 2, big_endian);
      double imaginary = UnpackFloat(from + part.size / 2, part.size / 2, big_endian);
      return vm.NewComplex(std::isnan(real) ? NAN : real, std::isnan(imaginary) ? NAN : imaginary);
    }
    case Class::kChar: return vm.NewBytes({from, 1});
    case Class::kString: return vm.NewBytes({from, part.repeat});
    case Class::kPascal: {
      if (part.repeat == 0) return vm.NewBytes({});
      uint64_t length = static_cast<uint8_t>(*from);
      return vm.NewBytes({from + 1, std::min(length, part.repeat - 1)});
    }
    case Class::kPad: break;
  }
  return Value::None();
}

Value Unpack(Vm& vm, const Layout& layout, const char* from) {
  if (!vm.Tick(layout.items)) return Value::Failed();
  if (layout.items > UINT32_MAX / 2) return vm.NoMemory(layout.items * 8);
  Tuple* tuple = TRY(vm.NewTuple(layout.items));
  uint32_t at = 0;
  Pace pace(vm);
  for (const Part& part : layout.parts) {
    bool one = part.code->kind == Class::kString || part.code->kind == Class::kPascal;
    for (uint64_t i = 0; i < (one ? 1 : part.repeat); ++i) {
      if (!pace.IsTimeLeft()) return Value::Failed();
      Value item = TRY(UnpackItem(vm, part, from + part.offset + i * part.size, layout.big_endian));
      tuple->items()[at++] = item;
    }
  }
  return Value::Of(tuple);
}

// ---- functions: the format comes as a Struct object or as text

// struct.Struct: only the format is kept. It is parsed at each use, which takes little time.
struct StructObject : Object {
  Value format;  // str
};
Status LayoutOf(Vm& vm, Value v, Layout* layout, bool cached = true) {
  if (IsObjectOf(v, TypeId::kStructFormat)) v = v.As<StructObject>()->format;
  // CPython's functions look into a cache of formats first.
  if (cached && !Vm::IsStr(v) && !IsObjectOf(v, TypeId::kBytes)) TRY(DictKeyHash(vm, v));
  std::string_view text;
  TRY(FormatText(vm, v, &text));
  return ReadFormat(vm, text, layout);
}

Status CheckCount(Vm& vm, const Layout& layout, uint64_t given, std::string_view function) {
  if (given == layout.items) return Done{};
  return Error(vm, std::string(function) + " expected " + std::to_string(layout.items) +
                       " items for packing (got " + std::to_string(given) + ")");
}

Value PackItems(Vm& vm, const Layout& layout, const Value* items, uint64_t count) {
  TRY(CheckCount(vm, layout, count, "pack"));
  if (layout.size > UINT32_MAX / 2) return vm.NoMemory(layout.size);
  char* out;
  Value result = TRY(NewBytesUninitialized(vm, TypeId::kBytes, layout.size, &out));
  std::memset(out, 0, layout.size);
  TRY(Pack(vm, layout, items, out));
  return result;
}

// Where in a buffer of `size` bytes an offset stands: CPython words each way of missing it.
Status CheckOffset(Vm& vm, uint64_t needed, uint64_t size, int64_t* offset, bool packing) {
  int64_t given = *offset;
  std::string name = packing ? "pack_into" : "unpack_from";
  if (given < 0) {
    if (given + static_cast<int64_t>(needed) > 0) {
      return Error(vm, packing ? "no space to pack " + std::to_string(needed) +
                                     " bytes at offset " + std::to_string(given)
                               : "not enough data to unpack " + std::to_string(needed) +
                                     " bytes at offset " + std::to_string(given));
    }
    if (given + static_cast<int64_t>(size) < 0) {
      return Error(vm, "offset " + std::to_string(given) + " out of range for " +
                           std::to_string(size) + "-byte buffer");
    }
    *offset += static_cast<int64_t>(size);
    return Done{};
  }
  if (static_cast<uint64_t>(given) <= size && size - static_cast<uint64_t>(given) >= needed)
    return Done{};
  return Error(vm, name + " requires a buffer of at least " +
                       std::to_string(needed + static_cast<uint64_t>(given)) + " bytes for " +
                       (packing ? "packing " : "unpacking ") + std::to_string(needed) +
                       " bytes at offset " + std::to_string(given) + " (actual buffer size is " +
                       std::to_string(size) + ")");
}

Value UnpackBuffer(Vm& vm, Value format, Value buffer) {
  Layout layout(vm);
  TRY(LayoutOf(vm, format, &layout));
  BytesArgument data(vm);
  TRY(data.Get(buffer));
  if (data.view().size() != layout.size) {
    return Error(vm, "unpack requires a buffer of " + std::to_string(layout.size) + " bytes");
  }
  return Unpack(vm, layout, data.view().data());
}
Value UnpackFrom(Vm& vm, Value format, Value buffer, Value at) {
  Layout layout(vm);
  TRY(LayoutOf(vm, format, &layout));
  int64_t offset = TRY(SizeArgument(vm, at, 0));
  BytesArgument data(vm);
  TRY(data.Get(buffer));
  TRY(CheckOffset(vm, layout.size, data.view().size(), &offset, false));
  return Unpack(vm, layout, data.view().data() + offset);
}

Value PackInto(Vm& vm, Value format, const Value* rest, uint32_t count) {
  Layout layout(vm);
  TRY(LayoutOf(vm, format, &layout));
  if (count < 1) return Error(vm, "pack_into expected buffer argument");
  if (count < 2) return Error(vm, "pack_into expected offset argument");
  TRY(CheckCount(vm, layout, count - 2, "pack_into"));
  char* data;
  uint64_t size;
  if (!WritableMemory(rest[0], &data, &size)) {
    return vm.TypeError("argument must be read-write bytes-like object, not ",
                        vm.TypeName(rest[0]));
  }
  int64_t offset = TRY(SizeArgument(vm, rest[1]));
  TRY(CheckOffset(vm, layout.size, size, &offset, true));
  // Packed apart first: what fails leaves the buffer alone.
  Value packed = TRY(PackItems(vm, layout, rest + 2, count - 2));
  if (layout.size > 0) std::memcpy(data + offset, packed.As<Bytes>()->view().data(), layout.size);
  return Value::None();
}

struct UnpackIterator : Object {
  Value format, buffer;  // a str; bytes, or None at the end
  RawWord offset;
};

Value IterUnpack(Vm& vm, Value format, Value buffer) {
  Layout layout(vm);
  TRY(LayoutOf(vm, format, &layout));
  if (layout.size == 0) return Error(vm, "cannot iteratively unpack with a struct of length 0");
  BytesArgument data(vm);
  TRY(data.Get(buffer));
  if (data.view().size() % layout.size != 0) {
    return Error(vm, "iterative unpacking requires a buffer of a multiple of " +
                         std::to_string(layout.size) + " bytes");
  }
  if (IsObjectOf(format, TypeId::kStructFormat)) format = format.As<StructObject>()->format;
  UnpackIterator* iterator = TRY(vm.New<UnpackIterator>(TypeId::kStructUnpackIterator));
  iterator->format = format;
  iterator->buffer = buffer;
  iterator->offset = 0;
  return Value::Of(iterator);
}

Value IteratorNext(Vm& vm, Value self) {
  UnpackIterator* iterator = self.As<UnpackIterator>();
  if (iterator->buffer.IsNone()) return Value::Exhausted();
  Layout layout(vm);
  TRY(LayoutOf(vm, iterator->format, &layout));
  BytesArgument data(vm);
  TRY(data.Get(iterator->buffer));
  if (iterator->offset >= data.view().size() ||
      data.view().size() - iterator->offset < layout.size) {
    iterator->buffer = Value::None();
    return Value::Exhausted();
  }
  Value result = TRY(Unpack(vm, layout, data.view().data() + iterator->offset));
  iterator->offset += layout.size;
  return result;
}
Result<int64_t> IteratorLength(Vm& vm, UnpackIterator* iterator) {
  if (iterator->buffer.IsNone()) return 0;
  Layout layout(vm);
  TRY(LayoutOf(vm, iterator->format, &layout));
  int64_t size = TRY(vm.Length(iterator->buffer));
  return (size - static_cast<int64_t>(iterator->offset)) / static_cast<int64_t>(layout.size);
}
Value LengthHint(Vm& vm, const Args& a) {
  return vm.NewInt(TRY(IteratorLength(vm, a[0].As<UnpackIterator>())));
}

// The functions take a format only, no Struct.
Status CheckFormat(Vm& vm, Value format) {
  std::string_view text;
  if (IsObjectOf(format, TypeId::kStructFormat)) return FormatText(vm, format, &text);
  return Done{};
}

Value CalcSize(Vm& vm, const Args& a) {
  Layout layout(vm);
  TRY(CheckFormat(vm, a[0]));
  TRY(LayoutOf(vm, a[0], &layout));
  return vm.NewInt(static_cast<int64_t>(layout.size));
}
Value PackFunction(Vm& vm, const Args& a) {
  if (a.rest_count == 0) return vm.TypeError("missing format argument");
  Layout layout(vm);
  TRY(CheckFormat(vm, a.rest[0]));
  TRY(LayoutOf(vm, a.rest[0], &layout));
  return PackItems(vm, layout, a.rest + 1, a.rest_count - 1);
}
Value PackIntoFunction(Vm& vm, const Args& a) {
  if (a.rest_count == 0) return vm.TypeError("missing format argument");
  TRY(CheckFormat(vm, a.rest[0]));
  return PackInto(vm, a.rest[0], a.rest + 1, a.rest_count - 1);
}
Value UnpackMethod(Vm& vm, const Args& a) { return UnpackBuffer(vm, a[0], a[1]); }
Value UnpackFromMethod(Vm& vm, const Args& a) { return UnpackFrom(vm, a[0], a[1], a[2]); }
Value IterUnpackMethod(Vm& vm, const Args& a) { return IterUnpack(vm, a[0], a[1]); }
template <NativeFunction kMethod>
Value WithFormat(Vm& vm, const Args& a) {
  TRY(CheckFormat(vm, a[0]));
  return kMethod(vm, a);
}

Value New(Vm& vm, const Args& a) {
  Layout layout(vm);
  TRY(CheckFormat(vm, a[1]));
  TRY(LayoutOf(vm, a[1], &layout, false));
  Value format = a[1];
  if (IsObjectOf(format, TypeId::kBytes)) format = TRY(vm.NewStr(format.As<Bytes>()->view()));
  StructObject* object = TRY(vm.New<StructObject>(TypeId::kStructFormat));
  object->format = format;
  return Value::Of(object);
}
Value PackMethod(Vm& vm, const Args& a) {
  Layout layout(vm);
  TRY(LayoutOf(vm, a[0], &layout));
  return PackItems(vm, layout, a.rest, a.rest_count);
}
Value PackIntoMethod(Vm& vm, const Args& a) { return PackInto(vm, a[0], a.rest, a.rest_count); }
Value GetFormat(Vm&, Value self) { return self.As<StructObject>()->format; }
Value GetSize(Vm& vm, Value self) {
  Layout layout(vm);
  TRY(LayoutOf(vm, self, &layout));
  return vm.NewInt(static_cast<int64_t>(layout.size));
}
Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("Struct(");
  TRY(vm.Repr(self.As<StructObject>()->format, out));
  out.Append(')');
  return out.status();
}

constexpr NativeInfo kFunctions[] = {
    {"calcsize(format, /)", CalcSize,
     "Return size in bytes of the struct described by the format string."},
    {"iter_unpack(format, buffer, /)", WithFormat<IterUnpackMethod>,
     "Return an iterator yielding tuples unpacked from the given bytes."},
    {"@hidden pack(*args)", PackFunction,
     "pack(format, v1, v2, ...) -> bytes\n\nReturn a bytes object containing the values v1, v2, "
     "... packed according\nto "
     "the format string."},
    {"@hidden pack_into(*args)", PackIntoFunction,
     "pack_into(format, buffer, offset, v1, v2, ...)\n\nPack the values v1, v2, ... according to "
     "the format string and "
     "write\nthe packed bytes into the writable buffer buf starting at offset."},
    {"unpack(format, buffer, /)", WithFormat<UnpackMethod>,
     "Return a tuple containing values unpacked according to the format string."},
    {"unpack_from(format, /, buffer, offset=0)", WithFormat<UnpackFromMethod>,
     "Return a tuple containing values unpacked according to the format string."},
};
constexpr NativeInfo kMethods[] = {
    kInitAnewRow,
    {"iter_unpack(buffer, /)", IterUnpackMethod, "Return an iterator yielding tuples."},
    {"@hidden pack(*args)", PackMethod, "S.pack(v1, v2, ...) -> bytes"},
    {"@hidden pack_into(*args)", PackIntoMethod, "S.pack_into(buffer, offset, v1, v2, ...)"},
    {"unpack(buffer, /)", UnpackMethod, "Return a tuple containing unpacked values."},
    {"unpack_from(buffer, offset=0)", UnpackFromMethod,
     "Return a tuple containing unpacked values."},
};
constexpr AttributeInfo kAttributes[] = {{"format", GetFormat}, {"size", GetSize}};
constexpr NativeInfo kIteratorMethods[] = {{"__length_hint__()", LengthHint, ""}};
constexpr NativeInfo kConstructor{"@hidden Struct(format)", New,
                                  "Struct(fmt) --> compiled struct object"};
PYSUB_MEMBERS(StructFormat, kMethods, kAttributes);
PYSUB_MEMBERS(StructUnpackIterator, kIteratorMethods, kNoAttributes);
constexpr Schema kStructSchema{"s"};
constexpr Schema kIteratorSchema{"s V #"};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "Struct", Value::Type(TypeId::kStructFormat)));
  return DictSetStr(vm, names, "error", Value::Type(TypeId::kStructError));
}

}  // namespace

extern constexpr TypeInfo kStructFormatType{.id = TypeId::kStructFormat,
                                            .schema = &kStructSchema,
                                            .constructor = &kConstructor,
                                            .doc = "Struct(fmt) --> compiled struct object",
                                            .methods = kMethods,
                                            .attributes = kAttributes,
                                            .members = kStructFormatMembers,
                                            .repr = Repr};
extern constexpr TypeInfo kStructUnpackIteratorType{.id = TypeId::kStructUnpackIterator,
                                                    .schema = &kIteratorSchema,
                                                    .methods = kIteratorMethods,
                                                    .members = kStructUnpackIteratorMembers,
                                                    .next = IteratorNext};
extern constexpr ModuleInfo kStructModule{
    .name = "struct",
    .doc = "Functions to convert between Python values and C structs.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
