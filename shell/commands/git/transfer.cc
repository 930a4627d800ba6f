#include "shell/commands/git/transfer.h"

#include <algorithm>
#include <set>

#include "shell/commands/git/config.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

constexpr std::string_view kFile = "file://";

}  // namespace

bool IsRemoteUrl(std::string_view url) {
  const size_t colon = url.find(':');
  return colon != std::string_view::npos && url.find('/') > colon && !url.starts_with(kFile);
}

Remote FindRemote(Git& git, const std::string& word) {
  Remote remote;
  const std::string prefix = "remote." + word + ".";
  if (!git.Tick(16 * git.config().entries().size())) return remote;
  for (const ConfigEntry& entry : git.config().entries()) {
    if (!entry.key.starts_with(prefix)) continue;
    const std::string_view name = std::string_view(entry.key).substr(prefix.size());
    const std::string value = entry.value.value_or("");
    if (name == "url" && remote.url.empty()) remote.url = value;
    if (name == "pushurl" && remote.push_url.empty()) remote.push_url = value;
    if (name == "fetch") remote.fetch.push_back(value);
    if (name == "push") remote.push.push_back(value);
  }
  if (!remote.url.empty()) remote.name = word;
  if (remote.url.empty()) remote.url = word;
  if (remote.push_url.empty()) remote.push_url = remote.url;
  return remote;
}

std::optional<std::string> BranchSetting(Git& git, const std::string& branch,
                                         std::string_view name) {
  if (!branch.starts_with("refs/heads/")) return std::nullopt;
  return git.config().Get("branch." + branch.substr(11) + "." + std::string(name));
}

std::string UsualRemote(Git& git, const std::string& branch) {
  return BranchSetting(git, branch, "remote").value_or("origin");
}

std::vector<std::string> AllRemotes(Git& git) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const ConfigEntry& entry : git.config().entries()) {
    const size_t dot = entry.key.rfind('.');
    if (!git.Tick(64)) break;
    if (!entry.key.starts_with("remote.") || dot == std::string::npos || dot <= 7) continue;
    if (!git.Charge(128 + 2 * entry.key.size())) break;
    const std::string name = entry.key.substr(7, dot - 7);
    if (seen.insert(name).second) names.push_back(name);
  }
  return names;
}

// ---- the other one

OtherRepository::OtherRepository(Git& git) : git_(git) {
  other_.Attach(git.io());
  other_.overrides = git.overrides;
}

OtherRepository::~OtherRepository() {
  other_.EndUnit();
  other_.ForgetCaches();
}

bool OtherRepository::SayMissing(const std::string& url) {
  git_.Err("fatal: '" + url + "' does not appear to be a git repository\n");
  return git_.Fatal(
      "Could not read from remote repository.\n\nPlease make sure you have the correct access "
      "rights\nand the repository exists.");
}

bool OtherRepository::Open(const std::string& url) {
  std::string path = url.starts_with(kFile) ? url.substr(kFile.size()) : url;
  const std::string base = git_.work_tree.empty() ? git_.cwd : git_.work_tree;
  if (!path.starts_with('/')) path = JoinPath(base, path);
  if (IsRemoteUrl(url) && !git_.Exists(path))
    return git_.Fatal("there is no network here: 'git " + git_.command +
                      "' cannot reach another repository");
  for (std::string_view suffix : {"/.git", "", ".git"}) {
    const std::string place = path + std::string(suffix);
    const auto stat = git_.fs().StatPath(git_.caller(), place);
    if (!stat.ok() || !stat->IsDirectory()) continue;
    other_.cwd = path;
    if (!other_.FindRepository(place, std::nullopt)) {
      git_.set_status(128);
      return false;
    }
    if (other_.git_dir.empty()) continue;
    // Where its files are, when it is not bare.
    other_.work_tree =
        suffix == "/.git" && !other_.config().GetBool("core.bare", false) ? path : "";
    if (!git_.Exists(other_.GitPath("objects/info/alternates"))) return true;
    return git_.Fatal("'" + url +
                      "' borrows objects of another repository (alternates), which is "
                      "not supported");
  }
  return SayMissing(url);
}

bool OtherRepository::List() {
  head_ = other_.refs().Resolve("HEAD");
  if (other_.refs().List("refs/", &refs_)) return true;
  git_.set_status(128);
  return false;
}

const Ref* OtherRepository::Find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(refs_, name, {}, &Ref::name);
  return at != refs_.end() && at->name == name ? &*at : nullptr;
}

