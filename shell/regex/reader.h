#ifndef PYSUB_SHELL_REGEX_READER_H_
#define PYSUB_SHELL_REGEX_READER_H_

#include <algorithm>
#include <string_view>
#include <utility>

#include "lexer/unicode/unicode_properties.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell {

// A text as a pattern sees it: its characters, and what holds between two of them. Both matchers of
// our own read through it, so that they agree about bytes that are no UTF-8 (each is a character
// that nothing but itself matches) and about words.
class RegexReader {
 public:
  RegexReader(std::string_view text, const RegexTree& tree, const RegexOptions& options)
      : text_(text),
        utf8_(tree.utf8),
        ignore_case_(options.ignore_case),
        multi_line_(options.multi_line) {}

  std::string_view text() const { return text_; }
  int64_t size() const { return static_cast<int64_t>(text_.size()); }

  uint32_t Read(int64_t at, size_t* size) const {
    uint32_t c = static_cast<unsigned char>(text_[static_cast<size_t>(at)]);
    *size = 1;
    if (utf8_ && c >= 0x80) *size = DecodeCharacter(text_, static_cast<size_t>(at), &c);
    return c;
  }
  // Within a character, where no match begins.
  bool IsInside(int64_t at) const {
    if (!utf8_ || at >= size() || !IsContinuation(at)) return false;
    // A continuation byte, if what stands before it is the beginning of its character.
    for (int64_t back = 1; back <= 3 && back <= at; ++back) {
      uint32_t c = 0;
      if (DecodeCharacter(text_, static_cast<size_t>(at - back), &c) > static_cast<size_t>(back))
        return true;
    }
    return false;
  }

  static bool SameLetter(uint32_t a, uint32_t b) {
    return a == b || (a < kInvalidByte && b < kInvalidByte &&
                      (SimpleLower(a) == SimpleLower(b) || SimpleUpper(a) == SimpleUpper(b)));
  }
  bool IsCharacter(uint32_t wanted, uint32_t c) const {
    return c == wanted || (ignore_case_ && SameLetter(c, wanted));
  }
  static bool IsAny(uint32_t c) { return c < kInvalidByte; }
  // Takes time by the size of the set.
  bool IsInSet(const RegexSet& set, uint32_t c) const {
    if (c >= kInvalidByte) return false;
    bool in = Contains(set, c);
    if (!in && ignore_case_) in = Contains(set, SimpleLower(c)) || Contains(set, SimpleUpper(c));
    return in != set.negated;
  }

  bool IsWord(uint32_t c) const { return (utf8_ || c < 0x80) && IsInClass(RegexClass::kWord, c); }
  bool IsWordBefore(int64_t at) const {
    if (at <= 0) return false;
    int64_t begin = at - 1;
    while (utf8_ && begin > 0 && at - begin < 4 && IsContinuation(begin)) --begin;
    size_t size = 1;
    uint32_t c = Read(begin, &size);
    return begin + static_cast<int64_t>(size) == at && IsWord(c);
  }
  bool IsWordAfter(int64_t at) const {
    if (at >= size()) return false;
    size_t size = 1;
    return IsWord(Read(at, &size));
  }

  // What is known of the place between two characters.
  struct Place {
    bool text_begin, line_begin, text_end, line_end, word_before, word_after;
  };
  Place PlaceAt(int64_t at) const {
    bool begin = at == 0, end = at == size();
    return {begin,
            begin || IsLineEnd(text_[static_cast<size_t>(at - 1)]),
            end,
            end || IsLineEnd(text_[static_cast<size_t>(at)]),
            IsWordBefore(at),
            IsWordAfter(at)};
  }
  bool ignores_case() const { return ignore_case_; }
  bool IsLineEnd(char c) const { return multi_line_ && c == '\n'; }
  static bool Holds(RegexNodeKind kind, const Place& place) {
    switch (kind) {
      case RegexNodeKind::kLineBegin: return place.line_begin;
      case RegexNodeKind::kLineEnd: return place.line_end;
      case RegexNodeKind::kTextBegin: return place.text_begin;
      case RegexNodeKind::kTextEnd: return place.text_end;
      case RegexNodeKind::kWordBoundary: return place.word_before != place.word_after;
      case RegexNodeKind::kNotWordBoundary: return place.word_before == place.word_after;
      case RegexNodeKind::kWordBegin: return !place.word_before && place.word_after;
      case RegexNodeKind::kWordEnd: return place.word_before && !place.word_after;
      default: return true;
    }
  }

 private:
  bool IsContinuation(int64_t at) const {
    return (static_cast<unsigned char>(text_[static_cast<size_t>(at)]) & 0xC0) == 0x80;
  }
  bool Contains(const RegexSet& set, uint32_t c) const {
    if (set.sorted) {
      auto behind = std::upper_bound(set.ranges.begin(), set.ranges.end(),
                                     std::pair<uint32_t, uint32_t>(c, UINT32_MAX));
      return behind != set.ranges.begin() && (behind - 1)->second >= c;
    }
    for (auto [low, high] : set.ranges) {
      if (c >= low && c <= high) return true;
    }
    if (!utf8_ && c >= 0x80) return false;  // a byte of no known character
    for (RegexClass which : set.classes) {
      if (IsInClass(which, c)) return true;
    }
    return false;
  }

  std::string_view text_;
  bool utf8_;
  bool ignore_case_;
  bool multi_line_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_READER_H_
