#ifndef PYSUB_SHELL_REGEX_ENGINES_H_
#define PYSUB_SHELL_REGEX_ENGINES_H_

#include <bitset>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "shell/regex/reader.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell {

enum class RegexLines : uint8_t {
  kOne,        // ^ and $ are the ends of the text
  kMultiLine,  // ... or of a line
  kEachAlone,  // ... and nothing matches a newline
};

// The tree in RE2's syntax. `ascii`: for texts of ASCII only, bytes as characters. Classes like
// [:alpha:] are those of ASCII: they must not be there when a text has other characters.
std::string ToRe2(const RegexTree& tree, bool ascii, RegexLines lines);

// Instructions that the matchers of our own make of a tree.
struct RegexInstruction {
  enum class Op : uint8_t {
    kCharacter,
    kAny,
    kSet,
    kJump,
    kSplit,
    kSave,
    kAssert,
    kBackReference,
    kLoopBegin,  // a: slot that remembers the position
    kLoopEnd,    // fails when the position has not moved since kLoopBegin
    kMatch,
  };
  Op op;
  int a = 0;  // kSplit: tried first
  int b = 0;  // kSplit: tried second
};

// A program for one of our own machines. Its length is bounded, because x{n} is written out.
struct RegexCode {
  static constexpr uint64_t kMaxInstructions = 1 << 19;
  std::vector<RegexInstruction> instructions;
  int loops = 0;
};

// How many instructions a tree needs at most; beyond kMaxInstructions it is too big.
uint64_t CountRegexCode(const RegexTree& tree);
// kAside: for threads that run side by side; of a repetition of what may be empty they need no
// positions.
enum class RegexCodeFor : uint8_t { kBacktracking, kAside };
RegexCode BuildRegexCode(const RegexTree& tree, RegexCodeFor purpose);

// Counts work as it is done, and asks the account now and then. An account is a virtual call and a
// look at limits, which each character of a text is too small for.
class RegexWork {
 public:
  explicit RegexWork(ParseAccount* account) : account_(account) {}
  RegexWork(const RegexWork&) = delete;
  RegexWork& operator=(const RegexWork&) = delete;
  ~RegexWork() {
    if (account_ == nullptr) return;
    account_->Tick(work_);
    account_->ChargeMemory(-charged_);
  }
  // False: give up.
  bool Add(uint64_t work) {
    work_ += work;
    if (work_ < kAskEvery) return true;
    uint64_t asked = std::exchange(work_, 0);
    return account_ == nullptr || account_->Tick(asked);
  }
  // Before memory grows; all is given back at the end. False: give up.
  bool Charge(size_t bytes) {
    if (account_ == nullptr) return true;
    if (!account_->ChargeMemory(static_cast<int64_t>(bytes))) return false;
    charged_ += static_cast<int64_t>(bytes);
    return true;
  }

 private:
  static constexpr uint64_t kAskEvery = 4096;
  ParseAccount* account_;
  uint64_t work_ = 0;
  int64_t charged_ = 0;
};

// For patterns with back-references: goes back and tries again, and gives up after a number of
// steps. What it is asked cannot be answered in bounded time by anybody (matching with
// back-references is NP-complete), so the bound is on the work and not on the pattern.
class RegexBacktracker {
 public:
  RegexBacktracker(const RegexTree& tree, const RegexOptions& options)
      : tree_(tree), options_(options), code_(BuildRegexCode(tree, RegexCodeFor::kBacktracking)) {}
  RegexOutcome Search(std::string_view text, size_t start, bool anchored, RegexSpan* spans,
                      size_t count, ParseAccount* account) const;

 private:
  const RegexTree& tree_;
  const RegexOptions& options_;
  RegexCode code_;
};

// For all others, of any size: time is the size of the text times that of the pattern at most,
// counted and stopped anywhere. Two passes: sets of threads become states of an automaton that are
// made when they are needed, which tells in a few instructions per byte whether there is a match;
// then threads with their groups run where it must lie.
//
// A thread is a place in the code (Thompson 1968, Pike's machine in sam; Cox, "Regular Expression
// Matching: the Virtual Machine Approach"). All threads step over a character together, and two at
// one place are one. (ab|a)b* on "abb":
//
//    code                     threads at    0        1        2        3
//    0 split 1, 4               place      1, 4     2, 6, 8  6, 8     6, 8
//    1 character a                         |        |        |
//    2 character b            reads        a        b        b
//    3 jump 5                 state        S0   ->  S1   ->  S2   ->  S2    (S2 on b is S2 again)
//    4 character a
//    5 split 6, 8             The first pass looks only S up: a table of 129 columns a state. The
//    6 character b            second carries the groups of each thread along, and is needed only
//    7 jump 5                 when somebody asks for them.
//    8 match
//
// POSIX wants the leftmost match and of those the longest, so the first in rank does not win by
// itself: the search goes on until no thread lives that began as far left.
class RegexThreads {
 public:
  RegexThreads(const RegexTree& tree, const RegexOptions& options);
  RegexOutcome Search(std::string_view text, size_t start, bool anchored, RegexSpan* spans,
                      size_t count, ParseAccount* account);

