// A file of Zstandard (RFC 8878), all its numbers little endian:
//
//   frame     28 B5 2F FD   descriptor   window   dictionary   content   blocks   sum
//             4             1            0 or 1   0 to 4       0 to 8             0 or 4
//   skipped   50..5F 2A 4D 18   size (4)   that many bytes of anything
//
// The descriptor says how long the fields behind it are:
//
//   7 6   content: 0 (or 1 byte with bit 5), 2, 4 or 8 bytes
//   5     all is in one piece: there is no field for the window, the content is it
//   3     reserved
//   2     a checksum stands at the end: the low half of an XXH64
//   1 0   dictionary: 0, 1, 2 or 4 bytes
//
// A block has a head of three bytes: whether it is the last (1 bit), its kind (2), its size (21).
// Several frames may follow each other, as `cat a.zst b.zst` makes them.

#include "shell/commands/archive/zstd_stream.h"

#include <algorithm>
#include <utility>

namespace pysub::shell {
namespace {

uint64_t Little(std::string_view bytes, size_t at, size_t count) {
  uint64_t value = 0;
  for (size_t i = count; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

constexpr size_t kSumSize = 4;

}  // namespace

ZstdHead ZstdHead::Of(std::string_view bytes) {
  constexpr size_t kMagic = 4;
  constexpr uint64_t kFrameMagic = 0xFD2FB528, kSkippedMagic = 0x184D2A50;
  ZstdHead head;
  if (bytes.size() < kMagic) return head;
  const uint64_t magic = Little(bytes, 0, kMagic);
  if ((magic & ~uint64_t{15}) == kSkippedMagic) {
    if (bytes.size() < kMagic + 4) return head;
    head.kind = Kind::kSkipped;
    head.size = kMagic + 4;
    head.content = Little(bytes, kMagic, 4);
    return head;
  }
  if (magic != kFrameMagic) {
    head.kind = Kind::kNotZstd;
    return head;
  }
  if (bytes.size() <= kMagic) return head;
  const auto flags = static_cast<uint8_t>(bytes[kMagic]);
  const bool in_one_piece = (flags & 0x20) != 0;
  constexpr uint8_t kDictionaryBytes[] = {0, 1, 2, 4}, kContentBytes[] = {0, 2, 4, 8};
  const size_t window = in_one_piece ? 0 : 1, dictionary = kDictionaryBytes[flags & 3];
  const size_t content = in_one_piece && flags >> 6 == 0 ? 1 : kContentBytes[flags >> 6];
  const size_t size = kMagic + 1 + window + dictionary + content;
  if (bytes.size() < size) return head;
  head.size = size;
  head.kind = (flags & 8) != 0 ? Kind::kWrong : Kind::kFrame;
  head.has_sum = (flags & 4) != 0;
  size_t at = kMagic + 1;
  if (!in_one_piece) {
    const auto byte = static_cast<uint8_t>(bytes[at]);
    const uint64_t base = uint64_t{1} << (10 + (byte >> 3));
    head.window = base + base / 8 * (byte & 7);
  }
  at += window;
  head.dictionary = static_cast<uint32_t>(Little(bytes, at, dictionary));
  at += dictionary;
  // (two bytes count from 256 on: less fits one)
  if (content > 0) head.content = Little(bytes, at, content) + (content == 2 ? 256 : 0);
  if (in_one_piece) head.window = *head.content;
  return head;
}

ZstdBlockHead ZstdBlockHead::Of(std::string_view bytes) {
  const uint64_t number = Little(bytes, 0, kSize);
  ZstdBlockHead head;
  head.is_last = (number & 1) != 0;
  head.kind = static_cast<Kind>(number >> 1 & 3);
  head.size = number >> 3;
  return head;
}

// In a loaded reader the window may be any bytes, but not more than there may be.
void ZstdReader::Fields(Archive& archive) {
  archive(phase_, seen_one_, has_sum_, input_, used_, window_, window_size_, skip_, content_, made_,
          total_, blocks_, sum_);
  archive.Charged(input_charged_);
  archive.Charged(window_charged_);
  if (phase_ <= Phase::kSum && used_ <= input_.size() &&
      (phase_ == Phase::kHead || window_size_ <= kZstdMostWindow))
    return;
  used_ = 0;
  archive.Fail();
}

void ZstdReader::Release(CommandIo& io) {
  (void)io.Reserve(-static_cast<int64_t>(input_charged_ + window_charged_));
  input_charged_ = window_charged_ = 0;
}

// Comes back as soon as there is output, so that no more than a block waits for a pipe. What was
// used goes when there is new input, and not with each block: there may be thousands of empty ones.
ZstdReader::Outcome ZstdReader::Decode(CommandIo& io, std::string_view* in, std::string* out) {
  if (!in->empty()) input_.erase(0, static_cast<size_t>(std::exchange(used_, 0)));
  if (!MakeRoom(io, &input_, in->size(), &input_charged_)) return Outcome::kNoMemory;
  input_ += *in;
  in->remove_prefix(in->size());
  while (true) {
    bool stalls = false;
    const Outcome outcome = Step(io, out, &stalls);
    if (outcome != Outcome::kMore || stalls || !out->empty()) return outcome;
    if (!io.account().Tick(64)) return Outcome::kNoMemory;
  }
}

ZstdReader::Outcome ZstdReader::Step(CommandIo& io, std::string* out, bool* stalls) {
  switch (phase_) {
    case Phase::kHead: return Head(stalls);
    case Phase::kSkip: {
      const uint64_t skipped = std::min<uint64_t>(skip_, input().size());
      used_ += skipped;
      skip_ -= skipped;
      *stalls = skip_ > 0;
      if (skip_ == 0) EndFrame();
      return Outcome::kMore;
    }
    case Phase::kBlock: return Block(io, out, stalls);
    case Phase::kSum: return Sum(stalls);
  }
  return Outcome::kWrong;
}

void ZstdReader::EndFrame() {
  seen_one_ = true;
  phase_ = Phase::kHead;
}

ZstdReader::Outcome ZstdReader::Head(bool* stalls) {
  const ZstdHead head = ZstdHead::Of(input());
  *stalls = head.kind == ZstdHead::Kind::kShort;
  if (*stalls) return Outcome::kMore;
  switch (head.kind) {
    case ZstdHead::Kind::kNotZstd: return Outcome::kNotZstd;
    case ZstdHead::Kind::kWrong: return Outcome::kReserved;
    case ZstdHead::Kind::kSkipped: skip_ = head.content.value_or(0); break;
    default: break;
  }
  if (head.kind == ZstdHead::Kind::kFrame) {
    window_size_ = head.window;
    if (head.window > most_window_) return Outcome::kWindow;
    if (head.dictionary != 0) return Outcome::kDictionary;
    content_ = head.content;
    has_sum_ = head.has_sum;
    made_ = 0;
    window_.clear();
    blocks_.Begin();
    sum_.Reset();
  }
  used_ += head.size;
  phase_ = head.kind == ZstdHead::Kind::kFrame ? Phase::kBlock : Phase::kSkip;
  return Outcome::kMore;
}

// What is in front of the window goes when there is a quarter of one more: moving each block's
// bytes by themselves would cost more than decoding them.
bool ZstdReader::MakeWindow(CommandIo& io) {
  if (window_.size() > window_size_ + window_size_ / 4 + kZstdBlock)
    window_.erase(0, window_.size() - static_cast<size_t>(window_size_));
  return MakeRoom(io, &window_, kZstdBlock, &window_charged_);
}

ZstdReader::Outcome ZstdReader::Block(CommandIo& io, std::string* out, bool* stalls) {
  *stalls = input().size() < ZstdBlockHead::kSize;
  if (*stalls) return Outcome::kMore;
  const ZstdBlockHead head = ZstdBlockHead::Of(input());
  const uint64_t most = std::min(window_size_, kZstdBlock);
  if (head.kind == ZstdBlockHead::kReserved || head.size > most) return Outcome::kWrong;
  const size_t all = ZstdBlockHead::kSize + static_cast<size_t>(head.packed());
  *stalls = input().size() < all;
  if (*stalls) return Outcome::kMore;
  if (!MakeWindow(io)) return Outcome::kNoMemory;
  const size_t from = window_.size();
  const std::string_view body = input().substr(ZstdBlockHead::kSize, all - ZstdBlockHead::kSize);
  switch (head.kind) {
    case ZstdBlockHead::kPlain: window_ += body; break;
    case ZstdBlockHead::kOneByte: window_.append(static_cast<size_t>(head.size), body[0]); break;
    default: {
      const ZstdBlocks::Outcome outcome = blocks_.Decode(io.account(), body, most, &window_);
      if (outcome == ZstdBlocks::Outcome::kEnded) return Outcome::kNoMemory;
      if (outcome == ZstdBlocks::Outcome::kWrong) return Outcome::kWrong;
      break;
    }
  }
  const std::string_view fresh = std::string_view(window_).substr(from);
  if (has_sum_) sum_.Add(fresh);
  made_ += fresh.size();
  total_ += fresh.size();
  if (content_ && (made_ > *content_ || (head.is_last && made_ < *content_)))
    return Outcome::kWrong;
  used_ += all;
  // (the last block is not given out where its checksum is there already, and wrong)
  if (head.is_last && has_sum_ && input().size() >= kSumSize && !IsSumRight())
    return Outcome::kBadSum;
  *out += fresh;
  if (head.is_last) {
    if (has_sum_)
      phase_ = Phase::kSum;
    else
      EndFrame();
  }
  return io.account().Tick(fresh.size() + 64) ? Outcome::kMore : Outcome::kNoMemory;
}

bool ZstdReader::IsSumRight() const {
  return !checks_ || Little(input(), 0, kSumSize) == (sum_.Sum() & UINT32_MAX);
}

ZstdReader::Outcome ZstdReader::Sum(bool* stalls) {
  *stalls = input().size() < kSumSize;
  if (*stalls) return Outcome::kMore;
  if (!IsSumRight()) return Outcome::kBadSum;
  used_ += kSumSize;
  EndFrame();
  return Outcome::kMore;
}

}  // namespace pysub::shell
