// Two formats around LZMA. An .xz file, all its numbers little endian:
//
//   header   FD "7zXZ" 00, kind of check, CRC-32           12 bytes
//   block    size, flags, filters, CRC-32                  a multiple of 4
//            chunk, chunk, ... 00
//            up to three zeros, the check                  0, 4 (CRC-32), 8 (CRC-64), 32 bytes ...
//   index    00, how many blocks, two sizes of each, CRC-32
//   footer   CRC-32, size of the index, kind of check, "YZ"    12 bytes
//
// A chunk begins with a byte that says what it is and what begins anew with it:
//
//   00         the end of the block
//   01 02      stored; 01: the dictionary is empty
//   80..FF     packed: the lowest five bits are the highest of the size
//              A0 state    C0 state and properties    E0 these and the dictionary
//
// Behind it come the size less one (2 bytes), of a packed one the packed size less one (2 bytes),
// and from C0 on the properties. Several streams may follow each other, as `cat a.xz b.xz` makes
// them.
//
// An .lzma file has no mark of its own: properties (1 byte), size of the dictionary (4), size of
// what is in it (8, all ones: not known, a mark ends it), then LZMA to the end. So it is one only
// when these 13 bytes are likely.

#include "shell/commands/archive/xz_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace pysub::shell {
namespace {

constexpr std::string_view kMagic("\xFD\x37\x7A\x58\x5A\x00", 6);
// That of `xz -9`. The format allows 4 GiB, which a file of a few bytes could ask for.
constexpr uint64_t kMostDictionary = 64 << 20;
constexpr uint64_t kPiece = 65536;
constexpr size_t kStreamHeader = 12, kAloneHeader = 13;

constexpr std::array<uint32_t, 256> kCrc32 = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0xEDB88320 : 0);
    table[i] = value;
  }
  return table;
}();
constexpr std::array<uint64_t, 256> kCrc64 = [] {
  std::array<uint64_t, 256> table{};
  for (uint64_t i = 0; i < 256; ++i) {
    uint64_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = value >> 1 ^ ((value & 1) != 0 ? 0xC96C5795D7870F42 : 0);
    table[i] = value;
  }
  return table;
}();

uint32_t Crc32(uint32_t crc, std::string_view bytes) {
  crc = ~crc;
  for (const char c : bytes) crc = kCrc32[(crc ^ static_cast<uint8_t>(c)) & 255] ^ crc >> 8;
  return ~crc;
}

uint64_t Crc64(uint64_t crc, std::string_view bytes) {
  crc = ~crc;
  for (const char c : bytes) crc = kCrc64[(crc ^ static_cast<uint8_t>(c)) & 255] ^ crc >> 8;
  return ~crc;
}

