// The algorithms that choose which lines stay. All work on boxes, ranges of lines of both texts:
//
//   take off what both begin and end with;
//   one side is empty:  the other has changed
//   else:               find lines that stay for sure, the boxes between them are done by
//                       themselves
//
// They differ in how they find these lines. Boxes lie on a list and not on the stack, whose depth
// would be the texts' to choose.

#include "shell/commands/git/changed_lines.h"

#include <algorithm>

namespace pysub::shell::git {
namespace {

// Lines [a, a_end) and [b, b_end).
struct Box {
  int64_t a = 0, a_end = 0, b = 0, b_end = 0;
  bool minimal = false;
};

// About the square root, as a power of two.
int64_t RoughRoot(int64_t n) {
  int64_t root = 1;
  for (; n > 0; n >>= 2) root <<= 1;
  return root;
}

// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), in linear memory: a point
// in the middle of a best path is found from both ends at once. Where that takes more than a few
// hundred edits, three shortcuts end the search, each of which may miss the best path.
class MyersSearch {
 public:
  MyersSearch(Git& git, const LineIds& a, const LineIds& b) : git_(git), a_(a), b_(b) {
    zero_ = static_cast<int64_t>(b.size()) + 1;
    const int64_t diagonals = static_cast<int64_t>(a.size() + b.size()) + 3;
    most_ = std::max<int64_t>(RoughRoot(diagonals), 256);
    if (!git.Charge(static_cast<uint64_t>(diagonals) * 2 * sizeof(int64_t))) return;
    forward_.resize(static_cast<size_t>(diagonals));
    backward_.resize(static_cast<size_t>(diagonals));
  }

  // Gives the lines that differ to `mark`: side, begin, end.
  template <typename Mark>
  bool Run(bool minimal, const Mark& mark) {
    std::vector<Box> boxes = {
        {0, static_cast<int64_t>(a_.size()), 0, static_cast<int64_t>(b_.size()), minimal}};
    while (!boxes.empty() && !git_.over()) {
      Box box = boxes.back();
      boxes.pop_back();
      const int64_t begin = box.a;
      while (box.a < box.a_end && box.b < box.b_end && A(box.a) == B(box.b)) ++box.a, ++box.b;
      const int64_t end = box.a_end;
      while (box.a < box.a_end && box.b < box.b_end && A(box.a_end - 1) == B(box.b_end - 1))
        --box.a_end, --box.b_end;
      if (!git_.Tick(static_cast<uint64_t>(box.a - begin + end - box.a_end) + 16)) return false;
      if (box.a == box.a_end) {
        mark(1, box.b, box.b_end);
      } else if (box.b == box.b_end) {
        mark(0, box.a, box.a_end);
      } else {
        Split(box);
        if (!git_.Charge(2 * sizeof(Box))) return false;
        boxes.push_back({x_, box.a_end, y_, box.b_end, minimal_behind_});
        boxes.push_back({box.a, x_, box.b, y_, minimal_before_});
      }
    }
    return !git_.over();
  }

 private:
  static constexpr int64_t kSnake = 20;  // so many equal lines in a row are worth following
  static constexpr int64_t kFarAway = INT64_MAX;

  uint32_t A(int64_t at) const { return a_[static_cast<size_t>(at)]; }
  uint32_t B(int64_t at) const { return b_[static_cast<size_t>(at)]; }
  int64_t& Forward(int64_t d) { return forward_[static_cast<size_t>(d + zero_)]; }
  int64_t& Backward(int64_t d) { return backward_[static_cast<size_t>(d + zero_)]; }

  void Found(int64_t x, int64_t y, bool minimal_before, bool minimal_behind) {
    x_ = x, y_ = y;
    minimal_before_ = minimal_before, minimal_behind_ = minimal_behind;
  }

