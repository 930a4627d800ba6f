// Asks pysub what write_digests.py asked CPython, in the same order, and compares the digests of
// the answers. PYSUB_TOPIC=topic prints the answers to one topic, to be compared with the script's.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/unicode/codecs.h"
#include "lexer/unicode/normalize.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_names.h"
#include "lexer/unicode/unicode_properties.h"

namespace pysub {
namespace {

constexpr auto kCrcTable = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    table[i] = crc;
  }
  return table;
}();

struct Digest {
  uint32_t crc = 0;
  uint64_t count = 0;
  bool operator==(const Digest&) const = default;
};

class Digests {
 public:
  Digests() : only_(getenv("PYSUB_TOPIC")) {}

  void Answer(const std::string& topic, std::string_view data) {
    Digest& digest = of_[topic];
    if (only_ != nullptr && topic == only_) Print(digest.count, data);
    uint32_t crc = ~digest.crc;
    for (const char c : data) crc = crc >> 8 ^ kCrcTable[(crc ^ static_cast<uint8_t>(c)) & 0xFF];
    crc = crc >> 8 ^ kCrcTable[(crc ^ '\n') & 0xFF];
    digest.crc = ~crc;
    ++digest.count;
  }

  const std::map<std::string, Digest>& all() const { return of_; }

 private:
  static void Print(uint64_t count, std::string_view data) {
    std::string line = std::to_string(count) + " ";
    StringSink sink(line);
    AppendBytesRepr(data, sink);
    puts(line.c_str());
  }

  const char* only_;
  std::map<std::string, Digest> of_;
};

Digests& TheDigests() {
  static Digests digests;
  return digests;
}
void Answer(const std::string& topic, std::string_view data) { TheDigests().Answer(topic, data); }

