// The protocol without a process: messages in, messages out. tests/agent/mcp_test.py speaks with
// the program.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/host_value_json.h"
#include "shell/agent/clients.h"
#include "shell/agent/code/json_schema.h"
#include "shell/agent/config.h"
#include "shell/agent/json.h"
#include "shell/agent/line_splitter.h"
#include "shell/agent/output_store.h"
#include "shell/agent/resources.h"
#include "shell/agent/rpc.h"
#include "shell/agent/server.h"
#include "shell/agent/service.h"

namespace pysub::agent {
namespace {

constexpr std::string_view kModern =
    R"("_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", )"
    R"("io.modelcontextprotocol/clientCapabilities": {}})";

Json Parsed(std::string_view text) {
  JsonLimits limits;
  limits.tags = false;
  absl::StatusOr<Json> json = HostValueFromJson(text, limits);
  EXPECT_TRUE(json.ok()) << text;
  return json.ok() ? *json : Json();
}

// A member of members: At(answer, "error", "code").
template <typename... Names>
Json At(const Json& value, std::string_view name, Names... names) {
  const Json* member = IsObject(value) ? value.Find(name) : nullptr;
  if (member == nullptr) return {};
  if constexpr (sizeof...(names) == 0) {
    return *member;
  } else {
    return At(*member, names...);
  }
}

class ServerTest : public testing::Test {
 protected:
  explicit ServerTest(std::string_view config = R"({"permissions": {"isolation": "in-process"}})") {
    absl::StatusOr<Config> parsed = ParseConfig(config);
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    absl::StatusOr<std::unique_ptr<Service>> made = Service::Create(*parsed);
    EXPECT_TRUE(made.ok()) << made.status();
    service_ = *std::move(made);
    server_ = std::make_unique<Server>(
        *service_, [this](std::string_view line) { lines_.emplace_back(line); });
  }

  void Run() {
    while (server_->has_calls()) server_->Work();
  }
  // The one answer to a message.
  Json Ask(std::string_view message) {
    lines_.clear();
    server_->TakeLine(message);
    Run();
    EXPECT_EQ(lines_.size(), 1u) << message;
    return lines_.empty() ? Json() : Parsed(lines_[0].substr(0, lines_[0].size() - 1));
  }
  Json AskModern(std::string_view method, std::string_view params = "") {
    return Ask(std::string(R"({"jsonrpc": "2.0", "id": 1, "method": ")") + std::string(method) +
               R"(", "params": {)" + std::string(kModern) + (params.empty() ? "" : ", ") +
               std::string(params) + "}}");
  }

  std::unique_ptr<Service> service_;
  std::unique_ptr<Server> server_;
  std::vector<std::string> lines_;
};

TEST_F(ServerTest, AnErrorOfEachKindHasItsCode) {
  EXPECT_EQ(At(Ask("{"), "error", "code"), Json(kParseError));
  EXPECT_EQ(At(Ask("[]"), "error", "code"), Json(kInvalidRequest));
  EXPECT_EQ(At(Ask("{}"), "error", "code"), Json(kInvalidRequest));
  EXPECT_EQ(At(Ask(R"({"jsonrpc": "2.0", "id": 1, "method": "x"})"), "error", "code"),
            Json(kInvalidParams));
  EXPECT_EQ(At(AskModern("x"), "error", "code"), Json(kMethodNotFound));
  EXPECT_EQ(At(AskModern("tools/call"), "error", "code"), Json(kInvalidParams));
  EXPECT_EQ(At(AskModern("resources/read", R"("uri": "x")"), "error", "code"),
            Json(kInvalidParams));
  server_->RefuseLongLine();
  EXPECT_NE(lines_.back().find("request_bytes"), std::string::npos);
}

TEST_F(ServerTest, AnIdComesBackAsItWas) {
  for (std::string_view id : {"1", "-7", "\"x\"", "\"\"", "1.5", "9007199254740993"}) {
    const Json answer =
        Ask(std::string(R"({"jsonrpc": "2.0", "method": "ping", "id": )") + std::string(id) + "}");
    EXPECT_EQ(At(answer, "id"), Parsed(id));
    EXPECT_EQ(At(answer, "result"), Object());
  }
}

TEST_F(ServerTest, KeysWithADollarAreKeys) {
  const Json answer =
      Ask(R"({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": {"$bytes": 3}}})");
  EXPECT_EQ(At(answer, "result"), Object());
}

