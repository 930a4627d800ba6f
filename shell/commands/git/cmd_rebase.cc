// rebase: the commits of a branch made again upon another one.
//
//   HEAD leaves the branch and goes to the new place; the branch stays as it is
//   each commit is picked there
//   at the end the branch moves to where HEAD is, and HEAD is on it again
//
// So until the last moment the branch has its old commits, and --abort only needs to go back to it.
// What another run needs lies in .git/rebase-merge, by the names that git uses:
//
//   head-name   the branch              orig-head   its old commit      onto   the new place
//   git-rebase-todo  what is left       done        what is done        msgnum, end  "3/7"
//   stopped-sha      the commit in which there was a conflict
//
// A unit is a commit: `ids` are those to pick, `at` the next of them, `count` how many earlier runs
// have done. Unlike a cherry-pick the todo has no longer the commit that is being picked.

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/hooks.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/picker.h"
#include "shell/commands/git/rebase_words.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/status.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/transfer.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {

namespace {

constexpr std::string_view kDir = "rebase-merge";

class Rebasing {
 public:
  explicit Rebasing(Git& git) : git_(git) { o_.rebase = true; }

  Outcome Run() {
    int action = 0;
    WordReader reader(git_, {kRebaseWords});
    while (reader.Next()) {
      switch (reader.id()) {
        case kOnto: onto_name_ = reader.value(); break;
        case kVerify: verify_ = !reader.negated(); break;
        case kForce: force_ = reader.negated() || reader.id() == kForce; break;
        case kQuietRebase: quiet_ = true; break;
        case kReapply: reapply_ = !reader.negated(); break;
        case kFavour:
          if (reader.value() == "ours")
            o_.favour = Favour::kOurs;
          else if (reader.value() == "theirs")
            o_.favour = Favour::kTheirs;
          else
            return git_.Fatal("the option '-X" + reader.value() + "' is not supported") ? 0 : 128;
          break;
        case kRebaseAbort:
        case kRebaseContinue:
        case kRebaseSkip:
        case kRebaseQuit: action = reader.id(); break;
        case kInteractive:
        case kEditTodo:
          return git_.Fatal("an editor is needed: 'git rebase -i' is not supported") ? 0 : 128;
        case kRoot: root_ = true; break;
        case kRebaseMerges:
        case kExec:
        case kKeepBase:
        case kShowPatch: return RefuseOption(git_, reader) ? 0 : 128;
        case kUnlessOff:
          if (!reader.negated()) return RefuseOption(git_, reader) ? 0 : 128;
          break;
        case kEmpty:
          if (reader.value() != "drop")
            return git_.Fatal("'rebase --empty=" + reader.value() + "' is not supported") ? 0 : 128;
          break;
        case kStrategy:
          if (reader.value() != "ort" && reader.value() != "recursive")
            return git_.Fatal("the strategy '" + reader.value() + "' is not supported") ? 0 : 128;
          break;
        case kAutostash:
          if (!reader.negated())
            return git_.Fatal("'rebase --autostash' is not supported") ? 0 : 128;
          break;
        case kSignRebase:
          if (!reader.negated()) return git_.Fatal("commits cannot be signed here") ? 0 : 128;
          break;
        default: break;
      }
    }
    if (!reader.ok()) return git_.status();
    State& state = git_.state();
    if (state.phase == 0 || state.count == kCommitting) {
      const std::optional<int> ended = action != 0 ? Act(action) : Begin(reader.operands());
      if (waits_) return git_.over() ? Outcome(2) : std::nullopt;
      if (ended) return *ended;
      ForgetAnswers(git_);
      state.phase = action == 0 ? kMoved : kPicks;
    }
    if (state.phase == kMoved && !ToldMoved()) return git_.over() ? Outcome(2) : std::nullopt;
    return Go();
  }

 private:
  // State::phase: post-checkout is due, or post-rewrite.
  static constexpr uint32_t kMoved = kTells + 1, kRewritten = kTells + 2;
  static constexpr uint64_t kCommitting = UINT64_MAX;  // State::count while `git commit` is at work

