// checkout, switch, restore.
// All three are one unit.
//
// To switch is to change work tree and index first, then HEAD. When the former is refused HEAD must
// not have moved; when a run ends between the two, status shows changes to the old branch.

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/hooks.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/status.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

enum CheckoutWord {
  kCreate = 1,
  kForceCreate,
  kDetach,
  kForce,
  kQuiet,
  kTrack,
  kOrphan,
  kMerge,
  kOurs,
  kTheirs,
  kGuess,
  kPatch,
  kProgress,
  kIgnored,
  kStaged,
  kWorktree,
  kSource,
  kConflict,
  kFromFile,
  kIgnoreUnmerged,
  kDiscard
};
constexpr Takes kValue = Takes::kValue;
constexpr WordRow kCommonWords[] = {
    {kDetach, 'd', "detach"},
    {kForce, 'f', "force"},
    {kQuiet, 'q', "quiet"},
    {kTrack, 't', "track", Takes::kOptional},
    {kOrphan, 0, "orphan", kValue},
    {kMerge, 'm', "merge"},
    {kOurs, '2', "ours"},
    {kTheirs, '3', "theirs"},
    {kGuess, 0, "guess"},
    {kPatch, 'p', "patch"},
    {kProgress, 0, "progress"},
    {kIgnored, 0, "overwrite-ignore"},
    {kIgnored, 0, "recurse-submodules", Takes::kOptional},
    {kIgnored, 0, "ignore-other-worktrees"},
    {kConflict, 0, "conflict", kValue},
    {kFromFile, 0, "pathspec-from-file", kValue},
    {kIgnored, 0, "overlay"},
    {kIgnored, 0, "ignore-skip-worktree-bits"},
};
constexpr WordRow kCheckoutWords[] = {
    {kCreate, 'b', "", kValue}, {kForceCreate, 'B', "", kValue}, {kIgnored, 'l', ""}};
constexpr WordRow kSwitchWords[] = {{kCreate, 'c', "create", kValue},
                                    {kForceCreate, 'C', "force-create", kValue},
                                    {kDiscard, 0, "discard-changes"}};
constexpr WordRow kRestoreWords[] = {{kStaged, 'S', "staged"},
                                     {kWorktree, 'W', "worktree"},
                                     {kSource, 's', "source", kValue},
                                     {kIgnoreUnmerged, 0, "ignore-unmerged"},
                                     {kQuiet, 'q', "quiet"},
                                     {kOurs, '2', "ours"},
                                     {kTheirs, '3', "theirs"},
                                     {kMerge, 'm', "merge"},
                                     {kPatch, 'p', "patch"},
                                     {kProgress, 0, "progress"},
                                     {kIgnored, 0, "overlay"},
                                     {kConflict, 0, "conflict", kValue},
                                     {kFromFile, 0, "pathspec-from-file", kValue},
                                     {kIgnored, 0, "ignore-skip-worktree-bits"}};

struct CheckoutOptions {
  std::string create, orphan, track, source;
  bool reset = false, detach = false, force = false, quiet = false, guess = true, ours = false,
       theirs = false, merge = false, wants_track = false, no_track = false;
  bool dashes = false;  // "--" stands between a commit and paths
  bool staged = false, worktree = false, is_switch = false, ignore_unmerged = false;
};