TEST_F(ServerTest, OneTableServesBothEras) {
  for (std::string_view method : {"tools/list", "resources/list", "resources/templates/list"})
    EXPECT_EQ(At(AskModern(method), "result", "resultType"), Json("complete")) << method;
  const Json agreed = Ask(
      R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}}})");
  EXPECT_EQ(At(agreed, "result", "protocolVersion"), Json("2025-06-18"));
  const Json old = Ask(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})");
  EXPECT_EQ(At(old, "result", "resultType"), Json());
  EXPECT_EQ(At(old, "result", "tools"), At(AskModern("tools/list"), "result", "tools"));
}

TEST_F(ServerTest, CallsBeyondTheLimitAreRefused) {
  const std::string params =
      std::string(kModern) + R"(, "name": "run_python", "arguments": {"code": "1"})";
  const size_t most = service_->config.limits.calls + service_->config.limits.waiting_calls;
  for (size_t i = 0; i <= most; ++i) {
    EXPECT_EQ(server_->WantsInput(), i < most);
    server_->TakeLine(R"({"jsonrpc": "2.0", "method": "tools/call", "id": )" + std::to_string(i) +
                      R"(, "params": {)" + params + "}}");
  }
  ASSERT_EQ(lines_.size(), 1u);
  EXPECT_EQ(At(Parsed(lines_[0].substr(0, lines_[0].size() - 1)), "error", "code"), Json(kBusy));
  Run();
  EXPECT_EQ(lines_.size(), most + 1);
  EXPECT_TRUE(server_->WantsInput());
}

TEST_F(ServerTest, ACancelledCallHasNoAnswer) {
  const std::string params =
      std::string(kModern) + R"(, "name": "run_python", "arguments": {"code": "while 1: pass"})";
  server_->TakeLine(R"({"jsonrpc": "2.0", "method": "tools/call", "id": "a", "params": {)" +
                    params + "}}");
  server_->Work();
  server_->TakeLine(
      R"({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}})");
  Run();
  EXPECT_TRUE(lines_.empty());
}

TEST(AgentLinesTest, LinesAreBounded) {
  LineSplitter lines(10);
  std::string_view line;
  const auto next = [&] { return lines.Take(&line); };
  EXPECT_EQ(next(), LineSplitter::Next::kNothing);
  lines.Add("one\r\n\n  \ntw");
  EXPECT_EQ(next(), LineSplitter::Next::kLine);
  EXPECT_EQ(line, "one");
  EXPECT_EQ(next(), LineSplitter::Next::kNothing);
  lines.Add("o\n01234567890\nnext\n");
  EXPECT_EQ(next(), LineSplitter::Next::kLine);
  EXPECT_EQ(line, "two");
  EXPECT_EQ(next(), LineSplitter::Next::kTooLong);
  EXPECT_EQ(next(), LineSplitter::Next::kLine);
  EXPECT_EQ(line, "next");
  // In pieces it is refused once, and what belongs to it is left out.
  lines.Add("01234567890");
  EXPECT_EQ(next(), LineSplitter::Next::kTooLong);
  for (int i = 0; i < 100; ++i) {
    lines.Add("01234567890");
    EXPECT_EQ(next(), LineSplitter::Next::kNothing);
  }
  lines.Add("\nlast");
  EXPECT_EQ(next(), LineSplitter::Next::kNothing);
  lines.End();
  EXPECT_EQ(next(), LineSplitter::Next::kLine);
  EXPECT_EQ(line, "last");
  EXPECT_EQ(next(), LineSplitter::Next::kNothing);
}

TEST(AgentJsonTest, TextsAreUtf8) {
  EXPECT_EQ(CleanText("a\xFF\xC3\xA9\xED\xA0\x80z"), "a\xEF\xBF\xBD\xC3\xA9\xEF\xBF\xBDz");
  EXPECT_EQ(CutText("\xC3\xA9\xC3\xA9", 3), "\xC3\xA9");
  EXPECT_EQ(CutText("abc", 3), "abc");
  EXPECT_EQ(ToLine(HostValue("\xED\xA0\x80\\ud800")), "\"\\ufffd\\\\ud800\"\n");
  for (std::string_view bytes : {"", "a", "ab", "abc", "abcd"})
    EXPECT_EQ(FromBase64(Base64(bytes)), std::string(bytes));
  for (std::string_view text : {"a", "ab=c", "a===", "####", "YQ=a"})
    EXPECT_EQ(FromBase64(text), std::nullopt) << text;
}

