// Trees to programs.

#include <algorithm>
#include <cstring>

#include "lexer/unicode/unicode_properties.h"
#include "stdlib/modules/re/program.h"

namespace pysub::re {
namespace {

constexpr size_t kMaxInstructions = 2'000'000;
// Counted repetitions of more than one character are written out as long as this holds.
constexpr size_t kMaxExpanded = 2000;
// Beyond this many choices the sets of first bytes are not worth their memory.
constexpr uint32_t kMaxGuards = 64;
// No character from here on has another case (Unicode 16).
constexpr char32_t kCaselessFrom = 0x1E960;

bool IsCased(char32_t c, uint32_t flags) {
  if (!(flags & kUnicode)) return c < 0x80 && (c | 0x20) - 'a' < 26;
  // The first character of a longer mapping counts too: 'ß' becomes "SS".
  return SimpleLower(c) != c || FullUpper(c).code_points[0] != c;
}

// The tree of a pattern becomes a program for the Matcher. On the way it looks for what makes
// searching fast: bytes that every match must contain, bytes it can begin with, repetitions that
// need not give back what they took.
//
//   (ab|c)+d         0  loop start
//                    1  save 2            the group begins
//                    2  split  5
//                    3  bytes "ab"
//                    4  jump   6
//                    5  byte  c
//                    6  save 3            the group ends
//                    7  back to 1, or on
//                    8  byte  d
//                    9  match
//
// (The drawing is a sketch: repetitions have several forms, see Repeat().)
class Compiler {
 public:
  Compiler(Vm& vm, Value pattern, Tree& tree, Program* program)
      : vm_(vm), pattern_(pattern), tree_(tree), p_(*program) {}

  Status Run() {
    p_.groups = tree_.groups;
    p_.flags = tree_.flags;
    p_.is_text = Vm::IsStr(pattern_);
    p_.min_width = tree_.WidthOf(tree_.root).low;
    TRY(Sequence(tree_.root, tree_.flags, {true, true}));
    TRY(Flush(true));
    Emit({.op = Op::kMatch});
    if (remembers_nothing_) {
      p_.memo_bits = 0;
      for (Instruction& i : p_.code) i.memo = kNone;
    }
    TRY(Analyse());
    return Done{};
  }

 private:
  // Where in the pattern the compiler is, as far as later speed depends on it.
  struct Context {
    bool mandatory;  // every match goes through here
    bool memo;       // what happens from here on depends on nothing but the position
  };

  uint32_t here() const { return static_cast<uint32_t>(p_.code.size()); }
  uint32_t Emit(Instruction instruction) {
    p_.code.push_back(instruction);
    return here() - 1;
  }
  uint32_t NewMemo(Context context, uint32_t bits = 1) {
    if (!context.memo) return kNone;
    uint32_t memo = p_.memo_bits;
    p_.memo_bits += bits;
    return memo;
  }

  // ---- Sets

  // A set has a table of 256 bytes, and patterns tend to use the same few again. Only the first 32
  // are compared: a pattern with thousands of different sets would take quadratic time.
  uint32_t AddSet(CharSet set) {
    for (size_t i = 0; i < std::min<size_t>(p_.sets.size(), 32); ++i) {
      const CharSet& known = p_.sets[i];
      if (known.fold == set.fold && known.negate == set.negate &&
          known.categories == set.categories && known.ascii_categories == set.ascii_categories &&
          known.ranges.size() == set.ranges.size() &&
          std::memcmp(known.table, set.table, sizeof(set.table)) == 0 &&
          std::equal(known.ranges.begin(), known.ranges.end(), set.ranges.begin(),
                     [](auto& a, auto& b) { return a.low == b.low && a.high == b.high; })) {
        return static_cast<uint32_t>(i);
      }
    }
    p_.sets.push_back(std::move(set));
    return static_cast<uint32_t>(p_.sets.size() - 1);
  }

