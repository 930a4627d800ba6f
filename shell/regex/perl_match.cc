// The machine that runs the programs of perl_parse.cc. It never calls itself: what it has to come
// back to lies on a stack that is paid for, so neither patterns nor texts can make it deep.

#include <algorithm>
#include <utility>

#include "lexer/unicode/utf8.h"
#include "shell/regex/perl_program.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

constexpr size_t kMaxVisited = 256u << 20;  // bits
constexpr uint64_t kMostSteps = 200'000'000;
constexpr uint64_t kMostPcreSteps = 50'000'000;
// (A larger stack would take the memory that a script may have, before the steps end.)
constexpr size_t kMostStack = 1 << 21;
constexpr size_t kMostFrames = 1 << 16;
constexpr size_t kMostSaved = 1 << 19;
// With fewer steps a search needs no memory of what failed.
constexpr uint64_t kFewSteps = 1024;

}  // namespace

PerlMatcher::PerlMatcher(const PerlProgram& program, const PerlOptions& options,
                         ParseAccount* account)
    : program_(program),
      options_(options),
      account_(account),
      work_(account),
      pcre_(options.dialect == PerlDialect::kPcre),
      first_open_(2 * (program.groups() + 1)),
      first_loop_(first_open_ + (pcre_ ? program.groups() + 1 : 0)),
      keep_(first_loop_ + program.loops),
      look_(keep_ + 1) {}

void PerlMatcher::SetText(std::string_view text) {
  Forget();
  prepared_ = remembers_ = false;
  text_ = text;
}

// ---- characters

// Where the character begins that ends at `at`, which is not 0. A byte that is no UTF-8 is one.
size_t PerlMatcher::Before(size_t at) const {
  size_t begin = at - 1;
  if ((text_[begin] & 0x80) == 0 || options_.bytes) return begin;
  while (begin > 0 && at - begin < 4 && IsContinuationByte(text_[begin])) --begin;
  uint32_t c = 0;
  return DecodeCharacter(text_, begin, &c) == at - begin ? begin : at - 1;
}

uint32_t PerlMatcher::CharacterAt(size_t at) const {
  uint32_t c = static_cast<uint8_t>(text_[at]);
  if (c >= 0x80 && !options_.bytes) DecodeCharacter(text_, at, &c);
  return c;
}

bool PerlMatcher::IsWord(uint32_t c, uint8_t flags) const {
  if (c >= kInvalidByte) return false;
  if (flags == 0) return InPerlClass(PerlClass::kWord, c);
  if (c < 0x80 || flags == kAsciiWord)
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
  return InPerlClass(PerlClass::kLetter, c) || InPerlClass(PerlClass::kNumber, c);
}

bool PerlMatcher::IsWordAt(size_t at, uint8_t flags) const {
  if (at >= text_.size()) return false;
  return IsWord(CharacterAt(at), flags);
}

bool PerlMatcher::IsWordBefore(size_t at, uint8_t flags) const {
  return at > 0 && IsWordAt(Before(at), flags);
}

// Of a character that . may be.
bool PerlMatcher::IsValidBefore(size_t at) const {
  const uint32_t c = CharacterAt(Before(at));
  return c < kInvalidByte && c != '\n';
}

// One character; moves *at behind it.
bool PerlMatcher::Fits(const PerlInstruction& in, size_t* at) const {
  if (*at >= text_.size()) return false;
  uint32_t c = static_cast<uint8_t>(text_[*at]);
  size_t size = 1;
  if (c >= 0x80 && !options_.bytes) {
    size = DecodeCharacter(text_, *at, &c);
    if (c >= kInvalidByte) return false;
  }
  switch (in.op) {
    case PerlOp::kCharacter:
      if ((in.flags != 0 ? FoldPerl(c) : c) != in.a) return false;
      break;
    case PerlOp::kAny:
      if (c == '\n') return false;
      break;
    case PerlOp::kSet: {
      const PerlSet& set = program_.sets[in.a];
      const bool has =
          c < 0x80 ? (set.ascii[c / 64] >> (c % 64) & 1) != 0 : InPerlSet(set, c, in.flags != 0);
      if (!has) return false;
      break;
    }
    default: break;
  }
  *at += size;
  return true;
}

