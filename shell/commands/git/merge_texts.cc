// Three texts together, line by line: what only one side changed is taken, what both changed in
// different ways is a conflict.
//
//   base  a b c d        ours  a X c d        theirs  a b c Y
//
// Both are compared with the base. Changes that do not meet are all taken: "a X c Y". Where they
// meet, they are a conflict, and the lines between its ends come from each side as a whole:
//
//   <<<<<<< HEAD
//   X
//   =======
//   Z
//   >>>>>>> topic

#include <algorithm>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/line_hunks.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"

namespace pysub::shell::git {
namespace {

// A piece of all three texts. kOurs and kTheirs: only one side changed it; kBoth: both, alike.
struct Piece {
  enum Kind : uint8_t { kOurs, kTheirs, kBoth, kConflict } kind = kOurs;
  uint64_t base_begin = 0, base_end = 0, a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
};

class Merger {
 public:
  Merger(Git& git, const MergeLabels& labels, Favour favour, bool diff3, size_t markers,
         FileMerge* merged)
      : git_(git),
        labels_(labels),
        favour_(favour),
        diff3_(diff3),
        markers_(markers),
        merged_(*merged) {}

  bool Run(std::string_view base, std::string_view a, std::string_view b) {
    std::vector<DiffHunk> ours, theirs;
    if (!base_.Split(git_, base) || !a_.Split(git_, a) || !b_.Split(git_, b) ||
        !DiffLines(git_, base_, a_, {}, &ours) || !DiffLines(git_, base_, b_, {}, &theirs))
      return false;
    if (!Collect(ours, theirs)) return false;
    if (!Refine()) return false;
    return Write();
  }

 private:
  // Goes through both lists of changes; those that touch become one piece.
  bool Collect(const std::vector<DiffHunk>& ours, const std::vector<DiffHunk>& theirs) {
    size_t i = 0, j = 0;
    int64_t a_shift = 0, b_shift = 0;  // lines that a side has more, before the place
    while (i < ours.size() || j < theirs.size()) {
      if (!git_.Tick(32) || !git_.Charge(3 * sizeof(Piece))) return false;
      Piece piece;
      if (i < ours.size() && (j == theirs.size() || ours[i].a_end < theirs[j].a_begin)) {
        const DiffHunk& hunk = ours[i++];
        piece = {Piece::kOurs,
                 hunk.a_begin,
                 hunk.a_end,
                 hunk.b_begin,
                 hunk.b_end,
                 Shifted(hunk.a_begin, b_shift),
                 Shifted(hunk.a_end, b_shift)};
        a_shift = Shift(hunk);
      } else if (j < theirs.size() && (i == ours.size() || theirs[j].a_end < ours[i].a_begin)) {
        const DiffHunk& hunk = theirs[j++];
        piece = {Piece::kTheirs,
                 hunk.a_begin,
                 hunk.a_end,
                 Shifted(hunk.a_begin, a_shift),
                 Shifted(hunk.a_end, a_shift),
                 hunk.b_begin,
                 hunk.b_end};
        b_shift = Shift(hunk);
      } else {
        // They touch: the piece grows as long as others touch it.
        const DiffHunk& x = ours[i];
        const DiffHunk& y = theirs[j];
        if (x.a_begin == y.a_begin && x.a_end == y.a_end && SameLines(x, y)) {
          piece = {Piece::kBoth, x.a_begin, x.a_end, x.b_begin, x.b_end, y.b_begin, y.b_end};
          a_shift = Shift(x);
          b_shift = Shift(y);
          ++i;
          ++j;
          pieces_.push_back(piece);
          continue;
        }
        uint64_t begin = std::min(x.a_begin, y.a_begin), end = std::max(x.a_end, y.a_end);
        const int64_t a_before = a_shift, b_before = b_shift;
        a_shift = Shift(ours[i++]);
        b_shift = Shift(theirs[j++]);
        for (bool grows = true; grows;) {
          grows = false;
          while (i < ours.size() && ours[i].a_begin <= end) {
            end = std::max(end, ours[i].a_end);
            a_shift = Shift(ours[i++]);
            grows = true;
          }
          while (j < theirs.size() && theirs[j].a_begin <= end) {
            end = std::max(end, theirs[j].a_end);
            b_shift = Shift(theirs[j++]);
            grows = true;
          }
          if (!git_.Tick(32)) return false;
        }
        piece = {Piece::kConflict,
                 begin,
                 end,
                 Shifted(begin, a_before),
                 Shifted(end, a_shift),
                 Shifted(begin, b_before),
                 Shifted(end, b_shift)};
      }
      pieces_.push_back(piece);
    }
    return true;
  }

  // A line of the base that a side has not changed is in that side at its number plus this.
  static int64_t Shift(const DiffHunk& hunk) {
    return static_cast<int64_t>(hunk.b_end) - static_cast<int64_t>(hunk.a_end);
  }
  static uint64_t Shifted(uint64_t line, int64_t shift) {
    return static_cast<uint64_t>(static_cast<int64_t>(line) + shift);
  }

