// cherry-pick and revert: commits that are made again or undone, one after the other. What is left
// to do lies in files of the repository, as the real git has them, so that either can go on where
// the other stopped.
//
//   sequencer/todo   "pick 1a2b3c... Subject" for each that is left, the present one first
//   sequencer/head   where HEAD was: --abort goes back there
//   sequencer/opts   options that hold for the rest, too
//
// A unit is a commit: `ids` are those to pick, `at` is the next. The todo is written before a
// commit is begun, so whatever stops it, the list says which one it was. One commit alone needs no
// list.

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
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/status.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue;
enum PickWord {
  kNoCommit = 1,
  kMainline,
  kSource,
  kSignOff,
  kEditIt,
  kContinue,
  kSkip,
  kAbort,
  kQuit,
  kAllowEmpty,
  kKeep,
  kAllowEmptyMessage,
  kStrategy,
  kStrategyOption,
  kFf,
  kSign,
  kNothing
};
constexpr WordRow kPickWords[] = {
    {kNoCommit, 'n', "no-commit"},
    {kMainline, 'm', "mainline", kValue},
    {kSource, 'x', ""},
    {kSignOff, 's', "signoff"},
    {kEditIt, 'e', "edit"},
    {kContinue, 0, "continue"},
    {kSkip, 0, "skip"},
    {kAbort, 0, "abort"},
    {kQuit, 0, "quit"},
    {kAllowEmpty, 0, "allow-empty"},
    {kKeep, 0, "keep-redundant-commits"},
    {kAllowEmptyMessage, 0, "allow-empty-message"},
    {kStrategy, 0, "strategy", kValue},
    {kStrategyOption, 'X', "strategy-option", kValue},
    {kFf, 0, "ff"},
    {kSign, 'S', "gpg-sign", Takes::kOptional},
    {kNothing, 0, "rerere-autoupdate"},
    {kNothing, 'r', ""},
};

class Sequence {
 public:
  Sequence(Git& git, bool revert) : git_(git), name_(revert ? "revert" : "cherry-pick") {
    o_.revert = revert;
  }

  Outcome Run() {
    int action = 0;
    WordReader reader(git_, {kPickWords});
    while (reader.Next()) {
      switch (reader.id()) {
        case kNoCommit: o_.no_commit = true; break;
        case kMainline:
          if (!TakeNumber(git_, "-m", reader.value(), &o_.mainline) || o_.mainline < 1)
            return git_.Error("option `mainline' expects a number greater than zero", 129) ? 0
                                                                                           : 129;
          break;
        case kSource: o_.name_source = true; break;
        case kSignOff: o_.sign_off = true; break;
        case kAllowEmpty: o_.allow_empty = true; break;
        case kKeep: o_.keep_redundant = o_.allow_empty = true; break;
        case kFf: o_.ff = true; break;
        case kContinue:
        case kSkip:
        case kAbort:
        case kQuit: action = reader.id(); break;
        case kStrategyOption:
          if (reader.value() == "ours")
            o_.favour = Favour::kOurs;
          else if (reader.value() == "theirs")
            o_.favour = Favour::kTheirs;
          else
            return git_.Fatal("the option '-X" + reader.value() + "' is not supported") ? 0 : 128;
          break;
        case kEditIt: edit_ = !reader.negated(); break;
        case kSign:
          if (!reader.negated()) return git_.Fatal("commits cannot be signed here") ? 0 : 128;
          break;
        default: break;
      }
    }
    if (!reader.ok()) return git_.status();
    State& state = git_.state();
    if (state.count == kCommitting) {
      const Outcome committed = CommitStopped();
      if (committed != 0) return committed;
      const std::optional<int> ended = TakeRest();
      if (ended) return *ended;
      state.phase = kPicks;
    }
    if (state.phase == 0) {
      if (action != 0) {
        const std::optional<int> ended = Act(action);
        if (state.count == kCommitting) return Run();
        if (ended) return *ended;
      } else if (!Begin(reader.operands())) {
        return StatusOf(git_);
      }
      state.phase = kPicks;
    }
    const Outcome ended = Go();
    return state.count == kCommitting ? Run() : ended;
  }

