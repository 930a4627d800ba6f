#ifndef PYSUB_SHELL_REGEX_PERL_PARSER_H_
#define PYSUB_SHELL_REGEX_PERL_PARSER_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/regex/code_set.h"
#include "shell/regex/perl_program.h"

namespace pysub::shell {

// A part of a program. Jumps lead so many instructions further, until all is joined.
struct PerlFragment {
  static constexpr uint32_t kUnbounded = UINT32_MAX;
  std::vector<PerlInstruction> code;
  uint32_t least = 0, most = 0;  // characters that it takes
  bool only_looks = false;       // it is a look-around
};

// Reads patterns of both dialects. What they share is in perl_parse.cc, with what Oniguruma has
// alone; perl_parse_groups.cc and perl_parse_escapes.cc are PCRE2's.
class PerlParser {
 public:
  PerlParser(std::string_view text, const PerlOptions& options, ParseAccount* account,
             PerlProgram* out)
      : account_(account),
        work_(account),
        text_(text),
        options_(options),
        pcre_(options.dialect == PerlDialect::kPcre),
        most_code_(pcre_ ? kMostPcreCode : kMostCode),
        out_(*out) {}

  static constexpr size_t kMostCode = 20000;
  static constexpr size_t kMostPcreCode = 200'000;
  bool Parse(PerlError* error);

 private:
  using Fragment = PerlFragment;
  static constexpr int kMaxDepth = 120;
  static constexpr uint32_t kMostRepeats = 100000;
  static constexpr uint32_t kMostPcreRepeats = 65535;
  // What is referred to: by name, or by a number that has to be that of a group.
  struct Name {
    std::string name;
    uint32_t group;
    size_t at;
  };

