#include "shell/agent/metrics.h"

#include <fmt/format.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "pysub/version.h"

namespace pysub::agent {
namespace {

using Labels = std::vector<std::pair<std::string_view, std::string_view>>;

// {tenant="a",tool="run_python"}; none for those that are empty.
std::string LabelText(const Labels& labels) {
  std::string text;
  for (const auto& [name, value] : labels) {
    if (value.empty()) continue;
    text += fmt::format("{}{}=\"", text.empty() ? "{" : ",", name);
    for (const char c : value) {
      if (c == '\\' || c == '"') text += '\\';
      c == '\n' ? text += "\\n" : text += c;
    }
    text += '"';
  }
  return text.empty() ? text : text + "}";
}

class Exposition {
 public:
  void Begin(std::string_view name, std::string_view type, std::string_view help) {
    name_ = name;
    text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  }
  void Add(const Labels& labels, uint64_t value) { Line("", labels, fmt::format("{}", value)); }
  void Add(const Labels& labels, double value) { Line("", labels, fmt::format("{}", value)); }
  void AddTimes(const Labels& labels, const CallCounts::Times& times) {
    for (size_t i = 0; i < times.kBounds.size(); ++i)
      AddBucket(labels, fmt::format("{}", times.kBounds[i]), times.up_to[i]);
    AddBucket(labels, "+Inf", times.count);
    Line("_sum", labels, fmt::format("{}", times.seconds));
    Line("_count", labels, fmt::format("{}", times.count));
  }
  std::string Take() { return std::move(text_); }

 private:
  void AddBucket(Labels labels, const std::string& bound, uint64_t count) {
    labels.emplace_back("le", bound);
    Line("_bucket", labels, fmt::format("{}", count));
  }
  void Line(std::string_view suffix, const Labels& labels, const std::string& value) {
    text_ += fmt::format("{}{}{} {}\n", name_, suffix, LabelText(labels), value);
  }

  std::string text_;
  std::string_view name_;
};

void AddGauges(std::span<const TenantMetrics> tenants, Exposition* to) {
  struct Row {
    std::string_view name, help;
    uint64_t TenantMetrics::*member;
  };
  constexpr Row kRows[] = {
      {"pysub_agent_requests", "Requests that are not answered.", &TenantMetrics::requests},
      {"pysub_agent_calls_running", "Calls that have begun.", &TenantMetrics::running},
      {"pysub_agent_calls_waiting", "Calls that wait for their turn.", &TenantMetrics::waiting},
      {"pysub_agent_sessions", "Sessions that are open.", &TenantMetrics::sessions},
      {"pysub_agent_approvals", "Runs that wait for an approval.", &TenantMetrics::approvals},
      {"pysub_agent_output_bytes", "Output that is kept for clients.",
       &TenantMetrics::output_bytes}};
  for (const Row& row : kRows) {
    to->Begin(row.name, "gauge", row.help);
    for (const TenantMetrics& tenant : tenants)
      to->Add({{"tenant", tenant.name}}, tenant.*row.member);
  }
}

void AddCalls(std::span<const TenantMetrics> tenants, Exposition* to) {
  to->Begin("pysub_agent_calls_total", "counter", "Calls of tools that have ended.");
  for (const TenantMetrics& tenant : tenants) {
    for (const auto& [key, count] : tenant.calls.calls)
      to->Add({{"tenant", tenant.name}, {"tool", key.first}, {"end", key.second}}, count);
  }
  to->Begin("pysub_agent_runs_total", "counter", "Runs of programs, by how they ended.");
  for (const TenantMetrics& tenant : tenants) {
    for (const auto& [end, count] : tenant.calls.runs)
      to->Add({{"tenant", tenant.name}, {"end", end}}, count);
  }
  to->Begin("pysub_agent_call_seconds", "histogram", "From a request to the end of its call.");
  for (const TenantMetrics& tenant : tenants) {
    for (const auto& [tool, times] : tenant.calls.times)
      to->AddTimes({{"tenant", tenant.name}, {"tool", tool}}, times);
  }
}

void AddHttp(const HttpCounts& counts, Exposition* to) {
  to->Begin("pysub_agent_http_connections", "gauge", "Connections that are open.");
  to->Add({}, counts.connections);
  to->Begin("pysub_agent_http_connections_total", "counter", "Connections that came.");
  to->Add({}, counts.accepted);
  to->Begin("pysub_agent_http_refused_total", "counter", "Connections above the limit.");
  to->Add({}, counts.refused);
  to->Begin("pysub_agent_http_body_bytes", "gauge", "Bodies of requests that are not answered.");
  to->Add({}, counts.body_bytes);
  to->Begin("pysub_agent_http_answers_total", "counter", "Answers, by status.");
  for (const auto& [status, count] : counts.answers)
    to->Add({{"status", std::to_string(status)}}, count);
}

uint64_t ResidentBytes() {
  FILE* file = fopen("/proc/self/statm", "re");
  unsigned long all = 0, resident = 0;
  const bool ok = file != nullptr && fscanf(file, "%lu %lu", &all, &resident) == 2;
  if (file != nullptr) fclose(file);
  return ok ? resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

// Under the names that all programs use.
void AddProcess(time_t started, Exposition* to) {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  to->Begin("process_cpu_seconds_total", "counter", "CPU time of this process.");
  to->Add({}, seconds(usage.ru_utime) + seconds(usage.ru_stime));
  to->Begin("process_resident_memory_bytes", "gauge", "Memory of this process.");
  to->Add({}, ResidentBytes());
  to->Begin("process_start_time_seconds", "gauge", "When this process began, in Unix time.");
  to->Add({}, static_cast<uint64_t>(started));
  to->Begin("pysub_agent_build_info", "gauge", "Its version.");
  to->Add({{"version", PYSUB_VERSION_STRING}}, uint64_t{1});
}

}  // namespace

std::string MetricsText(const HttpCounts* http, std::span<const TenantMetrics> tenants,
                        time_t started) {
  Exposition text;
  AddGauges(tenants, &text);
  AddCalls(tenants, &text);
  if (http != nullptr) AddHttp(*http, &text);
  AddProcess(started, &text);
  return text.Take();
}

}  // namespace pysub::agent
