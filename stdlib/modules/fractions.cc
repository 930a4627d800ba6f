// fractions.Fraction. CPython 3.14 library, "fractions".

#include "stdlib/modules/fractions.h"

#include <cmath>
#include <string>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/int_values.h"
#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/objects/str.h"
#include "vm/scratch_charge.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

using namespace ints;  // NOLINT: arithmetic reads as such

FractionObject* AsFraction(Value v) { return v.As<FractionObject>(); }

// In lowest terms already.
Value NewCoprime(Vm& vm, Value numerator, Value denominator) {
  FractionObject* fraction = TRY(vm.New<FractionObject>(TypeId::kFraction));
  fraction->numerator = Plain(numerator);
  fraction->denominator = Plain(denominator);
  return Value::Of(fraction);
}

// An int or Fraction as numerator and denominator.
struct Rational {
  Value n, d;
};
bool GetRational(Value v, Rational* out) {
  if (IsIntLike(v)) {
    *out = {Plain(v), Small(1)};
    return true;
  }
  if (!IsFraction(v)) return false;
  *out = {AsFraction(v)->numerator, AsFraction(v)->denominator};
  return true;
}

Value AsFloat(Vm& vm, Value v) {
  return IntBinary(vm, BinaryOp::kTrueDiv, AsFraction(v)->numerator, AsFraction(v)->denominator);
}

Failure ZeroDenominator(Vm& vm, Value numerator) {
  Value shown = vm.ReprValue(numerator);
  if (shown.IsFailed()) return Failure{};
  return vm.Raise(TypeId::kZeroDivisionError, "Fraction(", shown, ", 0)");
}

// ---- Fraction(text)

Failure BadLiteral(Vm& vm, Value text) {
  Value shown = vm.ReprValue(text);
  if (shown.IsFailed()) return Failure{};
  return vm.ValueError("Invalid literal for Fraction: ", shown);
}

// Digits with single underscores between them; *digits gets them without. False: there are none.
bool TakeDigits(std::string_view* text, std::string* digits) {
  size_t i = 0;
  auto is_digit = [&](size_t at) {
    return at < text->size() && (*text)[at] >= '0' && (*text)[at] <= '9';
  };
  if (!is_digit(0)) return false;
  while (is_digit(i) || (i < text->size() && (*text)[i] == '_' && i > 0 && (*text)[i - 1] != '_' &&
                         is_digit(i + 1))) {
    if ((*text)[i] != '_') *digits += (*text)[i];
    ++i;
  }
  text->remove_prefix(i);
  return true;
}

Value IntOf(Vm& vm, const std::string& digits) {
  if (digits.empty()) return Small(0);
  Value text = TRY(vm.NewStr(digits));
  return ParseIntText(vm, text, digits, 10);
}

// "3/4", "-1_000", "1.25e-3": sign, digits, and either a denominator or a decimal part with an
// exponent. It is one pass over the text and then arithmetic, whose size the limits bound:
// "1e999999999" is refused by memory, not by a rule.
Value FromText(Vm& vm, Value value) {
  HeldText kept(vm);
  if (!vm.Tick(Vm::View(value).size() / 8)) return Value::Failed();
  const ScratchCharge room(vm, Vm::View(value).size() * uint64_t{4});
  if (!room.ok()) return Value::Failed();
  std::string_view text = TRY(AsciiNumberText(vm, Vm::View(value), &kept));
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string whole, decimal, denominator, exponent;
  bool has_whole = TakeDigits(&text, &whole);
  if (!has_whole && !(text.size() > 1 && text[0] == '.' && text[1] >= '0' && text[1] <= '9'))
    return BadLiteral(vm, value);
  // Nothing is computed before all of the text is known to be a number.
  Value n, d = Small(1);
  std::string_view slash =
      text.substr(std::min(text.find_first_not_of(" \t\n\r\f\v"), text.size()));
  if (slash.starts_with('/')) {
    text = slash.substr(1);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n\r\f\v"), text.size()));
    if (!TakeDigits(&text, &denominator) || !text.empty()) return BadLiteral(vm, value);
    n = TRY(IntOf(vm, whole));
    d = TRY(IntOf(vm, denominator));
  } else {
    if (text.starts_with('.')) {
      text.remove_prefix(1);
      TakeDigits(&text, &decimal);
    }
    int64_t power = -static_cast<int64_t>(decimal.size());
    bool down = false;
    if (!text.empty() && (text[0] == 'e' || text[0] == 'E')) {
      text.remove_prefix(1);
      down = text.starts_with('-');
      if (down || text.starts_with('+')) text.remove_prefix(1);
      if (!TakeDigits(&text, &exponent)) return BadLiteral(vm, value);
    }
    if (!text.empty()) return BadLiteral(vm, value);
    n = TRY(IntOf(vm, whole));
    if (!exponent.empty()) {
      Value number = TRY(IntOf(vm, exponent));
      if (!number.IsSmallInt()) return vm.NoMemory(SIZE_MAX / 2);
      power += down ? -number.AsSmallInt() : number.AsSmallInt();
    }
    if (!decimal.empty()) {
      n = TRY(Mul(vm, n, TRY(PowerOfTen(vm, static_cast<int64_t>(decimal.size())))));
      n = TRY(Add(vm, n, TRY(IntOf(vm, decimal))));
    }
    Value scale = TRY(PowerOfTen(vm, power < 0 ? -power : power));
    if (power < 0)
      d = scale;
    else
      n = TRY(Mul(vm, n, scale));
  }
  if (negative) n = TRY(Neg(vm, n));
  if (IsZero(d)) return ZeroDenominator(vm, n);
  return NewFraction(vm, n, d);
}

