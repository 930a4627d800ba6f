#include "shell/commands/archive/gzip_stream.h"

#include <zlib.h>

#include <algorithm>

#include "shell/commands/archive/deflate_piece.h"

namespace pysub::shell {
namespace {

constexpr size_t kWindow = 32768, kPiece = 65536, kMostHeader = 1 << 18, kTrailer = 8;

uint32_t Little(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void AppendLittle(uint32_t value, std::string* out) {
  for (int i = 0; i < 4; ++i) *out += static_cast<char>(value >> (8 * i));
}

uint32_t Crc(uint32_t crc, std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

// ---- reading
// One more byte of the header. True: it is complete.
bool GzipReader::Header(char c, bool* wrong) {
  enum Flags : uint8_t { kHeaderCrc = 2, kExtra = 4, kName = 8, kComment = 16 };
  header_ += c;
  size_t size = header_.size();
  constexpr std::string_view kMagic = "\x1f\x8b\x08";
  if (size > 1 && size <= kMagic.size()) *wrong = header_ != kMagic.substr(0, size);
  if (*wrong || size < 10) return false;
  *wrong = size > kMostHeader;
  unsigned char flags = static_cast<unsigned char>(header_[3]);
  size_t at = 10;
  if ((flags & kExtra) != 0) {
    if (size < at + 2) return false;
    at += 2 + (static_cast<unsigned char>(header_[at]) |
               static_cast<size_t>(static_cast<unsigned char>(header_[at + 1])) << 8);
    if (size < at) return false;
  }
  std::string name;
  for (uint8_t flag : {kName, kComment}) {
    if ((flags & flag) == 0) continue;
    size_t end = header_.find('\0', at);
    if (end == std::string::npos) return false;
    if (flag == kName) name = header_.substr(at, end - at);
    at = end + 1;
  }
  if ((flags & kHeaderCrc) != 0) at += 2;
  if (size < at) return false;
  if (!seen_one_) {
    name_ = std::move(name);
    time_ = Little(header_, 4);
  }
  return true;
}

GzipReader::Outcome GzipReader::Decode(std::string_view* in, std::string* out, size_t most,
                                       bool may_be_padded) {
  while (out->size() < most) {
    if (phase_ != Phase::kBody && in->empty()) return Outcome::kMore;
    switch (phase_) {
      case Phase::kBetween:
      case Phase::kPadding:
        if (in->front() == '\0' && may_be_padded) {  // tapes are filled up with zeros
          phase_ = Phase::kPadding;
          in->remove_prefix(1);
          break;
        }
        if (phase_ == Phase::kPadding || in->front() != '\x1f') return Outcome::kGarbage;
        phase_ = Phase::kStart;
        break;
      case Phase::kStart:
      case Phase::kHeader: {
        phase_ = Phase::kHeader;
        bool wrong = false;
        char c = in->front();
        in->remove_prefix(1);
        if (Header(c, &wrong)) {
          header_.clear();
          inflater_ = Inflater();
          crc_ = size_ = 0;
          phase_ = Phase::kBody;
        } else if (wrong) {
          return seen_one_ ? Outcome::kGarbage : Outcome::kNotGzip;
        }
        break;
      }
      case Phase::kBody: {
        size_t before = out->size();
        Inflater::Outcome outcome = inflater_.Decode(in, out, most);
        std::string_view fresh = std::string_view(*out).substr(before);
        crc_ = Crc(crc_, fresh);
        size_ += static_cast<uint32_t>(fresh.size());
        total_ += fresh.size();
        if (outcome == Inflater::Outcome::kWrong) return Outcome::kWrong;
        if (outcome == Inflater::Outcome::kMore) return Outcome::kMore;
        header_ = inflater_.TakeAhead();
        phase_ = Phase::kTrailer;
        if (header_.size() < kTrailer && in->empty()) return Outcome::kMore;
        break;
      }
      case Phase::kTrailer:
        while (header_.size() < kTrailer && !in->empty()) {
          header_ += in->front();
          in->remove_prefix(1);
        }
        if (header_.size() < kTrailer) return Outcome::kMore;
        stored_crc_ = Little(header_, 0);
        if (stored_crc_ != crc_) return Outcome::kBadCrc;
        if (Little(header_, 4) != size_) return Outcome::kBadLength;
        header_.clear();
        seen_one_ = true;
        phase_ = Phase::kBetween;
        break;
    }
  }
  return Outcome::kMore;
}

void GzipReader::Fields(Archive& archive) {
  archive(phase_, seen_one_, header_, name_, time_, inflater_, crc_, size_, stored_crc_, total_);
  if (phase_ > Phase::kPadding || (phase_ == Phase::kTrailer && header_.size() > kTrailer))
    archive.Fail();
}

// ---- writing
void GzipWriter::Begin(std::string_view name, uint32_t time, std::string* out) {
  window_.clear();
  pending_.clear();
  crc_ = 0;
  size_ = packed_ = 0;
  *out += "\x1f\x8b\x08";
  *out += name.empty() ? '\0' : '\x08';
  AppendLittle(time, out);
  *out += level_ == 9 ? '\x02' : level_ == 1 ? '\x04' : '\0';
  *out += '\x03';
  if (name.empty()) return;
  *out += name;
  *out += '\0';
}

void GzipWriter::Write(std::string_view bytes, std::string* out) {
  crc_ = Crc(crc_, bytes);
  size_ += bytes.size();
  while (pending_.size() + bytes.size() > kPiece) {
    const size_t some = kPiece - pending_.size();
    pending_ += bytes.substr(0, some);
    bytes.remove_prefix(some);
    Deflate(false, out);
  }
  pending_ += bytes;
}

void GzipWriter::Deflate(bool last, std::string* out) {
  const size_t before = out->size();
  DeflatePiece(pending_, level_, last, &window_, out);
  packed_ += out->size() - before;
  pending_.clear();
}

void GzipWriter::End(std::string* out) {
  Deflate(true, out);
  AppendLittle(crc_, out);
  AppendLittle(static_cast<uint32_t>(size_), out);
}

void GzipWriter::Fields(Archive& archive) {
  archive(level_, window_, pending_, crc_, size_, packed_);
  if (level_ < 1 || level_ > 9 || window_.size() > kWindow || pending_.size() > kPiece)
    archive.Fail();
}

}  // namespace pysub::shell
