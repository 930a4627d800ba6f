// binascii. CPython 3.14 library, "binascii".

#include "stdlib/modules/binascii.h"

#include <algorithm>
#include <array>

#include "lexer/base/base64.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"

namespace pysub {

Status AsciiArgument::Get(Value v, bool base64_words) {
  if (Vm::IsStr(v)) {
    if (!v.As<Str>()->ascii()) {
      return vm_.ValueError("string argument should contain only ASCII characters");
    }
    view_ = Vm::View(v);
    return Done{};
  }
  if (!IsBytesLike(vm_, v)) {
    return vm_.TypeError(base64_words
                             ? "argument should be a bytes-like object or ASCII string, not '"
                             : "argument should be bytes, buffer or ASCII string, not '",
                         vm_.TypeName(v), "'");
  }
  // base64 asks a memoryview for its bytes
  TRY(base64_words ? bytes_.GetWithGaps(v) : bytes_.Get(v));
  view_ = bytes_.view();
  return Done{};
}

Failure BinasciiError(Vm& vm, std::string_view text) {
  return vm.Raise(TypeId::kBinasciiError, text);
}

namespace {

constexpr uint8_t kPad = 64;

constexpr std::array<uint8_t, 256> kFromBase64 = [] {
  std::array<uint8_t, 256> table = base64::kValues;
  table['='] = kPad;
  return table;
}();

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
uint8_t Byte(char c) { return static_cast<uint8_t>(c); }

void AppendHexByte(TextBuilder& out, uint8_t byte) {
  out.Append('=');
  out.Append("0123456789ABCDEF"[byte >> 4]);
  out.Append("0123456789ABCDEF"[byte & 15]);
}

}  // namespace

void AppendBase64(std::string_view data, bool newline, TextBuilder& out,
                  std::string_view alternatives) {
  std::array<char, 64> symbols;
  std::copy(base64::kDigits.begin(), base64::kDigits.end(), symbols.begin());
  std::copy(alternatives.begin(), alternatives.end(),
            symbols.end() - static_cast<ptrdiff_t>(alternatives.size()));
  const std::string_view digits(symbols.data(), symbols.size());
  if (!out.Reserve((data.size() + 2) / 3 * 4 + newline)) return;
  // The builder looks at the clock when it is extended.
  constexpr size_t kPiece = 48 * 1024;
  while (data.size() >= 3) {
    const size_t whole = std::min(data.size(), kPiece) / 3 * 3;
    char* to = out.Extend(whole / 3 * 4);
    if (to == nullptr) return;
    base64::EncodeGroups(data.substr(0, whole), digits, to);
    data.remove_prefix(whole);
  }
  if (!data.empty()) {
    const std::array<char, 4> last = base64::EncodeLast(data, digits);
    out.Append(std::string_view(last.data(), last.size()));
  }
  if (newline) out.Append('\n');
}

Value DecodeBase64(Vm& vm, std::string_view text, bool strict, std::string_view alternatives) {
  std::array<uint8_t, 256> table = kFromBase64;
  for (size_t i = 0; i < alternatives.size(); ++i)
    table[Byte(alternatives[i])] = static_cast<uint8_t>(62 + i);
  if (strict && !text.empty() && table[Byte(text[0])] == kPad)
    return BinasciiError(vm, "Leading padding not allowed");
  if (!vm.Tick(text.size() / 16)) return Value::Failed();
  TextBuilder out(vm);
  if (!out.Reserve(text.size() / 4 * 3 + 3)) return out.FinishBytes();
  int place = 0, pads = 0;
  bool padding_started = false;
  uint8_t left = 0;
  Pace pace(vm);
  for (size_t i = 0; i < text.size(); ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    uint8_t bits = table[Byte(text[i])];
    if (bits == kPad) {
      padding_started = true;
      if (strict && place == 0) return BinasciiError(vm, "Excess padding not allowed");
      if (place >= 2 && place + ++pads >= 4) {
        if (strict && i + 1 < text.size()) return BinasciiError(vm, "Excess data after padding");
        return out.FinishBytes();
      }
      continue;
    }
    if (bits >= 64) {
      if (strict) return BinasciiError(vm, "Only base64 data is allowed");
      continue;
    }
    if (strict && padding_started) return BinasciiError(vm, "Discontinuous padding not allowed");
    pads = 0;
    switch (place) {
      case 0: left = bits; break;
      case 1:
        out.Append(static_cast<char>(left << 2 | bits >> 4));
        left = bits & 15;
        break;
      case 2:
        out.Append(static_cast<char>(left << 4 | bits >> 2));
        left = bits & 3;
        break;
      default: out.Append(static_cast<char>(left << 6 | bits)); break;
    }
    place = (place + 1) & 3;
  }
  if (place == 1) {
    return vm.Raise(
        TypeId::kBinasciiError, "Invalid base64-encoded string: number of data characters (",
        static_cast<uint64_t>(out.size() / 3 * 4 + 1), ") cannot be 1 more than a multiple of 4");
  }
  if (place != 0) return BinasciiError(vm, "Incorrect padding");
  return out.FinishBytes();
}

Value DecodeHex(Vm& vm, std::string_view text) {
  if (text.size() % 2 != 0) return BinasciiError(vm, "Odd-length string");
  if (!vm.Tick(text.size() / 16)) return Value::Failed();
  TextBuilder out(vm);
  if (!out.Reserve(text.size() / 2)) return out.FinishBytes();
  constexpr size_t kPiece = 32 * 1024;
  for (size_t i = 0; i < text.size();) {
    const size_t end = std::min(text.size(), i + kPiece);
    char* to = out.Extend((end - i) / 2);
    if (to == nullptr) break;
    for (; i < end; i += 2) {
      int high = HexDigit(text[i]), low = HexDigit(text[i + 1]);
      if (high < 0 || low < 0) return BinasciiError(vm, "Non-hexadecimal digit found");
      *to++ = static_cast<char>(high << 4 | low);
    }
  }
  return out.FinishBytes();
}

namespace {

Value A2bBase64(Vm& vm, const Args& a) {
  bool strict = a.has(1) && TRY(vm.Truth(a[1]));
  AsciiArgument text(vm);
  TRY(text.Get(a[0]));
  return DecodeBase64(vm, text.view(), strict);
}
Value B2aBase64(Vm& vm, const Args& a) {
  bool newline = !a.has(1) || TRY(vm.Truth(a[1]));
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  TextBuilder out(vm);
  AppendBase64(data.view(), newline, out);
  return out.FinishBytes();
}

Value A2bHex(Vm& vm, const Args& a) {
  AsciiArgument text(vm);
  TRY(text.Get(a[0]));
  return DecodeHex(vm, text.view());
}

// hexlify(data, sep, bytes_per_sep)
Value B2aHex(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  char separator = 0;
  bool separated = a.has(1);
  const int64_t group = a.has(2) ? TRY(CIntArgument(vm, a[2])) : 1;
  if (separated) {
    if (!Vm::IsStr(a[1]) && !IsObjectOf(a[1], TypeId::kBytes)) {
      if (TRY(vm.Length(a[1])) != 1) return vm.ValueError("sep must be length 1.");
      return vm.TypeError("sep must be str or bytes.");
    }
    std::string_view text = Vm::IsStr(a[1]) ? Vm::View(a[1]) : a[1].As<Bytes>()->view();
    if (TRY(vm.Length(a[1])) != 1) return vm.ValueError("sep must be length 1.");
    char32_t c = Vm::IsStr(a[1]) ? DecodeUtf8(text).code_point : Byte(text[0]);
    if (c > 255) return vm.ValueError("sep must be ASCII.");
    separator = static_cast<char>(c);
  }
  std::string_view bytes = data.view();
  if (!vm.Tick(bytes.size() / 16)) return Value::Failed();
  TextBuilder out(vm);
  uint64_t width = static_cast<uint64_t>(group < 0 ? -group : group);
  for (size_t i = 0; i < bytes.size() && out.ok(); ++i) {
    // Groups are counted from the right, or with a negative number from the left.
    size_t from_edge = group > 0 ? bytes.size() - i : i;
    if (separated && width != 0 && i > 0 && from_edge % width == 0) out.Append(separator);
    out.Append("0123456789abcdef"[Byte(bytes[i]) >> 4]);
    out.Append("0123456789abcdef"[Byte(bytes[i]) & 15]);
  }
  return out.FinishBytes();
}

// The low 32 bits of an int of any size.
Result<uint32_t> LowBits(Vm& vm, Value v) {
  if (v.IsSmallInt()) return static_cast<uint32_t>(v.AsSmallInt());
  if (v.IsBool()) return static_cast<uint32_t>(v.AsBool());
  if (!IsObjectOf(v, TypeId::kInt)) {
    return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
  }
  uint32_t bits = static_cast<uint32_t>(v.As<BigInt>()->limbs()[0]);
  return v.As<BigInt>()->negative() ? 0u - bits : bits;
}

constexpr std::array<uint32_t, 256> MakeCrcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  return table;
}
constexpr std::array<uint32_t, 256> kCrcTable = MakeCrcTable();

// Of CRC-CCITT, whose highest bit comes first.
constexpr std::array<uint16_t, 256> MakeHqxTable() {
  std::array<uint16_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i << 8;
    for (int k = 0; k < 8; ++k) c = (c & 0x8000 ? c << 1 ^ 0x1021 : c << 1) & 0xFFFF;
    table[i] = static_cast<uint16_t>(c);
  }
  return table;
}
constexpr std::array<uint16_t, 256> kHqxTable = MakeHqxTable();

