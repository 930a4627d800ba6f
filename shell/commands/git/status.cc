// What git status finds out, and its long form.
//
// Three comparisons: HEAD with the index (staged), the index with the work tree (changed), and the
// work tree with the index (untracked). The index is refreshed first, so that files which were only
// touched are read once and not by each of them.

#include "shell/commands/git/status.h"

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

bool HeadTree(Git& git, bool parent, ObjectId* tree) {
  *tree = ObjectId();
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  if (!head) return !git.over();
  Commit commit;
  if (!ReadCommit(git, *head, &commit)) return false;
  if (parent) {
    if (commit.parents.empty()) return true;
    const ObjectId above = commit.parents[0];
    if (!ReadCommit(git, above, &commit)) return false;
  }
  *tree = commit.tree;
  return true;
}

bool ReadSmall(Git& git, std::string_view name, std::string* text) {
  const auto stat = git.fs().StatPath(git.caller(), git.GitPath(name));
  if (!stat.ok() || !stat->IsFile() || stat->size > 65536) return false;
  const auto bytes = git.fs().ReadFile(git.caller(), git.GitPath(name), 0, 65536);
  if (!bytes.ok()) return false;
  *text = std::string(Trimmed(*bytes));
  return true;
}

}  // namespace

std::string ConflictCode(uint8_t stages) {
  // By the stages that are there: bit 0 the base, bit 1 ours, bit 2 theirs.
  constexpr const char* kCodes[] = {"??", "DD", "AU", "UD", "UA", "DU", "AA", "UU"};
  return kCodes[stages & 7];
}

bool CollectStatus(Git& git, const StatusOptions& options, StatusReport* report) {
  ObjectId tree;
  std::vector<FilePair> staged, changed;
  if (!RefreshIndex(git) || !HeadTree(git, options.amends, &tree)) return false;
  if (!DiffTreeIndex(git, tree, options.paths, &staged) ||
      !DiffIndexWork(git, options.paths, &changed))
    return false;
  DiffOptions diff;
  diff.renames = options.renames;
  if (options.renames < 0) {
    const auto set = git.config().Get("status.renames");
    if (set && ParseBool(*set) == false) diff.renames = 0;
  }
  for (FilePair& pair : staged)
    if (pair.status != 'U') report->staged.push_back(std::move(pair));
  // A file in conflict is said once.
  for (FilePair& pair : changed) {
    const IndexEntry* entry = git.index().FindAny(pair.Name());
    if (pair.status != 'U' && (entry == nullptr || entry->stage == 0))
      report->changed.push_back(std::move(pair));
  }
  if (!FindRenames(git, diff, &report->staged) || !FindRenames(git, diff, &report->changed))
    return false;
  for (const IndexEntry& entry : git.index().entries) {
    if (!git.Tick(8)) return false;
    if (entry.stage == 0 || (options.paths != nullptr && !options.paths->Matches(git, entry.path)))
      continue;
    if (report->conflicts.empty() || report->conflicts.back().path != entry.path) {
      if (!git.Charge(sizeof(StatusReport::Conflict) * 2 + entry.path.size())) return false;
      report->conflicts.push_back({.path = entry.path});
    }
    StatusReport::Conflict& conflict = report->conflicts.back();
    conflict.stages |= static_cast<uint8_t>(1 << (entry.stage - 1));
    conflict.modes[entry.stage - 1] = entry.mode;
    conflict.ids[entry.stage - 1] = entry.id;
  }
  if (options.untracked != "no") {
    UntrackedOptions untracked;
    untracked.directories = options.untracked != "all";
    untracked.paths = options.paths;
    if (!ListUntracked(git, untracked, &report->untracked)) return false;
  }
  if (options.ignored) {
    UntrackedOptions ignored;
    ignored.ignored = true;
    ignored.directories = options.untracked != "all" || options.ignored_mode == "matching";
    ignored.paths = options.paths;
    if (!ListUntracked(git, ignored, &report->ignored)) return false;
  }
  return !git.over();
}

