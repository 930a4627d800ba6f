// Walks through history. Nothing recurses: what is still to be looked at lies in a queue or a list,
// so the longest history needs no more of the C++ stack than the shortest.
//
// The simple walk (Walk::Next) takes the newest commit of the queue, shows it and puts its parents
// in. It knows only what it has seen, and so it is a unit a commit. A Lister makes the whole list
// first:
//
//   Limit                what can be reached and is not excluded; paths simplify parents on the way
//   SortTopologically    no commit before all of its children
//   Rewrite              parents that are not shown are replaced by those behind them
//
//   a..b    a is excluded, and so is all behind it:   o---o---a      excluded
//                                                         +---x---b  shown

#include "shell/commands/git/walk.h"

#include <algorithm>
#include <set>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/tree.h"

namespace pysub::shell::git {
namespace {

enum Flag : uint8_t {
  kSeen = 1,
  kExcluded = 2,
  kListed = 4,
  kLeft = 8,
  kSame = 16,  // as its parent, in the paths that matter
  kStale = 32,
  kResult = 64,
  kPatchSame = 128,
};

// Commits that a unit has looked at.
struct Node {
  std::vector<ObjectId> parents;
  ObjectId tree;
  int64_t time = 0;
  uint8_t flags = 0;
  bool read = false;
  std::string path;  // of --follow
};
using Graph = std::map<ObjectId, Node>;

bool Read(Git& git, Graph* graph, const ObjectId& id, bool first_parent, Node** node) {
  Node& found = (*graph)[id];
  *node = &found;
  if (found.read) return true;
  Commit commit;
  {
    Git::Scratch scratch(git);
    if (!ReadCommit(git, id, &commit)) return false;
  }
  if (!git.Charge(sizeof(Node) + 128 + commit.parents.size() * sizeof(ObjectId))) return false;
  found.parents = std::move(commit.parents);
  if (first_parent && found.parents.size() > 1) found.parents.resize(1);
  found.tree = commit.tree;
  found.time = commit.time;
  found.read = true;
  return true;
}

// The newest first; of the same time, who came first.
class DateQueue {
 public:
  void Push(int64_t time, const ObjectId& id) {
    const auto at =
        std::lower_bound(items_.begin(), items_.end(), time,
                         [](const auto& item, int64_t key) { return item.first < key; });
    items_.insert(at, {time, id});
  }
  bool empty() const { return items_.empty(); }
  ObjectId Pop() {
    const ObjectId id = items_.back().second;
    items_.pop_back();
    return id;
  }
  const std::vector<std::pair<int64_t, ObjectId>>& items() const { return items_; }

 private:
  std::vector<std::pair<int64_t, ObjectId>> items_;
};

// Makes the list of a walk that cannot go commit by commit.
class Lister {
 public:
  Lister(Git& git, const WalkOptions& options) : git_(git), options_(options) {}

  bool Run(std::vector<WalkItem>* list) {
    if (!Begin()) return false;
    if (!(options_.no_walk ? KeepTips() : Limit())) return false;
    std::vector<ObjectId> order;
    for (const ObjectId& id : found_) {
      if (!git_.Tick(16)) return false;
      if ((graph_[id].flags & kExcluded) == 0) order.push_back(id);
    }
    if ((options_.cherry_pick || options_.cherry_mark) && !DropCherries(&order)) return false;
    std::erase_if(order, [&](const ObjectId& id) {
      return (graph_[id].flags & kLeft) != 0 ? options_.right_only : options_.left_only;
    });
    if ((options_.topological || options_.by_date) && !SortTopologically(&order)) return false;
    if (options_.by_decoration && !KeepDecorated(&order)) return false;
    if (options_.rewrites && !options_.paths.empty() && !Rewrite(order)) return false;
    for (const ObjectId& id : order) {
      const Node& node = graph_[id];
      if (!options_.paths.empty() && (node.flags & kSame) != 0) continue;
      if (node.time > options_.until) continue;
      WalkItem item{.id = id,
                    .parents = node.parents,
                    .left = (node.flags & kLeft) != 0,
                    .same = (node.flags & kPatchSame) != 0,
                    .path = node.path};
      if (options_.graph && !options_.boundary) {
        std::erase_if(item.parents, [&](const ObjectId& parent) {
          const auto at = graph_.find(parent);
          return at != graph_.end() && (at->second.flags & kExcluded) != 0;
        });
      }
      if (!git_.Tick(16) || !git_.Keep(3 * sizeof(WalkItem) + item.path.size() +
                                       item.parents.size() * sizeof(ObjectId)))
        return false;
      list->push_back(std::move(item));
    }
    return true;
  }

