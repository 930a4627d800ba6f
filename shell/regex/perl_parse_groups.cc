// PCRE2's groups, look-around, conditions, calls, verbs and repetition.

#include <algorithm>

#include "shell/regex/perl_parser.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kNotRepeatable = "quantifier does not follow a repeatable item";
constexpr std::string_view kNoGroup = "reference to non-existent subpattern";
constexpr std::string_view kUnclosedName = "syntax error in subpattern name (missing terminator?)";

}  // namespace

// \Q and \E themselves.
bool PerlParser::SkipQuotes() {
  if (Skip("\\E")) {
    quoting_ = false;
    return true;
  }
  if (quoting_) return false;
  at_ += 2;
  quoting_ = true;
  return true;
}

PerlFragment PerlParser::PcreAtom(int depth) {
  if (quoting_) return Literal(Character());
  uint32_t least = 0, most = 0;
  switch (text_[at_]) {
    case '(': return PcreParenthesis(depth);
    case '[': return PcreBracket();
    case '.': ++at_; return OneCharacter(options_.dot_all ? PerlOp::kAll : PerlOp::kAny);
    case '^':
    case '$': {
      const bool is_end = text_[at_++] == '$';
      out_.has_lines = true;
      repeatable_ = false;
      if (is_end) return One(options_.multi_line ? PerlOp::kLineEnd : PerlOp::kTextEnd);
      return One(options_.multi_line ? PerlOp::kLineBegin : PerlOp::kTextBegin);
    }
    case '*':
    case '+':
    case '?': return Fail(kNotRepeatable);
    case '{':
      if (Interval(&least, &most)) return Fail(kNotRepeatable, at_ - 1);
      return Literal(Character());
    case '\\': return PcreEscape();
    default: return Literal(Character());
  }
}

// ---- repetition

PerlFragment PerlParser::PcreRepeated(Fragment atom) {
  while (More() && (!quoting_ || Has("\\E")) && SkipIgnored()) {
    if (!work_.Add(1)) return Fail("stopped");
  }
  if (!More() || quoting_) return atom;
  const size_t begin = at_;
  uint32_t least = 0, most = Fragment::kUnbounded;
  const char c = text_[at_];
  if (c == '*' || c == '+' || c == '?') {
    ++at_;
    if (c == '+') least = 1;
    if (c == '?') most = 1;
  } else if (c != '{' || !Interval(&least, &most)) {
    return atom;
  }
  if (!repeatable_) return Fail(kNotRepeatable, c == '{' ? at_ - 1 : begin);
  if (most < least) return Fail("numbers out of order in {} quantifier", at_ - 1);
  if (least > kMostPcreRepeats || (most != Fragment::kUnbounded && most > kMostPcreRepeats))
    return Fail("number too big in {} quantifier", at_ - 1);
  const bool possessive = Skip("+");
  out_.is_odd |= possessive;
  const bool lazy = (!possessive && Skip("?")) != options_.lazy && !possessive;
  return PcreRepeat(std::move(atom), least, most, lazy, possessive);
}

PerlFragment PerlParser::PcreRepeat(Fragment atom, uint32_t least, uint32_t most, bool lazy,
                                    bool possessive) {
  if (atom.code.empty()) return atom;
  if (atom.only_looks) {  // (a second look sees the same)
    least = std::min(least, 1u);
    most = std::min(most, 1u);
  }
  const PerlOp op = atom.code[0].op;
  const bool is_one = atom.code.size() == 1 && (op == PerlOp::kCharacter || op == PerlOp::kAny ||
                                                op == PerlOp::kAll || op == PerlOp::kSet);
  if (is_one) {
    if (least == 1 && most == 1) return atom;
    const auto flags = static_cast<uint8_t>(possessive ? kRunPossessive : lazy ? kRunLazy : 0);
    return {
        .code = {{PerlOp::kRun, flags, least, most}, atom.code[0]}, .least = least, .most = most};
  }
  const uint64_t copies = most == Fragment::kUnbounded ? std::max(least, 1u) : most;
  const uint64_t size = copies * (atom.code.size() + 4);
  if (size > most_code_) return Fail("regular expression is too large");
  if (!work_.Charge(size * 3 * sizeof(PerlInstruction))) return Fail("stopped");
  Fragment made;
  const auto times = [](uint32_t a, uint32_t b) {
    const uint64_t product = uint64_t{a} * b;
    return product >= Fragment::kUnbounded ? Fragment::kUnbounded : static_cast<uint32_t>(product);
  };
  const uint32_t shortest = times(atom.least, least);
  const uint32_t longest = atom.most == 0 ? 0 : times(atom.most, most);
  if (most == 0) {  // it can still be called
    made = One(PerlOp::kJump, Relative(static_cast<ptrdiff_t>(atom.code.size()) + 1));
    Join(&made, atom);
  } else if (most == Fragment::kUnbounded) {
    for (uint32_t i = 1; i < least; ++i) Join(&made, atom);
    Join(&made, PcreLoop(atom, least, lazy));
  } else {
    for (uint32_t i = 0; i < least; ++i) Join(&made, atom);
    RepeatBounded(&made, atom, most - least, lazy);
  }
  made.least = shortest;
  made.most = longest;
  if (failed() || !possessive) return made;
  return Group(kLookAtomic, std::move(made));
}

