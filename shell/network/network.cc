// The policy of a shell's network and its account. Threats: what a script asks for, and what
// servers answer. Whatever a broker says is bounded here once more, so that one with a mistake (or
// in the hands of a server) costs no more than the policy allows.

#include "pysub/shell/network.h"

#include <absl/status/status.h>
#include <fmt/format.h>

#include <algorithm>

#include "lexer/base/threads.h"
#include "shell/network/url.h"

namespace pysub::shell {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::string_view kUsualMethods[] = {"GET", "HEAD",  "OPTIONS", "POST",
                                              "PUT", "PATCH", "DELETE"};
// What tells where a message ends, or what a connection is for, is the broker's alone: two that
// disagree about it can be made to see different requests (smuggling).
constexpr std::string_view kFramingHeaders[] = {"connection",
                                                "content-length",
                                                "expect",
                                                "host",
                                                "keep-alive",
                                                "proxy-authenticate",
                                                "proxy-authorization",
                                                "proxy-connection",
                                                "te",
                                                "trailer",
                                                "transfer-encoding",
                                                "upgrade",
                                                "http2-settings"};

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; }
std::string LowerText(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

// RFC 9110: what names and methods are made of.
bool IsToken(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && text.size() <= 256 && std::ranges::all_of(text, [&](char c) {
    return (Lower(c) >= 'a' && Lower(c) <= 'z') || (c >= '0' && c <= '9') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

// T-042: a line end in a value would begin a header, or a request, of the script's own making.
bool IsHeaderValue(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != 127); });
}

uint64_t HeadBytes(const CheckedRequest& request) {
  uint64_t bytes = request.method.size() + request.target.size() + request.host.size() + 64;
  for (const auto& [name, value] : request.headers) bytes += name.size() + value.size() + 4;
  return bytes;
}

uint64_t Milliseconds(nanoseconds time) {
  return static_cast<uint64_t>(std::max<int64_t>(time.count() / 1'000'000, 1));
}

// A rule as it is compared.
struct Rule {
  const NetworkRule* given;
  std::string host;  // lower case
  std::optional<NetworkAddress> address;
  std::vector<NetworkBlock> networks;

  bool HasHost(std::string_view other, bool is_address) const {
    if (host == "*") return true;
    if (address) return is_address && NetworkAddress::Parse(other) == address;
    if (is_address) return false;
    if (!host.starts_with("*.")) return host == other;
    const std::string_view ending = std::string_view(host).substr(1);
    return other.size() > ending.size() && other.ends_with(ending);
  }
  bool HasPort(const StrictUrl& url) const {
    if (!given->ports.empty()) return std::ranges::count(given->ports, url.port) > 0;
    return url.port == (url.is_https ? 443 : 80);
  }
  bool HasScheme(const StrictUrl& url) const { return url.is_https ? given->https : given->http; }
  bool HasMethod(std::string_view method) const {
    if (given->methods.empty()) return std::ranges::count(kUsualMethods, method) > 0;
    return std::ranges::count(given->methods, method) > 0;
  }
};

absl::StatusOr<Rule> Compile(const NetworkRule& given) {
  Rule rule{&given, LowerText(given.host), std::nullopt, {}};
  std::string why;
  bool is_address = false;
  std::string_view name = rule.host;
  if (name.starts_with("*.")) name.remove_prefix(2);
  if (rule.host != "*") {
    rule.address = NetworkAddress::Parse(rule.host);
    if (!rule.address) {
      const std::optional<std::string> host = StrictHost(name, &is_address, &why);
      if (!host)
        return absl::InvalidArgumentError(
            fmt::format("network rule for \"{}\": {}", given.host, why));
      if (is_address) {
        if (name.size() != rule.host.size())
          return absl::InvalidArgumentError(
              fmt::format("network rule for \"{}\": an address has no names below it", given.host));
        rule.address = NetworkAddress::Parse(*host);
      }
    }
  }
  // Who names an address means it.
  if (rule.address)
    rule.networks.push_back({*rule.address, static_cast<uint8_t>(rule.address->is_v6 ? 128 : 32)});
  for (const std::string& text : given.networks) {
    const std::optional<NetworkBlock> block = NetworkBlock::Parse(text);
    if (!block)
      return absl::InvalidArgumentError(
          fmt::format("network rule for \"{}\": \"{}\" is no network", given.host, text));
    rule.networks.push_back(*block);
  }
  for (uint16_t port : given.ports) {
    if (port == 0)
      return absl::InvalidArgumentError(
          fmt::format("network rule for \"{}\": there is no port 0", given.host));
  }
  for (const std::string& method : given.methods) {
    if (!IsToken(method) || method == "CONNECT" || method == "TRACE")
      return absl::InvalidArgumentError(
          fmt::format("network rule for \"{}\": \"{}\" is no method", given.host, method));
  }
  for (const auto& [header, value] : given.headers) {
    if (!IsToken(header) || !IsHeaderValue(value) ||
        std::ranges::count(kFramingHeaders, LowerText(header)) > 0)
      return absl::InvalidArgumentError(
          fmt::format("network rule for \"{}\": a header is not good", given.host));
  }
  if (!given.headers.empty() && given.http && !given.headers_over_http && !given.https)
    return absl::InvalidArgumentError(
        fmt::format("network rule for \"{}\": its headers belong to https", given.host));
  return rule;
}

}  // namespace

