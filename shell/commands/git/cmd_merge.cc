// merge and merge-base.
//
// A merge is one unit. What it comes to:
//
//   theirs is behind ours       nothing to do
//   ours is behind theirs       fast-forward: HEAD moves, no commit
//   neither                     a merge of trees, and a commit with two parents
//
// A conflict leaves a merge that is not over. It lies in files as git has them: MERGE_HEAD,
// MERGE_MSG and MERGE_MODE, and the index with its stages; `git commit` takes it from there.

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/hooks.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue;
enum MergeWord {
  kFf = 1,
  kFfOnly,
  kCommitNow,
  kSquash,
  kMessage,
  kFile,
  kAbort,
  kContinue,
  kQuit,
  kStrategy,
  kStrategyOption,
  kEdit,
  kStat,
  kQuiet,
  kVerbose,
  kUnrelated,
  kNothing,
  kAutoStash,
  kSign,
  kVerifySignatures,
  kLog,
  kInto,
  kSignOff,
  kVerify,
};
constexpr WordRow kMergeWords[] = {
    {kFf, 0, "ff"},
    {kFfOnly, 0, "ff-only"},
    {kCommitNow, 0, "commit"},
    {kSquash, 0, "squash"},
    {kMessage, 'm', "message", kValue},
    {kFile, 'F', "file", kValue},
    {kAbort, 0, "abort"},
    {kContinue, 0, "continue"},
    {kQuit, 0, "quit"},
    {kStrategy, 's', "strategy", kValue},
    {kStrategyOption, 'X', "strategy-option", kValue},
    {kEdit, 'e', "edit"},
    {kStat, 0, "stat"},
    {kStat, 'n', ""},
    {kStat, 0, "summary"},
    {kQuiet, 'q', "quiet"},
    {kVerbose, 'v', "verbose"},
    {kUnrelated, 0, "allow-unrelated-histories"},
    {kNothing, 0, "progress"},
    {kNothing, 0, "rerere-autoupdate"},
    {kVerify, 0, "verify"},
    {kVerifySignatures, 0, "verify-signatures"},
    {kNothing, 0, "overwrite-ignore"},
    {kAutoStash, 0, "autostash"},
    {kSignOff, 0, "signoff"},
    {kSign, 'S', "gpg-sign", Takes::kOptional},
    {kLog, 0, "log", Takes::kOptional},
    {kInto, 0, "into-name", kValue},
};

constexpr int64_t kSubjects = 20;  // of --log without a number

struct MergeOptions {
  bool ff = true, ff_only = false, commit = true, squash = false, stat = true, quiet = false,
       unrelated = false, edit = false, sign_off = false, verify = true;
  int64_t log = 0;  // how many subjects the message gets
  std::string message, into;
  bool has_message = false;
  Favour favour = Favour::kNone;
  std::string strategy = "ort";
};

class Merging {
 public:
  Merging(Git& git, const MergeOptions& options, std::string name)
      : git_(git), o_(options), name_(std::move(name)) {}

  Outcome Run() {
    if (git_.state().phase != kMerges) return Conclude();
    if (!git_.index().Load(git_)) return Status();
    if (git_.index().HasUnmerged()) {
      git_.Err(
          "error: Merging is not possible because you have unmerged files.\nhint: Fix them up in "
          "the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark "
          "resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.\n");
      return 128;
    }
    if (git_.Exists(git_.GitPath("MERGE_HEAD")))
      return git_.Fatal(
                 "You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your "
                 "changes before you merge.")
                 ? 0
                 : 128;
    if (git_.Exists(git_.GitPath("CHERRY_PICK_HEAD")))
      return git_.Fatal(
                 "You have not concluded your cherry-pick (CHERRY_PICK_HEAD exists).\nPlease, "
                 "commit your changes before you merge.")
                 ? 0
                 : 128;
    Named named;
    if (!FindRevision(git_, name_, &named) ||
        !Peel(git_, named.id, ObjectType::kCommit, &theirs_)) {
      if (git_.over() || git_.status() != 0) return Status();
      git_.Err("merge: " + name_ + " - not something we can merge\n");
      return 1;
    }
    ref_ = named.ref;
    tag_ = git_.objects().TypeOf(named.id) == ObjectType::kTag ? named.id : ObjectId();
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    if (!Peel(git_, theirs_, ObjectType::kTree, &theirs_tree_)) return Status();
    if (!head) return Unborn();
    ours_ = *head;
    if (!Peel(git_, ours_, ObjectType::kTree, &ours_tree_)) return Status();
    if (!MergeBases(git_, ours_, {theirs_}, &bases_) ||
        !git_.WriteWhole(git_.GitPath("ORIG_HEAD"), ours_.Hex() + "\n"))
      return Status();
    if (bases_.empty() && !o_.unrelated)
      return git_.Fatal("refusing to merge unrelated histories") ? 0 : 128;
    if (!bases_.empty() && bases_[0] == theirs_) {
      if (!o_.quiet)
        git_.Out(o_.squash ? "Already up to date. (nothing to squash)\n" : "Already up to date.\n");
      return 0;
    }
    if (!bases_.empty() && bases_[0] == ours_ && o_.ff) return FastForward();
    if (o_.ff_only) return git_.Fatal("Not possible to fast-forward, aborting.") ? 0 : 128;
    return ThreeWay();
  }

