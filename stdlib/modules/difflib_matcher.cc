#include "stdlib/modules/difflib_matcher.h"

#include <algorithm>

#include "vm/objects/bulk.h"

namespace pysub::difflib {

std::string_view TagName(Tag tag) {
  constexpr std::string_view kNames[] = {"replace", "delete", "insert", "equal"};
  return kNames[static_cast<int>(tag)];
}

double RatioOf(uint64_t matches, uint64_t length) {
  return length == 0 ? 1.0 : 2.0 * static_cast<double>(matches) / static_cast<double>(length);
}

// For each element the places where the second sequence has it. With autojunk, elements that make
// up more than one percent of a long sequence are left out: in source code these are blank lines
// and braces, and they would make the search quadratic.
Status Matcher::Prepare(bool autojunk) {
  uint32_t count = 0;
  for (const Ids* ids : {&a_, &b_}) {
    if (!vm_.Tick(ids->size() / 16)) return Failure{};
    for (uint32_t id : *ids) count = std::max(count, id + 1);
  }
  places_.resize(count);
  Pace pace(vm_);
  for (uint32_t j = 0; j < b_.size(); ++j) {
    if (!pace.IsTimeLeft()) return Failure{};
    if (!IsJunk(b_[j])) places_[b_[j]].push_back(j);
  }
  popular_.resize(count);
  if (autojunk && b_.size() >= 200) {
    for (uint32_t id = 0; id < count; ++id) {
      if (!pace.IsTimeLeft()) return Failure{};
      if (places_[id].size() <= b_.size() / 100 + 1) continue;
      popular_[id] = true;
      places_[id].clear();
    }
  }
  lengths_.resize(b_.size() + 1);
  next_lengths_.resize(b_.size() + 1);
  return Done{};
}

// The longest common run, by dynamic programming over one row at a time: lengths of runs that end
// at (i, j) follow from those at (i-1, j-1). Only places where the elements are equal are looked
// at. Of equally long runs the first in both sequences counts, as difflib documents.
Result<Block> Matcher::Longest(uint32_t alo, uint32_t ahi, uint32_t blo, uint32_t bhi) {
  Block best{alo, blo, 0};
  // lengths_[j + 1]: how long the match is that ends at the last i and j.
  std::vector<uint32_t>*last = &lengths_, *next = &next_lengths_;
  const std::vector<uint32_t>* touched = nullptr;
  for (uint32_t i = alo; i < ahi; ++i) {
    const std::vector<uint32_t>& places = places_[a_[i]];
    if (!vm_.Tick(1 + places.size() / 4)) return Failure{};
    for (uint32_t j : places) {
      if (j < blo) continue;
      if (j >= bhi) break;
      uint32_t size = (*last)[j] + 1;
      (*next)[j + 1] = size;
      if (size > best.size) best = {i + 1 - size, j + 1 - size, size};
    }
    // What the row before last left behind is wiped, so that the next row starts empty.
    if (touched != nullptr) {
      for (uint32_t j : *touched) (*last)[j + 1] = 0;
    }
    touched = &places;
    std::swap(last, next);
  }
  if (touched != nullptr) {
    for (uint32_t j : *touched) (*last)[j + 1] = 0;
  }
  auto extend = [&](bool junk) {
    while (best.a > alo && best.b > blo && IsJunk(b_[best.b - 1]) == junk &&
           a_[best.a - 1] == b_[best.b - 1]) {
      --best.a;
      --best.b;
      ++best.size;
    }
    while (best.a + best.size < ahi && best.b + best.size < bhi &&
           IsJunk(b_[best.b + best.size]) == junk &&
           a_[best.a + best.size] == b_[best.b + best.size]) {
      ++best.size;
    }
  };
  if (!vm_.Tick(best.size / 16)) return Failure{};
  extend(false);
  extend(true);
  return best;
}

// Ratcliff and Obershelp's "gestalt pattern matching": the longest run, then the same on both sides
// of it. A list of tasks instead of recursion, since the depth may be the length of the text.
Status Matcher::Blocks(std::vector<Block>* blocks) {
  struct Task {
    uint32_t alo, ahi, blo, bhi;
  };
  uint32_t la = static_cast<uint32_t>(a_.size()), lb = static_cast<uint32_t>(b_.size());
  std::vector<Task> queue = {{0, la, 0, lb}};
  std::vector<Block> found;
  while (!queue.empty()) {
    Task task = queue.back();
    queue.pop_back();
    Block match = TRY(Longest(task.alo, task.ahi, task.blo, task.bhi));
    if (match.size == 0) continue;
    found.push_back(match);
    if (task.alo < match.a && task.blo < match.b)
      queue.push_back({task.alo, match.a, task.blo, match.b});
    if (match.a + match.size < task.ahi && match.b + match.size < task.bhi) {
      queue.push_back({match.a + match.size, task.ahi, match.b + match.size, task.bhi});
    }
  }
  if (!vm_.Tick(found.size() * uint64_t{8})) return Failure{};
  std::sort(found.begin(), found.end(), [](const Block& x, const Block& y) { return x.a < y.a; });
  Block current{0, 0, 0};
  for (const Block& match : found) {
    if (!vm_.Tick(1)) return Failure{};
    if (current.a + current.size == match.a && current.b + current.size == match.b) {
      current.size += match.size;
      continue;
    }
    if (current.size > 0) blocks->push_back(current);
    current = match;
  }
  if (current.size > 0) blocks->push_back(current);
  blocks->push_back({la, lb, 0});
  return Done{};
}

Result<double> Matcher::Ratio() {
  std::vector<Block> blocks;
  TRY(Blocks(&blocks));
  uint64_t matches = 0;
  for (const Block& block : blocks) matches += block.size;
  return RatioOf(matches, a_.size() + b_.size());
}

Result<double> Matcher::QuickRatio() const {
  std::vector<int64_t> available(places_.size());
  Pace pace(vm_);
  for (size_t j = 0; j < b_.size(); ++j) {
    if (!pace.IsTimeLeft()) return Failure{};
    ++available[b_[j]];
  }
  uint64_t matches = 0;
  for (size_t i = 0; i < a_.size(); ++i) {
    if (!pace.IsTimeLeft()) return Failure{};
    matches += available[a_[i]]-- > 0;
  }
  return RatioOf(matches, a_.size() + b_.size());
}
double Matcher::RealQuickRatio() const {
  return RatioOf(std::min(a_.size(), b_.size()), a_.size() + b_.size());
}

Status OpcodesOf(Vm& vm, const std::vector<Block>& blocks, std::vector<Opcode>* codes) {
  int64_t i = 0, j = 0;
  for (const Block& block : blocks) {
    if (!vm.Tick(1)) return Failure{};
    if (i < block.a || j < block.b) {
      Tag tag = i < block.a && j < block.b ? Tag::kReplace
                : i < block.a              ? Tag::kDelete
                                           : Tag::kInsert;
      codes->push_back({tag, i, block.a, j, block.b});
    }
    i = int64_t{block.a} + block.size;
    j = int64_t{block.b} + block.size;
    if (block.size > 0) codes->push_back({Tag::kEqual, block.a, i, block.b, j});
  }
  return Done{};
}

Status GroupsOf(Vm& vm, std::vector<Opcode> codes, int64_t n,
                std::vector<std::vector<Opcode>>* groups) {
  if (codes.empty()) codes.push_back({Tag::kEqual, 0, 1, 0, 1});
  if (Opcode& first = codes.front(); first.tag == Tag::kEqual) {
    first.i1 = std::max(first.i1, first.i2 - n);
    first.j1 = std::max(first.j1, first.j2 - n);
  }
  if (Opcode& last = codes.back(); last.tag == Tag::kEqual) {
    last.i2 = std::min(last.i2, last.i1 + n);
    last.j2 = std::min(last.j2, last.j1 + n);
  }
  std::vector<Opcode> group;
  for (Opcode code : codes) {
    if (!vm.Tick(1)) return Failure{};
    if (code.tag == Tag::kEqual && code.i2 - code.i1 > 2 * n) {
      group.push_back({code.tag, code.i1, std::min(code.i2, code.i1 + n), code.j1,
                       std::min(code.j2, code.j1 + n)});
      groups->push_back(group);
      group.clear();
      code.i1 = std::max(code.i1, code.i2 - n);
      code.j1 = std::max(code.j1, code.j2 - n);
    }
    group.push_back(code);
  }
  if (!group.empty() && !(group.size() == 1 && group[0].tag == Tag::kEqual))
    groups->push_back(group);
  return Done{};
}

}  // namespace pysub::difflib