  static void Normalize(std::vector<CharSet::Range>& ranges) {
    std::sort(ranges.begin(), ranges.end(), [](auto& a, auto& b) { return a.low < b.low; });
    size_t kept = 0;
    for (const CharSet::Range& range : ranges) {
      if (kept > 0 && range.low <= ranges[kept - 1].high + 1) {
        ranges[kept - 1].high = std::max(ranges[kept - 1].high, range.high);
      } else {
        ranges[kept++] = range;
      }
    }
    ranges.resize(kept);
  }

  // What all characters beyond ASCII are to the set, or kAsk.
  static CharSet::Answer BeyondAscii(const CharSet& set) {
    auto answer = [&set](bool in) { return in != set.negate ? CharSet::kYes : CharSet::kNo; };
    const uint8_t negatives = 1 << static_cast<int>(Category::kNotDigit) |
                              1 << static_cast<int>(Category::kNotSpace) |
                              1 << static_cast<int>(Category::kNotWord);
    const uint8_t pairs = set.categories & (set.categories >> 1) & 0b010101;
    if (pairs != 0) return answer(true);
    if (set.ascii_categories && (set.categories & negatives)) return answer(true);
    if (!set.ascii_categories && set.categories != 0) return CharSet::kAsk;
    if (set.fold && !set.ascii_categories) {
      // Two characters beyond ASCII have a lower case in it.
      for (char32_t c : {U'i', U'k'}) {
        for (const CharSet::Range& range : set.ranges) {
          if (c >= range.low && c <= range.high) return CharSet::kAsk;
        }
      }
    }
    bool any = false;
    for (const CharSet::Range& range : set.ranges) {
      if (range.low <= 0x80 && range.high >= kMaxCodePoint) return answer(true);
      any = any || range.high >= 0x80;
    }
    return any ? CharSet::kAsk : answer(false);
  }

  void FillTable(CharSet& set) {
    const int direct = p_.is_text ? 0x80 : 0x100;
    for (int c = 0; c < direct; ++c) {
      set.table[c] = set.Contains(static_cast<char32_t>(c)) ? CharSet::kYes : CharSet::kNo;
    }
    set.by_bytes = true;
    if (!p_.is_text) return;
    const CharSet::Answer beyond = BeyondAscii(set);
    std::memset(set.table + 0x80, beyond, 0x80);
    set.by_bytes = beyond != CharSet::kAsk;
  }

  // Adds a range as IGNORECASE understands it: in lower case, with what shares an upper case.
  Status AddRange(CharSet& set, char32_t low, char32_t high, uint32_t flags) {
    if (!set.fold) {
      set.ranges.push_back({low, high});
      return Done{};
    }
    if (!vm_.Tick((std::min(high, kCaselessFrom) - std::min(low, kCaselessFrom)) / 8)) {
      return Failure{};
    }
    for (char32_t c = low; c <= high && c < kCaselessFrom; ++c) {
      const char32_t lower = FoldCase(c, flags);
      if (!set.ranges.empty() && set.ranges.back().high + 1 == lower) {
        ++set.ranges.back().high;
      } else {
        set.ranges.push_back({lower, lower});
      }
      if (!(flags & kUnicode)) continue;
      char32_t extra[2];
      for (int i = ExtraCases(lower, extra); i > 0; --i)
        set.ranges.push_back({extra[i - 1], extra[i - 1]});
    }
    if (high >= kCaselessFrom) set.ranges.push_back({std::max(low, kCaselessFrom), high});
    return Done{};
  }

  Result<uint32_t> SetOf(std::span<const SetItem> items, uint32_t flags) {
    CharSet set;
    set.fold = flags & kIgnoreCase;
    set.ascii_categories = !(flags & kUnicode);
    for (const SetItem& item : items) {
      switch (item.kind) {
        case SetItem::kNegate: set.negate = true; break;
        case SetItem::kLiteral: TRY(AddRange(set, item.low, item.low, flags)); break;
        case SetItem::kRange: TRY(AddRange(set, item.low, item.high, flags)); break;
        case SetItem::kCategory: set.categories |= static_cast<uint8_t>(1u << item.low); break;
      }
    }
    Normalize(set.ranges);
    if (!vm_.Tick(32)) return Failure{};
    FillTable(set);
    return AddSet(std::move(set));
  }