  std::string File(std::string_view name) const {
    return std::string(kDir) + "/" + std::string(name);
  }
  // As logs of refs name it.
  std::string Action() const { return git_.action.empty() ? "rebase" : git_.action; }
  bool Save(std::string_view name, std::string_view text) {
    return git_.WriteWhole(git_.GitPath(File(name)), text);
  }

  std::optional<int> Begin(const std::vector<std::string>& words) {
    State& state = git_.state();
    if (git_.Exists(git_.GitPath(kDir)) || git_.Exists(git_.GitPath("rebase-apply"))) {
      return git_.Fatal(
                 "It seems that there is already a rebase-merge directory, and\nI wonder if you "
                 "are in the middle of another rebase.  If that is the\ncase, please try\n\tgit "
                 "rebase (--continue | --abort | --skip)\nIf that is not the case, please\n\trm "
                 "-fr \"" +
                 git_.git_dir_shown +
                 "/rebase-merge\"\nand run me again.  I am stopping in case you still have "
                 "something\nvaluable there.\n")
                 ? 0
                 : 128;
    }
    size_t at = 0;
    ObjectId upstream, onto;
    std::string upstream_name;
    if (!root_) {
      if (words.empty()) {
        const std::optional<std::string> followed = UpstreamOf(git_, git_.refs().HeadBranch());
        if (!followed) {
          return SayNoUpstream();
        }
        upstream_name = ShortRef(*followed);
      } else {
        upstream_name = words[at++];
        if (upstream_name == "-") upstream_name = "@{-1}";
      }
      if (!TryCommit(git_, upstream_name, &upstream)) {
        if (git_.over() || git_.status() != 0) return StatusOf(git_);
        return git_.Fatal("invalid upstream '" + upstream_name + "'") ? 0 : 128;
      }
    }
    onto = upstream;
    if (root_ && onto_name_.empty())
      return git_.Fatal("'rebase --root' without --onto is not supported") ? 0 : 128;
    if (onto_name_.empty())
      onto_name_ = upstream_name;
    else if (!TryCommit(git_, onto_name_, &onto)) {
      if (git_.over() || git_.status() != 0) return StatusOf(git_);
      return git_.Fatal("Does not point to a valid commit '" + onto_name_ + "'") ? 0 : 128;
    }
    // The branch that is moved.
    const std::string start_branch = git_.refs().HeadBranch();
    std::string branch = start_branch;
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    if (!head) return git_.Fatal("Could not resolve HEAD to a revision") ? 0 : 128;
    ObjectId tip = *head;
    if (at < words.size()) {
      if (git_.refs().Resolve("refs/heads/" + words[at]))
        branch = "refs/heads/" + words[at];
      else
        branch.clear();
      if (!TryCommit(git_, branch.empty() ? words[at] : branch, &tip)) {
        if (git_.over() || git_.status() != 0) return StatusOf(git_);
        return git_.Fatal("no such branch/commit '" + words[at] + "'") ? 0 : 128;
      }
    }
    if (std::optional<int> dirty = RefuseDirty(*head)) return dirty;
    // Nothing to do?
    std::vector<ObjectId> bases;
    if (!MergeBases(git_, onto, {tip}, &bases)) return StatusOf(git_);
    const std::string shown = branch.empty() ? "HEAD" : ShortRef(branch);
    bool linear = bases.size() == 1 && bases[0] == onto && (root_ || upstream == onto);
    if (linear && !force_) {
      WalkOptions options;
      options.tips = {{.id = tip, .excluded = false, .left = false, .name = {}},
                      {.id = onto, .excluded = true, .left = false, .name = {}}};
      Walk walk;
      WalkItem item;
      if (!walk.Start(git_, options)) return StatusOf(git_);
      while (walk.Next(git_, options, &item)) linear = linear && item.parents.size() == 1;
      if (git_.over()) return 2;
      if (linear) {
        if (tip != *head || branch != start_branch) {
          git_.words = {"-q", branch.empty() ? tip.Hex() : ShortRef(branch)};
          const Outcome moved = RunCheckout(git_);
          if (moved != 0) return *moved;
        }
        if (!quiet_)
          git_.Out(branch.empty() ? "HEAD is up to date.\n"
                                  : "Current branch " + shown + " is up to date.\n");
        return 0;
      }
    }
    if (const std::optional<int> refused =
            AskHook(upstream_name, at < words.size() ? words[at] : ""))
      return refused;
    if (!Collect(root_ ? ObjectId() : upstream, tip)) return StatusOf(git_);
    if (!git_.WriteWhole(git_.GitPath("ORIG_HEAD"), tip.Hex() + "\n")) return StatusOf(git_);
    // To the new place, off any branch.
    ObjectId head_tree, onto_tree;
    if (!TreeOf(git_, *head, &head_tree) || !TreeOf(git_, onto, &onto_tree)) return StatusOf(git_);
    SwitchOptions options;
    if (!SwitchTrees(git_, head_tree, onto_tree, options)) {
      if (git_.over()) return 2;
      git_.Err("error: could not detach HEAD\n");
      return 1;
    }
    if (!git_.MakeDirectories(git_.GitPath(kDir))) return StatusOf(git_);
    if (!Save("head-name", (branch.empty() ? "detached HEAD" : branch) + "\n") ||
        !Save("onto", onto.Hex() + "\n") || !Save("orig-head", tip.Hex() + "\n") ||
        !Save("interactive", "") || !Save("done", "") ||
        !Save("end", std::to_string(state.ids.size()) + "\n") || !Save("msgnum", "0\n"))
      return StatusOf(git_);
    state.text = head->Hex() + " " + onto.Hex();
    if (!git_.WriteWhole(git_.GitPath("HEAD"), onto.Hex() + "\n") ||
        !git_.refs().AppendLog("HEAD", *head, onto, Action() + " (start): checkout " + onto_name_,
                               false))
      return StatusOf(git_);
    return std::nullopt;
  }

