// Trees become instructions for the matchers of our own.

#include <algorithm>

#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

using Op = RegexInstruction::Op;

// Depth is bounded by RegexTree::kMaxDepth, here and in all that walks a tree.
class Builder {
 public:
  Builder(const RegexTree& tree, RegexCodeFor purpose)
      : tree_(tree), purpose_(purpose), empty_(tree.nodes.size(), kUnknown) {}

  void Build(int index) {
    const RegexNode& node = tree_.nodes[index];
    switch (node.kind) {
      case RegexNodeKind::kEmpty: break;
      case RegexNodeKind::kCharacter: Emit(Op::kCharacter, node.a); break;
      case RegexNodeKind::kAny: Emit(Op::kAny); break;
      case RegexNodeKind::kSet: Emit(Op::kSet, node.a); break;
      case RegexNodeKind::kGroup:
        Emit(Op::kSave, 2 * node.a);
        Build(node.children[0]);
        Emit(Op::kSave, 2 * node.a + 1);
        break;
      case RegexNodeKind::kConcat:
        for (int child : node.children) Build(child);
        break;
      case RegexNodeKind::kAlternate: Alternate(node); break;
      case RegexNodeKind::kRepeat: Repeat(node); break;
      case RegexNodeKind::kBackReference: Emit(Op::kBackReference, node.a); break;
      default: Emit(Op::kAssert, static_cast<int>(node.kind)); break;
    }
  }

  int Emit(Op op, int a = 0, int b = 0) {
    code_.instructions.push_back({op, a, b});
    return Here() - 1;
  }
  RegexCode Take() { return std::move(code_); }

 private:
  int Here() const { return static_cast<int>(code_.instructions.size()); }
  void Aim(int split, int first, int second) {
    code_.instructions[split].a = first;
    code_.instructions[split].b = second;
  }
  // `in` into a repetition or one more time through it, `out` past it.
  void AimRepeat(const RegexNode& node, int split, int in, int out) {
    Aim(split, node.lazy ? out : in, node.lazy ? in : out);
  }

  //      split  L1, L2
  //  L1: first
  //      jump   end
  //  L2: split  L3, L4
  //  L3: second
  //      jump   end
  //  L4: third
  //  end:
  //
  // A way on the left is tried first. Which one gives the match does not depend on it, since the
  // longest wins. But the groups of equally long ones do.
  void Alternate(const RegexNode& node) {
    std::vector<int> jumps;
    for (size_t i = 0; i < node.children.size(); ++i) {
      bool last = i + 1 == node.children.size();
      int split = last ? -1 : Emit(Op::kSplit);
      Build(node.children[i]);
      if (last) break;
      jumps.push_back(Emit(Op::kJump));
      Aim(split, split + 1, Here());
    }
    for (int jump : jumps) code_.instructions[jump].a = Here();
  }

  // x{2,4} is written out as x x (x (x)?)?, since a program of this kind cannot count. Count() has
  // looked before that this does not become too long: x{1000}{1000} would be a million copies.
  //
  //  x*   loop: split body, end          x+   body: x
  //       body: x                              split body, end
  //             jump  loop                end:
  //       end:
  void Repeat(const RegexNode& node) {
    int child = node.children[0];
    bool unlimited = node.b == RegexNode::kUnlimited;
    bool aside = purpose_ == RegexCodeFor::kAside;
    // x{3,} ends with x+, as threads see it.
    int times = aside && unlimited ? node.a - 1 : node.a;
    for (int i = 0; i < times; ++i) Build(child);
    if (unlimited) {
      if (!aside) {
        Loop(child);
      } else if (node.a > 0) {
        Plus(node);
      } else if (CanBeEmpty(child)) {
        // (x+)?: threads that go around without a character meet themselves, and which was there
        // first must not depend on that.
        int split = Emit(Op::kSplit);
        Plus(node);
        AimRepeat(node, split, split + 1, Here());
      } else {
        int split = Emit(Op::kSplit);
        Build(child);
        Emit(Op::kJump, split);
        AimRepeat(node, split, split + 1, Here());
      }
      return;
    }
    std::vector<int> splits;
    for (int i = node.a; i < node.b; ++i) {
      splits.push_back(Emit(Op::kSplit));
      Build(child);
    }
    for (int split : splits) AimRepeat(node, split, split + 1, Here());
  }
  // For the backtracker. kLoopBegin notes the place, and kLoopEnd refuses a round that took no
  // character. Without this (a*)* would go around for ever at one place. The automaton needs none
  // of it: a thread that comes back to where one is already ends there.
  void Loop(int child) {
    int slot = code_.loops++;
    int split = Emit(Op::kSplit);
    Emit(Op::kLoopBegin, slot);
    Build(child);
    Emit(Op::kLoopEnd, slot);
    Emit(Op::kJump, split);
    Aim(split, split + 1, Here());
  }
  void Plus(const RegexNode& node) {
    int begin = Here();
    Build(node.children[0]);
    int split = Emit(Op::kSplit);
    AimRepeat(node, split, begin, Here());
  }

  // Asked once of each node.
  bool CanBeEmpty(int index) {
    int8_t& known = empty_[static_cast<size_t>(index)];
    if (known == kUnknown) known = FindCanBeEmpty(tree_.nodes[index]) ? 1 : 0;
    return known == 1;
  }
  bool FindCanBeEmpty(const RegexNode& node) {
    auto empty = [&](int child) { return CanBeEmpty(child); };
    switch (node.kind) {
      case RegexNodeKind::kCharacter:
      case RegexNodeKind::kAny:
      case RegexNodeKind::kSet: return false;
      case RegexNodeKind::kGroup: return CanBeEmpty(node.children[0]);
      case RegexNodeKind::kRepeat: return node.a == 0 || CanBeEmpty(node.children[0]);
      case RegexNodeKind::kConcat:
        return std::all_of(node.children.begin(), node.children.end(), empty);
      case RegexNodeKind::kAlternate:
        return std::any_of(node.children.begin(), node.children.end(), empty);
      default: return true;
    }
  }

  static constexpr int8_t kUnknown = -1;
  const RegexTree& tree_;
  RegexCodeFor purpose_;
  std::vector<int8_t> empty_;
  RegexCode code_;
};

// How long the program will be, before one instruction is made. The numbers stop at the limit, so
// they cannot overflow.
uint64_t Count(const RegexTree& tree, int index) {
  const RegexNode& node = tree.nodes[index];
  uint64_t inside = 0;
  for (int child : node.children)
    inside = std::min(inside + Count(tree, child), RegexCode::kMaxInstructions + 1);
  switch (node.kind) {
    case RegexNodeKind::kEmpty:
    case RegexNodeKind::kConcat: return inside;
    case RegexNodeKind::kGroup: return inside + 2;
    case RegexNodeKind::kAlternate: return inside + 2 * node.children.size();
    case RegexNodeKind::kRepeat: {
      uint64_t times = static_cast<uint64_t>(node.b == RegexNode::kUnlimited ? node.a + 1 : node.b);
      return std::min(times * (inside + 1) + 4, RegexCode::kMaxInstructions + 1);
    }
    default: return 1;
  }
}

}  // namespace

uint64_t CountRegexCode(const RegexTree& tree) {
  return std::min(Count(tree, tree.root) + 1, RegexCode::kMaxInstructions + 1);
}

RegexCode BuildRegexCode(const RegexTree& tree, RegexCodeFor purpose) {
  Builder builder(tree, purpose);
  builder.Build(tree.root);
  builder.Emit(Op::kMatch);
  return builder.Take();
}

}  // namespace pysub::shell