uint64_t Little(std::string_view bytes, size_t at, size_t count) {
  uint64_t value = 0;
  for (size_t i = count; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

// A number of seven bits a byte. False: it goes on behind the text, or is too long.
// The lowest seven bits come first.
bool Number(std::string_view bytes, size_t* at, uint64_t* value) {
  *value = 0;
  for (uint32_t shift = 0; shift < 63; shift += 7) {
    if (*at >= bytes.size()) return false;
    const auto byte = static_cast<uint8_t>(bytes[(*at)++]);
    *value |= uint64_t{byte & 127u} << shift;
    if (byte < 128) return true;
  }
  return false;
}

constexpr uint8_t kSha256 = 10;  // beside 0 none, 1 CRC32, 4 CRC64

size_t CheckSize(uint8_t kind) {
  constexpr size_t kSizes[] = {0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64};
  return kSizes[kind & 15];
}

}  // namespace

void XzReader::Fields(Archive& archive) {
  archive(phase_, seen_one_, input_, used_, window_, dictionary_, decoder_, needs_dictionary_,
          needs_state_, check_, crc32_, crc64_, block_bytes_, left_, total_);
  // The context of nettle as it is; a forged count of waiting bytes would lead out of it.
  std::string context(reinterpret_cast<const char*>(&sha256_), sizeof(sha256_));
  archive(context);
  if (context.size() != sizeof(sha256_)) return archive.Fail();
  std::memcpy(&sha256_, context.data(), sizeof(sha256_));
  if (sha256_.index >= SHA256_BLOCK_SIZE) {
    sha256_.index = 0;
    archive.Fail();
  }
  archive.Charged(input_charged_);
  archive.Charged(window_charged_);
  if (phase_ > Phase::kAlone || dictionary_ > kMostDictionary || used_ > input_.size() ||
      (phase_ == Phase::kAlone && !decoder_.has_properties())) {
    used_ = 0;
    archive.Fail();
  }
}

void XzReader::Release(CommandIo& io) {
  (void)io.Reserve(-static_cast<int64_t>(input_charged_ + window_charged_));
  input_charged_ = window_charged_ = 0;
}

// Comes back as soon as there is output, so that no more than a chunk waits for a pipe.
XzReader::Outcome XzReader::Decode(CommandIo& io, std::string_view* in, bool ended,
                                   std::string* out) {
  // What was used goes when there is new input, and not with each chunk: these may be of four
  // bytes.
  if (!in->empty()) input_.erase(0, static_cast<size_t>(std::exchange(used_, 0)));
  if (!MakeRoom(io, &input_, in->size(), &input_charged_)) return Outcome::kNoMemory;
  input_ += *in;
  in->remove_prefix(in->size());
  while (true) {
    bool stalls = false;
    const Outcome outcome = Step(io, ended, out, &stalls);
    if (outcome != Outcome::kMore || stalls || !out->empty()) return outcome;
    if (!io.account().Tick(64)) return Outcome::kNoMemory;
  }
}

XzReader::Outcome XzReader::Step(CommandIo& io, bool ended, std::string* out, bool* stalls) {
  switch (phase_) {
    case Phase::kStart: return Start(ended, stalls);
    case Phase::kBlock: return BlockHeader(stalls);
    case Phase::kChunk: return Chunk(io, out, stalls);
    case Phase::kCheck: return Check(stalls);
    case Phase::kIndex: return Index(io, stalls);
    case Phase::kFooter: return Footer(stalls);
    case Phase::kAlone: return Alone(io, ended, out, stalls);
  }
  return Outcome::kWrong;
}

// The head of a stream. Between two of them there may be zeros.
XzReader::Outcome XzReader::Start(bool ended, bool* stalls) {
  if (seen_one_) {
    while (input().size() >= 4 && Little(input(), 0, 4) == 0) used_ += 4;
  }
  *stalls = input().empty() || (!ended && input().size() < kAloneHeader);
  if (*stalls) return Outcome::kMore;
  const bool is_xz = kMagic.starts_with(input().substr(0, kMagic.size()));
  if (is_xz) {
    *stalls = input().size() < kStreamHeader;
    if (*stalls) return Outcome::kMore;
    if (Crc32(0, input().substr(6, 2)) != Little(input(), 8, 4)) return Outcome::kWrong;
    if (input()[6] != 0 || (input()[7] & 0xf0) != 0) return Outcome::kUnsupported;
    check_ = static_cast<uint8_t>(input()[7]);
    if (check_ > 1 && check_ != 4 && check_ != kSha256) return Outcome::kUnsupported;
    used_ += kStreamHeader;
    phase_ = Phase::kBlock;
    return Outcome::kMore;
  }
  const uint64_t size = input().size() < kAloneHeader ? 0 : Little(input(), 5, 8);
  const bool fits = size == UINT64_MAX || size < (uint64_t{1} << 38);
  if (seen_one_ || input().size() < kAloneHeader || !fits ||
      !decoder_.SetProperties(static_cast<uint8_t>(input()[0]), false))
    return seen_one_ ? Outcome::kGarbage : Outcome::kNotXz;
  dictionary_ = std::max<uint64_t>(Little(input(), 1, 4), 4096);
  // (a real one is a power of two, or three quarters of it)
  uint64_t power = dictionary_;
  while (power % 2 == 0) power /= 2;
  if (power != 1 && power != 3 && dictionary_ != UINT32_MAX) return Outcome::kNotXz;
  if (dictionary_ > kMostDictionary) return Outcome::kUnsupported;
  *stalls = input().size() < kAloneHeader + 5;
  if (*stalls) return Outcome::kMore;
  if (!decoder_.Begin(input().substr(kAloneHeader, 5))) return Outcome::kWrong;
  used_ += kAloneHeader + 5;
  left_ = size;
  decoder_.ResetPosition();
  window_.clear();
  phase_ = Phase::kAlone;
  return Outcome::kMore;
}

XzReader::Outcome XzReader::BlockHeader(bool* stalls) {
  *stalls = input().empty();
  if (*stalls) return Outcome::kMore;
  if (input()[0] == 0) {
    phase_ = Phase::kIndex;
    return Outcome::kMore;
  }
  const size_t size = (static_cast<size_t>(static_cast<uint8_t>(input()[0])) + 1) * 4;
  *stalls = input().size() < size;
  if (*stalls) return Outcome::kMore;
  const std::string_view head = input().substr(0, size - 4);
  if (Crc32(0, head) != Little(input(), size - 4, 4)) return Outcome::kWrong;
  const auto flags = static_cast<uint8_t>(head[1]);
  // More than one filter (BCJ, delta) or bits that have no meaning yet.
  if ((flags & 3) != 0 || (flags & 0x3c) != 0) return Outcome::kUnsupported;
  size_t at = 2;
  uint64_t number = 0, properties = 0;
  if ((flags & 0x40) != 0 && !Number(head, &at, &number)) return Outcome::kWrong;
  if ((flags & 0x80) != 0 && !Number(head, &at, &number)) return Outcome::kWrong;
  constexpr uint64_t kLzma2 = 0x21;
  if (!Number(head, &at, &number) || !Number(head, &at, &properties)) return Outcome::kWrong;
  if (number != kLzma2 || properties != 1 || at >= head.size()) return Outcome::kUnsupported;
  const auto bits = static_cast<uint8_t>(head[at]);
  if (bits > 40) return Outcome::kUnsupported;
  dictionary_ = bits == 40 ? UINT32_MAX : uint64_t{2 | (bits & 1u)} << (bits / 2 + 11);
  if (dictionary_ > kMostDictionary) return Outcome::kUnsupported;
  used_ += size;
  window_.clear();
  needs_dictionary_ = needs_state_ = true;
  crc32_ = 0;
  crc64_ = 0;
  sha256_init(&sha256_);
  block_bytes_ = 0;
  phase_ = Phase::kChunk;
  return Outcome::kMore;
}

// What is in front of the dictionary goes when there is as much again.
bool XzReader::MakeWindow(CommandIo& io, size_t more) {
  // Moved after each quarter of a dictionary (64 MiB for xz -9): with half the moves it would not
  // fit into the memory that a shell has by default.
  if (window_.size() > dictionary_ + dictionary_ / 4 + kPiece)
    window_.erase(0, window_.size() - dictionary_);
  return MakeRoom(io, &window_, more + 300, &window_charged_);
}

bool XzReader::GiveOut(CommandIo& io, size_t from, std::string* out) {
  const std::string_view fresh = std::string_view(window_).substr(from);
  if (check_ == 1) crc32_ = Crc32(crc32_, fresh);
  if (check_ == 4) crc64_ = Crc64(crc64_, fresh);
  if (check_ == kSha256)
    sha256_update(&sha256_, fresh.size(), reinterpret_cast<const uint8_t*>(fresh.data()));
  total_ += fresh.size();
  *out += fresh;
  return io.account().Tick(fresh.size());
}

XzReader::Outcome XzReader::Chunk(CommandIo& io, std::string* out, bool* stalls) {
  *stalls = input().empty();
  if (*stalls) return Outcome::kMore;
  const auto control = static_cast<uint8_t>(input()[0]);
  if (control == 0) {
    used_ += 1;
    ++block_bytes_;
    phase_ = Phase::kCheck;
    return Outcome::kMore;
  }
  const bool is_packed = control >= 0x80, has_properties = control >= 0xc0;
  const size_t head = !is_packed ? 3 : has_properties ? 6 : 5;
  *stalls = input().size() < head;
  if (*stalls) return Outcome::kMore;
  const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<uint8_t>(input()[i])); };
  const size_t low = (byte(1) << 8 | byte(2)) + 1;
  const size_t size = is_packed ? (static_cast<size_t>(control & 31u) << 16) + low : low;
  const size_t packed = is_packed ? (byte(3) << 8 | byte(4)) + 1 : size;
  *stalls = input().size() < head + packed;
  if (*stalls) return Outcome::kMore;
  if (control == 1 || control >= 0xe0) {
    window_.clear();
    decoder_.ResetPosition();
    needs_dictionary_ = false;
  }
  if (needs_dictionary_ || (!is_packed && control > 2)) return Outcome::kWrong;
  if (!MakeWindow(io, size)) return Outcome::kNoMemory;
  const size_t from = window_.size();
  const std::string_view body = input().substr(head, packed);
  if (!is_packed) {
    window_ += body;
    decoder_.CountPosition(size);
  } else {
    if (has_properties) {
      if (!decoder_.SetProperties(static_cast<uint8_t>(byte(5)), true)) return Outcome::kWrong;
      needs_state_ = false;
    } else if (needs_state_) {
      return Outcome::kWrong;
    } else if (control >= 0xa0) {
      decoder_.ResetState();
    }
    // All of the chunk is there: at most 64 KiB. So the decoder never waits in the middle of one.
    if (!decoder_.Begin(body)) return Outcome::kWrong;
    size_t at = 5;
    const LzmaDecoder::Outcome outcome =
        decoder_.Decode(io.account(), body, &at, true, &window_, dictionary_, from + size);
    if (outcome == LzmaDecoder::Outcome::kEnded) return Outcome::kNoMemory;
    if (outcome != LzmaDecoder::Outcome::kMore || at != packed || window_.size() != from + size ||
        !decoder_.IsClean())
      return Outcome::kWrong;
  }
  if (!GiveOut(io, from, out)) return Outcome::kNoMemory;
  block_bytes_ += head + packed;
  used_ += head + packed;
  return Outcome::kMore;
}

