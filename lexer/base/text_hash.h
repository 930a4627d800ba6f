#ifndef PYSUB_LEXER_BASE_TEXT_HASH_H_
#define PYSUB_LEXER_BASE_TEXT_HASH_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace pysub {

// One step of a hash that is cheap and mixes well.
inline uint64_t MixHash(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

// For tables of names. `seed` is something that a program cannot know, such as the table's address:
// then nobody can prepare names that collide.
inline uint64_t SeededTextHash(std::string_view text, uint64_t seed) {
  uint64_t hash = MixHash(seed, text.size());
  const auto load = [](const char* at, size_t size) {
    uint64_t word = 0;
    std::memcpy(&word, at, size);
    return word;
  };
  const char* at = text.data();
  const char* const end = at + text.size();
  uint64_t last;  // what is left, together with some of what was read before
  if (text.size() >= 8) {
    for (; end - at > 8; at += 8) hash = MixHash(hash, load(at, 8));
    last = load(end - 8, 8);
  } else if (text.size() >= 4) {
    last = load(at, 4) << 32 | load(end - 4, 4);
  } else if (!text.empty()) {
    last = load(at, 1) << 16 | load(at + text.size() / 2, 1) << 8 | load(end - 1, 1);
  } else {
    last = 0;
  }
  hash = MixHash(hash, last);
  return MixHash(hash, hash >> 32);
}

// a == b for names: the loads of SeededTextHash, without a call.
inline bool SameText(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto differ = [&](size_t at, size_t size) {
    uint64_t left = 0;
    uint64_t right = 0;
    std::memcpy(&left, a.data() + at, size);
    std::memcpy(&right, b.data() + at, size);
    return left != right;
  };
  const size_t size = a.size();
  if (size >= 8) {
    for (size_t at = 0; at + 8 < size; at += 8) {
      if (differ(at, 8)) return false;
    }
    return !differ(size - 8, 8);
  }
  if (size >= 4) return !differ(0, 4) && !differ(size - 4, 4);
  if (size >= 2) return !differ(0, 2) && !differ(size - 2, 2);
  return size == 0 || a[0] == b[0];
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_TEXT_HASH_H_