bool PerlMatcher::Holds(const PerlInstruction& in) const {
  const size_t at = at_;
  switch (in.op) {
    case PerlOp::kLineBegin:
      // (A newline that ends the text begins no line for PCRE2.)
      return at == 0 || (text_[at - 1] == '\n' && !(pcre_ && at == text_.size()));
    case PerlOp::kLineEnd: return at == text_.size() || text_[at] == '\n';
    case PerlOp::kTextBegin: return at == 0;
    case PerlOp::kTextEnd: return at == text_.size();
    case PerlOp::kTextEndOrNewline:
      return at == text_.size() || (at + 1 == text_.size() && text_[at] == '\n');
    case PerlOp::kWordBoundary: return IsWordBefore(at, in.flags) != IsWordAt(at, in.flags);
    case PerlOp::kNotWordBoundary: return IsWordBefore(at, in.flags) == IsWordAt(at, in.flags);
    default: return at == start_;
  }
}

bool PerlMatcher::Reference(const PerlInstruction& in) {
  const int64_t begin = slots_[2 * in.a], end = slots_[2 * in.a + 1];
  if (begin < 0 || end < begin) return false;
  const std::string_view part =
      text_.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  steps_ += std::min(part.size(), text_.size() - at_) / 16;
  if (in.flags == 0) {
    if (!text_.substr(at_).starts_with(part)) return false;
    at_ += part.size();
    return true;
  }
  size_t here = at_;
  for (size_t i = 0; i < part.size();) {
    if (here >= text_.size()) return false;
    uint32_t x = static_cast<uint8_t>(part[i]), y = static_cast<uint8_t>(text_[here]);
    i += options_.bytes ? 1 : DecodeCharacter(part, i, &x);
    here += options_.bytes ? 1 : DecodeCharacter(text_, here, &y);
    if (x != y && FoldPerl(x) != FoldPerl(y)) return false;
  }
  at_ = here;
  return true;
}

// What is behind bytes that are no UTF-8 is another text for PCRE2.
bool PerlMatcher::GoBack(uint32_t characters) {
  steps_ += characters / 4;
  for (; characters > 0; --characters) {
    if (at_ == 0) return false;
    const size_t begin = Before(at_);
    if (CharacterAt(begin) >= kInvalidByte) return false;
    at_ = begin;
  }
  return true;
}

// ---- what is remembered

// False: it is the first time.
bool PerlMatcher::Visited(uint32_t pc, size_t at) {
  const size_t bit = at * program_.choices + program_.tries[pc];
  uint64_t& word = visited_[bit / 64];
  const uint64_t mask = uint64_t{1} << (bit % 64);
  if ((word & mask) != 0) return true;
  word |= mask;
  low_ = std::min(low_, at);
  high_ = std::max(high_, at);
  return false;
}

bool PerlMatcher::HasFailed(uint32_t pc, size_t at) const {
  const size_t bit = at * program_.choices + program_.tries[pc];
  return (visited_[bit / 64] >> (bit % 64) & 1) != 0;
}

void PerlMatcher::Forget() {
  if (low_ > high_) return;
  const size_t size = program_.choices;
  const size_t from = low_ * size / 64, to = ((high_ + 1) * size + 63) / 64;
  std::fill(visited_.begin() + static_cast<ptrdiff_t>(from),
            visited_.begin() + static_cast<ptrdiff_t>(std::min(to, visited_.size())), 0);
  low_ = SIZE_MAX;
  high_ = 0;
}

// A table of all choices at all places, if that is possible and there is room for it.
void PerlMatcher::PrepareMemo() {
  prepared_ = true;
  remembers_ = false;
  const bool may =
      pcre_ ? program_.remembers : program_.plain && !options_.longest && !options_.not_empty;
  if (!may || text_.size() >= kMaxVisited) return;
  const size_t bits = (text_.size() + 1) * program_.choices;
  if (bits > kMaxVisited) return;
  const size_t words = bits / 64 + 1;
  if (words > visited_.size()) {
    // (A search that can do without it must not end a script.)
    const bool has_room =
        !pcre_ || account_ == nullptr || account_->Left() / 4 > static_cast<int64_t>(8 * words);
    if (!has_room || !work_.Charge(8 * words) || !work_.Add(words / 8)) return;
    visited_.resize(words);
  }
  remembers_ = true;
}