XzReader::Outcome XzReader::Check(bool* stalls) {
  const size_t padding = (4 - block_bytes_ % 4) % 4, size = CheckSize(check_);
  *stalls = input().size() < padding + size;
  if (*stalls) return Outcome::kMore;
  for (size_t i = 0; i < padding; ++i) {
    if (input()[i] != 0) return Outcome::kWrong;
  }
  if ((check_ == 1 && Little(input(), padding, 4) != crc32_) ||
      (check_ == 4 && Little(input(), padding, 8) != crc64_))
    return Outcome::kWrong;
  if (check_ == kSha256) {
    char digest[SHA256_DIGEST_SIZE];
    sha256_digest(&sha256_, sizeof(digest), reinterpret_cast<uint8_t*>(digest));
    if (input().substr(padding, size) != std::string_view(digest, sizeof(digest)))
      return Outcome::kWrong;
  }
  used_ += padding + size;
  phase_ = Phase::kBlock;
  return Outcome::kMore;
}

// The list of blocks: its checksum is looked at, and that it has an end. (A long one is read from
// its begin with each piece that comes.)
XzReader::Outcome XzReader::Index(CommandIo& io, bool* stalls) {
  if (!io.account().Tick(input().size())) return Outcome::kNoMemory;
  size_t at = 1;
  uint64_t count = 0, number = 0;
  *stalls = true;
  if (!Number(input(), &at, &count)) return at < input().size() ? Outcome::kWrong : Outcome::kMore;
  // Only an end for the loop; no file has so many blocks.
  if (count > kMostDictionary) return Outcome::kWrong;
  for (uint64_t i = 0; i < 2 * count; ++i) {
    if (!Number(input(), &at, &number))
      return at < input().size() ? Outcome::kWrong : Outcome::kMore;
  }
  at = (at + 3) / 4 * 4;
  if (input().size() < at + 4) return Outcome::kMore;
  *stalls = false;
  if (Crc32(0, input().substr(0, at)) != Little(input(), at, 4)) return Outcome::kWrong;
  used_ += at + 4;
  phase_ = Phase::kFooter;
  return Outcome::kMore;
}

