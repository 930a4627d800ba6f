#include "shell/commands/archive/zstd_entropy.h"

#include <algorithm>

namespace pysub::shell {
namespace {

// Bits from the begin of a text, the lowest of each byte first; beyond its end there are zeros.
class ForwardBits {
 public:
  explicit ForwardBits(std::string_view bytes) : bytes_(bytes) {}
  uint32_t Take(uint32_t count) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; ++i, ++at_) {
      const size_t byte = at_ / 8;
      if (byte < bytes_.size())
        value |= (static_cast<uint8_t>(bytes_[byte]) >> (at_ % 8) & 1u) << i;
    }
    return value;
  }
  void GiveBack(uint32_t count) { at_ -= count; }
  size_t BytesTaken() const { return (at_ + 7) / 8; }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

// The place of the highest bit that is set.
uint32_t Log2(uint32_t value) { return static_cast<uint32_t>(std::bit_width(value)) - 1; }

constexpr uint32_t kMostWeights = 255;  // the last byte's weight follows from the others
constexpr uint32_t kLeastLog = 5;       // of a code that is written out
constexpr uint32_t kWeightLog = 6;      // of the code for weights

}  // namespace

// ---- bits

bool BackwardBits::Begin(std::string_view bytes) {
  bytes_ = bytes;
  if (bytes.empty() || bytes.back() == 0) return false;
  left_ = static_cast<int64_t>(bytes.size() - 1) * 8 + Log2(static_cast<uint8_t>(bytes.back()));
  return true;
}

uint64_t BackwardBits::Peek(uint32_t count) const {
  const int64_t from = left_ - count;
  if (left_ <= 0) return 0;
  const auto at = static_cast<size_t>(std::max<int64_t>(from, 0));
  const size_t byte = at / 8;
  uint64_t word = 0;
  if (bytes_.size() - byte >= sizeof(word)) {
    std::memcpy(&word, bytes_.data() + byte, sizeof(word));  // (a machine of little end)
  } else {
    for (size_t i = bytes_.size(); i-- > byte;) word = word << 8 | static_cast<uint8_t>(bytes_[i]);
  }
  word >>= at % 8;
  // The lowest bits may be those before the begin, which are zeros.
  if (from < 0) word <<= static_cast<uint64_t>(-from);
  return word & ((uint64_t{1} << count) - 1);
}

// ---- FSE

FseCode FseCode::Of(std::span<const int16_t> counts, uint32_t log) {
  FseCode code;
  code.log_ = log;
  code.counts_.assign(counts.begin(), counts.end());
  return code;
}

FseCode FseCode::Only(uint8_t symbol) {
  FseCode code;
  code.counts_.assign(size_t{symbol} + 1, 0);
  code.counts_[symbol] = 1;
  return code;
}

// Counts, each in as many bits as what is left of 2^log can need. Of the values that would need
// the last bit some do not exist, so small ones do without it. Behind a 0 come two bits that
// say how many more zeros there are, 3 meaning that two more bits follow.
bool FseCode::Read(std::string_view* bytes, uint32_t most_log, uint32_t symbols) {
  if (bytes->empty()) return false;
  ForwardBits bits(*bytes);
  log_ = bits.Take(4) + kLeastLog;
  counts_.clear();
  if (log_ > most_log) return false;
  uint32_t left = 1u << log_;
  while (left > 0 && counts_.size() < symbols) {
    const uint32_t width = Log2(left + 1) + 1;
    const uint32_t half = 1u << (width - 1);
    const uint32_t unused = 2 * half - 1 - (left + 1);
    uint32_t value = bits.Take(width);
    if ((value & (half - 1)) < unused) {
      bits.GiveBack(1);
      value &= half - 1;
    } else if (value >= half) {
      value -= unused;
    }
    const uint32_t taken = value == 0 ? 1 : value - 1;
    if (taken > left) return false;
    counts_.push_back(static_cast<int16_t>(static_cast<int32_t>(value) - 1));
    left -= taken;
    for (uint32_t zeros = value == 1 ? 3 : 0, again = zeros; again == 3;) {
      again = zeros = bits.Take(2);
      if (counts_.size() + zeros > symbols) return false;
      counts_.insert(counts_.end(), zeros, 0);
    }
  }
  if (left != 0 || bits.BytesTaken() > bytes->size()) return false;
  bytes->remove_prefix(bits.BytesTaken());
  return true;
}

bool FseCode::IsValid(uint32_t most_log, uint32_t symbols) const {
  // (below 5 there is only the code of one symbol: the stride would not reach all places)
  if (log_ > most_log || (log_ > 0 && log_ < kLeastLog) || counts_.size() > symbols) return false;
  uint64_t sum = 0;
  for (const int16_t count : counts_) {
    if (count < -1) return false;
    sum += static_cast<uint64_t>(count == -1 ? 1 : count);
  }
  return counts_.empty() || sum == uint64_t{1} << log_;
}

