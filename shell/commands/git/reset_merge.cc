// How a merge is undone.

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

// What ResetMerge() would lose at a path: a change that no index knows, or a file that none has.
// (A path in conflict has nothing of its own: the text with markers was made by the merge.)
bool CheckReset(Git& git, const std::string& path, IgnoreRules* rules) {
  IndexEntry* entry = git.index().FindAny(path);
  if (entry != nullptr) {
    WorkChange change = WorkChange::kNone;
    WorkFile file;
    if (entry->stage != 0) return true;
    if (!CompareWithWork(git, entry, &change, &file)) return false;
    if (change == WorkChange::kNone || !file.exists) return true;
    return git.Error("Entry '" + path + "' not uptodate. Cannot merge.", 128);
  }
  for (size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    const auto stat = git.fs().Lstat(git.caller(), git.WorkPath(part));
    if (!git.Tick(32)) return false;
    if (!stat.ok()) return true;
    if (stat->IsDirectory()) continue;
    if (git.index().FindAny(part) != nullptr) return CheckReset(git, part, rules);
    if (rules->IsIgnored(part, false)) return true;
    return git.Error("Untracked working tree file '" + part + "' would be overwritten by merge.",
                     128);
  }
  const WorkFile file = LookAt(git, path);
  if (!file.exists) return !git.over();
  if (file.is_directory) {
    bool has = false;
    if (!HasUntrackedBelow(git, path, &has)) return false;
    return !has || git.Error("Updating '" + path + "' would lose untracked files in it", 128);
  }
  if (rules->IsIgnored(path, false)) return !git.over();
  return git.Error("Untracked working tree file '" + path + "' would be overwritten by merge.",
                   128);
}

}  // namespace

// What the merge brought goes; what the user changed besides stays, or nothing is done.
bool ResetMerge(Git& git, const ObjectId& tree, const std::string& revision) {
  if (!git.index().Load(git)) return false;
  std::vector<TreeEntry> files;
  if (!FlattenTree(git, tree, &files)) return false;
  const auto find = [&](const std::string& path) -> const TreeEntry* {
    const auto at = std::lower_bound(
        files.begin(), files.end(), path,
        [](const TreeEntry& entry, const std::string& key) { return entry.name < key; });
    return at != files.end() && at->name == path ? &*at : nullptr;
  };
  std::vector<std::string> touched;
  for (IndexEntry& entry : git.index().entries) {
    if (!git.Tick(32)) return false;
    if (!touched.empty() && touched.back() == entry.path) continue;
    const TreeEntry* wanted = find(entry.path);
    const bool same = entry.stage == 0 && wanted != nullptr && wanted->id == entry.id &&
                      wanted->mode == entry.mode;
    if (same) continue;
    if (!git.Charge(2 * entry.path.size() + 64)) return false;
    touched.push_back(entry.path);
  }
  for (const TreeEntry& file : files) {
    if (!git.Tick(32)) return false;
    if (git.index().FindAny(file.name) != nullptr) continue;
    if (!git.Charge(2 * file.name.size() + 64)) return false;
    touched.push_back(file.name);
  }
  std::sort(touched.begin(), touched.end());
  IgnoreRules rules(git);
  for (const std::string& path : touched) {
    if (CheckReset(git, path, &rules)) continue;
    if (!git.over()) git.Err("fatal: Could not reset index file to revision '" + revision + "'.\n");
    return false;
  }
  // Files go first, so that directories become free.
  for (const std::string& path : touched)
    if (find(path) == nullptr && (!git.index().Remove(path) || !RemoveWorkFile(git, path)))
      return false;
  for (const std::string& path : touched) {
    const TreeEntry* wanted = find(path);
    if (wanted == nullptr) continue;
    if (!WriteWorkFile(git, path, wanted->mode, wanted->id) ||
        !git.index().Add(git, EntryOf(git, path, wanted->mode, wanted->id)))
      return false;
  }
  return git.index().Write(git);
}

}  // namespace pysub::shell::git
