// The matcher for patterns with back-references, whose time no size of pattern and text bounds.

#include <algorithm>

#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

using Op = RegexInstruction::Op;

// A backtracking matcher, for patterns with back-references alone: no automaton can do these
// (finding a match is NP-hard in general). Its time may grow exponentially with the text, and a
// script chooses both. So steps and the stack are bounded. A pattern that reaches a bound "gave
// up", which is neither a match nor none, and the commands tell their user so.
//
// POSIX wants the leftmost match and of these the longest. So it is not enough to stop at the first
// way that fits: all ways from a place are tried, unless one has reached the text's end.
class Machine {
 public:
  Machine(const RegexTree& tree, const RegexCode& code, const RegexReader& reader,
          ParseAccount* account)
      : tree_(tree),
        code_(code.instructions),
        reader_(reader),
        work_(account),
        first_loop_(2 * (static_cast<size_t>(tree.groups) + 1)),
        values_(first_loop_ + static_cast<size_t>(code.loops), -1) {}

  RegexOutcome Search(size_t start, bool anchored) {
    for (int64_t at = static_cast<int64_t>(start); at <= reader_.size(); ++at) {
      if (at > static_cast<int64_t>(start) && reader_.IsInside(at)) continue;
      RegexOutcome outcome = From(at);
      if (outcome != RegexOutcome::kNone) return outcome;
      if (best_end_ >= 0) return RegexOutcome::kMatch;
      if (anchored) break;
    }
    return RegexOutcome::kNone;
  }
  const std::vector<int64_t>& best() const { return best_; }

 private:
  static constexpr uint64_t kMaxSteps = 20'000'000;
  static constexpr size_t kMaxStack = 1 << 21;

  // A place to come back to, or (slot >= 0) a value to put back on the way.
  struct Entry {
    int pc;
    int slot;
    int64_t value;  // the position, or the old value
  };

  // All ways from here; the longest is kept in best_. kNone: they were tried.
  RegexOutcome From(int64_t at) {
    if (!work_.Add(values_.size() / 8)) return RegexOutcome::kStopped;
    std::fill(values_.begin(), values_.end(), -1);
    values_[0] = at;
    stack_.clear();
    stack_.push_back({0, -1, at});
    while (!stack_.empty()) {
      Entry entry = stack_.back();
      stack_.pop_back();
      if (entry.slot >= 0) {
        values_[static_cast<size_t>(entry.slot)] = entry.value;
        continue;
      }
      RegexOutcome outcome = Run(entry.pc, entry.value);
      if (outcome != RegexOutcome::kNone) return outcome;
      if (best_end_ == reader_.size()) break;
    }
    return RegexOutcome::kNone;
  }

  void Set(size_t slot, int64_t value) {
    stack_.push_back({0, static_cast<int>(slot), values_[slot]});
    values_[slot] = value;
  }
  // Before one entry more; what a vector takes while it moves is twice as much.
  bool HasRoom() {
    if (stack_.size() < room_) return true;
    if (!work_.Charge(room_ * 2 * sizeof(Entry))) return false;
    room_ *= 2;
    stack_.reserve(room_);
    return true;
  }

  RegexOutcome Run(int pc, int64_t at) {
    while (true) {
      if (++steps_ > kMaxSteps || stack_.size() > kMaxStack) return RegexOutcome::kGaveUp;
      if (!work_.Add(1) || !HasRoom()) return RegexOutcome::kStopped;
      const RegexInstruction& in = code_[static_cast<size_t>(pc)];
      switch (in.op) {
        case Op::kCharacter:
        case Op::kAny:
        case Op::kSet:
          if (!Consume(in, &at)) return RegexOutcome::kNone;
          ++pc;
          break;
        case Op::kJump: pc = in.a; break;
        case Op::kSplit:
          stack_.push_back({in.b, -1, at});
          pc = in.a;
          break;
        case Op::kSave:
          Set(static_cast<size_t>(in.a), at);
          ++pc;
          break;
        case Op::kLoopBegin:
          Set(first_loop_ + static_cast<size_t>(in.a), at);
          ++pc;
          break;
        case Op::kLoopEnd:
          if (values_[first_loop_ + static_cast<size_t>(in.a)] == at) return RegexOutcome::kNone;
          ++pc;
          break;
        case Op::kAssert:
          if (!RegexReader::Holds(static_cast<RegexNodeKind>(in.a), reader_.PlaceAt(at)))
            return RegexOutcome::kNone;
          ++pc;
          break;
        case Op::kBackReference:
          if (!Repeat(in.a, &at)) return RegexOutcome::kNone;
          ++pc;
          break;
        case Op::kMatch:
          if (at > best_end_) {
            best_end_ = at;
            best_ = values_;
            best_[1] = at;
          }
          return RegexOutcome::kNone;
      }
    }
  }

