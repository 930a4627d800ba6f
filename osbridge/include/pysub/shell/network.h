#ifndef PYSUB_PYSUB_SHELL_NETWORK_H_
#define PYSUB_PYSUB_SHELL_NETWORK_H_

#include <absl/status/statusor.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/shell/archive.h"

// How `curl` and `wget` of a sandboxed shell reach the network: not at all, unless the host gives
// the shell a Network.
//
//   script -> curl -> Network (ours: the policy, the account) -> NetworkBroker (the host's)
//
// A broker carries single requests and decides nothing: it gets them checked, with the addresses
// that it may connect to. It follows no redirects, keeps no cookies and adds no header but `Host`
// and those that frame a body; so each hop of a redirect is a request that is checked anew.
namespace pysub PYSUB_API {
namespace shell {

// "Name" and "value", as they stand in a head.
using NetworkHeader = std::pair<std::string, std::string>;

// An address: IPv4, or IPv6 when `is_v6`.
struct NetworkAddress {
  bool is_v6 = false;               // 16 bytes, not four
  std::array<uint8_t, 16> bytes{};  // of IPv4 the first four

  // "192.0.2.1", "2001:db8::1"; exactly four decimal parts without zeros before them, or IPv6 as
  // RFC 4291 writes it, without a zone. Nothing: it is none.
  static std::optional<NetworkAddress> Parse(std::string_view text);
  // As Parse() takes it, in the shortest form (RFC 5952).
  std::string Text() const;
  // Whether anybody on the internet has it: not this machine, no private or link-local network, no
  // multicast, nothing that is kept for documentation, tests or later, and no IPv6 that stands for
  // such an IPv4 (mapped, 6to4, NAT64, Teredo).
  bool IsPublic() const;

  // The same address; a mapped one is another than its IPv4.
  bool operator==(const NetworkAddress&) const = default;
  // Saved and loaded by this.
  void Fields(Archive& archive);
};

// A network: "10.0.0.0/8", "fd00::/8", or one address.
struct NetworkBlock {
  NetworkAddress address;  // any within it
  uint8_t bits = 0;        // of the prefix: 0 to 32, or to 128

  // As above. Nothing: it is none.
  static std::optional<NetworkBlock> Parse(std::string_view text);
  // Whether `other` lies in it; never an address of the other family.
  bool Contains(const NetworkAddress& other) const;
  // Saved and loaded by this.
  void Fields(Archive& archive);
};

// What a request may have to do with; the first rule that fits decides.
struct NetworkRule {
  // "example.org" (that name), "*.example.org" (names below it, not itself), "*" (all), or an
  // address, which is then allowed whatever it is. Of names the letters a-z, digits, '-', '_', '.'.
  std::string host;
  // None: 80 for http, 443 for https.
  std::vector<uint16_t> ports;
  bool http = true;   // plain requests
  bool https = true;  // over TLS
  // None: GET, HEAD, OPTIONS, POST, PUT, PATCH and DELETE.
  std::vector<std::string> methods;
  // Networks beside the public ones in which the name may lie: "10.1.0.0/16". A name that resolves
  // to another address that is not public is refused.
  std::vector<std::string> networks;
  // Put into each request, in place of what the script gave under that name; the script never sees
  // them. "Authorization", "Bearer ...". They belong to https, unless `headers_over_http`.
  std::vector<NetworkHeader> headers;
  bool headers_over_http = false;  // also where everybody on the way can read them
  // Whether a script may do without the check of the certificate (curl -k).
  bool may_skip_verification = false;

  // The rule that a line says: "[http://|https://]HOST[:PORT]", where HOST is as above, an IPv6
  // address in brackets. kInvalidArgument: what is wrong with it.
  static absl::StatusOr<NetworkRule> Parse(std::string_view text);
};

// All that scripts may do; numbers are of one Network, however many shells have it.
struct NetworkPolicy {
  // The first that has host, scheme, port and method decides; without one nothing is reached.
  std::vector<NetworkRule> rules;
  // Addresses of names that are not asked for: {"api.test", {"192.0.2.7"}}. They are checked as
  // those are that were asked for.
  std::vector<std::pair<std::string, std::vector<std::string>>> names;

