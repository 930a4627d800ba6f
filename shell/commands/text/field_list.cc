#include "shell/commands/text/field_list.h"

#include <algorithm>

#include "shell/commands/options.h"
#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

// What is not in them.
void Complement(std::vector<FieldRange>* ranges) {
  std::vector<FieldRange> others;
  uint64_t next = 1;
  for (const FieldRange& range : *ranges) {
    if (range.low > next) others.push_back({next, range.low - 1});
    if (range.high == UINT64_MAX) {
      next = 0;
      break;
    }
    next = range.high + 1;
  }
  if (next != 0) others.push_back({next, UINT64_MAX});
  *ranges = others;
}

}  // namespace

std::string ParseFieldList(std::string_view list, bool fields, bool complement,
                           std::vector<FieldRange>* result) {
  std::vector<FieldRange>& ranges = *result;
  const char* noun = fields ? "field" : "byte";
  std::string positions = fields ? "fields" : "byte/character positions";
  size_t at = 0;
  while (true) {
    size_t end = list.find_first_of(", \t", at);
    std::string_view item = list.substr(at, end == std::string_view::npos ? end : end - at);
    size_t dash = item.find('-');
    std::string_view low_text = item.substr(0, dash);
    std::string_view high_text = dash == std::string_view::npos ? low_text : item.substr(dash + 1);
    if (dash != std::string_view::npos && item == "-") return "invalid range with no endpoint: -";
    if (high_text.find('-') != std::string_view::npos) {
      return fields ? "invalid field range" : "invalid byte or character range";
    }
    for (std::string_view text : {low_text, high_text}) {
      size_t bad = text.find_first_not_of("0123456789");
      if (bad != std::string_view::npos) {
        return std::string("invalid ") + (fields ? "field value " : "byte/character position ") +
               QuoteWord(item.substr(static_cast<size_t>(text.data() - item.data()) + bad));
      }
    }
    FieldRange range{1, UINT64_MAX};
    if (!low_text.empty()) range.low = *ParseCount(low_text);
    if (!high_text.empty()) range.high = *ParseCount(high_text);
    if (range.low == UINT64_MAX || (range.high == UINT64_MAX && !high_text.empty())) {
      std::string_view text = range.low == UINT64_MAX ? low_text : high_text;
      return std::string(noun) + (fields ? " number " : " offset ") + QuoteWord(text) +
             " is too large";
    }
    if (range.low == 0 || (range.high == 0 && !high_text.empty()) || item.empty()) {
      return fields ? "fields are numbered from 1" : "byte/character positions are numbered from 1";
    }
    if (range.high < range.low) return "invalid decreasing range";
    ranges.push_back(range);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const FieldRange& a, const FieldRange& b) { return a.low < b.low; });
  std::vector<FieldRange> joined;
  for (const FieldRange& range : ranges) {
    // Ranges that touch stay apart: --output-delimiter stands between them.
    if (!joined.empty() && range.low <= joined.back().high) {
      joined.back().high = std::max(joined.back().high, range.high);
    } else {
      joined.push_back(range);
    }
  }
  ranges = joined;
  if (complement) Complement(&ranges);
  return "";
}

}  // namespace pysub::shell
