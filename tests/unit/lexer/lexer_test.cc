#include "lexer/lexer.h"

#include <gtest/gtest.h>

#include <string>

#include "lexer/source_text.h"
#include "lexer/token.h"

namespace pysub {
namespace {

std::string Tokens(std::string_view source) {
  std::string buffer(source.size() + 2, '\0');
  const NormalizedText text = NormalizeText(source, FinalNewline::kEnsure, buffer.data());
  return DumpTokens(text.text, Tokenize(text.text));
}

// --dump=tokens: a line per token with its place, its kind and its text.
TEST(LexerTest, DumpsTokens) {
  EXPECT_EQ(Tokens("if x:\n  y = 1.5\n"),
            "1,0-1,2: NAME 'if'\n"
            "1,3-1,4: NAME 'x'\n"
            "1,4-1,5: COLON ':'\n"
            "1,5-1,5: NEWLINE\n"
            "2,2-2,2: INDENT\n"
            "2,2-2,3: NAME 'y'\n"
            "2,4-2,5: EQUAL '='\n"
            "2,6-2,9: NUMBER '1.5'\n"
            "2,9-2,9: NEWLINE\n"
            "2,10-2,10: DEDENT\n"
            "2,10-2,10: ENDMARKER\n");
}

TEST(LexerTest, TakesFStringsApart) {
  EXPECT_EQ(Tokens("f'a{b!r:>{c}}'"),
            "1,0-1,2: FSTRING_START 'f\\''\n"
            "1,2-1,3: FSTRING_MIDDLE 'a'\n"
            "1,3-1,4: LBRACE '{'\n"
            "1,4-1,5: NAME 'b'\n"
            "1,5-1,6: EXCLAMATION '!'\n"
            "1,6-1,7: NAME 'r'\n"
            "1,7-1,8: COLON ':'\n"
            "1,8-1,9: FSTRING_MIDDLE '>'\n"
            "1,9-1,10: LBRACE '{'\n"
            "1,10-1,11: NAME 'c'\n"
            "1,11-1,12: RBRACE '}'\n"
            "1,12-1,12: FSTRING_MIDDLE\n"
            "1,12-1,13: RBRACE '}'\n"
            "1,13-1,14: FSTRING_END '\\''\n"
            "1,14-1,14: NEWLINE\n"
            "1,15-1,15: ENDMARKER\n");
}

// Every row of token_kinds.def that is spelled one way is read back as itself.
TEST(LexerTest, EverySpellingIsItsOwnToken) {
#define PYSUB_TOKEN(kind, name)
#define PYSUB_OPERATOR(kind, name, spelling) {TokenKind::kind, spelling},
#define PYSUB_KEYWORD(kind, spelling) {TokenKind::kind, spelling},
  constexpr struct {
    TokenKind kind;
    std::string_view spelling;
  } kRows[] = {
#include "lexer/token_kinds.def"
  };
  for (const auto& row : kRows) {
    if (row.spelling == ")" || row.spelling == "]" || row.spelling == "}") continue;
    std::string buffer(row.spelling.size() + 2, '\0');
    const NormalizedText text = NormalizeText(row.spelling, FinalNewline::kEnsure, buffer.data());
    const TokenList list = Tokenize(text.text);
    EXPECT_EQ(list.tokens[0].kind, row.kind) << row.spelling;
    if (IsKeyword(row.kind)) {
      EXPECT_EQ(LookupKeyword(row.spelling), row.kind);
    }
  }
}

TEST(LexerTest, NamesThatLookLikeKeywordsAreNames) {
  for (const char* name : {"iff", "i", "In", "none", "elsif", "lambd", "continued", "classs"}) {
    EXPECT_EQ(LookupKeyword(name), TokenKind::kName) << name;
  }
}

TEST(LexerTest, LineEndsAreAllNewlines) { EXPECT_EQ(Tokens("a\r\nb\rc"), Tokens("a\nb\nc\n")); }

TEST(LexerTest, FindsTheEncodingCookie) {
  std::string_view name;
  EXPECT_EQ(DetectEncoding("# -*- coding: utf-8 -*-\nx", &name), SourceEncoding::kUtf8);
  EXPECT_EQ(name, "utf-8");
  EXPECT_EQ(DetectEncoding("#!/usr/bin/python3\n# coding=latin-1\n", &name),
            SourceEncoding::kLatin1);
  EXPECT_EQ(DetectEncoding("x = 1\n# coding: latin-1\n", &name), SourceEncoding::kUtf8);
  EXPECT_EQ(name, "");
  EXPECT_EQ(DetectEncoding("# vim: set fileencoding=klingon :\n", &name), SourceEncoding::kUnknown);
  EXPECT_EQ(name, "klingon");
}

// The tokens of any text come in order, do not overlap and end in one that says so.
TEST(LexerTest, TokensCoverTheTextInOrder) {
  for (const char* source : {"",
                             "\n",
                             "a",
                             "'",
                             "'''",
                             "f'",
                             "f'{",
                             "f'{a",
                             "f'{a:",
                             "f'{{",
                             "\\",
                             "a \\",
                             "(",
                             ")",
                             "0x",
                             "1_",
                             "\xC3\xA9",
                             "\xE2\x82\xAC",
                             "a\n  b\n c",
                             "\t a\n        b",
                             "#",
                             "...",
                             "..",
                             "$",
                             "\x01",
                             "f'{a!",
                             "f'{f'{f'",
                             "t'{a}'",
                             "if x:\n\n\n",
                             "'\\",
                             "f'\\",
                             "'\\\n",
                             "!"}) {
    std::string buffer(std::string_view(source).size() + 2, '\0');
    const NormalizedText text = NormalizeText(source, FinalNewline::kEnsure, buffer.data());
    const TokenList list = Tokenize(text.text);
    ASSERT_FALSE(list.tokens.empty());
    uint32_t last = 0;
    for (const Token& token : list.tokens) {
      EXPECT_LE(token.start, token.end) << source;
      EXPECT_LE(token.end, text.text.size()) << source;
      if (token.kind != TokenKind::kError) {
        EXPECT_GE(token.start, last) << source;
      }
      last = token.end;
    }
    EXPECT_EQ(list.tokens.back().kind, list.error ? TokenKind::kError : TokenKind::kEndMarker)
        << source;
  }
}

}  // namespace
}  // namespace pysub