  // What one with so many instructions holds at most.
  static size_t MemoryBytes(uint64_t instructions) {
    return kFixedBytes +
           static_cast<size_t>(instructions) * (sizeof(RegexInstruction) + 16 * sizeof(int32_t));
  }

 private:
  // A set of instructions in the order in which they were added, which is their rank. Adding,
  // asking and clearing take constant time and nothing has to be zeroed (Briggs and Torczon, "An
  // Efficient Representation for Sparse Sets", 1993).
  class Set {
   public:
    explicit Set(size_t capacity) : dense_(capacity), sparse_(capacity) {}
    bool Add(int32_t value) {  // false: it was there
      uint32_t at = static_cast<uint32_t>(sparse_[value]);
      if (at < size_ && dense_[at] == value) return false;
      sparse_[value] = static_cast<int32_t>(size_);
      dense_[size_++] = value;
      return true;
    }
    void Clear() { size_ = 0; }
    size_t size() const { return size_; }
    int32_t* begin() { return dense_.data(); }
    int32_t* end() { return dense_.data() + size_; }

   private:
    std::vector<int32_t> dense_, sparse_;
    size_t size_ = 0;
  };
  using Place = RegexReader::Place;

  static constexpr uint32_t kEndOfText = 0x7FFFFFFF;
  static constexpr int kSymbols = 129;  // ASCII and the end
  // When there are more, all are forgotten and made again: memory stays bounded for patterns whose
  // automaton is exponential, and time is still that of the threads.
  static constexpr size_t kMaxStates = 256;
  static constexpr size_t kMaxPool = 1 << 15;
  static constexpr size_t kHashSize = 1024;
  static constexpr size_t kWideSize = 256;
  static constexpr size_t kFixedBytes =
      2 * kMaxStates * kSymbols * 4 + 4 * kMaxPool * 4 + kHashSize * 4 + kWideSize * 16 + 65536;

  // What the automaton knows of the character before: only where assertions ask for it.
  enum Before : uint8_t { kTextBegin, kLineBegin, kWord, kOther, kBeforeCount };
  struct State {
    uint32_t begin, count;  // in pool_
    Before before;
  };
  // Threads that begin at one place, after one character.
  struct Start {
    uint32_t begin = 0, count = 0;
    bool known = false, match = false;
  };
  // The state behind a character outside ASCII.
  struct Wide {
    int32_t state = -1;
    uint32_t character = 0;
    int32_t next = 0;
  };

  bool Consumes(const RegexReader& reader, const RegexInstruction& in, uint32_t c,
                RegexWork* work) const;
  Before BeforeOf(const RegexReader& reader, uint32_t c) const;
  Before BeforeAt(const RegexReader& reader, int64_t at) const;
  Place PlaceOf(const RegexReader& reader, Before before, uint32_t next) const;
  void Follow(int32_t pc, const Place* place, Set* set);
  int32_t StateOf(Set* set, Before before);
  void Forget();
  const Start* StartOf(const RegexReader& reader, Before before, uint32_t c, RegexWork* work);
  int64_t Next(const RegexReader& reader, int32_t state, uint32_t c, RegexWork* work);
  RegexOutcome Exists(const RegexReader& reader, size_t start, bool anchored, size_t* from,
                      RegexWork* work);
  class GroupSearch;  // threads.cc
  RegexOutcome Locate(const RegexReader& reader, size_t from, bool anchored, RegexSpan* spans,
                      size_t count, RegexWork* work);

  const RegexTree& tree_;
  const RegexOptions& options_;
  RegexCode code_;
  bool has_assertions_ = false;
  std::vector<std::bitset<128>> ascii_sets_;

  Set now_, next_;
  std::vector<int32_t> stack_;
  bool anchored_ = false;  // what the states were made for
  std::vector<State> states_;
  std::vector<int32_t> pool_;
  // kSymbols for each state: twice the next state, + 1 where a match ended before; -1: not known
  std::vector<int32_t> transitions_;
  std::vector<int32_t> hash_;
  std::vector<Start> starts_;
  std::vector<int32_t> start_pool_;
  std::vector<Wide> wide_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_ENGINES_H_
