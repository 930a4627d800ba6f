// Text primitives, on prose of three kinds: ASCII, mostly ASCII (French), and nothing ASCII
// (Greek).
#include <benchmark/benchmark.h>

#include <string>

#include "lexer/unicode/codecs.h"
#include "lexer/unicode/normalize.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_names.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

constexpr size_t kTextBytes = 4096;

enum Prose { kAscii, kFrench, kGreek };

std::string TextOf(int64_t prose) {
  const std::string_view sentence =
      prose == kAscii    ? "The quick brown fox jumps over the lazy dog.\n"
      : prose == kFrench ? "Voix ambiguë d'un cœur qui, au zéphyr, préfère.\n"
                         : "Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία.\n";
  std::string text;
  while (text.size() < kTextBytes) text += sentence;
  return text;
}

// A sink with the cost of a copy.
class BufferSink {
 public:
  explicit BufferSink(std::string& buffer) : buffer_(buffer) {}
  void Append(std::string_view piece) {
    memcpy(buffer_.data() + used_, piece.data(), piece.size());
    used_ += piece.size();
  }

 private:
  std::string& buffer_;
  size_t used_ = 0;
};

// work(text) gives something to keep.
template <class Work>
void OnText(const char* name, Work work) {
  benchmark::RegisterBenchmark(
      name,
      [work](benchmark::State& state) mutable {
        const std::string text = TextOf(state.range(0));
        for (auto _ : state) benchmark::DoNotOptimize(work(text));
        state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
      })
      ->Arg(kAscii)
      ->Arg(kFrench)
      ->Arg(kGreek);
}

// append(text, sink).
template <class Append>
void IntoSink(const char* name, Append append) {
  OnText(name, [append, buffer = std::string(kTextBytes * 4, 0)](const std::string& text) mutable {
    BufferSink sink(buffer);
    append(text, sink);
    return buffer[0];
  });
}

// work() gives something to keep.
template <class Work>
void Once(const char* name, Work work) {
  benchmark::RegisterBenchmark(name, [work](benchmark::State& state) mutable {
    for (auto _ : state) benchmark::DoNotOptimize(work());
  });
}

template <class Splitter>
size_t CountFields(Splitter splitter) {
  size_t fields = 0;
  for (std::string_view field; splitter.Next(&field);) ++fields;
  return fields;
}

using Text = const std::string&;

void RegisterReading() {
  OnText("Validate", [](Text t) { return IsValidUtf8(t, Surrogates::kRefuse); });
  OnText("CountCodePoints", [](Text t) { return CountCodePoints(t); });
  OnText("OffsetOfCodePoint1000", [](Text t) { return OffsetOfCodePoint(t, 1000); });
  OnText("FindAbsent", [](Text t) { return FindBytes(t, "lazy cat"); });
  OnText("FindLastAbsent", [](Text t) { return FindLastBytes(t, "lazy cat"); });
  OnText("FindAbsentGreek", [](Text t) { return FindBytes(t, "ψυχῆς"); });
  OnText("CountLetter", [](Text t) { return CountBytes(t, "o"); });
  OnText("ReprSize", [](Text t) { return StrReprSize(t); });
  OnText("IsNfc", [](Text t) { return IsNormalized(t, NormalizationForm::kNfc); });
  OnText("SplitWhitespace",
         [](Text t) { return CountFields(WhitespaceSplitter(t, -1, TextKind::kStr)); });
  OnText("SplitSpace", [](Text t) { return CountFields(SeparatorSplitter(t, " ", -1)); });
  OnText("SplitLines",
         [](Text t) { return CountFields(LineSplitter(t, LineEnds::kDrop, TextKind::kStr)); });
}

void RegisterWriting() {
  IntoSink("Upper", [](Text t, BufferSink& sink) { AppendStrUpper(t, sink); });
  IntoSink("Lower", [](Text t, BufferSink& sink) { AppendStrLower(t, sink); });
  IntoSink("Title", [](Text t, BufferSink& sink) { AppendStrTitle(t, sink); });
  IntoSink("Repr", [](Text t, BufferSink& sink) { AppendStrRepr(t, sink); });
  IntoSink("Nfd",
           [](Text t, BufferSink& sink) { AppendNormalized(t, NormalizationForm::kNfd, sink); });
  IntoSink("Replace", [](Text t, BufferSink& sink) {
    AppendReplaced(t, " ", "__", 0, SIZE_MAX, TextKind::kStr, sink);
  });
  IntoSink("EncodeUtf16", [](Text t, BufferSink& sink) {
    Encode(Codec::kUtf16Le, t, ErrorHandler::kStrict, sink);
  });
  IntoSink("DecodeUtf8",
           [](Text t, BufferSink& sink) { Decode(Codec::kUtf8, t, ErrorHandler::kStrict, sink); });
}

void RegisterShort() {
  Once("ShortUpper", [buffer = std::string(64, 0)]() mutable {
    BufferSink sink(buffer);
    AppendStrUpper("hello", sink);
    return buffer[0];
  });
  Once("ShortRepr", [buffer = std::string(64, 0)]() mutable {
    BufferSink sink(buffer);
    AppendStrRepr("hello", sink);
    return buffer[0];
  });
  Once("ShortStrip", [text = std::string("  hello ")] {
    return StripWhitespace(text, Side::kBoth, TextKind::kStr).size();
  });
  Once("ShortFind", [text = std::string("key=value"), needle = std::string("va")] {
    return FindBytes(text, needle);
  });
  Once("CategoryOf", [c = char32_t{0}]() mutable {
    c = (c + 977) % 0x20000;
    return CategoryOf(c);
  });
  Once("LookupName", [] { return LookupName("GREEK SMALL LETTER ALPHA WITH TONOS").size; });
  Once("NameOf", [] {
    char buffer[kMaxNameSize];
    return NameOf(0x3AC, buffer).size();
  });
  Once("FindCodec", [name = std::string("latin-1")] { return FindCodec(name); });
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) {
  pysub::RegisterReading();
  pysub::RegisterWriting();
  pysub::RegisterShort();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
