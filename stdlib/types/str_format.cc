#include "stdlib/types/str_format.h"

#include <string_view>

#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "vm/objects/bulk.h"
#include "vm/objects/formatting.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"
#include "vm/vm.h"

// str.format(). CPython 3.14 library, "Format String Syntax".
namespace pysub {

namespace {

// A replacement field may hold fields in its format spec, and those none.
constexpr int kMaxFieldDepth = 2;

// What a format string is filled with.
struct FormatArguments {
  const Value* positional = nullptr;
  uint32_t count = 0;
  Value named;          // dict or any mapping; Undefined: none
  bool is_map = false;  // format_map(): there are no positional arguments
};

enum class Numbering : uint8_t { kUndecided, kAutomatic, kManual };

class Formatter {
 public:
  Formatter(Vm& vm, const FormatArguments& arguments, ItemLookups& lookups)
      : vm_(vm), arguments_(arguments), lookups_(lookups) {}

  // Appends `format` with its fields filled. None; CallPending: see ItemLookups.
  Value Append(std::string_view format, int depth, TextBuilder& out) {
    if (depth <= 0) return vm_.ValueError("Max string recursion exceeded");
    StopCheck stop = TimeCheck(vm_);
    size_t at = 0;
    while (at < format.size()) {
      const size_t start = at;
      Pieces piece(at, format.size(), &stop);
      do {
        while (at < piece.end() && format[at] != '{' && format[at] != '}') ++at;
      } while (at == piece.end() && piece.Next(at));
      if (stop.stopped()) return Failure{};
      if (at == format.size()) {
        out.Append(format.substr(start));
        break;
      }
      const char brace = format[at];
      const bool doubled = at + 1 < format.size() && format[at + 1] == brace;
      if (doubled) {
        out.Append(format.substr(start, at + 1 - start));
        at += 2;
        continue;
      }
      if (brace == '}') return vm_.ValueError("Single '}' encountered in format string");
      if (at + 1 == format.size()) {
        return vm_.ValueError("Single '{' encountered in format string");
      }
      out.Append(format.substr(start, at - start));
      ++at;
      Field field;
      TRY(ParseField(format, &at, &field));
      TRY(AppendField(field, depth, out));
      if (!out.ok() || !vm_.Tick(1)) return Failure{};
    }
    return out.ok() ? Value::None() : Value::Failed();
  }

 private:
  struct Field {
    std::string_view name;
    std::string_view spec;
    char32_t conversion = 0;
    bool spec_has_fields = false;
  };

  // `*at` is behind the '{'; moved behind the field's '}'.
  Value ParseField(std::string_view format, size_t* at, Field* field) {
    const size_t start = *at;
    char end = 0;
    while (*at < format.size() && end == 0) {
      const char c = format[(*at)++];
      switch (c) {
        case '{': return vm_.ValueError("unexpected '{' in field name");
        case '[':
          while (*at < format.size() && format[*at] != ']') ++*at;
          break;
        case '}':
        case ':':
        case '!': end = c; break;
        default: break;
      }
    }
    if (end == 0) return vm_.ValueError("expected '}' before end of string");
    field->name = format.substr(start, *at - 1 - start);
    if (end == '}') return Value::None();
    if (end == '!') {
      if (*at >= format.size()) {
        return vm_.ValueError("end of string while looking for conversion specifier");
      }
      const DecodedCodePoint conversion = DecodeUtf8(format, *at);
      field->conversion = conversion.code_point;
      *at += static_cast<size_t>(conversion.size);
      if (*at < format.size()) {
        const char c = format[(*at)++];
        if (c == '}') return Value::None();
        if (c != ':') return vm_.ValueError("expected ':' after conversion specifier");
      }
    }
    const size_t spec_start = *at;
    for (int nesting = 1; *at < format.size();) {
      const char c = format[(*at)++];
      if (c == '{') {
        field->spec_has_fields = true;
        ++nesting;
      } else if (c == '}' && --nesting == 0) {
        field->spec = format.substr(spec_start, *at - 1 - spec_start);
        return Value::None();
      }
    }
    return vm_.ValueError("unmatched '{' in format spec");
  }

