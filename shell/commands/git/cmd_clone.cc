// clone: of a repository that is a directory here. There is no network.
//
// A clone is one unit, because half of one is of no use to anybody:
//
//   OpenSource   which repository, and what its refs are
//   CopyObjects  its files get second names in the new one, or are copied: nobody changes them
//   Settings, PackRefs, Heads, CheckOut
//
// Both repositories are opened as Gits of their own, so that neither settings nor caches of the one
// where the user is are taken for theirs.

#include <algorithm>
#include <optional>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/new_repository.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/words.h"
#include "shell/commands/simple.h"
#include "shell/whole_number.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;
enum CloneWord {
  kQuiet = 1,
  kNoCheckout,
  kBare,
  kMirror,
  kRecursive,
  kOrigin,
  kBranch,
  kDepth,
  kJobs,
  kSingle,
  kTags,
  kSetting,
  kHardLinks,
  kNothing,
  kRefused,
};
constexpr WordRow kCloneWords[] = {
    {kNothing, 'v', "verbose"},
    {kQuiet, 'q', "quiet"},
    {kNothing, 0, "progress"},
    {kNoCheckout, 'n', "no-checkout"},
    {kBare, 0, "bare"},
    {kMirror, 0, "mirror"},
    {kNothing, 'l', "local"},
    {kHardLinks, 0, "hardlinks"},
    {kRefused, 's', "shared"},
    {kRecursive, 0, "recurse-submodules", kOptional},
    {kRecursive, 0, "recursive", kOptional},
    {kJobs, 'j', "jobs", kValue},
    {kNothing, 0, "template", kValue},
    {kRefused, 0, "reference", kValue},
    {kNothing, 0, "reference-if-able", kValue},
    {kNothing, 0, "dissociate"},
    {kOrigin, 'o', "origin", kValue},
    {kBranch, 'b', "branch", kValue},
    {kNothing, 'u', "upload-pack", kValue},
    {kDepth, 0, "depth", kValue},
    {kRefused, 0, "shallow-since", kValue},
    {kRefused, 0, "shallow-exclude", kValue},
    {kSingle, 0, "single-branch"},
    {kTags, 0, "tags"},
    {kNothing, 0, "shallow-submodules"},
    {kRefused, 0, "separate-git-dir", kValue},
    {kSetting, 'c', "config", kValue},
    {kRefused, 0, "filter", kValue},
    {kNothing, 0, "remote-submodules"},
    {kRefused, 0, "sparse"},
    {kRefused, 0, "bundle-uri", kValue},
};

struct CloneOptions {
  std::string from, to;  // as they were written; no `to`: as `from` is called
  std::string branch, origin = "origin";
  std::vector<std::string> settings;
  bool quiet = false, no_checkout = false, bare = false, mirror = false, single = false,
       all_branches = false, no_tags = false, recursive = false, depth = false, links = true;
};

constexpr std::string_view kFile = "file://", kBranches = "refs/heads/";

// "http://host/x" or "host:x".
bool IsRemote(std::string_view from) {
  const size_t colon = from.find(':');
  return colon != std::string_view::npos && from.find('/') > colon && !from.starts_with(kFile);
}

// "x" of "../x/", "../x.git" and "../x/.git".
std::string NameOf(std::string_view from) {
  while (from.ends_with('/')) from.remove_suffix(1);
  if (from.ends_with("/.git")) from.remove_suffix(5);
  while (from.ends_with('/')) from.remove_suffix(1);
  from.remove_prefix(std::min(from.rfind('/') + 1, from.size()));
  if (from.ends_with(".git")) from.remove_suffix(4);
  return std::string(from);
}

class Cloner {
 public:
  Cloner(Git& git, const CloneOptions& options) : git_(git), o_(options) {
    for (Git* one : {&source_, &fresh_}) {
      one->Attach(git.io());
      one->overrides = git.overrides;
    }
  }
  ~Cloner() {
    for (Git* one : {&source_, &fresh_}) {
      one->EndUnit();
      one->ForgetCaches();
    }
  }

  int Run() {
    if (!OpenSource()) return Failed();
    if (Begin() && CopyObjects() && Open() && Settings() && PackRefs() && Heads() && CheckOut())
      return IsOver() ? 2 : 0;
    Undo();
    return Failed();
  }

