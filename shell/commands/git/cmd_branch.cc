// branch: listed, made, moved, deleted, and what it follows.
//
// It is one unit. A branch that is checked out is neither forced to another commit nor deleted,
// since HEAD would then be somewhere else than index and work tree.

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/ref_format.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;
enum BranchWord {
  kDelete = 1,
  kForceDelete,
  kMove,
  kForceMove,
  kCopy,
  kForceCopy,
  kList,
  kAll,
  kRemotes,
  kVerbose,
  kQuiet,
  kForce,
  kShowCurrent,
  kUpstream,
  kUnset,
  kTrack,
  kContains,
  kNoContains,
  kMerged,
  kNoMerged,
  kPointsAt,
  kSort,
  kFormat,
  kEditDescription,
  kColour,
  kIgnoreCase,
  kNothing,
  kCreateLog,
};
constexpr WordRow kBranchWords[] = {
    {kDelete, 'd', "delete"},
    {kForceDelete, 'D', ""},
    {kMove, 'm', "move"},
    {kForceMove, 'M', ""},
    {kCopy, 'c', "copy"},
    {kForceCopy, 'C', ""},
    {kList, 'l', "list"},
    {kAll, 'a', "all"},
    {kRemotes, 'r', "remotes"},
    {kVerbose, 'v', "verbose"},
    {kQuiet, 'q', "quiet"},
    {kForce, 'f', "force"},
    {kShowCurrent, 0, "show-current"},
    {kUpstream, 'u', "set-upstream-to", kValue},
    {kUnset, 0, "unset-upstream"},
    {kTrack, 't', "track", kOptional},
    {kContains, 0, "contains", kOptional},
    {kContains, 0, "with", kOptional},
    {kNoContains, 0, "no-contains", kOptional},
    {kMerged, 0, "merged", kOptional},
    {kNoMerged, 0, "no-merged", kOptional},
    {kPointsAt, 0, "points-at", kValue},
    {kSort, 0, "sort", kValue},
    {kFormat, 0, "format", kValue},
    {kEditDescription, 0, "edit-description"},
    {kColour, 0, "color", kOptional},
    {kIgnoreCase, 'i', "ignore-case"},
    {kNothing, 0, "column", kOptional},
    {kNothing, 0, "abbrev", kOptional},
    {kCreateLog, 0, "create-reflog"},
};

// "(HEAD detached at abc1234)"
std::string NoBranchText(Git& git, const ObjectId& head) {
  std::string rebased;
  if (git.Exists(git.GitPath("rebase-merge")) &&
      ReadGitFile(git, "rebase-merge/head-name", &rebased))
    return "(no branch, rebasing " + ShortRef(rebased) + ")";
  const std::optional<std::string> text = DetachedText(git, head);
  return text ? "(HEAD " + *text + ")" : "(no branch)";
}

struct BranchOptions {
  bool all = false, remotes = false, ignore_case = false;
  int verbose = 0;
  std::string format;
  std::vector<std::string> sort;
  RefFilter filter;
};

