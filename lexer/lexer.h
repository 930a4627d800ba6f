#ifndef PYSUB_LEXER_LEXER_H_
#define PYSUB_LEXER_LEXER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/base/stop_check.h"
#include "lexer/token.h"

namespace pysub {

// The text that a Lexer reads: UTF-8 whose line ends are "\n" only, followed by a NUL that is not
// part of it.
struct NormalizedText {
  std::string_view text;
  bool valid = true;  // false: not UTF-8; `bad_byte` is where that shows
  size_t bad_byte = 0;
  std::string_view bad_reason;  // "invalid start byte" ...
};

// Whether the text must end in a newline, as a file does, or may end where it ends (eval).
enum class FinalNewline : uint8_t { kEnsure, kAsWritten };

// Writes the normalised `source` to `out`, which has room for source.size() + 2 bytes.
NormalizedText NormalizeText(std::string_view source, FinalNewline final_newline, char* out);

enum class LexErrorKind : uint8_t { kSyntaxError, kIndentationError, kTabError };

// Why a token list ends in kError.
struct LexError {
  LexErrorKind kind = LexErrorKind::kSyntaxError;
  std::string message;
  uint32_t line = 0;
  int32_t offset = 0;  // in characters, from 1
  int32_t end_offset = -1;
  // CPython's tokenizer raises some errors itself; those also replace an error that the parser
  // finds first. The others matter only when the parser arrives at them.
  bool raised_by_lexer = true;
  // It was met inside an f-string or t-string, where it does not replace the parser's error.
  bool in_string = false;
};

// A warning goes with a token: if the parser fails before that token, CPython would not have given
// it.
struct LexWarning {
  std::string message;
  uint32_t line = 0;
  size_t token = 0;  // the index of the token that it is about
};

// A bracket without its partner at the end of the text (or at the error).
struct OpenBracket {
  char bracket;
  uint32_t line;
  uint32_t col;  // in bytes
};

// All tokens of a text at once. The parser may look ahead and back as it likes, and its second run
// needs no second lexing.
struct TokenList {
  std::vector<Token> tokens;  // ends in kEndMarker or kError
  std::optional<LexError> error;
  std::optional<OpenBracket> innermost_open;
  std::vector<LexWarning> warnings;
};

// Cuts all of `text` into tokens as CPython 3.14's tokenizer does for its parser: comments and
// blank lines leave nothing, indentation becomes kIndent and kDedent, f-strings and t-strings are
// taken apart (PEP 701). `text` is followed by a NUL and outlives the tokens. When `stop` says so
// it ends early, in the middle of the text.
TokenList Tokenize(std::string_view text, StopCheck* stop = nullptr);

// The number of characters in `bytes` of UTF-8.
size_t CountCharacters(std::string_view bytes);

// NFKC of an identifier, appended to `out`; false when it is not an identifier.
bool NormalizeIdentifier(std::string_view name, std::string* out);

// The `--dump=tokens` text: a line per token with position, kind and text.
std::string DumpTokens(std::string_view text, const TokenList& list);

}  // namespace pysub

#endif  // PYSUB_LEXER_LEXER_H_
