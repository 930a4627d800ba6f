// From one tree to another. Four states of a path play a part: the two trees, the index and the
// work tree. All of them are looked at, then either every change is made or none.
//
//   from  to  index   work tree
//   A     A   any     any          nothing to do: what the user has stays
//   A     B   B       any          it is there already
//   A     B   A       as index     written
//   A     B   A       changed      refused: it would be lost
//   A     B   C       any          refused
//   -     B   -       a file       refused, unless it is ignored
//
// Files go before others are written: a file may have been where a directory is needed. The index
// is written last; when a run ends in the middle, files differ from it and status shows them.

#include "shell/commands/git/checkout.h"

#include <algorithm>
#include <map>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

// What a path is in each of the states.
struct Three {
  const TreeEntry* from = nullptr;
  const TreeEntry* to = nullptr;
  IndexEntry* index = nullptr;
  bool unmerged = false;
};

bool SameEntry(const TreeEntry* a, const TreeEntry* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->id == b->id && a->mode == b->mode;
}

bool SameAsIndex(const IndexEntry* entry, const TreeEntry* other) {
  if (entry == nullptr || other == nullptr) return entry == nullptr && other == nullptr;
  return entry->id == other->id && entry->mode == other->mode;
}

class Switcher {
 public:
  Switcher(Git& git, const SwitchOptions& options) : git_(git), options_(options), rules_(git) {}

  bool Run(const ObjectId& from, const ObjectId& to) {
    if (!git_.index().Load(git_) || !FlattenTree(git_, from, &from_) ||
        !FlattenTree(git_, to, &to_))
      return false;
    if (!Collect() || !Decide()) return false;
    if (options_.dirty != nullptr && !dirty_.empty() && untracked_.empty() && unmerged_.empty() &&
        in_way_.empty()) {
      *options_.dirty = true;
      return true;
    }
    if (!dirty_.empty() || !untracked_.empty() || !unmerged_.empty()) return Refuse();
    return Apply();
  }

 private:
  bool Collect() {
    const uint64_t count = from_.size() + to_.size() + git_.index().entries.size();
    if (!git_.Charge(count * (sizeof(Three) + 96))) return false;
    for (const TreeEntry& entry : from_) paths_[entry.name].from = &entry;
    for (const TreeEntry& entry : to_) paths_[entry.name].to = &entry;
    for (IndexEntry& entry : git_.index().entries) {
      Three& three = paths_[entry.path];
      three.index = &entry;
      if (entry.stage != 0) three.unmerged = true;
    }
    return git_.Tick(count * 16);
  }

  bool IsClean(IndexEntry* entry, bool* clean) {
    WorkChange change = WorkChange::kNone;
    WorkFile file;
    if (!CompareWithWork(git_, entry, &change, &file)) return false;
    // A file that is not there loses nothing.
    *clean = change == WorkChange::kNone || change == WorkChange::kDeleted;
    return true;
  }

  bool Decide() {
    for (auto& [path, three] : paths_) {
      if (!git_.Tick(32)) return false;
      if (three.unmerged && !options_.force) {
        unmerged_.push_back(path);
        continue;
      }
      if (options_.force) {
        if (!Force(path, three)) return false;
        continue;
      }
      // A conflict-free change of the index itself stays.
      if (SameEntry(three.from, three.to)) continue;
      if (three.index != nullptr && SameAsIndex(three.index, three.to)) continue;
      if (three.index == nullptr && three.to == nullptr) continue;
      if (three.index == nullptr && three.from == nullptr) {
        if (!CheckFree(path)) return false;
        change_.push_back(path);
        continue;
      }
      if (three.index == nullptr || !SameAsIndex(three.index, three.from)) {
        dirty_.push_back(path);
        continue;
      }
      bool clean = false;
      if (!IsClean(three.index, &clean)) return false;
      if (!clean)
        dirty_.push_back(path);
      else
        change_.push_back(path);
      if (three.to != nullptr && clean && (three.to->mode & kModeKind) != kModeSubmodule) {
        const WorkFile file = LookAt(git_, path);
        if (file.is_directory && !CheckDirectory(path)) return false;
      }
    }
    return true;
  }

