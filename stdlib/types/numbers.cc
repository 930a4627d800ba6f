// int, bool, float, complex: constructors, methods, attributes. CPython 3.14 library, "Numeric
// Types".

#include "vm/objects/numbers.h"

#include <cmath>

#include "vm/numbers/complex_math.h"
#include "vm/numbers/float_math.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/memoryview.h"
#include "vm/warn.h"

namespace pysub {
namespace {

// ---- text given to a constructor

// The characters of a str, bytes, bytearray or contiguous memoryview; false for anything else.
bool TextOf(Value v, std::string_view* text) {
  if (Vm::IsStr(v)) {
    *text = Vm::View(v);
  } else if (IsObjectOf(v, TypeId::kBytes)) {
    *text = v.As<Bytes>()->view();
  } else if (v.IsObject() && IsResizableMemory(v.AsObject()->type)) {
    *text = v.As<ByteArray>()->view();
  } else if (IsObjectOf(v, TypeId::kMemoryView) && !IsReleased(v) &&
             IsContiguous(v.As<MemoryView>())) {
    *text = ContiguousBytes(v.As<MemoryView>());
  } else {
    return false;
  }
  return true;
}

// ---- int

// Of the digits of an int that is certainly small; Undefined: not only digits, or too many.
Value IntOfFewDigits(std::string_view text) {
  constexpr size_t kFewDigits = 14;
  if (text.empty() || text.size() > kFewDigits) return Value::Undefined();
  int64_t number = 0;
  for (char c : text) {
    const auto digit = static_cast<uint8_t>(c - '0');
    if (digit > 9) return Value::Undefined();
    number = number * 10 + digit;
  }
  return Value::KnownSmallInt(number);
}

// int(x): numbers and text are known here; other objects are asked for __int__, then for __index__.
Value IntNew(Vm& vm, const Args& a) {
  std::string_view text;
  if (a.has(2)) {
    if (!a.has(1)) return vm.TypeError("int() missing string argument");
    int64_t base = TRY(vm.ToIndexClamped(a[2]));
    if ((base != 0 && base < 2) || base > 36) {
      return vm.ValueError("int() base must be >= 2 and <= 36, or 0");
    }
    if (!TextOf(a[1], &text))
      return vm.TypeError("int() can't convert non-string with explicit base");
    return ParseIntText(vm, a[1], text, static_cast<int>(base));
  }
  if (!a.has(1)) return Value::SmallInt(0);
  Value v = a[1];
  if (Vm::IsStr(v)) {
    text = Vm::View(v);
    const Value number = IntOfFewDigits(text);
    return number.IsUndefined() ? ParseIntText(vm, v, text, 10) : number;
  }
  if (IsIntLike(v)) return PlainInt(v);
  if (v.IsFloat()) return IntFromDouble(vm, v.AsFloat());
  if (TextOf(v, &text)) return ParseIntText(vm, v, text, 10);
  static constexpr Name kNames[] = {{"__int__", MemberHash("__int__")},
                                    {"__index__", MemberHash("__index__")}};
  for (const Name& name : kNames) {
    Value method = v.IsType() ? Value::Undefined() : TRY(vm.FindAttribute(v, name));
    if (!method.IsUndefined()) return vm.Call(method, {});
  }
  return vm.TypeError(
      "int() argument must be a string, a bytes-like object or a real number, not '",
      vm.TypeName(v), "'");
}

Value AsInt(Vm&, Value v) { return PlainInt(v); }
Value IntSelf(Vm& vm, const Args& a) { return AsInt(vm, a[0]); }

Value IntBitLength(Vm& vm, const Args& a) {
  return vm.NewInt(static_cast<int64_t>(BitLength(IntArgument(a[0]).view())));
}
Value IntBitCount(Vm& vm, const Args& a) {
  if (!vm.Tick(IntArgument(a[0]).view().limbs.size() / 16)) return Value::Failed();
  return vm.NewInt(static_cast<int64_t>(BitCount(IntArgument(a[0]).view())));
}
Value IntRatio(Vm& vm, const Args& a) { return vm.NewTuple({AsInt(vm, a[0]), Value::SmallInt(1)}); }
Value IntIsInteger(Vm&, const Args&) { return Value::True(); }

Result<ByteOrder> ByteOrderArgument(Vm& vm, Value v, std::string_view function) {
  if (v.IsUndefined()) return ByteOrder::kBig;
  if (!Vm::IsStr(v)) return BadArgument(vm, function, "argument 'byteorder'", "str", v);
  if (Vm::View(v) == "little") return ByteOrder::kLittle;
  if (Vm::View(v) == "big") return ByteOrder::kBig;
  return vm.ValueError("byteorder must be either 'little' or 'big'");
}

Value IntToBytes(Vm& vm, const Args& a) {
  int64_t length = a.has(1) ? TRY(SizeArgument(vm, a[1])) : 1;
  ByteOrder order = TRY(ByteOrderArgument(vm, a[2], "to_bytes"));
  bool is_signed = a.has(3) && TRY(vm.Truth(a[3]));
  if (length < 0) return vm.ValueError("length argument must be non-negative");
  if (!vm.Tick(static_cast<uint64_t>(length) / 64)) return Value::Failed();
  TextBuilder out(vm);
  char* at = out.Extend(static_cast<uint64_t>(length));
  if (at == nullptr) return out.FinishBytes();
  StopCheck stop = TimeCheck(vm);
  NumberError error = ToBytes(IntArgument(a[0]).view(), order, is_signed,
                              {reinterpret_cast<uint8_t*>(at), static_cast<size_t>(length)}, &stop);
  if (stop.stopped()) return Value::Failed();
  if (!error.ok()) return RaiseNumberError(vm, error);
  return out.FinishBytes();
}

Value IntFromBytes(Vm& vm, const Args& a) {
  std::string_view bytes;
  TextBuilder collected(vm);
  ByteOrder order = TRY(ByteOrderArgument(vm, a[2], "from_bytes"));
  if (Vm::IsStr(a[1])) return vm.TypeError("cannot convert 'str' object to bytes");
  if (!TextOf(a[1], &bytes)) {
    const TypeInfo& info = vm.InfoOf(a[1]);
    if (info.iter == nullptr && info.next == nullptr) {
      return vm.TypeError("cannot convert '", vm.TypeName(a[1]), "' object to bytes");
    }
    Value iterator = TRY(vm.GetIter(a[1]));
    while (true) {
      Value item = TRY(vm.Next(iterator));
      if (item.IsExhausted()) break;
      int64_t byte = TRY(vm.ToIndexClamped(item));
      if (byte < 0 || byte > 255) return vm.ValueError("bytes must be in range(0, 256)");
      if (!vm.Tick(1) || !collected.Append(static_cast<char>(byte))) return Value::Failed();
    }
    bytes = collected.view();
  }
  bool is_signed = a.has(3) && TRY(vm.Truth(a[3]));
  if (!vm.Tick(bytes.size() / 64)) return Value::Failed();
  IntBuffer buffer(vm, FromBytesLimbs(bytes.size()));
  if (!buffer.ok()) return Value::Failed();
  StopCheck stop = TimeCheck(vm);
  IntResult result = FromBytes({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()},
                               order, is_signed, buffer.out(), &stop);
  if (stop.stopped()) return Value::Failed();
  if (a[0] == Value::Type(TypeId::kBool)) return Value::Bool(result.size != 0);
  return buffer.Finish(result);
}

Value IntReal(Vm& vm, Value self) { return AsInt(vm, self); }
Value IntZero(Vm&, Value) { return Value::SmallInt(0); }
Value IntOne(Vm&, Value) { return Value::SmallInt(1); }

constexpr NativeInfo kIntConstructor{"@hidden int(x=0, /, base=10)", IntNew,
                                     "An integer of any size."};

// round(n, digits) with negative digits: to a multiple of a power of ten, halves to even.
Value IntRound(Vm& vm, const Args& a) {
  if (!a.has(1) || a[1].IsNone()) return AsInt(vm, a[0]);
  Value digits = a[1];
  if (!IsIntLike(digits)) {
    return vm.TypeError("'", vm.TypeName(digits), "' object cannot be interpreted as an integer");
  }
  int64_t n = TRY(vm.ToIndexClamped(digits));
  if (n >= 0) return AsInt(vm, a[0]);
  // More digits than the number has bits: it rounds to 0.
  if (static_cast<uint64_t>(-(n + 1)) > BitLength(IntArgument(a[0]).view()))
    return Value::SmallInt(0);
  Value unit = TRY(IntPow(vm, Value::SmallInt(10), Value::KnownSmallInt(-n)));
  Value parts = TRY(IntDivmod(vm, AsInt(vm, a[0]), unit));
  Value quotient = parts.As<Tuple>()->items()[0];
  Value rest = parts.As<Tuple>()->items()[1];
  Value twice = TRY(IntBinary(vm, BinaryOp::kMul, rest, Value::SmallInt(2)));
  int order = CompareInts(twice, unit);
  if (order > 0 || (order == 0 && IntArgument(quotient).view().IsOdd())) {
    quotient = TRY(IntBinary(vm, BinaryOp::kAdd, quotient, Value::SmallInt(1)));
  }
  return IntBinary(vm, BinaryOp::kMul, quotient, unit);
}

Value IntFloat(Vm& vm, const Args& a) { return Value::Float(TRY(vm.ToDouble(a[0]))); }
Value IntNewArgs(Vm& vm, const Args& a) { return vm.NewTuple({AsInt(vm, a[0])}); }

Value NumberAbs(Vm& vm, const Args& a) {
  Value v = a[0];
  if (v.IsFloat()) return Value::Float(__builtin_fabs(v.AsFloat()));
  if (IsIntLike(v)) {
    bool negative = v.IsSmallInt() ? v.AsSmallInt() < 0 : !v.IsBool() && v.As<BigInt>()->negative();
    return negative ? NumberUnary(vm, UnaryOp::kNeg, v) : AsInt(vm, v);
  }
  double size;
  NumberError error = ComplexAbs(
      {v.As<ComplexObject>()->real.AsFloat(), v.As<ComplexObject>()->imaginary.AsFloat()}, &size);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return Value::Float(size);
}

constexpr NativeInfo kIntMethods[] = {
    {"as_integer_ratio()", IntRatio,
     "Return a pair of integers, whose ratio is equal to the original int."},
    {"bit_count()", IntBitCount,
     "Number of ones in the binary representation of the absolute value."},
    {"bit_length()", IntBitLength, "Number of bits necessary to represent self in binary."},
    {"conjugate()", IntSelf, "Returns self, the complex conjugate of any int."},
    {"@classmethod from_bytes(bytes, byteorder='big', *, signed=False)", IntFromBytes,
     "Return the integer represented by the given array of bytes.", 1},
    {"is_integer()", IntIsInteger,
     "Returns True. Exists for duck type compatibility with float.is_integer."},
    {"to_bytes(length=1, byteorder='big', *, signed=False)", IntToBytes,
     "Return an array of bytes representing an integer."},
    {"@wrapper __index__()", IntSelf,
     "Return self converted to an integer, if self is suitable for use as an index into a list."},
    {"@wrapper __int__()", IntSelf, "int(self)"},
    {"@wrapper __float__()", IntFloat, "float(self)"},
    {"@wrapper __abs__()", NumberAbs, "abs(self)"},
    {"__getnewargs__()", IntNewArgs, ""},
    {"__trunc__()", IntSelf, "Truncating an Integral returns itself."},
    {"__floor__()", IntSelf, "Flooring an Integral returns itself."},
    {"__ceil__()", IntSelf, "Ceiling of an Integral returns itself."},
    {"__round__(ndigits=None, /)", IntRound, "Rounding an Integral returns itself."},
};

constexpr AttributeInfo kIntAttributes[] = {
    {"real", IntReal}, {"imag", IntZero}, {"numerator", IntReal}, {"denominator", IntOne}};

// ---- bool

Value BoolNew(Vm& vm, const Args& a) {
  return a.has(1) ? Value::Bool(TRY(vm.Truth(a[1]))) : Value::False();
}
constexpr NativeInfo kBoolConstructor{"bool(object=False, /)", BoolNew,
                                      "Returns True when the argument is true, False otherwise."};

Status BoolRepr(Vm&, Value self, TextBuilder& out) {
  out.Append(self.AsBool() ? "True" : "False");
  return out.status();
}

// ---- float

Value FloatNew(Vm& vm, const Args& a) {
  if (!a.has(1)) return Value::Float(0);
  if (a[1].IsFloat()) return a[1];
  AsDouble number = TRY(ToDoubleIfNumber(vm, a[1]));
  if (number.is_number) return Value::Float(number.value);
  std::string_view text;
  if (TextOf(a[1], &text)) return ParseFloatText(vm, a[1], text);
  static constexpr Name kNames[] = {{"__float__", MemberHash("__float__")},
                                    {"__index__", MemberHash("__index__")}};
  for (const Name& name : kNames) {
    Value method = a[1].IsType() ? Value::Undefined() : TRY(vm.FindAttribute(a[1], name));
    if (!method.IsUndefined()) return vm.Call(method, {});
  }
  return vm.TypeError("float() argument must be a string or a real number, not '",
                      vm.TypeName(a[1]), "'");
}

constexpr NativeInfo kFloatConstructor{"float(x=0, /)", FloatNew,
                                       "Convert a string or number to a floating-point number."};

Value FloatSelf(Vm&, const Args& a) { return a[0]; }
Value FloatIsInteger(Vm&, const Args& a) {
  double x = a[0].AsFloat();
  return Value::Bool(std::isfinite(x) && std::floor(x) == x);
}
Value FloatRatio(Vm& vm, const Args& a) {
  uint64_t top[kRatioLimbs], bottom[kRatioLimbs];
  IntResult numerator, denominator;
  NumberError error =
      AsIntegerRatio(a[0].AsFloat(), LimbsOut(top), LimbsOut(bottom), &numerator, &denominator);
  if (!error.ok()) return RaiseNumberError(vm, error);
  Value n = TRY(vm.NewIntFromLimbs(numerator.negative, Limbs(top, numerator.size)));
  Value d = TRY(vm.NewIntFromLimbs(denominator.negative, Limbs(bottom, denominator.size)));
  return vm.NewTuple({n, d});
}
Value FloatHexMethod(Vm& vm, const Args& a) {
  char text[kFloatHexChars];
  return vm.NewAsciiStr(std::string_view(text, FloatHex(a[0].AsFloat(), text)));
}
Value FloatFromHex(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return vm.TypeError("bad argument type for built-in operation");
  double value;
  StopCheck stop = TimeCheck(vm);
  NumberError error = ParseFloatHex(Vm::View(a[1]), &value, &stop);
  if (stop.stopped()) return Value::Failed();
  if (!error.ok()) return RaiseNumberError(vm, error);
  return Value::Float(value);
}
Value FloatFromNumber(Vm& vm, const Args& a) {
  if (a[1].IsFloat()) return a[1];
  return Value::Float(TRY(vm.ToDouble(a[1])));
}
Value FloatRoundMethod(Vm& vm, const Args& a) {
  double x = a[0].AsFloat();
  if (!a.has(1) || a[1].IsNone()) return IntFromDouble(vm, std::isfinite(x) ? RoundHalfEven(x) : x);
  if (!IsIntLike(a[1])) {
    return vm.TypeError("'", vm.TypeName(a[1]), "' object cannot be interpreted as an integer");
  }
  double rounded;
  NumberError error = RoundFloat(x, TRY(vm.ToIndexClamped(a[1])), &rounded);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return Value::Float(rounded);
}
Value FloatTrunc(Vm& vm, const Args& a) { return IntFromDouble(vm, a[0].AsFloat()); }
Value FloatFloor(Vm& vm, const Args& a) { return IntFromDouble(vm, std::floor(a[0].AsFloat())); }
Value FloatCeil(Vm& vm, const Args& a) { return IntFromDouble(vm, std::ceil(a[0].AsFloat())); }

Value FloatNewArgs(Vm& vm, const Args& a) { return vm.NewTuple({a[0]}); }
Value FloatGetFormat(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("__getformat__() argument must be str, not ", vm.TypeName(a[1]));
  }
  if (Vm::View(a[1]) != "double" && Vm::View(a[1]) != "float") {
    return vm.ValueError("__getformat__() argument 1 must be 'double' or 'float'");
  }
  return vm.NewStr("IEEE, little-endian");
}

constexpr NativeInfo kFloatMethods[] = {
    {"as_integer_ratio()", FloatRatio,
     "Return a pair of integers, whose ratio is exactly equal to the float."},
    {"conjugate()", FloatSelf, "Return self, the complex conjugate of any float."},
    {"@classmethod from_number(number, /)", FloatFromNumber,
     "Convert real number to a floating-point number."},
    {"@classmethod fromhex(string, /)", FloatFromHex,
     "Create a floating-point number from a hexadecimal string."},
    {"hex()", FloatHexMethod, "Return a hexadecimal representation of a floating-point number."},
    {"is_integer()", FloatIsInteger, "Return True if the float is an integer."},
    {"@wrapper __float__()", FloatSelf, "float(self)"},
    {"@wrapper __abs__()", NumberAbs, "abs(self)"},
    {"__getnewargs__()", FloatNewArgs, ""},
    {"@classmethod __getformat__(typestr, /)", FloatGetFormat,
     "You probably don't want to use this function."},
    {"@wrapper __int__()", FloatTrunc, "int(self)"},
    {"__trunc__()", FloatTrunc, "Return the Integral closest to x between 0 and x."},
    {"__floor__()", FloatFloor, "Return the floor as an Integral."},
    {"__ceil__()", FloatCeil, "Return the ceiling as an Integral."},
    {"__round__(ndigits=None, /)", FloatRoundMethod, "Return the Integral closest to x."},
};

Value FloatReal(Vm&, Value self) { return self; }
Value FloatZero(Vm&, Value) { return Value::Float(0); }
constexpr AttributeInfo kFloatAttributes[] = {{"real", FloatReal}, {"imag", FloatZero}};

// ---- complex

ComplexObject* AsComplex(Value v) { return v.As<ComplexObject>(); }

// One part of complex(real, imag), or the single argument.
Result<Complex> ComplexPart(Vm& vm, Value v, std::string_view role) {
  if (IsComplexObject(v))
    return Complex{AsComplex(v)->real.AsFloat(), AsComplex(v)->imaginary.AsFloat()};
  AsDouble number = TRY(ToDoubleIfNumber(vm, v));
  if (number.is_number) return Complex{number.value, 0};
  if (vm.InfoOf(v).equal_number != nullptr) return Complex{TRY(vm.ToDouble(v)), 0};
  if (role.empty()) {
    return vm.TypeError("complex() argument must be a string or a number, not ", vm.TypeName(v));
  }
  return vm.TypeError("complex() argument '", role, "' must be a real number, not ",
                      vm.TypeName(v));
}

Status WarnOfComplexPart(Vm& vm, Value v, std::string_view role) {
  if (!IsComplexObject(v)) return Done{};
  return Warn(vm, TypeId::kDeprecationWarning,
              "complex() argument '" + std::string(role) + "' must be a real number, not complex");
}

// Two arguments are added as real + imag * 1j, so each of them may be complex itself.
Value ComplexNew(Vm& vm, const Args& a) {
  if (!a.has(1) && !a.has(2)) return vm.NewComplex(0, 0);
  if (!a.has(2)) {
    if (IsComplexObject(a[1])) return a[1];
    if (Vm::IsStr(a[1])) {
      std::string_view text = Vm::View(a[1]);
      if (!TickForBytes(vm, text.size())) return Failure{};
      HeldText kept(vm);
      text = TRY(AsciiNumberText(vm, text, &kept));
      Complex parsed;
      StopCheck stop = TimeCheck(vm);
      NumberError error = ParseComplex(text, &parsed, &stop);
      if (stop.stopped()) return Value::Failed();
      if (error.ok()) return vm.NewComplex(parsed.real, parsed.imag);
      std::string_view wording = error.text;
      if (!wording.ends_with("%s")) return RaiseNumberError(vm, error);
      TextBuilder repr(vm);
      TRY(vm.Repr(a[1], repr));
      return vm.ValueError(wording.substr(0, wording.size() - 2), repr.view());
    }
    Complex only = TRY(ComplexPart(vm, a[1], ""));
    return vm.NewComplex(only.real, only.imag);
  }
  if (a.has(1) && Vm::IsStr(a[1])) {
    return vm.TypeError("complex() argument 'real' must be a real number, not str");
  }
  Complex real = a.has(1) ? TRY(ComplexPart(vm, a[1], "real")) : Complex{};
  Complex imaginary = TRY(ComplexPart(vm, a[2], "imag"));
  if (a.has(1)) TRY(WarnOfComplexPart(vm, a[1], "real"));
  TRY(WarnOfComplexPart(vm, a[2], "imag"));
  // real + imaginary * 1j, without arithmetic on parts that are not there.
  double x = real.real, y = imaginary.real;
  if (IsComplexObject(a[2])) x -= imaginary.imag;
  if (a.has(1) && IsComplexObject(a[1])) y += real.imag;
  return vm.NewComplex(x, y);
}

constexpr NativeInfo kComplexConstructor{"complex(real=0, imag=0)", ComplexNew,
                                         "Create a complex number from a string or numbers."};

Value ComplexConjugate(Vm& vm, const Args& a) {
  return vm.NewComplex(AsComplex(a[0])->real.AsFloat(), -AsComplex(a[0])->imaginary.AsFloat());
}
Value ComplexSelf(Vm&, const Args& a) { return a[0]; }
Value ComplexFromNumber(Vm& vm, const Args& a) {
  if (IsComplexObject(a[1])) return a[1];
  return vm.NewComplex(TRY(vm.ToDouble(a[1])), 0);
}
Value ComplexNewArgs(Vm& vm, const Args& a) {
  return vm.NewTuple({AsComplex(a[0])->real, AsComplex(a[0])->imaginary});
}
constexpr NativeInfo kComplexMethods[] = {
    {"conjugate()", ComplexConjugate, "Return the complex conjugate of its argument."},
    {"@classmethod from_number(number, /)", ComplexFromNumber,
     "Convert number to a complex floating-point number."},
    {"@wrapper __abs__()", NumberAbs, "abs(self)"},
    {"__getnewargs__()", ComplexNewArgs, ""},
    {"__complex__()", ComplexSelf, "Convert this value to exact type complex."},
};
Value ComplexReal(Vm&, Value self) { return AsComplex(self)->real; }
Value ComplexImag(Vm&, Value self) { return AsComplex(self)->imaginary; }
constexpr AttributeInfo kComplexAttributes[] = {
    {"real", ComplexReal, nullptr, AttributeKind::kMember},
    {"imag", ComplexImag, nullptr, AttributeKind::kMember}};

Result<bool> ComplexTruth(Vm&, Value self) {
  return AsComplex(self)->real.AsFloat() != 0 || AsComplex(self)->imaginary.AsFloat() != 0;
}

constexpr uint64_t kComplexOperators =
    OperatorSet("neg pos add radd sub rsub mul rmul truediv rtruediv pow rpow");
constexpr uint64_t kFloatOperators =
    kComplexOperators | OperatorSet("floordiv rfloordiv mod rmod divmod rdivmod");
constexpr uint64_t kIntOperators =
    kFloatOperators | OperatorSet("invert lshift rlshift rshift rrshift and rand or ror xor rxor");

PYSUB_MEMBERS(Int, kIntMethods, kIntAttributes);
PYSUB_MEMBERS(Float, kFloatMethods, kFloatAttributes);
PYSUB_MEMBERS(Complex, kComplexMethods, kComplexAttributes);

}  // namespace

