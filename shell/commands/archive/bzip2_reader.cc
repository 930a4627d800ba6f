#include <algorithm>
#include <array>

#include "shell/commands/archive/bzip2_format.h"
#include "shell/commands/archive/bzip2_stream.h"
#include "shell/syntax/arena.h"

// Input is hostile: every number is checked where it becomes an index or a size. A block cannot be
// larger than its level says, so memory is bounded before a bit of it is decoded (links_), and work
// is counted by symbols.
namespace pysub::shell {

// Bits of a text, the highest of each byte first.
// What is behind the end reads as zeros and sets is_short(): callers look once for many bits. Each
// loop over bits ends by itself at zeros, or looks.
class BitReader {
 public:
  BitReader(std::string_view bytes, uint64_t bit) : bytes_(bytes), bit_(bit) {}
  uint32_t Take(uint32_t count) {
    uint32_t value = 0;
    for (; count > 0; --count) {
      const uint64_t byte = bit_ / 8;
      if (byte >= bytes_.size()) {
        short_ = true;
        return 0;
      }
      value = value << 1 | (static_cast<uint8_t>(bytes_[byte]) >> (7 - bit_ % 8) & 1u);
      ++bit_;
    }
    return value;
  }
  bool is_short() const { return short_; }  // more was asked for than there is
  uint64_t bit() const { return bit_; }

