#ifndef PYSUB_OSBRIDGE_WORKER_TEXT_OF_H_
#define PYSUB_OSBRIDGE_WORKER_TEXT_OF_H_

#include <string>
#include <string_view>

#include "lexer/unicode/codecs.h"
#include "lexer/unicode/utf8.h"
#include "pysub/host_value.h"

namespace pysub {

// Bytes as a str that a sandbox takes: what is not UTF-8 is escaped, as Python does with arguments,
// variables and paths.
inline HostValue TextOf(std::string_view bytes) {
  if (IsValidUtf8(bytes, Surrogates::kRefuse)) return HostValue(bytes);
  std::string text;
  StringSink sink(text);
  Decode(Codec::kUtf8, bytes, ErrorHandler::kSurrogateEscape, sink);
  return HostValue(text);
}

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_TEXT_OF_H_