bool TakeWord(Git& git, const WordReader& reader, CheckoutOptions* o) {
  switch (reader.id()) {
    case kCreate: o->create = reader.value(); break;
    case kForceCreate:
      o->create = reader.value();
      o->reset = true;
      break;
    case kDetach: o->detach = !reader.negated(); break;
    case kDiscard:
    case kForce: o->force = true; break;
    case kQuiet: o->quiet = true; break;
    case kTrack:
      o->wants_track = !reader.negated();
      o->no_track = reader.negated();
      break;
    case kOrphan: o->orphan = reader.value(); break;
    case kMerge: o->merge = true; break;
    case kOurs: o->ours = true; break;
    case kTheirs: o->theirs = true; break;
    case kGuess: o->guess = !reader.negated(); break;
    case kStaged: o->staged = !reader.negated(); break;
    case kWorktree: o->worktree = !reader.negated(); break;
    case kSource: o->source = reader.value(); break;
    case kIgnoreUnmerged: o->ignore_unmerged = true; break;
    case kPatch:
      return git.Fatal("nobody can be asked: 'git " + git.command + "' chooses no hunks here (-p)");
    case kConflict:
    case kFromFile: return RefuseOption(git, reader);
    default: break;
  }
  return true;
}

// ---- files

// What stands at a path of the index, made anew from the three stages.
bool WriteConflict(Git& git, const std::string& path) {
  const IndexEntry* base = git.index().Find(path, 1);
  const IndexEntry* ours = git.index().Find(path, 2);
  const IndexEntry* theirs = git.index().Find(path, 3);
  if (ours == nullptr || theirs == nullptr)
    return git.Error("path '" + path + "' does not have all necessary versions");
  const TextMerge options{.labels = {"ours", "base", "theirs"}, .style = ConflictStyleOf(git)};
  FileMerge merged;
  if (!MergeBlobs(git, base != nullptr ? base->id : ObjectId(), ours->id, theirs->id, options,
                  &merged))
    return false;
  return WriteWorkBytes(git, path, ours->mode, merged.text);
}

void TellHook(Git& git, const ObjectId& from, const ObjectId& to, bool of_branch);

// Files alone: HEAD stays.
Outcome TellOfFiles(Git& git) {
  const ObjectId head = git.refs().Resolve("HEAD").value_or(ObjectId());
  TellHook(git, head, head, false);
  return 0;
}

