#ifndef PYSUB_PARSER_PARSER_H_
#define PYSUB_PARSER_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/base/stop_check.h"
#include "lexer/unicode_names.h"
#include "parser/arena.h"
#include "parser/ast.h"
#include "parser/syntax_errors.h"

namespace pysub {

// The `mode` of compile(): a file, one expression, or one statement of a prompt.
enum class ParseMode : uint8_t { kExec, kEval, kSingle };

// The most decimal digits that a literal may have whatever sys.set_int_max_str_digits() says:
// reading them is not stopped.
inline constexpr size_t kMostIntDigits = 100'000;

// Besides limits, where `\N{...}` finds its names (null: every name is unknown).
struct ParseLimits {
  UnicodeNameLookup unicode_names = &FindUnicodeName;
  // How deep productions may nest inside each other: bounds the parser's own C++ stack. This and
  // the tree's depth are lowered to what fits into what is left of the thread's.
  uint32_t max_nesting = 400;
  // How high one expression may grow without nesting (`a + a + ...`): bounds its walkers' work.
  uint32_t max_tree_height = 20000;
  // How deep one may be where walkers recurse (`not not a`, `a if b else c if d else e`):
  // bounds their C++ stack.
  uint32_t max_tree_depth = 6000;
  // `from __future__ import barry_as_FLUFL` holds: "<>" instead of "!=".
  bool barry = false;
  // The most decimal digits of an integer: sys.set_int_max_str_digits().
  size_t max_int_digits = 4300;
  // Asked now and then whether to give up; there is then no tree, and any error.
  StopCheck* stop = nullptr;
};

struct ParseResult {
  const ast::Module* module = nullptr;  // in the arena; null when there is an error
  std::optional<SyntaxErrorInfo> error;
  // Further uses of what pysub does not support (class, match); CPython's own errors come alone.
  std::vector<SyntaxErrorInfo> more_errors;
  std::vector<SyntaxWarningInfo> warnings;  // in source order; also when there is an error
};

// Parses `source`: UTF-8 text, any line endings, with or without a byte order mark. It is copied;
// the tree and its strings live in `arena`. `filename` is only what error texts show.
//
// Every SyntaxError that CPython 3.14's tokenizer and grammar raise is raised here, at the same
// place and in the same words; those of its symbol table and compiler ('return' outside function,
// duplicate arguments ...) are the compiler's. The time is linear in the size of the source.
ParseResult Parse(std::string_view source, std::string_view filename, ParseMode mode, Arena& arena,
                  const ParseLimits& limits = {});

}  // namespace pysub

#endif  // PYSUB_PARSER_PARSER_H_
