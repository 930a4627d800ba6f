#include "vm/objects/formatting.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "vm/numbers/decimal_text.h"
#include "vm/numbers/float_text.h"
#include "vm/numbers/format_spec.h"
#include "vm/numbers/percent_format.h"
#include "vm/objects/bytes.h"
#include "vm/objects/indexing.h"
#include "vm/objects/numbers.h"
#include "vm/objects/str.h"

namespace pysub {

// Room for arithmetic that ends with the operation. It is charged to the account like objects are:
// a program could otherwise make the host allocate gigabytes for one power. Small ones live on the
// C++ stack.
ScratchLimbs::ScratchLimbs(Vm& vm, size_t limbs) : vm_(vm), size_(limbs), data_(inline_) {
  if (limbs <= std::size(inline_)) return;
  if (limbs >= kTooManyLimbs || !vm.heap.Charge(limbs * sizeof(uint64_t))) {
    ok_ = false;
    data_ = nullptr;
    static_cast<void>(vm.NoMemory(limbs >= kTooManyLimbs ? SIZE_MAX : limbs * sizeof(uint64_t)));
    return;
  }
  data_ = static_cast<uint64_t*>(std::malloc(limbs * sizeof(uint64_t)));
  if (data_ == nullptr || !vm.heap.Touch(data_, limbs * sizeof(uint64_t))) {
    std::free(data_);
    data_ = nullptr;
    vm.heap.Release(limbs * sizeof(uint64_t));
    ok_ = false;
    static_cast<void>(vm.NoMemory(limbs * sizeof(uint64_t)));
  }
}

ScratchLimbs::~ScratchLimbs() {
  if (data_ == inline_ || data_ == nullptr) return;
  std::free(data_);
  vm_.heap.Release(size_ * sizeof(uint64_t));
}

namespace {

Failure RaiseFormatFault(Vm& vm, FormatOutcome outcome, std::string_view spec, Value value) {
  if (outcome.fault == FormatFault::kStopped) return Failure{};  // the ticker's limit is pending
  const std::string_view type_name = vm.TypeName(value);
  TextBuilder text(vm);
  char* out = text.Extend(FormatFaultTextBound(spec, type_name));
  if (out == nullptr) return Failure{};
  text.Truncate(FormatFaultText(outcome, spec, type_name, out));
  const TypeId type = FormatFaultKind(outcome.fault) == NumberErrorKind::kOverflowError
                          ? TypeId::kOverflowError
                          : TypeId::kValueError;
  return vm.Raise(type, text.view());
}

// Appends what `format(span, &written)` writes into `bound` bytes.
template <typename Format>
FormatOutcome AppendBounded(TextBuilder& out, size_t bound, Format format) {
  const size_t before = out.size();
  char* at = out.Extend(bound);
  if (at == nullptr) return {FormatFault::kStopped};
  FormattedText written;
  const FormatOutcome outcome = format(std::span<char>(at, bound), &written);
  out.Truncate(before + (outcome.ok() ? written.bytes : 0));
  return outcome;
}

FormatOutcome AppendFormattedStr(std::string_view text, size_t code_points, std::string_view spec,
                                 TextBuilder& out) {
  FormatSpec parsed;
  const FormatOutcome outcome = ParseFormatSpec(spec, FormatKind::kStr, &parsed);
  if (!outcome.ok()) return outcome;
  return AppendBounded(out, FormattedStrBound(parsed, text, code_points),
                       [&](std::span<char> buffer, FormattedText* written) {
                         return FormatStr(parsed, text, code_points, buffer, written);
                       });
}

FormatOutcome AppendFormattedNumber(Vm& vm, Value value, TypeId type, std::string_view spec,
                                    TextBuilder& out) {
  const FormatKind kind = type == TypeId::kFloat     ? FormatKind::kFloat
                          : type == TypeId::kComplex ? FormatKind::kComplex
                                                     : FormatKind::kInt;
  FormatSpec parsed;
  const FormatOutcome outcome = ParseFormatSpec(spec, kind, &parsed);
  if (!outcome.ok()) return outcome;
  if (kind == FormatKind::kFloat) {
    const double number = value.AsFloat();
    return AppendBounded(out, FormattedFloatBound(parsed, number),
                         [&](std::span<char> buffer, FormattedText* written) {
                           return FormatFloat(parsed, number, buffer, written);
                         });
  }
  if (kind == FormatKind::kComplex) {
    const auto* complex = value.As<ComplexObject>();
    const Complex number{complex->real.AsFloat(), complex->imaginary.AsFloat()};
    return AppendBounded(out, FormattedComplexBound(parsed, number),
                         [&](std::span<char> buffer, FormattedText* written) {
                           return FormatComplex(parsed, number, buffer, written);
                         });
  }
  const IntArgument argument(value);
  const IntView number = argument.view();
  const ScratchLimbs scratch(vm, FormatIntScratch(parsed, number));
  if (!scratch.ok()) return {FormatFault::kStopped};
  return AppendBounded(out, FormattedIntBound(parsed, number),
                       [&](std::span<char> buffer, FormattedText* written) {
                         return FormatInt(parsed, number, vm.max_str_digits, buffer,
                                          scratch.limbs(), TickerOf(vm), written);
                       });
}

// What format() of a plain value gives, for the types that programs mostly print.
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

// The specs that programs mostly write: [[fill]align][0][width][,][.precision][type], fill ASCII.
struct SimpleSpec {
  char fill = ' ';
  char align = 0;  // 0: not given
  bool zero = false;
  bool comma = false;
  char type = 0;
  uint32_t width = 0;
  int precision = -1;
};

bool IsAlign(char c) { return c == '<' || c == '>' || c == '^'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// False: for ParseFormatSpec, which also knows what is wrong.
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
  for (; at < spec.size() && IsDigit(spec[at]); ++at) {
    out->width = out->width * 10 + static_cast<uint32_t>(spec[at] - '0');
    if (out->width > 9999) return false;
  }
  if (at < spec.size() && spec[at] == ',') {
    out->comma = true;
    ++at;
  }
  if (at + 1 < spec.size() && spec[at] == '.' && IsDigit(spec[at + 1])) {
    out->precision = spec[at + 1] - '0';
    at += 2;
  }
  if (at < spec.size()) out->type = spec[at++];
  // Zeros between a sign and groups of digits are not that simple.
  return at == spec.size() && !(out->zero && out->comma);
}

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

// Appends value as `spec` says if both are simple; otherwise false and nothing happened.
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

}  // namespace

// The format() of one value ("Format Specification Mini-Language" in CPython's documentation). Most
// specs are a width or a number of digits, and these are taken first, without the full parser.
Status AppendFormatted(Vm& vm, Value value, std::string_view spec, TextBuilder& out) {
  if (spec.empty()) {
    // __format__ of types with a format of their own (datetime) agrees with str() here.
    return AppendPlain(vm, value, out);
  }
  if (SimpleSpec simple; ParseSimpleSpec(spec, &simple) && AppendSimple(value, simple, out))
    return out.status();
  const TypeId type = vm.TypeOf(value);
  FormatOutcome outcome;
  switch (type) {
    case TypeId::kStr:
      outcome = AppendFormattedStr(Vm::View(value), value.As<Str>()->length, spec, out);
      break;
    case TypeId::kRegexFlag:
    case TypeId::kCalendarDay:
    case TypeId::kCalendarMonth:
    case TypeId::kInt:
    case TypeId::kBool:
    case TypeId::kFloat:
    case TypeId::kComplex: outcome = AppendFormattedNumber(vm, value, type, spec, out); break;
    default: {
      const TypeInfo& info = vm.InfoOf(type);
      if (info.format == nullptr) {
        return vm.TypeError("unsupported format string passed to ", vm.TypeName(value),
                            ".__format__");
      }
      const Value text = TRY(info.format(vm, value, spec));
      out.Append(Vm::View(text));
      return out.status();
    }
  }
  if (!outcome.ok()) return RaiseFormatFault(vm, outcome, spec, value);
  return out.status();
}

Status AppendAscii(Vm& vm, Value value, TextBuilder& out) {
  TextBuilder repr(vm);
  TRY(vm.Repr(value, repr));
  const std::string_view text = repr.view();
  if (IsAscii(text)) {
    out.Append(text);
    return out.status();
  }
  static constexpr char kHex[] = "0123456789abcdef";
  for (size_t at = 0; at < text.size();) {
    const DecodedCodePoint next = DecodeUtf8(text, at);
    at += static_cast<size_t>(next.size);
    if (next.code_point < 0x80) {
      out.Append(static_cast<char>(next.code_point));
      continue;
    }
    const int digits = next.code_point < 0x100 ? 2 : next.code_point < 0x10000 ? 4 : 8;
    out.Append(digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
    for (int i = digits - 1; i >= 0; --i) out.Append(kHex[next.code_point >> (4 * i) & 15]);
    if (!out.ok()) break;
  }
  return out.status();
}

Status AppendConverted(Vm& vm, Value value, Conversion conversion, std::string_view spec,
                       TextBuilder& out) {
  if (conversion == Conversion::kNone) return AppendFormatted(vm, value, spec, out);
  if (spec.empty()) {
    switch (conversion) {
      case Conversion::kRepr: return vm.Repr(value, out);
      case Conversion::kAscii: return AppendAscii(vm, value, out);
      default: return AppendPlain(vm, value, out);
    }
  }
  TextBuilder text(vm);
  TRY(AppendConverted(vm, value, conversion, {}, text));
  const FormatOutcome outcome =
      AppendFormattedStr(text.view(), CountCodePoints(text.view()), spec, out);
  if (!outcome.ok()) {
    if (outcome.fault == FormatFault::kStopped) return Failure{};
    return RaiseFormatFault(vm, outcome, spec, TRY(vm.NewAsciiStr({})));
  }
  return out.status();
}

Value FormatValue(Vm& vm, Value value, Conversion conversion, Value spec) {
  const std::string_view spec_text = spec.IsUndefined() ? std::string_view() : Vm::View(spec);
  if (spec_text.empty() && vm.IsStr(value) && conversion <= Conversion::kStr) return value;
  TextBuilder out(vm);
  TRY(AppendConverted(vm, value, conversion, spec_text, out));
  return out.Finish();
}

Value Vm::Format(Value v, std::string_view spec) {
  if (spec.empty() && IsStr(v)) return v;
  TextBuilder out(*this);
  TRY(AppendFormatted(*this, v, spec, out));
  return out.Finish();
}

Value FormatTemplate(Vm& vm, const std::vector<TemplatePart>& parts, const Value* values) {
  TextBuilder out(vm);
  for (const TemplatePart& part : parts) {
    if (!part.is_value) {
      out.Append(part.text);
      continue;
    }
    const Value value = *values++;
    if (part.conversion == 0) {
      TRY(AppendFormatted(vm, value, part.text, out));
    } else {
      TRY(AppendConverted(vm, value, static_cast<Conversion>(part.conversion), part.text, out));
    }
  }
  return out.Finish();
}

// ---- Lookups

// `format % container` looks items up by name. With a plain container that happens on the spot.
// Others may run Python code, so the whole formatting moves into a native frame. It is then run
// from the start each time, and look-ups that were answered before take their answer from a list.
// Text is made several times, but no state within it must be saved.
Value ItemLookups::Get(Value container, Value key) {
  if (answers_ == nullptr) {
    switch (vm_.TypeOf(container)) {
      case TypeId::kDict:
        if (container.As<Dict>()->extra.IsUndefined()) break;
        [[fallthrough]];
      default: needs_native_frame_ = true; return Value::CallPending();
      case TypeId::kList:
      case TypeId::kTuple:
      case TypeId::kStr:
      case TypeId::kBytes:
      case TypeId::kByteArray:
      case TypeId::kRange:
      case TypeId::kInt:
      case TypeId::kFloat:
      case TypeId::kNoneType: break;
    }
    return vm_.GetItem(container, key);
  }
  if (next_ < answers_->size) return answers_->items()[next_++];
  const Value item = TRY(vm_.GetItem(container, key));
  TRY(vm_.ListAppend(answers_, item));
  ++next_;
  return item;
}

// ---- The % operator

namespace {

// One evaluation of `format % arguments` for str (kStr) or bytes (kBytes).
class PercentFormatter {
 public:
  PercentFormatter(Vm& vm, ItemLookups& lookups, TextKind kind, std::string_view format,
                   Value arguments)
      : vm_(vm), lookups_(lookups), kind_(kind), format_(format), arguments_(arguments), out_(vm) {
    const TypeId type = vm.TypeOf(arguments);
    if (Vm::IsSubtype(type, TypeId::kTuple)) {
      tuple_ = arguments.As<Tuple>();
      available_ = tuple_->size();
      return;
    }
    const bool is_text =
        type == TypeId::kStr ||
        (kind == TextKind::kBytes && (type == TypeId::kBytes || type == TypeId::kByteArray));
    is_mapping_ = !is_text && !arguments.IsType() && vm.InfoOf(type).get_item != nullptr;
  }

  // CallPending: see ItemLookups.
  Value Run() {
    size_t at = 0, index = 0;
    while (true) {
      size_t percent = FindByte(format_, '%', at);
      if (percent == kNotFound) percent = format_.size();
      const std::string_view literal = format_.substr(at, percent - at);
      out_.Append(literal);
      index += kind_ == TextKind::kStr ? CountCodePoints(literal) : literal.size();
      if (percent == format_.size()) break;
      at = percent + 1;
      ++index;
      if (at < format_.size() && format_[at] == '%') {
        out_.Append('%');
        ++at;
        ++index;
        continue;
      }
      if (ConvertSimply(&at, &index)) continue;
      TRY(Convert(&at, &index));
    }
    if (!is_mapping_ && next_ < available_) {
      return vm_.TypeError("not all arguments converted during ",
                           kind_ == TextKind::kStr ? "string" : "bytes", " formatting");
    }
    return Value::None();
  }

  TextBuilder& out() { return out_; }

 private:
  Value NextArgument() {
    if (next_ >= available_) return vm_.TypeError("not enough arguments for format string");
    const uint32_t number = next_++;
    return tuple_ != nullptr ? tuple_->items()[number] : arguments_;
  }

  Value RaiseFault(PercentFault fault) {
    if (fault == PercentFault::kStopped) return Value::Failed();
    if (fault == PercentFault::kDigitLimit) {
      char text[200];
      return vm_.ValueError(std::string_view(text, DigitLimitText(vm_.max_str_digits, -1, text)));
    }
    if (fault == PercentFault::kPrecisionTooLarge) {
      return vm_.OverflowError(PercentFaultText(fault));
    }
    if (fault == PercentFault::kPrecisionTooBig && kind_ == TextKind::kBytes) {
      return vm_.ValueError("prec too big");
    }
    return vm_.ValueError(PercentFaultText(fault));
  }

  // The width or precision that stands in the arguments as `*`. None: done.
  Value TakeStars(PercentSpec& spec) {
    if (spec.width_from_argument) {
      const Value width = TRY(NextArgument());
      if (!IsIndex(vm_, width)) return vm_.TypeError("* wants int");
      const Result<int64_t> number = ToSize(width, INT64_MAX, "ssize_t");
      if (!number.ok()) return Value::Failed();
      spec.width = *number;
      if (spec.width < 0) {
        spec.left = true;
        spec.width = -spec.width;
      }
    }
    if (spec.precision_from_argument) {
      const Value precision = TRY(NextArgument());
      if (!IsIndex(vm_, precision)) return vm_.TypeError("* wants int");
      const Result<int64_t> number = ToSize(precision, INT32_MAX, "int");
      if (!number.ok()) return Value::Failed();
      spec.precision = *number < 0 ? 0 : *number;
    }
    return Value::None();
  }

  Result<int64_t> ToSize(Value v, int64_t limit, const char* c_type) {
    const std::optional<int64_t> number = ToInt64(IntArgument(v).view());
    if (!number.has_value() || *number > limit || *number < -limit) {
      return vm_.OverflowError("Python int too large to convert to C ", c_type);
    }
    return *number;
  }

  // What programs mostly write: %s, %5d, %-10s, %05d, %.2f of a str, int or float. False:
  // nothing has happened.
  bool ConvertSimply(size_t* at, size_t* index) {
    if (kind_ != TextKind::kStr || next_ >= available_) return false;
    const size_t start = *at, end = format_.size();
    size_t i = start;
    SimpleSpec spec;
    spec.align = '>';
    for (; i < end && (format_[i] == '-' || format_[i] == '0'); ++i) {
      if (format_[i] == '0') spec.zero = true;
      if (format_[i] == '-') spec.align = '<';
    }
    for (; i < end && IsDigit(format_[i]); ++i) {
      spec.width = spec.width * 10 + static_cast<uint32_t>(format_[i] - '0');
      if (spec.width > 9999) return false;
    }
    if (i + 1 < end && format_[i] == '.' && IsDigit(format_[i + 1])) {
      spec.precision = format_[i + 1] - '0';
      i += 2;
    }
    if (i >= end) return false;
    spec.type = format_[i++];
    if (spec.type == 'b') return false;  // of bytes only
    if (spec.align == '<') spec.zero = false;
    const Value value = tuple_ != nullptr ? tuple_->items()[next_] : arguments_;
    if (spec.type == 's') {
      const bool is_plain =
          spec.width == 0 && spec.precision < 0 && (value.IsSmallInt() || value.IsFloat());
      if (is_plain) {
        static_cast<void>(AppendPlain(vm_, value, out_));
      } else if (!Vm::IsStr(value) || !AppendSimple(value, spec, out_)) {
        return false;
      }
    } else {
      if (spec.type == 'f' && spec.precision < 0) spec.precision = 6;
      if (Vm::IsStr(value) || !AppendSimple(value, spec, out_)) return false;
    }
    ++next_;
    *at = i;
    *index += i - start;
    return true;
  }

  // One conversion. `*at` is behind its '%'; `*index` counts code points. None: done.
  Value Convert(size_t* at, size_t* index) {
    PercentSpec spec;
    if (*at < format_.size() && format_[*at] == '(' && !is_mapping_) {
      return vm_.TypeError("format requires a mapping");
    }
    const PercentFault fault =
        ParsePercentSpec(format_, at, index, &spec,
                         kind_ == TextKind::kStr ? PercentUnit::kCodePoint : PercentUnit::kByte);
    // The arguments are taken while the conversion is read, so they are missed before its end is.
    if (fault != PercentFault::kNone && fault != PercentFault::kIncomplete)
      return RaiseFault(fault);
    if (spec.has_key) {
      const Value key =
          TRY(kind_ == TextKind::kStr ? vm_.NewStr(spec.key) : vm_.NewBytes(spec.key));
      if (mapping_.IsUndefined()) mapping_ = arguments_;
      arguments_ = TRY(lookups_.Get(mapping_, key));
      tuple_ = nullptr;
      next_ = 0;
      available_ = 1;
    }
    TRY(TakeStars(spec));
    if (fault != PercentFault::kNone) return RaiseFault(fault);
    const Value value = TRY(NextArgument());
    switch (spec.conversion) {
      case 's':
      case 'r':
      case 'a': return ConvertText(spec, value);
      case 'b':
        if (kind_ == TextKind::kStr) break;
        return ConvertText(spec, value);
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X': return ConvertInt(spec, value);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': return ConvertFloat(spec, value);
      case 'c': return ConvertChar(spec, value);
      default: break;
    }
    return RaiseUnsupported(spec);
  }

  Value RaiseUnsupported(const PercentSpec& spec) {
    static constexpr char kHex[] = "0123456789abcdef";
    const char32_t c = spec.conversion;
    const char shown = c > 31 && c < 127 ? static_cast<char>(c) : '?';
    char hex[8];
    int digits = 0;
    for (int shift = 28; shift >= 0; shift -= 4) {
      if (digits > 0 || shift == 0 || c >> shift != 0) hex[digits++] = kHex[c >> shift & 15];
    }
    return vm_.ValueError("unsupported format character '", std::string_view(&shown, 1), "' (0x",
                          std::string_view(hex, static_cast<size_t>(digits)), ") at index ",
                          static_cast<uint64_t>(spec.conversion_index));
  }

  // Whether nothing but the text itself is to be written.
  static bool IsBare(const PercentSpec& spec) { return spec.width <= 0 && spec.precision < 0; }

  Value AppendText(const PercentSpec& spec, std::string_view text) {
    if (IsBare(spec)) {
      out_.Append(text);
    } else {
      const size_t length = kind_ == TextKind::kStr ? CountCodePoints(text) : text.size();
      const size_t bound = PercentTextBound(spec, text, length);
      const size_t before = out_.size();
      if (char* to = out_.Extend(bound)) {
        if (kind_ == TextKind::kStr) {
          out_.Truncate(before + PercentText(spec, text, length, {to, bound}).bytes);
        } else {
          out_.Truncate(before + PadBytes(spec, text, to));
        }
      }
    }
    return out_.ok() ? Value::None() : Value::Failed();
  }

  // PercentText counts code points, and bytes are no text.
  static size_t PadBytes(const PercentSpec& spec, std::string_view text, char* out) {
    if (spec.precision >= 0 && spec.conversion != 'c' &&
        static_cast<size_t>(spec.precision) < text.size()) {
      text = text.substr(0, static_cast<size_t>(spec.precision));
    }
    const size_t fill = RightJustify(text.size(), spec.width).left;
    if (!spec.left) std::memset(out, ' ', fill);
    std::memcpy(out + (spec.left ? 0 : fill), text.data(), text.size());
    if (spec.left) std::memset(out + text.size(), ' ', fill);
    return text.size() + fill;
  }

  Value ConvertText(const PercentSpec& spec, Value value) {
    const char32_t c = spec.conversion;
    if (kind_ == TextKind::kStr) {
      if (c == 's' && vm_.IsStr(value)) return AppendText(spec, Vm::View(value));
      const Conversion conversion = c == 'r'   ? Conversion::kRepr
                                    : c == 'a' ? Conversion::kAscii
                                               : Conversion::kStr;
      if (IsBare(spec)) {
        TRY(AppendConverted(vm_, value, conversion, {}, out_));
        return Value::None();
      }
      TextBuilder text(vm_);
      TRY(AppendConverted(vm_, value, conversion, {}, text));
      return AppendText(spec, text.view());
    }
    if (c == 'r' || c == 'a') {
      TextBuilder text(vm_);
      TRY(AppendAscii(vm_, value, text));
      return AppendText(spec, text.view());
    }
    if (!IsBytesLike(vm_, value)) {
      return vm_.TypeError(
          "%b requires a bytes-like object, or an object that implements __bytes__, not '",
          vm_.TypeName(value), "'");
    }
    BytesArgument bytes(vm_);
    TRY(bytes.GetWithGaps(value));
    return AppendText(spec, bytes.view());
  }

  Value ConvertInt(const PercentSpec& spec, Value value) {
    if (IsIndex(vm_, value)) {
      if (value.IsSmallInt() && spec.conversion == 'd' && IsBare(spec) && !spec.plus &&
          !spec.space) {
        out_.AppendInt(value.AsSmallInt());
        return out_.ok() ? Value::None() : Value::Failed();
      }
      return AppendInt(spec, IntArgument(value).view());
    }
    const bool integers_only =
        spec.conversion == 'x' || spec.conversion == 'X' || spec.conversion == 'o';
    if (value.IsFloat() && !integers_only) {
      uint64_t limbs[kFromDoubleLimbs];
      IntResult result;
      const NumberError error = FromDouble(value.AsFloat(), limbs, &result);
      if (error.kind == NumberErrorKind::kValueError) return vm_.ValueError(error.text);
      if (!error.ok()) return vm_.OverflowError(error.text);
      return AppendInt(spec, View(limbs, result));
    }
    if (!integers_only && vm_.InfoOf(value).equal_number != nullptr) {  // a number of the library
      static constexpr Name kInt{"__int__", MemberHash("__int__")};
      Value method = TRY(vm_.FindAttribute(value, kInt));
      Value whole = method.IsUndefined() ? method : TRY(vm_.Call(method, {}));
      if (IsIndex(vm_, whole)) return AppendInt(spec, IntArgument(whole).view());
    }
    const char c = static_cast<char>(spec.conversion);
    return vm_.TypeError("%", std::string_view(&c, 1),
                         integers_only ? " format: an integer is required, not "
                                       : " format: a real number is required, not ",
                         vm_.TypeName(value));
  }

  Value AppendInt(const PercentSpec& spec, IntView number) {
    const ScratchLimbs scratch(vm_, PercentIntScratch(spec, number));
    if (!scratch.ok()) return Value::Failed();
    const size_t bound = PercentIntBound(spec, number);
    const size_t before = out_.size();
    char* to = out_.Extend(bound);
    if (to == nullptr) return Value::Failed();
    FormattedText written;
    const PercentFault fault = PercentInt(spec, number, vm_.max_str_digits, {to, bound},
                                          scratch.limbs(), TickerOf(vm_), &written);
    if (fault != PercentFault::kNone) return RaiseFault(fault);
    out_.Truncate(before + written.bytes);
    return Value::None();
  }

  Value ConvertFloat(const PercentSpec& spec, Value value) {
    double number;
    if (value.IsFloat()) {
      number = value.AsFloat();
    } else {
      const Result<double> converted = vm_.ToDouble(value);
      if (!converted.ok()) {
        // bytes has its own wording for whatever was wrong, also a number too large.
        if (kind_ == TextKind::kStr || vm_.TakeException().IsUndefined()) return Value::Failed();
        return vm_.TypeError("float argument required, not ", vm_.TypeName(value));
      }
      number = *converted;
    }
    const size_t bound = PercentFloatBound(spec, number);
    const size_t before = out_.size();
    char* to = out_.Extend(bound);
    if (to == nullptr) return Value::Failed();
    FormattedText written;
    const PercentFault fault = PercentFloat(spec, number, {to, bound}, &written);
    if (fault != PercentFault::kNone) return RaiseFault(fault);
    out_.Truncate(before + written.bytes);
    return Value::None();
  }

  Value ConvertChar(const PercentSpec& spec, Value value) {
    char encoded[4];
    if (kind_ == TextKind::kStr) {
      if (vm_.IsStr(value)) {
        if (value.As<Str>()->length != 1) {
          return vm_.TypeError("%c requires an int or a unicode character, not a string of length ",
                               value.As<Str>()->length);
        }
        return AppendText(spec, Vm::View(value));
      }
      if (!IsIndex(vm_, value)) {
        return vm_.TypeError("%c requires an int or a unicode character, not ",
                             vm_.TypeName(value));
      }
      const std::optional<int64_t> c = ToInt64(IntArgument(value).view());
      if (!c.has_value() || *c < 0 || *c > int64_t{kMaxCodePoint}) {
        return vm_.OverflowError("%c arg not in range(0x110000)");
      }
      const int size = EncodeUtf8(static_cast<char32_t>(*c), encoded);
      return AppendText(spec, {encoded, static_cast<size_t>(size)});
    }
    const TypeId type = vm_.TypeOf(value);
    if (type == TypeId::kBytes || type == TypeId::kByteArray) {
      const std::string_view bytes =
          type == TypeId::kBytes ? value.As<Bytes>()->view() : value.As<ByteArray>()->view();
      if (bytes.size() != 1) {
        return vm_.TypeError("%c requires an integer in range(256) or a single byte, not a ",
                             vm_.TypeName(value), " object of length ",
                             static_cast<uint64_t>(bytes.size()));
      }
      return AppendText(spec, bytes);
    }
    if (!IsIndex(vm_, value)) {
      return vm_.TypeError("%c requires an integer in range(256) or a single byte, not ",
                           vm_.TypeName(value));
    }
    const std::optional<int64_t> c = ToInt64(IntArgument(value).view());
    if (!c.has_value() || *c < 0 || *c > 255) {
      return vm_.OverflowError("%c arg not in range(256)");
    }
    encoded[0] = static_cast<char>(*c);
    return AppendText(spec, {encoded, 1});
  }

  Vm& vm_;
  ItemLookups& lookups_;
  TextKind kind_;
  std::string_view format_;
  Value arguments_;  // what %s takes when there is no tuple
  Value mapping_;    // `arguments` of the operator once %(key) was used
  Tuple* tuple_ = nullptr;
  uint32_t next_ = 0;
  uint32_t available_ = 1;
  bool is_mapping_ = false;
  TextBuilder out_;
};

Value RunPercent(Vm& vm, Value left, Value right, ItemLookups& lookups) {
  const TypeId type = vm.TypeOf(left);
  if (type == TypeId::kStr) {
    PercentFormatter formatter(vm, lookups, TextKind::kStr, Vm::View(left), right);
    TRY(formatter.Run());
    return formatter.out().Finish();
  }
  const std::string_view format =
      type == TypeId::kBytes ? left.As<Bytes>()->view() : left.As<ByteArray>()->view();
  PercentFormatter formatter(vm, lookups, TextKind::kBytes, format, right);
  TRY(formatter.Run());
  if (!formatter.out().ok()) return Value::Failed();
  return NewBytesOf(vm, type, formatter.out().view());
}

}  // namespace

Value PercentFormat(Vm& vm, Value left, Value right) {
  ItemLookups lookups(vm);
  const Value result = RunPercent(vm, left, right, lookups);
  if (!lookups.needs_native_frame()) return result;
  const Value answers = Value::Of(TRY(vm.NewList()));
  return vm.PushNativeFrame(ResumeId::kPercentFormat, {left, right, answers});
}

// slots: the format, the arguments, the answers so far.
Value PercentFormatResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  List* answers = slots[2].As<List>();
  // 1: an answer comes in. 2: it was taken, a repetition must not take one again.
  if (frame.state == 1) TRY(vm.ListAppend(answers, in));
  frame.state = 2;
  ItemLookups lookups(vm, answers);
  const Value result = RunPercent(vm, slots[0], slots[1], lookups);
  if (result.IsCallPending()) frame.state = 1;
  return result;
}

}  // namespace pysub
