#include "shell/commands/archive/lzma_decoder.h"

#include <algorithm>

namespace pysub::shell {
namespace {

constexpr uint32_t kProbabilityBits = 11, kMoveBits = 5;
constexpr uint32_t kTop = 1u << 24;
constexpr uint16_t kHalf = 1 << (kProbabilityBits - 1);
constexpr uint32_t kStates = 12, kPositionStates = 16, kLeastMatch = 2;
constexpr uint32_t kLengthSize = 2 + 2 * kPositionStates * 8 + 256;

// Where each kind of decision has its probabilities.
// One list for all, so that saving it is saving one vector.
enum Offsets : uint32_t {
  kIsMatch = 0,
  kIsRepeat = kIsMatch + kStates * kPositionStates,
  kIsRepeat0 = kIsRepeat + kStates,
  kIsRepeat1 = kIsRepeat0 + kStates,
  kIsRepeat2 = kIsRepeat1 + kStates,
  kIsLong0 = kIsRepeat2 + kStates,
  kSlots = kIsLong0 + kStates * kPositionStates,
  kSpecial = kSlots + 4 * 64,
  kAlign = kSpecial + 128,
  kMatchLength = kAlign + 16,
  kRepeatLength = kMatchLength + kLengthSize,
  kLiterals = kRepeatLength + kLengthSize,
};
constexpr uint32_t kLiteralSize = 0x300;

}  // namespace

// A loaded decoder is hostile, too: with these numbers in their bounds no index leaves the list.
void LzmaDecoder::Fields(Archive& archive) {
  archive(literal_context_, literal_position_, position_bits_, probabilities_, state_, repeats_[0],
          repeats_[1], repeats_[2], repeats_[3], range_, code_, position_);
  const size_t wanted =
      kLiterals + (size_t{kLiteralSize} << std::min(literal_context_ + literal_position_, 16u));
  if (literal_context_ > 8 || literal_position_ > 4 || position_bits_ > 4 || state_ >= kStates ||
      (!probabilities_.empty() && probabilities_.size() != wanted))
    archive.Fail();
}

bool LzmaDecoder::SetProperties(uint8_t byte, bool is_lzma2) {
  if (byte >= 9 * 5 * 5) return false;
  literal_context_ = byte % 9;
  literal_position_ = byte / 9 % 5;
  position_bits_ = byte / 45;
  if (is_lzma2 && literal_context_ + literal_position_ > 4) return false;
  ResetState();
  return true;
}

void LzmaDecoder::ResetState() {
  probabilities_.assign(
      kLiterals + (size_t{kLiteralSize} << (literal_context_ + literal_position_)), kHalf);
  state_ = 0;
  std::fill(std::begin(repeats_), std::end(repeats_), 0);
}

bool LzmaDecoder::Begin(std::string_view bytes) {
  if (bytes.size() < 5 || bytes[0] != 0) return false;
  range_ = 0xffffffff;
  code_ = 0;
  for (size_t i = 1; i < 5; ++i) code_ = code_ << 8 | static_cast<uint8_t>(bytes[i]);
  return code_ != range_;
}

void LzmaDecoder::Normalize() {
  if (range_ >= kTop) return;
  range_ <<= 8;
  code_ <<= 8;
  if (at_ >= in_.size()) {
    short_ = true;
    return;
  }
  code_ |= static_cast<uint8_t>(in_[at_++]);
}

uint32_t LzmaDecoder::Bit(uint16_t* probability) {
  Normalize();
  const uint32_t bound = (range_ >> kProbabilityBits) * *probability;
  if (code_ < bound) {
    range_ = bound;
    *probability += static_cast<uint16_t>(((1u << kProbabilityBits) - *probability) >> kMoveBits);
    return 0;
  }
  range_ -= bound;
  code_ -= bound;
  *probability -= *probability >> kMoveBits;
  return 1;
}

// A number bit by bit, the highest first; the bits so far say which probability comes next. The one
// at 0 is never used.
uint32_t LzmaDecoder::Tree(uint16_t* probabilities, uint32_t bits) {
  uint32_t symbol = 1;
  for (uint32_t i = 0; i < bits; ++i) symbol = symbol << 1 | Bit(probabilities + symbol);
  return symbol - (1u << bits);
}

// The lowest bit first: of large distances the low bits are alike more often than the others.
uint32_t LzmaDecoder::ReverseTree(uint16_t* probabilities, uint32_t bits) {
  uint32_t symbol = 1, value = 0;
  for (uint32_t i = 0; i < bits; ++i) {
    const uint32_t bit = Bit(probabilities + symbol);
    symbol = symbol << 1 | bit;
    value |= bit << i;
  }
  return value;
}

// Bits that are not learnt: each is as likely as the other.
uint32_t LzmaDecoder::Direct(uint32_t bits) {
  uint32_t value = 0;
  for (; bits > 0; --bits) {
    Normalize();
    range_ >>= 1;
    const bool one = code_ >= range_;
    if (one) code_ -= range_;
    value = value << 1 | (one ? 1 : 0);
  }
  return value;
}

// 2 to 9, 10 to 17, or 18 to 273.
uint32_t LzmaDecoder::Length(uint16_t* probabilities, uint32_t position_state) {
  if (Bit(probabilities) == 0) return kLeastMatch + Tree(probabilities + 2 + position_state * 8, 3);
  if (Bit(probabilities + 1) == 0) {
    return kLeastMatch + 8 + Tree(probabilities + 2 + (kPositionStates + position_state) * 8, 3);
  }
  return kLeastMatch + 16 + Tree(probabilities + 2 + 2 * kPositionStates * 8, 8);
}

void LzmaDecoder::Literal(std::string* window) {
  const uint32_t before = window->empty() ? 0 : static_cast<uint8_t>(window->back());
  const auto low = static_cast<uint32_t>(position_ & ((1u << literal_position_) - 1));
  uint16_t* probabilities =
      &probabilities_[kLiterals + kLiteralSize * ((low << literal_context_) +
                                                  (before >> (8 - literal_context_)))];
  uint32_t symbol = 1;
  if (state_ >= 7) {
    // The byte that the last match would go on with is a hint.
    uint32_t matched = static_cast<uint8_t>((*window)[window->size() - repeats_[0] - 1]);
    uint32_t offset = 0x100;
    while (symbol < 0x100) {
      matched <<= 1;
      const uint32_t hint = matched & offset;
      const uint32_t bit = Bit(probabilities + offset + hint + symbol);
      symbol = symbol << 1 | bit;
      offset &= bit != 0 ? hint : ~hint;
    }
  } else {
    while (symbol < 0x100) symbol = symbol << 1 | Bit(probabilities + symbol);
  }
  *window += static_cast<char>(symbol);
  ++position_;
  state_ = state_ < 4 ? 0 : state_ < 10 ? state_ - 3 : state_ - 6;
}

// A slot gives the two highest bits and how many follow: short distances are few bits.
//
//   slot 4     10x           4 and 5
//   slot 5     11x           6 and 7
//   slot 14    10xxxxxx      two direct bits, then the four lowest, which are learnt (kAlign)
uint32_t LzmaDecoder::Distance(uint32_t length) {
  const uint32_t kind = std::min(length - kLeastMatch, 3u);
  const uint32_t slot = Tree(&probabilities_[kSlots + kind * 64], 6);
  if (slot < 4) return slot;
  const uint32_t bits = (slot >> 1) - 1;
  uint32_t distance = (2 | (slot & 1)) << bits;
  if (slot < 14) return distance + ReverseTree(&probabilities_[kSpecial + distance - slot], bits);
  distance += Direct(bits - 4) << 4;
  return distance + ReverseTree(&probabilities_[kAlign], 4);
}

LzmaDecoder::Outcome LzmaDecoder::Decode(ParseAccount& account, std::string_view in, size_t* at,
                                         bool whole, std::string* window, uint64_t reach,
                                         uint64_t limit) {
  in_ = in;
  at_ = *at;
  short_ = false;
  Outcome outcome = Outcome::kMore;
  const auto stop = [&](Outcome why) {
    outcome = why;
    return true;
  };
  const auto one = [&]() -> bool {  // true: it is over
    const auto position_state = static_cast<uint32_t>(position_ & ((1u << position_bits_) - 1));
    if (Bit(&probabilities_[kIsMatch + state_ * kPositionStates + position_state]) == 0) {
      if (state_ >= 7 && repeats_[0] >= window->size()) return stop(Outcome::kWrong);
      Literal(window);
      return false;
    }
    uint32_t length = 0;
    if (Bit(&probabilities_[kIsRepeat + state_]) == 0) {
      std::copy_backward(repeats_, repeats_ + 3, repeats_ + 4);
      length = Length(&probabilities_[kMatchLength], position_state);
      repeats_[0] = Distance(length);
      state_ = state_ < 7 ? 7 : 10;
      if (repeats_[0] == UINT32_MAX) return stop(Outcome::kEnd);
    } else {
      uint32_t which = 0;
      if (Bit(&probabilities_[kIsRepeat0 + state_]) == 0) {
        if (Bit(&probabilities_[kIsLong0 + state_ * kPositionStates + position_state]) == 0) {
          if (repeats_[0] >= std::min<uint64_t>(window->size(), reach))
            return stop(Outcome::kWrong);
          *window += (*window)[window->size() - repeats_[0] - 1];
          ++position_;
          state_ = state_ < 7 ? 9 : 11;
          return false;
        }
      } else if (Bit(&probabilities_[kIsRepeat1 + state_]) == 0) {
        which = 1;
      } else {
        which = 2 + Bit(&probabilities_[kIsRepeat2 + state_]);
      }
      std::rotate(repeats_, repeats_ + which, repeats_ + which + 1);
      length = Length(&probabilities_[kRepeatLength], position_state);
      state_ = state_ < 7 ? 8 : 11;
    }
    if (repeats_[0] >= std::min<uint64_t>(window->size(), reach)) return stop(Outcome::kWrong);
    // Byte by byte: a match may reach into what it makes itself ("aaaa" is "a" and a match of
    // three).
    for (; length > 0; --length, ++position_)
      *window += (*window)[window->size() - repeats_[0] - 1];
    return false;
  };
  if (probabilities_.empty()) return Outcome::kWrong;
  for (uint64_t i = 0; window->size() < limit; ++i) {
    if (!whole && in_.size() - at_ < kMostLookahead) break;
    if ((i & 4095) == 0 && !account.Tick(4096 * 8)) return Outcome::kEnded;
    if (one()) break;
    if (short_) {
      outcome = Outcome::kWrong;
      break;
    }
  }
  if (outcome == Outcome::kMore || outcome == Outcome::kEnd) Normalize();
  *at = at_;
  in_ = {};
  return short_ ? Outcome::kWrong : outcome;
}

}  // namespace pysub::shell
