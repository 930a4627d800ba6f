// Oniguruma's groups, escapes and classes.

#include <algorithm>

#include "shell/regex/perl_parser.h"

namespace pysub::shell {

// Names are known before what refers to them.
void PerlParser::CountGroups() {
  bool in_class = false;
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (in_class) {
      in_class = text_[i] != ']';
    } else if (text_[i] == '[') {
      in_class = true;
    } else if (text_.substr(i).starts_with("(?<") && i + 3 < text_.size() && text_[i + 3] != '=' &&
               text_[i + 3] != '!') {
      const size_t end = std::min(text_.find('>', i), text_.size());
      all_names_.emplace_back(text_.substr(i + 3, end - i - 3));
    } else if (text_[i] == '(' && i + 1 < text_.size() && text_[i + 1] != '?') {
      all_names_.emplace_back();
    }
  }
}

PerlFragment PerlParser::Repeated(Fragment atom) {
  while (More()) {
    if (!work_.Add(1)) return Fail("stopped");
    if (SkipIgnored()) continue;
    uint32_t least = 0, most = UINT32_MAX;
    bool interval = false;
    const char c = text_[at_];
    if (c == '*') {
      ++at_;
    } else if (c == '+') {
      least = 1;
      ++at_;
    } else if (c == '?') {
      most = 1;
      ++at_;
    } else if (c == '{' && Interval(&least, &most)) {
      interval = true;
    } else {
      return atom;
    }
    if (most < least) return Fail("upper is smaller than lower in repeat range");
    if (least > kMostRepeats || (most != UINT32_MAX && most > kMostRepeats)) {
      return Fail("too big number range");
    }
    const bool lazy = Skip("?");
    const bool possessive = !lazy && !interval && Skip("+");
    atom = Repeat(atom, least, most, lazy);
    if (possessive) atom = Group(kLookAtomic, std::move(atom));
  }
  return atom;
}

// ---- atoms

PerlFragment PerlParser::Atom(int depth) {
  switch (text_[at_]) {
    case '(': return Parenthesis(depth);
    case '[': {
      PerlSet set;
      return Bracket(&set) ? OfSet(std::move(set)) : Fragment();
    }
    case '.': ++at_; return OneCharacter(options_.dot_all ? PerlOp::kAll : PerlOp::kAny);
    case '^': ++at_; return One(options_.multi_line ? PerlOp::kLineBegin : PerlOp::kTextBegin);
    case '$': ++at_; return One(options_.multi_line ? PerlOp::kLineEnd : PerlOp::kTextEndOrNewline);
    case '*':
    case '+':
    case '?': return Fail("target of repeat operator is not specified");
    case '\\': return Escape();
    default: return Literal(Character());
  }
}

PerlFragment PerlParser::Parenthesis(int depth) {
  ++at_;
  if (!Skip("?")) return Capture("", depth);
  if (Skip(":")) return Closed(Alternatives(depth + 1));
  constexpr std::pair<std::string_view, uint8_t> kLooks[] = {{"=", 0},
                                                             {"!", kLookNegative},
                                                             {">", kLookAtomic},
                                                             {"<=", kLookBehind},
                                                             {"<!", kLookBehind | kLookNegative}};
  for (const auto& [mark, flags] : kLooks) {
    if (Skip(mark)) return Group(flags, Closed(Alternatives(depth + 1)));
  }
  if (Skip("<") || Skip("P<")) {
    const size_t end = text_.find('>', at_);
    const std::string name(text_.substr(at_, std::min(end, text_.size()) - at_));
    const bool right = end != std::string_view::npos && !name.empty() &&
                       name.find_first_of(" ()-") == std::string::npos;
    if (!right) return Fail("invalid group name <" + name + ">");
    at_ = end + 1;
    return Capture(name, depth);
  }
  return Options(depth);
}

