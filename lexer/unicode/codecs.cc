#include "lexer/unicode/codecs.h"

#include <algorithm>
#include <bit>

#include "lexer/unicode/single_byte_codecs.h"
#include "lexer/unicode/unicode_names.h"
#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

// What error handling must know of an encoding: how it writes a surrogate.
enum class Unit : uint8_t { kOther, kUtf8, k16Le, k16Be, k32Le, k32Be };

constexpr Unit kNative16 = std::endian::native == std::endian::little ? Unit::k16Le : Unit::k16Be;
constexpr Unit kNative32 = std::endian::native == std::endian::little ? Unit::k32Le : Unit::k32Be;

uint32_t ReadUnit(std::string_view bytes, size_t at, Unit unit) {
  const auto byte = [&](size_t i) { return uint32_t{static_cast<uint8_t>(bytes[at + i])}; };
  switch (unit) {
    case Unit::k16Le: return byte(0) | byte(1) << 8;
    case Unit::k16Be: return byte(0) << 8 | byte(1);
    case Unit::k32Le: return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
    default: return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
  }
}

void AppendUnit(uint32_t value, Unit unit, ChunkedSink* out) {
  const bool wide = unit == Unit::k32Le || unit == Unit::k32Be;
  const bool little = unit == Unit::k16Le || unit == Unit::k32Le;
  const int count = wide ? 4 : 2;
  char* const to = out->Reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    to[i] = static_cast<char>(value >> (8 * (little ? i : count - 1 - i)));
  }
}

void AppendHex(uint32_t value, int digits, ChunkedSink* out) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out->AppendByte("0123456789abcdef"[(value >> shift) & 15]);
  }
}

void AppendDecimal(size_t value, ChunkedSink* out) {
  char digits[24];
  char* p = std::end(digits);
  do {
    *--p = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value > 0);
  out->Append({p, static_cast<size_t>(std::end(digits) - p)});
}

void AppendBackslashEscape(char32_t c, ChunkedSink* out) {
  if (c < 0x100) {
    out->Append("\\x");
    AppendHex(c, 2, out);
  } else if (c < 0x10000) {
    out->Append("\\u");
    AppendHex(c, 4, out);
  } else {
    out->Append("\\U");
    AppendHex(c, 8, out);
  }
}

// Decoding.

// Bytes of one encoding into UTF-8, piece by piece into a sink that may be full or stopped at any
// time. Errors go through one function, Wrong(), which knows the handlers ("strict", "replace"
// ...).
class Decoder {
 public:
  Decoder(std::string_view bytes, ErrorHandler handler, SinkRef sink)
      : bytes_(bytes), handler_(handler), out_(sink) {}

  void DecodeUtf8Bytes();
  void DecodeAscii();
  void DecodeLatin1();
  void DecodeSingleByte(const SingleByteTable& table);
  void DecodeUtf16(Unit unit, size_t start);
  void DecodeUtf32(Unit unit, size_t start);
  void DecodeUnicodeEscape();
  void DecodeRawUnicodeEscape();

  std::optional<CodecError> TakeError() { return error_; }

 private:
  // Deals with the bytes [start, end), which are wrong, and gives where to go on; kNotFound when
  // that is an error of the whole call.
  size_t Wrong(std::string_view encoding, Unit unit, size_t start, size_t end,
               std::string_view reason);
  size_t Fail(std::string_view encoding, size_t start, size_t end, std::string_view reason) {
    error_ = CodecError{CodecError::Kind::kUnicodeError, encoding, start, end, reason, 0};
    return kNotFound;
  }
  // The surrogate at `start`, 0 if there is none, and its size.
  char32_t SurrogateAt(Unit unit, size_t start, size_t* size) const;
  // Reads up to `count` hexadecimal digits at *at, moves *at behind them; false: too few.
  bool ReadHex(int count, size_t* at, uint32_t* value) const;