XzReader::Outcome XzReader::Footer(bool* stalls) {
  *stalls = input().size() < kStreamHeader;
  if (*stalls) return Outcome::kMore;
  if (Crc32(0, input().substr(4, 6)) != Little(input(), 0, 4) ||
      !input().substr(10).starts_with("YZ"))
    return Outcome::kWrong;
  used_ += kStreamHeader;
  seen_one_ = true;
  phase_ = Phase::kStart;
  return Outcome::kMore;
}

// A piece of a .lzma.
XzReader::Outcome XzReader::Alone(CommandIo& io, bool ended, std::string* out, bool* stalls) {
  check_ = 0;
  if (!MakeWindow(io, kPiece)) return Outcome::kNoMemory;
  const size_t from = window_.size(), room = static_cast<size_t>(std::min(kPiece, left_));
  size_t at = 0;
  const LzmaDecoder::Outcome outcome =
      decoder_.Decode(io.account(), input(), &at, ended, &window_, dictionary_, from + room);
  used_ += at;
  if (outcome == LzmaDecoder::Outcome::kEnded) return Outcome::kNoMemory;
  if (outcome == LzmaDecoder::Outcome::kWrong) return Outcome::kWrong;
  const size_t made = window_.size() - from;
  if (left_ != UINT64_MAX) {
    if (made > left_) return Outcome::kWrong;
    left_ -= made;
  }
  if (!GiveOut(io, from, out)) return Outcome::kNoMemory;
  if (outcome == LzmaDecoder::Outcome::kEnd || left_ == 0) {
    seen_one_ = true;
    phase_ = Phase::kStart;
    return Outcome::kMore;
  }
  *stalls = made == 0;
  return Outcome::kMore;
}

