// Case, and what kinds of characters a text has.

#include <algorithm>
#include <array>

#include "lexer/unicode/ascii_classes.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/text_records.h"
#include "lexer/unicode/unicode_properties.h"

namespace pysub {
namespace {

using AsciiMapping = void (*)(std::string_view, char*);

void AppendMappedAscii(std::string_view bytes, AsciiMapping map, ChunkedSink* out) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, ChunkedSink::kMaxReserve);
    map(piece, out->Reserve(piece.size()));
    bytes.remove_prefix(piece.size());
  }
}

void AppendMapping(const CaseMapping& mapping, ChunkedSink* out) {
  for (int i = 0; i < mapping.size; ++i) out->Append(mapping.code_points[i]);
}

// Appends what `c` maps to: by the record's difference, or when it has a special case, by `full`.
void AppendCase(char32_t c, int32_t text_records::TextRecord::*difference,
                CaseMapping (*full)(char32_t), ChunkedSink* out) {
  const text_records::TextRecord& record = text_records::TextOf(c);
  if (record.special == 0) [[likely]] {
    out->Append(c + static_cast<char32_t>(record.*difference));
  } else {
    AppendMapping(full(c), out);
  }
}
void AppendUpper(char32_t c, ChunkedSink* out) {
  AppendCase(c, &text_records::TextRecord::upper, FullUpper, out);
}
void AppendTitle(char32_t c, ChunkedSink* out) {
  AppendCase(c, &text_records::TextRecord::title, FullTitle, out);
}

constexpr char32_t kCapitalSigma = 0x3A3, kSmallSigma = 0x3C3, kFinalSigma = 0x3C2;

// Unicode 3.13, Final_Sigma: a cased letter before, none after, ignoring what is case-ignorable.
bool IsFinalSigma(std::string_view text, size_t at) {
  size_t before = at;
  bool cased = false;
  while (before > 0) {
    const DecodedCodePoint c = DecodeUtf8Before(text, before);
    before -= static_cast<size_t>(c.size);
    if (IsCaseIgnorable(c.code_point)) continue;
    cased = IsCased(c.code_point);
    break;
  }
  if (!cased) return false;
  size_t after = at + 2;
  while (after < text.size()) {
    const DecodedCodePoint c = DecodeUtf8(text, after);
    after += static_cast<size_t>(c.size);
    if (IsCaseIgnorable(c.code_point)) continue;
    return !IsCased(c.code_point);
  }
  return true;
}

// Appends the lower case of the code point at text[at].
void AppendLowerAt(std::string_view text, size_t at, char32_t c, ChunkedSink* out) {
  if (c == kCapitalSigma) {
    out->Append(IsFinalSigma(text, at) ? kFinalSigma : kSmallSigma);
  } else if (c < 0x80) {
    out->AppendByte(AsciiLower(static_cast<char>(c)));
  } else {
    AppendCase(c, &text_records::TextRecord::lower, FullLower, out);
  }
}

// Maps runs of ASCII by `map_ascii` and each other code point by map(offset, code point).
template <class Map>
void AppendMapped(std::string_view text, AsciiMapping map_ascii, ChunkedSink* out, Map map) {
  size_t at = 0;
  while (at < text.size() && !out->full()) {
    const size_t run = AsciiPrefix(text.substr(at));
    if (run > 0) AppendMappedAscii(text.substr(at, run), map_ascii, out);
    at += run;
    while (at < text.size() && !IsAsciiByte(text[at]) && !out->full()) {
      const DecodedCodePoint c = DecodeUtf8(text, at);
      map(at, c.code_point);
      at += static_cast<size_t>(c.size);
    }
  }
}

}  // namespace

void AppendStrUpper(std::string_view text, SinkRef sink) {
  ChunkedSink out(sink);
  AppendMapped(text, AsciiUpper, &out, [&](size_t, char32_t c) { AppendUpper(c, &out); });
}

void AppendStrLower(std::string_view text, SinkRef sink) {
  ChunkedSink out(sink);
  AppendMapped(text, AsciiLower, &out,
               [&](size_t at, char32_t c) { AppendLowerAt(text, at, c, &out); });
}

void AppendStrCaseFold(std::string_view text, SinkRef sink) {
  ChunkedSink out(sink);
  AppendMapped(text, AsciiLower, &out, [&](size_t, char32_t c) {
    AppendCase(c, &text_records::TextRecord::fold, FullFold, &out);
  });
}

