// What both dialects share.

#include <algorithm>

#include "lexer/unicode/utf8.h"
#include "shell/regex/perl_parser.h"

namespace pysub::shell {

bool PerlParser::Parse(PerlError* error) {
  if (!pcre_) CountGroups();
  calls_ = pcre_ && (text_.find("(?") != text_.npos || text_.find("\\g") != text_.npos);
  // Without what repeats, the code has a few instructions for each byte of the pattern.
  const bool paid = work_.Charge(1024 + text_.size() * 16 * sizeof(PerlInstruction));
  Fragment all = paid ? Alternatives(0) : Fail("out of memory");
  if (!failed() && at_ < text_.size()) {
    Fail(pcre_ ? "unmatched closing parenthesis" : "unmatched close parenthesis");
  }
  if (!failed() && Finish(std::move(all))) return true;
  *error = failed() ? error_ : late_error_;
  return false;
}

uint32_t PerlParser::Character() {
  uint32_t c = static_cast<uint8_t>(text_[at_]);
  at_ += options_.bytes ? 1 : DecodeCharacter(text_, at_, &c);
  return c;
}

// False: it would be too large.
bool PerlParser::Join(Fragment* to, const Fragment& more) {
  if (!work_.Add(more.code.size() / 8 + 1)) Fail("stopped");
  if (to->code.size() + more.code.size() > most_code_ + 16) {
    Fail(pcre_ ? "regular expression is too large" : "too big pattern");
    return false;
  }
  to->code.insert(to->code.end(), more.code.begin(), more.code.end());
  const auto sum = [](uint32_t a, uint32_t b) {
    return b > Fragment::kUnbounded - a ? Fragment::kUnbounded : a + b;
  };
  to->least = sum(to->least, more.least);
  to->most = sum(to->most, more.most);
  return true;
}

// Names become numbers, and jumps lead where they lead.
bool PerlParser::Finish(Fragment all) {
  for (const Name& name : names_) {
    if (name.name.empty() && name.group > out_.names.size())
      FailLater("reference to non-existent subpattern", name.at);
  }
  std::vector<uint32_t> groups(names_.size());
  for (size_t i = 0; i < names_.size(); ++i) {
    if (!work_.Add(out_.names.size() + 1)) Fail("stopped");
    const auto found = std::find(out_.names.begin(), out_.names.end(), names_[i].name);
    if (names_[i].name.empty()) continue;
    if (found == out_.names.end()) FailLater("reference to non-existent subpattern", names_[i].at);
    groups[i] = static_cast<uint32_t>(found - out_.names.begin()) + 1;
  }
  if (!late_error_.text.empty() || failed()) return false;
  all.code.push_back({PerlOp::kMatch});
  const size_t size = all.code.size();
  out_.held = ParseCharge(account_);
  size_t ranges = 0;
  for (const PerlSet& set : out_.sets) ranges += set.ranges.size();
  const size_t bytes = size * (sizeof(PerlInstruction) + sizeof(uint32_t)) +
                       out_.sets.size() * sizeof(PerlSet) + 8 * ranges +
                       out_.names.size() * (sizeof(std::string) + sizeof(uint32_t));
  if (!out_.held.Charge(bytes) || !work_.Add(size)) {
    Fail("out of memory");
    return false;
  }
  out_.tries.resize(size);
  for (size_t i = 0; i < size; ++i) {
    PerlInstruction& in = all.code[i];
    if ((in.flags & kByName) != 0 && (in.op == PerlOp::kReference || in.op == PerlOp::kCall ||
                                      in.op == PerlOp::kIfGroup || in.op == PerlOp::kIfRecursion)) {
      in.a = groups[in.a];
      in.flags &= static_cast<uint8_t>(~kByName);
    }
    const bool jumps = in.op == PerlOp::kJump || in.op == PerlOp::kSplit || in.op == PerlOp::kLook;
    if (jumps) in.a += static_cast<uint32_t>(i);
    if (jumps || in.op == PerlOp::kIfGroup || in.op == PerlOp::kIfRecursion)
      in.b += static_cast<uint32_t>(i);
    if (in.op == PerlOp::kSplit || in.op == PerlOp::kRun) out_.tries[i] = out_.choices++;
  }
  out_.code.assign(all.code.begin(), all.code.end());
  if (calls_) FindCalls();
  const PerlInstruction& first = out_.code[0];
  out_.begins_with_any = first.op == PerlOp::kRun && first.a == 0 &&
                         first.b == Fragment::kUnbounded && (first.flags & kRunPossessive) == 0 &&
                         out_.remembers &&
                         (out_.code[1].op == PerlOp::kAny || out_.code[1].op == PerlOp::kAll);
  FindFirstBytes(&out_);
  return true;
}

// Where the code of each group begins: of one that is written out several times, the first.
void PerlParser::FindCalls() {
  out_.calls.assign(out_.names.size() + 1, 0);
  for (size_t i = out_.code.size(); i-- > 0;) {
    const PerlInstruction& in = out_.code[i];
    if (in.op == PerlOp::kSave && in.a % 2 == 0) out_.calls[in.a / 2] = static_cast<uint32_t>(i);
  }
}

// `begin`: of the parenthesis.
PerlFragment PerlParser::Alternatives(int depth, Branches branches, size_t begin) {
  if (depth > kMaxDepth)
    return Fail(pcre_ ? "parentheses are too deeply nested" : "too deep nest level");
  std::vector<Fragment> all;
  const uint32_t first_group = group_;
  uint32_t last_group = group_;
  size_t size = 0;
  do {
    if (branches == Branches::kReset) group_ = first_group;
    Fragment one = Sequence(depth);
    last_group = std::max(last_group, group_);
    if (branches == Branches::kBehind) {
      if (one.least != one.most) FailLater("lookbehind assertion is not fixed length", begin);
      if (one.least > 0) one.code.insert(one.code.begin(), {PerlOp::kBack, 0, one.least});
    }
    size += one.code.size() + 2;
    all.push_back(std::move(one));
  } while (!failed() && Skip("|"));
  group_ = last_group;
  if (all.size() == 1) return std::move(all[0]);
  size -= 2;
  Fragment made;
  uint32_t least = all[0].least, most = all[0].most;
  for (size_t i = 0; i < all.size() && !failed(); ++i) {
    const bool last = i + 1 == all.size();
    const auto length = static_cast<ptrdiff_t>(all[i].code.size());
    if (!last) made.code.push_back({PerlOp::kSplit, 0, 1, Relative(length + 2)});
    Join(&made, all[i]);
    if (!last) {
      made.code.push_back(
          {PerlOp::kJump, 0, Relative(static_cast<ptrdiff_t>(size - made.code.size()))});
    }
    least = std::min(least, all[i].least);
    most = std::max(most, all[i].most);
  }
  made.least = least;
  made.most = most;
  return made;
}

PerlFragment PerlParser::Sequence(int depth) {
  Fragment made;
  while (More() && (quoting_ || (!Has("|") && !Has(")")))) {
    if (!work_.Add(1)) return Fail("stopped");
    if (SkipIgnored()) continue;
    repeatable_ = true;
    Fragment atom = pcre_ ? PcreAtom(depth) : Atom(depth);
    if (failed()) return {};
    atom = pcre_ ? PcreRepeated(std::move(atom)) : Repeated(std::move(atom));
    if (failed() || !Join(&made, atom)) return {};
  }
  return made;
}

// A comment; in an extended pattern a blank.
bool PerlParser::SkipIgnored() {
  if (pcre_ && (quoting_ || Has("\\Q") || Has("\\E"))) return SkipQuotes();
  if (Has("(?#")) {
    const size_t end = text_.find(')', at_);
    if (end == text_.npos) {
      Fail(pcre_ ? "missing ) after (?# comment" : "end pattern in group", text_.size());
    } else {
      at_ = end + 1;
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

bool PerlParser::Interval(uint32_t* least, uint32_t* most) {
  size_t at = at_ + 1;
  const auto number = [&](uint32_t* value) {
    const size_t begin = at;
    *value = 0;
    while (at < text_.size() && text_[at] >= '0' && text_[at] <= '9') {
      *value = std::min(*value * 10 + static_cast<uint32_t>(text_[at++] - '0'), kMostRepeats + 1);
    }
    return at > begin;
  };
  const bool has_least = number(least);
  *most = *least;
  if (at < text_.size() && text_[at] == ',') {
    ++at;
    if (!number(most)) *most = UINT32_MAX;
  }
  if (at >= text_.size() || text_[at] != '}' || !has_least) return false;
  at_ = at + 1;
  return true;
}

PerlFragment PerlParser::Repeat(const Fragment& atom, uint32_t least, uint32_t most, bool lazy) {
  const auto size = static_cast<ptrdiff_t>(atom.code.size());
  const uint64_t copies = most == UINT32_MAX ? uint64_t{least} + 1 : most;
  if (copies * (atom.code.size() + 4) > most_code_) return Fail("too big number range");
  if (!work_.Charge(copies * (atom.code.size() + 4) * 3 * sizeof(PerlInstruction)))
    return Fail("stopped");
  Fragment made;
  for (uint32_t i = 0; i < least; ++i) Join(&made, atom);
  if (most != UINT32_MAX) {
    RepeatBounded(&made, atom, most - least, lazy);
    return made;
  }
  const uint32_t slot = out_.loops++;
  PerlInstruction split{PerlOp::kSplit, 0, 1, Relative(size + 4)};
  if (lazy) std::swap(split.a, split.b);
  made.code.push_back(split);
  made.code.push_back({PerlOp::kLoopStart, 0, slot});
  Join(&made, atom);
  made.code.push_back({PerlOp::kLoopCheck, 0, slot});
  made.code.push_back({PerlOp::kJump, 0, Relative(-size - 3)});
  return made;
}

// So often or less.
void PerlParser::RepeatBounded(Fragment* to, const Fragment& atom, uint32_t times, bool lazy) {
  const uint32_t before = to->least;
  const auto size = static_cast<ptrdiff_t>(atom.code.size());
  for (uint32_t i = 0; i < times && !failed(); ++i) {
    PerlInstruction split{PerlOp::kSplit, 0, 1,
                          Relative((size + 1) * static_cast<ptrdiff_t>(times - i))};
    if (lazy) std::swap(split.a, split.b);
    to->code.push_back(split);
    Join(to, atom);
  }
  to->least = before;
}

// A look-around or an atomic group.
PerlFragment PerlParser::Group(uint8_t flags, Fragment body) {
  out_.plain = false;
  Fragment made{
      .code = {{PerlOp::kLook, flags, Relative(static_cast<ptrdiff_t>(body.code.size()) + 2)}}};
  Join(&made, body);
  made.code.push_back({PerlOp::kEnd});
  if ((flags & kLookAtomic) == 0) {
    made.least = made.most = 0;
    made.only_looks = true;
  }
  return made;
}

// ---- atoms

PerlFragment PerlParser::Literal(uint32_t c) {
  const bool has_cases = options_.ignore_case && !(options_.bytes && c >= 0x80);
  const uint8_t flags = has_cases ? kIgnoresCase : 0;
  return OneCharacter(PerlOp::kCharacter, flags != 0 ? FoldPerl(c) : c, flags);
}

PerlFragment PerlParser::OfSet(PerlSet set) {
  const uint8_t flags = options_.ignore_case ? kIgnoresCase : 0;
  for (uint32_t c = 0; c < 128; ++c) {
    if (InPerlSet(set, c, flags != 0)) set.ascii[c / 64] |= uint64_t{1} << (c % 64);
  }
  // (Twice, while the list grows.)
  if (!work_.Charge(2 * sizeof(PerlSet) + set.ranges.size() * 8)) return Fail("stopped");
  if (!work_.Add(128 + set.ranges.size())) return Fail("stopped");
  out_.sets.push_back(std::move(set));
  return OneCharacter(PerlOp::kSet, static_cast<uint32_t>(out_.sets.size()) - 1, flags);
}

PerlFragment PerlParser::OfClass(PerlClass which, bool negated) {
  PerlSet set;
  set.classes.emplace_back(which, negated);
  return OfSet(std::move(set));
}

// The body of a group, with the options that were there before it.
PerlFragment PerlParser::Closed(Fragment body) {
  if (failed()) return {};
  if (!Skip(")")) {
    return Fail(pcre_ ? "missing closing parenthesis" : "end pattern with unmatched parenthesis");
  }
  return body;
}

bool CompilePerl(std::string_view pattern, const PerlOptions& options, ParseAccount* account,
                 PerlProgram* program, PerlError* error) {
  *program = PerlProgram();
  if (pattern.size() > PerlParser::kMostCode) {
    *error = {options.dialect == PerlDialect::kPcre ? "regular expression is too large"
                                                    : "too big pattern",
              0};
    return false;
  }
  return PerlParser(pattern, options, account, program).Parse(error);
}

}  // namespace pysub::shell