  int SayNoUpstream() {
    const std::string head = git_.refs().HeadBranch();
    const std::string remote = BranchSetting(git_, head, "remote").value_or("<remote>");
    std::string text =
        "There is no tracking information for the current branch.\n"
        "Please specify which branch you want to rebase against.\n"
        "See git-rebase(1) for details.\n\n    git rebase '<branch>'\n\n";
    if (!head.empty()) {
      text +=
          "If you wish to set tracking information for this branch you can do so with:\n\n"
          "    git branch --set-upstream-to=" +
          remote + "/<branch> " + ShortRef(head) + "\n\n";
    }
    git_.Out(text);
    return 1;
  }

  // pre-rebase. Nothing: it has nothing against it.
  std::optional<int> AskHook(const std::string& upstream, const std::string& branch) {
    if (!verify_) return std::nullopt;
    HookCall call;
    call.name = "pre-rebase";
    call.args = {root_ ? "--root" : upstream};
    if (!branch.empty()) call.args.push_back(branch);
    const std::optional<int> status = RunHook(git_, call);
    waits_ = !status;
    if (waits_) return 2;
    if (*status == 0) return std::nullopt;
    return git_.Fatal("The pre-rebase hook refused to rebase.") ? 0 : 128;
  }

  // post-checkout, before the first commit; State::text has where HEAD was and is.
  bool ToldMoved() {
    State& state = git_.state();
    const size_t space = std::min(state.text.find(' '), state.text.size());
    HookCall call;
    call.name = "post-checkout";
    call.args = {state.text.substr(0, space),
                 state.text.substr(std::min(space + 1, state.text.size())), "1"};
    if (!RunHook(git_, call)) return false;
    ForgetAnswers(git_);
    state.phase = kPicks;
    return true;
  }

  std::optional<int> RefuseDirty(const ObjectId& head) {
    std::vector<FilePair> changed, staged;
    ObjectId tree;
    if (!RefreshIndex(git_) || !TreeOf(git_, head, &tree) ||
        !DiffIndexWork(git_, nullptr, &changed) || !DiffTreeIndex(git_, tree, nullptr, &staged))
      return StatusOf(git_);
    if (changed.empty() && staged.empty()) return std::nullopt;
    if (!changed.empty()) git_.Err("error: cannot rebase: You have unstaged changes.\n");
    if (!staged.empty())
      git_.Err(changed.empty() ? "error: cannot rebase: Your index contains uncommitted changes.\n"
                               : "error: additionally, your index contains uncommitted changes.\n");
    git_.Err("error: Please commit or stash them.\n");
    return 1;
  }

