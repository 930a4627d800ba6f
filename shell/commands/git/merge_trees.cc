// Three trees together: files that only one side changed, files that both did, and files that one
// side renamed, whose changes follow them.
//
// For each path there are three versions, and mostly two of them are the same:
//
//   base  ours  theirs
//   A     A     B       theirs: only they changed it
//   A     B     A       ours
//   A     B     B       both did the same
//   A     B     C       line by line (MergeBlobs), maybe a conflict
//   A     -     B       CONFLICT (modify/delete)
//   -     B     C       CONFLICT (add/add)
//
// Renames come before that: when one side renamed "a" to "b" and the other changed "a", the
// versions of "a" are moved to "b", and then the table holds for "b" as for any other path.
//
// A path in conflict has its versions in the index under the stages 1 (base), 2 (ours) and 3
// (theirs), and in the work tree the text with markers. `git add` puts one entry of stage 0 in
// their place.

#include <algorithm>
#include <map>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

struct Version {
  uint32_t mode = 0;  // 0: not there
  ObjectId id;
  bool operator==(const Version&) const = default;
};

// A path in the three trees. Where a side renamed it, its old name is remembered.
struct Path {
  Version base, ours, theirs;
  std::string ours_name, theirs_name;  // what the sides call it, where that is not the path
  std::string base_name;
};

bool IsBlobMode(uint32_t mode) { return (mode & kModeKind) == kModeRegular; }

class TreeMerger {
 public:
  TreeMerger(Git& git, const TreeMergeOptions& options, TreeMerge* merge)
      : git_(git), o_(options), merge_(*merge) {}