  // Diagonals are x - y. Forward(d) is how far diagonal d was followed, Backward(d) the same from
  // the end; a round allows one edit more on both. With an odd difference of the lengths only the
  // forward round can meet the other one, with an even one only the backward round.
  void Split(const Box& box) {
    const int64_t low = box.a - box.b_end, high = box.a_end - box.b;
    const int64_t first = box.a - box.b, last = box.a_end - box.b_end;
    f_low_ = f_high_ = first;
    b_low_ = b_high_ = last;
    const bool odd = ((first - last) & 1) != 0;
    Forward(first) = box.a;
    Backward(last) = box.a_end;
    for (int64_t cost = 1;; ++cost) {
      const auto diagonals = static_cast<uint64_t>(f_high_ - f_low_ + b_high_ - b_low_ + 4);
      if (!git_.Tick(diagonals / 2)) return Found(box.a, box.b, false, false);
      if (f_low_ > low)
        Forward(--f_low_ - 1) = -1;
      else
        ++f_low_;
      if (f_high_ < high)
        Forward(++f_high_ + 1) = -1;
      else
        --f_high_;
      bool snake = false;
      for (int64_t d = f_high_; d >= f_low_; d -= 2) {
        const int64_t from = Forward(d - 1) >= Forward(d + 1) ? Forward(d - 1) + 1 : Forward(d + 1);
        int64_t x = from;
        while (x < box.a_end && x - d < box.b_end && A(x) == B(x - d)) ++x;
        if (!git_.Tick(static_cast<uint64_t>(x - from))) return Found(box.a, box.b, false, false);
        snake = snake || x - from > kSnake;
        Forward(d) = x;
        if (odd && b_low_ <= d && d <= b_high_ && Backward(d) <= x)
          return Found(x, x - d, true, true);
      }
      if (b_low_ > low)
        Backward(--b_low_ - 1) = kFarAway;
      else
        ++b_low_;
      if (b_high_ < high)
        Backward(++b_high_ + 1) = kFarAway;
      else
        --b_high_;
      for (int64_t d = b_high_; d >= b_low_; d -= 2) {
        const int64_t from =
            Backward(d - 1) < Backward(d + 1) ? Backward(d - 1) : Backward(d + 1) - 1;
        int64_t x = from;
        while (x > box.a && x - d > box.b && A(x - 1) == B(x - d - 1)) --x;
        if (!git_.Tick(static_cast<uint64_t>(from - x))) return Found(box.a, box.b, false, false);
        snake = snake || from - x > kSnake;
        Backward(d) = x;
        if (!odd && f_low_ <= d && d <= f_high_ && x <= Forward(d))
          return Found(x, x - d, true, true);
      }
      if (box.minimal) continue;
      if (snake && cost > 256 && (FollowForward(box, cost) || FollowBackward(box, cost))) return;
      if (cost >= most_) return Furthest(box);
    }
  }

  // The first shortcut: a diagonal that has come far for its edits, and did so lately along equal
  // lines, is taken for a part of the path.
  bool FollowForward(const Box& box, int64_t cost) {
    int64_t best = 0;
    for (int64_t d = f_high_; d >= f_low_; d -= 2) {
      const int64_t x = Forward(d), y = x - d;
      const int64_t aside = std::abs(d - (box.a - box.b));
      const int64_t gain = (x - box.a) + (y - box.b) - aside;
      if (gain <= 4 * cost || gain <= best || x < box.a + kSnake || x >= box.a_end ||
          y < box.b + kSnake || y >= box.b_end)
        continue;
      int64_t equal = 0;
      while (equal < kSnake && A(x - equal - 1) == B(y - equal - 1)) ++equal;
      if (!git_.Tick(kSnake)) return true;
      if (equal < kSnake) continue;
      best = gain;
      Found(x, y, true, false);
    }
    return best > 0;
  }
  // The second one: the same from the end.
  bool FollowBackward(const Box& box, int64_t cost) {
    int64_t best = 0;
    for (int64_t d = b_high_; d >= b_low_; d -= 2) {
      const int64_t x = Backward(d), y = x - d;
      const int64_t aside = std::abs(d - (box.a_end - box.b_end));
      const int64_t gain = (box.a_end - x) + (box.b_end - y) - aside;
      if (gain <= 4 * cost || gain <= best || x <= box.a || x > box.a_end - kSnake || y <= box.b ||
          y > box.b_end - kSnake)
        continue;
      int64_t equal = 0;
      while (equal < kSnake && A(x + equal) == B(y + equal)) ++equal;
      if (!git_.Tick(kSnake)) return true;
      if (equal < kSnake) continue;
      best = gain;
      Found(x, y, false, true);
    }
    return best > 0;
  }
  // The third one: the point that is furthest from its end.
  // Diagonals may have run over the edges of the box.
  void Furthest(const Box& box) {
    int64_t far = -1, far_x = -1, near = kFarAway, near_x = kFarAway;
    for (int64_t d = f_high_; d >= f_low_; d -= 2) {
      int64_t x = std::min(Forward(d), box.a_end), y = x - d;
      if (y > box.b_end) x = box.b_end + d, y = box.b_end;
      if (far < x + y) far = x + y, far_x = x;
    }
    for (int64_t d = b_high_; d >= b_low_; d -= 2) {
      int64_t x = std::max(box.a, Backward(d)), y = x - d;
      if (y < box.b) x = box.b + d, y = box.b;
      if (x + y < near) near = x + y, near_x = x;
    }
    if (box.a_end + box.b_end - near < far - (box.a + box.b))
      Found(far_x, far - far_x, true, false);
    else
      Found(near_x, near - near_x, false, true);
  }