 private:
  int Status() const { return git_.over() ? 2 : git_.status() != 0 ? git_.status() : 128; }

  int Unborn() {
    SwitchOptions options;
    options.verb = "merge";
    if (!SwitchTrees(git_, ObjectId(), theirs_tree_, options)) return Status();
    if (!git_.refs().Update("HEAD", theirs_, "initial pull")) return Status();
    TellHook(false);
    return 0;
  }

  bool ShowStat() {
    if (!o_.stat || o_.quiet || !git_.config().GetBool("merge.stat", true)) return true;
    Commit now;
    const std::optional<ObjectId> head = git_.refs().Resolve("HEAD");
    ObjectId tree = theirs_tree_;
    if (o_.squash)
      tree = merged_tree_.IsNull() ? theirs_tree_ : merged_tree_;
    else if (head && !Peel(git_, *head, ObjectType::kTree, &tree))
      return false;
    std::vector<FilePair> pairs;
    DiffOptions options;
    options.stat = options.summary = true;
    bool said = false;
    return DiffTreePairs(git_, ours_tree_, tree, nullptr, &pairs) &&
           FindRenames(git_, options, &pairs) && ShowLists(git_, options, pairs, &said);
  }

  int FastForward() {
    if (!o_.quiet)
      git_.Out("Updating " + git_.objects().Abbreviate(ours_) + ".." +
               git_.objects().Abbreviate(theirs_) + "\n");
    SwitchOptions options;
    options.verb = "merge";
    if (!SwitchTrees(git_, ours_tree_, theirs_tree_, options)) return Status();
    if (o_.squash) return Squash("Fast-forward\n");
    if (!git_.refs().Update("HEAD", theirs_, Action() + ": Fast-forward")) return Status();
    if (!o_.quiet) git_.Out("Fast-forward\n");
    if (!ShowStat()) return Status();
    TellHook(false);
    return 0;
  }

  std::string Action() {
    return git_.Env("GIT_REFLOG_ACTION")
        .value_or(git_.action.empty() ? "merge " + name_ : git_.action);
  }

  // What is merged, as messages name it: "branch 't'".
  std::string Source() {
    if (ref_.starts_with("refs/heads/")) return "branch '" + ref_.substr(11) + "'";
    std::string fetched;
    if (name_ == "FETCH_HEAD" && ReadGitFile(git_, "FETCH_HEAD", &fetched)) return Fetched(fetched);
    if (ref_.starts_with("refs/remotes/"))
      return "remote-tracking branch '" + ref_.substr(13) + "'";
    if (ref_.starts_with("refs/tags/")) return "tag '" + ref_.substr(10) + "'";
    const std::string branch = EarlyBranch();
    if (!branch.empty()) return "branch '" + branch + "' (early part)";
    return "commit '" + name_ + "'";
  }

  // What the file of the last fetch says of the line that is merged; HEAD has no name there.
  static std::string Fetched(std::string_view text) {
    const std::string_view line = TakeLine(&text);
    const size_t tab = line.find('\t', 41);
    std::string what(tab == std::string_view::npos ? line : line.substr(tab + 1));
    if (what.ends_with(" of .")) what.resize(what.size() - 5);  // it is this repository itself
    return what;
  }

