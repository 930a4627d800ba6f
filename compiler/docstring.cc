#include "compiler/docstring.h"

#include <algorithm>

namespace pysub {
namespace {

// str.expandtabs(8); columns count characters.
std::string ExpandTabs(std::string_view text) {
  std::string out;
  size_t column = 0;
  for (char c : text) {
    if (c == '\t') {
      const size_t spaces = 8 - column % 8;
      out.append(spaces, ' ');
      column += spaces;
      continue;
    }
    out += c;
    if (c == '\n' || c == '\r') {
      column = 0;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++column;
    }
  }
  return out;
}

size_t LeadingSpaces(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

std::string_view TakeLine(std::string_view* text) {
  const size_t end = std::min(text->find('\n'), text->size() - 1) + 1;
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end);
  return line;
}

}  // namespace

// As inspect.cleandoc(), but blank lines at both ends stay: the indentation that all lines but the
// first have in common goes. CPython's compiler does it since 3.13.
std::string CleanDocstring(std::string_view text) {
  const std::string expanded = ExpandTabs(text);
  std::string_view rest = expanded;
  if (rest.empty()) return expanded;
  const std::string_view first = TakeLine(&rest);
  size_t margin = std::string::npos;
  for (std::string_view lines = rest; !lines.empty();) {
    const std::string_view line = TakeLine(&lines);
    const size_t spaces = LeadingSpaces(line);
    if (spaces < line.size() && line[spaces] != '\n') margin = std::min(margin, spaces);
  }
  if (margin == std::string::npos) margin = 0;
  std::string out(first.substr(LeadingSpaces(first)));
  while (!rest.empty()) {
    const std::string_view line = TakeLine(&rest);
    out += line.substr(std::min(margin, LeadingSpaces(line)));
  }
  return out;
}

}  // namespace pysub