  Git& git_;
  const LineIds &a_, &b_;
  std::vector<int64_t> forward_, backward_;
  int64_t zero_ = 0, most_ = 0;
  int64_t f_low_ = 0, f_high_ = 0, b_low_ = 0, b_high_ = 0;
  int64_t x_ = 0, y_ = 0;  // where the box is split, and how its halves are searched
  bool minimal_before_ = false, minimal_behind_ = false;
};

enum Keep : uint8_t { kNo = 0, kYes = 1, kMaybe = 2 };

// A line that the other text has very often stays, unless it stands among lines that it has not.
// Leaving out lines such as "}" makes long texts fast; leaving out too many of them would tear
// hunks apart.
bool StandsAmongGone(const std::vector<uint8_t>& keep, size_t at) {
  constexpr size_t kWindow = 100, kRun = 4;
  size_t gone = 0, maybe = 2;
  const auto look = [&](size_t from, size_t to, int step) {
    size_t found = 0;
    for (size_t i = from; i != to && keep[i] != kYes; i = i + static_cast<size_t>(step)) {
      if (keep[i] == kNo)
        ++found;
      else
        ++maybe;
    }
    gone += found;
    return found > 0;
  };
  return look(at - 1, at > kWindow ? at - kWindow - 1 : SIZE_MAX, -1) &&
         look(at + 1, std::min(keep.size(), at + kWindow + 1), 1) && maybe * kRun < maybe + gone;
}

class Marker {
 public:
  Marker(Git& git, const LineIds& a, const LineIds& b, LineMarks* gone, LineMarks* come)
      : git_(git), texts_{&a, &b}, marks_{gone, come} {}

  bool Run(LineAlgorithm algorithm, uint32_t count) {
    const Box all = {0, static_cast<int64_t>(texts_[0]->size()), 0,
                     static_cast<int64_t>(texts_[1]->size()), false};
    if (!git_.Charge(uint64_t{count} * 2 * sizeof(Seen))) return false;
    seen_[0].resize(count);
    seen_[1].resize(count);
    if (algorithm == LineAlgorithm::kMyers || algorithm == LineAlgorithm::kMinimal)
      return Myers(all, algorithm == LineAlgorithm::kMinimal);
    const size_t lines = texts_[0]->size();
    if (!git_.Charge(lines * (sizeof(Anchor) + 2 * sizeof(int64_t)))) return false;
    next_.resize(lines, kNone);
    boxes_.push_back(all);
    while (!boxes_.empty()) {
      const Box box = boxes_.back();
      boxes_.pop_back();
      if (!git_.Tick(32)) return false;
      if (box.a == box.a_end || box.b == box.b_end) {
        Mark(box);
      } else if (!(algorithm == LineAlgorithm::kPatience ? Patience(box) : Histogram(box))) {
        return false;
      }
    }
    return true;
  }

 private:
  static constexpr int64_t kNone = -1;
  // Of a number: how often a range has it, and where first. All are zero between two boxes.
  struct Seen {
    uint32_t count = 0;
    int64_t first = 0;
  };
  // A line that both ranges have once; `before`: the one that comes before it in the longest row of
  // such lines.
  struct Anchor {
    int64_t a = 0, b = 0, before = kNone;
  };

  uint32_t A(int64_t at) const { return (*texts_[0])[static_cast<size_t>(at)]; }
  uint32_t B(int64_t at) const { return (*texts_[1])[static_cast<size_t>(at)]; }

  void MarkRange(int side, int64_t begin, int64_t end) {
    std::fill(marks_[side]->begin() + begin, marks_[side]->begin() + end, 1);
  }
  void Mark(const Box& box) {
    MarkRange(0, box.a, box.a_end);
    MarkRange(1, box.b, box.b_end);
  }
  bool Push(const Box& box) {
    if (!git_.Charge(sizeof(Box))) return false;
    boxes_.push_back(box);
    return true;
  }

