#include "shell/regex/perl_syntax.h"

#include <algorithm>
#include <vector>

namespace pysub::shell {
namespace {

constexpr size_t kMaxText = 64 << 10;
constexpr size_t kMaxDepth = 250;  // as in PCRE
constexpr int kMaxWidth = 255;     // of what is looked back at

// Members of classes.
constexpr std::string_view kSpaces = "\\t-\\r\\x20";  // RE2's \s lacks the vertical tabulator
constexpr std::string_view kHorizontal =
    "\\t\\x20\\x{a0}\\x{1680}\\x{180e}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}";
constexpr std::string_view kVertical = "\\n-\\r\\x{85}\\x{2028}\\x{2029}";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Writes a Perl pattern as one for RE2, piece by piece. What RE2 cannot do is refused by name: a
// pattern that silently means something else is worse than one that is not there.
//
// RE2 never backtracks and so has no look-around. At the ends of a pattern it can be replaced. What
// is looked at is simply matched, too, and an empty group marks where the match that is shown
// begins or ends:
//
//   (?<=a)b(?=c)      (?:a)()b()(?:c)     the groups stand where b begins and ends
//   a\Kb              a()b
class Translator {
 public:
  explicit Translator(std::string_view pattern) : p_(pattern) {}

  bool Translate() {
    frames_.push_back({});
    while (at_ < p_.size()) {
      if (!Piece()) return false;
      if (out_.text.size() > kMaxText) return Fail("regular expression is too large");
    }
    if (frames_.size() > 1) return Fail("missing closing parenthesis");
    if (!EndAlternative()) return false;
    size_t copied = 0;
    for (size_t begin : begins_) {
      out_.later_text.append(out_.text, copied, begin - copied);
      copied = begin + 2;  // without "^|"
    }
    if (copied > 0) out_.later_text.append(out_.text, copied);
    return true;
  }

  PerlPattern out_;
  std::string error_;

 private:
  enum class Kind : uint8_t { kGroup, kBehind, kAhead };
  // An open parenthesis; the first: the pattern itself. Widths are in characters.
  struct Frame {
    Kind kind = Kind::kGroup;
    int width = 0;             // of the alternative so far
    std::optional<int> first;  // of the first alternative
    bool fixed = true;         // all alternatives have the same width, which is known
  };

  bool Fail(std::string_view what) {
    error_ = what;
    return false;
  }
  bool NotKnown(std::string_view what) {
    return Fail(std::string(what) + " are not supported by this grep -P");
  }
  void Put(std::string_view text) { out_.text += text; }
  bool Has(std::string_view text) const { return p_.substr(at_).starts_with(text); }
  bool at_top() const { return frames_.size() == 1; }

  // Something that can be repeated has been written.
  void Atom(int width) {
    last_width_ = width;
    repeatable_ = true;
    at_start_ = false;
    frames_.back().width = std::min(frames_.back().width + width, kMaxWidth + 1);
  }
  bool Mark(bool is_end) {
    if (out_.marks == PerlPattern::kMaxMarks)
      return Fail("too many of \\K and look-around in one pattern");
    if (is_end) out_.end_marks |= 1u << out_.marks;
    ++out_.marks;
    repeatable_ = false;
    Put("()");
    return true;
  }
  // Of the pattern.
  bool EndAlternative() {
    if (behind_ && *behind_ != alternative_behind_)
      return Fail(
          "look-behind is supported only when all alternatives of the pattern begin with one of "
          "the same length");
    behind_ = alternative_behind_;
    out_.look_behind = alternative_behind_;
    alternative_behind_ = 0;
    at_start_ = true;
    ended_ = false;
    return true;
  }
  void NoteWidth(Frame* frame) {
    if (frame->first && *frame->first != frame->width) frame->fixed = false;
    if (!frame->first) frame->first = frame->width;
    if (frame->width > kMaxWidth) frame->fixed = false;
    frame->width = 0;
  }

  bool Piece();
  bool Open();
  bool OpenLook(bool behind, bool negative);
  bool Close();
  bool Quantifier();
  bool Escape();
  bool EscapeInClass();
  bool CommonEscape(char c, bool* done);
  bool Class();
  void Quote(char c) {
    if (!IsLetter(c) && !(c >= '0' && c <= '9') && (c & 0x80) == 0 && c > ' ' && c != 0x7f)
      out_.text += '\\';
    out_.text += c;
  }
  bool Quoted();

