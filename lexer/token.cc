#include "lexer/token.h"

#include <array>
#include <cstddef>

namespace pysub {
namespace {

constexpr std::string_view kNames[] = {
#define PYSUB_TOKEN(kind, name) name,
#include "lexer/token_kinds.def"
};

constexpr std::string_view kSpellings[] = {
#define PYSUB_TOKEN(kind, name) "",
#define PYSUB_OPERATOR(kind, name, spelling) spelling,
#define PYSUB_KEYWORD(kind, spelling) spelling,
#include "lexer/token_kinds.def"
};

constexpr size_t kFirstKeyword = static_cast<size_t>(TokenKind::kKwFalse);
constexpr size_t kLastKeyword = static_cast<size_t>(TokenKind::kKwYield);
constexpr size_t kLongestKeyword = 8;
constexpr size_t kSlots = 128;

// Two letters and the length tell all keywords apart, spread by a multiplier that is searched for
// when this is compiled: a perfect hash, so a lookup is one comparison.
constexpr size_t Slot(std::string_view text, uint32_t multiplier) {
  const uint32_t key = static_cast<uint8_t>(text[0]) | static_cast<uint8_t>(text[1]) << 8 |
                       static_cast<uint8_t>(text.back()) << 16 |
                       static_cast<uint32_t>(text.size()) << 24;
  return (key * multiplier) >> 25;
}

// A perfect hash over the keywords, found when this is compiled: a multiplier for which no two
// share a slot. A look-up is one multiplication and one comparison.
struct KeywordTable {
  uint32_t multiplier = 0;
  std::array<uint8_t, kSlots> kinds{};  // 0: empty
};

consteval KeywordTable MakeKeywordTable() {
  for (uint32_t multiplier = 0x9E3779B1;; multiplier += 2) {
    KeywordTable table;
    table.multiplier = multiplier;
    bool collision = false;
    for (size_t kind = kFirstKeyword; kind <= kLastKeyword && !collision; ++kind) {
      uint8_t& slot = table.kinds[Slot(kSpellings[kind], multiplier)];
      collision = slot != 0;
      slot = static_cast<uint8_t>(kind);
    }
    if (!collision) return table;
  }
}

constexpr KeywordTable kKeywords = MakeKeywordTable();

}  // namespace

std::string_view TokenKindName(TokenKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::string_view TokenKindSpelling(TokenKind kind) { return kSpellings[static_cast<size_t>(kind)]; }

TokenKind LookupKeyword(std::string_view text) {
  if (text.size() < 2 || text.size() > kLongestKeyword) return TokenKind::kName;
  const uint8_t kind = kKeywords.kinds[Slot(text, kKeywords.multiplier)];
  const std::string_view spelling = kSpellings[kind];
  if (spelling.size() != text.size()) return TokenKind::kName;  // or no keyword has this hash
  for (size_t i = 0; i < text.size(); ++i) {
    if (spelling[i] != text[i]) return TokenKind::kName;
  }
  return static_cast<TokenKind>(kind);
}

}  // namespace pysub