  bool Consume(const RegexInstruction& in, int64_t* at) {
    if (*at >= reader_.size()) return false;
    size_t size = 1;
    uint32_t c = reader_.Read(*at, &size);
    bool matches = false;
    if (in.op == Op::kCharacter) {
      matches = reader_.IsCharacter(static_cast<uint32_t>(in.a), c);
    } else if (in.op == Op::kAny) {
      matches = RegexReader::IsAny(c);
    } else {
      const RegexSet& set = tree_.sets[static_cast<size_t>(in.a)];
      steps_ += (set.ranges.size() + set.classes.size()) / 8;
      static_cast<void>(work_.Add(set.ranges.size() + set.classes.size()));
      matches = reader_.IsInSet(set, c);
    }
    if (matches) *at += static_cast<int64_t>(size);
    return matches;
  }

  // Behind a group the same bytes again, or with -i the same letters. A group that took no part
  // matches nothing, not the empty text.
  bool Repeat(int group, int64_t* at) {
    int64_t begin = values_[static_cast<size_t>(2 * group)],
            end = values_[static_cast<size_t>(2 * group + 1)];
    if (begin < 0 || end < begin) return false;
    std::string_view text = reader_.text();
    std::string_view what =
        text.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
    size_t shared = std::min(what.size(), text.size() - static_cast<size_t>(*at));
    static_cast<void>(work_.Add(shared / 16));
    steps_ += shared / 16;
    if (!reader_.ignores_case()) {
      if (text.substr(static_cast<size_t>(*at), what.size()) != what) return false;
      *at += static_cast<int64_t>(what.size());
      return true;
    }
    int64_t here = *at;
    for (int64_t i = begin; i < end;) {
      if (here >= reader_.size()) return false;
      size_t size = 1, size_here = 1;
      if (!RegexReader::SameLetter(reader_.Read(i, &size), reader_.Read(here, &size_here)))
        return false;
      static_cast<void>(work_.Add(1));
      ++steps_;
      i += static_cast<int64_t>(size);
      here += static_cast<int64_t>(size_here);
    }
    *at = here;
    return true;
  }

  const RegexTree& tree_;
  const std::vector<RegexInstruction>& code_;
  const RegexReader& reader_;
  RegexWork work_;
  uint64_t steps_ = 0;
  size_t first_loop_;
  size_t room_ = 64;
  std::vector<int64_t> values_;  // groups, then loops
  std::vector<int64_t> best_;
  int64_t best_end_ = -1;
  std::vector<Entry> stack_;
};

}  // namespace

RegexOutcome RegexBacktracker::Search(std::string_view text, size_t start, bool anchored,
                                      RegexSpan* spans, size_t count, ParseAccount* account) const {
  RegexReader reader(text, tree_, options_);
  Machine machine(tree_, code_, reader, account);
  RegexOutcome outcome = machine.Search(start, anchored);
  if (outcome != RegexOutcome::kMatch) return outcome;
  for (size_t i = 0; i < count; ++i) {
    spans[i] = {};
    if (i <= static_cast<size_t>(tree_.groups) && machine.best()[2 * i + 1] >= 0) {
      spans[i] = {machine.best()[2 * i], machine.best()[2 * i + 1]};
    }
  }
  return outcome;
}

}  // namespace pysub::shell
