#ifndef PYSUB_STDLIB_MODULES_RE_SYNTAX_H_
#define PYSUB_STDLIB_MODULES_RE_SYNTAX_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vm/scratch_charge.h"
#include "vm/vm.h"

// The syntax of patterns: CPython 3.14 library, "re", "Regular Expression Syntax". A pattern
// becomes a small tree; errors are worded and placed as CPython's.
namespace pysub::re {

enum Flag : uint32_t {
  kIgnoreCase = 2,
  kLocale = 4,
  kMultiLine = 8,
  kDotAll = 16,
  kUnicode = 32,
  kVerbose = 64,
  kDebug = 128,
  kAscii = 256,
};
inline constexpr uint32_t kTypeFlags = kAscii | kLocale | kUnicode;

enum class Category : uint8_t { kDigit, kNotDigit, kSpace, kNotSpace, kWord, kNotWord };
enum class At : uint8_t { kBeginning, kBeginningString, kBoundary, kNonBoundary, kEnd, kEndString };

inline constexpr uint32_t kMaxRepeat = 0xFFFFFFFF;
inline constexpr uint32_t kNone = 0xFFFFFFFF;  // no node
inline constexpr uint32_t kMaxGroups = 1 << 29;

enum class NodeKind : uint8_t {
  kLiteral,     // a: code point
  kNotLiteral,  // a: code point
  kAny,
  kSet,          // a: first item in Tree::items, b: how many; negated: the first is kNegate
  kAt,           // a: At
  kGroup,        // a: group number (0: not capturing), b/c: flags on/off, child: sequence
  kAtomic,       // child
  kRepeat,       // a: min, b: max, mode, child
  kAssert,       // mode: negative; a: behind; child
  kBranch,       // children: sequences
  kGroupRef,     // a: group
  kConditional,  // a: group, child: yes, b: no (or kNone)
  kFail,
};
enum class RepeatMode : uint8_t { kGreedy, kLazy, kPossessive };

struct SetItem {
  enum Kind : uint8_t { kNegate, kLiteral, kRange, kCategory } kind;
  char32_t low = 0, high = 0;  // kCategory: low is the Category
  bool operator==(const SetItem&) const = default;
};

// Nodes of a sequence are linked by `next`; a sequence is known by a header node of kind kGroup
// that captures nothing, so that it has a place of its own even when it is empty.
struct Node {
  NodeKind kind;
  RepeatMode mode = RepeatMode::kGreedy;
  bool negative = false, behind = false;
  uint32_t a = 0, b = 0, c = 0;
  uint32_t child = kNone;
  uint32_t next = kNone;
};

struct Width {
  uint64_t low = 0, high = 0;
};
inline constexpr uint64_t kMaxWidth = UINT64_MAX;  // 2**64 in CPython: more than any text

struct GroupName {
  std::string name;
  uint32_t group;
};

// A parsed pattern: plain vectors, whose indices are the references. Charged by what the pattern's
// length can make of it, and gone when the Program is made.
struct Tree {
  std::vector<Node> nodes;
  std::vector<SetItem> items;
  std::vector<GroupName> names;
  uint32_t root = kNone;
  uint32_t groups = 1;  // with group 0
  uint32_t flags = 0;
  std::vector<Width> group_widths;
  bool warn = true;                 // of what looks like a mistake
  std::vector<Width> known_widths;  // by node; low > high: not known yet

  // Of a sequence that is complete.
  Width WidthOf(uint32_t sequence);
};

// Raises re.PatternError. `pos` in code points (or bytes), -1: none.
Failure RaisePatternError(Vm& vm, std::string_view message, Value pattern, int64_t pos);

// Parses `pattern`, a str or bytes. `memory` is given the bytes charged, to be released by the
// caller.
Status Parse(Vm& vm, Value pattern, uint32_t flags, Tree* tree);

// A replacement template: literal texts, each followed by a group (kNone: by none).
struct TemplatePart {
  std::string text;
  uint32_t group;
};
struct Template {
  explicit Template(Vm& vm) : room(vm) {}
  std::vector<TemplatePart> parts;
  // whether its literals are str; a template may be of another kind than the pattern
  bool is_text = true;
  bool has_groups = false;
  ScratchCharge room;  // what the parts take
};
Status ParseTemplate(Vm& vm, Value source, uint32_t groups, Value group_index, Template* to);

}  // namespace pysub::re

#endif  // PYSUB_STDLIB_MODULES_RE_SYNTAX_H_