  bool SameLines(const DiffHunk& x, const DiffHunk& y) const {
    if (x.b_end - x.b_begin != y.b_end - y.b_begin) return false;
    for (uint64_t i = 0; i < x.b_end - x.b_begin; ++i)
      if (a_[x.b_begin + i] != b_[y.b_begin + i]) return false;
    return true;
  }

  // Of a conflict what both sides have alike is none. Then conflicts with few lines between them
  // become one.
  // With diff3 nothing is refined, since what a part of the base would be beside each piece is not
  // known.
  bool Refine() {
    std::vector<Piece> refined;
    for (const Piece& piece : pieces_) {
      if (piece.kind != Piece::kConflict || diff3_) {
        refined.push_back(piece);
        continue;
      }
      const Text a = Part(a_, piece.a_begin, piece.a_end), b = Part(b_, piece.b_begin, piece.b_end);
      Lines a_lines, b_lines;
      std::vector<DiffHunk> hunks;
      if (!git_.Charge(4 * sizeof(Piece)) || !a_lines.Split(git_, a) || !b_lines.Split(git_, b) ||
          !DiffLines(git_, a_lines, b_lines, {}, &hunks))
        return false;
      if (hunks.empty()) {
        Piece same = piece;
        same.kind = Piece::kBoth;
        refined.push_back(same);
        continue;
      }
      for (size_t n = 0; n < hunks.size(); ++n) {
        Piece part = piece;
        part.a_begin = piece.a_begin + hunks[n].a_begin;
        part.a_end = piece.a_begin + hunks[n].a_end;
        part.b_begin = piece.b_begin + hunks[n].b_begin;
        part.b_end = piece.b_begin + hunks[n].b_end;
        if (!git_.Charge(3 * sizeof(Piece))) return false;
        refined.push_back(part);
      }
    }
    pieces_.clear();
    for (const Piece& piece : refined) {
      if (!pieces_.empty() && piece.kind == Piece::kConflict &&
          pieces_.back().kind == Piece::kConflict && !diff3_) {
        const uint64_t between = piece.a_begin - pieces_.back().a_end;
        if (between <= 3) {
          pieces_.back().a_end = piece.a_end;
          pieces_.back().b_end = piece.b_end;
          pieces_.back().base_end = piece.base_end;
          continue;
        }
      }
      pieces_.push_back(piece);
    }
    return true;
  }

  using Text = std::string_view;
  static Text Part(const Lines& lines, uint64_t begin, uint64_t end) {
    if (begin >= end) return {};
    const char* first = lines[begin].data();
    return {first, static_cast<size_t>(lines[end - 1].data() + lines[end - 1].size() - first)};
  }

  void Put(Text text) {
    if (!git_.Tick(text.size() / 4 + 8) || !git_.Charge(text.size())) return;
    merged_.text += text;
  }
  // A side of a conflict ends with a newline.
  void PutWhole(Text text) {
    Put(text);
    if (!text.empty() && !text.ends_with('\n')) Put("\n");
  }
  void Marker(char c, const std::string& label) {
    Put(std::string(markers_, c) + (label.empty() ? "" : " " + label) + "\n");
  }

  bool Write() {
    uint64_t at = 0;  // in ours
    for (const Piece& piece : pieces_) {
      Put(Part(a_, at, piece.a_begin));
      at = piece.a_end;
      const Text ours = Part(a_, piece.a_begin, piece.a_end),
                 theirs = Part(b_, piece.b_begin, piece.b_end);
      if (piece.kind == Piece::kTheirs) {
        Put(theirs);
      } else if (piece.kind != Piece::kConflict || favour_ == Favour::kOurs) {
        Put(ours);
      } else if (favour_ == Favour::kTheirs) {
        Put(theirs);
      } else if (favour_ == Favour::kUnion) {
        PutWhole(ours);
        PutWhole(theirs);
      } else {
        ++merged_.conflicts;
        Marker('<', labels_.ours);
        PutWhole(ours);
        if (diff3_) {
          Marker('|', labels_.base);
          PutWhole(Part(base_, piece.base_begin, piece.base_end));
        }
        Marker('=', "");
        PutWhole(theirs);
        Marker('>', labels_.theirs);
      }
      if (git_.over()) return false;
    }
    Put(Part(a_, at, a_.size()));
    return !git_.over();
  }

  Git& git_;
  const MergeLabels& labels_;
  Favour favour_;
  bool diff3_;
  size_t markers_;
  FileMerge& merged_;
  Lines base_, a_, b_;
  std::vector<Piece> pieces_;
};

}  // namespace

bool MergeTexts(Git& git, std::string_view base, std::string_view ours, std::string_view theirs,
                const MergeLabels& labels, Favour favour, bool diff3, size_t markers,
                FileMerge* merged) {
  return Merger(git, labels, favour, diff3, markers, merged).Run(base, ours, theirs);
}

}  // namespace pysub::shell::git
