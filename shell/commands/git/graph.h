#ifndef PYSUB_SHELL_COMMANDS_GIT_GRAPH_H_
#define PYSUB_SHELL_COMMANDS_GIT_GRAPH_H_

#include <string>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/walk.h"

namespace pysub::shell::git {

// The lines of --graph at the left of a log.
// The same steps as git's own graph.c, so that the lines are the same to the byte. A column is a
// line of descent that waits for its next commit; mapping_ says to which column each edge on the
// paper goes, and lines are drawn until every edge is there.
//
//   *   merge         kCommit
//   |\                kPostMerge: an edge for each parent
//   | * side          kCommit
//   |/                kCollapsing: two columns wait for the same commit
//   * base
//
// A --graph log keeps it from unit to unit, so it is saved; Fits() looks at what was loaded, since
// positions of one list point into another.
class Graph {
 public:
  // The next commit; lines of the one before that are left are said first.
  bool Begin(Git& git, const WalkItem& item);
  // The line with the commit's mark, and those before it: all but the last end with newlines.
  std::string CommitLines(const Git& git, const WalkItem& item);
  // The next line beside the commit's text; `done`: none but padding is left.
  std::string NextLine(const Git& git, bool* done);
  // The line between the commit before and this one.
  std::string PaddingLine(const Git& git);
  // Whether all of the commit was drawn.
  bool finished() const { return state_ == State::kPadding; }
  // The text of the last commit did not end with one.
  bool misses_newline = false;

  void Fields(Archive& archive) {
    archive(columns_, new_columns_, mapping_, state_, commit_, parents_, width_, commit_index_,
            merge_layout_, edges_added_, previous_edges_, previous_index_, previous_state_,
            expansion_row_, old_mapping_, colour_, misses_newline);
    if (archive.loading() && !Fits()) archive.Fail();
  }

 private:
  // kSkip: a commit was begun before the last one was drawn to its end, which "..." shows.
  enum class State : uint8_t { kPadding, kSkip, kPreCommit, kCommit, kPostMerge, kCollapsing };
  struct Column {
    ObjectId id;
    uint8_t colour = 0;
    void Fields(Archive& archive) { archive(id, colour); }
  };
  class Line;
  bool Fits() const;
  // From the columns before a commit to those after it: its own goes, one for each parent comes.
  bool UpdateColumns(Git& git);
  int FindNewColumn(const ObjectId& id) const;
  bool InsertNewColumn(Git& git, const ObjectId& id, int index);
  uint8_t ColourOf(const ObjectId& id) const;
  // Of an octopus merge: those parents whose edges are drawn as "-." behind the mark.
  int DashedParents() const { return static_cast<int>(parents_.size()) + merge_layout_ - 3; }
  bool NeedsPreCommit() const;
  bool MappingIsRight() const;
  void SetState(State state) {
    previous_state_ = state_;
    state_ = state;
  }
  void PaddingLineTo(Line* line) const;
  void PreCommit(Line* line);
  void CommitLine(const Git& git, const WalkItem& item, Line* line);
  void PostMerge(Line* line);
  void Collapsing(Line* line);

  std::vector<Column> columns_, new_columns_;
  std::vector<int32_t> mapping_, old_mapping_;
  State state_ = State::kPadding, previous_state_ = State::kPadding;
  ObjectId commit_;
  std::vector<ObjectId> parents_;
  int32_t width_ = 0, commit_index_ = 0, previous_index_ = 0, merge_layout_ = 0, edges_added_ = 0,
          previous_edges_ = 0, expansion_row_ = 0;
  uint8_t colour_ = 0;
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_GRAPH_H_
