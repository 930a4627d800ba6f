// Lines that differ between two texts. Three steps, each as git does it, since another choice would
// give another patch, though one that is as right:
//
//   1. lines get numbers, so that comparing two of them costs nothing
//   2. lines that the other text has not, or that are everywhere, are left out (Select), and the
//      rest is compared (line_diff.h)
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

using Marks = std::vector<uint8_t>;

std::string Normal(std::string_view line, const Whitespace& whitespace) {
  while (line.ends_with('\n')) line.remove_suffix(1);
  if (whitespace.cr_at_end && line.ends_with('\r')) line.remove_suffix(1);
  if (whitespace.all || whitespace.amount || whitespace.at_end)
    while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
  std::string normal;
  bool space = false;
  for (char c : line) {
    if (IsSpace(c) && (whitespace.all || whitespace.amount)) {
      space = true;
      continue;
    }
    if (space && !whitespace.all) normal += ' ';
    space = false;
    normal += c;
  }
  return normal;
}

// Numbers of lines, equal lines having equal ones.
class Numbers {
 public:
  Numbers(Git& git, const Whitespace& whitespace) : git_(git), whitespace_(whitespace) {}

  bool Number(const Lines& lines, LineDiff::Ids* ids) {
    const bool normal = whitespace_.Any();
    if (!git_.Charge(lines.size() * (sizeof(uint32_t) + 80))) return false;
    ids->reserve(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) {
      if (!git_.Tick(16 + lines[i].size() / 4)) return false;
      uint32_t id = static_cast<uint32_t>(counts_.size());
      if (normal) {
        if (!git_.Charge(lines[i].size() + 64)) return false;
        id = normalised_.emplace(Normal(lines[i], whitespace_), id).first->second;
      } else {
        id = plain_.emplace(lines[i], id).first->second;
      }
      if (id == counts_.size()) counts_.push_back({0, 0});
      ids->push_back(id);
      if (side_ == 0)
        ++counts_[id].first;
      else
        ++counts_[id].second;
    }
    ++side_;
    return true;
  }
  // How often a line is in the other text.
  uint32_t InOther(uint32_t id, int side) const {
    return side == 0 ? counts_[id].second : counts_[id].first;
  }

 private:
  Git& git_;
  const Whitespace& whitespace_;
  std::unordered_map<std::string_view, uint32_t> plain_;
  std::unordered_map<std::string, uint32_t> normalised_;
  std::vector<std::pair<uint32_t, uint32_t>> counts_;
  int side_ = 0;
};

// About the square root, as a power of two.
uint32_t RoughRoot(size_t n) {
  uint32_t root = 1;
  for (; n > 0; n >>= 2) root <<= 1;
  return root;
}

enum Keep : uint8_t { kNo = 0, kYes = 1, kMaybe = 2 };

// A line that the other text has very often stays, unless it stands among lines that it has not.
// Leaving out lines such as "}" makes long texts fast; leaving out too many of them would tear
// hunks apart.
bool StandsAmongGone(const std::vector<uint8_t>& keep, size_t at, size_t begin, size_t end) {
  constexpr size_t kWindow = 100, kRun = 4;
  begin = std::max(begin, at > kWindow ? at - kWindow : 0);
  end = std::min(end, at + kWindow + 1);
  size_t gone_before = 0, maybe_before = 0, gone_behind = 0, maybe_behind = 0;
  for (size_t i = at; i-- > begin;) {
    if (keep[i] == kNo)
      ++gone_before;
    else if (keep[i] == kMaybe)
      ++maybe_before;
    else
      break;
  }
  if (gone_before == 0) return false;
  for (size_t i = at + 1; i < end; ++i) {
    if (keep[i] == kNo)
      ++gone_behind;
    else if (keep[i] == kMaybe)
      ++maybe_behind;
    else
      break;
  }
  if (gone_behind == 0) return false;
  const size_t gone = gone_before + gone_behind, maybe = maybe_before + maybe_behind;
  return maybe * kRun < maybe + gone;
}

