#include "shell/regex/regex.h"

#include <gtest/gtest.h>

namespace pysub::shell {
namespace {

// "begin-end begin-end ..." of the match and its groups; "-" without a match;
// "error: ..." without a pattern.
std::string Find(std::string_view pattern, std::string_view text, RegexSyntax syntax,
                 bool ignore_case = false) {
  std::string error;
  auto regex =
      Regex::Compile(pattern, {.syntax = syntax, .ignore_case = ignore_case}, nullptr, &error);
  if (regex == nullptr) return "error: " + error;
  std::vector<RegexSpan> spans(regex->groups() + 1);
  RegexOutcome outcome =
      regex->Search(RegexSubject(text), 0, spans.data(), spans.size(), RegexAnchor::kNone, nullptr);
  if (outcome != RegexOutcome::kMatch) return outcome == RegexOutcome::kNone ? "-" : "gave up";
  std::string result;
  for (const RegexSpan& span : spans) {
    if (!result.empty()) result += ' ';
    result += span.begin < 0 ? "?" : std::to_string(span.begin) + "-" + std::to_string(span.end);
  }
  return result;
}
std::string Extended(std::string_view pattern, std::string_view text) {
  return Find(pattern, text, RegexSyntax::kPosixExtended);
}
std::string Basic(std::string_view pattern, std::string_view text) {
  return Find(pattern, text, RegexSyntax::kPosixBasic);
}

TEST(Regex, LeftmostLongest) {
  EXPECT_EQ(Extended("a|ab|abc", "xabcd"), "1-4");
  EXPECT_EQ(Extended("(a|ab)(c|bcd)?", "abcd"), "0-4 0-1 1-4");
  EXPECT_EQ(Extended("x*", "aaa"), "0-0");
  EXPECT_EQ(Extended("(a)|(b)", "b"), "0-1 ? 0-1");
}

TEST(Regex, SyntaxesDiffer) {
  EXPECT_EQ(Basic("a\\{2\\}", "baaa"), "1-3");
  EXPECT_EQ(Basic("a{2}", "a{2}"), "0-4");
  EXPECT_EQ(Basic("*b", "a*b"), "1-3");
  EXPECT_EQ(Basic("a\\|b", "b"), "0-1");
  EXPECT_EQ(Basic("a\\+", "baa"), "1-3");
  EXPECT_EQ(Basic("a^b$c", "a^b$c"), "0-5");
  EXPECT_EQ(Extended("a^b", "a^b"), "-");
  EXPECT_EQ(Find("*b", "ab", RegexSyntax::kEgrep), "1-2");
  EXPECT_EQ(Find("a{x", "a{x", RegexSyntax::kEgrep), "0-3");
  EXPECT_EQ(Find("a)", "a)", RegexSyntax::kEgrep), "0-2");
}

TEST(Regex, Mistakes) {
  EXPECT_EQ(Extended("(a", ""), "error: Unmatched ( or \\(");
  EXPECT_EQ(Extended("a{1", ""), "error: Unmatched \\{");
  EXPECT_EQ(Extended("a{1a}", ""), "error: Invalid content of \\{\\}");
  EXPECT_EQ(Extended("a{2,1}", ""), "error: Invalid content of \\{\\}");
  EXPECT_EQ(Extended("a{1,99999}", ""), "error: Regular expression too big");
  EXPECT_EQ(Extended("*a", ""), "error: Invalid preceding regular expression");
  EXPECT_EQ(Extended("^*a", ""), "error: Invalid preceding regular expression");
  EXPECT_EQ(Extended("[a", ""), "error: Unmatched [, [^, [:, [., or [=");
  EXPECT_EQ(Extended("[b-a]", ""), "error: Invalid range end");
  EXPECT_EQ(Extended("[[:foo:]]", ""), "error: Invalid character class name");
  EXPECT_EQ(Extended("[[.foo.]]", ""), "error: Invalid collation character");
  EXPECT_EQ(Extended("(a)\\2", ""), "error: Invalid back reference");
  EXPECT_EQ(Extended("a\\", ""), "error: Trailing backslash");
  EXPECT_EQ(Basic("a**", ""), "error: Invalid preceding regular expression");
  EXPECT_EQ(Basic("a\\)", ""), "error: Unmatched ) or \\)");
}

TEST(Regex, Words) {
  EXPECT_EQ(Basic("\\<foo\\>", "xfoo foo"), "5-8");
  EXPECT_EQ(Basic("\\<.", " é"), "1-3");
  EXPECT_EQ(Basic("\\bé", "aé é"), "4-6");
  EXPECT_EQ(Basic("o\\>", "foo"), "2-3");
  EXPECT_EQ(Basic("\\<", "  a"), "2-2");
  EXPECT_EQ(Basic("\\w\\+", "-é1_-"), "1-5");
}

TEST(Regex, BackReferences) {
  EXPECT_EQ(Basic("\\(.\\)\\1", "abccd"), "2-4 2-3");
  EXPECT_EQ(Extended("(a*)b\\1", "aabaa"), "0-5 0-2");
  EXPECT_EQ(Extended("^(.*)\\1$", "abab"), "0-4 0-2");
  EXPECT_EQ(Find("(a)\\1", "aA", RegexSyntax::kEgrep, true), "0-2 0-1");
}

TEST(Regex, CharactersAreUtf8AndBytes) {
  EXPECT_EQ(Extended("^.$", "é"), "0-2");
  EXPECT_EQ(Extended("^.$", "\xff"), "-");
  EXPECT_EQ(Extended("[à-ü]", "é"), "0-2");
  EXPECT_EQ(Extended("[[:alpha:]]+", "-éa-"), "1-4");
  EXPECT_EQ(Extended("\xff", "a\xff"), "1-2");
  EXPECT_EQ(Find("É", "é", RegexSyntax::kEgrep, true), "0-2");
  EXPECT_EQ(Extended("[]a]", "]"), "0-1");
  EXPECT_EQ(Extended("[^]a]", "]b"), "1-2");
  EXPECT_EQ(Extended("a.c", "a\nc"), "0-3");
}

TEST(Regex, HostilePatternsEnd) {
  std::string deep(100000, '(');
  EXPECT_EQ(Extended(deep, "a"), "error: Regular expression too big");
  EXPECT_EQ(Extended("(((a{200}){200}){200}){200}", "a"), "error: Regular expression too big");
  std::string text(40, 'a');
  EXPECT_EQ(Extended("(a*)*(a*)*(a*)*(b|\\1c)", text), "gave up");
}

}  // namespace
}  // namespace pysub::shell
