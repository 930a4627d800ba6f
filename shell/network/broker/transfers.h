#ifndef PYSUB_SHELL_NETWORK_BROKER_TRANSFERS_H_
#define PYSUB_SHELL_NETWORK_BROKER_TRANSFERS_H_

#include <curl/curl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "pysub/shell/network.h"
#include "shell/network/wire.h"

namespace pysub::shell {

// One request on its way: a handle of libcurl with all that could reach further than the request
// says turned off.
class Transfer {
 public:
  // Frames for the host are appended to *out.
  Transfer(uint32_t id, CheckedRequest request, const std::string& ca_file, std::string* out);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  CURL* handle() const { return handle_; }
  // The host has taken so many bytes more; what stood still goes on.
  void AddCredit(uint64_t bytes);
  // libcurl is done: says the end or what went wrong.
  void Finish(CURLcode result);

 private:
  static size_t OnHeader(char* bytes, size_t size, size_t count, void* self);
  static size_t OnBody(char* bytes, size_t size, size_t count, void* self);
  static int OnNote(CURL*, curl_infotype kind, char* bytes, size_t size, void* self);
  static curl_socket_t OnSocket(void* self, curlsocktype purpose, curl_sockaddr* address);

  void SetUp(const std::string& ca_file);
  void SetMethod();
  bool TakeHeader(std::string_view line);
  void SendHead();
  void Send(BrokerFrameKind kind, std::string_view payload);
  NetworkError ErrorOf(CURLcode result) const;
  NetworkTimes Times() const;

  const uint32_t id_;
  const CheckedRequest request_;
  std::string* const out_;
  CURL* const handle_;
  curl_slist* headers_ = nullptr;
  curl_slist* addresses_ = nullptr;
  CURLSH* names_ = nullptr;
  char error_[CURL_ERROR_SIZE] = {};
  std::string head_;  // of which the empty line has not come yet
  uint64_t head_bytes_ = 0, body_bytes_ = 0;
  int64_t credit_;
  bool is_paused_ = false;
  NetworkErrorKind stopped_by_ = NetworkErrorKind::kNone;  // by us, and why
  std::string stopped_because_;
};

// All transfers of a broker, and the socket to its host. Runs until the host goes away; answers
// the exit status.
int RunBroker(int socket, const std::string& ca_file);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_NETWORK_BROKER_TRANSFERS_H_
