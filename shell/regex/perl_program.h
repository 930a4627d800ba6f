#ifndef PYSUB_SHELL_REGEX_PERL_PROGRAM_H_
#define PYSUB_SHELL_REGEX_PERL_PROGRAM_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/regex/engines.h"
#include "shell/regex/regex.h"

namespace pysub::shell {

// Regular expressions of Perl's syntax, as Oniguruma (jq) and PCRE2 (grep -P, rg -P) know them: the
// first match in the order of alternatives, named groups, look-around, back-references, atomic
// groups; for PCRE2 also conditions and recursion.
//
// A matcher that goes back and tries again. Where nothing but the place in pattern and text decides
// what comes of a try, each is made once: time is the size of the pattern times that of the text
// then. Otherwise it counts its steps to the account, and gives up after a number of them.

enum class PerlDialect : uint8_t { kOniguruma, kPcre };

struct PerlOptions {
  PerlDialect dialect = PerlDialect::kOniguruma;
  bool ignore_case = false;
  bool extended = false;      // blanks and comments
  bool class_blanks = false;  // blanks in classes, too (PCRE2's xx)
  bool dot_all = false;       // . matches newlines
  bool multi_line = false;    // ^ and $ match at lines
  bool named_only = false;    // ( ) is no group (PCRE2's n)
  bool lazy = false;          // PCRE2's U: quantifiers are lazy, and greedy with a ?
  bool unicode = false;       // PCRE2: \w \d \s \b [:alpha:] know more than ASCII
  bool bytes = false;         // the text is no UTF-8: each byte is a character
  bool longest = false;       // jq's "l"
  bool not_empty = false;     // jq's "n"
};

enum class PerlClass : uint8_t {
  kWord,
  kDigit,
  kSpace,
  kHex,
  kAlpha,
  kAlnum,
  kUpper,
  kLower,
  kPunct,
  kPrint,
  kGraph,
  kControl,
  kBlank,
  kLetter,
  kNumber,
  kMark,
  kSymbol,
  kSeparator,
  kAscii,
  kAny,
  kGreek,
  kCyrillic,
  kHan,
  kHiragana,
  kKatakana,
  kLatin
};

struct PerlSet {
  bool negated = false;
  bool sorted = false;  // the ranges say all, and are in order
  std::vector<std::pair<uint32_t, uint32_t>> ranges;
  std::vector<std::pair<PerlClass, bool>> classes;  // and whether it is negated
  uint64_t ascii[2] = {0, 0};                       // what it has of ASCII, when it is complete
};

enum class PerlOp : uint8_t {
  kCharacter,  // a: code point, folded when case does not matter
  kAny,        // all but newline
  kAll,
  kSet,    // a: number of the set
  kRun,    // a, b: least and most; of the character or set that stands behind it
  kJump,   // a
  kSplit,  // a: tried first, b: then
  kSave,   // a: slot
  kLineBegin,
  kLineEnd,
  kTextBegin,
  kTextEnd,
  kTextEndOrNewline,
  kWordBoundary,
  kNotWordBoundary,
  kSearchStart,
  kReference,    // a: group
  kLook,         // a: behind its body; b: where to go if it is a condition that does not hold
  kBack,         // a: so many characters
  kLoopStart,    // a: slot of the place
  kLoopCheck,    // a: slot: whether something was matched since
  kKeep,         // what is shown begins here
  kCall,         // a: its group is matched here, too
  kReturn,       // a: behind this group, if it was called
  kIfGroup,      // a: group; b: where to go if it took no part
  kIfRecursion,  // a: group or kAnyGroup; b: where to go if it was not called
  kFail,
  kVerb,   // a: PerlVerb
  kEnd,    // of the body of a kLook
  kMatch,  // of the pattern
};

// What a kLook is, in its flags.
constexpr uint8_t kLookNegative = 1;
constexpr uint8_t kLookBehind = 2;  // its body is tried from each place before (Oniguruma)
constexpr uint8_t kLookAtomic = 4;  // what its body matches is taken
constexpr uint8_t kLookCondition = 8;
// Of a character, a set or a reference.
constexpr uint8_t kIgnoresCase = 1;
constexpr uint8_t kByName = 2;  // until names are known: `a` is the number of one
// Of a kRun.
constexpr uint8_t kRunLazy = 1;
constexpr uint8_t kRunPossessive = 2;
// Of a word boundary: what a letter is.
constexpr uint8_t kAsciiWord = 1;
constexpr uint8_t kPcreWord = 2;

constexpr uint32_t kAnyGroup = UINT32_MAX;

// What happens when the matcher has to go back over one.
enum class PerlVerb : uint32_t { kCommit, kPrune, kSkip };

struct PerlInstruction {
  PerlOp op;
  uint8_t flags = 0;
  uint32_t a = 0;
  uint32_t b = 0;
};

struct PerlProgram {
  std::vector<PerlInstruction> code;
  std::vector<PerlSet> sets;
  std::vector<std::string> names;  // of the groups; empty: it has none
  std::vector<uint32_t> calls;     // where the code of each group begins, if any is called
  std::vector<uint32_t> tries;     // of each instruction: number of the choice that it is
  uint32_t choices = 0;
  uint32_t loops = 0;
  bool plain = true;             // each try needs to be made once only
  bool remembers = true;         // ... at least where it failed
  bool begins_with_any = false;  // .*
  bool first_known = false;
  // What other engines do differently.
  bool uses_classes = false;         // \w \b [:alpha:]
  bool has_boundaries = false;       // \b \B
  bool has_lines = false;            // ^ $
  bool has_empty_loops = false;      // (a*)*
  bool is_odd = false;               // [ or && in a class, a++: other syntaxes read it otherwise
  bool has_search_start = false;     // \G
  uint64_t first[4] = {0, 0, 0, 0};  // bytes with which a match may begin
  ParseCharge held;

