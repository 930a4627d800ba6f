#include "shell/commands/tree/pattern.h"

#include <algorithm>
#include <array>

namespace pysub::shell::tree {
namespace {

constexpr size_t kNowhere = std::string_view::npos;
// A path and a name behind it; the file system has no longer ones.
constexpr size_t kMostText = 4608;

static_assert(kMostPattern <= UINT16_MAX);

using Answers = std::array<Fit, kMostText + 1>;

// One side of a bar, and a text.
class Matcher {
 public:
  Matcher(std::string_view pattern, std::string_view text, bool is_directory, bool ignore_case)
      : pattern_(pattern), text_(text), is_directory_(is_directory), ignore_case_(ignore_case) {}

  Fit Match() {
    FindStars();
    if (count_ == 0) return FromStep(0, 0, 0);
    // (most texts that do not fit are told apart before the first star)
    size_t at = 0;
    const Fit start = Steps(0, stars_[0], &at);
    if (start != Fit::kYes) return start;
    for (size_t star = count_; star-- > 0;) AnswerStar(star);
    return after_slash_[IsBehindSlash(0, stars_[0])][at];
  }

 private:
  unsigned char Byte(size_t at) const { return static_cast<unsigned char>(pattern_[at]); }
  int Fold(unsigned char byte) const {
    if (ignore_case_ && byte >= 'A' && byte <= 'Z') byte |= 32;
    return static_cast<signed char>(byte);
  }

  // Goes over a class from behind its bracket; where it ends, or nowhere. *fits: whether `byte` is
  // in it. "a-" takes whatever stands behind the dash, also the closing bracket.
  size_t PassClass(size_t at, unsigned char byte, bool* fits) const {
    const bool negated = at < pattern_.size() && pattern_[at] == '^';
    if (negated) ++at;
    bool found = false;
    while (at >= pattern_.size() || pattern_[at] != ']') {
      if (at < pattern_.size() && pattern_[at] == '\\') ++at;
      if (at >= pattern_.size()) return kNowhere;
      const int low = Fold(Byte(at));
      int high = low;
      if (at + 1 < pattern_.size() && pattern_[at + 1] == '-') {
        at += 2;
        if (at < pattern_.size() && pattern_[at] == '\\') ++at;
        if (at >= pattern_.size()) return kNowhere;
        high = Fold(Byte(at));
      }
      found |= Fold(byte) >= low && Fold(byte) <= high;
      ++at;
    }
    *fits = found != negated;
    return at + 1;
  }

  // Classes can be read forwards only, so all stars are found first.
  void FindStars() {
    bool fits = false;
    for (size_t at = 0; at < pattern_.size();) {
      if (pattern_[at] == '[') {
        at = PassClass(at + 1, 0, &fits);
      } else if (pattern_[at] == '*') {
        stars_[count_] = static_cast<uint16_t>(at);
        at = StarEnd(count_++);
      } else {
        at += pattern_[at] == '\\' ? 2 : 1;
      }
    }
  }
  size_t StarEnd(size_t star) const {
    const size_t at = stars_[star];
    return at + (at + 1 < pattern_.size() && pattern_[at + 1] == '*' ? 2 : 1);
  }

  // Whether what stands between two places ends with a slash, which a double star looks at.
  bool IsBehindSlash(size_t from, size_t to) const {
    return from < to && to <= pattern_.size() && pattern_[to - 1] == '/';
  }

  // The steps from `from` up to `end`, at *at of the text. kYes: they fit, and *at is behind them.
  Fit Steps(size_t from, size_t end, size_t* at) const {
    while (from < end) {
      const bool is_over = *at >= text_.size();
      const unsigned char byte = is_over ? 0 : static_cast<unsigned char>(text_[*at]);
      bool fits = true;
      size_t next = from + 1;
      switch (pattern_[from]) {
        case '[':
          next = PassClass(next, byte, &fits);
          if (next == kNowhere) return Fit::kBroken;
          break;
        case '?': break;
        case '/':
          if (next == pattern_.size() && is_over) return is_directory_ ? Fit::kYes : Fit::kNo;
          fits = byte == '/';
          break;
        case '\\':
          if (next >= pattern_.size()) return Fit::kNo;
          fits = Fold(byte) == Fold(Byte(next++));
          break;
        default: fits = Fold(byte) == Fold(Byte(from));
      }
      if (!fits || is_over) return Fit::kNo;
      ++*at;
      from = next;
    }
    return Fit::kYes;
  }