  // The set of a node that matches one character; kNone if it is none such.
  Result<uint32_t> SetOfNode(const Node& node, uint32_t flags) {
    switch (node.kind) {
      case NodeKind::kLiteral: {
        const SetItem item{SetItem::kLiteral, node.a};
        return SetOf({&item, 1}, flags);
      }
      case NodeKind::kNotLiteral: {
        const SetItem items[] = {{SetItem::kNegate}, {SetItem::kLiteral, node.a}};
        return SetOf(items, flags);
      }
      case NodeKind::kAny: {
        const SetItem items[] = {{SetItem::kNegate}, {SetItem::kLiteral, '\n'}};
        return SetOf(std::span(items, flags & kDotAll ? 1 : 2), flags & ~kIgnoreCase);
      }
      case NodeKind::kSet: return SetOf(std::span(tree_.items).subspan(node.a, node.b), flags);
      default: return kNone;
    }
  }

  // ---- Literals

  void AddLiteral(char32_t c) {
    if (!p_.is_text) {
      literal_ += static_cast<char>(c);
      return;
    }
    char encoded[4];
    literal_.append(encoded, static_cast<size_t>(EncodeUtf8(c, encoded)));
  }

  // Literal characters are collected into one instruction. The longest run that every match goes
  // through becomes `required`. A text without it is refused by one search for bytes, before the
  // Matcher begins.
  Status Flush(bool mandatory) {
    if (literal_.empty()) return Done{};
    if (p_.code.size() > kMaxInstructions) return vm_.NoMemory(SIZE_MAX);
    if (mandatory && literal_.size() > p_.required.size()) p_.required = literal_;
    if (literal_.size() == 1) {
      Emit({.op = Op::kByte, .a = static_cast<uint8_t>(literal_[0])});
    } else {
      Emit({.op = Op::kBytes,
            .a = static_cast<uint32_t>(p_.literals.size()),
            .b = static_cast<uint32_t>(literal_.size())});
      p_.literals += literal_;
    }
    literal_.clear();
    return Done{};
  }

  // ---- Nodes

  static uint32_t Combine(uint32_t flags, const Node& group) {
    if (group.b & kTypeFlags) flags &= ~kTypeFlags;
    return (flags | group.b) & ~group.c;
  }

  // Leaves a literal at its end pending: the caller flushes.
  Status Sequence(uint32_t header, uint32_t flags, Context context) {
    for (uint32_t at = tree_.nodes[header].child; at != kNone; at = tree_.nodes[at].next) {
      const Node node = tree_.nodes[at];
      if (!vm_.Tick(1)) return Failure{};
      if (node.kind == NodeKind::kLiteral && !((flags & kIgnoreCase) && IsCased(node.a, flags))) {
        AddLiteral(node.a);
        continue;
      }
      TRY(Flush(context.mandatory));
      TRY(One(node, flags, context));
      if (p_.code.size() > kMaxInstructions) return vm_.NoMemory(SIZE_MAX);
    }
    return Done{};
  }

  Status Whole(uint32_t header, uint32_t flags, Context context) {
    TRY(Sequence(header, flags, context));
    return Flush(context.mandatory);
  }