// ---- the stack

void PerlMatcher::Set(size_t slot, int64_t value) {
  stack_.push_back({slots_[slot], 0, static_cast<int32_t>(slot)});
  slots_[slot] = value;
}

// Before `more` entries; what a vector takes while it moves is twice as much.
bool PerlMatcher::HasRoom(size_t more) {
  if (stack_.size() + more > kMostStack && pcre_) return Stop(RegexOutcome::kGaveUp);
  while (stack_.size() + more > room_) {
    if (!work_.Charge(room_ * 2 * sizeof(Undo))) return Stop(RegexOutcome::kStopped);
    room_ *= 2;
    stack_.reserve(room_);
  }
  return true;
}

// What a slot had, or which group was called.
void PerlMatcher::PutBack(const Undo& undo) {
  if (undo.slot >= 0) {
    slots_[static_cast<size_t>(undo.slot)] = undo.at;
  } else if (undo.slot == Undo::kFrame) {
    frame_ = undo.at;
    frames_.resize(undo.pc);
    saved_.resize(undo.pc * first_loop_);
  }
}

bool PerlMatcher::Count() {
  const uint64_t work = steps_ - std::exchange(counted_, steps_);
  next_count_ = steps_ + 64;
  if (!work_.Add(work)) return Stop(RegexOutcome::kStopped);
  if (pcre_) {
    if (steps_ > kMostPcreSteps) return Stop(RegexOutcome::kGaveUp);
    if (!prepared_ && steps_ > kFewSteps + text_.size()) PrepareMemo();
    return true;
  }
  return remembers_ || steps_ <= kMostSteps || Stop(RegexOutcome::kGaveUp);
}

// Back to the last choice. False: there is none.
bool PerlMatcher::Back() {
  uint64_t undone = 0;
  while (!stack_.empty()) {
    if (++undone % 4 == 0 && ++steps_ >= next_count_ && !Count()) return false;
    const Undo undo = stack_.back();
    stack_.pop_back();
    switch (undo.slot) {
      case Undo::kChoice:
        if (remembers_ && pcre_) stack_.push_back({undo.at, undo.pc, Undo::kFailed});
        pc_ = program_.code[undo.pc].b;
        at_ = static_cast<size_t>(undo.at);
        return true;
      case Undo::kFailed: Visited(undo.pc, static_cast<size_t>(undo.at)); break;
      case Undo::kLook:
        if (LeaveLook(undo)) return true;
        break;
      case Undo::kRun:
        if (Shorten(undo.pc, undo.at)) return true;
        break;
      case Undo::kMore:
        if (Lengthen(undo.pc, undo.at)) return true;
        break;
      case Undo::kVerb: return Verb(undo);
      default: PutBack(undo); break;
    }
    if (outcome_ != RegexOutcome::kNone) return false;
  }
  return false;
}

// Nothing else is tried from where this match began.
bool PerlMatcher::Verb(const Undo& verb) {
  switch (static_cast<PerlVerb>(program_.code[verb.pc].a)) {
    case PerlVerb::kCommit: skip_to_ = static_cast<int64_t>(text_.size()) + 1; break;
    case PerlVerb::kPrune: break;
    case PerlVerb::kSkip:
      if (verb.at > static_cast<int64_t>(begin_)) skip_to_ = verb.at;
      break;
  }
  stack_.clear();
  return false;
}

// ---- choices

bool PerlMatcher::Choose(const PerlInstruction& in) {
  if (remembers_ && (pcre_ ? HasFailed(pc_, at_) : Visited(pc_, at_))) return false;
  Push(Undo::kChoice, pc_, at_);
  pc_ = in.a;
  return true;
}

