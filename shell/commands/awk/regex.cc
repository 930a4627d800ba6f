#include "shell/commands/awk/regex.h"

#include <cstring>

#include "shell/commands/awk/lexer.h"
#include "shell/regex/engines.h"
#include "shell/syntax/arena.h"
#include "shell/text_search.h"

namespace pysub::shell::awk {
namespace {

constexpr std::string_view kMeta = "\\^$.[]|()*+?{}";

bool IsMeta(char c) { return kMeta.find(c) != std::string_view::npos; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// \052 and \x2a are the character itself, which may be an operator then: so gawk 5.2 has it.
// `others`: also \n and the like, which makes it as long as gawk's own text of it.
std::string WithoutCodes(std::string_view text, bool others) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '\\' || at + 1 >= text.size()) {
      out += text[at++];
      continue;
    }
    const char c = text[at + 1];
    const bool code = (c >= '0' && c <= '7') || c == 'x';
    size_t next = at + 1;
    std::string meaning;
    if ((code || (others && std::string_view("abfnrtv").find(c) != std::string_view::npos)) &&
        AwkEscape(text, &next, &meaning) && (others || meaning[0] != '\0')) {
      out += meaning;
      at = next;
      continue;
    }
    out += text.substr(at, 2);
    at += 2;
  }
  return out;
}

// From left to right, in one pass. start_: nothing is there that an operator could repeat.
class Translator {
 public:
  Translator(std::string_view text, std::string* warnings) : text_(text), warnings_(*warnings) {}

  std::string Run() {
    while (at_ < text_.size()) One();
    return std::move(out_);
  }

 private:
  void One() {
    const char c = text_[at_];
    const bool start = std::exchange(start_, false);
    switch (c) {
      case '\\': return Backslash();
      case '[': return Bracket();
      case '(':
        ++depth_;
        start_ = true;
        break;
      case '|':
      case '^': start_ = true; break;
      case ')':
        if (depth_ > 0) --depth_;
        break;
      case '*':
      case '+':
      case '?':
        if (start) out_ += '\\';
        break;
      case '{':
        if (start || !IsInterval()) out_ += '\\';
        break;
      default: break;
    }
    out_ += c;
    ++at_;
  }

  // {n} {n,} {n,m} {,m}
  bool IsInterval() const {
    size_t at = at_ + 1;
    const size_t begin = at;
    while (at < text_.size() && IsDigit(text_[at])) ++at;
    const bool low = at > begin;
    if (at < text_.size() && text_[at] == ',') {
      const size_t second = ++at;
      while (at < text_.size() && IsDigit(text_[at])) ++at;
      if (!low && at == second) return false;
    } else if (!low) {
      return false;
    }
    return at < text_.size() && text_[at] == '}';
  }

  void Literal(char c) {
    if (IsMeta(c)) out_ += '\\';
    out_ += c;
  }

  void Backslash() {
    if (at_ + 1 >= text_.size()) {
      out_ += '\\';  // an error
      ++at_;
      return;
    }
    const char c = text_[at_ + 1];
    if (std::string_view("yB<>`'").find(c) != std::string_view::npos) {
      out_ += '\\';
      out_ += c == 'y' ? 'b' : c;
      at_ += 2;
      // A place that is repeated may as well not be there.
      if (at_ < text_.size() && (text_[at_] == '*' || text_[at_] == '?'))
        out_.resize(out_.size() - 2);
      while (at_ < text_.size() &&
             std::string_view("*+?").find(text_[at_]) != std::string_view::npos)
        ++at_;
      return;
    }
    if (std::string_view("wWsS").find(c) != std::string_view::npos) {
      out_ += '\\';
      out_ += c;
      at_ += 2;
      return;
    }
    if (IsMeta(c)) {
      out_ += '\\';
      out_ += c;
      at_ += 2;
      return;
    }
    ++at_;
    Unknown(c);
    std::string meaning;
    if (AwkEscape(text_, &at_, &meaning)) {
      Literal(meaning[0]);
      return;
    }
    out_ += c;
    ++at_;
  }