  // The branch of "t~2" or "t^^".
  std::string EarlyBranch() {
    std::string_view branch = name_;
    while (branch.ends_with('^')) branch.remove_suffix(1);
    if (branch.size() == name_.size()) {
      const size_t digits = branch.find_last_not_of("0123456789");
      if (digits == std::string_view::npos || branch[digits] != '~') return "";
      branch = branch.substr(0, digits);
    }
    const bool is_branch = git_.refs().Resolve("refs/heads/" + std::string(branch)).has_value();
    return is_branch ? std::string(branch) : "";
  }

  // "Merge branch 'x' into y".
  std::string Title(const std::string& source) {
    std::string text = "Merge " + source;
    const std::string branch = git_.refs().HeadBranch();
    const std::string into = !o_.into.empty() ? o_.into
                             : branch.empty() ? "HEAD"
                                              : ShortRef(branch);
    if (into != "master" && into != "main") text += " into " + into;
    text += "\n";
    Tag tag;
    if (!tag_.IsNull() && ref_.starts_with("refs/tags/") && ReadTag(git_, tag_, &tag))
      text += "\n" + tag.message;
    return text;
  }

  bool Message(std::string* text) {
    std::string source = Source();
    *text = o_.has_message ? o_.message : Title(source);
    if (o_.log <= 0) return !git_.over();
    // (Of a branch only its name is shown.)
    if (source.starts_with("branch ")) source.erase(0, 7);
    if (source.size() > 2 && source.starts_with('\'') && source.ends_with('\''))
      source = source.substr(1, source.size() - 2);
    return AddSubjects(source, text);
  }

  // The commits that they have and we have not.
  WalkOptions WhatComes() const {
    WalkOptions options;
    options.tips.push_back({.id = theirs_, .excluded = false, .left = false, .name = {}});
    options.tips.push_back({.id = ours_, .excluded = true, .left = false, .name = {}});
    return options;
  }

  // --log: the subjects of what comes, merges left out.
  bool AddSubjects(const std::string& source, std::string* text) {
    const WalkOptions options = WhatComes();
    Walk walk;
    WalkItem item;
    if (!walk.Start(git_, options)) return false;
    std::string subjects;
    int64_t count = 0;
    while (walk.Next(git_, options, &item)) {
      if (item.parents.size() > 1 || ++count > o_.log + 1) continue;
      if (count == o_.log + 1) {
        subjects += "  ...\n";
        continue;
      }
      std::string subject;
      if (!ReadSubject(item.id, &subject) || !git_.Charge(3 * subject.size() + 128)) return false;
      subjects += "  " + subject + "\n";
    }
    if (git_.over() || git_.status() != 0) return false;
    if (!text->empty() && !text->ends_with('\n')) *text += "\n";
    *text += "\n* " + source + ":";
    if (count > o_.log) *text += " (" + std::to_string(count) + " commits)";
    *text += "\n" + subjects;
    return true;
  }

  bool ReadSubject(const ObjectId& id, std::string* subject) {
    Git::Scratch scratch(git_);
    Commit commit;
    if (!ReadCommit(git_, id, &commit)) return false;
    *subject = SubjectOf(commit.message);
    if (subject->empty()) *subject = id.Hex();
    return true;
  }