// ---- Fraction(numerator, denominator)

// Decimals say what they are by as_integer_ratio().
Result<bool> RatioOfOther(Vm& vm, Value v, Rational* out) {
  if (v.IsFloat()) {
    TRY(RatioOf(vm, v.AsFloat(), &out->n, &out->d));
    return true;
  }
  if (!IsObjectOf(v, TypeId::kDecimal)) return false;
  static constexpr Name kName{"as_integer_ratio", MemberHash("as_integer_ratio")};
  Value method = vm.FindAttribute(v, kName);
  if (method.IsFailed()) return Failure{};
  Value ratio = vm.Call(method, {});  // a native that calls nothing
  if (ratio.IsControl()) return Failure{};
  *out = {ratio.As<Tuple>()->items()[0], ratio.As<Tuple>()->items()[1]};
  return true;
}

Value New(Vm& vm, const Args& a) {
  Value first = a.has(1) ? a[1] : Small(0);
  Rational n, d;
  if (!a.has(2) || a[2].IsNone()) {
    if (IsFraction(first)) return first;
    if (GetRational(first, &n)) return NewCoprime(vm, n.n, n.d);
    if (Vm::IsStr(first)) return FromText(vm, first);
    if (TRY(RatioOfOther(vm, first, &n))) return NewCoprime(vm, n.n, n.d);
    return vm.TypeError(
        "argument should be a string or a Rational instance or have the as_integer_ratio() method");
  }
  if (!GetRational(first, &n) || !GetRational(a[2], &d)) {
    return vm.TypeError("both arguments should be Rational instances");
  }
  Value numerator = TRY(Mul(vm, n.n, d.d));
  Value denominator = TRY(Mul(vm, n.d, d.n));
  if (IsZero(denominator)) return ZeroDenominator(vm, numerator);
  return NewFraction(vm, numerator, denominator);
}

Value FromNumber(Vm& vm, const Args& a) {
  Rational r;
  if (IsFraction(a[1])) return a[1];
  if (GetRational(a[1], &r)) return NewCoprime(vm, r.n, r.d);
  if (!Vm::IsStr(a[1]) && TRY(RatioOfOther(vm, a[1], &r))) return NewCoprime(vm, r.n, r.d);
  return vm.TypeError(
      "argument should be a Rational instance or have the as_integer_ratio() method");
}
Value FromFloat(Vm& vm, const Args& a) {
  Rational r;
  if (IsIntLike(a[1])) return NewCoprime(vm, Plain(a[1]), Small(1));
  if (!a[1].IsFloat()) {
    Value shown = TRY(vm.ReprValue(a[1]));
    return vm.TypeError("Fraction.from_float() only takes floats, not ", shown, " (",
                        vm.TypeName(a[1]), ")");
  }
  TRY(RatioOf(vm, a[1].AsFloat(), &r.n, &r.d));
  return NewCoprime(vm, r.n, r.d);
}
Value FromDecimal(Vm& vm, const Args& a) {
  Rational r;
  if (IsIntLike(a[1])) return NewCoprime(vm, Plain(a[1]), Small(1));
  if (!IsObjectOf(a[1], TypeId::kDecimal)) {
    Value shown = TRY(vm.ReprValue(a[1]));
    return vm.TypeError("Fraction.from_decimal() only takes Decimals, not ", shown, " (",
                        vm.TypeName(a[1]), ")");
  }
  TRY(RatioOfOther(vm, a[1], &r));
  return NewCoprime(vm, r.n, r.d);
}

