#include "parser/parser.h"

#include <gtest/gtest.h>

#include <string>

#include "parser/ast_dump.h"

namespace pysub {
namespace {

std::string Repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string Dump(std::string_view source, ParseMode mode = ParseMode::kExec) {
  Arena arena;
  const ParseResult result = Parse(source, "t.py", mode, arena);
  return result.module != nullptr ? DumpAst(*result.module, DumpPositions::kLeaveOut)
                                  : "error: " + result.error->message;
}

// --dump=ast is laid out as ast.dump(indent=2) does it.
TEST(ParserTest, DumpsATreeOverSeveralLines) {
  EXPECT_EQ(Dump("x = -a\n"),
            "Module(\n"
            "  body=[\n"
            "    Assign(\n"
            "      targets=[\n"
            "        Name(id='x', ctx=Store())],\n"
            "      value=UnaryOp(\n"
            "        op=USub(),\n"
            "        operand=Name(id='a', ctx=Load())))])");
}

TEST(ParserTest, TakesOneExpressionInEvalMode) {
  EXPECT_EQ(Dump("a\n\n", ParseMode::kEval), "Expression(\n  body=Name(id='a', ctx=Load()))");
  EXPECT_EQ(Dump("a = 1", ParseMode::kEval), "error: invalid syntax");
}

TEST(ParserTest, TakesOneStatementInSingleMode) {
  EXPECT_EQ(Dump("a", ParseMode::kSingle),
            "Interactive(\n  body=[\n    Expr(\n      value=Name(id='a', ctx=Load()))])");
  EXPECT_EQ(Dump("a\nb\n", ParseMode::kSingle),
            "error: multiple statements found while compiling a single statement");
}

// Equal identifiers can be told by their address, also after NFKC.
TEST(ParserTest, InternsIdentifiers) {
  Arena arena;
  const ParseResult result =
      Parse("ab = 1\nx = 2\nab = 3\n\xEF\xBC\x98\n", "t.py", ParseMode::kExec, arena);
  ASSERT_TRUE(result.error.has_value());  // a full-width 8 begins no name
  const ParseResult right = Parse("fi = 1\n\xEF\xAC\x81 = 2\n", "t.py", ParseMode::kExec, arena);
  ASSERT_TRUE(right.module != nullptr);
  const auto name = [&](uint32_t i) {
    return right.module->body[i]->As<ast::Assign>().targets[0]->As<ast::Name>().id;
  };
  EXPECT_EQ(name(0), "fi");
  EXPECT_EQ(name(0).data(), name(1).data());
}

// SUBSET.md: each class and match statement of a file is named, not only the first.
TEST(ParserTest, RefusesAllClassesAndMatchStatements) {
  Arena arena;
  const ParseResult result = Parse(
      "class A(B):\n  def f(self): pass\nx = 1\nmatch x:\n  case 1: pass\ndef f():\n  class C: "
      "pass\n",
      "t.py", ParseMode::kExec, arena);
  ASSERT_TRUE(result.error.has_value());
  EXPECT_EQ(FormatSyntaxError(*result.error, "t.py", "", SourceOrigin::kFile),
            "  File \"t.py\", line 1\n"
            "    class A(B):\n"
            "    ^^^^^^^\n"
            "SyntaxError: class definitions are not supported\n");
  ASSERT_EQ(result.more_errors.size(), 2u);
  EXPECT_EQ(result.more_errors[0].message, "match statements are not supported");
  EXPECT_EQ(result.more_errors[0].line, 4u);
  EXPECT_EQ(result.more_errors[1].line, 7u);
}

TEST(ParserTest, ASyntaxErrorComesBeforeWhatIsNotSupported) {
  EXPECT_EQ(Dump("class A: pass\nx = = 1\n"), "error: invalid syntax");
}

TEST(ParserTest, SoftKeywordsStayNames) {
  EXPECT_TRUE(Dump("match = case = type = _ = 1\nmatch(case)[type] * _\n").starts_with("Module"));
}

TEST(ParserTest, WarnsAboutInvalidEscapes) {
  Arena arena;
  const ParseResult result = Parse("a\n'\\d'\n1if x else 2\n", "t.py", ParseMode::kExec, arena);
  ASSERT_EQ(result.warnings.size(), 2u);
  EXPECT_EQ(result.warnings[0].line, 2u);
  EXPECT_EQ(result.warnings[0].message,
            "\"\\d\" is an invalid escape sequence. Such sequences will not work in the future. "
            "Did you mean \"\\\\d\"? A raw string is also an option.");
  EXPECT_EQ(result.warnings[1].message, "invalid decimal literal");
}

TEST(ParserTest, RefusesNulAndBrokenUtf8) {
  EXPECT_EQ(Dump(std::string_view("a\0b", 3)),
            "error: source code string cannot contain null bytes");
  EXPECT_EQ(Dump("x = '\xFF'"),
            "error: (unicode error) 'utf-8' codec can't decode byte 0xff in position 5: invalid "
            "start byte");
}

// ---- Hostile input: an answer, in bounded time and on a small stack, and never a crash.

TEST(ParserHostileTest, LongChainsDoNotNest) {
  constexpr int kMany = 100'000;
  for (const std::string& source : {
           "a" + Repeat("+a", kMany),
           "a" + Repeat(".b", kMany),
           "a" + Repeat("()", kMany),
           "a" + Repeat("[0]", kMany),
           Repeat("not ", kMany) + "a",
           Repeat("- ", kMany) + "a",
           Repeat("a if b else ", kMany) + "c",
           Repeat("lambda: ", kMany) + "a",
           "a" + Repeat("**a", kMany),
           Repeat("await ", kMany) + "a",
           "if a: pass\n" + Repeat("elif a: pass\n", kMany),
           Repeat("[", kMany),
           Repeat("f'{", kMany),
           Repeat("a = ", kMany) + "1",
           "a" + Repeat(" < a", kMany),
           "a" + Repeat(" and a", kMany),
           "[" + Repeat("a for a in ", kMany) + "b]",
           Repeat("x = 'a'\n", kMany) + "x y",
           Repeat("(a, ", 150) + Repeat(")", 150) + " b",
           "f(" + Repeat("a=1, ", kMany) + "b)",
           "def f(" + Repeat("a, ", kMany) + "*): pass",
           Repeat("@a\n", kMany) + "b",
           Repeat("{a: ", 150) + Repeat("}", 150) + " b c",
       }) {
    Arena arena;
    const ParseResult result = Parse(source, "t.py", ParseMode::kExec, arena);
    EXPECT_NE(result.module != nullptr, result.error.has_value()) << source.substr(0, 40);
  }
}

// Wrong programs whose brackets nest are read again and again by the grammar's alternatives; what
// they gave is remembered, so deeper nesting costs no more than its length.
TEST(ParserHostileTest, NestedMistakesTakeLinearTime) {
  for (const char* open : {"(", "[", "{", "f(", "a[", "{a: ", "(yield ", "(lambda: ", "[*",
                           "f(a=", "(a := ", "x = (", "(a if b else "}) {
    for (const char* end : {"a b", "a = 1", "", "*", "a for", ":="}) {
      Arena arena;
      const ParseResult result = Parse(Repeat(open, 190) + end, "t.py", ParseMode::kExec, arena);
      EXPECT_TRUE(result.error.has_value());
      std::string closed = Repeat(open, 60) + end;
      for (size_t i = closed.size(); i-- > 0;) {
        if (closed[i] == '(') closed += ')';
        if (closed[i] == '[') closed += ']';
        if (closed[i] == '{') closed += '}';
      }
      Arena other;
      Parse(closed, "t.py", ParseMode::kExec, other);
    }
  }
}

TEST(ParserHostileTest, DepthIsRefusedWithARecursionError) {
  Arena arena;
  const ParseResult result = Parse(Repeat("lambda: ", 5000) + "a", "t.py", ParseMode::kExec, arena);
  ASSERT_TRUE(result.error.has_value());
  EXPECT_EQ(result.error->kind, SyntaxErrorKind::kRecursionError);
}

TEST(ParserHostileTest, AnExhaustedArenaIsAMemoryError) {
  Arena arena(64 * 1024);
  const ParseResult result =
      Parse(Repeat("x = [a, b, c]\n", 100'000), "t.py", ParseMode::kExec, arena);
  ASSERT_TRUE(result.error.has_value());
  EXPECT_EQ(result.error->kind, SyntaxErrorKind::kMemoryError);
  EXPECT_LT(arena.bytes(), size_t{3} << 20);
}

}  // namespace
}  // namespace pysub
