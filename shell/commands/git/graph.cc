// --graph. A commit's line is drawn from two lists of columns: those before it and those behind it.
// Lines after it move each branch towards its new column, one step a line:
//
//   *        a commit
//   |\       a merge: its parents fan out
//   | *
//   |/       branches that meet collapse to the left

#include "shell/commands/git/graph.h"

#include <algorithm>

#include "shell/commands/git/diff_show.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kMostColumns = 4096;
constexpr std::string_view kColours[] = {"\x1b[31m",   "\x1b[32m",   "\x1b[33m",   "\x1b[34m",
                                         "\x1b[35m",   "\x1b[36m",   "\x1b[1;31m", "\x1b[1;32m",
                                         "\x1b[1;33m", "\x1b[1;34m", "\x1b[1;35m", "\x1b[1;36m"};

}  // namespace

// A line that is being drawn: its text and how wide it is.
class Graph::Line {
 public:
  explicit Line(bool colour) : colour_(colour) {}
  void Put(char c) {
    text_ += c;
    ++width_;
  }
  void Put(const Column& column, char c) {
    if (colour_) text_ += kColours[column.colour % std::size(kColours)];
    text_ += c;
    if (colour_) text_ += kReset;
    ++width_;
  }
  void Pad(int width) {
    while (width_ < width) Put(' ');
  }
  std::string& text() { return text_; }

 private:
  bool colour_;
  std::string text_;
  int width_ = 0;
};

bool Graph::Fits() const {
  constexpr auto kMost = static_cast<int32_t>(kMostColumns) * 2;
  const auto columns = static_cast<int32_t>(new_columns_.size());
  const auto fine = [](const std::vector<int32_t>& mapping, int32_t end) {
    return mapping.size() <= kMostColumns * 2 + 8 &&
           std::all_of(mapping.begin(), mapping.end(),
                       [&](int32_t target) { return target >= -1 && target < end; });
  };
  // Where a commit was and how many lines it has are only compared with places.
  for (int32_t number : {width_, commit_index_, previous_index_, expansion_row_})
    if (number < 0 || number > kMost) return false;
  for (int32_t number : {edges_added_, previous_edges_})
    if (number < -2 || number > kMost) return false;
  return columns_.size() <= kMostColumns && new_columns_.size() <= kMostColumns &&
         parents_.size() <= kMostColumns && fine(mapping_, columns) && fine(old_mapping_, kMost) &&
         merge_layout_ >= -1 && merge_layout_ <= 1;
}

int Graph::FindNewColumn(const ObjectId& id) const {
  for (size_t i = 0; i < new_columns_.size(); ++i)
    if (new_columns_[i].id == id) return static_cast<int>(i);
  return -1;
}

uint8_t Graph::ColourOf(const ObjectId& id) const {
  for (const Column& column : columns_)
    if (column.id == id) return column.colour;
  return colour_;
}

// Gives a parent its column and says where the line to it ends.
bool Graph::InsertNewColumn(Git& git, const ObjectId& id, int index) {
  int column = FindNewColumn(id);
  if (column < 0) {
    if (new_columns_.size() >= kMostColumns) return git.Fatal("the graph is too wide");
    if (!git.Keep(3 * sizeof(Column) + 32)) return false;
    column = static_cast<int>(new_columns_.size());
    new_columns_.push_back({id, ColourOf(id)});
  }
  int place = 0;
  if (parents_.size() > 1 && index >= 0 && merge_layout_ == -1) {
    // The first parent of a merge: it may be left of the merge, or right below it.
    const int distance = index - column;
    const int shift = distance > 1 ? 2 * distance - 3 : 1;
    merge_layout_ = distance > 0 ? 0 : 1;
    edges_added_ = static_cast<int32_t>(parents_.size()) + merge_layout_ - 2;
    place = width_ + (merge_layout_ - 1) * shift;
    width_ += 2 * merge_layout_;
  } else if (edges_added_ > 0 && width_ >= 2 &&
             column == mapping_[static_cast<size_t>(width_ - 2)]) {
    // Two neighbours that go to the same column join already beside the merge.
    place = width_ - 2;
    edges_added_ = -1;
  } else {
    place = width_;
    width_ += 2;
  }
  if (place >= 0 && static_cast<size_t>(place) < mapping_.size())
    mapping_[static_cast<size_t>(place)] = column;
  return true;
}

