// Names in about 290 KB.
//
// Names have ordinals: characters in the order of their code points, then aliases, then named
// sequences. A name is a list of words. Words are sorted, front-coded, in blocks of kWordsPerBlock;
// the most frequent have one-byte codes, the others two. Names lie in blocks of kNamesPerBlock;
// each begins with a byte that says how many words it shares with the name before it (low half) and
// how many word codes follow (high half). Finding a name goes through a hash table of ordinals and
// compares the candidates. Names that end in their code point (ideographs) and Hangul syllables are
// computed. tools/unicode/generate_tables.cc writes the tables.
#include "lexer/unicode/unicode_names.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

#include "lexer/unicode/name_tables.inc"

constexpr char32_t kHangulBase = 0xAC00;
constexpr int kHangulVowels = 21, kHangulTails = 28;
constexpr int kHangulCount = 19 * kHangulVowels * kHangulTails;
constexpr std::string_view kHangulPrefix = "HANGUL SYLLABLE ";
constexpr std::string_view kUnifiedIdeograph = "CJK UNIFIED IDEOGRAPH-";
constexpr std::string_view kLeads[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                       "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
constexpr std::string_view kVowels[] = {"A",   "AE", "YA", "YAE", "EO", "E",  "YEO",
                                        "YE",  "O",  "WA", "WAE", "OE", "YO", "U",
                                        "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
constexpr std::string_view kTails[] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH", "D", "L",  "LG",
                                       "LM", "LB", "LS", "LT", "LP", "LH", "M",  "B", "BS", "S",
                                       "SS", "NG", "J",  "C",  "K",  "T",  "P",  "H"};

// A name under construction. Every name fits (checked by the test that reads all of them).
class NameBuffer {
 public:
  explicit NameBuffer(char* out) : out_(out) {}
  void Append(std::string_view piece) {
    memcpy(out_ + size_, piece.data(), piece.size());
    size_ += piece.size();
  }
  void Truncate(size_t size) { size_ = size; }
  std::string_view view() const { return {out_, size_}; }

 private:
  char* out_;
  size_t size_ = 0;
};

void AppendWord(size_t index, NameBuffer* name) {
  char word[kMaxNameSize];
  size_t size = 0;
  const uint8_t* at = &kWordBytes[kWordBlocks[index / kWordsPerBlock]];
  for (size_t left = index % kWordsPerBlock + 1; left > 0; --left) {
    const size_t shared = *at & 15;
    size_t rest = *at++ >> 4;
    if (rest == 15) rest = *at++;
    memcpy(word + shared, at, rest);
    at += rest;
    size = shared + rest;
  }
  name->Append({word, size});
}

// Codes of the words of a name; the next name of a block that shares words copies none of their
// bytes.
struct Words {
  // Goes from one name of a block to the next one.
  const uint8_t* Next(const uint8_t* at) {
    count = *at & 15;
    for (int fresh = *at++ >> 4; fresh > 0; --fresh) {
      const int code = *at++;
      codes[count++] = code < kShortCodes
                           ? kFrequentWords[code]
                           : static_cast<uint16_t>((code - kShortCodes) << 8 | *at++);
    }
    return at;
  }
  // The name, in `out`, which has room for kMaxNameSize.
  std::string_view Join(char* out) const {
    NameBuffer name(out);
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) name.Append(" ");
      AppendWord(codes[i], &name);
    }
    return name.view();
  }
  uint16_t codes[32];
  size_t count = 0;
};

// The name with this ordinal, in `out`.
std::string_view NameAt(size_t ordinal, char* out) {
  Words words;
  const uint8_t* at = &kNameBytes[kNameBlocks[ordinal / kNamesPerBlock]];
  for (size_t left = ordinal % kNamesPerBlock + 1; left > 0; --left) at = words.Next(at);
  return words.Join(out);
}

uint32_t HashName(std::string_view name) {  // FNV-1a; generate_tables.cc has the same
  uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return hash;
}

using NameSlots = uint16_t[std::size(kNameSlots)];

#ifdef __wasm__
// A table of hashes is what no compression makes smaller: a page would load 90 KB for it. So the
// first search makes it, of all names (some 10 ms), and there is one thread that could.
const NameSlots& Slots() {
  constexpr size_t kAllNames = kCharacterNames + kAliasNames + std::size(kSequenceCodePoints) / 4;
  static NameSlots slots;
  static bool made = false;
  if (made) return slots;
  made = true;
  Words words;
  const uint8_t* at = kNameBytes;
  for (size_t ordinal = 0; ordinal < kAllNames; ++ordinal) {
    at = words.Next(at);
    char name[kMaxNameSize];
    size_t slot = HashName(words.Join(name)) % std::size(slots);
    while (slots[slot] != 0) slot = (slot + 1) % std::size(slots);
    slots[slot] = static_cast<uint16_t>(ordinal + 1);
  }
  return slots;
}
#else
const NameSlots& Slots() { return kNameSlots; }
#endif

// Takes the longest entry of `parts` off the front of `text` and gives its index.
template <size_t kSize>
int TakeLongest(const std::string_view (&parts)[kSize], std::string_view* text) {
  int best = -1;
  for (size_t i = 0; i < kSize; ++i) {
    if (text->starts_with(parts[i]) && (best < 0 || parts[i].size() > parts[best].size())) {
      best = static_cast<int>(i);
    }
  }
  if (best >= 0) text->remove_prefix(parts[best].size());
  return best;
}