  bool Run(const ObjectId& base, const ObjectId& ours, const ObjectId& theirs) {
    if (!Load(base, &Path::base) || !Load(ours, &Path::ours) || !Load(theirs, &Path::theirs))
      return false;
    if (o_.renames && !Renames(base, ours, theirs)) return false;
    for (auto& [name, path] : paths_)
      if (!git_.Tick(64) || !One(name, path)) return false;
    if (!DirectoryClashes()) return false;
    std::stable_sort(said_.begin(), said_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [path, text] : said_) merge_.messages.push_back(std::move(text));
    std::sort(merge_.files.begin(), merge_.files.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    std::sort(merge_.entries.begin(), merge_.entries.end(),
              [](const IndexEntry& a, const IndexEntry& b) {
                return a.path != b.path ? a.path < b.path : a.stage < b.stage;
              });
    return !git_.over();
  }

 private:
  bool Load(const ObjectId& tree, Version Path::*side) {
    std::vector<TreeEntry> entries;
    if (!FlattenTree(git_, tree, &entries)) return false;
    for (const TreeEntry& entry : entries) {
      if (!git_.Tick(16) || !git_.Charge(sizeof(Path) + entry.name.size() + 96)) return false;
      paths_[entry.name].*side = {entry.mode, entry.id};
    }
    return true;
  }

  bool FindSide(const ObjectId& base, const ObjectId& side,
                std::map<std::string, std::string>* renames) {
    std::vector<FilePair> pairs;
    DiffOptions options;
    options.renames = 50;
    if (!DiffTreePairs(git_, base, side, nullptr, &pairs)) return false;
    // Empty files are alike by chance.
    std::erase_if(pairs, [](const FilePair& pair) {
      const FilePair::Side& there = pair.status == 'A' ? pair.after : pair.before;
      return (pair.status == 'A' || pair.status == 'D') &&
             there.id.Hex() == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
    });
    if (!FindRenames(git_, options, &pairs)) return false;
    for (const FilePair& pair : pairs)
      if (pair.status == 'R') (*renames)[pair.before.path] = pair.after.path;
    return true;
  }

  // What one side moved and the other changed in its old place goes to the new place.
  bool Renames(const ObjectId& base, const ObjectId& ours, const ObjectId& theirs) {
    std::map<std::string, std::string> by_us, by_them;
    if (!FindSide(base, ours, &by_us) || !FindSide(base, theirs, &by_them)) return false;
    for (const auto& [from, to] : by_us) {
      const auto other = by_them.find(from);
      if (other != by_them.end() && other->second != to) {
        if (!BothRenamed(from, to, other->second)) return false;
        continue;
      }
      if (!git_.Charge(512) || !Follow(from, to, &Path::theirs, other != by_them.end(), true))
        return false;
    }
    for (const auto& [from, to] : by_them)
      if (by_us.count(from) == 0 &&
          (!git_.Charge(512) || !Follow(from, to, &Path::ours, false, false)))
        return false;
    return true;
  }

  bool Follow(const std::string& from, const std::string& to, Version Path::*other, bool both,
              bool by_us) {
    Path& old = paths_[from];
    Path& now = paths_[to];
    if ((old.*other).mode == 0 && !both) {
      // The other side removed it.
      Say(to, "CONFLICT (rename/delete): " + from + " renamed to " + to + " in " +
                  (by_us ? o_.labels.ours : o_.labels.theirs) + ", but deleted in " +
                  (by_us ? o_.labels.theirs : o_.labels.ours) + ".");
      merge_.clean = false;
      // (Where the other side has something else in the new place, both were added there.)
      if ((now.*other).mode == 0) {
        now.base = old.base;
        renamed_deleted_[to] = true;
      }
      old = Path();
      return true;
    }
    if (!both && (now.*other).mode != 0) return Collide(from, to, old, now, other, by_us);
    now.base = old.base;
    now.base_name = from;
    if (!both) {
      now.*other = old.*other;
      (by_us ? now.theirs_name : now.ours_name) = from;
    }
    old = Path();
    return true;
  }

  TextMerge TextOptions(const MergeLabels& labels, size_t markers) {
    return {labels, o_.favour, ConflictStyleOf(git_), o_.algorithm, markers};
  }

  // The other side has something else in the new place, and what it did to the old one must not be
  // lost: the renamed file takes that over first, then the two are as if both had been added.
  bool Collide(const std::string& from, const std::string& to, Path& old, Path& now,
               Version Path::*other, bool by_us) {
    Version Path::*mover = by_us ? &Path::ours : &Path::theirs;
    const Version &base = old.base, &moved = now.*mover, &stayed = old.*other;
    Version merged = moved;
    if (moved.mode == base.mode) merged.mode = stayed.mode;
    if (moved.id == base.id) {
      merged.id = stayed.id;
    } else if (stayed.id != base.id && stayed.id != moved.id && IsBlobMode(base.mode) &&
               IsBlobMode(moved.mode) && IsBlobMode(stayed.mode)) {
      Say(from, "Auto-merging " + from);
      MergeLabels labels = o_.labels;
      labels.ours += ":" + (by_us ? to : from);
      labels.theirs += ":" + (by_us ? from : to);
      labels.base += ":" + from;
      FileMerge text;
      Git::Scratch scratch(git_);
      // (What is in conflict within it gets longer markers than the conflict around.)
      if (!MergeBlobs(git_, base.id, by_us ? moved.id : stayed.id, by_us ? stayed.id : moved.id,
                      TextOptions(labels, o_.markers + 1), &text))
        return false;
      if (!text.binary && !git_.objects().Write(ObjectType::kBlob, text.text, &merged.id))
        return false;
      if (text.binary || text.conflicts > 0) {
        merge_.clean = false;
        Say(to, "CONFLICT (rename involved in collision): rename of " + from + " -> " + to +
                    " has content conflicts AND collides with another path; this may result in "
                    "nested conflict markers.");
      }
    }
    now.*mover = merged;
    old = Path();
    return !git_.over();
  }

  // Each side has another name for it: both stay, and it is a conflict.
  bool BothRenamed(const std::string& from, const std::string& ours, const std::string& theirs) {
    Say(from, "CONFLICT (rename/rename): " + from + " renamed to " + ours + " in " +
                  o_.labels.ours + " and to " + theirs + " in " + o_.labels.theirs + ".");
    merge_.clean = false;
    Path& a = paths_[ours];
    Path& b = paths_[theirs];
    Path& old = paths_[from];
    AddStage(from, 1, old.base);
    AddStage(ours, 2, a.ours);
    AddStage(theirs, 3, b.theirs);
    AddFile(ours, a.ours.mode, a.ours.id);
    AddFile(theirs, b.theirs.mode, b.theirs.id);
    old = a = b = Path();
    return !git_.over();
  }

  // What is said of one path is told together, in the order of the paths.
  void Say(const std::string& path, std::string text) {
    if (!git_.Charge(2 * (path.size() + text.size()) + 256)) return;
    said_.push_back({path, std::move(text)});
  }

  void AddEntry(const std::string& path, uint8_t stage, const Version& version) {
    if (version.mode == 0 || !git_.Charge(3 * sizeof(IndexEntry) + path.size())) return;
    IndexEntry entry;
    entry.path = path;
    entry.stage = stage;
    entry.mode = version.mode;
    entry.id = version.id;
    merge_.entries.push_back(std::move(entry));
  }
  void AddStage(const std::string& path, uint8_t stage, const Version& version) {
    AddEntry(path, stage, version);
  }
  void AddFile(const std::string& path, uint32_t mode, const ObjectId& id) {
    if (!git_.Charge(3 * sizeof(TreeMerge::File) + path.size())) return;
    merge_.files.push_back({path, mode, id});
  }
  void Take(const std::string& path, const Version& version) {
    if (version.mode == 0) return;
    AddEntry(path, 0, version);
    AddFile(path, version.mode, version.id);
  }
  void Conflict(const std::string& path, const Path& p) {
    merge_.clean = false;
    AddStage(path, 1, p.base);
    AddStage(path, 2, p.ours);
    AddStage(path, 3, p.theirs);
  }

  bool One(const std::string& name, const Path& p) {
    if (p.ours.mode == 0 && p.theirs.mode == 0) return true;
    if (renamed_deleted_.count(name) != 0) {
      const Version& there = p.ours.mode != 0 ? p.ours : p.theirs;
      if (there.id != p.base.id) return ModifiedAndDeleted(name, p);
      Conflict(name, p);
      AddFile(name, there.mode, there.id);
      return true;
    }
    if (p.ours == p.theirs) {
      Take(name, p.ours);
      return true;
    }
    if (p.ours == p.base && p.ours_name.empty()) {
      Take(name, p.theirs);
      return true;
    }
    if (p.theirs == p.base && p.theirs_name.empty()) {
      Take(name, p.ours);
      return true;
    }
    // A side that only moved it has not changed it.
    if (p.ours == p.base) {
      Take(name, p.theirs);
      return true;
    }
    if (p.theirs == p.base) {
      Take(name, p.ours);
      return true;
    }
    if (p.ours.mode == 0 || p.theirs.mode == 0) return ModifiedAndDeleted(name, p);
    return BothChanged(name, p);
  }

  std::string ModifyDelete(const std::string& name, bool ours_gone) const {
    const std::string& gone = ours_gone ? o_.labels.ours : o_.labels.theirs;
    const std::string& there = ours_gone ? o_.labels.theirs : o_.labels.ours;
    return "CONFLICT (modify/delete): " + name + " deleted in " + gone + " and modified in " +
           there + ".  Version " + there + " of " + name + " left in tree.";
  }

  bool ModifiedAndDeleted(const std::string& name, const Path& p) {
    const bool ours_gone = p.ours.mode == 0;
    Say(name, ModifyDelete(name, ours_gone));
    Conflict(name, p);
    const Version& version = ours_gone ? p.theirs : p.ours;
    AddFile(name, version.mode, version.id);
    return true;
  }

  bool BothChanged(const std::string& name, const Path& p) {
    uint32_t mode = p.ours.mode == p.base.mode ? p.theirs.mode : p.ours.mode;
    const bool kinds = IsBlobMode(p.ours.mode) && IsBlobMode(p.theirs.mode) &&
                       (p.base.mode == 0 || IsBlobMode(p.base.mode));
    if (!kinds) {
      Say(name, std::string(p.base.mode == 0 ? "CONFLICT (add/add)" : "CONFLICT (content)") +
                    ": Merge conflict in " + name);
      Conflict(name, p);
      AddFile(name, p.ours.mode, p.ours.id);
      return true;
    }
    if (p.ours.id == p.theirs.id || p.ours.id == p.base.id || p.theirs.id == p.base.id) {
      // Only the modes differ, or the bytes of one side.
      const ObjectId id = p.ours.id == p.base.id ? p.theirs.id : p.ours.id;
      Take(name, {mode, id});
      return true;
    }
    Say(name, "Auto-merging " + name);
    MergeLabels labels = o_.labels;
    if (!p.ours_name.empty() || !p.theirs_name.empty()) {
      labels.ours += ":" + (p.ours_name.empty() ? name : p.ours_name);
      labels.theirs += ":" + (p.theirs_name.empty() ? name : p.theirs_name);
      labels.base += ":" + (p.base_name.empty() ? name : p.base_name);
    }
    FileMerge merged;
    {
      Git::Scratch scratch(git_);
      if (!MergeBlobs(git_, p.base.mode == 0 ? ObjectId() : p.base.id, p.ours.id, p.theirs.id,
                      TextOptions(labels, o_.markers), &merged))
        return false;
    }
    if (merged.binary) {
      // Nothing can be said of lines: one side stays, and it is a conflict unless one is favoured.
      if (o_.favour == Favour::kOurs || o_.favour == Favour::kTheirs) {
        Take(name, {mode, o_.favour == Favour::kOurs ? p.ours.id : p.theirs.id});
        return true;
      }
      said_.pop_back();
      Say(name, "warning: Cannot merge binary files: " + name + " (" + o_.labels.ours + " vs. " +
                    o_.labels.theirs + ")");
      Say(name, "Auto-merging " + name);
      Say(name, std::string(p.base.mode == 0 ? "CONFLICT (add/add)" : "CONFLICT (content)") +
                    ": Merge conflict in " + name);
      Conflict(name, p);
      AddFile(name, p.ours.mode, p.ours.id);
      return true;
    }
    ObjectId id;
    if (!git_.objects().Write(ObjectType::kBlob, merged.text, &id)) return false;
    if (merged.conflicts == 0) {
      Take(name, {mode, id});
      return true;
    }
    Say(name, std::string(p.base.mode == 0 ? "CONFLICT (add/add)" : "CONFLICT (content)") +
                  ": Merge conflict in " + name);
    Conflict(name, p);
    AddFile(name, mode, id);
    return true;
  }

  // A file in the place of a directory: the file gets another name.
  // Last, because only what is left of all files tells whether one is in the way.
  bool DirectoryClashes() {
    std::map<std::string, size_t> files;
    for (size_t i = 0; i < merge_.files.size(); ++i) files[merge_.files[i].path] = i;
    for (const TreeMerge::File& file : std::vector<TreeMerge::File>(merge_.files)) {
      const auto below = files.lower_bound(file.path + "/");
      if (below == files.end() || !below->first.starts_with(file.path + "/")) continue;
      const auto at = paths_.find(file.path);
      const bool by_us = at != paths_.end() && at->second.ours.mode != 0;
      std::string side = by_us ? o_.labels.ours : o_.labels.theirs;
      std::replace(side.begin(), side.end(), '/', '_');
      const std::string name = file.path + "~" + side;
      // That it was changed and deleted is said of its new name, and behind this.
      if (!git_.Tick(said_.size() + merge_.entries.size())) return false;
      const std::string before = ModifyDelete(file.path, !by_us);
      const size_t said =
          std::erase_if(said_, [&](const auto& one) { return one.second == before; });
      Say(name, "CONFLICT (file/directory): directory in the way of " + file.path + " from " +
                    (by_us ? o_.labels.ours : o_.labels.theirs) + "; moving it to " + name +
                    " instead.");
      if (said > 0) Say(name, ModifyDelete(name, !by_us));
      merge_.clean = false;
      merge_.files[files[file.path]].path = name;
      for (IndexEntry& entry : merge_.entries) {
        if (entry.path != file.path) continue;
        if (entry.stage == 0) entry.stage = by_us ? 2 : 3;
        entry.path = name;
      }
    }
    return !git_.over();
  }

  Git& git_;
  const TreeMergeOptions& o_;
  TreeMerge& merge_;
  std::map<std::string, Path> paths_;
  std::map<std::string, bool> renamed_deleted_;
  std::vector<std::pair<std::string, std::string>> said_;  // of which path, and what
};

}  // namespace

