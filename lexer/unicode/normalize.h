// Unicode normalisation forms (UAX #15), of Unicode 16.0. Pure, thread-safe, no allocation; time is
// linear in the text even for endless runs of combining marks.
#ifndef PYSUB_LEXER_UNICODE_NORMALIZE_H_
#define PYSUB_LEXER_UNICODE_NORMALIZE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "lexer/unicode/text_sink.h"

namespace pysub {

class StopCheck;

enum class NormalizationForm : uint8_t { kNfc, kNfd, kNfkc, kNfkd };

// "NFC" ... as unicodedata.normalize() takes them.
std::optional<NormalizationForm> FindNormalizationForm(std::string_view name);

// unicodedata.is_normalized(). ASCII text always is. An answer after `stop` (may be null)
// was over means nothing.
bool IsNormalized(std::string_view text, NormalizationForm form, StopCheck* stop = nullptr);

// Appends `text` in `form`. The result may have 11 times the size of the text (U+FDFA in NFKD).
void AppendNormalized(std::string_view text, NormalizationForm form, SinkRef sink);
// The same; gives up, with a part appended, when `stop` (may be null) says so.
void AppendNormalizedUntil(std::string_view text, NormalizationForm form, SinkRef sink,
                           StopCheck* stop);

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_NORMALIZE_H_
