#include "vm/numbers/hash.h"

#include <bit>
#include <cstring>

namespace pysub {
namespace {

// Aumasson and Bernstein's SipHash: the state and its round.
struct SipState {
  uint64_t v0, v1, v2, v3;

  void Round() {
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

// What CPython gives where a hash came out as -1, its mark of an error.
constexpr int64_t kTupleForMinusOne = 1546275796;
constexpr int64_t kFrozenSetForMinusOne = 590923713;

uint64_t LoadLittleEndian(const char* bytes, size_t count) {
  uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes, count);
  } else {
    for (size_t i = 0; i < count; ++i) {
      word |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
  }
  return word;
}

}  // namespace

uint64_t SipHash13(HashKey key, std::string_view bytes) {
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

int64_t TupleHash::Finish() const {
  const int64_t hash = static_cast<int64_t>(accumulator_ + (count_ ^ (kPrime5 ^ 3527539u)));
  return hash == -1 ? kTupleForMinusOne : hash;
}

int64_t TupleHash::FinishSlice() const {
  const int64_t hash = static_cast<int64_t>(accumulator_);
  return hash == -1 ? kTupleForMinusOne : hash;
}

void FrozenSetHash::Add(int64_t item_hash) {
  const uint64_t hash = static_cast<uint64_t>(item_hash);
  accumulator_ ^= ((hash ^ 89869747u) ^ (hash << 16)) * 3644798167u;
  ++count_;
}

int64_t FrozenSetHash::Finish() const {
  uint64_t hash = accumulator_ ^ ((count_ + 1) * 1927868237u);
  hash ^= (hash >> 11) ^ (hash >> 25);
  hash = hash * 69069u + 907133923u;
  return static_cast<int64_t>(hash) == -1 ? kFrozenSetForMinusOne : static_cast<int64_t>(hash);
}

}  // namespace pysub
