#include <algorithm>

#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/pattern.h"

namespace pysub::shell::jq {
namespace {

constexpr int kMaxLook = 24;                // look-arounds and atomic groups inside each other
constexpr size_t kMaxVisited = 256u << 20;  // bits

uint32_t Folded(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  const CaseMapping fold = FullFold(c);
  return fold.size == 1 ? fold.code_points[0] : SimpleLower(c);
}

bool InScript(PatternClass which, uint32_t c) {
  switch (which) {
    case PatternClass::kGreek: return (c >= 0x370 && c <= 0x3FF) || (c >= 0x1F00 && c <= 0x1FFF);
    case PatternClass::kCyrillic: return c >= 0x400 && c <= 0x52F;
    case PatternClass::kHan:
      return (c >= 0x2E80 && c <= 0x2FD5) || c == 0x3005 || c == 0x3007 ||
             (c >= 0x3021 && c <= 0x3029) || (c >= 0x3400 && c <= 0x9FFF) ||
             (c >= 0xF900 && c <= 0xFAD9) || (c >= 0x20000 && c <= 0x323AF);
    case PatternClass::kHiragana: return c >= 0x3041 && c <= 0x309F;
    case PatternClass::kKatakana:
      return (c >= 0x30A1 && c <= 0x30FF) || (c >= 0xFF66 && c <= 0xFF9D);
    case PatternClass::kLatin:
      return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == 0xAA || c == 0xBA ||
             (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) || (c >= 0x1E00 && c <= 0x1EFF);
    default: return false;
  }
}

bool HasCategory(uint32_t c, std::string_view first) {
  return CategoryName(CategoryOf(c)).starts_with(first);
}

}  // namespace

bool InPatternClass(PatternClass which, uint32_t c) {
  switch (which) {
    case PatternClass::kWord:
      return IsAlphaCodePoint(c) || HasCategory(c, "N") || HasCategory(c, "M") ||
             HasCategory(c, "Pc");
    case PatternClass::kDigit: return HasCategory(c, "Nd");
    case PatternClass::kSpace:
      return c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || HasCategory(c, "Z");
    case PatternClass::kHex: return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
    case PatternClass::kAlpha: return IsAlphaCodePoint(c) || HasCategory(c, "M");
    case PatternClass::kAlnum:
      return IsAlphaCodePoint(c) || HasCategory(c, "Nd") || HasCategory(c, "M");
    case PatternClass::kUpper: return IsUpperCodePoint(c);
    case PatternClass::kLower: return IsLowerCodePoint(c);
    case PatternClass::kPunct: return HasCategory(c, "P") || (c < 0x80 && HasCategory(c, "S"));
    case PatternClass::kPrint: return !HasCategory(c, "C");
    case PatternClass::kGraph: return !HasCategory(c, "C") && !HasCategory(c, "Z");
    case PatternClass::kControl: return HasCategory(c, "C");
    case PatternClass::kBlank: return c == ' ' || c == '\t' || HasCategory(c, "Zs");
    case PatternClass::kLetter: return HasCategory(c, "L");
    case PatternClass::kNumber: return HasCategory(c, "N");
    case PatternClass::kMark: return HasCategory(c, "M");
    case PatternClass::kSymbol: return HasCategory(c, "S");
    case PatternClass::kSeparator: return HasCategory(c, "Z");
    case PatternClass::kAscii: return c < 0x80;
    case PatternClass::kAny: return true;
    default: return InScript(which, c);
  }
}

namespace {

bool HasExactly(const PatternSet& set, uint32_t c) {
  for (const auto& [low, high] : set.ranges) {
    if (c >= low && c <= high) return true;
  }
  for (const auto& [which, negated] : set.classes) {
    if (InPatternClass(which, c) != negated) return true;
  }
  return false;
}

}  // namespace

bool InPatternSet(const PatternSet& set, uint32_t c, bool ignore_case) {
  bool has = HasExactly(set, c);
  if (!has && ignore_case) {
    has = HasExactly(set, Folded(c)) || HasExactly(set, SimpleUpper(c)) ||
          HasExactly(set, SimpleLower(c));
  }
  return has != set.negated;
}

// The bytes with which a match may begin, if all its ways begin with a character.
void FindFirstBytes(CompiledPattern* pattern) {
  std::vector<bool> seen(pattern->code.size());
  std::vector<uint32_t> open{0};
  const auto add = [&](uint32_t byte) { pattern->first[byte / 64] |= uint64_t{1} << (byte % 64); };
  while (!open.empty()) {
    const uint32_t pc = open.back();
    open.pop_back();
    if (seen[pc]) continue;
    seen[pc] = true;
    const PatternInstruction& in = pattern->code[pc];
    switch (in.op) {
      case PatternOp::kJump: open.push_back(in.a); break;
      case PatternOp::kSplit:
        open.push_back(in.a);
        open.push_back(in.b);
        break;
      case PatternOp::kSave:
      case PatternOp::kLoopStart: open.push_back(pc + 1); break;
      case PatternOp::kCharacter:
        if (in.a >= 0x80 || (in.flags != 0 && (in.a == 'k' || in.a == 's'))) {
          for (uint32_t byte = 0x80; byte < 256; ++byte) add(byte);
        }
        if (in.a < 0x80) add(in.a);
        if (in.flags != 0 && in.a >= 'a' && in.a <= 'z') add(in.a - 32);
        break;
      case PatternOp::kSet:
        for (uint32_t byte = 0; byte < 256; ++byte) {
          if (byte >= 0x80 || (pattern->sets[in.a].ascii[byte / 64] >> (byte % 64) & 1) != 0) {
            add(byte);
          }
        }
        break;
      default: return;
    }
  }
  pattern->first_known = true;
}

PatternMatcher::~PatternMatcher() { heap_.Charge(-charged_); }

bool PatternMatcher::IsWordAt(size_t at) const {
  if (at >= text_.size()) return false;
  return InPatternClass(PatternClass::kWord, DecodeUtf8(text_, at).code_point);
}

bool PatternMatcher::IsWordBefore(size_t at) const {
  return at > 0 && InPatternClass(PatternClass::kWord, DecodeUtf8Before(text_, at).code_point);
}

// False: it is the first time.
bool PatternMatcher::Visited(uint32_t pc, size_t at) {
  const size_t bit = at * pattern_.code.size() + pc;
  uint64_t& word = visited_[bit / 64];
  const uint64_t mask = uint64_t{1} << (bit % 64);
  if ((word & mask) != 0) return true;
  word |= mask;
  low_ = std::min(low_, at);
  high_ = std::max(high_, at);
  return false;
}

void PatternMatcher::ForgetVisited() {
  if (low_ > high_) return;
  const size_t size = pattern_.code.size();
  const size_t from = low_ * size / 64, to = ((high_ + 1) * size + 63) / 64;
  std::fill(visited_.begin() + static_cast<ptrdiff_t>(from),
            visited_.begin() + static_cast<ptrdiff_t>(std::min(to, visited_.size())), 0);
  low_ = SIZE_MAX;
  high_ = 0;
}

void PatternMatcher::Set(int32_t slot, int64_t value) {
  int64_t& place = slots_[static_cast<size_t>(slot)];
  stack_.push_back({0, 0, slot, place});
  place = value;
}

// One character; moves *at behind it.
bool PatternMatcher::Fits(const PatternInstruction& in, size_t* at) const {
  if (*at >= text_.size()) return false;
  uint32_t c = static_cast<uint8_t>(text_[*at]);
  size_t size = 1;
  if (c >= 0x80) {
    const DecodedCodePoint one = DecodeUtf8(text_, *at);
    c = one.code_point;
    size = static_cast<size_t>(one.size);
  }
  switch (in.op) {
    case PatternOp::kCharacter:
      if ((in.flags != 0 ? Folded(c) : c) != in.a) return false;
      break;
    case PatternOp::kAny:
      if (c == '\n') return false;
      break;
    case PatternOp::kSet: {
      const PatternSet& set = pattern_.sets[in.a];
      const bool has =
          c < 0x80 ? (set.ascii[c / 64] >> (c % 64) & 1) != 0 : InPatternSet(set, c, in.flags != 0);
      if (!has) return false;
      break;
    }
    default: break;
  }
  *at += size;
  return true;
}

bool PatternMatcher::Holds(PatternOp op, size_t at) const {
  switch (op) {
    case PatternOp::kLineBegin: return at == 0 || text_[at - 1] == '\n';
    case PatternOp::kLineEnd: return at == text_.size() || text_[at] == '\n';
    case PatternOp::kTextBegin: return at == 0;
    case PatternOp::kTextEnd: return at == text_.size();
    case PatternOp::kTextEndOrNewline:
      return at == text_.size() || (at + 1 == text_.size() && text_[at] == '\n');
    case PatternOp::kWordBoundary: return IsWordBefore(at) != IsWordAt(at);
    case PatternOp::kNotWordBoundary: return IsWordBefore(at) == IsWordAt(at);
    default: return at == start_;
  }
}

bool PatternMatcher::Reference(const PatternInstruction& in, size_t* at) const {
  const int64_t begin = slots_[2 * in.a], end = slots_[2 * in.a + 1];
  if (begin < 0 || end < begin) return false;
  const std::string_view part =
      text_.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  if (in.flags == 0) {
    if (!text_.substr(*at).starts_with(part)) return false;
    *at += part.size();
    return true;
  }
  size_t here = *at;
  for (size_t i = 0; i < part.size();) {
    if (here >= text_.size()) return false;
    const DecodedCodePoint x = DecodeUtf8(part, i), y = DecodeUtf8(text_, here);
    if (Folded(x.code_point) != Folded(y.code_point)) return false;
    i += static_cast<size_t>(x.size);
    here += static_cast<size_t>(y.size);
  }
  *at = here;
  return true;
}

// Whether what is looked for is there.
bool PatternMatcher::Look(const PatternInstruction& in, uint32_t pc, size_t at, int depth) {
  size_t end = 0;
  if ((in.flags & 2) == 0) return Run(pc + 1, at, &end, depth + 1);
  // Behind: from every place before, until it ends here.
  for (size_t from = at;; --from) {
    if (from == text_.size() || !IsContinuationByte(text_[from])) {
      const size_t undo = stack_.size();
      if (Run(pc + 1, from, &end, depth + 1) && end == at) return true;
      (void)undo;
    }
    if (from == 0 || !heap_.Spend(1)) return false;
  }
}

bool PatternMatcher::Run(uint32_t pc, size_t at, size_t* end, int depth) {
  if (depth > kMaxLook) {
    gave_up_ = true;
    return false;
  }
  const size_t floor = stack_.size();
  while (true) {
    if (++steps_ % 64 == 0 && (!heap_.Spend(64) || (!remembers_ && steps_ > kMostSteps))) {
      gave_up_ = true;
      return false;
    }
    const PatternInstruction& in = pattern_.code[pc];
    bool holds = true;
    switch (in.op) {
      case PatternOp::kCharacter:
      case PatternOp::kAny:
      case PatternOp::kAll:
      case PatternOp::kSet:
        holds = Fits(in, &at);
        ++pc;
        break;
      case PatternOp::kJump: pc = in.a; break;
      case PatternOp::kSplit:
        if (remembers_ && Visited(pc, at)) {
          holds = false;
          break;
        }
        if (stack_.size() == stack_.capacity() &&
            !heap_.Charge(static_cast<int64_t>(stack_.size() * sizeof(Undo)))) {
          gave_up_ = true;
          return false;
        }
        if (stack_.size() == stack_.capacity()) {
          charged_ += static_cast<int64_t>(stack_.size() * sizeof(Undo));
        }
        stack_.push_back({in.b, static_cast<int64_t>(at), -1, 0});
        pc = in.a;
        break;
      case PatternOp::kSave:
        Set(static_cast<int32_t>(in.a), static_cast<int64_t>(at));
        ++pc;
        break;
      case PatternOp::kLoopStart:
        if (!remembers_) {
          Set(static_cast<int32_t>(2 * (pattern_.groups() + 1) + in.a), static_cast<int64_t>(at));
        }
        ++pc;
        break;
      case PatternOp::kLoopCheck:
        holds =
            remembers_ || slots_[2 * (pattern_.groups() + 1) + in.a] != static_cast<int64_t>(at);
        ++pc;
        break;
      case PatternOp::kReference:
        holds = Reference(in, &at);
        ++pc;
        break;
      case PatternOp::kLook:
      case PatternOp::kAtomic: {
        const size_t kept = stack_.size();
        size_t inner = at;
        const bool negative = in.op == PatternOp::kLook && (in.flags & 1) != 0;
        const bool found = in.op == PatternOp::kAtomic ? Run(pc + 1, at, &inner, depth + 1)
                                                       : Look(in, pc, at, depth);
        if (gave_up_) return false;
        // Of what it did only changes of slots stay, to be undone later; of a negative one nothing.
        size_t to = kept;
        for (size_t i = kept; i < stack_.size(); ++i) {
          if (stack_[i].slot >= 0) stack_[to++] = stack_[i];
        }
        stack_.resize(to);
        if (negative || !found) {
          for (; stack_.size() > kept; stack_.pop_back()) {
            slots_[static_cast<size_t>(stack_.back().slot)] = stack_.back().value;
          }
        }
        holds = found != negative;
        if (in.op == PatternOp::kAtomic && found) at = inner;
        pc = in.a;
        break;
      }
      case PatternOp::kEnd:
        if (depth == 0 && !Accept(at)) {
          holds = false;
          break;
        }
        *end = at;
        return true;
      default:
        holds = Holds(in.op, at);
        ++pc;
        break;
    }
    if (holds) continue;
    // Back to the last choice.
    while (true) {
      if (stack_.size() == floor) return false;
      const Undo undo = stack_.back();
      stack_.pop_back();
      if (undo.slot >= 0) {
        slots_[static_cast<size_t>(undo.slot)] = undo.value;
        continue;
      }
      pc = undo.pc;
      at = static_cast<size_t>(undo.at);
      break;
    }
  }
}

// Whether a match may end here; of several the longest is kept while others are looked for.
bool PatternMatcher::Accept(size_t at) {
  if (options_.not_empty && at == begin_) return false;
  if (!options_.longest) return true;
  if (static_cast<int64_t>(at) > longest_) {
    longest_ = static_cast<int64_t>(at);
    longest_slots_ = slots_;
  }
  return false;
}

bool PatternMatcher::MatchAt(size_t at) {
  slots_.assign(2 * (pattern_.groups() + 1) + pattern_.loops, -1);
  stack_.clear();
  size_t end = 0;
  begin_ = at;
  longest_ = -1;
  if (!Run(0, at, &end, 0)) {
    if (longest_ < 0) return false;
    slots_ = longest_slots_;
    end = static_cast<size_t>(longest_);
  }
  slots_[0] = static_cast<int64_t>(at);
  slots_[1] = static_cast<int64_t>(end);
  return true;
}

bool PatternMatcher::Search(size_t from) {
  if (!prepared_) {
    prepared_ = true;
    const size_t bits = (text_.size() + 1) * pattern_.code.size();
    remembers_ = pattern_.plain && !options_.longest && !options_.not_empty &&
                 bits <= kMaxVisited && heap_.Charge(static_cast<int64_t>(bits / 8 + 8));
    if (remembers_) {
      charged_ += static_cast<int64_t>(bits / 8 + 8);
      visited_.resize(bits / 64 + 1);
    }
  }
  ForgetVisited();
  start_ = from;
  bool found = false;
  for (size_t at = from; at <= text_.size() && !gave_up_; ++at) {
    if (at < text_.size() && IsContinuationByte(text_[at])) continue;
    if (pattern_.first_known) {
      const size_t skipped = at;
      while (at < text_.size() && (pattern_.first[static_cast<uint8_t>(text_[at]) / 64] >>
                                       (static_cast<uint8_t>(text_[at]) % 64) &
                                   1) == 0) {
        ++at;
      }
      if (!heap_.Spend((at - skipped) / 8) || at == text_.size()) break;
    }
    if (!heap_.Spend(1)) break;
    if (!MatchAt(at)) continue;
    best_.assign(slots_.begin(),
                 slots_.begin() + static_cast<ptrdiff_t>(2 * (pattern_.groups() + 1)));
    found = true;
    break;
  }
  return found && !gave_up_;
}

}  // namespace pysub::shell::jq
