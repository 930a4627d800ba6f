#ifndef PYSUB_SHELL_AGENT_LINE_LOG_H_
#define PYSUB_SHELL_AGENT_LINE_LOG_H_

#include <absl/status/status.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace pysub::agent {

// A file that gets a line for each thing that happened. Thread-safe; several processes may write to
// one file, whose lines do not mix.
class LineLog {
 public:
  LineLog() = default;
  ~LineLog();
  LineLog(const LineLog&) = delete;
  LineLog& operator=(const LineLog&) = delete;

  // Appends to the file at `path`, which only this user may read when it is new; empty: nothing is
  // written. kNotFound: it cannot be opened; `key` is its name in the configuration.
  absl::Status Open(std::string_view key, const std::string& path);
  // With its newline. What the disk has no room for is lost, and nobody waits for it.
  void Write(std::string_view line);
  bool is_open() const { return descriptor_ >= 0; }

  // Of the wall clock, as lines have it.
  static int64_t NowMs();

 private:
  std::mutex mutex_;
  int descriptor_ = -1;  // written to with mutex_
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_LINE_LOG_H_
