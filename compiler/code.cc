#include "compiler/code.h"

#include <algorithm>

namespace pysub {

SourceSpan Code::SpanAt(uint32_t pc) const {
  const auto after =
      std::upper_bound(spans.begin(), spans.end(), pc,
                       [](uint32_t at, const SpanRow& row) { return at < row.start; });
  return after == spans.begin() ? SourceSpan{} : std::prev(after)->span;
}

std::string_view CompiledUnit::SourceLine(uint32_t line) const {
  if (line == 0 || line > line_starts.size()) return {};
  const size_t start = line_starts[line - 1];
  const size_t end = line < line_starts.size() ? line_starts[line] : source.size();
  std::string_view text = std::string_view(source).substr(start, end - start);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace pysub