PerlFragment PerlParser::Capture(const std::string& name, int depth) {
  out_.names.push_back(name);
  const auto group = static_cast<uint32_t>(out_.names.size());
  const PerlOptions before = options_;
  const Fragment body = Closed(Alternatives(depth + 1));
  options_ = before;
  Fragment made = One(PerlOp::kSave, 2 * group);
  Join(&made, body);
  made.code.push_back({PerlOp::kSave, 0, 2 * group + 1});
  return made;
}

// (?i) (?i-m:...)
PerlFragment PerlParser::Options(int depth) {
  PerlOptions changed = options_;
  bool on = true;
  while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != ':') {
    switch (text_[at_++]) {
      case '-': on = false; break;
      case 'i': changed.ignore_case = on; break;
      case 's': changed.dot_all = on; break;
      case 'm': changed.multi_line = on; break;
      case 'x': changed.extended = on; break;
      default: return Fail("undefined group option");
    }
  }
  if (at_ >= text_.size()) return Fail("end pattern in group");
  const PerlOptions before = options_;
  options_ = changed;
  if (text_[at_++] == ')') {
    Fragment rest = Alternatives(depth + 1);
    options_ = before;
    return rest;
  }
  Fragment body = Closed(Alternatives(depth + 1));
  options_ = before;
  return body;
}

// ---- escapes

uint32_t PerlParser::Hex(size_t most) {
  uint32_t value = 0;
  for (size_t i = 0; i < most && at_ < text_.size(); ++i, ++at_) {
    const char digit = text_[at_];
    if (digit >= '0' && digit <= '9') {
      value = value * 16 + static_cast<uint32_t>(digit - '0');
    } else if ((digit | 32) >= 'a' && (digit | 32) <= 'f') {
      value = value * 16 + static_cast<uint32_t>((digit | 32) - 'a' + 10);
    } else {
      break;
    }
  }
  return std::min<uint32_t>(value, 0x10FFFF);
}

// \x41 \x{e9} \012 \n ...: false: it is no character.
bool PerlParser::CharacterEscape(char letter, uint32_t* c) {
  constexpr std::string_view kNames = "tnrfvae";
  constexpr std::string_view kBytes = "\t\n\r\f\v\a\x1b";
  if (const size_t found = kNames.find(letter); found != std::string_view::npos) {
    *c = static_cast<uint8_t>(kBytes[found]);
    return true;
  }
  if (letter == 'x') {
    if (Skip("{")) {
      *c = Hex(8);
      if (!Skip("}")) Fail("invalid code point value");
    } else {
      *c = Hex(2);
    }
    return true;
  }
  if (letter < '0' || letter > '7') return false;
  *c = static_cast<uint32_t>(letter - '0');
  for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '7'; ++i) {
    *c = *c * 8 + static_cast<uint32_t>(text_[at_++] - '0');
  }
  if (*c > 0x7F) Fail(*c > 0xFF ? "too big number" : "too short multibyte code string");
  return true;
}

bool PerlParser::ClassLetter(char letter, PerlClass* which, bool* negated) {
  switch (letter | 32) {
    case 'w': *which = PerlClass::kWord; break;
    case 'd': *which = PerlClass::kDigit; break;
    case 's': *which = PerlClass::kSpace; break;
    default: return false;
  }
  *negated = letter < 'a';
  return true;
}