bool ListBranches(Git& git, const BranchOptions& o, const std::vector<std::string>& patterns) {
  std::vector<Ref> refs;
  if (!o.remotes && !git.refs().List("refs/heads/", &refs)) return false;
  if ((o.all || o.remotes) && !git.refs().List("refs/remotes/", &refs)) return false;
  const auto shown_name = [&](const Ref& ref) {
    return ref.name.starts_with("refs/heads/") ? ref.name.substr(11)
           : o.remotes                         ? ref.name.substr(13)
                                               : ref.name.substr(5);
  };
  if (!patterns.empty()) {
    std::erase_if(refs, [&](const Ref& ref) {
      const std::string name =
          ref.name.starts_with("refs/heads/") ? ref.name.substr(11) : ref.name.substr(13);
      return std::none_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
        return WildMatch(git, pattern, name, false, o.ignore_case);
      });
    });
  }
  if (!FilterRefs(git, o.filter, &refs) || !SortRefs(git, o.sort, &refs)) return false;
  const std::string head_branch = git.refs().HeadBranch();
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  std::vector<std::pair<std::string, Ref>> rows;
  if (head_branch.empty() && head && !o.remotes && patterns.empty() && o.filter.points_at.empty()) {
    std::vector<Ref> detached = {{"HEAD", *head, "", {}}};
    if (!FilterRefs(git, o.filter, &detached)) return false;
    if (!detached.empty()) rows.push_back({NoBranchText(git, *head), detached[0]});
  }
  for (Ref& ref : refs) {
    if (!git.Charge(3 * sizeof(Ref) + 2 * ref.name.size())) return false;
    std::string name = shown_name(ref);
    rows.push_back({std::move(name), std::move(ref)});
  }
  size_t width = 0;
  for (const auto& [name, ref] : rows) width = std::max(width, ColumnsOf(name));
  for (const auto& [name, ref] : rows) {
    if (!git.Tick(64)) return false;
    if (!o.format.empty()) {
      std::string text;
      Ref named = ref;
      if (ref.name == "HEAD" && o.format.find("refname") != std::string::npos) named.name = name;
      if (!FormatRef(git, o.format, named, &text)) return false;
      git.Out(text + "\n");
      continue;
    }
    const bool current = ref.name == head_branch || ref.name == "HEAD";
    std::string line = (current ? "* " : "  ") + Coloured(git,
                                                          current ? kGreen
                                                          : ref.name.starts_with("refs/remotes/")
                                                              ? kRed
                                                              : std::string_view("\x1b[m"),
                                                          name);
    if (!git.colour) line = (current ? "* " : "  ") + name;
    if (o.verbose > 0) {
      line += std::string(width - std::min(width, ColumnsOf(name)), ' ');
      if (!ref.symbolic.empty()) {
        git.Out(line + " -> " +
                (ref.symbolic.starts_with("refs/remotes/") ? ref.symbolic.substr(13)
                                                           : ShortRef(ref.symbolic)) +
                "\n");
        continue;
      }
      Commit commit;
      if (!ReadCommit(git, ref.id, &commit)) return false;
      line += " " + git.objects().Abbreviate(ref.id) + " ";
      if (const std::optional<std::string> upstream = UpstreamOf(git, ref.name)) {
        std::string track;
        if (!FormatRef(git, "%(upstream:track,nobracket)", ref, &track)) return false;
        if (o.verbose > 1)
          line += "[" + ShortRef(*upstream) + (track.empty() ? "" : ": " + track) + "] ";
        else if (!track.empty())
          line += "[" + track + "] ";
      }
      line += SubjectOf(commit.message);
    } else if (!ref.symbolic.empty()) {
      line += " -> " + (ref.symbolic.starts_with("refs/remotes/") ? ref.symbolic.substr(13)
                                                                  : ShortRef(ref.symbolic));
    }
    git.Out(line + "\n");
  }
  return !git.over();
}

int DeleteBranches(Git& git, const std::vector<std::string>& names, bool force, bool remotes,
                   bool quiet) {
  int status = 0;
  if (names.empty()) return git.Fatal("branch name required") ? 0 : 128;
  for (const std::string& given : names) {
    std::string name = given;
    if (name == "-") name = PreviousBranch(git, 1).value_or("@{-1}");
    const std::string ref = (remotes ? "refs/remotes/" : "refs/heads/") + name;
    const std::optional<ObjectId> id = git.refs().Resolve(ref);
    if (git.refs().HeadBranch() == ref) {
      git.Err("error: Cannot delete branch '" + name + "' checked out at '" + git.work_tree +
              "'\n");
      status = 1;
      continue;
    }
    if (!id) {
      if (git.over()) return 2;
      git.Err(std::string(remotes ? "error: remote-tracking branch '" : "error: branch '") + name +
              "' not found.\n");
      status = 1;
      continue;
    }
    if (!force && !remotes) {
      // It must be in what it follows, or in HEAD.
      const std::optional<std::string> upstream = UpstreamOf(git, ref);
      std::optional<ObjectId> other = upstream ? git.refs().Resolve(*upstream) : std::nullopt;
      if (!other) other = git.refs().Resolve("HEAD");
      bool merged = false;
      if (other && !IsAncestor(git, *id, *other, &merged)) return git.status();
      if (!merged) {
        git.Err(
            "error: The branch '" + name +
            "' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D " +
            name + "'.\n");
        status = 1;
        continue;
      }
    }
    if (!git.refs().Delete(ref)) return git.status();
    bool found = false;
    if (!remotes && !ChangeSection(git, git.GitPath("config"), "branch." + name, "", &found))
      return git.status();
    if (!quiet)
      git.Out(std::string(remotes ? "Deleted remote-tracking branch " : "Deleted branch ") + name +
              " (was " + git.objects().Abbreviate(*id) + ").\n");
  }
  return status;
}