TEST(AgentJsonTest, WholeNumbersMayBeWrittenAsFloats) {
  EXPECT_EQ(WholeNumber(Parsed("3.0")), 3);
  EXPECT_EQ(WholeNumber(Parsed("-3")), -3);
  for (std::string_view text : {"3.5", "1e300", "true", "\"3\"", "null", "99999999999999999999"})
    EXPECT_EQ(WholeNumber(Parsed(text)), std::nullopt) << text;
}

TEST(AgentOutputTest, TheOldestGoesFirst) {
  OutputStore store(10);
  EXPECT_EQ(store.Keep("12345678901"), 0u);
  const uint64_t first = store.Keep("12345");
  const uint64_t second = store.Keep("12345");
  EXPECT_NE(store.Find(first), nullptr);
  const uint64_t third = store.Keep("1");
  EXPECT_EQ(store.Find(first), nullptr);
  EXPECT_EQ(*store.Find(second), "12345");
  EXPECT_EQ(*store.Find(third), "1");
}

TEST(AgentResourcesTest, UrisComeBack) {
  const std::string path = "/a b/\xC3\xA9%/..";
  const std::optional<ResourceUri> uri = ParseResourceUri(FileUri("s1", path));
  ASSERT_TRUE(uri.has_value());
  EXPECT_EQ(uri->path, path);
  EXPECT_EQ(uri->session, "s1");
  EXPECT_EQ(ParseResourceUri("pysub://output/7?offset=12")->offset, 12u);
  for (std::string_view text :
       {"", "pysub://output/", "pysub://output/7x", "pysub://output/7?offset=", "pysub://session/x",
        "pysub://session/x/files", "pysub://session/x/files/%4", "pysub://session/x/files/%zz"})
    EXPECT_FALSE(ParseResourceUri(text).has_value()) << text;
}

TEST(AgentConfigTest, ThePageHasEachLimitWithItsDefault) {
  std::ifstream file("docs/agent.md");
  std::stringstream text;
  text << file.rdbuf();
  const Quotas defaults;
  for (const LimitRow& row : LimitRows()) {
    const std::string cells = "| `" + std::string(row.name) + "` | " +
                              std::to_string(defaults.*row.member) + " | " + std::string(row.what) +
                              " |";
    EXPECT_NE(text.str().find(cells), std::string::npos) << cells;
  }
  for (const Tool& tool : Tools())
    EXPECT_NE(text.str().find("| `" + std::string(tool.name) + "` |"), std::string::npos)
        << tool.name;
}

TEST(AgentConfigTest, ThePageHasEachLimitOfHttp) {
  std::ifstream file("docs/agent.md");
  std::stringstream text;
  text << file.rdbuf();
  const HttpLimits defaults;
  for (const HttpLimitRow& row : HttpLimitRows()) {
    const std::string cells = "| `" + std::string(row.name) + "` | " +
                              std::to_string(defaults.*row.member) + " | " + std::string(row.what) +
                              " |";
    EXPECT_NE(text.str().find(cells), std::string::npos) << cells;
  }
}

TEST(AgentConfigTest, WhatThePageShowsIsGood) {
  std::ifstream file("docs/agent.md");
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string text = stream.str();
  constexpr std::string_view kFence = "```json\n";
  size_t seen = 0;
  for (size_t at = text.find(kFence); at != std::string::npos; at = text.find(kFence, at + 1)) {
    const size_t from = at + kFence.size();
    const absl::StatusOr<AgentConfig> config =
        ParseAgentConfig(std::string_view(text).substr(from, text.find("```", from) - from));
    EXPECT_TRUE(config.ok()) << config.status();
    ++seen;
  }
  EXPECT_EQ(seen, 2u);
}

// A tenant says what is different for it.
TEST(AgentConfigTest, TenantsBeginWithTheRestOfTheFile) {
  const absl::StatusOr<AgentConfig> config = ParseAgentConfig(
      R"({"tenants": {"a": {"tokens": ["0123456789abcdef"], "limits": {"calls": 2}},
                      "b": {"tokens": ["0123456789abcdeg"], "environment": {"X": "b"}}},
          "limits": {"run_ms": 5}, "environment": {"Y": "all"}})");
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->tenants.size(), 2u);
  const TenantConfig& a = config->tenants[0];
  const TenantConfig& b = config->tenants[1];
  EXPECT_EQ(a.tokens, std::vector{DigestOf("0123456789abcdef")});
  EXPECT_EQ(a.config.limits.calls, 2u);
  EXPECT_EQ(a.config.limits.run_ms, 5u);
  EXPECT_EQ(a.config.environment.size(), 1u);
  EXPECT_EQ(b.config.limits.calls, Quotas().calls);
  EXPECT_EQ(b.config.environment[0].first, "X");
}