bool Graph::UpdateColumns(Git& git) {
  std::swap(columns_, new_columns_);
  new_columns_.clear();
  const size_t most = columns_.size() + parents_.size();
  if (most > kMostColumns) return git.Fatal("the graph is too wide");
  if (!git.Tick(most * 8) || !git.Charge(most * 16)) return false;
  mapping_.assign(2 * most, -1);
  old_mapping_.resize(2 * most, -1);
  width_ = 0;
  previous_edges_ = edges_added_;
  edges_added_ = 0;
  bool seen = false;
  for (size_t i = 0; i <= columns_.size(); ++i) {
    ObjectId column;
    if (i == columns_.size()) {
      if (seen) break;
      column = commit_;
    } else {
      column = columns_[i].id;
    }
    if (column == commit_) {
      seen = true;
      commit_index_ = static_cast<int32_t>(i);
      merge_layout_ = -1;
      for (const ObjectId& parent : parents_) {
        // A parent of a merge, or one that nobody waits for, gets a colour of its own.
        if (parents_.size() > 1 || i == columns_.size())
          colour_ = static_cast<uint8_t>((colour_ + 1) % std::size(kColours));
        if (!InsertNewColumn(git, parent, static_cast<int>(i))) return false;
      }
      // The commit itself is as wide as a column, also without parents.
      if (parents_.empty()) width_ += 2;
    } else if (!InsertNewColumn(git, column, -1)) {
      return false;
    }
  }
  while (mapping_.size() > 1 && mapping_.back() < 0) mapping_.pop_back();
  return true;
}

bool Graph::NeedsPreCommit() const {
  return parents_.size() >= 3 && commit_index_ < static_cast<int>(columns_.size()) - 1 &&
         expansion_row_ < (static_cast<int>(parents_.size()) + merge_layout_ - 3) * 2;
}

bool Graph::Begin(Git& git, const WalkItem& item) {
  commit_ = item.id;
  parents_ = item.parents;
  if (parents_.size() > kMostColumns) return git.Fatal("the graph is too wide");
  previous_index_ = commit_index_;
  if (!UpdateColumns(git)) return false;
  expansion_row_ = 0;
  // A commit whose lines were not all drawn is cut off.
  if (state_ != State::kPadding)
    state_ = State::kSkip;
  else
    state_ = NeedsPreCommit() ? State::kPreCommit : State::kCommit;
  return true;
}

bool Graph::MappingIsRight() const {
  for (size_t i = 0; i < mapping_.size(); ++i) {
    const int32_t target = mapping_[i];
    if (target >= 0 && target != static_cast<int32_t>(i / 2)) return false;
  }
  return true;
}

void Graph::PaddingLineTo(Line* line) const {
  for (const Column& column : new_columns_) {
    line->Put(column, '|');
    line->Put(' ');
  }
}

// Before an octopus the branches at its right make room.
void Graph::PreCommit(Line* line) {
  bool seen = false;
  for (size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (column.id == commit_) {
      seen = true;
      line->Put(column, '|');
      for (int n = 0; n < expansion_row_; ++n) line->Put(' ');
    } else if (seen && expansion_row_ == 0) {
      const bool slants =
          previous_state_ == State::kPostMerge && previous_index_ < static_cast<int>(i);
      line->Put(column, slants ? '\\' : '|');
    } else if (seen && expansion_row_ > 0) {
      line->Put(column, '\\');
    } else {
      line->Put(column, '|');
    }
    line->Put(' ');
  }
  ++expansion_row_;
  if (!NeedsPreCommit()) SetState(State::kCommit);
}

