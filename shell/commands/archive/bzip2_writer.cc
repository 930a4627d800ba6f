#include <algorithm>
#include <array>

#include "shell/commands/archive/bzip2_format.h"
#include "shell/commands/archive/bzip2_stream.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

// These three decide what comes out, and are those of bzip2 1.0: its files are to be the same.
constexpr uint32_t kSpare = 19;        // bytes that a block is kept shorter
constexpr uint32_t kMostWritten = 17;  // bits of a code
constexpr uint64_t kSortBytes = 16;    // memory of the sort, for each byte of the block

using Lengths = std::array<uint8_t, kMostSymbols>;
using Counts = std::array<uint32_t, kMostSymbols>;

// A tree of codes: weights hold how often a symbol comes, and in the lowest byte how deep its tree
// is, so that of two alike the flatter one is taken first.
// Huffman's algorithm with a heap. Ties are broken as bzip2 does it, because they decide the
// lengths and so the bytes that come out.
class CodeTree {
 public:
  CodeTree(const Counts& counts, uint32_t size) : size_(size) {
    for (uint32_t i = 0; i < size; ++i) weights_[i + 1] = std::max(counts[i], 1u) << 8;
  }
  Lengths Build() {
    Lengths lengths{};
    while (!Try(&lengths)) {
      // too deep: the weights come closer to each other
      for (uint32_t i = 1; i <= size_; ++i) weights_[i] = (1 + (weights_[i] >> 8) / 2) << 8;
    }
    return lengths;
  }

 private:
  bool Try(Lengths* lengths) {
    uint32_t nodes = size_;
    count_ = 0;
    heap_[0] = 0;
    weights_[0] = 0;
    for (uint32_t i = 1; i <= size_; ++i) {
      parents_[i] = 0;
      Push(i);
    }
    while (count_ > 1) {
      const uint32_t a = Pop(), b = Pop();
      parents_[a] = parents_[b] = ++nodes;
      // The sum of the weights, and one more than the deeper of the two depths.
      weights_[nodes] = ((weights_[a] & ~255u) + (weights_[b] & ~255u)) |
                        (1 + std::max(weights_[a] & 255, weights_[b] & 255));
      parents_[nodes] = 0;
      Push(nodes);
    }
    bool fine = true;
    for (uint32_t i = 1; i <= size_; ++i) {
      uint32_t depth = 0;
      for (uint32_t k = i; parents_[k] != 0; k = parents_[k]) ++depth;
      (*lengths)[i - 1] = static_cast<uint8_t>(depth);
      fine &= depth <= kMostWritten;
    }
    return fine;
  }
  // (node 0 has weight 0 and stands at the root's parent: it ends the climb)
  void Push(uint32_t node) {
    uint32_t at = ++count_;
    for (; weights_[node] < weights_[heap_[at / 2]]; at /= 2) heap_[at] = heap_[at / 2];
    heap_[at] = node;
  }
  uint32_t Pop() {
    const uint32_t least = heap_[1], moved = heap_[count_--];
    uint32_t at = 1;
    for (uint32_t child; (child = 2 * at) <= count_; at = child) {
      if (child < count_ && weights_[heap_[child + 1]] < weights_[heap_[child]]) ++child;
      if (weights_[moved] < weights_[heap_[child]]) break;
      heap_[at] = heap_[child];
    }
    heap_[at] = moved;
    return least;
  }

  uint32_t size_, count_ = 0;
  std::array<uint32_t, kMostSymbols + 2> heap_{};
  std::array<uint32_t, 2 * kMostSymbols> weights_{}, parents_{};
};

}  // namespace

// What a block is written as.
struct Bzip2Writer::Coding {
  std::array<bool, 256> used{};
  std::vector<uint16_t> symbols;
  Counts counts{};
  uint32_t alphabet = 0;  // symbols that there are
  uint32_t tables = 0;
  std::array<Lengths, kMostTables> lengths{};
  std::vector<uint8_t> selectors;
};

void Bzip2Writer::Fields(Archive& archive) {
  archive(level_, block_, run_byte_, run_, crc_, combined_crc_, bits_, bit_count_, size_);
  archive.Charged(charged_);
  if (level_ < 1 || level_ > 9 || run_ > 255 || bit_count_ > 7 ||
      block_.size() > 9 * uint64_t{kBlockUnit})
    archive.Fail();
}

