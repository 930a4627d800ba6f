// Any bytes through decoders, text functions and encoders: what must hold whatever the text is.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lexer/unicode/codecs.h"
#include "lexer/unicode/normalize.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_names.h"
#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

void Require(bool condition) {
  if (!condition) std::abort();
}

template <class Function, class... Arguments>
std::string Made(Function function, Arguments... arguments) {
  std::string result;
  StringSink sink(result);
  function(arguments..., SinkRef(sink));
  return result;
}

// std::string_view::npos and kNotFound are the same number.
void CheckSearch(std::string_view text, std::string_view needle, TextKind kind) {
  Require(FindBytes(text, needle) == text.find(needle));
  Require(FindLastBytes(text, needle) == text.rfind(needle));
  const size_t count = CountReplacements(text, needle, -1, kind);
  Require(count == CountSubstring(text, needle, kind));
  std::string replaced;
  {
    StringSink sink(replaced);
    const size_t first = AppendReplaced(text, needle, "<>", 0, count / 2, kind, sink);
    const size_t end = AppendReplaced(text, needle, "<>", first, count - count / 2, kind, sink);
    replaced.append(text.substr(end));
  }
  Require(replaced.size() == ReplacedSize(text, needle, "<>", count));
  if (needle.empty()) return;
  size_t fields = 0, bytes = 0;
  SeparatorSplitter splitter(text, needle, -1);
  for (std::string_view field; splitter.Next(&field); ++fields) bytes += field.size();
  Require(fields == count + 1 && bytes + count * needle.size() == text.size());
  fields = 0;
  SeparatorSplitterFromRight from_right(text, needle, -1);
  for (std::string_view field; from_right.Next(&field); ++fields) {
  }
  Require(fields > 0);
}

void CheckKernels(std::string_view text, TextKind kind) {
  size_t fields = 0, fields_from_right = 0, bytes = 0;
  WhitespaceSplitter splitter(text, -1, kind);
  for (std::string_view field; splitter.Next(&field); ++fields) Require(!field.empty());
  WhitespaceSplitterFromRight from_right(text, -1, kind);
  for (std::string_view field; from_right.Next(&field); ++fields_from_right) {
  }
  Require(fields == fields_from_right);
  LineSplitter lines(text, LineEnds::kKeep, kind);
  for (std::string_view line; lines.Next(&line);) bytes += line.size();
  Require(bytes == text.size());
  Require(Made(AppendExpandedTabs, text, int64_t{8}, kind).size() ==
          ExpandedTabsSize(text, 8, kind));
  const std::string_view stripped = StripWhitespace(text, Side::kBoth, kind);
  Require(stripped.empty() == (fields == 0));
}

void CheckStr(std::string_view text) {
  Require(IsValidUtf8(text, Surrogates::kAllow));
  const size_t count = CountCodePoints(text);
  Require((count == text.size()) == IsAscii(text));
  for (const size_t index : {size_t{0}, count / 2, count}) {
    Require(OffsetOfCodePoint(text, index) == OffsetFromEnd(text, count - index));
  }
  CheckKernels(text, TextKind::kStr);
  for (const auto make : {AppendStrUpper, AppendStrLower, AppendStrTitle, AppendStrCapitalize,
                          AppendStrSwapCase, AppendStrCaseFold, AppendStrRepr}) {
    const std::string made = Made(make, text);
    Require(IsValidUtf8(made, Surrogates::kAllow));
    Require(CountCodePoints(made) <= 10 * count + 2);
  }
  Require(IsAscii(Made(AppendStrAscii, text)));
  Require(StrReprSize(text) == Made(AppendStrRepr, text).size());
  const std::string nfc = Made(AppendNormalized, text, NormalizationForm::kNfc);
  const std::string nfd = Made(AppendNormalized, text, NormalizationForm::kNfd);
  const std::string nfkd = Made(AppendNormalized, text, NormalizationForm::kNfkd);
  Require(IsNormalized(nfc, NormalizationForm::kNfc));
  Require(IsNormalized(nfd, NormalizationForm::kNfd));
  Require(Made(AppendNormalized, std::string_view(nfc), NormalizationForm::kNfd) == nfd);
  Require(Made(AppendNormalized, std::string_view(nfd), NormalizationForm::kNfc) == nfc);
  Require(Made(AppendNormalized, std::string_view(nfc), NormalizationForm::kNfkd) == nfkd);
  LookupName(text);
}

void Check(std::string_view input) {
  const auto codec =
      static_cast<Codec>(static_cast<uint8_t>(input[0]) %
                         (static_cast<int>(Codec::kFirstSingleByte) + kSingleByteCodecCount));
  const auto handler = static_cast<ErrorHandler>(static_cast<uint8_t>(input[1]) % 8);
  const std::string_view bytes = input.substr(3);
  const size_t needle_size = static_cast<uint8_t>(input[2]) % (bytes.size() + 1);

  CheckKernels(bytes, TextKind::kBytes);
  CheckSearch(bytes.substr(needle_size), bytes.substr(0, needle_size), TextKind::kBytes);
  Require(BytesReprSize(bytes) == Made(AppendBytesRepr, bytes).size());

  std::string text, back;
  StringSink text_sink(text), back_sink(back);
  if (const auto error = Decode(codec, bytes, handler, text_sink)) {
    Require(error->start < error->end && error->end + error->object_offset <= bytes.size());
    Made(AppendDecodeErrorMessage, *error, bytes.substr(error->object_offset));
    return;
  }
  CheckStr(text);
  CheckSearch(text, text.substr(0, OffsetOfCodePoint(text, needle_size)), TextKind::kStr);
  if (const auto error = Encode(codec, text, handler, back_sink)) {
    Require(error->start < error->end && error->end <= CountCodePoints(text));
    Made(AppendEncodeErrorMessage, *error, text);
    return;
  }
  const bool round_trip = codec == Codec::kUtf8 || codec == Codec::kLatin1 ||
                          codec == Codec::kUtf16Be || codec == Codec::kUtf32Le;
  if (handler == ErrorHandler::kStrict && round_trip) Require(back == bytes);
}

}  // namespace
}  // namespace pysub

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  pysub::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