// ---- operators

Value AddOrSub(Vm& vm, bool add, const Rational& a, const Rational& b) {
  Value left = TRY(Mul(vm, a.n, b.d)), right = TRY(Mul(vm, b.n, a.d));
  Value n = add ? TRY(Add(vm, left, right)) : TRY(Sub(vm, left, right));
  return NewFraction(vm, n, TRY(Mul(vm, a.d, b.d)));
}
Value Multiply(Vm& vm, const Rational& a, const Rational& b) {
  Value n = TRY(Mul(vm, a.n, b.n));
  return NewFraction(vm, n, TRY(Mul(vm, a.d, b.d)));
}
Value Divide(Vm& vm, const Rational& a, const Rational& b) {
  if (IsZero(b.n)) return ZeroDenominator(vm, b.d);
  Value n = TRY(Mul(vm, a.n, b.d));
  return NewFraction(vm, n, TRY(Mul(vm, a.d, b.n)));
}
Value FloorDivide(Vm& vm, const Rational& a, const Rational& b) {
  Value n = TRY(Mul(vm, a.n, b.d));
  return FloorDiv(vm, n, TRY(Mul(vm, a.d, b.n)));
}
Value Modulo(Vm& vm, const Rational& a, const Rational& b) {
  Value n = TRY(Mul(vm, a.n, b.d));
  Value rest = TRY(Mod(vm, n, TRY(Mul(vm, b.n, a.d))));
  return NewFraction(vm, rest, TRY(Mul(vm, a.d, b.d)));
}

// Exact where the exponent is a whole number; else both become floats, as in CPython.
Value Power(Vm& vm, const Rational& base, const Rational& exponent) {
  if (!IsOne(exponent.d)) {
    Value left = TRY(IntBinary(vm, BinaryOp::kTrueDiv, base.n, base.d));
    return vm.Binary(BinaryOp::kPow, left,
                     TRY(IntBinary(vm, BinaryOp::kTrueDiv, exponent.n, exponent.d)));
  }
  if (Sign(exponent.n) >= 0) {
    Value n = TRY(IntPow(vm, base.n, exponent.n));
    return NewCoprime(vm, n, TRY(IntPow(vm, base.d, exponent.n)));
  }
  Value power = TRY(Neg(vm, exponent.n));
  Value n = TRY(IntPow(vm, base.d, power));
  Value d = TRY(IntPow(vm, base.n, power));
  if (IsZero(d)) return ZeroDenominator(vm, n);
  if (Sign(d) < 0) {
    n = TRY(Neg(vm, n));
    d = TRY(Neg(vm, d));
  }
  return NewCoprime(vm, n, d);
}

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  Rational a, b;
  if (GetRational(left, &a) && GetRational(right, &b)) {
    switch (op) {
      case BinaryOp::kAdd: return AddOrSub(vm, true, a, b);
      case BinaryOp::kSub: return AddOrSub(vm, false, a, b);
      case BinaryOp::kMul: return Multiply(vm, a, b);
      case BinaryOp::kTrueDiv: return Divide(vm, a, b);
      case BinaryOp::kFloorDiv: return FloorDivide(vm, a, b);
      case BinaryOp::kMod: return Modulo(vm, a, b);
      case BinaryOp::kPow:
        if (!IsFraction(left) && IsOne(b.d) && Sign(b.n) >= 0) return IntPow(vm, a.n, b.n);
        return Power(vm, a, b);
      default: return Value::NotImplemented();
    }
  }
  Value other = IsFraction(left) ? right : left;
  if (!other.IsFloat() && !IsComplexObject(other)) return Value::NotImplemented();
  if (op > BinaryOp::kPow || op == BinaryOp::kMatMul) return Value::NotImplemented();
  if (IsComplexObject(other) && (op == BinaryOp::kFloorDiv || op == BinaryOp::kMod))
    return Value::NotImplemented();
  if (IsFraction(left)) return vm.Binary(op, TRY(AsFloat(vm, left)), right);
  return vm.Binary(op, left, TRY(AsFloat(vm, right)));
}

Value Unary(Vm& vm, UnaryOp op, Value self) {
  if (op == UnaryOp::kInvert) return Value::NotImplemented();
  if (op == UnaryOp::kPos) return self;
  return NewCoprime(vm, TRY(Neg(vm, AsFraction(self)->numerator)), AsFraction(self)->denominator);
}