  // Children before their parents.
  bool Sort(std::vector<ObjectId>* ids) {
    Node* node = nullptr;
    for (const ObjectId& id : *ids)
      if (!Read(git_, &graph_, id, options_.first_parent, &node)) return false;
    return SortTopologically(ids);
  }

  // Beside its parents; nothing behind these is looked at.
  bool Alone(const ObjectId& id, bool* is) {
    Node* node = nullptr;
    if (!Read(git_, &graph_, id, options_.first_parent, &node)) return false;
    *is = node->time >= options_.since && node->time <= options_.until;
    if (!*is || options_.paths.empty()) return true;
    if (options_.follow && options_.paths.size() == 1) node->path = options_.paths.PathOf(0);
    if (!Simplify(id)) return false;
    *is = (graph_[id].flags & kSame) == 0;
    return true;
  }

 private:
  bool Begin() {
    for (const WalkTip& tip : options_.tips) {
      Node* node = nullptr;
      if (!Read(git_, &graph_, tip.id, options_.first_parent, &node)) return false;
      if (tip.excluded) {
        if (!Exclude(tip.id)) return false;
      } else if (tip.left) {
        node->flags |= kLeft;
      }
      if ((node->flags & kSeen) != 0) continue;
      node->flags |= kSeen;
      queue_.Push(node->time, tip.id);
      if (options_.follow && options_.paths.size() == 1) node->path = options_.paths.PathOf(0);
    }
    return true;
  }

  bool KeepTips() {
    if (!git_.Charge(options_.tips.size() * 64)) return false;
    if (!options_.unsorted) {
      for (; !queue_.empty(); found_.push_back(queue_.Pop()))
        if (!git_.Tick(16)) return false;
    } else {
      for (const WalkTip& tip : options_.tips) {
        if (!git_.Tick(16)) return false;
        // (each once, as the queue has them)
        if ((graph_[tip.id].flags & kListed) == 0) found_.push_back(tip.id);
        graph_[tip.id].flags |= kListed;
      }
    }
    return std::all_of(found_.begin(), found_.end(), [&](const ObjectId& id) {
      if (graph_[id].time < options_.since) graph_[id].flags |= kExcluded;
      return options_.paths.empty() || Simplify(id);
    });
  }

  // It and all that was seen behind it.
  bool Exclude(const ObjectId& id) {
    std::vector<ObjectId> open = {id};
    while (!open.empty()) {
      Node& node = graph_[open.back()];
      open.pop_back();
      if (!git_.Tick(16)) return false;
      if ((node.flags & kExcluded) != 0) continue;
      node.flags |= kExcluded;
      if (!node.read) continue;
      for (const ObjectId& parent : node.parents) open.push_back(parent);
    }
    return true;
  }

  // Goes on a little when only what is left out is left: times of commits may be wrong.
  // With right times it would be over at once: all that is left is older than what was found.
  bool IsOver(int64_t last_time, int* slop) {
    if (queue_.empty()) return true;
    if (last_time <= queue_.items().back().first) {
      *slop = 5;
      return false;
    }
    for (const auto& [time, id] : queue_.items()) {
      if ((graph_[id].flags & kExcluded) == 0) {
        *slop = 5;
        return false;
      }
    }
    return --*slop <= 0;
  }

