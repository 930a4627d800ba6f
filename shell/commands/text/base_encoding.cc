#include "shell/commands/text/base_encoding.h"

#include <algorithm>
#include <iterator>

#include "lexer/base/base64.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kDigits32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kDigits32Hex = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
constexpr std::string_view kDigits64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kDigits85 =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

constexpr BaseEncoding kEncodings[] = {
    {"base64", base64::kDigits, 3, 4, false},
    {"base64url", kDigits64Url, 3, 4, false},
    {"base32", kDigits32, 5, 8, false},
    {"base32hex", kDigits32Hex, 5, 8, false},
    {"base16", "0123456789ABCDEF", 1, 2, false},
    {"base2msbf", "01", 1, 8, false},
    {"base2lsbf", "01", 1, 8, true},
    {"z85", kDigits85, 4, 5, false},
};

bool Is85(const BaseEncoding& encoding) { return encoding.digits.size() == 85; }

unsigned BitsOf(const BaseEncoding& encoding) { return 8u * encoding.bytes / encoding.letters; }

uint8_t Reversed(uint8_t byte) {
  uint8_t reversed = 0;
  for (int i = 0; i < 8; ++i) reversed = static_cast<uint8_t>(reversed << 1 | (byte >> i & 1));
  return reversed;
}

// What a group of bytes is as a number, the missing ones being zeros.
uint64_t NumberOf(const BaseEncoding& encoding, std::string_view bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < encoding.bytes; ++i) {
    const uint8_t byte = i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0;
    number = number << 8 | (encoding.is_reversed ? Reversed(byte) : byte);
  }
  return number;
}

void EncodeGroup(const BaseEncoding& encoding, std::string_view bytes, std::string* out) {
  uint64_t number = NumberOf(encoding, bytes);
  const size_t base = encoding.digits.size(), bits = bytes.size() * 8;
  const size_t used = bytes.size() == encoding.bytes
                          ? encoding.letters
                          : (bits + BitsOf(encoding) - 1) / BitsOf(encoding);
  char letters[8];
  for (size_t i = encoding.letters; i-- > 0; number /= base)
    letters[i] = i < used ? encoding.digits[number % base] : '=';
  out->append(letters, encoding.letters);
}

bool Decode85(std::string_view letters, std::string* out) {
  uint64_t number = 0;
  for (char c : letters) {
    const size_t digit = kDigits85.find(c);
    if (digit == std::string_view::npos) return false;
    number = number * 85 + digit;
  }
  if (letters.size() < 5 || number > UINT32_MAX) return false;
  for (int shift = 24; shift >= 0; shift -= 8) *out += static_cast<char>(number >> shift);
  return true;
}

size_t DigitOf(const BaseEncoding& encoding, char c) {
  if (encoding.digits.data() != base64::kDigits.data()) return encoding.digits.find(c);
  const uint8_t digit = base64::ValueOf(c);
  return digit == base64::kNoDigit ? std::string_view::npos : digit;
}

}  // namespace

const BaseEncoding* FindBaseEncoding(std::string_view option) {
  const BaseEncoding* found =
      std::find_if(std::begin(kEncodings), std::end(kEncodings),
                   [&](const BaseEncoding& encoding) { return encoding.option == option; });
  return found == std::end(kEncodings) ? nullptr : found;
}

void EncodeBase(const BaseEncoding& encoding, std::string_view bytes, std::string* out) {
  if (encoding.letters == 4) {
    const size_t whole = bytes.size() / 3, begin = out->size();
    out->resize(begin + whole * 4);
    base64::EncodeGroups(bytes.substr(0, whole * 3), encoding.digits, out->data() + begin);
    bytes.remove_prefix(whole * 3);
  }
  for (size_t at = 0; at < bytes.size(); at += encoding.bytes)
    EncodeGroup(encoding, bytes.substr(at, encoding.bytes), out);
}

// "=" may stand behind a digit that made a byte whole, and then up to the end of the group.
bool DecodeBaseGroup(const BaseEncoding& encoding, std::string_view letters, std::string* out) {
  if (Is85(encoding)) return Decode85(letters, out);
  const bool is_whole = letters.size() == encoding.letters;
  // (Of what is left at the end of a text GNU's base64 alone gives bytes.)
  if (!is_whole && encoding.letters != 4) return false;
  uint32_t bits = 0;
  unsigned count = 0;
  bool made_byte = false;
  for (size_t i = 0; i < letters.size(); ++i) {
    if (letters[i] == '=' && made_byte)
      return is_whole && letters.find_first_not_of('=', i) == std::string_view::npos;
    const size_t digit = DigitOf(encoding, letters[i]);
    if (digit == std::string_view::npos) return false;
    bits = bits << BitsOf(encoding) | static_cast<uint32_t>(digit);
    count += BitsOf(encoding);
    made_byte = count >= 8;
    if (!made_byte) continue;
    count -= 8;
    const auto byte = static_cast<uint8_t>(bits >> count);
    *out += static_cast<char>(encoding.is_reversed ? Reversed(byte) : byte);
  }
  return is_whole;
}

}  // namespace pysub::shell
