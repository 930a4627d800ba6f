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
//
// In the style "merge" what both sides of a conflict have alike is taken out of it, and conflicts
// with few lines between them are one again. "diff3" shows the base and refines nothing, since what
// part of the base would belong to which piece is not known; "zdiff3" shows it, too, and takes out
// only what both sides begin and end with.

#include <algorithm>
#include <optional>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/line_hunks.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"

namespace pysub::shell::git {
namespace {

using Text = std::string_view;

// Lines of all three texts that belong together. kOurs and kTheirs: only one side changed them;
// kSame: both sides are alike, and ours are taken.
struct Piece {
  enum Kind : uint8_t { kConflict, kOurs, kTheirs, kSame } kind = kConflict;
  int64_t base = 0, base_size = 0, a = 0, a_size = 0, b = 0, b_size = 0;
  int64_t base_end() const { return base + base_size; }
  int64_t a_end() const { return a + a_size; }
  int64_t b_end() const { return b + b_size; }
};

// A change of one side: lines of the base, and those that came for them.
struct Change {
  explicit Change(const DiffHunk& hunk)
      : base(static_cast<int64_t>(hunk.a_begin)),
        base_end(static_cast<int64_t>(hunk.a_end)),
        side(static_cast<int64_t>(hunk.b_begin)),
        side_end(static_cast<int64_t>(hunk.b_end)) {}
  int64_t base, base_end, side, side_end;
};

class Merger {
 public:
  Merger(Git& git, const TextMerge& options, FileMerge* merged)
      : git_(git), o_(options), merged_(*merged) {
    rules_.algorithm = o_.algorithm;
    rules_.indents = false;
  }

  bool Run(Text base, Text a, Text b) {
    std::vector<DiffHunk> ours, theirs;
    if (!base_.Split(git_, base) || !a_.Split(git_, a) || !b_.Split(git_, b) ||
        !DiffLines(git_, base_, a_, rules_, &ours) || !DiffLines(git_, base_, b_, rules_, &theirs))
      return false;
    if (!Collect(ours, theirs)) return false;
    if (o_.style == ConflictStyle::kZealousDiff3) {
      for (Piece& piece : pieces_)
        if (piece.kind == Piece::kConflict && !Trim(&piece)) return false;
    } else if (o_.style == ConflictStyle::kMerge) {
      if (!Refine() || !Join()) return false;
    }
    return Write();
  }

 private:
  // Goes through both lists of changes. Lines that a side has not changed are in it at their number
  // plus what its changes before them brought.
  bool Collect(const std::vector<DiffHunk>& ours, const std::vector<DiffHunk>& theirs) {
    size_t i = 0, j = 0;
    while (i < ours.size() || j < theirs.size()) {
      if (!git_.Tick(32) || !git_.Charge(3 * sizeof(Piece))) return false;
      if (j == theirs.size() || (i < ours.size() && ours[i].a_end < theirs[j].a_begin)) {
        const Change x(ours[i++]);
        const int64_t shift = j < theirs.size() ? Shift(theirs[j]) : Rest(b_);
        Add({Piece::kOurs, x.base, x.base_end - x.base, x.side, x.side_end - x.side, x.base + shift,
             x.base_end - x.base});
        continue;
      }
      if (i == ours.size() || theirs[j].a_end < ours[i].a_begin) {
        const Change y(theirs[j++]);
        const int64_t shift = i < ours.size() ? Shift(ours[i]) : Rest(a_);
        Add({Piece::kTheirs, y.base, y.base_end - y.base, y.base + shift, y.base_end - y.base,
             y.side, y.side_end - y.side});
        continue;
      }
      const Change x(ours[i]), y(theirs[j]);
      if (x.base != y.base || x.base_end != y.base_end || !SameLines(ours[i], theirs[j])) {
        const int64_t begin = std::min(x.base, y.base), end = std::max(x.base_end, y.base_end);
        const int64_t a = x.side - (x.base - begin), b = y.side - (y.base - begin);
        Add({Piece::kConflict, begin, end - begin, a, x.side_end + (end - x.base_end) - a, b,
             y.side_end + (end - y.base_end) - b});
      }
      if (git_.over()) return false;
      if (x.base_end >= y.base_end) ++j;
      if (y.base_end >= x.base_end) ++i;
    }
    return true;
  }

