#ifndef PYSUB_VM_NUMBERS_HASH_H_
#define PYSUB_VM_NUMBERS_HASH_H_

// Hashes: the keyed ones that dict and set use inside, and CPython's recipes for hash().

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pysub {

// The key of SipHash and MixInteger. Each VM has its own.
struct HashKey {
  uint64_t k0 = 0;
  uint64_t k1 = 0;
};

// SipHash-1-3 with the reference's byte order.
uint64_t SipHash13(HashKey key, std::string_view bytes);

// A keyed mixer for integers: a bijection of `value` for each key, so distinct values never collide
// in all 64 bits, and which of them share low bits is not known without the key.
inline uint64_t MixInteger(HashKey key, uint64_t value) {
  value ^= key.k0;
  value *= 0x9E3779B97F4A7C15u;
  value ^= value >> 32;
  value += key.k1;
  value *= 0xD6E8FEB86659FD93u;
  value ^= value >> 32;
  return value;
}

// hash(tuple): CPython's xxHash-based recipe. Add the hash of each item, then Finish.
class TupleHash {
 public:
  void Add(int64_t item_hash) {
    accumulator_ += static_cast<uint64_t>(item_hash) * kPrime2;
    accumulator_ = (accumulator_ << 31) | (accumulator_ >> 33);
    accumulator_ *= kPrime1;
    ++count_;
  }
  int64_t Finish() const;
  // hash(slice): its three parts, without their number.
  int64_t FinishSlice() const;

 private:
  static constexpr uint64_t kPrime1 = 11400714785074694791u;
  static constexpr uint64_t kPrime2 = 14029467366897019727u;
  static constexpr uint64_t kPrime5 = 2870177450012600261u;
  uint64_t accumulator_ = kPrime5;
  uint64_t count_ = 0;
};

// hash(frozenset): order does not matter.
class FrozenSetHash {
 public:
  void Add(int64_t item_hash);
  int64_t Finish() const;

 private:
  uint64_t accumulator_ = 0;
  uint64_t count_ = 0;
};

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_HASH_H_
