#ifndef PYSUB_PARSER_SYNTAX_ERRORS_H_
#define PYSUB_PARSER_SYNTAX_ERRORS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "lexer/source_text.h"

namespace pysub {

enum class SyntaxErrorKind : uint8_t {
  kSyntaxError,
  kIndentationError,
  kTabError,
  kMemoryError,     // CPython's "Parser stack overflowed"; no position
  kRecursionError,  // no position
};

// The attributes of a SyntaxError object: msg, lineno, offset, end_lineno, end_offset, text.
// Offsets count characters from 1, as CPython reports them.
struct SyntaxErrorInfo {
  SyntaxErrorKind kind = SyntaxErrorKind::kSyntaxError;
  std::string message;
  uint32_t line = 0;  // 0: None, and so are all that follow
  int32_t offset = 0;
  uint32_t end_line = 0;
  int32_t end_offset = 0;
  std::string text;             // the source line with its newline, if it has one
  bool args_have_place = true;  // else the args of the exception are its message alone
  // The line of the last compound statement that was read whole: where the search for a misspelt
  // keyword begins (0: at the top).
  uint32_t last_statement_line = 0;
};

// A SyntaxWarning, such as that for "\d". The compiler may add its own ("is" with a literal).
struct SyntaxWarningInfo {
  std::string message;
  uint32_t line = 0;
  SourceSpan span;      // where it would be an error
  bool parsed = false;  // found while parsing: as an error it has its line
};

// A program of nothing but mistakes need not hear of all.
inline constexpr size_t kMaxWarnings = 1000;

// As CPython's warnings module shows it:
//   "a.py:1: SyntaxWarning: ...\n  source line\n"
std::string FormatSyntaxWarning(const SyntaxWarningInfo& warning, std::string_view filename,
                                std::string_view source);

// "SyntaxError", "IndentationError" ...
std::string_view SyntaxErrorTypeName(SyntaxErrorKind kind);

// For a pass after the parser: an error at `span`, which is turned into character offsets.
// `source` is the text that was given to Parse().
SyntaxErrorInfo MakeSyntaxError(std::string_view source, SourceSpan span, std::string message);

// The same for one who has the source line of `span` at hand, with its newline.
SyntaxErrorInfo MakeSyntaxErrorOnLine(std::string_view line, SourceSpan span, std::string message);

// Where a program came from: a misspelt keyword is looked for on the line of the error when it was
// a file, and on the lines before it too when it was a string.
enum class SourceOrigin : uint8_t { kFile, kString };

// The text that CPython prints on standard error, with file, line and carets:
//   '  File "a.py", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n'
// `source` is the text that was given to Parse(); it serves for "Did you mean 'for'?", which is
// printed but not part of the message. When it is empty, nothing is suggested.
std::string FormatSyntaxError(const SyntaxErrorInfo& error, std::string_view filename,
                              std::string_view source, SourceOrigin origin);

}  // namespace pysub

#endif  // PYSUB_PARSER_SYNTAX_ERRORS_H_
