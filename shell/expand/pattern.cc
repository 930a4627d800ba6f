#include "shell/expand/pattern.h"

#include <algorithm>
#include <utility>

#include "lexer/unicode/unicode_properties.h"
#include "shell/expand/text.h"

namespace pysub::shell {
namespace {

// Classes are those of ASCII, but for letters, of which Unicode has more. No locale of the host is
// asked: a script must give the same result on each machine.
bool InClass(std::string_view name, uint32_t c) {
  auto ascii = [&](bool (*test)(char)) { return c < 128 && test(static_cast<char>(c)); };
  auto is_upper = [](char x) { return x >= 'A' && x <= 'Z'; };
  auto is_lower = [](char x) { return x >= 'a' && x <= 'z'; };
  auto is_digit = [](char x) { return x >= '0' && x <= '9'; };
  if (name == "digit") return ascii(is_digit);
  if (name == "xdigit") return ascii(is_digit) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  if (name == "space") return c == ' ' || (c >= 9 && c <= 13);
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "cntrl") return c < 32 || c == 127;
  if (name == "punct")
    return c > 32 && c < 127 && !ascii(is_digit) && !ascii(is_upper) && !ascii(is_lower);
  if (name == "graph") return c > 32 && c != 127;
  if (name == "print") return c >= 32 && c != 127;
  if (name == "upper") return ascii(is_upper) || (c >= 128 && SimpleLower(c) != c);
  if (name == "lower") return ascii(is_lower) || (c >= 128 && SimpleUpper(c) != c);
  bool letter = ascii(is_upper) || ascii(is_lower) || (c >= 128 && IsAlphaCodePoint(c));
  if (name == "alpha") return letter;
  if (name == "alnum") return letter || ascii(is_digit);
  if (name == "word") return letter || ascii(is_digit) || c == '_';
  return c < 128 && name == "ascii";
}

constexpr uint32_t kNoCharacter = UINT32_MAX;

// The names by which [.name.] knows characters of ASCII: POSIX's, in the order of their codes.
struct CharacterName {
  std::string_view name;
  uint32_t code;
};
constexpr CharacterName kCharacterNames[] = {
    {"SOH", 1},
    {"STX", 2},
    {"ETX", 3},
    {"EOT", 4},
    {"ENQ", 5},
    {"ACK", 6},
    {"alert", 7},
    {"BS", 8},
    {"backspace", 8},
    {"HT", 9},
    {"tab", 9},
    {"LF", 10},
    {"newline", 10},
    {"VT", 11},
    {"vertical-tab", 11},
    {"FF", 12},
    {"form-feed", 12},
    {"CR", 13},
    {"carriage-return", 13},
    {"SO", 14},
    {"SI", 15},
    {"DLE", 16},
    {"DC1", 17},
    {"DC2", 18},
    {"DC3", 19},
    {"DC4", 20},
    {"NAK", 21},
    {"SYN", 22},
    {"ETB", 23},
    {"CAN", 24},
    {"EM", 25},
    {"SUB", 26},
    {"ESC", 27},
    {"FS", 28},
    {"IS4", 28},
    {"GS", 29},
    {"IS3", 29},
    {"IS2", 30},
    {"RS", 30},
    {"IS1", 31},
    {"US", 31},
    {"space", 32},
    {"exclamation-mark", 33},
    {"quotation-mark", 34},
    {"number-sign", 35},
    {"dollar-sign", 36},
    {"percent-sign", 37},
    {"ampersand", 38},
    {"apostrophe", 39},
    {"left-parenthesis", 40},
    {"right-parenthesis", 41},
    {"asterisk", 42},
    {"plus-sign", 43},
    {"comma", 44},
    {"dash", 45},
    {"hyphen", 45},
    {"hyphen-minus", 45},
    {"minus", 45},
    {"full-stop", 46},
    {"period", 46},
    {"slash", 47},
    {"solidus", 47},
    {"zero", 48},
    {"one", 49},
    {"two", 50},
    {"three", 51},
    {"four", 52},
    {"five", 53},
    {"six", 54},
    {"seven", 55},
    {"eight", 56},
    {"nine", 57},
    {"colon", 58},
    {"semicolon", 59},
    {"less-than-sign", 60},
    {"equals-sign", 61},
    {"greater-than-sign", 62},
    {"question-mark", 63},
    {"commercial-at", 64},
    {"left-square-bracket", 91},
    {"backslash", 92},
    {"reverse-solidus", 92},
    {"right-square-bracket", 93},
    {"circumflex", 94},
    {"circumflex-accent", 94},
    {"underscore", 95},
    {"grave-accent", 96},
    {"left-brace", 123},
    {"left-curly-bracket", 123},
    {"vertical-line", 124},
    {"right-brace", 125},
    {"right-curly-bracket", 125},
    {"tilde", 126},
    {"DEL", 127},
};

// The character that [.name.] stands for: one alone stands for itself.
uint32_t NamedCharacter(std::string_view name) {
  for (const CharacterName& row : kCharacterNames) {
    if (row.name == name) return row.code;
  }
  size_t length = 0;
  const uint32_t c = DecodeCharacter(name, 0, &length);
  return length == name.size() ? c : kNoCharacter;
}

uint32_t Fold(uint32_t c) { return c < 128 ? (c >= 'A' && c <= 'Z' ? c + 32 : c) : SimpleLower(c); }

}  // namespace