int MoveBranch(Git& git, const std::vector<std::string>& names, bool force, bool copy) {
  const std::string head = git.refs().HeadBranch();
  if (names.empty() || names.size() > 2)
    return git.Fatal(std::string("too ") + (names.empty() ? "few" : "many") + " arguments for a " +
                     (copy ? "copy" : "rename") + " operation")
               ? 0
               : 128;
  if (names.size() == 1 && head.empty())
    return git.Fatal(std::string("cannot ") + (copy ? "copy" : "rename") +
                     " the current branch while not on any.")
               ? 0
               : 128;
  const std::string from = names.size() == 2 ? "refs/heads/" + names[0] : head,
                    to = "refs/heads/" + names.back();
  if (!IsRefName(to) || names.back().starts_with('-'))
    return git.Fatal("'" + names.back() + "' is not a valid branch name") ? 0 : 128;
  const bool exists = git.refs().Resolve(from).has_value();
  if (!exists) {
    if (from == head && !copy) {
      // A branch without commits is only a name in HEAD.
      if (!git.WriteWhole(git.GitPath("HEAD"), "ref: " + to + "\n")) return git.status();
      return 0;
    }
    return git.Fatal("No branch named '" + from.substr(std::string_view("refs/heads/").size()) +
                     "'.")
               ? 0
               : 128;
  }
  if (from != to && !force && git.refs().Resolve(to))
    return git.Fatal("a branch named '" + names.back() + "' already exists") ? 0 : 128;
  const std::string message =
      std::string("Branch: ") + (copy ? "copied " : "renamed ") + from + " to " + to;
  if (!git.refs().Rename(from, to, message, copy)) return git.status();
  bool found = false;
  if (!copy && from != to &&
      !ChangeSection(git, git.GitPath("config"), "branch." + from.substr(11),
                     "branch." + names.back(), &found))
    return git.status();
  return 0;
}

int SetUpstream(Git& git, const std::string& branch, const std::string& upstream, bool quiet) {
  std::optional<std::string> full = FullRefName(git, upstream);
  if (!full) {
    Named named;
    if (FindRevision(git, upstream, &named) && !named.ref.empty()) full = named.ref;
  }
  if (!full || (!full->starts_with("refs/heads/") && !full->starts_with("refs/remotes/"))) {
    git.Err("fatal: the requested upstream branch '" + upstream +
            "' does not exist\nhint: \nhint: If you are planning on basing your work on an "
            "upstream\nhint: branch that already exists at the remote, you may need to\nhint: run "
            "\"git fetch\" to retrieve it.\nhint: \nhint: If you are planning to push out a new "
            "local branch that\nhint: will track its remote counterpart, you may want to "
            "use\nhint: \"git push -u\" to set the upstream config as you push.\nhint: Disable "
            "this message with \"git config advice.setUpstreamFailure false\"\n");
    return 128;
  }
  std::string remote = ".", merge = *full;
  if (full->starts_with("refs/remotes/")) {
    const size_t slash = full->find('/', 13);
    if (slash == std::string::npos)
      return git.Fatal("cannot set up tracking information; starting point '" + upstream +
                       "' is not a branch")
                 ? 0
                 : 128;
    remote = full->substr(13, slash - 13);
    merge = "refs/heads/" + full->substr(slash + 1);
  }
  const std::string config = git.GitPath("config");
  if (SetConfig(git, config, ConfigChange::kSet, "branch." + branch + ".remote", remote) != 0 ||
      SetConfig(git, config, ConfigChange::kSet, "branch." + branch + ".merge", merge) != 0)
    return git.status();
  if (!quiet) git.Out("branch '" + branch + "' set up to track '" + ShortRef(*full) + "'.\n");
  return 0;
}