  bool Limit() {
    int64_t last_time = INT64_MAX;
    int slop = 5;
    while (!queue_.empty()) {
      if (!git_.Tick(64)) return false;
      const ObjectId id = queue_.Pop();
      Node* node = &graph_[id];
      if (node->time < options_.since) {
        if (!Exclude(id)) return false;
      }
      if (!options_.paths.empty() && (node->flags & kExcluded) == 0 && !Simplify(id)) return false;
      node = &graph_[id];
      const bool excluded = (node->flags & kExcluded) != 0;
      const uint8_t side = node->flags & kLeft;
      const std::vector<ObjectId> parents = node->parents;
      const std::string path = node->path;
      for (const ObjectId& parent : parents) {
        Node* above = nullptr;
        if (!Read(git_, &graph_, parent, options_.first_parent, &above)) return false;
        if (excluded && !Exclude(parent)) return false;
        if (!excluded) above->flags |= side;
        if ((above->flags & kSeen) != 0) continue;
        above->flags |= kSeen;
        if (options_.follow && above->path.empty()) above->path = path;
        queue_.Push(above->time, parent);
      }
      if (excluded) {
        if (IsOver(last_time, &slop)) break;
        continue;
      }
      last_time = node->time;
      if (!git_.Charge(64)) return false;
      found_.push_back(id);
    }
    return true;
  }

  // Marks a commit that changes nothing in the paths, and of its parents leaves the one that is the
  // same.
  bool Simplify(const ObjectId& id) {
    Git::Scratch scratch(git_);
    Node& node = graph_[id];
    Pathspec followed;
    if (options_.follow) followed.AddLiteral(node.path);
    const Pathspec& paths = options_.follow ? followed : options_.paths;
    if (node.parents.empty()) {
      std::vector<TreeChange> changes;
      if (!DiffTrees(git_, ObjectId(), node.tree, &paths, true, false, &changes)) return false;
      if (changes.empty()) node.flags |= kSame;
      return true;
    }
    size_t same = 0;
    for (size_t i = 0; i < node.parents.size(); ++i) {
      Node* parent = nullptr;
      const ObjectId parent_id = node.parents[i];
      if (!Read(git_, &graph_, parent_id, options_.first_parent, &parent)) return false;
      std::vector<TreeChange> changes;
      if (!DiffTrees(git_, parent->tree, node.tree, &paths, true, false, &changes)) return false;
      if (changes.empty()) {
        if (++same == 1 && !options_.full_history) {
          node.parents = {parent_id};
          node.flags |= kSame;
          return true;
        }
        continue;
      }
      if (options_.follow && changes.size() == 1 && changes[0].old_mode == 0 &&
          !FollowRename(parent->tree, node.tree, node.path, parent))
        return false;
    }
    if (same == node.parents.size()) node.flags |= kSame;
    return true;
  }

  // The file came with this commit: maybe under another name before.
  bool FollowRename(const ObjectId& before, const ObjectId& after, const std::string& path,
                    Node* parent) {
    std::vector<FilePair> pairs;
    DiffOptions options;
    options.renames = 50;
    if (!DiffTreePairs(git_, before, after, nullptr, &pairs) || !FindRenames(git_, options, &pairs))
      return false;
    for (const FilePair& pair : pairs)
      if (pair.after.path == path && (pair.status == 'R' || pair.status == 'C'))
        parent->path = pair.before.path;
    return true;
  }

  // a...b without changes that both sides have, or with a mark at these.
  bool DropCherries(std::vector<ObjectId>* order) {
    std::map<ObjectId, int> sides;  // by what they change: 1, 2 or both
    std::map<ObjectId, ObjectId> changes;
    for (const ObjectId& id : *order) {
      const Node& node = graph_[id];
      if (node.parents.size() > 1) continue;
      Node* parent = nullptr;
      if (!node.parents.empty() &&
          !Read(git_, &graph_, node.parents[0], options_.first_parent, &parent))
        return false;
      Git::Scratch scratch(git_);
      ObjectId patch;
      if (!PatchId(git_, parent == nullptr ? ObjectId() : parent->tree, graph_[id].tree, &patch))
        return false;
      changes[id] = patch;
      sides[patch] |= (graph_[id].flags & kLeft) != 0 ? 1 : 2;
    }
    const auto is_double = [&](const ObjectId& id) {
      const auto at = changes.find(id);
      return at != changes.end() && sides[at->second] == 3;
    };
    if (options_.cherry_mark) {
      for (const ObjectId& id : *order)
        if (is_double(id)) graph_[id].flags |= kPatchSame;
    } else {
      std::erase_if(*order, is_double);
    }
    return true;
  }