absl::StatusOr<NetworkRule> NetworkRule::Parse(std::string_view text) {
  const auto wrong = [text](std::string_view why) {
    return absl::InvalidArgumentError(fmt::format("network rule \"{}\": {}", text, why));
  };
  NetworkRule rule;
  std::string_view left = text;
  if (left.starts_with("https://")) {
    rule.http = false;
    left.remove_prefix(8);
  } else if (left.starts_with("http://")) {
    rule.https = false;
    left.remove_prefix(7);
  }
  const size_t bracket = left.find(']');
  const size_t colon = left.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    uint32_t port = 0;
    const std::string_view digits = left.substr(colon + 1);
    for (char c : digits) {
      if (c < '0' || c > '9' || port > 65535) return wrong("no good port");
      port = port * 10 + static_cast<uint32_t>(c - '0');
    }
    if (digits.empty() || port == 0 || port > 65535) return wrong("no good port");
    rule.ports = {static_cast<uint16_t>(port)};
    left = left.substr(0, colon);
  }
  rule.host = left;
  if (const absl::StatusOr<Rule> compiled = Compile(rule); !compiled.ok()) return compiled.status();
  return rule;
}

// ---- what a broker gets

bool CheckedRequest::MayConnectTo(const NetworkAddress& address) const {
  if (address.IsPublic()) return true;
  return std::ranges::any_of(networks,
                             [&](const NetworkBlock& block) { return block.Contains(address); });
}

std::string CheckedRequest::HostHeader() const {
  const std::string shown = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == (is_https ? 443 : 80) ? shown : fmt::format("{}:{}", shown, port);
}

std::string CheckedRequest::Url() const {
  return fmt::format("{}://{}{}", is_https ? "https" : "http", HostHeader(), target);
}

void CheckedRequest::Fields(Archive& archive) {
  archive(method, is_https, host, port, target, headers, has_body, body, addresses, networks,
          timeout_ms, connect_timeout_ms, answer_bytes, head_bytes, version, family,
          skip_verification, wants_notes);
  if (version > NetworkRequest::Version::k2 || family > NetworkRequest::Family::kV6) archive.Fail();
}

void NetworkError::Fields(Archive& archive) {
  archive(kind, message, error_number);
  if (kind > NetworkErrorKind::kBroker) archive.Fail();
}

void NetworkTimes::Fields(Archive& archive) {
  archive(resolved_us, connected_us, secured_us, sent_us, first_byte_us, end_us, request_bytes,
          connections, address, port);
}

// ---- the policy

struct Network::Impl {
  std::shared_ptr<NetworkBroker> broker;
  NetworkPolicy policy;
  std::vector<Rule> rules;
  std::vector<std::pair<std::string, std::vector<NetworkAddress>>> names;
  Mutex mutex;  // of what is below
  NetworkUsage usage;

  absl::Status Compile();
  const Rule* Find(const StrictUrl& url, std::string_view method, std::string* why) const;
  bool AddHeaders(const NetworkRequest& request, const Rule& rule, CheckedRequest* checked,
                  std::string* why) const;
  // What Network::Check() answers, and the rule that allows it.
  std::optional<CheckedRequest> Check(const NetworkRequest& request, NetworkError* error,
                                      const Rule** rule) const;
  // Enters a request into the account. False: *error says which limit.
  bool Enter(const CheckedRequest& request, NetworkError* error);
};

