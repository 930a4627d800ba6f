// Unicode normalisation forms (UAX #15), of Unicode 16.0. Pure, thread-safe, no allocation; time is
// linear in the text even for endless runs of combining marks.
#ifndef PYSUB_LEXER_UNICODE_NORMALIZE_H_
#define PYSUB_LEXER_UNICODE_NORMALIZE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "lexer/unicode/text_sink.h"

namespace pysub {

enum class NormalizationForm : uint8_t { kNfc, kNfd, kNfkc, kNfkd };

// "NFC" ... as unicodedata.normalize() takes them.
std::optional<NormalizationForm> FindNormalizationForm(std::string_view name);

// unicodedata.is_normalized(). ASCII text always is.
bool IsNormalized(std::string_view text, NormalizationForm form);

// Appends `text` in `form`. The result may have 11 times the size of the text (U+FDFA in NFKD).
void AppendNormalized(std::string_view text, NormalizationForm form, SinkRef sink);

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_NORMALIZE_H_