bool ShowTracking(Git& git, const std::string& branch, bool ahead_behind,
                  std::string_view behind_it) {
  const std::optional<std::string> upstream = UpstreamOf(git, branch);
  if (!upstream) return true;
  const std::string name = ShortRef(*upstream), tail(behind_it);
  const std::optional<ObjectId> theirs = git.refs().Resolve(*upstream),
                                ours = git.refs().Resolve(branch);
  if (!theirs) {
    git.Out("Your branch is based on '" + name +
            "', but the upstream is gone.\n  (use \"git branch --unset-upstream\" to fixup)\n" +
            tail);
    return !git.over();
  }
  if (!ours) return true;
  uint64_t ahead = 0, behind = 0;
  if (*ours == *theirs) {
    git.Out("Your branch is up to date with '" + name + "'.\n" + tail);
    return true;
  }
  if (!ahead_behind) {
    git.Out("Your branch and '" + name +
            "' refer to different commits.\n  (use \"git status --ahead-behind\" for details)\n" +
            tail);
    return true;
  }
  if (!CountApart(git, *ours, *theirs, &ahead, &behind)) return false;
  if (behind == 0) {
    git.Out("Your branch is ahead of '" + name + "' by " + Plural(ahead, "commit", "commits") +
            ".\n  (use \"git push\" to publish your local commits)\n" + tail);
  } else if (ahead == 0) {
    git.Out("Your branch is behind '" + name + "' by " + Plural(behind, "commit", "commits") +
            ", and can be fast-forwarded.\n  (use \"git pull\" to update your local branch)\n" +
            tail);
  } else {
    git.Out("Your branch and '" + name + "' have diverged,\nand have " + std::to_string(ahead) +
            " and " + std::to_string(behind) +
            " different commits each, respectively.\n  (use \"git pull\" to merge the remote "
            "branch into yours)\n" +
            tail);
  }
  return true;
}

namespace {

// The parts of the long form.
class LongStatus {
 public:
  LongStatus(Git& git, const StatusOptions& options, const StatusReport& report)
      : git_(git),
        options_(options),
        report_(report),
        hints_(git.config().GetBool("advice.statushints", true)) {}

  bool Run() {
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    initial_ = !head;
    Branch(head);
    if (git_.over()) return false;
    Operation();
    if (initial_) git_.Out(options_.for_commit ? "\nInitial commit\n\n" : "\nNo commits yet\n\n");
    Staged();
    Conflicts();
    Changed();
    Others(report_.untracked, "Untracked files", "add");
    if (options_.ignored) Others(report_.ignored, "Ignored files", "add -f");
    Last();
    return !git_.over();
  }

 private:
  void Hint(std::string_view text) {
    if (hints_) git_.Out("  (" + std::string(text) + ")\n");
  }
  std::string Shown(const std::string& path) {
    const bool relative = git_.config().GetBool("status.relativepaths", true);
    return QuotedPath(git_, relative ? RelativePath(path, git_.prefix) : path);
  }

  void Branch(const std::optional<ObjectId>& head) {
    const std::string branch = git_.refs().HeadBranch();
    if (!branch.empty() && !InRebase()) {
      git_.Out("On branch " + ShortRef(branch) + "\n");
      if (!initial_ && !ShowTracking(git_, branch, options_.ahead_behind, "\n")) return;
      return;
    }
    if (InRebase()) {
      std::string onto;
      ReadSmall(git_, "rebase-merge/onto", &onto);
      const std::optional<ObjectId> id = ObjectId::FromHex(onto);
      git_.Out((git_.Exists(git_.GitPath("rebase-merge/interactive"))
                    ? "interactive rebase in progress; onto "
                    : "rebase in progress; onto ") +
               (id ? git_.objects().Abbreviate(*id) : onto) + "\n");
      return;
    }
    const std::optional<std::string> text = head ? DetachedText(git_, *head) : std::nullopt;
    git_.Out(text ? "HEAD " + *text + "\n" : "Not currently on any branch.\n");
  }

  bool InMerge() {
    return git_.Exists(git_.GitPath("MERGE_HEAD")) || git_.Exists(git_.GitPath("CHERRY_PICK_HEAD"));
  }
  bool InRebase() { return git_.Exists(git_.GitPath("rebase-merge")); }