void Graph::CommitLine(const Git&, const WalkItem& item, Line* line) {
  bool seen = false;
  for (size_t i = 0; i <= columns_.size(); ++i) {
    Column column;
    if (i == columns_.size()) {
      if (seen) break;
      column.id = commit_;
    } else {
      column = columns_[i];
    }
    if (column.id == commit_) {
      seen = true;
      line->Put(item.mark != 0 ? item.mark : '*');
      // An octopus: a dash for each parent behind the second one.
      if (parents_.size() > 2) {
        const int dashed = DashedParents();
        for (int n = 0; n < dashed; ++n) {
          const size_t at = static_cast<size_t>(commit_index_ + n + 2) * 2;
          const int32_t target = at < mapping_.size() && mapping_[at] >= 0 ? mapping_[at] : 0;
          const Column& to =
              new_columns_[std::min(static_cast<size_t>(target), new_columns_.size() - 1)];
          line->Put(to, '-');
          line->Put(to, n + 1 == dashed ? '.' : '-');
        }
      }
    } else if (seen && edges_added_ > 1) {
      line->Put(column, '\\');
    } else if (seen && edges_added_ == 1) {
      const bool slants = previous_state_ == State::kPostMerge && previous_edges_ > 0 &&
                          previous_index_ < static_cast<int>(i);
      line->Put(column, slants ? '\\' : '|');
    } else if (previous_state_ == State::kCollapsing && 2 * i + 1 < old_mapping_.size() &&
               old_mapping_[2 * i + 1] == static_cast<int32_t>(i) && 2 * i < mapping_.size() &&
               mapping_[2 * i] < static_cast<int32_t>(i)) {
      line->Put(column, '/');
    } else {
      line->Put(column, '|');
    }
    line->Put(' ');
  }
  if (parents_.size() > 1)
    SetState(State::kPostMerge);
  else
    SetState(MappingIsRight() ? State::kPadding : State::kCollapsing);
}

void Graph::PostMerge(Line* line) {
  constexpr char kMarks[] = {'/', '|', '\\'};
  bool seen = false;
  const Column* parent_column = nullptr;
  const ObjectId first = parents_.empty() ? ObjectId() : parents_[0];
  for (size_t i = 0; i <= columns_.size(); ++i) {
    ObjectId id;
    if (i == columns_.size()) {
      if (seen) break;
      id = commit_;
    } else {
      id = columns_[i].id;
    }
    if (id == commit_) {
      // The lines to the parents: "/" to the left, "|" below, "\" to the right.
      seen = true;
      int mark = merge_layout_;
      for (size_t n = 0; n < parents_.size(); ++n) {
        const int at = FindNewColumn(parents_[n]);
        if (at < 0) break;
        line->Put(new_columns_[static_cast<size_t>(at)], kMarks[std::clamp(mark, 0, 2)]);
        if (mark == 2) {
          if (edges_added_ > 0 || n + 1 < parents_.size()) line->Put(' ');
        } else {
          ++mark;
        }
      }
      if (edges_added_ == 0) line->Put(' ');
    } else if (seen) {
      line->Put(columns_[i], edges_added_ > 0 ? '\\' : '|');
      line->Put(' ');
    } else {
      line->Put(columns_[i], '|');
      if (merge_layout_ != 0 || static_cast<int>(i) != commit_index_ - 1) {
        if (parent_column != nullptr)
          line->Put(*parent_column, '_');
        else
          line->Put(' ');
      }
    }
    if (i < columns_.size() && id == first) parent_column = &columns_[i];
  }
  SetState(MappingIsRight() ? State::kPadding : State::kCollapsing);
}