  Value AppendField(const Field& field, int depth, TextBuilder& out) {
    const Value value = TRY(Lookup(field.name));
    Conversion conversion = Conversion::kNone;
    switch (field.conversion) {
      case 0: break;
      case 's': conversion = Conversion::kStr; break;
      case 'r': conversion = Conversion::kRepr; break;
      case 'a': conversion = Conversion::kAscii; break;
      default: return RaiseUnknownConversion(field.conversion);
    }
    if (!field.spec_has_fields) {
      TRY(AppendConverted(vm_, value, conversion, field.spec, out));
      return Value::None();
    }
    TextBuilder spec(vm_);
    TRY(Append(field.spec, depth - 1, spec));
    TRY(AppendConverted(vm_, value, conversion, spec.view(), out));
    return Value::None();
  }

  Value RaiseUnknownConversion(char32_t c) {
    if (c > 32 && c < 127) {
      const char shown = static_cast<char>(c);
      return vm_.ValueError("Unknown conversion specifier ", std::string_view(&shown, 1));
    }
    static constexpr char kHex[] = "0123456789abcdef";
    char hex[8];
    size_t digits = 0;
    for (int shift = 28; shift >= 0; shift -= 4) {
      if (digits > 0 || shift == 0 || c >> shift != 0) hex[digits++] = kHex[c >> shift & 15];
    }
    return vm_.ValueError("Unknown conversion specifier \\x", std::string_view(hex, digits));
  }

  // The number that `text` is, -1 if it is none. ValueError when it has too many digits.
  Result<int64_t> IndexOf(std::string_view text) {
    if (text.empty()) return int64_t{-1};
    int64_t index = 0;
    for (size_t at = 0; at < text.size();) {
      const DecodedCodePoint next = DecodeUtf8(text, at);
      at += static_cast<size_t>(next.size);
      const int digit =
          next.code_point < 128
              ? (next.code_point - '0' < 10 ? static_cast<int>(next.code_point - '0') : -1)
              : DecimalValue(next.code_point);
      if (digit < 0) return int64_t{-1};
      if (index > (INT64_MAX - digit) / 10) {
        return vm_.ValueError("Too many decimal digits in format string");
      }
      index = index * 10 + digit;
    }
    return index;
  }

  // The object that a field name stands for: "0", "name", "", each with ".attribute" and "[item]"s.
  Value Lookup(std::string_view name) {
    const size_t first_end = name.find_first_of(".[");
    const std::string_view first = name.substr(0, first_end);
    std::string_view rest = first_end == name.npos ? std::string_view() : name.substr(first_end);
    int64_t index = TRY(IndexOf(first));
    if (first.empty() || index >= 0) {
      const Numbering wanted = first.empty() ? Numbering::kAutomatic : Numbering::kManual;
      if (numbering_ == Numbering::kUndecided) numbering_ = wanted;
      if (numbering_ != wanted) {
        return vm_.ValueError(
            wanted == Numbering::kAutomatic
                ? "cannot switch from manual field specification to automatic field numbering"
                : "cannot switch from automatic field numbering to manual field specification");
      }
      if (first.empty()) index = next_field_++;
    }
    Value value;
    if (index < 0) {
      const Value key = TRY(vm_.NewStr(first));
      if (arguments_.named.IsUndefined()) return vm_.RaiseKeyError(key);
      value = TRY(lookups_.Get(arguments_.named, key));
    } else {
      if (arguments_.is_map) return vm_.ValueError("Format string contains positional fields");
      if (index >= int64_t{arguments_.count}) {
        return vm_.IndexError("Replacement index ", index,
                              " out of range for positional args tuple");
      }
      value = arguments_.positional[index];
    }
    while (!rest.empty()) {
      const char kind = rest[0];
      rest.remove_prefix(1);
      if (kind == '.') {
        const std::string_view attribute = rest.substr(0, rest.find_first_of(".["));
        rest.remove_prefix(attribute.size());
        if (attribute.empty()) return vm_.ValueError("Empty attribute in format string");
        value = TRY(Attribute(value, attribute));
      } else if (kind == '[') {
        const size_t end = rest.find(']');
        if (end == rest.npos) return vm_.ValueError("Missing ']' in format string");
        const std::string_view item = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        if (item.empty()) return vm_.ValueError("Empty attribute in format string");
        const int64_t number = TRY(IndexOf(item));
        const Value key = TRY(number >= 0 ? vm_.NewInt(number) : vm_.NewStr(item));
        value = TRY(lookups_.Get(value, key));
      } else {
        return vm_.ValueError("Only '.' or '[' may follow ']' in format field specifier");
      }
    }
    return value;
  }