  std::string_view p_;
  size_t at_ = 0;
  std::vector<Frame> frames_;
  std::vector<size_t> begins_;  // of "^|" in the text, PerlPattern::kMaxMarks at most
  bool at_start_ = true;        // of an alternative of the pattern
  bool ended_ = false;          // that alternative, by a look-ahead
  bool repeatable_ = false;
  bool quantified_ = false;
  int last_width_ = 0;
  int alternative_behind_ = 0;
  std::optional<int> behind_;
};

bool Translator::Piece() {
  const char c = p_[at_];
  if (ended_ && at_top() && c != '|')
    return Fail(
        "look-ahead is supported only at the end of a pattern or of one of its alternatives");
  const bool may_be_possessive = quantified_;
  quantified_ = false;
  switch (c) {
    case '\\': return Escape();
    case '[': return Class();
    case '(': return Open();
    case ')': return Close();
    case '|':
      ++at_;
      Put("|");
      repeatable_ = false;
      NoteWidth(&frames_.back());
      return !at_top() || EndAlternative();
    case '*':
    case '+':
    case '?':
    case '{':
      if (may_be_possessive && c == '+') return NotKnown("possessive quantifiers");
      return Quantifier();
    case '^':
    case '$':
      ++at_;
      out_.text += c;
      Atom(0);
      return true;
    default:
      ++at_;
      out_.text += c;
      // (Bytes that go on with a character of several.)
      Atom((c & 0xC0) == 0x80 ? 0 : 1);
      last_width_ = 1;
      return true;
  }
}

bool Translator::Quantifier() {
  size_t size = 1;
  int least = 0;
  bool exact = false;
  if (p_[at_] == '{') {
    const size_t end = p_.find_first_not_of("0123456789,", at_ + 1);
    const bool counts = end != std::string_view::npos && p_[end] == '}' && end > at_ + 1 &&
                        p_[at_ + 1] != ',' &&
                        std::count(p_.begin() + static_cast<ptrdiff_t>(at_),
                                   p_.begin() + static_cast<ptrdiff_t>(end), ',') < 2;
    if (!counts) {  // the character
      ++at_;
      Put("\\{");
      Atom(1);
      return true;
    }
    size = end + 1 - at_;
    exact = p_.substr(at_, size).find(',') == std::string_view::npos;
    for (size_t i = at_ + 1; i < end && p_[i] != ','; ++i)
      least = std::min(10 * least + (p_[i] - '0'), 100'000);
  }
  if (!repeatable_) return Fail("quantifier does not follow a repeatable item");
  if (exact) {
    Frame& frame = frames_.back();
    const int64_t width = frame.width + static_cast<int64_t>(least - 1) * last_width_;
    frame.width = static_cast<int>(std::clamp<int64_t>(width, 0, kMaxWidth + 1));
  } else {
    frames_.back().fixed = false;
  }
  Put(p_.substr(at_, size));
  at_ += size;
  if (Has("?")) {
    ++at_;
    Put("?");
  } else {
    quantified_ = true;
  }
  if (!quantified_) repeatable_ = false;
  return true;
}

bool Translator::Open() {
  if (frames_.size() > kMaxDepth) return Fail("parentheses are too deeply nested");
  if (Has("(?#")) {
    const size_t end = p_.find(')', at_);
    if (end == std::string_view::npos) return Fail("missing ) after (?# comment");
    at_ = end + 1;
    return true;
  }
  if (Has("(?=") || Has("(?!")) return OpenLook(false, p_[at_ + 2] == '!');
  if (Has("(?<=") || Has("(?<!")) return OpenLook(true, p_[at_ + 3] == '!');
  if (Has("(?>")) return NotKnown("atomic groups");
  if (Has("(?(")) return NotKnown("conditions on groups");
  if (Has("(?R") || Has("(?&") || Has("(?P>") || Has("(?+") ||
      (Has("(?") && at_ + 2 < p_.size() && p_[at_ + 2] >= '0' && p_[at_ + 2] <= '9')) {
    return NotKnown("recursive patterns");
  }
  if (Has("(?P=")) return NotKnown("back-references");
  if (Has("(*")) return NotKnown("verbs (*NAME)");
  size_t end = at_;
  if (Has("(?<") || Has("(?P<") || Has("(?'")) {
    end = p_.find(Has("(?'") ? '\'' : '>', at_ + 3);
    if (end == std::string_view::npos)
      return Fail("syntax error in subpattern name (missing terminator?)");
    at_ = end + 1;
    Put("(?:");
  } else if (Has("(?|") || Has("(?:")) {
    at_ += 3;
    Put("(?:");
  } else if (Has("(?")) {
    end = p_.find_first_of(":)", at_);
    if (end == std::string_view::npos) return Fail("missing closing parenthesis");
    Put(p_.substr(at_, end + 1 - at_));  // (?i) or (?i:
    at_ = end + 1;
    repeatable_ = false;
    if (p_[end] == ')') return true;
  } else {
    ++at_;
    Put("(?:");
  }
  repeatable_ = false;
  at_start_ = false;
  frames_.push_back({});
  return true;
}

bool Translator::OpenLook(bool behind, bool negative) {
  if (behind && !(at_top() && at_start_))
    return Fail(
        "look-behind is supported only at the beginning of a pattern or of its alternatives");
  if (!behind && !at_top())
    return Fail(
        "look-ahead is supported only at the end of a pattern or of one of its alternatives");
  out_.has_look_around = true;
  at_ += behind ? 4 : 3;
  if (!negative) {
    if (!behind && !Mark(true)) return false;
    Put("(?:");
    repeatable_ = false;
    at_start_ = false;
    frames_.push_back({.kind = behind ? Kind::kBehind : Kind::kAhead});
    return true;
  }
  // Not one character: another, or none.
  const size_t begin = out_.text.size();
  const size_t first = at_;
  if (Has(")") || Has("(") || Has("^") || Has("$") || Has("|") || Has("*") || Has("+") ||
      Has("?") || Has("{") || at_ == p_.size()) {
    return Fail("negative look-around is supported for one character or class only");
  }
  const int marks = out_.marks;
  const int before = frames_.back().width;
  if (!Piece()) return false;
  while (at_ < p_.size() && (p_[at_] & 0xC0) == 0x80 && (p_[first] & 0x80)) {
    out_.text += p_[at_++];  // the rest of the character
  }
  std::string one = out_.text.substr(begin);
  out_.text.resize(begin);
  if (!Has(")") || out_.marks != marks || frames_.back().width != before + 1 ||
      one.starts_with("(?")) {
    return Fail("negative look-around is supported for one character or class only");
  }
  ++at_;
  frames_.back().width = before;
  if (one.starts_with("[^")) {
    one.erase(1, 1);
  } else if (one[0] == '[') {
    one.insert(1, "^");
  } else {
    one = one == "." ? "\\n" : "[^" + one + "]";
  }
  if (behind) {
    begins_.push_back(begin + 3);
    Put("(?:^|" + one + ")");
    alternative_behind_ = 1;
    at_start_ = false;
    return Mark(false);
  }
  if (!Mark(true)) return false;
  Put("(?:" + one + "|$)");
  ended_ = true;
  return true;
}

bool Translator::Close() {
  if (at_top()) return Fail("unmatched closing parenthesis");
  Frame frame = frames_.back();
  frames_.pop_back();
  NoteWidth(&frame);
  ++at_;
  Put(")");
  if (frame.kind == Kind::kBehind) {
    if (!frame.fixed)
      return Fail("look-behind is supported only when all that it may match has the same length");
    alternative_behind_ = *frame.first;
    return Mark(false);
  }
  if (frame.kind == Kind::kAhead) {
    ended_ = true;
    repeatable_ = false;
    return true;
  }
  if (!frame.fixed) frames_.back().fixed = false;
  Atom(*frame.first);
  return true;
}

// Those that are the same inside of a class and outside: characters.
bool Translator::CommonEscape(char c, bool* done) {
  *done = true;
  at_ += 2;
  switch (c) {
    case 'e': Put("\\x1b"); return true;
    case 'c': {
      if (at_ == p_.size()) return Fail("\\c at end of pattern");
      const char letter =
          p_[at_] >= 'a' && p_[at_] <= 'z' ? static_cast<char>(p_[at_] - 32) : p_[at_];
      constexpr std::string_view kDigits = "0123456789abcdef";
      const auto code = static_cast<uint8_t>(letter ^ 64);
      if (code >= 0x80) return Fail("\\c must be followed by a printable ASCII character");
      ++at_;
      Put("\\x");
      out_.text += kDigits[code >> 4];
      out_.text += kDigits[code & 15];
      return true;
    }
    case 'x':
    case 'p':
    case 'P': {
      Put(p_.substr(at_ - 2, 2));
      if (Has("{")) {
        const size_t end = p_.find('}', at_);
        if (end == std::string_view::npos) return Fail("missing terminating } of \\x{ or \\p{");
        Put(p_.substr(at_, end + 1 - at_));
        at_ = end + 1;
        return true;
      }
      for (int i = c == 'x' ? 2 : 1; i > 0 && at_ < p_.size(); --i) out_.text += p_[at_++];
      return true;
    }
    case '0':
      Put("\\0");
      for (int i = 0; i < 2 && at_ < p_.size() && p_[at_] >= '0' && p_[at_] <= '7'; ++i)
        out_.text += p_[at_++];
      return true;
    default:
      at_ -= 2;
      *done = false;
      return true;
  }
}

bool Translator::Quoted() {
  at_ += 2;
  while (at_ < p_.size() && !Has("\\E")) {
    Quote(p_[at_]);
    Atom((p_[at_] & 0xC0) == 0x80 ? 0 : 1);
    last_width_ = 1;
    ++at_;
  }
  at_ = std::min(at_ + 2, p_.size());
  return true;
}

bool Translator::Escape() {
  if (at_ + 1 == p_.size()) return Fail("\\ at end of pattern");
  const char c = p_[at_ + 1];
  bool done = false;
  if (!CommonEscape(c, &done)) return false;
  if (done) {
    Atom(1);
    return true;
  }
  if (c >= '1' && c <= '9')
    return Fail("back-references are not supported by this grep -P (grep -E has them)");
  at_ += 2;
  switch (c) {
    case 'K':
      for (const Frame& frame : frames_) {
        if (frame.kind != Kind::kGroup) return Fail("\\K is not allowed in look-around");
      }
      at_start_ = false;
      return Mark(false);
    case 'Q': at_ -= 2; return Quoted();
    case 'E': return true;
    case 'h': Put("[" + std::string(kHorizontal) + "]"); break;
    case 'H': Put("[^" + std::string(kHorizontal) + "]"); break;
    case 'v': Put("[" + std::string(kVertical) + "]"); break;
    case 'V': Put("[^" + std::string(kVertical) + "]"); break;
    case 's': Put("[" + std::string(kSpaces) + "]"); break;
    case 'S': Put("[^" + std::string(kSpaces) + "]"); break;
    case 'N': Put("[^\\n]"); break;
    case 'R':
      Put("(?:\\r\\n|[" + std::string(kVertical) + "])");
      frames_.back().fixed = false;
      break;
    case 'A':
    case 'b':
    case 'B':
    case 'z':
    case 'Z':
      out_.text += '\\';
      out_.text += c == 'Z' ? 'z' : c;
      Atom(0);
      return true;
    case 'g':
    case 'k': return NotKnown("back-references");
    case 'G':
    case 'X':
    case 'C': return Fail("\\" + std::string(1, c) + " is not supported by this grep -P");
    default:
      out_.text += '\\';
      out_.text += c;
      if ((c & 0x80) != 0) out_.text.erase(out_.text.size() - 2, 1);
      break;
  }
  Atom(1);
  return true;
}

bool Translator::EscapeInClass() {
  if (at_ + 1 == p_.size()) return Fail("\\ at end of pattern");
  const char c = p_[at_ + 1];
  bool done = false;
  if (!CommonEscape(c, &done)) return false;
  if (done) return true;
  at_ += 2;
  switch (c) {
    case 'h': Put(kHorizontal); return true;
    case 'v': Put(kVertical); return true;
    case 's': Put(kSpaces); return true;
    case 'b': Put("\\x08"); return true;
    case 'E': return true;
    case 'Q':
      for (; at_ < p_.size() && !Has("\\E"); ++at_) Quote(p_[at_]);
      at_ = std::min(at_ + 2, p_.size());
      return true;
    case 'H':
    case 'V':
    case 'N':
    case 'R':
    case 'X':
      return Fail("\\" + std::string(1, c) + " is not supported in a class by this grep -P");
    default:
      if ((c & 0x80) == 0) out_.text += '\\';
      out_.text += c;
      return true;
  }
}

bool Translator::Class() {
  Put("[");
  ++at_;
  if (Has("^")) {
    Put("^");
    ++at_;
  }
  for (bool first = true;; first = false) {
    if (at_ >= p_.size() || out_.text.size() > kMaxText)
      return Fail("missing terminating ] for character class");
    const char c = p_[at_];
    if (c == ']' && !first) break;
    if (c == '\\') {
      if (!EscapeInClass()) return false;
      continue;
    }
    if (Has("[:")) {
      const size_t end = p_.find_first_not_of("abcdefghijklmnopqrstuvwxyz^", at_ + 2);
      if (end != std::string_view::npos && p_.substr(end).starts_with(":]")) {
        Put(p_.substr(at_, end + 2 - at_));
        at_ = end + 2;
        continue;
      }
    }
    if (c == '[' || c == ']') Put("\\");
    out_.text += c;
    ++at_;
  }
  Put("]");
  ++at_;
  Atom(1);
  return true;
}

}  // namespace

std::optional<PerlPattern> TranslatePerl(std::string_view pattern, std::string* error) {
  if (pattern.size() > kMaxText) {
    *error = "regular expression is too large";
    return std::nullopt;
  }
  Translator translator(pattern);
  if (!translator.Translate()) {
    *error = std::move(translator.error_);
    return std::nullopt;
  }
  return std::move(translator.out_);
}

}  // namespace pysub::shell
