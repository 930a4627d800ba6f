#include "parser/literals.h"

#include <charconv>
#include <cstring>
#include <limits>

#include "lexer/base/read_double.h"
#include "lexer/characters.h"

namespace pysub {
namespace {

using characters::Is;
using characters::IsDigit;

// from_chars does not say whether a number was too large or too small for a double. The position of
// the first nonzero digit and the exponent tell.
double OutOfRange(std::string_view digits) {
  int64_t exponent = 0;
  const size_t e = digits.find_first_of("eE");
  if (e != std::string_view::npos) {
    std::string_view written = digits.substr(e + 1);
    const bool negative = written.starts_with('-');
    if (negative || written.starts_with('+')) written.remove_prefix(1);
    for (const char c : written) {
      if (exponent < 1'000'000'000) exponent = exponent * 10 + (c - '0');
    }
    if (negative) exponent = -exponent;
  }
  const std::string_view mantissa = digits.substr(0, e);
  const size_t point = mantissa.find('.');
  const size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return 0;
  const auto integer_digits =
      static_cast<int64_t>(point == std::string_view::npos ? mantissa.size() : point);
  const int64_t magnitude = integer_digits - static_cast<int64_t>(first) + exponent;
  return magnitude > 0 ? std::numeric_limits<double>::infinity() : 0.0;
}

double ToDouble(std::string_view digits) {
  double value = 0;
  const auto result = DoubleFromChars(digits.data(), digits.data() + digits.size(), value);
  return result.ec == std::errc::result_out_of_range ? OutOfRange(digits) : value;
}

int HexValue(char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

std::string InvalidEscape(std::string_view escape, const char* what) {
  std::string message = "\"";
  message += escape;
  message += "\" is an invalid ";
  message += what;
  message += " sequence. Such sequences will not work in the future. Did you mean \"\\";
  message += escape;
  message += "\"? A raw string is also an option.";
  return message;
}

// The escapes of one character that str and bytes share, or 0.
char SimpleEscape(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"': return c;
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return 0;
  }
}

uint32_t OctalEscape(std::string_view text, size_t* at) {
  uint32_t value = 0;
  const size_t end = *at + 3;
  while (*at < end && *at < text.size() && text[*at] >= '0' && text[*at] <= '7') {
    value = value * 8 + static_cast<uint32_t>(text[(*at)++] - '0');
  }
  return value;
}

// CPython tells only of the first bad escape of a literal, with the line it is on.
class EscapeWarner {
 public:
  EscapeWarner(std::string_view text, uint32_t line, std::vector<LiteralWarning>* warnings)
      : text_(text), line_(line), warnings_(warnings) {}

  void Warn(size_t start, size_t end, const char* what) {
    Warn(start, text_.substr(start, end - start), what);
  }
  void Warn(size_t start, std::string_view escape, const char* what) {
    if (warned_ || warnings_ == nullptr) return;
    warned_ = true;
    uint32_t line = line_;
    for (size_t i = 0; i < start; ++i) line += text_[i] == '\n';
    warnings_->push_back({InvalidEscape(escape, what), line, text_.data(), text_.data() + start});
  }

 private:
  const std::string_view text_;
  const uint32_t line_;
  std::vector<LiteralWarning>* const warnings_;
  bool warned_ = false;
};

}  // namespace

bool IsRawStringToken(std::string_view token) {
  for (const char c : token) {
    if (c == '"' || c == '\'') return false;
    if (c == 'r' || c == 'R') return true;
  }
  return false;
}

bool LiteralDecoder::DecodeNumber(std::string_view text, ast::Constant* constant,
                                  LiteralError* error) {
  using ast::ConstantKind;
  // The usual case first: a few plain digits.
  if (text.size() <= 18) {
    int64_t value = 0;
    size_t i = 0;
    while (i < text.size() && IsDigit(text[i])) value = value * 10 + (text[i++] - '0');
    if (i == text.size()) {
      constant->constant_kind = ConstantKind::kInt;
      constant->int_value = value;
      while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
      constant->text = text;
      return true;
    }
  }
  if (std::memchr(text.data(), '_', text.size()) != nullptr) {
    char* copy = static_cast<char*>(arena_.Allocate(text.size()));
    size_t size = 0;
    for (const char c : text) {
      if (c != '_') copy[size++] = c;
    }
    text = {copy, size};
  }
  if (text.size() > 1 && text[0] == '0' && (text[1] | 0x20) >= 'a' && (text[1] | 0x20) != 'e' &&
      (text[1] | 0x20) != 'j') {
    const char radix = static_cast<char>(text[1] | 0x20);
    constant->base = radix == 'x' ? 16 : radix == 'o' ? 8 : 2;
    text.remove_prefix(2);
  } else if (text.back() == 'j' || text.back() == 'J') {
    constant->constant_kind = ConstantKind::kComplex;
    constant->float_value = ToDouble(text.substr(0, text.size() - 1));
    return true;
  } else if (text.find_first_of(".eE") != std::string_view::npos) {
    constant->constant_kind = ConstantKind::kFloat;
    constant->float_value = ToDouble(text);
    return true;
  } else if (text.size() > max_int_digits_) {
    error->message = "Exceeds the limit (" + std::to_string(max_int_digits_) +
                     " digits) for integer string conversion: value has " +
                     std::to_string(text.size()) +
                     " digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
                     "hexadecimal for huge integer literals to avoid decimal conversion limits.";
    return false;
  }
  while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
  constant->constant_kind = ConstantKind::kInt;
  constant->text = text;
  const auto result =
      std::from_chars(text.data(), text.data() + text.size(), constant->int_value, constant->base);
  constant->fits_int64 = result.ec == std::errc();
  if (!constant->fits_int64) constant->int_value = 0;
  return true;
}

bool LiteralDecoder::DecodeString(std::string_view token, uint32_t line, String* out,
                                  LiteralError* error, std::vector<LiteralWarning>* warnings) {
  bool raw = false;
  out->is_bytes = false;
  out->u_prefix = false;
  size_t quote_at = 0;
  for (; token[quote_at] != '"' && token[quote_at] != '\''; ++quote_at) {
    const char letter = static_cast<char>(token[quote_at] | 0x20);
    if (letter == 'r') raw = true;
    if (letter == 'b') out->is_bytes = true;
    if (token[quote_at] == 'u') out->u_prefix = true;
  }
  const char quote = token[quote_at];
  std::string_view body = token.substr(quote_at);
  const bool triple = body.size() >= 6 && body[1] == quote && body[2] == quote;
  const size_t quote_size = triple ? 3 : 1;
  body = body.substr(quote_size, body.size() - 2 * quote_size);
  if (out->is_bytes) {
    for (const char c : body) {
      if (static_cast<uint8_t>(c) >= 0x80) {
        error->message = "bytes can only contain ASCII literal characters";
        return false;
      }
    }
  }
  out->value = body.empty() ? std::string_view("") : body;
  if (raw || body.empty() || std::memchr(body.data(), '\\', body.size()) == nullptr) return true;
  if (out->is_bytes) return DecodeBytes(body, line, &out->value, error, warnings);
  return DecodeText(body, line, &out->value, error, warnings);
}

bool LiteralDecoder::DecodeBytes(std::string_view text, uint32_t line, std::string_view* out,
                                 LiteralError* error, std::vector<LiteralWarning>* warnings) {
  EscapeWarner warner(text, line, warnings);
  char* const begin = static_cast<char*>(arena_.Allocate(text.size()));
  char* end = begin;
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '\\') {
      *end++ = text[i++];
      continue;
    }
    const size_t start = i++;
    const char c = text[i];
    if (c == '\n') {
      ++i;
    } else if (const char simple = SimpleEscape(c)) {
      *end++ = simple;
      ++i;
    } else if (c >= '0' && c <= '7') {
      const uint32_t value = OctalEscape(text, &i);
      if (value > 0377) warner.Warn(start, i, "octal escape");
      *end++ = static_cast<char>(value);
    } else if (c == 'x') {
      if (i + 2 >= text.size() + 0 || !Is(text[i + 1], characters::kHexDigit) ||
          !Is(text[i + 2], characters::kHexDigit)) {
        error->message = "(value error) invalid \\x escape at position " + std::to_string(start);
        return false;
      }
      *end++ = static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2]));
      i += 3;
    } else {
      warner.Warn(start, start + 2, "escape");
      *end++ = '\\';
      *end++ = c;
      ++i;
    }
  }
  *out = {begin, static_cast<size_t>(end - begin)};
  return true;
}

