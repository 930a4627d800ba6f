#ifndef PYSUB_SHELL_AGENT_LINE_SPLITTER_H_
#define PYSUB_SHELL_AGENT_LINE_SPLITTER_H_

#include <string>
#include <string_view>

namespace pysub::agent {

// Bytes to lines, of which no one takes more than `most`.
class LineSplitter {
 public:
  explicit LineSplitter(size_t most) : most_(most) {}

  void Add(std::string_view bytes) { text_.append(bytes); }
  // No more bytes come: what has no newline is a line, too.
  void End() { has_ended_ = true; }

  enum class Next { kLine, kTooLong, kNothing };
  // Valid until the next call. Lines without text are left out.
  Next Take(std::string_view* line);

 private:
  Next KeepRest();

  const size_t most_;
  std::string text_;
  size_t taken_ = 0;     // of text_
  size_t searched_ = 0;  // behind taken_ there is no newline before this
  bool is_skipping_ = false;
  bool has_ended_ = false;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_LINE_SPLITTER_H_