bool MergeBlobs(Git& git, const ObjectId& base, const ObjectId& ours, const ObjectId& theirs,
                const TextMerge& options, FileMerge* merged) {
  std::string texts[3];
  const ObjectId* ids[] = {&base, &ours, &theirs};
  for (size_t i = 0; i < 3; ++i) {
    if (ids[i]->IsNull()) continue;
    if (!git.objects().ReadTyped(*ids[i], ObjectType::kBlob, &texts[i])) return false;
    merged->binary = merged->binary || IsBinary(texts[i]);
  }
  if (merged->binary) return true;
  return MergeTexts(git, texts[0], texts[1], texts[2], options, merged);
}

ConflictStyle ConflictStyleOf(Git& git) {
  const std::string style = git.config().Get("merge.conflictstyle").value_or("");
  return style == "diff3"    ? ConflictStyle::kDiff3
         : style == "zdiff3" ? ConflictStyle::kZealousDiff3
                             : ConflictStyle::kMerge;
}

bool MergeTrees(Git& git, const ObjectId& base, const ObjectId& ours, const ObjectId& theirs,
                const TreeMergeOptions& options, TreeMerge* merge) {
  return TreeMerger(git, options, merge).Run(base, ours, theirs);
}

bool BaseTree(Git& git, const ObjectId& ours, const ObjectId& theirs, ObjectId* tree, bool* found,
              std::string* label) {
  std::vector<ObjectId> bases;
  if (!MergeBases(git, ours, {theirs}, &bases)) return false;
  *found = !bases.empty();
  *tree = ObjectId();
  *label = "empty tree";
  if (bases.empty()) return true;
  *label = bases.size() == 1 ? git.objects().Abbreviate(bases[0]) : "merged common ancestors";
  if (!Peel(git, bases[0], ObjectType::kTree, tree)) return false;
  // The oldest first, one after the other.
  std::vector<ObjectId> order(bases.rbegin(), bases.rend());
  if (!Peel(git, order[0], ObjectType::kTree, tree)) return false;
  // Each merge may leave markers in the texts; they become a part of the base, as git does it.
  for (size_t i = 1; i < order.size() && i < 8; ++i) {
    ObjectId other, below;
    std::vector<ObjectId> common;
    if (!Peel(git, order[i], ObjectType::kTree, &other) ||
        !MergeBases(git, order[0], {order[i]}, &common))
      return false;
    if (!common.empty() && !Peel(git, common[0], ObjectType::kTree, &below)) return false;
    TreeMergeOptions options;
    options.labels = {"Temporary merge branch 1", "merged common ancestors",
                      "Temporary merge branch 2"};
    if (common.size() == 1) options.labels.base = git.objects().Abbreviate(common[0]);
    if (common.empty()) options.labels.base = "empty tree";
    options.markers = 9;
    options.quiet = true;
    TreeMerge merge;
    if (!MergeTrees(git, below, *tree, other, options, &merge)) return false;
    std::vector<TreeEntry> files;
    for (const TreeMerge::File& file : merge.files)
      files.push_back({file.mode, file.path, file.id});
    if (!WriteTreesOf(git, files, tree)) return false;
  }
  return true;
}

