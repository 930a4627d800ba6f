#include <algorithm>

#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/pattern.h"

namespace pysub::shell::jq {
namespace {

using Code = std::vector<PatternInstruction>;
constexpr int kMaxDepth = 120;
constexpr uint32_t kMaxRepeat = 100000;

uint32_t FoldedCharacter(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  const CaseMapping fold = FullFold(c);
  return fold.size == 1 ? fold.code_points[0] : SimpleLower(c);
}

// Jumps lead so many instructions further, until all is joined.
class PatternParser {
 public:
  PatternParser(Heap& heap, std::string_view text, const PatternOptions& options,
                CompiledPattern* out)
      : heap_(heap), text_(text), options_(options), out_(*out) {}

  bool Parse(std::string* error) {
    CountGroups();
    Code code = Alternatives(0);
    if (error_.empty() && at_ < text_.size()) Fail("unmatched close parenthesis");
    if (!error_.empty()) {
      *error = error_;
      return false;
    }
    code.push_back({PatternOp::kEnd});
    for (size_t i = 0; i < code.size(); ++i) {
      PatternInstruction& in = code[i];
      const bool jumps = in.op == PatternOp::kJump || in.op == PatternOp::kSplit ||
                         in.op == PatternOp::kLook || in.op == PatternOp::kAtomic;
      if (!jumps) continue;
      in.a += static_cast<uint32_t>(i);
      in.b += static_cast<uint32_t>(i);
    }
    out_.code = std::move(code);
    return true;
  }

 private:
  Code Fail(std::string_view message) {
    if (error_.empty()) error_ = message;
    at_ = text_.size();
    return {};
  }
  bool More() const { return at_ < text_.size() && error_.empty(); }
  bool Has(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  bool Skip(std::string_view part) {
    if (!Has(part)) return false;
    at_ += part.size();
    return true;
  }
  uint32_t Character() {
    const DecodedCodePoint one = DecodeUtf8(text_, at_);
    at_ += static_cast<size_t>(one.size);
    return one.code_point;
  }
  static void Join(Code* to, const Code& more) { to->insert(to->end(), more.begin(), more.end()); }
  static uint32_t Relative(ptrdiff_t offset) { return static_cast<uint32_t>(offset); }

  // Names are known before what refers to them.
  void CountGroups() {
    bool in_class = false;
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (in_class) {
        in_class = text_[i] != ']';
      } else if (text_[i] == '[') {
        in_class = true;
      } else if (text_.substr(i).starts_with("(?<") && i + 3 < text_.size() &&
                 text_[i + 3] != '=' && text_[i + 3] != '!') {
        const size_t end = std::min(text_.find('>', i), text_.size());
        all_names_.emplace_back(text_.substr(i + 3, end - i - 3));
      } else if (text_[i] == '(' && i + 1 < text_.size() && text_[i + 1] != '?') {
        all_names_.emplace_back();
      }
    }
  }

  Code Alternatives(int depth) {
    if (depth > kMaxDepth) return Fail("too deep nest level");
    std::vector<Code> all;
    do {
      all.push_back(Sequence(depth));
    } while (Skip("|"));
    Code code = std::move(all.back());
    for (size_t i = all.size() - 1; i-- > 0;) {
      const auto size = static_cast<ptrdiff_t>(all[i].size());
      Code joined{{PatternOp::kSplit, 0, 1, Relative(size + 2)}};
      Join(&joined, all[i]);
      joined.push_back({PatternOp::kJump, 0, Relative(static_cast<ptrdiff_t>(code.size()) + 1)});
      Join(&joined, code);
      code = std::move(joined);
      if (code.size() > kMaxPatternCode) return Fail("too big pattern");
    }
    return code;
  }

  Code Sequence(int depth) {
    Code code;
    while (More() && !Has("|") && !Has(")")) {
      if (!heap_.Spend(1)) return Fail("stopped");
      if (SkipIgnored()) continue;
      Code atom = Atom(depth);
      if (!error_.empty()) return {};
      atom = Repeated(std::move(atom));
      Join(&code, atom);
      if (code.size() > kMaxPatternCode) return Fail("too big pattern");
    }
    return code;
  }

  // A comment; in an extended pattern a blank.
  bool SkipIgnored() {
    if (Has("(?#")) {
      at_ = text_.find(')', at_);
      if (at_ == std::string_view::npos) {
        Fail("end pattern in group");
      } else {
        ++at_;
      }
      return true;
    }
    if (!options_.extended) return false;
    const char c = text_[at_];
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      ++at_;
      return true;
    }
    if (c != '#') return false;
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }

