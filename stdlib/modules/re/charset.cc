// Classes of characters, and what IGNORECASE makes of them.

#include <algorithm>
#include <cstring>

#include "lexer/unicode/unicode_properties.h"
#include "stdlib/modules/re/program.h"

namespace pysub::re {
namespace {

// Lower-case characters that share an upper case without being each other's lower case. Found by
// comparing SimpleUpper over all of Unicode 16.
constexpr char16_t kCaseClasses[][3] = {
    {0x69, 0x131},   {0x73, 0x17F},    {0xB5, 0x3BC},    {0x345, 0x3B9, 0x1FBE},  {0x390, 0x1FD3},
    {0x3B0, 0x1FE3}, {0x3B2, 0x3D0},   {0x3B5, 0x3F5},   {0x3B8, 0x3D1},          {0x3BA, 0x3F0},
    {0x3C0, 0x3D6},  {0x3C1, 0x3F1},   {0x3C2, 0x3C3},   {0x3C6, 0x3D5},          {0x432, 0x1C80},
    {0x434, 0x1C81}, {0x43E, 0x1C82},  {0x441, 0x1C83},  {0x442, 0x1C84, 0x1C85}, {0x44A, 0x1C86},
    {0x463, 0x1C87}, {0xA64B, 0x1C88}, {0x1E61, 0x1E9B}, {0xFB05, 0xFB06},
};

}  // namespace

int ExtraCases(char32_t lower, char32_t out[2]) {
  for (const auto& row : kCaseClasses) {
    if (std::find(std::begin(row), std::end(row), lower) == std::end(row) || lower == 0) continue;
    int count = 0;
    for (char16_t member : row) {
      if (member != 0 && member != lower) out[count++] = member;
    }
    return count;
  }
  return 0;
}

char32_t FoldCase(char32_t c, uint32_t flags) {
  if (!(flags & kUnicode)) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  return SimpleLower(c);
}

bool IsWord(char32_t c, bool ascii) {
  if (c < 0x80) return (c | 0x20) - 'a' < 26 || c - '0' < 10 || c == '_';
  return !ascii && IsAlnumCodePoint(c);
}

bool InCategory(char32_t c, Category category, bool ascii) {
  switch (category) {
    case Category::kDigit: return ascii ? c - '0' < 10 : IsDecimalCodePoint(c);
    case Category::kNotDigit: return !(ascii ? c - '0' < 10 : IsDecimalCodePoint(c));
    case Category::kSpace: return ascii ? c == ' ' || c - '\t' < 5 : IsSpaceCodePoint(c);
    case Category::kNotSpace: return !(ascii ? c == ' ' || c - '\t' < 5 : IsSpaceCodePoint(c));
    case Category::kWord: return IsWord(c, ascii);
    case Category::kNotWord: return !IsWord(c, ascii);
  }
  return false;
}

bool CharSet::Contains(char32_t c) const {
  if (fold) c = ascii_categories ? FoldCase(c, 0) : SimpleLower(c);
  auto after =
      std::upper_bound(ranges.begin(), ranges.end(), c,
                       [](char32_t value, const Range& range) { return value < range.low; });
  bool in = after != ranges.begin() && c <= (after - 1)->high;
  for (uint8_t bit = 0; !in && categories >> bit != 0; ++bit) {
    if (categories >> bit & 1) in = InCategory(c, static_cast<Category>(bit), ascii_categories);
  }
  return in != negate;
}

}  // namespace pysub::re
