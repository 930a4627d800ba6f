// push: into a repository of the same files. One unit, but for the hook pre-push:
//
//   Choose   which refs go where: refspecs, settings, what branch we are on
//   Judge    what may be done to each, by the rules of git
//   Send     objects, then the refs of the other one, then ours that tell where those are
//   Tell     a line for each, and what it means when some were refused

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/hooks.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/push_words.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/transfer.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"

namespace pysub::shell::git {
namespace {

enum class Fate : uint8_t { kSame, kNew, kForward, kForced, kDeleted, kRejected, kRemoteRejected };

// A ref of theirs and what becomes of it.
struct Move {
  std::string source, target;  // as they are shown, full; no source: it is removed
  std::string branch;          // of ours that is sent
  ObjectId before, after;
  bool force = false;
  Fate fate = Fate::kSame;
  std::string reason;
};

class Pushing {
 public:
  Pushing(Git& git, const PushOptions& options) : git_(git), o_(options), other_(git) {}

  Outcome Run(const std::vector<std::string>& words) {
    if (!Misuse(words)) return StatusOf(git_);
    branch_ = git_.refs().HeadBranch();
    if (!ChooseRemote(words)) return StatusOf(git_);
    std::vector<std::string> specs(words.begin() + (words.empty() ? 0 : 1), words.end());
    if (!DefaultSpecs(&specs)) return StatusOf(git_);
    if (!other_.Open(remote_.push_url) || !other_.List()) return StatusOf(git_);
    if (o_.verbose) git_.Err("Pushing to " + remote_.push_url + "\n");
    if (!Choose(specs)) return GiveUp();
    if (!Judge()) return StatusOf(git_);
    if (const Outcome hook = AskHook(); hook != 0) return hook;
    if (!RefuseTheirHooks() || (!o_.dry && !Send())) return StatusOf(git_);
    return Tell();
  }

 private:
  bool Misuse(const std::vector<std::string>& words) {
    const bool many = words.size() > 1;
    if (o_.deletes && (o_.all || o_.mirror || o_.tags))
      return git_.Fatal("--delete is incompatible with --all, --mirror and --tags");
    if (o_.deletes && !many) return git_.Fatal("--delete doesn't make sense without any refs");
    if (o_.all && o_.tags)
      return git_.Fatal("options '--all' and '--tags' cannot be used together");
    if (o_.all && many) return git_.Fatal("--all can't be combined with refspecs");
    if (o_.mirror && o_.tags)
      return git_.Fatal("options '--mirror' and '--tags' cannot be used together");
    if (o_.mirror && many) return git_.Fatal("--mirror can't be combined with refspecs");
    if (o_.all && o_.mirror)
      return git_.Fatal("options '--all' and '--mirror' cannot be used together");
    return true;
  }

  bool ChooseRemote(const std::vector<std::string>& words) {
    std::string name = UsualRemote(git_, branch_);
    usual_ = name;
    if (const auto set = git_.config().Get("remote.pushdefault")) name = *set;
    if (const auto set = BranchSetting(git_, branch_, "pushremote")) name = *set;
    if (!words.empty()) name = words[0];
    remote_ = FindRemote(git_, name);
    name_ = name;
    if (!words.empty() || !remote_.name.empty()) return true;
    return git_.Fatal(
        "No configured push destination.\nEither specify the URL from the command-line or "
        "configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push "
        "using the remote name\n\n    git push <name>\n");
  }

  // ---- what is pushed when nothing is said

