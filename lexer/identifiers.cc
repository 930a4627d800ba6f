#include <cstdio>
#include <string>

#include "lexer/characters.h"
#include "lexer/lexer_state.h"
#include "lexer/unicode/normalize.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"

namespace pysub {

bool Lexer::CheckIdentifier() {
  const std::string_view name(token_start_, static_cast<size_t>(cur_ - token_start_));
  size_t at = 0;
  while (at < name.size()) {
    const size_t start = at;
    // What is no UTF-8 may decode to more than there are code points; U+FFFF is no letter either.
    const uint32_t decoded = characters::DecodeUtf8(name, &at);
    const uint32_t c = decoded <= kMaxCodePoint ? decoded : 0xFFFF;
    if (start == 0 ? IsIdentifierStart(c) : IsIdentifierContinue(c)) continue;
    const std::string_view bytes = name.substr(start, at - start);
    cur_ = token_start_ + start + bytes.size();
    char code[16];
    std::snprintf(code, sizeof(code), "U+%04X", static_cast<unsigned>(c));
    if (!IsPrintableCodePoint(c))
      return Fail(std::string("invalid non-printable character ") + code);
    return Fail("invalid character '" + std::string(bytes) + "' (" + code + ")");
  }
  return true;
}

bool NormalizeIdentifier(std::string_view name, std::string* out) {
  if (!IsValidUtf8(name, Surrogates::kRefuse)) return false;
  StringSink sink(*out);
  AppendNormalized(name, NormalizationForm::kNfkc, sink);
  return true;
}

}  // namespace pysub
