#include "shell/regex/rust_syntax.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "shell/regex/code_set.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kMostRepeats = 1u << 19;
constexpr uint64_t kNoEnd = UINT64_MAX;  // of a repetition
constexpr size_t kMaxDepth = 250;        // regex-syntax's, too
constexpr std::string_view kDivider =
    "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~";

struct Flags {
  bool ignore_case = false;
  bool multi_line = true;
  bool dot_all = false;
  bool swap_greed = false;
  bool extended = false;
  bool unicode = true;
};

// The pattern is read twice at most: once more with case ignored (-S), once more in bytes, where
// something in it matches bytes that are no UTF-8. Groups and brackets are on stacks of its own.
class RustParser {
 public:
  RustParser(std::string_view pattern, const RustSyntaxOptions& options, bool bytes,
             ParseAccount* account, RegexTree* tree, RustPattern* info)
      : p_(pattern),
        options_(options),
        bytes_(bytes),
        account_(account),
        tree_(*tree),
        info_(*info) {
    flags_.ignore_case = options.ignore_case;
    flags_.dot_all = options.dot_all;
    flags_.unicode = options.unicode;
  }

  bool Run() {
    tree_ = {};
    info_ = {};
    tree_.utf8 = !bytes_;
    // The group around all is the first one, as RE2 counts them.
    if (options_.word) tree_.groups = info_.before_groups = info_.shown = 1;
    frames_.push_back({.flags = flags_});
    while (true) {
      SkipBlanks();
      if (at_ >= p_.size()) break;
      if (!IsPaid() || !Piece()) return false;
    }
    if (frames_.size() > 1)
      return Fail(frames_.back().begin, frames_.back().begin + 1, "unclosed group");
    int root = CloseAlternatives();
    info_.groups = tree_.groups - info_.before_groups;
    if (options_.word) root = Wrap(root);
    if (!refusal_.empty()) return FailPlain(refusal_);
    if (too_deep_) return FailPlain("regex has parts that are too deeply nested");
    tree_.root = root;
    return true;
  }

  std::string error_;
  bool wants_bytes() const { return wants_bytes_; }
  bool has_letters() const { return has_literal_; }
  bool has_large_letters() const { return has_upper_; }

 private:
  struct Frame {
    std::vector<int> alternatives, items;
    int group = -1;  // -1: it is not numbered
    size_t begin = 0;
    Flags flags;  // of what is around
  };
  enum class SetOp : uint8_t { kNone, kAnd, kMinus, kXor };
  struct Bracket {
    size_t begin = 0;
    bool negated = false;
    SetOp op = SetOp::kNone;
    CodeSet left, items;
  };

  // ---- mistakes
  bool FailPlain(std::string_view what) {
    error_ = what;
    return false;
  }
  static size_t Columns(std::string_view text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  }
  bool Fail(size_t begin, size_t end, std::string_view what, std::optional<size_t> also = {},
            size_t also_size = 1) {
    begin = std::min(begin, p_.size());
    end = std::clamp(end, begin, p_.size());
    std::string text = "regex parse error:\n";
    const bool many = p_.find('\n') != std::string_view::npos;
    if (many) text.append(kDivider) += '\n';
    size_t line = 0, number = 1;
    while (true) {
      const size_t newline = std::min(p_.find('\n', line), p_.size());
      const std::string head = many ? std::to_string(number) + ": " : "    ";
      text.append(head).append(p_.substr(line, newline - line)) += '\n';
      if (begin >= line && begin <= newline) {
        std::string marks(head.size(), ' ');
        size_t from = begin;
        if (also && *also >= line && *also < begin) {
          marks.append(Columns(p_.substr(line, *also - line)), ' ').append(also_size, '^');
          from = begin;
          marks.append(Columns(p_.substr(*also, begin - *also)) - also_size, ' ');
        } else {
          marks.append(Columns(p_.substr(line, from - line)), ' ');
        }
        marks.append(std::max<size_t>(1, Columns(p_.substr(from, std::min(end, newline) - from))),
                     '^');
        text.append(marks) += '\n';
      }
      if (newline >= p_.size()) break;
      line = newline + 1;
      ++number;
    }
    if (many) text.append(kDivider) += '\n';
    error_ = text.append("error: ").append(what);
    return false;
  }
  // Said when the rest is right.
  bool Refuse(char c) {
    if (refusal_.empty()) {
      refusal_ = "the literal '\"";
      if (c == '\n' || c == '\r' || c == '\0') {
        refusal_ += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\0";
      } else {
        refusal_ += c;
      }
      refusal_ += "\"' is not allowed in a regex";
    }
    Item(Add({.kind = RegexNodeKind::kEmpty}));
    return true;
  }
  bool IsPaid() {
    if (++unpaid_ < 64) return true;
    const uint64_t work = 16 * unpaid_;
    unpaid_ = 0;
    return account_ == nullptr || account_->Tick(work) || FailPlain("out of time");
  }