void AppendStrTitle(std::string_view text, SinkRef sink) {
  ChunkedSink out(sink);
  bool in_word = false;
  for (size_t at = 0; at < text.size() && !out.full();) {
    if (IsAsciiByte(text[at])) {
      const char c = text[at++];
      out.AppendByte(in_word ? AsciiLower(c) : AsciiUpper(c));
      in_word = HasClass(c, kAlphaClass);
      continue;
    }
    const DecodedCodePoint c = DecodeUtf8(text, at);
    if (in_word) {
      AppendLowerAt(text, at, c.code_point, &out);
    } else {
      AppendTitle(c.code_point, &out);
    }
    in_word = (text_records::TextOf(c.code_point).flags & text_records::kCased) != 0;
    at += static_cast<size_t>(c.size);
  }
}

void AppendStrCapitalize(std::string_view text, SinkRef sink) {
  if (text.empty()) return;
  ChunkedSink out(sink);
  const DecodedCodePoint first = DecodeUtf8(text);
  AppendTitle(first.code_point, &out);
  const auto size = static_cast<size_t>(first.size);
  AppendMapped(text.substr(size), AsciiLower, &out,
               [&](size_t at, char32_t c) { AppendLowerAt(text, at + size, c, &out); });
}

void AppendStrSwapCase(std::string_view text, SinkRef sink) {
  ChunkedSink out(sink);
  AppendMapped(text, BytesSwapCase, &out, [&](size_t at, char32_t c) {
    if (IsUpperCodePoint(c)) {
      AppendLowerAt(text, at, c, &out);
    } else if (IsLowerCodePoint(c)) {
      AppendUpper(c, &out);
    } else {
      out.Append(c);
    }
  });
}

void BytesTitle(std::string_view bytes, char* out, bool in_word) {
  for (const char c : bytes) {
    *out++ = in_word ? AsciiLower(c) : AsciiUpper(c);
    in_word = HasClass(c, kAlphaClass);
  }
}

void BytesCapitalize(std::string_view bytes, char* out) {
  if (bytes.empty()) return;
  const char first = AsciiUpper(bytes[0]);
  AsciiLower(bytes, out);
  out[0] = first;
}

void BytesSwapCase(std::string_view bytes, char* out) {
  for (const char c : bytes) {
    *out++ = HasClass(c, kAlphaClass) ? static_cast<char>(c ^ 0x20) : c;
  }
}

// Predicates.

namespace {

template <class Predicate>
bool AllOf(std::string_view text, int ascii_classes, Predicate predicate) {
  for (size_t at = 0; at < text.size();) {
    if (IsAsciiByte(text[at])) {
      if (!HasClass(text[at], ascii_classes)) return false;
      ++at;
      continue;
    }
    const DecodedCodePoint c = DecodeUtf8(text, at);
    if (!predicate(c.code_point)) return false;
    at += static_cast<size_t>(c.size);
  }
  return !text.empty();
}

bool AllBytesOf(std::string_view bytes, int ascii_classes) {
  return AllOf(bytes, ascii_classes, [](char32_t) { return false; });
}

// A walk of one piece: what is short, or need not be in time.
class Whole {
 public:
  explicit Whole(size_t size) : size_(size) {}
  size_t end() const { return size_; }
  bool Next(size_t) { return false; }

 private:
  size_t size_;
};

// scan(walk) over `text`.
template <class Scan>
bool Scanned(std::string_view text, StopCheck* stop, Scan scan) {
  return stop == nullptr ? scan(Whole(text.size())) : scan(Pieces(0, text.size(), stop));
}

// islower() and isupper(): some letter of `wanted`, none of `unwanted` and none in title case.
template <class Walk, class Wanted, class Unwanted>
bool IsOneCase(std::string_view text, int wanted_class, int unwanted_class, Walk piece,
               Wanted wanted, Unwanted unwanted) {
  bool found = false;
  size_t at = 0;
  do {
    while (at < piece.end()) {
      if (IsAsciiByte(text[at])) {
        if (HasClass(text[at], unwanted_class)) return false;
        found |= HasClass(text[at], wanted_class);
        ++at;
        continue;
      }
      const DecodedCodePoint c = DecodeUtf8(text, at);
      if (unwanted(c.code_point) || IsTitleCodePoint(c.code_point)) return false;
      found = found || wanted(c.code_point);
      at += static_cast<size_t>(c.size);
    }
  } while (piece.Next(at));
  return found;
}

// The same for bytes: one above 0x7F is no letter.
bool IsOneCaseOfBytes(std::string_view bytes, int wanted_class, int unwanted_class,
                      StopCheck* stop) {
  bool found = false;
  size_t at = 0;
  Pieces piece(at, bytes.size(), stop);
  do {
    for (; at < piece.end(); ++at) {
      if (HasClass(bytes[at], unwanted_class)) return false;
      found |= HasClass(bytes[at], wanted_class);
    }
  } while (piece.Next(at));
  return found;
}

// istitle(): upper or title case only where no cased letter stands before, lower case only there.
template <class Walk, class Upper, class Lower>
bool IsTitleCased(std::string_view text, TextKind kind, Walk piece, Upper is_upper,
                  Lower is_lower) {
  bool found = false, in_word = false;
  size_t at = 0;
  do {
    while (at < piece.end()) {
      DecodedCodePoint c = {static_cast<uint8_t>(text[at]), 1};
      if (kind == TextKind::kStr) c = DecodeUtf8(text, at);
      at += static_cast<size_t>(c.size);
      if (is_upper(c.code_point)) {
        if (in_word) return false;
        found = in_word = true;
      } else if (is_lower(c.code_point)) {
        if (!in_word) return false;
        found = true;
      } else {
        in_word = false;
      }
    }
  } while (piece.Next(at));
  return found;
}

bool IsAsciiUpperPoint(char32_t c) { return c - 'A' < 26; }
bool IsAsciiLowerPoint(char32_t c) { return c - 'a' < 26; }

}  // namespace

