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
};
constexpr Client kClients[] = {
    {"claude", "Claude Code: .mcp.json; Claude Desktop: claude_desktop_config.json", "mcpServers"},
    {"cursor", "Cursor: .cursor/mcp.json", "mcpServers"},
    {"vscode", "VS Code: .vscode/mcp.json", "servers", true},
    {"codex", "Codex: ~/.codex/config.toml", ""},
    {"gemini", "Gemini CLI: ~/.gemini/settings.json", "mcpServers"},
    {"zed", "Zed: settings.json", "context_servers"},
};

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
  std::string text;
  for (const Client& row : kClients) {
    if (row.name == client) return SettingsOf(row, command, list);
    text += fmt::format("{}# {}\n{}", text.empty() ? "" : "\n", row.where,
                        SettingsOf(row, command, list));
  }
  return text;
}

}  // namespace pysub::agent
