#include "shell/commands/archive/unpacker.h"

#include <utility>

namespace pysub::shell {
namespace {

// The four readers call the same things by the same names.
template <typename Reader>
Unpacker::Outcome OutcomeOf(typename Reader::Outcome outcome, typename Reader::Outcome foreign) {
  using Outcome = typename Reader::Outcome;
  if (outcome == Outcome::kMore) return Unpacker::Outcome::kMore;
  if (outcome == foreign) return Unpacker::Outcome::kNotPacked;
  if constexpr (requires { Outcome::kGarbage; }) {
    if (outcome == Outcome::kGarbage) return Unpacker::Outcome::kGarbage;
  }
  if constexpr (requires { Outcome::kNoMemory; }) {
    if (outcome == Outcome::kNoMemory) return Unpacker::Outcome::kNoMemory;
  }
  return Unpacker::Outcome::kWrong;
}

}  // namespace

Unpacker::Kind Unpacker::OfName(std::string_view path) {
  static constexpr std::pair<std::string_view, Kind> kSuffixes[] = {
      {".gz", Kind::kGzip},    {".tgz", Kind::kGzip}, {".bz2", Kind::kBzip2},
      {".tbz2", Kind::kBzip2}, {".xz", Kind::kXz},    {".txz", Kind::kXz},
      {".lzma", Kind::kXz},    {".zst", Kind::kZstd}, {".zstd", Kind::kZstd},
  };
  for (const auto& [suffix, kind] : kSuffixes) {
    if (path.ends_with(suffix)) return kind;
  }
  return Kind::kNone;
}

void Unpacker::Start(CommandIo& io, Kind kind) {
  bzip2_.Release(io);
  xz_.Release(io);
  zstd_.Release(io);
  *this = Unpacker();
  kind_ = kind;
}

void Unpacker::Fields(Archive& archive) {
  archive(kind_, hungry_, ended_, packed_, gzip_, bzip2_, xz_, zstd_);
  if (kind_ > Kind::kZstd) archive.Fail();
}

Unpacker::Outcome Unpacker::Decode(CommandIo& io, std::string_view* in, std::string* out,
                                   size_t most) {
  switch (kind_) {
    case Kind::kNone: return Outcome::kNotPacked;
    case Kind::kGzip:
      return OutcomeOf<GzipReader>(gzip_.Decode(in, out, most), GzipReader::Outcome::kNotGzip);
    case Kind::kBzip2:
      return OutcomeOf<Bzip2Reader>(bzip2_.Decode(io, in, ended_, out, most),
                                    Bzip2Reader::Outcome::kNotBzip2);
    case Kind::kXz:
      return OutcomeOf<XzReader>(xz_.Decode(io, in, ended_, out), XzReader::Outcome::kNotXz);
    case Kind::kZstd:
      return OutcomeOf<ZstdReader>(zstd_.Decode(io, in, out), ZstdReader::Outcome::kNotZstd);
  }
  return Outcome::kWrong;
}

Unpacker::Outcome Unpacker::Next(CommandIo& io, std::string* out, size_t most) {
  std::string_view in = packed_;
  const size_t before = out->size();
  const Outcome outcome = Decode(io, &in, out, most);
  packed_.erase(0, packed_.size() - in.size());
  (void)io.Tick(4 * (out->size() - before) + 64);
  hungry_ = packed_.empty() && out->size() == before;
  return outcome;
}

bool Unpacker::IsComplete() const {
  switch (kind_) {
    case Kind::kNone: return true;
    case Kind::kGzip: return gzip_.IsComplete();
    case Kind::kBzip2: return bzip2_.IsComplete();
    case Kind::kXz: return xz_.IsComplete();
    case Kind::kZstd: return zstd_.IsComplete();
  }
  return false;
}

bool Unpacker::IsFresh() const {
  switch (kind_) {
    case Kind::kNone: return true;
    case Kind::kGzip: return gzip_.IsFresh();
    case Kind::kBzip2: return bzip2_.IsFresh();
    case Kind::kXz: return xz_.IsFresh();
    case Kind::kZstd: return zstd_.IsFresh();
  }
  return false;
}

}  // namespace pysub::shell
