#ifndef PYSUB_SHELL_SYNTAX_WORD_STATE_H_
#define PYSUB_SHELL_SYNTAX_WORD_STATE_H_

// Inside the lexer of words: adding to a WordState (see parser.h).

#include "shell/syntax/escapes.h"
#include "shell/syntax/parser.h"

namespace pysub::shell {

// The ']' that closes the '[' at text[open], or npos.
size_t FindSubscriptEnd(std::string_view text, size_t open);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_WORD_STATE_H_
