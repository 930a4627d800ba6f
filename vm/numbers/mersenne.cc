#include "vm/numbers/mersenne.h"

#include "vm/numbers/magnitude.h"

namespace pysub {
namespace {

constexpr int kMiddle = 397;

// A seed of any size is read as 32-bit words, least significant first.
size_t WordCount(IntView seed) {
  const size_t bits = BitLength(seed);
  return bits == 0 ? 1 : (bits + 31) / 32;
}

uint32_t WordAt(IntView seed, size_t i) {
  if (i / 2 >= seed.limbs.size()) return 0;
  return static_cast<uint32_t>(seed.limbs[i / 2] >> (i % 2 * 32));
}

uint32_t Twist(uint32_t high, uint32_t low) {
  const uint32_t mixed = (high & 0x80000000u) | (low & 0x7FFFFFFFu);
  return (mixed >> 1) ^ ((low & 1) != 0 ? 0x9908B0DFu : 0);
}

}  // namespace

// Matsumoto and Nishimura's initialisation of 2002.
void MersenneTwister::SeedWord(uint32_t seed) {
  words[0] = seed;
  for (uint32_t i = 1; i < kWords; ++i) {
    words[i] = 1812433253u * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
  }
  index = kWords;
}

// Their initialisation by an array.
void MersenneTwister::SeedInt(IntView seed) {
  SeedWord(19650218u);
  const size_t count = WordCount(seed);
  uint32_t i = 1;
  size_t j = 0;
  const auto step = [&] {
    if (++i < kWords) return;
    words[0] = words[kWords - 1];
    i = 1;
  };
  const auto mixed = [&](uint32_t factor) {
    return words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * factor);
  };
  for (size_t k = count > kWords ? count : kWords; k > 0; --k) {
    words[i] = mixed(1664525u) + WordAt(seed, j) + static_cast<uint32_t>(j);
    step();
    if (++j == count) j = 0;
  }
  for (int k = kWords - 1; k > 0; --k) {
    words[i] = mixed(1566083941u) - i;
    step();
  }
  words[0] = 0x80000000u;
}

uint32_t MersenneTwister::Next32() {
  if (index >= kWords) {
    int i = 0;
    for (; i < kWords - kMiddle; ++i) {
      words[i] = words[i + kMiddle] ^ Twist(words[i], words[i + 1]);
    }
    for (; i < kWords - 1; ++i) {
      words[i] = words[i + kMiddle - kWords] ^ Twist(words[i], words[i + 1]);
    }
    words[i] = words[kMiddle - 1] ^ Twist(words[i], words[0]);
    index = 0;
  }
  uint32_t y = words[index++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9D2C5680u;
  y ^= (y << 15) & 0xEFC60000u;
  return y ^ (y >> 18);
}

double MersenneTwister::Random() {
  const uint32_t high = Next32() >> 5;
  const uint32_t low = Next32() >> 6;
  return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

uint64_t MersenneTwister::GetRandBits(uint32_t k) {
  if (k == 0) return 0;
  if (k <= 32) return Next32() >> (32 - k);
  const uint64_t low = Next32();
  return low | static_cast<uint64_t>(Next32() >> (64 - k)) << 32;
}

IntResult MersenneTwister::GetRandBits(uint64_t k, LimbsOut out) {
  size_t size = 0;
  for (; k > 0; k -= k < 64 ? k : 64) {
    out[size++] = GetRandBits(static_cast<uint32_t>(k < 64 ? k : 64));
  }
  return {Normalize(out.data(), size), false};
}

uint64_t MersenneTwister::RandBelow(uint64_t n) {
  const uint32_t bits = 64 - static_cast<uint32_t>(__builtin_clzll(n));
  uint64_t value = GetRandBits(bits);
  while (value >= n) value = GetRandBits(bits);
  return value;
}

}  // namespace pysub
