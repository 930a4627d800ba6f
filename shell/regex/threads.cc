// The matcher whose time is bounded and which can be stopped anywhere.

#include <algorithm>
#include <bitset>

#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

using Op = RegexInstruction::Op;

// The same as RegexReader::IsInSet() for all of ASCII at once.
std::bitset<128> AsciiOf(const RegexSet& set, bool ignore_case) {
  std::bitset<128> bits;
  for (auto [low, high] : set.ranges) {
    for (uint32_t c = low; c <= std::min(high, 127u); ++c) bits.set(c);
  }
  for (RegexClass which : set.classes) {
    for (uint32_t c = 0; c < 128; ++c) {
      if (IsInClass(which, c)) bits.set(c);
    }
  }
  for (uint32_t c = 'a'; ignore_case && c <= 'z'; ++c) {
    bool either = bits[c] || bits[c - 32];
    bits[c] = bits[c - 32] = either;
  }
  return set.negated ? ~bits : bits;
}

bool IsConsumer(Op op) { return op == Op::kCharacter || op == Op::kAny || op == Op::kSet; }

}  // namespace

RegexThreads::RegexThreads(const RegexTree& tree, const RegexOptions& options)
    : tree_(tree),
      options_(options),
      code_(BuildRegexCode(tree, RegexCodeFor::kAside)),
      now_(code_.instructions.size()),
      next_(code_.instructions.size()) {
  for (const RegexInstruction& in : code_.instructions) has_assertions_ |= in.op == Op::kAssert;
  ascii_sets_.reserve(tree.sets.size());
  for (const RegexSet& set : tree.sets) ascii_sets_.push_back(AsciiOf(set, options.ignore_case));
  Forget();
}

// For ASCII a table answers whether a set has the character. A set may have thousands of ranges, so
// the slow way is charged.
bool RegexThreads::Consumes(const RegexReader& reader, const RegexInstruction& in, uint32_t c,
                            RegexWork* work) const {
  if (in.op == Op::kCharacter) return reader.IsCharacter(static_cast<uint32_t>(in.a), c);
  if (in.op == Op::kAny) return RegexReader::IsAny(c);
  if (c < 128) return ascii_sets_[static_cast<size_t>(in.a)][c];
  const RegexSet& set = tree_.sets[static_cast<size_t>(in.a)];
  static_cast<void>(work->Add((set.sorted ? 16 : set.ranges.size()) + 8 * set.classes.size()));
  return reader.IsInSet(set, c);
}

// ---- the automaton: is there a match at all?
RegexThreads::Before RegexThreads::BeforeOf(const RegexReader& reader, uint32_t c) const {
  if (!has_assertions_) return kOther;
  if (c == '\n' && options_.multi_line) return kLineBegin;
  return reader.IsWord(c) ? kWord : kOther;
}

RegexThreads::Before RegexThreads::BeforeAt(const RegexReader& reader, int64_t at) const {
  if (!has_assertions_) return kOther;
  if (at == 0) return kTextBegin;
  if (reader.PlaceAt(at).line_begin) return kLineBegin;
  return reader.IsWordBefore(at) ? kWord : kOther;
}

RegexReader::Place RegexThreads::PlaceOf(const RegexReader& reader, Before before,
                                         uint32_t next) const {
  bool end = next == kEndOfText;
  return {.text_begin = before == kTextBegin,
          .line_begin = before == kTextBegin || before == kLineBegin,
          .text_end = end,
          .line_end = end || (next == '\n' && options_.multi_line),
          .word_before = before == kWord,
          .word_after = !end && reader.IsWord(next)};
}

