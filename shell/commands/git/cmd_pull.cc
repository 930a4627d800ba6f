// pull: a fetch, and then a merge or a rebase: `stage` of the state says which, and FETCH_HEAD what
// of.

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/transfer.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;
enum PullWord {
  kRebase = 1,
  kFf,
  kFfOnly,
  kForMerge,
  kStrategy,
  kStrategyOption,
  kPullQuiet,
  kPullVerbose,
  kPrune,
  kTags,
  kForce,
  kAll,
  kNothing,
  kRefused
};
constexpr WordRow kPullWords[] = {
    {kRebase, 'r', "rebase", kOptional},
    {kFf, 0, "ff"},
    {kFfOnly, 0, "ff-only"},
    {kForMerge, 0, "commit"},
    {kForMerge, 0, "edit"},
    {kForMerge, 'e', ""},
    {kForMerge, 0, "squash"},
    {kForMerge, 0, "stat"},
    {kForMerge, 0, "verify"},
    {kForMerge, 0, "signoff"},
    {kForMerge, 0, "autostash"},
    {kForMerge, 0, "allow-unrelated-histories"},
    {kStrategy, 's', "strategy", kValue},
    {kStrategyOption, 'X', "strategy-option", kValue},
    {kPullQuiet, 'q', "quiet"},
    {kPullVerbose, 'v', "verbose"},
    {kPrune, 'p', "prune"},
    {kTags, 't', "tags"},
    {kForce, 'f', "force"},
    {kAll, 0, "all"},
    {kNothing, 0, "progress"},
    {kRefused, 0, "depth", kValue},
    {kNothing, 0, "recurse-submodules", kOptional},
    {kNothing, 'j', "jobs", kValue},
};

enum Stage : uint32_t { kFetches, kMerges, kRebases };

// What the work tree and the index have that HEAD has not.
bool HasChanges(Git& git, bool* unstaged, bool* staged) {
  std::vector<FilePair> changed, added;
  ObjectId tree;
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  if (!head || !Peel(git, *head, ObjectType::kTree, &tree) || !RefreshIndex(git) ||
      !DiffIndexWork(git, nullptr, &changed) || !DiffTreeIndex(git, tree, nullptr, &added))
    return false;
  *unstaged = !changed.empty();
  *staged = !added.empty();
  return true;
}

class Pulling {
 public:
  explicit Pulling(Git& git) : git_(git) {}

  Outcome Run() {
    WordReader reader(git_, {kPullWords});
    if (!TakeWords(reader)) return StatusOf(git_);
    words_ = reader.operands();
    git_.action = "pull";
    for (const std::string& word : git_.words) git_.action += " " + word;
    State& state = git_.state();
    if (state.stage == kFetches) {
      const Outcome ended = Begin();
      if (ended) return ended;
    }
    if (state.stage == kMerges) return Delegate(RunMerge, MergeWords());
    return Delegate(RunRebase, RebaseWords());
  }

 private:
  bool TakeWords(WordReader& reader) {
    const std::string ff = git_.config().Get("pull.ff").value_or("");
    ff_only_ = ff == "only";
    decided_ = ff == "false" || ff == "true";
    if (ff == "false") for_merge_.emplace_back("--no-ff");
    bool says_how = false;
    while (reader.Next()) {
      const bool on = !reader.negated();
      switch (reader.id()) {
        case kRebase:
          if (!TakeRebase(reader.has_value() ? reader.value() : on ? "true" : "false"))
            return git_.status() != 0
                       ? false
                       : git_.Error("invalid value for '--rebase': '" + reader.value() + "'", 129);
          says_how = true;
          ff_only_ = false;
          break;
        case kFf:
          for_merge_.emplace_back(on ? "--ff" : "--no-ff");
          decided_ = true;
          ff_only_ = false;
          break;
        case kFfOnly: ff_only_ = on; break;
        case kForMerge: for_merge_.push_back(reader.option()); break;
        case kStrategy: for_both_.push_back("-s" + reader.value()); break;
        case kStrategyOption: for_both_.push_back("-X" + reader.value()); break;
        case kPullQuiet: quiet_ = on; break;
        case kPullVerbose: for_fetch_.emplace_back("-v"); break;
        case kPrune: for_fetch_.emplace_back("--prune"); break;
        case kTags: for_fetch_.emplace_back(on ? "--tags" : "--no-tags"); break;
        case kForce: for_fetch_.emplace_back("--force"); break;
        case kAll: for_fetch_.emplace_back("--all"); break;
        case kRefused: return RefuseOption(git_, reader);
        default: break;
      }
    }
    if (quiet_) for_fetch_.emplace_back("-q");
    return reader.ok() && (says_how || ReadRebase());
  }