  std::string_view bytes_;
  ErrorHandler handler_;
  ChunkedSink out_;
  std::optional<CodecError> error_;
};

// Answers where decoding goes on. How many bytes one error covers is part of what a program sees,
// as "replace" puts one character for each. It is that of CPython.
size_t Decoder::Wrong(std::string_view encoding, Unit unit, size_t start, size_t end,
                      std::string_view reason) {
  if (out_.full()) return bytes_.size();
  switch (handler_) {
    case ErrorHandler::kStrict: break;
    case ErrorHandler::kIgnore: return end;
    case ErrorHandler::kReplace: out_.Append(kReplacementCharacter); return end;
    case ErrorHandler::kBackslashReplace:
      for (size_t i = start; i < end; ++i) {
        AppendBackslashEscape(static_cast<uint8_t>(bytes_[i]), &out_);
      }
      return end;
    case ErrorHandler::kXmlCharRefReplace:
    case ErrorHandler::kNameReplace:
      Fail(encoding, start, end, reason);
      error_->kind = CodecError::Kind::kHandlerCannotDecode;
      return kNotFound;
    case ErrorHandler::kSurrogateEscape: {
      size_t at = start;
      for (; at < std::min(end, start + 4) && static_cast<uint8_t>(bytes_[at]) >= 0x80; ++at) {
        out_.Append(0xDC00u + static_cast<uint8_t>(bytes_[at]));
      }
      if (at == start) break;
      return at;
    }
    case ErrorHandler::kSurrogatePass: {
      size_t size = 0;
      const char32_t c = SurrogateAt(unit, start, &size);
      if (c == 0) break;
      out_.Append(c);
      return start + size;
    }
  }
  return Fail(encoding, start, end, reason);
}

char32_t Decoder::SurrogateAt(Unit unit, size_t start, size_t* size) const {
  if (unit == Unit::kOther) return 0;
  *size = unit == Unit::kUtf8 ? 3 : unit == Unit::k16Le || unit == Unit::k16Be ? 2 : 4;
  if (bytes_.size() - start < *size) return 0;
  char32_t c = 0;
  if (unit == Unit::kUtf8) {
    if ((bytes_[start] & 0xF0) != 0xE0 || !IsContinuationByte(bytes_[start + 1]) ||
        !IsContinuationByte(bytes_[start + 2])) {
      return 0;
    }
    c = DecodeUtf8(bytes_, start).code_point;
  } else {
    c = ReadUnit(bytes_, start, unit);
  }
  return IsSurrogate(c) ? c : 0;
}

// Good stretches are copied whole. Only at a wrong byte does it look closer at what is wrong.
void Decoder::DecodeUtf8Bytes() {
  size_t at = 0;
  while (true) {
    const size_t piece = Utf8Piece(bytes_.substr(at));
    const size_t good = ValidUtf8Prefix(bytes_.substr(at, piece), Surrogates::kRefuse);
    out_.Append(bytes_.substr(at, good));
    at += good;
    if (at == bytes_.size() || out_.full()) return;
    if (good == piece) continue;

    const std::string_view rest = bytes_.substr(at);
    const auto byte = [rest](size_t i) { return static_cast<uint8_t>(rest[i]); };
    const uint8_t lead = byte(0);
    size_t end = at + 1;
    std::string_view reason = "invalid continuation byte";
    if (lead < 0xC2 || lead > 0xF4) {
      reason = "invalid start byte";
    } else {
      // How many bytes a longer text could continue; what is wrong is the byte after them.
      const size_t wanted = static_cast<size_t>(Utf8SizeFromLead(rest[0]));
      size_t fits = 1;
      while (fits < wanted && fits < rest.size() && IsContinuationByte(rest[fits])) {
        if (fits == 1 && ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) >= 0xA0) ||
                          (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) >= 0x90))) {
          break;
        }
        ++fits;
      }
      end = at + fits;
      if (end == bytes_.size()) reason = "unexpected end of data";
    }
    at = Wrong("utf-8", Unit::kUtf8, at, end, reason);
    if (at == kNotFound) return;
  }
}

