#include "shell/commands/archive/lzma_encoder.h"

#include <algorithm>
#include <bit>

#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr uint16_t kEven = 1 << 10;  // a probability of one half, of 2^11
constexpr int kLearning = 5;
constexpr uint32_t kHashBits = 16;

}  // namespace

// ---- bits
void RangeEncoder::Shift() {
  if (low_ < 0xFF000000u || low_ > UINT32_MAX) {
    const auto carry = static_cast<uint8_t>(low_ >> 32);
    for (uint8_t byte = cache_; waiting_ > 0; --waiting_) {
      out_ += static_cast<char>(byte + carry);
      byte = 0xFF;
    }
    cache_ = static_cast<uint8_t>(low_ >> 24);
  }
  ++waiting_;
  low_ = (low_ & 0x00FFFFFF) << 8;
}

void RangeEncoder::Bit(uint16_t* probability, uint32_t bit) {
  const uint32_t bound = (range_ >> 11) * *probability;
  if (bit == 0) {
    range_ = bound;
    *probability = static_cast<uint16_t>(*probability + (((1 << 11) - *probability) >> kLearning));
  } else {
    low_ += bound;
    range_ -= bound;
    *probability = static_cast<uint16_t>(*probability - (*probability >> kLearning));
  }
  for (; range_ < (1u << 24); range_ <<= 8) Shift();
}

void RangeEncoder::Direct(uint32_t value, int bits) {
  while (bits-- > 0) {
    range_ >>= 1;
    if ((value >> bits & 1) != 0) low_ += range_;
    for (; range_ < (1u << 24); range_ <<= 8) Shift();
  }
}

void RangeEncoder::Tree(uint16_t* tree, int bits, uint32_t value) {
  for (uint32_t node = 1; bits-- > 0;) {
    const uint32_t bit = value >> bits & 1;
    Bit(tree + node, bit);
    node = node << 1 | bit;
  }
}

void RangeEncoder::ReverseTree(uint16_t* tree, int bits, uint32_t value) {
  for (uint32_t node = 1; bits-- > 0; value >>= 1) {
    Bit(tree + node, value & 1);
    node = node << 1 | (value & 1);
  }
}

void RangeEncoder::End() {
  for (int i = 0; i < 5; ++i) Shift();
  low_ = 0;
  range_ = UINT32_MAX;
  cache_ = 0;
  waiting_ = 1;
}

// ---- state
void LzmaEncoder::set_level(int level) {
  constexpr uint32_t kDepths[] = {4, 6, 8, 12, 16, 32, 48, 64, 96, 128};
  depth_ = kDepths[level];
  nice_ = level < 2 ? 32 : level < 6 ? 64 : level < 9 ? 128 : kMostLength;
}

void LzmaEncoder::ResetState() {
  probabilities_.assign(kProbabilities, kEven);
  state_ = 0;
  reps_ = {};
}

void LzmaEncoder::Fields(Archive& archive) {
  archive(probabilities_, state_, reps_[0], reps_[1], reps_[2], reps_[3], window_, position_,
          range_);
  archive.Charged(window_charged_);
  archive.Charged(tables_charged_);
  if (!archive.loading()) return;
  bool right = (probabilities_.empty() || probabilities_.size() == kProbabilities) &&
               state_ < kStates && window_.size() <= 2 * kDictionary + kMostOfChunk;
  // (Each step of learning keeps a probability within these.)
  for (uint32_t rep : reps_) right &= rep < kDictionary;
  right &= state_ < 7 || reps_[0] < window_.size();
  for (uint16_t probability : probabilities_) right &= probability >= 31 && probability <= 2017;
  if (!right) archive.Fail();
}

void LzmaEncoder::Release(CommandIo& io) {
  (void)io.Reserve(-static_cast<int64_t>(window_charged_ + tables_charged_));
  const uint32_t depth = depth_, nice = nice_;
  *this = LzmaEncoder();
  depth_ = depth;
  nice_ = nice;
}

// The tables, behind a load those of what was there.
bool LzmaEncoder::Prepare(CommandIo& io) {
  if (heads_.empty()) {
    constexpr uint64_t kBytes =
        sizeof(uint32_t) * ((1 << kHashBits) + kDictionary) + kProbabilities * sizeof(uint16_t);
    if (tables_charged_ == 0) {
      if (!io.Reserve(static_cast<int64_t>(kBytes))) return false;
      tables_charged_ = kBytes;
    }
    heads_.assign(1 << kHashBits, 0);
    before_.assign(kDictionary, 0);
    inserted_ = 0;
  }
  if (probabilities_.empty()) ResetState();
  return true;
}

