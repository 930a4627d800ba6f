#include "lexer/unicode/single_byte_codecs.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace pysub {
namespace {

using std::string_view_literals::operator""sv;
constexpr std::string_view kCharacters[] = {
// some begin with a NUL
#define PYSUB_SINGLE_BYTE_CODEC(name, aliases, characters) characters ""sv,
#include "lexer/unicode/single_byte_codecs.def"
#undef PYSUB_SINGLE_BYTE_CODEC
};
constexpr size_t kSingleByteCodecs = std::size(kCharacters);
static_assert(kSingleByteCodecs == kSingleByteCodecCount);

constexpr size_t CountLeads(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += !IsContinuationByte(c);
  return count;
}

constexpr auto kPoolStarts = [] {
  std::array<uint16_t, kSingleByteCodecs + 1> starts{};
  for (size_t i = 0; i < kSingleByteCodecs; ++i) {
    starts[i + 1] = static_cast<uint16_t>(starts[i] + CountLeads(kCharacters[i]));
  }
  return starts;
}();

constexpr auto kPool = [] {
  std::array<uint16_t, kPoolStarts.back()> pool{};
  size_t at = 0;
  for (const std::string_view text : kCharacters) {
    for (const char32_t c : CodePoints(text)) pool[at++] = static_cast<uint16_t>(c);
  }
  return pool;
}();

}  // namespace

SingleByteTable TableOf(Codec codec) {
  const size_t index = static_cast<size_t>(codec) - static_cast<size_t>(Codec::kFirstSingleByte);
  const uint16_t* characters = &kPool[kPoolStarts[index]];
  const size_t size = kPoolStarts[index + 1] - kPoolStarts[index];
  const bool plain = size <= 128 && std::none_of(characters, characters + size,
                                                 [](uint16_t c) { return c < 0x80; });
  return {characters, 256 - size, plain};
}

}  // namespace pysub
