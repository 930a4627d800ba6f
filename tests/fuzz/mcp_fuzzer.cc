// Any lines as what a client says: all that comes back is JSON, a line each, a request has at most
// one answer, and the sessions stay within their bounds. The first byte chooses the era: '0' and
// '2' begin with a handshake. "s0" stands for the id of a session, which nobody can guess.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "pysub/host_value_json.h"
#include "shell/agent/line_splitter.h"
#include "shell/agent/server.h"
#include "shell/agent/service.h"

namespace {

using namespace pysub::agent;

void Require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

constexpr std::string_view kConfig = R"({
  "permissions": {"isolation": "in-process", "clock": "virtual"},
  "limits": {"run_ms": 2000, "steps": 20000, "allocations": 20000, "memory_bytes": 8000000,
    "shell_memory_bytes": 16000000, "output_bytes": 10000, "file_bytes": 1000000, "files": 100,
    "sessions": 2, "checkpoints": 2, "checkpoint_bytes": 1000000, "result_bytes": 500,
    "resource_bytes": 500, "kept_output_bytes": 20000, "request_bytes": 4000, "calls": 2,
    "waiting_calls": 4}})";

std::unique_ptr<Service> MakeService() {
  absl::StatusOr<std::unique_ptr<Service>> service = Service::Create(*ParseConfig(kConfig));
  Require(service.ok(), service.status().ToString());
  return *std::move(service);
}

void CheckLine(std::string_view line) {
  Require(line.ends_with('\n') && line.find('\n') == line.size() - 1, "one line");
  pysub::JsonLimits limits;
  limits.tags = false;
  const absl::StatusOr<Json> json =
      pysub::HostValueFromJson(line.substr(0, line.size() - 1), limits);
  Require(json.ok(), "what goes out is JSON");
  if (json->kind() == pysub::HostValue::Kind::kList) return;
  const Json* version = json->Find("jsonrpc");
  Require(version != nullptr && version->as_str() == "2.0", "what goes out is JSON-RPC");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::unique_ptr<Service> service = MakeService();
  Server server(*service, CheckLine);
  if (data[0] == '0' || data[0] == '2') {
    const std::string_view version = data[0] == '0' ? "2025-11-25" : "2025-03-26";
    server.TakeLine(
        R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":")" +
        std::string(version) + R"(","capabilities":{},"clientInfo":{}}})");
  }
  const absl::StatusOr<std::shared_ptr<Session>> session = service->sessions.Create("");
  Require(session.ok(), "there is room for a session");
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr std::string_view kStandsForIt = "s0";
  for (size_t at = text.find(kStandsForIt); at != std::string::npos;
       at = text.find(kStandsForIt, at + (*session)->id().size()))
    text.replace(at, kStandsForIt.size(), (*session)->id());
  LineSplitter lines(service->config.limits.request_bytes);
  lines.Add(text);
  lines.End();
  std::string_view line;
  for (auto next = lines.Take(&line); next != LineSplitter::Next::kNothing;
       next = lines.Take(&line)) {
    if (next == LineSplitter::Next::kTooLong) {
      server.RefuseLongLine();
    } else {
      server.TakeLine(line);
    }
    server.Work();
    while (!server.WantsInput()) server.Work();
    Require(service->sessions.all().size() <= service->config.limits.sessions, "few sessions");
  }
  while (server.has_calls()) server.Work();
  return 0;
}
