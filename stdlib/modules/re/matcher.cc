#include "stdlib/modules/re/matcher.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace pysub::re {
namespace {

// Choices kept between matches, and backtracks before failures are remembered.
constexpr size_t kKeptChoices = 2048;
constexpr size_t kBacktracksBeforeMemory = 2000;
constexpr size_t kBytesPerWork = 16;

bool IsUndo(Choice::Kind kind) { return kind == Choice::kCapture || kind == Choice::kLoopState; }

}  // namespace

// ---- Memory

bool Scratch::Grow() {
  const size_t wanted = capacity == 0 ? 256 : capacity * 2;
  if (!heap_.Charge((wanted - capacity) * sizeof(Choice))) return false;
  void* grown = std::realloc(stack, wanted * sizeof(Choice));
  if (grown == nullptr) {
    heap_.Release((wanted - capacity) * sizeof(Choice));
    return false;
  }
  stack = static_cast<Choice*>(grown);
  capacity = wanted;
  return true;
}

void Scratch::Trim(size_t keep) {
  if (capacity <= keep) return;
  std::free(stack);
  stack = nullptr;
  heap_.Release(capacity * sizeof(Choice));
  capacity = 0;
}

void FailureMemory::Forget() {
  heap_.Release(charged_);
  charged_ = 0;
  pages_.clear();
  runs_.clear();
  active_ = false;
}

void FailureMemory::Start(size_t positions, uint32_t bits) {
  size_t total;
  if (__builtin_mul_overflow(positions, size_t{bits}, &total)) return;
  const size_t pages = (total >> kPageShift) + 1;
  const uint64_t bytes = pages * sizeof(std::unique_ptr<uint64_t[]>) + bits * sizeof(Run);
  if (!heap_.Charge(bytes)) return;
  charged_ += bytes;
  pages_.resize(pages);
  runs_.resize(bits);
  bits_ = bits;
  active_ = true;
}

uint64_t* FailureMemory::NewPage(size_t index) {
  if (!heap_.Charge(kPageWords * 8)) return nullptr;
  charged_ += kPageWords * 8;
  pages_[index] = std::make_unique<uint64_t[]>(kPageWords);
  return pages_[index].get();
}

// ---- Searching

Matcher::Matcher(Vm& vm, Scratch& scratch, const Program& program, std::string_view text)
    : vm_(vm),
      scratch_(scratch),
      p_(program),
      text_(text.data()),
      end_(text.size()),
      captures_(scratch.captures),
      loops_(scratch.loops),
      memory_(vm.heap) {
  captures_.resize(2 * size_t{program.groups});
  loops_.resize(program.loops);
}

bool Matcher::ChargeSlow() {
  const size_t work = work_;
  work_ = 0;
  if (vm_.Tick(work / 8)) return true;
  stopped_ = true;
  return false;
}

Result<bool> Matcher::Run(MatchMode mode, size_t start, bool must_advance) {
  full_ = mode == MatchMode::kFullMatch;
  must_advance_ = must_advance;
  // What the last match went through did not all fail.
  backtracks_ = 0;
  if (memory_.active()) memory_.Forget();
  Result<bool> result = false;
  if (mode == MatchMode::kSearch) {
    result = Search(start);
  } else {
    const Outcome outcome = Try(start);
    if (outcome == Outcome::kStopped) {
      result = Failure{};
    } else {
      result = outcome == Outcome::kYes;
    }
  }
  size_ = 0;
  if (scratch_.capacity > kKeptChoices) scratch_.Trim(kKeptChoices);
  if (result.ok() && !vm_.Tick(work_ / 8)) return Failure{};
  work_ = 0;
  return result;
}