// x* and x+. A loop whose body matched nothing ends: only where that can be, it is looked for.
PerlFragment PerlParser::PcreLoop(const Fragment& atom, uint32_t least, bool lazy) {
  const bool may_be_empty = atom.least == 0;
  const auto size = static_cast<ptrdiff_t>(atom.code.size()) + (may_be_empty ? 2 : 0);
  uint32_t slot = 0;
  if (may_be_empty) {
    slot = out_.loops++;
    out_.has_empty_loops = true;
    out_.remembers = false;
  }
  Fragment made;
  const auto body = [&] {
    if (may_be_empty) made.code.push_back({PerlOp::kLoopStart, 0, slot});
    Join(&made, atom);
    if (may_be_empty) made.code.push_back({PerlOp::kLoopCheck, 0, slot});
  };
  PerlInstruction split{PerlOp::kSplit, 0, 1, Relative(size + 2)};
  if (least > 0) {
    body();
    split.a = Relative(-size);
    split.b = 1;
  }
  if (lazy) std::swap(split.a, split.b);
  made.code.push_back(split);
  if (least == 0) {
    body();
    made.code.push_back({PerlOp::kJump, 0, Relative(-size - 1)});
  }
  return made;
}

// ---- groups

PerlFragment PerlParser::PcreParenthesis(int depth) {
  const size_t begin = at_++;
  if (Has("?") && !Has("?|") && !Has("?:")) {
    const size_t letters = at_ + 1;
    const bool is_option =
        letters < text_.size() &&
        (text_[letters] == ')' || text_[letters] == '^' || text_[letters] == '-' ||
         (text_[letters] >= 'a' && text_[letters] <= 'z') || text_[letters] == 'J' ||
         text_[letters] == 'U') &&
        !(text_[letters] == '-' && letters + 1 < text_.size() && text_[letters + 1] >= '0' &&
          text_[letters + 1] <= '9');
    if (is_option) {
      ++at_;
      const PerlOptions before = options_;
      bool ends = false;
      if (!PcreOptions(&ends)) return {};
      if (ends) {
        repeatable_ = false;
        return {};
      }
      Fragment body = Closed(Alternatives(depth + 1));
      options_ = before;
      repeatable_ = true;
      return body;
    }
  }
  const PerlOptions before = options_;
  repeatable_ = true;
  Fragment made = PcreGroup(depth, begin);
  const bool unicode = options_.unicode;
  options_ = before;
  options_.unicode = unicode;  // (*UCP) is true for all that follows
  return made;
}

PerlFragment PerlParser::PcreGroup(int depth, size_t begin) {
  const auto closed = [&](Branches branches) {
    Fragment body = Closed(Alternatives(depth + 1, branches, begin));
    repeatable_ = true;
    return body;
  };
  if (Has("*") && at_ + 1 < text_.size() &&
      (text_[at_ + 1] == ':' || IsNameCharacter(text_[at_ + 1]))) {
    return PcreVerb(depth, begin);
  }
  if (!Skip("?")) return options_.named_only ? closed(Branches::kPlain) : PcreCapture("", depth);
  if (Skip(":")) return closed(Branches::kPlain);
  if (Skip("|")) return closed(Branches::kReset);
  if (Skip(">")) return Group(kLookAtomic, closed(Branches::kPlain));
  if (Skip("=")) return PcreLook(depth, begin, 0);
  if (Skip("!")) return PcreLook(depth, begin, kLookNegative);
  if (Skip("<=")) return PcreLook(depth, begin, kLookBehind);
  if (Skip("<!")) return PcreLook(depth, begin, kLookBehind | kLookNegative);
  if (Skip("(")) return PcreCondition(depth, begin);
  std::string name;
  if (Skip("P=")) {
    const size_t at = at_;
    return PcreName(')', &name) ? PcreReferenceByName(name, at) : Fragment();
  }
  if (Skip("P>") || Skip("&")) {
    const size_t at = at_;
    return PcreName(')', &name) ? PcreCallByName(name, at) : Fragment();
  }
  if (Has("<") || Has("'") || Has("P<")) {
    const char end = Has("'") ? '\'' : '>';
    at_ += Has("P<") ? 2 : 1;
    return PcreName(end, &name) ? PcreCapture(name, depth) : Fragment();
  }
  if (Skip("R")) {
    if (!Skip(")")) {
      return Fail("(?R (recursive pattern call) must be followed by a closing parenthesis");
    }
    return PcreCall(0, at_ - 1);
  }
  if (HasDigit() || Has("+") || Has("-")) return PcreCallByNumber();
  if (Has("C")) return Fail("callouts are not supported here");
  if (Has("*") || Has("<*")) return Fail("non-atomic look-around is not supported here");
  if (at_ >= text_.size() || (Has("P") && at_ + 1 >= text_.size()))
    return Fail("missing closing parenthesis", text_.size());
  if (Skip("P")) return Fail("unrecognized character after (?P");
  return Fail("unrecognized character after (? or (?-");
}