Outcome RestorePaths(Git& git, const CheckoutOptions& o, const Pathspec& paths,
                     const ObjectId& tree, bool from_tree, bool to_index, bool to_work,
                     bool overlay, const std::string& shown) {
  if (!git.index().Load(git)) return git.status();
  std::vector<TreeEntry> files;
  if (from_tree && !FlattenTree(git, tree, &files, &paths)) return git.status();
  std::vector<uint8_t> seen(paths.size(), 0);
  for (const TreeEntry& file : files) paths.Mark(git, file.name, &seen);
  std::vector<std::string> known;
  for (const IndexEntry& entry : git.index().entries) {
    if (!git.Tick(16)) return 2;
    if (!paths.Matches(git, entry.path) || (!known.empty() && known.back() == entry.path)) continue;
    if (!from_tree || !overlay) paths.Mark(git, entry.path, &seen);
    if (!git.Charge(2 * entry.path.size() + 64)) return 2;
    known.push_back(entry.path);
  }
  bool missing = false;
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] != 0 || paths.IsExclude(i)) continue;
    git.Err("error: pathspec '" + paths.TextOf(i) + "' did not match any file(s) known to git\n");
    missing = true;
  }
  if (missing) return 1;
  uint64_t updated = 0;
  const auto write = [&](const std::string& path, uint32_t mode, const ObjectId& id) {
    Git::Scratch scratch(git);
    const WorkFile file = LookAt(git, path);
    IndexEntry* entry = git.index().Find(path);
    if (file.exists && entry != nullptr && entry->id == id && entry->mode == mode) {
      WorkChange change = WorkChange::kModified;
      WorkFile now;
      if (!CompareWithWork(git, entry, &change, &now)) return false;
      if (change == WorkChange::kNone) return true;
    }
    ++updated;
    return WriteWorkFile(git, path, mode, id);
  };
  if (!from_tree) {
    // Conflicts are left alone, or one side is chosen.
    if (!o.force && !o.ours && !o.theirs && !o.merge && !o.ignore_unmerged) {
      bool unmerged = false;
      for (const std::string& path : known) {
        if (git.index().Find(path) != nullptr) continue;
        git.Err("error: path '" + path + "' is unmerged\n");
        unmerged = true;
      }
      if (unmerged) return 1;
    }
    uint64_t chosen = 0, recreated = 0;
    for (const std::string& path : known) {
      IndexEntry* entry = git.index().Find(path);
      if (entry == nullptr) {
        if (o.merge) {
          if (!WriteConflict(git, path)) return git.over() ? 2 : 1;
          ++recreated;
          continue;
        }
        if (!o.ours && !o.theirs) continue;
        const IndexEntry* side = git.index().Find(path, o.ours ? 2 : 3);
        if (side == nullptr)
          return git.Error("path '" + path + "' does not have " + (o.ours ? "our" : "their") +
                           " version")
                     ? 0
                     : 1;
        if (!WriteWorkFile(git, path, side->mode, side->id)) return git.over() ? 2 : 1;
        ++chosen;
        continue;
      }
      if (!write(path, entry->mode, entry->id)) return git.over() ? 2 : 1;
      entry = git.index().Find(path);
      if (entry != nullptr) entry->stat = EntryOf(git, path, entry->mode, entry->id).stat;
    }
    git.index().unsaved = true;
    if (!git.index().Write(git)) return git.status();
    if (git.command == "checkout" && !o.quiet && !o.dashes) {
      if (recreated > 0)
        git.Err("Recreated " + Plural(recreated, "merge conflict", "merge conflicts") + "\n");
      const uint64_t all = updated + chosen;
      if (recreated == 0 || all > 0)
        git.Err("Updated " + Plural(all, "path", "paths") + " from the index\n");
    }
    return TellOfFiles(git);
  }
  // Of a tree: without overlay, what it has not goes.
  if (!overlay) {
    for (const std::string& path : known) {
      const bool there = std::binary_search(
          files.begin(), files.end(), TreeEntry{0, path, ObjectId()},
          [](const TreeEntry& a, const TreeEntry& b) { return a.name < b.name; });
      if (there) continue;
      if (to_work && !RemoveWorkFile(git, path)) return git.over() ? 2 : 1;
      if (to_index) git.index().Remove(path);
      ++updated;
    }
  }
  for (const TreeEntry& file : files) {
    if (!git.Tick(32)) return 2;
    if (to_work && !write(file.name, file.mode, file.id)) return git.over() ? 2 : 1;
    if (!to_index) continue;
    IndexEntry entry;
    entry.path = file.name;
    entry.mode = file.mode;
    entry.id = file.id;
    if (to_work) entry = EntryOf(git, file.name, file.mode, file.id);
    const IndexEntry* before = git.index().Find(file.name);
    if (before != nullptr && before->id == file.id && before->mode == file.mode && !to_work)
      continue;
    if (!git.index().Add(git, std::move(entry))) return 2;
  }
  if (!git.index().Write(git)) return git.status();
  if (git.command == "checkout" && !o.quiet && !o.dashes)
    git.Err("Updated " + Plural(updated, "path", "paths") + " from " + shown + "\n");
  return TellOfFiles(git);
}

// ---- branches

// Sets branch.NAME.remote and .merge.
bool Track(Git& git, const std::string& branch, const std::string& upstream, bool quiet) {
  std::string remote = ".", merge = upstream;
  if (upstream.starts_with("refs/remotes/")) {
    const size_t slash = upstream.find('/', 13);
    if (slash == std::string::npos) return true;
    remote = upstream.substr(13, slash - 13);
    merge = "refs/heads/" + upstream.substr(slash + 1);
  }
  const std::string config = git.GitPath("config");
  if (SetConfig(git, config, ConfigChange::kSet, "branch." + branch + ".remote", remote) != 0 ||
      SetConfig(git, config, ConfigChange::kSet, "branch." + branch + ".merge", merge) != 0)
    return false;
  if (!quiet) git.Out("branch '" + branch + "' set up to track '" + ShortRef(upstream) + "'.\n");
  return git.config().Load(git);
}

