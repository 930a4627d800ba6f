#include "shell/commands/text/byte_numbers.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace pysub::shell {
namespace {

template <typename Float>
std::string Shortest(std::string_view bytes, const char* format, int digits, Float least,
                     Float (*read)(const char*, char**)) {
  Float value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(value)));
  char buffer[64];
  bool tiny = std::fabs(value) < least;
  for (int precision = tiny ? 1 : digits; precision <= digits + 4; ++precision) {
    std::snprintf(buffer, sizeof(buffer), format, precision, value);
    if (read(buffer, nullptr) == value) break;
  }
  return buffer;
}

}  // namespace

bool TakeByteNumber(CommandIo& io, std::string_view text, std::string_view option,
                    uint64_t* value) {
  std::string_view rest = text;
  uint64_t base = 10;
  if (rest.starts_with("0x") || rest.starts_with("0X")) {
    base = 16;
    rest.remove_prefix(2);
  } else if (rest.size() > 1 && rest[0] == '0') {
    base = 8;
  }
  uint64_t number = 0;
  size_t at = 0;
  bool overflow = false;
  for (; at < rest.size(); ++at) {
    char c = rest[at];
    uint64_t digit = c >= '0' && c <= '9'                               ? c - '0'
                     : base == 16 && (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                                        : 99;
    if (digit >= base) break;
    overflow |= __builtin_mul_overflow(number, base, &number) ||
                __builtin_add_overflow(number, digit, &number);
  }
  std::string quoted = "'" + std::string(text) + "'";
  std::string_view suffix = rest.substr(at);
  static constexpr std::string_view kLetters = "KMGTPEZY";
  char letter = suffix.empty() ? '\0' : suffix[0] == 'k' ? 'K' : suffix[0] == 'm' ? 'M' : suffix[0];
  bool known = suffix.empty() || suffix == "b" ||
               (kLetters.find(letter) != std::string_view::npos &&
                (suffix.size() == 1 || suffix.substr(1) == "B" || suffix.substr(1) == "iB"));
  if (at == 0 && (!known || suffix.empty())) {
    io.Error("invalid " + std::string(option) + " argument " + quoted);
    return false;
  }
  if (at == 0) number = 1;
  if (!known) {
    io.Error("invalid suffix in " + std::string(option) + " argument " + quoted);
    return false;
  }
  if (suffix == "b") {
    overflow |= __builtin_mul_overflow(number, uint64_t{512}, &number);
  } else if (!suffix.empty()) {
    for (size_t i = 0; i <= kLetters.find(letter); ++i) {
      overflow |= __builtin_mul_overflow(
          number, uint64_t{suffix.ends_with('B') && suffix.size() == 2 ? 1000u : 1024u}, &number);
    }
  }
  if (overflow) {
    io.Error(std::string(option) + " argument " + quoted + " too large");
    return false;
  }
  *value = number;
  return true;
}

uint64_t WholeNumber(std::string_view bytes, bool big_endian) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    unsigned char byte = static_cast<unsigned char>(bytes[big_endian ? i : bytes.size() - 1 - i]);
    value = value << 8 | byte;
  }
  return value;
}

int64_t SignExtended(uint64_t value, uint64_t size) {
  uint64_t unused = 64 - 8 * std::min<uint64_t>(size, 8);
  return static_cast<int64_t>(value << unused) >> unused;
}

std::string ShortestFloat(std::string_view bytes, bool big_endian) {
  std::string copy(bytes);
  if (big_endian) std::reverse(copy.begin(), copy.end());
  if (copy.size() == 4) return Shortest<float>(copy, "%.*g", FLT_DIG, FLT_MIN, std::strtof);
  if (copy.size() == 8) return Shortest<double>(copy, "%.*g", DBL_DIG, DBL_MIN, std::strtod);
  return Shortest<long double>(copy, "%.*Lg", LDBL_DIG, LDBL_MIN, std::strtold);
}

}  // namespace pysub::shell
