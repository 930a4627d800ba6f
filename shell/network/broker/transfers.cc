#include "shell/network/broker/transfers.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include <algorithm>

namespace pysub::shell {
namespace {

std::optional<NetworkAddress> AddressOf(const curl_sockaddr& from) {
  NetworkAddress address;
  if (from.family == AF_INET && from.addrlen >= sizeof(sockaddr_in)) {
    sockaddr_in in;
    memcpy(&in, &from.addr, sizeof(in));
    memcpy(address.bytes.data(), &in.sin_addr, 4);
    return address;
  }
  if (from.family == AF_INET6 && from.addrlen >= sizeof(sockaddr_in6)) {
    // (curl_sockaddr ends with a sockaddr that is shorter than what stands there.)
    sockaddr_in6 in;
    memcpy(&in, reinterpret_cast<const char*>(&from.addr), sizeof(in));
    address.is_v6 = true;
    memcpy(address.bytes.data(), &in.sin6_addr, 16);
    return address;
  }
  return std::nullopt;
}

NetworkErrorKind KindOf(CURLcode result) {
  switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST: return NetworkErrorKind::kUnresolved;
    case CURLE_COULDNT_CONNECT: return NetworkErrorKind::kNotConnected;
    case CURLE_OPERATION_TIMEDOUT: return NetworkErrorKind::kTimedOut;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE: return NetworkErrorKind::kTls;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR: return NetworkErrorKind::kCertificate;
    case CURLE_SEND_ERROR: return NetworkErrorKind::kSend;
    case CURLE_RECV_ERROR: return NetworkErrorKind::kReceive;
    case CURLE_GOT_NOTHING: return NetworkErrorKind::kEmptyAnswer;
    case CURLE_PARTIAL_FILE: return NetworkErrorKind::kCutOff;
    case CURLE_UNSUPPORTED_PROTOCOL: return NetworkErrorKind::kOldAnswer;
    case CURLE_WEIRD_SERVER_REPLY: return NetworkErrorKind::kBadAnswer;
    case CURLE_FILESIZE_EXCEEDED: return NetworkErrorKind::kTooLarge;
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return NetworkErrorKind::kStream;
    default: return NetworkErrorKind::kBroker;
  }
}

}  // namespace

Transfer::Transfer(uint32_t id, CheckedRequest request, const std::string& ca_file,
                   std::string* out)
    : id_(id),
      request_(std::move(request)),
      out_(out),
      handle_(curl_easy_init()),
      credit_(static_cast<int64_t>(kWindow)) {
  SetUp(ca_file);
  SetMethod();
}

Transfer::~Transfer() {
  curl_easy_cleanup(handle_);
  if (names_ != nullptr) curl_share_cleanup(names_);
  curl_slist_free_all(headers_);
  curl_slist_free_all(addresses_);
}

// What a libcurl of Debian can do on its own account, and what of it is left: HTTP, to one place.
void Transfer::SetUp(const std::string& ca_file) {
  CURL* const curl = handle_;
  curl_easy_setopt(curl, CURLOPT_PRIVATE, this);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error_);
  curl_easy_setopt(curl, CURLOPT_URL, request_.Url().c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, request_.is_https ? "https" : "http");
  curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
  // Each hop is a request of its own, which the policy sees.
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  // No proxy, whatever the environment says (it is empty), and no password file.
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  // Nothing of one request is there for the next: another tenant's may have other rights to a
  // connection, and learns from what is known already.
  curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(curl, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  curl_easy_setopt(curl, CURLOPT_SSL_SESSIONID_CACHE, 0L);
  // T-040: asked for each address right before the connection to it, behind the resolution.
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, &OnSocket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  // A name that is given up is not waited for: the thread that asks for it ends by itself. (All
  // others would stand still until a stranger's name server answers.)
  curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout_ms));
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.connect_timeout_ms));
  curl_easy_setopt(curl, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  curl_easy_setopt(curl, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &OnHeader);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &OnBody);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
  if (request_.wants_notes) {
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, &OnNote);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, this);
  }
  curl_easy_setopt(curl, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!ca_file.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, ca_file.c_str());
  if (request_.skip_verification) {
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
  }
  long version = CURL_HTTP_VERSION_2TLS;
  if (request_.version == NetworkRequest::Version::k1_0) version = CURL_HTTP_VERSION_1_0;
  if (request_.version == NetworkRequest::Version::k1_1) version = CURL_HTTP_VERSION_1_1;
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, version);
  long family = CURL_IPRESOLVE_WHATEVER;
  if (request_.family == NetworkRequest::Family::kV4) family = CURL_IPRESOLVE_V4;
  if (request_.family == NetworkRequest::Family::kV6) family = CURL_IPRESOLVE_V6;
  curl_easy_setopt(curl, CURLOPT_IPRESOLVE, family);
  if (!request_.addresses.empty() && !NetworkAddress::Parse(request_.host)) {
    std::string line = fmt::format("{}:{}:", request_.host, request_.port);
    for (const NetworkAddress& address : request_.addresses) {
      if (!line.ends_with(':')) line += ',';
      line += address.is_v6 ? "[" + address.Text() + "]" : address.Text();
    }
    addresses_ = curl_slist_append(nullptr, line.c_str());
    // Names of a policy stay in the cache that they are put into, so each transfer has its own.
    names_ = curl_share_init();
    curl_share_setopt(names_, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    curl_easy_setopt(curl, CURLOPT_SHARE, names_);
    curl_easy_setopt(curl, CURLOPT_RESOLVE, addresses_);
  }
}