  // ---- reading
  bool Has(std::string_view text) const {
    return p_.substr(std::min(at_, p_.size())).starts_with(text);
  }
  uint32_t Read(size_t at, size_t* size) const {
    uint32_t c = 0;
    *size = DecodeCharacter(p_, at, &c);
    return c;
  }
  void SkipBlanks() {
    if (!flags_.extended) return;
    while (at_ < p_.size()) {
      const char c = p_[at_];
      if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
      } else if (c == '#') {
        at_ = std::min(p_.find('\n', at_), p_.size());
      } else {
        break;
      }
    }
  }

  // ---- the tree
  int Add(RegexNode node) {
    size_t depth = 0;
    for (int child : node.children)
      depth = std::max<size_t>(depth, depths_[static_cast<size_t>(child)]);
    if (node.kind == RegexNodeKind::kGroup || node.kind == RegexNodeKind::kRepeat ||
        node.kind == RegexNodeKind::kAlternate)
      ++depth;
    if (depth > kMaxDepth) {
      too_deep_ = true;
      depth = kMaxDepth;
      node.children.clear();
      node.kind = RegexNodeKind::kEmpty;
    }
    depths_.push_back(static_cast<uint16_t>(depth));
    tree_.nodes.push_back(std::move(node));
    return static_cast<int>(tree_.nodes.size()) - 1;
  }
  void Item(int node) { frames_.back().items.push_back(node); }
  int CloseItems() {
    std::vector<int>& items = frames_.back().items;
    if (items.size() == 1) return items[0];
    return Add({.kind = RegexNodeKind::kConcat, .children = std::move(items)});
  }
  int CloseAlternatives() {
    const int last = CloseItems();
    Frame& frame = frames_.back();
    frame.items.clear();
    if (frame.alternatives.empty()) return last;
    frame.alternatives.push_back(last);
    return Add({.kind = RegexNodeKind::kAlternate, .children = std::move(frame.alternatives)});
  }
  // (?:^|\W)(...)(?:\W|$)
  int Wrap(int root) {
    auto edge = [&](RegexNodeKind kind, bool first) {
      CodeSet other;
      AddWord(&other);
      other.Negate(Last());
      if (options_.never >= 0) {
        CodeSet gone;
        gone.Add(static_cast<uint32_t>(options_.never), static_cast<uint32_t>(options_.never));
        other.Remove(gone);
      }
      const int line = Add({.kind = kind});
      const int set = SetNode(other);
      return Add({.kind = RegexNodeKind::kAlternate,
                  .children = first ? std::vector<int>{line, set} : std::vector<int>{set, line}});
    };
    const int before = edge(RegexNodeKind::kLineBegin, true);
    const int group = Add({.kind = RegexNodeKind::kGroup, .a = info_.shown, .children = {root}});
    const int after = edge(RegexNodeKind::kLineEnd, false);
    return Add({.kind = RegexNodeKind::kConcat, .children = {before, group, after}});
  }

  uint32_t Last() const { return bytes_ ? 0xFF : CodeSet::kLast; }
  void TakeNever(CodeSet* set) const {
    CodeSet gone;
    if (options_.never >= 0)
      gone.Add(static_cast<uint32_t>(options_.never), static_cast<uint32_t>(options_.never));
    if (options_.crlf && options_.never == '\n') gone.Add('\r', '\r');
    if (!gone.empty()) set->Remove(gone);
  }
  int SetNode(const CodeSet& set) {
    RegexSet entry;
    entry.ranges = set.ranges();
    entry.sorted = true;
    for (size_t i = tree_.sets.size(); i-- > 0 && i + 16 > tree_.sets.size();) {
      if (tree_.sets[i].ranges == entry.ranges)
        return Add({.kind = RegexNodeKind::kSet, .a = static_cast<int>(i)});
    }
    set_room_ += entry.ranges.size();
    tree_.sets.push_back(std::move(entry));
    return Add({.kind = RegexNodeKind::kSet, .a = static_cast<int>(tree_.sets.size()) - 1});
  }
  bool PutSet(CodeSet set) {
    if (bytes_ && !set.empty() && set.ranges().back().second > 0xFF)
      return FailPlain(
          "characters outside ASCII and single bytes cannot be matched by one pattern in this rg");
    TakeNever(&set);
    info_.may_newline |= set.Has('\n');
    if (set_room_ > kMostRanges)
      return FailPlain("Compiled regex exceeds size limit of 104857600 bytes.");
    Item(SetNode(set));
    return true;
  }
  bool PutLiteral(uint32_t c, bool is_byte = false) {
    if (static_cast<int>(c) == options_.never ||
        (options_.crlf && options_.never == '\n' && c == '\r'))
      return Refuse(static_cast<char>(c));
    info_.may_newline |= c == '\n';
    if (flags_.ignore_case && !is_byte) {
      CodeSet set;
      set.Add(c, c);
      if (!set.AddOtherCases(!flags_.unicode, account_)) return FailPlain("out of time");
      if (set.ranges().size() > 1 || set.ranges()[0].first != set.ranges()[0].second) {
        if (!bytes_ || set.ranges().back().second < 0x80) return PutSet(std::move(set));
        CodeSet small;
        small.Add(0, 0x7F);
        if (c < 0x80) {
          set.Intersect(small);
          return PutSet(std::move(set));
        }
        return FailPlain(
            "characters outside ASCII and single bytes cannot be matched by one pattern in this "
            "rg");
      }
    }
    if (!bytes_ || c < 0x80 || is_byte) {
      Item(Add({.kind = RegexNodeKind::kCharacter, .a = static_cast<int>(c)}));
      return true;
    }
    std::vector<int> bytes;
    auto put = [&](uint32_t byte) {
      bytes.push_back(Add({.kind = RegexNodeKind::kCharacter, .a = static_cast<int>(byte)}));
    };
    if (c < 0x800) {
      put(0xC0 | c >> 6);
    } else if (c < 0x10000) {
      put(0xE0 | c >> 12);
      put(0x80 | (c >> 6 & 0x3F));
    } else {
      put(0xF0 | c >> 18);
      put(0x80 | (c >> 12 & 0x3F));
      put(0x80 | (c >> 6 & 0x3F));
    }
    put(0x80 | (c & 0x3F));
    Item(Add({.kind = RegexNodeKind::kConcat, .children = std::move(bytes)}));
    return true;
  }
  void NoteLiteral(uint32_t c) {
    has_literal_ = true;
    if (c < 0x80 ? c >= 'A' && c <= 'Z' : IsInClass(RegexClass::kUpper, c)) has_upper_ = true;
  }

  // ---- classes that many patterns have, once each
  void AddWord(CodeSet* set) { AddPerl('w', set); }
  void AddPerl(char which, CodeSet* set) {
    const char key = flags_.unicode && !bytes_ ? which : static_cast<char>(which - 32);
    auto [found, fresh] = perl_.try_emplace(key);
    if (fresh) {
      CodeSet& made = found->second;
      switch (key) {
        case 'w': AddUnicodeWord(account_, &made); break;
        case 'd': AddUnicodeDigit(account_, &made); break;
        case 's': AddUnicodeSpace(&made); break;
        case 'W':
          made.Add('0', '9');
          made.Add('A', 'Z');
          made.Add('_', '_');
          made.Add('a', 'z');
          break;
        case 'D': made.Add('0', '9'); break;
        default:
          made.Add('\t', '\r');
          made.Add(' ', ' ');
          break;
      }
    }
    set->Add(found->second);
  }
  // \W and the like of bytes match bytes that are no UTF-8.
  uint32_t NegationEnd() {
    if (!flags_.unicode && !bytes_) wants_bytes_ = true;
    return Last();
  }
  bool PerlClass(char letter, CodeSet* set) {
    CodeSet made;
    const char lower = static_cast<char>(letter | 32);
    AddPerl(lower, &made);
    if (letter != lower) made.Negate(NegationEnd());
    set->Add(made);
    return true;
  }

  bool Piece();
  bool Open();
  bool OpenFlags();
  bool Close();
  bool Repeat();
  bool Counted(uint64_t* least, uint64_t* most);
  bool Number(uint64_t* number);
  bool PutRepeat(uint64_t least, uint64_t most);
  bool Escape();
  bool HexEscape(uint32_t* c);
  bool Property(CodeSet* set);
  bool IsMeta(char c) const {
    return std::string_view("\\.+*?()|[]{}^$#&-~").find(c) != std::string_view::npos;
  }
  bool SimpleEscape(char c, uint32_t* out) const {
    switch (c) {
      case 'a': *out = 7; return true;
      case 'f': *out = '\f'; return true;
      case 't': *out = '\t'; return true;
      case 'n': *out = '\n'; return true;
      case 'r': *out = '\r'; return true;
      case 'v': *out = '\v'; return true;
      default: break;
    }
    if (flags_.extended && c == ' ') {
      *out = ' ';
      return true;
    }
    *out = static_cast<uint8_t>(c);
    return IsMeta(c);
  }
  bool Class();
  bool OpenBracket(std::vector<Bracket>* brackets);
  bool CloseBracket(std::vector<Bracket>* brackets, bool* done);
  bool Operate(Bracket* bracket);
  bool ClassItem(Bracket* bracket);
  bool ClassAtom(uint32_t* c, CodeSet* set, bool* is_set);
  bool Posix(CodeSet* set, bool* is_class);

  static constexpr size_t kMostRanges = 1 << 18;

  std::string_view p_;
  const RustSyntaxOptions& options_;
  const bool bytes_;
  ParseAccount* account_;
  RegexTree& tree_;
  RustPattern& info_;
  Flags flags_;
  size_t at_ = 0;
  uint64_t unpaid_ = 0;
  std::vector<Frame> frames_;
  std::vector<uint16_t> depths_;
  std::map<char, CodeSet> perl_;
  size_t set_room_ = 0;
  bool wants_bytes_ = false, too_deep_ = false;
  bool has_literal_ = false, has_upper_ = false;
  std::string refusal_;
  size_t opened_end_ = 0;  // of the [ ^ ] that came last
  std::map<size_t, size_t> name_places_;
  std::array<size_t, 256> flag_places_ = {};
};