bool PerlParser::FindClass(std::string_view name, PerlClass* which) {
  constexpr std::pair<std::string_view, PerlClass> kNames[] = {
      {"alpha", PerlClass::kAlpha},       {"alnum", PerlClass::kAlnum},
      {"digit", PerlClass::kDigit},       {"upper", PerlClass::kUpper},
      {"lower", PerlClass::kLower},       {"punct", PerlClass::kPunct},
      {"space", PerlClass::kSpace},       {"blank", PerlClass::kBlank},
      {"cntrl", PerlClass::kControl},     {"graph", PerlClass::kGraph},
      {"print", PerlClass::kPrint},       {"xdigit", PerlClass::kHex},
      {"word", PerlClass::kWord},         {"ascii", PerlClass::kAscii},
      {"l", PerlClass::kLetter},          {"letter", PerlClass::kLetter},
      {"lu", PerlClass::kUpper},          {"ll", PerlClass::kLower},
      {"n", PerlClass::kNumber},          {"nd", PerlClass::kDigit},
      {"p", PerlClass::kPunct},           {"s", PerlClass::kSymbol},
      {"z", PerlClass::kSeparator},       {"m", PerlClass::kMark},
      {"any", PerlClass::kAny},           {"han", PerlClass::kHan},
      {"greek", PerlClass::kGreek},       {"cyrillic", PerlClass::kCyrillic},
      {"hiragana", PerlClass::kHiragana}, {"katakana", PerlClass::kKatakana},
      {"latin", PerlClass::kLatin}};
  std::string lower;
  for (char c : name) {
    if (c != ' ' && c != '_' && c != '-')
      lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  for (const auto& [known, found] : kNames) {
    if (known != lower) continue;
    *which = found;
    return true;
  }
  return false;
}

// \p{Name} \P{Name} \p{^Name}, behind the letter.
bool PerlParser::Property(bool negated, PerlClass* which, bool* is_negated) {
  std::string_view name;
  if (Skip("{")) {
    if (Skip("^")) negated = !negated;
    const size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) {
      Fail("invalid character property name {" + std::string(text_.substr(at_)) + "}");
      return false;
    }
    name = text_.substr(at_, end - at_);
    at_ = end + 1;
  } else if (at_ < text_.size()) {
    name = text_.substr(at_++, 1);
  }
  *is_negated = negated;
  if (FindClass(name, which)) return true;
  Fail("invalid character property name {" + std::string(name) + "}");
  return false;
}

PerlFragment PerlParser::Escape() {
  ++at_;
  if (at_ >= text_.size()) return Fail("end pattern at escape");
  if ((text_[at_] & 0x80) != 0) return Literal(Character());
  const char letter = text_[at_++];
  PerlClass which = PerlClass::kWord;
  bool negated = false;
  if (ClassLetter(letter, &which, &negated)) return OfClass(which, negated);
  uint32_t c = 0;
  switch (letter) {
    case 'p':
    case 'P':
      return Property(letter == 'P', &which, &negated) ? OfClass(which, negated) : Fragment();
    case 'A': return One(PerlOp::kTextBegin);
    case 'z': return One(PerlOp::kTextEnd);
    case 'Z': return One(PerlOp::kTextEndOrNewline);
    case 'b': return One(PerlOp::kWordBoundary);
    case 'B': return One(PerlOp::kNotWordBoundary);
    case 'G': return One(PerlOp::kSearchStart);
    case 'N': return OneCharacter(PerlOp::kAny);
    case 'O':
    case 'X': return OneCharacter(PerlOp::kAll);
    case 'R': return NewlineSequence();
    case 'Q': return Quoted();
    case 'E': return {};
    case 'k': return NamedReference();
    default: break;
  }
  if (uint32_t group = 0; letter >= '1' && letter <= '9' && GroupNumber(&group)) {
    return GroupReference(group);
  }
  if (CharacterEscape(letter, &c)) return Literal(c);
  return Literal(static_cast<uint8_t>(letter));
}

// A number of a group, whose first digit was read; what is too large for one is an octal escape.
bool PerlParser::GroupNumber(uint32_t* group) {
  size_t at = at_ - 1;
  while (at < text_.size() && text_[at] >= '0' && text_[at] <= '9' && *group < 1000) {
    *group = *group * 10 + static_cast<uint32_t>(text_[at++] - '0');
  }
  if (*group > 9 && *group > all_names_.size()) return false;
  at_ = at;
  return true;
}

PerlFragment PerlParser::GroupReference(uint32_t group) {
  if (group > all_names_.size() || group == 0) return Fail("invalid backref number/name");
  out_.plain = false;
  return One(PerlOp::kReference, group, options_.ignore_case ? kIgnoresCase : 0);
}