  // How many lines a side has more before a change, or before what is behind the last one.
  static int64_t Shift(const DiffHunk& next) {
    return static_cast<int64_t>(next.b_begin) - static_cast<int64_t>(next.a_begin);
  }
  int64_t Rest(const Lines& side) const {
    return static_cast<int64_t>(side.size()) - static_cast<int64_t>(base_.size());
  }

  // A piece that touches the one before it is one with it.
  void Add(const Piece& piece) {
    if (pieces_.empty() || (piece.a > pieces_.back().a_end() && piece.b > pieces_.back().b_end())) {
      pieces_.push_back(piece);
      return;
    }
    Piece& last = pieces_.back();
    if (last.kind != piece.kind) last.kind = Piece::kConflict;
    last.base_size = piece.base_end() - last.base;
    last.a_size = piece.a_end() - last.a;
    last.b_size = piece.b_end() - last.b;
  }

  bool SameLines(const DiffHunk& x, const DiffHunk& y) {
    if (x.b_end - x.b_begin != y.b_end - y.b_begin) return false;
    for (uint64_t i = 0; i < x.b_end - x.b_begin; ++i) {
      if (!git_.Tick(8 + a_[x.b_begin + i].size() / 8)) return false;
      if (a_[x.b_begin + i] != b_[y.b_begin + i]) return false;
    }
    return true;
  }

  bool Trim(Piece* piece) {
    const auto same = [&](int64_t a, int64_t b) {
      return git_.Tick(16) && a_[static_cast<size_t>(a)] == b_[static_cast<size_t>(b)];
    };
    const auto both = [&] { return piece->a_size > 0 && piece->b_size > 0; };
    for (; both() && same(piece->a, piece->b); --piece->a_size, --piece->b_size)
      ++piece->a, ++piece->b;
    for (; both() && same(piece->a_end() - 1, piece->b_end() - 1); --piece->b_size) --piece->a_size;
    return !git_.over();
  }

  // How the sides of a conflict differ from each other.
  bool Between(const Piece& piece, std::vector<DiffHunk>* hunks) {
    Git::Scratch scratch(git_);
    Lines a, b;
    return a.Split(git_, Part(a_, piece.a, piece.a_size)) &&
           b.Split(git_, Part(b_, piece.b, piece.b_size)) && DiffLines(git_, a, b, rules_, hunks);
  }

  bool Refine() {
    std::vector<Piece> refined;
    for (const Piece& piece : pieces_) {
      if (!git_.Tick(16) || !git_.Charge(2 * sizeof(Piece))) return false;
      if (piece.kind != Piece::kConflict || piece.a_size == 0 || piece.b_size == 0) {
        refined.push_back(piece);
        continue;
      }
      std::vector<DiffHunk> hunks;
      if (!Between(piece, &hunks) || !git_.Charge(hunks.size() * 2 * sizeof(Piece))) return false;
      if (hunks.empty()) {
        refined.push_back(piece);
        refined.back().kind = Piece::kSame;
      }
      for (const DiffHunk& hunk : hunks) {
        const Change change(hunk);
        Piece part = piece;
        part.a = piece.a + change.base;
        part.a_size = change.base_end - change.base;
        part.b = piece.b + change.side;
        part.b_size = change.side_end - change.side;
        refined.push_back(part);
      }
    }
    pieces_ = std::move(refined);
    return true;
  }

  bool Join() {
    constexpr int64_t kFew = 3;
    std::vector<Piece> joined;
    if (!git_.Charge(pieces_.size() * 2 * sizeof(Piece))) return false;
    for (const Piece& piece : pieces_) {
      if (!git_.Tick(16)) return false;
      Piece* last = joined.empty() ? nullptr : &joined.back();
      const bool near = last != nullptr && last->kind == Piece::kConflict &&
                        piece.kind == Piece::kConflict &&
                        (piece.a - last->a_end() <= kFew ||
                         (o_.joins_over_marks && !HasLetters(last->a_end(), piece.a)));
      if (near) {
        last->a_size = piece.a_end() - last->a;
        last->b_size = piece.b_end() - last->b;
      } else {
        joined.push_back(piece);
      }
    }
    pieces_ = std::move(joined);
    return true;
  }
  bool HasLetters(int64_t begin, int64_t end) {
    const Text text = Part(a_, begin, end - begin);
    return !git_.Tick(text.size()) || std::ranges::any_of(text, IsAlphanumeric);
  }
  static bool IsAlphanumeric(char c) {
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  }