Value Compare(Vm& vm, CompareOp op, Value left, Value right) {
  Rational a, b;
  bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  Value other = IsFraction(left) ? right : left;
  if (IsComplexObject(other) && equality) {
    if (other.As<ComplexObject>()->imaginary.AsFloat() != 0)
      return Value::Bool(op == CompareOp::kNe);
    other = other.As<ComplexObject>()->real;
    (IsFraction(left) ? right : left) = other;
  }
  if (other.IsFloat()) {
    double number = other.AsFloat();
    if (!std::isfinite(number)) {
      double x = IsFraction(left) ? 0 : number, y = IsFraction(left) ? number : 0;
      if (std::isnan(number)) return Value::Bool(op == CompareOp::kNe);
      return Value::Bool(OrderHolds(op, x < y ? -1 : 1));
    }
    TRY(RatioOf(vm, number, &b.n, &b.d));
    GetRational(IsFraction(left) ? left : right, &a);
    if (!IsFraction(left)) std::swap(a, b);
  } else if (!GetRational(left, &a) || !GetRational(right, &b)) {
    return Value::NotImplemented();
  }
  if (equality) {
    return Value::Bool((CompareInts(a.n, b.n) == 0 && CompareInts(a.d, b.d) == 0) ==
                       (op == CompareOp::kEq));
  }
  Value x = TRY(Mul(vm, a.n, b.d));
  return Value::Bool(OrderHolds(op, CompareInts(x, TRY(Mul(vm, b.n, a.d)))));
}

Result<int64_t> Hash(Vm& vm, Value self) {
  constexpr int64_t kModulus = (int64_t{1} << 61) - 1;
  Value p = vm.NewInt(kModulus);
  if (p.IsFailed()) return Failure{};
  Value d = Mod(vm, AsFraction(self)->denominator, p);
  if (d.IsFailed()) return Failure{};
  int64_t hash = 314159;
  if (!IsZero(d)) {
    Value inverse = IntPowMod(vm, d, Small(-1), p);
    if (inverse.IsFailed()) return Failure{};
    Value n = Abs(vm, AsFraction(self)->numerator);
    if (n.IsFailed()) return Failure{};
    Value product = Mul(vm, n, inverse);
    if (product.IsFailed()) return Failure{};
    product = Mod(vm, product, p);
    if (product.IsFailed()) return Failure{};
    Result<int64_t> number = vm.ToIndex(product);
    if (!number.ok()) return Failure{};
    hash = *number;
  }
  if (Sign(AsFraction(self)->numerator) < 0) hash = -hash;
  return hash == -1 ? -2 : hash;
}

// 1/2 is found under 0.5.
Value EqualNumber(Vm& vm, Value self) {
  if (IsOne(AsFraction(self)->denominator)) return AsFraction(self)->numerator;
  Value number = AsFloat(vm, self);
  if (number.IsFailed()) {
    if (!vm.PendingIs(TypeId::kOverflowError)) return number;
    static_cast<void>(vm.TakeException());
    return Value::Undefined();
  }
  Value equal = TRY(Compare(vm, CompareOp::kEq, self, number));
  return equal.IsTrue() ? number : Value::Undefined();
}

Result<bool> Truth(Vm&, Value self) { return !IsZero(AsFraction(self)->numerator); }

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("Fraction(");
  TRY(vm.Repr(AsFraction(self)->numerator, out));
  out.Append(", ");
  TRY(vm.Repr(AsFraction(self)->denominator, out));
  out.Append(')');
  return out.status();
}
Status ToText(Vm& vm, Value self, TextBuilder& out) {
  TRY(vm.Repr(AsFraction(self)->numerator, out));
  if (IsOne(AsFraction(self)->denominator)) return out.status();
  out.Append('/');
  return vm.Repr(AsFraction(self)->denominator, out);
}

// ---- methods

