#include <gtest/gtest.h>

#include <string>

#include "lexer/unicode/unicode_names.h"
#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

// The names themselves are compared with CPython's by digest_test.cc.
TEST(NamesTest, EveryNameIsFoundInBothCases) {
  int names = 0;
  for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
    char buffer[kMaxNameSize];
    const std::string_view name = NameOf(c, buffer);
    if (name.empty()) continue;
    ++names;
    const NamedCharacters found = LookupName(name);
    ASSERT_EQ(found.size, 1) << name;
    ASSERT_EQ(found.code_points[0], c) << name;
    std::string lower(name);
    AsciiLower(name, lower.data());
    const bool folds =
        !name.starts_with("CJK UNIFIED IDEOGRAPH-") && !name.starts_with("HANGUL SYLLABLE ");
    ASSERT_EQ(LookupName(lower).size, folds ? 1 : 0) << lower;
  }
  EXPECT_GT(names, 140000);
}

TEST(NamesTest, AliasesAndSequencesAreFound) {
  const NamedCharacters alias = LookupName("nbsp");
  ASSERT_EQ(alias.size, 1);
  EXPECT_EQ(alias.code_points[0], 0xA0u);
  const NamedCharacters correction = LookupName("LATIN CAPITAL LETTER GHA");
  ASSERT_EQ(correction.size, 1);
  EXPECT_EQ(correction.code_points[0], 0x1A2u);
  const NamedCharacters of_unicode16 = LookupName("CUNEIFORM SIGN KALAM");
  ASSERT_EQ(of_unicode16.size, 1);
  EXPECT_EQ(of_unicode16.code_points[0], 0x12327u);
  const NamedCharacters sequence = LookupName("keycap digit one");
  ASSERT_EQ(sequence.size, 3);
  EXPECT_EQ(sequence.code_points[0], U'1');
  EXPECT_EQ(sequence.code_points[1], 0xFE0Fu);
  EXPECT_EQ(sequence.code_points[2], 0x20E3u);
}

TEST(NamesTest, WhatIsNoNameIsNotFound) {
  for (const char* name :
       {"", " ", "SPACE ", " SPACE", "LATIN SMALL LETTER", "LATIN  SMALL LETTER A",
        "HANGUL SYLLABLE ", "HANGUL SYLLABLE GAGGX", "CJK UNIFIED IDEOGRAPH-4E0",
        "CJK UNIFIED IDEOGRAPH-FFFF", "CJK UNIFIED IDEOGRAPH-020000", "TANGUT IDEOGRAPH-17000",
        "NUSHU CHARACTER-01B170", "NUSHU CHARACTER-", "\xC3\xA9"}) {
    EXPECT_EQ(LookupName(name).size, 0) << name;
  }
  EXPECT_EQ(LookupName(std::string(100000, 'A')).size, 0);
  EXPECT_EQ(LookupName(std::string(kMaxNameSize - 1, ' ')).size, 0);
  EXPECT_EQ(LookupName("CJK UNIFIED IDEOGRAPH-04E00").size, 1);  // as CPython
}

}  // namespace
}  // namespace pysub
