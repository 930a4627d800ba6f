// base64. CPython 3.14 library, "base64". Left out: encode() and decode(), which copy between
// open files, and main().

#include <algorithm>
#include <array>
#include <string>

#include "lexer/base/clipped_size.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/binascii.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

uint8_t Byte(char c) { return static_cast<uint8_t>(c); }

// Two characters in place of '+' and '/'. `shown` is what the AssertionError prints.
Status CheckAlternatives(Vm& vm, std::string_view alternatives, size_t wanted) {
  if (alternatives.size() == wanted) return Done{};
  Value bytes = vm.NewBytes(alternatives);
  if (bytes.IsFailed()) return Failure{};
  Value shown = vm.ReprValue(bytes);
  if (shown.IsFailed()) return Failure{};
  return vm.RaiseAssertion(shown);
}

// ---- base 64

Value EncodeBase64(Vm& vm, Value data, std::string_view alternatives) {
  BytesArgument bytes(vm);
  TRY(bytes.Get(data));
  TextBuilder out(vm);
  AppendBase64(bytes.view(), false, out, alternatives);
  return out.FinishBytes();
}
Value B64Encode(Vm& vm, const Args& a) {
  if (!a.has(1) || a[1].IsNone()) return EncodeBase64(vm, a[0], {});
  BytesArgument data(vm), alternatives(vm);
  TRY(data.Get(a[0]));
  TRY(alternatives.Get(a[1]));
  TRY(CheckAlternatives(vm, alternatives.view(), 2));
  return EncodeBase64(vm, a[0], alternatives.view());
}
Value B64Decode(Vm& vm, const Args& a) {
  bool strict = a.has(2) && TRY(vm.Truth(a[2]));
  AsciiArgument text(vm);
  TRY(text.Get(a[0], true));
  if (!a.has(1) || a[1].IsNone()) return DecodeBase64(vm, text.view(), strict);
  AsciiArgument alternatives(vm);
  TRY(alternatives.Get(a[1], true));
  TRY(CheckAlternatives(vm, alternatives.view(), 2));
  return DecodeBase64(vm, text.view(), strict, alternatives.view());
}
Value StandardB64Encode(Vm& vm, const Args& a) { return EncodeBase64(vm, a[0], {}); }
Value UrlsafeB64Encode(Vm& vm, const Args& a) { return EncodeBase64(vm, a[0], "-_"); }
Value StandardB64Decode(Vm& vm, const Args& a) {
  AsciiArgument text(vm);
  TRY(text.Get(a[0], true));
  return DecodeBase64(vm, text.view(), false);
}
Value UrlsafeB64Decode(Vm& vm, const Args& a) {
  AsciiArgument text(vm);
  TRY(text.Get(a[0], true));
  return DecodeBase64(vm, text.view(), false, "-_");
}

Status GetLegacyBytes(Vm& vm, Value v, BytesArgument* bytes) {
  if (!IsBytesLike(vm, v)) return vm.TypeError("expected bytes-like object, not ", vm.TypeName(v));
  return bytes->Get(v);
}
Value EncodeBytes(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(GetLegacyBytes(vm, a[0], &data));
  TextBuilder out(vm);
  for (size_t i = 0; i < data.view().size() && out.ok(); i += 57) {
    AppendBase64(data.view().substr(i, 57), true, out);
  }
  return out.FinishBytes();
}
Value DecodeBytes(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(GetLegacyBytes(vm, a[0], &data));
  return DecodeBase64(vm, data.view(), false);
}

// ---- base 32

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kBase32Hex = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

// As memoryview(v) would complain.
Status GetViewed(Vm& vm, Value v, BytesArgument* bytes) {
  if (!IsBytesLike(vm, v)) {
    return vm.TypeError("memoryview: a bytes-like object is required, not '", vm.TypeName(v), "'");
  }
  return bytes->Get(v);
}

Value EncodeBase32(Vm& vm, Value v, std::string_view alphabet) {
  BytesArgument argument(vm);
  TRY(GetViewed(vm, v, &argument));
  std::string_view data = argument.view();
  if (!vm.Tick(data.size() / 16)) return Value::Failed();
  TextBuilder out(vm);
  for (size_t i = 0; i < data.size() && out.ok(); i += 5) {
    uint64_t bits = 0;
    for (size_t k = i; k < i + 5; ++k) bits = bits << 8 | (k < data.size() ? Byte(data[k]) : 0u);
    size_t given = std::min<size_t>(data.size() - i, 5);
    size_t symbols = (given * 8 + 4) / 5;
    for (size_t k = 0; k < 8; ++k) {
      out.Append(k < symbols ? alphabet[bits >> (35 - 5 * k) & 31] : '=');
    }
  }
  return out.FinishBytes();
}

