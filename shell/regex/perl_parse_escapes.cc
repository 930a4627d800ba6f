// PCRE2's escapes and classes. A set is sorted when it is made: what it costs to ask it does not
// depend on how it was written.

#include <algorithm>
#include <initializer_list>

#include "shell/regex/perl_parser.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

constexpr CodeSet::Range kHorizontal[] = {{'\t', '\t'},     {' ', ' '},       {0xA0, 0xA0},
                                          {0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200A},
                                          {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
constexpr CodeSet::Range kVertical[] = {{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}};
constexpr std::string_view kTooLarge = "character code point value in \\x{} or \\o{} is too large";

void AddRanges(std::initializer_list<CodeSet::Range> ranges, CodeSet* set) {
  for (auto [low, high] : ranges) set->Add(low, high);
}

void Add(char letter, CodeSet* set) {
  if (letter == 'h') {
    for (auto [low, high] : kHorizontal) set->Add(low, high);
  } else {
    for (auto [low, high] : kVertical) set->Add(low, high);
  }
}

}  // namespace

PerlFragment PerlParser::PcreEscape() {
  const size_t begin = at_++;
  if (at_ >= text_.size()) return Fail("\\ at end of pattern");
  if ((text_[at_] & 0x80) != 0) return Literal(Character());
  const char letter = text_[at_++];
  if (letter >= '1' && letter <= '9') return PcreDigits(letter);
  CodeSet set;
  if (letter == 'N' && !Has("{U+")) {
    if (Has("{") && at_ + 1 < text_.size() && !(text_[at_ + 1] >= '0' && text_[at_ + 1] <= '9'))
      return Fail("PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u");
    return OneCharacter(PerlOp::kAny);
  }
  if (PcreClassLetter(letter, &set)) return failed() ? Fragment() : OfCodeSet(set);
  switch (letter) {
    case 'A':
    case 'Z':
    case 'z':
    case 'b':
    case 'B':
    case 'G':
    case 'K': repeatable_ = false; return PcreAssertion(letter);
    case 'R': return PcreNewline();
    case 'X':
    case 'C': return Fail("\\" + std::string(1, letter) + " is not supported here", begin);
    case 'g':
    case 'k': return PcreLetterReference(letter);
    default: break;
  }
  uint32_t c = 0;
  return PcreCharacter(letter, &c, false) ? Literal(c) : Fragment();
}

PerlFragment PerlParser::PcreAssertion(char letter) {
  switch (letter) {
    case 'A': return One(PerlOp::kTextBegin);
    case 'Z': return One(PerlOp::kTextEndOrNewline);
    case 'z': return One(PerlOp::kTextEnd);
    case 'G':
      out_.has_search_start = true;
      out_.plain = out_.remembers = false;
      return One(PerlOp::kSearchStart);
    case 'K':
      if (looks_ > 0) {
        FailLater("\\K is not allowed in lookarounds (but see PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK)",
                  text_.size());
      }
      return One(PerlOp::kKeep);
    default: {
      out_.uses_classes = out_.has_boundaries = true;
      const uint8_t flags = options_.unicode ? kPcreWord : kAsciiWord;
      return One(letter == 'b' ? PerlOp::kWordBoundary : PerlOp::kNotWordBoundary, 0, flags);
    }
  }
}

// \1 and such: a reference, or what is too large for one is the number of a character.
PerlFragment PerlParser::PcreDigits(char letter) {
  const size_t begin = at_;
  uint32_t number = static_cast<uint32_t>(letter - '0');
  while (HasDigit() && number < 100'000) {
    number = number * 10 + static_cast<uint32_t>(text_[at_++] - '0');
  }
  if (number < 10 || letter >= '8' || number <= group_) {
    if (number > 65535) return Fail("subpattern number is too big");
    return PcreReference(number, at_ - 1);
  }
  at_ = begin;
  uint32_t c = 0;
  return PcreCharacter(letter, &c, false) ? Literal(c) : Fragment();
}

// \g1 \g{-1} \g{name} \k<name> \k{name}; \g<1> and \g'name' are calls.
PerlFragment PerlParser::PcreLetterReference(char letter) {
  std::string name;
  uint32_t number = 0;
  const bool call = letter == 'g' && (Has("<") || Has("'"));
  const char open = at_ < text_.size() ? text_[at_] : '\0';
  const char end = open == '<' ? '>' : open == '\'' ? '\'' : open == '{' ? '}' : '\0';
  if (letter == 'k') {
    if (end == '\0') {
      return Fail("\\k is not followed by a braced, angle-bracketed, or quoted name");
    }
    const size_t at = ++at_;
    return PcreName(end, &name) ? PcreReferenceByName(name, at) : Fragment();
  }
  if (end == '\0' && !HasDigit() && open != '-' && open != '+') {
    return Fail(
        "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain "
        "number");
  }
  if (end != '\0') ++at_;
  const size_t at = at_;
  if (HasDigit() || Has("-") || Has("+")) {
    if (!PcreNumber(&number, true)) return {};
    const size_t behind = at_;
    if (end != '\0' && !Skip(std::string_view(&end, 1)))
      return Fail(
          "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by "
          "a plain number");
    if (call) return PcreCall(number, behind);
    if (number == 0) return Fail("reference to non-existent subpattern");
    return PcreReference(number, behind);
  }
  if (!PcreName(end, &name)) return {};
  return call ? PcreCallByName(name, at) : PcreReferenceByName(name, at);
}

// Behind a brace, up to the other one.
bool PerlParser::PcreBraced(uint32_t base, uint32_t* c) {
  uint64_t value = 0;
  const size_t begin = at_;
  for (; at_ < text_.size(); ++at_) {
    const char one = text_[at_];
    const uint32_t digit = one >= '0' && one <= '9' ? static_cast<uint32_t>(one - '0')
                           : (one | 32) >= 'a' && (one | 32) <= 'f'
                               ? static_cast<uint32_t>((one | 32) - 'a' + 10)
                               : 16;
    if (digit >= base) break;
    value = std::min<uint64_t>(value * base + digit, 1u << 30);
  }
  *c = static_cast<uint32_t>(value);
  if (value > CodeSet::kLast) {
    Fail(kTooLarge);
  } else if (value >= 0xD800 && value < 0xE000) {
    Fail("disallowed Unicode code point (>= 0xd800 && <= 0xdfff)");
  } else if (at_ == begin && (at_ >= text_.size() || text_[at_] == '}')) {
    Fail("digits missing in \\x{} or \\o{} or \\N{U+}");
  } else if (!Skip("}")) {
    Fail(base == 8 ? "non-octal character in \\o{} (closing brace missing?)"
                   : "non-hex character in \\x{} (closing brace missing?)");
  }
  return !failed();
}

// A character that is written as an escape.
bool PerlParser::PcreCharacter(char letter, uint32_t* c, bool in_class) {
  constexpr std::string_view kNames = "aefnrt";
  constexpr std::string_view kBytes = "\a\x1b\f\n\r\t";
  if (const size_t found = kNames.find(letter); found != std::string_view::npos) {
    *c = static_cast<uint8_t>(kBytes[found]);
    return true;
  }
  if (letter == 'x') {
    if (Skip("{")) return PcreBraced(16, c);
    *c = Hex(2);
    return true;
  }
  if (letter == 'N' && Skip("{U+")) return PcreBraced(16, c);
  if (letter == 'o') {
    if (!Skip("{")) {
      Fail("missing opening brace after \\o");
      return false;
    }
    return PcreBraced(8, c);
  }
  if (letter == 'c') {
    if (at_ >= text_.size()) {
      Fail("\\c at end of pattern");
      return false;
    }
    const auto named = static_cast<uint8_t>(text_[at_]);
    if (named < ' ' || named > '~') {
      Fail("\\c must be followed by a printable ASCII character");
      return false;
    }
    ++at_;
    *c = static_cast<uint32_t>(named >= 'a' && named <= 'z' ? named - 32 : named) ^ 64;
    return true;
  }
  if (letter >= '0' && letter <= '7') {
    *c = static_cast<uint32_t>(letter - '0');
    for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '7'; ++i)
      *c = *c * 8 + static_cast<uint32_t>(text_[at_++] - '0');
    return true;
  }
  *c = static_cast<uint8_t>(letter);
  if (std::string_view("FLlUu").find(letter) != std::string_view::npos) {
    Fail("PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u");
  } else if (in_class && std::string_view("BRX").find(letter) != std::string_view::npos) {
    Fail("escape sequence is invalid in character class");
  } else if (in_class && letter == 'N') {
    Fail("\\N is not supported in a class");
  } else if ((letter | 32) >= 'a' && (letter | 32) <= 'z') {
    Fail("unrecognized character follows \\", at_ - 1);
  }
  return !failed();
}