  // A merge, rebase, cherry-pick or revert that is not over.
  void Operation() {
    const bool conflicts = !report_.conflicts.empty();
    // `several`: the steps that a cherry-pick or revert of more than one commit has left.
    std::string text, several;
    ReadSmall(git_, "sequencer/todo", &several);
    if (!several.starts_with("pick ") && !several.starts_with("revert ")) several.clear();
    if (git_.Exists(git_.GitPath("MERGE_HEAD"))) {
      if (conflicts) {
        git_.Out("You have unmerged paths.\n");
        Hint("fix conflicts and run \"git commit\"");
        Hint("use \"git merge --abort\" to abort the merge");
      } else {
        git_.Out("All conflicts fixed but you are still merging.\n");
        Hint("use \"git commit\" to conclude merge");
      }
      git_.Out("\n");
    } else if (InRebase()) {
      std::string onto, name, done, todo;
      ReadSmall(git_, "rebase-merge/onto", &onto);
      ReadSmall(git_, "rebase-merge/head-name", &name);
      Progress();
      const std::optional<ObjectId> id = ObjectId::FromHex(onto);
      const std::string what =
          (name.empty() || name == "detached HEAD"
               ? "You are currently rebasing.\n"
               : "You are currently rebasing branch '" + ShortRef(name) + "' on '" +
                     (id ? git_.objects().Abbreviate(*id) : onto) + "'.\n");
      git_.Out(what);
      if (conflicts) {
        Hint("fix conflicts and then run \"git rebase --continue\"");
        Hint("use \"git rebase --skip\" to skip this patch");
        Hint("use \"git rebase --abort\" to check out the original branch");
      } else {
        Hint("all conflicts fixed: run \"git rebase --continue\"");
      }
      git_.Out("\n");
    } else if (!several.empty() || ReadSmall(git_, "CHERRY_PICK_HEAD", &text) ||
               ReadSmall(git_, "REVERT_HEAD", &text)) {
      const bool pick = several.empty() ? git_.Exists(git_.GitPath("CHERRY_PICK_HEAD"))
                                        : several.starts_with("pick ");
      const std::string name = pick ? "cherry-pick" : "revert";
      const std::optional<ObjectId> id = ObjectId::FromHex(text);
      if (!several.empty())
        git_.Out(pick ? "Cherry-pick currently in progress.\n" : "Revert currently in progress.\n");
      else
        git_.Out(std::string(pick ? "You are currently cherry-picking commit "
                                  : "You are currently reverting commit ") +
                 (id ? git_.objects().Abbreviate(*id) : text) + ".\n");
      if (conflicts)
        Hint("fix conflicts and run \"git " + name + " --continue\"");
      else if (!several.empty())
        Hint("run \"git " + name + " --continue\" to continue");
      else
        Hint("all conflicts fixed: run \"git " + name + " --continue\"");
      Hint("use \"git " + name + " --skip\" to skip this patch");
      Hint("use \"git " + name + " --abort\" to cancel the " + name + " operation");
      git_.Out("\n");
    }
  }

  // What a rebase has done and will do.
  void Progress() {
    const auto list = [&](std::string_view name) {
      std::string text;
      std::vector<std::string> lines;
      ReadSmall(git_, name, &text);
      std::string_view rest = text;
      while (!rest.empty()) {
        const std::string_view line = TakeLine(&rest);
        if (line.empty() || line[0] == '#') continue;
        // (Names are shown short.)
        const size_t first = line.find(' '), second = line.find(' ', first + 1);
        std::string shown(line);
        if (first != std::string_view::npos && second != std::string_view::npos)
          if (const auto id = ObjectId::FromHex(line.substr(first + 1, second - first - 1)))
            shown = std::string(line.substr(0, first + 1)) + git_.objects().Abbreviate(*id) +
                    std::string(line.substr(second));
        lines.push_back(shown);
      }
      return lines;
    };
    const std::vector<std::string> done = list("rebase-merge/done"),
                                   todo = list("rebase-merge/git-rebase-todo");
    if (done.empty()) {
      git_.Out("No commands done.\n");
    } else {
      git_.Out(done.size() == 1
                   ? "Last command done (1 command done):\n"
                   : "Last commands done (" + std::to_string(done.size()) + " commands done):\n");
      for (size_t i = done.size() > 2 ? done.size() - 2 : 0; i < done.size(); ++i)
        git_.Out("   " + done[i] + "\n");
      if (done.size() > 2) Hint("see more in file " + git_.git_dir_shown + "/rebase-merge/done");
    }
    if (todo.empty()) {
      git_.Out("No commands remaining.\n");
    } else {
      git_.Out(todo.size() == 1 ? "Next command to do (1 remaining command):\n"
                                : "Next commands to do (" + std::to_string(todo.size()) +
                                      " remaining commands):\n");
      for (size_t i = 0; i < todo.size() && i < 2; ++i) git_.Out("   " + todo[i] + "\n");
      Hint("use \"git rebase --edit-todo\" to view and edit");
    }
  }

  void Line(std::string_view label, size_t width, const std::string& name,
            std::string_view colour) {
    std::string text(label);
    text += std::string(width > text.size() ? width - text.size() : 0, ' ');
    git_.Out("\t" + Coloured(git_, colour, text + name) + "\n");
  }

  static std::string_view LabelOf(char status) {
    switch (status) {
      case 'A': return "new file:   ";
      case 'D': return "deleted:    ";
      case 'R': return "renamed:    ";
      case 'C': return "copied:     ";
      case 'T': return "typechange: ";
      default: return "modified:   ";
    }
  }
  std::string NameOf(const FilePair& pair) {
    if (pair.status != 'R' && pair.status != 'C') return Shown(pair.Name());
    return Shown(pair.before.path) + " -> " + Shown(pair.after.path);
  }