// The window keeps a dictionary at least; when it has two, the first goes.
bool LzmaEncoder::MakeRoomFor(CommandIo& io, size_t more) {
  if (window_.size() + more > 2 * kDictionary) {
    window_.erase(0, window_.size() - kDictionary);
    std::fill(heads_.begin(), heads_.end(), 0);
    inserted_ = 0;
  }
  if (!MakeRoom(io, &window_, more, &window_charged_)) return false;
  while (inserted_ + 4 <= window_.size()) {
    if (inserted_ % 4096 == 0 && !io.account().Tick(4096)) return false;
    Insert(inserted_++);
  }
  return true;
}

// ---- matches
uint32_t LzmaEncoder::HashAt(uint64_t place) const {
  uint32_t word = 0;
  for (uint64_t i = 0; i < 3; ++i) word = word << 8 | static_cast<uint8_t>(window_[place + i]);
  return word * 2654435761u >> (32 - kHashBits);
}

void LzmaEncoder::Insert(uint64_t place) {
  uint32_t& head = heads_[HashAt(place)];
  before_[place % kDictionary] = head;
  head = static_cast<uint32_t>(place + 1);
}

uint32_t LzmaEncoder::Common(uint64_t a, uint64_t b, uint32_t most) const {
  uint32_t length = 0;
  while (length < most && window_[a + length] == window_[b + length]) ++length;
  return length;
}

// `place` may be the next one, too, so what is searched is inserted before it.
LzmaEncoder::Match LzmaEncoder::Longest(CommandIo& io, uint64_t place, uint32_t most) {
  for (; inserted_ < place && inserted_ + 3 <= window_.size(); ++inserted_) Insert(inserted_);
  Match best;
  if (most < 3) return best;
  uint64_t work = 16;
  uint32_t candidate = heads_[HashAt(place)];
  for (uint32_t tries = depth_; candidate > 0 && tries > 0; --tries) {
    const uint64_t other = candidate - 1;
    if (other >= place) {
      candidate = before_[other % kDictionary];
      continue;
    }
    if (place - other > kDictionary) break;
    const uint32_t length =
        best.length > 0 && window_[other + best.length] != window_[place + best.length]
            ? 0
            : Common(other, place, most);
    work += 2 + length / 8;
    if (length > best.length && length >= 3) {
      best = {length, static_cast<uint32_t>(place - other - 1)};
      if (length >= nice_ || length == most) break;
    }
    const uint32_t following = before_[other % kDictionary];
    if (following >= candidate) break;  // its place was taken since then
    candidate = following;
  }
  if (!io.account().Tick(work)) return Match();
  return best;
}

LzmaEncoder::Match LzmaEncoder::Repeated(uint64_t place, uint32_t most, uint32_t* which) const {
  Match best;
  for (uint32_t i = 0; i < 4; ++i) {
    if (reps_[i] >= place) continue;
    const uint32_t length = Common(place - reps_[i] - 1, place, most);
    if (length <= best.length || length < 2) continue;
    best = {length, reps_[i]};
    *which = i;
  }
  return best;
}

// ---- coding
void LzmaEncoder::Literal(uint64_t place) {
  const uint64_t at = position_ - (window_.size() - place);
  range_.Bit(P(kIsMatch + state_ * kPositions + at % kPositions), 0);
  const uint32_t last = place == 0 ? 0 : static_cast<uint8_t>(window_[place - 1]);
  uint16_t* tree = P(kLiteral + 0x300 * (last >> (8 - kLiteralContext)));
  const uint32_t byte = static_cast<uint8_t>(window_[place]);
  if (state_ < 7) {
    range_.Tree(tree, 8, byte);
  } else {
    // Behind a match the byte there is a hint: it is not this one.
    uint32_t hint = static_cast<uint8_t>(window_[place - reps_[0] - 1]), offset = 0x100;
    uint32_t node = 1;
    for (int bit = 7; bit >= 0; --bit) {
      hint <<= 1;
      const uint32_t value = byte >> bit & 1;
      range_.Bit(tree + offset + (hint & offset) + node, value);
      node = node << 1 | value;
      offset &= ~(hint ^ (value == 0 ? 0 : UINT32_MAX));
    }
  }
  state_ = state_ < 4 ? 0 : state_ < 10 ? state_ - 3 : state_ - 6;
}

void LzmaEncoder::EncodeLength(uint32_t table, uint32_t length, uint32_t position) {
  length -= 2;
  const uint32_t low = table + 2 + position * 8, middle = low + kPositions * 8;
  if (length < 8) {
    range_.Bit(P(table), 0);
    range_.Tree(P(low), 3, length);
    return;
  }
  range_.Bit(P(table), 1);
  if (length < 16) {
    range_.Bit(P(table + 1), 0);
    range_.Tree(P(middle), 3, length - 8);
    return;
  }
  range_.Bit(P(table + 1), 1);
  range_.Tree(P(table + 2 + 2 * kPositions * 8), 8, length - 16);
}

