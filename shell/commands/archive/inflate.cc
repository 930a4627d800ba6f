#include "shell/commands/archive/inflate.h"

#include <algorithm>

namespace pysub::shell {
namespace {

constexpr uint16_t kLengthBase[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr uint8_t kLengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr uint16_t kDistanceBase[] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr uint8_t kDistanceBits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                     6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
constexpr uint8_t kLengthOrder[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
constexpr size_t kLiterals = 288, kDistances = 30, kLengthCodes = 19;

}  // namespace

// Makes both tables from the lengths; a length of 0 says that the symbol does not occur. False: the
// lengths ask for more codes than there are. Such a code would be ambiguous, and only a damaged or
// hostile stream has one. Too few codes are allowed: a stream with a single distance has them.
// Symbol() then finds bits that mean nothing and says so.
bool Inflater::Code::Build(const uint8_t* lengths, size_t count) {
  std::fill(std::begin(counts), std::end(counts), 0);
  for (size_t i = 0; i < count; ++i) {
    if (lengths[i] > kMostBits) return false;
    ++counts[lengths[i]];
  }
  counts[0] = 0;
  int left = 1;  // codes not used yet
  for (int bits = 1; bits <= kMostBits; ++bits) {
    left = left * 2 - counts[bits];
    if (left < 0) return false;
  }
  uint16_t offsets[kMostBits + 2] = {};
  for (int bits = 1; bits <= kMostBits; ++bits)
    offsets[bits + 1] = static_cast<uint16_t>(offsets[bits] + counts[bits]);
  symbols.assign(offsets[kMostBits + 1], 0);
  for (size_t i = 0; i < count; ++i) {
    if (lengths[i] != 0) symbols[offsets[lengths[i]]++] = static_cast<uint16_t>(i);
  }
  // Codes come with their first bit first: the table is looked up by reversed codes.
  fast.assign(size_t{1} << kFastBits, 0);
  uint32_t code = 0;
  size_t index = 0;
  for (int bits = 1; bits <= kFastBits; ++bits, code <<= 1) {
    for (int i = 0; i < counts[bits]; ++i, ++code, ++index) {
      uint32_t reversed = 0;
      for (int bit = 0; bit < bits; ++bit) reversed |= (code >> bit & 1) << (bits - 1 - bit);
      for (uint32_t at = reversed; at < fast.size(); at += 1u << bits) {
        fast[at] = static_cast<uint16_t>(symbols[index] << 4 | bits);
      }
    }
  }
  return true;
}

// Fills bits_ until it has so many. False: the input ends before. What came so far stays in bits_,
// so a later call goes on with the next input.
bool Inflater::Need(std::string_view* in, int bits) {
  while (bit_count_ < static_cast<uint32_t>(bits)) {
    if (in->empty()) return false;
    bits_ |= static_cast<uint64_t>(static_cast<unsigned char>(in->front())) << bit_count_;
    in->remove_prefix(1);
    bit_count_ += 8;
  }
  return true;
}

uint32_t Inflater::Take(int bits) {
  uint32_t value = static_cast<uint32_t>(bits_ & ((uint64_t{1} << bits) - 1));
  bits_ >>= bits;
  bit_count_ -= static_cast<uint32_t>(bits);
  return value;
}

// Near the end of the input fewer than kMostBits bits may be left, and the symbol may still be
// complete. So the outcome of Need() is of no interest, and each step asks whether its bit is
// there.
//
// The loop is the decoder of zlib's contrib/puff. Codes of one length are consecutive numbers that
// begin at `first`. A value below first + count is a code of this length; otherwise one more bit is
// needed.
int Inflater::Symbol(std::string_view* in, const Code& code) {
  (void)Need(in, kMostBits);
  uint16_t entry = code.fast[bits_ & ((1 << kFastBits) - 1)];
  if (uint32_t bits = entry & 15; bits != 0 && bits <= bit_count_) {
    Take(static_cast<int>(bits));
    return entry >> 4;
  }
  int value = 0, first = 0, index = 0;
  for (int bits = 1; bits <= kMostBits; ++bits) {
    if (static_cast<uint32_t>(bits) > bit_count_) return -1;
    value |= static_cast<int>(bits_ >> (bits - 1) & 1);
    int count = code.counts[bits];
    if (value - count < first) {
      Take(bits);
      return code.symbols[static_cast<size_t>(index + value - first)];
    }
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return -2;
}

// From lengths_, as after a load.
bool Inflater::BuildCodes() {
  built_ = true;
  if (phase_ == Phase::kLengths)
    return code_lengths_.Build(length_lengths_.data(), length_lengths_.size());
  if (phase_ != Phase::kSymbol && phase_ != Phase::kDistance && phase_ != Phase::kCopy) return true;
  size_t literals = std::min<size_t>(literal_count_, lengths_.size());
  return literals_.Build(lengths_.data(), literals) &&
         distances_.Build(lengths_.data() + literals, lengths_.size() - literals);
}

std::optional<Inflater::Outcome> Inflater::BeginBlock(std::string_view* in) {
  if (last_) {
    phase_ = Phase::kEnd;
    return std::nullopt;
  }
  if (!Need(in, 3)) return Outcome::kMore;
  last_ = Take(1) != 0;
  uint32_t kind = Take(2);
  if (kind == 3) return Outcome::kWrong;
  if (kind == 0) {
    Take(static_cast<int>(bit_count_ % 8));
    phase_ = Phase::kStoredSize;
  } else if (kind == 2) {
    phase_ = Phase::kCounts;
  } else {
    lengths_.assign(kLiterals + kDistances, 8);
    std::fill(lengths_.begin() + 144, lengths_.begin() + 256, uint8_t{9});
    std::fill(lengths_.begin() + 256, lengths_.begin() + 280, uint8_t{7});
    std::fill(lengths_.begin() + kLiterals, lengths_.end(), uint8_t{5});
    literal_count_ = kLiterals;
    phase_ = Phase::kSymbol;
    if (!BuildCodes()) return Outcome::kWrong;
  }
  return std::nullopt;
}

std::optional<Inflater::Outcome> Inflater::ReadStoredSize(std::string_view* in) {
  if (!Need(in, 32)) return Outcome::kMore;
  stored_left_ = Take(16);
  if ((Take(16) ^ 0xFFFF) != stored_left_) return Outcome::kWrong;
  phase_ = Phase::kStored;
  return std::nullopt;
}

std::optional<Inflater::Outcome> Inflater::CopyStored(std::string_view* in, std::string* out,
                                                      size_t most) {
  while (stored_left_ > 0 && out->size() < most) {
    if (!Need(in, 8)) return Outcome::kMore;
    Put(static_cast<char>(Take(8)), out);
    --stored_left_;
  }
  if (stored_left_ == 0) phase_ = Phase::kBlock;
  return std::nullopt;
}

std::optional<Inflater::Outcome> Inflater::ReadCounts(std::string_view* in) {
  if (!Need(in, 14)) return Outcome::kMore;
  literal_count_ = Take(5) + 257;
  distance_count_ = Take(5) + 1;
  length_count_ = Take(4) + 4;
  if (literal_count_ > 286 || distance_count_ > kDistances) return Outcome::kWrong;
  lengths_read_ = 0;
  length_lengths_.assign(kLengthCodes, 0);
  phase_ = Phase::kCodeLengths;
  return std::nullopt;
}

std::optional<Inflater::Outcome> Inflater::ReadCodeLengths(std::string_view* in) {
  for (; lengths_read_ < length_count_; ++lengths_read_) {
    if (!Need(in, 3)) return Outcome::kMore;
    length_lengths_[kLengthOrder[lengths_read_]] = static_cast<uint8_t>(Take(3));
  }
  lengths_.clear();
  phase_ = Phase::kLengths;
  if (!BuildCodes()) return Outcome::kWrong;
  return std::nullopt;
}

// The code lengths of a block. False: more input is needed, or *wrong.
bool Inflater::ReadLengths(std::string_view* in, bool* wrong) {
  while (lengths_.size() < literal_count_ + distance_count_) {
    // A symbol and the bits behind it are taken together.
    uint64_t bits = bits_;
    uint32_t bit_count = bit_count_;
    std::string_view before = *in;
    int symbol = Symbol(in, code_lengths_);
    if (symbol == -2) *wrong = true;
    if (symbol < 0) return false;
    if (symbol < 16) {
      lengths_.push_back(static_cast<uint8_t>(symbol));
      continue;
    }
    int more = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (!Need(in, more)) {
      // All input was used, so the bits hold what there is: give back what the symbol took.
      bits_ = bits;
      bit_count_ = bit_count;
      for (char c : before) {
        bits_ |= static_cast<uint64_t>(static_cast<unsigned char>(c)) << bit_count_;
        bit_count_ += 8;
      }
      return false;
    }
    size_t times = Take(more) + (symbol == 18 ? 11 : 3);
    *wrong = (symbol == 16 && lengths_.empty()) ||
             lengths_.size() + times > literal_count_ + distance_count_;
    if (*wrong) return false;
    lengths_.insert(lengths_.end(), times, symbol == 16 ? lengths_.back() : uint8_t{0});
  }
  return true;
}

// A loop over phases, because each of them may be the one where the input ends. A phase takes its
// bits only when all of them are there, so coming back to it is the same as never having left.
// Three bits begin a block: whether it is the last, and its kind. Kind 3 does not exist.
Inflater::Outcome Inflater::Decode(std::string_view* in, std::string* out, size_t most) {
  if (!built_ && !BuildCodes()) return Outcome::kWrong;
  while (out->size() < most) {
    switch (phase_) {
      case Phase::kBlock:
        if (std::optional<Outcome> stop = BeginBlock(in)) return *stop;
        break;
      case Phase::kStoredSize:
        if (std::optional<Outcome> stop = ReadStoredSize(in)) return *stop;
        break;
      case Phase::kStored:
        if (std::optional<Outcome> stop = CopyStored(in, out, most)) return *stop;
        break;
      case Phase::kCounts:
        if (std::optional<Outcome> stop = ReadCounts(in)) return *stop;
        break;
      case Phase::kCodeLengths:
        if (std::optional<Outcome> stop = ReadCodeLengths(in)) return *stop;
        break;
      case Phase::kLengths: {
        bool wrong = false;
        if (!ReadLengths(in, &wrong)) return wrong ? Outcome::kWrong : Outcome::kMore;
        phase_ = Phase::kSymbol;
        if (lengths_.size() <= 256 || lengths_[256] == 0 || !BuildCodes()) return Outcome::kWrong;
        break;
      }
      case Phase::kSymbol: {
        int symbol = Symbol(in, literals_);
        if (symbol == -2) return Outcome::kWrong;
        if (symbol == -1) return Outcome::kMore;
        if (symbol < 256) {
          Put(static_cast<char>(symbol), out);
        } else if (symbol == 256) {
          phase_ = Phase::kBlock;
        } else {
          if (symbol > 285) return Outcome::kWrong;
          // its index, until its bits are there
          copy_left_ = static_cast<uint32_t>(symbol - 257) + 1;
          copy_distance_ = 0;
          phase_ = Phase::kDistance;
        }
        break;
      }
      case Phase::kDistance: {
        // First the bits of the length (copy_distance_ 0), then the symbol (marked by
        // kMarked), then its bits.
        constexpr uint32_t kMarked = 1 << 20, kSymbolRead = 1 << 21;
        if (copy_distance_ == 0) {
          uint32_t index = copy_left_ - 1;
          if (!Need(in, kLengthBits[index])) return Outcome::kMore;
          copy_left_ = kLengthBase[index] + Take(kLengthBits[index]);
          copy_distance_ = kMarked;
        }
        if (copy_distance_ == kMarked) {
          int symbol = Symbol(in, distances_);
          if (symbol == -2 || symbol >= static_cast<int>(kDistances)) return Outcome::kWrong;
          if (symbol == -1) return Outcome::kMore;
          copy_distance_ = kSymbolRead | static_cast<uint32_t>(symbol);
        }
        uint32_t symbol = copy_distance_ & ~kSymbolRead;
        if (!Need(in, kDistanceBits[symbol])) return Outcome::kMore;
        copy_distance_ = kDistanceBase[symbol] + Take(kDistanceBits[symbol]);
        if (copy_distance_ > window_.size()) return Outcome::kWrong;
        phase_ = Phase::kCopy;
        break;
      }
      case Phase::kCopy:
        for (; copy_left_ > 0; --copy_left_)
          Put(window_[(at_ + kWindow - copy_distance_) % kWindow], out);
        phase_ = Phase::kSymbol;
        break;
      case Phase::kEnd: return Outcome::kEnd;
    }
  }
  return Outcome::kMore;
}

// The stream ends within a byte, and the rest of that byte is padding. Whole bytes behind it were
// read too early: in a gzip file the checksum stands there.
std::string Inflater::TakeAhead() {
  std::string ahead;
  for (Take(static_cast<int>(bit_count_ % 8)); bit_count_ > 0;) ahead += static_cast<char>(Take(8));
  return ahead;
}

// What was loaded may be forged. Every number is checked that later is an index, a distance or a
// shift. With these checks a forged state decodes to wrong bytes at worst.
void Inflater::Fields(Archive& archive) {
  archive(phase_, last_, bits_, bit_count_, window_, at_, stored_left_, literal_count_,
          distance_count_, length_count_, lengths_read_, lengths_, length_lengths_, copy_left_,
          copy_distance_);
  if (!archive.loading()) return;
  built_ = false;
  bool lengths = std::all_of(lengths_.begin(), lengths_.end(),
                             [](uint8_t length) { return length <= kMostBits; });
  bool fine = phase_ <= Phase::kEnd && bit_count_ < 64 && (bits_ >> bit_count_) == 0 &&
              window_.size() <= kWindow && at_ < kWindow &&
              (window_.size() == kWindow || at_ == window_.size()) && lengths &&
              lengths_.size() <= kLiterals + kDistances + 2 && literal_count_ <= kLiterals &&
              distance_count_ <= kDistances + 2 && length_count_ <= kLengthCodes &&
              lengths_read_ <= length_count_ &&
              (length_lengths_.empty() || length_lengths_.size() == kLengthCodes);
  if (phase_ == Phase::kSymbol || phase_ == Phase::kDistance || phase_ == Phase::kCopy)
    fine &= lengths_.size() >= literal_count_;
  if (phase_ == Phase::kCodeLengths || phase_ == Phase::kLengths)
    fine &= length_lengths_.size() == kLengthCodes;
  if (phase_ == Phase::kDistance && copy_distance_ == 0)
    fine &= copy_left_ >= 1 && copy_left_ <= 29;
  if (phase_ == Phase::kDistance && copy_distance_ >= (1 << 21))
    fine &= (copy_distance_ & ~(1u << 21)) < kDistances;
  if (phase_ == Phase::kDistance)
    fine &= copy_distance_ == 0 || copy_distance_ == (1 << 20) || copy_distance_ >= (1 << 21);
  if (phase_ == Phase::kCopy)
    fine &= copy_left_ <= 258 && copy_distance_ >= 1 && copy_distance_ <= window_.size();
  if (!fine) {
    archive.Fail();
    *this = Inflater();
  }
}

}  // namespace pysub::shell