  // T-023: a format string, which may come from somebody else than the program, sees only what is
  // meant for everybody, and of the rest what names a thing.
  Value Attribute(Value object, std::string_view name) {
    const bool shown = name[0] != '_' || name == "__class__" || name == "__doc__" ||
                       name == "__module__" || name == "__name__" || name == "__qualname__";
    if (!shown) return vm_.RaiseAttributeError(object, name);
    const Value value = TRY(vm_.FindAttribute(object, {name, MemberHash(name)}));
    if (value.IsUndefined()) return vm_.RaiseAttributeError(object, name);
    return value;
  }

  Vm& vm_;
  const FormatArguments& arguments_;
  ItemLookups& lookups_;
  Numbering numbering_ = Numbering::kUndecided;
  int64_t next_field_ = 0;
};

Value Run(Vm& vm, std::string_view format, const FormatArguments& arguments, ItemLookups& lookups) {
  TextBuilder out(vm);
  Formatter formatter(vm, arguments, lookups);
  TRY(formatter.Append(format, kMaxFieldDepth, out));
  return out.Finish();
}

Value RunOrPush(Vm& vm, Value format, const FormatArguments& arguments) {
  ItemLookups lookups(vm);
  const Value result = Run(vm, Vm::View(format), arguments, lookups);
  if (!lookups.needs_native_frame()) return result;
  Value positional = Value::None();
  if (!arguments.is_map) {
    positional = TRY(vm.NewTuple(std::span<const Value>(arguments.positional, arguments.count)));
  }
  const Value answers = Value::Of(TRY(vm.NewList()));
  return vm.PushNativeFrame(ResumeId::kStrFormat, {format, positional, arguments.named, answers});
}

}  // namespace

Value StrFormatMethod(Vm& vm, const Args& a) {
  FormatArguments arguments;
  arguments.positional = a.rest;
  arguments.count = a.rest_count;
  arguments.named = a.keywords;
  return RunOrPush(vm, a[0], arguments);
}

Value StrFormatMapMethod(Vm& vm, const Args& a) {
  FormatArguments arguments;
  arguments.named = a[1];
  arguments.is_map = true;
  return RunOrPush(vm, a[0], arguments);
}

// slots: the format, the positional arguments (None: format_map), the mapping, the answers so far.
Value StrFormatResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  List* answers = slots[3].As<List>();
  // 1: an answer comes in. 2: it was taken, a repetition must not take one again.
  if (frame.state == 1) TRY(ListAppend(vm, answers, in));
  frame.state = 2;
  FormatArguments arguments;
  arguments.named = slots[2];
  if (slots[1].IsNone()) {
    arguments.is_map = true;
  } else {
    arguments.positional = slots[1].As<Tuple>()->items();
    arguments.count = slots[1].As<Tuple>()->size();
  }
  ItemLookups lookups(vm, answers);
  const Value result = Run(vm, Vm::View(slots[0]), arguments, lookups);
  if (result.IsCallPending()) frame.state = 1;
  return result;
}

}  // namespace pysub