Value Ratio(Vm& vm, const Args& a) {
  return vm.NewTuple({AsFraction(a[0])->numerator, AsFraction(a[0])->denominator});
}
Value IsInteger(Vm&, const Args& a) { return Value::Bool(IsOne(AsFraction(a[0])->denominator)); }
Value AbsMethod(Vm& vm, const Args& a) {
  return NewCoprime(vm, TRY(Abs(vm, AsFraction(a[0])->numerator)), AsFraction(a[0])->denominator);
}
Value FloatMethod(Vm& vm, const Args& a) { return AsFloat(vm, a[0]); }
Value ComplexMethod(Vm& vm, const Args& a) {
  Value number = TRY(AsFloat(vm, a[0]));
  return vm.NewComplex(number.AsFloat(), 0);
}
Value Conjugate(Vm&, const Args& a) { return a[0]; }
Value FloorMethod(Vm& vm, const Args& a) {
  return FloorDiv(vm, AsFraction(a[0])->numerator, AsFraction(a[0])->denominator);
}
Value CeilMethod(Vm& vm, const Args& a) {
  Value negative = TRY(Neg(vm, AsFraction(a[0])->numerator));
  return Neg(vm, TRY(FloorDiv(vm, negative, AsFraction(a[0])->denominator)));
}
Value TruncMethod(Vm& vm, const Args& a) {
  return Sign(AsFraction(a[0])->numerator) < 0 ? CeilMethod(vm, a) : FloorMethod(vm, a);
}

// __int__(self, _index): the second is what makes an int of the quotient.
Value IntMethod(Vm& vm, const Args& a) {
  const Value number = TRY(TruncMethod(vm, a));
  return a.has(1) ? vm.Call(a[1], {number}) : number;
}

Value Round(Vm& vm, const Args& a) {
  FractionObject* self = AsFraction(a[0]);
  if (!a.has(1) || a[1].IsNone()) return DivideToEven(vm, self->numerator, self->denominator);
  if (!IsIntLike(a[1])) {
    return vm.TypeError("'", vm.TypeName(a[1]), "' object cannot be interpreted as an integer");
  }
  int64_t digits = TRY(vm.ToIndex(a[1]));
  Value shift = TRY(PowerOfTen(vm, digits < 0 ? -std::max(digits, -INT64_MAX) : digits));
  if (digits > 0) {
    Value scaled = TRY(DivideToEven(vm, TRY(Mul(vm, self->numerator, shift)), self->denominator));
    return NewFraction(vm, scaled, shift);
  }
  Value rounded = TRY(DivideToEven(vm, self->numerator, TRY(Mul(vm, self->denominator, shift))));
  return NewCoprime(vm, TRY(Mul(vm, rounded, shift)), Small(1));
}

// The closest fraction whose denominator is at most `most`: the best of the two last convergents.
Value LimitDenominator(Vm& vm, const Args& a) {
  Value most = a.has(1) ? Plain(a[1]) : Small(1000000);
  if (most.IsFloat() && most.AsFloat() < 1)
    return vm.ValueError("max_denominator should be at least 1");
  if (most.IsFloat() && most.AsFloat() <= 9e15)
    most = TRY(vm.NewInt(static_cast<int64_t>(most.AsFloat())));
  if (IsObjectOf(most, TypeId::kFraction))
    most = TRY(FloorDiv(vm, AsFraction(most)->numerator, AsFraction(most)->denominator));
  if (!IsIntLike(most))
    return vm.TypeError("'<' not supported between instances of '", vm.TypeName(most),
                        "' and 'int'");
  if (CompareInts(most, Small(1)) < 0) return vm.ValueError("max_denominator should be at least 1");
  FractionObject* self = AsFraction(a[0]);
  if (CompareInts(self->denominator, most) <= 0) return a[0];
  Value p0 = Small(0), q0 = Small(1), p1 = Small(1), q1 = Small(0);
  Value n = self->numerator, d = self->denominator;
  while (true) {
    if (!vm.Tick(4)) return Value::Failed();
    Value quotient = TRY(FloorDiv(vm, n, d));
    Value q2 = TRY(Add(vm, q0, TRY(Mul(vm, quotient, q1))));
    if (CompareInts(q2, most) > 0) break;
    Value p2 = TRY(Add(vm, p0, TRY(Mul(vm, quotient, p1))));
    p0 = p1, q0 = q1, p1 = p2, q1 = q2;
    Value rest = TRY(Sub(vm, n, TRY(Mul(vm, quotient, d))));
    n = d, d = rest;
  }
  Value k = TRY(FloorDiv(vm, TRY(Sub(vm, most, q0)), q1));
  // 2 * d * (q0 + k * q1) <= denominator: the convergent is at least as near.
  Value second = TRY(Add(vm, q0, TRY(Mul(vm, k, q1))));
  Value twice = TRY(Mul(vm, TRY(Mul(vm, Small(2), d)), second));
  if (CompareInts(twice, self->denominator) <= 0) return NewCoprime(vm, p1, q1);
  return NewCoprime(vm, TRY(Add(vm, p0, TRY(Mul(vm, k, p1)))), second);
}

// ---- format

