// fetch and ls-remote: from a repository of the same files.
//
// A fetch is one unit: what is wanted (Choose), its objects, and then one ref after the other, each
// with the line that tells of it; FETCH_HEAD has what a pull merges.

#include <algorithm>
#include <set>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/pathspec.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/transfer.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;
enum FetchWord {
  kPrune = 1,
  kAll,
  kTags,
  kNoTags,
  kQuiet,
  kVerbose,
  kForce,
  kDry,
  kAppend,
  kMultiple,
  kNothing,
  kRefused,
  kUpdateHead,
};
constexpr WordRow kFetchWords[] = {
    {kPrune, 'p', "prune"},
    {kAll, 0, "all"},
    {kTags, 't', "tags"},
    {kNoTags, 'n', ""},
    {kQuiet, 'q', "quiet"},
    {kVerbose, 'v', "verbose"},
    {kForce, 'f', "force"},
    {kDry, 0, "dry-run"},
    {kAppend, 'a', "append"},
    {kMultiple, 'm', "multiple"},
    {kUpdateHead, 'u', "update-head-ok"},
    {kNothing, 0, "progress"},
    {kNothing, 'j', "jobs", kValue},
    {kNothing, 'k', "keep"},
    {kNothing, 0, "recurse-submodules", kOptional},
    {kNothing, 0, "auto-maintenance"},
    {kNothing, 0, "auto-gc"},
    {kNothing, 0, "show-forced-updates"},
    {kNothing, 0, "write-commit-graph"},
    {kNothing, '4', "ipv4"},
    {kNothing, '6', "ipv6"},
    {kRefused, 'P', "prune-tags"},
    {kRefused, 0, "depth", kValue},
    {kRefused, 0, "deepen", kValue},
    {kRefused, 0, "shallow-since", kValue},
    {kRefused, 0, "filter", kValue},
    {kRefused, 0, "refmap", kValue},
    {kRefused, 0, "set-upstream"},
    {kRefused, 0, "stdin"},
    {kRefused, 0, "atomic"},
    {kRefused, 0, "unshallow"},
    {kRefused, 0, "upload-pack", kValue},
};

struct FetchOptions {
  bool all = false, quiet = false, verbose = false, force = false, dry = false, append = false,
       multiple = false, prune = false, update_head = false;
  std::optional<bool> tags;
};

// A ref of theirs, and where it goes; no target: only FETCH_HEAD tells of it.
struct Coming {
  std::string name, target;
  ObjectId id, before;
  bool force = false, merges = false, in_head = true;
};

std::string WithoutGit(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git")) url.resize(url.size() - 4);
  return url;
}

class Fetching {
 public:
  Fetching(Git& git, const FetchOptions& options, Remote remote)
      : git_(git), o_(options), remote_(std::move(remote)), other_(git) {}

  int Run(const std::vector<std::string>& words) {
    branch_ = git_.refs().HeadBranch();
    if (!other_.Open(remote_.url) || !other_.List()) return StatusOf(git_);
    if (!Choose(words) || !AddTags() || !Check()) return StatusOf(git_);
    if (Prunes() && !Prune(words)) return StatusOf(git_);
    std::vector<ObjectId> wanted;
    for (const Coming& one : coming_) wanted.push_back(one.id);
    if (!CopyObjects(other_.git(), git_, wanted)) return StatusOf(git_);
    if (!o_.dry && !WriteFetchHead()) return StatusOf(git_);
    Measure();
    for (bool merges : {true, false})
      for (const Coming& one : coming_)
        if (one.merges == merges && !Store(one)) return StatusOf(git_);
    return git_.over() ? 2 : bad_ ? 1 : 0;
  }

 private:
  // ---- what comes

  bool Choose(const std::vector<std::string>& words) {
    if (!words.empty()) return ChooseWords(words);
    if (!remote_.fetch.empty()) return ChooseSettings();
    if (!other_.head()) return true;
    Coming one;
    one.name = "HEAD";
    one.id = *other_.head();
    one.merges = true;
    coming_.push_back(std::move(one));
    return true;
  }

  bool Add(const std::string& name, const ObjectId& id, const std::string& target, bool force,
           bool merges) {
    constexpr size_t kNode = 64;  // of targets_
    if (!git_.Charge(sizeof(Coming) + kNode + 4 * (name.size() + target.size())) || !git_.Tick(64))
      return false;
    Coming one;
    one.name = name;
    one.id = id;
    one.target = target;
    one.force = force || o_.force;
    one.merges = merges;
    if (!target.empty()) one.before = git_.refs().Resolve(target).value_or(ObjectId());
    targets_.insert(target);
    coming_.push_back(std::move(one));
    return true;
  }