TEST(AgentConfigTest, LimitsAreTaken) {
  const absl::StatusOr<Config> config =
      ParseConfig(R"({"limits": {"run_ms": 5, "output_bytes": 7.0}})");
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->python_limits().duration, std::chrono::milliseconds(5));
  EXPECT_EQ(config->shell_limits().output_bytes, 7u);
  EXPECT_EQ(config->directory(), "/home/user");
}

// docs/network.md shows the section; what is wrong with it is told with its place.
TEST(AgentConfigTest, TheNetworkIsRead) {
  std::ifstream file("docs/network.md");
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string page = stream.str();
  constexpr std::string_view kFence = "```json\n";
  const size_t from = page.find(kFence) + kFence.size();
  const absl::StatusOr<Config> config =
      ParseConfig(page.substr(from, page.find("```", from) - from));
  ASSERT_TRUE(config.ok()) << config.status();
  const shell::NetworkPolicy& policy = config->network_config.policy;
  ASSERT_EQ(policy.rules.size(), 2u);
  EXPECT_EQ(policy.rules[0].host, "api.example.org");
  EXPECT_FALSE(policy.rules[0].http);
  EXPECT_EQ(policy.rules[1].ports, std::vector<uint16_t>{8443});
  EXPECT_EQ(policy.rules[1].headers[0].second, "Bearer ...");
  EXPECT_EQ(policy.requests, 100u);
  EXPECT_EQ(policy.time, std::chrono::minutes(1));
  for (const char* wrong :
       {R"({"network": []})", R"({"network": {"rule": []}})", R"({"network": {"rules": ["a b"]}})",
        R"({"network": {"rules": [{"hosts": "a.org"}]}})", R"({"network": {"rules": [{}]}})",
        R"({"network": {"rules": [{"host": "a.org", "ports": [0]}]}})",
        R"({"network": {"rules": [{"host": "a.org", "schemes": ["ftp"]}]}})",
        R"({"network": {"rules": [{"host": "a.org", "networks": ["10.0.0.0/99"]}]}})",
        R"({"network": {"rules": [{"host": "a.org", "headers_over_http": 1}]}})",
        R"({"network": {"names": {"a.org": ["b.org"]}}})",
        R"({"network": {"limits": {"request": 1}}})",
        R"({"network": {"limits": {"requests": 0}}})"}) {
    const absl::StatusOr<Config> bad = ParseConfig(wrong);
    EXPECT_FALSE(bad.ok()) << wrong;
    EXPECT_TRUE(bad.status().message().find("network") != absl::string_view::npos)
        << wrong << bad.status();
  }
}

TEST(AgentClientsTest, SettingsNameTheProgram) {
  const std::string text = ClientSettings("claude", "/x/pysub-agent", {"mcp"});
  EXPECT_EQ(At(Parsed(text.substr(0, text.size() - 1)), "mcpServers", "pysub", "command"),
            Json("/x/pysub-agent"));
}

// Schemas are servers', values are programs': what both together cost is bounded.
TEST(AgentSchemaTest, LargeSchemasAndValuesEndInTime) {
  std::string numbers = "0", names, members = "\"m\": 1", unknown = "\"type\": \"object\"";
  for (int i = 1; i < 20'000; ++i) {
    numbers += ", " + std::to_string(i);
    names += (i == 1 ? "" : ", ") + ("\"r" + std::to_string(i)) + "\"";
    members += ", \"r" + std::to_string(i) + "\": 1";
    unknown += ", \"k" + std::to_string(i) + "\": 1";
  }
  const Json wide = Parsed("{\"items\": {\"enum\": [" + numbers + ", \"x\"]}}");
  const Json required = Parsed("{\"required\": [" + names + "]}");
  const Json equal = Parsed("{\"items\": {\"const\": [" + numbers + "]}}");
  const Json list = Parsed("[" + numbers + "]"), object = Parsed("{" + members + "}");
  EXPECT_NE(CheckSchema(wide, list).message, "");
  EXPECT_NE(CheckSchema(required, object).message, "");
  EXPECT_NE(CheckSchema(equal, HostValue::List(std::vector<Json>(10'000, list))).message, "");
  EXPECT_EQ(UncheckedKeywords(Parsed("{" + unknown + "}")).size(), 30u);
  EXPECT_EQ(CheckSchema(Parsed("{\"items\": {\"enum\": [1, 2]}}"), Parsed("[1, 2, 1]")).message,
            "");
}

}  // namespace
}  // namespace pysub::agent
