// Most text is normalised already: a quick check per code point finds the stretches that may not
// be, and only those are decomposed, put in canonical order and composed again.
//
// Sorting a run of combining marks needs no memory beyond a small array: a longer run (only hostile
// text has one) is read once per combining class that occurs in it, of which there are about fifty.
#include "lexer/unicode/normalize.h"

#include <algorithm>
#include <bitset>
#include <iterator>

#include "lexer/base/stop_check.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

#include "lexer/unicode/normalization_tables.inc"

constexpr char32_t kSBase = 0xAC00, kLBase = 0x1100, kVBase = 0x1161, kTBase = 0x11A7;
constexpr char32_t kLCount = 19, kVCount = 21, kTCount = 28;
constexpr char32_t kSCount = kLCount * kVCount * kTCount;

// kQuickCheck: what happens to a code point; the upper byte is its combining class.
enum QuickCheck : uint16_t {
  kChangesInNfd = 1 << 0,
  kChangesInNfkd = 1 << 1,
  kChangesInNfc = 1 << 2,
  kChangesInNfkc = 1 << 3,
  kMayCombineBackward = 1 << 4,
};

uint16_t QuickCheckOf(char32_t c) {
  const size_t block = kQuickCheckStage1[c >> kQuickCheckShift];
  return kQuickCheckStage2[(block << kQuickCheckShift) + (c & ((1u << kQuickCheckShift) - 1))];
}

// kDecompositions at the offset of a code point: tag << 8 | UTF-16 units, then the units.
const uint16_t* DecompositionEntry(char32_t c) {
  const size_t block = kDecompositionStage1[c >> kDecompositionShift];
  const size_t low = c & ((1u << kDecompositionShift) - 1);
  return &kDecompositions[kDecompositionStage2[(block << kDecompositionShift) + low]];
}

// Calls use(code point) for each part of a decomposition entry.
template <class Use>
void ForEachPart(const uint16_t* entry, Use use) {
  const int units = *entry & 0xFF;
  for (int i = 1; i <= units; ++i) {
    char32_t c = entry[i];
    if (c >= 0xD800 && c < 0xDC00) c = ((c - 0xD7C0) << 10) + (entry[++i] - 0xDC00u);
    use(c);
  }
}

enum class Compatibility : uint8_t { kNo, kYes };

// The whole decomposition of one code point. Recursion ends with the tables, four levels deep.
void Decompose(char32_t c, Compatibility compatibility, char32_t* out, int* size) {
  if (c - kSBase < kSCount) {
    const char32_t index = c - kSBase;
    out[(*size)++] = kLBase + index / (kVCount * kTCount);
    out[(*size)++] = kVBase + index / kTCount % kVCount;
    if (index % kTCount != 0) out[(*size)++] = kTBase + index % kTCount;
    return;
  }
  const uint16_t* entry = DecompositionEntry(c);
  const int tag = *entry >> 8;
  if (*entry == 0 || (tag != 0 && compatibility == Compatibility::kNo)) {
    out[(*size)++] = c;
    return;
  }
  ForEachPart(entry, [&](char32_t part) { Decompose(part, compatibility, out, size); });
}

// What `first` and `second` compose to, or 0.
char32_t Compose(char32_t first, char32_t second) {
  if (first - kLBase < kLCount && second - kVBase < kVCount) {
    return kSBase + ((first - kLBase) * kVCount + (second - kVBase)) * kTCount;
  }
  if (first - kSBase < kSCount && (first - kSBase) % kTCount == 0 && second > kTBase &&
      second < kTBase + kTCount) {
    return first + (second - kTBase);
  }
  const uint64_t key = static_cast<uint64_t>(first) << 21 | second;
  const uint64_t* at = std::lower_bound(std::begin(kComposeKeys), std::end(kComposeKeys), key);
  if (at == std::end(kComposeKeys) || *at != key) return 0;
  return kComposeResults[at - std::begin(kComposeKeys)];
}

// A character with its combining class. Those of class 0 are starters, and marks behind them are
// put in the order of their classes.
struct Mark {
  char32_t code_point;
  uint8_t combining;
};

// Reads a stretch of text as its decomposition. Copying one remembers the place.
class DecomposedText {
 public:
  DecomposedText(std::string_view text, Compatibility compatibility)
      : text_(text), compatibility_(compatibility) {
    Fill();
  }
  bool AtEnd() const { return used_ == size_; }
  Mark Peek() const {
    const char32_t c = parts_[used_];
    return {c, static_cast<uint8_t>(QuickCheckOf(c) >> 8)};
  }
  void Advance() {
    if (++used_ == size_) Fill();
  }

