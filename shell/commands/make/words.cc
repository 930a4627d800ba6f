#include "shell/commands/make/words.h"

namespace pysub::shell::maker {

std::string_view StripFront(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view Strip(std::string_view text) {
  text = StripFront(text);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view NextWord(std::string_view* rest) {
  *rest = StripFront(*rest);
  size_t end = 0;
  while (end < rest->size() && !IsSpace((*rest)[end])) ++end;
  std::string_view word = rest->substr(0, end);
  rest->remove_prefix(end);
  return word;
}

// An odd number of backslashes quotes the character, an even one does not; of either a half stays:
//   a\:b    a:b, and the search goes on
//   a\\:b   a\:b, found at the colon
size_t FindUnquoted(std::string* text, std::string_view chars, size_t from) {
  while (true) {
    const size_t at = text->find_first_of(chars, from);
    if (at == std::string::npos) return at;
    size_t slashes = 0;
    while (slashes < at && (*text)[at - slashes - 1] == '\\') ++slashes;
    if (slashes == 0) return at;
    // half of them stay
    const size_t gone = slashes - slashes / 2;
    text->erase(at - gone, gone);
    if (slashes % 2 == 0) return at - gone;
    from = at - gone + 1;
  }
}

Pattern CutPattern(std::string_view text) {
  Pattern pattern;
  std::string quoted(text);
  const size_t at = FindUnquoted(&quoted, "%");
  if (at == std::string::npos) {
    pattern.before = std::move(quoted);
    return pattern;
  }
  pattern.has_percent = true;
  pattern.before = quoted.substr(0, at);
  pattern.after = quoted.substr(at + 1);
  return pattern;
}

std::optional<std::string_view> StemOf(const Pattern& pattern, std::string_view word) {
  if (!pattern.has_percent) {
    if (word == pattern.before) return std::string_view();
    return std::nullopt;
  }
  if (word.size() < pattern.before.size() + pattern.after.size() ||
      !word.starts_with(pattern.before) || !word.ends_with(pattern.after))
    return std::nullopt;
  return word.substr(pattern.before.size(),
                     word.size() - pattern.before.size() - pattern.after.size());
}

std::string_view DirectoryPart(std::string_view word) {
  const size_t slash = word.rfind('/');
  return slash == std::string_view::npos ? "./" : word.substr(0, slash + 1);
}

std::string_view NamePart(std::string_view word) {
  const size_t slash = word.rfind('/');
  return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

std::string_view SuffixPart(std::string_view word) {
  const size_t dot = NamePart(word).rfind('.');
  return dot == std::string_view::npos ? std::string_view() : NamePart(word).substr(dot);
}

size_t FindClose(std::string_view text, size_t at, char open, char close) {
  size_t depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == open) {
      ++depth;
    } else if (text[at] == close) {
      if (depth == 0) return at;
      --depth;
    }
  }
  return std::string_view::npos;
}

// Only an odd number of backslashes continues a line; of others a half stays. Blanks on both sides
// of the cut are one blank, as in GNU make without .POSIX.
std::string JoinLines(std::string_view text) {
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t newline = text.find('\n', at);
    if (newline == std::string_view::npos) break;
    size_t slashes = 0;
    while (slashes < newline - at && text[newline - slashes - 1] == '\\') ++slashes;
    out.append(text, at, newline - at - slashes);
    out.append(slashes / 2, '\\');
    at = newline + 1;
    if (slashes % 2 == 0) {
      out += '\n';
      continue;
    }
    while (!out.empty() && IsBlank(out.back())) out.pop_back();
    while (at < text.size() && IsBlank(text[at])) ++at;
    out += ' ';
  }
  return out.append(text.substr(at));
}

void RemoveComment(std::string* text) {
  const size_t at = FindUnquoted(text, "#");
  if (at != std::string::npos) text->resize(at);
}

}  // namespace pysub::shell::maker