bool StrIsAlpha(std::string_view text) { return AllOf(text, kAlphaClass, IsAlphaCodePoint); }
bool StrIsAlnum(std::string_view text) {
  return AllOf(text, kAlphaClass | kDigitClass, IsAlnumCodePoint);
}
bool StrIsDecimal(std::string_view text) { return AllOf(text, kDigitClass, IsDecimalCodePoint); }
bool StrIsDigit(std::string_view text) { return AllOf(text, kDigitClass, IsDigitCodePoint); }
bool StrIsNumeric(std::string_view text) { return AllOf(text, kDigitClass, IsNumericCodePoint); }
bool StrIsSpace(std::string_view text) { return AllOf(text, kStrSpaceClass, IsSpaceCodePoint); }

bool StrIsLower(std::string_view text, StopCheck* stop) {
  return Scanned(text, stop, [=](auto walk) {
    return IsOneCase(text, kLowerClass, kUpperClass, walk, IsLowerCodePoint, IsUpperCodePoint);
  });
}
bool StrIsUpper(std::string_view text, StopCheck* stop) {
  return Scanned(text, stop, [=](auto walk) {
    return IsOneCase(text, kUpperClass, kLowerClass, walk, IsUpperCodePoint, IsLowerCodePoint);
  });
}
bool StrIsTitle(std::string_view text, StopCheck* stop) {
  return Scanned(text, stop, [=](auto walk) {
    return IsTitleCased(
        text, TextKind::kStr, walk,
        [](char32_t c) { return IsUpperCodePoint(c) || IsTitleCodePoint(c); }, IsLowerCodePoint);
  });
}

bool StrIsPrintable(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (IsAsciiByte(c)) {
      if (c < ' ' || c == 0x7F) return false;
      ++at;
      continue;
    }
    const DecodedCodePoint next = DecodeUtf8(text, at);
    if (!IsPrintableCodePoint(next.code_point)) return false;
    at += static_cast<size_t>(next.size);
  }
  return true;
}

bool StrIsIdentifier(std::string_view text, StopCheck* stop) {
  if (text.empty()) return false;
  const DecodedCodePoint first = DecodeUtf8(text);
  if (!IsIdentifierStart(first.code_point)) return false;
  auto at = static_cast<size_t>(first.size);
  Pieces piece(at, text.size(), stop);
  do {
    while (at < piece.end()) {
      const DecodedCodePoint c = DecodeUtf8(text, at);
      if (!IsIdentifierContinue(c.code_point)) return false;
      at += static_cast<size_t>(c.size);
    }
  } while (piece.Next(at));
  return true;
}

// A byte above 0x7F belongs to no class. AllBytesOf decodes none: it only calls the predicate,
// which says no.
bool BytesIsAlpha(std::string_view bytes) {
  return IsAscii(bytes) && AllBytesOf(bytes, kAlphaClass);
}
bool BytesIsAlnum(std::string_view bytes) {
  return IsAscii(bytes) && AllBytesOf(bytes, kAlphaClass | kDigitClass);
}
bool BytesIsDigit(std::string_view bytes) {
  return IsAscii(bytes) && AllBytesOf(bytes, kDigitClass);
}
bool BytesIsSpace(std::string_view bytes) {
  return IsAscii(bytes) && AllBytesOf(bytes, kBytesSpaceClass);
}
bool BytesIsLower(std::string_view bytes, StopCheck* stop) {
  return IsOneCaseOfBytes(bytes, kLowerClass, kUpperClass, stop);
}
bool BytesIsUpper(std::string_view bytes, StopCheck* stop) {
  return IsOneCaseOfBytes(bytes, kUpperClass, kLowerClass, stop);
}
bool BytesIsTitle(std::string_view bytes, StopCheck* stop) {
  return IsTitleCased(bytes, TextKind::kBytes, Pieces(0, bytes.size(), stop), IsAsciiUpperPoint,
                      IsAsciiLowerPoint);
}

}  // namespace pysub