  Status One(const Node& node, uint32_t flags, Context context) {
    switch (node.kind) {
      case NodeKind::kLiteral:
      case NodeKind::kNotLiteral:
      case NodeKind::kAny:
      case NodeKind::kSet: {
        const uint32_t set = TRY(SetOfNode(node, flags));
        Emit({.op = Op::kSet, .a = set});
        return Done{};
      }
      case NodeKind::kAt:
        Emit({.op = Op::kAt, .flags = static_cast<uint16_t>(flags), .a = node.a});
        return Done{};
      case NodeKind::kGroup: {
        const uint32_t inner = Combine(flags, node);
        if (node.a == 0) return Whole(node.child, inner, context);
        Emit({.op = Op::kSave, .a = 2 * node.a});
        TRY(Whole(node.child, inner, context));
        Emit({.op = Op::kSave, .a = 2 * node.a + 1});
        return Done{};
      }
      case NodeKind::kAtomic:
        Emit({.op = Op::kAtomic});
        TRY(Whole(node.child, flags, {context.mandatory, false}));
        Emit({.op = Op::kAtomicEnd});
        return Done{};
      case NodeKind::kAssert: return Assertion(node, flags);
      case NodeKind::kBranch: return Branch(node, flags, context);
      case NodeKind::kGroupRef:
        remembers_nothing_ = true;
        Emit({.op = Op::kGroupRef,
              .ignore_case = (flags & kIgnoreCase) != 0,
              .flags = static_cast<uint16_t>(flags),
              .a = node.a});
        return Done{};
      case NodeKind::kConditional: return Conditional(node, flags, context);
      case NodeKind::kRepeat: return Repeat(node, flags, context);
      case NodeKind::kFail: Emit({.op = Op::kFail}); return Done{};
    }
    return Done{};
  }

  // A look-behind goes back by a number of characters that is known now and matches forwards from
  // there. Thus it must have a fixed width, as in CPython.
  Status Assertion(const Node& node, uint32_t flags) {
    uint64_t back = 0;
    if (node.behind) {
      const Width width = tree_.WidthOf(node.child);
      if (width.low > UINT32_MAX)
        return RaisePatternError(vm_, "looks too much behind", Value::None(), -1);
      if (width.low != width.high) {
        return RaisePatternError(vm_, "look-behind requires fixed-width pattern", Value::None(),
                                 -1);
      }
      back = width.low;
    }
    const uint32_t at =
        Emit({.op = Op::kAssert, .negative = node.negative, .b = static_cast<uint32_t>(back)});
    p_.code[at].mode = node.behind ? RepeatMode::kLazy : RepeatMode::kGreedy;
    TRY(Whole(node.child, flags, {false, false}));
    Emit({.op = Op::kAssertEnd});
    p_.code[at].a = here();
    return Done{};
  }

  Status Branch(const Node& node, uint32_t flags, Context context) {
    context.mandatory = false;
    std::vector<uint32_t> ends;
    for (uint32_t item = node.child; item != kNone; item = tree_.nodes[item].next) {
      const bool last = tree_.nodes[item].next == kNone;
      uint32_t split = kNone;
      if (!last) split = Emit({.op = Op::kSplit, .memo = NewMemo(context)});
      TRY(Whole(item, flags, context));
      if (last) break;
      ends.push_back(Emit({.op = Op::kJump}));
      p_.code[split].a = here();
    }
    for (uint32_t end : ends) p_.code[end].a = here();
    return Done{};
  }

  // What happens behind a condition depends on whether a group has matched, so a place that failed
  // once may succeed the next time. Remembering failures would be wrong for the whole pattern.
  Status Conditional(const Node& node, uint32_t flags, Context context) {
    remembers_nothing_ = true;
    context.mandatory = false;
    const uint32_t test = Emit({.op = Op::kConditional, .a = node.a});
    TRY(Whole(node.child, flags, context));
    if (node.b == kNone) {
      p_.code[test].b = here();
      return Done{};
    }
    const uint32_t jump = Emit({.op = Op::kJump});
    p_.code[test].b = here();
    TRY(Whole(node.b, flags, context));
    p_.code[jump].a = here();
    return Done{};
  }

  // ---- Repetition

  // The only node of a sequence, out of groups that neither capture nor have flags of their own.
  const Node* OnlyNode(uint32_t header) {
    while (true) {
      const uint32_t child = tree_.nodes[header].child;
      if (child == kNone || tree_.nodes[child].next != kNone) return nullptr;
      const Node& node = tree_.nodes[child];
      if (node.kind != NodeKind::kGroup || node.a != 0 || node.b != 0 || node.c != 0) return &node;
      header = node.child;
    }
  }