  // Notes what gawk complains of: \" is one, though a text of awk may have it.
  void Unknown(char c) {
    size_t at = at_;
    std::string meaning;
    const bool known =
        IsMeta(c) || c == '-' || c == '/' || (c != '"' && AwkEscape(text_, &at, &meaning));
    if (!known && warnings_.find(c) == std::string::npos) warnings_ += c;
  }

  // An element of a bracket that no syntax mistakes for anything else.
  void Element(char c) {
    if (c == ']' || c == '[' || c == '^' || c == '-') {
      out_ += "[.";
      out_ += c;
      out_ += ".]";
    } else {
      out_ += c;
    }
  }

  void Bracket() {
    out_ += '[';
    ++at_;
    if (at_ < text_.size() && text_[at_] == '^') {
      out_ += '^';
      ++at_;
    }
    for (bool first = true; at_ < text_.size(); first = false) {
      const char c = text_[at_];
      if (c == ']' && !first) {
        out_ += c;
        ++at_;
        return;
      }
      if (c == '[' && at_ + 1 < text_.size() &&
          std::string_view(":.=").find(text_[at_ + 1]) != std::string_view::npos) {
        const char close[] = {text_[at_ + 1], ']', '\0'};
        const size_t end = text_.find(close, at_ + 2);
        if (end != std::string_view::npos) {
          out_ += text_.substr(at_, end + 2 - at_);
          at_ = end + 2;
          continue;
        }
      }
      if (c == '\\' && at_ + 1 < text_.size()) {
        BracketEscape();
        continue;
      }
      if (c == '-' && Stands(first)) {
        out_ += "[.-.]";
      } else {
        out_ += c;
      }
      ++at_;
    }
  }
  // A minus that cannot make a range: beside another range, or in front of the end.
  bool Stands(bool first) const {
    return first || at_ + 1 >= text_.size() || text_[at_ + 1] == ']';
  }