  bool DefaultSpecs(std::vector<std::string>* specs) {
    if (o_.tags) specs->emplace_back("refs/tags/*:refs/tags/*");
    if (o_.all) *specs = {"refs/heads/*:refs/heads/*"};
    if (o_.mirror) *specs = {"+refs/*:refs/*"};
    if (!specs->empty()) return true;
    *specs = remote_.push;
    if (!specs->empty()) return true;
    const std::string how = git_.config().Get("push.default").value_or("simple");
    if (how == "nothing")
      return git_.Fatal(
          "You didn't specify any refspecs to push, and push.default is \"nothing\".");
    if (how == "matching") {
      specs->emplace_back(":");
      return true;
    }
    if (branch_.empty())
      return git_.Fatal(
          "You are not currently on a branch.\nTo push the history leading to the current "
          "(detached HEAD)\nstate now, use\n\n    git push " +
          name_ + " HEAD:<name-of-remote-branch>\n");
    const bool elsewhere = name_ != usual_;
    if (how == "upstream" || how == "tracking") return PushUpstream(specs, elsewhere);
    if (how == "current" || elsewhere) {
      specs->push_back(branch_ + ":" + branch_);
      return true;
    }
    return PushSimple(specs);
  }

  bool SayNoUpstream(std::vector<std::string>* specs) {
    if (git_.config().GetBool("push.autosetupremote", false)) {
      sets_upstream_ = true;
      specs->push_back(branch_ + ":" + branch_);
      return true;
    }
    const std::string branch = ShortRef(branch_);
    return git_.Fatal("The current branch " + branch +
                      " has no upstream branch.\nTo push the current branch and set the remote as "
                      "upstream, use\n\n    git push --set-upstream " +
                      name_ + " " + branch +
                      "\n\nTo have this happen automatically for branches without a "
                      "tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n");
  }
  bool PushUpstream(std::vector<std::string>* specs, bool elsewhere) {
    if (elsewhere)
      return git_.Fatal("You are pushing to remote '" + name_ +
                        "', which is not the upstream of\nyour current branch '" +
                        ShortRef(branch_) +
                        "', without telling me what to push\nto update which remote branch.");
    const auto merge = BranchSetting(git_, branch_, "merge");
    if (!merge) return SayNoUpstream(specs);
    specs->push_back(branch_ + ":" + *merge);
    return true;
  }
  bool PushSimple(std::vector<std::string>* specs) {
    const auto merge = BranchSetting(git_, branch_, "merge");
    if (!merge || !BranchSetting(git_, branch_, "remote")) return SayNoUpstream(specs);
    specs->push_back(branch_ + ":" + branch_);
    if (*merge == branch_) return true;
    return git_.Fatal(
        "The upstream branch of your current branch does not match\nthe name of your current "
        "branch.  To push to the upstream branch\non the remote, use\n\n    git push " +
        name_ + " HEAD:" + ShortRef(*merge) +
        "\n\nTo push to the branch of the same name on the remote, use\n\n    git push " + name_ +
        " HEAD\n\nTo choose either option permanently, see push.default in 'git help "
        "config'.\n\nTo avoid automatically configuring an upstream branch when its name\nwon't "
        "match the local branch, see option 'simple' of branch.autoSetupMerge\nin 'git help "
        "config'.\n");
  }

  // ---- which refs

  bool Choose(const std::vector<std::string>& specs) {
    bool fine = true;
    for (size_t i = 0; i < specs.size(); ++i) {
      std::string text = specs[i];
      if (text == "tag" && i + 1 < specs.size()) text = "refs/tags/" + specs[++i];
      if (o_.deletes) {
        if (text.find(':') != std::string::npos || text.empty())
          return git_.Fatal("--delete only accepts plain target ref names");
        text = ":" + text;
      }
      const std::optional<Refspec> spec = ParseRefspec(text);
      if (!spec) return git_.Fatal("invalid refspec '" + specs[i] + "'");
      const bool done = spec->source.empty() && spec->has_target
                            ? spec->target.empty() ? AddMatching(*spec) : AddDeletion(*spec)
                        : spec->IsPattern() ? AddPattern(*spec)
                                            : AddOne(*spec);
      if (!done && (git_.over() || git_.status() == 128)) return false;
      fine = fine && done;
    }
    return fine && (!o_.follow || AddFollowing());
  }

  int GiveUp() {
    if (git_.over() || git_.status() == 128) return StatusOf(git_);
    git_.Error("failed to push some refs to '" + remote_.push_url + "'");
    return 1;
  }