  // Of the parents each once, and none that another one reaches.
  bool Reduce(std::vector<ObjectId>* parents) {
    std::vector<ObjectId> kept;
    for (size_t i = 0; i < parents->size(); ++i) {
      bool is_reached = false;
      for (size_t j = 0; j < parents->size() && !is_reached; ++j) {
        if ((*parents)[i] == (*parents)[j]) {
          is_reached = j < i;
        } else if (!IsAncestor(git_, (*parents)[i], (*parents)[j], &is_reached)) {
          return false;
        }
      }
      if (!is_reached) kept.push_back((*parents)[i]);
    }
    *parents = std::move(kept);
    return true;
  }

  // What has a name, where history begins, and merges of such. From the oldest on each commit
  // stands for itself or for the next one behind it that is kept.
  bool KeepDecorated(std::vector<ObjectId>* order) {
    if (!git_.Charge(order->size() * 96)) return false;
    std::map<ObjectId, ObjectId> stands_for;
    for (size_t i = order->size(); i-- > 0;) {
      const ObjectId& id = (*order)[i];
      if (!git_.Tick(32)) return false;
      std::vector<ObjectId>& parents = graph_[id].parents;
      for (ObjectId& parent : parents) {
        const auto at = stands_for.find(parent);
        if (at != stands_for.end()) parent = at->second;
      }
      if (parents.size() > 1 && !Reduce(&parents)) return false;
      const bool is_kept = parents.size() != 1 || std::binary_search(options_.decorated.begin(),
                                                                     options_.decorated.end(), id);
      stands_for[id] = is_kept ? id : parents[0];
    }
    std::erase_if(*order, [&](const ObjectId& id) { return stands_for[id] != id; });
    return true;
  }

  // A commit may come when its last child has. The stack keeps a line of descent together; the
  // queue of --date-order takes the newest one that may come.
  bool SortTopologically(std::vector<ObjectId>* order) {
    std::map<ObjectId, uint32_t> children;
    if (!git_.Charge(order->size() * 96)) return false;
    for (const ObjectId& id : *order) children[id] = 0;
    for (const ObjectId& id : *order) {
      if (!git_.Tick(32)) return false;
      for (const ObjectId& parent : graph_[id].parents)
        if (const auto at = children.find(parent); at != children.end()) ++at->second;
    }
    std::vector<ObjectId> sorted, stack;
    DateQueue queue;
    const auto push = [&](const ObjectId& id) {
      if (options_.by_date)
        queue.Push(graph_[id].time, id);
      else
        stack.push_back(id);
    };
    // Tips; the stack gives the last one first.
    std::vector<ObjectId> tips;
    for (const ObjectId& id : *order)
      if (children[id] == 0) tips.push_back(id);
    if (!options_.by_date) std::reverse(tips.begin(), tips.end());
    for (const ObjectId& id : tips) push(id);
    while (!stack.empty() || !queue.empty()) {
      if (!git_.Tick(32)) return false;
      ObjectId id;
      if (options_.by_date) {
        id = queue.Pop();
      } else {
        id = stack.back();
        stack.pop_back();
      }
      sorted.push_back(id);
      for (const ObjectId& parent : graph_[id].parents)
        if (const auto at = children.find(parent); at != children.end() && --at->second == 0)
          push(parent);
    }
    *order = std::move(sorted);
    return true;
  }

  // Parents that are not shown are replaced by the next ones that are.
  bool Rewrite(const std::vector<ObjectId>& order) {
    for (const ObjectId& id : order) {
      std::vector<ObjectId> parents;
      for (ObjectId parent : graph_[id].parents) {
        bool there = true;
        while (there) {
          if (!git_.Tick(16)) return false;
          const auto at = graph_.find(parent);
          there = at != graph_.end() && at->second.read;
          if (!there || (at->second.flags & kSame) == 0 || at->second.parents.size() > 1) break;
          if (at->second.parents.empty())
            there = false;
          else
            parent = at->second.parents[0];
        }
        if (there && std::find(parents.begin(), parents.end(), parent) == parents.end())
          parents.push_back(parent);
      }
      rewritten_[id] = std::move(parents);
    }
    for (auto& [id, parents] : rewritten_) graph_[id].parents = std::move(parents);
    return true;
  }

