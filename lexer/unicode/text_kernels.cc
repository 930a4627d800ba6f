#include "lexer/unicode/text_kernels.h"

#include <algorithm>
#include <array>
#include <bit>

#include "lexer/unicode/ascii_classes.h"
#include "lexer/unicode/unicode_properties.h"

namespace pysub {
namespace {

// Only code points that begin with C2, E1, E2 or E3 are white space beyond ASCII.
bool MayLeadSpace(char c) {
  const auto b = static_cast<uint8_t>(c);
  return b == 0xC2 || (b >= 0xE1 && b <= 0xE3);
}

// Bytes of the white space at text[at], 0 if there is none.
size_t SpaceSize(std::string_view text, size_t at, TextKind kind) {
  const char c = text[at];
  if (kind == TextKind::kBytes) return IsBytesSpace(c) ? 1 : 0;
  if (IsAsciiByte(c)) return IsStrAsciiSpace(c) ? 1 : 0;
  if (!MayLeadSpace(c)) return 0;
  const DecodedCodePoint next = DecodeUtf8(text, at);
  return IsSpaceCodePoint(next.code_point) ? static_cast<size_t>(next.size) : 0;
}

// Bytes of the white space right before text[end], 0 if there is none.
size_t SpaceSizeBefore(std::string_view text, size_t end, TextKind kind) {
  const char c = text[end - 1];
  if (kind == TextKind::kBytes) return IsBytesSpace(c) ? 1 : 0;
  if (IsAsciiByte(c)) return IsStrAsciiSpace(c) ? 1 : 0;
  const DecodedCodePoint before = DecodeUtf8Before(text, end);
  return IsSpaceCodePoint(before.code_point) ? static_cast<size_t>(before.size) : 0;
}

// For each byte, whether white space may begin with it, by the rules of kStr and of kBytes.
template <TextKind kKind>
constexpr std::array<bool, 256> kMayBeginSpace = [] {
  std::array<bool, 256> table{};
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    table[static_cast<size_t>(i)] = kKind == TextKind::kBytes ? IsBytesSpace(c)
                                    : i < 0x80                ? IsStrAsciiSpace(c)
                                               : i == 0xC2 || (i >= 0xE1 && i <= 0xE3);
  }
  return table;
}();

// Offset of the first white space at or after `at`.
size_t FindSpace(std::string_view text, size_t at, TextKind kind, StopCheck* stop) {
  const bool* const table = kind == TextKind::kStr ? kMayBeginSpace<TextKind::kStr>.data()
                                                   : kMayBeginSpace<TextKind::kBytes>.data();
  Pieces piece(at, text.size(), stop);
  do {
    const size_t end = piece.end();
    while (true) {
      while (at < end && !table[static_cast<uint8_t>(text[at])]) ++at;
      if (at == end) break;
      if (SpaceSize(text, at, kind) != 0) return at;
      ++at;
    }
  } while (piece.Next(at));
  return text.size();
}

size_t SkipSpace(std::string_view text, size_t at, TextKind kind, StopCheck* stop) {
  Pieces piece(at, text.size(), stop);
  do {
    while (at < piece.end()) {
      if (text[at] == ' ') {  // nearly always
        ++at;
        continue;
      }
      const size_t size = SpaceSize(text, at, kind);
      if (size == 0) return at;
      at += size;
    }
  } while (piece.Next(at));
  return at;
}

size_t SkipSpaceBackward(std::string_view text, size_t end, TextKind kind, StopCheck* stop) {
  const size_t whole = end;
  Pieces piece(whole - end, whole, stop);
  do {
    while (whole - end < piece.end()) {
      const size_t size = SpaceSizeBefore(text, end, kind);
      if (size == 0) return end;
      end -= size;
    }
  } while (piece.Next(whole - end));
  return end;
}

}  // namespace

// Splitting.