  Outcome ThreeWay() {
    // What is staged has to be what HEAD has.
    std::vector<FilePair> staged;
    if (!RefreshIndex(git_) || !DiffTreeIndex(git_, ours_tree_, nullptr, &staged)) return Status();
    if (!staged.empty()) {
      std::string text =
          "error: Your local changes to the following files would be overwritten by merge:\n ";
      for (const FilePair& pair : staged) text += " " + pair.Name();
      git_.Err(text + "\nMerge with strategy " + o_.strategy + " failed.\n");
      return 2;
    }
    TreeMerge merge;
    if (o_.strategy == "ours") {
      if (!TakeOurs(&merge)) return Status();
    } else {
      TreeMergeOptions options;
      options.favour = o_.favour;
      if (o_.strategy == "recursive") options.algorithm = LineAlgorithm::kMyers;
      ObjectId base;
      bool found = false;
      if (!BaseTree(git_, ours_, theirs_, &base, &found, &options.labels.base)) return Status();
      options.labels.ours = "HEAD";
      options.labels.theirs = name_;
      if (!MergeTrees(git_, base, ours_tree_, theirs_tree_, options, &merge)) return Status();
      if (!ApplyMerge(git_, ours_tree_, merge, "merge")) {
        if (git_.over()) return 2;
        git_.Err("Merge with strategy " + o_.strategy + " failed.\n");
        return 2;
      }
      ShowMergeMessages(git_, merge);  // also with -q, which is about the rest
    }
    std::string message;
    if (!Message(&message)) return Status();
    if (!merge.clean) return Conflict(merge, message);
    if (!WriteTrees(git_, git_.index().entries, &merged_tree_)) return Status();
    if (o_.squash) return Squash("");
    if (!o_.commit) {
      if (!SaveState(message)) return Status();
      git_.Err("Automatic merge went well; stopped before committing as requested\n");
      return 0;
    }
    State& state = git_.state();
    state.ids = {ours_, theirs_, merged_tree_};
    state.text = message;
    state.phase = kChecks;
    if (AsksHooks() && !SaveState(message)) return Status();
    return Conclude();
  }

  // ---- the commit, when all is merged: hooks may refuse it or change its text

  enum Phase : uint32_t { kMerges, kChecks, kPrepares, kApproves, kCommits };

  bool AsksHooks() {
    return (o_.verify && (HasHook(git_, "pre-merge-commit") || HasHook(git_, "commit-msg"))) ||
           HasHook(git_, "prepare-commit-msg");
  }

  // 0: it has nothing against it. Nothing: it runs.
  std::optional<int> Ask(std::string name, std::vector<std::string> args) {
    const std::string action = std::exchange(git_.action, Action());
    const std::optional<int> status = RunCommitHook(git_, std::move(name), std::move(args));
    git_.action = action;
    return status;
  }
  std::optional<int> AskPhase() {
    const std::string text = PathForHooks(git_, "MERGE_MSG");
    switch (git_.state().phase) {
      case kChecks: return o_.verify ? Ask("pre-merge-commit", {}) : std::optional(0);
      case kPrepares: return Ask("prepare-commit-msg", {text, "merge"});
      case kApproves: return o_.verify ? Ask("commit-msg", {text}) : std::optional(0);
      default: return 0;
    }
  }

  Outcome Conclude() {
    State& state = git_.state();
    if (state.ids.size() != 3) return Status();
    ours_ = state.ids[0];
    theirs_ = state.ids[1];
    merged_tree_ = state.ids[2];
    for (; state.phase < kCommits; ++state.phase) {
      const std::optional<int> status = AskPhase();
      if (git_.over()) return 2;
      if (!status) return std::nullopt;
      ForgetAnswers(git_);
      if (*status == 0) continue;
      git_.Err("Not committing merge; use 'git commit' to complete the merge.\n");
      return 1;
    }
    return MakeCommit();
  }

  int MakeCommit() {
    State& state = git_.state();
    std::string message = state.text, author, committer;
    const std::string file = git_.GitPath("MERGE_MSG");
    if (git_.Exists(git_.GitPath("MERGE_HEAD"))) {
      // (A hook may have staged something, too.)
      if (!git_.ReadWhole(file, &message) || !git_.index().Load(git_) ||
          !WriteTrees(git_, git_.index().entries, &merged_tree_))
        return Status();
    }
    if (!Peel(git_, ours_, ObjectType::kTree, &ours_tree_)) return Status();
    if (!AuthorForCommit(git_, &author) || !CommitterForCommit(git_, &committer)) return Status();
    if (o_.sign_off) AddSignOff(committer, &message);
    ObjectId id;
    if (!WriteCommit(git_, merged_tree_, {ours_, theirs_}, author, committer,
                     CleanMessage(git_, message, !o_.has_message), &id))
      return Status();
    const std::string& how = o_.strategy;
    if (!git_.refs().Update("HEAD", id, Action() + ": Merge made by the '" + how + "' strategy."))
      return Status();
    if (git_.Exists(git_.GitPath("MERGE_HEAD"))) ForgetOperation(git_);
    if (!o_.quiet) git_.Out("Merge made by the '" + how + "' strategy.\n");
    if (!ShowStat()) return Status();
    TellHook(false);
    return 0;
  }