  bool Add(const std::string& source, const std::string& target, const ObjectId& id, bool force,
           const std::string& branch) {
    if (!git_.Tick(64) || !git_.Charge(sizeof(Move) + 4 * (source.size() + target.size())))
      return false;
    Move move;
    move.source = source;
    move.target = target;
    move.branch = branch;
    move.after = id;
    move.force = force || o_.force;
    if (const Ref* ref = other_.Find(target)) move.before = ref->id;
    moves_.push_back(std::move(move));
    return true;
  }

  // ":" alone: what both have.
  bool AddMatching(const Refspec& spec) {
    std::vector<Ref> ours;
    if (!git_.refs().List("refs/heads/", &ours)) return false;
    for (const Ref& ref : ours)
      if (other_.Find(ref.name) != nullptr &&
          !Add(ref.name, ref.name, ref.id, spec.force, ref.name))
        return false;
    return true;
  }

  bool AddPattern(const Refspec& spec) {
    Refspec whole = spec;
    if (!whole.has_target) whole.target = whole.source;
    std::vector<Ref> ours;
    if (!git_.refs().List("refs/", &ours)) return false;
    for (const Ref& ref : ours) {
      const auto target = whole.Map(ref.name);
      if (!git_.Tick(32)) return false;
      if (target && !Add(ref.name, *target, ref.id, spec.force, ref.name)) return false;
    }
    if (!o_.mirror) return true;
    for (const Ref& ref : other_.refs())
      if (!git_.refs().Resolve(ref.name) && !Add("", ref.name, ObjectId(), true, "")) return false;
    return true;
  }

  bool AddDeletion(const Refspec& spec) {
    const Ref* ref = other_.FindShort(spec.target);
    if (ref == nullptr)
      return git_.Error("unable to delete '" + spec.target + "': remote ref does not exist");
    return Add("", ref->name, ObjectId(), spec.force, "");
  }

  bool AddOne(const Refspec& spec) {
    const std::string source = spec.source == "@" ? "HEAD" : spec.source;
    std::optional<std::string> full = FullRefName(git_, source);
    std::optional<ObjectId> id = full ? git_.refs().Resolve(*full) : std::nullopt;
    if (!id) {
      full.reset();
      Named named;
      if (!FindRevision(git_, source, &named)) {
        if (git_.over()) return false;
        return git_.Error("src refspec " + source + " does not match any");
      }
      id = named.id;
    }
    std::string branch = full.value_or("");
    if (branch == "HEAD") branch = branch_;
    std::string target = spec.target;
    if (!spec.has_target) target = branch.empty() ? source : branch;
    if (target.empty()) return git_.Error("src refspec " + source + " does not match any");
    if (!target.starts_with("refs/") && !QualifyTarget(source, *id, branch, &target)) return false;
    return Add(full.value_or(source), target, *id, spec.force,
               branch.starts_with("refs/heads/") ? branch : "");
  }

  // A short name of theirs: one that is there, else of the kind of what is sent.
  bool QualifyTarget(const std::string& source, const ObjectId& id, const std::string& full,
                     std::string* target) {
    if (const Ref* ref = other_.FindShort(*target)) {
      *target = ref->name;
      return true;
    }
    for (std::string_view kind : {"refs/heads/", "refs/tags/"}) {
      if (!full.starts_with(kind)) continue;
      *target = std::string(kind) + *target;
      return true;
    }
    git_.Error(
        "The destination you provided is not a full refname (i.e.,\nstarting with \"refs/\"). We "
        "tried to guess what you meant by:\n\n- Looking for a ref that matches '" +
        *target + "' on the remote side.\n- Checking if the <src> being pushed ('" + source +
        "')\n  is a ref in \"refs/{heads,tags}/\". If so we add a corresponding\n  "
        "refs/{heads,tags}/ prefix on the remote side.\n\nNeither worked, so we gave up. You must "
        "fully qualify the ref.");
    const ObjectType type = git_.objects().TypeOf(id);
    const bool tag = type == ObjectType::kTag;
    if (type == ObjectType::kCommit || tag)
      git_.Err("hint: The <src> part of the refspec is a " + std::string(tag ? "tag" : "commit") +
               " object.\nhint: Did you mean to create a new " +
               std::string(tag ? "tag" : "branch") + " by pushing to\nhint: '" + source + ":refs/" +
               (tag ? "tags/" : "heads/") + *target + "'?\n");
    return false;
  }

