#include "shell/commands/awk/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "shell/commands/awk/fields.h"
#include "shell/printf_directive.h"
#include "shell/regex/syntax_tree.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell::awk {
namespace {

std::string SpecialText(double number, char letter = 'g') {
  const bool upper = letter < 'a';  // %G and the like
  const char* name = std::isnan(number) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
  return (std::signbit(number) ? "-" : "+") + std::string(name);
}

// Digits of a whole number of any size.
std::string WholeText(double number) {
  char digits[400];
  const int size = std::snprintf(digits, sizeof(digits), "%.0f", number);
  return std::string(digits, static_cast<size_t>(std::max(size, 0)));
}

// As UTF-8 once went on beyond the last character of today: the C library writes it so.
std::string LongCode(uint32_t code) {
  const int more = code < 0x200000 ? 3 : code < 0x4000000 ? 4 : 5;
  constexpr uint8_t kFirst[] = {0xF0, 0xF8, 0xFC};
  std::string text(1, static_cast<char>(kFirst[more - 3] | code >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3F));
  return text;
}

// One directive with its arguments.
class Formatter {
 public:
  Formatter(std::string_view format, std::span<const Value> arguments, const Value* convfmt,
            Heap* heap, Text* out)
      : format_(format), arguments_(arguments), convfmt_(convfmt), heap_(*heap), out_(*out) {}

  FormatResult Run() {
    while (at_ < format_.size() && result_.fatal.empty() && heap_.ok()) {
      const size_t percent = std::min(format_.find('%', at_), format_.size());
      out_.Append(format_.substr(at_, percent - at_));
      at_ = percent;
      if (at_ < format_.size()) Directive();
      static_cast<void>(heap_.Work(16));
    }
    return std::move(result_);
  }

 private:
  // The next argument, or the one that was asked for by its number.
  const Value* Argument(size_t number) {
    const size_t index = number > 0 ? number - 1 : next_++;
    if (index < arguments_.size()) return &arguments_[index];
    RanOut(at_);
    return nullptr;
  }

  void RanOut(size_t at) {
    result_.fatal = "not enough arguments to satisfy format string\n\t`" + std::string(format_) +
                    "'\n\t" + std::string(at, ' ') + "^ ran out for this one";
  }

  // Digits, or *. nullopt: there is no argument.
  std::optional<int64_t> Size() {
    if (at_ < format_.size() && format_[at_] == '*') {
      ++at_;
      const size_t number = Position();
      if (number > arguments_.size()) {
        RanOut(at_ - 1);
        return std::nullopt;
      }
      const Value* value = Argument(number);
      if (value == nullptr) return std::nullopt;
      const double size = ToNumber(*value);
      return static_cast<int64_t>(std::clamp(std::isnan(size) ? 0 : size, -1e9, 1e9));
    }
    int64_t size = 0;
    while (at_ < format_.size() && format_[at_] >= '0' && format_[at_] <= '9')
      size = std::min<int64_t>(1000000000, size * 10 + (format_[at_++] - '0'));
    return size;
  }
  // "2$"; 0: there is none.
  size_t Position() {
    size_t end = at_, number = 0;
    while (end < format_.size() && format_[end] >= '0' && format_[end] <= '9')
      number = std::min<size_t>(1000000, number * 10 + static_cast<size_t>(format_[end++] - '0'));
    if (end == at_ || end >= format_.size() || format_[end] != '$') return 0;
    at_ = end + 1;
    return number;
  }

  void Directive() {
    const size_t begin = at_++;
    PrintfDirective directive;
    const size_t position = Position();
    const bool numbered = at_ > begin + 1;
    const bool lacks_digits = at_ < format_.size() && format_[at_] == '$';
    if (lacks_digits || (numbered && position == 0)) {
      result_.fatal = "argument index with `$' must be > 0";
      return;
    }
    if (numbered && position > arguments_.size()) {
      result_.fatal = "argument index " + std::to_string(position) +
                      " greater than total number of supplied arguments";
      return;
    }
    while (at_ < format_.size() &&
           std::string_view("-+ #0'").find(format_[at_]) != std::string_view::npos)
      directive.flags += format_[at_++];
    const bool has_width = at_ < format_.size() &&
                           (format_[at_] == '*' || (format_[at_] >= '1' && format_[at_] <= '9'));
    if (has_width) {
      const std::optional<int64_t> width = Size();
      if (!width) return;
      directive.width = *width;
      if (*width < 0) {
        directive.flags += '-';
        directive.width = -*width;
      }
    }
    if (at_ < format_.size() && format_[at_] == '.') {
      ++at_;
      const std::optional<int64_t> precision = Size();
      if (!precision) return;
      directive.precision = *precision < 0 ? -1 : *precision;
    }
    constexpr std::string_view known = "hlLjzt";
    std::string lengths;  // each once: %lld is no directive
    for (; at_ < format_.size(); ++at_) {
      const char c = format_[at_];
      if (std::string_view("-+ #0'").find(c) != std::string_view::npos) {
        directive.flags += c;
      } else if (known.find(c) == std::string_view::npos || lengths.find(c) != std::string::npos) {
        break;
      } else {
        lengths += c;
      }
    }
    if (at_ >= format_.size()) {
      out_.Append(format_.substr(begin));
      return;
    }
    directive.letter = format_[at_];
    if (directive.letter == '%') {
      ++at_;
      out_.Append('%');
      return;
    }
    if (std::string_view("cdiouxXeEfFgGaAs").find(directive.letter) == std::string_view::npos) {
      ++at_;
      out_.Append(format_.substr(begin, at_ - begin));
      return;
    }
    const Numbering numbering = numbered ? Numbering::kAll : Numbering::kNone;
    if (numbering_ != Numbering::kUnknown && numbering_ != numbering) {
      result_.fatal = "must use `count$' on all formats or none";
      return;
    }
    numbering_ = numbering;
    const Value* value = Argument(position);
    ++at_;
    if (value == nullptr) return;
    if (directive.TooLarge() || directive.width > PrintfDirective::kMostSize) {
      result_.fatal = "format item is too large";
      return;
    }
    One(directive, *value);
  }