bool PatternMatcher::SameCharacter(std::string_view a, std::string_view b) const {
  if (a == b) return true;
  if (!options_.ignore_case) return false;
  size_t size = 0;
  return Fold(DecodeCharacter(a, 0, &size)) == Fold(DecodeCharacter(b, 0, &size));
}

// All parentheses of extended patterns in one pass, with a stack. Matching comes back to the same
// group again and again, and would otherwise search for its end each time.
void PatternMatcher::FindGroups() {
  constexpr size_t kNone = std::string_view::npos;
  found_groups_ = true;
  struct Group {
    size_t open, last;  // its marks, by index
  };
  std::vector<Group> open;
  size_t counted = 0;
  for (size_t i = 0; i < pattern_.size(); ++i) {
    if (i >= counted + 4096 && !budget_->Tick(i - std::exchange(counted, i))) return;
    char c = pattern_[i];
    if (c == '\\') {
      ++i;
    } else if (c == '(' || (c == '|' && !open.empty())) {
      if (marks_.size() == marks_.capacity()) {
        // Beside the marks, and while they move: groups that are open.
        if (!marks_charge_.Add(
                static_cast<int64_t>((marks_.size() + 8) * 3 * (sizeof(Mark) + sizeof(Group)))))
          return;
        marks_.reserve(2 * (marks_.size() + 8));
      }
      if (c == '|')
        marks_[std::exchange(open.back().last, marks_.size())].next = i;
      else
        open.push_back({marks_.size(), marks_.size()});
      marks_.push_back({i, kNone, kNone});
    } else if (c == ')' && !open.empty()) {
      marks_[open.back().last].next = i;
      marks_[open.back().open].close = i;
      open.pop_back();
    }
  }
}

const PatternMatcher::Mark* PatternMatcher::MarkAt(size_t at) const {
  auto found = std::lower_bound(marks_.begin(), marks_.end(), at,
                                [](const Mark& mark, size_t place) { return mark.at < place; });
  return found == marks_.end() || found->at != at ? nullptr : &*found;
}

// Where the parenthesis behind the letter at `at` closes, or npos.
size_t PatternMatcher::FindClose(size_t at, size_t end) {
  if (!found_groups_) FindGroups();
  const Mark* mark = MarkAt(at + 1);
  return mark == nullptr || mark->close >= end ? std::string_view::npos : mark->close;
}