// The one remote branch of this name.
std::optional<std::string> RemoteBranch(Git& git, const std::string& name, size_t* count) {
  std::vector<Ref> refs;
  *count = 0;
  std::optional<std::string> found;
  if (!git.refs().List("refs/remotes/", &refs)) return std::nullopt;
  for (const Ref& ref : refs) {
    const size_t slash = ref.name.find('/', 13);
    if (slash == std::string::npos || ref.name.substr(slash + 1) != name) continue;
    ++*count;
    found = ref.name;
  }
  if (*count != 1) return std::nullopt;
  return found;
}

// One switch: what was asked for, where HEAD was, and what that comes to.
struct Switching {
  std::string name;  // a branch or a commit, as it was typed
  bool has_name = false;
  std::string old_branch, full;  // refs/heads/...; full: of `name`
  std::optional<ObjectId> old;
  bool is_branch = false;
  ObjectId target, to_tree;
  std::string start_ref;  // what a new branch may follow
  bool unborn = false, same_commit = false;
};

// What `name` is. False: nothing, which was said.
bool FindTarget(Git& git, Switching& s) {
  if (s.name == "-") {
    const std::optional<std::string> previous = PreviousBranch(git, 1);
    if (!previous) return !git.over() && git.Fatal("invalid reference: @{-1}");
    s.name = *previous;
  } else if (s.name.starts_with("@{-")) {
    const std::optional<int64_t> n =
        ParseNumber(std::string_view(s.name).substr(3, s.name.size() - 4));
    if (n) s.name = PreviousBranch(git, *n).value_or(s.name);
  }
  s.full = "refs/heads/" + s.name;
  s.is_branch = s.has_name && IsRefName(s.full) && git.refs().Resolve(s.full).has_value();
  if (s.has_name) {
    std::string text = s.name;
    // "a...b": their common ancestor.
    const size_t dots = s.name.find("...");
    Named named;
    if (dots != std::string::npos) {
      ObjectId a, b;
      std::vector<ObjectId> bases;
      if (!FindCommit(git, dots == 0 ? "HEAD" : s.name.substr(0, dots), &a) ||
          !FindCommit(git, dots + 3 >= s.name.size() ? "HEAD" : s.name.substr(dots + 3), &b) ||
          !MergeBases(git, a, {b}, &bases))
        return false;
      if (bases.size() != 1) return git.Fatal("'" + s.name + "': not exactly one merge base");
      s.target = bases[0];
    } else if (s.is_branch) {
      s.target = *git.refs().Resolve(s.full);
      s.start_ref = s.full;
    } else if (FindRevision(git, text, &named) &&
               Peel(git, named.id, ObjectType::kCommit, &s.target)) {
      s.start_ref = named.ref;
    } else {
      if (git.over() || git.status() != 0) return false;
      return git.Fatal("invalid reference: " + s.name);
    }
  } else if (s.old) {
    s.target = *s.old;
    s.start_ref = s.old_branch;
  }
  return true;
}