  // Nothing is asked, but files that are right already are not written again.
  bool Force(const std::string& path, const Three& three) {
    bool clean = false;
    if (three.index == nullptr && three.to == nullptr) return true;
    if (three.index != nullptr && !three.unmerged && SameAsIndex(three.index, three.to)) {
      WorkChange change = WorkChange::kNone;
      WorkFile file;
      if (!CompareWithWork(git_, three.index, &change, &file)) return false;
      clean = change == WorkChange::kNone;
    }
    if (!clean) change_.push_back(path);
    return true;
  }

  // A new file may not take the place of one that nobody knows, unless that is ignored.
  bool CheckFree(const std::string& path) {
    // (A file of the index that goes may stand in the place of a directory of it.)
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      const std::string part = path.substr(0, slash);
      const auto stat = git_.fs().Lstat(git_.caller(), git_.WorkPath(part));
      if (!stat.ok() || stat->IsDirectory()) continue;
      const auto at = paths_.find(part);
      if (at != paths_.end() && at->second.index != nullptr) return true;
      if (!rules_.IsIgnored(part, false)) untracked_.push_back(part);
      return !git_.over();
    }
    const WorkFile file = LookAt(git_, path);
    if (!file.exists) return !git_.over();
    if (file.is_directory) return CheckDirectory(path);
    if (!rules_.IsIgnored(path, false)) untracked_.push_back(path);
    return !git_.over();
  }

  // A directory that gives way to a file may have nothing in it that would be lost.
  bool CheckDirectory(const std::string& path) {
    bool has = false;
    if (!HasUntrackedBelow(git_, path, &has)) return false;
    if (has) in_way_.push_back(path);
    return true;
  }

  bool Refuse() {
    const std::string verb(options_.verb);
    const std::string before = verb == "checkout" ? "switch branches"
                               : verb == "merge"  ? "merge"
                                                  : verb;
    const auto list = [&](const std::vector<std::string>& paths, const std::string& head,
                          const std::string& tail) {
      if (paths.empty()) return;
      std::string text = "error: " + head + "\n";
      for (const std::string& path : paths) text += "\t" + QuotedPath(git_, path) + "\n";
      git_.Err(text + tail + "\n");
    };
    git_.set_status(1);
    if (verb == "reset" && unmerged_.empty()) {
      // What reads trees into the index says only the first, in other words.
      const std::string path = dirty_.empty()       ? untracked_[0]
                               : untracked_.empty() ? dirty_[0]
                                                    : std::min(dirty_[0], untracked_[0]);
      const Three& three = paths_[path];
      if (dirty_.empty() || path != dirty_[0])
        git_.Err("error: Untracked working tree file '" + path +
                 "' would be overwritten by merge.\n");
      else if (three.index != nullptr && SameAsIndex(three.index, three.from))
        git_.Err("error: Entry '" + path + "' not uptodate. Cannot merge.\n");
      else
        git_.Err("error: Entry '" + path + "' would be overwritten by merge. Cannot merge.\n");
      return false;
    }
    if (!unmerged_.empty()) {
      if (verb == "checkout") {
        for (const std::string& path : unmerged_) git_.Out(path + ": needs merge\n");
        git_.Err("error: you need to resolve your current index first\n");
      } else {
        git_.Err("error: " + verb + " is not possible because you have unmerged files.\n");
      }
      return false;
    }
    list(dirty_, "Your local changes to the following files would be overwritten by " + verb + ":",
         "Please commit your changes or stash them before you " + before + ".");
    list(untracked_,
         "The following untracked working tree files would be overwritten by " + verb + ":",
         "Please move or remove them before you " + before + ".");
    git_.Err("Aborting\n");
    return false;
  }

  bool Apply() {
    if (!in_way_.empty()) {
      std::string text =
          "error: Updating the following directories would lose untracked files in them:\n";
      for (const std::string& path : in_way_) text += "\t" + path + "\n";
      git_.Err(text + "\nAborting\n");
      git_.set_status(1);
      return false;
    }
    // Files go first, so that directories become free.
    for (const std::string& path : change_) {
      const TreeEntry* to = paths_[path].to;
      if (to != nullptr) {
        // (Here a hostile tree stops: its names become paths of the work tree.)
        if (IsSafePath(path)) continue;
        static_cast<void>(
            git_.Error("invalid path '" + path + "'", options_.verb == "checkout" ? 1 : 128));
        return options_.fatal.empty() ? false : git_.Fatal(options_.fatal);
      }
      if (!RemoveWorkFile(git_, path)) return false;
    }
    std::vector<IndexEntry> fresh;
    for (const std::string& path : change_) {
      const TreeEntry* to = paths_[path].to;
      if (to == nullptr) continue;
      if (!WriteWorkFile(git_, path, to->mode, to->id)) return false;
      if (!git_.Charge(3 * sizeof(IndexEntry) + path.size())) return false;
      fresh.push_back(EntryOf(git_, path, to->mode, to->id));
    }
    std::vector<std::string> gone;
    for (const std::string& path : change_) {
      if (paths_[path].to != nullptr) continue;
      if (!git_.Charge(2 * (path.size() + sizeof(path)))) return false;
      gone.push_back(path);
    }
    git_.index().RemoveAll(gone);
    for (IndexEntry& entry : fresh)
      if (!git_.index().Add(git_, std::move(entry))) return false;
    return git_.index().Write(git_);
  }

  Git& git_;
  const SwitchOptions& options_;
  IgnoreRules rules_;
  std::vector<TreeEntry> from_, to_;
  std::map<std::string, Three> paths_;
  std::vector<std::string> change_, dirty_, untracked_, unmerged_, in_way_;
};

}  // namespace