// The next position at or after `from` where a match may begin; kUnset: none. What every match must
// contain or begin with is looked for by the quickest way there is (memchr, FindBytes, a table of
// 256), and the machine is started only there.
size_t Matcher::NextCandidate(size_t from) {
  if (end_ - from < p_.min_width) return kUnset;
  std::string_view text(text_, end_);
  if (!p_.required.empty() && (!required_known_ || required_at_ < from)) {
    required_at_ = FindBytes(text, p_.required, from);
    required_known_ = true;
    work_ += (std::min(required_at_, end_) - from) / kBytesPerWork;
    if (required_at_ == kNotFound) return kUnset;
  }
  size_t at = from;
  if (p_.anchored) return from == 0 ? 0 : kUnset;
  if (p_.at_lines) {
    if (from > 0 && text_[from - 1] != '\n') {
      const size_t newline = FindByte(text, '\n', from);
      if (newline == kNotFound) return kUnset;
      at = newline + 1;
    }
  } else if (p_.prefix.size() > 1) {
    at = FindBytes(text, p_.prefix, from);
  } else if (p_.first_byte >= 0) {
    at = FindByte(text, static_cast<char>(p_.first_byte), from);
  } else if (p_.first != kNone) {
    const uint8_t* table = p_.sets[p_.first].table;
    while (at < end_ && table[static_cast<uint8_t>(text_[at])] == 0) ++at;
    if (at == end_) at = kUnset;
  }
  work_ += (std::min(at, end_) - from) / kBytesPerWork;
  return at;
}

// Candidates are places where a match may begin: NextCandidate() skips what the program's first
// bytes exclude. must_advance holds only for the place where the last match was empty, so that ""
// is found once at each place.
Result<bool> Matcher::Search(size_t start) {
  size_t at = start;
  while (true) {
    const size_t candidate = NextCandidate(at);
    if (!Charge(1)) return Failure{};
    if (candidate == kUnset) return false;
    if (candidate != start) must_advance_ = false;
    const Outcome outcome = Try(candidate);
    if (outcome == Outcome::kYes) return true;
    if (outcome == Outcome::kStopped) return Failure{};
    must_advance_ = false;
    if (candidate >= end_) return false;
    at = candidate + 1;
    if (p_.is_text) {
      while (at < end_ && IsContinuationByte(text_[at])) ++at;
    }
  }
}

// ---- Characters

// Whether the character at *position is in `set`; moves past it.
inline bool Matcher::SetOne(const CharSet& set, size_t* position) const {
  if (*position >= end_) return false;
  const uint8_t byte = static_cast<uint8_t>(text_[*position]);
  const uint8_t answer = set.table[byte];
  if (answer == CharSet::kNo) return false;
  if (byte < 0x80 || !p_.is_text) {
    ++*position;
    return true;
  }
  const DecodedCodePoint point = DecodeUtf8(std::string_view(text_, end_), *position);
  if (answer == CharSet::kAsk && !set.Contains(point.code_point)) return false;
  *position += static_cast<size_t>(point.size);
  return true;
}

// Behind the characters of `set` from `from` on, at most `most` of them.
size_t Matcher::RunOf(const CharSet& set, size_t from, uint64_t most) const {
  size_t at = from;
  if (most == kMaxRepeat && set.by_bytes) {
    while (at < end_ && set.table[static_cast<uint8_t>(text_[at])] != CharSet::kNo) ++at;
    return at;
  }
  if (most == kMaxRepeat) {
    while (true) {
      while (at < end_ && set.table[static_cast<uint8_t>(text_[at])] == CharSet::kYes) ++at;
      if (!SetOne(set, &at)) return at;
    }
  }
  for (; most > 0 && SetOne(set, &at); --most) continue;
  return at;
}

inline size_t Matcher::OneBack(size_t position) const {
  --position;
  if (p_.is_text) {
    while (IsContinuationByte(text_[position])) --position;
  }
  return position;
}

bool Matcher::WordAt(size_t position, bool ascii) const {
  if (position >= end_) return false;
  if (!p_.is_text) return IsWord(static_cast<uint8_t>(text_[position]), true);
  return IsWord(DecodeUtf8(std::string_view(text_, end_), position).code_point, ascii);
}

bool Matcher::WordBefore(size_t position, bool ascii) const {
  return position > 0 && WordAt(OneBack(position), ascii);
}