  bool CountLines(const Box& box, bool counts) {
    if (!git_.Tick(static_cast<uint64_t>(box.a_end - box.a + box.b_end - box.b))) return false;
    for (int64_t i = box.a_end; i-- > box.a;) {
      Seen& seen = seen_[0][A(i)];
      seen = counts ? Seen{seen.count + 1, i} : Seen();
    }
    for (int64_t i = box.b_end; i-- > box.b;) {
      Seen& seen = seen_[1][B(i)];
      seen = counts ? Seen{seen.count + 1, i} : Seen();
    }
    return true;
  }

  // Lines that take part in the comparison; those that the other text has not are changed.
  bool Select(int side, int64_t begin, int64_t end, int64_t size, std::vector<int64_t>* places,
              LineIds* ids) {
    constexpr int64_t kMost = 1024;
    const int64_t many = std::min(RoughRoot(size), kMost);
    const auto count = static_cast<size_t>(end - begin);
    if (!git_.Charge(count * (1 + sizeof(int64_t) + sizeof(uint32_t)) * 2)) return false;
    std::vector<uint8_t> keep(count);
    for (size_t i = 0; i < count; ++i) {
      const uint32_t id = (*texts_[side])[static_cast<size_t>(begin) + i];
      const int64_t others = seen_[1 - side][id].count;
      keep[i] = others == 0 ? kNo : others >= many ? kMaybe : kYes;
    }
    for (size_t i = 0; i < count; ++i) {
      if (!git_.Tick(keep[i] == kMaybe ? 200 : 4)) return false;
      const int64_t line = begin + static_cast<int64_t>(i);
      if (keep[i] == kYes || (keep[i] == kMaybe && !StandsAmongGone(keep, i))) {
        places->push_back(line);
        ids->push_back((*texts_[side])[static_cast<size_t>(line)]);
      } else {
        (*marks_[side])[static_cast<size_t>(line)] = 1;
      }
    }
    return true;
  }

  bool Myers(Box box, bool minimal) {
    Git::Scratch scratch(git_);
    const int64_t a_size = box.a_end - box.a, b_size = box.b_end - box.b;
    if (!CountLines(box, true)) return false;
    const Box counted = box;
    while (box.a < box.a_end && box.b < box.b_end && A(box.a) == B(box.b)) ++box.a, ++box.b;
    while (box.a < box.a_end && box.b < box.b_end && A(box.a_end - 1) == B(box.b_end - 1))
      --box.a_end, --box.b_end;
    std::vector<int64_t> places[2];
    LineIds ids[2];
    if (!Select(0, box.a, box.a_end, a_size, &places[0], &ids[0]) ||
        !Select(1, box.b, box.b_end, b_size, &places[1], &ids[1]) || !CountLines(counted, false))
      return false;
    MyersSearch search(git_, ids[0], ids[1]);
    return !git_.over() && search.Run(minimal, [&](int side, int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        (*marks_[side])[static_cast<size_t>(places[side][static_cast<size_t>(i)])] = 1;
    });
  }

  // The longest row of lines that both ranges have once, in the order of both; from its end.
  bool LongestRow(const Box& box, std::vector<Anchor>* anchors, int64_t* last) {
    // Of each length the row that ends first in b.
    std::vector<int64_t> ends;
    for (int64_t i = box.a; i < box.a_end; ++i) {
      const Seen &in_a = seen_[0][A(i)], &in_b = seen_[1][A(i)];
      if (!git_.Tick(32)) return false;
      if (in_a.count != 1 || in_b.count != 1) continue;
      const auto at = std::partition_point(ends.begin(), ends.end(), [&](int64_t end) {
        return (*anchors)[static_cast<size_t>(end)].b < in_b.first;
      });
      anchors->push_back({i, in_b.first, at == ends.begin() ? kNone : *(at - 1)});
      const auto anchor = static_cast<int64_t>(anchors->size()) - 1;
      if (at == ends.end())
        ends.push_back(anchor);
      else
        *at = anchor;
    }
    *last = ends.empty() ? kNone : ends.back();
    return true;
  }