// What the words of `branch` ask for, beside what a list shows.
struct BranchAction {
  int action = 0;  // kDelete, kList ...; 0: a branch is made
  bool force = false, quiet = false, track = false, no_track = false;
  std::string upstream;
};

// False: one was refused.
bool ReadBranchWords(Git& git, WordReader& reader, BranchOptions* o, BranchAction* a) {
  std::vector<std::string>* pending = nullptr;
  while (reader.Next()) {
    pending = nullptr;
    switch (reader.id()) {
      case kForceDelete:
        a->force = true;
        a->action = kDelete;
        break;
      case kForceMove:
        a->force = true;
        a->action = kMove;
        break;
      case kForceCopy:
        a->force = true;
        a->action = kCopy;
        break;
      case kDelete:
      case kMove:
      case kCopy:
      case kShowCurrent:
      case kUnset:
      case kList: a->action = reader.id(); break;
      case kAll: o->all = true; break;
      case kRemotes: o->remotes = true; break;
      case kVerbose: ++o->verbose; break;
      case kQuiet: a->quiet = true; break;
      case kForce: a->force = true; break;
      case kUpstream:
        a->action = kUpstream;
        a->upstream = reader.value();
        break;
      case kTrack:
        a->track = !reader.negated();
        a->no_track = reader.negated();
        break;
      case kContains: pending = &o->filter.contains; break;
      case kNoContains: pending = &o->filter.no_contains; break;
      case kMerged: pending = reader.negated() ? &o->filter.no_merged : &o->filter.merged; break;
      case kNoMerged: pending = &o->filter.no_merged; break;
      case kPointsAt: o->filter.points_at.push_back(reader.value()); break;
      case kSort: o->sort.push_back(reader.value()); break;
      case kFormat: o->format = reader.value(); break;
      case kColour:
        git.colour = !reader.negated() && (reader.value().empty() || reader.value() == "always");
        break;
      case kIgnoreCase: o->ignore_case = true; break;
      case kEditDescription: a->action = kEditDescription; break;
      default: break;
    }
    if (pending == nullptr) continue;
    if (a->action == 0) a->action = kList;
    pending->push_back(reader.has_value() ? reader.value() : "HEAD");
  }
  return reader.ok();
}

// --set-upstream-to and --unset-upstream, of the branch that is named or the current one.
Outcome ChangeUpstream(Git& git, const BranchAction& a, const std::vector<std::string>& words) {
  const std::string head = git.refs().HeadBranch();
  const std::string branch = !words.empty()                    ? words[0]
                             : head.starts_with("refs/heads/") ? head.substr(11)
                                                               : "";
  if (branch.empty())
    return git.Fatal("could not set upstream of HEAD to " + a.upstream +
                     " when it does not point to any branch.")
               ? 0
               : 128;
  if (!git.refs().Resolve("refs/heads/" + branch) && a.action == kUpstream)
    return git.Fatal(words.empty() ? "no commit on branch '" + branch + "' yet"
                                   : "branch '" + branch + "' does not exist")
               ? 0
               : 128;
  if (a.action == kUpstream) return SetUpstream(git, branch, a.upstream, a.quiet);
  if (!UpstreamOf(git, "refs/heads/" + branch))
    return git.Fatal("Branch '" + branch + "' has no upstream information") ? 0 : 128;
  SetConfig(git, git.GitPath("config"), ConfigChange::kUnsetAll, "branch." + branch + ".remote",
            "");
  return SetConfig(git, git.GitPath("config"), ConfigChange::kUnsetAll,
                   "branch." + branch + ".merge", "");
}