void Decoder::DecodeAscii() {
  size_t at = 0;
  while (at < bytes_.size() && !out_.full()) {
    const size_t good = AsciiPrefix(bytes_.substr(at));
    out_.Append(bytes_.substr(at, good));
    at += good;
    if (at == bytes_.size()) return;
    at = Wrong("ascii", Unit::kOther, at, at + 1, "ordinal not in range(128)");
    if (at == kNotFound) return;
  }
}

void Decoder::DecodeLatin1() {
  size_t at = 0;
  while (at < bytes_.size() && !out_.full()) {
    const size_t good = AsciiPrefix(bytes_.substr(at));
    out_.Append(bytes_.substr(at, good));
    for (at += good; at < bytes_.size() && static_cast<uint8_t>(bytes_[at]) >= 0x80; ++at) {
      out_.Append(char32_t{static_cast<uint8_t>(bytes_[at])});
    }
  }
}

void Decoder::DecodeSingleByte(const SingleByteTable& table) {
  size_t at = 0;
  while (at < bytes_.size() && !out_.full()) {
    if (table.first >= 0x80) {
      const size_t good = AsciiPrefix(bytes_.substr(at));
      out_.Append(bytes_.substr(at, good));
      at += good;
      if (at == bytes_.size()) return;
    }
    const char32_t c = table.Decode(static_cast<uint8_t>(bytes_[at]));
    if (c != kReplacementCharacter) {
      out_.Append(c);
      ++at;
      continue;
    }
    at = Wrong("charmap", Unit::kOther, at, at + 1, "character maps to <undefined>");
    if (at == kNotFound) return;
  }
}

// A high surrogate needs a low one behind it; each alone is an error, unless the handler lets it
// pass.
void Decoder::DecodeUtf16(Unit unit, size_t at) {
  const std::string_view encoding = unit == Unit::k16Le ? "utf-16-le" : "utf-16-be";
  const size_t size = bytes_.size();
  while (at < size && !out_.full()) {
    if (size - at < 2) {
      at = Wrong(encoding, unit, at, size, "truncated data");
    } else {
      const char32_t c = ReadUnit(bytes_, at, unit);
      if (!IsSurrogate(c)) {
        out_.Append(c);
        at += 2;
        continue;
      }
      if (c >= 0xDC00) {
        at = Wrong(encoding, unit, at, at + 2, "illegal encoding");
      } else if (size - at < 4) {
        at = Wrong(encoding, unit, at, size, "unexpected end of data");
      } else {
        const char32_t low = ReadUnit(bytes_, at + 2, unit);
        if (low >= 0xDC00 && low <= 0xDFFF) {
          out_.Append(((c - 0xD7C0) << 10) + (low - 0xDC00));
          at += 4;
          continue;
        }
        at = Wrong(encoding, unit, at, at + 2, "illegal UTF-16 surrogate");
      }
    }
    if (at == kNotFound) return;
  }
}

void Decoder::DecodeUtf32(Unit unit, size_t at) {
  const std::string_view encoding = unit == Unit::k32Le ? "utf-32-le" : "utf-32-be";
  const size_t size = bytes_.size();
  while (at < size && !out_.full()) {
    if (size - at < 4) {
      at = Wrong(encoding, unit, at, size, "truncated data");
    } else {
      const uint32_t c = ReadUnit(bytes_, at, unit);
      if (c <= kMaxCodePoint && !IsSurrogate(c)) {
        out_.Append(c);
        at += 4;
        continue;
      }
      at = Wrong(encoding, unit, at, at + 4,
                 c > kMaxCodePoint ? "code point not in range(0x110000)"
                                   : "code point in surrogate code point range(0xd800, 0xe000)");
    }
    if (at == kNotFound) return;
  }
}