absl::Status Network::Impl::Compile() {
  for (const NetworkRule& given : policy.rules) {
    absl::StatusOr<Rule> rule = shell::Compile(given);
    if (!rule.ok()) return rule.status();
    rules.push_back(*std::move(rule));
  }
  for (const auto& [name, texts] : policy.names) {
    std::vector<NetworkAddress> addresses;
    for (const std::string& text : texts) {
      const std::optional<NetworkAddress> address = NetworkAddress::Parse(text);
      if (!address)
        return absl::InvalidArgumentError(
            fmt::format("network name \"{}\": \"{}\" is no address", name, text));
      addresses.push_back(*address);
    }
    if (addresses.empty())
      return absl::InvalidArgumentError(fmt::format("network name \"{}\" has no address", name));
    names.emplace_back(LowerText(name), std::move(addresses));
  }
  return absl::OkStatus();
}

// The first rule that has all of it. When there is none, what the nearest one lacks is told: it
// stands in the host's policy, which is no secret of the host's.
const Rule* Network::Impl::Find(const StrictUrl& url, std::string_view method,
                                std::string* why) const {
  int best = 0;
  for (const Rule& rule : rules) {
    if (!rule.HasHost(url.host, url.is_address)) continue;
    const bool has_scheme = rule.HasScheme(url), has_port = rule.HasPort(url);
    if (has_scheme && has_port && rule.HasMethod(method)) return &rule;
    const int reached = 1 + (has_scheme ? 1 : 0) + (has_scheme && has_port ? 1 : 0);
    best = std::max(best, reached);
  }
  switch (best) {
    case 0: *why = fmt::format("this sandbox may not reach {}", url.host); break;
    case 1:
      *why = fmt::format("this sandbox may not use {} with {}", url.is_https ? "https" : "http",
                         url.host);
      break;
    case 2:
      *why = fmt::format("this sandbox may not reach port {} of {}", url.port, url.host);
      break;
    default: *why = fmt::format("this sandbox may not use {} with {}", method, url.host);
  }
  return nullptr;
}

bool Network::Impl::AddHeaders(const NetworkRequest& request, const Rule& rule,
                               CheckedRequest* checked, std::string* why) const {
  const bool has_secrets = checked->is_https || rule.given->headers_over_http;
  for (const auto& [name, value] : request.headers) {
    const std::string lower = LowerText(name);
    if (!IsToken(name) || !IsHeaderValue(value)) {
      *why = "a header has bytes that no header may have";
      return false;
    }
    if (lower == "host" && LowerText(value) == LowerText(checked->HostHeader())) continue;
    if (std::ranges::count(kFramingHeaders, lower) > 0) {
      *why = fmt::format("the header {} is not the script's to set", name);
      return false;
    }
    const bool is_rules =
        has_secrets && std::ranges::any_of(rule.given->headers, [&](auto& header) {
          return LowerText(header.first) == lower;
        });
    if (!is_rules) checked->headers.emplace_back(name, value);
  }
  if (has_secrets)
    checked->headers.insert(checked->headers.end(), rule.given->headers.begin(),
                            rule.given->headers.end());
  return true;
}

std::optional<CheckedRequest> Network::Impl::Check(const NetworkRequest& request,
                                                   NetworkError* error, const Rule** found) const {
  const auto refuse = [error](std::string why) {
    *error = {NetworkErrorKind::kRefused, std::move(why)};
    return std::nullopt;
  };
  std::string why;
  const std::optional<StrictUrl> url = ParseStrictUrl(request.url, &why);
  if (!url) return refuse(why);
  if (!IsToken(request.method)) return refuse("that is no method");
  const Rule* rule = Find(*url, request.method, &why);
  if (rule == nullptr) return refuse(why);
  *found = rule;
  if (request.method == "HEAD" && request.body)
    return refuse("a request with HEAD has no body here");
  if (request.skip_verification && !rule->given->may_skip_verification && url->is_https)
    return refuse(fmt::format("this sandbox must check the certificate of {}", url->host));

  CheckedRequest checked;
  checked.method = request.method;
  checked.is_https = url->is_https;
  checked.host = url->host;
  checked.port = url->port;
  checked.target = url->target;
  checked.networks = rule->networks;
  if (!AddHeaders(request, *rule, &checked, &why)) return refuse(why);
  checked.has_body = request.body.has_value();
  checked.body = request.body.value_or("");
  if (url->is_address) {
    checked.addresses = {*NetworkAddress::Parse(url->host)};
  } else {
    for (const auto& [name, addresses] : names) {
      if (name == url->host) checked.addresses = addresses;
    }
  }
  // Those that are known beforehand are refused before anybody is asked.
  for (const NetworkAddress& address : checked.addresses) {
    if (!checked.MayConnectTo(address))
      return refuse(fmt::format("{} is not a public address", address.Text()));
  }
  const auto least = [](nanoseconds asked, nanoseconds most) {
    return asked.count() > 0 ? std::min(asked, most) : most;
  };
  const nanoseconds timeout = least(request.timeout, policy.time_of_request);
  checked.timeout_ms = Milliseconds(timeout);
  checked.connect_timeout_ms =
      Milliseconds(std::min(timeout, least(request.connect_timeout, policy.connect_time)));
  checked.answer_bytes = policy.answer_bytes;
  checked.head_bytes = policy.head_bytes;
  checked.version = request.version;
  checked.family = request.family;
  checked.skip_verification = request.skip_verification;
  checked.wants_notes = request.wants_notes;
  return checked;
}