 private:
  bool Begin(const std::vector<std::string>& words) {
    State& state = git_.state();
    if (words.empty()) {
      git_.set_status(
          Usage(git_, "git " + name_ + " [--edit] [-n] [-m <parent-number>] <commit>..."));
      return false;
    }
    if (!git_.index().Load(git_)) return false;
    if (git_.index().HasUnmerged()) {
      git_.Err("error: " + std::string(o_.revert ? "Reverting" : "Cherry-picking") +
               " is not possible because you have unmerged files.\nhint: Fix them up in the work "
               "tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution "
               "and make a commit.\nfatal: " +
               name_ + " failed\n");
      git_.set_status(128);
      return false;
    }
    RevisionWords found;
    bool range = false;
    for (const std::string& word : words) {
      RevisionWords one;
      if (!AddRevisions(git_, word, &one))
        return git_.over() || git_.status() != 0 ? false
                                                 : git_.Fatal("bad revision '" + word + "'");
      for (const WalkTip& tip : one.tips) {
        range = range || tip.excluded;
        found.tips.push_back(tip);
      }
    }
    if (range) {
      WalkOptions options;
      options.tips = found.tips;
      Walk walk;
      WalkItem item;
      if (!walk.Start(git_, options)) return false;
      while (walk.Next(git_, options, &item)) {
        if (!git_.Keep(64)) return false;
        state.ids.push_back(item.id);
      }
      if (git_.over()) return false;
      if (!o_.revert) std::reverse(state.ids.begin(), state.ids.end());
      if (state.ids.empty())
        return git_.Error("empty commit set passed\nfatal: " + name_ + " failed", 128);
    } else {
      for (const WalkTip& tip : found.tips) state.ids.push_back(tip.id);
    }
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    if (!o_.no_commit) {
      // HEAD and the index have to agree.
      ObjectId tree;
      std::vector<FilePair> staged;
      if (head && !TreeOf(git_, *head, &tree)) return false;
      if (!RefreshIndex(git_) || !DiffTreeIndex(git_, tree, nullptr, &staged)) return false;
      if (!staged.empty()) {
        git_.Err("error: your local changes would be overwritten by " + name_ +
                 ".\nhint: commit your changes or stash them to proceed.\nfatal: " + name_ +
                 " failed\n");
        git_.set_status(128);
        return false;
      }
    }
    if (state.ids.size() > 1 && git_.Exists(git_.GitPath("sequencer"))) {
      const std::string what = git_.Exists(git_.GitPath("REVERT_HEAD")) ? "revert" : "cherry-pick";
      git_.Err("error: a " + what + " is already in progress\nhint: try \"git " + what +
               " (--continue | --skip | --abort | --quit)\"\nfatal: " + name_ + " failed\n");
      git_.set_status(128);
      return false;
    }
    if (state.ids.size() > 1) {
      if (!git_.MakeDirectories(git_.GitPath("sequencer")) || !head ||
          !git_.WriteWhole(git_.GitPath("sequencer/head"), head->Hex() + "\n") ||
          !git_.WriteWhole(git_.GitPath("sequencer/abort-safety"), head->Hex() + "\n") ||
          !WriteTodo(git_, "sequencer/todo", state.ids, 0, o_.revert) || !SaveOptions())
        return false;
    }
    return true;
  }

  bool SaveOptions() {
    std::string text;
    if (o_.no_commit) text += "\tno-commit = true\n";
    if (o_.sign_off) text += "\tsignoff = true\n";
    if (o_.name_source) text += "\trecord-origin = true\n";
    if (o_.mainline > 0) text += "\tmainline = " + std::to_string(o_.mainline) + "\n";
    return text.empty() || git_.WriteWhole(git_.GitPath("sequencer/opts"), "[options]\n" + text);
  }
  void LoadOptions() {
    std::string text;
    if (!ReadGitFile(git_, "sequencer/opts", &text)) return;
    o_.sign_off = o_.sign_off || text.find("signoff = true") != std::string::npos;
    o_.name_source = o_.name_source || text.find("record-origin = true") != std::string::npos;
    const size_t at = text.find("mainline = ");
    if (at != std::string::npos)
      o_.mainline = ParseNumber(Trimmed(std::string_view(text).substr(at + 11, 2))).value_or(0);
  }

  static constexpr uint64_t kCommitting = 1;  // State::count while `git commit` is at work

