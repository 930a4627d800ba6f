#include "lexer/unicode/utf8.h"

#include <algorithm>
#include <bit>

namespace pysub {
namespace {

using Word = uint64_t;
constexpr Word kEachByte = 0x0101010101010101;
constexpr Word kHighBits = 0x8080808080808080;

Word LoadWord(const char* p) {
  Word word;
  memcpy(&word, p, sizeof word);
  return word;
}

// Number of the first byte in memory of which `mask` has the high bit.
size_t LowestByte(Word mask) {
  const int zeros =
      std::endian::native == std::endian::little ? std::countr_zero(mask) : std::countl_zero(mask);
  return static_cast<size_t>(zeros) / 8;
}

// Sixteen bytes at once, by the compilers' own vectors: no instruction set beyond the baseline.
using Vector = signed char __attribute__((vector_size(16)));
using Sums = unsigned char __attribute__((vector_size(16)));

Vector LoadVector(const char* p) {
  Vector v;
  memcpy(&v, p, sizeof v);
  return v;
}

unsigned SumOfBytes(Sums v) {
  Word halves[2];
  memcpy(halves, &v, sizeof halves);
  const Word mask = 0x00FF00FF00FF00FF;
  Word sums = 0;
  for (const Word half : halves) sums += (half & mask) + ((half >> 8) & mask);
  return static_cast<unsigned>((sums * 0x0001000100010001) >> 48);
}

// Counts bytes for which `matches` gives a vector of -1 (elsewhere 0).
template <class Matches, class MatchesByte>
size_t CountMatching(std::string_view bytes, Matches matches, MatchesByte matches_byte) {
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  size_t count = 0;
  while (end - p >= 16) {
    // 255 rounds at most, so that no lane of the sum overflows.
    const ptrdiff_t rounds = std::min<ptrdiff_t>((end - p) / 16, 255);
    Sums sum = {};
    for (ptrdiff_t i = 0; i < rounds; ++i, p += 16) sum -= Sums(matches(LoadVector(p)));
    count += SumOfBytes(sum);
  }
  if (p == end) return count;
  if (bytes.size() >= 16) {
    // The rest with what was counted before it, whose lanes do not count again.
    static constexpr signed char kRest[32] = {0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
                                              0,  0,  0,  0,  0,  -1, -1, -1, -1, -1, -1,
                                              -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    const Vector rest = LoadVector(reinterpret_cast<const char*>(kRest) + (end - p));
    return count + SumOfBytes(Sums(-(matches(LoadVector(end - 16)) & rest)));
  }
  for (; p < end; ++p) {
    count += matches_byte(*p);
    __asm__ volatile("");  // what a vectorised loop needs to begin costs more
  }
  return count;
}

// 0xC0 as a signed byte: what is below it is 0x80..0xBF, a continuation byte.
constexpr signed char kFirstLead = -64;

// Length of the well-formed sequence at p, 0 if there is none.
size_t SequenceSize(const char* p, const char* end, Surrogates surrogates) {
  const auto byte = [p](int i) { return static_cast<uint8_t>(p[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return end - p >= 2 && IsContinuationByte(p[1]) ? 2 : 0;
  if (lead < 0xF0) {
    if (end - p < 3 || !IsContinuationByte(p[1]) || !IsContinuationByte(p[2])) return 0;
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;
    if (lead == 0xED && byte(1) >= 0xA0 && surrogates == Surrogates::kRefuse) return 0;
    return 3;
  }
  if (lead > 0xF4 || end - p < 4) return 0;
  for (int i = 1; i < 4; ++i) {
    if (!IsContinuationByte(p[i])) return 0;
  }
  if (lead == 0xF0 && byte(1) < 0x90) return 0;
  if (lead == 0xF4 && byte(1) >= 0x90) return 0;
  return 4;
}

// Reads a text from its start or from its end; the two-way search below is written once for both.
struct Forward {
  static char At(std::string_view s, size_t i) { return s[i]; }
};
struct Backward {
  static char At(std::string_view s, size_t i) { return s[s.size() - 1 - i]; }
};

// Start of the maximal suffix of `needle` under `<` (or `>` when reversed), and its period.
struct Suffix {
  size_t start, period;
};
// The critical factorisation of Crochemore and Perrin, "Two-way string-matching" (1991). With it a
// search takes linear time and no memory, whatever the texts. A program that is free to choose both
// could make a simple search quadratic.
template <class Direction>
Suffix MaximalSuffix(std::string_view needle, bool reversed, StopCheck* stop) {
  size_t start = 0, candidate = 1, offset = 0, period = 1;
  while (candidate + offset < needle.size() && !IsOver(stop)) {
    const auto a = static_cast<uint8_t>(Direction::At(needle, candidate + offset));
    const auto b = static_cast<uint8_t>(Direction::At(needle, start + offset));
    if (a == b) {
      if (offset + 1 == period) {
        candidate += period;
        offset = 0;
      } else {
        ++offset;
      }
    } else if ((a < b) != reversed) {
      candidate += offset + 1;
      offset = 0;
      period = candidate - start;
    } else {
      start = candidate++;
      offset = 0;
      period = 1;
    }
  }
  return {start, period};
}

// Crochemore and Perrin, "Two-way string-matching", 1991: linear time, constant memory. The needle
// is cut where matching its right part first, then its left part, allows long shifts.
template <class Direction>
size_t TwoWaySearch(std::string_view haystack, std::string_view needle, StopCheck* stop) {
  const Suffix down = MaximalSuffix<Direction>(needle, false, stop);
  const Suffix up = MaximalSuffix<Direction>(needle, true, stop);
  const auto [cut, suffix_period] = down.start > up.start ? down : up;

  const size_t size = needle.size();
  // Whether the needle as a whole has the period of its right part.
  bool periodic = cut + suffix_period <= size;
  for (size_t i = 0; periodic && i < cut; ++i) {
    periodic = Direction::At(needle, i) == Direction::At(needle, i + suffix_period);
  }
  const size_t period = periodic ? suffix_period : std::max(cut, size - cut) + 1;

  size_t at = 0, remembered = 0, work = 0;
  while (at + size <= haystack.size()) {
    if (work > 64 * 1024) {
      if (stop != nullptr && stop->OverNow()) return kNotFound;
      work = 0;
    }
    size_t i = std::max(cut, remembered);
    while (i < size && Direction::At(needle, i) == Direction::At(haystack, at + i)) ++i;
    work += i - cut + 1;
    if (i < size) {
      at += i - cut + 1;
      remembered = 0;
      continue;
    }
    i = cut;
    while (i > remembered && Direction::At(needle, i - 1) == Direction::At(haystack, at + i - 1)) {
      --i;
    }
    if (i <= remembered) return at;
    at += period;
    remembered = periodic ? size - period : 0;
  }
  return kNotFound;
}

}  // namespace

size_t AsciiPrefix(std::string_view bytes) {
  const char* const begin = bytes.data();
  const char* p = begin;
  const char* const end = p + bytes.size();
  while (end - p >= 64) {
    const Vector all = LoadVector(p) | LoadVector(p + 16) | LoadVector(p + 32) | LoadVector(p + 48);
    Word halves[2];
    memcpy(halves, &all, sizeof halves);
    if (((halves[0] | halves[1]) & kHighBits) != 0) break;
    p += 64;
  }
  for (; end - p >= 8; p += 8) {
    const Word high = LoadWord(p) & kHighBits;
    if (high != 0) return static_cast<size_t>(p - begin) + LowestByte(high);
  }
  while (p < end && static_cast<uint8_t>(*p) < 0x80) ++p;
  return static_cast<size_t>(p - begin);
}

bool IsAscii(std::string_view bytes) { return AsciiPrefix(bytes) == bytes.size(); }

// Overlong forms and numbers above U+10FFFF are wrong, surrogates by choice. All text of a program
// has passed here once, and later code decodes it without checks.
size_t ValidUtf8Prefix(std::string_view bytes, Surrogates surrogates) {
  const char* const begin = bytes.data();
  const char* p = begin;
  const char* const end = p + bytes.size();
  while (p < end) {
    // ASCII in words; then what is not ASCII, one by one, since such characters come in runs.
    while (end - p >= 8) {
      const Word high = LoadWord(p) & kHighBits;
      if (high != 0) {
        p += LowestByte(high);
        break;
      }
      p += 8;
    }
    while (p < end && static_cast<uint8_t>(*p) < 0x80) ++p;
    while (p < end && static_cast<uint8_t>(*p) >= 0x80) {
      if (end - p >= 2 && (*p & 0xE0) == 0xC0 && static_cast<uint8_t>(*p) >= 0xC2 &&
          IsContinuationByte(p[1])) {
        p += 2;
        continue;
      }
      const size_t size = SequenceSize(p, end, surrogates);
      if (size == 0) return static_cast<size_t>(p - begin);
      p += size;
    }
  }
  return static_cast<size_t>(p - begin);
}

bool IsValidUtf8(std::string_view bytes, Surrogates surrogates, StopCheck* stop) {
  while (true) {
    const size_t size = Utf8Piece(bytes);
    if (ValidUtf8Prefix(bytes.substr(0, size), surrogates) != size) return false;
    bytes.remove_prefix(size);
    if (bytes.empty() || stop->OverNow()) return true;
  }
}

size_t CountCodePoints(std::string_view text) {
  return CountMatching(
      text, [](Vector v) -> Vector { return v >= kFirstLead; },
      [](char c) { return !IsContinuationByte(c); });
}

size_t CountByte(std::string_view haystack, char byte) {
  const auto wanted = static_cast<signed char>(byte);
  return CountMatching(
      haystack, [wanted](Vector v) -> Vector { return v == wanted; },
      [byte](char c) { return c == byte; });
}

// 64 bytes at a time: a byte begins a code point unless its top bits are 10.
size_t OffsetOfCodePoint(std::string_view text, size_t index) {
  const char* const begin = text.data();
  const char* p = begin;
  const char* const end = p + text.size();
  // Whole blocks as long as the code point cannot start in them.
  while (end - p >= 64 && index >= 64) {
    index -= CountCodePoints({p, 64});
    p += 64;
  }
  while (p < end && IsContinuationByte(*p)) ++p;
  while (p < end && index > 0) {
    p += Utf8SizeFromLead(*p);
    --index;
  }
  return static_cast<size_t>(p - begin);
}

size_t OffsetFromEnd(std::string_view text, size_t count) {
  size_t at = text.size();
  while (at >= 64 && count > 64) {
    count -= CountCodePoints(text.substr(at - 64, 64));
    at -= 64;
  }
  while (at > 0 && count > 0) {
    --at;
    if (!IsContinuationByte(text[at])) --count;
  }
  return at;
}

bool HasSurrogates(std::string_view text) {
  for (size_t at = FindByte(text, '\xED'); at != kNotFound; at = FindByte(text, '\xED', at + 1)) {
    if (static_cast<uint8_t>(text[at + 1]) >= 0xA0) return true;
  }
  return false;
}

namespace {

[[gnu::always_inline]] inline size_t Find(std::string_view haystack, std::string_view needle,
                                          size_t from, StopCheck* stop) {
  if (from > haystack.size() || needle.size() > haystack.size() - from) return kNotFound;
  if (needle.size() <= 1) return needle.empty() ? from : FindByte(haystack, needle[0], from);

  // Scans for the last byte (of text, the one that differs most) and compares. That is quick unless
  // the text is full of false starts; after enough of them the two-way search takes over.
  const char* const begin = haystack.data();
  const char* p = begin + from;
  const char* const last = begin + haystack.size() - (needle.size() - 1);
  const size_t tail = needle.size() - 1;
  size_t budget = 256;
  while (p < last) {
    const void* hit = memchr(p + tail, needle[tail], static_cast<size_t>(last - p));
    if (hit == nullptr) return kNotFound;
    const char* const start = static_cast<const char*>(hit) - tail;
    budget += static_cast<size_t>(start - p) / 4;
    if (start[0] == needle[0]) {
      if (memcmp(start, needle.data(), tail) == 0) return static_cast<size_t>(start - begin);
      budget -= std::min(budget, tail);
    }
    budget -= std::min<size_t>(budget, 4);
    p = start + 1;
    if (budget == 0) {
      const auto offset = static_cast<size_t>(p - begin);
      const size_t found = TwoWaySearch<Forward>(haystack.substr(offset), needle, stop);
      return found == kNotFound ? kNotFound : offset + found;
    }
  }
  return kNotFound;
}

[[gnu::always_inline]] inline size_t FindLast(std::string_view haystack, std::string_view needle,
                                              StopCheck* stop) {
  if (needle.size() > haystack.size()) return kNotFound;
  if (needle.empty()) return haystack.size();
  size_t left = haystack.size() - needle.size() + 1;  // possible starts
  size_t budget = 256;
  while (left > 0) {
    const void* hit = memrchr(haystack.data(), needle[0], left);
    if (hit == nullptr) return kNotFound;
    const auto start = static_cast<size_t>(static_cast<const char*>(hit) - haystack.data());
    budget += (left - start) / 4;
    if (memcmp(haystack.data() + start, needle.data(), needle.size()) == 0) return start;
    budget -= std::min(budget, needle.size() + 4);
    left = start;
    if (budget == 0) {
      const std::string_view rest = haystack.substr(0, left + needle.size() - 1);
      const size_t found = TwoWaySearch<Backward>(rest, needle, stop);
      return found == kNotFound ? kNotFound : rest.size() - found - needle.size();
    }
  }
  return kNotFound;
}

// What may start in one piece; a long needle is not prepared anew for little.
size_t StartsAtOnce(std::string_view needle) { return std::max(kSearchedAtOnce, needle.size()); }

}  // namespace

size_t FindBytes(std::string_view haystack, std::string_view needle, size_t from) {
  return Find(haystack, needle, from, nullptr);
}

size_t FindLastBytes(std::string_view haystack, std::string_view needle) {
  return FindLast(haystack, needle, nullptr);
}

size_t CountBytes(std::string_view haystack, std::string_view needle, size_t limit) {
  if (needle.size() == 1 && limit >= haystack.size()) return CountByte(haystack, needle[0]);
  size_t count = 0;
  for (size_t at = 0; count < limit; ++count) {
    at = FindBytes(haystack, needle, at);
    if (at == kNotFound) break;
    at += needle.size();
  }
  return count;
}

size_t FindInPieces(std::string_view haystack, std::string_view needle, size_t from,
                    StopCheck* stop) {
  if (from > haystack.size()) return kNotFound;
  const size_t starts = StartsAtOnce(needle);
  while (haystack.size() - from > starts + needle.size()) {
    const std::string_view piece = haystack.substr(0, from + starts + needle.size() - 1);
    const size_t found = Find(piece, needle, from, stop);
    if (found != kNotFound || stop->OverNow()) return found;
    from += starts;
  }
  return Find(haystack, needle, from, stop);
}

size_t FindLastInPieces(std::string_view haystack, std::string_view needle, StopCheck* stop) {
  const size_t starts = StartsAtOnce(needle);
  while (haystack.size() > starts + needle.size()) {
    const size_t from = haystack.size() - starts - needle.size() + 1;
    const size_t found = FindLast(haystack.substr(from), needle, stop);
    if (found != kNotFound) return from + found;
    if (stop->OverNow()) return kNotFound;
    haystack = haystack.substr(0, haystack.size() - starts);
  }
  return FindLast(haystack, needle, stop);
}

size_t CountInPieces(std::string_view haystack, std::string_view needle, size_t limit,
                     StopCheck* stop) {
  size_t count = 0, at = 0;
  if (needle.size() == 1 && limit >= haystack.size()) {
    Pieces piece(at, haystack.size(), stop);
    do {
      count += CountByte(haystack.substr(at, piece.end() - at), needle[0]);
      at = piece.end();
    } while (piece.Next(at));
    return count;
  }
  for (; count < limit && !stop->Over(); ++count) {
    at = FindInPieces(haystack, needle, at, stop);
    if (at == kNotFound) break;
    at += needle.size();
  }
  return count;
}

namespace {

// Flips bit 5 of the bytes between `first` and `last`, eight at a time.
void FlipCase(std::string_view bytes, char* out, char first, char last) {
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  const Word above_first = kEachByte * static_cast<Word>(0x80 - first);
  const Word above_last = kEachByte * static_cast<Word>(0x80 - last - 1);
  for (; end - p >= 8; p += 8, out += 8) {
    Word word = LoadWord(p);
    // In seven bits, adding sets the high bit of a byte exactly from `first` (from `last` + 1) on.
    const Word low = word & ~kHighBits;
    const Word in_range = ((low + above_first) ^ (low + above_last)) & ~word & kHighBits;
    word ^= in_range >> 2;
    memcpy(out, &word, sizeof word);
  }
  for (; p < end; ++p, ++out) *out = *p >= first && *p <= last ? static_cast<char>(*p ^ 0x20) : *p;
}

}  // namespace

void AsciiLower(std::string_view bytes, char* out) { FlipCase(bytes, out, 'A', 'Z'); }
void AsciiUpper(std::string_view bytes, char* out) { FlipCase(bytes, out, 'a', 'z'); }

}  // namespace pysub