// The rest after the last split keeps its blanks inside, but not in front.
bool WhitespaceSplitter::Next(std::string_view* field) {
  at_ = SkipSpace(text_, at_, kind_, stop_);
  if (at_ == text_.size() || HasStopped(stop_)) return false;
  if (splits_left_ == 0) {
    *field = text_.substr(at_);
    at_ = text_.size();
    return true;
  }
  if (splits_left_ > 0) --splits_left_;
  const size_t start = at_;
  at_ = FindSpace(text_, at_, kind_, stop_);
  *field = text_.substr(start, at_ - start);
  return !HasStopped(stop_);
}

bool WhitespaceSplitterFromRight::Next(std::string_view* field) {
  end_ = SkipSpaceBackward(text_, end_, kind_, stop_);
  if (end_ == 0 || HasStopped(stop_)) return false;
  if (splits_left_ == 0) {
    *field = text_.substr(0, end_);
    end_ = 0;
    return true;
  }
  if (splits_left_ > 0) --splits_left_;
  const size_t field_end = end_;
  Pieces piece(field_end - end_, field_end, stop_);
  do {
    while (field_end - end_ < piece.end()) {
      if (SpaceSizeBefore(text_, end_, kind_) != 0) {
        *field = text_.substr(end_, field_end - end_);
        return true;
      }
      --end_;
      if (kind_ == TextKind::kStr) {
        while (IsContinuationByte(text_[end_])) --end_;
      }
    }
  } while (piece.Next(field_end - end_));
  *field = text_.substr(end_, field_end - end_);
  return !HasStopped(stop_);
}

bool SeparatorSplitter::Next(std::string_view* field) {
  if (at_ == kNotFound) return false;
  const size_t start = at_;
  const size_t hit = splits_left_ == 0 ? kNotFound : FindBytes(text_, separator_, start, stop_);
  if (hit == kNotFound) {
    *field = text_.substr(start);
    at_ = kNotFound;
    return !HasStopped(stop_);
  }
  if (splits_left_ > 0) --splits_left_;
  *field = text_.substr(start, hit - start);
  at_ = hit + separator_.size();
  return true;
}

bool SeparatorSplitterFromRight::Next(std::string_view* field) {
  if (end_ == kNotFound) return false;
  const std::string_view rest = text_.substr(0, end_);
  const size_t hit = splits_left_ == 0 ? kNotFound : FindLastBytes(rest, separator_, stop_);
  if (hit == kNotFound) {
    *field = rest;
    end_ = kNotFound;
    return !HasStopped(stop_);
  }
  if (splits_left_ > 0) --splits_left_;
  *field = rest.substr(hit + separator_.size());
  end_ = hit;
  return true;
}

namespace {

// Offset of the first line break at or after `at`, and its size.
struct LineBreak {
  size_t offset;
  size_t size;
};

// str knows many line breaks, bytes only those of ASCII. Sixteen bytes at a time are compared with
// what could begin one.
LineBreak FindLineBreak(std::string_view text, size_t at, TextKind kind, StopCheck* stop) {
  using Vector = unsigned char __attribute__((vector_size(16)));
  const char* const data = text.data();
  const size_t size = text.size();
  Pieces piece(at, size, stop);
  do {
    while (at < piece.end()) {
      // Most blocks of 16 have no byte that could begin a line break.
      if (size - at >= 16) {
        Vector v;
        memcpy(&v, data + at, sizeof v);
        auto hits = v - static_cast<unsigned char>('\n') <= static_cast<unsigned char>(0x1E - '\n');
        if (kind == TextKind::kStr) {
          hits |= v == static_cast<unsigned char>(0xC2);
          hits |= v == static_cast<unsigned char>(0xE2);
        }
        const size_t first = FirstSet(&hits);
        at += first;
        if (first == 16) continue;
      }
      const char c = data[at];
      if (c == '\n') return {at, 1};
      if (c == '\r') return {at, at + 1 < size && data[at + 1] == '\n' ? size_t{2} : size_t{1}};
      if (kind == TextKind::kStr) {
        if (HasClass(c, kLineBreakClass)) return {at, 1};
        if (c == '\xC2' && data[at + 1] == '\x85') return {at, 2};
        if (c == '\xE2' && data[at + 1] == '\x80' &&
            (data[at + 2] == '\xA8' || data[at + 2] == '\xA9')) {
          return {at, 3};
        }
      }
      ++at;
    }
  } while (piece.Next(at));
  return {size, 0};
}

}  // namespace