PerlFragment PerlParser::NamedReference() {
  const char close = Has("<") ? '>' : Has("'") ? '\'' : Has("{") ? '}' : '\0';
  const size_t end = close == '\0' ? std::string_view::npos : text_.find(close, at_ + 1);
  if (end == std::string_view::npos) return Fail("invalid backref number/name");
  const std::string name(text_.substr(at_ + 1, end - at_ - 1));
  at_ = end + 1;
  for (size_t i = 0; i < all_names_.size(); ++i) {
    if (all_names_[i] == name) return GroupReference(static_cast<uint32_t>(i) + 1);
  }
  if (!name.empty() && name.size() < 4 &&
      name.find_first_not_of("0123456789") == std::string::npos) {
    return GroupReference(static_cast<uint32_t>(std::stoul(name)));
  }
  return Fail("undefined name <" + name + "> reference");
}

PerlFragment PerlParser::NewlineSequence() {
  PerlSet set;
  set.ranges = {{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}};
  Fragment made{.code = {{PerlOp::kSplit, 0, 1, 4},
                         {PerlOp::kCharacter, 0, '\r'},
                         {PerlOp::kCharacter, 0, '\n'},
                         {PerlOp::kJump, 0, 2}}};
  Join(&made, OfSet(std::move(set)));
  return made;
}

PerlFragment PerlParser::Quoted() {
  Fragment made;
  while (More() && !Has("\\E")) Join(&made, Literal(Character()));
  Skip("\\E");
  return made;
}

// ---- brackets
// One element; false: it was a class, which is in the set.
bool PerlParser::BracketElement(PerlSet* set, uint32_t* c) {
  if (text_[at_] != '\\') {
    *c = Character();
    return true;
  }
  ++at_;
  if (at_ >= text_.size()) {
    Fail("end pattern at escape");
    return false;
  }
  if ((text_[at_] & 0x80) != 0) {
    *c = Character();
    return true;
  }
  const char letter = text_[at_++];
  PerlClass which = PerlClass::kWord;
  bool negated = false;
  const bool is_class = ClassLetter(letter, &which, &negated) ||
                        ((letter | 32) == 'p' && Property(letter == 'P', &which, &negated));
  if (is_class) {
    set->classes.emplace_back(which, negated);
    return false;
  }
  if (letter == 'b') {
    *c = 8;
  } else if (!CharacterEscape(letter, c)) {
    *c = static_cast<uint8_t>(letter);
  }
  return true;
}

// [:alpha:], where it stands; false: there is none.
bool PerlParser::PosixBracket(PerlSet* set) {
  const size_t end = text_.find(":]", at_ + 2);
  if (!Has("[:") || end == std::string_view::npos) return false;
  std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
  const bool negated = name.starts_with('^');
  if (negated) name.remove_prefix(1);
  if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos) return false;
  PerlClass which = PerlClass::kWord;
  if (name.size() < 4 || !FindClass(name, &which)) {
    Fail("invalid POSIX bracket type");
    return true;
  }
  set->classes.emplace_back(which, negated);
  at_ = end + 2;
  return true;
}

bool PerlParser::Bracket(PerlSet* set) {
  ++at_;
  set->negated = Skip("^");
  bool first = true;
  while (true) {
    if (failed()) return false;
    if (at_ >= text_.size()) {
      Fail("premature end of char-class");
      return false;
    }
    if (text_[at_] == ']') {
      if (!first) break;
      if (text_.find(']', at_ + 1) == std::string_view::npos) {
        Fail("empty char-class");
        return false;
      }
    }
    first = false;
    if (PosixBracket(set)) continue;
    BracketRange(set);
  }
  ++at_;
  return !failed();
}

void PerlParser::BracketRange(PerlSet* set) {
  uint32_t low = 0, high = 0;
  if (!BracketElement(set, &low)) return;
  high = low;
  const bool range = Has("-") && at_ + 1 < text_.size() && text_[at_ + 1] != ']';
  if (range) {
    ++at_;
    PerlSet classes;
    if (!BracketElement(&classes, &high)) {
      Fail("char-class value at end of range");
      return;
    }
    if (high < low) {
      Fail("empty range in char class");
      return;
    }
  }
  set->ranges.emplace_back(low, high);
}

}  // namespace pysub::shell
