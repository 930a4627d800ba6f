#include "vm/objects/simple_format.h"

#include <cmath>
#include <cstring>

#include "vm/numbers/decimal_text.h"
#include "vm/numbers/float_text.h"
#include "vm/objects/numbers.h"
#include "vm/objects/str.h"

namespace pysub {
namespace {

bool IsAlign(char c) { return c == '<' || c == '>' || c == '^'; }

// Writes digits, with a comma before each third from the right if `comma`; returns the end.
char* PutDigits(const char* digits, size_t count, bool comma, char* to) {
  if (!comma) {
    std::memcpy(to, digits, count);
    return to + count;
  }
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && (count - i) % 3 == 0) *to++ = ',';
    *to++ = digits[i];
  }
  return to;
}

// Appends `body`, `length` code points of it, with its sign and padding.
bool AppendPadded(const SimpleSpec& spec, char default_align, bool negative, std::string_view body,
                  size_t length, TextBuilder& out) {
  const size_t total = length + negative;
  const size_t padding = spec.width > total ? spec.width - total : 0;
  char* to = out.Extend(body.size() + negative + padding);
  if (to == nullptr) return false;
  const char align = spec.zero ? '=' : spec.align != 0 ? spec.align : default_align;
  const size_t before = align == '<' ? 0 : align == '^' ? padding / 2 : padding;
  if (align == '=') {
    if (negative) *to++ = '-';
    std::memset(to, '0', padding);
    to += padding;
  } else {
    std::memset(to, spec.fill, before);
    to += before;
    if (negative) *to++ = '-';
  }
  std::memcpy(to, body.data(), body.size());
  if (align != '=') std::memset(to + body.size(), spec.fill, padding - before);
  return true;
}

// The digits of what format() calls x, X, o or b, before `end`. Null: another type.
char* PutBitsOf(char type, uint64_t magnitude, char* end) {
  const unsigned shift = type == 'b' ? 1 : type == 'o' ? 3 : type == 'x' || type == 'X' ? 4 : 0;
  return shift == 0 ? nullptr
                    : PutBits(magnitude, shift, type == 'X' ? kUpperDigits : kLowerDigits, end);
}

}  // namespace

Status AppendPlain(Vm& vm, Value value, TextBuilder& out) {
  if (value.IsSmallInt()) {
    out.AppendInt(value.AsSmallInt());
    return out.status();
  }
  if (vm.IsStr(value)) {
    out.Append(Vm::View(value));
    return out.status();
  }
  if (value.IsFloat()) {
    if (out.Reserve(kFloatReprChars)) {
      const size_t before = out.size();
      char* at = out.Extend(kFloatReprChars);
      out.Truncate(before + FloatRepr(value.AsFloat(), at));
    }
    return out.status();
  }
  return vm.ToStr(value, out);
}

bool ParseSimpleSpec(std::string_view spec, SimpleSpec* out) {
  size_t at = 0;
  if (spec.size() >= 2 && IsAlign(spec[1]) && static_cast<uint8_t>(spec[0]) < 0x80) {
    out->fill = spec[0];
    out->align = spec[1];
    at = 2;
  } else if (IsAlign(spec[0])) {
    out->align = spec[0];
    at = 1;
  }
  if (at < spec.size() && spec[at] == '0') {
    if (out->align != 0) return false;
    out->zero = true;
    ++at;
  }
  for (; at < spec.size() && IsSpecDigit(spec[at]); ++at) {
    out->width = out->width * 10 + static_cast<uint32_t>(spec[at] - '0');
    if (out->width > 9999) return false;
  }
  if (at < spec.size() && spec[at] == ',') {
    out->comma = true;
    ++at;
  }
  if (at + 1 < spec.size() && spec[at] == '.' && IsSpecDigit(spec[at + 1])) {
    out->precision = spec[at + 1] - '0';
    at += 2;
  }
  if (at < spec.size()) out->type = spec[at++];
  // Zeros between a sign and groups of digits are not that simple.
  return at == spec.size() && !(out->zero && out->comma);
}

bool AppendSimple(Value value, const SimpleSpec& spec, TextBuilder& out) {
  if (value.IsSmallInt()) {
    if (spec.precision >= 0) return false;
    const int64_t number = value.AsSmallInt();
    const uint64_t magnitude = static_cast<uint64_t>(number < 0 ? -number : number);
    if (spec.type != 0 && spec.type != 'd') {
      char bits[64], *const end = bits + sizeof(bits);
      const char* start = spec.comma ? nullptr : PutBitsOf(spec.type, magnitude, end);
      if (start == nullptr) return false;
      const auto size = static_cast<size_t>(end - start);
      AppendPadded(spec, '>', number < 0, {start, size}, size, out);
      return true;
    }
    char digits[24], body[32];
    const size_t count = Int64ToDecimal(static_cast<int64_t>(magnitude), digits);
    const auto size = static_cast<size_t>(PutDigits(digits, count, spec.comma, body) - body);
    AppendPadded(spec, '>', number < 0, {body, size}, size, out);
    return true;
  }
  if (Vm::IsStr(value)) {
    if (spec.precision >= 0 || spec.comma || spec.zero) return false;
    if (spec.type != 0 && spec.type != 's') return false;
    const Str* str = value.As<Str>();
    AppendPadded(spec, '<', false, str->view(), str->length, out);
    return true;
  }
  if (!value.IsFloat() || spec.type != 'f' || spec.precision < 0) return false;
  const double number = value.AsFloat();
  const bool negative = std::signbit(number);
  char digits[40], body[64];
  const auto places = static_cast<unsigned>(spec.precision);
  if (!(std::fabs(number) < 1e9)) return false;  // also NaN; what FixedDigits can do
  const size_t count = FixedDigits(std::fabs(number), places, digits);
  if (count == 0) return false;
  char* end = PutDigits(digits, count - places, spec.comma, body);
  if (places > 0) {
    *end++ = '.';
    std::memcpy(end, digits + count - places, places);
    end += places;
  }
  const auto size = static_cast<size_t>(end - body);
  AppendPadded(spec, '>', negative, {body, size}, size, out);
  return true;
}

}  // namespace pysub