bool LineSplitter::Next(std::string_view* line) {
  if (at_ == text_.size()) return false;
  const LineBreak end = FindLineBreak(text_, at_, kind_, stop_);
  const size_t kept = line_ends_ == LineEnds::kKeep ? end.size : 0;
  *line = text_.substr(at_, end.offset + kept - at_);
  at_ = end.offset + end.size;
  return !HasStopped(stop_);
}

Partition PartitionText(std::string_view text, std::string_view separator) {
  return PartitionedAt(FindBytes(text, separator), text, separator);
}

Partition PartitionTextFromRight(std::string_view text, std::string_view separator) {
  const size_t hit = FindLastBytes(text, separator);
  if (hit == kNotFound) return {false, {}, {}, text};
  return PartitionedAt(hit, text, separator);
}

// Stripping.

namespace {
bool Includes(Side side, Side wanted) {
  return (static_cast<int>(side) & static_cast<int>(wanted)) != 0;
}
}  // namespace

std::string_view StripWhitespace(std::string_view text, Side side, TextKind kind, StopCheck* stop) {
  if (Includes(side, Side::kLeft)) text.remove_prefix(SkipSpace(text, 0, kind, stop));
  if (Includes(side, Side::kRight)) {
    text = text.substr(0, SkipSpaceBackward(text, text.size(), kind, stop));
  }
  return text;
}

namespace {

// Up to so many characters beyond ASCII are searched one after the other, up to so many are sorted;
// of more there is a bit for each code point.
constexpr size_t kUnsortedChars = 8;
constexpr size_t kSortedChars = 1024;
constexpr size_t kBitElements = 0x110000 / 32;

size_t CountBeyondAscii(std::string_view chars) {
  size_t count = 0;
  for (const char c : chars) count += !IsAsciiByte(c) && !IsContinuationByte(c);
  return count;
}

}  // namespace

size_t CharSet::ScratchSize(std::string_view chars, TextKind kind) {
  if (kind == TextKind::kBytes) return 0;
  const size_t count = CountBeyondAscii(chars);
  if (count <= kUnsortedChars) return 0;
  return count <= kSortedChars ? count : kBitElements;
}

// A set of characters to strip or to look for. ASCII has a table; others are sorted, or have bits
// when there are many. Membership must be fast, since both the set and the text may be a program's
// choice of megabytes.
CharSet::CharSet(std::string_view chars, TextKind kind, std::span<char32_t> scratch,
                 StopCheck* stop)
    : kind_(kind) {
  size_t count = 0;
  const size_t wanted = ScratchSize(chars, kind);
  if (wanted == kBitElements && scratch.size() >= wanted) {
    bits_ = scratch.first(wanted);
    std::fill(bits_.begin(), bits_.end(), U'\0');
  }
  Pieces piece(0, chars.size(), stop);
  size_t at = 0;
  do {
    while (at < piece.end()) {
      const auto byte = static_cast<uint8_t>(chars[at]);
      if (byte < 0x80 || kind == TextKind::kBytes) {
        low_[byte / 64] |= uint64_t{1} << (byte % 64);
        ++at;
        continue;
      }
      const DecodedCodePoint c = DecodeUtf8(chars, at);
      at += static_cast<size_t>(c.size);
      if (wanted == 0) {
        few_[count++] = c.code_point;
      } else if (!bits_.empty()) {
        bits_[c.code_point / 32] |= char32_t{1} << c.code_point % 32;
      } else if (count < scratch.size()) {
        scratch[count++] = c.code_point;
      }
    }
  } while (piece.Next(at));
  if (wanted == 0) {
    few_count_ = count;
  } else if (bits_.empty()) {
    sorted_ = scratch.first(count);
    std::sort(sorted_.begin(), sorted_.end());
  }
}