// ---- sets

// Making one takes milliseconds, and a pattern may ask for it at each of its characters.
void PerlParser::AddProperties(std::initializer_list<std::string_view> names, CodeSet* set) {
  for (std::string_view name : names) {
    auto known = std::find_if(properties_.begin(), properties_.end(),
                              [&](const auto& one) { return one.first == name; });
    if (known == properties_.end()) {
      CodeSet made;
      if (!AddUnicodeProperty(name, account_, &made)) {
        Fail("unknown property after \\P or \\p");
        return;
      }
      if (!work_.Charge(64 + 32 * made.ranges().size())) Fail("stopped");
      properties_.emplace_back(name, std::move(made));
      known = properties_.end() - 1;
    }
    if (!work_.Add(known->second.ranges().size() + set->ranges().size())) Fail("stopped");
    set->Add(known->second);
  }
}

bool PerlParser::PcreProperty(bool negated, CodeSet* set) {
  std::string_view name = text_.substr(at_, 1);
  if (Skip("{")) {
    if (Skip("^")) negated = !negated;
    const size_t end = text_.find('}', at_);
    if (end == text_.npos) {
      Fail("malformed \\P or \\p sequence", text_.size());
      return true;
    }
    name = text_.substr(at_, end - at_);
    at_ = end + 1;
  } else if (at_ < text_.size()) {
    ++at_;
  } else {
    Fail("malformed \\P or \\p sequence");
    return true;
  }
  CodeSet found;
  if (name == "Xan") {
    AddProperties({"L", "N"}, &found);
  } else if (name == "Xwd") {
    AddProperties({"L", "N"}, &found);
    found.Add('_', '_');
  } else if (name == "Xsp" || name == "Xps") {
    AddProperties({"Z"}, &found);
    Add('h', &found);
    Add('v', &found);
  } else {
    AddProperties({name == "L&" ? "LC" : name}, &found);
  }
  if (negated) found.Negate(CodeSet::kLast);
  set->Add(found);
  return true;
}

