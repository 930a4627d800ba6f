#include <utf8proc.h>

#include <cstdio>
#include <cstdlib>

#include "lexer/characters.h"
#include "lexer/lexer_state.h"

namespace pysub {
namespace {

// Unicode's Other_ID_Start and Other_ID_Continue: PropList.txt of Unicode 16.
constexpr uint32_t kOtherStart[] = {0x1885, 0x1886, 0x2118, 0x212E, 0x309B, 0x309C};
constexpr uint32_t kOtherPart[] = {0x00B7, 0x0387, 0x1369, 0x136A, 0x136B, 0x136C, 0x136D, 0x136E,
                                   0x136F, 0x1370, 0x1371, 0x19DA, 0x200C, 0x200D, 0x30FB, 0xFF65};

// Characters whose NFKC is no identifier any more, so that XID leaves them out.
bool IsExcludedByNormalization(uint32_t c) {
  return c == 0x037A || c == 0x0E33 || c == 0x0EB3 || (c >= 0x309B && c <= 0x309C) ||
         (c >= 0xFC5E && c <= 0xFC63) || (c >= 0xFDFA && c <= 0xFDFB) || c == 0xFE70 ||
         c == 0xFE72 || c == 0xFE74 || c == 0xFE76 || c == 0xFE78 || c == 0xFE7A || c == 0xFE7C ||
         c == 0xFE7E || (c >= 0xFF9E && c <= 0xFF9F);
}

bool IsIdStart(uint32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
      return true;
    default:
      for (uint32_t other : kOtherStart) {
        if (c == other) return true;
      }
      return c == '_';
  }
}

bool IsXidStart(uint32_t c) { return IsIdStart(c) && !IsExcludedByNormalization(c); }

bool IsXidPart(uint32_t c) {
  // These two become letters after another letter, so they may follow though they may not begin.
  if (c == 0x0E33 || c == 0x0EB3 || c == 0xFF9E || c == 0xFF9F) return true;
  if (IsExcludedByNormalization(c)) {
    return (c >= 0xFE70 && c <= 0xFE7E) ? false : false;
  }
  if (IsIdStart(c)) return true;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_PC:
      return true;
    default:
      for (uint32_t other : kOtherPart) {
        if (c == other) return true;
      }
      return false;
  }
}

bool IsPrintable(uint32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    case UTF8PROC_CATEGORY_ZS:
      return c == ' ';
    default:
      return true;
  }
}

}  // namespace

bool Lexer::CheckIdentifier() {
  const std::string_view name(token_start_, static_cast<size_t>(cur_ - token_start_));
  size_t at = 0;
  while (at < name.size()) {
    const size_t start = at;
    const uint32_t c = characters::DecodeUtf8(name, &at);
    if (start == 0 ? IsXidStart(c) : IsXidPart(c)) continue;
    const std::string_view bytes = name.substr(start, at - start);
    cur_ = token_start_ + start + bytes.size();
    char code[16];
    std::snprintf(code, sizeof(code), "U+%04X", static_cast<unsigned>(c));
    if (!IsPrintable(c)) return Fail(std::string("invalid non-printable character ") + code);
    return Fail("invalid character '" + std::string(bytes) + "' (" + code + ")");
  }
  return true;
}

bool NormalizeIdentifier(std::string_view name, std::string* out) {
  utf8proc_uint8_t* normalized = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
      static_cast<utf8proc_ssize_t>(name.size()), &normalized,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  if (size < 0) return false;
  out->append(reinterpret_cast<const char*>(normalized), static_cast<size_t>(size));
  std::free(normalized);
  return true;
}

}  // namespace pysub