  bool Patience(const Box& box) {
    if (!CountLines(box, true)) return false;
    bool common = false;
    for (int64_t i = box.a; i < box.a_end && !common; ++i) common = seen_[1][A(i)].count > 0;
    std::vector<Anchor> anchors;
    int64_t last = kNone;
    if (!git_.Tick(static_cast<uint64_t>(box.a_end - box.a)) || !LongestRow(box, &anchors, &last) ||
        !CountLines(box, false))
      return false;
    if (!common) return Mark(box), true;
    if (last == kNone) return Myers(box, false);
    std::vector<Anchor> row;
    for (; last != kNone; last = anchors[static_cast<size_t>(last)].before)
      row.push_back(anchors[static_cast<size_t>(last)]);
    std::ranges::reverse(row);
    row.push_back({box.a_end, box.b_end, kNone});
    // The boxes between them, without the equal lines at their ends.
    int64_t a = box.a, b = box.b;
    for (const Anchor& anchor : row) {
      int64_t a_end = anchor.a, b_end = anchor.b;
      while (&anchor != &row.back() && a_end > a && b_end > b && A(a_end - 1) == B(b_end - 1))
        --a_end, --b_end;
      while (a < a_end && b < b_end && A(a) == B(b)) ++a, ++b;
      if (!git_.Tick(static_cast<uint64_t>(anchor.a - a + 8))) return false;
      if ((a < a_end || b < b_end) && !Push({a, a_end, b, b_end, false})) return false;
      a = anchor.a + 1;
      b = anchor.b + 1;
    }
    return true;
  }

  // Lines that a has more often begin no run.
  static constexpr uint32_t kTooOften = 64;
  // A run of equal lines, and how often a has its rarest one.
  struct Rare {
    int64_t a = kNone, a_end = 0, b = 0, b_end = 0;
    int64_t lines = 1;
    uint32_t count = kTooOften + 1;
    bool common = false;  // there is any equal line
  };

  // The runs that line *b is in; *b moves behind them.
  bool LookFrom(const Box& box, int64_t* b, Rare* best) {
    const int64_t at = (*b)++;
    const Seen& seen = seen_[0][B(at)];
    if (!git_.Tick(8)) return false;
    best->common = best->common || seen.count > 0;
    if (seen.count == 0 || seen.count > best->count) return true;
    for (int64_t from = seen.first; from != kNone;) {
      Rare run{.a = from, .a_end = from + 1, .b = at, .b_end = at + 1, .count = seen.count};
      while (run.a > box.a && run.b > box.b && A(run.a - 1) == B(run.b - 1)) {
        --run.a, --run.b;
        run.count = std::min(run.count, seen_[0][A(run.a)].count);
      }
      while (run.a_end < box.a_end && run.b_end < box.b_end && A(run.a_end) == B(run.b_end)) {
        run.count = std::min(run.count, seen_[0][A(run.a_end)].count);
        ++run.a_end, ++run.b_end;
      }
      run.lines = run.a_end - run.a;
      run.common = true;
      *b = std::max(*b, run.b_end);
      uint64_t steps = static_cast<uint64_t>(run.lines);
      for (from = next_[static_cast<size_t>(from)]; from != kNone && from < run.a_end; ++steps)
        from = next_[static_cast<size_t>(from)];
      if (!git_.Tick(steps)) return false;
      if (run.lines > best->lines || run.count < best->count) *best = run;
    }
    return true;
  }

  // The longest run with the rarest lines stands firm. Where all common lines are frequent the box
  // is compared as usual.
  bool Histogram(const Box& box) {
    if (!git_.Tick(static_cast<uint64_t>(2 * (box.a_end - box.a)))) return false;
    for (int64_t i = box.a_end; i-- > box.a;) {
      Seen& seen = seen_[0][A(i)];
      next_[static_cast<size_t>(i)] = seen.count == 0 ? kNone : seen.first;
      seen = {seen.count + 1, i};
    }
    Rare best;
    for (int64_t b = box.b; b < box.b_end;)
      if (!LookFrom(box, &b, &best)) return false;
    for (int64_t i = box.a; i < box.a_end; ++i) seen_[0][A(i)] = {};
    if (best.common && best.count > kTooOften) return Myers(box, false);
    if (best.a == kNone) return Mark(box), true;
    return Push({box.a, best.a, box.b, best.b, false}) &&
           Push({best.a_end, box.a_end, best.b_end, box.b_end, false});
  }

  Git& git_;
  const LineIds* texts_[2];
  LineMarks* marks_[2];
  std::vector<Seen> seen_[2];
  std::vector<int64_t> next_;  // of a line of a: the next equal one
  std::vector<Box> boxes_;
};

}  // namespace

bool MarkChanged(Git& git, LineAlgorithm algorithm, const LineIds& a, const LineIds& b,
                 uint32_t count, LineMarks* gone, LineMarks* come) {
  Git::Scratch scratch(git);
  return Marker(git, a, b, gone, come).Run(algorithm, count);
}

}  // namespace pysub::shell::git
