#ifndef PYSUB_SHELL_COMMANDS_AWK_RANDOM_H_
#define PYSUB_SHELL_COMMANDS_AWK_RANDOM_H_

#include <cstdint>
#include <vector>

#include "pysub/shell/archive.h"

namespace pysub::shell::awk {

// rand(), with the numbers that gawk gives for a seed: an additive generator with a memory of 63
// words, whose numbers go through a deck. The number that was given last says which card is next,
// and a new one takes its place (Bays and Durham 1976). It is made when the first number is asked
// for: most programs never do.
class Random {
 public:
  void Seed(uint32_t seed) {
    seed_ = seed;
    words_.clear();
    deck_.clear();
  }
  // From 0 on, below 1.
  double Fraction() {
    if (deck_.empty()) Start();
    constexpr double kDivisor = 2147483648.0;
    while (true) {
      const double low = Next(), high = Next();
      const double value = 0.5 + (low / kDivisor + high) / kDivisor - 0.5;
      if (value != 1.0) return value;
    }
  }
  void Fields(Archive& archive) {
    archive(seed_, words_, deck_, last_, front_, rear_);
    const bool is_started = words_.size() == kWords && deck_.size() == kDeck;
    if ((is_started || (words_.empty() && deck_.empty())) && front_ < kWords && rear_ < kWords)
      return;
    Seed(0);
    front_ = rear_ = 0;
    archive.Fail();
  }

 private:
  static constexpr size_t kWords = 63;
  static constexpr size_t kDeck = 512;

  void Start() {
    words_.assign(1, seed_);
    while (words_.size() < kWords) words_.push_back(After(words_.back()));
    front_ = 1;
    rear_ = 0;
    while (deck_.size() < kDeck) deck_.push_back(NextSum());
    last_ = NextSum();
    for (size_t i = 0; i < 10 * kWords; ++i) static_cast<void>(Next());
  }
  // 16807 x mod (2^31 - 1), of a number with a sign.
  static uint32_t After(uint32_t word) {
    constexpr int64_t kPrime = 0x7FFFFFFF;
    const int64_t x = word == 0 ? 123459876 : static_cast<int32_t>(word);
    const int64_t product = 16807 * (x % 127773) - 2836 * (x / 127773);
    return static_cast<uint32_t>(product < 0 ? product + kPrime : product);
  }
  uint32_t NextSum() {
    words_[front_] += words_[rear_];
    const uint32_t value = words_[front_] >> 1;
    front_ = (front_ + 1) % kWords;
    rear_ = (rear_ + 1) % kWords;
    return value;
  }
  uint32_t Next() {
    uint32_t& card = deck_[last_ % kDeck];
    last_ = card;
    card = NextSum();
    return last_;
  }

  uint32_t seed_ = 1;
  std::vector<uint32_t> words_;
  std::vector<uint32_t> deck_;
  uint32_t last_ = 0;
  uint32_t front_ = 0, rear_ = 0;
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_RANDOM_H_
