#include "shell/expand/text.h"

#include <algorithm>

#include "lexer/unicode/unicode_properties.h"
#include "shell/run/growing_text.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {

// Only the shape of UTF-8 is looked at, as bash's mbrtowc() users do: surrogates and the like count
// as what their bytes look like.
size_t CharacterAtSlowly(std::string_view text, size_t at) {
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
  auto byte = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[at + i]));
  };
  switch (*size) {
    case 2: return ((byte(0) & 31) << 6) | (byte(1) & 63);
    case 3: return ((byte(0) & 15) << 12) | ((byte(1) & 63) << 6) | (byte(2) & 63);
    case 4:
      return ((byte(0) & 7) << 18) | ((byte(1) & 63) << 12) | ((byte(2) & 63) << 6) |
             (byte(3) & 63);
    default: return byte(0);
  }
}

size_t CountCharacters(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); at += CharacterAt(text, at)) ++count;
  return count;
}

// Backwards by trying sizes, the longest first: at most four looks, whatever the bytes are.
size_t CharacterBefore(std::string_view text, size_t at) {
  text = text.substr(0, at);
  for (size_t size = std::min<size_t>(at, 4); size > 1; --size) {
    if (CharacterAt(text, at - size) == size) return at - size;
  }
  return at - 1;
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
  GrowingText out(nullptr);
  ChangeCase(text, how, &out);
  return out.Take();
}

void ChangeCase(std::string_view text, char how, GrowingText* out) {
  bool first_only = how == '^' || how == ',';
  char to = how == '^' ? 'U' : how == ',' ? 'L' : how;
  for (size_t at = 0; at < text.size();) {
    size_t size = CharacterAt(text, at);
    if (first_only && at > 0) {
      out->Append(text.substr(at));
      break;
    }
    if (!out->Append(ChangeCharacter(text.substr(at, size), to))) return;
    at += size;
  }
}

namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

// Whether '...' would put something on the terminal that is no character: then $'...' is used.
bool NeedsAnsi(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t size = CharacterAt(text, at);
    if (size == 1 && (IsControl(text[at]) || static_cast<unsigned char>(text[at]) >= 128))
      return true;
    at += size;
  }
  return false;
}

// $'...': short escapes where bash knows them, three octal digits for other bytes, UTF-8 as it is.
void QuoteAnsi(std::string_view text, GrowingText* out) {
  out->Append("$'");
  for (size_t at = 0; at < text.size() && !out->full();) {
    size_t size = CharacterAt(text, at);
    char c = text[at];
    if (size > 1) {
      out->Append(text.substr(at, size));
      at += size;
      continue;
    }
    ++at;
    switch (c) {
      case '\a': out->Append("\\a"); continue;
      case '\b': out->Append("\\b"); continue;
      case '\x1b': out->Append("\\E"); continue;
      case '\f': out->Append("\\f"); continue;
      case '\n': out->Append("\\n"); continue;
      case '\r': out->Append("\\r"); continue;
      case '\t': out->Append("\\t"); continue;
      case '\v': out->Append("\\v"); continue;
      case '\\': out->Append("\\\\"); continue;
      case '\'': out->Append("\\'"); continue;
      default: break;
    }
    auto byte = static_cast<unsigned char>(c);
    if (IsControl(c) || byte >= 128) {
      out->Append('\\');
      out->Append(static_cast<char>('0' + (byte >> 6)));
      out->Append(static_cast<char>('0' + ((byte >> 3) & 7)));
      out->Append(static_cast<char>('0' + (byte & 7)));
    } else {
      out->Append(c);
    }
  }
  out->Append('\'');
}

// Whether a shell reads the text as one word that stands for itself.
bool IsPlain(std::string_view text) {
  if (text.empty()) return false;
  for (size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case ' ':
      case '\t':
      case '\n':
      case '\'':
      case '"':
      case '\\':
      case '|':
      case '&':
      case ';':
      case '(':
      case ')':
      case '<':
      case '>':
      case '!':
      case '{':
      case '}':
      case '*':
      case '[':
      case '?':
      case ']':
      case '^':
      case '$':
      case '`': return false;
      case '~':
        if (at == 0 || text[at - 1] == '=' || text[at - 1] == ':') return false;
        break;
      case '#':
        if (at == 0 || text[at - 1] == ' ') return false;
        break;
      default: break;
    }
  }
  return true;
}

}  // namespace