// As a checkout of the merged files; then the conflicts get their stages.
bool ApplyMerge(Git& git, const ObjectId& ours_tree, const TreeMerge& merge,
                std::string_view verb) {
  std::vector<TreeEntry> files;
  if (!git.Charge(merge.files.size() * (sizeof(TreeEntry) + 64))) return false;
  for (const TreeMerge::File& file : merge.files) files.push_back({file.mode, file.path, file.id});
  ObjectId tree;
  if (!WriteTreesOf(git, files, &tree)) return false;
  SwitchOptions options;
  options.verb = verb;
  // This refuses to overwrite what the user has, before anything is written.
  if (!SwitchTrees(git, ours_tree, tree, options)) return false;
  if (merge.clean) return true;
  for (const IndexEntry& entry : merge.entries)
    if (entry.stage != 0) git.index().Remove(entry.path);
  for (const IndexEntry& entry : merge.entries)
    if (entry.stage != 0 && !git.index().AddStage(git, entry)) return false;
  return git.index().Write(git);
}

void ShowMergeMessages(Git& git, const TreeMerge& merge) {
  for (const std::string& message : merge.messages) git.Out(message + "\n");
}

std::string ConflictsComment(const TreeMerge& merge) {
  std::string text = "\n# Conflicts:\n", last;
  for (const IndexEntry& entry : merge.entries) {
    if (entry.stage == 0 || entry.path == last) continue;
    last = entry.path;
    text += "#\t" + entry.path + "\n";
  }
  return text;
}

bool WriteConflictState(Git& git, std::string_view name, const ObjectId& id,
                        std::string_view message) {
  if (!name.empty() && !git.WriteWhole(git.GitPath(name), id.Hex() + "\n")) return false;
  return git.WriteWhole(git.GitPath("MERGE_MSG"), message);
}

}  // namespace pysub::shell::git
