#ifndef PYSUB_LEXER_BASE_BLAKE2_H_
#define PYSUB_LEXER_BASE_BLAKE2_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

// BLAKE2b and BLAKE2s with all their parameters (RFC 7693 and the BLAKE2 paper, section 2.8):
// libsodium and nettle know neither tree hashing nor BLAKE2s.
namespace pysub {

// The parameter block of RFC 7693 and of the Blake2 paper, which is mixed into the first state.
struct Blake2Parameters {
  uint8_t digest_size = 0, fanout = 1, depth = 1, node_depth = 0, inner_size = 0;
  uint32_t leaf_size = 0;
  uint64_t node_offset = 0;
};

struct Blake2bTraits {
  using Word = uint64_t;
  static constexpr int kRounds = 12, kMaxDigest = 64, kSaltSize = 16;
  static constexpr int kRotations[4] = {32, 24, 16, 63};
  static constexpr uint64_t kMaxNodeOffset = UINT64_MAX;
  static constexpr std::string_view kTitle = "Blake2b";
  static constexpr Word kStart[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                     0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                     0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
};
struct Blake2sTraits {
  using Word = uint32_t;
  static constexpr int kRounds = 10, kMaxDigest = 32, kSaltSize = 8;
  static constexpr int kRotations[4] = {16, 12, 8, 7};
  static constexpr uint64_t kMaxNodeOffset = (uint64_t{1} << 48) - 1;
  static constexpr std::string_view kTitle = "Blake2s";
  static constexpr Word kStart[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

// The state of a hash between two update() calls: chain value, count of bytes, and a block that is
// not full.
template <typename T>
struct Blake2Context {
  using Traits = T;
  using Word = typename T::Word;
  static constexpr uint32_t kBlock = 16 * sizeof(Word);

  Word h[8];
  Word counter[2];
  // bytes in the block; up to kBlock, since the last block is compressed at the end
  uint32_t index;
  uint32_t digest_size;
  uint32_t last_node;
  uint32_t unused;
  uint8_t block[kBlock];
};
using Blake2bContext = Blake2Context<Blake2bTraits>;
using Blake2sContext = Blake2Context<Blake2sTraits>;

// The compression function F of RFC 7693, section 3.2. The two variants differ in word size, rounds
// and rotations alone.
template <typename Context>
void Blake2Compress(Context* c, bool last) {
  using T = typename Context::Traits;
  using Word = typename T::Word;
  constexpr uint8_t kSigma[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                      {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                      {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                      {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                      {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
  Word m[16], v[16];
  std::memcpy(m, c->block, sizeof(m));
  for (int i = 0; i < 8; ++i) {
    v[i] = c->h[i];
    v[i + 8] = T::kStart[i];
  }
  v[12] ^= c->counter[0];
  v[13] ^= c->counter[1];
  if (last) v[14] = ~v[14];
  if (last && c->last_node != 0) v[15] = ~v[15];
  auto mix = [&](int a, int b, int cc, int d, Word x, Word y) {
    v[a] += v[b] + x;
    v[d] = std::rotr(static_cast<Word>(v[d] ^ v[a]), T::kRotations[0]);
    v[cc] += v[d];
    v[b] = std::rotr(static_cast<Word>(v[b] ^ v[cc]), T::kRotations[1]);
    v[a] += v[b] + y;
    v[d] = std::rotr(static_cast<Word>(v[d] ^ v[a]), T::kRotations[2]);
    v[cc] += v[d];
    v[b] = std::rotr(static_cast<Word>(v[b] ^ v[cc]), T::kRotations[3]);
  };
  for (int round = 0; round < T::kRounds; ++round) {
    const uint8_t* s = kSigma[round % 10];
    for (int i = 0; i < 4; ++i) mix(i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
    for (int i = 0; i < 4; ++i) {
      mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
  }
  for (int i = 0; i < 8; ++i) c->h[i] ^= v[i] ^ v[i + 8];
}

template <typename Context>
void Blake2Count(Context* c, uint32_t bytes) {
  c->counter[0] += bytes;
  if (c->counter[0] < bytes) ++c->counter[1];
}

template <typename Context>
void Blake2Update(void* context, size_t size, const uint8_t* data) {
  Context* c = static_cast<Context*>(context);
  while (size > 0) {
    if (c->index == Context::kBlock) {
      Blake2Count(c, Context::kBlock);
      Blake2Compress(c, false);
      c->index = 0;
    }
    size_t part = std::min<size_t>(size, Context::kBlock - c->index);
    std::memcpy(c->block + c->index, data, part);
    c->index += static_cast<uint32_t>(part);
    data += part;
    size -= part;
  }
}

template <typename Context>
void Blake2Digest(void* context, size_t size, uint8_t* out) {
  Context* c = static_cast<Context*>(context);
  Blake2Count(c, c->index);
  std::memset(c->block + c->index, 0, Context::kBlock - c->index);
  Blake2Compress(c, true);
  std::memcpy(out, c->h, size);
}

// The parameter block is the digest's start, the key its first block.
template <typename Context>
void Blake2Init(Context* c, const Blake2Parameters& p, std::string_view key, std::string_view salt,
                std::string_view person, bool last_node) {
  using T = typename Context::Traits;
  *c = {};
  uint8_t block[sizeof(c->h)] = {p.digest_size, static_cast<uint8_t>(key.size()), p.fanout,
                                 p.depth};
  std::memcpy(block + 4, &p.leaf_size, 4);
  std::memcpy(block + 8, &p.node_offset, T::kMaxDigest == 64 ? 8 : 6);
  uint8_t* at = block + (T::kMaxDigest == 64 ? 16 : 14);
  at[0] = p.node_depth;
  at[1] = p.inner_size;
  uint8_t* tail = block + sizeof(block) - 2 * T::kSaltSize;
  std::memcpy(tail, salt.data(), salt.size());
  std::memcpy(tail + T::kSaltSize, person.data(), person.size());
  std::memcpy(c->h, block, sizeof(block));
  for (int i = 0; i < 8; ++i) c->h[i] ^= T::kStart[i];
  c->digest_size = p.digest_size;
  c->last_node = last_node;
  if (!key.empty()) {
    std::memcpy(c->block, key.data(), key.size());
    c->index = Context::kBlock;
  }
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_BLAKE2_H_