// Compares all topics answered so far that CPython answered too; each test leaves its own.
void ExpectDigestsOf(const std::function<bool(const std::string&)>& is_mine) {
  std::ifstream file("tests/unit/unicode/cpython_digests.txt");
  ASSERT_TRUE(file.is_open());
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(';'), second = line.rfind(';');
    if (line[0] == '#' || first == std::string::npos) continue;
    const std::string topic = line.substr(0, first);
    if (!is_mine(topic)) continue;
    const auto it = TheDigests().all().find(topic);
    ASSERT_NE(it, TheDigests().all().end()) << topic << " was not asked";
    const auto crc = static_cast<uint32_t>(
        strtoul(line.substr(first + 1, second - first - 1).c_str(), nullptr, 16));
    EXPECT_EQ(it->second.count, strtoull(line.c_str() + second + 1, nullptr, 10)) << topic;
    EXPECT_EQ(it->second.crc, crc) << topic;
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

std::string Text(char32_t c) {
  char bytes[4];
  return std::string(bytes, static_cast<size_t>(EncodeUtf8(c, bytes)));
}

std::string Number(int64_t value) { return value < 0 ? "-" : std::to_string(value); }

// The result of a function that appends to a sink.
template <class Function, class... Arguments>
std::string Made(Function function, Arguments... arguments) {
  std::string result;
  StringSink sink(result);
  function(arguments..., SinkRef(sink));
  return result;
}

// float.hex(), as CPython writes it.
std::string FloatHex(double value) {
  char text[64];
  if (value == 0) return "0x0.0p+0";
  snprintf(text, sizeof text, "%.13a", value);
  return text;
}

constexpr std::pair<const char*, NormalizationForm> kForms[] = {{"NFC", NormalizationForm::kNfc},
                                                                {"NFD", NormalizationForm::kNfd},
                                                                {"NFKC", NormalizationForm::kNfkc},
                                                                {"NFKD", NormalizationForm::kNfkd}};

std::string Bits(std::initializer_list<bool> bits) {
  std::string text;
  for (const bool bit : bits) text += bit ? '1' : '0';
  return text;
}

void AnswerProperties(char32_t cp) {
  const std::string c = Text(cp);
  Answer("category", CategoryName(CategoryOf(cp)));
  Answer("bidirectional", BidirectionalClass(cp));
  Answer("combining", Number(CombiningClass(cp)));
  Answer("east_asian_width", EastAsianWidth(cp));
  Answer("mirrored", Number(IsMirrored(cp)));
  const Decomposition decomposition = DecompositionOf(cp);
  std::string parts(decomposition.tag);
  for (int i = 0; i < decomposition.size; ++i) {
    char hex[16];
    snprintf(hex, sizeof hex, "%s%04X", parts.empty() ? "" : " ",
             static_cast<unsigned>(decomposition.code_points[i]));
    parts += hex;
  }
  Answer("decomposition", parts);
  Answer("decimal", Number(DecimalValue(cp)));
  Answer("digit", Number(DigitValue(cp)));
  const NumericValue numeric = NumericValueOf(cp);
  Answer("numeric", numeric.has_value() ? FloatHex(numeric.AsDouble()) : "-");
  char name[kMaxNameSize];
  Answer("name", NameOf(cp, name));
  Answer("upper", Made(AppendStrUpper, c));
  Answer("lower", Made(AppendStrLower, c));
  Answer("title", Made(AppendStrTitle, c));
  Answer("capitalize", Made(AppendStrCapitalize, c));
  Answer("swapcase", Made(AppendStrSwapCase, c));
  Answer("casefold", Made(AppendStrCaseFold, c));
  Answer("predicates", Bits({StrIsAlpha(c), StrIsAlnum(c), StrIsDecimal(c), StrIsDigit(c),
                             StrIsNumeric(c), StrIsLower(c), StrIsUpper(c), StrIsTitle(c),
                             StrIsSpace(c), StrIsPrintable(c), StrIsIdentifier(c)}));
  Answer("identifier part", Bits({StrIsIdentifier("a" + c)}));
  const std::string lines = "x" + c + "x";
  LineSplitter splitter(lines, LineEnds::kDrop, TextKind::kStr);
  int count = 0;
  for (std::string_view line; splitter.Next(&line);) ++count;
  Answer("line break", Number(count));
  Answer("sigma", Made(AppendStrLower, "aΣ" + c) + Made(AppendStrLower, "aΣ" + c + "a") +
                      Made(AppendStrLower, c + "Σ"));
  Answer("repr", Made(AppendStrRepr, c));
  for (const auto& [form_name, form] : kForms) {
    Answer(form_name, Made(AppendNormalized, c, form));
    Answer(std::string("is ") + form_name, Bits({IsNormalized(c, form)}));
  }
}

// The same numbers as in the script.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Below(uint64_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % limit;
  }
  template <class Items>
  auto Pick(const Items& items) {
    return items[Below(std::size(items))];
  }
  std::string Text(const std::vector<char32_t>& pool, uint64_t most) {
    std::string text;
    for (uint64_t left = Below(most + 1); left > 0; --left) text += pysub::Text(Pick(pool));
    return text;
  }
  std::string Data(const std::vector<std::string_view>& pieces, uint64_t most) {
    std::string data;
    for (uint64_t left = Below(most + 1); left > 0; --left) data += Pick(pieces);
    return data;
  }

 private:
  uint64_t state_;
};

using std::string_view_literals::operator""sv;

const std::vector<char32_t> kPool = {
    0x61,   0x62,   0x41,    0x42,    0x7A,    0x5A,    0x31,    0x20,    0x20,   0x09,
    0x0A,   0x0D,   0x0B,    0x1C,    0x1F,    0x85,    0xA0,    0x27,    0x22,   0x5C,
    0x2B,   0x2D,   0x2E,    0x5F,    0x7F,    0xDF,    0xE9,    0xC9,    0xAD,   0xB5,
    0xFF,   0x130,  0x131,   0x149,   0x17F,   0x1C4,   0x1C5,   0x1C6,   0x2B0,  0x308,
    0x345,  0x390,  0x3A3,   0x3C3,   0x3C2,   0x430,   0x416,   0x5D0,   0x660,  0xB2,
    0xBD,   0x10D0, 0x1C90,  0x13A0,  0xAB70,  0x1E9E,  0x1F80,  0x1FB3,  0x2028, 0x2029,
    0x2000, 0x3000, 0x2160,  0x4E00,  0xAC00,  0xD800,  0xDC80,  0xDFFF,  0xE000, 0xFB01,
    0xFEFF, 0xFFFD, 0x10400, 0x10428, 0x1D7CE, 0x1F600, 0xE0001, 0x10FFFF};
