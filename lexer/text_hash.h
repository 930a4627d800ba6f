#ifndef PYSUB_LEXER_TEXT_HASH_H_
#define PYSUB_LEXER_TEXT_HASH_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace pysub {

// One step of a hash that is cheap and mixes well.
inline uint64_t MixHash(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

// For tables of names. `seed` is something that a program cannot know, such as the table's address: then nobody can
// prepare names that collide.
inline uint64_t SeededTextHash(std::string_view text, uint64_t seed) {
  uint64_t hash = MixHash(seed, text.size());
  while (text.size() >= 8) {
    uint64_t word;
    std::memcpy(&word, text.data(), 8);
    hash = MixHash(hash, word);
    text.remove_prefix(8);
  }
  uint64_t rest = 0;
  for (const char c : text) rest = rest << 8 | static_cast<uint8_t>(c);
  hash = MixHash(hash, rest);
  return MixHash(hash, hash >> 32);
}

}  // namespace pysub

#endif  // PYSUB_LEXER_TEXT_HASH_H_