  // --follow-tags: those with a message that stand in what is pushed.
  bool AddFollowing() {
    std::vector<Ref> tags;
    if (!git_.refs().List("refs/tags/", &tags)) return false;
    const size_t sent = moves_.size();
    for (const Ref& tag : tags) {
      ObjectId commit;
      if (other_.Find(tag.name) != nullptr || git_.objects().TypeOf(tag.id) != ObjectType::kTag ||
          !Peel(git_, tag.id, ObjectType::kCommit, &commit))
        continue;
      for (size_t i = 0; i < sent; ++i) {
        bool is = false;
        const ObjectId after = moves_[i].after;
        if (after.IsNull()) continue;
        if (!IsAncestor(git_, commit, after, &is)) return false;
        if (is) {
          if (!Add(tag.name, tag.name, tag.id, false, "")) return false;
          break;
        }
      }
    }
    return true;
  }

  // ---- what may be done

  bool Judge() {
    for (Move& move : moves_)
      if (!JudgeOne(move)) return false;
    const bool bad = std::ranges::any_of(moves_, [](const Move& m) { return IsRejected(m); });
    if (!bad || !o_.atomic) return true;
    for (Move& move : moves_) {
      if (IsRejected(move) || move.fate == Fate::kSame) continue;
      move.fate = Fate::kRejected;
      move.reason = "atomic push failed";
    }
    return true;
  }

  static bool IsRejected(const Move& move) {
    return move.fate == Fate::kRejected || move.fate == Fate::kRemoteRejected;
  }

  bool JudgeOne(Move& move) {
    if (move.after.IsNull()) {
      move.fate = Fate::kDeleted;
    } else if (move.before == move.after) {
      move.fate = Fate::kSame;
      return true;
    } else if (move.before.IsNull()) {
      move.fate = Fate::kNew;
    } else if (!JudgeUpdate(move)) {
      return false;
    }
    if (!IsRejected(move) && o_.lease && !HasLease(move)) {
      move.fate = Fate::kRejected;
      move.reason = "stale info";
    }
    return IsRejected(move) || AskThem(move);
  }

  bool JudgeUpdate(Move& move) {
    bool is = false;
    ObjectId old, fresh;
    const bool known = git_.objects().Has(move.before);
    const bool commits = known && Peel(git_, move.before, ObjectType::kCommit, &old) &&
                         Peel(git_, move.after, ObjectType::kCommit, &fresh);
    if ((commits && !IsAncestor(git_, old, fresh, &is)) || git_.over()) return false;
    const bool is_tag = move.target.starts_with("refs/tags/");
    move.fate = is && !is_tag ? Fate::kForward : Fate::kForced;
    if (move.fate == Fate::kForward || move.force || o_.lease) return true;
    move.fate = Fate::kRejected;
    move.reason = is_tag    ? "already exists"
                  : !known  ? "fetch first"
                  : commits ? "non-fast-forward"
                            : "needs force";
    return true;
  }

  // --force-with-lease: it still is where we saw it last, or where the user says.
  bool HasLease(const Move& move) {
    ObjectId expected;
    const std::string name = Prettified(move.target);
    bool named = o_.leases.empty();
    if (!git_.Tick(16 * o_.leases.size())) return false;
    for (const std::string& lease : o_.leases) {
      const size_t colon = lease.find(':');
      const std::string ref = lease.substr(0, colon);
      if (ref != name && ref != move.target) continue;
      named = true;
      if (colon == std::string::npos) continue;
      Named found;
      if (colon + 1 < lease.size() && FindRevision(git_, lease.substr(colon + 1), &found))
        expected = found.id;
      return expected == move.before;
    }
    if (!named) return move.fate != Fate::kForced || move.force;
    const auto tracking = TrackingOf(move.target);
    if (tracking) expected = git_.refs().Resolve(*tracking).value_or(ObjectId());
    return expected == move.before;
  }

