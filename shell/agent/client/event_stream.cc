#include "shell/agent/client/event_stream.h"

#include <utility>

namespace pysub::agent {

// A line ends with CR, LF or both. (CR at the end of what came: its LF may still come.)
bool EventStream::TakeLine(std::string_view* line) {
  const size_t end = text_.find_first_of("\r\n", taken_);
  if (end == std::string::npos || (text_[end] == '\r' && end + 1 == text_.size())) return false;
  *line = std::string_view(text_).substr(taken_, end - taken_);
  taken_ = end + 1;
  if (text_[end] == '\r' && text_[taken_] == '\n') ++taken_;
  return true;
}

EventStream::Next EventStream::Take(std::string* data) {
  std::string_view line;
  while (TakeLine(&line)) {
    if (line.empty()) {
      if (!std::exchange(has_data_, false)) continue;
      *data = std::exchange(data_, {});
      return Next::kEvent;
    }
    if (!line.starts_with("data")) continue;  // comments, ids, names of events
    line.remove_prefix(4);
    if (!line.empty() && line[0] != ':') continue;
    if (!line.empty()) line.remove_prefix(1);
    if (line.starts_with(' ')) line.remove_prefix(1);
    if (data_.size() + line.size() > most_) return Next::kTooLong;
    if (has_data_) data_ += '\n';
    data_ += line;
    has_data_ = true;
  }
  text_.erase(0, std::exchange(taken_, 0));
  return text_.size() > most_ ? Next::kTooLong : Next::kNothing;
}

}  // namespace pysub::agent