// \d \D \w \W \s \S \h \H \v \V \p \P. False: it is none of these.
bool PerlParser::PcreClassLetter(char letter, CodeSet* set) {
  CodeSet found;
  switch (letter | 32) {
    case 'p': return PcreProperty(letter == 'P', set);
    case 'd': AddPosix("digit", &found); break;
    case 'w': AddPosix("word", &found); break;
    case 's': AddPosix("space", &found); break;
    case 'h':
    case 'v': Add(static_cast<char>(letter | 32), &found); break;
    default: return false;
  }
  if (letter < 'a') found.Negate(CodeSet::kLast);
  set->Add(found);
  return true;
}

// False: there is no such class.
bool PerlParser::AddPosix(std::string_view name, CodeSet* set) {
  out_.uses_classes = true;
  if (options_.ignore_case && (name == "upper" || name == "lower")) name = "alpha";
  struct Row {
    std::string_view name;
    std::initializer_list<CodeSet::Range> ascii;
    std::initializer_list<std::string_view> properties;  // with UCP, besides
  };
  const Row rows[] = {
      {"alpha", {{'a', 'z'}, {'A', 'Z'}}, {"L"}},
      {"lower", {{'a', 'z'}}, {"Ll"}},
      {"upper", {{'A', 'Z'}}, {"Lu"}},
      {"alnum", {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}}, {"L", "N"}},
      {"ascii", {{0, 127}}, {}},
      {"blank", {{' ', ' '}, {'\t', '\t'}}, {}},
      {"cntrl", {{0, 31}, {127, 127}}, {"Cc"}},
      {"digit", {{'0', '9'}}, {"Nd"}},
      {"graph", {{33, 126}}, {"L", "M", "N", "P", "S", "Cf"}},
      {"print", {{32, 126}}, {"L", "M", "N", "P", "S", "Cf", "Zs"}},
      {"punct", {{33, 47}, {58, 64}, {91, 96}, {123, 126}}, {"P"}},
      {"space", {{9, 13}, {' ', ' '}}, {"Z"}},
      {"word", {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'_', '_'}}, {"L", "N"}},
      {"xdigit", {{'0', '9'}, {'a', 'f'}, {'A', 'F'}}, {}},
  };
  for (const Row& row : rows) {
    if (row.name != name) continue;
    AddRanges(row.ascii, set);
    if (!options_.unicode) return true;
    AddProperties(row.properties, set);
    if (name == "space" || name == "blank") Add('h', set);
    if (name == "space") Add('v', set);
    return true;
  }
  return false;
}

