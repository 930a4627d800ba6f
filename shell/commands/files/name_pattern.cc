#include "shell/commands/files/name_pattern.h"

#include <cctype>

#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

unsigned char Folded(char c, uint32_t flags) {
  unsigned char byte = static_cast<unsigned char>(c);
  return (flags & kIgnoreCase) != 0 && byte < 128 ? static_cast<unsigned char>(std::tolower(byte))
                                                  : byte;
}

// The character at the start of `text`: its code and length (a byte that is no UTF-8 stands for
// itself).
uint32_t TakeCharacter(std::string_view text, size_t* length) {
  *length = PrintableLength(text);
  if (*length < 2) {
    *length = 1;
    return static_cast<unsigned char>(text[0]);
  }
  uint32_t code = static_cast<unsigned char>(text[0]) & (0x7F >> *length);
  for (size_t i = 1; i < *length; ++i)
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  return code;
}

bool InClass(std::string_view name, uint32_t code) {
  if (code > 127) return name == "graph" || name == "print" || name == "alpha" || name == "alnum";
  int c = static_cast<int>(code);
  if (name == "alpha") return std::isalpha(c) != 0;
  if (name == "digit") return std::isdigit(c) != 0;
  if (name == "alnum") return std::isalnum(c) != 0;
  if (name == "upper") return std::isupper(c) != 0;
  if (name == "lower") return std::islower(c) != 0;
  if (name == "space") return std::isspace(c) != 0;
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "punct") return std::ispunct(c) != 0;
  if (name == "print") return std::isprint(c) != 0;
  if (name == "graph") return std::isgraph(c) != 0;
  if (name == "cntrl") return std::iscntrl(c) != 0;
  if (name == "xdigit") return std::isxdigit(c) != 0;
  return false;
}

// A bracket at pattern[*at], which stands behind '['. False: it is not closed, so '['
// is a plain character.
bool MatchBracket(std::string_view pattern, size_t* at, uint32_t code, uint32_t flags,
                  bool* matched) {
  size_t i = *at;
  bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool found = false;
  auto fold = [&](uint32_t c) { return c < 128 ? Folded(static_cast<char>(c), flags) : c; };
  for (bool first = true; i < pattern.size() && (pattern[i] != ']' || first); first = false) {
    if (pattern.substr(i).starts_with("[:")) {
      size_t close = pattern.find(":]", i + 2);
      if (close != std::string_view::npos) {
        std::string_view name = pattern.substr(i + 2, close - i - 2);
        found |= InClass(name, code);
        if ((flags & kIgnoreCase) != 0 && (name == "upper" || name == "lower"))
          found |= InClass("alpha", code);
        i = close + 2;
        continue;
      }
    }
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    size_t length;
    uint32_t low = TakeCharacter(pattern.substr(i), &length);
    uint32_t high = low;
    i += length;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      ++i;
      if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
      high = TakeCharacter(pattern.substr(i), &length);
      i += length;
    }
    found |= fold(low) <= fold(code) && fold(code) <= fold(high);
  }
  if (i >= pattern.size()) return false;
  *at = i + 1;
  *matched = found != negated;
  return true;
}

}  // namespace

// The same algorithm as the shell's patterns without groups. It is a copy in small because find and
// ls know no shell options, and fnmatch(3) of the host would depend on its locale.
bool MatchName(std::string_view pattern, std::string_view name, uint32_t flags) {
  if ((flags & kPeriodIsSpecial) != 0 && name.starts_with('.') && !pattern.starts_with('.') &&
      !pattern.starts_with("\\.")) {
    return false;
  }
  size_t at = 0, in = 0;
  // Where the last star stands and what it has taken; earlier stars need never take more.
  size_t star = std::string_view::npos, star_in = 0;
  while (true) {
    bool matched = false;
    if (at < pattern.size() && pattern[at] == '*') {
      star = ++at;
      star_in = in;
      continue;
    }
    if (in == name.size()) {
      if (at == pattern.size()) return true;
      return false;
    }
    size_t length = 1;
    uint32_t code = TakeCharacter(name.substr(in), &length);
    size_t next = at;
    if (at < pattern.size()) {
      char c = pattern[at];
      next = at + 1;
      if (c == '?') {
        matched = true;
      } else if (c == '[' && MatchBracket(pattern, &next, code, flags, &matched)) {
        // done there
      } else {
        if (c == '\\' && at + 1 < pattern.size()) c = pattern[next++];
        matched = Folded(c, flags) == Folded(name[in], flags);
        length = 1;
      }
    }
    if (matched) {
      at = next;
      in += length;
      continue;
    }
    if (star == std::string_view::npos) return false;
    at = star;
    TakeCharacter(name.substr(star_in), &length);
    in = star_in += length;
  }
}

}  // namespace pysub::shell