// A repetition of single characters: one entry on the stack for all of it.
bool PerlMatcher::TakeRun(const PerlInstruction& in) {
  const PerlInstruction& one = program_.code[pc_ + 1];
  const bool lazy = (in.flags & kRunLazy) != 0;
  const uint32_t most = lazy ? in.a : in.b;
  uint32_t count = 0;
  size_t end = at_, least = at_;
  for (; count < most && Fits(one, &end); ++count) {
    if (count + 1 == in.a) least = end;
    if (count % 16 == 15 && ++steps_ >= next_count_ && !Count()) return false;
  }
  if (count < in.a) return false;
  const uint32_t pc = pc_;
  at_ = end;
  pc_ += 2;
  if ((in.flags & kRunPossessive) != 0) return true;
  if (lazy) {
    if (in.b > in.a) {
      Push(Undo::kLeast, pc, in.b == UINT32_MAX ? SIZE_MAX >> 1 : in.b - in.a);
      Push(Undo::kMore, pc, end);
    }
    return true;
  }
  if (end == least) return true;
  Push(Undo::kLeast, pc, least);
  if (!remembers_ || !HasFailed(pc, end)) {
    Push(Undo::kRun, pc, end);
    return true;
  }
  return Shorten(pc, static_cast<int64_t>(end));
}

// A run that ended at `end` is tried with less. On the stack is the least.
bool PerlMatcher::Shorten(uint32_t pc, int64_t end) {
  const int64_t least = stack_.back().at;
  if (remembers_) Visited(pc, static_cast<size_t>(end));
  while (end > least) {
    end = static_cast<int64_t>(Before(static_cast<size_t>(end)));
    if (++steps_ >= next_count_ && !Count()) return false;
    if (remembers_ && HasFailed(pc, static_cast<size_t>(end))) continue;
    // (The last of them needs no entry, but that it is marked where it fails.)
    Push(Undo::kRun, pc, static_cast<size_t>(end));
    pc_ = pc + 2;
    at_ = static_cast<size_t>(end);
    return true;
  }
  stack_.pop_back();
  return false;
}

// A lazy run that ended at `end` takes one more. On the stack is how many it may take.
bool PerlMatcher::Lengthen(uint32_t pc, int64_t end) {
  Undo& left = stack_.back();
  size_t at = static_cast<size_t>(end);
  if (remembers_) Visited(pc, at);
  while (left.at > 0 && Fits(program_.code[pc + 1], &at)) {
    --left.at;
    if (++steps_ >= next_count_ && !Count()) return false;
    if (remembers_ && HasFailed(pc, at)) continue;
    Push(Undo::kMore, pc, at);
    pc_ = pc + 2;
    at_ = at;
    return true;
  }
  stack_.pop_back();
  return false;
}

// What matched nothing is not tried again: Oniguruma goes back, PCRE2 goes on behind the loop.
bool PerlMatcher::LoopCheck(const PerlInstruction& in) {
  ++pc_;
  if (!pcre_) return remembers_ || slots_[first_loop_ + in.a] != static_cast<int64_t>(at_);
  if (slots_[first_loop_ + in.a] == static_cast<int64_t>(at_)) ++pc_;
  return true;
}

// ---- look-around and atomic groups
// Three entries lie below what the body leaves on the stack: the look-around outside, where the
// body was tried from, and the mark of this one.

bool PerlMatcher::BeginLook() {
  Set(look_, static_cast<int64_t>(stack_.size()) + 2);
  Push(Undo::kFrom, pc_, at_);
  Push(Undo::kLook, pc_, at_);
  ++pc_;
  return true;
}

// The body has matched. Of what it did only changes of groups stay, to be undone later; of a
// negative one nothing.
bool PerlMatcher::EndLook() {
  const auto mark = static_cast<size_t>(slots_[look_]);
  const Undo look = stack_[mark];
  const PerlInstruction& in = program_.code[look.pc];
  const auto origin = static_cast<size_t>(look.at);
  if ((in.flags & kLookBehind) != 0 && at_ != origin) return false;
  steps_ += (stack_.size() - mark) / 8;
  const int64_t outside = stack_[mark - 2].at;
  const bool negative = (in.flags & kLookNegative) != 0;
  if (negative) {
    for (; stack_.size() > mark - 2; stack_.pop_back()) PutBack(stack_.back());
  } else {
    size_t to = mark - 2;
    for (size_t i = mark + 1; i < stack_.size(); ++i) {
      const Undo& undo = stack_[i];
      const bool stays =
          undo.slot >= 0 ? undo.slot != static_cast<int32_t>(look_) : undo.slot == Undo::kFrame;
      if (stays) stack_[to++] = undo;
    }
    stack_.resize(to);
    slots_[look_] = outside;
  }
  if ((in.flags & kLookAtomic) == 0) at_ = origin;
  pc_ = in.a;
  if (!negative) return true;
  if ((in.flags & kLookCondition) == 0) return false;
  pc_ = in.b;
  return true;
}

