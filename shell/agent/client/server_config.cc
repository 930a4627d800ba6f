#include "shell/agent/client/server_config.h"

#include <stdlib.h>

#include <algorithm>

#include "shell/agent/client/http_transport.h"
#include "shell/agent/config_read.h"
#include "shell/agent/revisions.h"

namespace pysub::agent {
namespace {

constexpr uint64_t kDayMs = 86'400'000;
constexpr size_t kMostServers = 100;

constexpr ClientLimitRow kClientLimitRows[] = {
    {"message_bytes", &ClientLimits::message_bytes, 256 << 20, "of one message of the server"},
    {"start_ms", &ClientLimits::start_ms, kDayMs, "until its tools are known"},
    {"call_ms", &ClientLimits::call_ms, kDayMs, "of one call"},
    {"calls", &ClientLimits::calls, 200, "calls at a time; others wait for their turn"},
    {"tools", &ClientLimits::tools, 10'000, "tools that it may have"},
};

constexpr std::string_view kKeys =
    "command, environment, inherit, directory, url, headers, token_variable, revision, "
    "description, policy, tools, limits";

bool IsName(std::string_view name) {
  const auto is_letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !name.empty() && name.size() <= 64 && is_letter(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

absl::Status ReadPolicy(const Json& value, std::string_view place, ToolPolicy* policy) {
  if (value.as_str() == "allow") {
    *policy = ToolPolicy::kAllow;
  } else if (value.as_str() == "ask") {
    *policy = ToolPolicy::kAsk;
  } else if (value.as_str() == "deny") {
    *policy = ToolPolicy::kDeny;
  } else {
    return Wrong(place, "is none of allow, ask, deny");
  }
  return absl::OkStatus();
}

absl::Status ReadPolicies(const Json& value, const std::string& place, ServerConfig* server) {
  server->tools.clear();
  return EachMember(value, place, [&](std::string_view key, const Json& member) {
    ToolPolicy policy = ToolPolicy::kDeny;
    absl::Status read = ReadPolicy(member, fmt::format("{}.{}", place, key), &policy);
    if (read.ok()) server->tools.emplace_back(key, policy);
    return read;
  });
}

// Variables that it gets from ours, where they are.
absl::Status Inherit(const std::vector<std::string>& names, const std::string& place,
                     bool is_wanted, ServerConfig* server) {
  auto& environment = server->address.command.environment;
  for (const std::string& name : names) {
    const bool is_given = std::any_of(environment.begin(), environment.end(),
                                      [&](const auto& variable) { return variable.first == name; });
    const char* value = getenv(name.c_str());
    if (value == nullptr && is_wanted)
      return Wrong(place, fmt::format("this program has no variable {}", CleanText(name)));
    if (value != nullptr && !is_given) environment.emplace_back(name, value);
  }
  return absl::OkStatus();
}

bool IsHeader(std::string_view name, std::string_view value) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  constexpr std::string_view kSeparators = "()<>@,;:\\\"/[]?={} ";
  return !name.empty() && name.find_first_of(kSeparators) == std::string_view::npos &&
         std::all_of(name.begin(), name.end(), is_plain) &&
         std::all_of(value.begin(), value.end(), is_plain);
}

absl::Status CheckHeaders(const HeaderFields& headers, const std::string& place) {
  for (const auto& [name, value] : headers) {
    if (!IsHeader(name, value)) return Wrong(place, "has a field that is none of HTTP's");
  }
  return absl::OkStatus();
}

absl::Status ReadToken(const Json& value, const std::string& place, ServerConfig* server) {
  std::string name;
  if (absl::Status read = ReadText(value, place, &name); !read.ok()) return read;
  const char* token = getenv(name.c_str());
  if (token == nullptr)
    return Wrong(place, fmt::format("this program has no variable {}", CleanText(name)));
  server->address.headers.emplace_back("Authorization", fmt::format("Bearer {}", token));
  return CheckHeaders(server->address.headers, place);
}

absl::Status ReadRevision(const Json& value, const std::string& place, ServerConfig* server) {
  if (absl::Status read = ReadText(value, place, &server->address.revision); !read.ok())
    return read;
  if (FindRevision(server->address.revision) != nullptr) return absl::OkStatus();
  return Wrong(place, "is no revision of the protocol that is spoken here");
}

// What is read when all else is known.
struct Late {
  std::vector<std::string> inherit;
  const Json* token = nullptr;
  HeaderFields headers;
};

absl::Status ReadKey(std::string_view key, const Json& value, const std::string& place,
                     ServerConfig* server, Late* late) {
  ServerAddress& address = server->address;
  const std::string where = fmt::format("{}.{}", place, key);
  if (key == "command") return ReadTexts(value, where, &address.command.words);
  if (key == "environment") return ReadVariables(value, where, &address.command.environment);
  if (key == "inherit") return ReadTexts(value, where, &late->inherit);
  if (key == "directory") return ReadPath(value, where, &address.command.directory);
  if (key == "url") return ReadText(value, where, &address.url);
  if (key == "headers") return ReadVariables(value, where, &late->headers);
  if (key == "token_variable") {
    late->token = &value;
    return absl::OkStatus();
  }
  if (key == "revision") return ReadRevision(value, where, server);
  if (key == "description") return ReadText(value, where, &server->description);
  if (key == "policy") return ReadPolicy(value, where, &server->policy);
  if (key == "tools") return ReadPolicies(value, where, server);
  if (key == "limits")
    return ReadRows(value, where, std::span<const ClientLimitRow>(kClientLimitRows),
                    &address.limits);
  return Unknown(place, key, kKeys);
}

absl::Status CheckCommand(const std::string& place, const Late& late, ServerConfig* server) {
  if (!late.headers.empty() || late.token != nullptr)
    return Wrong(place, "headers and token_variable are of a url, and this is a command");
  if (absl::Status read = Inherit(late.inherit, place + ".inherit", true, server); !read.ok())
    return read;
  return Inherit({"PATH", "HOME"}, place, false, server);
}

absl::Status CheckUrl(const std::string& place, const Late& late, ServerConfig* server) {
  const CommandLine& command = server->address.command;
  if (!command.environment.empty() || !late.inherit.empty() || !command.directory.empty())
    return Wrong(place, "environment, inherit and directory are of a command, and this is a url");
  if (const auto parsed = ParseHttpUrl(server->address.url); !parsed.ok())
    return Wrong(place + ".url", std::string(parsed.status().message()));
  if (absl::Status good = CheckHeaders(late.headers, place + ".headers"); !good.ok()) return good;
  server->address.headers = late.headers;
  if (late.token == nullptr) return absl::OkStatus();
  return ReadToken(*late.token, place + ".token_variable", server);
}

}  // namespace

std::span<const ClientLimitRow> ClientLimitRows() { return kClientLimitRows; }

ToolPolicy ServerConfig::PolicyOf(std::string_view tool) const {
  ToolPolicy found = policy;
  size_t length = 0;
  for (const auto& [pattern, what] : tools) {
    const bool is_beginning = pattern.ends_with('*');
    const std::string_view text =
        std::string_view(pattern).substr(0, pattern.size() - is_beginning);
    if (is_beginning ? !tool.starts_with(text) : tool != text) continue;
    // (A whole name is longer than each beginning of it.)
    const size_t now = is_beginning ? text.size() + 1 : SIZE_MAX;
    if (now >= length) found = what;
    length = std::max(length, now);
  }
  return found;
}

absl::Status ReadServer(const Json& value, const std::string& place, ServerConfig* server) {
  Late late;
  absl::Status read = EachMember(value, place, [&](std::string_view key, const Json& member) {
    return ReadKey(key, member, place, server, &late);
  });
  if (!read.ok()) return read;
  const bool is_command = !server->address.command.words.empty();
  if (is_command == !server->address.url.empty())
    return Wrong(place, "wants either a command or a url");
  return is_command ? CheckCommand(place, late, server) : CheckUrl(place, late, server);
}

absl::Status ReadServers(const Json& value, std::vector<ServerConfig>* servers) {
  servers->clear();
  return EachMember(value, "servers", [&](std::string_view key, const Json& member) {
    const std::string place = fmt::format("servers.{}", CleanText(key));
    if (!IsName(key)) return Wrong(place, "is no name that a program could write");
    if (servers->size() >= kMostServers)
      return Wrong("servers", fmt::format("has more than {}", kMostServers));
    ServerConfig& server = servers->emplace_back();
    server.name = key;
    return ReadServer(member, place, &server);
  });
}

}  // namespace pysub::agent