// Lines of [begin, end) that take part in the comparison; the others are changed.
bool Select(Git& git, const LineDiff::Ids& ids, size_t begin, size_t end, const Numbers& numbers,
            int side, std::vector<size_t>* positions, Marks* changed) {
  const uint32_t many = std::min<uint32_t>(RoughRoot(ids.size()), 1024);
  std::vector<uint8_t> keep(ids.size(), kYes);
  if (!git.Charge(ids.size() * 10)) return false;
  for (size_t i = begin; i < end; ++i) {
    const uint32_t count = numbers.InOther(ids[i], side);
    keep[i] = count == 0 ? kNo : count >= many ? kMaybe : kYes;
  }
  for (size_t i = begin; i < end; ++i) {
    if (!git.Tick(4)) return false;
    const bool stays =
        keep[i] == kYes || (keep[i] == kMaybe && !StandsAmongGone(keep, i, begin, end));
    if (stays)
      positions->push_back(i);
    else
      (*changed)[i] = 1;
  }
  return true;
}

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
  Runs(const LineDiff::Ids& ids, Marks* changed) : ids_(ids), changed_(*changed) {
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
  const LineDiff::Ids& ids_;
  Marks& changed_;
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
bool Compact(Git& git, const Lines& lines, const LineDiff::Ids& ids, Marks* changed,
             const LineDiff::Ids& other_ids, Marks* other_changed) {
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

bool DiffLines(Git& git, const Lines& a, const Lines& b, const Whitespace& whitespace,
               std::vector<DiffHunk>* hunks) {
  Git::Scratch scratch(git);
  hunks->clear();
  Numbers numbers(git, whitespace);
  LineDiff::Ids a_ids, b_ids;
  if (!numbers.Number(a, &a_ids) || !numbers.Number(b, &b_ids)) return false;
  const int64_t lines = static_cast<int64_t>(a.size() + b.size());
  if (!git.Charge(static_cast<uint64_t>(lines) * (LineDiff::kBytesPerLine + 32))) return false;
  size_t begin = 0, a_end = a.size(), b_end = b.size();
  while (begin < a_end && begin < b_end && a_ids[begin] == b_ids[begin]) ++begin;
  while (a_end > begin && b_end > begin && a_ids[a_end - 1] == b_ids[b_end - 1]) --a_end, --b_end;
  if (!git.Tick(a.size() + b.size())) return false;
  Marks gone(a.size(), 0), come(b.size(), 0);
  std::vector<size_t> a_places, b_places;
  if (!Select(git, a_ids, begin, a_end, numbers, 0, &a_places, &gone) ||
      !Select(git, b_ids, begin, b_end, numbers, 1, &b_places, &come))
    return false;
  LineDiff::Ids a_part, b_part;
  for (size_t at : a_places) a_part.push_back(a_ids[at]);
  for (size_t at : b_places) b_part.push_back(b_ids[at]);
  LineDiff diff;
  diff.Begin(a_part, b_part);
  while (diff.Compare(a_part, b_part, [&](uint64_t work) { return git.Tick(work); })) {
  }
  if (git.over()) return false;
  for (const DiffHunk& hunk : diff.Hunks()) {
    for (uint64_t i = hunk.a_begin; i < hunk.a_end; ++i) gone[a_places[i]] = 1;
    for (uint64_t i = hunk.b_begin; i < hunk.b_end; ++i) come[b_places[i]] = 1;
  }
  if (!Compact(git, a, a_ids, &gone, b_ids, &come) || !Compact(git, b, b_ids, &come, a_ids, &gone))
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
    const bool blank = whitespace.blank_lines && AllBlank(a, hunk.a_begin, hunk.a_end) &&
                       AllBlank(b, hunk.b_begin, hunk.b_end);
    if (!blank) hunks->push_back(hunk);
  }
  return true;
}

}  // namespace pysub::shell::git