  bool ChooseSettings() {
    const bool ours = BranchSetting(git_, branch_, "remote").value_or("") == remote_.name &&
                      !remote_.name.empty();
    const std::string merge = ours ? BranchSetting(git_, branch_, "merge").value_or("") : "";
    for (const std::string& text : remote_.fetch) {
      const std::optional<Refspec> spec = ParseRefspec(text);
      if (!spec) return git_.Fatal("invalid refspec '" + text + "'");
      follows_tags_ = follows_tags_ || !spec->target.empty();
      if (!git_.Tick(64 * other_.refs().size())) return false;
      for (const Ref& ref : other_.refs()) {
        const auto target = spec->Map(ref.name);
        if (target && !Add(ref.name, ref.id, *target, spec->force, ref.name == merge)) return false;
      }
    }
    return true;
  }

  bool ChooseWords(const std::vector<std::string>& words) {
    for (size_t i = 0; i < words.size(); ++i) {
      std::string text = words[i];
      if (text == "tag" && i + 1 < words.size()) {
        text = "refs/tags/" + words[i + 1] + ":refs/tags/" + words[i + 1];
        ++i;
      }
      const std::optional<Refspec> spec = ParseRefspec(text);
      if (!spec) return git_.Fatal("invalid refspec '" + words[i] + "'");
      if (!AddWord(*spec)) return false;
    }
    AddTracking();
    return !git_.over();
  }

  bool AddWord(const Refspec& spec) {
    follows_tags_ = follows_tags_ || !spec.target.empty();
    if (spec.IsPattern()) {
      if (!git_.Tick(64 * other_.refs().size())) return false;
      for (const Ref& ref : other_.refs()) {
        const auto target = spec.Map(ref.name);
        if (target && !Add(ref.name, ref.id, *target, spec.force, true)) return false;
      }
      return true;
    }
    const std::string source = spec.source.empty() || spec.source == "@" ? "HEAD" : spec.source;
    std::string name = source;
    ObjectId id;
    if (source == "HEAD" && other_.head()) {
      id = *other_.head();
    } else if (const Ref* ref = other_.FindShort(source)) {
      name = ref->name;
      id = ref->id;
    } else if (const auto hex = ObjectId::FromHex(source);
               hex && other_.git().objects().Has(*hex)) {
      id = *hex;
    } else {
      return git_.Fatal("couldn't find remote ref " + source);
    }
    std::string target = spec.target;
    if (!target.empty() && !target.starts_with("refs/"))
      target = (name.starts_with("refs/tags/") ? "refs/tags/" : "refs/heads/") + target;
    return Add(name, id, target, spec.force, true);
  }

  // What the settings would have fetched along with it is brought up to date, too.
  void AddTracking() {
    const size_t count = coming_.size();
    for (const std::string& text : remote_.fetch) {
      const std::optional<Refspec> spec = ParseRefspec(text);
      if (!git_.Tick(64 * count)) return;
      for (size_t i = 0; spec && i < count; ++i) {
        const auto target = spec->Map(coming_[i].name);
        if (!target || target->empty() || coming_[i].target == *target) continue;
        if (!Add(coming_[i].name, coming_[i].id, *target, spec->force, false)) return;
        coming_.back().in_head = false;
      }
    }
  }

  // Tags of what comes; with --tags all of them.
  bool AddTags() {
    std::optional<bool> all = o_.tags;
    const auto set = git_.config().Get("remote." + remote_.name + ".tagopt");
    if (!all && set == "--tags") all = true;
    if (!all && set == "--no-tags") all = false;
    if (all == false || (!all && !follows_tags_)) return true;
    for (const Ref& ref : other_.refs()) {
      if (!git_.Tick(64)) return false;
      if (!ref.name.starts_with("refs/tags/") || targets_.contains(ref.name)) continue;
      if (!all) {
        if (git_.refs().Resolve(ref.name)) continue;
        bool wanted = false;
        if (!IsTagOfWanted(ref, &wanted)) return false;
        if (!wanted) continue;
      }
      if (!Add(ref.name, ref.id, ref.name, o_.force, false)) return false;
    }
    return true;
  }
  bool IsTagOfWanted(const Ref& tag, bool* wanted) {
    Git& there = other_.git();
    ObjectId id = tag.id;
    if (there.objects().TypeOf(id) == ObjectType::kTag &&
        !Peel(there, tag.id, ObjectType::kCommit, &id))
      return !there.over();
    *wanted = git_.objects().Has(id);
    for (size_t i = 0; i < coming_.size() && !*wanted; ++i) {
      ObjectId tip;
      if (!git_.objects().Has(coming_[i].id) &&
          Peel(there, coming_[i].id, ObjectType::kCommit, &tip) &&
          !IsAncestor(there, id, tip, wanted))
        return false;
    }
    return !git_.over();
  }

