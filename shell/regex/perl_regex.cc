#include "shell/regex/perl_regex.h"

#include <algorithm>

namespace pysub::shell {

std::unique_ptr<PerlRegex> PerlRegex::Compile(std::string_view pattern,
                                              const PerlRegexOptions& options,
                                              ParseAccount* account, PerlError* error) {
  std::unique_ptr<PerlRegex> made(new PerlRegex());
  made->options_ = options;
  made->perl_options_ = {.dialect = PerlDialect::kPcre,
                         .ignore_case = options.ignore_case,
                         .dot_all = options.dot_all,
                         .multi_line = options.multi_line,
                         .unicode = options.unicode,
                         .bytes = options.bytes};
  // So does grep: a pattern like "a)|(b" is a right one then.
  std::string text(pattern);
  if (options.whole_lines) {
    text = "^(?:" + text + ")$";
  } else if (options.whole_words) {
    text = "(?<!\\w)(?:" + text + ")(?!\\w)";
  }
  if (!CompilePerl(text, made->perl_options_, account, &made->program_, error)) return nullptr;
  made->matcher_ = std::make_unique<PerlMatcher>(made->program_, made->perl_options_, account);
  made->Translate(pattern, account);
  return made;
}

// Whatever RE2 would see differently stays untranslated.
void PerlRegex::Translate(std::string_view pattern, ParseAccount* account) {
  const bool differs = program_.has_empty_loops || program_.has_search_start || options_.dot_all ||
                       options_.bytes ||
                       (options_.multi_line && (program_.has_lines || options_.whole_lines)) ||
                       (options_.unicode && (program_.uses_classes || options_.whole_words));
  if (differs) return;
  std::string unused;
  translated_ = TranslatePerl(pattern, &unused);
  const bool wrapped = options_.whole_words || options_.whole_lines;
  if (translated_ && translated_->has_look_around && wrapped) translated_.reset();
  if (!translated_) return;
  std::string text = translated_->text;
  group_ = 0;
  if (options_.whole_lines) {
    text = "^(?:" + text + ")$";
  } else if (options_.whole_words) {
    text = "(^|\\W)(" + text + ")(?:\\W|$)";
    group_ = 2;
  }
  const RegexOptions options{.syntax = RegexSyntax::kPerl, .ignore_case = options_.ignore_case};
  regexes_.push_back(Regex::Compile(text, options, account, &unused));
  if (!translated_->later_text.empty())
    regexes_.push_back(Regex::Compile(translated_->later_text, options, account, &unused));
  for (const auto& regex : regexes_) {
    if (regex != nullptr) continue;
    translated_.reset();
    regexes_.clear();
    return;
  }
}

// What is shown of a match is what its marks say.
RegexOutcome PerlRegex::SearchTranslated(const RegexSubject& subject, size_t start,
                                         RegexSpan* match, ParseAccount* account) const {
  const auto is_inside = [&](size_t at) {
    return at < subject.text.size() && (subject.text[at] & 0xC0) == 0x80;
  };
  size_t from = start;
  for (int i = 0; i < translated_->look_behind && from > 0; ++i) {
    --from;
    while (from > 0 && is_inside(from)) --from;
  }
  RegexSpan spans[3 + PerlPattern::kMaxMarks];
  const Regex& regex = *regexes_[start > 0 ? regexes_.size() - 1 : 0];
  const size_t marks = static_cast<size_t>(translated_->marks);
  const RegexOutcome outcome =
      regex.Search(subject, from, spans, group_ + 1 + marks, RegexAnchor::kNone, account);
  if (outcome != RegexOutcome::kMatch) return outcome;
  *match = spans[group_];
  for (size_t i = 0; i < marks; ++i) {
    const RegexSpan& mark = spans[group_ + 1 + i];
    if (mark.begin < 0) continue;
    if (translated_->end_marks >> i & 1) {
      match->end = mark.begin;
    } else {
      match->begin = std::max(match->begin, mark.begin);
    }
  }
  return outcome;
}

RegexOutcome PerlRegex::Search(const RegexSubject& subject, size_t start, RegexSpan* spans,
                               size_t count, ParseAccount* account) const {
  // (Behind bytes that are no UTF-8, what is looked at is another text for PCRE2; and RE2 finds \B
  // within a character.)
  const bool looks = translated_ && (translated_->has_look_around || options_.whole_words ||
                                     program_.has_boundaries || program_.has_lines);
  // (Nor does RE2 know that a word ended just before `start`.)
  const bool fast = translated_ && count <= 1 && (subject.ascii || !looks) &&
                    !(options_.whole_words && start > 0);
  if (fast) {
    RegexSpan match;
    const RegexOutcome outcome = SearchTranslated(subject, start, &match, account);
    if (outcome == RegexOutcome::kMatch && count > 0) spans[0] = match;
    if (outcome != RegexOutcome::kGaveUp) return outcome;
  }
  // (Always: a text of the same place and size may be another one.)
  matcher_->SetText(subject.text);
  const RegexOutcome outcome = matcher_->Search(start);
  if (outcome != RegexOutcome::kMatch) return outcome;
  const std::vector<int64_t>& found = matcher_->spans();
  for (size_t i = 0; i < count; ++i) {
    spans[i] = {};
    if (2 * i + 1 < found.size() && found[2 * i + 1] >= 0)
      spans[i] = {found[2 * i], found[2 * i + 1]};
  }
  return outcome;
}

}  // namespace pysub::shell