  void TellHook(bool squash) {
    HookCall call;
    call.name = "post-merge";
    call.args = {squash ? "1" : "0"};
    call.environment = {"GIT_REFLOG_ACTION=" + Action()};
    RunHookLast(git_, std::move(call));
  }

  bool TakeOurs(TreeMerge* merge) {
    merge->clean = true;
    return true;
  }

  bool SaveState(const std::string& message) {
    return git_.WriteWhole(git_.GitPath("MERGE_HEAD"), theirs_.Hex() + "\n") &&
           git_.WriteWhole(git_.GitPath("MERGE_MSG"), message) &&
           git_.WriteWhole(git_.GitPath("MERGE_MODE"), o_.ff ? "" : "no-ff");
  }

  int Conflict(const TreeMerge& merge, const std::string& message) {
    if (o_.squash) {
      git_.Out("Squash commit -- not updating HEAD\n");
      if (!WriteSquash(ConflictsComment(merge))) return Status();
    } else if (!SaveState(message + ConflictsComment(merge))) {
      return Status();
    }
    git_.Out("Automatic merge failed; fix conflicts and then commit the result.\n");
    return 1;
  }

  // A commit as `git log` shows it.
  bool MakeEntry(const ObjectId& id, std::string* entry) {
    Git::Scratch scratch(git_);
    Commit commit;
    // (An empty line becomes five characters, and texts grow to twice their size.)
    if (!ReadCommit(git_, id, &commit) || !git_.Charge(10 * commit.message.size() + 256))
      return false;
    const Identity who = ParseIdentity(commit.author);
    *entry = "\ncommit " + id.Hex() + "\nAuthor: " + who.name + " <" + who.mail +
             ">\nDate:   " + ShowDate(git_, who.time, who.zone, "default").value_or("") + "\n\n";
    std::string_view rest = commit.message;
    while (!rest.empty()) *entry += "    " + std::string(TakeLine(&rest)) + "\n";
    return true;
  }

  bool WriteSquash(const std::string& tail) {
    std::string text = "Squashed commit of the following:\n";
    const WalkOptions options = WhatComes();
    Walk walk;
    WalkItem item;
    if (!walk.Start(git_, options)) return false;
    while (walk.Next(git_, options, &item)) {
      std::string entry;
      if (!MakeEntry(item.id, &entry) || !git_.Charge(3 * entry.size())) return false;
      text += entry;
    }
    return !git_.over() && git_.WriteWhole(git_.GitPath("SQUASH_MSG"), text + tail);
  }

  int Squash(const std::string& first) {
    git_.Out((o_.quiet ? "" : first) + "Squash commit -- not updating HEAD\n");
    if (!WriteSquash("")) return Status();
    TellHook(true);
    if (!first.empty()) return ShowStat() ? 0 : Status();
    git_.Err("Automatic merge went well; stopped before committing as requested\n");
    return 0;
  }

  Git& git_;
  const MergeOptions& o_;
  std::string name_, ref_;
  ObjectId ours_, theirs_, ours_tree_, theirs_tree_, merged_tree_, tag_;
  std::vector<ObjectId> bases_;
};

int AbortMerge(Git& git) {
  std::string text;
  if (!ReadGitFile(git, "MERGE_HEAD", &text))
    return git.Fatal("There is no merge to abort (MERGE_HEAD missing).") ? 0 : 128;
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  ObjectId tree;
  if (!head || !Peel(git, *head, ObjectType::kTree, &tree)) return git.status();
  if (!ResetMerge(git, tree, "HEAD")) return git.over() ? 2 : git.status();
  // (The real one resets, which the log of HEAD tells.)
  if (!git.WriteWhole(git.GitPath("ORIG_HEAD"), head->Hex() + "\n") ||
      !git.refs().AppendLog("HEAD", *head, *head, "reset: moving to HEAD", false))
    return StatusOf(git);
  ForgetOperation(git);
  return 0;
}

}  // namespace