bool SwitchTrees(Git& git, const ObjectId& from, const ObjectId& to, const SwitchOptions& options) {
  return Switcher(git, options).Run(from, to);
}

bool SetIndex(Git& git, const ObjectId& tree) {
  std::vector<TreeEntry> files;
  if (!git.index().Load(git) || !FlattenTree(git, tree, &files)) return false;
  std::vector<IndexEntry> entries;
  if (!git.Charge(files.size() * sizeof(IndexEntry))) return false;
  for (const TreeEntry& file : files) {
    if (!git.Tick(32) ||
        !git.ChargeCache(static_cast<int64_t>(file.name.size() + sizeof(IndexEntry))))
      return false;
    const IndexEntry* known = git.index().Find(file.name);
    IndexEntry entry;
    if (known != nullptr && known->id == file.id && known->mode == file.mode) entry = *known;
    entry.path = file.name;
    entry.mode = file.mode;
    entry.id = file.id;
    entry.intent_to_add = false;
    entries.push_back(std::move(entry));
  }
  git.index().entries = std::move(entries);
  git.index().unsaved = true;
  return true;
}

bool ShowLocalChanges(Git& git, const ObjectId& tree) {
  std::vector<FilePair> pairs;
  if (!DiffTreeWork(git, tree, nullptr, &pairs)) return false;
  DiffOptions options;
  options.name_status = true;
  bool said = false;
  return ShowLists(git, options, pairs, &said);
}

bool ShowPosition(Git& git, std::string_view what, const ObjectId& id, bool on_error_output) {
  Commit commit;
  if (!ReadCommit(git, id, &commit)) return false;
  const std::string line = std::string(what) + " " + git.objects().Abbreviate(id) + " " +
                           SubjectOf(commit.message) + "\n";
  if (on_error_output)
    git.Err(line);
  else
    git.Out(line);
  return !git.over();
}

bool WriteWorkTree(Git& git, const ObjectId& base_tree, const Pathspec* paths, ObjectId* tree) {
  std::vector<TreeEntry> base, files;
  std::vector<FilePair> pairs;
  if (!FlattenTree(git, base_tree, &base) || !DiffTreeWork(git, base_tree, paths, &pairs))
    return false;
  std::vector<std::string> changed;
  for (FilePair& pair : pairs) {
    const std::string path = pair.Name();
    changed.push_back(path);
    const WorkFile file = LookAt(git, path);
    // (One that only the index has lost is kept as it is on disk.)
    if (pair.after.mode == 0 && file.mode != 0) pair.after = {path, file.mode, ObjectId(), true};
    if (pair.after.mode == 0) continue;
    ObjectId id = pair.after.id;
    if (pair.after.in_tree) {
      if (!HashWorkFile(git, path, file, true, &id)) return false;
    }
    if (!git.Charge(sizeof(TreeEntry) * 2 + path.size())) return false;
    files.push_back({pair.after.mode, path, id});
  }
  for (TreeEntry& entry : base)
    if (!std::binary_search(changed.begin(), changed.end(), entry.name))
      files.push_back(std::move(entry));
  std::sort(files.begin(), files.end(),
            [](const TreeEntry& a, const TreeEntry& b) { return a.name < b.name; });
  return WriteTreesOf(git, files, tree);
}

