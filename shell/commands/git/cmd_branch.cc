// branch and tag.
//
// Both are one unit. A branch that is checked out is neither forced to another commit nor deleted,
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
std::string DetachedText(Git& git, const ObjectId& head) {
  std::vector<LogLine> lines;
  std::string rebased;
  if (git.Exists(git.GitPath("rebase-merge")) &&
      ReadGitFile(git, "rebase-merge/head-name", &rebased))
    return "(no branch, rebasing " + ShortRef(rebased) + ")";
  if (git.refs().ReadLog("HEAD", &lines)) {
    for (size_t i = lines.size(); i-- > 0;) {
      const std::string& message = lines[i].message;
      const size_t to = message.rfind(" to ");
      if (!message.starts_with("checkout: moving from ") || to == std::string::npos) continue;
      std::string name = message.substr(to + 4);
      if (ObjectId::FromHex(name) || !FullRefName(git, name))
        name = git.objects().Abbreviate(lines[i].after);
      return std::string("(HEAD detached ") + (lines[i].after == head ? "at " : "from ") + name +
             ")";
    }
  }
  return "(no branch)";
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
    if (!detached.empty()) rows.push_back({DetachedText(git, *head), detached[0]});
  }
  for (Ref& ref : refs) {
    if (!git.Charge(2 * sizeof(Ref) + 2 * ref.name.size())) return false;
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
    return git.Error("refname " + from + " not found", 128)
               ? 0
               : (git.Err("fatal: Branch " + std::string(copy ? "copy" : "rename") + " failed\n"),
                  128);
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

}  // namespace

Outcome RunBranch(Git& git) {
  BranchOptions o;
  int action = 0;
  bool force = false, quiet = false, track = false, no_track = false;
  std::string upstream;
  WordReader reader(git, {kBranchWords});
  std::vector<std::string>* pending = nullptr;
  while (reader.Next()) {
    pending = nullptr;
    switch (reader.id()) {
      case kForceDelete:
        force = true;
        action = kDelete;
        break;
      case kForceMove:
        force = true;
        action = kMove;
        break;
      case kForceCopy:
        force = true;
        action = kCopy;
        break;
      case kDelete:
      case kMove:
      case kCopy:
      case kShowCurrent:
      case kUnset:
      case kList: action = reader.id(); break;
      case kAll: o.all = true; break;
      case kRemotes: o.remotes = true; break;
      case kVerbose: ++o.verbose; break;
      case kQuiet: quiet = true; break;
      case kForce: force = true; break;
      case kUpstream:
        action = kUpstream;
        upstream = reader.value();
        break;
      case kTrack:
        track = !reader.negated();
        no_track = reader.negated();
        break;
      case kContains: pending = &o.filter.contains; break;
      case kNoContains: pending = &o.filter.no_contains; break;
      case kMerged: pending = reader.negated() ? &o.filter.no_merged : &o.filter.merged; break;
      case kNoMerged: pending = &o.filter.no_merged; break;
      case kPointsAt: o.filter.points_at.push_back(reader.value()); break;
      case kSort: o.sort.push_back(reader.value()); break;
      case kFormat: o.format = reader.value(); break;
      case kColour:
        git.colour = !reader.negated() && (reader.value().empty() || reader.value() == "always");
        break;
      case kIgnoreCase: o.ignore_case = true; break;
      case kEditDescription: return NoEditor(git, "");
      default: break;
    }
    if (pending == nullptr) continue;
    if (action == 0) action = kList;
    pending->push_back(reader.has_value() ? reader.value() : "HEAD");
  }
  if (!reader.ok()) return git.status();
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
  if (action == 0 && (words.empty() || filtered)) action = kList;
  if (o.sort.empty()) {
    const std::optional<std::string> sort = git.config().Get("branch.sort");
    if (sort) o.sort.push_back(*sort);
  }
  switch (action) {
    case kDelete: return DeleteBranches(git, words, force, o.remotes, quiet);
    case kMove: return MoveBranch(git, words, force, false);
    case kCopy: return MoveBranch(git, words, force, true);
    case kShowCurrent: {
      const std::string head = git.refs().HeadBranch();
      if (!head.empty()) git.Out(ShortRef(head) + "\n");
      return 0;
    }
    case kList: return ListBranches(git, o, words) ? 0 : git.over() ? 2 : git.status();
    case kUpstream:
    case kUnset: {
      const std::string head = git.refs().HeadBranch();
      const std::string branch = !words.empty()                    ? words[0]
                                 : head.starts_with("refs/heads/") ? head.substr(11)
                                                                   : "";
      if (branch.empty())
        return git.Fatal("could not set upstream of HEAD to " + upstream +
                         " when it does not point to any branch.")
                   ? 0
                   : 128;
      if (!git.refs().Resolve("refs/heads/" + branch) && action == kUpstream)
        return git.Fatal(words.empty() ? "no commit on branch '" + branch + "' yet"
                                       : "branch '" + branch + "' does not exist")
                   ? 0
                   : 128;
      if (action == kUpstream) return SetUpstream(git, branch, upstream, quiet);
      if (!UpstreamOf(git, "refs/heads/" + branch))
        return git.Fatal("Branch '" + branch + "' has no upstream information") ? 0 : 128;
      SetConfig(git, git.GitPath("config"), ConfigChange::kUnsetAll, "branch." + branch + ".remote",
                "");
      return SetConfig(git, git.GitPath("config"), ConfigChange::kUnsetAll,
                       "branch." + branch + ".merge", "");
    }
    default: break;
  }
  // A new branch.
  if (words.size() > 2)
    return Usage(git, "git branch [<options>] [-f] <branch-name> [<start-point>]");
  const std::string& name = words[0];
  const std::string ref = "refs/heads/" + name, start = words.size() > 1 ? words[1] : "HEAD";
  if (!IsRefName(ref) || name.starts_with('-') || name == "HEAD")
    return git.Fatal("'" + name + "' is not a valid branch name") ? 0 : 128;
  const bool exists = git.refs().Resolve(ref).has_value();
  if (exists && !force) return git.Fatal("a branch named '" + name + "' already exists") ? 0 : 128;
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
  if (!named.ref.empty() && named.ref != "HEAD" && !no_track &&
      (track || (remote && git.config().GetBool("branch.autosetupmerge", true))))
    return SetUpstream(git, name, named.ref, quiet);
  return 0;
}

