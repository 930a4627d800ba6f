#include "lexer/unicode/unicode_properties.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

bool IsInAsciiClass(RegexClass which, uint32_t c) {
  bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
  bool graph = c > ' ' && c < 0x7F;
  switch (which) {
    case RegexClass::kAlpha: return upper || lower;
    case RegexClass::kDigit: return digit;
    case RegexClass::kAlnum: return upper || lower || digit;
    case RegexClass::kUpper: return upper;
    case RegexClass::kLower: return lower;
    case RegexClass::kSpace: return c == ' ' || (c >= '\t' && c <= '\r');
    case RegexClass::kBlank: return c == ' ' || c == '\t';
    case RegexClass::kPunct: return graph && !upper && !lower && !digit;
    case RegexClass::kPrint: return graph || c == ' ';
    case RegexClass::kGraph: return graph;
    case RegexClass::kCntrl: return c < ' ' || c == 0x7F;
    case RegexClass::kXdigit: return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    case RegexClass::kWord: return upper || lower || digit || c == '_';
  }
  return false;
}

}  // namespace

// As C.UTF-8 has them: digits are ASCII's, and those of other scripts count as letters.
bool IsInClass(RegexClass which, uint32_t c) {
  if (c < 0x80) return IsInAsciiClass(which, c);
  if (c >= kInvalidByte) return false;
  bool letter = IsAlphaCodePoint(c) || IsDecimalCodePoint(c);
  bool print = IsPrintableCodePoint(c);
  switch (which) {
    case RegexClass::kAlpha:
    case RegexClass::kAlnum:
    case RegexClass::kWord: return letter;
    case RegexClass::kUpper: return IsUpperCodePoint(c);
    case RegexClass::kLower: return IsLowerCodePoint(c);
    case RegexClass::kSpace: return IsSpaceCodePoint(c) && c != 0x85 && c != 0xA0;
    case RegexClass::kBlank: return false;
    case RegexClass::kPunct: return print && !letter;
    case RegexClass::kPrint: return print;
    case RegexClass::kGraph: return print && !IsSpaceCodePoint(c);
    case RegexClass::kCntrl: return c < 0xA0;
    case RegexClass::kDigit:
    case RegexClass::kXdigit: return false;
  }
  return false;
}

}  // namespace pysub::shell