bool CharSet::Contains(char32_t c) const {
  if (c < 0x80 || kind_ == TextKind::kBytes) return HasByte(static_cast<char>(c));
  if (!sorted_.empty()) return std::binary_search(sorted_.begin(), sorted_.end(), c);
  if (!bits_.empty()) return (bits_[c / 32] >> c % 32 & 1) != 0;
  return std::find(few_, few_ + few_count_, c) != few_ + few_count_;
}

namespace {

// Offset of the first of `text` that is not in `chars`.
size_t SkipChars(std::string_view text, const CharSet& chars, StopCheck* stop) {
  const bool is_str = chars.kind() == TextKind::kStr;
  size_t at = 0;
  Pieces piece(at, text.size(), stop);
  do {
    while (at < piece.end()) {
      if (chars.HasByte(text[at])) {
        at += text.size() - at >= 8 && IsRunOf8(text.data() + at) ? 8 : 1;
        continue;
      }
      DecodedCodePoint c = {static_cast<uint8_t>(text[at]), 1};
      if (is_str) c = DecodeUtf8(text, at);
      if (!chars.Contains(c.code_point)) return at;
      at += static_cast<size_t>(c.size);
    }
  } while (piece.Next(at));
  return at;
}

// Offset behind the last of `text` that is not in `chars`.
size_t SkipCharsBackward(std::string_view text, const CharSet& chars, StopCheck* stop) {
  const bool is_str = chars.kind() == TextKind::kStr;
  size_t end = text.size();
  Pieces piece(text.size() - end, text.size(), stop);
  do {
    while (text.size() - end < piece.end()) {
      const char last = text[end - 1];
      if (chars.HasByte(last)) {
        end -= end >= 8 && IsRunOf8(text.data() + end - 8) ? 8 : 1;
        continue;
      }
      DecodedCodePoint c = {static_cast<uint8_t>(last), 1};
      if (is_str) c = DecodeUtf8Before(text, end);
      if (!chars.Contains(c.code_point)) return end;
      end -= static_cast<size_t>(c.size);
    }
  } while (piece.Next(text.size() - end));
  return end;
}

}  // namespace

std::string_view StripChars(std::string_view text, const CharSet& chars, Side side,
                            StopCheck* stop) {
  if (Includes(side, Side::kLeft)) text.remove_prefix(SkipChars(text, chars, stop));
  if (Includes(side, Side::kRight)) text = text.substr(0, SkipCharsBackward(text, chars, stop));
  return text;
}

// Counting and replacing.

size_t CountSubstring(std::string_view text, std::string_view needle, TextKind kind,
                      StopCheck* stop) {
  if (!needle.empty()) return CountBytes(text, needle, kNotFound, stop);
  return (kind == TextKind::kStr ? CountCodePoints(text) : text.size()) + 1;
}

size_t CountReplacements(std::string_view text, std::string_view from, int64_t limit, TextKind kind,
                         StopCheck* stop) {
  const size_t most = limit < 0 ? kNotFound : static_cast<size_t>(limit);
  if (!from.empty()) return CountBytes(text, from, most, stop);
  return std::min(most, CountSubstring(text, from, kind));
}

