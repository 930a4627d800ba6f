#include "shell/commands/net/body_decoder.h"

#include "shell/commands/net/http_head.h"

namespace pysub::shell {

bool BodyDecoder::Start(std::string_view encoding) {
  *this = BodyDecoder();
  encoding = WithoutBlanks(encoding);
  if (encoding.empty() || EqualNames(encoding, "identity") || EqualNames(encoding, "none"))
    return true;
  if (EqualNames(encoding, "gzip") || EqualNames(encoding, "x-gzip")) {
    kind_ = Kind::kGzip;
  } else if (EqualNames(encoding, "deflate")) {
    kind_ = Kind::kDeflate;
  } else {
    return false;
  }
  return true;
}

bool BodyDecoder::Decode(std::string_view* in, std::string* out, size_t most) {
  if (kind_ == Kind::kPlain) {
    out->append(*in);
    *in = {};
    return true;
  }
  if (kind_ == Kind::kGzip) {
    const GzipReader::Outcome outcome = gzip_.Decode(in, out, most);
    if (outcome == GzipReader::Outcome::kGarbage) *in = {};
    return outcome == GzipReader::Outcome::kMore || outcome == GzipReader::Outcome::kGarbage;
  }
  while (!is_started_ && !in->empty()) {
    start_ += in->front();
    in->remove_prefix(1);
    if (start_.size() < 2) continue;
    is_started_ = true;
    // RFC 1950: method 8, and a check of both bytes. Servers also send deflate without.
    const int head =
        static_cast<unsigned char>(start_[0]) << 8 | static_cast<unsigned char>(start_[1]);
    if ((start_[0] & 15) == 8 && head % 31 == 0) {
      start_.clear();
    } else {
      std::string_view first = start_;
      if (inflater_.Decode(&first, out, most) == Inflater::Outcome::kWrong) return false;
    }
  }
  if (is_over_) {
    *in = {};  // the checksum of zlib
    return true;
  }
  const Inflater::Outcome outcome = inflater_.Decode(in, out, most);
  is_over_ = outcome == Inflater::Outcome::kEnd;
  return outcome != Inflater::Outcome::kWrong;
}

void BodyDecoder::Fields(Archive& archive) {
  archive(kind_, gzip_, inflater_, start_, is_started_, is_over_);
  if (kind_ > Kind::kDeflate) archive.Fail();
}

}  // namespace pysub::shell