 private:
  void Fill() {
    used_ = size_ = 0;
    if (text_.empty()) return;
    const DecodedCodePoint c = DecodeUtf8(text_);
    text_.remove_prefix(static_cast<size_t>(c.size));
    Decompose(c.code_point, compatibility_, parts_, &size_);
  }

  std::string_view text_;
  Compatibility compatibility_;
  int used_ = 0, size_ = 0;
  char32_t parts_[kMaxDecomposition];
};

// Takes starters and runs of marks in canonical order, composes them if asked to, and writes them.
class Composer {
 public:
  Composer(bool composes, ChunkedSink* out) : composes_(composes), out_(out) {}

  void AddStarter(char32_t c) {
    if (has_starter_ && composes_) {
      const char32_t composed = Compose(starter_, c);
      if (composed != 0) {
        starter_ = composed;
        return;
      }
    }
    Finish();
    starter_ = c;
    has_starter_ = true;
  }

  // `for_each(use)` calls use(Mark) for each mark in canonical order, as often as it is called. Of
  // the marks of one class, only a prefix can be composed: the first that cannot be blocks the
  // rest.
  template <class ForEach>
  void AddRun(ForEach for_each) {
    if (!composes_ || !has_starter_) {
      Finish();
      for_each([this](Mark mark) { out_->Append(mark.code_point); });
      return;
    }
    // Which marks the starter swallows, as a list of classes with their counts.
    struct Swallowed {
      uint8_t combining;
      size_t count;
    };
    Swallowed swallowed[256];
    int classes = 0;
    size_t left = 0;
    int blocked = 0;
    for_each([&](Mark mark) {
      const char32_t composed = mark.combining == blocked ? 0 : Compose(starter_, mark.code_point);
      if (composed == 0) {
        blocked = mark.combining;
        ++left;
        return;
      }
      starter_ = composed;
      if (classes == 0 || swallowed[classes - 1].combining != mark.combining) {
        swallowed[classes++] = {mark.combining, 0};
      }
      ++swallowed[classes - 1].count;
    });
    if (left == 0) return;  // the next starter may compose with this one
    Finish();
    int next = 0;
    for_each([&](Mark mark) {
      while (next < classes && swallowed[next].combining < mark.combining) ++next;
      if (next < classes && swallowed[next].combining == mark.combining &&
          swallowed[next].count > 0) {
        --swallowed[next].count;
      } else {
        out_->Append(mark.code_point);
      }
    });
  }

  void Finish() {
    if (has_starter_) out_->Append(starter_);
    has_starter_ = false;
  }

 private:
  bool composes_;
  bool has_starter_ = false;
  char32_t starter_ = 0;
  ChunkedSink* out_;
};

constexpr size_t kSortedMarks = 32;

// Takes a run of marks off `text`.
void AddRunOfMarks(DecomposedText* text, Composer* composer, StopCheck* stop) {
  const DecomposedText start = *text;
  Mark marks[kSortedMarks];
  size_t count = 0;
  std::bitset<256> classes;
  for (; !text->AtEnd() && text->Peek().combining != 0 && !IsOver(stop); text->Advance()) {
    const Mark mark = text->Peek();
    classes.set(mark.combining);
    if (count < kSortedMarks) {
      // Insertion keeps the order of marks of one class.
      size_t at = count;
      for (; at > 0 && marks[at - 1].combining > mark.combining; --at) marks[at] = marks[at - 1];
      marks[at] = mark;
    }
    ++count;
  }
  if (count <= kSortedMarks) {
    composer->AddRun([&](auto use) {
      for (size_t i = 0; i < count; ++i) use(marks[i]);
    });
    return;
  }
  composer->AddRun([&](auto use) {
    for (size_t combining = 1; combining < 256; ++combining) {
      if (!classes.test(combining)) continue;
      DecomposedText at = start;
      for (size_t i = 0; i < count && !IsOver(stop); ++i, at.Advance()) {
        const Mark mark = at.Peek();
        if (mark.combining == combining) use(mark);
      }
    }
  });
}