  Fragment Fail(std::string_view message, size_t at) {
    if (error_.text.empty()) error_ = {std::string(message), at};
    at_ = text_.size();
    return {};
  }
  Fragment Fail(std::string_view message) { return Fail(message, at_); }
  // Wrong, unless something worse is found behind it.
  void FailLater(std::string_view message, size_t at) {
    if (late_error_.text.empty()) late_error_ = {std::string(message), at};
  }
  bool failed() const { return !error_.text.empty(); }
  bool More() const { return at_ < text_.size() && !failed(); }
  bool Has(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  bool Skip(std::string_view part) {
    if (!Has(part)) return false;
    at_ += part.size();
    return true;
  }
  bool HasDigit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  uint32_t Character();
  bool Join(Fragment* to, const Fragment& more);
  static uint32_t Relative(ptrdiff_t offset) { return static_cast<uint32_t>(offset); }
  static Fragment One(PerlOp op, uint32_t a = 0, uint8_t flags = 0) {
    return {.code = {{op, flags, a}}};
  }
  static Fragment OneCharacter(PerlOp op, uint32_t a = 0, uint8_t flags = 0) {
    return {.code = {{op, flags, a}}, .least = 1, .most = 1};
  }
  static bool IsNameCharacter(char c) {
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
  }

  void CountGroups();
  bool Finish(Fragment all);
  void FindCalls();
  // What a kind of parenthesis says about its alternatives.
  enum class Branches : uint8_t { kPlain, kBehind, kReset };
  Fragment Alternatives(int depth, Branches branches = Branches::kPlain, size_t begin = 0);
  Fragment Sequence(int depth);
  bool SkipIgnored();
  bool Interval(uint32_t* least, uint32_t* most);
  Fragment Repeated(Fragment atom);
  Fragment Repeat(const Fragment& atom, uint32_t least, uint32_t most, bool lazy);
  void RepeatBounded(Fragment* to, const Fragment& atom, uint32_t times, bool lazy);
  Fragment Group(uint8_t flags, Fragment body);
  Fragment Literal(uint32_t c);
  Fragment OfSet(PerlSet set);
  Fragment OfClass(PerlClass which, bool negated);
  Fragment Atom(int depth);
  Fragment Parenthesis(int depth);
  Fragment Closed(Fragment body);
  Fragment Capture(const std::string& name, int depth);
  Fragment Options(int depth);
  bool CharacterEscape(char letter, uint32_t* c);
  uint32_t Hex(size_t most);
  static bool ClassLetter(char letter, PerlClass* which, bool* negated);
  static bool FindClass(std::string_view name, PerlClass* which);
  bool Property(bool negated, PerlClass* which, bool* is_negated);
  Fragment Escape();
  bool GroupNumber(uint32_t* group);
  Fragment GroupReference(uint32_t group);
  Fragment NamedReference();
  Fragment NewlineSequence();
  Fragment Quoted();
  bool BracketElement(PerlSet* set, uint32_t* c);
  bool PosixBracket(PerlSet* set);
  bool Bracket(PerlSet* set);
  void BracketRange(PerlSet* set);

  // ---- PCRE2: groups and repetition
  bool SkipQuotes();
  Fragment PcreAtom(int depth);
  Fragment PcreRepeated(Fragment atom);
  Fragment PcreRepeat(Fragment atom, uint32_t least, uint32_t most, bool lazy, bool possessive);
  Fragment PcreLoop(const Fragment& atom, uint32_t least, bool lazy);
  Fragment PcreParenthesis(int depth);
  Fragment PcreGroup(int depth, size_t begin);
  Fragment PcreLook(int depth, size_t begin, uint8_t flags);
  Fragment PcreCapture(const std::string& name, int depth);
  bool PcreOptions(bool* ends);
  bool PcreLetter(char letter, bool on, PerlOptions* changed);
  Fragment PcreVerb(int depth, size_t begin);
  Fragment PcreCondition(int depth, size_t begin);
  Fragment PcreConditionHead(int depth, bool* defines);
  Fragment PcreCallByNumber();
  Fragment PcreCall(uint32_t group, size_t at);
  Fragment PcreCallByName(const std::string& name, size_t at);
  bool PcreName(char end, std::string* name);
  bool PcreNumber(uint32_t* number, bool relative);
  Fragment PcreReference(uint32_t group, size_t at);
  Fragment PcreReferenceByName(const std::string& name, size_t at);

  // ---- PCRE2: escapes and classes
  Fragment PcreEscape();
  Fragment PcreAssertion(char letter);
  Fragment PcreLetterReference(char letter);
  Fragment PcreDigits(char letter);
  bool PcreCharacter(char letter, uint32_t* c, bool in_class);
  bool PcreBraced(uint32_t base, uint32_t* c);
  bool PcreClassLetter(char letter, CodeSet* set);
  bool PcreProperty(bool negated, CodeSet* set);
  bool PcrePosix(CodeSet* set);
  bool AddPosix(std::string_view name, CodeSet* set);
  void AddProperties(std::initializer_list<std::string_view> names, CodeSet* set);
  Fragment PcreBracket();
  bool PcreBracketElement(CodeSet* known, uint32_t* c, bool* is_class);
  bool PcreBracketRange(CodeSet* characters, CodeSet* known);
  Fragment OfCodeSet(const CodeSet& set);
  Fragment PcreNewline();

  ParseAccount* account_;
  RegexWork work_;
  std::string_view text_;
  PerlOptions options_;
  bool pcre_;
  size_t most_code_;
  PerlProgram& out_;
  size_t at_ = 0;
  std::vector<std::string> all_names_;
  PerlError error_, late_error_;
  // PCRE2.
  bool quoting_ = false;     // between \Q and \E
  bool repeatable_ = false;  // what was read last
  bool calls_ = false;       // there may be calls of groups
  size_t leading_ = 0;       // where words about the whole pattern end
  int looks_ = 0;            // so many look-arounds are open
  uint32_t group_ = 0;       // the last
  std::vector<Name> names_;
  std::vector<std::pair<std::string, CodeSet>> properties_;  // that were asked for before
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_PERL_PARSER_H_