// `crc` after all bytes of `data`, each of which changes it by `step`.
template <typename Step>
Value Checksum(Vm& vm, std::string_view data, uint32_t crc, uint32_t flip, Step step) {
  const bool in_time = InPieces(vm, data.size(), 16, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) crc = step(crc, Byte(data[i]));
  });
  if (!in_time) return Value::Failed();
  return Value::SmallInt(crc ^ flip);
}
Value Crc32(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  uint32_t start = a.has(1) ? TRY(LowBits(vm, a[1])) : 0;
  return Checksum(vm, data.view(), ~start, ~0u, [](uint32_t crc, uint8_t byte) {
    return kCrcTable[(crc ^ byte) & 255] ^ (crc >> 8);
  });
}
Value CrcHqx(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  uint32_t start = TRY(LowBits(vm, a[1])) & 0xFFFF;
  return Checksum(vm, data.view(), start, 0, [](uint32_t crc, uint8_t byte) {
    return (crc << 8 & 0xFFFF) ^ kHqxTable[crc >> 8 ^ byte];
  });
}

// ---- quoted-printable

Value A2bQp(Vm& vm, const Args& a) {
  bool header = a.has(1) && TRY(vm.Truth(a[1]));
  AsciiArgument argument(vm);
  TRY(argument.Get(a[0]));
  std::string_view text = argument.view();
  if (!vm.Tick(text.size() / 16)) return Value::Failed();
  TextBuilder out(vm);
  Pace pace(vm);
  for (size_t i = 0; i < text.size() && out.ok();) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    if (text[i] != '=') {
      out.Append(header && text[i] == '_' ? ' ' : text[i]);
      ++i;
      continue;
    }
    if (++i >= text.size()) break;
    if (text[i] == '\n' || text[i] == '\r') {  // a soft line break
      const size_t newline = TRY(FindInTime(vm, text.substr(i), "\n"));
      i = newline == kNotFound ? text.size() : i + newline + 1;
    } else if (text[i] == '=') {
      out.Append('=');
      ++i;
    } else if (i + 1 < text.size() && HexDigit(text[i]) >= 0 && HexDigit(text[i + 1]) >= 0) {
      out.Append(static_cast<char>(HexDigit(text[i]) << 4 | HexDigit(text[i + 1])));
      i += 2;
    } else {
      out.Append('=');
    }
  }
  return out.FinishBytes();
}

