// The names of encodings and error handlers.

#include <algorithm>
#include <iterator>

#include "lexer/unicode/codecs.h"
#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

struct NamedCodec {
  std::string_view name;
  std::string_view aliases;  // each between blanks, normalised
};

// In the order of Codec.
constexpr NamedCodec kCodecs[] = {
    {"utf-8", " u8 utf utf8 utf8_ucs2 utf8_ucs4 cp65001 "},
    {"utf-8-sig", " "},
    {"utf-16", " u16 utf16 "},
    {"utf-16-le", " unicodelittleunmarked utf_16le "},
    {"utf-16-be", " unicodebigunmarked utf_16be "},
    {"utf-32", " u32 utf32 "},
    {"utf-32-le", " utf_32le "},
    {"utf-32-be", " utf_32be "},
    {"ascii",
     " 646 ansi_x3.4_1968 ansi_x3_4_1968 ansi_x3.4_1986 cp367 csascii ibm367 iso646_us"
     " iso_646.irv_1991 iso_ir_6 us us_ascii "},
    {"iso8859-1",
     " 8859 cp819 csisolatin1 ibm819 iso8859 iso8859_1 iso_8859_1 iso_8859_1_1987 iso_ir_100 l1"
     " latin latin1 latin_1 "},
    {"unicode-escape", " "},
    {"raw-unicode-escape", " "},
#define PYSUB_SINGLE_BYTE_CODEC(name, aliases, characters) {name, aliases},
#include "lexer/unicode/single_byte_codecs.def"
#undef PYSUB_SINGLE_BYTE_CODEC
};

constexpr std::string_view kHandlers[] = {  // in the order of ErrorHandler
    "strict",      "ignore",          "replace",      "backslashreplace", "xmlcharrefreplace",
    "namereplace", "surrogateescape", "surrogatepass"};

}  // namespace

std::optional<Codec> FindCodec(std::string_view name) {
  if (name == "utf-8") return Codec::kUtf8;
  // As encodings.normalize_encoding(): runs of punctuation become one '_', and lower case. `spaced`
  // has blanks around, as in the lists of aliases.
  char spaced[64] = {' '};
  size_t size = 1;
  bool punctuation = false;
  for (const char c : name) {
    const char lower = AsciiLower(c);
    const bool kept = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || c == '.';
    if (!kept) {
      if (static_cast<uint8_t>(c) >= 0x80) return std::nullopt;
      punctuation = true;
      continue;
    }
    if (size + 3 > sizeof spaced) return std::nullopt;
    if (punctuation && size > 1) spaced[size++] = '_';
    spaced[size++] = lower;
    punctuation = false;
  }
  if (size == 1) return std::nullopt;
  spaced[size] = ' ';
  const std::string_view normalized(spaced + 1, size - 1);
  const auto is_name = [normalized](std::string_view codec_name) {
    return std::equal(codec_name.begin(), codec_name.end(), normalized.begin(), normalized.end(),
                      [](char a, char b) { return (a == '-' ? '_' : a) == b; });
  };
  const std::string_view alias(spaced, size + 1);
  for (size_t i = 0; i < std::size(kCodecs); ++i) {
    if (is_name(kCodecs[i].name) || FindBytes(kCodecs[i].aliases, alias) != kNotFound) {
      return static_cast<Codec>(i);
    }
  }
  // Only aliases may have '.' for '_'.
  std::replace(spaced, spaced + size, '.', '_');
  for (size_t i = 0; i < std::size(kCodecs); ++i) {
    if (FindBytes(kCodecs[i].aliases, alias) != kNotFound) return static_cast<Codec>(i);
  }
  return std::nullopt;
}

std::string_view CodecName(Codec codec) { return kCodecs[static_cast<size_t>(codec)].name; }

std::optional<ErrorHandler> FindErrorHandler(std::string_view name) {
  for (size_t i = 0; i < std::size(kHandlers); ++i) {
    if (name == kHandlers[i]) return static_cast<ErrorHandler>(i);
  }
  return std::nullopt;
}

}  // namespace pysub