void Bzip2Writer::Release(CommandIo& io) {
  (void)io.Reserve(-static_cast<int64_t>(charged_));
  charged_ = 0;
}

// bits_ has less than eight bits between two calls.
void Bzip2Writer::PutBits(uint32_t count, uint32_t value, std::string* out) {
  for (; count > 0; --count) {
    bits_ = bits_ << 1 | (value >> (count - 1) & 1);
    if (++bit_count_ < 8) continue;
    *out += static_cast<char>(bits_);
    ++size_;
    bits_ = bit_count_ = 0;
  }
}

void Bzip2Writer::PutWord(uint32_t value, std::string* out) { PutBits(32, value, out); }

void Bzip2Writer::Begin(std::string* out) {
  block_.clear();
  run_ = 0;
  crc_ = 0xffffffff;
  combined_crc_ = bits_ = bit_count_ = 0;
  size_ = 4;
  *out += "BZh";
  *out += static_cast<char>('0' + level_);
}

// Four bytes alike are followed by how many more there are.
// Also in the CRC, which is of the bytes before this.
void Bzip2Writer::AddRun() {
  for (uint32_t i = 0; i < run_; ++i) crc_ = Bzip2Crc(crc_, run_byte_);
  block_.append(std::min(run_, 4u), static_cast<char>(run_byte_));
  if (run_ >= 4) block_ += static_cast<char>(run_ - 4);
  run_ = 0;
}

// A block ends only between two runs; kSpare leaves room for the one that is open.
bool Bzip2Writer::Write(CommandIo& io, std::string_view bytes, std::string* out) {
  const size_t full = static_cast<size_t>(level_) * kBlockUnit - kSpare;
  if (charged_ == 0) {
    const uint64_t size = full + 64;
    if (!io.Reserve(static_cast<int64_t>(size))) return false;
    charged_ = size;
    block_.reserve(size);
  }
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    if (run_ > 0 && (byte != run_byte_ || run_ == 255)) {
      AddRun();
      // (the next byte begins another run, maybe in the next block)
      if (block_.size() >= full && !FlushBlock(io, out)) return false;
    }
    run_byte_ = byte;
    ++run_;
  }
  return true;
}

bool Bzip2Writer::End(CommandIo& io, std::string* out) {
  if (run_ > 0) AddRun();
  if (!block_.empty() && !FlushBlock(io, out)) return false;
  PutBits(24, static_cast<uint32_t>(kEndMagic >> 24), out);
  PutBits(24, static_cast<uint32_t>(kEndMagic & 0xffffff), out);
  PutWord(combined_crc_, out);
  if (bit_count_ > 0) PutBits(8 - bit_count_, 0, out);
  return true;
}

bool Bzip2Writer::FlushBlock(CommandIo& io, std::string* out) {
  const auto memory = static_cast<int64_t>((kSortBytes + 4) * block_.size() + 65536);
  if (!io.Reserve(memory)) return false;
  std::vector<uint32_t> order;
  if (!Sort(io, &order)) return false;
  const auto origin =
      static_cast<uint32_t>(std::find(order.begin(), order.end(), 0u) - order.begin());
  Coding coding;
  MoveToFront(order, &coding);
  ChooseTables(io, &coding);
  combined_crc_ = (combined_crc_ << 1 | combined_crc_ >> 31) ^ ~crc_;
  PutBits(24, static_cast<uint32_t>(kBlockMagic >> 24), out);
  PutBits(24, static_cast<uint32_t>(kBlockMagic & 0xffffff), out);
  PutWord(~crc_, out);
  PutBits(1, 0, out);
  PutBits(24, origin, out);
  PutTables(coding, out);
  block_.clear();
  crc_ = 0xffffffff;
  return io.Reserve(-memory) && io.account().Tick(0);
}