  void BracketEscape() {
    ++at_;
    Unknown(text_[at_]);
    std::string meaning;
    if (AwkEscape(text_, &at_, &meaning)) return Element(meaning[0]);
    Element(text_[at_++]);
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string out_;
  int depth_ = 0;
  bool start_ = true;      // an operator has nothing to repeat
  std::string& warnings_;  // escapes that are not known
};

// Whether a pattern is a text, with ^ in front of it and $ behind it perhaps.
bool AsLiteral(std::string_view posix, std::string* literal, bool* begin, bool* end) {
  *begin = posix.starts_with('^');
  size_t at = *begin ? 1 : 0;
  for (; at < posix.size(); ++at) {
    char c = posix[at];
    if (c == '$' && at + 1 == posix.size()) {
      *end = true;
      return true;
    }
    if (c == '\\') {
      if (at + 1 >= posix.size() || !IsMeta(posix[at + 1])) return false;
      c = posix[++at];
    } else if (IsMeta(c)) {
      return false;
    }
    *literal += c;
  }
  return true;
}

bool IsAllAscii(std::string_view text) {
  for (char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

std::string UnknownPatternEscape(char c) {
  if (c == 'x') return UnknownEscape(c);
  const std::string name(1, c);
  return "warning: regexp escape sequence `\\" + name + "' " +
         (IsDigit(c) ? "treated as plain `" + name + "'" : "is not a known regexp operator");
}

size_t GawkSize(std::string_view pattern) { return WithoutCodes(pattern, true).size(); }

std::string ToPosix(std::string_view pattern, std::string* warnings) {
  const std::string text = WithoutCodes(pattern, false);
  Translator translator(text, warnings);
  return translator.Run();
}

std::unique_ptr<Pattern> Pattern::Compile(std::string_view source, bool ignore_case, Heap* heap,
                                          std::string* error) {
  ParseAccount* const account = heap->account();
  std::unique_ptr<Pattern> pattern(new Pattern());
  ParseCharge making(account);
  if (!making.Charge(8 * source.size() + 256) ||
      (account != nullptr && !account->Tick(source.size()))) {
    *error = "Memory exhausted";
    return nullptr;
  }
  pattern->source_ = source;
  for (size_t at = 0; at + 1 < source.size() && !pattern->looks_back_; ++at) {
    if (source[at] != '\\') continue;
    pattern->looks_back_ = std::string_view("<>yB`").find(source[++at]) != std::string_view::npos;
  }
  // (^ is the beginning of the text there, too: it looks back no further.)
  if (source.find('^') != std::string_view::npos) pattern->looks_back_ = false;
  const std::string posix = ToPosix(source, &pattern->unknown_escapes_);
  std::string literal;
  // (Bytes that are no characters match nowhere within one.)
  pattern->is_literal_ = !ignore_case &&
                         AsLiteral(posix, &literal, &pattern->at_begin_, &pattern->at_end_) &&
                         IsAllAscii(literal);
  if (pattern->is_literal_) {
    pattern->literal_ = std::move(literal);
    return pattern;
  }
  // (A byte that is no character, of which there is none, makes bytes of all characters.)
  const std::string_view bytes = heap->settings().bytes ? "\xFF{0}" : "";
  pattern->regex_ = Regex::Compile(
      std::string(bytes) + posix,
      {.syntax = RegexSyntax::kPosixExtended, .ignore_case = ignore_case}, account, error);
  if (pattern->regex_ == nullptr) return nullptr;
  return pattern;
}

bool Pattern::SearchLiteral(std::string_view text, size_t start, RegexSpan* spans, size_t count,
                            Heap* heap) const {
  size_t found = std::string_view::npos;
  if (at_begin_) {
    const bool fits = at_end_ ? text == literal_ : text.starts_with(literal_);
    if (start == 0 && fits) found = 0;
  } else if (at_end_) {
    if (text.ends_with(literal_) && text.size() - literal_.size() >= start)
      found = text.size() - literal_.size();
  } else if (literal_.empty()) {
    if (start <= text.size()) found = start;
  } else {
    found = FindText(text, literal_, start, [heap](uint64_t work) { return heap->Work(work / 4); });
  }
  if (found == std::string_view::npos) return false;
  for (size_t i = 0; i < count; ++i) spans[i] = {};
  if (count > 0)
    spans[0] = {static_cast<int64_t>(found), static_cast<int64_t>(found + literal_.size())};
  return true;
}

bool Pattern::Search(std::string_view text, size_t start, RegexSpan* spans, size_t count,
                     Heap* heap, bool ascii_known, bool ascii) const {
  if (text.data() == nullptr) text = std::string_view("", 0);  // RE2 would find it nowhere
  if (is_literal_) return SearchLiteral(text, start, spans, count, heap);
  if (!ascii_known) static_cast<void>(heap->Work(text.size() / 64));
  const RegexSubject subject = ascii_known ? RegexSubject(text, ascii) : RegexSubject(text);
  const RegexOutcome outcome =
      regex_->Search(subject, start, spans, count, RegexAnchor::kNone, heap->account());
  if (outcome == RegexOutcome::kStopped) heap->Fail();
  return outcome == RegexOutcome::kMatch;
}

bool Pattern::SearchRest(std::string_view text, size_t start, RegexSpan* span, Heap* heap,
                         bool ascii) const {
  if (!looks_back_ || start > text.size()) return Search(text, start, span, 1, heap, true, ascii);
  if (!Search(text.substr(start), 0, span, 1, heap, true, ascii)) return false;
  span->begin += static_cast<int64_t>(start);
  span->end += static_cast<int64_t>(start);
  return true;
}

Pattern* PatternCache::Get(std::string_view source, bool ignore_case, Heap* heap,
                           std::string* error) {
  std::string key(1, ignore_case ? 'i' : ' ');
  key += source;
  if (last_ != nullptr && last_key_ == key) return last_;
  auto found = patterns_.find(key);
  if (found != patterns_.end()) {
    order_.splice(order_.begin(), order_, found->second.place);
  } else {
    std::unique_ptr<Pattern> pattern = Pattern::Compile(source, ignore_case, heap, error);
    if (pattern == nullptr) return nullptr;
    if (patterns_.size() >= kMost) {
      patterns_.erase(order_.back());
      order_.pop_back();
    }
    order_.push_front(key);
    found = patterns_.emplace(order_.front(), Entry{std::move(pattern), order_.begin()}).first;
  }
  last_ = found->second.pattern.get();
  last_key_ = std::move(key);
  return last_;
}

}  // namespace pysub::shell::awk
