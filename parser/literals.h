#ifndef PYSUB_PARSER_LITERALS_H_
#define PYSUB_PARSER_LITERALS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/unicode_names.h"
#include "parser/arena.h"
#include "parser/ast.h"

namespace pysub {

// What is wrong with one literal; who knows its tokens adds the place.
struct LiteralError {
  std::string message;
  // CPython forgot to turn the codec's error inside a format specification into a SyntaxError.
  bool is_unicode_error = false;
};

// A doubtful escape.
struct LiteralWarning {
  std::string message;
  uint32_t line;
  const char* literal;  // where the text of its literal begins
  const char* place;    // what it is about
};

// Turns the text of a literal into its value.
class LiteralDecoder {
 public:
  LiteralDecoder(Arena& arena, UnicodeNameLookup names, size_t max_int_digits)
      : arena_(arena), names_(names), max_int_digits_(max_int_digits) {}

  // `text` is a number as the lexer accepted it. False: `*error` says why.
  bool DecodeNumber(std::string_view text, ast::Constant* constant, LiteralError* error);

  struct String {
    std::string_view value;
    bool is_bytes;
    bool u_prefix;
  };
  // `token` is a whole string token with prefix and quotes on line `line`.
  bool DecodeString(std::string_view token, uint32_t line, String* out, LiteralError* error,
                    std::vector<LiteralWarning>* warnings);

  // `text` is a literal part of an f-string that is not raw.
  bool DecodeText(std::string_view text, uint32_t line, std::string_view* out, LiteralError* error,
                  std::vector<LiteralWarning>* warnings);

 private:
  bool DecodeBytes(std::string_view text, uint32_t line, std::string_view* out, LiteralError* error,
                   std::vector<LiteralWarning>* warnings);
  bool DecodeNamed(std::string_view text, size_t start, size_t* at, uint32_t* code_point,
                   LiteralError* error);

  Arena& arena_;
  const UnicodeNameLookup names_;
  const size_t max_int_digits_;
};

// True for the prefix of a raw string token: 'r' before its quote.
bool IsRawStringToken(std::string_view token);

}  // namespace pysub

#endif  // PYSUB_PARSER_LITERALS_H_
