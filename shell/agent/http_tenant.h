#ifndef PYSUB_SHELL_AGENT_HTTP_TENANT_H_
#define PYSUB_SHELL_AGENT_HTTP_TENANT_H_

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/config.h"
#include "shell/agent/http_server.h"
#include "shell/agent/metrics.h"
#include "shell/agent/server.h"
#include "shell/agent/service.h"
#include "shell/agent/work_pool.h"

namespace pysub::agent {

// One principal of an HTTP server: its Service, its tokens, its handshakes. Nothing in it is known
// to another one, so what is asked for by an id that another tenant has is not there.
class HttpTenant {
 public:
  HttpTenant(const HttpLimits& limits, std::vector<TokenDigest> tokens,
             std::unique_ptr<Service> service, WorkPool& pool);

  const std::vector<TokenDigest>& tokens() const { return tokens_; }
  const Config& config() const { return service_->config; }

  // A request whose head was looked at. `fields`: go with its answer.
  void Take(HttpHead head, std::string body, HttpFields fields, std::shared_ptr<HttpReply> reply);
  // Forgets handshakes that nobody uses.
  void Tick();
  TenantMetrics Metrics() const;

 private:
  // What an initialize request opened (older era).
  struct Handshake {
    explicit Handshake(Service& service) : server(std::make_shared<Server>(service)) {}
    const std::shared_ptr<Server> server;
    std::shared_ptr<HttpReply> stream;  // of GET; null: there is none
    SteadyTime used_at;
  };
  // A request while it is worked on.
  struct Exchange {
    HttpHead head;
    std::string body;
    HttpFields fields;
    std::shared_ptr<HttpReply> reply;
    size_t size = 0;                // of the body
    std::shared_ptr<void> counted;  // among those that are not answered
  };

  // By the pool, one after the other.
  void Work(Exchange& exchange);
  void TakePost(Exchange& exchange);
  void TakeModern(Exchange& exchange, const Json& message);
  void TakeLegacy(Exchange& exchange, const Json& message);
  void TakeGet(Exchange& exchange);
  void TakeDelete(Exchange& exchange);
  void Forget();
  // Null: there is none, and it was answered so.
  std::shared_ptr<Handshake> FindHandshake(Exchange& exchange);
  std::shared_ptr<Handshake> Open(Exchange& exchange, std::string* id);

  const HttpLimits& limits_;
  const std::vector<TokenDigest> tokens_;
  const std::unique_ptr<Service> service_;
  WorkPool& pool_;
  WorkPool::Lane& lane_;
  // Of those that are not answered; shared with them.
  const std::shared_ptr<std::atomic<size_t>> requests_ = std::make_shared<std::atomic<size_t>>(0);
  std::map<std::string, std::shared_ptr<Handshake>, std::less<>> handshakes_;  // by Mcp-Session-Id
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_HTTP_TENANT_H_
