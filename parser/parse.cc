#include <cstring>

#include "lexer/lexer.h"
#include "parser/parser.h"
#include "parser/parser_state.h"

namespace pysub {

ParseResult Parse(std::string_view source, std::string_view, ParseMode mode, Arena& arena,
                  const ParseLimits& limits) {
  ParseResult result;
  char* const buffer = static_cast<char*>(arena.Allocate(source.size() + 2));
  const NormalizedText normalized = NormalizeText(
      source, mode == ParseMode::kEval ? FinalNewline::kAsWritten : FinalNewline::kEnsure, buffer);
  const TokenList list = Tokenize(normalized.text);
  Parser parser(normalized.text, list, arena, limits);
  result.module = parser.ParseRoot(mode);
  if (result.module == nullptr) {
    result.error = SyntaxErrorInfo{};
    result.error->message = list.error ? list.error->message : "invalid syntax";
  }
  return result;
}

}  // namespace pysub