// Names that cannot be, and what is going on that a switch would lose.
bool MaySwitch(Git& git, const CheckoutOptions& o, const Switching& s) {
  if (!o.orphan.empty()) {
    if (!IsRefName("refs/heads/" + o.orphan))
      return git.Fatal("'" + o.orphan + "' is not a valid branch name");
    if (git.refs().Resolve("refs/heads/" + o.orphan))
      return git.Fatal("a branch named '" + o.orphan + "' already exists");
  }
  if (!o.create.empty()) {
    if (!IsRefName("refs/heads/" + o.create) || o.create.starts_with('-'))
      return git.Fatal("'" + o.create + "' is not a valid branch name");
    if (!o.reset && git.refs().Resolve("refs/heads/" + o.create))
      return git.Fatal("a branch named '" + o.create + "' already exists");
  }
  if (o.is_switch && s.has_name && !s.is_branch && o.create.empty() && o.orphan.empty() &&
      !o.detach) {
    const std::string kind = s.start_ref.starts_with("refs/tags/")      ? "tag"
                             : s.start_ref.starts_with("refs/remotes/") ? "remote branch"
                                                                        : "commit";
    git.Err(
        "fatal: a branch is expected, got " + kind + " '" + s.name +
        "'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.\n");
    git.set_status(128);
    return false;
  }
  if (o.is_switch &&
      (git.Exists(git.GitPath("MERGE_HEAD")) || git.Exists(git.GitPath("CHERRY_PICK_HEAD")) ||
       git.Exists(git.GitPath("rebase-merge"))) &&
      !o.force) {
    const std::string what = git.Exists(git.GitPath("rebase-merge"))       ? "rebasing"
                             : git.Exists(git.GitPath("CHERRY_PICK_HEAD")) ? "cherry-picking"
                                                                           : "merging";
    const std::string quit = what == "rebasing"         ? "rebase"
                             : what == "cherry-picking" ? "cherry-pick"
                                                        : "merge";
    git.Err("fatal: cannot switch branch while " + what + "\nConsider \"git " + quit +
            " --quit\" or \"git worktree add\".\n");
    git.set_status(128);
    return false;
  }
  return true;
}

// The work tree and the index go over to the target.
bool SwitchFiles(Git& git, const CheckoutOptions& o, Switching& s) {
  if (!git.index().Load(git)) return false;
  ObjectId from_tree;
  if (s.old && !Peel(git, *s.old, ObjectType::kTree, &from_tree)) return false;
  s.unborn = s.target.IsNull();
  if (!s.unborn && !Peel(git, s.target, ObjectType::kTree, &s.to_tree)) return false;
  if (o.is_switch && !o.orphan.empty() && !s.has_name) s.to_tree = ObjectId();
  s.same_commit = s.old && s.target == *s.old && !o.force;
  if (!s.unborn && !s.same_commit) {
    SwitchOptions options;
    options.force = o.force;
    bool dirty = false;
    if (o.merge && s.old) options.dirty = &dirty;
    if (!SwitchTrees(git, from_tree, s.to_tree, options)) return false;
    const std::string before = s.old_branch.empty()
                                   ? git.objects().Abbreviate(s.old.value_or(ObjectId()))
                                   : ShortRef(s.old_branch);
    if (dirty && !MergeLocal(git, from_tree, s.to_tree, s.name, before)) return false;
  } else if (o.is_switch && !o.orphan.empty() && !s.has_name) {
    SwitchOptions options;
    if (!SwitchTrees(git, from_tree, ObjectId(), options)) return false;
  } else if (git.index().HasUnmerged()) {
    SwitchOptions options;
    if (!SwitchTrees(git, from_tree, s.to_tree, options)) return false;
  }
  if (!o.quiet && !o.force && s.old && !s.unborn && !RefreshIndex(git)) return false;
  return true;
}

// -b and -B: HEAD goes to a branch that is made now.
Outcome GoToNewBranch(Git& git, const CheckoutOptions& o, const Switching& s,
                      const std::string& message) {
  const std::string ref = "refs/heads/" + o.create;
  const bool existed = git.refs().Resolve(ref).has_value();
  if (s.unborn) {
    if (!git.refs().SetSymbolic("HEAD", ref, "")) return git.status();
  } else {
    const std::string from = s.has_name ? s.name : "HEAD";
    if (!git.refs().Update(ref, s.target,
                           (existed ? "branch: Reset to " : "branch: Created from ") + from))
      return git.status();
    const bool tracks = (o.wants_track && !s.start_ref.empty()) ||
                        (!o.no_track && s.start_ref.starts_with("refs/remotes/") &&
                         git.config().GetBool("branch.autosetupmerge", true));
    if (tracks && !s.start_ref.empty() && !Track(git, o.create, s.start_ref, o.quiet))
      return git.status();
    if (s.old_branch.empty() && s.old && !o.quiet && s.target != *s.old &&
        !LeaveDetached(git, *s.old, s.target))
      return git.status();
    if (!git.refs().SetSymbolic("HEAD", ref, message)) return git.status();
  }
  if (!o.quiet)
    git.Err(existed && o.reset
                ? (s.old_branch == ref ? "Reset branch '" : "Switched to and reset branch '") +
                      o.create + "'\n"
                : "Switched to a new branch '" + o.create + "'\n");
  return 0;
}