  Git& git_;
  const WalkOptions& options_;
  Graph graph_;
  DateQueue queue_;
  std::vector<ObjectId> found_;
  std::map<ObjectId, std::vector<ObjectId>> rewritten_;
};

}  // namespace

bool Walk::Push(Git& git, const ObjectId& id, int64_t time) {
  if (!git.Keep(sizeof(Entry) * 2 + 96)) return false;
  const auto at =
      std::lower_bound(queue_.begin(), queue_.end(), time,
                       [](const Entry& entry, int64_t key) { return entry.time < key; });
  queue_.insert(at, {time, id});
  return true;
}

bool Walk::List(Git& git, const WalkOptions& options) {
  listed_ = true;
  return Lister(git, options).Run(&list_);
}

bool Walk::Start(Git& git, const WalkOptions& options) {
  if (options.no_walk && std::any_of(options.tips.begin(), options.tips.end(),
                                     [](const WalkTip& tip) { return tip.excluded; })) {
    // A range is walked all the same.
    WalkOptions walked = options;
    walked.no_walk = false;
    return Start(git, walked);
  }
  const bool ranges = std::any_of(options.tips.begin(), options.tips.end(),
                                  [](const WalkTip& tip) { return tip.excluded || tip.left; });
  if (ranges || options.no_walk || !options.paths.empty() || options.topological ||
      options.by_date || options.cherry_pick || options.cherry_mark || options.left_only ||
      options.right_only || options.by_decoration)
    return List(git, options);
  for (const WalkTip& tip : options.tips) {
    Commit commit;
    if (seen_.count(tip.id) != 0) continue;
    if (!ReadCommit(git, tip.id, &commit) || !Push(git, tip.id, commit.time)) return false;
    seen_[tip.id] = 1;
  }
  return true;
}

bool Walk::Next(Git& git, const WalkOptions& options, WalkItem* item) {
  if (listed_) {
    if (at_ >= list_.size()) return false;
    *item = list_[at_++];
    return true;
  }
  while (!queue_.empty()) {
    if (!git.Tick(64)) return false;
    const Entry entry = queue_.back();
    queue_.pop_back();
    Commit commit;
    if (!ReadCommit(git, entry.id, &commit)) return false;
    // (What is behind is older still, by and large.)
    if (commit.time < options.since) continue;
    if (options.first_parent && commit.parents.size() > 1) commit.parents.resize(1);
    for (const ObjectId& parent : commit.parents) {
      if (seen_.count(parent) != 0) continue;
      Commit above;
      if (!ReadCommit(git, parent, &above) || !Push(git, parent, above.time)) return false;
      seen_[parent] = 1;
    }
    if (commit.time > options.until) continue;
    *item = {.id = entry.id, .parents = std::move(commit.parents), .left = false, .path = {}};
    return true;
  }
  return false;
}

bool AppendBoundary(Git& git, const WalkOptions& options, std::vector<WalkItem>* list) {
  std::set<ObjectId> shown, seen;
  std::vector<ObjectId> behind;
  if (!git.Charge(list->size() * 128)) return false;
  for (const WalkItem& item : *list) shown.insert(item.id);
  for (const WalkItem& item : *list) {
    if (!git.Tick(16 + item.parents.size()) || !git.Charge(item.parents.size() * 128)) return false;
    for (const ObjectId& parent : item.parents)
      if (!shown.contains(parent) && seen.insert(parent).second) behind.push_back(parent);
  }
  std::reverse(behind.begin(), behind.end());
  if (!Lister(git, options).Sort(&behind)) return false;
  for (const ObjectId& id : behind) {
    Commit commit;
    if (!ReadCommit(git, id, &commit)) return false;
    // (A graph goes on only to what is shown.)
    if (options.rewrites)
      std::erase_if(commit.parents, [&](const ObjectId& parent) { return !seen.contains(parent); });
    if (!git.Keep(3 * sizeof(WalkItem) + commit.parents.size() * sizeof(ObjectId))) return false;
    list->push_back({.id = id, .parents = std::move(commit.parents), .boundary = true, .path = {}});
  }
  return true;
}

bool IsShownAlone(Git& git, const WalkOptions& options, const ObjectId& id, bool* is) {
  Git::Scratch scratch(git);
  return Lister(git, options).Alone(id, is);
}

// ---- common ancestors

namespace {

// Paints what both sides reach, in the order of time, until only what is common is left.
// What both colours reach is a common ancestor, and all behind it is stale: common, too, but not a
// best one.
bool Paint(Git& git, Graph* graph, const ObjectId& one, const std::vector<ObjectId>& others,
           std::vector<ObjectId>* results) {
  constexpr uint8_t kOne = kSeen, kTwo = kExcluded;
  DateQueue queue;
  const auto begin = [&](const ObjectId& id, uint8_t flag) {
    Node* node = nullptr;
    if (!Read(git, graph, id, false, &node)) return false;
    node->flags |= flag;
    queue.Push(node->time, id);
    return true;
  };
  if (!begin(one, kOne)) return false;
  for (const ObjectId& other : others)
    if (!begin(other, kTwo)) return false;
  const auto has_news = [&] {
    return std::any_of(queue.items().begin(), queue.items().end(), [&](const auto& item) {
      return ((*graph)[item.second].flags & kStale) == 0;
    });
  };
  while (has_news()) {
    if (!git.Tick(64 + queue.items().size())) return false;
    const ObjectId id = queue.Pop();
    Node& node = (*graph)[id];
    uint8_t flags = node.flags & (kOne | kTwo | kStale);
    if (flags == (kOne | kTwo)) {
      if ((node.flags & kResult) == 0) {
        node.flags |= kResult;
        results->push_back(id);
      }
      flags |= kStale;
    }
    const std::vector<ObjectId> parents = node.parents;
    for (const ObjectId& parent : parents) {
      Node* above = nullptr;
      if (!Read(git, graph, parent, false, &above)) return false;
      if ((above->flags & flags) == flags) continue;
      above->flags |= flags;
      queue.Push(above->time, parent);
    }
  }
  std::erase_if(*results, [&](const ObjectId& id) { return ((*graph)[id].flags & kStale) != 0; });
  return true;
}

}  // namespace

bool MergeBases(Git& git, const ObjectId& one, const std::vector<ObjectId>& others,
                std::vector<ObjectId>* bases) {
  Git::Scratch scratch(git);
  bases->clear();
  if (std::find(others.begin(), others.end(), one) != others.end()) {
    bases->push_back(one);
    return true;
  }
  Graph graph;
  std::vector<ObjectId> results;
  if (!Paint(git, &graph, one, others, &results)) return false;
  // Those that another one reaches are no best ones.
  for (size_t i = 0; i < results.size() && results.size() > 1; ++i) {
    bool redundant = false;
    for (size_t j = 0; j < results.size() && !redundant; ++j) {
      if (i == j || results[j].IsNull()) continue;
      Graph other;
      std::vector<ObjectId> common;
      Git::Scratch inner(git);
      if (results[i].IsNull() || !Paint(git, &other, results[i], {results[j]}, &common))
        return false;
      redundant = std::find(common.begin(), common.end(), results[i]) != common.end();
    }
    if (redundant) {
      results.erase(results.begin() + static_cast<ptrdiff_t>(i));
      --i;
    }
  }
  std::stable_sort(results.begin(), results.end(), [&](const ObjectId& a, const ObjectId& b) {
    return graph[a].time > graph[b].time;
  });
  *bases = std::move(results);
  return true;
}

bool IsAncestor(Git& git, const ObjectId& ancestor, const ObjectId& id, bool* is) {
  std::vector<ObjectId> bases;
  if (!MergeBases(git, ancestor, {id}, &bases)) return false;
  *is = std::find(bases.begin(), bases.end(), ancestor) != bases.end();
  return true;
}

bool CountApart(Git& git, const ObjectId& a, const ObjectId& b, uint64_t* ahead, uint64_t* behind) {
  *ahead = *behind = 0;
  if (a == b) return true;
  WalkOptions options;
  std::vector<ObjectId> bases;
  if (!MergeBases(git, a, {b}, &bases)) return false;
  options.tips.push_back({.id = a, .excluded = false, .left = true, .name = {}});
  options.tips.push_back({.id = b, .excluded = false, .left = false, .name = {}});
  for (const ObjectId& base : bases)
    options.tips.push_back({.id = base, .excluded = true, .left = false, .name = {}});
  Walk walk;
  if (!walk.Start(git, options)) return false;
  WalkItem item;
  while (walk.Next(git, options, &item)) ++*(item.left ? ahead : behind);
  return !git.over();
}

}  // namespace pysub::shell::git
