#include "shell/syntax/escapes.h"

namespace pysub::shell {
namespace {

int Digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

// At most `limit` digits of `base`; false when there is none.
bool Number(std::string_view text, size_t* at, int limit, int base, uint32_t* value) {
  size_t start = *at;
  *value = 0;
  while (*at < text.size() && *at < start + static_cast<size_t>(limit) && Digit(text[*at]) < base) {
    *value = *value * static_cast<uint32_t>(base) + static_cast<uint32_t>(Digit(text[(*at)++]));
  }
  return *at > start;
}

}  // namespace

void AppendUtf8(std::string* out, uint32_t c) {
  if (c < 0x80) {
    *out += static_cast<char>(c);
  } else if (c < 0x800) {
    *out += static_cast<char>(0xC0 | (c >> 6));
    *out += static_cast<char>(0x80 | (c & 63));
  } else if (c < 0x10000) {
    *out += static_cast<char>(0xE0 | (c >> 12));
    *out += static_cast<char>(0x80 | ((c >> 6) & 63));
    *out += static_cast<char>(0x80 | (c & 63));
  } else {
    *out += static_cast<char>(0xF0 | ((c >> 18) & 7));
    *out += static_cast<char>(0x80 | ((c >> 12) & 63));
    *out += static_cast<char>(0x80 | ((c >> 6) & 63));
    *out += static_cast<char>(0x80 | (c & 63));
  }
}

void DecodeEscape(std::string_view text, size_t* at, EscapeStyle style, std::string* out,
                  bool* stopped) {
  char c = text[(*at)++];
  bool program = style >= EscapeStyle::kProgramEcho;
  uint32_t value = 0;
  switch (c) {
    case 'a': *out += '\a'; return;
    case 'b': *out += '\b'; return;
    case 'E':
      if (program) break;
      [[fallthrough]];
    case 'e': *out += '\x1b'; return;
    case 'f': *out += '\f'; return;
    case 'n': *out += '\n'; return;
    case 'r': *out += '\r'; return;
    case 't': *out += '\t'; return;
    case 'v': *out += '\v'; return;
    case '\\': *out += '\\'; return;
    case 'x':
      if (!Number(text, at, 2, 16, &value)) break;
      *out += static_cast<char>(value);
      return;
    case 'u':
    case 'U':
      if (style == EscapeStyle::kProgramEcho || !Number(text, at, c == 'u' ? 4 : 8, 16, &value))
        break;
      AppendUtf8(out, value);
      return;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
      if (style == EscapeStyle::kEcho) {
        if (c != '0') break;
        Number(text, at, 3, 8, &value);
      } else {
        // %b takes \0nnn and \nnn.
        bool extra_zero = style == EscapeStyle::kPrintfB || style == EscapeStyle::kProgramB ||
                          style == EscapeStyle::kProgramEcho;
        if (!(extra_zero && c == '0')) --*at;
        Number(text, at, 3, 8, &value);
      }
      *out += static_cast<char>(value & 255);
      return;
    case 'c':
      if (style == EscapeStyle::kAnsiC) {
        if (*at >= text.size()) break;
        *out += static_cast<char>(text[*at] == '?' ? 127 : text[*at] & 31);
        ++*at;
        return;
      }
      if (style == EscapeStyle::kPrintfFormat) break;
      *stopped = true;
      return;
    case '\'':
    case '?':
      if (program) break;
      [[fallthrough]];
    case '"':
      if (style == EscapeStyle::kEcho || style == EscapeStyle::kProgramEcho) break;
      *out += c;
      return;
    default: break;
  }
  *out += '\\';
  *out += c;
}

std::string DecodeEscapes(std::string_view text, EscapeStyle style, bool* stopped) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size() && !*stopped;) {
    if (text[at] != '\\' || at + 1 >= text.size()) {
      out += text[at++];
      continue;
    }
    ++at;
    size_t before = out.size();
    DecodeEscape(text, &at, style, &out, stopped);
    // A NUL ends the text of $'..'.
    if (style == EscapeStyle::kAnsiC && out.size() > before && out[before] == '\0') {
      out.resize(before);
      return out;
    }
  }
  return out;
}

}  // namespace pysub::shell
