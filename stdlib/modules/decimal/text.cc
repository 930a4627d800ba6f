// Decimals as text.

#include <algorithm>
#include <string>

#include "stdlib/modules/decimal/decimal.h"
#include "stdlib/modules/fractions.h"
#include "vm/objects/bulk.h"
#include "vm/scratch_charge.h"

namespace pysub::decimal {

using namespace ints;  // NOLINT: arithmetic reads as such

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool TakeWord(std::string_view* text, std::string_view word) {
  if (text->size() < word.size()) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    char c = (*text)[i];
    if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != word[i]) return false;
  }
  text->remove_prefix(word.size());
  return true;
}

Value CoefficientOf(Vm& vm, std::string_view digits) {
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  if (digits.empty()) return Small(0);
  return vm.NewIntFromText(digits);
}

}  // namespace

Result<bool> ParseNumber(Vm& vm, std::string_view original, Number* out) {
  if (!vm.Tick(original.size() / 8)) return Failure{};
  const ScratchCharge room(vm, original.size() * uint64_t{3});
  if (!room.ok()) return Failure{};
  HeldText kept(vm);
  std::string ascii(TRY(AsciiNumberText(vm, original, &kept)));
  std::erase(ascii, '_');
  std::string_view text = ascii;
  *out = {};
  out->negative = text.starts_with('-');
  if (out->negative || text.starts_with('+')) text.remove_prefix(1);
  if (TakeWord(&text, "infinity") || TakeWord(&text, "inf")) {
    out->kind = kInfinite;
    return text.empty();
  }
  bool signaling = TakeWord(&text, "snan");
  if (signaling || TakeWord(&text, "nan")) {
    out->kind = signaling ? kSignalingNan : kQuietNan;
    for (char c : text) {
      if (!IsDigit(c)) return false;
    }
    out->coefficient = CoefficientOf(vm, text);
    if (out->coefficient.IsFailed()) return Failure{};
    return true;
  }
  std::string digits;
  digits.reserve(text.size());
  int64_t scale = 0;
  bool point = false;
  size_t i = 0;
  Pace pace(vm);
  for (; i < text.size() && (IsDigit(text[i]) || (text[i] == '.' && !point)); ++i) {
    if (!pace.IsTimeLeft()) return Failure{};
    if (text[i] == '.') {
      point = true;
    } else {
      digits += text[i];
      scale += point;
    }
  }
  if (digits.empty()) return false;
  text.remove_prefix(i);
  constexpr int64_t kTooLarge = INT64_MAX / 16;
  int64_t exponent = 0;
  if (!text.empty()) {
    if (text[0] != 'e' && text[0] != 'E') return false;
    text.remove_prefix(1);
    bool down = text.starts_with('-');
    if (down || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty()) return false;
    for (char c : text) {
      if (!IsDigit(c)) return false;
      // What is beyond all exponents stays beyond them, whatever the length of the digits takes
      // off.
      exponent = exponent <= kTooLarge ? exponent * 10 + (c - '0') : INT64_MAX / 2;
    }
    if (down) exponent = -exponent;
  }
  out->coefficient = CoefficientOf(vm, digits);
  if (out->coefficient.IsFailed()) return Failure{};
  out->exponent = exponent - scale;
  return true;
}

// The digits of a coefficient.
static Value DigitsOf(Vm& vm, Value coefficient) { return IntToText(vm, coefficient, 10, ""); }

Status AppendNumber(Vm& vm, TextBuilder& out, const Number& n, bool engineering, bool capitals) {
  if (n.negative) out.Append('-');
  if (n.kind == kInfinite) {
    out.Append("Infinity");
    return out.status();
  }
  if (n.IsNan()) {
    out.Append(n.kind == kSignalingNan ? "sNaN" : "NaN");
    if (IsZero(n.coefficient)) return out.status();
  }
  Value text = DigitsOf(vm, n.coefficient);
  if (text.IsFailed()) return Failure{};
  std::string_view digits = Vm::View(text);
  if (n.IsNan()) {
    out.Append(digits);
    return out.status();
  }
  int64_t size = static_cast<int64_t>(digits.size());
  int64_t left = n.exponent + size;  // digits before the point without an exponent
  int64_t point = 1;
  if (n.exponent <= 0 && left > -6) {
    point = left;
  } else if (engineering) {
    auto modulo = [](int64_t a) { return ((a % 3) + 3) % 3; };
    point = digits == "0" ? modulo(left + 1) - 1 : modulo(left - 1) + 1;
  }
  if (point <= 0) {
    out.Append("0.");
    out.AppendRepeated(U'0', static_cast<uint64_t>(-point));
    out.Append(digits);
  } else if (point >= size) {
    out.Append(digits);
    out.AppendRepeated(U'0', static_cast<size_t>(point - size));
  } else {
    out.Append(digits.substr(0, static_cast<size_t>(point)));
    out.Append('.');
    out.Append(digits.substr(static_cast<size_t>(point)));
  }
  if (left != point) {
    out.Append(capitals ? 'E' : 'e');
    if (left - point > 0) out.Append('+');
    out.AppendInt(left - point);
  }
  return out.status();
}

