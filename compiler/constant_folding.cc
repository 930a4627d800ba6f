#include "compiler/constant_folding.h"

#include <cmath>
#include <string>
#include <unordered_set>
#include <vector>

namespace pysub {
namespace {

using namespace ast;  // NOLINT: this file is about nothing else

// Binary or octal digits as "0x" and hexadecimal ones.
std::string_view ToHexadecimal(std::string_view digits, int bits_per_digit, Arena& arena) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string reversed;
  unsigned pending = 0;
  int bits = 0;
  for (size_t i = digits.size(); i-- > 0;) {
    pending |= static_cast<unsigned>(digits[i] - '0') << bits;
    bits += bits_per_digit;
    while (bits >= 4) {
      reversed += kHex[pending & 15];
      pending >>= 4;
      bits -= 4;
    }
  }
  if (pending != 0) reversed += kHex[pending];
  return arena.Copy("0x" + std::string(reversed.rbegin(), reversed.rend()));
}

std::string_view BigDigits(const Constant& constant, Arena& arena) {
  switch (constant.base) {
    case 2: return ToHexadecimal(constant.text, 1, arena);
    case 8: return ToHexadecimal(constant.text, 3, arena);
    case 16: return arena.Copy("0x" + std::string(constant.text));
    default: return constant.text;
  }
}

bool IsInt(const ConstantValue& value) { return value.tag == ConstantTag::kInt; }
bool IsFloat(const ConstantValue& value) { return value.tag == ConstantTag::kFloat; }
bool IsText(const ConstantValue& value) {
  return value.tag == ConstantTag::kString || value.tag == ConstantTag::kBytes;
}

// Integers up to this size are exact as doubles. Larger ones are left to the program, whose
// division rounds correctly.
constexpr int64_t kExact = int64_t{1} << 53;
bool IsExact(int64_t value) { return value >= -kExact && value <= kExact; }

std::optional<ConstantValue> FoldPower(int64_t base, int64_t exponent) {
  if (exponent < 0 || exponent > 64) return std::nullopt;
  int64_t result = 1;
  for (int64_t i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(result, base, &result)) return std::nullopt;
  }
  return ConstantValue::Int(result);
}

std::optional<ConstantValue> FoldShift(int64_t value, int64_t count, bool left) {
  if (count < 0 || count > 62) return std::nullopt;
  if (!left) return ConstantValue::Int(value >> count);
  int64_t result;
  if (__builtin_mul_overflow(value, int64_t{1} << count, &result)) return std::nullopt;
  return ConstantValue::Int(result);
}

// Python's floor division: C++ rounds to 0, so one is taken off where the signs differ.
std::optional<ConstantValue> FoldDivision(Operator op, int64_t a, int64_t b) {
  if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
  if (op == Operator::kDiv) {
    if (!IsExact(a) || !IsExact(b)) return std::nullopt;
    return ConstantValue::Float(static_cast<double>(a) / static_cast<double>(b));
  }
  int64_t quotient = a / b;
  int64_t rest = a % b;
  if (rest != 0 && (rest < 0) != (b < 0)) {
    --quotient;
    rest += b;
  }
  return ConstantValue::Int(op == Operator::kMod ? rest : quotient);
}

