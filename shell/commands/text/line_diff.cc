#include "shell/commands/text/line_diff.h"

#include <algorithm>
#include <span>

namespace pysub::shell {
namespace {

uint32_t At(const LineDiff::Ids& ids, int64_t index) { return ids[static_cast<size_t>(index)]; }

// Of a line that is to be compared: it stays, is left out, or is where its neighbours are.
enum : uint8_t { kStays, kLeft, kMaybe };

// How far runs slide in all. Few texts need more; those have hunks that diff would print elsewhere.
constexpr uint64_t kMaxSlides = 1 << 25;

// Runs of changed lines slide down as far as they can, joining others, and back up to where the
// other text has changes as well: what diff prints.
void Shift(std::span<const uint32_t> lines, std::span<uint8_t> changed,
           std::span<const uint8_t> other, uint64_t* work) {
  size_t count = changed.size(), i = 0, j = 0;
  uint64_t slides = 0;
  auto is_changed = [&](size_t at) { return at < count && changed[at]; };
  auto other_changed = [&](size_t at) { return at < other.size() && other[at]; };
  while (slides < kMaxSlides) {
    while (i < count && !changed[i]) {
      while (other_changed(j++)) {
      }
      ++i;
    }
    if (i == count) break;
    size_t start = i;
    while (is_changed(++i)) {
    }
    while (other_changed(j)) ++j;
    size_t length = 0, corresponding = 0;
    do {
      length = i - start;
      while (start > 0 && lines[start - 1] == lines[i - 1]) {
        changed[--start] = true;
        changed[--i] = false;
        ++slides;
        while (start > 0 && changed[start - 1]) --start;
        while (j > 0 && other_changed(--j)) {
        }
      }
      corresponding = j > 0 && other_changed(j - 1) ? i : count;
      while (i != count && lines[start] == lines[i]) {
        changed[start++] = false;
        changed[i++] = true;
        ++slides;
        while (is_changed(i)) ++i;
        while (other_changed(++j)) corresponding = i;
      }
    } while (length != i - start && slides < kMaxSlides);
    while (corresponding < i) {
      changed[--start] = true;
      changed[--i] = false;
      while (j > 0 && other_changed(--j)) {
      }
    }
  }
  *work += count + slides;
}

// A run of lines that may be left out, whose first and last have no equal in the other text. Those
// between them that have many are left out only where they are few and alone.
void SettleRun(std::span<uint8_t> run) {
  const auto maybe = std::count(run.begin(), run.end(), kMaybe);
  if (static_cast<size_t>(maybe) * 4 > run.size())
    return std::replace(run.begin(), run.end(), uint8_t{kMaybe}, uint8_t{kStays});
  size_t most = 2;
  for (size_t size = run.size() >> 4, root = 1; size > 0; size >>= 2) most = (root *= 2) + 1;
  for (size_t i = 0; i < run.size();) {
    size_t end = i;
    while (end < run.size() && run[end] == kMaybe) ++end;
    if (end - i >= most) std::ranges::fill(run.subspan(i, end - i), kStays);
    i = std::max(end, i + 1);
  }
  // Near both ends of the run none is, until three are sure in a row.
  const auto settle_end = [](auto begin, auto end) {
    int sure = 0;
    for (auto at = begin; at != end && sure < 3; ++at) {
      if (at - begin >= 8 && *at == kLeft) break;
      sure = *at == kLeft ? sure + 1 : 0;
      if (*at == kMaybe) *at = kStays;
    }
  };
  settle_end(run.begin(), run.end());
  settle_end(run.rbegin(), run.rend());
}

}  // namespace

// Lines without an equal in the other text are certain to have changed; lines with very many (empty
// ones, braces) among them lead the comparison astray.
void LineDiff::Leave(const Ids& ids, uint64_t end, const std::vector<uint32_t>& others,
                     bool minimal, int side) {
  const size_t begin = region_.begin, count = end - begin;
  size_t many = 5;
  for (size_t size = count >> 8; size > 0; size >>= 2) many *= 2;
  std::vector<uint8_t> marks(count, kStays);
  for (size_t i = 0; i < count && !minimal; ++i) {
    const uint32_t equals = others[ids[begin + i]];
    marks[i] = equals == 0 ? kLeft : equals > many ? kMaybe : kStays;
  }
  for (size_t i = 0; i < count;) {
    if (marks[i] != kLeft) {
      marks[i++] = kStays;
      continue;
    }
    size_t run_end = i;
    while (run_end < count && marks[run_end] != kStays) ++run_end;
    size_t last = run_end;
    while (marks[last - 1] == kMaybe) marks[--last] = kStays;
    SettleRun(std::span(marks).subspan(i, last - i));
    i = run_end;
  }
  kept_[side].clear();
  place_[side].clear();
  std::vector<uint8_t>& changed = side == 0 ? gone_ : come_;
  for (size_t i = 0; i < count; ++i) {
    if (marks[i] != kStays) {
      changed[begin + i] = 1;
      continue;
    }
    kept_[side].push_back(ids[begin + i]);
    place_[side].push_back(static_cast<uint32_t>(begin + i));
  }
}

void LineDiff::Begin(const Ids& a, const Ids& b, const Region& region, bool minimal) {
  gone_.assign(a.size(), 0);
  come_.assign(b.size(), 0);
  region_ = region;
  std::vector<uint32_t> counts[2];
  for (int side = 0; side < 2; ++side) {
    counts[side].resize(a.size() + b.size());
    const Ids& ids = side == 0 ? a : b;
    for (size_t i = region.begin; i < (side == 0 ? region.a_end : region.b_end); ++i)
      ++counts[side][ids[i]];
  }
  Leave(a, region.a_end, counts[1], minimal, 0);
  Leave(b, region.b_end, counts[0], minimal, 1);
  stack_.assign(
      1, {0, static_cast<int64_t>(kept_[0].size()), 0, static_cast<int64_t>(kept_[1].size())});
}

// One box per call. When the stack is empty all lines are marked. Then Shift() moves the hunks to
// where people expect them, which costs one pass over each text.
bool LineDiff::Step(const Ids& a, const Ids& b, uint64_t* work) {
  if (!stack_.empty()) {
    Box box = stack_.back();
    stack_.pop_back();
    One(box, kept_[0], kept_[1], work);
    return false;
  }
  const auto part = [&](auto& all, uint64_t end) {
    return std::span(all).subspan(region_.begin, end - region_.begin);
  };
  const auto gone = part(gone_, region_.a_end), come = part(come_, region_.b_end);
  Shift(part(a, region_.a_end), gone, come, work);
  Shift(part(b, region_.b_end), come, gone, work);
  return true;
}

void LineDiff::Mark(int side, int64_t begin, int64_t end) {
  std::vector<uint8_t>& changed = side == 0 ? gone_ : come_;
  for (int64_t i = begin; i < end; ++i) changed[place_[side][static_cast<size_t>(i)]] = 1;
}

// Equal lines at both ends are no part of any edit. Taking them off first makes the usual case, a
// small change in a large file, cheap. What remains is one-sided or is split in two. The first half
// goes on top of the stack, so the order of work is the order of the text.
void LineDiff::One(Box box, const Ids& a, const Ids& b, uint64_t* work) {
  int64_t lines = box.a_end - box.a_begin + box.b_end - box.b_begin;
  while (box.a_begin < box.a_end && box.b_begin < box.b_end &&
         At(a, box.a_begin) == At(b, box.b_begin)) {
    ++box.a_begin;
    ++box.b_begin;
  }
  while (box.a_begin < box.a_end && box.b_begin < box.b_end &&
         At(a, box.a_end - 1) == At(b, box.b_end - 1)) {
    --box.a_end;
    --box.b_end;
  }
  *work += static_cast<uint64_t>(lines - (box.a_end - box.a_begin + box.b_end - box.b_begin)) + 16;
  if (box.a_begin == box.a_end) {
    Mark(1, box.b_begin, box.b_end);
  } else if (box.b_begin == box.b_end) {
    Mark(0, box.a_begin, box.a_end);
  } else {
    int64_t x = 0, y = 0;
    Middle(box, a, b, &x, &y, work);
    stack_.push_back({x, box.a_end, y, box.b_end});
    stack_.push_back({box.a_begin, x, box.b_begin, y});
  }
}

// A point on a shortest path, found from both ends at once: each round allows one edit more,
// forwards and backwards in turn, until the two fronts meet. F(d) is how far forward diagonal d was
// followed, B(d) how far back. Diagonals are x - y. With an odd difference of the lengths only the
// forward round can meet the other, with an even one only the backward round.
//
// The two arrays are as long as both texts and are kept from box to box. Only the diagonals that a
// box touches are written, so a small box is cheap although the arrays are large.
void LineDiff::Middle(const Box& box, const Ids& a, const Ids& b, int64_t* x_out, int64_t* y_out,
                      uint64_t* work) {
  forward_.resize(a.size() + b.size() + 3);
  backward_.resize(a.size() + b.size() + 3);
  zero_ = static_cast<int64_t>(b.size()) + 1;
  int64_t low = box.a_begin - box.b_end, high = box.a_end - box.b_begin;
  int64_t forward_mid = box.a_begin - box.b_begin, backward_mid = box.a_end - box.b_end;
  int64_t f_low = forward_mid, f_high = forward_mid, b_low = backward_mid, b_high = backward_mid;
  bool odd = ((forward_mid - backward_mid) & 1) != 0;
  F(forward_mid) = box.a_begin;
  B(backward_mid) = box.a_end;
  for (int64_t cost = 1;; ++cost) {
    if (f_low > low)
      F(--f_low - 1) = -1;
    else
      ++f_low;
    if (f_high < high)
      F(++f_high + 1) = -1;
    else
      --f_high;
    *work += static_cast<uint64_t>(f_high - f_low + b_high - b_low + 4) / 2;
    for (int64_t d = f_high; d >= f_low; d -= 2) {
      int64_t x = F(d - 1) >= F(d + 1) ? F(d - 1) + 1 : F(d + 1);
      int64_t y = x - d;
      while (x < box.a_end && y < box.b_end && At(a, x) == At(b, y)) ++x, ++y, ++*work;
      F(d) = x;
      if (odd && b_low <= d && d <= b_high && B(d) <= x) {
        *x_out = x;
        *y_out = y;
        return;
      }
    }
    if (b_low > low)
      B(--b_low - 1) = INT64_MAX;
    else
      ++b_low;
    if (b_high < high)
      B(++b_high + 1) = INT64_MAX;
    else
      --b_high;
    for (int64_t d = b_high; d >= b_low; d -= 2) {
      int64_t x = B(d - 1) < B(d + 1) ? B(d - 1) : B(d + 1) - 1;
      int64_t y = x - d;
      while (box.a_begin < x && box.b_begin < y && At(a, x - 1) == At(b, y - 1)) --x, --y, ++*work;
      B(d) = x;
      if (!odd && f_low <= d && d <= f_high && x <= F(d)) {
        *x_out = x;
        *y_out = y;
        return;
      }
    }
    if (cost >= kMaxCost) return Furthest(box, f_low, f_high, x_out, y_out);
  }
}

// The cost is used up. The point that is furthest from the start splits the box: it lies on a good
// path, even if not on the best one. A point in the box is required, because a diagonal may have
// run over its edge.
void LineDiff::Furthest(const Box& box, int64_t f_low, int64_t f_high, int64_t* x_out,
                        int64_t* y_out) {
  int64_t best = -1;
  for (int64_t d = f_high; d >= f_low; d -= 2) {
    int64_t x = std::min(F(d), box.a_end), y = x - d;
    if (y > box.b_end) {
      x = box.b_end + d;
      y = box.b_end;
    }
    if (x >= box.a_begin && y >= box.b_begin && x + y > best) {
      best = x + y;
      *x_out = x;
      *y_out = y;
    }
  }
}

// Boxes of a loaded state become indexes into the ids without further checks, so they must lie
// within both texts.
bool LineDiff::Fits(size_t a, size_t b) const {
  if (gone_.size() != a || come_.size() != b) return false;
  if (region_.begin > std::min(region_.a_end, region_.b_end)) return false;
  if (region_.a_end > a || region_.b_end > b) return false;
  for (int side = 0; side < 2; ++side) {
    const size_t lines = side == 0 ? a : b;
    const auto outside = [&](uint32_t place) { return place >= lines; };
    if (std::any_of(place_[side].begin(), place_[side].end(), outside)) return false;
    if (kept_[side].size() != place_[side].size()) return false;
  }
  a = kept_[0].size(), b = kept_[1].size();
  return std::all_of(stack_.begin(), stack_.end(), [&](const Box& box) {
    return 0 <= box.a_begin && box.a_begin <= box.a_end && box.a_end <= static_cast<int64_t>(a) &&
           0 <= box.b_begin && box.b_begin <= box.b_end && box.b_end <= static_cast<int64_t>(b);
  });
}

std::vector<DiffHunk> LineDiff::Hunks() const {
  std::vector<DiffHunk> hunks;
  size_t x = 0, y = 0;
  while (x < gone_.size() || y < come_.size()) {
    if ((x < gone_.size() && gone_[x]) || (y < come_.size() && come_[y])) {
      DiffHunk hunk{x, x, y, y};
      while (x < gone_.size() && gone_[x]) ++x;
      while (y < come_.size() && come_[y]) ++y;
      hunk.a_end = x;
      hunk.b_end = y;
      hunks.push_back(hunk);
    } else {
      ++x;
      ++y;
    }
  }
  return hunks;
}

}  // namespace pysub::shell
