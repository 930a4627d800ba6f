// The loops of str and bytes methods, free of values, heap and exceptions.
//
// "Str" functions take text as utf8.h defines it and follow Unicode; "Bytes" functions take any
// bytes and follow ASCII. Inputs are borrowed for the call; results are offsets, views into the
// input, or go to a sink (text_sink.h). Nothing allocates. Each call does work linear in the
// sizes of its inputs and its output, so a caller charges those sizes. What can amplify has
// a ...Size() that gives the exact size in bytes beforehand, nullopt when it does not fit a
// size_t. What may take long and has no sink that can be full takes a StopCheck: what it gives
// when that has stopped means nothing.
// Source: CPython 3.14 library, "Text Sequence Type" and "Binary Sequence Types".
#ifndef PYSUB_LEXER_UNICODE_TEXT_KERNELS_H_
#define PYSUB_LEXER_UNICODE_TEXT_KERNELS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "lexer/base/stop_check.h"
#include "lexer/unicode/text_sink.h"
#include "lexer/unicode/utf8.h"

namespace pysub {

// Which rules a function that exists for both types follows.
enum class TextKind : uint8_t { kStr, kBytes };

// Case. A result has at most 3 times the code points of the text (bytes: the same size).
void AppendStrUpper(std::string_view text, SinkRef sink);
void AppendStrLower(std::string_view text, SinkRef sink);  // with the final-sigma rule
void AppendStrTitle(std::string_view text, SinkRef sink);
void AppendStrCapitalize(std::string_view text, SinkRef sink);
void AppendStrSwapCase(std::string_view text, SinkRef sink);
void AppendStrCaseFold(std::string_view text, SinkRef sink);

// The same for bytes, into out[0..bytes.size()), which may be the input itself. upper() and lower()
// are AsciiUpper and AsciiLower of utf8.h. `in_word`: a letter stands right before the bytes.
void BytesTitle(std::string_view bytes, char* out, bool in_word = false);
void BytesCapitalize(std::string_view bytes, char* out);
void BytesSwapCase(std::string_view bytes, char* out);

// Predicates; false for empty input except isascii() (IsAscii of utf8.h) and isprintable().
bool StrIsAlpha(std::string_view text);
bool StrIsAlnum(std::string_view text);
bool StrIsDecimal(std::string_view text);
bool StrIsDigit(std::string_view text);
bool StrIsNumeric(std::string_view text);
bool StrIsLower(std::string_view text, StopCheck* stop = nullptr);
bool StrIsUpper(std::string_view text, StopCheck* stop = nullptr);
bool StrIsTitle(std::string_view text, StopCheck* stop = nullptr);
bool StrIsSpace(std::string_view text);
bool StrIsPrintable(std::string_view text);
bool StrIsIdentifier(std::string_view text, StopCheck* stop = nullptr);

bool BytesIsAlpha(std::string_view bytes);
bool BytesIsAlnum(std::string_view bytes);
bool BytesIsDigit(std::string_view bytes);
bool BytesIsLower(std::string_view bytes, StopCheck* stop = nullptr);
bool BytesIsUpper(std::string_view bytes, StopCheck* stop = nullptr);
bool BytesIsTitle(std::string_view bytes, StopCheck* stop = nullptr);
bool BytesIsSpace(std::string_view bytes);

// Splitting. A splitter borrows its inputs and is plain data (offsets), so its state can be
// kept across a stop. Next() gives false when there are no more fields, or `stop` is over.
// `max_splits` < 0: no limit.

// split() without a separator: fields between runs of white space.
class WhitespaceSplitter {
 public:
  WhitespaceSplitter(std::string_view text, int64_t max_splits, TextKind kind,
                     StopCheck* stop = nullptr)
      : text_(text), splits_left_(max_splits), kind_(kind), stop_(stop) {}
  bool Next(std::string_view* field);

 private:
  std::string_view text_;
  size_t at_ = 0;
  int64_t splits_left_;
  TextKind kind_;
  StopCheck* stop_;
};

// rsplit() without a separator; fields come from the right: the caller reverses them.
class WhitespaceSplitterFromRight {
 public:
  WhitespaceSplitterFromRight(std::string_view text, int64_t max_splits, TextKind kind,
                              StopCheck* stop = nullptr)
      : text_(text), end_(text.size()), splits_left_(max_splits), kind_(kind), stop_(stop) {}
  bool Next(std::string_view* field);