  // What is behind the tip and not behind upstream, the oldest first, without merges and without
  // what upstream has already.
  bool Collect(const ObjectId& upstream, const ObjectId& tip) {
    State& state = git_.state();
    WalkOptions options;
    options.topological = true;
    options.tips.push_back({.id = tip, .excluded = false, .left = false, .name = {}});
    std::vector<ObjectId> theirs;
    if (!upstream.IsNull()) {
      options.tips.push_back({.id = upstream, .excluded = true, .left = false, .name = {}});
      WalkOptions other;
      other.tips = {{.id = upstream, .excluded = false, .left = false, .name = {}},
                    {.id = tip, .excluded = true, .left = false, .name = {}}};
      if (!reapply_ && !PatchIds(other, &theirs, nullptr)) return false;
    }
    std::vector<ObjectId> ours, ids;
    if (!PatchIds(options, &ours, &ids)) return false;
    for (size_t i = ids.size(); i-- > 0;) {
      if (std::find(theirs.begin(), theirs.end(), ours[i]) != theirs.end()) {
        git_.Err("warning: skipped previously applied commit " + git_.objects().Abbreviate(ids[i]) +
                 "\n");
        skipped_ = true;
        continue;
      }
      if (!git_.Keep(64)) return false;
      state.ids.push_back(ids[i]);
    }
    if (skipped_)
      git_.Err(
          "hint: use --reapply-cherry-picks to include skipped commits\nhint: Disable this message "
          "with \"git config advice.skippedCherryPicks false\"\n");
    return true;
  }

  bool PatchIds(const WalkOptions& options, std::vector<ObjectId>* patches,
                std::vector<ObjectId>* ids) {
    Walk walk;
    WalkItem item;
    if (!walk.Start(git_, options)) return false;
    while (walk.Next(git_, options, &item)) {
      if (item.parents.size() > 1) continue;
      ObjectId patch;
      {
        Git::Scratch scratch(git_);
        Commit commit, parent;
        if (!ReadCommit(git_, item.id, &commit) ||
            (!commit.parents.empty() && !ReadCommit(git_, commit.parents[0], &parent)) ||
            !PatchId(git_, parent.tree, commit.tree, &patch))
          return false;
        // (What changes nothing is like nothing else.)
        if (commit.tree == parent.tree) patch = item.id;
      }
      if (!git_.Charge(80)) return false;
      patches->push_back(patch);
      if (ids != nullptr) ids->push_back(item.id);
    }
    return !git_.over();
  }

  std::optional<int> Act(int action) {
    State& state = git_.state();
    std::string text;
    if (!git_.Exists(git_.GitPath(kDir))) return git_.Fatal("No rebase in progress?") ? 0 : 128;
    if (action == kRebaseQuit) {
      (void)git_.fs().Unlink(git_.caller(), git_.GitPath("REBASE_HEAD"));
      git_.RemoveTree(git_.GitPath(kDir));
      return 0;
    }
    if (action == kRebaseAbort) return Abort();
    if (state.count == kCommitting) {
      if (const std::optional<int> failed = RunNestedCommit()) return failed;
      return TakeList();
    }
    if (action == kRebaseSkip) {
      ObjectId tree;
      const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
      SwitchOptions options;
      options.force = true;
      if (!head || !TreeOf(git_, *head, &tree) || !SwitchTrees(git_, tree, tree, options))
        return StatusOf(git_);
      ForgetOperation(git_);
    } else {
      if (!git_.index().Load(git_)) return StatusOf(git_);
      std::vector<FilePair> changed;
      if (git_.index().HasUnmerged()) {
        std::string last;
        for (const IndexEntry& entry : git_.index().entries) {
          if (entry.stage == 0 || entry.path == last) continue;
          last = entry.path;
          git_.Out(entry.path + ": needs merge\n");
        }
        git_.Out(
            "You must edit all merge conflicts and then\nmark them as resolved using git add\n");
        return 1;
      }
      if (const std::optional<int> failed = CommitStopped()) return failed;
    }
    return TakeList();
  }

