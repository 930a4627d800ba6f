#include "shell/agent/tool_log.h"

#include "shell/agent/line_log.h"

namespace pysub::agent {
namespace {

double Milliseconds(std::chrono::nanoseconds time) {
  return static_cast<double>(time.count()) / 1e6;
}

}  // namespace

std::string ToolLogLine(const ToolCallNote& note, std::string_view trace) {
  return ToPlainLine(Object({{"time_ms", LineLog::NowMs()},
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

}  // namespace pysub::agent