// No value: it is left to the program to compute it. That is so for what overflows 64 bits and for
// all errors: 1 / 0 must fail when it runs, where it may be caught.
std::optional<ConstantValue> FoldInts(Operator op, int64_t a, int64_t b) {
  int64_t result;
  switch (op) {
    case Operator::kAdd:
      if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
      return ConstantValue::Int(result);
    case Operator::kSub:
      if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
      return ConstantValue::Int(result);
    case Operator::kMult:
      if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
      return ConstantValue::Int(result);
    case Operator::kDiv:
    case Operator::kMod:
    case Operator::kFloorDiv: return FoldDivision(op, a, b);
    case Operator::kPow: return FoldPower(a, b);
    case Operator::kLShift:
    case Operator::kRShift: return FoldShift(a, b, op == Operator::kLShift);
    case Operator::kBitOr: return ConstantValue::Int(a | b);
    case Operator::kBitXor: return ConstantValue::Int(a ^ b);
    case Operator::kBitAnd: return ConstantValue::Int(a & b);
    case Operator::kMatMult: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<ConstantValue> FoldFloats(Operator op, double a, double b) {
  switch (op) {
    case Operator::kAdd: return ConstantValue::Float(a + b);
    case Operator::kSub: return ConstantValue::Float(a - b);
    case Operator::kMult: return ConstantValue::Float(a * b);
    case Operator::kDiv:
      if (b == 0) return std::nullopt;
      return ConstantValue::Float(a / b);
    default: return std::nullopt;
  }
}

std::optional<ConstantValue> FoldRepeat(const ConstantValue& text, int64_t count, Arena& arena) {
  if (count < 0 || count > static_cast<int64_t>(kMaxFoldedText) ||
      text.text.size() * static_cast<size_t>(count) > kMaxFoldedText) {
    return std::nullopt;
  }
  std::string repeated;
  for (int64_t i = 0; i < count; ++i) repeated += text.text;
  ConstantValue result = text;
  result.text = arena.Copy(repeated);
  return result;
}

std::optional<double> AsDouble(const ConstantValue& value) {
  if (IsFloat(value)) return value.real;
  if (IsInt(value) && IsExact(value.integer)) return static_cast<double>(value.integer);
  return std::nullopt;
}

std::optional<ConstantValue> FoldUnary(UnaryOperator op, const ConstantValue& value, Arena& arena) {
  if (op == UnaryOperator::kUAdd && (IsInt(value) || IsFloat(value))) return value;
  if (op == UnaryOperator::kInvert && IsInt(value)) return ConstantValue::Int(~value.integer);
  if (op != UnaryOperator::kUSub) return std::nullopt;
  if (IsFloat(value)) return ConstantValue::Float(-value.real);
  if (IsInt(value) && value.integer != INT64_MIN) return ConstantValue::Int(-value.integer);
  if (value.tag == ConstantTag::kComplex) {
    return ConstantValue{ConstantTag::kComplex, 0, -value.real, -value.imaginary};
  }
  if (value.tag == ConstantTag::kBigInt && value.text[0] != '-') {
    if (value.text == "9223372036854775808") return ConstantValue::Int(INT64_MIN);
    ConstantValue result = value;
    result.text = arena.Copy("-" + std::string(value.text));
    return result;
  }
  return std::nullopt;
}

bool Truth(const ConstantValue& value) {
  switch (value.tag) {
    case ConstantTag::kNone:
    case ConstantTag::kFalse: return false;
    case ConstantTag::kInt: return value.integer != 0;
    case ConstantTag::kFloat: return value.real != 0;
    case ConstantTag::kComplex: return value.real != 0 || value.imaginary != 0;
    case ConstantTag::kString:
    case ConstantTag::kBytes: return !value.text.empty();
    default: return true;
  }
}

}  // namespace

ConstantValue ValueOf(const Constant& constant, Arena& arena) {
  switch (constant.constant_kind) {
    case ConstantKind::kNone: return ConstantValue::None();
    case ConstantKind::kTrue: return ConstantValue::Bool(true);
    case ConstantKind::kFalse: return ConstantValue::Bool(false);
    case ConstantKind::kEllipsis: return {ConstantTag::kEllipsis};
    case ConstantKind::kInt:
      if (constant.fits_int64) return ConstantValue::Int(constant.int_value);
      return {ConstantTag::kBigInt, 0, 0, 0, BigDigits(constant, arena)};
    case ConstantKind::kFloat: return ConstantValue::Float(constant.float_value);
    case ConstantKind::kComplex: return {ConstantTag::kComplex, 0, 0, constant.float_value};
    case ConstantKind::kStr: return ConstantValue::String(constant.text);
    case ConstantKind::kBytes: return {ConstantTag::kBytes, 0, 0, 0, constant.text};
  }
  return {};
}

// Results are bounded. "x" * 10 ** 9 is short in the source, and the compiler must not make it
// long.
std::optional<ConstantValue> FoldBinary(Operator op, const ConstantValue& left,
                                        const ConstantValue& right, Arena& arena) {
  if (IsInt(left) && IsInt(right)) return FoldInts(op, left.integer, right.integer);
  if (IsText(left) && left.tag == right.tag && op == Operator::kAdd) {
    if (left.text.size() + right.text.size() > kMaxFoldedText) return std::nullopt;
    ConstantValue result = left;
    result.text = arena.Copy(std::string(left.text).append(right.text));
    return result;
  }
  if (op == Operator::kMult && IsText(left) && IsInt(right)) {
    return FoldRepeat(left, right.integer, arena);
  }
  if (op == Operator::kMult && IsInt(left) && IsText(right)) {
    return FoldRepeat(right, left.integer, arena);
  }
  const std::optional<double> a = AsDouble(left);
  const std::optional<double> b = AsDouble(right);
  if (a && b) return FoldFloats(op, *a, *b);
  return std::nullopt;
}

// The value of an expression that is made of constants alone. The same expression may be asked
// about several times by different rules, so folding must be cheap and change nothing.
std::optional<ConstantValue> FoldScalar(const Expr& expr, Arena& arena) {
  if (const Constant* constant = expr.TryAs<Constant>()) return ValueOf(*constant, arena);
  if (const UnaryOp* unary = expr.TryAs<UnaryOp>()) {
    const std::optional<ConstantValue> operand = FoldScalar(*unary->operand, arena);
    if (!operand) return std::nullopt;
    if (unary->op == UnaryOperator::kNot) return ConstantValue::Bool(!Truth(*operand));
    return FoldUnary(unary->op, *operand, arena);
  }
  const BinOp* binary = expr.TryAs<BinOp>();
  // A long chain is folded step by step while it is emitted.
  if (binary == nullptr || expr.height > 50) return std::nullopt;
  const std::optional<ConstantValue> left = FoldScalar(*binary->left, arena);
  if (!left) return std::nullopt;
  const std::optional<ConstantValue> right = FoldScalar(*binary->right, arena);
  if (!right) return std::nullopt;
  return FoldBinary(binary->op, *left, *right, arena);
}

bool IsConstantTuple(const Expr& expr, Arena& arena) {
  const Tuple* tuple = expr.TryAs<Tuple>();
  if (tuple == nullptr || tuple->ctx != Context::kLoad) return false;
  for (const Expr* item : tuple->elts) {
    if (!FoldScalar(*item, arena) && !IsConstantTuple(*item, arena)) return false;
  }
  return true;
}

static void DropRepetitions(std::vector<uint32_t>& items) {
  std::unordered_set<uint32_t> seen;
  std::erase_if(items, [&](uint32_t item) { return !seen.insert(item).second; });
}

uint32_t AddConstantItems(List<const Expr*> elts, ConstantTag tag, UnitBuilder& builder,
                          Arena& arena) {
  std::vector<uint32_t> items;
  items.reserve(elts.size());
  for (const Expr* item : elts) {
    if (const std::optional<ConstantValue> value = FoldScalar(*item, arena)) {
      items.push_back(builder.Constant(*value));
    } else {
      items.push_back(
          AddConstantItems(item->As<Tuple>().elts, ConstantTag::kTuple, builder, arena));
    }
  }
  if (tag == ConstantTag::kFrozenSet) DropRepetitions(items);
  ConstantValue value;
  value.tag = tag;
  value.items = items.data();
  value.item_count = static_cast<uint32_t>(items.size());
  return builder.Constant(value);
}

std::optional<bool> FoldTruth(const Expr& expr, Arena& arena) {
  if (const std::optional<ConstantValue> value = FoldScalar(expr, arena)) return Truth(*value);
  if (IsConstantTuple(expr, arena)) return !expr.As<Tuple>().elts.empty();
  return std::nullopt;
}

}  // namespace pysub