// ---- writing

// (The sum of one saved context; a forged one is a wrong sum.)
void XzWriter::Fields(Archive& archive) {
  std::string context(reinterpret_cast<const char*>(&sha256_), sizeof(sha256_));
  archive(pending_, encoder_, told_properties_, needs_state_, crc32_, crc64_, context, packed_,
          bytes_, size_);
  if (pending_.size() > kPiece || context.size() != sizeof(sha256_)) return archive.Fail();
  std::memcpy(&sha256_, context.data(), sizeof(sha256_));
  if (sha256_.index >= SHA256_BLOCK_SIZE) {
    sha256_.index = 0;
    archive.Fail();
  }
}

void XzWriter::Add(std::string_view bytes, std::string* out) {
  *out += bytes;
  size_ += bytes.size();
}

void XzWriter::AddLittle(uint64_t value, size_t count, std::string* out) {
  for (size_t i = 0; i < count; ++i) *out += static_cast<char>(value >> (8 * i));
  size_ += count;
}

// lc, lp and pb in a byte.
constexpr char kProperties =
    static_cast<char>(5 * 9 * LzmaEncoder::kPositionBits + LzmaEncoder::kLiteralContext);

void XzWriter::Begin(std::string* out) {
  sha256_init(&sha256_);
  if (alone_) {
    // The size is not known: a mark stands at the end.
    Add(std::string(1, kProperties), out);
    AddLittle(LzmaEncoder::kDictionary, 4, out);
    AddLittle(UINT64_MAX, 8, out);
    return;
  }
  std::string flags(1, '\0');
  flags += static_cast<char>(check_);
  Add(kMagic, out);
  Add(flags, out);
  AddLittle(Crc32(0, flags), 4, out);
}

void XzWriter::Release(CommandIo& io) {
  encoder_.Release(io);
  const XzCheck check = check_;
  const bool alone = alone_;
  LzmaEncoder encoder = encoder_;
  *this = XzWriter();
  encoder_ = std::move(encoder);
  check_ = check;
  alone_ = alone;
}

bool XzWriter::Chunk(CommandIo& io, std::string* out) {
  if (alone_) {
    std::string packed;
    if (!encoder_.Pack(io, pending_, false, &packed)) return false;
    Add(packed, out);
    pending_.clear();
    return true;
  }
  if (packed_ == 0) {
    // LZMA2 with a dictionary of 1 MiB, and three bytes to fill the head up
    const std::string head("\x02\0\x21\x01\x10\0\0\0", 8);
    Add(head, out);
    AddLittle(Crc32(0, head), 4, out);
  }
  std::string packed;
  if (needs_state_) encoder_.ResetState();
  if (!encoder_.Pack(io, pending_, true, &packed)) return false;
  AddChunk(packed, out);
  const auto* bytes = reinterpret_cast<const uint8_t*>(pending_.data());
  switch (check_) {
    case XzCheck::kNone: break;
    case XzCheck::kCrc32: crc32_ = Crc32(crc32_, pending_); break;
    case XzCheck::kCrc64: crc64_ = Crc64(crc64_, pending_); break;
    case XzCheck::kSha256: sha256_update(&sha256_, pending_.size(), bytes); break;
  }
  bytes_ += pending_.size();
  pending_.clear();
  return true;
}