 private:
  bool IsOver() const { return git_.over() || source_.over() || fresh_.over(); }
  int Failed() {
    if (IsOver()) return 2;
    for (Git* one : {&git_, &source_, &fresh_})
      if (one->status() != 0) return one->status();
    git_.Fatal("unable to clone '" + o_.from + "': an object is missing, or of another type");
    return 128;
  }
  // What was made goes away; a directory that was there stays, and is empty again.
  void Undo() {
    if (!is_begun_ || IsOver()) return;
    if (is_made_) {
      git_.RemoveTree(top_);
      return;
    }
    const auto list = git_.fs().List(git_.caller(), top_);
    if (!list.ok()) return;
    for (const files::DirectoryEntry& entry : *list) git_.RemoveTree(JoinPath(top_, entry.name));
  }
  bool IsBare() const { return o_.bare || o_.mirror; }
  std::string Absolute(const std::string& path) const {
    return path.starts_with('/') ? path : JoinPath(git_.cwd, path);
  }

  // ---- from where

  bool OpenSource() {
    if (IsRemote(o_.from) && !git_.Exists(Absolute(o_.from)))
      return git_.Fatal("there is no network here: 'git clone' copies only directories, not '" +
                        o_.from + "'");
    const bool is_url = o_.from.starts_with(kFile);
    if (is_url && o_.depth) return git_.Fatal("clone --depth is not supported");
    const std::string path = is_url ? o_.from.substr(kFile.size()) : Absolute(o_.from);
    url_ = is_url ? o_.from : path;
    for (std::string_view suffix : {"/.git", "", ".git"}) {
      source_.cwd = path;
      if (IsOtherFile(path + std::string(suffix))) continue;
      if (!source_.FindRepository(path + std::string(suffix), "/")) return false;
      if (!source_.git_dir.empty()) break;
    }
    if (source_.git_dir.empty()) return git_.Fatal("repository '" + o_.from + "' does not exist");
    if (git_.Exists(source_.GitPath("objects/info/alternates")))
      return git_.Fatal("'" + o_.from +
                        "' borrows objects of another repository (alternates); "
                        "clones of such are not supported");
    head_ = source_.refs().HeadBranch();
    if (head_.size() <= kBranches.size() || !head_.starts_with(kBranches)) head_.clear();
    return source_.refs().List("refs/", &refs_) && FindHead();
  }

  // A file that names no repository.
  bool IsOtherFile(const std::string& path) const {
    const auto stat = git_.fs().StatPath(git_.caller(), path);
    if (!stat.ok() || !stat->IsFile()) return false;
    const auto head = git_.fs().ReadFile(git_.caller(), path, 0, kGitFileHead.size());
    return !head.ok() || *head != kGitFileHead;
  }

  // The branch that the new repository begins with, and what HEAD is there.
  bool FindHead() {
    const std::optional<ObjectId> there = source_.refs().Resolve("HEAD");
    if (source_.over()) return false;
    remote_head_ = head_;
    if (head_.empty() && there) GuessBranch(*there);
    if (o_.branch.empty()) {
      id_ = there;
      return true;
    }
    for (std::string_view prefix : {"refs/heads/", "refs/tags/"}) {
      const Ref* ref = FindRef(std::string(prefix) + o_.branch);
      if (ref == nullptr) continue;
      head_ = prefix == "refs/heads/" ? ref->name : "";
      ObjectId id;
      if (!Peel(source_, ref->id, ObjectType::kCommit, &id)) return false;
      id_ = id;
      return true;
    }
    wants_missing_ = true;
    return true;
  }

  // A detached HEAD is taken for a branch that stands there, if there is one.
  void GuessBranch(const ObjectId& id) {
    const std::string usual =
        "refs/heads/" + git_.config().Get("init.defaultbranch").value_or("master");
    for (const Ref& ref : refs_) {
      if (!ref.name.starts_with("refs/heads/") || ref.id != id) continue;
      if (head_.empty() || ref.name == usual) head_ = ref.name;
    }
    remote_head_ = head_;
  }

  const Ref* FindRef(const std::string& name) const {
    const auto at =
        std::find_if(refs_.begin(), refs_.end(), [&](const Ref& ref) { return ref.name == name; });
    return at == refs_.end() ? nullptr : &*at;
  }

  // ---- to where

  bool Begin() {
    std::string name = o_.to.empty() ? NameOf(o_.from) + (IsBare() ? ".git" : "") : o_.to;
    if (name.empty()) return git_.Fatal("could not create work tree dir ''");
    top_ = WithoutSlashes(Absolute(name));
    const auto list = git_.fs().ListSome(git_.caller(), top_, "", 1);
    if (list.ok() ? !list->empty() : git_.Exists(top_))
      return git_.Fatal("destination path '" + name +
                        "' already exists and is not an empty directory.");
    if (!o_.quiet)
      git_.Err((IsBare() ? "Cloning into bare repository '" : "Cloning into '") + name + "'...\n");
    if (wants_missing_)
      return git_.Fatal("Remote branch " + o_.branch + " not found in upstream " + o_.origin);
    is_begun_ = true;
    is_made_ = !list.ok();
    dir_ = IsBare() ? top_ : top_ + "/.git";
    bool again = false;
    const std::string branch = head_.empty() ? "master" : ShortRef(head_);
    return git_.MakeDirectories(top_) && MakeRepository(git_, dir_, IsBare(), branch, &again);
  }

