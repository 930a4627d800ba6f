#ifndef PYSUB_LEXER_BASE_BYTE_STREAM_H_
#define PYSUB_LEXER_BASE_BYTE_STREAM_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

// Numbers and texts as bytes, for everything that is saved: snapshots, recordings, filesystems. It
// lies in the lowest folder because all others use it.
namespace pysub {

// Signed numbers as unsigned ones that are small when they are near 0: 0, -1, 1, -2 ... become 0,
// 1, 2, 3 ... So small negative numbers are short as varints, too.
inline uint64_t Zigzag(int64_t number) {
  return static_cast<uint64_t>(number) << 1 ^ static_cast<uint64_t>(number >> 63);
}
inline int64_t Unzigzag(uint64_t bits) {
  return static_cast<int64_t>(bits >> 1 ^ (0 - (bits & 1)));
}

// Appends to a string when it is destroyed or flushed; until then to a buffer of its own, so that
// most calls write a byte and move a number. Numbers are LEB128: 7 bits a byte, the lowest first,
// the highest bit says that more follow.
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
  // Small numbers take a byte, and nearly all are small.
  void Varint(uint64_t number) {
    if (used_ + 10 > sizeof(buffer_)) Flush();
    char* at = buffer_ + used_;
    for (; number >= 0x80; number >>= 7) *at++ = static_cast<char>(number | 0x80);
    *at++ = static_cast<char>(number);
    used_ = static_cast<size_t>(at - buffer_);
  }
  // Room for at most kRoom bytes, of which Use() says how many were taken.
  static constexpr size_t kRoom = 1024;
  char* Room(size_t bytes) {
    if (used_ + bytes > sizeof(buffer_)) Flush();
    return buffer_ + used_;
  }
  void Use(size_t bytes) { used_ += bytes; }
  void Fixed32(uint32_t number) {
    char* at = Room(4);
    for (int i = 0; i < 4; ++i) at[i] = static_cast<char>(number >> (8 * i));
    Use(4);
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
  char buffer_[2 * kRoom];
};

// Reads what may be anything: after the first thing that cannot be, ok() is false and every answer
// 0. It then stands at the end, so a loop that reads on ends by itself; whoever takes a count from
// it compares it with left() before anything is reserved.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool ok() const { return ok_; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }

  uint8_t Byte() {
    if (at_ == end_) return static_cast<uint8_t>(Fail());
    return static_cast<uint8_t>(*at_++);
  }
  // The next byte, which is not taken; 0xFF at the end.
  uint8_t PeekByte() const { return at_ == end_ ? 0xFF : static_cast<uint8_t>(*at_); }
  uint64_t Varint() {
    if (at_ != end_ && static_cast<uint8_t>(*at_) < 0x80) [[likely]]
      return static_cast<uint8_t>(*at_++);
    return LongVarint();
  }
  [[gnu::noinline]] uint64_t LongVarint() {
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
  // A number that must be below `bound`.
  uint64_t Below(uint64_t bound) {
    uint64_t number = Varint();
    return number < bound ? number : Fail();
  }
  uint32_t Fixed32() {
    if (left() < 4) return static_cast<uint32_t>(Fail());
    uint32_t number = 0;
    for (int i = 0; i < 4; ++i) number |= uint32_t{static_cast<uint8_t>(at_[i])} << (8 * i);
    at_ += 4;
    return number;
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
  // After a failure the reader is empty and gives zeros. Callers can go on to the end of what they
  // read and ask once whether all was well.
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

// Tells damage from truth, not friend from foe: whoever wants the latter seals the bytes with a
// key. It is on the way of each snapshot, so it reads 64 bytes a step.
inline uint64_t SnapshotChecksum(std::string_view bytes) {
  // Sixteen bytes a multiplication, and four of these at once.
  auto mix = [](uint64_t lane, const char* at) {
    uint64_t words[2];
    std::memcpy(words, at, 16);
    const auto product =
        static_cast<unsigned __int128>(lane ^ words[0]) * (words[1] ^ 0x9E3779B97F4A7C15u);
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  };
  uint64_t lanes[4] = {0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu, 0x8EBC6AF09C88C6E3u, bytes.size()};
  const char* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 64; left -= 64, at += 64) {
    for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], at + 16 * i);
  }
  for (; left >= 16; left -= 16, at += 16) lanes[0] = mix(lanes[0], at);
  char rest[16] = {};
  if (left > 0) std::memcpy(rest, at, left);
  lanes[0] = mix(lanes[0], rest);
  char all[32];
  std::memcpy(all, lanes, 32);
  return mix(mix(0x589965CC75374CC3u, all), all + 16);
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_BYTE_STREAM_H_
