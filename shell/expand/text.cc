#include "shell/expand/text.h"

#include "lexer/unicode/unicode_properties.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {

size_t CharacterAt(std::string_view text, size_t at) {
  auto byte = static_cast<unsigned char>(text[at]);
  size_t size = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 1;
  if (at + size > text.size()) return 1;
  for (size_t i = 1; i < size; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 1;
  }
  return size;
}

uint32_t DecodeCharacter(std::string_view text, size_t at, size_t* size) {
  *size = CharacterAt(text, at);
  auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[at + i])); };
  switch (*size) {
    case 2: return ((byte(0) & 31) << 6) | (byte(1) & 63);
    case 3: return ((byte(0) & 15) << 12) | ((byte(1) & 63) << 6) | (byte(2) & 63);
    case 4: return ((byte(0) & 7) << 18) | ((byte(1) & 63) << 12) | ((byte(2) & 63) << 6) | (byte(3) & 63);
    default: return byte(0);
  }
}

size_t CountCharacters(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); at += CharacterAt(text, at)) ++count;
  return count;
}

std::string ChangeCharacter(std::string_view character, char how) {
  size_t size = 0;
  uint32_t code = DecodeCharacter(character, 0, &size);
  if (size == 1) {
    char c = character[0];
    if (how == 'U' && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    if (how == 'L' && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return std::string(1, c);
  }
  std::string out;
  AppendUtf8(&out, how == 'U' ? SimpleUpper(code) : SimpleLower(code));
  return out;
}

std::string ChangeCase(std::string_view text, char how) {
  std::string out;
  out.reserve(text.size());
  bool first_only = how == '^' || how == ',';
  char to = how == '^' ? 'U' : how == ',' ? 'L' : how;
  for (size_t at = 0; at < text.size();) {
    size_t size = CharacterAt(text, at);
    if (first_only && at > 0) {
      out += text.substr(at);
      break;
    }
    out += ChangeCharacter(text.substr(at, size), to);
    at += size;
  }
  return out;
}

namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

bool NeedsAnsi(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t size = CharacterAt(text, at);
    if (size == 1 && (IsControl(text[at]) || static_cast<unsigned char>(text[at]) >= 128)) return true;
    at += size;
  }
  return false;
}

std::string QuoteAnsi(std::string_view text) {
  std::string out = "$'";
  for (size_t at = 0; at < text.size();) {
    size_t size = CharacterAt(text, at);
    char c = text[at];
    if (size > 1) {
      out += text.substr(at, size);
      at += size;
      continue;
    }
    ++at;
    switch (c) {
      case '\a': out += "\\a"; continue;
      case '\b': out += "\\b"; continue;
      case '\x1b': out += "\\E"; continue;
      case '\f': out += "\\f"; continue;
      case '\n': out += "\\n"; continue;
      case '\r': out += "\\r"; continue;
      case '\t': out += "\\t"; continue;
      case '\v': out += "\\v"; continue;
      case '\\': out += "\\\\"; continue;
      case '\'': out += "\\'"; continue;
      default: break;
    }
    auto byte = static_cast<unsigned char>(c);
    if (IsControl(c) || byte >= 128) {
      out += '\\';
      out += static_cast<char>('0' + (byte >> 6));
      out += static_cast<char>('0' + ((byte >> 3) & 7));
      out += static_cast<char>('0' + (byte & 7));
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string QuoteSingle(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

// Whether a shell reads the text as one word that stands for itself.
bool IsPlain(std::string_view text) {
  if (text.empty()) return false;
  for (size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case ' ': case '\t': case '\n': case '\'': case '"': case '\\': case '|': case '&': case ';': case '(':
      case ')': case '<': case '>': case '!': case '{': case '}': case '*': case '[': case '?': case ']':
      case '^': case '$': case '`':
        return false;
      case '~':
        if (at == 0 || text[at - 1] == '=' || text[at - 1] == ':') return false;
        break;
      case '#':
        if (at == 0 || text[at - 1] == ' ') return false;
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace

std::string QuoteAlways(std::string_view text) { return NeedsAnsi(text) ? QuoteAnsi(text) : QuoteSingle(text); }

std::string QuoteIfNeeded(std::string_view text) {
  if (NeedsAnsi(text)) return QuoteAnsi(text);
  if (text.empty()) return "";
  return IsPlain(text) ? std::string(text) : QuoteSingle(text);
}

std::string QuoteForTrace(std::string_view text) {
  if (text.empty()) return "";
  if (!IsPlain(text)) return QuoteSingle(text);
  return NeedsAnsi(text) ? QuoteAnsi(text) : std::string(text);
}

std::string QuoteBackslash(std::string_view text) {
  if (text.empty()) return "''";
  if (NeedsAnsi(text)) return QuoteAnsi(text);
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    switch (c) {
      case ' ': case '\'': case '"': case '\\': case '|': case '&': case ';': case '(': case ')': case '<':
      case '>': case '!': case '{': case '}': case '*': case '[': case '?': case ']': case '^': case '$':
      case '`': case ',':
        out += '\\';
        break;
      case '~':
        if (at == 0 || text[at - 1] == ':' || text[at - 1] == '=') out += '\\';
        break;
      case '#':
        if (at == 0) out += '\\';
        break;
      default:
        break;
    }
    out += c;
  }
  return out;
}

std::string QuoteDouble(std::string_view text) {
  if (NeedsAnsi(text)) return QuoteAnsi(text);
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '$' || c == '`' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string EscapePattern(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '*': case '?': case '[': case ']': case '\\': case '(': case ')': case '|': case '+': case '@':
      case '!': case '^': case '-':
        out += '\\';
        break;
      default:
        break;
    }
    out += c;
  }
  return out;
}

std::string EscapeRegex(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '*': case '?': case '[': case ']': case '\\': case '(': case ')': case '|': case '+': case '.':
      case '^': case '$': case '{': case '}':
        out += '\\';
        break;
      default:
        break;
    }
    out += c;
  }
  return out;
}

}  // namespace pysub::shell