// A head, then the packed bytes, or the plain ones where these are fewer. The first chunk begins a
// dictionary.
void XzWriter::AddChunk(std::string_view packed, std::string* out) {
  const size_t last = pending_.size() - 1;
  std::string head;
  if (packed.size() >= pending_.size()) {
    head += packed_ == 0 ? '\x01' : '\x02';
    head += static_cast<char>(last >> 8);
    head += static_cast<char>(last);
    needs_state_ = true;
    packed = pending_;
  } else {
    const unsigned control = packed_ == 0        ? 0xE0u
                             : !told_properties_ ? 0xC0u
                             : needs_state_      ? 0xA0u
                                                 : 0x80u;
    head += static_cast<char>(control | last >> 16);
    head += static_cast<char>(last >> 8);
    head += static_cast<char>(last);
    head += static_cast<char>((packed.size() - 1) >> 8);
    head += static_cast<char>(packed.size() - 1);
    if (!told_properties_) head += kProperties;
    told_properties_ = true;
    needs_state_ = false;
  }
  Add(head, out);
  Add(packed, out);
  packed_ += head.size() + packed.size();
}

bool XzWriter::Write(CommandIo& io, std::string_view bytes, std::string* out) {
  while (!bytes.empty()) {
    const size_t taken = std::min<size_t>(kPiece - pending_.size(), bytes.size());
    pending_ += bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    if (pending_.size() == kPiece && !Chunk(io, out)) return false;
  }
  return true;
}

size_t XzWriter::SumSize() const {
  switch (check_) {
    case XzCheck::kNone: return 0;
    case XzCheck::kCrc32: return 4;
    case XzCheck::kCrc64: return 8;
    case XzCheck::kSha256: return SHA256_DIGEST_SIZE;
  }
  return 0;
}

void XzWriter::AddSum(std::string* out) {
  if (check_ == XzCheck::kCrc32) AddLittle(crc32_, 4, out);
  if (check_ == XzCheck::kCrc64) AddLittle(crc64_, 8, out);
  if (check_ != XzCheck::kSha256) return;
  std::string digest(SHA256_DIGEST_SIZE, '\0');
  sha256_digest(&sha256_, digest.size(), reinterpret_cast<uint8_t*>(digest.data()));
  Add(digest, out);
}

bool XzWriter::End(CommandIo& io, std::string* out) {
  constexpr uint64_t kHead = 12;
  const auto number = [](uint64_t value) {
    std::string text;
    for (; value >= 128; value >>= 7) text += static_cast<char>(value | 128);
    return text + static_cast<char>(value);
  };
  if (!pending_.empty() && !Chunk(io, out)) return false;
  if (alone_) {
    std::string packed;
    if (!encoder_.EndStream(io, &packed)) return false;
    Add(packed, out);
    return true;
  }
  std::string index(1, '\0');
  index += static_cast<char>(packed_ == 0 ? 0 : 1);
  // A block that would be empty is left out, as xz does for empty input.
  if (packed_ != 0) {
    ++packed_;
    Add(std::string(1 + (4 - packed_ % 4) % 4, '\0'), out);
    AddSum(out);
    index += number(kHead + packed_ + SumSize()) + number(bytes_);
  }
  index.append((4 - index.size() % 4) % 4, '\0');
  Add(index, out);
  AddLittle(Crc32(0, index), 4, out);
  std::string tail;
  const uint64_t before = size_;
  AddLittle(index.size() / 4, 4, &tail);
  AddLittle(static_cast<uint64_t>(check_) << 8, 2, &tail);
  // `tail` was counted here, and is counted when it is added.
  size_ = before;
  AddLittle(Crc32(0, tail), 4, out);
  Add(tail, out);
  Add("YZ", out);
  return true;
}

}  // namespace pysub::shell