  void Staged() {
    if (report_.staged.empty()) return;
    git_.Out("Changes to be committed:\n");
    if (hints_) {
      if (!InMerge())
        Hint(initial_ ? "use \"git rm --cached <file>...\" to unstage"
                      : "use \"git restore --staged <file>...\" to unstage");
    }
    for (const FilePair& pair : report_.staged)
      Line(LabelOf(pair.status), 12, NameOf(pair), kGreen);
    git_.Out("\n");
  }

  void Conflicts() {
    if (report_.conflicts.empty()) return;
    git_.Out("Unmerged paths:\n");
    bool both = false, deleted = false;
    for (const auto& conflict : report_.conflicts) {
      if (conflict.stages == 7 || conflict.stages == 6)
        both = true;
      else
        deleted = true;
    }
    if (hints_) {
      if (!InMerge())
        Hint(initial_ ? "use \"git rm --cached <file>...\" to unstage"
                      : "use \"git restore --staged <file>...\" to unstage");
    }
    if (!both && deleted) {
      const bool all_gone = std::all_of(report_.conflicts.begin(), report_.conflicts.end(),
                                        [](const auto& conflict) { return conflict.stages == 1; });
      Hint(all_gone ? "use \"git rm <file>...\" to mark resolution"
                    : "use \"git add/rm <file>...\" as appropriate to mark resolution");
    } else {
      Hint(deleted ? "use \"git add/rm <file>...\" as appropriate to mark resolution"
                   : "use \"git add <file>...\" to mark resolution");
    }
    constexpr std::string_view kLabels[] = {"",
                                            "both deleted:    ",
                                            "added by us:     ",
                                            "deleted by them: ",
                                            "added by them:   ",
                                            "deleted by us:   ",
                                            "both added:      ",
                                            "both modified:   "};
    for (const auto& conflict : report_.conflicts)
      Line(kLabels[conflict.stages & 7], 17, Shown(conflict.path), kRed);
    git_.Out("\n");
  }

  void Changed() {
    if (report_.changed.empty()) return;
    git_.Out("Changes not staged for commit:\n");
    const bool deleted = std::any_of(report_.changed.begin(), report_.changed.end(),
                                     [](const FilePair& pair) { return pair.status == 'D'; });
    Hint(deleted ? "use \"git add/rm <file>...\" to update what will be committed"
                 : "use \"git add <file>...\" to update what will be committed");
    Hint("use \"git restore <file>...\" to discard changes in working directory");
    for (const FilePair& pair : report_.changed) {
      // (of a repository inside only its HEAD is compared)
      const bool inside = pair.status == 'M' && (pair.after.mode & kModeKind) == kModeSubmodule;
      Line(LabelOf(pair.status), 12, NameOf(pair) + (inside ? " (new commits)" : ""), kRed);
    }
    git_.Out("\n");
  }

  void Others(const std::vector<std::string>& paths, std::string_view title, std::string_view how) {
    if (paths.empty()) return;
    git_.Out(std::string(title) + ":\n");
    Hint("use \"git " + std::string(how) + " <file>...\" to include in what will be committed");
    for (const std::string& path : paths) git_.Out("\t" + Coloured(git_, kRed, Shown(path)) + "\n");
    git_.Out("\n");
  }

  void Last() {
    if (options_.untracked == "no" && report_.staged.empty() == false)
      git_.Out("Untracked files not listed" +
               std::string(hints_ ? " (use -u option to show untracked files)" : "") + "\n");
    if (!report_.staged.empty()) return;
    if (options_.amends) {
      git_.Out("No changes\n");
    } else if (!report_.changed.empty() || !report_.conflicts.empty()) {
      git_.Out(hints_ ? "no changes added to commit (use \"git add\" and/or \"git commit -a\")\n"
                      : "no changes added to commit\n");
    } else if (!report_.untracked.empty()) {
      git_.Out(
          hints_
              ? "nothing added to commit but untracked files present (use \"git add\" to track)\n"
              : "nothing added to commit but untracked files present\n");
    } else if (initial_) {
      git_.Out(hints_ ? "nothing to commit (create/copy files and use \"git add\" to track)\n"
                      : "nothing to commit\n");
    } else if (options_.untracked == "no") {
      git_.Out(hints_ ? "nothing to commit (use -u to show untracked files)\n"
                      : "nothing to commit\n");
    } else {
      git_.Out("nothing to commit, working tree clean\n");
    }
  }

  Git& git_;
  const StatusOptions& options_;
  const StatusReport& report_;
  bool hints_;
  bool initial_ = false;
};

}  // namespace

bool ShowLongStatus(Git& git, const StatusOptions& options, const StatusReport& report) {
  return LongStatus(git, options, report).Run();
}

}  // namespace pysub::shell::git