// Matches all of `text`. Without extended groups only the last star needs to be remembered: if the
// rest fails, that star takes one character more and the rest is tried again. Earlier stars need no
// second try. They took the least that let the part behind them match, and more for them leaves
// less for the others. So the time is at most the product of both lengths, and `*a*a*a*b` is
// harmless.
//
// A group breaks this, since it can match in several ways. It is tried at each place by recursion,
// whose depth is bounded and whose steps the budget counts.
bool PatternMatcher::Match(size_t begin, size_t end, std::string_view text) {
  constexpr size_t kNone = std::string_view::npos;
  size_t at = begin;
  size_t pos = 0;
  size_t star = kNone;  // behind the last *
  size_t star_pos = 0;
  while (true) {
    if (!budget_->Tick(1)) return false;
    bool matched = false;
    if (at < end) {
      char c = pattern_[at];
      if (options_.extglob && at + 1 < end && pattern_[at + 1] == '(' &&
          std::string_view("?*+@!").find(c) != kNone && FindClose(at, end) != kNone) {
        // Whatever stands before the last star is fixed; try this group at every place behind it.
        while (true) {
          if (depth_ >= kMaxDepth) {
            budget_->Reach(ShellLimit::kPatternDepth);  // not "it does not match"
            return false;
          }
          ++depth_;
          bool ok = MatchExtended(at, end, text.substr(pos));
          --depth_;
          if (ok) return true;
          if (star == kNone || star_pos >= text.size() || budget_->stopped()) return false;
          if (at == star) {
            star_pos += CharacterAt(text, star_pos);
            pos = star_pos;
          } else {
            break;
          }
        }
        star_pos += CharacterAt(text, star_pos);
        pos = star_pos;
        at = star;
        continue;
      }
      if (c == '*') {
        star = ++at;
        star_pos = pos;
        continue;
      }
      if (pos < text.size()) {
        size_t size = CharacterAt(text, pos);
        if (c == '?') {
          matched = true;
          ++at;
          pos += size;
        } else if (c == '[') {
          size_t next = at;
          bool valid = false;
          bool in = MatchBracket(&next, end, text.substr(pos), &size, &valid);
          if (valid) {
            matched = in;
            if (in) at = next, pos += size;
          } else if (text[pos] == '[') {
            matched = true;
            ++at;
            ++pos;
          }
        } else {
          size_t literal = c == '\\' && at + 1 < end ? at + 1 : at;
          size_t length = CharacterAt(pattern_, literal);
          if (SameCharacter(pattern_.substr(literal, length), text.substr(pos, size))) {
            matched = true;
            at = literal + length;
            pos += size;
          }
        }
      }
    } else if (pos == text.size()) {
      return true;
    }
    if (matched) continue;
    if (star == kNone || star_pos >= text.size()) return false;
    star_pos += CharacterAt(text, star_pos);
    pos = star_pos;
    at = star;
  }
}

// Does one of the alternatives in the group that begins at `open` match all of `text`?
bool PatternMatcher::MatchAny(size_t open, std::string_view text) {
  const size_t close = MarkAt(open)->close;
  for (size_t at = open; at != close;) {
    const size_t next = MarkAt(at)->next;
    if (Match(at + 1, next, text)) return true;
    at = next;
  }
  return false;
}

// ?(a|b) @(a|b) !(a|b): each beginning of the text is tried for the group, and the rest of the
// pattern for what is left. *(a|b) +(a|b): the places that repetitions can reach are marked in an
// array, each once. A search that went back instead would take exponential time for *(a|aa).
bool PatternMatcher::MatchExtended(size_t at, size_t end, std::string_view text) {
  char kind = pattern_[at];
  size_t close = FindClose(at, end);
  size_t rest = close + 1;
  if (kind == '@' || kind == '?' || kind == '!') {
    if (kind == '?' && Match(rest, end, text)) return true;
    for (size_t split = 0; split <= text.size(); ++split) {
      if (!budget_->Tick(1)) return false;
      bool any = MatchAny(at + 1, text.substr(0, split));
      if (any != (kind == '!') && Match(rest, end, text.substr(split))) return true;
    }
    return false;
  }
  // * and +: which places can be reached by matching the alternatives again and again?
  ScopedMemoryCharge charge(budget_);
  if (!charge.Add(2 * static_cast<int64_t>(text.size() + 1)) || !budget_->Tick(text.size() / 16))
    return false;
  std::vector<char> reached(text.size() + 1, 0);
  std::vector<char> repeated(text.size() + 1, 0);
  reached[0] = 1;
  if (kind == '*' && Match(rest, end, text)) return true;
  for (size_t from = 0; from <= text.size(); ++from) {
    if (!reached[from]) continue;
    for (size_t to = from; to <= text.size(); ++to) {
      if (!budget_->Tick(1)) return false;
      if (repeated[to] || !MatchAny(at + 1, text.substr(from, to - from))) continue;
      reached[to] = repeated[to] = 1;
      if (Match(rest, end, text.substr(to))) return true;
    }
  }
  return false;
}

