// What json.dumps writes for one value: strings, numbers, keys, indentation.

#include <cmath>
#include <cstring>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/json/json.h"
#include "vm/numbers/float_text.h"
#include "vm/objects/numbers.h"

namespace pysub::json {
namespace {

constexpr uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
constexpr uint64_t HasByte(uint64_t word, char c) {
  uint64_t x = word ^ (kOnes * static_cast<uint8_t>(c));
  return (x - kOnes) & ~x & kHighs;
}

// What a byte below 0x80 needs: 0 nothing, 'u' a \u escape, else the letter of its short escape.
// 0x7F is escaped only where everything beyond ASCII is.
constexpr struct EscapeTable {
  char letter[128];
  constexpr EscapeTable() : letter() {
    for (int i = 0; i < 0x20; ++i) letter[i] = 'u';
    letter['"'] = '"';
    letter['\\'] = '\\';
    letter['\b'] = 'b';
    letter['\f'] = 'f';
    letter['\n'] = 'n';
    letter['\r'] = 'r';
    letter['\t'] = 't';
  }
} kEscapes;

char* PutHex(char* out, uint32_t code) {
  *out++ = '\\';
  *out++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *out++ = "0123456789abcdef"[code >> shift & 15];
  return out;
}

// Bytes of a piece of text, and the most that one of them becomes.
constexpr size_t kPiece = 4096;
constexpr size_t kMostPerByte = 6;

// Writes one piece of whole code points; where it ends.
char* PutPiece(std::string_view text, bool ensure_ascii, char* out) {
  const char* p = text.data();
  const char* end = p + text.size();
  while (p < end) {
    while (end - p >= 8) {
      uint64_t word;
      std::memcpy(&word, p, 8);
      uint64_t stop =
          HasByte(word, '"') | HasByte(word, '\\') | ((word - kOnes * 0x20) & ~word & kHighs);
      if (ensure_ascii) stop |= (word & kHighs) | HasByte(word, 0x7F);
      std::memcpy(out, &word, 8);
      unsigned plain = stop == 0 ? 8 : static_cast<unsigned>(__builtin_ctzll(stop)) / 8;
      p += plain;
      out += plain;
      if (stop != 0) break;
    }
    while (p < end) {
      uint8_t c = static_cast<uint8_t>(*p);
      if (c >= 0x80) {
        if (!ensure_ascii) {
          *out++ = *p++;
          continue;
        }
        DecodedCodePoint point = DecodeUtf8(std::string_view(p, static_cast<size_t>(end - p)));
        p += point.size;
        uint32_t code = point.code_point;
        if (code >= 0x10000) {
          code -= 0x10000;
          out = PutHex(out, 0xD800 | code >> 10);
          code = 0xDC00 | (code & 0x3FF);
        }
        out = PutHex(out, code);
        continue;
      }
      ++p;
      char letter = kEscapes.letter[c];
      if (letter == 0 && !(c == 0x7F && ensure_ascii)) {
        *out++ = static_cast<char>(c);
        if (end - p >= 8) break;
        continue;
      }
      if (letter == 'u' || letter == 0) {
        out = PutHex(out, c);
      } else {
        *out++ = '\\';
        *out++ = letter;
      }
    }
  }
  return out;
}

}  // namespace

void AppendString(std::string_view text, bool ensure_ascii, TextBuilder& out) {
  out.Append('"');
  while (!text.empty() && out.ok()) {
    size_t size = text.size();
    if (size > kPiece) {
      size = kPiece;
      while (IsContinuationByte(text[size])) --size;
    }
    size_t before = out.size();
    // Whole words are stored, so up to 8 bytes behind the end are touched.
    char* at = out.Extend(size * kMostPerByte + 8);
    if (at == nullptr) return;
    char* end = PutPiece(text.substr(0, size), ensure_ascii, at);
    out.Truncate(before + static_cast<size_t>(end - at));
    text.remove_prefix(size);
  }
  out.Append('"');
}

Status AppendFloat(Vm& vm, double value, bool allow_nan, TextBuilder& out) {
  if (std::isfinite(value)) [[likely]] {
    char* at = out.Extend(kFloatReprChars);
    if (at == nullptr) return out.status();
    out.Truncate(out.size() - kFloatReprChars + FloatRepr(value, at));
    return out.status();
  }
  if (!allow_nan) {
    return vm.ValueError("Out of range float values are not JSON compliant: ",
                         TRY(vm.ReprValue(Value::Float(value))));
  }
  out.Append(std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity");
  return out.status();
}

Result<bool> AppendScalar(Vm& vm, const Options& options, Value value, TextBuilder& out) {
  if (value.IsSmallInt()) {
    out.AppendInt(value.AsSmallInt());
  } else if (Vm::IsStr(value)) {
    AppendString(Vm::View(value), options.ensure_ascii, out);
  } else if (value.IsFloat()) {
    TRY(AppendFloat(vm, value.AsFloat(), options.allow_nan, out));
  } else if (value.IsNone()) {
    out.Append("null");
  } else if (value.IsBool()) {
    out.Append(value.AsBool() ? "true" : "false");
  } else if (IsObjectOf(value, TypeId::kInt)) {
    TRY(vm.Repr(value, out));
  } else if (vm.IsInstance(value, TypeId::kInt)) {  // RegexFlag
    TRY(vm.Repr(TRY(vm.Unary(UnaryOp::kPos, value).AtOnce()), out));
  } else {
    return false;
  }
  if (!out.ok()) return Failure{};
  return true;
}

Result<bool> AppendKey(Vm& vm, const Options& options, Value key, TextBuilder& out) {
  if (Vm::IsStr(key)) [[likely]] {
    AppendString(Vm::View(key), options.ensure_ascii, out);
    return true;
  }
  const size_t before = out.size();
  out.Append('"');
  if (!TRY(AppendScalar(vm, options, key, out))) {
    out.Truncate(before);
    if (options.skipkeys) return false;
    return vm.TypeError("keys must be str, int, float, bool or None, not ", vm.TypeName(key));
  }
  out.Append('"');
  return true;
}

void Options::AppendNewline(TextBuilder& out, uint64_t level) const {
  out.Append('\n');
  if (indent_spaces > 0) {
    uint64_t spaces;
    if (__builtin_mul_overflow(indent_spaces, level, &spaces)) spaces = SIZE_MAX;
    out.AppendRepeated(U' ', spaces);
    return;
  }
  if (indent.empty()) return;
  for (uint64_t i = 0; i < level && out.ok(); ++i) out.Append(indent);
}

}  // namespace pysub::json
