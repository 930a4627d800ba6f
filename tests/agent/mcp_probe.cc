// A client of one MCP server, for tests: mcp_probe '{"command": [...]}' < requests. Prints a line
// of JSON with what the server is (its tools and their schemas), then one for each line of the
// input: {"call": NAME, "arguments":
// {...}}, {"cancel": N} (the N-th call, from 1) or {"wait": N} (until N calls are answered). Its
// end waits for all answers.

#include <absl/status/status.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "pysub/host_value_json.h"
#include "shell/agent/client/server_config.h"

namespace pysub::agent {
namespace {

class Probe {
 public:
  explicit Probe(ServerAddress address)
      : client_(std::move(address), loop_, [this] { Change([] {}); }) {
    loop_.Start();
  }
  ~Probe() {
    loop_.Stop();
    client_.BeginClose();
  }

  bool Begin() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return client_.view().state != ServerView::State::kStarting; });
    lock.unlock();
    const ServerView view = client_.view();
    std::vector<HostValue> names;
    std::vector<std::pair<HostValue, HostValue>> schemas;
    for (const RemoteTool& tool : *view.tools) {
      names.emplace_back(tool.name);
      schemas.emplace_back(HostValue(tool.name), tool.input_schema);
    }
    Print(Object({{"revision", view.revision},
                  {"title", view.title},
                  {"error", view.error},
                  {"tools", HostValue::List(std::move(names))},
                  {"schemas", HostValue::Dict(std::move(schemas))}}));
    return view.state == ServerView::State::kReady;
  }

  void Take(const Json& line) {
    if (const Json* wait = line.Find("wait")) return WaitFor(static_cast<size_t>(*wait->as_int()));
    if (const Json* number = line.Find("cancel"))
      return client_.Cancel(numbers_[static_cast<size_t>(*number->as_int() - 1)]);
    RemoteTool tool;
    tool.name = TextAt(line, "call");
    for (const RemoteTool& known : *client_.view().tools) {
      if (known.name == tool.name) tool = known;
    }
    const Json* arguments = line.Find("arguments");
    const size_t index = numbers_.size() + 1;
    numbers_.push_back(client_.CallTool(tool, arguments == nullptr ? Object() : *arguments,
                                        std::string(TextAt(line, "trace")),
                                        [this, index](ClientReply reply) { Hear(index, reply); }));
  }
  void WaitForAll() { WaitFor(numbers_.size()); }

 private:
  template <typename Work>
  void Change(Work work) {
    {
      const std::lock_guard lock(mutex_);
      work();
    }
    changed_.notify_all();
  }
  void Hear(size_t index, const ClientReply& reply) {
    constexpr const char* kNames[] = {"result", "refused", "timeout", "unavailable", "cancelled"};
    Print(Object({{"call", static_cast<int64_t>(index)},
                  {"kind", kNames[static_cast<size_t>(reply.kind)]},
                  {"code", reply.code},
                  {"message", reply.message},
                  {"result", reply.result}}));
    Change([this] { ++answered_; });
  }
  void WaitFor(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return answered_ >= count; });
  }
  static void Print(const Json& value) {
    fputs(ToPlainLine(value).c_str(), stdout);
    fflush(stdout);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  size_t answered_ = 0;  // guarded by mutex_
  std::vector<uint64_t> numbers_;
  ClientLoop loop_;
  McpClient client_;
};

int Main(int argc, char** argv) {
  JsonLimits limits;
  limits.tags = false;
  const absl::StatusOr<Json> json = HostValueFromJson(argc > 1 ? argv[1] : "", limits);
  ServerConfig server;
  const absl::Status read =
      json.ok() ? ReadServer(*json, "server", &server) : absl::Status(json.status());
  if (!read.ok()) {
    fprintf(stderr, "%s\n", std::string(read.message()).c_str());
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);
  Probe probe(server.address);
  if (!probe.Begin()) return 1;
  std::string line;
  for (int c = getchar(); c != EOF; c = getchar()) {
    line += static_cast<char>(c);
    if (c != '\n') continue;
    if (const absl::StatusOr<Json> request = HostValueFromJson(line, limits); request.ok())
      probe.Take(*request);
    line.clear();
  }
  probe.WaitForAll();
  return 0;
}

}  // namespace
}  // namespace pysub::agent

int main(int argc, char** argv) { return pysub::agent::Main(argc, argv); }