// A value rounded to `exponent` (of ten) as sign and significand.
Value Scaled(Vm& vm, Value n, Value d, int64_t exponent) {
  Value power = TRY(PowerOfTen(vm, exponent < 0 ? -exponent : exponent));
  if (exponent < 0) return DivideToEven(vm, TRY(Mul(vm, n, power)), d);
  return DivideToEven(vm, n, TRY(Mul(vm, d, power)));
}
Value DigitsOf(Vm& vm, Value number) { return IntToText(vm, number, 10, ""); }

Value FormatDecimal(Vm& vm, Value self, const NumberFormat& layout) {
  Value n = TRY(Abs(vm, AsFraction(self)->numerator)), d = AsFraction(self)->denominator;
  bool negative = Sign(AsFraction(self)->numerator) < 0;
  int64_t precision = layout.precision < 0 ? 6 : layout.precision;
  bool percent = layout.type == '%', general = layout.type == 'g' || layout.type == 'G';
  bool scientific = layout.type == 'e' || layout.type == 'E';
  int64_t exponent = -precision;
  if (percent) exponent -= 2;
  Value significand;
  if (!percent && layout.type != 'f' && layout.type != 'F') {
    int64_t figures = general ? std::max<int64_t>(precision, 1) : precision + 1;
    exponent = 1 - figures;
    significand = Small(0);
    if (!IsZero(n)) {
      Value str_n = TRY(DigitsOf(vm, n)), str_d = TRY(DigitsOf(vm, d));
      int64_t m = static_cast<int64_t>(Vm::View(str_n).size()) -
                  static_cast<int64_t>(Vm::View(str_d).size());
      m += Vm::View(str_d) <= Vm::View(str_n) ? 1 : 0;
      exponent = m - figures;
      significand = TRY(Scaled(vm, n, d, exponent));
      if (static_cast<int64_t>(Vm::View(TRY(DigitsOf(vm, significand))).size()) == figures + 1) {
        significand = TRY(FloorDiv(vm, significand, Small(10)));
        ++exponent;
      }
    }
    if (general) {
      scientific = !(-4 - (figures - 1) <= exponent && exponent <= 0);
    }
    precision = figures;
  } else {
    significand = TRY(Scaled(vm, n, d, exponent));
  }
  if (negative && layout.no_negative_zero && IsZero(significand)) negative = false;
  int64_t point = scientific ? precision - 1 : -exponent - (percent ? 2 : 0);
  if (percent) exponent += 2;
  if (point < 0) point = 0;
  const Value shown = TRY(DigitsOf(vm, significand));
  const ScratchCharge room(vm, (static_cast<uint64_t>(point) + Vm::View(shown).size()) * 6 + 64);
  if (!room.ok()) return Value::Failed();
  std::string digits(Vm::View(shown));
  if (!vm.Tick(digits.size() / 16 + static_cast<size_t>(point) / 16)) return Value::Failed();
  if (static_cast<int64_t>(digits.size()) <= point)
    digits.insert(0, static_cast<size_t>(point) + 1 - digits.size(), '0');
  std::string integer = digits.substr(0, digits.size() - static_cast<size_t>(point));
  std::string fraction = digits.substr(digits.size() - static_cast<size_t>(point));
  if (general && !layout.alternate) {
    while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  }
  std::string rest = !fraction.empty() || layout.alternate ? "." : "";
  for (size_t i = 0; i < fraction.size(); ++i) {
    if (layout.fraction_separator != 0 && i > 0 && i % 3 == 0) rest += layout.fraction_separator;
    rest += fraction[i];
  }
  if (scientific) {
    int64_t shown = exponent + point;
    char text[32];
    snprintf(text, sizeof(text), "%c%+03lld", layout.type == 'E' || layout.type == 'G' ? 'E' : 'e',
             static_cast<long long>(shown));
    rest += text;
  }
  if (percent) rest += '%';
  std::string_view sign = negative ? "-" : layout.sign == '-' ? "" : layout.sign == '+' ? "+" : " ";
  return LayOut(vm, layout, sign, integer, rest);
}