void Transfer::SetMethod() {
  CURL* const curl = handle_;
  bool has_type = false;
  for (const auto& [name, value] : request_.headers) {
    // ("Name;" is how libcurl is told of a header without a value.)
    const std::string line = value.empty() ? name + ";" : name + ": " + value;
    headers_ = curl_slist_append(headers_, line.c_str());
    has_type = has_type || strcasecmp(name.c_str(), "content-type") == 0;
  }
  // What libcurl would add by itself. Without "Expect" a server that is slow to say "go on" holds
  // nothing up.
  const auto lacks = [this](const char* name) {
    return std::ranges::none_of(request_.headers, [name](const NetworkHeader& header) {
      return strcasecmp(header.first.c_str(), name) == 0;
    });
  };
  if (lacks("accept")) headers_ = curl_slist_append(headers_, "Accept:");
  if (lacks("user-agent")) headers_ = curl_slist_append(headers_, "User-Agent:");
  headers_ = curl_slist_append(headers_, "Expect:");
  if (!has_type) headers_ = curl_slist_append(headers_, "Content-Type:");
  if (request_.method == "HEAD") {
    curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
  } else if (request_.has_body) {
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request_.body.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request_.body.data());
  } else {
    curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
  }
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers_);
}

void Transfer::Send(BrokerFrameKind kind, std::string_view payload) {
  AddFrame(out_, kind, id_, payload);
}

