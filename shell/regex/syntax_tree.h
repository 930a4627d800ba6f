#ifndef PYSUB_SHELL_REGEX_SYNTAX_TREE_H_
#define PYSUB_SHELL_REGEX_SYNTAX_TREE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/regex/regex.h"

namespace pysub::shell {

enum class RegexClass : uint8_t {
  kAlpha,
  kDigit,
  kAlnum,
  kUpper,
  kLower,
  kSpace,
  kBlank,
  kPunct,
  kPrint,
  kGraph,
  kCntrl,
  kXdigit,
  kWord,
};

// A bracket expression: characters in ranges, and classes.
struct RegexSet {
  bool negated = false;
  std::vector<std::pair<uint32_t, uint32_t>> ranges;
  std::vector<RegexClass> classes;
  bool sorted = false;  // the ranges are in order and do not touch
};

enum class RegexNodeKind : uint8_t {
  kEmpty,
  kCharacter,  // a: the code point (a byte where the pattern is not UTF-8)
  kAny,
  kSet,  // a: index into sets
  kLineBegin,
  kLineEnd,
  kTextBegin,
  kTextEnd,
  kWordBoundary,
  kNotWordBoundary,
  kWordBegin,
  kWordEnd,
  kGroup,  // children: one; a: its number
  kConcat,
  kAlternate,
  kRepeat,         // children: one; a, b: how often; b == kUnlimited
  kBackReference,  // a: its number
};

// What `a` and `b` are depends on the kind: a character, a set, the number of a group, or the
// counts of a repetition.
struct RegexNode {
  static constexpr int kUnlimited = -1;
  RegexNodeKind kind = RegexNodeKind::kEmpty;
  int a = 0;
  int b = 0;
  bool lazy = false;          // kRepeat: as few as possible are tried first
  std::vector<int> children;  // indices into nodes
};

// A pattern as all engines take it. Nodes lie in one vector and refer to each other by index.
struct RegexTree {
  static constexpr int kMaxDepth = 250;  // groups and repetitions inside each other
  static constexpr size_t kMaxPattern = 1 << 20;

  std::vector<RegexNode> nodes;
  std::vector<RegexSet> sets;
  int root = 0;
  int groups = 0;
  bool utf8 = true;  // false: the pattern is not valid UTF-8, characters are bytes
  bool has_back_references = false;
  bool has_word_boundaries = false;
  // In brackets: beyond ASCII nobody but IsInClass() knows what they have.
  bool has_classes = false;
  bool looks_like_class = false;  // [:space:] stands alone
  std::vector<std::string> warnings;
};

// False: *error says why.
bool ParseRegex(std::string_view pattern, RegexSyntax syntax, ParseAccount* account,
                RegexTree* tree, std::string* error);

// One character of UTF-8 at text[at]; its size. A byte that is not UTF-8 is kInvalid + byte, size
// 1.
constexpr uint32_t kInvalidByte = 0x110000;
size_t DecodeCharacter(std::string_view text, size_t at, uint32_t* character);

bool IsInClass(RegexClass which, uint32_t character);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_SYNTAX_TREE_H_