  // From the cheapest form to the dearest. One character or set has an instruction of its own, with
  // a tight loop. x?, and x* and x+ of what is never empty, are a split. Small counts are written
  // out, because copies need no counter and failures in them can be remembered. The rest is a loop
  // with a counter.
  Status Repeat(const Node& node, uint32_t flags, Context context) {
    if (node.b == 0) return Done{};
    if (const Node* only = OnlyNode(node.child)) {
      const uint32_t set = TRY(SetOfNode(*only, flags));
      if (set != kNone) {
        Emit({.op = Op::kRepeat,
              .mode = node.mode,
              .a = set,
              .b = node.a,
              .c = node.b,
              .memo = NewMemo(context, 2)});
        return Done{};
      }
    }
    if (node.mode == RepeatMode::kPossessive) return Possessive(node, flags);
    context.mandatory = false;
    const bool may_be_empty = tree_.WidthOf(node.child).low == 0;
    const bool endless = node.b == kMaxRepeat;
    if (node.a == 0 && node.b == 1) return Optional(node, flags, context);
    if (endless && node.a <= 1) {
      return may_be_empty ? Loop(node, flags, context) : PlainLoop(node, flags, context, node.a);
    }
    if (!remembers_nothing_) {
      bool fits;
      TRY(Expand(node, flags, context, may_be_empty, &fits));
      if (fits) return Done{};
    }
    return Loop(node, flags, context);
  }

  uint32_t Choice(RepeatMode mode, Context context) {
    return Emit(
        {.op = mode == RepeatMode::kLazy ? Op::kSplitLast : Op::kSplit, .memo = NewMemo(context)});
  }

  // x?
  Status Optional(const Node& node, uint32_t flags, Context context) {
    const uint32_t split = Choice(node.mode, context);
    TRY(Whole(node.child, flags, context));
    p_.code[split].a = here();
    return Done{};
  }

  // x* and x+ of an x that takes at least one character.
  Status PlainLoop(const Node& node, uint32_t flags, Context context, uint32_t min) {
    if (min == 0) {
      const uint32_t split = Choice(node.mode, context);
      TRY(Whole(node.child, flags, context));
      Emit({.op = Op::kJump, .a = split});
      p_.code[split].a = here();
      return Done{};
    }
    const uint32_t body = here();
    TRY(Whole(node.child, flags, context));
    const uint32_t split = Choice(node.mode, context);
    const uint32_t back = Emit({.op = Op::kJump, .a = body});
    p_.code[split].a = back + 1;
    return Done{};
  }

  // x{2,4} as xx(x(x)?)?, x{2,} as xxx*. When x may be empty, each optional x is a round of a loop,
  // which ends when a round took nothing.
  Status Expand(const Node& node, uint32_t flags, Context context, bool may_be_empty, bool* fits) {
    const uint32_t start = here();
    const uint32_t memo_before = p_.memo_bits;
    const size_t literals_before = p_.literals.size();
    const uint32_t loops_before = p_.loops;
    const uint64_t copies = node.b == kMaxRepeat ? node.a : node.b;
    *fits = true;
    std::vector<uint32_t> splits;
    uint32_t loop = kNone;
    for (uint64_t i = 0; i < copies; ++i) {
      if (i >= node.a && !may_be_empty) {
        splits.push_back(Choice(node.mode, context));
      } else if (i >= node.a) {
        if (loop == kNone) Emit({.op = Op::kLoopStart, .a = loop = p_.loops++});
        splits.push_back(Emit({.op = Op::kLoop,
                               .mode = node.mode,
                               .a = loop,
                               .c = kMaxRepeat,
                               .memo = NewMemo(context)}));
      }
      TRY(Whole(node.child, flags, context));
      const uint64_t size = here() - start;
      const uint64_t expected = expanded_ + size * (i == 0 ? copies : 1);
      if (expected <= kMaxExpanded) continue;
      p_.code.resize(start);
      p_.memo_bits = memo_before;
      p_.literals.resize(literals_before);
      p_.loops = loops_before;
      *fits = false;
      return Done{};
    }
    if (node.b == kMaxRepeat) {
      Node rest = node;
      rest.a = 0;
      TRY(may_be_empty ? Loop(rest, flags, context) : PlainLoop(rest, flags, context, 0));
    }
    for (uint32_t split : splits) {
      (may_be_empty ? p_.code[split].target : p_.code[split].a) = here();
    }
    expanded_ += here() - start;
    return Done{};
  }