// The body cannot match from where it was tried: false: nor can what is around it.
bool PerlMatcher::LeaveLook(const Undo& look) {
  const PerlInstruction& in = program_.code[look.pc];
  const auto origin = static_cast<size_t>(look.at);
  Undo& from = stack_.back();
  if ((in.flags & kLookBehind) != 0 && from.at > 0) {
    from.at = static_cast<int64_t>(Before(static_cast<size_t>(from.at)));
    at_ = static_cast<size_t>(from.at);
    pc_ = look.pc + 1;
    Push(Undo::kLook, look.pc, origin);
    return true;
  }
  stack_.pop_back();
  slots_[look_] = stack_.back().at;
  stack_.pop_back();
  at_ = origin;
  if ((in.flags & kLookNegative) != 0) {
    pc_ = in.a;
    return true;
  }
  pc_ = in.b;
  return (in.flags & kLookCondition) != 0;
}

// ---- groups that are called

bool PerlMatcher::Call(const PerlInstruction& in) {
  if (frames_.size() >= kMostFrames || saved_.size() >= kMostSaved)
    return Stop(RegexOutcome::kGaveUp);
  // (Lists that grow by one hold twice as much while they move.)
  if (frames_.size() == frames_.capacity() &&
      !work_.Charge(3 * (frames_.size() + 1) * sizeof(Frame))) {
    return Stop(RegexOutcome::kStopped);
  }
  if (saved_.size() + first_loop_ > saved_.capacity() &&
      !work_.Charge(3 * (saved_.size() + first_loop_) * sizeof(int64_t))) {
    return Stop(RegexOutcome::kStopped);
  }
  steps_ += first_loop_ / 8;
  Push(Undo::kFrame, static_cast<uint32_t>(frames_.size()), static_cast<size_t>(frame_));
  frames_.push_back({frame_, saved_.size(), in.a, pc_ + 1});
  saved_.insert(saved_.end(), slots_.begin(), slots_.begin() + static_cast<ptrdiff_t>(first_loop_));
  frame_ = static_cast<int64_t>(frames_.size()) - 1;
  pc_ = program_.calls[in.a];
  return true;
}

bool PerlMatcher::IsCalled(uint32_t group) const {
  return frame_ >= 0 && (group == kAnyGroup || frames_[static_cast<size_t>(frame_)].group == group);
}

// What groups matched inside of a call is forgotten.
bool PerlMatcher::Return(const PerlInstruction& in) {
  ++pc_;
  if (!IsCalled(in.a)) return true;
  if (!HasRoom(first_loop_ + 4)) return false;
  const Frame& frame = frames_[static_cast<size_t>(frame_)];
  for (size_t slot = 0; slot < first_loop_; ++slot) {
    const int64_t before = saved_[frame.saved + slot];
    if (slots_[slot] != before) Set(slot, before);
  }
  pc_ = frame.back;
  Push(Undo::kFrame, static_cast<uint32_t>(frames_.size()), static_cast<size_t>(frame_));
  frame_ = frame.caller;
  return true;
}

// ---- the machine

// False: this way leads nowhere.
bool PerlMatcher::Step(const PerlInstruction& in) {
  switch (in.op) {
    case PerlOp::kCharacter:
    case PerlOp::kAny:
    case PerlOp::kAll:
    case PerlOp::kSet: ++pc_; return Fits(in, &at_);
    case PerlOp::kRun: return TakeRun(in);
    case PerlOp::kJump: pc_ = in.a; return true;
    case PerlOp::kSplit: return Choose(in);
    case PerlOp::kSave:
      if (pcre_ && in.a % 2 != 0) Set(in.a - 1, slots_[first_open_ + in.a / 2]);
      Set(pcre_ && in.a % 2 == 0 ? first_open_ + in.a / 2 : in.a, static_cast<int64_t>(at_));
      ++pc_;
      return true;
    case PerlOp::kLoopStart:
      if (pcre_ || !remembers_) Set(first_loop_ + in.a, static_cast<int64_t>(at_));
      ++pc_;
      return true;
    case PerlOp::kLoopCheck: return LoopCheck(in);
    case PerlOp::kReference: ++pc_; return Reference(in);
    case PerlOp::kLook: return BeginLook();
    case PerlOp::kEnd: return EndLook();
    case PerlOp::kBack: ++pc_; return GoBack(in.a);
    case PerlOp::kKeep:
      Set(keep_, static_cast<int64_t>(at_));
      ++pc_;
      return true;
    case PerlOp::kCall: return Call(in);
    case PerlOp::kReturn: return Return(in);
    case PerlOp::kIfGroup: pc_ = slots_[2 * in.a + 1] >= 0 ? pc_ + 1 : in.b; return true;
    case PerlOp::kIfRecursion: pc_ = IsCalled(in.a) ? pc_ + 1 : in.b; return true;
    case PerlOp::kFail: return false;
    case PerlOp::kVerb:
      Push(Undo::kVerb, pc_, at_);
      ++pc_;
      return true;
    default: {
      const bool holds = Holds(in);
      ++pc_;
      return holds;
    }
  }
}

