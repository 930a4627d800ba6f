// repr() and ascii() of texts and bytes.

#include "lexer/unicode/ascii_classes.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_properties.h"

namespace pysub {
namespace {

enum class NonAscii : uint8_t { kAsItIs, kEscape };

void AppendHex(char32_t value, int digits, ChunkedSink* out) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out->AppendByte("0123456789abcdef"[(value >> shift) & 15]);
  }
}

void AppendEscape(char32_t c, char quote, ChunkedSink* out) {
  switch (c) {
    case '\t': return out->Append("\\t");
    case '\n': return out->Append("\\n");
    case '\r': return out->Append("\\r");
    case '\'':
    case '"':
      if (static_cast<char>(c) == quote) out->AppendByte('\\');
      return out->AppendByte(static_cast<char>(c));
    case '\\': return out->Append("\\\\");
    default: break;
  }
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

// Offset of the first byte at or after `at` that is not ASCII or that a repr may escape.
size_t FindSpecial(std::string_view text, size_t at) {
  using Vector = signed char __attribute__((vector_size(16)));
  for (; text.size() - at >= 16; at += 16) {
    Vector v;
    memcpy(&v, text.data() + at, sizeof v);
    const auto special = (v < ' ') | (v == 0x7F) | (v == '\\') | (v == '\'') | (v == '"');
    const size_t first = FirstSet(&special);
    if (first < 16) return at + first;
  }
  while (at < text.size() && IsAsciiByte(text[at]) && !HasClass(text[at], kEscapedClass)) ++at;
  return at;
}

void AppendBody(std::string_view text, char quote, NonAscii non_ascii, ChunkedSink* out) {
  StopCheck full([](void* to) { return static_cast<ChunkedSink*>(to)->full(); }, out);
  Pieces piece(0, text.size(), &full);
  size_t start = 0, at = 0;  // text[start..at) goes out as it is
  do {
    const std::string_view part = text.substr(0, piece.end());
    while (at < part.size()) {
      at = FindSpecial(part, at);
      if (at == part.size()) break;
      if (IsAsciiByte(text[at])) {
        out->Append(text.substr(start, at - start));
        AppendEscape(static_cast<uint8_t>(text[at]), quote, out);
        start = ++at;
        continue;
      }
      do {
        const DecodedCodePoint c = DecodeUtf8(text, at);
        const size_t end = at + static_cast<size_t>(c.size);
        if (non_ascii == NonAscii::kEscape || !IsPrintableCodePoint(c.code_point)) {
          out->Append(text.substr(start, at - start));
          AppendEscape(c.code_point, quote, out);
          start = end;
        }
        at = end;
      } while (at < part.size() && !IsAsciiByte(text[at]) && !out->full());
      if (out->full()) return;
    }
    out->Append(text.substr(start, at - start));
    start = at;
  } while (piece.Next(at));
}

void AppendQuoted(std::string_view text, NonAscii non_ascii, SinkRef sink) {
  ChunkedSink out(sink);
  const char quote = ReprQuote(text);
  out.AppendByte(quote);
  AppendBody(text, quote, non_ascii, &out);
  out.AppendByte(quote);
}

}  // namespace

char ReprQuote(std::string_view text) {
  return FindByte(text, '\'') != kNotFound && FindByte(text, '"') == kNotFound ? '"' : '\'';
}

void AppendStrReprBody(std::string_view text, char quote, SinkRef sink) {
  ChunkedSink out(sink);
  AppendBody(text, quote, NonAscii::kAsItIs, &out);
}

void AppendStrRepr(std::string_view text, SinkRef sink) {
  AppendQuoted(text, NonAscii::kAsItIs, sink);
}

void AppendStrAscii(std::string_view text, SinkRef sink) {
  AppendQuoted(text, NonAscii::kEscape, sink);
}

void AppendBytesRepr(std::string_view bytes, SinkRef sink) {
  ChunkedSink out(sink);
  const char quote = ReprQuote(bytes);
  out.AppendByte('b');
  out.AppendByte(quote);
  size_t start = 0;
  for (size_t at = FindSpecial(bytes, 0); at < bytes.size() && !out.full();
       at = FindSpecial(bytes, at)) {
    out.Append(bytes.substr(start, at - start));
    AppendEscape(static_cast<uint8_t>(bytes[at]), quote, &out);
    start = ++at;
  }
  out.Append(bytes.substr(start));
  out.AppendByte(quote);
}

size_t StrReprSize(std::string_view text) {
  CountingSink size;
  AppendStrRepr(text, size);
  return size.size();
}

size_t StrAsciiSize(std::string_view text) {
  CountingSink size;
  AppendStrAscii(text, size);
  return size.size();
}

size_t BytesReprSize(std::string_view bytes) {
  CountingSink size;
  AppendBytesRepr(bytes, size);
  return size.size();
}

}  // namespace pysub
