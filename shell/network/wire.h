#ifndef PYSUB_SHELL_NETWORK_WIRE_H_
#define PYSUB_SHELL_NETWORK_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/network.h"

// What a host and its broker process (pysub-broker) say to each other, over one pair of sockets:
//
//   size (4 bytes, little-endian, of what follows) | kind (1) | exchange (4) | payload
//
// Payloads are written by Archive, which checks what it reads. The broker is fed by strangers'
// servers, so the host believes nothing it says: sizes, kinds and the amount under way are bounded,
// and what breaks a rule ends the process.
namespace pysub::shell {

enum class BrokerFrameKind : uint8_t {
  // ---- from the host
  kBegin,   // a CheckedRequest
  kCancel,  // nothing
  kCredit,  // how many bytes more may come: they were taken
  // ---- from the broker
  kNote,
  kHead,  // NetworkTimes, the text
  kBody,
  kEnd,    // NetworkTimes
  kError,  // NetworkError, NetworkTimes
};

constexpr int kBrokerDescriptor = 3;
constexpr size_t kFrameHead = 9;
constexpr size_t kMostOfFrame = 1 << 20;            // from the broker
constexpr size_t kMostOfRequest = size_t{1} << 30;  // from the host
// Bytes of one exchange that may be under way or wait to be taken. Who has sent so many waits for
// kCredit, so a script that does not read costs its host no more than that.
constexpr uint64_t kWindow = 512 << 10;

struct BrokerFrame {
  BrokerFrameKind kind;
  uint32_t exchange;
  std::string_view payload;  // of the buffer it was cut from
};

void AddFrame(std::string* out, BrokerFrameKind kind, uint32_t exchange, std::string_view payload);

// Cuts frames off the beginning of what was received.
class BrokerFrameReader {
 public:
  explicit BrokerFrameReader(size_t most) : most_(most) {}
  void Add(std::string_view bytes) { buffer_ += bytes; }
  // The next whole frame, valid until Add() or the next call. Nothing: none is there, or
  // is_wrong().
  std::optional<BrokerFrame> Next();
  bool is_wrong() const { return is_wrong_; }

 private:
  const size_t most_;
  std::string buffer_;
  size_t taken_ = 0;
  bool is_wrong_ = false;
};

template <typename... Parts>
std::string Payload(Parts&... parts) {
  Archive archive;
  archive(parts...);
  return archive.TakeBytes();
}

// False: the bytes are not exactly that.
template <typename... Parts>
bool ReadPayload(std::string_view bytes, Parts&... parts) {
  Archive archive(bytes);
  archive(parts...);
  return archive.ok() && archive.AtEnd();
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_NETWORK_WIRE_H_
