#ifndef PYSUB_SHELL_COMMANDS_GIT_WALK_H_
#define PYSUB_SHELL_COMMANDS_GIT_WALK_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shell/commands/git/object_id.h"
#include "shell/commands/git/pathspec.h"

namespace pysub::shell::git {

// What a walk begins at, or (excluded) leaves out with all that is behind it.
// a..b is {a, excluded} and b.
struct WalkTip {
  ObjectId id;
  bool excluded = false;
  bool left = false;  // of a...b
  std::string name;   // as the user wrote it
};

// Options come from the words in each unit and are not saved with the walk.
struct WalkOptions {
  std::vector<WalkTip> tips;
  Pathspec paths;
  bool first_parent = false;
  bool topological = false, by_date = false;  // --topo-order, --date-order
  bool full_history = false;
  bool rewrites = false;  // parents are those that are shown: --graph, --parents
  bool follow = false;    // the one path, through renames
  bool graph = false;     // ... of which none leads to what is left out
  bool boundary = false;
  bool cherry_pick = false;                    // changes that both sides of a...b have are left out
  bool cherry_mark = false;                    // ... or marked
  bool left_only = false, right_only = false;  // of a...b
  bool by_decoration = false;  // --simplify-by-decoration: only `decorated`, which is sorted
  std::vector<ObjectId> decorated;
  bool no_walk = false;   // the tips alone, the newest first
  bool unsorted = false;  // these as the words have them
  int64_t since = INT64_MIN, until = INT64_MAX;
};

// A commit that a walk came to.
// With `rewrites` the parents are the nearest shown ancestors, so that a graph has no gaps.
struct WalkItem {
  ObjectId id;
  std::vector<ObjectId> parents;  // as they are shown
  bool left = false;
  bool same = false;      // the other side has the same change (cherry_mark)
  bool boundary = false;  // not asked for, but a parent of what is shown
  std::string path;       // of --follow
  char mark = 0;          // that a graph shows instead of a star
  void Fields(Archive& archive) { archive(id, parents, left, same, boundary, path); }
};

// The order of commits: the newest first. Where it can, it goes from commit to commit and knows
// only what it has seen. Ranges, paths and orders of their own need the whole list first; it is
// made in one unit.
//
// queue_ has commits that were seen and not shown yet; seen_ has all that ever were, so a commit
// that is reached along two ways is shown once. Dates may lie: a parent that is newer than its
// child is shown later than it should be, as git does, but never twice.
class Walk {
 public:
  bool Start(Git& git, const WalkOptions& options);
  // False: there are no more, or it failed (git.status(), git.over()).
  bool Next(Git& git, const WalkOptions& options, WalkItem* item);
  // From here on these come, and nothing else.
  void Replace(std::vector<WalkItem> list) {
    list_ = std::move(list);
    at_ = 0;
    listed_ = true;
  }

  void Fields(Archive& archive) { archive(queue_, seen_, list_, at_, listed_); }

 private:
  struct Entry {
    int64_t time = 0;
    ObjectId id;
    void Fields(Archive& archive) { archive(time, id); }
  };
  bool Push(Git& git, const ObjectId& id, int64_t time);
  // All commits, then their order, then the parents that are shown.
  bool List(Git& git, const WalkOptions& options);

  std::vector<Entry> queue_;  // the newest at the end
  std::map<ObjectId, uint8_t> seen_;
  std::vector<WalkItem> list_;
  uint64_t at_ = 0;
  bool listed_ = false;
};

// Puts the parents of those in the list that are not in it behind them, as --boundary shows them.
bool AppendBoundary(Git& git, const WalkOptions& options, std::vector<WalkItem>* list);

// Whether a commit that a word names by itself (show, --no-walk) is shown: one that changes nothing
// in the paths, or is of another time, is passed over as in a walk.
bool IsShownAlone(Git& git, const WalkOptions& options, const ObjectId& id, bool* is);

// The best common ancestors of one commit and others, the newest first.
// A criss-cross history has several, none of which is an ancestor of another.
bool MergeBases(Git& git, const ObjectId& one, const std::vector<ObjectId>& others,
                std::vector<ObjectId>* bases);
// Whether `ancestor` is in the history of `id`.
bool IsAncestor(Git& git, const ObjectId& ancestor, const ObjectId& id, bool* is);
// How many commits each has that the other has not.
bool CountApart(Git& git, const ObjectId& a, const ObjectId& b, uint64_t* ahead, uint64_t* behind);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_WALK_H_