bool LeaveDetached(Git& git, const ObjectId& old, const ObjectId& next) {
  WalkOptions options;
  options.tips.push_back({.id = old, .excluded = false, .left = false, .name = {}});
  if (!next.IsNull())
    options.tips.push_back({.id = next, .excluded = true, .left = false, .name = {}});
  std::vector<Ref> refs;
  if (!git.refs().List("refs/", &refs)) return false;
  for (const Ref& ref : refs) {
    ObjectId id;
    if (Peel(git, ref.id, ObjectType::kCommit, &id))
      options.tips.push_back({.id = id, .excluded = true, .left = false, .name = {}});
  }
  Walk walk;
  WalkItem item;
  if (!walk.Start(git, options)) return false;
  std::vector<ObjectId> lost;
  while (walk.Next(git, options, &item)) lost.push_back(item.id);
  if (git.over()) return false;
  if (lost.empty()) return ShowPosition(git, "Previous HEAD position was", old, true);
  std::string text = "Warning: you are leaving " + Plural(lost.size(), "commit", "commits") +
                     " behind, not connected to\nany of your branches:\n\n";
  for (size_t i = 0; i < lost.size() && i < 4; ++i) {
    Commit commit;
    if (!ReadCommit(git, lost[i], &commit)) return false;
    text += "  " + git.objects().Abbreviate(lost[i]) + " " + SubjectOf(commit.message) + "\n";
  }
  if (lost.size() > 4) text += " ... and " + std::to_string(lost.size() - 4) + " more.\n";
  const std::string it = lost.size() == 1 ? "it" : "them";
  git.Err(text + "\nIf you want to keep " + it +
          " by creating a new branch, this may be a good time\nto do so with:\n\n git branch "
          "<new-branch-name> " +
          git.objects().Abbreviate(old) + "\n\n");
  return true;
}

bool MergeLocal(Git& git, const ObjectId& from, const ObjectId& to, const std::string& name,
                const std::string& before) {
  std::vector<FilePair> staged;
  if (!DiffTreeIndex(git, from, nullptr, &staged)) return false;
  if (!staged.empty()) {
    std::string names;
    for (const FilePair& pair : staged) names += (names.empty() ? "" : " ") + pair.Name();
    return git.Fatal("cannot continue with staged changes in the following files:\n" + names);
  }
  ObjectId work;
  TreeMerge merge;
  TreeMergeOptions options;
  options.labels = {name, before, "local"};
  options.algorithm = LineAlgorithm::kMyers;
  SwitchOptions force;
  force.force = true;
  if (!WriteWorkTree(git, from, nullptr, &work) ||
      !MergeTrees(git, from, to, work, options, &merge) || !SwitchTrees(git, from, to, force) ||
      !ApplyMerge(git, to, merge, "checkout"))
    return false;
  std::vector<IndexEntry> conflicts;
  for (const IndexEntry& entry : git.index().entries) {
    if (entry.stage == 0) continue;
    if (!git.Charge(3 * sizeof(IndexEntry) + entry.path.size())) return false;
    conflicts.push_back(entry);
  }
  if (!SetIndex(git, to)) return false;
  for (const IndexEntry& entry : conflicts) {
    IndexEntry* whole = git.index().Find(entry.path);
    if (whole != nullptr) git.index().Remove(entry.path);
  }
  for (IndexEntry& entry : conflicts)
    if (!git.index().AddStage(git, std::move(entry))) return false;
  return git.index().Write(git);
}

}  // namespace pysub::shell::git