std::optional<CheckedRequest> Network::Check(const NetworkRequest& request,
                                             NetworkError* error) const {
  const Rule* rule = nullptr;
  return impl_->Check(request, error, &rule);
}

bool Network::Impl::Enter(const CheckedRequest& request, NetworkError* error) {
  const uint64_t bytes = HeadBytes(request) + request.body.size();
  const auto refuse = [error](std::string_view what) {
    *error = {NetworkErrorKind::kLimit,
              fmt::format("the network of this sandbox has a limit: {}", what)};
    return false;
  };
  const LockGuard lock(mutex);
  if (bytes > policy.request_bytes) return refuse("the bytes of a request");
  if (usage.requests >= policy.requests) return refuse("the number of requests");
  if (usage.at_once >= policy.requests_at_once) return refuse("the number of requests at a time");
  if (bytes > policy.bytes_up - std::min(policy.bytes_up, usage.bytes_up))
    return refuse("the bytes that are sent");
  if (usage.bytes_down >= policy.bytes_down) return refuse("the bytes that are received");
  if (usage.time >= policy.time) return refuse("the time of all requests");
  ++usage.requests;
  ++usage.at_once;
  usage.bytes_up += bytes;
  return true;
}

// ---- an exchange, watched

// Stands between a command and the broker's exchange: counts, bounds, and hides what the rule put
// into the request from the notes.
class GuardedExchange : public NetworkExchange {
 public:
  GuardedExchange(std::shared_ptr<Network> network, const CheckedRequest& request,
                  std::vector<std::string> hidden, std::unique_ptr<NetworkExchange> exchange)
      : network_(std::move(network)),
        exchange_(std::move(exchange)),
        hidden_(std::move(hidden)),
        answer_left_(request.answer_bytes),
        head_left_(request.head_bytes),
        begun_(steady_clock::now()),
        // (The broker keeps the time; who does not come back in time is given up.)
        timeout_(std::chrono::milliseconds(request.timeout_ms)) {}

  ~GuardedExchange() override {
    exchange_.reset();
    const LockGuard lock(network_->impl_->mutex);
    NetworkUsage& usage = network_->impl_->usage;
    --usage.at_once;
    usage.time += steady_clock::now() - begun_;
  }

  NetworkEvent Next() override {
    if (over_) return Error(NetworkErrorKind::kBroker, "the exchange is over");
    if (exchange_ == nullptr) return Error(NetworkErrorKind::kBroker, "the broker began nothing");
    NetworkEvent event = exchange_->Next();
    switch (event.kind) {
      case NetworkEvent::Kind::kWait: return Wait();
      case NetworkEvent::Kind::kNote: return Note(std::move(event));
      case NetworkEvent::Kind::kHead:
        if (event.bytes.size() > head_left_)
          return Error(NetworkErrorKind::kTooLarge, "Too large response headers");
        head_left_ -= event.bytes.size();
        if (!event.bytes.starts_with("HTTP/") && !has_head_)
          return Error(NetworkErrorKind::kOldAnswer, "Received HTTP/0.9 when not allowed");
        has_head_ = has_head_ || IsFinal(event.bytes);
        return Count(std::move(event));
      case NetworkEvent::Kind::kBody:
        if (!has_head_) return Error(NetworkErrorKind::kBroker, "a body came before its head");
        if (event.bytes.size() > answer_left_)
          return Error(NetworkErrorKind::kTooLarge,
                       "the answer is larger than this sandbox allows");
        answer_left_ -= event.bytes.size();
        return Count(std::move(event));
      case NetworkEvent::Kind::kEnd:
        if (!has_head_) return Error(NetworkErrorKind::kEmptyAnswer, "Empty reply from server");
        over_ = true;
        break;
      case NetworkEvent::Kind::kError: over_ = true; break;
    }
    return event;
  }