// Unicode Standard Annex 15: decompose, sort the marks behind each starter, and compose again for
// NFC and NFKC. A stretch may be one starter with a million marks, so the sort must not be
// quadratic.
void NormalizeStretch(std::string_view stretch, Compatibility compatibility, bool composes,
                      ChunkedSink* out, StopCheck* stop) {
  DecomposedText text(stretch, compatibility);
  Composer composer(composes, out);
  while (!text.AtEnd() && !IsOver(stop)) {
    const Mark next = text.Peek();
    if (next.combining == 0) {
      composer.AddStarter(next.code_point);
      text.Advance();
    } else {
      AddRunOfMarks(&text, &composer, stop);
    }
  }
  composer.Finish();
}

// Compares what it is given with a text.
class ComparingSink {
 public:
  explicit ComparingSink(std::string_view expected) : expected_(expected) {}
  bool Append(std::string_view piece) {
    equal_ = equal_ && expected_.starts_with(piece);
    if (equal_) expected_.remove_prefix(piece.size());
    return equal_;
  }
  bool IsEqual() const { return equal_ && expected_.empty(); }

 private:
  std::string_view expected_;
  bool equal_ = true;
};

}  // namespace

Decomposition DecompositionOf(char32_t c) {
  // The order is that of kTags in tools/unicode/generate_tables.cc.
  static constexpr std::string_view kTags[] = {
      "",           "<font>",   "<noBreak>", "<initial>",  "<medial>",   "<final>",
      "<isolated>", "<circle>", "<super>",   "<sub>",      "<vertical>", "<wide>",
      "<narrow>",   "<small>",  "<square>",  "<fraction>", "<compat>"};
  const uint16_t* entry = DecompositionEntry(c);
  Decomposition result;
  result.tag = kTags[*entry >> 8];
  ForEachPart(entry, [&](char32_t part) { result.code_points[result.size++] = part; });
  return result;
}

std::optional<NormalizationForm> FindNormalizationForm(std::string_view name) {
  if (name == "NFC") return NormalizationForm::kNfc;
  if (name == "NFD") return NormalizationForm::kNfd;
  if (name == "NFKC") return NormalizationForm::kNfkc;
  if (name == "NFKD") return NormalizationForm::kNfkd;
  return std::nullopt;
}

// Most text is normalised already. Stretches without a suspicious character are copied as they are;
// only those between are worked on.
void AppendNormalizedUntil(std::string_view text, NormalizationForm form, SinkRef sink,
                           StopCheck* stop) {
  const bool composes = form == NormalizationForm::kNfc || form == NormalizationForm::kNfkc;
  const bool compatible = form == NormalizationForm::kNfkc || form == NormalizationForm::kNfkd;
  const int changes = composes ? (compatible ? kChangesInNfkc : kChangesInNfc)
                               : (compatible ? kChangesInNfkd : kChangesInNfd);
  // A code point with one of these is not left alone; one with none begins a new stretch: what
  // stands before it does not touch it.
  const int unsafe = 0xFF00 | changes | (composes ? kMayCombineBackward : 0);

  ChunkedSink out(sink);
  size_t written = 0;        // text before this is done
  size_t last_boundary = 0;  // start of the code point before `at`, if that is a boundary
  size_t at = 0;
  while (at < text.size() && !out.full() && !IsOver(stop)) {
    const size_t run = AsciiPrefix(text.substr(at));
    if (run > 0) {
      at += run;
      last_boundary = at - 1;
      continue;
    }
    const DecodedCodePoint c = DecodeUtf8(text, at);
    if ((QuickCheckOf(c.code_point) & unsafe) == 0) {
      last_boundary = at;
      at += static_cast<size_t>(c.size);
      continue;
    }
    // From the boundary before it up to the next one.
    out.Append(text.substr(written, last_boundary - written));
    do {
      at += static_cast<size_t>(DecodeUtf8(text, at).size);
    } while (at < text.size() && (QuickCheckOf(DecodeUtf8(text, at).code_point) & unsafe) != 0 &&
             !IsOver(stop));
    NormalizeStretch(text.substr(last_boundary, at - last_boundary),
                     compatible ? Compatibility::kYes : Compatibility::kNo, composes, &out, stop);
    written = last_boundary = at;
  }
  out.Append(text.substr(written));
}

void AppendNormalized(std::string_view text, NormalizationForm form, SinkRef sink) {
  AppendNormalizedUntil(text, form, sink, nullptr);
}

bool IsNormalized(std::string_view text, NormalizationForm form, StopCheck* stop) {
  if (IsAscii(text)) return true;
  ComparingSink sink(text);
  AppendNormalizedUntil(text, form, sink, stop);
  return sink.IsEqual();
}

}  // namespace pysub
