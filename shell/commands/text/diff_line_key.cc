#include "shell/commands/text/diff_line_key.h"

namespace pysub::shell {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::string LineKey::Of(std::string_view line, bool is_open, uint64_t tab_size) const {
  std::string key;
  if (ignore_trailing) line = line.substr(0, line.find_last_not_of(" \t\n\v\f\r") + 1);
  bool spaces = ignore_space || ignore_space_change;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (c == '\t' && ignore_tabs && !spaces) {
      key.append(tab_size - key.size() % tab_size, ' ');
      continue;
    }
    if (spaces && IsSpace(c)) {
      if (ignore_space) continue;
      while (i + 1 < line.size() && IsSpace(line[i + 1])) ++i;
      if (i + 1 < line.size()) key += ' ';
      continue;
    }
    key += ignore_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  if (is_open && !spaces) key += '\n';
  return key;
}

}  // namespace pysub::shell
