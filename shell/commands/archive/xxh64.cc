#include "shell/commands/archive/xxh64.h"

#include <bit>
#include <cstring>

namespace pysub::shell {
namespace {

constexpr uint64_t kPrimes[] = {0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                                0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5};
constexpr size_t kStripe = 32;  // eight bytes for each lane

template <typename Word>
Word WordAt(std::string_view bytes, size_t at) {
  Word word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof(word));  // (a machine of little end)
  return word;
}

uint64_t Round(uint64_t lane, uint64_t word) {
  return std::rotl(lane + word * kPrimes[1], 31) * kPrimes[0];
}

}  // namespace

void Xxh64::Reset() {
  lanes_[0] = kPrimes[0] + kPrimes[1];
  lanes_[1] = kPrimes[1];
  lanes_[2] = 0;
  lanes_[3] = 0 - kPrimes[0];
  total_ = 0;
  rest_.clear();
}

void Xxh64::Fields(Archive& archive) {
  archive(lanes_[0], lanes_[1], lanes_[2], lanes_[3], total_, rest_);
  if (rest_.size() >= kStripe) archive.Fail();
}

void Xxh64::Add(std::string_view bytes) {
  total_ += bytes.size();
  const auto stripe = [&](std::string_view text, size_t at) {
    for (size_t lane = 0; lane < 4; ++lane)
      lanes_[lane] = Round(lanes_[lane], WordAt<uint64_t>(text, at + 8 * lane));
  };
  if (!rest_.empty()) {
    const size_t missing = kStripe - rest_.size();
    rest_ += bytes.substr(0, missing);
    bytes.remove_prefix(std::min(missing, bytes.size()));
    if (rest_.size() < kStripe) return;
    stripe(rest_, 0);
    rest_.clear();
  }
  size_t at = 0;
  for (; bytes.size() - at >= kStripe; at += kStripe) stripe(bytes, at);
  rest_ = bytes.substr(at);
}

uint64_t Xxh64::Sum() const {
  uint64_t sum = lanes_[2] + kPrimes[4];
  if (total_ >= kStripe) {
    sum = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
          std::rotl(lanes_[3], 18);
    for (const uint64_t lane : lanes_) sum = (sum ^ Round(0, lane)) * kPrimes[0] + kPrimes[3];
  }
  sum += total_;
  size_t at = 0;
  for (; rest_.size() - at >= 8; at += 8)
    sum = std::rotl(sum ^ Round(0, WordAt<uint64_t>(rest_, at)), 27) * kPrimes[0] + kPrimes[3];
  if (rest_.size() - at >= 4) {
    sum = std::rotl(sum ^ WordAt<uint32_t>(rest_, at) * kPrimes[0], 23) * kPrimes[1] + kPrimes[2];
    at += 4;
  }
  for (; at < rest_.size(); ++at)
    sum = std::rotl(sum ^ static_cast<uint8_t>(rest_[at]) * kPrimes[4], 11) * kPrimes[0];
  sum = (sum ^ sum >> 33) * kPrimes[1];
  sum = (sum ^ sum >> 29) * kPrimes[2];
  return sum ^ sum >> 32;
}

}  // namespace pysub::shell
