#ifndef PYSUB_LEXER_TOKEN_H_
#define PYSUB_LEXER_TOKEN_H_

#include <cstdint>
#include <string_view>

namespace pysub {

enum class TokenKind : uint8_t {
#define PYSUB_TOKEN(kind, name) kind,
#include "lexer/token_kinds.def"
};

// One token: a piece of the normalised text. Its first line and column are stored; its end is
// computed from its text, since only strings run over lines. 20 bytes: a token is written once and
// read a few times.
struct Token {
  TokenKind kind;
  // kName: not ASCII, so it wants NFKC. kString, kFStringMiddle: has a backslash or a doubled
  // brace, so its value is not its text. kNotEqual: written "<>".
  bool special;
  uint32_t start;  // byte offsets into the text
  uint32_t end;
  uint32_t line;
  uint32_t line_start;  // byte offset of that line

  uint32_t col() const { return start - line_start; }
};

constexpr bool IsKeyword(TokenKind kind) {
  return kind >= TokenKind::kKwFalse && kind <= TokenKind::kKwYield;
}

// CPython's name of the kind in its `tokenize` module, such as "LPAR" or "NAME".
std::string_view TokenKindName(TokenKind kind);

// How a keyword or operator is written; empty for the others.
std::string_view TokenKindSpelling(TokenKind kind);

// The keyword spelled `text`, or kName.
TokenKind LookupKeyword(std::string_view text);

}  // namespace pysub

#endif  // PYSUB_LEXER_TOKEN_H_