// Adds `pc` and what is reached from there without a character (the epsilon closure), in the order
// of rank. `place`: where assertions are looked at; null: they stay. With a stack of its own and no
// recursion: an alternation of thousands is as deep as it is long.
void RegexThreads::Follow(int32_t pc, const Place* place, Set* set) {
  stack_.push_back(pc);
  while (!stack_.empty()) {
    pc = stack_.back();
    stack_.pop_back();
    while (set->Add(pc)) {
      const RegexInstruction& in = code_.instructions[static_cast<size_t>(pc)];
      if (in.op == Op::kJump) {
        pc = in.a;
      } else if (in.op == Op::kSplit) {
        stack_.push_back(in.b);
        pc = in.a;
      } else if (in.op == Op::kSave ||
                 (in.op == Op::kAssert && place != nullptr &&
                  RegexReader::Holds(static_cast<RegexNodeKind>(in.a), *place))) {
        ++pc;
      } else {
        break;
      }
    }
  }
}

void RegexThreads::Forget() {
  states_.clear();
  pool_.clear();
  transitions_.clear();
  start_pool_.clear();
  hash_.assign(kHashSize, -1);
  wide_.assign(kWideSize, {});
  starts_.assign(kBeforeCount * kSymbols, {});
}

// The state that has the instructions of `set` that wait for something; jumps are left out.
int32_t RegexThreads::StateOf(Set* set, Before before) {
  size_t begin = pool_.size();
  for (int32_t pc : *set) {
    Op op = code_.instructions[static_cast<size_t>(pc)].op;
    if (IsConsumer(op) || op == Op::kAssert || op == Op::kMatch) pool_.push_back(pc);
  }
  size_t count = pool_.size() - begin;
  auto from = pool_.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(from, pool_.end());
  uint64_t key = before + 1;
  for (auto at = from; at != pool_.end(); ++at)
    key = (key ^ static_cast<uint64_t>(*at)) * 0x9E3779B97F4A7C15u;
  size_t slot = static_cast<size_t>(key >> 40) % kHashSize;
  for (; hash_[slot] >= 0; slot = (slot + 1) % kHashSize) {
    const State& state = states_[static_cast<size_t>(hash_[slot])];
    if (state.count == count && state.before == before &&
        std::equal(from, pool_.end(), pool_.begin() + state.begin)) {
      pool_.resize(begin);
      return hash_[slot];
    }
  }
  hash_[slot] = static_cast<int32_t>(states_.size());
  states_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(count), before});
  transitions_.insert(transitions_.end(), kSymbols, -1);
  return hash_[slot];
}

// Where threads are that began here and took `c`; next_ is left alone.
const RegexThreads::Start* RegexThreads::StartOf(const RegexReader& reader, Before before,
                                                 uint32_t c, RegexWork* work) {
  Start& start = starts_[static_cast<size_t>(before) * kSymbols + (c == kEndOfText ? 128 : c)];
  if (start.known) return &start;
  Place place = PlaceOf(reader, before, c);
  now_.Clear();
  Follow(0, &place, &now_);
  if (!work->Add(2 * now_.size())) return nullptr;
  start.known = true;
  start.begin = static_cast<uint32_t>(start_pool_.size());
  for (int32_t pc : now_) {
    const RegexInstruction& in = code_.instructions[static_cast<size_t>(pc)];
    if (in.op == Op::kMatch) start.match = true;
    if (c != kEndOfText && IsConsumer(in.op) && Consumes(reader, in, c, work))
      start_pool_.push_back(pc + 1);
  }
  start.count = static_cast<uint32_t>(start_pool_.size()) - start.begin;
  return &start;
}