  // --continue, --skip, --abort, --quit. Nothing: the rest of the list is to be done.
  std::optional<int> Act(int action) {
    State& state = git_.state();
    const std::string head_file = o_.revert ? "REVERT_HEAD" : "CHERRY_PICK_HEAD";
    const bool stopped = git_.Exists(git_.GitPath(head_file)),
               listed = git_.Exists(git_.GitPath("sequencer"));
    if (!stopped && !listed && action == kQuit) return 0;
    if (!stopped && !listed) {
      git_.Err("error: no " + (action == kSkip ? name_ : "cherry-pick or revert") +
               " in progress\nfatal: " + name_ + " failed\n");
      return 128;
    }
    LoadOptions();
    if (action == kQuit) {
      ForgetOperation(git_);
      git_.RemoveTree(git_.GitPath("sequencer"));
      return 0;
    }
    if (action == kAbort || (action == kSkip)) {
      std::string text;
      std::optional<ObjectId> target = git_.refs().Resolve("HEAD");
      if (action == kAbort && listed && ReadGitFile(git_, "sequencer/head", &text))
        if (const auto id = ObjectId::FromHex(text)) target = id;
      ObjectId tree;
      if (!target || !TreeOf(git_, *target, &tree) || !ResetMerge(git_, tree, "HEAD"))
        return StatusOf(git_);
      if (!git_.refs().Update("HEAD", *target, "reset: moving to " + target->Hex()))
        return StatusOf(git_);
      ForgetOperation(git_);
      if (action == kAbort) {
        git_.RemoveTree(git_.GitPath("sequencer"));
        return 0;
      }
    } else if (stopped) {
      if (!git_.index().Load(git_)) return StatusOf(git_);
      if (git_.index().HasUnmerged()) return RefuseUnmerged(git_, "Committing");
      state.count = kCommitting;
      return std::nullopt;
    }
    return TakeRest();
  }

  // As `git commit` does it, which may wait for hooks: its phases are those of the state meanwhile.
  Outcome CommitStopped() {
    State& state = git_.state();
    // (MERGE_MSG names the files that were in conflict, in lines that are comments.)
    std::vector<std::string> wanted = {"--no-edit", "--cleanup=strip"};
    if (edit_) wanted = {"-n", "-e"};
    if (o_.allow_empty) wanted.emplace_back("--allow-empty");
    const std::vector<std::string> words = std::exchange(git_.words, wanted);
    const Outcome committed = RunCommit(git_);
    git_.words = words;
    if (committed != 0) return committed;
    state.count = 0;
    state.phase = 0;
    state.names.clear();
    state.ids.clear();
    ForgetAnswers(git_);
    return committed;
  }

  // Nothing: the rest of the list is to be done.
  std::optional<int> TakeRest() {
    State& state = git_.state();
    if (!git_.Exists(git_.GitPath("sequencer"))) return 0;
    LoadOptions();
    std::vector<ObjectId> todo;
    if (!ReadTodo(git_, "sequencer/todo", &todo)) return StatusOf(git_);
    // The first one is the one that stopped.
    if (!todo.empty()) todo.erase(todo.begin());
    state.ids = std::move(todo);
    return std::nullopt;
  }