bool RustParser::Piece() {
  const char c = p_[at_];
  switch (c) {
    case '\\': return Escape();
    case '[': return Class();
    case '(': return Open();
    case ')': return Close();
    case '|': {
      ++at_;
      const int items = CloseItems();
      frames_.back().items.clear();
      frames_.back().alternatives.push_back(items);
      return true;
    }
    case '*':
    case '+':
    case '?':
    case '{': return Repeat();
    case '.': {
      ++at_;
      CodeSet set;
      if (!flags_.dot_all) set.Add('\n', '\n');
      set.Negate(NegationEnd());
      return PutSet(std::move(set));
    }
    case '^':
      ++at_;
      info_.may_newline = true;
      Item(
          Add({.kind = flags_.multi_line ? RegexNodeKind::kLineBegin : RegexNodeKind::kTextBegin}));
      return true;
    case '$':
      ++at_;
      info_.may_newline = true;
      if (flags_.multi_line && options_.crlf) {
        const int cr = Add({.kind = RegexNodeKind::kCharacter, .a = '\r'});
        Item(Add({.kind = RegexNodeKind::kRepeat, .a = 0, .b = 1, .lazy = true, .children = {cr}}));
      }
      Item(Add({.kind = flags_.multi_line ? RegexNodeKind::kLineEnd : RegexNodeKind::kTextEnd}));
      return true;
    default: {
      size_t size = 1;
      const uint32_t character = Read(at_, &size);
      at_ += size;
      NoteLiteral(character);
      return PutLiteral(character);
    }
  }
}