// Twice the state behind `c`, + 1 where a match ended before it. -1: stopped.
int64_t RegexThreads::Next(const RegexReader& reader, int32_t state, uint32_t c, RegexWork* work) {
  bool narrow = c < 128 || c == kEndOfText;
  size_t column = c == kEndOfText ? 128 : c;
  Wide* wide = nullptr;
  if (narrow) {
    int32_t known = transitions_[static_cast<size_t>(state) * kSymbols + column];
    if (known >= 0) return known;
  } else {
    wide = &wide_[(c * 31 + static_cast<uint32_t>(state)) % kWideSize];
    if (wide->state == state && wide->character == c) return wide->next;
  }
  const State from = states_[static_cast<size_t>(state)];
  Place place = PlaceOf(reader, from.before, c);
  bool match = false;
  next_.Clear();
  auto step = [&](int32_t pc) {
    const RegexInstruction& in = code_.instructions[static_cast<size_t>(pc)];
    if (in.op == Op::kMatch) match = true;
    if (c != kEndOfText && IsConsumer(in.op) && Consumes(reader, in, c, work))
      Follow(pc + 1, nullptr, &next_);
  };
  if (has_assertions_) {
    now_.Clear();
    for (uint32_t i = 0; i < from.count; ++i) Follow(pool_[from.begin + i], &place, &now_);
    if (!work->Add(now_.size())) return -1;
    for (int32_t pc : now_) step(pc);
  } else {
    for (uint32_t i = 0; i < from.count; ++i) step(pool_[from.begin + i]);
  }
  if (!anchored_) {
    if (narrow) {
      const Start* start = StartOf(reader, from.before, c, work);
      if (start == nullptr) return -1;
      match |= start->match;
      for (uint32_t i = 0; i < start->count; ++i)
        Follow(start_pool_[start->begin + i], nullptr, &next_);
    } else {
      now_.Clear();
      Follow(0, &place, &now_);
      if (!work->Add(now_.size())) return -1;
      for (int32_t pc : now_) step(pc);
    }
  }
  if (!work->Add(64 + 2 * (from.count + next_.size()))) return -1;
  Before before = BeforeOf(reader, c);
  bool full = states_.size() + 1 > kMaxStates ||
              pool_.size() + next_.size() > kMaxPool + code_.instructions.size() ||
              start_pool_.size() > kMaxPool;
  if (full) {
    // What is known goes; the state we are in is no more, and so has nothing to remember.
    Forget();
    int64_t next = StateOf(&next_, before);
    return 2 * next + (match ? 1 : 0);
  }
  int32_t next = 2 * StateOf(&next_, before) + (match ? 1 : 0);
  if (narrow) {
    transitions_[static_cast<size_t>(state) * kSymbols + column] = next;
  } else {
    *wide = {state, c, next};
  }
  return next;
}

// kMatch: there is one, and the leftmost does not begin before *from. This is what a grep spends
// its time in: for ASCII a load from the table and a test for each byte.
RegexOutcome RegexThreads::Exists(const RegexReader& reader, size_t start, bool anchored,
                                  size_t* from, RegexWork* work) {
  if (anchored != anchored_) {
    Forget();
    anchored_ = anchored;
  }
  if (states_.size() + 1 > kMaxStates || pool_.size() > kMaxPool) Forget();
  next_.Clear();
  if (anchored) Follow(0, nullptr, &next_);
  if (!work->Add(16 + next_.size())) return RegexOutcome::kStopped;
  int32_t state = StateOf(&next_, BeforeAt(reader, static_cast<int64_t>(start)));
  std::string_view text = reader.text();
  *from = start;
  for (size_t at = start; at < text.size();) {
    size_t end = std::min(text.size(), at + 2048);
    if (!work->Add(end - at)) return RegexOutcome::kStopped;
    while (at < end) {
      size_t size = 1;
      uint32_t c = reader.Read(static_cast<int64_t>(at), &size);
      int64_t next = c < 128 ? transitions_[static_cast<size_t>(state) * kSymbols + c] : -1;
      if (next < 0) {
        next = Next(reader, state, c, work);
        if (next < 0) return RegexOutcome::kStopped;
      }
      if (next & 1) return RegexOutcome::kMatch;
      state = static_cast<int32_t>(next >> 1);
      at += size;
      if (states_[static_cast<size_t>(state)].count == 0) {
        if (anchored) return RegexOutcome::kNone;
        *from = at;  // no thread lives that began before
      }
    }
  }
  int64_t last = Next(reader, state, kEndOfText, work);
  return last < 0 ? RegexOutcome::kStopped : last & 1 ? RegexOutcome::kMatch : RegexOutcome::kNone;
}

