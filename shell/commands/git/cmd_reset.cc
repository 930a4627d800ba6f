// reset.
// How far each kind goes; HEAD moves last, so that a refusal has changed nothing.
//
//             HEAD   index   work tree
//   --soft    x
//   --mixed   x      x
//   --hard    x      x       x            what the user changed is lost
//   --merge   x      x       (x)          files that the index has otherwise than the target
//   --keep    x      x       (x)          refused when a changed file would have to change
//   paths            (x)                  only these

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

enum ResetWord {
  kSoft = 1,
  kMixed,
  kHard,
  kMerge,
  kKeep,
  kQuiet,
  kPatch,
  kIntent,
  kRefresh,
  kFromFile,
  kIgnored
};
constexpr WordRow kResetWords[] = {
    {kSoft, 0, "soft"},
    {kMixed, 0, "mixed"},
    {kHard, 0, "hard"},
    {kMerge, 0, "merge"},
    {kKeep, 0, "keep"},
    {kQuiet, 'q', "quiet"},
    {kPatch, 'p', "patch"},
    {kIntent, 'N', "intent-to-add"},
    {kRefresh, 0, "refresh"},
    {kFromFile, 0, "pathspec-from-file", Takes::kValue},
    {kIgnored, 0, "recurse-submodules", Takes::kOptional},
};

// "Unstaged changes after reset:" and what differs from the index now.
bool ShowUnstaged(Git& git) {
  std::vector<FilePair> pairs;
  if (git.work_tree.empty()) return true;
  if (!DiffIndexWork(git, nullptr, &pairs)) return false;
  if (pairs.empty()) return true;
  git.Out("Unstaged changes after reset:\n");
  for (const FilePair& pair : pairs)
    git.Out(std::string(1, pair.status) + "\t" + QuotedPath(git, pair.Name()) + "\n");
  return !git.over();
}

// Only some paths of the index.
Outcome ResetPaths(Git& git, const Pathspec& paths, const ObjectId& tree, bool quiet, bool intent) {
  std::vector<TreeEntry> files;
  if (!git.index().Load(git) || !FlattenTree(git, tree, &files, &paths)) return git.status();
  std::vector<std::string> gone;
  for (const IndexEntry& entry : git.index().entries) {
    if (!git.Tick(16)) return 2;
    if (!paths.Matches(git, entry.path) || (!gone.empty() && gone.back() == entry.path)) continue;
    const bool there =
        std::binary_search(files.begin(), files.end(), TreeEntry{0, entry.path, ObjectId()},
                           [](const TreeEntry& a, const TreeEntry& b) { return a.name < b.name; });
    if (there || !git.Charge(2 * entry.path.size() + 64)) continue;
    gone.push_back(entry.path);
  }
  for (const std::string& path : gone) {
    if (intent) {
      IndexEntry entry = *git.index().FindAny(path);
      entry.stage = 0;
      entry.intent_to_add = true;
      ObjectId empty;
      if (!git.objects().Write(ObjectType::kBlob, "", &empty)) return git.status();
      entry.id = empty;
      entry.stat = StatData();
      if (!git.index().Add(git, std::move(entry))) return 2;
      continue;
    }
    git.index().Remove(path);
  }
  for (const TreeEntry& file : files) {
    const IndexEntry* known = git.index().Find(file.name);
    if (known != nullptr && known->id == file.id && known->mode == file.mode &&
        !known->intent_to_add)
      continue;
    IndexEntry entry;
    entry.path = file.name;
    entry.mode = file.mode;
    entry.id = file.id;
    if (!git.index().Add(git, std::move(entry))) return 2;
  }
  if (!git.index().Write(git) || !RefreshIndex(git)) return git.status();
  if (!quiet && !ShowUnstaged(git)) return git.status();
  return 0;
}

}  // namespace

