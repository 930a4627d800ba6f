#include "shell/commands/text/file_glob.h"

#include <cstddef>

namespace pysub::shell {
namespace {

// [...] at pattern[*at]; false when it is not closed.
bool Bracket(std::string_view pattern, size_t* at, char c, bool* matches) {
  size_t i = *at + 1;
  bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool found = false;
  for (bool first = true; i < pattern.size(); first = false) {
    char low = pattern[i++];
    if (low == ']' && !first) {
      *at = i;
      *matches = found != negated;
      return true;
    }
    if (low == '\\' && i < pattern.size()) low = pattern[i++];
    char high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      high = pattern[i + 1];
      i += 2;
    }
    auto u = [](char x) { return static_cast<unsigned char>(x); };
    found |= u(c) >= u(low) && u(c) <= u(high);
  }
  return false;
}

// One element of the pattern against one byte; moves *p on.
bool One(std::string_view pattern, size_t* p, char c) {
  char element = pattern[*p];
  if (element == '?') {
    ++*p;
    return true;
  }
  if (element == '[') {
    bool matches = false;
    if (Bracket(pattern, p, c, &matches)) return matches;
  }
  if (element == '\\' && *p + 1 < pattern.size()) element = pattern[++*p];
  ++*p;
  return element == c;
}

}  // namespace

bool FileGlobMatches(std::string_view pattern, std::string_view name) {
  size_t p = 0, n = 0;
  size_t star = std::string_view::npos, star_n = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_n = n;
      continue;
    }
    if (p < pattern.size()) {
      size_t next = p;
      if (One(pattern, &next, name[n])) {
        p = next;
        ++n;
        continue;
      }
    }
    if (star == std::string_view::npos) return false;
    p = star;  // the last * takes one more
    n = ++star_n;
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace pysub::shell
