#include "shell/agent/tool_log.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

namespace pysub::agent {
namespace {

int64_t NowMs() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000;
}

double Milliseconds(std::chrono::nanoseconds time) {
  return static_cast<double>(time.count()) / 1e6;
}

}  // namespace

std::string ToolLogLine(const ToolCallNote& note, std::string_view trace) {
  return ToPlainLine(Object({{"time_ms", NowMs()},
                             {"call", static_cast<int64_t>(note.sequence)},
                             {"tool", CleanText(note.name)},
                             {"arguments", note.arguments},
                             {"end", note.end},
                             {"message", note.message.empty() ? Json() : Json(note.message)},
                             {"asked", note.was_asked},
                             {"duration_ms", Milliseconds(note.duration)},
                             {"trace", trace.empty() ? Json() : Json(trace)}}));
}

Json ToolCallRow(const ToolCallNote& note) {
  return Object({{"tool", CleanText(CutText(note.name, 300))},
                 {"end", note.end},
                 {"duration_ms", Milliseconds(note.duration)}});
}

ToolLog::~ToolLog() {
  if (descriptor_ >= 0) close(descriptor_);
}

absl::Status ToolLog::Open(const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  descriptor_ = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return absl::OkStatus();
  return absl::NotFoundError(fmt::format("tool_log: {}: {}", path, strerror(errno)));
}

// (One write, so that lines of several programs do not mix.)
void ToolLog::Write(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (descriptor_ >= 0) static_cast<void>(!write(descriptor_, line.data(), line.size()));
}

}  // namespace pysub::agent