Outcome MakeBranch(Git& git, const BranchAction& a, const std::vector<std::string>& words) {
  if (words.size() > 2)
    return Usage(git, "git branch [<options>] [-f] <branch-name> [<start-point>]");
  const std::string& name = words[0];
  const std::string ref = "refs/heads/" + name, start = words.size() > 1 ? words[1] : "HEAD";
  if (!IsRefName(ref) || name.starts_with('-') || name == "HEAD")
    return git.Fatal("'" + name + "' is not a valid branch name") ? 0 : 128;
  const bool exists = git.refs().Resolve(ref).has_value();
  if (exists && !a.force)
    return git.Fatal("a branch named '" + name + "' already exists") ? 0 : 128;
  if (exists && git.refs().HeadBranch() == ref)
    return git.Fatal("cannot force update the branch '" + name + "' checked out at '" +
                     git.work_tree + "'")
               ? 0
               : 128;
  Named named;
  ObjectId id;
  if (!FindRevision(git, start, &named) || !Peel(git, named.id, ObjectType::kCommit, &id)) {
    if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
    return git.Fatal("not a valid object name: '" +
                     (start == "HEAD" && !git.refs().HeadBranch().empty()
                          ? ShortRef(git.refs().HeadBranch())
                          : start) +
                     "'")
               ? 0
               : 128;
  }
  if (!git.refs().Update(ref, id,
                         (exists ? "branch: Reset to " : "branch: Created from ") +
                             (start == "HEAD" && !git.refs().HeadBranch().empty()
                                  ? ShortRef(git.refs().HeadBranch())
                                  : start)))
    return git.status();
  const bool remote = named.ref.starts_with("refs/remotes/");
  if (!named.ref.empty() && named.ref != "HEAD" && !a.no_track &&
      (a.track || (remote && git.config().GetBool("branch.autosetupmerge", true))))
    return SetUpstream(git, name, named.ref, a.quiet);
  return 0;
}

}  // namespace

Outcome RunBranch(Git& git) {
  BranchOptions o;
  BranchAction a;
  WordReader reader(git, {kBranchWords});
  if (!ReadBranchWords(git, reader, &o, &a)) return git.over() ? 2 : git.status();
  if (a.action == kEditDescription) return NoEditor(git, "");
  std::vector<std::string> words = reader.operands();
  // "--contains X" has its commit behind it.
  for (std::vector<std::string>* list :
       {&o.filter.contains, &o.filter.no_contains, &o.filter.merged, &o.filter.no_merged}) {
    if (list->size() != 1 || (*list)[0] != "HEAD" || words.empty()) continue;
    (*list)[0] = words[0];
    words.erase(words.begin());
  }
  const bool filtered = !o.filter.points_at.empty() || !o.filter.contains.empty() ||
                        !o.filter.no_contains.empty() || !o.filter.merged.empty() ||
                        !o.filter.no_merged.empty();
  if (a.action == 0 && (words.empty() || filtered)) a.action = kList;
  if (o.sort.empty()) {
    const std::optional<std::string> sort = git.config().Get("branch.sort");
    if (sort) o.sort.push_back(*sort);
  }
  switch (a.action) {
    case kDelete: return DeleteBranches(git, words, a.force, o.remotes, a.quiet);
    case kMove: return MoveBranch(git, words, a.force, false);
    case kCopy: return MoveBranch(git, words, a.force, true);
    case kShowCurrent: {
      const std::string head = git.refs().HeadBranch();
      if (!head.empty()) git.Out(ShortRef(head) + "\n");
      return 0;
    }
    case kList: return ListBranches(git, o, words) ? 0 : git.over() ? 2 : git.status();
    case kUpstream:
    case kUnset: return ChangeUpstream(git, a, words);
    default: return MakeBranch(git, a, words);
  }
}

}  // namespace pysub::shell::git