  void One(PrintfDirective& directive, const Value& value) {
    const uint64_t most = directive.most_bytes();
    if (!heap_.Charge(most)) return;
    switch (directive.letter) {
      case 's': {
        NumberBuffer number;
        Pad(directive, ViewOf(value, convfmt_, &number), true);
        break;
      }
      case 'c': Character(directive, value); break;
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X': Whole(directive, ToNumber(value)); break;
      default: Floating(directive, ToNumber(value)); break;
    }
    heap_.Release(most);
  }

  // Sizes are in characters.
  void Pad(const PrintfDirective& directive, std::string_view text, bool cut) {
    static_cast<void>(heap_.Work(text.size() / 8));
    if (cut && directive.precision >= 0)
      text =
          text.substr(0, CharacterBytes(heap_, text, 0, static_cast<size_t>(directive.precision)));
    if (directive.width <= 0) {
      out_.Append(text);
      return;
    }
    const size_t size = CountCharacters(heap_, text);
    const auto width = static_cast<size_t>(directive.width);
    const size_t fill = width > size ? width - size : 0;
    if (!directive.Has('-')) out_.Fill(fill, ' ');
    out_.Append(text);
    if (directive.Has('-')) out_.Fill(fill, ' ');
  }

  void Character(const PrintfDirective& directive, const Value& value) {
    std::string text(1, '\0');  // of nothing, and of an empty text
    if (IsNumeric(value)) {
      const double number = ToNumber(value);
      const uint32_t code = number >= 0 && number < 18446744073709551616.0
                                ? static_cast<uint32_t>(static_cast<uint64_t>(number))
                                : 0;
      const bool one_byte = heap_.settings().bytes;
      if (!one_byte && code >= 128 && code < 0x110000 && !(code >= 0xD800 && code < 0xE000)) {
        text.clear();
        AppendUtf8(&text, code);
      } else if (!one_byte && code >= 0x110000 && code < 0x80000000) {
        text = LongCode(code);
      } else {
        // (one byte)
        const double low = std::isfinite(number) ? std::fmod(std::trunc(number), 256) : 0;
        text = static_cast<char>(static_cast<int>(low));
      }
    } else if (value.IsText() && value.str()->size > 0) {
      const std::string_view all = value.str()->view();
      text = all.substr(0, CharacterBytes(heap_, all, 0, 1));
    }
    // That of a number is as wide as its bytes are many, as with gawk.
    const auto width = static_cast<size_t>(std::max<int64_t>(directive.width, 0));
    if (!IsNumeric(value) || text.size() == 1) return Pad(directive, text, false);
    const size_t fill = width > text.size() ? width - text.size() : 0;
    if (!directive.Has('-')) out_.Fill(fill, ' ');
    out_.Append(text);
    if (directive.Has('-')) out_.Fill(fill, ' ');
  }

  void Whole(PrintfDirective& directive, double number) {
    if (!std::isfinite(number)) {  // without its width, as with gawk
      out_.Append(SpecialText(number, directive.letter));
      return;
    }
    const bool based = directive.letter == 'o' || (directive.letter | 0x20) == 'x';
    if (std::trunc(number) == 0 && (directive.precision == 0 || (based && directive.Has('#'))))
      return Nought(directive, number);
    number = std::trunc(number);
    std::erase(directive.flags, '\'');
    const bool decimal = directive.letter == 'd' || directive.letter == 'i';
    if (decimal || (number >= 0 && number < 18446744073709551616.0)) {
      if (decimal && std::fabs(number) >= 9223372036854775808.0) return Large(directive, number);
      if (directive.letter == 'o' && directive.Has('#') && directive.precision >= 0) {
        // The 0 in front comes on top of those of the precision.
        int64_t digits = 0;
        for (auto left = static_cast<uint64_t>(number); left > 0; left /= 8) ++digits;
        directive.precision = std::max(directive.precision, digits) + 1;
        std::erase(directive.flags, '#');
      }
      if (directive.precision >= 0) std::erase(directive.flags, '0');
      const uint64_t bits = decimal ? static_cast<uint64_t>(static_cast<int64_t>(number))
                                    : static_cast<uint64_t>(number);
      out_.Append(directive.Integer(bits));
      return;
    }
    // A negative number in another base is that of its 64 bits; what does not fit is one of %g.
    if (number < 0 && number >= -9223372036854775808.0) {
      if (directive.precision >= 0) std::erase(directive.flags, '0');
      out_.Append(directive.Integer(static_cast<uint64_t>(static_cast<int64_t>(number))));
      return;
    }
    directive.letter = 'g';
    out_.Append(directive.Floating(number));
  }