  std::optional<std::string> TrackingOf(const std::string& target) const {
    (void)git_.Tick(64 * remote_.fetch.size());
    for (const std::string& text : remote_.fetch) {
      const std::optional<Refspec> spec = ParseRefspec(text);
      if (!spec || spec->target.empty()) continue;
      if (auto mapped = spec->Map(target)) return mapped;
    }
    return std::nullopt;
  }

  // What the other repository allows.
  bool AskThem(Move& move) {
    const auto refuse = [&](std::string reason, std::string_view said) {
      move.fate = Fate::kRemoteRejected;
      move.reason = std::move(reason);
      SayRemote(said);
      return true;
    };
    Config& theirs = other_.git().config();
    const bool current = other_.git().refs().HeadBranch() == move.target;
    if (current && !other_.git().work_tree.empty()) {
      const Deny deny = ParseDeny(theirs.Get("receive.denycurrentbranch"));
      if (deny == Deny::kUpdate)
        return git_.Fatal("receive.denyCurrentBranch=updateInstead there is not supported");
      if (deny == Deny::kWarn) SayRemote("warning: updating the current branch");
      if (deny == Deny::kUnset || deny == Deny::kRefuse)
        return refuse("branch is currently checked out",
                      "error: refusing to update checked out branch: " + move.target +
                          (deny == Deny::kUnset ? std::string(kUpdatingCurrent) : ""));
    }
    const bool branch = move.target.starts_with("refs/heads/");
    if (move.fate == Fate::kDeleted) {
      if (branch && theirs.GetBool("receive.denydeletes", false))
        return refuse("deletion prohibited", "error: denying ref deletion for " + move.target);
      if (!current) return true;
      const Deny deny = ParseDeny(theirs.Get("receive.denydeletecurrent"));
      if (deny == Deny::kWarn) SayRemote("warning: deleting the current branch");
      if (deny == Deny::kWarn || deny == Deny::kIgnore) return true;
      return refuse("deletion of the current branch prohibited",
                    (deny == Deny::kUnset ? std::string(kDeletingCurrent) : "") +
                        "error: refusing to delete the current branch: " + move.target);
    }
    if (move.fate == Fate::kForced && branch &&
        theirs.GetBool("receive.denynonfastforwards", false))
      return refuse("non-fast-forward",
                    "error: denying non-fast-forward " + move.target + " (you should pull first)");
    return true;
  }

  // As lines come from the other side: with blanks that wipe out what stood there.
  void SayRemote(std::string_view text) {
    if (o_.dry) return;
    while (!text.empty()) {
      const std::string line(TakeLine(&text));
      git_.Err("remote: " + line + (line.empty() ? "" : "        ") + "\n");
    }
  }

  // ---- hooks

  // 0: it goes on. Nothing: it waits.
  Outcome AskHook() {
    if (!o_.verify) return 0;
    HookCall call;
    call.name = "pre-push";
    call.args = {name_, remote_.push_url};
    for (const Move& move : moves_) {
      if (move.fate == Fate::kSame || IsRejected(move)) continue;
      if (!git_.Tick(64) || !git_.Charge(2 * (256 + move.source.size() + move.target.size())))
        return 2;
      call.input += (move.source.empty() ? "(delete)" : move.source) + " " + move.after.Hex() +
                    " " + move.target + " " + move.before.Hex() + "\n";
    }
    const std::optional<int> status = RunHook(git_, call);
    if (git_.over()) return 2;
    if (!status) return std::nullopt;
    return *status == 0 ? Outcome(0) : GiveUp();
  }

  bool RefuseTheirHooks() {
    if (o_.dry) return true;
    for (std::string_view name :
         {"pre-receive", "update", "post-receive", "post-update", "reference-transaction"})
      if (HasHook(other_.git(), name))
        return git_.Fatal("the hook '" + std::string(name) + "' of '" + remote_.push_url +
                          "' cannot be run here, and nothing is pushed without it");
    return true;
  }

  // ---- doing it

