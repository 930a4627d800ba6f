// The matcher of our own, for what RE2 cannot do.

#include <algorithm>

#include "lexer/unicode/unicode_properties.h"
#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

using Op = RegexProgram::Op;

class Builder {
 public:
  Builder(const RegexTree& tree, RegexProgram* program) : tree_(tree), program_(*program) {}

  // Depth is bounded by RegexTree::kMaxDepth.
  bool Build(int index) {
    if (program_.code.size() > RegexProgram::kMaxInstructions) return false;
    const RegexNode& node = tree_.nodes[index];
    switch (node.kind) {
      case RegexNodeKind::kEmpty: return true;
      case RegexNodeKind::kCharacter: Emit(Op::kCharacter, node.a); return true;
      case RegexNodeKind::kAny: Emit(Op::kAny); return true;
      case RegexNodeKind::kSet: Emit(Op::kSet, node.a); return true;
      case RegexNodeKind::kGroup: {
        Emit(Op::kSave, 2 * node.a);
        if (!Build(node.children[0])) return false;
        Emit(Op::kSave, 2 * node.a + 1);
        return true;
      }
      case RegexNodeKind::kConcat:
        for (int child : node.children) {
          if (!Build(child)) return false;
        }
        return true;
      case RegexNodeKind::kAlternate: return Alternate(node);
      case RegexNodeKind::kRepeat: return Repeat(node);
      case RegexNodeKind::kBackReference: Emit(Op::kBackReference, node.a); return true;
      default: Emit(Op::kAssert, static_cast<int>(node.kind)); return true;
    }
  }

  int Emit(Op op, int a = 0, int b = 0) {
    program_.code.push_back({op, a, b});
    return static_cast<int>(program_.code.size()) - 1;
  }

 private:
  int Here() const { return static_cast<int>(program_.code.size()); }

  bool Alternate(const RegexNode& node) {
    std::vector<int> jumps;
    for (size_t i = 0; i < node.children.size(); ++i) {
      bool last = i + 1 == node.children.size();
      int split = last ? -1 : Emit(Op::kSplit);
      if (!Build(node.children[i])) return false;
      if (last) break;
      jumps.push_back(Emit(Op::kJump));
      program_.code[split].a = split + 1;
      program_.code[split].b = Here();
    }
    for (int jump : jumps) program_.code[jump].a = Here();
    return true;
  }

  bool Repeat(const RegexNode& node) {
    for (int i = 0; i < node.a; ++i) {
      if (!Build(node.children[0])) return false;
    }
    if (node.b == RegexNode::kUnlimited) {
      int slot = program_.loops++;
      int split = Emit(Op::kSplit);
      Emit(Op::kLoopBegin, slot);
      if (!Build(node.children[0])) return false;
      Emit(Op::kLoopEnd, slot);
      Emit(Op::kJump, split);
      program_.code[split].a = split + 1;
      program_.code[split].b = Here();
      return true;
    }
    std::vector<int> splits;
    for (int i = node.a; i < node.b; ++i) {
      splits.push_back(Emit(Op::kSplit));
      if (!Build(node.children[0])) return false;
    }
    for (int split : splits) {
      program_.code[split].a = split + 1;
      program_.code[split].b = Here();
    }
    return true;
  }

  const RegexTree& tree_;
  RegexProgram& program_;
};

class Machine {
 public:
  Machine(const RegexProgram& program, std::string_view text, uint64_t* work)
      : program_(program), text_(text), work_(*work), values_(2 * (program.groups + 1) + program.loops, -1) {}

  RegexOutcome Search(size_t start, bool anchored) {
    if (!program_.has_back_references) {
      size_t states = (text_.size() - start + 1) * program_.code.size();
      if (states > kMaxStates) return RegexOutcome::kGaveUp;
      visited_.assign(states, false);
      work_ += states / 64;
    }
    first_ = start;
    for (size_t at = start; at <= text_.size(); ++at) {
      if (at > start && program_.utf8 && IsInside(at)) continue;
      if (!From(at)) return RegexOutcome::kGaveUp;
      if (best_end_ >= 0) return RegexOutcome::kMatch;
      if (anchored) break;
    }
    return RegexOutcome::kNone;
  }
  const std::vector<int64_t>& best() const { return best_; }

 private:
  static constexpr size_t kMaxStates = size_t{1} << 28;  // bits: 32 MB
  static constexpr uint64_t kMaxSteps = 20'000'000;
  static constexpr size_t kMaxStack = 1 << 21;

