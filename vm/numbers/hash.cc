#include "vm/numbers/hash.h"

#include "vm/numbers/siphash.h"

namespace pysub {
namespace {

// What CPython gives where a hash came out as -1, its mark of an error.
constexpr int64_t kTupleForMinusOne = 1546275796;
constexpr int64_t kFrozenSetForMinusOne = 590923713;

}  // namespace

uint64_t SipHash13(HashKey key, std::string_view bytes) { return internal::SipHash13(key, bytes); }

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