  bool Send() {
    std::vector<ObjectId> wanted;
    for (const Move& move : moves_)
      if (!IsRejected(move) && move.fate != Fate::kSame && !move.after.IsNull())
        wanted.push_back(move.after);
    Git& there = other_.git();
    if (!CopyObjects(git_, there, wanted)) {
      if (git_.status() == 0) git_.set_status(128);
      return false;
    }
    for (Move& move : moves_) {
      if (IsRejected(move)) continue;
      const bool done = move.fate == Fate::kSame ? true
                        : move.fate == Fate::kDeleted
                            ? there.refs().Delete(move.target)
                            : there.refs().Update(move.target, move.after, "push", &move.before);
      if (there.over()) return false;
      if (!done) {
        move.fate = Fate::kRemoteRejected;
        move.reason = "failed to update ref";
      } else if (!Track(move)) {
        return false;
      }
    }
    return true;
  }

  // Our picture of their branch.
  bool Track(const Move& move) {
    const auto ref = TrackingOf(move.target);
    if (!ref) return true;
    const std::optional<ObjectId> now = git_.refs().Resolve(*ref);
    if (move.after.IsNull()) return !now || git_.refs().Delete(*ref);
    return now == move.after || git_.refs().Update(*ref, move.after, "update by push");
  }

  // ---- what is said

  std::string LineOf(const Move& move) {
    const std::string kind = move.target.starts_with("refs/tags/")    ? "[new tag]"
                             : move.target.starts_with("refs/heads/") ? "[new branch]"
                                                                      : "[new reference]";
    std::string flag = " ", what, reason = move.reason;
    switch (move.fate) {
      case Fate::kSame:
        flag = "=";
        what = "[up to date]";
        break;
      case Fate::kNew:
        flag = "*";
        what = kind;
        break;
      case Fate::kForward: what = RangeOf(git_, move.before, move.after, false); break;
      case Fate::kForced:
        flag = "+";
        what = AbbreviateTheirs(move.before) + "..." + git_.objects().Abbreviate(move.after);
        reason = "forced update";
        break;
      case Fate::kDeleted:
        flag = "-";
        what = "[deleted]";
        break;
      case Fate::kRejected:
        flag = "!";
        what = "[rejected]";
        break;
      case Fate::kRemoteRejected:
        flag = "!";
        what = "[remote rejected]";
        break;
    }
    if (o_.porcelain) {
      return flag + "\t" + move.source + ":" + move.target + "\t" + what +
             (reason.empty() ? "" : " (" + reason + ")") + "\n";
    }
    return SummaryOf(flag[0], what) +
           (move.source.empty() ? "" : Prettified(move.source) + " -> ") + Prettified(move.target) +
           (reason.empty() ? "" : " (" + reason + ")") + "\n";
  }

  // (What they had may not be here.)
  std::string AbbreviateTheirs(const ObjectId& id) {
    return git_.objects().Has(id) ? git_.objects().Abbreviate(id) : id.Hex().substr(0, 7);
  }

  void Say(std::string_view text) {
    if (o_.porcelain)
      git_.Out(text);
    else
      git_.Err(text);
  }

  Outcome Tell() {
    bool any = false, bad = false;
    const auto tell = [&](bool rejected, bool same) {
      for (const Move& move : moves_) {
        if (IsRejected(move) != rejected || (move.fate == Fate::kSame) != same) continue;
        if (o_.quiet && !rejected) continue;
        if (same && !o_.verbose && !o_.porcelain) continue;
        if (!std::exchange(any, true)) Say("To " + remote_.push_url + "\n");
        Say(LineOf(move));
        if (o_.verbose && !same && !rejected)
          if (const auto ref = TrackingOf(move.target))
            git_.Err("updating local tracking ref '" + *ref + "'\n");
        bad = bad || rejected;
      }
    };
    tell(false, true);
    tell(false, false);
    tell(true, false);
    if (o_.porcelain && !bad) git_.Out("Done\n");
    const bool changes =
        std::ranges::any_of(moves_, [](const Move& m) { return m.fate != Fate::kSame; });
    if (!changes && !o_.quiet && !o_.porcelain) git_.Err("Everything up-to-date\n");
    if ((o_.upstream || sets_upstream_) && !FollowThem()) return StatusOf(git_);
    if (!bad) return git_.over() ? 2 : 0;
    git_.Error("failed to push some refs to '" + remote_.push_url + "'");
    Advise();
    return git_.over() ? 2 : 1;
  }

