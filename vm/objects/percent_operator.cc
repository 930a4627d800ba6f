// The % operator of str, bytes and bytearray.

#include <cmath>
#include <cstring>
#include <string>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "vm/numbers/decimal_text.h"
#include "vm/numbers/float_text.h"
#include "vm/numbers/percent_format.h"
#include "vm/objects/bytes.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/simple_format.h"
#include "vm/objects/str.h"

namespace pysub {
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
    for (; i < end && IsSpecDigit(format_[i]); ++i) {
      spec.width = spec.width * 10 + static_cast<uint32_t>(format_[i] - '0');
      if (spec.width > 9999) return false;
    }
    if (i + 1 < end && format_[i] == '.' && IsSpecDigit(format_[i + 1])) {
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
        static_cast<uint64_t>(spec.precision) < text.size()) {
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
  if (frame.state == 1) TRY(ListAppend(vm, answers, in));
  frame.state = 2;
  ItemLookups lookups(vm, answers);
  const Value result = RunPercent(vm, slots[0], slots[1], lookups);
  if (result.IsCallPending()) frame.state = 1;
  return result;
}

}  // namespace pysub