  // What is less than one. %#x and %#o: the prefix is that of a number that is not 0. With a
  // precision of 0 there is nothing, not even a sign, of a 0 without # and of all that %d prints.
  void Nought(const PrintfDirective& directive, double number) {
    const bool marked = directive.Has('#'),
               decimal = directive.letter == 'd' || directive.letter == 'i';
    std::string prefix;
    if (marked && number != 0 && !decimal && directive.letter != 'u')
      prefix = directive.letter == 'o' ? "0" : directive.letter == 'x' ? "0x" : "0X";
    const bool shown = directive.precision != 0 || (!decimal && (marked || number != 0));
    const int64_t least = shown ? 1 : 0;
    const auto digits = static_cast<size_t>(std::max<int64_t>(directive.precision, least));
    const auto width = static_cast<size_t>(std::max<int64_t>(directive.width, 0));
    const size_t size = prefix.size() + digits, fill = width > size ? width - size : 0;
    const bool zeros = directive.Has('0') && !directive.Has('-') && directive.precision < 0;
    if (!zeros && !directive.Has('-')) out_.Fill(fill, ' ');
    out_.Append(prefix);
    out_.Fill(digits + (zeros ? fill : 0), '0');
    if (directive.Has('-')) out_.Fill(fill, ' ');
  }

  void Large(PrintfDirective& directive, double number) {
    directive.letter = 'f';
    directive.precision = 0;
    std::erase(directive.flags, '#');
    out_.Append(directive.Floating(number));
  }

  void Floating(PrintfDirective& directive, double number) {
    std::erase(directive.flags, '\'');
    if (!std::isfinite(number)) {  // without its width, as with gawk
      out_.Append(SpecialText(number, directive.letter));
      return;
    }
    if (directive.letter == 'a' || directive.letter == 'A') {
      // (of a double, not of the wider type)
      std::string format = "%" + directive.flags;
      if (directive.width > 0) format += std::to_string(directive.width);
      if (directive.precision >= 0) format += "." + std::to_string(directive.precision);
      format += directive.letter;
      const int size = std::snprintf(nullptr, 0, format.c_str(), number);
      std::string text(static_cast<size_t>(std::max(size, 0)) + 1, '\0');
      std::snprintf(text.data(), text.size(), format.c_str(), number);
      text.pop_back();
      out_.Append(text);
      return;
    }
    out_.Append(directive.Floating(number));
  }

  std::string_view format_;
  std::span<const Value> arguments_;
  const Value* convfmt_;
  Heap& heap_;
  Text& out_;
  size_t at_ = 0;
  size_t next_ = 0;
  // Whether directives say which argument they want.
  enum class Numbering : uint8_t { kUnknown, kAll, kNone };
  Numbering numbering_ = Numbering::kUnknown;
  FormatResult result_;
};

bool IsDefaultFormat(const Value* format) {
  return format == nullptr || !format->IsText() || format->str()->view() == "%.6g";
}

}  // namespace

std::string_view NumberText(double number, const Value* format, NumberBuffer* buffer) {
  int64_t integer = 0;
  if (IsInteger(number, &integer)) return {buffer->bytes, WriteInteger(integer, buffer->bytes)};
  if (!std::isfinite(number)) return buffer->large = SpecialText(number);
  if (std::trunc(number) == number) return buffer->large = WholeText(number);
  if (IsDefaultFormat(format)) {
    const int size = std::snprintf(buffer->bytes, sizeof(buffer->bytes), "%.6g", number);
    return {buffer->bytes, static_cast<size_t>(std::max(size, 0))};
  }
  Str* str = format->str();
  Text text(str->heap);
  const Value value(number);
  static_cast<void>(FormatPrintf(str->view(), std::span(&value, 1), nullptr, str->heap, &text));
  return buffer->large = text.view();
}

FormatResult FormatPrintf(std::string_view format, std::span<const Value> arguments,
                          const Value* convfmt, Heap* heap, Text* out) {
  return Formatter(format, arguments, convfmt, heap, out).Run();
}

}  // namespace pysub::shell::awk
