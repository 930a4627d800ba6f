#include "shell/agent/clients.h"

#include <fmt/format.h>

#include "shell/agent/json.h"

namespace pysub::agent {
namespace {

// Settings that are JSON differ in the name of the member that holds the servers.
struct Client {
  std::string_view name;
  std::string_view where;
  std::string_view member;  // empty: TOML
  bool has_type = false;    // "type": "stdio"
  // Of a server that is reached by HTTP:
  bool has_http_type = false;                 // "type": "http"
  std::string_view url = "url";               // the member with its address
  std::string_view token = "${PYSUB_TOKEN}";  // a variable, as this client writes it
};
constexpr Client kClients[] = {
    {"claude", "Claude Code: .mcp.json; Claude Desktop: claude_desktop_config.json", "mcpServers",
     false, true},
    {"cursor", "Cursor: .cursor/mcp.json", "mcpServers", false, false, "url", "${env:PYSUB_TOKEN}"},
    {"vscode", "VS Code: .vscode/mcp.json", "servers", true, true, "url", "${env:PYSUB_TOKEN}"},
    {"codex", "Codex: ~/.codex/config.toml", ""},
    {"gemini", "Gemini CLI: ~/.gemini/settings.json", "mcpServers", false, false, "httpUrl"},
    {"zed", "Zed: settings.json", "context_servers"},
};

// What each client wants, or one of them.
template <typename SettingsOf>
std::string SettingsOfAll(std::string_view client, SettingsOf settings_of) {
  std::string text;
  for (const Client& row : kClients) {
    if (row.name == client) return settings_of(row);
    text += fmt::format("{}# {}\n{}", text.empty() ? "" : "\n", row.where, settings_of(row));
  }
  return text;
}

std::string SettingsOf(const Client& client, const Json& command, const Json& arguments) {
  if (client.member.empty()) {
    std::string text = "[mcp_servers.pysub]\ncommand = " + ToLine(command);
    return text + "args = " + ToLine(arguments);
  }
  Members server;
  if (client.has_type) server.emplace_back("type", "stdio");
  server.emplace_back("command", command);
  server.emplace_back("args", arguments);
  return ToLine(Object({{client.member, Object({{"pysub", Object(std::move(server))}})}}));
}

}  // namespace

std::string ClientSettings(std::string_view client, const std::string& program,
                           const std::vector<std::string>& arguments) {
  std::vector<HostValue> words;
  for (const std::string& word : arguments) words.emplace_back(CleanText(word));
  const Json list = HostValue::List(std::move(words));
  const Json command = CleanText(program);
  return SettingsOfAll(client, [&](const Client& row) { return SettingsOf(row, command, list); });
}

std::string HttpClientSettings(std::string_view client, const std::string& url, bool has_tokens) {
  return SettingsOfAll(client, [&](const Client& row) {
    if (row.member.empty()) {
      const std::string text = "[mcp_servers.pysub]\nurl = " + ToLine(Json(url));
      return text + (has_tokens ? "bearer_token_env_var = \"PYSUB_TOKEN\"\n" : "");
    }
    Members server;
    if (row.has_http_type) server.emplace_back("type", "http");
    server.emplace_back(row.url, url);
    const std::string bearer = fmt::format("Bearer {}", row.token);
    if (has_tokens) server.emplace_back("headers", Object({{"Authorization", bearer}}));
    return ToLine(Object({{row.member, Object({{"pysub", Object(std::move(server))}})}}));
  });
}

}  // namespace pysub::agent