// ---- tag

namespace {
enum TagWord {
  kTagAnnotate = 1,
  kTagMessage,
  kTagFile,
  kTagDelete,
  kTagList,
  kTagForce,
  kTagLines,
  kTagSign,
  kTagVerify,
  kTagContains,
  kTagNoContains,
  kTagMerged,
  kTagNoMerged,
  kTagPoints,
  kTagSort,
  kTagFormat,
  kTagCleanup,
  kTagEdit,
  kTagIgnore,
  kTagNothing,
  kTagLocal
};
constexpr WordRow kTagWords[] = {
    {kTagAnnotate, 'a', "annotate"},
    {kTagMessage, 'm', "message", kValue},
    {kTagFile, 'F', "file", kValue},
    {kTagDelete, 'd', "delete"},
    {kTagList, 'l', "list"},
    {kTagForce, 'f', "force"},
    {kTagLines, 'n', "", kOptional},
    {kTagSign, 's', "sign"},
    {kTagLocal, 'u', "local-user", kValue},
    {kTagVerify, 'v', "verify"},
    {kTagContains, 0, "contains", kOptional},
    {kTagNoContains, 0, "no-contains", kOptional},
    {kTagMerged, 0, "merged", kOptional},
    {kTagNoMerged, 0, "no-merged", kOptional},
    {kTagPoints, 0, "points-at", kOptional},
    {kTagSort, 0, "sort", kValue},
    {kTagFormat, 0, "format", kValue},
    {kTagCleanup, 0, "cleanup", kValue},
    {kTagEdit, 'e', "edit"},
    {kTagIgnore, 'i', "ignore-case"},
    {kTagNothing, 0, "column", kOptional},
    {kTagNothing, 0, "create-reflog"},
    {kTagNothing, 0, "color", kOptional},
};

bool ListTags(Git& git, const std::vector<std::string>& patterns, const RefFilter& filter,
              std::vector<std::string> sort, const std::string& format, int64_t lines,
              bool ignore_case) {
  std::vector<Ref> refs;
  if (!git.refs().List("refs/tags/", &refs)) return false;
  if (!patterns.empty()) {
    std::erase_if(refs, [&](const Ref& ref) {
      return std::none_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
        return WildMatch(git, pattern, ref.name.substr(10), false, ignore_case);
      });
    });
  }
  if (sort.empty())
    if (const auto set = git.config().Get("tag.sort")) sort.push_back(*set);
  if (!FilterRefs(git, filter, &refs) || !SortRefs(git, sort, &refs)) return false;
  for (const Ref& ref : refs) {
    std::string text;
    if (!git.Tick(64)) return false;
    if (!format.empty()) {
      if (!FormatRef(git, format, ref, &text)) return false;
    } else {
      text = ref.name.substr(10);
      if (lines > 0) {
        std::string contents;
        if (!FormatRef(git, "%(contents:lines=" + std::to_string(lines) + ")", ref, &contents))
          return false;
        text += std::string(text.size() < 15 ? 15 - text.size() : 0, ' ') + " " + contents;
      }
    }
    git.Out(text + "\n");
  }
  return !git.over();
}

