#include "shell/agent/call_notes.h"

#include "shell/agent/line_log.h"

namespace pysub::agent {

void DescribeEnd(const CallResult& result, CallNote* note) {
  note->end = !result.request_state.empty() ? "waits" : result.is_error ? "error" : "ok";
  const std::string_view end =
      IsObject(result.structured) ? TextAt(result.structured, "end") : std::string_view();
  const std::string_view limit = end == "limit" ? TextAt(result.structured, "limit") : "";
  note->run = limit.empty() ? end : limit;
}

std::string CallLogLine(const CallNote& note, std::string_view tenant) {
  const auto text = [](std::string_view value) {
    return value.empty() ? Json() : Json(CleanText(value));
  };
  return ToPlainLine(Object({{"time_ms", LineLog::NowMs()},
                             {"tenant", text(tenant)},
                             {"tool", note.tool},
                             {"session", text(note.session)},
                             {"end", note.end},
                             {"run", text(note.run)},
                             {"duration_ms", static_cast<double>(note.duration.count()) / 1e6},
                             {"trace", text(note.trace)}}));
}

void CallCounts::Add(const CallNote& note) {
  const double seconds = static_cast<double>(note.duration.count()) / 1e9;
  const std::lock_guard lock(mutex_);
  ++values_.calls[{std::string(note.tool), std::string(note.end)}];
  if (!note.run.empty()) ++values_.runs[note.run];
  Times& times = values_.times[std::string(note.tool)];
  for (size_t i = 0; i < Times::kBounds.size(); ++i) times.up_to[i] += seconds <= Times::kBounds[i];
  ++times.count;
  times.seconds += seconds;
}

CallCounts::Values CallCounts::values() const {
  const std::lock_guard lock(mutex_);
  return values_;
}

}  // namespace pysub::agent