  // A place to come back to, or (slot >= 0) a value to put back on the way.
  struct Entry {
    int pc;
    int slot;
    int64_t value;  // the position, or the old value
  };

  bool IsInside(size_t at) const {
    if (at >= text_.size() || (static_cast<unsigned char>(text_[at]) & 0xC0) != 0x80) return false;
    // A continuation byte, if what stands before it is the beginning of its character.
    for (size_t back = 1; back <= 3 && back <= at; ++back) {
      uint32_t c = 0;
      size_t size = DecodeCharacter(text_, at - back, &c);
      if (size > back) return true;
    }
    return false;
  }

  // All ways from here; the longest is kept in best_. False: gave up.
  bool From(size_t at) {
    std::fill(values_.begin(), values_.end(), -1);
    values_[0] = static_cast<int64_t>(at);
    stack_.clear();
    stack_.push_back({0, -1, static_cast<int64_t>(at)});
    while (!stack_.empty()) {
      Entry entry = stack_.back();
      stack_.pop_back();
      if (entry.slot >= 0) {
        values_[entry.slot] = entry.value;
        continue;
      }
      if (!Run(entry.pc, entry.value)) return false;
      if (best_end_ == static_cast<int64_t>(text_.size())) break;
    }
    return true;
  }

  void Set(int slot, int64_t value) {
    stack_.push_back({0, slot, values_[slot]});
    values_[slot] = value;
  }

  bool Run(int pc, int64_t at) {
    while (true) {
      if (++steps_ > kMaxSteps || stack_.size() > kMaxStack) return false;
      ++work_;
      if (!program_.has_back_references) {
        size_t state = static_cast<size_t>(at - static_cast<int64_t>(first_)) * program_.code.size() + pc;
        if (visited_[state]) return true;
        visited_[state] = true;
      }
      const RegexProgram::Instruction& in = program_.code[pc];
      switch (in.op) {
        case Op::kCharacter: case Op::kAny: case Op::kSet:
          if (!Consume(in, &at)) return true;
          ++pc;
          break;
        case Op::kJump: pc = in.a; break;
        case Op::kSplit:
          stack_.push_back({in.b, -1, at});
          pc = in.a;
          break;
        case Op::kSave:
          Set(in.a, at);
          ++pc;
          break;
        case Op::kLoopBegin:
          Set(2 * (program_.groups + 1) + in.a, at);
          ++pc;
          break;
        case Op::kLoopEnd:
          if (values_[2 * (program_.groups + 1) + in.a] == at) return true;
          ++pc;
          break;
        case Op::kAssert:
          if (!Holds(static_cast<RegexNodeKind>(in.a), at)) return true;
          ++pc;
          break;
        case Op::kBackReference:
          if (!Repeat(in.a, &at)) return true;
          ++pc;
          break;
        case Op::kMatch:
          if (at > best_end_) {
            best_end_ = at;
            best_ = values_;
            best_[1] = at;
          }
          return true;
      }
    }
  }

  uint32_t Read(int64_t at, size_t* size) const {
    uint32_t c = static_cast<unsigned char>(text_[at]);
    *size = 1;
    if (program_.utf8 && c >= 0x80) *size = DecodeCharacter(text_, at, &c);
    return c;
  }

  static bool SameLetter(uint32_t a, uint32_t b) {
    return a == b || (a < kInvalidByte && b < kInvalidByte &&
                      (SimpleLower(a) == SimpleLower(b) || SimpleUpper(a) == SimpleUpper(b)));
  }

  bool Consume(const RegexProgram::Instruction& in, int64_t* at) {
    if (*at >= static_cast<int64_t>(text_.size())) return false;
    size_t size = 1;
    uint32_t c = Read(*at, &size);
    bool matches = false;
    if (in.op == Op::kCharacter) {
      matches = c == static_cast<uint32_t>(in.a) ||
                (program_.ignore_case && SameLetter(c, static_cast<uint32_t>(in.a)));
    } else if (in.op == Op::kAny) {
      matches = c < kInvalidByte;
    } else {
      matches = IsInSet(program_.sets[in.a], c);
    }
    if (matches) *at += static_cast<int64_t>(size);
    return matches;
  }