  // What the configuration says.
  bool ReadRebase() {
    const std::string branch = git_.refs().HeadBranch();
    std::string key = "branch." + ShortRef(branch) + ".rebase";
    auto set = BranchSetting(git_, branch, "rebase");
    if (!set) set = git_.config().Get(key = "pull.rebase");
    if (set && !TakeRebase(*set))
      return git_.status() != 0 ? false
                                : git_.Fatal("invalid value for '" + key + "': '" + *set + "'");
    return true;
  }

  // False: it is no way to rebase, or none that we have.
  bool TakeRebase(const std::string& how) {
    const std::optional<bool> on = ParseBool(how);
    if (how == "merges" || how == "m" || how == "interactive" || how == "i")
      return git_.Fatal("'git pull --rebase=" + how + "' is not supported");
    rebase_ = on.value_or(false);
    decided_ = true;
    return on.has_value();
  }

  // ---- what comes, and what is done with it. Nothing: the next stage does it.

  Outcome Begin() {
    if (!git_.index().Load(git_)) return StatusOf(git_);
    if (git_.index().HasUnmerged()) return RefuseUnmerged(git_, "Pulling");
    if (git_.Exists(git_.GitPath("MERGE_HEAD"))) {
      git_.Err(
          "error: You have not concluded your merge (MERGE_HEAD exists).\nhint: Please, commit "
          "your changes before merging.\nfatal: Exiting because of unfinished merge.\n");
      return 128;
    }
    if (rebase_ && git_.refs().Resolve("HEAD")) {
      if (const Outcome dirty = RefuseDirty()) return dirty;
    }
    std::vector<std::string> fetch = for_fetch_;
    fetch.insert(fetch.end(), words_.begin(), words_.end());
    const int status = Fetch(git_, fetch);
    if (status != 0) return words_.size() > 1 && status == 128 ? 1 : status;
    if (!ReadHeads()) return StatusOf(git_);
    if (heads_.empty()) return SayNothing();
    if (heads_.size() > 1)
      return git_.Fatal("merging more than one branch at once is not supported") ? 0 : 128;
    return Decide();
  }