namespace {

bool IsScientific(const NumberFormat& layout) { return layout.type == 'e' || layout.type == 'E'; }
bool IsFixed(const NumberFormat& layout) {
  return layout.type == 'f' || layout.type == 'F' || layout.type == '%';
}

std::string_view SignFor(const NumberFormat& layout, bool negative) {
  return negative ? "-" : layout.sign == '-' ? "" : layout.sign == '+' ? "+" : " ";
}

// Infinity and NaNs: no zeros before them, no separators in them.
Value FormatSpecial(Vm& vm, Number n, NumberFormat layout) {
  TextBuilder body(vm);
  const bool negative = n.negative;
  n.negative = false;
  TRY(AppendNumber(vm, body, n, false, true));
  if (layout.type == '%') body.Append('%');
  std::string text(body.view());
  layout.zero_pad = false;
  layout.separator = 0;
  return LayOut(vm, layout, SignFor(layout, negative), "", text);
}

// Rounds to so many digits. 999 may become 1000, which is cut once more.
Status RoundToDigits(Vm& vm, Operation& op, Number* n, int64_t digits, int64_t places) {
  const int64_t exponent = n->exponent + digits - places;
  TRY(op.Rescale(n, exponent, op.rounding));
  if (TRY(DigitCount(vm, n->coefficient)) > places) TRY(op.Rescale(n, exponent + 1, op.rounding));
  return Done{};
}

// The precision counts digits behind the point, for 'g' all digits.
Status RoundForLayout(Vm& vm, Operation& op, const NumberFormat& layout, Number* n) {
  const int64_t digits = TRY(DigitCount(vm, n->coefficient));
  if (layout.precision < 0) return Done{};
  if (IsScientific(layout)) {
    const int64_t places = layout.precision + 1;
    // Zeros are added, too.
    if (digits > places || (!n->IsZero() && digits < places))
      TRY(RoundToDigits(vm, op, n, digits, places));
  } else if (IsFixed(layout)) {
    TRY(op.Rescale(n, -layout.precision, op.rounding));
  } else {
    const int64_t places = std::max<int64_t>(layout.precision, 1);
    if (digits > places) TRY(RoundToDigits(vm, op, n, digits, places));
  }
  return Done{};
}

// How many digits stand before the point. `left`: as many as would without an exponent.
int64_t PointFor(const NumberFormat& layout, const Number& n, int64_t left) {
  switch (layout.type) {
    case 'e':
    case 'E': return n.IsZero() && layout.precision >= 0 ? 1 - layout.precision : 1;
    case 'g':
    case 'G': return n.exponent <= 0 && left > -6 ? left : 1;
    default: return left;
  }
}

// What follows the digits before the point: point, digits, exponent, '%'.
std::string TailFor(const NumberFormat& layout, std::string_view fraction, int64_t exponent) {
  std::string tail = fraction.empty() && !layout.alternate ? "" : ".";
  for (size_t i = 0; i < fraction.size(); ++i) {
    if (layout.fraction_separator != 0 && i > 0 && i % 3 == 0) tail += layout.fraction_separator;
    tail += fraction[i];
  }
  if (!IsFixed(layout) && (exponent != 0 || IsScientific(layout))) {
    tail += layout.type == 'E' || layout.type == 'G' ? 'E' : 'e';
    tail += exponent < 0 ? "-" : "+";
    tail += std::to_string(std::abs(exponent));
  }
  if (layout.type == '%') tail += '%';
  return tail;
}

}  // namespace

Value FormatNumber(Vm& vm, Value self, std::string_view spec) {
  NumberFormat layout;
  ContextObject* context = CurrentContext(vm).As<ContextObject>();
  if (context == nullptr) return Value::Failed();
  if (!ParseNumberFormat(spec, &layout) ||
      (layout.type != 0 &&
       std::string_view("eEfFgGn%").find(layout.type) == std::string_view::npos)) {
    return vm.ValueError("invalid format string");
  }
  if (layout.type == 'n') layout.type = 'g';
  Number n = NumberOf(self);
  if (n.kind != kFinite) return FormatSpecial(vm, n, layout);
  if (layout.type == 0) layout.type = context->capitals ? 'G' : 'g';
  if (layout.type == '%') n.exponent += 2;
  Operation op(vm, Value::Of(context));
  const bool was_negative = n.negative;
  TRY(RoundForLayout(vm, op, layout, &n));
  if (n.IsZero() && n.exponent > 0 && IsFixed(layout)) n.exponent = 0;
  const bool negative = was_negative && !(layout.no_negative_zero && n.IsZero());
  Value text = TRY(DigitsOf(vm, n.coefficient));
  std::string all(Vm::View(text));
  if (!vm.Tick(all.size() / 16)) return Value::Failed();
  const int64_t size = static_cast<int64_t>(all.size());
  const int64_t left = n.exponent + size;
  const int64_t point = PointFor(layout, n, left);
  const int64_t padding = point < 0 ? -point : point > size ? point - size : 0;
  const ScratchCharge room(vm, static_cast<uint64_t>(padding) * 5 + all.size() * uint64_t{5});
  if (!room.ok()) return Value::Failed();
  std::string integer, fraction;
  if (point <= 0) {
    integer = "0";
    fraction = std::string(static_cast<size_t>(-point), '0') + all;
  } else if (point > size) {
    integer = all + std::string(static_cast<size_t>(point - size), '0');
  } else {
    integer = all.substr(0, static_cast<size_t>(point));
    fraction = all.substr(static_cast<size_t>(point));
  }
  return LayOut(vm, layout, SignFor(layout, negative), integer,
                TailFor(layout, fraction, left - point));
}

}  // namespace pysub::decimal