bool PerlMatcher::Run(size_t at) {
  at_ = at;
  pc_ = 0;
  while (true) {
    if (++steps_ >= next_count_ && !Count()) return false;
    if (!HasRoom(8)) return false;
    const PerlInstruction& in = program_.code[pc_];
    bool holds = true;
    if (in.op != PerlOp::kMatch) {
      holds = Step(in);
    } else if (IsCalled(0)) {
      holds = Return(in);
    } else {
      holds = Accept();
      if (holds) return true;
    }
    if (holds) continue;
    if (outcome_ != RegexOutcome::kNone || !Back()) return false;
  }
}

// Whether a match may end here; of several the longest is kept while others are looked for.
bool PerlMatcher::Accept() {
  if (options_.not_empty && at_ == begin_) return false;
  if (!options_.longest) return true;
  if (static_cast<int64_t>(at_) > longest_) {
    longest_ = static_cast<int64_t>(at_);
    longest_slots_ = slots_;
  }
  return false;
}

bool PerlMatcher::MatchAt(size_t at) {
  slots_.assign(look_ + 1, -1);
  stack_.clear();
  frames_.clear();
  saved_.clear();
  frame_ = -1;
  begin_ = at;
  longest_ = -1;
  skip_to_ = -1;
  if (!Run(at)) {
    if (outcome_ != RegexOutcome::kNone || longest_ < 0) return false;
    slots_ = longest_slots_;
    at_ = static_cast<size_t>(longest_);
  }
  slots_[0] = slots_[keep_] >= 0 ? slots_[keep_] : static_cast<int64_t>(at);
  slots_[1] = static_cast<int64_t>(at_);
  return true;
}

RegexOutcome PerlMatcher::Search(size_t from) {
  if (!pcre_) {
    if (!prepared_) PrepareMemo();
    Forget();
  }
  start_ = from;
  if (pcre_) steps_ = counted_ = next_count_ = 0;
  outcome_ = RegexOutcome::kNone;
  for (size_t at = from; at <= text_.size(); ++at) {
    if (at < text_.size() && IsContinuationByte(text_[at]) && !options_.bytes) continue;
    if (program_.first_known) {
      const size_t skipped = at;
      while (at < text_.size() && (program_.first[static_cast<uint8_t>(text_[at]) / 64] >>
                                       (static_cast<uint8_t>(text_[at]) % 64) &
                                   1) == 0) {
        ++at;
      }
      if (!work_.Add((at - skipped) / 8)) return RegexOutcome::kStopped;
      if (at == text_.size()) break;
    }
    // (What .* found no match behind, it finds none behind with less.)
    if (at > from && program_.begins_with_any && IsValidBefore(at)) continue;
    if (!work_.Add(1 + slots_.size() / 8)) return RegexOutcome::kStopped;
    if (MatchAt(at)) {
      best_.assign(slots_.begin(), slots_.begin() + static_cast<ptrdiff_t>(first_open_));
      return RegexOutcome::kMatch;
    }
    if (outcome_ != RegexOutcome::kNone) return outcome_;
    if (program_.code[0].op == PerlOp::kTextBegin) break;
    if (skip_to_ > static_cast<int64_t>(at)) at = static_cast<size_t>(skip_to_) - 1;
  }
  return RegexOutcome::kNone;
}

}  // namespace pysub::shell