class QuotedPrintable {
 public:
  QuotedPrintable(Vm& vm, std::string_view text, bool tabs, bool is_text, bool header)
      : text_(text), tabs_(tabs), is_text_(is_text), header_(header), out_(vm) {
    size_t newline = text.find('\n');
    crlf_ = newline != text.npos && newline > 0 && text[newline - 1] == '\r';
  }

  Value Encode() {
    for (size_t i = 0; i < text_.size() && out_.ok();) {
      char c = text_[i];
      if (MustQuote(i)) {
        if (line_ + 3 >= kMaxLine) SoftBreak();
        AppendHexByte(out_, Byte(c));
        line_ += 3;
        ++i;
      } else if (is_text_ && (c == '\n' || (c == '\r' && Is(i + 1, '\n')))) {
        line_ = 0;
        QuoteLastSpace();
        LineEnd();
        i += c == '\r' ? 2 : 1;
      } else {
        if (i + 1 != text_.size() && text_[i + 1] != '\n' && line_ + 1 >= kMaxLine) SoftBreak();
        ++line_;
        out_.Append(header_ && c == ' ' ? '_' : c);
        ++i;
      }
    }
    return out_.FinishBytes();
  }

 private:
  static constexpr size_t kMaxLine = 76;

  bool Is(size_t i, char c) const { return i < text_.size() && text_[i] == c; }
  bool MustQuote(size_t i) const {
    char c = text_[i];
    bool last = i + 1 == text_.size();
    if (Byte(c) > 126 || c == '=' || (header_ && c == '_')) return true;
    if (c == '.' && line_ == 0 && (last || Is(i + 1, '\n') || Is(i + 1, '\r') || Is(i + 1, '\0'))) {
      return true;
    }
    if (!is_text_ && (c == '\r' || c == '\n')) return true;
    if ((c == '\t' || c == ' ') && last) return true;
    return Byte(c) < 33 && c != '\r' && c != '\n' && (tabs_ || (c != '\t' && c != ' '));
  }
  void LineEnd() {
    if (crlf_) out_.Append('\r');
    out_.Append('\n');
  }
  void SoftBreak() {
    out_.Append('=');
    LineEnd();
    line_ = 0;
  }
  // Spaces at the end of a line would get lost.
  void QuoteLastSpace() {
    if (out_.size() == 0) return;
    char last = out_.view().back();
    if (last != ' ' && last != '\t') return;
    out_.Truncate(out_.size() - 1);
    AppendHexByte(out_, Byte(last));
  }