extern constexpr TypeInfo kIntType{.id = TypeId::kInt,
                                   .constructor = &kIntConstructor,
                                   .doc = "An integer of any size.",
                                   .methods = kIntMethods,
                                   .attributes = kIntAttributes,
                                   .members = kIntMembers,
                                   .operators = kIntOperators,
                                   .repr = IntRepr,
                                   .compare = NumberCompare,
                                   .binary = NumberBinary,
                                   .unary = NumberUnary};
extern constexpr TypeInfo kBoolType{.id = TypeId::kBool,
                                    .constructor = &kBoolConstructor,
                                    .doc = "True or False.",
                                    .operators = OperatorSet("and rand or ror xor rxor invert"),
                                    .repr = BoolRepr,
                                    .compare = NumberCompare,
                                    .binary = NumberBinary,
                                    .unary = NumberUnary};
extern constexpr TypeInfo kFloatType{.id = TypeId::kFloat,
                                     .constructor = &kFloatConstructor,
                                     .doc = "A double-precision floating-point number.",
                                     .methods = kFloatMethods,
                                     .attributes = kFloatAttributes,
                                     .members = kFloatMembers,
                                     .operators = kFloatOperators,
                                     .repr = FloatReprSlot,
                                     .compare = NumberCompare,
                                     .binary = NumberBinary,
                                     .unary = NumberUnary};
extern constexpr TypeInfo kComplexType{.id = TypeId::kComplex,
                                       .constructor = &kComplexConstructor,
                                       .doc = "A complex number.",
                                       .methods = kComplexMethods,
                                       .attributes = kComplexAttributes,
                                       .members = kComplexMembers,
                                       .operators = kComplexOperators,
                                       .repr = ComplexReprSlot,
                                       .compare = NumberCompare,
                                       .truth = ComplexTruth,
                                       .binary = NumberBinary,
                                       .unary = NumberUnary};

}  // namespace pysub