namespace {

// CPython decodes what is left of a string after it has turned each non-ASCII character into
// "\UXXXXXXXX", so its positions count ten for such a character.
size_t CodecPosition(std::string_view text, size_t at) {
  size_t position = 0;
  for (size_t i = 0; i < at; ++i) {
    const auto c = static_cast<uint8_t>(text[i]);
    if (c < 0x80) {
      ++position;
    } else if (c >= 0xC0) {
      position += 10;
    }
  }
  return position;
}

void SetCodecError(std::string_view text, size_t start, size_t end, const char* reason,
                   LiteralError* error) {
  const size_t first = CodecPosition(text, start);
  const size_t last = CodecPosition(text, end) - 1;
  error->message = "(unicode error) 'unicodeescape' codec can't decode ";
  if (first == last) {
    error->message += "byte 0x5c in position " + std::to_string(first);
  } else {
    error->message += "bytes in position " + std::to_string(first) + "-" + std::to_string(last);
  }
  error->message += ": ";
  error->message += reason;
}

}  // namespace

bool LiteralDecoder::DecodeNamed(std::string_view text, size_t start, size_t* at,
                                 uint32_t* code_point, LiteralError* error) {
  size_t i = *at;
  if (i < text.size() && text[i] == '{') {
    const size_t name = ++i;
    while (i < text.size() && text[i] != '}') ++i;
    if (i < text.size() && i > name) {
      std::u32string found;
      *at = i + 1;
      if (names_ != nullptr && names_(text.substr(name, i - name), &found) && found.size() == 1) {
        *code_point = found[0];
        return true;
      }
      SetCodecError(text, start, i + 1, "unknown Unicode character name", error);
      return false;
    }
  }
  SetCodecError(text, start, i, "malformed \\N character escape", error);
  return false;
}

