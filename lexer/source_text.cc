#include "lexer/source_text.h"

#include <cstring>

#include "lexer/lexer.h"

namespace pysub {
namespace {

// Checks UTF-8 as CPython's strict decoder does. Returns text.size() when all is well, else the
// first bad byte and in `*reason` its words for it.
size_t FindBadUtf8(std::string_view text, std::string_view* reason) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  size_t i = 0;
  while (i < text.size()) {
    while (i + 8 <= text.size()) {
      uint64_t word;
      std::memcpy(&word, text.data() + i, 8);
      if ((word & 0x8080808080808080) != 0) break;
      i += 8;
    }
    if (i >= text.size()) break;
    const uint8_t c = byte(i);
    if (c < 0x80) {
      ++i;
      continue;
    }
    const size_t size = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (c < 0xC2 || c > 0xF4) {
      *reason = "invalid start byte";
      return i;
    }
    for (size_t k = 1; k < size; ++k) {
      if (i + k >= text.size()) {
        *reason = "unexpected end of data";
        return i;
      }
      const uint8_t next = byte(i + k);
      uint8_t low = 0x80;
      uint8_t high = 0xBF;
      if (k == 1) {
        if (c == 0xE0) low = 0xA0;
        if (c == 0xED) high = 0x9F;
        if (c == 0xF0) low = 0x90;
        if (c == 0xF4) high = 0x8F;
      }
      if (next < low || next > high) {
        *reason = "invalid continuation byte";
        return i;
      }
    }
    i += size;
  }
  return text.size();
}

bool IsCookieCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

// PEP 263: a comment alone on its line that matches coding[:=]\s*([-\w.]+).
std::string_view FindCookie(std::string_view line, bool* only_comment) {
  size_t i = line.find_first_not_of(" \t\f");
  *only_comment = i == std::string_view::npos || line[i] == '#' || line[i] == '\r';
  if (i == std::string_view::npos || line[i] != '#') return {};
  for (i = line.find("coding", i); i != std::string_view::npos; i = line.find("coding", i + 1)) {
    size_t at = i + 6;
    if (at >= line.size() || (line[at] != ':' && line[at] != '=')) continue;
    ++at;
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
    const size_t start = at;
    while (at < line.size() && IsCookieCharacter(line[at])) ++at;
    if (at > start) return line.substr(start, at - start);
  }
  return {};
}

}  // namespace

// PEP 263: a comment in the first or second line may name the encoding; in the second only if the
// first is a comment or blank.
SourceEncoding DetectEncoding(std::string_view source, std::string_view* name) {
  *name = {};
  if (source.starts_with("\xEF\xBB\xBF")) source.remove_prefix(3);
  for (int i = 0; i < 2 && !source.empty(); ++i) {
    const std::string_view line = source.substr(0, source.find('\n'));
    bool only_comment = false;
    *name = FindCookie(line, &only_comment);
    if (!name->empty() || !only_comment || line.size() == source.size()) break;
    source.remove_prefix(line.size() + 1);
  }
  if (name->empty()) return SourceEncoding::kUtf8;
  char normalized[12] = {0};
  for (size_t i = 0; i < name->size() && i < sizeof(normalized) - 1; ++i) {
    const char c = (*name)[i];
    normalized[i] = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  const std::string_view folded = normalized;
  if (folded == "utf-8" || folded.starts_with("utf-8-") || folded == "utf8" || folded == "ascii" ||
      folded == "us-ascii") {
    return SourceEncoding::kUtf8;
  }
  if (folded == "latin-1" || folded == "latin1" || folded.starts_with("iso-8859-1") ||
      folded.starts_with("iso-latin-1")) {
    return SourceEncoding::kLatin1;
  }
  return SourceEncoding::kUnknown;
}

// \r\n and \r become \n, and a newline is put at the end. After this neither lexer nor parser needs
// to think of them.
NormalizedText NormalizeText(std::string_view source, FinalNewline final_newline, char* out) {
  NormalizedText result;
  result.bad_byte = FindBadUtf8(source, &result.bad_reason);
  result.valid = result.bad_byte == source.size();
  char* end = out;
  if (std::memchr(source.data(), '\r', source.size()) == nullptr) {
    if (!source.empty()) std::memcpy(out, source.data(), source.size());
    end += source.size();
  } else {
    for (size_t i = 0; i < source.size(); ++i) {
      if (source[i] == '\r') {
        *end++ = '\n';
        if (i + 1 < source.size() && source[i + 1] == '\n') ++i;
      } else {
        *end++ = source[i];
      }
    }
  }
  if (final_newline == FinalNewline::kEnsure && end != out && end[-1] != '\n') *end++ = '\n';
  *end = '\0';
  result.text = {out, static_cast<size_t>(end - out)};
  return result;
}

size_t CountCharacters(std::string_view bytes) {
  size_t count = 0;
  for (const char c : bytes) count += (static_cast<uint8_t>(c) & 0xC0) != 0x80;
  return count;
}

}  // namespace pysub