bool Decoder::ReadHex(int count, size_t* at, uint32_t* value) const {
  *value = 0;
  for (; count > 0; --count, ++*at) {
    if (*at == bytes_.size()) return false;
    const char c = bytes_[*at];
    const char lower = AsciiLower(c);
    if (c >= '0' && c <= '9') {
      *value = *value << 4 | static_cast<uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      *value = *value << 4 | static_cast<uint32_t>(lower - 'a' + 10);
    } else {
      return false;
    }
  }
  return true;
}

void Decoder::DecodeUnicodeEscape() {
  constexpr std::string_view kEncoding = "unicodeescape";
  size_t at = 0;
  while (at < bytes_.size() && !out_.full()) {
    const size_t start = at;
    const auto c = static_cast<uint8_t>(bytes_[at++]);
    if (c != '\\') {
      out_.Append(char32_t{c});
      continue;
    }
    if (at == bytes_.size()) {
      at = Wrong(kEncoding, Unit::kOther, start, at, "\\ at end of string");
      if (at == kNotFound) return;
      continue;
    }
    const char kind = bytes_[at++];
    constexpr std::string_view kSimple = "\\'\"btnrfva", kMeaning = "\\'\"\b\t\n\r\f\v\a";
    if (kind == '\n') continue;
    if (const size_t simple = FindByte(kSimple, kind); simple != kNotFound) {
      out_.AppendByte(kMeaning[simple]);
      continue;
    }
    uint32_t value = 0;
    if (kind >= '0' && kind <= '7') {
      value = static_cast<uint32_t>(kind - '0');
      for (int i = 0; i < 2 && at < bytes_.size() && bytes_[at] >= '0' && bytes_[at] <= '7'; ++i) {
        value = value * 8 + static_cast<uint32_t>(bytes_[at++] - '0');
      }
      out_.Append(char32_t{value});
      continue;
    }
    std::string_view reason;
    if (kind == 'x' || kind == 'u' || kind == 'U') {
      const int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
      if (!ReadHex(digits, &at, &value)) {
        reason = kind == 'x'   ? "truncated \\xXX escape"
                 : kind == 'u' ? "truncated \\uXXXX escape"
                               : "truncated \\UXXXXXXXX escape";
      } else if (value > kMaxCodePoint) {
        reason = "illegal Unicode character";
      }
    } else if (kind == 'N') {
      reason = "malformed \\N character escape";
      if (at < bytes_.size() && bytes_[at] == '{') {
        const size_t name_start = ++at;
        at = std::min(FindByte(bytes_, '}', at), bytes_.size());
        if (at < bytes_.size() && at > name_start) {
          const NamedCharacters found = LookupName(bytes_.substr(name_start, at - name_start));
          ++at;
          reason = "unknown Unicode character name";
          if (found.size == 1) {
            value = found.code_points[0];
            reason = {};
          }
        }
      }
    } else {
      out_.AppendByte('\\');
      out_.Append(char32_t{static_cast<uint8_t>(kind)});
      continue;
    }
    if (reason.empty()) {
      out_.Append(char32_t{value});
      continue;
    }
    at = Wrong(kEncoding, Unit::kOther, start, at, reason);
    if (at == kNotFound) return;
  }
}

void Decoder::DecodeRawUnicodeEscape() {
  size_t at = 0;
  while (at < bytes_.size() && !out_.full()) {
    const size_t start = at;
    const auto c = static_cast<uint8_t>(bytes_[at++]);
    if (c != '\\' || at == bytes_.size()) {
      out_.Append(char32_t{c});
      continue;
    }
    const char kind = bytes_[at++];
    if (kind != 'u' && kind != 'U') {
      out_.AppendByte('\\');
      out_.Append(char32_t{static_cast<uint8_t>(kind)});
      continue;
    }
    uint32_t value = 0;
    std::string_view reason;
    if (!ReadHex(kind == 'u' ? 4 : 8, &at, &value)) {
      reason = kind == 'u' ? "truncated \\uXXXX escape" : "truncated \\UXXXXXXXX escape";
    } else if (value > kMaxCodePoint) {
      reason = "\\Uxxxxxxxx out of range";
    } else {
      out_.Append(char32_t{value});
      continue;
    }
    at = Wrong("rawunicodeescape", Unit::kOther, start, at, reason);
    if (at == kNotFound) return;
  }
}