  Outcome Go() {
    State& state = git_.state();
    bool worked = false;  // each unit gets something done
    for (; state.at < state.ids.size(); ++state.at) {
      if (state.phase == kTells) {
        if (!Told())
          return git_.over() || git_.status() != 0 ? Outcome(StatusOf(git_)) : std::nullopt;
        continue;
      }
      if (std::exchange(worked, true) && git_.io().Tick(64)) return std::nullopt;
      const bool listed = git_.Exists(git_.GitPath("sequencer"));
      if (listed && !WriteTodo(git_, "sequencer/todo", state.ids, state.at, o_.revert))
        return StatusOf(git_);
      const ObjectId id = state.ids[state.at];
      if (o_.ff && !o_.revert && FastForwards(id)) {
        if (git_.status() != 0) return git_.status();
        continue;
      }
      Picker picker(git_, o_);
      ObjectId made;
      const std::optional<Picked> picked =
          edit_ && !o_.no_commit ? picker.Merge(id) : picker.Run(id, &made);
      if (git_.over()) return 2;
      if (!picked) return std::nullopt;
      const std::string title =
          git_.objects().Abbreviate(id) + "... " + SubjectOf(picker.commit().message);
      if (picked == Picked::kFailed) {
        if (git_.status() == 1) {
          git_.Err("fatal: " + name_ + " failed\n");
          return 128;
        }
        return StatusOf(git_);
      }
      if (picked == Picked::kConflict) {
        git_.Err("error: could not " + std::string(o_.revert ? "revert " : "apply ") + title +
                 "\n");
        if (o_.no_commit)
          git_.Err(
              "hint: after resolving the conflicts, mark the corrected paths\nhint: with 'git add "
              "<paths>' or 'git rm <paths>'\n");
        else
          git_.Err(
              "hint: After resolving the conflicts, mark them with\nhint: \"git add/rm "
              "<pathspec>\", then run\nhint: \"git " +
              name_ + " --continue\".\nhint: You can instead skip this commit with \"git " + name_ +
              " --skip\".\nhint: To abort and get back to the state before \"git " + name_ +
              "\",\nhint: run \"git " + name_ + " --abort\".\n");
        return 1;
      }
      if (picked == Picked::kEmpty) return Empty(id);
      if (o_.no_commit) continue;
      if (edit_) {
        if (!WriteConflictState(git_, o_.revert ? "" : "CHERRY_PICK_HEAD", id, picker.message()))
          return StatusOf(git_);
        state.count = kCommitting;
        state.phase = 0;
        return std::nullopt;
      }
      if (!git_.refs().Update("HEAD", made, name_ + ": " + SubjectOf(MessageOf(made))))
        return StatusOf(git_);
      // (Of an empty one that was left there, too.)
      for (const char* file : {"MERGE_MSG", "CHERRY_PICK_HEAD"})
        (void)git_.fs().Unlink(git_.caller(), git_.GitPath(file));
      state.phase = kTells;
      if (!Told())
        return git_.over() || git_.status() != 0 ? Outcome(StatusOf(git_)) : std::nullopt;
    }
    if (!o_.no_commit || state.ids.size() > 1) git_.RemoveTree(git_.GitPath("sequencer"));
    return 0;
  }

  // What comes behind a commit. False: the hook runs, or it failed.
  bool Told() {
    if (!RunCommitHook(git_, "post-commit", {})) return false;
    ForgetAnswers(git_);
    git_.state().phase = kPicks;
    const std::optional<ObjectId> made = git_.refs().Resolve("HEAD");
    return made && ShowCommitSummary(git_, *made, {.date = true});
  }

  std::string MessageOf(const ObjectId& id) {
    Commit commit;
    return ReadCommit(git_, id, &commit) ? commit.message : "";
  }

  bool FastForwards(const ObjectId& id) {
    Commit commit;
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    ObjectId head_tree;
    if (!head || !ReadCommit(git_, id, &commit) || commit.parents.size() != 1 ||
        commit.parents[0] != *head || !TreeOf(git_, *head, &head_tree))
      return false;
    SwitchOptions options;
    options.verb = "merge";
    if (SwitchTrees(git_, head_tree, commit.tree, options))
      static_cast<void>(git_.refs().Update("HEAD", id, name_ + ": fast-forward"));
    return true;
  }

  int Empty(const ObjectId& id) {
    // (A revert that has nothing to do is over; a pick may be meant to stay empty.)
    Commit commit;
    if (!o_.revert && (!git_.WriteWhole(git_.GitPath("CHERRY_PICK_HEAD"), id.Hex() + "\n") ||
                       !ReadCommit(git_, id, &commit) ||
                       !git_.WriteWhole(git_.GitPath("MERGE_MSG"), commit.message)))
      return StatusOf(git_);
    if (!o_.revert) {
      git_.Err(
          "The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you "
          "wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use "
          "'git cherry-pick --skip'\n");
    }
    StatusOptions options;
    StatusReport report;
    options.for_commit = true;
    if (!CollectStatus(git_, options, &report) || !ShowLongStatus(git_, options, report))
      return StatusOf(git_);
    return 1;
  }

  Git& git_;
  std::string name_;
  PickOptions o_;
  bool edit_ = false;
};

}  // namespace

Outcome RunCherryPick(Git& git) { return Sequence(git, false).Run(); }
Outcome RunRevert(Git& git) { return Sequence(git, true).Run(); }

}  // namespace pysub::shell::git
