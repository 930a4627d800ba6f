#include "shell/agent/run_outcome.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <span>
#include <utility>

namespace pysub::agent {
namespace {

constexpr size_t kMostLoggedCode = 200;
constexpr size_t kMostMessage = 4'096;
constexpr uint32_t kMostDepth = 100;

Json TextOrNull(std::string_view text) {
  return text.empty() ? Json() : Json(CleanText(CutText(text, kMostMessage)));
}

double Milliseconds(std::chrono::nanoseconds time) {
  return static_cast<double>(time.count()) / 1e6;
}

// What a result says of one stream, and what it leaves out.
struct Shown {
  std::string text;
  Json cut;   // None: nothing was
  Json link;  // None: there is none
};

Shown Show(std::string bytes, std::string_view stream, Service& service) {
  Shown shown;
  std::string text = CleanText(bytes);
  const size_t size = text.size();
  const std::string_view head = CutText(text, service.config.limits.result_bytes);
  if (head.size() == size) {
    shown.text = std::move(text);
    return shown;
  }
  shown.text = head;
  const uint64_t number = service.outputs.Keep(std::move(text));
  const std::string uri = number == 0 ? "" : OutputUri(number);
  shown.cut = Object({{"stream", stream},
                      {"bytes", static_cast<int64_t>(size)},
                      {"shown", static_cast<int64_t>(shown.text.size())},
                      {"uri", uri.empty() ? Json() : Json(uri)}});
  if (number != 0) shown.link = LinkTo(uri, stream, size);
  return shown;
}

// The value of a last expression, twice: as JSON where that is short, and as Python prints it.
void AddValue(const Json& value, uint64_t most, Members* members, std::string* text) {
  TextLimits limits;
  limits.max_bytes = most;
  limits.max_depth = kMostDepth;
  const std::string repr = CleanText(value.Repr(limits));
  members->emplace_back("result_text", CutText(repr, most));
  if (value.ToJson(limits).size() < most) members->emplace_back("result", value);
  *text += std::string(CutText(repr, most)) + "\n";
}

// Ten thousand of them are no answer.
std::span<const ShellJob> Told(const RunOutcome& outcome) {
  constexpr size_t kMostJobs = 20;
  return std::span(outcome.jobs).first(std::min(outcome.jobs.size(), kMostJobs));
}
// What stands in a job's place: its command is a stranger's text.
HostValue ValueOf(const ShellJob& job) {
  return Object({{"number", job.number},
                 {"pid", job.pid},
                 {"state", job.state},
                 {"command", CleanText(CutText(job.command, kMostMessage))}});
}

std::string TextFor(const RunOutcome& outcome, const Shown& out, const Shown& error) {
  std::string text = out.text;
  const auto section = [&text](std::string_view head, std::string_view body) {
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    text += fmt::format("[{}]\n{}", head, body);
  };
  if (!out.cut.is_none()) section("stdout is longer: the link has all of it", "");
  if (!error.text.empty()) section("stderr", error.text);
  if (!error.cut.is_none()) section("stderr is longer: the link has all of it", "");
  if (outcome.end == "limit") {
    section(fmt::format("stopped: {}", outcome.limit),
            outcome.exception.empty()
                ? CleanText(outcome.message)
                : fmt::format("{}: {}", outcome.exception, CleanText(outcome.message)));
  } else if (outcome.end == "failed") {
    section("failed", CleanText(CutText(outcome.message, kMostMessage)));
  } else if (outcome.exit_code != 0) {
    section(fmt::format("exit status {}", outcome.exit_code), "");
  }
  std::string jobs;
  for (const ShellJob& job : Told(outcome)) {
    jobs += fmt::format("[{}] {} {}\n", job.number, job.state,
                        CleanText(CutText(job.command, kMostMessage)));
  }
  if (!jobs.empty()) section("jobs in the background", jobs);
  return text;
}

}  // namespace

void TakeLimitMessage(std::string_view said, RunOutcome* outcome) {
  constexpr std::string_view kBetween = ": ";
  const size_t end = said.find(kBetween);
  const std::string_view type = said.substr(0, end);
  if (end == std::string_view::npos || type.find(' ') != std::string_view::npos) {
    outcome->message = said;
    return;
  }
  outcome->exception = type;
  outcome->message = said.substr(end + kBetween.size());
}

std::string OutputUri(uint64_t number) { return fmt::format("pysub://output/{}", number); }

Json TextBlock(std::string_view text) { return Object({{"type", "text"}, {"text", text}}); }

Json LinkTo(std::string_view uri, std::string_view name, uint64_t size) {
  return Object({{"type", "resource_link"},
                 {"uri", uri},
                 {"name", name},
                 {"mimeType", "text/plain"},
                 {"size", static_cast<int64_t>(size)}});
}

CallResult FailedCall(std::string_view message) {
  CallResult result;
  result.is_error = true;
  result.content.push_back(TextBlock(CleanText(message)));
  return result;
}

CallResult PlainResult(Json structured) {
  CallResult result;
  std::string line = ToLine(structured);
  line.pop_back();
  result.content.push_back(TextBlock(line));
  result.structured = std::move(structured);
  return result;
}

CallResult ResultOf(RunOutcome outcome, Service& service, const Session* session) {
  CallResult result;
  const Shown out = Show(std::move(outcome.out), "stdout", service);
  const Shown error = Show(std::move(outcome.error), "stderr", service);
  std::string text = TextFor(outcome, out, error);
  std::vector<HostValue> cut;
  for (const Shown* shown : {&out, &error}) {
    if (!shown->cut.is_none()) cut.push_back(shown->cut);
  }
  Members members = {{"stdout", out.text},
                     {"stderr", error.text},
                     {"exit_code", outcome.exit_code},
                     {"end", outcome.end},
                     {"limit", outcome.limit.empty() ? Json() : Json(outcome.limit)},
                     {"exception", TextOrNull(outcome.exception)},
                     {"message", TextOrNull(outcome.message)},
                     {"cut", HostValue::List(std::move(cut))},
                     {"duration_ms", Milliseconds(outcome.duration)},
                     {"steps", static_cast<int64_t>(outcome.steps)}};
  if (outcome.value) AddValue(*outcome.value, service.config.limits.result_bytes, &members, &text);
  if (!outcome.jobs.empty()) {
    std::vector<HostValue> jobs;
    for (const ShellJob& job : Told(outcome)) jobs.push_back(ValueOf(job));
    members.emplace_back("jobs", HostValue::List(std::move(jobs)));
  }
  if (session != nullptr) {
    members.emplace_back("session_id", session->id());
    members.emplace_back("feed", static_cast<int64_t>(session->feeds()));
  }
  result.structured = Object(std::move(members));
  result.content.push_back(TextBlock(text));
  for (const Shown* shown : {&out, &error}) {
    if (!shown->link.is_none()) result.content.push_back(shown->link);
  }
  result.is_error = outcome.end != "finished" ? outcome.end != "exit" || outcome.exit_code != 0
                                              : outcome.exit_code != 0;
  return result;
}

std::string LogLine(const RunOutcome& outcome, std::string_view language, std::string_view code,
                    uint64_t feed) {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return ToLine(Object({{"time_ms", int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000},
                        {"feed", static_cast<int64_t>(feed)},
                        {"language", language},
                        {"end", outcome.end},
                        {"limit", outcome.limit.empty() ? Json() : Json(outcome.limit)},
                        {"exit_code", outcome.exit_code},
                        {"duration_ms", Milliseconds(outcome.duration)},
                        {"code", CleanText(CutText(code, kMostLoggedCode))}}));
}

}  // namespace pysub::agent