bool Matcher::AtPlace(const Instruction& i, size_t position) const {
  const bool lines = i.flags & kMultiLine;
  const bool ascii = !(i.flags & kUnicode);
  switch (static_cast<At>(i.a)) {
    case At::kBeginning: return position == 0 || (lines && text_[position - 1] == '\n');
    case At::kBeginningString: return position == 0;
    case At::kEnd:
      return position == end_ || (text_[position] == '\n' && (lines || position + 1 == end_));
    case At::kEndString: return position == end_;
    case At::kBoundary: return WordBefore(position, ascii) != WordAt(position, ascii);
    case At::kNonBoundary: return WordBefore(position, ascii) == WordAt(position, ascii);
  }
  return false;
}

// ---- Repetitions of one character

// Takes what the repetition takes first; false: it fails here.
bool Matcher::Repeat(const Instruction& i, uint32_t pc, size_t* position) {
  if (Failed(i.memo, *position)) return false;
  const CharSet& set = p_.sets[i.a];
  size_t least = *position;
  if (i.b == 1) {
    if (!SetOne(set, &least)) return false;
  } else if (i.b > 1) {
    if (i.b > end_ - least) return false;
    for (uint32_t n = i.b; n > 0; --n) {
      if (!SetOne(set, &least)) return false;
    }
  }
  const uint64_t most = i.c == kMaxRepeat ? kMaxRepeat : i.c - i.b;
  FailureMemory::Run* run = i.c == kMaxRepeat ? memory_.RunOf(i.memo) : nullptr;
  size_t to;
  if (run != nullptr && run->Has(least)) {
    to = run->end;
  } else {
    to = most == 0 ? least : RunOf(set, least, most);
    work_ += (to - *position) / kBytesPerWork;
    if (run != nullptr) *run = {least, to, run->Has(to) ? run->low : to};
  }
  if (i.mode == RepeatMode::kPossessive || to == least) {
    *position = to;
    return true;
  }
  Choice choice{Choice::kGreedy, pc, to, least};
  // The longest is one of the lengths to be tried.
  const bool fits =
      (i.next_byte < 0 || (to < end_ && static_cast<uint8_t>(text_[to]) == i.next_byte)) &&
      !(i.memo != kNone && Failed(i.memo + 1, to));
  if (fits) {
    *position = to;
    return Push(Choice::kGreedy, pc, to, least);
  }
  if (!GiveBack(choice, position)) return false;
  return choice.position <= choice.extra ||
         Push(Choice::kGreedy, pc, choice.position, choice.extra);
}

// Moves to the next shorter length at which what follows may match.
bool Matcher::GiveBack(Choice& choice, size_t* position) {
  const Instruction& i = p_.code[choice.pc];
  FailureMemory::Run* run = i.c == kMaxRepeat ? memory_.RunOf(i.memo) : nullptr;
  while (choice.position > choice.extra) {
    if (run != nullptr && run->Has(choice.position)) {
      if (run->low < choice.position) {
        choice.position = std::max(run->low, choice.extra);
        continue;
      }
      if (run->low == choice.position) run->low = OneBack(choice.position);
    }
    choice.position = OneBack(choice.position);
    ++work_;
    if (i.next_byte >= 0 && static_cast<uint8_t>(text_[choice.position]) != i.next_byte) continue;
    if (i.memo != kNone && Failed(i.memo + 1, choice.position)) continue;
    *position = choice.position;
    return true;
  }
  return false;
}