  std::string_view text_;
  bool tabs_, is_text_, header_, crlf_;
  size_t line_ = 0;
  TextBuilder out_;
};

Value B2aQp(Vm& vm, const Args& a) {
  bool tabs = a.has(1) && TRY(vm.Truth(a[1]));
  bool is_text = !a.has(2) || TRY(vm.Truth(a[2]));
  bool header = a.has(3) && TRY(vm.Truth(a[3]));
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  if (!vm.Tick(data.view().size() / 16)) return Value::Failed();
  return QuotedPrintable(vm, data.view(), tabs, is_text, header).Encode();
}

// ---- uuencode

Value A2bUu(Vm& vm, const Args& a) {
  AsciiArgument argument(vm);
  TRY(argument.Get(a[0]));
  std::string_view text = argument.view();
  size_t length = static_cast<size_t>((text.empty() ? -32 : Byte(text[0]) - 32) & 63);
  size_t i = 1;
  TextBuilder out(vm);
  uint32_t bits = 0;
  for (int count = 0; out.size() < length && out.ok(); ++i) {
    uint32_t value = 0;
    if (i < text.size() && text[i] != '\n' && text[i] != '\r') {
      if (Byte(text[i]) < ' ' || Byte(text[i]) > ' ' + 64) return BinasciiError(vm, "Illegal char");
      value = static_cast<uint32_t>(Byte(text[i]) - ' ') & 63;
    }
    bits = bits << 6 | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.Append(static_cast<char>(bits >> count & 255));
    }
  }
  Pace pace(vm);
  for (; i < text.size(); ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    if (text[i] != ' ' && text[i] != '`' && text[i] != '\n' && text[i] != '\r') {
      return BinasciiError(vm, "Trailing garbage");
    }
  }
  return out.FinishBytes();
}
Value B2aUu(Vm& vm, const Args& a) {
  bool backtick = a.has(1) && TRY(vm.Truth(a[1]));
  BytesArgument argument(vm);
  TRY(argument.Get(a[0]));
  std::string_view data = argument.view();
  if (data.size() > 45) return BinasciiError(vm, "At most 45 bytes at once");
  auto symbol = [&](uint32_t value) {
    return value == 0 && backtick ? '`' : static_cast<char>(' ' + value);
  };
  TextBuilder out(vm);
  out.Append(symbol(static_cast<uint32_t>(data.size())));
  for (size_t i = 0; i < data.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t k = i; k < i + 3; ++k) bits = bits << 8 | (k < data.size() ? Byte(data[k]) : 0u);
    for (int shift = 18; shift >= 0; shift -= 6) out.Append(symbol(bits >> shift & 63));
  }
  out.Append('\n');
  return out.FinishBytes();
}

constexpr std::string_view kHexDoc = "Hexadecimal representation of binary data.";
constexpr std::string_view kUnhexDoc = "Binary data of hexadecimal representation.";
constexpr NativeInfo kFunctions[] = {
    {"a2b_base64(data, /, *, strict_mode=False)", A2bBase64, "Decode a line of base64 data."},
    {"a2b_hex(hexstr, /)", A2bHex, kUnhexDoc},
    {"a2b_qp(data, header=False)", A2bQp, "Decode a string of qp-encoded data."},
    {"a2b_uu(data, /)", A2bUu, "Decode a line of uuencoded data."},
    {"b2a_base64(data, /, *, newline=True)", B2aBase64, "Base64-code line of data."},
    {"b2a_hex(data, sep=<unrepresentable>, bytes_per_sep=1)", B2aHex, kHexDoc},
    {"b2a_qp(data, quotetabs=False, istext=True, header=False)", B2aQp,
     "Encode a string using quoted-printable encoding."},
    {"b2a_uu(data, /, *, backtick=False)", B2aUu, "Uuencode line of data."},
    {"crc32(data, crc=0, /)", Crc32, "Compute CRC-32 incrementally."},
    {"crc_hqx(data, crc, /)", CrcHqx, "Compute CRC-CCITT incrementally."},
    {"hexlify(data, sep=<unrepresentable>, bytes_per_sep=1)", B2aHex, kHexDoc},
    {"unhexlify(hexstr, /)", A2bHex, kUnhexDoc},
};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "Error", Value::Type(TypeId::kBinasciiError)));
  return DictSetStr(vm, names, "Incomplete", Value::Type(TypeId::kBinasciiIncomplete));
}

}  // namespace

extern constexpr ModuleInfo kBinasciiModule{.name = "binascii",
                                            .doc = "Conversion between binary data and ASCII",
                                            .functions = kFunctions,
                                            .init = Init};

}  // namespace pysub
