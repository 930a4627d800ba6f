#include "shell/agent/line_splitter.h"

#include <algorithm>
#include <utility>

namespace pysub::agent {

LineSplitter::Next LineSplitter::Take(std::string_view* line) {
  while (true) {
    const size_t end = text_.find('\n', std::max(taken_, searched_));
    if (end == std::string::npos && (!has_ended_ || taken_ == text_.size())) return KeepRest();
    const size_t stop = std::min(end, text_.size());
    *line = std::string_view(text_).substr(taken_, stop - taken_);
    taken_ = searched_ = std::min(stop + 1, text_.size());
    if (is_skipping_) {
      is_skipping_ = false;  // the end of what was refused already
      continue;
    }
    if (line->ends_with('\r')) line->remove_suffix(1);
    if (line->find_first_not_of(" \t") == std::string_view::npos) continue;
    return line->size() > most_ ? Next::kTooLong : Next::kLine;
  }
}

// There is no newline: what there is begins a line, of which no more is kept than it may have.
LineSplitter::Next LineSplitter::KeepRest() {
  text_.erase(0, taken_);
  taken_ = 0;
  searched_ = text_.size();
  const bool is_too_long = text_.size() > most_;
  if (!is_too_long && !is_skipping_) return Next::kNothing;
  text_.clear();
  text_.shrink_to_fit();
  searched_ = 0;
  return std::exchange(is_skipping_, true) ? Next::kNothing : Next::kTooLong;
}

}  // namespace pysub::agent