size_t NamedCharacterEnd(std::string_view pattern, size_t at) {
  if (at + 1 >= pattern.size() || pattern[at] != '[') return at;
  const char kind = pattern[at + 1];
  if (kind != ':' && kind != '.' && kind != '=') return at;
  const char closer[] = {kind, ']'};
  const size_t close = pattern.find(std::string_view(closer, 2), at + (kind == ':' ? 2 : 3));
  if (close == std::string_view::npos) return at;
  // An equivalence class is that of one character.
  if (kind == '=' && at + 2 + CharacterAt(pattern, at + 2) != close) return at;
  return close + 2;
}

// [:class:] or [=c=]
bool PatternMatcher::InNamed(std::string_view named, uint32_t c) const {
  const std::string_view name = named.substr(2, named.size() - 4);
  if (named[1] == ':')
    return InClass(name, c) ||
           (options_.ignore_case && (name == "upper" || name == "lower") && InClass("alpha", c));
  size_t ignored = 0;
  return DecodeCharacter(name, 0, &ignored) == c;
}

uint32_t PatternMatcher::BracketCharacter(size_t* at, size_t end) const {
  size_t length = 0;
  const size_t close = NamedCharacterEnd(pattern_.substr(0, end), *at);
  if (close > *at && pattern_[*at + 1] == '.') {
    const std::string_view name = pattern_.substr(*at + 2, close - *at - 4);
    *at = close;
    return NamedCharacter(name);
  }
  if (pattern_[*at] == '\\' && *at + 1 < end) ++*at;
  const uint32_t c = DecodeCharacter(pattern_, *at, &length);
  *at += length;
  return c;
}

// A bracket expression at pattern_[*at]; *valid is false when it is not closed.
bool PatternMatcher::MatchBracket(size_t* at, size_t end, std::string_view text, size_t* size,
                                  bool* valid) {
  uint32_t c = DecodeCharacter(text, 0, size);
  if (options_.ignore_case) c = Fold(c);
  size_t i = *at + 1;
  bool negated = i < end && (pattern_[i] == '!' || pattern_[i] == '^');
  if (negated) ++i;
  bool in = false;
  bool first = true;
  while (i < end && (first || pattern_[i] != ']')) {
    first = false;
    if (pattern_[i] == '[' && i + 1 < end) {
      const char kind = pattern_[i + 1];
      const size_t close = NamedCharacterEnd(pattern_.substr(0, end), i);
      if (!budget_->Tick((close > i ? close - i : end - i) / 8)) return false;
      if (close > i && kind != '.') {
        in = in || InNamed(pattern_.substr(i, close - i), c);
        i = close;
        continue;
      }
      if (close == i && kind == '.') return false;  // not closed: no bracket expression at all
    }
    uint32_t low = BracketCharacter(&i, end);
    uint32_t high = low;
    if (i + 1 < end && pattern_[i] == '-' && pattern_[i + 1] != ']') {
      ++i;
      high = BracketCharacter(&i, end);
    }
    if (low == kNoCharacter || high == kNoCharacter) continue;
    if (options_.ignore_case && low == high) low = high = Fold(low);
    in = in || (c >= low && c <= high);
    if (options_.ignore_case && low != high) {
      size_t ignored = 0;
      uint32_t upper = c < 128 ? (c >= 'a' && c <= 'z' ? c - 32 : c) : SimpleUpper(c);
      uint32_t original = DecodeCharacter(text, 0, &ignored);
      in = in || (upper >= low && upper <= high) || (original >= low && original <= high);
    }
  }
  budget_->Tick((i - *at) / 8);
  if (i >= end) return false;
  *valid = true;
  *at = i + 1;
  return in != negated;
}

bool MatchPattern(std::string_view pattern, std::string_view text, const PatternOptions& options,
                  Budget* budget) {
  return PatternMatcher(pattern, options, budget).Matches(text);
}

bool HasPatternCharacters(std::string_view pattern, bool extglob) {
  const size_t last_close = pattern.rfind(']');
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (c == '\\') {
      ++i;
    } else if (c == '*' || c == '?') {
      return true;
    } else if (c == '[' && last_close != std::string_view::npos && last_close > i) {
      return true;
    } else if (extglob && i + 1 < pattern.size() && pattern[i + 1] == '(' &&
               (c == '+' || c == '@' || c == '!')) {
      return true;
    }
  }
  return false;
}

std::string UnescapePattern(std::string_view pattern) {
  std::string text;
  text.reserve(pattern.size());
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    text += pattern[i];
  }
  return text;
}

}  // namespace pysub::shell