// A slot tells the two highest bits and how many follow: modelled, or as they are but for four.
void LzmaEncoder::EncodeDistance(uint32_t distance, uint32_t length) {
  uint32_t slot = distance;
  if (distance >= 4) {
    const auto top = static_cast<uint32_t>(std::bit_width(distance) - 1);
    slot = 2 * top + (distance >> (top - 1) & 1);
  }
  range_.Tree(P(kSlot + 64 * std::min<uint32_t>(length - 2, 3)), 6, slot);
  if (slot < 4) return;
  const int bits = static_cast<int>(slot / 2) - 1;
  const uint32_t base = (2 | (slot & 1)) << bits, rest = distance - base;
  if (slot < 14) {
    range_.ReverseTree(P(kSpecial + base - slot), bits, rest);
    return;
  }
  range_.Direct(rest >> 4, bits - 4);
  range_.ReverseTree(P(kAlign), 4, rest & 15);
}

void LzmaEncoder::EncodeMatch(uint64_t place, const Match& match) {
  const auto position = static_cast<uint32_t>((position_ - (window_.size() - place)) % kPositions);
  range_.Bit(P(kIsMatch + state_ * kPositions + position), 1);
  range_.Bit(P(kIsRep + state_), 0);
  state_ = state_ < 7 ? 7 : 10;
  EncodeLength(kLength, match.length, position);
  EncodeDistance(match.distance, match.length);
  reps_ = {match.distance, reps_[0], reps_[1], reps_[2]};
}

void LzmaEncoder::EncodeRepeated(uint64_t place, uint32_t which, uint32_t length) {
  const auto position = static_cast<uint32_t>((position_ - (window_.size() - place)) % kPositions);
  range_.Bit(P(kIsMatch + state_ * kPositions + position), 1);
  range_.Bit(P(kIsRep + state_), 1);
  if (which == 0) {
    range_.Bit(P(kIsRep0 + state_), 0);
    range_.Bit(P(kIsRep0Long + state_ * kPositions + position), 1);
  } else {
    range_.Bit(P(kIsRep0 + state_), 1);
    range_.Bit(P(kIsRep1 + state_), which == 1 ? 0 : 1);
    if (which > 1) range_.Bit(P(kIsRep2 + state_), which == 2 ? 0 : 1);
    const uint32_t distance = reps_[which];
    std::copy_backward(reps_.begin(), reps_.begin() + which, reps_.begin() + which + 1);
    reps_[0] = distance;
  }
  state_ = state_ < 7 ? 8 : 11;
  EncodeLength(kRepLength, length, position);
}

// A literal or a match. A near match that is a little shorter is cheaper; and the next place may
// have a longer one.
void LzmaEncoder::EncodeOne(CommandIo& io, uint64_t* place, uint64_t end) {
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(end - *place, kMostLength));
  uint32_t which = 0;
  const Match repeated = Repeated(*place, most, &which);
  if (repeated.length >= nice_) {
    EncodeRepeated(*place, which, repeated.length);
    *place += repeated.length;
    return;
  }
  Match match = next_place_ == *place ? next_ : Longest(io, *place, most);
  const auto is_far = [&](uint32_t than) { return match.distance >= than; };
  const bool takes_repeated =
      repeated.length >= 2 && (repeated.length + 1 >= match.length ||
                               (repeated.length + 2 >= match.length && is_far(1 << 9)) ||
                               (repeated.length + 3 >= match.length && is_far(1 << 15)));
  if (takes_repeated) {
    EncodeRepeated(*place, which, repeated.length);
    *place += repeated.length;
    return;
  }
  bool takes_match = match.length >= 4 || (match.length == 3 && !is_far(1 << 12));
  if (takes_match && match.length < nice_ && *place + 1 < end) {
    next_place_ = *place + 1;
    next_ = Longest(io, next_place_,
                    static_cast<uint32_t>(std::min<uint64_t>(end - next_place_, kMostLength)));
    takes_match = !(next_.length > match.length + 1 ||
                    (next_.length == match.length + 1 && next_.distance / 128 <= match.distance) ||
                    (next_.length == match.length && next_.distance < match.distance / 128));
  }
  if (takes_match) {
    EncodeMatch(*place, match);
    *place += match.length;
  } else {
    Literal(*place);
    ++*place;
  }
}

bool LzmaEncoder::Pack(CommandIo& io, std::string_view chunk, bool ends, std::string* out) {
  if (!Prepare(io) || !MakeRoomFor(io, chunk.size())) return false;
  uint64_t place = window_.size();
  window_ += chunk;
  position_ += chunk.size();
  next_place_ = UINT64_MAX;
  while (place < window_.size()) {
    if (!io.account().Tick(16)) return false;
    EncodeOne(io, &place, window_.size());
  }
  if (ends) range_.End();
  *out += range_.out();
  range_.out().clear();
  return true;
}

bool LzmaEncoder::EndStream(CommandIo& io, std::string* out) {
  if (!Prepare(io)) return false;
  EncodeMatch(window_.size(), {2, UINT32_MAX});
  range_.End();
  *out += range_.out();
  range_.out().clear();
  return true;
}

}  // namespace pysub::shell