// Encoding.

// Text into bytes of one encoding, the counterpart of Decoder. Text is UTF-8 in which surrogates
// may stand alone, as in Python's str.
class Encoder {
 public:
  Encoder(std::string_view text, ErrorHandler handler, SinkRef sink)
      : text_(text), handler_(handler), out_(sink) {}

  void EncodeUtf8Text();
  void EncodeUnits(Unit unit, std::string_view encoding);
  void EncodeUnicodeEscape();
  void EncodeRawUnicodeEscape();

  // ASCII, Latin-1 and the single-byte codecs. `encode_one` gives the byte of a code point or -1;
  // `plain_ascii`: ASCII is itself.
  template <class EncodeOne>
  void EncodeBytes(std::string_view encoding, std::string_view reason, bool is_table,
                   bool plain_ascii, EncodeOne encode_one);

  std::optional<CodecError> TakeError() { return error_; }

 private:
  // The error of the text bytes [start, end).
  void Fail(std::string_view encoding, size_t start, size_t end, std::string_view reason) {
    const size_t first = CountCodePoints(text_.substr(0, start));
    const size_t count = CountCodePoints(text_.substr(start, end - start));
    error_ = CodecError{CodecError::Kind::kUnicodeError, encoding, first, first + count, reason, 0};
  }

  // What the handlers that replace put for `c`: ASCII, into `to`. False: not such a handler.
  bool Replacement(char32_t c, ChunkedSink* to) const;

  std::string_view text_;
  ErrorHandler handler_;
  ChunkedSink out_;
  std::optional<CodecError> error_;
};

bool Encoder::Replacement(char32_t c, ChunkedSink* to) const {
  switch (handler_) {
    case ErrorHandler::kIgnore: return true;
    case ErrorHandler::kReplace: to->AppendByte('?'); return true;
    case ErrorHandler::kBackslashReplace: AppendBackslashEscape(c, to); return true;
    case ErrorHandler::kXmlCharRefReplace:
      to->Append("&#");
      AppendDecimal(c, to);
      to->AppendByte(';');
      return true;
    case ErrorHandler::kNameReplace: {
      char buffer[kMaxNameSize];
      const std::string_view name = NameOf(c, buffer);
      if (name.empty()) {
        AppendBackslashEscape(c, to);
      } else {
        to->Append("\\N{");
        to->Append(name);
        to->AppendByte('}');
      }
      return true;
    }
    case ErrorHandler::kStrict:
    case ErrorHandler::kSurrogateEscape:
    case ErrorHandler::kSurrogatePass: break;
  }
  return false;
}

bool IsEscapedByte(char32_t c) { return c >= 0xDC80 && c <= 0xDCFF; }

void Encoder::EncodeUtf8Text() {
  constexpr std::string_view kEncoding = "utf-8", kReason = "surrogates not allowed";
  if (handler_ == ErrorHandler::kSurrogatePass) return out_.Append(text_);
  size_t at = 0;
  while (at < text_.size() && !out_.full()) {
    const size_t piece = Utf8Piece(text_.substr(at));
    const size_t good = ValidUtf8Prefix(text_.substr(at, piece), Surrogates::kRefuse);
    out_.Append(text_.substr(at, good));
    at += good;
    if (good == piece) continue;
    // Now a run of surrogates, three bytes each.
    size_t end = at;
    while (end < text_.size() && IsSurrogate(DecodeUtf8(text_, end).code_point)) end += 3;
    for (; at < end; at += 3) {
      const char32_t c = DecodeUtf8(text_, at).code_point;
      if (handler_ == ErrorHandler::kSurrogateEscape && IsEscapedByte(c)) {
        out_.AppendByte(static_cast<char>(c - 0xDC00));
      } else if (!Replacement(c, &out_)) {
        return Fail(kEncoding, at, end, kReason);
      }
    }
  }
}

