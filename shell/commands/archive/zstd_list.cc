#include "shell/commands/archive/zstd_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/commands/archive/zstd_stream.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kLeastHead = 6;  // bytes of a frame's head

struct Readable {
  double value = 0;
  int digits = 0;
  std::string_view unit;
};

Readable ReadableOf(uint64_t size) {
  constexpr std::string_view kUnits[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  size_t unit = 0;
  while (unit + 1 < std::size(kUnits) && size >= uint64_t{1} << (10 * (unit + 1))) ++unit;
  Readable readable;
  readable.value = static_cast<double>(size) / static_cast<double>(uint64_t{1} << (10 * unit));
  readable.unit = kUnits[unit];
  const bool is_whole = unit == 0;
  readable.digits = readable.value >= 100 || is_whole ? 0
                    : readable.value >= 10            ? 1
                    : readable.value > 1              ? 2
                                                      : 3;
  return readable;
}

std::string Sized(uint64_t size, int width) {
  const Readable readable = ReadableOf(size);
  return fmt::format("{:{}.{}f}{:>4}", readable.value, width, readable.digits, readable.unit);
}

std::string Exact(uint64_t size) {
  const Readable readable = ReadableOf(size);
  return fmt::format("{:.{}f}{} ({} B)\n", readable.value, readable.digits, readable.unit, size);
}

}  // namespace

void ZstdListing::Fields(Archive& archive) {
  archive(state_, phase_, why_, rest_, used_, skip_, has_sum_, frames_, skipped_, packed_, content_,
          window_, dictionary_, sum_, is_content_known_, uses_sums_, is_sum_);
  if (state_ > State::kTruncated || phase_ > Phase::kSum || used_ > rest_.size()) {
    used_ = 0;
    archive.Fail();
  }
}

void ZstdListing::Wrong(std::string_view why) {
  state_ = State::kWrong;
  why_ = why;
}

// (The real one says more of what is too short to be a frame.)
void ZstdListing::NotZstd() {
  state_ = State::kNotZstd;
  if (rest_.size() - used_ < kLeastHead) why_ = "Error: reached end of file with incomplete frame";
}

bool ZstdListing::Add(CommandIo& io, std::string_view bytes) {
  packed_ += bytes.size();
  const uint64_t skipped = std::min<uint64_t>(skip_, bytes.size());
  skip_ -= skipped;
  bytes.remove_prefix(static_cast<size_t>(skipped));
  rest_.erase(0, static_cast<size_t>(used_));
  used_ = 0;
  // (what is kept is less than a head and a piece of input: skipping may still be going on)
  rest_ += bytes;
  while (state_ == State::kFine && Take()) {
    if (!io.account().Tick(64)) return false;
  }
  return io.account().Tick(bytes.size());
}

// One head. False: it is not all there.
bool ZstdListing::Take() {
  const uint64_t skipped = std::min<uint64_t>(skip_, rest_.size() - used_);
  skip_ -= skipped;
  used_ += skipped;
  const std::string_view bytes = std::string_view(rest_).substr(used_);
  if (skip_ > 0) return false;
  if (phase_ == Phase::kBlock) {
    if (bytes.size() < ZstdBlockHead::kSize) return false;
    const ZstdBlockHead head = ZstdBlockHead::Of(bytes);
    used_ += ZstdBlockHead::kSize;
    if (head.kind == ZstdBlockHead::kReserved) {
      Wrong("Error: unsupported block type");
      return false;
    }
    skip_ = head.packed();
    if (!head.is_last) return true;
    phase_ = has_sum_ ? Phase::kSum : Phase::kHead;
    uses_sums_ = uses_sums_ || has_sum_;
    if (!has_sum_) ++frames_;
    return true;
  }
  if (phase_ == Phase::kSum) {
    if (bytes.size() < 4) return false;
    sum_ = 0;
    for (size_t i = 4; i-- > 0;) sum_ = sum_ << 8 | static_cast<uint8_t>(bytes[i]);
    used_ += 4;
    ++frames_;
    phase_ = Phase::kHead;
    return true;
  }
  const ZstdHead head = ZstdHead::Of(bytes);
  switch (head.kind) {
    case ZstdHead::Kind::kShort: return false;
    case ZstdHead::Kind::kNotZstd: NotZstd(); return false;
    case ZstdHead::Kind::kWrong: Wrong("Error: could not decode frame header"); return false;
    case ZstdHead::Kind::kSkipped:
      ++skipped_;
      skip_ = head.content.value_or(0);
      break;
    case ZstdHead::Kind::kFrame:
      is_content_known_ = is_content_known_ && head.content.has_value();
      content_ += head.content.value_or(0);
      window_ = head.window;
      dictionary_ = head.dictionary;
      has_sum_ = head.has_sum;
      phase_ = Phase::kBlock;
      break;
  }
  used_ += head.size;
  return true;
}

void ZstdListing::End() {
  if (is_over()) return;
  if (phase_ == Phase::kBlock) return Wrong("Error while reading block header");
  if (phase_ == Phase::kSum) return Wrong("Error: could not read checksum");
  if (skip_ > 0) {
    state_ = State::kTruncated;
  } else if (rest_.size() - used_ >= kLeastHead) {
    Wrong("Error: could not decode frame header");
  } else if (rest_.size() > used_ || packed_ == 0) {
    NotZstd();
  }
}

ZstdListing ZstdListing::Zero() {
  ZstdListing zero;
  zero.uses_sums_ = zero.is_sum_ = true;
  return zero;
}

void ZstdListing::AddTo(ZstdListing* sum) const {
  sum->frames_ += frames_;
  sum->skipped_ += skipped_;
  sum->packed_ += packed_;
  sum->content_ += content_;
  sum->is_content_known_ = sum->is_content_known_ && is_content_known_;
  sum->uses_sums_ = sum->uses_sums_ && uses_sums_;
}

std::string ZstdListing::Row(std::string_view name) const {
  const double ratio =
      packed_ == 0 ? 0 : static_cast<double>(content_) / static_cast<double>(packed_);
  std::string row =
      fmt::format("{:6}  {:5}  {}  ", frames_ + skipped_, skipped_, Sized(packed_, 6));
  if (is_content_known_) {
    row += fmt::format("{}  {:5.3f}  ", Sized(content_, 8), ratio);
  } else {
    row += std::string(21, ' ');
  }
  return row + fmt::format("{:>5}  {}\n", uses_sums_ ? "XXH64" : is_sum_ ? "" : "None", name);
}

std::string ZstdListing::Details(std::string_view name) const {
  std::string text = fmt::format("{} \n# Zstandard Frames: {}\n", name, frames_);
  if (skipped_ > 0) text += fmt::format("# Skippable Frames: {}\n", skipped_);
  text += fmt::format("DictID: {}\nWindow Size: {}Compressed Size: {}", dictionary_, Exact(window_),
                      Exact(packed_));
  if (is_content_known_) {
    const double ratio =
        packed_ == 0 ? 0 : static_cast<double>(content_) / static_cast<double>(packed_);
    text += fmt::format("Decompressed Size: {}Ratio: {:.4f}\n", Exact(content_), ratio);
  }
  text += uses_sums_ ? "Check: XXH64" : "Check: None";
  if (uses_sums_ && frames_ == 1) text += fmt::format(" {:08x}", sum_);
  return text + "\n\n";
}

}  // namespace pysub::shell