Outcome GoToBranch(Git& git, const CheckoutOptions& o, const Switching& s,
                   const std::string& branch, const std::string& message) {
  if (s.old_branch == s.full) {
    if (!o.quiet && s.has_name) git.Err("Already on '" + branch + "'\n");
    if (!git.refs().AppendLog("HEAD", s.target, s.target, message, false)) return git.status();
  } else {
    if (s.old_branch.empty() && s.old && !o.quiet && s.target != *s.old &&
        !LeaveDetached(git, *s.old, s.target))
      return git.status();
    if (!git.refs().SetSymbolic("HEAD", s.full, message)) return git.status();
    if (!o.quiet) git.Err("Switched to branch '" + branch + "'\n");
  }
  if (!o.quiet) {
    git.set_status(0);
    if (!ShowTracking(git, s.full, true, "")) return git.status();
  }
  return 0;
}

// The commits before and behind it, and whether it was a branch that changed.
void TellHook(Git& git, const ObjectId& from, const ObjectId& to, bool of_branch) {
  HookCall call;
  call.name = "post-checkout";
  call.args = {from.Hex(), to.Hex(), of_branch ? "1" : "0"};
  call.decides = true;
  RunHookLast(git, std::move(call));
}

Outcome Go(Git& git, CheckoutOptions& o, Switching& s);

Outcome SwitchTo(Git& git, CheckoutOptions& o, std::string name, bool has_name) {
  Switching s;
  s.name = std::move(name);
  s.has_name = has_name;
  s.old_branch = git.refs().HeadBranch();
  s.old = git.refs().Resolve("HEAD");
  const Outcome outcome = Go(git, o, s);
  if (outcome == 0) TellHook(git, s.old.value_or(ObjectId()), s.target, true);
  return outcome;
}