  uint64_t requests = 1000;           // in all
  uint32_t requests_at_once = 8;      // at a time
  uint64_t bytes_up = 64 << 20;       // bodies and heads of requests, in all
  uint64_t bytes_down = 1 << 30;      // what was received, in all
  uint64_t request_bytes = 16 << 20;  // of one request
  uint64_t answer_bytes = 256 << 20;  // of one body
  uint32_t head_bytes = 256 << 10;    // of one head, interim ones included
  uint32_t redirects = 50;            // that a command follows, whatever --max-redirs says
  std::chrono::nanoseconds time_of_request = std::chrono::minutes(5);  // from begin to end
  std::chrono::nanoseconds connect_time = std::chrono::minutes(1);     // until it is connected
  std::chrono::nanoseconds time = std::chrono::hours(1);               // of all requests together
};

// What a command wants.
struct NetworkRequest {
  // Of HTTP. kAny: HTTP/2 where the server has it, over TLS.
  enum class Version : uint8_t { kAny, k1_0, k1_1, k2 };
  // Of addresses.
  enum class Family : uint8_t { kAny, kV4, kV6 };

  std::string method = "GET";  // as it is sent
  // "http://" or "https://", ASCII; user information and fragments are refused.
  std::string url;
  std::vector<NetworkHeader> headers;           // all but Host and what frames the body
  std::optional<std::string> body;              // nothing: none is sent, and no length
  std::chrono::nanoseconds timeout{0};          // 0: the policy's
  std::chrono::nanoseconds connect_timeout{0};  // 0: the policy's
  Version version = Version::kAny;              // to speak
  Family family = Family::kAny;                 // to connect to
  bool skip_verification = false;               // of the certificate
  bool wants_notes = false;                     // NetworkEvent::kNote
};

// What a broker gets: checked.
struct CheckedRequest {
  std::string method;                  // a token
  bool is_https = false;               // over TLS
  std::string host;                    // lower case; an IPv6 address without brackets
  uint16_t port = 80;                  // never 0
  std::string target;                  // "/path?query": printable ASCII without '#' and ' '
  std::vector<NetworkHeader> headers;  // those of the rule, too
  bool has_body = false;               // it may be empty
  std::string body;                    // as it is sent
  // The addresses to connect to. Empty: the broker asks for them.
  std::vector<NetworkAddress> addresses;
  // Which addresses that are not public are allowed.
  std::vector<NetworkBlock> networks;
  uint64_t timeout_ms = 0;                                          // of all of it
  uint64_t connect_timeout_ms = 0;                                  // until it is connected
  uint64_t answer_bytes = 0;                                        // most of the body
  uint32_t head_bytes = 0;                                          // most of all heads together
  NetworkRequest::Version version = NetworkRequest::Version::kAny;  // to speak
  NetworkRequest::Family family = NetworkRequest::Family::kAny;     // to connect to
  bool skip_verification = false;                                   // of the certificate
  bool wants_notes = false;                                         // NetworkEvent::kNote

  // Whether a connection to `address` may be made. A broker asks this of the very address that it
  // connects to, behind every resolution: a name may have another one a moment later.
  bool MayConnectTo(const NetworkAddress& address) const;
  // "https://example.org:8443/path".
  std::string Url() const;
  // "example.org", with the port where it is not the scheme's own: the header Host.
  std::string HostHeader() const;
  // Saved and loaded by this.
  void Fields(Archive& archive);
};

// What went wrong.
enum class NetworkErrorKind : uint8_t {
  kNone,
  kRefused,       // by the policy; nothing was sent
  kLimit,         // a limit of the policy
  kUnresolved,    // no such host
  kNotConnected,  // no connection
  kTimedOut,
  kTls,          // no secure connection
  kCertificate,  // the server's certificate is not good
  kSend,         // the connection broke while sending
  kReceive,      // or while receiving
  kEmptyAnswer,  // nothing came
  kCutOff,       // the body ended too early
  kOldAnswer,    // HTTP/0.9, a body without a head
  kBadAnswer,    // that was no HTTP
  kTooLarge,     // the head or the body
  kStream,       // HTTP/2
  kBroker,       // the broker itself
};

// A failure, and what to say of it.
struct NetworkError {
  NetworkErrorKind kind = NetworkErrorKind::kNone;  // which
  std::string message;                              // for the user; no text of the server
  int error_number = 0;  // the errno of a connection that failed, where it is known