 private:
  std::string_view bytes_;
  uint64_t bit_;
  bool short_ = false;
};

// How the symbols of a block are coded: which bytes it has, the codes, and which code is used when.
// `limit` is the last code of a length, `base` what is added to a code to get its place in
// `symbols`.
struct Bzip2Reader::Tables {
  struct Code {
    // Codes of one length are numbers that follow each other.
    std::array<int32_t, kMostCodeBits + 2> limit{}, base{};
    std::array<uint16_t, kMostSymbols> symbols{};
  };
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> selectors;
  std::vector<Code> codes;
};

namespace {

// Codes are canonical: those of one length are numbers that follow each other, and shorter ones
// come first. Lengths that fit no code give places that do not exist, and these are caught at each
// symbol.
template <typename Code>
void BuildCode(const std::array<uint8_t, kMostSymbols>& lengths, uint32_t count, Code* code) {
  std::array<int32_t, kMostCodeBits + 2> counts{};
  for (uint32_t i = 0; i < count; ++i) ++counts[lengths[i]];
  uint32_t at = 0;
  for (uint32_t bits = 1; bits <= kMostCodeBits; ++bits) {
    for (uint32_t i = 0; i < count; ++i) {
      if (lengths[i] == bits) code->symbols[at++] = static_cast<uint16_t>(i);
    }
  }
  int32_t first = 0, index = 0;
  for (uint32_t bits = 1; bits <= kMostCodeBits; ++bits) {
    code->base[bits] = index - first;
    first += counts[bits];
    index += counts[bits];
    code->limit[bits] = first - 1;  // the last code of this length
    first <<= 1;
  }
}

}  // namespace

void Bzip2Reader::Fields(Archive& archive) {
  archive(phase_, seen_one_, level_, input_, bit_, end_bit_, next_try_, stored_crc_, crc_,
          combined_crc_, at_, done_, run_, repeats_, last_, total_);
  archive.Charged(charged_);
  archive.Charged(input_charged_);
  if (phase_ > Phase::kOutput || level_ < 1 || level_ > 9 || bit_ > 8 * input_.size() ||
      end_bit_ > 8 * input_.size() || run_ > 4)
    archive.Fail();
}

// Memory of the links stays charged from block to block.
void Bzip2Reader::Release(CommandIo& io) {
  (void)io.Reserve(-static_cast<int64_t>(charged_ + input_charged_));
  charged_ = input_charged_ = 0;
}

Bzip2Reader::Outcome Bzip2Reader::TakeHeader(bool ended) {
  constexpr size_t kHeader = 4;
  static constexpr std::string_view kMagic = "BZh";
  const std::string_view have = std::string_view(input_).substr(0, kMagic.size());
  const bool wrong = !kMagic.starts_with(have) ||
                     (input_.size() >= kHeader && (input_[3] < '1' || input_[3] > '9'));
  if (wrong || (ended && !input_.empty() && input_.size() < kHeader))
    return seen_one_ ? Outcome::kGarbage : Outcome::kNotBzip2;
  if (input_.size() < kHeader) return Outcome::kMore;
  level_ = static_cast<uint32_t>(input_[3] - '0');
  input_.erase(0, kHeader);
  bit_ = next_try_ = 0;
  combined_crc_ = 0;
  phase_ = Phase::kBlock;
  return Outcome::kMore;
}

Bzip2Reader::Outcome Bzip2Reader::Decode(CommandIo& io, std::string_view* in, bool ended,
                                         std::string* out, size_t most) {
  while (true) {
    // Output comes in pieces of `most`, so a block of zeros cannot give gigabytes at once.
    if (phase_ == Phase::kOutput) {
      // (the links are not saved: the block is decoded again, and output goes on at at_)
      if (links_.empty() && done_ < UINT32_MAX) {  // after a load
        if (Parse(io) != Parsed::kBlock) return Outcome::kWrong;
      }
      Put(out, most);
      if (phase_ == Phase::kOutput) return Outcome::kMore;
      if (~crc_ != stored_crc_) return Outcome::kBadCrc;
      combined_crc_ = (combined_crc_ << 1 | combined_crc_ >> 31) ^ stored_crc_;
      // The bits of the next block may begin within the last byte of this one.
      input_.erase(0, end_bit_ / 8);
      bit_ = end_bit_ % 8;
      end_bit_ = 0;
      next_try_ = 0;
      continue;
    }
    if (!MakeRoom(io, &input_, in->size(), &input_charged_)) return Outcome::kNoMemory;
    input_ += *in;
    in->remove_prefix(in->size());
    if (phase_ == Phase::kHeader) {
      const Outcome outcome = TakeHeader(ended);
      if (outcome != Outcome::kMore || phase_ == Phase::kHeader) return outcome;
    }
    if (input_.size() < next_try_ && !ended) return Outcome::kMore;
    switch (Parse(io)) {
      case Parsed::kBlock:
        crc_ = 0xffffffff;
        done_ = run_ = repeats_ = 0;
        last_ = 0;
        phase_ = Phase::kOutput;
        break;
      case Parsed::kEnd:
        if (stored_crc_ != combined_crc_) return Outcome::kBadCrc;
        input_.erase(0, (end_bit_ + 7) / 8);
        bit_ = end_bit_ = 0;
        seen_one_ = true;
        phase_ = Phase::kHeader;
        if (input_.empty()) return Outcome::kMore;
        break;
      case Parsed::kMore:
        // No block takes so much.
        if (input_.size() > kMostPackedBlock) return Outcome::kWrong;
        // Decoding begins anew with each try: by half as much more each time, all tries together
        // cost no more than three times the last.
        next_try_ = input_.size() + input_.size() / 2 + 16;
        return Outcome::kMore;
      case Parsed::kWrong: return Outcome::kWrong;
      case Parsed::kNoMemory: return Outcome::kNoMemory;
    }
  }
}

// What begins at bit_: a block, which links_ has then, or the end of the stream.
Bzip2Reader::Parsed Bzip2Reader::Parse(CommandIo& io) {
  BitReader bits(input_, bit_);
  const uint64_t magic = uint64_t{bits.Take(24)} << 24 | bits.Take(24);
  stored_crc_ = bits.Take(32);
  if (bits.is_short()) return Parsed::kMore;
  if (magic == kEndMagic) {
    end_bit_ = bits.bit();
    return Parsed::kEnd;
  }
  if (magic != kBlockMagic) return Parsed::kWrong;
  // (blocks were once shuffled; nobody has written such for twenty years)
  const uint32_t shuffled = bits.Take(1), origin = bits.Take(24);
  if (shuffled != 0) return Parsed::kWrong;
  Tables tables;
  const bool fine = ReadTables(bits, &tables);
  if (bits.is_short()) return Parsed::kMore;
  if (!fine) return Parsed::kWrong;
  if (charged_ == 0) {
    const uint64_t size = uint64_t{level_} * kBlockUnit * sizeof(uint32_t);
    if (!io.Reserve(static_cast<int64_t>(size))) return Parsed::kNoMemory;
    charged_ = size;
  }
  const Parsed parsed = ReadSymbols(io, bits, tables, origin);
  if (parsed == Parsed::kBlock) end_bit_ = bits.bit();
  return parsed;
}

// False with is_short(): there is not enough of it.
bool Bzip2Reader::ReadTables(BitReader& bits, Tables* tables) const {
  const uint32_t rows = bits.Take(16);
  for (uint32_t row = 0; row < 16; ++row) {
    if ((rows >> (15 - row) & 1) == 0) continue;
    const uint32_t used = bits.Take(16);
    for (uint32_t i = 0; i < 16; ++i) {
      if ((used >> (15 - i) & 1) != 0) tables->bytes.push_back(static_cast<uint8_t>(16 * row + i));
    }
  }
  const uint32_t groups = bits.Take(3), count = bits.Take(15);
  if (bits.is_short() || tables->bytes.empty() || groups < 2 || groups > kMostTables || count == 0)
    return false;
  std::array<uint8_t, kMostTables> front{};
  for (uint32_t i = 0; i < groups; ++i) front[i] = static_cast<uint8_t>(i);
  // Which table a group has is its place in a list in which each moves to the front, in unary.
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t place = 0;
    while (bits.Take(1) == 1) {
      if (++place >= groups) return false;
    }
    if (bits.is_short()) return false;
    std::rotate(front.begin(), front.begin() + place, front.begin() + place + 1);
    tables->selectors.push_back(front[0]);
  }
  const auto symbols = static_cast<uint32_t>(tables->bytes.size() + 2);
  for (uint32_t t = 0; t < groups; ++t) {
    std::array<uint8_t, kMostSymbols> lengths{};
    uint32_t length = bits.Take(5);
    for (uint32_t i = 0; i < symbols; ++i) {
      // 10 is one more, 11 one less, 0 the end; never outside of 1 to 20.
      while (true) {
        if (bits.is_short() || length < 1 || length > kMostCodeBits) return false;
        if (bits.Take(1) == 0) break;
        length += bits.Take(1) == 0 ? 1 : -1;
      }
      lengths[i] = static_cast<uint8_t>(length);
    }
    BuildCode(lengths, symbols, &tables->codes.emplace_back());
  }
  return true;
}