// Takes the least and leaves a choice to take one more. If the byte that must follow is known, the
// choice stands only at places where it comes.
bool Matcher::LazyRepeat(const Instruction& i, uint32_t pc, size_t* position) {
  if (Failed(i.memo, *position)) return false;
  const CharSet& set = p_.sets[i.a];
  size_t at = *position;
  if (i.b > end_ - at) return false;
  for (uint32_t n = i.b; n > 0; --n) {
    if (!SetOne(set, &at)) return false;
  }
  work_ += i.b / kBytesPerWork;
  const size_t more = i.c == kMaxRepeat ? SIZE_MAX : i.c - i.b;
  FailureMemory::Run* run = more == SIZE_MAX ? memory_.RunOf(i.memo) : nullptr;
  if (run != nullptr && !run->Has(at)) *run = {at, at, at};
  const bool fits =
      (i.next_byte < 0 || (at < end_ && static_cast<uint8_t>(text_[at]) == i.next_byte)) &&
      !(i.memo != kNone && Failed(i.memo + 1, at));
  if (fits) {
    *position = at;
    return more == 0 || Push(Choice::kLazy, pc, at, more);
  }
  Choice choice{Choice::kLazy, pc, at, more};
  if (!TakeMore(choice, position)) return false;
  return Push(Choice::kLazy, pc, choice.position, choice.extra);
}

// Moves to the next longer length at which what follows may match.
bool Matcher::TakeMore(Choice& choice, size_t* position) {
  const Instruction& i = p_.code[choice.pc];
  const CharSet& set = p_.sets[i.a];
  FailureMemory::Run* run = choice.extra == SIZE_MAX ? memory_.RunOf(i.memo) : nullptr;
  while (choice.extra > 0) {
    if (run != nullptr && run->Has(choice.position)) choice.position = run->end;
    const size_t before = choice.position;
    if (!SetOne(set, &choice.position)) return false;
    if (run != nullptr && before == run->end) run->end = choice.position;
    if (run != nullptr && choice.position == run->begin) run->begin = before;
    if (choice.extra != SIZE_MAX) --choice.extra;
    ++work_;
    if (i.next_byte >= 0 &&
        (choice.position >= end_ || static_cast<uint8_t>(text_[choice.position]) != i.next_byte)) {
      continue;
    }
    if (i.memo != kNone && Failed(i.memo + 1, choice.position)) continue;
    *position = choice.position;
    return true;
  }
  return false;
}

// ---- Loops over more than one character

bool Matcher::SetLoop(uint32_t loop, size_t count, size_t last) {
  LoopState& state = loops_[loop];
  if (size_ > 0 && !Push(Choice::kLoopState, loop, state.last, state.count)) return false;
  state = {count, last};
  return true;
}

// Another round of the body, or what follows the loop. The count is one less than the rounds begun,
// as in CPython's matcher, and a round that took nothing is the last.
bool Matcher::Loop(const Instruction& i, uint32_t* pc, size_t position) {
  const LoopState state = loops_[i.a];
  const size_t count = state.count + 1;
  if (count < i.b) {
    const uint32_t body = *pc + 1;
    *pc = body;
    return SetLoop(i.a, count, state.last);
  }
  const bool more = (i.c == kMaxRepeat || count < i.c) && position != state.last;
  if (!more) {
    *pc = i.target;
    return true;
  }
  if (Failed(i.memo, position)) return false;
  if (i.mode == RepeatMode::kLazy) {
    if (!Push(Choice::kLazyLoop, *pc, position, 0)) return false;
    *pc = i.target;
    return true;
  }
  if (!Push(Choice::kResume, i.target, position, 0)) return false;
  *pc += 1;
  return SetLoop(i.a, count, position);
}

// ---- Assertions, atomic groups, references

// The barrier parts the choices inside the assertion from those before it. When the assertion has
// succeeded its choices are dropped, since an assertion is not entered again. When all of them have
// failed, the barrier is what comes up.
bool Matcher::BeginAssertion(const Instruction& i, uint32_t* pc, size_t* position) {
  size_t at = *position;
  for (uint32_t n = i.b; n > 0; --n) {
    if (at == 0) {
      *pc = i.a;
      return i.negative;
    }
    at = OneBack(at);
  }
  work_ += i.b;
  if (!Push(Choice::kBarrier, *pc, *position, barrier_)) return false;
  barrier_ = size_ - 1;
  *position = at;
  ++*pc;
  return true;
}