  bool ReadHeads() {
    std::string text;
    if (!git_.ReadWhole(git_.GitPath("FETCH_HEAD"), &text)) return !git_.over();
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::string_view line = TakeLine(&rest);
      const auto id = ObjectId::FromHex(line.substr(0, 40));
      if (id && line.substr(40, 2) == "\t\t") heads_.push_back(*id);
      if (!git_.Tick(line.size())) return false;
    }
    return true;
  }

  Outcome Decide() {
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    State& state = git_.state();
    bool behind = false, ahead = false;
    if (head && (!IsAncestor(git_, *head, heads_[0], &behind) ||
                 !IsAncestor(git_, heads_[0], *head, &ahead)))
      return StatusOf(git_);
    const bool diverged = head && !behind && !ahead;
    if (diverged && ff_only_)
      return git_.Fatal("Not possible to fast-forward, aborting.") ? 0 : 128;
    if (diverged && !decided_) return SayDiverged();
    // (A rebase that only moves forward is a merge that does.)
    state.stage = rebase_ && diverged ? kRebases : kMerges;
    if (rebase_ && ahead && *head != heads_[0]) state.stage = kRebases;
    std::string fork;
    if (state.stage == kRebases && !FindFork(*head, &fork)) return StatusOf(git_);
    state.names = {fork.empty() ? heads_[0].Hex() : fork, heads_[0].Hex()};
    return std::nullopt;
  }

  Outcome RefuseDirty() {
    bool unstaged = false, staged = false;
    if (!HasChanges(git_, &unstaged, &staged)) return StatusOf(git_);
    if (!unstaged && !staged) return std::nullopt;
    if (unstaged) git_.Err("error: cannot pull with rebase: You have unstaged changes.\n");
    if (staged)
      git_.Err(unstaged ? "error: additionally, your index contains uncommitted changes.\n"
                        : "error: cannot pull with rebase: Your index contains uncommitted "
                          "changes.\n");
    git_.Err("error: please commit or stash them.\n");
    return 128;
  }

  Outcome SayDiverged() {
    git_.Err(
        "hint: You have divergent branches and need to specify how to reconcile them.\nhint: You "
        "can do so by running one of the following commands sometime before\nhint: your next "
        "pull:\nhint: \nhint:   git config pull.rebase false  # merge\nhint:   git config "
        "pull.rebase true   # rebase\nhint:   git config pull.ff only       # fast-forward "
        "only\nhint: \nhint: You can replace \"git config\" with \"git config --global\" to set a "
        "default\nhint: preference for all repositories. You can also pass --rebase, "
        "--no-rebase,\nhint: or --ff-only on the command line to override the configured default "
        "per\nhint: invocation.\n");
    return git_.Fatal("Need to specify how to reconcile divergent branches.") ? 0 : 128;
  }

  // Nothing was fetched that would be merged.
  Outcome SayNothing() {
    const std::string branch = git_.refs().HeadBranch();
    const std::string verb = rebase_ ? "rebase against" : "merge with";
    if (words_.size() > 1) {
      git_.Err("There are no candidates for " + std::string(rebase_ ? "rebasing" : "merging") +
               " among the refs that you just fetched.\n");
      return 1;
    }
    std::string text;
    const std::string remote = words_.empty() ? "" : words_[0];
    if (!remote.empty() && remote != UsualRemote(git_, branch)) {
      git_.Err("You asked to pull from the remote '" + remote +
               "', but did not specify\na branch. Because this is not the default configured "
               "remote\nfor your current branch, you must specify a branch on the command "
               "line.\n");
      return 1;
    }
    if (branch.empty())
      text = "You are not currently on a branch.\n";
    else if (BranchSetting(git_, branch, "merge"))
      text = "Your configuration specifies to merge with the ref '" +
             *BranchSetting(git_, branch, "merge") +
             "'\nfrom the remote, but no such ref was fetched.\n";
    else
      text = "There is no tracking information for the current branch.\n";
    if (branch.empty() || !BranchSetting(git_, branch, "merge")) {
      text += "Please specify which branch you want to " + verb +
              ".\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\n";
    }
    if (!branch.empty() && !BranchSetting(git_, branch, "merge")) {
      const std::vector<std::string> all = AllRemotes(git_);
      text +=
          "If you wish to set tracking information for this branch you can do so with:\n\n    "
          "git branch --set-upstream-to=" +
          (all.size() == 1 ? all[0] : "<remote>") + "/<branch> " + ShortRef(branch) + "\n\n";
    }
    git_.Err(text);
    return 1;
  }

  // ---- the rest

  Outcome Delegate(Subcommand run, std::vector<std::string> words) {
    const std::vector<std::string> before = std::exchange(git_.words, std::move(words));
    const Outcome outcome = run(git_);
    git_.words = before;
    return outcome;
  }

  std::vector<std::string> MergeWords() const {
    std::vector<std::string> words = for_merge_;
    words.insert(words.end(), for_both_.begin(), for_both_.end());
    if (ff_only_ || rebase_) words = {"--ff-only"};
    if (quiet_) words.emplace_back("-q");
    words.emplace_back("FETCH_HEAD");
    return words;
  }
  // What the other side had and took back is not ours: `names` of the state has where we left it,
  // and what was fetched.
  std::vector<std::string> RebaseWords() const {
    const std::vector<std::string>& names = git_.state().names;
    if (names.size() != 2) return {"FETCH_HEAD"};
    std::vector<std::string> words = for_both_;
    words.insert(words.end(), {"--onto", names[1], names[0]});
    if (quiet_) words.emplace_back("-q");
    return words;
  }

  // Where our branch left theirs, by the log of our picture of it; nothing: the log does not say.
  bool FindFork(const ObjectId& head, std::string* fork) {
    const auto upstream = UpstreamOf(git_, git_.refs().HeadBranch());
    std::vector<LogLine> lines;
    std::vector<ObjectId> ids, bases;
    if (!upstream || words_.size() > 1 || !git_.refs().HasLog(*upstream)) return true;
    if (!git_.refs().ReadLog(*upstream, &lines)) return false;
    for (const LogLine& line : lines) {
      if (!git_.Charge(2 * sizeof(ObjectId)) || !git_.Tick(64)) return false;
      for (const ObjectId& id : {line.before, line.after})
        if (!id.IsNull() && git_.objects().Has(id)) ids.push_back(id);
    }
    if (ids.empty() || !MergeBases(git_, head, ids, &bases)) return !git_.over();
    if (bases.size() == 1 && std::ranges::count(ids, bases[0]) > 0) *fork = bases[0].Hex();
    return true;
  }

  Git& git_;
  std::vector<std::string> words_, for_merge_, for_both_, for_fetch_;
  std::vector<ObjectId> heads_;
  bool rebase_ = false, ff_only_ = false, decided_ = false, quiet_ = false;
};

}  // namespace

Outcome RunPull(Git& git) { return Pulling(git).Run(); }

}  // namespace pysub::shell::git