  bool IsInSet(const RegexSet& set, uint32_t c) {
    if (c >= kInvalidByte) return false;
    work_ += set.ranges.size() + set.classes.size();
    auto contains = [&](uint32_t x) {
      for (auto [low, high] : set.ranges) {
        if (x >= low && x <= high) return true;
      }
      for (RegexClass which : set.classes) {
        if (IsInClass(which, x)) return true;
      }
      return false;
    };
    bool in = contains(c);
    if (!in && program_.ignore_case) in = contains(SimpleLower(c)) || contains(SimpleUpper(c));
    return in != set.negated;
  }

  bool IsWordBefore(int64_t at) const {
    if (at <= 0) return false;
    int64_t begin = at - 1;
    while (program_.utf8 && begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text_[begin]) & 0xC0) == 0x80) {
      --begin;
    }
    size_t size = 1;
    uint32_t c = Read(begin, &size);
    if (begin + static_cast<int64_t>(size) != at) return false;
    return IsInClass(RegexClass::kWord, c);
  }
  bool IsWordAfter(int64_t at) const {
    if (at >= static_cast<int64_t>(text_.size())) return false;
    size_t size = 1;
    return IsInClass(RegexClass::kWord, Read(at, &size));
  }

  bool Holds(RegexNodeKind kind, int64_t at) const {
    int64_t end = static_cast<int64_t>(text_.size());
    switch (kind) {
      case RegexNodeKind::kLineBegin: return at == 0 || (program_.multi_line && text_[at - 1] == '\n');
      case RegexNodeKind::kLineEnd: return at == end || (program_.multi_line && text_[at] == '\n');
      case RegexNodeKind::kTextBegin: return at == 0;
      case RegexNodeKind::kTextEnd: return at == end;
      case RegexNodeKind::kWordBoundary: return IsWordBefore(at) != IsWordAfter(at);
      case RegexNodeKind::kNotWordBoundary: return IsWordBefore(at) == IsWordAfter(at);
      case RegexNodeKind::kWordBegin: return !IsWordBefore(at) && IsWordAfter(at);
      case RegexNodeKind::kWordEnd: return IsWordBefore(at) && !IsWordAfter(at);
      default: return true;
    }
  }

  bool Repeat(int group, int64_t* at) {
    int64_t begin = values_[2 * group], end = values_[2 * group + 1];
    if (begin < 0 || end < begin) return false;
    std::string_view what = text_.substr(begin, end - begin);
    work_ += what.size();
    steps_ += what.size() / 16;
    if (!program_.ignore_case) {
      if (text_.substr(*at, what.size()) != what) return false;
      *at += static_cast<int64_t>(what.size());
      return true;
    }
    int64_t here = *at;
    for (int64_t i = begin; i < end;) {
      if (here >= static_cast<int64_t>(text_.size())) return false;
      size_t size = 1, size_here = 1;
      if (!SameLetter(Read(i, &size), Read(here, &size_here))) return false;
      i += static_cast<int64_t>(size);
      here += static_cast<int64_t>(size_here);
    }
    *at = here;
    return true;
  }

  const RegexProgram& program_;
  std::string_view text_;
  uint64_t& work_;
  uint64_t steps_ = 0;
  size_t first_ = 0;
  std::vector<int64_t> values_;  // groups, then loops
  std::vector<int64_t> best_;
  int64_t best_end_ = -1;
  std::vector<Entry> stack_;
  std::vector<bool> visited_;
};

}  // namespace

std::unique_ptr<RegexProgram> BuildRegexProgram(const RegexTree& tree) {
  auto program = std::make_unique<RegexProgram>();
  Builder builder(tree, program.get());
  if (!builder.Build(tree.root)) return nullptr;
  builder.Emit(Op::kMatch);
  program->sets = tree.sets;
  program->groups = tree.groups;
  program->utf8 = tree.utf8;
  program->has_back_references = tree.has_back_references;
  return program;
}

RegexOutcome RunRegexProgram(const RegexProgram& program, std::string_view text, size_t start, bool anchored,
                             RegexSpan* spans, size_t count, uint64_t* work) {
  Machine machine(program, text, work);
  RegexOutcome outcome = machine.Search(start, anchored);
  if (outcome != RegexOutcome::kMatch) return outcome;
  for (size_t i = 0; i < count; ++i) {
    spans[i] = {};
    if (i <= static_cast<size_t>(program.groups) && machine.best()[2 * i + 1] >= 0) {
      spans[i] = {machine.best()[2 * i], machine.best()[2 * i + 1]};
    }
  }
  return outcome;
}

}  // namespace pysub::shell