  // ---- objects

  bool CopyObjects() {
    const std::string from = source_.GitPath("objects"), to = dir_ + "/objects";
    const auto folders = git_.fs().List(git_.caller(), from);
    if (!folders.ok()) return git_.Fatal("failed to open '" + from + "'");
    for (const files::DirectoryEntry& folder : *folders) {
      const bool is_loose = folder.name.size() == 2;
      if (folder.kind != files::FileKind::kDirectory || (!is_loose && folder.name != "pack"))
        continue;
      const std::string below = "/" + folder.name;
      if (!git_.MakeDirectories(to + below) || !Folder(from + below, to + below)) return false;
    }
    if (o_.depth) git_.Warn("--depth is ignored in local clones; use file:// instead.");
    if (!o_.quiet && !o_.from.starts_with(kFile)) {
      if (refs_.empty()) git_.Warn("You appear to have cloned an empty repository.");
      git_.Err("done.\n");
    }
    return true;
  }

  bool Folder(const std::string& from, const std::string& to) {
    const auto files = git_.fs().List(git_.caller(), from);
    if (!files.ok()) return git_.Fatal("failed to open '" + from + "'");
    for (const files::DirectoryEntry& file : *files) {
      if (!git_.Tick(256)) return false;
      if (file.kind != files::FileKind::kFile) continue;
      const std::string old = from + "/" + file.name, name = to + "/" + file.name;
      if (o_.links && git_.fs().Link(git_.caller(), old, name).ok()) continue;
      Git::Scratch scratch(git_);
      std::string bytes;
      if (!git_.ReadWhole(old, &bytes))
        return git_.over() ? false : git_.Fatal("failed to open '" + old + "'");
      if (!git_.WriteWhole(name, bytes, 0444)) return false;
    }
    return true;
  }

  bool Open() {
    fresh_.cwd = top_;
    return fresh_.FindRepository(dir_, IsBare() ? std::nullopt : std::optional(top_));
  }

  // ---- settings, refs

  bool Set(const std::string& key, const std::string& value) {
    return SetConfig(fresh_, dir_ + "/config", ConfigChange::kAdd, key, value) == 0;
  }
  bool Settings() {
    const std::string remote = "remote." + o_.origin + ".";
    for (const std::string& setting : o_.settings) {
      const size_t equals = std::min(setting.find('='), setting.size());
      const std::string value = equals == setting.size() ? "true" : setting.substr(equals + 1);
      if (!NormalKey(setting.substr(0, equals))) {
        SayBadKey(git_, setting.substr(0, equals));
        return git_.Fatal("unable to write parameters to config file");
      }
      if (!Set(setting.substr(0, equals), value)) return false;
    }
    if (o_.recursive && !Set("submodule.active", ".")) return false;
    if (!Set(remote + "url", url_)) return false;
    if (o_.no_tags && !Set(remote + "tagOpt", "--no-tags")) return false;
    if (o_.mirror) return Set(remote + "fetch", "+refs/*:refs/*") && Set(remote + "mirror", "true");
    if (o_.bare) return true;
    const std::string which = o_.single && !head_.empty() ? ShortRef(head_) : "*";
    if (!Set(remote + "fetch", "+refs/heads/" + which + ":refs/remotes/" + o_.origin + "/" + which))
      return false;
    if (head_.empty()) return true;
    const std::string branch = "branch." + ShortRef(head_) + ".";
    return Set(branch + "remote", o_.origin) && Set(branch + "merge", head_);
  }

  // What the ref is called in the clone; empty: it is not in there.
  std::string NewName(const std::string& name) const {
    const bool is_branch = name.starts_with("refs/heads/");
    if (o_.mirror) return name;
    if (name.starts_with("refs/tags/")) return o_.no_tags || o_.single ? "" : name;
    if (!is_branch || (o_.single && name != head_)) return "";
    return o_.bare ? name : "refs/remotes/" + o_.origin + "/" + name.substr(11);
  }