  Status Loop(const Node& node, uint32_t flags, Context context) {
    const uint32_t loop = p_.loops++;
    const bool plain = node.b == kMaxRepeat && node.a <= 1;
    Emit({.op = Op::kLoopStart, .a = loop});
    uint32_t skip = kNone;
    if (plain && node.a == 1) skip = Emit({.op = Op::kJump});
    const uint32_t head = Emit({.op = Op::kLoop,
                                .mode = node.mode,
                                .a = loop,
                                .b = plain ? 0 : node.a,
                                .c = node.b,
                                .memo = plain ? NewMemo(context) : kNone});
    if (skip != kNone) p_.code[skip].a = here();
    TRY(Whole(node.child, flags, {false, context.memo && plain}));
    Emit({.op = Op::kJump, .a = head});
    p_.code[head].target = here();
    return Done{};
  }

  // Each repetition is atomic, and so is the whole.
  Status Possessive(const Node& node, uint32_t flags) {
    const uint32_t loop = p_.loops++;
    Emit({.op = Op::kAtomic});
    Emit({.op = Op::kLoopStart, .a = loop});
    const uint32_t head = Emit({.op = Op::kLoop, .a = loop, .b = node.a, .c = node.b});
    Emit({.op = Op::kAtomic});
    TRY(Whole(node.child, flags, {false, false}));
    Emit({.op = Op::kAtomicEnd});
    Emit({.op = Op::kJump, .a = head});
    p_.code[head].target = here();
    Emit({.op = Op::kAtomicEnd});
    return Done{};
  }

  // ---- What a search can know beforehand

  // The first bytes that a match from `pc` on can begin with. False: it may take nothing,
  // or that is not known.
  bool FirstBytes(uint32_t pc, uint8_t (&table)[256], bool through_match) {
    std::memset(table, 0, sizeof(table));
    std::vector<uint32_t> pending = {pc};
    std::vector<uint32_t> seen;
    while (!pending.empty()) {
      const uint32_t at = pending.back();
      pending.pop_back();
      if (std::find(seen.begin(), seen.end(), at) != seen.end()) continue;
      if (seen.size() > 48) return false;
      seen.push_back(at);
      const Instruction& i = p_.code[at];
      switch (i.op) {
        case Op::kMatch:
          if (!through_match) return false;
          break;
        case Op::kFail: break;
        case Op::kByte: table[i.a] = 1; break;
        case Op::kBytes: table[static_cast<uint8_t>(p_.literals[i.a])] = 1; break;
        case Op::kSet:
          for (int b = 0; b < 256; ++b) table[b] |= p_.sets[i.a].table[b] != CharSet::kNo;
          break;
        case Op::kRepeat:
          for (int b = 0; b < 256; ++b) table[b] |= p_.sets[i.a].table[b] != CharSet::kNo;
          if (i.b == 0) pending.push_back(at + 1);
          break;
        case Op::kSplit:
        case Op::kSplitLast:
          pending.push_back(at + 1);
          pending.push_back(i.a);
          break;
        case Op::kJump: pending.push_back(i.a); break;
        case Op::kSave:
        case Op::kLoopStart:
        case Op::kAt:
        case Op::kAtomic: pending.push_back(at + 1); break;
        case Op::kLoop:
          pending.push_back(at + 1);
          pending.push_back(i.target);
          break;
        case Op::kAssert: pending.push_back(i.a); break;
        default: return false;
      }
    }
    return true;
  }

  // The bytes as a set, so that the Matcher asks a table: a branch that cannot begin with the next
  // byte is not even tried, and needs no place to come back to.
  uint32_t FirstSet(uint32_t pc) {
    CharSet set;
    if (!FirstBytes(pc, set.table, false)) return kNone;
    set.by_bytes = true;
    set.negate = true;  // keeps it apart from sets of characters with the same table
    set.categories = 0xFF;
    return AddSet(std::move(set));
  }

