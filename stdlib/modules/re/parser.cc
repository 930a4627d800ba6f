// Patterns to trees. The order in which things are looked at decides which error a wrong pattern
// gets, so it is CPython's.

#include <algorithm>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/re/tokens.h"
#include "vm/warn.h"

namespace pysub::re {
namespace {

uint64_t SaturatingAdd(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? kMaxWidth : sum;
}
uint64_t SaturatingMultiply(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? kMaxWidth : product;
}

bool IsPatternSpace(char32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string Repr(std::string_view text) {
  std::string out;
  StringSink sink(out);
  AppendStrRepr(text, sink);
  return out;
}

uint32_t FlagOf(char32_t c) {
  switch (c) {
    case 'i': return kIgnoreCase;
    case 'L': return kLocale;
    case 'm': return kMultiLine;
    case 's': return kDotAll;
    case 'x': return kVerbose;
    case 'a': return kAscii;
    case 'u': return kUnicode;
    default: return 0;
  }
}

// The syntax of Python's re module, by recursive descent, after re/_parser.py of CPython. Messages
// and the positions in them are CPython's, too, because programs show them. Nodes lie in one vector
// and refer to each other by index: a tree of a thousand nodes is a few allocations.
class Parser {
 public:
  Parser(Vm& vm, Tokens& tokens, Tree* tree) : vm_(vm), t_(tokens), tree_(*tree) {}

  Status Parse() {
    tree_.group_widths.push_back({});
    closed_.push_back(false);
    tree_.root = TRY(Alternation(tree_.flags & kVerbose, 0));
    return Done{};
  }

  // Positions of conditional groups by number, which must exist in the end.
  Status CheckReferences(Value pattern) {
    for (const auto& [group, pos] : reference_positions_) {
      if (group < tree_.groups) continue;
      return RaisePatternError(vm_, "invalid group reference " + std::to_string(group), pattern,
                               static_cast<int64_t>(pos));
    }
    return Done{};
  }

 private:
  // ---- Nodes

  Result<uint32_t> NewNode(Node node) {
    if (tree_.nodes.size() == tree_.nodes.capacity() && !vm_.Tick(tree_.nodes.size() / 4 + 1)) {
      return Failure{};
    }
    tree_.nodes.push_back(node);
    return static_cast<uint32_t>(tree_.nodes.size() - 1);
  }

  // A list of nodes that grows at its end. The node before the last is kept, because a quantifier
  // replaces the last one.
  struct Sequence {
    uint32_t header = kNone, last = kNone;
    uint32_t before_last = kNone;
  };

  Result<Sequence> NewSequence() {
    Sequence sequence;
    sequence.header = TRY(NewNode({.kind = NodeKind::kGroup}));
    return sequence;
  }

  Status Append(Sequence& sequence, Node node) {
    uint32_t added = TRY(NewNode(node));
    if (sequence.last == kNone) {
      tree_.nodes[sequence.header].child = added;
    } else {
      tree_.nodes[sequence.last].next = added;
    }
    sequence.before_last = sequence.last;
    sequence.last = added;
    return Done{};
  }

  Status AppendLiteral(Sequence& sequence, char32_t c) {
    return Append(sequence, {.kind = NodeKind::kLiteral, .a = c});
  }

  // ---- a|b|c

  Result<uint32_t> Alternation(bool verbose, uint32_t nested) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    uint32_t first = TRY(OneSequence(verbose, nested + 1, nested == 0));
    if (!t_.NextIs('|')) return first;
    Node branch{.kind = NodeKind::kBranch, .child = first};
    uint32_t last = first;
    while (TRY(t_.Match('|'))) {
      if (nested == 0) verbose = tree_.flags & kVerbose;
      uint32_t item = TRY(OneSequence(verbose, nested + 1, false));
      tree_.nodes[last].next = item;
      last = item;
    }
    Sequence sequence = TRY(NewSequence());
    TRY(Append(sequence, branch));
    return sequence.header;
  }

  Result<uint32_t> OneSequence(bool verbose, uint32_t nested, bool first) {
    Sequence sequence = TRY(NewSequence());
    while (!t_.at_end() && !t_.NextIs('|') && !t_.NextIs(')')) {
      const bool escape = t_.escape();
      const char32_t c = t_.next();
      TRY(t_.Advance());
      if (verbose && !escape) {
        if (IsPatternSpace(c)) continue;
        if (c == '#') {
          TRY(SkipComment());
          continue;
        }
      }
      if (escape) {
        TRY(Escape(sequence, c));
      } else {
        TRY(Item(sequence, c, &verbose, nested, first));
      }
    }
    return sequence.header;
  }

  Status SkipComment() {
    while (!t_.at_end()) {
      const bool newline = t_.NextIs('\n');
      TRY(t_.Advance());
      if (newline) break;
    }
    return Done{};
  }

  Status Item(Sequence& sequence, char32_t c, bool* verbose, uint32_t nested, bool first) {
    switch (c) {
      case '[': return Set(sequence);
      case '*':
      case '+':
      case '?':
      case '{': return Repeat(sequence, c);
      case '.': return Append(sequence, {.kind = NodeKind::kAny});
      case '(': return Group(sequence, verbose, nested, first);
      case '^':
        return Append(sequence,
                      {.kind = NodeKind::kAt, .a = static_cast<uint32_t>(At::kBeginning)});
      case '$':
        return Append(sequence, {.kind = NodeKind::kAt, .a = static_cast<uint32_t>(At::kEnd)});
      default: return AppendLiteral(sequence, c);
    }
  }

  // ---- Escapes

  static bool CategoryOf(char32_t c, Category* category) {
    switch (c) {
      case 'd': *category = Category::kDigit; return true;
      case 'D': *category = Category::kNotDigit; return true;
      case 's': *category = Category::kSpace; return true;
      case 'S': *category = Category::kNotSpace; return true;
      case 'w': *category = Category::kWord; return true;
      case 'W': *category = Category::kNotWord; return true;
      default: return false;
    }
  }

  static bool PlaceOf(char32_t c, At* at) {
    switch (c) {
      case 'A': *at = At::kBeginningString; return true;
      case 'b': *at = At::kBoundary; return true;
      case 'B': *at = At::kNonBoundary; return true;
      case 'z':
      case 'Z': *at = At::kEndString; return true;
      default: return false;
    }
  }

  Failure BadEscape(const std::string& escape, size_t length) {
    return t_.Error("bad escape " + escape, length);
  }

  static std::string EscapeText(char32_t c) {
    std::string escape = "\\";
    Tokens::AppendChar(&escape, c);
    return escape;
  }

  Status Escape(Sequence& sequence, char32_t c) {
    At at;
    if (PlaceOf(c, &at)) {
      return Append(sequence, {.kind = NodeKind::kAt, .a = static_cast<uint32_t>(at)});
    }
    Category category;
    if (CategoryOf(c, &category)) {
      const auto start = static_cast<uint32_t>(tree_.items.size());
      tree_.items.push_back({SetItem::kCategory, static_cast<char32_t>(category)});
      return Append(sequence, {.kind = NodeKind::kSet, .a = start, .b = 1});
    }
    std::string escape = EscapeText(c);
    bool found;
    char32_t code;
    TRY(CommonEscape(vm_, t_, c, &escape, &found, &code));
    if (found) return AppendLiteral(sequence, code);
    if (c == '0') {
      TRY(t_.Digits(2, 8, &escape));
      return AppendLiteral(sequence, OctalValue(escape));
    }
    if (c >= '1' && c <= '9') return NumberEscape(sequence, escape);
    if (IsAsciiLetter(c)) return BadEscape(escape, 2);
    return AppendLiteral(sequence, c);
  }

  static char32_t OctalValue(const std::string& escape) {
    char32_t value = 0;
    for (size_t i = 1; i < escape.size(); ++i)
      value = value * 8 + static_cast<char32_t>(escape[i] - '0');
    return value;
  }

  Failure OctalTooLarge(const std::string& escape) {
    return t_.Error("octal escape value " + escape + " outside of range 0-0o377", escape.size());
  }

  // Three octal digits, or a group.
  Status NumberEscape(Sequence& sequence, std::string escape) {
    TRY(t_.Digits(1, 10, &escape));
    if (escape.size() == 3 && IsDigitOf(static_cast<uint8_t>(escape[1]), 8) &&
        IsDigitOf(static_cast<uint8_t>(escape[2]), 8) && !t_.at_end() && !t_.escape() &&
        IsDigitOf(t_.next(), 8)) {
      TRY(t_.Digits(1, 8, &escape));
      if (OctalValue(escape) > 0377) return OctalTooLarge(escape);
      return AppendLiteral(sequence, OctalValue(escape));
    }
    uint32_t group = 0;
    for (size_t i = 1; i < escape.size(); ++i)
      group = group * 10 + static_cast<uint32_t>(escape[i] - '0');
    if (group >= tree_.groups) {
      return t_.Error("invalid group reference " + std::to_string(group), escape.size() - 1);
    }
    if (!closed_[group]) return t_.Error("cannot refer to an open group", escape.size());
    TRY(CheckLookbehindGroup(group));
    return Append(sequence, {.kind = NodeKind::kGroupRef, .a = group});
  }

  Status CheckLookbehindGroup(uint32_t group) {
    if (lookbehind_groups_ == 0) return Done{};
    if (group >= tree_.groups || !closed_[group]) return t_.Error("cannot refer to an open group");
    if (group >= lookbehind_groups_) {
      return t_.Error("cannot refer to group defined in the same lookbehind subpattern");
    }
    return Done{};
  }

  // ---- [...]

  struct SetToken {
    SetItem item;
    std::string text;   // as messages show it
    size_t length = 0;  // of it
  };

  Status ReadSetToken(SetToken* out) {
    const bool escape = t_.escape();
    const char32_t c = t_.next();
    TRY(t_.Advance());
    out->text = escape ? EscapeText(c) : std::string();
    if (!escape) Tokens::AppendChar(&out->text, c);
    out->length = escape ? 2 : 1;
    out->item = {SetItem::kLiteral, c};
    if (!escape) return Done{};
    Category category;
    if (CategoryOf(c, &category)) {
      out->item = {SetItem::kCategory, static_cast<char32_t>(category)};
      return Done{};
    }
    bool found;
    std::string read = out->text;
    TRY(CommonEscape(vm_, t_, c, &read, &found, &out->item.low));
    if (found) return Done{};
    if (IsDigitOf(c, 8)) {
      TRY(t_.Digits(2, 8, &read));
      out->item.low = OctalValue(read);
      if (out->item.low > 0377) return OctalTooLarge(read);
      return Done{};
    }
    if (IsDigitOf(c, 10) || IsAsciiLetter(c)) return BadEscape(read, read.size());
    return Done{};
  }

  Status WarnOfSet(std::string_view what, size_t position) {
    if (!tree_.warn) return Done{};
    return Warn(vm_, TypeId::kFutureWarning,
                "Possible " + std::string(what) + " at position " + std::to_string(position));
  }

  Status Set(Sequence& sequence) {
    const size_t here = t_.tell() - 1;
    const auto start = static_cast<uint32_t>(tree_.items.size());
    std::vector<SetItem> items;
    if (t_.NextIs('[')) TRY(WarnOfSet("nested set", t_.tell()));
    const bool negate = TRY(t_.Match('^'));
    while (true) {
      if (t_.at_end()) return t_.Error("unterminated character set", t_.tell() - here);
      if (!vm_.Tick(1)) return Failure{};
      const bool plain = !t_.escape();
      const char32_t c = t_.next();
      if (plain && c == ']' && !items.empty()) {
        TRY(t_.Advance());
        break;
      }
      SetToken low;
      TRY(ReadSetToken(&low));
      if (plain && !items.empty() && (c == '-' || c == '&' || c == '~' || c == '|') &&
          t_.NextIs(c)) {
        TRY(WarnOfSet(c == '-'   ? "set difference"
                      : c == '&' ? "set intersection"
                      : c == '~' ? "set symmetric difference"
                                 : "set union",
                      t_.tell() - 1));
      }
      if (!TRY(t_.Match('-'))) {
        items.push_back(low.item);
        continue;
      }
      if (t_.at_end()) return t_.Error("unterminated character set", t_.tell() - here);
      if (t_.NextIs(']')) {
        TRY(t_.Advance());
        items.push_back(low.item);
        items.push_back({SetItem::kLiteral, '-'});
        break;
      }
      const bool dash = t_.NextIs('-');
      SetToken high;
      TRY(ReadSetToken(&high));
      if (dash) TRY(WarnOfSet("set difference", t_.tell() - 2));
      if (low.item.kind != SetItem::kLiteral || high.item.kind != SetItem::kLiteral ||
          high.item.low < low.item.low) {
        return t_.Error("bad character range " + low.text + "-" + high.text,
                        low.length + 1 + high.length);
      }
      items.push_back({SetItem::kRange, low.item.low, high.item.low});
    }
    if (items.size() == 1 && items[0].kind == SetItem::kLiteral) {
      return Append(sequence, {.kind = negate ? NodeKind::kNotLiteral : NodeKind::kLiteral,
                               .a = items[0].low});
    }
    if (negate) tree_.items.push_back({SetItem::kNegate});
    tree_.items.insert(tree_.items.end(), items.begin(), items.end());
    return Append(sequence, {.kind = NodeKind::kSet,
                             .a = start,
                             .b = static_cast<uint32_t>(tree_.items.size()) - start});
  }

  // ---- Repetition

  static bool ParseCount(const std::string& digits, uint32_t* out) {
    uint64_t value = 0;
    for (char c : digits) {
      value = value * 10 + static_cast<uint64_t>(c - '0');
      if (value >= kMaxRepeat) return false;
    }
    *out = static_cast<uint32_t>(value);
    return true;
  }

  // A brace that is no {m,n} is an ordinary character. A quantifier behind a quantifier is an
  // error, except for ? (lazy) and + (possessive).
  Status Repeat(Sequence& sequence, char32_t c) {
    const size_t here = t_.tell();
    uint32_t min = 0, max = kMaxRepeat;
    if (c == '?') {
      max = 1;
    } else if (c == '+') {
      min = 1;
    } else if (c == '{') {
      if (t_.NextIs('}')) return AppendLiteral(sequence, c);
      std::string low, high;
      TRY(t_.Digits(INT32_MAX, 10, &low));
      if (TRY(t_.Match(','))) {
        TRY(t_.Digits(INT32_MAX, 10, &high));
      } else {
        high = low;
      }
      if (!TRY(t_.Match('}'))) {
        TRY(AppendLiteral(sequence, c));
        return t_.Seek(here);
      }
      if ((!low.empty() && !ParseCount(low, &min)) || (!high.empty() && !ParseCount(high, &max))) {
        return vm_.OverflowError("the repetition number is too large");
      }
      if (!high.empty() && max < min) {
        return t_.Error("min repeat greater than max repeat", t_.tell() - here);
      }
    }
    const uint32_t item = sequence.last;
    const size_t offset = t_.tell() - here + 1;
    if (item == kNone || tree_.nodes[item].kind == NodeKind::kAt) {
      return t_.Error("nothing to repeat", offset);
    }
    if (tree_.nodes[item].kind == NodeKind::kRepeat) return t_.Error("multiple repeat", offset);
    RepeatMode mode = RepeatMode::kGreedy;
    if (TRY(t_.Match('?'))) {
      mode = RepeatMode::kLazy;
    } else if (TRY(t_.Match('+'))) {
      mode = RepeatMode::kPossessive;
    }
    // The repeated item moves into a sequence of its own, the repetition takes its place.
    Sequence inner = TRY(NewSequence());
    const Node repeated = tree_.nodes[item];
    uint32_t moved = TRY(NewNode(repeated));
    tree_.nodes[moved].next = kNone;
    tree_.nodes[inner.header].child = moved;
    tree_.nodes[item] =
        Node{.kind = NodeKind::kRepeat, .mode = mode, .a = min, .b = max, .child = inner.header};
    return Done{};
  }

  // ---- (...)

  Status Group(Sequence& sequence, bool* verbose, uint32_t nested, bool first) {
    const size_t start = t_.tell() - 1;
    std::string name;
    size_t name_length = 0;
    bool capture = true, atomic = false, has_name = false;
    uint32_t add_flags = 0, del_flags = 0;
    if (TRY(t_.Match('?'))) {
      if (t_.at_end()) return t_.Error("unexpected end of pattern");
      const bool escape = t_.escape();
      char32_t c = t_.next();
      TRY(t_.Advance());
      if (escape) return UnknownExtension("?\\", c, 3);
      switch (c) {
        case 'P': {
          if (TRY(t_.Match('<'))) {
            TRY(t_.Until('>', "group name", &name, &name_length));
            TRY(t_.CheckGroupName(name, name_length, 1));
            has_name = true;
            break;
          }
          if (TRY(t_.Match('='))) return NamedReference(sequence);
          if (t_.at_end()) return t_.Error("unexpected end of pattern");
          const bool odd = t_.escape();
          const char32_t letter = t_.next();
          TRY(t_.Advance());
          return UnknownExtension(odd ? "?P\\" : "?P", letter, odd ? 4 : 3);
        }
        case ':': capture = false; break;
        case '#': return Comment(start);
        case '=':
        case '!':
        case '<': return Assertion(sequence, c, start, *verbose, nested);
        case '(': return Conditional(sequence, start, *verbose, nested);
        case '>':
          capture = false;
          atomic = true;
          break;
        default: {
          if (FlagOf(c) == 0 && c != '-') return UnknownExtension("?", c, 2);
          bool global = false;
          TRY(Flags(c, &global, &add_flags, &del_flags));
          if (global) {
            if (!first || sequence.last != kNone) {
              return t_.Error("global flags not at the start of the expression", t_.tell() - start);
            }
            *verbose = tree_.flags & kVerbose;
            return Done{};
          }
          capture = false;
        }
      }
    }
    uint32_t group = 0;
    if (capture) group = TRY(OpenGroup(name, has_name, name_length));
    const bool sub_verbose = (*verbose || (add_flags & kVerbose)) && !(del_flags & kVerbose);
    uint32_t body = TRY(Alternation(sub_verbose, nested + 1));
    TRY(Close(start));
    if (capture) {
      tree_.group_widths[group] = tree_.WidthOf(body);
      closed_[group] = true;
    }
    if (atomic) return Append(sequence, {.kind = NodeKind::kAtomic, .child = body});
    return Append(
        sequence,
        {.kind = NodeKind::kGroup, .a = group, .b = add_flags, .c = del_flags, .child = body});
  }

  Failure UnknownExtension(std::string_view before, char32_t c, size_t length) {
    std::string message = "unknown extension " + std::string(before);
    Tokens::AppendChar(&message, c);
    return t_.Error(message, length);
  }

  Status Close(size_t start) {
    if (TRY(t_.Match(')'))) return Done{};
    return t_.Error("missing ), unterminated subpattern", t_.tell() - start);
  }

  // The number is given when the group opens, so groups are counted by their left parentheses.
  // References to a group that is still open are refused; closed_ tells.
  Result<uint32_t> OpenGroup(const std::string& name, bool has_name, size_t name_length) {
    const uint32_t group = tree_.groups++;
    tree_.group_widths.push_back({});
    closed_.push_back(false);
    if (!has_name) return group;
    for (const GroupName& known : tree_.names) {
      if (known.name != name) continue;
      return t_.Error("redefinition of group name " + Repr(name) + " as group " +
                          std::to_string(group) + "; was group " + std::to_string(known.group),
                      name_length + 1);
    }
    if (!vm_.Tick(tree_.names.size() / 16)) return Failure{};
    tree_.names.push_back({name, group});
    return group;
  }

  uint32_t GroupNamed(std::string_view name) const {
    for (const GroupName& known : tree_.names) {
      if (known.name == name) return known.group;
    }
    return kNone;
  }

  Status NamedReference(Sequence& sequence) {
    std::string name;
    size_t length;
    TRY(t_.Until(')', "group name", &name, &length));
    TRY(t_.CheckGroupName(name, length, 1));
    const uint32_t group = GroupNamed(name);
    if (group == kNone) return t_.Error("unknown group name " + Repr(name), length + 1);
    if (!closed_[group]) return t_.Error("cannot refer to an open group", length + 1);
    TRY(CheckLookbehindGroup(group));
    return Append(sequence, {.kind = NodeKind::kGroupRef, .a = group});
  }

  Status Comment(size_t start) {
    while (true) {
      if (t_.at_end()) return t_.Error("missing ), unterminated comment", t_.tell() - start);
      const bool done = t_.NextIs(')');
      TRY(t_.Advance());
      if (done) return Done{};
    }
  }

  Status Assertion(Sequence& sequence, char32_t c, size_t start, bool verbose, uint32_t nested) {
    bool behind = false;
    uint32_t outer_groups = lookbehind_groups_;
    if (c == '<') {
      if (t_.at_end()) return t_.Error("unexpected end of pattern");
      const bool escape = t_.escape();
      c = t_.next();
      TRY(t_.Advance());
      if (escape || (c != '=' && c != '!')) {
        return UnknownExtension(escape ? "?<\\" : "?<", c, escape ? 4 : 3);
      }
      behind = true;
      if (outer_groups == 0) lookbehind_groups_ = tree_.groups;
    }
    uint32_t body = TRY(Alternation(verbose, nested + 1));
    if (behind && outer_groups == 0) lookbehind_groups_ = 0;
    TRY(Close(start));
    const bool empty = tree_.nodes[body].child == kNone;
    if (c == '!' && empty) return Append(sequence, {.kind = NodeKind::kFail});
    return Append(
        sequence,
        {.kind = NodeKind::kAssert, .negative = c == '!', .behind = behind, .child = body});
  }

  Status Conditional(Sequence& sequence, size_t start, bool verbose, uint32_t nested) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    std::string name;
    size_t length;
    TRY(t_.Until(')', "group name", &name, &length));
    uint32_t group;
    const bool number =
        std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!number) {
      TRY(t_.CheckGroupName(name, length, 1));
      group = GroupNamed(name);
      if (group == kNone) return t_.Error("unknown group name " + Repr(name), length + 1);
    } else {
      uint64_t value = 0;
      for (char c : name)
        value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(c - '0'), 1ull << 40);
      if (value == 0) return t_.Error("bad group number", length + 1);
      if (value >= kMaxGroups) {
        return t_.Error("invalid group reference " + name.substr(name.find_first_not_of('0')),
                        length + 1);
      }
      group = static_cast<uint32_t>(value);
      bool known = false;
      for (const auto& reference : reference_positions_) known = known || reference.first == group;
      if (!vm_.Tick(reference_positions_.size() / 16)) return Failure{};
      if (!known) reference_positions_.push_back({group, t_.tell() - length - 1});
    }
    TRY(CheckLookbehindGroup(group));
    uint32_t yes = TRY(OneSequence(verbose, nested + 1, false));
    uint32_t no = kNone;
    if (TRY(t_.Match('|'))) {
      no = TRY(OneSequence(verbose, nested + 1, false));
      if (t_.NextIs('|')) return t_.Error("conditional backref with more than two branches");
    }
    TRY(Close(start));
    return Append(sequence, {.kind = NodeKind::kConditional, .a = group, .b = no, .child = yes});
  }

  // ---- Flags

  // Takes the next flag letter; `missing` is the complaint at the end of the pattern.
  Status NextFlag(std::string_view missing, char32_t* c) {
    if (t_.at_end()) return t_.Error(missing);
    const bool escape = t_.escape();
    *c = escape ? U'\\' : t_.next();
    TRY(t_.Advance());
    if (escape) return t_.Error(missing, 2);
    return Done{};
  }

  Failure BadFlag(char32_t c, std::string_view missing) {
    return t_.Error(IsAlphaCodePoint(c) ? "unknown flag" : missing, 1);
  }

  Status Flags(char32_t c, bool* global, uint32_t* add, uint32_t* del) {
    static constexpr std::string_view kMissing = "missing -, : or )";
    while (c != '-' && c != ')' && c != ':') {
      const uint32_t flag = FlagOf(c);
      if (t_.is_text() && c == 'L') {
        return t_.Error("bad inline flags: cannot use 'L' flag with a str pattern");
      }
      if (!t_.is_text() && c == 'u') {
        return t_.Error("bad inline flags: cannot use 'u' flag with a bytes pattern");
      }
      *add |= flag;
      if ((flag & kTypeFlags) && (*add & kTypeFlags) != flag) {
        return t_.Error("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
      }
      TRY(NextFlag(kMissing, &c));
      if (c == ')' || c == '-' || c == ':') break;
      if (FlagOf(c) == 0) return BadFlag(c, kMissing);
    }
    if (c == ')') {
      tree_.flags |= *add;
      *global = true;
      return Done{};
    }
    if (c == '-') {
      TRY(NextFlag("missing flag", &c));
      if (FlagOf(c) == 0) return BadFlag(c, "missing flag");
      while (c != ':') {
        const uint32_t flag = FlagOf(c);
        if (flag & kTypeFlags) {
          return t_.Error("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
        }
        *del |= flag;
        TRY(NextFlag("missing :", &c));
        if (c != ':' && FlagOf(c) == 0) return BadFlag(c, "missing :");
      }
    }
    if (*add & *del) return t_.Error("bad inline flags: flag turned on and off", 1);
    return Done{};
  }

  Vm& vm_;
  Tokens& t_;
  Tree& tree_;
  std::vector<bool> closed_;        // by group
  uint32_t lookbehind_groups_ = 0;  // groups before the look-behind that we are in; 0: in none
  std::vector<std::pair<uint32_t, size_t>> reference_positions_;
};

}  // namespace

