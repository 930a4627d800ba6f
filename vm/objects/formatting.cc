#include "vm/objects/formatting.h"

#include <string>

#include "vm/numbers/format_spec.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/simple_format.h"
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
  TRY(ListAppend(vm_, answers_, item));
  ++next_;
  return item;
}

}  // namespace pysub
