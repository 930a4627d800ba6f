#include "shell/agent/line_log.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

namespace pysub::agent {

LineLog::~LineLog() {
  if (descriptor_ >= 0) close(descriptor_);
}

absl::Status LineLog::Open(std::string_view key, const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  descriptor_ = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return absl::OkStatus();
  return absl::NotFoundError(fmt::format("{}: {}: {}", key, path, strerror(errno)));
}

// (One write, so that lines of several processes do not mix.)
void LineLog::Write(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (descriptor_ >= 0) static_cast<void>(!write(descriptor_, line.data(), line.size()));
}

int64_t LineLog::NowMs() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000;
}

}  // namespace pysub::agent