  // ---- repetition
  bool Interval(uint32_t* least, uint32_t* most) {
    size_t at = at_ + 1;
    const auto number = [&](uint32_t* value) {
      const size_t begin = at;
      *value = 0;
      while (at < text_.size() && text_[at] >= '0' && text_[at] <= '9') {
        *value = std::min(*value * 10 + static_cast<uint32_t>(text_[at++] - '0'), kMaxRepeat + 1);
      }
      return at > begin;
    };
    const bool has_least = number(least);
    bool has_most = has_least;
    *most = *least;
    if (at < text_.size() && text_[at] == ',') {
      ++at;
      has_most = number(most);
      if (!has_most) *most = UINT32_MAX;
    }
    if (at >= text_.size() || text_[at] != '}' || !has_least) return false;
    at_ = at + 1;
    return true;
  }

  Code Repeated(Code atom) {
    while (More()) {
      if (!heap_.Spend(1)) return Fail("stopped");
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
      if (least > kMaxRepeat || (most != UINT32_MAX && most > kMaxRepeat)) {
        return Fail("too big number range");
      }
      const bool lazy = Skip("?");
      const bool possessive = !lazy && !interval && Skip("+");
      atom = Repeat(atom, least, most, lazy);
      if (possessive) atom = Group(PatternOp::kAtomic, 0, std::move(atom));
    }
    return atom;
  }

  Code Repeat(const Code& atom, uint32_t least, uint32_t most, bool lazy) {
    const auto size = static_cast<ptrdiff_t>(atom.size());
    const uint64_t copies = most == UINT32_MAX ? uint64_t{least} + 1 : most;
    if (copies * (atom.size() + 4) > kMaxPatternCode) return Fail("too big number range");
    Code code;
    for (uint32_t i = 0; i < least; ++i) Join(&code, atom);
    const auto split = [&](ptrdiff_t inside, ptrdiff_t behind) {
      if (lazy) std::swap(inside, behind);
      code.push_back({PatternOp::kSplit, 0, Relative(inside), Relative(behind)});
    };
    if (most == UINT32_MAX) {
      const uint32_t slot = out_.loops++;
      split(1, size + 4);
      code.push_back({PatternOp::kLoopStart, 0, slot});
      Join(&code, atom);
      code.push_back({PatternOp::kLoopCheck, 0, slot});
      code.push_back({PatternOp::kJump, 0, Relative(-size - 3)});
      return code;
    }
    for (uint32_t i = least; i < most; ++i) {
      split(1, (size + 1) * static_cast<ptrdiff_t>(most - i));
      Join(&code, atom);
    }
    return code;
  }

  Code Group(PatternOp op, uint8_t flags, Code body) {
    out_.plain = false;
    Code code{{op, flags, Relative(static_cast<ptrdiff_t>(body.size()) + 2)}};
    Join(&code, body);
    code.push_back({PatternOp::kEnd});
    return code;
  }

  // ---- atoms
  Code Literal(uint32_t c) {
    const uint8_t flags = options_.ignore_case ? 1 : 0;
    return {{PatternOp::kCharacter, flags, flags != 0 ? FoldedCharacter(c) : c}};
  }

  Code OfSet(PatternSet set) {
    const uint8_t flags = options_.ignore_case ? 1 : 0;
    for (uint32_t c = 0; c < 128; ++c) {
      if (InPatternSet(set, c, flags != 0)) set.ascii[c / 64] |= uint64_t{1} << (c % 64);
    }
    heap_.Charge(static_cast<int64_t>(sizeof(PatternSet) + set.ranges.size() * 8));
    out_.sets.push_back(std::move(set));
    return {{PatternOp::kSet, flags, static_cast<uint32_t>(out_.sets.size()) - 1}};
  }

  Code OfClass(PatternClass which, bool negated) {
    PatternSet set;
    set.classes.emplace_back(which, negated);
    return OfSet(std::move(set));
  }

  Code Atom(int depth) {
    switch (text_[at_]) {
      case '(': return Parenthesis(depth);
      case '[': {
        PatternSet set;
        return Bracket(&set) ? OfSet(std::move(set)) : Code();
      }
      case '.': ++at_; return {{options_.dot_all ? PatternOp::kAll : PatternOp::kAny}};
      case '^':
        ++at_;
        return {{options_.multi_line ? PatternOp::kLineBegin : PatternOp::kTextBegin}};
      case '$':
        ++at_;
        return {{options_.multi_line ? PatternOp::kLineEnd : PatternOp::kTextEndOrNewline}};
      case '*':
      case '+':
      case '?': return Fail("target of repeat operator is not specified");
      case '\\': return Escape();
      default: return Literal(Character());
    }
  }