const std::vector<char32_t> kMarks = {
    0x61,    0x65,    0x41,    0x308,   0x301,   0x300,   0x323,   0x307,   0x327,   0x345,
    0x344,   0x5B0,   0x5BF,   0x64B,   0x3099,  0x304B,  0xE9,    0x1E69,  0x1EBF,  0x1100,
    0x1161,  0x11A8,  0xAC00,  0xAC01,  0xB47,   0xB3E,   0xB57,   0xDDD,   0xDCF,   0xFB2C,
    0xFB01,  0xFDFA,  0x2126,  0x212B,  0x1D15F, 0x1D165, 0x105D2, 0x105C9, 0x11382, 0x113C9,
    0x16D67, 0x16D63, 0x16D69, 0x1611E, 0x16121, 0x334,   0x338,   0x226D,  0x20D0,  0x31D};
const std::vector<std::string_view> kPieces = {"a"sv,
                                               "b"sv,
                                               "A"sv,
                                               "Z"sv,
                                               "1"sv,
                                               " "sv,
                                               "\t"sv,
                                               "\n"sv,
                                               "\r"sv,
                                               "\x0b"sv,
                                               "\x0c"sv,
                                               "\x1c"sv,
                                               "'"sv,
                                               "\""sv,
                                               "\\"sv,
                                               "+"sv,
                                               "-"sv,
                                               "\0"sv,
                                               "\x7f"sv,
                                               "\x80"sv,
                                               "\x85"sv,
                                               "\x8d"sv,
                                               "\xa0"sv,
                                               "\xc2"sv,
                                               "\xc3\xa9"sv,
                                               "\xe2\x82\xac"sv,
                                               "\xe2\x82"sv,
                                               "\xed\xa0\x80"sv,
                                               "\xed\xb2\x80"sv,
                                               "\xe0\x80"sv,
                                               "\xf0\x9f\x98\x80"sv,
                                               "\xf0\x9f\x98"sv,
                                               "\xf0\x8f"sv,
                                               "\xf4\x90\x80\x80"sv,
                                               "\xf5"sv,
                                               "\xff"sv,
                                               "\xff\xfe"sv,
                                               "\xfe\xff"sv,
                                               "\xef\xbb\xbf"sv,
                                               "\x3d\xd8"sv,
                                               "\x00\xde"sv,
                                               "\xd8\x3d"sv,
                                               "\xde\x00"sv,
                                               "\x00\xd8\x00\x00"sv,
                                               "\x00\x00\x11\x00"sv,
                                               "a\0\0\0"sv,
                                               "\0\0\0b"sv,
                                               "\\x41"sv,
                                               "\\x4"sv,
                                               "\\u20ac"sv,
                                               "\\u20"sv,
                                               "\\U0001F600"sv,
                                               "\\U00110000"sv,
                                               "\\N{DIGIT ONE}"sv,
                                               "\\N{nbsp}"sv,
                                               "\\N{NOTHING}"sv,
                                               "\\N{KEYCAP DIGIT ONE}"sv,
                                               "\\N{"sv,
                                               "\\N"sv,
                                               "\\101"sv,
                                               "\\777"sv,
                                               "\\n"sv,
                                               "\\q"sv,
                                               "\\\n"sv};
constexpr std::string_view kTextCodecs[] = {
    "utf-8",     "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be",      "utf-32",
    "utf-32-le", "utf-32-be", "ascii",  "latin-1",   "unicode_escape", "raw_unicode_escape",
    "cp1252",    "cp437",     "koi8-r", "cp037",     "mac_arabic",     "iso8859-7"};
constexpr std::string_view kHandlers[] = {
    "strict",      "ignore",          "replace",      "backslashreplace", "xmlcharrefreplace",
    "namereplace", "surrogateescape", "surrogatepass"};

std::string Joined(std::vector<std::string_view> fields, bool reversed = false) {
  if (reversed) std::reverse(fields.begin(), fields.end());
  std::string text;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) text += '|';
    text += fields[i];
  }
  return text;
}

template <class Splitter>
std::vector<std::string_view> All(Splitter splitter) {
  std::vector<std::string_view> fields;
  for (std::string_view field; splitter.Next(&field);) fields.push_back(field);
  return fields;
}