  bool Check() {
    for (const Coming& one : coming_) {
      if (one.target != branch_ || branch_.empty() || git_.work_tree.empty() || o_.update_head)
        continue;
      return git_.Fatal("refusing to fetch into branch '" + branch_ + "' checked out at '" +
                        git_.work_tree + "'");
    }
    return true;
  }

  // ---- FETCH_HEAD

  bool WriteFetchHead() {
    std::string text;
    if (o_.append) (void)git_.ReadWhole(git_.GitPath("FETCH_HEAD"), &text);
    const std::string url = WithoutGit(remote_.url);
    for (bool merges : {true, false}) {
      for (const Coming& one : coming_) {
        if (one.merges != merges || !one.in_head) continue;
        std::string what = "'" + one.name + "' of ";
        for (const auto& [prefix, kind] :
             {std::pair("refs/heads/", "branch"), std::pair("refs/tags/", "tag"),
              std::pair("refs/remotes/", "remote-tracking branch")})
          if (one.name.starts_with(prefix))
            what = std::string(kind) + " '" + Prettified(one.name) + "' of ";
        if (one.name == "HEAD") what.clear();
        if (!git_.Charge(512)) return false;
        text += one.id.Hex() + "\t" + (merges ? "" : "not-for-merge") + "\t" + what + url + "\n";
      }
    }
    return git_.WriteWhole(git_.GitPath("FETCH_HEAD"), text);
  }

  // ---- refs, and what is said of them

  // The names stand below each other.
  void Measure() {
    for (const Coming& one : coming_) {
      if (one.target.empty() || one.name == "HEAD") continue;
      if (!o_.verbose && one.before == one.id) continue;
      const size_t name = Prettified(one.name).size(), target = Prettified(one.target).size();
      if (21 + name + 4 + target < 80) width_ = std::max(width_, name);
    }
  }

  void Say(char flag, std::string_view what, std::string_view from, std::string_view to,
           std::string_view reason = "") {
    if (o_.quiet) return;
    if (!std::exchange(said_, true)) git_.Err("From " + WithoutGit(remote_.url) + "\n");
    std::string line = SummaryOf(flag, what) + std::string(from);
    if (from.size() < width_) line.append(width_ - from.size(), ' ');
    line += " -> " + std::string(to);
    if (!reason.empty()) line += "  (" + std::string(reason) + ")";
    git_.Err(line + "\n");
  }

  bool Store(const Coming& one) {
    const std::string from = Prettified(one.name), to = Prettified(one.target);
    if (one.target.empty()) {
      const std::string_view kind = one.name.starts_with("refs/tags/") ? "tag" : "branch";
      Say('*', kind, from, "FETCH_HEAD");
      return true;
    }
    if (one.before == one.id) {
      if (o_.verbose) Say('=', "[up to date]", from, to);
      return true;
    }
    const bool is_tag = one.target.starts_with("refs/tags/");
    if (one.before.IsNull()) {
      if (!Set(one, is_tag                                ? "storing tag"
                    : one.name.starts_with("refs/heads/") ? "storing head"
                                                          : "storing ref"))
        return false;
      Say('*',
          is_tag                                ? "[new tag]"
          : one.name.starts_with("refs/heads/") ? "[new branch]"
                                                : "[new ref]",
          from, to);
      return true;
    }
    if (is_tag) return StoreTag(one, from, to);
    ObjectId old, fresh;
    bool is = false;
    if (Peel(git_, one.before, ObjectType::kCommit, &old) &&
        Peel(git_, one.id, ObjectType::kCommit, &fresh) && !IsAncestor(git_, old, fresh, &is))
      return false;
    if (!is && !one.force) {
      bad_ = true;
      Say('!', "[rejected]", from, to, "non-fast-forward");
      return true;
    }
    if (!Set(one, is ? "fast-forward" : "forced-update")) return false;
    Say(is ? ' ' : '+', RangeOf(git_, one.before, one.id, !is), from, to,
        is ? "" : "forced update");
    return true;
  }