// The states of a symbol lie scattered: a fixed stride goes round the table, and those of
// "less than one" take the last places. Among the states of a symbol, in order, the number x
// (from its count up to twice that) needs as many bits as bring it up to 2^log again.
void FseCode::Build(Table* table) const {
  const uint32_t size = 1u << log_, mask = size - 1, stride = (size >> 1) + (size >> 3) + 3;
  std::array<uint16_t, 256> next{};
  uint32_t last = size;
  for (size_t symbol = 0; symbol < counts_.size(); ++symbol) {
    next[symbol] = static_cast<uint16_t>(counts_[symbol] == -1 ? 1 : counts_[symbol]);
    if (counts_[symbol] == -1) (*table)[--last].symbol = static_cast<uint8_t>(symbol);
  }
  uint32_t at = 0;
  for (size_t symbol = 0; symbol < counts_.size(); ++symbol) {
    for (int16_t i = 0; i < counts_[symbol]; ++i) {
      (*table)[at].symbol = static_cast<uint8_t>(symbol);
      do at = (at + stride) & mask;
      while (at >= last && at != 0);
    }
  }
  for (uint32_t i = 0; i < size; ++i) {
    Cell& cell = (*table)[i];
    const uint32_t x = next[cell.symbol]++;
    cell.bits = static_cast<uint8_t>(log_ - Log2(x));
    cell.base = static_cast<uint16_t>((x << cell.bits) - size);
  }
}

// ---- Huffman

void HuffmanCode::Fields(Archive& archive) {
  archive(weights_);
  if (!archive.loading()) return;
  if (weights_.size() > kMostWeights + 1 || (!weights_.empty() && !FindLongest())) {
    weights_.clear();
    archive.Fail();
  }
}

bool HuffmanCode::Read(std::string_view* bytes) {
  if (bytes->empty()) return false;
  const auto head = static_cast<uint8_t>(bytes->front());
  weights_.clear();
  // Four bits a weight, the first one in the upper half; or coded.
  const size_t count = head < 128 ? 0 : head - 127u;
  const size_t size = head < 128 ? head : (count + 1) / 2;
  if (bytes->size() < 1 + size) return false;
  const std::string_view packed = bytes->substr(1, size);
  bytes->remove_prefix(1 + size);
  for (size_t i = 0; i < count; ++i) {
    const auto pair = static_cast<uint8_t>(packed[i / 2]);
    weights_.push_back(i % 2 == 0 ? pair >> 4 : pair & 15);
  }
  if (head < 128 && !ReadPackedWeights(packed)) return false;
  if (Complete()) return true;
  weights_.clear();
  return false;
}

// Two states take turns over one stream. It has no length of its own: when it is used up, the
// other state still stands for a last weight.
bool HuffmanCode::ReadPackedWeights(std::string_view packed) {
  FseCode code;
  if (!code.Read(&packed, kWeightLog, kMostBits + 2)) return false;
  FseCode::Table table;
  code.Build(&table);
  BackwardBits bits;
  if (!bits.Begin(packed)) return false;
  uint64_t states[2] = {bits.Take(code.log()), bits.Take(code.log())};
  if (bits.left() < 0) return false;
  for (size_t turn = 0; weights_.size() < kMostWeights; turn = 1 - turn) {
    const FseCode::Cell& cell = table[states[turn]];
    weights_.push_back(cell.symbol);
    states[turn] = cell.base + bits.Take(cell.bits);
    if (bits.left() >= 0) continue;
    if (weights_.size() == kMostWeights) return false;
    weights_.push_back(table[states[1 - turn]].symbol);
    return true;
  }
  return false;
}

// The weights are powers of two that have to fill one up: the last byte has what is missing.
bool HuffmanCode::Complete() {
  uint32_t sum = 0;
  for (const uint8_t weight : weights_) {
    if (weight > kMostBits) return false;
    sum += weight == 0 ? 0 : 1u << (weight - 1);
  }
  if (sum == 0) return false;
  const uint32_t whole = 1u << (Log2(sum) + 1);
  if (!std::has_single_bit(whole - sum) || weights_.size() > kMostWeights) return false;
  weights_.push_back(static_cast<uint8_t>(Log2(whole - sum) + 1));
  return FindLongest();
}

// False: the weights do not make a code.
bool HuffmanCode::FindLongest() {
  uint32_t sum = 0;
  for (const uint8_t weight : weights_) {
    if (weight > kMostBits) return false;
    sum += weight == 0 ? 0 : 1u << (weight - 1);
  }
  if (!std::has_single_bit(sum)) return false;
  longest_ = Log2(sum);
  if (longest_ == 0 || longest_ > kMostBits) return false;
  return std::all_of(weights_.begin(), weights_.end(),
                     [&](uint8_t weight) { return weight <= longest_; });
}

// Long codes are at the begin, of equal ones the lower byte; a code that is shorter by one has
// twice as many cells.
void HuffmanCode::Build(Table* table) const {
  size_t at = 0;
  for (uint32_t weight = 1; weight <= longest_; ++weight) {
    for (size_t byte = 0; byte < weights_.size(); ++byte) {
      if (weights_[byte] != weight) continue;
      const Cell cell{static_cast<uint8_t>(byte), static_cast<uint8_t>(longest_ + 1 - weight)};
      std::fill_n(table->begin() + static_cast<ptrdiff_t>(at), size_t{1} << (weight - 1), cell);
      at += size_t{1} << (weight - 1);
    }
  }
}

}  // namespace pysub::shell
