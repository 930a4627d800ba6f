#ifndef PYSUB_PARSER_DIAGNOSIS_H_
#define PYSUB_PARSER_DIAGNOSIS_H_

#include <optional>
#include <string_view>
#include <vector>

#include "lexer/lexer.h"
#include "parser/literals.h"
#include "parser/parser.h"

namespace pysub {

// Finds out what is wrong with a program that the parser refused, and says it as CPython 3.14 does.
//
// CPython's parser goes over a wrong program twice, the second time with rules that only match
// common mistakes; which of them speaks depends on the order in which a PEG parser tries its
// alternatives. So that order is repeated here, by a recogniser that keeps no tree. Every rule that
// can be tried twice at one place remembers its outcome, so the time stays linear.
//
struct Findings {
  // Null: no mistake was found (the parser and this recogniser disagree: a bug, but no crash).
  std::optional<SyntaxErrorInfo> error;
  std::vector<LiteralWarning> warnings;  // of the literals that were read before the mistake showed
  size_t tokens = 0;                     // how many were looked at: their warnings count
};

Findings Diagnose(std::string_view text, const TokenList& list, ParseMode mode,
                  const ParseLimits& limits);

enum class Completeness : uint8_t { kComplete, kIncomplete, kWrong };

// Whether a text is a program, could become one if it went on, or neither. A prompt asks this.
Completeness CheckCompleteness(std::string_view text, const TokenList& list, ParseMode mode,
                               const ParseLimits& limits);

}  // namespace pysub

#endif  // PYSUB_PARSER_DIAGNOSIS_H_
