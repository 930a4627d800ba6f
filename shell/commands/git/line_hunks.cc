// Lines that differ between two texts. Three steps, each as git does it, since another choice would
// give another patch, though one that is as right:
//
//   1. lines get numbers, so that comparing two of them costs nothing
//   2. those that differ are marked (changed_lines.h)
//   3. each run of changes slides up and down as far as it can and stops where it looks best
//
//      void A() {              void A() {
//        a();                    a();
//   +  }                       }
//   +                       +
//   +  void B() {           +  void B() {
//   +    b();               +    b();
//      }                    +  }
//
//      as found                as a reader expects it

#include "shell/commands/git/line_hunks.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace pysub::shell::git {
namespace {

std::string Normal(std::string_view line, const LineRules& rules) {
  while (line.ends_with('\n')) line.remove_suffix(1);
  if (rules.cr_at_end && line.ends_with('\r')) line.remove_suffix(1);
  if (rules.all || rules.amount || rules.at_end)
    while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
  std::string normal;
  bool space = false;
  for (char c : line) {
    if (IsSpace(c) && (rules.all || rules.amount)) {
      space = true;
      continue;
    }
    if (space && !rules.all) normal += ' ';
    space = false;
    normal += c;
  }
  return normal;
}

// Numbers of lines, equal lines having equal ones.
class Numbers {
 public:
  Numbers(Git& git, const LineRules& rules) : git_(git), rules_(rules) {}

  bool Number(const Lines& lines, LineIds* ids) {
    const bool normal = rules_.IgnoresSpace();
    if (!git_.Charge(lines.size() * (sizeof(uint32_t) + 80))) return false;
    ids->reserve(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) {
      if (!git_.Tick(16 + lines[i].size() / 4)) return false;
      uint32_t id = count_;
      if (normal) {
        if (!git_.Charge(lines[i].size() + 64)) return false;
        id = normalised_.emplace(Normal(lines[i], rules_), id).first->second;
      } else {
        id = plain_.emplace(lines[i], id).first->second;
      }
      if (id == count_) ++count_;
      ids->push_back(id);
    }
    return true;
  }
  uint32_t count() const { return count_; }

 private:
  Git& git_;
  const LineRules& rules_;
  std::unordered_map<std::string_view, uint32_t> plain_;
  std::unordered_map<std::string, uint32_t> normalised_;
  uint32_t count_ = 0;
};

// A run of changed lines of one text; it may be empty.
struct Group {
  size_t start = 0, end = 0;
};

// The runs of one text, and how they slide.
// A run can slide down when the line behind it is the same as its first one: then taking the one or
// the other as changed gives the same two texts.
//
//   a  b  a          [a b] a  ->  a [b a]
//
// When it meets another run the two become one, which slides on together.
class Runs {
 public:
  Runs(const LineIds& ids, LineMarks* changed) : ids_(ids), changed_(*changed) {
    while (Changed(group.end)) ++group.end;
  }
  bool Next() {
    if (group.end == ids_.size()) return false;
    group.start = group.end + 1;
    for (group.end = group.start; Changed(group.end);) ++group.end;
    return true;
  }
  bool Previous() {
    if (group.start == 0) return false;
    group.end = group.start - 1;
    for (group.start = group.end; group.start > 0 && changed_[group.start - 1] != 0;) --group.start;
    return true;
  }
  bool SlideDown() {
    if (group.end >= ids_.size() || ids_[group.start] != ids_[group.end]) return false;
    changed_[group.start++] = 0;
    changed_[group.end++] = 1;
    while (Changed(group.end)) ++group.end;
    return true;
  }
  bool SlideUp() {
    if (group.start == 0 || ids_[group.start - 1] != ids_[group.end - 1]) return false;
    changed_[--group.start] = 1;
    changed_[--group.end] = 0;
    while (group.start > 0 && changed_[group.start - 1] != 0) --group.start;
    return true;
  }
  bool empty() const { return group.start == group.end; }

  Group group;