namespace {

std::optional<size_t> Product(size_t a, size_t b) {
  size_t result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::optional<size_t> Sum(std::optional<size_t> a, std::optional<size_t> b) {
  size_t result;
  if (!a || !b || __builtin_add_overflow(*a, *b, &result)) return std::nullopt;
  return result;
}

}  // namespace

std::optional<size_t> ReplacedSize(std::string_view text, std::string_view from,
                                   std::string_view to, size_t count) {
  return Sum(text.size() - count * from.size(), Product(count, to.size()));
}

size_t AppendReplaced(std::string_view text, std::string_view from, std::string_view to,
                      size_t start, size_t count, TextKind kind, SinkRef sink) {
  ChunkedSink out(sink);
  size_t at = start;
  for (; count > 0; --count) {
    if (from.empty()) {
      out.Append(to);
      if (at == text.size()) break;
      const size_t size =
          kind == TextKind::kStr ? static_cast<size_t>(Utf8SizeFromLead(text[at])) : 1;
      out.Append(text.substr(at, size));
      at += size;
      continue;
    }
    const size_t hit = FindBytes(text, from, at);
    if (hit == kNotFound) break;
    out.Append(text.substr(at, hit - at));
    out.Append(to);
    at = hit + from.size();
  }
  return at;
}

std::optional<size_t> JoinedSize(size_t total_size, size_t count, size_t separator_size) {
  if (count == 0) return 0;
  return Sum(total_size, Product(count - 1, separator_size));
}

std::optional<size_t> RepeatedSize(size_t size, size_t count) { return Product(size, count); }

void AppendRepeated(std::string_view text, size_t count, SinkRef sink) {
  if (text.empty()) return;
  // Short texts go out in larger pieces.
  char block[512];
  const size_t per_block = std::min(sizeof block / text.size(), count);
  if (per_block > 1) {
    for (size_t i = 0; i < per_block; ++i) {
      memcpy(block + i * text.size(), text.data(), text.size());
    }
    for (; count >= per_block; count -= per_block) {
      if (!sink.Append({block, per_block * text.size()})) return;
    }
    sink.Append({block, count * text.size()});
    return;
  }
  while (count > 0 && sink.Append(text)) --count;
}

namespace {

// Calls tab(spaces) at each tab and other(run) for what stands between, which is handed
// over after each piece.
template <class Tab, class Other>
void ExpandTabs(std::string_view text, int64_t tab_size, TextKind kind, StopCheck* stop, Tab tab,
                Other other) {
  const uint64_t tab_stop = tab_size > 0 ? static_cast<uint64_t>(tab_size) : 0;
  uint64_t column = 0;
  size_t start = 0, at = 0;
  Pieces piece(at, text.size(), stop);
  do {
    for (; at < piece.end(); ++at) {
      const char c = text[at];
      if (c == '\t') {
        other(text.substr(start, at - start));
        start = at + 1;
        if (tab_stop == 0) continue;
        const uint64_t spaces = tab_stop - column % tab_stop;
        tab(spaces);
        column = 0;  // at a tab stop: only the distance to the next one matters
      } else if (c == '\n' || c == '\r') {
        column = 0;
      } else if (kind == TextKind::kBytes || !IsContinuationByte(c)) {
        ++column;
      }
    }
    other(text.substr(start, at - start));
    start = at;
  } while (piece.Next(at));
}

}  // namespace

std::optional<size_t> ExpandedTabsSize(std::string_view text, int64_t tab_size, TextKind kind,
                                       StopCheck* stop) {
  std::optional<size_t> size = 0;
  ExpandTabs(
      text, tab_size, kind, stop, [&](uint64_t spaces) { size = Sum(size, spaces); },
      [&](std::string_view run) { size = Sum(size, run.size()); });
  return size;
}

void AppendExpandedTabs(std::string_view text, int64_t tab_size, TextKind kind, SinkRef sink) {
  ChunkedSink out(sink);
  StopCheck full([](void* to) { return static_cast<ChunkedSink*>(to)->full(); }, &out);
  ExpandTabs(
      text, tab_size, kind, &full,
      [&](uint64_t spaces) {
        out.Flush();
        AppendRepeated(" ", spaces, sink);
      },
      [&](std::string_view run) { out.Append(run); });
}

std::optional<size_t> PaddedSize(size_t text_size, Padding padding, size_t fill_size) {
  return Sum(text_size, Sum(Product(padding.left, fill_size), Product(padding.right, fill_size)));
}

void AppendPadded(std::string_view text, Padding padding, std::string_view fill, SinkRef sink) {
  AppendRepeated(fill, padding.left, sink);
  sink.Append(text);
  AppendRepeated(fill, padding.right, sink);
}

void AppendZeroFilled(std::string_view text, size_t zeros, SinkRef sink) {
  const size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  sink.Append(text.substr(0, sign));
  AppendRepeated("0", zeros, sink);
  sink.Append(text.substr(sign));
}

}  // namespace pysub
