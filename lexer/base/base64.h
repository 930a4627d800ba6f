#ifndef PYSUB_LEXER_BASE_BASE64_H_
#define PYSUB_LEXER_BASE_BASE64_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// Base 64 (RFC 4648): three bytes are four digits. How it is padded, wrapped, charged and
// what is forgiven is the business of those who read and write it: module base64, the
// command, JSON of values.
namespace pysub::base64 {

inline constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr uint8_t kNoDigit = 255;

// What each character is as a digit.
inline constexpr std::array<uint8_t, 256> kValues = [] {
  std::array<uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<uint8_t>(kDigits[i])] = static_cast<uint8_t>(i);
  return values;
}();
constexpr uint8_t ValueOf(char digit) { return kValues[static_cast<uint8_t>(digit)]; }

// The digits of whole groups of three bytes; gives the end of what was written.
// `digits`: 64 of them.
inline char* EncodeGroups(std::string_view bytes, std::string_view digits, char* to) {
  auto byte = [&](size_t i) { return uint32_t{static_cast<uint8_t>(bytes[i])}; };
  for (size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    const uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    *to++ = digits[bits >> 18];
    *to++ = digits[bits >> 12 & 63];
    *to++ = digits[bits >> 6 & 63];
    *to++ = digits[bits & 63];
  }
  return to;
}

// The last one or two bytes, padded with "=".
inline std::array<char, 4> EncodeLast(std::string_view bytes, std::string_view digits) {
  char three[3] = {bytes[0], bytes.size() > 1 ? bytes[1] : '\0', '\0'};
  std::array<char, 4> group;
  EncodeGroups({three, 3}, digits, group.data());
  group[3] = '=';
  if (bytes.size() == 1) group[2] = '=';
  return group;
}

}  // namespace pysub::base64

#endif  // PYSUB_LEXER_BASE_BASE64_H_
