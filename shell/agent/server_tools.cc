#include "shell/agent/server_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pysub::agent {
namespace {

// What a client's answer is to a program.
Reply ReplyOf(const ToolFunction& function, const ClientReply& reply) {
  const auto failed = [&](std::string_view type) {
    return HostException(std::string(type), fmt::format("{}: {}", function.path, reply.message));
  };
  switch (reply.kind) {
    case ClientReply::Kind::kResult: return ReplyOfToolResult(function, reply.result);
    case ClientReply::Kind::kTimeout: return failed("TimeoutError");
    case ClientReply::Kind::kUnavailable: return failed("ConnectionError");
    case ClientReply::Kind::kRefused:
      return HostException("RuntimeError",
                           fmt::format("{}: {} ({})", function.path, reply.message, reply.code));
    case ClientReply::Kind::kCancelled: break;
  }
  return failed("RuntimeError");
}

}  // namespace

ServerTools::ServerTools(const std::vector<ServerConfig>& servers) {
  for (const ServerConfig& server : servers) {
    entries_.push_back(
        {&server, std::make_unique<McpClient>(server.address, loop_, [this] { ++changes_; })});
  }
  loop_.Start();
}

ServerTools::~ServerTools() {
  loop_.Stop();
  for (Entry& entry : entries_) entry.client->BeginClose();
}

McpClient* ServerTools::Find(std::string_view server) const {
  const auto at = std::find_if(entries_.begin(), entries_.end(), [server](const Entry& entry) {
    return entry.config->name == server;
  });
  return at == entries_.end() ? nullptr : at->client.get();
}

bool ServerTools::IsSettled() {
  if (is_settled_) return true;
  is_settled_ = std::none_of(entries_.begin(), entries_.end(), [](const Entry& entry) {
    return entry.client->view().state == ServerView::State::kStarting;
  });
  return is_settled_;
}

std::shared_ptr<const ToolCatalog> ServerTools::catalog() {
  for (const Entry& entry : entries_) entry.client->Retry();
  const std::lock_guard lock(mutex_);
  const uint64_t now = changes_;
  if (catalog_ != nullptr && made_at_ == now) return catalog_;
  auto catalog = std::make_shared<ToolCatalog>();
  for (const Entry& entry : entries_) {
    const ServerView view = entry.client->view();
    const bool is_there = view.state == ServerView::State::kReady;
    catalog->AddServer(entry.config->name,
                       is_there ? entry.config->description
                                : fmt::format("not there now: {}", CleanText(view.error)));
    for (const RemoteTool& tool : *view.tools) {
      ToolFunction function;
      function.server = entry.config->name;
      function.name = tool.name;
      function.description = tool.description.empty() ? tool.title : tool.description;
      function.input_schema = tool.input_schema;
      function.output_schema = tool.output_schema;
      function.policy = entry.config->PolicyOf(tool.name);
      catalog->Add(std::move(function));
    }
  }
  catalog_ = std::move(catalog);
  made_at_ = now;
  return catalog_;
}

bool ServerTools::Describe(std::string* text) {
  bool is_good = true;
  for (const Entry& entry : entries_) {
    const ServerView view = entry.client->view();
    if (view.state == ServerView::State::kReady) {
      *text += fmt::format("Server {}: {}, {}, {} tools\n", entry.config->name, view.title,
                           view.revision, view.tools->size());
    } else {
      *text += fmt::format("Server {}: missing: {}\n", entry.config->name, CleanText(view.error));
      is_good = false;
    }
  }
  return is_good;
}

uint64_t ServerTools::Start(const ToolFunction& function, const Json& arguments,
                            const std::string& trace, Answer answer) {
  McpClient* client = Find(function.server);
  if (client == nullptr) {
    answer(HostException("LookupError", "there is no such server"));
    return 0;
  }
  RemoteTool tool;
  tool.name = function.name;
  tool.input_schema = function.input_schema;
  return client->CallTool(tool, arguments, trace,
                          [function, answer = std::move(answer)](const ClientReply& reply) {
                            answer(ReplyOf(function, reply));
                          });
}

void ServerTools::Cancel(const ToolFunction& function, uint64_t number) {
  if (McpClient* client = Find(function.server)) client->Cancel(number);
}

}  // namespace pysub::agent