  bool PackRefs() {
    std::vector<std::pair<std::string, ObjectId>> refs;
    for (const Ref& ref : refs_) {
      const std::string name = NewName(ref.name);
      if (!name.empty()) refs.push_back({name, ref.id});
      if (!git_.Tick(32) || !git_.Charge(4 * ref.name.size() + 256)) return false;
    }
    if (refs.empty()) return true;
    std::sort(refs.begin(), refs.end());
    std::string text = "# pack-refs with: peeled fully-peeled sorted \n";
    for (const auto& [name, id] : refs) {
      const Git::Scratch scratch(fresh_);
      text += id.Hex() + " " + name + "\n";
      ObjectId target;
      if (fresh_.objects().TypeOf(id) == ObjectType::kTag &&
          Peel(fresh_, id, ObjectType::kCommit, &target))
        text += "^" + target.Hex() + "\n";
    }
    return !fresh_.over() && git_.WriteWhole(dir_ + "/packed-refs", text);
  }

  bool Heads() {
    fresh_.refs().Forget();
    const std::string message = "clone: from " + url_;
    if (head_.empty() && id_ &&
        !fresh_.refs().Update("HEAD", *id_, message, nullptr, /*no_deref=*/true))
      return false;
    if (IsBare() || !id_) return true;
    if (!head_.empty() && !fresh_.refs().Update("HEAD", *id_, message)) return false;
    const std::string theirs = "refs/remotes/" + o_.origin + "/";
    if (remote_head_.empty() || NewName(remote_head_).empty()) return true;
    return fresh_.refs().SetSymbolic(theirs + "HEAD", theirs + remote_head_.substr(11), message);
  }

  bool CheckOut() {
    if (!id_ && !refs_.empty() && !IsBare())
      git_.Warn("remote HEAD refers to nonexistent ref, unable to checkout.");
    if (IsBare() || o_.no_checkout || !id_) return true;
    if (head_.empty() && !o_.quiet && git_.config().GetBool("advice.detachedhead", true))
      git_.Err("Note: switching to '" + id_->Hex() + "'.\n\n" + std::string(kDetachedAdvice));
    ObjectId tree;
    SwitchOptions options;
    options.force = true;
    return Peel(fresh_, *id_, ObjectType::kTree, &tree) &&
           SwitchTrees(fresh_, ObjectId(), tree, options);
  }

  Git& git_;
  const CloneOptions& o_;
  Git source_, fresh_;
  std::string url_, top_, dir_;
  std::string head_;         // "refs/heads/main"; empty: none, and HEAD is detached
  std::string remote_head_;  // the branch that theirs is
  std::optional<ObjectId> id_;
  std::vector<Ref> refs_;
  bool wants_missing_ = false, is_begun_ = false, is_made_ = false;
};

// False: a word is wrong, or not supported.
bool ReadCloneWords(Git& git, WordReader& reader, CloneOptions* o) {
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kQuiet: o->quiet = on; break;
      case kNoCheckout: o->no_checkout = true; break;
      case kBare: o->bare = on; break;
      case kMirror: o->mirror = on; break;
      case kRecursive: o->recursive = on; break;
      case kOrigin: o->origin = on ? reader.value() : "origin"; break;
      case kBranch: o->branch = reader.value(); break;  // (none with --no-branch)
      case kDepth: {
        int64_t depth = 0;
        if (on && (!ReadWhole(reader.value(), &depth) || depth <= 0))
          return git.Fatal("depth " + std::string(reader.value()) + " is not a positive number");
        o->depth = on;
        break;
      }
      case kJobs: {
        int64_t jobs = 0;
        if (on && !ReadWhole(reader.value(), &jobs))
          return git.Error((reader.option() == "-j" ? "switch `j'" : "option `jobs'") +
                               std::string(" expects a numerical value"),
                           129);
        break;
      }
      case kSingle:
        o->single = on;
        o->all_branches = !on;
        break;
      case kTags: o->no_tags = !on; break;
      case kHardLinks: o->links = on; break;
      case kSetting:
        if (!on) o->settings.clear();
        if (on) o->settings.push_back(reader.value());
        break;
      case kRefused: return RefuseOption(git, reader);
      default: break;
    }
  }
  o->single = o->single || (o->depth && !o->all_branches);
  return reader.ok();
}

}  // namespace

Outcome RunClone(Git& git) {
  CloneOptions o;
  WordReader reader(git, {kCloneWords});
  if (!ReadCloneWords(git, reader, &o)) return StatusOf(git);
  const std::vector<std::string>& words = reader.operands();
  if (words.empty() || words.size() > 2) {
    git.Err(words.empty() ? "fatal: You must specify a repository to clone.\n\n"
                          : "fatal: Too many arguments.\n\n");
    return Usage(git, "git clone [<options>] [--] <repo> [<dir>]");
  }
  if (!IsRefName("refs/remotes/" + o.origin + "/x"))
    return git.Fatal("'" + o.origin + "' is not a valid remote name") ? 0 : 128;
  o.from = words[0];
  if (words.size() == 2) o.to = words[1];
  return Cloner(git, o).Run();
}

}  // namespace pysub::shell::git