  size_t groups() const { return names.size(); }
};

struct PerlError {
  std::string text;
  size_t at = 0;  // in bytes of the pattern
};

// False: *error says what is wrong with it. What the program holds is charged to the account until
// it goes.
bool CompilePerl(std::string_view pattern, const PerlOptions& options, ParseAccount* account,
                 PerlProgram* program, PerlError* error);
// The bytes with which a match may begin.
void FindFirstBytes(PerlProgram* program);
bool InPerlSet(const PerlSet& set, uint32_t c, bool ignore_case);
bool InPerlClass(PerlClass which, uint32_t c);
uint32_t FoldPerl(uint32_t c);

// Searches texts one after the other: what it needs for one, it keeps for the next.
class PerlMatcher {
 public:
  PerlMatcher(const PerlProgram& program, const PerlOptions& options, ParseAccount* account);
  PerlMatcher(const PerlMatcher&) = delete;
  PerlMatcher& operator=(const PerlMatcher&) = delete;

  void SetText(std::string_view text);
  // The first match at `from` or behind it.
  RegexOutcome Search(size_t from);
  // Begin and end of it and of each group, -1 where it took no part.
  const std::vector<int64_t>& spans() const { return best_; }

 private:
  // A place to go on from, or what has to be put back on the way there.
  struct Undo {
    enum Kind : int32_t {
      kChoice = -1,  // pc: of the kSplit; its second way
      kFailed = -2,  // pc: of a choice that had no other way
      kLook = -3,    // pc: of the kLook; at: where it was met
      kFrom = -4,    // below a kLook: where its body was tried from
      kFrame = -5,   // at: the frame before; pc: so many there were
      kRun = -6,     // pc: of the kRun; at: where it ended
      kLeast = -7,   // below a kRun: where it ends at least; below a kMore: how many it may take
      kMore = -8,    // pc: of a lazy kRun; at: where it ended
      kVerb = -9,    // pc: of the verb; at: where it was met
    };
    int64_t at;  // or what the slot had
    uint32_t pc;
    int32_t slot;  // or a Kind
  };
  // A group that was called.
  struct Frame {
    int64_t caller;  // frame
    size_t saved;    // in saved_: the slots of groups
    uint32_t group, back;
  };

  bool MatchAt(size_t at);
  bool Run(size_t at);
  bool Step(const PerlInstruction& in);
  bool Choose(const PerlInstruction& in);
  bool TakeRun(const PerlInstruction& in);
  bool Shorten(uint32_t pc, int64_t end);
  bool Lengthen(uint32_t pc, int64_t end);
  bool LoopCheck(const PerlInstruction& in);
  bool BeginLook();
  bool EndLook();
  bool LeaveLook(const Undo& look);
  bool Call(const PerlInstruction& in);
  bool Return(const PerlInstruction& in);
  bool IsCalled(uint32_t group) const;
  bool Back();
  void PutBack(const Undo& undo);
  bool Verb(const Undo& verb);
  bool Accept();
  bool Count();
  bool HasRoom(size_t more);
  bool Stop(RegexOutcome why) {
    outcome_ = why;
    return false;
  }
  bool Visited(uint32_t pc, size_t at);
  bool HasFailed(uint32_t pc, size_t at) const;
  void PrepareMemo();
  void Forget();
  bool Fits(const PerlInstruction& in, size_t* at) const;
  bool Holds(const PerlInstruction& in) const;
  bool Reference(const PerlInstruction& in);
  bool GoBack(uint32_t characters);
  bool IsValidBefore(size_t at) const;
  void Set(size_t slot, int64_t value);
  void Push(int32_t slot, uint32_t pc, size_t at) {
    stack_.push_back({static_cast<int64_t>(at), pc, slot});
  }
  uint32_t CharacterAt(size_t at) const;
  bool IsWord(uint32_t c, uint8_t flags) const;
  bool IsWordAt(size_t at, uint8_t flags) const;
  bool IsWordBefore(size_t at, uint8_t flags) const;
  size_t Before(size_t at) const;

  const PerlProgram& program_;
  PerlOptions options_;
  ParseAccount* account_;
  RegexWork work_;
  std::string_view text_;
  bool pcre_;
  // Slots: where groups begin that have not ended (PCRE2 has them matched when they end), of loops,
  // of kKeep, of the look-around that we are in.
  size_t first_open_, first_loop_, keep_, look_;
  uint32_t pc_ = 0;
  size_t at_ = 0;
  size_t start_ = 0;
  size_t begin_ = 0;      // where the match that is tried begins
  int64_t longest_ = -1;  // with `longest`: its end so far
  std::vector<int64_t> longest_slots_;
  std::vector<int64_t> slots_;  // of groups, then the others
  std::vector<int64_t> best_;
  std::vector<Undo> stack_;
  std::vector<Frame> frames_;
  std::vector<int64_t> saved_;
  int64_t frame_ = -1;
  size_t room_ = 64;
  // Which choices were made at which places, or with PCRE2's dialect, which of them failed.
  std::vector<uint64_t> visited_;
  bool remembers_ = false, prepared_ = false;
  size_t low_ = SIZE_MAX, high_ = 0;  // of the text that visited_ knows
  uint64_t steps_ = 0, counted_ = 0, next_count_ = 0;
  int64_t skip_to_ = -1;  // a verb: the next match begins there
  RegexOutcome outcome_ = RegexOutcome::kNone;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_PERL_PROGRAM_H_