// Only a ' itself cannot stand in there; the quotes are left and entered again around it.
void QuoteSingle(std::string_view text, GrowingText* out) {
  if (text == "'") {
    out->Append("\\'");  // as bash shows it alone
    return;
  }
  out->Append('\'');
  for (char c : text) {
    if (c == '\'') {
      out->Append("'\\''");
    } else {
      out->Append(c);
    }
  }
  out->Append('\'');
}

void QuoteAlways(std::string_view text, GrowingText* out) {
  NeedsAnsi(text) ? QuoteAnsi(text, out) : QuoteSingle(text, out);
}

void QuoteIfNeeded(std::string_view text, GrowingText* out) {
  if (NeedsAnsi(text)) {
    QuoteAnsi(text, out);
  } else if (IsPlain(text)) {
    out->Append(text);
  } else if (!text.empty()) {
    QuoteSingle(text, out);
  }
}

// bash asks in another order here than for `set`, which shows for texts with control characters and
// blanks.
void QuoteForTrace(std::string_view text, GrowingText* out) {
  if (text.empty()) return;
  if (!IsPlain(text)) {
    QuoteSingle(text, out);
  } else if (NeedsAnsi(text)) {
    QuoteAnsi(text, out);
  } else {
    out->Append(text);
  }
}

// More characters than IsPlain() looks for: here each character is judged by itself, and a comma
// counts because brace expansion would see it.
void QuoteBackslash(std::string_view text, GrowingText* out) {
  if (text.empty()) {
    out->Append("''");
    return;
  }
  if (NeedsAnsi(text)) return QuoteAnsi(text, out);
  for (size_t at = 0; at < text.size() && !out->full(); ++at) {
    char c = text[at];
    switch (c) {
      case ' ':
      case '\'':
      case '"':
      case '\\':
      case '|':
      case '&':
      case ';':
      case '(':
      case ')':
      case '<':
      case '>':
      case '!':
      case '{':
      case '}':
      case '*':
      case '[':
      case '?':
      case ']':
      case '^':
      case '$':
      case '`':
      case ',': out->Append('\\'); break;
      case '~':
        if (at == 0 || text[at - 1] == ':' || text[at - 1] == '=') out->Append('\\');
        break;
      case '#':
        if (at == 0) out->Append('\\');
        break;
      default: break;
    }
    out->Append(c);
  }
}

void QuoteDouble(std::string_view text, GrowingText* out) {
  if (NeedsAnsi(text)) return QuoteAnsi(text, out);
  out->Append('"');
  for (char c : text) {
    if (c == '"' || c == '$' || c == '`' || c == '\\') out->Append('\\');
    if (!out->Append(c)) return;
  }
  out->Append('"');
}

void QuoteControls(std::string_view text, GrowingText* out) {
  NeedsAnsi(text) ? QuoteAnsi(text, out) : static_cast<void>(out->Append(text));
}

void QuoteKey(std::string_view key, GrowingText* out) {
  IsPlain(key) && key != "@" && !NeedsAnsi(key) ? static_cast<void>(out->Append(key))
                                                : QuoteDouble(key, out);
}

namespace {

std::string Quoted(std::string_view text, void (*quote)(std::string_view, GrowingText*)) {
  GrowingText out(nullptr);
  quote(text, &out);
  return out.Take();
}

}  // namespace

std::string QuoteAlways(std::string_view text) { return Quoted(text, QuoteAlways); }
std::string QuoteControls(std::string_view text) { return Quoted(text, QuoteControls); }
std::string QuoteIfNeeded(std::string_view text) { return Quoted(text, QuoteIfNeeded); }
std::string QuoteForTrace(std::string_view text) { return Quoted(text, QuoteForTrace); }
std::string QuoteDouble(std::string_view text) { return Quoted(text, QuoteDouble); }

// Quoted parts of a pattern stand for themselves: "a*"b* matches what begins with a*. Their special
// characters get a backslash before the pattern is compiled as one text.
void EscapePattern(std::string_view text, std::string* out) {
  for (char c : text) {
    switch (c) {
      case '*':
      case '?':
      case '[':
      case ']':
      case '\\':
      case '(':
      case ')':
      case '|':
      case '+':
      case '@':
      case '!':
      case '^':
      case '-': *out += '\\'; break;
      default: break;
    }
    *out += c;
  }
}

void EscapeRegex(std::string_view text, std::string* out) {
  for (char c : text) {
    switch (c) {
      case '*':
      case '?':
      case '[':
      case ']':
      case '\\':
      case '(':
      case ')':
      case '|':
      case '+':
      case '.':
      case '^':
      case '$':
      case '{':
      case '}': *out += '\\'; break;
      default: break;
    }
    *out += c;
  }
}

}  // namespace pysub::shell
