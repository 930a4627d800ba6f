#include "shell/agent/mcp_host.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <utility>

#include "shell/agent/http_accept.h"
#include "shell/agent/http_tenant.h"
#include "shell/agent/metrics.h"
#include "shell/agent/page.h"
#include "shell/agent/rpc.h"
#include "shell/agent/work_pool.h"

namespace pysub::agent {
namespace {

constexpr int kGoesOn = 0;  // Look(): no refusal
constexpr std::string_view kMetricsPath = "/metrics";

std::string_view PathOf(const HttpHead& head) {
  return std::string_view(head.target).substr(0, head.target.find('?'));
}

// A page may load nothing but what stands beside it, and be shown in no other one.
HttpAnswer AnswerOf(const PageFile& file) {
  return {200,
          {{"Content-Type", std::string(file.type)},
           {"Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
           {"X-Content-Type-Options", "nosniff"},
           {"Referrer-Policy", "no-referrer"},
           {"Cache-Control", "no-cache"}},
          std::string(file.text)};
}

HttpAnswer Refusal(int status, std::string message, HttpFields fields = {}) {
  fields.emplace_back("Content-Type", "application/json");
  return {status, std::move(fields),
          ToLine(ErrorTo({}, {kInvalidRequest, std::move(message), {}}))};
}

// Who has no token learns that one is wanted; who has a wrong one, that it is wrong and no more.
std::string WhyNoToken(const HttpHead& head, std::string_view whose) {
  if (BearerToken(head.Field("Authorization")).empty())
    return fmt::format("a bearer token of {} is missing", whose);
  return fmt::format("this bearer token is none of {}", whose);
}

// A header that means something must not be there twice: whoever stands before us may have looked
// at the other one.
std::string_view DoubledField(const HttpHead& head) {
  for (const std::string_view name : {"Host", "Origin", "Authorization", "Content-Type",
                                      "MCP-Protocol-Version", "Mcp-Session-Id"}) {
    if (head.Count(name) > 1) return name;
  }
  return {};
}

// What browsers want to know before and behind a request of a page.
HttpFields FieldsFor(const HttpHead& head) {
  const std::string_view origin = head.Field("Origin");
  if (origin.empty()) return {};
  return {{"Access-Control-Allow-Origin", std::string(origin)},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id"},
          {"Vary", "Origin"}};
}

HttpAnswer Preflight(const HttpHead& head) {
  HttpAnswer answer = {204, FieldsFor(head), ""};
  answer.fields.emplace_back("Access-Control-Allow-Methods", "POST, GET, DELETE");
  answer.fields.emplace_back("Access-Control-Allow-Headers",
                             "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, "
                             "MCP-Protocol-Version, Mcp-Method, Mcp-Name");
  return answer;
}

HttpAnswer CheckPost(const HttpHead& head) {
  if (!IsJsonType(head.Field("Content-Type")))
    return Refusal(415, "the Content-Type is application/json");
  if (head.Count("Content-Encoding") > 0) return Refusal(415, "a body is not encoded");
  const AcceptedTypes accepted = AcceptedBy(head.Field("Accept"));
  if (!accepted.json && !accepted.stream)
    return Refusal(406, "Accept is application/json and text/event-stream");
  return {kGoesOn, {}, ""};
}

}  // namespace

McpHost::McpHost(const HttpConfig& config)
    : config_(config), pool_(std::make_unique<WorkPool>()), started_(time(nullptr)) {}

McpHost::~McpHost() { Stop(); }

absl::StatusOr<std::unique_ptr<McpHost>> McpHost::Create(const AgentConfig& config,
                                                         OpenDurableFunction open_durable) {
  std::unique_ptr<McpHost> host(new McpHost(config.http));
  std::vector<TenantConfig> tenants = config.tenants;
  host->wants_tokens_ = !tenants.empty();
  if (tenants.empty()) tenants.push_back({"", {}, config.config});
  for (TenantConfig& tenant : tenants) {
    absl::StatusOr<std::unique_ptr<Service>> service = Service::Create(tenant.config, open_durable);
    if (!service.ok()) {
      const std::string place = tenant.name.empty() ? "" : fmt::format("tenants.{}.", tenant.name);
      return absl::Status(service.status().code(), place + std::string(service.status().message()));
    }
    host->tenants_.push_back(std::make_unique<HttpTenant>(
        host->config_.limits, std::move(tenant.tokens), *std::move(service), *host->pool_));
  }
  return host;
}

void McpHost::Start() { pool_->Start(config_.limits.threads); }

void McpHost::Stop() {
  pool_->Stop();
  tenants_.clear();
  pool_ = std::make_unique<WorkPool>();  // with it goes what nobody has worked on
}

// ---- Who asks

bool McpHost::IsOurHost(const HttpHead& head) const {
  const std::string_view name = HostName(head.Field("Host"));
  // A page of a stranger that was given our address (DNS rebinding) still has its own name.
  return IsAddressOrLocal(name) ||
         std::find(config_.hosts.begin(), config_.hosts.end(), name) != config_.hosts.end();
}

bool McpHost::IsOurOrigin(const HttpHead& head) const {
  std::string_view origin = head.Field("Origin");
  if (head.Count("Origin") == 0) return true;  // no browser
  if (std::find(config_.origins.begin(), config_.origins.end(), origin) != config_.origins.end())
    return true;
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && origin.substr(kScheme.size()) == head.Field("Host");
}

HttpTenant* McpHost::FindTenant(const HttpHead& head) const {
  if (!wants_tokens_) return tenants_[0].get();
  const std::string_view token = BearerToken(head.Field("Authorization"));
  if (token.empty()) return nullptr;  // even where somebody gave us the digest of nothing
  const TokenDigest given = DigestOf(token);
  HttpTenant* found = nullptr;
  // All are compared, each in constant time: how long it takes tells nothing.
  for (const std::unique_ptr<HttpTenant>& tenant : tenants_) {
    for (const TokenDigest& token : tenant->tokens()) {
      if (sodium_memcmp(given.data(), token.data(), token.size()) == 0) found = tenant.get();
    }
  }
  return found;
}

bool McpHost::MaySeeMetrics(const HttpHead& head) const {
  if (!wants_tokens_ && config_.metrics_tokens.empty()) return true;
  const std::string_view token = BearerToken(head.Field("Authorization"));
  if (token.empty()) return false;  // even where somebody gave us the digest of nothing
  const TokenDigest given = DigestOf(token);
  bool may = false;
  for (const TokenDigest& known : config_.metrics_tokens)
    may |= sodium_memcmp(given.data(), known.data(), known.size()) == 0;
  return may;
}

// The page has nothing in it that strangers may not see: what it shows it asks for like any client.
HttpAnswer McpHost::CheckOtherPath(const HttpHead& head) const {
  const std::string_view path = PathOf(head);
  if (path != kMetricsPath && FindPageFile(path) == nullptr)
    return Refusal(404, fmt::format("there are {}, {} and /", kPath, kMetricsPath));
  if (head.method != "GET" && head.method != "HEAD")
    return Refusal(405, "there are GET and HEAD", {{"Allow", "GET, HEAD"}});
  if (path == kMetricsPath && !MaySeeMetrics(head)) {
    return Refusal(401, WhyNoToken(head, "http.metrics_tokens"),
                   {{"WWW-Authenticate", "Bearer realm=\"pysub-agent metrics\""}});
  }
  return {kGoesOn, {}, ""};
}

HttpAnswer McpHost::Metrics() const {
  std::vector<TenantMetrics> tenants;
  for (const std::unique_ptr<HttpTenant>& tenant : tenants_) tenants.push_back(tenant->Metrics());
  return {200,
          {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"},
           {"Cache-Control", "no-store"},
           {"X-Content-Type-Options", "nosniff"}},
          MetricsText(counts_, tenants, started_)};
}

HttpAnswer McpHost::CheckWhoAsks(const HttpHead& head) const {
  if (const std::string_view name = DoubledField(head); !name.empty())
    return Refusal(400, fmt::format("the header {} is there twice", name));
  if (!IsOurHost(head)) return Refusal(403, "this Host is not ours (http.hosts)");
  if (!IsOurOrigin(head)) return Refusal(403, "this Origin may not ask (http.origins)");
  if (PathOf(head) != kPath) return CheckOtherPath(head);
  if (head.method == "OPTIONS" && head.Count("Origin") > 0) return Preflight(head);
  if (FindTenant(head) == nullptr) {
    return Refusal(401, WhyNoToken(head, "a tenant"),
                   {{"WWW-Authenticate", "Bearer realm=\"pysub-agent\""}});
  }
  return {kGoesOn, {}, ""};
}

HttpAnswer McpHost::Look(const HttpHead& head, uint64_t* most_body_bytes) {
  HttpAnswer refusal = CheckWhoAsks(head);
  if (PathOf(head) != kPath) {
    *most_body_bytes = 0;
  } else if (refusal.status == kGoesOn && head.method == "POST") {
    *most_body_bytes = FindTenant(head)->config().limits.request_bytes;
    refusal = CheckPost(head);
  } else if (refusal.status == kGoesOn) {
    *most_body_bytes = 0;
    if (head.method != "GET" && head.method != "DELETE")
      return Refusal(405, "there are POST, GET and DELETE", {{"Allow", "POST, GET, DELETE"}});
  }
  return refusal;
}

void McpHost::Take(HttpHead head, std::string body, std::shared_ptr<HttpReply> reply) {
  const std::string_view path = PathOf(head);
  if (path == kMetricsPath) return reply->Whole(Metrics());
  if (const PageFile* file = FindPageFile(path)) return reply->Whole(AnswerOf(*file));
  HttpTenant* const tenant = FindTenant(head);
  HttpFields fields = FieldsFor(head);
  tenant->Take(std::move(head), std::move(body), std::move(fields), std::move(reply));
}

void McpHost::Tick() {
  for (const std::unique_ptr<HttpTenant>& tenant : tenants_) tenant->Tick();
}

}  // namespace pysub::agent