// Forgets the choices made since the barrier, but not what is to be undone.
void Matcher::DropChoices() {
  size_t kept = barrier_;
  barrier_ = scratch_.stack[kept].extra;
  for (size_t k = kept + 1; k < size_; ++k) {
    if (IsUndo(scratch_.stack[k].kind)) scratch_.stack[kept++] = scratch_.stack[k];
  }
  work_ += size_ - kept;
  size_ = kept;
}

// Captures are written in place and their old values kept as choices: so a way that succeeds copies
// nothing.
void Matcher::Undo(const Choice& choice) {
  if (choice.kind == Choice::kCapture) {
    captures_[choice.pc] = choice.position;
    last_group_ = static_cast<uint32_t>(choice.extra);
  } else if (choice.kind == Choice::kLoopState) {
    loops_[choice.pc] = {choice.extra, choice.position};
  }
}

// The text of a back-reference may be long, and a pattern can ask for it at each place. So its
// length counts as work.
bool Matcher::SameAsGroup(const Instruction& i, size_t* position) {
  if (!GroupIsSet(i.a)) return false;
  const std::string_view text(text_, end_);
  const std::string_view group =
      text.substr(captures_[2 * i.a], captures_[2 * i.a + 1] - captures_[2 * i.a]);
  work_ += group.size() / kBytesPerWork;
  if (!i.ignore_case) {
    if (text.substr(*position, group.size()) != group) return false;
    *position += group.size();
    return true;
  }
  work_ += group.size();
  size_t at = *position;
  for (size_t k = 0; k < group.size();) {
    if (at >= end_) return false;
    DecodedCodePoint left{static_cast<uint8_t>(group[k]), 1},
        right{static_cast<uint8_t>(text_[at]), 1};
    if (p_.is_text) {
      left = DecodeUtf8(group, k);
      right = DecodeUtf8(text, at);
    }
    if (FoldCase(left.code_point, i.flags) != FoldCase(right.code_point, i.flags)) return false;
    k += static_cast<size_t>(left.size);
    at += static_cast<size_t>(right.size);
  }
  *position = at;
  return true;
}

// ---- The machine

// Takes choices back until one can be made otherwise; false: there is none, or it was stopped.
// Counts: a search that has come here often is worth the memory of failures.
bool Matcher::Backtrack(size_t* position, uint32_t* pc) {
  while (size_ > 0) {
    if (!Charge(1)) return false;
    if (++backtracks_ == kBacktracksBeforeMemory && p_.memo_bits != 0) {
      memory_base_ = start_;
      memory_.Start(end_ - start_ + 1, p_.memo_bits);
    }
    Choice& choice = scratch_.stack[size_ - 1];
    switch (choice.kind) {
      case Choice::kResume:
        *position = choice.position;
        *pc = choice.pc;
        --size_;
        return true;
      case Choice::kGreedy:
        *pc = choice.pc + 1;
        if (GiveBack(choice, position)) {
          if (choice.position <= choice.extra) --size_;
          return true;
        }
        --size_;
        break;
      case Choice::kLazy:
        *pc = choice.pc + 1;
        if (TakeMore(choice, position)) return true;
        --size_;
        break;
      case Choice::kLazyLoop: {
        const Instruction& i = p_.code[choice.pc];
        *position = choice.position;
        *pc = choice.pc + 1;
        --size_;
        if (!SetLoop(i.a, loops_[i.a].count + 1, *position)) return false;
        return true;
      }
      case Choice::kBarrier: {
        const Instruction& i = p_.code[choice.pc];
        barrier_ = choice.extra;
        *position = choice.position;
        *pc = i.a;
        --size_;
        if (i.op == Op::kAssert && i.negative) return true;
        break;
      }
      case Choice::kCapture:
      case Choice::kLoopState:
        Undo(choice);
        --size_;
        break;
    }
  }
  return false;
}