  bool StoreTag(const Coming& one, const std::string& from, const std::string& to) {
    if (!one.force) {
      bad_ = true;
      Say('!', "[rejected]", from, to, "would clobber existing tag");
      return true;
    }
    if (!Set(one, "updating tag")) return false;
    Say('t', "[tag update]", from, to);
    return true;
  }

  bool Set(const Coming& one, std::string_view how) {
    if (o_.dry) return true;
    std::string action = git_.action;
    if (action.empty()) {
      action = "fetch";
      for (const std::string& word : git_.words) action += " " + word;
    }
    if (const auto set = git_.Env("GIT_REFLOG_ACTION")) action = *set;
    return git_.refs().Update(one.target, one.id, action + ": " + std::string(how), &one.before);
  }

  // ---- what they have no longer

  bool Prunes() const {
    return o_.prune || git_.config().GetBool("remote." + remote_.name + ".prune",
                                             git_.config().GetBool("fetch.prune", false));
  }
  bool Prune(const std::vector<std::string>& words) {
    std::vector<Ref> ours;
    if (!words.empty() || !git_.refs().List("refs/", &ours)) return !git_.over();
    for (const std::string& text : remote_.fetch) {
      const std::optional<Refspec> spec = ParseRefspec(text);
      if (!spec || spec->target.empty()) continue;
      const Refspec back{spec->target, spec->source, false, true};
      if (!git_.Tick(64 * ours.size())) return false;
      for (const Ref& ref : ours) {
        const auto name = back.Map(ref.name);
        if (!name || !ref.symbolic.empty() || other_.Find(*name) != nullptr) continue;
        if (!o_.dry && !git_.refs().Delete(ref.name)) return false;
        Say('-', "[deleted]", "(none)", Prettified(ref.name));
      }
    }
    return !git_.over();
  }

  Git& git_;
  const FetchOptions& o_;
  Remote remote_;
  OtherRepository other_;
  std::string branch_;
  std::vector<Coming> coming_;
  std::set<std::string> targets_;  // of these
  size_t width_ = 10;
  bool follows_tags_ = false, said_ = false, bad_ = false;
};

int FetchAll(Git& git, FetchOptions o, const std::vector<std::string>& names) {
  int status = 0;
  for (const std::string& name : names) {
    if (!o.quiet && names.size() > 1) git.Out("Fetching " + name + "\n");
    git.set_status(0);
    const int one = Fetching(git, o, FindRemote(git, name)).Run({});
    if (git.over()) return 2;
    if (one != 0) {
      git.Error("could not fetch " + name);
      status = 1;
    }
    o.append = true;
  }
  return status;
}

bool TakeFetchWords(Git& git, WordReader& reader, FetchOptions* o) {
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kPrune: o->prune = on; break;
      case kAll: o->all = on; break;
      case kTags: o->tags = on; break;
      case kNoTags: o->tags = false; break;
      case kQuiet: o->quiet = on; break;
      case kVerbose: o->verbose = on; break;
      case kForce: o->force = on; break;
      case kDry: o->dry = on; break;
      case kAppend: o->append = on; break;
      case kMultiple: o->multiple = on; break;
      case kUpdateHead: o->update_head = on; break;
      case kRefused: return RefuseOption(git, reader);
      default: break;
    }
  }
  return reader.ok();
}

}  // namespace

int Fetch(Git& git, std::vector<std::string> given) {
  const std::vector<std::string> before = std::exchange(git.words, std::move(given));
  FetchOptions o;
  WordReader reader(git, {kFetchWords});
  const bool fine = TakeFetchWords(git, reader, &o);
  const std::vector<std::string> words = reader.operands();
  int status = 0;
  if (!fine) {
    status = StatusOf(git);
  } else if (o.all && !words.empty()) {
    git.Fatal("fetch --all does not take a repository argument");
    status = 128;
  } else if (o.all || o.multiple) {
    status = FetchAll(git, o, o.all ? AllRemotes(git) : words);
  } else {
    const std::string name = words.empty() ? UsualRemote(git, git.refs().HeadBranch()) : words[0];
    Remote remote = FindRemote(git, name);
    // (A repository without any remote has nothing to fetch, and nothing is wrong.)
    if (!words.empty() || !remote.name.empty() || name == ".")
      status =
          Fetching(git, o, remote)
              .Run(std::vector<std::string>(words.begin() + (words.empty() ? 0 : 1), words.end()));
    else if (!AllRemotes(git).empty() || name != "origin")
      status = Fetching(git, o, remote).Run({});
  }
  git.words = before;
  return status;
}