  // What is left. Nothing: it can go on.
  std::optional<int> TakeList() {
    State& state = git_.state();
    if (!ReadTodo(git_, File("git-rebase-todo"), &state.ids)) return StatusOf(git_);
    std::string end;
    if (ReadGitFile(git_, File("end"), &end))
      state.count = static_cast<uint64_t>(std::max<int64_t>(
          0, ParseNumber(end).value_or(0) - static_cast<int64_t>(state.ids.size())));
    return std::nullopt;
  }

  // The commit in which it stopped, with the conflicts that were resolved.
  std::optional<int> CommitStopped() {
    std::string name, message;
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    ObjectId head_tree, tree;
    if (!head || !TreeOf(git_, *head, &head_tree) || !WriteTrees(git_, git_.index().entries, &tree))
      return StatusOf(git_);
    const bool stopped = ReadGitFile(git_, "CHERRY_PICK_HEAD", &name) ||
                         ReadGitFile(git_, File("stopped-sha"), &name);
    const std::optional<ObjectId> id = ObjectId::FromHex(name);
    if (!stopped || !id) return std::nullopt;
    if (tree == head_tree) {
      ForgetOperation(git_);
      (void)git_.fs().Unlink(git_.caller(), git_.GitPath(File("stopped-sha")));
      return std::nullopt;
    }
    Commit commit;
    if (!ReadCommit(git_, *id, &commit)) return StatusOf(git_);
    const std::string file = git_.GitPath("MERGE_MSG");
    // With that name `git commit` takes over who wrote it and when.
    if ((!git_.Exists(file) && !git_.WriteWhole(file, commit.message)) ||
        !git_.WriteWhole(git_.GitPath("CHERRY_PICK_HEAD"), id->Hex() + "\n"))
      return StatusOf(git_);
    git_.state().count = kCommitting;
    return RunNestedCommit();
  }

  // As `git commit` does it, which may wait for hooks and an editor: its phases are those of the
  // state meanwhile.
  std::optional<int> RunNestedCommit() {
    State& state = git_.state();
    std::string name;
    const bool named = ReadGitFile(git_, "CHERRY_PICK_HEAD", &name) ||
                       ReadGitFile(git_, File("stopped-sha"), &name);
    const std::vector<std::string> words = std::exchange(
        git_.words, {"-q", "-n", "-e", "-F", git_.GitPath("MERGE_MSG"), "--cleanup=strip"});
    const std::string action = std::exchange(git_.action, Action() + " (continue)");
    const Outcome committed = RunCommit(git_);
    git_.words = words;
    git_.action = action;
    waits_ = !committed;
    if (committed != 0) {
      if (committed && !git_.over()) git_.Err("error: could not commit staged changes.\n");
      return committed.value_or(2);
    }
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD"), id = ObjectId::FromHex(name);
    if (!named || !head || !id || !Append("rewritten-list", id->Hex() + " " + head->Hex() + "\n"))
      return StatusOf(git_);
    state.count = 0;
    state.phase = 0;
    state.names.clear();
    state.ids.clear();
    ForgetAnswers(git_);
    ForgetOperation(git_);
    (void)git_.fs().Unlink(git_.caller(), git_.GitPath(File("stopped-sha")));
    return ShowCommitSummary(git_, *head, {}) ? std::nullopt : std::optional(StatusOf(git_));
  }

  int Abort() {
    std::string name, orig;
    if (!ReadGitFile(git_, File("head-name"), &name) ||
        !ReadGitFile(git_, File("orig-head"), &orig))
      return git_.Fatal("could not read the state of the rebase") ? 0 : 128;
    const std::optional<ObjectId> target = ObjectId::FromHex(orig);
    ObjectId tree;
    if (!target || !TreeOf(git_, *target, &tree))
      return git_.Fatal("could not move back to " + orig) ? 0 : 128;
    SwitchOptions options;
    options.force = true;
    if (!SwitchTrees(git_, ObjectId(), tree, options)) return StatusOf(git_);
    const std::string message = Action() + " (abort): returning to " +
                                (name.starts_with("refs/heads/") ? name : target->Hex());
    if (name.starts_with("refs/heads/")) {
      if (!git_.refs().SetSymbolic("HEAD", name, message)) return StatusOf(git_);
    } else if (!git_.refs().Update("HEAD", *target, message, nullptr, true)) {
      return StatusOf(git_);
    }
    ForgetOperation(git_);
    (void)git_.fs().Unlink(git_.caller(), git_.GitPath("REBASE_HEAD"));
    git_.RemoveTree(git_.GitPath(kDir));
    return git_.over() ? 2 : 0;
  }