Value FormatPlain(Vm& vm, Value self, const NumberFormat& layout) {
  Value n = TRY(Abs(vm, AsFraction(self)->numerator));
  std::string numerator(Vm::View(TRY(DigitsOf(vm, n)))), rest;
  if (!IsOne(AsFraction(self)->denominator) || layout.alternate) {
    std::string denominator(Vm::View(TRY(DigitsOf(vm, AsFraction(self)->denominator))));
    if (!vm.Tick(denominator.size() / 16)) return Value::Failed();
    rest = "/";
    for (size_t i = 0; i < denominator.size(); ++i) {
      if (layout.separator != 0 && i > 0 && (denominator.size() - i) % 3 == 0)
        rest += layout.separator;
      rest += denominator[i];
    }
  }
  std::string_view sign = Sign(AsFraction(self)->numerator) < 0 ? "-"
                          : layout.sign == '-'                  ? ""
                          : layout.sign == '+'                  ? "+"
                                                                : " ";
  return LayOut(vm, layout, sign, numerator, rest);
}

Value Format(Vm& vm, Value self, std::string_view spec) {
  NumberFormat layout;
  bool good = ParseNumberFormat(spec, &layout);
  if (good && layout.type == 0) {
    good = layout.precision < 0 && !layout.no_negative_zero && !layout.zero_pad &&
           layout.fraction_separator == 0;
    if (good) return FormatPlain(vm, self, layout);
  }
  if (good && std::string_view("eEfFgG%").find(layout.type) != std::string_view::npos) {
    return FormatDecimal(vm, self, layout);
  }
  Value text = TRY(vm.NewStr(spec));
  Value shown = TRY(vm.ReprValue(text));
  return vm.ValueError("Invalid format specifier ", shown, " for object of type 'Fraction'");
}

template <Value FractionObject::*kField>
Value Get(Vm&, Value self) {
  return AsFraction(self)->*kField;
}
Value GetReal(Vm&, Value self) { return self; }
Value GetImag(Vm&, Value) { return Small(0); }

constexpr AttributeInfo kAttributes[] = {{"denominator", Get<&FractionObject::denominator>},
                                         {"imag", GetImag},
                                         {"numerator", Get<&FractionObject::numerator>},
                                         {"real", GetReal}};
constexpr NativeInfo kMethods[] = {
    {"@python __copy__()", [](Vm&, const Args& a) { return a[0]; }, ""},
    {"@python __deepcopy__(memo)", [](Vm&, const Args& a) { return a[0]; }, ""},
    {"@python __abs__()", AbsMethod, "abs(a)"},
    {"@python __ceil__()", CeilMethod, "math.ceil(a)"},
    {"@python __complex__()", ComplexMethod, "complex(self) == complex(float(self), 0)"},
    {"@python __float__()", FloatMethod, "float(self) = self.numerator / self.denominator"},
    {"@python __floor__()", FloorMethod, "math.floor(a)"},
    {"@python __int__(_index=None)", IntMethod, "int(a)"},
    {"@python __round__(ndigits=None)", Round, "round(self, ndigits)"},
    {"@python __trunc__()", TruncMethod, "math.trunc(a)"},
    {"@python as_integer_ratio()", Ratio,
     "Return a pair of integers, whose ratio is equal to the original Fraction."},
    {"@python conjugate()", Conjugate, "Conjugate is a no-op for Reals."},
    {"@python @classmethod from_decimal(dec)", FromDecimal,
     "Converts a finite Decimal instance to a rational number, exactly."},
    {"@python @classmethod from_float(f)", FromFloat,
     "Converts a finite float to a rational number, exactly.\n\nBeware that "
     "Fraction.from_float(0.3) != Fraction(3, 10)."},
    {"@python @classmethod from_number(number)", FromNumber,
     "Converts a finite real number to a rational number, exactly."},
    {"@python is_integer()", IsInteger, "Return True if the Fraction is an integer."},
    {"@python limit_denominator(max_denominator=1000000)", LimitDenominator,
     "Closest Fraction to self with denominator at most max_denominator."},
};
constexpr NativeInfo kConstructor{"@python Fraction(numerator=0, denominator=None)", New,
                                  "This class implements rational numbers."};
PYSUB_MEMBERS(Fraction, kMethods, kAttributes);

bool Check(Vm&, Object* object) {
  return Sign(static_cast<FractionObject*>(object)->denominator) > 0;
}
constexpr Schema kSchema{"i i", Check};

Status Init(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "Fraction", Value::Type(TypeId::kFraction));
}

}  // namespace

Value NewFraction(Vm& vm, Value numerator, Value denominator) {
  Value divisor = TRY(Gcd(vm, numerator, denominator));
  if (Sign(denominator) < 0) divisor = TRY(Neg(vm, divisor));
  if (IsOne(divisor)) return NewCoprime(vm, numerator, denominator);
  Value n = TRY(FloorDiv(vm, numerator, divisor));
  return NewCoprime(vm, n, TRY(FloorDiv(vm, denominator, divisor)));
}