 private:
  bool Changed(size_t at) const { return at < ids_.size() && changed_[at] != 0; }
  const LineIds& ids_;
  LineMarks& changed_;
};

constexpr int kBlank = -1;

int IndentOf(std::string_view line) {
  constexpr int kMost = 200;
  int indent = 0;
  for (char c : line) {
    if (!IsSpace(c)) return indent;
    if (c == ' ')
      ++indent;
    else if (c == '\t')
      indent += 8 - indent % 8;
    if (indent >= kMost) return kMost;
  }
  return kBlank;
}

// How well a run may begin or end before line `at`.
struct Score {
  int indent = 0, penalty = 0;
  void Add(const Lines& lines, size_t at) {
    constexpr int kMostBlanks = 20;
    const bool at_end = at >= lines.size();
    const int own = at_end ? kBlank : IndentOf(lines[at]);
    int blank_before = 0, before = kBlank, blank_behind = 0, behind = kBlank;
    for (size_t i = at; i-- > 0;) {
      before = IndentOf(lines[i]);
      if (before != kBlank) break;
      if (++blank_before == kMostBlanks) {
        before = 0;
        break;
      }
    }
    for (size_t i = at + 1; i < lines.size(); ++i) {
      behind = IndentOf(lines[i]);
      if (behind != kBlank) break;
      if (++blank_behind == kMostBlanks) {
        behind = 0;
        break;
      }
    }
    // The weights were found by others from what people liked best; they are a fact of the format.
    if (before == kBlank && blank_before == 0) penalty += 1;
    if (at_end) penalty += 21;
    const int blanks_here = own == kBlank ? 1 + blank_behind : 0;
    const int blanks = blank_before + blanks_here;
    penalty += -30 * blanks + 6 * blanks_here;
    const int next = own != kBlank ? own : behind;
    indent += next;
    if (next == kBlank || before == kBlank || next == before) return;
    if (next > before)
      penalty += blanks != 0 ? 10 : -4;
    else if (behind != kBlank && behind > next)
      penalty += blanks != 0 ? 17 : 24;
    else
      penalty += blanks != 0 ? 17 : 23;
  }
  bool IsWorseThan(const Score& other) const {
    const int order = (indent > other.indent) - (indent < other.indent);
    return 60 * order + (penalty - other.penalty) > 0;
  }
};

// Slides the runs of one text to good places; `other` are those of the other text.
// The groups of both texts are walked in step, an empty one for each line that is not changed: the
// lines between two groups are the same ones in both. A run that may stand opposite one of the
// other text goes there, so that it reads as a change and not as a removal and an addition.
bool Compact(Git& git, const Lines& lines, const LineIds& ids, LineMarks* changed,
             const LineIds& other_ids, LineMarks* other_changed, bool indents) {
  constexpr size_t kMostSliding = 100;
  Runs runs(ids, changed), others(other_ids, other_changed);
  do {
    if (!git.Tick(8)) return false;
    if (runs.empty()) continue;
    size_t size = 0, earliest_end = 0, matching_end = SIZE_MAX;
    do {
      size = runs.group.end - runs.group.start;
      matching_end = SIZE_MAX;
      while (runs.SlideUp()) {
        if (!git.Tick(1)) return false;
        others.Previous();
      }
      earliest_end = runs.group.end;
      if (!others.empty()) matching_end = runs.group.end;
      while (runs.SlideDown()) {
        if (!git.Tick(1)) return false;
        others.Next();
        if (!others.empty()) matching_end = runs.group.end;
      }
    } while (size != runs.group.end - runs.group.start);
    const size_t end = runs.group.end;
    if (end == earliest_end) continue;
    if (matching_end != SIZE_MAX) {
      while (others.empty() && runs.SlideUp()) others.Previous();
      continue;
    }
    if (!indents) continue;
    size_t shift = earliest_end;
    if (end > size + 1) shift = std::max(shift, end - size - 1);
    if (end > kMostSliding) shift = std::max(shift, end - kMostSliding);
    size_t best_shift = SIZE_MAX;
    Score best;
    for (; shift <= end; ++shift) {
      if (!git.Tick(64)) return false;
      Score score;
      score.Add(lines, shift);
      score.Add(lines, shift - size);
      if (best_shift == SIZE_MAX || !score.IsWorseThan(best)) {
        best = score;
        best_shift = shift;
      }
    }
    while (runs.group.end > best_shift && runs.SlideUp()) others.Previous();
  } while (runs.Next() && others.Next());
  return true;
}

bool AllBlank(const Lines& lines, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    if (!Trimmed(lines[i]).empty()) return false;
  return true;
}

}  // namespace

bool Lines::Split(Git& git, std::string_view text) {
  text_ = text;
  starts_.clear();
  size_t count = 2;
  for (size_t at = 0; at < text.size(); at += 65536) {
    const std::string_view piece = text.substr(at, 65536);
    if (!git.Tick(piece.size() / 4)) return false;
    count += static_cast<size_t>(std::count(piece.begin(), piece.end(), '\n'));
  }
  if (!git.Charge(count * sizeof(uint64_t))) return false;
  starts_.reserve(count);
  starts_.push_back(0);
  for (size_t at = 0; at < text.size();) {
    if (!git.Tick(4)) return false;
    const size_t end = text.find('\n', at);
    at = end == std::string_view::npos ? text.size() : end + 1;
    starts_.push_back(at);
  }
  return true;
}

bool DiffLines(Git& git, const Lines& a, const Lines& b, const LineRules& rules,
               std::vector<DiffHunk>* hunks) {
  Git::Scratch scratch(git);
  hunks->clear();
  Numbers numbers(git, rules);
  LineIds a_ids, b_ids;
  if (!numbers.Number(a, &a_ids) || !numbers.Number(b, &b_ids)) return false;
  const int64_t lines = static_cast<int64_t>(a.size() + b.size());
  if (!git.Charge(static_cast<uint64_t>(lines) * 2 * sizeof(uint64_t))) return false;
  LineMarks gone(a.size(), 0), come(b.size(), 0);
  if (!MarkChanged(git, rules.algorithm, a_ids, b_ids, numbers.count(), &gone, &come)) return false;
  if (!Compact(git, a, a_ids, &gone, b_ids, &come, rules.indents) ||
      !Compact(git, b, b_ids, &come, a_ids, &gone, rules.indents))
    return false;
  size_t x = 0, y = 0;
  while (x < a.size() || y < b.size()) {
    if (!git.Tick(1)) return false;
    const bool changed = (x < a.size() && gone[x] != 0) || (y < b.size() && come[y] != 0);
    if (!changed) {
      ++x;
      ++y;
      continue;
    }
    DiffHunk hunk{x, x, y, y};
    while (x < a.size() && gone[x] != 0) ++x;
    while (y < b.size() && come[y] != 0) ++y;
    hunk.a_end = x;
    hunk.b_end = y;
    const bool blank = rules.blank_lines && AllBlank(a, hunk.a_begin, hunk.a_end) &&
                       AllBlank(b, hunk.b_begin, hunk.b_end);
    if (!blank) hunks->push_back(hunk);
  }
  return true;
}

}  // namespace pysub::shell::git