 private:
  std::string_view text_;
  size_t end_;
  int64_t splits_left_;
  TextKind kind_;
  StopCheck* stop_;
};

// split(separator). `separator` is not empty.
class SeparatorSplitter {
 public:
  SeparatorSplitter(std::string_view text, std::string_view separator, int64_t max_splits,
                    StopCheck* stop = nullptr)
      : text_(text), separator_(separator), splits_left_(max_splits), stop_(stop) {}
  bool Next(std::string_view* field);

 private:
  std::string_view text_, separator_;
  size_t at_ = 0;  // kNotFound: done
  int64_t splits_left_;
  StopCheck* stop_;
};

// rsplit(separator); fields come from the right: the caller reverses them.
class SeparatorSplitterFromRight {
 public:
  SeparatorSplitterFromRight(std::string_view text, std::string_view separator, int64_t max_splits,
                             StopCheck* stop = nullptr)
      : text_(text),
        separator_(separator),
        end_(text.size()),
        splits_left_(max_splits),
        stop_(stop) {}
  bool Next(std::string_view* field);

 private:
  std::string_view text_, separator_;
  size_t end_;  // kNotFound: done
  int64_t splits_left_;
  StopCheck* stop_;
};

enum class LineEnds : uint8_t { kDrop, kKeep };

// splitlines().
class LineSplitter {
 public:
  LineSplitter(std::string_view text, LineEnds line_ends, TextKind kind, StopCheck* stop = nullptr)
      : text_(text), line_ends_(line_ends), kind_(kind), stop_(stop) {}
  bool Next(std::string_view* line);

 private:
  std::string_view text_;
  size_t at_ = 0;
  LineEnds line_ends_;
  TextKind kind_;
  StopCheck* stop_;
};

// partition() and rpartition(). `separator` is not empty. Not found: `found` is false and the whole
// text is `before` (partition) or `after` (rpartition).
struct Partition {
  bool found;
  std::string_view before, separator, after;
};
Partition PartitionText(std::string_view text, std::string_view separator);
Partition PartitionTextFromRight(std::string_view text, std::string_view separator);
// For what has searched itself: with the separator at `hit`, kNotFound as partition() has it.
inline Partition PartitionedAt(size_t hit, std::string_view text, std::string_view separator) {
  if (hit == kNotFound) return {false, text, {}, {}};
  return {true, text.substr(0, hit), text.substr(hit, separator.size()),
          text.substr(hit + separator.size())};
}

// Stripping.
enum class Side : uint8_t { kLeft = 1, kRight = 2, kBoth = 3 };

std::string_view StripWhitespace(std::string_view text, Side side, TextKind kind,
                                 StopCheck* stop = nullptr);

// A set of code points (kStr) or bytes (kBytes) for strip(chars). Sets with many characters beyond
// ASCII need scratch memory to keep stripping fast; the caller provides it, so that it is charged.
class CharSet {
 public:
  // How many elements `scratch` must have for these `chars`: 0 for nearly every set in practice,
  // and never more than a bit for each code point takes.
  static size_t ScratchSize(std::string_view chars, TextKind kind);

  // Borrows `scratch` as long as the set lives; it need not be initialised.
  CharSet(std::string_view chars, TextKind kind, std::span<char32_t> scratch,
          StopCheck* stop = nullptr);

  bool Contains(char32_t c) const;
  // Whether the byte alone is a member: of the bytes of other code points none is.
  bool HasByte(char c) const {
    const auto byte = static_cast<uint8_t>(c);
    return ((low_[byte / 64] >> (byte % 64)) & 1) != 0;
  }
  TextKind kind() const { return kind_; }