PerlFragment PerlParser::PcreLook(int depth, size_t begin, uint8_t flags) {
  ++looks_;
  Fragment body = Closed(Alternatives(
      depth + 1, (flags & kLookBehind) != 0 ? Branches::kBehind : Branches::kPlain, begin));
  --looks_;
  repeatable_ = true;
  // (Where it begins is known: its alternatives go back by themselves.)
  return failed() ? Fragment() : Group(static_cast<uint8_t>(flags & ~kLookBehind), std::move(body));
}

PerlFragment PerlParser::PcreCapture(const std::string& name, int depth) {
  const uint32_t group = ++group_;
  if (!name.empty()) {
    const auto found = std::find(out_.names.begin(), out_.names.end(), name);
    if (!work_.Add(out_.names.size())) return Fail("stopped");
    if (found != out_.names.end() && found - out_.names.begin() + 1 != group) {
      return Fail("two named subpatterns have the same name (PCRE2_DUPNAMES not set)");
    }
  }
  if (group > out_.names.size()) {
    if (!work_.Charge(3 * sizeof(std::string))) return Fail("stopped");
    out_.names.push_back(name);
  } else if (!name.empty()) {
    if (!out_.names[group - 1].empty() && out_.names[group - 1] != name)
      return Fail("different names for subpatterns of the same number are not allowed");
    out_.names[group - 1] = name;
  }
  const Fragment body = Closed(Alternatives(depth + 1));
  repeatable_ = true;
  if (failed()) return {};
  Fragment made = One(PerlOp::kSave, 2 * group);
  Join(&made, body);
  made.code.push_back({PerlOp::kSave, 0, 2 * group + 1});
  if (calls_) made.code.push_back({PerlOp::kReturn, 0, group});
  return made;
}

bool PerlParser::PcreLetter(char letter, bool on, PerlOptions* changed) {
  switch (letter) {
    case 'i': changed->ignore_case = on; return true;
    case 's': changed->dot_all = on; return true;
    case 'm': changed->multi_line = on; return true;
    case 'n': changed->named_only = on; return true;
    case 'U': changed->lazy = on; return true;
    case 'x':
      changed->extended = on;
      changed->class_blanks = on && Skip("x");
      return true;
    case 'J': Fail("names that stand for several groups are not supported here"); return false;
    default: Fail("unrecognized character after (? or (?-", at_ - 1); return false;
  }
}

// Behind "(?": letters, then ) or :. The former is true for what follows in the group: *ends.
bool PerlParser::PcreOptions(bool* ends) {
  PerlOptions changed = options_;
  bool on = true;
  if (Skip("^")) {
    changed.ignore_case = changed.dot_all = changed.multi_line = changed.named_only = false;
    changed.extended = changed.class_blanks = false;
  }
  while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != ':') {
    const char letter = text_[at_++];
    if (letter == '-' && on) {
      on = false;
    } else if (!PcreLetter(letter, on, &changed)) {
      return false;
    }
  }
  if (at_ >= text_.size()) {
    Fail("missing closing parenthesis");
    return false;
  }
  options_ = changed;
  *ends = text_[at_++] == ')';
  return true;
}

