#ifndef PYSUB_LEXER_BYTE_STREAM_H_
#define PYSUB_LEXER_BYTE_STREAM_H_

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

// Numbers and texts as bytes, for everything that is saved: snapshots, recordings, filesystems. It lies in the lowest
// folder because all others use it.
namespace pysub {

inline uint64_t Zigzag(int64_t number) {
  return static_cast<uint64_t>(number) << 1 ^ static_cast<uint64_t>(number >> 63);
}
inline int64_t Unzigzag(uint64_t bits) { return static_cast<int64_t>(bits >> 1 ^ (0 - (bits & 1))); }

// Appends to a string when it is destroyed or flushed; until then to a buffer of its own.
class ByteWriter {
 public:
  explicit ByteWriter(std::string& out) : out_(out) {}
  ~ByteWriter() { Flush(); }
  ByteWriter(const ByteWriter&) = delete;
  ByteWriter& operator=(const ByteWriter&) = delete;

  void Byte(uint8_t byte) {
    if (used_ == sizeof(buffer_)) Flush();
    buffer_[used_++] = static_cast<char>(byte);
  }
  void Varint(uint64_t number) {
    if (used_ + 10 > sizeof(buffer_)) Flush();
    char* at = buffer_ + used_;
    for (; number >= 0x80; number >>= 7) *at++ = static_cast<char>(number | 0x80);
    *at++ = static_cast<char>(number);
    used_ = static_cast<size_t>(at - buffer_);
  }
  // Numbers until `next` has none. Faster than one by one: nothing but the bytes is stored meanwhile.
  template <typename Next>
  void Varints(Next next) {
    while (true) {
      if (used_ + 20 > sizeof(buffer_)) Flush();
      char* at = buffer_ + used_;
      char* const last = buffer_ + sizeof(buffer_) - 10;
      std::optional<uint64_t> number;
      while (at <= last && (number = next())) {
        uint64_t rest = *number;
        for (; rest >= 0x80; rest >>= 7) *at++ = static_cast<char>(rest | 0x80);
        *at++ = static_cast<char>(rest);
      }
      used_ = static_cast<size_t>(at - buffer_);
      if (at <= last) return;
    }
  }
  void Fixed64(uint64_t number) {
    if (used_ + 8 > sizeof(buffer_)) Flush();
    for (int i = 0; i < 8; ++i) buffer_[used_++] = static_cast<char>(number >> (8 * i));
  }
  void Raw(std::string_view bytes) {
    if (used_ + bytes.size() > sizeof(buffer_)) {
      Flush();
      if (bytes.size() > sizeof(buffer_)) {
        out_.append(bytes);
        return;
      }
    }
    std::memcpy(buffer_ + used_, bytes.data(), bytes.size());
    used_ += bytes.size();
  }
  void Text(std::string_view text) {
    Varint(text.size());
    Raw(text);
  }
  void Flush() {
    out_.append(buffer_, used_);
    used_ = 0;
  }

 private:
  std::string& out_;
  size_t used_ = 0;
  char buffer_[1024];
};

// Reads what may be anything: after the first thing that cannot be, ok() is false and every answer 0.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool ok() const { return ok_; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }

  uint8_t Byte() {
    if (at_ == end_) return static_cast<uint8_t>(Fail());
    return static_cast<uint8_t>(*at_++);
  }
  uint64_t Varint() {
    if (at_ != end_ && static_cast<uint8_t>(*at_) < 0x80) return static_cast<uint8_t>(*at_++);
    uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == end_) return Fail();
      uint8_t byte = static_cast<uint8_t>(*at_++);
      if (shift == 63 && byte > 1) return Fail();
      number |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return number;
    }
    return Fail();
  }
  // Calls use(number) for numbers of at most 8 bytes for as long as it wants them; a number that it refuses (false) is not
  // taken.
  template <typename Use>
  void Varints(Use use) {
    const char* at = at_;
    while (end_ - at >= 8) {
      uint64_t word;
      std::memcpy(&word, at, 8);
      const uint64_t stops = ~word & 0x8080808080808080u;
      if (stops == 0) break;
      word &= stops ^ (stops - 1);  // up to the first byte that ends a number
      // Seven bits of each byte, brought together in pairs.
      word &= 0x7F7F7F7F7F7F7F7Fu;
      word = (word & 0x007F007F007F007Fu) | (word & 0x7F007F007F007F00u) >> 1;
      word = (word & 0x00003FFF00003FFFu) | (word & 0x3FFF00003FFF0000u) >> 2;
      word = (word & 0x000000000FFFFFFFu) | (word & 0x0FFFFFFF00000000u) >> 4;
      if (!use(word)) break;
      at += (std::countr_zero(stops) >> 3) + 1;
    }
    at_ = at;
  }
  // A number that must be below `bound`.
  uint64_t Below(uint64_t bound) {
    uint64_t number = Varint();
    return number < bound ? number : Fail();
  }
  uint64_t Fixed64() {
    if (left() < 8) return Fail();
    uint64_t number = 0;
    for (int i = 0; i < 8; ++i) number |= uint64_t{static_cast<uint8_t>(at_[i])} << (8 * i);
    at_ += 8;
    return number;
  }
  std::string_view Raw(uint64_t bytes) {
    if (bytes > left()) {
      Fail();
      return {};
    }
    std::string_view result(at_, bytes);
    at_ += bytes;
    return result;
  }
  std::string_view Text() { return Raw(Varint()); }
  uint64_t Fail() {
    ok_ = false;
    at_ = end_;
    return 0;
  }

 private:
  const char* at_;
  const char* end_;
  bool ok_ = true;
};

// Tells damage from truth, not friend from foe: whoever wants the latter seals the bytes with a key.
inline uint64_t SnapshotChecksum(std::string_view bytes) {
  constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
  uint64_t lanes[4] = {1, 2, 3, bytes.size()};
  auto mix = [](uint64_t lane, uint64_t word) {
    lane = (lane ^ word) * kMultiplier;
    return lane ^ lane >> 29;
  };
  size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) {
    for (int i = 0; i < 4; ++i) {
      uint64_t word;
      std::memcpy(&word, bytes.data() + at + 8 * i, 8);
      lanes[i] = mix(lanes[i], word);
    }
  }
  for (; at < bytes.size(); ++at) lanes[0] = mix(lanes[0], static_cast<uint8_t>(bytes[at]) + 256u);
  return mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BYTE_STREAM_H_