// Writes each byte as a unit.
class UnitSink {
 public:
  UnitSink(Unit unit, ChunkedSink* out) : unit_(unit), out_(out) {}
  void Append(std::string_view piece) {
    for (const char byte : piece) AppendUnit(static_cast<uint8_t>(byte), unit_, out_);
  }

 private:
  Unit unit_;
  ChunkedSink* out_;
};

void Encoder::EncodeUnits(Unit unit, std::string_view encoding) {
  const bool wide = unit == Unit::k32Le || unit == Unit::k32Be;
  for (size_t at = 0; at < text_.size() && !out_.full();) {
    const DecodedCodePoint next = DecodeUtf8(text_, at);
    const char32_t c = next.code_point;
    const size_t end = at + static_cast<size_t>(next.size);
    if (IsSurrogate(c) && handler_ != ErrorHandler::kSurrogatePass) {
      UnitSink units(unit, &out_);
      ChunkedSink replacement(units);
      // A byte that surrogateescape would write is no whole unit.
      if (!Replacement(c, &replacement)) return Fail(encoding, at, end, "surrogates not allowed");
    } else if (c >= 0x10000 && !wide) {
      AppendUnit(0xD7C0 + (c >> 10), unit, &out_);
      AppendUnit(0xDC00 + (c & 0x3FF), unit, &out_);
    } else {
      AppendUnit(c, unit, &out_);
    }
    at = end;
  }
}

// Encodes ASCII text that a handler made, by way of a table.
template <class EncodeOne>
class EncodingSink {
 public:
  EncodingSink(EncodeOne encode_one, ChunkedSink* out) : encode_one_(encode_one), out_(out) {}
  void Append(std::string_view piece) {
    for (const char c : piece) {
      const int byte = encode_one_(static_cast<uint8_t>(c));
      if (byte < 0) failed_ = true;
      out_->AppendByte(static_cast<char>(byte));
    }
  }
  bool failed() const { return failed_; }

 private:
  EncodeOne encode_one_;
  ChunkedSink* out_;
  bool failed_ = false;
};

template <class EncodeOne>
void Encoder::EncodeBytes(std::string_view encoding, std::string_view reason, bool is_table,
                          bool plain_ascii, EncodeOne encode_one) {
  size_t at = 0;
  while (at < text_.size() && !out_.full()) {
    if (plain_ascii) {
      const size_t good = AsciiPrefix(text_.substr(at));
      out_.Append(text_.substr(at, good));
      at += good;
      if (at == text_.size()) return;
    }
    DecodedCodePoint c = DecodeUtf8(text_, at);
    const int byte = encode_one(c.code_point);
    if (byte >= 0) {
      out_.AppendByte(static_cast<char>(byte));
      at += static_cast<size_t>(c.size);
      continue;
    }
    // All that cannot be encoded from here on is one error.
    size_t end = at;
    bool all_escaped = true;
    do {
      all_escaped = all_escaped && IsEscapedByte(c.code_point);
      end += static_cast<size_t>(c.size);
      if (end == text_.size()) break;
      c = DecodeUtf8(text_, end);
    } while (encode_one(c.code_point) < 0);

    // A table's surrogateescape is all or nothing; the others write what comes before.
    if (handler_ == ErrorHandler::kSurrogateEscape && is_table && !all_escaped) {
      return Fail(encoding, at, end, reason);
    }
    EncodingSink<EncodeOne> encoded(encode_one, &out_);
    ChunkedSink replaced(encoded);
    for (size_t i = at; i < end; i += static_cast<size_t>(c.size)) {
      c = DecodeUtf8(text_, i);
      if (handler_ == ErrorHandler::kSurrogateEscape && IsEscapedByte(c.code_point)) {
        out_.AppendByte(static_cast<char>(c.code_point - 0xDC00));
      } else if (!Replacement(c.code_point, &replaced)) {
        return Fail(encoding, i, end, reason);
      }
    }
    replaced.Flush();
    if (encoded.failed()) return Fail(encoding, at, end, reason);
    at = end;
  }
}