Outcome Go(Git& git, CheckoutOptions& o, Switching& s) {
  if (!FindTarget(git, s) || !MaySwitch(git, o, s) || !SwitchFiles(git, o, s))
    return git.over() ? 2 : git.status();
  const std::string moved_from = !s.old_branch.empty() ? ShortRef(s.old_branch)
                                 : s.old               ? s.old->Hex()
                                                       : "";
  std::string branch = !o.create.empty() ? o.create : s.is_branch && !o.detach ? s.name : "";
  const std::string moved_to = !branch.empty() ? branch : s.has_name ? s.name : "HEAD";
  const std::string message = "checkout: moving from " + moved_from + " to " + moved_to;
  // Whatever was going on ends with the branch.
  for (std::string_view name_of : {"CHERRY_PICK_HEAD", "REVERT_HEAD"}) {
    if (o.quiet || !s.has_name || !git.Exists(git.GitPath(name_of))) continue;
    git.Warn(name_of == "REVERT_HEAD" ? "cancelling a revert in progress"
                                      : "cancelling a cherry picking in progress");
  }
  if (s.has_name || !o.create.empty()) ForgetOperation(git);
  if (!o.orphan.empty()) {
    if (o.is_switch && s.old_branch.empty() && s.old && !o.quiet && !s.has_name &&
        !LeaveDetached(git, *s.old, ObjectId()))
      return git.status();
    if (!git.refs().SetSymbolic("HEAD", "refs/heads/" + o.orphan, "")) return git.status();
    if (!o.quiet) git.Err("Switched to a new branch '" + o.orphan + "'\n");
    return 0;
  }
  if (!o.quiet && s.old && !s.unborn && !s.same_commit && !ShowLocalChanges(git, s.to_tree))
    return git.status();
  if (!o.quiet && s.same_commit && !ShowLocalChanges(git, s.to_tree)) return git.status();
  if (!o.create.empty()) return GoToNewBranch(git, o, s, message);
  if (!branch.empty()) return GoToBranch(git, o, s, branch, message);
  if (!s.has_name && !o.detach) {
    // Nothing but a look.
    if (!s.old_branch.empty() && !o.quiet && s.old && !ShowTracking(git, s.old_branch, true, ""))
      return git.status();
    return 0;
  }
  if (!o.quiet && !s.old_branch.empty() && !o.detach &&
      git.config().GetBool("advice.detachedhead", true))
    git.Err("Note: switching to '" + s.name + "'.\n\n" + std::string(kDetachedAdvice));
  if (s.old_branch.empty() && s.old && !o.quiet && s.target != *s.old &&
      !LeaveDetached(git, *s.old, s.target))
    return git.status();
  // (a HEAD that says the same already is not written, and its log gets no line)
  if (!s.old_branch.empty() || s.old != s.target) {
    if (!git.WriteWhole(git.GitPath("HEAD"), s.target.Hex() + "\n") ||
        !git.refs().AppendLog("HEAD", s.old.value_or(ObjectId()), s.target, message, false))
      return git.status();
  }
  if (!o.quiet && !ShowPosition(git, "HEAD is now at", s.target, true)) return git.status();
  return 0;
}

}  // namespace

Outcome RunCheckout(Git& git) {
  CheckoutOptions o;
  WordReader reader(git, {kCheckoutWords, kCommonWords});
  while (reader.Next())
    if (!TakeWord(git, reader, &o)) return git.status();
  if (!reader.ok()) return git.status();
  o.dashes = reader.has_dashes();
  std::vector<std::string> words = reader.operands();
  size_t dashes = reader.has_dashes() ? reader.dashes() : words.size();
  if (!o.create.empty() || !o.orphan.empty()) {
    if (words.size() > 1)
      return git.Fatal("'" + words[1] + "' is not a commit and a branch '" + o.create +
                       "' cannot be created from it")
                 ? 0
                 : 128;
    Named named;
    ObjectId id;
    if (!words.empty() && words[0] != "-" && words[0].find("...") == std::string::npos &&
        (!FindRevision(git, words[0], &named) || !Peel(git, named.id, ObjectType::kCommit, &id))) {
      if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
      return git.Fatal("'" + words[0] + "' is not a commit and a branch '" +
                       (o.create.empty() ? o.orphan : o.create) + "' cannot be created from it")
                 ? 0
                 : 128;
    }
    return SwitchTo(git, o, words.empty() ? "" : words[0], !words.empty());
  }
  if (words.empty()) {
    if (o.wants_track) return git.Fatal("--track needs a branch name") ? 0 : 128;
    return SwitchTo(git, o, "", false);
  }
  // The first word is a commit, unless it is a path.
  std::string name = words[0];
  Named named;
  const bool only_paths = reader.has_dashes() && dashes == 0;
  bool is_revision = !only_paths && (name == "-" || name.find("...") != std::string::npos ||
                                     FindRevision(git, name, &named));
  if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
  if (!only_paths && !is_revision) {
    const bool there = git.Exists(name.starts_with('/') ? name : git.cwd + "/" + name);
    size_t count = 0;
    std::optional<std::string> remote;
    if (words.size() == 1 && o.guess && !there) remote = RemoteBranch(git, name, &count);
    if (remote) {
      o.create = name;
      return SwitchTo(git, o, remote->substr(13), true);
    }
    if (reader.has_dashes() && dashes > 0) return git.Fatal("invalid reference: " + name) ? 0 : 128;
  }
  if (o.wants_track && is_revision && words.size() == 1) {
    const size_t slash = named.ref.find('/', 13);
    if (!named.ref.starts_with("refs/remotes/") || slash == std::string::npos)
      return git.Fatal("missing branch name; try -b") ? 0 : 128;
    o.create = named.ref.substr(slash + 1);
    return SwitchTo(git, o, name, true);
  }
  const bool both = is_revision && words.size() == 1 && !reader.has_dashes() &&
                    git.Exists(name.starts_with('/') ? name : git.cwd + "/" + name);
  if (both && !git.refs().Resolve("refs/heads/" + name)) {
    return git.Fatal("'" + name +
                     "' could be both a local file and a tracking branch.\nPlease use -- (and "
                     "optionally --no-guess) to disambiguate")
               ? 0
               : 128;
  }
  if (is_revision && (words.size() == 1)) return SwitchTo(git, o, name, true);
  const size_t first = is_revision ? 1 : 0;
  Pathspec paths;
  if (!paths.Parse(git, std::span(words).subspan(first))) return git.status();
  ObjectId tree;
  if (is_revision && !Peel(git, named.id, ObjectType::kTree, &tree))
    return git.Fatal("reference is not a tree: " + name) ? 0 : 128;
  const std::string shown = is_revision ? git.objects().Abbreviate(tree) : "";
  return RestorePaths(git, o, paths, tree, is_revision, true, true, true, shown);
}