// Code point of "HANGUL SYLLABLE ...", given what follows the prefix, or kMaxCodePoint + 1.
char32_t HangulSyllable(std::string_view rest) {
  const int lead = TakeLongest(kLeads, &rest);
  const int vowel = TakeLongest(kVowels, &rest);
  const int tail = TakeLongest(kTails, &rest);
  if (lead < 0 || vowel < 0 || tail < 0 || !rest.empty()) return kMaxCodePoint + 1;
  return kHangulBase + static_cast<char32_t>((lead * kHangulVowels + vowel) * kHangulTails + tail);
}

// Four or five upper-case hexadecimal digits, or kMaxCodePoint + 1.
char32_t HexCodePoint(std::string_view digits) {
  constexpr char32_t kNone = kMaxCodePoint + 1;
  if (digits.size() < 4 || digits.size() > 5) return kNone;
  char32_t value = 0;
  for (const char c : digits) {
    if (c >= '0' && c <= '9') {
      value = value * 16 + static_cast<char32_t>(c - '0');
    } else if (c >= 'A' && c <= 'F') {
      value = value * 16 + static_cast<char32_t>(c - 'A' + 10);
    } else {
      return kNone;
    }
  }
  return value;
}

// kPatternRanges is a list of (first, last, index in kPatterns). Gives -1: not in any.
int PatternOf(char32_t c) {
  for (size_t i = 0; i < std::size(kPatternRanges); i += 3) {
    if (c >= kPatternRanges[i] && c <= kPatternRanges[i + 1]) {
      return static_cast<int>(kPatternRanges[i + 2]);
    }
  }
  return -1;
}

}  // namespace

// Names of Hangul syllables and of CJK ideographs follow from their numbers. The others are lists
// of words, and a word is stored once.
std::string_view NameOf(char32_t c, char (&buffer)[kMaxNameSize]) {
  if (c >= kHangulBase && c < kHangulBase + kHangulCount) {
    const int index = static_cast<int>(c - kHangulBase);
    NameBuffer name(buffer);
    name.Append(kHangulPrefix);
    name.Append(kLeads[index / (kHangulVowels * kHangulTails)]);
    name.Append(kVowels[index / kHangulTails % kHangulVowels]);
    name.Append(kTails[index % kHangulTails]);
    return name.view();
  }
  const int pattern = PatternOf(c);
  if (pattern >= 0) {
    NameBuffer name(buffer);
    name.Append(kPatterns[pattern]);
    for (int shift = c < 0x10000 ? 12 : 16; shift >= 0; shift -= 4) {
      name.Append({&"0123456789ABCDEF"[(c >> shift) & 15], 1});
    }
    return name.view();
  }
  // Runs of code points with consecutive ordinals; the last entry is a sentinel.
  const uint32_t* run = std::upper_bound(std::begin(kNameRunFirst), std::end(kNameRunFirst), c);
  if (run == std::begin(kNameRunFirst) || run == std::end(kNameRunFirst)) return {};
  const size_t index = static_cast<size_t>(run - std::begin(kNameRunFirst)) - 1;
  const size_t ordinal = kNameRunOrdinal[index] + (c - kNameRunFirst[index]);
  if (ordinal >= kNameRunOrdinal[index + 1]) return {};
  return NameAt(ordinal, buffer);
}

NamedCharacters LookupName(std::string_view name) {
  if (name.size() >= kMaxNameSize) return {};
  char upper[kMaxNameSize];
  AsciiUpper(name, upper);
  const std::string_view wanted(upper, name.size());

  // CPython computes these two from the name as it is written: lower case does not match, and a
  // fifth digit may be a zero in front.
  if (name.starts_with(kHangulPrefix)) {
    const char32_t c = HangulSyllable(name.substr(kHangulPrefix.size()));
    return c <= kMaxCodePoint ? NamedCharacters{1, {c}} : NamedCharacters{};
  }
  if (name.starts_with(kUnifiedIdeograph)) {
    const char32_t c = HexCodePoint(name.substr(kUnifiedIdeograph.size()));
    const int pattern = PatternOf(c);
    const bool found = pattern >= 0 && kPatterns[pattern] == kUnifiedIdeograph;
    return found ? NamedCharacters{1, {c}} : NamedCharacters{};
  }
  for (size_t i = 0; i < std::size(kPatterns); ++i) {
    if (kPatterns[i] == kUnifiedIdeograph || !wanted.starts_with(kPatterns[i])) continue;
    const std::string_view digits = wanted.substr(kPatterns[i].size());
    const char32_t c = HexCodePoint(digits);
    const bool shortest = digits.size() == 4 || c >= 0x10000;
    if (shortest && PatternOf(c) == static_cast<int>(i)) return {1, {c}};
  }

  const NameSlots& slots = Slots();
  size_t slot = HashName(wanted) % std::size(slots);
  for (; slots[slot] != 0; slot = (slot + 1) % std::size(slots)) {
    const size_t ordinal = slots[slot] - 1u;
    char candidate[kMaxNameSize];
    if (NameAt(ordinal, candidate) != wanted) continue;
    if (ordinal < kCharacterNames) {
      const uint16_t* run =
          std::upper_bound(std::begin(kNameRunOrdinal), std::end(kNameRunOrdinal), ordinal) - 1;
      const auto index = run - std::begin(kNameRunOrdinal);
      return {1, {static_cast<char32_t>(kNameRunFirst[index] + (ordinal - *run))}};
    }
    if (ordinal < kCharacterNames + kAliasNames) {
      return {1, {kAliasCodePoints[ordinal - kCharacterNames]}};
    }
    NamedCharacters found;
    const auto* points = &kSequenceCodePoints[(ordinal - kCharacterNames - kAliasNames) * 4];
    while (found.size < kMaxNamedSequence && points[found.size] != 0) {
      found.code_points[found.size] = points[found.size];
      ++found.size;
    }
    return found;
  }
  return {};
}

}  // namespace pysub