bool RustParser::Open() {
  const size_t begin = at_;
  if (frames_.size() > kMaxDepth)
    return Fail(begin, begin + 1,
                "exceeds the maximum number of nested parentheses/brackets (250)");
  for (std::string_view look : {"(?=", "(?!", "(?<=", "(?<!"}) {
    if (Has(look))
      return Fail(begin, begin + look.size(),
                  "look-around, including look-ahead and look-behind, is not supported");
  }
  Frame frame{.begin = begin, .flags = flags_};
  if (Has("(?P<")) {
    const size_t name = begin + 4;
    size_t end = name;
    auto letter = [](char c) {
      return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    while (end < p_.size() && p_[end] != '>') {
      const char c = p_[end];
      if (!letter(c) &&
          (end == name || !((c >= '0' && c <= '9') || c == '.' || c == '[' || c == ']'))) {
        size_t size = 1;
        Read(end, &size);
        return Fail(end, end + size, "invalid capture group character");
      }
      ++end;
    }
    if (end >= p_.size()) return Fail(end, end, "unclosed capture group name");
    if (end == name) return Fail(name, name, "empty capture group name");
    std::string text(p_.substr(name, end - name));
    for (auto& [known, group] : info_.names) {
      if (known == text)
        return Fail(name, end, "duplicate capture group name",
                    name_places_[static_cast<size_t>(group)], text.size());
    }
    frame.group = ++tree_.groups;
    info_.names.emplace_back(std::move(text), frame.group);
    name_places_[static_cast<size_t>(frame.group)] = name;
    at_ = end + 1;
  } else if (Has("(?")) {
    at_ += 2;
    if (at_ >= p_.size()) return Fail(begin, begin + 1, "unclosed group");
    const Flags around = flags_;
    if (!OpenFlags()) return false;
    if (p_[at_++] == ')') return true;  // they hold up to the end of the group around
    frame.flags = around;
  } else {
    ++at_;
    frame.group = ++tree_.groups;
  }
  frames_.push_back(std::move(frame));
  return true;
}

// imsUux, up to : or ) where at_ stands then.
bool RustParser::OpenFlags() {
  bool on = true;
  std::optional<size_t> dash;
  std::string seen;
  while (true) {
    if (at_ >= p_.size()) return Fail(at_, at_, "expected flag but got end of regex");
    const char c = p_[at_];
    if (c == ':' || c == ')') break;
    if (c == '-') {
      if (dash) return Fail(at_, at_ + 1, "flag negation operator repeated", *dash);
      dash = at_++;
      on = false;
      continue;
    }
    if (const size_t before = seen.find(c); before != std::string::npos && c != '-')
      return Fail(at_, at_ + 1, "duplicate flag", flag_places_[static_cast<uint8_t>(c)]);
    switch (c) {
      case 'i': flags_.ignore_case = on; break;
      case 'm': flags_.multi_line = on; break;
      case 's': flags_.dot_all = on; break;
      case 'U': flags_.swap_greed = on; break;
      case 'u': flags_.unicode = on; break;
      case 'x': flags_.extended = on; break;
      default: {
        size_t size = 1;
        Read(at_, &size);
        return Fail(at_, at_ + size, "unrecognized flag");
      }
    }
    seen += c;
    flag_places_[static_cast<uint8_t>(c)] = at_++;
  }
  if (dash && *dash + 1 == at_) return Fail(*dash, *dash + 1, "dangling flag negation operator");
  if (seen.empty() && p_[at_] == ')')
    return Fail(at_ - 1, at_, "repetition operator missing expression");
  return true;
}

bool RustParser::Close() {
  if (frames_.size() == 1) return Fail(at_, at_ + 1, "unopened group");
  ++at_;
  int node = CloseAlternatives();
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  flags_ = frame.flags;
  if (frame.group >= 0)
    node = Add({.kind = RegexNodeKind::kGroup, .a = frame.group, .children = {node}});
  Item(node);
  return true;
}

bool RustParser::Number(uint64_t* number) {
  while (at_ < p_.size() && (p_[at_] == ' ' || p_[at_] == '\t')) ++at_;
  const size_t begin = at_;
  *number = 0;
  while (at_ < p_.size() && p_[at_] >= '0' && p_[at_] <= '9')
    *number = std::min<uint64_t>(*number * 10 + static_cast<uint64_t>(p_[at_++] - '0'), UINT32_MAX);
  if (at_ == begin) return Fail(begin, begin, "repetition quantifier expects a valid decimal");
  while (at_ < p_.size() && (p_[at_] == ' ' || p_[at_] == '\t')) ++at_;
  return true;
}

bool RustParser::Counted(uint64_t* least, uint64_t* most) {
  const size_t begin = at_++;
  if (at_ >= p_.size()) return Fail(begin, at_, "unclosed counted repetition");
  if (!Number(least)) return false;
  *most = *least;
  if (at_ >= p_.size()) return Fail(begin, at_, "unclosed counted repetition");
  if (p_[at_] == ',') {
    ++at_;
    if (at_ >= p_.size()) return Fail(begin, at_, "unclosed counted repetition");
    *most = kNoEnd;
    if (p_[at_] != '}' && !Number(most)) return false;
  }
  if (at_ >= p_.size() || p_[at_] != '}') return Fail(begin, at_, "unclosed counted repetition");
  ++at_;
  if (*most < *least)
    return Fail(begin, at_, "invalid repetition count range, the start must be <= the end");
  return true;
}

bool RustParser::Repeat() {
  const size_t begin = at_;
  if (frames_.back().items.empty())
    return Fail(begin, begin + 1, "repetition operator missing expression");
  uint64_t least = 0;
  uint64_t most = kNoEnd;
  switch (p_[at_]) {
    case '*': ++at_; break;
    case '+':
      ++at_;
      least = 1;
      break;
    case '?':
      ++at_;
      most = 1;
      break;
    default:
      if (!Counted(&least, &most)) return false;
      break;
  }
  return PutRepeat(least, most);
}

bool RustParser::PutRepeat(uint64_t least, uint64_t most) {
  bool lazy = flags_.swap_greed;
  SkipBlanks();
  if (Has("?")) {
    ++at_;
    lazy = !lazy;
  }
  if (std::max(least, most == kNoEnd ? 0 : most) > kMostRepeats)
    return FailPlain("Compiled regex exceeds size limit of 104857600 bytes.");
  int& item = frames_.back().items.back();
  item = Add({.kind = RegexNodeKind::kRepeat,
              .a = static_cast<int>(least),
              .b = most == kNoEnd ? RegexNode::kUnlimited : static_cast<int>(most),
              .lazy = lazy,
              .children = {item}});
  return true;
}

// \x7F \x{10FFFF} \u007F \U0000007F: at_ stands at the letter.
bool RustParser::HexEscape(uint32_t* c) {
  const size_t digits = p_[at_] == 'x' ? 2 : p_[at_] == 'u' ? 4 : 8;
  ++at_;
  auto value = [](char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    const char lower = static_cast<char>(digit | 32);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  };
  const bool braces = Has("{");
  const size_t brace = at_;
  if (braces) ++at_;
  const size_t begin = at_;
  uint64_t number = 0;
  constexpr std::string_view kEnd =
      "incomplete escape sequence, reached end of pattern prematurely";
  while (true) {
    if (at_ >= p_.size()) {
      if (!braces && at_ - begin == digits) break;
      return Fail(braces ? brace : at_, braces ? at_ : at_, kEnd);
    }
    if (braces ? p_[at_] == '}' : at_ - begin == digits) break;
    const int digit = value(p_[at_]);
    if (digit < 0) {
      size_t size = 1;
      Read(at_, &size);
      return Fail(at_, at_ + size, "invalid hexadecimal digit");
    }
    number = std::min<uint64_t>(number * 16 + static_cast<uint64_t>(digit), UINT32_MAX);
    ++at_;
  }
  if (braces && at_ == begin) return Fail(brace, at_ + 1, "hexadecimal literal empty");
  if (number > CodeSet::kLast || (number >= 0xD800 && number < 0xE000))
    return Fail(begin, at_, "hexadecimal literal is not a Unicode scalar value");
  if (braces) ++at_;
  *c = static_cast<uint32_t>(number);
  return true;
}

// \pL \p{Greek} \P{^L}: at_ stands at the letter.
bool RustParser::Property(CodeSet* set) {
  const size_t begin = at_ - 1;
  bool negated = p_[at_++] == 'P';
  constexpr std::string_view kEnd =
      "incomplete escape sequence, reached end of pattern prematurely";
  if (at_ >= p_.size()) return Fail(at_, at_, kEnd);
  std::string_view name;
  if (Has("{")) {
    const size_t end = p_.find('}', at_);
    if (end == std::string_view::npos) return Fail(p_.size(), p_.size(), kEnd);
    name = p_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
  } else {
    size_t size = 1;
    Read(at_, &size);
    name = p_.substr(at_, size);
    at_ += size;
  }
  if (!flags_.unicode || bytes_) return Fail(begin, at_, "Unicode not allowed here");
  if (const size_t unequal = name.find("!="); unequal != std::string_view::npos) {
    negated = !negated;
    name.remove_prefix(unequal + 2);
  }
  CodeSet made;
  if (!AddUnicodeProperty(name, account_, &made))
    return Fail(begin, at_, "Unicode property not found");
  if (negated) made.Negate(CodeSet::kLast);
  set->Add(made);
  return true;
}

bool RustParser::Escape() {
  const size_t begin = at_++;
  if (at_ >= p_.size())
    return Fail(begin, begin + 1, "incomplete escape sequence, reached end of pattern prematurely");
  const char c = p_[at_];
  if (c >= '0' && c <= '9') return Fail(begin, at_ + 1, "backreferences are not supported");
  CodeSet set;
  switch (c) {
    case 'A':
    case 'z':
      ++at_;
      info_.may_newline = true;
      Item(Add({.kind = c == 'A' ? RegexNodeKind::kTextBegin : RegexNodeKind::kTextEnd}));
      return true;
    case 'b':
    case 'B':
      ++at_;
      tree_.has_word_boundaries = true;
      Item(
          Add({.kind = c == 'b' ? RegexNodeKind::kWordBoundary : RegexNodeKind::kNotWordBoundary}));
      return true;
    case 'w':
    case 'W':
    case 'd':
    case 'D':
    case 's':
    case 'S': ++at_; return PerlClass(c, &set) && PutSet(std::move(set));
    case 'p':
    case 'P': return Property(&set) && PutSet(std::move(set));
    case 'x':
    case 'u':
    case 'U': {
      uint32_t character = 0;
      if (!HexEscape(&character)) return false;
      NoteLiteral(character);
      const bool is_byte = !flags_.unicode && character >= 0x80 && character <= 0xFF;
      if (is_byte && !bytes_) wants_bytes_ = true;
      return PutLiteral(character, is_byte);
    }
    default: break;
  }
  uint32_t character = 0;
  size_t size = 1;
  Read(at_, &size);
  if (!SimpleEscape(c, &character)) return Fail(begin, at_ + size, "unrecognized escape sequence");
  ++at_;
  NoteLiteral(character);
  return PutLiteral(character);
}

// ---- brackets
bool RustParser::Class() {
  std::vector<Bracket> brackets;
  const size_t first = at_;
  if (!OpenBracket(&brackets)) return false;
  bool done = false;
  while (!done) {
    if (!IsPaid()) return false;
    SkipBlanks();
    if (at_ >= p_.size()) {
      const size_t begin = brackets.back().begin;
      return Fail(
          begin,
          std::max(begin + 1, opened_end_ <= p_.size() && brackets.size() == 1 && begin == first
                                  ? opened_end_
                                  : begin + 1),
          "unclosed character class");
    }
    Bracket& bracket = brackets.back();
    if (Has("[")) {
      bool is_class = false;
      if (!Posix(&bracket.items, &is_class)) return false;
      if (is_class) continue;
      if (!OpenBracket(&brackets)) return false;
    } else if (Has("]")) {
      if (!CloseBracket(&brackets, &done)) return false;
    } else if (Has("&&") || Has("--") || Has("~~")) {
      const SetOp op = p_[at_] == '&' ? SetOp::kAnd : p_[at_] == '-' ? SetOp::kMinus : SetOp::kXor;
      at_ += 2;
      if (!Operate(&bracket)) return false;
      bracket.op = op;
    } else if (!ClassItem(&bracket)) {
      return false;
    }
  }
  return true;
}

bool RustParser::OpenBracket(std::vector<Bracket>* brackets) {
  if (brackets->size() > kMaxDepth)
    return Fail(at_, at_ + 1, "exceeds the maximum number of nested parentheses/brackets (250)");
  Bracket bracket{.begin = at_++};
  SkipBlanks();
  if (Has("^")) {
    bracket.negated = true;
    ++at_;
    SkipBlanks();
  }
  while (Has("-")) {  // at the start they are characters
    bracket.items.Add('-', '-');
    has_literal_ = true;
    ++at_;
    SkipBlanks();
  }
  if (bracket.items.empty() && Has("]")) {
    bracket.items.Add(']', ']');
    has_literal_ = true;
    ++at_;
  }
  opened_end_ = at_;
  brackets->push_back(std::move(bracket));
  return true;
}

// What stands on the left of the next operator becomes one set.
bool RustParser::Operate(Bracket* bracket) {
  if (flags_.ignore_case && !bracket->items.AddOtherCases(!flags_.unicode, account_))
    return FailPlain("out of time");
  CodeSet right = std::move(bracket->items);
  bracket->items = {};
  switch (bracket->op) {
    case SetOp::kNone: bracket->left = std::move(right); break;
    case SetOp::kAnd: bracket->left.Intersect(right); break;
    case SetOp::kMinus: bracket->left.Remove(right); break;
    case SetOp::kXor: {
      CodeSet both = bracket->left;
      both.Intersect(right);
      bracket->left.Add(right);
      bracket->left.Remove(both);
      break;
    }
  }
  return true;
}

bool RustParser::CloseBracket(std::vector<Bracket>* brackets, bool* done) {
  ++at_;
  Bracket bracket = std::move(brackets->back());
  brackets->pop_back();
  if (!Operate(&bracket)) return false;
  CodeSet set = std::move(bracket.left);
  if (bracket.negated) set.Negate(NegationEnd());
  if (set.empty()) return Fail(bracket.begin, at_, "empty character classes are not allowed");
  if (!brackets->empty()) {
    brackets->back().items.Add(set);
    return true;
  }
  *done = true;
  return PutSet(std::move(set));
}

// [:alpha:], where that is one.
bool RustParser::Posix(CodeSet* set, bool* is_class) {
  if (!Has("[:")) return true;
  const size_t end = p_.find(":]", at_ + 2);
  if (end == std::string_view::npos) return true;
  std::string_view name = p_.substr(at_ + 2, end - at_ - 2);
  const bool negated = name.starts_with("^");
  if (negated) name.remove_prefix(1);
  constexpr std::pair<std::string_view, RegexClass> kNames[] = {
      {"alnum", RegexClass::kAlnum},  {"alpha", RegexClass::kAlpha}, {"blank", RegexClass::kBlank},
      {"cntrl", RegexClass::kCntrl},  {"digit", RegexClass::kDigit}, {"graph", RegexClass::kGraph},
      {"lower", RegexClass::kLower},  {"print", RegexClass::kPrint}, {"punct", RegexClass::kPunct},
      {"space", RegexClass::kSpace},  {"upper", RegexClass::kUpper}, {"word", RegexClass::kWord},
      {"xdigit", RegexClass::kXdigit}};
  CodeSet made;
  for (auto [known, which] : kNames) {
    if (known != name) continue;
    for (uint32_t c = 0; c < 0x80; ++c) {
      if (IsInClass(which, c)) made.Add(c, c);
    }
  }
  if (name == "ascii") made.Add(0, 0x7F);
  if (made.empty()) return true;
  if (negated) made.Negate(NegationEnd());
  set->Add(made);
  *is_class = true;
  at_ = end + 2;
  return true;
}

bool RustParser::ClassItem(Bracket* bracket) {
  const size_t begin = at_;
  uint32_t low = 0, high = 0;
  bool is_set = false;
  if (!ClassAtom(&low, &bracket->items, &is_set)) return false;
  const size_t low_end = at_;
  SkipBlanks();
  const bool range = Has("-") && at_ + 1 < p_.size() && p_[at_ + 1] != ']' && p_[at_ + 1] != '-';
  if (!range) {
    if (!is_set) bracket->items.Add(low, low);
    return true;
  }
  if (is_set) return Fail(begin, low_end, "invalid range boundary, must be a literal");
  ++at_;
  SkipBlanks();
  const size_t second = at_;
  if (at_ >= p_.size()) return Fail(bracket->begin, bracket->begin + 1, "unclosed character class");
  if (!ClassAtom(&high, &bracket->items, &is_set)) return false;
  if (is_set) return Fail(second, at_, "invalid range boundary, must be a literal");
  if (high < low)
    return Fail(begin, at_, "invalid character class range, the start must be <= the end");
  bracket->items.Add(low, high);
  return true;
}

bool RustParser::ClassAtom(uint32_t* c, CodeSet* set, bool* is_set) {
  size_t size = 1;
  const size_t begin = at_;
  if (p_[at_] != '\\') {
    *c = Read(at_, &size);
    at_ += size;
    NoteLiteral(*c);
    return true;
  }
  ++at_;
  if (at_ >= p_.size())
    return Fail(begin, begin + 1, "incomplete escape sequence, reached end of pattern prematurely");
  const char letter = p_[at_];
  if (letter >= '0' && letter <= '9')
    return Fail(begin, at_ + 1, "backreferences are not supported");
  if (std::string_view("wWdDsS").find(letter) != std::string_view::npos) {
    ++at_;
    *is_set = true;
    return PerlClass(letter, set);
  }
  if (letter == 'p' || letter == 'P') {
    *is_set = true;
    return Property(set);
  }
  if (letter == 'x' || letter == 'u' || letter == 'U') {
    if (!HexEscape(c)) return false;
    NoteLiteral(*c);
    if (!flags_.unicode && *c >= 0x80 && !bytes_) wants_bytes_ = true;
    return true;
  }
  if (letter == 'b' || letter == 'B' || letter == 'A' || letter == 'z')
    return Fail(begin, at_ + 1, "invalid escape sequence found in character class");
  Read(at_, &size);
  if (!SimpleEscape(letter, c)) return Fail(begin, at_ + size, "unrecognized escape sequence");
  ++at_;
  NoteLiteral(*c);
  return true;
}

// Bytes that are no UTF-8 as \xFF.
std::string Escaped(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (size_t at = 0; at < text.size();) {
    uint32_t c = 0;
    const size_t size = DecodeCharacter(text, at, &c);
    if (c >= kInvalidByte) {
      const auto byte = static_cast<uint8_t>(text[at]);
      out.append("\\x") += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += text.substr(at, size);
    }
    at += size;
  }
  return out;
}

bool IsUtf8(std::string_view text, size_t* bad) {
  for (size_t at = 0; at < text.size();) {
    uint32_t c = 0;
    const size_t size = DecodeCharacter(text, at, &c);
    if (c >= kInvalidByte) {
      *bad = at;
      return false;
    }
    at += size;
  }
  return true;
}

}  // namespace