// The machine, for a match that begins at `start`. One loop over instructions; only failures leave
// its straight path.
Matcher::Outcome Matcher::Try(size_t start) {
  size_ = 0;
  barrier_ = kNoBarrier;
  last_group_ = 0;
  start_ = start;
  std::fill(captures_.begin(), captures_.end(), kUnset);
  const Instruction* code = p_.code.data();
  size_t position = start;
  uint32_t pc = 0;
  while (true) {
    const Instruction& i = code[pc];
    bool ok = true;
    switch (i.op) {
      case Op::kMatch:
        ok = !(full_ && position != end_) && !(must_advance_ && position == start);
        if (!ok) break;
        captures_[0] = start;
        captures_[1] = position;
        return Outcome::kYes;
      case Op::kFail: ok = false; break;
      case Op::kByte:
        ok = position < end_ && static_cast<uint8_t>(text_[position]) == i.a;
        ++position;
        ++pc;
        break;
      case Op::kBytes:
        ok = i.b <= end_ - position &&
             std::memcmp(text_ + position, p_.literals.data() + i.a, i.b) == 0;
        position += i.b;
        ++pc;
        break;
      case Op::kAny:
      case Op::kAnyAll: ok = false; break;
      case Op::kSet:
        ok = SetOne(p_.sets[i.a], &position);
        ++pc;
        break;
      case Op::kRepeat:
        ok = i.mode == RepeatMode::kLazy ? LazyRepeat(i, pc, &position) : Repeat(i, pc, &position);
        ++pc;
        break;
      case Op::kSplit:
      case Op::kSplitLast: {
        const uint32_t one = i.op == Op::kSplit ? pc + 1 : i.a;
        const uint32_t other = i.op == Op::kSplit ? i.a : pc + 1;
        auto possible = [&](uint32_t set) {
          return set == kNone || (position < end_ &&
                                  p_.sets[set].table[static_cast<uint8_t>(text_[position])] != 0);
        };
        if (!possible(i.b)) {
          pc = other;
          ok = possible(i.c);
          if (!Charge(1)) return Outcome::kStopped;
          break;
        }
        if (Failed(i.memo, position)) {
          ok = false;
          break;
        }
        pc = one;
        if (possible(i.c)) ok = Push(Choice::kResume, other, position, 0);
        break;
      }
      case Op::kJump:
        pc = i.a;
        if (!Charge(1)) return Outcome::kStopped;
        break;
      case Op::kSave:
        if (size_ > 0) ok = Push(Choice::kCapture, i.a, captures_[i.a], last_group_);
        captures_[i.a] = position;
        if (i.a & 1) last_group_ = i.a / 2;
        ++pc;
        break;
      case Op::kLoopStart:
        ok = SetLoop(i.a, SIZE_MAX, kUnset);
        ++pc;
        break;
      case Op::kLoop: ok = Loop(i, &pc, position); break;
      case Op::kAt:
        ok = AtPlace(i, position);
        ++pc;
        break;
      case Op::kAssert: ok = BeginAssertion(i, &pc, &position); break;
      case Op::kAssertEnd: {
        const Choice barrier = scratch_.stack[barrier_];
        const Instruction& assertion = code[barrier.pc];
        if (assertion.negative) {
          while (size_ - 1 > barrier_) Undo(scratch_.stack[--size_]);
          size_ = barrier_;
          barrier_ = barrier.extra;
          ok = false;
          break;
        }
        DropChoices();
        position = barrier.position;
        pc = assertion.a;
        break;
      }
      case Op::kAtomic:
        ok = Push(Choice::kBarrier, pc, position, barrier_);
        barrier_ = size_ - 1;
        ++pc;
        break;
      case Op::kAtomicEnd:
        DropChoices();
        ++pc;
        break;
      case Op::kGroupRef:
        ok = SameAsGroup(i, &position);
        ++pc;
        break;
      case Op::kConditional: pc = GroupIsSet(i.a) ? pc + 1 : i.b; break;
    }
    if (ok) [[likely]]
      continue;
    if (stopped_ || !Backtrack(&position, &pc)) {
      return stopped_ ? Outcome::kStopped : Outcome::kNo;
    }
  }
}

}  // namespace pysub::re