bool ParseNumberFormat(std::string_view spec, NumberFormat* out) {
  bool aligned = false;
  auto is_align = [](char c) { return c == '<' || c == '>' || c == '=' || c == '^'; };
  if (!spec.empty()) {
    size_t size = 1;
    while (size < spec.size() && (spec[size] & 0xC0) == 0x80) ++size;
    if (size < spec.size() && is_align(spec[size])) {
      for (char32_t c : CodePoints(spec.substr(0, size))) out->fill = c;
      aligned = true;
      out->align = spec[size];
      spec.remove_prefix(size + 1);
    } else if (is_align(spec[0])) {
      aligned = true;
      out->align = spec[0];
      spec.remove_prefix(1);
    }
  }
  auto take = [&](std::string_view letters) -> char {
    if (spec.empty() || letters.find(spec[0]) == std::string_view::npos) return 0;
    char c = spec[0];
    spec.remove_prefix(1);
    return c;
  };
  auto number = [&](int64_t* n) {
    if (spec.empty() || spec[0] < '0' || spec[0] > '9') return false;
    *n = 0;
    while (!spec.empty() && spec[0] >= '0' && spec[0] <= '9') {
      if (*n < int64_t{1} << 55) *n = *n * 10 + (spec[0] - '0');
      spec.remove_prefix(1);
    }
    return true;
  };
  if (char c = take("+- ")) out->sign = c;
  out->no_negative_zero = take("z") != 0;
  out->alternate = take("#") != 0;
  if (spec.size() > 1 && spec[0] == '0' && spec[1] >= '0' && spec[1] <= '9') {
    if (aligned) return false;
    out->zero_pad = take("0") != 0;
  } else if (take("0") != 0) {
    out->zero_pad = true;
  }
  number(&out->width);
  out->separator = take(",_");
  if (take(".") != 0) {
    bool digits = number(&out->precision);
    out->fraction_separator = take(",_");
    if (!digits && out->fraction_separator == 0) return false;
  }
  if (spec.size() > 1) return false;
  out->type = spec.empty() ? 0 : spec[0];
  return true;
}

Value LayOut(Vm& vm, const NumberFormat& layout, std::string_view sign, std::string_view integer,
             std::string_view rest) {
  bool pad_zeros = layout.zero_pad && layout.align == '>' && layout.fill == U' ';
  size_t width = static_cast<size_t>(layout.width);
  TextBuilder digits(vm);
  size_t wanted = integer.size();
  if (pad_zeros && width > sign.size() + rest.size()) {
    size_t room = width - sign.size() - rest.size();
    if (layout.separator != 0) room = room / 4 * 3 + room % 4 + (room % 4 == 0 ? 1 : 0);
    wanted = std::max(wanted, room);
  }
  if (!digits.Reserve(wanted * 2)) return digits.Finish();
  for (size_t i = 0; i < wanted; ++i) {
    if (layout.separator != 0 && i > 0 && (wanted - i) % 3 == 0) digits.Append(layout.separator);
    digits.Append(i < wanted - integer.size() ? '0' : integer[i - (wanted - integer.size())]);
  }
  size_t length = sign.size() + digits.size() + rest.size();
  size_t padding = width > length ? width - length : 0;
  size_t before = layout.align == '<' ? 0 : layout.align == '^' ? padding / 2 : padding;
  TextBuilder out(vm);
  if (layout.align == '=') {
    out.Append(sign);
    out.AppendRepeated(layout.fill, padding);
  } else {
    out.AppendRepeated(layout.fill, before);
    out.Append(sign);
  }
  out.Append(digits.view());
  out.Append(rest);
  if (layout.align != '=') out.AppendRepeated(layout.fill, padding - before);
  return out.Finish();
}

extern constexpr TypeInfo kFractionType{
    .id = TypeId::kFraction,
    .schema = &kSchema,
    .constructor = &kConstructor,
    .doc = "This class implements rational numbers.",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kFractionMembers,
    .operators = OperatorSet(
        "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow neg pos "
        "divmod rdivmod"),
    .repr = Repr,
    .str = ToText,
    .format = Format,
    .hash = Hash,
    .compare = Compare,
    .truth = Truth,
    .binary = Binary,
    .unary = Unary,
    .equal_number = EqualNumber};
extern constexpr ModuleInfo kFractionsModule{
    .name = "fractions", .doc = "Fraction, infinite-precision, rational numbers.", .init = Init};

}  // namespace pysub
