// The life of a broker: one loop over libcurl's sockets and that of the host.

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "shell/network/broker/transfers.h"

namespace pysub::shell {
namespace {

constexpr size_t kPiece = 64 << 10;
constexpr size_t kMostTransfers = 256;
constexpr int kLongestWaitMs = 1000;

class Broker {
 public:
  Broker(int socket, std::string ca_file)
      : socket_(socket),
        ca_file_(std::move(ca_file)),
        multi_(curl_multi_init()),
        reader_(kMostOfRequest) {}
  ~Broker() {
    for (auto& [id, transfer] : transfers_) curl_multi_remove_handle(multi_, transfer->handle());
    transfers_.clear();
    curl_multi_cleanup(multi_);
  }
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  int Run() {
    while (true) {
      if (!Read() || !Write()) return is_wrong_ ? 2 : 0;
      int running = 0;
      curl_multi_perform(multi_, &running);
      Collect();
      if (!Write()) return 0;
      curl_waitfd host = {socket_, CURL_WAIT_POLLIN, 0};
      if (sent_ < out_.size()) host.events |= CURL_WAIT_POLLOUT;
      curl_multi_poll(multi_, &host, 1, kLongestWaitMs, nullptr);
    }
  }

 private:
  // False: the host has gone, or speaks nonsense.
  bool Read() {
    char buffer[kPiece];
    while (true) {
      const ssize_t got = recv(socket_, buffer, sizeof(buffer), MSG_DONTWAIT);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return true;
      if (got <= 0) return false;
      reader_.Add({buffer, static_cast<size_t>(got)});
      while (std::optional<BrokerFrame> frame = reader_.Next()) {
        if (!Take(*frame)) is_wrong_ = true;
      }
      if (is_wrong_ || reader_.is_wrong()) {
        is_wrong_ = true;
        return false;
      }
    }
  }

  bool Write() {
    while (sent_ < out_.size()) {
      const ssize_t wrote =
          send(socket_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0 && errno == EAGAIN) break;
      if (wrote < 0) return false;
      sent_ += static_cast<size_t>(wrote);
    }
    Trim();
    return true;
  }

  // What was sent goes, in larger pieces: where many transfers are under way there is always
  // something left to send.
  void Trim() {
    if (sent_ < out_.size() && sent_ < std::max(out_.size() / 2, kPiece)) return;
    out_.erase(0, sent_);
    sent_ = 0;
  }

  bool Take(const BrokerFrame& frame) {
    const auto found = transfers_.find(frame.exchange);
    switch (frame.kind) {
      case BrokerFrameKind::kBegin: {
        CheckedRequest request;
        if (found != transfers_.end() || !ReadPayload(frame.payload, request)) return false;
        if (transfers_.size() >= kMostTransfers) return false;
        auto transfer =
            std::make_unique<Transfer>(frame.exchange, std::move(request), ca_file_, &out_);
        curl_multi_add_handle(multi_, transfer->handle());
        transfers_.emplace(frame.exchange, std::move(transfer));
        return true;
      }
      case BrokerFrameKind::kCancel:
        if (found != transfers_.end()) {
          curl_multi_remove_handle(multi_, found->second->handle());
          transfers_.erase(found);
        }
        return true;
      case BrokerFrameKind::kCredit: {
        uint64_t bytes = 0;
        if (!ReadPayload(frame.payload, bytes)) return false;
        if (found != transfers_.end()) found->second->AddCredit(bytes);
        return true;
      }
      default: return false;
    }
  }

  void Collect() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const handle = message->easy_handle;
      const CURLcode result = message->data.result;
      for (auto at = transfers_.begin(); at != transfers_.end(); ++at) {
        if (at->second->handle() != handle) continue;
        // (Removed first: libcurl then closes the connection, and says so in its notes.)
        curl_multi_remove_handle(multi_, handle);
        at->second->Finish(result);
        transfers_.erase(at);
        break;
      }
    }
  }

  const int socket_;
  const std::string ca_file_;
  CURLM* const multi_;
  BrokerFrameReader reader_;
  std::map<uint32_t, std::unique_ptr<Transfer>> transfers_;
  std::string out_;
  size_t sent_ = 0;
  bool is_wrong_ = false;
};

}  // namespace

int RunBroker(int socket, const std::string& ca_file) {
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return 2;
  return Broker(socket, ca_file).Run();
}

}  // namespace pysub::shell