Outcome RunReset(Git& git) {
  int mode = 0;
  bool quiet = false, intent = false;
  WordReader reader(git, {kResetWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kQuiet: quiet = true; break;
      case kIntent: intent = true; break;
      case kRefresh:
      case kIgnored: break;
      case kPatch:
        return git.Fatal("nobody can be asked: 'git reset' chooses no hunks here (-p)") ? 0 : 128;
      case kFromFile: return git.Fatal("--pathspec-from-file is not supported") ? 0 : 128;
      default: mode = reader.id();
    }
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  std::string revision = "HEAD";
  size_t first = 0;
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  if (!words.empty() && !(reader.has_dashes() && reader.dashes() == 0)) {
    Named named;
    if (FindRevision(git, words[0], &named)) {
      revision = words[0];
      first = 1;
    } else if (git.over() || git.status() != 0) {
      return git.over() ? 2 : git.status();
    } else if (reader.has_dashes() ||
               !(git.Exists(words[0].starts_with('/') ? words[0] : git.cwd + "/" + words[0]) ||
                 HasWildcards(words[0]) ||
                 (git.index().Load(git) &&
                  git.index().FindAny(PathInTree(git, words[0]).value_or("")) != nullptr))) {
      if (reader.has_dashes())
        return git.Fatal("Failed to resolve '" + words[0] + "' as a valid revision.") ? 0 : 128;
      return git.Fatal(
                 "ambiguous argument '" + words[0] +
                 "': unknown revision or path not in the working tree.\nUse '--' to separate paths "
                 "from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'")
                 ? 0
                 : 128;
    }
  }
  Pathspec paths;
  if (!paths.Parse(git, std::span(words).subspan(first))) return git.status();
  Named named;
  ObjectId target, tree;
  const bool unborn = revision == "HEAD" && !head;
  if (!unborn) {
    if (!FindRevision(git, revision, &named))
      return git.over() || git.status() != 0                                          ? git.status()
             : git.Fatal("Failed to resolve '" + revision + "' as a valid revision.") ? 0
                                                                                      : 128;
    if (!Peel(git, named.id, ObjectType::kTree, &tree))
      return git.Fatal("Could not parse object '" + revision + "'.") ? 0 : 128;
    if (paths.empty() && !Peel(git, named.id, ObjectType::kCommit, &target))
      return git.Fatal("Could not parse object '" + revision + "'.") ? 0 : 128;
  }
  if (!paths.empty()) {
    constexpr std::string_view kNames[] = {"", "soft", "mixed", "hard", "merge", "keep"};
    if (mode == kMixed)
      git.Warn("--mixed with paths is deprecated; use 'git reset -- <paths>' instead.");
    else if (mode != 0)
      return git.Fatal("Cannot do " + std::string(kNames[mode]) + " reset with paths.") ? 0 : 128;
    return ResetPaths(git, paths, tree, quiet, intent);
  }
  if (mode == 0) mode = kMixed;
  if (mode != kSoft && mode != kMixed && !git.NeedWorkTree()) return git.status();
  if (!git.index().Load(git)) return git.status();
  if ((mode == kSoft || mode == kKeep) &&
      (git.index().HasUnmerged() || (mode == kSoft && git.Exists(git.GitPath("MERGE_HEAD")))))
    return git.Fatal("Cannot do a " + std::string(mode == kSoft ? "soft" : "keep") +
                     " reset in the middle of a merge.")
               ? 0
               : 128;
  ObjectId head_tree;
  if (head && !Peel(git, *head, ObjectType::kTree, &head_tree)) return git.status();
  if (mode == kHard) {
    SwitchOptions options;
    options.force = true;
    options.fatal = "Could not reset index file to revision '" + revision + "'.";
    if (!SwitchTrees(git, head_tree, tree, options)) return git.over() ? 2 : git.status();
  } else if (mode == kMixed) {
    if (!SetIndex(git, tree) || !git.index().Write(git)) return git.over() ? 2 : git.status();
    if (!git.work_tree.empty() && !RefreshIndex(git)) return git.status();
  } else if (mode == kMerge) {
    if (!ResetMerge(git, tree, revision)) return git.over() ? 2 : git.status();
  } else if (mode == kKeep) {
    SwitchOptions options;
    options.verb = "reset";
    if (!SwitchTrees(git, head_tree, tree, options)) {
      if (git.over()) return 2;
      git.Err("fatal: Could not reset index file to revision '" + revision + "'.\n");
      return 128;
    }
    if (!SetIndex(git, tree) || !git.index().Write(git) || !RefreshIndex(git)) return git.status();
  }
  if (!unborn) {
    if (head && !git.WriteWhole(git.GitPath("ORIG_HEAD"), head->Hex() + "\n")) return git.status();
    if (!git.refs().Update("HEAD", target,
                           git.Env("GIT_REFLOG_ACTION").value_or("reset: moving to " + revision)))
      return git.status();
  }
  if (mode != kSoft || !git.Exists(git.GitPath("MERGE_HEAD"))) ForgetOperation(git);
  if (mode == kHard && !quiet && !unborn && !ShowPosition(git, "HEAD is now at", target, false))
    return git.status();
  if (mode == kMixed && !quiet && !ShowUnstaged(git)) return git.status();
  return 0;
}

}  // namespace pysub::shell::git
