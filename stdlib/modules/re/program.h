#ifndef PYSUB_STDLIB_MODULES_RE_PROGRAM_H_
#define PYSUB_STDLIB_MODULES_RE_PROGRAM_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/re/syntax.h"

// Patterns as programs for the matcher of re/matcher.h. They run on bytes: UTF-8 for str patterns.
namespace pysub::re {

// A class of characters. `table` answers for most first bytes; the rest asks by code point. So
// ASCII text never decodes anything, whatever the class is.
struct CharSet {
  enum Answer : uint8_t { kNo, kYes, kAsk };

  uint8_t table[256];
  bool fold = false;  // compare lower case
  bool negate = false;
  bool ascii_categories = false;
  uint8_t categories = 0;  // bit per Category
  struct Range {
    char32_t low, high;
  };
  std::vector<Range> ranges;  // sorted, not touching

  bool Contains(char32_t c) const;
  // kYes for every byte of what it contains, whatever follows.
  bool ByBytes() const { return by_bytes; }
  bool by_bytes = false;
};

enum class Op : uint8_t {
  kMatch,
  kFail,
  kBytes,  // a: offset in literals, b: size
  kByte,   // a: the byte
  kAny,    // one character but newline
  kAnyAll,
  kSet,        // a: set
  kRepeat,     // a: set, b: min, c: max; mode; one character each
  kSplit,      // tries the next instruction, then a; b, c: sets of first bytes of the two, or kNone
  kSplitLast,  // tries a first, then the next instruction; b, c: sets of the two (a's first)
  kJump,       // a
  kSave,       // a: capture slot (2 * group, + 1 at its end)
  kLoopStart,  // a: loop: count and last position begin anew
  kLoop,       // a: loop, b: min, c: max; the body begins at `target`; mode
  kAt,         // a: At, by flags
  kAssert,     // a: where it goes on, b: characters back, negative; body follows, to kAssertEnd
  kAssertEnd,
  kAtomic,  // body follows, to kAtomicEnd
  kAtomicEnd,
  kGroupRef,     // a: group
  kConditional,  // a: group, b: where to go when it did not take part
};

// 28 bytes and no pointers: what an operand refers to is a number in the Program.
struct Instruction {
  Op op;
  RepeatMode mode = RepeatMode::kGreedy;
  bool negative = false;     // kAssert
  bool ignore_case = false;  // kGroupRef
  uint16_t flags = 0;        // kAt, kGroupRef: the flags that hold here
  int16_t next_byte = -1;    // kRepeat: the only byte that can follow
  uint32_t a = 0, b = 0, c = 0;
  uint32_t target = 0;
  uint32_t memo = kNone;  // number of its bit in the memory of failures; kRepeat has two
};

// A compiled pattern. Lies outside of the heap, charged, in a cache of the sandbox; never saved,
// since the source and flags of the pattern object make it again.
struct Program {
  std::vector<Instruction> code;
  std::vector<CharSet> sets;
  std::string literals;
  uint32_t groups = 1;  // with group 0
  uint32_t loops = 0;
  uint32_t memo_bits = 0;  // per position; 0: failures cannot be remembered
  uint32_t flags = 0;
  bool is_text = true;
  // How a search can skip positions.
  bool anchored = false;    // only at the beginning of the text
  bool at_lines = false;    // only at the beginnings of lines
  std::string prefix;       // every match begins with it
  uint32_t first = kNone;   // set of first bytes
  int16_t first_byte = -1;  // the only one
  std::string required;     // every match contains it
  uint64_t min_width = 0;   // bytes

  size_t SizeInBytes() const;
};

// Makes the program of a tree. Charges nothing; Tick bounds the work and kMaxInstructions the size.
Status Compile(Vm& vm, Value pattern, Tree& tree, Program* program);

// Lower case as matching ignores it, and the other characters that are equal to a lower-case one
// then.
char32_t FoldCase(char32_t c, uint32_t flags);
// The sorted table of such: at most two for each character; returns how many.
int ExtraCases(char32_t lower, char32_t out[2]);
bool InCategory(char32_t c, Category category, bool ascii);
bool IsWord(char32_t c, bool ascii);

}  // namespace pysub::re

#endif  // PYSUB_STDLIB_MODULES_RE_PROGRAM_H_