 private:
  static constexpr std::chrono::seconds kGrace{2};

  // "HTTP/1.1 200 OK": not one of those in between.
  static bool IsFinal(std::string_view head) {
    const size_t space = head.find(' ');
    return space == std::string_view::npos || space + 1 >= head.size() || head[space + 1] != '1' ||
           head.substr(space + 1, 3) == "101";
  }
  NetworkEvent Error(NetworkErrorKind kind, std::string message) {
    over_ = true;
    NetworkEvent event;
    event.kind = NetworkEvent::Kind::kError;
    event.error = {kind, std::move(message)};
    return event;
  }
  NetworkEvent Wait() {
    const auto passed = steady_clock::now() - begun_;
    if (passed > timeout_ + kGrace)
      return Error(
          NetworkErrorKind::kTimedOut,
          fmt::format("Operation timed out after {} milliseconds",
                      std::chrono::duration_cast<std::chrono::milliseconds>(passed).count()));
    return {};
  }
  // T-043: "> Authorization: Bearer ..." of a rule is not for the script.
  NetworkEvent Note(NetworkEvent event) {
    for (const std::string& name : hidden_) {
      if (LowerText(std::string_view(event.bytes).substr(0, name.size() + 3)) == "> " + name + ":")
        return {};
      // (HTTP/2 tells them as "* h2h3 [authorization: ...]", or as another libcurl words it.)
      if (event.bytes.starts_with("* ") &&
          LowerText(event.bytes).find(name + ":") != std::string::npos)
        return {};
    }
    return Count(std::move(event));
  }
  NetworkEvent Count(NetworkEvent event) {
    if (IsTooMuch(event.bytes.size()))
      return Error(NetworkErrorKind::kLimit,
                   "the network of this sandbox has a limit: the bytes that are received");
    return event;
  }
  // Enters what was received. True: that is more than the policy allows.
  bool IsTooMuch(size_t bytes) {
    const LockGuard lock(network_->impl_->mutex);
    NetworkUsage& usage = network_->impl_->usage;
    usage.bytes_down += bytes;
    return usage.bytes_down > network_->impl_->policy.bytes_down;
  }

  const std::shared_ptr<Network> network_;
  std::unique_ptr<NetworkExchange> exchange_;
  const std::vector<std::string> hidden_;
  uint64_t answer_left_, head_left_;
  const steady_clock::time_point begun_;
  const nanoseconds timeout_;
  bool over_ = false, has_head_ = false;
};

absl::StatusOr<std::shared_ptr<Network>> Network::Create(std::shared_ptr<NetworkBroker> broker,
                                                         NetworkPolicy policy) {
  if (broker == nullptr) return absl::InvalidArgumentError("a network has a broker");
  if (policy.time_of_request.count() <= 0 || policy.connect_time.count() <= 0 ||
      policy.time.count() <= 0)
    return absl::InvalidArgumentError("the times of a network's policy are positive");
  auto impl = std::make_unique<Impl>();
  impl->broker = std::move(broker);
  impl->policy = std::move(policy);
  if (const absl::Status status = impl->Compile(); !status.ok()) return status;
  return std::shared_ptr<Network>(new Network(std::move(impl)));
}

Network::Network(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Network::~Network() = default;

const NetworkPolicy& Network::policy() const { return impl_->policy; }

NetworkUsage Network::usage() const {
  const LockGuard lock(impl_->mutex);
  return impl_->usage;
}

std::unique_ptr<NetworkExchange> Network::Begin(const NetworkRequest& request,
                                                NetworkError* error) {
  const Rule* rule = nullptr;
  const std::optional<CheckedRequest> checked = impl_->Check(request, error, &rule);
  if (!checked || !impl_->Enter(*checked, error)) {
    const LockGuard lock(impl_->mutex);
    ++impl_->usage.refused;
    return nullptr;
  }
  std::vector<std::string> hidden;
  for (const auto& [name, value] : rule->given->headers) hidden.push_back(LowerText(name));
  return std::make_unique<GuardedExchange>(shared_from_this(), *checked, std::move(hidden),
                                           impl_->broker->Begin(*checked));
}

}  // namespace pysub::shell
