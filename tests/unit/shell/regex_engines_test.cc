// RE2 and the matcher that counts are given the same random patterns and texts and must say the
// same. REGEX_ENGINES_CASES=N for another number of them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

class Source {
 public:
  explicit Source(uint64_t seed) : random_(seed) {}

  std::string Pattern(bool wide) {
    wide_ = wide;
    budget_ = 12;
    return Alternatives(3);
  }
  std::string Text(bool wide, int most) {
    std::string text;
    for (int left = Below(most); left > 0; --left) {
      uint64_t kind = Below(wide ? 16 : 12);
      text += kind < 9    ? std::string(1, "abcab_A1 "[kind])
              : kind < 10 ? " "
              : kind < 11 ? "\n"
              : kind < 12 ? "B"
              : kind < 14 ? "\u00e9"
                          : "\u4e00";
    }
    return text;
  }
  int Below(int limit) { return static_cast<int>(random_() % static_cast<uint64_t>(limit)); }

 private:
  std::string Alternatives(int depth) {
    std::string text = Branch(depth);
    while (Below(4) == 0) text += '|' + Branch(depth);
    return text;
  }
  std::string Branch(int depth) {
    std::string text;
    for (int left = 1 + Below(4); left > 0 && budget_ > 0; --left) text += Piece(depth);
    return text.empty() ? "a" : text;
  }
  std::string Piece(int depth) {
    --budget_;
    std::string text = Atom(depth);
    switch (Below(10)) {
      case 0:
      case 1: return text + '*';
      case 2: return text + '+';
      case 3: return text + '?';
      case 4:
        return text + '{' + std::to_string(Below(3)) + ',' + std::to_string(2 + Below(3)) + '}';
      case 5: return text + '{' + std::to_string(Below(3)) + ",}";
      default: return text;
    }
  }
  std::string Atom(int depth) {
    if (depth > 0 && Below(4) == 0) return '(' + Alternatives(depth - 1) + ')';
    static constexpr const char* kAtoms[] = {
        "a",           "b",           "c",   "a",   "b", ".", "[ab]",   "[^a]",
        "[[:alpha:]]", "[[:space:]]", "\\w", "\\W", "A", "_", "[a-c1]", "[^[:upper:]]"};
    static constexpr const char* kWide[] = {"\u00e9", "[\u00e9a]", "[^\u4e00]", "."};
    static constexpr const char* kPlaces[] = {"^", "$", "\\`", "\\'"};
    if (wide_ && Below(5) == 0) return kWide[Below(4)];
    if (Below(12) == 0) return std::string("(") + kPlaces[Below(4)] + ")";
    return kAtoms[Below(std::size(kAtoms))];
  }

  std::mt19937_64 random_;
  bool wide_ = false;
  int budget_ = 0;
};

std::string Describe(RegexOutcome outcome, const std::vector<RegexSpan>& spans) {
  if (outcome != RegexOutcome::kMatch) return outcome == RegexOutcome::kNone ? "none" : "stopped";
  std::string text;
  // A group that is empty and one that took no part look the same to a script.
  for (const RegexSpan& span : spans) {
    text += span.end <= span.begin && &span != &spans[0]
                ? "- "
                : std::to_string(span.begin) + '-' + std::to_string(span.end) + ' ';
  }
  return text;
}

TEST(RegexEngines, SayTheSame) {
  const char* wanted = std::getenv("REGEX_ENGINES_CASES");
  int cases = wanted == nullptr ? 20'000 : std::atoi(wanted);
  int matches = 0, wrong = 0;
  for (int i = 0; i < cases && wrong < 10; ++i) {
    Source source(static_cast<uint64_t>(i));
    bool wide = i % 3 == 0;
    std::string pattern = source.Pattern(wide);
    RegexOptions options = {
        .syntax = RegexSyntax::kPosixExtended, .ignore_case = i % 5 == 0, .multi_line = i % 4 == 0};
    std::string error;
    auto regex = Regex::Compile(pattern, options, nullptr, &error);
    RegexTree tree;
    if (regex == nullptr || !ParseRegex(pattern, options.syntax, nullptr, &tree, &error)) continue;
    RegexThreads threads(tree, options);
    for (int j = 0; j < 4; ++j) {
      std::string text = source.Text(wide, j == 3 ? 60 : 12);
      RegexSubject subject(text);
      size_t start = j == 2 ? std::min<size_t>(text.size(), 3) : 0;
      if (start < text.size() && (text[start] & 0xC0) == 0x80) start = 0;
      RegexAnchor anchor = j == 1 ? RegexAnchor::kStart : RegexAnchor::kNone;
      std::vector<RegexSpan> one(static_cast<size_t>(regex->groups()) + 1), two = one;
      RegexOutcome first = regex->Search(subject, start, one.data(), one.size(), anchor, nullptr);
      RegexOutcome second = threads.Search(text, start, j == 1, two.data(), two.size(), nullptr);
      matches += first == RegexOutcome::kMatch;
      if (Describe(first, one) != Describe(second, two)) {
        ADD_FAILURE() << pattern << " in \"" << text << "\" from " << start
                      << (j == 1 ? ", anchored" : "") << (options.ignore_case ? ", i" : "")
                      << (options.multi_line ? ", m" : "") << ": RE2 says " << Describe(first, one)
                      << ", threads " << Describe(second, two);
        ++wrong;
      }
      EXPECT_EQ(threads.Search(text, start, j == 1, nullptr, 0, nullptr), first)
          << pattern << " in " << text;
    }
  }
  EXPECT_GT(matches, cases / 2);
}