// The symbols, with moves to the front undone and runs written out: links_ has a byte each then, in
// its low eight bits.
Bzip2Reader::Parsed Bzip2Reader::ReadSymbols(CommandIo& io, BitReader& bits, const Tables& tables,
                                             uint32_t origin) {
  const uint32_t most = level_ * kBlockUnit;
  links_.clear();
  links_.reserve(most);
  std::vector<uint8_t> front = tables.bytes;
  const auto end_symbol = static_cast<uint32_t>(front.size() + 1);
  uint64_t run = 0, weight = 1;
  for (uint64_t i = 0;; ++i) {
    if ((i & 4095) == 0 && !io.account().Tick(4096 * 4)) return Parsed::kNoMemory;
    if (i / kGroup >= tables.selectors.size()) return Parsed::kWrong;
    const Tables::Code& code = tables.codes[tables.selectors[i / kGroup]];
    int32_t value = 0;
    uint32_t length = 0;
    do {
      value = static_cast<int32_t>(static_cast<uint32_t>(value) << 1 | bits.Take(1));
      if (++length > kMostCodeBits) return Parsed::kWrong;
    } while (value > code.limit[length] && !bits.is_short());
    if (bits.is_short()) return Parsed::kMore;
    const int32_t place = value + code.base[length];
    if (place < 0 || place >= static_cast<int32_t>(front.size() + 2)) return Parsed::kWrong;
    const uint32_t symbol = code.symbols[static_cast<size_t>(place)];
    if (symbol <= 1) {  // digits of a number in base two that has no zero
      run += weight << symbol;
      weight <<= 1;
      // Before it is multiplied out: a run cannot be longer than the block.
      if (run > most) return Parsed::kWrong;
      continue;
    }
    if (links_.size() + run > most) return Parsed::kWrong;
    links_.insert(links_.end(), run, front[0]);
    run = 0;
    weight = 1;
    if (symbol == end_symbol) break;
    if (links_.size() >= most || symbol > end_symbol) return Parsed::kWrong;
    std::rotate(front.begin(), front.begin() + symbol - 1, front.begin() + symbol);
    links_.push_back(front[0]);
  }
  if (origin >= links_.size()) return Parsed::kWrong;
  return Link(io, origin) ? Parsed::kBlock : Parsed::kNoMemory;
}

// The column of last bytes becomes links: each place knows where the byte that follows stands.
// The sorted last bytes are the first bytes of the rows. The n-th "a" of one column is the n-th "a"
// of the other: so a counting sort says for each row which one is the same rotation, turned by one
// byte. The link is put above the byte:
//
//   links_[row] = row that follows << 8 | last byte of this row
bool Bzip2Reader::Link(CommandIo& io, uint32_t origin) {
  std::array<uint32_t, 257> starts{};
  for (const uint32_t byte : links_) ++starts[byte + 1];
  for (size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  for (uint32_t i = 0; i < links_.size(); ++i) {
    if ((i & 65535) == 0 && !io.account().Tick(65536 * 2)) return false;
    links_[starts[links_[i] & 255]++] |= i << 8;
  }
  // (after a load at_ is where the output stood)
  if (phase_ == Phase::kBlock) at_ = links_[origin] >> 8;
  return true;
}

void Bzip2Reader::PutByte(uint8_t byte, std::string* out) {
  *out += static_cast<char>(byte);
  crc_ = Bzip2Crc(crc_, byte);
  ++total_;
}

// Bytes until there are enough, or the block is done: the phase says so then.
// Runs are undone here: behind four bytes alike stands how many more there are, 0 to 255.
void Bzip2Reader::Put(std::string* out, size_t most) {
  while (out->size() < most) {
    if (repeats_ > 0) {
      --repeats_;
      PutByte(last_, out);
      continue;
    }
    if (done_ >= links_.size()) {
      links_ = {};
      phase_ = Phase::kBlock;
      return;
    }
    // (at_ of a forged state may be anything)
    at_ = links_[std::min<size_t>(at_, links_.size() - 1)];
    const auto byte = static_cast<uint8_t>(at_ & 255);
    at_ >>= 8;
    ++done_;
    if (run_ == 4) {  // a count of more
      repeats_ = byte;
      run_ = 0;
      continue;
    }
    run_ = run_ > 0 && byte == last_ ? run_ + 1 : 1;
    last_ = byte;
    PutByte(byte, out);
  }
}

}  // namespace pysub::shell