  // All of the pattern from `from` on, which is no star's middle; `next` is the star behind that
  // and knows its answers.
  Fit FromStep(size_t from, size_t next, size_t at) const {
    const bool has_star = next < count_;
    const size_t end = has_star ? stars_[next] : pattern_.size();
    const Fit steps = Steps(from, end, &at);
    if (steps != Fit::kYes) return steps;
    if (has_star) return after_slash_[IsBehindSlash(from, end)][at];
    return at == text_.size() ? Fit::kYes : Fit::kNo;
  }

  void AnswerStar(size_t star) {
    const size_t rest = StarEnd(star), size = text_.size();
    const bool is_double = rest - stars_[star] == 2;
    if (rest == pattern_.size()) {
      const size_t slash = text_.rfind('/');
      for (size_t at = 0; at <= size; ++at) {
        const bool fits = is_double || slash == kNowhere || at > slash;
        after_slash_[0][at] = after_slash_[1][at] = fits ? Fit::kYes : Fit::kNo;
      }
      return;
    }
    for (size_t at = 0; at <= size; ++at) rest_[at] = FromStep(rest, star + 1, at);
    if (is_double) {
      AnswerDouble(star, rest);
      return;
    }
    Answers& answers = after_slash_[0];
    answers[size] = rest_[size];
    for (size_t at = size; at-- > 0;) {
      const bool slash_next = at + 1 < size && text_[at + 1] == '/';
      answers[at] = rest_[at] != Fit::kNo ? rest_[at]
                    : slash_next          ? rest_[at + 1]
                                          : answers[at + 1];
    }
    std::copy_n(answers.begin(), size + 1, after_slash_[1].begin());
  }

  // A double star goes from slash to slash; between two slashes of the pattern it may be nothing
  // with one of them.
  void AnswerDouble(size_t star, size_t rest) {
    const size_t size = text_.size();
    const bool may_vanish = pattern_[rest] == '/' && rest + 1 < pattern_.size();
    for (size_t at = 0; may_vanish && at <= size; ++at)
      without_slash_[at] = FromStep(rest + 1, star + 1, at);
    for (const bool behind_slash : {false, true}) {
      Answers& answers = after_slash_[behind_slash];
      size_t slash = size;  // the first one behind `at`
      answers[size] = rest_[size];
      for (size_t at = size; at-- > 0;) {
        if (at + 1 < size && text_[at + 1] == '/') slash = at + 1;
        answers[at] = rest_[at];
        if (answers[at] == Fit::kNo && behind_slash && may_vanish) answers[at] = without_slash_[at];
        if (answers[at] == Fit::kNo) answers[at] = answers[slash];
      }
    }
  }

  std::string_view pattern_;
  std::string_view text_;
  bool is_directory_;
  bool ignore_case_;
  // What the star that comes next answers at each place of the text: when it stands behind other
  // things ([0]) or a slash ([1]).
  std::array<Answers, 2> after_slash_;
  Answers rest_;           // what follows a star
  Answers without_slash_;  // the same without its first slash
  std::array<uint16_t, kMostPattern / 2 + 1> stars_;
  size_t count_ = 0;
};

}  // namespace

Fit FitPattern(std::string_view pattern, std::string_view text, bool is_directory,
               bool ignore_case) {
  if (text.size() > kMostText || pattern.size() > kMostPattern) return Fit::kNo;
  while (true) {
    const size_t bar = pattern.find('|');
    if (bar == 0 || (bar != kNowhere && bar + 1 == pattern.size())) return Fit::kBroken;
    const Fit fit = Matcher(pattern.substr(0, bar), text, is_directory, ignore_case).Match();
    if (fit != Fit::kNo || bar == kNowhere) return fit;
    pattern.remove_prefix(bar + 1);
  }
}

}  // namespace pysub::shell::tree
