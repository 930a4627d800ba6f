#ifndef PYSUB_SHELL_COMMANDS_JQ_PATTERN_H_
#define PYSUB_SHELL_COMMANDS_JQ_PATTERN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

// Regular expressions as jq's functions know them (Oniguruma, Perl's syntax): the first match in
// the order of alternatives, named groups, look-around, back-references, atomic groups.
//
// A matcher that goes back and tries again. Where nothing but the place in pattern and text decides
// what comes of a try, each is made once: time is the size of the pattern times that of the text
// then. Otherwise it counts its steps to the heap's account, and gives up after kMostSteps.

struct PatternOptions {
  bool ignore_case = false;
  bool extended = false;    // blanks and comments
  bool dot_all = false;     // . matches newlines
  bool multi_line = false;  // ^ and $ match at lines
  bool longest = false;
  bool not_empty = false;
};

enum class PatternClass : uint8_t {
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

struct PatternSet {
  bool negated = false;
  std::vector<std::pair<uint32_t, uint32_t>> ranges;
  std::vector<std::pair<PatternClass, bool>> classes;  // and whether it is negated
  uint64_t ascii[2] = {0, 0};                          // what it has of ASCII, when it is complete
};

enum class PatternOp : uint8_t {
  kCharacter,  // a: code point, folded when case does not matter
  kAny,        // all but newline
  kAll,
  kSet,    // a: number of the set
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
  kReference,  // a: group
  kLook,       // a: behind its body; flags: 1 negative, 2 behind
  kAtomic,     // a: behind its body
  kLoopStart,  // a: slot of the place
  kLoopCheck,  // a: slot: fails where nothing was matched since
  kEnd,        // of a look-around, an atomic group or the pattern
};

struct PatternInstruction {
  PatternOp op;
  uint8_t flags = 0;  // kCharacter, kSet, kReference: 1: case does not matter
  uint32_t a = 0;
  uint32_t b = 0;
};

struct CompiledPattern {
  std::vector<PatternInstruction> code;
  std::vector<PatternSet> sets;
  std::vector<std::string> names;  // of the groups; empty: it has none
  uint32_t loops = 0;
  bool plain = true;  // each try needs to be made once only
  bool first_known = false;
  uint64_t first[4] = {0, 0, 0, 0};  // bytes with which a match may begin

  size_t groups() const { return names.size(); }
};

constexpr size_t kMaxPatternCode = 20000;

// False: *error says what is wrong with it.
bool CompilePattern(Heap& heap, std::string_view pattern, const PatternOptions& options,
                    CompiledPattern* compiled, std::string* error);
// The bytes with which a match may begin.
void FindFirstBytes(CompiledPattern* pattern);
bool InPatternSet(const PatternSet& set, uint32_t c, bool ignore_case);
bool InPatternClass(PatternClass which, uint32_t c);

class PatternMatcher {
 public:
  static constexpr uint64_t kMostSteps = 200'000'000;

  PatternMatcher(Heap& heap, const CompiledPattern& pattern, const PatternOptions& options,
                 std::string_view text)
      : heap_(heap), pattern_(pattern), options_(options), text_(text) {}
  ~PatternMatcher();
  PatternMatcher(const PatternMatcher&) = delete;
  PatternMatcher& operator=(const PatternMatcher&) = delete;

  // The first match at `from` or behind it: begin and end of it and of each group, -1 where it took
  // no part.
  bool Search(size_t from);
  const std::vector<int64_t>& spans() const { return best_; }
  bool gave_up() const { return gave_up_; }

 private:
  struct Undo {
    uint32_t pc;  // to go on with
    int64_t at;
    int32_t slot;  // >= 0: no place to go on, but what a slot had
    int64_t value;
  };

  bool MatchAt(size_t at);
  bool Accept(size_t at);
  bool Run(uint32_t pc, size_t at, size_t* end, int depth);
  bool Visited(uint32_t pc, size_t at);
  void ForgetVisited();
  bool Fits(const PatternInstruction& in, size_t* at) const;
  bool Holds(PatternOp op, size_t at) const;
  bool Reference(const PatternInstruction& in, size_t* at) const;
  bool Look(const PatternInstruction& in, uint32_t pc, size_t at, int depth);
  void Set(int32_t slot, int64_t value);
  bool IsWordAt(size_t at) const;
  bool IsWordBefore(size_t at) const;

  Heap& heap_;
  const CompiledPattern& pattern_;
  PatternOptions options_;
  std::string_view text_;
  size_t start_ = 0;
  size_t begin_ = 0;      // where the match that is tried begins
  int64_t longest_ = -1;  // with `longest`: its end so far
  std::vector<int64_t> longest_slots_;
  std::vector<int64_t> slots_;  // of groups, then of loops
  std::vector<int64_t> best_;
  std::vector<Undo> stack_;
  std::vector<uint64_t> visited_;
  bool remembers_ = false, prepared_ = false;
  size_t low_ = SIZE_MAX, high_ = 0;  // of the text that visited_ knows
  int64_t charged_ = 0;
  uint64_t steps_ = 0;
  bool gave_up_ = false;
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_PATTERN_H_
