#include "shell/commands/text/printf_format.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "shell/commands/text_command.h"
#include "shell/regex/syntax_tree.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {

std::string_view PrintfFormatter::NextArgument() {
  return HasArgument() ? std::string_view(arguments_[used_++]) : std::string_view();
}

// The format is used again as long as there are arguments (POSIX printf). A pass that takes none
// ends it, or `printf x a b` would never end.
int PrintfFormatter::Run() {
  do {
    size_t before = used_;
    OnePass();
    if (used_ == before) break;
  } while (HasArgument() && !stopped_);
  if (HasArgument() && !stopped_)
    io_.Error("warning: ignoring excess arguments, starting with " + QuoteWord(arguments_[used_]));
  io_.Out(out_);
  return status_;
}

void PrintfFormatter::OnePass() {
  for (size_t at = 0; at < format_.size() && !stopped_;) {
    char c = format_[at++];
    if (!PutOutIfLong(io_, 1, &out_)) {
      stopped_ = true;
    } else if (c == '\\') {
      AppendFormatEscape(&at);
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
        Fail(std::string(format_.substr(begin, end - begin)) +
             ": invalid conversion specification");
        stopped_ = true;
        return;
      }
      if (directive.TooLarge()) {
        Fail("'%" + std::string(1, directive.letter) + "': a width or precision over " +
             std::to_string(Directive::kMostSize));
        stopped_ = true;
        return;
      }
      Print(directive);
    }
  }
}

// The escape behind a backslash.
void PrintfFormatter::AppendFormatEscape(size_t* at) {
  if (*at >= format_.size()) {
    out_ += '\\';
    return;
  }
  DecodeEscape(format_, at, EscapeStyle::kProgramFormat, &out_, &stopped_);
}

bool PrintfFormatter::ReadDirective(size_t* at, Directive* directive) {
  auto peek = [&] { return *at < format_.size() ? format_[*at] : '\0'; };
  for (; std::string_view("-+ #0'I").find(peek()) != std::string_view::npos && peek() != '\0';
       ++*at)
    directive->flags += peek();
  auto number = [&](bool is_width) {
    int64_t value = 0;
    if (peek() == '*') {
      ++*at;
      value = static_cast<int64_t>(ReadInteger(NextArgument(), true));
      if (is_width && value < 0) {
        directive->flags += '-';
        value = value == INT64_MIN ? INT64_MAX : -value;
      }
    } else {
      for (; peek() >= '0' && peek() <= '9'; ++*at)
        value = std::min(value * 10 + (peek() - '0'), kTooLarge);
    }
    return std::clamp<int64_t>(value, -1, kTooLarge);
  };
  directive->width = number(true);
  if (peek() == '.') {
    ++*at;
    directive->precision = number(false);
  }
  while (std::string_view("hlLjzt").find(peek()) != std::string_view::npos && peek() != '\0') ++*at;
  directive->letter = peek();
  if (directive->letter == '\0' ||
      std::string_view("diouxXcsbqeEfFgGaA").find(directive->letter) == std::string_view::npos) {
    return false;
  }
  bool zero = directive->Has('0');
  if (zero && std::string_view("scbq").find(directive->letter) != std::string_view::npos)
    return false;
  ++*at;
  return true;
}

void PrintfFormatter::Print(const Directive& directive) {
  // A few bytes may ask for megabytes: the text, as it is padded.
  const uint64_t most = directive.most_bytes();
  const auto room = static_cast<int64_t>(most < 65536 ? 0 : 3 * most);
  stopped_ |= !io_.Reserve(room);
  if (stopped_) return;
  stopped_ |= !AddOutput(io_, 1, &out_, TextOf(directive)) || !io_.account().Tick(16);
  (void)io_.Reserve(-room);
}

std::string PrintfFormatter::TextOf(const Directive& directive) {
  switch (directive.letter) {
    case 's': {
      std::string_view text = NextArgument();
      if (directive.precision >= 0) text = text.substr(0, static_cast<size_t>(directive.precision));
      return directive.Padded(std::string(text));
    }
    case 'c': {
      std::string_view text = NextArgument();
      return directive.Padded(text.empty() ? std::string(1, '\0') : std::string(text.substr(0, 1)));
    }
    case 'q': return directive.Padded(QuoteFileIfNeeded(NextArgument(), false));
    case 'b': {
      std::string text = DecodeEscapes(NextArgument(), EscapeStyle::kProgramB, &stopped_);
      if (directive.precision >= 0)
        text.resize(std::min<size_t>(text.size(), static_cast<size_t>(directive.precision)));
      return directive.Padded(text);
    }
    case 'd':
    case 'i': return directive.Integer(ReadInteger(NextArgument(), true));
    case 'o':
    case 'u':
    case 'x':
    case 'X': return directive.Integer(ReadInteger(NextArgument(), false));
    default: return directive.Floating(ReadFloating(NextArgument()));
  }
}

// 'c and "c stand for the character's number.
bool PrintfFormatter::CharacterCode(std::string_view text, uint64_t* code) {
  if (text.size() < 2 || (text[0] != '\'' && text[0] != '"')) return false;
  uint32_t c = 0;
  size_t size = DecodeCharacter(text, 1, &c);
  *code = c >= kInvalidByte ? c - kInvalidByte : c;
  if (text.size() > 1 + size) {
    io_.Error("warning: " + std::string(text.substr(1 + size)) +
              ": character(s) following character constant have been ignored");
  }
  return true;
}

void PrintfFormatter::CheckNumber(std::string_view text, const char* begin, const char* end,
                                  bool range) {
  if (range) {
    Fail(QuoteWord(text) + ": Numerical result out of range");
  } else if (end == begin) {
    Fail(QuoteWord(text) + ": expected a numeric value");
  } else if (*end != '\0') {
    Fail(QuoteWord(text) + ": value not completely converted");
  }
}

// As C reads constants: 0x, a leading 0, and 'c for a character's code. What is no number is told
// and counts as far as it was one.
uint64_t PrintfFormatter::ReadInteger(std::string_view text, bool is_signed) {
  uint64_t code = 0;
  if (CharacterCode(text, &code)) return code;
  if (text.empty()) return 0;
  std::string copy(text);
  errno = 0;
  char* end = nullptr;
  uint64_t value = is_signed ? static_cast<uint64_t>(std::strtoll(copy.c_str(), &end, 0))
                             : std::strtoull(copy.c_str(), &end, 0);
  CheckNumber(text, copy.c_str(), end, errno != 0);
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
  CheckNumber(text, copy.c_str(), end, errno != 0);
  return value;
}

}  // namespace pysub::shell
