#include "shell/commands/printf_format.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "shell/commands/quoting.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
bool IsOctal(char c) { return c >= '0' && c <= '7'; }

void AppendUtf8Of(uint32_t c, std::string* out) {
  if (c < 0x80) {
    *out += static_cast<char>(c);
  } else if (c < 0x800) {
    *out += static_cast<char>(0xC0 | c >> 6);
    *out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *out += static_cast<char>(0xE0 | c >> 12);
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    *out += static_cast<char>(0xF0 | (c >> 18 & 7));
    *out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// Up to `most` digits of `base` at text[*at].
uint32_t Digits(std::string_view text, size_t* at, int base, size_t most) {
  uint32_t value = 0;
  for (size_t i = 0; i < most && *at < text.size(); ++i, ++*at) {
    int digit = HexValue(text[*at]);
    if (digit < 0 || digit >= base) break;
    value = value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
  }
  return value;
}

// The escape behind the backslash at text[*at].
void AppendOneEscape(std::string_view text, size_t* at, PrintfEscapes style, std::string* out, bool* stopped) {
  if (*at >= text.size()) {
    *out += '\\';
    return;
  }
  char c = text[(*at)++];
  switch (c) {
    case 'a': *out += '\a'; return;
    case 'b': *out += '\b'; return;
    case 'c': *stopped = true; return;
    case 'e': *out += '\x1b'; return;
    case 'f': *out += '\f'; return;
    case 'n': *out += '\n'; return;
    case 'r': *out += '\r'; return;
    case 't': *out += '\t'; return;
    case 'v': *out += '\v'; return;
    case '\\': *out += '\\'; return;
    case '"':
      if (style == PrintfEscapes::kEcho) *out += '\\';
      *out += '"';
      return;
    case 'x':
      if (*at < text.size() && HexValue(text[*at]) >= 0) {
        *out += static_cast<char>(Digits(text, at, 16, 2));
        return;
      }
      break;
    case 'u': case 'U':
      if (style != PrintfEscapes::kEcho && *at < text.size() && HexValue(text[*at]) >= 0) {
        AppendUtf8Of(Digits(text, at, 16, c == 'u' ? 4 : 8), out);
        return;
      }
      break;
    default: break;
  }
  if (IsOctal(c)) {
    // \0NNN with a leading zero of its own, but in a format.
    bool zero = c == '0' && style != PrintfEscapes::kFormat;
    if (!zero) --*at;
    *out += static_cast<char>(Digits(text, at, 8, 3));
    return;
  }
  *out += '\\';
  *out += c;
}

}  // namespace

void AppendEscaped(std::string_view text, PrintfEscapes style, std::string* out, bool* stopped) {
  for (size_t at = 0; at < text.size() && !*stopped;) {
    char c = text[at++];
    if (c == '\\') {
      AppendOneEscape(text, &at, style, out, stopped);
    } else {
      *out += c;
    }
  }
}

std::string_view PrintfFormatter::NextArgument() {
  return HasArgument() ? std::string_view(arguments_[used_++]) : std::string_view();
}

void PrintfFormatter::Run() {
  do {
    size_t before = used_;
    OnePass();
    if (stopped_) return;
    if (used_ == before) break;
  } while (HasArgument());
  if (HasArgument()) {
    errors_.push_back("warning: ignoring excess arguments, starting with " + QuoteWord(arguments_[used_]));
  }
}

void PrintfFormatter::OnePass() {
  for (size_t at = 0; at < format_.size() && !stopped_;) {
    char c = format_[at++];
    if (out_.size() > kMaxBytes) {
      Fail("memory exhausted");
      stopped_ = true;
    } else if (c == '\\') {
      AppendOneEscape(format_, &at, PrintfEscapes::kFormat, &out_, &stopped_);
    } else if (c != '%') {
      out_ += c;
    } else if (at < format_.size() && format_[at] == '%') {
      out_ += '%';
      ++at;
    } else {
      Directive directive;
      size_t begin = at - 1;
      if (!ReadDirective(&at, &directive)) {
        size_t end = std::min(at + 1, format_.size());
        Fail(std::string(format_.substr(begin, end - begin)) + ": invalid conversion specification");
        stopped_ = true;
        return;
      }
      Print(directive);
    }
  }
}

bool PrintfFormatter::ReadDirective(size_t* at, Directive* directive) {
  auto peek = [&] { return *at < format_.size() ? format_[*at] : '\0'; };
  for (; std::string_view("-+ #0'I").find(peek()) != std::string_view::npos && peek() != '\0'; ++*at) {
    if (peek() == '-') directive->left = true;
    else directive->flags += peek();
  }
  auto number = [&](bool is_width) {
    int64_t value = 0;
    if (peek() == '*') {
      ++*at;
      value = static_cast<int64_t>(ReadInteger(NextArgument(), true));
      if (is_width && value < 0) {
        directive->left = true;
        value = -value;
      }
    } else {
      for (; peek() >= '0' && peek() <= '9'; ++*at) value = std::min<int64_t>(value * 10 + (peek() - '0'), kMaxBytes);
    }
    return std::clamp<int64_t>(value, -1, kMaxBytes / 4);
  };
  directive->width = number(true);
  if (peek() == '.') {
    ++*at;
    directive->precision = number(false);
  }
  while (std::string_view("hlLjzt").find(peek()) != std::string_view::npos && peek() != '\0') ++*at;
  directive->letter = peek();
  if (directive->letter == '\0' || std::string_view("diouxXcsbqeEfFgGaA").find(directive->letter) == std::string_view::npos) {
    return false;
  }
  bool zero = directive->flags.find('0') != std::string::npos;
  if (zero && std::string_view("scbq").find(directive->letter) != std::string_view::npos) return false;
  ++*at;
  return true;
}

void PrintfFormatter::Pad(std::string text, const Directive& directive) {
  size_t width = static_cast<size_t>(std::max<int64_t>(directive.width, 0));
  size_t missing = width > text.size() ? width - text.size() : 0;
  if (!directive.left) out_.append(missing, ' ');
  out_ += text;
  if (directive.left) out_.append(missing, ' ');
}

void PrintfFormatter::Print(const Directive& directive) {
  switch (directive.letter) {
    case 's': {
      std::string_view text = NextArgument();
      if (directive.precision >= 0) text = text.substr(0, static_cast<size_t>(directive.precision));
      return Pad(std::string(text), directive);
    }
    case 'c': {
      std::string_view text = NextArgument();
      return Pad(text.empty() ? std::string(1, '\0') : std::string(text.substr(0, 1)), directive);
    }
    case 'q': return Pad(QuoteFileIfNeeded(NextArgument(), false), directive);
    case 'b': {
      std::string text;
      AppendEscaped(NextArgument(), PrintfEscapes::kB, &text, &stopped_);
      if (directive.precision >= 0) text.resize(std::min<size_t>(text.size(), static_cast<size_t>(directive.precision)));
      return Pad(text, directive);
    }
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': return PrintInteger(directive);
    default: return PrintFloating(directive);
  }
}

void PrintfFormatter::PrintInteger(const Directive& directive) {
  bool is_signed = directive.letter == 'd' || directive.letter == 'i';
  uint64_t value = ReadInteger(NextArgument(), is_signed);
  auto has = [&](char flag) { return directive.flags.find(flag) != std::string::npos; };
  std::string sign;
  if (is_signed) {
    if (static_cast<int64_t>(value) < 0) {
      sign = "-";
      value = 0 - value;
    } else if (has('+')) {
      sign = "+";
    } else if (has(' ')) {
      sign = " ";
    }
  }
  char buffer[32];
  const char* form = directive.letter == 'o' ? "%lo" : directive.letter == 'x' ? "%lx" : directive.letter == 'X' ? "%lX" : "%lu";
  std::snprintf(buffer, sizeof(buffer), form, value);
  std::string digits = value == 0 && directive.precision == 0 ? "" : buffer;
  if (directive.precision > static_cast<int64_t>(digits.size())) {
    digits.insert(0, static_cast<size_t>(directive.precision) - digits.size(), '0');
  }
  if (has('#') && directive.letter == 'o' && !digits.starts_with('0')) digits.insert(0, 1, '0');
  if (has('#') && value != 0 && directive.letter == 'x') sign += "0x";
  if (has('#') && value != 0 && directive.letter == 'X') sign += "0X";
  size_t size = sign.size() + digits.size();
  if (has('0') && !directive.left && directive.precision < 0 && directive.width > static_cast<int64_t>(size)) {
    digits.insert(0, static_cast<size_t>(directive.width) - size, '0');
  }
  Pad(sign + digits, directive);
}

void PrintfFormatter::PrintFloating(const Directive& directive) {
  long double value = ReadFloating(NextArgument());
  std::string form = "%";
  for (char flag : directive.flags) {
    if (flag != '\'' && flag != 'I') form += flag;
  }
  if (directive.left) form += '-';
  form += directive.precision >= 0 ? "*.*L" : "*L";
  form += directive.letter;
  int width = static_cast<int>(std::min<int64_t>(directive.width, 1 << 20));
  int precision = static_cast<int>(std::min<int64_t>(directive.precision, 1 << 20));
  auto print = [&](char* to, size_t size) {
    return directive.precision >= 0 ? std::snprintf(to, size, form.c_str(), width, precision, value)
                                    : std::snprintf(to, size, form.c_str(), width, value);
  };
  int size = print(nullptr, 0);
  if (size < 0) return;
  std::string text(static_cast<size_t>(size) + 1, '\0');
  print(text.data(), text.size());
  text.pop_back();
  out_ += text;
}

// 'c and "c stand for the character's number.
bool PrintfFormatter::CharacterCode(std::string_view text, uint64_t* code) {
  if (text.size() < 2 || (text[0] != '\'' && text[0] != '"')) return false;
  uint32_t c = 0;
  size_t size = DecodeCharacter(text, 1, &c);
  *code = c >= kInvalidByte ? c - kInvalidByte : c;
  if (text.size() > 1 + size) {
    errors_.push_back("warning: " + std::string(text.substr(1 + size)) +
                      ": character(s) following character constant have been ignored");
  }
  return true;
}

void PrintfFormatter::CheckNumber(std::string_view text, const char* begin, const char* end, bool range) {
  if (range) {
    Fail(QuoteWord(text) + ": Numerical result out of range");
  } else if (end == begin) {
    Fail(QuoteWord(text) + ": expected a numeric value");
  } else if (*end != '\0') {
    Fail(QuoteWord(text) + ": value not completely converted");
  }
}

uint64_t PrintfFormatter::ReadInteger(std::string_view text, bool is_signed) {
  uint64_t code = 0;
  if (CharacterCode(text, &code)) return code;
  if (text.empty()) return 0;
  std::string copy(text);
  errno = 0;
  char* end = nullptr;
  uint64_t value = is_signed ? static_cast<uint64_t>(std::strtoll(copy.c_str(), &end, 0)) : std::strtoull(copy.c_str(), &end, 0);
  CheckNumber(text, copy.c_str(), end, errno == ERANGE);
  return value;
}

long double PrintfFormatter::ReadFloating(std::string_view text) {
  uint64_t code = 0;
  if (CharacterCode(text, &code)) return static_cast<long double>(code);
  if (text.empty()) return 0;
  std::string copy(text);
  errno = 0;
  char* end = nullptr;
  long double value = std::strtold(copy.c_str(), &end);
  CheckNumber(text, copy.c_str(), end, errno == ERANGE);
  return value;
}

}  // namespace pysub::shell