Outcome RunFetch(Git& git) { return Fetch(git, git.words); }

// ---- ls-remote

namespace {
enum ListWord {
  kHeads = 1,
  kListTags,
  kRefs,
  kListQuiet,
  kExitCode,
  kSymref,
  kGetUrl,
  kListRefused
};
constexpr WordRow kListWords[] = {
    {kHeads, 'h', "heads"},
    {kListTags, 't', "tags"},
    {kRefs, 0, "refs"},
    {kListQuiet, 'q', "quiet"},
    {kExitCode, 0, "exit-code"},
    {kSymref, 0, "symref"},
    {kGetUrl, 0, "get-url"},
    {kListRefused, 0, "sort", kValue},
    {kListRefused, 0, "upload-pack", kValue},
};

struct ListOptions {
  bool heads = false, tags = false, refs = false, symref = false, any = false;
  std::vector<std::string> patterns;
};

// Whether the end of a name fits: "main" is refs/heads/main.
bool Wants(Git& git, const ListOptions& o, const std::string& name) {
  if ((o.heads || o.tags) && !(o.heads && name.starts_with("refs/heads/")) &&
      !(o.tags && name.starts_with("refs/tags/")))
    return false;
  if (o.patterns.empty()) return true;
  return std::ranges::any_of(o.patterns, [&](const std::string& pattern) {
    return git.Tick(name.size()) && WildMatch(git, "*/" + pattern, "/" + name, false, false);
  });
}

int ListRemote(Git& git, OtherRepository& other, ListOptions& o) {
  const auto show = [&](const std::string& name, const ObjectId& id) {
    if (!Wants(git, o, name)) return;
    o.any = true;
    if (const auto symbolic = other.git().refs().Symbolic(name); o.symref && symbolic)
      git.Out("ref: " + *symbolic + "\t" + name + "\n");
    git.Out(id.Hex() + "\t" + name + "\n");
  };
  if (other.head() && !o.refs) show("HEAD", *other.head());
  for (const Ref& ref : other.refs()) {
    if (!git.Tick(64)) return 2;
    show(ref.name, ref.id);
    ObjectId target;
    const Git::Scratch scratch(other.git());
    if (!o.refs && other.git().objects().TypeOf(ref.id) == ObjectType::kTag &&
        Peel(other.git(), ref.id, ObjectType::kNone, &target))
      show(ref.name + "^{}", target);
  }
  return git.over() ? 2 : 0;
}
}  // namespace

Outcome RunLsRemote(Git& git) {
  ListOptions o;
  bool quiet = false, exit_code = false, url_only = false;
  WordReader reader(git, {kListWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kHeads: o.heads = true; break;
      case kListTags: o.tags = true; break;
      case kRefs: o.refs = true; break;
      case kListQuiet: quiet = true; break;
      case kExitCode: exit_code = true; break;
      case kSymref: o.symref = true; break;
      case kGetUrl: url_only = true; break;
      case kListRefused: return RefuseOption(git, reader) ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  const std::string name = !words.empty()        ? words[0]
                           : git.git_dir.empty() ? "origin"
                                                 : UsualRemote(git, git.refs().HeadBranch());
  const Remote remote = FindRemote(git, name);
  if (words.empty() && remote.name.empty() && name == "origin")
    return git.Fatal("No remote configured to list refs from.") ? 0 : 128;
  if (url_only) {
    git.Out(remote.url + "\n");
    return 0;
  }
  if (!words.empty()) o.patterns.assign(words.begin() + 1, words.end());
  OtherRepository other(git);
  if (!other.Open(remote.url) || !other.List()) return StatusOf(git);
  if (words.empty() && !quiet) git.Err("From " + remote.url + "\n");
  const int status = ListRemote(git, other, o);
  return status == 0 && exit_code && !o.any ? 2 : status;
}

}  // namespace pysub::shell::git
