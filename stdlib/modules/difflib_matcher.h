#ifndef PYSUB_STDLIB_MODULES_DIFFLIB_MATCHER_H_
#define PYSUB_STDLIB_MODULES_DIFFLIB_MATCHER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "vm/vm.h"

// The algorithm of difflib.SequenceMatcher over sequences of small numbers: equal elements have
// equal numbers, and a set of flags says which are junk. Work is charged by the comparison.
namespace pysub::difflib {

struct Block {
  uint32_t a, b, size;
};
enum class Tag : uint8_t { kReplace, kDelete, kInsert, kEqual };
std::string_view TagName(Tag tag);
struct Opcode {
  Tag tag;
  int64_t i1, i2, j1, j2;
};

using Ids = std::vector<uint32_t>;

class Matcher {
 public:
  // `junk`: by number; may be shorter than there are numbers. `a` and `b` outlive the matcher.
  Matcher(Vm& vm, const Ids& a, const Ids& b, const std::vector<bool>& junk)
      : vm_(vm), a_(a), b_(b), junk_(junk) {}
  // Before all else.
  Status Prepare(bool autojunk);

  Status Blocks(std::vector<Block>* blocks);
  Result<Block> Longest(uint32_t alo, uint32_t ahi, uint32_t blo, uint32_t bhi);
  // An upper bound for ratio(), and a rougher one.
  Result<double> QuickRatio() const;
  double RealQuickRatio() const;
  Result<double> Ratio();

  // The indices of each element in b; none for junk and popular ones.
  const std::vector<std::vector<uint32_t>>& places() const { return places_; }
  bool IsPopular(uint32_t id) const { return id < popular_.size() && popular_[id]; }
  bool IsJunk(uint32_t id) const { return id < junk_.size() && junk_[id]; }

 private:
  Vm& vm_;
  const Ids& a_;
  const Ids& b_;
  const std::vector<bool>& junk_;
  std::vector<bool> popular_;
  std::vector<std::vector<uint32_t>> places_;
  std::vector<uint32_t> lengths_, next_lengths_;
};

double RatioOf(uint64_t matches, uint64_t length);
Status OpcodesOf(Vm& vm, const std::vector<Block>& blocks, std::vector<Opcode>* codes);
Status GroupsOf(Vm& vm, std::vector<Opcode> codes, int64_t context,
                std::vector<std::vector<Opcode>>* groups);

}  // namespace pysub::difflib

#endif  // PYSUB_STDLIB_MODULES_DIFFLIB_MATCHER_H_
