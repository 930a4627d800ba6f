#include "shell/commands/quoting.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "pysub/shell/command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

// The sequence at the start of `text`; 0 bytes: it is no UTF-8.
size_t Decode(std::string_view text, uint32_t* code) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  *code = byte(0);
  if (byte(0) < 0x80) return 1;
  size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  *code = byte(0) & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    *code = *code << 6 | (byte(i) & 0x3F);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  bool valid = *code >= kLeast[length] && *code <= 0x10FFFF && (*code < 0xD800 || *code > 0xDFFF);
  return valid ? length : 0;
}

bool IsWide(uint32_t code) {
  return (code >= 0x1100 && code <= 0x115F) ||
         (code >= 0x2E80 && code <= 0xA4CF && code != 0x303F) ||
         (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
         (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
         (code >= 0xFFE0 && code <= 0xFFE6) || (code >= 0x1F300 && code <= 0x1F64F) ||
         (code >= 0x1F900 && code <= 0x1F9FF) || (code >= 0x20000 && code <= 0x3FFFD);
}

// \n, \t ... or three octal digits.
void AppendEscape(unsigned char byte, std::string* out) {
  constexpr std::string_view kLetters = "abtnvfr";  // 7 ... 13
  out->push_back('\\');
  if (byte >= 7 && byte <= 13) {
    out->push_back(kLetters[byte - 7]);
    return;
  }
  for (int shift = 6; shift >= 0; shift -= 3)
    out->push_back(static_cast<char>('0' + (byte >> shift & 7)));
}

// In C's manner; `also`: characters that get a backslash, too.
std::string WithEscapes(std::string_view text, std::string_view also,
                        ParseAccount* account = nullptr) {
  constexpr size_t kAtOnce = 4096;
  std::string out;
  size_t counted = text.size();
  while (!text.empty()) {
    if (account != nullptr && counted - text.size() >= kAtOnce &&
        !account->Tick(4 * (std::exchange(counted, text.size()) - text.size())))
      break;
    size_t length = PrintableLength(text);
    if (length == 0) {
      AppendEscape(static_cast<unsigned char>(text[0]), &out);
      length = 1;
    } else {
      if (also.find(text[0]) != std::string_view::npos) out.push_back('\\');
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

// What a name is made of, for a shell.
struct ShellView {
  bool needs_quotes = false;
  bool has_quote = false;
  bool fits_double_quotes = true;
};

// What means nothing to a shell, wherever it stands: most of most names, which may be long.
constexpr std::array<bool, 256> kMeansNothing = [] {
  std::array<bool, 256> table{};
  for (size_t c = 0x21; c < 0x7F; ++c)
    table[c] = std::string_view("'#~{}!\"$&()*;<=>[^`|?\\@").find(static_cast<char>(c)) ==
               std::string_view::npos;
  return table;
}();

ShellView LookAt(std::string_view name) {
  ShellView view;
  view.needs_quotes = name.empty();
  for (size_t at = 0; at < name.size();) {
    char c = name[at];
    if (kMeansNothing[static_cast<unsigned char>(c)]) {
      ++at;
      continue;
    }
    size_t length = PrintableLength(name.substr(at));
    if (length == 0) {
      view.needs_quotes = true;
      view.fits_double_quotes = false;
      length = 1;
    } else if (c == '\'') {
      view.has_quote = view.needs_quotes = true;
    } else if (c == ' ') {
      view.needs_quotes = true;
    } else if (c == '#' || c == '~') {
      if (at == 0) view.needs_quotes = true;
      if (at != 0) view.fits_double_quotes = false;
    } else if (c == '{' || c == '}') {
      if (name.size() == 1) view.needs_quotes = true;
      view.fits_double_quotes = false;
    } else if (std::string_view("!\"$&()*;<=>[^`|?\\").find(c) != std::string_view::npos) {
      view.needs_quotes = true;
      view.fits_double_quotes = false;
    } else if (c == '@') {
      view.fits_double_quotes = false;
    }
    at += length;
  }
  return view;
}

}  // namespace

size_t PrintableLength(std::string_view text) {
  if (text[0] >= 0x20 && text[0] < 0x7F) return 1;
  uint32_t code;
  size_t length = Decode(text, &code);
  return length == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0) ? 0 : length;
}

// Columns on a terminal: the marks from U+0300 to U+036F take none, East Asian characters two.
// wcwidth() of the host would depend on its locale.
size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    size_t ascii = 0;
    while (ascii < text.size() && (text[ascii] & 0x80) == 0) ++ascii;
    width += ascii;
    text.remove_prefix(ascii);
    if (text.empty()) break;
    uint32_t code;
    size_t length = Decode(text, &code);
    bool combining = code >= 0x300 && code <= 0x36F;
    width += length == 0 ? 1 : combining ? 0 : IsWide(code) ? 2 : 1;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return width;
}

// So that it can be pasted into a shell: in double quotes if it has a quote and nothing that these
// expand, else in single quotes, with $'...' for bytes that cannot be shown. A name with control
// characters could otherwise change the terminal.
std::string QuoteFile(std::string_view name) {
  ShellView view = LookAt(name);
  if (view.has_quote && view.fits_double_quotes) return '"' + std::string(name) + '"';
  std::string out = "'";
  bool escaping = false;
  while (!name.empty()) {
    size_t plain = 0;
    while (plain < name.size() && kMeansNothing[static_cast<unsigned char>(name[plain])]) ++plain;
    if (plain > 0) {
      if (escaping) out += "''";
      escaping = false;
      out += name.substr(0, plain);
      name.remove_prefix(plain);
      continue;
    }
    size_t length = PrintableLength(name);
    if (length == 0) {
      if (!escaping) out += "'$'";
      escaping = true;
      AppendEscape(static_cast<unsigned char>(name[0]), &out);
      length = 1;
    } else {
      if (escaping) out += "''";
      escaping = false;
      if (name[0] == '\'') {
        out += "'\\''";
      } else {
        out += name.substr(0, length);
      }
    }
    name.remove_prefix(length);
  }
  return out + "'";
}

std::string QuoteFileIfNeeded(std::string_view name, bool colon) {
  if (!LookAt(name).needs_quotes && !(colon && name.find(':') != std::string_view::npos)) {
    return std::string(name);
  }
  return QuoteFile(name);
}

std::string QuoteWord(std::string_view word) {
  return "\u2018" + WithEscapes(word, "\\") + "\u2019";
}

std::string QuoteWord(CommandIo& io, std::string_view word) {
  // The text while it grows, then with its quotes. A byte that cannot be shown is four.
  const bool plain =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= ' ' && c < 0x7F; });
  const int64_t held = static_cast<int64_t>(word.size()) * (plain ? 4 : 16);
  if (!io.Reserve(held)) return "";
  std::string quoted = "\u2018" + WithEscapes(word, "\\", &io.account()) + "\u2019";
  (void)io.Reserve(-held);
  return quoted;
}

std::string EscapeName(std::string_view name) { return WithEscapes(name, "\\ "); }

std::string QuoteC(std::string_view name) { return '"' + WithEscapes(name, "\\\"") + '"'; }

}  // namespace pysub::shell