  // Saved and loaded by this.
  void Fields(Archive& archive);
};

// When what had happened, in microseconds since the request began, and where it went.
struct NetworkTimes {
  uint64_t resolved_us = 0;    // the name had its addresses
  uint64_t connected_us = 0;   // there was a connection; 0: there was none
  uint64_t secured_us = 0;     // TLS stood
  uint64_t sent_us = 0;        // the request was about to be sent
  uint64_t first_byte_us = 0;  // the answer began
  uint64_t end_us = 0;         // all of it was there
  uint64_t request_bytes = 0;  // of the head that was sent
  uint32_t connections = 0;    // that were made
  std::string address;         // of the server
  uint16_t port = 0;           // of the server

  // Saved and loaded by this.
  void Fields(Archive& archive);
};

// What NetworkExchange::Next() has to say.
struct NetworkEvent {
  // Which members hold something.
  enum class Kind : uint8_t {
    kWait,   // nothing yet
    kNote,   // bytes: a line for -v: "* ...", "> ...", as curl writes them, with its newline
    kHead,   // bytes: a whole head, with its empty line; the last with a status from 200 on is the
             // answer's, and trailers behind the body are one, too; times so far
    kBody,   // bytes: a piece of the body, without its framing; as it is compressed
    kEnd,    // all came; times
    kError,  // error; times
  };
  Kind kind = Kind::kWait;  // see there
  std::string bytes;        // of a note, a head, a body
  NetworkError error;       // of kError
  NetworkTimes times;       // of a head and of both ends
};

// A request under way. To destroy it is to give it up.
class NetworkExchange {
 public:
  virtual ~NetworkExchange() = default;
  // What comes next; never blocks. Behind kEnd and kError it is not asked again.
  virtual NetworkEvent Next() = 0;
};

// The host's part. Called by whatever thread runs a shell, by several at a time.
class NetworkBroker {
 public:
  virtual ~NetworkBroker() = default;
  // Begins a request; what cannot begin says so by its first event.
  virtual std::unique_ptr<NetworkExchange> Begin(const CheckedRequest& request) = 0;
  // The host is about to end, and destroys nothing: ends what is under way.
  virtual void Close() {}
};

// A broker that is a process of its own: the program pysub-broker, which has libcurl.
struct BrokerProcess {
  // Empty: what PYSUB_BROKER names, pysub-broker beside this program, or on PATH.
  std::string program;
  // Certificates that are believed, in place of the system's: a file of PEM. Empty: the system's.
  std::string ca_file;
};
// It is started at the first request, and anew when it has ended; killed with the last exchange and
// the broker. kNotFound: there is no such program.
PYSUB_API absl::StatusOr<std::shared_ptr<NetworkBroker>> MakeBrokerProcess(
    BrokerProcess options = {});

// What was used of a policy.
struct NetworkUsage {
  uint64_t requests = 0;             // that were begun
  uint64_t refused = 0;              // that were not
  uint64_t bytes_up = 0;             // sent
  uint64_t bytes_down = 0;           // received
  uint32_t at_once = 0;              // requests that are under way
  std::chrono::nanoseconds time{0};  // of those that have ended
};

// A policy, its account and a broker: what Shell::Builder::Network() takes. Shells may share one;
// the account is this object's, so that neither a fork nor a snapshot gets anything back. Any
// thread may call it.
class Network : public std::enable_shared_from_this<Network> {
 public:
  // kInvalidArgument: what is wrong with the policy.
  static absl::StatusOr<std::shared_ptr<Network>> Create(std::shared_ptr<NetworkBroker> broker,
                                                         NetworkPolicy policy);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // Checks a request and has the broker begin it. Null: *error says why not.
  std::unique_ptr<NetworkExchange> Begin(const NetworkRequest& request, NetworkError* error);
  // The check alone: what the broker would get. Nothing: *error says why.
  std::optional<CheckedRequest> Check(const NetworkRequest& request, NetworkError* error) const;
  // As it was given.
  const NetworkPolicy& policy() const;
  // Of now.
  NetworkUsage usage() const;

 private:
  struct Impl;
  friend class GuardedExchange;
  explicit Network(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace shell
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SHELL_NETWORK_H_
