#ifndef PYSUB_SHELL_SYNTAX_WORD_STATE_H_
#define PYSUB_SHELL_SYNTAX_WORD_STATE_H_

// Inside the lexer of words: adding to a WordState (see parser.h).

#include "shell/syntax/escapes.h"
#include "shell/syntax/parser.h"

namespace pysub::shell {

// The ']' that closes the '[' at text[open], or npos. A newline in between ends the search
// where words are found.
size_t FindSubscriptEnd(std::string_view text, size_t open, bool newlines = false);

// What gets a backslash where a text is put between [ and ] of an expression.
inline bool IsSpecialInSubscript(char c) {
  return c == '[' || c == ']' || c == '$' || c == '`' || c == '~' || c == '\\' || c == '\'' ||
         c == '"';
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_WORD_STATE_H_
