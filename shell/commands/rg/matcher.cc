#include "shell/commands/rg/matcher.h"

#include <algorithm>

namespace pysub::shell::rg {
namespace {

constexpr std::string_view kMultilineHint =
    "\n\nConsider enabling multiline mode with the --multiline flag (or -U for short).\n"
    "When multiline mode is enabled, new line characters can be matched.";
constexpr std::string_view kPcreHint =
    "\n\nConsider enabling PCRE2 with the --pcre2 flag, which can handle backreferences\n"
    "and look-around.";

constexpr std::string_view kSpecial = "\\.+*?()|[]{}^$#&-~";

// As Rust's regex::escape().
std::string Escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (kSpecial.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Whether there is one pattern, which is found where its bytes stand.
bool IsLiteral(const std::vector<std::string>& patterns, const Options& options) {
  if (patterns.size() != 1 || options.letters != Case::kSensitive || options.words ||
      options.whole_lines || patterns[0].empty()) {
    return false;
  }
  const std::string& text = patterns[0];
  return text.find('\n') == std::string::npos &&
         (options.fixed || text.find_first_of(kSpecial) == std::string::npos);
}

}  // namespace

bool Matcher::Build(const std::vector<std::string>& patterns, const Options& options,
                    ParseAccount* account, std::string* error) {
  uint64_t size = 0;
  for (const std::string& pattern : patterns) size += 4 * pattern.size() + 16;
  if (account != nullptr && !account->Tick(size)) {
    *error = "out of time";  // nobody reads it: the script ends
    return false;
  }
  // The real rg compiles patterns the same way, so the messages speak of the joined text.
  std::string joined;
  bool first = true;
  for (const std::string& pattern : patterns) {
    std::string one = options.fixed ? Escape(pattern) : pattern;
    if (options.whole_lines) one = "^(?:" + one + ")$";
    // An empty pattern matches everywhere, and must not become an empty alternative.
    if (one.empty()) one = "(?:z{0})*";
    if (!first) joined += '|';
    first = false;
    joined += one;
  }
  RustSyntaxOptions syntax{.ignore_case = options.letters == Case::kIgnore,
                           .smart_case = options.letters == Case::kSmart,
                           .dot_all = options.multiline && options.dot_all,
                           .unicode = options.unicode,
                           .crlf = options.crlf,
                           .word = options.words};
  // No match may have the character that ends lines, or a line would not be one any more.
  if (!options.multiline) syntax.never = options.null_data ? '\0' : '\n';
  by_lines_ = !options.null_data;
  const bool has_large =
      std::any_of(joined.begin(), joined.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool ignores_case = syntax.ignore_case || (syntax.smart_case && !has_large);
  if (options.engine == Engine::kPcre2 &&
      !BuildPerl(joined, options, ignores_case, account, error)) {
    return false;
  }
  if (perl_ != nullptr && differs_) return true;
  regex_ = Regex::CompileRust(joined, syntax, &info_, account, error);
  if (regex_ != nullptr && IsLiteral(patterns, options)) {
    std::string unused;
    literal_.emplace();
    if (!literal_->Build(patterns[0], {.syntax = GrepSyntax::kFixed}, account, &unused))
      literal_.reset();
  }
  if (regex_ != nullptr) return true;
  if (perl_ != nullptr) {
    KnowPerl(options);
    return true;
  }
  // The default syntax does not have it: hints as rg gives them, or Perl's where
  // --auto-hybrid-regex asks for it.
  if (options.engine == Engine::kDefault) {
    if (error->find(" is not allowed in a regex") != std::string::npos) *error += kMultilineHint;
    if (error->ends_with("backreferences are not supported") ||
        error->ends_with("look-behind, is not supported"))
      *error += kPcreHint;
    return false;
  }
  return BuildPerl(joined, options, ignores_case, account, error);
}

bool Matcher::BuildPerl(const std::string& pattern, const Options& options, bool ignores_case,
                        ParseAccount* account, std::string* error) {
  PerlError why;
  perl_ = PerlRegex::Compile(pattern,
                             {.ignore_case = ignores_case,
                              .whole_words = options.words,
                              .multi_line = true,
                              .dot_all = options.multiline && options.dot_all,
                              .bytes = !options.unicode,
                              .unicode = options.unicode},
                             account, &why);
  if (perl_ == nullptr) {
    *error = "PCRE2: error compiling pattern at offset " + std::to_string(why.at) + ": " + why.text;
    return false;
  }
  const PerlProgram& program = perl_->program();
  differs_ = program.is_odd || program.has_empty_loops || options.words ||
             (options.multiline && program.has_lines);
  ascii_only_ = program.uses_classes;
  KnowPerl(options);
  return true;
}

// What is asked about groups is answered for Perl's syntax.
void Matcher::KnowPerl(const Options& options) {
  info_ = {};
  info_.may_newline = options.multiline;
  info_.groups = static_cast<int>(perl_->program().groups());
  for (size_t i = 0; i < perl_->program().groups(); ++i) {
    const std::string& name = perl_->program().names[i];
    if (!name.empty()) info_.names.emplace_back(name, static_cast<int>(i) + 1);
  }
}

RegexOutcome Matcher::Find(const RegexSubject& subject, size_t start, std::vector<RegexSpan>* spans,
                           bool with_groups, ParseAccount* account) const {
  spans->assign(1, {});
  if (literal_) return literal_->Find(subject, start, spans->data(), account);
  if (perl_ != nullptr && (regex_ == nullptr || (ascii_only_ && !subject.ascii))) {
    spans->resize(with_groups ? perl_->program().groups() + 1 : 1);
    return perl_->Search(subject, start, spans->data(), spans->size(), account);
  }
  // (a pattern may have parts that are looked at and not shown: the shown part is group `shown`)
  const size_t shown = static_cast<size_t>(info_.shown);
  const size_t all = static_cast<size_t>(info_.before_groups + info_.groups);
  spans->resize(std::max(shown, with_groups ? all : 0) + 1);
  const RegexOutcome outcome =
      regex_->Search(subject, start, spans->data(), spans->size(), RegexAnchor::kNone, account);
  if (outcome == RegexOutcome::kMatch) (*spans)[0] = (*spans)[shown];
  return outcome;
}

int Matcher::GroupOf(std::string_view name) const {
  if (!name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos) {
    int number = 0;
    for (char c : name) number = std::min(number * 10 + (c - '0'), 1'000'000);
    if (number == 0) return 0;
    return number <= info_.groups ? info_.before_groups + number : -1;
  }
  for (const auto& [known, group] : info_.names) {
    if (known == name) return group;
  }
  return -1;
}

}  // namespace pysub::shell::rg
