// UTF-8 as pysub stores text.
//
// A str is *generalised* UTF-8: well-formed UTF-8 in which a lone surrogate U+D800..U+DFFF is its
// three-byte form. A high surrogate before a low one stays two code points, as in Python, so
// joining two texts is joining their bytes, equality is memcmp, and the order of code points is the
// order of bytes. "Text" below means such bytes; functions whose input may be anything say so.
//
// All functions are pure and thread-safe; none allocates.
#ifndef PYSUB_LEXER_UNICODE_UTF8_H_
#define PYSUB_LEXER_UNICODE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "lexer/base/stop_check.h"

namespace pysub {

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;
inline constexpr char32_t kReplacementCharacter = 0xFFFD;
inline constexpr size_t kNotFound = static_cast<size_t>(-1);

constexpr bool IsSurrogate(char32_t c) { return (c & 0xFFFFF800u) == 0xD800u; }

// True for the bytes 0x80..0xBF, which continue a code point.
constexpr bool IsContinuationByte(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) == 0x80; }

// Bytes that `c` takes, 1 to 4. `c` is at most kMaxCodePoint.
constexpr int Utf8Size(char32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

// Bytes of the code point that starts with `lead`, which must be a lead byte of text.
constexpr int Utf8SizeFromLead(char lead) {
  const auto b = static_cast<uint8_t>(lead);
  return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
}

// Writes `c` (at most kMaxCodePoint; surrogates allowed) to out[0..3] and returns its size.
constexpr int EncodeUtf8(char32_t c, char* out) {
  if (c < 0x80) {
    out[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<char>(0xC0 | (c >> 6));
    out[1] = static_cast<char>(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = static_cast<char>(0xE0 | (c >> 12));
    out[1] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out[2] = static_cast<char>(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | (c >> 18));
  out[1] = static_cast<char>(0x80 | ((c >> 12) & 0x3F));
  out[2] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  out[3] = static_cast<char>(0x80 | (c & 0x3F));
  return 4;
}

struct DecodedCodePoint {
  char32_t code_point;
  int size;  // bytes, 1 to 4
};

// Decodes the code point at text[offset]. Unchecked: `text` is text, offset < text.size() and at a
// code point's first byte.
constexpr DecodedCodePoint DecodeUtf8(std::string_view text, size_t offset = 0) {
  const char* p = text.data() + offset;
  const auto byte = [p](int i) { return static_cast<char32_t>(static_cast<uint8_t>(p[i])); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {((lead & 0x1F) << 6) | (byte(1) & 0x3F), 2};
  if (lead < 0xF0) {
    return {((lead & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F), 3};
  }
  return {
      ((lead & 0x07) << 18) | ((byte(1) & 0x3F) << 12) | ((byte(2) & 0x3F) << 6) | (byte(3) & 0x3F),
      4};
}

// Decodes the code point that ends right before text[offset]. Unchecked: `text` is text,
// 0 < offset <= text.size(), at a code point's boundary.
constexpr DecodedCodePoint DecodeUtf8Before(std::string_view text, size_t offset) {
  size_t start = offset - 1;
  while (IsContinuationByte(text[start])) --start;
  return DecodeUtf8(text, start);
}

// for (char32_t c : CodePoints(text)) ...
class CodePoints {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(const char* at) : at_(at) {}
    constexpr char32_t operator*() const { return DecodeUtf8({at_, 4}).code_point; }
    constexpr Iterator& operator++() {
      at_ += Utf8SizeFromLead(*at_);
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    const char* at_;
  };

  constexpr explicit CodePoints(std::string_view text) : text_(text) {}
  constexpr Iterator begin() const { return Iterator(text_.data()); }
  constexpr Iterator end() const { return Iterator(text_.data() + text_.size()); }

 private:
  std::string_view text_;
};

enum class Surrogates : uint8_t {
  kRefuse,  // strict UTF-8, what files and hosts exchange
  kAllow,   // text as pysub stores it
};

// Size of the longest prefix of `bytes` (any bytes) that is well-formed; bytes.size() if all is.
size_t ValidUtf8Prefix(std::string_view bytes, Surrogates surrogates);

// Whether `bytes` (any bytes) are well-formed.
inline bool IsValidUtf8(std::string_view bytes, Surrogates surrogates) {
  return ValidUtf8Prefix(bytes, surrogates) == bytes.size();
}
// The same in pieces, between which `stop` is asked. When it has stopped, what is given means
// nothing.
bool IsValidUtf8(std::string_view bytes, Surrogates surrogates, StopCheck* stop);

// How many of the first bytes (any bytes) are a piece of work, which does not end within a
// well-formed sequence.
inline size_t Utf8Piece(std::string_view bytes) {
  constexpr size_t kPiece = 256 * 1024;
  if (bytes.size() <= kPiece) return bytes.size();
  for (size_t i = 0; i < 4; ++i) {
    if (!IsContinuationByte(bytes[kPiece - i])) return kPiece - i;
  }
  return kPiece;  // the fourth of a row continues nothing
}

// True if every byte is below 0x80. Any bytes.
bool IsAscii(std::string_view bytes);

// Size of the longest prefix of bytes below 0x80. Any bytes.
size_t AsciiPrefix(std::string_view bytes);

// Code points of `text`. (Equal to text.size() exactly when text is ASCII.)
size_t CountCodePoints(std::string_view text);

// Byte offset of code point number `index`, counted from 0; text.size() when the text has no more
// than `index` code points. Time is linear in the answer.
size_t OffsetOfCodePoint(std::string_view text, size_t index);

// Byte offset of the code point that has `count` code points from it to the end of the text; 0 when
// the text is not that long. OffsetFromEnd(t, 1) is where the last code point starts.
size_t OffsetFromEnd(std::string_view text, size_t count);

// True if `text` holds a surrogate, so that it cannot be encoded as strict UTF-8.
bool HasSurrogates(std::string_view text);

// Searching. Works on any bytes; on text, a needle that is text is found at code points only.
// Time is linear in both sizes whatever they hold, with no memory (Crochemore and Perrin's two-way
// algorithm behind a fast scan). An empty needle is found at `from`, if from <= haystack.size().

// Lowest offset >= from where needle is, or kNotFound.
size_t FindBytes(std::string_view haystack, std::string_view needle, size_t from = 0);

// Highest offset where needle is, or kNotFound; an empty needle is found at haystack.size().
size_t FindLastBytes(std::string_view haystack, std::string_view needle);

// How often a non-empty needle occurs without overlap, counted from the left; at most `limit`.
size_t CountBytes(std::string_view haystack, std::string_view needle, size_t limit = kNotFound);

// The same in pieces, between which `stop` is asked (null: is not). When it has stopped, what
// is given means nothing.
size_t FindInPieces(std::string_view haystack, std::string_view needle, size_t from,
                    StopCheck* stop);
size_t FindLastInPieces(std::string_view haystack, std::string_view needle, StopCheck* stop);
size_t CountInPieces(std::string_view haystack, std::string_view needle, size_t limit,
                     StopCheck* stop);

inline constexpr size_t kSearchedAtOnce = 256 * 1024;

inline size_t FindBytes(std::string_view haystack, std::string_view needle, size_t from,
                        StopCheck* stop) {
  if (haystack.size() <= kSearchedAtOnce || stop == nullptr) [[likely]]
    return FindBytes(haystack, needle, from);
  return FindInPieces(haystack, needle, from, stop);
}
inline size_t FindLastBytes(std::string_view haystack, std::string_view needle, StopCheck* stop) {
  if (haystack.size() <= kSearchedAtOnce || stop == nullptr) [[likely]]
    return FindLastBytes(haystack, needle);
  return FindLastInPieces(haystack, needle, stop);
}
inline size_t CountBytes(std::string_view haystack, std::string_view needle, size_t limit,
                         StopCheck* stop) {
  if (haystack.size() <= kSearchedAtOnce || stop == nullptr) [[likely]]
    return CountBytes(haystack, needle, limit);
  return CountInPieces(haystack, needle, limit, stop);
}

inline size_t FindByte(std::string_view haystack, char byte, size_t from = 0) {
  if (from >= haystack.size()) return kNotFound;
  const void* hit = memchr(haystack.data() + from, byte, haystack.size() - from);
  return hit == nullptr ? kNotFound
                        : static_cast<size_t>(static_cast<const char*>(hit) - haystack.data());
}

// Occurrences of one byte.
size_t CountByte(std::string_view haystack, char byte);

// ASCII case: maps A-Z or a-z, leaves all other bytes. `out` has bytes.size() bytes and may be
// bytes.data() itself, but may not otherwise overlap it.
void AsciiLower(std::string_view bytes, char* out);
void AsciiUpper(std::string_view bytes, char* out);

constexpr char AsciiLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
constexpr char AsciiUpper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_UTF8_H_
