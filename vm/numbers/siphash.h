#ifndef PYSUB_VM_NUMBERS_SIPHASH_H_
#define PYSUB_VM_NUMBERS_SIPHASH_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "vm/numbers/hash.h"

// SipHash13() of hash.h, for texts that are known when pysub is compiled.
namespace pysub::internal {

// Aumasson and Bernstein's SipHash: the state and its round.
struct SipState {
  uint64_t v0, v1, v2, v3;

  constexpr void Round() {
    v0 += v1;
    v2 += v3;
    v1 = std::rotl(v1, 13) ^ v0;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 = std::rotl(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = std::rotl(v1, 17) ^ v2;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 = std::rotl(v2, 32);
  }
};

constexpr uint64_t LoadLittleEndian(const char* bytes, size_t count) {
  uint64_t word = 0;
  if (std::endian::native == std::endian::little && !std::is_constant_evaluated()) {
    std::memcpy(&word, bytes, count);
  } else {
    for (size_t i = 0; i < count; ++i) {
      word |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
  }
  return word;
}

constexpr uint64_t SipHash13(HashKey key, std::string_view bytes) {
  SipState state{key.k0 ^ 0x736f6d6570736575u, key.k1 ^ 0x646f72616e646f6du,
                 key.k0 ^ 0x6c7967656e657261u, key.k1 ^ 0x7465646279746573u};
  const char* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    const uint64_t word = LoadLittleEndian(at, 8);
    state.v3 ^= word;
    state.Round();
    state.v0 ^= word;
  }
  const uint64_t last =
      static_cast<uint64_t>(bytes.size()) << 56 | (left == 0 ? 0 : LoadLittleEndian(at, left));
  state.v3 ^= last;
  state.Round();
  state.v0 ^= last;
  state.v2 ^= 0xff;
  state.Round();
  state.Round();
  state.Round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

}  // namespace pysub::internal

#endif  // PYSUB_VM_NUMBERS_SIPHASH_H_