// All rotations of the block, sorted: first by their first byte, then by twice as many each time.
// The method is that of Manber and Myers with a counting sort: n log n steps, whatever the bytes
// are. A block of one byte repeated, which makes comparing rotations quadratic, is as fast as
// others.
bool Bzip2Writer::Sort(CommandIo& io, std::vector<uint32_t>* order) const {
  const auto n = static_cast<uint32_t>(block_.size());
  std::vector<uint32_t> ranks(n), next(n), starts(std::max(n, 256u) + 1);
  order->resize(n);
  for (const char c : block_) ++starts[static_cast<uint8_t>(c) + 1];
  for (uint32_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  for (uint32_t i = 0; i < n; ++i) ranks[i] = starts[static_cast<uint8_t>(block_[i])];
  std::vector<uint32_t> places(starts.begin(), starts.begin() + 256);
  for (uint32_t i = 0; i < n; ++i) (*order)[places[static_cast<uint8_t>(block_[i])]++] = i;
  for (uint64_t length = 1; length < n; length *= 2) {
    const auto step = static_cast<uint32_t>(length);
    // Those whose second half comes first, first; they are put in order of their first half. A
    // rank is the place where those of the same beginning start.
    std::fill(starts.begin(), starts.end(), 0);
    for (uint32_t i = 0; i < n; ++i) {
      if ((i & 65535) == 0 && !io.account().Tick(65536 * 4)) return false;
      const uint32_t rotation = (*order)[i] >= step ? (*order)[i] - step : (*order)[i] + n - step;
      const uint32_t rank = ranks[rotation];
      next[rank + starts[rank]++] = rotation;
    }
    order->swap(next);
    const auto second = [&](uint32_t i) { return ranks[i + step >= n ? i + step - n : i + step]; };
    bool all_differ = true;
    uint32_t rank = 0;
    next[(*order)[0]] = 0;
    for (uint32_t i = 1; i < n; ++i) {
      if ((i & 65535) == 0 && !io.account().Tick(65536 * 4)) return false;
      const uint32_t a = (*order)[i - 1], b = (*order)[i];
      // (equal in both halves: for now they are the same)
      if (ranks[a] == ranks[b] && second(a) == second(b)) {
        all_differ = false;
      } else {
        rank = i;
      }
      next[b] = rank;
    }
    ranks.swap(next);
    if (all_differ) break;
  }
  return true;
}

// The last byte of each rotation, as its place in a list in which each moves to the front. Runs of
// place 0 are numbers of the digits 0 and 1.
void Bzip2Writer::MoveToFront(const std::vector<uint32_t>& order, Coding* coding) const {
  for (const char c : block_) coding->used[static_cast<uint8_t>(c)] = true;
  std::vector<uint8_t> front;
  for (uint32_t i = 0; i < 256; ++i) {
    if (coding->used[i]) front.push_back(static_cast<uint8_t>(i));
  }
  coding->alphabet = static_cast<uint32_t>(front.size() + 2);
  coding->symbols.reserve(block_.size() + 1);
  const auto add = [&](size_t symbol) {
    coding->symbols.push_back(static_cast<uint16_t>(symbol));
    ++coding->counts[symbol];
  };
  uint32_t run = 0;
  // In base two with the digits 1 and 2 (here 0 and 1), lowest first: each number has one form
  // only.
  //
  //   1: 0    2: 1    3: 0 0    4: 1 0    5: 0 1    6: 1 1    7: 0 0 0
  const auto end_run = [&] {
    for (; run > 0; run = (run - 1) / 2) add((run - 1) % 2);
  };
  for (const uint32_t rotation : order) {
    const auto byte =
        static_cast<uint8_t>(block_[rotation == 0 ? block_.size() - 1 : rotation - 1]);
    const auto place = std::find(front.begin(), front.end(), byte);
    if (place == front.begin()) {
      ++run;
      continue;
    }
    end_run();
    add(static_cast<size_t>(place - front.begin()) + 1);
    std::rotate(front.begin(), place, place + 1);
  }
  end_run();
  add(coding->alphabet - 1);
}

// Each table begins with a part of the alphabet for itself; then each group of symbols takes the
// table that codes it best, and the tables are made for the groups that took them; four times.
void Bzip2Writer::ChooseTables(CommandIo& io, Coding* coding) const {
  const auto total = static_cast<uint32_t>(coding->symbols.size());
  const uint32_t tables = total < 200    ? 2
                          : total < 600  ? 3
                          : total < 1200 ? 4
                          : total < 2400 ? 5
                                         : 6;
  constexpr uint8_t kCheap = 0, kDear = 15;
  coding->tables = tables;
  uint32_t left = total;
  int32_t begin = 0;
  const auto alphabet = static_cast<int32_t>(coding->alphabet);
  for (uint32_t part = tables; part > 0; --part) {
    const uint32_t wanted = left / part;
    int32_t end = begin - 1;
    uint32_t sum = 0;
    while (sum < wanted && end < alphabet - 1) sum += coding->counts[static_cast<size_t>(++end)];
    if (end > begin && part != tables && part != 1 && (tables - part) % 2 == 1)
      sum -= coding->counts[static_cast<size_t>(end--)];
    for (int32_t i = 0; i < alphabet; ++i)
      coding->lengths[part - 1][static_cast<size_t>(i)] = i >= begin && i <= end ? kCheap : kDear;
    begin = end + 1;
    left -= sum;
  }
  for (int round = 0; round < 4; ++round) {
    std::vector<Counts> counts(tables);
    coding->selectors.clear();
    for (uint32_t at = 0; at < total; at += kGroup) {
      const uint32_t end = std::min(at + kGroup, total);
      std::array<uint32_t, kMostTables> costs{};
      for (uint32_t i = at; i < end; ++i) {
        for (uint32_t t = 0; t < tables; ++t) costs[t] += coding->lengths[t][coding->symbols[i]];
      }
      const auto best = static_cast<uint32_t>(
          std::min_element(costs.begin(), costs.begin() + tables) - costs.begin());
      coding->selectors.push_back(static_cast<uint8_t>(best));
      for (uint32_t i = at; i < end; ++i) ++counts[best][coding->symbols[i]];
      if (at % (kGroup * 256) == 0) (void)io.account().Tick(kGroup * 256);
    }
    for (uint32_t t = 0; t < tables; ++t)
      coding->lengths[t] = CodeTree(counts[t], coding->alphabet).Build();
  }
}

// Everything before the symbols, then the symbols themselves.
void Bzip2Writer::PutTables(const Coding& coding, std::string* out) {
  uint32_t rows = 0;
  for (uint32_t i = 0; i < 256; ++i) rows |= (coding.used[i] ? 1u : 0u) << (15 - i / 16);
  PutBits(16, rows, out);
  for (uint32_t row = 0; row < 16; ++row) {
    if ((rows >> (15 - row) & 1) == 0) continue;
    for (uint32_t i = 0; i < 16; ++i) PutBits(1, coding.used[16 * row + i] ? 1 : 0, out);
  }
  PutBits(3, coding.tables, out);
  PutBits(15, static_cast<uint32_t>(coding.selectors.size()), out);
  std::array<uint8_t, kMostTables> front{0, 1, 2, 3, 4, 5};
  for (const uint8_t selector : coding.selectors) {
    const auto place = std::find(front.begin(), front.end(), selector);
    for (auto i = front.begin(); i != place; ++i) PutBits(1, 1, out);
    PutBits(1, 0, out);
    std::rotate(front.begin(), place, place + 1);
  }
  std::array<std::array<uint32_t, kMostSymbols>, kMostTables> codes{};
  for (uint32_t t = 0; t < coding.tables; ++t) {
    const Lengths& lengths = coding.lengths[t];
    uint32_t length = lengths[0];
    PutBits(5, length, out);
    for (uint32_t i = 0; i < coding.alphabet; ++i) {
      // "10" is one longer, "11" one shorter, "0" is it.
      for (; length < lengths[i]; ++length) PutBits(2, 2, out);
      for (; length > lengths[i]; --length) PutBits(2, 3, out);
      PutBits(1, 0, out);
    }
    uint32_t code = 0;
    for (uint32_t bits = 1; bits <= kMostWritten; ++bits, code <<= 1) {
      for (uint32_t i = 0; i < coding.alphabet; ++i) {
        if (lengths[i] == bits) codes[t][i] = code++;
      }
    }
  }
  for (size_t i = 0; i < coding.symbols.size(); ++i) {
    const uint8_t table = coding.selectors[i / kGroup];
    const uint16_t symbol = coding.symbols[i];
    PutBits(coding.lengths[table][symbol], codes[table][symbol], out);
  }
}

}  // namespace pysub::shell