// Lines together, in pieces where there are many, and each alone.
TEST(RegexEngines, FindLinesTogether) {
  for (const char* pattern : {"x?", "^$", "a+b", "^b", "c$", "a|", "[^a]", "(a|b){3}c"}) {
    std::string error;
    auto regex = Regex::Compile(pattern, {.syntax = RegexSyntax::kPosixExtended}, nullptr, &error);
    for (size_t before : {0, 1, 3, 20'000}) {
      for (const char* end : {"", "\n", "a\n", "aab", "\nb", "ac\n\n", "bbac"}) {
        std::string text;
        for (size_t i = 0; i < before; ++i) text += i % 7 == 3 ? "aaa\n" : "a\n";
        text += end;
        size_t wanted = std::string::npos;
        for (size_t at = 0; at <= text.size() && wanted == std::string::npos;) {
          size_t newline = std::min(text.find('\n', at), text.size());
          RegexSubject line(std::string_view(text).substr(at, newline - at));
          if (regex->Search(line, 0, nullptr, 0, RegexAnchor::kNone, nullptr) ==
              RegexOutcome::kMatch)
            wanted = at;
          at = newline + 1;
        }
        size_t begin = 0;
        ASSERT_TRUE(regex->FindLine(RegexSubject(text), nullptr, &begin));
        EXPECT_EQ(begin, wanted) << pattern << " behind " << before << " lines, " << end;
      }
    }
  }
}

// An account that ends after so much work, or has so much memory.
struct Account final : ParseAccount {
  bool Tick(uint64_t work) override {
    most_at_once = std::max(most_at_once, work);
    used += work;
    return used < limit;
  }
  bool ChargeMemory(int64_t bytes) override {
    if (bytes > 0 && held + bytes > memory) return false;
    held += bytes;
    most_held = std::max(most_held, held);
    return true;
  }
  uint64_t limit = UINT64_MAX, used = 0, most_at_once = 0;
  int64_t memory = INT64_MAX, held = 0, most_held = 0;
};

RegexOutcome Search(const char* pattern, const std::string& text, Account* account, size_t groups) {
  std::string error;
  auto regex = Regex::Compile(pattern, {.syntax = RegexSyntax::kPosixExtended}, account, &error);
  if (regex == nullptr) return RegexOutcome::kGaveUp;
  std::vector<RegexSpan> spans(groups);
  return regex->Search(RegexSubject(text), 0, spans.data(), groups, RegexAnchor::kNone, account);
}

TEST(RegexEngines, AskTheAccount) {
  std::string text(300'000, 'a');
  for (const char* pattern : {"(a?){1000}a{1000}b", "(x|y|[[:alpha:]]){300}z", "(a?){500}a{500}b",
                              "(a*)(a*)\\1b", "(a|b)*c"}) {
    for (size_t groups : {0, 2}) {
      Account account;
      account.limit = 200'000;
      EXPECT_EQ(Search(pattern, text, &account, groups), RegexOutcome::kStopped) << pattern;
      EXPECT_LT(account.used, 300'000u) << pattern;
      EXPECT_LT(account.most_at_once, 70'000u) << pattern;
      EXPECT_EQ(account.held, 0) << pattern;
    }
  }
}

TEST(RegexEngines, ChargeMemoryBeforeItGrows) {
  std::string text(300'000, 'a');
  for (const char* pattern : {"(a?){1000}a{1000}b", "(((((((((a?){9}){9}){9}){9}))))){9}b",
                              "(a|b)*(c?)", "((a*)\\2)*b"}) {
    Account free;
    free.limit = 3'000'000;
    Search(pattern, text, &free, 3);
    EXPECT_EQ(free.held, 0);
    Account poor;
    poor.limit = free.limit;
    poor.memory = free.most_held - 1;
    RegexOutcome outcome = Search(pattern, text, &poor, 3);
    EXPECT_TRUE(outcome == RegexOutcome::kStopped || outcome == RegexOutcome::kGaveUp) << pattern;
    EXPECT_EQ(poor.held, 0);
  }
}

TEST(RegexEngines, TimeIsLinear) {
  std::string text(1'000'000, 'a');
  Account account;
  EXPECT_EQ(Search("(a|aa)*b", text, &account, 1), RegexOutcome::kNone);
  EXPECT_LT(account.used, 10 * text.size());
  Account groups;
  EXPECT_EQ(Search("(a|aa)*a", text, &groups, 2), RegexOutcome::kMatch);
  EXPECT_LT(groups.used, 60 * text.size());
}

}  // namespace
}  // namespace pysub::shell