void Encoder::EncodeUnicodeEscape() {
  for (size_t at = 0; at < text_.size() && !out_.full();) {
    const DecodedCodePoint next = DecodeUtf8(text_, at);
    const char32_t c = next.code_point;
    at += static_cast<size_t>(next.size);
    if (c == '\\') {
      out_.Append("\\\\");
    } else if (c >= ' ' && c < 0x7F) {
      out_.AppendByte(static_cast<char>(c));
    } else if (c == '\t') {
      out_.Append("\\t");
    } else if (c == '\n') {
      out_.Append("\\n");
    } else if (c == '\r') {
      out_.Append("\\r");
    } else {
      AppendBackslashEscape(c, &out_);
    }
  }
}

void Encoder::EncodeRawUnicodeEscape() {
  for (const char32_t c : CodePoints(text_)) {
    if (out_.full()) return;
    if (c < 0x100) {
      out_.AppendByte(static_cast<char>(c));
    } else {
      AppendBackslashEscape(c, &out_);
    }
  }
}

// Takes the byte-order mark off, if there is one: gives its size and sets *unit.
size_t ByteOrderMark(std::string_view bytes, size_t size, Unit little, Unit big, Unit* unit) {
  if (bytes.size() < size) return 0;
  for (const Unit candidate : {little, big}) {
    if (ReadUnit(bytes, 0, candidate) == 0xFEFF) {
      *unit = candidate;
      return size;
    }
  }
  return 0;
}

constexpr std::string_view kUtf8Signature = "\xEF\xBB\xBF";

}  // namespace

std::optional<CodecError> Decode(Codec codec, std::string_view bytes, ErrorHandler handler,
                                 SinkRef sink) {
  size_t signature = 0;
  if (codec == Codec::kUtf8Sig && bytes.starts_with(kUtf8Signature)) {
    signature = kUtf8Signature.size();
    bytes.remove_prefix(signature);
  }
  Decoder decoder(bytes, handler, sink);
  Unit unit = Unit::kOther;
  size_t mark = 0;
  switch (codec) {
    case Codec::kUtf8:
    case Codec::kUtf8Sig: decoder.DecodeUtf8Bytes(); break;
    case Codec::kUtf16:
      unit = kNative16;
      mark = ByteOrderMark(bytes, 2, Unit::k16Le, Unit::k16Be, &unit);
      decoder.DecodeUtf16(unit, mark);
      break;
    case Codec::kUtf16Le: decoder.DecodeUtf16(Unit::k16Le, 0); break;
    case Codec::kUtf16Be: decoder.DecodeUtf16(Unit::k16Be, 0); break;
    case Codec::kUtf32:
      unit = kNative32;
      mark = ByteOrderMark(bytes, 4, Unit::k32Le, Unit::k32Be, &unit);
      decoder.DecodeUtf32(unit, mark);
      break;
    case Codec::kUtf32Le: decoder.DecodeUtf32(Unit::k32Le, 0); break;
    case Codec::kUtf32Be: decoder.DecodeUtf32(Unit::k32Be, 0); break;
    case Codec::kAscii: decoder.DecodeAscii(); break;
    case Codec::kLatin1: decoder.DecodeLatin1(); break;
    case Codec::kUnicodeEscape: decoder.DecodeUnicodeEscape(); break;
    case Codec::kRawUnicodeEscape: decoder.DecodeRawUnicodeEscape(); break;
    default: decoder.DecodeSingleByte(TableOf(codec)); break;
  }
  std::optional<CodecError> error = decoder.TakeError();
  if (error) error->object_offset = signature;
  return error;
}