bool ParseRust(std::string_view pattern, const RustSyntaxOptions& options, ParseAccount* account,
               RegexTree* tree, RustPattern* info, std::string* error) {
  if (pattern.size() > RegexTree::kMaxPattern) {
    *error = "Compiled regex exceeds size limit of 104857600 bytes.";
    return false;
  }
  if (account != nullptr && !account->Tick(4 * pattern.size() + 64)) {
    *error = "out of time";
    return false;
  }
  size_t bad = 0;
  if (!IsUtf8(pattern, &bad)) {
    *error = "found invalid UTF-8 in pattern at byte offset " + std::to_string(bad) + ": " +
             Escaped(pattern) +
             " (disable Unicode mode and use hex escape sequences to match arbitrary bytes in a "
             "pattern, e.g., '(?-u)\\xFF')";
    return false;
  }
  RustSyntaxOptions now = options;
  bool bytes = false;
  while (true) {
    RustParser parser(pattern, now, bytes, account, tree, info);
    if (!parser.Run()) {
      *error = std::move(parser.error_);
      return false;
    }
    if (now.smart_case) {
      now.smart_case = false;
      now.ignore_case |= parser.has_letters() && !parser.has_large_letters();
      if (now.ignore_case && !options.ignore_case) continue;
    }
    if (!parser.wants_bytes() || bytes) return true;
    bytes = true;
  }
}

}  // namespace pysub::shell