// (*VERB), and look-around that is written as one.
PerlFragment PerlParser::PcreVerb(int depth, size_t begin) {
  const size_t end = std::min(text_.find_first_of(":)", at_), text_.size());
  const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
  constexpr std::pair<std::string_view, uint8_t> kLooks[] = {
      {"pla", 0},
      {"positive_lookahead", 0},
      {"nla", kLookNegative},
      {"negative_lookahead", kLookNegative},
      {"plb", kLookBehind},
      {"positive_lookbehind", kLookBehind},
      {"nlb", kLookBehind | kLookNegative},
      {"negative_lookbehind", kLookBehind | kLookNegative},
      {"atomic", kLookAtomic}};
  if (end < text_.size() && text_[end] == ':') {
    for (const auto& [known, flags] : kLooks) {
      if (known != name) continue;
      at_ = end + 1;
      if (flags != kLookAtomic) return PcreLook(depth, begin, flags);
      Fragment body = Closed(Alternatives(depth + 1));
      repeatable_ = true;
      return failed() ? Fragment() : Group(kLookAtomic, std::move(body));
    }
  }
  repeatable_ = false;
  if (end == text_.size() || text_[end] == ':') {
    return Fail("(*VERB) not recognized or malformed, or has a name, which is not supported here",
                end);
  }
  at_ = end + 1;
  if (name == "F" || name == "FAIL") return One(PerlOp::kFail);
  // Of these there may be several, at the beginning.
  const bool leads = name == "UTF" || name == "UTF8" || name == "UCP" || name == "NO_JIT" ||
                     name == "NO_START_OPT" || name == "NO_AUTO_POSSESS";
  if (leads && begin == leading_) {
    options_.unicode |= name == "UCP";
    leading_ = at_;
    return {};
  }
  constexpr std::pair<std::string_view, PerlVerb> kVerbs[] = {
      {"COMMIT", PerlVerb::kCommit}, {"PRUNE", PerlVerb::kPrune}, {"SKIP", PerlVerb::kSkip}};
  for (const auto& [known, verb] : kVerbs) {
    if (known != name) continue;
    if (looks_ > 0) return Fail("verbs in look-around are not supported here");
    out_.remembers = out_.plain = false;
    return One(PerlOp::kVerb, static_cast<uint32_t>(verb));
  }
  if (name == "ACCEPT" || name == "THEN")
    return Fail("(*" + std::string(name) + ") is not supported here");
  return Fail("(*VERB) not recognized or malformed", end);
}

// ---- conditions: (?(1)a|b) (?(<name>)...) (?(R)...) (?(DEFINE)...) (?(?=...)...)

PerlFragment PerlParser::PcreConditionHead(int depth, bool* defines) {
  const size_t at = at_;
  if (Has("?=") || Has("?!") || Has("?<=") || Has("?<!") || Has("*")) {
    --at_;
    Fragment look = PcreParenthesis(depth);
    if (failed()) return {};
    if (!look.only_looks || look.code.empty())
      return Fail("assertion expected after (?( or (?(?C)", at);
    look.code[0].flags |= kLookCondition;
    return look;
  }
  if (Has("?")) return Fail("assertion expected after (?( or (?(?C)", at_ + 1);
  uint32_t number = 0;
  std::string name;
  Fragment head;
  if (HasDigit() || Has("+") || Has("-")) {
    if (!PcreNumber(&number, true)) return {};
    names_.push_back({"", number, at});
    head = One(PerlOp::kIfGroup, number);
  } else if (Skip("R)") || Skip("DEFINE)")) {
    *defines = text_[at_ - 2] == 'E';
    --at_;
    head = One(PerlOp::kIfRecursion, kAnyGroup);
  } else if (Has("R&") || (Has("R") && at_ + 1 < text_.size() && text_[at_ + 1] >= '0' &&
                           text_[at_ + 1] <= '9')) {
    ++at_;
    if (Skip("&")) {
      if (!PcreName(')', &name)) return {};
      --at_;
      names_.push_back({name, 0, at});
      head = One(PerlOp::kIfRecursion, static_cast<uint32_t>(names_.size() - 1), kByName);
    } else {
      if (!PcreNumber(&number, false)) return {};
      names_.push_back({"", number, at});
      head = One(PerlOp::kIfRecursion, number);
    }
  } else {
    const char end = Has("<") ? '>' : Has("'") ? '\'' : ')';
    if (end != ')') ++at_;
    const size_t name_at = at_;
    if (!PcreName(end, &name)) return {};
    if (end == ')') --at_;
    if (name.starts_with("VERSION")) return Fail("conditions on versions are not supported here");
    names_.push_back({name, 0, name_at});
    head = One(PerlOp::kIfGroup, static_cast<uint32_t>(names_.size() - 1), kByName);
  }
  if (!Skip(")")) return Fail("missing closing parenthesis for condition");
  return head;
}