Value DecodeBase32(Vm& vm, const Args& a, std::string_view alphabet, Value map01) {
  bool fold = a.has(1) && TRY(vm.Truth(a[1]));
  AsciiArgument argument(vm);
  TRY(argument.Get(a[0], true));
  std::string_view text = argument.view();
  if (text.size() % 8 != 0) return BinasciiError(vm, "Incorrect padding");
  // What each character stands for, the changes of map01 and then of casefold made.
  std::array<char, 256> meant;
  for (int c = 0; c < 256; ++c) meant[static_cast<size_t>(c)] = static_cast<char>(c);
  if (!map01.IsUndefined() && !map01.IsNone()) {
    AsciiArgument map(vm);
    TRY(map.Get(map01, true));
    TRY(CheckAlternatives(vm, map.view(), 1));
    meant['0'] = 'O';
    meant['1'] = map.view()[0];
  }
  for (char& c : meant) {
    if (fold && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  }
  if (!vm.Tick(text.size() / 8)) return Value::Failed();
  size_t pads = 0;
  Pace pace(vm);
  while (pads < text.size() && meant[Byte(text[text.size() - 1 - pads])] == '=') {
    if (!pace.IsTimeLeft()) return Value::Failed();
    ++pads;
  }
  size_t length = text.size() - pads;
  std::array<uint8_t, 256> values;
  for (size_t c = 0; c < 256; ++c)
    values[c] = static_cast<uint8_t>(std::min<size_t>(alphabet.find(meant[c]), 255));
  TextBuilder out(vm);
  for (size_t i = 0; i < length && out.ok(); i += 8) {
    uint64_t bits = 0;
    for (size_t k = i; k < i + 8; ++k) {
      uint64_t value = k < length ? values[Byte(text[k])] : 0;
      if (value == 255) return BinasciiError(vm, "Non-base32 digit found");
      bits = bits << 5 | value;
    }
    for (int shift = 32; shift >= 0; shift -= 8) out.Append(static_cast<char>(bits >> shift & 255));
  }
  if (pads != 0 && pads != 1 && pads != 3 && pads != 4 && pads != 6) {
    return BinasciiError(vm, "Incorrect padding");
  }
  if (pads != 0 && out.size() > 0) out.Truncate(out.size() - 5 + (43 - 5 * pads) / 8);
  return out.FinishBytes();
}
Value B32Encode(Vm& vm, const Args& a) { return EncodeBase32(vm, a[0], kBase32); }
Value B32HexEncode(Vm& vm, const Args& a) { return EncodeBase32(vm, a[0], kBase32Hex); }
Value B32Decode(Vm& vm, const Args& a) { return DecodeBase32(vm, a, kBase32, a[2]); }
Value B32HexDecode(Vm& vm, const Args& a) {
  return DecodeBase32(vm, a, kBase32Hex, Value::Undefined());
}

// ---- base 16

Value B16Encode(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  if (!vm.Tick(data.view().size() / 16)) return Value::Failed();
  TextBuilder out(vm);
  for (char c : data.view()) {
    out.Append("0123456789ABCDEF"[Byte(c) >> 4]);
    out.Append("0123456789ABCDEF"[Byte(c) & 15]);
  }
  return out.FinishBytes();
}
Value B16Decode(Vm& vm, const Args& a) {
  bool fold = a.has(1) && TRY(vm.Truth(a[1]));
  AsciiArgument text(vm);
  TRY(text.Get(a[0], true));
  Pace pace(vm);
  for (size_t i = 0; i < text.view().size(); ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    char c = text.view()[i];
    bool digit = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (fold && c >= 'a' && c <= 'f');
    if (!digit) return BinasciiError(vm, "Non-base16 digit found");
  }
  return DecodeHex(vm, text.view());
}

// ---- base 85

constexpr std::string_view kBase85 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
constexpr std::string_view kZ85 =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

struct Folding {
  bool nuls = false, spaces = false;
};
// Five symbols for each four bytes. `symbol(i)` is the character for 0 <= i < 85.
template <typename Symbol>
Status AppendBase85(std::string_view data, bool pad, Folding folding, const Symbol& symbol,
                    TextBuilder& out) {
  if (!out.vm().Tick(data.size() / 16)) return Failure{};
  for (size_t i = 0; i < data.size() && out.ok(); i += 4) {
    size_t given = std::min<size_t>(data.size() - i, 4);
    uint32_t word = 0;
    for (size_t k = i; k < i + 4; ++k) word = word << 8 | (k < data.size() ? Byte(data[k]) : 0u);
    bool cut = given < 4 && !pad;
    if (folding.nuls && word == 0 && !cut) {
      out.Append('z');
      continue;
    }
    if (folding.spaces && word == 0x20202020) {
      out.Append('y');
      continue;
    }
    char symbols[5];
    for (int k = 4; k >= 0; --k, word /= 85) symbols[k] = symbol(word % 85);
    out.Append(std::string_view(symbols, cut ? given + 1 : 5));
  }
  return out.status();
}

Value EncodeBase85(Vm& vm, Value v, std::string_view alphabet, bool pad) {
  BytesArgument data(vm);
  TRY(GetViewed(vm, v, &data));
  TextBuilder out(vm);
  TRY(AppendBase85(
      data.view(), pad, {}, [&](uint32_t i) { return alphabet[i]; }, out));
  return out.FinishBytes();
}
Value DecodeBase85(Vm& vm, Value v, std::string_view alphabet, std::string_view name) {
  AsciiArgument argument(vm);
  TRY(argument.Get(v, true));
  std::string_view text = argument.view();
  if (!vm.Tick(text.size() / 4)) return Value::Failed();
  std::array<int8_t, 256> values;
  values.fill(-1);
  for (size_t i = 0; i < alphabet.size(); ++i) values[Byte(alphabet[i])] = static_cast<int8_t>(i);
  TextBuilder out(vm);
  for (size_t i = 0; i < text.size() && out.ok(); i += 5) {
    uint64_t word = 0;
    for (size_t k = i; k < i + 5; ++k) {
      int value = k < text.size() ? values[Byte(text[k])] : 84;
      if (value < 0)
        return vm.ValueError("bad ", name, " character at position ", static_cast<uint64_t>(k));
      word = word * 85 + static_cast<uint64_t>(value);
    }
    if (word > UINT32_MAX) {
      return vm.ValueError(name, " overflow in hunk starting at byte ", static_cast<uint64_t>(i));
    }
    for (int shift = 24; shift >= 0; shift -= 8) out.Append(static_cast<char>(word >> shift & 255));
  }
  if (size_t padding = (5 - text.size() % 5) % 5; padding != 0) out.Truncate(out.size() - padding);
  return out.FinishBytes();
}
Value B85Encode(Vm& vm, const Args& a) {
  bool pad = a.has(1) && TRY(vm.Truth(a[1]));
  return EncodeBase85(vm, a[0], kBase85, pad);
}
Value B85Decode(Vm& vm, const Args& a) { return DecodeBase85(vm, a[0], kBase85, "base85"); }
Value Z85Encode(Vm& vm, const Args& a) { return EncodeBase85(vm, a[0], kZ85, false); }
Value Z85Decode(Vm& vm, const Args& a) { return DecodeBase85(vm, a[0], kZ85, "z85"); }

// ---- Ascii85

// a85encode(b, *, foldspaces, wrapcol, pad, adobe)
Value A85Encode(Vm& vm, const Args& a) {
  Folding folding{.nuls = true, .spaces = a.has(1) && TRY(vm.Truth(a[1]))};
  int64_t columns = a.has(2) ? TRY(vm.ToIndexClamped(a[2])) : 0;
  bool pad = a.has(3) && TRY(vm.Truth(a[3]));
  bool adobe = a.has(4) && TRY(vm.Truth(a[4]));
  BytesArgument data(vm);
  TRY(GetViewed(vm, a[0], &data));
  TextBuilder plain(vm);
  if (adobe) plain.Append("<~");
  TRY(AppendBase85(
      data.view(), pad, folding, [](uint32_t i) { return static_cast<char>('!' + i); }, plain));
  TextBuilder out(vm);
  if (columns == 0) {
    out.Append(plain.view());
  } else {
    size_t width = ClippedSize(std::max<int64_t>(adobe ? 2 : 1, columns));
    std::string_view text = plain.view();
    for (size_t i = 0; i < text.size() && out.ok(); i += width) {
      if (i > 0) out.Append('\n');
      out.Append(text.substr(i, width));
    }
    size_t last = text.empty() ? 0 : (text.size() - 1) % width + 1;
    if (adobe && last + 2 > width) out.Append('\n');
  }
  if (adobe) out.Append("~>");
  return out.FinishBytes();
}

// a85decode(b, *, foldspaces, adobe, ignorechars)
Value A85Decode(Vm& vm, const Args& a) {
  bool fold_spaces = a.has(1) && TRY(vm.Truth(a[1]));
  bool adobe = a.has(2) && TRY(vm.Truth(a[2]));
  AsciiArgument argument(vm);
  TRY(argument.Get(a[0], true));
  BytesArgument ignored_argument(vm);
  if (a.has(3)) TRY(ignored_argument.Get(a[3]));
  std::string_view ignored = a.has(3) ? ignored_argument.view() : " \t\n\r\v";
  std::string_view text = argument.view();
  if (adobe) {
    if (!text.ends_with("~>"))
      return vm.ValueError("Ascii85 encoded byte sequences must end with b'~>'");
    text.remove_suffix(2);
    if (text.starts_with("<~")) text.remove_prefix(2);
  }
  if (!vm.Tick(text.size() / 4)) return Value::Failed();
  TextBuilder out(vm);
  uint64_t word = 0;
  int count = 0;
  std::array<bool, 256> is_ignored{};
  Pace pace(vm);
  for (size_t i = 0; i < ignored.size(); ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    is_ignored[Byte(ignored[i])] = true;
  }
  for (size_t i = 0; i < text.size() + 4 && out.ok(); ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    char c = i < text.size() ? text[i] : 'u';
    if (c >= '!' && c <= 'u') {
      word = word * 85 + static_cast<uint64_t>(c - '!');
      if (++count < 5) continue;
      if (word > UINT32_MAX) return vm.ValueError("Ascii85 overflow");
      for (int shift = 24; shift >= 0; shift -= 8)
        out.Append(static_cast<char>(word >> shift & 255));
      word = 0;
      count = 0;
    } else if (c == 'z' || (fold_spaces && c == 'y')) {
      if (count != 0) return vm.ValueError(c == 'z' ? "z" : "y", " inside Ascii85 5-tuple");
      out.Append(c == 'z' ? std::string_view("\0\0\0\0", 4) : "    ");
    } else if (!is_ignored[Byte(c)]) {
      // The byte as a character: on its own it is no text.
      char character[4];
      const int size = EncodeUtf8(static_cast<unsigned char>(c), character);
      return vm.ValueError("Non-Ascii85 digit found: ",
                           std::string_view(character, static_cast<size_t>(size)));
    }
  }
  if (count < 4) out.Truncate(out.size() - static_cast<size_t>(4 - count));
  return out.FinishBytes();
}

constexpr NativeInfo kFunctions[] = {
    {"@python a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \\t\\n\\r\\x0b')",
     A85Decode, "Decode the Ascii85 encoded bytes-like object or ASCII string b."},
    {"@python a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False)", A85Encode,
     "Encode bytes-like object b using Ascii85 and return a bytes object."},
    {"@python b16decode(s, casefold=False)", B16Decode,
     "Decode the Base16 encoded bytes-like object or ASCII string s."},
    {"@python b16encode(s)", B16Encode,
     "Encode the bytes-like object s using Base16 and return a bytes object."},
    {"@python b32decode(s, casefold=False, map01=None)", B32Decode,
     "Decode the base32 encoded bytes-like object or ASCII string s."},
    {"@python b32encode(s)", B32Encode,
     "Encode the bytes-like objects using base32 and return a bytes object."},
    {"@python b32hexdecode(s, casefold=False)", B32HexDecode,
     "Decode the base32hex encoded bytes-like object or ASCII string s."},
    {"@python b32hexencode(s)", B32HexEncode,
     "Encode the bytes-like objects using base32hex and return a bytes object."},
    {"@python b64decode(s, altchars=None, validate=False)", B64Decode,
     "Decode the Base64 encoded bytes-like object or ASCII string s."},
    {"@python b64encode(s, altchars=None)", B64Encode,
     "Encode the bytes-like object s using Base64 and return a bytes object."},
    {"@python b85decode(b)", B85Decode,
     "Decode the base85-encoded bytes-like object or ASCII string b"},
    {"@python b85encode(b, pad=False)", B85Encode,
     "Encode bytes-like object b in base85 format and return a bytes object."},
    {"@python decodebytes(s)", DecodeBytes,
     "Decode a bytestring of base-64 data into a bytes object."},
    {"@python encodebytes(s)", EncodeBytes,
     "Encode a bytestring into a bytes object containing multiple lines\nof base-64 data."},
    {"@python standard_b64decode(s)", StandardB64Decode,
     "Decode bytes encoded with the standard Base64 alphabet."},
    {"@python standard_b64encode(s)", StandardB64Encode,
     "Encode bytes-like object s using the standard Base64 alphabet."},
    {"@python urlsafe_b64decode(s)", UrlsafeB64Decode,
     "Decode bytes using the URL- and filesystem-safe Base64 alphabet."},
    {"@python urlsafe_b64encode(s)", UrlsafeB64Encode,
     "Encode bytes using the URL- and filesystem-safe Base64 alphabet."},
    {"@python z85decode(s)", Z85Decode,
     "Decode the z85-encoded bytes-like object or ASCII string b"},
    {"@python z85encode(s)", Z85Encode,
     "Encode bytes-like object b in z85 format and return a bytes object."},
};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "MAXLINESIZE", Value::SmallInt(76)));
  return DictSetStr(vm, names, "MAXBINSIZE", Value::SmallInt(57));
}

}  // namespace

extern constexpr ModuleInfo kBase64Module{
    .name = "base64",
    .doc = "Base16, Base32, Base64 (RFC 3548), Base85 and Ascii85 data encodings",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/base64.inc"
};

}  // namespace pysub
