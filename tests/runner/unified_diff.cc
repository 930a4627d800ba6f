#include "tests/runner/unified_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pysub {
namespace {

constexpr size_t kMaxLines = 2000;
constexpr int kContext = 3;

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < kMaxLines) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct Edit {
  char mark;  // ' ', '-' or '+'
  std::string_view line;
};

// The shortest list of edits, by the longest common subsequence.
std::vector<Edit> Edits(const std::vector<std::string_view>& old_lines,
                        const std::vector<std::string_view>& new_lines) {
  const size_t rows = old_lines.size(), columns = new_lines.size();
  std::vector<uint16_t> common((rows + 1) * (columns + 1));
  const auto at = [&](size_t i, size_t j) -> uint16_t& { return common[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      at(i, j) = old_lines[i] == new_lines[j] ? static_cast<uint16_t>(at(i + 1, j + 1) + 1)
                                              : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  std::vector<Edit> edits;
  size_t i = 0, j = 0;
  while (i < rows || j < columns) {
    if (i < rows && j < columns && old_lines[i] == new_lines[j]) {
      edits.push_back({' ', old_lines[i]}), ++i, ++j;
    } else if (i < rows && (j == columns || at(i + 1, j) >= at(i, j + 1))) {
      edits.push_back({'-', old_lines[i++]});
    } else {
      edits.push_back({'+', new_lines[j++]});
    }
  }
  return edits;
}

}  // namespace

std::string UnifiedDiff(std::string_view old_text, std::string_view new_text, int max_lines) {
  const std::vector<Edit> edits = Edits(Lines(old_text), Lines(new_text));
  std::vector<bool> shown(edits.size());
  for (size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].mark == ' ') continue;
    const size_t first = i < kContext ? 0 : i - kContext;
    for (size_t k = first; k < std::min(edits.size(), i + kContext + 1); ++k) shown[k] = true;
  }
  std::string out;
  for (size_t i = 0; i < edits.size(); ++i) {
    if (!shown[i]) continue;
    if (max_lines-- == 0) return out + "    ...\n";
    if (i > 0 && !shown[i - 1]) out += "    @@\n";
    out += "    ";
    out += edits[i].mark;
    out += edits[i].line;
    out += '\n';
  }
  return out;
}

}  // namespace pysub