// What str.find() says of a byte offset.
std::string Position(std::string_view text, size_t offset, TextKind kind) {
  if (offset == kNotFound) return "-1";
  return std::to_string(kind == TextKind::kStr ? CountCodePoints(text.substr(0, offset)) : offset);
}

std::string Padded(std::string_view text, Padding padding, std::string_view fill) {
  std::string result = Made(AppendPadded, text, padding, fill);
  EXPECT_EQ(result.size(), PaddedSize(text.size(), padding, fill.size()));
  return result;
}

void AnswerMethods(TextKind kind, int rounds) {
  const bool is_str = kind == TextKind::kStr;
  Random r(is_str ? 1 : 2);
  const std::vector<char32_t> few(kPool.begin(), kPool.begin() + 12);
  const std::vector<std::string_view> few_pieces(kPieces.begin(), kPieces.begin() + 8);
  for (int round = 0; round < rounds; ++round) {
    const std::string s = is_str ? r.Text(kPool, 24) : r.Data(kPieces, 16);
    const std::string t = is_str ? r.Text(few, 2) : r.Data(few_pieces, 2);
    const std::string u = is_str ? r.Text(kPool, 3) : r.Data(kPieces, 3);
    const std::string chars = is_str ? r.Text(kPool, 12) : r.Data(kPieces, 12);
    const std::string fill =
        is_str ? Text(r.Pick(kPool)) : std::string(r.Pick(kPieces).substr(0, 1));
    const int64_t k = static_cast<int64_t>(r.Below(5)) - 1;
    const auto width = static_cast<int64_t>(r.Below(40));
    const auto tell = [&](const std::string& topic, const std::string& data) {
      Answer((is_str ? "str " : "bytes ") + topic, data);
    };
    const auto in_place = [&](void (*map)(std::string_view, char*)) {
      std::string copy = s;
      map(copy, copy.data());
      return copy;
    };

    if (is_str) {
      tell("upper", Made(AppendStrUpper, s));
      tell("lower", Made(AppendStrLower, s));
      tell("title", Made(AppendStrTitle, s));
      tell("capitalize", Made(AppendStrCapitalize, s));
      tell("swapcase", Made(AppendStrSwapCase, s));
      tell("casefold", Made(AppendStrCaseFold, s));
      tell("ascii", Made(AppendStrAscii, s));
      tell("repr", Made(AppendStrRepr, s));
      EXPECT_EQ(StrReprSize(s), Made(AppendStrRepr, s).size());
      EXPECT_EQ(StrAsciiSize(s), Made(AppendStrAscii, s).size());
    } else {
      tell("upper", in_place(AsciiUpper));
      tell("lower", in_place(AsciiLower));
      tell("title", in_place([](std::string_view in, char* out) { BytesTitle(in, out); }));
      tell("capitalize", in_place(BytesCapitalize));
      tell("swapcase", in_place(BytesSwapCase));
      tell("repr", Made(AppendBytesRepr, s));
      EXPECT_EQ(BytesReprSize(s), Made(AppendBytesRepr, s).size());
    }
    for (const std::string& x : {s, t, u}) {
      if (is_str) {
        tell("predicates",
             Bits({StrIsAlpha(x), StrIsAlnum(x), StrIsDigit(x), StrIsLower(x), StrIsUpper(x),
                   StrIsTitle(x), StrIsSpace(x), IsAscii(x), StrIsDecimal(x), StrIsNumeric(x),
                   StrIsPrintable(x), StrIsIdentifier(x)}));
      } else {
        tell("predicates", Bits({BytesIsAlpha(x), BytesIsAlnum(x), BytesIsDigit(x), BytesIsLower(x),
                                 BytesIsUpper(x), BytesIsTitle(x), BytesIsSpace(x), IsAscii(x)}));
      }
    }
    tell("split", Joined(All(WhitespaceSplitter(s, k, kind))));
    tell("rsplit", Joined(All(WhitespaceSplitterFromRight(s, k, kind)), true));
    tell("splitlines", Joined(All(LineSplitter(s, LineEnds::kDrop, kind))));
    tell("splitlines keep", Joined(All(LineSplitter(s, LineEnds::kKeep, kind))));
    if (!t.empty()) {
      tell("split by", Joined(All(SeparatorSplitter(s, t, k))));
      tell("rsplit by", Joined(All(SeparatorSplitterFromRight(s, t, k)), true));
      const Partition left = PartitionText(s, t), right = PartitionTextFromRight(s, t);
      tell("partition", Joined({left.before, left.separator, left.after}));
      tell("rpartition", Joined({right.before, right.separator, right.after}));
    }
    std::vector<char32_t> scratch(CharSet::ScratchSize(chars, kind));
    const CharSet set(chars, kind, scratch);
    for (const auto& [name, side] :
         {std::pair{"strip", Side::kBoth}, {"lstrip", Side::kLeft}, {"rstrip", Side::kRight}}) {
      tell(name, std::string(StripWhitespace(s, side, kind)));
      tell(std::string(name) + " chars", std::string(StripChars(s, set, side)));
    }
    const size_t replacements = CountReplacements(s, t, k, kind);
    std::string replaced;
    StringSink sink(replaced);
    const size_t end = AppendReplaced(s, t, u, 0, replacements, kind, sink);
    replaced.append(std::string_view(s).substr(end));
    EXPECT_EQ(replaced.size(), ReplacedSize(s, t, u, replacements));
    tell("replace", replaced);
    tell("count", Number(static_cast<int64_t>(CountSubstring(s, t, kind))));
    tell("find", Position(s, FindBytes(s, t), kind));
    tell("rfind", Position(s, FindLastBytes(s, t), kind));
    const std::string expanded = Made(AppendExpandedTabs, s, k + 3, kind);
    EXPECT_EQ(expanded.size(), ExpandedTabsSize(s, k + 3, kind));
    tell("expandtabs", expanded);
    const size_t length = is_str ? CountCodePoints(s) : s.size();
    tell("center", Padded(s, Center(length, width), fill));
    tell("ljust", Padded(s, LeftJustify(length, width), fill));
    tell("rjust", Padded(s, RightJustify(length, width), fill));
    tell("zfill", Made(AppendZeroFilled, s, RightJustify(length, width).left));
  }
}