bool LiteralDecoder::DecodeText(std::string_view text, uint32_t line, std::string_view* out,
                                LiteralError* error, std::vector<LiteralWarning>* warnings) {
  EscapeWarner warner(text, line, warnings);
  char* const begin = static_cast<char*>(arena_.Allocate(text.size()));
  char* end = begin;
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '\\') {
      const void* next = std::memchr(text.data() + i, '\\', text.size() - i);
      const size_t size =
          next == nullptr ? text.size() - i
                          : static_cast<size_t>(static_cast<const char*>(next) - text.data()) - i;
      std::memcpy(end, text.data() + i, size);
      end += size;
      i += size;
      continue;
    }
    const size_t start = i++;
    if (i == text.size()) {  // only before the brace of a field: f'\{x}'
      warner.Warn(start, std::string_view("\\{"), "escape");
      *end++ = '\\';
      break;
    }
    const char c = text[i];
    if (c == '\n') {
      ++i;
      continue;
    }
    if (const char simple = SimpleEscape(c)) {
      *end++ = simple;
      ++i;
      continue;
    }
    uint32_t code_point = 0;
    if (c >= '0' && c <= '7') {
      code_point = OctalEscape(text, &i);
      if (code_point > 0377) warner.Warn(start, i, "octal escape");
    } else if (c == 'x' || c == 'u' || c == 'U') {
      const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 8;
      ++i;
      size_t count = 0;
      while (count < digits && i < text.size() && Is(text[i], characters::kHexDigit)) {
        code_point = code_point * 16 + static_cast<uint32_t>(HexValue(text[i]));
        ++i;
        ++count;
      }
      if (count < digits) {
        SetCodecError(text, start, i,
                      c == 'x'   ? "truncated \\xXX escape"
                      : c == 'u' ? "truncated \\uXXXX escape"
                                 : "truncated \\UXXXXXXXX escape",
                      error);
        return false;
      }
      if (code_point > 0x10FFFF) {
        SetCodecError(text, start, i, "illegal Unicode character", error);
        return false;
      }
    } else if (c == 'N') {
      ++i;
      if (!DecodeNamed(text, start, &i, &code_point, error)) return false;
    } else {
      // CPython has by now written other characters as "\\UXXXXXXXX", so it sees nothing wrong.
      if (static_cast<uint8_t>(c) < 0x80) warner.Warn(start, i + 1, "escape");
      *end++ = '\\';
      continue;  // the character itself is copied like any other
    }
    // The value is never longer than its escape, so there is room.
    end = characters::EncodeUtf8(code_point, end);
  }
  *out = {begin, static_cast<size_t>(end - begin)};
  return true;
}

}  // namespace pysub
