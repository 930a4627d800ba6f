#include "shell/commands/text/grep_matcher.h"

#include <algorithm>
#include <cstring>

#include "shell/text_search.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kSpecial = "\\.[]{}()*+?^$|";

std::string Escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (kSpecial.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::vector<std::string_view> SplitLines(std::string_view text, size_t count) {
  std::vector<std::string_view> lines;
  lines.reserve(count);
  while (true) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

constexpr size_t kStopped = std::string_view::npos - 1;

// Where `needle` is, from `start` on; npos; or kStopped.
size_t FindLiteral(std::string_view text, size_t start, std::string_view needle,
                   ParseAccount* account) {
  bool stopped = false;
  const size_t found = FindText(text, needle, start, [&](uint64_t work) {
    stopped = !account->Tick(work);
    return !stopped;
  });
  return stopped ? kStopped : found;
}

// \1 becomes \2 when a group is put around: numbers of back-references move by `groups`.
std::string ShiftBackReferences(std::string_view pattern, int groups) {
  std::string out;
  bool bracket = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    out += c;
    if (bracket) {
      bracket = c != ']';
    } else if (c == '[') {
      bracket = true;
      if (i + 1 < pattern.size() && pattern[i + 1] == '^') out += pattern[++i];
      if (i + 1 < pattern.size() && pattern[i + 1] == ']') out += pattern[++i];
    } else if (c == '\\' && i + 1 < pattern.size()) {
      char next = pattern[++i];
      if (next >= '1' && next <= '9') next = static_cast<char>(next + groups);
      out += next;
    }
  }
  return out;
}

bool BeginsNothing(char byte) {
  const auto value = static_cast<uint8_t>(byte);
  return value >= 0x80 && (value < 0xC2 || value > 0xF4);
}

}  // namespace

bool GrepMatcher::Add(std::string_view pattern, RegexSyntax syntax, ParseAccount* account,
                      std::string* error) {
  auto regex =
      Regex::Compile(pattern, {.syntax = syntax, .ignore_case = ignore_case_}, account, error);
  if (regex == nullptr) return false;
  regexes_.push_back(std::move(regex));
  return true;
}

// Several patterns (-e, lines of -f) become one, joined by newlines, which the regex syntax of grep
// reads as "or". One automaton for all is as fast as for one. With back-references that cannot be:
// their numbers count groups within one pattern, so each pattern is compiled by itself and all are
// asked.
//
// -w and -x are written around the pattern as groups, so the matching needs no rule of its own. The
// groups shift the numbers of back-references.
bool GrepMatcher::Build(std::string_view patterns, const GrepMatching& matching,
                        ParseAccount* account, std::string* error) {
  ignore_case_ = matching.ignore_case;
  regexes_.clear();
  warnings_.clear();
  perl_.reset();
  literal_.clear();
  group_ = 0;
  if (matching.syntax == GrepSyntax::kPerl) return BuildPerl(patterns, matching, account, error);
  // The list of lines, and the old one while it grows; the patterns once more, joined.
  ParseCharge held(account);
  const auto count = static_cast<size_t>(std::count(patterns.begin(), patterns.end(), '\n')) + 1;
  if (!held.Charge(count * sizeof(std::string_view) + 4 * patterns.size())) {
    *error = "Memory exhausted";
    return false;
  }
  std::vector<std::string_view> lines = SplitLines(patterns, count);
  bool fixed = matching.syntax == GrepSyntax::kFixed;
  bool basic = matching.syntax == GrepSyntax::kBasic;
  RegexSyntax syntax = basic ? RegexSyntax::kGrep : RegexSyntax::kEgrep;
  bool back_references = false;
  bool plain = lines.size() == 1 && !matching.ignore_case;
  std::string joined;
  for (std::string_view line : lines) {
    if (account != nullptr && !account->Tick(8 * line.size() + 16)) {
      *error = "Memory exhausted";  // nobody reads it: the script ends
      return false;
    }
    if (!joined.empty() || line.data() != lines[0].data()) joined += "\n";
    joined += fixed ? Escape(line) : std::string(line);
    plain =
        plain && !line.empty() && (fixed || line.find_first_of(kSpecial) == std::string_view::npos);
    if (fixed) continue;
    // Each must be right by itself: "(" and ")" make no pattern together.
    auto regex =
        Regex::Compile(line, {.syntax = syntax, .ignore_case = ignore_case_}, account, error);
    if (regex == nullptr) return false;
    if (regex->looks_like_class()) {
      *error = "character class syntax is [[:space:]], not [:space:]";
      return false;
    }
    for (const std::string& warning : regex->warnings()) warnings_.push_back(warning);
    back_references |= regex->has_back_references();
  }
  bool words = matching.whole_words && !matching.whole_lines;
  literal_ = plain && !words && !matching.whole_lines ? std::string(lines[0]) : "";
  std::string open = basic ? "\\(" : "(", close = basic ? "\\)" : ")", bar = basic ? "\\|" : "|";
  int groups = words ? 2 : matching.whole_lines ? 1 : 0;
  auto wrap = [&](std::string_view pattern) -> std::string {
    std::string inside =
        groups > 0 && back_references ? ShiftBackReferences(pattern, groups) : std::string(pattern);
    if (groups == 2)
      return open + "^" + bar + "\\W" + close + open + inside + close + open + "\\W" + bar + "$" +
             close;
    if (groups == 1) return "^" + open + inside + close + "$";
    return inside;
  };
  group_ = words ? 2 : 0;
  if (!back_references) return Add(wrap(joined), syntax, account, error);
  for (std::string_view line : lines) {
    if (!Add(wrap(line), syntax, account, error)) return false;
  }
  return true;
}

