#include "shell/commands/net/fetch.h"

#include <algorithm>
#include <utility>

#include "shell/commands/net/http_head.h"

namespace pysub::shell {
namespace {

// Who waits looks again soon at first, and then less and less often.
constexpr int64_t kShortestNs = 100'000, kLongestNs = 5'000'000;
// What an exchange may hold beside the request: a window of the broker's, and a head.
constexpr uint64_t kOfExchange = 2 << 20;

}  // namespace

void Fetch::Begin(NetworkRequest request) {
  request_ = std::move(request);
  is_begun_ = true;
  was_sent_ = false;
  heads_ = pass_heads_ = 0;
  body_ = pass_body_ = 0;
  version_.clear();
  exchange_.reset();
  delay_ns_ = 0;
}

void Fetch::End(CommandIo& io) {
  exchange_.reset();
  is_begun_ = false;
  request_ = NetworkRequest();
  if (charged_ > 0) (void)io.Reserve(-static_cast<int64_t>(std::exchange(charged_, 0)));
}

NetworkEvent Fetch::Failure(NetworkErrorKind kind, std::string message) {
  NetworkEvent event;
  event.kind = NetworkEvent::Kind::kError;
  event.error = {kind, std::move(message)};
  return event;
}

NetworkEvent Fetch::Start(CommandIo& io, Network* network) {
  if (network == nullptr) return Failure(NetworkErrorKind::kRefused, std::string(kNoNetwork));
  if (was_sent_ && request_.method != "GET" && request_.method != "HEAD")
    return Failure(NetworkErrorKind::kReceive,
                   "the request was interrupted when this shell was saved, and may have been done");
  if (charged_ == 0) {
    // The request once more, as the broker has it.
    const uint64_t bytes = kOfExchange + 2 * (request_.body ? request_.body->size() : 0);
    if (!io.Reserve(static_cast<int64_t>(bytes)))
      return Failure(NetworkErrorKind::kLimit, "out of memory");
    charged_ = bytes;
  }
  pass_heads_ = heads_;
  pass_body_ = body_;
  NetworkError error;
  exchange_ = network->Begin(request_, &error);
  if (exchange_ == nullptr) return Failure(error.kind, error.message);
  was_sent_ = true;
  return {};
}

NetworkEvent Fetch::Next(CommandIo& io, Network* network) {
  if (exchange_ == nullptr) {
    NetworkEvent event = Start(io, network);
    if (event.kind == NetworkEvent::Kind::kError) return event;
  }
  while (true) {
    NetworkEvent event = exchange_->Next();
    if (event.kind == NetworkEvent::Kind::kWait) {
      delay_ns_ = std::clamp(2 * delay_ns_, kShortestNs, kLongestNs);
      io.WakeAt(io.MonotonicNs() + delay_ns_);
      return event;
    }
    delay_ns_ = 0;
    const bool is_counted = io.Tick(event.bytes.size());
    if (PassOver(&event)) {
      if (!is_counted) continue;
      io.WakeAt(io.MonotonicNs());
      return {};
    }
    Remember(event);
    return event;
  }
}

bool Fetch::PassOver(NetworkEvent* event) {
  using Kind = NetworkEvent::Kind;
  if (pass_heads_ == 0 && pass_body_ == 0) return false;
  switch (event->kind) {
    case Kind::kNote: return true;
    case Kind::kHead:
      if (pass_heads_ == 0) return false;  // trailers
      if (--pass_heads_ == 0 && VersionOf(HttpHead::Parse(event->bytes)) != version_) {
        *event =
            Failure(NetworkErrorKind::kCutOff, "the answer has changed since this shell was saved");
        return false;
      }
      return true;
    case Kind::kBody: {
      const uint64_t passed = std::min<uint64_t>(pass_body_, event->bytes.size());
      pass_body_ -= passed;
      event->bytes.erase(0, passed);
      return event->bytes.empty();
    }
    case Kind::kEnd:
      *event =
          Failure(NetworkErrorKind::kCutOff, "the answer has changed since this shell was saved");
      return false;
    default: return false;
  }
}

void Fetch::Remember(const NetworkEvent& event) {
  if (event.kind == NetworkEvent::Kind::kBody) body_ += event.bytes.size();
  if (event.kind != NetworkEvent::Kind::kHead) return;
  ++heads_;
  if (body_ == 0) version_ = VersionOf(HttpHead::Parse(event.bytes));
}

void Fetch::Fields(Archive& archive) {
  int64_t timeout = request_.timeout.count(), connect = request_.connect_timeout.count();
  archive(request_.method, request_.url, request_.headers, request_.body, timeout, connect,
          request_.version, request_.family, request_.skip_verification, request_.wants_notes);
  archive(is_begun_, was_sent_, heads_, body_, version_);
  archive.Charged(charged_);
  if (!archive.loading()) return;
  request_.timeout = std::chrono::nanoseconds(timeout);
  request_.connect_timeout = std::chrono::nanoseconds(connect);
  if (request_.version > NetworkRequest::Version::k2 ||
      request_.family > NetworkRequest::Family::kV6)
    archive.Fail();
  exchange_.reset();
  delay_ns_ = 0;
}

}  // namespace pysub::shell