// ---- threads: where is it, and where are its groups?
// Exists() has found that there is a match, and no place before `from` needs to be looked at. This
// finds its ends and its groups. It is Pike's algorithm: all threads go through the text together,
// each with positions of its own, at most one thread per instruction. Hence time is text times
// program, whatever the pattern.
//
// The first thread to reach an instruction keeps it. A match further left wins, then a longer one,
// and threads that began further right than the best are dropped.
//
// Because a thread's positions are changed while it spreads, the stack also holds what to put back.
// That is cheaper than a copy of the positions for each branch.
//
// Threads at one place, the first in rank first, are carried from character to character; each has
// the positions of its groups.
class RegexThreads::GroupSearch {
 public:
  GroupSearch(RegexThreads* machine, const RegexReader& reader, size_t slots, RegexWork* work)
      : machine_(*machine), reader_(reader), work_(*work), slots_(slots), current_(slots, -1) {}

  RegexOutcome Run(size_t from, bool anchored);
  // The positions of the groups of the match.
  const std::vector<int64_t>& best() const { return best_; }

 private:
  struct Entry {
    int32_t pc;
    int32_t slot;  // < 0: a thread; else a position to put back
    int64_t value;
  };
  struct ThreadList {
    std::vector<int32_t> pcs;
    std::vector<int64_t> spans;
  };

  bool HasRoom(const ThreadList& list);
  void Add(int32_t first, int64_t at, ThreadList* list);

  RegexThreads& machine_;
  const RegexReader& reader_;
  RegexWork& work_;
  const size_t slots_;
  std::vector<int64_t> current_, best_;
  ThreadList threads_, next_;
  std::vector<Entry> stack_;
  size_t room_ = 0;
  bool stopped_ = false;
  bool won_ = false;  // in this round, with RegexOptions::first
};

// A thread has entries for its splits and groups; both lists have at most a thread for each
// instruction.
bool RegexThreads::GroupSearch::HasRoom(const ThreadList& list) {
  if (list.pcs.size() < room_) return true;
  size_t more = std::max<size_t>(64, room_);
  if (!work_.Charge(4 * more * (slots_ * sizeof(int64_t) + sizeof(int32_t)))) return false;
  room_ += more;
  return true;
}

// Adds the thread `first` with the groups in current_, and what it reaches without a character.
void RegexThreads::GroupSearch::Add(int32_t first, int64_t at, ThreadList* list) {
  Place place = {};
  if (machine_.has_assertions_) place = reader_.PlaceAt(at);
  stack_.push_back({first, -1, 0});
  uint64_t visited = 0;
  while (!stack_.empty()) {
    Entry entry = stack_.back();
    stack_.pop_back();
    if (entry.slot >= 0) {
      current_[static_cast<size_t>(entry.slot)] = entry.value;
      continue;
    }
    int32_t pc = entry.pc;
    while (machine_.next_.Add(pc)) {
      ++visited;
      const RegexInstruction& in = machine_.code_.instructions[static_cast<size_t>(pc)];
      if (in.op == Op::kJump) {
        pc = in.a;
      } else if (in.op == Op::kSplit) {
        stack_.push_back({in.b, -1, 0});
        pc = in.a;
      } else if (in.op == Op::kSave) {
        if (static_cast<size_t>(in.a) < slots_) {
          stack_.push_back({0, in.a, current_[static_cast<size_t>(in.a)]});
          current_[static_cast<size_t>(in.a)] = at;
        }
        ++pc;
      } else if (in.op == Op::kAssert) {
        if (!RegexReader::Holds(static_cast<RegexNodeKind>(in.a), place)) break;
        ++pc;
      } else if (in.op == Op::kMatch) {
        if (machine_.options_.first) {  // what is lower in rank is tried no more
          best_ = current_;
          best_[1] = at;
          visited += slots_ / 8;
          won_ = true;
          stack_.clear();
          break;
        }
        if (best_.empty() || current_[0] < best_[0] || (current_[0] == best_[0] && at > best_[1])) {
          best_ = current_;
          best_[1] = at;
          visited += slots_ / 8;
        }
        break;
      } else {
        if (!HasRoom(*list)) {
          stopped_ = true;
          return;
        }
        list->pcs.push_back(pc);
        list->spans.insert(list->spans.end(), current_.begin(), current_.end());
        visited += slots_ / 8;
        break;
      }
    }
  }
  stopped_ |= !work_.Add(visited);
}

