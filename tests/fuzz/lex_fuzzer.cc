// Any bytes as text: the tokens come in order, stay inside the text and end in one that says so.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lexer/lexer.h"
#include "lexer/source_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view source(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string_view cookie;
  pysub::DetectEncoding(source, &cookie);
  std::string buffer(source.size() + 2, '\0');
  const pysub::NormalizedText text = pysub::NormalizeText(
      source, data[0] % 2 == 0 ? pysub::FinalNewline::kEnsure : pysub::FinalNewline::kAsWritten,
      buffer.data());
  // The lexer is only given UTF-8 without a NUL: the parser sees to that.
  if (!text.valid || text.text.find('\0') != std::string_view::npos) return 0;
  const pysub::TokenList list = pysub::Tokenize(text.text);
  if (list.tokens.empty()) std::abort();
  const bool failed = list.tokens.back().kind == pysub::TokenKind::kError;
  if (failed != list.error.has_value()) std::abort();
  uint32_t last = 0;
  for (const pysub::Token& token : list.tokens) {
    if (token.kind == pysub::TokenKind::kError) continue;
    if (token.start < last || token.end < token.start || token.end > text.text.size() ||
        token.line_start > token.start) {
      std::abort();
    }
    last = token.end;
  }
  pysub::DumpTokens(text.text, list);
  return 0;
}
