#ifndef PYSUB_SHELL_COMMANDS_AWK_RANDOM_H_
#define PYSUB_SHELL_COMMANDS_AWK_RANDOM_H_

#include <array>
#include <cstdint>

#include "pysub/shell/archive.h"

namespace pysub::shell::awk {

// rand(): an additive generator with a memory of 63 words.
// The words and their order are those of gawk's random(3), so a seed gives the numbers it gives
// there.
class Random {
 public:
  Random() { Seed(1); }
  void Seed(uint32_t seed) {
    if (seed == 0) seed = 0x7FFFFFFF / 4;
    state_[0] = seed;
    for (size_t i = 1; i < kWords; ++i) {
      // 16807 x mod (2^31 - 1)
      const uint64_t last = state_[i - 1] & 0x7FFFFFFF;
      state_[i] = static_cast<uint32_t>(16807 * last % 0x7FFFFFFF);
    }
    front_ = 1;
    rear_ = 0;
    for (size_t i = 0; i < 10 * kWords; ++i) static_cast<void>(Next());
  }
  // From 0 on, below 1.
  double Fraction() {
    constexpr double kDivisor = 2147483648.0;
    while (true) {
      const double low = Next(), high = Next();
      const double value = 0.5 + (low / kDivisor + high) / kDivisor - 0.5;
      if (value != 1.0) return value;
    }
  }
  void Fields(Archive& archive) {
    for (uint32_t& word : state_) archive(word);
    archive(front_, rear_);
    if (front_ >= kWords || rear_ >= kWords) {
      front_ = rear_ = 0;
      archive.Fail();
    }
  }

 private:
  static constexpr size_t kWords = 63;
  uint32_t Next() {
    state_[front_] += state_[rear_];
    const uint32_t value = state_[front_] >> 1;
    front_ = (front_ + 1) % kWords;
    rear_ = (rear_ + 1) % kWords;
    return value;
  }
  std::array<uint32_t, kWords> state_{};
  uint32_t front_ = 1, rear_ = 0;
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_RANDOM_H_