  Outcome Go() {
    State& state = git_.state();
    // state.count: how many were done before those of the list.
    bool worked = false;  // each unit gets something done
    for (; state.at < state.ids.size(); ++state.at) {
      if (state.phase == kPicks && std::exchange(worked, true) && git_.io().Tick(64))
        return std::nullopt;
      Outcome ended;
      if (Pick(state.ids[state.at], &ended)) continue;
      return git_.over() || ended == kUnknown ? StatusOf(git_) : ended;
    }
    return Finish();
  }

  static constexpr int kUnknown = -1;  // git.status() says why
  // A commit of the list. False: it waits for a hook, or has stopped with *ended.
  bool Pick(const ObjectId& id, Outcome* ended) {
    State& state = git_.state();
    if (state.phase == kTells) {
      if (!RunCommitHook(git_, "post-commit", {})) return false;
      ForgetAnswers(git_);
      state.phase = kPicks;
      return true;
    }
    Commit commit;
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    *ended = kUnknown;
    if (state.phase == kPicks && !BeginPick(id)) return false;
    if (!head || !ReadCommit(git_, id, &commit)) return false;
    if (!force_ && commit.parents.size() == 1 && commit.parents[0] == *head)
      return FastForward(*head, commit);
    ObjectId made;
    Picker picker(git_, o_);
    const std::optional<Picked> picked = picker.Run(id, &made);
    if (!picked || picked == Picked::kFailed) {
      *ended =
          !picked ? std::nullopt : Outcome(picker.refused() ? Reschedule(commit) : StatusOf(git_));
      return false;
    }
    if (picked == Picked::kEmpty) {
      git_.Err("dropping " + id.Hex() + " " + SubjectOf(commit.message) +
               " -- patch contents already upstream\n");
      return true;
    }
    if (picked == Picked::kConflict) {
      *ended = Stop(commit);
      return false;
    }
    Commit now;
    if (!ReadCommit(git_, made, &now) ||
        !git_.refs().Update("HEAD", made, Action() + " (pick): " + SubjectOf(now.message), nullptr,
                            true) ||
        !Append("rewritten-list", id.Hex() + " " + made.Hex() + "\n"))
      return false;
    state.phase = kTells;
    *ended = std::nullopt;
    return Pick(id, ended);
  }

  bool BeginPick(const ObjectId& id) {
    const State& state = git_.state();
    const uint64_t number = state.count + state.at + 1, end = state.count + state.ids.size();
    if (!quiet_)
      git_.Err("Rebasing (" + std::to_string(number) + "/" + std::to_string(end) + ")\r");
    return WriteTodo(git_, File("git-rebase-todo"), state.ids, state.at + 1, false) &&
           Save("msgnum", std::to_string(number) + "\n") && AppendDone(id);
  }

  bool FastForward(const ObjectId& head, const Commit& commit) {
    ObjectId tree;
    return TreeOf(git_, head, &tree) && SwitchTrees(git_, tree, commit.tree, {}) &&
           git_.refs().Update("HEAD", commit.id, Action() + " (pick): " + SubjectOf(commit.message),
                              nullptr, true);
  }

  // In conflict: the user goes on with --continue.
  int Stop(const Commit& commit) {
    const std::string title =
        git_.objects().Abbreviate(commit.id) + "... " + SubjectOf(commit.message);
    if (!Save("stopped-sha", commit.id.Hex() + "\n") || !Save("message", commit.message) ||
        !SaveAuthor(commit))
      return StatusOf(git_);
    git_.Err("error: could not apply " + title +
             "\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: \"git "
             "add/rm <conflicted_files>\", then run \"git rebase --continue\".\nhint: You can "
             "instead skip this commit: run \"git rebase --skip\".\nhint: To abort and get back to "
             "the state before \"git rebase\", run \"git rebase --abort\".\nCould not apply " +
             title + "\n");
    return 1;
  }