int MakeTag(Git& git, const std::string& name, const std::string& target, bool annotate,
            bool has_message, std::string message, bool force) {
  const std::string ref = "refs/tags/" + name;
  if (!IsRefName(ref) || name.starts_with('-'))
    return git.Fatal("'" + name + "' is not a valid tag name.") ? 0 : 128;
  Named named;
  if (!FindRevision(git, target, &named)) {
    if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
    return git.Fatal("Failed to resolve '" + target + "' as a valid ref.") ? 0 : 128;
  }
  const std::optional<ObjectId> before = git.refs().Resolve(ref);
  if (before && !force) return git.Fatal("tag '" + name + "' already exists") ? 0 : 128;
  ObjectId id = named.id;
  if (annotate) {
    if (!has_message) {
      git.Err(
          "error: Terminal is dumb, but EDITOR unset\nPlease supply the message using either -m or "
          "-F option.\n");
      return 1;
    }
    std::string tagger;
    if (!CommitterForCommit(git, &tagger)) return git.status();
    message = CleanMessage(git, message, false);
    const std::string bytes = "object " + named.id.Hex() + "\ntype " +
                              std::string(TypeName(git.objects().TypeOf(named.id))) + "\ntag " +
                              name + "\ntagger " + tagger + "\n\n" + message;
    if (!git.objects().Write(ObjectType::kTag, bytes, &id)) return git.status();
  }
  if (!git.refs().Update(ref, id, "")) return git.status();
  if (before && *before != id)
    git.Out("Updated tag '" + name + "' (was " + git.objects().Abbreviate(*before) + ")\n");
  return 0;
}
}  // namespace

Outcome RunTag(Git& git) {
  bool annotate = false, force = false, has_message = false, list = false, remove = false,
       ignore_case = false;
  int64_t lines = -1;
  std::string message, format;
  std::vector<std::string> sort;
  RefFilter filter;
  WordReader reader(git, {kTagWords});
  std::vector<std::string>* pending = nullptr;
  while (reader.Next()) {
    pending = nullptr;
    switch (reader.id()) {
      case kTagAnnotate: annotate = true; break;
      case kTagMessage:
        if (has_message) message += "\n";
        message += reader.value() + "\n";
        has_message = annotate = true;
        break;
      case kTagFile: {
        const std::string path =
            reader.value().starts_with('/') ? reader.value() : JoinPath(git.cwd, reader.value());
        int error = 0;
        if (!git.ReadWhole(path, &message, &error))
          return git.over() ? 2
                 : git.Fatal("could not open or read '" + reader.value() +
                             "': " + std::string(ErrnoText(error)))
                     ? 0
                     : 128;
        has_message = annotate = true;
        break;
      }
      case kTagDelete: remove = true; break;
      case kTagList: list = true; break;
      case kTagForce: force = true; break;
      case kTagLines:
        lines = 1;
        list = true;
        if (reader.has_value() && !TakeNumber(git, "-n", reader.value(), &lines))
          return git.status();
        break;
      case kTagSign:
      case kTagLocal:
      case kTagVerify: return git.Fatal("tags cannot be signed or verified here") ? 0 : 128;
      case kTagContains: pending = &filter.contains; break;
      case kTagNoContains: pending = &filter.no_contains; break;
      case kTagMerged: pending = reader.negated() ? &filter.no_merged : &filter.merged; break;
      case kTagNoMerged: pending = &filter.no_merged; break;
      case kTagPoints: pending = &filter.points_at; break;
      case kTagSort:
        sort.push_back(reader.value());
        list = list || reader.operands().empty();
        break;
      case kTagFormat: format = reader.value(); break;
      case kTagIgnore: ignore_case = true; break;
      default: break;
    }
    if (pending == nullptr) continue;
    list = true;
    pending->push_back(reader.has_value() ? reader.value() : "HEAD");
  }
  if (!reader.ok()) return git.status();
  std::vector<std::string> words = reader.operands();
  for (std::vector<std::string>* each : {&filter.contains, &filter.no_contains, &filter.merged,
                                         &filter.no_merged, &filter.points_at}) {
    if (each->size() != 1 || (*each)[0] != "HEAD" || words.empty()) continue;
    (*each)[0] = words[0];
    words.erase(words.begin());
  }
  if (list || (words.empty() && !remove))
    return ListTags(git, words, filter, sort, format, lines, ignore_case) ? 0
           : git.over()                                                   ? 2
                                                                          : git.status();
  if (remove) {
    int status = 0;
    for (const std::string& name : words) {
      const std::optional<ObjectId> id = git.refs().Resolve("refs/tags/" + name);
      if (!id) {
        git.Err("error: tag '" + name + "' not found.\n");
        status = 1;
        continue;
      }
      if (!git.refs().Delete("refs/tags/" + name)) return git.status();
      git.Out("Deleted tag '" + name + "' (was " + git.objects().Abbreviate(*id) + ")\n");
    }
    return status;
  }
  if (words.size() > 2) return git.Fatal("too many arguments") ? 0 : 128;
  return MakeTag(git, words[0], words.size() > 1 ? words[1] : "HEAD", annotate, has_message,
                 message, force);
}

}  // namespace pysub::shell::git