  Code Parenthesis(int depth) {
    ++at_;
    if (!Skip("?")) return Capture("", depth);
    if (Skip(":")) return Closed(Alternatives(depth + 1));
    if (Skip("=")) return Group(PatternOp::kLook, 0, Closed(Alternatives(depth + 1)));
    if (Skip("!")) return Group(PatternOp::kLook, 1, Closed(Alternatives(depth + 1)));
    if (Skip(">")) return Group(PatternOp::kAtomic, 0, Closed(Alternatives(depth + 1)));
    if (Skip("<=")) return Group(PatternOp::kLook, 2, Closed(Alternatives(depth + 1)));
    if (Skip("<!")) return Group(PatternOp::kLook, 3, Closed(Alternatives(depth + 1)));
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

  // The body of a group, with the options that were there before it.
  Code Closed(Code body) {
    if (!error_.empty()) return {};
    if (!Skip(")")) return Fail("end pattern with unmatched parenthesis");
    return body;
  }

  Code Capture(const std::string& name, int depth) {
    out_.names.push_back(name);
    const auto group = static_cast<uint32_t>(out_.names.size());
    const PatternOptions before = options_;
    Code body = Closed(Alternatives(depth + 1));
    options_ = before;
    Code code{{PatternOp::kSave, 0, 2 * group}};
    Join(&code, body);
    code.push_back({PatternOp::kSave, 0, 2 * group + 1});
    return code;
  }

  // (?i) (?i-m:...)
  Code Options(int depth) {
    PatternOptions changed = options_;
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
    const PatternOptions before = options_;
    options_ = changed;
    if (text_[at_++] == ')') {
      Code rest = Alternatives(depth + 1);
      options_ = before;
      return rest;
    }
    Code body = Closed(Alternatives(depth + 1));
    options_ = before;
    return body;
  }

  // ---- escapes
  // \x41 \x{e9} \012 \n ...: false: it is no character.
  bool CharacterEscape(char letter, uint32_t* c) {
    constexpr std::string_view kNames = "tnrfvae";
    constexpr std::string_view kBytes = "\t\n\r\f\v\a\x1b";
    if (const size_t found = kNames.find(letter); found != std::string_view::npos) {
      *c = static_cast<uint8_t>(kBytes[found]);
      return true;
    }
    const auto hex = [&](size_t most) {
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
    };
    if (letter == 'x') {
      if (Skip("{")) {
        *c = hex(8);
        if (!Skip("}")) Fail("invalid code point value");
      } else {
        *c = hex(2);
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

  static bool ClassLetter(char letter, PatternClass* which, bool* negated) {
    switch (letter | 32) {
      case 'w': *which = PatternClass::kWord; break;
      case 'd': *which = PatternClass::kDigit; break;
      case 's': *which = PatternClass::kSpace; break;
      default: return false;
    }
    *negated = letter < 'a';
    return true;
  }

  static bool FindClass(std::string_view name, PatternClass* which) {
    constexpr std::pair<std::string_view, PatternClass> kNames[] = {
        {"alpha", PatternClass::kAlpha},       {"alnum", PatternClass::kAlnum},
        {"digit", PatternClass::kDigit},       {"upper", PatternClass::kUpper},
        {"lower", PatternClass::kLower},       {"punct", PatternClass::kPunct},
        {"space", PatternClass::kSpace},       {"blank", PatternClass::kBlank},
        {"cntrl", PatternClass::kControl},     {"graph", PatternClass::kGraph},
        {"print", PatternClass::kPrint},       {"xdigit", PatternClass::kHex},
        {"word", PatternClass::kWord},         {"ascii", PatternClass::kAscii},
        {"l", PatternClass::kLetter},          {"letter", PatternClass::kLetter},
        {"lu", PatternClass::kUpper},          {"ll", PatternClass::kLower},
        {"n", PatternClass::kNumber},          {"nd", PatternClass::kDigit},
        {"p", PatternClass::kPunct},           {"s", PatternClass::kSymbol},
        {"z", PatternClass::kSeparator},       {"m", PatternClass::kMark},
        {"any", PatternClass::kAny},           {"han", PatternClass::kHan},
        {"greek", PatternClass::kGreek},       {"cyrillic", PatternClass::kCyrillic},
        {"hiragana", PatternClass::kHiragana}, {"katakana", PatternClass::kKatakana},
        {"latin", PatternClass::kLatin}};
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
  bool Property(bool negated, PatternClass* which, bool* is_negated) {
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

  Code Escape() {
    ++at_;
    if (at_ >= text_.size()) return Fail("end pattern at escape");
    if ((text_[at_] & 0x80) != 0) return Literal(Character());
    const char letter = text_[at_++];
    PatternClass which = PatternClass::kWord;
    bool negated = false;
    if (ClassLetter(letter, &which, &negated)) return OfClass(which, negated);
    uint32_t c = 0;
    switch (letter) {
      case 'p':
      case 'P': return Property(letter == 'P', &which, &negated) ? OfClass(which, negated) : Code();
      case 'A': return {{PatternOp::kTextBegin}};
      case 'z': return {{PatternOp::kTextEnd}};
      case 'Z': return {{PatternOp::kTextEndOrNewline}};
      case 'b': return {{PatternOp::kWordBoundary}};
      case 'B': return {{PatternOp::kNotWordBoundary}};
      case 'G': return {{PatternOp::kSearchStart}};
      case 'N': return {{PatternOp::kAny}};
      case 'O':
      case 'X': return {{PatternOp::kAll}};
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
  bool GroupNumber(uint32_t* group) {
    size_t at = at_ - 1;
    while (at < text_.size() && text_[at] >= '0' && text_[at] <= '9' && *group < 1000) {
      *group = *group * 10 + static_cast<uint32_t>(text_[at++] - '0');
    }
    if (*group > 9 && *group > all_names_.size()) return false;
    at_ = at;
    return true;
  }

  Code GroupReference(uint32_t group) {
    if (group > all_names_.size() || group == 0) return Fail("invalid backref number/name");
    out_.plain = false;
    return {{PatternOp::kReference, static_cast<uint8_t>(options_.ignore_case ? 1 : 0), group}};
  }

  Code NamedReference() {
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

  Code NewlineSequence() {
    PatternSet set;
    set.ranges = {{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}};
    Code code{{PatternOp::kSplit, 0, 1, 4},
              {PatternOp::kCharacter, 0, '\r'},
              {PatternOp::kCharacter, 0, '\n'},
              {PatternOp::kJump, 0, 2}};
    Join(&code, OfSet(std::move(set)));
    return code;
  }

  Code Quoted() {
    Code code;
    while (at_ < text_.size() && !Has("\\E")) Join(&code, Literal(Character()));
    Skip("\\E");
    return code;
  }

  // ---- brackets
  // One element; false: it was a class, which is in the set.
  bool BracketElement(PatternSet* set, uint32_t* c) {
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
    PatternClass which = PatternClass::kWord;
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
  bool PosixBracket(PatternSet* set) {
    const size_t end = text_.find(":]", at_ + 2);
    if (!Has("[:") || end == std::string_view::npos) return false;
    std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
    const bool negated = name.starts_with('^');
    if (negated) name.remove_prefix(1);
    if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos)
      return false;
    PatternClass which = PatternClass::kWord;
    if (name.size() < 4 || !FindClass(name, &which)) {
      Fail("invalid POSIX bracket type");
      return true;
    }
    set->classes.emplace_back(which, negated);
    at_ = end + 2;
    return true;
  }

  bool Bracket(PatternSet* set) {
    ++at_;
    set->negated = Skip("^");
    bool first = true;
    while (true) {
      if (!error_.empty()) return false;
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
    return error_.empty();
  }

  void BracketRange(PatternSet* set) {
    uint32_t low = 0, high = 0;
    if (!BracketElement(set, &low)) return;
    high = low;
    const bool range = Has("-") && at_ + 1 < text_.size() && text_[at_ + 1] != ']';
    if (range) {
      ++at_;
      PatternSet classes;
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

  Heap& heap_;
  std::string_view text_;
  PatternOptions options_;
  CompiledPattern& out_;
  size_t at_ = 0;
  std::vector<std::string> all_names_;
  std::string error_;
};

}  // namespace

bool CompilePattern(Heap& heap, std::string_view pattern, const PatternOptions& options,
                    CompiledPattern* compiled, std::string* error) {
  *compiled = CompiledPattern();
  if (pattern.size() > kMaxPatternCode) {
    *error = "too big pattern";
    return false;
  }
  PatternParser parser(heap, pattern, options, compiled);
  if (!parser.Parse(error)) return false;
  FindFirstBytes(compiled);
  return true;
}

}  // namespace pysub::shell::jq