const Ref* OtherRepository::FindShort(const std::string& name) const {
  for (std::string_view prefix : {"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}) {
    const Ref* ref = Find(std::string(prefix) + name);
    if (ref != nullptr) return ref;
  }
  return nullptr;
}

// ---- refspecs

std::optional<std::string> Refspec::Map(std::string_view name) const {
  const size_t star = source.find('*');
  if (star == std::string::npos) return name == source ? std::optional(target) : std::nullopt;
  const std::string_view before = std::string_view(source).substr(0, star),
                         behind = std::string_view(source).substr(star + 1);
  if (name.size() < before.size() + behind.size() || !name.starts_with(before) ||
      !name.ends_with(behind))
    return std::nullopt;
  name.remove_prefix(before.size());
  name.remove_suffix(behind.size());
  const size_t hole = target.find('*');
  if (hole == std::string::npos) return std::nullopt;
  return target.substr(0, hole) + std::string(name) + target.substr(hole + 1);
}

std::optional<Refspec> ParseRefspec(std::string_view text) {
  Refspec spec;
  if (text.starts_with('+')) {
    spec.force = true;
    text.remove_prefix(1);
  }
  const size_t colon = text.rfind(':');
  spec.has_target = colon != std::string_view::npos;
  spec.source = std::string(text.substr(0, colon));
  if (spec.has_target) spec.target = std::string(text.substr(colon + 1));
  const auto stars = [](const std::string& name) { return std::ranges::count(name, '*'); };
  if (stars(spec.source) > 1 || (spec.has_target && stars(spec.source) != stars(spec.target)))
    return std::nullopt;
  std::string target = spec.target;
  std::ranges::replace(target, '*', 'x');
  if (!target.empty() && !IsRefName(target, true)) return std::nullopt;
  return spec;
}

// ---- objects

namespace {

bool AddHex(std::string_view hex, std::vector<ObjectId>* ids) {
  const std::optional<ObjectId> id = ObjectId::FromHex(hex);
  if (!id) return false;
  ids->push_back(*id);
  return true;
}

// What an object refers to. Commits in other repositories (submodules) are not copied.
bool Children(Git& git, const ObjectId& id, const Object& object, std::vector<ObjectId>* ids) {
  if (object.type == ObjectType::kTree) {
    std::vector<TreeEntry> entries;
    if (!ParseTree(git, id, object.bytes, &entries)) return false;
    for (const TreeEntry& entry : entries)
      if ((entry.mode & kModeKind) != kModeSubmodule) ids->push_back(entry.id);
    return true;
  }
  std::string_view rest = object.bytes;
  while (!rest.empty()) {
    const std::string_view line = TakeLine(&rest);
    if (line.empty()) break;
    for (std::string_view key : {"tree ", "parent ", "object "})
      if (line.starts_with(key) && !AddHex(line.substr(key.size()), ids)) return false;
    if (!git.Tick(line.size())) return false;
  }
  return true;
}

}  // namespace

bool CopyObjects(Git& from, Git& to, const std::vector<ObjectId>& wanted) {
  constexpr uint64_t kItem = 4 * sizeof(ObjectId) + 64;
  struct Item {
    ObjectId id;
    bool expanded;
  };
  std::vector<Item> stack;
  // In a hostile pack objects may refer to each other in a circle.
  std::set<ObjectId> seen;
  for (const ObjectId& id : wanted) {
    if (!to.Keep(kItem)) return false;
    stack.push_back({id, false});
  }
  while (!stack.empty()) {
    if (!to.Tick(64)) return false;
    const Item item = stack.back();
    if (!item.expanded && (to.objects().Has(item.id) || !seen.insert(item.id).second)) {
      stack.pop_back();
      continue;
    }
    const Git::Scratch there(from), here(to);
    Object object;
    if (!from.objects().Read(item.id, &object)) {
      if (!to.over() && from.status() != 0) to.set_status(128);
      return false;
    }
    if (!item.expanded && object.type != ObjectType::kBlob) {
      stack.back().expanded = true;
      std::vector<ObjectId> below;
      if (!to.Charge(object.bytes.size() * 2) || !Children(from, item.id, object, &below))
        return to.over() ? false : to.Fatal("bad object " + item.id.Hex());
      for (const ObjectId& next : below) {
        if (!to.Keep(kItem)) return false;
        stack.push_back({next, false});
      }
      continue;
    }
    stack.pop_back();
    ObjectId written;
    if (!to.objects().Write(object.type, object.bytes, &written)) return false;
    if (written != item.id) return to.Fatal("hash mismatch " + item.id.Hex());
  }
  return true;
}

// ---- what is said

std::string Prettified(std::string_view ref) {
  for (std::string_view prefix : {"refs/heads/", "refs/tags/", "refs/remotes/"})
    if (ref.starts_with(prefix)) return std::string(ref.substr(prefix.size()));
  return std::string(ref);
}

std::string SummaryOf(char flag, std::string_view what) {
  constexpr size_t kWidth = 17;
  std::string text = " " + std::string(1, flag) + " " + std::string(what);
  if (what.size() < kWidth) text.append(kWidth - what.size(), ' ');
  return text + " ";
}

std::string RangeOf(Git& git, const ObjectId& from, const ObjectId& to, bool forced) {
  return git.objects().Abbreviate(from) + (forced ? "..." : "..") + git.objects().Abbreviate(to);
}

bool SetUpstream(Git& git, const std::string& branch, const std::string& remote,
                 const std::string& merge, const std::string& shown, bool quiet) {
  const std::string config = git.GitPath("config"), key = "branch." + branch + ".";
  if (SetConfig(git, config, ConfigChange::kSet, key + "remote", remote) != 0 ||
      SetConfig(git, config, ConfigChange::kSet, key + "merge", merge) != 0)
    return false;
  if (!quiet) git.Out("branch '" + branch + "' set up to track '" + shown + "'.\n");
  return true;
}

}  // namespace pysub::shell::git