RegexOutcome RegexThreads::GroupSearch::Run(size_t from, bool anchored) {
  const std::vector<RegexInstruction>& instructions = machine_.code_.instructions;
  if (!work_.Charge(2 * instructions.size() * sizeof(Entry))) return RegexOutcome::kStopped;
  machine_.next_.Clear();
  for (int64_t at = static_cast<int64_t>(from);;) {
    if (best_.empty() && (!anchored || at == static_cast<int64_t>(from))) {
      std::fill(current_.begin(), current_.end(), -1);
      current_[0] = at;
      Add(0, at, &threads_);
    }
    if (stopped_ || !work_.Add(2 + slots_ / 8)) return RegexOutcome::kStopped;
    if (at == reader_.size() || (threads_.pcs.empty() && (anchored || !best_.empty()))) break;
    size_t size = 1;
    uint32_t c = reader_.Read(at, &size);
    at += static_cast<int64_t>(size);
    machine_.next_.Clear();
    won_ = false;
    for (size_t i = 0; i < threads_.pcs.size() && !stopped_ && !won_; ++i) {
      const int64_t* own = threads_.spans.data() + i * slots_;
      if (!best_.empty() && own[0] > best_[0]) continue;  // to the right of the match
      const RegexInstruction& in = instructions[static_cast<size_t>(threads_.pcs[i])];
      if (!machine_.Consumes(reader_, in, c, &work_)) continue;
      std::copy(own, own + slots_, current_.begin());
      Add(threads_.pcs[i] + 1, at, &next_);
    }
    if (stopped_ || !work_.Add(threads_.pcs.size())) return RegexOutcome::kStopped;
    std::swap(threads_, next_);
    next_.pcs.clear();
    next_.spans.clear();
  }
  return best_.empty() ? RegexOutcome::kNone : RegexOutcome::kMatch;
}

RegexOutcome RegexThreads::Locate(const RegexReader& reader, size_t from, bool anchored,
                                  RegexSpan* spans, size_t count, RegexWork* work) {
  size_t known = std::min(count, static_cast<size_t>(tree_.groups) + 1);
  GroupSearch search(this, reader, 2 * known, work);
  RegexOutcome outcome = search.Run(from, anchored);
  if (outcome != RegexOutcome::kMatch) return outcome;
  const std::vector<int64_t>& best = search.best();
  for (size_t i = 0; i < count; ++i) {
    spans[i] = {};
    if (i < known && best[2 * i] >= 0 && best[2 * i + 1] >= 0)
      spans[i] = {best[2 * i], best[2 * i + 1]};
  }
  return RegexOutcome::kMatch;
}

RegexOutcome RegexThreads::Search(std::string_view text, size_t start, bool anchored,
                                  RegexSpan* spans, size_t count, ParseAccount* account) {
  RegexReader reader(text, tree_, options_);
  RegexWork work(account);
  size_t from = start;
  RegexOutcome outcome = Exists(reader, start, anchored, &from, &work);
  if (outcome != RegexOutcome::kMatch || count == 0) return outcome;
  return Locate(reader, from, anchored, spans, count, &work);
}

}  // namespace pysub::shell