TEST(DigestTest, PropertiesOfAllCodePointsAreThoseOfCPython) {
  for (char32_t c = 0; c <= kMaxCodePoint; ++c) AnswerProperties(c);
  ExpectDigestsOf([](const std::string& topic) {
    for (const char* prefix : {"str ", "bytes ", "random ", "decode ", "encode ", "search",
                               "codec names", "single byte"}) {
      if (topic.starts_with(prefix)) return false;
    }
    return true;
  });
}

TEST(DigestTest, StrMethodsAreThoseOfCPython) {
  AnswerMethods(TextKind::kStr, 20000);
  ExpectDigestsOf([](const std::string& topic) { return topic.starts_with("str "); });
}

TEST(DigestTest, BytesMethodsAreThoseOfCPython) {
  AnswerMethods(TextKind::kBytes, 20000);
  ExpectDigestsOf([](const std::string& topic) { return topic.starts_with("bytes "); });
}

TEST(DigestTest, NormalizationOfRandomTextIsThatOfCPython) {
  Random r(3);
  for (int i = 0; i < 20000; ++i) {
    const std::string s = r.Text(kMarks, i % 64 == 0 ? 90 : 10);
    for (const auto& [name, form] : kForms) {
      Answer(std::string("random ") + name, Made(AppendNormalized, s, form));
      Answer(std::string("random is ") + name, Bits({IsNormalized(s, form)}));
    }
  }
  ExpectDigestsOf([](const std::string& topic) { return topic.starts_with("random "); });
}

std::string Told(const CodecError& error, std::string message) {
  if (error.kind == CodecError::Kind::kHandlerCannotDecode) {
    return "don't know how to handle UnicodeDecodeError in error callback";
  }
  return message + " " + std::to_string(error.start) + " " + std::to_string(error.end);
}