 private:
  uint64_t low_[4] = {0, 0, 0, 0};  // kStr: below 0x80; kBytes: all
  std::span<char32_t> sorted_;      // the others, when there was need of scratch,
  std::span<char32_t> bits_;        // or, when there are many, 32 code points in each element
  char32_t few_[8];                 // the others, when not
  size_t few_count_ = 0;
  TextKind kind_;
};

std::string_view StripChars(std::string_view text, const CharSet& chars, Side side,
                            StopCheck* stop = nullptr);

// Whether the 8 bytes at `at` are all the same: what is stripped mostly is, and goes by words then.
inline bool IsRunOf8(const char* at) {
  uint64_t word;
  std::memcpy(&word, at, 8);
  return word == (word & 0xFF) * 0x0101010101010101u;
}

// count(): occurrences without overlap. An empty needle counts the places between code points
// (kStr) or bytes (kBytes), both ends included.
size_t CountSubstring(std::string_view text, std::string_view needle, TextKind kind,
                      StopCheck* stop = nullptr);

// replace(). An empty `from` stands at every place that CountSubstring counts.
// How many replacements replace(from, to, limit) makes; limit < 0: no limit.
size_t CountReplacements(std::string_view text, std::string_view from, int64_t limit, TextKind kind,
                         StopCheck* stop = nullptr);
// Size of the result when the first `count` occurrences are replaced.
std::optional<size_t> ReplacedSize(std::string_view text, std::string_view from,
                                   std::string_view to, size_t count);
// Appends text[start:] up to the end of the next `count` occurrences, replaced, and returns that
// end. The occurrences in the whole text are what CountReplacements gave: the caller may take some
// at a time, and appends what follows the last.
size_t AppendReplaced(std::string_view text, std::string_view from, std::string_view to,
                      size_t start, size_t count, TextKind kind, SinkRef sink);

// join(): size of `count` items of `total_size` bytes with separators between.
std::optional<size_t> JoinedSize(size_t total_size, size_t count, size_t separator_size);

// `text` repeated.
std::optional<size_t> RepeatedSize(size_t size, size_t count);
void AppendRepeated(std::string_view text, size_t count, SinkRef sink);

// expandtabs(). tab_size <= 0 removes tabs.
std::optional<size_t> ExpandedTabsSize(std::string_view text, int64_t tab_size, TextKind kind,
                                       StopCheck* stop = nullptr);
void AppendExpandedTabs(std::string_view text, int64_t tab_size, TextKind kind, SinkRef sink);

// ljust(), rjust(), center(): fill characters at each side of a text of `length` code points (or
// bytes) to make it `width` long.
struct Padding {
  size_t left = 0, right = 0;
};
constexpr Padding LeftJustify(size_t length, int64_t width) {
  if (width <= 0 || static_cast<uint64_t>(width) <= length) return {};
  const uint64_t right = static_cast<uint64_t>(width) - length;
  // (No text is as long as a size_t can say, so the most of it stands for all that is more.)
  return {0, right < SIZE_MAX ? static_cast<size_t>(right) : SIZE_MAX};
}
constexpr Padding RightJustify(size_t length, int64_t width) {
  return {LeftJustify(length, width).right, 0};
}
// The odd fill character goes left when width is odd, as in CPython.
constexpr Padding Center(size_t length, int64_t width) {
  const size_t margin = LeftJustify(length, width).right;
  const size_t left = margin / 2 + (margin & static_cast<size_t>(width) & 1);
  return {left, margin - left};
}
std::optional<size_t> PaddedSize(size_t text_size, Padding padding, size_t fill_size);
// `fill` is one code point (kBytes: one byte) as text.
void AppendPadded(std::string_view text, Padding padding, std::string_view fill, SinkRef sink);

// zfill(): the size is PaddedSize(text.size(), RightJustify(length, width), 1).
void AppendZeroFilled(std::string_view text, size_t zeros, SinkRef sink);

// repr() and ascii(). At most 4 times the size of the input, plus 3.
void AppendStrRepr(std::string_view text, SinkRef sink);
void AppendStrAscii(std::string_view text, SinkRef sink);
// Writes what stands between the quotes of a repr that uses `quote`.
void AppendStrReprBody(std::string_view text, char quote, SinkRef sink);
// The quote that CPython's repr chooses: " if there is a ' and no ".
char ReprQuote(std::string_view text);
// b'...'; for bytearray(b'...') the caller adds the rest.
void AppendBytesRepr(std::string_view bytes, SinkRef sink);

size_t StrReprSize(std::string_view text);
size_t StrAsciiSize(std::string_view text);
size_t BytesReprSize(std::string_view bytes);

// ASCII white space as str sees it (also 0x1C..0x1F) and as bytes sees it.
constexpr bool IsStrAsciiSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}
constexpr bool IsBytesSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_TEXT_KERNELS_H_