// [:alpha:], where it stands; false: there is none.
bool PerlParser::PcrePosix(CodeSet* set) {
  for (std::string_view mark : {"[:", "[.", "[="}) {
    if (!Has(mark)) continue;
    // Up to the same mark; what stands between must not end the class.
    size_t end = at_ + 2;
    while (end < text_.size() && text_[end] != '\\' && text_[end] != '[' && text_[end] != ']' &&
           text_[end] != mark[1]) {
      ++end;
    }
    if (end + 1 >= text_.size() || text_[end] != mark[1] || text_[end + 1] != ']') return false;
    if (mark != "[:") {
      Fail("POSIX collating elements are not supported");
      return true;
    }
    std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
    const bool negated = name.starts_with('^');
    if (negated) name.remove_prefix(1);
    CodeSet found;
    if (!AddPosix(name, &found)) {
      Fail("unknown POSIX class name", at_ + 2);
      return true;
    }
    if (negated) found.Negate(CodeSet::kLast);
    set->Add(found);
    at_ = end + 2;
    return true;
  }
  return false;
}

PerlFragment PerlParser::OfCodeSet(const CodeSet& set) {
  PerlSet made;
  made.sorted = true;
  made.ranges = set.ranges();
  return OfSet(std::move(made));
}

PerlFragment PerlParser::PcreNewline() {
  CodeSet set;
  Add('v', &set);
  Fragment made{.code = {{PerlOp::kSplit, 0, 1, 4},
                         {PerlOp::kCharacter, 0, '\r'},
                         {PerlOp::kCharacter, 0, '\n'},
                         {PerlOp::kJump, 0, 2}}};
  Join(&made, OfCodeSet(set));
  made.least = 1;
  made.most = 2;
  return failed() ? Fragment() : Group(kLookAtomic, std::move(made));
}

// ---- brackets

// False: it is wrong. *is_class: it was more than a character, and is in `known`.
bool PerlParser::PcreBracketElement(CodeSet* known, uint32_t* c, bool* is_class) {
  *is_class = false;
  if (!quoting_ && Has("[") && PcrePosix(known)) {
    *is_class = true;
    return !failed();
  }
  if (quoting_ || !Has("\\")) {
    // (Other syntaxes have sets within sets.)
    out_.is_odd |= Has("[") || Has("&&") || Has("--") || Has("~~");
    *c = Character();
    return true;
  }
  ++at_;
  if (at_ >= text_.size()) {
    Fail("\\ at end of pattern");
    return false;
  }
  if ((text_[at_] & 0x80) != 0) {
    *c = Character();
    return true;
  }
  const char letter = text_[at_++];
  if (PcreClassLetter(letter, known)) {
    *is_class = true;
    return !failed();
  }
  if (letter == 'b') {
    *c = '\b';
    return true;
  }
  return PcreCharacter(letter, c, true);
}

// One element, or a range of two.
bool PerlParser::PcreBracketRange(CodeSet* characters, CodeSet* known) {
  uint32_t low = 0, high = 0;
  bool is_class = false;
  if (!PcreBracketElement(known, &low, &is_class)) return false;
  while (Has("\\E") || (quoting_ && Has("\\E"))) SkipQuotes();
  const bool range = !quoting_ && Has("-") && at_ + 1 < text_.size() && text_[at_ + 1] != ']';
  if (!range) {
    if (!is_class) characters->Add(low, low);
    return true;
  }
  if (is_class) {
    Fail("invalid range in character class", at_ + 1);
    return false;
  }
  const size_t minus = at_++;
  CodeSet unused;
  while (Has("\\E") || Has("\\Q")) SkipQuotes();
  if (Has("]") && !quoting_) {
    characters->Add(low, low);
    characters->Add('-', '-');
    return true;
  }
  if (!PcreBracketElement(&unused, &high, &is_class)) return false;
  if (is_class) {
    Fail("invalid range in character class");
    return false;
  }
  if (high < low) {
    Fail("range out of order in character class", minus + 1);
    return false;
  }
  characters->Add(low, high);
  return true;
}

PerlFragment PerlParser::PcreBracket() {
  ++at_;
  const bool negated = Skip("^");
  CodeSet characters, known;
  for (bool first = true;; first = false) {
    if (failed() || !work_.Add(1)) return Fail("stopped");
    if (at_ >= text_.size()) return Fail("missing terminating ] for character class");
    if (Has("\\E") || (!quoting_ && Has("\\Q"))) {
      SkipQuotes();
      continue;
    }
    if (!quoting_ && Has("]") && !first) break;
    if (!quoting_ && options_.class_blanks && (Has(" ") || Has("\t"))) {
      ++at_;
      continue;
    }
    if (!PcreBracketRange(&characters, &known)) return {};
  }
  ++at_;
  // What stands for itself has two cases, classes have what they have.
  if (options_.ignore_case && !characters.AddOtherCases(options_.bytes, account_))
    return Fail("stopped");
  characters.Add(known);
  if (negated) characters.Negate(CodeSet::kLast);
  return OfCodeSet(characters);
}

}  // namespace pysub::shell