TEST(DigestTest, CodecsAndErrorHandlersAreThoseOfCPython) {
  Random r(4);
  for (int i = 0; i < 60000; ++i) {
    const std::string data = r.Data(kPieces, 10);
    const std::string text = r.Text(kPool, 10);
    const std::string codec_name(r.Pick(kTextCodecs));
    const std::string_view handler_name = r.Pick(kHandlers);
    const std::optional<Codec> codec = FindCodec(codec_name);
    const std::optional<ErrorHandler> handler = FindErrorHandler(handler_name);
    ASSERT_TRUE(codec && handler);
    std::string decoded, encoded;
    StringSink decoded_sink(decoded), encoded_sink(encoded);
    if (const auto error = Decode(*codec, data, *handler, decoded_sink)) {
      const std::string object = data.substr(error->object_offset);
      decoded = Told(*error, Made(AppendDecodeErrorMessage, *error, object));
    }
    if (const auto error = Encode(*codec, text, *handler, encoded_sink)) {
      encoded = Told(*error, Made(AppendEncodeErrorMessage, *error, text));
    }
    Answer("decode " + codec_name, decoded);
    Answer("encode " + codec_name, encoded);
  }
  ExpectDigestsOf([](const std::string& topic) {
    return topic.starts_with("decode ") || topic.starts_with("encode ");
  });
}

TEST(DigestTest, SearchingFindsWhatCPythonFinds) {
  Random r(5);
  const std::vector<std::string_view> two = {"a", "b"};
  const std::vector<std::string_view> mostly_a = {"a", "a", "a", "a", "a", "a", "a", "b"};
  constexpr uint64_t kSizes[] = {2, 5, 20, 100};
  for (int i = 0; i < 20000; ++i) {
    const auto& pool = i % 2 == 1 ? two : mostly_a;
    const std::string s = r.Data(pool, 600);
    const std::string t = r.Data(pool, r.Pick(kSizes));
    Answer("search", Position(s, FindBytes(s, t), TextKind::kBytes) + " " +
                         Position(s, FindLastBytes(s, t), TextKind::kBytes) + " " +
                         std::to_string(CountSubstring(s, t, TextKind::kBytes)));
  }
  ExpectDigestsOf([](const std::string& topic) { return topic == "search"; });
}

TEST(DigestTest, CodecNamesAndTablesAreThoseOfCPython) {
  std::string names;
  for (const std::string_view name : {"utf-8",
                                      "UTF8",
                                      "utf_8",
                                      "U8",
                                      "cp65001",
                                      "Latin-1",
                                      "latin1",
                                      "L1",
                                      "ISO-8859-1",
                                      "iso8859.1",
                                      "us-ascii",
                                      "ASCII",
                                      "646",
                                      "ansi_x3.4_1968",
                                      "windows-1252",
                                      "Windows_1252",
                                      "CP1252",
                                      "koi8_r",
                                      "mac-roman",
                                      "macintosh",
                                      "utf8-sig",
                                      "utf-8-sig",
                                      "utf_16",
                                      "UTF-16LE",
                                      "utf16le",
                                      "utf-32BE",
                                      "iso-8859-15",
                                      "latin9",
                                      "unicode-escape",
                                      "raw_unicode_escape",
                                      "utf..8",
                                      "-utf-8",
                                      "utf-8-",
                                      "cp037",
                                      "ibm437",
                                      "nonsense",
                                      "utf9"}) {
    const std::optional<Codec> codec = FindCodec(name);
    if (!names.empty()) names += ' ';
    names += codec ? CodecName(*codec) : "-";
  }
  Answer("codec names", names);

  std::string all_bytes;
  for (int i = 0; i < 256; ++i) all_bytes += static_cast<char>(i);
  std::map<std::string, Codec> by_module;
  for (auto i = static_cast<int>(Codec::kFirstSingleByte); i < 256; ++i) {
    const auto codec = static_cast<Codec>(i);
    if (i >= static_cast<int>(Codec::kFirstSingleByte) + kSingleByteCodecCount) break;
    std::string module(CodecName(codec));
    for (char& c : module) c = c == '-' ? '_' : c;
    by_module.emplace(module, codec);
  }
  for (const auto& [module, codec] : by_module) {
    Answer("single byte", module);
    const std::string text =
        Made([](Codec c, std::string bytes,
                SinkRef sink) { Decode(c, bytes, ErrorHandler::kReplace, sink); },
             codec, all_bytes);
    Answer("single byte", text);
    Answer("single byte", Made([](Codec c, std::string t,
                                  SinkRef sink) { Encode(c, t, ErrorHandler::kReplace, sink); },
                               codec, text));
  }
  ExpectDigestsOf(
      [](const std::string& topic) { return topic == "codec names" || topic == "single byte"; });
}

}  // namespace
}  // namespace pysub