Outcome RunMerge(Git& git) {
  MergeOptions o;
  int action = 0;
  bool autostash = false;
  const std::string ff = git.config().Get("merge.ff").value_or("true");
  if (ff == "only")
    o.ff_only = true;
  else
    o.ff = ParseBool(ff).value_or(true);
  const std::string log =
      git.config().Get("merge.log").value_or(git.config().Get("merge.summary").value_or("false"));
  o.log = static_cast<int32_t>(
      ParseNumber(log).value_or(ParseBool(log).value_or(false) ? kSubjects : 0));
  WordReader reader(git, {kMergeWords});
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kFf:
        o.ff = on;
        o.ff_only = false;
        break;
      case kFfOnly: o.ff_only = on; break;
      case kCommitNow: o.commit = on; break;
      case kSquash: o.squash = on; break;
      case kMessage:
        if (o.has_message) o.message += "\n";
        o.message += reader.value() + "\n";
        o.has_message = true;
        break;
      case kFile: {
        const std::string path =  // ("-" is a file, too)
            reader.value().starts_with('/') ? reader.value() : JoinPath(git.cwd, reader.value());
        int error = 0;
        if (!git.ReadWhole(path, &o.message, &error))
          return git.over()                                                       ? 2
                 : git.Error("could not read file '" + reader.value() + "'", 129) ? 0
                                                                                  : 129;
        o.has_message = true;
        break;
      }
      case kAbort:
      case kContinue:
      case kQuit: action = reader.id(); break;
      case kStrategy:
        o.strategy = reader.value();
        if (o.strategy != "ours" && o.strategy != "ort" && o.strategy != "recursive")
          return git.Fatal("the strategy '" + reader.value() + "' is not supported") ? 0 : 128;
        break;
      case kStrategyOption:
        if (reader.value() == "ours")
          o.favour = Favour::kOurs;
        else if (reader.value() == "theirs")
          o.favour = Favour::kTheirs;
        else
          return git.Fatal("the option '-X" + reader.value() + "' is not supported") ? 0 : 128;
        break;
      case kStat: o.stat = on && reader.id() == kStat; break;
      case kQuiet: o.quiet = on; break;
      case kVerify: o.verify = on; break;
      case kUnrelated: o.unrelated = on; break;
      case kAutoStash: autostash = on; break;
      case kInto: o.into = reader.value(); break;
      case kSignOff: o.sign_off = on; break;
      case kLog:
        o.log = on ? kSubjects : 0;
        if (on && reader.has_value()) {
          const std::optional<int64_t> count = ParseNumber(reader.value());
          if (!count) {
            git.Error("option `log' expects a numerical value", 129);
            return git.status();
          }
          o.log =
              static_cast<int32_t>(*count);  // as git keeps it: what is larger may be less than 0
        }
        break;
      case kVerifySignatures:
        if (on) return git.Fatal("signatures of commits cannot be verified here") ? 0 : 128;
        break;
      case kSign:
        if (on) return git.Fatal("commits cannot be signed here") ? 0 : 128;
        break;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  if (o.strategy == "ours") o.ff = false;  // what the branch brings is passed over, not taken
  if (action == kAbort) return AbortMerge(git);
  if (action == kQuit) {
    ForgetOperation(git);
    return 0;
  }
  if (action == kContinue) {
    if (git.state().phase == 0 && !git.Exists(git.GitPath("MERGE_HEAD")))
      return git.Fatal("There is no merge in progress (MERGE_HEAD missing).") ? 0 : 128;
    const std::vector<std::string> words = std::exchange(git.words, {});
    const Outcome committed = RunCommit(git);
    git.words = words;
    return committed;
  }
  std::vector<std::string> names = reader.operands();
  if (names.empty()) {
    const std::optional<std::string> upstream = UpstreamOf(git, git.refs().HeadBranch());
    if (!upstream) return git.Fatal("No remote for the current branch.") ? 0 : 128;
    names.push_back(ShortRef(*upstream));
  }
  if (names.size() > 1)
    return git.Fatal("merging more than one branch at once is not supported") ? 0 : 128;
  bool changed = false;
  if (autostash && !RefreshIndex(git, &changed)) return StatusOf(git);
  if (changed)
    return git.Fatal("local changes are not stashed by a merge here (--autostash)") ? 0 : 128;
  if (names[0] == "-") names[0] = PreviousBranch(git, 1).value_or("@{-1}");
  return Merging(git, o, names[0]).Run();
}

}  // namespace pysub::shell::git
