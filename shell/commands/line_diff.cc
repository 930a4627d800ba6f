#include "shell/commands/line_diff.h"

#include <algorithm>

namespace pysub::shell {
namespace {

constexpr int64_t kMaxCost = 2048;

struct Box {
  int64_t a_begin, a_end, b_begin, b_end;
};

class Differ {
 public:
  Differ(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, uint64_t* work)
      : a_(a), b_(b), work_(*work), gone_(a.size()), come_(b.size()) {
    size_t diagonals = a.size() + b.size() + 3;
    forward_.resize(diagonals);
    backward_.resize(diagonals);
    zero_ = static_cast<int64_t>(b.size()) + 1;
  }

  std::vector<DiffHunk> Run() {
    stack_.push_back({0, static_cast<int64_t>(a_.size()), 0, static_cast<int64_t>(b_.size())});
    while (!stack_.empty()) {
      Box box = stack_.back();
      stack_.pop_back();
      One(box);
    }
    Shift(a_, &gone_, come_);
    Shift(b_, &come_, gone_);
    return Hunks();
  }

 private:
  void One(Box box) {
    while (box.a_begin < box.a_end && box.b_begin < box.b_end && a_[box.a_begin] == b_[box.b_begin]) {
      ++box.a_begin;
      ++box.b_begin;
    }
    while (box.a_begin < box.a_end && box.b_begin < box.b_end && a_[box.a_end - 1] == b_[box.b_end - 1]) {
      --box.a_end;
      --box.b_end;
    }
    if (box.a_begin == box.a_end) {
      for (int64_t i = box.b_begin; i < box.b_end; ++i) come_[i] = true;
    } else if (box.b_begin == box.b_end) {
      for (int64_t i = box.a_begin; i < box.a_end; ++i) gone_[i] = true;
    } else {
      int64_t x = 0, y = 0;
      Middle(box, &x, &y);
      stack_.push_back({x, box.a_end, y, box.b_end});
      stack_.push_back({box.a_begin, x, box.b_begin, y});
    }
  }

  // A point on a shortest path, found from both ends. Diagonals are x - y.
  void Middle(const Box& box, int64_t* x_out, int64_t* y_out) {
    int64_t low = box.a_begin - box.b_end, high = box.a_end - box.b_begin;
    int64_t forward_mid = box.a_begin - box.b_begin, backward_mid = box.a_end - box.b_end;
    int64_t f_low = forward_mid, f_high = forward_mid, b_low = backward_mid, b_high = backward_mid;
    bool odd = ((forward_mid - backward_mid) & 1) != 0;
    F(forward_mid) = box.a_begin;
    B(backward_mid) = box.a_end;
    for (int64_t cost = 1;; ++cost) {
      if (f_low > low) F(--f_low - 1) = -1; else ++f_low;
      if (f_high < high) F(++f_high + 1) = -1; else --f_high;
      work_ += static_cast<uint64_t>(f_high - f_low + b_high - b_low + 4) / 2;
      for (int64_t d = f_high; d >= f_low; d -= 2) {
        int64_t x = F(d - 1) >= F(d + 1) ? F(d - 1) + 1 : F(d + 1);
        int64_t y = x - d;
        while (x < box.a_end && y < box.b_end && a_[x] == b_[y]) ++x, ++y, ++work_;
        F(d) = x;
        if (odd && b_low <= d && d <= b_high && B(d) <= x) {
          *x_out = x;
          *y_out = y;
          return;
        }
      }
      if (b_low > low) B(--b_low - 1) = INT64_MAX; else ++b_low;
      if (b_high < high) B(++b_high + 1) = INT64_MAX; else --b_high;
      for (int64_t d = b_high; d >= b_low; d -= 2) {
        int64_t x = B(d - 1) < B(d + 1) ? B(d - 1) : B(d + 1) - 1;
        int64_t y = x - d;
        while (box.a_begin < x && box.b_begin < y && a_[x - 1] == b_[y - 1]) --x, --y, ++work_;
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
  void Furthest(const Box& box, int64_t f_low, int64_t f_high, int64_t* x_out, int64_t* y_out) {
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
  int64_t& F(int64_t diagonal) { return forward_[diagonal + zero_]; }
  int64_t& B(int64_t diagonal) { return backward_[diagonal + zero_]; }

  // Runs of changed lines slide down as far as they can, joining others, and back up to where the other text has
  // changes as well: what diff prints.
  static void Shift(const std::vector<uint32_t>& lines, std::vector<bool>* changed_lines, const std::vector<bool>& other) {
    std::vector<bool>& changed = *changed_lines;
    size_t count = changed.size(), i = 0, j = 0;
    auto is_changed = [&](size_t at) { return at < count && changed[at]; };
    auto other_changed = [&](size_t at) { return at < other.size() && other[at]; };
    while (true) {
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
          while (start > 0 && changed[start - 1]) --start;
          while (j > 0 && other_changed(--j)) {
          }
        }
        corresponding = j > 0 && other_changed(j - 1) ? i : count;
        while (i != count && lines[start] == lines[i]) {
          changed[start++] = false;
          changed[i++] = true;
          while (is_changed(i)) ++i;
          while (other_changed(++j)) corresponding = i;
        }
      } while (length != i - start);
      while (corresponding < i) {
        changed[--start] = true;
        changed[--i] = false;
        while (j > 0 && other_changed(--j)) {
        }
      }
    }
  }

  std::vector<DiffHunk> Hunks() const {
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

  const std::vector<uint32_t>& a_;
  const std::vector<uint32_t>& b_;
  uint64_t& work_;
  std::vector<bool> gone_, come_;
  std::vector<int64_t> forward_, backward_;
  int64_t zero_ = 0;
  std::vector<Box> stack_;
};

}  // namespace

std::vector<DiffHunk> DiffLines(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, uint64_t* work) {
  return Differ(a, b, work).Run();
}

}  // namespace pysub::shell