  bool FollowThem() {
    for (const Move& move : moves_) {
      if (IsRejected(move) || !move.branch.starts_with("refs/heads/") ||
          !move.target.starts_with("refs/heads/"))
        continue;
      const auto tracking = TrackingOf(move.target);
      const std::string shown = tracking ? ShortRef(*tracking) : move.target;
      const std::string branch = ShortRef(move.branch);
      if (o_.dry) {
        git_.Out("Would set upstream of '" + branch + "' to '" + ShortRef(move.target) + "' of '" +
                 name_ + "'\n");
        continue;
      }
      if (!SetUpstream(git_, branch, name_, move.target, shown, o_.quiet)) return false;
    }
    return true;
  }

  void Advise() {
    const auto has = [&](std::string_view reason) {
      return std::ranges::any_of(
          moves_, [&](const Move& m) { return m.fate == Fate::kRejected && m.reason == reason; });
    };
    if (!git_.config().GetBool("advice.pushupdaterejected", true)) return;
    constexpr std::string_view kNote =
        "hint: See the 'Note about fast-forwards' in 'git push --help' for details.\n";
    if (has("non-fast-forward")) {
      const bool current = std::ranges::any_of(moves_, [&](const Move& m) {
        return m.reason == "non-fast-forward" && m.target == branch_;
      });
      git_.Err((current
                    ? "hint: Updates were rejected because the tip of your current branch is "
                      "behind\nhint: its remote counterpart. Integrate the remote changes "
                      "(e.g.\nhint: 'git pull ...') before pushing again.\n"
                    : "hint: Updates were rejected because a pushed branch tip is behind its "
                      "remote\nhint: counterpart. Check out this branch and integrate the remote "
                      "changes\nhint: (e.g. 'git pull ...') before pushing again.\n") +
               std::string(kNote));
    } else if (has("already exists")) {
      git_.Err("hint: Updates were rejected because the tag already exists in the remote.\n");
    } else if (has("fetch first")) {
      git_.Err(
          "hint: Updates were rejected because the remote contains work that you do\nhint: not "
          "have locally. This is usually caused by another repository pushing\nhint: to the same "
          "ref. You may want to first integrate the remote changes\nhint: (e.g., 'git pull ...') "
          "before pushing again.\n" +
          std::string(kNote));
    } else if (has("needs force")) {
      git_.Err(
          "hint: You cannot update a remote ref that points at a non-commit object,\nhint: or "
          "update a remote ref to make it point at a non-commit object,\nhint: without using the "
          "'--force' option.\n");
    }
  }

  Git& git_;
  const PushOptions& o_;
  OtherRepository other_;
  Remote remote_;
  std::string branch_, name_, usual_;
  bool sets_upstream_ = false;
  std::vector<Move> moves_;
};

}  // namespace

Outcome RunPush(Git& git) {
  PushOptions o;
  WordReader reader(git, {kPushWords});
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kUpstream: o.upstream = on; break;
      case kForce: o.force = on; break;
      case kLease:
        o.lease = on;
        if (on && reader.has_value()) o.leases.push_back(reader.value());
        break;
      case kTags: o.tags = on; break;
      case kAll: o.all = on; break;
      case kMirror: o.mirror = on; break;
      case kDelete: o.deletes = on; break;
      case kDry: o.dry = on; break;
      case kQuiet: o.quiet = on; break;
      case kVerbose: o.verbose = on; break;
      case kVerify: o.verify = on; break;
      case kPorcelain: o.porcelain = on; break;
      case kAtomic: o.atomic = on; break;
      case kFollow: o.follow = on; break;
      case kRefused: return RefuseOption(git, reader) ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  return Pushing(git, o).Run(reader.operands());
}

}  // namespace pysub::shell::git