  // Over the finished program, since what can follow an instruction is only known now. kMaxGuards
  // bounds it: each look follows the program for a while.
  Status Analyse() {
    TRY(AnalyseStart());
    uint32_t guards = 0;
    for (uint32_t pc = 0; pc < p_.code.size(); ++pc) {
      Instruction& i = p_.code[pc];
      if (i.op == Op::kRepeat && i.mode != RepeatMode::kPossessive) {
        if (!vm_.Tick(8)) return Failure{};
        FollowRepeat(pc);
      }
      if ((i.op == Op::kSplit || i.op == Op::kSplitLast) && guards < kMaxGuards) {
        if (!vm_.Tick(16)) return Failure{};
        ++guards;
        const uint32_t next = FirstSet(pc + 1), other = FirstSet(i.a);
        Instruction& split = p_.code[pc];
        split.b = split.op == Op::kSplit ? next : other;
        split.c = split.op == Op::kSplit ? other : next;
      } else if (i.op == Op::kSplit || i.op == Op::kSplitLast) {
        i.b = i.c = kNone;
      }
    }
    return Done{};
  }

  // When nothing that follows can begin with a character of the set, giving some back is in vain.
  void FollowRepeat(uint32_t pc) {
    uint8_t table[256];
    if (!FirstBytes(pc + 1, table, false)) return;
    Instruction& i = p_.code[pc];
    int only = -1, count = 0;
    bool disjoint = true;
    for (int b = 0; b < 256; ++b) {
      if (table[b] == 0) continue;
      only = b;
      ++count;
      if (p_.sets[i.a].table[b] != CharSet::kNo) disjoint = false;
    }
    if (disjoint && i.mode == RepeatMode::kGreedy && (only < 0x80 || p_.is_text)) {
      // A byte beyond ASCII that is asked about is no part of `disjoint`.
      i.mode = RepeatMode::kPossessive;
    }
    if (count == 1) i.next_byte = static_cast<int16_t>(only);
  }

  Status AnalyseStart() {
    // A beginning that is passed through by every match.
    uint32_t pc = 0;
    while (p_.code[pc].op == Op::kSave || p_.code[pc].op == Op::kAt) {
      const Instruction& i = p_.code[pc++];
      if (i.op != Op::kAt) continue;
      const At at = static_cast<At>(i.a);
      if (at == At::kBeginningString) p_.anchored = true;
      if (at == At::kBeginning) (i.flags & kMultiLine ? p_.at_lines : p_.anchored) = true;
    }
    for (pc = 0;; ++pc) {
      const Instruction& i = p_.code[pc];
      if (i.op == Op::kSave) continue;
      if (i.op == Op::kByte) {
        p_.prefix += static_cast<char>(i.a);
      } else if (i.op == Op::kBytes) {
        p_.prefix += p_.literals.substr(i.a, i.b);
      } else {
        break;
      }
    }
    if (p_.prefix.find(p_.required) != std::string::npos) p_.required.clear();
    CharSet first;
    if (!FirstBytes(0, first.table, false)) return Done{};
    int count = 0;
    for (int b = 0; b < 256; ++b) {
      if (first.table[b] == 0) continue;
      ++count;
      p_.first_byte = static_cast<int16_t>(b);
    }
    if (count != 1) p_.first_byte = -1;
    if (count < 256) p_.first = FirstSet(0);
    return Done{};
  }

  Vm& vm_;
  Value pattern_;
  Tree& tree_;
  Program& p_;
  std::string literal_;  // characters not yet emitted
  bool remembers_nothing_ = false;
  size_t expanded_ = 0;
};

}  // namespace

size_t Program::SizeInBytes() const {
  size_t bytes = sizeof(Program) + code.capacity() * sizeof(Instruction) + literals.capacity() +
                 prefix.capacity() + required.capacity();
  for (const CharSet& set : sets)
    bytes += sizeof(CharSet) + set.ranges.capacity() * sizeof(CharSet::Range);
  return bytes;
}

Status Compile(Vm& vm, Value pattern, Tree& tree, Program* program) {
  return Compiler(vm, pattern, tree, program).Run();
}

}  // namespace pysub::re