// An address that may not be had is skipped: a name that has another one, too, is reached there.
curl_socket_t Transfer::OnSocket(void* self, curlsocktype, curl_sockaddr* address) {
  Transfer& transfer = *static_cast<Transfer*>(self);
  const std::optional<NetworkAddress> to = AddressOf(*address);
  if (!to || !transfer.request_.MayConnectTo(*to)) {
    transfer.stopped_because_ = fmt::format("{} is not a public address", to ? to->Text() : "that");
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

size_t Transfer::OnHeader(char* bytes, size_t size, size_t count, void* self) {
  Transfer& transfer = *static_cast<Transfer*>(self);
  return transfer.TakeHeader({bytes, size * count}) ? size * count : 0;
}

bool Transfer::TakeHeader(std::string_view line) {
  head_bytes_ += line.size();
  if (head_bytes_ > request_.head_bytes) {
    stopped_by_ = NetworkErrorKind::kTooLarge;
    stopped_because_ = "Too large response headers";
    return false;
  }
  head_ += line;
  if (line == "\r\n" || line == "\n") {
    SendHead();
  }
  return true;
}

void Transfer::SendHead() {
  NetworkTimes times = Times();
  Send(BrokerFrameKind::kHead, Payload(times, head_));
  head_.clear();
}

size_t Transfer::OnBody(char* bytes, size_t size, size_t count, void* self) {
  Transfer& transfer = *static_cast<Transfer*>(self);
  const size_t all = size * count;
  if (transfer.credit_ <= 0) {
    transfer.is_paused_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  transfer.body_bytes_ += all;
  if (transfer.body_bytes_ > transfer.request_.answer_bytes) {
    transfer.stopped_by_ = NetworkErrorKind::kTooLarge;
    transfer.stopped_because_ = "the answer is larger than this sandbox allows";
    return 0;
  }
  transfer.credit_ -= static_cast<int64_t>(all);
  transfer.Send(BrokerFrameKind::kBody, {bytes, all});
  return all;
}

// Lines as `curl -v` shows them; of heads that came the host makes them itself.
int Transfer::OnNote(CURL*, curl_infotype kind, char* bytes, size_t size, void* self) {
  Transfer& transfer = *static_cast<Transfer*>(self);
  if (kind != CURLINFO_TEXT && kind != CURLINFO_HEADER_OUT) return 0;
  std::string_view left(bytes, std::min(size, kMostOfFrame / 2));
  const std::string mark = kind == CURLINFO_TEXT ? "* " : "> ";
  while (!left.empty()) {
    const size_t end = std::min(left.find('\n'), left.size() - 1) + 1;
    transfer.Send(BrokerFrameKind::kNote, mark + std::string(left.substr(0, end)));
    left.remove_prefix(end);
  }
  return 0;
}

void Transfer::AddCredit(uint64_t bytes) {
  credit_ += static_cast<int64_t>(std::min(bytes, kWindow));
  if (is_paused_ && credit_ > 0) {
    is_paused_ = false;
    curl_easy_pause(handle_, CURLPAUSE_CONT);
  }
}

NetworkError Transfer::ErrorOf(CURLcode result) const {
  if (stopped_by_ != NetworkErrorKind::kNone) return {stopped_by_, stopped_because_};
  // Nothing was left but addresses that may not be had.
  if (result == CURLE_COULDNT_CONNECT && !stopped_because_.empty())
    return {NetworkErrorKind::kRefused, stopped_because_};
  // (How it says that a line of a head is longer than it takes.)
  if (result == CURLE_OUT_OF_MEMORY && body_bytes_ == 0)
    return {NetworkErrorKind::kTooLarge, "Too large response headers"};
  long error_number = 0;
  curl_easy_getinfo(handle_, CURLINFO_OS_ERRNO, &error_number);
  return {KindOf(result), error_[0] != 0 ? error_ : curl_easy_strerror(result),
          static_cast<int>(error_number)};
}

NetworkTimes Transfer::Times() const {
  const auto time = [this](CURLINFO what) {
    curl_off_t us = 0;
    curl_easy_getinfo(handle_, what, &us);
    return static_cast<uint64_t>(std::max<curl_off_t>(us, 0));
  };
  const auto number = [this](CURLINFO what) {
    long value = 0;
    curl_easy_getinfo(handle_, what, &value);
    return value;
  };
  NetworkTimes times;
  times.resolved_us = time(CURLINFO_NAMELOOKUP_TIME_T);
  times.connected_us = time(CURLINFO_CONNECT_TIME_T);
  times.secured_us = time(CURLINFO_APPCONNECT_TIME_T);
  times.sent_us = time(CURLINFO_PRETRANSFER_TIME_T);
  times.first_byte_us = time(CURLINFO_STARTTRANSFER_TIME_T);
  times.end_us = time(CURLINFO_TOTAL_TIME_T);
  times.request_bytes = static_cast<uint64_t>(number(CURLINFO_REQUEST_SIZE));
  times.connections = static_cast<uint32_t>(number(CURLINFO_NUM_CONNECTS));
  times.port = static_cast<uint16_t>(number(CURLINFO_PRIMARY_PORT));
  char* address = nullptr;
  curl_easy_getinfo(handle_, CURLINFO_PRIMARY_IP, &address);
  if (address != nullptr) times.address = address;
  return times;
}

void Transfer::Finish(CURLcode result) {
  if (!head_.empty()) SendHead();  // trailers, or a head that was cut off
  NetworkTimes times = Times();
  if (result == CURLE_OK) return Send(BrokerFrameKind::kEnd, Payload(times));
  NetworkError error = ErrorOf(result);
  Send(BrokerFrameKind::kError, Payload(error, times));
}

}  // namespace pysub::shell
