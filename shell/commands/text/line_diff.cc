#include "shell/commands/text/line_diff.h"

#include <algorithm>

namespace pysub::shell {
namespace {

uint32_t At(const LineDiff::Ids& ids, int64_t index) { return ids[static_cast<size_t>(index)]; }

// How far runs slide in all. Few texts need more; those have hunks that diff would print elsewhere.
constexpr uint64_t kMaxSlides = 1 << 25;

// Runs of changed lines slide down as far as they can, joining others, and back up to where the
// other text has changes as well: what diff prints.
void Shift(const LineDiff::Ids& lines, std::vector<uint8_t>* changed_lines,
           const std::vector<uint8_t>& other, uint64_t* work) {
  std::vector<uint8_t>& changed = *changed_lines;
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

}  // namespace

void LineDiff::Begin(const Ids& a, const Ids& b) {
  gone_.assign(a.size(), 0);
  come_.assign(b.size(), 0);
  stack_.assign(1, {0, static_cast<int64_t>(a.size()), 0, static_cast<int64_t>(b.size())});
}

// One box per call. When the stack is empty all lines are marked. Then Shift() moves the hunks to
// where people expect them, which costs one pass over each text.
bool LineDiff::Step(const Ids& a, const Ids& b, uint64_t* work) {
  if (!stack_.empty()) {
    Box box = stack_.back();
    stack_.pop_back();
    One(box, a, b, work);
    return false;
  }
  Shift(a, &gone_, come_, work);
  Shift(b, &come_, gone_, work);
  return true;
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
    std::fill(come_.begin() + box.b_begin, come_.begin() + box.b_end, 1);
  } else if (box.b_begin == box.b_end) {
    std::fill(gone_.begin() + box.a_begin, gone_.begin() + box.a_end, 1);
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