void Graph::Collapsing(Line* line) {
  bool used_horizontal = false;
  int32_t horizontal_edge = -1, horizontal_target = -1;
  std::swap(mapping_, old_mapping_);
  const size_t size = old_mapping_.size();
  mapping_.assign(size, -1);
  for (size_t i = 0; i < size; ++i) {
    const int32_t target = old_mapping_[i];
    if (target < 0) continue;
    if (static_cast<size_t>(target) * 2 == i) {
      mapping_[i] = target;
    } else if (i >= 1 && mapping_[i - 1] < 0) {
      // Nothing is in the way: one step to the left.
      mapping_[i - 1] = target;
      if (horizontal_edge == -1) {
        horizontal_edge = static_cast<int32_t>(i);
        horizontal_target = target;
        // Up to its target nothing stands: it may go there in one line.
        for (size_t j = static_cast<size_t>(target) * 2 + 3; j + 2 < i; j += 2)
          mapping_[j] = target;
      }
    } else if (i >= 1 && mapping_[i - 1] == target) {
      // It meets the branch that goes to the same place.
    } else if (i >= 2) {
      // It crosses the branch at its left.
      mapping_[i - 2] = target;
      if (horizontal_edge == -1) {
        horizontal_edge = static_cast<int32_t>(i) - 1;
        horizontal_target = target;
        for (size_t j = static_cast<size_t>(target) * 2 + 3; j + 2 < i; j += 2)
          mapping_[j] = target;
      }
    }
  }
  std::vector<int32_t> drawn = mapping_;
  // The next commit compares with what was there.
  old_mapping_ = mapping_;
  while (!mapping_.empty() && mapping_.size() > 1 && mapping_.back() < 0) mapping_.pop_back();
  for (size_t i = 0; i < mapping_.size(); ++i) {
    const int32_t target = mapping_[i];
    if (target < 0) {
      line->Put(' ');
      continue;
    }
    const Column& column =
        new_columns_[std::min(static_cast<size_t>(target), new_columns_.size() - 1)];
    if (static_cast<size_t>(target) * 2 == i) {
      line->Put(column, '|');
    } else if (target == horizontal_target && static_cast<int32_t>(i) != horizontal_edge - 1) {
      // Only the part at its end goes on.
      if (i != static_cast<size_t>(target) * 2 + 3) mapping_[i] = -1;
      used_horizontal = true;
      line->Put(column, '_');
    } else {
      if (used_horizontal && static_cast<int32_t>(i) < horizontal_edge) mapping_[i] = -1;
      line->Put(column, '/');
    }
  }
  if (MappingIsRight()) SetState(State::kPadding);
}

std::string Graph::NextLine(const Git& git, bool* done) {
  Line line(git.colour);
  *done = false;
  switch (state_) {
    case State::kPadding:
      PaddingLineTo(&line);
      *done = true;
      break;
    case State::kSkip:
      line.Put('.');
      line.Put('.');
      line.Put('.');
      SetState(NeedsPreCommit() ? State::kPreCommit : State::kCommit);
      break;
    case State::kPreCommit: PreCommit(&line); break;
    case State::kCommit: break;
    case State::kPostMerge: PostMerge(&line); break;
    case State::kCollapsing: Collapsing(&line); break;
  }
  line.Pad(width_);
  return line.text();
}

std::string Graph::CommitLines(const Git& git, const WalkItem& item) {
  std::string text;
  for (size_t i = 0;
       i < 2 * kMostColumns && (state_ == State::kSkip || state_ == State::kPreCommit); ++i) {
    bool done = false;
    text += NextLine(git, &done) + "\n";
  }
  Line line(git.colour);
  CommitLine(git, item, &line);
  line.Pad(width_);
  return text + line.text();
}

std::string Graph::PaddingLine(const Git& git) {
  bool done = false;
  if (state_ != State::kCommit) return NextLine(git, &done);
  Line line(git.colour);
  // Of the columns before the commit, whose lines are not drawn yet.
  for (const Column& column : columns_) {
    line.Put(column, '|');
    const bool octopus = column.id == commit_ && parents_.size() > 2;
    for (size_t n = 0; n < (octopus ? (parents_.size() - 2) * 2 : 1); ++n) line.Put(' ');
  }
  line.Pad(width_);
  previous_state_ = State::kPadding;
  return line.text();
}

}  // namespace pysub::shell::git
