// A packed block:
//
//   head of the literals    kind (2 bits), how sizes are written (2), sizes
//   literals                as they are; one byte; or [weights] and one or four Huffman streams
//   count of sequences      1 to 3 bytes; 0: the block ends here
//   modes                   2 bits for each of literal lengths, offsets, match lengths
//   codes                   of those whose mode says so
//   bits                    read backwards: three states, then each sequence

#include "shell/commands/archive/zstd_block.h"

#include <algorithm>
#include <array>

namespace pysub::shell {
namespace {

// A length is a base and some bits more; which, its code says.
struct Range {
  uint32_t base = 0;
  uint8_t bits = 0;
};
template <size_t size>
constexpr std::array<Range, size> RangesOf(uint32_t first, const std::array<uint8_t, size>& bits) {
  std::array<Range, size> ranges{};
  for (size_t i = 0; i < size; ++i) {
    ranges[i] = {first, bits[i]};
    first += 1u << bits[i];
  }
  return ranges;
}
constexpr auto kLiteralRanges =
    RangesOf<36>(0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  1,  1,
                     1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
constexpr auto kMatchRanges = RangesOf<53>(
    3, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  0,  0, 0,
        0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
static_assert(kLiteralRanges[25].base == 64 && kLiteralRanges[35].base == 65536);
static_assert(kMatchRanges[43].base == 131 && kMatchRanges[52].base == 65539);

// The codes that need not be written (RFC 8878, 3.1.1.3.2.2).
constexpr int16_t kLiteralCounts[] = {4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                      2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
constexpr int16_t kMatchCounts[] = {1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
constexpr int16_t kOffsetCounts[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                     1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};

struct CodeKind {
  std::span<const int16_t> counts;
  uint32_t log;       // of these counts
  uint32_t most_log;  // of others
  uint32_t symbols;
};
// In the order of their modes. An offset of 2^31 and more is in no window.
constexpr CodeKind kCodeKinds[] = {
    {kLiteralCounts, 6, 9, 36}, {kOffsetCounts, 5, 8, 32}, {kMatchCounts, 6, 9, 53}};

uint32_t Byte(std::string_view bytes, size_t at) { return static_cast<uint8_t>(bytes[at]); }

constexpr uint64_t kTables = 4096;  // work, about, to make the tables of a block
constexpr uint64_t kSequence = 32;  // and for a sequence

}  // namespace

void ZstdBlocks::Begin() { *this = ZstdBlocks(); }

void ZstdBlocks::Fields(Archive& archive) {
  archive(codes_[kLiteralLengths], codes_[kOffsets], codes_[kMatchLengths], huffman_, offsets_[0],
          offsets_[1], offsets_[2]);
  for (size_t kind = 0; kind < kKinds; ++kind) {
    if (!codes_[kind].IsValid(kCodeKinds[kind].most_log, kCodeKinds[kind].symbols)) archive.Fail();
  }
}

ZstdBlocks::Outcome ZstdBlocks::Decode(ParseAccount& account, std::string_view block, uint64_t most,
                                       std::string* window) {
  if (!account.Tick(kTables + block.size())) return Outcome::kEnded;
  Literals literals;
  const Outcome outcome = ReadLiterals(account, &block, most, &literals.bytes);
  if (outcome != Outcome::kFine) return outcome;
  if (block.empty()) return Outcome::kWrong;
  uint64_t count = Byte(block, 0);
  size_t head = 1;
  if (count >= 128) {
    head = count == 255 ? 3 : 2;
    if (block.size() < head) return Outcome::kWrong;
    count = count == 255 ? Byte(block, 1) + (Byte(block, 2) << 8) + 0x7F00
                         : (count - 128) << 8 | Byte(block, 1);
  }
  block.remove_prefix(head);
  if (count == 0) {
    *window += literals.bytes;
    return block.empty() ? Outcome::kFine : Outcome::kWrong;
  }
  if (!ReadCodes(&block)) return Outcome::kWrong;
  return Mix(account, block, count, most, &literals, window);
}

// ---- literals

ZstdBlocks::Outcome ZstdBlocks::ReadLiterals(ParseAccount& account, std::string_view* block,
                                             uint64_t most, std::string* literals) {
  enum : uint32_t { kPlain, kOneByte, kPacked, kPackedAsBefore };
  if (block->empty()) return Outcome::kWrong;
  const uint32_t kind = Byte(*block, 0) & 3, form = Byte(*block, 0) >> 2 & 3;
  const bool is_packed = kind == kPacked || kind == kPackedAsBefore;
  // Bytes of the head, and bits of each size in it.
  constexpr uint8_t kPlainHead[] = {1, 2, 1, 3}, kPlainBits[] = {5, 12, 5, 20};
  constexpr uint8_t kPackedHead[] = {3, 3, 4, 5}, kPackedBits[] = {10, 10, 14, 18};
  const size_t head = is_packed ? kPackedHead[form] : kPlainHead[form];
  const uint32_t bits = is_packed ? kPackedBits[form] : kPlainBits[form];
  if (block->size() < head) return Outcome::kWrong;
  uint64_t number = 0;
  for (size_t i = head; i-- > 0;) number = number << 8 | Byte(*block, i);
  number >>= is_packed || bits > 5 ? 4 : 3;
  const auto size = static_cast<size_t>(number & ((1u << bits) - 1));
  const auto packed_size =
      is_packed ? static_cast<size_t>(number >> bits) : (kind == kOneByte ? size_t{1} : size);
  block->remove_prefix(head);
  if (size > most || packed_size > block->size()) return Outcome::kWrong;
  std::string_view packed = block->substr(0, packed_size);
  block->remove_prefix(packed_size);
  if (!account.Tick(size * 2)) return Outcome::kEnded;
  if (kind == kPlain) *literals = packed;
  if (kind == kOneByte) literals->assign(size, packed[0]);
  if (!is_packed) return Outcome::kFine;
  if (kind == kPacked && !huffman_.Read(&packed)) return Outcome::kWrong;
  if (!huffman_.is_known()) return Outcome::kWrong;
  return ReadHuffman(packed, form == 0 ? 1 : 4, size, literals) ? Outcome::kFine : Outcome::kWrong;
}

// Four streams have the sizes of the first three before them, and a quarter of the bytes each.
bool ZstdBlocks::ReadHuffman(std::string_view packed, uint32_t streams, size_t size,
                             std::string* literals) {
  constexpr size_t kSizes = 6;
  size_t sizes[4] = {packed.size(), 0, 0, 0};
  if (streams == 4) {
    if (packed.size() < kSizes) return false;
    size_t rest = packed.size() - kSizes;
    for (size_t i = 0; i < 3; ++i) {
      sizes[i] = Byte(packed, 2 * i) | Byte(packed, 2 * i + 1) << 8;
      if (sizes[i] > rest) return false;
      rest -= sizes[i];
    }
    sizes[3] = rest;
    packed.remove_prefix(kSizes);
  }
  HuffmanCode::Table table;
  huffman_.Build(&table);
  literals->reserve(size);
  const size_t part = streams == 1 ? size : (size + 3) / 4;
  for (uint32_t i = 0; i < streams; ++i) {
    BackwardBits bits;
    if (!bits.Begin(packed.substr(0, sizes[i]))) return false;
    packed.remove_prefix(sizes[i]);
    // (the last stream has the rest; of a few bytes three quarters rounded up are too many)
    if (i + 1 == streams && literals->size() > size) return false;
    const size_t end = i + 1 == streams ? size : literals->size() + part;
    while (literals->size() < end) {
      const HuffmanCode::Cell cell = table[bits.Peek(huffman_.longest())];
      bits.Skip(cell.bits);
      *literals += static_cast<char>(cell.byte);
    }
    if (bits.left() != 0) return false;
  }
  return true;
}

// ---- sequences

bool ZstdBlocks::ReadCode(Kind kind, uint32_t mode, std::string_view* block) {
  enum : uint32_t { kPredefined, kOneSymbol, kWritten, kAsBefore };
  const CodeKind& info = kCodeKinds[kind];
  FseCode& code = codes_[kind];
  switch (mode) {
    case kPredefined: code = FseCode::Of(info.counts, info.log); return true;
    case kOneSymbol: {
      if (block->empty() || Byte(*block, 0) >= info.symbols) return false;
      code = FseCode::Only(static_cast<uint8_t>(block->front()));
      block->remove_prefix(1);
      return true;
    }
    case kWritten: return code.Read(block, info.most_log, info.symbols);
    default: return code.is_known();
  }
}

bool ZstdBlocks::ReadCodes(std::string_view* block) {
  if (block->empty()) return false;
  const uint32_t modes = Byte(*block, 0);
  block->remove_prefix(1);
  return (modes & 3) == 0 && ReadCode(kLiteralLengths, modes >> 6, block) &&
         ReadCode(kOffsets, modes >> 4 & 3, block) &&
         ReadCode(kMatchLengths, modes >> 2 & 3, block);
}

// 1, 2 and 3 stand for the last three offsets; where no literal comes before the match, for the
// second, the third, and the last one less one. Any other is larger by three than its offset.
bool ZstdBlocks::FindOffset(uint64_t value, bool no_literals, uint64_t* offset) {
  if (value > 3) {
    std::copy_backward(offsets_, offsets_ + 2, offsets_ + 3);
    offsets_[0] = value - 3;
  } else {
    const uint64_t which = value - 1 + (no_literals ? 1 : 0);
    const uint64_t found = which == 3 ? offsets_[0] - 1 : offsets_[which];
    if (which > 0)
      std::copy_backward(offsets_, offsets_ + std::min<uint64_t>(which, 2),
                         offsets_ + std::min<uint64_t>(which, 2) + 1);
    offsets_[0] = found;
  }
  *offset = offsets_[0];
  return *offset != 0;
}

ZstdBlocks::Outcome ZstdBlocks::Mix(ParseAccount& account, std::string_view bits, uint64_t count,
                                    uint64_t most, Literals* literals, std::string* window) {
  FseCode::Table tables[kKinds];
  for (size_t kind = 0; kind < kKinds; ++kind) codes_[kind].Build(&tables[kind]);
  BackwardBits in;
  if (!in.Begin(bits)) return Outcome::kWrong;
  uint64_t states[kKinds];
  for (size_t kind = 0; kind < kKinds; ++kind) states[kind] = in.Take(codes_[kind].log());
  const size_t begin = window->size();
  const auto update = [&](Kind kind) {
    const FseCode::Cell& cell = tables[kind][states[kind]];
    states[kind] = cell.base + in.Take(cell.bits);
  };
  for (uint64_t i = 0; i < count; ++i) {
    if (i % 1024 == 0 && !account.Tick(std::min<uint64_t>(count - i, 1024) * kSequence))
      return Outcome::kEnded;
    const uint32_t power = tables[kOffsets][states[kOffsets]].symbol;
    const uint64_t value = (uint64_t{1} << power) + in.Take(power);
    const Range& match = kMatchRanges[tables[kMatchLengths][states[kMatchLengths]].symbol];
    size_t length = match.base + static_cast<size_t>(in.Take(match.bits));
    const Range& fresh = kLiteralRanges[tables[kLiteralLengths][states[kLiteralLengths]].symbol];
    const size_t copied = fresh.base + static_cast<size_t>(in.Take(fresh.bits));
    if (i + 1 < count) {
      update(kLiteralLengths);
      update(kMatchLengths);
      update(kOffsets);
    }
    uint64_t offset = 0;
    if (in.left() < 0 || copied > literals->bytes.size() - literals->used ||
        window->size() - begin + copied + length > most || !FindOffset(value, copied == 0, &offset))
      return Outcome::kWrong;
    window->append(literals->bytes, literals->used, copied);
    literals->used += copied;
    if (offset > window->size()) return Outcome::kWrong;
    // A match may reach into what it makes itself: it is copied in pieces of what is there, each
    // twice as long as the one before.
    for (const size_t from = window->size() - static_cast<size_t>(offset); length > 0;) {
      const size_t piece = std::min(length, window->size() - from);
      window->append(*window, from, piece);
      length -= piece;
    }
  }
  if (in.left() != 0 || window->size() - begin + literals->bytes.size() - literals->used > most)
    return Outcome::kWrong;
  window->append(literals->bytes, literals->used);
  return account.Tick(window->size() - begin) ? Outcome::kFine : Outcome::kEnded;
}

}  // namespace pysub::shell