  // A hook refused the commit, which is tried again by --continue.
  int Reschedule(const Commit& commit) {
    const State& state = git_.state();
    const std::string subject = SubjectOf(commit.message);
    git_.Err("hint: Could not execute the todo command\nhint: \nhint:     pick " + commit.id.Hex() +
             " " + subject +
             "\nhint: \nhint: It has been rescheduled; To edit the command before continuing, "
             "please\nhint: edit the todo list first:\nhint: \nhint:     git rebase "
             "--edit-todo\nhint:     git rebase --continue\nCould not apply " +
             git_.objects().Abbreviate(commit.id) + "... " + subject + "\n");
    return WriteTodo(git_, File("git-rebase-todo"), state.ids, state.at, false) ? 1
                                                                                : StatusOf(git_);
  }

  bool Append(std::string_view name, std::string_view text) {
    const auto written = git_.fs().WriteFile(git_.caller(), git_.GitPath(File(name)), text,
                                             {.how = files::WriteOptions::kAppend});
    return written.ok() || git_.Fatal("could not write to '" + File(name) + "'");
  }

  // post-rewrite reads which commit became which. False: it runs.
  bool Told() {
    HookCall call;
    call.name = "post-rewrite";
    call.args = {"rebase"};
    const bool any =
        git_.ReadWhole(git_.GitPath(File("rewritten-list")), &call.input) && !call.input.empty();
    return !any || RunHook(git_, call).has_value();
  }

  bool SaveAuthor(const Commit& commit) {
    const Identity who = ParseIdentity(commit.author);
    const auto quoted = [](const std::string& text) {
      std::string result = "'";
      for (char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
      return result + "'";
    };
    return Save("author-script",
                "GIT_AUTHOR_NAME=" + quoted(who.name) + "\nGIT_AUTHOR_EMAIL=" + quoted(who.mail) +
                    "\nGIT_AUTHOR_DATE=" +
                    quoted("@" + std::to_string(who.time) + " " + ZoneText(who.zone)) + "\n");
  }

  bool AppendDone(const ObjectId& id) {
    Commit commit;
    if (!ReadCommit(git_, id, &commit)) return false;
    return Append("done", "pick " + id.Hex() + " " + SubjectOf(commit.message) + "\n");
  }

  Outcome Finish() {
    State& state = git_.state();
    std::string name, onto, orig;
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    if (!head || !ReadGitFile(git_, File("head-name"), &name) ||
        !ReadGitFile(git_, File("onto"), &onto) || !ReadGitFile(git_, File("orig-head"), &orig))
      return git_.Fatal("could not read the state of the rebase") ? 0 : 128;
    if (state.phase != kRewritten && name.starts_with("refs/heads/")) {
      if (!git_.refs().Update(name, *head, Action() + " (finish): " + name + " onto " + onto,
                              nullptr, false))
        return StatusOf(git_);
      if (!git_.refs().SetSymbolic("HEAD", name, Action() + " (finish): returning to " + name))
        return StatusOf(git_);
    }
    (void)git_.fs().Unlink(git_.caller(), git_.GitPath("REBASE_HEAD"));
    state.phase = kRewritten;
    if (!Told()) return git_.over() ? Outcome(2) : std::nullopt;
    git_.RemoveTree(git_.GitPath(kDir));
    if (!quiet_) {
      // The line that told how far it was is wiped out.
      git_.Err("\r" + std::string(80, ' ') + "\rSuccessfully rebased and updated " +
               (name.starts_with("refs/heads/") ? name : "detached HEAD") + ".\n");
    }
    return git_.over() ? 2 : 0;
  }

  Git& git_;
  PickOptions o_;
  std::string onto_name_;
  bool force_ = false, quiet_ = false, reapply_ = false, root_ = false, skipped_ = false,
       verify_ = true, waits_ = false;
};

}  // namespace

Outcome RunRebase(Git& git) { return Rebasing(git).Run(); }

}  // namespace pysub::shell::git
