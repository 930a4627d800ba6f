#ifndef PYSUB_SHELL_COMMANDS_TEXT_LINE_DIFF_H_
#define PYSUB_SHELL_COMMANDS_TEXT_LINE_DIFF_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pysub/shell/archive.h"

namespace pysub::shell {

// Lines [a_begin, a_end) of the first text became [b_begin, b_end) of the second.
struct DiffHunk {
  uint64_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
  void Fields(Archive& archive) { archive(a_begin, a_end, b_begin, b_end); }
};

// The longest common subsequence of two texts' lines, a piece at a time. The algorithm is E. W.
// Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), in the form that needs linear
// memory: a point in the middle of a best path is found from both ends, and the two halves are done
// by themselves.
//
//                  b ->
//          +-----------------+      A step right: a line of b came.
//     a    | \               |      A step down: a line of a is gone.
//     |    |  \___           |      A diagonal step: the lines are equal. It is free.
//     v    |      (x,y)      |      Diagonal number d = x - y, x counting lines of a.
//          |        |_       |      (x,y) is found; the two boxes
//          |          \      |      beside it go on the stack.
//          +-----------------+
//
// The cost is the number of lines times the number of edits. For two texts with nothing in common
// that is quadratic, and a script can choose its texts. So the work is bounded: where a piece needs
// more than kMaxCost edits it is split at the furthest point reached, as diff does without
// --minimal. The result is then correct, only not the shortest.
//
// The ids are not saved: diff makes them again from the texts.
class LineDiff {
 public:
  // Numbers of lines, equal lines having equal numbers.
  using Ids = std::vector<uint32_t>;
  // What it takes for each line of both texts, in bytes.
  static constexpr int64_t kBytesPerLine = 2 * sizeof(int64_t) + 1 + 2 * sizeof(uint32_t);

  // Lines before `begin`, and from a_end and b_end on, are equal by two and stay so: no edit
  // slides there.
  struct Region {
    uint64_t begin = 0, a_end = 0, b_end = 0;
    void Fields(Archive& archive) { archive(begin, a_end, b_end); }
  };
  // Without `minimal` what can only confuse is left out first, see Leave(). Costs a pass over both
  // texts.
  void Begin(const Ids& a, const Ids& b, const Region& region, bool minimal);
  // One piece more, a few million comparisons at most. True: hunks() are there.
  bool Step(const Ids& a, const Ids& b, uint64_t* work);
  std::vector<DiffHunk> Hunks() const;

  void Fields(Archive& archive) {
    archive(gone_, come_, region_, stack_, kept_[0], kept_[1], place_[0], place_[1]);
  }
  // Does what was loaded belong to texts of so many lines?
  bool Fits(size_t a, size_t b) const;

 private:
  // A rectangle of lines that is still to be compared. A stack of them instead of recursion: the
  // depth would be the script's to choose, and a stack can be saved between two steps.
  struct Box {
    int64_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
    void Fields(Archive& archive) { archive(a_begin, a_end, b_begin, b_end); }
  };
  static constexpr int64_t kMaxCost = 2048;

  void Leave(const Ids& ids, uint64_t end, const std::vector<uint32_t>& others, bool minimal,
             int side);
  void Mark(int side, int64_t begin, int64_t end);
  void One(Box box, const Ids& a, const Ids& b, uint64_t* work);
  void Middle(const Box& box, const Ids& a, const Ids& b, int64_t* x_out, int64_t* y_out,
              uint64_t* work);
  void Furthest(const Box& box, int64_t f_low, int64_t f_high, int64_t* x_out, int64_t* y_out);
  int64_t& F(int64_t diagonal) { return forward_[static_cast<size_t>(diagonal + zero_)]; }
  int64_t& B(int64_t diagonal) { return backward_[static_cast<size_t>(diagonal + zero_)]; }

  std::vector<uint8_t> gone_, come_;  // by line: it is in one text only
  Region region_;
  // What is compared of a region, and where it stands in the text.
  Ids kept_[2], place_[2];
  std::vector<Box> stack_;  // what is left to compare
  // Of one piece: how far each diagonal was followed.
  std::vector<int64_t> forward_, backward_;
  int64_t zero_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_LINE_DIFF_H_