PerlFragment PerlParser::PcreCondition(int depth, size_t begin) {
  bool defines = false;
  Fragment made = PcreConditionHead(depth + 1, &defines);
  if (failed()) return {};
  if (depth + 1 > kMaxDepth) return Fail("parentheses are too deeply nested");
  out_.plain = out_.remembers = false;
  const Fragment yes = Sequence(depth + 1);
  const bool has_no = Skip("|");
  const Fragment no = has_no ? Sequence(depth + 1) : Fragment();
  if (Has("|")) return Fail("conditional subpattern contains more than two branches", begin);
  if (failed()) return {};
  if (!Skip(")")) return Fail("missing closing parenthesis");
  repeatable_ = true;
  const auto size = static_cast<ptrdiff_t>(yes.code.size());
  if (defines) {
    if (has_no) return Fail("DEFINE subpattern contains more than one branch", begin);
    made = One(PerlOp::kJump, Relative(size + 1));
    Join(&made, yes);
    made.least = made.most = 0;
    return made;
  }
  made.code[0].b = Relative(static_cast<ptrdiff_t>(made.code.size()) + size + 1);
  made.only_looks = false;
  Join(&made, yes);
  made.code.push_back({PerlOp::kJump, 0, Relative(static_cast<ptrdiff_t>(no.code.size()) + 1)});
  Join(&made, no);
  made.least = std::min(yes.least, no.least);
  made.most = std::max(yes.most, no.most);
  return made;
}

// ---- references and calls

// Up to `end`, which is skipped.
bool PerlParser::PcreName(char end, std::string* name) {
  const size_t begin = at_;
  if (HasDigit()) {
    Fail("subpattern name must start with a non-digit");
    return false;
  }
  while (at_ < text_.size() && IsNameCharacter(text_[at_])) ++at_;
  name->assign(text_.substr(begin, at_ - begin));
  if (name->size() > 32) {
    Fail("subpattern name is too long (maximum 32 code units)", begin + 33);
    return false;
  }
  if (name->empty()) {
    Fail("subpattern name expected");
    return false;
  }
  if (at_ >= text_.size() || text_[at_] != end) {
    Fail(kUnclosedName);
    return false;
  }
  ++at_;
  return true;
}

// `relative`: -1 is the last group before it, +1 the next behind it.
bool PerlParser::PcreNumber(uint32_t* number, bool relative) {
  const bool minus = relative && Skip("-");
  const bool plus = relative && !minus && Skip("+");
  const size_t begin = at_;
  uint32_t value = 0;
  for (; HasDigit(); ++at_)
    value = std::min(value * 10 + static_cast<uint32_t>(text_[at_] - '0'), 100'000u);
  if (at_ == begin) {
    Fail("digit expected after (?+ or (?-");
  } else if (value > 65535) {
    Fail("subpattern number is too big");
  } else if ((minus || plus) && value == 0) {
    Fail("a relative value of zero is not allowed");
  } else if (minus && value > group_) {
    Fail(kNoGroup);
  } else {
    *number = minus ? group_ + 1 - value : plus ? group_ + value : value;
  }
  return !failed();
}

PerlFragment PerlParser::PcreCallByNumber() {
  uint32_t number = 0;
  if (!PcreNumber(&number, true)) return {};
  const size_t at = at_;
  if (!Skip(")")) return Fail("missing closing parenthesis");
  return PcreCall(number, at);
}

PerlFragment PerlParser::PcreCall(uint32_t group, size_t at) {
  out_.plain = out_.remembers = false;
  names_.push_back({"", group, at});
  Fragment made = One(PerlOp::kCall, group);
  made.most = Fragment::kUnbounded;
  return made;
}

PerlFragment PerlParser::PcreCallByName(const std::string& name, size_t at) {
  Fragment made = PcreCall(0, at);
  names_.back().name = name;
  made.code[0].a = static_cast<uint32_t>(names_.size() - 1);
  made.code[0].flags = kByName;
  return made;
}

PerlFragment PerlParser::PcreReference(uint32_t group, size_t at) {
  out_.plain = out_.remembers = false;
  names_.push_back({"", group, at});
  Fragment made = One(PerlOp::kReference, group, options_.ignore_case ? kIgnoresCase : 0);
  made.most = Fragment::kUnbounded;
  return made;
}

PerlFragment PerlParser::PcreReferenceByName(const std::string& name, size_t at) {
  Fragment made = PcreReference(0, at);
  names_.back().name = name;
  made.code[0].a = static_cast<uint32_t>(names_.size() - 1);
  made.code[0].flags |= kByName;
  return made;
}

}  // namespace pysub::shell