std::optional<CodecError> Encode(Codec codec, std::string_view text, ErrorHandler handler,
                                 SinkRef sink) {
  Encoder encoder(text, handler, sink);
  switch (codec) {
    case Codec::kUtf8Sig: sink.Append(kUtf8Signature); [[fallthrough]];
    case Codec::kUtf8: encoder.EncodeUtf8Text(); break;
    case Codec::kUtf16:
      sink.Append(kNative16 == Unit::k16Le ? "\xFF\xFE" : "\xFE\xFF");
      encoder.EncodeUnits(kNative16, "utf-16");
      break;
    case Codec::kUtf16Le: encoder.EncodeUnits(Unit::k16Le, "utf-16-le"); break;
    case Codec::kUtf16Be: encoder.EncodeUnits(Unit::k16Be, "utf-16-be"); break;
    case Codec::kUtf32: {
      constexpr std::string_view kLittle("\xFF\xFE\0\0", 4), kBig("\0\0\xFE\xFF", 4);
      sink.Append(kNative32 == Unit::k32Le ? kLittle : kBig);
      encoder.EncodeUnits(kNative32, "utf-32");
      break;
    }
    case Codec::kUtf32Le: encoder.EncodeUnits(Unit::k32Le, "utf-32-le"); break;
    case Codec::kUtf32Be: encoder.EncodeUnits(Unit::k32Be, "utf-32-be"); break;
    case Codec::kAscii:
      encoder.EncodeBytes("ascii", "ordinal not in range(128)", false, true,
                          [](char32_t c) { return c < 0x80 ? static_cast<int>(c) : -1; });
      break;
    case Codec::kLatin1:
      encoder.EncodeBytes("latin-1", "ordinal not in range(256)", false, true,
                          [](char32_t c) { return c < 0x100 ? static_cast<int>(c) : -1; });
      break;
    case Codec::kUnicodeEscape: encoder.EncodeUnicodeEscape(); break;
    case Codec::kRawUnicodeEscape: encoder.EncodeRawUnicodeEscape(); break;
    default: {
      const SingleByteTable table = TableOf(codec);
      encoder.EncodeBytes("charmap", "character maps to <undefined>", true, table.plain_ascii,
                          [table](char32_t c) { return table.Encode(c); });
      break;
    }
  }
  return encoder.TakeError();
}

namespace {

// "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"; `what_one` stands for
// "decode byte 0xff", `what_many` for "decode bytes".
template <class AppendOne>
void AppendMessage(const CodecError& error, std::string_view many, SinkRef sink,
                   AppendOne append_one) {
  ChunkedSink out(sink);
  out.AppendByte('\'');
  out.Append(error.encoding);
  out.Append("' codec can't ");
  if (error.end == error.start + 1) {
    append_one(&out);
    out.Append(" in position ");
    AppendDecimal(error.start, &out);
  } else {
    out.Append(many);
    out.Append(" in position ");
    AppendDecimal(error.start, &out);
    out.AppendByte('-');
    AppendDecimal(error.end - 1, &out);
  }
  out.Append(": ");
  out.Append(error.reason);
}

}  // namespace

void AppendDecodeErrorMessage(const CodecError& error, std::string_view object, SinkRef sink) {
  AppendMessage(error, "decode bytes", sink, [&](ChunkedSink* out) {
    out->Append("decode byte 0x");
    AppendHex(static_cast<uint8_t>(object[error.start]), 2, out);
  });
}

void AppendEncodeErrorMessage(const CodecError& error, std::string_view object, SinkRef sink) {
  AppendMessage(error, "encode characters", sink, [&](ChunkedSink* out) {
    out->Append("encode character '");
    AppendBackslashEscape(DecodeUtf8(object, OffsetOfCodePoint(object, error.start)).code_point,
                          out);
    out->AppendByte('\'');
  });
}

}  // namespace pysub