  static Text Part(const Lines& lines, int64_t begin, int64_t size) {
    if (size <= 0) return {};
    const auto first = static_cast<size_t>(begin), last = static_cast<size_t>(begin + size - 1);
    const char* start = lines[first].data();
    return {start, static_cast<size_t>(lines[last].data() + lines[last].size() - start)};
  }

  void Put(Text text) {
    if (!git_.Tick(text.size() / 4 + 8) || !git_.Charge(text.size())) return;
    merged_.text += text;
  }
  // With a newline at its end.
  void PutWhole(Text text, Text newline) {
    Put(text);
    if (!text.empty() && !text.ends_with('\n')) Put(newline);
  }
  void Marker(char c, const std::string& label, Text newline) {
    Put(std::string(o_.markers, c) + (label.empty() ? "" : " " + label));
    Put(newline);
  }

  // How a text ends its lines at one of them; nothing: that is not known.
  static std::optional<bool> EndsWithReturn(const Lines& lines, int64_t line) {
    auto at = static_cast<size_t>(line);
    if (lines.size() == 0) return std::nullopt;
    if (at + 1 >= lines.size() && !lines[at].ends_with('\n')) {
      if (at == 0) return std::nullopt;
      --at;
    }
    return lines[at].ends_with("\r\n");
  }
  // Markers end as the lines before them; only where all agree on "\r\n" they do.
  Text NewlineAt(const Piece& piece) const {
    std::optional<bool> cr = EndsWithReturn(a_, std::max<int64_t>(piece.a - 1, 0));
    if (cr.value_or(true)) cr = EndsWithReturn(b_, std::max<int64_t>(piece.b - 1, 0));
    if (cr.value_or(true)) cr = EndsWithReturn(base_, 0);
    return cr.value_or(false) ? "\r\n" : "\n";
  }

  void WriteConflict(const Piece& piece, Text ours, Text theirs) {
    const Text newline = NewlineAt(piece);
    if (o_.favour == Favour::kUnion) {
      PutWhole(ours, newline);
      return Put(theirs);
    }
    ++merged_.conflicts;
    Marker('<', o_.labels.ours, newline);
    PutWhole(ours, newline);
    if (o_.style != ConflictStyle::kMerge) {
      Marker('|', o_.labels.base, newline);
      PutWhole(Part(base_, piece.base, piece.base_size), newline);
    }
    Marker('=', "", newline);
    PutWhole(theirs, newline);
    Marker('>', o_.labels.theirs, newline);
  }

  bool Write() {
    int64_t at = 0;  // in ours
    for (const Piece& piece : pieces_) {
      if (piece.kind == Piece::kSame) continue;
      Put(Part(a_, at, piece.a - at));
      at = piece.a_end();
      const Text ours = Part(a_, piece.a, piece.a_size), theirs = Part(b_, piece.b, piece.b_size);
      if (piece.kind == Piece::kTheirs ||
          (piece.kind == Piece::kConflict && o_.favour == Favour::kTheirs))
        Put(theirs);
      else if (piece.kind == Piece::kOurs || o_.favour == Favour::kOurs)
        Put(ours);
      else
        WriteConflict(piece, ours, theirs);
      if (git_.over()) return false;
    }
    Put(Part(a_, at, static_cast<int64_t>(a_.size()) - at));
    return !git_.over();
  }

  Git& git_;
  const TextMerge& o_;
  FileMerge& merged_;
  LineRules rules_;
  Lines base_, a_, b_;
  std::vector<Piece> pieces_;
};

}  // namespace

bool MergeTexts(Git& git, std::string_view base, std::string_view ours, std::string_view theirs,
                const TextMerge& options, FileMerge* merged) {
  return Merger(git, options, merged).Run(base, ours, theirs);
}

}  // namespace pysub::shell::git
