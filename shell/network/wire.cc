#include "shell/network/wire.h"

namespace pysub::shell {
namespace {

uint32_t Number(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i)
    value |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

void AddNumber(std::string* out, uint32_t value) {
  for (int i = 0; i < 4; ++i) *out += static_cast<char>(value >> (8 * i) & 255);
}

}  // namespace

void AddFrame(std::string* out, BrokerFrameKind kind, uint32_t exchange, std::string_view payload) {
  AddNumber(out, static_cast<uint32_t>(payload.size() + 5));
  *out += static_cast<char>(kind);
  AddNumber(out, exchange);
  *out += payload;
}

std::optional<BrokerFrame> BrokerFrameReader::Next() {
  // What was cut off goes in larger pieces, else each small frame would move all behind it.
  if (taken_ > buffer_.size() / 2) {
    buffer_.erase(0, taken_);
    taken_ = 0;
  }
  const std::string_view left = std::string_view(buffer_).substr(taken_);
  if (is_wrong_ || left.size() < kFrameHead) return std::nullopt;
  const size_t size = Number(left);
  const auto kind = static_cast<unsigned char>(left[4]);
  if (size < 5 || size > most_ || kind > static_cast<unsigned char>(BrokerFrameKind::kError)) {
    is_wrong_ = true;
    return std::nullopt;
  }
  if (left.size() < 4 + size) return std::nullopt;
  taken_ += 4 + size;
  return BrokerFrame{static_cast<BrokerFrameKind>(kind), Number(left.substr(5)),
                     left.substr(kFrameHead, size - 5)};
}

}  // namespace pysub::shell