// How many characters a sequence can match, at least and at most. Each is computed once. Otherwise
// groups inside look-behinds inside groups would be measured again on each level.
Width Tree::WidthOf(uint32_t sequence) {
  if (known_widths.size() < nodes.size()) known_widths.resize(nodes.size(), Width{1, 0});
  if (known_widths[sequence].low <= known_widths[sequence].high) return known_widths[sequence];
  Width total;
  for (uint32_t at = nodes[sequence].child; at != kNone; at = nodes[at].next) {
    const Node& node = nodes[at];
    Width width;
    switch (node.kind) {
      case NodeKind::kLiteral:
      case NodeKind::kNotLiteral:
      case NodeKind::kAny:
      case NodeKind::kSet: width = {1, 1}; break;
      case NodeKind::kGroup:
      case NodeKind::kAtomic: width = WidthOf(node.child); break;
      case NodeKind::kRepeat: {
        width = WidthOf(node.child);
        width.low = SaturatingMultiply(width.low, node.a);
        width.high = node.b == kMaxRepeat ? (width.high != 0 ? kMaxWidth : 0)
                                          : SaturatingMultiply(width.high, node.b);
        break;
      }
      case NodeKind::kBranch: {
        width = {kMaxWidth, 0};
        for (uint32_t item = node.child; item != kNone; item = nodes[item].next) {
          const Width one = WidthOf(item);
          width = {std::min(width.low, one.low), std::max(width.high, one.high)};
        }
        break;
      }
      case NodeKind::kGroupRef: width = group_widths[node.a]; break;
      case NodeKind::kConditional: {
        width = WidthOf(node.child);
        const Width other = node.b == kNone ? Width{} : WidthOf(node.b);
        width = {std::min(width.low, other.low), std::max(width.high, other.high)};
        break;
      }
      case NodeKind::kAt:
      case NodeKind::kAssert:
      case NodeKind::kFail: break;
    }
    total = {SaturatingAdd(total.low, width.low), SaturatingAdd(total.high, width.high)};
  }
  known_widths[sequence] = total;
  return total;
}

Status Parse(Vm& vm, Value pattern, uint32_t flags, Tree* tree) {
  Tokens tokens(vm, pattern);
  TRY(tokens.Start());
  tree->flags = flags;
  Parser parser(vm, tokens, tree);
  TRY(parser.Parse());
  uint32_t& all = tree->flags;
  if (tokens.is_text()) {
    if (all & kLocale) return vm.ValueError("cannot use LOCALE flag with a str pattern");
    if (!(all & kAscii)) {
      all |= kUnicode;
    } else if (all & kUnicode) {
      return vm.ValueError("ASCII and UNICODE flags are incompatible");
    }
  } else {
    if (all & kUnicode) return vm.ValueError("cannot use UNICODE flag with a bytes pattern");
    if ((all & kLocale) && (all & kAscii)) {
      return vm.ValueError("ASCII and LOCALE flags are incompatible");
    }
  }
  if (!tokens.at_end()) return tokens.Error("unbalanced parenthesis");
  return parser.CheckReferences(pattern);
}

}  // namespace pysub::re