bool GrepMatcher::BuildPerl(std::string_view pattern, const GrepMatching& matching,
                            ParseAccount* account, std::string* error) {
  if (account != nullptr && !account->Tick(8 * pattern.size() + 16)) {
    *error = "Memory exhausted";  // nobody reads it: the script ends
    return false;
  }
  if (pattern.find('\n') != std::string_view::npos) {
    *error = "the -P option only supports a single pattern";
    return false;
  }
  if (!matching.whole_words && !matching.whole_lines && !matching.ignore_case && !pattern.empty() &&
      pattern.find_first_of(kSpecial) == std::string_view::npos) {
    literal_ = std::string(pattern);
    return true;
  }
  PerlError why;
  perl_ = PerlRegex::Compile(pattern,
                             {.ignore_case = matching.ignore_case,
                              .whole_words = matching.whole_words,
                              .whole_lines = matching.whole_lines},
                             account, &why);
  if (perl_ == nullptr) *error = why.text;
  return perl_ != nullptr;
}

RegexOutcome GrepMatcher::Find(const RegexSubject& line, size_t start, RegexSpan* match,
                               ParseAccount* account) const {
  if (!literal_.empty()) {
    size_t at = FindLiteral(line.text, start, literal_, account);
    if (at == kStopped) return RegexOutcome::kStopped;
    if (at == std::string_view::npos) return RegexOutcome::kNone;
    *match = {static_cast<int64_t>(at), static_cast<int64_t>(at + literal_.size())};
    return RegexOutcome::kMatch;
  }
  if (perl_ != nullptr) {
    // As GNU grep does: bytes that begin no character are passed over, and with them ^.
    while (start < line.text.size() && BeginsNothing(line.text[start])) ++start;
    return perl_->Search(line, start, match, 1, account);
  }
  RegexOutcome best = RegexOutcome::kNone;
  RegexSpan spans[3];
  for (const auto& regex : regexes_) {
    RegexOutcome outcome =
        regex->Search(line, start, spans, group_ + 1, RegexAnchor::kNone, account);
    if (outcome == RegexOutcome::kGaveUp || outcome == RegexOutcome::kStopped) return outcome;
    if (outcome != RegexOutcome::kMatch) continue;
    const RegexSpan& span = spans[group_];
    bool better = best != RegexOutcome::kMatch || span.begin < match->begin ||
                  (span.begin == match->begin && span.end > match->end);
    if (better) *match = span;
    best = RegexOutcome::kMatch;
  }
  return best;
}

bool GrepMatcher::FindLine(const RegexSubject& subject, ParseAccount* account,
                           size_t* begin) const {
  if (literal_.empty())
    return perl_ == nullptr && regexes_.size() == 1 &&
           regexes_[0]->FindLine(subject, account, begin);
  size_t at = FindLiteral(subject.text, 0, literal_, account);
  if (at == kStopped) return false;
  *begin = std::string_view::npos;
  if (at == std::string_view::npos) return true;
  size_t newline = at == 0 ? std::string_view::npos : subject.text.rfind('\n', at - 1);
  *begin = newline == std::string_view::npos ? 0 : newline + 1;
  return true;
}

}  // namespace pysub::shell
