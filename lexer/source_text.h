#ifndef PYSUB_LEXER_SOURCE_TEXT_H_
#define PYSUB_LEXER_SOURCE_TEXT_H_

#include <cstdint>
#include <string_view>

namespace pysub {

// A range of program text, counted as CPython's AST counts it: lines from 1, columns in UTF-8
// bytes from 0, the end one past the last byte.
struct SourceSpan {
  uint32_t line = 0;
  uint32_t col = 0;
  uint32_t end_line = 0;
  uint32_t end_col = 0;

  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

// From the first byte of `first` to the last byte of `last`.
constexpr SourceSpan Join(SourceSpan first, SourceSpan last) {
  return {first.line, first.col, last.end_line, last.end_col};
}

// What a file calls itself: the result of looking at a byte order mark and at PEP 263's cookie.
enum class SourceEncoding : uint8_t { kUtf8, kLatin1, kUnknown };

// Looks for the cookie in the first two lines of `source`, which is raw bytes of a file.
// `*name` receives the cookie's text as written, or stays empty when there is no cookie.
SourceEncoding DetectEncoding(std::string_view source, std::string_view* name);

}  // namespace pysub

#endif  // PYSUB_LEXER_SOURCE_TEXT_H_