Outcome RunSwitch(Git& git) {
  CheckoutOptions o;
  o.is_switch = true;
  WordReader reader(git, {kSwitchWords, kCommonWords});
  while (reader.Next())
    if (!TakeWord(git, reader, &o)) return git.status();
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  if (words.size() > 1) return git.Fatal("only one reference expected") ? 0 : 128;
  if (words.empty() && o.create.empty() && o.orphan.empty() && !o.detach)
    return git.Fatal("missing branch or commit argument") ? 0 : 128;
  if (!words.empty() && o.create.empty() && o.orphan.empty() && o.guess && !o.detach &&
      words[0] != "-") {
    Named named;
    size_t count = 0;
    if (!git.refs().Resolve("refs/heads/" + words[0]) && !FindRevision(git, words[0], &named)) {
      if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
      if (const std::optional<std::string> remote = RemoteBranch(git, words[0], &count)) {
        o.create = words[0];
        return SwitchTo(git, o, remote->substr(13), true);
      }
    }
  }
  return SwitchTo(git, o, words.empty() ? "" : words[0], !words.empty());
}

Outcome RunRestore(Git& git) {
  CheckoutOptions o;
  WordReader reader(git, {kRestoreWords});
  while (reader.Next())
    if (!TakeWord(git, reader, &o)) return git.status();
  if (!reader.ok()) return git.status();
  if (reader.operands().empty()) return git.Fatal("you must specify path(s) to restore") ? 0 : 128;
  const bool to_work = o.worktree || !o.staged;
  Pathspec paths;
  if (!paths.Parse(git, reader.operands())) return git.status();
  ObjectId tree;
  bool from_tree = false;
  if (!o.source.empty()) {
    Named named;
    if (!FindRevision(git, o.source, &named) || !Peel(git, named.id, ObjectType::kTree, &tree)) {
      if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
      return git.Fatal("could not resolve " + o.source) ? 0 : 128;
    }
    from_tree = true;
  } else if (o.staged) {
    const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
    if (!head) return git.Fatal("could not resolve HEAD") ? 0 : 128;
    if (!Peel(git, *head, ObjectType::kTree, &tree)) return git.status();
    from_tree = true;
  }
  return RestorePaths(git, o, paths, tree, from_tree, o.staged, to_work, false, "");
}

}  // namespace pysub::shell::git
