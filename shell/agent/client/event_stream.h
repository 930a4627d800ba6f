#ifndef PYSUB_SHELL_AGENT_CLIENT_EVENT_STREAM_H_
#define PYSUB_SHELL_AGENT_CLIENT_EVENT_STREAM_H_

#include <string>
#include <string_view>

namespace pysub::agent {

// A text/event-stream, as it comes: the data of its events.
class EventStream {
 public:
  // Lines and events have at most so many bytes.
  explicit EventStream(size_t most) : most_(most) {}

  void Add(std::string_view bytes) { text_.append(bytes); }
  enum class Next { kEvent, kTooLong, kNothing };
  // Events without data are left out.
  Next Take(std::string* data);

 private:
  // False: there is no whole line.
  bool TakeLine(std::string_view* line);

  const size_t most_;
  std::string text_;
  size_t taken_ = 0;  // of text_
  std::string data_;  // of the event that has begun
  bool has_data_ = false;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_EVENT_STREAM_H_
